//! Boards of 10 to 16 cells whose search is stopped: a limit always leaves a solution.

use std::time::Duration;

use crate::common::Numbers;
use tilebase::oracle::{Ask, Outcome};
use tilebase::puzzle::{Metric, SmallBoard};
use tilebase::{Board, Limits, Oracle, Tablebase};

/// The oracle of the usual goal, which searches on one thread.
fn oracle(size: &str, metric: Metric) -> Oracle {
    let goal = Board::goal(size.parse().unwrap()).unwrap();
    let oracle = Tablebase::embedded().oracle_in(&goal, metric).unwrap().threads(1);
    assert!(oracle.table().is_none());
    oracle
}

/// Checks that an outcome has a solution within true bounds. Returns whether it was stopped.
fn has_solution(
    oracle: &Oracle,
    board: &Board,
    outcome: Outcome<tilebase::oracle::Answer>,
) -> bool {
    let (way, stopped) = match outcome {
        Outcome::Known(answer) => (answer.moves.expect("a solution"), None),
        Outcome::Bounded(stopped) => {
            (stopped.best.clone().expect("a limit leaves a solution"), Some(stopped))
        }
        Outcome::Unsolvable(why) => panic!("{board}: {why}"),
    };
    assert_eq!(board.after(&way).as_ref(), Some(oracle.goal()), "{board}");
    let Some(stopped) = stopped else { return false };
    assert_eq!(stopped.metric, oracle.metric());
    let length = way.len() as u32;
    assert_eq!(stopped.length(), Some(length), "{board}");
    assert!(stopped.at_least <= length && oracle.lower_bound(board).unwrap() <= stopped.at_least);
    let is_proved = stopped.at_least == length;
    assert_eq!(stopped.distance(), is_proved.then_some(length), "{board}");
    let says = stopped.to_string();
    assert!(says.starts_with(&format!("{length} moves; no solution is shorter")), "{says}");
    true
}

#[test]
fn limits_leave_a_solution_of_every_shape() {
    let limits = [
        Limits::default().boards(0),
        Limits::default().boards(20_000),
        Limits::default().timeout(Duration::ZERO),
        Limits::default().timeout(Duration::from_millis(5)),
    ];
    let (mut numbers, mut stops) = (Numbers(68), 0);
    for (size, metric) in [
        ("2x5", Metric::Single),
        ("4x3", Metric::Single),
        ("2x7", Metric::Single),
        ("3x5", Metric::Single),
        ("4x4", Metric::Single),
        ("2x7", Metric::Multi),
        ("3x5", Metric::Multi),
        ("4x4", Metric::Multi),
    ] {
        let oracle = oracle(size, metric);
        let goal = *oracle.goal().small().unwrap();
        let boards = [400, 401, 800, 801].map(|moves| numbers.walk(&goal, moves).into());
        for limits in &limits {
            let limited = oracle.clone().limited(limits.clone());
            for board in &boards {
                let outcome = limited.answer(board, Ask::SOLUTION).unwrap();
                stops += u32::from(has_solution(&limited, board, outcome));
            }
            // Boards that are answered together.
            limited
                .answers(&boards, Ask::SOLUTION, &mut |first, outcomes| {
                    for (board, outcome) in boards[first..].iter().zip(outcomes) {
                        has_solution(&limited, board, std::mem::take(outcome));
                    }
                    std::ops::ControlFlow::Continue(())
                })
                .unwrap();
        }
    }
    assert!(stops > 50, "{stops}");
}

/// The farthest boards, whose lengths are published, and the excess that a million boards leave.
#[test]
fn bounded_answers_are_near_the_optimum() {
    for (metric, board, distance, most) in [
        (Metric::Single, "0 12 9 13 / 15 11 10 14 / 3 7 2 5 / 4 8 6 1", 80, 84),
        (Metric::Single, "0 12 9 13 / 15 11 10 14 / 3 7 6 2 / 4 8 5 1", 80, 84),
        (Metric::Multi, "1 5 9 13 / 2 6 10 14 / 3 7 11 15 / 4 8 12 x", 43, 55),
    ] {
        let oracle = oracle("4x4", metric).limited(Limits::default().boards(1_000_000));
        let board: Board = board.parse().unwrap();
        let Outcome::Bounded(stopped) = oracle.answer(&board, Ask::SOLUTION).unwrap() else {
            panic!("solved")
        };
        assert!(stopped.at_least <= distance, "{stopped}");
        let length = stopped.length().unwrap();
        assert!((distance..=most).contains(&length), "{stopped}");
        // A tenth more boards are for the solution, and a narrow beam of a few thousand.
        assert!(stopped.generated < 1_200_000, "{}", stopped.generated);
        // The answer is the same each time.
        let Outcome::Bounded(again) = oracle.answer(&board, Ask::SOLUTION).unwrap() else {
            panic!("solved")
        };
        assert_eq!((again.at_least, again.best), (stopped.at_least, stopped.best));
    }
}

/// A search of 5x5 ends as soon as its answer is proved to be near enough. If a limit ends it before
/// that, it says how near the answer is proved to be.
#[test]
fn answers_of_5x5_may_be_near_enough() {
    let board = "10 22 21 9 17 / 7 15 23 2 x / 18 12 11 8 5 / 4 6 1 24 13 / 3 20 16 14 19";
    let (oracle, board) = (oracle("5x5", Metric::Single), board.parse::<Board>().unwrap());
    let answer = |factor: &str| {
        let limits = Limits::default().boards(500_000).within(factor.parse().unwrap());
        let outcome = oracle.clone().limited(limits).answer(&board, Ask::SOLUTION).unwrap();
        assert!(has_solution(&oracle, &board, outcome.clone()));
        let Outcome::Bounded(stopped) = outcome else { panic!("solved") };
        let length = f64::from(stopped.length().unwrap());
        let proved = stopped.factor().unwrap();
        assert!(
            (0.0..0.001).contains(&(proved - length / f64::from(stopped.at_least))),
            "{proved}"
        );
        (proved, stopped.generated)
    };
    let mut before = 0;
    for (factor, most) in [("2", 2.0), ("1.5", 1.5), ("1.2", 1.2)] {
        let (proved, generated) = answer(factor);
        assert!(proved <= most && generated < 500_000, "{factor}: {proved} after {generated}");
        // What is nearer takes at least as long.
        assert!(generated >= before, "{factor}: {generated}");
        before = generated;
    }
    let (proved, generated) = answer("1.01");
    assert!(proved > 1.01 && generated >= 500_000, "{proved} after {generated}");
    // Near the goal everything is proved, whatever is enough.
    let near = "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 x 23 24";
    let enough = oracle.clone().limited(Limits::default().within("1.1".parse().unwrap()));
    assert_eq!(enough.distance(&near.parse::<Board>().unwrap()).unwrap(), 2);
}

/// If a limit stops what is asked beside it, the canonical solution is kept in its metric.
#[test]
fn a_canonical_solution_is_kept_in_the_multi_tile_metric() {
    let oracle = oracle("4x4", Metric::Multi);
    let (goal, mut numbers) = (*oracle.goal().small().unwrap(), Numbers(9));
    let mut kept = 0;
    for _ in 0..20 {
        let board: Board = numbers.walk(&goal, 120).into();
        let known = oracle.answer(&board, Ask::SOLUTION).unwrap().known().unwrap();
        let limited = oracle.clone().limited(Limits::default().boards(known.cost().generated));
        let beside = limited.answer(&board, Ask::SOLUTION | Ask::LEGAL_MOVES).unwrap();
        if let Outcome::Bounded(stopped) = beside
            && stopped.is_canonical
        {
            assert_eq!(stopped.best.clone(), known.moves, "{board}");
            assert_eq!(stopped.distance(), known.distance, "{board}");
            kept += 1;
        }
    }
    assert!(kept > 5, "{kept}");
}

/// A break is no limit: the search ends with what was proved.
#[test]
fn a_break_leaves_a_bound() {
    for metric in [Metric::Single, Metric::Multi] {
        let limits = Limits::default().boards(1000).progress(|_| std::ops::ControlFlow::Break(()));
        let oracle = oracle("4x4", metric).limited(limits);
        let board = "0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1".parse::<SmallBoard>().unwrap();
        let outcome = oracle.answer(board, Ask::SOLUTION).unwrap();
        assert!(matches!(outcome, Outcome::Bounded(stopped) if stopped.best.is_none()));
    }
}
