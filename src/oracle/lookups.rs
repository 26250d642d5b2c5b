//! What a [`Oracle`](super::Oracle) finds of each board, and how it is looked up: in unpacked
//! solutions, or by walks.

use super::backend::Answerable;
use super::batch_sizes::{LOOKED_UP, LOOKUPS_IN_FLIGHT};
use super::boards::{BatchError, Boards};
use super::lockstep;
use super::move_distances::MoveDistances;
use super::packing::Packed;
use super::unpacked::UnpackedSolutions;
use super::walking::TableWalker;
use crate::error::Error;
use crate::limits::Interval;
use crate::outcome::{Ask, Outcome, Solved};
use crate::puzzle::{Board, Move, MoveSet, MultiMove, Shape, Unsolvable};

/// A question about each board of a batch.
pub(super) trait BoardQuestion<M: Answerable> {
    type Answer: Send;

    const ASK: Ask;

    /// Replaces each place by a word, which is 0 if there is no answer: the distance and the moves.
    #[inline]
    fn read(unpacked: &UnpackedSolutions, places: &mut [u64]) {
        unpacked.read_moves(places);
    }

    /// The answer in a word, for a board with these legal moves.
    fn unpack<'u>(word: u64, legal: impl FnOnce() -> &'u [MultiMove]) -> Self::Answer;

    /// The answer that a search found.
    fn of_solved(board: &Board, solved: Solved<M>) -> Self::Answer;

    /// The answer, if it is known although the search was stopped.
    fn of_stopped(_: &Interval) -> Option<Self::Answer> {
        None
    }

    /// Walks from all boards.
    fn walk<T>(
        walker: &TableWalker<M>,
        boards: &[Board],
        out: &mut [T],
        convert: &impl Fn(Outcome<Self::Answer>) -> T,
    ) -> Result<(), BatchError>;
}

/// Distances.
pub(super) struct Distances;
/// Canonical solutions.
pub(super) struct CanonicalSolutions;
/// All optimal moves.
pub(super) struct OptimalMoves;
/// The distances before and after each move.
pub(super) struct AfterMoves;

impl<M: Answerable> BoardQuestion<M> for Distances {
    type Answer = u32;

    const ASK: Ask = Ask::DISTANCE;

    #[inline]
    fn unpack<'u>(word: u64, _: impl FnOnce() -> &'u [MultiMove]) -> u32 {
        Packed::of_entry(word, &[]).distance.into()
    }

    fn of_solved(_: &Board, solved: Solved<M>) -> u32 {
        solved.moves.len() as u32
    }

    fn of_stopped(stopped: &Interval) -> Option<u32> {
        stopped.distance()
    }

    fn walk<T>(
        walker: &TableWalker<M>,
        boards: &[Board],
        out: &mut [T],
        convert: &impl Fn(Outcome<u32>) -> T,
    ) -> Result<(), BatchError> {
        let walk_all = |boards: &[_], out: &mut [_]| {
            M::walk_all(walker, boards, out, |distance: &mut u32, _| *distance += 1)
        };
        walk_in_runs(walker, boards, out, walk_all, |_, distance| convert(distance))
    }
}

impl<M: Answerable> BoardQuestion<M> for CanonicalSolutions {
    type Answer = M::Sequence;

    const ASK: Ask = Ask::SOLUTION;

    #[inline]
    fn read(unpacked: &UnpackedSolutions, places: &mut [u64]) {
        unpacked.read(places);
    }

    #[inline]
    fn unpack<'u>(word: u64, _: impl FnOnce() -> &'u [MultiMove]) -> M::Sequence {
        M::unpack_solution(word)
    }

    fn of_solved(_: &Board, solved: Solved<M>) -> M::Sequence {
        solved.moves
    }

    fn walk<T>(
        walker: &TableWalker<M>,
        boards: &[Board],
        out: &mut [T],
        convert: &impl Fn(Outcome<M::Sequence>) -> T,
    ) -> Result<(), BatchError> {
        let walk_all = |boards: &[_], out: &mut [_]| {
            M::walk_all(walker, boards, out, |solution: &mut M::Sequence, mv| {
                M::push(solution, mv);
            })
        };
        walk_in_runs(walker, boards, out, walk_all, |_, solution| convert(solution))
    }
}

impl<M: Answerable> BoardQuestion<M> for OptimalMoves {
    type Answer = M::Set;

    const ASK: Ask = Ask::OPTIMAL_MOVES;

    #[inline]
    fn unpack<'u>(word: u64, legal: impl FnOnce() -> &'u [MultiMove]) -> M::Set {
        M::unpack_optimal(Packed::of_entry(word, legal()))
    }

    fn of_solved(_: &Board, solved: Solved<M>) -> M::Set {
        solved.optimal.unwrap_or_default()
    }

    fn walk<T>(
        walker: &TableWalker<M>,
        boards: &[Board],
        out: &mut [T],
        convert: &impl Fn(Outcome<M::Set>) -> T,
    ) -> Result<(), BatchError> {
        for (index, (board, out)) in boards.iter().zip(out).enumerate() {
            let place = walker.place(board);
            let moves =
                place.and_then(|place| place.map(|at| M::optimal_moves(walker, at)).transpose());
            let moves = moves.map_err(|error| BatchError::new(index, error))?;
            *out = convert(outcome(moves, walker, board));
        }
        Ok(())
    }
}

impl BoardQuestion<Move> for AfterMoves {
    type Answer = MoveDistances;

    const ASK: Ask = Ask::OPTIMAL_MOVES;

    #[inline]
    fn unpack<'u>(word: u64, _: impl FnOnce() -> &'u [MultiMove]) -> MoveDistances {
        let Packed { distance, moves, .. } = Packed::of_entry(word, &[]);
        MoveDistances {
            distance: distance.into(),
            legal: MoveSet::from_bits(moves >> 4),
            optimal: MoveSet::from_bits(moves),
        }
    }

    fn of_solved(board: &Board, solved: Solved) -> MoveDistances {
        MoveDistances {
            distance: solved.moves.len() as u32,
            legal: board.legal_moves(),
            optimal: solved.optimal.unwrap_or_default(),
        }
    }

    fn walk<T>(
        walker: &TableWalker,
        boards: &[Board],
        out: &mut [T],
        convert: &impl Fn(Outcome<MoveDistances>) -> T,
    ) -> Result<(), BatchError> {
        let visit = |found: &mut MoveDistances, _, optimal| {
            if found.distance == 0 {
                found.optimal = optimal;
            }
            found.distance += 1;
        };
        let walk_all = |boards: &[_], out: &mut [_]| lockstep::walk_all(walker, boards, out, visit);
        walk_in_runs(walker, boards, out, walk_all, |board, found| {
            convert(found.map(|found| MoveDistances { legal: board.legal_moves(), ..found }))
        })
    }
}

/// Looks a run of boards up.
#[inline]
pub(super) fn look_up_run<M: Answerable, Q: BoardQuestion<M>, T>(
    walker: &TableWalker<M>,
    unpacked: Option<&UnpackedSolutions>,
    boards: Boards<'_>,
    out: &mut [T],
    convert: &impl Fn(Outcome<Q::Answer>) -> T,
) -> Result<(), BatchError> {
    let shape = walker.goal().shape();
    let unsolvable =
        |cells: &[u8]| convert(Outcome::Unsolvable(Unsolvable::known(cells, walker.goal())));
    if let Boards::Rows(rows) = boards
        && let Some(unpacked) = unpacked
        && shape == Shape::default()
        && let (nine, []) = rows.as_chunks::<9>()
    {
        let answer = |row: &[u8; 9], word| {
            let blank = || row.iter().position(|&tile| tile == 0).unwrap_or_default();
            convert(Outcome::Known(Q::unpack(word, || unpacked.legal(blank()))))
        };
        let place = |row: &_| place_of_row(unpacked, row);
        let read = |places: &mut [_]| Q::read(unpacked, places);
        return read_all(nine, place, read, out, answer, |row| unsolvable(row));
    }
    let boards = &*boards.parse(shape)?;
    if let Some(unpacked) = unpacked {
        let place = |board: &Board| {
            board.expect_shape(shape)?;
            Ok(unpacked.place_of(board))
        };
        let answer = |board: &Board, word| {
            convert(Outcome::Known(Q::unpack(word, || unpacked.legal(board.blank_cell()))))
        };
        let read = |places: &mut [_]| Q::read(unpacked, places);
        return read_all(boards, place, read, out, answer, |board| unsolvable(board.cells()));
    }
    Q::walk(walker, boards, out, convert)
}

/// The outcome of a walk: `None` means that the board cannot reach the goal.
fn outcome<M: Answerable, A>(
    answer: Option<A>,
    walker: &TableWalker<M>,
    board: &Board,
) -> Outcome<A> {
    match answer {
        Some(answer) => Outcome::Known(answer),
        None => Outcome::Unsolvable(walker.unsolvable(board)),
    }
}

/// Walks from boards in runs whose answers fit the processor's cache, and converts each answer.
fn walk_in_runs<M: Answerable, A, T>(
    walker: &TableWalker<M>,
    boards: &[Board],
    out: &mut [T],
    walk_all: impl Fn(&[Board], &mut [Option<A>]) -> Result<(), BatchError>,
    convert: impl Fn(&Board, Outcome<A>) -> T,
) -> Result<(), BatchError> {
    let mut answers = [const { None }; LOOKED_UP];
    for (number, (boards, out)) in
        boards.chunks(LOOKED_UP).zip(out.chunks_mut(LOOKED_UP)).enumerate()
    {
        let answers = &mut answers[..boards.len()];
        walk_all(boards, answers).map_err(|failed| failed.after(number * LOOKED_UP))?;
        for ((out, answer), board) in out.iter_mut().zip(answers).zip(boards) {
            *out = convert(board, outcome(answer.take(), walker, board));
        }
    }
    Ok(())
}

/// The place of the solution of a row of nine cells.
#[inline]
fn place_of_row(unpacked: &UnpackedSolutions, row: &[u8; 9]) -> Result<u64, Error> {
    match unpacked.place_of_row(row) {
        Some(place) => Ok(place),
        // Find out what is wrong with the row.
        None => Ok(unpacked.place_of(&Board::new(Shape::default(), row)?)),
    }
}

/// Reads the unpacked solutions of boards in any representation.
#[inline]
fn read_all<B, T>(
    boards: &[B],
    place_of: impl Fn(&B) -> Result<u64, Error>,
    read: impl Fn(&mut [u64]),
    out: &mut [T],
    answer: impl Fn(&B, u64) -> T,
    unsolvable: impl Fn(&B) -> T,
) -> Result<(), BatchError> {
    let mut places = [0; LOOKUPS_IN_FLIGHT];
    let chunks = boards.chunks(LOOKUPS_IN_FLIGHT).zip(out.chunks_mut(LOOKUPS_IN_FLIGHT));
    for (first, (boards, out)) in (0..).step_by(LOOKUPS_IN_FLIGHT).zip(chunks) {
        for (i, (board, place)) in boards.iter().zip(&mut places).enumerate() {
            *place = place_of(board).map_err(|error| BatchError::new(first + i, error))?;
        }
        read(&mut places[..boards.len()]);
        for ((out, word), board) in out.iter_mut().zip(places).zip(boards) {
            *out = if word == 0 { unsolvable(board) } else { answer(board, word) };
        }
    }
    Ok(())
}
