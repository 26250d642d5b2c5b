//! What is known of an input before it is read.

use super::columns::UnnamedGoal;
use super::keep::Keep;
use crate::puzzle::Shape;
use crate::text::{Answers, Reading, longest_line};

/// How boards are laid out in an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputLayout {
    /// A board is a line.
    Lines,
    /// A board is its rows, one per line, up to an empty line.
    Grids,
    /// A board is an element of a JSON array.
    Array,
    /// A board is a field of a row.
    Csv,
    /// A board is a field of an object. Each line is one.
    JsonLines,
}

impl InputLayout {
    /// The name of each layout.
    pub const NAMES: &[(&str, InputLayout)] = &[
        ("lines", InputLayout::Lines),
        ("grids", InputLayout::Grids),
        ("csv", InputLayout::Csv),
        ("jsonl", InputLayout::JsonLines),
    ];
}

/// The properties of an input that are known before it is read.
#[derive(Clone)]
pub struct Expected {
    /// The layout, if it is not to be guessed.
    pub layout: Option<InputLayout>,
    /// The column of CSV or the field of JSON lines.
    pub column: Option<String>,
    /// That of the goals, if each board has one of its own.
    pub goals: Option<String>,
    /// The answers to read, if there are any.
    pub answers: Option<ExpectedAnswers>,
    /// True if rows may have an `id`, which is read.
    pub ids: bool,
    /// How to keep the fields of rows, if they are kept.
    pub keep: Option<Keep>,
    /// Which boards are pairs.
    pub pairing: Pairing,
    /// How boards are written.
    pub reading: Reading,
    /// The size of boards that do not show it, if they all have the same.
    pub size: Option<Shape>,
    /// The most cells of a board.
    pub most_cells: usize,
    /// The most bytes of a board, and of a line.
    pub longest: usize,
    /// What to do with the goals of rows, unless `goals` names them.
    pub unnamed_goal: UnnamedGoal,
    /// True if all of the input is there, as in a file, so that nobody waits for an answer to its
    /// first lines.
    pub is_whole: bool,
    /// Is called with notes on the layout.
    pub note: fn(&str),
}

impl Default for Expected {
    /// Boards of any size in any layout, and nothing beside them. Notes are dropped.
    fn default() -> Expected {
        Expected {
            layout: None,
            column: None,
            goals: None,
            answers: None,
            ids: false,
            keep: None,
            pairing: Pairing::Never,
            reading: Reading::default(),
            size: None,
            most_cells: Shape::MAX_SIDE * Shape::MAX_SIDE,
            longest: longest_line(None),
            unnamed_goal: UnnamedGoal::Pass,
            is_whole: false,
            note: |_| {},
        }
    }
}

impl Expected {
    /// True if boards are in a column, or the user named a layout.
    pub(super) fn has_columns(&self) -> bool {
        self.layout.is_some() || self.column.is_some() || self.goals.is_some()
    }

    /// True if a text is a board.
    pub(super) fn is_board(&self, text: &[u8]) -> bool {
        self.reading.board(text, self.size).is_ok()
    }

    /// The number of cells of every board, if they all have the same.
    pub(super) fn cells(&self) -> Option<usize> {
        self.size.map(Shape::cells)
    }

    /// True if lines behind the last board may be titles.
    pub(super) fn may_have_titles(&self) -> bool {
        self.layout.is_none() && !self.has_only_answers()
    }

    /// True if the input has answers without boards.
    pub(super) fn has_only_answers(&self) -> bool {
        self.is_place(AnswerPlace::Alone) || self.is_place(AnswerPlace::Only)
    }

    /// True if there are answers in this place.
    pub(super) fn is_place(&self, place: AnswerPlace) -> bool {
        self.answers.as_ref().is_some_and(|answers| answers.place == place)
    }
}

/// Which boards are pairs of a start and its goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pairing {
    /// The command has no pairs.
    Never,
    /// Each board is read by itself. A note says how to read two boards that look like a pair.
    Possible,
    /// Every second board is the goal of the one before it.
    All,
}

/// Answers in an input.
#[derive(Clone)]
pub struct ExpectedAnswers {
    /// Their column of CSV or field of JSON lines.
    pub column: Option<String>,
    /// The names that it has otherwise.
    pub names: &'static [&'static str],
    /// Where they stand.
    pub place: AnswerPlace,
    /// What is known of answers in lines.
    pub lines: Answers,
}

/// Where answers stand in an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnswerPlace {
    /// Beside boards.
    Beside,
    /// There are answers and no boards. Then each line may be one.
    Alone,
    /// The same, in all that a command reads: its column is `--column`.
    Only,
}
