//! `tilebase hint`: one optimal move.

use std::borrow::Cow;
use std::ffi::OsString;
use std::io::{Read as _, Write as _};

use anyhow::bail;
use serde::Serialize;
use tilebase::oracle::Answerable;
use tilebase::puzzle::{Metric, MultiMove, Notation};
use tilebase::{Board, Error, Move, Oracle};

use crate::any_size::FirstMove;
use crate::input::Input;
use crate::options::notation;
use crate::output::Output;
use crate::report::{self, InputPosition, error, note};
use crate::session::Session;
use crate::tables::{TableArgs, Tables};
use crate::{Ending, arguments};

/// No board is longer than this, in bytes.
const LONGEST: u64 = 1 << 16;

/// Print one optimal move: the first of the canonical solution
///
/// If a limit was reached first, it is the first move of the best solution found, and a note says
/// what is proved. Nothing but JSON is printed, and the exit status is 1, if there is none: the
/// board is the goal, cannot reach it, or is not a board, or the limit left no solution. The reason
/// goes to standard error.
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

    /// How to write the move: `blank` (d), `tile` (U) or `tiles` (5)
    #[arg(long, value_parser = notation(), ignore_case = true, default_value = "blank")]
    notation: Notation,

    /// Write one line of JSON with the fields `board`, `next`, `distance` and `error`
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    tables: TableArgs,
}

/// What `hint --json` writes. The fields are those of `lookup`.
#[derive(Serialize)]
struct HintRow<'t> {
    board: Cow<'t, str>,
    next: Option<String>,
    distance: Option<u32>,
    error: Option<String>,
}

impl Hint {
    pub fn run(&self, session: &Session) -> anyhow::Result<Ending> {
        let mut boards = arguments::boards(&self.board);
        if boards.is_empty() {
            let mut text = Vec::new();
            Input::stdin(session)?.take(LONGEST).read_to_end(&mut text)?;
            boards.push(text);
        }
        let [text] = boards.as_slice() else {
            bail!("{} boards: expected one, or `tilebase solve --next` for several", boards.len());
        };
        let board = String::from_utf8_lossy(text);
        let mut row = HintRow { board, next: None, distance: None, error: None };
        let found = match self.tables.any_size(Some(text))? {
            Some(any) => any.board(text).and_then(|board| {
                row.board = board.to_string().into();
                any.first_move(&board, self.notation)
            }),
            None => {
                let tables = Tables::new(&self.tables, session)?;
                tables.board(text).and_then(|board| {
                    row.board = board.to_string().into();
                    self.first_move(&board, &tables)
                })
            }
        };
        match found {
            Ok(FirstMove { written, distance, proved }) => {
                if written.is_none() {
                    let why = "the board is the goal";
                    error!("{}: {why}", InputPosition::Argument(1));
                    row.error = Some(why.to_owned());
                } else if let Some(proved) = proved {
                    note!("{}: {proved}", InputPosition::Argument(1));
                }
                (row.next, row.distance) = (written, distance);
            }
            Err(why @ (Error::Board(_) | Error::Unsolvable(_) | Error::Stopped(_))) => {
                let told = report::with_cure_of(&why, session);
                error!("{}: {told}", InputPosition::Argument(1));
                let is_invalid = matches!(why, Error::Board(_));
                row.error = Some(if is_invalid { format!("invalid: {told}") } else { told });
            }
            Err(error) => return Err(error.into()),
        }
        let mut out = Output::stdout(session);
        if self.json {
            writeln!(out, "{}", serde_json::to_string(&row)?)?;
        } else if let Some(next) = &row.next {
            writeln!(out, "{next}")?;
        }
        out.finish()?;
        Ok(if row.error.is_some() { Ending::Failed } else { Ending::Answered })
    }

    fn first_move(&self, board: &Board, tables: &Tables) -> Result<FirstMove, Error> {
        let goal = tables.goal(board.shape())?;
        match tables.metric {
            Metric::Single => self.of_oracle::<Move>(&tables.oracle(&goal)?, board),
            Metric::Multi => self.of_oracle::<MultiMove>(&tables.oracle(&goal)?, board),
        }
    }

    /// The first move of the canonical solution, or of the best one found within the limits.
    fn of_oracle<M: Answerable>(
        &self,
        oracle: &Oracle<M>,
        board: &Board,
    ) -> Result<FirstMove, Error> {
        let (moves, distance, proved) = match oracle.solution(board) {
            Ok(moves) => {
                let distance = Some(moves.len() as u32);
                (moves, distance, None)
            }
            Err(Error::Stopped(stopped)) => match &stopped.best {
                Some(best) => (best.into(), stopped.distance(), Some(stopped)),
                None => return Err(Error::Stopped(stopped)),
            },
            Err(error) => return Err(error),
        };
        let Some(&first) = moves.first() else {
            return Ok(FirstMove { written: None, distance, proved });
        };
        let mut written = Vec::new();
        M::write_to(&[first], self.notation, board, &mut written)?;
        let written = Some(String::from_utf8_lossy(&written).into_owned());
        Ok(FirstMove { written, distance, proved })
    }
}
