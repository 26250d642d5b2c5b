//! Converts the solver's errors to those of the rest of the library.

use super::{SolveError, SolverError, Stopped};
use crate::error::Error;

impl From<SolverError> for Error {
    fn from(error: SolverError) -> Error {
        Error::Patterns(error.to_string())
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
