//! Orders of moves, moments of the goal test, and the counts that courses and papers print.

use crate::common::{multi_manhattan, single};
use tilebase::puzzle::{Metric, MoveOrder, SmallBoard, SmallShape};
use tilebase::search::{
    GoalTest, Heuristic, HeuristicName, Manhattan, Method, Problem, Zero, solve,
};
use tilebase::{Error, Limits, Move, Tablebase};

/// All orders of the four moves.
fn orders() -> Vec<MoveOrder> {
    let mut orders = Vec::new();
    let letters = ['d', 'l', 'r', 'u'];
    for number in 0..4_usize.pow(4) {
        let text: String = (0..4).map(|place| letters[number >> (2 * place) & 3]).collect();
        orders.extend(text.parse::<MoveOrder>());
    }
    assert_eq!(orders.len(), 24);
    orders
}

#[test]
fn orders_are_read_as_they_are_written() {
    for order in orders() {
        assert_eq!(order.to_string().to_uppercase().parse(), Ok(order));
        let moves: String = order
            .moves(&"1 2 3 / 4 x 5 / 6 7 8".parse().expect("a board"), Metric::Single)
            .map(letter)
            .collect();
        assert_eq!(moves, order.to_string());
    }
    assert_eq!(MoveOrder::default().to_string(), "dlru");
    for wrong in ["", "udl", "udlrr", "uddl", "udlx", "u d l r", "ůdlr"] {
        let why = wrong.parse::<MoveOrder>().expect_err("not an order").to_string();
        assert_eq!(
            why,
            format!("expected each of d, l, r and u once, as in udlr, found `{wrong}`")
        );
    }
}

fn letter((mv, _): (Move, SmallBoard)) -> char {
    mv.direction().letter()
}

/// The place of each move of a solution in an order: what a canonical one has the smallest.
fn places(order: MoveOrder, moves: &[Move]) -> Vec<Option<usize>> {
    let order = order.to_string();
    moves.iter().map(|mv| order.find(mv.direction().letter())).collect()
}

/// In every order, every method finds as short a solution as the table, and a canonical method the
/// first of all shortest ones in that order.
#[test]
fn every_order_finds_shortest_solutions() {
    let tables = Tablebase::embedded();
    for (goal, every) in [("123/45x", 29), ("2 1 4 / x 5 3", 41), ("12345678x", 14_009)] {
        let goal: SmallBoard = goal.parse().expect("a goal");
        let oracle = tables.oracle(&goal).expect("embedded");
        let heuristics: [&dyn Heuristic; 2] =
            [&Manhattan::new(&goal), &*single(HeuristicName::LinearConflict, &goal)];
        // From farther boards of 3x3, iterative deepening takes seconds.
        let is_near = |start: &SmallBoard| oracle.distance(start).is_ok_and(|moves| moves <= 21);
        for start in SmallBoard::all(goal.shape()).filter(is_near).step_by(every) {
            let all: Vec<_> =
                oracle.solutions(&start).expect("solvable").map(Result::unwrap).collect();
            for order in orders() {
                let first = all.iter().map(|way| places(order, way)).min().expect("a solution");
                for (&(_, method), heuristic) in
                    Method::NAMES.iter().flat_map(|m| heuristics.map(|h| (m, h)))
                {
                    if method.unsupported(goal.shape()).is_some() || !method.is_optimal() {
                        continue;
                    }
                    for &test in method.goal_tests() {
                        let problem = Problem::new(start, goal, heuristic);
                        let problem = Problem { order, goal_test: Some(test), ..problem };
                        let solved = solve(method, &problem, &Limits::default()).expect("solved");
                        let moves = solved.moves.expect("a solution");
                        assert_eq!(start.after(&moves), Some(goal), "{start}");
                        let found = places(order, &moves);
                        assert_eq!(found.len(), first.len(), "{} {order} {start}", method.name());
                        if method.is_canonical() {
                            assert_eq!(found, first, "{} {order} {start}", method.name());
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn every_order_finds_shortest_solutions_of_several_tiles_at_once() {
    let tables = Tablebase::embedded();
    for (goal, every) in [("123/45x", 53), ("12345678x", 40_009)] {
        let goal: SmallBoard = goal.parse().expect("a goal");
        let oracle = tables.oracle_in(&goal, Metric::Multi).expect("embedded");
        let heuristic = multi_manhattan(&goal);
        let starts = SmallBoard::all(goal.shape()).filter(|start| oracle.distance(start).is_ok());
        for start in starts.step_by(every) {
            let distance = oracle.distance(&start).expect("solvable");
            for order in orders() {
                for (_, method) in Method::NAMES.iter().filter(|named| named.1.is_optimal()) {
                    let problem = Problem::new(start, goal, &*heuristic);
                    let problem = Problem { order, metric: Metric::Multi, ..problem };
                    match solve(*method, &problem, &Limits::default()) {
                        Ok(solved) => {
                            assert_eq!(solved.distance, Some(distance), "{order} {start}");
                            let moves = solved.moves.expect("a solution").singles();
                            assert_eq!(start.after(&moves), Some(goal));
                        }
                        Err(Error::Unsuitable { .. }) => assert_eq!(method.name(), "dfs"),
                        Err(error) => panic!("{error}"),
                    }
                }
            }
        }
    }
}

/// The counts of a course (breadth-first search from a board that `drd` solves), which counts the
/// boards visited, and those closed as processed.
#[test]
fn breadth_first_search_counts_as_courses_do() {
    let start: SmallBoard = "1 2 3 4/5 6 0 8/9 10 7 11/13 14 15 12".parse().expect("a board");
    let problem: Problem<'_> = Problem::new(start, SmallBoard::goal(start.shape()), &Zero);
    for (order, reached, taken) in [
        ("rdul", (19, 8), (41, 19)),
        ("rdlu", (19, 8), (41, 19)),
        ("drul", (18, 7), (38, 18)),
        ("drlu", (18, 7), (38, 18)),
        ("lurd", (33, 14), (69, 33)),
        ("ulrd", (33, 14), (69, 33)),
    ] {
        let count = |goal_test| {
            let order = order.parse().expect("an order");
            let problem = Problem { order, goal_test, ..problem };
            let solved = solve(Method::Bfs, &problem, &Limits::default()).expect("solved");
            assert_eq!(solved.moves.as_ref().expect("a solution").to_string(), "drd");
            solved.cost()
        };
        let early = count(Some(GoalTest::Reached));
        assert_eq!((early.visited, early.closed), reached, "{order}");
        assert_eq!((early.expanded, early.depth), (early.closed, 3), "{order}");
        let late = count(Some(GoalTest::Expanded));
        assert_eq!((late.visited, late.closed), taken, "{order}");
        // The goal is taken, and not expanded. Boards behind others of its level were visited.
        assert_eq!((late.expanded, late.depth), (late.closed - 1, 4), "{order}");
        assert_eq!(count(None), late, "its usual way");
    }
}

/// The counts of another course (Columbia University's CSMM.101x), which tests the goal when it is
/// taken and does not count it as expanded. Its frontier has the board that is taken, too.
#[test]
fn expanded_boards_are_those_of_a_course() {
    let goal: SmallBoard = "0 1 2 3 4 5 6 7 8".parse().expect("a goal");
    let start: SmallBoard = "1 2 5 3 4 0 6 7 8".parse().expect("a board");
    let problem: Problem<'_> = Problem::new(start, goal, &Zero);
    let problem = Problem { order: "udlr".parse().expect("an order"), ..problem };
    let solved = solve(Method::Bfs, &problem, &Limits::default()).expect("solved");
    assert_eq!((solved.cost().expanded, solved.cost().depth), (10, 4));
    assert_eq!(solved.moves.expect("a solution").to_string(), "ull");
}

/// A textbook search to a depth, which does not look at boards whose estimate exceeds what is left.
/// It counts the boards that it expands, and those that it generates.
fn to_depth(
    problem: &Problem<'_>,
    board: &SmallBoard,
    depth: u32,
    last: Option<Move>,
    counts: &mut [u64; 2],
) -> bool {
    let estimate = problem.heuristic.estimate(board).expect("an estimate");
    if *board == problem.goal || estimate.max(1) > depth.into() {
        return *board == problem.goal;
    }
    counts[0] += 1;
    let moves = problem.order.moves(board, problem.metric);
    moves.filter(|(mv, _)| last != Some(mv.inverse())).any(|(mv, after)| {
        counts[1] += 1;
        to_depth(problem, &after, depth - 1, Some(mv), counts)
    })
}

/// A depth that the estimate of the start excludes expands nothing.
#[test]
fn iterative_deepening_counts_as_a_textbook_does() {
    let goal = SmallBoard::goal(SmallShape::default());
    let exact = Tablebase::embedded().oracle(&goal).expect("an oracle");
    let conflict = single(HeuristicName::LinearConflict, &goal);
    let (manhattan, misplaced) = (Manhattan::new(&goal), single(HeuristicName::Misplaced, &goal));
    let heuristics: [&dyn Heuristic; 5] = [&Zero, &*misplaced, &manhattan, &*conflict, &exact];
    for (start, near) in [
        ("1 2 3 4 5 6 7 8 x", true),
        ("1 2 3 4 5 6 7 x 8", true),
        ("1 2 3 x 4 6 7 5 8", true),
        ("1 3 6 5 x 2 4 7 8", true),
        ("8 6 7 2 5 4 3 x 1", false),
    ] {
        let start: SmallBoard = start.parse().expect("a board");
        for heuristic in heuristics.into_iter().skip(if near { 0 } else { 2 }) {
            let problem = Problem::new(start, goal, heuristic);
            let (mut counts, mut depth) = ([0; 2], 0);
            while !to_depth(&problem, &start, depth, None, &mut counts) {
                depth += 1;
            }
            let solved = solve(Method::IterativeDeepening, &problem, &Limits::default());
            let solved = solved.expect("solved");
            let cost = solved.cost();
            assert_eq!(solved.distance, Some(depth));
            assert_eq!([cost.expanded, cost.generated], counts, "{start}");
            assert_eq!((cost.closed, cost.visited), (cost.expanded, cost.generated + 1));
        }
    }
}

/// Published counts of nodes come out with one order of the 24, the start counted (Korf,
/// "Depth-first iterative-deepening", Artificial Intelligence 27, 1985).
#[test]
fn ida_generates_as_many_boards_as_published() {
    for (board, moves, nodes) in [
        ("0 1 9 7 11 13 5 3 14 12 4 2 8 6 10 15", 42, 540_860),
        ("14 1 9 6 4 8 12 5 7 2 3 0 10 11 13 15", 45, 546_344),
    ] {
        let start: SmallBoard = board.parse().expect("a board");
        let goal = tilebase::Board::parse_goal(b"first", Some(start.shape().into()));
        let goal = *goal.expect("a goal").small().expect("4x4");
        let manhattan = Manhattan::new(&goal);
        let mut exact = Vec::new();
        for order in orders() {
            let problem = Problem { order, ..Problem::new(start, goal, &manhattan) };
            let limits = Limits::default().boards(nodes + 2000);
            let Ok(solved) = solve(Method::Ida, &problem, &limits) else { continue };
            assert_eq!(solved.distance, Some(moves));
            assert_eq!(solved.cost().visited, solved.cost().generated + 1);
            if solved.cost().visited == nodes {
                exact.push(order.to_string());
            }
        }
        assert_eq!(exact, ["ulrd"], "{board}");
    }
}

#[test]
fn a_test_that_a_method_has_not_is_refused() {
    let goal: SmallBoard = "123/45x".parse().expect("a goal");
    let problem: Problem<'_> = Problem::new("1 2 3 / 4 x 5".parse().expect("a board"), goal, &Zero);
    for (method, test) in [
        (Method::AStar, GoalTest::Reached),
        (Method::Ida, GoalTest::Expanded),
        (Method::Dfs, GoalTest::Expanded),
    ] {
        let problem = Problem { goal_test: Some(test), ..problem };
        let found = solve(method, &problem, &Limits::default());
        assert!(matches!(found, Err(Error::Unsuitable { .. })), "{found:?}");
    }
}
