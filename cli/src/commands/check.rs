//! `tilebase check`: check answers to boards.

use std::path::PathBuf;

use tilebase::puzzle::Notation;

use crate::Outcome;
use crate::boards::Layout;
use crate::options::{FormatArgs, OutputArg, notation};
use crate::tables::{self, Tables};
use crate::verdicts::{Check, Kind, Reading};

/// Check answers to boards: `optimal`, `valid +K` (K moves too many) or `wrong: ...`, one per line
///
/// An answer is a sequence of moves, or `unsolvable`, which is correct only for unsolvable boards.
/// Spaces between moves are ignored. The answer for the goal itself is an empty line. With
/// `--answers distance` an answer is a number of moves, or `unsolvable` or -1. Other verdicts: `too
/// long` for an answer of more than 65,536 bytes, which is not read, and `invalid` for an invalid
/// board. A summary goes to standard error. The exit status is 1 unless every answer is optimal or
/// valid. `csv` and `jsonl` have the fields `board`, `answer`, `verdict`, `legal`, `reaches_goal`,
/// `length`, `optimal_length`, `excess` and `error`.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tilebase check boards.txt answers.txt
  my-solver < boards.txt | tilebase check boards.txt -
  tilebase check --answers distance boards.txt distances.txt
  tilebase check --format jsonl boards.txt answers.txt -o verdicts.jsonl")]
pub struct Args {
    /// Boards, one per line; `-` is standard input
    boards: PathBuf,

    /// Answers, one per line; `-` is standard input
    answers: PathBuf,

    /// What the answers are
    #[arg(id = "kind", long = "answers", value_name = "KIND", ignore_case = true)]
    #[arg(value_enum, default_value = "moves")]
    kind: Kind,

    #[command(flatten)]
    output: OutputArg,

    #[command(flatten)]
    format: FormatArgs,

    /// How the answers are written: `blank` (ddl), `tile` (U2R) or `tiles` (5 8 7)
    #[arg(long, value_parser = notation(), ignore_case = true, default_value = "blank")]
    notation: Notation,

    #[command(flatten)]
    layout: Layout,

    #[command(flatten)]
    tables: tables::TableArgs,
}

pub fn run(args: &Args) -> anyhow::Result<Outcome> {
    Check {
        boards: &args.boards,
        answers: &args.answers,
        output: args.output.path(),
        layout: &args.layout,
        tables: Tables::new(&args.tables)?,
        reading: Reading { kind: args.kind, notation: args.notation },
        format: args.format.format(),
        lengths: false,
    }
    .run()
}
