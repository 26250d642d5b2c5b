//! The text format: just the answer.

use super::{AnyBoard, Record, Write, write_number};
use crate::bulk::{Answer, Form};
use crate::drawing::{self, Frame};
use crate::outcome::Outcome;
use crate::puzzle::{MoveSet, Moves, Notation};

/// Writes one line per answer, except for all solutions and drawings.
pub(super) struct Text {
    form: Form,
    /// The line for every set of moves, by its bits.
    sets: [String; 16],
}

impl Text {
    pub(super) fn new(form: Form) -> Text {
        let line = |bits| format!("{}\n", MoveSet::from_bits(bits as u8));
        Text { form, sets: std::array::from_fn(line) }
    }

    /// Writes a solution that is not known to be the canonical one, after the lower bound and its
    /// length unless a note says them.
    fn best(&self, record: &Record<'_>, best: &Moves, text: &mut Vec<u8>) {
        let is_distance = self.form.answer == Answer::Distance && !self.form.show;
        if is_distance || !record.told {
            write_number(record.lower_bound().unwrap_or(0), text);
            text.extend_from_slice(b"..");
            write_number(best.len(), text);
            text.push(if is_distance || self.form.show { b'\n' } else { b' ' });
        }
        if self.form.show {
            draw(record, best, text);
        } else if !is_distance {
            record.write_moves(best.iter().copied(), text);
            text.push(b'\n');
        }
    }

    /// Writes what is asked for, if it is known.
    fn value(&self, record: &Record<'_>, text: &mut Vec<u8>) -> Option<()> {
        let is_number =
            matches!(self.form.answer, Answer::Distance | Answer::Difficulty | Answer::Count);
        if let Some(multi) = record.multi.as_ref().filter(|_| self.form.show || !is_number) {
            return multi.lines(record, self.form, text);
        }
        match self.form.answer {
            _ if self.form.show => {
                draw(record, record.moves.as_ref()?, text);
                return Some(());
            }
            Answer::Moves => record.solution(text)?,
            Answer::Distance => write_number(record.distance?, text),
            Answer::Difficulty => {
                text.extend_from_slice(record.difficulty()?.percent.as_bytes());
                return Some(());
            }
            Answer::Next if self.form.notation == Notation::Blank => {
                let line = &self.sets[usize::from(record.next?.bits())];
                text.extend_from_slice(line.as_bytes());
                return Some(());
            }
            Answer::Next => record.set(record.next?, text),
            Answer::Count => write_number(record.count?, text),
            Answer::All => {
                for moves in record.solutions.as_ref()? {
                    record.write_moves(moves.iter().copied(), text);
                    text.push(b'\n');
                }
                return Some(());
            }
            Answer::Legal => record.legal_moves(&record.legal()?, text),
        }
        text.push(b'\n');
        Some(())
    }

    /// Ends an answer that may have several lines.
    fn end(&self, text: &mut Vec<u8>) {
        if self.form.apart && (self.form.show || self.form.answer == Answer::All) {
            text.push(b'\n');
        }
    }
}

impl Write for Text {
    fn record(&self, record: &Record<'_>, text: &mut Vec<u8>) {
        match &record.outcome {
            Outcome::Unsolvable(_) => text.extend_from_slice(b"unsolvable\n"),
            Outcome::Bounded(_) => {
                if let Some(best) = record.moves.as_ref().filter(|_| record.is_bounded()) {
                    self.best(record, best, text);
                    return self.end(text);
                }
                text.extend_from_slice(b"stopped");
                if let Some(bound) = record.lower_bound() {
                    text.extend_from_slice(b": at least ");
                    write_number(bound, text);
                }
                text.push(b'\n');
            }
            Outcome::Known(_) => {
                if self.value(record, text).is_none() {
                    text.extend_from_slice(b"unknown\n");
                }
            }
        }
        self.end(text);
    }

    fn invalid(&self, _: &[u8], _: &str, text: &mut Vec<u8>) {
        text.extend_from_slice(b"invalid\n");
        self.end(text);
    }
}

/// Draws the board, and again after each move, with the tile that moved in brackets.
fn draw(record: &Record<'_>, moves: &Moves, text: &mut Vec<u8>) {
    let mut board = match record.board {
        AnyBoard::Board(board) => *board,
        AnyBoard::Rectangle(board) => {
            text.extend_from_slice(drawing::steps(board, moves, record.notation).as_bytes());
            text.push(b'\n');
            return;
        }
    };
    let draw = |board, moved, text: &mut Vec<u8>| {
        let frame = Frame { board, moved, caption: String::new() };
        text.extend_from_slice(frame.text().as_bytes());
        text.push(b'\n');
    };
    draw(board, None, text);
    for (number, &mv) in (1..).zip(moves.iter()) {
        text.extend_from_slice(format!("\n{number}/{}: ", moves.len()).as_bytes());
        Record::new(AnyBoard::Board(&board), record.notation).set(mv.into(), text);
        text.push(b'\n');
        let blank = board.blank_cell();
        board = board.moved(mv).expect("moves of a solution, which are legal");
        draw(board, Some(board.cells()[blank]), text);
    }
}
