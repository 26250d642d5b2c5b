//! Weighted A*: A* whose estimate counts several times.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::fmt;
use std::str::FromStr;

use super::astar::Arrival;
use super::bfs::way_to;
use super::meter::reserved;
use super::{GoalTest, Meter, Method, Problem};
use crate::error::Result;
use crate::puzzle::{Move, SmallBoard};

/// Weighted A* (Pohl, "Heuristic search viewed as path finding in a graph", Artificial Intelligence
/// 1, 1970): the estimate counts `weight` times, so the search hurries towards the goal.
///
/// If the estimate is never too high, no solution is more than `weight` times as long as a shortest
/// one. So the solution found proves a lower bound, too.
#[derive(Clone, Copy, Debug, Default)]
pub struct WeightedAStar {
    /// How many times the estimate counts.
    pub weight: Weight,
}

impl Method for WeightedAStar {
    fn name(&self) -> &'static str {
        "wastar"
    }

    fn is_optimal(&self) -> bool {
        false
    }

    fn stores_all_boards(&self) -> bool {
        true
    }

    fn uses_heuristic(&self) -> bool {
        true
    }

    fn goal_tests(&self) -> &'static [GoalTest] {
        &[GoalTest::Expanded]
    }

    fn search(&self, problem: &Problem<'_>, meter: &mut Meter<'_>) -> Result<Vec<Move>> {
        // In thousandths, which are whole numbers.
        let sum_of = |moves: u32, estimate: u32| {
            let (moves, weight) = (u64::from(moves) * 1000, u64::from(self.weight.thousandths));
            moves + weight * u64::from(estimate)
        };
        let estimate = problem.heuristic.estimate(&problem.start)?;
        let mut ways = HashMap::from([(problem.start, Arrival::default())]);
        let mut open = BinaryHeap::from([Reverse((sum_of(0, estimate), estimate, 0u64))]);
        let mut boards = vec![problem.start];
        while let Some(Reverse((sum, estimate, number))) = open.pop() {
            let board = boards[number as usize];
            let Arrival { moves, last } = ways[&board];
            if board == problem.goal {
                break;
            }
            if sum > sum_of(moves, estimate) {
                continue;
            }
            // A board of a shortest solution waits. Its sum is at least this one, and at most
            // `weight` times the distance.
            let least = sum.div_ceil(self.weight.thousandths.into());
            meter.found_none_below(problem, u32::try_from(least).unwrap_or(u32::MAX));
            meter.expand(&board, moves, open.len(), || last)?;
            for (mv, next) in problem.order.moves(&board, problem.metric) {
                meter.generate();
                let known = ways.get(&next);
                if known.is_none() {
                    meter.visit(moves + 1);
                }
                if known.is_none_or(|known| moves + 1 < known.moves) {
                    reserved::<(SmallBoard, Arrival)>(ways.try_reserve(1), ways.len())?;
                    reserved::<(u64, u32, u64)>(open.try_reserve(1), open.len())?;
                    reserved::<SmallBoard>(boards.try_reserve(1), boards.len())?;
                    ways.insert(next, Arrival { moves: moves + 1, last: Some(mv) });
                    let estimate = problem.heuristic.after(&board, mv, &next, estimate)?;
                    open.push(Reverse((
                        sum_of(moves + 1, estimate),
                        estimate,
                        boards.len() as u64,
                    )));
                    boards.push(next);
                }
            }
        }
        let way = way_to(problem.goal, |board| ways.get(board).and_then(|way| way.last));
        meter.take_goal(&problem.goal, &way, open.len())?;
        Ok(way)
    }
}

/// A weight of estimates: a number from 1 to 1,000 with up to three decimals, by default 1.5.
///
/// ```
/// use tilebase::search::Weight;
/// assert_eq!("1.5".parse(), Ok(Weight::default()));
/// assert_eq!("5.0".parse::<Weight>()?.to_string(), "5");
/// assert!("0.5".parse::<Weight>().is_err());
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Weight {
    thousandths: u32,
}

impl Weight {
    /// The weight by default.
    pub const USUAL: Weight = Weight { thousandths: 1500 };
}

impl Default for Weight {
    fn default() -> Weight {
        Weight::USUAL
    }
}

impl FromStr for Weight {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Weight, &'static str> {
        let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
        let is_number =
            [whole, part].iter().all(|it| !it.is_empty() && it.bytes().all(|b| b.is_ascii_digit()));
        let thousandths = format!("{whole}{part:0<3}").parse().ok();
        thousandths
            .filter(|weight| is_number && part.len() <= 3 && (1000..=1_000_000).contains(weight))
            .map(|thousandths| Weight { thousandths })
            .ok_or("expected a number from 1 to 1000 with up to three decimals, as in 1.5")
    }
}

impl fmt::Display for Weight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", f64::from(self.thousandths) / 1000.0)
    }
}
