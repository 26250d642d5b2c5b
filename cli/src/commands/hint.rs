//! `tilebase hint`: one optimal move.

use std::borrow::Cow;
use std::ffi::OsString;
use std::io::{Read as _, Write as _};
use tilebase::Position;
use tilebase::Way;
use tilebase::oracle::Ask;
use tilebase::oracle::Outcome;

use anyhow::bail;
use tilebase::Error;
use tilebase::bulk::Format;
use tilebase::puzzle::Notation;

use crate::boards::LONGEST_BOARD;
use crate::fields::{fields, list};
use crate::input::Input;
use crate::options::notation;
use crate::output::{Output, write_fields};
use crate::report::{self, InputPosition, error, note};
use crate::session::Session;
use crate::tables::{TableArgs, Tables};
use crate::{Ending, arguments};

/// Print one optimal move: the first of the canonical solution
///
/// If a limit was reached first, it is the first move of the best solution found, and a note says
/// what is proved. For the goal itself it is an empty line. If the board cannot reach the goal or
/// is not a board, or the limit left no solution, nothing but JSON is printed, the reason goes to
/// standard error, and the exit status is 1.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tilebase hint \"2 3 4 1 5 x 7 6 8\"
  tilebase hint --notation tiles 2 3 4 1 5 x 7 6 8
  tilebase hint --json 23415x768")]
pub struct Hint {
    /// The board; `-` is standard input, a line or a grid
    #[arg(value_name = "BOARD", required = true)]
    board: Vec<OsString>,

    /// How to write the move: `blank` (d), `tile` (U), `tiles` (5) or `cells` (r3c2)
    #[arg(long, value_parser = notation(), ignore_case = true, default_value = "blank")]
    notation: Notation,

    #[arg(long, help = format!("Write one line of JSON with the fields {}", list(&HintRow::default())))]
    json: bool,

    #[command(flatten)]
    tables: TableArgs,
}

/// What `hint --json` writes. The fields are those of `lookup`.
#[derive(Default)]
struct HintRow<'t> {
    board: Cow<'t, str>,
    next: Option<String>,
    distance: Option<u32>,
    error: Option<String>,
}

fields!(HintRow<'_>: board, next, distance, error);

impl Hint {
    pub fn run(&self, session: &Session) -> anyhow::Result<Ending> {
        let mut boards = arguments::boards(&self.board);
        if boards.is_empty() {
            let mut text = Vec::new();
            Input::stdin(session)?.take(LONGEST_BOARD as u64 + 1).read_to_end(&mut text)?;
            if text.len() > LONGEST_BOARD {
                bail!("standard input has more than {LONGEST_BOARD} bytes: expected one board");
            }
            boards.push(text);
        }
        let [text] = boards.as_slice() else {
            bail!("{} boards: expected one, or `tilebase solve --next` for several", boards.len());
        };
        let board = String::from_utf8_lossy(text);
        let mut row = HintRow { board, ..HintRow::default() };
        let tables = Tables::new(&self.tables, session)?;
        let place = InputPosition::Argument(1);
        let found = tables.board(text).and_then(|board| {
            row.board = board.to_string().into();
            let goal = tables.goal_of(&board)?;
            Ok((tables.oracle(&goal)?.answer(&board, Ask::SOLUTION)?, board))
        });
        match found {
            Ok((Outcome::Known(answer), board)) => {
                row.distance = answer.distance;
                self.show(&mut row, answer.way, &board)?;
            }
            Ok((Outcome::Bounded(stopped), board)) if stopped.best.is_some() => {
                row.distance = stopped.distance();
                self.show(&mut row, Way::best_of(&stopped), &board)?;
                if row.error.is_none() {
                    note!("{place}: {stopped}");
                }
            }
            Ok((Outcome::Bounded(stopped), _)) => {
                let why = report::with_cure_of(&Error::Stopped(*stopped), session);
                error!("{place}: {why}");
                row.error = Some(why);
            }
            Ok((Outcome::Unsolvable(why), _)) => {
                error!("{place}: {why}");
                row.error = Some(why.to_string());
            }
            Err(why) if why.is_of_board() => {
                let text = report::with_cure_of(&why, session);
                error!("{place}: {text}");
                row.error = Some(format!("{}: {text}", why.word()));
            }
            Err(error) => return Err(error.into()),
        }
        let mut out = Output::stdout(session);
        if self.json {
            write_fields(Format::Jsonl, std::slice::from_ref(&row), &mut out)?;
        } else if let Some(next) = &row.next {
            writeln!(out, "{next}")?;
        }
        out.finish()?;
        Ok(if row.error.is_some() { Ending::Failed } else { Ending::Answered })
    }

    /// Adds the first move of a solution.
    fn show(&self, row: &mut HintRow<'_>, way: Option<Way>, board: &Position) -> Result<(), Error> {
        // At the goal there is no move, and an empty line says so, as `solve` does.
        row.next = way.map(|way| way.first(1).format(self.notation, board)).transpose()?;
        Ok(())
    }
}
