//! The answers to a block of lines, and notes on them.

use std::io;

use super::Bulk;
use super::format::{self, AnswerState, Record};
use crate::error::Error;

/// The most notes on failed lines that are kept for a block of lines.
const MAX_FAILURE_NOTES: u64 = 10;

/// The answers to a block of lines.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Answers {
    /// The answers, ready to be written.
    pub text: Vec<u8>,
    /// The number of lines answered.
    pub lines: u64,
    /// The number of lines without an answer, because they are invalid or the solver gave up.
    pub failed: u64,
    /// The number of answers that are the best solution found, and not proved to be a shortest one.
    pub unproved: u64,
    /// Notes on some of the lines. Of the lines without an answer, only the first ten have one.
    pub notes: Vec<Note>,
    /// The line at which answering failed, counted from 0, and the error. All lines before it are
    /// answered.
    pub failure: Option<(u64, Error)>,
    /// The number of bytes of the input that were read for these lines and those before.
    pub position: u64,
}

/// A note on a line.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Note {
    /// The line, counted from 0 within its block.
    pub line: u64,
    /// What the note is about.
    pub kind: NoteKind,
    /// The text.
    pub text: String,
}

/// The subject of a note. All but the first are there if [`Bulk::explain`] asks for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoteKind {
    /// Why the line has no answer.
    Failed,
    /// Why the board cannot reach the goal.
    Unsolvable,
    /// What is proved of a solution that is not known to be canonical.
    Bounds,
    /// What the answer cost to find.
    Cost,
}

/// Why a run ended before the end of its input.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BulkError {
    /// Reading failed.
    #[error(transparent)]
    Read(#[from] io::Error),
    /// A line could not be answered.
    #[error("line {line}: {error}")]
    Line {
        /// The line, counted from 1.
        line: u64,
        /// The error.
        error: Error,
    },
}

impl Answers {
    pub(super) fn clear(&mut self) {
        self.text.clear();
        self.notes.clear();
        (self.lines, self.failed, self.unproved, self.position) = (0, 0, 0, 0);
        self.failure = None;
    }

    /// Counts the next line as one without an answer.
    pub(super) fn fail(&mut self, why: &str) {
        self.failed += 1;
        if self.failed <= MAX_FAILURE_NOTES {
            self.note(NoteKind::Failed, why.to_owned());
        }
    }

    /// Adds a note on the next line.
    pub(super) fn note(&mut self, kind: NoteKind, text: String) {
        self.notes.push(Note { line: self.lines, kind, text });
    }
}

impl Bulk {
    pub(super) fn explains(&self, kind: NoteKind) -> bool {
        self.notes.contains(&kind)
    }

    /// Writes the answer to a board, and notes.
    pub(super) fn write(&self, record: &Record<'_>, seconds: Option<f64>, answers: &mut Answers) {
        format::write_record(record, seconds, &mut answers.text);
        match record.state {
            AnswerState::Unsolvable(why) => {
                if self.explains(NoteKind::Unsolvable) {
                    answers.note(NoteKind::Unsolvable, why.to_string());
                }
            }
            AnswerState::Best(stopped) => {
                answers.unproved += u64::from(stopped.distance().is_none());
                if self.explains(NoteKind::Bounds) {
                    let factor = record.factor().filter(|_| self.form.within);
                    let within = factor.map(|it| format!("; within {it} times the best"));
                    let text = stopped.to_string() + &within.unwrap_or_default();
                    answers.note(NoteKind::Bounds, text);
                }
                if self.explains(NoteKind::Cost) {
                    answers.note(NoteKind::Cost, record.cost_in_words(stopped.cost()));
                }
            }
            AnswerState::Stopped(stopped) => answers.fail(&stopped.to_string()),
            AnswerState::Known(cost) if self.explains(NoteKind::Cost) => {
                answers.note(NoteKind::Cost, record.cost_in_words(cost));
            }
            AnswerState::Known(_) => {}
        }
        answers.lines += 1;
    }
}
