//! The trait for what answers boards: a table, or anything else that finds optimal solutions.

use std::collections::HashMap;

use crate::error::{Error, Result};
use crate::oracle::{Batch, BatchError};
use crate::puzzle::{Board, Move, MoveSet, PackedMoves};

/// An answer, or why there is none.
pub type Answered<A> = std::result::Result<A, Unanswered>;

/// Why a board has no answer. Neither reason ends a run.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unanswered {
    /// The board cannot reach the goal.
    Unsolvable,
    /// The solver gave up.
    Stopped {
        /// The reason.
        why: String,
        /// A proved lower bound on the distance, if there is one.
        at_least: Option<u32>,
    },
}

/// A canonical solution.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Solution {
    /// The moves.
    pub moves: PackedMoves,
    /// A note on how the solver found them.
    pub note: Option<Box<str>>,
}

/// Answers boards for one goal.
///
/// Only [`goal`](Self::goal) and [`solutions`](Self::solutions) are required. The other methods are
/// derived from them, which is slow. A [`Batch`] answers from a table.
///
/// A method that takes several boards, all of the goal's shape, appends an answer for each to
/// `answers`, in order.
///
/// # Errors
///
/// [`BatchError`] if a board could not be answered. This ends a run, and what was appended to
/// `answers` is meaningless.
pub trait Solver: Send + Sync {
    /// The goal.
    fn goal(&self) -> &Board;

    /// The canonical solutions.
    #[allow(clippy::missing_errors_doc, reason = "said for all methods above")]
    fn solutions(
        &self,
        boards: &[Board],
        answers: &mut Vec<Answered<Solution>>,
    ) -> std::result::Result<(), BatchError>;

    /// The distances.
    #[allow(clippy::missing_errors_doc, reason = "said for all methods above")]
    fn distances(
        &self,
        boards: &[Board],
        answers: &mut Vec<Answered<u32>>,
    ) -> std::result::Result<(), BatchError> {
        let mut solutions = Vec::with_capacity(boards.len());
        self.solutions(boards, &mut solutions)?;
        let distance = |solution: Solution| solution.moves.len() as u32;
        answers.extend(solutions.into_iter().map(|solution| solution.map(distance)));
        Ok(())
    }

    /// All optimal moves: none at the goal.
    #[allow(clippy::missing_errors_doc, reason = "said for all methods above")]
    fn optimal_moves(
        &self,
        boards: &[Board],
        answers: &mut Vec<Answered<MoveSet>>,
    ) -> std::result::Result<(), BatchError> {
        for (index, board) in boards.iter().enumerate() {
            let legal = self.legal_moves(board).map_err(|error| BatchError { index, error })?;
            let at_goal = board == self.goal();
            answers.push(legal.map(|legal| {
                let best = legal.first().filter(|_| !at_goal).map(|&(_, distance)| distance);
                legal
                    .iter()
                    .filter(|(_, distance)| Some(*distance) == best)
                    .map(|&(mv, _)| mv)
                    .collect()
            }));
        }
        Ok(())
    }

    /// Every legal move with the distance after it, the best first.
    ///
    /// # Errors
    ///
    /// Any error that ends a run.
    fn legal_moves(&self, board: &Board) -> Result<Answered<Vec<(Move, u32)>>> {
        let moves: Vec<(Move, Board)> = legal(board).collect();
        let boards: Vec<Board> = moves.iter().map(|&(_, after)| after).collect();
        let mut distances = Vec::with_capacity(boards.len());
        self.distances(&boards, &mut distances).map_err(|failed| failed.error)?;
        let legal = moves.iter().zip(distances).map(|(&(mv, _), distance)| Ok((mv, distance?)));
        Ok(legal.collect::<Answered<Vec<_>>>().map(|mut legal| {
            // The sort is stable, so equally good moves stay in the canonical order.
            legal.sort_by_key(|&(_, distance)| distance);
            legal
        }))
    }

    /// The number of shortest solutions.
    ///
    /// # Errors
    ///
    /// Any error that ends a run.
    fn count_solutions(&self, board: &Board) -> Result<Answered<u128>> {
        // The boards at the current distance on shortest solutions, with the number of ways to
        // reach them.
        let mut level = HashMap::from([(*board, 1u128)]);
        loop {
            let mut next = HashMap::new();
            for (board, ways) in level {
                let moves = match self.moves_of(&board)? {
                    Ok(moves) if moves.is_empty() => return Ok(Ok(ways)),
                    Ok(moves) => moves,
                    Err(why) => return Ok(Err(why)),
                };
                for (_, after) in legal(&board).filter(|&(mv, _)| moves.contains(mv)) {
                    let all: &mut u128 = next.entry(after).or_default();
                    *all = all.saturating_add(ways);
                }
            }
            level = next;
        }
    }

    /// Calls `visit` for every shortest solution, in lexicographic order.
    ///
    /// # Errors
    ///
    /// Any error that ends a run.
    fn each_solution(
        &self,
        board: &Board,
        visit: &mut dyn FnMut(PackedMoves),
    ) -> Result<Answered<()>> {
        let mut known: HashMap<Board, MoveSet> = HashMap::new();
        let mut open = vec![(*board, PackedMoves::default())];
        while let Some((board, path)) = open.pop() {
            let moves = match known.get(&board) {
                Some(&moves) => moves,
                None => match self.moves_of(&board)? {
                    Ok(moves) => moves,
                    Err(why) => return Ok(Err(why)),
                },
            };
            known.insert(board, moves);
            if moves.is_empty() {
                visit(path);
            }
            let before = open.len();
            for (mv, after) in legal(&board).filter(|&(mv, _)| moves.contains(mv)) {
                let mut path = path;
                path.push(mv);
                open.push((after, path));
            }
            // The last one is taken first.
            open[before..].reverse();
        }
        Ok(Ok(()))
    }

    /// The optimal moves of one board.
    #[doc(hidden)]
    #[allow(clippy::missing_errors_doc, reason = "not for callers")]
    fn moves_of(&self, board: &Board) -> Result<Answered<MoveSet>> {
        let mut moves = Vec::with_capacity(1);
        self.optimal_moves(&[*board], &mut moves).map_err(|failed| failed.error)?;
        Ok(moves.pop().expect("an answer for each board"))
    }
}

/// The legal moves of a board in the canonical order, with the boards after them.
pub(super) fn legal(board: &Board) -> impl Iterator<Item = (Move, Board)> {
    Move::ALL.into_iter().filter_map(|mv| Some((mv, board.moved(mv)?)))
}

impl Solver for Batch {
    fn goal(&self) -> &Board {
        self.oracle().goal()
    }

    fn solutions(
        &self,
        boards: &[Board],
        answers: &mut Vec<Answered<Solution>>,
    ) -> std::result::Result<(), BatchError> {
        let mut found: Vec<Option<PackedMoves>> = vec![None; boards.len()];
        self.solutions(boards, &mut found)?;
        let solution = |moves| Solution { moves, note: None };
        answers.extend(
            found.into_iter().map(|moves| moves.map(solution).ok_or(Unanswered::Unsolvable)),
        );
        Ok(())
    }

    fn distances(
        &self,
        boards: &[Board],
        answers: &mut Vec<Answered<u32>>,
    ) -> std::result::Result<(), BatchError> {
        let mut found = vec![None; boards.len()];
        self.distances(boards, &mut found)?;
        answers.extend(found.into_iter().map(|distance| distance.ok_or(Unanswered::Unsolvable)));
        Ok(())
    }

    fn optimal_moves(
        &self,
        boards: &[Board],
        answers: &mut Vec<Answered<MoveSet>>,
    ) -> std::result::Result<(), BatchError> {
        let mut found = vec![None; boards.len()];
        self.optimal_moves(boards, &mut found)?;
        answers.extend(found.into_iter().map(|moves| moves.ok_or(Unanswered::Unsolvable)));
        Ok(())
    }

    fn count_solutions(&self, board: &Board) -> Result<Answered<u128>> {
        answered(self.oracle().count_solutions(board))
    }

    fn each_solution(
        &self,
        board: &Board,
        visit: &mut dyn FnMut(PackedMoves),
    ) -> Result<Answered<()>> {
        let solutions = match answered(self.oracle().solutions(board))? {
            Ok(solutions) => solutions,
            Err(why) => return Ok(Err(why)),
        };
        for solution in solutions {
            visit(solution?.iter().copied().collect());
        }
        Ok(Ok(()))
    }
}

/// Turns the error for an unsolvable board into an answer.
fn answered<A>(answer: Result<A>) -> Result<Answered<A>> {
    match answer {
        Err(Error::Unsolvable(_)) => Ok(Err(Unanswered::Unsolvable)),
        answer => Ok(Ok(answer?)),
    }
}
