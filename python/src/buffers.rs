//! Arrays from and for Python, a part at a time, through the buffer protocol.
//!
//! # Other threads
//!
//! Answering releases the GIL, so another thread may change the array. Therefore rows are copied,
//! thousands at a time, and only the copies are read. Each row is answered as it was when it was
//! copied. A row copied in the middle of a change may be refused as invalid.
//!
//! No part of an array is kept while the GIL is released: each part asks the array for its buffer
//! again, and copies with the GIL held. If another thread resizes the array, which NumPy allows
//! with `refcheck=False` even while a buffer is held, its new shape is noticed and refused.
//!
//! NumPy is imported only to create arrays, and to convert those whose layout is not plain. NumPy
//! releases the GIL while it converts, so such an array must not be resized during a call.

use std::ops::Range;

use pyo3::buffer::PyUntypedBuffer;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyMemoryView};
use tilebase::puzzle::{BoardError, Shape, ShapeError, SmallShape};

use crate::answer_arrays::{AnswerArray, AnswerElement, memory, resized, slice};
use crate::arguments::{is_list, python};
use crate::boards::{self, BoardEncoding, GivenBoards, no_board, numpy};
use crate::errors::{self, exception};

/// Uses the numbers of a buffer as the type that they have, or else another value.
macro_rules! typed {
    ($buffer:expr, $numbers:ident => $use:expr, $other:expr) => {
        typed!($buffer, $numbers => $use, $other, u8 i8 u16 i16 u32 i32 u64 i64)
    };
    ($buffer:expr, $numbers:ident => $use:expr, $other:expr, $($kind:ty)*) => {
        $(if let Ok($numbers) = $buffer.as_typed::<$kind>() { $use } else)* { $other }
    };
}

/// Whether the numbers of a buffer are integers that lie one after another.
fn is_plain(buffer: &PyUntypedBuffer) -> bool {
    boards::is_one_native_run(buffer) && typed!(buffer, _numbers => true, false)
}

/// The shape of the boards of an array, which must be the expected one if there is one. `one` is
/// the function for a single board.
fn shape_of_boards(
    py: Python<'_>,
    dims: &[usize],
    expected: Option<SmallShape>,
    one: &str,
) -> PyResult<SmallShape> {
    let shown = |shape: Result<SmallShape, ShapeError>| {
        shape.map_err(|why| errors::within(py, "boards", exception(why)))
    };
    match (expected, dims) {
        (Some(shape), &[_, cells]) if cells == shape.cells() => return Ok(shape),
        (Some(shape), &[_, rows, cols]) if [rows, cols] == [shape.rows(), shape.cols()] => {
            return Ok(shape);
        }
        (None, &[_, rows, cols]) => return shown(SmallShape::new(rows, cols)),
        (None, &[_, cells]) if let Some(square) = Shape::square(cells) => {
            return shown(square.try_into());
        }
        _ => {}
    }
    let expected = expected.map(|it| (it.rows(), it.cols()));
    let why: String = python(py, "wrong_shape", (dims.to_vec(), expected, one))?;
    Err(PyValueError::new_err(why))
}

/// An array of boards: integers of any dtype and layout, of shape `(n, cells)` or
/// `(n, rows, cols)`.
pub struct Rows<'py> {
    array: Bound<'py, PyAny>,
    /// The shape of the array.
    pub dims: Vec<usize>,
    /// Whether the numbers lie one after another, aligned and in the machine's byte order.
    /// Otherwise NumPy makes such a copy of each part.
    plain: bool,
    memory: Range<usize>,
    /// The shape of each board.
    pub shape: SmallShape,
    /// How the boards are written. All begin their tiles at the same number as the first.
    pub encoding: BoardEncoding,
}

impl<'py> Rows<'py> {
    /// Checks that an object is an array of boards, or makes one of it. Without `shape`, it is the
    /// array's rows and columns if it has them, else the square with this number of cells.
    pub fn new(given: GivenBoards<'_, 'py>, shape: Option<SmallShape>) -> PyResult<Rows<'py>> {
        let GivenBoards { object, blank, other } = given;
        let py = object.py();
        boards::expect_unmasked(object).map_err(|why| errors::within(py, "boards", why))?;
        let is_empty = object.cast::<PyList>().is_ok_and(PyListMethods::is_empty);
        let quick = match shape.filter(|_| is_empty) {
            Some(shape) => AnswerArray::new(py, &[0, shape.cells()], u8::DTYPE).map(|it| it.array),
            None if is_list(object) => numpy(py)?.call_method1("asarray", (object,)),
            None => Ok(object.clone()),
        };
        let is_quick = |array: &Bound<'_, PyAny>| {
            PyUntypedBuffer::get(array).is_ok_and(|it| is_plain(&it) && !it.shape().is_empty())
        };
        let array = match quick.ok().filter(is_quick) {
            Some(array) => array,
            // What takes longer, and what is wrong.
            None => python(py, "numbers", (object, "boards", other))?,
        };
        let buffer = PyUntypedBuffer::get(&array)?;
        let (plain, memory, dims) = (is_plain(&buffer), memory(&buffer), buffer.shape().to_vec());
        let shape = shape_of_boards(py, &dims, shape, other)?;
        let encoding = BoardEncoding::PLAIN;
        let rows = Rows { array, dims, plain, memory, shape, encoding };
        let is_0 = || {
            let first = rows.row(0).and_then(|row| boards::cells(&row, shape.cells()));
            first.is_ok_and(|(_, cells)| cells.contains(&0))
        };
        let encoding = boards::encoding(blank, shape.cells(), is_0)?;
        Ok(Rows { encoding, ..rows })
    }

    /// The number of boards.
    pub fn count(&self) -> usize {
        self.dims[0]
    }

    /// The object that runs Python.
    pub fn py(&self) -> Python<'py> {
        self.array.py()
    }

    /// Some rows as an object that has a plain buffer.
    fn part(&self, rows: Range<usize>) -> PyResult<Bound<'py, PyAny>> {
        let rows = slice(self.py(), rows)?;
        if self.plain {
            return PyMemoryView::from(&self.array)?.get_item(rows);
        }
        let part = self.array.get_item(rows)?;
        let native = part.getattr("dtype")?.call_method1("newbyteorder", ("=",))?;
        part.call_method1("astype", (native, "C"))
    }

    /// A row as a list of ints, or of rows of them.
    fn row(&self, row: usize) -> PyResult<Bound<'py, PyAny>> {
        self.part(row..row + 1)?.call_method0("tolist")?.get_item(0)
    }

    /// Copies some rows, as the library has them. A number that is no tile becomes 255.
    pub fn read(&self, rows: Range<usize>, copy: &mut Vec<u8>) -> PyResult<()> {
        let (py, buffer) = (self.py(), PyUntypedBuffer::get(&self.part(rows.clone())?)?);
        let found = buffer.shape();
        if found.first() != Some(&rows.len()) || found[1..] != self.dims[1..] {
            return Err(resized("boards"));
        }
        if let Ok(bytes) = buffer.as_typed::<u8>() {
            copy.resize(buffer.item_count(), 0);
            bytes.copy_to_slice(py, copy)?;
            self.encoding.decode_bytes(copy);
            return Ok(());
        }
        typed!(buffer, numbers => {
            self.encoding.decode_into(&numbers.to_vec(py)?, copy);
            Ok(())
        }, Err(resized("boards")))
    }

    /// The exception for a row that is no board. The text is that for one board, unless another
    /// thread has changed the row.
    #[cold]
    pub fn wrong(&self, row: usize, why: BoardError) -> PyErr {
        errors::within(self.py(), &format!("boards[{row}]"), self.why(row, why))
    }

    /// The same without the place of the row.
    pub fn why(&self, row: usize, why: BoardError) -> PyErr {
        if matches!(why, BoardError::Labels { .. }) {
            return exception(why);
        }
        let one = self.row(row).and_then(|cells| {
            let (_, cells) = boards::cells(&cells, self.shape.cells())?;
            self.encoding.board(self.shape.into(), &cells).map_err(no_board)
        });
        one.err().unwrap_or_else(|| exception(why))
    }

    /// The caller's array, which must hold a byte for each row and share no memory with the rows,
    /// or a new one.
    pub fn answers(&self, out: Option<Bound<'py, PyAny>>) -> PyResult<AnswerArray<'py>> {
        let count = self.count();
        let Some(array) = out else { return AnswerArray::new(self.py(), &[count], u8::DTYPE) };
        // Answers would replace boards that have not been read.
        let boards = &self.memory;
        let is_own = |out: Range<usize>| out.start >= boards.end || boards.start >= out.end;
        let is_right = PyUntypedBuffer::get(&array).is_ok_and(|buffer| {
            buffer.as_typed::<u8>().is_ok()
                && buffer.is_c_contiguous()
                && buffer.shape() == [count]
                && !buffer.readonly()
                && is_own(memory(&buffer))
        });
        if !is_right {
            return Err(PyErr::from_value(python(self.py(), "wrong_out", (array, count))?));
        }
        Ok(AnswerArray::of(array, "out"))
    }
}
