//! Where results go, standard output or a file, and how: rows in each format, and bar charts.

use std::fmt::Display;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::mem;
use std::path::Path;

use same_file::Handle;
use tilebase::table::OutputFile;
use tilebase::text::Format;
use tilebase::text::rows::{self, Fields};

use crate::Ending;
use crate::interrupt;
use crate::session::{Session, regular_file};

/// The names of standard output.
const STDOUT: [&str; 4] = ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"];

/// A buffered writer of results to standard output or a file. Errors name it.
///
/// A file appears under its name when it is [finished](Output::finish). If the output is dropped
/// before that, the file is unchanged.
pub struct Output {
    to: BufWriter<NamedWriter>,
    /// True if results are written to a terminal.
    pub is_terminal: bool,
}

struct NamedWriter {
    to: To,
    name: String,
}

enum To {
    /// Standard output, and the run, until it is known not to be an input of it.
    Stdout(Box<dyn Write + Send>, Option<Session>),
    File(OutputFile),
}

impl Output {
    /// Standard output.
    pub fn stdout(session: &Session) -> Output {
        let is_terminal = io::stdout().is_terminal();
        let to = To::Stdout(stdout(), Some(session.clone()));
        Output::new(to, "standard output".to_owned(), is_terminal)
    }

    /// Opens the file `path`; `-` or `None` is standard output. Refuses a file that is an input of
    /// this run, under any name, so inputs must be opened first.
    pub fn create(path: Option<&Path>, session: &Session) -> anyhow::Result<Output> {
        let Some(path) = path.filter(|path| !STDOUT.iter().any(|name| *path == Path::new(name)))
        else {
            return Ok(Output::stdout(session));
        };
        let old = regular_file(path);
        if let Some(output) = &old {
            session.not_an_input(output)?;
        }
        if old.is_some() || !path.exists() {
            interrupt::begin(path, old.is_none());
        }
        let (file, name) = (OutputFile::create(path)?, path.display().to_string());
        Ok(Output::new(To::File(file), name, false))
    }

    fn new(to: To, name: String, is_terminal: bool) -> Output {
        Output { to: BufWriter::with_capacity(1 << 16, NamedWriter { to, name }), is_terminal }
    }

    /// Writes everything that is left, and gives a file its name.
    pub fn finish(mut self) -> anyhow::Result<()> {
        self.flush()?;
        if let To::File(file) = self.to.into_parts().0.to {
            file.finish()?;
            interrupt::end();
        }
        Ok(())
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.to.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

impl NamedWriter {
    fn act<T>(&mut self, act: impl FnOnce(&mut dyn Write) -> io::Result<T>) -> io::Result<T> {
        let done = match &mut self.to {
            To::File(file) => act(file),
            To::Stdout(stdout, session) => {
                let check = session.as_ref().map_or(Ok(()), stdout_is_no_input);
                if check.is_ok() {
                    *session = None;
                }
                check.and_then(|()| act(stdout))
            }
        };
        done.map_err(|why| io::Error::new(why.kind(), format!("cannot write {}: {why}", self.name)))
    }
}

impl Write for NamedWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.act(|to| to.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.act(|to| to.flush())
    }
}

/// Prints a text on standard output, which is all that the command answers.
pub fn print(text: &[u8], session: &Session) -> anyhow::Result<Ending> {
    let mut out = Output::stdout(session);
    out.write_all(text)?;
    out.finish()?;
    Ok(Ending::Answered)
}

/// Refuses to write into a file that is an input, which would be read again and never end.
fn stdout_is_no_input(session: &Session) -> io::Result<()> {
    // A terminal or a pipe may be both.
    if let Ok(stdout) = Handle::stdout()
        && stdout.as_file().metadata()?.is_file()
    {
        session.not_an_input(&stdout).map_err(io::Error::other)?;
    }
    Ok(())
}

/// A writer to standard output without a buffer of its own.
fn stdout() -> Box<dyn Write + Send> {
    #[cfg(unix)]
    if let Ok(descriptor) = std::os::fd::AsFd::as_fd(&io::stdout()).try_clone_to_owned() {
        return Box::new(std::fs::File::from(descriptor));
    }
    Box::new(io::stdout())
}

/// True if an error only means that the reader closed the pipe.
pub fn closed(error: &anyhow::Error) -> bool {
    let mut causes = error.chain().filter_map(|cause| cause.downcast_ref::<io::Error>());
    causes.any(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// Writes rows to an output. As text, a row is a line of a table, an object with a line for each
/// value, or a line of its own. All have the same fields.
pub struct RowWriter {
    pub out: Output,
    format: Format,
    text: Vec<u8>,
    names: Vec<String>,
    /// The values of rows of a table that wait for the others, so that all are aligned.
    table: Vec<Vec<String>>,
    /// The width of each column, once rows were written.
    widths: Vec<usize>,
}

impl RowWriter {
    /// Begins with the names of the fields of these rows, if the format does.
    pub fn new<R: Fields + Default>(out: Output, format: Format) -> io::Result<RowWriter> {
        RowWriter::like(&R::default(), out, format)
    }

    /// The same for rows with the fields of this one.
    pub fn like(row: &impl Fields, mut out: Output, format: Format) -> io::Result<RowWriter> {
        out.write_all(rows::head(format, row).as_bytes())?;
        let (text, names, table, widths) = Default::default();
        Ok(RowWriter { out, format, text, names, table, widths })
    }

    /// True if rows are text.
    pub fn is_text(&self) -> bool {
        self.format == Format::Text
    }

    /// Writes a row: its named fields, or in the text format a line.
    pub fn line(&mut self, row: &impl Fields, line: impl Display) -> io::Result<()> {
        self.text.clear();
        write_row(self.format, row, line, &mut self.text);
        self.out.write_all(&self.text)
    }

    /// Writes a row: its named fields, or in the text format a line of a table.
    pub fn row(&mut self, row: &impl Fields) -> io::Result<()> {
        if self.format != Format::Text {
            return self.line(row, "");
        }
        if self.table.is_empty() {
            self.names = shown_names(row);
        }
        self.table.push(rows::values(row));
        Ok(())
    }

    /// Writes a row: its named fields, or in the text format a line for each value that it has.
    pub fn object(&mut self, row: &impl Fields) -> io::Result<()> {
        if self.format != Format::Text {
            return self.line(row, "");
        }
        write!(self.out, "{}", object_text(row))
    }

    /// Writes more, if the format is text.
    pub fn text(&mut self, text: impl Display) -> io::Result<()> {
        self.write_table()?;
        if self.is_text() { write!(self.out, "{text}") } else { Ok(()) }
    }

    /// Writes the rows of a table that wait. Before the first of them are the names of the columns
    /// that have values.
    fn write_table(&mut self) -> io::Result<()> {
        let rows = mem::take(&mut self.table);
        if rows.is_empty() {
            return Ok(());
        }
        let longest = |rows: &[Vec<String>], column: usize| {
            rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0)
        };
        let mut heads = Vec::new();
        if self.widths.is_empty() {
            let width = |(column, name): (usize, &String)| {
                if NOT_IN_TABLES.contains(&&**name) { 0 } else { longest(&rows, column) }
            };
            self.widths = self.names.iter().enumerate().map(width).collect();
            heads = heads_of(&self.names, &self.widths);
        }
        for (column, width) in self.widths.iter_mut().enumerate().filter(|(_, width)| **width > 0) {
            *width = longest(&heads, column).max(longest(&rows, column)).max(*width);
        }
        let is_number = |value: &String| value.is_empty() || value.parse::<f64>().is_ok();
        let heads = heads.iter().map(|row| (row, ""));
        for (row, missing) in heads.chain(rows.iter().map(|row| (row, "-"))) {
            let cells = row.iter().zip(&self.widths).enumerate();
            let cells = cells.filter(|(_, (_, width))| **width > 0);
            let line = cells.map(|(column, (value, width))| {
                let value = if value.is_empty() { missing } else { value };
                if rows.iter().all(|row| is_number(&row[column])) {
                    format!("{value:>width$}")
                } else {
                    format!("{value:<width$}")
                }
            });
            let line = line.collect::<Vec<_>>().join("  ");
            writeln!(self.out, "{}", line.trim_end())?;
        }
        Ok(())
    }

    /// Writes all rows so far.
    pub fn flush(&mut self) -> io::Result<()> {
        self.write_table()?;
        self.out.flush()
    }

    /// Finishes the output.
    pub fn finish(mut self) -> anyhow::Result<()> {
        self.write_table()?;
        self.out.finish()
    }
}

/// Fields that tables leave out: texts that are too long for a column, and times.
const NOT_IN_TABLES: [&str; 4] = ["licence", "source", "seconds", "error"];

/// The heads of columns with values of these widths: on two lines if one is wider than a screen.
fn heads_of(names: &[String], widths: &[usize]) -> Vec<Vec<String>> {
    const SCREEN: usize = 100;
    let all = names.iter().zip(widths).filter(|(_, width)| **width > 0);
    let wide: usize = all.map(|(name, width)| width.max(&name.len()) + 2).sum();
    if wide <= SCREEN {
        return vec![names.to_vec()];
    }
    let split = names.iter().map(|name| name.split_once(' ').unwrap_or(("", name)));
    let (first, second): (Vec<_>, Vec<_>) =
        split.map(|(first, second)| (first.to_owned(), second.to_owned())).unzip();
    // Without a name of two words there is nothing above the others.
    [first, second].into_iter().filter(|head| head.iter().any(|name| !name.is_empty())).collect()
}

/// A line for each value that a row has, after its name.
pub fn object_text(row: &impl Fields) -> String {
    let values = shown_names(row).into_iter().zip(rows::values(row));
    let values: Vec<_> = values.filter(|(_, value)| !value.is_empty()).collect();
    let width = values.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    values.iter().map(|(name, value)| format!("{name:<width$}  {value}\n")).collect()
}

/// The names of the fields of a row, as text has them.
fn shown_names(row: &impl Fields) -> Vec<String> {
    rows::names(row).iter().map(|name| name.replace('_', " ")).collect()
}

/// Writes a row: its named fields, or in the text format a line.
pub fn write_row(format: Format, row: &impl Fields, line: impl Display, text: &mut Vec<u8>) {
    if format == Format::Text {
        return writeln!(text, "{line}").expect("text can be written to memory");
    }
    rows::write(format, row, text);
}

/// A bar chart with a line for each number, such as a distance, and its boards. There is no newline
/// at the end.
pub fn chart(title: &str, counts: impl Iterator<Item = (u32, u64)> + Clone) -> String {
    const WIDTH: u128 = 50;
    let most = counts.clone().map(|(_, count)| count).max().unwrap_or(1);
    let width = title.len().max(8);
    let mut text = format!("{title:>width$}         boards");
    for (number, count) in counts {
        // Rounded up, so that every number with boards has a bar.
        let bar = "#".repeat((u128::from(count) * WIDTH).div_ceil(most.into()) as usize);
        text.push('\n');
        text.push_str(format!("{number:>width$}  {count:>13}  {bar}").trim_end());
    }
    text
}
