//! The canonical solution of a board near its goal, by IDA* with the lower bound.
//!
//! A search tries all sequences of moves that can end within a length. If none reaches the goal, no
//! solution is that short, and the next search allows two moves more. Sequences that only end where
//! another one ends are left out (`core/src/partitions/automaton.rs`), and moves are tried in
//! order, so the first solution is the canonical one. Each search generates several times as many
//! boards as the one before it.

use super::tuning::{FAR_PROOF_ONE_IN, NEAR_BOUND, PROOF_ONE_IN};
use crate::limits::{Budget, Limits};
use crate::linear_conflicts::leaving;
use crate::pruning::{PRUNING, REFUSED};
use crate::puzzle::{Direction, LargeBoard, Moves, Shape};

/// How many boards are generated between two looks at the limits.
const BETWEEN_LIMITS: u64 = 1 << 12;

/// A board, and what is proved of its distance.
pub(super) struct Proof {
    size: Shape,
    /// For each cell, the cell where its tile belongs. The blank's has no meaning.
    targets: Vec<u16>,
    blank: usize,
    /// For each row, and for each column, the number of tiles that must leave it.
    leaving: [Vec<u16>; 2],
    /// The lower bound of the board as it is.
    bound: u32,
    /// No solution is shorter. It has the parity of the distance.
    pub at_least: u32,
}

/// A move made, and what it takes to take it back.
struct MadeMove {
    mv: Direction,
    /// The state of the automaton, the bound, and the tiles that must leave the two lines, before.
    state: u16,
    bound: u32,
    leaving: [u16; 2],
}

/// How much of the limits a search may use.
#[derive(Clone, Copy)]
pub(super) enum Share {
    /// A small part, and a smaller one where the board is far from its goal.
    Small,
    /// All that is left of what is for good solutions.
    Rest,
    /// All that is left.
    Unlimited,
}

/// How a search ends.
enum ProofEnd {
    Found(Moves),
    Exhausted,
    Stopped,
}

impl Proof {
    /// Begins with a board that can reach the goal.
    pub fn new(board: &LargeBoard, goal: &LargeBoard) -> Proof {
        let size = goal.shape();
        let mut goal_cells = vec![0; goal.cells().len()];
        for (cell, &tile) in (0..).zip(goal.cells()) {
            goal_cells[tile as usize] = cell;
        }
        let targets: Vec<u16> =
            board.cells().iter().map(|&tile| goal_cells[tile as usize]).collect();
        let leaving = [vec![0; size.rows], vec![0; size.cols]];
        let blank = board.blank_cell();
        let mut proof = Proof { size, targets, blank, leaving, bound: 0, at_least: 0 };
        for axis in 0..2 {
            for line in 0..proof.leaving[axis].len() {
                proof.leaving[axis][line] = proof.count_leaving(axis, line);
            }
        }
        let tiles = proof.targets.iter().enumerate().filter(|&(cell, _)| cell != blank);
        let steps: usize = tiles.map(|(cell, &to)| size.steps(cell, to.into())).sum();
        let all_leaving = proof.leaving.iter().flatten();
        let conflicts: usize = all_leaving.map(|&tiles| usize::from(tiles)).sum();
        let bound = (steps + 2 * conflicts) as u32;
        Proof { bound, at_least: bound, ..proof }
    }

    /// Looks for the canonical solution with this much of the budget.
    pub fn search(&mut self, share: Share, budget: &Budget) -> Option<Moves> {
        let limit = budget.limits().boards_for_good_solutions();
        let limit = limit.or(Limits::of_any_size().boards).unwrap_or_default();
        loop {
            let one_in = match share {
                Share::Small if self.at_least <= NEAR_BOUND => PROOF_ONE_IN,
                Share::Small => FAR_PROOF_ONE_IN,
                Share::Rest | Share::Unlimited => 1,
            };
            let (most, part) = match share {
                Share::Unlimited => (u64::MAX, f64::INFINITY),
                _ => (limit / one_in, 1.0 / one_in as f64),
            };
            match self.search_length(most, part, budget) {
                ProofEnd::Found(moves) => return Some(moves),
                ProofEnd::Exhausted => {}
                ProofEnd::Stopped => return None,
            }
        }
    }

    /// Looks for the first solution of [`at_least`](Self::at_least) moves, and raises that if there
    /// is none. It stops once the budget has this many boards, or this part of it is used up.
    fn search_length(&mut self, most: u64, part: f64, budget: &Budget) -> ProofEnd {
        let (mut path, mut state, mut next) = (Vec::<MadeMove>::new(), 0, 0);
        // Boards that the budget does not know of yet, and how many there may be.
        let (mut new, mut most_new) = (0, 0);
        let end = loop {
            if self.bound == 0 {
                break ProofEnd::Found(path.iter().map(|step| step.mv).collect());
            }
            let Some(&mv) = Direction::ALL.get(next) else {
                let Some(last) = path.pop() else { break ProofEnd::Exhausted };
                self.take_back(&last);
                (state, next) = (last.state, last.mv as usize + 1);
                continue;
            };
            next += 1;
            let after = PRUNING[usize::from(state)][mv as usize];
            if after == REFUSED {
                continue;
            }
            if new >= most_new {
                let left = most.saturating_sub(budget.generated() + new);
                let goes_on = budget.goes_on(self.at_least, std::mem::take(&mut new));
                if left == 0 || !goes_on || budget.used() > part {
                    break ProofEnd::Stopped;
                }
                most_new = left.min(BETWEEN_LIMITS);
            }
            let Some(step) = self.make(mv, state) else { continue };
            new += 1;
            if path.len() as u32 + 1 + self.bound > self.at_least {
                self.take_back(&step);
            } else {
                path.push(step);
                (state, next) = (after, 0);
            }
        };
        budget.add(new);
        for step in path.iter().rev() {
            self.take_back(step);
        }
        if matches!(end, ProofEnd::Exhausted) {
            // All solutions have one parity.
            self.at_least += 2;
        }
        end
    }

    /// Makes a move. `None` if it is illegal.
    #[inline]
    fn make(&mut self, mv: Direction, state: u16) -> Option<MadeMove> {
        let (from, before) = (self.blank, self.bound);
        let to = self.size.neighbour(from, mv)?;
        let tile = self.targets[to];
        let target = usize::from(tile);
        self.targets.swap(from, to);
        self.blank = to;
        self.bound += self.size.steps(from, target) as u32;
        self.bound -= self.size.steps(to, target) as u32;
        // The tile leaves one line, and enters another. That matters where it belongs there.
        let (axis, lines) = self.lines(from, to);
        let own = self.line(axis, target);
        let leaving = lines.map(|line| self.leaving[axis][line]);
        for line in lines {
            if line == own {
                let now = self.count_leaving(axis, line);
                self.bound += 2 * u32::from(now);
                self.bound -= 2 * u32::from(std::mem::replace(&mut self.leaving[axis][line], now));
            }
        }
        Some(MadeMove { mv, state, bound: before, leaving })
    }

    /// Takes back the last move.
    #[inline]
    fn take_back(&mut self, step: &MadeMove) {
        let to = self.size.neighbour(self.blank, step.mv.inverse()).unwrap_or(self.blank);
        let (axis, lines) = self.lines(to, self.blank);
        for (line, leaving) in lines.into_iter().zip(step.leaving) {
            self.leaving[axis][line] = leaving;
        }
        self.targets.swap(to, self.blank);
        self.blank = to;
        self.bound = step.bound;
    }

    /// The row (0) or the column (1) that a move changes, and the two lines.
    #[inline]
    const fn lines(&self, from: usize, to: usize) -> (usize, [usize; 2]) {
        let axis = if from.abs_diff(to) == 1 { 1 } else { 0 };
        (axis, [self.line(axis, from), self.line(axis, to)])
    }

    /// The row or the column of a cell.
    #[inline]
    const fn line(&self, axis: usize, cell: usize) -> usize {
        if axis == 0 { cell / self.size.cols } else { cell % self.size.cols }
    }

    /// The number of tiles that must leave a row or a column.
    fn count_leaving(&self, axis: usize, line: usize) -> u16 {
        let Shape { rows, cols } = self.size;
        let (first, step, count) =
            if axis == 0 { (line * cols, 1, cols) } else { (line, cols, rows) };
        let cells = (0..count).map(|number| first + number * step);
        let tiles = cells.filter(|&cell| cell != self.blank).map(|cell| self.targets[cell].into());
        leaving(tiles.filter(|&target| self.line(axis, target) == line)) as u16
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linear_conflicts::linear_conflicts;

    /// Wherever the search is, its bound is that of the board.
    #[test]
    fn the_bound_follows_the_moves() {
        let size = Shape { rows: 4, cols: 7 };
        let goal = LargeBoard::goal(size).unwrap();
        let mut board = goal.clone();
        let mut proof = Proof::new(&board, &goal);
        let (mut steps, mut bounds) = (Vec::new(), Vec::new());
        let mut random = 1_u32;
        for _ in 0..3000 {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let mv = Direction::ALL[(random >> 16) as usize % 4];
            bounds.push(proof.bound);
            let Some(step) = proof.make(mv, 0) else {
                bounds.pop();
                continue;
            };
            steps.push(step);
            board.slide(mv);
            // The goal has each tile in the cell of its number less one.
            let target = |cell: usize| (board.cells()[cell] as usize).checked_sub(1);
            let cells = 0..board.cells().len();
            let steps = cells.filter_map(|cell| Some(size.steps(cell, target(cell)?)));
            let bound = steps.sum::<usize>() + 2 * linear_conflicts(size, target);
            assert_eq!(proof.bound as usize, bound);
            assert_eq!(proof.bound, Proof::new(&board, &goal).bound);
        }
        for (step, bound) in steps.iter().zip(bounds).rev() {
            proof.take_back(step);
            assert_eq!(proof.bound, bound);
        }
    }
}
