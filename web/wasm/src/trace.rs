//! Recording the steps of a search, so that they can be drawn.

use std::collections::HashMap;
use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tilebase::costs::{CostSum, TileCosts};
use tilebase::puzzle::{Direction, Metric, SmallBoard, plural};
use tilebase::search::{HeuristicName, Meter, Method, SearchChoice, Taken};
use tilebase::{Error, Limits, Move, Tablebase};

use crate::answer::no_table;
use crate::problem::{PageProblem, error_of, error_reply, named, one_of};

/// Which search to run, and its limits. What is empty is as the method usually has it.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct TraceRequest {
    /// The method's name in the library.
    pub method: String,
    /// The name of a heuristic, as `manhattan`.
    pub heuristic: String,
    /// The order in which the blank's moves are tried.
    pub order: String,
    /// When the goal is tested: `reached` or `expanded`.
    pub goal_test: String,
    /// How often `wastar` counts estimates.
    weight: String,
    /// The most moves that `dls` tries.
    depth_limit: Option<u32>,
    /// The boards of a level that `beam` keeps.
    width: Option<usize>,
    /// What moves cost: `tile`, `inverse`, `sqrt` or a list.
    cost: String,
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

/// The boards that were expanded, in order.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(test, derive(Deserialize))]
pub struct Steps {
    /// For each board, the step it was reached from, or -1 for a root. A method that restarts has
    /// many roots; a bidirectional one has two, the start and the goal.
    parents: Vec<i32>,
    /// The move that reached it, one letter per step; `-` for a root.
    moves: String,
    /// The number of boards waiting to be expanded.
    waiting: Vec<u32>,
    /// The estimate of each board.
    estimates: Vec<f64>,
    /// What the moves from the root to each board cost, if the method looks at costs.
    costs: Vec<f64>,
    /// The steps that expanded the boards of the solution, in order.
    way: Vec<i32>,
}

/// Records the steps that a meter reports.
#[derive(Default)]
struct StepRecorder {
    steps: Steps,
    max: usize,
    costs: Option<TileCosts>,
    /// The last step that took a board at a depth. The parent of a board is the last one taken
    /// before it, also where a method returns to the same boards.
    known: HashMap<(SmallBoard, u32), i32>,
}

impl StepRecorder {
    fn record(
        &mut self,
        &Taken { board, parent, depth, waiting, is_goal, .. }: &Taken,
        estimate: u64,
    ) {
        let step = self.steps.parents.len();
        if step >= self.max || is_goal {
            return;
        }
        let from = parent.and_then(|parent| self.known.get(&(parent, depth.checked_sub(1)?)));
        let from = from.map_or(-1, |&step| step);
        let mv = parent.and_then(|parent| {
            Direction::ALL.into_iter().find(|&mv| parent.moved(mv) == Some(board))
        });
        if let Some(costs) = &self.costs {
            let tile = parent.map_or(0, |parent| board.cells()[parent.blank_cell()]);
            let before = usize::try_from(from).map_or(0.0, |from| self.steps.costs[from]);
            self.steps.costs.push(before + f64::from(costs.of_tile(tile)));
        }
        let parts_of_one = self.costs.map_or(1, |costs| costs.of_tile(0).parts_of_one);
        self.steps.parents.push(from);
        self.steps.moves.push(mv.map_or('-', Direction::letter));
        self.steps.waiting.push(waiting as u32);
        self.steps.estimates.push(CostSum { parts: estimate, parts_of_one }.into());
        self.known.insert((board, depth), step as i32);
    }

    /// The steps that expanded the boards of a solution. The other side of a bidirectional search
    /// counts their depth from the goal.
    fn way(&self, start: &SmallBoard, solution: &[Move]) -> Vec<i32> {
        let (mut board, length) = (*start, solution.len() as u32);
        let steps = (0..=length).map(|depth| {
            let here = board;
            board = solution.get(depth as usize).and_then(|&mv| here.moved(mv)).unwrap_or(here);
            [depth, length - depth].into_iter().find_map(|depth| self.known.get(&(here, depth)))
        });
        steps.flatten().copied().collect()
    }
}

/// Runs a search. The fields of the reply are documented in `tilebase.d.mts`.
///
/// # Errors
///
/// If the board cannot be solved or the method or heuristic does not exist.
pub fn run(problem: &PageProblem, search: &TraceRequest) -> Result<Value, Value> {
    let goal = problem.small_goal("a traced search")?;
    let start = problem.start.expect_small("a traced search").map_err(error_of)?;
    let method = one_of("method", &search.method, Method::NAMES)?;
    let weight = named("weight", &search.weight)?;
    if problem.metric != Metric::Single {
        return Err("metric multi: searches are traced in `single` alone".to_owned().into());
    }
    let choice = SearchChoice {
        heuristic: one_of("heuristic", &search.heuristic, &heuristics())?,
        order: named("order", &search.order)?.unwrap_or_default(),
        goal_test: named("goalTest", &search.goal_test)?,
        method: method.detailed(weight, search.depth_limit, search.width),
        costs: named("cost", &search.cost)?,
    };
    if choice.heuristic == HeuristicName::Table && problem.table().is_none() {
        return Err(no_table(goal.shape()).into());
    }
    let costs = choice.costs.filter(|_| choice.method.uses_costs());
    let heuristic =
        choice.heuristic_of(goal, Metric::Single, &Tablebase::embedded()).map_err(error_of)?;
    let max = search.max_steps.min(i32::MAX as usize);
    let mut recorder = StepRecorder { max, costs, ..StepRecorder::default() };
    let mut watcher = |taken: &Taken| {
        // An error has ended the search before.
        recorder.record(taken, heuristic.estimate(&taken.board).unwrap_or_default());
        ControlFlow::Continue(())
    };
    let meter = Meter::new(&Limits::default().boards(search.max_nodes));
    let mut meter = if search.max_steps == 0 { meter } else { meter.watched(&mut watcher) };
    let found = choice.solve([start, goal], Metric::Single, &*heuristic, &mut meter);
    let stats = meter.cost();
    let (moves, stopped) = match found {
        Ok(answer) => (answer.moves, None),
        Err(Error::Stopped(stopped)) => (stopped.best.clone(), Some(stopped)),
        Err(error) => return Err(error_reply(error)),
    };
    if let Some(moves) = &moves {
        recorder.steps.way = recorder.way(start, moves);
    }
    let cost = |moves| Some(f64::from(choice.costs?.of_moves(&problem.start, moves)));
    let is_proved = stopped
        .as_ref()
        .is_none_or(|stopped| stopped.length() == Some(0) || stopped.factor() == Some(1.0));
    let at_least = stopped.as_ref().map(|stopped| match &stopped.costs {
        Some(costs) => f64::from(costs.at_least),
        None => stopped.at_least.into(),
    });
    let nothing = stopped.as_ref().filter(|_| moves.is_none());
    let limit = || format!("stopped after {} without a solution", plural(stats.generated, "board"));
    Ok(json!({
        "cost": moves.as_ref().and_then(|moves| cost(moves)), "atLeast": at_least,
        "proved": is_proved.then_some(if costs.is_some() { "cheapest" } else { "shortest" }),
        "stopped": nothing.map(|stopped| stopped.nothing().map_or_else(limit, str::to_owned)),
        "moves": moves.map(|moves| moves.to_string()), "steps": recorder.steps,
        "expanded": stats.expanded, "generated": stats.generated, "frontier": stats.frontier,
        "visited": stats.visited, "closed": stats.closed, "depth": stats.depth,
    }))
}

#[cfg(test)]
mod tests {
    use tilebase::Moves;

    use super::*;
    use crate::problem::TypedProblem;

    /// The reply, as JavaScript has it.
    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Trace {
        moves: Option<String>,
        cost: Option<f64>,
        proved: Option<String>,
        at_least: Option<f64>,
        stopped: Option<String>,
        steps: Steps,
        #[serde(flatten)]
        counts: Value,
    }

    fn run(problem: &PageProblem, search: &TraceRequest) -> Result<Trace, Value> {
        super::run(problem, search).map(|trace| serde_json::from_value(trace).expect("a trace"))
    }

    fn request(method: &str, heuristic: &str) -> TraceRequest {
        TraceRequest {
            method: method.to_owned(),
            heuristic: heuristic.to_owned(),
            max_nodes: 2_000_000,
            max_steps: 1_000_000,
            ..TraceRequest::default()
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
        for (method, heuristic, length) in [
            ("bfs", "none", 19),
            ("bibfs", "none", 19),
            ("astar", "manhattan", 19),
            ("ida", "linear-conflict", 19),
            ("iddfs", "none", 19),
            ("ucs", "none", 19),
            ("greedy", "manhattan", 21),
            ("wastar", "manhattan", 19),
            ("dls", "none", 29),
            ("beam", "h2", 19),
        ] {
            let (trace, problem) = trace(method, heuristic, "2 3 4 1 5 x 7 6 8");
            assert_eq!(trace.moves.as_ref().map(String::len), Some(length), "{method}");
            assert_eq!(trace.steps.parents.len(), trace.counts["expanded"]);
            assert_eq!(trace.steps.moves.len(), trace.counts["expanded"]);
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
                "bibfs" => assert_eq!(roots, 2),
                "ida" | "iddfs" => assert!(roots > 1, "{method}"),
                _ => assert_eq!(roots, 1, "{method}"),
            }
        }
    }

    #[test]
    fn costs_are_added_up_and_compared_with_estimates() {
        let board = "2 3 6 / 1 0 7 / 4 8 5".to_owned();
        let question = TypedProblem { board, ..TypedProblem::default() };
        let problem = question.problem().expect("boards");
        let search = |method: &str, cost: &str| {
            let search = TraceRequest { cost: cost.to_owned(), ..request(method, "manhattan") };
            run(&problem, &search).expect("a trace")
        };
        let known = search("ucs", "tile");
        assert_eq!((known.cost, known.proved.as_deref()), (Some(63.0), Some("cheapest")));
        let unproved = search("greedy", "tile");
        assert!(unproved.cost >= Some(63.0) && unproved.at_least <= Some(63.0));
        assert_eq!(unproved.proved, None);
        // What looks at moves alone finds a shortest way, and says what it costs.
        let shortest = search("bfs", "tile");
        assert_eq!((shortest.proved.as_deref(), shortest.steps.costs.len()), (Some("shortest"), 0));
        assert!(shortest.cost >= Some(63.0));
        // The heuristic is consistent, so the sums that A* takes never fall.
        let Steps { costs, estimates, .. } = search("astar", "inverse").steps;
        let sums: Vec<f64> = costs.iter().zip(estimates).map(|(cost, rest)| cost + rest).collect();
        assert!(sums.len() > 20 && sums.windows(2).all(|pair| pair[0] <= pair[1] + 1e-9));
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
                    assert_eq!(trace.steps.parents.len(), trace.counts["expanded"], "{method}");
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
            let counts = [&trace.counts["visited"], &trace.counts["closed"]];
            assert_eq!(counts, [visited, closed], "{goal_test}");
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
