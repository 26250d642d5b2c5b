//! Boards in an input, whatever their layout: what reads this sees one board per line.
//!
//! The layout is recognized by the beginning of the input, and said once. Plain lines pass as they
//! are, without being copied.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::io::{self, Cursor, Read};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tilebase::bulk::{LineBuffer, Lines, LongLine, MAX_LINE};
use tilebase::puzzle::MAX_CELLS;
use tilebase::{Board, Shape};

use crate::input::{Input, Line};
use crate::report::{self, InputPosition, note};

/// How many bytes are read at first to recognize the layout.
const AHEAD: usize = 1 << 12;

/// The field of JSON lines that `lookup` writes boards to.
const FIELD: &str = "board";

/// How boards are laid out in an input.
#[derive(Clone, Default, clap::Args)]
pub struct Layout {
    /// Read the boards from this column of CSV, or this field of JSON lines [default for JSON
    /// lines: board]
    #[arg(long, value_name = "NAME")]
    column: Option<String>,
}

impl Layout {
    /// The boards of an input, one per line. Those that do not show their shape have this one.
    pub fn boards(&self, input: Input, shape: Option<Shape>) -> LineBuffer<Boards> {
        let is_board = move |text: &[u8]| Board::parse(text, shape).is_ok();
        self.large(input, MAX_CELLS, MAX_LINE, is_board)
    }

    /// The same for boards of any size, each of which may have `longest` bytes.
    pub fn large(
        &self,
        input: Input,
        most_cells: usize,
        longest: usize,
        is_board: impl Fn(&[u8]) -> bool + Send + 'static,
    ) -> LineBuffer<Boards> {
        let (column, is_board) = (self.column.clone(), Box::new(is_board));
        let recognizer = Recognizer { column, most_cells, longest, is_board };
        let len = input.len();
        let state = State::Unknown(Some((input, recognizer)));
        LineBuffer::new(Boards { state, places: Places::default(), len }).longest(longest)
    }
}

/// The lines of an input that is not laid out in another way.
pub fn plain(input: Input) -> LineBuffer<Boards> {
    let (places, len) = (Places::default(), input.len());
    LineBuffer::new(Boards { state: State::Plain(Cursor::default().chain(input)), places, len })
}

/// Reads one board per line from an input of any layout. Plain lines keep their comments, from `#`
/// to the end of the line: see [`without_comment`].
pub struct Boards {
    state: State,
    places: Places,
    len: Option<u64>,
}

/// The lines of an input without their comments, and with their places.
pub struct PlacedLines {
    input: LineBuffer<Boards>,
    number: u64,
}

impl PlacedLines {
    pub fn new(input: LineBuffer<Boards>) -> PlacedLines {
        PlacedLines { input, number: 0 }
    }

    /// Reads until there is a line, and returns all that there are. `None` is the end.
    pub fn block(&mut self) -> io::Result<Option<impl Iterator<Item = (InputPosition, Line<'_>)>>> {
        self.input.consume(usize::MAX);
        if !self.input.fill()? {
            return Ok(None);
        }
        let (places, number) = (self.input.input().places(), &mut self.number);
        places.forget(*number + 1);
        Ok(Some(self.input.lines().filter_map(move |line| {
            *number += 1;
            Some((places.of(*number), without_comment(line)?))
        })))
    }

    /// The number of lines so far, and about how many bytes of the input they come from.
    pub fn progress(&self) -> (u64, u64) {
        let bytes = self.input.position() + self.input.buffer().len() as u64;
        (self.number, self.input.input().places.bytes(bytes))
    }
}

/// A line without its comment. `None` if it is nothing else.
pub fn without_comment(line: Line<'_>) -> Option<Line<'_>> {
    let Ok(text) = line else { return Some(line) };
    let Some(at) = memchr::memchr(b'#', text) else { return Some(line) };
    (!text[..at].trim_ascii().is_empty()).then_some(Ok(&text[..at]))
}

/// What was read to recognize the layout, and the rest.
type Rest = io::Chain<Cursor<Vec<u8>>, Input>;

enum State {
    Unknown(Option<(Input, Recognizer)>),
    Plain(Rest),
    Other(Box<Converter>),
}

impl Boards {
    /// Where the boards are in the input.
    pub fn places(&self) -> Places {
        self.places.clone()
    }

    /// The number of bytes of the input, if known.
    pub fn len(&self) -> Option<u64> {
        self.len
    }
}

impl Read for Boards {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        loop {
            match &mut self.state {
                State::Unknown(input) => {
                    let (input, recognizer) = input.take().ok_or(io::ErrorKind::Other)?;
                    self.state = recognizer.recognize(input, &self.places)?;
                }
                State::Plain(rest) => return rest.read(bytes),
                State::Other(converter) => {
                    if let got @ 1.. = converter.ready.read(bytes)? {
                        return Ok(got);
                    }
                    if !converter.convert()? {
                        return Ok(0);
                    }
                }
            }
        }
    }
}

/// The lines where boards begin, if not every line is a board, and how much of the input was read.
#[derive(Clone, Default)]
pub struct Places(Arc<Mutex<Seen>>);

#[derive(Default)]
struct Seen {
    /// The lines where boards begin, of those after the first `forgotten`.
    lines: VecDeque<u64>,
    forgotten: u64,
    /// The bytes of the input that were read, and of the lines made of them, if those differ.
    read: u64,
    made: u64,
}

impl Places {
    /// The place of a board, counted from 1.
    pub fn of(&self, board: u64) -> InputPosition {
        let seen = self.seen();
        let at = board.checked_sub(seen.forgotten + 1);
        let line = at.and_then(|at| seen.lines.get(at as usize).copied());
        InputPosition::Line(line.unwrap_or(board))
    }

    /// Forgets the places of the boards before this one, counted from 1.
    pub fn forget(&self, board: u64) {
        let mut seen = self.seen();
        while seen.forgotten + 1 < board && seen.lines.pop_front().is_some() {
            seen.forgotten += 1;
        }
    }

    /// About how many bytes of the input the first `made` bytes of the lines come from.
    pub fn bytes(&self, made: u64) -> u64 {
        let seen = self.seen();
        let part = u128::from(made) * u128::from(seen.read) / u128::from(seen.made.max(1));
        if seen.made == 0 { made } else { part as u64 }
    }

    fn seen(&self) -> MutexGuard<'_, Seen> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether a text is a board.
type IsBoard = dyn Fn(&[u8]) -> bool + Send;

/// Recognizes a layout.
struct Recognizer {
    column: Option<String>,
    /// The most cells of a board.
    most_cells: usize,
    /// The most bytes of a line.
    longest: usize,
    is_board: Box<IsBoard>,
}

enum Kind {
    Lines,
    Grids,
    Csv,
    JsonLines,
}

impl Recognizer {
    fn recognize(self, mut input: Input, places: &Places) -> io::Result<State> {
        let (mut ahead, mut ended) = (Vec::new(), false);
        let kind = loop {
            if let Some(kind) = self.kind(&ahead, ended) {
                break kind;
            }
            let before = ahead.len();
            ahead.resize(before + AHEAD.max(before), 0);
            let got = loop {
                match input.read(&mut ahead[before..]) {
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                    got => break got?,
                }
            };
            ahead.truncate(before + got);
            ended = got == 0;
        };
        if let Kind::Lines = kind {
            suggest_column(&ahead);
            return Ok(State::Plain(Cursor::new(ahead).chain(input)));
        }
        let rest = Cursor::new(ahead).chain(input);
        Ok(State::Other(Box::new(Converter {
            input: LineBuffer::new(rest).longest(self.longest),
            by: self,
            kind,
            places: places.clone(),
            pending: Vec::new(),
            line: 0,
            boards: 0,
            column: None,
            ready: Cursor::default(),
        })))
    }

    /// The layout of an input that begins like this. `None` if more must be read.
    fn kind(&self, ahead: &[u8], ended: bool) -> Option<Kind> {
        let ended = ended || ahead.len() > self.longest;
        let last = memchr::memrchr(b'\n', ahead).map_or(0, |at| at + 1);
        let whole = if ended { ahead.len() } else { last };
        let lines = || Lines::new(&ahead[..whole]).longest(usize::MAX).flatten();
        let Some(first) = lines().map(code).find(|line| !line.is_empty()) else {
            return ended.then_some(Kind::Lines);
        };
        if first[0] == b'{' && first[1..].trim_ascii_start().starts_with(b"\"") {
            let field = self.column.as_deref().unwrap_or(FIELD);
            note!("JSON lines: the boards are in the field `{field}`");
            return Some(Kind::JsonLines);
        }
        if self.column.is_some() {
            return Some(Kind::Csv);
        }
        // The rows up to an empty line.
        let (mut rows, mut complete) = (Vec::new(), ended);
        for line in lines().filter(|line| !line.starts_with(b"#")) {
            let row = code(line);
            if row.is_empty() {
                complete |= !rows.is_empty();
                if complete {
                    break;
                }
                continue;
            }
            rows.push(row);
            let cells = cells(row);
            // A column of numbers is no board.
            if cells < 2
                || cells != self::cells(first)
                || cells.saturating_mul(rows.len().max(2)) > self.most_cells
            {
                return Some(Kind::Lines);
            }
        }
        // A line that is a board is answered at once: whoever wrote it may be waiting.
        if complete || (self.is_board)(first) {
            let is_grid = rows.len() > 1 && (self.is_board)(&self.joined(&rows));
            return Some(if is_grid { Kind::Grids } else { Kind::Lines });
        }
        None
    }

    /// The rows of a board as one line.
    fn joined(&self, rows: &[&[u8]]) -> Vec<u8> {
        let marked = rows.iter().any(|row| row.iter().any(|byte| b"/[]".contains(byte)));
        if !marked {
            let joined = rows.join(&b'/');
            if (self.is_board)(&joined) {
                return joined;
            }
        }
        rows.join(&b' ')
    }
}

/// Says how to read CSV, if the first line looks like its header.
fn suggest_column(text: &[u8]) {
    let first = text.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let names: Vec<_> =
        first.split(|byte| b",;\t".contains(byte)).map(<[u8]>::trim_ascii).collect();
    let is_name = |name: &&[u8]| name.len() > 1 && name[0].is_ascii_alphabetic();
    if names.len() > 1 && names.iter().all(is_name) {
        let names = String::from_utf8_lossy(&names.join(&b", "[..])).into_owned();
        note!("this looks like CSV; name the column of the boards with --column, one of: {names}");
    }
}

/// The number of cells in a row, if it is one.
fn cells(row: &[u8]) -> usize {
    match row.split(|byte| b" \t,".contains(byte)).filter(|word| !word.is_empty()).count() {
        1 => row.len(),
        several => several,
    }
}

/// The number of line ends.
fn line_ends(text: &[u8]) -> u64 {
    memchr::memchr_iter(b'\n', text).count() as u64
}

/// A line without its comment and the white space around it.
fn code(line: &[u8]) -> &[u8] {
    let end = line.iter().position(|&byte| byte == b'#').unwrap_or(line.len());
    line[..end].trim_ascii()
}

/// Writes the boards of other layouts as lines.
struct Converter {
    input: LineBuffer<Rest>,
    by: Recognizer,
    kind: Kind,
    places: Places,
    /// What was read of the next board, or of CSV's next rows.
    pending: Vec<u8>,
    /// The number of lines before the next, and of boards.
    line: u64,
    boards: u64,
    /// The column of the boards in CSV, once its header was read, and the separator.
    column: Option<(usize, u8)>,
    ready: Cursor<Vec<u8>>,
}

impl Converter {
    /// Converts more lines. Returns false at the end.
    fn convert(&mut self) -> io::Result<bool> {
        self.ready.set_position(0);
        self.ready.get_mut().clear();
        let (more, before) = (self.input.fill()?, self.input.position());
        let block = self.input.buffer().to_vec();
        self.input.consume(block.len());
        // The block is empty at the end.
        match self.kind {
            Kind::Lines => unreachable!("plain lines are not converted"),
            Kind::Grids => self.add_grids(&block),
            Kind::Csv => self.add_csv(&block)?,
            Kind::JsonLines => self.add_json_lines(&block),
        }
        let made = self.ready.get_ref().len();
        let mut seen = self.places.seen();
        seen.read += self.input.position() - before;
        seen.made += made as u64;
        Ok(more || made > 0)
    }

    /// Writes the next board, which begins after `line` lines.
    fn put(&mut self, board: &[u8], line: u64) {
        self.places.seen().lines.push_back(line + 1);
        self.boards += 1;
        let ready = self.ready.get_mut();
        ready.extend_from_slice(board);
        ready.push(b'\n');
    }

    /// The lines of a block. One that is too long stays so.
    fn lines<'b>(&self, block: &'b [u8]) -> impl Iterator<Item = Cow<'b, [u8]>> + use<'b> {
        let long = |long: LongLine| vec![b'?'; long.longest + 1].into();
        Lines::new(block)
            .longest(self.by.longest)
            .map(move |line| line.map_or_else(long, Cow::Borrowed))
    }

    fn add_grids(&mut self, block: &[u8]) {
        for line in self.lines(block) {
            if line.trim_ascii().is_empty() {
                self.end_grid();
            } else if self.pending.len() <= self.by.longest
                && !(self.pending.is_empty() && code(&line).is_empty())
            {
                self.pending.extend_from_slice(code(&line));
                self.pending.push(b'\n');
            }
            self.line += 1;
        }
        if block.is_empty() {
            self.end_grid();
        }
    }

    fn end_grid(&mut self) {
        let grid = std::mem::take(&mut self.pending);
        let rows: Vec<&[u8]> =
            grid.split(|&byte| byte == b'\n').filter(|row| !row.is_empty()).collect();
        if rows.is_empty() {
            return;
        }
        if self.boards == 1 {
            note!("grids: an empty line ends a board");
        }
        self.put(&self.by.joined(&rows), self.line - line_ends(&grid));
    }

    fn add_json_lines(&mut self, block: &[u8]) {
        let field = self.by.column.clone().unwrap_or_else(|| FIELD.to_owned());
        for line in self.lines(block) {
            if !line.starts_with(b"#") {
                let object = serde_json::from_slice::<serde_json::Value>(&line);
                let text = match object.as_ref().map(|object| &object[&field]) {
                    Ok(serde_json::Value::String(board)) => board.clone(),
                    // These are reported as the first of two cells, which is shown whole.
                    Ok(serde_json::Value::Null) => format!("no-`{field}` ?"),
                    Ok(board) => board.to_string(),
                    Err(_) if line.trim_ascii().is_empty() || line.len() > self.by.longest => {
                        String::from_utf8_lossy(&line).into_owned()
                    }
                    Err(_) => "broken-JSON ?".to_owned(),
                };
                let rows: Vec<&[u8]> = text.lines().map(str::as_bytes).collect();
                self.put(&self.by.joined(&rows), self.line);
            }
            self.line += 1;
        }
    }

    fn add_csv(&mut self, block: &[u8]) -> io::Result<()> {
        self.pending.extend_from_slice(block);
        // A line end between quotes does not end a row.
        let (mut end, mut quoted) = (0, false);
        for (at, &byte) in self.pending.iter().enumerate() {
            quoted ^= byte == b'"';
            if byte == b'\n' && !quoted {
                end = at + 1;
            }
        }
        if block.is_empty() || self.pending.len() > self.by.longest + block.len() {
            end = self.pending.len();
        }
        let rest = self.pending.split_off(end);
        let rows = std::mem::replace(&mut self.pending, rest);
        let name = self.by.column.clone().unwrap_or_default();
        let separator = self.column.map_or_else(|| separator(&rows, &name), |(_, by)| by);
        let mut reader = csv::ReaderBuilder::new();
        reader.has_headers(false).flexible(true).comment(Some(b'#')).delimiter(separator);
        let mut reader = reader.from_reader(&rows[..]);
        let mut row = csv::ByteRecord::new();
        while reader.read_byte_record(&mut row).map_err(io::Error::other)? {
            let Some((column, _)) = self.column else {
                let at = row.iter().position(|field| field == name.as_bytes());
                let Some(at) = at else {
                    let names: Vec<_> = row.iter().map(String::from_utf8_lossy).collect();
                    return Err(io::Error::other(format!(
                        "--column: no column `{name}`; expected one of {}",
                        report::printable(&names.join(", "))
                    )));
                };
                self.column = Some((at, separator));
                continue;
            };
            let board = row.get(column).unwrap_or_default();
            let lines: Vec<&[u8]> = Lines::new(board).flatten().collect();
            let line = self.line + row.position().map_or(0, |position| position.line() - 1);
            self.put(&self.by.joined(&lines), line);
        }
        self.line += line_ends(&rows);
        Ok(())
    }
}

/// The separator of CSV whose header has this name: a comma, unless another one makes it a field.
fn separator(header: &[u8], name: &str) -> u8 {
    let header = header.split(|&byte| byte == b'\n').find(|line| !code(line).is_empty());
    let has = |separator: &u8| {
        let mut fields = header.unwrap_or_default().split(|byte| byte == separator);
        fields.any(|field| field.trim_ascii() == name.as_bytes())
    };
    b",;\t".iter().copied().find(has).unwrap_or(b',')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bytes_of_the_input_are_counted_in_every_layout() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("boards");
        for line in [
            "12345678x\n",
            "12345678x # solved\n",
            "[[1,2,3],\n[4,5,6],\n[7,8,0]]\n\n",
            "{\"board\":\"12345678x\",\"moves\":\"\"}\n",
        ] {
            let text = line.repeat(100_000);
            std::fs::write(&file, &text).unwrap();
            let mut boards = Layout::default().boards(Input::open(&file).unwrap(), None);
            let places = boards.input().places();
            let mut last = 0;
            while boards.fill().unwrap() {
                boards.consume(boards.buffer().len());
                let bytes = places.bytes(boards.position());
                assert!(bytes > last && bytes <= text.len() as u64, "{line} {bytes}");
                last = bytes;
            }
            assert_eq!(last, text.len() as u64, "{line}");
        }
    }
}
