//! Lines of input, whatever their length and whatever is in them: read in blocks of whole lines.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use anyhow::{Context, bail};

/// The longest line that is looked at, unless somebody asks for longer ones. No board that is solved is longer, however much white space it has.
pub const MAX_LINE: usize = 1 << 16;

/// How much is read at once, unless somebody asks for less.
pub const BLOCK: usize = 1 << 18;

/// A line, or that it was too long to be kept.
pub type Line<'l> = Result<&'l [u8], TooLong>;

/// A line longer than [`MAX_LINE`], not counting what ends it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a line of {length} bytes: expected at most {longest}")]
pub struct TooLong {
    length: u64,
    longest: usize,
}

/// Input in blocks, in bounded memory.
///
/// A block is what one read gave, cut at its last line end, so that whoever writes a line into a pipe gets its answer without writing
/// more. Reading by calls, not by mapping, makes an input that shrinks meanwhile an error and not a crash.
pub struct Blocks {
    input: Box<dyn Read + Send>,
    name: String,
    /// How many bytes there are, where that can be known.
    len: Option<u64>,
    read: u64,
    at_once: usize,
    longest: usize,
    /// The beginning of a line whose end was not read yet.
    tail: Vec<u8>,
    begun: bool,
}

/// Some whole lines of input.
#[derive(Default)]
pub struct Block {
    /// Only the first `len` bytes count: the others are room, so that reading need not clear it each time.
    bytes: Vec<u8>,
    len: usize,
    /// How many bytes were read up to its end.
    end: u64,
    longest: usize,
    /// Set if the block is one line too long to be kept, instead of what `bytes` hold.
    too_long: Option<TooLong>,
}

impl Blocks {
    /// The input `path`; `-` is standard input. At most `at_once` bytes are read at once.
    pub fn open(path: &Path, at_once: usize) -> anyhow::Result<Blocks> {
        if path == Path::new("-") {
            return Ok(Blocks::stdin(at_once));
        }
        let name = path.display().to_string();
        let file = File::open(path).with_context(|| format!("cannot open {name}"))?;
        if file.metadata().is_ok_and(|metadata| metadata.is_dir()) {
            bail!("cannot read {name}: it is a directory; expected a file of boards, one a line");
        }
        Ok(Blocks::of_file(file, name, at_once))
    }

    /// Standard input.
    pub fn stdin(at_once: usize) -> Blocks {
        let name = "standard input".to_owned();
        #[cfg(unix)]
        if let Ok(descriptor) = std::os::fd::AsFd::as_fd(&io::stdin()).try_clone_to_owned() {
            return Blocks::of_file(File::from(descriptor), name, at_once);
        }
        Blocks::new(io::stdin(), name, None, at_once)
    }

    fn of_file(mut file: File, name: String, at_once: usize) -> Blocks {
        let len = file.metadata().ok().filter(std::fs::Metadata::is_file).and_then(|metadata| {
            let at = io::Seek::stream_position(&mut file).ok()?;
            metadata.len().checked_sub(at)
        });
        Blocks::new(file, name, len, at_once)
    }

    fn new(
        input: impl Read + Send + 'static,
        name: String,
        len: Option<u64>,
        at_once: usize,
    ) -> Blocks {
        let at_once = at_once.max(1);
        Blocks {
            input: Box::new(input),
            name,
            len,
            read: 0,
            at_once,
            longest: MAX_LINE,
            tail: Vec::new(),
            begun: false,
        }
    }

    /// The same with lines of at most `longest` bytes.
    pub fn with_lines_of(self, longest: usize) -> Blocks {
        Blocks { longest, ..self }
    }

    /// How many bytes there were to read when it was opened, if that can be known.
    pub fn len(&self) -> Option<u64> {
        self.len
    }

    /// Reads the next block into `block`. Answers whether there was one.
    pub fn next(&mut self, block: &mut Block) -> anyhow::Result<bool> {
        block.len = 0;
        block.too_long = None;
        block.longest = self.longest;
        block.append(&self.tail);
        self.tail.clear();
        loop {
            let before = block.len;
            if self.read_into(block)? == 0 {
                break;
            }
            if let Some(end) = memchr::memrchr(b'\n', &block.text()[before..]) {
                self.tail.extend_from_slice(&block.text()[before + end + 1..]);
                block.len = before + end + 1;
                break;
            }
            if block.len > self.longest {
                self.skip_line(block)?;
                break;
            }
        }
        block.end = self.read - self.tail.len() as u64;
        if !std::mem::replace(&mut self.begun, true) && block.text().starts_with(b"\xef\xbb\xbf") {
            block.bytes.copy_within(3..block.len, 0);
            block.len -= 3;
            // Nothing but a byte order mark is an empty input, as nothing at all is.
        }
        Ok(block.len > 0 || block.too_long.is_some())
    }

    /// Reads to the end of a line that is too long, and keeps none of it.
    fn skip_line(&mut self, block: &mut Block) -> anyhow::Result<()> {
        let mut length = 0;
        loop {
            length += block.len as u64;
            block.len = 0;
            if self.read_into(block)? == 0 {
                break;
            }
            if let Some(end) = memchr::memchr(b'\n', block.text()) {
                self.tail.extend_from_slice(&block.text()[end + 1..]);
                block.len = 0;
                length += end as u64;
                break;
            }
        }
        block.too_long = Some(TooLong { length, longest: self.longest });
        Ok(())
    }

    /// Reads once, behind what the block holds, and tells how much; nothing means the end.
    fn read_into(&mut self, block: &mut Block) -> anyhow::Result<usize> {
        let room = block.len + self.at_once;
        if block.bytes.len() < room {
            block.bytes.resize(room, 0);
        }
        let got = loop {
            match self.input.read(&mut block.bytes[block.len..room]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                got => break got.with_context(|| format!("cannot read {}", self.name))?,
            }
        };
        block.len += got;
        self.read += got as u64;
        if let Some(len) = self.len.filter(|&len| got == 0 && self.read < len) {
            let (name, read) = (&self.name, self.read);
            bail!(
                "{name} became shorter while it was read: expected {len} bytes, found {read}; run it again on a file that nobody writes"
            );
        }
        Ok(got)
    }
}

impl Block {
    fn text(&self) -> &[u8] {
        &self.bytes[..self.len]
    }

    /// How many bytes of input were read up to its end.
    pub fn end(&self) -> u64 {
        self.end
    }

    fn append(&mut self, bytes: &[u8]) {
        let end = self.len + bytes.len();
        if self.bytes.len() < end {
            self.bytes.resize(end, 0);
        }
        self.bytes[self.len..end].copy_from_slice(bytes);
        self.len = end;
    }

    /// Its lines, in order.
    pub fn lines(&self) -> Lines<'_> {
        Lines { rest: self.text(), longest: self.longest, too_long: self.too_long }
    }
}

/// The lines of a block, without what ends them: a newline, before which a carriage return is no part of the line.
pub struct Lines<'b> {
    rest: &'b [u8],
    longest: usize,
    too_long: Option<TooLong>,
}

impl<'b> Lines<'b> {
    /// The text from the next line on.
    pub fn rest(&self) -> &'b [u8] {
        self.rest
    }

    /// Goes on behind so many bytes, which are whole lines.
    pub fn advance(&mut self, bytes: usize) {
        self.rest = &self.rest[bytes..];
    }
}

impl<'b> Iterator for Lines<'b> {
    type Item = Line<'b>;

    fn next(&mut self) -> Option<Line<'b>> {
        if self.rest.is_empty() {
            return self.too_long.take().map(Err);
        }
        let end = memchr::memchr(b'\n', self.rest);
        let line = &self.rest[..end.unwrap_or(self.rest.len())];
        self.rest = end.map_or(&[], |end| &self.rest[end + 1..]);
        if line.len() > self.longest {
            return Some(Err(TooLong { length: line.len() as u64, longest: self.longest }));
        }
        Some(Ok(line.strip_suffix(b"\r").filter(|_| end.is_some()).unwrap_or(line)))
    }
}
