//! The text format: just the answer.

use super::{AnswerState, Record, write_number};
use crate::bulk::form::{STOPPED, UNKNOWN, UNSOLVABLE};
use crate::bulk::{Form, Question};
use crate::drawing;
use crate::puzzle::Move;

/// Writes the answer for a board: one line, except for all solutions and drawings.
pub(super) fn write_record(form: Form, record: &Record<'_>, text: &mut Vec<u8>) {
    let written = match record.state {
        AnswerState::Known(_) | AnswerState::Unsolvable(_) => write_value(form, record, text),
        AnswerState::Best(_) => write_best(form, record, text),
        AnswerState::Stopped(_) => None,
    };
    if let (None, AnswerState::Stopped(stopped)) = (written, &record.state)
        && let Some(why) = stopped.nothing()
    {
        text.extend_from_slice(why.as_bytes());
    } else if written.is_none() {
        let word = match record.state {
            AnswerState::Known(_) | AnswerState::Best(_) => UNKNOWN,
            AnswerState::Unsolvable(_) => UNSOLVABLE,
            AnswerState::Stopped(_) => STOPPED,
        };
        text.extend_from_slice(word.as_bytes());
        if let (STOPPED, Some(bound)) = (word, record.lower_bound()) {
            text.extend_from_slice(b": at least ");
            write_number(bound, text);
        }
    }
    end_answer(form, text);
}

/// Writes the word for a line that has no answer.
pub(super) fn write_reject(form: Form, word: &str, text: &mut Vec<u8>) {
    text.extend_from_slice(word.as_bytes());
    end_answer(form, text);
}

fn write_value(form: Form, record: &Record<'_>, text: &mut Vec<u8>) -> Option<()> {
    if form.show {
        draw(record, record.answer.moves.as_ref()?, text);
        return Some(());
    }
    form.answer.write(record, text)
}

/// Writes a solution that is not known to be the canonical one, after the lower bound and its
/// length unless a note says them.
fn write_best(form: Form, record: &Record<'_>, text: &mut Vec<u8>) -> Option<()> {
    let best = record.answer.moves.as_ref()?;
    let is_distance = form.answer == Question::Distance && !form.show;
    if is_distance || !record.has_note {
        write_number(record.lower_bound().unwrap_or(0), text);
        text.extend_from_slice(b"..");
        write_number(best.len(), text);
    }
    if is_distance {
        return Some(());
    }
    if !record.has_note {
        text.push(if form.show { b'\n' } else { b' ' });
    }
    match form.answer {
        _ if form.show => draw(record, best, text),
        Question::Hint => record.write_hint(best, text),
        _ => record.write_moves(best, text),
    }
    Some(())
}

/// Ends the line, and an answer that may have several lines.
fn end_answer(form: Form, text: &mut Vec<u8>) {
    text.push(b'\n');
    if form.apart && (form.show || form.answer == Question::All) {
        text.push(b'\n');
    }
}

/// Draws the board, and again after each move.
fn draw(record: &Record<'_>, moves: &[Move], text: &mut Vec<u8>) {
    let steps = drawing::steps(record.board, moves, record.metric, record.notation);
    text.extend_from_slice(steps.as_bytes());
}
