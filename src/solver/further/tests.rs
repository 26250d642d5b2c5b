//! Several partitions give the answers of one, after fewer boards; and those that lie give none
//! that is wrong.

use super::*;
use crate::error::Error;
use crate::limits::{Budget, Limits};
use crate::puzzle::{Coordinates, Moves, PatternError};
use crate::solver::PatternTable;
use crate::solver::SolvedBoard;
use crate::solver::assemble::{engine, prover, wide_engine};
use crate::solver::engine::{Effort, Engine};
use crate::solver::optimal::optimal_moves;
use crate::solver::tests::{goal, tables};

/// A shape, the cell of the goal's blank, and the sizes of the patterns of some partitions,
/// each of which takes the tiles in their order from another one on.
const CASES: [(&str, usize, &[&[usize]]); 5] = [
    ("3x3", 8, &[&[2, 2, 2, 2], &[3, 3, 2], &[4, 4]]),
    ("3x3", 4, &[&[2, 2, 2, 2], &[3, 3, 2], &[4, 4]]),
    ("3x3", 1, &[&[2, 2, 2, 2], &[4, 4], &[1, 4, 3], &[3, 3, 2]]),
    ("3x4", 11, &[&[3, 3, 3, 2], &[4, 4, 3]]),
    ("4x3", 5, &[&[3, 3, 3, 2], &[4, 4, 3], &[2, 5, 4]]),
];

fn boards(goal: &SmallBoard, count: u64) -> impl Iterator<Item = SmallBoard> + use<'_> {
    let states = goal.shape().states();
    let indices = (0..states).step_by((states / count) as usize);
    indices.map(|index| Coordinates::board_of_goal(goal, index).unwrap())
}

fn solution(engine: &dyn Engine, board: &SmallBoard, budget: &Budget) -> Result<Moves> {
    engine.solve(board, Effort::new(2, budget))?.solution(budget)
}

/// Several partitions give the same answers as one, after fewer boards.
#[test]
fn views_change_no_answer() {
    for (shape, blank, partitions) in CASES {
        let goal = goal(shape, blank);
        let all = tables(&goal, partitions);
        let half = goal.shape().tiles().div_ceil(2);
        let other = tables(&goal, &[&[half, goal.shape().tiles() - half]]);
        let engines = [
            engine(&goal, &other).unwrap(),
            prover(&goal, &all[..1]).unwrap(),
            prover(&goal, &all).unwrap(),
        ];
        let mut generated = [0; 3];
        for board in boards(&goal, 20) {
            let answers = engines.each_ref().map(|engine| {
                let budget = Budget::new(&Limits::default());
                let moves = solution(&**engine, &board, &budget).unwrap();
                let solved =
                    SolvedBoard { board: &board, solution: &moves, threads: 2, budget: &budget };
                let next = optimal_moves(&**engine, &solved).unwrap().next;
                let distance = moves.len() as u32;
                let count = engine.count(&board, distance, Effort::new(2, &budget)).unwrap();
                let all = Arc::clone(engine);
                let all = all.solutions(&board, distance, Budget::new(&Limits::default()));
                let all: Vec<_> =
                    std::iter::from_fn(all.unwrap()).take(20).map(Result::unwrap).collect();
                ((moves, next, count, all), budget.generated())
            });
            let [(first, _), (second, _), (third, _)] = &answers;
            assert!(first == second && first == third, "{board} to {goal}");
            for (sum, (_, of_board)) in generated.iter_mut().zip(&answers) {
                *sum += of_board;
            }
        }
        let [_, without, with] = generated;
        assert!(4 * with < 3 * without, "{goal}: {with}, {without}");
    }
}

/// All boards within a limit are generated, and no others, whatever the order of the views
/// and on any number of threads.
#[test]
fn boards_generated_do_not_depend_on_the_order_of_views() {
    let (shape, blank, partitions) = CASES[2];
    let goal = goal(shape, blank);
    // As many views as there is room for.
    let mut all = tables(&goal, &partitions[..3]);
    let one = prover(&goal, &all).unwrap();
    all[1..].reverse();
    let other = prover(&goal, &all).unwrap();
    for board in boards(&goal, 40) {
        let counts = [(&one, 1), (&one, 3), (&other, 1)].map(|(engine, threads)| {
            let budget = Budget::new(&Limits::default());
            let count = engine.count(&board, 31, Effort::new(threads, &budget)).unwrap();
            (count, budget.generated())
        });
        assert!(counts[0] == counts[1] && counts[0] == counts[2], "{board}: {counts:?}");
    }
}

#[test]
fn tables_that_are_no_partitions_are_refused() {
    let goal = goal("3x3", 8);
    let all = tables(&goal, &[&[2, 2, 2, 2], &[3, 3, 2], &[1, 1, 1, 1, 4]]);
    assert!(prover(&goal, &all[..2]).is_ok());
    let mut without_a_tile = all[..2].to_vec();
    without_a_tile[1].pop();
    for wrong in [&[][..], &all[1..2], &all, &without_a_tile] {
        let found = prover(&goal, wrong).map(|_| ());
        assert!(matches!(found, Err(Error::Pattern(PatternError::Tables { .. }))));
    }
}

/// Whatever is in the tables, an answer is legal and ends at the goal, or there is an error.
#[test]
fn lying_tables_give_legal_answers_or_errors() {
    let (mut answers, mut errors) = (0, 0);
    let mut number = 7_u64;
    for (shape, blank, partitions) in [CASES[0], CASES[2]] {
        let goal = goal(shape, blank);
        let right = tables(&goal, partitions);
        for lie in 0..40 {
            let mut change = |(of_partition, table): (usize, &PatternTable)| {
                let mut bytes = table.bytes().to_vec();
                for byte in &mut bytes {
                    number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    let random = number >> 33;
                    match lie % 4 {
                        // Only further partitions lie.
                        0 if of_partition > 0 => *byte = random as u8,
                        1 if random.is_multiple_of(30) => *byte ^= 1,
                        2 => *byte = if lie < 20 { 0 } else { 0xff },
                        3 => *byte = random as u8,
                        _ => {}
                    }
                }
                PatternTable::new(table.pattern(), bytes).unwrap()
            };
            let lying: Vec<Vec<PatternTable>> = (0..)
                .zip(&right)
                .map(|(n, tables)| tables.iter().map(|table| change((n, table))).collect())
                .collect();
            let engine = prover(&goal, &lying).unwrap();
            for board in boards(&goal, 25) {
                let budget = Budget::new(&Limits::default().boards(20_000));
                match solution(&*engine, &board, &budget) {
                    Ok(moves) => {
                        assert_eq!(board.after(&moves), Some(goal));
                        answers += 1;
                    }
                    Err(Error::Pattern(_) | Error::Stopped(_)) => errors += 1,
                    Err(error) => panic!("{board}: {error}"),
                }
            }
        }
    }
    assert!(answers > 100 && errors > 100, "{answers}, {errors}");
}

/// With one partition it does what a search without these views does.
#[test]
fn one_partition_is_searched_as_elsewhere() {
    let (shape, blank, partitions) = CASES[0];
    let goal = goal(shape, blank);
    let first = tables(&goal, &partitions[..1]);
    let engines = [wide_engine(&goal, &first).unwrap(), prover(&goal, &first).unwrap()];
    for board in boards(&goal, 30) {
        let generated = engines.each_ref().map(|engine| {
            let budget = Budget::new(&Limits::default());
            engine.solve(&board, Effort::new(1, &budget)).unwrap();
            budget.generated()
        });
        assert_eq!(generated[0], generated[1], "{board}");
    }
}
