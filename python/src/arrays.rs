//! Many boards at once: arrays in and arrays out.
//!
//! See [`buffers`](crate::buffers) for what other threads may do meanwhile.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use tilebase::analysis;
use tilebase::oracle::{Answerable, Ask, BatchError, Boards, MoveDistances, Outcome, Solved};
use tilebase::puzzle::{Class, MoveSet, Notation};
use tilebase::{Batch, Board, Error, Move, Moves};

use crate::analysis::AllMoves;
use crate::ask::{self, Source};
use crate::buffers::{AnswerArray, Rows, array, slice};
use crate::errors::row_exception;

/// The distance of a board that has no answer.
pub const NONE: u8 = 255;

/// The largest number of rows in a block.
const MOST: usize = 1 << 20;

/// The number of rows whose solutions are counted at once. Each takes some microseconds.
const COUNTED_AT_ONCE: usize = 1 << 14;

/// The number of rows analyzed at once, which have dozens of boards each, and of their letters.
const ANALYZED_AT_ONCE: usize = 1 << 12;
const LETTERS_AT_ONCE: usize = 1 << 18;

/// Why a row has no answer, and which.
pub type Failed = (usize, Error);

/// The rows of an array, to be answered.
pub struct ArrayQuestion<'o, 'py, M: Answerable = Move> {
    source: &'o Source<M>,
    pub rows: Rows<'py>,
    threads: usize,
    /// The number of rows answered at once.
    block: usize,
}

impl<'o, 'py, M: Answerable> ArrayQuestion<'o, 'py, M> {
    /// Checks that an object is an array of boards. So few boards of a table that starting threads
    /// would take longer are answered by one.
    pub fn new(
        source: &'o Source<M>,
        boards: &Bound<'py, PyAny>,
        threads: Option<u64>,
    ) -> PyResult<ArrayQuestion<'o, 'py, M>> {
        let rows = Rows::new(boards, source.shape())?;
        // A block is worth starting threads for, and short for a user who pressed Ctrl-C.
        let (of_a_thread, few) = match (source.looks_up(), source.shape().class()) {
            (true, Class::Tabled) if source.shape().cells() <= 9 => (1 << 16, 1 << 14),
            (true, _) => (1 << 14, 1 << 8),
            (false, Class::Bounded) => (1, 0),
            (false, _) => (1 << 7, 0),
        };
        let is_quick = threads.is_none() && rows.count() <= few;
        let threads = if is_quick { 1 } else { ask::threads(threads) };
        Ok(ArrayQuestion { source, rows, threads, block: MOST.min(threads * of_a_thread) })
    }

    /// Answers rows a block at a time, without the GIL. Between blocks it checks for signals and
    /// reports progress. `write` receives the answers of a block and the number of its first row.
    pub fn in_blocks<A: Default + Send + 'static>(
        &self,
        answer: impl Fn(&Batch<M>, &[u8], &mut A) -> Result<(), Failed> + Copy + Send + 'static,
        mut write: impl FnMut(usize, &A) -> PyResult<()>,
    ) -> PyResult<()> {
        let (py, rows) = (self.rows.py(), self.rows.count());
        let (mut copy, mut answers, mut last) = (Vec::new(), A::default(), None);
        for first in (0..rows).step_by(self.block) {
            let end = rows.min(first + self.block);
            self.rows.read(first..end, &mut copy)?;
            let done;
            (copy, answers, done) =
                self.source.ask_all(py, self.threads, (first, rows), move |many| {
                    let done = answer(many, &copy, &mut answers);
                    (copy, answers, done)
                })?;
            done.map_err(|(row, why)| row_exception(first + row, &why))?;
            write(first, &answers)?;
            self.source.tell_answered(py, (end, rows), &mut last)?;
        }
        Ok(())
    }

    /// Answers rows with one byte each.
    pub fn bytes(
        &self,
        out: Option<Bound<'py, PyAny>>,
        answer: impl Fn(&Batch<M>, &[u8], &mut [u8]) -> Result<(), Failed> + Copy + Send + 'static,
    ) -> PyResult<Bound<'py, PyAny>> {
        let out = AnswerArray::of_rows(out, &self.rows)?;
        let cells = self.rows.shape().cells();
        let answer = move |many: &Batch<M>, rows: &[u8], bytes: &mut Vec<u8>| {
            bytes.resize(rows.len() / cells, 0);
            answer(many, rows, bytes)
        };
        self.in_blocks(answer, |first, bytes| out.write(first, bytes))?;
        Ok(out.finish())
    }

    /// The distance of each row.
    pub fn distances(&self, out: Option<Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        self.bytes(out, |batch, rows, bytes| {
            batch.distances_into(Boards::Rows(rows), bytes, known_in_byte).map_err(failed)
        })
    }

    /// A lower bound on the distance of each row. A block takes no longer than that of a table.
    pub fn lower_bounds(mut self, out: Option<Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        self.block = 1 << 14;
        self.bytes(out, |batch, rows, bytes| {
            batch.lower_bounds_into(Boards::Rows(rows), bytes, known_in_byte).map_err(failed)
        })
    }

    /// The number of shortest solutions of each row, 0 if it has none.
    pub fn count_solutions(mut self) -> PyResult<Bound<'py, PyAny>> {
        self.block = self.block.min(COUNTED_AT_ONCE);
        let cells = self.rows.shape().cells();
        let answer = move |batch: &Batch<M>, rows: &[u8], counts: &mut Vec<u64>| {
            counts.resize(rows.len() / cells, 0);
            batch.solution_counts_into(Boards::Rows(rows), counts, in_word).map_err(failed)
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
        let answer = move |batch: &Batch<M>, rows: &[u8], known: &mut KnownOfMany| {
            *known = KnownOfMany::find(batch, rows, notation)?;
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
}

impl<'py> ArrayQuestion<'_, 'py> {
    /// The optimal moves of each row, one bit per move.
    pub fn optimal_move_masks(
        &self,
        out: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.bytes(out, optimal_moves)
    }

    /// The distance after each move of each row, `NONE` for moves that would leave the board.
    pub fn move_distances(&self) -> PyResult<Bound<'py, PyAny>> {
        const MOVES: usize = Move::ALL.len();
        let cells = self.rows.shape().cells();
        let out =
            AnswerArray::<u8>::new(self.rows.py(), &[self.rows.count() as u64, MOVES as u64])?;
        let bytes =
            |found: Outcome<MoveDistances>| found.known().map_or([NONE; MOVES], |it| it.bytes());
        let answer = move |batch: &Batch, rows: &[u8], after: &mut Vec<[u8; MOVES]>| {
            after.resize(rows.len() / cells, [NONE; MOVES]);
            batch.move_distances_into(Boards::Rows(rows), after, bytes).map_err(failed)
        };
        self.in_blocks(answer, |first, after| out.write(first * MOVES, after.as_flattened()))?;
        Ok(out.finish())
    }

    /// The distances along the moves of each row: all distances, and where those of a row begin and
    /// end.
    pub fn analyze(
        &self,
        moves: &Bound<'py, PyAny>,
        notation: Notation,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let (py, rows) = (self.rows.py(), self.rows.count());
        let all = Arc::new(AllMoves::new(moves, rows)?);
        let (mut distances, mut offsets, mut last) = (Vec::new(), vec![0], None);
        let mut end = 0;
        while end < rows {
            let first = end;
            let begin = if first == 0 { 0 } else { all.ends[first - 1] };
            let some = &all.ends[first..rows.min(first + ANALYZED_AT_ONCE)];
            end += some.partition_point(|&end| end - begin <= LETTERS_AT_ONCE).max(1);
            let (mut copy, all) = (Vec::new(), Arc::clone(&all));
            self.rows.read(first..end, &mut copy)?;
            let along = self.source.ask_all(py, self.threads, (first, rows), move |batch| {
                distances_along(
                    batch,
                    &copy,
                    (&all.letters, begin, &all.ends[first..end]),
                    notation,
                )
            })?;
            let (along, ends) = along.map_err(|(row, why)| row_exception(first + row, &why))?;
            offsets.extend(offsets_after(distances.len(), &ends));
            distances.extend(along);
            self.source.tell_answered(py, (end, rows), &mut last)?;
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
        // In "tile", a run is never longer than its moves. In "tiles", a move takes a number and a
        // space.
        let bytes_of_move = if notation == Notation::Tiles { 3 } else { 1 };
        let longest = u64::from(self.source.answers.longest()) * bytes_of_move;
        let letters = AnswerArray::<u8>::new(py, &[rows.saturating_mul(longest)])?;
        let cells = self.rows.shape().cells();
        let answer = move |batch: &Batch, rows: &[u8], (text, ends): &mut (Vec<u8>, Vec<_>)| {
            text.clear();
            ends.clear();
            let write = |row: usize, moves: Outcome<Moves>, text: &mut Vec<u8>| {
                let moves = moves.known().unwrap_or_default();
                if notation == Notation::Blank {
                    moves.write_to(text);
                } else {
                    let row = &rows[row * cells..(row + 1) * cells];
                    let board = Board::new(batch.oracle().goal().shape(), row).ok();
                    let written = notation.write(moves.iter().copied(), board.as_ref(), text);
                    written.expect("a solution of this board");
                }
            };
            batch.write_solutions(Boards::Rows(rows), text, ends, write).map_err(failed)
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
    batch: &Batch,
    rows: &[u8],
    (text, mut begin, ends): (&[u8], usize, &[usize]),
    notation: Notation,
) -> Result<(Vec<i16>, Vec<usize>), Failed> {
    let shape = batch.oracle().goal().shape();
    let (mut boards, mut moves) = (Vec::new(), Vec::new());
    for (number, (row, &end)) in rows.chunks_exact(shape.cells()).zip(ends).enumerate() {
        let board = Board::new(shape, row).map_err(|why| (number, why.into()))?;
        let read = notation.read(&text[begin..end], Some(&board));
        moves.push(read.map_while(Result::ok).collect::<Vec<_>>());
        boards.push(board);
        begin = end;
    }
    let along = analysis::distances_along(batch, &boards, &moves).map_err(failed)?;
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
pub fn in_byte(distance: u32) -> u8 {
    u8::try_from(distance).unwrap_or(NONE)
}

/// The same for a distance or a bound that may not be known.
fn known_in_byte(distance: Outcome<u32>) -> u8 {
    distance.known().map_or(NONE, in_byte)
}

/// A number of solutions as a word, 0 if it is not known.
pub fn in_word(count: Outcome<u128>) -> u64 {
    count.known().map_or(0, |count| u64::try_from(count).unwrap_or(u64::MAX))
}

pub fn failed(why: BatchError) -> Failed {
    (why.index, why.error)
}

fn optimal_moves(batch: &Batch, rows: &[u8], bytes: &mut [u8]) -> Result<(), Failed> {
    batch
        .optimal_moves_into(Boards::Rows(rows), bytes, |moves| {
            moves.known().map_or(0, MoveSet::bits)
        })
        .map_err(failed)
}

/// Offsets into all answers, from those into the answers after the first `before` of them.
fn offsets_after(before: usize, ends: &[usize]) -> impl Iterator<Item = i64> {
    // Memory has fewer bytes than an i64 counts.
    ends.iter().map(move |end| (before + end).cast_signed() as i64)
}

/// What is known of many boards, as the class `Answers` has it.
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
    fn find<M: Answerable>(
        batch: &Batch<M>,
        rows: &[u8],
        notation: Notation,
    ) -> Result<KnownOfMany, Failed> {
        let shape = batch.oracle().goal().shape();
        let parsed = rows.chunks_exact(shape.cells()).map(|row| Board::new(shape, row).ok());
        let parsed: Vec<Option<Board>> = parsed.collect();
        let boards: Vec<Board> = parsed.iter().flatten().copied().collect();
        let mut found = batch.find(&boards, Ask::SOLUTION).map_err(failed)?.into_iter();
        let mut known = KnownOfMany::default();
        for board in parsed {
            let found = board.and_then(|_| found.next());
            // As in the class `Ended`.
            let (ended, at_least, best, generated) = match found {
                Some(Outcome::Known(Solved { moves, cost, .. })) => {
                    (0, moves.len() as u32, Some(moves), cost.generated)
                }
                Some(Outcome::Bounded(stopped)) => {
                    let ended = u8::from(stopped.distance().is_none());
                    (
                        ended,
                        stopped.at_least,
                        stopped.best.as_ref().map(M::Sequence::from),
                        stopped.generated,
                    )
                }
                Some(Outcome::Unsolvable(_)) => (2, NONE.into(), None, 0),
                None => (3, NONE.into(), None, 0),
            };
            known.ended.push(ended);
            known.at_least.push(in_byte(at_least));
            known.at_most.push(best.as_ref().map_or(NONE, |best| in_byte(best.len() as u32)));
            known.generated.push(generated);
            if let (Some(best), Some(board)) = (best, board) {
                let written = M::write_to(&best, notation, &board, &mut known.letters);
                written.expect("a solution of this board");
            }
            known.ends.push(known.letters.len());
        }
        Ok(known)
    }
}
