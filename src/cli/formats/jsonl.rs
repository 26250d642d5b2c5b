//! One JSON object a line.

use serde::Serialize;
use tilebase::{Batch, Board, Error};

use super::{Write, records};
use crate::cli::record::Record;

/// JSON lines.
pub struct Jsonl {
    /// With the number of optimal solutions.
    pub count: bool,
}

/// Writes an object.
pub fn put(record: &impl Serialize, text: &mut Vec<u8>) {
    // Into memory, a struct of plain fields: nothing can fail.
    let _ = serde_json::to_writer(&mut *text, record);
    text.push(b'\n');
}

impl Write for Jsonl {
    fn boards(&self, batch: &Batch, boards: &[Board], text: &mut Vec<u8>) -> Result<(), Error> {
        records(batch, boards, self.count, |record| put(record, text))
    }

    fn invalid(&self, line: &[u8], why: &str, text: &mut Vec<u8>) {
        let record = Record::invalid(line, why);
        put(&if self.count { record.uncounted() } else { record }, text);
    }
}
