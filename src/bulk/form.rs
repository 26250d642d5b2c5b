//! What is told of a board, and how.

use std::str::FromStr;

/// What is told of a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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
    /// The share of all boards that are nearer to the goal, in percent and rounded down.
    Difficulty,
}

/// How answers are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// The answer alone, `unsolvable`, `stopped` or `invalid`.
    #[default]
    Text,
    /// A row of comma-separated values, below a row of names.
    Csv,
    /// A JSON object.
    Jsonl,
}

/// The form of the answers.
///
/// With a format that has named fields, the distance, the canonical solution and all optimal moves
/// are told whatever the answer is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Form {
    /// What is told of a board.
    pub answer: Answer,
    /// How it is written.
    pub format: Format,
    /// Whether the board after each move of the canonical solution is drawn, instead of the answer.
    /// For text only.
    pub show: bool,
    /// Whether an empty line follows an answer that may have several lines. For text only.
    pub apart: bool,
}

impl From<Answer> for Form {
    /// The answer alone, as text.
    fn from(answer: Answer) -> Form {
        Form { answer, ..Form::default() }
    }
}

impl Answer {
    /// The name of each answer.
    pub const NAMES: [(&'static str, Answer); 7] = [
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
    pub const NAMES: [(&'static str, Format); 3] =
        [("text", Format::Text), ("csv", Format::Csv), ("jsonl", Format::Jsonl)];
}

/// A name that is not known.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected {expected}, found `{found}`")]
pub struct UnknownName {
    /// The names there are.
    pub expected: String,
    /// The first characters of what was found.
    pub found: String,
}

fn named<A: Copy>(name: &str, names: &[(&str, A)]) -> Result<A, UnknownName> {
    let known = names.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
    known.map(|&(_, value)| value).ok_or_else(|| UnknownName {
        expected: names.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", "),
        found: name.chars().take(12).flat_map(char::escape_debug).collect(),
    })
}

impl FromStr for Answer {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Answer, UnknownName> {
        named(name, &Answer::NAMES)
    }
}

impl FromStr for Format {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Format, UnknownName> {
        named(name, &Format::NAMES)
    }
}

/// What must be found out for a form.
#[derive(Clone, Copy)]
#[expect(clippy::struct_excessive_bools, reason = "a set of needs")]
pub(super) struct Needs {
    pub moves: bool,
    pub distance: bool,
    pub next: bool,
    pub count: bool,
    pub solutions: bool,
    pub legal: bool,
}

impl Needs {
    pub fn of(form: Form) -> Needs {
        let fields = form.format != Format::Text;
        let answer = |answer| form.answer == answer && !form.show;
        Needs {
            moves: fields || form.show || answer(Answer::Moves),
            distance: fields || answer(Answer::Distance) || answer(Answer::Difficulty),
            next: fields || answer(Answer::Next),
            count: answer(Answer::Count) || fields && answer(Answer::All),
            solutions: answer(Answer::All),
            legal: answer(Answer::Legal),
        }
    }
}
