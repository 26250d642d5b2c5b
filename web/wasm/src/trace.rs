//! Recording the steps of a search, so that they can be drawn.

use std::collections::HashMap;
use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use tilebase::puzzle::{Direction, SmallBoard};
use tilebase::puzzle::{Metric, MoveOrder, plural};
use tilebase::search::{
    GoalTest, Heuristic, HeuristicName, METHODS, Meter, Problem, Taken, solve_with,
};
use tilebase::{Error, Limits, Move, Tablebase};

use crate::answer::no_table;
use crate::problem::{PageProblem, error_of, error_reply, named, one_of};

/// Which search to run, and its limits.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TraceRequest {
    /// The method's name in the library.
    pub method: String,
    /// The name of a heuristic, as `manhattan`.
    pub heuristic: String,
    /// The order in which the blank's moves are tried. If empty, `dlru`.
    #[serde(default)]
    pub order: String,
    /// When the goal is tested: `reached` or `expanded`. If empty, as the method usually does.
    #[serde(default)]
    pub goal_test: String,
    /// The largest number of boards to generate.
    pub max_nodes: u64,
    /// The largest number of steps to record. With 0 nothing slows the search down.
    pub max_steps: usize,
}

/// The heuristics that are traced: those that need no pattern tables.
fn heuristics() -> Vec<(&'static str, HeuristicName)> {
    let all = HeuristicName::NAMES.iter().copied();
    all.filter(|(_, name)| *name != HeuristicName::Patterns).collect()
}

/// The record of a search.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Trace {
    /// The solution, or null if none was found.
    moves: Option<String>,
    /// Why there is no solution, if there is none.
    stopped: Option<String>,
    expanded: u64,
    generated: u64,
    frontier: usize,
    visited: u64,
    closed: u64,
    depth: u32,
    steps: Steps,
}

/// The boards that were expanded, in order.
#[derive(Debug, Default, Serialize)]
pub struct Steps {
    /// For each board, the step it was reached from, or -1 for a root. A method that restarts has
    /// many roots; a bidirectional one has two, the start and the goal.
    parents: Vec<i32>,
    /// The move that reached it, one letter per step; `-` for a root.
    moves: String,
    /// The number of boards waiting to be expanded.
    waiting: Vec<u32>,
    /// The estimate of each board.
    estimates: Vec<u32>,
    /// The steps that expanded the boards of the solution, in order.
    way: Vec<i32>,
}

/// Records the steps that a meter reports.
struct StepRecorder<'h> {
    steps: Steps,
    heuristic: &'h dyn Heuristic,
    max: usize,
    /// For a method that remembers boards: the step that expanded each board, and its depth.
    known: HashMap<SmallBoard, (i32, u32)>,
    /// For a depth-first method: the step and board at each depth of the current path.
    path: Vec<(i32, SmallBoard)>,
    remembers: bool,
}

impl StepRecorder<'_> {
    fn record(&mut self, &Taken { board, waiting, is_goal, .. }: &Taken) {
        let step = self.steps.parents.len();
        if step >= self.max || is_goal {
            return;
        }
        let board = &board;
        let parent = if self.remembers {
            self.remembered(board, step as i32)
        } else {
            self.deeper(board, step, waiting)
        };
        let (parent, mv) = parent.unzip();
        self.steps.parents.push(parent.unwrap_or(-1));
        self.steps.moves.push(mv.map_or('-', Direction::letter));
        self.steps.waiting.push(waiting as u32);
        // An error has ended the search before.
        self.steps.estimates.push(self.heuristic.estimate(board).unwrap_or_default() as u32);
    }

    /// The parent of a board, for a method that remembers boards: the expanded neighbour nearest to
    /// the root.
    fn remembered(&mut self, board: &SmallBoard, step: i32) -> Option<(i32, Direction)> {
        let near = Direction::ALL.into_iter().filter_map(|mv| {
            let &(parent, depth) = self.known.get(&board.moved(mv)?)?;
            Some((depth, parent, mv.inverse()))
        });
        let nearest = near.min_by_key(|&(depth, parent, _)| (depth, parent));
        self.known.insert(*board, (step, nearest.map_or(0, |(depth, ..)| depth + 1)));
        nearest.map(|(_, parent, mv)| (parent, mv))
    }

    /// The steps that expanded the boards of a solution.
    fn way(&self, start: &SmallBoard, solution: &[Move]) -> Vec<i32> {
        if !self.remembers {
            // The path ends at the goal now.
            return self.path.iter().map(|&(step, _)| step).collect();
        }
        let mut way: Vec<i32> = self.known.get(start).map(|&(step, _)| step).into_iter().collect();
        let mut board = *start;
        for &mv in solution {
            let Some(next) = board.moved(mv) else { break };
            way.extend(self.known.get(&next).map(|&(step, _)| step));
            board = next;
        }
        way
    }

    /// The parent of a board, for a depth-first method: the previous step of the path.
    fn deeper(
        &mut self,
        board: &SmallBoard,
        step: usize,
        depth: usize,
    ) -> Option<(i32, Direction)> {
        self.path.truncate(depth);
        let parent = self.path.last().and_then(|(parent, before)| {
            let mv = Direction::ALL.into_iter().find(|&mv| before.moved(mv) == Some(*board))?;
            Some((*parent, mv))
        });
        self.path.push((step as i32, *board));
        parent
    }
}

/// Runs a search.
///
/// # Errors
///
/// If the board cannot be solved or the method or heuristic does not exist.
pub fn run(problem: &PageProblem, search: &TraceRequest) -> Result<Trace, Value> {
    let goal = problem.small_goal("a traced search")?;
    let start = problem.start.expect_small("a traced search").map_err(error_of)?;
    let methods: Vec<_> = METHODS.iter().map(|method| (method.name(), *method)).collect();
    let method = one_of("method", &search.method, &methods)?;
    if problem.metric != Metric::Single {
        return Err("metric multi: searches are traced in `single` alone".to_owned().into());
    }
    if let Some(why) = method.unsupported(start.shape()) {
        return Err(format!("{}: {why}", method.name()).into());
    }
    let heuristic = one_of("heuristic", &search.heuristic, &heuristics())?;
    if heuristic == HeuristicName::Table && problem.table().is_none() {
        return Err(no_table(goal.shape()).into());
    }
    let heuristic = heuristic.of(goal, Metric::Single, &Tablebase::embedded()).map_err(error_of)?;
    let order: MoveOrder = named("order", &search.order)?.unwrap_or_default();
    let goal_test: Option<GoalTest> = named("goalTest", &search.goal_test)?;
    let searched = Problem { order, goal_test, ..Problem::new(*start, *goal, &*heuristic) };
    let mut recorder = StepRecorder {
        steps: Steps::default(),
        heuristic: &*heuristic,
        max: search.max_steps.min(i32::MAX as usize),
        known: HashMap::new(),
        path: Vec::new(),
        remembers: method.stores_all_boards(),
    };
    let mut watcher = |taken: &Taken| {
        recorder.record(taken);
        ControlFlow::Continue(())
    };
    let meter = Meter::new(&Limits::default().boards(search.max_nodes));
    let mut meter = if search.max_steps == 0 { meter } else { meter.watched(&mut watcher) };
    let mut nothing = None;
    let found = match solve_with(method, &searched, &mut meter) {
        Ok(answer) => answer.moves,
        Err(Error::Stopped(stopped)) => {
            nothing = stopped.nothing().map(str::to_owned);
            stopped.best
        }
        Err(error) => return Err(error_reply(error)),
    };
    let stats = meter.cost();
    if let Some(moves) = &found {
        recorder.steps.way = recorder.way(start, moves);
    }
    let limit = || format!("stopped after {}", plural(stats.generated, "board"));
    Ok(Trace {
        stopped: found.is_none().then(|| nothing.unwrap_or_else(limit)),
        moves: found.map(|moves| moves.to_string()),
        expanded: stats.expanded,
        generated: stats.generated,
        frontier: stats.frontier,
        visited: stats.visited,
        closed: stats.closed,
        depth: stats.depth,
        steps: recorder.steps,
    })
}

#[cfg(test)]
mod tests {
    use tilebase::Moves;

    use super::*;
    use crate::problem::TypedProblem;

    fn request(method: &str, heuristic: &str) -> TraceRequest {
        TraceRequest {
            method: method.to_owned(),
            heuristic: heuristic.to_owned(),
            order: String::new(),
            goal_test: String::new(),
            max_nodes: 2_000_000,
            max_steps: 1_000_000,
        }
    }

    fn trace(method: &str, heuristic: &str, board: &str) -> (Trace, PageProblem) {
        let question = TypedProblem { board: board.to_owned(), ..TypedProblem::default() };
        let problem = question.problem().expect("boards");
        let search = request(method, heuristic);
        (run(&problem, &search).expect("a trace"), problem)
    }

    /// Following the recorded moves from the roots is always legal, so no parent is wrong. And
    /// depth-first methods restart each time their limit grows.
    #[test]
    fn steps_lead_from_board_to_board() {
        for (method, heuristic) in [
            ("bfs", "none"),
            ("bibfs", "none"),
            ("astar", "manhattan"),
            ("ida", "linear-conflict"),
            ("iddfs", "none"),
        ] {
            let (trace, problem) = trace(method, heuristic, "2 3 4 1 5 x 7 6 8");
            assert_eq!(trace.moves.as_ref().map(String::len), Some(19), "{method}");
            assert_eq!(trace.steps.parents.len() as u64, trace.expanded);
            assert_eq!(trace.steps.moves.len() as u64, trace.expanded);
            let start = *problem.start.small().expect("3x3");
            let mut boards: Vec<SmallBoard> = Vec::new();
            let mut roots = 0;
            for (&parent, letter) in trace.steps.parents.iter().zip(trace.steps.moves.chars()) {
                let board = match usize::try_from(parent) {
                    Ok(parent) => {
                        let mv = letter.to_string().parse::<Moves>().expect("a move");
                        boards[parent].after(&mv).expect("a legal move")
                    }
                    Err(_) if method == "bibfs" && roots == 1 => {
                        *problem.goal.small().expect("3x3")
                    }
                    Err(_) => start,
                };
                roots += usize::from(parent < 0);
                boards.push(board);
            }
            let way: Vec<SmallBoard> =
                trace.steps.way.iter().map(|&step| boards[step as usize]).collect();
            assert_eq!(way[0], start);
            let is_whole = way
                .windows(2)
                .all(|pair| Direction::ALL.iter().any(|&mv| pair[0].moved(mv) == Some(pair[1])));
            // Where the two sides of a bidirectional search meet, one or two boards are never
            // expanded.
            assert!(is_whole || method == "bibfs", "{method}");
            assert!(way.len() >= 17, "{method}");
            match method {
                "bfs" | "astar" => assert_eq!(roots, 1),
                "bibfs" => assert_eq!(roots, 2),
                _ => assert!(roots > 1, "{method}"),
            }
        }
    }

    #[test]
    fn only_moves_of_single_tiles_are_traced() {
        let question =
            TypedProblem { board: "2 3 4 1 5 x 7 6 8".to_owned(), ..TypedProblem::default() };
        let mut problem = question.problem().expect("boards");
        problem.metric = Metric::Multi;
        let why = run(&problem, &request("bfs", "none")).expect_err("an error");
        assert_eq!(why, "metric multi: searches are traced in `single` alone");
    }

    /// In every order, every method finds as short a solution as the table.
    #[test]
    fn moves_are_tried_in_the_order_asked_for() {
        for board in ["2 3 4 1 5 x 7 6 8", "2 3 5 / 1 4 x"] {
            let question = TypedProblem { board: board.to_owned(), ..TypedProblem::default() };
            let problem = question.problem().expect("boards");
            let goal = problem.small_goal("a test").expect("small");
            let oracle = tilebase::Tablebase::embedded().oracle(goal).expect("embedded");
            let distance = oracle.distance(problem.start.small().expect("small"));
            let distance = distance.expect("solvable") as usize;
            for order in ["dlru", "URDL", "rlud", "ldur"] {
                for method in ["bfs", "bibfs", "astar", "ida", "iddfs"] {
                    let search =
                        TraceRequest { order: order.to_owned(), ..request(method, "manhattan") };
                    let trace = run(&problem, &search).expect("a trace");
                    assert_eq!(trace.moves.map(|moves| moves.len()), Some(distance), "{method}");
                    assert_eq!(trace.steps.parents.len() as u64, trace.expanded, "{method}");
                }
            }
        }
    }

    /// The counts of a course: see the tests of the library.
    #[test]
    fn the_goal_is_tested_at_either_moment() {
        let board = "1 2 3 4/5 6 0 8/9 10 7 11/13 14 15 12".to_owned();
        let question = TypedProblem { board, ..TypedProblem::default() };
        let problem = question.problem().expect("boards");
        let search = |method: &str, order: &str, goal_test: &str| {
            let (order, goal_test) = (order.to_owned(), goal_test.to_owned());
            run(&problem, &TraceRequest { order, goal_test, ..request(method, "none") })
        };
        for (goal_test, visited, closed) in [("reached", 19, 8), ("Expanded", 41, 19), ("", 41, 19)]
        {
            let trace = search("bfs", "rdul", goal_test).expect("a trace");
            assert_eq!((trace.visited, trace.closed), (visited, closed), "{goal_test}");
        }
        for (method, order, goal_test, why) in [
            (
                "bfs",
                "udl",
                "",
                "order: expected each of d, l, r and u once, as in udlr, found `udl`",
            ),
            ("bfs", "", "late", "goalTest: expected reached or expanded, found `late`"),
            (
                "ida",
                "",
                "expanded",
                "ida on 4x4: it does not test boards for the goal at this moment",
            ),
        ] {
            let error = search(method, order, goal_test).expect_err("an error");
            assert_eq!(error.get("error").unwrap_or(&error), why);
        }
    }

    #[test]
    fn limits_are_kept() {
        let question =
            TypedProblem { board: "8 6 7 2 5 4 3 x 1".to_owned(), ..TypedProblem::default() };
        let search =
            |max_nodes, max_steps| TraceRequest { max_nodes, max_steps, ..request("bfs", "none") };
        let run = |search: &TraceRequest| run(&question.problem().expect("boards"), search);
        let stopped = run(&search(1000, 100)).expect("a trace");
        assert!(stopped.moves.is_none() && stopped.stopped.is_some());
        assert_eq!(stopped.steps.parents.len(), 100);
        let whole = run(&search(u64::MAX, 0)).expect("a trace");
        assert_eq!(whole.moves.map(|moves| moves.len()), Some(31));
    }
}
