//! The argument `blank`: which number stands for the blank.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
pub use tilebase::encoding::BoardEncoding;
use tilebase::encoding::EncodingError;

use crate::errors::{exception, found, no_number};

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
