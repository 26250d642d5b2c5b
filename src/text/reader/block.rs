//! Boards that were read together.

use std::ops::Range;

use crate::text::answers::paired;
use crate::text::comments::is_comment;
use crate::text::{AnswerLines, Given, Lines, is_dividing, without_comments};

/// Boards that were read together.
#[derive(Default)]
pub struct BoardBlock {
    /// Lines of the input, or the texts of the boards.
    pub(super) text: Vec<u8>,
    /// Empty as long as the text is lines.
    boards: Vec<Span>,
    pub(super) is_lines: bool,
    pub(super) longest: usize,
    /// The position in the input after this block, in bytes.
    pub position: u64,
    /// What to write before the names of our fields, if the input's fields are kept in CSV.
    pub kept_head: Option<Vec<u8>>,
}

/// A board within the text of a block.
struct Span {
    text: Range<usize>,
    goal: Option<Vec<u8>>,
    line: u64,
    flaw: Option<String>,
    parts: Option<Box<RowParts>>,
}

/// What a row has besides a board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RowParts {
    /// The answer, if there is one.
    pub answer: Option<Vec<u8>>,
    /// The `id`, if it has one.
    pub id: Option<Vec<u8>>,
    /// The board that an answer is for, in an input of answers.
    pub board: Option<Vec<u8>>,
    /// The fields to keep, as they are written before ours.
    pub kept: Option<Vec<u8>>,
}

/// The text of a board, without comments.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct InputBoard<'b> {
    /// The line of the input where it begins, counted from 1.
    pub line: u64,
    /// Its text, without comments.
    pub text: &'b [u8],
    /// The text of its goal, if it has one of its own.
    pub goal: Option<&'b [u8]>,
    /// Why this is not a board, if that is known.
    pub flaw: Option<&'b str>,
    /// What its row has besides it.
    pub parts: Option<&'b RowParts>,
}

impl<'b> InputBoard<'b> {
    /// The answer in a row as the text, if answers are read.
    #[must_use]
    pub fn with_answer(self) -> InputBoard<'b> {
        let Some(parts) = self.parts else { return self };
        let text = parts.answer.as_deref();
        let flaw = self.flaw.or(text.is_none().then_some("the row has an error and no answer"));
        InputBoard { text: text.unwrap_or_default(), flaw, ..self }
    }

    /// The fields of its row to write before those of its answer.
    pub fn kept(self) -> Option<&'b [u8]> {
        self.parts?.kept.as_deref()
    }

    /// The text, or why it is not a board.
    pub fn checked(self) -> Result<&'b [u8], String> {
        self.flaw.map_or(Ok(self.text), |flaw| Err(flaw.to_owned()))
    }
}

impl BoardBlock {
    pub(super) fn clear(&mut self, longest: usize) {
        self.text.clear();
        self.boards.clear();
        self.is_lines = false;
        self.longest = longest;
    }

    /// True if there is no board, not even one with a flaw, unless these are lines.
    pub fn is_empty(&self) -> bool {
        self.boards.is_empty()
    }

    /// The number of boards.
    pub fn len(&self) -> usize {
        self.boards.len()
    }

    /// About how large it is, in bytes. A board without a text counts, too.
    pub(super) fn size(&self) -> usize {
        self.text.len() + self.boards.len()
    }

    /// Whole lines, if every line is a board. They have their comments.
    pub fn lines(&self) -> Option<&[u8]> {
        self.is_lines.then_some(&self.text)
    }

    /// The boards, unless these are lines.
    pub fn boards(&self) -> impl ExactSizeIterator<Item = InputBoard<'_>> + Clone {
        self.boards_from(0)
    }

    /// The boards behind the first ones.
    pub fn boards_from(
        &self,
        first: usize,
    ) -> impl ExactSizeIterator<Item = InputBoard<'_>> + Clone {
        self.boards[first..].iter().map(|Span { text, goal, line, flaw, parts }| InputBoard {
            line: *line,
            goal: goal.as_deref(),
            text: &self.text[text.clone()],
            flaw: flaw.as_deref(),
            parts: parts.as_deref(),
        })
    }

    /// The line of the input where a board begins, counted from 1. The boards are counted from 0.
    pub fn line_of(&self, board: u64) -> u64 {
        self.boards.get(board as usize).map_or(0, |span| span.line)
    }

    /// Adds a board.
    pub fn push(&mut self, board: InputBoard<'_>) {
        let begin = self.text.len();
        self.text.extend_from_slice(board.text);
        let (goal, flaw) = (board.goal.map(<[u8]>::to_vec), board.flaw.map(str::to_owned));
        let (text, parts) = (begin..self.text.len(), board.parts.cloned().map(Box::new));
        self.boards.push(Span { text, goal, line: board.line, flaw, parts });
    }

    /// Removes the goals of rows if they are not read, and refuses rows that are unlike the first.
    pub(super) fn with_goals(&mut self, are_read: bool, is_goal: impl Fn(&[u8]) -> bool) {
        for Span { goal, flaw, .. } in &mut self.boards {
            let has = if goal.is_some() { "a goal" } else { "no goal" };
            if goal.as_deref().map_or(are_read, |goal| !are_read && is_goal(goal)) {
                flaw.get_or_insert_with(|| format!("the row has {has}, unlike the first"));
            }
            if !are_read {
                *goal = None;
            }
        }
    }

    /// Adds what the row of the last board has besides it.
    pub(super) fn with_parts(&mut self, parts: RowParts) {
        if let Some(last) = self.boards.last_mut() {
            last.parts = Some(Box::new(parts));
        }
    }

    /// Adds the text of a board, which may have comments and be too long.
    pub(super) fn add(&mut self, text: &[u8], goal: Option<&[u8]>, line: u64) {
        if text.len() > self.longest {
            return self.add_flaw(&too_long("board", self.longest), line);
        }
        let without = without_comments(text, None).map_err(|flaw| flaw.to_string());
        let (text, flaw) = match &without {
            Ok(without) => (&**without, None),
            Err(flaw) => (text, Some(&**flaw)),
        };
        self.push(InputBoard { line, text, goal, flaw, parts: None });
    }

    /// Adds what is no board, and why.
    pub(super) fn add_flaw(&mut self, why: &str, line: u64) {
        self.push(InputBoard { line, flaw: Some(why), ..InputBoard::default() });
    }

    /// Adds answers that are no lines, in the order of their labels if boards are answered.
    pub(super) fn add_answers(&mut self, answers: Vec<Given<'_>>, are_paired: bool) {
        let answers = if are_paired {
            paired(answers)
        } else {
            answers.into_iter().map(|answer| (answer, None)).collect()
        };
        for (Given { line, text, .. }, other) in answers {
            if text.len() > self.longest {
                self.add_flaw(&too_long("answer", self.longest), line);
                continue;
            }
            let parts = other.is_some().then(RowParts::default);
            let (text, flaw, parts) = (text.as_bytes(), other.as_deref(), parts.as_ref());
            self.push(InputBoard { line, text, goal: None, flaw, parts });
        }
    }

    /// Finds the boards in lines, which may have comments, and of which the first follows
    /// `lines_before` others. Returns the number of all.
    pub(super) fn split(&mut self, lines_before: u64) -> u64 {
        self.split_by(lines_before, |line| match without_comments(line, None) {
            Err(flaw) => Some((line, Some(flaw.to_string()))),
            Ok(_) if is_comment(line) || is_dividing(line) => None,
            Ok(without) => Some((&line[..without.len()], None)),
        })
    }

    /// Finds the answers in lines, in the same way.
    pub(super) fn split_answers(
        &mut self,
        lines_before: u64,
        answers: &mut AnswerLines,
        are_paired: bool,
    ) -> u64 {
        self.split_by(lines_before, |line| {
            let Ok(text) = std::str::from_utf8(line) else { return Some((line, None)) };
            let answer = answers.next(text)?;
            Some((answer.as_bytes(), answers.flaw.take().filter(|_| are_paired)))
        })
    }

    /// Finds the texts in lines: the part of each that `of_line` returns, and what is wrong with it
    /// if it is known.
    fn split_by(
        &mut self,
        lines_before: u64,
        mut of_line: impl FnMut(&[u8]) -> Option<(&[u8], Option<String>)>,
    ) -> u64 {
        let (mut lines, mut number) = (Lines::new(&self.text).longest(self.longest), lines_before);
        loop {
            let begin = self.text.len() - lines.rest().len();
            let Some(line) = lines.next() else { break };
            number += 1;
            let (text, flaw, parts) = match line {
                Ok(line) => match of_line(line) {
                    Some((part, flaw)) => {
                        let from = begin + (part.as_ptr() as usize - line.as_ptr() as usize);
                        let parts = flaw.as_ref().map(|_| Box::default());
                        (from..from + part.len(), flaw, parts)
                    }
                    None => continue,
                },
                Err(why) => (begin..begin, Some(why.to_string()), None),
            };
            self.boards.push(Span { text, goal: None, line: number, flaw, parts });
        }
        self.is_lines = false;
        number
    }
}

pub(super) fn too_long(what: &str, longest: usize) -> String {
    format!("a {what} of more than {longest} bytes")
}
