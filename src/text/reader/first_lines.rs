//! The first lines of an input, read to guess its layout.

use std::io::{self, Cursor, Read};

use super::{Rest, read_once};

/// How many bytes are read at first.
pub(super) const FIRST_READ: usize = 1 << 12;

/// The first lines of an input, read to guess its layout.
pub(super) struct FirstLines<R> {
    input: R,
    bytes: Vec<u8>,
    /// True if these are all bytes of the input.
    ended: bool,
    /// The most bytes of a line.
    longest: usize,
    next: LinePlace,
}

/// Where a line begins, in bytes, and the number of lines before it.
#[derive(Clone, Copy, Default)]
pub(super) struct LinePlace {
    pub at: usize,
    pub lines: u64,
}

impl<R: Read> FirstLines<R> {
    pub fn new(input: R, longest: usize) -> FirstLines<R> {
        let (bytes, next) = (Vec::new(), LinePlace::default());
        FirstLines { input, bytes, ended: false, longest, next }
    }

    /// Where the next line begins.
    pub const fn place(&self) -> LinePlace {
        self.next
    }

    /// Makes the line at this place the next one again.
    pub const fn go_back(&mut self, place: LinePlace) {
        self.next = place;
    }

    /// Reads the next line. `None` at the end of the input.
    pub fn next(&mut self) -> io::Result<Option<Vec<u8>>> {
        loop {
            let rest = self.bytes.get(self.next.at..).unwrap_or_default();
            let newline = memchr::memchr(b'\n', rest);
            if newline.is_none() && !self.ended && rest.len() <= self.longest {
                self.read_more()?;
                continue;
            }
            // Keep one byte more than a line may have, so that it is seen to be too long.
            let line = &rest[..newline.unwrap_or(rest.len()).min(self.longest + 1)];
            let line = (!rest.is_empty()).then(|| line.to_vec());
            self.next.at += line.as_ref().map_or(0, Vec::len) + 1;
            self.next.lines += 1;
            return Ok(line);
        }
    }

    /// Doubles what was read.
    fn read_more(&mut self) -> io::Result<()> {
        let before = self.bytes.len();
        self.bytes.resize(before + FIRST_READ.max(before), 0);
        let got = read_once(&mut self.input, &mut self.bytes[before..])?;
        self.bytes.truncate(before + got);
        self.ended = got == 0;
        Ok(())
    }

    /// Makes the lines at these places comments, so that those after them keep their numbers.
    pub fn hide(&mut self, places: &[LinePlace]) {
        for &LinePlace { at, .. } in places.iter().rev() {
            let rest = self.bytes.get_mut(at..).unwrap_or_default();
            let end = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
            rest[..end].fill(b'#');
            if end == 0 {
                self.bytes.insert(at, b'#');
            }
        }
    }

    /// The bytes that were read, from this place on, as far as they may be one line.
    pub fn line_at(&self, at: usize) -> &[u8] {
        let rest = &self.bytes[at.min(self.bytes.len())..];
        &rest[..rest.len().min(self.longest + 1)]
    }

    /// The input from this place on.
    pub fn from(mut self, at: usize) -> Rest<R> {
        let bytes = self.bytes.split_off(at.min(self.bytes.len()));
        Cursor::new(bytes).chain(self.input)
    }
}
