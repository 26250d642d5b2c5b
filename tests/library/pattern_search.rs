//! The search with pattern tables, compared with independent searches.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

use crate::common::columns::Columns;
use crate::common::{Numbers, goal_with_blank, near};
use tilebase::limits::Progress;
use tilebase::oracle::{Ask, BatchError, Outcome};
use tilebase::puzzle::{MoveSet, Orbit, Pattern, SmallBoard, SmallShape, solvable};
use tilebase::search::{Manhattan, Method, Problem, solve};
use tilebase::sets::Set;
use tilebase::solver::{Part, PartitionSize, PatternTable};
use tilebase::{Error, Limits, Move, Moves, Oracle, Tablebase};

fn shape(text: &str) -> SmallShape {
    text.parse().unwrap()
}

/// Every optimal solution of a board in lexicographic order, given the distances around it.
fn all_solutions(distances: &HashMap<SmallBoard, u32>, board: &SmallBoard) -> Vec<Vec<Move>> {
    let distance = distances[board];
    if distance == 0 {
        return vec![Vec::new()];
    }
    let nearer = Move::ONE_CELL.into_iter().filter_map(|mv| Some((mv, board.moved(mv)?)));
    let nearer = nearer.filter(|(_, next)| distances.get(next) == Some(&(distance - 1)));
    let behind = |(mv, next)| {
        all_solutions(distances, &next).into_iter().map(move |rest| [vec![mv], rest].concat())
    };
    nearer.flat_map(behind).collect()
}

/// The oracle for a goal that searches with small tables.
fn search(goal: &SmallBoard) -> Oracle {
    Tablebase::embedded().searching_oracle(goal).unwrap()
}

/// The small tables of each partition for a goal.
fn small_tables(goal: &SmallBoard) -> Vec<Vec<PatternTable>> {
    let generate = |&pattern: &_| PatternTable::generate(pattern, 1).unwrap();
    PartitionSize::Small
        .partitions(Orbit::from(goal))
        .iter()
        .map(|partition| partition.iter().map(generate).collect())
        .collect()
}

/// The three classes of goals on 4x4, and for one of them a goal whose orientation differs from the
/// table's.
const GOALS_OF_4X4: [usize; 4] = [15, 12, 2, 9];

#[test]
fn every_board_near_a_goal_of_4x4_is_as_searched() {
    for blank in GOALS_OF_4X4 {
        let goal = goal_with_blank(shape("4x4"), blank);
        let oracle = search(&goal);
        let distances = near(&goal, 11);
        let boards: Vec<SmallBoard> = distances.keys().copied().collect();
        let answers = oracle.solutions_of(&boards).unwrap();
        for (board, answer) in boards.iter().zip(answers) {
            let moves = answer.known().unwrap();
            assert_eq!(moves.len() as u32, distances[board], "{board} to {goal}");
            // Walking back by the distances also gives the canonical solution.
            let mut at = *board;
            for &mv in moves.iter() {
                let nearer = |mv: &Move| {
                    let next = at.moved(*mv).and_then(|next| distances.get(&next));
                    next == Some(&(distances[&at] - 1))
                };
                assert_eq!(
                    Some(mv),
                    Move::ONE_CELL.into_iter().find(nearer),
                    "{board} to {goal}: {moves}"
                );
                at = at.moved(mv).unwrap();
            }
            assert_eq!(at, goal);
        }
    }
}

#[test]
fn every_solution_is_found_and_counted() {
    let mut numbers = Numbers(1);
    for (text, blank) in [("4x4", 15), ("4x4", 1), ("4x4", 5), ("3x5", 14), ("7x2", 6)] {
        let goal = goal_with_blank(shape(text), blank);
        let oracle = search(&goal);
        let distances = near(&goal, 12);
        let mut several = 0;
        for _ in 0..200 {
            let board = numbers.walk(&goal, 12);
            let expected = all_solutions(&distances, &board);
            let found: Vec<Moves> =
                oracle.solutions(&board).unwrap().collect::<Result<_, _>>().unwrap();
            assert!(
                found.iter().map(|moves| moves.to_vec()).eq(expected.iter().cloned()),
                "{board}"
            );
            assert_eq!(oracle.count_solutions(&board).unwrap(), expected.len() as u128);
            assert_eq!(oracle.solution(&board).unwrap().to_vec(), expected[0]);
            let first: MoveSet =
                expected.iter().filter_map(|moves| moves.first().copied()).collect();
            assert_eq!(oracle.optimal_moves(&board).unwrap(), first, "{board}");
            several += usize::from(expected.len() > 1);
        }
        assert!(several > 0, "a board with several solutions");
    }
}

/// For shapes with a table of all boards: every goal cell, and random boards at any distance.
#[test]
fn random_boards_of_small_shapes_are_as_in_their_tables() {
    let mut numbers = Numbers(2);
    let tables = Tablebase::embedded();
    for text in ["3x3", "2x4", "4x2"] {
        for blank in 0..shape(text).cells() {
            let goal = goal_with_blank(shape(text), blank);
            let (table, oracle) = (tables.oracle(&goal).unwrap(), search(&goal));
            assert!(table.table().is_some() && oracle.table().is_none());
            let boards: Vec<SmallBoard> = (0..300).map(|_| numbers.board(&goal)).collect();
            // Only the search answers boards through this batch.
            let (looked_up, searched) = (table.clone(), oracle.clone());
            assert_eq!(searched.distances(&boards).unwrap(), looked_up.distances(&boards).unwrap());
            assert_eq!(
                searched.solutions_of(&boards).unwrap(),
                looked_up.solutions_of(&boards).unwrap()
            );
            assert_eq!(
                searched.optimal_moves_of(&boards).unwrap(),
                looked_up.optimal_moves_of(&boards).unwrap()
            );
            for board in &boards[..30] {
                let moves = oracle.solution(board).unwrap();
                assert_eq!(moves, table.solution(board).unwrap());
                let optimal = oracle.optimal_moves(board).unwrap();
                assert_eq!(optimal, table.optimal_moves(board).unwrap(), "{board} to {goal}");
                assert_eq!(oracle.legal_moves(board).unwrap(), table.legal_moves(board).unwrap());
                let count = oracle.count_solutions(board).unwrap();
                assert_eq!(count, table.count_solutions(board).unwrap());
                let at_least = oracle.lower_bound(board).unwrap();
                let distance = moves.len() as u32;
                assert!(at_least <= distance);
                assert_eq!(at_least % 2, distance % 2);
                let all = |answers: Result<tilebase::oracle::Solutions, Error>| {
                    answers.unwrap().map(|moves| moves.unwrap()).collect::<Vec<Moves>>()
                };
                assert_eq!(all(oracle.solutions(board)), all(table.solutions(board)));
            }
        }
    }
}

/// The parts of a search fit together: below the distance there is nothing, and at the
/// distance the first part that has a solution has the canonical one. Tables and threads may
/// differ from part to part.
#[test]
fn parts_of_a_search_make_the_whole() {
    let mut numbers = Numbers(42);
    for text in ["3x3", "2x4"] {
        for blank in [0, 1, shape(text).tiles()] {
            let goal = goal_with_blank(shape(text), blank);
            let small = search(&goal);
            let other = |sizes: [u32; 2]| {
                let mut cells = (0..goal.shape().cells())
                    .filter(|&cell| cell != Orbit::from(&goal).goal_blank());
                let tables = sizes.map(|size| {
                    let cells = cells.by_ref().take(size as usize).fold(0, |set, at| set | 1 << at);
                    let pattern = Pattern::new(Orbit::from(&goal), cells).unwrap();
                    PatternTable::generate(pattern, 1).unwrap()
                });
                Oracle::with_patterns(&goal, &[tables.to_vec()]).unwrap()
            };
            let tiles = goal.shape().tiles() as u32;
            let oracles = [small.clone().threads(2), other([tiles / 2, tiles.div_ceil(2)])];
            for number in 0..4 {
                let board = if number == 0 { goal } else { numbers.board(&goal) };
                let solution = small.solution(&board).unwrap();
                let distance = solution.len() as u32;
                for of in [1, 3, 40] {
                    let in_parts = |within| {
                        let parts = (1..=of).map(|part| Part::new(part, of).unwrap());
                        let oracles = oracles.iter().cycle();
                        let each = parts.zip(oracles);
                        each.map(|(part, oracle)| {
                            oracle.first_within(&board, within, part).unwrap().0
                        })
                        .collect::<Vec<Option<Moves>>>()
                    };
                    let found = in_parts(distance);
                    assert_eq!(found.iter().flatten().next(), Some(&solution), "{board} to {goal}");
                    assert!(found.iter().flatten().all(|moves| board.after(moves) == Some(goal)));
                    assert!(found.iter().flatten().is_sorted());
                    for below in [1, 2, 4] {
                        if let Some(within) = distance.checked_sub(below) {
                            assert!(in_parts(within).iter().all(Option::is_none));
                        }
                    }
                    // A longer solution may come first, but a solution there is.
                    assert!(in_parts(distance + 3).iter().any(Option::is_some));
                }
            }
        }
    }
}

/// Boards at larger distances, for every goal cell, compared with IDA* and the Manhattan distance,
/// which needs no table.
#[test]
fn boards_further_away_are_as_by_plain_ida() {
    let mut numbers = Numbers(3);
    for (text, blank) in [
        ("4x4", 15),
        ("4x4", 0),
        ("4x4", 8),
        ("4x4", 6),
        ("3x5", 14),
        ("5x3", 4),
        ("2x7", 13),
        ("2x8", 3),
    ] {
        let goal = goal_with_blank(shape(text), blank);
        let oracle = search(&goal);
        let heuristic = Manhattan::new(&goal);
        for _ in 0..4 {
            let start = numbers.walk(&goal, 38);
            let problem = Problem::new(start, goal, &heuristic);
            let found = solve(Method::Ida, &problem, &Limits::default()).unwrap();
            assert_eq!(Some(oracle.solution(&start).unwrap()), found.moves, "{start} to {goal}");
        }
    }
}

#[test]
#[ignore = "minutes: random boards of 4x4 without a table"]
fn random_boards_are_as_by_plain_ida() {
    let mut numbers = Numbers(4);
    let goal = SmallBoard::goal(shape("4x4"));
    let oracle = search(&goal);
    let heuristic = Manhattan::new(&goal);
    let mut compared = 0;
    while compared < 50 {
        let start = numbers.board(&goal);
        let problem = Problem::new(start, goal, &heuristic);
        let limits = &Limits::default().boards(30_000_000);
        if let Ok(found) = solve(Method::Ida, &problem, limits) {
            assert_eq!(Some(oracle.solution(&start).unwrap()), found.moves, "{start}");
            compared += 1;
        }
    }
}

/// The published distances of Korf's hundred boards.
#[test]
#[ignore = "a minute: the small tables"]
fn boards_of_korf_are_as_far_as_published() {
    let known = || Set::named("korf-100").unwrap().boards();
    let boards: Vec<SmallBoard> =
        known().map(|row| row.board.parse::<SmallBoard>().unwrap()).collect();
    // The blank is in the first cell, followed by the tiles in order.
    let goal = goal_with_blank(shape("4x4"), 0);
    let oracle = search(&goal);
    let answers = oracle.solutions_of(&boards).unwrap();
    assert_eq!(answers.len(), 100);
    for ((row, board), answer) in known().zip(&boards).zip(answers) {
        let moves = answer.known().unwrap();
        assert_eq!(Some(moves.len() as u32), row.best_length, "{row:?}");
        assert_eq!(board.after(&moves), Some(goal));
    }
}

/// Two published boards at the maximum distance, with the large tables.
#[test]
#[ignore = "a minute, and 900 MB: the large tables"]
fn hard_boards_are_as_far_as_published() {
    let goal = SmallBoard::goal(shape("4x4"));
    let partitions = PartitionSize::Large.partitions(Orbit::from(&goal));
    let tables: Vec<Vec<PatternTable>> = partitions
        .iter()
        .map(|partition| partition.iter().map(|&p| PatternTable::generate(p, 2).unwrap()).collect())
        .collect();
    let oracle = Oracle::with_patterns(&goal, &tables).unwrap();
    for (board, distance) in [
        ("0 12 9 13 / 15 11 10 14 / 3 7 2 5 / 4 8 6 1", 80),
        ("0 15 8 3 / 12 11 7 4 / 14 10 6 5 / 9 13 2 1", 70),
    ] {
        let board: SmallBoard = board.parse().unwrap();
        let answer = oracle.answer(board, Ask::SOLUTION).unwrap().known().unwrap();
        println!("{board}: {distance} moves, {}", answer.cost());
        assert_eq!(answer.distance, Some(distance), "{board}");
        assert_eq!(board.after(&answer.moves.unwrap()), Some(goal));
    }
}

/// The answer does not depend on the number of boards or threads.
#[test]
fn answers_do_not_depend_on_threads_or_company() {
    let mut numbers = Numbers(5);
    let goal = SmallBoard::goal(shape("4x4"));
    let oracle = search(&goal);
    let boards: Vec<SmallBoard> = (0..8).map(|_| numbers.walk(&goal, 120)).collect();
    let batch = |threads| oracle.clone().threads(threads);
    let one = batch(1).solutions_of(&boards).unwrap();
    let next = batch(1).optimal_moves_of(&boards).unwrap();
    let mut most = 0;
    for threads in [0, 2, 5] {
        assert_eq!(batch(threads).solutions_of(&boards).unwrap(), one, "{threads} threads");
        assert_eq!(batch(threads).optimal_moves_of(&boards).unwrap(), next, "{threads} threads");
        let alone = oracle.clone().threads(threads);
        for ((board, one), next) in boards.iter().zip(&one).zip(&next) {
            let answer = alone.answer(board, Ask::SOLUTION).unwrap().known().unwrap();
            most = most.max(answer.cost().generated);
            let optimal = alone.optimal_moves(board).unwrap();
            assert_eq!(Outcome::Known(optimal), *next, "{board}");
            assert_eq!(Outcome::Known(answer.moves.unwrap()), *one, "{board}");
        }
    }
    assert!(most > 1 << 16, "one is hard");
}

#[test]
fn what_has_no_answer_says_why() {
    let goal = SmallBoard::goal(shape("4x4"));
    let oracle = search(&goal);
    let unsolvable = goal.exchanged(14, 15);
    assert!(matches!(oracle.solution(&unsolvable), Err(Error::Unsolvable(_))));
    assert!(matches!(oracle.lower_bound(&unsolvable), Err(Error::Unsolvable(_))));
    let other = SmallBoard::goal(shape("3x5"));
    assert!(matches!(oracle.solution(&other), Err(Error::Board(_))));
    assert!(matches!(oracle.lower_bound(&other), Err(Error::Board(_))));
    let batch = oracle.clone();
    let answers = batch.solutions_of(&[goal, unsolvable]).unwrap();
    assert_eq!(answers[0], Outcome::Known(Moves::default()));
    let why = solvable(&unsolvable, &goal).unwrap_err();
    assert_eq!(answers[1], Outcome::Unsolvable(why));
    let failed = batch.solutions_of(&[goal, unsolvable, other]);
    assert!(matches!(failed, Err(BatchError { index: 2, error: Error::Board(_), .. })));
    assert_eq!(batch.optimal_moves_of(&[goal]).unwrap(), [Outcome::Known(MoveSet::EMPTY)]);
    assert_eq!(oracle.optimal_moves(&goal).unwrap(), MoveSet::EMPTY);
    assert_eq!(oracle.count_solutions(&goal).unwrap(), 1);
}

#[test]
fn limits_stop_a_search_with_what_was_proved() {
    let goal = SmallBoard::goal(shape("4x4"));
    let oracle = search(&goal);
    // 80 moves, which would take hours with these tables.
    let board: SmallBoard = "0 12 9 13 / 15 11 10 14 / 3 7 2 5 / 4 8 6 1".parse().unwrap();
    let limited = oracle.clone().limited(Limits::default().boards(200_000));
    let Err(Error::Stopped(alone)) = limited.solution(&board) else { panic!("solved") };
    let mut answers = limited.solutions_of(&[board]).unwrap();
    let Outcome::Bounded(in_batch) = answers.remove(0) else { panic!("solved") };
    for stopped in [alone, *in_batch] {
        assert!(stopped.at_least >= oracle.lower_bound(&board).unwrap() && stopped.at_least <= 80);
        assert!(stopped.generated > 200_000 && stopped.generated < 3_000_000, "{stopped:?}");
        let best = stopped.best.expect("a solution of a bounded question");
        assert_eq!(board.after(&best), Some(goal));
        assert!((80..=90).contains(&best.len()), "{best}");
    }
    let watched = oracle.limited(Limits::default().progress(|_: Progress| ControlFlow::Break(())));
    assert!(matches!(watched.solution(&board), Err(Error::Stopped(_))));
    let answers = watched.solutions_of(&[board, goal]).unwrap();
    assert!(matches!(answers[0], Outcome::Bounded(_)));
}

/// Tables with wrong bits give an error, or a legal solution that ends at the goal.
#[test]
fn tables_that_lie_make_no_illegal_solution() {
    let mut numbers = Numbers(6);
    let goal = SmallBoard::goal(shape("3x3"));
    let (honest, tables) = (search(&goal), small_tables(&goal).swap_remove(0));
    let mut kinds = HashSet::new();
    for percent in [0, 1, 30, 100] {
        let tables = tables.iter().map(|table| {
            let mut bytes = table.bytes().to_vec();
            for byte in &mut bytes {
                if numbers.below(100) < percent {
                    *byte ^= 1 << numbers.below(8);
                }
            }
            PatternTable::new(table.pattern(), bytes).unwrap()
        });
        let lying = Oracle::with_patterns(&goal, &[tables.collect()]).unwrap();
        for _ in 0..200 {
            let board = numbers.board(&goal);
            match lying.solution(&board) {
                Ok(moves) => {
                    assert_eq!(board.after(&moves), Some(goal));
                    assert!(moves.len() >= honest.solution(&board).unwrap().len());
                    kinds.insert((percent, true));
                }
                Err(Error::Pattern(_)) => {
                    assert_ne!(percent, 0);
                    kinds.insert((percent, false));
                }
                Err(other) => panic!("{other}"),
            }
        }
    }
    assert!(kinds.contains(&(0, true)) && kinds.contains(&(100, false)), "{kinds:?}");
}

#[test]
fn tables_that_do_not_fit_are_refused() {
    let goal = SmallBoard::goal(shape("3x3"));
    let tables = small_tables(&goal).swap_remove(0);
    let refused = |goal: &SmallBoard, partitions: &[Vec<PatternTable>]| {
        matches!(Oracle::with_patterns(goal, partitions), Err(Error::Pattern(_)))
    };
    assert!(refused(&goal, &[]));
    assert!(refused(&goal, &[tables[..1].to_vec()]));
    assert!(refused(&goal, &[vec![tables[0].clone(), tables[0].clone()]]));
    assert!(refused(&goal_with_blank(shape("3x3"), 4), std::slice::from_ref(&tables)));
    let pattern = tables[0].pattern();
    assert!(matches!(PatternTable::new(pattern, vec![0; 3]), Err(Error::Pattern(_))));
    assert_eq!(Orbit::from(&goal), pattern.orbit());
    // It also serves another goal of the same orbit.
    assert!(!refused(&goal_with_blank(shape("3x3"), 2), &[tables]));
}
