//! Where commands read boards from, and how these are laid out.

use std::path::PathBuf;

use anyhow::bail;
use tilebase::any::MAX_SIDE;
use tilebase::bulk::{longest_answer, longest_line};
use tilebase::puzzle::Shape;
use tilebase::reading::Reading;
use tilebase::text::Answers;

use crate::input::Input;
use crate::names::one_of;
use crate::reader::{self, InputLayout};
pub use crate::reader::{
    AnswerPlace, BoardBlock, Expected, ExpectedAnswers, InputBoard, Keep, Pairing, UnnamedGoal,
};
use crate::report::note;
use crate::session::Session;

/// What to do about rows with goals that may be anything, for commands with `--goal-column`.
pub const GOAL_CURE: &str = "--goal-column goal, or --goal GOAL for all";

/// The same for commands without it.
pub const ONE_GOAL_CURE: &str = "--goal GOAL for all";

/// The boards of an input.
pub type BoardReader = reader::BoardReader<Input>;

/// How boards are laid out in an input.
#[derive(Default, clap::Args)]
pub struct LayoutArgs {
    /// The column of CSV or field of JSON lines with the boards, also `state.tiles` or
    /// `pos0..pos15` [default: board, or the only one with boards]
    #[arg(long, value_name = "NAME")]
    column: Option<String>,

    /// One board per line, grids with an empty line between them, a column of CSV, or a field of
    /// JSON lines [default: guessed from the first lines]
    #[arg(long, value_parser = one_of(InputLayout::NAMES), ignore_case = true)]
    layout: Option<InputLayout>,
}

impl LayoutArgs {
    /// Refuses these options unless an input is read.
    pub fn expect_input(&self, is_read: bool) -> anyhow::Result<()> {
        if !is_read && (self.column.is_some() || self.layout.is_some()) {
            bail!("--column and --layout: boards are arguments; expected them in a file");
        }
        Ok(())
    }

    /// The boards of an input. Those that do not show their size have this one.
    pub fn boards(
        &self,
        input: Input,
        reading: &Reading,
        size: Option<Shape>,
    ) -> anyhow::Result<BoardReader> {
        open(input, self.expected(reading, size))
    }

    /// What to expect in an input that has only boards. Commands that read more with them change
    /// this.
    pub fn expected(&self, reading: &Reading, size: Option<Shape>) -> Expected {
        Expected {
            layout: self.layout,
            column: self.column.clone(),
            goals: None,
            answers: None,
            ids: false,
            keep: None,
            pairing: Pairing::Never,
            reading: reading.clone(),
            size,
            unnamed_goal: UnnamedGoal::Pass,
            most_cells: MAX_SIDE * MAX_SIDE,
            longest: longest_line(size),
            note: |text| note!("{text}"),
        }
    }
}

/// The boards of an input. Refuses options for columns where there are none.
pub fn open(input: Input, expected: Expected) -> anyhow::Result<BoardReader> {
    let option = match (&expected.column, &expected.goals, &expected.keep) {
        (Some(_), ..) => Some("--column"),
        (_, Some(_), _) => Some("--goal-column"),
        (.., Some(_)) => Some("--keep"),
        _ => None,
    };
    if let Some(option) = option
        && matches!(expected.layout, Some(InputLayout::Lines | InputLayout::Grids))
    {
        bail!("{option}: only --layout csv and jsonl have columns");
    }
    Ok(BoardReader::new(input, expected))
}

/// Files of boards.
pub struct BoardFiles {
    /// The boards of each, and the text that begins messages on it.
    pub readers: Vec<(String, BoardReader)>,
    /// The length of all in bytes, if it is known.
    pub len: Option<u64>,
}

impl BoardFiles {
    /// Opens these files.
    pub fn open(
        names: &[PathBuf],
        session: &Session,
        reader: impl Fn(Input) -> anyhow::Result<BoardReader>,
    ) -> anyhow::Result<BoardFiles> {
        let mut files = BoardFiles { readers: Vec::new(), len: Some(0) };
        for name in names {
            let input = Input::open(name, session)?;
            files.len = files.len.and_then(|len| Some(len + input.len()?));
            let several = names.len() > 1;
            let begin = if several { format!("{}: ", name.display()) } else { String::new() };
            files.readers.push((begin, reader(input)?));
        }
        Ok(files)
    }
}

/// The names of columns that have moves, unless one is named.
pub const MOVES_NAMES: &[&str] = &["moves", "solution", "answer"];

/// The texts of an input that are not boards: in a column of one of these names, unless one is
/// given, or else its lines.
pub fn texts_of(
    column: Option<&String>,
    names: &'static [&'static str],
    lines: Answers,
    input: Input,
) -> anyhow::Result<BoardReader> {
    let place = AnswerPlace::Only;
    let answers = ExpectedAnswers { column: column.cloned(), names, place, lines };
    let expected = LayoutArgs::default().expected(&Reading::default(), None);
    open(input, Expected { answers: Some(answers), longest: longest_answer(None), ..expected })
}

/// Refuses a column where the texts are arguments.
pub fn expect_no_column(column: Option<&String>, are_arguments: bool) -> anyhow::Result<()> {
    if are_arguments && column.is_some() {
        bail!("--column: the input is an argument; expected a file on standard input");
    }
    Ok(())
}
