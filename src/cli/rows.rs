//! Rows of named fields, in the formats for answers.

use std::fmt::Display;

use serde::Serialize;
use tilebase::bulk::Format;

/// Writes rows, one per line. The text format uses `Display`.
pub fn write(format: Format, rows: &[impl Serialize + Display], text: &mut Vec<u8>) {
    match format {
        Format::Text => {
            for row in rows {
                text.extend_from_slice(format!("{row}\n").as_bytes());
            }
        }
        Format::Csv => {
            let mut writer = csv::WriterBuilder::new().has_headers(false).from_writer(text);
            for row in rows {
                writer.serialize(row).expect("plain fields can be written to memory");
            }
        }
        Format::Jsonl => {
            for row in rows {
                serde_json::to_writer(&mut *text, row)
                    .expect("plain fields can be written to memory");
                text.push(b'\n');
            }
        }
    }
}
