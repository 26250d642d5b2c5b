//! Boards in an input of any layout, each with the line where it begins.
//!
//! The layout is named by the user, or guessed from the first lines. A guess depends only on the
//! content of these lines, not on how the bytes arrive, and a line that cannot be the row of a grid
//! is answered without waiting for another one. Plain lines pass in blocks, unchanged.
//!
//! This folder uses nothing else of the command, so that tests and fuzz targets can include it.

mod block;
mod csv;
mod guess;
mod header;
mod row;
pub mod texts;

use std::io::{self, Cursor, Read};

use tilebase::bulk::{LineBuffer, Lines};
use tilebase::puzzle::Extent;
use tilebase::reading::Reading;

pub use block::{BoardBlock, InputBoard};
use block::{is_comment, without_comment};
use csv::CsvColumns;
use guess::{Guess, separator};
use header::Before;
use texts::{Grid, add_object};

/// How many bytes are read at first to guess the layout.
const FIRST_READ: usize = 1 << 12;

/// The column or field that `lookup` writes boards to.
const COLUMN: &str = "board";

/// How boards are laid out in an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputLayout {
    /// A board is a line.
    Lines,
    /// A board is its rows, one per line, up to an empty line.
    Grids,
    /// A board is a field of a row.
    Csv,
    /// A board is a field of an object. Each line is one.
    JsonLines,
}

impl InputLayout {
    /// The name of each layout.
    pub const NAMES: &[(&str, InputLayout)] = &[
        ("lines", InputLayout::Lines),
        ("grids", InputLayout::Grids),
        ("csv", InputLayout::Csv),
        ("jsonl", InputLayout::JsonLines),
    ];
}

/// The properties of an input that are known before it is read.
pub struct Expected {
    /// The layout, if it is not to be guessed.
    pub layout: Option<InputLayout>,
    /// The column of CSV or the field of JSON lines.
    pub column: Option<String>,
    /// That of the goals, if each board has one of its own.
    pub goals: Option<String>,
    /// How boards are written.
    pub reading: Reading,
    /// The size of boards that do not show it, if they all have the same.
    pub size: Option<Extent>,
    /// The most cells of a board.
    pub most_cells: usize,
    /// The most bytes of a board, and of a line.
    pub longest: usize,
    /// Whether the user named a goal.
    pub is_goal_named: bool,
    /// Is called with notes on the layout.
    pub note: fn(&str),
}

impl Expected {
    /// Whether boards are in a column, or the user named a layout.
    fn has_columns(&self) -> bool {
        self.layout.is_some() || self.column.is_some() || self.goals.is_some()
    }

    /// Whether a text is a board.
    fn is_board(&self, text: &[u8]) -> bool {
        self.reading.board(text, self.size).is_ok()
    }

    /// The number of cells of every board, if they all have the same.
    fn cells(&self) -> Option<usize> {
        self.size.map(Extent::cells)
    }

    /// The names of the columns that are read.
    fn columns(&self) -> Vec<&str> {
        let column = self.column.as_deref().unwrap_or(COLUMN);
        [column].into_iter().chain(self.goals.as_deref()).collect()
    }
}

/// Reads boards in blocks.
pub struct BoardReader<R> {
    expected: Expected,
    source: Opened<R>,
    /// Whether a first line that is a board may be the row of a grid.
    guess: Option<Guess>,
    /// The number of lines read.
    lines: u64,
}

/// The bytes that were read to guess the layout, and the rest.
type Rest<R> = io::Chain<Cursor<Vec<u8>>, R>;

/// Where the boards come from.
enum Opened<R> {
    /// An input of unknown layout. `None` if reading has failed.
    Unknown(Option<R>),
    Lines(LineBuffer<Rest<R>>),
    Grids(LineBuffer<Rest<R>>, Grid),
    JsonLines(LineBuffer<Rest<R>>),
    Csv(Box<CsvColumns<Rest<R>>>),
}

impl<R: Read> BoardReader<R> {
    /// The boards of an input. Nothing is read yet.
    pub fn new(input: R, expected: Expected) -> BoardReader<R> {
        BoardReader { expected, source: Opened::Unknown(Some(input)), guess: None, lines: 0 }
    }

    /// Reads the next block: boards with about `most` bytes, at least one, or lines. Waits for more
    /// input only if there is no board yet. Returns false at the end.
    ///
    /// # Errors
    ///
    /// Any error from reading, and a column that is missing.
    pub fn read(&mut self, most: usize, block: &mut BoardBlock) -> io::Result<bool> {
        block.clear(self.expected.longest);
        if let Opened::Unknown(input) = &mut self.source {
            let input = input.take().ok_or(io::ErrorKind::Other)?;
            self.source = self.begin(input)?;
        }
        let more = match &mut self.source {
            Opened::Unknown(_) => false,
            Opened::Lines(input) => {
                let more = input.fill()?;
                input.take(most, &mut block.text);
                block.is_lines = true;
                block.position = input.position();
                self.note_grid(&block.text);
                more
            }
            Opened::Grids(input, grid) => {
                let more =
                    each_line(input, &mut self.lines, most, block, |line, number, block| {
                        grid.line(line, number, block);
                    })?;
                if !more {
                    grid.end(block);
                }
                if grid.boards == 2 && grid.has_empty_lines() && self.expected.layout.is_none() {
                    (self.expected.note)("grids: an empty line ends a board");
                    grid.boards += 1;
                }
                more || !block.is_empty()
            }
            Opened::JsonLines(input) => {
                let columns = self.expected.columns();
                each_line(input, &mut self.lines, most, block, |line, number, block| {
                    add_object(line, number, &columns, block);
                })?
            }
            Opened::Csv(csv) => csv.read(most, block)?,
        };
        Ok(more)
    }

    /// Reads the next block, with boards in place of lines.
    ///
    /// # Errors
    ///
    /// As for [`read`](Self::read).
    pub fn read_boards(&mut self, most: usize, block: &mut BoardBlock) -> io::Result<bool> {
        let more = self.read(most, block)?;
        if block.lines().is_some() {
            self.lines = block.split(self.lines);
        }
        Ok(more)
    }

    /// Reads until the layout is known.
    fn begin(&mut self, mut input: R) -> io::Result<Opened<R>> {
        let Expected { longest, .. } = self.expected;
        let (mut ahead, mut ended) = (Vec::new(), false);
        // The line to look at next, and how many were before it.
        let (mut at, mut lines) = (0, 0);
        let mut guess = Guess::default();
        let layout = loop {
            if let Some(layout) = self.expected.layout.filter(|layout| *layout != InputLayout::Csv)
            {
                break layout;
            }
            let rest = ahead.get(at..).unwrap_or_default();
            let newline = memchr::memchr(b'\n', rest);
            if newline.is_none() && !ended && rest.len() <= longest {
                let before = ahead.len();
                ahead.resize(before + FIRST_READ.max(before), 0);
                let got = read_once(&mut input, &mut ahead[before..])?;
                ahead.truncate(before + got);
                ended = got == 0;
                continue;
            }
            // Keep one byte more than a line may have, so that it is seen to be too long.
            let line = &rest[..newline.unwrap_or(rest.len()).min(longest + 1)];
            let is_end = rest.is_empty();
            if let Some(layout) = guess.next((!is_end).then_some(line), &self.expected) {
                break layout;
            }
            at += line.len() + 1;
            lines += 1;
        };
        if layout == InputLayout::Lines
            && self.expected.layout.is_none()
            && guess.is_array(&self.expected)
        {
            return Err(io::Error::other(
                "this looks like a JSON array; expected JSON lines: make them with jq -c '.[]' FILE",
            ));
        }
        if guess.before == Some(Before::Headings) && !self.expected.reading.positions {
            return Err(io::Error::other(
                "a heading says that the numbers below it are the positions of tiles: read them \
                 with --positions",
            ));
        }
        let has_goals = match &guess.before {
            Some(Before::Size(lines)) => lines.goal.is_some(),
            before => before.is_some(),
        };
        if has_goals && self.expected.is_goal_named {
            return Err(io::Error::other(
                "the input names the goal of each board: leave out --goal",
            ));
        }
        guess.report(layout, &self.expected);
        if layout == InputLayout::Csv {
            // Only a line before the header may be a comment.
            let header = at.min(ahead.len());
            let columns = self.expected.columns();
            let separator = separator(&ahead[header..], columns[0]).unwrap_or(b',');
            let rest = Cursor::new(ahead.split_off(header)).chain(input);
            let before = (header as u64, lines);
            let csv = CsvColumns::new(rest, separator, &columns, before);
            return Ok(Opened::Csv(Box::new(csv)));
        }
        let input = LineBuffer::new(Cursor::new(ahead).chain(input)).longest(longest);
        Ok(match layout {
            InputLayout::Grids => Opened::Grids(input, Grid::new(guess.before)),
            InputLayout::JsonLines => Opened::JsonLines(input),
            _ => {
                self.guess = guess.first_is_board.then_some(guess);
                Opened::Lines(input)
            }
        })
    }

    /// Says how to read a grid, if the first line is a board and the second may be its next row.
    fn note_grid(&mut self, lines: &[u8]) {
        let Some(guess) = &mut self.guess else { return };
        for line in Lines::new(lines).flatten() {
            if is_comment(line) {
                continue;
            }
            if std::mem::take(&mut guess.first_is_board) {
                continue;
            }
            if !self.expected.is_board(without_comment(line)) && guess.add_row(line, &self.expected)
            {
                (self.expected.note)(
                    "the first line is a board, so each line is read as one; if it is the first \
                     row of a grid, name its shape with --size, or use --layout grids",
                );
            }
            self.guess = None;
            return;
        }
    }
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
    mut add: impl FnMut(Option<&[u8]>, u64, &mut BoardBlock),
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
            add(line.ok(), *number, block);
        }
        let read = input.buffer().len() - lines.rest().len();
        input.consume(read);
        block.position = input.position();
    }
    Ok(true)
}
