//! Lines of input, whatever their length and whatever is in them.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use anyhow::{Context, bail};

/// The longest line that is looked at. No board is longer, however much white space it has.
pub const MAX_LINE: usize = 1 << 16;

/// A line, or that it was too long to be kept.
pub type Line<'l> = Result<&'l [u8], TooLong>;

/// A line longer than [`MAX_LINE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a line of {length} bytes: expected at most {MAX_LINE}")]
pub struct TooLong {
    length: u64,
}

/// Lines of a file or of standard input, one at a time, in bounded memory.
///
/// A line ends with a newline, before which a carriage return is no part of it; the last may end with the input. A byte order mark at
/// the beginning is skipped.
pub struct Lines {
    reader: Box<dyn BufRead>,
    name: String,
    line: Vec<u8>,
    number: u64,
}

impl Lines {
    /// The lines of `path`; `-` is standard input.
    pub fn open(path: &Path) -> anyhow::Result<Lines> {
        if path == Path::new("-") {
            return Ok(Lines::stdin());
        }
        let name = path.display().to_string();
        let file = File::open(path).with_context(|| format!("cannot open {name}"))?;
        if file.metadata().is_ok_and(|metadata| metadata.is_dir()) {
            bail!("cannot read {name}: it is a directory; expected a file of boards, one a line");
        }
        Ok(Lines::new(BufReader::with_capacity(1 << 16, file), name))
    }

    /// The lines of standard input.
    pub fn stdin() -> Lines {
        Lines::new(io::stdin().lock(), "standard input".to_owned())
    }

    fn new(reader: impl BufRead + 'static, name: String) -> Lines {
        Lines { reader: Box::new(reader), name, line: Vec::new(), number: 0 }
    }

    /// The next line and its number, counted from 1; `Err` in it for one longer than [`MAX_LINE`]. `None` at the end.
    pub fn next(&mut self) -> anyhow::Result<Option<(u64, Line<'_>)>> {
        self.line.clear();
        let length = self.read().with_context(|| format!("cannot read {}", self.name))?;
        if length == 0 {
            return Ok(None);
        }
        self.number += 1;
        let mut line = self.line.as_slice();
        if self.number == 1 {
            line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
        }
        if let Some(whole) = line.strip_suffix(b"\n") {
            line = whole.strip_suffix(b"\r").unwrap_or(whole);
        }
        Ok(Some((self.number, if length > MAX_LINE as u64 { Err(TooLong { length }) } else { Ok(line) })))
    }

    /// Reads to the end of the line, keeping no more of it than [`MAX_LINE`] bytes, and tells its length.
    fn read(&mut self) -> io::Result<u64> {
        let mut length = 0;
        loop {
            let available = match self.reader.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                available => available?,
            };
            let (taken, ended) = match available.iter().position(|&byte| byte == b'\n') {
                Some(at) => (at + 1, true),
                None => (available.len(), available.is_empty()),
            };
            let room = MAX_LINE - self.line.len();
            self.line.extend_from_slice(&available[..taken.min(room)]);
            self.reader.consume(taken);
            length += taken as u64;
            if ended {
                return Ok(length);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(input: &'static [u8]) -> Vec<(u64, Result<String, TooLong>)> {
        // A buffer of three bytes, so that lines are put together from pieces.
        let mut lines = Lines::new(BufReader::with_capacity(3, input), "test".to_owned());
        let mut all = Vec::new();
        while let Some((number, line)) = lines.next().unwrap() {
            all.push((number, line.map(|line| String::from_utf8_lossy(line).into_owned())));
        }
        all
    }

    #[test]
    fn every_kind_of_line_end() {
        let line = |number, text: &str| (number, Ok(text.to_owned()));
        assert_eq!(lines(b""), []);
        assert_eq!(lines(b"a"), [line(1, "a")]);
        assert_eq!(lines(b"abcdef\r\n\nb\rc\n"), [line(1, "abcdef"), line(2, ""), line(3, "b\rc")]);
        assert_eq!(lines(b"\xef\xbb\xbfa\n\xef\xbb\xbf"), [line(1, "a"), line(2, "\u{feff}")]);
    }

    #[test]
    fn a_line_too_long_is_one_line() {
        let input = [b"a\n".to_vec(), b"x".repeat(MAX_LINE + 1), b"\nb\n".to_vec()].concat().leak();
        let all = lines(input);
        assert_eq!(all.len(), 3);
        assert_eq!(all[1], (2, Err(TooLong { length: MAX_LINE as u64 + 2 })));
        assert_eq!(all[2], (3, Ok("b".to_owned())));
    }
}
