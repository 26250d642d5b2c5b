//! Counting the work of a search, and stopping it at a limit.

use std::collections::TryReserveError;
use std::fmt;
use std::ops::ControlFlow;

use super::Problem;
use crate::costs::{CostBounds, CostSum};
use crate::error::{Error, Result};
use crate::limits::{Budget, Cost, Interval, Limits};
use crate::puzzle::{Move, Moves, SmallBoard};

/// Called with each board that a search takes. If it breaks, the search ends.
type Watcher<'s> = &'s mut dyn FnMut(&Taken) -> ControlFlow<()>;

/// A board that a search takes to expand it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Taken {
    /// The board.
    pub board: SmallBoard,
    /// The board that it was reached from. `None` where the search began.
    pub parent: Option<SmallBoard>,
    /// The number of moves from where the search began.
    pub depth: u32,
    /// The number of boards waiting at that moment. For a depth-first method, the length of its
    /// path.
    pub waiting: usize,
    /// True if it is the goal, so that it is not expanded.
    pub is_goal: bool,
}

/// Counts the work of a search and compares it with the limits.
pub struct Meter<'s> {
    limits: Limits,
    budget: Budget,
    cost: Cost,
    /// The distance is proved to be at least this, as far as the method says so.
    at_least: u32,
    /// The same of its cost, for a method that looks at costs.
    least_cost: Option<CostSum>,
    watcher: Option<Watcher<'s>>,
}

impl fmt::Debug for Meter<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Meter")
            .field("limits", &self.limits)
            .field("cost", &self.cost)
            .finish_non_exhaustive()
    }
}

impl<'s> Meter<'s> {
    /// Creates a meter at zero.
    pub fn new(limits: &Limits) -> Meter<'s> {
        let (limits, budget) = (limits.clone(), Budget::new(limits));
        // The start is visited.
        let mut cost = Cost::of(0);
        cost.visited = 1;
        Meter { limits, budget, cost, at_least: 0, least_cost: None, watcher: None }
    }

    /// Adds a watcher, which is called with each board that the search takes. You can use it to
    /// draw a search or to step through it. If it breaks, the search ends with
    /// [`Error::Interrupted`].
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use tilebase::Limits;
    /// use tilebase::search::{Meter, Method, Problem, Taken, Zero, solve_with};
    /// let start = "1x2345678".parse()?;
    /// let problem = Problem::new(start, "x12345678".parse()?, &Zero);
    /// let mut boards = Vec::new();
    /// let mut watcher = |taken: &Taken| {
    ///     boards.push(taken.board);
    ///     ControlFlow::Continue(())
    /// };
    /// let mut meter = Meter::new(&Limits::default()).watched(&mut watcher);
    /// solve_with(Method::Bfs, &problem, &mut meter)?;
    /// assert_eq!((boards[0], boards[boards.len() - 1]), (start, problem.goal));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn watched(self, watcher: &'s mut dyn FnMut(&Taken) -> ControlFlow<()>) -> Meter<'s> {
        Meter { watcher: Some(watcher), ..self }
    }

    /// The work counted so far.
    pub const fn cost(&self) -> Cost {
        self.cost
    }

    /// Counts the expansion of a board at a depth, while this many boards are waiting. `last` finds
    /// the move that led to it.
    ///
    /// # Errors
    ///
    /// [`Error::Stopped`] if a limit is reached, and [`Error::Interrupted`] if a watcher breaks.
    #[inline]
    pub(super) fn expand(
        &mut self,
        board: &SmallBoard,
        depth: u32,
        waiting: usize,
        last: impl FnOnce() -> Option<Move>,
    ) -> Result<()> {
        // A look at the limits may take as long as expanding a board.
        const BOARDS_BETWEEN_CHECKS: u64 = 1024;
        let cost = &mut self.cost;
        cost.expanded += 1;
        cost.frontier = cost.frontier.max(waiting);
        self.take(board, depth, waiting, false, last)?;
        let Cost { generated, expanded, .. } = self.cost;
        if self.limits.boards.is_some_and(|boards| generated >= boards)
            || expanded.is_multiple_of(BOARDS_BETWEEN_CHECKS)
                && !self.budget.goes_on(self.at_least, generated - self.budget.generated())
        {
            return Err(self.interval(None, None).into());
        }
        Ok(())
    }

    /// Counts the goal where it is taken, and not expanded.
    ///
    /// # Errors
    ///
    /// [`Error::Interrupted`] if a watcher breaks.
    pub(super) fn take_goal(
        &mut self,
        goal: &SmallBoard,
        way: &[Move],
        waiting: usize,
    ) -> Result<()> {
        self.take(goal, way.len() as u32, waiting, true, || way.last().copied())
    }

    #[inline]
    fn take(
        &mut self,
        board: &SmallBoard,
        depth: u32,
        waiting: usize,
        is_goal: bool,
        last: impl FnOnce() -> Option<Move>,
    ) -> Result<()> {
        self.cost.closed += 1;
        if let Some(watcher) = &mut self.watcher {
            let parent = last().and_then(|mv| board.moved(mv.inverse()));
            let taken = Taken { board: *board, parent, depth, waiting, is_goal };
            if watcher(&taken).is_break() {
                return Err(Error::Interrupted);
            }
        }
        Ok(())
    }

    /// Notes that no solution has fewer moves, or costs less, than this, as the problem's heuristic
    /// says. That is a proof only if the heuristic is known to be admissible. What was proved
    /// before stays.
    pub(super) fn found_none_below(&mut self, problem: &Problem<'_>, least: impl Into<u64>) {
        let least = least.into();
        if !problem.heuristic.is_admissible() {
            return;
        }
        if let Some(costs) = problem.costs {
            let before = self.least_cost.map_or(0, |cost| cost.parts);
            self.least_cost = Some(costs.sum(least.max(before)));
        } else if least > self.at_least.into() {
            let shape = problem.goal.shape();
            let [start, goal] = [problem.start, problem.goal].map(|board| board.blank_cell());
            let is_odd = shape.colour(start) != shape.colour(goal);
            let differs = problem.metric.slides_one_tile() && (least % 2 == 1) != is_odd;
            self.at_least = u32::try_from(least + u64::from(differs)).unwrap_or(u32::MAX);
        }
    }

    /// The answer of a method that found no solution, although no limit stopped it, and why.
    pub(super) fn nothing(&self, why: String) -> Error {
        self.interval(None, None).ended(self.cost, Some(why)).into()
    }

    /// What is known of a board whose solution is not proved to be shortest.
    pub(super) fn unproved(&self, problem: &Problem<'_>, moves: Vec<Move>) -> Error {
        let cost = problem.costs.map(|costs| costs.of_moves(&problem.start.into(), &moves));
        self.interval(Some(moves.into()), cost).ended(self.cost, None).into()
    }

    fn interval(&self, best: Option<Moves>, cost: Option<CostSum>) -> Interval {
        let interval = Interval::new(self.at_least, best, self.cost.generated);
        match self.least_cost {
            Some(at_least) => interval.of_costs(CostBounds { at_least, best: cost }),
            None => interval,
        }
    }

    /// Counts a board generated by a move.
    #[inline]
    pub(super) fn generate(&mut self) {
        self.cost.generated += 1;
    }

    /// Counts a board, this many moves from where the search began, that it does not remember from
    /// before.
    #[inline]
    pub(super) fn visit(&mut self, depth: u32) {
        self.cost.visited += 1;
        self.cost.depth = self.cost.depth.max(depth);
    }
}

/// Turns a failure to make room in a collection of `length` elements, which would have doubled it,
/// into an error.
#[inline]
pub(super) fn reserved<T>(
    reserved: std::result::Result<(), TryReserveError>,
    length: usize,
) -> Result<()> {
    reserved.map_err(|_| Error::Memory {
        bytes: (length as u64).saturating_mul(2 * size_of::<T>() as u64),
    })
}
