//! Tables with one bit per state: the same answers as with four bits, and no wrong answer from a
//! changed table.

use std::ops::ControlFlow::Continue;

use crate::common::columns::Columns;
use crate::common::with_new_checksums;
use tilebase::generate::Generator;
use tilebase::puzzle::{Coordinates, Orbit, SmallBoard, SmallShape};
use tilebase::table::Encoding;
use tilebase::table::Fault;
use tilebase::table::format::ENTRIES_OFFSET;
use tilebase::verify::prove;
use tilebase::{Error, Oracle, Table};

/// The bytes of a table for this goal.
fn bytes_of(goal: &SmallBoard, encoding: Encoding) -> Vec<u8> {
    let generator = Generator::new(Orbit::from(goal)).encoding(encoding);
    let mut bytes = Vec::new();
    generator.table(|_| Continue(())).expect("small").write_to(&mut bytes).expect("memory");
    bytes
}

/// Oracles for a goal, from tables with four bits and with one bit per state.
fn both(goal: &SmallBoard) -> [Oracle; 2] {
    [Encoding::Moves, Encoding::DistanceBit].map(|encoding| {
        let table = Table::from_bytes("table", bytes_of(goal, encoding)).expect("a table");
        assert_eq!(table.encoding(), encoding);
        Oracle::new(table, goal).expect("its goal")
    })
}

/// Compares every kind of answer for some boards.
fn compare(oracles: &[Oracle; 2], boards: &[SmallBoard], stride: usize) {
    let batches = oracles.clone();
    let [moves, half] = batches.each_ref().map(|batch| {
        let solutions = batch.solutions_of(boards).expect("whole");
        let distances = batch.distances(boards).expect("whole");
        let next = batch.optimal_moves_of(boards).expect("whole");
        (solutions, distances, next)
    });
    assert!(moves == half, "{}", boards[0].shape());
    for board in boards.iter().step_by(stride) {
        let [moves, half] = oracles.each_ref().map(|oracle| {
            let count = oracle.count_solutions(board).ok();
            let first: Vec<String> = oracle
                .solutions(board)
                .into_iter()
                .flatten()
                .take(50)
                .map(|solution| solution.expect("whole").to_string())
                .collect();
            (oracle.solution(board).ok(), oracle.distance(board).ok(), count, first)
        });
        assert_eq!(moves, half, "{board}");
    }
}

#[test]
fn both_encodings_give_the_same_answers_on_every_board() {
    for shape in SmallShape::all(9) {
        for cell in 0..shape.cells() {
            let order = SmallBoard::goal(shape);
            // Any goal with its blank in this cell, and tiles that are not in order.
            let mut cells: Vec<u8> = order.cells()[..shape.tiles()].iter().rev().copied().collect();
            cells.insert(cell, 0);
            let goal = SmallBoard::new(shape, &cells).expect("an arrangement");
            let every = if shape.cells() == 9 { 19 } else { 1 };
            let boards: Vec<SmallBoard> = SmallBoard::all(shape).step_by(every).collect();
            compare(&both(&goal), &boards, 397);
        }
    }
}

#[test]
fn both_encodings_give_the_same_answers_on_2x5() {
    let goal: SmallBoard = "3 1 4 2 x / 9 5 8 6 7".parse().expect("a goal");
    let boards: Vec<SmallBoard> = (0..goal.shape().states())
        .step_by(41)
        .map(|index| Coordinates::board_of_goal(&goal, index).expect("an index"))
        .collect();
    compare(&both(&goal), &boards, 997);
}

#[test]
#[ignore = "generates 3x4 and 2x6 twice and asks a million boards of each: a minute or more"]
fn both_encodings_give_the_same_answers_on_a_million_boards_of_twelve_cells() {
    for shape in ["3x4", "2x6"] {
        let goal = SmallBoard::goal(shape.parse().expect("a shape"));
        let states = goal.shape().states();
        let index = |i: u64| i * 104_729 % states;
        let boards: Vec<SmallBoard> = (0..1_000_000)
            .map(|i| Coordinates::board_of_goal(&goal, index(i)).expect("an index"))
            .collect();
        compare(&both(&goal), &boards, 20_011);
    }
}

#[test]
fn a_changed_table_gives_right_answers_or_errors_and_is_found_by_verify() {
    let goal = SmallBoard::goal("2x3".parse().expect("a shape"));
    let whole = bytes_of(&goal, Encoding::DistanceBit);
    let checksums = whole.len() - 4;
    let truth = both(&goal)[0].clone();
    let (mut right, mut errors, mut longer) = (0, 0, 0);
    for place in ENTRIES_OFFSET..checksums {
        // Each bit alone, and some together.
        for flip in (0..8).map(|bit| 1 << bit).chain((3..=255).step_by(5)) {
            let mut bytes = whole.clone();
            bytes[place] ^= flip;
            // Without new checksums the block is refused as soon as it is read.
            let is_block = |error| matches!(error, Error::Table { fault: Fault::Block { .. }, .. });
            let table = Table::from_bytes("damaged", bytes.clone()).expect("a header");
            assert!(table.entry(0).is_err_and(is_block));
            // With new ones an answer may be too long. It is legal, and ends at the goal.
            let table = Table::from_bytes("lying", with_new_checksums(bytes)).expect("a header");
            let fault = prove(&table, 1, |_| Continue(())).expect_err("a wrong entry");
            let found = matches!(fault, Error::Table { fault: Fault::Entry { .. }, .. });
            assert!(found, "{place} {flip}: {fault}");
            let oracle = Oracle::new(table, &goal).expect("its goal");
            for board in SmallBoard::all(goal.shape()).step_by(61) {
                match (oracle.solution(&board), truth.distance(&board)) {
                    (Ok(moves), Ok(distance)) => {
                        assert_eq!(board.after(&moves), Some(goal), "{board}");
                        if moves.len() as u32 == distance { right += 1 } else { longer += 1 }
                    }
                    (Err(Error::Unsolvable(_)), Err(Error::Unsolvable(_))) => {}
                    (Err(Error::Table { fault: Fault::Walk { .. }, .. }), Ok(_)) => errors += 1,
                    (found, expected) => panic!("{board}: {found:?}, {expected:?}"),
                }
            }
        }
    }
    assert!(right > 1000 && errors > 100 && longer > 0, "{right} {errors} {longer}");
}
