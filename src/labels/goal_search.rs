//! A search for boards of at most 25 cells and a goal that distinguishes too many for a table, in
//! the single-tile metric.
//!
//! It is IDA*: moves are tried in the canonical order, so the first solution of the least length is
//! the canonical one. If there are limits, a beam goes first, so that a solution is known when one
//! is reached.

use std::borrow::Borrow;
use std::collections::HashSet;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::sync::Arc;

use super::patterns::{GoalNode, LabelPatterns, Step};
use crate::error::{Error, Result};
use crate::labelled_board::LabelledBoard;
use crate::limits::{Budget, Interval};
use crate::puzzle::{
    Direction, LargeBoard, Metric, Move, Moves, Shape, SmallBoard, SmallShape, Unsolvable, solvable,
};
use crate::solver::{LONGEST_PATH, SearchByLength, SolvedBoard, beside};

/// How many boards are generated between two looks at the limits.
const BETWEEN_LIMITS: u64 = 1 << 12;

/// The most boards of a level that a beam keeps, and how many a limit must allow for each of them.
/// On 5x5 with two free cells and 20 million boards, solutions have 126 moves on average, and 141
/// if only a quarter is kept.
const BEAM_WIDTH: u64 = 1 << 12;
const BEAM_PART: u64 = 1 << 9;

/// Searches for one goal.
#[derive(Clone, Debug)]
pub(crate) struct GoalSearch(Arc<SearchedGoal>);

#[derive(Debug)]
struct SearchedGoal {
    goal: Arc<LabelledBoard>,
    shape: SmallShape,
    /// The cell of the goal's blank, unless it is free.
    blank: Option<usize>,
    patterns: LabelPatterns,
}

impl GoalSearch {
    /// Makes the tables for a goal of at most 25 cells, on this many threads.
    ///
    /// # Errors
    ///
    /// [`Error::TooLarge`] for more cells, and [`Error::Memory`].
    pub(crate) fn new(goal: &Arc<LabelledBoard>, threads: usize) -> Result<GoalSearch> {
        let shape = SmallShape::try_from(goal.board.shape())?;
        let blanks: Vec<usize> = goal.boards().iter().map(LargeBoard::blank_cell).collect();
        let patterns = LabelPatterns::new(goal, shape, &blanks, threads)?;
        let blank = (!goal.has_free_blank()).then(|| goal.board.blank_cell());
        let goal = Arc::clone(goal);
        Ok(GoalSearch(Arc::new(SearchedGoal { goal, shape, blank, patterns })))
    }
}

impl SearchedGoal {
    /// The board, if it can reach the goal.
    fn start(&self, board: &SmallBoard) -> Result<GoalNode> {
        board.expect_shape(self.shape)?;
        if !self.goal.has_tiles_alike() {
            let ends = self.goal.boards();
            let ends: Vec<SmallBoard> =
                ends.iter().map(SmallBoard::try_from).collect::<Result<_, _>>()?;
            if let [first, ..] = &ends[..]
                && ends.iter().all(|end| solvable(board, end).is_err())
            {
                return Err(Unsolvable::known(board.cells(), first).into());
            }
        }
        Ok(self.patterns.start(board))
    }

    /// A lower bound on the distance, of its parity if the goal has the blank.
    fn lower_bound(&self, node: &GoalNode) -> u32 {
        node.bound + u32::from(!self.may_take(node, node.bound))
    }

    /// True if a distance has the right parity, which the cells of two blanks decide.
    fn may_take(&self, node: &GoalNode, moves: u32) -> bool {
        let steps = |end| Shape::from(self.shape).steps(node.blank, end) as u32;
        self.blank.is_none_or(|end| steps(end) % 2 == moves % 2)
    }

    fn is_goal(&self, node: &GoalNode) -> bool {
        self.patterns.is_reached(node) && self.blank.is_none_or(|blank| blank == node.blank)
    }

    /// Looks for a solution with a beam: of each level, the boards with the least bounds are kept.
    fn beam(&self, start: &GoalNode, budget: &Budget) -> Option<Moves> {
        let boards = budget.limits().boards.unwrap_or(u64::MAX);
        let width = (boards / BEAM_PART).clamp(1, BEAM_WIDTH) as usize;
        // Always the same, so that a board always has the same solution.
        let hasher = BuildHasherDefault::<DefaultHasher>::default();
        let mut seen = HashSet::from([hasher.hash_one(start.labels)]);
        // For each board of each level, the number of its parent in the level before, and the move.
        let (mut level, mut steps) = (vec![*start], Vec::<Vec<(u32, Direction)>>::new());
        while steps.len() < LONGEST_PATH {
            if let Some(end) = level.iter().position(|node| self.is_goal(node)) {
                let mut at = end;
                let back = steps.iter().rev().map_while(|level| {
                    let &(parent, mv) = level.get(at)?;
                    at = parent as usize;
                    Some(mv)
                });
                let mut moves: Vec<Direction> = back.collect();
                moves.reverse();
                return Some(moves.into());
            }
            let mut next = Vec::new();
            for (number, node) in (0..).zip(&level) {
                for mv in Direction::ALL {
                    if let Some(node) = self.patterns.moved(node, mv)
                        && seen.insert(hasher.hash_one(node.labels))
                    {
                        next.push(((number, mv), node));
                    }
                }
            }
            if next.is_empty() || !budget.goes_on(self.lower_bound(start), next.len() as u64) {
                break;
            }
            let mut kept: Vec<usize> = (0..next.len()).collect();
            kept.sort_by_key(|&number| next[number].1.bound);
            kept.truncate(width);
            steps.push(kept.iter().map(|&number| next[number].0).collect());
            level = kept.iter().map(|&number| next[number].1).collect();
        }
        None
    }
}

/// The solutions of one length, in order.
struct Solutions {
    length: u32,
    node: GoalNode,
    /// The steps back from the node to the start.
    path: Vec<Step>,
    /// The next move to try, or none if all were.
    next: Option<usize>,
    /// The boards generated that the budget does not know of yet.
    generated: u64,
}

impl Solutions {
    /// Solutions of `length` moves, if none is shorter.
    fn new(search: &SearchedGoal, start: &GoalNode, length: u32) -> Solutions {
        let is_possible = start.bound <= length && search.may_take(start, length);
        let next = is_possible.then_some(0);
        Solutions { length, node: *start, path: Vec::new(), next, generated: 0 }
    }

    fn next(&mut self, search: &SearchedGoal, budget: &Budget) -> Result<Option<Moves>> {
        let patterns = &search.patterns;
        while let Some(next) = self.next {
            let left = self.length - self.path.len() as u32;
            let is_solution = left == 0 && search.is_goal(&self.node);
            let found = is_solution
                .then(|| self.path.iter().map(|back| Move::from(back.mv.inverse())).collect());
            let mut untried = if left == 0 { &[] } else { &Direction::ALL[next..] }.iter();
            let step = untried.find_map(|&mv| {
                let step = patterns.step(&self.node, mv)?;
                self.generated += 1;
                (step.bound < left).then_some(step)
            });
            self.next = if let Some(mut step) = step {
                patterns.make(&mut self.node, &mut step);
                self.path.push(step);
                Some(0)
            } else {
                self.path.pop().map(|mut back| {
                    patterns.make(&mut self.node, &mut back);
                    self.node.last = self.path.last().map(|back| back.mv.inverse());
                    back.mv as usize + 1
                })
            };
            if found.is_some() {
                return Ok(found);
            }
            if self.generated >= BETWEEN_LIMITS
                && !budget.goes_on(self.length, std::mem::take(&mut self.generated))
            {
                self.next = None;
                return Err(budget.stopped(self.length, None).into());
            }
        }
        budget.add(std::mem::take(&mut self.generated));
        Ok(None)
    }
}

impl SearchByLength for GoalSearch {
    const METRIC: Metric = Metric::Single;
    const LONGEST: u32 = LONGEST_PATH as u32;

    fn lower_bound(&self, board: &SmallBoard) -> Result<u32> {
        Ok(self.0.lower_bound(&self.0.start(board)?))
    }

    fn canonical(&self, board: &SmallBoard, _: usize, budget: &Budget) -> Result<Moves> {
        let shared = &*self.0;
        let start = shared.start(board)?;
        let is_limited = !budget.limits().is_proof();
        let best = if is_limited { shared.beam(&start, budget) } else { None };
        if let Some(best) = &best {
            budget.report_solution(best.len() as u32);
        }
        let least = shared.lower_bound(&start);
        for length in (least..=GoalSearch::LONGEST).step_by(1 + usize::from(shared.blank.is_some()))
        {
            let found = if budget.goes_on(length, 0) {
                Solutions::new(shared, &start, length).next(shared, budget)
            } else {
                Err(budget.stopped(length, None).into())
            };
            match found {
                Ok(Some(moves)) => return Ok(moves),
                Ok(None) => {}
                Err(Error::Stopped(it)) => {
                    return Err(Interval::new(it.at_least, best, it.generated).into());
                }
                Err(error) => return Err(error),
            }
        }
        Err(budget.stopped(GoalSearch::LONGEST, best).into())
    }

    fn begins_solution(&self, solved: &SolvedBoard<'_>, mv: Move, length: u32) -> Result<bool> {
        let Some(after) = solved.board.moved(mv).filter(|_| length > 0) else { return Ok(false) };
        let start = self.0.start(&after)?;
        let found = Solutions::new(&self.0, &start, length - 1).next(&self.0, solved.budget);
        Ok(found.map_err(|why| beside(solved.solution, Metric::Single, why))?.is_some())
    }

    fn each_shortest<'b, B: Borrow<Budget> + Send + 'b>(
        &self,
        board: &SmallBoard,
        canonical: &Moves,
        budget: B,
    ) -> Result<Box<dyn Iterator<Item = Result<Moves>> + Send + 'b>> {
        let (shared, canonical) = (Arc::clone(&self.0), canonical.clone());
        let mut all = Solutions::new(&shared, &shared.start(board)?, canonical.len() as u32);
        Ok(Box::new(std::iter::from_fn(move || {
            let next = all.next(&shared, budget.borrow());
            next.map_err(|why| beside(&canonical, Metric::Single, why)).transpose()
        })))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::labels::LabelTable;
    use crate::limits::Limits;
    use crate::solver::BoardSearch;

    fn goal(text: &str, shape: &str) -> Arc<LabelledBoard> {
        let goal = Board::parse_goal(text.as_bytes(), shape.parse().ok()).unwrap();
        Arc::clone(goal.labelled().unwrap())
    }

    /// Compares all answers for every board of a goal with those from its table, and all but the
    /// solution for every few of them.
    fn compare(text: &str, shape: &str, every: usize, few: usize) {
        let goal = goal(text, shape);
        let table = LabelTable::new(&goal, &[], Metric::Single).unwrap();
        let (answers, search) = (Arc::new(table), GoalSearch::new(&goal, 2).unwrap());
        let states = answers.numbers(&(0..=u32::MAX));
        for (found, number) in states.into_iter().step_by(every).enumerate() {
            let board = answers.board(number as usize, |_| 0).unwrap();
            let board = &SmallBoard::try_from(&board).unwrap();
            let budget = &Budget::new(&Limits::default());
            let solution = &answers.solution(board, 1, budget).unwrap();
            assert_eq!(search.solution(board, 1, budget).unwrap(), *solution, "{board} to {text}");
            let bound = search.lower_bound(board).unwrap();
            assert!(bound <= solution.len() as u32, "{board} to {text}");
            if (found + 1) % few > 0 {
                continue;
            }
            let solved = &SolvedBoard { board, solution, threads: 1, budget };
            let [one, other]: [&dyn BoardSearch; 2] = [&answers, &search];
            assert_eq!(one.optimal_moves(solved).unwrap(), other.optimal_moves(solved).unwrap());
            assert_eq!(one.legal_moves(solved).unwrap(), other.legal_moves(solved).unwrap());
            assert_eq!(
                one.count_solutions(solved).unwrap(),
                other.count_solutions(solved).unwrap()
            );
            let all = [one, other].map(|it| {
                let all = it.solutions(board, solution, Budget::new(&Limits::default()));
                all.unwrap().take(100).collect::<Result<Vec<Moves>>>().unwrap()
            });
            assert_eq!(all[0], all[1], "{board} to {text}");
        }
    }

    #[test]
    fn boards_are_answered_as_from_tables() {
        for text in [
            "1 1 1 2 2 2 3 3 x",
            "1 2 2 1 x 2 2 1 1",
            "x 1 1 2 2 3 4 4 4",
            "1 2 3 * * * * * *",
            "* * * * 5 * * * *",
            "x * * * * * 7 * 8",
            "1 1 * * * * * 2 2",
        ] {
            compare(text, "3x3", 1, 40);
        }
        for text in ["1 1 2 2 3 3 4 x", "1 2 1 2 * * * x", "3 1 * * * * * *"] {
            compare(text, "2x4", 1, 40);
        }
        compare("1 2 3 4 5 6 7 * *", "3x3", 301, 10);
        let search = GoalSearch::new(&goal("1 2 3 4 5 6 7 * *", "3x3"), 1).unwrap();
        let board: SmallBoard = "2 1 3 4 5 6 7 8 x".parse().unwrap();
        let found = search.solution(&board, 1, &Budget::new(&Limits::default()));
        assert!(matches!(found, Err(Error::Unsolvable(_))));
        compare("1 1 2 2 3 3 4 4 5 x", "2x5", 9001, 5);
        compare("1 2 3 * * * * * * * * * * * * *", "4x4", 701, 5);
    }

    #[test]
    fn a_label_with_too_many_places_for_a_table_has_bounds() {
        let goal = goal("1 1 1 1 1 1 1 1 1 * * * * * * * * * * * *", "3x7");
        let table = LabelTable::new(&goal, &[], Metric::Single).unwrap();
        let (answers, search) = (Arc::new(table), GoalSearch::new(&goal, 1).unwrap());
        let mut positive = 0;
        for number in answers.numbers(&(0..=u32::MAX)).into_iter().step_by(997) {
            let board = answers.board(number as usize, |_| 0).unwrap();
            let board = &SmallBoard::try_from(&board).unwrap();
            let budget = &Budget::new(&Limits::default());
            let solution = &answers.solution(board, 1, budget).unwrap();
            let bound = search.lower_bound(board).unwrap();
            assert!(bound <= solution.len() as u32, "{board}");
            positive += usize::from(bound > 8);
            if solution.len() <= 11 {
                assert_eq!(search.solution(board, 1, budget).unwrap(), *solution, "{board}");
            }
        }
        assert!(positive > 1000, "{positive}");
    }

    #[test]
    fn a_search_that_is_stopped_knows_bounds() {
        let goal = goal("1 1 2 2 3 3 4 4 5 5 6 6 7 7 8 x", "4x4");
        let search = GoalSearch::new(&goal, 2).unwrap();
        let board: SmallBoard = "15 14 13 12 11 10 9 8 7 6 5 4 3 1 2 x".parse().unwrap();
        for boards in [1, 3_000, 100_000] {
            let budget = Budget::new(&Limits::default().boards(boards));
            let Err(Error::Stopped(stopped)) = search.solution(&board, 1, &budget) else {
                panic!("solved with {boards}")
            };
            assert!(stopped.at_least > 20, "{stopped}");
            assert!(stopped.generated <= boards + 2 * BETWEEN_LIMITS);
            let best = stopped.best.map(|best| {
                let end = best.iter().fold(board, |at, mv| at.moved(*mv).unwrap());
                assert!(search.0.is_goal(&search.0.start(&end).unwrap()));
                best.len() as u32
            });
            assert!(best.is_none_or(|best| best >= stopped.at_least));
            assert!(best.is_some() || boards < 100_000);
        }
    }
}
