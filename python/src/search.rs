//! The function `search`: search methods as courses teach them.

use std::sync::Arc;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use tilebase::oracle::Ask;
use tilebase::puzzle::{Metric, MoveOrder, UnknownName, named};
use tilebase::search::{GoalTest, HeuristicName, MethodName, SearchChoice};
use tilebase::{Board, Error, Limits};

use crate::arguments;
use crate::ask;
use crate::boards::GivenBoards;
use crate::encoding::Blank;
use crate::errors::exception;
use crate::goal::start_and_goal;
use crate::interrupt::{self, WatchedWork};
use crate::tables;

/// For `map_err`: the exception for a name that an argument has not.
fn unknown(argument: &str) -> impl Fn(UnknownName) -> PyErr {
    move |why| PyValueError::new_err(format!("{argument}: {why}"))
}

/// Solves a board of at most 25 cells by a search method, without a table, and counts its work.
/// None if the board cannot reach the goal.
///
/// goal, size, blank: as for Oracle; the size is that of the board if it shows its rows.
/// method: "bfs", "bibfs" (bidirectional), "astar", "ida", "iddfs" or "dfs", for up to six cells.
/// heuristic: for the last four: "none", "misplaced", "manhattan", "linear-conflict", "patterns" or
///     "table", which is the true distance [it is "manhattan", for "iddfs" "none"].
/// order: the order in which the blank's moves are tried.
/// goal_test: when a board is tested for the goal: "reached" or "expanded". "bfs" has both [its
///     default is "expanded", as that of "astar"; the others have "reached"].
/// limit: the number of boards to generate [10,000,000 for "bfs", "bibfs" and "astar", which
///     remember them].
/// timeout: the seconds that the search may take.
///
/// The solution is a shortest one: of all of them the first in this order, except by "astar".
/// Raises Stopped if a limit ends the search.
#[pyfunction]
#[pyo3(signature = (board, goal=None, *, method="astar", heuristic=None, order="dlru",
                    goal_test=None, size=None, blank=None, limit=None, timeout=None))]
#[expect(clippy::too_many_arguments, reason = "Python names them")]
pub fn search<'py>(
    board: &Bound<'py, PyAny>,
    goal: Option<Bound<'py, PyAny>>,
    method: &str,
    heuristic: Option<&str>,
    order: &str,
    goal_test: Option<&str>,
    size: Option<Bound<'py, PyAny>>,
    blank: Option<Blank>,
    limit: Option<u64>,
    #[pyo3(from_py_with = arguments::timeout)] timeout: Option<f64>,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    let py = board.py();
    let method = named(method, MethodName::NAMES).map_err(unknown("method"))?;
    let named = |heuristic| named(heuristic, HeuristicName::NAMES).map_err(unknown("heuristic"));
    let heuristic = heuristic.map_or_else(|| Ok(method.usual_heuristic()), named)?;
    let order: MoveOrder = order.parse().map_err(unknown("order"))?;
    let goal_test: Option<GoalTest> =
        goal_test.map(str::parse).transpose().map_err(unknown("goal_test"))?;
    let given = GivenBoards { object: board, blank, other: "" };
    let (start, goal) = start_and_goal(given, goal.as_ref(), size.as_ref())?;
    let small = |board: Board| board.expect_small("a search method").copied().map_err(exception);
    let (start, goal) = (small(start)?, small(goal)?);
    let limits = ask::limits(limit, timeout, Limits::default());
    let tables = tables::of_folder(None);
    let choice = SearchChoice { method, heuristic, order, goal_test };
    let work = move |work: &WatchedWork<()>| {
        let oracle = choice.oracle(&goal, Metric::Single, &*tables)?;
        let oracle = oracle.limited(work.limits(limits, |_| None));
        oracle.answer(start, Ask::SOLUTION)?.into_result()
    };
    let solved = match interrupt::run(py, &Arc::default(), work, |()| Ok(()))? {
        Err(Error::Unsolvable(_)) => return Ok(None),
        solved => solved.map_err(exception)?,
    };
    let cost = solved.cost();
    let fields = (
        solved.moves.unwrap_or_default().to_string(),
        cost.visited,
        cost.closed,
        cost.expanded,
        cost.generated,
        cost.frontier,
        cost.depth,
    );
    ask::result(py, "Searched", fields).map(Some)
}
