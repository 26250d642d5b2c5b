//! Random boards of more than 25 cells, which have no numbers.

use std::sync::Arc;

use super::random::Random;
use super::{DrawWork, ExpectedWork, Population, Request, SampleError};
use crate::error::Error;
use crate::position::Position;
use crate::puzzle::{BoardError, MAX_CELLS, Rectangle};

/// Draws boards of any size, all equally likely.
#[derive(Debug)]
pub(super) struct Shuffled {
    goal: Arc<Rectangle>,
    random: Random,
    count: u64,
    unsolvable: bool,
}

impl Shuffled {
    pub(super) fn new(
        goal: &Arc<Rectangle>,
        request: &Request,
        seed: u64,
    ) -> Result<Shuffled, SampleError> {
        let at_distance = matches!(request.population, Population::Distances { .. });
        for (asked, what) in [
            (at_distance, "a random board at a distance"),
            (request.unique, "random boards that differ"),
        ] {
            if asked {
                goal.extent().expect_at_most(MAX_CELLS, what).map_err(Error::from)?;
            }
        }
        let unsolvable = matches!(request.population, Population::Unsolvable);
        let (goal, random) = (Arc::clone(goal), Random::new(seed));
        Ok(Shuffled { goal, random, count: request.count, unsolvable })
    }

    pub(super) const fn cost(&self) -> ExpectedWork {
        ExpectedWork { listed: 0, draws: self.count as f64, searches: 0.0 }
    }

    /// Adds boards until there are `count`.
    pub(super) fn draw(
        &mut self,
        count: usize,
        boards: &mut Vec<Position>,
        work: &mut DrawWork<'_>,
    ) -> Result<(), SampleError> {
        while boards.len() < count {
            boards.push(self.next().map_err(Error::from)?.into());
            work.progress.found = boards.len() as u64;
            work.progress.draws = work.progress.found;
            work.go_on()?;
        }
        Ok(())
    }

    fn next(&mut self) -> Result<Rectangle, BoardError> {
        let mut cells = self.goal.cells().to_vec();
        self.random.shuffle(&mut cells);
        let board = Rectangle::new(self.goal.extent(), cells)?;
        if board.parities(&self.goal)?.solvable() != self.unsolvable {
            return Ok(board);
        }
        // Exchanging two tiles changes the parity. The first two, as good as any others.
        let mut cells = board.cells().to_vec();
        let tiles: Vec<usize> = (0..3).filter(|&cell| cells[cell] != 0).collect();
        cells.swap(tiles[0], tiles[1]);
        Rectangle::new(self.goal.extent(), cells)
    }
}
