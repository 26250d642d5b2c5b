//! `tilebase sample`: random boards, at given distances if asked.

use std::hash::{BuildHasher, RandomState};
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::sync::Arc;

use tilebase::bulk::{Answer, Answers, Bulk, Form, Format, Source};
use tilebase::sample::{Request, Sampler};

use crate::cli::options::{count, names};
use crate::cli::output::Output;
use crate::cli::{Outcome, report, tables};

/// How many boards are drawn and written at once.
const AT_ONCE: u64 = 1024;

/// Draw random boards that reach the goal, uniformly, one per line
///
/// A seed gives the same boards on every machine and in every version: the generator is ChaCha with
/// 8 rounds, keyed with the seed.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tilebase sample --count 1000 --seed 1 -o boards.txt
  tilebase sample --count 2 --unique --distance 31
  tilebase sample --count 50 --size 3x4 --distance 40..45 --format csv")]
pub struct Args {
    /// The number of boards
    #[arg(short = 'n', long, value_name = "N", value_parser = count)]
    count: u64,

    /// Draw only boards at this distance, or from A to B, both included
    #[arg(long, value_name = "D|A..B", value_parser = distances)]
    distance: Option<RangeInclusive<u32>>,

    /// Draw no board twice
    #[arg(long)]
    unique: bool,

    /// Random seed [default: random, printed to standard error]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,

    /// How to write them: the board alone, or with the fields of `lookup`
    #[arg(long, value_parser = names(&Format::NAMES), ignore_case = true, default_value = "text")]
    format: Format,

    /// Where to write the boards: a file, which appears when it is complete; `-` is standard
    /// output, and pipes and devices are written directly
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,

    #[command(flatten)]
    tables: tables::Wanted,
}

fn distances(text: &str) -> Result<RangeInclusive<u32>, String> {
    let number = |part: &str| {
        part.trim()
            .parse::<u32>()
            .map_err(|_| "expected a distance D, or two as in A..B".to_owned())
    };
    let (first, last) = match text.split_once("..") {
        Some((first, last)) => (number(first)?, number(last)?),
        None => (number(text)?, number(text)?),
    };
    if first <= last {
        Ok(first..=last)
    } else {
        Err(format!("{first} is above {last}: expected the smaller distance first"))
    }
}

pub fn run(args: &Args) -> anyhow::Result<Outcome> {
    // Boards alone are drawn without a table.
    let tables = Arc::new(tables::Tables::of_any_shape(&args.tables)?);
    let goal = tables.goal(tables.shape().unwrap_or_default());
    let seed = args.seed.unwrap_or_else(|| {
        // Each state hashes with keys of its own.
        let seed = RandomState::new().hash_one(());
        report::note(format_args!("to reproduce these boards, use --seed {seed}"));
        seed
    });
    let needs_table = args.distance.is_some() || args.format != Format::Text;
    let batch = needs_table.then(|| tables.batch(&goal)).transpose()?;
    let distances = batch.clone().zip(args.distance.clone());
    let request = Request { count: args.count, unique: args.unique, distances };
    let mut sampler = Sampler::new(&goal, request, seed)?;
    let mut out = Output::create(args.output.as_deref(), args.tables.file())?;
    let form = Form { format: args.format, ..Form::from(Answer::Moves) };
    let bulk = Bulk::from_sources(form, move |goal| match &batch {
        Some(batch) => Ok(Source::Table(Arc::clone(batch))),
        None => Ok(Source::Table(tables.batch(goal)?)),
    })
    .goal(&goal);
    out.put(|out| out.write_all(bulk.head().as_bytes()))?;
    let mut left = args.count;
    while left > 0 {
        let boards = sampler.draw(left.min(AT_ONCE) as usize)?;
        if args.format == Format::Text {
            boards.iter().try_for_each(|board| out.line(board))?;
        } else {
            let mut answers = Answers::default();
            bulk.answer_boards(&boards, &mut answers);
            out.put(|out| out.write_all(&answers.text))?;
            if let Some((_, error)) = answers.failure {
                return Err(error.into());
            }
        }
        left -= boards.len() as u64;
    }
    out.finish()?;
    Ok(Outcome::Answered)
}
