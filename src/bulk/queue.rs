//! Boards that wait to be answered together, and the answers so far.

use std::time::Instant;

use super::form::INVALID;
use super::format::{self, AnswerState, Record, answer_of_stopped};
use super::{Answers, Bulk, GoalOracle, TakeSoFar};
use crate::board::Board;
use crate::error::{Error, Result};
use crate::outcome::{Answer, Outcome};
use crate::puzzle::Class;
use crate::text::{InputBoard, Notation};

/// The most boards that are read before they are answered.
const MAX_WAITING: usize = 256;

/// Boards of one size that are to be answered together, and where their answers go.
pub(super) struct BoardQueue<'a> {
    waiting: Waiting,
    pub answers: &'a mut Answers,
    take_so_far: &'a mut TakeSoFar<'a>,
    pub is_over: bool,
    /// When the answer before the next one was written, if the time of each is written.
    since: Option<Instant>,
}

/// The boards, in the form in which an oracle takes them.
#[derive(Default)]
struct Waiting {
    boards: Vec<Board>,
    /// The goal of each board, if they have goals of their own. Their blanks are in one cell.
    goals: Vec<Board>,
    /// The fields to write before each answer, if there are any.
    kept: Vec<Vec<u8>>,
}

/// A board, its own goal, and the fields to write before its answer.
struct Entry<'w> {
    board: &'w Board,
    goal: Option<&'w Board>,
    kept: Option<&'w [u8]>,
}

impl Waiting {
    fn entry(&self, number: usize) -> Entry<'_> {
        let (goal, kept) = (self.goals.get(number), self.kept.get(number).map(Vec::as_slice));
        Entry { board: &self.boards[number], goal, kept }
    }

    /// True if an entry can be answered together with those that are here.
    #[inline]
    fn takes(&self, new: &Entry<'_>, has_costs: bool) -> bool {
        let blank_of = |goal: Option<&Board>| goal.map(Board::blank_cell);
        let is_several = |goal: Option<&Board>| goal.is_some_and(Board::is_several);
        if has_costs && self.goals.first() != new.goal && !self.boards.is_empty() {
            return false;
        }
        self.boards.first().is_none_or(|first| {
            first.has_size_of(new.board)
                && self.kept.is_empty() == new.kept.is_none()
                && (self.goals.is_empty() && new.goal.is_none()
                    || blank_of(self.goals.first()) == blank_of(new.goal)
                        && (!is_several(self.goals.first()) && !is_several(new.goal)
                            || self.goals.first() == new.goal))
        })
    }
}

impl<'a> BoardQueue<'a> {
    /// An empty queue. It replaces the contents of `answers`.
    pub fn new(
        answers: &'a mut Answers,
        take_so_far: &'a mut TakeSoFar<'a>,
        since: Option<Instant>,
    ) -> BoardQueue<'a> {
        answers.clear();
        BoardQueue { waiting: Waiting::default(), answers, take_so_far, is_over: false, since }
    }

    pub fn is_empty(&self) -> bool {
        self.waiting.boards.is_empty()
    }

    /// Ends the answers with an error at the next line.
    fn fail(&mut self, error: Error) {
        self.answers.failure = Some((self.answers.lines, error));
        self.is_over = true;
    }
}

impl Bulk {
    /// Adds a board to those to answer together, or reports it as invalid.
    #[inline]
    pub(super) fn add(&self, text: InputBoard<'_>, queue: &mut BoardQueue<'_>) {
        match Board::parse_plain(text.text, self.size) {
            Some(board)
                if text.goal.is_none()
                    && self.reading.is_usual()
                    && self.reading.labels.is_none() =>
            {
                self.add_board(board, None, text.kept(), queue);
            }
            _ => self.add_carefully(text, queue),
        }
    }

    #[inline(never)]
    fn add_carefully(&self, all: InputBoard<'_>, queue: &mut BoardQueue<'_>) {
        let (InputBoard { text, goal, .. }, kept) = (all, all.kept());
        // Equal tiles are for a goal that has them.
        let reading = self.reading.for_own_goal(goal, self.size);
        let board = match reading.board(text, self.size) {
            Ok(board) => board,
            Err(why) => {
                return self.reject(INVALID, (text, kept), &(self.describe)(&why.into()), queue);
            }
        };
        let goal = goal.map(|goal| self.reading.goal(goal, Some(board.shape()))).transpose();
        if reading.labels.is_some()
            && let Ok(own) = &goal
            && let Some(goal) = own.clone().or_else(|| (self.goal)(board.shape()).ok())
            && let Err(why) = board.expect_tiles_of(&goal)
        {
            return self.reject(INVALID, (text, kept), &why.to_string(), queue);
        }
        if board.is_several() && self.form.notation == Notation::Tiles {
            let why = "equal tiles have no numbers; expected another notation than `tiles`";
            return self.reject(INVALID, (text, kept), why, queue);
        }
        match goal {
            Ok(goal) => self.add_board(board, goal, kept, queue),
            Err(why) => self.reject(INVALID, (text, kept), &format!("its goal: {why}"), queue),
        }
    }

    #[inline]
    pub(super) fn add_board(
        &self,
        board: Board,
        goal: Option<Board>,
        kept: Option<&[u8]>,
        queue: &mut BoardQueue<'_>,
    ) {
        if !queue
            .waiting
            .takes(&Entry { board: &board, goal: goal.as_ref(), kept }, self.costs.is_some())
        {
            self.finish(queue);
        }
        let waiting = &mut queue.waiting;
        waiting.boards.push(board);
        waiting.goals.extend(goal);
        waiting.kept.extend(kept.map(<[u8]>::to_vec));
        if waiting.boards.len() == MAX_WAITING {
            self.finish(queue);
        }
    }

    /// Answers the boards that wait, and removes them.
    pub(super) fn finish(&self, queue: &mut BoardQueue<'_>) {
        if queue.is_empty() || queue.is_over {
            return;
        }
        let mut waiting = std::mem::take(&mut queue.waiting);
        match self.answer_waiting(&waiting, queue) {
            Ok(()) => {}
            Err(why) if why.is_of_board() => {
                let (word, why) = (why.word(), (self.describe)(&why));
                for number in 0..waiting.boards.len() {
                    let Entry { board, kept, .. } = waiting.entry(number);
                    self.reject(word, (board.to_string().as_bytes(), kept), &why, queue);
                }
            }
            Err(error) => queue.fail(error),
        }
        // The next boards use the same memory.
        waiting.boards.clear();
        waiting.goals.clear();
        waiting.kept.clear();
        queue.waiting = waiting;
    }

    /// Answers boards by parity alone or from the oracle of their goal. Boards with goals of their
    /// own are renumbered for the usual goal, so that one oracle answers them all, unless moves
    /// cost what their tiles say.
    fn answer_waiting(&self, waiting: &Waiting, queue: &mut BoardQueue<'_>) -> Result<()> {
        let Waiting { boards, goals, .. } = waiting;
        let pairs = boards.iter().zip(goals).filter_map(|(board, goal)| match self.costs {
            Some(_) => Some((board.clone(), goal.clone())),
            None => board.relabelled(goal),
        });
        let (renumbered, usual): (Vec<_>, Vec<_>) = pairs.unzip();
        let goal = match usual.into_iter().next() {
            Some(goal) => goal,
            None => (self.goal)(boards[0].shape())?,
        };
        let boards = if goals.is_empty() { boards } else { &renumbered };
        if let Some(mut unsolvable) = without_tables(boards, &goal) {
            self.write_answers(None, 0, &mut unsolvable, waiting, queue);
            return Ok(());
        }
        let of_goal = self.oracle(&goal)?;
        let found =
            of_goal.oracle.answers(boards, self.form.ask_of_oracle(), &mut |first, outcomes| {
                self.write_answers(Some(&of_goal), first, outcomes, waiting, queue);
                let flow = (queue.take_so_far)(queue.answers);
                queue.is_over = flow.is_break();
                flow
            });
        if let Err(failed) = found {
            queue.fail(failed.error);
        }
        Ok(())
    }

    /// Writes the outcomes of the boards from number `first` on.
    fn write_answers(
        &self,
        oracle: Option<&GoalOracle>,
        first: usize,
        outcomes: &mut [Outcome],
        waiting: &Waiting,
        queue: &mut BoardQueue<'_>,
    ) {
        let nothing = Answer::default();
        for (number, outcome) in (first..).zip(outcomes) {
            let Entry { board, goal, kept } = waiting.entry(number);
            let proved;
            let (answer, state) = match outcome {
                Outcome::Known(answer) => (&*answer, AnswerState::Known(answer.cost())),
                Outcome::Unsolvable(why) => {
                    // The tiles that it names are the board's own.
                    if let Some(goal) = goal
                        && let Err(Error::Unsolvable(own)) = board.expect_solvable(goal)
                    {
                        *why = own;
                    }
                    (&nothing, AnswerState::Unsolvable(why))
                }
                Outcome::Bounded(stopped) => {
                    let (answer, state) = answer_of_stopped(stopped, board, self.form);
                    proved = answer;
                    (&proved, state)
                }
            };
            let record = Record { board, goal, answer, state, oracle, bulk: self };
            let begin = queue.answers.text.len();
            let seconds = queue.since.map(|since| {
                let now = (self.clock)();
                queue.since = Some(now);
                now.saturating_duration_since(since).as_secs_f64()
            });
            self.write(&record, seconds, queue.answers);
            if let Some(kept) = kept {
                format::insert(self.form.format, kept, begin, &mut queue.answers.text);
            }
        }
    }

    /// Writes a word such as `invalid` for the next line, which cannot be answered.
    pub(super) fn reject(
        &self,
        word: &'static str,
        (board, kept): (&[u8], Option<&[u8]>),
        why: &str,
        queue: &mut BoardQueue<'_>,
    ) {
        self.finish(queue);
        if !queue.is_over {
            let text = &mut queue.answers.text;
            let begin = text.len();
            format::write_reject(&self.form, word, board, why, text);
            if let Some(kept) = kept {
                format::insert(self.form.format, kept, begin, text);
            }
            queue.answers.fail(why);
            queue.answers.lines += 1;
        }
    }
}

/// The outcomes of boards if none of them can reach the goal. Parity alone shows it, so no tables
/// are made.
fn without_tables(boards: &[Board], goal: &Board) -> Option<Vec<Outcome>> {
    if goal.class() == Class::Tabled {
        return None;
    }
    let outcomes = boards.iter().map(|board| match board.expect_solvable(goal) {
        Err(Error::Unsolvable(why)) => Some(Outcome::Unsolvable(why)),
        _ => None,
    });
    outcomes.collect()
}
