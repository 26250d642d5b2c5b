//! How the multi-tile metric walks a table of distances modulo 3, and packs answers.
//!
//! Every step checks what the table claims: the goal has distance 0, every other board has a
//! neighbour that is nearer, none lies on the axis of the last move, and the goal is reached within
//! the diameter. So a wrong table can give a longer way, but never an illegal one or none.

use std::vec::IntoIter;

use super::packing::LegalMoves;
use super::walking::{TableWalker, Walking};
use crate::error::Result;
use crate::puzzle::{
    Coordinates, Direction, Directions, Metric, Move, MultiWord, Orbit, SmallBoard, plural,
};
use crate::space::{Multi, Space as _};

/// A move on the board, and the state that it leads to in the table.
type Step = (Move, Coordinates);

/// The entry that no state has.
const NO_ENTRY: u8 = 3;

/// The multi-tile metric.
#[derive(Clone, Copy, Debug)]
pub(super) struct MultiTile;

impl Walking for MultiTile {
    const METRIC: Metric = Metric::Multi;

    type Space = Multi;
    type Step = Step;
    type Steps = IntoIter<Step>;

    fn space(orbit: Orbit) -> Result<Multi> {
        Multi::new(orbit)
    }

    fn optimal_steps(
        walker: &TableWalker<MultiTile>,
        at: Coordinates,
        left: u32,
        ruled_out: Directions,
    ) -> Result<IntoIter<Step>> {
        let here = walker.entry(at)?;
        if walker.space.is_goal(at) {
            return if here == 0 {
                Ok(Vec::new().into_iter())
            } else {
                Err(walker.fault(at, "0 at the goal", here.to_string()))
            };
        }
        let mut nearer = Vec::new();
        for (mv, next) in walker.steps(at) {
            // One less, modulo 3.
            if (walker.entry(next)? + 1) % 3 == here {
                if ruled_out.contains(mv.direction()) {
                    let found = format!("`{mv}` on the axis of the move before");
                    return Err(walker.fault(at, "a turn after each move", found));
                }
                nearer.push((mv, next));
            }
        }
        if nearer.is_empty() {
            return Err(walker.fault(at, "a neighbour that is nearer", "none"));
        }
        if left == 0 {
            let most = plural(walker.diameter().into(), "move");
            return Err(walker.fault(
                at,
                format!("to reach the goal after at most {most}"),
                "more",
            ));
        }
        Ok(nearer.into_iter())
    }

    fn follow(_: &TableWalker<MultiTile>, _: Coordinates, step: Step) -> Result<Step> {
        Ok(step)
    }

    fn legal_moves(
        walker: &TableWalker<MultiTile>,
        board: &SmallBoard,
        distance: u32,
    ) -> Result<Vec<(Move, u32)>> {
        let at = walker.locate(board)?;
        let here = walker.entry(at)?;
        walker
            .steps(at)
            .map(|(mv, next)| {
                // One more, the same, or one less, modulo 3.
                let change = (3 + walker.entry(next)? - here) % 3;
                let after = match change {
                    2 => distance.checked_sub(1),
                    change => Some(distance + u32::from(change)),
                };
                let Some(after) = after else {
                    return Err(walker.fault(next, "no board nearer than the goal", "one"));
                };
                Ok((mv, after))
            })
            .collect()
    }

    #[inline]
    fn neighbour(
        walker: &TableWalker<MultiTile>,
        at: Coordinates,
        mv: Direction,
    ) -> Option<Coordinates> {
        walker.space.along(at, walker.relabelling.in_table(mv)).next()
    }

    const MOST_CELLS: u8 = MultiWord::MOST_CELLS as u8;
    const MOST_SIDE: usize = MultiWord::MOST_CELLS + 1;
    const MOST_MOVES: u32 = MultiWord::LONGEST;
    const NO_MOVES: u64 = MultiWord::EMPTY;

    #[inline]
    fn prepend(mv: Move, rest: u64) -> u64 {
        MultiWord::after(mv, rest)
    }

    /// In the lower half a bit for each of the four legal moves that is optimal, and in the upper
    /// half for each that leads farther away.
    #[inline]
    fn pack_moves(
        walker: &TableWalker<MultiTile>,
        at: Coordinates,
        distance: u32,
        legal: &LegalMoves,
    ) -> Option<u8> {
        let agrees = u32::from(walker.entry(at).ok()?) == distance % 3;
        let mut bits = 0;
        for (i, &(_, after)) in legal.iter().enumerate() {
            bits |= u8::from(after < distance) << i | u8::from(after > distance) << (i + 4);
        }
        agrees.then_some(bits)
    }
}

impl TableWalker<MultiTile> {
    /// The legal moves on the board, in order, with the states that they lead to.
    fn steps(&self, at: Coordinates) -> impl Iterator<Item = Step> + '_ {
        let (space, relabelling) = (&self.space, &self.relabelling);
        Direction::ALL.into_iter().flat_map(move |mv| {
            let along = (1..).zip(space.along(at, relabelling.in_table(mv)));
            along.map(move |(cells, next)| (Move::along(mv, cells), next))
        })
    }

    /// Reads an entry: the distance modulo 3.
    fn entry(&self, at: Coordinates) -> Result<u8> {
        let entry = self.table.entry(self.space.index(at))?;
        if entry == NO_ENTRY {
            return Err(self.fault(at, "0, 1 or 2", entry.to_string()));
        }
        Ok(entry)
    }
}
