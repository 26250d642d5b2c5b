//! Many boards at once: arrays in and arrays out, through Python's buffer protocol.
//!
//! # Other threads
//!
//! Answering releases the GIL, so another thread may change the array. Therefore rows are copied,
//! thousands at a time, and only the copies are read: no Rust reference ever points into memory
//! that Python owns. Each row is answered as it was when it was copied. A row copied in the middle
//! of a change may be refused as invalid. An array cannot be resized while it is in use.
//!
//! NumPy is imported only to create arrays.

use std::ops::Range;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use pyo3::buffer::{PyBuffer, PyUntypedBuffer};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyMemoryView, PySlice};
use tilebase::{Batch, BatchError, MoveSet, PackedMoves, Shape, threads};

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

/// An array of boards: `(n, cells)`, uint8, C-contiguous.
pub struct Rows<'py> {
    view: Bound<'py, PyMemoryView>,
    count: usize,
    shape: Shape,
}

impl<'py> Rows<'py> {
    /// Checks that an object is such an array.
    pub fn new(object: &Bound<'py, PyAny>, shape: Shape) -> PyResult<Rows<'py>> {
        let buffer = bytes_of(object, "boards")?;
        let &[count, cells] = buffer.shape() else {
            return Err(wrong_shape("boards", &format!("(n, {})", shape.cells()), buffer.shape()));
        };
        if cells != shape.cells() {
            return Err(wrong_shape("boards", &format!("(n, {})", shape.cells()), buffer.shape()));
        }
        Ok(Rows { view: PyMemoryView::from(object)?, count, shape })
    }

    /// Copies some rows.
    fn read(&self, rows: Range<usize>, copy: &mut Vec<u8>) -> PyResult<()> {
        let py = self.view.py();
        copy.resize(rows.len() * self.shape.cells(), 0);
        PyBuffer::<u8>::get(&part(&self.view, rows)?)?.copy_to_slice(py, copy)
    }
}

/// The buffer of an object, which must hold contiguous bytes.
fn bytes_of(object: &Bound<'_, PyAny>, name: &str) -> PyResult<PyUntypedBuffer> {
    let wrong_type = |found: String| {
        PyTypeError::new_err(format!("{name}: expected an array of uint8, found {found}"))
    };
    // For the error, the name that the user knows. An object without a dtype may still be a buffer
    // of bytes.
    let dtype = object.getattr("dtype").and_then(|dtype| dtype.str()).map(|name| name.to_string());
    if let Ok(dtype) = &dtype
        && dtype != "uint8"
    {
        return Err(wrong_type(format!("dtype {dtype}")));
    }
    let Ok(buffer) = PyUntypedBuffer::get(object) else {
        let kind = object.get_type().name()?;
        return Err(wrong_type(format!("{kind}; make one with numpy.array(..., dtype=\"uint8\")")));
    };
    if buffer.as_typed::<u8>().is_err() {
        return Err(wrong_type(format!("format {}", buffer.format().to_string_lossy())));
    }
    if !buffer.is_c_contiguous() {
        return Err(PyValueError::new_err(format!(
            "{name}: expected a C-contiguous array, found shape {} with strides {}; make one with \
             numpy.ascontiguousarray({name})",
            tuple(buffer.shape()),
            tuple(buffer.strides()),
        )));
    }
    Ok(buffer)
}

/// Formats numbers as a Python tuple.
fn tuple<N: ToString>(numbers: &[N]) -> String {
    let all: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    format!("({}{})", all.join(", "), if all.len() == 1 { "," } else { "" })
}

fn wrong_shape(name: &str, expected: &str, found: &[usize]) -> PyErr {
    PyValueError::new_err(format!("{name}: expected shape {expected}, found {}", tuple(found)))
}

/// A slice of an array along its first dimension.
fn part<'py>(view: &Bound<'py, PyMemoryView>, range: Range<usize>) -> PyResult<Bound<'py, PyAny>> {
    let (start, end) = (isize::try_from(range.start)?, isize::try_from(range.end)?);
    view.get_item(PySlice::new(view.py(), start, end, 1))
}

/// An array to which answers are written in parts.
pub struct Output<'py> {
    array: Bound<'py, PyAny>,
    /// Its bytes; `None` if there are none.
    bytes: Option<Bound<'py, PyAny>>,
}

impl<'py> Output<'py> {
    fn from_array(array: Bound<'py, PyAny>) -> PyResult<Output<'py>> {
        let view = PyMemoryView::from(&array)?;
        let bytes = match view.getattr("nbytes")?.extract()? {
            0 => None,
            1usize.. => Some(view.call_method1("cast", ("B",))?),
        };
        Ok(Output { array, bytes })
    }

    /// A new NumPy array.
    pub fn new(
        py: Python<'py>,
        shape: impl IntoPyObject<'py>,
        dtype: &str,
    ) -> PyResult<Output<'py>> {
        Output::from_array(py.import("numpy")?.call_method1("empty", (shape, dtype))?)
    }

    /// The caller's array, which must hold `count` bytes, or a new one.
    fn bytes(py: Python<'py>, out: Option<Bound<'py, PyAny>>, count: usize) -> PyResult<Self> {
        let Some(array) = out else { return Output::new(py, count, "uint8") };
        let buffer = bytes_of(&array, "out")?;
        if buffer.shape() != [count] {
            return Err(wrong_shape("out", &format!("({count},)"), buffer.shape()));
        }
        if buffer.readonly() {
            let why = "out: expected an array to write to, found a read-only one";
            return Err(PyValueError::new_err(why));
        }
        Output::from_array(array)
    }

    /// Writes bytes, starting at an offset.
    ///
    /// This assigns a `bytes` object to a slice, which Python copies at once. The function of the
    /// buffer protocol that copies from a slice goes element by element, which takes as long as
    /// finding the answers.
    pub fn write(&self, offset: usize, values: &[u8]) -> PyResult<()> {
        let Some(bytes) = &self.bytes else { return Ok(()) };
        let py = bytes.py();
        let (start, end) = (isize::try_from(offset)?, isize::try_from(offset + values.len())?);
        bytes.set_item(PySlice::new(py, start, end, 1), PyBytes::new(py, values))
    }

    /// Returns the array.
    pub fn finish(self) -> Bound<'py, PyAny> {
        self.array
    }
}

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
        let (py, shape) = (self.rows.view.py(), self.rows.shape);
        let (run, threads) = (run_of(self.batch), self.threads);
        let (mut first, mut runs, mut copy) = (0, threads, Vec::new());
        while first < self.rows.count {
            let count = (runs.min(slots.len()) * run).min(self.rows.count - first);
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
fn bytes_of_rows<A: Copy>(
    py: Python<'_>,
    batch: &Batch,
    rows: &Rows<'_>,
    threads: usize,
    out: Option<Bound<'_, PyAny>>,
    answer: impl Fn(&Batch, &[u8], &mut [Option<A>]) -> Result<(), BatchError> + Sync,
    byte: impl Fn(Option<A>) -> u8 + Sync,
) -> PyResult<Py<PyAny>> {
    let out = Output::bytes(py, out, rows.count)?;
    let mut slots = vec![Vec::new(); most_runs(batch, rows.count)];
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
    Ok(out.finish().unbind())
}

/// The distance of each row.
pub fn distances(
    py: Python<'_>,
    batch: &Batch,
    rows: &Rows<'_>,
    threads: usize,
    out: Option<Bound<'_, PyAny>>,
) -> PyResult<Py<PyAny>> {
    let byte = |distance: Option<u32>| distance.map_or(UNSOLVABLE, |distance| distance as u8);
    bytes_of_rows(py, batch, rows, threads, out, Batch::distances_of_rows, byte)
}

/// The optimal moves of each row, one bit per move.
pub fn optimal_move_masks(
    py: Python<'_>,
    batch: &Batch,
    rows: &Rows<'_>,
    threads: usize,
    out: Option<Bound<'_, PyAny>>,
) -> PyResult<Py<PyAny>> {
    let byte = |moves: Option<MoveSet>| moves.map_or(0, MoveSet::bits);
    bytes_of_rows(py, batch, rows, threads, out, Batch::optimal_moves_of_rows, byte)
}

/// The letters of a run's solutions, and where each solution ends.
#[derive(Clone, Default)]
struct Letters {
    text: Vec<u8>,
    ends: Vec<u64>,
}

/// The solution of each row: all letters, and where each solution begins and ends.
pub fn solutions<'py>(
    py: Python<'py>,
    batch: &Batch,
    rows: &Rows<'_>,
    threads: usize,
) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
    let offsets = Output::new(py, rows.count + 1, "int64")?;
    // All offsets fit an i64, whose bytes are then the same.
    offsets.write(0, &0u64.to_ne_bytes())?;
    // Room for the longest solutions. The system provides memory only for what is written, and
    // NumPy asks for huge pages, which saves a third of the total time.
    let longest = batch
        .oracle()
        .table()
        .map_or(PackedMoves::CAPACITY as u32, |table| table.header().diameter());
    let letters = Output::new(py, rows.count.saturating_mul(longest as usize), "uint8")?;
    let mut slots = vec![Letters::default(); most_runs(batch, rows.count)];
    let answer = |rows: &[u8], count: usize, slot: &mut Letters| {
        let mut answers: Vec<Option<PackedMoves>> = vec![None; count];
        batch.solutions_of_rows(rows, &mut answers)?;
        slot.text.clear();
        slot.ends.clear();
        for moves in answers {
            if let Some(moves) = moves {
                moves.write_to(&mut slot.text);
            }
            slot.ends.push(slot.text.len() as u64);
        }
        Ok(())
    };
    let (mut ends, mut before) = (Vec::new(), 0);
    Rounds { batch, rows, threads }.run(&mut slots, answer, |first, slots| {
        ends.clear();
        for slot in slots {
            let end = |end: &u64| (before + end).to_ne_bytes();
            slot.ends.iter().for_each(|within| ends.extend_from_slice(&end(within)));
            letters.write(usize::try_from(before)?, &slot.text)?;
            before += slot.text.len() as u64;
        }
        offsets.write((first + 1) * size_of::<u64>(), &ends)
    })?;
    let letters = letters.finish().get_item(PySlice::new(py, 0, isize::try_from(before)?, 1))?;
    Ok((letters, offsets.finish()))
}
