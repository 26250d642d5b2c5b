//! Reading the cases of a judge's input.

use std::io::BufRead;
use std::path::Path;

use super::input_words::{InputWord, InputWords, MAX_WORD};
use crate::board::Board;
use crate::error::{CaseError, Error, Result};
use crate::puzzle::{GoalName, LargeBoard, Shape, SmallBoard, excerpt};
use crate::swap;
use crate::text::number;
use crate::text::usual::small_board;

/// The largest N of [`CaseKind::Squares`], whose cells take a few megabytes. The one judge that
/// has such cases, AcWing 108, asks for at most 500.
const LARGEST_SIDE: u64 = 1 << 10;

/// The contents of one case.
#[derive(Clone, Copy, Debug)]
pub(super) enum CaseKind {
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
    /// N, up to a largest one, then a board of N x N, to become the judge's goal of this size.
    Square { largest: u64 },
}

/// The question of a case.
#[derive(Debug)]
pub(super) enum CaseQuestion {
    /// Turn the first board into the second.
    Solve(Board, Board),
    /// Sort a board of the alternating-swap puzzle.
    Sort(swap::SwapBoard),
    /// Can one square be turned into another? The answer is known once both were read.
    Can(bool),
}

/// Reads cases, one after another.
pub(super) struct Cases<R> {
    words: InputWords<R>,
    kind: CaseKind,
    /// The name of the board to reach, unless a case gives the board.
    goal_name: GoalName,
    /// That board, of the judge's size.
    goal: SmallBoard,
    /// The number of the case being read, counted from 1; 0 before the first.
    case: u64,
    /// The line where the case begins.
    line: u64,
}

impl<R: BufRead> Cases<R> {
    /// Creates a reader of cases with this goal, or with goals of its shape.
    pub(super) fn new(input: R, kind: CaseKind, goal_name: GoalName, goal: SmallBoard) -> Cases<R> {
        Cases { words: InputWords::new(input), kind, goal_name, goal, case: 0, line: 1 }
    }

    /// Reads the number of cases, if the input begins with it.
    pub(super) fn count(&mut self) -> Result<u64> {
        let word = self.word(0, 1)?;
        self.number(&word)
    }

    /// Reads the next case. `None` at the end of the input.
    pub(super) fn next(&mut self) -> Result<Option<CaseQuestion>> {
        let Some(first) = self.begin()? else { return Ok(None) };
        Ok(Some(match self.kind {
            CaseKind::Board => self.with_own_goal(Self::board, first)?,
            CaseKind::Picture => {
                let text = self.cells(first)?;
                CaseQuestion::Sort(swap::SwapBoard::parse(text).map_err(|why| self.malformed(why))?)
            }
            CaseKind::Bracketed => self.with_own_goal(Self::bracketed, first)?,
            CaseKind::Pair => {
                let start = self.board(first)?;
                let word = self.word(1, 2)?;
                CaseQuestion::Solve(start.into(), self.board(word)?.into())
            }
            CaseKind::Squares => {
                let side = self.side(&first, 1, LARGEST_SIDE)?;
                let (start, goal) = (self.square(side)?, self.square(side)?);
                CaseQuestion::Can(start.parities(&goal)?.solvable())
            }
            CaseKind::Square { largest } => {
                let side = self.side(&first, 2, largest)?;
                let start = self.square(side)?;
                let goal =
                    self.goal_name.large_board(start.shape()).map_err(|why| self.malformed(why))?;
                CaseQuestion::Solve(start.into(), goal.into())
            }
        }))
    }

    /// Reads the next case, which must exist.
    pub(super) fn expect(&mut self, cases: u64) -> Result<CaseQuestion> {
        let found = self.case;
        let missing = CaseError::UnexpectedEnd { found, expected: cases, what: "cases" };
        self.next()?.ok_or(Error::Case { case: found + 1, line: self.words.line, why: missing })
    }

    /// Checks that nothing follows.
    pub(super) fn end(&mut self) -> Result<()> {
        let cases = self.case;
        match self.begin()? {
            None => Ok(()),
            Some(word) => {
                Err(self.malformed(CaseError::TrailingInput { cases, found: excerpt(&word.text) }))
            }
        }
    }

    fn begin(&mut self) -> Result<Option<InputWord>> {
        let first = self.read()?;
        if let Some(first) = &first {
            self.case += 1;
            self.line = first.line;
        }
        first.map(|first| self.whole(first)).transpose()
    }

    fn read(&mut self) -> Result<Option<InputWord>> {
        self.words.next().map_err(Error::io("read", Path::new("standard input")))
    }

    /// Returns the word, or an error if it was too long.
    fn whole(&self, word: InputWord) -> Result<InputWord> {
        if word.cut {
            Err(self.malformed(CaseError::LongWord { longest: MAX_WORD }))
        } else {
            Ok(word)
        }
    }

    /// Reads the next word of a case. `found` of `expected` were read so far.
    fn word(&mut self, found: u64, expected: u64) -> Result<InputWord> {
        match self.read()? {
            Some(word) => self.whole(word),
            None => {
                Err(self.malformed(CaseError::UnexpectedEnd { found, expected, what: "words" }))
            }
        }
    }

    fn malformed(&self, why: impl Into<CaseError>) -> Error {
        Error::Case { case: self.case, line: self.line, why: why.into() }
    }

    fn number(&self, word: &InputWord) -> Result<u64> {
        number(&word.text)
            .ok_or_else(|| self.malformed(CaseError::Number { found: excerpt(&word.text) }))
    }

    /// Reads a board that is `first` or begins with it.
    fn board(&mut self, first: InputWord) -> Result<SmallBoard> {
        let text = self.cells(first)?;
        small_board(text.as_ref(), Some(self.goal.shape())).map_err(|why| self.malformed(why))
    }

    /// Reads a word for each cell, beginning with `first`, or just `first` if it has a character
    /// for each cell.
    fn cells(&mut self, first: InputWord) -> Result<String> {
        let cells = self.goal.shape().cells() as u64;
        let mut text = first.text;
        if text.chars().count() as u64 != cells {
            for found in 1..cells {
                text.push(' ');
                text.push_str(&self.word(found, cells)?.text);
            }
        }
        Ok(text)
    }

    /// Reads a board from the first opening bracket to its closing bracket. A name and `=` may
    /// stand before it, as in the statement's samples.
    fn bracketed(&mut self, first: InputWord) -> Result<SmallBoard> {
        let mut text = first.text;
        let mut words = 1;
        let is_name = |text: &str| text.chars().all(|c| c.is_alphabetic() || " :=".contains(c));
        let is_open = |text: &str| text.matches('[').count() > text.matches(']').count();
        // With more words than this, it cannot be a board.
        let most = 4 * self.goal.shape().cells() as u64;
        while is_name(&text) && words < 4 || is_open(&text) && words < most {
            text.push(' ');
            text.push_str(&self.word(words, words + 1)?.text);
            words += 1;
        }
        let shape = self.goal.shape();
        let board = Board::parse(text, Some(shape.into())).map_err(|why| self.malformed(why))?;
        Ok(*board.expect_small("a judge")?)
    }

    /// The question how a board is turned into the judge's goal.
    fn with_own_goal(
        &mut self,
        read: impl FnOnce(&mut Self, InputWord) -> Result<SmallBoard>,
        first: InputWord,
    ) -> Result<CaseQuestion> {
        Ok(CaseQuestion::Solve(read(self, first)?.into(), self.goal.into()))
    }

    /// The side of a square.
    fn side(&self, word: &InputWord, least: u64, largest: u64) -> Result<u64> {
        let side = self.number(word)?;
        if (least..=largest).contains(&side) {
            Ok(side)
        } else {
            Err(self.malformed(CaseError::Side { side, least, largest }))
        }
    }

    /// Reads a board of `side` x `side` cells, one word each. No memory is allocated for cells that
    /// were not read.
    fn square(&mut self, side: u64) -> Result<LargeBoard> {
        let (shape, count) = (Shape { rows: side as usize, cols: side as usize }, side * side);
        let mut cells = Vec::new();
        for found in 0..count {
            let word = self.word(found, count)?;
            // A number that does not fit 32 bits is not a tile either.
            cells.push(u32::try_from(self.number(&word)?).unwrap_or(u32::MAX));
        }
        LargeBoard::new(shape, cells).map_err(|why| self.malformed(why))
    }
}
