//! Finds what a form needs to know of many boards.

use super::difficulty::Difficulty;
use super::form::{Answer, Form, Format};
use super::format::{AnyBoard, Record};
use super::{Answers, BOARDS_PER_BATCH, Bulk};
use crate::error::Result;
use crate::known::known;
use crate::oracle::{
    Answerable, Batch, BatchError, Oracle, UnpackedSolutions, best_first, legal_moves,
};
use crate::outcome::{Ask, Cost, Outcome, Solved};
use crate::puzzle::{Board, Metric, Move, Orbit, Puzzle, Slide, Unsolvable};

/// The number of boards looked up together. Their records fit the memory that the allocator keeps
/// at hand: those of twice as many are given back to the system after each run, and CSV takes 1.06
/// times as long.
const LOOKED_UP: usize = 128;

/// What answers the boards of a goal.
pub(super) enum Answerer<M: Answerable> {
    /// An oracle. On a table, plain lines of 3x3 take a faster path.
    Oracle(Batch<M>),
    Search(Box<Search<M>>),
}

/// The same in either metric.
pub(super) trait AnyAnswerer: Send + Sync {
    /// Answers boards, up to the first error.
    fn answer(&self, bulk: &Bulk, source: &Source, boards: &[Board], answers: &mut Answers);

    /// The unpacked solutions, if there are any for so many boards, and their metric.
    fn unpacked(&self, boards: usize) -> Option<(&UnpackedSolutions, Metric)>;

    fn is_looking_up(&self) -> bool;

    /// The number of boards at each distance, if known.
    fn counts(&self, goal: &Board) -> Option<Vec<u64>>;

    /// How many boards are worth answering together.
    fn together(&self) -> usize;
}

/// Finds a shortest solution of a board. [`Error::Unsolvable`](crate::Error::Unsolvable) and
/// [`Error::Stopped`](crate::Error::Stopped) say that there is no answer; any other error ends the
/// run.
pub type Search<M = Move> = dyn Fn(&Board) -> Result<Solved<M>> + Send + Sync;

/// What answers the boards of a goal, and the data for their difficulty, if known.
pub(super) struct Source {
    pub(super) answerer: Box<dyn AnyAnswerer>,
    pub(super) difficulty: Option<Difficulty>,
    /// The number of boards answered together.
    pub(super) together: usize,
}

impl<M: Answerable> AnyAnswerer for Answerer<M> {
    fn answer(&self, bulk: &Bulk, source: &Source, boards: &[Board], answers: &mut Answers) {
        let records = |boards| match self {
            Answerer::Oracle(batch) => records_of_batch(batch, bulk.form, boards),
            Answerer::Search(search) => records_of(bulk.form, boards, |record, board| {
                let Solved { moves, cost, .. } = search(board)?;
                record.fill(moves, None);
                Ok(cost)
            }),
        };
        let (records, failure) = BatchError::until(boards, records);
        bulk.write_all(records, source, answers);
        answers.failure = failure.map(|error| (answers.lines, error));
    }

    fn unpacked(&self, boards: usize) -> Option<(&UnpackedSolutions, Metric)> {
        match self {
            Answerer::Oracle(batch) => Some((batch.oracle().unpacked(boards)?, M::METRIC)),
            Answerer::Search(_) => None,
        }
    }

    fn is_looking_up(&self) -> bool {
        match self {
            Answerer::Oracle(batch) => batch.oracle().table().is_some(),
            Answerer::Search(_) => false,
        }
    }

    fn counts(&self, goal: &Board) -> Option<Vec<u64>> {
        match self {
            Answerer::Oracle(batch) => batch.oracle().counts(),
            Answerer::Search(_) => {
                Some(known(Puzzle::of_all_boards(Orbit::from(goal), M::METRIC))?.counts)
            }
        }
    }

    fn together(&self) -> usize {
        match self {
            _ if self.is_looking_up() => LOOKED_UP,
            Answerer::Oracle(batch) => batch.together().min(BOARDS_PER_BATCH),
            Answerer::Search(_) => 1,
        }
    }
}

impl Source {
    pub(super) fn new(answerer: Box<dyn AnyAnswerer>, form: Form, goal: &Board) -> Source {
        let needs_counts = form.format != Format::Text || form.answer == Answer::Difficulty;
        let counts = if needs_counts { answerer.counts(goal) } else { None };
        let together = answerer.together();
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

fn records_of_batch<'b, M: Answerable>(
    batch: &Batch<M>,
    form: Form,
    boards: &'b [Board],
) -> std::result::Result<Vec<Record<'b, M>>, BatchError> {
    let (ask, is_legal) = (form.ask(), form.answer == Answer::Legal);
    let is_counted = ask.has(Ask::COUNT);
    let mut records = new_records(form, boards);
    let mut left = records.iter_mut();
    let solutions = ask.has(Ask::SOLUTION);
    let is_found = !is_counted
        && batch.look_up_all(boards, solutions, |board, found| {
            let Some(record) = left.next() else { return };
            let Some(found) = found else {
                let why = Unsolvable::known(board.cells(), batch.oracle().goal());
                record.outcome = Outcome::Unsolvable(why);
                return;
            };
            record.distance = Some(found.distance.into());
            record.moves = found.moves::<M>();
            record.next = ask.has(Ask::OPTIMAL_MOVES).then(|| M::optimal_of(found));
            record.legal = is_legal.then(|| best_first(M::legal_of(found)));
        });
    if is_found {
        return Ok(records);
    }
    // In the multi-tile metric the legal moves do not follow from the optimal ones.
    if is_counted || is_legal && M::METRIC == Metric::Multi {
        return records_of(form, boards, |record, board| {
            fill_from_oracle(record, board, batch.oracle(), form)
        });
    }
    // A search finds all of it at once, and knows what it cost.
    if batch.oracle().table().is_none()
        || ask.has(Ask::SOLUTION)
        || ask == Ask::DISTANCE | Ask::OPTIMAL_MOVES
    {
        for (record, found) in records.iter_mut().zip(batch.find(boards, ask)?) {
            let found = found.map(|found| {
                record.fill(found.moves, found.optimal);
                found.cost
            });
            record.finish(form, found);
        }
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
    if is_legal {
        for (record, board) in records.iter_mut().zip(boards) {
            let known = record.distance.zip(record.next.as_ref());
            let legal = known.map(|(distance, next)| legal_moves(board, distance, next));
            record.legal = legal.map(best_first);
        }
    }
    Ok(records)
}

/// Finds what is asked for with one question, and returns what it cost.
fn fill_from_oracle<M: Answerable>(
    record: &mut Record<'_, M>,
    board: &Board,
    oracle: &Oracle<M>,
    form: Form,
) -> Result<Cost> {
    let (ask, is_legal) = (form.ask(), form.answer == Answer::Legal);
    let answer = oracle.answer(board)?;
    let next = ask.has(Ask::OPTIMAL_MOVES) && !(is_legal && form.format == Format::Text);
    let next = next.then(|| answer.optimal_moves()).transpose()?;
    record.fill(answer.moves().clone(), next);
    record.legal = is_legal.then(|| answer.legal_moves()).transpose()?;
    record.count = ask.has(Ask::COUNT).then(|| answer.count_solutions()).transpose()?;
    let cost = Cost::of(answer.generated());
    if ask.has(Ask::SOLUTIONS) {
        record.solutions = Some(answer.into_solutions()?.collect::<Result<_>>()?);
    }
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
