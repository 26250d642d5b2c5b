//! Many boards at once: arrays in and arrays out.
//!
//! See [`buffers`](crate::buffers) for what other threads may do meanwhile.

use std::ops::Range;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use tilebase::{Batch, BatchError, Move, MoveSet, PackedMoves, threads};

use crate::buffers::{Output, Rows, slice};
use crate::errors::batch_exception;

/// The distance of a board that cannot reach the goal.
const UNSOLVABLE: u8 = 255;

/// The number of rows that a thread takes at a time.
const RUN: usize = 512;

/// The same, if each answer is a search that takes milliseconds.
const SEARCHED_RUN: usize = 16;

/// The largest number of rows in a round. Signals are checked after each round.
const MOST: usize = 1 << 17;

/// How long a round should take: much longer than it takes to start threads, but short for a user
/// who pressed Ctrl-C.
const ROUND: Range<Duration> = Duration::from_millis(10)..Duration::from_millis(200);

/// Why a run of rows has no answers. Its index counts rows from the first of the run.
type Failed = Box<BatchError>;

/// Answers rows in rounds, each on several threads without the GIL, and checks for signals between
/// rounds.
///
/// A round is divided into runs. `answer` puts the answers of a run into its slot in `slots`.
/// `write` receives the slots of a round and the number of the round's first row.
struct Rounds<'a, 'py> {
    batch: &'a Batch,
    rows: &'a Rows<'py>,
    threads: usize,
}

impl Rounds<'_, '_> {
    fn run<S: Send>(
        &self,
        slots: &mut [S],
        answer: impl Fn(&[u8], usize, &mut S) -> Result<(), Failed> + Sync,
        mut write: impl FnMut(usize, &mut [S]) -> PyResult<()>,
    ) -> PyResult<()> {
        let (py, shape) = (self.rows.py(), self.rows.shape());
        let (run, threads) = (run_of(self.batch), self.threads);
        let (mut first, mut runs, mut copy) = (0, threads, Vec::new());
        while first < self.rows.count() {
            let count = (runs.min(slots.len()) * run).min(self.rows.count() - first);
            self.rows.read(first..first + count, &mut copy)?;
            let used = count.div_ceil(run);
            let begin = Instant::now();
            let done = py.detach(|| {
                let work = copy.chunks(run * shape.cells()).zip(&mut slots[..used]).zip(0..);
                in_threads(threads.min(used), work, |((rows, slot), number)| {
                    let at_row = |mut failed: Failed| {
                        failed.index += number * run;
                        failed
                    };
                    answer(rows, rows.len() / shape.cells(), slot).map_err(at_row)
                })
            });
            done.map_err(|why| batch_exception(first, &why))?;
            write(first, &mut slots[..used])?;
            py.check_signals()?;
            let took = begin.elapsed();
            if took < ROUND.start {
                runs *= 2;
            } else if took > ROUND.end {
                runs = (runs / 2).max(threads);
            }
            runs = runs.min(slots.len());
            first += count;
        }
        Ok(())
    }
}

/// The number of rows in a run.
fn run_of(batch: &Batch) -> usize {
    if batch.oracle().table().is_some() { RUN } else { SEARCHED_RUN }
}

/// The largest number of runs in a round.
fn most_runs(batch: &Batch, rows: usize) -> usize {
    (MOST.min(rows.max(1))).div_ceil(run_of(batch))
}

/// Does all work on several threads, one of which is the calling thread. Of several failures, it
/// returns the one at the first row.
fn in_threads<T: Send>(
    threads: usize,
    work: impl Iterator<Item = T> + Send,
    each: impl Fn(T) -> Result<(), Failed> + Sync,
) -> Result<(), Failed> {
    let work = Mutex::new(work);
    let take = || {
        loop {
            let next = work.lock().expect("taking the next does not panic").next();
            let Some(next) = next else { return Ok(()) };
            each(next)?;
        }
    };
    if threads < 2 {
        return take();
    }
    std::thread::scope(|scope| {
        let others = threads::start(scope, threads - 1, take);
        let mut failed = take().err();
        for other in others {
            let why = other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)).err();
            failed = [failed, why].into_iter().flatten().min_by_key(|why| why.index);
        }
        failed.map_or(Ok(()), Err)
    })
}

/// Answers rows with one byte each.
fn bytes_of_rows<'py, A: Copy>(
    batch: &Batch,
    rows: &Rows<'py>,
    threads: usize,
    out: Option<Bound<'py, PyAny>>,
    answer: impl Fn(&Batch, &[u8], &mut [Option<A>]) -> Result<(), BatchError> + Sync,
    byte: impl Fn(Option<A>) -> u8 + Sync,
) -> PyResult<Bound<'py, PyAny>> {
    let out = Output::of_rows(out, rows)?;
    let mut slots = vec![Vec::new(); most_runs(batch, rows.count())];
    let answer = |rows: &[u8], count: usize, bytes: &mut Vec<u8>| {
        let mut answers = [None; RUN];
        let answers = &mut answers[..count];
        answer(batch, rows, answers)?;
        bytes.clear();
        bytes.extend(answers.iter().map(|&answer| byte(answer)));
        Ok(())
    };
    Rounds { batch, rows, threads }.run(&mut slots, answer, |mut first, slots| {
        for slot in slots {
            out.write(first, slot)?;
            first += slot.len();
        }
        Ok(())
    })?;
    Ok(out.finish())
}

/// The distance of each row.
pub fn distances<'py>(
    batch: &Batch,
    rows: &Rows<'py>,
    threads: usize,
    out: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let byte = |distance: Option<u32>| distance.map_or(UNSOLVABLE, |distance| distance as u8);
    bytes_of_rows(batch, rows, threads, out, Batch::distances_of_rows, byte)
}

/// The optimal moves of each row, one bit per move.
pub fn optimal_move_masks<'py>(
    batch: &Batch,
    rows: &Rows<'py>,
    threads: usize,
    out: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let byte = |moves: Option<MoveSet>| moves.map_or(0, MoveSet::bits);
    bytes_of_rows(batch, rows, threads, out, Batch::optimal_moves_of_rows, byte)
}

/// The distance after each move of each row, `UNSOLVABLE` for moves that would leave the board.
pub fn move_distances<'py>(
    batch: &Batch,
    rows: &Rows<'py>,
    threads: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let moves = Move::ALL.len();
    let out = Output::<u8>::new(rows.py(), &[rows.count() as u64, moves as u64])?;
    let shape = rows.shape();
    let legal: Vec<MoveSet> = (0..shape.cells()).map(|blank| shape.legal_moves(blank)).collect();
    let mut slots = vec![Vec::new(); most_runs(batch, rows.count())];
    let answer = |rows: &[u8], count: usize, bytes: &mut Vec<u8>| {
        let (mut distances, mut optimal) = ([None; RUN], [None; RUN]);
        let (distances, optimal) = (&mut distances[..count], &mut optimal[..count]);
        batch.distances_of_rows(rows, distances)?;
        batch.optimal_moves_of_rows(rows, optimal)?;
        bytes.clear();
        let rows = rows.chunks_exact(shape.cells());
        for (row, (&distance, &optimal)) in rows.zip(distances.iter().zip(&*optimal)) {
            let blank = row.iter().position(|&tile| tile == 0);
            let (Some(distance), Some(optimal), Some(blank)) = (distance, optimal, blank) else {
                bytes.extend([UNSOLVABLE; Move::ALL.len()]);
                continue;
            };
            // A move changes the distance by exactly one.
            bytes.extend(Move::ALL.map(|mv| {
                match (legal[blank].contains(mv), optimal.contains(mv)) {
                    (false, _) => UNSOLVABLE,
                    (true, true) => (distance - 1) as u8,
                    (true, false) => (distance + 1) as u8,
                }
            }));
        }
        Ok(())
    };
    Rounds { batch, rows, threads }.run(&mut slots, answer, |first, slots| {
        let mut at = first * moves;
        for slot in slots {
            out.write(at, slot)?;
            at += slot.len();
        }
        Ok(())
    })?;
    Ok(out.finish())
}

/// The letters of a run's solutions, and where each solution ends.
#[derive(Clone, Default)]
struct Letters {
    text: Vec<u8>,
    ends: Vec<usize>,
}

/// The solution of each row: all letters, and where each solution begins and ends.
pub fn solutions<'py>(
    batch: &Batch,
    rows: &Rows<'py>,
    threads: usize,
) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
    let py = rows.py();
    let offsets = Output::<i64>::new(py, &[rows.count() as u64 + 1])?;
    offsets.write(0, &[0])?;
    // Room for the longest solutions. The system provides memory only for what is written, and
    // NumPy asks for huge pages, which saves a third of the total time.
    let longest = batch
        .oracle()
        .table()
        .map_or(PackedMoves::CAPACITY as u32, |table| table.header().diameter());
    let room = (rows.count() as u64).saturating_mul(longest.into());
    let letters = Output::<u8>::new(py, &[room])?;
    let mut slots = vec![Letters::default(); most_runs(batch, rows.count())];
    let answer = |rows: &[u8], count: usize, slot: &mut Letters| {
        let mut answers: Vec<Option<PackedMoves>> = vec![None; count];
        batch.solutions_of_rows(rows, &mut answers)?;
        slot.text.clear();
        slot.ends.clear();
        for moves in answers {
            if let Some(moves) = moves {
                moves.write_to(&mut slot.text);
            }
            slot.ends.push(slot.text.len());
        }
        Ok(())
    };
    let (mut ends, mut before) = (Vec::new(), 0);
    Rounds { batch, rows, threads }.run(&mut slots, answer, |first, slots| {
        ends.clear();
        for slot in slots {
            // Memory has fewer bytes than an i64 counts.
            ends.extend(slot.ends.iter().map(|within| (before + within).cast_signed() as i64));
            letters.write(before, &slot.text)?;
            before += slot.text.len();
        }
        offsets.write(first + 1, &ends)
    })?;
    let letters = letters.finish().get_item(slice(py, 0..before)?)?;
    Ok((letters, offsets.finish()))
}
