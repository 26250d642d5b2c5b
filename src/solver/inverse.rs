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

use std::sync::{Arc, Mutex};

use super::PartitionTables;
use super::assemble::wide_engine;
use super::beam::Beam;
use super::engine::Engine;
use crate::error::Result;
use crate::puzzle::{Moves, Orbit, SmallBoard};
use crate::threads;

/// Finds the tables for an orbit, or makes them.
type OpenTables = dyn Fn(Orbit) -> Result<PartitionTables> + Send + Sync;

/// The engines for inverse questions of a goal, each made when it is first needed.
pub(super) struct Inverse {
    goal: SmallBoard,
    /// How many threads `open` makes tables on.
    pub(super) threads: usize,
    open: Box<OpenTables>,
    engines: Mutex<Vec<(Orbit, Arc<dyn Engine>)>>,
}

impl Inverse {
    pub(super) fn new(
        goal: &SmallBoard,
        threads: usize,
        open: impl Fn(Orbit) -> Result<PartitionTables> + Send + Sync + 'static,
    ) -> Arc<Inverse> {
        let (goal, open, engines) = (*goal, Box::new(open), Mutex::default());
        Arc::new(Inverse { goal, threads, open, engines })
    }

    /// Searches with a beam from the goal to a board, for a solution of the board.
    pub(super) fn beam(&self, board: &SmallBoard, beam: Beam<'_>) -> Result<Option<Moves>> {
        let (orbit, symmetry) = Orbit::with_symmetry(board.shape(), board.blank_cell());
        let (labels, start) = (symmetry.board(board).labels(), symmetry.board(&self.goal));
        let cells: Vec<u8> = start.cells().iter().map(|&tile| labels[usize::from(tile)]).collect();
        let start = SmallBoard::new(start.shape(), &cells).expect("each tile has its label");
        let engine = self.engine(orbit)?;
        let found = engine.beam(&start, beam)?;
        // The next board may have its blank elsewhere.
        engine.release();
        let back = symmetry.inverse();
        Ok(found.map(|moves| moves.inverted().iter().map(|mv| back.mv(mv.direction())).collect()))
    }

    /// The engine for an orbit's goal. It is made once.
    fn engine(&self, orbit: Orbit) -> Result<Arc<dyn Engine>> {
        let mut engines = threads::lock(&self.engines);
        if let Some((_, engine)) = engines.iter().find(|(other, _)| *other == orbit) {
            return Ok(Arc::clone(engine));
        }
        let engine = wide_engine(&orbit.goal(), &(self.open)(orbit)?)?;
        engines.push((orbit, Arc::clone(&engine)));
        Ok(engine)
    }
}
