//! `tilebase lookup`: answer a file of boards line by line.

use std::path::PathBuf;

use crate::Outcome;
use crate::answering::{AnswerArgs, AnswerWriter};
use crate::input::Input;
use crate::progress::Progress;

/// Look up a file of boards: exactly one output line for each input line, in order
///
/// The answers are those of `solve`. A board that cannot reach the goal prints `unsolvable`, and
/// malformed input prints `invalid`. The first invalid lines are reported on standard error with
/// their line numbers, and the exit status is then 1. With `--answer all` and `--show` an answer
/// has several lines, and an empty line ends it.
///
/// A file named by -o is complete if the exit status is 0 or 1: in a makefile, write
/// `.DELETE_ON_ERROR:`. To be able to go on after an interruption, write to standard output, and
/// answer the boards behind the last whole line: see `tail -n +N`.
///
/// For shapes of 17 to 25 cells the answer is the best solution found within about a second a
/// board. If it is not proved to be optimal, its lower bound and its length come first: `91..97
/// dlur...`, or `91..97` alone with --distance. With --size, `csv` has the fields `length`,
/// `lower_bound` and `optimal` besides, as `jsonl` always has for these shapes; `distance` is empty
/// unless it is proved. Besides the tables, each thread takes about 160 MB of memory, and 410 MB
/// with higher limits. If there is less, the run does not start.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tilebase lookup boards.txt -o solutions.txt
  tilebase lookup --distance < boards.txt | sort -n | uniq -c
  tilebase lookup --format csv boards.txt -o answers.csv")]
pub struct Args {
    /// Boards, one per line; `-` is standard input
    #[arg(default_value = "-")]
    file: PathBuf,

    #[command(flatten)]
    answers: AnswerArgs,

    /// Show no progress bar
    #[arg(short, long)]
    quiet: bool,
}

pub fn run(args: &Args) -> anyhow::Result<Outcome> {
    let form = args.answers.form(true)?;
    let tables = args.answers.tables()?;
    let mut input = args.answers.boards(Input::open(&args.file)?, &tables);
    let threads = args.answers.threads();
    let bulk = args.answers.bulk(form, tables, threads)?;
    let mut answered = AnswerWriter::to(args.answers.output()?, &bulk)?;
    // A bar on the same terminal as the answers would garble both.
    let hidden = args.quiet || answered.out.is_terminal();
    let progress = Progress::new(input.input().len(), hidden);
    answered.lines(
        &bulk,
        threads,
        &mut input,
        |say| progress.aside(say),
        |bytes, lines| progress.at(bytes, lines),
    )?;
    drop(progress);
    answered.finish()
}
