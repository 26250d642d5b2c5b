//! Lines of input, whatever their length and whatever is in them, in bounded memory.

use std::io::{self, Read};

/// The longest line that is read, in bytes, unless [`LineBuffer::longest`] allows longer ones. No
/// board that can be solved is longer, however much white space it has.
pub const MAX_LINE: usize = 1 << 16;

/// How much is read at once, unless [`LineBuffer::at_once`] asks for less.
const AT_ONCE: usize = 1 << 18;

/// The byte order mark that some editors put before a text.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// A reader of whole lines.
///
/// [`fill`](Self::fill) reads until at least one whole line is there, [`buffer`](Self::buffer)
/// holds all that are, and [`consume`](Self::consume) takes them away. It asks for more input only
/// when no whole line is left, so a program that writes a line into a pipe can wait for its answer
/// before it writes the next.
///
/// A byte order mark at the beginning is skipped. The last line need not end with a newline. A line
/// that is longer than the longest is cut one byte behind that, which [`Lines`] reports.
///
/// ```
/// use tilebase::bulk::LineBuffer;
/// let mut lines = LineBuffer::new(&b"12345678x\n1234567x8\n12345"[..]);
/// assert!(lines.fill()?);
/// assert_eq!(lines.buffer(), b"12345678x\n1234567x8\n");
/// lines.consume(10);
/// assert_eq!(lines.buffer(), b"1234567x8\n");
/// lines.consume(10);
/// assert!(lines.fill()?);
/// assert_eq!(lines.buffer(), b"12345");
/// lines.consume(5);
/// assert!(!lines.fill()?);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct LineBuffer<R> {
    input: R,
    /// The whole lines are `begin..ready`, the beginning of the next line is `ready..end`, and the
    /// rest is room.
    bytes: Vec<u8>,
    begin: usize,
    ready: usize,
    end: usize,
    at_once: usize,
    longest: usize,
    /// How many bytes were read.
    read: u64,
    begun: bool,
    ended: bool,
}

impl<R: Read> LineBuffer<R> {
    /// A buffer for the lines of `input`.
    pub fn new(input: R) -> LineBuffer<R> {
        LineBuffer {
            input,
            bytes: Vec::new(),
            begin: 0,
            ready: 0,
            end: 0,
            at_once: AT_ONCE,
            longest: MAX_LINE,
            read: 0,
            begun: false,
            ended: false,
        }
    }

    /// The same, reading at most `bytes` bytes at once.
    #[must_use]
    pub fn at_once(self, bytes: usize) -> LineBuffer<R> {
        LineBuffer { at_once: bytes.max(1), ..self }
    }

    /// The same, for lines of at most `bytes` bytes.
    #[must_use]
    pub fn longest(self, bytes: usize) -> LineBuffer<R> {
        LineBuffer { longest: bytes, ..self }
    }

    /// The input.
    pub const fn input(&self) -> &R {
        &self.input
    }

    /// Reads until there is a whole line. Answers `false` at the end of the input.
    ///
    /// # Errors
    ///
    /// What reading fails with. Lines that were there before are not lost.
    pub fn fill(&mut self) -> io::Result<bool> {
        if self.begin < self.ready {
            return Ok(true);
        }
        self.bytes.copy_within(self.ready..self.end, 0);
        self.end = (self.end - self.ready).min(self.kept());
        (self.begin, self.ready) = (0, 0);
        while !self.ended && self.ready == 0 {
            let before = self.end;
            self.ended = self.read()? == 0;
            let new = if self.begun { before } else { self.skip_byte_order_mark() };
            self.cut_long_line(new);
            let newline = memchr::memrchr(b'\n', &self.bytes[new..self.end]);
            self.ready = newline.map_or(0, |at| new + at + 1);
        }
        if self.ready == 0 {
            // The last line, without a newline.
            self.ready = self.end;
        }
        Ok(self.ready > 0)
    }

    /// The whole lines that were read and not consumed.
    pub fn buffer(&self) -> &[u8] {
        &self.bytes[self.begin..self.ready]
    }

    /// Takes `bytes` bytes of whole lines away from the front of [`buffer`](Self::buffer), or all
    /// that are there.
    pub fn consume(&mut self, bytes: usize) {
        self.begin = self.ready.min(self.begin.saturating_add(bytes));
    }

    /// Moves whole lines to `to`, in place of what was there: as many as have at most `most` bytes,
    /// but one at least if there is one.
    pub fn take(&mut self, most: usize, to: &mut Vec<u8>) {
        let lines = self.buffer();
        if lines.len() <= most && self.begin == 0 {
            // All of them: the two buffers change places, and only the next line's beginning is
            // copied. Of a whole lookup of plain lines, copying all would be a tenth.
            std::mem::swap(&mut self.bytes, to);
            let tail = &to[self.ready..self.end];
            if self.bytes.len() < tail.len() {
                self.bytes.resize(tail.len(), 0);
            }
            self.bytes[..tail.len()].copy_from_slice(tail);
            to.truncate(self.ready);
            (self.ready, self.end) = (0, self.end - self.ready);
            return;
        }
        let mut end = lines.len();
        if end > most {
            let newline =
                memchr::memrchr(b'\n', &lines[..most]).or_else(|| memchr::memchr(b'\n', lines));
            end = newline.map_or(end, |at| at + 1);
        }
        to.clear();
        to.extend_from_slice(&lines[..end]);
        self.consume(end);
    }

    /// How many bytes of the input were read and consumed.
    pub const fn position(&self) -> u64 {
        self.read - (self.end - self.begin) as u64
    }

    /// Reads once, behind the line that has begun, and tells how many bytes.
    fn read(&mut self) -> io::Result<usize> {
        let room = self.end + self.at_once;
        if self.bytes.len() < room {
            self.bytes.resize(room, 0);
        }
        loop {
            match self.input.read(&mut self.bytes[self.end..room]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
                Ok(got) => {
                    self.end += got;
                    self.read += got as u64;
                    return Ok(got);
                }
            }
        }
    }

    /// Removes the mark, if it is there, and tells where the bytes begin that nobody has looked at.
    fn skip_byte_order_mark(&mut self) -> usize {
        if self.bytes[..self.end].starts_with(BYTE_ORDER_MARK) {
            self.bytes.copy_within(BYTE_ORDER_MARK.len()..self.end, 0);
            self.end -= BYTE_ORDER_MARK.len();
            self.begun = true;
        } else {
            self.begun = !BYTE_ORDER_MARK.starts_with(&self.bytes[..self.end]);
        }
        0
    }

    /// How much is kept of a line: enough to see that it is too long.
    const fn kept(&self) -> usize {
        self.longest.saturating_add(1)
    }

    /// Takes away what is too much of the line that has begun, of which `new` bytes were known.
    fn cut_long_line(&mut self, new: usize) {
        let kept = self.kept();
        let newline = memchr::memchr(b'\n', &self.bytes[new..self.end]);
        let line = newline.map_or(self.end, |at| new + at);
        if line > kept {
            self.bytes.copy_within(line..self.end, kept);
            self.end -= line - kept;
        }
    }
}

/// A line of more bytes than are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a line of more than {longest} bytes")]
pub struct LongLine {
    /// The most bytes that a line may have.
    pub longest: usize,
}

/// The lines of a text, without what ends them: a newline, or a carriage return and a newline.
///
/// ```
/// use tilebase::bulk::Lines;
/// let lines: Vec<_> = Lines::new(b"1 2\r\n\n3").flatten().collect();
/// assert_eq!(lines, [&b"1 2"[..], b"", b"3"]);
/// ```
#[derive(Clone, Debug)]
pub struct Lines<'t> {
    rest: &'t [u8],
    longest: usize,
}

impl<'t> Lines<'t> {
    /// The lines of `text`, of at most [`MAX_LINE`] bytes.
    #[must_use]
    pub const fn new(text: &'t [u8]) -> Lines<'t> {
        Lines { rest: text, longest: MAX_LINE }
    }

    /// The same, of at most `bytes` bytes.
    #[must_use]
    pub const fn longest(self, bytes: usize) -> Lines<'t> {
        Lines { longest: bytes, ..self }
    }

    /// The text from the next line on.
    #[must_use]
    pub const fn rest(&self) -> &'t [u8] {
        self.rest
    }

    /// Goes on behind `bytes` bytes, or at the end of the text if there are fewer.
    pub fn advance(&mut self, bytes: usize) {
        self.rest = self.rest.get(bytes..).unwrap_or_default();
    }
}

impl<'t> Iterator for Lines<'t> {
    type Item = Result<&'t [u8], LongLine>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.rest.is_empty() {
            return None;
        }
        let newline = memchr::memchr(b'\n', self.rest);
        let line = &self.rest[..newline.unwrap_or(self.rest.len())];
        self.advance(line.len() + 1);
        if line.len() > self.longest {
            return Some(Err(LongLine { longest: self.longest }));
        }
        Some(Ok(line.strip_suffix(b"\r").filter(|_| newline.is_some()).unwrap_or(line)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All lines, read by `at_once` bytes at once, and how many there were each time.
    fn read(text: &[u8], at_once: usize) -> (Vec<String>, Vec<usize>) {
        let mut buffer = LineBuffer::new(text).at_once(at_once).longest(8);
        let (mut lines, mut counts) = (Vec::new(), Vec::new());
        while buffer.fill().unwrap() {
            let ready = Lines::new(buffer.buffer()).longest(8).map(|line| match line {
                Ok(line) => String::from_utf8_lossy(line).into_owned(),
                Err(LongLine { longest }) => format!("more than {longest}"),
            });
            let before = lines.len();
            lines.extend(ready);
            counts.push(lines.len() - before);
            buffer.consume(buffer.buffer().len());
            assert!(buffer.bytes.len() <= 9 + at_once);
        }
        (lines, counts)
    }

    #[test]
    fn lines_are_the_same_whatever_is_read_at_once() {
        let text = b"\xef\xbb\xbf12345678\n\n123456789\n\r\n1234567\r\n123456789012345678901\n5";
        for at_once in 1..=text.len() + 1 {
            let (lines, counts) = read(text, at_once);
            let long = "more than 8";
            assert_eq!(lines, ["12345678", "", long, "", "1234567", long, "5"], "{at_once}");
            if at_once == 1 {
                assert_eq!(counts, [1; 7]);
            }
        }
        assert_eq!(read(text, 100).1, [6, 1]);
    }

    #[test]
    fn lines_are_taken_as_many_as_fit() {
        let text = b"1\n22\n333\n4444\n55555\n6";
        for at_once in 1..=text.len() {
            for most in 1..=text.len() {
                let mut buffer = LineBuffer::new(&text[..]).at_once(at_once);
                let (mut all, mut taken) = (Vec::new(), b"something else".to_vec());
                while buffer.fill().unwrap() {
                    buffer.take(most, &mut taken);
                    let lines = memchr::memchr_iter(b'\n', &taken).count();
                    assert!(!taken.is_empty() && (taken.len() <= most || lines == 1));
                    all.extend_from_slice(&taken);
                    assert_eq!(buffer.position(), all.len() as u64);
                }
                assert_eq!(all, text, "{at_once} {most}");
            }
        }
    }

    #[test]
    fn the_mark_stands_at_the_beginning_only() {
        for at_once in 1..10 {
            assert!(read(BYTE_ORDER_MARK, at_once).0.is_empty());
            assert!(read(b"", at_once).0.is_empty());
            assert_eq!(read(b"\xef\xbb", at_once).0.len(), 1);
            assert_eq!(read(b"\xef\n\xef\xbb\xbf", at_once).0, ["\u{fffd}", "\u{feff}"]);
        }
    }
}
