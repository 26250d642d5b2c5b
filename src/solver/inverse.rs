//! The inverse of a question: how to get from the goal to the board.
//!
//! A solution of the inverse, taken back, solves the board. A beam loses the optimal solution among
//! the first moves, where the tables see least, and these are other moves from the other end. So a
//! long search that spends half of its limits on each end finds shorter solutions than one that
//! spends all of them on one.
//!
//! For the inverse, the board is the goal. Its tiles are relabelled so that they are in order, and
//! it is mirrored so that its blank is where the tables of its orbit have it. So there is one
//! engine for each orbit.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use super::PartitionTables;
use super::assemble::wide_engine;
use super::beam::Beam;
use super::engine::Engine;
use crate::error::Result;
use crate::puzzle::{Board, MAX_CELLS, Moves, Orbit, Symmetry};

/// Finds the tables for an orbit, or makes them.
type Open = dyn Fn(Orbit) -> Result<PartitionTables> + Send + Sync;

/// The engines for inverse questions, each made when it is first needed.
pub(super) struct Inverse {
    open: Box<Open>,
    engines: Mutex<Vec<(Orbit, Arc<dyn Engine>)>>,
}

impl fmt::Debug for Inverse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Inverse").finish_non_exhaustive()
    }
}

impl Inverse {
    pub(super) fn new(
        open: impl Fn(Orbit) -> Result<PartitionTables> + Send + Sync + 'static,
    ) -> Arc<Inverse> {
        Arc::new(Inverse { open: Box::new(open), engines: Mutex::default() })
    }

    /// The inverse of the question how to get from `board` to `goal`.
    pub(super) fn question(&self, board: &Board, goal: &Board) -> InverseQuestion<'_> {
        let (orbit, symmetry) = Orbit::with_symmetry(board.shape(), board.blank_cell());
        let mut labels = [0; MAX_CELLS];
        for (label, tile) in (1..).zip(symmetry.board(board).tile_order()) {
            labels[usize::from(tile)] = label;
        }
        let turned = symmetry.board(goal);
        let cells: Vec<u8> = turned.cells().iter().map(|&tile| labels[usize::from(tile)]).collect();
        let board = Board::new(turned.shape(), &cells).expect("each tile has its label");
        InverseQuestion { board, orbit, symmetry, inverse: self }
    }

    /// The engine for an orbit's goal. It is made once.
    fn engine(&self, orbit: Orbit) -> Result<Arc<dyn Engine>> {
        let mut engines = self.engines.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, engine)) = engines.iter().find(|(other, _)| *other == orbit) {
            return Ok(Arc::clone(engine));
        }
        let engine = wide_engine(&orbit.goal(), &(self.open)(orbit)?)?;
        engines.push((orbit, Arc::clone(&engine)));
        Ok(engine)
    }
}

/// An inverse question, and the way back from its answer.
pub(super) struct InverseQuestion<'i> {
    inverse: &'i Inverse,
    board: Board,
    orbit: Orbit,
    symmetry: Symmetry,
}

impl InverseQuestion<'_> {
    /// Searches with a beam for a solution of the question that this is the inverse of.
    pub(super) fn beam(&self, beam: Beam<'_>) -> Result<Option<Moves>> {
        let engine = self.inverse.engine(self.orbit)?;
        let found = engine.beam(&self.board, beam)?;
        // The next board may have its blank elsewhere.
        engine.release();
        let back = self.symmetry.inverse();
        Ok(found.map(|moves| moves.inverted().iter().map(|&mv| back.mv(mv)).collect()))
    }
}
