//! Where the answers of an [`Oracle`] come from.

use std::sync::Arc;

use super::Oracle;
use super::walker::Walker;
use crate::any::{self, Finder};
use crate::board::Board;
use crate::costs::{CheapestSolutions, TileCosts};
use crate::error::Result;
use crate::labels::{GoalSearch, LabelTable};
use crate::limits::Limits;
use crate::multi::LabelSearch;
use crate::outcome::{Answer, Ask};
use crate::puzzle::{Class, MAX_CELLS, Metric, Orbit, Puzzle, Shape, SmallBoard};
use crate::solver::{BoardSearch, PatternSearch, PatternTable};
use crate::table::Table;
use crate::threads::Threads;

/// Finds a shortest solution of a board within limits.
type SearchFn = dyn Fn(&SmallBoard, &Limits) -> Result<Answer> + Send + Sync;

/// Where answers come from.
#[derive(Clone)]
pub(super) enum Source {
    /// A table of all boards.
    Table(Walker),
    /// A search with pattern tables, in the single-tile metric.
    Patterns(Arc<PatternSearch>),
    /// A search with tables of boards with labels, in the multi-tile metric.
    Labels(LabelSearch),
    /// A table of all boards that a goal with free cells or equal tiles distinguishes.
    Goals(Arc<LabelTable>),
    /// A search for such a goal, in the single-tile metric.
    GoalSearch(GoalSearch),
    /// A search for good solutions of boards of any size, in the single-tile metric.
    Finder(Arc<Finder>),
    /// A search of the caller's own.
    Search(Metric, Arc<SearchFn>),
}

impl Source {
    pub(super) fn metric(&self) -> Metric {
        match self {
            Source::Table(walker) => walker.metric(),
            Source::Patterns(_) | Source::GoalSearch(_) | Source::Finder(_) => Metric::Single,
            Source::Labels(_) => Metric::Multi,
            Source::Goals(table) => table.metric(),
            Source::Search(metric, _) => *metric,
        }
    }

    /// The table of all boards, or else the search of boards of at most 25 cells, if it is one of
    /// the library.
    pub(super) fn table_or_search(&self) -> Option<std::result::Result<&Walker, &dyn BoardSearch>> {
        match self {
            Source::Table(walker) => Some(Ok(walker)),
            Source::Patterns(search) => Some(Err(&**search)),
            Source::Labels(search) => Some(Err(search)),
            Source::Goals(table) => Some(Err(table)),
            Source::GoalSearch(search) => Some(Err(search)),
            Source::Finder(_) | Source::Search(..) => None,
        }
    }
}

/// Refuses what can never be answered for boards of a size in a metric. It opens no table.
///
/// # Errors
///
/// [`Error::TooLarge`](crate::Error::TooLarge) if the metric does not know boards of this size, or
/// if they have no answer of this kind; [`Error::Shape`](crate::Error::Shape) for sides that are
/// too long or too short.
pub fn expect_answers(size: Shape, metric: Metric, ask: Ask) -> Result<()> {
    any::check(size)?;
    let class = Class::of(size, metric)?;
    if class == Class::AnySize && ask.has(Ask::MORE_THAN_A_SOLUTION) {
        size.expect_at_most(MAX_CELLS, "any answer but a solution and its length")?;
    }
    if class == Class::AnySize && ask.has(Ask::DIFFICULTY) {
        size.expect_at_most(MAX_CELLS, "the numbers of boards at each distance")?;
    }
    Ok(())
}

impl Oracle {
    /// Creates the oracle for `goal` from a table of the goal's orbit, in the metric of the table.
    /// With a table of labels it searches.
    ///
    /// # Errors
    ///
    /// [`Error::OtherTable`](crate::Error::OtherTable) for any other table.
    pub fn new(table: impl Into<Arc<Table>>, goal: impl Into<Board>) -> Result<Oracle> {
        let table = table.into();
        let metric = table.puzzle().metric();
        Oracle::from_table(table, goal, metric)
    }

    /// The same, unless the table is of another metric than this.
    ///
    /// # Errors
    ///
    /// [`Error::OtherTable`](crate::Error::OtherTable) if the table is for another goal or metric,
    /// and [`Error::TooLarge`](crate::Error::TooLarge) if there are no tables for boards of this
    /// size.
    pub fn from_table(
        table: impl Into<Arc<Table>>,
        goal: impl Into<Board>,
        metric: Metric,
    ) -> Result<Oracle> {
        let (goal, table) = (goal.into(), table.into());
        let small = goal.expect_small("a table")?;
        let source = match (metric, table.puzzle()) {
            (Metric::Multi, Puzzle::Labelled(labelling))
                if labelling.orbit() == Orbit::from(small) =>
            {
                Source::Labels(LabelSearch::new(&[(table, labelling)], small)?)
            }
            _ => Source::Table(Walker::new(table, small, metric)?),
        };
        Ok(Oracle::from_source(goal, source))
    }

    /// Creates an oracle that finds good solutions and lower bounds of boards of any size. See
    /// [`any`].
    ///
    /// # Errors
    ///
    /// [`Error::Shape`](crate::Error::Shape) unless the sides are 2 to
    /// [`Shape::MAX_SIDE`](crate::Shape::MAX_SIDE).
    pub fn of_any_size(goal: impl Into<Board>) -> Result<Oracle> {
        let goal = goal.into();
        let finder = Arc::new(Finder::new(&goal.large())?);
        Ok(Oracle::from_source(goal, Source::Finder(finder)).limited(Limits::of_any_size()))
    }

    /// Creates an oracle from a search of your own in a metric: it must find a shortest solution.
    /// [`Error::Unsolvable`](crate::Error::Unsolvable) and
    /// [`Error::Stopped`](crate::Error::Stopped) say that there is none; any other error ends a run
    /// of boards.
    ///
    /// ```
    /// use tilebase::oracle::Answer;
    /// use tilebase::puzzle::{Metric, SmallBoard};
    /// use tilebase::{Oracle, Tablebase};
    /// // From the goal to the board, and back.
    /// let goal: SmallBoard = "123/45x".parse()?;
    /// let back = move |board: &SmallBoard| {
    ///     Ok(Answer::from(Tablebase::embedded().oracle(board)?.solution(goal)?.inverted()))
    /// };
    /// let oracle = Oracle::from_search(&goal, Metric::Single, back);
    /// assert_eq!(oracle.distance("123/x45".parse::<SmallBoard>()?)?, 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_search(
        goal: &SmallBoard,
        metric: Metric,
        search: impl Fn(&SmallBoard) -> Result<Answer> + Send + Sync + 'static,
    ) -> Oracle {
        Oracle::from_limited_search(goal, metric, move |board, _| search(board))
    }

    /// The same with a search that keeps to limits.
    pub(crate) fn from_limited_search(
        goal: &SmallBoard,
        metric: Metric,
        search: impl Fn(&SmallBoard, &Limits) -> Result<Answer> + Send + Sync + 'static,
    ) -> Oracle {
        let source = Source::Search(metric, Arc::new(search));
        Oracle::from_source(goal.into(), source).limited(Limits::default())
    }

    /// Creates an oracle that finds the cheapest solutions.
    pub(super) fn with_costs(goal: impl Into<Board>, costs: &TileCosts) -> Result<Oracle> {
        let goal = goal.into();
        let goal = goal.expect_small("costs of moves")?;
        let all = CheapestSolutions::new(goal, costs)?;
        let find = move |board: &SmallBoard, limits: &Limits| all.answer(board, limits);
        let oracle = Oracle::from_limited_search(goal, Metric::Single, find);
        Ok(Oracle { costs: Some(Arc::new(*costs)), ..oracle })
    }

    /// Creates an oracle that searches with the pattern tables of one or two partitions.
    ///
    /// ```
    /// use tilebase::puzzle::{Orbit, SmallBoard};
    /// use tilebase::solver::{Partition, PartitionSize, PatternTable};
    /// use tilebase::Oracle;
    /// let goal = SmallBoard::goal("3x4".parse()?);
    /// let partitions = PartitionSize::Small.partitions(Orbit::from(&goal));
    /// let tables = |partition: &Partition| {
    ///     let patterns = partition.iter();
    ///     patterns.map(|&pattern| PatternTable::generate(pattern, 1)).collect()
    /// };
    /// let tables: Vec<Vec<_>> = partitions.iter().map(tables).collect::<Result<_, _>>()?;
    /// let oracle = Oracle::with_patterns(&goal, &tables)?;
    /// let board: SmallBoard = "1 2 3 4 / 5 6 x 8 / 9 10 7 11".parse()?;
    /// assert_eq!(oracle.solution(&board)?.to_string(), "dr");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Pattern`](crate::Error::Pattern) unless the tables belong to the goal's orbit and
    /// each partition has two or three tables of at most eight tiles which together contain each
    /// tile once.
    pub fn with_patterns(goal: &SmallBoard, partitions: &[Vec<PatternTable>]) -> Result<Oracle> {
        Ok(Oracle::searching(PatternSearch::new(goal, partitions)?))
    }

    pub(crate) fn searching(search: PatternSearch) -> Oracle {
        Oracle::from_source(search.goal().into(), Source::Patterns(Arc::new(search)))
    }

    pub(super) fn from_source(goal: Board, source: Source) -> Oracle {
        let limits = Limits::of_size(goal.shape());
        let (threads, unpacking) = (Threads::default(), Arc::default());
        Oracle { goal, source, limits, threads, costs: None, unpacking }
    }
}
