//! The formats with named fields, CSV and JSON lines: one list of columns, each a name and a
//! writer. Which of them there are follows from what is asked, and from nothing else.
//!
//! CSV is quoted as in RFC 4180, after a header. It writes an empty solution as `""`, and a missing
//! value as an empty field. The `csv` crate cannot make this distinction.

use super::{Record, write_number};
use crate::bulk::{Answer, Form};

/// How fields are written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::bulk) enum Frame {
    Csv,
    Jsonl,
}

/// A column.
#[derive(Clone, Copy, Debug)]
enum Column {
    Distance,
    Moves,
    Next,
    HarderThan,
    Count,
    Solutions,
    Legal,
    LowerBound,
    Generated,
    Expanded,
}

/// Writes one row for each board: the cells, the columns, and the error.
pub(in crate::bulk) struct Rows {
    frame: Frame,
    columns: Vec<Column>,
}

impl Rows {
    /// The columns for an answer. What takes longer to find is there only if it is asked for.
    pub(super) fn new(frame: Frame, form: Form) -> Rows {
        let answer = form.answer;
        let mut columns = vec![Column::Distance, Column::Moves, Column::Next];
        if answer == Answer::Difficulty {
            columns.push(Column::HarderThan);
        }
        if matches!(answer, Answer::Count | Answer::All) {
            columns.push(Column::Count);
        }
        if answer == Answer::All {
            columns.push(Column::Solutions);
        }
        if answer == Answer::Legal {
            columns.push(Column::Legal);
        }
        columns.push(Column::LowerBound);
        if form.cost {
            columns.extend([Column::Generated, Column::Expanded]);
        }
        Rows { frame, columns }
    }

    /// Writes a row: what `board` and `value` write, and the reason of an error.
    fn row(
        &self,
        text: &mut Vec<u8>,
        board: impl FnOnce(&mut Vec<u8>),
        value: impl Fn(Column, &mut Vec<u8>) -> Option<()>,
        error: Option<&str>,
    ) {
        match self.frame {
            Frame::Csv => {
                board(text);
                for &column in &self.columns {
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
                for &column in &self.columns {
                    name(column.name(), text);
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

    /// The names of the columns, if the format has them in a line of their own.
    pub fn head(&self) -> String {
        if self.frame == Frame::Jsonl {
            return String::new();
        }
        let names = self.columns.iter().map(|column| column.name());
        let names: Vec<&str> = ["board"].into_iter().chain(names).chain(["error"]).collect();
        names.join(",") + "\n"
    }

    /// Writes the row for a board.
    pub fn record(&self, record: &Record<'_>, text: &mut Vec<u8>) {
        // The lower bound says what is proved of a solution that is not known to be canonical.
        let error = record.error().filter(|_| !record.is_bounded());
        self.row(
            text,
            |text| self.frame.word(text, |text| record.write_board(text)),
            |column, text| column.write(record, self.frame, text),
            error.as_deref(),
        );
    }

    /// Writes the row for a line that has no answer.
    pub fn reject(&self, word: &str, line: &[u8], why: &str, text: &mut Vec<u8>) {
        self.row(
            text,
            |text| self.frame.string(&String::from_utf8_lossy(line), text),
            |_, _| None,
            Some(&format!("{word}: {why}")),
        );
    }
}

impl Column {
    const fn name(self) -> &'static str {
        match self {
            Column::Distance => "distance",
            Column::Moves => "moves",
            Column::Next => "next",
            Column::HarderThan => "harder_than",
            Column::Count => "count",
            Column::Solutions => "solutions",
            Column::Legal => "legal",
            Column::LowerBound => "lower_bound",
            Column::Generated => "generated",
            Column::Expanded => "expanded",
        }
    }

    /// Writes the value, or nothing if a board has none.
    #[inline]
    fn write(self, record: &Record<'_>, frame: Frame, text: &mut Vec<u8>) -> Option<()> {
        let answer = &record.answer;
        match self {
            Column::Distance => write_number(answer.distance?, text),
            // The canonical solution, or the best one found.
            Column::Moves => {
                let moves = answer.way.as_ref()?;
                frame.word(text, |text| record.write_moves(moves, text));
            }
            Column::Next => {
                let next = answer.next.as_ref()?;
                frame.word(text, |text| record.write_choice(next, text));
            }
            Column::HarderThan => text.extend_from_slice(record.difficulty()?.share.as_bytes()),
            Column::Count => write_number(answer.count?, text),
            Column::Solutions => {
                let solutions = answer.all.as_ref()?;
                frame.list(solutions, record.between_solutions(), text, |moves, text| {
                    frame.word(text, |text| record.write_moves(moves, text));
                });
            }
            Column::Legal => {
                let legal = answer.legal.as_ref()?;
                match frame {
                    Frame::Csv => record.legal_moves(legal, text),
                    Frame::Jsonl => frame.list(legal, b',', text, |&(step, distance), text| {
                        text.extend_from_slice(b"{\"move\":\"");
                        record.write_moves(&step.into(), text);
                        text.extend_from_slice(b"\",\"distance\":");
                        write_number(distance, text);
                        text.push(b'}');
                    }),
                }
            }
            Column::LowerBound => {
                write_number(answer.distance.or_else(|| record.lower_bound())?, text);
            }
            Column::Generated => write_number(record.cost()?.generated, text),
            // Only the methods that people learn count these.
            Column::Expanded => {
                let expanded = record.cost()?.expanded;
                write_number(Some(expanded).filter(|&expanded| expanded > 0)?, text);
            }
        }
        Some(())
    }
}

/// Writes a name and a colon.
fn name(name: &str, text: &mut Vec<u8>) {
    text.extend_from_slice(b",\"");
    text.extend_from_slice(name.as_bytes());
    text.extend_from_slice(b"\":");
}

impl Frame {
    /// Frames what `write` writes, which must be only letters, digits and spaces.
    fn word(self, text: &mut Vec<u8>, write: impl FnOnce(&mut Vec<u8>)) {
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
    fn list<A>(
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
