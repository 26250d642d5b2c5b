//! Which boards of any size can reach which, compared with searches and with the textbook rule.

use std::collections::HashSet;
use std::fmt::Write as _;

use crate::judge::answer;
use tilebase::{Board, Shape, Tablebase};

/// All boards of a rectangle that the board `from` reaches.
fn reachable(shape: Shape, from: Vec<u32>) -> HashSet<Vec<u32>> {
    let mut reached = HashSet::from([from.clone()]);
    let mut open = vec![from];
    while let Some(cells) = open.pop() {
        let blank = cells.iter().position(|&tile| tile == 0).expect("a blank");
        let (row, col) = (blank / shape.cols, blank % shape.cols);
        for (there, inside) in [
            (blank.wrapping_sub(shape.cols), row > 0),
            (blank + shape.cols, row + 1 < shape.rows),
            (blank.wrapping_sub(1), col > 0),
            (blank + 1, col + 1 < shape.cols),
        ] {
            if inside {
                let mut next = cells.clone();
                next.swap(blank, there);
                if reached.insert(next.clone()) {
                    open.push(next);
                }
            }
        }
    }
    reached
}

fn permutations(cells: usize) -> Vec<Vec<u32>> {
    if cells == 0 {
        return vec![Vec::new()];
    }
    let shorter = permutations(cells - 1);
    let insert = |place: usize| {
        shorter.iter().map(move |order| {
            let mut order = order.clone();
            order.insert(place, cells as u32 - 1);
            order
        })
    };
    (0..cells).flat_map(insert).collect()
}

#[test]
fn solvable_is_reachable_on_every_small_rectangle() {
    for (rows, cols) in
        [(1, 1), (1, 2), (2, 1), (1, 4), (5, 1), (2, 2), (2, 3), (3, 2), (1, 6), (2, 4), (4, 2)]
    {
        let shape = Shape { rows, cols };
        let boards = permutations(rows * cols);
        // Every pair of boards on small shapes. On the others, three goals and all starts.
        let goals = if boards.len() <= 720 { 1 } else { boards.len() / 3 };
        for goal in boards.iter().step_by(goals) {
            let reached = reachable(shape, goal.clone());
            let goal = Board::new(shape, goal.clone()).expect("a board");
            for start in &boards {
                let board = Board::new(shape, start.clone()).expect("a board");
                let parities = board.parities(&goal).expect("one shape");
                assert_eq!(
                    parities.solvable(),
                    reached.contains(start),
                    "{shape} {start:?}: {parities}"
                );
                if let Some((a, b)) = parities.exchange {
                    let swap = |&tile: &u32| {
                        if tile == a {
                            b
                        } else if tile == b {
                            a
                        } else {
                            tile
                        }
                    };
                    assert!(
                        reached.contains(&start.iter().map(swap).collect::<Vec<_>>()),
                        "{shape} {start:?}: {parities}"
                    );
                } else {
                    assert!(parities.solvable() || shape.is_line());
                }
            }
        }
    }
}

#[test]
fn acwing108_over_thousands_of_small_boards() {
    let tables = Tablebase::embedded();
    let write = |input: &mut String, cells: &[u32]| {
        for cell in cells {
            write!(input, "{cell} ").expect("memory");
        }
        input.push('\n');
    };
    for side in [1, 2, 3] {
        let shape = Shape { rows: side, cols: side };
        let boards = permutations(side * side);
        let (mut input, mut expected) = (String::new(), String::new());
        for goal in boards.iter().step_by(boards.len() / 8 + 1) {
            let reached = reachable(shape, goal.clone());
            for start in boards.iter().step_by(boards.len() / 2000 + 1) {
                writeln!(input, "{side}").expect("memory");
                write(&mut input, start);
                write(&mut input, goal);
                expected.push_str(if reached.contains(start) { "TAK\n" } else { "NIE\n" });
            }
        }
        assert!(answer("acwing108", &tables, &input).expect("answers") == expected, "{side}");
    }
}

/// The second method: counting inversions, by merging.
fn inversions(order: &[u32]) -> (Vec<u32>, u64) {
    if order.len() < 2 {
        return (order.to_vec(), 0);
    }
    let (first, last) = order.split_at(order.len() / 2);
    let ((first, mut count), (last, more)) = (inversions(first), inversions(last));
    count += more;
    let (mut merged, mut i) = (Vec::with_capacity(order.len()), 0);
    for tile in last {
        while i < first.len() && first[i] < tile {
            merged.push(first[i]);
            i += 1;
        }
        count += (first.len() - i) as u64;
        merged.push(tile);
    }
    merged.extend(&first[i..]);
    (merged, count)
}

/// The textbook rule: inversions of the tiles, and for an even number of columns also the rows
/// between the blank and its goal cell.
fn solvable_by_inversions(shape: Shape, cells: &[u32]) -> bool {
    let blank = cells.iter().position(|&tile| tile == 0).expect("a blank");
    let order: Vec<u32> = cells.iter().copied().filter(|&tile| tile != 0).collect();
    let rows = (shape.rows - 1 - blank / shape.cols) as u64;
    let (_, count) = inversions(&order);
    (if shape.cols.is_multiple_of(2) { count + rows } else { count }).is_multiple_of(2)
}

/// Shuffled cells, by a generator that is independent of the tested code: splitmix64.
fn shuffled(shape: Shape, state: &mut u64) -> Vec<u32> {
    let mut random = |bound: usize| {
        *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = *state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % bound as u64) as usize
    };
    let mut cells: Vec<u32> = (0..(shape.rows * shape.cols) as u32).collect();
    (1..cells.len()).rev().for_each(|i| cells.swap(i, random(i + 1)));
    cells
}

#[test]
fn cycles_and_inversions_agree_on_large_rectangles() {
    let mut state = 7;
    let mut counts = [0; 2];
    for (rows, cols) in [(2, 7), (7, 2), (13, 4), (4, 13), (31, 30), (300, 300), (299, 300)] {
        for _ in 0..if rows < 100 { 100 } else { 2 } {
            let shape = Shape { rows, cols };
            let cells = shuffled(shape, &mut state);
            let expected = solvable_by_inversions(shape, &cells);
            let start = Board::new(shape, cells).expect("a board");
            let goal = Board::goal(shape).expect("a goal");
            assert_eq!(start.parities(&goal).expect("one shape").solvable(), expected, "{shape}");
            counts[usize::from(expected)] += 1;
        }
    }
    assert!(counts.iter().all(|&count| count > 200), "both answers: {counts:?}");
}

#[test]
fn acwing108_over_large_boards() {
    let (mut input, mut expected, mut state) = (String::new(), String::new(), 11);
    for side in [499, 500, 500, 499, 499, 500, 500, 499] {
        let shape = Shape { rows: side, cols: side };
        writeln!(input, "{side}").expect("memory");
        let boards = [shuffled(shape, &mut state), shuffled(shape, &mut state)];
        for board in &boards {
            for row in board.chunks(side) {
                writeln!(input, "{}", row.iter().map(u32::to_string).collect::<Vec<_>>().join(" "))
                    .expect("memory");
            }
        }
        // Two boards can reach each other if both are in the same half.
        let [start, goal] = boards.map(|board| solvable_by_inversions(shape, &board));
        expected.push_str(if start == goal { "TAK\n" } else { "NIE\n" });
    }
    assert!(expected.contains("TAK") && expected.contains("NIE"));
    let tables = Tablebase::embedded();
    assert!(answer("acwing108", &tables, &input).expect("answers") == expected);
}
