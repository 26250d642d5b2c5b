//! One board from Python: text, a sequence of ints, a sequence of rows, or an array.

use pyo3::buffer::PyUntypedBuffer;
use pyo3::exceptions::{PyModuleNotFoundError, PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyDict, PyFrozenSet, PyInt, PyList, PySet, PyString, PyTuple};
use tilebase::Board;
use tilebase::puzzle::{BoardError, Place, Shape, SmallBoard, SmallShape};
use tilebase::text::Reading;

use crate::arguments::{is_list, shape_of};
use crate::encoding::{self, Blank, BoardEncoding, no_board};
use crate::errors::{self, exception, found, kind, no_number};

/// The most cells that are read of a board, for the error: more than any shape has.
const MOST_READ: usize = 1000;

/// The most cells of a board of any size, given as numbers: they take a gigabyte.
const MOST_CELLS: usize = 1 << 26;

/// The most cells of a goal whose size is not known.
const MOST_CELLS_OF_GOAL: usize = Shape::MAX_SIDE * Shape::MAX_SIDE;

/// What a board is read as.
#[derive(Clone, Copy)]
pub enum Role<'g> {
    /// A board of no known goal.
    Any,
    /// A board for this goal, which has equal tiles if the goal has.
    For(&'g Board),
    /// A goal, of which only [`MOST_CELLS_OF_GOAL`] are read if its size is not known.
    Goal,
}

impl Role<'_> {
    /// Reads a text.
    fn read(self, reading: Reading, text: &str, shape: Option<Shape>) -> Result<Board, BoardError> {
        match self {
            Role::Any => reading.board(text.as_bytes(), shape),
            Role::For(goal) => reading.for_goal(goal).board(text.as_bytes(), shape),
            Role::Goal => reading.goal(text.as_bytes(), shape),
        }
    }

    /// Whether tiles may be alike.
    fn is_several(self) -> bool {
        match self {
            Role::Any => false,
            Role::For(goal) => goal.is_several(),
            Role::Goal => true,
        }
    }
}

/// Reads a board of any size, and how it is written. If it shows no rows its size is `shape`, or
/// else a square if the number of cells is one, or else 3x3.
pub fn any_board(
    object: &Bound<'_, PyAny>,
    shape: Option<Shape>,
    blank: Option<Blank>,
    role: Role<'_>,
) -> PyResult<(Board, BoardEncoding)> {
    let text = match object.cast::<PyString>() {
        Ok(text) => Some(text.to_cow()?.into_owned()),
        Err(_) => joined(object)?,
    };
    match text {
        Some(text) => Ok((of_text(&text, shape, blank, role)?, BoardEncoding::PLAIN)),
        None => of_cells(object, shape, blank, role),
    }
}

/// The text of a board that is a list of its cells as text, such as a row of `csv.reader`, or of
/// its rows.
fn joined(object: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
    let is_str = |item: PyResult<Bound<'_, PyAny>>| item?.extract::<String>();
    if !is_list(object) || !object.get_item(0).is_ok_and(|it| it.is_instance_of::<PyString>()) {
        return Ok(None);
    }
    // A list of one text is a list of boards.
    if object.len()? < 2 {
        return Ok(None);
    }
    let Ok(items) = object.try_iter()?.map(is_str).collect::<PyResult<Vec<_>>>() else {
        return Ok(None);
    };
    let has_rows = items.iter().any(|item| item.trim().contains([' ', ',']));
    let items = items.iter().map(|item| if item.trim().is_empty() { "x" } else { item });
    Ok(Some(items.collect::<Vec<_>>().join(if has_rows { "\n" } else { "," })))
}

/// A board of a sequence of numbers.
fn of_cells(
    object: &Bound<'_, PyAny>,
    shape: Option<Shape>,
    blank: Option<Blank>,
    role: Role<'_>,
) -> PyResult<(Board, BoardEncoding)> {
    let most = if let Role::Goal = role { MOST_CELLS_OF_GOAL } else { MOST_CELLS };
    let most = shape.map_or(most, |shape| shape.cells().max(MOST_READ));
    let (found, cells) = cells(object, most)?;
    let shape = self::shape(found, shape, cells.len()).map_err(exception)?;
    let encoding = encoding::encoding(blank, cells.len(), || cells.contains(&0))?;
    let board = encoding.board(shape, &cells).map_err(no_board);
    let board = board.or_else(|why| match labelled(&cells, encoding) {
        Some(text) if role.is_several() => {
            role.read(Reading::default(), &text, Some(shape)).map_err(|why| {
                let cure = match why {
                    BoardError::SecondBlank { .. } => "; -1 is a cell that may hold anything",
                    _ => "",
                };
                PyValueError::new_err(format!("{why}{cure}"))
            })
        }
        _ => Err(why),
    });
    Ok((board?, encoding))
}

/// Numbers as the text of a board, if some are alike. -1 is `*`, unless it is the blank.
fn labelled(cells: &[i64], encoding: BoardEncoding) -> Option<String> {
    let name = |&cell: &i64| match encoding.decode(cell) {
        0 => Some("x".to_owned()),
        u32::MAX => (cell == -1).then(|| "*".to_owned()),
        tile => Some(tile.to_string()),
    };
    let names = cells.iter().map(name).collect::<Option<Vec<_>>>()?;
    (0..names.len()).any(|at| names[..at].contains(&names[at])).then(|| names.join(" "))
}

/// A board of a text. If another number than 0 stands for the blank, it does so in a text that has
/// no sign for it: a 0 could be a tile.
pub fn of_text(
    text: &str,
    shape: Option<Shape>,
    blank: Option<Blank>,
    role: Role<'_>,
) -> PyResult<Board> {
    let usual = role.read(Reading::default(), text, shape);
    let Some(blank) = blank.filter(|blank| blank.is_other()) else {
        return usual.map_err(exception);
    };
    let cells = usual.as_ref().map_or(0, |board| board.shape().cells());
    let mut numbers = text.split(|letter: char| !letter.is_ascii_digit());
    let is_0 = |number: &str| number.contains('0') && number.trim_start_matches('0').is_empty();
    let has_0 = numbers.any(|it| is_0(it) || it.len() >= cells && it.contains('0'));
    match usual {
        Ok(board) if !has_0 || text.len() < cells => Ok(board),
        usual => {
            match (role.read(Reading::new(Some(&blank.to_string()), false), text, shape), usual) {
                (Err(why), Ok(_)) => {
                    let cure = "write x for the blank of a board as str, and its tiles from 1";
                    Err(PyValueError::new_err(format!("{why}; {cure}, or pass numbers")))
                }
                (Err(BoardError::NoSign { .. }), Err(why)) => Err(exception(why)),
                (board, _) => board.map_err(exception),
            }
        }
    }
}

/// Boards as an argument, and what was said of them.
#[derive(Clone, Copy)]
pub struct GivenBoards<'a, 'py> {
    /// The board or the array.
    pub object: &'a Bound<'py, PyAny>,
    /// The number that stands for the blank.
    pub blank: Option<Blank>,
    /// The function that takes one board instead of many, or many instead of one.
    pub other: &'static str,
}

impl GivenBoards<'_, '_> {
    /// The board, of the goal's size.
    pub fn position(self, goal: &Board) -> PyResult<Board> {
        let (board, _) = self.read(Some(goal.shape()), Role::For(goal))?;
        board.expect_tiles_of(goal).map_err(exception)?;
        Ok(board)
    }

    /// One board, and how it is written.
    pub fn read(self, shape: Option<Shape>, role: Role<'_>) -> PyResult<(Board, BoardEncoding)> {
        let GivenBoards { object, blank, other } = self;
        any_board(object, shape, blank, role).map_err(|why| {
            let py = object.py();
            if other.is_empty()
                || !errors::is_of_argument(py, &why)
                || !is_many(object, shape).unwrap_or(false)
            {
                return why;
            }
            let found = format!("expected one board, found many ({})", kind(object));
            PyValueError::new_err(format!("{found}; for many, use `{other}`"))
        })
    }
}

/// Whether an object that is no board is many boards.
fn is_many(object: &Bound<'_, PyAny>, shape: Option<Shape>) -> PyResult<bool> {
    let module = object.py().import("tilebase._arguments")?;
    module.call_method1("is_many", (object, shape.map(Shape::cells)))?.extract()
}

/// Reads a board of at most 25 cells.
pub fn board(
    object: &Bound<'_, PyAny>,
    shape: Option<SmallShape>,
    blank: Option<Blank>,
) -> PyResult<SmallBoard> {
    small(any_board(object, shape.map(Shape::from), blank, Role::Any)?.0)
}

/// A board that must have at most 25 cells.
pub fn small(board: Board) -> PyResult<SmallBoard> {
    shape_of(board.shape())?;
    board.expect_small("this question").copied().map_err(exception)
}

/// The rows and columns: those found, which must match the expected ones; else those expected; else
/// the square with this number of cells; else 3x3. In a text, which the library reads, the cell of
/// the blank may be missing, and the rows may be columns. Numbers have a blank and no such doubts.
fn shape(found: Option<Shape>, expected: Option<Shape>, cells: usize) -> Result<Shape, BoardError> {
    match (found, expected) {
        (Some(found), Some(expected)) if found != expected => {
            Err(BoardError::OtherShape { expected, found })
        }
        _ => {
            Ok(found.or(expected).or(Shape::square(cells)).unwrap_or(SmallShape::default().into()))
        }
    }
}

/// Refuses arrays with masked cells, which have no number, and lists of them.
pub fn expect_unmasked(object: &Bound<'_, PyAny>) -> PyResult<()> {
    static MODULES: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let py = object.py();
    let modules = MODULES
        .get_or_try_init(py, || py.import("sys")?.getattr("modules").map(Bound::unbind))?
        .bind(py);
    // Where nobody has imported it, there are none.
    if !modules.contains(intern!(py, "numpy.ma"))? {
        return Ok(());
    }
    if is_list(object) {
        // Others in a list have no masks, or are no board.
        let plain = |item: &Bound<'_, PyAny>| {
            item.is_instance_of::<PyInt>()
                || item.is_instance_of::<PyList>()
                || item.is_instance_of::<PyString>()
        };
        let mut items = object.try_iter()?.filter(|item| !item.as_ref().is_ok_and(plain));
        return items.try_for_each(|item| expect_unmasked(&item?));
    }
    let masked = modules.get_item(intern!(py, "numpy.ma"))?.getattr("MaskedArray")?;
    if object.is_instance(&masked)? && object.getattr("mask")?.call_method0("any")?.is_truthy()? {
        let text = "expected no masked cells, found some; leave these boards out";
        return Err(PyValueError::new_err(text));
    }
    Ok(())
}

/// The numbers in a sequence, at most `most`, and its rows and columns if it is a sequence of rows.
pub fn cells(object: &Bound<'_, PyAny>, most: usize) -> PyResult<(Option<Shape>, Vec<i64>)> {
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
    let is_sequence = is_list(object);
    expect_unmasked(object)?;
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
        let is_one = item.is_instance_of::<PyInt>() || item.is_instance_of::<PyString>();
        if !is_one && let Ok(row) = item.try_iter() {
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
        return Err(exception(why));
    }
    if cells.len() != cols * rows.len() {
        return Err(PyTypeError::new_err("expected a board of ints or of rows, found both"));
    }
    Ok((Some(Shape { rows: rows.len(), cols }), cells))
}

/// Reads an array of the most usual kinds, in a fraction of the time.
fn plain_cells(object: &Bound<'_, PyAny>, most: usize) -> Option<(Option<Shape>, Vec<i64>)> {
    let (py, buffer) = (object.py(), PyUntypedBuffer::get(object).ok()?);
    let shape = match *buffer.shape() {
        [_] => None,
        [rows, cols] => Some(Shape { rows, cols }),
        _ => return None,
    };
    if buffer.item_count() > most || !is_one_native_run(&buffer) {
        return None;
    }
    if buffer.item_size() == 1 {
        let bytes = buffer.as_typed::<u8>().ok()?;
        return Some((shape, bytes.to_vec(py).ok()?.into_iter().map(i64::from).collect()));
    }
    Some((shape, buffer.as_typed::<i64>().ok()?.to_vec(py).ok()?))
}

/// Whether the numbers of a buffer lie one after another, in the machine's byte order.
pub fn is_one_native_run(buffer: &PyUntypedBuffer) -> bool {
    // PyO3 0.30 takes big-endian numbers for native ones. NumPy names an order only if it is not
    // native.
    let has_other_order = matches!(buffer.format().to_bytes().first(), Some(b'<' | b'>' | b'!'));
    buffer.is_c_contiguous() && !has_other_order
}

fn too_many(most: usize) -> PyErr {
    PyValueError::new_err(format!("more than {most} cells: expected at most {most}"))
}

/// NumPy, which only functions that make arrays need.
#[pyfunction]
#[pyo3(name = "_numpy")]
pub fn numpy(py: Python<'_>) -> PyResult<Bound<'_, PyModule>> {
    py.import("numpy").map_err(|why| {
        if !why.is_instance_of::<PyModuleNotFoundError>(py) {
            return why;
        }
        let cure = "needs NumPy, which is not installed: pip install \"tilebase[numpy]\"";
        PyModuleNotFoundError::new_err(format!("this {cure}"))
    })
}

/// A board of the same kind as an object: a str with rows if it has them, an array or a list of the
/// same shape, or else a tuple.
pub fn like<'py>(
    object: &Bound<'py, PyAny>,
    board: &Board,
    encoding: BoardEncoding,
) -> PyResult<Bound<'py, PyAny>> {
    let py = object.py();
    let cells: Vec<i64> = board.cells().into_iter().map(|cell| encoding.encode(cell)).collect();
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
        let bytes: Vec<u8> = cells.iter().filter_map(|&tile| u8::try_from(tile).ok()).collect();
        return Ok(PyBytes::new(py, &bytes).into_any());
    }
    if let (Some(dtype), Some(shape)) = (object.getattr_opt("dtype")?, object.getattr_opt("shape")?)
        && dtype.hasattr("kind")?
    {
        let array = numpy(py)?.call_method1("array", (cells, dtype))?;
        return array.call_method1("reshape", (shape,));
    }
    if !object.is_instance_of::<PyList>() {
        return Ok(PyTuple::new(py, cells)?.into_any());
    }
    if object.get_item(0)?.is_instance_of::<PyList>() {
        return Ok(PyList::new(py, cells.chunks(board.shape().cols))?.into_any());
    }
    Ok(PyList::new(py, cells)?.into_any())
}

/// A tile or the blank, which is 0.
fn number(item: &Bound<'_, PyAny>, cell: usize) -> PyResult<i64> {
    item.extract().map_err(|why: PyErr| {
        let cell = Place { cell, cols: 0 };
        let expected = format!("{cell}: expected a tile's number or 0 for the blank");
        no_number(&why, item.py(), format!("{expected}, found {}", found(item)))
    })
}
