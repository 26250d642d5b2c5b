//! Rows of named fields, as CSV or as lines of JSON. A kind of row has one list of its fields, from
//! which the names in headers and in help texts are taken, too.
//!
//! CSV is quoted as in RFC 4180, after a header. A value that is missing is an empty field of CSV,
//! and `null` in JSON.

use std::borrow::Cow;

use tilebase_core::interval::CostSum;

/// The format of answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// Just the answer, or `unsolvable`, `stopped` or `invalid`.
    #[default]
    Text,
    /// Comma-separated values, after a header with the names of the fields.
    Csv,
    /// A JSON object.
    Jsonl,
}

impl Format {
    /// The name of each format.
    pub const NAMES: &[(&'static str, Format)] = &[
        ("text", Format::Text),
        ("csv", Format::Csv),
        ("jsonl", Format::Jsonl),
        ("json", Format::Jsonl),
    ];
}

tilebase_core::read_by_name!(Format);

/// A kind of row: the names and values of its fields.
///
/// ```
/// use tilebase::text::Format;
/// use tilebase::text::rows::{Fields, Row, head, write};
///
/// #[derive(Default)]
/// struct Answer {
///     board: String,
///     distance: Option<u32>,
/// }
///
/// impl Fields for Answer {
///     fn fields(&self, row: &mut Row<'_>) {
///         row.field("board", &self.board);
///         row.field("distance", &self.distance);
///     }
/// }
///
/// let answer = Answer { board: "1 2 3 x".to_owned(), distance: None };
/// assert_eq!(head(Format::Csv, &Answer::default()), "board,distance\n");
/// let mut text = Vec::new();
/// write(Format::Csv, &answer, &mut text);
/// write(Format::Jsonl, &answer, &mut text);
/// assert_eq!(text, b"1 2 3 x,\n{\"board\":\"1 2 3 x\",\"distance\":null}\n");
/// ```
pub trait Fields {
    /// Adds all fields to a row, in order. The names in CSV must be those of all rows of the kind.
    fn fields(&self, row: &mut Row<'_>);
}

/// The value of a field.
pub trait Value {
    /// Writes the value. If this writes nothing, the value is missing.
    fn write(&self, row: &mut Row<'_>);
}

/// Writes the fields of a row.
pub struct Row<'t> {
    text: &'t mut Vec<u8>,
    part: FieldPart,
    /// The separator of fields: a comma, or a colon in an object that is a value in CSV.
    separator: u8,
    is_first: bool,
}

/// How a field is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum FieldPart {
    /// Its name.
    Name,
    /// Its value.
    Csv,
    /// Both.
    Json,
    /// Its value for people. Zero bytes stand between values.
    Text,
}

/// The names of the fields of a row.
pub fn names(of: &impl Fields) -> Vec<String> {
    let mut text = Vec::new();
    of.fields(&mut Row::new(FieldPart::Name, &mut text));
    String::from_utf8_lossy(&text).split(',').map(str::to_owned).collect()
}

/// The values of the fields of a row, as a text has them: numbers with four digits, `yes` and `no`.
/// One that is missing is empty, and so are lists and objects.
///
/// ```
/// use tilebase::text::rows::{Fields, Row, values};
///
/// struct Share(f64, bool);
///
/// impl Fields for Share {
///     fn fields(&self, row: &mut Row<'_>) {
///         row.field("share", &self.0);
///         row.field("counted", &self.1);
///     }
/// }
///
/// assert_eq!(values(&Share(1.0 / 3.0, true)), ["0.3333", "yes"]);
/// ```
pub fn values(of: &impl Fields) -> Vec<String> {
    let mut text = Vec::new();
    of.fields(&mut Row::new(FieldPart::Text, &mut text));
    let values = text.split(|&byte| byte == 0).map(|text| String::from_utf8_lossy(text).into());
    values.collect()
}

/// What to write before the first row: a line of names, if the format has one.
pub fn head(format: Format, of: &impl Fields) -> String {
    if format == Format::Csv { names(of).join(",") + "\n" } else { String::new() }
}

/// Writes a row, and the end of its line: an object of JSON, or in other formats a line of CSV.
pub fn write(format: Format, fields: &impl Fields, text: &mut Vec<u8>) {
    match format {
        Format::Jsonl => fields.write(&mut Row::new(FieldPart::Json, text)),
        Format::Csv | Format::Text => fields.fields(&mut Row::new(FieldPart::Csv, text)),
    }
    text.push(b'\n');
}

/// A field of CSV, in quotes if necessary.
///
/// ```
/// assert_eq!(tilebase::text::rows::quoted("3\" wide, or so"), "\"3\"\" wide, or so\"");
/// ```
pub fn quoted(field: &str) -> Cow<'_, str> {
    if field.contains(['"', ',', '\n', '\r']) {
        format!("\"{}\"", field.replace('"', "\"\"")).into()
    } else {
        field.into()
    }
}

/// Text without control characters, which a terminal would interpret: they are escaped.
///
/// ```
/// assert_eq!(tilebase::text::rows::printable("a\nb"), "a\\nb");
/// ```
pub fn printable(text: &str) -> String {
    let mut printable = String::with_capacity(text.len());
    for char in text.chars() {
        if char.is_control() {
            printable.extend(char.escape_default());
        } else {
            printable.push(char);
        }
    }
    printable
}

/// A number with four significant digits, without an exponent or zeros at its end.
fn significant(number: f64) -> String {
    let digits = (0..20).find(|&digits| number.abs() * 10f64.powi(digits) >= 1000.0);
    let text = format!("{number:.*}", digits.unwrap_or(1).unsigned_abs() as usize);
    if !text.contains('.') {
        return text;
    }
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

impl<'t> Row<'t> {
    fn new(part: FieldPart, text: &'t mut Vec<u8>) -> Row<'t> {
        let separator = if part == FieldPart::Text { 0 } else { b',' };
        Row { text, part, separator, is_first: true }
    }

    /// Adds a field.
    #[inline]
    pub fn field(&mut self, name: &str, value: &(impl Value + ?Sized)) {
        self.field_with(name, |row| value.write(row));
    }

    /// Writes a value.
    #[inline]
    pub fn value(&mut self, value: &(impl Value + ?Sized)) {
        value.write(self);
    }

    /// Adds a field whose value is what `write` writes. If this is nothing, the value is missing.
    #[inline]
    pub fn field_with(&mut self, name: &str, write: impl FnOnce(&mut Row<'_>)) {
        if !std::mem::replace(&mut self.is_first, false) {
            self.text.push(self.separator);
        }
        match self.part {
            FieldPart::Name => self.text.extend_from_slice(name.as_bytes()),
            FieldPart::Csv | FieldPart::Text => write(self),
            FieldPart::Json => {
                self.text.push(b'"');
                self.text.extend_from_slice(name.as_bytes());
                self.text.extend_from_slice(b"\":");
                let before = self.text.len();
                write(self);
                if self.text.len() == before {
                    self.text.extend_from_slice(b"null");
                }
            }
        }
    }

    /// Writes a value of letters, digits and spaces. In CSV an empty one is `""`, because it is not
    /// missing.
    #[inline]
    pub fn word(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        let before = self.text.len();
        if self.part == FieldPart::Json {
            self.text.push(b'"');
            write(self.text);
            self.text.push(b'"');
        } else {
            write(self.text);
            if self.text.len() == before && self.part == FieldPart::Csv {
                self.text.extend_from_slice(b"\"\"");
            }
        }
    }

    /// Writes a list of values. In CSV they have `between` between them.
    pub fn list<A>(&mut self, values: &[A], between: u8, write: impl Fn(&A, &mut Row<'_>)) {
        if self.part == FieldPart::Text {
            return;
        }
        let is_json = self.part == FieldPart::Json;
        let between = if is_json { b',' } else { between };
        if is_json {
            self.text.push(b'[');
        }
        for (number, value) in values.iter().enumerate() {
            if number > 0 {
                self.text.push(between);
            }
            write(value, self);
        }
        if is_json {
            self.text.push(b']');
        }
    }

    /// Writes an object. In CSV it is its values, with colons between them.
    pub fn object(&mut self, fields: impl FnOnce(&mut Row<'_>)) {
        if self.part == FieldPart::Text {
            return;
        }
        let is_json = self.part == FieldPart::Json;
        let separator = if is_json { b',' } else { b':' };
        if is_json {
            self.text.push(b'{');
        }
        fields(&mut Row { text: self.text, part: self.part, separator, is_first: true });
        if is_json {
            self.text.push(b'}');
        }
    }

    /// Writes a number or a word as it is, without quotes.
    #[inline]
    pub(crate) fn plain(&mut self, text: &str) {
        self.text.extend_from_slice(text.as_bytes());
    }
}

impl<F: Fields> Value for F {
    fn write(&self, row: &mut Row<'_>) {
        row.object(|row| self.fields(row));
    }
}

/// Any text, in quotes if necessary.
impl Value for str {
    fn write(&self, row: &mut Row<'_>) {
        match row.part {
            FieldPart::Json => serde_json::to_writer(&mut *row.text, self)
                .expect("a string can be written to memory"),
            FieldPart::Text => row.plain(&printable(self)),
            _ => row.plain(&quoted(self)),
        }
    }
}

impl Value for bool {
    fn write(&self, row: &mut Row<'_>) {
        row.plain(match (row.part, self) {
            (FieldPart::Text, true) => "yes",
            (FieldPart::Text, false) => "no",
            (_, true) => "true",
            (_, false) => "false",
        });
    }
}

impl Value for f64 {
    fn write(&self, row: &mut Row<'_>) {
        if row.part == FieldPart::Text {
            return row.plain(&significant(*self));
        }
        serde_json::to_writer(&mut *row.text, self).expect("a number can be written to memory");
    }
}

impl Value for CostSum {
    fn write(&self, row: &mut Row<'_>) {
        row.plain(&self.to_string());
    }
}

macro_rules! texts {
    ($($text:ty)*) => {$(
        impl Value for $text {
            fn write(&self, row: &mut Row<'_>) {
                <str as Value>::write(self, row);
            }
        }
    )*};
}

texts!(&str String Cow<'_, str>);

macro_rules! integers {
    ($($integer:ty)*) => {$(
        impl Value for $integer {
            #[inline]
            fn write(&self, row: &mut Row<'_>) {
                row.plain(itoa::Buffer::new().format(*self));
            }
        }
    )*};
}

integers!(u8 u16 u32 u64 u128 usize);

impl<V: Value> Value for Option<V> {
    #[inline]
    fn write(&self, row: &mut Row<'_>) {
        if let Some(value) = self {
            value.write(row);
        }
    }
}

impl<V: Value> Value for Vec<V> {
    fn write(&self, row: &mut Row<'_>) {
        row.list(self, b' ', V::write);
    }
}

/// A pair is a list of two.
impl<V: Value> Value for (V, V) {
    fn write(&self, row: &mut Row<'_>) {
        row.list(&[&self.0, &self.1], b' ', |value, row| value.write(row));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Every<'e> {
        text: &'e str,
        empty: Option<&'e str>,
        missing: Option<u64>,
        pairs: Vec<(u8, u8)>,
        nested: Option<Nested>,
    }

    struct Nested {
        half: f64,
        is_true: bool,
    }

    impl Fields for Every<'_> {
        fn fields(&self, row: &mut Row<'_>) {
            row.field("text", self.text);
            row.field_with("word", |row| row.word(|_| ()));
            row.field("empty", &self.empty);
            row.field("missing", &self.missing);
            row.field("pairs", &self.pairs);
            row.field("nested", &self.nested);
        }
    }

    impl Fields for Nested {
        fn fields(&self, row: &mut Row<'_>) {
            row.field("half", &self.half);
            row.field("true", &self.is_true);
        }
    }

    #[test]
    fn numbers_have_four_digits_for_people() {
        for (number, text) in [
            (0.0, "0"),
            (1.5, "1.5"),
            (21.972_16, "21.97"),
            (1_234_567.8, "1234568"),
            (0.000_012_345_6, "0.00001235"),
            (-2.0 / 3.0, "-0.6667"),
        ] {
            assert_eq!(significant(number), text);
        }
    }

    #[test]
    fn every_value_is_written_in_both_formats() {
        let row = Every {
            text: "a \"b\", c",
            empty: Some(""),
            missing: None,
            pairs: vec![(1, 2), (3, 4)],
            nested: Some(Nested { half: 0.5, is_true: true }),
        };
        assert_eq!(names(&row), ["text", "word", "empty", "missing", "pairs", "nested"]);
        assert_eq!(head(Format::Csv, &row), "text,word,empty,missing,pairs,nested\n");
        assert_eq!(head(Format::Jsonl, &row), "");
        let mut text = Vec::new();
        write(Format::Csv, &row, &mut text);
        write(Format::Jsonl, &row, &mut text);
        let shown = values(&row);
        assert_eq!(shown, ["a \"b\", c", "", "", "", "", ""]);
        let csv = "\"a \"\"b\"\", c\",\"\",,,1 2 3 4,0.5:true\n";
        let json = r#"{"text":"a \"b\", c","word":"","empty":"","missing":null,"pairs":[[1,2],[3,4]],"nested":{"half":0.5,"true":true}}"#;
        assert_eq!(String::from_utf8_lossy(&text), format!("{csv}{json}\n"));
    }
}
