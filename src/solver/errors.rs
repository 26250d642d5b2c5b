//! Converts the solver's errors to those of the rest of the library.

use super::{SolveError, SolverError, Stopped};
use crate::error::Error;

impl SolverError {
    /// Converts the error of making a table, which can only be a lack of memory.
    pub(super) fn memory(error: Error) -> SolverError {
        match error {
            Error::Memory { bytes } => SolverError::Memory { bytes },
            other => unreachable!("making a pattern table only allocates memory: {other}"),
        }
    }
}

impl From<SolverError> for Error {
    fn from(error: SolverError) -> Error {
        match error {
            SolverError::Memory { bytes } => Error::Memory { bytes },
            error => Error::Patterns(error),
        }
    }
}

impl From<SolveError> for Error {
    fn from(error: SolveError) -> Error {
        match error {
            SolveError::Board(error) => error.into(),
            SolveError::Unsolvable(why) => why.into(),
            SolveError::Stopped(Stopped { at_least, generated }) => {
                Error::Stopped { at_least, generated }
            }
            SolveError::Table(error) => error.into(),
        }
    }
}
