//! The cheapest way of every board to the goal, by Dijkstra's algorithm from the goal.

use super::TileCosts;
use crate::error::{Error, Result};
use crate::puzzle::{
    Coordinates, Direction, MAX_CELLS, MoveTable, Moves, Nibbles, SmallBoard, slid, solvable,
};

/// The first move of every board's answer. Boards are numbered as in tables.
pub(crate) struct CheapestMoves {
    goal: SmallBoard,
    steps: MoveTable,
    first: Vec<Direction>,
}

/// A board in the search: where it is in tables, and its tiles as the goal's labels, in nibbles.
#[derive(Clone, Copy)]
struct Labelled {
    at: Coordinates,
    labels: Nibbles,
}

impl CheapestMoves {
    /// Finds the cheapest ways of all boards that reach the goal.
    ///
    /// # Errors
    ///
    /// [`Error::Memory`] if there is not enough: 22 MB for 2x5.
    pub(crate) fn new(goal: &SmallBoard, costs: &TileCosts) -> Result<CheapestMoves> {
        let shape = goal.shape();
        let steps = MoveTable::new(shape).expect("few cells");
        let mut cost_of = [0; MAX_CELLS];
        for (label, cost) in goal.labels().into_iter().zip(&costs.parts) {
            cost_of[usize::from(label)] = *cost;
        }
        let boards = usize::try_from(shape.states()).expect("few cells");
        // The least cost of each board's ways so far, and of these the number of moves and the
        // first one, in one number: the least is the answer's.
        let mut least = filled(u64::MAX, boards)?;
        let mut moves_and_first = filled(u32::MAX, boards)?;
        let at = Coordinates { blank: goal.blank_cell(), order: 0 };
        // With its labels, the goal has its tiles in order.
        let labels = at.board(shape).expect("few cells").nibbles();
        let mut waiting = RadixHeap { buckets: std::array::from_fn(|_| Vec::new()), last: 0 };
        (least[steps.index(at) as usize], moves_and_first[steps.index(at) as usize]) = (0, 0);
        waiting.push(0, Labelled { at, labels });
        while let Some((cost, Labelled { at, labels })) = waiting.pop() {
            let here = steps.index(at) as usize;
            if cost > least[here] {
                // A cheaper way of this board was found and already taken.
                continue;
            }
            let moves = moves_and_first[here] / 4;
            for direction in Direction::ALL {
                let Some(next) = steps.step(at, direction) else { continue };
                let tile = labels >> (4 * next.blank) & 15;
                let cost = cost + cost_of[tile as usize];
                // The way of the next board begins with the move back.
                let rank = 4 * (moves + 1) + direction.inverse() as u32;
                let there = steps.index(next) as usize;
                if cost < least[there] {
                    let labels = slid(labels, at.blank, next.blank);
                    waiting.push(cost, Labelled { at: next, labels });
                }
                if (cost, rank) < (least[there], moves_and_first[there]) {
                    (least[there], moves_and_first[there]) = (cost, rank);
                }
            }
        }
        let first = moves_and_first.into_iter().map(|rank| Direction::ALL[rank as usize % 4]);
        Ok(CheapestMoves { goal: *goal, steps, first: first.collect() })
    }

    /// The answer of a board.
    pub(crate) fn solution(&self, board: &SmallBoard) -> Result<Moves> {
        let shape = self.goal.shape();
        board.expect_shape(shape)?;
        solvable(board, &self.goal)?;
        let goal = Coordinates { blank: self.goal.blank_cell(), order: 0 };
        let index = Coordinates::index_to_goal(&self.goal, board);
        let mut at = Coordinates::from_index(shape, goal.blank, index).expect("a solvable board");
        let mut moves = Moves::default();
        while at != goal {
            let mv = self.first[self.steps.index(at) as usize];
            at = self.steps.step(at, mv).expect("a legal move");
            moves.push(mv);
        }
        Ok(moves)
    }
}

/// This many times the same number.
fn filled<T: Copy>(number: T, times: usize) -> Result<Vec<T>> {
    let mut all = Vec::new();
    let bytes = (times * size_of::<T>()) as u64;
    all.try_reserve_exact(times).map_err(|_| Error::Memory { bytes })?;
    all.resize(times, number);
    Ok(all)
}

/// A queue in which the costs that are taken never fall (Ahuja, Mehlhorn, Orlin and Tarjan, "Faster
/// algorithms for the shortest path problem", Journal of the ACM 37, 1990). A board waits in the
/// bucket of the highest bit in which its cost differs from the last one taken.
struct RadixHeap {
    buckets: [Vec<(u64, Labelled)>; 65],
    last: u64,
}

impl RadixHeap {
    fn push(&mut self, cost: u64, board: Labelled) {
        let bucket = 64 - (cost ^ self.last).leading_zeros();
        self.buckets[bucket as usize].push((cost, board));
    }

    fn pop(&mut self) -> Option<(u64, Labelled)> {
        if self.buckets[0].is_empty() {
            let bucket = self.buckets.iter_mut().find(|bucket| !bucket.is_empty())?;
            let bucket = std::mem::take(bucket);
            self.last = bucket.iter().map(|&(cost, _)| cost).min()?;
            // All go to lower buckets.
            for (cost, board) in bucket {
                self.push(cost, board);
            }
        }
        self.buckets[0].pop()
    }
}
