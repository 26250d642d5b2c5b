//! Boards, and the answers to them beside them or from another input, in step.

use std::io::{self, BufReader};
use std::path::Path;

use anyhow::bail;
use tilebase::puzzle::plural;
use tilebase::text::{Answers, Reading, count_plain, longest_answer};

use crate::arguments::BoardsAndAnswers;
use crate::boards::{
    AnswerPlace, BoardBlock, BoardReader, Expected, ExpectedAnswers, InputBoard, LayoutArgs,
    of_word, open,
};
use crate::input::Input;
use crate::problems::Problems;
use crate::report::InputPosition;
use crate::session::Session;

/// The number of pairs read at once.
const PAIRS: usize = 1024;

/// Boards, and their answers.
pub struct Pairs<'p> {
    boards: Ahead,
    /// The answers, unless they are beside the boards.
    answers: Option<Ahead>,
    problems: &'p Problems,
    longest: usize,
    /// The number of boards without an answer, because the answers have ended.
    pub missing: u64,
}

/// An input that is read ahead: boards or answers, and how many of them were taken.
struct Ahead {
    /// The input, unless the only board is a word.
    reader: Option<BoardReader>,
    block: BoardBlock,
    taken: usize,
}

/// Some pairs. If the answers end before the boards, there are fewer of them.
#[derive(Default)]
pub struct Chunk {
    boards: BoardBlock,
    /// The rows or lines of answers, unless they are beside the boards.
    answers: Option<BoardBlock>,
    /// The longest answer accepted.
    longest: usize,
    /// True if the board and its answer are words.
    are_words: bool,
}

/// An answer.
pub enum GivenAnswer<'l> {
    Text(&'l [u8]),
    /// One that is too long.
    Long(String),
    /// A row that has none, and why.
    Flawed(&'l str),
}

/// A board and its answer, with `None` if there is none, and before them the board's position.
pub type Pair<'l> = (InputPosition, InputBoard<'l>, Option<GivenAnswer<'l>>);

impl<'p> Pairs<'p> {
    /// Opens the inputs. One of them may be `-`, which is standard input. Without a second one the
    /// answers are beside the boards.
    pub fn open(
        given: &BoardsAndAnswers<'_>,
        expected: Expected,
        column: &ExpectedAnswers,
        (problems, session): (&'p Problems, &Session),
    ) -> anyhow::Result<Pairs<'p>> {
        let longest = longest_answer(expected.size);
        let alone = |lines| Expected {
            answers: Some(ExpectedAnswers { place: AnswerPlace::Alone, lines, ..column.clone() }),
            ids: true,
            most_cells: 0,
            longest,
            ..LayoutArgs::default().expected(&Reading::default(), None)
        };
        let pairs = |boards, answers| Pairs { boards, answers, problems, longest, missing: 0 };
        let word = |text: &str| Ahead::word(text.as_bytes());
        let (boards, answers) = match *given {
            BoardsAndAnswers::Inputs(boards, answers) => (boards, answers),
            BoardsAndAnswers::Words(ref board, ref answer) => {
                return Ok(pairs(word(board), Some(word(answer))));
            }
            BoardsAndAnswers::BoardAndInput(ref board, answer) => {
                let lines = Answers { boards: Some(1), ..column.lines };
                let answers = Ahead::input(answer, alone(lines), session)?;
                return Ok(pairs(word(board), Some(answers)));
            }
        };
        let expected = match answers {
            None => Expected { ids: true, answers: Some(column.clone()), longest, ..expected },
            Some(_) => Expected { ids: true, ..expected },
        };
        let Some(answers) = answers else {
            return Ok(pairs(Ahead::input(boards, expected, session)?, None));
        };
        let mut lines = column.lines;
        if boards.is_file() && answers.is_file() {
            let count = count(boards, &expected, session)?;
            let plain = count_plain(BufReader::new(Input::open(answers, session)?), lines)?;
            if plain != Some(count) {
                lines.boards = Some(count);
                let found = self::count(answers, &alone(lines), session)?;
                if found != count {
                    let [boards, answers] = [boards, answers].map(Path::display);
                    bail!(
                        "{boards} has {}, but {answers} has {}; expected one answer for each board",
                        plural(count, "board"),
                        plural(found, "answer")
                    );
                }
            }
        }
        let boards = Ahead::input(boards, expected, session)?;
        Ok(pairs(boards, Some(Ahead::input(answers, alone(lines), session)?)))
    }

    /// Reads the next pairs into `chunk`. Returns the pairs that are available, and waits only if
    /// there are none. Returns false at the end.
    pub fn next(&mut self, chunk: &mut Chunk) -> io::Result<bool> {
        let boards = self.boards.available()?;
        let answers = self.answers.as_mut().map_or(Ok(0), Ahead::available)?;
        if boards == 0
            && let Some(extra) = self.answers.as_ref().and_then(Ahead::next)
        {
            let line = extra.line;
            return Err(io::Error::other(format!(
                "line {line} of the answers: an answer without a board"
            )));
        }
        // An input that has ended does not hold up the other.
        let pairs =
            [boards, answers].into_iter().filter(|&count| count > 0).fold(PAIRS, usize::min);
        (chunk.longest, chunk.are_words) = (self.longest, self.boards.reader.is_none());
        chunk.boards = self.boards.take(pairs);
        chunk.answers = self.answers.as_mut().map(|answers| answers.take(pairs));
        if let Some(answers) = &chunk.answers {
            self.missing += (chunk.boards.len() - answers.len()) as u64;
            for (board, row) in chunk.boards.boards().zip(answers.boards()) {
                self.expect_same(board, row)?;
            }
        }
        Ok(boards > 0)
    }

    /// Refuses an answer whose row has another `id`, board or goal than the board's.
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
        let readings = [&self.problems.reading, &Reading::default()];
        let differs = |own: &[u8], other: &[u8]| {
            let size = self.problems.size;
            let own_board = self.problems.reading.board(own, size).ok();
            let found = readings.map(|reading| reading.board(other, size).ok());
            own_board.is_some() && found.iter().any(Option::is_some) && !found.contains(&own_board)
        };
        if let Some(other) = &answer.board
            && other.trim_ascii() != board.text.trim_ascii()
            && differs(board.text, other)
        {
            return Err(refuse("board", [board.text, other]));
        }
        if let Some(other) = row.goal
            && let Ok((_, goal)) = self.problems.read_with_goal(board)
            && let own = goal.to_string()
            && own.as_bytes() != other
            && differs(own.as_bytes(), other)
        {
            return Err(refuse("goal", [own.as_bytes(), other]));
        }
        Ok(())
    }
}

/// The number of boards or answers in a file.
fn count(path: &Path, expected: &Expected, session: &Session) -> anyhow::Result<u64> {
    let expected = Expected { note: |_| {}, ..expected.clone() };
    Ok(open(Input::open(path, session)?, expected)?.count()?)
}

impl Ahead {
    /// A file, or standard input.
    fn input(path: &Path, expected: Expected, session: &Session) -> anyhow::Result<Ahead> {
        let reader = Some(open(Input::open(path, session)?, expected)?);
        Ok(Ahead { reader, block: BoardBlock::default(), taken: 0 })
    }

    /// A word, which is a board or an answer.
    fn word(text: &[u8]) -> Ahead {
        let mut block = BoardBlock::default();
        block.push(of_word(text, 1));
        Ahead { reader: None, block, taken: 0 }
    }

    /// The number that was read and not taken. Reads more only if there are none.
    fn available(&mut self) -> io::Result<usize> {
        if self.taken == self.block.len()
            && let Some(reader) = &mut self.reader
        {
            self.taken = 0;
            while reader.read_boards(usize::MAX, &mut self.block)? && self.block.is_empty() {}
        }
        Ok(self.block.len() - self.taken)
    }

    /// The next of them.
    fn next(&self) -> Option<InputBoard<'_>> {
        self.block.boards_from(self.taken).next()
    }

    /// Takes this many, or all that there are if they are fewer.
    fn take(&mut self, count: usize) -> BoardBlock {
        let mut taken = BoardBlock::default();
        self.block.boards_from(self.taken).take(count).for_each(|board| taken.push(board));
        self.taken += taken.len();
        taken
    }
}

impl Chunk {
    /// The pairs.
    pub fn pairs(&self) -> impl Iterator<Item = Pair<'_>> {
        let mut answers = self.answers.as_ref().map(BoardBlock::boards);
        self.boards.boards().map(move |board| {
            let answer = match &mut answers {
                Some(answers) => answers.next().and_then(|row| self.of_row(row)),
                None => self.beside(board),
            };
            let place = if self.are_words { InputPosition::Argument } else { InputPosition::Line };
            (place(board.line), board, answer)
        })
    }

    /// The answer in a row of an input of answers, or in a line of one, which has nothing else.
    fn of_row<'l>(&self, row: InputBoard<'l>) -> Option<GivenAnswer<'l>> {
        match (row.parts, row.flaw) {
            (None, None) => Some(GivenAnswer::Text(row.text)),
            // A line.
            (None, Some(why)) => Some(GivenAnswer::Long(why.to_owned())),
            (Some(_), Some(why)) => Some(GivenAnswer::Flawed(why)),
            (Some(_), None) => self.beside(row),
        }
    }

    /// The answer in a column.
    fn beside<'l>(&self, row: InputBoard<'l>) -> Option<GivenAnswer<'l>> {
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

    use tilebase::puzzle::Metric;

    use super::*;
    use crate::problems::GoalArgs;

    #[test]
    fn boards_and_answers_in_step() {
        let folder = tempfile::tempdir().unwrap();
        let (first, second) = (folder.path().join("first"), folder.path().join("second"));
        let long = "7".repeat(300_000);
        fs::write(&first, format!("a\n# comment\n\n{long}\nb\r\n").repeat(300)).unwrap();
        fs::write(&second, "1\n2\n3\n4\n".repeat(300)).unwrap();
        let column = ExpectedAnswers {
            column: None,
            names: &["moves"],
            place: AnswerPlace::Beside,
            lines: Answers::default(),
        };
        let session = Session::default();
        let problems = Problems::new(&GoalArgs::default(), Metric::default(), &session).unwrap();
        let mut pairs = Pairs::open(
            &BoardsAndAnswers::Inputs(&first, Some(&second)),
            LayoutArgs::default().expected(&Reading::default(), None),
            &column,
            (&problems, &session),
        )
        .unwrap();
        let mut chunk = Chunk::default();
        let mut found = Vec::new();
        while pairs.next(&mut chunk).unwrap() {
            for (place, board, answer) in chunk.pairs() {
                let board = match board.checked() {
                    Ok(text) => String::from_utf8_lossy(text).into_owned(),
                    Err(_) => "long".to_owned(),
                };
                let answer = answer.map(|answer| match answer {
                    GivenAnswer::Text(text) => String::from_utf8_lossy(text).into_owned(),
                    _ => panic!("no text"),
                });
                found.push((place.to_string(), board, answer.unwrap()));
            }
        }
        assert_eq!(found.len(), 1200);
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
