//! The lookups of a [`Batch`](super::Batch): in unpacked solutions, or by walks that advance
//! together.

use super::backing::Walker;
use super::batch_sizes::{LOOKED_UP, LOOKUPS_IN_FLIGHT};
use super::boards::{BatchError, Boards};
use super::lockstep;
use super::move_distances::MoveDistances;
use super::unpacked::UnpackedSolutions;
use crate::error::Error;
use crate::limits::Interval;
use crate::outcome::{Ask, Outcome, Solved};
use crate::puzzle::{Board, Move, MoveSet, Moves, Shape, Unsolvable};

/// What to look up of each board.
pub(super) trait LookUp {
    type Answer: Clone + Send;

    const ASK: Ask;

    /// Replaces each place by a word, which is 0 if there is no answer: the distance and the moves.
    #[inline]
    fn read(unpacked: &UnpackedSolutions, places: &mut [u64]) {
        unpacked.read_moves(places);
    }

    fn of_word(word: u64) -> Self::Answer;

    fn of_solved(board: &Board, solved: Solved) -> Self::Answer;

    /// The answer, if it is known although the search was stopped.
    fn of_stopped(_: &Interval) -> Option<Self::Answer> {
        None
    }

    /// Walks from all boards.
    fn look_up<T>(
        walker: &Walker,
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

impl LookUp for Distances {
    type Answer = u32;

    const ASK: Ask = Ask::DISTANCE;

    #[inline]
    fn of_word(word: u64) -> u32 {
        AfterMoves::of_word(word).distance
    }

    fn of_solved(_: &Board, solved: Solved) -> u32 {
        solved.moves.len() as u32
    }

    fn of_stopped(stopped: &Interval) -> Option<u32> {
        stopped.distance()
    }

    fn look_up<T>(
        walker: &Walker,
        boards: &[Board],
        out: &mut [T],
        convert: &impl Fn(Outcome<u32>) -> T,
    ) -> Result<(), BatchError> {
        walk_all(
            walker,
            boards,
            out,
            |_, distance| convert(distance),
            |distance: &mut u32, _, _| *distance += 1,
        )
    }
}

impl LookUp for CanonicalSolutions {
    type Answer = Moves;

    const ASK: Ask = Ask::SOLUTION;

    #[inline]
    fn read(unpacked: &UnpackedSolutions, places: &mut [u64]) {
        unpacked.read(places);
    }

    #[inline]
    fn of_word(word: u64) -> Moves {
        Moves::from_word(word)
    }

    fn of_solved(_: &Board, solved: Solved) -> Moves {
        solved.moves
    }

    fn look_up<T>(
        walker: &Walker,
        boards: &[Board],
        out: &mut [T],
        convert: &impl Fn(Outcome<Moves>) -> T,
    ) -> Result<(), BatchError> {
        let visit = |solution: &mut Moves, mv, _| {
            solution.push(mv);
        };
        walk_all(walker, boards, out, |_, solution| convert(solution), visit)
    }
}

impl LookUp for OptimalMoves {
    type Answer = MoveSet;

    const ASK: Ask = Ask::OPTIMAL_MOVES;

    #[inline]
    fn of_word(word: u64) -> MoveSet {
        AfterMoves::of_word(word).optimal
    }

    fn of_solved(_: &Board, solved: Solved) -> MoveSet {
        solved.optimal.unwrap_or_default()
    }

    fn look_up<T>(
        walker: &Walker,
        boards: &[Board],
        out: &mut [T],
        convert: &impl Fn(Outcome<MoveSet>) -> T,
    ) -> Result<(), BatchError> {
        for (index, (board, out)) in boards.iter().zip(out).enumerate() {
            let moves = walker.place(board).and_then(|place| {
                place.map(|at| walker.claim(at, walker.diameter(), MoveSet::EMPTY)).transpose()
            });
            let moves = moves.map_err(|error| BatchError::new(index, error))?;
            *out = convert(outcome(moves, walker, board));
        }
        Ok(())
    }
}

impl LookUp for AfterMoves {
    type Answer = MoveDistances;

    const ASK: Ask = Ask::OPTIMAL_MOVES;

    #[inline]
    fn of_word(word: u64) -> MoveDistances {
        let [moves, distance, ..] = word.to_le_bytes();
        MoveDistances {
            distance: distance.into(),
            legal: MoveSet::from_bits(moves >> 4),
            optimal: MoveSet::from_bits(moves & 15),
        }
    }

    fn of_solved(board: &Board, solved: Solved) -> MoveDistances {
        MoveDistances {
            distance: solved.moves.len() as u32,
            legal: board.legal_moves(),
            optimal: solved.optimal.unwrap_or_default(),
        }
    }

    fn look_up<T>(
        walker: &Walker,
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
        let legal = |board: &Board, found: Outcome<MoveDistances>| {
            convert(found.map(|found| MoveDistances { legal: board.legal_moves(), ..found }))
        };
        walk_all(walker, boards, out, legal, visit)
    }
}

/// Looks a run of boards up.
#[inline]
pub(super) fn look_up_run<Q: LookUp, T>(
    walker: &Walker,
    unpacked: Option<&UnpackedSolutions>,
    boards: Boards<'_>,
    out: &mut [T],
    convert: &impl Fn(Outcome<Q::Answer>) -> T,
) -> Result<(), BatchError> {
    let answer = |word| convert(Outcome::Known(Q::of_word(word)));
    let none = |cells: &[u8]| convert(Outcome::Unsolvable(Unsolvable::known(cells, walker.goal())));
    let shape = walker.goal().shape();
    if let Boards::Rows(rows) = boards
        && let Some(unpacked) = unpacked
        && shape == Shape::default()
        && let (nine, []) = rows.as_chunks::<9>()
    {
        return read_all(unpacked, nine, place_of_row, Q::read, out, answer, |row| none(row));
    }
    let boards = &*boards.parse(shape)?;
    if let Some(unpacked) = unpacked {
        let place = |unpacked: &UnpackedSolutions, board: &Board| {
            board.expect_shape(shape)?;
            Ok(unpacked.place_of(board))
        };
        let none = |board: &Board| none(board.cells());
        return read_all(unpacked, boards, place, Q::read, out, answer, none);
    }
    Q::look_up(walker, boards, out, convert)
}

/// The outcome of a walk: `None` means that the board cannot reach the goal.
fn outcome<A>(answer: Option<A>, walker: &Walker, board: &Board) -> Outcome<A> {
    match answer {
        Some(answer) => Outcome::Known(answer),
        None => Outcome::Unsolvable(walker.unsolvable(board)),
    }
}

/// Walks from all boards together. `visit` gets each move, and all that are optimal beside it.
fn walk_all<A: Default, T>(
    walker: &Walker,
    boards: &[Board],
    out: &mut [T],
    convert: impl Fn(&Board, Outcome<A>) -> T,
    visit: impl Fn(&mut A, Move, MoveSet),
) -> Result<(), BatchError> {
    let mut answers = [const { None }; LOOKED_UP];
    for (number, (boards, out)) in
        boards.chunks(LOOKED_UP).zip(out.chunks_mut(LOOKED_UP)).enumerate()
    {
        let answers = &mut answers[..boards.len()];
        lockstep::walk_all(walker, boards, answers, &visit)
            .map_err(|failed| failed.after(number * LOOKED_UP))?;
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
    unpacked: &UnpackedSolutions,
    boards: &[B],
    place_of: impl Fn(&UnpackedSolutions, &B) -> Result<u64, Error>,
    read: impl Fn(&UnpackedSolutions, &mut [u64]),
    out: &mut [T],
    answer: impl Fn(u64) -> T,
    none: impl Fn(&B) -> T,
) -> Result<(), BatchError> {
    let mut places = [0; LOOKUPS_IN_FLIGHT];
    let chunks = boards.chunks(LOOKUPS_IN_FLIGHT).zip(out.chunks_mut(LOOKUPS_IN_FLIGHT));
    for (first, (boards, out)) in (0..).step_by(LOOKUPS_IN_FLIGHT).zip(chunks) {
        for (i, (board, place)) in boards.iter().zip(&mut places).enumerate() {
            *place =
                place_of(unpacked, board).map_err(|error| BatchError::new(first + i, error))?;
        }
        read(unpacked, &mut places[..boards.len()]);
        for ((out, word), board) in out.iter_mut().zip(places).zip(boards) {
            *out = if word == 0 { none(board) } else { answer(word) };
        }
    }
    Ok(())
}
