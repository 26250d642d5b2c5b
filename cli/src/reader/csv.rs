//! Boards in a column of CSV, and their goals in another.

use std::io::{self, Read};

use csv_core::ReadFieldResult;

use super::block::{BoardBlock, InputBoard};

/// How many bytes are read at once.
const READ_BYTES: usize = 1 << 16;

/// Reads boards from columns of CSV, by the rules of the crate `csv`: a quote is one only at the
/// beginning of a field, and a line end within quotes belongs to the field. A field that is too
/// long is not kept.
pub struct CsvColumns<R> {
    input: R,
    parser: csv_core::Reader,
    /// The bytes at `begin..end` were read and not yet parsed.
    bytes: Vec<u8>,
    begin: usize,
    end: usize,
    ended: bool,
    /// The names of the columns, until the header was read.
    names: Option<String>,
    /// That of the boards, and perhaps that of the goals.
    columns: Vec<KeptColumn>,
    /// The line where this row begins, if any of it was read, the number of its fields before the
    /// next, and the part of that field that was read.
    row: Option<u64>,
    fields: usize,
    field: Vec<u8>,
    /// The number of lines before the next byte, and of bytes read.
    lines: u64,
    position: u64,
}

/// A column whose fields are kept.
struct KeptColumn {
    name: String,
    /// Its number, once it was found, and that of another one with its name.
    number: Option<usize>,
    second: Option<usize>,
    /// Its field in this row.
    field: Option<Vec<u8>>,
}

impl<R: Read> CsvColumns<R> {
    /// The columns with these names. The input begins at the header, before which there were this
    /// many bytes and lines.
    pub fn new(
        input: R,
        separator: u8,
        names: &[&str],
        (position, lines): (u64, u64),
    ) -> CsvColumns<R> {
        let columns = names.iter().map(|name| KeptColumn {
            name: (*name).to_owned(),
            number: None,
            second: None,
            field: None,
        });
        let mut parser = csv_core::ReaderBuilder::new().delimiter(separator).build();
        // After a first read, the parser skips no byte order mark: the reader did.
        parser.read_field(b"?", &mut []);
        CsvColumns {
            input,
            parser,
            bytes: vec![0; READ_BYTES],
            begin: 0,
            end: 0,
            ended: false,
            names: Some(String::new()),
            columns: columns.collect(),
            row: None,
            fields: 0,
            field: Vec::new(),
            lines,
            position,
        }
    }

    /// Adds boards with about `most` bytes. Returns false at the end.
    pub fn read(&mut self, most: usize, block: &mut BoardBlock) -> io::Result<bool> {
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
            if self.names.is_some() || self.columns.iter().any(|it| it.number == Some(self.fields))
            {
                self.field.extend_from_slice(&part[..written]);
                self.field.truncate(block.longest + 1);
            }
            if let ReadFieldResult::Field { record_end } = result {
                self.end_field();
                if record_end {
                    self.end_row(block)?;
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

    /// Keeps a field. In the header, it may be the name of a column.
    fn end_field(&mut self) {
        for column in &mut self.columns {
            if column.number == Some(self.fields) {
                column.field = Some(std::mem::take(&mut self.field));
            }
        }
        if let Some(names) = &mut self.names {
            let field = String::from_utf8_lossy(self.field.trim_ascii());
            for column in &mut self.columns {
                if column.name == field {
                    match column.number {
                        None => column.number = Some(self.fields),
                        Some(_) => column.second = Some(self.fields),
                    }
                }
            }
            if names.len() < self.bytes.len() {
                names.push_str(if names.is_empty() { "" } else { ", " });
                names.push_str(&field);
            }
        }
        self.field.clear();
        self.fields += 1;
    }

    /// Adds the board of a row. The first row is the header.
    fn end_row(&mut self, block: &mut BoardBlock) -> io::Result<()> {
        let line = self.row.take().unwrap_or_default();
        let found = std::mem::take(&mut self.fields);
        if let Some(names) = self.names.take() {
            for KeptColumn { name, number, second, .. } in &self.columns {
                let why = match (number, second) {
                    (None, _) => format!("no column `{name}`; expected one of {names}"),
                    (Some(first), Some(second)) => {
                        let (first, second) = (first + 1, second + 1);
                        format!("columns {first} and {second} are both `{name}`; expected one")
                    }
                    (Some(_), None) => continue,
                };
                return Err(io::Error::other(why));
            }
            return Ok(());
        }
        let missing = self.columns.iter().find(|column| column.field.is_none()).map(|column| {
            let number = column.number.map_or(0, |number| number + 1);
            format!("no `{}`: expected it in column {number}, found {found}", column.name)
        });
        let mut fields = self.columns.iter_mut().map(|column| column.field.take());
        let board = fields.next().flatten().unwrap_or_default();
        if let Some(flaw) = missing {
            block.push(InputBoard { line, text: &board, goal: None, flaw: Some(&flaw) });
        } else {
            block.add(&board, fields.next().flatten().as_deref(), line);
        }
        Ok(())
    }
}
