//! How a beam expands boards in the multi-tile metric, with tables of boards with labels.

#![expect(clippy::inline_always, reason = "compiled for each kind of processor")]

use std::sync::Mutex;

use smallvec::SmallVec;

use super::label_search::{FARTHEST, LabelSearch, MOST_MOVES, SharedSearch};
use super::pieces::Axis;
use super::views::LabelNode;
use crate::error::{Error, Result};
use crate::limits::Budget;
use crate::puzzle::{Direction, Move, Moves, SmallBoard};
use crate::solver::beam::{
    self, BOARDS_IN_FLIGHT, Beam, BeamMemory, BeamSpace, Candidate, Expanded,
};
use crate::solver::beams::with_beams;
use crate::solver::spread::Spread;
use crate::solver::{before_beams, mix};

/// Beams in this metric.
#[derive(Debug)]
pub(super) struct LabelBeam;

/// A board of a beam.
#[derive(Clone, Copy)]
pub(super) struct RunNode {
    node: LabelNode,
    /// The move that led to it: the next one is on the other axis.
    last: Option<Direction>,
}

/// Where searches are stopped, beams have one in this many parts of the time. (They need more than
/// in the single-tile metric.)
const BEAMS_ONE_IN: u32 = 4;

impl BeamSpace for LabelBeam {
    type Node = RunNode;
    type Step = LabelNode;
    type Context<'c> = (&'c SharedSearch, &'c Spread);

    /// Two for the direction, and three for up to seven cells.
    const MOVE_BITS: u32 = 5;
    const CHILDREN: usize = MOST_MOVES;
    const LONGEST: u32 = FARTHEST;
    /// One to ten were as good, and one and two best where beams are narrow.
    const BOUNDS: usize = 2;

    #[inline(always)]
    fn expand(
        (search, spread): Self::Context<'_>,
        boards: &[RunNode],
        spreads: &[u16],
        first: u32,
        below: u32,
        candidates: &mut Vec<Candidate<LabelNode>>,
    ) -> Expanded {
        let mut found = Expanded::default();
        let mut children = SmallVec::<[Candidate<LabelNode>; BOARDS_IN_FLIGHT * MOST_MOVES]>::new();
        for (i, RunNode { node, last }) in boards.iter().enumerate() {
            let last = last.map(Axis::of);
            let axes = Axis::ALL.into_iter().filter(|&axis| last != Some(axis));
            for mv in axes.flat_map(Axis::moves) {
                let (mut child, mut more, mut behind) = (*node, spreads[i], 0);
                for cells in 1_u8.. {
                    let blank = child.blank;
                    let Some(bound) = search.slide(node, &mut child, mv) else { break };
                    (found.generated, behind) = (found.generated + 1, behind + 1);
                    let tile = (child.board >> (4 * blank) & 15) as usize;
                    more =
                        more.wrapping_add_signed(spread.step(tile, child.blank as u8, blank as u8));
                    if bound >= below {
                        continue;
                    }
                    search.prefetch(&mut child, mv, behind);
                    behind = 0;
                    children.push(Candidate {
                        key: mix(child.board, Axis::of(mv) as u64),
                        step: child,
                        parent: first + i as u32,
                        spread: more,
                        mv: Move::along(mv, cells).byte(),
                    });
                }
            }
        }
        for mut child in children {
            let mv = Move::of_byte(child.mv).direction();
            // An entry that cannot be read is damaged, and the search for the proof has said so.
            if !search.is_within(&mut child.step, mv, below).unwrap_or(false) {
                continue;
            }
            if child.step.board == search.goal.nibbles() {
                found.goal = found.goal.or(Some(candidates.len()));
            }
            candidates.push(child);
        }
        found
    }

    #[inline(always)]
    fn child(_: Self::Context<'_>, _: &RunNode, child: &Candidate<LabelNode>) -> RunNode {
        RunNode { node: child.step, last: Some(Move::of_byte(child.mv).direction()) }
    }

    #[inline(always)]
    fn bounds(step: &LabelNode) -> usize {
        step.bounds.iter().map(|&bound| bound as usize).sum()
    }
}

impl LabelSearch {
    /// The canonical solution.
    pub(super) fn solution(
        &self,
        board: &SmallBoard,
        threads: usize,
        budget: &Budget,
    ) -> Result<Moves> {
        let limits = budget.limits();
        let Some(before_beams) = before_beams(limits, BEAMS_ONE_IN) else {
            return self.search(board, threads, budget);
        };
        let before_beams = Budget::resume(&before_beams, budget.generated(), budget.time());
        let found = self.search(board, threads, &before_beams);
        budget.add(before_beams.generated() - budget.generated());
        let Err(Error::Stopped(stopped)) = found else { return found };
        let (ends, spare) = ((board, self.goal()), Mutex::default());
        let beam = |beam: Beam<'_>| self.beam(board, beam, &spare);
        Err(with_beams(ends, stopped, limits, budget.time(), beam)?.into())
    }

    /// Searches with a beam for a solution. `None` if it finds none. `spare` is the memory of beams
    /// that are over.
    fn beam(
        &self,
        board: &SmallBoard,
        beam: Beam<'_>,
        spare: &Mutex<Vec<BeamMemory<LabelBeam>>>,
    ) -> Result<Option<Moves>> {
        let spread = Spread::of_steps(&self.0.goal);
        let root = RunNode { node: self.start(board)?, last: None };
        let root = (root, spread.of(board));
        let found = beam::search::<LabelBeam>((&self.0, &spread), root, beam, spare)?;
        Ok(found.map(|moves| moves.into_iter().map(Move::of_byte).collect()))
    }
}
