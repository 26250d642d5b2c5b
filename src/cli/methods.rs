//! Which search method, which heuristic, and how far: the arguments of every command that searches.

use std::time::{Duration, Instant};

use anyhow::bail;
use indicatif::ProgressBar;
use tilebase::bulk::{Answered, Solution, Solver, Unanswered};
use tilebase::search::{
    Astar, Bfs, Bibfs, Dfs, Heuristic, Ida, Iddfs, Limits, LinearConflict, Manhattan, Method,
    Misplaced, Patterns, Problem, SearchError, Solved, Stats, TrueDistance, Zero, solve,
};
use tilebase::{BatchError, Board, Oracle};

use super::options::count;
use super::progress;
use super::tables::Tables;

/// How many boards a method that remembers them may generate, unless somebody asks for more: a
/// gigabyte or so.
const REMEMBERED: u64 = 10_000_000;

/// The methods, the table among them.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum By {
    /// Look up in a table; from 13 cells on, search with pattern tables
    Table,
    /// Breadth-first search
    Bfs,
    /// Bidirectional breadth-first search
    Bibfs,
    /// A*
    Astar,
    /// Iterative deepening A*
    Ida,
    /// Iterative deepening depth-first search
    Iddfs,
    /// Depth-first search with branch and bound, on at most six cells
    Dfs,
}

/// The heuristics.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Guess {
    /// Always 0
    None,
    /// Number of tiles that are not in place
    Misplaced,
    /// Sum of the tiles' distances from their places
    Manhattan,
    /// Manhattan, plus two moves for each tile that must let another one pass
    LinearConflict,
    /// Moves of the tiles of each pattern, added up over patterns: from the tables that `generate`
    /// made, otherwise from small ones
    Patterns,
    /// The true distance, from a table
    Table,
}

/// How far a search may go.
#[derive(Clone, clap::Args)]
pub struct Far {
    /// Boards that a search may generate [default: 10,000,000 for methods that remember them]
    #[arg(long, value_name = "N", value_parser = count)]
    max_nodes: Option<u64>,

    /// Time limit per search, in seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    timeout: Option<Duration>,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds.ok_or_else(|| "expected a number of seconds".to_owned())
}

impl Far {
    /// The most boards that a method may generate.
    fn nodes(&self, method: &dyn Method) -> Option<u64> {
        self.max_nodes.or(method.remembers().then_some(REMEMBERED))
    }

    /// The most boards that a search may generate, if that was said.
    pub const fn max_nodes(&self) -> Option<u64> {
        self.max_nodes
    }

    /// How long a search may take, if that was said.
    pub const fn timeout(&self) -> Option<Duration> {
        self.timeout
    }

    /// Whether anything was said about it.
    pub const fn is_some(&self) -> bool {
        self.max_nodes.is_some() || self.timeout.is_some()
    }

    /// The same with a timeout where none was asked for.
    pub fn or_timeout(self, timeout: Duration) -> Far {
        Far { timeout: self.timeout.or(Some(timeout)), ..self }
    }
}

impl By {
    /// The method; `None` is the table.
    pub const fn method(self) -> Option<&'static dyn Method> {
        match self {
            By::Table => None,
            By::Bfs => Some(&Bfs),
            By::Bibfs => Some(&Bibfs),
            By::Astar => Some(&Astar),
            By::Ida => Some(&Ida),
            By::Iddfs => Some(&Iddfs),
            By::Dfs => Some(&Dfs),
        }
    }
}

impl Guess {
    /// What it is called.
    pub const fn name(self) -> &'static str {
        match self {
            Guess::None => "none",
            Guess::Misplaced => "misplaced",
            Guess::Manhattan => "manhattan",
            Guess::LinearConflict => "linear-conflict",
            Guess::Patterns => "patterns",
            Guess::Table => "table",
        }
    }

    /// What a method takes if nobody asks for another.
    pub fn default_of(method: &dyn Method) -> Guess {
        // Iterative deepening is what it is without an estimate; with one it is IDA*.
        if method.estimates() && method.name() != Iddfs.name() {
            Guess::Manhattan
        } else {
            Guess::None
        }
    }

    /// The heuristic for a goal.
    pub fn of(
        self,
        goal: &Board,
        tables: &Tables,
    ) -> Result<Box<dyn Heuristic + Send>, tilebase::Error> {
        Ok(match self {
            Guess::None => Box::new(Zero),
            Guess::Misplaced => Box::new(Misplaced::new(goal)),
            Guess::Manhattan => Box::new(Manhattan::new(goal)),
            Guess::LinearConflict => Box::new(LinearConflict::new(goal)),
            Guess::Patterns => Box::new(Patterns::from(tables.solver(goal)?)),
            Guess::Table => {
                let oracle: Oracle = tables.oracle(goal.shape())?;
                Box::new(TrueDistance::new(oracle))
            }
        })
    }
}

/// A solution, and how long it took to find.
pub struct Timed {
    pub solved: Solved,
    pub time: Duration,
}

/// A method with its heuristic.
pub struct Search {
    pub method: &'static dyn Method,
    pub guess: Guess,
    pub far: Far,
}

impl Search {
    /// Refuses a heuristic that the method would not look at.
    pub fn new(
        method: &'static dyn Method,
        guess: Option<Guess>,
        far: Far,
    ) -> anyhow::Result<Search> {
        if guess.is_some_and(|guess| guess != Guess::None) && !method.estimates() {
            bail!(
                "--heuristic: {} needs none; expected astar, ida, iddfs or dfs with it",
                method.name()
            );
        }
        Ok(Search { method, guess: guess.unwrap_or_else(|| Guess::default_of(method)), far })
    }

    /// What solves boards for a goal by this search.
    pub fn to(&self, goal: &Board, tables: &Tables) -> Result<Searcher, tilebase::Error> {
        let Search { method, ref far, guess } = *self;
        let heuristic = guess.of(goal, tables)?;
        Ok(Searcher { goal: *goal, method, heuristic, far: far.clone(), stats: false })
    }

    /// A shortest solution of a board.
    pub fn solve(
        &self,
        board: &Board,
        tables: &Tables,
    ) -> anyhow::Result<Result<Timed, SearchError>> {
        let searcher = self.to(&tables.goal(board.shape()), tables)?;
        Ok(searcher.solve(board, &ProgressBar::hidden()))
    }
}

/// Solves boards for a goal by a search.
pub struct Searcher {
    goal: Board,
    method: &'static dyn Method,
    heuristic: Box<dyn Heuristic + Send>,
    far: Far,
    /// Whether it says what each search did.
    pub stats: bool,
}

impl Searcher {
    /// Solves a board. Where that takes long, the bar ticks.
    fn solve(&self, board: &Board, bar: &ProgressBar) -> Result<Timed, SearchError> {
        let problem = Problem { start: *board, goal: self.goal, heuristic: &*self.heuristic };
        let begin = Instant::now();
        let too_late = || {
            let elapsed = begin.elapsed();
            if elapsed > Duration::from_secs(1) {
                bar.tick();
            }
            self.far.timeout.is_some_and(|timeout| elapsed > timeout)
        };
        let limits = Limits { nodes: self.far.nodes(self.method), stop: Some(&too_late) };
        let solved = solve(self.method, &problem, limits)?;
        Ok(Timed { solved, time: begin.elapsed() })
    }
}

impl Solver for Searcher {
    fn goal(&self) -> &Board {
        &self.goal
    }

    fn solutions(
        &self,
        boards: &[Board],
        answers: &mut Vec<Answered<Solution>>,
    ) -> Result<(), BatchError> {
        for (index, board) in boards.iter().enumerate() {
            let bar = progress::bar(None, "{spinner} {prefix}, {elapsed}", false);
            bar.set_prefix(self.method.name());
            answers.push(match self.solve(board, &bar) {
                Ok(timed) => Ok(Solution {
                    moves: timed.solved.moves.iter().copied().collect(),
                    note: self.stats.then(|| described(&timed).into()),
                }),
                Err(SearchError::Unsolvable(_)) => Err(Unanswered::Unsolvable),
                Err(SearchError::Board(why)) => {
                    return Err(BatchError { index, error: why.into() });
                }
                Err(why) => Err(Unanswered::Stopped { why: why.to_string(), at_least: None }),
            });
        }
        Ok(())
    }
}

fn described(Timed { solved, time }: &Timed) -> String {
    let Stats { expanded, generated, frontier } = solved.stats;
    let moves = solved.moves.len();
    format!(
        "{moves} moves; expanded {expanded}, generated {generated}, largest frontier {frontier}, \
         {time:.3?}"
    )
}
