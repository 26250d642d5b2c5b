//! How boards of more than sixteen cells are answered: with a good solution at once, and with the
//! optimal one if the limits allow.
//!
//! A very short search comes first, which solves easy boards. Then beams look for good solutions: a
//! narrow one that finds any, a wider one, and a last one that is as wide as the limits allow. Long
//! searches share the limits with a beam that answers the [inverse](super::beams::Inverse)
//! question. The rest is for the proof: the search goes on until it has found the canonical
//! solution or is stopped.

use std::sync::Arc;

use super::beam::Beam;
use super::beams::{Inverse, search_beams};
use super::board_search::{BoardSearch as _, SolvedBoard};
use super::engine::{Effort, Engine, SolveEnd};
use super::plan::{BeamFrom, Plan};
use super::small_tables::{MAKING, require_memory};
use super::{PatternSearch, pattern_beam};
use crate::error::{Error, Result};
use crate::limits::{Budget, Limits};
use crate::outcome::{Answer, Ask};
use crate::puzzle::{Moves, SmallBoard};
use crate::threads;

impl PatternSearch {
    fn plan(&self, boards: usize, threads: usize, limits: &Limits) -> Plan {
        Plan::new(boards, threads, self.inverse.is_some(), limits)
    }

    /// Finds the canonical solution, or a good one where the limits stop the search.
    pub(super) fn solve_large(
        &self,
        board: &SmallBoard,
        threads: usize,
        budget: &Budget,
    ) -> Result<Moves> {
        let for_proof = || self.engine_after_answer(budget.limits());
        let (engine, inverse) = (&*self.first, self.inverse.as_deref());
        let plan = self.plan(1, threads, budget.limits());
        solve(engine, inverse, for_proof, board, plan, budget)
    }

    /// Solves many boards, several at a time or one after another, as planned.
    pub(super) fn solve_large_boards(
        &self,
        boards: &[SmallBoard],
        ask: Ask,
        threads: usize,
        limits: &Limits,
    ) -> Result<Vec<Result<Answer>>> {
        let plan = self.plan(boards.len(), threads, limits);
        self.reserve(plan.boards, limits)?;
        Ok(threads::each(boards, plan.boards, |board| {
            let (threads, budget) = (plan.threads, &Budget::new(limits));
            let solution = &self.solution(board, threads, budget)?;
            self.answer(ask, &SolvedBoard { board, solution, threads, budget })
        }))
    }

    /// Reserves the memory to answer this many boards at a time.
    pub(super) fn reserve_large(&self, boards: usize, limits: &Limits) -> Result<()> {
        let plan = self.plan(1, 1, limits);
        self.first.reserve(boards, plan.max_width)?;
        if plan.has_beams_from_goal()
            && let Some(inverse) = &self.inverse
        {
            // Which tables these need depends on each board, so it cannot be reserved for them.
            let rooms = boards as u64 * pattern_beam::largest_room(plan.max_width);
            require_memory(rooms as usize + MAKING + inverse.threads * threads::ARENA)?;
        }
        Ok(())
    }
}

/// Finds the canonical solution. `inverse` is for beams from the goal, if there are any.
/// `for_proof` opens the best engine for the proof that follows the beams.
fn solve(
    engine: &dyn Engine,
    inverse: Option<&Inverse>,
    for_proof: impl FnOnce() -> Result<Arc<dyn Engine>>,
    board: &SmallBoard,
    plan: Plan,
    budget: &Budget,
) -> Result<Moves> {
    engine.reserve(1, plan.max_width)?;
    let first = budget.generated().saturating_add(plan.first);
    // If time runs out here, beams still find a solution. A limit on boards is strict.
    let at_least = match engine.solve(board, Effort { most: first, ..Effort::new(1, budget) })? {
        SolveEnd::Solved(moves) => return Ok(moves),
        SolveEnd::GaveUpAt(proved) => proved,
    };
    let beam = |from, beam: Beam<'_>| match (from, inverse) {
        (BeamFrom::Board, _) => engine.beam(board, beam),
        (BeamFrom::Goal, None) => Ok(None),
        (BeamFrom::Goal, Some(inverse)) => match inverse.beam(board, beam) {
            // The best solution so far is valid without it.
            Err(Error::Memory { .. }) => Ok(None),
            found => found,
        },
    };
    let best = search_beams(at_least, &plan, budget, beam, || Ok(None))?;
    let proved = match for_proof()?
        .solve(board, Effort { at_least, ..Effort::new(plan.threads, budget) })?
    {
        SolveEnd::Solved(moves) => return Ok(moves),
        SolveEnd::GaveUpAt(proved) => proved,
    };
    // Wrong tables may prove a bound that is too high.
    let length = best.as_ref().map_or(u32::MAX, |best| best.len() as u32);
    let at_least = proved.min(length);
    match best {
        // Two shortest solutions make a cycle, and the shortest cycles have twelve moves.
        Some(best) if at_least == length && length < 6 => Ok(best),
        // A solution that is as short as possible need not be the canonical one.
        best => Err(budget.stopped(at_least, best).into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use std::sync::atomic::{AtomicU32, Ordering};

    use super::super::plan::BOTH_ENDS;
    use super::super::tests::{goal, tables};
    use crate::puzzle::Coordinates;
    use crate::solver::assemble::wide_engine;

    /// Small shapes, answered like large ones, have the answers that they have as small shapes,
    /// which other tests compare with tables.
    #[test]
    fn small_shapes_are_answered_alike() {
        static OPENED: AtomicU32 = AtomicU32::new(0);
        let cases: [(&str, &[usize], &[usize], usize); 6] = [
            ("3x3", &[4, 4], &[3, 3, 2], 8),
            ("3x3", &[4, 4], &[2, 2, 2, 2], 4),
            ("3x3", &[4, 4], &[3, 3, 2], 1),
            ("2x5", &[5, 4], &[2, 2, 2, 2, 1], 9),
            ("3x4", &[6, 5], &[4, 4, 3], 11),
            ("4x3", &[6, 5], &[6, 3, 2], 5),
        ];
        let (mut without_canonical, mut sooner) = (0, 0);
        for (text, narrow, wide, blank) in cases {
            let goal = goal(text, blank);
            let shape = goal.shape();
            let narrow = PatternSearch::new(&goal, &tables(&goal, &[narrow])).unwrap();
            let inverse = Inverse::new(&goal, 1, |orbit| {
                OPENED.fetch_add(1, Ordering::Relaxed);
                Ok(tables(&orbit.goal(), &[wide]))
            });
            // The first is answered as a small shape, the other as a large one.
            let solution = |search: &PatternSearch, board: &SmallBoard, budget: &Budget| {
                if Arc::ptr_eq(&search.first, &narrow.first) {
                    return search.solution(board, 2, budget);
                }
                let engine = &search.first;
                // Beams from both ends, although the limits are low.
                let plan = Plan { beams: BOTH_ENDS, ..Plan::new(1, 2, true, budget.limits()) };
                solve(&**engine, Some(&inverse), || Ok(Arc::clone(engine)), board, plan, budget)
            };
            let engine = wide_engine(&goal, &tables(&goal, &[wide])).unwrap();
            let mut wide = narrow.clone();
            wide.first = engine;
            for index in (0..shape.states()).step_by(shape.states() as usize / 60) {
                let board = Coordinates::board_of_goal(&goal, index).unwrap();
                let ask = |search: &PatternSearch| {
                    let budget = Budget::new(&Limits::default());
                    let moves = solution(search, &board, &budget).unwrap();
                    let solved = SolvedBoard {
                        board: &board,
                        solution: &moves,
                        threads: 2,
                        budget: &budget,
                    };
                    let next = search.optimal_moves(&solved).unwrap();
                    let count = search.count_solutions(&solved).unwrap();
                    (moves, next, count)
                };
                let (moves, next, count) = ask(&narrow);
                assert_eq!(ask(&wide), (moves.clone(), next, count), "{board} to {goal}");
                let many =
                    wide.solutions_of(&[board], Ask::OPTIMAL_MOVES, 2, &Limits::default()).unwrap();
                let found = many.into_iter().next().unwrap().unwrap();
                assert_eq!((found.moves, found.next), (Some(moves.clone()), Some(next)), "{board}");
                // With a limit there may only be a longer one, or another one as short.
                for limits in [600, 2000, 5000].map(|boards| Limits::default().boards(boards)) {
                    let budget = Budget::new(&limits);
                    let found = match solution(&wide, &board, &budget) {
                        Ok(found) => found,
                        Err(Error::Stopped(stopped)) => {
                            assert!(stopped.at_least <= moves.len() as u32);
                            assert_eq!((stopped.at_least as usize + moves.len()) % 2, 0);
                            assert!(!stopped.is_canonical);
                            without_canonical += u32::from(stopped.distance().is_some());
                            stopped.best.unwrap_or(moves.clone())
                        }
                        Err(error) => panic!("{board}: {error}"),
                    };
                    assert!(found.len() >= moves.len() && board.after(&found) == Some(goal));
                    // The distance is the same, and never takes longer.
                    let of_distance = Budget::new(&limits.until_distance());
                    let distance = match solution(&wide, &board, &of_distance) {
                        Ok(found) => Some(found.len() as u32),
                        Err(Error::Stopped(stopped)) => stopped.distance(),
                        Err(error) => panic!("{board}: {error}"),
                    };
                    assert!(distance.is_none_or(|distance| distance == moves.len() as u32));
                    assert!(of_distance.generated() <= budget.generated(), "{board}");
                    sooner += u32::from(of_distance.generated() < budget.generated());
                }
            }
        }
        // Some are proved to be optimal before the canonical one is found.
        assert!(without_canonical > 0 && sooner > 0, "{without_canonical}, {sooner}");
        // Each orbit of the five shapes and goals needs tables for the other end once.
        assert!(OPENED.load(Ordering::Relaxed) > 10, "{OPENED:?}");
    }
}
