//! Rows of comma-separated values below a row of names, quoted as RFC 4180 has it.

use serde::Serialize;
use tilebase::{Batch, Board, Error};

use super::{Write, records};
use crate::cli::record::Record;

/// Comma-separated values.
pub struct Csv {
    /// With the number of optimal solutions.
    pub count: bool,
}

/// Writes rows to memory.
pub fn writer(text: &mut Vec<u8>) -> csv::Writer<&mut Vec<u8>> {
    csv::WriterBuilder::new().has_headers(false).from_writer(text)
}

/// Writes a row.
pub fn put(writer: &mut csv::Writer<&mut Vec<u8>>, record: &impl Serialize) {
    // Into memory, a struct of plain fields: nothing can fail.
    let _ = writer.serialize(record);
}

impl Write for Csv {
    fn head(&self) -> String {
        let count = if self.count { "count," } else { "" };
        format!("board,distance,moves,next,{count}error\n")
    }

    fn boards(&self, batch: &Batch, boards: &[Board], text: &mut Vec<u8>) -> Result<(), Error> {
        let mut writer = writer(text);
        records(batch, boards, self.count, |record| put(&mut writer, record))
    }

    fn invalid(&self, line: &[u8], why: &str, text: &mut Vec<u8>) {
        let record = Record::invalid(line, why);
        put(&mut writer(text), &if self.count { record.uncounted() } else { record });
    }
}
