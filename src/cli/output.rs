//! Where results go: standard output or a file.

use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::Path;

use anyhow::Context;

/// Results on their way to standard output or a file, through a buffer.
pub struct Output {
    to: BufWriter<Box<dyn Write + Send>>,
    name: String,
    is_terminal: bool,
}

impl Output {
    /// Standard output.
    pub fn stdout() -> Output {
        Output {
            is_terminal: io::stdout().is_terminal(),
            ..Output::new(Box::new(io::stdout()), "standard output".to_owned())
        }
    }

    /// The file `path`, made new; `-` or nothing is standard output.
    pub fn create(path: Option<&Path>) -> anyhow::Result<Output> {
        match path {
            Some(path) if path != Path::new("-") => {
                let file = File::create(path)
                    .with_context(|| format!("cannot write {}", path.display()))?;
                Ok(Output::new(Box::new(file), path.display().to_string()))
            }
            _ => Ok(Output::stdout()),
        }
    }

    fn new(to: Box<dyn Write + Send>, name: String) -> Output {
        Output { to: BufWriter::with_capacity(1 << 16, to), name, is_terminal: false }
    }

    /// Whether somebody watches the results appear.
    pub fn is_terminal(&self) -> bool {
        self.is_terminal
    }

    /// Writes what `write` writes.
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

    /// Hands on all that was written. What is not flushed is lost where it cannot be written: call it at the end.
    pub fn flush(&mut self) -> anyhow::Result<()> {
        self.put(|out| out.flush())
    }
}

/// Whether all that is wrong is that nobody reads any more.
pub fn closed(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause
            .downcast_ref::<io::Error>()
            .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
    })
}
