//! Where commands read boards from, and how these are laid out.

use tilebase::any::MAX_SIDE;
use tilebase::bulk::longest_line;
use tilebase::puzzle::Extent;
use tilebase::reading::Reading;

use crate::input::Input;
use crate::names::names;
use crate::reader::{self, Expected, ExpectedAnswers, InputLayout};
pub use crate::reader::{BoardBlock, InputBoard, Keep};
use crate::report::note;

/// The longest board of any size, in bytes: more than 1500 x 1500 cells.
pub const LONGEST_BOARD: usize = 1 << 24;

/// The boards of an input.
pub type BoardReader = reader::BoardReader<Input>;

/// How boards are laid out in an input.
#[derive(Clone, Default, clap::Args)]
pub struct LayoutArgs {
    /// The column of CSV or field of JSON lines with the boards, also `state.tiles` or
    /// `pos0..pos15` [default: board, or the only one with boards]
    #[arg(long, value_name = "NAME")]
    column: Option<String>,

    /// One board per line, grids with an empty line between them, a column of CSV, or a field of
    /// JSON lines [default: guessed from the first lines]
    #[arg(long, value_parser = names(InputLayout::NAMES), ignore_case = true)]
    layout: Option<InputLayout>,

    /// What commands add.
    #[arg(skip)]
    added: Added,
}

/// What some commands read in another way, or beside boards.
#[derive(Clone, Default)]
struct Added {
    /// The column of the goals.
    goals: Option<String>,
    keep: Option<Keep>,
    pairs: Option<bool>,
    /// Whether the user named a goal.
    is_goal_named: bool,
}

impl LayoutArgs {
    /// Refuses these options unless an input is read.
    pub fn expect_input(&self, is_read: bool) -> anyhow::Result<()> {
        if !is_read && (self.column.is_some() || self.layout.is_some()) {
            anyhow::bail!("--column and --layout: boards are arguments; expected them in a file");
        }
        Ok(())
    }

    /// Adds a column of goals.
    pub fn with_goals(&self, column: Option<&str>) -> LayoutArgs {
        let goals = column.map(str::to_owned);
        LayoutArgs { added: Added { goals, ..self.added.clone() }, ..self.clone() }
    }

    /// Keeps the fields of the input, if the command can, and reads pairs of boards if the user
    /// asks for it.
    pub fn keeping(&self, keep: Option<Keep>, pairs: bool) -> LayoutArgs {
        let pairs = Some(pairs);
        LayoutArgs { added: Added { keep, pairs, ..self.added.clone() }, ..self.clone() }
    }

    /// The boards of an input, with the answers beside them, or only with the ids of rows.
    pub fn with_answers(
        &self,
        input: Input,
        reading: &Reading,
        size: Option<Extent>,
        answers: Option<&AnswerColumn>,
    ) -> anyhow::Result<BoardReader> {
        let mut expected = self.expected(reading, size)?;
        expected.ids = true;
        expected.answers = answers.map(|answers| answers.expected(false));
        Ok(BoardReader::new(input, expected))
    }

    /// Refuses an input with goals of its own, if the user named one.
    pub fn for_goal(self, is_goal_named: bool) -> LayoutArgs {
        LayoutArgs { added: Added { is_goal_named, ..self.added }, ..self }
    }

    /// The boards of an input. Those that do not show their size have this one.
    pub fn boards(
        &self,
        input: Input,
        reading: &Reading,
        size: Option<Extent>,
    ) -> anyhow::Result<BoardReader> {
        Ok(BoardReader::new(input, self.expected(reading, size)?))
    }

    fn expected(&self, reading: &Reading, size: Option<Extent>) -> anyhow::Result<Expected> {
        self.expecting(reading, size, MAX_SIDE * MAX_SIDE, longest_line(size))
    }

    /// The boards of an input, of any size. Each may have `longest` bytes.
    pub fn of_any_size(
        &self,
        input: Input,
        reading: &Reading,
        size: Option<Extent>,
        most_cells: usize,
        longest: usize,
    ) -> anyhow::Result<BoardReader> {
        Ok(BoardReader::new(input, self.expecting(reading, size, most_cells, longest)?))
    }

    fn expecting(
        &self,
        reading: &Reading,
        size: Option<Extent>,
        most_cells: usize,
        longest: usize,
    ) -> anyhow::Result<Expected> {
        let (layout, column) = (self.layout, self.column.clone());
        let Added { goals, keep, pairs, is_goal_named } = self.added.clone();
        let option = match (&column, &goals, &keep) {
            (Some(_), ..) => Some("--column"),
            (_, Some(_), _) => Some("--goal-column"),
            (.., Some(_)) => Some("--keep"),
            _ => None,
        };
        if let Some(option) = option
            && matches!(layout, Some(InputLayout::Lines | InputLayout::Grids))
        {
            anyhow::bail!("{option}: only --layout csv and jsonl have columns");
        }
        Ok(Expected {
            layout,
            column,
            goals,
            answers: None,
            ids: false,
            keep,
            pairs,
            reading: reading.clone(),
            size,
            is_goal_named,
            most_cells,
            longest,
            note: |text| note!("{text}"),
        })
    }
}

/// The column of answers.
pub struct AnswerColumn {
    /// Its name, if it was given.
    pub name: Option<String>,
    /// The names that it has otherwise.
    pub names: &'static [&'static str],
}

impl AnswerColumn {
    fn expected(&self, alone: bool) -> ExpectedAnswers {
        ExpectedAnswers { column: self.name.clone(), names: self.names, alone }
    }

    /// The answers of an input that has nothing else. Each may have `longest` bytes.
    pub fn alone(&self, input: Input, longest: usize) -> anyhow::Result<BoardReader> {
        let expected = Expected {
            answers: Some(self.expected(true)),
            ids: true,
            ..LayoutArgs::default().expecting(&Reading::default(), None, 0, longest)?
        };
        Ok(BoardReader::new(input, expected))
    }
}

/// The lines of an input that are not boards.
pub fn plain(input: Input) -> anyhow::Result<BoardReader> {
    let layout = LayoutArgs { layout: Some(InputLayout::Lines), ..LayoutArgs::default() };
    layout.boards(input, &Reading::default(), None)
}
