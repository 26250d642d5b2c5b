//! The search methods: all agree with the table, including on boards that reveal common mistakes.

use std::collections::HashSet;
use std::ops::ControlFlow;

use crate::common::{known_counts, single};
use tilebase::generate::generate;
use tilebase::puzzle::{Coordinates, Orbit, SmallBoard, SmallShape};
use tilebase::search::{
    Estimate, Heuristic, HeuristicName, Inconsistency, Manhattan, Method, Problem, Zero, audit,
    audit_watched, solve,
};
use tilebase::table::Fault;
use tilebase::{Error, Limits, Move, Oracle, Table, Tablebase};

/// The methods that find shortest solutions of any board of 3x3 in time.
const FAST: [Method; 5] =
    [Method::Bfs, Method::BidirectionalBfs, Method::AStar, Method::Ida, Method::IterativeDeepening];

/// Solves with a method. The answer must be as long as the table's, and identical if the method is
/// canonical.
fn agrees(method: Method, oracle: &Oracle, start: &SmallBoard, heuristic: &dyn Heuristic) {
    let goal = *oracle.goal().small().unwrap();
    let problem = Problem::new(*start, goal, heuristic);
    let solved = solve(method, &problem, &Limits::default()).expect("a solution");
    let canonical = oracle.solution(start).expect("a solution");
    let cost = solved.cost();
    let moves = solved.moves.expect("a solution");
    assert_eq!(moves.len(), canonical.len(), "{} {start}: {moves}", method.name());
    assert_eq!(start.after(&moves), Some(goal), "{} {start}", method.name());
    if method.is_canonical() {
        assert_eq!(moves, canonical, "{} {start}", method.name());
    }
    assert!(cost.generated >= cost.expanded || start == &goal);
}

/// Boards for a goal, spread over the whole table.
fn boards(goal: &SmallBoard, count: u64) -> impl Iterator<Item = SmallBoard> {
    let states = goal.shape().states();
    (0..count).filter_map(move |i| Coordinates::board_of_goal(goal, i * 1_000_000_007 % states))
}

#[test]
fn every_method_on_every_board_of_2x3() {
    let tables = Tablebase::embedded();
    for goal in ["123/45x", "2 1 4 / x 5 3"] {
        let goal: SmallBoard = goal.parse().expect("a goal");
        let oracle = tables.oracle(&goal).expect("embedded");
        let heuristics: [&dyn Heuristic; 5] = [
            &Zero,
            &*single(HeuristicName::Misplaced, &goal),
            &Manhattan::new(&goal),
            &*single(HeuristicName::LinearConflict, &goal),
            &oracle,
        ];
        let mut solvable = 0;
        for start in SmallBoard::all(goal.shape()) {
            for &(_, method) in Method::NAMES {
                if oracle.distance(&start).is_ok() {
                    for heuristic in heuristics.into_iter().filter(|_| method.is_optimal()) {
                        agrees(method, &oracle, &start, heuristic);
                    }
                } else {
                    // This is decided first. Otherwise depth-first methods would never end.
                    let problem = Problem::new(start, goal, &Zero);
                    let answer = solve(method, &problem, &Limits::default());
                    assert!(
                        matches!(answer, Err(Error::Unsolvable(_))),
                        "{} {start}",
                        method.name()
                    );
                }
            }
            solvable += u32::from(oracle.distance(&start).is_ok());
        }
        assert_eq!(solvable, 360);
    }
}

#[test]
#[ignore = "half a minute; .ci/run runs it"]
fn methods_on_random_boards_and_antipodes_of_3x3() {
    let tables = Tablebase::embedded();
    let goal = SmallBoard::goal(SmallShape::default());
    let oracle = tables.oracle(&goal).expect("embedded");
    let (manhattan, conflict) =
        (Manhattan::new(&goal), single(HeuristicName::LinearConflict, &goal));
    let mut starts: Vec<SmallBoard> = boards(&goal, 2000).collect();
    starts.extend(
        ["8 6 7 2 5 4 3 x 1", "6 4 7 8 5 x 3 2 1"]
            .map(|board| board.parse::<SmallBoard>().expect("a board")),
    );
    assert_eq!(starts.len(), 2002);
    std::thread::scope(|scope| {
        for starts in starts.chunks(starts.len().div_ceil(2)) {
            let (oracle, manhattan, conflict) = (&oracle, &manhattan, &conflict);
            scope.spawn(move || {
                for (number, start) in starts.iter().rev().enumerate() {
                    agrees(Method::BidirectionalBfs, oracle, start, &Zero);
                    // This one meets almost all boards each time.
                    if number % 8 < 2 {
                        agrees(Method::Bfs, oracle, start, &Zero);
                    }
                    let guided: [Method; 3] =
                        [Method::AStar, Method::Ida, Method::IterativeDeepening];
                    for method in guided {
                        agrees(method, oracle, start, manhattan);
                    }
                    agrees(Method::AStar, oracle, start, &**conflict);
                    agrees(Method::Ida, oracle, start, &**conflict);
                }
            });
        }
    });
}

#[test]
fn methods_on_2x4_and_other_goals() {
    let tables = Tablebase::embedded();
    for goal in ["1 2 3 4 / 5 6 7 x", "7 1 x 4 / 2 3 6 5"] {
        let goal: SmallBoard = goal.parse().expect("a goal");
        let oracle = tables.oracle(&goal).expect("embedded");
        let conflict = single(HeuristicName::LinearConflict, &goal);
        for start in boards(&goal, 60) {
            for method in FAST {
                agrees(method, &oracle, &start, &*conflict);
            }
        }
    }
}

/// Linear conflicts on the longest lines, against a search from the goal.
#[test]
fn heuristics_of_long_lines_are_lower_bounds() {
    for size in ["2x9", "2x12", "12x2", "3x8"] {
        let goal = SmallBoard::goal(size.parse().expect("a shape"));
        let conflict = single(HeuristicName::LinearConflict, &goal);
        let (mut seen, mut level) = (HashSet::from([goal]), vec![goal]);
        for distance in 0..14 {
            for board in &level {
                let estimate = conflict.estimate(board).expect("an estimate");
                assert!(estimate <= distance, "{board}");
                assert_eq!((distance - estimate) % 2, 0, "{board}");
            }
            let next = level.iter().flat_map(|board| Move::ONE_CELL.map(|mv| board.moved(mv)));
            let next: Vec<SmallBoard> =
                next.flatten().filter(|&board| seen.insert(board)).collect();
            level = next;
        }
    }
    // Turned round, all tiles of a row but one must leave it.
    let row: Vec<u8> = (1..=11).rev().chain([0]).chain(12..24).collect();
    let board = SmallBoard::new("2x12".parse().expect("a shape"), &row).expect("a board");
    let goal: Vec<u8> = (1..=11).chain([0]).chain(12..24).collect();
    let goal = SmallBoard::new(board.shape(), &goal).expect("a board");
    let (estimate, steps) = (single(HeuristicName::LinearConflict, &goal), Manhattan::new(&goal));
    let [conflicts, steps] = [estimate.estimate(&board), Heuristic::estimate(&steps, &board)];
    assert_eq!(conflicts.expect("an estimate"), steps.expect("an estimate") + 2 * 10);
}

/// Traps: boards on which common programs answer too high, or nothing.
#[test]
fn boards_that_show_how_others_go_wrong() {
    let tables = Tablebase::embedded();
    let goal = SmallBoard::goal(SmallShape::default());
    let oracle = tables.oracle(&goal).expect("embedded");
    for (start, length) in [
        // A* that closes a board when it is generated, or ends when the goal is generated: 12 and
        // 13.
        ("1 3 5 4 x 8 7 6 2", 10),
        ("1 2 3 8 6 7 4 x 5", 11),
        // Bidirectional search that uses distance 0 for "not reached": 3.
        ("1 2 3 4 5 6 7 x 8", 1),
        ("1 2 3 4 5 x 7 8 6", 1),
        // Bidirectional search that misses a meeting at depth 1, or stops at the first meeting: 13,
        // `ud`, 19.
        ("1 2 3 x 4 6 7 5 8", 3),
        ("1 2 3 4 5 6 7 8 x", 0),
        ("1 x 2 4 5 3 7 8 6", 3),
    ] {
        let start: SmallBoard = start.parse().expect("a board");
        assert_eq!(oracle.distance(&start).expect("solvable"), length);
        let heuristics: [&dyn Heuristic; 4] = [
            &Zero,
            &*single(HeuristicName::Misplaced, &goal),
            &Manhattan::new(&goal),
            &*single(HeuristicName::LinearConflict, &goal),
        ];
        for method in FAST {
            for heuristic in heuristics {
                agrees(method, &oracle, &start, heuristic);
            }
        }
    }
}

/// Admissible but far from consistent: half of the estimates are discarded. A board must then be
/// expanded again when a shorter path to it is found.
#[test]
fn astar_and_ida_need_no_consistency() {
    let tables = Tablebase::embedded();
    let goal = SmallBoard::goal(SmallShape::default());
    let oracle = tables.oracle(&goal).expect("embedded");
    let jumping = |board: &SmallBoard| {
        if board.cells()[0].is_multiple_of(2) { oracle.estimate(board).expect("whole") } else { 0 }
    };
    let found = audit(&oracle.clone(), &jumping).expect("whole");
    assert!(found.is_admissible() && !found.is_consistent());
    for start in boards(&goal, 25) {
        agrees(Method::AStar, &oracle, &start, &jumping);
        agrees(Method::Ida, &oracle, &start, &jumping);
    }
}

#[test]
fn limits_end_in_an_answer() {
    let goal = SmallBoard::goal(SmallShape::new(4, 4).expect("a shape"));
    let start = Coordinates::board_of_goal(&goal, 9_876_543_210_987).expect("a board");
    let problem = Problem::new(start, goal, &Zero);
    for method in FAST {
        let nodes = solve(method, &problem, &Limits::default().boards(10_000));
        match nodes {
            Err(Error::Stopped(stopped)) => {
                assert!((10_000..10_010).contains(&stopped.generated), "{stopped:?}");
            }
            other => panic!("{}: {other:?}", method.name()),
        }
        let time = solve(method, &problem, &Limits::default().progress(|_| ControlFlow::Break(())));
        assert!(matches!(time, Err(Error::Stopped(_))), "{}", method.name());
    }
    assert!(matches!(
        solve(Method::Dfs, &problem, &Limits::default()),
        Err(Error::Unsuitable { .. })
    ));
    let other = Problem { goal: SmallBoard::goal(SmallShape::default()), ..problem };
    assert!(matches!(solve(Method::Bfs, &other, &Limits::default()), Err(Error::Board(_))));
    let deepest = known_counts()
        .iter()
        .filter(|known| known.shape.cells() <= 6)
        .map(|known| known.counts.len() - 1)
        .max();
    assert_eq!(deepest, Some(Method::LONGEST_DFS));
}

#[test]
fn heuristics_against_the_truth() {
    let tables = Tablebase::embedded();
    for goal in ["1 2 3 4 5 6 7 8 x", "1 2 3 8 x 4 7 6 5", "2 x 1 3 4 5 8 7 6"] {
        let goal: SmallBoard = goal.parse().expect("a goal");
        let batch = tables.oracle(&goal).expect("embedded");
        let all: [&dyn Heuristic; 4] = [
            &Zero,
            &*single(HeuristicName::Misplaced, &goal),
            &Manhattan::new(&goal),
            &*single(HeuristicName::LinearConflict, &goal),
        ];
        let audits = all.map(|heuristic| audit(&batch, heuristic).expect("whole"));
        for audit in &audits {
            assert!(
                audit.is_admissible() && audit.is_consistent() && audit.at_goal == 0,
                "{audit:?}"
            );
            assert_eq!(audit.boards, 181_440);
        }
        assert!(audits.is_sorted_by(|a, b| a.mean < b.mean), "each knows more than the one before");
        if goal == SmallBoard::goal(goal.shape()) {
            assert_eq!(
                format!("{:.1} {:.4}", audits[2].mean, audits[2].mean_distance),
                "14.0 21.9724"
            );
        }
        // The incremental estimates are the same, after every move.
        for start in boards(&goal, 1000) {
            for mv in Move::ONE_CELL {
                let Some(next) = start.moved(mv) else { continue };
                for heuristic in all {
                    let before = heuristic.estimate(&start).expect("whole");
                    assert_eq!(
                        heuristic.after(&start, mv, &next, before).expect("whole"),
                        heuristic.estimate(&next).expect("whole")
                    );
                }
            }
        }
        let exact = audit(&batch, &batch).expect("whole");
        assert_eq!((exact.exact, exact.lowest.distance - exact.lowest.estimate), (181_440, 0));
        // An inflated heuristic is caught, with a board that proves it.
        let manhattan = Manhattan::new(&goal);
        let half_more = |board: &SmallBoard| manhattan.estimate(board).expect("whole") * 3 / 2;
        let inflated = audit(&batch, &half_more).expect("whole");
        let Estimate { board, distance, estimate } = inflated.highest.expect("a proof");
        assert_eq!(batch.distance(&board).expect("solvable"), distance);
        assert!(u64::from(estimate) == half_more(&board) && estimate > distance);
        let Inconsistency { board, mv, before: here, after: there } =
            inflated.highest_jump.expect("a proof");
        let next = board.moved(mv).expect("legal");
        assert_eq!((half_more(&board), half_more(&next)), (here.into(), there.into()));
    }
}

/// A heuristic that cannot be computed ends the search. It is no estimate of 0.
#[test]
fn a_damaged_table_is_no_estimate() {
    let goal = SmallBoard::goal(SmallShape::default());
    let mut bytes = Vec::new();
    generate(Orbit::from(&goal)).expect("small").write_to(&mut bytes).expect("memory");
    for byte in bytes[4096..4096 + 90_720].iter_mut().step_by(4096) {
        *byte ^= 1;
    }
    let table = Table::from_bytes("damaged", bytes).expect("a whole header");
    let truth = Oracle::new(table, &goal).expect("of this goal");
    let start = "8 6 7 2 5 4 3 x 1".parse().expect("a board");
    let is_damage =
        |error: &Error| matches!(error, Error::Table { fault: Fault::Block { .. }, .. });
    assert!(truth.estimate(&start).is_err_and(|error| is_damage(&error)));
    let problem = Problem::new(start, goal, &truth);
    for method in [Method::AStar, Method::Ida, Method::IterativeDeepening] {
        match solve(method, &problem, &Limits::default()) {
            Err(error) if is_damage(&error) => {}
            other => panic!("{}: {other:?}", method.name()),
        }
    }
    let whole = Tablebase::embedded().oracle(&goal).expect("embedded");
    assert!(is_damage(&audit(&whole, &truth).expect_err("damage").error));
    // A board that cannot reach the goal has no distance, which is no damage.
    let unsolvable = "1 2 3 4 5 6 8 7 x".parse().expect("a board");
    assert_eq!(whole.estimate(&unsolvable).expect("whole"), 0);
}

/// A search that is stopped says what it has proved, if its heuristic is known to be admissible.
#[test]
fn a_stopped_search_has_a_bound() {
    let goal = SmallBoard::goal(SmallShape::default());
    let limits = Limits::default().boards(2000);
    for start in ["867254301", "8 6 7 2 5 4 3 x 1", "6 4 7 8 5 x 3 2 1", "6 4 7 8 x 5 3 2 1"] {
        let start: SmallBoard = start.parse().expect("a board");
        let distance = Tablebase::embedded().oracle(&goal).expect("embedded").distance(&start);
        let distance = distance.expect("solvable");
        let manhattan = Manhattan::new(&goal);
        let too_high = |_: &SmallBoard| 40;
        let bound = |method: Method, heuristic: &dyn Heuristic| {
            let found = solve(method, &Problem::new(start, goal, heuristic), &limits);
            let Err(Error::Stopped(stopped)) = found else { panic!("{found:?}") };
            stopped.at_least
        };
        let of_zero: [Method; 3] =
            [Method::IterativeDeepening, Method::Bfs, Method::BidirectionalBfs];
        let of_manhattan: [Method; 2] = [Method::Ida, Method::AStar];
        let least = of_zero.map(|method| bound(method, &Zero));
        for least in of_manhattan.map(|method| bound(method, &manhattan)).into_iter().chain(least) {
            let is_bound = least > 0 && least <= distance && least % 2 == distance % 2;
            assert!(is_bound, "{start}: {least}");
        }
        for method in of_manhattan {
            assert_eq!(bound(method, &too_high), 0, "nobody knows that a closure is admissible");
        }
    }
}

#[test]
fn an_audit_can_be_stopped() {
    let goal = SmallBoard::goal(SmallShape::default());
    let batch = Tablebase::embedded().oracle(&goal).expect("embedded");
    let all = || boards(&goal, 5000);
    let mut calls = 0;
    let mut watch = |done: u64| {
        calls += 1;
        if done < 3000 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let stopped = audit_watched(&batch, &Zero, all(), &mut watch).expect_err("stopped");
    assert!(matches!(stopped.error, Error::Interrupted));
    assert_eq!(calls, 3, "1024 boards at a time");
    let mut go_on = |_| ControlFlow::Continue(());
    let found = audit_watched(&batch, &Zero, all(), &mut go_on).expect("an end");
    assert_eq!(found.boards, 5000);
}

/// Boards that take too long are left out and counted, and so are those whose estimate does.
#[test]
fn an_audit_leaves_out_what_a_limit_stops() {
    let goal = SmallBoard::goal("4x4".parse().expect("a shape"));
    let oracle = Tablebase::embedded().oracle(&goal).expect("a goal");
    let limited = oracle.clone().limited(Limits::default().boards(10_000));
    let some: Vec<SmallBoard> = boards(&goal, 30).collect();
    let solved = some.iter().filter(|board| limited.distance(*board).is_ok()).count() as u64;
    assert!(solved > 0 && solved < 30, "{solved}");
    let mut go_on = |_| ControlFlow::Continue(());
    let found = audit_watched(&limited, &Zero, some.iter().copied(), &mut go_on).expect("an end");
    assert_eq!((found.boards, found.left_out), (solved, 30 - solved));
    assert!(found.mean_distance > 20.0 && found.lowest.distance > 20, "{found:?}");
    // The distances are known here, but not all estimates.
    let (easy, hard) =
        (goal.moved(Move::UP), some.iter().find(|at| limited.distance(*at).is_err()));
    let both = easy.into_iter().chain(hard.copied());
    let found = audit_watched(&oracle, &limited, both, &mut go_on).expect("an end");
    assert_eq!((found.boards, found.left_out, found.exact), (1, 1, 1));
}

/// However few boards breadth-first search and A* may generate, what they prove is true, and it
/// becomes the distance before the solution is found.
#[test]
fn bounds_grow_to_the_distance() {
    let goal = SmallBoard::goal(SmallShape::new(2, 3).expect("a shape"));
    let oracle = Tablebase::embedded().oracle(&goal).expect("embedded");
    let manhattan = Manhattan::new(&goal);
    let early = |problem: Problem<'static>| Problem {
        goal_test: Some(tilebase::search::GoalTest::Reached),
        ..problem
    };
    for start in boards(&goal, 6) {
        let distance = oracle.distance(&start).expect("solvable");
        let zero = Problem::new(start, goal, &Zero);
        let guided = Problem::new(start, goal, &manhattan);
        let runs: [(Method, Problem<'_>); 4] = [
            (Method::Bfs, zero),
            (Method::Bfs, early(zero)),
            (Method::BidirectionalBfs, zero),
            (Method::AStar, guided),
        ];
        for (method, problem) in runs {
            let mut before = 0;
            for most in 1.. {
                match solve(method, &problem, &Limits::default().boards(most)) {
                    Err(Error::Stopped(stopped)) => {
                        let least = stopped.at_least;
                        assert!((before..=distance).contains(&least), "{start}: {least}");
                        before = least;
                    }
                    found => {
                        assert_eq!(found.expect("a solution").distance, Some(distance));
                        break;
                    }
                }
            }
            let is_near = before + 2 > distance;
            assert!(is_near, "{}: {start}: {before} of {distance}", method.name());
        }
    }
}
