//! Boards in a column of CSV.

use std::io::{self, Read};

use csv_core::ReadFieldResult;

use super::block::{BoardBlock, BoardText};

/// How many bytes are read at once.
const READ_BYTES: usize = 1 << 16;

/// Reads boards from a column of CSV, by the rules of the crate `csv`: a quote is one only at the
/// beginning of a field, and a line end within quotes belongs to the field. A field that is too
/// long is not kept.
pub struct CsvColumn<R> {
    input: R,
    parser: csv_core::Reader,
    /// What was read and not yet parsed is at `begin..end`.
    bytes: Vec<u8>,
    begin: usize,
    end: usize,
    ended: bool,
    /// The names of the columns, until the header was read.
    names: Option<String>,
    /// The column of the boards, once it was found.
    column: Option<usize>,
    /// The line where this row begins, if any of it was read, the number of its fields before the
    /// next, and its board. In the header every field is taken for one.
    row: Option<u64>,
    fields: usize,
    board: Vec<u8>,
    /// The number of lines before the next byte, and of bytes read.
    lines: u64,
    position: u64,
}

impl<R: Read> CsvColumn<R> {
    /// Begins at the header, before which there were this many bytes and lines.
    pub fn new(input: R, separator: u8, position: u64, lines: u64) -> CsvColumn<R> {
        let mut parser = csv_core::ReaderBuilder::new().delimiter(separator).build();
        // From now on it takes a byte order mark for text.
        parser.read_field(b"?", &mut []);
        CsvColumn {
            input,
            parser,
            bytes: vec![0; READ_BYTES],
            begin: 0,
            end: 0,
            ended: false,
            names: Some(String::new()),
            column: None,
            row: None,
            fields: 0,
            board: Vec::new(),
            lines,
            position,
        }
    }

    /// Adds boards with about `most` bytes. Returns false at the end.
    pub fn read(&mut self, name: &str, most: usize, block: &mut BoardBlock) -> io::Result<bool> {
        let mut part = [0; 1 << 10];
        while block.size() < most {
            if self.begin == self.end && !self.ended {
                // Whoever wrote a row may be waiting for its answer.
                if !block.is_empty() {
                    break;
                }
                self.end = super::read_once(&mut self.input, &mut self.bytes)?;
                (self.begin, self.ended) = (0, self.end == 0);
                self.position += self.end as u64;
            }
            let input = &self.bytes[self.begin..self.end];
            let empty = input.iter().take_while(|byte| b"\r\n".contains(byte)).count();
            if self.row.is_none() && (empty > 0 || input.is_empty()) {
                self.take(empty);
                if self.ended {
                    break;
                }
                continue;
            }
            self.row.get_or_insert(self.lines + 1);
            let (result, taken, written) = self.parser.read_field(input, &mut part);
            self.take(taken);
            if self.names.is_some() || self.column == Some(self.fields) {
                self.board.extend_from_slice(&part[..written]);
                self.board.truncate(block.longest + 1);
            }
            if let ReadFieldResult::Field { record_end } = result {
                self.end_field(name);
                if record_end {
                    self.end_row(name, block)?;
                }
            }
        }
        block.position = self.position - (self.end - self.begin) as u64;
        Ok(!block.is_empty())
    }

    /// Removes bytes that were parsed.
    fn take(&mut self, bytes: usize) {
        let end = self.begin + bytes;
        self.lines += memchr::memchr_iter(b'\n', &self.bytes[self.begin..end]).count() as u64;
        self.begin = end;
    }

    /// Counts a field. In the header, it may be the name of the column.
    fn end_field(&mut self, name: &str) {
        if let Some(names) = &mut self.names {
            let field = String::from_utf8_lossy(&self.board);
            if self.column.is_none() && field.trim() == name {
                self.column = Some(self.fields);
            }
            if names.len() < self.bytes.len() {
                names.push_str(if names.is_empty() { "" } else { ", " });
                names.push_str(field.trim());
            }
            self.board.clear();
        }
        self.fields += 1;
    }

    /// Adds the board of a row. The first row is the header.
    fn end_row(&mut self, name: &str, block: &mut BoardBlock) -> io::Result<()> {
        let line = self.row.take().unwrap_or_default();
        let fields = std::mem::take(&mut self.fields);
        let header = self.names.take();
        match (self.column, header) {
            (Some(_), Some(_)) => {}
            (Some(column), None) if column < fields => block.add(&self.board, line),
            (Some(column), None) => {
                let found = format!("expected it in column {}, found {fields}", column + 1);
                let flaw = format!("no `{name}`: {found}");
                block.push(BoardText { line, text: b"", flaw: Some(&flaw) });
            }
            (None, names) => {
                let names = names.unwrap_or_default();
                return Err(io::Error::other(format!(
                    "--column: no column `{name}`; expected one of {names}"
                )));
            }
        }
        self.board.clear();
        Ok(())
    }
}
