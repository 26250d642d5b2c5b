//! One board from Python: text, a sequence of ints, a sequence of rows, or an array.

use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;
use tilebase::puzzle::{Extent, Rectangle, ShapeError};
use tilebase::{Board, BoardError, Shape};

use crate::errors::board_exception;

/// Reads a board. If it shows no rows its shape is `shape`, or else a square if the number of cells
/// is one, or else 3x3.
pub fn board(object: &Bound<'_, PyAny>, shape: Option<Shape>) -> PyResult<Board> {
    if let Ok(text) = object.cast::<PyString>() {
        return Board::parse(text.to_cow()?.as_bytes(), shape).map_err(|why| board_exception(&why));
    }
    let (found, cells) = cells(object)?;
    let extent =
        extent(found, shape.map(Extent::from), cells.len()).map_err(|why| board_exception(&why))?;
    let shape = Shape::new(extent.rows, extent.cols)
        .map_err(|why| PyValueError::new_err(why.to_string()))?;
    // A number that does not fit a byte is too large for any shape. So is 255.
    let bytes: Vec<u8> = cells.iter().map(|&tile| u8::try_from(tile).unwrap_or(u8::MAX)).collect();
    Board::new(shape, &bytes).map_err(|why| match why {
        BoardError::TooLarge { cell, largest, .. } => {
            board_exception(&BoardError::TooLarge { cell, largest, found: cells[cell].into() })
        }
        why => board_exception(&why),
    })
}

/// Reads a board of any size. If it shows no rows its size is `extent`, or else found as for
/// [`board`].
pub fn rectangle(object: &Bound<'_, PyAny>, extent: Option<Extent>) -> PyResult<Rectangle> {
    let read = match object.cast::<PyString>() {
        Ok(text) => Rectangle::parse(text.to_cow()?.as_bytes(), extent),
        Err(_) => {
            let (found, cells) = cells(object)?;
            self::extent(found, extent, cells.len())
                .and_then(|extent| Rectangle::new(extent, cells))
        }
    };
    read.map_err(|why| board_exception(&why))
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

/// The numbers in a sequence, and its rows and columns if it is a sequence of rows.
fn cells(object: &Bound<'_, PyAny>) -> PyResult<(Option<Extent>, Vec<u32>)> {
    // Arrays of all libraries have this method, whatever their dtype.
    if let Ok(to_list) = object.getattr("tolist") {
        return cells_of(object, &to_list.call0()?);
    }
    cells_of(object, object)
}

fn cells_of(
    object: &Bound<'_, PyAny>,
    items: &Bound<'_, PyAny>,
) -> PyResult<(Option<Extent>, Vec<u32>)> {
    let no_board = || {
        let kind = object.get_type();
        PyTypeError::new_err(format!(
            "expected a board as str, a sequence of ints or an array, found {}",
            kind.name().map_or_else(|_| "something else".to_owned(), |name| name.to_string())
        ))
    };
    let items = items.try_iter().map_err(|_| no_board())?;
    let (mut cells, mut rows) = (Vec::new(), Vec::new());
    for item in items {
        let item = item?;
        if item.is_instance_of::<PyString>() {
            return Err(no_board());
        }
        if let Ok(row) = item.try_iter() {
            let begin = cells.len();
            for tile in row {
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

/// A tile or the blank, which is 0.
fn number(item: &Bound<'_, PyAny>, cell: usize) -> PyResult<u32> {
    item.extract().map_err(|why: PyErr| {
        let found =
            item.repr().map_or_else(|_| "something else".to_owned(), |text| text.to_string());
        let text =
            format!("cell {cell}: expected a tile's number or 0 for the blank, found {found}");
        if why.is_instance_of::<PyOverflowError>(item.py()) {
            PyValueError::new_err(text)
        } else {
            PyTypeError::new_err(text)
        }
    })
}

/// Reads a shape, `RxC`.
pub fn shape(text: &str) -> PyResult<Shape> {
    text.parse().map_err(|why: ShapeError| PyValueError::new_err(why.to_string()))
}
