//! Verdicts on answers to boards.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use tilebase::Board;
use tilebase::check::Verdict;
use tilebase::oracle::BatchError;

use crate::arguments;
use crate::ask::{self, OpenOracle};
use crate::boards;
use crate::encoding::Blank;
use crate::errors::{exception, within};
use crate::notation::{MovesText, Written};

/// The number of boards checked between two looks at whether to stop.
const BOARDS_PER_BLOCK: usize = 1024;

/// A verdict as a number.
pub fn excess_of(verdict: &Verdict) -> i32 {
    match verdict {
        Verdict::Optimal => 0,
        Verdict::Valid { excess } => i32::try_from(*excess).unwrap_or(i32::MAX),
        Verdict::Wrong(_) => -1,
        Verdict::Longer { .. } | Verdict::Unknown { .. } => -2,
    }
}

/// An answer as text: moves, or that there is no solution.
fn text(answer: &Bound<'_, PyAny>, number: usize, written: Written) -> PyResult<MovesText> {
    let is_claim = answer.is_none() || answer.extract::<i64>().is_ok_and(|number| number == -1);
    if is_claim {
        return Ok("none".to_owned().into());
    }
    written.text(answer, &format!("answers[{number}]"))
}

/// The verdicts on answers to boards, a block at a time, each as `shown`.
pub fn verdicts<'py, S: Send + 'static>(
    source: &OpenOracle,
    boards: &Bound<'py, PyAny>,
    blank: Option<Blank>,
    answers: &Bound<'py, PyAny>,
    written: Written,
    shown: fn(&Verdict, &MovesText) -> S,
) -> PyResult<Vec<S>> {
    let py = boards.py();
    boards::expect_unmasked(boards).map_err(|why| within(py, "boards", why))?;
    let (mut verdicts, named_boards, mut last) = (Vec::new(), boards.len().ok(), None);
    let mut boards = arguments::items(boards, "boards", "boards")?.enumerate();
    let mut answers = arguments::items(answers, "answers", "moves")?;
    loop {
        let mut block = Vec::new();
        for (number, board) in boards.by_ref().take(BOARDS_PER_BLOCK) {
            let Some(found) = answers.next().transpose()? else {
                let text = format!("boards has more items than answers, which has {number}");
                return Err(PyValueError::new_err(text));
            };
            let board = source
                .position(&board?, blank, "")
                .map_err(|why| within(py, &format!("boards[{number}]"), why))?;
            block.push((board, text(&found, number, written)?));
        }
        if block.is_empty() {
            break;
        }
        let all = verdicts.len() + block.len();
        let asked = (verdicts.len(), named_boards.unwrap_or(all));
        let checked = source.ask_all(py, ask::threads(None), asked, move |oracle| {
            let all: Vec<Board> =
                block.iter().filter_map(|(board, _)| board.board().copied()).collect();
            let (goal, metric) = (oracle.goal(), oracle.metric());
            let checked = block.iter().zip(oracle.distances(&all)?).map(|((board, answer), at)| {
                let answered = &answer.text;
                let verdict =
                    Verdict::of_moves(board, goal, metric, &at, answered, written.notation);
                shown(&verdict, answer)
            });
            Ok(checked.collect::<Vec<_>>())
        })?;
        verdicts.extend(checked.map_err(|why: BatchError| exception(why.error))?);
        source.report_answered(py, (all, asked.1), &mut last)?;
    }
    if answers.next().is_some() {
        let text = format!("answers has more items than boards, which has {}", verdicts.len());
        return Err(PyValueError::new_err(text));
    }
    Ok(verdicts)
}
