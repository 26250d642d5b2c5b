//! Many boards at once: arrays in and arrays out.
//!
//! See [`buffers`](crate::buffers) for what other threads may do during a call.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use tilebase::oracle::{AnyOracle, BatchError, Boards, Outcome};
use tilebase::puzzle::{Class, Metric, MoveSet, Notation};
use tilebase::{Batch, Board, Error, Move, analysis};

use crate::analysis::AllMoves;
use crate::answer_arrays::{AnswerArray, array, slice};
use crate::arguments;
use crate::ask::{self, BestKnown, OpenOracle};
use crate::boards::Given;
use crate::buffers::Rows;
use crate::errors::exception;
use crate::notation::{Actions, Written};

/// The distance of a board that has no answer.
const NONE: u8 = 255;

/// The largest number of rows in a block.
const MOST: usize = 1 << 20;

/// The number of rows whose solutions are counted at once. Each takes some microseconds.
const COUNTED_AT_ONCE: usize = 1 << 14;

/// The number of rows analyzed at once, which have dozens of boards each, and of their letters.
const ANALYZED_AT_ONCE: usize = 1 << 12;
const LETTERS_AT_ONCE: usize = 1 << 18;

/// Whether rows were answered, or why one of them was not.
type Answered = Result<(), BatchError>;

/// The rows of an array, to be answered.
pub struct ArrayQuestion<'o, 'py> {
    source: &'o OpenOracle,
    rows: Rows<'py>,
    threads: usize,
    /// The number of rows answered at once.
    block: usize,
}

impl<'o, 'py> ArrayQuestion<'o, 'py> {
    /// Checks that an object is an array of boards. So few boards of a table that starting threads
    /// would take longer are answered by one.
    pub fn new(
        source: &'o OpenOracle,
        boards: Given<'_, 'py>,
        threads: Option<u64>,
    ) -> PyResult<ArrayQuestion<'o, 'py>> {
        let shape = arguments::shape_of(source.size())?;
        let rows = Rows::new(boards, Some(shape))?;
        // A block is worth starting threads for, and short for a user who pressed Ctrl-C.
        let (of_a_thread, few) = match (source.oracle.is_searching(), shape.class()) {
            (false, _) if shape.cells() <= 9 => (1 << 16, 1 << 14),
            (false, _) => (1 << 14, 1 << 8),
            (true, Class::Bounded) => (1, 0),
            (true, _) => (1 << 7, 0),
        };
        let is_quick = threads.is_none() && rows.count() <= few;
        let threads = if is_quick { 1 } else { ask::threads(threads) };
        Ok(ArrayQuestion { source, rows, threads, block: MOST.min(threads * of_a_thread) })
    }

    /// Answers rows a block at a time, without the GIL. Between blocks it checks for signals and
    /// reports progress. `write` receives the answers of a block and the number of its first row.
    fn in_blocks<A: Default + Send + 'static>(
        &self,
        answer: impl Fn(&AnyOracle, &[u8], &mut A) -> Answered + Copy + Send + 'static,
        mut write: impl FnMut(usize, &A) -> PyResult<()>,
    ) -> PyResult<()> {
        let (py, rows) = (self.rows.py(), self.rows.count());
        let (mut copy, mut answers, mut last) = (Vec::new(), A::default(), None);
        for first in (0..rows).step_by(self.block) {
            let end = rows.min(first + self.block);
            self.rows.read(first..end, &mut copy)?;
            let done;
            (copy, answers, done) =
                self.source.ask_all(py, self.threads, (first, rows), move |oracle| {
                    let done = answer(oracle, &copy, &mut answers);
                    (copy, answers, done)
                })?;
            done.map_err(|why| self.failed(first, &why))?;
            write(first, &answers)?;
            self.source.report_answered(py, (end, rows), &mut last)?;
        }
        Ok(())
    }

    /// The exception for a block of rows that begins with this one.
    fn failed(&self, first: usize, why: &BatchError) -> PyErr {
        match &why.error {
            Error::Board(flaw) => self.rows.wrong(first + why.index, flaw),
            why => exception(why),
        }
    }

    /// Answers rows with one byte each.
    fn bytes(
        &self,
        out: Option<Bound<'py, PyAny>>,
        answer: impl Fn(&AnyOracle, &[u8], &mut [u8]) -> Answered + Copy + Send + 'static,
    ) -> PyResult<Bound<'py, PyAny>> {
        let out = AnswerArray::of_rows(out, &self.rows)?;
        let cells = self.rows.shape().cells();
        let answer = move |oracle: &AnyOracle, rows: &[u8], bytes: &mut Vec<u8>| {
            bytes.resize(rows.len() / cells, 0);
            answer(oracle, rows, bytes)
        };
        self.in_blocks(answer, |first, bytes| out.write(first, bytes))?;
        Ok(out.finish())
    }

    /// The distance of each row.
    pub fn distances(&self, out: Option<Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        self.bytes(out, |oracle, rows, bytes| {
            oracle.distances_into(Boards::Rows(rows), bytes, known_in_byte)
        })
    }

    /// A lower bound on the distance of each row. A block takes no longer than that of a table.
    pub fn lower_bounds(mut self, out: Option<Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        self.block = 1 << 14;
        self.bytes(out, |oracle, rows, bytes| {
            oracle.lower_bounds_into(Boards::Rows(rows), bytes, known_in_byte)
        })
    }

    /// The number of shortest solutions of each row, 0 if it has none.
    pub fn count_solutions(mut self) -> PyResult<Bound<'py, PyAny>> {
        self.block = self.block.min(COUNTED_AT_ONCE);
        let cells = self.rows.shape().cells();
        let answer = move |oracle: &AnyOracle, rows: &[u8], counts: &mut Vec<u64>| {
            counts.resize(rows.len() / cells, 0);
            oracle.solution_counts_into(Boards::Rows(rows), counts, in_word)
        };
        let out = AnswerArray::<u64>::new(self.rows.py(), &[self.rows.count() as u64])?;
        self.in_blocks(answer, |first, counts| out.write(first, counts))?;
        Ok(out.finish())
    }

    /// All that is known of each row: the arguments of the class `Answers`.
    pub fn answers(mut self, notation: Notation) -> PyResult<Bound<'py, PyTuple>> {
        self.rows.accept_all();
        let (py, rows) = (self.rows.py(), self.rows.count() as u64);
        let new = || AnswerArray::<u8>::new(py, &[rows]);
        let (ended, at_least, at_most) = (new()?, new()?, new()?);
        let generated = AnswerArray::<u64>::new(py, &[rows])?;
        let (mut letters, mut offsets) = (Vec::new(), vec![0]);
        let answer = move |oracle: &AnyOracle, rows: &[u8], known: &mut KnownOfMany| {
            *known = KnownOfMany::find(oracle, rows, notation)?;
            Ok(())
        };
        self.in_blocks(answer, |first, known| {
            ended.write(first, &known.ended)?;
            at_least.write(first, &known.at_least)?;
            at_most.write(first, &known.at_most)?;
            generated.write(first, &known.generated)?;
            offsets.extend(offsets_after(letters.len(), &known.ends));
            letters.extend_from_slice(&known.letters);
            Ok(())
        })?;
        let (letters, offsets) = (array(py, &letters)?, array(py, &offsets)?);
        let bounds = (ended.finish(), at_least.finish(), at_most.finish());
        (bounds.0, bounds.1, bounds.2, generated.finish(), letters, offsets).into_pyobject(py)
    }

    /// The optimal moves of each row, one bit per move.
    pub fn optimal_move_masks(
        &self,
        out: Option<Bound<'py, PyAny>>,
        actions: Option<Actions>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let places = Actions::places(actions);
        let masks: [u8; 16] = std::array::from_fn(|bits| {
            (0..4).filter(|mv| bits >> mv & 1 == 1).fold(0, |mask, mv| mask | 1 << places[mv])
        });
        self.bytes(out, move |oracle, rows, bytes| {
            let bits = |moves: Outcome<MoveSet>| moves.known().map_or(0, MoveSet::bits);
            let mask = |moves| masks[usize::from(bits(moves) & 15)];
            single(oracle).optimal_moves_into(Boards::Rows(rows), bytes, mask)
        })
    }

    /// The distance after each move of each row, in each direction over 1 to `longest` cells: 255
    /// for moves that would leave the board.
    pub fn move_distances(
        &self,
        longest: usize,
        actions: Option<Actions>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (cells, moves) = (self.rows.shape().cells(), Move::ALL.len() * longest);
        let dims = [self.rows.count(), Move::ALL.len(), longest].map(|length| length as u64);
        let dims = if self.source.oracle.metric() == Metric::Single { &dims[..2] } else { &dims };
        let (out, places) =
            (AnswerArray::<u8>::new(self.rows.py(), dims)?, Actions::places(actions));
        let answer = move |oracle: &AnyOracle, rows: &[u8], after: &mut Vec<u8>| {
            after.resize(rows.len() / cells * moves, NONE);
            oracle.move_distances_into(Boards::Rows(rows), after)?;
            if actions.is_some() {
                let mut row = vec![NONE; moves];
                for after in after.chunks_exact_mut(moves) {
                    for (of_move, &place) in after.chunks_exact(longest).zip(&places) {
                        row[place * longest..][..longest].copy_from_slice(of_move);
                    }
                    after.copy_from_slice(&row);
                }
            }
            Ok(())
        };
        self.in_blocks(answer, |first, after| out.write(first * moves, after))?;
        Ok(out.finish())
    }

    /// The distances along the moves of each row: all distances, and where those of a row begin and
    /// end.
    pub fn analyze(
        &self,
        moves: &Bound<'py, PyAny>,
        written: Written,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let (py, rows) = (self.rows.py(), self.rows.count());
        let all = Arc::new(AllMoves::new(moves, rows, written)?);
        let notation = written.notation;
        let (mut distances, mut offsets, mut last) = (Vec::new(), vec![0], None);
        let mut end = 0;
        while end < rows {
            let first = end;
            let begin = if first == 0 { 0 } else { all.ends[first - 1] };
            let some = &all.ends[first..rows.min(first + ANALYZED_AT_ONCE)];
            end += some.partition_point(|&end| end - begin <= LETTERS_AT_ONCE).max(1);
            let (mut copy, all) = (Vec::new(), Arc::clone(&all));
            self.rows.read(first..end, &mut copy)?;
            let along = self.source.ask_all(py, self.threads, (first, rows), move |oracle| {
                distances_along(
                    oracle,
                    &copy,
                    (&all.letters, begin, &all.ends[first..end]),
                    notation,
                )
            })?;
            let (along, ends) = along.map_err(|why| self.failed(first, &why))?;
            offsets.extend(offsets_after(distances.len(), &ends));
            distances.extend(along);
            self.source.report_answered(py, (end, rows), &mut last)?;
        }
        Ok((array(py, &distances)?, array(py, &offsets)?))
    }

    /// The solution of each row: all letters, and where each solution begins and ends.
    pub fn solutions(
        &self,
        notation: Notation,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let (py, rows) = (self.rows.py(), self.rows.count() as u64);
        let offsets = AnswerArray::<i64>::new(py, &[rows + 1])?;
        offsets.write(0, &[0])?;
        // Room for the longest solutions. The system provides memory only for what is written, and
        // NumPy asks for huge pages, which saves a third of the total time.
        // A move is a letter, and in "tile" a run is never longer than its moves. Others take a
        // number, and a letter or a space.
        let is_letter = notation != Notation::Tiles && self.source.oracle.longest_move() == 1;
        let bytes_of_move = if is_letter { 1 } else { 3 };
        let longest = u64::from(self.source.oracle.longest().unwrap_or_default()) * bytes_of_move;
        let letters = AnswerArray::<u8>::new(py, &[rows.saturating_mul(longest)])?;
        let answer =
            move |oracle: &AnyOracle, rows: &[u8], (text, ends): &mut (Vec<u8>, Vec<_>)| {
                text.clear();
                ends.clear();
                oracle.write_solutions(Boards::Rows(rows), notation, text, ends)
            };
        let (mut places, mut before) = (Vec::new(), 0);
        self.in_blocks(answer, |first, (text, ends)| {
            places.clear();
            places.extend(offsets_after(before, ends));
            letters.write(before, text)?;
            before += text.len();
            offsets.write(first + 1, &places)
        })?;
        let letters = letters.finish().get_item(slice(py, 0..before)?)?;
        Ok((letters, offsets.finish()))
    }
}

/// The distances along the legal moves of some rows, which are in `text`, begin at `begin` and end
/// at `ends`: all of them, and where those of each row end.
fn distances_along(
    oracle: &AnyOracle,
    rows: &[u8],
    (text, mut begin, ends): (&[u8], usize, &[usize]),
    notation: Notation,
) -> Result<(Vec<i16>, Vec<usize>), BatchError> {
    let batch = single(oracle);
    let shape = batch.oracle().goal().shape();
    let (mut boards, mut moves) = (Vec::new(), Vec::new());
    for (number, (row, &end)) in rows.chunks_exact(shape.cells()).zip(ends).enumerate() {
        let board = Board::new(shape, row).map_err(|why| BatchError::new(number, why.into()))?;
        let read = notation.read(&text[begin..end], Some(&board));
        moves.push(read.map_while(Result::ok).collect::<Vec<_>>());
        boards.push(board);
        begin = end;
    }
    let along = analysis::distances_along(&batch, &boards, &moves)?;
    let ends = along.iter().scan(0, |end, along| {
        *end += along.len();
        Some(*end)
    });
    let ends = ends.collect();
    let distances = along.into_iter().flatten();
    let bytes = distances.map(|distance| i16::from(distance.map_or(NONE, in_byte)));
    Ok((bytes.collect(), ends))
}

/// A distance as a byte. No board is known to be as far as 255 moves.
fn in_byte(distance: u32) -> u8 {
    u8::try_from(distance).unwrap_or(NONE)
}

/// A distance or a bound as a byte, if it is known.
fn known_in_byte(distance: Outcome<u32>) -> u8 {
    distance.known().map_or(NONE, in_byte)
}

/// A number of solutions as a word, 0 if it is not known.
fn in_word(count: Outcome<u128>) -> u64 {
    count.known().map_or(0, |count| u64::try_from(count).unwrap_or(u64::MAX))
}

/// The batch of the class `Oracle`, for what only the single-tile metric answers.
fn single(oracle: &AnyOracle) -> Batch {
    Batch::new(oracle.typed().expect("the class has this metric").clone())
}

/// Offsets into all answers, from those into the answers after the first `before` of them.
fn offsets_after(before: usize, ends: &[usize]) -> impl Iterator<Item = i64> {
    // Memory has fewer bytes than an i64 counts.
    ends.iter().map(move |end| (before + end).cast_signed() as i64)
}

/// How the search for a board ended, as the class `Ended` of `tilebase/_results.py` says it.
#[derive(Clone, Copy)]
enum Ended {
    Solved,
    Stopped,
    Unsolvable,
    Invalid,
}

/// The answers to many boards, in the form of the class `Answers`.
#[derive(Default)]
struct KnownOfMany {
    ended: Vec<u8>,
    at_least: Vec<u8>,
    at_most: Vec<u8>,
    generated: Vec<u64>,
    letters: Vec<u8>,
    ends: Vec<usize>,
}

impl KnownOfMany {
    /// Answers rows, not all of which need be boards.
    fn find(
        oracle: &AnyOracle,
        rows: &[u8],
        notation: Notation,
    ) -> Result<KnownOfMany, BatchError> {
        let Some(goal) = oracle.goal().board() else { return Ok(KnownOfMany::default()) };
        let shape = goal.shape();
        let parsed = rows.chunks_exact(shape.cells()).map(|row| Board::new(shape, row).ok());
        let parsed: Vec<Option<Board>> = parsed.collect();
        let boards: Vec<Board> = parsed.iter().flatten().copied().collect();
        let (mut known, mut parsed) = (KnownOfMany::default(), parsed.iter());
        oracle.solve_together(&boards, |found| {
            // Rows that are not boards come before.
            for board in parsed.by_ref() {
                let Some(board) = board else {
                    known.add(Ended::Invalid, None);
                    continue;
                };
                let Some(found) = BestKnown::of(found) else {
                    return known.add(Ended::Unsolvable, None);
                };
                if let Some(best) = &found.best {
                    let written = best.write_to(notation, &(*board).into(), &mut known.letters);
                    written.expect("a solution of this board");
                }
                let is_solved = found.at_most() == Some(found.at_least);
                let ended = if is_solved { Ended::Solved } else { Ended::Stopped };
                return known.add(ended, Some(&found));
            }
        })?;
        parsed.for_each(|_| known.add(Ended::Invalid, None));
        Ok(known)
    }

    /// Adds a board whose solution has been written.
    fn add(&mut self, ended: Ended, found: Option<&BestKnown>) {
        self.ended.push(ended as u8);
        self.at_least.push(found.map_or(NONE, |found| in_byte(found.at_least)));
        self.at_most.push(found.and_then(BestKnown::at_most).map_or(NONE, in_byte));
        self.generated.push(found.map_or(0, |found| found.generated));
        self.ends.push(self.letters.len());
    }
}
