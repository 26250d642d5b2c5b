//! `tilebase solve`: boards on the command line, or lines from standard input.

use std::ffi::OsString;

use anyhow::bail;
use tilebase::search::{SearchError, Stats};
use tilebase::{Board, Error, Oracle};

use super::answers::{Answer, drawing};
use super::inputs::{Place, each};
use super::methods::{By, Far, Guess, Search, Timed};
use super::output::Output;
use super::record::Record;
use super::report::{self, Invalid};
use super::{Outcome, tables};

/// Solve boards: the canonical solution of each, in a line
///
/// Of all shortest solutions it is the smallest string under d < l < r < u. A board that cannot reach the goal answers `unsolvable`; what is
/// no board answers `invalid`. Without BOARD, boards are read from standard input, one a line.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tilebase solve \"2 3 4 1 5 x 7 6 8\"
  tilebase solve --distance 23415x768 --goal 123804765
  tilebase solve --all \"[[3,2,4],[1,5,0]]\"
  echo 8672543x1 | tilebase solve --json
  tilebase solve --method astar --stats 8672543x1")]
#[expect(clippy::struct_excessive_bools, reason = "flags; clap allows one of them")]
pub struct Args {
    /// Boards; none of them: lines from standard input
    #[arg(value_name = "BOARD")]
    boards: Vec<OsString>,

    /// The least number of moves
    #[arg(long, group = "form")]
    distance: bool,

    /// How many optimal solutions there are
    #[arg(long, group = "form")]
    count: bool,

    /// Every optimal solution, one a line, in order; an empty line after each board if there are several
    #[arg(long, conflicts_with_all = ["distance", "count", "next", "show"])]
    all: bool,

    /// All optimal moves now
    #[arg(long, group = "form")]
    next: bool,

    /// Draw each step
    #[arg(long, group = "form")]
    show: bool,

    /// One JSON object a board: `board`, `distance`, `moves`, `next`, `count`, `error`, and with --all `solutions`
    #[arg(long, group = "form")]
    json: bool,

    /// How to find the solution. All but `astar`, which finds any of the shortest, find the canonical one
    #[arg(long, value_enum, default_value = "table", conflicts_with_all = ["count", "all", "next", "json"])]
    method: By,

    /// What astar, ida, iddfs or dfs guess of how far a board is [default: manhattan, for iddfs none]
    #[arg(long, value_enum)]
    heuristic: Option<Guess>,

    /// Tell on standard error what each search did
    #[arg(long)]
    stats: bool,

    #[command(flatten)]
    far: Far,

    #[command(flatten)]
    tables: tables::Wanted,
}

pub fn run(args: &Args) -> anyhow::Result<Outcome> {
    if let Some(method) = args.method.method() {
        return search(args, &Search::new(method, args.heuristic, args.far.clone())?);
    }
    if args.heuristic.is_some() || args.stats {
        bail!(
            "--heuristic, --stats: the table is not searched; expected --method bfs, bibfs, astar, ida, iddfs or dfs with them"
        );
    }
    let tables = tables::Tables::new(&args.tables)?;
    let mut invalid = Invalid::default();
    each(&args.boards, &mut Output::stdout(), |out, place, text| match tables.read(text) {
        Ok(board) => {
            args.answer(&tables.oracle(board.shape())?, &board, out, place)?;
            out.flush()
        }
        Err(why) => {
            invalid.tell(place, &why);
            args.refuse(text.unwrap_or_default(), &why, out)
        }
    })?;
    Ok(invalid.finish())
}

/// Boards by a search, which needs no table.
fn search(args: &Args, search: &Search) -> anyhow::Result<Outcome> {
    let tables = tables::Tables::of_any_shape(&args.tables)?;
    let mut invalid = Invalid::default();
    each(&args.boards, &mut Output::stdout(), |out, place, text| {
        let board = match tables.read(text) {
            Ok(board) => board,
            Err(why) => {
                invalid.tell(place, &why);
                return args.refuse(b"", &why, out);
            }
        };
        match search.solve(&board, &tables)? {
            Ok(found) => {
                if args.stats {
                    report::note(format_args!("{place}: {}", described(&found)));
                }
                let solved = found.solved;
                match args {
                    Args { distance: true, .. } => out.line(solved.moves.len())?,
                    Args { show: true, .. } => {
                        let drawing = drawing(&board, &solved.moves);
                        out.put(|out| out.write_all(drawing.as_bytes()))?;
                    }
                    _ => out.line(&solved.moves)?,
                }
            }
            Err(SearchError::Unsolvable(_)) => out.line("unsolvable")?,
            Err(stopped @ SearchError::Stopped(_)) => {
                invalid.tell(place, &stopped);
                out.line("stopped")?;
            }
            Err(error) => return Err(error.into()),
        }
        args.end(out)?;
        // The next may take long.
        out.flush()
    })?;
    Ok(invalid.finish())
}

fn described(Timed { solved, time }: &Timed) -> String {
    let Stats { expanded, generated, frontier } = solved.stats;
    let moves = solved.moves.len();
    format!(
        "{moves} moves; expanded {expanded}, generated {generated}, largest frontier {frontier}, {time:.3?}"
    )
}

impl Args {
    fn answer(
        &self,
        oracle: &Oracle,
        board: &Board,
        out: &mut Output,
        place: Place,
    ) -> anyhow::Result<()> {
        if self.json {
            return out.line(Record::of(oracle, board, self.all)?.json()?);
        }
        if let Err(Error::Unsolvable(why)) = oracle.optimal_moves(board) {
            if matches!(place, Place::Argument(_)) {
                report::note(format_args!("{place}: {why}"));
            }
            out.line("unsolvable")?;
        } else if self.all {
            for solution in oracle.solutions(board)? {
                out.line(solution?)?;
            }
        } else if self.show {
            let drawing = drawing(board, &oracle.solution(board)?);
            out.put(|out| out.write_all(drawing.as_bytes()))?;
        } else {
            out.line(self.form().of(oracle, board)?)?;
        }
        self.end(out)
    }

    fn refuse(&self, text: &[u8], why: &str, out: &mut Output) -> anyhow::Result<()> {
        if self.json {
            return out.line(Record::invalid(text, why).uncounted().json()?);
        }
        out.line("invalid")?;
        self.end(out)
    }

    /// Ends an answer of several lines, where another may follow.
    fn end(&self, out: &mut Output) -> anyhow::Result<()> {
        let several = self.boards.len() != 1;
        if several && (self.all || self.show) { out.line("") } else { Ok(()) }
    }

    /// The answer of one line that was asked for.
    fn form(&self) -> Answer {
        match self {
            Args { distance: true, .. } => Answer::Distance,
            Args { count: true, .. } => Answer::Count,
            Args { next: true, .. } => Answer::Next,
            _ => Answer::Moves,
        }
    }
}
