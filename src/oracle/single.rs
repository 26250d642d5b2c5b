//! How the single-tile metric walks a table, keeps solutions in words, and searches.

use super::answer::legal_moves;
use super::backing::{
    Answerable, Backend, Backing, LegalMoves, LookedUp, OfMany, Searching, Walker,
};
use super::lookups::Distances;
use super::{
    Answer, AnyOracle, Ask, Batch, BatchError, Boards, Oracle, Outcome, Solutions, Solved,
    Tablebase, any_oracle, walk,
};
use crate::error::Result;
use crate::limits::{Budget, Limits};
use crate::puzzle::{Board, Coordinates, Move, MoveSet, MoveSetIter, Moves, MultiMove, Orbit};
use crate::solver::PatternSearch;
use crate::space::Sliding;

impl Answerable for Move {
    fn oracle(tables: &Tablebase, goal: &Board) -> Result<Oracle> {
        tables.oracle(goal)
    }
}

impl Searching<Move> for PatternSearch {
    fn goal(&self) -> &Board {
        self.goal()
    }

    fn longest(&self) -> u32 {
        self.longest()
    }

    fn lower_bounds(&self, boards: &[Board]) -> Result<Vec<Result<u32>>> {
        self.lower_bounds(boards)
    }

    fn solution(&self, board: &Board, threads: usize, budget: &Budget) -> Result<Moves> {
        self.solution(board, threads, budget)
    }

    fn optimal_moves(&self, Answer { oracle, board, moves, budget }: &Answer) -> Result<MoveSet> {
        self.optimal_moves(board, moves, oracle.threads.count(), budget)
    }

    fn legal_moves(&self, answer: &Answer) -> Result<Vec<(Move, u32)>> {
        let optimal = Searching::optimal_moves(self, answer)?;
        Ok(legal_moves(&answer.board, answer.distance(), &optimal))
    }

    fn count_solutions(&self, Answer { oracle, board, moves, budget }: &Answer) -> Result<u128> {
        self.count_solutions(board, moves, oracle.threads.count(), budget).map(u128::from)
    }

    fn solutions(&self, Answer { board, moves, budget, .. }: Answer) -> Result<Solutions> {
        Ok(Solutions::new(self.solutions(&board, &moves, budget)?))
    }

    fn expect_bounds(&self, boards: u64, threads: usize) -> Result<()> {
        self.expect_bounds(boards, threads)
    }

    fn reserve(&self, boards: usize, limits: &Limits) -> Result<()> {
        self.reserve(boards, limits)
    }
}

impl Backing for Move {
    type Space = Sliding;
    type Step = Move;
    type Steps = MoveSetIter;
    type Search = PatternSearch;

    const CELLS: u8 = 1;
    const SIDE: usize = usize::MAX;
    const LONGEST: u32 = 31;
    const EMPTY: u64 = 1;

    fn space(orbit: Orbit) -> Result<Sliding> {
        Sliding::try_from(orbit)
    }

    #[inline]
    fn nearer(walker: &Walker, at: Coordinates, left: u32, back: MoveSet) -> Result<MoveSetIter> {
        Ok(walker.claim(at, left, back)?.into_iter())
    }

    #[inline]
    fn take(walker: &Walker, at: Coordinates, mv: Move) -> Result<(Move, Coordinates)> {
        match Move::neighbour(walker, at, mv) {
            Some(next) => Ok((mv, next)),
            None => Err(walker.fault(at, "legal moves", format!("`{mv}`"))),
        }
    }

    #[inline]
    fn back(self) -> MoveSet {
        self.inverse().into()
    }

    fn legal_moves(walker: &Walker, board: &Board, distance: u32) -> Result<Vec<(Move, u32)>> {
        Ok(legal_moves(board, distance, &walker.optimal_moves(board)?))
    }

    #[inline]
    fn neighbour(walker: &Walker, at: Coordinates, mv: Move) -> Option<Coordinates> {
        walker.space().step(at, walker.relabelling().in_table(mv))
    }

    /// A word has two bits for each move, the first lowest, then a 1 bit that marks the end.
    #[inline]
    fn word(mv: MultiMove, rest: u64) -> u64 {
        rest << 2 | mv.mv as u64
    }

    #[inline]
    fn of_word(word: u64) -> Moves {
        Moves::from_word(word)
    }

    /// The optimal moves, and above them the legal ones.
    #[inline]
    fn packed_moves(
        walker: &Walker,
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
    fn optimal_of(LookedUp { kept, .. }: LookedUp<'_>) -> MoveSet {
        MoveSet::from_bits(kept)
    }

    fn legal_of(LookedUp { distance, kept, .. }: LookedUp<'_>) -> Vec<(Move, u32)> {
        let (optimal, legal) = (MoveSet::from_bits(kept), MoveSet::from_bits(kept >> 4));
        let distance = u32::from(distance);
        let mut best_first = Vec::with_capacity(Move::ALL.len());
        best_first.extend(optimal.into_iter().map(|mv| (mv, distance - 1)));
        let others = legal.into_iter().filter(|&mv| !optimal.contains(mv));
        best_first.extend(others.map(|mv| (mv, distance + 1)));
        best_first
    }

    fn batch_in(oracle: &AnyOracle) -> Option<&Batch> {
        any_oracle::single(oracle)
    }

    fn many_distances<T: Send>(
        batch: &Batch,
        boards: Boards<'_>,
        out: &mut [T],
        convert: &(impl Fn(Outcome<u32>) -> T + Sync),
    ) -> std::result::Result<(), BatchError> {
        batch.ask::<Distances, T>(boards, out, convert)
    }

    fn many_solutions(batch: &Batch, boards: Boards<'_>) -> OfMany<Moves> {
        batch.all(boards, |boards, out| batch.solutions_into(boards, out, |answer| answer))
    }

    fn many_optimal_moves(batch: &Batch, boards: Boards<'_>) -> OfMany<MoveSet> {
        batch.all(boards, |boards, out| batch.optimal_moves_into(boards, out, |answer| answer))
    }

    fn find(batch: &Batch, boards: Boards<'_>, ask: Ask) -> OfMany<Solved> {
        if let Backend::Search(search) = &batch.oracle().backend {
            return batch.all(boards, |boards, out| {
                batch.search(search, ask, boards, out, |_, found| found)
            });
        }
        let mut answers = batch.all(boards, |boards, out| {
            batch.solutions_into(boards, out, |moves| moves.map(Solved::new))
        })?;
        if ask.has(Ask::OPTIMAL_MOVES) {
            for (answer, moves) in answers.iter_mut().zip(batch.optimal_moves(boards)?) {
                if let (Outcome::Known(solved), Outcome::Known(moves)) = (answer, moves) {
                    solved.optimal = Some(moves);
                }
            }
        }
        Ok(answers)
    }
}

impl Walker {
    /// Reads and checks the optimal moves at a state, as moves on the board. None means the goal.
    #[expect(clippy::inline_always, reason = "see `claim` in `oracle/walk.rs`")]
    #[inline(always)]
    pub(super) fn claim(&self, at: Coordinates, left: u32, back: MoveSet) -> Result<MoveSet> {
        let relabelling = self.relabelling();
        let back = back.into_iter().map(|mv| relabelling.in_table(mv)).collect();
        Ok(relabelling.on_board(walk::claim(self.table(), self.space(), at, left, back)?))
    }
}
