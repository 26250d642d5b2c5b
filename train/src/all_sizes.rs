//! The learned terms of all sizes. They are added to a part of the score that is not learned.

use std::collections::HashMap;

use tilebase::any::training::{
    CLASSES, CONFLICTS, DIRECTIONS, LINES, SQUARES, STEPS, conflict_place, fixed_score,
    mirrored_square, near_conflict_place, neighbours, place, separation_steps,
};

use crate::model::Features;
use crate::places::{InLine, Places};

/// The most cells of a board.
const MAX_CELLS: usize = 256;

/// The indices of the first weights. Those of steps come first.
const FIRST_SEPARATION: usize = STEPS * STEPS;
const FIRST_ADJACENT: usize = 2 * FIRST_SEPARATION;
const FIRST_CONFLICT: usize = FIRST_ADJACENT + CLASSES * CLASSES;
const FIRST_FLOW: usize = FIRST_CONFLICT + 2 * CONFLICTS;

pub struct AllSizes {
    sides: HashMap<usize, (Places, InLine)>,
    /// For each weight, the first one of those that are the same.
    first: Vec<usize>,
}

impl AllSizes {
    pub fn new(sides: &[usize]) -> AllSizes {
        let count = FIRST_FLOW + SQUARES + LINES;
        let images: Vec<[usize; 3]> = (0..count).map(images).collect();
        let mut first = vec![usize::MAX; count];
        for at in 0..count {
            if first[at] == usize::MAX {
                let mut same = vec![at];
                while let Some(next) = same.pop() {
                    if first[next] == usize::MAX {
                        first[next] = at;
                        same.extend(images[next]);
                    }
                }
            }
        }
        let places = |&side: &usize| (side, (Places::new(side), InLine::new(side)));
        AllSizes { sides: sides.iter().map(places).collect(), first }
    }
}

/// The weights that are the same as one on a board with rows and columns exchanged, with its
/// columns in reverse order, and with its rows in reverse order.
fn images(at: usize) -> [usize; 3] {
    if let Some(line) = at.checked_sub(FIRST_FLOW + SQUARES) {
        let [a, b, c] = [2, 1, 0].map(|place| line / DIRECTIONS.pow(place) % DIRECTIONS);
        let line =
            |[a, b, c]: [usize; 3]| FIRST_FLOW + SQUARES + (a * DIRECTIONS + b) * DIRECTIONS + c;
        [
            at,
            line([c, b, a].map(|it| columns_reversed(it, 3))),
            line([a, b, c].map(|it| rows_reversed(it, 3))),
        ]
    } else if let Some(square) = at.checked_sub(FIRST_FLOW) {
        let [a, b, c, d] = [3, 2, 1, 0].map(|place| square / DIRECTIONS.pow(place) % DIRECTIONS);
        let of = |tiles: [usize; 4]| {
            FIRST_FLOW + tiles.into_iter().fold(0, |all, it| all * DIRECTIONS + it)
        };
        [
            FIRST_FLOW + mirrored_square(square),
            of([b, a, d, c].map(|it| columns_reversed(it, 3))),
            of([c, d, a, b].map(|it| rows_reversed(it, 3))),
        ]
    } else if let Some(conflict) = at.checked_sub(FIRST_CONFLICT) {
        let both = (-2..=2).flat_map(|one| (-2..=2).map(move |other| [one, other]));
        let is_place = |it: &[i32; 2]| conflict_place(*it) == Some(conflict % CONFLICTS);
        let other = both.filter(is_place).find_map(|it| conflict_place(it.map(|lines| -lines)));
        [at, at, at - conflict % CONFLICTS + other.expect("a place")]
    } else if let Some(pair) = at.checked_sub(FIRST_ADJACENT) {
        let [a, b] = [pair / CLASSES, pair % CLASSES];
        let pair = |[a, b]: [usize; 2]| FIRST_ADJACENT + a * CLASSES + b;
        [
            at,
            pair([b, a].map(|it| columns_reversed(it, 5))),
            pair([a, b].map(|it| rows_reversed(it, 5))),
        ]
    } else {
        let mirrored = at % STEPS * STEPS + at / STEPS % STEPS;
        [at - at % FIRST_SEPARATION + mirrored, at, at]
    }
}

/// A direction or class with columns in reverse order. `count` is the number of them along an axis;
/// from its square on, they are those of no tile.
fn columns_reversed(it: usize, count: usize) -> usize {
    if it < count * count { it / count * count + count - 1 - it % count } else { it }
}

/// The same with rows in reverse order.
fn rows_reversed(it: usize, count: usize) -> usize {
    if it < count * count { (count - 1 - it / count) * count + it % count } else { it }
}

impl Features for AllSizes {
    fn start(&self) -> Vec<f32> {
        vec![0.0; self.first.len()]
    }

    fn fixed(&self, board: &[u8]) -> i32 {
        fixed_score(&board.iter().map(|&number| number.into()).collect::<Vec<_>>())
    }

    #[inline]
    fn visit(&self, board: &[u8], mut each: impl FnMut(usize)) {
        let (side, last) = (board.len().isqrt(), board.len() - 1);
        let (places, in_line) = &self.sides[&side];
        let homes = &places.rows_and_cols;
        let mut at = [[0; 2]; MAX_CELLS];
        for (cell, &number) in board.iter().enumerate() {
            at[usize::from(number)] = homes[cell];
        }
        for number in 0..last {
            each(place([0, 1].map(|axis| homes[number][axis] - at[number][axis])));
            for other in neighbours(number, side) {
                each(FIRST_SEPARATION + place(separation_steps(&at, [number, other])));
            }
        }
        in_line.visit(&at, homes, near_conflict_place, |it| each(FIRST_CONFLICT + it));
        places.visit(board, [FIRST_ADJACENT, FIRST_FLOW], each);
    }

    fn first(&self) -> &[usize] {
        &self.first
    }

    fn first_flow(&self) -> usize {
        FIRST_FLOW
    }

    fn decays(&self, _at: usize) -> bool {
        true
    }

    /// The fixed part of the score orders boards best with about this.
    fn units(&self) -> f32 {
        300.0
    }

    fn title(&self) -> String {
        "Learned terms of all sizes".to_owned()
    }
}
