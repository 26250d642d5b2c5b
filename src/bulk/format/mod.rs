//! Writing answers, in either metric: text in one file, and named fields in another.

mod columns;
mod text;

use columns::{Frame, Rows};
use text::Text;

use super::difficulty::{Difficulty, DifficultyText};
use super::{Form, Format};
use crate::limits::Cost;
use crate::outcome::{Ask, Outcome};
use crate::puzzle::{Board, Extent, MAX_NUMBERED_CELLS, Move, Notation, Rectangle, Slide};

/// A board of any size.
#[derive(Clone, Copy)]
pub(super) enum AnyBoard<'b> {
    Board(&'b Board),
    /// A board of more than 25 cells.
    Rectangle(&'b Rectangle),
}

/// Everything found for a board. What is not known is `None`.
pub(super) struct Record<'b, M: Slide = Move> {
    pub board: AnyBoard<'b>,
    /// What it cost to find, or why there is no answer.
    pub outcome: Outcome<Cost>,
    pub distance: Option<u32>,
    pub moves: Option<M::Sequence>,
    pub next: Option<M::Set>,
    pub count: Option<u128>,
    pub solutions: Option<Vec<M::Sequence>>,
    /// Every legal move with the distance after it, the best first.
    pub legal: Option<Vec<(M, u32)>>,
    pub difficulty: Option<&'b Difficulty>,
    notation: Notation,
    /// Whether `moves` is the best solution found, which is not known to be canonical.
    is_bounded: bool,
    /// Whether a note says what is proved of the best solution.
    pub told: bool,
}

impl<'b, M: Slide> Record<'b, M> {
    /// A record with nothing found yet.
    pub fn new(board: AnyBoard<'b>, notation: Notation) -> Record<'b, M> {
        Record {
            board,
            outcome: Outcome::Known(Cost::default()),
            distance: None,
            moves: None,
            next: None,
            count: None,
            solutions: None,
            legal: None,
            difficulty: None,
            notation,
            is_bounded: false,
            told: false,
        }
    }

    /// Adds the canonical solution and all optimal moves.
    pub fn fill(&mut self, moves: M::Sequence, next: Option<M::Set>) {
        (self.distance, self.next) = (Some(moves.len() as u32), next);
        self.moves = Some(moves);
    }

    /// Sets what the answer cost, or why there is none. Then only what is proved is kept: if the
    /// limit was reached after the solution was found, that is the solution.
    pub fn finish(&mut self, form: Form, outcome: Outcome<Cost>) {
        self.outcome = outcome;
        let Outcome::Bounded(stopped) = &self.outcome else { return };
        (self.moves, self.next, self.legal, self.count) = (None, None, None, None);
        let best = stopped.best.as_ref().map(M::Sequence::from);
        let is_known = match (stopped.distance(), best) {
            (Some(distance), _) if form.ask() == Ask::DISTANCE => {
                self.distance = Some(distance);
                true
            }
            (distance, Some(best)) if stopped.is_canonical => {
                (self.distance, self.moves) = (distance, Some(best));
                // Of these shapes any solution is an answer, so this one is, even if its other
                // optimal moves are not known.
                form.takes_any_solution() && self.is_large()
            }
            (distance, best) => {
                self.distance = distance;
                self.moves = best.filter(|_| form.takes_any_solution());
                self.is_bounded = self.moves.is_some();
                false
            }
        };
        if is_known {
            self.outcome = Outcome::Known(Cost::of(stopped.generated));
        }
    }

    /// The difficulty as written, if the board has a distance and the counts are known.
    pub fn difficulty(&self) -> Option<&DifficultyText> {
        self.difficulty?.at(self.distance?)
    }

    /// Whether the best solution is the answer, although it is not known to be canonical.
    pub const fn is_bounded(&self) -> bool {
        self.is_bounded
    }

    /// Explains why there is no answer.
    pub fn error(&self) -> Option<String> {
        match &self.outcome {
            Outcome::Known(_) => None,
            Outcome::Bounded(stopped) => Some(stopped.to_string()),
            Outcome::Unsolvable(why) => Some(why.to_string()),
        }
    }

    /// What the answer cost, or the search that was stopped.
    pub fn cost(&self) -> Option<Cost> {
        match &self.outcome {
            Outcome::Known(cost) => Some(*cost),
            Outcome::Bounded(stopped) => Some(Cost::of(stopped.generated)),
            Outcome::Unsolvable(_) => None,
        }
    }

    /// The lower bound that was proved, if the search was stopped.
    pub fn lower_bound(&self) -> Option<u32> {
        match &self.outcome {
            Outcome::Bounded(stopped) => Some(stopped.at_least).filter(|&bound| bound > 0),
            _ => None,
        }
    }

    /// Writes moves of this board, one after the other.
    #[inline]
    pub fn write_moves(&self, moves: &[M], text: &mut Vec<u8>) {
        let written = match self.board {
            AnyBoard::Board(board) => M::write_to(moves, self.notation, board, text),
            AnyBoard::Rectangle(board) => {
                self.notation.write_on(M::singles(moves).iter().copied(), board, text)
            }
        };
        written.expect("moves of a solution, which are legal");
    }

    /// What separates solutions on a line.
    pub const fn between_solutions(&self) -> u8 {
        // The numbers of tiles have spaces between them.
        if matches!(self.notation, Notation::Tiles) { b';' } else { b' ' }
    }

    /// Writes moves of this board, one beside the other.
    #[inline]
    pub fn set(&self, moves: &M::Set, text: &mut Vec<u8>) {
        // Larger boards have no sets of moves.
        let AnyBoard::Board(board) = self.board else { return };
        let written = M::write_set(moves, self.notation, board, text);
        written.expect("legal moves of this board");
    }

    /// Writes moves with the distances after them: `d:18 l:18 r:20`.
    pub fn legal_moves(&self, legal: &[(M, u32)], text: &mut Vec<u8>) {
        for (i, &(mv, distance)) in legal.iter().enumerate() {
            if i > 0 {
                text.push(b' ');
            }
            self.write_moves(&[mv], text);
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

    /// Writes the board as its `Display` does, so that it can be read again.
    pub fn write_board(&self, text: &mut Vec<u8>) {
        match self.board {
            AnyBoard::Board(board) => write_rows(board.cells(), board.shape().into(), text),
            AnyBoard::Rectangle(board) => write_rows(board.cells(), board.extent(), text),
        }
    }
}

/// Writes the rows of a board. Formatting it takes half as long again for a whole line of CSV.
fn write_rows<T>(cells: &[T], size: Extent, text: &mut Vec<u8>)
where
    T: itoa::Integer + Default + PartialEq,
{
    for (row, cells) in cells.chunks_exact(size.cols).enumerate() {
        let before = size.separator(row * size.cols, false);
        text.extend_from_slice(before.as_bytes());
        for (col, &tile) in cells.iter().enumerate() {
            if col > 0 {
                text.push(b' ');
            }
            if tile == T::default() {
                text.push(b'x');
            } else {
                write_number(tile, text);
            }
        }
    }
}

/// Writes answers in one format.
pub(super) enum RecordWriter {
    Text(Text),
    Rows(Rows),
}

impl RecordWriter {
    /// The writer for a form.
    pub fn new(form: Form) -> RecordWriter {
        match form.format {
            Format::Text => RecordWriter::Text(Text { form }),
            Format::Csv => RecordWriter::Rows(Rows::new(Frame::Csv, form)),
            Format::Jsonl => RecordWriter::Rows(Rows::new(Frame::Jsonl, form)),
        }
    }

    /// What to write before the first answer.
    pub fn head(&self) -> String {
        match self {
            RecordWriter::Text(_) => String::new(),
            RecordWriter::Rows(rows) => rows.head(),
        }
    }

    /// Writes the answer for a board.
    pub fn record<M: Slide>(&self, record: &Record<'_, M>, text: &mut Vec<u8>) {
        match self {
            RecordWriter::Text(lines) => lines.record(record, text),
            RecordWriter::Rows(rows) => rows.record(record, text),
        }
    }

    /// Writes the answer for an invalid line.
    pub fn invalid(&self, line: &[u8], why: &str, text: &mut Vec<u8>) {
        match self {
            RecordWriter::Text(lines) => lines.invalid(text),
            RecordWriter::Rows(rows) => rows.invalid(line, why, text),
        }
    }
}

fn write_number(number: impl itoa::Integer, text: &mut Vec<u8>) {
    text.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
}
