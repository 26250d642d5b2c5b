//! The first lines of an input, read to guess its layout.

use std::io::{self, Read};

use super::guess::Guess;
use super::{Expected, InputLayout, read_once};

/// How many bytes are read at first.
pub(super) const FIRST_READ: usize = 1 << 12;

/// The first lines of an input, read to guess its layout.
#[derive(Default)]
pub(super) struct FirstLines {
    pub bytes: Vec<u8>,
    /// Whether these are all bytes of the input.
    ended: bool,
    /// Where the line begins that is looked at next, and the number of lines before it.
    at: usize,
    lines: u64,
    /// The same for the line that may be a header.
    header: Option<(usize, u64)>,
}

impl FirstLines {
    /// Reads until the layout is known.
    pub fn read(
        &mut self,
        input: &mut impl Read,
        guess: &mut Guess,
        expected: &Expected,
    ) -> io::Result<InputLayout> {
        if let Some(layout) = expected.layout.filter(|layout| *layout != InputLayout::Csv) {
            return Ok(layout);
        }
        loop {
            let rest = self.bytes.get(self.at..).unwrap_or_default();
            let newline = memchr::memchr(b'\n', rest);
            if newline.is_none() && !self.ended && rest.len() <= expected.longest {
                self.read_more(input)?;
                continue;
            }
            // Keep one byte more than a line may have, so that it is seen to be too long.
            let line = &rest[..newline.unwrap_or(rest.len()).min(expected.longest + 1)];
            let is_end = rest.is_empty();
            if let Some(layout) = guess.next((!is_end).then_some(line), expected) {
                return Ok(layout);
            }
            if guess.has_header() {
                self.header.get_or_insert((self.at, self.lines));
            }
            self.at += line.len() + 1;
            self.lines += 1;
        }
    }

    /// Doubles what was read.
    fn read_more(&mut self, input: &mut impl Read) -> io::Result<()> {
        let before = self.bytes.len();
        self.bytes.resize(before + FIRST_READ.max(before), 0);
        let got = read_once(input, &mut self.bytes[before..])?;
        self.bytes.truncate(before + got);
        self.ended = got == 0;
        Ok(())
    }

    /// Where the header of CSV begins, and the number of lines before it, which are comments.
    pub fn header_place(&self) -> (usize, u64) {
        let (at, lines) = self.header.unwrap_or((self.at, self.lines));
        (at.min(self.bytes.len()), lines)
    }
}
