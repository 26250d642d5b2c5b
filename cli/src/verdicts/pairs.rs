//! Boards, and the answers to them from another input, in step.

use std::io;
use std::path::Path;

use tilebase::bulk::{LineBuffer, Lines};

use crate::boards::{BoardBlock, BoardReader, InputBoard};
use crate::input::{Input, Line};
use crate::report::InputPosition;
use crate::session::Session;

/// The number of pairs read at once.
const PAIRS: usize = 1024;

/// Boards, and the lines of another input that answer them.
pub struct Pairs {
    boards: BoardReader,
    answers: LineBuffer<Input>,
    /// Boards that were read, and how many of them have their answers.
    ahead: BoardBlock,
    answered: usize,
    /// The number of lines of answers read.
    lines: u64,
    longest: usize,
}

/// Some pairs. If one input ends before the other, there are fewer of it.
#[derive(Default)]
pub struct Chunk {
    boards: BoardBlock,
    answers: Vec<u8>,
    /// The number of lines of answers before these.
    lines_before: u64,
    /// The longest line accepted.
    longest: usize,
}

impl Pairs {
    /// Opens the two inputs. One of them may be `-`, which is standard input.
    pub fn open(
        boards: &Path,
        read: impl FnOnce(Input) -> anyhow::Result<BoardReader>,
        answers: &Path,
        longest: usize,
        session: &Session,
    ) -> anyhow::Result<Pairs> {
        let boards = read(Input::open(boards, session)?)?;
        let answers = LineBuffer::new(Input::open(answers, session)?).longest(longest);
        Ok(Pairs { boards, answers, ahead: BoardBlock::default(), answered: 0, lines: 0, longest })
    }

    /// Reads the next pairs into `chunk`. Returns the pairs that are available, and waits only if
    /// there are none. Returns false at the end.
    pub fn next(&mut self, chunk: &mut Chunk) -> io::Result<bool> {
        if self.answered == self.ahead.len() {
            self.answered = 0;
            while self.boards.read_boards(usize::MAX, &mut self.ahead)? && self.ahead.is_empty() {}
        }
        let boards = self.ahead.len() - self.answered;
        let mut pairs = PAIRS;
        if self.answers.fill()? && boards > 0 {
            pairs = pairs.min(boards).min(self.answers.lines().count());
        }
        chunk.boards = BoardBlock::default();
        for board in self.ahead.boards().skip(self.answered).take(pairs) {
            chunk.boards.push(board);
        }
        self.answered += chunk.boards.len();
        let mut lines = self.answers.lines();
        let taken = lines.by_ref().take(pairs).count();
        let bytes = self.answers.buffer().len() - lines.rest().len();
        chunk.answers.clear();
        chunk.answers.extend_from_slice(&self.answers.buffer()[..bytes]);
        chunk.lines_before = self.lines;
        chunk.longest = self.longest;
        self.answers.consume(bytes);
        self.lines += taken as u64;
        Ok(chunk.boards.len() + taken > 0)
    }
}

impl Chunk {
    /// The pairs, with `None` for an input that has ended, and before them the board's position, or
    /// that of an answer without a board.
    pub fn pairs(
        &self,
    ) -> impl Iterator<Item = (InputPosition, Option<InputBoard<'_>>, Option<Line<'_>>)> {
        let (mut boards, mut answers) =
            (self.boards.boards(), Lines::new(&self.answers).longest(self.longest));
        let mut line = self.lines_before;
        std::iter::from_fn(move || {
            let (board, answer) = (boards.next(), answers.next());
            line += 1;
            let position = InputPosition::Line(board.map_or(line, |board| board.line));
            (board.is_some() || answer.is_some()).then_some((position, board, answer))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::boards::LayoutArgs;
    use std::fs;
    use tilebase::bulk::MAX_LINE;
    use tilebase::reading::Reading;

    #[test]
    fn boards_and_answers_in_step() {
        let folder = tempfile::tempdir().unwrap();
        let (first, second) = (folder.path().join("first"), folder.path().join("second"));
        let long = "7".repeat(300_000);
        fs::write(&first, format!("a\n# comment\n\n{long}\nb\r\n").repeat(300)).unwrap();
        fs::write(&second, "1\n2\n3\n4\n".repeat(300) + "5").unwrap();
        let mut pairs = Pairs::open(
            &first,
            |input| LayoutArgs::default().boards(input, &Reading::default(), None),
            &second,
            MAX_LINE,
            &Session::default(),
        )
        .unwrap();
        let mut chunk = Chunk::default();
        let mut found = Vec::new();
        while pairs.next(&mut chunk).unwrap() {
            for (place, board, answer) in chunk.pairs() {
                let board = board.map(|board| match board.checked() {
                    Ok(text) => String::from_utf8_lossy(text).into_owned(),
                    Err(_) => "long".to_owned(),
                });
                let answer = answer.map(|line| String::from_utf8_lossy(line.unwrap()).into_owned());
                found.push((place.to_string(), board.unwrap_or_default(), answer.unwrap()));
            }
        }
        assert_eq!(found.len(), 1201);
        let last = ("line 1201".to_owned(), String::new(), "5".to_owned());
        assert_eq!(found.pop(), Some(last));
        for (number, four) in (0..).zip(found.chunks(4)) {
            let expected = [(1, "a", "1"), (3, "", "2"), (4, "long", "3"), (5, "b", "4")];
            assert_eq!(
                four,
                expected.map(|(line, a, b)| {
                    (format!("line {}", 5 * number + line), a.to_owned(), b.to_owned())
                })
            );
        }
    }
}
