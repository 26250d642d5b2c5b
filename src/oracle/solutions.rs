//! All shortest solutions, one after another, and their number, in either metric.

use std::fmt;

use super::walker::Walker;
use crate::error::{Error, Result};
use crate::puzzle::{Board, Coordinates, Move, MoveSet, MoveSetIter, Moves, Plural, Slide};

/// An iterator over all shortest solutions in lexicographic order, from
/// [`Oracle::solutions`](crate::Oracle::solutions). With a table it keeps a single path in memory.
pub struct Solutions<S = Moves>(Box<dyn Iterator<Item = Result<S>> + Send>);

impl<S> Solutions<S> {
    pub(crate) fn new(found: impl Iterator<Item = Result<S>> + Send + 'static) -> Solutions<S> {
        Solutions(Box::new(found))
    }
}

impl<S> Iterator for Solutions<S> {
    type Item = Result<S>;

    fn next(&mut self) -> Option<Result<S>> {
        self.0.next()
    }
}

impl<S> fmt::Debug for Solutions<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solutions").finish_non_exhaustive()
    }
}

/// What a table claims: the ways from a state to states that are nearer to the goal.
pub(crate) trait Claims {
    /// The moves of the metric.
    type Move: Slide;
    /// A way to a state that is nearer.
    type Step;
    /// All of them, in order.
    type Steps: ExactSizeIterator<Item = Self::Step>;

    /// Reads and checks what the table claims at a state. There is nothing nearer only at the goal.
    /// `left` is the number of moves left, and `back` are the directions in which no shortest path
    /// goes on.
    fn nearer(&self, at: Coordinates, left: u32, back: MoveSet) -> Result<Self::Steps>;

    /// The move of a step, and the state after it.
    fn take(&self, at: Coordinates, step: Self::Step) -> Result<(Self::Move, Coordinates)>;

    /// The directions in which no shortest path goes on after a move.
    fn back(mv: Self::Move) -> MoveSet;

    /// The error for a claim at a state that is wrong.
    fn fault(
        &self,
        at: Coordinates,
        expected: impl Into<String>,
        found: impl Into<String>,
    ) -> Error;
}

/// The error for a solution that reaches the goal before another one.
#[cold]
fn too_short(claims: &impl Claims, at: Coordinates, distance: u32) -> Error {
    let moves = Plural(distance.into(), "move");
    claims.fault(at, format!("all shortest solutions to have {moves}"), "a shorter one")
}

/// The most states that [`count`] keeps for one distance. A correct table needs far fewer on any
/// shape. A wrong one could otherwise use up all memory.
const MAX_WIDTH: usize = 1 << 22;

/// The number of shortest solutions from a state. Saturates at `u128::MAX`.
pub(crate) fn count<C: Claims>(claims: &C, start: Coordinates, distance: u32) -> Result<u128> {
    // The states on shortest solutions after each move, with the directions that lead back from
    // them and the number of ways to reach them.
    let mut level = vec![(start, MoveSet::EMPTY, 1u128)];
    for left in (1..=distance).rev() {
        let mut next = Vec::with_capacity(2 * level.len());
        for &(at, back, ways) in &level {
            let steps = claims.nearer(at, left, back)?;
            if steps.len() == 0 {
                return Err(too_short(claims, at, distance));
            }
            for step in steps {
                let (mv, after) = claims.take(at, step)?;
                next.push((after, C::back(mv), ways));
            }
        }
        next.sort_unstable_by_key(|&(at, ..)| at);
        next.dedup_by(|(at, back, ways), (kept, all_back, all_ways)| {
            let same = at == kept;
            if same {
                *all_back = *all_back | *back;
                *all_ways = all_ways.saturating_add(*ways);
            }
            same
        });
        if next.len() > MAX_WIDTH {
            let expected = format!("solutions with at most {MAX_WIDTH} states at one distance");
            return Err(claims.fault(start, expected, "more"));
        }
        level = next;
    }
    let mut all = 0u128;
    for (at, back, ways) in level {
        let _ = claims.nearer(at, 0, back)?;
        all = all.saturating_add(ways);
    }
    Ok(all)
}

impl Claims for Walker {
    type Move = Move;
    type Step = Move;
    type Steps = MoveSetIter;

    #[inline]
    fn nearer(&self, at: Coordinates, left: u32, back: MoveSet) -> Result<MoveSetIter> {
        Ok(self.claim(at, left, back)?.into_iter())
    }

    #[inline]
    fn take(&self, at: Coordinates, mv: Move) -> Result<(Move, Coordinates)> {
        Ok((mv, self.step(at, mv)?))
    }

    #[inline]
    fn back(mv: Move) -> MoveSet {
        mv.inverse().into()
    }

    fn fault(
        &self,
        at: Coordinates,
        expected: impl Into<String>,
        found: impl Into<String>,
    ) -> Error {
        self.fault(at, expected, found)
    }
}

impl Walker {
    /// All shortest solutions of a board, in lexicographic order.
    pub(super) fn solutions(&self, board: &Board) -> Result<Ways<Walker>> {
        let start = self.locate(board)?;
        Ways::new(self.clone(), start, self.walk(start, |_| ())?)
    }
}

/// All shortest paths to the goal according to a table.
pub(crate) struct Ways<C: Claims> {
    claims: C,
    /// The length of every solution.
    distance: u32,
    /// The states on the path, each with the steps not tried yet.
    open: Vec<(Coordinates, C::Steps)>,
    /// The moves between them.
    path: Vec<C::Move>,
}

impl<C: Claims> Ways<C> {
    pub(crate) fn new(claims: C, start: Coordinates, distance: u32) -> Result<Ways<C>> {
        let steps = claims.nearer(start, distance, MoveSet::EMPTY)?;
        Ok(Ways { claims, distance, open: vec![(start, steps)], path: Vec::new() })
    }

    /// Advances to the next path that reaches the goal. `None` when all were found.
    fn advance(&mut self) -> Result<Option<<C::Move as Slide>::Sequence>> {
        // The goal itself has the empty solution.
        if self.distance == 0 {
            return Ok(self.open.pop().map(|_| Vec::new().into()));
        }
        while let Some((at, untried)) = self.open.last_mut() {
            let Some(step) = untried.next() else {
                self.open.pop();
                self.path.pop();
                continue;
            };
            let (mv, next) = self.claims.take(*at, step)?;
            let left = self.distance - self.path.len() as u32 - 1;
            let steps = self.claims.nearer(next, left, C::back(mv))?;
            let is_goal = steps.len() == 0;
            self.path.push(mv);
            self.open.push((next, steps));
            if is_goal {
                if left > 0 {
                    return Err(too_short(&self.claims, next, self.distance));
                }
                return Ok(Some(self.path.clone().into()));
            }
        }
        Ok(None)
    }
}

impl<C: Claims> Iterator for Ways<C> {
    type Item = Result<<C::Move as Slide>::Sequence>;

    fn next(&mut self) -> Option<Self::Item> {
        let found = self.advance();
        if found.is_err() {
            self.open.clear();
            // With no path left, this prevents the goal's empty solution from following.
            self.distance = 1;
        }
        found.transpose()
    }
}
