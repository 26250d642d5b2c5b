//! Arguments that are no boards: sizes, distances, seeds, folders, numbers, and iterables of items.

use std::fmt::Display;
use std::hash::{BuildHasher, RandomState};
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;

use pyo3::call::PyCallArgs;
use pyo3::conversion::FromPyObjectOwned;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyIterator, PyList, PyString, PyTuple};
use tilebase::puzzle::{Shape, ShapeError, SmallShape};

use crate::errors::{exception, found, no_number};

/// The most distances that are drawn: more than any shape has.
pub const MOST_DISTANCES: usize = 10_000;

/// Calls a function of `tilebase/_arguments.py`, which has what need not be fast.
pub fn python<'py, T: FromPyObjectOwned<'py>>(
    py: Python<'py>,
    function: &str,
    arguments: impl PyCallArgs<'py>,
) -> PyResult<T> {
    static MODULE: PyOnceLock<Py<PyModule>> = PyOnceLock::new();
    let module = MODULE.get_or_try_init(py, || py.import("tilebase._arguments").map(Bound::unbind));
    let found = module?.bind(py).getattr(function)?.call1(arguments)?;
    found.extract().map_err(Into::into)
}

/// Reads a size: "RxC", or (rows, cols).
pub fn size_of(size: &Bound<'_, PyAny>) -> PyResult<Shape> {
    if let Ok(text) = size.cast::<PyString>() {
        return text.to_cow()?.parse().map_err(|why: ShapeError| exception(why));
    }
    pair(size).ok_or_else(|| {
        let expected = "size: expected \"RxC\" or (rows, cols)";
        PyTypeError::new_err(format!("{expected}, found {}", found(size)))
    })
}

/// The size that a sequence of two numbers says.
fn pair(size: &Bound<'_, PyAny>) -> Option<Shape> {
    if size.len().ok()? != 2 {
        return None;
    }
    let [rows, cols] = [0, 1].map(|at| size.get_item(at).ok()?.extract().ok());
    Some(Shape { rows: rows?, cols: cols? })
}

/// Reads the size of a shape: "RxC", or (rows, cols).
pub fn shape(size: &Bound<'_, PyAny>) -> PyResult<SmallShape> {
    shape_of(size_of(size)?)
}

/// The shape with these rows and columns. It has at most 25 cells.
pub fn shape_of(Shape { rows, cols }: Shape) -> PyResult<SmallShape> {
    SmallShape::new(rows, cols).map_err(exception)
}

/// The size that an object may name where a board is expected as well: no board has two cells, but
/// `1234567x8` has the form of a size.
pub fn size_instead_of_board(object: &Bound<'_, PyAny>) -> Option<Shape> {
    match object.cast::<PyString>() {
        Ok(text) => text.to_cow().ok()?.parse().ok(),
        Err(_) => pair(object),
    }
}

/// Whether an object is a list or a tuple.
pub fn is_list(object: &Bound<'_, PyAny>) -> bool {
    object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>()
}

/// The items of an argument, which must be an iterable of them and not a single str.
pub fn items<'py>(
    object: &Bound<'py, PyAny>,
    name: &str,
    items: &str,
) -> PyResult<Bound<'py, PyIterator>> {
    python(object.py(), "items", (object, name, items))
}

/// A whole number from 0, or `None`. Python's own error for one that is negative speaks of types.
fn whole(name: &str, object: &Bound<'_, PyAny>) -> PyResult<Option<u64>> {
    object.extract().map_err(|why: PyErr| {
        let expected = format!("{name}: expected an int from 0 to {}", u64::MAX);
        no_number(&why, object.py(), format!("{expected}, found {}", found(object)))
    })
}

macro_rules! counts {
    ($($name:ident)*) => {
        $(
            /// The argument of this name.
            pub fn $name(object: &Bound<'_, PyAny>) -> PyResult<Option<u64>> {
                whole(stringify!($name), object)
            }
        )*
    };
}

counts!(n per_distance max_nodes goal_blank threads within depth_limit width);

/// The argument `data`, a folder of tables that is there.
pub fn data(object: &Bound<'_, PyAny>) -> PyResult<Option<PathBuf>> {
    python(object.py(), "data", (object,))
}

/// The argument `data`, a folder that is there or will be made.
pub fn new_data(object: &Bound<'_, PyAny>) -> PyResult<Option<PathBuf>> {
    python(object.py(), "new_data", (object,))
}

/// The argument `distance`: one, or the first and the last, or each of a set or a range.
pub fn distances(object: &Bound<'_, PyAny>) -> PyResult<Option<Vec<RangeInclusive<u32>>>> {
    let pairs: Option<Vec<(u32, u32)>> = python(object.py(), "distances", (object,))?;
    Ok(pairs.map(|pairs| pairs.into_iter().map(|(first, last)| first..=last).collect()))
}

/// The argument `timeout`, in seconds.
pub fn timeout(object: &Bound<'_, PyAny>) -> PyResult<Option<f64>> {
    let text = || format!("timeout: expected seconds from 0, found {}", found(object));
    match object.extract().map_err(|why: PyErr| no_number(&why, object.py(), text()))? {
        Some(seconds) if f64::is_nan(seconds) || seconds < 0.0 => {
            Err(PyValueError::new_err(text()))
        }
        // So that -0.0 is shown and compared as 0.0 is.
        timeout => Ok(timeout.map(|seconds| seconds + 0.0)),
    }
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
        match object.extract::<&str>() {
            Ok(text) if !text.is_empty() => Ok(Seed(tilebase::sample::seed(text))),
            _ => python(object.py(), "seed", (object,)).map(Seed),
        }
    }
}

/// An argument that is written as text.
pub fn parse<T: FromStr<Err: Display>>(name: &str, text: &str) -> PyResult<T> {
    text.parse().map_err(|why| PyValueError::new_err(format!("{name}: {why}")))
}
