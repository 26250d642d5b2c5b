//! Output of results: standard output or a file.

use std::fmt::Display;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::Path;

use anyhow::Context;
use same_file::Handle;
use serde::Serialize;
use tilebase::bulk::Format;

use crate::input::{not_an_input, regular_file};
use crate::output_file::OutputFile;
use crate::stdout;

/// The names of standard output.
const STDOUT: [&str; 4] = ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"];

/// A buffered writer of results to standard output or a file.
///
/// A file appears under its name when it is [finished](Output::finish). If the output is dropped
/// before that, the file is unchanged.
pub struct Output {
    to: BufWriter<To>,
    name: String,
    is_terminal: bool,
}

enum To {
    /// Standard output, and whether it may be written.
    Stdout(Box<dyn Write + Send>, bool),
    File(OutputFile),
}

impl Output {
    /// Standard output.
    pub fn stdout() -> Output {
        let is_terminal = io::stdout().is_terminal();
        Output::new(To::Stdout(stdout::writer(), false), "standard output".to_owned(), is_terminal)
    }

    /// Opens the file `path`; `-` or `None` is standard output. Refuses a file that is an input of
    /// this run, under any name, so inputs must be opened first.
    pub fn create(path: Option<&Path>) -> anyhow::Result<Output> {
        let Some(path) = path.filter(|path| !STDOUT.iter().any(|name| *path == Path::new(name)))
        else {
            return Ok(Output::stdout());
        };
        if let Some(output) = regular_file(path) {
            not_an_input(&output)?;
        }
        Ok(Output::new(To::File(OutputFile::create(path)?), path.display().to_string(), false))
    }

    fn new(to: To, name: String, is_terminal: bool) -> Output {
        Output { to: BufWriter::with_capacity(1 << 16, to), name, is_terminal }
    }

    /// Whether results are written to a terminal.
    pub fn is_terminal(&self) -> bool {
        self.is_terminal
    }

    /// Calls `write` with the writer.
    pub fn put(
        &mut self,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> anyhow::Result<()> {
        write(&mut self.to).with_context(|| format!("cannot write {}", self.name))
    }

    /// Writes a line.
    pub fn line(&mut self, line: impl std::fmt::Display) -> anyhow::Result<()> {
        self.put(|out| writeln!(out, "{line}"))
    }

    /// Flushes the buffer. Errors in writing show up here.
    pub fn flush(&mut self) -> anyhow::Result<()> {
        self.put(|out| out.flush())
    }

    /// Writes everything that is left, and gives a file its name.
    pub fn finish(mut self) -> anyhow::Result<()> {
        self.flush()?;
        match self.to.into_parts() {
            (To::File(file), _) => Ok(file.finish()?),
            (To::Stdout(..), _) => Ok(()),
        }
    }
}

impl To {
    /// Refuses to write into a file that is an input, which would be read again and never end.
    fn check(&mut self) -> io::Result<()> {
        if let To::Stdout(_, checked @ false) = self {
            // A terminal or a pipe may be both.
            if let Ok(stdout) = Handle::stdout()
                && stdout.as_file().metadata()?.is_file()
            {
                not_an_input(&stdout).map_err(io::Error::other)?;
            }
            *checked = true;
        }
        Ok(())
    }
}

impl Write for To {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.check()?;
        match self {
            To::Stdout(stdout, _) => stdout.write(bytes),
            To::File(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.check()?;
        match self {
            To::Stdout(stdout, _) => stdout.flush(),
            To::File(file) => file.flush(),
        }
    }
}

/// Whether an error only means that the reader closed the pipe.
pub fn closed(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause
            .downcast_ref::<io::Error>()
            .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
    })
}

/// The names of the fields of rows, if the format begins with them.
pub fn head<R: Serialize + Default>(format: Format) -> String {
    if format != Format::Csv {
        return String::new();
    }
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.serialize(R::default()).expect("plain fields can be written to memory");
    let text = writer.into_inner().expect("plain fields can be written to memory");
    let text = String::from_utf8_lossy(&text);
    text.lines().next().unwrap_or_default().to_owned() + "\n"
}

/// Writes rows of named fields, one per line. The text format uses `Display`.
pub fn write_rows(format: Format, rows: &[impl Serialize + Display], text: &mut Vec<u8>) {
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
