//! The values of patterns, against a plain search that counts only the moves of their tiles.

use std::collections::{HashMap, VecDeque};

use tilebase::puzzle::{Metric, PatternError, SmallBoard, SmallShape};
use tilebase::search::PatternValues;
use tilebase::{Board, Error};

/// Where the blank and some tiles are.
type Places = (usize, Vec<usize>);

fn places(board: &SmallBoard, tiles: &[u8]) -> Places {
    let place = |tile: u8| board.cells().iter().position(|&other| other == tile).unwrap();
    (place(0), tiles.iter().map(|&tile| place(tile)).collect())
}

/// The fewest moves of the tiles from everywhere to the goal, whose blank has its cell: a move of
/// another tile costs nothing.
fn distances(goal: &SmallBoard, tiles: &[u8]) -> HashMap<Places, u32> {
    let (rows, cols) = (goal.shape().rows(), goal.shape().cols());
    let start = places(goal, tiles);
    let mut found = HashMap::from([(start.clone(), 0)]);
    let mut open = VecDeque::from([(0, start)]);
    while let Some((distance, at)) = open.pop_front() {
        if found[&at] < distance {
            continue;
        }
        let (row, col) = (at.0 / cols, at.0 % cols);
        for to in 0..rows * cols {
            if (to / cols).abs_diff(row) + (to % cols).abs_diff(col) != 1 {
                continue;
            }
            let mut next = (to, at.1.clone());
            let tile = next.1.iter_mut().find(|place| **place == to);
            let cost = u32::from(tile.is_some());
            if let Some(place) = tile {
                *place = at.0;
            }
            let after = distance + cost;
            if found.get(&next).is_none_or(|&known| after < known) {
                found.insert(next.clone(), after);
                if cost == 0 {
                    open.push_front((after, next));
                } else {
                    open.push_back((after, next));
                }
            }
        }
    }
    found
}

#[test]
fn values_of_patterns_are_those_of_a_plain_search() {
    for (goal, tiles) in [
        ("1 2 3 4 5 6 7 8 x", &[1, 2, 3][..]),
        ("1 2 3 8 x 4 7 6 5", &[8, 1, 5, 6]),
        ("x 1 2 3 / 4 5 6 7", &[7]),
        ("3 1 / 5 x / 2 4", &[5, 1]),
        ("1 2 3 4 5 6 7 8 x", &[1, 2, 3, 4, 5, 6, 7, 8]),
        ("1 2 3 4 / 5 x 6 7", &[4, 6, 2]),
        // All but one, so that some cannot come home.
        ("3 1 / 5 x / 2 4", &[5, 1, 2, 3]),
    ] {
        let goal: SmallBoard = goal.parse().unwrap();
        let values = PatternValues::new(&goal, tiles).unwrap();
        let expected = distances(&goal, tiles);
        for board in SmallBoard::all(goal.shape()) {
            let (blank, at) = places(&board, tiles);
            let others = (0..goal.shape().cells()).filter(|cell| !at.contains(cell));
            let expected = |blank| expected.get(&(blank, at.clone())).copied();
            assert_eq!(values.zones(&board), expected(blank), "{board}");
            assert_eq!(values.least(&board), others.filter_map(expected).min(), "{board}");
        }
    }
}

/// Korf and Felner's pattern of 5x5 and its like have too many states for a test; four tiles do
/// not.
#[test]
fn larger_boards_have_values_too() {
    let goal = SmallBoard::goal("5x5".parse().unwrap());
    let values = PatternValues::new(&goal, &[1, 2, 6, 7]).unwrap();
    let expected = distances(&goal, &[1, 2, 6, 7]);
    for seed in 0..200 {
        let board = tilebase::sample::Sampler::one(
            &goal.into(),
            tilebase::sample::Population::Solvable,
            seed,
        );
        let board: SmallBoard = *board.unwrap().expect_small("a board").unwrap();
        assert_eq!(values.zones(&board), Some(expected[&places(&board, &[1, 2, 6, 7])]));
        assert!(values.least(&board) <= values.zones(&board));
    }
}

#[test]
fn what_is_no_pattern_is_refused() {
    let goal = |shape: &str| SmallBoard::goal(shape.parse::<SmallShape>().unwrap());
    let refused = |shape: &str, tiles: &[u8]| match PatternValues::new(&goal(shape), tiles) {
        Err(Error::Pattern(why)) => why,
        other => panic!("{other:?}"),
    };
    for tiles in [&[0][..], &[9], &[1, 2, 1], &[255]] {
        assert!(matches!(refused("3x3", tiles), PatternError::Tile { .. }), "{tiles:?}");
    }
    assert!(matches!(refused("3x3", &[]), PatternError::Empty));
    assert!(matches!(refused("4x4", &[1, 2, 3, 4, 5, 6, 7]), PatternError::States { .. }));
    assert!(matches!(refused("5x5", &[1, 2, 3, 4, 5, 6, 7, 8]), PatternError::Tiles { .. }));
    let values = PatternValues::new(&goal("3x3"), &[1]).unwrap();
    let of_multi = values.into_oracle(&goal("3x3"), Metric::Multi);
    assert!(matches!(of_multi, Err(Error::Unsuitable { .. })));
    let values = PatternValues::new(&goal("3x3"), &[1]).unwrap();
    let oracle = values.into_oracle(&goal("3x3"), Metric::Single).unwrap();
    let unsolvable: Board = "1 2 3 4 5 6 8 7 x".parse().unwrap();
    let found = oracle.answer(&unsolvable, tilebase::oracle::Ask::HEURISTIC);
    assert!(format!("{found:?}").contains("Unsolvable"), "{found:?}");
}
