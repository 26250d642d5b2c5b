//! Heuristics as arguments, by name or functions of the user's.

use std::sync::Arc;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};
use tilebase::Error;
use tilebase::puzzle::{SmallBoard, named};
use tilebase::search::{Heuristic, HeuristicName};

use crate::encoding::BoardEncoding;
use crate::errors;
use crate::interrupt::StopFlag;

/// The argument `heuristic`.
pub enum HeuristicArgument {
    Named(HeuristicName),
    Function(Py<PyAny>),
}

impl FromPyObject<'_, '_> for HeuristicArgument {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<HeuristicArgument> {
        if let Ok(name) = object.cast::<PyString>() {
            let name = named(&name.to_cow()?, HeuristicName::NAMES);
            let wrong = |why| PyValueError::new_err(format!("heuristic: {why}, or a function"));
            return name.map(HeuristicArgument::Named).map_err(wrong);
        }
        if object.is_callable() {
            return Ok(HeuristicArgument::Function(object.to_owned().unbind()));
        }
        let expected = "heuristic: expected a name or a function of a board";
        let found = errors::found(&object);
        Err(PyTypeError::new_err(format!("{expected}, found {found}")))
    }
}

/// A function of Python as a heuristic. What it raises stops the work.
pub struct FunctionHeuristic {
    pub function: Py<PyAny>,
    /// How the boards are written that it gets.
    pub encoding: BoardEncoding,
    pub stop: Arc<StopFlag>,
}

impl Heuristic for FunctionHeuristic {
    fn estimate(&self, board: &SmallBoard) -> Result<u64, Error> {
        let called: PyResult<u32> = Python::attach(|py| {
            let cells = board.cells().iter().map(|&cell| self.encoding.encode(cell.into()));
            let cells = PyTuple::new(py, cells.collect::<Vec<_>>())?;
            let found = self.function.bind(py).call1((&cells,))?;
            found.extract().map_err(|why: PyErr| {
                let expected = "heuristic: expected an int from 0";
                let found = errors::found(&found);
                errors::no_number(&why, py, format!("{expected}, found {found} for {cells}"))
            })
        });
        called.map(u64::from).map_err(|why| {
            self.stop.raise(why);
            Error::Interrupted
        })
    }
}
