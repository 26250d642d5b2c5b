//! The form of answers: the question, the format and the notation; and the words in place of
//! answers. For an [`Error`](crate::Error), see its `word`.

use super::Question;
use crate::outcome::Ask;
use crate::puzzle::Notation;
use crate::text::Format;

/// A line that is not a board.
pub(super) const INVALID: &str = "invalid";

/// A board that cannot reach the goal.
pub(super) const UNSOLVABLE: &str = "unsolvable";

/// A limit was reached before the answer was found.
pub(super) const STOPPED: &str = "stopped";

/// What is asked is not known of any board of this goal.
pub(super) const UNKNOWN: &str = "unknown";

/// The form of answers: what to answer, and how to write it.
///
/// Formats with named fields always include the distance, the canonical solution and all optimal
/// moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is chosen by itself")]
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
    /// Whether to write the length of each solution, which need not be a shortest one. Only for
    /// formats with named fields.
    pub length: bool,
    /// Whether to write the goal of each board that has its own. Only for formats with named
    /// fields.
    pub goal: bool,
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

impl Form {
    /// The parts that an answer needs. Formats with named fields add whatever else is known.
    pub fn needed(self) -> Ask {
        let ask = self.ask_of_answer();
        // It compares a distance with those of all boards.
        if self.answer == Question::Difficulty { ask | Ask::DIFFICULTY } else { ask }
    }

    /// What the answer itself is made of.
    fn ask_of_answer(self) -> Ask {
        if self.show { Ask::SOLUTION } else { self.answer.ask() }
    }

    /// What to find of each board: what the answer is made of, and the other fields.
    pub(super) fn ask_of_oracle(self) -> Ask {
        match self.format {
            Format::Text => self.ask_of_answer(),
            Format::Csv | Format::Jsonl => {
                self.ask_of_answer() | Ask::DISTANCE | Ask::SOLUTION | Ask::OPTIMAL_MOVES
            }
        }
    }

    /// Whether a solution that is not proved to be optimal is an answer, too.
    pub(super) fn takes_any_solution(self) -> bool {
        self.show || matches!(self.answer, Question::Moves | Question::Hint | Question::Distance)
    }
}

tilebase_core::read_by_name!(Question);
