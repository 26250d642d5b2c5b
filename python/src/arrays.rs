//! Many boards at once: arrays in and arrays out.
//!
//! See [`buffers`](crate::buffers) for what other threads may do meanwhile.

use std::sync::{Mutex, PoisonError};
use std::thread::{Builder, ScopedJoinHandle};

use pyo3::prelude::*;
use tilebase::analysis::Analysis;
use tilebase::oracle::{Answered, BatchError, Boards};
use tilebase::puzzle::{MoveSet, Notation, PackedMoves};
use tilebase::{Batch, Board, Error, Move};

use crate::analysis::Answers;
use crate::buffers::{Output, Rows, slice};
use crate::errors::row_exception;
use crate::oracle::Oracle;

/// The distance of a board that has no answer.
const NONE: u8 = 255;

/// The largest number of rows in a block.
const MOST: usize = 1 << 20;

/// The number of rows whose solutions fit the processor's first-level cache. A batch does so few on
/// the calling thread.
const RUN: usize = 512;

/// The number of rows analyzed at once. Each has dozens of boards.
const ANALYZED_AT_ONCE: usize = 1 << 12;

/// Why a row has no answer, and which.
type Failed = (usize, Error);

/// The rows of an array, to be answered.
pub struct Question<'o, 'py> {
    oracle: &'o Oracle,
    rows: Rows<'py>,
    threads: usize,
}

impl<'o, 'py> Question<'o, 'py> {
    /// Checks that an object is an array of boards.
    pub fn new(
        oracle: &'o Oracle,
        boards: &Bound<'py, PyAny>,
        threads: usize,
    ) -> PyResult<Question<'o, 'py>> {
        Ok(Question { oracle, rows: Rows::new(boards, oracle.shape())?, threads })
    }

    /// Answers rows a block at a time, without the GIL, and checks for signals between blocks.
    /// `write` receives the answers of a block and the number of its first row.
    fn in_blocks<A: Default + Send + 'static>(
        &self,
        answer: impl Fn(&Batch, &[u8], &mut A) -> Result<(), Failed> + Copy + Send + 'static,
        mut write: impl FnMut(usize, &A) -> PyResult<()>,
    ) -> PyResult<()> {
        let (py, rows) = (self.rows.py(), self.rows.count());
        // A block is worth starting threads for, and short for a user who pressed Ctrl-C.
        let rows_of_a_thread = match self.oracle.looks_up() {
            true if self.rows.shape().cells() <= 9 => 1 << 16,
            true => 1 << 14,
            false => 1 << 9,
        };
        let block = MOST.min(self.threads * rows_of_a_thread);
        let (mut first, mut copy, mut answers) = (0, Vec::new(), A::default());
        while first < rows {
            let end = rows.min(first + block);
            self.rows.read(first..end, &mut copy)?;
            let done;
            (copy, answers, done) = self.oracle.ask_all(py, self.threads, move |batch| {
                let done = answer(batch, &copy, &mut answers);
                (copy, answers, done)
            })?;
            done.map_err(|(row, why)| row_exception(first + row, &why))?;
            write(first, &answers)?;
            py.check_signals()?;
            first = end;
        }
        Ok(())
    }

    /// Answers rows with one byte each.
    fn bytes(
        &self,
        out: Option<Bound<'py, PyAny>>,
        answer: impl Fn(&Batch, &[u8], &mut [u8]) -> Result<(), Failed> + Copy + Send + 'static,
    ) -> PyResult<Bound<'py, PyAny>> {
        let out = Output::of_rows(out, &self.rows)?;
        let cells = self.rows.shape().cells();
        let answer = move |batch: &Batch, rows: &[u8], bytes: &mut Vec<u8>| {
            bytes.resize(rows.len() / cells, 0);
            answer(batch, rows, bytes)
        };
        self.in_blocks(answer, |first, bytes| out.write(first, bytes))?;
        Ok(out.finish())
    }

    /// The distance of each row.
    pub fn distances(&self, out: Option<Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        self.bytes(out, distances)
    }

    /// A lower bound on the distance of each row.
    pub fn lower_bounds(&self, out: Option<Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        self.bytes(out, if self.oracle.looks_up() { distances } else { lower_bounds })
    }

    /// The optimal moves of each row, one bit per move.
    pub fn optimal_move_masks(
        &self,
        out: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.bytes(out, optimal_moves)
    }

    /// The distance after each move of each row, `NONE` for moves that would leave the board.
    pub fn move_distances(&self) -> PyResult<Bound<'py, PyAny>> {
        let moves = Move::ALL.len();
        let out = Output::<u8>::new(self.rows.py(), &[self.rows.count() as u64, moves as u64])?;
        let answer = if self.oracle.looks_up() { look_moves_up } else { search_moves };
        self.in_blocks(answer, |first, after| out.write(first * moves, after.as_flattened()))?;
        Ok(out.finish())
    }

    /// The distances along the moves of each row: all distances, and where those of a row begin and
    /// end.
    pub fn analyze(
        &self,
        mut answers: Answers<'py>,
        notation: Notation,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let (py, rows) = (self.rows.py(), self.rows.count());
        answers.expect(rows)?;
        let (mut distances, mut offsets) = (Vec::new(), vec![0]);
        for first in (0..rows).step_by(ANALYZED_AT_ONCE) {
            let range = first..rows.min(first + ANALYZED_AT_ONCE);
            let mut copy = Vec::new();
            self.rows.read(range.clone(), &mut copy)?;
            let (text, ends) = answers.next(range)?;
            let along = self.oracle.ask_all(py, self.threads, move |batch| {
                Along::find(batch, &copy, (&text, &ends), notation)
            })?;
            let along = along.map_err(|(row, why)| row_exception(first + row, &why))?;
            // Memory has fewer bytes than an i64 counts.
            offsets
                .extend(along.ends.iter().map(|end| (distances.len() + end).cast_signed() as i64));
            distances.extend_from_slice(&along.distances);
            py.check_signals()?;
        }
        answers.finish()?;
        let out = Output::<u8>::new(py, &[distances.len() as u64])?;
        out.write(0, &distances)?;
        let ends = Output::<i64>::new(py, &[offsets.len() as u64])?;
        ends.write(0, &offsets)?;
        Ok((out.finish(), ends.finish()))
    }

    /// The solution of each row: all letters, and where each solution begins and ends.
    pub fn solutions(
        &self,
        notation: Notation,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let (py, rows) = (self.rows.py(), self.rows.count() as u64);
        let offsets = Output::<i64>::new(py, &[rows + 1])?;
        offsets.write(0, &[0])?;
        // Room for the longest solutions. The system provides memory only for what is written, and
        // NumPy asks for huge pages, which saves a third of the total time.
        let longest = u64::from(self.oracle.longest()) * bytes_of_move(notation);
        let letters = Output::<u8>::new(py, &[rows.saturating_mul(longest)])?;
        let (mut ends, mut before) = (Vec::new(), 0);
        let (threads, run) = if self.oracle.looks_up() { (self.threads, RUN) } else { (1, MOST) };
        let answer = move |batch: &Batch, rows: &[u8], found: &mut Vec<Letters>| {
            solutions(batch, rows, threads, run, notation, found)
        };
        self.in_blocks(answer, |first, found| {
            ends.clear();
            for run in found {
                // Memory has fewer bytes than an i64 counts.
                ends.extend(run.ends.iter().map(|within| (before + within).cast_signed() as i64));
                letters.write(before, &run.text)?;
                before += run.text.len();
            }
            offsets.write(first + 1, &ends)
        })?;
        let letters = letters.finish().get_item(slice(py, 0..before)?)?;
        Ok((letters, offsets.finish()))
    }
}

/// The distances along the moves of many boards: all of them, and where those of each board end.
#[derive(Default)]
struct Along {
    distances: Vec<u8>,
    ends: Vec<usize>,
}

impl Along {
    /// The distances along the legal moves of some rows, which are in `text` and end at `ends`.
    fn find(
        batch: &Batch,
        rows: &[u8],
        (text, ends): (&[u8], &[usize]),
        notation: Notation,
    ) -> Result<Along, Failed> {
        let shape = batch.oracle().goal().shape();
        let (mut starts, mut moves, mut begin) = (Vec::new(), Vec::new(), 0);
        for (number, (row, &end)) in rows.chunks_exact(shape.cells()).zip(ends).enumerate() {
            let board = Board::new(shape, row).map_err(|why| (number, why.into()))?;
            let read = notation.read(&text[begin..end], Some(&board));
            moves.push(read.map_while(Result::ok).collect::<Vec<_>>());
            starts.push(board);
            begin = end;
        }
        let along = match batch.oracle().table() {
            Some(_) => Along::look_up(batch, &starts, &moves),
            None => Along::search(batch, &starts, &moves),
        };
        // Only a table can fail.
        along.map_err(|why| (0, why))
    }

    /// A move is optimal if the table says so, and otherwise it raises the distance by one.
    fn look_up(batch: &Batch, starts: &[Board], moves: &[Vec<Move>]) -> Result<Along, Error> {
        let mut boards = Vec::new();
        for (&start, moves) in starts.iter().zip(moves) {
            boards.extend(moves.iter().scan(start, |board, &mv| {
                let before = *board;
                *board = board.moved(mv)?;
                Some(before)
            }));
        }
        let mut nearest = vec![NONE; starts.len()];
        let byte = |distance: Answered<u32>| distance.map_or(NONE, |distance| distance as u8);
        batch.distances_into(starts, &mut nearest, byte).map_err(|why| why.error)?;
        let mut optimal = vec![MoveSet::EMPTY; boards.len()];
        let set = |moves: Answered<MoveSet>| moves.unwrap_or_default();
        batch.optimal_moves_into(&boards, &mut optimal, set).map_err(|why| why.error)?;
        let (mut along, mut optimal) = (Along::default(), optimal.into_iter());
        for (mut distance, moves) in nearest.into_iter().zip(moves) {
            along.distances.push(distance);
            for (&mv, optimal) in moves.iter().zip(optimal.by_ref()) {
                distance = match distance {
                    NONE => NONE,
                    distance if optimal.contains(mv) => distance.saturating_sub(1),
                    distance => distance + 1,
                };
                along.distances.push(distance);
            }
            along.ends.push(along.distances.len());
        }
        Ok(along)
    }

    fn search(batch: &Batch, starts: &[Board], moves: &[Vec<Move>]) -> Result<Along, Error> {
        let byte = |distance: Option<u32>| distance.map_or(NONE, |distance| distance as u8);
        let mut along = Along::default();
        for (start, moves) in starts.iter().zip(moves) {
            match Analysis::new(batch.oracle(), start, moves) {
                Ok(found) => {
                    along.distances.push(byte(found.optimal_length));
                    along.distances.extend(found.steps.iter().map(|step| byte(step.after)));
                }
                Err(Error::Unsolvable(_) | Error::Stopped(_)) => {
                    let end = along.distances.len() + moves.len() + 1;
                    along.distances.resize(end, NONE);
                }
                Err(why) => return Err(why),
            }
            along.ends.push(along.distances.len());
        }
        Ok(along)
    }
}

fn failed(why: BatchError) -> Failed {
    (why.index, why.error)
}

fn distances(batch: &Batch, rows: &[u8], bytes: &mut [u8]) -> Result<(), Failed> {
    let byte = |distance: Answered<u32>| distance.map_or(NONE, |distance| distance as u8);
    batch.distances_into(Boards::Rows(rows), bytes, byte).map_err(failed)
}

fn optimal_moves(batch: &Batch, rows: &[u8], bytes: &mut [u8]) -> Result<(), Failed> {
    let byte = |moves: Answered<MoveSet>| moves.map_or(0, MoveSet::bits);
    batch.optimal_moves_into(Boards::Rows(rows), bytes, byte).map_err(failed)
}

fn lower_bounds(batch: &Batch, rows: &[u8], bytes: &mut [u8]) -> Result<(), Failed> {
    each_board(batch, rows, bytes, NONE, |board| Ok(batch.oracle().lower_bound(board)? as u8))
}

/// Answers one board after another, with `none` if there is no answer.
fn each_board<A: Copy>(
    batch: &Batch,
    rows: &[u8],
    answers: &mut [A],
    none: A,
    answer: impl Fn(&Board) -> Result<A, Error>,
) -> Result<(), Failed> {
    let shape = batch.oracle().goal().shape();
    for (number, (row, out)) in rows.chunks_exact(shape.cells()).zip(answers).enumerate() {
        let board = Board::new(shape, row).map_err(Error::from);
        *out = match board.and_then(|board| answer(&board)) {
            Err(Error::Unsolvable(_) | Error::Stopped(_)) => none,
            answer => answer.map_err(|why| (number, why))?,
        };
    }
    Ok(())
}

/// The distances after the moves of a board.
type After = [u8; Move::ALL.len()];

/// The distances after the moves, each of which changes the distance by exactly one.
fn after(distance: u8, legal: MoveSet, optimal: MoveSet) -> After {
    Move::ALL.map(|mv| match (legal.contains(mv), optimal.contains(mv)) {
        (false, _) => NONE,
        (true, true) => distance - 1,
        (true, false) => distance + 1,
    })
}

fn look_moves_up(batch: &Batch, rows: &[u8], out: &mut Vec<After>) -> Result<(), Failed> {
    let shape = batch.oracle().goal().shape();
    let count = rows.len() / shape.cells();
    out.resize(count, [NONE; Move::ALL.len()]);
    let (mut nearest, mut optimal) = (vec![NONE; count], vec![0; count]);
    distances(batch, rows, &mut nearest)?;
    optimal_moves(batch, rows, &mut optimal)?;
    // What to add to a distance, and the bits to set, for each cell of the blank and each set of
    // optimal moves. Branches would be mispredicted.
    let change = |(blank, optimal)| {
        let after = after(1, shape.legal_moves(blank), MoveSet::from_bits(optimal));
        after.map(|distance| match distance {
            NONE => (0, NONE),
            distance => (distance.wrapping_sub(1), 0),
        })
    };
    let changes: Vec<_> = (0..shape.cells())
        .flat_map(|blank| (0..1 << Move::ALL.len()).map(move |optimal| change((blank, optimal))))
        .collect();
    let answers = nearest.into_iter().zip(optimal);
    for ((row, (distance, optimal)), out) in rows.chunks_exact(shape.cells()).zip(answers).zip(out)
    {
        // The only cell without a tile. Rows were checked when they were answered.
        let blank: u8 = (0..).zip(row).map(|(cell, &tile)| if tile == 0 { cell } else { 0 }).sum();
        let none = if distance == NONE { NONE } else { 0 };
        *out = changes[usize::from(blank) << Move::ALL.len() | usize::from(optimal)]
            .map(|(change, illegal)| distance.wrapping_add(change) | illegal | none);
    }
    Ok(())
}

/// Searches for each board once, on all threads if it is hard.
fn search_moves(batch: &Batch, rows: &[u8], out: &mut Vec<After>) -> Result<(), Failed> {
    let none = [NONE; Move::ALL.len()];
    out.resize(rows.len() / batch.oracle().goal().shape().cells(), none);
    each_board(batch, rows, out, none, |board| {
        let answer = batch.oracle().answer(board)?;
        Ok(after(answer.distance() as u8, board.legal_moves(), answer.optimal_moves()?))
    })
}

/// The letters of the solutions of some rows, and where each solution ends.
#[derive(Default)]
struct Letters {
    moves: Vec<PackedMoves>,
    text: Vec<u8>,
    ends: Vec<usize>,
}

impl Letters {
    fn find(&mut self, batch: &Batch, rows: &[u8], notation: Notation) -> Result<(), BatchError> {
        let Letters { moves, text, ends } = self;
        let shape = batch.oracle().goal().shape();
        moves.resize(rows.len() / shape.cells(), PackedMoves::default());
        batch.solutions_into(Boards::Rows(rows), moves, Answered::unwrap_or_default)?;
        text.clear();
        ends.clear();
        for (moves, row) in moves.iter().zip(rows.chunks_exact(shape.cells())) {
            if notation == Notation::Blank {
                moves.write_to(text);
            } else {
                let board = Board::new(shape, row).ok();
                let written = notation.write(moves.iter(), board.as_ref(), text);
                written.expect("a solution of this board");
            }
            ends.push(text.len());
        }
        Ok(())
    }
}

/// The most bytes that a move is written in.
const fn bytes_of_move(notation: Notation) -> u64 {
    match notation {
        // A run is never longer than its moves.
        Notation::Blank | Notation::Tile => 1,
        // A number and a space.
        Notation::Tiles => 3,
    }
}

/// Finds solutions, and writes those of each run while they are in the processor's cache.
fn solutions(
    batch: &Batch,
    rows: &[u8],
    threads: usize,
    run: usize,
    notation: Notation,
    found: &mut Vec<Letters>,
) -> Result<(), Failed> {
    let cells = batch.oracle().goal().shape().cells();
    let runs = rows.chunks(run * cells);
    found.resize_with(runs.len(), Letters::default);
    let others = threads.min(runs.len()).saturating_sub(1);
    let runs = Mutex::new(runs.zip(found).enumerate());
    let work = || {
        loop {
            let next = runs.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some((number, (rows, letters))) = next else { return Ok(()) };
            letters
                .find(batch, rows, notation)
                .map_err(|why| (number * run + why.index, why.error))?;
        }
    };
    std::thread::scope(|scope| {
        let start = |_| Builder::new().spawn_scoped(scope, work).ok();
        let others: Vec<_> = (0..others).map_while(start).collect();
        let join = |other: ScopedJoinHandle<'_, _>| {
            other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        others.into_iter().map(join).fold(work(), Result::and)
    })
}
