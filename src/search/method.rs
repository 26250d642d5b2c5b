//! The search methods, and in what they differ.

use std::mem::discriminant;

use super::best_first::Weights;
use super::{
    GoalTest, HeuristicName, Meter, Problem, beam_search, best_first, bfs, bidirectional,
    deepening, depth_limited, dfs, hill_climbing, ida,
};
use crate::error::Result;
use crate::limits::Factor;
use crate::puzzle::{Move, SmallShape};

/// A search method. Each has its loop in a file of its own; the four best-first methods share one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Breadth-first search from the start. Moves are tried in order, and boards are expanded in
    /// the order they were generated. So the first path to a board is the lexicographically
    /// smallest of the shortest ones, and the answer is the canonical solution. It is the same
    /// whether a board is tested when it is reached or when it is expanded, which is the default.
    Bfs,
    /// Breadth-first search from both ends, a whole level of the smaller side at a time.
    BidirectionalBfs,
    /// A*: always expands the waiting board with the least sum of cost so far and estimate, which
    /// textbooks write f = g + h. The cost is the number of moves, unless tiles have costs.
    ///
    /// If the estimate is never too high, the answer is a shortest solution, though not always the
    /// canonical one. If the estimate is also consistent, no board is expanded twice.
    AStar,
    /// Iterative deepening A* (Korf, "Depth-first iterative-deepening", Artificial Intelligence 27,
    /// 1985): it needs memory for only one path. Moves are tried in order, so the first solution
    /// found is the canonical one. The estimate must never be too high.
    Ida,
    /// Iterative deepening depth-first search: it needs memory for only one path, but searches
    /// every level again for each deeper one. Moves are tried in order, so the first solution found
    /// is the canonical one. A board is abandoned if the estimate exceeds the depth left. With
    /// [`Zero`](super::Zero) this never happens before the last move.
    IterativeDeepening,
    /// Depth-first search that never returns to a board of the current path, and abandons a path as
    /// soon as it cannot be shorter than the best solution found. Moves are tried in order, and
    /// only a shorter solution replaces another, so the answer is the canonical solution.
    ///
    /// This method is included as a warning. From some boards of 2x3 the first solution it finds
    /// has hundreds of moves, and there are far too many paths of that length to try. So it also
    /// abandons paths longer than [`LONGEST_DFS`](Method::LONGEST_DFS). On more than six cells even
    /// that is not enough.
    Dfs,
    /// Uniform-cost search, which is Dijkstra's algorithm with one goal.
    ///
    /// Breadth-first search takes boards in the order of their moves, this one in the order of what
    /// their moves cost. If every move costs the same, both do the same. A cheaper way to a waiting
    /// board replaces the one known, so only a board that is *taken* is reached by its cheapest
    /// way.
    UniformCost,
    /// Greedy best-first search: A* that forgets how far it has come.
    ///
    /// It takes the board with the least estimate, so it expands few boards and finds long
    /// solutions.
    Greedy,
    /// Weighted A* (Pohl, "Heuristic search viewed as path finding in a graph", Artificial
    /// Intelligence 1, 1970): the search hurries towards the goal.
    ///
    /// If the estimate is never too high, no solution is more than `weight` times as long as a
    /// shortest one. So the solution found proves a lower bound, too.
    WeightedAStar {
        /// How many times the estimate counts.
        weight: Factor,
    },
    /// Depth-limited search: the first solution that depth-first search finds if it turns back at a
    /// limit. It needs memory for only one path, and never returns to a board of this path.
    ///
    /// The solution is seldom a shortest one. If there is none, all are longer. Iterative deepening
    /// makes a method of this: it tries the limits 0, 1, 2 and so on.
    DepthLimited {
        /// The most moves of a solution, at most [`DEEPEST`](Method::DEEPEST).
        depth_limit: u32,
    },
    /// Beam search: of the boards that are as many moves away from the start, only those with the
    /// least estimates are kept, so memory and time are bounded.
    ///
    /// Boards that were dropped may be reached again. Those that were kept are not, so the search
    /// ends. If no new board is left, there may still be a solution, which a wider beam finds. A
    /// beam that is wide enough is breadth-first search.
    BeamSearch {
        /// The number of boards to keep of each level.
        width: usize,
    },
    /// Steepest-ascent hill climbing: it looks one move ahead, takes the neighbour with the least
    /// estimate, and forgets everything else.
    ///
    /// It only moves to a board with a lower estimate than that of the board at hand. If there is
    /// none, it is stuck at a local optimum, as on most boards of this puzzle: to bring one tile
    /// home, others must leave theirs for a while.
    HillClimbing,
}

impl Method {
    /// The names of all methods, the simplest first: those that find shortest solutions, and then
    /// the others, as they are by default.
    pub const NAMES: &[(&'static str, Method)] = &[
        ("bfs", Method::Bfs),
        ("bibfs", Method::BidirectionalBfs),
        ("astar", Method::AStar),
        ("ida", Method::Ida),
        ("iddfs", Method::IterativeDeepening),
        ("dfs", Method::Dfs),
        ("ucs", Method::UniformCost),
        ("greedy", Method::Greedy),
        ("wastar", Method::WeightedAStar { weight: Factor::USUAL }),
        // No board of 3x3 needs more moves.
        ("dls", Method::DepthLimited { depth_limit: 31 }),
        ("beam", Method::BeamSearch { width: 100 }),
        ("hill", Method::HillClimbing),
    ];

    /// The greatest limit of [`DepthLimited`](Method::DepthLimited): the path to it fits into any
    /// memory.
    pub const DEEPEST: u32 = 100_000;

    /// The longest path of [`Dfs`](Method::Dfs). No board of at most six cells is further from any
    /// goal (`data/known/depth_counts.csv`).
    pub const LONGEST_DFS: usize = 21;

    /// The name of the method.
    pub fn name(self) -> &'static str {
        let is_this = |named: &&(_, Method)| discriminant(&named.1) == discriminant(&self);
        Method::NAMES.iter().find(is_this).map_or("", |named| named.0)
    }

    /// True if the solution is a shortest one.
    pub const fn is_optimal(self) -> bool {
        use Method::{BeamSearch, DepthLimited, Greedy, HillClimbing, WeightedAStar};
        let is_any = matches!(
            self,
            Greedy | WeightedAStar { .. } | DepthLimited { .. } | BeamSearch { .. } | HillClimbing
        );
        !is_any
    }

    /// True if the answer is the canonical solution, rather than any shortest one.
    pub const fn is_canonical(self) -> bool {
        self.is_optimal() && !matches!(self, Method::AStar)
    }

    /// True if the method stores every board it generates, so that memory limits it.
    pub const fn stores_all_boards(self) -> bool {
        use Method::{DepthLimited, Dfs, HillClimbing, Ida, IterativeDeepening};
        !matches!(self, Ida | IterativeDeepening | Dfs | DepthLimited { .. } | HillClimbing)
    }

    /// True if the method uses the heuristic.
    pub const fn uses_heuristic(self) -> bool {
        use Method::{Bfs, BidirectionalBfs, DepthLimited, UniformCost};
        !matches!(self, Bfs | BidirectionalBfs | UniformCost | DepthLimited { .. })
    }

    /// True if the method looks at what moves cost, rather than at their number.
    pub const fn uses_costs(self) -> bool {
        use Method::{AStar, Greedy, Ida, UniformCost, WeightedAStar};
        matches!(self, AStar | Ida | UniformCost | Greedy | WeightedAStar { .. })
    }

    /// The heuristic that the method usually has. Iterative deepening with one is the same as IDA*.
    pub const fn usual_heuristic(self) -> HeuristicName {
        let is_plain = !self.uses_heuristic() || matches!(self, Method::IterativeDeepening);
        if is_plain { HeuristicName::None } else { HeuristicName::Manhattan }
    }

    /// The method with these details in place of its own, as far as it has them.
    #[must_use]
    pub fn detailed(
        mut self,
        new_weight: Option<Factor>,
        new_limit: Option<u32>,
        new_width: Option<usize>,
    ) -> Method {
        match &mut self {
            Method::WeightedAStar { weight } => *weight = new_weight.unwrap_or(*weight),
            Method::DepthLimited { depth_limit } => {
                *depth_limit = new_limit.unwrap_or(*depth_limit);
            }
            Method::BeamSearch { width } => *width = new_width.unwrap_or(*width),
            _ => {}
        }
        self
    }

    /// When the method can test whether a board is the goal, its usual way first.
    pub const fn goal_tests(self) -> &'static [GoalTest] {
        use Method::{AStar, Greedy, HillClimbing, UniformCost, WeightedAStar};
        match self {
            Method::Bfs => &[GoalTest::Expanded, GoalTest::Reached],
            AStar | UniformCost | Greedy | WeightedAStar { .. } | HillClimbing => {
                &[GoalTest::Expanded]
            }
            _ => &[GoalTest::Reached],
        }
    }

    /// Why the method cannot be used on a shape, if there is a reason.
    pub const fn unsupported(self, shape: SmallShape) -> Option<&'static str> {
        const WHY: &str = "it is limited to six cells, because on more there are too many paths to \
                           try; use iddfs or ida";
        if matches!(self, Method::Dfs) && shape.cells() > 6 { Some(WHY) } else { None }
    }

    /// Finds a solution of a problem that has one.
    pub(super) fn search(self, problem: &Problem<'_>, meter: &mut Meter<'_>) -> Result<Vec<Move>> {
        let weights = |cost, estimate| Weights { cost, estimate };
        match self {
            Method::Bfs => bfs::search(problem, meter),
            Method::BidirectionalBfs => bidirectional::search(problem, meter),
            Method::AStar => best_first::search(weights(1, 1), problem, meter),
            Method::Ida => ida::search(problem, meter),
            Method::IterativeDeepening => deepening::search(problem, meter),
            Method::Dfs => dfs::search(problem, meter),
            Method::UniformCost => best_first::search(weights(1, 0), problem, meter),
            Method::Greedy => best_first::search(weights(0, 1), problem, meter),
            Method::WeightedAStar { weight } => {
                let weights = weights(Factor::ONE.thousandths(), weight.thousandths());
                best_first::search(weights, problem, meter)
            }
            Method::DepthLimited { depth_limit } => {
                depth_limited::search(depth_limit, problem, meter)
            }
            Method::BeamSearch { width } => beam_search::search(width, problem, meter),
            Method::HillClimbing => hill_climbing::search(problem, meter),
        }
    }
}
