//! The multi-tile metric: one move slides any number of tiles of a row or column.
//!
//! A click in most games, and half of what speed-solvers compete in. Distances are smaller than in
//! the single-tile metric (3x3: at most 24 instead of 31), and a shortest solution in one metric is
//! often none in the other.
//!
//! ```
//! use tilebase::{Board, Tablebase};
//! let board: Board = "2 3 4 1 5 x 7 6 8".parse()?;
//! let oracle = Tablebase::embedded().multi_oracle(&Board::goal(board.shape()))?;
//! assert_eq!(oracle.distance(&board)?, 14);
//! let solution = oracle.solution(&board)?;
//! assert_eq!(solution.to_string(), "ldru2l2d2rurdl2ur2d");
//! assert_eq!(board.after(&solution.singles()), Some(*oracle.goal()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Distances prove less here: a move may leave the distance as it is. So tables hold the distance
//! of each board modulo 3, in two bits, and a walk compares neighbours. No two moves of a shortest
//! solution are on one axis in a row, because one move could do for both.

mod answer;
mod many;
mod near;
mod parts;
mod search;
mod walker;

use std::ops::ControlFlow;
use std::sync::Arc;

use crate::error::{Error, Result};
use crate::generate::Generator;
use crate::known::known;
use crate::limits::{Budget, Limits};
use crate::oracle::{self, Tablebase, UnpackedSolutions};
use crate::puzzle::{
    Board, Labelling, LabellingSize, MAX_MULTI_CELLS, MAX_NUMBERED_CELLS, MultiMove, MultiMoves,
    Orbit, Puzzle, Unsolvable,
};
use crate::table::Table;
pub use answer::Answer;
use search::Search;
use walker::{LookedUp, Walker};

/// Answers for one goal in the multi-tile metric, as an [`Oracle`](crate::Oracle) gives them in the
/// single-tile metric.
///
/// Of all shortest solutions the canonical one is the smallest under d < l < r < u, then fewer
/// cells first. Every method takes a board of the goal's shape, and returns these errors:
///
/// * [`Error::Unsolvable`] if the board cannot reach the goal, which is an answer rather than a
///   failure;
/// * [`Error::Board`] if it has another shape;
/// * [`Error::Stopped`] if a search reached a limit first;
/// * [`Error::Table`] if a table is damaged.
///
/// ```
/// use tilebase::{Board, Tablebase};
/// let goal: Board = "1 2 3 8 x 4 7 6 5".parse()?;
/// let oracle = Tablebase::embedded().multi_oracle(&goal)?;
/// let board: Board = "1 2 3 x 8 4 7 6 5".parse()?;
/// let optimal: Vec<String> = oracle.optimal_moves(&board)?.iter().map(|mv| mv.to_string()).collect();
/// assert_eq!(optimal, ["r"]);
/// let legal = oracle.legal_moves(&board)?;
/// let legal: Vec<String> = legal.iter().map(|(mv, distance)| format!("{mv}:{distance}")).collect();
/// assert_eq!(legal, ["r:0", "r2:1", "d:2", "u:2"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Oracle {
    backend: Backend,
    limits: Limits,
}

/// All shortest solutions in order, from [`Oracle::solutions`].
pub type Solutions = oracle::Solutions<MultiMoves>;

/// Where answers come from.
#[derive(Clone, Debug)]
enum Backend {
    Table(Walker),
    Search(Search),
}

impl Oracle {
    /// Creates the oracle for `goal` from a table of the goal's orbit in the multi-tile metric: of
    /// all boards, or of boards with labels, with which it searches.
    ///
    /// # Errors
    ///
    /// [`Error::OtherTable`] for any other table.
    pub fn new(table: impl Into<Arc<Table>>, goal: &Board) -> Result<Oracle> {
        let table = table.into();
        let orbit = Orbit::from(goal);
        let backend = match table.puzzle() {
            Puzzle::Labelled(labelling) if labelling.orbit() == orbit => {
                Backend::Search(Search::new(&[(table, labelling)], goal)?)
            }
            _ => Backend::Table(Walker::new(table, goal)?),
        };
        Ok(Oracle { backend, limits: Limits::default() })
    }

    /// Sets the limits on the work for each question. A table of all boards answers at once, so it
    /// never reaches them.
    #[must_use]
    pub fn limited(self, limits: Limits) -> Oracle {
        Oracle { limits, ..self }
    }

    pub(crate) const fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The goal.
    pub fn goal(&self) -> &Board {
        match &self.backend {
            Backend::Table(walker) => walker.goal(),
            Backend::Search(search) => search.goal(),
        }
    }

    /// The table that answers come from, or the first of them.
    pub fn table(&self) -> &Arc<Table> {
        match &self.backend {
            Backend::Table(walker) => walker.table(),
            Backend::Search(search) => search.table(),
        }
    }

    /// Whether answers are searched for.
    pub const fn is_searching(&self) -> bool {
        matches!(self.backend, Backend::Search(_))
    }

    /// The number of boards at each distance, from 0 up: from the table, or else as published.
    ///
    /// ```
    /// let oracle = tilebase::Tablebase::embedded().multi_oracle(&"12/3x".parse()?)?;
    /// assert_eq!(oracle.counts(), Some(vec![1, 2, 2, 2, 2, 2, 1]));
    /// # Ok::<(), tilebase::Error>(())
    /// ```
    pub fn counts(&self) -> Option<Vec<u64>> {
        match &self.backend {
            Backend::Table(walker) => Some(walker.table().header().counts().to_vec()),
            Backend::Search(search) => {
                Some(known(Puzzle::Multi(Orbit::from(search.goal())))?.counts)
            }
        }
    }

    /// The least number of moves to the goal.
    pub fn distance(&self, board: &Board) -> Result<u32> {
        match &self.backend {
            Backend::Table(walker) => walker.distance(board),
            Backend::Search(_) => Ok(self.solution(board)?.len() as u32),
        }
    }

    /// A lower bound on the distance, found without a search. With a table of all boards it is the
    /// distance.
    pub fn lower_bound(&self, board: &Board) -> Result<u32> {
        match &self.backend {
            Backend::Table(walker) => walker.distance(board),
            Backend::Search(search) => search.lower_bound(board),
        }
    }

    /// Answers a board. The question costs one walk or one search; all that can be asked of the
    /// [`Answer`] follows from it, or from searches that it bounds.
    ///
    /// ```
    /// use tilebase::{Board, Tablebase};
    /// let oracle = Tablebase::embedded().multi_oracle(&Board::goal("3x3".parse()?))?;
    /// let answer = oracle.answer(&"1 2 3 4 5 6 x 7 8".parse()?)?;
    /// assert_eq!((answer.distance(), answer.moves().to_string()), (1, "r2".to_owned()));
    /// # Ok::<(), tilebase::Error>(())
    /// ```
    pub fn answer(&self, board: &Board) -> Result<Answer> {
        let budget = Budget::new(&self.limits);
        let moves = match &self.backend {
            Backend::Table(walker) => walker.solution(board)?,
            Backend::Search(search) => search.solution(board, &budget)?,
        };
        Ok(Answer { oracle: self.clone(), board: *board, moves, budget })
    }

    /// All solutions in words, if words hold them and enough boards have been looked up, including
    /// the `boards` to look up now.
    pub(crate) fn unpacked(&self, boards: usize) -> Option<&UnpackedSolutions> {
        match &self.backend {
            Backend::Table(walker) => walker.unpacked(boards),
            Backend::Search(_) => None,
        }
    }

    /// What is known of each board, with or without its solution. Returns whether solutions are
    /// unpacked and all boards have the goal's shape; if not, nothing is found.
    #[inline]
    pub(crate) fn look_up_all(
        &self,
        boards: &[Board],
        solutions: bool,
        found: impl FnMut(std::result::Result<LookedUp<'_>, Unsolvable>),
    ) -> bool {
        match &self.backend {
            Backend::Table(walker) => walker.look_up_all(boards, solutions, found),
            Backend::Search(_) => false,
        }
    }

    /// The canonical solution.
    pub fn solution(&self, board: &Board) -> Result<MultiMoves> {
        match &self.backend {
            Backend::Table(walker) => walker.solution(board),
            Backend::Search(_) => Ok(self.answer(board)?.into_moves()),
        }
    }

    /// All moves that lower the distance, in order. At the goal there are none.
    pub fn optimal_moves(&self, board: &Board) -> Result<Vec<MultiMove>> {
        match &self.backend {
            Backend::Table(walker) => walker.optimal_moves(board),
            Backend::Search(_) => self.answer(board)?.optimal_moves(),
        }
    }

    /// Every legal move with the distance after it, the best first.
    pub fn legal_moves(&self, board: &Board) -> Result<Vec<(MultiMove, u32)>> {
        self.answer(board)?.legal_moves()
    }

    /// Every shortest solution, in order.
    ///
    /// ```
    /// # use tilebase::{Board, Tablebase};
    /// let oracle = Tablebase::embedded().multi_oracle(&Board::goal("2x3".parse()?))?;
    /// let board: Board = "1 2 3 / x 4 5".parse()?;
    /// let all: Vec<_> = oracle.solutions(&board)?.collect::<Result<_, _>>()?;
    /// assert_eq!(all.len(), 1);
    /// assert_eq!(all[0].to_string(), "r2");
    /// # Ok::<(), tilebase::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// See [`Oracle`]. Damage found later is returned as the last item.
    pub fn solutions(&self, board: &Board) -> Result<Solutions> {
        self.answer(board)?.solutions()
    }

    /// The number of shortest solutions, without listing them. Saturates at `u128::MAX`.
    pub fn count_solutions(&self, board: &Board) -> Result<u128> {
        self.answer(board)?.count_solutions()
    }
}

impl Tablebase {
    /// The oracle for a goal in the multi-tile metric. Boards of up to twelve cells are looked up.
    /// Those of 13 to 16 are searched for, with tables of boards with labels: the large ones if
    /// they were generated, or else small ones that are made in memory, once for all oracles.
    ///
    /// ```
    /// use tilebase::{Board, Tablebase};
    /// let oracle = Tablebase::embedded().multi_oracle(&Board::goal("3x3".parse()?))?;
    /// assert_eq!(oracle.distance(&"1 2 3 4 5 6 x 7 8".parse()?)?, 1);
    /// # Ok::<(), tilebase::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::MultiTooLarge`] for a shape of more than 16 cells, [`Error::NoMultiTable`] if there
    /// is no table for one of 10 to 12, and as [`get`](Self::get).
    pub fn multi_oracle(&self, goal: &Board) -> Result<Oracle> {
        let (shape, orbit) = (goal.shape(), Orbit::from(goal));
        if shape.cells() > MAX_NUMBERED_CELLS {
            return Err(Error::MultiTooLarge { shape, most: MAX_NUMBERED_CELLS });
        }
        if shape.cells() <= MAX_MULTI_CELLS {
            return match self.get(Puzzle::Multi(orbit))? {
                Some(table) => Oracle::new(table, goal),
                None => Err(Error::NoMultiTable { shape, goal_blank: goal.blank_cell() }),
            };
        }
        // Those that were generated, one or several, or else small ones.
        let mut tables = Vec::new();
        for labelling in Labelling::all(orbit, LabellingSize::Large) {
            let table = self.get(Puzzle::Labelled(labelling))?;
            tables.extend(table.map(|table| (table, labelling)));
        }
        if tables.is_empty() {
            for labelling in Labelling::all(orbit, LabellingSize::Small) {
                let puzzle = Puzzle::Labelled(labelling);
                let table = match self.get(puzzle)? {
                    Some(table) => table,
                    None => {
                        let new = Generator::new(puzzle).table(|_| ControlFlow::Continue(()))?;
                        let table = Arc::new(Table::try_from(new)?);
                        // Clones and later oracles share it.
                        self.insert(Arc::clone(&table));
                        table
                    }
                };
                tables.push((table, labelling));
            }
        }
        let backend = Backend::Search(Search::new(&tables, goal)?);
        Ok(Oracle { backend, limits: Limits::default() })
    }
}
