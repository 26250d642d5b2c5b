//! Answers in the multi-tile metric, whose moves have a number of cells.

use super::columns::Frame;
use super::{Record, write_number};
use crate::bulk::{Answer, Form};
use crate::puzzle::{Board, MultiMove, MultiMoves, Notation};

/// What was found for a board in the multi-tile metric, beside distance and count. What is not
/// asked for is `None`.
pub struct MultiFound {
    pub board: Board,
    pub moves: MultiMoves,
    pub next: Option<Vec<MultiMove>>,
    pub solutions: Option<Vec<MultiMoves>>,
    pub legal: Option<Vec<(MultiMove, u32)>>,
}

impl MultiFound {
    /// Writes moves of this board, one after another.
    fn solution(&self, moves: &MultiMoves, notation: Notation, text: &mut Vec<u8>) {
        write(moves, &self.board, notation, text);
    }

    /// Writes moves of this board, one beside the other.
    fn set(&self, moves: &[MultiMove], notation: Notation, text: &mut Vec<u8>) {
        for (number, &mv) in moves.iter().enumerate() {
            if notation == Notation::Tiles && number > 0 {
                text.push(b' ');
            }
            write(&[mv], &self.board, notation, text);
        }
    }

    /// Writes moves with the distances after them: `d2:18 l:18 r:20`.
    fn legal(&self, legal: &[(MultiMove, u32)], notation: Notation, text: &mut Vec<u8>) {
        for (number, &(mv, distance)) in legal.iter().enumerate() {
            if number > 0 {
                text.push(b' ');
            }
            self.set(&[mv], notation, text);
            text.push(b':');
            write_number(distance, text);
        }
    }
}

fn write(moves: &[MultiMove], board: &Board, notation: Notation, text: &mut Vec<u8>) {
    let written = notation.write_multi(moves, Some(board), text);
    written.expect("moves of a solution, which are legal");
}

impl MultiFound {
    /// Writes the lines of text of an answer that has moves, if they are known.
    pub(super) fn lines(&self, record: &Record<'_>, form: Form, text: &mut Vec<u8>) -> Option<()> {
        if form.show {
            self.draw(record.notation, text);
            return Some(());
        }
        match form.answer {
            Answer::Next => self.set(self.next.as_ref()?, record.notation, text),
            Answer::Legal => self.legal(self.legal.as_ref()?, record.notation, text),
            Answer::All => {
                for moves in self.solutions.as_ref()? {
                    self.solution(moves, record.notation, text);
                    text.push(b'\n');
                }
                return Some(());
            }
            _ => self.solution(&self.moves, record.notation, text),
        }
        text.push(b'\n');
        Some(())
    }

    /// Writes a column with named fields.
    pub(super) fn column(
        &self,
        record: &Record<'_>,
        name: &str,
        frame: Frame,
        text: &mut Vec<u8>,
    ) -> Option<()> {
        match name {
            "moves" => {
                frame.word(text, |text| self.solution(&self.moves, record.notation, text));
            }
            "next" => {
                let next = self.next.as_ref()?;
                frame.word(text, |text| self.set(next, record.notation, text));
            }
            "solutions" => {
                let solutions = self.solutions.as_ref()?;
                frame.list(solutions, record.between_solutions(), text, |moves, text| {
                    frame.word(text, |text| self.solution(moves, record.notation, text));
                });
            }
            _ => {
                let legal = self.legal.as_ref()?;
                if frame == Frame::Csv {
                    self.legal(legal, record.notation, text);
                    return Some(());
                }
                frame.list(legal, b',', text, |&(mv, distance), text| {
                    text.extend_from_slice(b"{\"move\":\"");
                    self.set(&[mv], record.notation, text);
                    text.extend_from_slice(b"\",\"distance\":");
                    write_number(distance, text);
                    text.push(b'}');
                });
            }
        }
        Some(())
    }
}

impl MultiFound {
    /// Draws the board, and again after each move.
    fn draw(&self, notation: Notation, text: &mut Vec<u8>) {
        let (mut board, moves) = (self.board, &self.moves);
        text.extend_from_slice(format!("{board:#}\n").as_bytes());
        for (number, &mv) in (1..).zip(moves.iter()) {
            text.extend_from_slice(format!("\n{number}/{}: ", moves.len()).as_bytes());
            write(&[mv], &board, notation, text);
            board = board.moved_by(mv).expect("moves of a solution, which are legal");
            text.extend_from_slice(format!("\n{board:#}\n").as_bytes());
        }
    }
}
