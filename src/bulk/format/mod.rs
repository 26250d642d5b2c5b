//! Writing answers: one trait, and one file for each format.

mod csv;
mod jsonl;
mod text;

use super::difficulty::{Difficulty, Written};
use super::solver::{Answered, Unanswered};
use super::{Answer, Form, Format};
use crate::puzzle::{Board, Move, MoveSet, PackedMoves, solvable};

/// Everything found for a board. What the form does not need is `None`.
pub(super) struct Record<'b> {
    pub board: &'b Board,
    pub goal: &'b Board,
    pub answered: Answered<()>,
    pub distance: Option<u32>,
    pub moves: Option<PackedMoves>,
    pub next: Option<MoveSet>,
    pub count: Option<u128>,
    pub solutions: Option<Vec<PackedMoves>>,
    pub legal: Option<Vec<(Move, u32)>>,
    pub difficulty: Option<&'b Difficulty>,
}

impl<'b> Record<'b> {
    /// A record with nothing found yet.
    pub fn new(board: &'b Board, goal: &'b Board) -> Record<'b> {
        let answered = Ok(());
        let (distance, moves, next, count, solutions, legal, difficulty) = Default::default();
        Record { board, goal, answered, distance, moves, next, count, solutions, legal, difficulty }
    }

    /// Adds a part of the answer, unless an earlier part is missing.
    pub fn set<A>(&mut self, part: Answered<A>, set: impl FnOnce(&mut Record<'b>, A)) {
        match part {
            Ok(part) if self.answered.is_ok() => set(self, part),
            Ok(_) => {}
            Err(why) => {
                // What was found before is discarded.
                *self = Record::new(self.board, self.goal);
                self.answered = Err(why);
            }
        }
    }

    /// The difficulty as written, if the board has a distance and the counts are known.
    pub fn difficulty(&self) -> Option<&Written> {
        self.difficulty?.at(self.distance?)
    }

    /// Explains why there is no answer.
    pub fn error(&self) -> Option<String> {
        match self.answered.as_ref().err()? {
            Unanswered::Unsolvable => {
                solvable(self.board, self.goal).err().map(|why| why.to_string())
            }
            Unanswered::Stopped { why, .. } if why.starts_with("stopped") => Some(why.clone()),
            Unanswered::Stopped { why, .. } => Some(format!("stopped: {why}")),
        }
    }

    /// The lower bound that was proved, if the search was stopped.
    pub fn lower_bound(&self) -> Option<u32> {
        match self.answered {
            Err(Unanswered::Stopped { at_least, .. }) => at_least,
            _ => None,
        }
    }

    /// Writes the cells, separated by spaces, without marking the rows.
    pub fn cells(&self, text: &mut Vec<u8>) {
        for (cell, &tile) in self.board.cells().iter().enumerate() {
            if cell > 0 {
                text.push(b' ');
            }
            match tile {
                0 => text.push(b'x'),
                tile => write_number(tile, text),
            }
        }
    }
}

/// Writes answers in one format.
pub(super) trait Write: Send + Sync {
    /// What to write before the first answer.
    fn head(&self) -> String {
        String::new()
    }

    /// Writes the answer for a board.
    fn record(&self, record: &Record<'_>, text: &mut Vec<u8>);

    /// Writes the answer for an invalid line.
    fn invalid(&self, line: &[u8], why: &str, text: &mut Vec<u8>);
}

/// The writer for a form.
pub(super) fn writer(form: Form) -> Box<dyn Write> {
    match form.format {
        Format::Text => Box::new(text::Text::new(form)),
        Format::Csv => Box::new(csv::Csv(Fields::new(form.answer))),
        Format::Jsonl => Box::new(jsonl::Jsonl(Fields::new(form.answer))),
    }
}

/// Which of the optional fields are present. They take longer to find.
#[derive(Clone, Copy)]
pub(super) struct Fields {
    pub count: bool,
    pub solutions: bool,
    pub legal: bool,
}

impl Fields {
    /// The optional fields for an answer.
    pub fn new(answer: Answer) -> Fields {
        Fields {
            count: matches!(answer, Answer::Count | Answer::All),
            solutions: answer == Answer::All,
            legal: answer == Answer::Legal,
        }
    }
}

fn write_number(number: impl itoa::Integer, text: &mut Vec<u8>) {
    text.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
}

/// Moves with the distances after them: `d:18 l:18 r:20`.
fn write_legal(legal: &[(Move, u32)], text: &mut Vec<u8>) {
    for (i, &(mv, distance)) in legal.iter().enumerate() {
        if i > 0 {
            text.push(b' ');
        }
        text.extend_from_slice(&[mv.letter() as u8, b':']);
        write_number(distance, text);
    }
}
