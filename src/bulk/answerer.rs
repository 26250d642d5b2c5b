//! Finds what a form needs to know of many boards.

use super::BOARDS_PER_BATCH;
use super::difficulty::Difficulty;
use super::form::{Answer, Form, Format};
use super::format::{AnyBoard, Record};
use crate::error::Result;
use crate::known::known;
use crate::multi;
use crate::oracle::{Batch, BatchError, Oracle, legal_moves};
use crate::outcome::{Ask, Cost, Outcome, Solved};
use crate::puzzle::{Board, Move, MultiMove, Orbit, Puzzle, Slide};

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
    MultiSearch(Box<Search<MultiMove>>),
}

/// What was found for the boards of a goal, in either metric.
pub(super) enum Records<'b> {
    Single(Vec<Record<'b>>),
    Multi(Vec<Record<'b, MultiMove>>),
}

/// Finds a shortest solution of a board. [`Error::Unsolvable`](crate::Error::Unsolvable) and
/// [`Error::Stopped`](crate::Error::Stopped) say that there is no answer; any other error ends the
/// run.
pub type Search<M = Move> = dyn Fn(&Board) -> Result<Solved<<M as Slide>::Sequence>> + Send + Sync;

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
    ) -> std::result::Result<Records<'b>, BatchError> {
        match self {
            Answerer::Oracle(batch) => records_of_batch(batch, form, boards).map(Records::Single),
            Answerer::Search(search) => {
                records_of(form, boards, |record, board| fill_from_search(record, board, &**search))
                    .map(Records::Single)
            }
            Answerer::Multi(oracle) => match records_looked_up(oracle, form, boards) {
                Some(records) => Ok(Records::Multi(records)),
                None => records_of(form, boards, |record, board| {
                    fill_from_multi(record, board, oracle, form)
                })
                .map(Records::Multi),
            },
            Answerer::MultiSearch(search) => {
                records_of(form, boards, |record, board| fill_from_search(record, board, &**search))
                    .map(Records::Multi)
            }
        }
    }

    pub(super) fn is_looking_up(&self) -> bool {
        match self {
            Answerer::Oracle(batch) => batch.oracle().table().is_some(),
            Answerer::Multi(oracle) => !oracle.is_searching(),
            Answerer::Search(_) | Answerer::MultiSearch(_) => false,
        }
    }

    /// The number of boards at each distance, if known.
    fn counts(&self, goal: &Board) -> Option<Vec<u64>> {
        match self {
            Answerer::Oracle(batch) => batch.oracle().counts(),
            Answerer::Multi(oracle) => oracle.counts(),
            Answerer::Search(_) => known(Orbit::from(goal).into()).map(|known| known.counts),
            Answerer::MultiSearch(_) => {
                known(Puzzle::Multi(Orbit::from(goal))).map(|known| known.counts)
            }
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
            _ => 1,
        };
        Source { answerer, difficulty: counts.map(|counts| Difficulty::new(&counts)), together }
    }
}

/// Finds what the form needs of one board after another. `fill` returns what it cost.
fn records_of<'b, M: Slide>(
    form: Form,
    boards: &'b [Board],
    fill: impl Fn(&mut Record<'b, M>, &Board) -> Result<Cost>,
) -> std::result::Result<Vec<Record<'b, M>>, BatchError> {
    let mut records = new_records(form, boards);
    for (index, (record, board)) in records.iter_mut().zip(boards).enumerate() {
        let found = Outcome::of(fill(record, board));
        record.finish(form, found.map_err(|error| BatchError::new(index, error))?);
    }
    Ok(records)
}

fn new_records<M: Slide>(form: Form, boards: &[Board]) -> Vec<Record<'_, M>> {
    boards.iter().map(|board| Record::new(AnyBoard::Board(board), form.notation)).collect()
}

fn records_of_batch<'b>(
    batch: &Batch,
    form: Form,
    boards: &'b [Board],
) -> std::result::Result<Vec<Record<'b>>, BatchError> {
    let ask = form.ask();
    if ask.has(Ask::COUNT) {
        return records_of(form, boards, |record, board| {
            fill_from_oracle(record, board, batch.oracle(), ask)
        });
    }
    let mut records = new_records(form, boards);
    // A search finds all of it at once, and knows what it cost.
    if batch.oracle().table().is_none()
        || ask.has(Ask::SOLUTION)
        || ask == Ask::DISTANCE | Ask::OPTIMAL_MOVES
    {
        batch.find_each(boards, ask, |index, found| {
            let record = &mut records[index];
            let found = found.map(|found| {
                record.fill(found.moves, found.optimal);
                found.cost
            });
            record.finish(form, found);
        })?;
    } else if ask == Ask::OPTIMAL_MOVES {
        for (record, next) in records.iter_mut().zip(batch.optimal_moves(boards)?) {
            let next = next.map(|next| record.next = Some(next));
            record.finish(form, next.map(|()| Cost::default()));
        }
    } else {
        for (record, distance) in records.iter_mut().zip(batch.distances(boards)?) {
            let distance = distance.map(|distance| record.distance = Some(distance));
            record.finish(form, distance.map(|()| Cost::default()));
        }
    }
    if form.answer == Answer::Legal {
        for (record, board) in records.iter_mut().zip(boards) {
            let moves = record.distance.zip(record.next);
            record.legal = moves.map(|(distance, next)| legal_moves(board, distance, next));
        }
    }
    Ok(records)
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

/// What is found of boards in the multi-tile metric whose solutions are unpacked.
fn records_looked_up<'b>(
    oracle: &multi::Oracle,
    form: Form,
    boards: &'b [Board],
) -> Option<Vec<Record<'b, MultiMove>>> {
    let ask = form.ask();
    if ask.has(Ask::COUNT) {
        return None;
    }
    let mut records = new_records(form, boards);
    let mut left = records.iter_mut();
    let is_found = oracle.look_up_all(boards, ask.has(Ask::SOLUTION), |found| {
        let Some(record) = left.next() else { return };
        match found {
            Ok(found) => {
                record.distance = Some(found.distance());
                record.moves = found.moves();
                record.next = ask.has(Ask::OPTIMAL_MOVES).then(|| found.optimal_moves());
                record.legal = (form.answer == Answer::Legal).then(|| found.legal_moves());
            }
            Err(why) => record.outcome = Outcome::Unsolvable(why),
        }
    });
    is_found.then_some(records)
}

/// The same in the multi-tile metric.
fn fill_from_multi(
    record: &mut Record<'_, MultiMove>,
    board: &Board,
    oracle: &multi::Oracle,
    form: Form,
) -> Result<Cost> {
    let (ask, is_legal) = (form.ask(), form.answer == Answer::Legal);
    let next = ask.has(Ask::OPTIMAL_MOVES) && !(is_legal && form.format == Format::Text);
    let answer = oracle.answer(board)?;
    record.fill(
        answer.moves().clone(),
        next.then(|| answer.optimal_moves()).transpose()?.map(Into::into),
    );
    record.legal = is_legal.then(|| answer.legal_moves()).transpose()?;
    record.count = ask.has(Ask::COUNT).then(|| answer.count_solutions()).transpose()?;
    if ask.has(Ask::SOLUTIONS) {
        record.solutions = Some(answer.solutions()?.collect::<Result<_>>()?);
    }
    Ok(Cost::of(answer.generated()))
}

/// The same from a search of the user's own.
fn fill_from_search<M: Slide>(
    record: &mut Record<'_, M>,
    board: &Board,
    search: &Search<M>,
) -> Result<Cost> {
    let Solved { moves, cost, .. } = search(board)?;
    record.fill(moves, None);
    Ok(cost)
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
