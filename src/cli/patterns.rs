//! Boards of 13 to 16 cells, which are solved by a search with pattern tables: limits, progress,
//! and a hint about generating the large tables.

use std::io::IsTerminal;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use tilebase::bulk::{Answered, Solution, Solver, Unanswered};
use tilebase::generate::Generator;
use tilebase::puzzle::{MoveSet, Orbit};
use tilebase::solver::{self, Limits, Progress, SolveError};
use tilebase::{BatchError, Board, Size};

use super::commands::generate::tables_for;
use super::methods::SearchLimits;
use super::{cures, progress, report};

/// The total time of searches with small tables after which the hint about large ones is given.
const WORTH_A_HINT: Duration = Duration::from_secs(1);

/// Searches for the solutions of boards with one goal.
pub struct Patterns {
    solver: solver::Solver,
    limits: SearchLimits,
    /// The milliseconds spent on searches with small tables, or `u64::MAX` after the hint was
    /// given.
    spent: AtomicU64,
    /// Whether to show the progress of a long search.
    show_progress: bool,
}

impl Patterns {
    pub fn new(solver: solver::Solver, limits: SearchLimits) -> Patterns {
        let hint_given = if solver.is_small() { 0 } else { u64::MAX };
        let show_progress = std::io::stderr().is_terminal();
        Patterns { solver, limits, spent: AtomicU64::new(hint_given), show_progress }
    }

    /// Runs searches, and gives the hint if they took long.
    fn timed<A>(&self, search: impl FnOnce() -> A) -> A {
        let begin = Instant::now();
        let found = search();
        let spent = self.spent.load(Ordering::Relaxed);
        if spent != u64::MAX {
            let all = spent + begin.elapsed().as_millis() as u64;
            let is_long = all >= WORTH_A_HINT.as_millis() as u64;
            let kept = if is_long { u64::MAX } else { all };
            if self.spent.swap(kept, Ordering::Relaxed) != u64::MAX && is_long {
                self.hint();
            }
        }
        found
    }

    /// The hint: how much faster large tables are, and what they cost.
    fn hint(&self) {
        let goal = self.solver.goal();
        let (mut memory, mut disk) = (0, 0);
        for puzzle in tables_for(Orbit::from(goal)) {
            let generator = Generator::new(puzzle);
            memory = memory.max(generator.table_memory());
            disk += generator.table_len();
        }
        report::note(format_args!(
            "large tables are several times as fast; make them once with: {} ({} of disk, {} of \
             memory to make them)",
            cures::generate(goal.shape(), goal.blank_cell()),
            Size(disk),
            Size(memory)
        ));
    }

    /// Runs one search within the requested limits, and shows its progress on a terminal.
    fn limited<A>(&self, search: impl FnOnce(&Limits<'_>) -> A) -> A {
        let begin = Instant::now();
        let bar = progress::bar(None, "{spinner} {msg}", !self.show_progress);
        let watch = |progress: Progress| {
            let elapsed = begin.elapsed();
            if self.show_progress && elapsed > Duration::from_secs(1) {
                let rate = progress.generated as f64 / elapsed.as_secs_f64() / 1e6;
                bar.set_message(format!(
                    "at least {} moves; {} boards, {rate:.1} million a second",
                    progress.at_least, progress.generated
                ));
                bar.tick();
            }
            if self.limits.timeout().is_some_and(|timeout| elapsed > timeout) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let found = search(&Limits { boards: self.limits.max_nodes(), watch: Some(&watch) });
        bar.finish_and_clear();
        found
    }
}

/// Converts an answer of the solver to the form that bulk answers have.
fn answered<A>(found: Result<A, SolveError>) -> tilebase::Result<Answered<A>> {
    Ok(match found {
        Ok(found) => Ok(found),
        Err(SolveError::Unsolvable(_)) => Err(Unanswered::Unsolvable),
        Err(SolveError::Stopped(stopped)) => {
            Err(Unanswered::Stopped { why: stopped.to_string(), at_least: Some(stopped.at_least) })
        }
        Err(error) => return Err(error.into()),
    })
}

impl Solver for Patterns {
    fn goal(&self) -> &Board {
        self.solver.goal()
    }

    fn solutions(
        &self,
        boards: &[Board],
        answers: &mut Vec<Answered<Solution>>,
    ) -> Result<(), BatchError> {
        let found = self.timed(|| {
            if boards.len() > 1 && !self.limits.is_some() {
                return self.solver.solutions_of(boards, &Limits::default());
            }
            let solve = |board| self.limited(|limits| self.solver.solution(board, limits));
            boards.iter().map(solve).collect()
        });
        for (index, found) in found.into_iter().enumerate() {
            let found = answered(found).map_err(|error| BatchError { index, error })?;
            answers.push(found.map(|solved| Solution {
                moves: solved.moves.iter().copied().collect(),
                note: None,
            }));
        }
        Ok(())
    }

    fn optimal_moves(
        &self,
        boards: &[Board],
        answers: &mut Vec<Answered<MoveSet>>,
    ) -> Result<(), BatchError> {
        for (index, board) in boards.iter().enumerate() {
            let moves = |limits: &Limits<'_>| self.solver.optimal_moves(board, limits);
            let found = self.timed(|| self.limited(moves));
            answers.push(answered(found).map_err(|error| BatchError { index, error })?);
        }
        Ok(())
    }

    fn count_solutions(&self, board: &Board) -> tilebase::Result<Answered<u128>> {
        let count = |limits: &Limits<'_>| self.solver.count_solutions(board, limits);
        answered(self.timed(|| self.limited(count)).map(u128::from))
    }

    fn each_solution(
        &self,
        board: &Board,
        visit: &mut dyn FnMut(tilebase::PackedMoves),
    ) -> tilebase::Result<Answered<()>> {
        let all = |limits: &Limits<'_>| self.solver.solutions(board, limits);
        answered(self.timed(|| {
            self.limited(all).map(|all| {
                all.for_each(|moves| visit(moves.iter().copied().collect()));
            })
        }))
    }
}
