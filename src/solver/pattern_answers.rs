//! How a [`PatternEngine`] answers the questions to an [`Engine`].

use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::beam::{self, Beam};
use super::depth_first::{DepthFirst, Subtree, TurnEnd};
use super::engine::{Effort, Engine, NextSolution, SolveEnd, SubtreesEnd, TimedAnswer};
use super::pattern_beam::PatternBeam;
use super::pattern_engine::PatternEngine;
use super::spread::Spread;
use super::subtrees::Wanted;
use super::width::{Count as _, Width};
use crate::error::{Error, Result};
use crate::limits::{Budget, Limits};
use crate::machine::with_bit_counts;
use crate::outcome::Ask;
use crate::pruning::{PLAIN, PRUNING};
use crate::puzzle::{Direction, Move, Moves, SmallBoard};
use crate::threads;

/// How many turns the search for all solutions takes between two looks at its limits.
const TURNS_BETWEEN_CHECKS: u32 = 4096;

impl<W: Width, const V: usize, const L: usize> Engine for PatternEngine<W, V, L> {
    fn expect_bounds(&self, boards: u64, threads: usize) -> Result<()> {
        let all = self.bounded.fetch_add(boards, Ordering::Relaxed).saturating_add(boards);
        self.tables.iter().try_for_each(|table| table.expect_distances(all, threads))
    }

    fn lower_bounds(&self, boards: &[SmallBoard], bounds: &mut Vec<Result<u32>>) {
        with_bit_counts(
            #[inline(always)]
            || match self.all_distances() {
                Some(distances) => self.read_bounds(boards, distances, bounds),
                None => bounds.extend(boards.iter().map(|it| Ok(self.root(it)?.estimate()))),
            },
        );
    }

    fn solve(&self, board: &SmallBoard, effort: Effort<'_>) -> Result<SolveEnd> {
        if *board == self.goal {
            return Ok(SolveEnd::Solved(Moves::default()));
        }
        let (node, further) = (self.root(board)?, self.further_roots(board)?);
        let estimate =
            further.iter().fold(node.estimate(), |most, further| most.max(further.sum.get()));
        let at_least = estimate.max(effort.at_least);
        self.deepen(node, &further, Effort { at_least, ..effort })
    }

    fn solve_all(
        &self,
        boards: &[SmallBoard],
        ask: Ask,
        threads: usize,
        limits: &Limits,
    ) -> Vec<TimedAnswer> {
        if !W::FAR_ZONES {
            return self.solve_in_turns(boards, ask, threads, limits);
        }
        let solve = |board| {
            let budget = Budget::new(limits);
            (self.solve_on_all_threads(board, 0, ask, threads, &budget), budget.time())
        };
        boards.iter().map(solve).collect()
    }

    fn within(
        &self,
        board: &SmallBoard,
        limit: u32,
        beginnings: Vec<Vec<Direction>>,
        effort: Effort<'_>,
    ) -> Result<SubtreesEnd> {
        let node = self.root(board)?;
        if node.estimate() > limit {
            return Ok(SubtreesEnd::Exhausted);
        }
        let further = self.further_roots(board)?;
        if beginnings.len() > 1 {
            // A search is divided because it is long.
            self.expect(u64::MAX);
        }
        let wanted = Wanted::First(beginnings);
        Ok(self.search_subtrees(&PRUNING, Subtree::new(node, limit), &further, &wanted, effort))
    }

    fn count(&self, board: &SmallBoard, limit: u32, effort: Effort<'_>) -> Result<Option<u64>> {
        let tree = Subtree::new(self.root(board)?, limit);
        let further = self.further_roots(board)?;
        match self.search_subtrees(&PLAIN, tree, &further, &Wanted::Number, effort) {
            // The caller knows a solution.
            SubtreesEnd::Counted(0) => Err(self.wrong_tables()),
            SubtreesEnd::Counted(count) => Ok(Some(count)),
            _ => Ok(None),
        }
    }

    fn solutions(
        self: Arc<Self>,
        board: &SmallBoard,
        limit: u32,
        budget: Budget,
    ) -> Result<NextSolution> {
        let (tree, further) = (Subtree::new(self.root(board)?, limit), self.further_roots(board)?);
        let mut search = DepthFirst::new(&self.context_for(&PLAIN, &further), &tree);
        let (mut counted, mut over) = (0, false);
        Ok(Box::new(move || {
            let context = self.context_for(&PLAIN, &further);
            while !over {
                for _ in 0..TURNS_BETWEEN_CHECKS {
                    match search.turn(&context) {
                        TurnEnd::Going => search.ask(&context),
                        TurnEnd::Found => return Some(Ok(Moves::from(search.solution()))),
                        TurnEnd::Over => {
                            over = true;
                            return None;
                        }
                    }
                }
                over = !budget.goes_on(limit, search.generated - counted);
                counted = search.generated;
                if over {
                    return Some(Err(budget.generated()));
                }
            }
            None
        }))
    }

    fn reserve(&self, beams: usize, width: usize) -> Result<()> {
        if W::FURTHER { Ok(()) } else { beam::reserve(&self.spare, beams, width) }
    }

    fn release(&self) {
        threads::lock(&self.spare).pop();
    }

    fn beam(&self, board: &SmallBoard, beam: Beam<'_>) -> Result<Option<Moves>> {
        if W::FURTHER { Ok(None) } else { self.search_beam(board, beam) }
    }

    fn wrong_tables(&self) -> Error {
        PatternEngine::wrong_tables(self)
    }
}

impl<W: Width, const V: usize, const L: usize> PatternEngine<W, V, L> {
    fn search_beam(&self, board: &SmallBoard, beam: Beam<'_>) -> Result<Option<Moves>> {
        let (before, root) = (beam.budget.generated(), self.root(board)?);
        let context = self.context(&PLAIN);
        let spread = Spread::new(&self.goal);
        let root = (root, spread.of(board));
        let found =
            beam::search::<PatternBeam<W, V, L>>((&context, &spread), root, beam, &self.spare)?;
        let moves = |path: Vec<u8>| path.into_iter().map(Move::of_byte).collect();
        let found: Option<Moves> = found.map(moves);
        self.generated.fetch_add(beam.budget.generated() - before, Ordering::Relaxed);
        match &found {
            Some(moves) if board.after(moves) != Some(self.goal) => Err(self.wrong_tables()),
            _ => Ok(found),
        }
    }
}
