//! How answers are written: one trait, one file for each format.

mod csv;
mod jsonl;
mod text;

use super::difficulty::{Difficulty, Written};
use super::solver::{Answered, Unanswered};
use super::{Answer, Form, Format};
use crate::puzzle::{Board, Move, MoveSet, PackedMoves, solvable};

/// All there is to say of a board, as far as the form asks for it. What it does not ask for is
/// `None`.
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
    /// A record of which nothing is known yet.
    pub fn new(board: &'b Board, goal: &'b Board) -> Record<'b> {
        let answered = Ok(());
        let (distance, moves, next, count, solutions, legal, difficulty) = Default::default();
        Record { board, goal, answered, distance, moves, next, count, solutions, legal, difficulty }
    }

    /// Adds a part of the answer, unless one was missing before.
    pub fn set<A>(&mut self, part: Answered<A>, set: impl FnOnce(&mut Record<'b>, A)) {
        match part {
            Ok(part) if self.answered.is_ok() => set(self, part),
            Ok(_) => {}
            Err(why) => {
                // What was found before is no longer told.
                *self = Record::new(self.board, self.goal);
                self.answered = Err(why);
            }
        }
    }

    /// What is written of how hard it is, if it has a distance and the counts are known.
    pub fn difficulty(&self) -> Option<&Written> {
        self.difficulty?.at(self.distance?)
    }

    /// Why there is no answer, in words.
    pub fn error(&self) -> Option<String> {
        match self.answered.as_ref().err()? {
            Unanswered::Unsolvable => {
                solvable(self.board, self.goal).err().map(|why| why.to_string())
            }
            Unanswered::Stopped { why, .. } if why.starts_with("stopped") => Some(why.clone()),
            Unanswered::Stopped { why, .. } => Some(format!("stopped: {why}")),
        }
    }

    /// The lower bound that was proved, if the search for the answer was stopped.
    pub fn lower_bound(&self) -> Option<u32> {
        match self.answered {
            Err(Unanswered::Stopped { at_least, .. }) => at_least,
            _ => None,
        }
    }

    /// The cells, with spaces between, in whatever rows they stand.
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

/// Writes the answers of boards.
pub(super) trait Write: Send + Sync {
    /// What stands before the first answer.
    fn head(&self) -> String {
        String::new()
    }

    /// Writes the answer of a board.
    fn record(&self, record: &Record<'_>, text: &mut Vec<u8>);

    /// Writes the answer of a line that is no board.
    fn invalid(&self, line: &[u8], why: &str, text: &mut Vec<u8>);
}

/// The writer of a form.
pub(super) fn writer(form: Form) -> Box<dyn Write> {
    match form.format {
        Format::Text => Box::new(text::Text::new(form)),
        Format::Csv => Box::new(csv::Csv(Fields::of(form.answer))),
        Format::Jsonl => Box::new(jsonl::Jsonl(Fields::of(form.answer))),
    }
}

/// Which of the fields there are that take longer to find.
#[derive(Clone, Copy)]
pub(super) struct Fields {
    pub count: bool,
    pub solutions: bool,
    pub legal: bool,
}

impl Fields {
    /// The fields of an answer.
    pub fn of(answer: Answer) -> Fields {
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

/// The letters of moves, without a line end.
fn write_moves(moves: &PackedMoves, text: &mut Vec<u8>) {
    moves.write_line(text);
    text.pop();
}
