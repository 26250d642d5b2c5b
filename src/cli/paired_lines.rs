//! Reading two inputs in parallel, line by line.

use std::io;
use std::path::Path;

use tilebase::bulk::{LineBuffer, Lines};

use super::input::{Input, Line};

/// The number of pairs of lines read at once.
const AT_ONCE: usize = 1024;

/// Two inputs whose lines are read in pairs.
pub struct PairedLines {
    first: LineBuffer<Input>,
    second: LineBuffer<Input>,
}

/// A block of pairs of lines. If one input ends before the other, it has fewer lines.
#[derive(Default)]
pub struct Chunk {
    first: Vec<u8>,
    second: Vec<u8>,
}

impl PairedLines {
    /// Opens the two inputs. One of them may be `-`, which is standard input.
    pub fn open(first: &Path, second: &Path) -> anyhow::Result<PairedLines> {
        if first == Path::new("-") && second == Path::new("-") {
            anyhow::bail!("both inputs are standard input; expected a file for one of them");
        }
        Ok(PairedLines { first: Input::open(first)?.lines(), second: Input::open(second)?.lines() })
    }

    /// Reads the next pairs into `chunk`. Returns the pairs that are available, and waits only if
    /// there are none. Returns false at the end.
    pub fn next(&mut self, chunk: &mut Chunk) -> io::Result<bool> {
        let lines = match (self.first.fill()?, self.second.fill()?) {
            (true, true) => {
                let [first, second] =
                    [&self.first, &self.second].map(|input| split(input.buffer(), AT_ONCE).1);
                first.min(second)
            }
            _ => AT_ONCE,
        };
        take(&mut self.first, lines, &mut chunk.first);
        take(&mut self.second, lines, &mut chunk.second);
        Ok(!chunk.first.is_empty() || !chunk.second.is_empty())
    }
}

impl Chunk {
    /// The pairs of lines, with `None` for an input that has ended.
    pub fn pairs(&self) -> impl Iterator<Item = [Option<Line<'_>>; 2]> {
        let (mut first, mut second) = (Lines::new(&self.first), Lines::new(&self.second));
        std::iter::from_fn(move || {
            Some([first.next(), second.next()]).filter(|pair| *pair != [None, None])
        })
    }
}

/// The length of the first `most` lines of `text`, and their number, which may be smaller.
fn split(text: &[u8], most: usize) -> (usize, usize) {
    let mut lines = Lines::new(text);
    let count = lines.by_ref().take(most).count();
    (text.len() - lines.rest().len(), count)
}

/// Moves this many lines from `from` to `to`, replacing its contents.
fn take(from: &mut LineBuffer<Input>, lines: usize, to: &mut Vec<u8>) {
    let (end, _) = split(from.buffer(), lines);
    to.clear();
    to.extend_from_slice(&from.buffer()[..end]);
    from.consume(end);
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
        let mut pairs = PairedLines::open(&first, &second).unwrap();
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
