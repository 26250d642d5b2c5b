//! One board from Python: text, a sequence of ints, a sequence of rows, or an array.

use std::hash::{BuildHasher, RandomState};
use std::ops::RangeInclusive;
use std::sync::Arc;

use pyo3::buffer::PyUntypedBuffer;
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{
    PyBytes, PyDict, PyFloat, PyFrozenSet, PyInt, PyIterator, PyList, PyRange, PyRangeMethods,
    PySet, PyString, PyTuple,
};
use tilebase::puzzle::BoardError;
use tilebase::puzzle::{Extent, Place, Rectangle, ShapeError};
use tilebase::{Board, Position, Shape};

use crate::errors::{self, board_exception};

/// The most cells that are read of a board, for the error: more than any shape has.
const MOST_READ: usize = 1000;

/// The most cells of a board of any size, given as numbers. So many take a gigabyte.
const MOST_CELLS: usize = 1 << 26;

/// The most distances that are named one by one, or drawn: more than any shape has.
pub const MOST_DISTANCES: usize = 10_000;

/// Reads a board. If it shows no rows its shape is `shape`, or else a square if the number of cells
/// is one, or else 3x3.
pub fn board(object: &Bound<'_, PyAny>, shape: Option<Shape>) -> PyResult<Board> {
    if let Ok(text) = object.cast::<PyString>() {
        let text = text.to_cow()?;
        return match Position::parse(text.as_bytes(), shape.map(Extent::from)) {
            Ok(Position::Board(board)) => Ok(board),
            // Where a board has at most 25 cells, a larger one is an error.
            _ => Board::parse(text.as_bytes(), shape).map_err(|why| board_exception(&why)),
        };
    }
    let (found, cells) = cells(object, MOST_READ)?;
    let extent = extent(found, shape.map(Extent::from), cells.len()).map_err(|why| {
        let is_many = found.zip(shape).is_some_and(|(found, shape)| found.cols == shape.cells());
        let cure = if is_many { "; for many boards, use `distances`" } else { "" };
        PyValueError::new_err(format!("{why}{cure}"))
    })?;
    let shape = shape_of(extent)?;
    // A number that does not fit a byte is too large for any shape. So is 255.
    let bytes: Vec<u8> = cells.iter().map(|&tile| u8::try_from(tile).unwrap_or(u8::MAX)).collect();
    Board::new(shape, &bytes).map_err(|why| match why {
        BoardError::TooLarge { cell, largest, .. } => {
            board_exception(&BoardError::TooLarge { cell, largest, found: cells[cell.cell].into() })
        }
        why => board_exception(&why),
    })
}

/// Reads a board of any size. If it shows no rows its size is `extent`, or else found as for
/// [`board`].
pub fn rectangle(object: &Bound<'_, PyAny>, extent: Option<Extent>) -> PyResult<Rectangle> {
    let read = match object.cast::<PyString>() {
        Ok(text) => {
            let board = Position::parse(text.to_cow()?.as_bytes(), extent);
            board.map(|board| Arc::unwrap_or_clone(board.rectangle()))
        }
        Err(_) => {
            let (found, cells) = cells(object, MOST_CELLS)?;
            self::extent(found, extent, cells.len())
                .and_then(|extent| Rectangle::new(extent, cells))
        }
    };
    read.map_err(|why| board_exception(&why))
}

/// Reads a board of the goal's size.
pub fn position(object: &Bound<'_, PyAny>, goal: &Position) -> PyResult<Position> {
    match goal {
        Position::Board(goal) => board(object, Some(goal.shape())).map(Position::Board),
        Position::Large(goal) => rectangle(object, Some(goal.extent())).map(Position::from),
    }
}

/// The name of the argument `goal` in errors.
const GOAL: &str = "goal, a board, a name or a shape such as \"3x3\"";

/// Reads the argument `goal`: a board, or as text also its name or the cell of its blank.
pub fn goal(object: &Bound<'_, PyAny>, shape: Option<Shape>) -> PyResult<Board> {
    text_or_cells(object, |text| Board::parse_goal(text, shape), || board(object, shape))
}

/// Reads the argument `goal` of any size.
pub fn goal_of_any_size(object: &Bound<'_, PyAny>, extent: Option<Extent>) -> PyResult<Rectangle> {
    text_or_cells(object, |text| Rectangle::parse_goal(text, extent), || rectangle(object, extent))
}

/// The value that was read. `None` if there was nothing to read, or the argument is wrong.
pub fn if_any<T>(py: Python<'_>, read: Option<PyResult<T>>) -> PyResult<Option<T>> {
    match read {
        Some(Err(why)) if errors::is_of_argument(py, &why) => Ok(None),
        read => read.transpose(),
    }
}

fn text_or_cells<T>(
    goal: &Bound<'_, PyAny>,
    of_text: impl FnOnce(&[u8]) -> Result<T, BoardError>,
    of_cells: impl FnOnce() -> PyResult<T>,
) -> PyResult<T> {
    let read = match goal.cast::<PyString>() {
        Ok(text) => of_text(text.to_cow()?.as_bytes()).map_err(|why| board_exception(&why)),
        Err(_) => of_cells(),
    };
    read.map_err(|why| errors::within(goal.py(), GOAL, why))
}

/// The rows and columns, by the library's rule for text: those found, which must match the expected
/// ones; else those expected; else the square with this number of cells; else 3x3.
fn extent(
    found: Option<Extent>,
    expected: Option<Extent>,
    cells: usize,
) -> Result<Extent, BoardError> {
    match (found, expected) {
        (Some(found), Some(expected)) if found != expected => {
            Err(BoardError::OtherShape { expected, found })
        }
        _ => Ok(found.or(expected).or(Extent::square(cells)).unwrap_or(Shape::default().into())),
    }
}

/// The numbers in a sequence, at most `most`, and its rows and columns if it is a sequence of rows.
fn cells(object: &Bound<'_, PyAny>, most: usize) -> PyResult<(Option<Extent>, Vec<u32>)> {
    let no_board = |why: &str| {
        let expected = "expected a board as str, a sequence of ints or an array";
        PyTypeError::new_err(format!("{expected}, found {}{why}", kind(object)))
    };
    if object.is_instance_of::<PyDict>()
        || object.is_instance_of::<PySet>()
        || object.is_instance_of::<PyFrozenSet>()
    {
        return Err(no_board(", whose items are in no order that a board has"));
    }
    let is_sequence = object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>();
    if !is_sequence && let Some(found) = plain_cells(object, most) {
        return Ok(found);
    }
    let size = if is_sequence { None } else { object.getattr_opt("size")? };
    let size = size.and_then(|size| size.extract::<usize>().ok());
    // Before taking any memory.
    if size.or_else(|| object.len().ok()).is_some_and(|size| size > most) {
        return Err(too_many(most));
    }
    // Arrays of all libraries have this method, whatever their dtype.
    let to_list = if is_sequence { None } else { object.getattr_opt("tolist")? };
    let items = to_list.map(|to_list| to_list.call0()).transpose()?;
    let items = items.as_ref().unwrap_or(object).try_iter().map_err(|_| no_board(""))?;
    let (mut cells, mut rows) = (Vec::new(), Vec::new());
    for item in items {
        let item = item?;
        if cells.len() >= most || rows.len() >= most {
            return Err(too_many(most));
        }
        if item.is_instance_of::<PyInt>() || item.is_instance_of::<PyFloat>() {
            cells.push(number(&item, cells.len())?);
        } else if item.is_instance_of::<PyString>() {
            if item.len()? > 2 {
                let cure =
                    " of str; for many boards, use `parse` and then `distances` and the like";
                return Err(no_board(cure));
            }
            cells.push(number(&item, cells.len())?);
        } else if let Ok(row) = item.try_iter() {
            let begin = cells.len();
            for tile in row {
                if cells.len() >= most {
                    return Err(too_many(most));
                }
                cells.push(number(&tile?, cells.len())?);
            }
            rows.push(cells.len() - begin);
        } else {
            cells.push(number(&item, cells.len())?);
        }
    }
    let Some(&cols) = rows.first() else { return Ok((None, cells)) };
    if let Some(row) = rows.iter().position(|&found| found != cols) {
        let why = BoardError::Ragged { row: row + 1, expected: cols, found: rows[row] };
        return Err(board_exception(&why));
    }
    if cells.len() != cols * rows.len() {
        return Err(PyTypeError::new_err("expected a board of ints or of rows, found both"));
    }
    Ok((Some(Extent { rows: rows.len(), cols }), cells))
}

/// Reads an array of the most usual kinds, in a fraction of the time.
fn plain_cells(object: &Bound<'_, PyAny>, most: usize) -> Option<(Option<Extent>, Vec<u32>)> {
    let (py, buffer) = (object.py(), PyUntypedBuffer::get(object).ok()?);
    let extent = match *buffer.shape() {
        [_] => None,
        [rows, cols] => Some(Extent { rows, cols }),
        _ => return None,
    };
    if buffer.item_count() > most || !buffer.is_c_contiguous() {
        return None;
    }
    if buffer.item_size() == 1 {
        let bytes = buffer.as_typed::<u8>().ok()?;
        return Some((extent, bytes.to_vec(py).ok()?.into_iter().map(u32::from).collect()));
    }
    let numbers = buffer.as_typed::<i64>().ok()?.to_vec(py).ok()?;
    // Arrays that do not fit get an error elsewhere. So do numbers of another byte order.
    let is_native = !matches!(buffer.format().to_bytes().first(), Some(b'<' | b'>' | b'!'));
    let cells: Result<_, _> = numbers.into_iter().map(u32::try_from).collect();
    cells.ok().filter(|_| is_native).map(|cells| (extent, cells))
}

fn too_many(most: usize) -> PyErr {
    PyValueError::new_err(format!("more than {most} cells: expected at most so many"))
}

/// The name of an object's type.
pub fn kind(object: &Bound<'_, PyAny>) -> String {
    object.get_type().name().map_or_else(|_| "something else".to_owned(), |name| name.to_string())
}

/// A board of the same kind as an object: a str with rows if it has them, an array or a list of the
/// same shape, or else a tuple.
pub fn like<'py>(object: &Bound<'py, PyAny>, board: &Rectangle) -> PyResult<Bound<'py, PyAny>> {
    let (py, cells) = (object.py(), board.cells());
    if let Ok(text) = object.cast::<PyString>() {
        let text = text.to_cow()?;
        let like = match (text.trim().contains('\n'), text.contains('/')) {
            (true, _) => format!("{board:#}"),
            (_, true) => {
                let mut rows = Vec::new();
                for row in format!("{board:#}").lines() {
                    rows.push(row.split_whitespace().collect::<Vec<_>>().join(" "));
                }
                rows.join(" / ")
            }
            _ => board.to_string(),
        };
        return Ok(PyString::new(py, &like).into_any());
    }
    if object.is_instance_of::<PyBytes>() {
        let bytes: Vec<u8> = cells.iter().map(|&tile| tile as u8).collect();
        return Ok(PyBytes::new(py, &bytes).into_any());
    }
    if let (Some(dtype), Some(shape)) = (object.getattr_opt("dtype")?, object.getattr_opt("shape")?)
        && dtype.hasattr("kind")?
    {
        let array = py.import("numpy")?.call_method1("array", (cells, dtype))?;
        return array.call_method1("reshape", (shape,));
    }
    if !object.is_instance_of::<PyList>() {
        return Ok(PyTuple::new(py, cells)?.into_any());
    }
    if object.get_item(0)?.is_instance_of::<PyList>() {
        return Ok(PyList::new(py, cells.chunks(board.extent().cols))?.into_any());
    }
    Ok(PyList::new(py, cells)?.into_any())
}

/// A tile or the blank, which is 0.
fn number(item: &Bound<'_, PyAny>, cell: usize) -> PyResult<u32> {
    item.extract().map_err(|why: PyErr| {
        let cell = Place { cell, cols: 0 };
        let expected = format!("{cell}: expected a tile's number or 0 for the blank");
        no_number(&why, item.py(), format!("{expected}, found {}", found(item)))
    })
}

/// Reads a size: "RxC", or (rows, cols).
pub fn extent_of(size: &Bound<'_, PyAny>) -> PyResult<Extent> {
    if let Ok(text) = size.cast::<PyString>() {
        let extent = text.to_cow()?.parse();
        return extent.map_err(|why: ShapeError| PyValueError::new_err(why.to_string()));
    }
    pair(size).ok_or_else(|| {
        let expected = "size: expected \"RxC\" or (rows, cols)";
        PyTypeError::new_err(format!("{expected}, found {}", found(size)))
    })
}

/// The size that a sequence of two numbers says.
fn pair(size: &Bound<'_, PyAny>) -> Option<Extent> {
    if size.len().ok()? != 2 {
        return None;
    }
    let [rows, cols] = [0, 1].map(|at| size.get_item(at).ok()?.extract().ok());
    Some(Extent { rows: rows?, cols: cols? })
}

/// Reads the size of a shape: "RxC", or (rows, cols).
pub fn shape(size: &Bound<'_, PyAny>) -> PyResult<Shape> {
    shape_of(extent_of(size)?)
}

/// The shape with these rows and columns. It has at most 25 cells.
pub fn shape_of(Extent { rows, cols }: Extent) -> PyResult<Shape> {
    Shape::new(rows, cols).map_err(|why| PyValueError::new_err(why.to_string()))
}

/// The size that an object names where a board is expected as well. No board has two cells, and
/// none of those written without separators looks like a size.
pub fn size_instead_of_board(object: &Bound<'_, PyAny>) -> Option<Extent> {
    if let Ok(text) = object.cast::<PyString>() {
        let text = text.to_cow().ok()?;
        let extent: Extent = text.parse().ok()?;
        return Board::parse(text.as_bytes(), None).is_err().then_some(extent);
    }
    pair(object)
}

/// The text of an object in an error.
pub fn found(object: &Bound<'_, PyAny>) -> String {
    object.repr().map_or_else(|_| "something else".to_owned(), |text| text.to_string())
}

/// The items of an argument, which must be an iterable of them and not a single str. An array of
/// Arrow has an object for each str, which only it knows to convert.
pub fn items<'py>(
    object: &Bound<'py, PyAny>,
    name: &str,
    items: &str,
) -> PyResult<Bound<'py, PyIterator>> {
    let is_one = object.is_instance_of::<PyString>() || object.is_instance_of::<PyBytes>();
    let list = object.getattr_opt("to_pylist")?.map(|to_list| to_list.call0()).transpose()?;
    list.as_ref().unwrap_or(object).try_iter().ok().filter(|_| !is_one).ok_or_else(|| {
        let found = kind(object);
        PyTypeError::new_err(format!("{name}: expected an iterable of {items}, found {found}"))
    })
}

/// An item that must be a str.
pub fn text(item: &Bound<'_, PyAny>, name: &str, number: usize) -> PyResult<String> {
    let Ok(text) = item.cast::<PyString>() else {
        let text = format!("{name}[{number}]: expected a str, found {}", kind(item));
        return Err(PyTypeError::new_err(text));
    };
    Ok(text.to_cow()?.into_owned())
}

/// `ValueError` for a number that does not fit, `TypeError` for anything that is not a number.
fn no_number(why: &PyErr, py: Python<'_>, text: String) -> PyErr {
    if why.is_instance_of::<PyOverflowError>(py) {
        PyValueError::new_err(text)
    } else {
        PyTypeError::new_err(text)
    }
}

/// A whole number from 0, or `None`. Python's own error for one that is negative speaks of types.
fn whole(name: &str, object: &Bound<'_, PyAny>) -> PyResult<Option<u64>> {
    object.extract().map_err(|why: PyErr| {
        let expected = format!("{name}: expected an int from 0 to {}", u64::MAX);
        no_number(&why, object.py(), format!("{expected}, found {}", found(object)))
    })
}

macro_rules! arguments {
    ($($name:ident)*) => {
        $(
            /// The argument of this name.
            pub fn $name(object: &Bound<'_, PyAny>) -> PyResult<Option<u64>> {
                whole(stringify!($name), object)
            }
        )*
    };
}

arguments!(n per_distance limit goal_blank threads within);

/// The argument `distance`: one, or the first and the last, or each of a set or a range.
pub fn distances(object: &Bound<'_, PyAny>) -> PyResult<Option<Vec<RangeInclusive<u32>>>> {
    if object.is_none() {
        return Ok(None);
    }
    let wrong = |why: PyErr| {
        let expected = "distance: expected an int from 0, (first, last), or a set or range of ints";
        no_number(&why, object.py(), format!("{expected}, found {}", found(object)))
    };
    let is_set = object.is_instance_of::<PySet>() || object.is_instance_of::<PyFrozenSet>();
    let range = object.cast::<PyRange>();
    if is_set || range.is_ok() {
        let count = object.len().map_err(wrong)?;
        if count == 0 {
            return Err(PyValueError::new_err("distance: expected at least one, found none"));
        }
        if let Ok(range) = range
            && range.step().map_err(wrong)?.unsigned_abs() == 1
        {
            let one: u32 = range.get_item(0)?.extract().map_err(wrong)?;
            let other: u32 = range.get_item(count - 1)?.extract().map_err(wrong)?;
            return Ok(Some(vec![one.min(other)..=one.max(other)]));
        }
        if count > MOST_DISTANCES {
            return Err(PyValueError::new_err(format!(
                "distance: expected at most {MOST_DISTANCES}, found {count}"
            )));
        }
        let each = object.try_iter()?.map(|item| item?.extract());
        let mut each = each.collect::<PyResult<Vec<u32>>>().map_err(wrong)?;
        each.sort_unstable();
        return Ok(Some(each.into_iter().map(|at| at..=at).collect()));
    }
    let read = || match object.len() {
        Ok(2) => Ok((object.get_item(0)?.extract()?, object.get_item(1)?.extract()?)),
        _ => object.extract().map(|only: u32| (only, only)),
    };
    let (first, last) = read().map_err(wrong)?;
    if first > last {
        return Err(PyValueError::new_err(format!(
            "distance: expected the smaller one first, found ({first}, {last})"
        )));
    }
    Ok(Some(vec![first..=last]))
}

/// Checks that the argument `progress` is a function, before the work begins.
pub fn progress(object: &Bound<'_, PyAny>) -> PyResult<Option<Py<PyAny>>> {
    match object {
        none if none.is_none() => Ok(None),
        function if function.is_callable() => Ok(Some(function.clone().unbind())),
        other => {
            let text = format!("progress: expected a function, found {}", found(other));
            Err(PyTypeError::new_err(text))
        }
    }
}

/// A seed: any int of 64 bits, or a random one from a NumPy `Generator`.
pub struct Seed(u64);

impl Seed {
    /// The number, or a different one each time if there is none.
    pub fn or_new(seed: Option<Seed>) -> u64 {
        seed.map_or_else(|| RandomState::new().hash_one(()), |Seed(seed)| seed)
    }
}

impl FromPyObject<'_, '_> for Seed {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Seed> {
        if let Ok(integers) = object.getattr("integers") {
            let drawn = integers.call1((0, u64::MAX, object.py().None(), "uint64", true))?;
            return Ok(Seed(drawn.extract()?));
        }
        if let Ok(text) = object.extract::<&str>() {
            if text.is_empty() {
                let text = "seed: expected a number or any other text, found ''";
                return Err(PyValueError::new_err(text));
            }
            return Ok(Seed(tilebase::sample::seed(text)));
        }
        if let Ok(number) = object.extract() {
            return Ok(Seed(number));
        }
        object.extract().map(i64::cast_unsigned).map(Seed).map_err(|why| {
            let expected = "seed: expected an int of 64 bits, a str or a numpy.random.Generator";
            no_number(&why, object.py(), format!("{expected}, found {}", found(&object)))
        })
    }
}
