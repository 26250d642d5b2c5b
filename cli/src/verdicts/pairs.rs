//! Boards, and the answers to them beside them or from another input, in step.

use std::io;
use std::path::Path;

use tilebase::bulk::Lines;
use tilebase::puzzle::Extent;
use tilebase::reading::Reading;

use crate::boards::{AnswerColumn, BoardBlock, BoardReader, Expected, InputBoard, open};
use crate::input::Input;
use crate::report::InputPosition;
use crate::session::Session;

/// The number of pairs read at once.
const PAIRS: usize = 1024;

/// Boards, and their answers.
pub struct Pairs {
    boards: BoardReader,
    /// The answers, unless they are beside the boards.
    answers: Option<AnswerFile>,
    /// Boards that were read, and how many of them have their answers.
    ahead: BoardBlock,
    answered: usize,
    reading: Reading,
    size: Option<Extent>,
    longest: usize,
}

/// The answers of an input of their own.
struct AnswerFile {
    reader: BoardReader,
    /// Those that were read.
    ahead: BoardBlock,
    /// How many rows of them were taken, or how many bytes of lines.
    taken: usize,
    /// The number of lines taken, if each is an answer.
    lines: u64,
}

/// Some pairs. If one input ends before the other, there are fewer of it.
#[derive(Default)]
pub struct Chunk {
    boards: BoardBlock,
    answers: ChunkAnswers,
    /// The longest answer accepted.
    longest: usize,
}

#[derive(Default)]
enum ChunkAnswers {
    /// They are beside the boards.
    #[default]
    Beside,
    /// Lines, and how many were before them.
    Lines(Vec<u8>, u64),
    Rows(BoardBlock),
}

/// An answer.
pub enum GivenAnswer<'l> {
    Text(&'l [u8]),
    /// One that is too long.
    Long(String),
    /// A row that has none, and why.
    Flawed(&'l str),
}

/// A board and its answer, each with `None` if there is none, and before them the board's
/// position, or that of an answer without a board.
pub type Pair<'l> = (InputPosition, Option<InputBoard<'l>>, Option<GivenAnswer<'l>>);

impl Pairs {
    /// Opens the inputs. One of them may be `-`, which is standard input. Without a second one the
    /// answers are beside the boards.
    pub fn open(
        boards: &Path,
        expected: Expected,
        (answers, column): (Option<&Path>, &AnswerColumn),
        session: &Session,
    ) -> anyhow::Result<Pairs> {
        let (reading, size, longest) = (expected.reading.clone(), expected.size, expected.longest);
        let beside = answers.is_none().then(|| column.expected(false));
        let expected = Expected { ids: true, answers: beside, ..expected };
        let boards = open(Input::open(boards, session)?, expected)?;
        let answers = match answers {
            None => None,
            Some(answers) => Some(AnswerFile {
                reader: column.alone(Input::open(answers, session)?, longest),
                ahead: BoardBlock::default(),
                taken: 0,
                lines: 0,
            }),
        };
        let ahead = BoardBlock::default();
        Ok(Pairs { boards, answers, ahead, answered: 0, reading, size, longest })
    }

    /// Reads the next pairs into `chunk`. Returns the pairs that are available, and waits only if
    /// there are none. Returns false at the end.
    pub fn next(&mut self, chunk: &mut Chunk) -> io::Result<bool> {
        if self.answered == self.ahead.len() {
            self.answered = 0;
            while self.boards.read_boards(usize::MAX, &mut self.ahead)? && self.ahead.is_empty() {}
        }
        let boards = self.ahead.len() - self.answered;
        let (mut pairs, mut taken) = (PAIRS, 0);
        chunk.longest = self.longest;
        chunk.answers = ChunkAnswers::Beside;
        if let Some(answers) = &mut self.answers {
            let available = answers.available(PAIRS)?;
            if available > 0 && boards > 0 {
                pairs = pairs.min(boards).min(available);
            }
            (chunk.answers, taken) = answers.take(pairs);
        }
        chunk.boards = BoardBlock::default();
        for board in self.ahead.boards().skip(self.answered).take(pairs) {
            chunk.boards.push(board);
        }
        self.answered += chunk.boards.len();
        if let ChunkAnswers::Rows(rows) = &chunk.answers {
            for (board, row) in chunk.boards.boards().zip(rows.boards()) {
                self.expect_same(board, row)?;
            }
        }
        Ok(chunk.boards.len() + taken > 0)
    }

    /// Refuses an answer whose row has another `id`, or another board, than the board's.
    fn expect_same(&self, board: InputBoard<'_>, row: InputBoard<'_>) -> io::Result<()> {
        let refuse = |what: &str, [own, other]: [&[u8]; 2]| {
            let (at, line) = (row.line, board.line);
            let [own, other] = [own, other].map(String::from_utf8_lossy);
            io::Error::other(format!(
                "line {at} of the answers has the {what} `{other}`, but line {line} of the boards \
                 `{own}`; expected the answers in the order of the boards"
            ))
        };
        let Some(answer) = row.parts else { return Ok(()) };
        let id = board.parts.and_then(|parts| parts.id.as_deref());
        if let (Some(own), Some(other)) = (id, answer.id.as_deref())
            && own.trim_ascii() != other.trim_ascii()
        {
            return Err(refuse("id", [own, other]));
        }
        // Our own rows have boards in the usual way, whatever the input has.
        let readings = [&self.reading, &Reading::default()];
        let read = |text: &[u8]| readings.map(|reading| reading.board(text, self.size).ok());
        if let Some(other) = &answer.board
            && other.trim_ascii() != board.text.trim_ascii()
            && let (found, [own @ Some(_), _]) = (read(other), read(board.text))
            && found.iter().any(Option::is_some)
            && !found.contains(&own)
        {
            return Err(refuse("board", [board.text, other]));
        }
        Ok(())
    }
}

impl AnswerFile {
    /// How many answers were read and not taken, up to this many. Reads more only if there are
    /// none.
    fn available(&mut self, most: usize) -> io::Result<usize> {
        let mut more = true;
        loop {
            let count = match self.ahead.lines() {
                Some(lines) => Lines::new(&lines[self.taken..]).take(most).count(),
                None => self.ahead.len() - self.taken,
            };
            if count > 0 || !more {
                return Ok(count);
            }
            self.taken = 0;
            more = self.reader.read(usize::MAX, &mut self.ahead)?;
        }
    }

    /// Takes this many, or as many as there are.
    fn take(&mut self, count: usize) -> (ChunkAnswers, usize) {
        if let Some(text) = self.ahead.lines() {
            let text = &text[self.taken..];
            let mut lines = Lines::new(text);
            let taken = lines.by_ref().take(count).count();
            let bytes = text.len() - lines.rest().len();
            let before = self.lines;
            self.taken += bytes;
            self.lines += taken as u64;
            return (ChunkAnswers::Lines(text[..bytes].to_vec(), before), taken);
        }
        let mut rows = BoardBlock::default();
        self.ahead.boards().skip(self.taken).take(count).for_each(|row| rows.push(row));
        self.taken += rows.len();
        let taken = rows.len();
        (ChunkAnswers::Rows(rows), taken)
    }
}

impl Chunk {
    /// The pairs.
    pub fn pairs(&self) -> Box<dyn Iterator<Item = Pair<'_>> + '_> {
        let mut boards = self.boards.boards();
        let at = |line, board: Option<InputBoard<'_>>| {
            InputPosition::Line(board.map_or(line, |board| board.line))
        };
        match &self.answers {
            ChunkAnswers::Beside => {
                Box::new(boards.map(move |board| (at(0, Some(board)), Some(board), self.of(board))))
            }
            ChunkAnswers::Lines(lines, before) => {
                let mut answers = Lines::new(lines).longest(self.longest);
                let mut line = *before;
                Box::new(std::iter::from_fn(move || {
                    let (board, answer) = (boards.next(), answers.next());
                    line += 1;
                    let answer = answer.map(|answer| match answer {
                        Ok(text) => GivenAnswer::Text(text),
                        Err(why) => GivenAnswer::Long(why.to_string()),
                    });
                    (board.is_some() || answer.is_some()).then_some((
                        at(line, board),
                        board,
                        answer,
                    ))
                }))
            }
            ChunkAnswers::Rows(rows) => {
                let mut rows = rows.boards();
                Box::new(std::iter::from_fn(move || {
                    let (board, row) = (boards.next(), rows.next());
                    let line = row.map_or(0, |row| row.line);
                    let answer = row.and_then(|row| match row.flaw {
                        Some(flaw) => Some(GivenAnswer::Flawed(flaw)),
                        None => self.of(row),
                    });
                    (board.is_some() || row.is_some()).then_some((at(line, board), board, answer))
                }))
            }
        }
    }

    /// The answer in a row.
    fn of<'l>(&self, row: InputBoard<'l>) -> Option<GivenAnswer<'l>> {
        let answer = row.parts?.answer.as_deref()?;
        Some(if answer.len() > self.longest {
            GivenAnswer::Long(format!("an answer of more than {} bytes", self.longest))
        } else {
            GivenAnswer::Text(answer)
        })
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::boards::LayoutArgs;

    #[test]
    fn boards_and_answers_in_step() {
        let folder = tempfile::tempdir().unwrap();
        let (first, second) = (folder.path().join("first"), folder.path().join("second"));
        let long = "7".repeat(300_000);
        fs::write(&first, format!("a\n# comment\n\n{long}\nb\r\n").repeat(300)).unwrap();
        fs::write(&second, "1\n2\n3\n4\n".repeat(300) + "5").unwrap();
        let column = AnswerColumn { name: None, names: &["moves"] };
        let mut pairs = Pairs::open(
            &first,
            LayoutArgs::default().expected(&Reading::default(), None),
            (Some(&second), &column),
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
                let answer = answer.map(|answer| match answer {
                    GivenAnswer::Text(text) => String::from_utf8_lossy(text).into_owned(),
                    _ => panic!("no text"),
                });
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
