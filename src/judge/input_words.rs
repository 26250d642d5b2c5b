//! The words of a judge's input, separated by any white space.

use std::io::{self, BufRead};

/// The longest word accepted, in bytes: the same as the longest line in a file of boards.
pub(super) const MAX_WORD: usize = 1 << 16;

/// The words of an input, each with its line.
pub(super) struct InputWords<R> {
    input: R,
    /// The current line, counted from 1.
    pub(super) line: u64,
}

/// A run of characters other than white space.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct InputWord {
    /// The word, or the beginning of it if it is longer than [`MAX_WORD`].
    pub text: String,
    /// The line where the word begins.
    pub line: u64,
    /// True if the word was truncated at [`MAX_WORD`]. Such a word is rejected.
    pub cut: bool,
}

impl<R: BufRead> InputWords<R> {
    pub(super) fn new(input: R) -> InputWords<R> {
        InputWords { input, line: 1 }
    }

    /// The next word, or `None` at the end of the input.
    pub(super) fn next(&mut self) -> io::Result<Option<InputWord>> {
        let (mut word, mut cut) = (Vec::new(), false);
        loop {
            let bytes = match self.input.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                bytes => bytes?,
            };
            let before = bytes.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
            if bytes.is_empty() || (!word.is_empty() && before > 0) {
                break;
            }
            self.line += bytes[..before].iter().map(|&byte| u64::from(byte == b'\n')).sum::<u64>();
            let rest = &bytes[before..];
            let length = rest.iter().take_while(|byte| !byte.is_ascii_whitespace()).count();
            // The rest is not kept, so that an endless word does not use up memory.
            let kept = length.min(MAX_WORD - word.len());
            word.extend_from_slice(&rest[..kept]);
            cut |= kept < length;
            self.input.consume(before + length);
        }
        let text = String::from_utf8_lossy(&word).into_owned();
        Ok((!word.is_empty()).then_some(InputWord { text, line: self.line, cut }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

    fn words(text: &[u8], capacity: usize) -> Vec<(String, u64)> {
        let mut words = InputWords::new(BufReader::with_capacity(capacity, text));
        std::iter::from_fn(|| words.next().unwrap()).map(|word| (word.text, word.line)).collect()
    }

    #[test]
    fn words_have_their_lines_whatever_is_read_at_once() {
        let text = b"  12 x\r\n\n345\t6\x0b\n7";
        for capacity in 1..=text.len() {
            let expected = [("12", 1), ("x", 1), ("345", 3), ("6\x0b", 3), ("7", 4)];
            assert_eq!(words(text, capacity), expected.map(|(word, line)| (word.to_owned(), line)));
        }
        assert!(words(b" \n \n", 2).is_empty());
    }

    #[test]
    fn a_word_without_an_end_is_not_kept() {
        let long = words(&vec![b'7'; 1 << 20], 100);
        assert_eq!(long.len(), 1);
        assert_eq!(long[0].0.len(), MAX_WORD);
        for (length, cut) in [(MAX_WORD, false), (MAX_WORD + 1, true)] {
            let word = InputWords::new(&*vec![b'7'; length]).next().unwrap().unwrap();
            assert_eq!((word.text.len(), word.cut), (MAX_WORD, cut));
        }
    }
}
