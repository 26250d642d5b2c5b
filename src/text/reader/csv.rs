//! Boards in columns of CSV, and what else their rows have.

use std::borrow::Cow;
use std::collections::HashSet;
use std::io::{self, BufRead as _, BufReader, ErrorKind, Read};

use csv_core::{ReadFieldResult, ReadRecordResult};

use super::Expected;
use super::block::BoardBlock;
use super::columns::{Column, ColumnPlace, ColumnRole, add_row, cells_of_run};
use super::keep::Keep;

/// How many bytes are read at once.
const READ_BYTES: usize = 1 << 16;

/// The most bytes of a header that are kept.
const LONGEST_HEADER: usize = 1 << 20;

/// Reads boards from columns of CSV, by the rules of the crate `csv`: a quote is one only at the
/// beginning of a field, and a line end within quotes belongs to the field. A field that is too
/// long is not kept.
pub(super) struct CsvColumns<R> {
    input: BufReader<R>,
    parser: csv_core::Reader,
    ended: bool,
    /// The columns that are read, and where they are, once the header was read.
    columns: Vec<Column>,
    places: Vec<Option<ColumnPlace>>,
    /// The names of all columns, once they were read.
    header: Option<Vec<String>>,
    /// How many bytes of it were kept.
    header_bytes: usize,
    /// True if the fields of a column are needed.
    wanted: Vec<bool>,
    keep: Option<Keep>,
    /// The line where this row begins, if any of it was read, the number of its fields before the
    /// next, and the fields, of which only those that are needed have a text.
    row: Option<u64>,
    count: usize,
    fields: Vec<Vec<u8>>,
    /// True if the input ended within quotes.
    is_cut: bool,
    /// The number of lines, and of bytes, that were parsed.
    lines: u64,
    position: u64,
}

impl<R: Read> CsvColumns<R> {
    /// These columns. The input begins at the header, before which there were this many bytes and
    /// lines.
    pub fn new(
        input: R,
        separator: u8,
        (columns, keep): (Vec<Column>, Option<Keep>),
        (position, lines): (u64, u64),
    ) -> CsvColumns<R> {
        CsvColumns {
            input: BufReader::with_capacity(READ_BYTES, input),
            parser: parser(separator),
            ended: false,
            columns,
            places: Vec::new(),
            header: None,
            header_bytes: 0,
            wanted: Vec::new(),
            keep,
            row: None,
            count: 0,
            fields: Vec::new(),
            is_cut: false,
            lines,
            position,
        }
    }

    /// Adds boards with about `most` bytes. Returns false at the end.
    pub fn read(
        &mut self,
        most: usize,
        expected: &Expected,
        block: &mut BoardBlock,
    ) -> io::Result<bool> {
        let mut part = [0; 1 << 10];
        while block.size() < most {
            if self.input.buffer().is_empty() && !self.ended {
                // Whoever wrote a row may be waiting for its answer.
                if !block.is_empty() {
                    break;
                }
                match self.input.fill_buf() {
                    Err(why) if why.kind() == ErrorKind::Interrupted => continue,
                    more => self.ended = more?.is_empty(),
                }
            }
            let input = self.input.buffer();
            let empty = input.iter().take_while(|byte| b"\r\n".contains(byte)).count();
            if self.row.is_none() && (empty > 0 || input.is_empty()) {
                self.take(empty);
                if self.ended {
                    break;
                }
                continue;
            }
            self.row.get_or_insert(self.lines + 1);
            // A line end behind the input ends the last row, unless it is in quotes.
            let is_end = input.is_empty() && !self.is_cut;
            let input = if is_end { b"\n" } else { input };
            let (result, taken, written) = self.parser.read_field(input, &mut part);
            if is_end {
                self.is_cut = !matches!(result, ReadFieldResult::Field { .. });
            } else {
                self.take(taken);
            }
            if let Some(field) = self.field() {
                field.extend_from_slice(&part[..written]);
                field.truncate(block.longest + 1);
            }
            if let ReadFieldResult::Field { record_end } = result {
                if self.header.is_none() {
                    let field = self.fields.get(self.count);
                    self.header_bytes += field.map_or(0, |field| field.len() + 1);
                }
                self.count += 1;
                if record_end {
                    self.end_row(expected, block)?;
                }
            }
        }
        block.position = self.position;
        block.kept_head = self.kept_head();
        Ok(!block.is_empty())
    }

    /// What to write before the names of our fields, once the header was read.
    pub fn kept_head(&self) -> Option<Vec<u8>> {
        self.keep.as_ref()?.head(self.header.as_ref()?)
    }

    /// Removes bytes that were parsed.
    fn take(&mut self, bytes: usize) {
        let parsed = &self.input.buffer()[..bytes];
        self.lines += memchr::memchr_iter(b'\n', parsed).count() as u64;
        self.position += bytes as u64;
        self.input.consume(bytes);
    }

    /// The field that is being read, if it is needed.
    fn field(&mut self) -> Option<&mut Vec<u8>> {
        if self.header.is_some() {
            return self.fields.get_mut(self.count).filter(|_| self.wanted[self.count]);
        }
        if self.header_bytes < LONGEST_HEADER && self.fields.len() <= self.count {
            self.fields.resize(self.count + 1, Vec::new());
        }
        self.fields.get_mut(self.count)
    }

    /// Adds the board of a row. The first row is the header.
    fn end_row(&mut self, expected: &Expected, block: &mut BoardBlock) -> io::Result<()> {
        let line = self.row.take().unwrap_or_default();
        let count = std::mem::take(&mut self.count);
        let mut fields = std::mem::take(&mut self.fields);
        let mut is_row = self.header.is_some();
        if !is_row {
            let names = fields.iter().map(|it| String::from_utf8_lossy(it.trim_ascii()).into());
            self.find(names.collect()).map_err(io::Error::other)?;
            // Columns that are counted need no header.
            let first = self.places[0].as_ref().filter(|place| place.is_counted);
            let first = first.and_then(|place| joined(&fields, place));
            is_row = first.is_some_and(|first| expected.is_board(&first));
        }
        if is_row {
            self.add((&fields, count), line, expected, block)?;
        }
        // The next row uses the same memory.
        fields.resize(self.wanted.len(), Vec::new());
        fields.iter_mut().for_each(Vec::clear);
        self.fields = fields;
        Ok(())
    }

    /// Adds a row that has this number of fields.
    fn add(
        &self,
        (fields, count): (&[Vec<u8>], usize),
        line: u64,
        expected: &Expected,
        block: &mut BoardBlock,
    ) -> io::Result<()> {
        let names = self.header.as_deref().unwrap_or_default();
        let mut flaw = None;
        if self.is_cut {
            flaw = Some("the quoted field has no end".to_owned());
        } else if self.keep.is_some() && count > names.len() {
            flaw = Some(format!("{count} fields, and {} columns", names.len()));
        }
        let found = &fields[..count.min(fields.len())];
        // A loop, and no more: this is run for every row.
        let mut texts = Vec::with_capacity(self.columns.len());
        for (column, place) in self.columns.iter().zip(&self.places) {
            let text = place.as_ref().and_then(|place| joined(found, place));
            if let Some(place) = place
                && text.is_none()
                && column.is_needed
                && flaw.is_none()
            {
                let last = place.columns.iter().max().map_or(0, |last| last + 1);
                let name = column.name();
                flaw = Some(format!("no {name}: expected it in column {last}, found {count}"));
            }
            texts.push(text);
        }
        self.expect_no_header(texts[0].as_deref(), line, expected)?;
        let kept = self.keep.as_ref();
        let kept = kept.map(|keep| keep.fields(names, &fields[..names.len().min(fields.len())]));
        add_row(&self.columns, &texts, flaw.as_deref(), (line, kept), block);
        Ok(())
    }

    /// Finds the columns in the header.
    fn find(&mut self, header: Vec<String>) -> Result<(), String> {
        for column in &self.columns {
            self.places.push(column.place(&header)?);
        }
        let columns: HashSet<&usize> =
            self.places.iter().flatten().flat_map(|place| &place.columns).collect();
        let last = columns.iter().max().map_or(0, |last| *last + 1);
        let keeps = self.keep.is_some();
        let needed = if keeps { header.len() } else { last };
        self.wanted = (0..needed).map(|column| keeps || columns.contains(&column)).collect();
        self.header = Some(header);
        Ok(())
    }

    /// Refuses a second header, as files that were joined have.
    fn expect_no_header(
        &self,
        text: Option<&[u8]>,
        line: u64,
        expected: &Expected,
    ) -> io::Result<()> {
        let text = text.unwrap_or_default().trim_ascii();
        // Most boards begin with a digit.
        if text.first().is_none_or(u8::is_ascii_digit) {
            return Ok(());
        }
        let header = self.header.as_deref().unwrap_or_default();
        let names = self.places[0].iter().flat_map(|place| &place.columns);
        let names: Vec<&[u8]> = names.map(|&column| header[column].as_bytes()).collect();
        let is_other = self.columns[0].role == ColumnRole::Board
            && header.iter().any(|name| name.as_bytes() == text);
        if (is_other || names.join(&b' ') == text) && !expected.is_board(text) {
            return Err(io::Error::other(format!(
                "line {line} has the names of columns again; expected one header: give each file \
                 that was joined here by its own name"
            )));
        }
        Ok(())
    }
}

/// The fields of a place, with spaces between them, if the row has them all. In a run of columns
/// with one cell each, an empty one is the blank.
fn joined<'f>(fields: &'f [Vec<u8>], place: &ColumnPlace) -> Option<Cow<'f, [u8]>> {
    if let [column] = place.columns[..] {
        return fields.get(column).map(Into::into);
    }
    let cells = place.columns.iter().map(|&column| fields.get(column));
    let cells: Option<Vec<&[u8]>> = cells.map(|field| field.map(|it| it.trim_ascii())).collect();
    Some(cells_of_run(cells?).join(&b' ').into())
}

/// A parser that skips no byte order mark, because the reader did: the parser looks for it in its
/// first read only.
fn parser(separator: u8) -> csv_core::Reader {
    let mut parser = csv_core::ReaderBuilder::new().delimiter(separator).build();
    parser.read_field(b"?", &mut []);
    parser
}

/// The fields of a line of CSV. `None` if a field does not end in it.
pub fn fields(line: &[u8], separator: u8) -> Option<Vec<String>> {
    // Making a parser takes longer than all else that is done with one line.
    let is_field = |byte: &u8| *byte != separator && !matches!(byte, b'"' | b'\r' | b'\n');
    if !line.is_empty() && line.iter().all(is_field) {
        return Some(vec![String::from_utf8_lossy(line.trim_ascii()).into_owned()]);
    }
    let (mut parser, mut text) = (parser(separator), vec![0; line.len() + 1]);
    let mut ends = vec![0; line.len() + 1];
    let (result, _, written, mut count) = parser.read_record(line, &mut text, &mut ends);
    if result == ReadRecordResult::InputEmpty {
        // With an odd number of quotes the field goes on in the next line.
        if memchr::memchr_iter(b'"', line).count() % 2 == 1 {
            return None;
        }
        count += parser.read_record(b"", &mut text[written..], &mut ends[count..]).3;
    }
    let begins = [0].into_iter().chain(ends.iter().copied());
    let fields = begins.zip(&ends).take(count).map(|(begin, &end)| &text[begin..end]);
    Some(fields.map(|field| String::from_utf8_lossy(field.trim_ascii()).into_owned()).collect())
}
