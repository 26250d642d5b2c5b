//! What is right and wrong with solutions, move by move.

use std::ops::Range;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyString, PyTuple};
use tilebase::analysis::{Analysis, Step};
use tilebase::puzzle::Notation;

use crate::ask;
use crate::boards;
use crate::buffers::{Misfit, Numbers};
use crate::notation::{written, written_set};

/// An instance of the class `Analysis`. `error` is what is wrong with the move after those
/// analyzed.
pub fn result<'py>(
    py: Python<'py>,
    found: &Analysis,
    error: Option<String>,
    notation: Notation,
) -> PyResult<Bound<'py, PyAny>> {
    let step = |(number, step): (usize, &Step)| {
        let mv = written(notation, &[step.mv], &step.board);
        let better = step.better.map(|better| written_set(notation, better, &step.board));
        let (board, cost) = (step.board.to_string(), step.cost());
        let optimal = cost.map(|cost| cost == 0);
        let fields = (number, board, mv, step.tile, step.before, step.after, optimal, cost, better);
        ask::result(py, "Step", fields)
    };
    let steps = (1..).zip(&found.steps).map(step).collect::<PyResult<Vec<_>>>()?;
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

/// The solutions of many boards.
pub enum Answers<'py> {
    /// One str after another, and how many have been read.
    Strings(Bound<'py, PyIterator>, usize),
    /// Letters of all, and where each begins and ends.
    Letters(Numbers<'py>, Numbers<'py>),
}

impl<'py> Answers<'py> {
    /// Checks that an object is an iterable, or a tuple of letters and offsets.
    pub fn new(object: &Bound<'py, PyAny>) -> PyResult<Answers<'py>> {
        if let Ok(pair) = object.cast::<PyTuple>()
            && pair.len() == 2
            && !pair.get_item(0)?.is_instance_of::<PyString>()
        {
            let letters = Numbers::new(&pair.get_item(0)?, "letters")?;
            let offsets = Numbers::new(&pair.get_item(1)?, "offsets")?;
            for array in [&letters, &offsets] {
                if array.dims().len() != 1 {
                    return Err(array.wrong_shape("(n,)"));
                }
            }
            return Ok(Answers::Letters(letters, offsets));
        }
        let strings = boards::items(object, "moves", "str, or (letters, offsets)")?;
        Ok(Answers::Strings(strings, 0))
    }

    /// Checks that there is an answer to each of so many boards, as far as that is known.
    pub fn expect(&self, boards: usize) -> PyResult<()> {
        match self {
            Answers::Letters(_, offsets) if offsets.dims() != [boards + 1] => {
                Err(offsets.wrong_shape(&format!("({},)", boards + 1)))
            }
            _ => Ok(()),
        }
    }

    /// The answers to the next boards: all letters, and where each answer ends.
    pub fn next(&mut self, rows: Range<usize>) -> PyResult<(Vec<u8>, Vec<usize>)> {
        let (mut text, mut ends) = (Vec::new(), Vec::with_capacity(rows.len()));
        match self {
            Answers::Strings(strings, read) => {
                for row in rows {
                    let Some(answer) = strings.next().transpose()? else {
                        let text = format!("boards has more rows than moves, which has {row}");
                        return Err(PyValueError::new_err(text));
                    };
                    text.extend_from_slice(boards::text(&answer, "moves", row)?.as_bytes());
                    ends.push(text.len());
                    *read += 1;
                }
            }
            Answers::Letters(letters, offsets) => {
                let mut all = Vec::<u64>::new();
                let wrong = |row: usize, found: &dyn ToString| {
                    PyValueError::new_err(format!(
                        "offsets[{row}]: expected a number from the one before it to {}, found {}",
                        letters.dims()[0],
                        found.to_string()
                    ))
                };
                offsets
                    .read(rows.start..rows.end + 1, &mut all)?
                    .map_err(|Misfit { place, found }| wrong(place, &found))?;
                let mut before = 0;
                for (row, &offset) in (rows.start..).zip(&all) {
                    if offset < before || offset > letters.dims()[0] as u64 {
                        return Err(wrong(row, &offset));
                    }
                    before = offset;
                }
                let begin = all[0] as usize;
                ends.extend(all[1..].iter().map(|&end| end as usize - begin));
                letters.read(begin..before as usize, &mut text)?.map_err(|misfit| {
                    PyValueError::new_err(format!(
                        "letters[{}]: expected a byte, found {}",
                        misfit.place, misfit.found
                    ))
                })?;
            }
        }
        Ok((text, ends))
    }

    /// Checks that there are no more answers.
    pub fn finish(self) -> PyResult<()> {
        match self {
            Answers::Strings(mut strings, read) => match strings.next().transpose()? {
                Some(_) => Err(PyValueError::new_err(format!(
                    "moves has more items than boards, which has {read} rows"
                ))),
                None => Ok(()),
            },
            Answers::Letters(..) => Ok(()),
        }
    }
}
