//! The oracle compared with a search over boards: any goal, both orientations, all solutions.

use std::collections::HashMap;

use crate::common::Search;
use proptest::prelude::*;
use tilebase::oracle::Ask;
use tilebase::puzzle::{MoveSet, SmallBoard, SmallShape};
use tilebase::{Board, Error, Move, Moves, Tablebase};

/// Every shortest solution, in the order in which the moves are tried.
fn all_solutions(search: &Search, cells: &[u8], path: &mut Vec<Move>, all: &mut Vec<Moves>) {
    if search.distances[cells] == 0 {
        all.push(path.clone().into());
    }
    for (mv, next) in search.optimal(cells) {
        path.push(mv);
        all_solutions(search, &next, path, all);
        path.pop();
    }
}

fn agrees(tables: &Tablebase, search: &Search, goal: &SmallBoard, board: &SmallBoard) {
    let oracle = tables.oracle(goal).expect("embedded");
    let Some(&distance) = search.distances.get(board.cells()) else {
        let Err(Error::Unsolvable(why)) = oracle.distance(board) else {
            panic!("{board} cannot reach {goal}")
        };
        let mended = board.exchanged(why.exchange.0 as u8, why.exchange.1 as u8);
        assert!(search.distances.contains_key(mended.cells()), "{board}: {why}");
        return;
    };
    let optimal: MoveSet = search.optimal(board.cells()).into_iter().map(|(mv, _)| mv).collect();
    let mut all = Vec::new();
    all_solutions(search, board.cells(), &mut Vec::new(), &mut all);
    assert!(all.is_sorted(), "the search tries moves in order");

    assert_eq!(oracle.distance(board).expect("solvable"), distance, "{board} to {goal}");
    assert_eq!(oracle.optimal_moves(board).expect("solvable"), optimal, "{board} to {goal}");
    assert_eq!(oracle.solution(board).expect("solvable"), all[0], "{board} to {goal}");
    assert_eq!(oracle.count_solutions(board).expect("solvable"), all.len() as u128);
    let found: Vec<Moves> =
        oracle.solutions(board).expect("solvable").map(|moves| moves.expect("whole")).collect();
    assert_eq!(found, all, "{board} to {goal}");
}

/// Every pair of boards of 2x2, 2x3 and 3x2.
#[test]
fn every_start_and_every_goal_of_small_shapes() {
    let tables = Tablebase::embedded();
    for shape in SmallShape::all(6) {
        // All goals with the blank in one cell and the same parity are one search, their tiles
        // relabelled: a few of each will do.
        for goal in SmallBoard::all(shape).step_by(if shape.cells() == 6 { 7 } else { 1 }) {
            let search = Search::to(&goal);
            for board in SmallBoard::all(shape) {
                agrees(&tables, &search, &goal, &board);
            }
        }
    }
}

/// A sample of 2x4, 4x2 and 3x3, with the blank of the goal in every cell and its tiles out of
/// order.
#[test]
fn scrambled_goals_in_every_cell() {
    let tables = Tablebase::embedded();
    for shape in SmallShape::all(9).filter(|shape| shape.cells() > 6) {
        let per_cell = 2 * shape.states_per_blank() as usize;
        for cell in 0..shape.cells() {
            let goal =
                SmallBoard::all(shape).nth(cell * per_cell + per_cell * 5 / 7).expect("a board");
            assert_eq!(goal.blank_cell(), cell);
            let search = Search::to(&goal);
            for board in SmallBoard::all(shape).step_by(997) {
                agrees(&tables, &search, &goal, &board);
            }
        }
    }
}

#[test]
fn boards_of_another_shape_are_refused() {
    let tables = Tablebase::embedded();
    let oracle = tables.oracle(&SmallBoard::goal(SmallShape::default())).expect("embedded");
    let error = oracle
        .distance("123/4x5".parse::<SmallBoard>().expect("a board"))
        .expect_err("another shape");
    assert_eq!(error.to_string(), "a board of 2 rows and 3 columns: expected 3x3");
    let error = oracle
        .lower_bound("123/4x5".parse::<SmallBoard>().expect("a board"))
        .expect_err("another shape");
    assert_eq!(error.to_string(), "a board of 2 rows and 3 columns: expected 3x3");
}

/// Shapes without a table are answered by a search, whatever their size.
#[test]
fn shapes_without_a_table_are_searched() {
    let tables = Tablebase::embedded();
    for (shape, board, solution) in [
        ("2x5", "1 2 3 4 5 / 6 7 x 8 9", "rr"),
        ("3x4", "1 2 3 4 / 5 6 x 8 / 9 10 7 11", "dr"),
        ("4x4", "1 2 3 4 / 5 6 x 8 / 9 10 7 11 / 13 14 15 12", "drd"),
    ] {
        let shape: SmallShape = shape.parse().expect("a shape");
        let oracle = tables.oracle(&SmallBoard::goal(shape)).expect("a search");
        assert!(oracle.table().is_none());
        let board: SmallBoard = board.parse().expect("a board");
        let answer = oracle.answer(board, Ask::SOLUTION).expect("memory").known();
        let answer = answer.expect("solvable");
        assert!(answer.cost().generated > 0);
        assert_eq!(answer.moves.expect("asked for").to_string(), solution);
    }
    let table = tables.oracle(&SmallBoard::goal(SmallShape::default())).expect("embedded");
    let board: SmallBoard = "12345x786".parse().expect("a board");
    let looked_up = table.answer(board, Ask::SOLUTION).expect("a table").known();
    let looked_up = looked_up.expect("solvable");
    assert_eq!(looked_up.cost().generated, 0);
    assert_eq!(looked_up.moves.expect("asked for").to_string(), "d");
}

proptest! {
    /// Any bytes are a board or an error, and a board can be written and read back.
    #[test]
    fn any_bytes_are_a_board_or_an_error(bytes in prop::collection::vec(any::<u8>(), 0..64)) {
        if let Ok(board) = Board::parse(&bytes, None) {
            prop_assert_eq!(board.to_string().parse(), Ok(board));
        }
    }

    /// Texts that are nearly boards.
    #[test]
    fn near_boards_are_a_board_or_an_error(text in "[0-9xX_., /\\[\\]]{0,40}") {
        if let Ok(board) = Board::parse(&text, None) {
            prop_assert_eq!(board.to_string().parse(), Ok(board));
        }
    }

    /// A random walk from the goal comes back in no more moves than it took, and in an equal number
    /// modulo two.
    #[test]
    fn a_walk_comes_back(steps in prop::collection::vec(0..4usize, 0..60)) {
        let tables = Tablebase::embedded();
        let goal = SmallBoard::goal(SmallShape::default());
        let moves: Vec<Move> = steps.into_iter().map(|step| Move::ONE_CELL[step]).collect();
        let mut taken = 0;
        let board = moves.iter().fold(goal, |board, &mv| board.moved(mv).inspect(|_| taken += 1).unwrap_or(board));
        let distance = tables.oracle(&goal).expect("embedded").distance(&board).expect("solvable");
        prop_assert!(distance <= taken);
        prop_assert_eq!(distance % 2, taken % 2);
    }
}

/// The antipodes, as published (and recounted by others): the only boards at the greatest distance.
#[test]
fn antipodes() {
    let tables = Tablebase::embedded();
    let expected = HashMap::from([
        ("3x3", (31, vec!["6 4 7 8 5 x 3 2 1", "8 6 7 2 5 4 3 x 1"])),
        ("2x3", (21, vec!["4 5 x / 1 2 3"])),
    ]);
    for (shape, (diameter, antipodes)) in expected {
        let shape: SmallShape = shape.parse().expect("a shape");
        let oracle = tables.oracle(&SmallBoard::goal(shape)).expect("embedded");
        let farthest = SmallBoard::all(shape)
            .filter(|board| oracle.distance(board).is_ok_and(|distance| distance == diameter));
        let mut farthest: Vec<String> = farthest.map(|board| board.to_string()).collect();
        farthest.sort();
        assert_eq!(farthest, antipodes);
    }
}
