//! `tilebase check`: check answers to boards.

use std::path::PathBuf;

use anyhow::Context;
use tilebase::bulk::{Format, in_order};
use tilebase::puzzle::Plural;
use tilebase::threads::processors;

use crate::cli::arguments::Place;
use crate::cli::options::names;
use crate::cli::output::Output;
use crate::cli::paired_lines::{Chunk, PairedLines};
use crate::cli::report::{self, Invalid};
use crate::cli::verdicts::{Kind, Row, Summary, Verdicts};
use crate::cli::{Outcome, tables};

/// Check answers to boards: `optimal`, `valid +K` (K moves too many) or `wrong: ...`, one per line
///
/// An answer is a sequence of moves, or `unsolvable`, which is correct only for unsolvable boards.
/// Spaces between moves are ignored. The answer for the goal itself is an empty line. With
/// `--answers distance` an answer is a number of moves, or `unsolvable` or -1. Other verdicts: `too
/// long` for an answer of more than 65,536 bytes, which is not read, and `invalid` for an invalid
/// board. A summary goes to standard error. The exit status is 1 unless every answer is optimal or
/// valid.
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

    /// Where to write the verdicts; `-` is standard output. A file appears only when it is
    /// complete; pipes and devices are written directly
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,

    /// How to write them. `csv` and `jsonl` have the fields `board`, `answer`, `verdict`, `legal`,
    /// `reaches_goal`, `length`, `optimal_length`, `excess` and `error`
    #[arg(long, value_parser = names(&Format::NAMES), ignore_case = true, default_value = "text")]
    format: Format,

    /// Number of threads [default: the number of processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    #[command(flatten)]
    tables: tables::Wanted,
}

pub fn run(args: &Args) -> anyhow::Result<Outcome> {
    let tables = tables::Tables::new(&args.tables)?;
    let mut pairs = PairedLines::open(&args.boards, &args.answers)?;
    let mut out = Output::create(args.output.as_deref())?;
    if args.format == Format::Csv {
        out.put(|out| out.write_all(Row::HEAD.as_bytes()))?;
    }
    let mut invalid = Invalid::default();
    let mut summary = Summary::default();
    let mut lines = 0;
    in_order(
        args.threads.map_or_else(processors, usize::from),
        |chunk: &mut Chunk| Ok(pairs.next(chunk)?),
        |chunk, verdicts: &mut Verdicts| {
            *verdicts = Verdicts::new(chunk, &tables, args.kind, args.format);
        },
        |verdicts| {
            invalid.count(verdicts.summary.invalid - verdicts.told.len() as u64);
            for (line, why) in verdicts.told.drain(..) {
                invalid.tell(Place::Line(lines + line + 1), why);
            }
            summary.add(&verdicts.summary);
            out.put(|out| out.write_all(&verdicts.text))?;
            // A program that writes an answer may be waiting for its verdict.
            out.flush()?;
            if let Some((line, error)) = verdicts.failure.take() {
                return Err(error).with_context(|| Place::Line(lines + line + 1).to_string());
            }
            lines += verdicts.lines;
            Ok(())
        },
    )?;
    out.finish()?;
    let outcome = invalid.finish();
    report::note(format_args!("{}: {summary}", Plural(lines, "line")));
    let failed = summary.wrong.values().sum::<u64>() + summary.long + summary.unknown;
    Ok(if failed > 0 { Outcome::Failed } else { outcome })
}
