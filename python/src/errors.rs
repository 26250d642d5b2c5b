//! The library's errors as Python's exceptions.

use pyo3::exceptions::{PyMemoryError, PyOSError, PyValueError};
use pyo3::{PyErr, create_exception};
use tilebase::puzzle::Orbit;
use tilebase::sample::SampleError;
use tilebase::{BatchError, BoardError, Error, Shape};

create_exception!(
    tilebase,
    TableError,
    pyo3::exceptions::PyException,
    "There is no table for a shape or goal, or a table is damaged."
);

/// The exception for an error.
pub fn exception(error: &Error) -> PyErr {
    match error {
        Error::Board(why) => board_exception(why),
        Error::Shape(_) | Error::Move(_) | Error::Index { .. } | Error::Unsolvable(_) => {
            PyValueError::new_err(error.to_string())
        }
        Error::NoTable { shape, goal_blank } => {
            let cell = of_goal(*shape, *goal_blank);
            let cure = format!("tilebase.generate(\"{shape}\"{cell})");
            TableError::new_err(format!("{error}; make it once with: {cure}"))
        }
        Error::Memory { .. } => PyMemoryError::new_err(error.to_string()),
        // Python's class for this kind of error, such as FileNotFoundError.
        Error::Io { cause, .. } => std::io::Error::new(cause.kind(), error.to_string()).into(),
        _ => TableError::new_err(error.to_string()),
    }
}

/// The argument that names the goal's blank, if `generate` needs it.
fn of_goal(shape: Shape, goal_blank: usize) -> String {
    let last = Orbit::new(shape, shape.tiles());
    if Orbit::new(shape, goal_blank) == last {
        String::new()
    } else {
        format!(", goal_blank={goal_blank}")
    }
}

/// The exception for an invalid board.
pub fn board_exception(why: &BoardError) -> PyErr {
    PyValueError::new_err(match why {
        BoardError::Count { extent, found, more } => {
            let more = if *more { "more than " } else { "" };
            let expected = extent.rows.saturating_mul(extent.cols);
            format!(
                "{more}{found} cells: expected {expected} for {extent}; name another shape with \
                 size, or give rows"
            )
        }
        why => why.to_string(),
    })
}

/// The exception for an invalid row of an array. Rows are counted from 0.
pub fn row_exception(row: usize, why: &BoardError) -> PyErr {
    PyValueError::new_err(format!("boards[{row}]: {why}"))
}

/// The exception for an error in a batch of rows that starts at row `first`.
pub fn batch_exception(first: usize, why: &BatchError) -> PyErr {
    match &why.error {
        Error::Board(error) => row_exception(first + why.index, error),
        error => exception(error),
    }
}

/// The exception for boards that cannot be drawn.
pub fn sample_exception(why: &SampleError) -> PyErr {
    match why {
        SampleError::Failed(error) => exception(error),
        SampleError::Counts { .. } => TableError::new_err(why.to_string()),
        why => PyValueError::new_err(why.to_string()),
    }
}

/// The exception for a thread that cannot be started.
pub fn thread_exception(why: &std::io::Error) -> PyErr {
    PyOSError::new_err(format!("cannot start a thread: {why}"))
}
