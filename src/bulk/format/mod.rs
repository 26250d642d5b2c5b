//! Writing answers: one trait, with text in one file and named fields in another.

mod columns;
mod multi;
mod text;

use columns::Frame;
pub(super) use multi::MultiFound;

use super::difficulty::{Difficulty, DifficultyText};
use super::{Form, Format};
use crate::limits::Cost;
use crate::oracle::legal_moves;
use crate::outcome::{Ask, Outcome};
use crate::puzzle::{Board, MAX_NUMBERED_CELLS, Move, MoveSet, Moves, Notation, Rectangle};

/// A board of any size.
#[derive(Clone, Copy)]
pub(super) enum AnyBoard<'b> {
    Board(&'b Board),
    /// A board of more than 25 cells.
    Rectangle(&'b Rectangle),
}

/// Everything found for a board. What is not known is `None`.
pub(super) struct Record<'b> {
    pub board: AnyBoard<'b>,
    /// What it cost to find, or why there is no answer.
    pub outcome: Outcome<Cost>,
    pub distance: Option<u32>,
    pub moves: Option<Moves>,
    pub next: Option<MoveSet>,
    pub count: Option<u128>,
    pub solutions: Option<Vec<Moves>>,
    /// The moves, if they are those of the multi-tile metric.
    pub multi: Option<MultiFound>,
    pub difficulty: Option<&'b Difficulty>,
    notation: Notation,
    /// Whether `moves` is the best solution found, which is not known to be canonical.
    is_bounded: bool,
    /// Whether a note says what is proved of the best solution.
    pub told: bool,
}

impl<'b> Record<'b> {
    /// A record with nothing found yet.
    pub(super) fn new(board: AnyBoard<'b>, notation: Notation) -> Record<'b> {
        Record {
            board,
            outcome: Outcome::Known(Cost::default()),
            distance: None,
            moves: None,
            next: None,
            count: None,
            solutions: None,
            multi: None,
            difficulty: None,
            notation,
            is_bounded: false,
            told: false,
        }
    }

    /// Adds the canonical solution and all optimal moves.
    pub(super) fn fill(&mut self, moves: Moves, next: Option<MoveSet>) {
        (self.distance, self.next) = (Some(moves.len() as u32), next);
        self.moves = Some(moves);
    }

    /// Sets what the answer cost, or why there is none. Then only what is proved is kept: if the
    /// limit was reached after the solution was found, that is the solution.
    pub(super) fn finish(&mut self, form: Form, outcome: Outcome<Cost>) {
        self.outcome = outcome;
        let Outcome::Bounded(stopped) = &self.outcome else { return };
        (self.moves, self.next, self.count) = (None, None, None);
        let is_known = match (stopped.distance(), &stopped.best) {
            (Some(distance), _) if form.ask() == Ask::DISTANCE => {
                self.distance = Some(distance);
                true
            }
            (distance, Some(best)) if stopped.is_canonical => {
                (self.distance, self.moves) = (distance, Some(best.clone()));
                // A solution without proof is an answer, and so is one without other moves.
                form.takes_any_solution() && self.is_large()
            }
            (distance, best) => {
                self.distance = distance;
                self.moves = best.clone().filter(|_| form.takes_any_solution());
                self.is_bounded = self.moves.is_some();
                false
            }
        };
        if is_known {
            self.outcome = Outcome::Known(Cost::of(stopped.generated));
        }
    }

    /// The difficulty as written, if the board has a distance and the counts are known.
    pub(super) fn difficulty(&self) -> Option<&DifficultyText> {
        self.difficulty?.at(self.distance?)
    }

    /// Whether the best solution is the answer, although it is not known to be canonical.
    pub(super) const fn is_bounded(&self) -> bool {
        self.is_bounded
    }

    /// Explains why there is no answer.
    pub(super) fn error(&self) -> Option<String> {
        match &self.outcome {
            Outcome::Known(_) => None,
            Outcome::Bounded(stopped) => Some(stopped.to_string()),
            Outcome::Unsolvable(why) => Some(why.to_string()),
        }
    }

    /// What the answer cost, or the search that was stopped.
    pub(super) fn cost(&self) -> Option<Cost> {
        match &self.outcome {
            Outcome::Known(cost) => Some(*cost),
            Outcome::Bounded(stopped) => Some(Cost::of(stopped.generated)),
            Outcome::Unsolvable(_) => None,
        }
    }

    /// The lower bound that was proved, if the search was stopped.
    pub(super) fn lower_bound(&self) -> Option<u32> {
        match &self.outcome {
            Outcome::Bounded(stopped) => Some(stopped.at_least).filter(|&bound| bound > 0),
            _ => None,
        }
    }

    /// Writes the solution, in the notation asked for: the canonical one, or else the best one
    /// found. Writes nothing if there is none.
    pub(super) fn solution(&self, text: &mut Vec<u8>) -> Option<()> {
        let moves = self.moves.as_ref()?;
        match self.notation {
            Notation::Blank => moves.write_to(text),
            _ => self.write_moves(moves.iter().copied(), text),
        }
        Some(())
    }

    /// Writes moves of this board, one after the other.
    pub(super) fn write_moves(&self, moves: impl IntoIterator<Item = Move>, text: &mut Vec<u8>) {
        let written = match self.board {
            AnyBoard::Board(board) => self.notation.write(moves, Some(board), text),
            AnyBoard::Rectangle(board) => self.notation.write_on(moves, board, text),
        };
        written.expect("moves of a solution, which are legal");
    }

    /// Every legal move with the distance after it, the best first.
    pub(super) fn legal(&self) -> Option<Vec<(Move, u32)>> {
        let AnyBoard::Board(board) = self.board else { return None };
        Some(legal_moves(board, self.distance?, self.next?))
    }

    /// What separates solutions on a line.
    pub(super) const fn between_solutions(&self) -> u8 {
        // The numbers of tiles have spaces between them.
        if matches!(self.notation, Notation::Tiles) { b';' } else { b' ' }
    }

    /// Writes moves of this board, one beside the other.
    pub(super) fn set(&self, moves: MoveSet, text: &mut Vec<u8>) {
        // Larger boards have no sets of moves.
        let AnyBoard::Board(board) = self.board else { return };
        let written = self.notation.write_set(moves, Some(board), text);
        written.expect("legal moves of this board");
    }

    /// Writes moves with the distances after them: `d:18 l:18 r:20`.
    pub(super) fn legal_moves(&self, legal: &[(Move, u32)], text: &mut Vec<u8>) {
        for (i, &(mv, distance)) in legal.iter().enumerate() {
            if i > 0 {
                text.push(b' ');
            }
            self.set(mv.into(), text);
            text.push(b':');
            write_number(distance, text);
        }
    }

    fn is_large(&self) -> bool {
        match self.board {
            AnyBoard::Board(board) => board.shape().cells() > MAX_NUMBERED_CELLS,
            AnyBoard::Rectangle(_) => true,
        }
    }

    /// Writes the cells, separated by spaces, without marking the rows.
    pub(super) fn cells(&self, text: &mut Vec<u8>) {
        match self.board {
            AnyBoard::Board(board) => write_cells(board.cells(), text),
            AnyBoard::Rectangle(board) => write_cells(board.cells(), text),
        }
    }
}

fn write_cells<T: itoa::Integer + Default + PartialEq>(cells: &[T], text: &mut Vec<u8>) {
    for (cell, &tile) in cells.iter().enumerate() {
        if cell > 0 {
            text.push(b' ');
        }
        if tile == T::default() {
            text.push(b'x');
        } else {
            write_number(tile, text);
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
        Format::Csv => Box::new(columns::Rows::new(Frame::Csv, form)),
        Format::Jsonl => Box::new(columns::Rows::new(Frame::Jsonl, form)),
    }
}

fn write_number(number: impl itoa::Integer, text: &mut Vec<u8>) {
    text.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
}
