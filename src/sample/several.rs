//! Random boards for a goal with free cells or equal tiles, from the list of its states.

use std::ops::RangeInclusive;
use std::sync::Arc;

use super::random::{Random, draw_from};
use crate::board::Board;
use crate::labels::LabelTable;
use crate::puzzle::BoardError;

/// The states at some distances.
#[derive(Debug)]
pub(super) struct ListedStates {
    table: Arc<LabelTable>,
    states: Vec<u64>,
}

impl ListedStates {
    /// Lists them.
    pub(super) fn new(table: &Arc<LabelTable>, distances: &RangeInclusive<u32>) -> ListedStates {
        ListedStates { table: Arc::clone(table), states: table.numbers(distances) }
    }

    /// True if each state is one board, so that the list has those that were drawn in front.
    pub(super) fn are_boards(&self) -> bool {
        self.table.goal().boards_of_state() == 1
    }

    /// Draws states: with `used` that may not be drawn again, others; else each from all. Tiles
    /// that are alike are in a random order, which the number of the board includes.
    pub(super) fn draw(
        &mut self,
        used: Option<usize>,
        wanted: usize,
        random: &mut Random,
    ) -> Result<Vec<(u64, Board)>, BoardError> {
        let used = used.filter(|_| self.are_boards());
        let drawn = draw_from(&mut self.states, used, wanted, random);
        let goal = self.table.goal();
        let boards = drawn.into_iter().map(|state| {
            let mut number = state;
            let board = self.table.board(state as usize, |most| {
                let choice = random.below(most);
                number = number.wrapping_mul(most).wrapping_add(choice);
                choice
            })?;
            let board =
                if goal.has_numbers { board.into() } else { Board::of_labelled(goal.start(board)) };
            Ok((number, board))
        });
        boards.collect()
    }
}
