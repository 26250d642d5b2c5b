//! The answers of an [`AnyOracle`](super::AnyOracle), and how batches find them.

use std::ops::ControlFlow;

use super::batch_sizes::{FOUND_BY_LOOKUP, FOUND_BY_SEARCH};
use super::{Answerable, Batch, BatchError, Oracle, best_first, legal_moves};
use crate::error::{Error, Result};
use crate::limits::Cost;
use crate::outcome::{Ask, Outcome, Solved};
use crate::position::Position;
use crate::puzzle::{Board, BoardError, Metric, Slide, Unsolvable};
use crate::way::{Choice, Step, Way};

/// Is called with the number of the first board of a run, and the outcomes of the run.
pub type EachRun<'e> = dyn FnMut(usize, &mut [Outcome<AnyAnswer>]) -> ControlFlow<()> + 'e;

/// The answer to a board: everything that was asked for, and perhaps more.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct AnyAnswer {
    /// The distance.
    pub distance: Option<u32>,
    /// The canonical solution. A search method finds any that is shortest.
    pub way: Option<Way>,
    /// All optimal moves.
    pub next: Option<Choice>,
    /// Every legal move with the distance after it, the best first.
    pub legal: Option<Vec<(Step, u32)>>,
    /// The number of shortest solutions. Saturates at `u128::MAX`.
    pub count: Option<u128>,
    /// Every shortest solution, in lexicographic order.
    pub all: Option<Vec<Way>>,
    /// The work done by searches.
    pub cost: Cost,
}

impl AnyAnswer {
    /// Nothing is known.
    pub(crate) const fn nothing() -> AnyAnswer {
        AnyAnswer {
            distance: None,
            way: None,
            next: None,
            legal: None,
            count: None,
            all: None,
            cost: Cost { expanded: 0, generated: 0, frontier: 0 },
        }
    }

    /// A solution, and nothing else.
    pub(crate) fn of_way(way: Way) -> AnyAnswer {
        AnyAnswer { distance: Some(way.len() as u32), way: Some(way), ..AnyAnswer::default() }
    }

    /// The part of the answer that was found at once.
    pub(super) fn of_solved<M: Slide>(solved: Solved<M>) -> AnyAnswer
    where
        Way: From<M::Sequence>,
        Choice: From<M::Set>,
    {
        let Solved { moves, optimal, cost } = solved;
        AnyAnswer { next: optimal.map(Choice::from), cost, ..AnyAnswer::of_way(moves.into()) }
    }
}

/// How many boards are worth answering together.
pub(super) fn together<M: Answerable>(batch: &Batch<M>) -> usize {
    match batch.oracle().table() {
        Some(_) => FOUND_BY_LOOKUP,
        None => batch.together().min(FOUND_BY_SEARCH),
    }
}

/// Answers boards in runs of this many.
pub(super) fn in_runs<B>(
    boards: &[B],
    run: usize,
    each: &mut EachRun<'_>,
    answer: impl Fn(&[B]) -> (Vec<Outcome<AnyAnswer>>, Option<Error>),
) -> std::result::Result<(), BatchError> {
    let mut first = 0;
    for boards in boards.chunks(run.max(1)) {
        let (mut answers, failure) = answer(boards);
        if each(first, &mut answers).is_break() {
            return Ok(());
        }
        first += answers.len();
        if let Some(error) = failure {
            return Err(BatchError::new(first, error));
        }
    }
    Ok(())
}

/// The outcomes before the first failure, and the failure.
pub(super) fn until_failure(
    all: impl IntoIterator<Item = Result<Outcome<AnyAnswer>>>,
) -> (Vec<Outcome<AnyAnswer>>, Option<Error>) {
    let mut failure = None;
    let all = all.into_iter().map_while(|answer| answer.map_err(|why| failure = Some(why)).ok());
    (all.collect(), failure)
}

/// Answers boards in order, in runs that are worth answering together.
pub(super) fn find_in<M: Answerable>(
    batch: &Batch<M>,
    boards: &[Position],
    ask: Ask,
    each: &mut EachRun<'_>,
) -> std::result::Result<(), BatchError>
where
    Way: From<M::Sequence>,
    Choice: From<M::Set>,
    Step: From<M>,
{
    let small = boards.iter().map_while(Position::board).copied().collect::<Vec<_>>();
    let mut flow = ControlFlow::Continue(());
    let mut each = |first, answers: &mut [_]| {
        flow = each(first, answers);
        flow
    };
    in_runs(&small, together(batch), &mut each, |boards| {
        BatchError::until(boards, |boards| answers(batch, ask, boards))
    })?;
    match boards.get(small.len()) {
        Some(large) if flow.is_continue() => {
            let (expected, found) = (batch.oracle().goal().shape().into(), large.extent());
            let error = BoardError::OtherShape { expected, found }.into();
            Err(BatchError::new(small.len(), error))
        }
        _ => Ok(()),
    }
}

/// The answers to boards that are answered together.
fn answers<M: Answerable>(
    batch: &Batch<M>,
    ask: Ask,
    boards: &[Board],
) -> std::result::Result<Vec<Outcome<AnyAnswer>>, BatchError>
where
    Way: From<M::Sequence>,
    Choice: From<M::Set>,
    Step: From<M>,
{
    let is_counted = ask.has(Ask::COUNT | Ask::SOLUTIONS);
    let is_legal = ask.has(Ask::LEGAL_MOVES);
    let mut answers = Vec::with_capacity(boards.len());
    let is_found = !is_counted
        && batch.look_up_all(boards, ask.has(Ask::SOLUTION), |board, found| {
            let Some(found) = found else {
                let why = Unsolvable::known(board.cells(), batch.oracle().goal());
                return answers.push(Outcome::Unsolvable(why));
            };
            answers.push(Outcome::Known(AnyAnswer {
                distance: Some(found.distance.into()),
                way: found.moves::<M>().map(Way::from),
                next: ask.has(Ask::OPTIMAL_MOVES).then(|| M::optimal_of(found).into()),
                legal: is_legal.then(|| steps(M::legal_of(found))),
                ..AnyAnswer::default()
            }));
        });
    if is_found {
        return Ok(answers);
    }
    // In the multi-tile metric the legal moves do not follow from the optimal ones.
    if is_counted || is_legal && M::METRIC == Metric::Multi {
        for (index, board) in boards.iter().enumerate() {
            let answer = Outcome::of(answer_one(batch.oracle(), board, ask, &mut |_| ()));
            answers.push(answer.map_err(|error| BatchError::new(index, error))?);
        }
        return Ok(answers);
    }
    let ask = if is_legal { ask | Ask::DISTANCE | Ask::OPTIMAL_MOVES } else { ask };
    // A search finds all of it at once, and knows what it cost.
    if batch.oracle().table().is_none()
        || ask.has(Ask::SOLUTION)
        || ask.has(Ask::DISTANCE) && ask.has(Ask::OPTIMAL_MOVES)
    {
        let solved = batch.find(boards, ask)?.into_iter();
        answers.extend(solved.zip(boards).map(|(found, board)| {
            found.map(|solved| {
                let distance = solved.moves.len() as u32;
                let legal = solved.optimal.as_ref().filter(|_| is_legal);
                let legal = legal
                    .map(|optimal| steps(best_first(legal_moves::<M>(board, distance, optimal))));
                AnyAnswer { legal, ..AnyAnswer::of_solved(solved) }
            })
        }));
    } else if ask == Ask::OPTIMAL_MOVES {
        let all = batch.optimal_moves(boards)?.into_iter();
        answers.extend(all.map(|next| {
            next.map(|next| AnyAnswer { next: Some(next.into()), ..AnyAnswer::default() })
        }));
    } else {
        let all = batch.distances(boards)?.into_iter();
        answers.extend(all.map(|distance| {
            distance.map(|it| AnyAnswer { distance: Some(it), ..AnyAnswer::default() })
        }));
    }
    Ok(answers)
}

/// Finds what is asked for with one question.
pub(super) fn answer_one<M: Answerable>(
    oracle: &Oracle<M>,
    board: &Board,
    ask: Ask,
    known: &mut dyn FnMut(&AnyAnswer),
) -> Result<AnyAnswer>
where
    Way: From<M::Sequence>,
    Choice: From<M::Set>,
    Step: From<M>,
{
    let answer = oracle.answer(board)?;
    let mut found = AnyAnswer::of_way(answer.moves().clone().into());
    known(&found);
    let legal = ask.has(Ask::LEGAL_MOVES).then(|| answer.legal_moves()).transpose()?;
    if ask.has(Ask::OPTIMAL_MOVES) {
        let next: M::Set = match &legal {
            Some(legal) => {
                let nearer = legal.iter().filter(|&&(_, after)| after < answer.distance());
                nearer.map(|&(mv, _)| mv).collect()
            }
            None => answer.optimal_moves()?,
        };
        found.next = Some(next.into());
    }
    found.legal = legal.map(steps);
    if ask.has(Ask::OPTIMAL_MOVES | Ask::LEGAL_MOVES) {
        known(&found);
    }
    if ask.has(Ask::COUNT) {
        found.count = Some(answer.count_solutions()?);
        known(&found);
    }
    found.cost = Cost::of(answer.generated());
    if ask.has(Ask::SOLUTIONS) {
        let all = answer.into_solutions()?;
        found.all = Some(all.map(|way| way.map(Way::from)).collect::<Result<_>>()?);
    }
    Ok(found)
}

pub(super) fn steps<M>(legal: Vec<(M, u32)>) -> Vec<(Step, u32)>
where
    Step: From<M>,
{
    legal.into_iter().map(|(mv, distance)| (mv.into(), distance)).collect()
}
