//! Runs searches: for one board on all threads, for many boards in turn, or for all solutions of a
//! board.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crate::error::{Error, PatternFault, Result};
use crate::limits::{Budget, Limits};
use crate::puzzle::{Board, Move, MoveSet, Moves, solvable};
use crate::threads;

use super::beam::{Beam, Room};
use super::lookup::{ROOM, Ready, View};
use super::many::{Found, Hard, Queue};
use super::pruning::{DEPTH, PLAIN, Pruning};
use super::search::{Maps, Node, Search, Start, Turn, longest};
use super::turns::{After, Work, run};
use super::width::Width;

/// Starting threads is not worth it for an iteration that generates fewer boards than this.
const WORTH_THREADS: u64 = 1 << 16;

/// The number of parts per thread that a board is split into: enough to keep all of a thread's
/// searches busy until the end.
const PARTS: usize = 64;

/// Copying the large tables into huge pages takes as long as it saves on this many boards.
const WORTH_COPYING: u64 = 1 << 22;

/// Roughly how many boards are generated to solve a random board with large tables.
const FOR_A_BOARD: u64 = 1 << 14;

/// How many turns the search for all solutions takes between two looks at its limits.
const TURNS_BETWEEN_CHECKS: u32 = 4096;

/// The inside of a solver, independent of the number of patterns. All boards have the goal's shape
/// and can reach it.
pub(super) trait Engine: Send + Sync {
    /// A lower bound on the distance, with its parity.
    fn lower_bound(&self, board: &Board) -> Result<u32>;

    /// Searches for the canonical solution. The distance is known to be at least `at_least`. The
    /// search ends without a solution when the question has generated `most` boards.
    fn solve(
        &self,
        board: &Board,
        at_least: u32,
        most: u64,
        threads: usize,
        budget: &Budget,
    ) -> Result<Progress>;

    /// Searches for the canonical solutions of many boards, and for all optimal moves if asked.
    fn solve_all(
        &self,
        boards: &[Board],
        next: bool,
        threads: usize,
        limits: &Limits,
    ) -> Vec<Result<Found>>;

    /// Whether there is a solution of at most `limit` moves. `None` if the budget ends first.
    fn within(
        &self,
        board: &Board,
        limit: u32,
        at_least: u32,
        threads: usize,
        budget: &Budget,
    ) -> Result<Option<bool>>;

    /// The number of solutions of at most `limit` moves. `None` if the budget ends first.
    fn count(
        &self,
        board: &Board,
        limit: u32,
        threads: usize,
        budget: &Budget,
    ) -> Result<Option<u64>>;

    /// All solutions of at most `limit` moves, in order. If the budget ends first, the number of
    /// boards generated, and nothing after that.
    fn solutions(
        self: Arc<Self>,
        board: &Board,
        limit: u32,
        budget: Budget,
    ) -> Result<Box<dyn Iterator<Item = Result<Moves, u64>> + Send>>;

    /// Searches with a beam for a solution. `None` if it finds none.
    fn beam(&self, board: &Board, beam: Beam<'_>) -> Result<Option<Moves>>;

    /// The error for tables that contradict what is known.
    fn wrong_tables(&self) -> Error;
}

/// How far a search came.
pub(super) enum Progress {
    /// The canonical solution.
    Solved(Moves),
    /// The distance is at least this. The search ended there because it has generated enough.
    AtLeast(u32),
}

/// A solver with `L` patterns in `V` views.
pub(super) struct Searcher<W: Width, const V: usize, const L: usize> {
    views: [View; V],
    tables: [Arc<Ready>; L],
    zones: W::Zones,
    /// `pruning` refuses duplicates. `plain` refuses only moves that take the last one back.
    pruning: Pruning,
    plain: Pruning,
    neighbours: [[u8; 4]; ROOM],
    pub(super) goal: Board,
    /// No board is farther from the goal than this.
    pub(super) longest: u32,
    /// The number of boards generated so far.
    generated: AtomicU64,
    /// The memory of beams that are over.
    pub(super) spare: Mutex<Vec<Room<W, V, L>>>,
}

impl<W: Width, const V: usize, const L: usize> Searcher<W, V, L> {
    pub(super) fn new(
        goal: &Board,
        views: Vec<View>,
        tables: Vec<Arc<Ready>>,
        zones: W::Zones,
    ) -> Option<Searcher<W, V, L>> {
        let shape = goal.shape();
        let mut neighbours = [[0; 4]; ROOM];
        for (cell, neighbours) in neighbours[..shape.cells()].iter_mut().enumerate() {
            *neighbours = Move::ALL.map(|mv| shape.neighbour(cell, mv).unwrap_or(cell) as u8);
        }
        Some(Searcher {
            views: views.try_into().ok()?,
            tables: tables.try_into().ok()?,
            zones,
            pruning: Pruning::new(shape, DEPTH),
            plain: Pruning::new(shape, PLAIN),
            neighbours,
            goal: *goal,
            longest: longest(shape, goal.blank_cell()),
            generated: AtomicU64::new(0),
            spare: Mutex::default(),
        })
    }

    /// What a search that refuses only moves back needs.
    pub(super) fn plain_maps(&self) -> Maps<'_, W, V, L> {
        self.maps(&self.plain, 0)
    }

    /// What searches need if they are expected to generate about `expected` boards.
    fn maps<'t>(&'t self, pruning: &'t Pruning, expected: u64) -> Maps<'t, W, V, L> {
        if self.generated.load(Ordering::Relaxed).saturating_add(expected) > WORTH_COPYING {
            self.tables.iter().for_each(|table| table.expect_many());
        }
        Maps {
            views: self.views.each_ref(),
            bits: self.tables.each_ref().map(|table| table.bits()),
            zones: self.zones,
            pruning,
            neighbours: self.neighbours,
            goal: W::pack(&self.goal),
        }
    }

    /// The root of a search. Its lower bound is no more than the largest distance.
    pub(super) fn root(&self, board: &Board) -> Result<Node<W, V, L>> {
        let (mut words, mut sums) = ([0; L], [W::Count::default(); V]);
        for (view, sum) in self.views.iter().zip(&mut sums) {
            *sum = view.root::<W>(board, self.zones, &self.tables, &mut words)?;
        }
        let node = Node::new(board, words, sums);
        // Lying tables may say anything. A path has no room for more than this.
        if node.estimate() > self.longest { Err(self.wrong_tables()) } else { Ok(node) }
    }

    /// Searches the parts of one board up to a limit, on the given number of threads.
    fn parts(
        &self,
        pruning: &Pruning,
        start: Start<W, V, L>,
        count: bool,
        stop: Stop<'_>,
        threads: usize,
    ) -> Outcome {
        let maps = self.maps(pruning, 0);
        let (parts, generated) = maps.split(start, PARTS * threads);
        stop.budget.add(generated);
        let shared = Shared {
            parts: &parts,
            stop,
            next: AtomicUsize::new(0),
            best: AtomicUsize::new(usize::MAX),
            path: Mutex::new(None),
            count: count.then(|| AtomicU64::new(0)),
            ended: AtomicBool::new(false),
        };
        threads::join(threads.saturating_sub(1), || run(&maps, &mut Part(&shared)));
        let path = shared.path.into_inner().unwrap_or_else(PoisonError::into_inner);
        if shared.ended.into_inner() {
            return Outcome::Ended(path);
        }
        match (shared.count, path) {
            (Some(count), _) => Outcome::Counted(count.into_inner()),
            (None, Some(path)) => Outcome::Found(path),
            (None, None) => Outcome::Exhausted,
        }
    }

    /// Raises the limit until a solution is found.
    fn deepen(
        &self,
        node: Node<W, V, L>,
        mut limit: u32,
        most: u64,
        threads: usize,
        budget: &Budget,
    ) -> Result<Progress> {
        let mut last = 0;
        while limit <= self.longest {
            let before = budget.generated();
            if before >= most {
                return Ok(Progress::AtLeast(limit));
            }
            if !budget.goes_on(limit, 0) {
                return Err(budget.stopped(limit, None).into());
            }
            let threads = if last > WORTH_THREADS { threads } else { 1 };
            let stop = Stop { budget, at_least: limit, most };
            let outcome = self.parts(&self.pruning, Start::new(node, limit), false, stop, threads);
            last = budget.generated() - before;
            self.generated.fetch_add(last, Ordering::Relaxed);
            match outcome {
                Outcome::Found(path) => return Ok(Progress::Solved(Moves::from(path))),
                // If there is a path, it may not be the canonical one.
                Outcome::Ended(_) if budget.is_stopped() => {
                    return Err(budget.stopped(limit, None).into());
                }
                Outcome::Ended(_) => return Ok(Progress::AtLeast(limit)),
                // Each move changes the parity of the distance and of the bound.
                Outcome::Exhausted | Outcome::Counted(_) => limit += 2,
            }
        }
        // Every board that gets here has a solution.
        Err(self.wrong_tables())
    }
}

impl<W: Width, const V: usize, const L: usize> Engine for Searcher<W, V, L> {
    fn lower_bound(&self, board: &Board) -> Result<u32> {
        Ok(self.root(board)?.estimate())
    }

    fn solve(
        &self,
        board: &Board,
        at_least: u32,
        most: u64,
        threads: usize,
        budget: &Budget,
    ) -> Result<Progress> {
        if *board == self.goal {
            return Ok(Progress::Solved(Moves::default()));
        }
        let node = self.root(board)?;
        self.deepen(node, node.estimate().max(at_least), most, threads, budget)
    }

    fn solve_all(
        &self,
        boards: &[Board],
        next: bool,
        threads: usize,
        limits: &Limits,
    ) -> Vec<Result<Found>> {
        let interrupted = AtomicBool::new(limits.interrupted(crate::limits::Progress::default()));
        let first = AtomicUsize::new(0);
        let maps = self.maps(&self.pruning, boards.len() as u64 * FOR_A_BOARD);
        let work = || {
            let mut queue = Queue::new(self, boards, next, limits, &first, &interrupted);
            run(&maps, &mut queue);
            queue.into_answers()
        };
        let mut answers: Vec<Option<Result<Found>>> = boards.iter().map(|_| None).collect();
        let mut hard_boards = Vec::new();
        let others = threads.min(boards.len()).saturating_sub(1);
        for (answered, hard) in threads::join(others, work) {
            for (board, answer) in answered {
                let generated = answer.as_ref().map_or(0, |found| found.generated);
                self.generated.fetch_add(generated, Ordering::Relaxed);
                answers[board] = Some(answer);
            }
            hard_boards.extend(hard);
        }
        for Hard { board, start, generated, time } in hard_boards {
            let budget = Budget::resume(limits, generated, time);
            answers[board] = Some(self.solve_hard(&boards[board], &start, next, threads, &budget));
        }
        answers
            .into_iter()
            .map(|answer| answer.expect("every board is answered by a thread or put aside as hard"))
            .collect()
    }

    fn within(
        &self,
        board: &Board,
        limit: u32,
        at_least: u32,
        threads: usize,
        budget: &Budget,
    ) -> Result<Option<bool>> {
        let node = self.root(board)?;
        if node.estimate() > limit {
            return Ok(Some(false));
        }
        let stop = Stop { budget, at_least, most: u64::MAX };
        Ok(match self.parts(&self.pruning, Start::new(node, limit), false, stop, threads) {
            Outcome::Found(_) | Outcome::Ended(Some(_)) => Some(true),
            Outcome::Exhausted | Outcome::Counted(_) => Some(false),
            Outcome::Ended(None) => None,
        })
    }

    fn count(
        &self,
        board: &Board,
        limit: u32,
        threads: usize,
        budget: &Budget,
    ) -> Result<Option<u64>> {
        let stop = Stop { budget, at_least: limit, most: u64::MAX };
        let start = Start::new(self.root(board)?, limit);
        match self.parts(&self.plain, start, true, stop, threads) {
            // The caller knows a solution.
            Outcome::Counted(0) => Err(self.wrong_tables()),
            Outcome::Counted(count) => Ok(Some(count)),
            _ => Ok(None),
        }
    }

    fn solutions(
        self: Arc<Self>,
        board: &Board,
        limit: u32,
        budget: Budget,
    ) -> Result<Box<dyn Iterator<Item = Result<Moves, u64>> + Send>> {
        let mut search = Search::new(&Start::new(self.root(board)?, limit));
        let (mut told, mut over) = (0, false);
        Ok(Box::new(std::iter::from_fn(move || {
            let maps = self.maps(&self.plain, 0);
            while !over {
                for _ in 0..TURNS_BETWEEN_CHECKS {
                    match search.turn(&maps) {
                        Turn::Going => {}
                        Turn::Found => return Some(Ok(Moves::from(search.solution()))),
                        Turn::Over => {
                            over = true;
                            return None;
                        }
                    }
                }
                over = !budget.goes_on(limit, search.generated - told);
                told = search.generated;
                if over {
                    return Some(Err(budget.generated()));
                }
            }
            None
        })))
    }

    fn beam(&self, board: &Board, beam: Beam<'_>) -> Result<Option<Moves>> {
        let (before, root) = (beam.budget.generated(), self.root(board)?);
        let found = self.search_beam(root, beam).map(Moves::from);
        self.generated.fetch_add(beam.budget.generated() - before, Ordering::Relaxed);
        match &found {
            Some(moves) if board.after(moves) != Some(self.goal) => Err(self.wrong_tables()),
            _ => Ok(found),
        }
    }

    fn wrong_tables(&self) -> Error {
        PatternFault::WrongDistances { pattern: self.tables[0].pattern() }.into()
    }
}

impl<W: Width, const V: usize, const L: usize> Searcher<W, V, L> {
    /// Solves a board that one thread has put aside, on all threads.
    fn solve_hard(
        &self,
        board: &Board,
        start: &Start<W, V, L>,
        next: bool,
        threads: usize,
        budget: &Budget,
    ) -> Result<Found> {
        let progress = self.deepen(start.node, start.limit, u64::MAX, threads, budget)?;
        let Progress::Solved(moves) = progress else { return Err(self.wrong_tables()) };
        let next =
            if next { Some(optimal_moves(self, board, &moves, threads, budget)?) } else { None };
        let moves = moves.iter().copied().collect();
        Ok(Found { moves, next, generated: budget.generated() })
    }
}

/// All optimal moves of a board whose canonical solution is known. No optimal move is smaller than
/// the first move of that solution.
pub(super) fn optimal_moves(
    engine: &dyn Engine,
    board: &Board,
    solution: &Moves,
    threads: usize,
    budget: &Budget,
) -> Result<MoveSet> {
    let Some(&first) = solution.first() else { return Ok(MoveSet::EMPTY) };
    let (mut optimal, distance) = (MoveSet::from(first), solution.len() as u32);
    for mv in Move::ALL.into_iter().filter(|&mv| mv > first) {
        let Some(neighbour) = board.moved(mv) else { continue };
        match engine.within(&neighbour, distance - 1, distance, threads, budget)? {
            Some(true) => optimal.insert(mv),
            Some(false) => {}
            None => return Err(budget.stopped(distance, Some(solution.clone())).into()),
        }
    }
    Ok(optimal)
}

/// Checks that a board has the goal's shape and can reach the goal.
pub(super) fn check(board: &Board, goal: &Board) -> Result<()> {
    board.expect_shape(goal.shape())?;
    Ok(solvable(board, goal)?)
}

/// When to end a search.
#[derive(Clone, Copy)]
struct Stop<'b> {
    budget: &'b Budget,
    /// What is proved of the question's board.
    at_least: u32,
    /// The number of boards after which the search ends.
    most: u64,
}

/// The parts of one board, shared between threads.
struct Shared<'p, W: Width, const V: usize, const L: usize> {
    parts: &'p [Start<W, V, L>],
    stop: Stop<'p>,
    next: AtomicUsize,
    /// The first part in which a solution was found. Later parts no longer matter.
    best: AtomicUsize,
    path: Mutex<Option<Vec<Move>>>,
    count: Option<AtomicU64>,
    /// Whether a part was left unfinished.
    ended: AtomicBool,
}

enum Outcome {
    Found(Vec<Move>),
    Exhausted,
    Counted(u64),
    /// The search was ended before its end. This solution has no more moves than allowed, but a
    /// smaller one may have been missed.
    Ended(Option<Vec<Move>>),
}

/// One thread's share of the work.
struct Part<'s, 'p, W: Width, const V: usize, const L: usize>(&'s Shared<'p, W, V, L>);

impl<W: Width, const V: usize, const L: usize> Work<W, V, L> for Part<'_, '_, W, V, L> {
    fn next(&mut self) -> Option<(usize, Start<W, V, L>)> {
        let shared = self.0;
        let number = shared.next.fetch_add(1, Ordering::Relaxed);
        let start = *shared.parts.get(number)?;
        let wanted =
            number <= shared.best.load(Ordering::Relaxed) && !shared.ended.load(Ordering::Relaxed);
        wanted.then_some((number, start))
    }

    fn found(&mut self, number: usize, search: &Search<W, V, L>) -> After<W, V, L> {
        let shared = self.0;
        if let Some(count) = &shared.count {
            count.fetch_add(1, Ordering::Relaxed);
            return After::Continue;
        }
        let mut path = shared.path.lock().unwrap_or_else(PoisonError::into_inner);
        if number < shared.best.load(Ordering::Relaxed) {
            shared.best.store(number, Ordering::Relaxed);
            *path = Some(search.solution());
        }
        After::Done
    }

    fn over(&mut self, _: usize, _: &Search<W, V, L>) -> After<W, V, L> {
        After::Done
    }

    fn keep(&mut self, number: usize, _: &Search<W, V, L>, more: u64) -> bool {
        let shared = self.0;
        let Stop { budget, at_least, most } = shared.stop;
        if !budget.goes_on(at_least, more) || budget.generated() > most {
            shared.ended.store(true, Ordering::Relaxed);
            return false;
        }
        number <= shared.best.load(Ordering::Relaxed)
    }
}
