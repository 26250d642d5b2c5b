//! Batches answer as the oracle does one by one: every board of small shapes, goals of all kinds,
//! large tables, plain lines, damage.

use crate::common::columns::Columns;
use crate::common::{Numbers, goal_with_blank};
use std::sync::Arc;

use tilebase::generate::generate;
use tilebase::oracle::{Ask, BatchError, Boards, Outcome};
use tilebase::puzzle::{Coordinates, Orbit, SmallBoard, SmallShape, solvable};
use tilebase::solver::{Partition, PartitionSize, PatternTable};
use tilebase::text::Notation;
use tilebase::{Error, Move, Moves, Oracle, Table, Tablebase};

/// Many lower bounds are found in another way than one.
#[test]
fn many_lower_bounds_are_those_of_one_board() {
    for (shape, blank) in [("3x3", 4), ("2x5", 9), ("3x4", 11), ("4x3", 0), ("3x4", 5)] {
        let goal = goal_with_blank(shape.parse().unwrap(), blank);
        let partitions = PartitionSize::Small.partitions(Orbit::from(&goal));
        let tables = |partition: &Partition| {
            let patterns = partition.iter();
            patterns.map(|&pattern| PatternTable::generate(pattern, 1)).collect()
        };
        let tables: Vec<Vec<_>> = partitions.iter().map(tables).collect::<Result<_, _>>().unwrap();
        let oracle = Oracle::with_patterns(&goal, &tables).unwrap();
        let mut random = Numbers(7);
        let mut boards: Vec<SmallBoard> = (0..6000).map(|_| random.board(&goal)).collect();
        let mut cells = goal.cells().to_vec();
        let tile = (0..2).map(|i| (blank + 1 + i) % cells.len()).collect::<Vec<_>>();
        cells.swap(tile[0], tile[1]);
        boards.push(SmallBoard::new(goal.shape(), &cells).unwrap());
        let one_by_one: Vec<_> = boards.iter().map(|it| oracle.lower_bound(it).ok()).collect();
        let mut found = vec![None; boards.len()];
        let batch = oracle.threads(2);
        batch.lower_bounds_into(&boards, &mut found, Outcome::known).unwrap();
        assert!(found == one_by_one, "{shape} {blank}");
        assert!(found[6000].is_none() && found.iter().flatten().max() > Some(&10), "{shape}");
    }
}

/// The batch's answers to all of `boards` are the same in every form, and for one board in `step`
/// they are the oracle's.
fn agrees(batch: &Oracle, boards: &[SmallBoard], step: usize) {
    let oracle = &batch;
    let distances = batch.distances(boards).expect("whole");
    let solutions = batch.solutions_of(boards).expect("whole");
    let next = batch.optimal_moves_of(boards).expect("whole");
    let move_distances = |boards: Boards<'_>| {
        let mut after = vec![[0; 4]; solutions.len()];
        batch.move_distances_into(boards, after.as_flattened_mut()).expect("whole");
        after
    };
    let moves = move_distances(boards.into());
    let write = |boards: Boards<'_>| {
        let (mut text, mut ends) = (Vec::new(), vec![0]);
        batch.write_solutions(boards, Notation::Blank, &mut text, &mut ends).expect("whole");
        (text, ends)
    };
    let (text, ends) = write(boards.into());
    // Rows of bytes are read in other ways.
    let rows: Vec<u8> = boards.iter().flat_map(|board| board.cells().to_vec()).collect();
    let rows = Boards::Rows(&rows);
    assert!(batch.distances(rows).expect("whole") == distances);
    assert!(batch.solutions_of(rows).expect("whole") == solutions);
    assert!(batch.optimal_moves_of(rows).expect("whole") == next);
    assert!(move_distances(rows) == moves);
    assert!(write(rows) == (text.clone(), ends.clone()));
    for (i, board) in boards.iter().enumerate().step_by(step) {
        let written = &text[ends[i]..ends[i + 1]];
        let solution = match oracle.solution(board) {
            Err(Error::Unsolvable(why)) => {
                assert_eq!(solvable(board, oracle.goal().small().unwrap()), Err(why), "{board}");
                assert_eq!(distances[i], Outcome::Unsolvable(why), "{board}");
                assert_eq!(solutions[i], Outcome::Unsolvable(why), "{board}");
                assert_eq!(next[i], Outcome::Unsolvable(why), "{board}");
                assert_eq!(moves[i], [255; 4], "{board}");
                assert!(written.is_empty(), "{board}");
                continue;
            }
            solution => solution.expect("whole"),
        };
        assert_eq!(distances[i], Outcome::Known(solution.len() as u32), "{board}");
        assert_eq!(written, solution.to_string().as_bytes(), "{board}");
        for (mv, byte) in Move::ONE_CELL.into_iter().zip(moves[i]) {
            let after = board.moved(mv).map(|board| oracle.distance(&board).expect("solvable"));
            assert_eq!(u32::from(byte), after.unwrap_or(255), "{board} {mv}");
        }
        assert_eq!(solutions[i], Outcome::Known(solution), "{board}");
        let optimal = oracle.optimal_moves(board).expect("solvable");
        assert_eq!(next[i], Outcome::Known(optimal), "{board}");
    }
}

/// Before all solutions are unpacked, for which the first boards are too few, and after.
#[test]
fn every_board_of_every_embedded_shape() {
    let tables = Tablebase::embedded();
    for shape in SmallShape::all(9) {
        let boards: Vec<SmallBoard> = SmallBoard::all(shape).collect();
        let some: Vec<SmallBoard> = boards.iter().copied().step_by(37).collect();
        for cell in 0..shape.cells() {
            // A goal with its tiles out of order, of the other half.
            let goal = goal_with_blank(shape, cell).exchanged(1, shape.tiles() as u8);
            // All boards of 3x3 for one goal only.
            let boards = if cell > 0 && shape.cells() > 8 { &some } else { &boards };
            let batch = tables.oracle(&goal).expect("embedded");
            agrees(&batch, &boards[..7], 1);
            agrees(&batch, boards, if boards.len() > 100_000 { 5 } else { 1 });
        }
    }
}

#[test]
fn large_tables() {
    for name in ["2x5", "3x4"] {
        let shape: SmallShape = name.parse().expect("a shape");
        let goal = SmallBoard::goal(shape);
        let mut file = Vec::new();
        generate(Orbit::new(shape, shape.tiles()).expect("a cell"))
            .expect("a table")
            .write_to(&mut file)
            .expect("memory");
        let table = Arc::new(Table::from_bytes(name, file).expect("a table"));
        let batch = Oracle::new(Arc::clone(&table), &goal).expect("its goal");
        let at = |i: u64| {
            Coordinates::from_index(shape, shape.tiles(), i * 1_000_000_007 % shape.states())
        };
        let mut boards: Vec<SmallBoard> = (0..10_000).filter_map(|i| at(i)?.board(shape)).collect();
        // One that cannot reach the goal, in the middle of each thousand.
        boards.iter_mut().skip(500).step_by(1000).for_each(|board| *board = board.exchanged(3, 4));
        agrees(&batch, &boards, 1);
    }
}

#[test]
fn searched() {
    let goal = SmallBoard::goal("4x4".parse().expect("a shape"));
    let batch = Tablebase::embedded().oracle(&goal).expect("patterns").threads(2);
    let near = |moves: &str| goal.after(&moves.parse::<Moves>().expect("moves")).expect("legal");
    let boards = [goal, near("uull"), goal.exchanged(1, 2), near("lulurrdlluurd")];
    agrees(&batch, &boards, 1);
    let all = batch.find(&boards, Ask::OPTIMAL_MOVES).expect("whole");
    for (found, board) in all.iter().zip(&boards) {
        let Outcome::Known(found) = found else { continue };
        assert_eq!(found.next, Some(batch.optimal_moves(board).expect("solvable")));
        assert!(found.cost().generated >= u64::from(found.distance.expect("solved")), "{board}");
    }
}

#[test]
fn damage_and_other_shapes_are_errors() {
    let shape = SmallShape::default();
    let mut file = Vec::new();
    generate(Orbit::new(shape, 8).expect("a cell"))
        .expect("a table")
        .write_to(&mut file)
        .expect("memory");
    let last = file.len() - 200;
    file[last] ^= 1;
    let table = Arc::new(Table::from_bytes("damaged", file).expect("its header is whole"));
    let batch = Oracle::new(Arc::clone(&table), &SmallBoard::goal(shape)).expect("its goal");
    let whole = "12345678x".parse().expect("a board");
    let boards = [whole, whole, "123/45x".parse().expect("a board"), whole];
    for few in [true, false] {
        if !few {
            // Enough boards that all solutions are unpacked, or would be if the table were not
            // damaged.
            let _ = batch.distances(&vec![whole; 3000]);
        }
        let solved = batch.solutions_of(&boards).expect_err("another shape");
        assert!(matches!(solved, BatchError { index: 2, error: Error::Board(_), .. }), "{solved}");
        let asked = batch.optimal_moves_of(&boards).expect_err("another shape");
        assert!(matches!(asked, BatchError { index: 2, error: Error::Board(_), .. }), "{asked}");
    }
    // Every error names a board that also fails when it is looked up alone.
    let boards: Vec<SmallBoard> = SmallBoard::all(shape).collect();
    for boards in [&boards[boards.len() - 2000..], &boards] {
        let failed = batch.distances(boards).expect_err("damage");
        assert!(matches!(failed.error, Error::Table { .. }), "{failed}");
        let alone = batch.distances(&boards[failed.index..=failed.index]);
        assert!(matches!(alone, Err(BatchError { index: 0, error: Error::Table { .. }, .. })));
    }
}
