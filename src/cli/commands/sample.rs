//! `tilebase sample`: random boards, at given distances if asked.

use std::hash::{BuildHasher, RandomState};
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::bail;
use tilebase::bulk::{Answer, Answers, Bulk, Form, Format};
use tilebase::judge::{Judge, Layout};
use tilebase::sample::{Population, Request, Sampler};
use tilebase::{Batch, Board, Shape};

use super::judge::judges;
use crate::cli::options::{count, names};
use crate::cli::output::Output;
use crate::cli::progress::Drawing;
use crate::cli::{Outcome, report, tables};

/// The number of boards drawn and written at once, and the number if each one takes searches.
const AT_ONCE: u64 = 1024;
const FEW: u64 = 64;

/// Draw random boards that reach the goal, uniformly, one per line
///
/// A seed gives the same boards on every machine and in every version: the generator is ChaCha with
/// 8 rounds, keyed with the seed.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tilebase sample --count 1000 --seed 1 -o boards.txt
  tilebase sample --count 2 --unique --distance 31
  tilebase sample --per-distance 10 --format csv --answer count
  tilebase sample --count 50 --size 3x4 --distance 40..45 --format csv
  tilebase sample --count 20 --judge hdu1043 | tilebase judge hdu1043")]
pub struct Args {
    /// The number of boards
    #[arg(short = 'n', long, value_name = "N", value_parser = count, required_unless_present = "per_distance")]
    count: Option<u64>,

    /// Draw N boards at each distance instead, the nearest first and none twice; all boards at a
    /// distance where there are fewer
    #[arg(long, value_name = "N", value_parser = count, conflicts_with = "count")]
    per_distance: Option<u64>,

    /// Draw only boards at this distance, or from A to B, both included
    #[arg(long, value_name = "D|A..B", value_parser = distances)]
    distance: Option<RangeInclusive<u32>>,

    /// Draw boards that cannot reach the goal instead
    #[arg(long, conflicts_with_all = ["distance", "per_distance"])]
    unsolvable: bool,

    /// Draw no board twice
    #[arg(long)]
    unique: bool,

    /// Random seed [default: random, printed to standard error]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,

    /// How to write them: the board alone, or with the fields of `lookup`
    #[arg(long, value_parser = names(&Format::NAMES), ignore_case = true, default_value = "text")]
    format: Format,

    /// Add the fields that this answer of `lookup` has: `count`, the number of shortest solutions;
    /// `all`, these solutions; `legal`
    #[arg(long, value_parser = names(&Answer::NAMES), ignore_case = true)]
    answer: Option<Answer>,

    /// Write them as the input of this judge, with its goal
    #[arg(long, value_name = "NAME", value_parser = judges(), ignore_case = true, hide_possible_values = true, conflicts_with_all = ["format", "answer"])]
    judge: Option<&'static Judge>,

    /// Where to write the boards: a file, which appears when it is complete; `-` is standard
    /// output, and pipes and devices are written directly
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,

    /// No progress bar
    #[arg(short, long)]
    quiet: bool,

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
    if args.answer.is_some() && args.format == Format::Text {
        bail!("--answer adds fields to CSV and JSON; expected --format csv or jsonl with it");
    }
    // Drawing and writing only boards needs no table.
    let tables = tables::Tables::new(&args.tables)?;
    let asked_for = tables.shape().map(|shape| tables.goal(shape));
    let layout = args.judge.map(|judge| Layout::new(judge, asked_for.as_ref())).transpose()?;
    let goal = match &layout {
        Some(layout) => *layout.goal(),
        None => asked_for.unwrap_or_else(|| Board::goal(Shape::default())),
    };
    let seed = args.seed.unwrap_or_else(|| {
        // Every `RandomState` has its own random keys.
        let seed = RandomState::new().hash_one(());
        report::note(format_args!("to reproduce these boards, use --seed {seed}"));
        seed
    });
    let mut out = Output::create(args.output.as_deref())?;
    // On a terminal, a bar and the boards would overwrite each other.
    let progress = Drawing::new(args.quiet || out.is_terminal());
    let by_distance = args.distance.is_some() || args.per_distance.is_some();
    let needs_table = by_distance || args.format != Format::Text;
    let oracle = needs_table.then(|| tables.oracle(&goal)).transpose()?;
    let batch = oracle.map(|oracle| Arc::new(Batch::new(oracle)));
    let mut sampler = Sampler::new(&goal, args.request(batch.as_ref()), seed)?;
    let mut left = sampler.left().or(args.count).unwrap_or_default();
    progress.begin(left);
    let searched = batch.as_ref().is_some_and(|batch| batch.oracle().table().is_none());
    let at_once = if searched { FEW } else { AT_ONCE };
    let form = Form { format: args.format, ..Form::from(args.answer.unwrap_or_default()) };
    let bulk = Bulk::with_oracles(form, move |goal| tables.oracle(goal)).goal(&goal);
    let head = layout.as_ref().map_or_else(|| Ok(bulk.head()), |layout| layout.head(left))?;
    out.put(|out| out.write_all(head.as_bytes()))?;
    while left > 0 {
        let boards = sampler.draw(left.min(at_once) as usize)?;
        if let Some(layout) = &layout {
            let cases: String = boards.iter().map(|board| layout.case(board)).collect();
            out.put(|out| out.write_all(cases.as_bytes()))?;
        } else if args.format == Format::Text {
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
        progress.drawn(boards.len() as u64);
    }
    drop(progress);
    out.finish()?;
    Ok(Outcome::Answered)
}

impl Args {
    fn request(&self, batch: Option<&Arc<Batch>>) -> Request {
        let distances = || self.distance.clone().unwrap_or(0..=u32::MAX);
        let from = match batch {
            _ if self.unsolvable => Population::Unsolvable,
            Some(batch) if self.per_distance.is_some() => {
                Population::EachDistance(Arc::clone(batch), distances())
            }
            Some(batch) if self.distance.is_some() => {
                Population::Distances(Arc::clone(batch), distances())
            }
            _ => Population::Solvable,
        };
        let count = self.per_distance.or(self.count).unwrap_or_default();
        Request { count, unique: self.unique, from }
    }
}
