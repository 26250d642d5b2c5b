//! Output of results: standard output or a file.

use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::Path;

use anyhow::{Context, bail};
use same_file::Handle;
use tilebase::OutputFile;

use super::signals::RemoveOnSignal;
use super::stdout;

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
    _remove: Option<RemoveOnSignal>,
}

enum To {
    Stream(Box<dyn Write + Send>),
    File(OutputFile),
}

impl Output {
    /// Standard output.
    pub fn stdout() -> Output {
        Output {
            is_terminal: io::stdout().is_terminal(),
            ..Output::new(To::Stream(stdout::writer()), "standard output".to_owned())
        }
    }

    /// Opens the file `path`; `-` or `None` is standard output. Refuses to write to a file that is
    /// also an input, under any name. Among the inputs, `-` is standard input.
    pub fn create<'p>(
        path: Option<&Path>,
        inputs: impl IntoIterator<Item = &'p Path>,
    ) -> anyhow::Result<Output> {
        let path = path.filter(|path| !STDOUT.iter().any(|name| *path == Path::new(name)));
        let output = match path {
            Some(path) => file(path),
            None => Handle::stdout().ok().filter(is_regular),
        };
        if let Some(output) = &output {
            for input in inputs {
                let found =
                    if input == Path::new("-") { Handle::stdin().ok() } else { file(input) };
                if found.as_ref() == Some(output) {
                    let name = if input == Path::new("-") {
                        "standard input".to_owned()
                    } else {
                        input.display().to_string()
                    };
                    bail!("{name} is both input and output; expected two files");
                }
            }
        }
        match path {
            Some(path) => Output::file(path, OutputFile::create),
            None => Ok(Output::stdout()),
        }
    }

    fn file<'p>(
        path: &'p Path,
        create: impl FnOnce(&'p Path) -> tilebase::Result<OutputFile>,
    ) -> anyhow::Result<Output> {
        let (file, remove) = RemoveOnSignal::around(|| create(path), OutputFile::temporary)?;
        let output = Output::new(To::File(file), path.display().to_string());
        Ok(Output { _remove: remove, ..output })
    }

    fn new(to: To, name: String) -> Output {
        let to = BufWriter::with_capacity(1 << 16, to);
        Output { to, name, is_terminal: false, _remove: None }
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
            (To::Stream(_), _) => Ok(()),
        }
    }
}

/// Identifies the regular file under a name, to compare it with others.
fn file(path: &Path) -> Option<Handle> {
    // Opening anything but a regular file could block.
    path.is_file().then(|| Handle::from_path(path).ok()).flatten()
}

fn is_regular(handle: &Handle) -> bool {
    handle.as_file().metadata().is_ok_and(|metadata| metadata.is_file())
}

impl Write for To {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            To::Stream(stream) => stream.write(bytes),
            To::File(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            To::Stream(stream) => stream.flush(),
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

#[cfg(test)]
mod tests {
    use std::fs;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use tilebase::output_file::{Step, Watch};

    use super::*;

    #[test]
    fn whatever_step_fails_the_old_answers_are_whole() {
        use Step::{Create, Permissions, Rename, Sync, SyncDirectory, Write};

        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("answers.txt");
        let answers = "uldr\n".repeat(50_000);
        let mut steps = Vec::new();
        for fails_at in 0.. {
            fs::write(&path, "old\n").unwrap();
            let count = Arc::new(AtomicUsize::new(0));
            let last = Arc::new(std::sync::Mutex::new(None));
            let (counted, seen) = (Arc::clone(&count), Arc::clone(&last));
            let watch = Watch(Some(Box::new(move |step| {
                *seen.lock().unwrap() = Some(step);
                if counted.fetch_add(1, Ordering::Relaxed) == fails_at {
                    Err(io::ErrorKind::StorageFull.into())
                } else {
                    Ok(())
                }
            })));
            let result = Output::file(&path, |path| OutputFile::create_watched(path, watch))
                .and_then(|mut out| {
                    for line in answers.lines() {
                        out.line(line)?;
                    }
                    out.finish()
                });
            let step = last.lock().unwrap().unwrap();
            let found = fs::read_to_string(&path).unwrap();
            let expected = if step == Step::SyncDirectory { answers.as_str() } else { "old\n" };
            assert!(found == expected, "{step:?}");
            assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "{step:?}");
            match result {
                Ok(()) => break,
                Err(error) => assert!(format!("{error:#}").contains("answers.txt"), "{error:#}"),
            }
            steps.push(step);
        }
        let expected =
            [Create, Permissions, Write, Write, Write, Write, Sync, Rename, SyncDirectory];
        assert_eq!(steps, expected);
    }
}
