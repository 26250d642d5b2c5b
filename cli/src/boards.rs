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

use crate::input::Input;
use crate::report::{self, InputPosition};

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
        LineBuffer::new(self.small(input, shape))
    }

    /// The same for `Bulk::comments`: comments are left in plain lines, which is faster.
    pub fn bulk(&self, input: Input, shape: Option<Shape>) -> LineBuffer<Boards> {
        LineBuffer::new(Boards { comments: None, ..self.small(input, shape) })
    }

    /// The same for boards of any size, each of which may have `longest` bytes.
    pub fn large(
        &self,
        input: Input,
        longest: usize,
        is_board: impl Fn(&[u8]) -> bool + Send + 'static,
    ) -> LineBuffer<Boards> {
        LineBuffer::new(self.read(input, usize::MAX, longest, is_board)).longest(longest)
    }

    fn small(&self, input: Input, shape: Option<Shape>) -> Boards {
        let is_board = move |text: &[u8]| Board::parse(text, shape).is_ok();
        self.read(input, MAX_CELLS, MAX_LINE, is_board)
    }

    fn read(
        &self,
        input: Input,
        most_cells: usize,
        longest: usize,
        is_board: impl Fn(&[u8]) -> bool + Send + 'static,
    ) -> Boards {
        let (column, is_board) = (self.column.clone(), Box::new(is_board));
        let recognizer = Recognizer { column, most_cells, longest, is_board };
        Boards::new(input.len(), State::Unknown(Some((input, recognizer))))
    }
}

/// The lines of an input that is not laid out in another way, without comments.
pub fn plain(input: Input) -> LineBuffer<Boards> {
    LineBuffer::new(Boards::new(input.len(), State::Plain(Cursor::default().chain(input))))
}

/// Reads one board per line from an input of any layout. Comments, from `#` to the end of the line,
/// are left out.
pub struct Boards {
    state: State,
    /// What removes comments from plain lines.
    comments: Option<Comments>,
    places: Places,
    len: Option<u64>,
}

/// What was read to recognize the layout, and the rest.
type Rest = io::Chain<Cursor<Vec<u8>>, Input>;

enum State {
    Unknown(Option<(Input, Recognizer)>),
    Plain(Rest),
    Other(Box<Converter>),
}

impl Boards {
    fn new(len: Option<u64>, state: State) -> Boards {
        Boards { state, comments: Some(Comments::default()), places: Places::default(), len }
    }

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
                State::Plain(rest) => {
                    let got = rest.read(bytes)?;
                    let Some(comments) = &mut self.comments else { return Ok(got) };
                    let left = comments.remove(&mut bytes[..got], &self.places);
                    self.places.read(got as u64, left as u64);
                    // Nothing would mean the end.
                    if left > 0 || got == 0 {
                        return Ok(left);
                    }
                }
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
    /// The numbers of boards and of lines before a board that does not follow the last one. Only
    /// what is still to be reported is kept.
    jumps: VecDeque<(u64, u64)>,
    /// The bytes of the input that were read, and of the lines made of them.
    read: u64,
    made: u64,
}

impl Places {
    /// The place of a board, counted from 1.
    pub fn of(&self, board: u64) -> InputPosition {
        let jump = self.seen().jumps.iter().rev().find(|(first, _)| *first < board).copied();
        InputPosition::Line(jump.map_or(board, |(first, line)| line + (board - first)))
    }

    /// Forgets the places of the boards before this one, counted from 1.
    pub fn forget(&self, board: u64) {
        let jumps = &mut self.seen().jumps;
        while jumps.get(1).is_some_and(|(first, _)| *first < board) {
            jumps.pop_front();
        }
    }

    /// About how many bytes of the input the first `made` bytes of the lines come from.
    pub fn bytes(&self, made: u64) -> u64 {
        let seen = self.seen();
        let part = u128::from(made) * u128::from(seen.read) / u128::from(seen.made.max(1));
        if seen.made == 0 { made } else { part as u64 }
    }

    /// This many more bytes were read, and that many bytes of lines made of them.
    fn read(&self, read: u64, made: u64) {
        let mut seen = self.seen();
        (seen.read, seen.made) = (seen.read + read, seen.made + made);
    }

    fn seen(&self) -> MutexGuard<'_, Seen> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// After `board` boards, `line` lines precede the next.
    fn jump(&self, board: u64, line: u64) {
        let jumps = &mut self.seen().jumps;
        if jumps.back().is_none_or(|(first, before)| before + (board - first) != line) {
            jumps.push_back((board, line));
        }
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

/// The layouts other than lines.
enum Kind {
    Grids,
    Csv,
    JsonLines,
}

/// What the beginning of an input says of its layout.
enum Sign {
    /// More must be read.
    None,
    Lines,
    Other(Kind),
}

impl Recognizer {
    fn recognize(self, mut input: Input, places: &Places) -> io::Result<State> {
        let (mut ahead, mut ended) = (Vec::new(), false);
        let kind = loop {
            match self.sign(&ahead, ended) {
                Sign::None => {}
                Sign::Lines => break None,
                Sign::Other(kind) => break Some(kind),
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
        let rest = Cursor::new(ahead).chain(input);
        let Some(kind) = kind else { return Ok(State::Plain(rest)) };
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

    /// The layout of an input that begins like this.
    fn sign(&self, ahead: &[u8], ended: bool) -> Sign {
        let ended = ended || ahead.len() > self.longest;
        let last = memchr::memrchr(b'\n', ahead).map_or(0, |at| at + 1);
        let whole = if ended { ahead.len() } else { last };
        let lines = || Lines::new(&ahead[..whole]).longest(usize::MAX).flatten();
        let Some(first) = lines().map(code).find(|line| !line.is_empty()) else {
            return if ended { Sign::Lines } else { Sign::None };
        };
        if first[0] == b'{' && first[1..].trim_ascii_start().starts_with(b"\"") {
            let field = self.column.as_deref().unwrap_or(FIELD);
            report::note(format_args!("JSON lines: the boards are in the field `{field}`"));
            return Sign::Other(Kind::JsonLines);
        }
        if self.column.is_some() {
            return Sign::Other(Kind::Csv);
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
                return Sign::Lines;
            }
        }
        // A line that is a board is answered at once: whoever wrote it may be waiting.
        if complete || (self.is_board)(first) {
            let is_grid = rows.len() > 1 && (self.is_board)(&self.joined(&rows));
            return if is_grid { Sign::Other(Kind::Grids) } else { Sign::Lines };
        }
        Sign::None
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

/// Removes comments from plain lines. A line that is nothing else is left out.
struct Comments {
    /// Whether the last byte was in a comment.
    within: bool,
    /// Whether the line so far is only white space.
    blank: bool,
    /// The number of lines, without and with those left out.
    boards: u64,
    lines: u64,
}

impl Default for Comments {
    fn default() -> Comments {
        Comments { within: false, blank: true, boards: 0, lines: 0 }
    }
}

impl Comments {
    /// Removes comments in place, and returns how many bytes are left.
    fn remove(&mut self, bytes: &mut [u8], places: &Places) -> usize {
        if !self.within && memchr::memchr(b'#', bytes).is_none() {
            let lines = line_ends(bytes);
            (self.boards, self.lines) = (self.boards + lines, self.lines + lines);
            let last = memchr::memrchr(b'\n', bytes).map_or(0, |at| at + 1);
            self.blank = (self.blank || last > 0) && bytes[last..].trim_ascii().is_empty();
            return bytes.len();
        }
        let mut left = 0;
        for at in 0..bytes.len() {
            let byte = bytes[at];
            let ends = byte == b'\n';
            self.lines += u64::from(ends);
            if ends && self.within && self.blank {
                self.within = false;
                places.jump(self.boards, self.lines);
                continue;
            }
            self.within = !ends && (self.within || byte == b'#');
            if !self.within {
                self.boards += u64::from(ends);
                self.blank = ends || self.blank && byte.is_ascii_whitespace();
                bytes[left] = byte;
                left += 1;
            }
        }
        left
    }
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
            Kind::Grids => self.add_grids(&block),
            Kind::Csv => self.add_csv(&block)?,
            Kind::JsonLines => self.add_json_lines(&block),
        }
        let made = self.ready.get_ref().len();
        self.places.read(self.input.position() - before, made as u64);
        Ok(more || made > 0)
    }

    /// Writes the next board, which begins after `line` lines.
    fn put(&mut self, board: &[u8], line: u64) {
        self.places.jump(self.boards, line);
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
            report::note(format_args!("grids: an empty line ends a board"));
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
