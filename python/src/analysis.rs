//! What is right and wrong with solutions, move by move.

use std::sync::Arc;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};
use tilebase::analysis::Analysis;
use tilebase::oracle::Answerable;
use tilebase::puzzle::{Notation, Slide};
use tilebase::{Board, Error, Oracle};

use crate::ask::{self, Source};
use crate::boards;
use crate::buffers::{Misfit, Numbers};
use crate::notation::{written, written_set};

/// What an oracle finds of moves from a board, as an instance of the class `Analysis`.
pub fn analyze<'py, M: Answerable>(
    source: &Source<M>,
    board: &Bound<'py, PyAny>,
    moves: &str,
    notation: Notation,
    find: impl FnOnce(&Oracle<M>, &Board, &[M]) -> Result<Analysis<M>, Error> + Send + 'static,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    let start = boards::board(board, Some(source.shape()))?;
    let (legal, wrong) = M::read(moves.as_bytes(), notation, &start);
    let found =
        source.ask(board, &Arc::default(), move |oracle, board| find(oracle, board, &legal))?;
    let wrong = wrong.map(|why| why.to_string());
    found.map(|found| result(board.py(), &found, wrong, notation)).transpose()
}

/// An instance of the class `Analysis`. `error` is what is wrong with the move after those
/// analyzed.
fn result<'py, M: Slide>(
    py: Python<'py>,
    found: &Analysis<M>,
    error: Option<String>,
    notation: Notation,
) -> PyResult<Bound<'py, PyAny>> {
    let mut steps = Vec::with_capacity(found.steps.len());
    for (number, step) in (1_usize..).zip(&found.steps) {
        let mv = written(notation, &[step.mv], &step.board);
        let better =
            step.better.as_ref().map(|better| written_set::<M>(notation, better, &step.board));
        let (board, cost) = (step.board.to_string(), step.cost());
        let optimal = cost.map(|cost| cost == 0);
        let fields = (number, board, mv, step.tile, step.before, step.after, optimal, cost, better);
        steps.push(ask::result(py, "Step", fields)?);
    }
    let from = found.steps.get(found.ending_after()).map_or(&found.end, |step| &step.board);
    let fields = (
        PyTuple::new(py, steps)?,
        found.optimal_length,
        found.at_least,
        found.lost(),
        error.is_none() && found.reaches_goal(),
        found.end.to_string(),
        found.distance_left,
        found.ending_after(),
        found.ending.as_ref().map(|moves| written(notation, moves, from)),
        error,
        found.generated,
    );
    ask::result(py, "Analysis", fields)
}

/// The moves of many boards: the letters of all, and where each board's end.
pub struct AllMoves {
    /// One after the other.
    pub letters: Vec<u8>,
    /// For each board. The first begins at 0.
    pub ends: Vec<usize>,
}

impl AllMoves {
    /// Reads an iterable of str, or a tuple of letters and offsets: moves for so many boards.
    pub fn new(object: &Bound<'_, PyAny>, boards: usize) -> PyResult<AllMoves> {
        match object.cast::<PyTuple>() {
            Ok(pair) if pair.len() == 2 && !pair.get_item(0)?.is_instance_of::<PyString>() => {
                AllMoves::joined(&pair.get_item(0)?, &pair.get_item(1)?, boards)
            }
            _ => AllMoves::strings(object, boards),
        }
    }

    fn strings(object: &Bound<'_, PyAny>, boards: usize) -> PyResult<AllMoves> {
        let (mut letters, mut ends) = (Vec::new(), Vec::with_capacity(boards));
        for item in boards::items(object, "moves", "str, or (letters, offsets)")? {
            let text = boards::text(&item?, "moves", ends.len())?;
            if ends.len() == boards {
                let text = format!("moves has more items than boards, which has {boards} rows");
                return Err(PyValueError::new_err(text));
            }
            letters.extend_from_slice(text.as_bytes());
            ends.push(letters.len());
        }
        if ends.len() == boards {
            return Ok(AllMoves { letters, ends });
        }
        let found = ends.len();
        let text = format!("boards has more rows than moves, which has {found}");
        Err(PyValueError::new_err(text))
    }

    fn joined(
        letters: &Bound<'_, PyAny>,
        offsets: &Bound<'_, PyAny>,
        boards: usize,
    ) -> PyResult<AllMoves> {
        let numbers = (Numbers::new(letters, "letters")?, Numbers::new(offsets, "offsets")?);
        let (letters, offsets) = (numbers.0, numbers.1);
        if letters.dims().len() != 1 {
            return Err(letters.wrong_shape("(n,)"));
        }
        if offsets.dims() != [boards + 1] {
            return Err(offsets.wrong_shape(&format!("({},)", boards + 1)));
        }
        let most = letters.dims()[0] as u64;
        let wrong = |row: usize, found: String| {
            let expected = format!("expected a number from the one before it to {most}");
            PyValueError::new_err(format!("offsets[{row}]: {expected}, found {found}"))
        };
        let (mut all, mut bytes) = (Vec::<u64>::new(), Vec::new());
        let read = offsets.read(0..boards + 1, &mut all)?;
        read.map_err(|Misfit { place, found }| wrong(place, found))?;
        for (row, &end) in all.iter().enumerate() {
            if end > most || row > 0 && end < all[row - 1] {
                return Err(wrong(row, end.to_string()));
            }
        }
        let begin = all[0] as usize;
        let read = letters.read(begin..all[boards] as usize, &mut bytes)?;
        read.map_err(|Misfit { place, found }| {
            PyValueError::new_err(format!("letters[{place}]: expected a byte, found {found}"))
        })?;
        let ends = all[1..].iter().map(|&end| end as usize - begin).collect();
        Ok(AllMoves { letters: bytes, ends })
    }
}
