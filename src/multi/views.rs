//! A board as the tables see it.
//!
//! A table is looked up in every view of the board that a symmetry gives and that has the blank of
//! the goal in the same place. An entry is a distance modulo 3, and a move changes the distance by
//! one at most, so a bound follows from that before the move.

use std::sync::Arc;

use super::pieces::Axis;
use crate::error::{Error, Result};
use crate::puzzle::{Direction, MAX_CELLS, MAX_NUMBERED_CELLS, Nibbles, SmallBoard, Symmetry};
use crate::space::{LabelSpace, LabelState, Space as _};
use crate::table::Table;

/// The most views that are looked up in a table, and in all tables.
pub(super) const VIEWS_OF_TABLE: usize = 2;
pub(super) const VIEWS: usize = 4;

/// How a table and a symmetry see the user's board.
#[derive(Debug)]
pub(super) struct View {
    table: Arc<Table>,
    pub(super) space: Arc<LabelSpace>,
    /// For each cell of the board, the cell in the table.
    pub(super) cells: [u8; MAX_NUMBERED_CELLS],
    /// For each tile of the board, its label.
    label: [u8; MAX_CELLS],
    /// For each move on the board, the move in the table.
    pub(super) moves: [Direction; 4],
    /// The axis on the board whose moves change the order.
    pub(super) ordering: Axis,
}

/// A board as all views see it, with its lower bounds.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LabelNode {
    pub(super) board: Nibbles,
    pub(super) blank: usize,
    pub(super) states: [LabelState; VIEWS],
    /// The entries of each state's order, one for each cell of the blank in the table.
    pub(super) entries: [u32; VIEWS],
    pub(super) bounds: [u32; VIEWS],
    /// The moves from the start, as [`CanonicalPieces`](super::pieces::CanonicalPieces) have
    /// them.
    pub(super) trail: u64,
}

impl View {
    pub(super) fn new(
        goal: &SmallBoard,
        symmetry: Symmetry,
        table: &Arc<Table>,
        space: &Arc<LabelSpace>,
    ) -> View {
        let shape = goal.shape();
        let mut cells = [0; MAX_NUMBERED_CELLS];
        let mut label = [u8::MAX; MAX_CELLS];
        let labels = space.labelling().labels();
        for (cell, &tile) in goal.cells().iter().enumerate() {
            let there = symmetry.cell(shape, cell);
            cells[cell] = there as u8;
            label[usize::from(tile)] = labels[there];
        }
        let moves = Direction::ALL.map(|mv| symmetry.mv(mv));
        let ordering = Axis::of(moves[Direction::Down as usize]);
        let (table, space) = (Arc::clone(table), Arc::clone(space));
        View { table, space, cells, label, moves, ordering }
    }

    pub(super) fn state(&self, board: &SmallBoard) -> LabelState {
        let mut labels = [u8::MAX; MAX_NUMBERED_CELLS];
        for (&tile, &there) in board.cells().iter().zip(&self.cells) {
            labels[usize::from(there)] = self.label[usize::from(tile)];
        }
        self.space.state_of(&labels[..board.cells().len()])
    }

    /// The distance of a state, by walking the table.
    pub(super) fn distance(&self, start: LabelState) -> Result<u32> {
        let View { table, space, .. } = self;
        let (goal, farthest) = (space.goal(), table.header().diameter());
        let mut at = start;
        for distance in 0..=farthest {
            if at == goal {
                return Ok(distance);
            }
            let here = self.entry(&at)?;
            let mut nearer = None;
            for mv in Direction::ALL {
                for next in space.along(at, mv) {
                    if nearer.is_none() && (self.entry(&next)? + 1) % 3 == here {
                        nearer = Some(next);
                    }
                }
            }
            let Some(next) = nearer else {
                return Err(self.fault(&at, "a neighbour that is nearer", "none"));
            };
            at = next;
        }
        Err(self.fault(&start, format!("to reach the goal after at most {farthest} moves"), "more"))
    }

    /// Reads an entry: a distance modulo 3.
    fn entry(&self, at: &LabelState) -> Result<u32> {
        Ok(self.table.entry(self.space.index(*at))?.into())
    }

    /// Reads the entries of a state's order.
    #[inline]
    pub(super) fn entries(&self, at: &LabelState) -> Result<u32> {
        let cells = self.space.shape().cells() as u64;
        self.table.pairs_of_bits(self.space.order(at) * cells, cells)
    }

    /// Prefetches what [`entries`](Self::entries) will read.
    #[inline]
    pub(super) fn prefetch(&self, at: &LabelState) {
        let cells = self.space.shape().cells() as u64;
        self.table.prefetch_pairs_of_bits(self.space.order(at) * cells);
    }

    #[cold]
    pub(super) fn fault(
        &self,
        at: &LabelState,
        expected: impl Into<String>,
        found: impl Into<String>,
    ) -> Error {
        self.table.walk_fault(&*self.space, *at, expected, found)
    }
}

impl LabelNode {
    /// A lower bound on the distance: the greatest of all views.
    pub(super) fn bound(&self) -> u32 {
        self.bounds.into_iter().max().unwrap_or_default()
    }

    /// The bound of a view after a move from a board with the bound `before`: the same, or one more
    /// or less. In a wrong table it may be something else, which leads to no wrong moves.
    #[inline]
    pub(super) const fn bound_after(&self, before: u32, view: usize) -> u32 {
        let entry = self.entries[view] >> (2 * self.states[view].blank) & 3;
        match (entry + 3 - before % 3) % 3 {
            0 => before,
            1 => before + 1,
            _ => before.saturating_sub(1),
        }
    }
}
