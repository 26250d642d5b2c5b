//! The function `search`: search methods as courses teach them.

use std::sync::Arc;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};
use tilebase::costs::TileCosts;
use tilebase::limits::Factor;
use tilebase::oracle::{Ask, Outcome};
use tilebase::puzzle::{Metric, MoveOrder, SmallBoard, named};
use tilebase::search::{GoalTest, Heuristic, HeuristicName, Method, SearchChoice};
use tilebase::{Board, Error, Limits, Moves};

use crate::arguments;
use crate::ask;
use crate::boards::{Blank, BoardEncoding, GivenBoards};
use crate::errors::{self, exception};
use crate::goal::start_and_goal;
use crate::interrupt::{self, StopFlag, WatchedWork};

/// Solves a board of at most 25 cells by a search method, without a table, and counts its work.
/// None if the board cannot reach the goal.
///
/// goal, size, blank: as for Oracle; the size is that of the board if it shows its rows.
/// method: "bfs", "bibfs" (bidirectional), "astar", "ida", "iddfs", "dfs", for up to six cells, or
///     "ucs", which find a shortest solution; "greedy", "wastar", "dls", "beam" or "hill", which
///     find any.
/// heuristic: for all but "bfs", "bibfs", "ucs" and "dls": "none", "misplaced" (also "h1" or
///     "hamming"), "euclidean", "manhattan" (also "h2"), "linear-conflict", "patterns" or "table",
///     which is the true distance; or a function of a board, a tuple of numbers row by row, that
///     returns an int from 0 [it is "manhattan", for "iddfs" "none"].
/// order: the order in which the blank's moves are tried.
/// goal_test: when a board is tested for the goal: "reached" or "expanded". "bfs" has both [its
///     default is "expanded", as that of "astar", "ucs", "greedy", "wastar" and "hill"; the others
///     have "reached"].
/// weight, depth_limit, width: how often "wastar" counts estimates, the most moves that "dls"
///     tries, and the boards of a level that "beam" keeps.
/// cost: what a move costs: its tile's number ("tile"), 1 / number ("inverse"), its root ("sqrt"),
///     or as in "1:30,2:1,5", where 5 is for the other tiles. "ucs", "astar", "wastar", "greedy"
///     and "ida" look at it. The method "cheapest" finds cheapest solutions, up to ten cells in
///     microseconds.
/// max_nodes: the number of boards to generate [10,000,000 for methods that remember them].
/// timeout: the seconds that the search may take.
///
/// A shortest solution is the first of all of them in this order, except by "astar". Raises Stopped
/// if a limit ends the search, or if the method finds nothing.
#[pyfunction]
#[pyo3(signature = (board, goal=None, *, method="astar", heuristic=None, order="dlru",
                    goal_test=None, weight=1.5, depth_limit=31, width=100, cost=None, size=None,
                    blank=None, max_nodes=None, timeout=None))]
#[expect(clippy::too_many_arguments, reason = "Python names them")]
pub fn search<'py>(
    board: &Bound<'py, PyAny>,
    goal: Option<Bound<'py, PyAny>>,
    method: &str,
    heuristic: Option<HeuristicArgument>,
    order: &str,
    goal_test: Option<&str>,
    weight: f64,
    #[pyo3(from_py_with = arguments::depth_limit)] depth_limit: Option<u64>,
    #[pyo3(from_py_with = arguments::width)] width: Option<u64>,
    cost: Option<&str>,
    size: Option<Bound<'py, PyAny>>,
    blank: Option<Blank>,
    #[pyo3(from_py_with = arguments::max_nodes)] max_nodes: Option<u64>,
    #[pyo3(from_py_with = arguments::timeout)] timeout: Option<f64>,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    let py = board.py();
    let costs: Option<TileCosts> = cost.map(|it| arguments::parse("cost", it)).transpose()?;
    let is_cheapest = method == "cheapest" && costs.is_some();
    let name = if is_cheapest { "ucs" } else { method };
    let method = named(name, Method::NAMES)
        .map_err(|why| PyValueError::new_err(format!("method: {why}")))?;
    if heuristic.is_some() && !method.uses_heuristic() {
        let text = format!("heuristic: {name} does not use one; leave it out");
        return Err(PyValueError::new_err(text));
    }
    let usual = method.usual_heuristic();
    let heuristic = heuristic.unwrap_or(HeuristicArgument::Named(usual));
    let order: MoveOrder = arguments::parse("order", order)?;
    let goal_test: Option<GoalTest> =
        goal_test.map(|it| arguments::parse("goal_test", it)).transpose()?;
    let given = GivenBoards { object: board, blank, other: "" };
    let (start, goal, encoding) = start_and_goal(given, goal.as_ref(), size.as_ref())?;
    let small = |board: Board| board.expect_small("a search method").copied().map_err(exception);
    let (start, goal) = (small(start)?, small(goal)?);
    let limits = ask::limits(max_nodes, timeout, Limits::default());
    let tables = ask::tables(None);
    let weight: Factor = weight
        .to_string()
        .parse()
        .map_err(|why| PyValueError::new_err(format!("weight: {why}, found {weight}")))?;
    let depth_limit = depth_limit.map(|most| u32::try_from(most).unwrap_or(u32::MAX));
    let width = width.map(|width| usize::try_from(width).unwrap_or(usize::MAX));
    let method = method.detailed(Some(weight), depth_limit, width);
    let choice = SearchChoice { method, heuristic: usual, order, goal_test, costs };
    let stop = Arc::<StopFlag>::default();
    let asked = Arc::clone(&stop);
    let work = move |work: &WatchedWork<()>| {
        let oracle = match (costs, heuristic) {
            (Some(costs), _) if is_cheapest => tables.oracle_with_costs(goal, &costs)?,
            (_, HeuristicArgument::Named(heuristic)) => {
                SearchChoice { heuristic, ..choice }.oracle(&goal, Metric::Single, &*tables)?
            }
            (_, HeuristicArgument::Function(function)) => {
                let heuristic = Box::new(FunctionHeuristic { function, encoding, stop: asked });
                choice.oracle_with(&goal, Metric::Single, heuristic)
            }
        };
        let oracle = oracle.limited(work.limits(limits, |_| None));
        oracle.answer(start, Ask::SOLUTION)
    };
    let found = interrupt::run(py, &stop, work, |()| Ok(()))?;
    let found = found.map_err(|why| stop.take().unwrap_or_else(|| exception(why)))?;
    let cost_of = |moves: &Option<Moves>| {
        costs.zip(moves.as_ref()).map(|(costs, moves)| costs.of_moves(&start.into(), moves))
    };
    let (moves, lower_bound, least_cost, work) = match found {
        Outcome::Known(answer) => {
            let (moves, distance) = (answer.moves.clone(), answer.distance);
            // A method that looks at costs says nothing of the distance.
            let least = cost_of(&moves).filter(|_| distance.is_none());
            (moves, distance, least, answer.cost())
        }
        Outcome::Bounded(ended) if ended.best.is_some() && (ended.has_ended() || is_cheapest) => {
            let least = ended.costs.as_ref().map(|costs| costs.at_least);
            (ended.best.clone(), Some(ended.at_least), least, ended.cost())
        }
        Outcome::Bounded(stopped) => return Err(exception(Error::Stopped(*stopped))),
        Outcome::Unsolvable(_) => return Ok(None),
    };
    let lower_bound = lower_bound.filter(|_| costs.is_none());
    let total = cost_of(&moves).map(f64::from);
    let fields = (
        moves.unwrap_or_default().to_string(),
        work.visited,
        work.closed,
        work.expanded,
        work.generated,
        work.frontier,
        work.depth,
        lower_bound,
        total,
        least_cost.map(f64::from),
    );
    ask::result(py, "Searched", fields).map(Some)
}

/// The argument `heuristic`.
pub enum HeuristicArgument {
    Named(HeuristicName),
    Function(Py<PyAny>),
}

impl FromPyObject<'_, '_> for HeuristicArgument {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<HeuristicArgument> {
        if let Ok(name) = object.cast::<PyString>() {
            let name = named(&name.to_cow()?, HeuristicName::NAMES);
            let wrong = |why| PyValueError::new_err(format!("heuristic: {why}, or a function"));
            return name.map(HeuristicArgument::Named).map_err(wrong);
        }
        if object.is_callable() {
            return Ok(HeuristicArgument::Function(object.to_owned().unbind()));
        }
        let expected = "heuristic: expected a name or a function of a board";
        let found = errors::found(&object);
        Err(PyTypeError::new_err(format!("{expected}, found {found}")))
    }
}

/// A function of Python as a heuristic. What it raises stops the work.
struct FunctionHeuristic {
    function: Py<PyAny>,
    /// How the boards are written that it gets.
    encoding: BoardEncoding,
    stop: Arc<StopFlag>,
}

impl Heuristic for FunctionHeuristic {
    fn estimate(&self, board: &SmallBoard) -> Result<u64, Error> {
        let called: PyResult<u32> = Python::attach(|py| {
            let cells = board.cells().iter().map(|&cell| self.encoding.encode(cell.into()));
            let cells = PyTuple::new(py, cells.collect::<Vec<_>>())?;
            let found = self.function.bind(py).call1((&cells,))?;
            found.extract().map_err(|why: PyErr| {
                let expected = "heuristic: expected an int from 0";
                let found = errors::found(&found);
                errors::no_number(&why, py, format!("{expected}, found {found} for {cells}"))
            })
        });
        called.map(u64::from).map_err(|why| {
            self.stop.raise(why);
            Error::Interrupted
        })
    }
}
