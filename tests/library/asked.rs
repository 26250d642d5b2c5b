//! What is asked together is what is asked alone, for every source of answers.

use std::ops::ControlFlow::{Break, Continue};
use std::sync::Arc;

use crate::common::columns::Columns;
use crate::common::{Numbers, generated};
use tilebase::oracle::{Answer, Ask, BatchError, Outcome, expect_answers};
use tilebase::puzzle::{Metric, Orbit, Shape, SmallBoard, SmallShape};
use tilebase::{Board, Error, Limits, Move, Oracle, Result, Table, Tablebase};

const EVERY: [Ask; 6] = [
    Ask::DISTANCE,
    Ask::SOLUTION,
    Ask::OPTIMAL_MOVES,
    Ask::COUNT,
    Ask::SOLUTIONS,
    Ask::LEGAL_MOVES,
];

fn goal(shape: &str) -> SmallBoard {
    SmallBoard::goal(shape.parse().expect("a shape"))
}

/// Boards near the goal and far from it, and some that cannot reach it.
fn boards(goal: &SmallBoard, far: usize, count: usize) -> Vec<SmallBoard> {
    let mut numbers = Numbers(5);
    let board = |number| {
        let board = numbers.walk(goal, number * far / count);
        if number % 5 == 4 { board.exchanged(1, 2) } else { board }
    };
    (0..count).map(board).collect()
}

/// All outcomes, in order, however they were called back.
fn find(oracle: &Oracle, boards: &[SmallBoard], ask: Ask) -> Vec<Outcome> {
    let boards: Vec<Board> = boards.iter().map(|&board| board.into()).collect();
    let mut all = Vec::new();
    let found = oracle.answers(&boards, ask, &mut |first, outcomes| {
        assert_eq!(first, all.len());
        all.extend(outcomes.iter_mut().map(std::mem::take));
        Continue(())
    });
    found.expect("answers");
    assert_eq!(all.len(), boards.len());
    all
}

/// Everything that is found together and alone is what methods for one question find.
fn agrees(any: &Oracle, boards: &[SmallBoard]) {
    // It has looked up too few boards to unpack solutions.
    let typed = any;
    let everything = EVERY.into_iter().fold(Ask::DISTANCE, |all, ask| all | ask);
    for ask in EVERY.into_iter().chain([everything]) {
        any.expect(ask).expect("every answer");
        let together = find(any, boards, ask);
        for (board, together) in boards.iter().zip(together) {
            let alone = any.answer(board, ask).expect("an outcome");
            for found in [together, alone] {
                let found = match (found, typed.distance(board)) {
                    (Outcome::Known(found), Ok(_)) => found,
                    (Outcome::Unsolvable(why), Err(Error::Unsolvable(expected))) => {
                        assert_eq!(why, expected);
                        continue;
                    }
                    (found, expected) => panic!("{board}: {found:?}, {expected:?}"),
                };
                let context = || format!("{board} {ask:?} {found:?}");
                if ask.has(Ask::DISTANCE) {
                    assert_eq!(found.distance, typed.distance(board).ok(), "{}", context());
                }
                if ask.has(Ask::SOLUTION) {
                    let way = typed.solution(board).ok();
                    assert_eq!(found.moves, way, "{}", context());
                }
                if ask.has(Ask::OPTIMAL_MOVES) {
                    let next = typed.optimal_moves(board).ok();
                    assert_eq!(found.next, next, "{}", context());
                }
                if ask.has(Ask::LEGAL_MOVES) {
                    let legal = typed.legal_moves(board).expect("legal moves");
                    assert_eq!(found.legal, Some(legal), "{}", context());
                }
                if ask.has(Ask::COUNT) {
                    assert_eq!(found.count, typed.count_solutions(board).ok(), "{}", context());
                }
                if ask.has(Ask::SOLUTIONS) {
                    let all = typed.solutions(board).expect("solutions");
                    let all: Vec<_> = all.map(|moves| moves.expect("moves")).collect();
                    assert_eq!(found.all, Some(all), "{}", context());
                }
            }
        }
    }
    let distances = any.distances(boards).expect("outcomes");
    for (board, outcome) in boards.iter().zip(distances) {
        assert_eq!(outcome.known(), typed.distance(board).ok(), "{board}");
    }
}

#[test]
fn every_source_answers_alike() {
    let tables = Tablebase::embedded();
    for (shape, far, count) in [("3x3", 400, 300), ("2x4", 60, 40), ("3x4", 24, 15)] {
        let goal = goal(shape);
        let boards = boards(&goal, far, count);
        let single = tables.oracle(goal).expect("an oracle").threads(2);
        assert_eq!(single.table().is_none(), shape == "3x4");
        agrees(&single, &boards);
        // Of 3x4 the tables of that metric are only in files.
        if shape != "3x4" {
            let multi = tables.oracle_in(goal, Metric::Multi).expect("an oracle").threads(2);
            agrees(&multi, &boards);
        }
    }
}

#[test]
fn a_table_of_its_own() {
    let goal = Board::from(goal("2x3"));
    let orbit = Orbit::from(goal.small().expect("small"));
    let table = Table::from_bytes("memory", generated(orbit)).expect("a table");
    let table = Arc::new(table);
    let of = |goal: &Board, metric| Oracle::from_table(Arc::clone(&table), goal, metric);
    let any = of(&goal, Metric::Single).expect("its goal");
    assert!(any.table().is_some_and(|found| Arc::ptr_eq(found, &table)));
    let boards: Vec<SmallBoard> = SmallBoard::all("2x3".parse().expect("a shape")).collect();
    agrees(&any, &boards);
    assert!(matches!(of(&goal, Metric::Multi), Err(Error::OtherTable { .. })));
    let large = Board::goal("6x6".parse().expect("a size")).expect("a goal");
    let why = of(&large, Metric::Single).expect_err("too large").to_string();
    assert_eq!(why, "6x6 is too large for a table: expected at most 25 cells");
}

/// Bounds for boards of any size, in order on any number of threads.
#[test]
fn boards_of_any_size() {
    let size = Shape { rows: 6, cols: 6 };
    let goal = Board::goal(size).expect("a goal");
    let limits = Limits::default().boards(2000);
    let finder = Oracle::of_any_size(goal.clone()).expect("a size").limited(limits.clone());
    let mut boards: Vec<Board> = vec![goal.clone()];
    for mv in Move::ONE_CELL.into_iter().cycle().take(40) {
        let last = boards.last().expect("a board");
        boards.push(last.after(&[mv]).unwrap_or_else(|| last.clone()));
    }
    let mut cells = goal.cells();
    cells.swap(3, 9);
    boards.insert(7, Board::new(size, cells).expect("a board"));
    let tables = Tablebase::embedded();
    for threads in [1, 3] {
        let any = tables.oracle(goal.clone()).expect("a size");
        let any = any.limited(limits.clone()).threads(threads);
        assert!(any.table().is_none() && any.counts().is_none());
        let mut found = Vec::new();
        any.answers(&boards, Ask::SOLUTION, &mut |first, outcomes| {
            assert_eq!(first, found.len());
            found.extend(outcomes.iter_mut().map(std::mem::take));
            Continue(())
        })
        .expect("answers");
        assert_eq!(found.len(), boards.len());
        for (number, (board, found)) in boards.iter().zip(found).enumerate() {
            let alone = finder.answer(board, Ask::SOLUTION).expect("an outcome");
            assert_eq!(found, alone, "{board}");
            match found {
                Outcome::Unsolvable(_) => assert_eq!(number, 7),
                Outcome::Known(answer) => {
                    let moves = answer.moves.expect("a solution");
                    assert_eq!(board.after(&moves), Some(goal.clone()));
                }
                Outcome::Bounded(stopped) => {
                    let best = stopped.best.expect("a solution");
                    assert_eq!(board.after(&best), Some(goal.clone()));
                    assert!(finder.lower_bound(board).expect("a bound") <= stopped.at_least);
                }
            }
        }
    }
    assert!(matches!(tables.oracle_in(goal, Metric::Multi).map(|_| ()), Err(Error::TooLarge(_))));
}

/// A search that solves boards of 3x3 from a table, and fails at boards with the blank first.
fn own_search(failure: fn() -> Error) -> Oracle {
    let goal = goal("3x3");
    let oracle = Tablebase::embedded().oracle(&goal).expect("embedded");
    Oracle::from_search(&goal, Metric::Single, move |board: &SmallBoard| {
        if board.blank_cell() == 0 {
            return Err(failure());
        }
        Ok(Answer::from(oracle.solution(board)?))
    })
}

#[test]
fn a_search_of_your_own_finds_a_solution_and_nothing_else() {
    let any = own_search(|| Error::Interrupted);
    let oracle = Tablebase::embedded().oracle(&goal("3x3")).expect("embedded");
    assert_eq!(any.counts(), oracle.counts());
    for ask in [Ask::DISTANCE, Ask::SOLUTION, Ask::DIFFICULTY] {
        assert!(any.expect(ask).is_ok(), "{ask:?}");
    }
    for ask in [Ask::OPTIMAL_MOVES, Ask::COUNT, Ask::SOLUTIONS, Ask::LEGAL_MOVES] {
        assert!(matches!(any.expect(ask), Err(Error::Unsuitable { .. })), "{ask:?}");
    }
    let boards = boards(&goal("3x3"), 300, 100);
    let boards: Vec<SmallBoard> =
        boards.into_iter().filter(|board| board.blank_cell() > 0).collect();
    let found = find(&any, &boards, Ask::SOLUTION);
    for (board, found) in boards.iter().zip(found) {
        let way = oracle.solution(board).ok();
        let found = found.known();
        let distance = found.as_ref().and_then(|found| found.distance);
        assert_eq!(distance, oracle.distance(board).ok(), "{board}");
        assert_eq!(found.and_then(|found| found.moves), way, "{board}");
    }
    let distances = any.distances(&boards).expect("outcomes");
    let expected = boards.iter().map(|board| oracle.distance(board).ok());
    assert!(distances.into_iter().map(Outcome::known).eq(expected));
}

/// The number of outcomes that were called back, and how it ended.
fn until(
    oracle: &Oracle,
    boards: &[Board],
    ask: Ask,
    most: usize,
) -> (usize, Result<(), BatchError>) {
    let mut count = 0;
    let ended = oracle.answers(boards, ask, &mut |first, outcomes| {
        assert_eq!(first, count);
        count += outcomes.len();
        if count >= most { Break(()) } else { Continue(()) }
    });
    (count, ended)
}

#[test]
fn everything_before_the_first_failure_is_called_back() {
    let tables = Tablebase::embedded();
    let goal_of = |size: &str| Board::goal(size.parse().expect("a size")).expect("a goal");
    let oracle = |size, metric| tables.oracle_in(&goal_of(size), metric).expect("an oracle");
    let few = Limits::default().boards(100);
    for (any, size) in [
        (oracle("3x3", Metric::Single), "3x3"),
        (oracle("3x3", Metric::Multi), "3x3"),
        (oracle("3x4", Metric::Single), "3x4"),
        (oracle("6x6", Metric::Single).limited(few), "6x6"),
    ] {
        for (other, failing) in [("2x3", 0), ("7x4", 3), ("2x3", 200), ("7x4", 299)] {
            let mut boards = vec![goal_of(size); 300];
            boards[failing] = goal_of(other);
            for ask in [Ask::DISTANCE, Ask::SOLUTION] {
                let (count, ended) = until(&any, &boards, ask, usize::MAX);
                let error = ended.expect_err("another size");
                assert_eq!((count, error.index), (failing, failing), "{size} {other} {ask:?}");
                let expected = format!("expected {size}, found {other}");
                let why = error.error.to_string();
                assert!(
                    matches!(error.error, Error::Board(_)) && why.contains(size),
                    "{why} {expected}"
                );
            }
            let (count, ended) = until(&any, &boards, Ask::DISTANCE, 1);
            assert!(ended.is_ok() == (count > 0) && count <= failing, "{size} {other}");
        }
        let (count, ended) = until(&any, &vec![goal_of(size); 300], Ask::SOLUTION, 2);
        assert!(ended.is_ok() && (2..300).contains(&count), "{size}: {count}");
    }
    // A search of your own ends a run with any error but those of a board.
    let mut boards = vec![goal_of("3x3"); 9];
    boards[5] = "x 1 2 3 4 5 6 7 8".parse().expect("a board");
    let (count, ended) = until(&own_search(|| Error::Interrupted), &boards, Ask::SOLUTION, 99);
    let error = ended.expect_err("interrupted");
    assert_eq!((count, error.index), (5, 5));
    assert!(matches!(error.error, Error::Interrupted));
    boards[5] = goal_of("6x6");
    let (count, ended) = until(&own_search(|| Error::Interrupted), &boards, Ask::SOLUTION, 99);
    assert_eq!((count, ended.expect_err("another size").index), (5, 5));
}

/// More goals than a tablebase keeps oracles of, asked for in turns.
#[test]
fn many_goals_have_right_answers() {
    let tables = Tablebase::embedded();
    let shape: SmallShape = "2x3".parse().expect("a shape");
    let goals: Vec<SmallBoard> = SmallBoard::all(shape).step_by(3).collect();
    assert!(goals.len() > 200);
    let mut numbers = Numbers(9);
    for round in 0..2 {
        for goal in &goals {
            let metric = if round == 0 { Metric::Single } else { Metric::Multi };
            let any = tables.oracle_in(goal, metric).expect("embedded");
            let board = numbers.walk(goal, 20);
            let found = any.distance(board).ok();
            let alone = Tablebase::embedded().oracle_in(goal, metric).expect("embedded");
            let expected = alone.distance(board);
            assert_eq!((any.goal().small(), found), (Some(goal), expected.ok()));
        }
    }
    // Oracles that search keep more memory, so fewer are kept.
    let mut near = Vec::new();
    for number in 0..7 {
        let goal = numbers.board(&goal("3x4"));
        near.push((goal, numbers.walk(&goal, 10 + number)));
    }
    let distance = |(goal, board): &(SmallBoard, SmallBoard)| {
        let any = tables.oracle(goal).expect("memory");
        any.distance(board).expect("a distance")
    };
    let first: Vec<u32> = near.iter().map(distance).collect();
    let again: Vec<u32> = near.iter().map(distance).collect();
    assert!(first == again && first.iter().all(|&distance| distance <= 16), "{first:?}");
}

#[test]
fn what_can_never_be_answered_is_refused_without_a_table() {
    let counts =
        "6x6 is too large for the numbers of boards at each distance: expected at most 25 cells";
    let others =
        "6x6 is too large for any answer but a solution and its length: expected at most 25 cells";
    let multi =
        |size| format!("{size} is too large for the multi-tile metric: expected at most 16 cells");
    let ok = || String::from("ok");
    for (size, metric, expected) in [
        ("3x3", Metric::Single, [ok(), ok(), ok()]),
        ("5x5", Metric::Single, [ok(), ok(), ok()]),
        ("6x6", Metric::Single, [ok(), counts.into(), others.into()]),
        ("4x4", Metric::Multi, [ok(), ok(), ok()]),
        ("5x5", Metric::Multi, [multi("5x5"), multi("5x5"), multi("5x5")]),
        ("6x6", Metric::Multi, [multi("6x6"), multi("6x6"), multi("6x6")]),
    ] {
        let size: Shape = size.parse().expect("a size");
        for (ask, expected) in
            [Ask::SOLUTION, Ask::DIFFICULTY, Ask::COUNT].into_iter().zip(expected)
        {
            let found = expect_answers(size, metric, ask | Ask::DISTANCE);
            let found = found.map_or_else(|why| why.to_string(), |()| ok());
            assert_eq!(found, expected, "{size} {metric:?} {ask:?}");
        }
    }
    for size in ["1x9", "9x1", "2x101"] {
        let size: Shape = size.parse().expect("a size");
        let found = expect_answers(size, Metric::Single, Ask::SOLUTION);
        assert!(matches!(found, Err(Error::Shape(_))), "{size}");
    }
}
