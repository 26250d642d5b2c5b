//! Batches answer as the oracle does one by one: every board of small shapes, goals of all kinds, large tables, plain lines, damage.

mod common;

use common::goal_with_blank;
use proptest::prelude::*;
use std::sync::Arc;

use tilebase::{
    Batch, Board, Error, MoveSet, Oracle, PackedMoves, Shape, Table, Tablebase,
    generate::generate,
    puzzle::{Coordinates, Orbit},
};

/// The batch's answers to all of `boards` are the oracle's.
fn agrees(batch: &Batch, boards: &[Board]) {
    let oracle = batch.oracle();
    let mut distances = vec![None; boards.len()];
    let mut solutions: Vec<Option<PackedMoves>> = vec![None; boards.len()];
    let mut next: Vec<Option<MoveSet>> = vec![None; boards.len()];
    batch.distances(boards, &mut distances).expect("whole");
    batch.solutions(boards, &mut solutions).expect("whole");
    batch.optimal_moves(boards, &mut next).expect("whole");
    for (i, board) in boards.iter().enumerate() {
        let solution = match oracle.solution(board) {
            Err(Error::Unsolvable(_)) => {
                assert_eq!((distances[i], solutions[i], next[i]), (None, None, None), "{board}");
                continue;
            }
            solution => solution.expect("whole"),
        };
        assert_eq!(distances[i], Some(solution.len() as u32), "{board}");
        assert_eq!(solutions[i].map(Into::into), Some(solution), "{board}");
        assert_eq!(next[i], Some(oracle.optimal_moves(board).expect("solvable")), "{board}");
    }
}

/// Before all solutions are written out, which the first boards are too few for, and after.
#[test]
fn every_board_of_every_embedded_shape() {
    let tables = Tablebase::embedded();
    for shape in Shape::all(9) {
        let boards: Vec<Board> = Board::all(shape).collect();
        for cell in 0..shape.cells() {
            // A goal with its tiles out of order, of the other half.
            let goal = goal_with_blank(shape, cell).exchanged(1, shape.tiles() as u8);
            let batch = Batch::new(tables.oracle(&goal).expect("embedded"));
            agrees(&batch, &boards[..7]);
            agrees(&batch, &boards);
        }
    }
}

#[test]
fn large_tables() {
    for name in ["2x5", "3x4"] {
        let shape: Shape = name.parse().expect("a shape");
        let goal = Board::goal(shape);
        let mut file = Vec::new();
        generate(Orbit::new(shape, shape.tiles()).expect("a cell"))
            .expect("a table")
            .write_to(&mut file)
            .expect("memory");
        let table = Arc::new(Table::from_bytes(name, file).expect("a table"));
        let batch = Batch::new(Oracle::new(Arc::clone(&table), &goal).expect("its goal"));
        let at = |i: u64| {
            Coordinates::from_index(shape, shape.tiles(), i * 1_000_000_007 % shape.states())
        };
        let mut boards: Vec<Board> = (0..10_000).filter_map(|i| at(i)?.board(shape)).collect();
        // One that cannot reach the goal, in the middle of each thousand.
        boards.iter_mut().skip(500).step_by(1000).for_each(|board| *board = board.exchanged(3, 4));
        agrees(&batch, &boards);
    }
}

#[test]
fn plain_lines_are_answered_as_boards_are() {
    let tables = Tablebase::embedded();
    for goal in ["12345678x", "1 2 3 8 x 4 7 6 5", "x 2 1 3 4 5 6 7 8"] {
        let batch = Batch::new(tables.oracle(&goal.parse().expect("a goal")).expect("embedded"));
        let boards: Vec<Board> = Board::all(Shape::default()).collect();
        let text: String = boards.iter().map(|board| format!("{board}\n")).collect();
        let mut expected: Vec<Option<PackedMoves>> = vec![None; boards.len()];
        batch.solutions(&boards, &mut expected).expect("whole");
        let mut answers = Vec::new();
        let bytes = batch
            .plain_lines(text.as_bytes(), |answer| answers.push(answer.solution()))
            .expect("whole");
        assert_eq!(bytes, text.len());
        assert!(answers == expected);
    }
}

/// Goals that are not of 3x3, and too few lines to write all solutions out for, leave the text to the parser.
#[test]
fn plain_lines_that_are_left_alone() {
    let tables = Tablebase::embedded();
    let text = "1 2 3 4 5 6 7 x 8\n".repeat(10_000);
    for (goal, text) in [("123/45x", &text[..]), ("12345678x", &text[..180])] {
        let batch = Batch::new(tables.oracle(&goal.parse().expect("a goal")).expect("embedded"));
        assert_eq!(batch.plain_lines(text.as_bytes(), |_| panic!("answered")).expect("whole"), 0);
    }
}

proptest! {
    /// Lines of all kinds: it ends exactly before the first that is not plain.
    #[test]
    fn plain_lines_end_where_they_should(cells in Just(*b"12345678x").prop_shuffle(), plain in 0..300usize, other in "[0-9x ,/\r]{0,20}") {
        let tables = Tablebase::embedded();
        let batch = Batch::new(tables.oracle(&"12345678x".parse()?).expect("embedded"));
        let board = String::from_utf8_lossy(&cells).into_owned();
        let lines: Vec<String> = [board.clone() + "\n", board.clone() + "\r\n"].into_iter().cycle().take(plain).collect();
        let text = lines.concat() + &other + "\n" + &"12345678x\n".repeat(3000);
        let mut answers = 0;
        let bytes = batch.plain_lines(text.as_bytes(), |answer| {
            // Those behind may be answered too, if the other line is a plain one.
            if answers < plain {
                assert_eq!(answer.solution().is_some(), batch.oracle().distance(&board.parse().expect("a board")).is_ok());
            }
            answers += 1;
        }).expect("whole");
        prop_assert!(answers == plain && bytes == lines.concat().len() || (answers == plain + 3001 && bytes == text.len() && other.parse::<Board>().is_ok()));
    }
}

#[test]
fn damage_and_other_shapes_are_errors() {
    let shape = Shape::default();
    let mut file = Vec::new();
    generate(Orbit::new(shape, 8).expect("a cell"))
        .expect("a table")
        .write_to(&mut file)
        .expect("memory");
    let last = file.len() - 200;
    file[last] ^= 1;
    let table = Arc::new(Table::from_bytes("damaged", file).expect("its header is whole"));
    let batch = Batch::new(Oracle::new(Arc::clone(&table), &Board::goal(shape)).expect("its goal"));
    let other = ["123/45x".parse().expect("a board")];
    assert!(matches!(batch.solutions(&other, &mut [None]), Err(Error::Board(_))));
    assert!(matches!(batch.optimal_moves(&other, &mut [None]), Err(Error::Board(_))));
    let boards: Vec<Board> = Board::all(shape).collect();
    // So few are walked from; of all, the solutions are written out first.
    for boards in [&boards[boards.len() - 2000..], &boards] {
        let mut answers = vec![None; boards.len()];
        assert!(matches!(batch.distances(boards, &mut answers), Err(Error::Table { .. })));
    }
}
