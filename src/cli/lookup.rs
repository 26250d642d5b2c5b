//! `tilebase lookup`: a file of boards, one a line; one line out for each line in.

use std::path::PathBuf;

use anyhow::Context;

use super::answers::Answer;
use super::bulk::{Answers, Block, Bulk};
use super::effort::processors;
use super::formats::Format;
use super::inputs::Place;
use super::lines::Input;
use super::output::Output;
use super::progress::Progress;
use super::report::Invalid;
use super::{Outcome, pipeline, tables};

/// Look up a file of boards: exactly one line out for each line in, in order
///
/// A board that cannot reach the goal answers `unsolvable`. A line that is no board answers `invalid`; the first of them are told on standard
/// error with their line numbers, and the exit status is 1.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tilebase lookup boards.txt -o solutions.txt
  tilebase lookup --answer distance < boards.txt | sort -n | uniq -c
  tilebase lookup --format csv boards.txt -o answers.csv")]
pub struct Args {
    /// Boards, one a line; `-` is standard input
    #[arg(default_value = "-")]
    file: PathBuf,

    /// Where the answers go: a file, which appears when it is complete; `-` is standard output, and pipes and devices are written directly
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,

    /// What to tell of each board. With `--format csv` or `jsonl` all but the count is told anyway
    #[arg(long, value_enum, default_value = "moves")]
    answer: Answer,

    /// How to write it. `csv` and `jsonl` have the fields `board`, `distance`, `moves`, `next`, with `--answer count` `count`, and `error`
    #[arg(long, value_enum, default_value = "text")]
    format: Format,

    /// Threads [default: as many as there are processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// No progress bar
    #[arg(short, long)]
    quiet: bool,

    /// For tests: how many bytes are read at once.
    #[arg(long, value_name = "BYTES", value_parser = clap::value_parser!(u32).range(1..=1 << 26), hide = true)]
    block: Option<u32>,

    #[command(flatten)]
    tables: tables::Wanted,
}

pub fn run(args: &Args) -> anyhow::Result<Outcome> {
    let tables = tables::Tables::new(&args.tables)?;
    let mut input = Input::open(&args.file)?.lines();
    if let Some(bytes) = args.block {
        input = input.at_once(bytes as usize);
    }
    let inputs = [Some(args.file.as_path()), args.tables.file()];
    let mut out = Output::create(args.output.as_deref(), inputs.into_iter().flatten())?;
    let format = args.format.writer(args.answer);
    out.put(|out| out.write_all(format.head().as_bytes()))?;
    let bulk = Bulk::new(&tables, format);
    // A bar between the answers would spoil both.
    let progress = Progress::new(input.input().len(), args.quiet || out.is_terminal());
    let mut invalid = Invalid::default();
    let mut lines = 0;
    pipeline::in_order(
        args.threads.map_or_else(processors, usize::from),
        |block: &mut Block| {
            let more = input.fill()?;
            block.lines.clear();
            block.lines.extend_from_slice(input.buffer());
            input.consume(block.lines.len());
            block.end = input.input().read_bytes();
            Ok(more)
        },
        |block, answers| bulk.answer(block, answers),
        |answers: &mut Answers| {
            invalid.count(answers.invalid - answers.told.len() as u64);
            for (line, why) in answers.told.drain(..) {
                progress.aside(|| invalid.tell(Place::Line(lines + line + 1), why));
            }
            out.put(|out| out.write_all(&answers.text))?;
            out.flush()?;
            if let Some((line, error)) = answers.failure.take() {
                return Err(error).with_context(|| Place::Line(lines + line + 1).to_string());
            }
            lines += answers.lines;
            progress.at(answers.end, lines);
            Ok(())
        },
    )?;
    drop(progress);
    out.finish()?;
    Ok(invalid.finish())
}
