//! The fields of an input that stand before ours.

use std::fmt::Display;

use serde::de::{Deserializer as _, MapAccess, Visitor};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::text::{Format, rows};

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
        (self.format == Format::Csv).then(|| of_csv(self.named(names)))
    }

    /// What stands before our fields in the row with these fields of CSV.
    pub fn fields(&self, names: &[String], fields: &[Vec<u8>]) -> Vec<u8> {
        let texts = fields.iter().map(|field| String::from_utf8_lossy(field));
        if self.format == Format::Csv {
            return of_csv(texts);
        }
        of_json(self.named(names), texts.map(|text| Value::from(&*text)))
    }

    /// What stands before our fields in the row of an object.
    pub fn object(&mut self, object: &[u8]) -> Result<Vec<u8>, String> {
        let (names, values): (Vec<String>, Vec<_>) =
            entries(object).unwrap_or_default().into_iter().unzip();
        if self.format != Format::Csv {
            return Ok(of_json(self.named(&names), values));
        }
        let columns = self.names.get_or_insert_with(|| names.clone());
        if let Some(name) = names.iter().find(|name| !columns.contains(name)) {
            return Err(format!(
                "--keep: a field `{name}`, which the first object has not; CSV has the same \
                 columns in each row, so expected --format jsonl"
            ));
        }
        Ok(of_csv(columns.iter().map(|column| {
            let value = names.iter().zip(&values).find(|(name, _)| *name == column);
            value.map_or(String::new(), |(_, value)| match serde_json::from_str(value.get()) {
                Ok(Value::Null) => String::new(),
                Ok(Value::String(text)) => text,
                _ => value.get().to_owned(),
            })
        })))
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

/// Fields of CSV, each with a comma behind it.
fn of_csv(fields: impl IntoIterator<Item = impl AsRef<str>>) -> Vec<u8> {
    let fields = fields.into_iter().map(|field| rows::quoted(field.as_ref()).into_owned() + ",");
    fields.collect::<String>().into_bytes()
}

/// Fields of an object, each with a comma behind it.
fn of_json(names: Vec<String>, values: impl IntoIterator<Item = impl Display>) -> Vec<u8> {
    let fields = names.into_iter().zip(values);
    let fields = fields.map(|(name, value)| format!("{}:{value},", Value::from(name)));
    fields.collect::<String>().into_bytes()
}
