//! What an [`Oracle`](super::Oracle) finds of each board, and how it is looked up: in unpacked
//! solutions, or by walks.

use super::given_boards::{BatchError, Boards};
use super::lockstep;
use super::packing::{Packed, unpack_solution};
use super::unpacked::{LOOKUPS_IN_FLIGHT, UnpackedSolutions};
use super::walker::{Walker, in_its_metric};
use super::walking::Walking;
use crate::error::Error;
use crate::limits::Interval;
use crate::outcome::{Answer, Ask, Outcome};
use crate::puzzle::{
    Direction, Directions, Move, MoveSet, Moves, SmallBoard, SmallShape, Unsolvable,
};

/// The boards that are looked up between two checks of the limits. Their answers fit the
/// processor's first-level cache.
pub(super) const LOOKED_UP: usize = 512;

/// A question about each of many boards.
pub(super) trait BoardQuestion {
    type Answer: Default + Send;

    const ASK: Ask;

    /// Replaces each place by a word, which is 0 if there is no answer: the distance and the moves.
    #[inline]
    fn read(unpacked: &UnpackedSolutions, places: &mut [u64]) {
        unpacked.read_moves(places);
    }

    /// The answer in a word, for a board with the blank in this cell.
    fn unpack(
        unpacked: &UnpackedSolutions,
        word: u64,
        blank: impl FnOnce() -> usize,
    ) -> Self::Answer;

    /// The answer that a search found.
    fn of_found(board: &SmallBoard, found: Answer) -> Self::Answer;

    /// The answer, if it is known although the search was stopped.
    fn of_stopped(_: &Interval) -> Option<Self::Answer> {
        None
    }

    /// Adds a move of a walk to its answer.
    fn add(_: &mut Self::Answer, _: Move) {}

    /// Walks from all boards.
    fn walk<T>(
        walker: &Walker,
        boards: &[SmallBoard],
        out: &mut [T],
        convert: &impl Fn(Outcome<Self::Answer>) -> T,
    ) -> Result<(), BatchError> {
        let walk_all = |boards: &[_], out: &mut [_]| {
            let add = Self::add;
            in_its_metric!(walker, walker => Walking::walk_all(&**walker, boards, out, add))
        };
        walk_in_runs(walker, boards, out, walk_all, |_, found| convert(found))
    }
}

/// Distances.
pub(super) struct Distances;
/// Canonical solutions.
pub(super) struct CanonicalSolutions;
/// All optimal moves.
pub(super) struct OptimalMoves;
/// The distances before and after each move.
pub(super) struct AfterMoves;

impl BoardQuestion for Distances {
    type Answer = u32;

    const ASK: Ask = Ask::DISTANCE;

    #[inline]
    fn unpack(unpacked: &UnpackedSolutions, word: u64, _: impl FnOnce() -> usize) -> u32 {
        Packed::of_entry(word, &[], unpacked.metric()).distance.into()
    }

    fn of_found(_: &SmallBoard, found: Answer) -> u32 {
        found.distance.unwrap_or_default()
    }

    fn of_stopped(stopped: &Interval) -> Option<u32> {
        stopped.distance()
    }

    #[inline]
    fn add(distance: &mut u32, _: Move) {
        *distance += 1;
    }
}

impl BoardQuestion for CanonicalSolutions {
    type Answer = Moves;

    const ASK: Ask = Ask::SOLUTION;

    #[inline]
    fn read(unpacked: &UnpackedSolutions, places: &mut [u64]) {
        unpacked.read(places);
    }

    #[inline]
    fn unpack(unpacked: &UnpackedSolutions, word: u64, _: impl FnOnce() -> usize) -> Moves {
        unpack_solution(word, unpacked.metric())
    }

    fn of_found(_: &SmallBoard, found: Answer) -> Moves {
        found.into_moves()
    }

    #[inline]
    fn add(solution: &mut Moves, mv: Move) {
        solution.push(mv);
    }
}

impl BoardQuestion for OptimalMoves {
    type Answer = MoveSet;

    const ASK: Ask = Ask::OPTIMAL_MOVES;

    #[inline]
    fn unpack(unpacked: &UnpackedSolutions, word: u64, blank: impl FnOnce() -> usize) -> MoveSet {
        let metric = unpacked.metric();
        if metric.slides_one_tile() {
            // The blank's cell is not needed, and takes as long to find as all the rest.
            return Packed::of_entry(word, &[], metric).optimal_moves();
        }
        unpacked.entry(word, blank()).optimal_moves()
    }

    fn of_found(_: &SmallBoard, found: Answer) -> MoveSet {
        found.next.unwrap_or_default()
    }

    fn walk<T>(
        walker: &Walker,
        boards: &[SmallBoard],
        out: &mut [T],
        convert: &impl Fn(Outcome<MoveSet>) -> T,
    ) -> Result<(), BatchError> {
        for (index, (board, out)) in boards.iter().zip(out).enumerate() {
            let place = walker.place(board);
            let moves = place.and_then(|place| {
                let moves = |at| in_its_metric!(walker, of => Walking::optimal_moves(&**of, at));
                place.map(moves).transpose()
            });
            let moves = moves.map_err(|error| BatchError::new(index, error))?;
            *out = convert(outcome(moves, walker, board));
        }
        Ok(())
    }
}

impl BoardQuestion for AfterMoves {
    type Answer = MoveDistances;

    const ASK: Ask = Ask::OPTIMAL_MOVES;

    #[inline]
    fn unpack(unpacked: &UnpackedSolutions, word: u64, _: impl FnOnce() -> usize) -> MoveDistances {
        let Packed { distance, moves, .. } = Packed::of_entry(word, &[], unpacked.metric());
        MoveDistances {
            distance: distance.into(),
            legal: Directions::from_bits(moves >> 4),
            optimal: Directions::from_bits(moves),
        }
    }

    fn of_found(board: &SmallBoard, found: Answer) -> MoveDistances {
        MoveDistances {
            distance: found.distance.unwrap_or_default(),
            legal: board.shape().directions(board.blank_cell()),
            optimal: found.next.unwrap_or_default().directions(),
        }
    }

    fn walk<T>(
        walker: &Walker,
        boards: &[SmallBoard],
        out: &mut [T],
        convert: &impl Fn(Outcome<MoveDistances>) -> T,
    ) -> Result<(), BatchError> {
        let visit = |found: &mut MoveDistances, _, optimal| {
            if found.distance == 0 {
                found.optimal = optimal;
            }
            found.distance += 1;
        };
        let Walker::Single(of_tiles) = walker else {
            let (shape, why) = (walker.goal.shape(), "a move slides several tiles");
            let method = "distances after moves by one cell";
            return Err(BatchError::new(0, Error::Unsuitable { method, shape, why }));
        };
        let walk_all =
            |boards: &[_], out: &mut [_]| lockstep::walk_all(of_tiles, boards, out, visit);
        walk_in_runs(walker, boards, out, walk_all, |board, found| {
            convert(found.map(|found| MoveDistances {
                legal: board.shape().directions(board.blank_cell()),
                ..found
            }))
        })
    }
}

/// The distance of a board, its legal moves, and which of them are optimal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct MoveDistances {
    /// The distance.
    pub distance: u32,
    /// All legal moves.
    pub legal: Directions,
    /// The moves that lower the distance by one. Every other legal move raises it by one.
    pub optimal: Directions,
}

impl MoveDistances {
    /// The distances after [`Direction::ALL`], 255 for those that are illegal.
    #[inline]
    pub(super) const fn bytes(self) -> [u8; Direction::ALL.len()] {
        const ONES: u32 = 0x0101_0101;
        // A byte for each of four bits. Branches would be mispredicted.
        const fn spread(moves: Directions) -> u32 {
            (moves.bits() as u32 * 0x0020_4081) & ONES
        }
        let raised = self.distance.wrapping_add(1).wrapping_mul(ONES);
        let after = raised.wrapping_sub(2 * spread(self.optimal));
        let illegal = (ONES - spread(self.legal)) * 255;
        (after | illegal).to_le_bytes()
    }
}

/// Looks a run of boards up.
#[inline]
pub(super) fn look_up_run<Q: BoardQuestion, T>(
    walker: &Walker,
    unpacked: Option<&UnpackedSolutions>,
    boards: Boards<'_>,
    out: &mut [T],
    convert: &impl Fn(Outcome<Q::Answer>) -> T,
) -> Result<(), BatchError> {
    let shape = walker.goal.shape();
    let unsolvable =
        |cells: &[u8]| convert(Outcome::Unsolvable(Unsolvable::known(cells, &walker.goal)));
    if let Boards::Rows(rows) = boards
        && let Some(unpacked) = unpacked
        && shape == SmallShape::default()
        && let (nine, []) = rows.as_chunks::<9>()
    {
        let answer = |row: &[u8; 9], word| {
            let blank = || row.iter().position(|&tile| tile == 0).unwrap_or_default();
            convert(Outcome::Known(Q::unpack(unpacked, word, blank)))
        };
        let place = |row: &_| place_of_row(unpacked, row);
        let read = |places: &mut [_]| Q::read(unpacked, places);
        return read_all(nine, place, read, out, answer, |row| unsolvable(row));
    }
    let boards = &*boards.parse(shape)?;
    if let Some(unpacked) = unpacked {
        let place = |board: &SmallBoard| {
            board.expect_shape(shape)?;
            Ok(unpacked.place_of(board))
        };
        let answer = |board: &SmallBoard, word| {
            convert(Outcome::Known(Q::unpack(unpacked, word, || board.blank_cell())))
        };
        let read = |places: &mut [_]| Q::read(unpacked, places);
        return read_all(boards, place, read, out, answer, |board| unsolvable(board.cells()));
    }
    Q::walk(walker, boards, out, convert)
}

/// The outcome of a walk: `None` means that the board cannot reach the goal.
fn outcome<A>(answer: Option<A>, walker: &Walker, board: &SmallBoard) -> Outcome<A> {
    match answer {
        Some(answer) => Outcome::Known(answer),
        None => Outcome::Unsolvable(walker.unsolvable(board)),
    }
}

/// Walks from boards in runs whose answers fit the processor's cache, and converts each answer.
fn walk_in_runs<A, T>(
    walker: &Walker,
    boards: &[SmallBoard],
    out: &mut [T],
    walk_all: impl Fn(&[SmallBoard], &mut [Option<A>]) -> Result<(), BatchError>,
    convert: impl Fn(&SmallBoard, Outcome<A>) -> T,
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
        None => Ok(unpacked.place_of(&SmallBoard::new(SmallShape::default(), row)?)),
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
