//! Boards that are answered together, and the answers of one run.

use std::ops::ControlFlow;

use super::format::{self, ProvedBounds, Record};
use super::{Answers, BoardText, Bulk, Part, Source};
use crate::error::Error;
use crate::oracle::AnyAnswer;
use crate::outcome::Outcome;
use crate::position::Position;
use crate::puzzle::Class;
use crate::reading::comment_flaw;

/// The most boards that are read before they are answered.
const BOARDS_PER_RUN: usize = 256;

/// Boards of one size that are to be answered together, and where their answers go.
pub(super) struct Run<'a> {
    pub boards: Vec<Position>,
    /// The goal of each, if they have goals of their own. Their blanks are in one cell.
    goals: Vec<Position>,
    /// The fields to write before the answer to each, if there are any.
    kept: Vec<Vec<u8>>,
    pub answers: &'a mut Answers,
    part: &'a mut Part<'a>,
    pub is_over: bool,
}

/// Boards, the goal of each if they have goals of their own, and the fields before each answer.
type Boards<'r> = (&'r [Position], &'r [Position], &'r [Vec<u8>]);

impl<'a> Run<'a> {
    /// A run that adds to these answers.
    pub fn new(answers: &'a mut Answers, part: &'a mut Part<'a>) -> Run<'a> {
        answers.clear();
        let (boards, goals, kept) = (Vec::new(), Vec::new(), Vec::new());
        Run { boards, goals, kept, answers, part, is_over: false }
    }
}

impl Bulk {
    /// Adds a board to those to answer together, or reports it as invalid.
    #[inline]
    pub(super) fn add(&self, text: BoardText<'_>, run: &mut Run<'_>) {
        match Position::parse_plain(text.text, self.size) {
            Some(board) if text.goal.is_none() && self.reading.is_usual() => {
                self.add_board(board, None, text.kept, run);
            }
            _ => self.add_carefully(text, run),
        }
    }

    #[inline(never)]
    fn add_carefully(&self, all: BoardText<'_>, run: &mut Run<'_>) {
        let BoardText { text, goal, kept, .. } = all;
        let comment = text.iter().position(|&byte| byte == b'#').filter(|_| self.comments);
        let board = match comment {
            Some(at) => comment_flaw(text, self.size)
                .map_or_else(|| self.reading.board(&text[..at], self.size), Err),
            None => self.reading.board(text, self.size),
        };
        let board = match board {
            Ok(board) => board,
            Err(why) => return self.reject(INVALID, all, &(self.describe)(&why.into()), run),
        };
        let goal = goal.map(|goal| self.reading.goal(goal, Some(board.extent()))).transpose();
        match goal {
            Ok(goal) => self.add_board(board, goal, kept, run),
            Err(why) => self.reject(INVALID, all, &format!("its goal: {why}"), run),
        }
    }

    #[inline]
    pub(super) fn add_board(
        &self,
        board: Position,
        goal: Option<Position>,
        kept: Option<&[u8]>,
        run: &mut Run<'_>,
    ) {
        if let Some(first) = run.boards.first() {
            let blank_of = |goal: Option<&Position>| goal.map(Position::blank_cell);
            let is_alike = first.has_size_of(&board)
                && run.kept.is_empty() == kept.is_none()
                && (run.goals.is_empty() && goal.is_none()
                    || blank_of(run.goals.first()) == blank_of(goal.as_ref()));
            if !is_alike {
                self.finish(run);
            }
        }
        run.boards.push(board);
        run.goals.extend(goal);
        run.kept.extend(kept.map(<[u8]>::to_vec));
        if run.boards.len() == BOARDS_PER_RUN {
            self.finish(run);
        }
    }

    /// Answers the boards of a run and removes them.
    pub(super) fn finish(&self, run: &mut Run<'_>) {
        let (mut boards, goals) = (std::mem::take(&mut run.boards), std::mem::take(&mut run.goals));
        let mut kept = std::mem::take(&mut run.kept);
        let Some(size) = boards.first().map(Position::extent).filter(|_| !run.is_over) else {
            return;
        };
        // Boards with goals of their own are asked about as if their tiles were those of the usual
        // one, so that one oracle answers them all.
        let pairs = boards.iter().zip(&goals).filter_map(|(board, goal)| board.relabelled(goal));
        let (asked, usual): (Vec<_>, Vec<_>) = pairs.unzip();
        let goal = usual.into_iter().next().map_or_else(|| (self.goal)(size), Ok);
        let asked = if goals.is_empty() { &boards } else { &asked };
        let answered = goal.and_then(|goal| {
            if let Some(mut none) = without_tables(asked, &goal) {
                self.write_run(None, 0, &mut none, (&boards, &goals, &kept), run);
            } else {
                let source = self.source(&goal)?;
                self.answer_from(&source, asked, (&boards, &goals, &kept), run);
            }
            Ok(())
        });
        match answered {
            Ok(()) => {}
            Err(why) if why.is_of_board() => {
                let (word, why) = (why.word(), (self.describe)(&why));
                for (number, board) in boards.iter().enumerate() {
                    let (text, kept) = (board.to_string(), kept.get(number).map(Vec::as_slice));
                    let text = BoardText { text: text.as_bytes(), kept, ..BoardText::default() };
                    self.reject(word, text, &why, run);
                }
            }
            Err(error) => {
                run.answers.failure = Some((run.answers.lines, error));
                run.is_over = true;
            }
        }
        // The next run uses the same memory.
        boards.clear();
        kept.clear();
        (run.boards, run.kept) = (boards, kept);
    }

    /// Answers the boards of a run. `asked` are the boards to look up: the same ones, or the same
    /// renumbered for the usual goal.
    fn answer_from(
        &self,
        source: &Source,
        asked: &[Position],
        boards: Boards<'_>,
        run: &mut Run<'_>,
    ) {
        let mut first = 0;
        for asked in asked.chunks(source.oracle.boards_together()) {
            let found = source.oracle.find(asked, self.form.ask(), &mut |at, outcomes| {
                self.write_run(Some(source), first + at, outcomes, boards, run);
                ControlFlow::Continue(())
            });
            if let Err(failed) = found {
                run.answers.failure = Some((run.answers.lines, failed.error));
            }
            run.is_over = run.answers.failure.is_some() || (run.part)(run.answers).is_break();
            if run.is_over {
                return;
            }
            first += asked.len();
        }
    }

    /// Writes the outcomes of boards from number `first` on, which may have goals of their own.
    fn write_run(
        &self,
        source: Option<&Source>,
        first: usize,
        outcomes: &mut [Outcome<AnyAnswer>],
        (boards, goals, kept): Boards<'_>,
        run: &mut Run<'_>,
    ) {
        for (number, outcome) in (first..).zip(outcomes) {
            let board = &boards[number];
            let mut proved = None;
            match outcome {
                // The tiles that it names are the board's own.
                Outcome::Unsolvable(why) => {
                    if let Some(goal) = goals.get(number)
                        && let Err(Error::Unsolvable(own)) = board.expect_solvable(goal)
                    {
                        *why = own;
                    }
                }
                Outcome::Bounded(stopped) => {
                    proved = Some(ProvedBounds::new(stopped, board, self.form));
                }
                Outcome::Known(_) => {}
            }
            let record = Record::new(board, outcome, proved.as_ref(), source, self);
            let begin = run.answers.text.len();
            self.write(&record, run.answers);
            if let Some(kept) = kept.get(number) {
                format::insert(self.form.format, kept, begin, &mut run.answers.text);
            }
        }
    }

    /// Writes a word such as `invalid` for the next line, which cannot be answered.
    pub(super) fn reject(
        &self,
        word: &'static str,
        board: BoardText<'_>,
        why: &str,
        run: &mut Run<'_>,
    ) {
        self.finish(run);
        if !run.is_over {
            let text = &mut run.answers.text;
            let begin = text.len();
            format::write_reject(self.form, word, board.text, why, text);
            if let Some(kept) = board.kept {
                format::insert(self.form.format, kept, begin, text);
            }
            run.answers.fail(why);
            run.answers.lines += 1;
        }
    }
}

/// The outcomes of boards of which none can reach the goal, found by parity alone, so that no tables
/// are made for them.
fn without_tables(boards: &[Position], goal: &Position) -> Option<Vec<Outcome<AnyAnswer>>> {
    if goal.class() == Class::Tabled {
        return None;
    }
    let outcomes = boards.iter().map(|board| match board.expect_solvable(goal) {
        Err(Error::Unsolvable(why)) => Some(Outcome::Unsolvable(why)),
        _ => None,
    });
    outcomes.collect()
}

/// The answer to a text that is not a board.
pub(super) const INVALID: &str = "invalid";
