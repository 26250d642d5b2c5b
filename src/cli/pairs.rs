//! Two inputs read in step, a line of each at a time.

use std::ops::Range;
use std::path::Path;

use super::lines::{BLOCK, Block, Blocks, Line, TooLong};

/// How many pairs of lines are read at once.
const AT_ONCE: usize = 1024;

/// Two inputs.
pub struct Pairs {
    first: Stream,
    second: Stream,
}

/// Some pairs of lines.
#[derive(Default)]
pub struct Chunk {
    text: Vec<u8>,
    pairs: Vec<[Option<Place>; 2]>,
}

/// Where a line stands in the text of a chunk, unless it was too long to be kept.
type Place = Result<Range<usize>, TooLong>;

/// An input, line by line.
struct Stream {
    blocks: Blocks,
    block: Block,
    /// How many bytes of the block were read.
    at: usize,
}

impl Pairs {
    /// The two inputs, of which one may be `-`, standard input.
    pub fn open(first: &Path, second: &Path) -> anyhow::Result<Pairs> {
        if first == Path::new("-") && second == Path::new("-") {
            anyhow::bail!("both inputs are standard input; expected a file for one of them");
        }
        Ok(Pairs { first: Stream::open(first)?, second: Stream::open(second)? })
    }

    /// Reads the next pairs into `chunk`. Answers whether there were any.
    pub fn next(&mut self, chunk: &mut Chunk) -> anyhow::Result<bool> {
        chunk.text.clear();
        chunk.pairs.clear();
        while chunk.pairs.len() < AT_ONCE {
            let pair = [self.first.next(&mut chunk.text)?, self.second.next(&mut chunk.text)?];
            if pair == [None, None] {
                break;
            }
            chunk.pairs.push(pair);
        }
        Ok(!chunk.pairs.is_empty())
    }
}

impl Chunk {
    /// The pairs; of the input that ended first, nothing.
    pub fn pairs(&self) -> impl Iterator<Item = [Option<Line<'_>>; 2]> {
        self.pairs.iter().map(|pair| {
            pair.clone().map(|line| line.map(|line| line.map(|range| &self.text[range])))
        })
    }
}

impl Stream {
    fn open(path: &Path) -> anyhow::Result<Stream> {
        Ok(Stream { blocks: Blocks::open(path, BLOCK)?, block: Block::default(), at: 0 })
    }

    /// Adds the next line to `text`, and tells where it stands there. `None` at the end.
    fn next(&mut self, text: &mut Vec<u8>) -> anyhow::Result<Option<Place>> {
        loop {
            let mut lines = self.block.lines();
            lines.advance(self.at);
            let before = lines.rest().len();
            if let Some(line) = lines.next() {
                self.at += before - lines.rest().len();
                let line = line.map(|line| {
                    text.extend_from_slice(line);
                    text.len() - line.len()..text.len()
                });
                if before == 0 {
                    // A line too long to be kept is a block of its own.
                    self.block = Block::default();
                }
                return Ok(Some(line));
            }
            self.at = 0;
            if !self.blocks.next(&mut self.block)? {
                self.block = Block::default();
                return Ok(None);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn lines_of_both_in_step() {
        let folder = tempfile::tempdir().unwrap();
        let (first, second) = (folder.path().join("first"), folder.path().join("second"));
        let long = "7".repeat(300_000);
        fs::write(&first, format!("a\n\n{long}\nb\r\n").repeat(3000)).unwrap();
        fs::write(&second, "1\n2\n3\n4\n".repeat(3000) + "5").unwrap();
        let mut pairs = Pairs::open(&first, &second).unwrap();
        let mut chunk = Chunk::default();
        let mut found = Vec::new();
        while pairs.next(&mut chunk).unwrap() {
            found.extend(chunk.pairs().map(|pair| {
                pair.map(|line| {
                    line.map(|line| {
                        line.map_or("long".to_owned(), |line| {
                            String::from_utf8_lossy(line).into_owned()
                        })
                    })
                })
            }));
        }
        assert_eq!(found.len(), 12_001);
        assert_eq!(found.pop(), Some([None, Some("5".to_owned())]));
        for four in found.chunks(4) {
            let expected = [("a", "1"), ("", "2"), ("long", "3"), ("b", "4")];
            assert_eq!(four, expected.map(|(a, b)| [Some(a.to_owned()), Some(b.to_owned())]));
        }
    }
}
