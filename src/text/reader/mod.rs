//! Boards in an input of any layout, each with the line where it begins.
//!
//! The layout is named by the user, or guessed from the first lines. A guess depends only on the
//! content of these lines, not on how the bytes arrive, and a line that cannot be the row of a grid
//! is answered without waiting for another one. Plain lines pass in blocks, unchanged.

mod array;
mod before;
mod block;
mod columns;
mod csv;
mod expected;
mod first_lines;
mod grid;
mod guess;
mod header;
mod keep;
mod objects;
mod row;
mod title;

use std::io::{self, Cursor, Read};

use crate::Board;
use crate::puzzle::GoalName;
use crate::text::comments::{is_comment, without_comment};
use crate::text::{AnswerLines, LineBuffer, Lines, is_dividing};

use array::BoardArray;
pub use block::{BoardBlock, InputBoard, RowParts};
pub use columns::{ANSWER_NAMES, UnnamedGoal};
use columns::{Column, are_read, columns};
use csv::CsvColumns;
pub use expected::{AnswerPlace, Expected, ExpectedAnswers, InputLayout, Pairing};
use first_lines::{FIRST_READ, FirstLines, LinePlace};
use grid::Grid;
use guess::Guess;
use header::separator;
pub use keep::Keep;
use objects::add_object;
pub use objects::json_flaw;
use row::GridRows;

/// The column or field that `lookup` writes boards to.
const COLUMN: &str = "board";

/// What lines have that are no boards: a comment, or a sign that divides boards.
const NO_BOARDS: [&[u8]; 6] = [b"#", b"---", b"===", b"***", b"~~~", b"___"];

/// About how many bytes are counted at once.
const COUNTED_BYTES: usize = 1 << 18;

/// Reads boards in blocks.
pub struct BoardReader<R> {
    expected: Expected,
    source: Opened<R>,
    /// A first line that is a board, but may also be the row of a grid, and whether the lines after
    /// it are looked at.
    first_row: Option<(GridRows, bool)>,
    /// The number of lines read.
    lines: u64,
    /// The number of lines that were skipped as titles.
    titles: usize,
    /// True if there was a line that is none.
    has_lines: bool,
    /// The answers in lines.
    answers: AnswerLines,
    /// Boards that become pairs, and the start of the next pair: its line, its text, and what is
    /// wrong with it.
    single: BoardBlock,
    start: Option<(u64, Vec<u8>, Option<String>)>,
    /// The first lines, until there are more than two boards.
    first_lines: Option<Vec<u8>>,
    /// True if the goals of rows are read, once the first row was.
    has_goals: Option<bool>,
    /// A block that was read to find this out.
    ahead: Option<(bool, BoardBlock)>,
}

/// The bytes that were read to guess the layout, and the rest.
type Rest<R> = io::Chain<Cursor<Vec<u8>>, R>;

/// Where the boards come from.
enum Opened<R> {
    /// An input of unknown layout. `None` if reading has failed.
    Unknown(Option<R>),
    /// The end of what was read, if it may be titles behind the last board.
    Lines(LineBuffer<Rest<R>>, Vec<u8>),
    Grids(LineBuffer<Rest<R>>, Box<Grid>),
    Array(Rest<R>, BoardArray),
    JsonLines(LineBuffer<Rest<R>>, Vec<Column>, Option<Keep>),
    Csv(Box<CsvColumns<Rest<R>>>),
    /// Answers that are no lines.
    Answers(Box<BoardBlock>),
}

impl<R: Read> BoardReader<R> {
    /// The boards of an input. Nothing is read yet.
    pub fn new(input: R, expected: Expected) -> BoardReader<R> {
        let source = Opened::Unknown(Some(input));
        let first_lines = (expected.pairing == Pairing::Possible).then(Vec::new);
        let has_goals = expected.goals.is_some().then_some(true);
        let lines = expected.answers.as_ref().map(|answers| AnswerLines::new(answers.lines));
        BoardReader {
            expected,
            source,
            first_row: None,
            lines: 0,
            titles: 0,
            has_lines: false,
            answers: lines.unwrap_or_default(),
            single: BoardBlock::default(),
            start: None,
            first_lines,
            has_goals,
            ahead: None,
        }
    }

    /// True if the rows have goals. Reads until there is a row.
    ///
    /// # Errors
    ///
    /// As for [`read`](Self::read).
    pub fn has_goals(&mut self) -> io::Result<bool> {
        if self.has_goals.is_none() {
            let mut block = BoardBlock::default();
            self.ahead = Some((self.read_single(1, &mut block)?, block));
        }
        Ok(self.has_goals == Some(true))
    }

    /// Reads the next block: boards with about `most` bytes, at least one, or lines. Waits for more
    /// input only if there is no board yet. Returns false at the end.
    ///
    /// # Errors
    ///
    /// Any error from reading, and a column that is missing.
    pub fn read(&mut self, most: usize, block: &mut BoardBlock) -> io::Result<bool> {
        if self.expected.pairing == Pairing::All {
            return self.read_pairs(most, block);
        }
        self.read_single(most, block)
    }

    /// Reads boards by themselves.
    fn read_single(&mut self, most: usize, block: &mut BoardBlock) -> io::Result<bool> {
        if let Some((more, ahead)) = self.ahead.take() {
            *block = ahead;
            return Ok(more);
        }
        block.clear(self.expected.longest);
        if let Opened::Unknown(input) = &mut self.source {
            let input = input.take().ok_or(io::ErrorKind::Other)?;
            self.source = self.begin(input)?;
        }
        let has_columns = matches!(self.source, Opened::Csv(_) | Opened::JsonLines(..));
        let more = match &mut self.source {
            Opened::Unknown(_) => false,
            Opened::Lines(input, held) => {
                let (mut more, may_have_titles) = (true, self.expected.may_have_titles());
                while more && block.text.is_empty() {
                    more = input.fill()?;
                    input.take(most, &mut block.text);
                    if may_have_titles {
                        title::hold(&mut block.text, held, &self.expected.reading);
                    }
                }
                if may_have_titles {
                    if !more && !self.has_lines {
                        // Nothing that could be a board: all these are boards gone wrong.
                        block.text.append(held);
                        more = !block.text.is_empty();
                    }
                    self.has_lines |= more;
                    if !more {
                        let titles = Lines::new(held).flatten().filter(|line| !is_dividing(line));
                        self.titles += titles.count();
                        held.clear();
                        note_titles(std::mem::take(&mut self.titles), self.expected.note);
                    }
                }
                block.is_lines = true;
                block.position = input.position();
                self.note_grid(&block.text);
                self.note_lines(&block.text, more);
                more
            }
            Opened::Array(input, array) => array.read(input, block)?,
            Opened::Grids(input, grid) => {
                let more =
                    each_line(input, &mut self.lines, most, block, |line, number, block| {
                        grid.line(line, number, block);
                        Ok(())
                    })?;
                if !more {
                    grid.finish(block);
                    note_titles(std::mem::take(&mut grid.titles), self.expected.note);
                }
                let is_guessed = grid.has_empty_lines() && self.expected.layout.is_none();
                if grid.boards >= 2 && is_guessed && !std::mem::replace(&mut grid.is_noted, true) {
                    (self.expected.note)("grids: an empty line ends a board");
                }
                let is_pair = grid.boards == 2 && !more;
                grid.boards += usize::from(is_pair);
                if is_pair {
                    self.note_pair();
                }
                more || !block.is_empty()
            }
            Opened::JsonLines(input, columns, keep) => {
                each_line(input, &mut self.lines, most, block, |line, number, block| {
                    add_object(line, number, columns, keep, block)
                })?
            }
            Opened::Csv(csv) => csv.read(most, &self.expected, block)?,
            Opened::Answers(all) => {
                *block = std::mem::take(all);
                !block.is_empty()
            }
        };
        let rule = self.expected.unnamed_goal;
        if has_columns && self.expected.goals.is_none() && rule != UnnamedGoal::Pass {
            let has_goals = self.has_goals.map_or_else(|| are_read(block, &self.expected), Ok)?;
            self.has_goals = Some(has_goals);
            let is_open = matches!(rule, UnnamedGoal::Read(_));
            block.with_goals(has_goals, |goal| is_open && self.expected.is_board(goal));
        }
        Ok(more)
    }

    /// Reads pairs of boards: each start has its goal after it.
    fn read_pairs(&mut self, most: usize, block: &mut BoardBlock) -> io::Result<bool> {
        block.clear(self.expected.longest);
        let mut single = std::mem::take(&mut self.single);
        while block.is_empty() {
            let more = self.read_single(most, &mut single)?;
            if single.lines().is_some() {
                self.lines = single.split(self.lines);
            }
            for board in single.boards() {
                let flaw = board.flaw.map(str::to_owned);
                let Some((line, text, why)) = self.start.take() else {
                    self.start = Some((board.line, board.text.to_vec(), flaw));
                    continue;
                };
                let flaw = why.or_else(|| flaw.map(|why| format!("its goal: {why}")));
                let (goal, flaw) = (Some(board.text), flaw.as_deref());
                block.push(InputBoard { line, text: &text, goal, flaw, parts: None });
            }
            block.position = single.position;
            if !more {
                if let Some((line, text, _)) = self.start.take() {
                    let flaw = Some("no goal behind it; expected pairs of a start and a goal");
                    block.push(InputBoard { line, text: &text, flaw, ..InputBoard::default() });
                }
                break;
            }
        }
        self.single = single;
        Ok(!block.is_empty())
    }

    /// Says how two lines are read as a start and its goal, if they are the only ones, and only the
    /// second is a goal that has a name.
    fn note_lines(&mut self, lines: &[u8], more: bool) {
        let Some(mut first) = self.first_lines.take().filter(|_| lines.len() <= FIRST_READ) else {
            return;
        };
        first.extend_from_slice(lines);
        let mut boards = Lines::new(&first).flatten().filter(|line| !is_comment(line));
        let (start, goal, third) = (boards.next(), boards.next(), boards.next());
        if more && third.is_none() {
            self.first_lines = Some(first);
        } else if third.is_none()
            && start.is_some_and(|line| !is_named_goal(line))
            && goal.is_some_and(is_named_goal)
        {
            self.note_pair();
        }
    }

    /// Says how two boards are read as a start and its goal.
    fn note_pair(&self) {
        if self.expected.pairing == Pairing::Possible {
            (self.expected.note)(
                "two boards, answered apart; if the second is the goal of the first, use --pairs",
            );
        }
    }

    /// What to write before the names of our fields, if there was a header and no row.
    pub fn kept_head(&self) -> Option<Vec<u8>> {
        if let Opened::Csv(csv) = &self.source { csv.kept_head() } else { None }
    }

    /// Reads the next block, as boards, not as lines.
    ///
    /// # Errors
    ///
    /// As for [`read`](Self::read).
    pub fn read_boards(&mut self, most: usize, block: &mut BoardBlock) -> io::Result<bool> {
        let more = self.read(most, block)?;
        self.split(block);
        Ok(more)
    }

    /// Counts the boards or answers that are left.
    ///
    /// # Errors
    ///
    /// As for [`read`](Self::read).
    pub fn count(&mut self) -> io::Result<u64> {
        let (mut block, mut count) = (BoardBlock::default(), 0);
        while self.read(COUNTED_BYTES, &mut block)? {
            // Without comments and dividing lines, each line is a board.
            let has = |sign: &&[u8]| {
                block.lines().is_none_or(|lines| memchr::memmem::find(lines, sign).is_some())
            };
            if NO_BOARDS.iter().any(has) {
                self.split(&mut block);
                count += block.len();
            } else {
                count += memchr::memchr_iter(b'\n', &block.text).count();
                count += usize::from(block.text.last().is_some_and(|&byte| byte != b'\n'));
            }
        }
        Ok(count as u64)
    }

    /// Makes boards or answers of lines.
    fn split(&mut self, block: &mut BoardBlock) {
        if block.lines().is_none() {
            return;
        }
        let are_paired = self.expected.is_place(AnswerPlace::Alone);
        self.lines = if self.expected.has_only_answers() {
            block.split_answers(self.lines, &mut self.answers, are_paired)
        } else {
            block.split(self.lines)
        };
    }

    /// Reads until the layout is known.
    fn begin(&mut self, input: R) -> io::Result<Opened<R>> {
        let longest = self.expected.longest;
        let (mut first, mut guess) = (FirstLines::new(input, longest), Guess::new(&self.expected));
        let layout = match self.expected.layout {
            Some(InputLayout::Grids) => {
                guess.find_before(&mut first)?;
                InputLayout::Grids
            }
            Some(layout) if layout != InputLayout::Csv => layout,
            _ => guess.layout(&mut first)?,
        };
        if let Some(why) = guess.refusal(layout) {
            return Err(io::Error::other(why));
        }
        guess.report(layout);
        let columns = columns(&self.expected, guess.found.as_deref());
        let keep = self.expected.keep.clone();
        if layout == InputLayout::Csv {
            let LinePlace { at, lines } = guess.header;
            let separator = separator(first.line_at(at), &columns[0].names);
            let csv =
                CsvColumns::new(first.from(at), separator, (columns, keep), (at as u64, lines));
            return Ok(Opened::Csv(Box::new(csv)));
        }
        let has_answers = self.expected.answers.is_some() && !self.expected.has_only_answers();
        if layout != InputLayout::JsonLines && (keep.is_some() || has_answers) {
            return Err(io::Error::other(if keep.is_some() {
                "--keep: this has no columns; expected CSV or JSON lines"
            } else {
                "expected boards and answers in two columns of CSV, or fields of JSON lines; if \
                 the answers are in a file of their own, name it behind this one"
            }));
        }
        if layout == InputLayout::Grids {
            let mut grid = Grid::new(guess.size.take(), guess.has_headings, &self.expected);
            let mut body = LinePlace::default();
            if grid.has_sizes() {
                // A number above the size of the boards is no size of others.
                (body, grid.titles) = (guess.header, guess.titles.len());
            }
            self.lines = body.lines;
            let input = LineBuffer::new(first.from(body.at)).longest(longest);
            return Ok(Opened::Grids(input, Box::new(grid)));
        }
        if layout == InputLayout::Array {
            note_titles(guess.titles.len(), self.expected.note);
            return Ok(Opened::Array(first.from(0), BoardArray::default()));
        }
        if self.expected.layout.is_none() {
            first.hide(&guess.titles);
            self.titles = guess.titles.len();
        }
        if let Some(answers) = &self.expected.answers
            && layout == InputLayout::Lines
            && (answers.lines.boards.is_some()
                || !answers.lines.is_answer(&String::from_utf8_lossy(&guess.first)))
        {
            let mut all = BoardBlock::default();
            all.clear(longest);
            let mut text = Vec::new();
            first.from(0).read_to_end(&mut text)?;
            let are_paired = answers.place == AnswerPlace::Alone;
            all.add_answers(answers.lines.read(&String::from_utf8_lossy(&text)), are_paired);
            return Ok(Opened::Answers(Box::new(all)));
        }
        let input = LineBuffer::new(first.from(0)).longest(longest);
        if layout == InputLayout::JsonLines {
            return Ok(Opened::JsonLines(input, columns, keep));
        }
        self.first_row = guess.first_is_board.then_some((guess.rows, false));
        Ok(Opened::Lines(input, Vec::new()))
    }

    /// Says how to read a grid, if the first line is a board and the second may be its next row.
    fn note_grid(&mut self, lines: &[u8]) {
        let Some((rows, is_passed)) = &mut self.first_row else { return };
        for line in Lines::new(lines).flatten() {
            if is_comment(line) || !std::mem::replace(is_passed, true) {
                continue;
            }
            if !self.expected.is_board(without_comment(line)) && rows.add_row(line, &self.expected)
            {
                (self.expected.note)(
                    "the first line is a board, so each line is read as one; if it is the first \
                     row of a grid, name its shape with --size, or use --layout grids",
                );
            }
            self.first_row = None;
            return;
        }
    }
}

/// Says that lines were read as titles.
fn note_titles(count: usize, note: fn(&str)) {
    match count {
        0 => {}
        1 => note("1 line is no board and was skipped as a title"),
        _ => note(&format!("{count} lines are no boards and were skipped as titles")),
    }
}

/// True if a line is a goal that has a name.
fn is_named_goal(line: &[u8]) -> bool {
    let Ok(board) = Board::parse(without_comment(line), None) else { return false };
    GoalName::NAMES
        .iter()
        .any(|(_, name)| Board::named_goal(*name, board.shape()).is_ok_and(|goal| goal == board))
}

/// Reads once.
fn read_once(input: &mut impl Read, bytes: &mut [u8]) -> io::Result<usize> {
    loop {
        match input.read(bytes) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            got => return got,
        }
    }
}

/// Passes lines to `add` until there are boards with about `most` bytes, or until there is a board
/// and no other line was read yet. Returns false at the end.
fn each_line<R: Read>(
    input: &mut LineBuffer<R>,
    number: &mut u64,
    most: usize,
    block: &mut BoardBlock,
    mut add: impl FnMut(Option<&[u8]>, u64, &mut BoardBlock) -> io::Result<()>,
) -> io::Result<bool> {
    while block.is_empty() {
        if !input.fill()? {
            return Ok(false);
        }
        let mut lines = input.lines();
        while block.size() < most
            && let Some(line) = lines.next()
        {
            *number += 1;
            add(line.ok(), *number, block)?;
        }
        let read = input.buffer().len() - lines.rest().len();
        input.consume(read);
        block.position = input.position();
    }
    Ok(true)
}
