//! The formats with named fields, CSV and JSON lines: one list of columns, each a name and a
//! writer. Which of them there are follows from what is asked, and from nothing else.
//!
//! CSV is quoted as in RFC 4180, after a header. It writes an empty solution as `""`, and a missing
//! value as an empty field. The `csv` crate cannot make this distinction.

use super::{Record, Write, write_number};
use crate::bulk::{Answer, Form};
use crate::puzzle::Moves;

/// How fields are written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Frame {
    Csv,
    Jsonl,
}

/// A column: its name, and what writes its value. Nothing is written if a board has none.
#[derive(Clone, Copy)]
struct Column {
    name: &'static str,
    write: fn(&Record<'_>, Frame, &mut Vec<u8>) -> Option<()>,
}

impl Column {
    /// Whether its value has moves, which are others in the multi-tile metric.
    fn is_of_moves(&self) -> bool {
        matches!(self.name, "moves" | "next" | "solutions" | "legal")
    }
}

/// Writes one row for each board: the cells, the columns, and the error.
pub(super) struct Rows {
    frame: Frame,
    columns: Vec<Column>,
}

impl Rows {
    /// The columns for an answer. What takes longer to find is there only if it is asked for.
    pub(super) fn new(frame: Frame, form: Form) -> Rows {
        let answer = form.answer;
        let mut columns = vec![
            Column { name: "distance", write: distance },
            Column { name: "moves", write: moves },
            Column { name: "next", write: next },
            Column { name: "harder_than", write: harder_than },
        ];
        if matches!(answer, Answer::Count | Answer::All) {
            columns.push(Column { name: "count", write: count });
        }
        if answer == Answer::All {
            columns.push(Column { name: "solutions", write: solutions });
        }
        if answer == Answer::Legal {
            columns.push(Column { name: "legal", write: legal });
        }
        columns.push(Column { name: "lower_bound", write: lower_bound });
        if form.cost {
            columns.push(Column { name: "generated", write: generated });
            columns.push(Column { name: "expanded", write: expanded });
        }
        Rows { frame, columns }
    }

    /// Writes a row: what `board` and `value` write, and the reason of an error.
    fn row(
        &self,
        text: &mut Vec<u8>,
        board: impl FnOnce(&mut Vec<u8>),
        value: impl Fn(&Column, &mut Vec<u8>) -> Option<()>,
        error: Option<&str>,
    ) {
        match self.frame {
            Frame::Csv => {
                board(text);
                for column in &self.columns {
                    text.push(b',');
                    value(column, text);
                }
                text.push(b',');
                if let Some(error) = error {
                    self.frame.string(error, text);
                }
            }
            Frame::Jsonl => {
                text.extend_from_slice(b"{\"board\":");
                board(text);
                for column in &self.columns {
                    name(column.name, text);
                    if value(column, text).is_none() {
                        text.extend_from_slice(b"null");
                    }
                }
                name("error", text);
                match error {
                    Some(error) => self.frame.string(error, text),
                    None => text.extend_from_slice(b"null"),
                }
                text.push(b'}');
            }
        }
        text.push(b'\n');
    }
}

impl Write for Rows {
    fn head(&self) -> String {
        if self.frame == Frame::Jsonl {
            return String::new();
        }
        let names = self.columns.iter().map(|column| column.name);
        let names: Vec<&str> = ["board"].into_iter().chain(names).chain(["error"]).collect();
        names.join(",") + "\n"
    }

    fn record(&self, record: &Record<'_>, text: &mut Vec<u8>) {
        // The lower bound says what is proved of a solution that is not known to be canonical.
        let error = record.error().filter(|_| !record.is_bounded());
        self.row(
            text,
            |text| self.frame.cells(record, text),
            |column, text| match &record.multi {
                Some(multi) if column.is_of_moves() => {
                    multi.column(record, column.name, self.frame, text)
                }
                _ => (column.write)(record, self.frame, text),
            },
            error.as_deref(),
        );
    }

    fn invalid(&self, line: &[u8], why: &str, text: &mut Vec<u8>) {
        self.row(
            text,
            |text| self.frame.string(&String::from_utf8_lossy(line), text),
            |_, _| None,
            Some(&format!("invalid: {why}")),
        );
    }
}

fn distance(record: &Record<'_>, _: Frame, text: &mut Vec<u8>) -> Option<()> {
    write_number(record.distance?, text);
    Some(())
}

/// The canonical solution, or the best one found.
fn moves(record: &Record<'_>, frame: Frame, text: &mut Vec<u8>) -> Option<()> {
    record.moves.as_ref()?;
    frame.word(text, |text| {
        record.solution(text);
    });
    Some(())
}

fn next(record: &Record<'_>, frame: Frame, text: &mut Vec<u8>) -> Option<()> {
    let next = record.next?;
    frame.word(text, |text| record.set(next, text));
    Some(())
}

fn harder_than(record: &Record<'_>, _: Frame, text: &mut Vec<u8>) -> Option<()> {
    text.extend_from_slice(record.difficulty()?.share.as_bytes());
    Some(())
}

fn count(record: &Record<'_>, _: Frame, text: &mut Vec<u8>) -> Option<()> {
    write_number(record.count?, text);
    Some(())
}

fn solutions(record: &Record<'_>, frame: Frame, text: &mut Vec<u8>) -> Option<()> {
    let solutions = record.solutions.as_ref()?;
    frame.list(solutions, record.between_solutions(), text, |moves: &Moves, text| {
        frame.word(text, |text| record.write_moves(moves.iter().copied(), text));
    });
    Some(())
}

fn legal(record: &Record<'_>, frame: Frame, text: &mut Vec<u8>) -> Option<()> {
    let legal = record.legal()?;
    match frame {
        Frame::Csv => record.legal_moves(&legal, text),
        Frame::Jsonl => frame.list(&legal, b',', text, |&(mv, distance), text| {
            text.extend_from_slice(b"{\"move\":\"");
            record.set(mv.into(), text);
            text.extend_from_slice(b"\",\"distance\":");
            write_number(distance, text);
            text.push(b'}');
        }),
    }
    Some(())
}

fn lower_bound(record: &Record<'_>, _: Frame, text: &mut Vec<u8>) -> Option<()> {
    write_number(record.distance.or_else(|| record.lower_bound())?, text);
    Some(())
}

fn generated(record: &Record<'_>, _: Frame, text: &mut Vec<u8>) -> Option<()> {
    write_number(record.cost()?.generated, text);
    Some(())
}

/// Only the methods that people learn count these.
fn expanded(record: &Record<'_>, _: Frame, text: &mut Vec<u8>) -> Option<()> {
    write_number(Some(record.cost()?.expanded).filter(|&expanded| expanded > 0)?, text);
    Some(())
}

/// Writes a name and a colon.
fn name(name: &str, text: &mut Vec<u8>) {
    text.extend_from_slice(b",\"");
    text.extend_from_slice(name.as_bytes());
    text.extend_from_slice(b"\":");
}

impl Frame {
    /// Writes the cells of a board.
    fn cells(self, record: &Record<'_>, text: &mut Vec<u8>) {
        self.word(text, |text| record.cells(text));
    }

    /// Frames what `write` writes, which must be only letters, digits and spaces.
    pub(super) fn word(self, text: &mut Vec<u8>, write: impl FnOnce(&mut Vec<u8>)) {
        let before = text.len();
        match self {
            Frame::Csv => {
                write(text);
                if text.len() == before {
                    text.extend_from_slice(b"\"\"");
                }
            }
            Frame::Jsonl => {
                text.push(b'"');
                write(text);
                text.push(b'"');
            }
        }
    }

    /// Writes a list of values. In CSV they have `between` between them.
    pub(super) fn list<A>(
        self,
        values: &[A],
        between: u8,
        text: &mut Vec<u8>,
        write: impl Fn(&A, &mut Vec<u8>),
    ) {
        let (is_json, between) = match self {
            Frame::Csv => (false, between),
            Frame::Jsonl => (true, b','),
        };
        if is_json {
            text.push(b'[');
        }
        for (number, value) in values.iter().enumerate() {
            if number > 0 {
                text.push(between);
            }
            write(value, text);
        }
        if is_json {
            text.push(b']');
        }
    }

    /// Writes any text, in quotes if necessary.
    fn string(self, string: &str, text: &mut Vec<u8>) {
        match self {
            Frame::Jsonl => {
                serde_json::to_writer(text, string).expect("a string can be written to memory");
            }
            Frame::Csv if string.contains(['"', ',', '\n', '\r']) => {
                text.push(b'"');
                text.extend_from_slice(string.replace('"', "\"\"").as_bytes());
                text.push(b'"');
            }
            Frame::Csv => text.extend_from_slice(string.as_bytes()),
        }
    }
}
