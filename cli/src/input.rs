//! Input of boards and answers: a file or standard input.

use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::path::Path;

use anyhow::{Context, bail};

use crate::report::note;
use crate::session::Session;

/// The byte order mark that some editors write at the start of a file.
const MARK: &[u8] = b"\xef\xbb\xbf";

/// The first bytes of files that are not text, with their kind and advice.
const NO_TEXT: [(&[u8], &str, &str); 7] = [
    (b"\xff\xfe", "UTF-16", "convert it first"),
    (b"\xfe\xff", "UTF-16", "convert it first"),
    (b"\x1f\x8b", "compressed", "gunzip -c FILE | tilebase ... -"),
    (b"\x28\xb5\x2f\xfd", "compressed", "unzstd -c FILE | tilebase ... -"),
    (b"\xfd7zXZ", "compressed", "unxz -c FILE | tilebase ... -"),
    (b"BZh", "compressed", "bunzip2 -c FILE | tilebase ... -"),
    (b"PK\x03\x04", "a zip file", "unzip -p FILE | tilebase ... -"),
];

/// The keys that end standard input.
const END_OF_INPUT: &str = if cfg!(windows) { "Ctrl-Z and Enter" } else { "Ctrl-D" };

/// A file or standard input. Errors name it.
///
/// The input is read, not mapped into memory, so a file that shrinks in the meantime causes an
/// error instead of a crash.
pub struct Input {
    from: Box<dyn Read + Send>,
    name: String,
    /// The number of bytes left to read when it was opened, if known.
    pub len: Option<u64>,
    read: u64,
}

impl Input {
    /// Opens the input `path`; `-` is standard input.
    pub fn open(path: &Path, session: &Session) -> anyhow::Result<Input> {
        if path == Path::new("-") {
            return Input::stdin(session);
        }
        let name = path.display().to_string();
        let file = File::open(path).with_context(|| format!("cannot open {name}"))?;
        if file.metadata().is_ok_and(|metadata| metadata.is_dir()) {
            bail!("cannot read {name}: it is a directory; expected a file with one board per line");
        }
        session.remember(path);
        Ok(Input::of_file(file, name))
    }

    /// Standard input, which can be read once.
    pub fn stdin(session: &Session) -> anyhow::Result<Input> {
        if !session.remember(Path::new("-")) {
            bail!("standard input is named twice; expected a file for one of the two");
        }
        let name = "standard input".to_owned();
        if io::stdin().is_terminal() {
            note!("reading standard input; end it with {END_OF_INPUT}");
        }
        #[cfg(unix)]
        if let Ok(file) = stdin_file() {
            return Ok(Input::of_file(file, name));
        }
        Ok(Input { from: Box::new(io::stdin()), name, len: None, read: 0 })
    }

    /// Refuses a pipe or a file with something in it on standard input, for a command that does not
    /// read it unless it is named. Otherwise the command would ignore the input without a word.
    pub fn expect_none(command: &str) -> anyhow::Result<()> {
        #[cfg(unix)]
        if let Ok(metadata) = stdin_file().and_then(|file| file.metadata()) {
            use std::os::unix::fs::FileTypeExt as _;
            if metadata.file_type().is_fifo() || metadata.is_file() && metadata.len() > 0 {
                bail!(
                    "there is something on standard input: to read it, name it, as in \
                     `tilebase {command} -`; for what needs no input, name a size, as in \
                     `tilebase {command} --size 3x3`"
                );
            }
        }
        Ok(())
    }

    fn of_file(mut file: File, name: String) -> Input {
        let len = file.metadata().ok().filter(std::fs::Metadata::is_file).and_then(|metadata| {
            let at = io::Seek::stream_position(&mut file).ok()?;
            metadata.len().checked_sub(at)
        });
        Input { from: Box::new(file), name, len, read: 0 }
    }

    /// Reads, with errors that name the input.
    fn named_read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.from.read(bytes).map_err(|error| {
            io::Error::new(error.kind(), format!("cannot read {}: {error}", self.name))
        })
    }

    /// Removes the byte order mark at the beginning of the input, of which `got` bytes were read,
    /// and refuses files that are not text.
    fn without_mark(&mut self, bytes: &mut [u8], mut got: usize) -> io::Result<usize> {
        while got < bytes.len() && may_be_start(&bytes[..got]) {
            match self.named_read(&mut bytes[got..]) {
                Ok(0) => break,
                Ok(more) => got += more,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        if let Some((_, what, cure)) =
            NO_TEXT.iter().find(|(start, ..)| bytes[..got].starts_with(start))
        {
            let message = format!("{} is {what}; expected UTF-8 text: {cure}", self.name);
            return Err(io::Error::new(io::ErrorKind::InvalidData, message));
        }
        if !bytes[..got].starts_with(MARK) {
            return Ok(got);
        }
        self.read += MARK.len() as u64;
        bytes.copy_within(MARK.len()..got, 0);
        if got == MARK.len() { self.named_read(bytes) } else { Ok(got - MARK.len()) }
    }
}

/// Standard input as a file, which it may be.
#[cfg(unix)]
fn stdin_file() -> io::Result<File> {
    std::os::fd::AsFd::as_fd(&io::stdin()).try_clone_to_owned().map(File::from)
}

/// True if more bytes are needed to see if these begin a mark, or a file that is not text.
fn may_be_start(read: &[u8]) -> bool {
    let mut starts = NO_TEXT.iter().map(|(start, ..)| *start).chain([MARK]);
    starts.any(|start| start.len() > read.len() && start.starts_with(read))
}

impl Read for Input {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let mut got = self.named_read(bytes)?;
        if self.read == 0 && got > 0 {
            got = self.without_mark(bytes, got)?;
        }
        self.read += got as u64;
        if let Some(len) = self.len.filter(|&len| got == 0 && self.read < len) {
            let (name, read) = (&self.name, self.read);
            return Err(io::Error::other(format!(
                "{name} became shorter while it was being read: expected {len} bytes, found {read}; \
                 run it again on a file that no program writes to"
            )));
        }
        Ok(got)
    }
}
