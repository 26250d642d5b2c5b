//! How the single-tile metric walks a table, and packs what it finds there.

use super::given_boards::BatchError;
use super::packing::LegalMoves;
use super::walking::{TableWalker, Walking};
use super::{lockstep, walk};
use crate::error::Result;
use crate::puzzle::{
    Coordinates, Direction, Directions, DirectionsIter, Metric, Move, MoveSet, Orbit, SmallBoard,
};
use crate::solver::legal_moves;
use crate::space::Sliding;

/// The single-tile metric.
#[derive(Clone, Copy, Debug)]
pub(super) struct SingleTile;

impl Walking for SingleTile {
    const METRIC: Metric = Metric::Single;

    type Space = Sliding;
    type Step = Direction;
    type Steps = DirectionsIter;

    fn space(orbit: Orbit) -> Result<Sliding> {
        Sliding::try_from(orbit)
    }

    #[inline]
    fn optimal_steps(
        walker: &TableWalker<SingleTile>,
        at: Coordinates,
        left: u32,
        ruled_out: Directions,
    ) -> Result<DirectionsIter> {
        Ok(walker.claim(at, left, ruled_out)?.into_iter())
    }

    #[inline]
    fn follow(
        walker: &TableWalker<SingleTile>,
        at: Coordinates,
        mv: Direction,
    ) -> Result<(Move, Coordinates)> {
        match SingleTile::neighbour(walker, at, mv) {
            Some(next) => Ok((mv.into(), next)),
            None => Err(walker.fault(at, "legal moves", format!("`{mv}`"))),
        }
    }

    fn optimal_moves(walker: &TableWalker<SingleTile>, at: Coordinates) -> Result<MoveSet> {
        Ok(walker.claim(at, walker.diameter(), Directions::EMPTY)?.into())
    }

    fn legal_moves(
        walker: &TableWalker<SingleTile>,
        board: &SmallBoard,
        distance: u32,
    ) -> Result<Vec<(Move, u32)>> {
        let optimal = SingleTile::optimal_moves(walker, walker.locate(board)?)?;
        Ok(legal_moves(board, distance, optimal))
    }

    #[inline]
    fn neighbour(
        walker: &TableWalker<SingleTile>,
        at: Coordinates,
        mv: Direction,
    ) -> Option<Coordinates> {
        walker.space.step(at, walker.relabelling.in_table(mv))
    }

    fn walk_all<A: Default>(
        walker: &TableWalker<SingleTile>,
        boards: &[SmallBoard],
        answers: &mut [Option<A>],
        visit: impl Fn(&mut A, Move),
    ) -> std::result::Result<(), BatchError> {
        lockstep::walk_all(walker, boards, answers, |answer, mv, _| visit(answer, mv.into()))
    }

    const MOST_CELLS: u8 = 1;
    const MOST_SIDE: usize = usize::MAX;
    const MOST_MOVES: u32 = 31;
    const NO_MOVES: u64 = 1;

    /// A word has two bits for each move, the first lowest, then a 1 bit that marks the end.
    #[inline]
    fn prepend(mv: Move, rest: u64) -> u64 {
        rest << 2 | mv.direction() as u64
    }

    /// The optimal moves in the lower half, and the legal ones in the upper half.
    #[inline]
    fn pack_moves(
        walker: &TableWalker<SingleTile>,
        at: Coordinates,
        distance: u32,
        legal: &LegalMoves,
    ) -> Option<u8> {
        let claim = walker.claim(at, walker.diameter(), Directions::EMPTY).ok()?;
        let optimal = legal.iter().filter(|&&(_, after)| after < distance);
        let optimal: Directions = optimal.map(|(mv, _)| mv.direction()).collect();
        let legal: Directions = legal.iter().map(|(mv, _)| mv.direction()).collect();
        (claim == optimal).then_some(legal.bits() << 4 | optimal.bits())
    }
}

impl TableWalker<SingleTile> {
    /// Reads and checks the optimal moves at a state, as moves on the board. None means the goal.
    #[expect(clippy::inline_always, reason = "see `claim` in `oracle/walk.rs`")]
    #[inline(always)]
    pub(super) fn claim(
        &self,
        at: Coordinates,
        left: u32,
        ruled_out: Directions,
    ) -> Result<Directions> {
        let relabelling = &self.relabelling;
        let ruled_out = ruled_out.into_iter().map(|mv| relabelling.in_table(mv)).collect();
        Ok(relabelling.on_board(walk::claim(&self.table, &self.space, at, left, ruled_out)?))
    }
}
