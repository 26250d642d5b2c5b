//! The CSV format: comma-separated values after a header, quoted as in RFC 4180.
//!
//! An empty solution is written as `""`, and a missing value as an empty field. The `csv` crate
//! cannot make this distinction.

use super::{Fields, Record, Write, write_number};

pub(super) struct Csv(pub Fields);

impl Write for Csv {
    fn head(&self) -> String {
        let mut names = vec!["board", "distance", "moves", "next", "harder_than"];
        names.extend(self.0.names());
        if self.0.bounds {
            names.extend(["length", "lower_bound", "optimal"]);
        }
        names.push("error");
        names.join(",") + "\n"
    }

    fn record(&self, record: &Record<'_>, text: &mut Vec<u8>) {
        record.cells(text);
        text.push(b',');
        if let Some(distance) = record.distance {
            write_number(distance, text);
        }
        text.push(b',');
        if let Some(moves) = &record.moves {
            if moves.is_empty() {
                text.extend_from_slice(b"\"\"");
            }
            record.solution(moves, text);
        } else if let Some(best) = &record.best {
            record.long_solution(best, text);
        }
        text.push(b',');
        if let Some(next) = record.next {
            if next.is_empty() {
                text.extend_from_slice(b"\"\"");
            }
            record.set(next, text);
        }
        text.push(b',');
        if let Some(written) = record.difficulty() {
            text.extend_from_slice(written.share.as_bytes());
        }
        text.push(b',');
        if self.0.count {
            if let Some(count) = record.count {
                write_number(count, text);
            }
            text.push(b',');
        }
        if self.0.solutions {
            if let Some(solutions) = &record.solutions {
                if record.distance == Some(0) {
                    text.extend_from_slice(b"\"\"");
                }
                for (i, moves) in solutions.iter().enumerate() {
                    if i > 0 {
                        text.push(record.between_solutions());
                    }
                    record.long_solution(moves, text);
                }
            }
            text.push(b',');
        }
        if self.0.legal {
            if let Some(legal) = &record.legal {
                record.legal_moves(legal, text);
            }
            text.push(b',');
        }
        if self.0.bounds {
            if let Some((length, lower_bound, is_optimal)) = record.bounds() {
                write_number(length, text);
                text.push(b',');
                write_number(lower_bound, text);
                text.extend_from_slice(if is_optimal { b",true" } else { b",false" });
            } else {
                text.extend_from_slice(b",,");
            }
            text.push(b',');
        }
        // Without the fields for them, this says what is proved of the best solution.
        if let Some(error) = record.error().filter(|_| !self.0.bounds || !record.is_bounded()) {
            write_quoted(&error, text);
        }
        text.push(b'\n');
    }

    fn invalid(&self, line: &[u8], why: &str, text: &mut Vec<u8>) {
        write_quoted(&String::from_utf8_lossy(line), text);
        text.extend_from_slice(b",,,,,");
        let optional = self.0.names().count() + if self.0.bounds { 3 } else { 0 };
        text.resize(text.len() + optional, b',');
        write_quoted(&format!("invalid: {why}"), text);
        text.push(b'\n');
    }
}

/// Writes any text as a field, in quotes if necessary.
fn write_quoted(field: &str, text: &mut Vec<u8>) {
    if field.contains(['"', ',', '\n', '\r']) {
        text.push(b'"');
        text.extend_from_slice(field.replace('"', "\"\"").as_bytes());
        text.push(b'"');
    } else {
        text.extend_from_slice(field.as_bytes());
    }
}
