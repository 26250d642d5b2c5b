//! The output of a program that a judge asked, line by line, and the verdict on it.

use std::fmt;
use std::io::{BufRead, Read as _};
use std::path::Path;

use super::input_words::MAX_WORD;
use crate::board::Board;
use crate::error::{Error, Result};
use crate::puzzle::{Move, beginning};

/// The moves with the names that a judge asks for.
pub(super) const MOVE_NAMES: &[(&str, Move)] =
    &[("UP", Move::UP), ("DOWN", Move::DOWN), ("LEFT", Move::LEFT), ("RIGHT", Move::RIGHT)];

/// The verdict on the answer to a case.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CaseVerdict {
    /// What the judge prescribes, or another shortest solution where any is right.
    Correct,
    /// A solution that is longer than the shortest.
    Longer {
        /// The number of moves too many.
        by: usize,
    },
    /// Something else.
    Wrong {
        /// The line of the output, counted from 1.
        line: u64,
        /// The line as it should be.
        expected: String,
        /// The line that was found, or its start, unless the output ended.
        found: Option<String>,
    },
}

impl fmt::Display for CaseVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CaseVerdict::Correct => f.write_str("correct"),
            CaseVerdict::Longer { by } => write!(f, "valid +{by}"),
            CaseVerdict::Wrong { line, expected, found } => {
                write!(f, "wrong: line {line}: expected `{expected}`, found ")?;
                match found {
                    Some(found) => write!(f, "`{found}`"),
                    None => f.write_str("the end"),
                }
            }
        }
    }
}

/// The lines of a program's output, without white space at their ends. Of one that is longer than
/// the longest word of an input the rest is left out.
pub(super) struct OutputLines<R> {
    output: R,
    line: u64,
}

impl<R: BufRead> OutputLines<R> {
    /// The lines of this output.
    pub const fn new(output: R) -> OutputLines<R> {
        OutputLines { output, line: 0 }
    }

    /// The next line, or `None` at the end.
    pub fn next(&mut self) -> Result<Option<String>> {
        let mut bytes = Vec::new();
        let mut line = self.output.by_ref().take(MAX_WORD as u64);
        let failed = || Error::io("read", Path::new("the output"));
        line.read_until(b'\n', &mut bytes).map_err(failed())?;
        self.line += 1;
        if bytes.len() == MAX_WORD && !bytes.ends_with(b"\n") {
            self.output.skip_until(b'\n').map_err(failed())?;
            // This makes it wrong, even if its beginning is an answer.
            bytes.extend("…".bytes());
        }
        let text = String::from_utf8_lossy(&bytes);
        Ok((!bytes.is_empty()).then(|| text.trim_end().to_owned()))
    }

    /// The verdict that the line just read should be another one.
    pub fn wrong(&self, expected: &str, found: Option<&str>) -> CaseVerdict {
        let (line, expected) = (self.line, expected.to_owned());
        CaseVerdict::Wrong { line, expected, found: found.map(|line| beginning(line, 200)) }
    }

    /// Reads a number of moves, and then their names. Any moves that reach the goal are right.
    pub fn check_named_moves(&mut self, start: &Board, goal: &Board) -> Result<CaseVerdict> {
        let found = self.next()?;
        let Some(count) = found.as_deref().and_then(|found| found.parse::<u64>().ok()) else {
            return Ok(self.wrong("the number of moves", found.as_deref()));
        };
        let (mut board, mut last, mut wrong) = (start.clone(), found, None);
        for _ in 0..count {
            last = self.next()?;
            let named = MOVE_NAMES.iter().find(|(name, _)| last.as_deref() == Some(name));
            let after = named.and_then(|(_, mv)| board.after(&[*mv]));
            if wrong.is_none() && after.is_none() {
                let expected = if named.is_some() { "a legal move" } else { "a move as a word" };
                wrong = Some(self.wrong(expected, last.as_deref()));
            }
            if last.is_none() {
                break;
            }
            board = after.unwrap_or(board);
        }
        if wrong.is_none() && board != *goal {
            wrong = Some(self.wrong("the goal", last.as_deref()));
        }
        Ok(wrong.unwrap_or(CaseVerdict::Correct))
    }
}
