//! Analysis of a solution: for every move the distances before and after it, whether it was
//! optimal, and what would have been better.
//!
//! ```
//! use tilebase::{Tablebase, analysis::Analysis};
//! let tables = Tablebase::embedded();
//! let oracle = tables.oracle(&"12345678x".parse()?)?;
//! let moves: tilebase::Moves = "rlrdr".parse()?;
//! let analysis = Analysis::new(&oracle, &"1 2 3 x 4 6 7 5 8".parse()?, &moves)?;
//! assert!(analysis.reaches_goal());
//! assert_eq!((analysis.steps.len(), analysis.optimal_length), (5, Some(3)));
//!
//! let (number, mistake) = analysis.mistakes().next().expect("one mistake");
//! assert_eq!((number, mistake.mv.letter(), mistake.tile), (2, 'l', 4));
//! assert_eq!((mistake.before, mistake.after, mistake.cost()), (Some(2), Some(3), Some(2)));
//! assert_eq!(mistake.better.expect("known").to_string(), "d");
//! assert_eq!(analysis.ending.expect("known").to_string(), "dr");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Every move changes the distance by exactly one. So a move is optimal, or it costs two moves: the
//! move itself, and one more later. With a table, an analysis reads one entry for each move.
//! Without one, the distances along the way are bounds that close in: each search of one board
//! narrows the bounds of all, and a board whose bounds have met is not searched. If the moves reach
//! the goal with few mistakes, that takes little more than one search of the start.

use std::ops::ControlFlow;

use crate::error::Result;
use crate::oracle::Oracle;
use crate::puzzle::{Board, Move, MoveSet, Moves};
use crate::solver::{Limits, Progress, SolveError, Solver};

/// What is right and wrong with a sequence of moves from a board. See the [module](self).
///
/// `None` means that a search was stopped by a limit before the value was proved.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Analysis {
    /// The moves, up to the first illegal one.
    pub steps: Vec<Step>,
    /// The first illegal move. Neither it nor what follows is analyzed.
    pub illegal: Option<Move>,
    /// The board after the last step.
    pub end: Board,
    /// The distance of the first board.
    pub optimal_length: Option<u32>,
    /// The distance of the first board is at least this.
    pub at_least: u32,
    /// The distance of the end: 0 if the moves reach the goal.
    pub distance_left: Option<u32>,
    /// The canonical solution of the board before the first mistake, or of the end if there is
    /// none. The moves before it are [`ending_after`](Self::ending_after).
    pub ending: Option<Moves>,
}

/// One move of a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Step {
    /// The board before the move.
    pub board: Board,
    /// The move.
    pub mv: Move,
    /// The tile that slides.
    pub tile: u8,
    /// The distance before the move.
    pub before: Option<u32>,
    /// The distance after the move.
    pub after: Option<u32>,
    /// If the move was a mistake, the optimal moves. Otherwise, and at the goal, there are none.
    pub better: Option<MoveSet>,
}

impl Step {
    /// The number of moves that the move cost: 0 if it was optimal, otherwise 2.
    #[must_use]
    pub fn cost(&self) -> Option<u32> {
        Some(if self.after? < self.before? { 0 } else { 2 })
    }
}

impl Analysis {
    /// Analyzes moves from `board` to the goal of the oracle. They need not reach it, and they end
    /// at the first illegal move.
    ///
    /// # Errors
    ///
    /// The same as for the methods of [`Oracle`].
    pub fn new(oracle: &Oracle, board: &Board, moves: &[Move]) -> Result<Analysis> {
        Analysis::limited(oracle, board, moves, &Limits::default())
    }

    /// The same with limits on each search. What cannot be proved within them is `None`. Tables
    /// need no search.
    ///
    /// # Errors
    ///
    /// The same as for the methods of [`Oracle`].
    pub fn limited(
        oracle: &Oracle,
        board: &Board,
        moves: &[Move],
        limits: &Limits<'_>,
    ) -> Result<Analysis> {
        let mut boards = Vec::with_capacity(moves.len() + 1);
        boards.push(*board);
        let legal = moves.iter().map_while(|&mv| {
            let next = boards.last()?.moved(mv)?;
            boards.push(next);
            Some(())
        });
        let (legal, rest) = moves.split_at(legal.count());
        let found = match oracle.solver() {
            None => look_up(oracle, &boards, legal)?,
            Some(solver) => Bounds::new(solver, limits, &boards, legal).close()?,
        };
        let steps = legal.iter().enumerate().map(|(i, &mv)| Step {
            board: boards[i],
            mv,
            tile: boards[i + 1].cells()[boards[i].blank_cell()],
            before: found.distances[i],
            after: found.distances[i + 1],
            better: found.better[i],
        });
        Ok(Analysis {
            steps: steps.collect(),
            illegal: rest.first().copied(),
            end: boards[legal.len()],
            optimal_length: found.distances[0],
            at_least: found.at_least,
            distance_left: found.distances[legal.len()],
            ending: found.ending,
        })
    }

    /// Whether the moves end at the goal, and all are legal.
    #[must_use]
    pub fn reaches_goal(&self) -> bool {
        self.illegal.is_none() && self.distance_left == Some(0)
    }

    /// The moves that were lost by mistakes: two for each.
    ///
    /// If the moves reach the goal, this is how much longer than optimal they are.
    #[must_use]
    pub fn lost(&self) -> Option<u32> {
        self.steps.iter().map(Step::cost).sum()
    }

    /// The moves that were not optimal, with their numbers, counted from 1. With limits, moves that
    /// are not proved to be mistakes are left out.
    pub fn mistakes(&self) -> impl Iterator<Item = (usize, &Step)> {
        (1..).zip(&self.steps).filter(|(_, step)| step.cost() == Some(2))
    }

    /// The number of moves before the first mistake: those after which
    /// [`ending`](Self::ending) begins. With limits, moves that are not proved to be optimal do not
    /// count.
    #[must_use]
    pub fn ending_after(&self) -> usize {
        self.steps.iter().take_while(|step| step.cost() == Some(0)).count()
    }
}

/// What is found out about boards and the moves between them.
struct Found {
    distances: Vec<Option<u32>>,
    at_least: u32,
    better: Vec<Option<MoveSet>>,
    ending: Option<Moves>,
}

/// The first step that is not proved to be optimal, or the number of steps.
fn first_mistake(distances: &[Option<u32>]) -> usize {
    let optimal = |pair: &&[Option<u32>]| pair[1].is_some() && pair[1] < pair[0];
    distances.windows(2).take_while(optimal).count()
}

/// Answers from a table.
fn look_up(oracle: &Oracle, boards: &[Board], moves: &[Move]) -> Result<Found> {
    let at_least = oracle.distance(&boards[0])?;
    let (mut distances, mut better) = (vec![Some(at_least)], Vec::with_capacity(moves.len()));
    let mut distance = at_least;
    for (board, &mv) in boards.iter().zip(moves) {
        let optimal = oracle.optimal_moves(board)?;
        if optimal.contains(mv) {
            distance = distance.saturating_sub(1);
            better.push(Some(MoveSet::EMPTY));
        } else {
            distance += 1;
            better.push(Some(optimal));
        }
        distances.push(Some(distance));
    }
    let ending = Some(oracle.solution(&boards[first_mistake(&distances)])?);
    Ok(Found { distances, at_least, better, ending })
}

/// Bounds on the distances of all boards along the way. Neighbours differ by exactly one, so what
/// is learned about one board bounds the others.
struct Bounds<'a> {
    solver: &'a Solver,
    limits: &'a Limits<'a>,
    boards: &'a [Board],
    moves: &'a [Move],
    /// The distance of each board is at least this, and differs from it by an even number.
    least: Vec<u32>,
    /// The distance of each board is at most this, and differs from it by an even number;
    /// `u32::MAX` if nothing is known.
    most: Vec<u32>,
    /// The boards that were searched.
    asked: Vec<bool>,
    /// The canonical solutions found, each with the index of its board.
    solutions: Vec<(usize, Moves)>,
}

/// What a search found out.
enum Learned {
    /// The canonical solution.
    Solution(Moves),
    /// The distance is at least this.
    AtLeast(u32),
}

impl<'a> Bounds<'a> {
    fn new(
        solver: &'a Solver,
        limits: &'a Limits<'a>,
        boards: &'a [Board],
        moves: &'a [Move],
    ) -> Bounds<'a> {
        let goal = solver.goal();
        let mut bounds = Bounds {
            solver,
            limits,
            boards,
            moves,
            least: boards.iter().map(|board| at_least(board, goal)).collect(),
            most: vec![u32::MAX; boards.len()],
            asked: vec![false; boards.len()],
            solutions: Vec::new(),
        };
        for (i, _) in boards.iter().enumerate().filter(|(_, board)| *board == goal) {
            bounds.lower(i, 0);
        }
        bounds
    }

    /// Searches until the bounds of every board have met, or have been searched for.
    fn close(mut self) -> Result<Found> {
        while let Some(i) = self.next_question() {
            self.asked[i] = true;
            // If there is no shorter solution than the one known, the bounds meet.
            let at_most = if self.most[i] == u32::MAX { u32::MAX } else { self.most[i] - 2 };
            match self.ask(&self.boards[i], at_most)? {
                Learned::Solution(moves) => self.learn(i, moves),
                Learned::AtLeast(least) => self.raise(i, least + (least ^ self.least[i]) % 2),
            }
        }
        let distances: Vec<_> = (0..self.boards.len()).map(|i| self.distance(i)).collect();
        let ending = self.ending(first_mistake(&distances))?;
        let better = (0..self.moves.len()).map(|i| self.better(i)).collect::<Result<_>>()?;
        Ok(Found { distances, at_least: self.least[0], better, ending })
    }

    /// The board to search next: the start, and then the middle of the first boards in a row whose
    /// bounds have not met. The nearer a board is to the goal, the sooner it is searched, and often
    /// it settles all those before it.
    fn next_question(&self) -> Option<usize> {
        let is_open = |&i: &usize| self.least[i] < self.most[i] && !self.asked[i];
        let first = (0..self.boards.len()).find(is_open)?;
        let open = (first..self.boards.len()).take_while(is_open).count();
        Some(if first == 0 { 0 } else { first + open / 2 })
    }

    /// Searches a board for a solution of at most `at_most` moves.
    fn ask(&self, board: &Board, at_most: u32) -> Result<Learned> {
        let watch = |progress: Progress| {
            if progress.at_least > at_most {
                return ControlFlow::Break(());
            }
            self.limits.watch.map_or(ControlFlow::Continue(()), |watch| watch(progress))
        };
        let limits = Limits { boards: self.limits.boards, watch: Some(&watch) };
        match self.solver.solution(board, &limits) {
            Ok(solved) => Ok(Learned::Solution(solved.moves)),
            Err(SolveError::Stopped(stopped)) => Ok(Learned::AtLeast(stopped.at_least)),
            Err(error) => Err(error.into()),
        }
    }

    /// The distance of a board, if its bounds have met.
    fn distance(&self, i: usize) -> Option<u32> {
        (self.least[i] == self.most[i]).then_some(self.least[i])
    }

    /// Whether a move is proved to be optimal, or proved not to be.
    fn is_optimal(&self, i: usize) -> Option<bool> {
        Some(self.distance(i + 1)? < self.distance(i)?)
    }

    /// Learns a solution of a board. It bounds the boards that it passes, too.
    fn learn(&mut self, i: usize, solution: Moves) {
        let len = solution.len() as u32;
        self.raise(i, len);
        self.lower(i, len);
        let ahead = self.moves[i..].iter().zip(&*solution).take_while(|(a, b)| a == b).count();
        self.lower(i + ahead, len - ahead as u32);
        let back = self.moves[..i].iter().rev().zip(&*solution);
        let back = back.take_while(|(a, b)| a.inverse() == **b).count();
        self.lower(i - back, len - back as u32);
        self.solutions.push((i, solution));
    }

    /// Raises the lower bound of a board, and those of its neighbours that follow from it.
    fn raise(&mut self, i: usize, least: u32) {
        let (before, after) = self.least.split_at_mut(i);
        for (far, bound) in (0..).zip(after).take_while(|(far, bound)| **bound + far < least) {
            *bound = least - far;
        }
        let before = (1..).zip(before.iter_mut().rev());
        for (far, bound) in before.take_while(|(far, bound)| **bound + far < least) {
            *bound = least - far;
        }
    }

    /// Lowers the upper bound of a board, and those of its neighbours that follow from it.
    fn lower(&mut self, i: usize, most: u32) {
        let (before, after) = self.most.split_at_mut(i);
        for (far, bound) in (0..).zip(after).take_while(|(far, bound)| **bound > most + far) {
            *bound = most + far;
        }
        let before = (1..).zip(before.iter_mut().rev());
        for (far, bound) in before.take_while(|(far, bound)| **bound > most + far) {
            *bound = most + far;
        }
    }

    /// The canonical solution of a board: the rest of a known one, or a new one.
    fn ending(&mut self, i: usize) -> Result<Option<Moves>> {
        let rest = self.solutions.iter().find_map(|(from, solution)| {
            solution.strip_prefix(self.moves.get(*from..i)?).map(<[Move]>::to_vec)
        });
        if let Some(rest) = rest {
            return Ok(Some(rest.into()));
        }
        match self.ask(&self.boards[i], u32::MAX)? {
            Learned::Solution(moves) => {
                self.solutions.push((i, moves.clone()));
                Ok(Some(moves))
            }
            Learned::AtLeast(_) => Ok(None),
        }
    }

    /// The optimal moves in place of a mistake, each found by whether it leads one step nearer.
    fn better(&self, i: usize) -> Result<Option<MoveSet>> {
        let distance = match (self.is_optimal(i), self.distance(i)) {
            (None, _) | (_, None) => return Ok(None),
            (Some(true), _) | (_, Some(0)) => return Ok(Some(MoveSet::EMPTY)),
            (Some(false), Some(distance)) => distance,
        };
        let board = &self.boards[i];
        let mut better = MoveSet::EMPTY;
        let mut open = board.legal_moves() - self.moves[i].into();
        if let Some((_, solution)) = self.solutions.iter().find(|(from, _)| *from == i) {
            better = solution.first().copied().into_iter().collect();
        }
        // To take the last move back is optimal if and only if that move was not.
        if let Some(last) = i.checked_sub(1) {
            let back = self.moves[last].inverse();
            match self.is_optimal(last) {
                Some(true) => open.remove(back),
                Some(false) => better.insert(back),
                None => {}
            }
        }
        open = open - better;
        for mv in open {
            open.remove(mv);
            let Some(next) = board.moved(mv) else { continue };
            let is_last_hope = better.is_empty() && open.is_empty();
            let nearer = is_last_hope
                || match self.ask(&next, distance - 1)? {
                    Learned::Solution(moves) => moves.len() as u32 == distance - 1,
                    Learned::AtLeast(least) if least < distance => return Ok(None),
                    Learned::AtLeast(_) => false,
                };
            if nearer {
                better.insert(mv);
            }
        }
        Ok(Some(better))
    }
}

/// A lower bound with the parity of the distance: each move changes the colour of the blank's cell.
fn at_least(board: &Board, goal: &Board) -> u32 {
    let cols = goal.shape().cols();
    let colour = |cell: usize| cell / cols + cell % cols;
    let odd = (colour(board.blank_cell()) + colour(goal.blank_cell())) % 2;
    match odd {
        0 if board != goal => 2,
        odd => odd as u32,
    }
}
