//! A search divided into parts, which can run anywhere and in any order.
//!
//! Every sequence of a few moves begins some solutions, and a part holds those that begin with
//! consecutive sequences in lexicographic order. Which sequences these are depends on the board and
//! on the number of parts, not on tables or threads, so parts that were searched on different
//! machines fit together.

use std::fmt;
use std::str::FromStr;

use crate::pruning::{PRUNING, REFUSED};
use crate::puzzle::{Direction, Shape, SmallBoard, UnknownName};

/// A part has about this many sequences, so that parts are of similar size.
const SEQUENCES: u64 = 64;

/// One part of a search for solutions of a board: those that begin with certain moves.
///
/// All parts together hold each canonical solution once. Those in a part come, in lexicographic
/// order, before those in the parts after it.
///
/// ```
/// use tilebase::solver::Part;
/// let part: Part = "3/64".parse().unwrap();
/// assert_eq!((part, part.to_string()), (Part::new(3, 64).unwrap(), "3/64".to_owned()));
/// assert!("0/64".parse::<Part>().is_err() && "+1/64".parse::<Part>().is_err());
/// assert!(Part::new(65, 64).is_none());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Part {
    number: u32,
    of: u32,
}

impl Part {
    /// The largest number of parts.
    pub const MAX: u32 = 1 << 16;

    /// Part `number`, counted from 1, of `of` parts. `None` if there is no such part, or if `of` is
    /// larger than [`MAX`](Part::MAX).
    pub const fn new(number: u32, of: u32) -> Option<Part> {
        if number >= 1 && number <= of && of <= Part::MAX {
            Some(Part { number, of })
        } else {
            None
        }
    }

    /// The number of this part, from 1.
    pub const fn number(self) -> u32 {
        self.number
    }

    /// The number of parts.
    pub const fn of(self) -> u32 {
        self.of
    }

    /// The moves that solutions in this part begin with, in order. They are too few to reach the
    /// goal before the last of them.
    pub(super) fn beginnings(self, board: &SmallBoard, goal: &SmallBoard) -> Vec<Vec<Direction>> {
        if self.of == 1 {
            return vec![Vec::new()];
        }
        let wanted = u64::from(self.of) * SEQUENCES;
        let mut all = vec![(board.blank_cell(), 0, Vec::new())];
        for _ in 0..manhattan(board, goal) {
            if all.len() as u64 >= wanted {
                break;
            }
            let mut longer = Vec::new();
            for (blank, state, moves) in all {
                for mv in Direction::ALL {
                    let state = PRUNING[usize::from(state)][mv as usize];
                    if let Some(blank) = board.shape().neighbour(blank, mv)
                        && state != REFUSED
                    {
                        longer.push((blank, state, [&moves[..], &[mv]].concat()));
                    }
                }
            }
            all = longer;
        }
        let [begin, end] = [self.number - 1, self.number]
            .map(|part| (u64::from(part) * all.len() as u64 / u64::from(self.of)) as usize);
        all.drain(begin..end).map(|(_, _, moves)| moves).collect()
    }
}

/// The Manhattan distance: no solution has fewer moves.
fn manhattan(board: &SmallBoard, goal: &SmallBoard) -> usize {
    let shape = Shape::from(board.shape());
    let mut places = [0; crate::puzzle::MAX_CELLS];
    for (cell, &tile) in goal.cells().iter().enumerate() {
        places[usize::from(tile)] = cell;
    }
    let mut distance = 0;
    for (cell, &tile) in board.cells().iter().enumerate().filter(|&(_, &tile)| tile != 0) {
        distance += shape.steps(cell, places[usize::from(tile)]);
    }
    distance
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl FromStr for Part {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Part, UnknownName> {
        let digits = |text: &str| text.parse().ok().filter(|_| !text.starts_with('+'));
        let part =
            text.split_once('/').and_then(|(number, of)| Part::new(digits(number)?, digits(of)?));
        part.ok_or_else(|| {
            let most = Part::MAX;
            let expected = "part and number of parts, such as 3/64, with at most";
            UnknownName::new(format!("{expected} {most} parts"), text)
        })
    }
}
