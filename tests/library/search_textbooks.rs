//! The methods that prove no solution shortest, and uniform-cost search, beside textbook code: they
//! expand and generate the same boards and find the same solution.

use std::collections::{BTreeSet, HashMap, HashSet};

use crate::common::{multi_manhattan, single};
use tilebase::limits::Factor;
use tilebase::puzzle::{Coordinates, Metric, SmallBoard, SmallShape};
use tilebase::search::{Heuristic, HeuristicName, Manhattan, Method, Problem, Zero, solve};
use tilebase::{Error, Limits, Move, Tablebase};

const ORDERS: [&str; 4] = ["dlru", "udlr", "urdl", "rlud"];

/// A solution, if there is one, and the boards expanded and generated.
#[derive(Debug, PartialEq)]
struct Found {
    moves: Option<Vec<Move>>,
    expanded: u64,
    generated: u64,
}

/// What a method finds, and the lower bound.
fn found(method: Method, problem: &Problem<'_>) -> (Found, u32) {
    let (cost, moves, at_least) = match solve(method, problem, &Limits::default()) {
        Ok(answer) => {
            assert!(method.is_optimal(), "{}", method.name());
            (answer.cost(), answer.moves, answer.distance.expect("a distance"))
        }
        Err(Error::Stopped(stopped)) => {
            assert!(!method.is_optimal(), "{}", method.name());
            assert_eq!(stopped.nothing().is_none(), stopped.best.is_some());
            (stopped.cost(), stopped.best, stopped.at_least)
        }
        Err(error) => panic!("{error}"),
    };
    let moves = moves.map(|moves| moves.to_vec());
    (Found { moves, expanded: cost.expanded, generated: cost.generated }, at_least)
}

/// The sum of rows and columns between tiles and their cells.
fn steps(board: &SmallBoard, goal: &SmallBoard) -> u64 {
    let cols = board.shape().cols();
    let place = |tile: u8| goal.cells().iter().position(|&it| it == tile).expect("a tile");
    let tiles = board.cells().iter().enumerate().filter(|(_, tile)| **tile != 0);
    let away = tiles.map(|(cell, &tile)| {
        let place = place(tile);
        (cell / cols).abs_diff(place / cols) + (cell % cols).abs_diff(place % cols)
    });
    away.sum::<usize>() as u64
}

/// Best-first search, with what is least first: of a cost so far and an estimate.
fn best_first(problem: &Problem<'_>, rank: impl Fn(u64, u64) -> [u64; 2]) -> Found {
    let mut nodes = vec![(problem.start, 0, Vec::new())];
    let mut reached = HashMap::from([(problem.start, 0)]);
    let mut frontier = BTreeSet::from([(rank(0, steps(&problem.start, &problem.goal)), 0)]);
    let (mut expanded, mut generated) = (0, 0);
    while let Some((_, number)) = frontier.pop_first() {
        let (board, cost, path): (SmallBoard, u64, Vec<Move>) = nodes[number].clone();
        if board == problem.goal {
            return Found { moves: Some(path), expanded, generated };
        }
        if cost > reached[&board] {
            continue;
        }
        expanded += 1;
        for (mv, next) in problem.order.moves(&board, problem.metric) {
            generated += 1;
            let estimate = steps(&next, &problem.goal);
            let is_better = match reached.get(&next) {
                None => true,
                // The estimate alone never gets better.
                Some(&before) => rank(1, 0)[0] > 0 && cost + 1 < before,
            };
            if is_better {
                reached.insert(next, cost + 1);
                frontier.insert((rank(cost + 1, estimate), nodes.len()));
                nodes.push((next, cost + 1, [&path[..], &[mv]].concat()));
            }
        }
    }
    panic!("no solution")
}

/// Depth-first search to a limit, which returns to no board of its path.
fn depth_limited(problem: &Problem<'_>, limit: usize) -> Found {
    fn descend(
        problem: &Problem<'_>,
        boards: &mut Vec<SmallBoard>,
        found: &mut Found,
        path: &mut Vec<Move>,
        limit: usize,
    ) -> bool {
        let board = *boards.last().expect("a board");
        if board == problem.goal {
            found.moves = Some(path.clone());
            return true;
        }
        if path.len() == limit {
            return false;
        }
        found.expanded += 1;
        for (mv, next) in problem.order.moves(&board, problem.metric) {
            if path.last().is_some_and(|last| last.inverse() == mv) {
                continue;
            }
            found.generated += 1;
            if boards.contains(&next) {
                continue;
            }
            boards.push(next);
            path.push(mv);
            if descend(problem, boards, found, path, limit) {
                return true;
            }
            boards.pop();
            path.pop();
        }
        false
    }
    let mut found = Found { moves: None, expanded: 0, generated: 0 };
    descend(problem, &mut vec![problem.start], &mut found, &mut Vec::new(), limit);
    found
}

/// The best `width` boards of each level.
fn beam(problem: &Problem<'_>, width: usize) -> Found {
    let (mut expanded, mut generated) = (0, 0);
    let mut kept = HashSet::from([problem.start]);
    let mut level: Vec<(SmallBoard, Vec<Move>)> = vec![(problem.start, Vec::new())];
    while !level.is_empty() {
        let mut next_level: Vec<(SmallBoard, Vec<Move>)> = Vec::new();
        for (board, path) in &level {
            if *board == problem.goal {
                return Found { moves: Some(path.clone()), expanded, generated };
            }
            expanded += 1;
            for (mv, next) in problem.order.moves(board, problem.metric) {
                generated += 1;
                let path = [&path[..], &[mv]].concat();
                if next == problem.goal {
                    return Found { moves: Some(path), expanded, generated };
                }
                if !kept.contains(&next) && next_level.iter().all(|(other, _)| *other != next) {
                    next_level.push((next, path));
                }
            }
        }
        next_level.sort_by_key(|(board, _)| steps(board, &problem.goal));
        next_level.truncate(width);
        kept.extend(next_level.iter().map(|(board, _)| *board));
        level = next_level;
    }
    Found { moves: None, expanded, generated }
}

/// The best neighbour, as long as it is better.
fn hill(problem: &Problem<'_>) -> Found {
    let mut board = problem.start;
    let mut found = Found { moves: None, expanded: 0, generated: 0 };
    let mut path = Vec::new();
    while board != problem.goal {
        found.expanded += 1;
        let next: Vec<_> = problem.order.moves(&board, problem.metric).collect();
        found.generated += next.len() as u64;
        let best = next.into_iter().min_by_key(|(_, next)| steps(next, &problem.goal));
        let (mv, next) = best.expect("a move");
        if steps(&next, &problem.goal) >= steps(&board, &problem.goal) {
            return found;
        }
        path.push(mv);
        board = next;
    }
    Found { moves: Some(path), ..found }
}

/// 200 random boards, and others that are near enough for blind searches.
#[test]
fn methods_count_as_textbooks_do() {
    let goal = SmallBoard::goal(SmallShape::default());
    let oracle = Tablebase::embedded().oracle(goal).expect("embedded");
    let manhattan = Manhattan::new(&goal);
    let board = |number: u64| Coordinates::board_of_goal(&goal, number * 1_000_003 % 181_440);
    let all: Vec<SmallBoard> = (0..181_440).filter_map(board).collect();
    let distance = |board: &SmallBoard| oracle.distance(board).expect("solvable");
    let near = all.iter().filter(|board| distance(board) <= 12).take(200);
    let (mut stuck, mut lost) = (0, 0);
    for (random, near) in all.iter().zip(near) {
        for order in ORDERS.map(|order| order.parse().expect("an order")) {
            let problem = Problem { order, ..Problem::new(*random, goal, &manhattan) };
            let near = Problem { start: *near, ..problem };
            let check = |method: Method, problem: &Problem<'_>, expected: Found| {
                let (found, at_least) = found(method, problem);
                assert_eq!(found, expected, "{} {order} {}", method.name(), problem.start);
                let distance = distance(&problem.start);
                assert!(at_least <= distance && (distance - at_least) % 2 == 0, "{at_least}");
                if let Some(moves) = found.moves {
                    assert_eq!(problem.start.after(&moves), Some(goal));
                    assert!(moves.len() as u32 >= distance && moves.len() as u32 >= at_least);
                }
                at_least
            };
            check(Method::UniformCost, &near, best_first(&near, |cost, _| [cost, 0]));
            check(Method::Greedy, &problem, best_first(&problem, |_, estimate| [estimate, 0]));
            for (weight, thousandths) in [("1", 1000), ("1.5", 1500), ("5", 5000)] {
                let weight: tilebase::limits::Factor = weight.parse().expect("a weight");
                let expected = best_first(&problem, |cost, estimate| {
                    [1000 * cost + thousandths * estimate, estimate]
                });
                let moves = expected.moves.as_ref().expect("a solution").len() as u64;
                let at_least = check(Method::WeightedAStar { weight }, &problem, expected);
                assert!(moves * 1000 <= u64::from(at_least) * thousandths, "{moves} {at_least}");
            }
            for limit in [0, 5, 9, 12] {
                let expected = depth_limited(&near, limit);
                let depth_limit = limit as u32;
                // What it finds is never longer, and what it does not find is.
                let is_found = expected.moves.is_some();
                assert_eq!(is_found, distance(&near.start) <= depth_limit);
                let at_least = check(Method::DepthLimited { depth_limit }, &near, expected);
                assert!(is_found || at_least > depth_limit);
            }
            for width in [1, 3, 20] {
                let expected = beam(&problem, width);
                lost += u32::from(expected.moves.is_none());
                check(Method::BeamSearch { width }, &problem, expected);
            }
            let expected = hill(&near);
            stuck += u32::from(expected.moves.is_none());
            check(Method::HillClimbing, &near, expected);
        }
    }
    assert!((1..800).contains(&stuck) && (1..2400).contains(&lost), "{stuck} {lost}");
}

/// A beam that keeps all boards is breadth-first search, so its solution is shortest.
#[test]
fn wide_beams_and_heuristics_of_courses() {
    let goal: SmallBoard = "1 2 3 / 4 5 x".parse().expect("a goal");
    let oracle = Tablebase::embedded().oracle(goal).expect("embedded");
    let heuristics: [&dyn Heuristic; 4] = [
        &Zero,
        &*single(HeuristicName::Misplaced, &goal),
        &*single(HeuristicName::Euclidean, &goal),
        &Manhattan::new(&goal),
    ];
    for board in SmallBoard::all(goal.shape()) {
        let Ok(distance) = oracle.distance(board) else { continue };
        let problem = Problem::new(board, goal, &Zero);
        let (wide, _) = found(Method::BeamSearch { width: 360 }, &problem);
        assert_eq!(wide.moves.map(|moves| moves.len() as u32), Some(distance));
        let values = heuristics.map(|it| it.estimate(&board).expect("a value"));
        assert!(values.is_sorted() && values[3] <= distance.into(), "{board} {values:?}");
        // A diagonal is worth less than two straight steps, and a whole row or column as much.
        let far = [(board.cells()[5] == 1, 2), (board.cells()[2] == 1, 2)];
        assert!(far.iter().all(|&(is_there, least)| !is_there || values[2] >= least), "{board}");
    }
}

#[test]
fn methods_slide_several_tiles_at_once() {
    let goal: SmallBoard = "1 2 3 / 4 5 x".parse().expect("a goal");
    let oracle = Tablebase::embedded().oracle_in(goal, Metric::Multi).expect("embedded");
    let heuristic = multi_manhattan(&goal);
    let methods: [Method; 6] = [
        Method::UniformCost,
        Method::Greedy,
        Method::WeightedAStar { weight: Factor::USUAL },
        Method::DepthLimited { depth_limit: 20 },
        Method::BeamSearch { width: 5 },
        Method::HillClimbing,
    ];
    for board in SmallBoard::all(goal.shape()) {
        let Ok(distance) = oracle.distance(board) else { continue };
        let problem = Problem::new(board, goal, &*heuristic);
        let problem = Problem { metric: Metric::Multi, ..problem };
        for method in methods {
            let (found, at_least) = found(method, &problem);
            assert!(at_least <= distance, "{} {board}", method.name());
            let Some(moves) = found.moves else { continue };
            assert!(moves.len() as u32 >= distance, "{} {board}", method.name());
            let end = moves.iter().try_fold(board, |board, &mv| board.moved(mv));
            assert_eq!(end, Some(goal), "{} {board}", method.name());
        }
    }
}

/// A limit ends every method, and so does the end of what a method looks at.
#[test]
fn methods_that_find_nothing_say_so() {
    let goal = SmallBoard::goal("4x4".parse().expect("a shape"));
    let start = "14 15 8 12 / 10 11 9 13 / 2 6 5 1 / 3 7 x 4".parse().expect("a board");
    let manhattan = Manhattan::new(&goal);
    let problem = Problem::new(start, goal, &manhattan);
    let stopped =
        |method: Method, boards| match solve(method, &problem, &Limits::default().boards(boards)) {
            Err(Error::Stopped(stopped)) => stopped.to_string(),
            other => panic!("{}: {other:?}", method.name()),
        };
    for method in [Method::UniformCost, Method::DepthLimited { depth_limit: 200_000 }] {
        assert!(stopped(method, 10_000).starts_with("stopped: at least "));
    }
    assert_eq!(
        stopped(Method::DepthLimited { depth_limit: 1 }, 10_000),
        "no solution within 1 move"
    );
    assert_eq!(
        stopped(Method::BeamSearch { width: 0 }, 10_000),
        "no solution within a beam of 1 board"
    );
    let hill = stopped(Method::HillClimbing, 10_000);
    let stuck = "14 15 8 12 / 10 11 9 13 / 2 6 5 1 / x 3 7 4";
    assert_eq!(hill, format!("stuck after 2 moves: no move from {stuck} lowers 45"));
}
