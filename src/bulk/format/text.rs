//! The text format: just the answer.

use super::{AnswerState, Record, write_number};
use crate::bulk::form::{STOPPED, UNKNOWN, UNSOLVABLE};
use crate::bulk::{Form, Question};
use crate::drawing;
use crate::puzzle::Moves;

/// Writes the answer for a board: one line, except for all solutions and drawings.
pub(super) fn write_record(record: &Record<'_>, text: &mut Vec<u8>) {
    let begin = text.len();
    if write_values(record, text).is_none() {
        text.truncate(begin);
        write_word(record, text);
    }
    end_answer(record.form(), text);
}

/// Writes the word for an answer that is not known, and what is known instead.
fn write_word(record: &Record<'_>, text: &mut Vec<u8>) {
    let word = match record.state {
        AnswerState::Known(_) | AnswerState::Best(_) => UNKNOWN,
        AnswerState::Unsolvable(_) => UNSOLVABLE,
        AnswerState::Stopped(stopped) => stopped.nothing().unwrap_or(STOPPED),
    };
    text.extend_from_slice(word.as_bytes());
    match (word, record.lower_bound(), record.least_cost()) {
        (STOPPED, Some(bound), _) => {
            text.extend_from_slice(b": at least ");
            write_number(bound, text);
        }
        (STOPPED, _, Some(cost)) => {
            text.extend_from_slice(format!(": at least {cost}").as_bytes());
        }
        _ => {}
    }
}

/// Writes the word for a line that has no answer.
pub(super) fn write_reject(form: &Form, word: &str, text: &mut Vec<u8>) {
    text.extend_from_slice(word.as_bytes());
    end_answer(form, text);
}

/// Writes all answers, with tabs between them. `None` means that a word stands for them.
fn write_values(record: &Record<'_>, text: &mut Vec<u8>) -> Option<()> {
    let form = record.form();
    let is_best = match record.state {
        AnswerState::Known(_) | AnswerState::Unsolvable(_) => false,
        AnswerState::Best(_) => true,
        AnswerState::Stopped(_) => return None,
    };
    if form.show {
        return write_steps(record, is_best, text);
    }
    for (number, question) in form.asked().iter().enumerate() {
        if number > 0 {
            text.push(b'\t');
        }
        let written = if is_best {
            write_best(*question, record, text)
        } else {
            question.write(record, text)
        };
        if written.is_none() {
            // One of several may be known without the others.
            if form.asked().len() == 1 || matches!(record.state, AnswerState::Unsolvable(_)) {
                return None;
            }
            text.extend_from_slice(UNKNOWN.as_bytes());
        }
    }
    Some(())
}

/// Draws the board, and again after each move.
fn write_steps(record: &Record<'_>, is_best: bool, text: &mut Vec<u8>) -> Option<()> {
    let moves = record.answer.moves.as_ref()?;
    if is_best && !record.has_note() {
        write_bounds(record, moves, text);
        text.push(b'\n');
    }
    let notation = record.form().notation;
    let steps = drawing::steps(record.board, moves, record.metric(), notation);
    text.extend_from_slice(steps.as_bytes());
    Some(())
}

/// Writes what is known by a solution that is not known to be the canonical one: it comes after
/// its bounds, unless a note or another answer says them.
fn write_best(question: Question, record: &Record<'_>, text: &mut Vec<u8>) -> Option<()> {
    let best = record.answer.moves.as_ref()?;
    if question == Question::Distance {
        write_bounds(record, best, text);
        return Some(());
    }
    if !record.has_note() && !record.form().asked().contains(&Question::Distance) {
        write_bounds(record, best, text);
        text.push(b' ');
    }
    question.write(record, text)
}

/// Writes the lower bound and the length of the best solution, or its cost.
fn write_bounds(record: &Record<'_>, best: &Moves, text: &mut Vec<u8>) {
    if let (Some(at_least), Some(cost)) = (record.least_cost(), record.cost_of_moves()) {
        return text.extend_from_slice(format!("{at_least}..{cost}").as_bytes());
    }
    write_number(record.lower_bound().unwrap_or(0), text);
    text.extend_from_slice(b"..");
    write_number(best.len(), text);
}

/// Ends the line, and an answer that may have several lines.
fn end_answer(form: &Form, text: &mut Vec<u8>) {
    text.push(b'\n');
    if form.apart && (form.show || form.asked().contains(&Question::All)) {
        text.push(b'\n');
    }
}
