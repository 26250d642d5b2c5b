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
use pyo3::types::{PyList, PyMemoryView, PySequence, PyString};
use tilebase::puzzle::{BoardError, Shape, ShapeError, SmallShape};

use crate::answer_arrays::{AnswerArray, memory, resized, slice, tuple, wrong_shape};
use crate::arguments::{is_list, is_text};
use crate::boards::{self, GivenBoards, numpy};
use crate::encoding::{self, BoardEncoding, no_board};
use crate::errors::{self, exception};

/// The longest sequence of which an array is made, if it is neither a list nor a tuple.
const MOST_ITEMS: usize = 1 << 24;

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
    /// Checks that an object is such an array, or makes one of a list. `one` is the function for a
    /// single board.
    pub fn new(
        object: &Bound<'py, PyAny>,
        name: &'static str,
        one: &str,
    ) -> PyResult<Numbers<'py>> {
        let py = object.py();
        let wrong_type = |found: String| {
            PyTypeError::new_err(format!("{name}: expected an array of integers, found {found}"))
        };
        // Its numbers are no integers because one is missing.
        let missing = |array: &Bound<'_, PyAny>| {
            let expected = "expected no missing values, found one in row";
            missing_row(array, 3)
                .map(|row| PyValueError::new_err(format!("{name}: {expected} {row}")))
        };
        boards::expect_unmasked(object).map_err(|why| errors::within(py, name, why))?;
        let of_arrow = arrow(object).map_err(|why| errors::within(py, name, why))?;
        let given = of_arrow.as_ref().unwrap_or(object);
        let is_made = is_numbers(given)?;
        let array = match is_made {
            _ if of_arrow.is_none() && is_tensor(given)? => {
                array_of(given).map_err(|why| errors::within(py, name, why))?
            }
            // NumPy takes nothing for floats.
            true if given.len()? == 0 => array_of(given)?.call_method1("astype", ("uint8",))?,
            true => array_of(given).map_err(|why| missing(given).unwrap_or(why))?,
            false => given.clone(),
        };
        // For the error, the name that the user knows. An object without a dtype may still be a
        // buffer.
        match (array.getattr("dtype"), kind_of(&array)) {
            (_, Some('i' | 'u')) | (Err(_), _) => {}
            (_, Some('O' | 'f')) if let Some(why) = missing(&array) => return Err(why),
            // Python's own integers have no limit.
            (_, Some('O')) if is_made => {
                return Err(wrong_type("items that are no integers of 64 bits".to_owned()));
            }
            (Ok(dtype), _) => {
                return Err(wrong_type(format!("dtype {dtype}; {}", cure(&array, name, one)?)));
            }
        }
        if array.getattr_opt("ndim")?.is_some_and(|dims| dims.eq(0).unwrap_or(false)) {
            return Err(wrong_type("one of no dimensions, which holds one number".to_owned()));
        }
        let Ok(buffer) = PyUntypedBuffer::get(&array) else {
            if !array.hasattr("collect")?
                && array.hasattr("columns")?
                && let Some(why) = array_of(&array).ok().as_ref().and_then(missing)
            {
                return Err(why);
            }
            let cure = cure(&array, name, one)?;
            return Err(wrong_type(format!("{}; {cure}", errors::kind(&array))));
        };
        let plain = boards::is_one_native_run(&buffer) && typed!(buffer, _numbers => true, false);
        let array = if plain { array } else { array_of(&array)? };
        if !plain && !matches!(kind_of(&array), Some('i' | 'u')) {
            return Err(wrong_type(format!("format {}", buffer.format().to_string_lossy())));
        }
        let (dims, memory) = (buffer.shape().to_vec(), memory(&buffer));
        Ok(Numbers { name, array, dims, plain, memory })
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
    let is_tensor = !object.hasattr("__array__")? && object.hasattr("__dlpack__")?;
    let read = if is_tensor { "from_dlpack" } else { "asarray" };
    numpy(object.py())?.call_method1(read, (object,))
}

/// Whether an object is an array of a library whose types NumPy does not have, such as PyTorch.
fn is_tensor(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    let is_array = object.hasattr("__array__")? || object.hasattr("__dlpack__")?;
    let is_other = kind_of(object).is_none() && !object.hasattr("__arrow_c_stream__")?;
    let is_other = is_other && !object.hasattr("__arrow_c_array__")?;
    Ok(is_array && is_other && PyUntypedBuffer::get(object).is_err())
}

/// Whether an object is a sequence of boards in any form, and no array of numbers.
pub fn has_items(object: &Bound<'_, PyAny>) -> bool {
    let is_array = match kind_of(object) {
        Some(kind) => !matches!(kind, 'O' | 'U' | 'T'),
        None => {
            PyUntypedBuffer::get(object).is_ok()
                || ["columns", "keys"].iter().any(|it| object.hasattr(it).is_ok_and(|has| has))
                || is_tensor(object).is_ok_and(|is_tensor| is_tensor)
        }
    };
    let first = || object.try_iter().ok()?.next()?.ok();
    let is_item = |item: Bound<'_, PyAny>| {
        errors::is_missing(&item) || item.len().is_ok() || item.hasattr("as_py").unwrap_or(false)
    };
    !is_array && !is_text(object) && object.len().is_ok() && first().is_some_and(is_item)
}

/// The first row in which a value is missing, of lists and arrays with at most these dimensions.
fn missing_row(rows: &Bound<'_, PyAny>, dims: u8) -> Option<usize> {
    let is_row = |row: &Bound<'_, PyAny>| is_list(row) || row.hasattr("tolist").unwrap_or(false);
    let has_one = |row: &Bound<'_, PyAny>| {
        errors::is_missing(row) || dims > 1 && is_row(row) && missing_row(row, dims - 1).is_some()
    };
    rows.try_iter().ok()?.position(|row| row.as_ref().is_ok_and(has_one))
}

/// A number of any type, if it fits.
fn word(number: impl TryInto<i64>) -> Option<i64> {
    number.try_into().ok()
}

/// The numbers of an array or a table of Arrow, if it is one of integers. Arrays of NumPy are none.
fn arrow<'py>(object: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
    if !object.hasattr("__arrow_c_array__")? && !object.hasattr("__arrow_c_stream__")? {
        return Ok(None);
    }
    let numbers = object.py().import("tilebase._arrow")?.call_method1("numbers", (object,))?;
    Ok(Some(numbers).filter(|numbers| !numbers.is_none()))
}

/// Whether an object is a sequence of which NumPy makes an array, and not one of text. No more
/// numbers are taken of a range than fit into memory.
fn is_numbers(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    if is_list(object) {
        return Ok(true);
    }
    let is_sequence = !is_text(object)
        && !object.hasattr("dtype")?
        && object.cast::<PySequence>().is_ok()
        && PyUntypedBuffer::get(object).is_err();
    Ok(is_sequence && object.len().is_ok_and(|length| length <= MOST_ITEMS))
}

/// How to make an array of integers of something else. It must change no number.
fn cure(object: &Bound<'_, PyAny>, name: &str, one: &str) -> PyResult<String> {
    let shape: Option<Vec<usize>> = object.getattr("shape").and_then(|it| it.extract()).ok();
    match shape.filter(|_| name == "boards").and_then(|dims| planes(&dims, None)) {
        Some(cure) => Ok(cure),
        None if name == "boards" && object.is_instance_of::<PyString>() => Ok(one_board(one)),
        None => {
            let module = object.py().import("tilebase._arguments")?;
            module.call_method1("cure", (object, name))?.extract()
        }
    }
}

/// How to make boards of planes, one for each tile, if this can be their shape.
fn planes(dims: &[usize], expected: Option<SmallShape>) -> Option<String> {
    let axis = match *dims {
        [_, planes, rows, cols] if planes == rows * cols => "1",
        [_, rows, cols, planes] if planes == rows * cols => "-1",
        [_, cells, planes] if planes == cells && expected?.cells() == cells => "-1",
        _ => return None,
    };
    Some(format!("make boards of planes for the blank and each tile with .argmax(axis={axis})"))
}

/// What to do with one board where many are expected.
fn one_board(function: &str) -> String {
    match function {
        "" => "put one board into brackets: [board]".to_owned(),
        function => format!("for one board, use `{function}`"),
    }
}

/// The kind of numbers in an array, as NumPy names it.
fn kind_of(object: &Bound<'_, PyAny>) -> Option<char> {
    object.getattr("dtype").ok()?.getattr("kind").ok()?.extract().ok()
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
    let of_planes = planes(dims, expected);
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
    let is_one = match (expected, dims) {
        (None, &[_]) => true,
        (None, &[rows, cols]) => rows == cols,
        (Some(shape), dims) => *dims == [shape.cells()] || *dims == [shape.rows(), shape.cols()],
        _ => false,
    };
    let cure = of_planes.or_else(|| is_one.then(|| one_board(one)));
    let cure = cure.map_or_else(String::new, |cure| format!("; {cure}"));
    let expected = expected.map_or_else(
        || "(n, rows, cols), or (n, cells) with size=\"RxC\"".to_owned(),
        |it| format!("(n, {}) or (n, {}, {})", it.cells(), it.rows(), it.cols()),
    );
    let why = numbers.wrong_shape(&expected);
    Err(PyValueError::new_err(format!("{}{cure}", why.value(numbers.py()))))
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
            .map(|shape| AnswerArray::<u8>::new(object.py(), &[0, shape.cells()]));
        let none = none.transpose()?.map(AnswerArray::finish);
        let numbers = Numbers::new(none.as_ref().unwrap_or(object), "boards", other)?;
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
}

impl<'py> AnswerArray<'py, u8> {
    /// The caller's array, which must hold a byte for each row and share no memory with the rows,
    /// or a new one.
    pub fn of_rows(out: Option<Bound<'py, PyAny>>, rows: &Rows<'py>) -> PyResult<Self> {
        let count = rows.count();
        let Some(array) = out else { return AnswerArray::new(rows.py(), &[count]) };
        let wrong_type = |found: String| {
            PyTypeError::new_err(format!("out: expected an array of uint8, found {found}"))
        };
        let wrong = |what: String| PyValueError::new_err(format!("out: expected {what}"));
        if let Ok(dtype) = array.getattr("dtype")
            && dtype.str()? != "uint8"
        {
            return Err(wrong_type(format!("dtype {dtype}")));
        }
        let Ok(buffer) = PyUntypedBuffer::get(&array) else {
            return Err(wrong_type(array.get_type().name()?.to_string()));
        };
        if buffer.as_typed::<u8>().is_err() {
            return Err(wrong_type(format!("format {}", buffer.format().to_string_lossy())));
        }
        if !buffer.is_c_contiguous() {
            return Err(wrong(format!(
                "a C-contiguous array, found shape {} with strides {}",
                tuple(buffer.shape()),
                tuple(buffer.strides())
            )));
        }
        if buffer.shape() != [count] {
            return Err(wrong_shape("out", &format!("({count},)"), buffer.shape()));
        }
        if buffer.readonly() {
            return Err(wrong("an array to write to, found a read-only one".to_owned()));
        }
        // Answers would replace boards that have not been read.
        let (out, boards) = (memory(&buffer), &rows.numbers.memory);
        if out.start < boards.end && boards.start < out.end {
            return Err(wrong("an array of its own, found one in the memory of boards".to_owned()));
        }
        drop(buffer);
        Ok(AnswerArray::of(array, "out"))
    }
}
