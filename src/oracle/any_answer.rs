//! The answers of an [`AnyOracle`](super::AnyOracle), and how oraclees find them.

use std::ops::ControlFlow;

use super::{BatchError, Oracle, best_first};
use crate::error::{Error, Result};
use crate::limits::{Cost, Progress};
use crate::outcome::{Ask, Outcome, Solved};
use crate::puzzle::{Board, Metric, Move, MoveSet, Moves, Unsolvable};
use crate::solver::legal_moves;

/// Is called with the number of the first board of a run, and the outcomes of the run.
pub type EachRun<'e> = dyn FnMut(usize, &mut [Outcome<AnyAnswer>]) -> ControlFlow<()> + 'e;

/// The answer to a board: everything that was asked for, and perhaps more.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct AnyAnswer {
    /// The distance.
    pub distance: Option<u32>,
    /// The canonical solution. A search method finds any that is shortest.
    pub way: Option<Moves>,
    /// All optimal moves.
    pub next: Option<MoveSet>,
    /// Every legal move with the distance after it, the best first.
    pub legal: Option<Vec<(Move, u32)>>,
    /// The number of shortest solutions. Saturates at `u128::MAX`.
    pub count: Option<u128>,
    /// Every shortest solution, in lexicographic order.
    pub all: Option<Vec<Moves>>,
    /// The value of a heuristic.
    pub heuristic: Option<u32>,
    /// The work done by searches. It is apart, because CSV takes 1.04 times as long if all answers
    /// that are looked up have it within.
    pub(crate) cost: Option<Box<Cost>>,
}

impl AnyAnswer {
    /// Nothing is known: the default, as a constant.
    pub(crate) const fn nothing() -> AnyAnswer {
        AnyAnswer {
            distance: None,
            way: None,
            next: None,
            legal: None,
            count: None,
            all: None,
            heuristic: None,
            cost: None,
        }
    }

    /// A solution, and nothing else.
    pub(crate) fn of_way(way: Moves) -> AnyAnswer {
        AnyAnswer { distance: Some(way.len() as u32), way: Some(way), ..AnyAnswer::default() }
    }

    /// The part of the answer that was found at once.
    pub(super) fn of_solved(solved: Solved) -> AnyAnswer {
        let Solved { moves, optimal, cost } = solved;
        AnyAnswer { next: optimal, ..AnyAnswer::of_way(moves) }.costing(cost)
    }

    /// The same answer, found with this work.
    pub(super) fn costing(self, cost: Cost) -> AnyAnswer {
        // A table answers without any.
        AnyAnswer { cost: (cost != Cost::default()).then(|| Box::new(cost)), ..self }
    }

    /// The work done by searches.
    pub fn cost(&self) -> Cost {
        self.cost.as_deref().copied().unwrap_or_default()
    }
}

/// The outcomes before the first failure, and the failure.
pub(super) fn until_failure(
    all: impl IntoIterator<Item = Result<Outcome<AnyAnswer>>>,
) -> (Vec<Outcome<AnyAnswer>>, Option<Error>) {
    let mut failure = None;
    let all = all.into_iter().map_while(|answer| answer.map_err(|why| failure = Some(why)).ok());
    (all.collect(), failure)
}

/// How boards are answered together.
enum Route {
    /// One after another, with all that is asked of each.
    OneByOne,
    /// By looking up the optimal moves.
    OptimalMoves,
    /// By looking up the distances.
    Distances,
    /// By finding the solutions, and the optimal moves if they are needed.
    Solutions,
}

impl Route {
    fn of(oracle: &Oracle, ask: Ask, boards: usize) -> Route {
        let is_legal = ask.has(Ask::LEGAL_MOVES);
        // In the multi-tile metric the legal moves do not follow from the optimal ones.
        if ask.has(Ask::COUNT | Ask::SOLUTIONS) || is_legal && oracle.metric() == Metric::Multi {
            return Route::OneByOne;
        }
        if oracle.table().is_none() {
            return Route::Solutions;
        }
        // Optimal moves alone need no walk, which may meet damage.
        if ask == Ask::OPTIMAL_MOVES {
            return Route::OptimalMoves;
        }
        // A board alone needs no oracle.
        if boards == 1 && !oracle.limits().interrupted(Progress::default()) {
            return Route::OneByOne;
        }
        let needs_moves = ask.has(Ask::SOLUTION | Ask::OPTIMAL_MOVES | Ask::LEGAL_MOVES);
        if needs_moves { Route::Solutions } else { Route::Distances }
    }
}

/// The answers to boards that are answered together.
pub(super) fn answer_together(
    oracle: &Oracle,
    ask: Ask,
    boards: &[Board],
) -> std::result::Result<Vec<Outcome<AnyAnswer>>, BatchError> {
    if !ask.has(Ask::COUNT | Ask::SOLUTIONS)
        && let Some(answers) = look_up(oracle, ask, boards)
    {
        return Ok(answers);
    }
    match Route::of(oracle, ask, boards.len()) {
        Route::OneByOne => {
            let answer = |(index, board)| {
                Outcome::of(answer_one(oracle, board, ask, &mut |_| ()))
                    .map_err(|error| BatchError::new(index, error))
            };
            boards.iter().enumerate().map(answer).collect()
        }
        Route::OptimalMoves => {
            let all = oracle.optimal_moves_of(boards)?.into_iter();
            let answer = |next| AnyAnswer { next: Some(next), ..AnyAnswer::default() };
            Ok(all.map(|next| next.map(answer)).collect())
        }
        Route::Distances => {
            let all = oracle.distances(boards)?.into_iter();
            let answer = |distance| AnyAnswer { distance: Some(distance), ..AnyAnswer::default() };
            Ok(all.map(|distance| distance.map(answer)).collect())
        }
        Route::Solutions => solve_together(oracle, ask, boards),
    }
}

/// The solutions of boards, and what follows from them and from the optimal moves.
fn solve_together(
    oracle: &Oracle,
    ask: Ask,
    boards: &[Board],
) -> std::result::Result<Vec<Outcome<AnyAnswer>>, BatchError> {
    // All of it is found at once, and a search knows what it cost.
    let is_legal = ask.has(Ask::LEGAL_MOVES);
    let ask = if is_legal { ask | Ask::DISTANCE | Ask::OPTIMAL_MOVES } else { ask };
    let answer = |board: &Board, solved: Solved| {
        let distance = solved.moves.len() as u32;
        let optimal = solved.optimal.filter(|_| is_legal);
        let legal = optimal.map(|it| best_first(legal_moves(board, distance, it)));
        AnyAnswer { legal, ..AnyAnswer::of_solved(solved) }
    };
    let all = oracle.find(boards, ask)?.into_iter().zip(boards);
    Ok(all.map(|(found, board)| found.map(|solved| answer(board, solved))).collect())
}

/// The answers to boards from unpacked solutions, if there are some.
fn look_up(oracle: &Oracle, ask: Ask, boards: &[Board]) -> Option<Vec<Outcome<AnyAnswer>>> {
    let mut answers = Vec::with_capacity(boards.len());
    let is_found = oracle.look_up_all(boards, ask.has(Ask::SOLUTION), |board, packed| {
        let Some(packed) = packed else {
            let why = Unsolvable::known(board.cells(), oracle.goal());
            return answers.push(Outcome::Unsolvable(why));
        };
        answers.push(Outcome::Known(AnyAnswer {
            distance: Some(packed.distance.into()),
            way: packed.solution(),
            next: ask.has(Ask::OPTIMAL_MOVES).then(|| packed.optimal_moves()),
            legal: ask.has(Ask::LEGAL_MOVES).then(|| packed.legal_moves()),
            ..AnyAnswer::default()
        }));
    });
    is_found.then_some(answers)
}

/// Finds what is asked for with one question.
pub(super) fn answer_one(
    oracle: &Oracle,
    board: &Board,
    ask: Ask,
    known: &mut dyn FnMut(&AnyAnswer),
) -> Result<AnyAnswer> {
    let answer = oracle.answer(board)?;
    let mut found = AnyAnswer::of_way(answer.moves().clone());
    known(&found);
    let legal = ask.has(Ask::LEGAL_MOVES).then(|| answer.legal_moves()).transpose()?;
    if ask.has(Ask::OPTIMAL_MOVES) {
        let next = match &legal {
            Some(legal) => {
                let nearer = legal.iter().filter(|&&(_, after)| after < answer.distance());
                nearer.map(|&(mv, _)| mv).collect()
            }
            None => answer.optimal_moves()?,
        };
        found.next = Some(next);
    }
    found.legal = legal;
    if ask.has(Ask::OPTIMAL_MOVES | Ask::LEGAL_MOVES) {
        known(&found);
    }
    if ask.has(Ask::COUNT) {
        found.count = Some(answer.count_solutions()?);
        known(&found);
    }
    found.cost = Some(Box::new(Cost::of(answer.generated())));
    if ask.has(Ask::SOLUTIONS) {
        let all = answer.into_solutions()?;
        found.all = Some(all.collect::<Result<_>>()?);
    }
    Ok(found)
}
