//! Reading the cases of a judge's input.

use std::io::BufRead;
use std::path::Path;

use super::words::{MAX_WORD, Word, Words};
use crate::error::{CaseError, Error, Result};
use crate::puzzle::{Board, BoardError, Extent, Rectangle, Shape, swap};

/// What one case holds.
#[derive(Clone, Copy, Debug)]
pub(super) enum Holds {
    /// A board, as words of one cell each or as one word.
    Board,
    /// A board in brackets.
    Bracketed,
    /// Two boards, the start and the goal.
    Pair,
    /// A board of the alternating-swap puzzle, as nine words or one.
    Picture,
    /// N, then two boards of N x N, the start and the goal.
    Squares,
}

/// What was asked.
#[derive(Debug)]
pub(super) enum Question {
    /// To solve a board.
    Solve(Board),
    /// To make the second board of the first.
    Reach(Board, Board),
    /// To sort a board of the alternating-swap puzzle.
    Sort(swap::Board),
    /// Whether the second board can be made of the first.
    Can(Rectangle, Rectangle),
}

/// Cases, read one after the other.
pub(super) struct Cases<R> {
    words: Words<R>,
    shape: Shape,
    /// The number of the case being read, counted from 1; 0 before the first.
    case: u64,
    /// The line it began on.
    line: u64,
}

impl<R: BufRead> Cases<R> {
    /// Cases with boards of this shape.
    pub fn new(input: R, shape: Shape) -> Cases<R> {
        Cases { words: Words::new(input), shape, case: 0, line: 1 }
    }

    /// The number of cases, where the input tells it first.
    pub fn count(&mut self) -> Result<u64> {
        let word = self.word(0, 1)?;
        self.number(&word)
    }

    /// The next case, or `None` if there is no word left.
    pub fn next(&mut self, holds: Holds) -> Result<Option<Question>> {
        let Some(first) = self.begin()? else { return Ok(None) };
        Ok(Some(match holds {
            Holds::Board => Question::Solve(self.board(first)?),
            Holds::Picture => {
                let text = self.cells(first)?;
                Question::Sort(swap::Board::parse(text).map_err(|why| self.malformed(why))?)
            }
            Holds::Bracketed => Question::Solve(self.bracketed(first)?),
            Holds::Pair => {
                let start = self.board(first)?;
                let word = self.word(1, 2)?;
                Question::Reach(start, self.board(word)?)
            }
            Holds::Squares => {
                let side = self.number(&first)?;
                Question::Can(self.square(side)?, self.square(side)?)
            }
        }))
    }

    /// The next case, which must be there.
    pub fn expect(&mut self, holds: Holds, cases: u64) -> Result<Question> {
        let found = self.case;
        let missing = CaseError::Ends { found, expected: cases, what: "cases" };
        self.next(holds)?.ok_or(Error::Case {
            case: found + 1,
            line: self.words.line(),
            why: missing,
        })
    }

    /// Nothing may follow.
    pub fn end(&mut self) -> Result<()> {
        let cases = self.case;
        match self.begin()? {
            None => Ok(()),
            Some(word) => {
                Err(self.malformed(CaseError::Behind { cases, found: shorten(&word.text) }))
            }
        }
    }

    fn begin(&mut self) -> Result<Option<Word>> {
        let first = self.read()?;
        if let Some(first) = &first {
            self.case += 1;
            self.line = first.line;
        }
        first.map(|first| self.whole(first)).transpose()
    }

    fn read(&mut self) -> Result<Option<Word>> {
        self.words.next().map_err(Error::io("read", Path::new("standard input")))
    }

    /// The word, unless it was too long to be read whole.
    fn whole(&self, word: Word) -> Result<Word> {
        if word.cut {
            Err(self.malformed(CaseError::LongWord { longest: MAX_WORD }))
        } else {
            Ok(word)
        }
    }

    /// The next word of a case of which `found` of `expected` were read.
    fn word(&mut self, found: u64, expected: u64) -> Result<Word> {
        match self.read()? {
            Some(word) => self.whole(word),
            None => Err(self.malformed(CaseError::Ends { found, expected, what: "words" })),
        }
    }

    fn malformed(&self, why: impl Into<CaseError>) -> Error {
        Error::Case { case: self.case, line: self.line, why: why.into() }
    }

    fn number(&self, word: &Word) -> Result<u64> {
        let number = word
            .text
            .bytes()
            .all(|byte| byte.is_ascii_digit())
            .then(|| word.text.parse().ok())
            .flatten();
        number.ok_or_else(|| self.malformed(CaseError::Number { found: shorten(&word.text) }))
    }

    /// A board that is `first`, or begins with it.
    fn board(&mut self, first: Word) -> Result<Board> {
        let text = self.cells(first)?;
        Board::parse(text, Some(self.shape)).map_err(|why| self.malformed(why))
    }

    /// As many words as there are cells, of which `first` is the first; or one that has as many
    /// characters.
    fn cells(&mut self, first: Word) -> Result<String> {
        let cells = self.shape.cells() as u64;
        let mut text = first.text;
        if text.chars().count() as u64 != cells {
            for found in 1..cells {
                text.push(' ');
                text.push_str(&self.word(found, cells)?.text);
            }
        }
        Ok(text)
    }

    /// A board from the bracket that opens in `first` to the one that closes it.
    fn bracketed(&mut self, first: Word) -> Result<Board> {
        let depth =
            |text: &str| text.matches('[').count().saturating_sub(text.matches(']').count());
        let mut text = first.text;
        let mut words = 1;
        // More words than cells and brackets make no board.
        while depth(&text) > 0 && words < 4 * self.shape.cells() as u64 {
            text.push(' ');
            text.push_str(&self.word(words, words + 1)?.text);
            words += 1;
        }
        Board::parse(text, Some(self.shape)).map_err(|why| self.malformed(why))
    }

    /// A board of `side` x `side` cells, a word each. No memory is taken for cells that were not
    /// read.
    fn square(&mut self, side: u64) -> Result<Rectangle> {
        let extent = Extent { rows: side as usize, cols: side as usize };
        let too_large = || self.malformed(BoardError::Count { extent, found: 0, more: false });
        let count = side
            .checked_mul(side)
            .filter(|&count| u32::try_from(count).is_ok())
            .ok_or_else(too_large)?;
        let mut cells = Vec::new();
        for found in 0..count {
            let word = self.word(found, count)?;
            // What has no place in 32 bits has none on the board either.
            cells.push(u32::try_from(self.number(&word)?).unwrap_or(u32::MAX));
        }
        Rectangle::new(extent, cells).map_err(|why| self.malformed(why))
    }
}

/// The first characters of what was found, escaped.
fn shorten(text: &str) -> String {
    text.chars().take(12).flat_map(char::escape_debug).collect()
}
