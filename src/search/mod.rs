//! Search methods in their simplest form: to learn from, to compare with a table, and to check
//! tables independently.
//!
//! Every [`Method`] finds a shortest solution, on any shape of up to sixteen cells and for any
//! goal, without a table. Whether the goal can be reached is decided first, so a method can rely on
//! it.
//!
//! | method | searches | stores | returns |
//! | --- | --- | --- | --- |
//! | [`Bfs`] | level by level from the start | every board generated | the canonical solution |
//! | [`BidirectionalBfs`] | level by level from both ends | every board generated | the canonical solution |
//! | [`AStar`] | the most promising board first | every board generated | any shortest solution |
//! | [`Ida`] | depth first, up to a growing estimate | its path | the canonical solution |
//! | [`IterativeDeepening`] | depth first, up to a growing depth | its path | the canonical solution |
//! | [`Dfs`] | depth first, for better and better solutions | its path | the canonical solution; at most six cells |

mod astar;
mod audit;
mod bfs;
mod bidirectional;
mod conflict;
mod deepening;
mod dfs;
mod heuristic;
mod ida;
mod manhattan;
mod meter;
mod patterns;

pub use astar::AStar;
pub use audit::{Audit, Estimate, Jump, audit, audit_boards, audit_watched};
pub use bfs::Bfs;
pub use bidirectional::BidirectionalBfs;
pub use conflict::LinearConflict;
pub use deepening::IterativeDeepening;
pub use dfs::Dfs;
pub use heuristic::{Heuristic, Misplaced, TrueDistance, Zero};
pub use ida::Ida;
pub use manhattan::Manhattan;
pub use meter::{Limits, Meter, Stats, Stopped};
pub use patterns::PatternHeuristic;

use crate::error::Error;
use crate::puzzle::{Board, BoardError, Move, Moves, Shape, Unsolvable, solvable};

/// The problem to solve: a start, a goal and a heuristic.
#[derive(Clone, Copy)]
pub struct Problem<'p> {
    /// The board to start from.
    pub start: Board,
    /// The board to reach. `start` must be able to reach it.
    pub goal: Board,
    /// The estimate of distances to `goal`. Some methods ignore it.
    pub heuristic: &'p dyn Heuristic,
}

/// A search method.
pub trait Method: Sync {
    /// The name of the method.
    fn name(&self) -> &'static str;

    /// Whether the answer is the canonical solution, rather than any shortest one.
    fn is_canonical(&self) -> bool {
        true
    }

    /// Whether the method stores every board it generates, so that memory limits it.
    fn stores_all_boards(&self) -> bool {
        false
    }

    /// Whether the method uses the heuristic.
    fn uses_heuristic(&self) -> bool {
        false
    }

    /// Why the method cannot be used on a shape, if there is a reason.
    fn unsupported(&self, _shape: Shape) -> Option<&'static str> {
        None
    }

    // The names that the command has not changed yet.
    #[doc(hidden)]
    fn remembers(&self) -> bool {
        self.stores_all_boards()
    }
    #[doc(hidden)]
    fn estimates(&self) -> bool {
        self.uses_heuristic()
    }

    /// Finds a shortest solution of a problem that has one.
    ///
    /// # Errors
    ///
    /// [`SearchError::Stopped`] if the meter reaches a limit or memory ends,
    /// [`SearchError::Heuristic`] if the heuristic fails.
    fn search(
        &self,
        problem: &Problem<'_>,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<Move>, SearchError>;
}

/// All methods, the simplest first.
pub const METHODS: &[&dyn Method] =
    &[&Bfs, &BidirectionalBfs, &AStar, &Ida, &IterativeDeepening, &Dfs];

// The names that the command has not changed yet.
#[doc(hidden)]
pub use {
    AStar as Astar, BidirectionalBfs as Bibfs, IterativeDeepening as Iddfs,
    PatternHeuristic as Patterns,
};

/// A shortest solution and the work it took.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Solved {
    /// The moves.
    pub moves: Moves,
    /// The work done by the search.
    pub stats: Stats,
}

/// Why there is no solution.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SearchError {
    /// The boards have different shapes.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// The goal cannot be reached.
    #[error(transparent)]
    Unsolvable(#[from] Unsolvable),
    /// The method cannot be used on this shape.
    #[error("{method} on {shape}: {why}")]
    Refused {
        /// The method.
        method: &'static str,
        /// The shape.
        shape: Shape,
        /// The reason.
        why: &'static str,
    },
    /// The search reached a limit first.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// The heuristic has no estimate, because its tables are damaged.
    #[error("the heuristic failed: {0}")]
    Heuristic(#[from] Error),
}

/// Solves a problem with a method.
///
/// ```
/// use tilebase::search::{Ida, Limits, Manhattan, Problem, solve};
/// use tilebase::Board;
/// let goal: Board = "12345678x".parse()?;
/// let heuristic = Manhattan::new(&goal);
/// let problem = Problem { start: "2 3 4 1 5 x 7 6 8".parse()?, goal, heuristic: &heuristic };
/// let solved = solve(&Ida, &problem, Limits::default())?;
/// assert_eq!(solved.moves.to_string(), "dlurullddrurdllurdr");
/// assert!(solved.stats.expanded < 1000);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`SearchError`], whose first kinds come before any search.
pub fn solve(
    method: &dyn Method,
    problem: &Problem<'_>,
    limits: Limits<'_>,
) -> Result<Solved, SearchError> {
    let (expected, found) = (problem.goal.shape(), problem.start.shape());
    if expected != found {
        return Err(
            BoardError::OtherShape { expected: expected.into(), found: found.into() }.into()
        );
    }
    solvable(&problem.start, &problem.goal)?;
    if let Some(why) = method.unsupported(found) {
        return Err(SearchError::Refused { method: method.name(), shape: found, why });
    }
    let mut meter = Meter::new(limits);
    let moves = method.search(problem, &mut meter)?;
    Ok(Solved { moves: moves.into(), stats: meter.stats() })
}

/// No shortest solution has more moves than this on a shape of up to 16 cells: 2x8 has the longest,
/// with 140 if the goal's blank is in a corner, and at most three more if it is elsewhere.
/// Depth-first methods go no deeper, whatever the heuristic says.
const MAX_DEPTH: usize = 143;

/// The moves from a board, in the canonical order, with where they lead.
fn successors(board: &Board) -> impl Iterator<Item = (Move, Board)> {
    Move::ALL.into_iter().filter_map(|mv| Some((mv, board.moved(mv)?)))
}
