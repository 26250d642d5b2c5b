//! `tilebase hint`: one optimal move.

use std::borrow::Cow;
use std::ffi::OsString;
use std::path::Path;

use anyhow::bail;
use tilebase::bulk::Format;
use tilebase::oracle::{Ask, Outcome};
use tilebase::puzzle::{MoveSet, Notation};
use tilebase::{Board, Error, Move};

use crate::cures;
use crate::fields::fields;
use crate::names::one_of;
use crate::options::RowsArgs;
use crate::report::{InputPosition, error, note};
use crate::session::Session;
use crate::tables::TableArgs;
use crate::{Ending, arguments};

/// Print one optimal move: the first of the canonical solution
///
/// For the goal it is an empty line. If a limit was reached, it is the first move of the best
/// solution found. `csv` and `jsonl` have the fields {fields}.
#[derive(clap::Args)]
pub struct Hint {
    /// The board, or a file with one; `-` is standard input
    #[arg(value_name = "BOARD", required = true)]
    board: Vec<OsString>,

    /// How to write the move: `blank` (d), `tile` (U), `tiles` (5) or `cells` (r3c2)
    #[arg(long, value_parser = one_of(Notation::NAMES), ignore_case = true, default_value = "blank")]
    notation: Notation,

    #[command(flatten)]
    rows: RowsArgs,

    #[command(flatten)]
    tables: TableArgs,
}

/// What is written in named fields, as `lookup` has them.
#[derive(Default)]
pub struct HintRow<'t> {
    board: Cow<'t, str>,
    next: Option<String>,
    distance: Option<u32>,
    error: Option<String>,
}

fields!(HintRow<'_>: board, next, distance, error);

impl Hint {
    pub fn run(&self, session: &Session) -> anyhow::Result<Ending> {
        let boards = arguments::boards(&self.board);
        let text = match boards.as_slice() {
            [] => "-".into(),
            [text] => String::from_utf8_lossy(text),
            more => {
                bail!("{} boards: expected one, or `tilebase solve --next` for several", more.len())
            }
        };
        let mut row = HintRow { board: text.clone(), ..HintRow::default() };
        let tables = self.tables.open(session)?;
        let place = InputPosition::Argument(1);
        let found = tables.problems.board_or_file(&text).and_then(|(board, goal)| {
            row.board = board.to_string().into();
            Ok((tables.oracle(&goal)?.answer(&board, Ask::SOLUTION)?, board))
        });
        match found {
            Ok((Outcome::Known(answer), board)) => {
                row.distance = answer.distance;
                self.show(&mut row, answer.moves.as_deref(), &board)?;
            }
            Ok((Outcome::Bounded(stopped), board)) if stopped.best.is_some() => {
                row.distance = stopped.distance();
                self.show(&mut row, stopped.best.as_deref(), &board)?;
                if row.error.is_none() {
                    note!("{place}: {stopped}");
                }
            }
            Ok((Outcome::Bounded(stopped), _)) => {
                let why = cures::with_cure_of(&Error::Stopped(*stopped), session);
                error!("{place}: {why}");
                row.error = Some(why);
            }
            Ok((Outcome::Unsolvable(why), _)) => {
                error!("{place}: {why}");
                row.error = Some(why.to_string());
            }
            // A file that has no board ends the run.
            Err(why)
                if why.chain().any(|why| why.downcast_ref::<Error>().is_some())
                    && cures::is_of_input(&why)
                    && !Path::new(&*text).is_file() =>
            {
                let text = cures::with_cure(&why, session);
                error!("{place}: {text}");
                row.error = Some(format!("{}: {text}", cures::word(&why)));
            }
            Err(error) => return Err(error),
        }
        let mut rows = self.rows.begin::<HintRow<'_>>(session)?;
        let line = row.next.clone();
        if line.is_some() || self.rows.format() != Format::Text {
            rows.write(&row, line.unwrap_or_default())?;
        }
        rows.out.finish()?;
        Ok(if row.error.is_some() { Ending::Failed } else { Ending::Answered })
    }

    /// Adds the first move of a solution.
    fn show(
        &self,
        row: &mut HintRow<'_>,
        moves: Option<&[Move]>,
        board: &Board,
    ) -> Result<(), Error> {
        // At the goal there is no move, and an empty line says so, as `solve` does.
        let first = |moves: &[Move]| moves.first().copied().into_iter().collect::<MoveSet>();
        let next = moves.map(|moves| self.notation.format_set_on(first(moves), board));
        row.next = next.transpose()?;
        Ok(())
    }
}
