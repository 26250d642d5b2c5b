//! The analysis of solutions, move by move.

use std::sync::Arc;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};
use tilebase::Board;
use tilebase::analysis::Analysis;
use tilebase::puzzle::Metric;
use tilebase::text::Notation;

use crate::arguments;
use crate::ask::{self, OpenOracle};
use crate::buffers::Numbers;
use crate::notation::{MovesText, Written, written, written_set};

/// Analyzes moves from a board with an oracle. Returns an instance of the class `Analysis`.
pub fn analyze<'py>(
    py: Python<'py>,
    source: &OpenOracle,
    start: Board,
    moves: &MovesText,
    notation: Notation,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    let metric = source.oracle.metric();
    let (legal, wrong) = notation.read_on(moves.text.as_bytes(), metric, &start).until_wrong();
    let found = source.ask_until(py, &Arc::default(), start.clone(), move |oracle, board| {
        Analysis::new(oracle, board, &legal)
    })?;
    let wrong = wrong.map(|why| moves.wrong(&why));
    found.map(|found| result(py, &found, start, wrong, (notation, metric))).transpose()
}

/// An instance of the class `Analysis`. `error` is what is wrong with the move after those
/// analyzed.
fn result<'py>(
    py: Python<'py>,
    found: &Analysis,
    start: Board,
    error: Option<String>,
    (notation, metric): (Notation, Metric),
) -> PyResult<Bound<'py, PyAny>> {
    let (mut steps, mut ending, mut board) = (Vec::with_capacity(found.steps.len()), None, start);
    for number in 0..=found.steps.len() {
        if number == found.ending_after() {
            ending = found.ending.as_ref().map(|moves| written(notation, metric, moves, &board));
        }
        let Some(judged) = found.steps.get(number) else { break };
        let after = board.after(&[judged.mv]).unwrap_or_else(|| board.clone());
        let better = judged.better.map(|better| written_set(notation, better, &board));
        let (mv, cost) = (written_set(notation, judged.mv, &board), judged.cost());
        let (text, optimal) = (board.to_string(), cost.map(|cost| cost == 0));
        let (tile, before, left) = (judged.tile, judged.before, judged.after);
        let judgement = (number + 1, text, mv, tile, before, left, optimal, cost, better);
        steps.push(ask::result(py, "Step", judgement)?);
        board = after;
    }
    let fields = (
        PyTuple::new(py, steps)?,
        found.optimal_length,
        found.at_least,
        found.lost(),
        error.is_none() && found.reaches_goal(),
        board.to_string(),
        found.distance_left,
        found.ending_after(),
        ending,
        error,
        found.generated,
    );
    ask::result(py, "Analysis", fields)
}

/// The moves of many boards.
pub struct AllMoves {
    /// Those of one board after the other.
    letters: Vec<u8>,
    /// Where those of each board begin, and the end.
    pub offsets: Vec<usize>,
}

impl AllMoves {
    /// Reads the moves for `boards` boards: an iterable of moves, or letters and offsets.
    pub fn new(object: &Bound<'_, PyAny>, boards: usize, written: Written) -> PyResult<AllMoves> {
        match object.cast::<PyTuple>() {
            Ok(pair) if pair.len() == 2 && !pair.get_item(0)?.is_instance_of::<PyString>() => {
                AllMoves::joined(&pair.get_item(0)?, &pair.get_item(1)?, boards, written)
            }
            _ => AllMoves::strings(object, boards, written),
        }
    }

    /// The moves of a row's board.
    pub fn of_row(&self, row: usize) -> &[u8] {
        &self.letters[self.offsets[row]..self.offsets[row + 1]]
    }

    fn strings(object: &Bound<'_, PyAny>, boards: usize, written: Written) -> PyResult<AllMoves> {
        let (mut letters, mut offsets) = (Vec::new(), vec![0]);
        let items = arguments::items(object, "moves", "str, or (letters, offsets)")?;
        for (row, item) in items.enumerate() {
            let text = written.text(&item?, &format!("moves[{row}]"))?;
            if row == boards {
                let text = format!("moves has more items than boards, which has {boards} rows");
                return Err(PyValueError::new_err(text));
            }
            letters.extend_from_slice(text.text.as_bytes());
            offsets.push(letters.len());
        }
        let found = offsets.len() - 1;
        if found < boards {
            let text = format!("boards has more rows than moves, which has {found}");
            return Err(PyValueError::new_err(text));
        }
        Ok(AllMoves { letters, offsets })
    }

    fn joined(
        letters: &Bound<'_, PyAny>,
        offsets: &Bound<'_, PyAny>,
        boards: usize,
        written: Written,
    ) -> PyResult<AllMoves> {
        let letters = Numbers::new(letters, "letters", "")?;
        let offsets = Numbers::new(offsets, "offsets", "")?;
        if letters.dims().len() != 1 {
            return Err(letters.wrong_shape("(n,)"));
        }
        if offsets.dims() != [boards + 1] {
            return Err(offsets.wrong_shape(&format!("({},)", boards + 1)));
        }
        let most = letters.dims()[0];
        let wrong = |row: usize, found: &str| {
            let expected = format!("expected a number from the one before it to {most}");
            PyValueError::new_err(format!("offsets[{row}]: {expected}, found {found}"))
        };
        let end = |number: i64| usize::try_from(number).ok().filter(|&end| end <= most);
        let mut offsets = offsets.read(0..boards + 1, end, wrong)?;
        if let Some(row) = offsets.windows(2).position(|pair| pair[0] > pair[1]) {
            return Err(wrong(row + 1, &offsets[row + 1].to_string()));
        }
        let begin = offsets[0];
        let byte = |number: i64| u8::try_from(number).ok();
        let mut letters = letters.read(begin..offsets[boards], byte, |place, found| {
            PyValueError::new_err(format!("letters[{place}]: expected a byte, found {found}"))
        })?;
        written.replace_numbers(&mut letters);
        for offset in &mut offsets {
            *offset -= begin;
        }
        Ok(AllMoves { letters, offsets })
    }
}
