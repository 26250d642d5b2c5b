//! The form of answers: the question, the format and the notation; and the words in place of
//! answers. For an [`Error`](crate::Error), see its `word`.

use super::{Question, Questions};
use crate::outcome::Ask;
use crate::text::{Format, Notation};

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
/// Formats with named fields have the board, a field for each answer, with moves or a distance the
/// lower bound that is proved, and the error.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is chosen by itself")]
pub struct Form {
    /// What to answer for each board. By default, without any, this is the canonical solution, and
    /// before it the distance in formats with named fields. As text, several answers are separated
    /// by tabs.
    pub questions: Questions,
    /// The format.
    pub format: Format,
    /// True if to draw the board after each move of the canonical solution instead of writing the
    /// answer. Formats with named fields list the boards in `boards`.
    pub show: bool,
    /// True if an empty line follows an answer that may have several lines. Only for text.
    pub apart: bool,
    /// True to write what each answer cost. Only for formats with named fields.
    pub cost: bool,
    /// True to write within which factor of the best each answer is proved to be.
    pub within: bool,
    /// True to write the goal of each board that has its own. Only for formats with named
    /// fields.
    pub goal: bool,
    /// How moves are written. Canonical solutions stay those that are smallest in the blank's
    /// letters.
    pub notation: Notation,
}

impl From<Question> for Form {
    /// Just the answer, as text.
    fn from(question: Question) -> Form {
        Form { questions: question.into(), ..Form::default() }
    }
}

impl Form {
    /// What is answered, in order: what is asked, or else what is usual in the format.
    pub(super) fn asked(&self) -> &[Question] {
        match self.format {
            _ if !self.questions.is_empty() => &self.questions,
            Format::Text => &[Question::Moves],
            Format::Csv | Format::Jsonl => &[Question::Distance, Question::Moves],
        }
    }

    /// The parts that an answer needs.
    pub fn needed(self) -> Ask {
        let ask = self.ask_of_oracle();
        // It compares a distance with those of all boards.
        if self.asked().contains(&Question::Difficulty) { ask | Ask::DIFFICULTY } else { ask }
    }

    /// What to find of each board.
    pub(super) fn ask_of_oracle(&self) -> Ask {
        let is_drawn = self.show && self.format == Format::Text;
        let [first, others @ ..] = self.asked() else { return Ask::SOLUTION };
        if is_drawn {
            return Ask::SOLUTION;
        }
        let ask = others.iter().fold(first.ask(), |ask, question| ask | question.ask());
        let ask = if self.show { ask | Ask::SOLUTION } else { ask };
        if self.has_bound() { ask | Ask::DISTANCE } else { ask }
    }

    /// True if rows say what is proved of the distance.
    pub(super) fn has_bound(&self) -> bool {
        self.format != Format::Text && self.asked().iter().any(|asked| asked.is_of_solution())
    }

    /// True if a solution that is not proved to be optimal is an answer, too.
    pub(super) fn takes_any_solution(&self) -> bool {
        self.show || self.asked().iter().all(|asked| asked.is_of_solution())
    }
}

tilebase_core::read_by_name!(Question);
