//! The analysis of solutions, move by move.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use tilebase::Board;
use tilebase::analysis::Analysis;
use tilebase::text::Notation;

use crate::arguments::python;
use crate::ask::{self, OpenOracle};
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
    let Some(found) = found else { return Ok(None) };
    // What is wrong with the move after those analyzed.
    let error = wrong.map(|why| moves.wrong(&why));
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
    ask::result(py, "Analysis", fields).map(Some)
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
        let arguments = (object, boards, written.integers());
        let (letters, offsets): (Vec<u8>, Vec<u8>) =
            python(object.py(), "moves_of_many", arguments)?;
        let offsets = offsets.as_chunks().0.iter();
        let offsets = offsets.map(|&offset| usize::from_ne_bytes(offset)).collect();
        Ok(AllMoves { letters, offsets })
    }

    /// The moves of a row's board.
    pub fn of_row(&self, row: usize) -> &[u8] {
        &self.letters[self.offsets[row]..self.offsets[row + 1]]
    }
}
