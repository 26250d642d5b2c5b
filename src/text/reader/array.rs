//! Boards in a JSON array.

use std::io::{self, Read};

use super::block::BoardBlock;
use super::row::open_brackets;
use super::{Expected, read_once};

/// How many bytes are read at once.
const READ_BYTES: usize = 1 << 14;

/// A JSON array of boards, of which some bytes were read.
#[derive(Default)]
pub(super) struct BoardArray {
    /// The brackets that are open.
    depth: usize,
    /// In a string: true if a backslash stands before its next character.
    string: Option<bool>,
    /// The text of the next element, and the number of lines before it.
    text: Vec<u8>,
    begin: u64,
    /// True if this line is a comment above the array.
    is_comment: bool,
    /// Behind the array: true if an error says what follows.
    is_over: Option<bool>,
    /// The number of line ends, and of bytes.
    lines: u64,
    position: u64,
}

impl BoardArray {
    /// True if a text begins with an array of boards. One whose elements are the rows of a board,
    /// even of one gone wrong, is none.
    pub fn is_begun_by(text: &[u8], expected: &Expected) -> bool {
        let is_array = is_labelled_array(text) || text.trim_ascii_start().starts_with(b"[");
        // An array that is not closed may have a board so far.
        let is_board = || open_brackets(text) <= 0 && expected.is_board(text);
        if !is_array || expected.layout.is_some() || is_board() {
            return false;
        }
        let (mut array, mut block) = (BoardArray::default(), BoardBlock::default());
        block.longest = expected.longest;
        array.add(text, &mut block);
        let texts = block.boards().map(|board| board.text).filter(|text| expected.is_board(text));
        let (boards, all): (Vec<_>, usize) = (texts.collect(), block.len());
        // A list of numbers may be a row, and a row may be a board.
        let is_row = |text: &&[u8]| text.starts_with(b"[") && !text[1..].contains(&b'[');
        let count = 2 * boards.len();
        if boards.iter().any(is_row) { count > 2 && count >= all } else { count > all }
    }

    /// Reads boards, at least one. Returns false at the end.
    pub fn read(&mut self, input: &mut impl Read, block: &mut BoardBlock) -> io::Result<bool> {
        let mut bytes = [0; READ_BYTES];
        let mut more = true;
        while more && block.is_empty() {
            let got = read_once(input, &mut bytes)?;
            more = got > 0;
            self.add(&bytes[..got], block);
        }
        if !more && self.is_over.is_none() {
            self.is_over = Some(true);
            block.add_flaw("the array is not closed: expected `]`", self.lines + 1);
        }
        block.position = self.position;
        Ok(more || !block.is_empty())
    }

    fn add(&mut self, bytes: &[u8], block: &mut BoardBlock) {
        for &byte in bytes {
            self.add_byte(byte, block);
            self.lines += u64::from(byte == b'\n');
        }
        self.position += bytes.len() as u64;
    }

    fn add_byte(&mut self, byte: u8, block: &mut BoardBlock) {
        if let Some(is_said) = &mut self.is_over {
            // The rest of a line of code.
            self.is_comment = byte != b'\n' && (self.is_comment || b";),".contains(&byte));
            if self.is_comment {
                return;
            }
            if !byte.is_ascii_whitespace() && !std::mem::replace(is_said, true) {
                block.add_flaw("it stands behind the end of the array", self.lines + 1);
            }
            return;
        }
        if let Some(is_escaped) = self.string {
            self.string = match byte {
                b'"' if !is_escaped => None,
                byte => Some(byte == b'\\' && !is_escaped),
            };
        } else {
            let is_begin = self.depth == 0;
            self.is_comment = is_begin && byte != b'\n' && (self.is_comment || byte == b'#');
            if self.is_comment {
                return;
            }
            match byte {
                b'"' => self.string = Some(false),
                b'[' | b'{' => self.depth += 1,
                b']' | b'}' => self.depth = self.depth.saturating_sub(1),
                _ => {}
            }
            if self.depth == 0 || byte == b',' && self.depth == 1 {
                self.is_over = (self.depth == 0 && !is_begin).then_some(false);
                return self.end(block);
            }
            if is_begin || self.text.is_empty() && byte.is_ascii_whitespace() {
                return;
            }
        }
        if self.text.is_empty() {
            self.begin = self.lines;
        }
        if self.text.len() <= block.longest {
            self.text.push(byte);
        }
        // Printed arrays have no commas between elements.
        if self.string.is_none() && self.depth == 1 && matches!(byte, b']' | b'}') {
            self.end(block);
        }
    }

    /// Ends an element.
    fn end(&mut self, block: &mut BoardBlock) {
        let text = std::mem::take(&mut self.text);
        let text = text.trim_ascii();
        let string = serde_json::from_slice::<String>(text).ok();
        let text = string.as_ref().map_or(text, |text| text.as_bytes());
        if string.is_some() || !text.is_empty() {
            block.add(text, None, self.begin + 1);
        }
    }
}

/// True if a name and three brackets begin a text: `boards = [[[1, 2, 3], ...`. Two of them may be
/// a board.
fn is_labelled_array(text: &[u8]) -> bool {
    let Some(at) = memchr::memchr(b'[', text) else { return false };
    let (label, lists) = text.split_at(at);
    let brackets = lists.iter().filter(|byte| !byte.is_ascii_whitespace()).take(3);
    let is_code = |byte: &u8| byte.is_ascii_alphanumeric() || b" _.(=:".contains(byte);
    matches!(label.trim_ascii_end(), [name, .., b'=' | b':' | b'('] if name.is_ascii_alphabetic())
        && label.iter().all(is_code)
        && brackets.eq(b"[[[")
}
