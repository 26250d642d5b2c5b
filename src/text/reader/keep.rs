//! The fields of an input that stand before ours.

use std::fmt::Write as _;

use crate::text::Format;
use crate::text::rows::quoted;
use serde::de::{Deserializer as _, MapAccess, Visitor};
use serde_json::value::RawValue;

/// Writes the fields of an input as they stand before ours.
#[derive(Clone)]
pub struct Keep {
    /// The format of the rows that are written.
    pub format: Format,
    /// The names of our own fields.
    pub ours: Vec<String>,
    /// The names in the first object of JSON lines, which are those of the columns of CSV.
    pub names: Option<Vec<String>>,
}

impl Keep {
    /// The names that fields have: one that we need gets another.
    fn named(&self, names: &[String]) -> Vec<String> {
        let mut all: Vec<String> = Vec::with_capacity(names.len());
        for name in names {
            let mut free = name.clone();
            // Another field of the input may have the new name, too.
            while self.ours.contains(&free)
                || all.contains(&free)
                || free != *name && names.contains(&free)
            {
                free.insert_str(0, "input_");
            }
            all.push(free);
        }
        all
    }

    /// What stands before the names of our fields, if the format has a header.
    pub fn head(&self, names: &[String]) -> Option<Vec<u8>> {
        let names = self.named(names);
        let names = names.iter().flat_map(|name| [quoted(name), ",".into()]);
        (self.format == Format::Csv).then(|| names.collect::<String>().into_bytes())
    }

    /// What stands before our fields in the row with these fields of CSV.
    pub fn fields(&self, names: &[String], fields: &[Vec<u8>]) -> Vec<u8> {
        let texts = fields.iter().map(|field| String::from_utf8_lossy(field));
        let mut all = String::new();
        if self.format == Format::Csv {
            for text in texts {
                all += &quoted(&text);
                all.push(',');
            }
        } else {
            for (name, text) in self.named(names).into_iter().zip(texts) {
                let (name, text) = (serde_json::Value::from(name), serde_json::Value::from(&*text));
                write!(all, "{name}:{text},").expect("text can be written to memory");
            }
        }
        all.into_bytes()
    }

    /// What stands before our fields in the row of an object.
    pub fn object(&mut self, object: &[u8]) -> Result<Vec<u8>, String> {
        let entries = entries(object).unwrap_or_default();
        let names: Vec<String> = entries.iter().map(|(name, _)| name.clone()).collect();
        if self.format != Format::Csv {
            let mut all = String::new();
            for (name, (_, value)) in self.named(&names).into_iter().zip(&entries) {
                let name = serde_json::Value::from(name);
                write!(all, "{name}:{},", value.get()).expect("text can be written to memory");
            }
            return Ok(all.into_bytes());
        }
        let columns = self.names.get_or_insert(names);
        if let Some((name, _)) = entries.iter().find(|(name, _)| !columns.contains(name)) {
            return Err(format!(
                "--keep: a field `{name}`, which the first object has not; CSV has the same \
                 columns in each row, so expected --format jsonl"
            ));
        }
        let mut all = String::new();
        for column in columns {
            let value = entries.iter().find(|(name, _)| name == column);
            let text =
                value.map_or(String::new(), |(_, value)| match serde_json::from_str(value.get()) {
                    Ok(serde_json::Value::Null) => String::new(),
                    Ok(serde_json::Value::String(text)) => text,
                    _ => value.get().to_owned(),
                });
            all += &quoted(&text);
            all.push(',');
        }
        Ok(all.into_bytes())
    }

    /// What stands before our fields in a row that is not read.
    pub fn nothing(&self) -> Vec<u8> {
        let columns = self.names.as_ref().map_or(0, Vec::len);
        if self.format == Format::Csv { vec![b','; columns] } else { Vec::new() }
    }
}

/// The fields of an object, in order, as they are written.
fn entries(object: &[u8]) -> Option<Vec<(String, Box<RawValue>)>> {
    struct FieldVisitor;
    impl<'de> Visitor<'de> for FieldVisitor {
        type Value = Vec<(String, Box<RawValue>)>;

        fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("an object")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let mut entries = Vec::new();
            while let Some(entry) = map.next_entry()? {
                entries.push(entry);
            }
            Ok(entries)
        }
    }
    serde_json::Deserializer::from_slice(object).deserialize_map(FieldVisitor).ok()
}
