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
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyMemoryView};
use tilebase::puzzle::{BoardError, Shape, ShapeError, SmallShape};

use crate::answer_arrays::{AnswerArray, AnswerElement, memory, resized, slice, wrong_shape};
use crate::arguments::is_list;
use crate::boards::{self, GivenBoards, numpy};
use crate::encoding::{self, BoardEncoding, no_board};
use crate::errors::{self, exception};

/// The number of rows whose numbers are read at once.
const READ_AT_ONCE: usize = 1 << 14;

/// An array of integers, of any dtype and layout.
pub struct Numbers<'py> {
    name: &'static str,
    array: Bound<'py, PyAny>,
    dims: Vec<usize>,
    /// Whether the numbers lie one after another, aligned and in the machine's byte order.
    /// Otherwise NumPy makes such a copy of each part.
    plain: bool,
    memory: Range<usize>,
}

/// Uses the numbers of a buffer as the type that they have, or else another value.
macro_rules! typed {
    ($buffer:expr, $numbers:ident => $use:expr, $other:expr) => {
        typed!($buffer, $numbers => $use, $other, u8 i8 u16 i16 u32 i32 u64 i64)
    };
    ($buffer:expr, $numbers:ident => $use:expr, $other:expr, $($kind:ty)*) => {
        $(if let Ok($numbers) = $buffer.as_typed::<$kind>() { $use } else)* { $other }
    };
}

impl<'py> Numbers<'py> {
    /// Checks that an object is such an array, or makes one of it. `one` is the function for a
    /// single board.
    pub fn new(
        object: &Bound<'py, PyAny>,
        name: &'static str,
        one: &str,
    ) -> PyResult<Numbers<'py>> {
        let py = object.py();
        boards::expect_unmasked(object).map_err(|why| errors::within(py, name, why))?;
        let quick = if is_list(object) { array_of(object) } else { Ok(object.clone()) };
        if let Ok(array) = quick
            && let Ok(buffer) = PyUntypedBuffer::get(&array)
            && is_plain(&buffer)
            && !buffer.shape().is_empty()
        {
            return Ok(Numbers::of(name, array, &buffer, true));
        }
        // What takes longer, and what is wrong.
        let array =
            py.import("tilebase._arguments")?.getattr("array")?.call1((object, name, one))?;
        let buffer = PyUntypedBuffer::get(&array)?;
        let plain = is_plain(&buffer);
        let array = if plain { array } else { array_of(&array)? };
        if !plain && !matches!(array.getattr("dtype")?.getattr("kind")?.extract()?, 'i' | 'u') {
            let found = buffer.format().to_string_lossy();
            let text = format!("{name}: expected an array of integers, found format {found}");
            return Err(PyTypeError::new_err(text));
        }
        Ok(Numbers::of(name, array, &buffer, plain))
    }

    fn of(
        name: &'static str,
        array: Bound<'py, PyAny>,
        buffer: &PyUntypedBuffer,
        plain: bool,
    ) -> Numbers<'py> {
        Numbers { name, array, dims: buffer.shape().to_vec(), plain, memory: memory(buffer) }
    }

    /// The shape of the array.
    pub fn dims(&self) -> &[usize] {
        &self.dims
    }

    /// The object that runs Python.
    pub fn py(&self) -> Python<'py> {
        self.array.py()
    }

    /// The error for an array of another shape.
    pub fn wrong_shape(&self, expected: &str) -> PyErr {
        wrong_shape(self.name, expected, &self.dims)
    }

    /// What `convert` makes of the numbers of some rows, read in parts. A row is what the first
    /// dimension counts. `misfit` is the exception for a number of which it makes nothing, and for
    /// its place.
    pub fn read<T>(
        &self,
        rows: Range<usize>,
        convert: impl Fn(i64) -> Option<T>,
        misfit: impl Fn(usize, &str) -> PyErr,
    ) -> PyResult<Vec<T>> {
        let mut all = Vec::with_capacity(rows.len());
        for first in rows.clone().step_by(READ_AT_ONCE) {
            let buffer = self.buffer(first..rows.end.min(first + READ_AT_ONCE))?;
            typed!(buffer, numbers => {
                for (place, number) in (first..).zip(numbers.to_vec(self.py())?) {
                    let converted = word(number).and_then(&convert);
                    all.push(converted.ok_or_else(|| misfit(place, &number.to_string()))?);
                }
            }, return Err(resized(self.name)));
        }
        Ok(all)
    }

    /// The numbers of some rows, which are plain.
    fn buffer(&self, rows: Range<usize>) -> PyResult<PyUntypedBuffer> {
        let buffer = PyUntypedBuffer::get(&self.part(rows.clone())?)?;
        let found = buffer.shape();
        if found.first() != Some(&rows.len()) || found[1..] != self.dims[1..] {
            return Err(resized(self.name));
        }
        Ok(buffer)
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
}

/// The array that NumPy makes of an object, which it does not copy if it is an array.
fn array_of<'py>(object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    numpy(object.py())?.call_method1("asarray", (object,))
}

/// Whether the numbers of a buffer are integers that lie one after another.
fn is_plain(buffer: &PyUntypedBuffer) -> bool {
    boards::is_one_native_run(buffer) && typed!(buffer, _numbers => true, false)
}

/// A number of any type, if it fits.
fn word(number: impl TryInto<i64>) -> Option<i64> {
    number.try_into().ok()
}

/// The shape of the boards of an array, which must be the expected one if there is one. `one` is
/// the function for a single board.
fn shape_of_boards(
    numbers: &Numbers<'_>,
    expected: Option<SmallShape>,
    one: &str,
) -> PyResult<SmallShape> {
    let dims = numbers.dims();
    let shown = |shape: Result<SmallShape, ShapeError>| {
        shape.map_err(|why| errors::within(numbers.py(), "boards", exception(why)))
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
    let module = numbers.py().import("tilebase._arguments")?;
    let why = module.call_method1("wrong_shape", (dims.to_vec(), expected, one))?;
    Err(PyValueError::new_err(why.extract::<String>()?))
}

/// An array of boards: `(n, cells)` or `(n, rows, cols)`.
pub struct Rows<'py> {
    numbers: Numbers<'py>,
    shape: SmallShape,
    /// How the boards are written. All begin their tiles at the same number as the first.
    pub encoding: BoardEncoding,
}

impl<'py> Rows<'py> {
    /// Checks that an object is an array of boards. Without `shape`, it is the array's rows and
    /// columns if it has them, else the square with this number of cells.
    pub fn new(given: GivenBoards<'_, 'py>, shape: Option<SmallShape>) -> PyResult<Rows<'py>> {
        let GivenBoards { object, blank, other } = given;
        let is_empty = object.cast::<PyList>().is_ok_and(PyListMethods::is_empty);
        let none = shape
            .filter(|_| is_empty)
            .map(|shape| AnswerArray::new(object.py(), &[0, shape.cells()], u8::DTYPE))
            .transpose()?;
        let numbers = none.as_ref().map_or(object, |none| &none.array);
        let numbers = Numbers::new(numbers, "boards", other)?;
        let shape = shape_of_boards(&numbers, shape, other)?;
        let is_0 = || {
            let first = numbers.row(0).and_then(|row| boards::cells(&row, shape.cells()));
            first.is_ok_and(|(_, cells)| cells.contains(&0))
        };
        let encoding = encoding::encoding(blank, shape.cells(), is_0)?;
        Ok(Rows { numbers, shape, encoding })
    }

    /// The shape of each board.
    pub fn shape(&self) -> SmallShape {
        self.shape
    }

    /// The number of boards.
    pub fn count(&self) -> usize {
        self.numbers.dims[0]
    }

    /// The shape of the array.
    pub fn dims(&self) -> &[usize] {
        self.numbers.dims()
    }

    /// The object that runs Python.
    pub fn py(&self) -> Python<'py> {
        self.numbers.py()
    }

    /// Copies some rows, as the library has them. A number that is no tile becomes 255.
    pub fn read(&self, rows: Range<usize>, copy: &mut Vec<u8>) -> PyResult<()> {
        let (py, buffer) = (self.py(), self.numbers.buffer(rows)?);
        if let Ok(bytes) = buffer.as_typed::<u8>() {
            copy.resize(buffer.item_count(), 0);
            bytes.copy_to_slice(py, copy)?;
            self.encoding.decode_bytes(copy);
            return Ok(());
        }
        typed!(buffer, numbers => {
            self.encoding.decode_into(&numbers.to_vec(py)?, copy);
            Ok(())
        }, Err(resized(self.numbers.name)))
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
        let one = self.numbers.row(row).and_then(|cells| {
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
        let boards = &self.numbers.memory;
        let is_own = |out: Range<usize>| out.start >= boards.end || boards.start >= out.end;
        let is_right = PyUntypedBuffer::get(&array).is_ok_and(|buffer| {
            buffer.as_typed::<u8>().is_ok()
                && buffer.is_c_contiguous()
                && buffer.shape() == [count]
                && !buffer.readonly()
                && is_own(memory(&buffer))
        });
        if !is_right {
            let module = self.py().import("tilebase._arguments")?;
            return Err(PyErr::from_value(module.call_method1("wrong_out", (array, count))?));
        }
        Ok(AnswerArray::of(array, "out"))
    }
}
