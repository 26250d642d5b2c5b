//! How boards of up to sixteen cells are answered: with the canonical solution.
//!
//! Small tables find most of them. A board that turns out to be hard goes on with large tables, if
//! there are any, and many boards begin with those. Where the limits stop the search, beams look
//! for a good solution.

use super::PatternSearch;
use super::beams::with_beams;
use super::board_search::SolvedBoard;
use super::engine::{Effort, TimedAnswer};
use super::plan::before_beams;
use crate::error::{Error, Result};
use crate::limits::{Budget, Interval, Limits, Progress};
use crate::outcome::{Answer, Ask};
use crate::puzzle::SmallBoard;
use crate::threads;

/// Where searches are stopped, beams have one in this many parts of the time.
const BEAMS_ONE_IN: u32 = 8;

/// With this many boards or more, large tables are opened first.
pub(super) const LARGE_TABLES_FIRST_FROM: usize = 16;

impl PatternSearch {
    /// Finds the canonical solutions of many boards.
    pub(super) fn solve_small_boards(
        &self,
        boards: &[SmallBoard],
        ask: Ask,
        threads: usize,
        limits: &Limits,
    ) -> Result<Vec<Result<Answer>>> {
        let Some(before_beams) = before_beams(limits, BEAMS_ONE_IN) else {
            let found = self.search_all(boards, ask, threads, limits)?;
            return Ok(found.into_iter().map(|(found, _)| found).collect());
        };
        let (mut answers, mut stopped) = (Vec::with_capacity(boards.len()), Vec::new());
        let found = self.search_all(boards, ask, threads, &before_beams)?;
        for (number, (found, time)) in found.into_iter().enumerate() {
            if let Err(Error::Stopped(interval)) = &found {
                stopped.push((number, interval.clone(), time));
            }
            answers.push(found);
        }
        let found = threads::each(&stopped, threads, |(number, stopped, time)| {
            let (engine, board) = (self.open_engine(), &boards[*number]);
            let ends = (board, &self.goal);
            let found =
                with_beams(ends, stopped.clone(), limits, *time, |beam| engine.beam(board, beam));
            Err(found?.into())
        });
        for ((number, ..), found) in stopped.into_iter().zip(found) {
            answers[number] = found;
        }
        Ok(answers)
    }

    /// Searches for the canonical solutions of many boards.
    fn search_all(
        &self,
        boards: &[SmallBoard],
        ask: Ask,
        threads: usize,
        limits: &Limits,
    ) -> Result<Vec<TimedAnswer>> {
        let before_large_tables = self.boards_before_large_tables();
        let is_many = boards.len() >= LARGE_TABLES_FIRST_FROM;
        let Some(most) = before_large_tables.filter(|_| !is_many) else {
            // A question that is stopped needs no large tables.
            if limits.interrupted(Progress::default()) {
                return Ok(self.open_engine().solve_all(boards, ask, threads, limits));
            }
            return Ok(self.best_engine()?.solve_all(boards, ask, threads, limits));
        };
        let with_small_tables = limits.clone().boards_at_most(most);
        let all = self.first.solve_all(boards, ask, threads, &with_small_tables);
        let mut answers = Vec::with_capacity(all.len());
        for (board, (mut found, mut time)) in boards.iter().zip(all) {
            let generated = match &found {
                Ok(found) => found.cost().generated,
                Err(Error::Stopped(stopped)) => stopped.generated,
                Err(_) => 0,
            };
            self.spend(generated);
            // A board that was stopped only to open large tables goes on with them.
            if let Err(Error::Stopped(stopped)) = &mut found
                && generated > most
            {
                let budget = Budget::resume(limits, generated, time);
                if budget.goes_on(stopped.at_least, 0) {
                    found = self.go_on(board, std::mem::take(stopped), ask, threads, &budget);
                    time = budget.time();
                }
            }
            answers.push((found, time));
        }
        Ok(answers)
    }

    /// Goes on with a board whose search was stopped, with the best tables.
    fn go_on(
        &self,
        board: &SmallBoard,
        stopped: Interval,
        ask: Ask,
        threads: usize,
        budget: &Budget,
    ) -> Result<Answer> {
        let moves = match stopped.best {
            Some(moves) if stopped.is_canonical => moves,
            _ => {
                let engine = self.best_engine()?;
                let (at_least, effort) = (stopped.at_least, Effort::new(threads, budget));
                engine.solve(board, Effort { at_least, ..effort })?.solution(budget)?
            }
        };
        self.answer(ask, &SolvedBoard { board, solution: &moves, threads, budget })
    }
}
