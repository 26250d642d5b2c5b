//! New arrays for Python, and arrays of the caller's, written a part at a time.

use std::ops::Range;

use pyo3::buffer::{Element, PyUntypedBuffer};
use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyMemoryView, PySlice, PyTuple};

use crate::boards::{BoardEncoding, numpy};

/// A kind of number that answers consist of.
pub trait AnswerElement: Element {
    /// NumPy's name of it.
    const DTYPE: &'static str;

    /// Copies answers to the bytes of an array.
    fn copy(answers: &[Self], bytes: &mut [u8]);
}

macro_rules! answer {
    ($kind:ty: $dtype:literal) => {
        impl AnswerElement for $kind {
            const DTYPE: &'static str = $dtype;

            fn copy(answers: &[$kind], bytes: &mut [u8]) {
                for (to, answer) in bytes.as_chunks_mut().0.iter_mut().zip(answers) {
                    *to = answer.to_ne_bytes();
                }
            }
        }
    };
}

answer!(u8: "uint8");
answer!(i16: "int16");
answer!(i32: "int32");
answer!(u64: "uint64");
answer!(i64: "int64");

/// A new array of one dimension.
pub fn array<'py, A: AnswerElement>(py: Python<'py>, answers: &[A]) -> PyResult<Bound<'py, PyAny>> {
    let mut out = AnswerArray::new(py, &[answers.len()], A::DTYPE)?;
    out.push(answers)?;
    Ok(out.array)
}

/// An array to which answers are written in parts, one after another.
pub struct AnswerArray<'py> {
    /// The array.
    pub array: Bound<'py, PyAny>,
    /// Its name in errors.
    name: &'static str,
    /// The number of bytes written.
    written: usize,
}

impl<'py> AnswerArray<'py> {
    /// An array to write to, by its name in errors.
    pub fn of(array: Bound<'py, PyAny>, name: &'static str) -> AnswerArray<'py> {
        AnswerArray { array, name, written: 0 }
    }

    /// A new NumPy array.
    pub fn new(py: Python<'py>, dims: &[usize], dtype: &str) -> PyResult<AnswerArray<'py>> {
        let most_bytes = dims.iter().try_fold(size_of::<u64>(), |all, &n| all.checked_mul(n));
        // NumPy raises a ValueError for so large an array.
        if most_bytes.is_none_or(|bytes| isize::try_from(bytes).is_err()) {
            return Err(PyMemoryError::new_err(format!(
                "cannot allocate an array of shape {}",
                tuple(dims)
            )));
        }
        let array = numpy(py)?.call_method1("empty", (PyTuple::new(py, dims)?, dtype))?;
        Ok(AnswerArray::of(array, "the answers"))
    }

    /// Writes answers after those written before.
    ///
    /// This assigns a `bytes` object to a slice, which Python copies at once. The function of the
    /// buffer protocol that copies to a slice goes element by element, which takes as long as
    /// finding the answers.
    pub fn push<A: AnswerElement>(&mut self, answers: &[A]) -> PyResult<()> {
        if answers.is_empty() {
            return Ok(());
        }
        let py = self.array.py();
        let view = PyMemoryView::from(&self.array)?.call_method1("cast", ("B",))?;
        let end = self.written + size_of_val(answers);
        if view.len()? < end {
            return Err(resized(self.name));
        }
        let bytes = PyBytes::new_with(py, size_of_val(answers), |bytes| {
            A::copy(answers, bytes);
            Ok(())
        })?;
        view.set_item(slice(py, self.written..end)?, bytes)?;
        self.written = end;
        Ok(())
    }
}

/// A new array of boards as they are written.
pub struct WrittenBoards<'py> {
    /// The array.
    pub out: AnswerArray<'py>,
    encoding: BoardEncoding,
    is_bytes: bool,
}

impl<'py> WrittenBoards<'py> {
    /// An array with these dimensions: uint8, or uint16 for boards of more than 25 cells, or int16
    /// if the blank is no such number.
    pub fn new(
        py: Python<'py>,
        dims: &[usize],
        encoding: BoardEncoding,
        is_small: bool,
    ) -> PyResult<WrittenBoards<'py>> {
        let is_bytes = is_small && u8::try_from(encoding.blank).is_ok();
        let is_unsigned = is_bytes || !is_small && encoding.blank >= 0;
        let dtype = if is_bytes {
            "uint8"
        } else if is_unsigned {
            "uint16"
        } else {
            "int16"
        };
        Ok(WrittenBoards { out: AnswerArray::new(py, dims, dtype)?, encoding, is_bytes })
    }

    /// Writes cells as the library has them.
    pub fn push<A: Copy + Into<u32>>(&mut self, cells: &[A]) -> PyResult<()> {
        if self.is_bytes {
            return self.out.push(&encoded::<A, u8>(cells, self.encoding));
        }
        // The bytes are the same if they are unsigned.
        self.out.push(&encoded::<A, i16>(cells, self.encoding))
    }
}

/// Cells as they are written.
fn encoded<A: Copy + Into<u32>, N: Copy + TryFrom<i64> + Default>(
    cells: &[A],
    encoding: BoardEncoding,
) -> Vec<N> {
    let number = |cell: u32| N::try_from(encoding.encode(cell)).unwrap_or_default();
    // Looking them up is quicker.
    let small: [N; 32] = std::array::from_fn(|cell| number(cell as u32));
    let written = cells.iter().map(|&cell| {
        let cell: u32 = cell.into();
        small.get(cell as usize).copied().unwrap_or_else(|| number(cell))
    });
    written.collect()
}

/// The addresses between which the numbers of a buffer lie.
pub fn memory(buffer: &PyUntypedBuffer) -> Range<usize> {
    if buffer.item_count() == 0 {
        return 0..0;
    }
    let begin = buffer.buf_ptr() as usize;
    let (mut first, mut last) = (begin, begin);
    for (&length, &stride) in buffer.shape().iter().zip(buffer.strides()) {
        let reach = stride.unsigned_abs() * (length - 1);
        if stride < 0 {
            first -= reach;
        } else {
            last += reach;
        }
    }
    first..last + buffer.item_size()
}

/// Formats numbers as a Python tuple.
pub fn tuple<N: ToString>(numbers: &[N]) -> String {
    let all: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    format!("({}{})", all.join(", "), if all.len() == 1 { "," } else { "" })
}

pub fn resized(name: &str) -> PyErr {
    PyValueError::new_err(format!("{name}: the array was resized or replaced during the call"))
}

/// A slice of the first dimension. `PySlice::new` of PyO3 0.30 never releases the ints it makes.
pub fn slice(py: Python<'_>, range: Range<usize>) -> PyResult<Bound<'_, PyAny>> {
    py.get_type::<PySlice>().call1((range.start, range.end))
}
