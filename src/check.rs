//! The special judge: is an answer to a board right, and how far from the best?

use crate::error::{Error, Result};
use crate::oracle::Oracle;
use crate::puzzle::{Board, Move, MoveError, Moves};

/// What is to be said of an answer.
///
/// ```
/// use tilebase::{Board, Tablebase, check::Verdict};
/// let tables = Tablebase::embedded();
/// let oracle = tables.oracle(&"12345678x".parse()?)?;
/// let board: Board = "1 2 3 x 4 6 7 5 8".parse()?;
/// assert_eq!(Verdict::of(&oracle, &board, "rdr")?, Verdict::Optimal);
/// assert_eq!(Verdict::of(&oracle, &board, "rlrdr")?, Verdict::Valid { excess: 2 });
/// let wrong = Verdict::of(&oracle, &board, "rdl")?;
/// assert_eq!(wrong.to_string(), "wrong: not at the goal after 3 move(s)");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// No answer is better. `unsolvable` is the only right one of a board that cannot reach the goal, and nothing at all of the goal itself.
    Optimal,
    /// It reaches the goal in more moves than are needed.
    Valid {
        /// How many more.
        excess: usize,
    },
    /// It is wrong.
    Wrong(Flaw),
}

/// What is wrong with an answer. Moves are counted from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Flaw {
    /// A character that names no move.
    #[error("{0}")]
    Letter(MoveError),
    /// A move that leaves the board.
    #[error("move {place} of {length}, `{}`, leaves the board: the blank is in cell {blank}", mv.letter())]
    Illegal {
        /// Which.
        place: usize,
        /// How many moves there are.
        length: usize,
        /// The move.
        mv: Move,
        /// Where the blank was before it.
        blank: usize,
    },
    /// The moves are legal and do not lead to the goal.
    #[error("not at the goal after {length} move(s)")]
    Elsewhere {
        /// How many moves there are.
        length: usize,
    },
    /// The same, from a board that cannot reach it.
    #[error("not at the goal after {length} move(s), which this board cannot reach")]
    Unsolvable {
        /// How many moves there are.
        length: usize,
    },
    /// `unsolvable` of a board that can reach the goal.
    #[error("it can be solved, in {distance} move(s)")]
    Solvable {
        /// The least number of moves.
        distance: u32,
    },
}

impl Verdict {
    /// The verdict on `answer`: moves, or `unsolvable`. White space around it means nothing.
    ///
    /// # Errors
    ///
    /// See [`Oracle`]; a wrong answer is none.
    pub fn of(oracle: &Oracle, board: &Board, answer: &str) -> Result<Verdict> {
        let distance = match oracle.distance(board) {
            Err(Error::Unsolvable(_)) => None,
            distance => Some(distance?),
        };
        Ok(Verdict::with(board, oracle.goal(), distance, answer))
    }

    /// The verdict on an answer to a board whose distance to `goal` is known, `None` if it cannot reach it.
    #[must_use]
    pub fn with(board: &Board, goal: &Board, distance: Option<u32>, answer: &str) -> Verdict {
        match judge(board, goal, distance, answer.trim()) {
            Ok(0) => Verdict::Optimal,
            Ok(excess) => Verdict::Valid { excess },
            Err(flaw) => Verdict::Wrong(flaw),
        }
    }
}

/// How many moves too many an answer has.
fn judge(
    board: &Board,
    goal: &Board,
    distance: Option<u32>,
    answer: &str,
) -> std::result::Result<usize, Flaw> {
    if answer.eq_ignore_ascii_case("unsolvable") {
        return distance.map_or(Ok(0), |distance| Err(Flaw::Solvable { distance }));
    }
    let moves: Moves = answer.parse().map_err(Flaw::Letter)?;
    let length = moves.len();
    let step = |board: Board, (place, &mv): (usize, &Move)| {
        board.moved(mv).ok_or_else(|| Flaw::Illegal {
            place,
            length,
            mv,
            blank: board.blank_cell(),
        })
    };
    let end = (1..).zip(moves.iter()).try_fold(*board, step)?;
    match distance {
        None => Err(Flaw::Unsolvable { length }),
        Some(_) if end != *goal => Err(Flaw::Elsewhere { length }),
        // A table that is whole tells no distance above that of a way to the goal.
        Some(distance) => Ok(length.saturating_sub(distance as usize)),
    }
}

impl std::fmt::Display for Verdict {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Verdict::Optimal => f.write_str("optimal"),
            Verdict::Valid { excess } => write!(f, "valid +{excess}"),
            Verdict::Wrong(flaw) => write!(f, "wrong: {flaw}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::Tablebase;

    #[test]
    fn every_kind_of_answer() {
        let tables = Tablebase::embedded();
        let goal = "12345678x".parse().unwrap();
        let oracle = tables.oracle(&goal).unwrap();
        for (board, answer, expected) in [
            ("12345678x", "", "optimal"),
            ("12345678x", "lr", "valid +2"),
            ("12345678x", "unsolvable", "wrong: it can be solved, in 0 move(s)"),
            ("1 2 3 x 4 6 7 5 8", "rdr", "optimal"),
            ("1 2 3 x 4 6 7 5 8", " RDR\r", "optimal"),
            ("1 2 3 x 4 6 7 5 8", "", "wrong: not at the goal after 0 move(s)"),
            ("1 2 3 x 4 6 7 5 8", "udrdr", "valid +2"),
            (
                "1 2 3 x 4 6 7 5 8",
                "lrrdr",
                "wrong: move 1 of 5, `l`, leaves the board: the blank is in cell 3",
            ),
            (
                "1 2 3 x 4 6 7 5 8",
                "rdrd",
                "wrong: move 4 of 4, `d`, leaves the board: the blank is in cell 8",
            ),
            ("1 2 3 x 4 6 7 5 8", "r d r", "wrong: move 2: expected one of d, l, r, u, found ` `"),
            ("12345687x", "Unsolvable", "optimal"),
            (
                "12345687x",
                "lr",
                "wrong: not at the goal after 2 move(s), which this board cannot reach",
            ),
            (
                "12345687x",
                "",
                "wrong: not at the goal after 0 move(s), which this board cannot reach",
            ),
        ] {
            let verdict = Verdict::of(&oracle, &board.parse().unwrap(), answer).unwrap();
            assert_eq!(verdict.to_string(), expected, "{board} {answer:?}");
        }
    }
}
