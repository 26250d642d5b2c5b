//! The text format: just the answer.

use super::{Found, Record, write_number};
use crate::bulk::{Form, Question};
use crate::drawing;
use crate::way::Way;

/// Writes one line per answer, except for all solutions and drawings.
pub(in crate::bulk) struct Text {
    pub form: Form,
}

impl Text {
    /// Writes a solution that is not known to be the canonical one, after the lower bound and its
    /// length unless a note says them.
    fn best(&self, record: &Record<'_>, best: &Way, text: &mut Vec<u8>) {
        let is_distance = self.form.answer == Question::Distance && !self.form.show;
        if is_distance || !record.has_note {
            write_number(record.lower_bound().unwrap_or(0), text);
            text.extend_from_slice(b"..");
            write_number(best.len(), text);
            text.push(if is_distance || self.form.show { b'\n' } else { b' ' });
        }
        if self.form.show {
            draw(record, best, text);
        } else if !is_distance {
            record.write_moves(best, text);
            text.push(b'\n');
        }
    }

    /// Writes what is asked for, if it is known.
    fn value(&self, record: &Record<'_>, text: &mut Vec<u8>) -> Option<()> {
        match self.form.answer {
            _ if self.form.show => {
                draw(record, record.answer.way.as_ref()?, text);
                return Some(());
            }
            Question::Moves => record.write_moves(record.answer.way.as_ref()?, text),
            Question::Distance => write_number(record.answer.distance?, text),
            Question::Difficulty => {
                text.extend_from_slice(record.difficulty()?.percent.as_bytes());
                return Some(());
            }
            Question::Next => record.write_choice(record.answer.next.as_ref()?, text),
            Question::Count => write_number(record.answer.count?, text),
            Question::All => {
                for moves in record.answer.all.as_ref()? {
                    record.write_moves(moves, text);
                    text.push(b'\n');
                }
                return Some(());
            }
            Question::Heuristic => write_number(record.answer.heuristic?, text),
            Question::Legal => record.legal_moves(record.answer.legal.as_ref()?, text),
        }
        text.push(b'\n');
        Some(())
    }

    /// Ends an answer that may have several lines.
    fn end(&self, text: &mut Vec<u8>) {
        if self.form.apart && (self.form.show || self.form.answer == Question::All) {
            text.push(b'\n');
        }
    }

    /// Writes the answer for a board.
    pub fn record(&self, record: &Record<'_>, text: &mut Vec<u8>) {
        match record.found {
            Found::Unsolvable(_) => text.extend_from_slice(b"unsolvable\n"),
            Found::Best(_) => {
                if let Some(best) = &record.answer.way {
                    self.best(record, best, text);
                }
            }
            Found::Stopped(_) => {
                text.extend_from_slice(b"stopped");
                if let Some(bound) = record.lower_bound() {
                    text.extend_from_slice(b": at least ");
                    write_number(bound, text);
                }
                text.push(b'\n');
            }
            Found::Known(_) => {
                if self.value(record, text).is_none() {
                    text.extend_from_slice(b"unknown\n");
                }
            }
        }
        self.end(text);
    }

    /// Writes the word for a line that has no answer.
    pub fn reject(&self, word: &str, text: &mut Vec<u8>) {
        text.extend_from_slice(word.as_bytes());
        text.push(b'\n');
        self.end(text);
    }
}

/// Draws the board, and again after each move.
fn draw(record: &Record<'_>, way: &Way, text: &mut Vec<u8>) {
    let steps = drawing::steps(record.board, way, record.notation());
    text.extend_from_slice(steps.as_bytes());
    text.push(b'\n');
}
