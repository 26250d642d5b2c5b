//! Finds what a form needs to know of many boards.

use super::BOARDS_PER_BATCH;
use super::difficulty::Difficulty;
use super::form::{Answer, Form, Format};
use super::format::{AnyBoard, MultiFound, Record};
use crate::error::Result;
use crate::known::known;
use crate::multi;
use crate::oracle::{Batch, BatchError, Oracle};
use crate::outcome::{Ask, Cost, Outcome, Solved};
use crate::puzzle::{Board, Orbit};

/// The number of boards looked up together. Their records fit the memory that the allocator keeps
/// at hand: those of twice as many are given back to the system after each run, and CSV takes 1.06
/// times as long.
const LOOKED_UP: usize = 128;

/// What answers the boards of a goal.
pub(super) enum Answerer {
    /// An oracle. On a table, plain lines of 3x3 take a faster path.
    Oracle(Box<Batch>),
    Search(Box<Search>),
    Multi(multi::Oracle),
}

/// Finds a shortest solution of a board. [`Error::Unsolvable`](crate::Error::Unsolvable) and
/// [`Error::Stopped`](crate::Error::Stopped) say that there is no answer; any other error ends the
/// run.
pub type Search = dyn Fn(&Board) -> Result<Solved> + Send + Sync;

/// What answers the boards of a goal, and the data for their difficulty, if known.
pub(super) struct Source {
    pub(super) answerer: Answerer,
    pub(super) difficulty: Option<Difficulty>,
    /// The number of boards answered together.
    pub(super) together: usize,
}

impl Answerer {
    /// Finds everything that the form needs.
    pub(super) fn records<'b>(
        &'b self,
        form: Form,
        boards: &'b [Board],
    ) -> std::result::Result<Vec<Record<'b>>, BatchError> {
        let ask = form.ask();
        let mut records: Vec<Record<'b>> =
            boards.iter().map(|board| Record::new(AnyBoard::Board(board), form.notation)).collect();
        match self {
            Answerer::Search(search) => {
                for (index, record) in records.iter_mut().enumerate() {
                    let found = Outcome::of(search(&boards[index]));
                    let found = found.map_err(|error| BatchError::new(index, error))?;
                    let found = found.map(|Solved { moves, cost, .. }| {
                        record.fill(moves, None);
                        cost
                    });
                    record.finish(form, found);
                }
            }
            Answerer::Oracle(batch) if ask.has(Ask::COUNT) => {
                for (index, record) in records.iter_mut().enumerate() {
                    let found = fill_from_oracle(record, &boards[index], batch.oracle(), ask);
                    let found = Outcome::of(found);
                    record.finish(form, found.map_err(|error| BatchError::new(index, error))?);
                }
            }
            // A search finds all of it at once, and knows what it cost.
            Answerer::Oracle(batch)
                if batch.oracle().table().is_none()
                    || ask.has(Ask::SOLUTION)
                    || ask == Ask::DISTANCE | Ask::OPTIMAL_MOVES =>
            {
                batch.find_each(boards, ask, |index, found| {
                    let record = &mut records[index];
                    let found = found.map(|found| {
                        record.fill(found.moves, found.optimal);
                        found.cost
                    });
                    record.finish(form, found);
                })?;
            }
            Answerer::Oracle(batch) if ask == Ask::OPTIMAL_MOVES => {
                for (record, next) in records.iter_mut().zip(batch.optimal_moves(boards)?) {
                    let next = next.map(|next| record.next = Some(next));
                    record.finish(form, next.map(|()| Cost::default()));
                }
            }
            Answerer::Oracle(batch) => {
                for (record, distance) in records.iter_mut().zip(batch.distances(boards)?) {
                    let distance = distance.map(|distance| record.distance = Some(distance));
                    record.finish(form, distance.map(|()| Cost::default()));
                }
            }
            Answerer::Multi(oracle) => {
                for (index, record) in records.iter_mut().enumerate() {
                    let found = fill_from_multi(record, &boards[index], oracle, form);
                    let found = Outcome::of(found);
                    record.finish(form, found.map_err(|error| BatchError::new(index, error))?);
                }
            }
        }
        Ok(records)
    }

    pub(super) fn is_looking_up(&self) -> bool {
        match self {
            Answerer::Oracle(batch) => batch.oracle().table().is_some(),
            Answerer::Multi(oracle) => !oracle.is_searching(),
            Answerer::Search(_) => false,
        }
    }

    /// The number of boards at each distance, if known.
    fn counts(&self, goal: &Board) -> Option<Vec<u64>> {
        match self {
            Answerer::Oracle(batch) => batch.oracle().counts(),
            Answerer::Multi(oracle) => oracle.counts(),
            Answerer::Search(_) => known(Orbit::from(goal).into()).map(|known| known.counts),
        }
    }
}

impl Source {
    pub(super) fn new(answerer: Answerer, form: Form, goal: &Board) -> Source {
        let needs_counts = form.format != Format::Text || form.answer == Answer::Difficulty;
        let counts = if needs_counts { answerer.counts(goal) } else { None };
        let together = match &answerer {
            looked_up if looked_up.is_looking_up() => LOOKED_UP,
            Answerer::Oracle(batch) => batch.together().min(BOARDS_PER_BATCH),
            Answerer::Multi(_) | Answerer::Search(_) => 1,
        };
        Source { answerer, difficulty: counts.map(|counts| Difficulty::new(&counts)), together }
    }
}

/// Finds what is asked for with one question, and returns what it cost.
fn fill_from_oracle(
    record: &mut Record<'_>,
    board: &Board,
    oracle: &Oracle,
    ask: Ask,
) -> Result<Cost> {
    let answer = oracle.answer(board)?;
    let next = ask.has(Ask::OPTIMAL_MOVES).then(|| answer.optimal_moves()).transpose()?;
    record.fill(answer.moves().clone(), next);
    record.count = Some(answer.count_solutions()?);
    let cost = Cost::of(answer.generated());
    if ask.has(Ask::SOLUTIONS) {
        record.solutions = Some(answer.into_solutions()?.collect::<Result<_>>()?);
    }
    Ok(cost)
}

/// The same in the multi-tile metric.
fn fill_from_multi(
    record: &mut Record<'_>,
    board: &Board,
    oracle: &multi::Oracle,
    form: Form,
) -> Result<Cost> {
    let (ask, is_legal) = (form.ask(), form.answer == Answer::Legal);
    let next = ask.has(Ask::OPTIMAL_MOVES) && !(is_legal && form.format == Format::Text);
    if !oracle.is_searching() && !is_legal && !ask.has(Ask::COUNT) {
        // Each look-up costs nothing but itself.
        let has_moves = ask.has(Ask::SOLUTION) || form.show;
        let moves = has_moves.then(|| oracle.solution(board)).transpose()?;
        record.distance = match &moves {
            Some(moves) => Some(moves.len() as u32),
            None if ask.has(Ask::DISTANCE) => Some(oracle.distance(board)?),
            None => None,
        };
        let next = next.then(|| oracle.optimal_moves(board)).transpose()?;
        let moves = moves.unwrap_or_default();
        record.multi =
            Some(MultiFound { board: *board, moves, next, solutions: None, legal: None });
        return Ok(Cost::default());
    }
    let answer = oracle.answer(board)?;
    let all = || answer.solutions()?.collect::<Result<_>>();
    record.distance = Some(answer.distance());
    record.count = ask.has(Ask::COUNT).then(|| answer.count_solutions()).transpose()?;
    record.multi = Some(MultiFound {
        board: *board,
        next: next.then(|| answer.optimal_moves()).transpose()?,
        solutions: ask.has(Ask::SOLUTIONS).then(all).transpose()?,
        legal: is_legal.then(|| answer.legal_moves()).transpose()?,
        moves: answer.moves().clone(),
    });
    Ok(Cost::of(answer.generated()))
}

/// What an answer cost. A search of the goal generates nothing.
pub(super) fn describe(cost: Cost, is_looked_up: bool) -> String {
    match cost {
        _ if is_looked_up => "looked up".to_owned(),
        Cost { generated, expanded: 0, .. } => format!("generated {generated} boards"),
        Cost { generated, expanded, frontier } => {
            format!("expanded {expanded}, generated {generated}, largest frontier {frontier}")
        }
    }
}
