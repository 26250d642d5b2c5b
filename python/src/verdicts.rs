//! Verdicts on answers to boards.

use std::ops::ControlFlow;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use tilebase::Board;
use tilebase::check::Verdict;
use tilebase::oracle::{Answer, Ask, BatchError, Outcome};

use crate::arguments;
use crate::ask::{self, OpenOracle};
use crate::boards::{self, Blank};
use crate::errors::{exception, is_missing, is_of_argument, within};
use crate::notation::{Actions, MovesText, Written};

/// The number of boards checked between two looks at whether to stop.
const BOARDS_PER_BLOCK: usize = 1024;

/// A verdict as text and as a number.
type Shown = (String, i32);

/// The verdict on moves.
fn shown(verdict: Verdict, moves: &MovesText) -> Shown {
    let mut text = moves.verdict(&verdict);
    let excess = match verdict {
        Verdict::Optimal => 0,
        Verdict::Valid { excess } => i32::try_from(excess).unwrap_or(i32::MAX),
        Verdict::Wrong(flaw) if flaw.is_unread() => {
            text += if is_prose(&moves.text) { BY_MODELS } else { "" };
            -4
        }
        Verdict::Wrong(_) => -1,
        // The last two are of costs, which this function does not take.
        Verdict::Longer { .. }
        | Verdict::Unknown { .. }
        | Verdict::Cheapest
        | Verdict::Dearer { .. } => -2,
    };
    (text, excess)
}

/// What follows a verdict on an answer in sentences.
const BY_MODELS: &str = "; for answers of language models, use tilebase.tasks.read";

/// Whether an answer is written in sentences, or in the tags that language models are asked for.
fn is_prose(answer: &str) -> bool {
    let is_move = |word: &str| ["up", "down", "left", "right"].contains(&word);
    let is_word = |word: &&str| {
        word.len() > 1 && word.bytes().all(|it| it.is_ascii_alphabetic()) && !is_move(word)
    };
    answer.contains("<answer")
        || answer.contains("\\boxed")
        || answer.split(' ').filter(is_word).count() > 2
}

/// An answer as text: moves, or that there is no solution, which `claim` says, too.
fn answer_text(
    written: Written,
    answer: &Bound<'_, PyAny>,
    claim: Option<&str>,
) -> PyResult<MovesText> {
    let text = if is_missing(answer) {
        "null".to_owned().into()
    } else if answer.extract::<i64>().is_ok_and(|number| number == -1) {
        "-1".to_owned().into()
    } else {
        written.text(answer, "moves")?
    };
    let is_claim = claim.is_some_and(|claim| claim.trim() == text.text.trim());
    Ok(if is_claim { "unsolvable".to_owned().into() } else { text })
}

/// What was read, or if it is wrong the verdict with this word and number. Other exceptions end the
/// call.
fn or_verdict<T>(
    py: Python<'_>,
    read: PyResult<T>,
    (word, number): (&str, i32),
) -> PyResult<Result<T, Shown>> {
    match read {
        Err(why) if is_of_argument(py, &why) => {
            Ok(Err((format!("{word}: {}", why.value(py)), number)))
        }
        read => read.map(Ok),
    }
}

/// The verdicts on answers to boards as text and as numbers, found a block at a time.
#[pyfunction]
pub fn _verdicts<'py>(
    oracle: &Bound<'py, OpenOracle>,
    boards: &Bound<'py, PyAny>,
    answers: &Bound<'py, PyAny>,
    notation: &str,
    blank: Option<Blank>,
    actions: Option<Actions>,
    unsolvable_as: Option<&str>,
) -> PyResult<Vec<Shown>> {
    let (py, source) = (boards.py(), oracle.get());
    let written = source.written(notation, actions)?;
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
            let board = source.position(&board?, blank, "");
            let board = or_verdict(py, board, ("invalid", -3))?;
            let moves = answer_text(written, &found, unsolvable_as);
            let moves = or_verdict(py, moves, ("wrong", -4))?;
            block.push(board.and_then(|board| Ok((board, moves?))));
        }
        if block.is_empty() {
            break;
        }
        let all = verdicts.len() + block.len();
        let asked = (verdicts.len(), named_boards.unwrap_or(all));
        let notation = written.notation;
        let checked = source.ask_all(py, ask::threads(None), asked, move |oracle| {
            let boards: Vec<Board> =
                block.iter().flatten().map(|(board, _)| board.clone()).collect();
            let (goal, metric, mut distances) = (oracle.goal(), oracle.metric(), Vec::new());
            oracle.answers(&boards, Ask::DISTANCE, &mut |_, found| {
                let known = |found: &mut Outcome| {
                    let distance = |answer: Answer| answer.distance.unwrap_or_default();
                    std::mem::take(found).map(distance).if_proved()
                };
                distances.extend(found.iter_mut().map(known));
                ControlFlow::Continue(())
            })?;
            let mut distances = distances.into_iter();
            let checked = block.into_iter().map(|row| {
                let verdict = row.map(|(board, moves)| {
                    let at = distances.next().expect("one for each board that was read");
                    let text = &moves.text;
                    let verdict = Verdict::of_moves(&board, goal, metric, &at, text, notation);
                    shown(verdict, &moves)
                });
                verdict.unwrap_or_else(|shown| shown)
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
