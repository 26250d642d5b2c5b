//! `tilebase solve`: solve boards from the command line or standard input.

use std::ffi::OsString;

use crate::Outcome;
use crate::answering::{AnswerArgs, AnswerWriter};
use crate::arguments;
use crate::input::Input;

/// Solve boards: the canonical solution of each, one per line
///
/// Of all shortest solutions the canonical one is the lexicographically smallest under d < l < r <
/// u. A board that cannot reach the goal prints `unsolvable`, and malformed input prints `invalid`.
///
/// For shapes of 17 to 25 cells the answer is the best solution found within about a second, and a
/// note on standard error says what is proved: `97 moves; no solution is shorter than 91`. With
/// --optimal the search goes on until the canonical solution is found. Ctrl-C ends such a search:
/// it prints the best solution so far, and the note. Boards after it are not searched.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tilebase solve \"2 3 4 1 5 x 7 6 8\"
  tilebase solve 2 3 4 1 5 x 7 6 8
  tilebase solve --distance 23415x768 --goal 123804765
  tilebase solve --all \"[[3,2,4],[1,5,0]]\"
  tilebase solve --answer legal 23415x768
  echo 8672543x1 | tilebase solve --json
  tilebase solve --method astar --stats 8672543x1")]
pub struct Args {
    /// Boards to solve; if omitted or `-`, read them from standard input, one per line, or as
    /// grids separated by empty lines
    #[arg(value_name = "BOARD")]
    boards: Vec<OsString>,

    #[command(flatten)]
    answers: AnswerArgs,
}

pub fn run(args: &Args) -> anyhow::Result<Outcome> {
    let from_stdin = args.boards.is_empty() || args.boards == ["-"];
    let boards = arguments::boards(&args.boards);
    let form = args.answers.form(from_stdin || boards.len() > 1)?;
    let tables = args.answers.tables()?;
    let tables = if from_stdin { tables } else { tables.interruptible() };
    let input = from_stdin.then(|| args.answers.boards(Input::stdin(), &tables));
    let threads = if from_stdin { args.answers.threads() } else { 1 };
    let bulk = args.answers.bulk(form, tables, threads)?.explain_unsolvable().explain_bounds();
    let mut answered = AnswerWriter::to(args.answers.output()?, &bulk)?;
    if let Some(mut input) = input {
        answered.lines(&bulk, threads, &mut input, |say| say(), |_, _| ())?;
    } else {
        answered.arguments(&bulk, &boards)?;
    }
    answered.finish()
}
