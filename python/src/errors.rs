//! The library's errors as Python's exceptions.

use pyo3::create_exception;
use pyo3::exceptions::{PyMemoryError, PyOSError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use tilebase::Error;
use tilebase::puzzle::BoardError;
use tilebase::puzzle::{Orbit, Puzzle};
use tilebase::sample::SampleError;

create_exception!(
    tilebase,
    TableError,
    pyo3::exceptions::PyException,
    "A table is damaged, or belongs to another shape or goal."
);

create_exception!(
    tilebase,
    Stopped,
    pyo3::exceptions::PyException,
    "A limit ended a search. at_least: the board takes at least this many moves. best: the best\n\
     solution found, or None. generated: the number of boards generated."
);

/// The exception for a search that a limit ended.
fn stopped_exception(stopped: &tilebase::limits::Stopped) -> PyErr {
    Python::attach(|py| {
        let raised = Stopped::new_err(stopped.to_string());
        let best = stopped.best.as_ref().map(ToString::to_string);
        let value = raised.value(py);
        let set = value
            .setattr("at_least", stopped.at_least)
            .and_then(|()| value.setattr("best", best))
            .and_then(|()| value.setattr("generated", stopped.generated));
        set.err().unwrap_or(raised)
    })
}

/// The exception for an error.
pub fn exception(error: &Error) -> PyErr {
    match error {
        Error::Board(why) => board_exception(why),
        Error::Shape(_)
        | Error::Move(_)
        | Error::Index { .. }
        | Error::Unsolvable(_)
        | Error::MultiTooLarge { .. }
        | Error::NoFurtherTables { .. }
        | Error::Unsuitable { .. }
        | Error::NoProof { .. } => PyValueError::new_err(error.to_string()),
        Error::Stopped(stopped) => stopped_exception(stopped),
        Error::OtherTable { name, expected, found } => TableError::new_err(format!(
            "table {name}: found a table for {}, expected one for {}; name the goal and size that \
             it is for, or leave table out",
            named(*found),
            named(*expected)
        )),
        Error::Memory { .. } => PyMemoryError::new_err(error.to_string()),
        // Python's class for this kind of error, such as FileNotFoundError.
        Error::Io { cause, .. } => std::io::Error::new(cause.kind(), error.to_string()).into(),
        _ => TableError::new_err(error.to_string()),
    }
}

/// A puzzle in words that need no knowledge of how tables are named.
fn named(puzzle: Puzzle) -> String {
    match puzzle {
        Puzzle::Sliding(orbit) => {
            let (shape, cell) = (orbit.shape(), orbit.goal_blank());
            let last = Orbit::new(shape, shape.tiles());
            let turned = if shape.rows() == shape.cols() {
                String::new()
            } else {
                format!(" and {}x{}", shape.cols(), shape.rows())
            };
            if last == Ok(orbit) {
                format!("{shape}{turned} with the goal's blank in a corner")
            } else {
                format!("{shape}{turned} with the goal's blank in cell {cell} of {shape}")
            }
        }
        other => other.to_string(),
    }
}

/// The exception for an invalid board.
pub fn board_exception(why: &BoardError) -> PyErr {
    PyValueError::new_err(match why {
        BoardError::Count { .. } => format!("{why}; name another shape with size, or give rows"),
        why => why.to_string(),
    })
}

/// The same exception, with the argument or item that it is about before its text.
pub fn within(py: Python<'_>, place: &str, why: &PyErr) -> PyErr {
    let text = format!("{place}: {}", why.value(py));
    let is_type = why.is_instance_of::<PyTypeError>(py);
    if is_type { PyTypeError::new_err(text) } else { PyValueError::new_err(text) }
}

/// The exception for an error at a row of an array. Rows are counted from 0.
pub fn row_exception(row: usize, why: &Error) -> PyErr {
    match why {
        Error::Board(why) => PyValueError::new_err(format!("boards[{row}]: {why}")),
        why => exception(why),
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
