//! Lines of input, of any length and content, in bounded memory.

use std::io::{self, Read};

use crate::puzzle::Shape;

/// The longest line accepted, in bytes, unless [`LineBuffer::longest`] allows longer ones. That is
/// ample for any board that can be solved.
pub const MAX_LINE: usize = 1 << 16;

/// The longest line accepted if all boards have more than 25 cells. Solutions are read as lines,
/// too, and one of 100x100 has about 2.6 million moves.
pub const MAX_LARGE_LINE: usize = 1 << 24;

/// The longest line accepted, in bytes, if all boards have this size.
pub fn longest_line(size: Option<Shape>) -> usize {
    if size.is_some_and(Shape::is_large) { MAX_LARGE_LINE } else { MAX_LINE }
}

/// The longest answer accepted, in bytes, to boards of this size, or of any size.
pub fn longest_answer(size: Option<Shape>) -> usize {
    size.map_or(MAX_LARGE_LINE, |size| longest_line(Some(size)))
}

/// How many bytes are read at once, unless [`LineBuffer::at_once`] sets another number.
const READ_BYTES: usize = 1 << 18;

/// A reader of whole lines.
///
/// [`fill`](Self::fill) reads until there is at least one whole line, [`buffer`](Self::buffer)
/// returns all whole lines, and [`consume`](Self::consume) removes them. More input is read only
/// when no whole line is left, so a program that writes a line into a pipe can wait for its answer
/// before it writes the next.
///
/// The last line need not end with a newline. A line that is too long is cut to one byte more than
/// the limit, which [`Lines`] reports.
///
/// ```
/// use tilebase::text::LineBuffer;
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
    /// The whole lines are at `begin..ready`, and the beginning of the next line is at
    /// `ready..end`. The rest is free.
    bytes: Vec<u8>,
    begin: usize,
    ready: usize,
    end: usize,
    at_once: usize,
    longest: usize,
    /// The number of bytes read.
    read: u64,
    ended: bool,
}

impl<R: Read> LineBuffer<R> {
    /// Creates a buffer for the lines of `input`.
    pub fn new(input: R) -> LineBuffer<R> {
        LineBuffer {
            input,
            bytes: Vec::new(),
            begin: 0,
            ready: 0,
            end: 0,
            at_once: READ_BYTES,
            longest: MAX_LINE,
            read: 0,
            ended: false,
        }
    }

    /// Sets the most bytes to read at once.
    #[must_use]
    pub fn at_once(self, bytes: usize) -> LineBuffer<R> {
        LineBuffer { at_once: bytes.max(1), ..self }
    }

    /// Sets the length of the longest line accepted, in bytes.
    #[must_use]
    pub fn longest(self, bytes: usize) -> LineBuffer<R> {
        LineBuffer { longest: bytes, ..self }
    }

    /// Reads until there is a whole line. Returns `false` at the end of the input.
    ///
    /// # Errors
    ///
    /// Any error from reading. Lines read before it are kept.
    pub fn fill(&mut self) -> io::Result<bool> {
        if self.begin < self.ready {
            return Ok(true);
        }
        self.bytes.copy_within(self.ready..self.end, 0);
        self.end = (self.end - self.ready).min(self.max_kept());
        (self.begin, self.ready) = (0, 0);
        while !self.ended && self.ready == 0 {
            let before = self.end;
            self.ended = self.read()? == 0;
            self.cut_long_line(before);
            let newline = memchr::memrchr(b'\n', &self.bytes[before..self.end]);
            self.ready = newline.map_or(0, |at| before + at + 1);
        }
        if self.ready == 0 {
            // The last line, without a newline.
            self.ready = self.end;
        }
        Ok(self.ready > 0)
    }

    /// The whole lines that were read but not consumed.
    pub fn buffer(&self) -> &[u8] {
        &self.bytes[self.begin..self.ready]
    }

    /// Splits [`buffer`](Self::buffer) into lines.
    pub fn lines(&self) -> Lines<'_> {
        Lines::new(self.buffer()).longest(self.longest)
    }

    /// Removes `bytes` bytes from the front of [`buffer`](Self::buffer), or all if there are fewer.
    pub fn consume(&mut self, bytes: usize) {
        self.begin = self.ready.min(self.begin.saturating_add(bytes));
    }

    /// Moves whole lines of at most `most` bytes to `to`, replacing its contents. If there is a
    /// line, at least one is moved.
    pub fn take(&mut self, most: usize, to: &mut Vec<u8>) {
        let lines = self.buffer();
        if lines.len() <= most && self.begin == 0 {
            // To move all lines, swap the two buffers and copy only the beginning of the next line.
            // Copying all lines would take a tenth of the time of a whole lookup of plain lines.
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

    /// The number of bytes of the input that were consumed.
    pub const fn position(&self) -> u64 {
        self.read - (self.end - self.begin) as u64
    }

    /// Reads once, after the incomplete line, and returns the number of bytes.
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

    /// How many bytes of a line are kept: enough to see that it is too long.
    const fn max_kept(&self) -> usize {
        self.longest.saturating_add(1)
    }

    /// Cuts the incomplete line if it is too long. Bytes before `new` were examined before.
    fn cut_long_line(&mut self, new: usize) {
        let kept = self.max_kept();
        let newline = memchr::memchr(b'\n', &self.bytes[new..self.end]);
        let line = newline.map_or(self.end, |at| new + at);
        if line > kept {
            self.bytes.copy_within(line..self.end, kept);
            self.end -= line - kept;
        }
    }
}

/// A line that is too long.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a line of more than {longest} bytes")]
pub struct LongLine {
    /// The length of the longest line accepted, in bytes.
    pub longest: usize,
}

/// The lines of a text, without their line ends (a newline, or a carriage return and a newline).
///
/// ```
/// use tilebase::text::Lines;
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
    pub const fn new(text: &'t [u8]) -> Lines<'t> {
        Lines { rest: text, longest: MAX_LINE }
    }

    /// Sets the length of the longest line accepted, in bytes.
    #[must_use]
    pub const fn longest(self, bytes: usize) -> Lines<'t> {
        Lines { longest: bytes, ..self }
    }

    /// The text from the next line on.
    pub const fn rest(&self) -> &'t [u8] {
        self.rest
    }

    /// Skips `bytes` bytes, or to the end of the text if there are fewer.
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
        let text = b"12345678\n\n123456789\n\r\n1234567\r\n123456789012345678901\n5";
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
}
