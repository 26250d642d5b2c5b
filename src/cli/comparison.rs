//! What search methods cost on the same boards.

use std::fmt;
use std::time::Duration;

use serde::Serialize;
use tilebase::Error;
use tilebase::search::Method;

use super::cures;
use super::methods::HeuristicName;

/// The costs of a method over all boards. Times are in microseconds.
#[derive(Serialize)]
pub struct Row {
    pub method: &'static str,
    pub heuristic: &'static str,
    boards: usize,
    solved: usize,
    pub mean_expanded: Option<f64>,
    max_expanded: Option<u64>,
    max_frontier: Option<usize>,
    mean_time: Option<f64>,
    times_table: Option<f64>,
}

/// The cost of solving a board.
pub struct Cost {
    /// The length of the solution.
    pub moves: usize,
    /// The number of boards expanded.
    pub expanded: u64,
    /// The largest number of boards waiting at a time.
    pub frontier: usize,
    pub time: Duration,
}

/// Why the cost of solving a board is not known.
pub enum Unknown {
    /// The method did not solve the board. Others may.
    GaveUp(String),
    /// The command cannot go on.
    Failed(anyhow::Error),
}

impl From<Error> for Unknown {
    fn from(error: Error) -> Unknown {
        match error {
            Error::Stopped(_) | Error::Memory { .. } | Error::Unsuitable { .. } => {
                Unknown::GaveUp(error.to_string())
            }
            Error::NoTable { .. } | Error::TooLarge { .. } => {
                Unknown::GaveUp(cures::with_cure_of(&error))
            }
            error => Unknown::Failed(error.into()),
        }
    }
}

impl From<anyhow::Error> for Unknown {
    fn from(error: anyhow::Error) -> Unknown {
        Unknown::Failed(error)
    }
}

impl Row {
    /// The row of a method, compared with the row of the table. `all` has the cost of each board
    /// that was solved. Means and maxima are over the boards in `common`. A row without a method is
    /// called `name`.
    pub fn new(
        method: Option<&'static dyn Method>,
        name: &'static str,
        heuristic: HeuristicName,
        all: &[Option<Cost>],
        common: &[usize],
        table: Option<&Row>,
    ) -> Row {
        let solved = all.iter().flatten().count();
        let costs: Vec<&Cost> = common.iter().filter_map(|&board| all[board].as_ref()).collect();

        let mean = |part: fn(&Cost) -> f64| {
            (!costs.is_empty())
                .then(|| costs.iter().map(|cost| part(cost)).sum::<f64>() / costs.len() as f64)
        };
        let mean_time = mean(|cost| cost.time.as_secs_f64() * 1e6);
        let table_time =
            if method.is_none() { mean_time } else { table.and_then(|table| table.mean_time) };
        Row {
            method: method.map_or(name, |method| method.name()),
            heuristic: if method.is_some_and(Method::uses_heuristic) {
                heuristic.name()
            } else {
                ""
            },
            boards: all.len(),
            solved,
            mean_expanded: mean(|cost| cost.expanded as f64),
            max_expanded: costs.iter().map(|cost| cost.expanded).max(),
            max_frontier: costs.iter().map(|cost| cost.frontier).max(),
            mean_time,
            times_table: mean_time.zip(table_time).map(|(time, table)| time / table),
        }
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Row { method, heuristic, boards, solved, .. } = self;
        let number = |number: Option<f64>, digits| {
            number.map_or("-".to_owned(), |number| format!("{number:.digits$}"))
        };
        write!(
            f,
            "{method:<8} {heuristic:<15} {boards:>6} {solved:>6} {:>13} ",
            number(self.mean_expanded, 1)
        )?;
        write!(f, "{:>12} ", self.max_expanded.map_or("-".to_owned(), |most| most.to_string()))?;
        write!(f, "{:>12} ", self.max_frontier.map_or("-".to_owned(), |most| most.to_string()))?;
        write!(f, "{:>14} {:>11}", number(self.mean_time, 1), number(self.times_table, 0))
    }
}
