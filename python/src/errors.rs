//! The library's errors as Python's exceptions.

use std::path::Path;

use pyo3::exceptions::{PyMemoryError, PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;
use tilebase::puzzle::{BoardError, Metric, Orbit, Puzzle, ShapeError};
use tilebase::sample::SampleError;
use tilebase::{Error, Tablebase};

pyo3::import_exception!(tilebase._errors, Stopped);
pyo3::import_exception!(tilebase._errors, TableError);

/// The exception for an error.
pub fn exception<E: Into<Error>>(error: E) -> PyErr {
    let error = error.into();
    let cure = cure(&error).map_or_else(String::new, |cure| format!("; {cure}"));
    let text = format!("{error}{cure}");
    match error {
        Error::Board(_)
        | Error::Shape(_)
        | Error::Index { .. }
        | Error::Unsolvable(_)
        | Error::TooLarge(_)
        | Error::SeveralGoals { .. }
        | Error::TooManyStates { .. }
        | Error::NoFurtherTables { .. }
        | Error::Unsuitable { .. } => PyValueError::new_err(text),
        Error::Stopped(stopped) => {
            let best = stopped.best.map(|best| best.to_string());
            Stopped::new_err((text, stopped.at_least, best, stopped.generated))
        }
        Error::OtherTable { name, expected, found } => {
            let (found, expected) = (named(found), named(expected));
            let found = format!("found a table for {found}, expected one for {expected}");
            TableError::new_err(format!("table {name}: {found}{cure}"))
        }
        Error::Memory { .. } => PyMemoryError::new_err(text),
        // Python's class for this kind of error, such as FileNotFoundError.
        Error::Io { cause, .. } => std::io::Error::new(cause.kind(), text).into(),
        _ => TableError::new_err(text),
    }
}

/// What to do about an error.
fn cure(error: &Error) -> Option<String> {
    Some(match error {
        Error::Board(BoardError::Count { more, whole, .. }) if *more || *whole => {
            "name another shape with size, or give rows".to_owned()
        }
        Error::Shape(ShapeError::Size { rows, cols }) if rows.min(cols) > &1 => {
            "ask for larger boards one by one, with Oracle.answer".to_owned()
        }
        Error::OtherTable { name, expected, found } => {
            if Tablebase::puzzle_of_file(name) == Some(*expected) {
                format!("give the file its own name, {}", Tablebase::file_name(*found))
            } else {
                "name the goal and size that it is for, or leave table out".to_owned()
            }
        }
        // `generate` gives a table its own name, and overwrites no other.
        Error::Table { name, puzzle, fault } if fault.is_damage() => {
            let own = Tablebase::puzzle_of_file(name)?;
            let (proofs, folder) = (Tablebase::is_for_proofs(own)?, Path::new(name).parent());
            let call = generate(own.orbit(), own.metric(), proofs, folder)?;
            puzzle.is_none_or(|it| it == own).then(|| format!("make it again with: {call}"))?
        }
        &Error::NoTable { shape, goal_blank, metric } => {
            let call = generate(Orbit::new(shape, goal_blank).ok()?, metric, false, None)?;
            format!("make it once with: {call}, and data if you name it")
        }
        _ => return None,
    })
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
    let Puzzle::Sliding(orbit) = puzzle else { return puzzle.to_string() };
    let (shape, cell) = (orbit.shape(), orbit.goal_blank());
    let (rows, cols) = (shape.rows(), shape.cols());
    let turned = if rows == cols { String::new() } else { format!(" and {cols}x{rows}") };
    let is_last = Orbit::new(shape, shape.tiles()) == Ok(orbit);
    let place = if is_last { "a corner".to_owned() } else { format!("cell {cell} of {shape}") };
    format!("{shape}{turned} with the goal's blank in {place}")
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
