//! How answers are written: one trait, one file for each format.

mod csv;
mod jsonl;
mod text;

use std::fmt::Display;

use serde::Serialize;
use tilebase::{Batch, Board, Error, MoveSet, PackedMoves};

use super::answers::Answer;
use super::record::Record;

/// How answers are written.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// The answer alone, `unsolvable` or `invalid`
    Text,
    /// A row of comma-separated values, below a row of names
    Csv,
    /// A JSON object
    Jsonl,
}

/// Writes the answers of boards, one line for each.
pub trait Write: Sync {
    /// What stands before the first answer.
    fn head(&self) -> String {
        String::new()
    }

    /// Writes the answers of boards of one shape. What was written when it fails means nothing.
    fn boards(&self, batch: &Batch, boards: &[Board], text: &mut Vec<u8>) -> Result<(), Error>;

    /// Writes the answers of lines that a batch reads by itself, and tells how many lines and bytes those were: a short cut that need not be taken.
    fn plain_lines(
        &self,
        _batch: &Batch,
        _lines: &[u8],
        _text: &mut Vec<u8>,
    ) -> Result<(u64, usize), Error> {
        Ok((0, 0))
    }

    /// Writes the answer of a line that is no board.
    fn invalid(&self, line: &[u8], why: &str, text: &mut Vec<u8>);
}

impl Format {
    /// Writes rows of named fields, one a line; as text, what they say of themselves.
    pub fn rows(self, rows: &[impl Serialize + Display], text: &mut Vec<u8>) {
        match self {
            Format::Text => {
                for row in rows {
                    text.extend_from_slice(format!("{row}\n").as_bytes());
                }
            }
            Format::Csv => {
                let mut writer = csv::writer(text);
                for row in rows {
                    csv::put(&mut writer, row);
                }
            }
            Format::Jsonl => rows.iter().for_each(|row| jsonl::put(row, text)),
        }
    }

    /// The writer of `answer` in this format.
    pub fn writer(self, answer: Answer) -> Box<dyn Write> {
        match self {
            Format::Text => Box::new(text::Text::new(answer)),
            Format::Csv => Box::new(csv::Csv { count: answer == Answer::Count }),
            Format::Jsonl => Box::new(jsonl::Jsonl { count: answer == Answer::Count }),
        }
    }
}

/// The records of boards, for the formats with named fields.
fn records(
    batch: &Batch,
    boards: &[Board],
    count: bool,
    mut write: impl FnMut(&Record),
) -> Result<(), Error> {
    let mut solutions: Vec<Option<PackedMoves>> = vec![None; boards.len()];
    let mut next: Vec<Option<MoveSet>> = vec![None; boards.len()];
    batch.solutions(boards, &mut solutions)?;
    batch.optimal_moves(boards, &mut next)?;
    let oracle = batch.oracle();
    for ((board, solution), next) in boards.iter().zip(solutions).zip(next) {
        let record = Record::found(board, oracle.goal(), solution.zip(next));
        write(&if count { record.counted(oracle, board)? } else { record });
    }
    Ok(())
}
