//! The distance of every board that a goal distinguishes, in memory, and what follows from it.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, RangeInclusive};
use std::sync::Arc;

use super::space::{GoalSpace, GoalState};
use crate::error::{Error, Result};
use crate::generate::bfs_from;
use crate::labelled_board::LabelledBoard;
use crate::limits::{Budget, Limits};
use crate::outcome::{Answer, Ask, Solutions};
use crate::puzzle::{
    BoardError, Direction, LargeBoard, Metric, Move, MoveSet, Moves, SmallBoard, Unsolvable,
};
use crate::solver::{BoardSearch, SolvedBoard};
use crate::threads;

/// The most states of a goal: about two seconds' work, and 25 MB.
pub(crate) const MOST_STATES: u64 = 20_000_000;

/// The boards that a thread answers at a time.
const PER_TURN: usize = 64;

/// A board of a goal: its state and distance.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StatePlace {
    state: GoalState,
    number: usize,
    pub distance: u32,
}

/// The distances of all boards from a goal.
#[derive(Debug)]
pub(crate) struct LabelTable {
    goal: Arc<LabelledBoard>,
    space: GoalSpace,
    /// The distance of each state plus 1, or 0 if it does not reach the goal.
    distances: Vec<u8>,
    /// The direction of the canonical move of each state, in two bits.
    directions: Vec<u8>,
    counts: Vec<u64>,
}

impl LabelTable {
    /// Finds all distances, with the tiles on locked cells in place.
    ///
    /// # Errors
    ///
    /// [`Error::TooManyStates`], and [`Error::Memory`].
    pub fn new(goal: &Arc<LabelledBoard>, locked: &[bool], metric: Metric) -> Result<LabelTable> {
        let space = GoalSpace::new(goal, locked, metric, MOST_STATES).map_err(|states| {
            Error::TooManyStates { goal: goal.to_string(), states, most: MOST_STATES, metric }
        })?;
        let ends = goal.boards().into_iter().filter_map(|board| {
            let state = space.state(|cell| board.cells()[cell])?;
            Some((state, space.index(&state)))
        });
        let before = |(at, number): (GoalState, usize), visit: &mut dyn FnMut(_, Move)| {
            space.each_move(&at, number, |mv, state, number| visit((state, number), mv));
        };
        let index = |(_, number): (GoalState, usize)| number as u64;
        // Of the optimal moves, the smallest.
        let mut directions = vec![u8::MAX; space.states as usize / 4 + 1];
        let record = |number: u64, _, back: Move| {
            let four = &mut directions[number as usize / 4];
            let (mv, at) = (back.direction().inverse() as u8, number % 4 * 2);
            let least = mv.min(*four >> at & 3);
            *four = *four & !(3 << at) | least << at;
        };
        let on = |_: &[u64]| ControlFlow::Continue(());
        let (counts, distances) =
            bfs_from(ends.collect(), space.states, index, before, record, on)?;
        Ok(LabelTable { goal: Arc::clone(goal), space, distances, directions, counts })
    }

    /// The goal.
    pub const fn goal(&self) -> &Arc<LabelledBoard> {
        &self.goal
    }

    pub const fn metric(&self) -> Metric {
        self.space.metric
    }

    /// The number of boards at each distance.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// The numbers of the states at some distances.
    pub fn numbers(&self, distances: &RangeInclusive<u32>) -> Vec<u64> {
        let is_there = |&(_, entry): &(u64, &u8)| {
            u32::from(*entry).checked_sub(1).is_some_and(|it| distances.contains(&it))
        };
        (0..).zip(&self.distances).filter(is_there).map(|(number, _)| number).collect()
    }

    /// A board with this number. Of tiles that are alike, `below` chooses which goes where: a
    /// number below its argument.
    pub fn board(
        &self,
        number: usize,
        below: impl FnMut(u64) -> u64,
    ) -> Result<LargeBoard, BoardError> {
        let state = self.space.at(number);
        debug_assert_eq!(self.space.index(&state), number);
        LargeBoard::new(self.goal.board.shape(), self.space.tiles(&state, below))
    }

    /// Finds a board whose tiles have the numbers of the goal's. `None` if it cannot reach the
    /// goal.
    pub fn locate(&self, tile_at: impl Fn(usize) -> u32) -> Option<StatePlace> {
        let state = self.space.state(tile_at)?;
        self.located(state, self.space.index(&state))
    }

    /// Finds a board, or says why it cannot reach the goal.
    fn expect(&self, board: &SmallBoard) -> Result<StatePlace> {
        let found = self.locate(|cell| board.cells()[cell].into());
        found.ok_or_else(|| match SmallBoard::try_from(&self.goal.board) {
            Ok(goal) => Unsolvable::known(board.cells(), &goal).into(),
            Err(why) => why.into(),
        })
    }

    #[inline]
    fn located(&self, state: GoalState, number: usize) -> Option<StatePlace> {
        let distance = u32::from(self.distances[number]).checked_sub(1)?;
        Some(StatePlace { state, number, distance })
    }

    /// The legal moves, in order, and where they lead.
    pub fn moves(&self, at: &StatePlace) -> Vec<(Move, StatePlace)> {
        let mut moves = Vec::with_capacity(8);
        self.space.each_move(&at.state, at.number, |mv, state, number| {
            moves.extend(self.located(state, number).map(|next| (mv, next)));
        });
        moves
    }

    /// The optimal moves, in order, and where they lead.
    pub fn optimal(&self, at: &StatePlace) -> Vec<(Move, StatePlace)> {
        let mut moves = self.moves(at);
        moves.retain(|(_, next)| next.distance < at.distance);
        moves
    }

    fn optimal_moves_at(&self, at: &StatePlace) -> MoveSet {
        self.optimal(at).into_iter().map(|(mv, _)| mv).collect()
    }

    /// The canonical solution.
    pub fn solution(&self, at: StatePlace) -> Moves {
        let StatePlace { mut state, mut number, distance } = at;
        let is_single = self.metric().slides_one_tile();
        let mut moves = Vec::with_capacity(distance as usize);
        for left in (0..distance).rev() {
            let direction = self.directions[number / 4] >> (number % 4 * 2) & 3;
            let direction = Direction::ALL[usize::from(direction)];
            for cells in 1.. {
                let Some(next) = self.space.step(&state, number, direction) else { break };
                (state, number) = next;
                if is_single || u32::from(self.distances[number]) == left + 1 {
                    moves.push(Move::along(direction, cells));
                    break;
                }
            }
        }
        moves.into()
    }

    /// The number of shortest solutions.
    pub fn count_solutions(&self, at: StatePlace) -> u128 {
        let mut level = BTreeMap::from([(at.number, (at, 1_u128))]);
        for _ in 0..at.distance {
            let mut next = BTreeMap::new();
            for (at, paths) in level.into_values() {
                for (_, nearer) in self.optimal(&at) {
                    let (_, all) = next.entry(nearer.number).or_insert((nearer, 0));
                    *all = paths.saturating_add(*all);
                }
            }
            level = next;
        }
        level.into_values().fold(0, |all, (_, paths)| paths.saturating_add(all))
    }
}

/// What is asked of a board follows from the distances of its neighbours.
impl BoardSearch for Arc<LabelTable> {
    fn longest(&self) -> u32 {
        self.counts().len() as u32 - 1
    }

    fn lower_bounds(&self, boards: &[SmallBoard]) -> Result<Vec<Result<u32>>> {
        Ok(boards.iter().map(|board| Ok(self.expect(board)?.distance)).collect())
    }

    fn solution(&self, board: &SmallBoard, _: usize, _: &Budget) -> Result<Moves> {
        Ok(LabelTable::solution(self, self.expect(board)?))
    }

    fn solutions_of(
        &self,
        boards: &[SmallBoard],
        ask: Ask,
        threads: usize,
        _: &Limits,
    ) -> Result<Vec<Result<Answer>>> {
        let runs: Vec<&[SmallBoard]> = boards.chunks(PER_TURN).collect();
        let answer = |board| {
            let at = self.expect(board)?;
            let moves = ask.has(Ask::SOLUTION).then(|| LabelTable::solution(self, at));
            let next = ask.has(Ask::OPTIMAL_MOVES).then(|| self.optimal_moves_at(&at));
            Ok(Answer { distance: Some(at.distance), moves, next, ..Answer::default() })
        };
        let found = threads::each(&runs, threads, |run| run.iter().map(answer).collect::<Vec<_>>());
        Ok(found.into_iter().flatten().collect())
    }

    fn optimal_moves(&self, solved: &SolvedBoard<'_>) -> Result<MoveSet> {
        Ok(self.optimal_moves_at(&self.expect(solved.board)?))
    }

    fn legal_moves(&self, solved: &SolvedBoard<'_>) -> Result<Vec<(Move, u32)>> {
        let all = self.moves(&self.expect(solved.board)?).into_iter();
        Ok(all.map(|(mv, next)| (mv, next.distance)).collect())
    }

    fn count_solutions(&self, solved: &SolvedBoard<'_>) -> Result<u128> {
        Ok(LabelTable::count_solutions(self, self.expect(solved.board)?))
    }

    fn solutions(&self, board: &SmallBoard, _: &Moves, _: Budget) -> Result<Solutions> {
        Ok(Box::new(ShortestSolutions::new(self, self.expect(board)?)))
    }
}

/// All shortest solutions, in order.
struct ShortestSolutions {
    table: Arc<LabelTable>,
    /// For each board on the path, its optimal moves that were not tried yet.
    open: Vec<std::vec::IntoIter<(Move, StatePlace)>>,
    path: Vec<Move>,
    /// The distance of the start, until the first solution.
    start: Option<u32>,
}

impl ShortestSolutions {
    fn new(table: &Arc<LabelTable>, start: StatePlace) -> ShortestSolutions {
        let open = vec![table.optimal(&start).into_iter()];
        let (table, path) = (Arc::clone(table), Vec::new());
        ShortestSolutions { table, open, path, start: Some(start.distance) }
    }
}

impl Iterator for ShortestSolutions {
    type Item = Result<Moves>;

    fn next(&mut self) -> Option<Result<Moves>> {
        if self.start.take() == Some(0) {
            return Some(Ok(Moves::default()));
        }
        while let Some(moves) = self.open.last_mut() {
            let Some((mv, next)) = moves.next() else {
                self.open.pop();
                self.path.pop();
                continue;
            };
            self.path.push(mv);
            if next.distance == 0 {
                let found = self.path.clone().into();
                self.path.pop();
                return Some(Ok(found));
            }
            self.open.push(self.table.optimal(&next).into_iter());
        }
        None
    }
}
