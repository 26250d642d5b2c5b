//! The JSON Lines format: one JSON object per line.

use super::{Fields, Record, Write, write_number};

pub(super) struct Jsonl(pub Fields);

/// Writes a name and a colon.
fn name(name: &str, text: &mut Vec<u8>) {
    text.extend_from_slice(b",\"");
    text.extend_from_slice(name.as_bytes());
    text.extend_from_slice(b"\":");
}

/// Writes a value, or `null`.
fn or_null<A>(value: Option<A>, text: &mut Vec<u8>, write: impl FnOnce(A, &mut Vec<u8>)) {
    match value {
        Some(value) => write(value, text),
        None => text.extend_from_slice(b"null"),
    }
}

/// Writes in quotes what `write` writes, which must be only letters, digits and spaces.
fn quoted(text: &mut Vec<u8>, write: impl FnOnce(&mut Vec<u8>)) {
    text.push(b'"');
    write(text);
    text.push(b'"');
}

/// Writes any string.
fn string(string: &str, text: &mut Vec<u8>) {
    serde_json::to_writer(text, string).expect("a string can be written to memory");
}

/// Writes a list of values.
fn list<A>(values: &[A], text: &mut Vec<u8>, write: impl Fn(&A, &mut Vec<u8>)) {
    text.push(b'[');
    for (i, value) in values.iter().enumerate() {
        if i > 0 {
            text.push(b',');
        }
        write(value, text);
    }
    text.push(b']');
}

impl Write for Jsonl {
    fn record(&self, record: &Record<'_>, text: &mut Vec<u8>) {
        text.extend_from_slice(b"{\"board\":");
        quoted(text, |text| record.cells(text));
        name("distance", text);
        or_null(record.distance, text, write_number);
        name("moves", text);
        match &record.best {
            Some(best) => quoted(text, |text| record.long_solution(best, text)),
            None => or_null(record.moves.as_ref(), text, |moves, text| {
                quoted(text, |text| record.solution(moves, text));
            }),
        }
        name("next", text);
        or_null(record.next, text, |next, text| {
            quoted(text, |text| record.set(next, text));
        });
        name("harder_than", text);
        or_null(record.difficulty(), text, |written, text| {
            text.extend_from_slice(written.share.as_bytes());
        });
        if self.0.count {
            name("count", text);
            or_null(record.count, text, write_number);
        }
        if self.0.solutions {
            name("solutions", text);
            or_null(record.solutions.as_ref(), text, |solutions, text| {
                list(solutions, text, |moves, text| {
                    quoted(text, |text| record.long_solution(moves, text));
                });
            });
        }
        if self.0.legal {
            name("legal", text);
            or_null(record.legal.as_ref(), text, |legal, text| {
                list(legal, text, |&(mv, distance), text| {
                    text.extend_from_slice(b"{\"move\":\"");
                    record.set(mv.into(), text);
                    text.extend_from_slice(b"\",\"distance\":");
                    write_number(distance, text);
                    text.push(b'}');
                });
            });
        }
        if let Some((length, lower_bound, is_optimal)) = record.bounds() {
            name("length", text);
            write_number(length, text);
            name("lower_bound", text);
            write_number(lower_bound, text);
            name("optimal", text);
            text.extend_from_slice(if is_optimal { b"true" } else { b"false" });
        } else if let Some(bound) = record.lower_bound() {
            name("lower_bound", text);
            write_number(bound, text);
        }
        name("error", text);
        let error = record.error().filter(|_| !record.is_bounded());
        or_null(error, text, |error, text| string(&error, text));
        text.extend_from_slice(b"}\n");
    }

    fn invalid(&self, line: &[u8], why: &str, text: &mut Vec<u8>) {
        text.extend_from_slice(b"{\"board\":");
        string(&String::from_utf8_lossy(line), text);
        let fields = ["distance", "moves", "next", "harder_than"].into_iter();
        for field in fields.chain(self.0.names()) {
            name(field, text);
            text.extend_from_slice(b"null");
        }
        name("error", text);
        string(&format!("invalid: {why}"), text);
        text.extend_from_slice(b"}\n");
    }
}
