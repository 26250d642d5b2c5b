//! The oracle: optimal answers for any board and any goal, by walking a table or by searching with
//! pattern tables.

mod batch;
mod lockstep;
mod rank_of_eight;
mod relabelling;
mod solutions;
mod tablebase;
mod unpacked;
pub(crate) mod walk;
mod walker;

use std::sync::Arc;

use crate::error::Result;
use crate::puzzle::{Board, BoardError, MoveSet, Moves};
use crate::solver::{Limits, Solver};
use crate::table::Table;
pub use batch::{Batch, BatchError};
pub use solutions::Solutions;
pub use tablebase::{SEARCHED_CELLS, Tablebase};
pub(crate) use unpacked::{TOGETHER, UnpackedSolutions};
use walker::Walker;

/// Answers for one goal.
///
/// On shapes of up to twelve cells, and on 2x7 if its table was generated, every answer is looked
/// up in a table of all boards. For larger shapes, a [`Solver`] searches with pattern tables.
/// Either way the answers are optimal and the solution is the canonical one.
///
/// An oracle shares its tables, so it can be stored in a struct or sent to a thread, and cloning it
/// is cheap.
///
/// Every method takes a board of the goal's shape, and returns these errors:
///
/// * [`Error::Unsolvable`](crate::Error::Unsolvable) if the board cannot reach the goal, which is
///   an answer rather than a failure;
/// * [`Error::Board`](crate::Error::Board) if it has another shape;
/// * [`Error::Stopped`](crate::Error::Stopped) if a search reached a limit first;
/// * [`Error::Table`](crate::Error::Table) if a table is damaged.
///
/// ```
/// use tilebase::{Board, Oracle, puzzle::Orbit, table};
/// let goal: Board = "1 2 3 8 x 4 7 6 5".parse()?;
/// let table = table::embedded(Orbit::from(&goal).into()).expect("3x3 is embedded");
/// let oracle = Oracle::new(table, &goal)?;
/// let start: Board = "2 8 3 1 x 4 7 6 5".parse()?;
/// let solution = oracle.solution(&start)?;
/// assert_eq!(solution.to_string(), "uldr");
/// assert_eq!(start.after(&solution), Some(goal));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Oracle(Source);

/// Where answers come from.
#[derive(Clone, Debug)]
enum Source {
    Table(Walker),
    Patterns(Box<Solver>),
}

impl From<Solver> for Oracle {
    fn from(solver: Solver) -> Oracle {
        Oracle(Source::Patterns(Box::new(solver)))
    }
}

impl Oracle {
    /// Creates the oracle for `goal` from a table of the goal's orbit.
    ///
    /// # Errors
    ///
    /// [`Error::OtherTable`](crate::Error::OtherTable) for any other table.
    pub fn new(table: impl Into<Arc<Table>>, goal: &Board) -> Result<Oracle> {
        Ok(Oracle(Source::Table(Walker::new(table, goal)?)))
    }

    /// The goal.
    #[must_use]
    pub fn goal(&self) -> &Board {
        match &self.0 {
            Source::Table(walker) => walker.goal(),
            Source::Patterns(solver) => solver.goal(),
        }
    }

    /// The table of all boards, if answers come from one.
    #[must_use]
    pub fn table(&self) -> Option<&Arc<Table>> {
        match &self.0 {
            Source::Table(walker) => Some(walker.table()),
            Source::Patterns(_) => None,
        }
    }

    fn source(&self) -> &Source {
        &self.0
    }

    /// Checks that a board has the goal's shape.
    fn check_shape(&self, board: &Board) -> Result<()> {
        let (expected, found) = (self.goal().shape(), board.shape());
        if expected == found {
            return Ok(());
        }
        Err(BoardError::OtherShape { expected: expected.into(), found: found.into() }.into())
    }

    /// The solver, if answers come from a search.
    #[must_use]
    pub fn solver(&self) -> Option<&Solver> {
        match &self.0 {
            Source::Table(_) => None,
            Source::Patterns(solver) => Some(solver),
        }
    }

    /// Tells the operating system that many boards will be looked up, so that it reads mapped
    /// tables ahead as a whole. By default it reads only what is needed.
    pub fn expect_many(&self) {
        match &self.0 {
            Source::Table(walker) => walker.table().read_ahead(),
            // A search reads all parts of its tables, and they are always read ahead.
            Source::Patterns(_) => {}
        }
    }

    /// The least number of moves to the goal.
    ///
    /// # Errors
    ///
    /// See [`Oracle`].
    pub fn distance(&self, board: &Board) -> Result<u32> {
        match &self.0 {
            Source::Table(walker) => walker.distance(board),
            Source::Patterns(_) => Ok(self.solution(board)?.len() as u32),
        }
    }

    /// The canonical solution: of all shortest ones the lexicographically smallest under
    /// d < l < r < u.
    ///
    /// # Errors
    ///
    /// See [`Oracle`].
    pub fn solution(&self, board: &Board) -> Result<Moves> {
        match &self.0 {
            Source::Table(walker) => walker.solution(board),
            Source::Patterns(solver) => Ok(solver.solution(board, &Limits::default())?.moves),
        }
    }

    /// All moves that lower the distance by one. At the goal there are none.
    ///
    /// # Errors
    ///
    /// See [`Oracle`].
    pub fn optimal_moves(&self, board: &Board) -> Result<MoveSet> {
        match &self.0 {
            Source::Table(walker) => walker.optimal_moves(board),
            Source::Patterns(solver) => Ok(solver.optimal_moves(board, &Limits::default())?),
        }
    }

    /// Every shortest solution, in lexicographic order.
    ///
    /// ```
    /// # use tilebase::{Tablebase, Board};
    /// # let tables = Tablebase::embedded();
    /// let oracle = tables.oracle(&"12/3x".parse()?)?;
    /// let antipode: Board = "x3/21".parse()?;
    /// let all = oracle.solutions(&antipode)?.map(|solution| Ok(solution?.to_string()));
    /// assert_eq!(all.collect::<Result<Vec<_>, tilebase::Error>>()?, ["druldr", "rdlurd"]);
    /// assert_eq!(oracle.count_solutions(&antipode)?, 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// See [`Oracle`]. Damage found later is returned as the last item.
    pub fn solutions(&self, board: &Board) -> Result<Solutions> {
        match &self.0 {
            Source::Table(walker) => Ok(Solutions::new(walker.solutions(board)?)),
            Source::Patterns(solver) => {
                Ok(Solutions::new(solver.solutions(board, &Limits::default())?.map(Ok)))
            }
        }
    }

    /// The number of shortest solutions, without listing them. Saturates at `u128::MAX`.
    ///
    /// # Errors
    ///
    /// See [`Oracle`].
    pub fn count_solutions(&self, board: &Board) -> Result<u128> {
        match &self.0 {
            Source::Table(walker) => walker.count_solutions(board),
            Source::Patterns(solver) => {
                Ok(solver.count_solutions(board, &Limits::default())?.into())
            }
        }
    }
}
