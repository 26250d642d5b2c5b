//! Where commands read boards from, and how these are laid out.

use tilebase::any::MAX_SIDE;
use tilebase::bulk::longest_line;
use tilebase::puzzle::Extent;
use tilebase::reading::Reading;

use crate::input::Input;
use crate::names::names;
use crate::reader::{self, Expected, InputLayout};
pub use crate::reader::{BoardBlock, InputBoard};
use crate::report::note;

/// The boards of an input.
pub type BoardReader = reader::BoardReader<Input>;

/// How boards are laid out in an input.
#[derive(Clone, Default, clap::Args)]
pub struct LayoutArgs {
    /// Read the boards from this column of CSV, or this field of JSON lines [default: board]
    #[arg(long, value_name = "NAME")]
    column: Option<String>,

    /// How boards are laid out: one per line, as grids with an empty line between them, as a column
    /// of CSV, or as a field of JSON lines [default: guessed from the first lines]
    #[arg(long, value_parser = names(InputLayout::NAMES), ignore_case = true)]
    layout: Option<InputLayout>,

    /// The column of the goals.
    #[arg(skip)]
    goals: Option<String>,

    /// Whether the user named a goal.
    #[arg(skip)]
    is_goal_named: bool,
}

impl LayoutArgs {
    /// Adds a column of goals.
    pub fn with_goals(&self, column: Option<&str>) -> LayoutArgs {
        LayoutArgs { goals: column.map(str::to_owned), ..self.clone() }
    }

    /// Refuses an input with goals of its own, if the user named one.
    pub fn for_goal(self, is_goal_named: bool) -> LayoutArgs {
        LayoutArgs { is_goal_named, ..self }
    }

    /// The boards of an input. Those that do not show their size have this one.
    pub fn boards(
        &self,
        input: Input,
        reading: &Reading,
        size: Option<Extent>,
    ) -> anyhow::Result<BoardReader> {
        self.expecting(input, reading, size, MAX_SIDE * MAX_SIDE, longest_line(size))
    }

    /// The boards of an input, of any size. Each may have `longest` bytes.
    pub fn expecting(
        &self,
        input: Input,
        reading: &Reading,
        size: Option<Extent>,
        most_cells: usize,
        longest: usize,
    ) -> anyhow::Result<BoardReader> {
        let (layout, column) = (self.layout, self.column.clone());
        if (column.is_some() || self.goals.is_some())
            && matches!(layout, Some(InputLayout::Lines | InputLayout::Grids))
        {
            let option = if column.is_some() { "--column" } else { "--goal-column" };
            anyhow::bail!("{option}: only --layout csv and jsonl have columns");
        }
        let expected = Expected {
            layout,
            column,
            goals: self.goals.clone(),
            reading: reading.clone(),
            size,
            is_goal_named: self.is_goal_named,
            most_cells,
            longest,
            note: |text| note!("{text}"),
        };
        Ok(BoardReader::new(input, expected))
    }
}

/// The lines of an input that are not boards.
pub fn plain(input: Input) -> anyhow::Result<BoardReader> {
    let layout = LayoutArgs { layout: Some(InputLayout::Lines), ..LayoutArgs::default() };
    layout.boards(input, &Reading::default(), None)
}
