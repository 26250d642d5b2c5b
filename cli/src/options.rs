//! Options that several commands have, and their values. Shell completions suggest these.

use std::ffi::{OsStr, OsString};
use std::fmt;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use tilebase::Tablebase;
use tilebase::bulk::{Question, Questions};
use tilebase::generate::Generator;
use tilebase::judge::Judge;
use tilebase::puzzle::{MAX_CELLS, Metric, Puzzle, Shape, ShapeError, SmallShape};
use tilebase::text::rows::Fields;
use tilebase::text::{Format, Reading};

use crate::boards::LayoutArgs;
use crate::fields::{NameParser, name_of, one_of};
use crate::output::{Output, RowWriter};
use crate::session::Session;

/// Parses a shape of at most 25 cells.
pub fn small_shape() -> impl TypedValueParser<Value = SmallShape> {
    SizeParser(|text: &str| text.parse::<SmallShape>())
}

/// Parses a shape of any size that can be answered.
pub fn shape() -> impl TypedValueParser<Value = Shape> {
    extent_to(Shape::MAX_SIDE)
}

/// A size with sides up to this one.
pub fn extent_to(longest: usize) -> impl TypedValueParser<Value = Shape> {
    SizeParser(move |text: &str| {
        let shape: Shape = text.parse()?;
        let Shape { rows, cols } = shape;
        let fits = [rows, cols].iter().all(|side| (2..=longest).contains(side));
        if fits { Ok(shape) } else { Err(ShapeError::Side { rows, cols, longest }) }
    })
}

/// The shape that is the only word, if it is one, which `--size` then may only repeat.
///
/// # Errors
///
/// There are boards besides, or `--size` names another one.
pub fn shape_of_words(words: &[OsString], size: Option<Shape>) -> anyhow::Result<Option<Shape>> {
    let shape = |word: &OsString| {
        let text = word.to_str().filter(|text| !text.contains(' '))?;
        let shape: Shape = text.parse().ok()?;
        [shape.rows, shape.cols].iter().all(|side| *side <= Shape::MAX_SIDE).then_some(shape)
    };
    let Some(found) = words.iter().find_map(shape) else { return Ok(None) };
    if words.len() > 1 {
        bail!("{found}: expected this shape alone, or boards without it; `./{found}` is a file");
    }
    if let Some(size) = size.filter(|&size| size != found) {
        bail!("{found}: expected one shape, found --size {size} as well");
    }
    Ok(Some(found))
}

/// The questions of a list.
///
/// # Errors
///
/// A question that stands only alone has others beside it.
pub fn questions(list: &[Question]) -> anyhow::Result<Questions> {
    let asked: Questions = list.iter().copied().collect();
    let alone = [Question::All, Question::Heuristic];
    if let Some(alone) = alone.into_iter().find(|alone| asked.len() > 1 && asked.contains(alone)) {
        bail!("--answer {}: expected it alone", name_of(alone, Question::NAMES));
    }
    Ok(asked)
}

/// The help of an option for a notation: its purpose, and the names with an example of each.
macro_rules! notations {
    ($purpose:literal) => {
        concat!(
            $purpose,
            ": `blank` (ddl), `tile` (U2R), `tiles` (5 8 7), `cells` (r2c2), `words` or `arrows`"
        )
    };
}

pub(crate) use notations;

/// The options for boards whose text alone does not say how to read them.
#[derive(Clone, Default, clap::Args)]
pub struct ReadingArgs {
    /// Read only this sign as the blank [default: 0, x, X, _ or .]
    #[arg(long, value_name = "SIGN", value_parser = blank, allow_hyphen_values = true)]
    blank: Option<String>,

    /// Read the cell of the blank, then of each tile, not the tiles in cells
    #[arg(long)]
    positions: bool,
}

impl ReadingArgs {
    pub fn reading(&self) -> Reading {
        Reading::new(self.blank.as_deref(), self.positions)
    }

    /// The sign of the blank, for boards that are written.
    pub fn blank(&self) -> &str {
        self.blank.as_deref().unwrap_or("x")
    }

    /// Refuses `--positions` where no board is read.
    pub fn expect_positions(&self, is_read: bool) -> anyhow::Result<()> {
        if !is_read && self.positions {
            bail!("--positions: no board is read; expected --goal BOARD with it");
        }
        Ok(())
    }

    /// Refuses these options where no board is read.
    pub fn expect_small(&self, is_read: bool, of: &str) -> anyhow::Result<()> {
        if !is_read && (self.blank.is_some() || self.positions) {
            bail!("--blank and --positions: no board is read; expected {of} with them");
        }
        Ok(())
    }
}

/// Parses the sign of the blank.
fn blank(sign: &str) -> Result<String, &'static str> {
    Reading::refuse_blank(sign).map_or_else(|| Ok(sign.to_owned()), Err)
}

/// The metric: what counts as one move.
#[derive(Clone, Copy, Default, clap::Args)]
pub struct MetricArg {
    /// A move slides a `single` tile, or `multi` in a line
    #[arg(long, value_parser = one_of(Metric::NAMES), default_value = "single")]
    pub metric: Metric,
}

/// Where rows with named fields go, and in which format.
#[derive(clap::Args)]
pub struct RowsArgs {
    /// text, csv or jsonl (also json) [default: by OUT's name, else text]
    #[arg(long, value_parser = one_of(Format::NAMES))]
    format: Option<Format>,

    /// Short for --format jsonl
    #[arg(long, conflicts_with = "format")]
    json: bool,

    #[command(flatten)]
    pub output: OutputArg,
}

impl RowsArgs {
    pub fn format(&self) -> Format {
        if self.json {
            return Format::Jsonl;
        }
        if let Some(format) = self.format {
            return format;
        }
        match self.output.extension().as_deref().and_then(OsStr::to_str) {
            Some("csv") => Format::Csv,
            Some("json" | "jsonl" | "ndjson") => Format::Jsonl,
            _ => Format::Text,
        }
    }

    /// Opens the output. It must not be an input of this run, so inputs are opened first.
    pub fn create(&self, session: &Session) -> anyhow::Result<Output> {
        self.output.create(Some(self.format()), session)
    }

    /// Opens the output for rows of this kind, as [`create`](Self::create) does.
    pub fn begin<R: Fields + Default>(&self, session: &Session) -> anyhow::Result<RowWriter> {
        Ok(RowWriter::new::<R>(self.create(session)?, self.format())?)
    }
}

/// The same for rows about boards that are read.
#[derive(clap::Args)]
pub struct BoardRowsArgs {
    #[command(flatten)]
    pub rows: RowsArgs,

    #[command(flatten)]
    pub layout: LayoutArgs,
}

/// The number of threads.
#[derive(Clone, Copy, Default, clap::Args)]
pub struct ThreadsArg {
    /// Number of threads [default: the number of processors]
    #[arg(long, value_name = "N", value_parser = count_in(1..=1024_u16))]
    threads: Option<u16>,
}

impl ThreadsArg {
    /// The number, if one was given.
    pub fn given(self) -> Option<usize> {
        self.threads.map(usize::from)
    }

    /// The number, by default that of the processors that this process may use.
    pub fn or_processors(self) -> usize {
        self.given().unwrap_or_else(tilebase::limits::processors)
    }

    /// Sets the number, if one was given: `set` is the method `threads`.
    pub fn set<T>(self, of: T, set: impl FnMut(T, usize) -> T) -> T {
        self.given().into_iter().fold(of, set)
    }

    /// A generator that uses these threads.
    pub fn generator(self, puzzle: Puzzle) -> Generator {
        self.set(Generator::new(puzzle), Generator::threads)
    }
}

/// The ends of names of files in formats that are not written.
const OTHER_FORMATS: &[&str] = &[
    "tsv", "tab", "xml", "html", "htm", "md", "yaml", "yml", "toml", "xls", "xlsx", "ods",
    "parquet", "arrow", "feather", "sqlite", "db", "npy", "npz", "pkl", "pdf", "svg", "png", "jpg",
    "jpeg", "gif", "webp", "bmp", "eps", "ps", "tex",
];

/// Where answers go.
#[derive(clap::Args)]
pub struct OutputArg {
    /// Write to this file once it is complete; `-` is standard output
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
}

impl OutputArg {
    /// The extension of the file's name, in lower case.
    pub fn extension(&self) -> Option<OsString> {
        Some(self.output.as_ref()?.extension()?.to_ascii_lowercase())
    }

    /// The folder to write into, if it names one.
    pub fn folder(&self) -> Option<&Path> {
        let path = self.output.as_deref()?;
        let is_folder = path.as_os_str().as_encoded_bytes().ends_with(b"/") || path.is_dir();
        is_folder.then_some(path)
    }

    /// Refuses a name that promises what is not written, in this format.
    fn expect_name_of(&self, format: Option<Format>) -> anyhow::Result<()> {
        let extension = self.extension();
        let find = |names: &[&'static str]| {
            names.iter().copied().find(|name| extension == Some(name.into()))
        };
        if let Some(name) = find(&["gz", "bz2", "xz", "zst", "zip"]) {
            bail!(
                "-o: the output would not be .{name}; write to standard output, and compress that"
            );
        }
        if let Some(name) = find(OTHER_FORMATS).filter(|_| format == Some(Format::Text)) {
            bail!(
                "-o: the output would be text, and not .{name}; expected a name that ends in .csv, \
                 .json (an object on each line) or .txt"
            );
        }
        Ok(())
    }

    /// Opens it, for rows in this format, or for pictures. It must not be an input of this run, so
    /// inputs are opened first.
    pub fn create(&self, format: Option<Format>, session: &Session) -> anyhow::Result<Output> {
        self.expect_name_of(format)?;
        // Nor is a table in the user's folder an output, whether or not the command reads tables.
        if let Some(folder) = Tablebase::user_folder() {
            session.remember(&folder);
        }
        Output::create(self.output.as_deref(), session)
    }
}

/// Parses a count, in any common notation: `1000000`, `1e6`, `1_000_000`, `1,000,000`.
pub fn count(text: &str) -> Result<u64, &'static str> {
    let (digits, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let plain = digits.replace(['_', ','], "");
    // `1,5e6` is not a count: the comma is ambiguous.
    let is_right = (exponent == "0" || !digits.contains(','))
        && plain.bytes().all(|byte| byte.is_ascii_digit());
    let power = exponent.parse().ok().and_then(|exponent| 10u64.checked_pow(exponent));
    let count = plain.parse().ok().zip(power).and_then(|(count, power)| power.checked_mul(count));
    count.filter(|_| is_right).ok_or("expected a number, as in 1000000 or 1e6")
}

/// Parses a count in this range.
pub fn count_in<N: TryFrom<u64> + PartialOrd + fmt::Display + Clone>(
    range: RangeInclusive<N>,
) -> impl Fn(&str) -> Result<N, String> + Clone {
    move |text| {
        let count = N::try_from(count(text)?).ok().filter(|count| range.contains(count));
        count.ok_or_else(|| format!("expected {} to {}", range.start(), range.end()))
    }
}

/// Parses a seed: a number, or any other text.
pub fn seed(text: &str) -> Result<u64, &'static str> {
    if text.is_empty() {
        return Err("expected a number or any other text");
    }
    Ok(tilebase::sample::seed(text))
}

/// Parses the name of a judge.
pub fn judges() -> impl TypedValueParser<Value = &'static Judge> {
    NameParser(PossibleValuesParser::new(Judge::ALL.iter().map(|judge| judge.name)))
        .map(|name| Judge::named(&name).expect("one of the names"))
}

/// A parser of sizes. Completions suggest shapes.
#[derive(Clone)]
struct SizeParser<P>(P);

impl<P> TypedValueParser for SizeParser<P>
where
    P: TypedValueParser + Clone + Send + Sync + 'static,
{
    type Value = P::Value;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<P::Value, clap::Error> {
        self.0.parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(
            SmallShape::all(MAX_CELLS).map(|shape| PossibleValue::new(shape.to_string())),
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_as_people_write_them() {
        for (text, expected) in [
            ("0", Some(0)),
            ("1000", Some(1000)),
            ("1e6", Some(1_000_000)),
            ("25E2", Some(2500)),
            ("1_000", Some(1000)),
            ("1,000", Some(1000)),
            ("18446744073709551615", Some(u64::MAX)),
            ("1e20", None),
            ("1e", None),
            ("e6", None),
            ("-1", None),
            ("+1", None),
            ("1.5", None),
            ("ten", None),
            ("", None),
        ] {
            assert_eq!(count(text).ok(), expected, "{text:?}");
        }
    }
}
