//! One board from Python: text, a sequence of ints, a sequence of rows, or an array; and which
//! number stands for the blank.

use pyo3::buffer::PyUntypedBuffer;
use pyo3::exceptions::{PyModuleNotFoundError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyInt, PyList, PyString, PyTuple};
use tilebase::Board;
pub use tilebase::encoding::BoardEncoding;
use tilebase::encoding::EncodingError;
use tilebase::puzzle::{BoardError, MAX_CELLS, Shape, SmallBoard, SmallShape};
use tilebase::text::Reading;

use crate::arguments::{is_list, python, shape_of};
use crate::errors::{self, exception, found, kind, no_number};

/// The most cells that are read of a board, for the error: more than any shape has.
const MOST_READ: usize = 1000;

/// The most cells of a board of any size, given as numbers: they take a gigabyte.
const MOST_CELLS: usize = 1 << 26;

/// The most cells of a goal whose size is not known.
const MOST_CELLS_OF_GOAL: usize = Shape::MAX_SIDE * Shape::MAX_SIDE;

/// The argument `blank`: the number that stands for the blank, if it is not 0.
#[derive(Clone, Copy, PartialEq, Hash, IntoPyObject, IntoPyObjectRef)]
pub struct Blank(pub i16);

impl FromPyObject<'_, '_> for Blank {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Blank> {
        object.extract().map(Blank).map_err(|why| {
            let expected = format!("blank: expected an int from {} to {}", i16::MIN, i16::MAX);
            no_number(&why, object.py(), format!("{expected}, found {}", found(&object)))
        })
    }
}

/// The encoding of boards with this many cells. See [`BoardEncoding::new`].
pub fn encoding(
    blank: Option<Blank>,
    cells: usize,
    is_0: impl FnOnce() -> bool,
) -> PyResult<BoardEncoding> {
    BoardEncoding::new(blank.map_or(0, |blank| blank.0.into()), cells, is_0).map_err(no_board)
}

/// The exception for numbers that are no board.
pub fn no_board(why: EncodingError) -> PyErr {
    match why {
        EncodingError::Board { why, cure: None } => exception(why),
        why => PyValueError::new_err(why.to_string()),
    }
}

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
    if let Ok(text) = object.cast::<PyString>() {
        return Ok((of_text(&text.to_cow()?, shape, blank, role)?, BoardEncoding::PLAIN));
    }
    let most = if let Role::Goal = role { MOST_CELLS_OF_GOAL } else { MOST_CELLS };
    let most = shape.map_or(most, |shape| shape.cells().max(MOST_READ));
    let (found, cells) = match cells(object, most) {
        // A row of `csv.reader`, or rows of text.
        Err(_)
            if is_list(object)
                && let Some(text) = python::<Option<String>>(object.py(), "joined", (object,))? =>
        {
            return Ok((of_text(&text, shape, blank, role)?, BoardEncoding::PLAIN));
        }
        read => read?,
    };
    let shape = self::shape(found, shape, cells.len()).map_err(exception)?;
    let encoding = encoding(blank, cells.len(), || cells.contains(&0))?;
    let board = match encoding.board(shape, &cells) {
        Ok(board) => board,
        Err(why) => {
            // Its tiles may be alike.
            let Some(text) = labelled(&cells, encoding).filter(|_| role.is_several()) else {
                return Err(no_board(why));
            };
            role.read(Reading::default(), &text, Some(shape)).map_err(|why| {
                let is_second = matches!(why, BoardError::SecondBlank { .. });
                let cure = if is_second { "; -1 is a cell that may hold anything" } else { "" };
                PyValueError::new_err(format!("{why}{cure}"))
            })?
        }
    };
    Ok((board, encoding))
}

/// Numbers as the text of a board, if some are alike or hold anything: -1 is `*`, unless it is the
/// blank, which it could be where there is no other.
#[cold]
fn labelled(cells: &[i64], encoding: BoardEncoding) -> Option<String> {
    let name = |&cell: &i64| match encoding.decode(cell) {
        0 => Some("x".to_owned()),
        u32::MAX => (cell == -1).then(|| "*".to_owned()),
        tile => Some(tile.to_string()),
    };
    let names = cells.iter().map(name).collect::<Option<Vec<_>>>()?;
    let are_alike = (0..names.len()).any(|at| names[..at].contains(&names[at]));
    // Without the last tile, the tiles could be counted from 0.
    let last = cells.len().saturating_sub(1).to_string();
    let is_free = ["*", "x", &last].iter().all(|sign| names.iter().any(|name| name == sign));
    (are_alike || is_free).then(|| names.join(" "))
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
    let Some(blank) = blank.filter(|blank| blank.0 != 0) else {
        return usual.map_err(exception);
    };
    let cells = usual.as_ref().map_or(0, |board| board.shape().cells());
    let mut numbers = text.split(|letter: char| !letter.is_ascii_digit());
    let is_0 = |number: &str| number.contains('0') && number.trim_start_matches('0').is_empty();
    let has_0 = numbers.any(|it| is_0(it) || it.len() >= cells && it.contains('0'));
    match usual {
        Ok(board) if !has_0 || text.len() < cells => Ok(board),
        usual => {
            match (role.read(Reading::new(Some(&blank.0.to_string()), false), text, shape), usual) {
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
                || !python(py, "is_many", (object, shape.map(Shape::cells))).unwrap_or(false)
            {
                return why;
            }
            let found = format!("expected one board, found many ({})", kind(object));
            PyValueError::new_err(format!("{found}; for many, use `{other}`"))
        })
    }
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
    if let Some(&small) = board.small() {
        return Ok(small);
    }
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
    let modules = || py.import("sys")?.getattr("modules").map(Bound::unbind);
    // Where nobody has imported it, there are none.
    if MODULES.get_or_try_init(py, modules)?.bind(py).contains(intern!(py, "numpy.ma"))? {
        python::<Bound<'_, PyAny>>(py, "expect_unmasked", (object,))?;
    }
    Ok(())
}

/// The numbers in a sequence, at most `most`, and its rows and columns if it is a sequence of rows.
pub fn cells(object: &Bound<'_, PyAny>, most: usize) -> PyResult<(Option<Shape>, Vec<i64>)> {
    let found = if is_list(object) {
        plain_list(object, most)
    } else {
        expect_unmasked(object)?;
        plain_array(object, most)
    };
    if let Some(found) = found {
        return Ok(found);
    }
    // What takes longer, and what is wrong.
    let (rows, cells): (Vec<usize>, Vec<i64>) = python(object.py(), "cells", (object, most))?;
    let Some(&cols) = rows.first() else { return Ok((None, cells)) };
    match rows.iter().zip(1..).find(|&(&found, _)| found != cols) {
        Some((&found, row)) => Err(exception(BoardError::Ragged { row, expected: cols, found })),
        None => Ok((Some(Shape { rows: rows.len(), cols }), cells)),
    }
}

/// Reads a list of integers, or of rows of equal lengths, in a fraction of the time.
fn plain_list(object: &Bound<'_, PyAny>, most: usize) -> Option<(Option<Shape>, Vec<i64>)> {
    let (mut cells, mut rows, mut cols) = (Vec::with_capacity(MAX_CELLS), 0, 0);
    for item in object.try_iter().ok()? {
        let item = item.ok()?;
        let is_row = !item.is_instance_of::<PyInt>() && is_list(&item);
        if is_row {
            for cell in item.try_iter().ok()? {
                cells.push(cell.ok()?.extract().ok()?);
            }
            cols = if rows == 0 { cells.len() } else { cols };
            rows += 1;
        } else {
            cells.push(item.extract().ok()?);
        }
        // Neither rows of several lengths, nor cells beside them.
        if cells.len() > most || (is_row || rows > 0) && cells.len() != rows * cols {
            return None;
        }
    }
    Some(((rows > 0).then_some(Shape { rows, cols }), cells))
}

/// Reads an array of the most usual kinds, in a fraction of the time.
fn plain_array(object: &Bound<'_, PyAny>, most: usize) -> Option<(Option<Shape>, Vec<i64>)> {
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
    if let Ok(list) = object.cast::<PyList>() {
        let has_rows = list.get_item(0)?.is_instance_of::<PyList>();
        let rows = || PyList::new(py, cells.chunks(board.shape().cols));
        return Ok((if has_rows { rows() } else { PyList::new(py, &cells) })?.into_any());
    }
    if object.is_instance_of::<PyTuple>() {
        return Ok(PyTuple::new(py, cells)?.into_any());
    }
    let text = object.extract::<&str>().ok();
    // The form of most texts.
    if text.is_some_and(|text| !text.contains(['/', '\n'])) {
        return Ok(PyString::new(py, &board.to_string()).into_any());
    }
    python(py, "like", (object, cells, text.map(|_| (board.to_string(), format!("{board:#}")))))
}
