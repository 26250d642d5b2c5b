//! One answer a line and nothing else.

use tilebase::{Batch, Board, Error, MoveSet, PackedMoves};

use super::Write;
use crate::cli::answers::Answer;

/// The plain answers.
pub struct Text {
    answer: Answer,
    /// The line of every set of moves, by its bits.
    sets: [String; 16],
}

impl Text {
    pub fn new(answer: Answer) -> Text {
        Text {
            answer,
            sets: std::array::from_fn(|bits| format!("{}\n", MoveSet::from_bits(bits as u8))),
        }
    }
}

/// A line with an answer, which `write` writes; none means that the board cannot reach the goal.
#[inline]
fn line<A>(answer: Option<&A>, text: &mut Vec<u8>, write: impl Fn(&A, &mut Vec<u8>)) {
    match answer {
        Some(answer) => write(answer, text),
        None => text.extend_from_slice(b"unsolvable\n"),
    }
}

fn lines<A>(answers: &[Option<A>], text: &mut Vec<u8>, write: impl Fn(&A, &mut Vec<u8>)) {
    for answer in answers {
        line(answer.as_ref(), text, &write);
    }
}

fn write_number<N: itoa::Integer + Copy>(number: &N, text: &mut Vec<u8>) {
    text.extend_from_slice(itoa::Buffer::new().format(*number).as_bytes());
    text.push(b'\n');
}

impl Write for Text {
    fn boards(&self, batch: &Batch, boards: &[Board], text: &mut Vec<u8>) -> Result<(), Error> {
        match self.answer {
            Answer::Moves => {
                let mut solutions: Vec<Option<PackedMoves>> = vec![None; boards.len()];
                batch.solutions(boards, &mut solutions)?;
                lines(&solutions, text, PackedMoves::write_line);
            }
            Answer::Distance => {
                let mut distances: Vec<Option<u32>> = vec![None; boards.len()];
                batch.distances(boards, &mut distances)?;
                lines(&distances, text, write_number);
            }
            Answer::Next => {
                let mut next: Vec<Option<MoveSet>> = vec![None; boards.len()];
                batch.optimal_moves(boards, &mut next)?;
                lines(&next, text, |set, text| {
                    text.extend_from_slice(self.sets[usize::from(set.bits())].as_bytes())
                });
            }
            Answer::Count => {
                for board in boards {
                    let count = match batch.oracle().count_solutions(board) {
                        Err(Error::Unsolvable(_)) => None,
                        count => Some(count?),
                    };
                    line(count.as_ref(), text, write_number);
                }
            }
        }
        Ok(())
    }

    fn plain_lines(
        &self,
        batch: &Batch,
        lines: &[u8],
        text: &mut Vec<u8>,
    ) -> Result<(u64, usize), Error> {
        let mut count = 0;
        let bytes = match self.answer {
            Answer::Moves => batch.plain_lines(lines, |answer| {
                count += 1;
                answer.write_solution(text);
            })?,
            Answer::Distance => batch.plain_lines(lines, |answer| {
                count += 1;
                answer.write_distance(text);
            })?,
            Answer::Next | Answer::Count => 0,
        };
        Ok((count, bytes))
    }

    fn invalid(&self, _: &[u8], _: &str, text: &mut Vec<u8>) {
        text.extend_from_slice(b"invalid\n");
    }
}
