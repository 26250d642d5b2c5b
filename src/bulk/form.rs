//! What to answer for each board, and in which format.

use std::str::FromStr;

use crate::outcome::Ask;
use crate::puzzle::{Notation, UnknownName, named};

/// What to answer for each board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Question {
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
    /// The value of a heuristic, from [`AnyOracle::from_heuristic`].
    ///
    /// [`AnyOracle::from_heuristic`]: crate::oracle::AnyOracle::from_heuristic
    Heuristic,
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
    pub answer: Question,
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

impl From<Question> for Form {
    /// Just the answer, as text.
    fn from(answer: Question) -> Form {
        Form { answer, ..Form::default() }
    }
}

impl Question {
    /// The name of each answer.
    pub const NAMES: &[(&'static str, Question)] = &[
        ("moves", Question::Moves),
        ("distance", Question::Distance),
        ("next", Question::Next),
        ("count", Question::Count),
        ("all", Question::All),
        ("legal", Question::Legal),
        ("difficulty", Question::Difficulty),
        ("heuristic", Question::Heuristic),
    ];
}

impl Format {
    /// The name of each format.
    pub const NAMES: &[(&'static str, Format)] =
        &[("text", Format::Text), ("csv", Format::Csv), ("jsonl", Format::Jsonl)];
}

impl FromStr for Question {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Question, UnknownName> {
        named(name, Question::NAMES)
    }
}

impl FromStr for Format {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Format, UnknownName> {
        named(name, Format::NAMES)
    }
}

impl Form {
    /// The parts that an answer needs. Formats with named fields add whatever else is known.
    pub fn needed(self) -> Ask {
        let asked = self.asked();
        // It compares a distance with those of all boards.
        if self.answer == Question::Difficulty { asked | Ask::PROOF } else { asked }
    }

    fn asked(self) -> Ask {
        match self.answer {
            _ if self.show => Ask::SOLUTION,
            Question::Moves => Ask::SOLUTION,
            Question::Distance | Question::Difficulty => Ask::DISTANCE,
            Question::Next => Ask::OPTIMAL_MOVES,
            Question::Count => Ask::COUNT,
            Question::All => Ask::COUNT | Ask::SOLUTIONS,
            Question::Legal => Ask::LEGAL_MOVES,
            Question::Heuristic => Ask::HEURISTIC,
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
        self.show || matches!(self.answer, Question::Moves | Question::Distance)
    }
}
