//! How additive patterns work, in plain code, on the 8-puzzle.
//!
//! A *pattern* is a set of tiles that are distinguished. The other tiles are all alike, and only
//! moves of the pattern's tiles count. This is a smaller puzzle that can be solved completely, and
//! its distances go into a table.
//!
//! Each move of a board moves one tile. So if no tile is in two patterns, no move is counted twice,
//! and the patterns' distances can be added up: the sum never exceeds the board's distance. It is a
//! much better estimate than the Manhattan distance, because it accounts for tiles of a pattern
//! being in each other's way.
//!
//! Run it with `cargo run --release --example additive_patterns`.

use std::collections::VecDeque;

use tilebase::puzzle::{Direction, SmallBoard, SmallShape};
use tilebase::search::{Manhattan, Method, Problem, solve};
use tilebase::{Limits, Tablebase};

/// The cells of the blank and of the pattern's tiles, as digits of a number in base 9.
fn number(places: &[usize]) -> usize {
    places.iter().fold(0, |number, place| number * 9 + place)
}

/// The distance of every state of a pattern, by a search backwards from the goal.
///
/// Moves of other tiles cost nothing, so the states they lead to go to the front of the queue. Then
/// every state taken from the queue has its least distance.
fn distances(shape: SmallShape, tiles: &[u8]) -> Vec<u8> {
    let goal = SmallBoard::goal(shape);
    let cell_of = |tile: u8| goal.cells().iter().position(|&other| other == tile).expect("a tile");
    let start: Vec<usize> = std::iter::once(0).chain(tiles.iter().copied()).map(cell_of).collect();
    let mut distances = vec![u8::MAX; 9usize.pow(start.len() as u32)];
    distances[number(&start)] = 0;
    let mut queue = VecDeque::from([start]);
    while let Some(here) = queue.pop_front() {
        let distance = distances[number(&here)];
        for to in Direction::ALL.into_iter().filter_map(|mv| shape.neighbour(here[0], mv)) {
            let mut there = here.clone();
            there[0] = to;
            let moved = here[1..].iter().position(|&place| place == to);
            if let Some(tile) = moved {
                there[1 + tile] = here[0];
            }
            let cost = u8::from(moved.is_some());
            let known = &mut distances[number(&there)];
            if *known > distance + cost {
                *known = distance + cost;
                if cost == 0 { queue.push_front(there) } else { queue.push_back(there) }
            }
        }
    }
    distances
}

/// The board as a state of a pattern.
fn state(board: &SmallBoard, tiles: &[u8]) -> usize {
    let cell_of = |tile: u8| board.cells().iter().position(|&other| other == tile).expect("a tile");
    number(&std::iter::once(0).chain(tiles.iter().copied()).map(cell_of).collect::<Vec<_>>())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let goal: SmallBoard = "1 2 3 4 5 6 7 8 x".parse()?;
    let patterns: [&[u8]; 2] = [&[1, 2, 4, 5], &[3, 6, 7, 8]];
    let tables = patterns.map(|tiles| distances(goal.shape(), tiles));
    let sum = |board: &SmallBoard| -> u64 {
        let each = patterns.iter().zip(&tables);
        each.map(|(tiles, table)| u64::from(table[state(board, tiles)])).sum()
    };

    let oracle = Tablebase::embedded().oracle(&goal)?;
    let manhattan = Manhattan::new(&goal);
    println!("board              distance  patterns  expanded  Manhattan's");
    for text in ["2 3 4 1 5 x 7 6 8", "x 8 7 6 5 4 3 2 1", "8 6 7 2 5 4 3 x 1"] {
        let start: SmallBoard = text.parse()?;
        let search = |heuristic| {
            let problem = Problem::new(start, goal, heuristic);
            solve(Method::Ida, &problem, &Limits::default()).map(|solved| solved.cost().expanded)
        };
        println!(
            "{text}  {:8}  {:8}  {:8}  {:11}",
            oracle.distance(&start)?,
            sum(&start),
            search(&sum)?,
            search(&manhattan)?,
        );
        assert!(sum(&start) <= oracle.distance(&start)?.into(), "a sum is never too much");
    }

    // The library does the same with one bit per state, for patterns of up to eight tiles. Here it
    // generates tables for the 15-puzzle.
    let goal = SmallBoard::goal("4x4".parse()?);
    let oracle = Tablebase::embedded().oracle(&goal)?;
    let start: SmallBoard = "13 6 8 12 / 15 14 x 10 / 11 7 4 5 / 9 1 3 2".parse()?;
    let (at_least, distance) = (oracle.lower_bound(&start)?, oracle.distance(&start)?);
    println!("{start}: at least {at_least}, {distance} moves");
    Ok(())
}
