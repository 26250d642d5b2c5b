//! The questions that searches answer: one board, many boards in turn, all solutions of a board, a
//! beam. They do not depend on the number of patterns.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, PoisonError};

use crate::error::{Error, Result};
use crate::limits::{Budget, Limits};
use crate::outcome::{Ask, Cost, Solved};
use crate::puzzle::{Board, Move, Moves};
use crate::threads;

use super::beam::{self, Beam};
use super::embedded::{PLAIN, PRUNING};
use super::many::{Deferred, Queue, TimedAnswer};
use super::optimal::OptimalSearch;
use super::part::Part;
use super::pattern_beam::PatternBeam;
use super::search::{Search, Start, TurnEnd};
use super::searcher::{Effort, Iteration, PartsEnd, Searcher, Wanted};
use super::searching::SolvedBoard;
use super::spread::Spread;
use super::turns::run;
use super::width::{Count as _, Width};
use crate::machine::with_bit_counts;

/// Roughly how many boards are generated to solve a random board with large tables.
const FOR_A_BOARD: u64 = 1 << 14;

/// How many turns the search for all solutions takes between two looks at its limits.
const TURNS_BETWEEN_CHECKS: u32 = 4096;

/// Returns the next solution, if there is one. If the budget ends first, the number of boards
/// generated, and nothing after that. (An iterator would have methods that are compiled with it.)
pub(super) type NextSolution = Box<dyn FnMut() -> Option<Result<Moves, u64>> + Send>;

/// Answers questions, whatever the number of patterns. All boards have the goal's shape and can
/// reach it.
pub(super) trait Engine: Send + Sync {
    /// Prepares to bound `boards` more boards. Once enough boards were announced, this finds all
    /// distances at once.
    fn expect_bounds(&self, boards: u64, threads: usize) -> Result<()>;

    /// Appends a lower bound on the distance of each board, with its parity.
    fn lower_bounds(&self, boards: &[Board], bounds: &mut Vec<Result<u32>>);

    /// Searches for the canonical solution.
    fn solve(&self, board: &Board, effort: Effort<'_>) -> Result<Iteration>;

    /// Searches for the canonical solutions of many boards, and for all optimal moves if asked.
    fn solve_all(
        &self,
        boards: &[Board],
        ask: Ask,
        threads: usize,
        limits: &Limits,
    ) -> Vec<TimedAnswer>;

    /// Searches a part for its first solution of at most `limit` moves.
    fn within(&self, board: &Board, limit: u32, part: Part, effort: Effort<'_>)
    -> Result<PartsEnd>;

    /// The number of solutions of at most `limit` moves. `None` if the budget ends first.
    fn count(&self, board: &Board, limit: u32, effort: Effort<'_>) -> Result<Option<u64>>;

    /// Returns all solutions of at most `limit` moves, in order.
    fn solutions(
        self: Arc<Self>,
        board: &Board,
        limit: u32,
        budget: Budget,
    ) -> Result<NextSolution>;

    /// Makes room for this many beams at a time, of at most this width, if it has beams.
    fn reserve(&self, beams: usize, width: usize) -> Result<()>;

    /// Gives back the memory of one beam that is over.
    fn release(&self);

    /// Searches with a beam for a solution. `None` if it finds none, or has no beams.
    fn beam(&self, board: &Board, beam: Beam<'_>) -> Result<Option<Moves>>;

    /// The error for tables that contradict what is known.
    fn wrong_tables(&self) -> Error;
}

impl<W: Width, const V: usize, const L: usize> Engine for Searcher<W, V, L> {
    fn expect_bounds(&self, boards: u64, threads: usize) -> Result<()> {
        let all = self.bounded.fetch_add(boards, Ordering::Relaxed).saturating_add(boards);
        self.tables.iter().try_for_each(|table| table.expect_distances(all, threads))
    }

    fn lower_bounds(&self, boards: &[Board], bounds: &mut Vec<Result<u32>>) {
        with_bit_counts(
            #[inline(always)]
            || match self.all_distances() {
                Some(distances) => self.read_bounds(boards, distances, bounds),
                None => bounds.extend(boards.iter().map(|it| Ok(self.root(it)?.estimate()))),
            },
        );
    }

    fn solve(&self, board: &Board, effort: Effort<'_>) -> Result<Iteration> {
        if *board == self.goal {
            return Ok(Iteration::Solved(Moves::default()));
        }
        let (node, further) = (self.root(board)?, self.further_roots(board)?);
        let estimate =
            further.iter().fold(node.estimate(), |most, further| most.max(further.sum.get()));
        let at_least = estimate.max(effort.at_least);
        self.deepen(node, &further, Effort { at_least, ..effort })
    }

    fn solve_all(
        &self,
        boards: &[Board],
        ask: Ask,
        threads: usize,
        limits: &Limits,
    ) -> Vec<TimedAnswer> {
        if W::IN_TURNS {
            self.solve_in_turns(boards, ask, threads, limits)
        } else {
            boards.iter().map(|board| self.solve_alone(board, ask, threads, limits)).collect()
        }
    }

    fn within(
        &self,
        board: &Board,
        limit: u32,
        part: Part,
        effort: Effort<'_>,
    ) -> Result<PartsEnd> {
        let node = self.root(board)?;
        if node.estimate() > limit {
            return Ok(PartsEnd::Exhausted);
        }
        let further = self.further_roots(board)?;
        if part != Part::WHOLE {
            // A search is divided because it is long.
            self.expect(u64::MAX);
        }
        let wanted = Wanted::First(part.beginnings(board, &self.goal));
        Ok(self.parts(&PRUNING, Start::new(node, limit), &further, &wanted, effort))
    }

    fn count(&self, board: &Board, limit: u32, effort: Effort<'_>) -> Result<Option<u64>> {
        let start = Start::new(self.root(board)?, limit);
        let further = self.further_roots(board)?;
        match self.parts(&PLAIN, start, &further, &Wanted::Number, effort) {
            // The caller knows a solution.
            PartsEnd::Counted(0) => Err(self.wrong_tables()),
            PartsEnd::Counted(count) => Ok(Some(count)),
            _ => Ok(None),
        }
    }

    fn solutions(
        self: Arc<Self>,
        board: &Board,
        limit: u32,
        budget: Budget,
    ) -> Result<NextSolution> {
        let (start, further) = (Start::new(self.root(board)?, limit), self.further_roots(board)?);
        let mut search = Search::new(&self.context_for(&PLAIN, &further), &start);
        let (mut counted, mut over) = (0, false);
        Ok(Box::new(move || {
            let context = self.context_for(&PLAIN, &further);
            while !over {
                for _ in 0..TURNS_BETWEEN_CHECKS {
                    match search.turn(&context) {
                        TurnEnd::Going => search.ask(&context),
                        TurnEnd::Found => return Some(Ok(Moves::from(search.solution()))),
                        TurnEnd::Over => {
                            over = true;
                            return None;
                        }
                    }
                }
                over = !budget.goes_on(limit, search.generated - counted);
                counted = search.generated;
                if over {
                    return Some(Err(budget.generated()));
                }
            }
            None
        }))
    }

    fn reserve(&self, beams: usize, width: usize) -> Result<()> {
        if W::BEAMS { beam::reserve(&self.spare, beams, width) } else { Ok(()) }
    }

    fn release(&self) {
        self.spare.lock().unwrap_or_else(PoisonError::into_inner).pop();
    }

    fn beam(&self, board: &Board, beam: Beam<'_>) -> Result<Option<Moves>> {
        if W::BEAMS { self.search_beam(board, beam) } else { Ok(None) }
    }

    fn wrong_tables(&self) -> Error {
        Searcher::wrong_tables(self)
    }
}

impl<W: Width, const V: usize, const L: usize> Searcher<W, V, L> {
    /// Solves many boards, which take turns on each thread.
    fn solve_in_turns(
        &self,
        boards: &[Board],
        ask: Ask,
        threads: usize,
        limits: &Limits,
    ) -> Vec<TimedAnswer> {
        let interrupted = AtomicBool::new(limits.interrupted(crate::limits::Progress::default()));
        let first = AtomicUsize::new(0);
        self.expect(boards.len() as u64 * FOR_A_BOARD);
        let context = self.context(&PRUNING);
        let mut answers: Vec<Option<TimedAnswer>> = boards.iter().map(|_| None).collect();
        let mut hard_boards = Vec::new();
        let others = threads.min(boards.len()).saturating_sub(1);
        let of_threads = threads::join(others, || {
            let mut queue = Queue {
                searcher: self,
                boards,
                ask,
                limits,
                first: &first,
                interrupted: &interrupted,
                running: Vec::new(),
                answers: Vec::new(),
                hard: Vec::new(),
            };
            run(&context, &mut queue);
            (queue.answers, queue.hard)
        });
        for (answered, hard) in of_threads {
            for (board, answer) in answered {
                let generated = answer.0.as_ref().map_or(0, |found| found.cost.generated);
                self.generated.fetch_add(generated, Ordering::Relaxed);
                answers[board] = Some(answer);
            }
            hard_boards.extend(hard);
        }
        for Deferred { board, start, generated, time } in hard_boards {
            let budget = Budget::resume(limits, generated, time);
            let found = self.solve_hard(&boards[board], &start, ask, threads, &budget);
            answers[board] = Some((found, budget.time()));
        }
        answers
            .into_iter()
            .map(|answer| answer.expect("every board is answered by a thread or put aside as hard"))
            .collect()
    }

    /// Solves a board on all threads.
    fn solve_alone(&self, board: &Board, ask: Ask, threads: usize, limits: &Limits) -> TimedAnswer {
        let budget = Budget::new(limits);
        let found = self.root(board).and_then(|node| {
            let start = Start::new(node, node.estimate());
            self.solve_hard(board, &start, ask, threads, &budget)
        });
        (found, budget.time())
    }

    /// Solves a board that one thread has put aside, on all threads.
    fn solve_hard(
        &self,
        board: &Board,
        start: &Start<W, V, L>,
        ask: Ask,
        threads: usize,
        budget: &Budget,
    ) -> Result<Solved> {
        let further = self.further_roots(board)?;
        let effort = Effort { at_least: start.limit, ..Effort::new(threads, budget) };
        let progress = self.deepen(start.node, &further, effort)?;
        let moves = progress.solution(budget)?;
        if ask.has(Ask::OPTIMAL_MOVES) {
            return optimal_moves(self, &SolvedBoard { board, solution: &moves, threads, budget });
        }
        Ok(Solved { cost: Cost::of(budget.generated()), ..Solved::new(moves) })
    }

    fn search_beam(&self, board: &Board, beam: Beam<'_>) -> Result<Option<Moves>> {
        let (before, root) = (beam.budget.generated(), self.root(board)?);
        let context = self.context(&PLAIN);
        let spread = Spread::new(&self.goal);
        let root = (root, spread.of(board));
        let found =
            beam::search::<PatternBeam<W, V, L>>((&context, &spread), root, beam, &self.spare)?;
        let moves = |path: Vec<u8>| path.into_iter().map(|mv| Move::ALL[usize::from(mv)]).collect();
        let found: Option<Moves> = found.map(moves);
        self.generated.fetch_add(beam.budget.generated() - before, Ordering::Relaxed);
        match &found {
            Some(moves) if board.after(moves) != Some(self.goal) => Err(self.wrong_tables()),
            _ => Ok(found),
        }
    }
}

/// Finds all optimal moves of a board whose canonical solution is known.
pub(super) fn optimal_moves(engine: &dyn Engine, solved: &SolvedBoard<'_, Move>) -> Result<Solved> {
    let &SolvedBoard { board, solution, threads, budget } = solved;
    let mut search = OptimalSearch::new(solution.clone());
    while let Some(after) = search.next(board) {
        let left = search.left();
        let effort = Effort { at_least: left + 1, ..Effort::new(threads, budget) };
        match engine.within(&after, left, Part::WHOLE, effort)? {
            PartsEnd::Found(_) | PartsEnd::Stopped(Some(_)) => search.accept_last(),
            PartsEnd::Exhausted | PartsEnd::Counted(_) => {}
            PartsEnd::Stopped(None) => return Err(budget.stopped_beside(&search.solution).into()),
        }
    }
    Ok(search.solved(budget.generated()))
}
