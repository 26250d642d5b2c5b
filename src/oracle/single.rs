//! How the single-tile metric walks a table, packs answers, and searches.

use super::backend::{Answerable, Searchable};
use super::boards::BatchError;
use super::packing::{AnswerPacking, LegalMoves, Packed};
use super::walking::{TableWalker, Walking};
use super::{Oracle, Tablebase, lockstep, walk};
use crate::error::Result;
use crate::puzzle::{Board, Coordinates, DirectionsIter, Move, MoveSet, Moves, MultiMove, Orbit};
use crate::solver::{PatternSearch, legal_moves};
use crate::space::Sliding;

impl Answerable for Move {
    fn oracle(tables: &Tablebase, goal: &Board) -> Result<Oracle> {
        tables.oracle(goal)
    }
}

impl Searchable for Move {
    type Search = PatternSearch;
}

impl Walking for Move {
    type Space = Sliding;
    type Step = Move;
    type Steps = DirectionsIter;

    fn space(orbit: Orbit) -> Result<Sliding> {
        Sliding::try_from(orbit)
    }

    #[inline]
    fn optimal_steps(
        walker: &TableWalker,
        at: Coordinates,
        left: u32,
        ruled_out: MoveSet,
    ) -> Result<DirectionsIter> {
        Ok(walker.claim(at, left, ruled_out)?.into_iter())
    }

    #[inline]
    fn follow(walker: &TableWalker, at: Coordinates, mv: Move) -> Result<(Move, Coordinates)> {
        match Move::neighbour(walker, at, mv) {
            Some(next) => Ok((mv, next)),
            None => Err(walker.fault(at, "legal moves", format!("`{mv}`"))),
        }
    }

    #[inline]
    fn push(moves: &mut Moves, mv: Move) {
        moves.push(mv);
    }

    fn optimal_moves(walker: &TableWalker, at: Coordinates) -> Result<MoveSet> {
        walker.claim(at, walker.diameter(), MoveSet::EMPTY)
    }

    fn legal_moves(walker: &TableWalker, board: &Board, distance: u32) -> Result<Vec<(Move, u32)>> {
        let optimal = <Move as Walking>::optimal_moves(walker, walker.locate(board)?)?;
        Ok(legal_moves(board, distance, &optimal))
    }

    #[inline]
    fn neighbour(walker: &TableWalker, at: Coordinates, mv: Move) -> Option<Coordinates> {
        walker.space().step(at, walker.relabelling().in_table(mv))
    }

    fn walk_all<A: Default>(
        walker: &TableWalker,
        boards: &[Board],
        answers: &mut [Option<A>],
        visit: impl Fn(&mut A, Move),
    ) -> std::result::Result<(), BatchError> {
        lockstep::walk_all(walker, boards, answers, |answer, mv, _| visit(answer, mv))
    }
}

impl AnswerPacking for Move {
    const MOST_CELLS: u8 = 1;
    const MOST_SIDE: usize = usize::MAX;
    const MOST_MOVES: u32 = 31;
    const NO_MOVES: u64 = 1;

    /// A word has two bits for each move, the first lowest, then a 1 bit that marks the end.
    #[inline]
    fn prepend(mv: MultiMove, rest: u64) -> u64 {
        rest << 2 | mv.mv as u64
    }

    #[inline]
    fn unpack_solution(solution: u64) -> Moves {
        Moves::from_word(solution)
    }

    /// The optimal moves in the lower half, and the legal ones in the upper half.
    #[inline]
    fn pack_moves(
        walker: &TableWalker,
        at: Coordinates,
        distance: u32,
        legal: &LegalMoves,
    ) -> Option<u8> {
        let claim = walker.claim(at, walker.diameter(), MoveSet::EMPTY).ok()?;
        let optimal = legal.iter().filter(|&&(_, after)| after < distance);
        let optimal: MoveSet = optimal.map(|(mv, _)| mv.mv).collect();
        let legal: MoveSet = legal.iter().map(|(mv, _)| mv.mv).collect();
        (claim == optimal).then_some(legal.bits() << 4 | optimal.bits())
    }

    #[inline]
    fn unpack_optimal(packed: Packed<'_>) -> MoveSet {
        MoveSet::from_bits(packed.moves)
    }

    fn unpack_legal(packed: Packed<'_>) -> Vec<(Move, u32)> {
        let (optimal, legal) =
            (Move::unpack_optimal(packed), MoveSet::from_bits(packed.moves >> 4));
        let distance = u32::from(packed.distance);
        let mut best_first = Vec::with_capacity(Move::ALL.len());
        best_first.extend(optimal.into_iter().map(|mv| (mv, distance - 1)));
        let others = legal.into_iter().filter(|&mv| !optimal.contains(mv));
        best_first.extend(others.map(|mv| (mv, distance + 1)));
        best_first
    }
}

impl TableWalker {
    /// Reads and checks the optimal moves at a state, as moves on the board. None means the goal.
    #[expect(clippy::inline_always, reason = "see `claim` in `oracle/walk.rs`")]
    #[inline(always)]
    pub(super) fn claim(&self, at: Coordinates, left: u32, ruled_out: MoveSet) -> Result<MoveSet> {
        let relabelling = self.relabelling();
        let ruled_out = ruled_out.into_iter().map(|mv| relabelling.in_table(mv)).collect();
        Ok(relabelling.on_board(walk::claim(self.table(), self.space(), at, left, ruled_out)?))
    }
}
