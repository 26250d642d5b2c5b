//! How the multi-tile metric walks a table of distances modulo 3, and packs answers.
//!
//! Every step checks what the table claims: the goal has distance 0, every other board has a
//! neighbour that is nearer, none lies on the axis of the last move, and the goal is reached within
//! the diameter. So a wrong table can give a longer way, but never an illegal one or none.

use std::sync::Arc;
use std::vec::IntoIter;

use super::Oracle;
use super::search::LabelSearch;
use crate::error::Result;
use crate::oracle::backend::{Answerable, Backend, Searchable};
use crate::oracle::packing::{AnswerPacking, LegalMoves, Packed};
use crate::oracle::walking::{TableWalker, Walking};
use crate::oracle::{Tablebase, best_first};
use crate::puzzle::{
    Board, Coordinates, Move, MoveSet, MultiMove, MultiMoves, MultiWord, Orbit, Puzzle, plural,
};
use crate::space::{Multi, Space as _};
use crate::table::Table;

/// A move on the board, and the state that it leads to in the table.
type Step = (MultiMove, Coordinates);

/// The entry that no state has.
const NO_ENTRY: u8 = 3;

impl Answerable for MultiMove {
    fn oracle(tables: &Tablebase, goal: &Board) -> Result<Oracle> {
        tables.multi_oracle(goal)
    }
}

impl Searchable for MultiMove {
    type Search = LabelSearch;

    fn backend(table: Arc<Table>, goal: &Board) -> Result<Backend<MultiMove>> {
        Ok(match table.puzzle() {
            Puzzle::Labelled(labelling) if labelling.orbit() == Orbit::from(goal) => {
                Backend::Search(Box::new(LabelSearch::new(&[(table, labelling)], goal)?))
            }
            _ => Backend::Table(TableWalker::new(table, goal)?),
        })
    }
}

impl Walking for MultiMove {
    type Space = Multi;
    type Step = Step;
    type Steps = IntoIter<Step>;

    fn space(orbit: Orbit) -> Result<Multi> {
        Multi::new(orbit)
    }

    fn optimal_steps(
        walker: &TableWalker<MultiMove>,
        at: Coordinates,
        left: u32,
        ruled_out: MoveSet,
    ) -> Result<IntoIter<Step>> {
        let here = walker.entry(at)?;
        if walker.space().is_goal(at) {
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
                if ruled_out.contains(mv.mv) {
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

    fn follow(_: &TableWalker<MultiMove>, _: Coordinates, step: Step) -> Result<Step> {
        Ok(step)
    }

    fn push(moves: &mut MultiMoves, mv: MultiMove) {
        moves.push(mv);
    }

    fn legal_moves(
        walker: &TableWalker<MultiMove>,
        board: &Board,
        distance: u32,
    ) -> Result<Vec<(MultiMove, u32)>> {
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
        walker: &TableWalker<MultiMove>,
        at: Coordinates,
        mv: Move,
    ) -> Option<Coordinates> {
        walker.space().along(at, walker.relabelling().in_table(mv)).next()
    }
}

impl AnswerPacking for MultiMove {
    const MOST_CELLS: u8 = MultiWord::MOST_CELLS as u8;
    const MOST_SIDE: usize = MultiWord::MOST_CELLS + 1;
    const MOST_MOVES: u32 = MultiWord::LONGEST;
    const NO_MOVES: u64 = MultiWord::EMPTY;

    #[inline]
    fn prepend(mv: MultiMove, rest: u64) -> u64 {
        MultiWord::after(mv, rest)
    }

    #[inline]
    fn unpack_solution(solution: u64) -> MultiMoves {
        MultiWord::new(solution).map(MultiWord::moves).unwrap_or_default()
    }

    /// In the lower half a bit for each of the four legal moves that is optimal, and in the upper
    /// half for each that leads farther away.
    #[inline]
    fn pack_moves(
        walker: &TableWalker<MultiMove>,
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

    #[inline]
    fn unpack_optimal(Packed { moves: bits, legal, .. }: Packed<'_>) -> MultiMoves {
        let (mut moves, mut len) = (MultiMoves::ROOM, 0);
        for (i, &mv) in legal.iter().enumerate() {
            // Which moves are optimal is unpredictable, and branches for it take longer.
            moves[len] = mv;
            len += usize::from(bits >> i & 1);
        }
        MultiMoves::of_first(len, moves)
    }

    fn unpack_legal(
        Packed { distance, moves: bits, legal, .. }: Packed<'_>,
    ) -> Vec<(MultiMove, u32)> {
        let (distance, bits) = (u32::from(distance), u32::from(bits));
        let after = |i: usize| (distance + (bits >> (i + 4) & 1)) - (bits >> i & 1);
        best_first(legal.iter().enumerate().map(|(i, &mv)| (mv, after(i))).collect())
    }
}

impl TableWalker<MultiMove> {
    /// The legal moves on the board, in order, with the states that they lead to.
    fn steps(&self, at: Coordinates) -> impl Iterator<Item = Step> + '_ {
        let (space, relabelling) = (self.space(), self.relabelling());
        Move::ALL.into_iter().flat_map(move |mv| {
            let along = (1..).zip(space.along(at, relabelling.in_table(mv)));
            along.map(move |(cells, next)| (MultiMove { mv, cells }, next))
        })
    }

    /// Reads an entry: the distance modulo 3.
    fn entry(&self, at: Coordinates) -> Result<u8> {
        let entry = self.table().entry(self.space().index(at))?;
        if entry == NO_ENTRY {
            return Err(self.fault(at, "0, 1 or 2", entry.to_string()));
        }
        Ok(entry)
    }
}
