//! The cheapest way of one board, by A* from the goal within limits.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use super::{CostBounds, TileCosts};
use crate::error::{Error, Result};
use crate::limits::{Budget, Cost, Factor, Interval, Limits};
use crate::outcome::Answer;
use crate::puzzle::{Direction, MAX_CELLS, Moves, Shape, SmallBoard, solvable};

/// The limit on generated boards if there is none: about two seconds, and 200 MB.
const USUAL_LIMIT: u64 = 2_000_000;

/// How often the first searches count estimates, in thousandths. They find good ways soon; all
/// but the first may generate a fifth of the boards.
const HASTY_WEIGHTS: [u64; 3] = [5000, 2000, 1400];

/// Estimates that count as they are.
const ONE: u64 = 1000;

/// A search for the cheapest way of boards with one goal.
pub(crate) struct CostSearch {
    goal: SmallBoard,
    costs: TileCosts,
}

/// The Manhattan distance with costs: the sum over all tiles of the rows and columns between the
/// tile and its goal cell, times what the tile costs.
#[derive(Clone, Debug)]
pub(crate) struct CostManhattan {
    /// For each tile and cell, what it costs at least to bring the tile from there to its goal.
    away: [[u64; MAX_CELLS]; MAX_CELLS],
}

impl CostManhattan {
    /// Creates the heuristic for this goal.
    pub(crate) fn new(goal: &SmallBoard, costs: &TileCosts) -> CostManhattan {
        let (shape, mut away) = (Shape::from(goal.shape()), [[0; MAX_CELLS]; MAX_CELLS]);
        for (place, &tile) in goal.cells().iter().enumerate() {
            for (cell, away) in away[usize::from(tile)][..shape.cells()].iter_mut().enumerate() {
                *away = costs.parts[usize::from(tile)] * shape.steps(cell, place) as u64;
            }
        }
        CostManhattan { away }
    }

    /// The sum for a board, in parts.
    pub(crate) fn sum(&self, board: &SmallBoard) -> u64 {
        let tiles = board.cells().iter().enumerate();
        tiles.map(|(cell, &tile)| self.away[usize::from(tile)][cell]).sum()
    }
}

/// What is known of a board's way to the goal: its cost, the number of its moves, and the first.
/// The least is the answer's.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Way {
    cost: u64,
    moves: u32,
    first: Direction,
}

/// The searches for one board.
struct Searches<'s> {
    of: &'s CostSearch,
    start: SmallBoard,
    /// The estimate of the way from the start.
    manhattan: CostManhattan,
    budget: Budget,
    /// Every way costs at least this.
    at_least: u64,
    best: Option<(u64, Moves)>,
}

impl CostSearch {
    pub(crate) fn new(goal: &SmallBoard, costs: &TileCosts) -> CostSearch {
        CostSearch { goal: *goal, costs: *costs }
    }

    /// The answer of a board.
    ///
    /// # Errors
    ///
    /// [`Error::Stopped`] with bounds on the cost if a limit is reached first.
    pub(crate) fn answer(&self, board: &SmallBoard, limits: &Limits) -> Result<Answer> {
        board.expect_shape(self.goal.shape())?;
        solvable(board, &self.goal)?;
        let most = limits.boards.unwrap_or(USUAL_LIMIT);
        let mut searches = Searches::new(self, board, &limits.clone().boards(most));
        for (weight, share) in HASTY_WEIGHTS.into_iter().zip([1, 5, 5]) {
            if !searches.search(weight, most / share)? {
                break;
            }
        }
        let last = limits.within.map_or(ONE, Factor::thousandths);
        let is_ended = searches.search(last, most)? && last == ONE;
        let Searches { budget, at_least, best, .. } = searches;
        match best {
            Some((_, moves)) if is_ended => {
                let answer = Answer { moves: Some(moves), ..Answer::default() };
                Ok(answer.costing(Cost::of(budget.generated())))
            }
            best => {
                let (cost, moves) = best.unzip();
                let (at_least, best) =
                    (self.costs.sum(at_least), cost.map(|it| self.costs.sum(it)));
                let stopped = Interval::new(0, moves, budget.generated());
                Err(stopped.of_costs(CostBounds { at_least, best }).into())
            }
        }
    }
}

impl Searches<'_> {
    fn new<'s>(of: &'s CostSearch, start: &SmallBoard, limits: &Limits) -> Searches<'s> {
        let (manhattan, budget) = (CostManhattan::new(start, &of.costs), Budget::new(limits));
        Searches { of, start: *start, manhattan, budget, at_least: 0, best: None }
    }

    /// Searches from the goal until the start is reached by a way that costs at most `weight`
    /// thousandths of the least. False if it generates `most` boards first, or reaches a limit.
    ///
    /// Among equal sums, the boards nearest to the goal come first. So with the weight 1, all
    /// cheapest ways to the start are known when it is taken.
    fn search(&mut self, weight: u64, most: u64) -> Result<bool> {
        let Searches { of: &CostSearch { goal, ref costs }, start, .. } = *self;
        let sum = |cost: u64, estimate: u64| {
            ONE.saturating_mul(cost).saturating_add(weight.saturating_mul(estimate))
        };
        let nothing = Way { cost: 0, moves: 0, first: Direction::Down };
        let mut ways = HashMap::from([(goal, nothing)]);
        let mut open = BinaryHeap::from([Reverse((sum(0, self.manhattan.sum(&goal)), 0, 0u64))]);
        let mut boards = vec![goal];
        let (mut expanded, mut generated) = (0_u64, 0);
        while let Some(Reverse((least, cost, number))) = open.pop() {
            let board = boards[number as usize];
            let way = ways[&board];
            if cost > way.cost {
                continue;
            }
            // A board of a cheapest way waits.
            self.at_least = self.at_least.max(least.div_ceil(weight));
            if self.budget.limits().is_within(self.at_least, self.best.as_ref().map(|best| best.0))
            {
                return Ok(true);
            }
            if board == start {
                self.best = Some((cost, way_from(start, &ways)));
                break;
            }
            expanded += 1;
            if generated >= most || expanded.is_multiple_of(1024) && !self.budget.goes_on(0, 0) {
                return Ok(false);
            }
            for direction in Direction::ALL {
                let Some(next) = board.moved(direction) else { continue };
                self.budget.add(1);
                generated += 1;
                let cost = cost.saturating_add(costs.of_move(&board, &next));
                let way = Way { cost, moves: way.moves + 1, first: direction.inverse() };
                let known = ways.get(&next);
                if known.is_some_and(|known| *known <= way) {
                    continue;
                }
                let estimate = self.manhattan.sum(&next);
                let best = self.best.as_ref().map_or(u64::MAX, |best| best.0);
                if cost.saturating_add(estimate) > best {
                    continue;
                }
                if known.is_none_or(|known| cost < known.cost) {
                    let room = [open.try_reserve(1), boards.try_reserve(1), ways.try_reserve(1)];
                    if room.iter().any(std::result::Result::is_err) {
                        return Err(Error::Memory { bytes: boards.len() as u64 * 200 });
                    }
                    open.push(Reverse((sum(cost, estimate), cost, boards.len() as u64)));
                    boards.push(next);
                }
                ways.insert(next, way);
            }
        }
        Ok(true)
    }
}

/// The moves from a board to the goal.
fn way_from(mut board: SmallBoard, ways: &HashMap<SmallBoard, Way>) -> Moves {
    let mut moves = Moves::default();
    while ways[&board].moves > 0 {
        let first = ways[&board].first;
        moves.push(first);
        board = board.moved(first).expect("a move that can be taken back");
    }
    moves
}
