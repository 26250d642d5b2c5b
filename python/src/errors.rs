//! The library's errors as Python's exceptions.

use std::path::Path;

use pyo3::create_exception;
use pyo3::exceptions::{PyMemoryError, PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;
use tilebase::puzzle::{BoardError, Metric, Orbit, Puzzle, ShapeError};
use tilebase::sample::SampleError;
use tilebase::{Error, Tablebase};

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
    "A limit ended a search. lower: the board takes at least this many moves. best: the best solution\n\
     found, or None. generated: the number of boards generated."
);

/// The exception for a search that a limit ended.
fn stopped_exception(stopped: &tilebase::limits::Interval) -> PyErr {
    Python::attach(|py| {
        let raised = Stopped::new_err(stopped.to_string());
        let best = stopped.best.as_ref().map(ToString::to_string);
        let value = raised.value(py);
        let set = value
            .setattr("lower", stopped.at_least)
            .and_then(|()| value.setattr("best", best))
            .and_then(|()| value.setattr("generated", stopped.generated));
        set.err().unwrap_or(raised)
    })
}

/// The exception for an error.
pub fn exception<E: Into<Error>>(error: E) -> PyErr {
    let error = error.into();
    match &error {
        Error::Board(BoardError::Count { more, whole, .. }) if *more || *whole => {
            let cure = "name another shape with size, or give rows";
            PyValueError::new_err(format!("{error}; {cure}"))
        }
        Error::Shape(ShapeError::Size { rows, cols }) if rows.min(cols) > &1 => {
            PyValueError::new_err(format!(
                "{error}; ask for larger boards one by one, with Oracle.answer"
            ))
        }
        Error::Board(_)
        | Error::Shape(_)
        | Error::Index { .. }
        | Error::Unsolvable(_)
        | Error::TooLarge(_)
        | Error::SeveralGoals { .. }
        | Error::TooManyStates { .. }
        | Error::NoFurtherTables { .. }
        | Error::Unsuitable { .. } => PyValueError::new_err(error.to_string()),
        Error::Stopped(stopped) => stopped_exception(stopped),
        Error::OtherTable { name, expected, found } => {
            let cure = if Tablebase::puzzle_of_file(name) == Some(*expected) {
                format!("give the file its own name, {}", Tablebase::file_name(*found))
            } else {
                "name the goal and size that it is for, or leave table out".to_owned()
            };
            let (found, expected) = (named(*found), named(*expected));
            TableError::new_err(format!(
                "table {name}: found a table for {found}, expected one for {expected}; {cure}"
            ))
        }
        Error::Table { name, puzzle, fault } => {
            // `generate` gives a table its own name, and overwrites no other.
            let of_name = Tablebase::puzzle_of_file(name);
            let is_own = puzzle.is_none() || of_name == *puzzle;
            let own = of_name.filter(|_| fault.is_damage() && is_own);
            let cure = own.and_then(|puzzle| {
                let (orbit, metric) = (puzzle.orbit(), puzzle.metric());
                let proofs = Tablebase::is_for_proofs(puzzle)?;
                generate(orbit, metric, proofs, Path::new(name).parent())
            });
            let cure = cure.map(|call| format!("; make it again with: {call}"));
            TableError::new_err(format!("{error}{}", cure.unwrap_or_default()))
        }
        &Error::NoTable { shape, goal_blank, metric } => {
            let orbit = Orbit::new(shape, goal_blank).ok();
            let cure = orbit.and_then(|orbit| generate(orbit, metric, false, None));
            let cure =
                cure.map(|call| format!("; make it once with: {call}, and data if you name it"));
            TableError::new_err(format!("{error}{}", cure.unwrap_or_default()))
        }
        Error::Memory { .. } => PyMemoryError::new_err(error.to_string()),
        // Python's class for this kind of error, such as FileNotFoundError.
        Error::Io { cause, .. } => std::io::Error::new(cause.kind(), error.to_string()).into(),
        _ => TableError::new_err(error.to_string()),
    }
}

/// The call that makes the tables of an orbit, in a folder.
fn generate(orbit: Orbit, metric: Metric, proofs: bool, folder: Option<&Path>) -> Option<String> {
    let (shape, cell) = (orbit.shape(), orbit.goal_blank());
    let mut arguments = vec![format!("\"{shape}\"")];
    if cell != shape.tiles() {
        arguments.push(format!("goal_blank={cell}"));
    }
    if metric != Metric::default() {
        arguments.push(format!("metric=\"{metric}\""));
    }
    if proofs {
        arguments.push("proofs=True".to_owned());
    }
    if let Some(folder) = folder {
        let folder = folder.to_str()?;
        let quoted = Python::attach(|py| PyString::new(py, folder).repr().map(|it| it.to_string()));
        arguments.push(format!("data={}", quoted.ok()?));
    }
    Some(format!("tilebase.generate({})", arguments.join(", ")))
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

/// Whether an exception says that an argument is wrong. Others come from the caller's own objects,
/// or from a signal.
pub fn is_of_argument(py: Python<'_>, why: &PyErr) -> bool {
    why.is_instance_of::<PyTypeError>(py) || why.is_instance_of::<PyValueError>(py)
}

/// The text of an object in an error.
pub fn found(object: &Bound<'_, PyAny>) -> String {
    object.repr().map_or_else(|_| "something else".to_owned(), |text| text.to_string())
}

/// The name of an object's type.
pub fn kind(object: &Bound<'_, PyAny>) -> String {
    object.get_type().name().map_or_else(|_| "something else".to_owned(), |name| name.to_string())
}

/// Whether an object stands for a missing value: None, NaN, or what pandas has for it.
pub fn is_missing(object: &Bound<'_, PyAny>) -> bool {
    // pandas.NA refuses to be compared.
    object.is_none() || object.ne(object).unwrap_or_else(|_| kind(object) == "NAType")
}

/// `ValueError` for a number that does not fit, `TypeError` for anything that is not a number.
pub fn no_number(why: &PyErr, py: Python<'_>, text: String) -> PyErr {
    if why.is_instance_of::<PyOverflowError>(py) {
        PyValueError::new_err(text)
    } else {
        PyTypeError::new_err(text)
    }
}

/// Puts the argument or item that an exception is about before its text.
pub fn within(py: Python<'_>, place: &str, why: PyErr) -> PyErr {
    if !is_of_argument(py, &why) {
        return why;
    }
    let text = format!("{place}: {}", why.value(py));
    let is_type = why.is_instance_of::<PyTypeError>(py);
    if is_type { PyTypeError::new_err(text) } else { PyValueError::new_err(text) }
}

/// The exception for boards that cannot be drawn.
pub fn sample_exception(why: SampleError) -> PyErr {
    match why {
        SampleError::Failed(error) => exception(error),
        SampleError::Counts { .. } => TableError::new_err(why.to_string()),
        why => PyValueError::new_err(why.to_string()),
    }
}
