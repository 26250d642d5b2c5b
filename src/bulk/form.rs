//! What to answer for each board, and in which format.

use std::str::FromStr;

use crate::outcome::Ask;
use crate::puzzle::{Notation, UnknownName, named};

/// What to answer for each board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Answer {
    /// The canonical solution.
    #[default]
    Moves,
    /// The distance.
    Distance,
    /// All optimal moves.
    Next,
    /// The number of shortest solutions.
    Count,
    /// Every shortest solution, in lexicographic order.
    All,
    /// Every legal move with the distance after it, the best first.
    Legal,
    /// The percentage of all boards that are nearer to the goal, rounded down.
    Difficulty,
}

/// The format of answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// Just the answer, or `unsolvable`, `stopped` or `invalid`.
    #[default]
    Text,
    /// Comma-separated values, after a header with the names of the fields.
    Csv,
    /// A JSON object.
    Jsonl,
}

/// The form of answers: what to answer, and how to write it.
///
/// Formats with named fields always include the distance, the canonical solution and all optimal
/// moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Form {
    /// What to answer for each board.
    pub answer: Answer,
    /// The format.
    pub format: Format,
    /// Whether to draw the board after each move of the canonical solution instead of writing the
    /// answer. Only for text.
    pub show: bool,
    /// Whether an empty line follows an answer that may have several lines. Only for text.
    pub apart: bool,
    /// Whether to write what each answer cost. Only for formats with named fields.
    pub cost: bool,
    /// How moves are written. Canonical solutions stay those that are smallest in the blank's
    /// letters.
    pub notation: Notation,
}

impl From<Answer> for Form {
    /// Just the answer, as text.
    fn from(answer: Answer) -> Form {
        Form { answer, ..Form::default() }
    }
}

impl Answer {
    /// The name of each answer.
    pub const NAMES: &[(&'static str, Answer)] = &[
        ("moves", Answer::Moves),
        ("distance", Answer::Distance),
        ("next", Answer::Next),
        ("count", Answer::Count),
        ("all", Answer::All),
        ("legal", Answer::Legal),
        ("difficulty", Answer::Difficulty),
    ];
}

impl Format {
    /// The name of each format.
    pub const NAMES: &[(&'static str, Format)] =
        &[("text", Format::Text), ("csv", Format::Csv), ("jsonl", Format::Jsonl)];
}

impl FromStr for Answer {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Answer, UnknownName> {
        named(name, Answer::NAMES)
    }
}

impl FromStr for Format {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Format, UnknownName> {
        named(name, Format::NAMES)
    }
}

impl Form {
    /// What answers need to have. Beside it, formats with named fields have what is known.
    pub fn needed(self) -> Ask {
        let asked = self.asked();
        // It compares a distance with those of all boards.
        if self.answer == Answer::Difficulty { asked | Ask::PROOF } else { asked }
    }

    fn asked(self) -> Ask {
        match self.answer {
            _ if self.show => Ask::SOLUTION,
            Answer::Moves => Ask::SOLUTION,
            Answer::Distance | Answer::Difficulty => Ask::DISTANCE,
            Answer::Next => Ask::OPTIMAL_MOVES,
            Answer::Count => Ask::COUNT,
            Answer::All => Ask::COUNT | Ask::SOLUTIONS,
            Answer::Legal => Ask::LEGAL_MOVES,
        }
    }

    /// What to find of each board.
    pub(super) fn ask(self) -> Ask {
        match self.format {
            Format::Text => self.asked(),
            Format::Csv | Format::Jsonl => {
                self.asked() | Ask::DISTANCE | Ask::SOLUTION | Ask::OPTIMAL_MOVES
            }
        }
    }

    /// Whether a solution that is not proved to be optimal is an answer, too.
    pub(super) fn takes_any_solution(self) -> bool {
        self.show || matches!(self.answer, Answer::Moves | Answer::Distance)
    }
}
