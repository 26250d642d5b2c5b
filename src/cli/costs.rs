//! The cost of a search method, as a row of a table.

use std::fmt;
use std::time::Duration;

use serde::Serialize;
use tilebase::search::Method;

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

/// The cost of solving a board: the solution's length, the boards expanded and waiting, and the
/// time.
pub type Cost = (usize, u64, usize, Duration);

impl Row {
    /// The row of a method, compared with the row of the table. `all` has the cost of each board
    /// that was solved. Means and maxima are over the boards in `common`. A row without a method is
    /// called `name`.
    pub fn of(
        method: Option<&'static dyn Method>,
        name: &'static str,
        guess: HeuristicName,
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
        let mean_time = mean(|cost| cost.3.as_secs_f64() * 1e6);
        let table_time =
            if method.is_none() { mean_time } else { table.and_then(|table| table.mean_time) };
        Row {
            method: method.map_or(name, |method| method.name()),
            heuristic: if method.is_some_and(Method::estimates) { guess.name() } else { "" },
            boards: all.len(),
            solved,
            mean_expanded: mean(|cost| cost.1 as f64),
            max_expanded: costs.iter().map(|cost| cost.1).max(),
            max_frontier: costs.iter().map(|cost| cost.2).max(),
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
