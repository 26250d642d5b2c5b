//! Many boards, as values or as bytes, and an error for one of them.

use std::borrow::Cow;

use crate::board::Board;
use crate::error::Error;
use crate::pipeline::in_order;
use crate::puzzle::{BoardError, SmallBoard, SmallShape};

/// An error for one of many boards.
#[derive(Debug, thiserror::Error)]
#[error("board {index}: {error}")]
#[non_exhaustive]
pub struct BatchError {
    /// The board, counted from 0.
    pub index: usize,
    /// The error.
    pub error: Error,
}

impl BatchError {
    /// Creates the error.
    pub const fn new(index: usize, error: Error) -> BatchError {
        BatchError { index, error }
    }

    pub(super) fn after(self, before: usize) -> BatchError {
        BatchError { index: before + self.index, ..self }
    }
}

/// Many boards, for an [`Oracle`](super::Oracle).
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Boards<'b> {
    /// Boards.
    Boards(&'b [SmallBoard]),
    /// Boards of the goal's shape as rows of bytes: a byte for each cell, 0 for the blank, one
    /// board after another. The bytes are checked. See [`Board::board_of_row`] for goals with equal
    /// tiles.
    Rows(&'b [u8]),
}

impl<'b> From<&'b [SmallBoard]> for Boards<'b> {
    fn from(boards: &'b [SmallBoard]) -> Boards<'b> {
        Boards::Boards(boards)
    }
}

impl<'b> From<&'b Vec<SmallBoard>> for Boards<'b> {
    fn from(boards: &'b Vec<SmallBoard>) -> Boards<'b> {
        Boards::Boards(boards)
    }
}

impl<'b, const N: usize> From<&'b [SmallBoard; N]> for Boards<'b> {
    fn from(boards: &'b [SmallBoard; N]) -> Boards<'b> {
        Boards::Boards(boards)
    }
}

impl<'b> Boards<'b> {
    /// The number of boards of this many cells. A row that is cut off counts.
    pub(super) fn len(self, cells: usize) -> usize {
        match self {
            Boards::Boards(boards) => boards.len(),
            Boards::Rows(rows) => rows.len().div_ceil(cells),
        }
    }

    /// Divides boards of this many cells into parts of `size` boards, each with the number of its
    /// first board.
    pub(super) fn parts(
        self,
        cells: usize,
        size: usize,
    ) -> impl ExactSizeIterator<Item = (usize, Boards<'b>)> {
        let count = self.len(cells);
        (0..count).step_by(size).map(move |first| {
            let end = count.min(first + size);
            let part = match self {
                Boards::Boards(boards) => Boards::Boards(&boards[first..end]),
                Boards::Rows(rows) => {
                    Boards::Rows(&rows[first * cells..rows.len().min(end * cells)])
                }
            };
            (first, part)
        })
    }

    /// One of the boards, unless it is a row that is not a board for this goal.
    pub(super) fn get(self, index: usize, goal: &Board) -> Option<SmallBoard> {
        match self {
            Boards::Boards(boards) => boards.get(index).copied(),
            Boards::Rows(rows) => {
                goal.board_of_row(rows.chunks(goal.shape().cells()).nth(index)?).ok()
            }
        }
    }

    /// The boards themselves. Rows are checked; they have this shape.
    pub(super) fn parse(self, shape: SmallShape) -> Result<Cow<'b, [SmallBoard]>, BatchError> {
        self.read(shape.cells(), |row| SmallBoard::new(shape, row))
    }

    /// The boards themselves. Rows are checked; they are boards for this goal.
    pub(super) fn for_goal(self, goal: &Board) -> Result<Cow<'b, [SmallBoard]>, BatchError> {
        match goal.small() {
            Some(goal) => self.parse(goal.shape()),
            None => self.read(goal.shape().cells(), |row| goal.board_of_row(row)),
        }
    }

    fn read(
        self,
        cells: usize,
        read: impl Fn(&[u8]) -> Result<SmallBoard, BoardError>,
    ) -> Result<Cow<'b, [SmallBoard]>, BatchError> {
        let rows = match self {
            Boards::Boards(boards) => return Ok(boards.into()),
            Boards::Rows(rows) => rows.chunks(cells),
        };
        let boards = rows
            .enumerate()
            .map(|(index, row)| read(row).map_err(|why| BatchError::new(index, why.into())));
        boards.collect()
    }
}

/// Appends what `work` writes of each part, on several threads but in the order of the parts.
pub(super) fn append_in_order<'b>(
    threads: usize,
    mut parts: impl Iterator<Item = (usize, Boards<'b>)> + Send,
    text: &mut Vec<u8>,
    ends: &mut Vec<usize>,
    work: impl Fn(usize, Boards<'b>, &mut Vec<u8>, &mut Vec<usize>) -> Result<(), BatchError> + Sync,
) -> Result<(), BatchError> {
    in_order(
        threads,
        |part: &mut Option<_>| {
            *part = parts.next();
            Ok(part.is_some())
        },
        |part, (letters, within, failed): &mut (Vec<u8>, Vec<usize>, Option<BatchError>)| {
            let Some((first, boards)) = *part else { return };
            let worked = work(first, boards, letters, within);
            *failed = worked.err().map(|failed| failed.after(first));
        },
        |(letters, within, failed)| {
            ends.extend(within.drain(..).map(|end| text.len() + end));
            text.append(letters);
            failed.take().map_or(Ok(()), Err)
        },
    )
}
