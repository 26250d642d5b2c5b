//! Search methods in their simplest form: to learn from, to compare with a table, and to check
//! tables independently.
//!
//! Every [`Method`] works on any shape and for any goal, without a table. Whether the goal can be
//! reached is decided first, so a method can rely on it.
//!
//! | method | searches | stores | returns |
//! | --- | --- | --- | --- |
//! | [`Bfs`](Method::Bfs) | level by level from the start | every board generated | the canonical solution |
//! | [`BidirectionalBfs`](Method::BidirectionalBfs) | level by level from both ends | every board generated | the canonical solution |
//! | [`AStar`](Method::AStar) | the most promising board first | every board generated | any shortest solution |
//! | [`Ida`](Method::Ida) | depth first, up to a growing estimate | its path | the canonical solution |
//! | [`IterativeDeepening`](Method::IterativeDeepening) | depth first, up to a growing depth | its path | the canonical solution |
//! | [`Dfs`](Method::Dfs) | depth first, for better and better solutions | its path | the canonical solution; at most six cells |
//! | [`UniformCost`](Method::UniformCost) | the board first that is cheapest to reach | every board generated | the canonical solution |
//! | [`Greedy`](Method::Greedy) | the board first that looks nearest to the goal | every board generated | any solution |
//! | [`WeightedAStar`](Method::WeightedAStar) | as A*, with estimates that count more | every board generated | a solution that is at most `weight` times as long as a shortest one |
//! | [`DepthLimited`](Method::DepthLimited) | depth first, up to one depth | its path | any solution up to this depth, if there is one |
//! | [`BeamSearch`](Method::BeamSearch) | level by level, keeping the best of each | the boards it kept | any solution, perhaps none |
//! | [`HillClimbing`](Method::HillClimbing) | the best neighbour of one board after another | its moves | any solution, seldom one at all |

mod audit;
mod beam_search;
mod best_first;
mod bfs;
mod bidirectional;
mod by_name;
mod deepening;
mod depth_limited;
mod dfs;
mod heuristic;
mod hill_climbing;
mod ida;
mod meter;
mod method;
mod pattern_values;

pub use audit::{AuditResult, Estimate, Inconsistency, audit, audit_watched};
pub use by_name::{BoxedHeuristic, GoalTest, HeuristicName, HeuristicTables, SearchChoice};
use heuristic::{Euclidean, LinearConflict, Misplaced, MultiManhattan, PatternHeuristic};
pub use heuristic::{Heuristic, Manhattan, Zero};
pub use meter::{Meter, Taken};
pub use method::Method;
pub use pattern_values::PatternValues;

use crate::costs::{CostManhattan, TileCosts};
use crate::error::{Error, Result};
use crate::limits::Limits;
pub use crate::outcome::Answer;
use crate::puzzle::{Metric, Move, MoveOrder, Moves, SmallBoard, solvable};

/// The problem to solve: a start, a goal and a heuristic, and how to go about it.
///
/// ```
/// use tilebase::search::{Manhattan, Method, Problem, solve};
/// use tilebase::{Limits, puzzle::SmallBoard};
/// let goal: SmallBoard = "12345678x".parse()?;
/// let heuristic = Manhattan::new(&goal);
/// let problem = Problem::new("8 6 7 2 5 4 3 x 1".parse()?, goal, &heuristic);
/// let usual = solve(Method::Bfs, &problem, &Limits::default())?;
/// let other = Problem { order: "urld".parse()?, ..problem };
/// let other = solve(Method::Bfs, &other, &Limits::default())?;
/// assert_eq!((usual.distance, other.distance), (Some(31), Some(31)));
/// assert_ne!(usual.moves, other.moves);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct Problem<'p> {
    /// The board to start from.
    pub start: SmallBoard,
    /// The board to reach. `start` must be able to reach it.
    pub goal: SmallBoard,
    /// The estimate of distances to `goal`. Some methods ignore it.
    pub heuristic: &'p dyn Heuristic,
    /// What counts as one move. The heuristic must be for this metric.
    pub metric: Metric,
    /// What moves cost, if not all cost the same. The heuristic must be for these costs. Only some
    /// methods [use them](Method::uses_costs).
    pub costs: Option<&'p TileCosts>,
    /// The order in which moves are tried. A canonical solution is the smallest in this order.
    pub order: MoveOrder,
    /// When boards are tested. By default it is the first of
    /// [`Method::goal_tests`].
    pub goal_test: Option<GoalTest>,
}

impl<'p> Problem<'p> {
    /// A problem in the single-tile metric with the usual order of moves.
    pub fn new(start: SmallBoard, goal: SmallBoard, heuristic: &'p dyn Heuristic) -> Problem<'p> {
        let (metric, order) = (Metric::Single, MoveOrder::default());
        Problem { start, goal, heuristic, metric, costs: None, order, goal_test: None }
    }

    /// The moves from a board that `last` led to, and the boards after them, without those that a
    /// shortest way never makes after `last`, such as taking it back. In reverse order, so that a
    /// depth-first method pops the first one first.
    fn untried(&self, board: &SmallBoard, last: Option<Move>) -> Vec<(Move, SmallBoard)> {
        let ruled_out = last.map(|mv| self.metric.rules_out(mv.direction())).unwrap_or_default();
        let moves = self.order.moves(board, self.metric);
        let mut untried: Vec<_> =
            moves.filter(|(mv, _)| !ruled_out.contains(mv.direction())).collect();
        untried.reverse();
        untried
    }

    /// What the move from a board to the next costs: 1, or what its tile costs, in parts.
    pub(super) fn cost(&self, board: &SmallBoard, next: &SmallBoard) -> u64 {
        self.costs.map_or(1, |costs| costs.of_move(board, next))
    }
}

/// Solves a problem with a method.
///
/// ```
/// use tilebase::search::{Manhattan, Method, Problem, solve};
/// use tilebase::{Limits, puzzle::SmallBoard};
/// let goal: SmallBoard = "12345678x".parse()?;
/// let heuristic = Manhattan::new(&goal);
/// let problem = Problem::new("2 3 4 1 5 x 7 6 8".parse()?, goal, &heuristic);
/// let answer = solve(Method::Ida, &problem, &Limits::default())?;
/// assert!(answer.cost().expanded < 1000);
/// assert_eq!(answer.moves.map(|moves| moves.to_string()).as_deref(), Some("dlurullddrurdllurdr"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A solution that is not proved to be shortest is an [`Error::Stopped`] with a lower bound:
///
/// ```
/// use tilebase::search::{Manhattan, Method, Problem, solve};
/// use tilebase::{Error, Limits, puzzle::SmallBoard};
/// let goal: SmallBoard = "12345678x".parse()?;
/// let heuristic = Manhattan::new(&goal);
/// let problem = Problem::new("2 3 4 1 5 x 7 6 8".parse()?, goal, &heuristic);
/// let found = solve(Method::Greedy, &problem, &Limits::default());
/// let Err(Error::Stopped(found)) = found else { panic!("{found:?}") };
/// assert_eq!((found.at_least, found.length()), (9, Some(21)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`Error::Board`] if the boards have different shapes, [`Error::Unsolvable`] if the goal cannot
/// be reached, [`Error::Unsuitable`] if the method cannot be used on the shape,
/// [`Error::Stopped`] if the meter reaches a limit or the method ends without a solution,
/// [`Error::Memory`] if memory ends, and any error of the heuristic.
pub fn solve(method: Method, problem: &Problem<'_>, limits: &Limits) -> Result<Answer> {
    solve_with(method, problem, &mut Meter::new(limits))
}

/// Solves a problem with a method, and counts its work with this meter.
///
/// # Errors
///
/// As for [`solve`], and [`Error::Interrupted`] if the meter's watcher breaks.
pub fn solve_with(method: Method, problem: &Problem<'_>, meter: &mut Meter<'_>) -> Result<Answer> {
    let shape = problem.goal.shape();
    problem.start.expect_shape(shape)?;
    solvable(&problem.start, &problem.goal)?;
    let is_tested = problem.goal_test.is_none_or(|test| method.goal_tests().contains(&test));
    let why = "it does not test boards for the goal at this moment";
    if let Some(why) = method.unsupported(shape).or((!is_tested).then_some(why)) {
        return Err(Error::Unsuitable { method: method.name(), shape, why });
    }
    if !method.is_optimal() {
        let manhattan: &dyn Heuristic = match (problem.metric, problem.costs) {
            (_, Some(costs)) => &CostManhattan::new(&problem.goal, costs),
            (metric, None) if metric.slides_one_tile() => &Manhattan::new(&problem.goal),
            _ => &MultiManhattan::new(&problem.goal),
        };
        for heuristic in [manhattan, problem.heuristic] {
            let least = heuristic.estimate(&problem.start)?;
            meter.found_none_below(&Problem { heuristic, ..*problem }, least);
        }
        let moves = method.search(problem, meter)?;
        return Err(meter.unproved(problem, moves));
    }
    let moves = Moves::from(method.search(problem, meter)?);
    // Of the cheapest solution it is not known whether another is shorter.
    let distance = problem.costs.is_none().then_some(moves.len() as u32);
    let answer = Answer { distance, moves: Some(moves), ..Answer::default() };
    Ok(answer.costing(meter.cost()))
}
