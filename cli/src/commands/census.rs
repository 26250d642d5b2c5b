//! `tilebase census`: the number of boards at each distance, of a shape or of a file.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::bail;
use serde::Serialize;
use tilebase::bulk::Format;
use tilebase::known::known;
use tilebase::oracle::Unanswered;
use tilebase::puzzle::{MAX_TABLED_CELLS, Orbit, Plural};
use tilebase::table::ByteSize;
use tilebase::{Board, Shape};

use crate::Outcome;
use crate::boards::Layout;
use crate::chart::chart;
use crate::generation::{check_memory, generator};
use crate::input::Input;
use crate::options::{FormatArgs, OutputArg};
use crate::output::Output;
use crate::progress::{self, Progress};
use crate::report::{self, Invalid};
use crate::tables::{self, Tables};
use crate::tally::Tally;

/// Count the boards at each distance: of a shape, without a table, or of a file
///
/// Counting a shape needs about one bit of memory per board, and works for up to 14 cells. 2x7
/// needs 6 GB. For larger shapes, and for --at-most, --at-least and --best-of, published counts are
/// used if there are any: for 4x4, 3x5, 2x8 and 2x7. Counting by optimal moves or by solutions
/// needs four bytes per board, and works for up to 12 cells: 3x4 takes a gigabyte and about half a
/// minute.
///
/// `csv` has a row for each distance with its number of boards. `jsonl` is one object: `shape`,
/// `goal_blank`, `states`, `diameter`, `antipodes`, `counts` (boards at distance 0, 1, 2, ...), and
/// if asked for `share`, `best_of`; of a file `boards`, `unsolvable`, `unknown` and `counts`; with
/// --by `shape`, `goal_blank`, `states`, `by` and `counts` (pairs of a number and its boards).
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tilebase census --size 2x5
  tilebase census --size 3x4 --goal-blank 5 --json
  tilebase census --by count --format csv
  tilebase census --size 4x4 --at-most 40 --best-of 12
  tilebase census boards.txt")]
pub struct Args {
    /// Count the boards of this file instead; `-` is standard input
    file: Option<PathBuf>,

    /// The cell of the goal's blank, numbered row by row from 0 [default: the last]
    #[arg(long, value_name = "CELL", conflicts_with_all = ["goal", "file"])]
    goal_blank: Option<usize>,

    /// The share of boards whose distance is at most N
    #[arg(long, value_name = "N")]
    at_most: Option<usize>,

    /// The share of boards whose distance is at least N
    #[arg(long, value_name = "N")]
    at_least: Option<usize>,

    /// The expected distance of the nearest of K random boards
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..))]
    best_of: Option<u32>,

    /// What to count boards by: the distance, the number of optimal moves, or the number of
    /// shortest solutions
    #[arg(long, value_enum, ignore_case = true, default_value = "distance")]
    #[arg(conflicts_with_all = ["file", "at_most", "at_least", "best_of"])]
    by: By,

    #[command(flatten)]
    format: FormatArgs,

    #[command(flatten)]
    output: OutputArg,

    #[command(flatten)]
    layout: Layout,

    /// No progress bar, and no notes
    #[arg(short, long)]
    quiet: bool,

    #[command(flatten)]
    tables: tables::TableArgs,
}

#[derive(Serialize)]
struct Census {
    shape: String,
    goal_blank: usize,
    states: u64,
    diameter: usize,
    antipodes: u64,
    counts: Vec<u64>,
    #[serde(flatten)]
    shares: Shares,
}

/// What boards are counted by. The names are those of `--answer`.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum By {
    /// The least number of moves
    Distance,
    /// The number of optimal moves
    Next,
    /// The number of shortest solutions
    Count,
}

/// Counts by something else than the distance.
#[derive(Serialize)]
struct Others {
    shape: String,
    goal_blank: usize,
    states: u64,
    by: &'static str,
    counts: Vec<(u32, u64)>,
}

/// What follows from counts.
#[derive(Serialize)]
struct Shares {
    #[serde(skip_serializing_if = "Option::is_none")]
    share: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    best_of: Option<f64>,
}

/// The boards of a file.
#[derive(Serialize)]
struct OfFile {
    boards: u64,
    unsolvable: u64,
    /// Boards whose search a limit stopped.
    unknown: u64,
    counts: Vec<u64>,
    #[serde(flatten)]
    shares: Shares,
}

pub fn run(args: &Args) -> anyhow::Result<Outcome> {
    let tables = Tables::new(&args.tables)?;
    if let (Some(least), Some(most)) = (args.at_least, args.at_most)
        && least > most
    {
        bail!("--at-least {least}: expected at most {most}, the number of --at-most");
    }
    match &args.file {
        Some(file) => args.of_file(file, &tables),
        None => args.of_shape(&tables),
    }
}

impl Args {
    fn of_shape(&self, tables: &Tables) -> anyhow::Result<Outcome> {
        let shape = tables.shape().unwrap_or_default();
        let cell = self.goal_blank.unwrap_or_else(|| tables.goal(shape).blank_cell());
        let orbit = Orbit::new(shape, cell)?;
        if self.by != By::Distance {
            return self.by_others(shape, cell, tables);
        }
        let counts = self.counts(shape, orbit, tables)?;
        let census = Census {
            shape: shape.to_string(),
            goal_blank: cell,
            states: counts.iter().sum(),
            diameter: counts.len() - 1,
            antipodes: *counts.last().expect("the goal is at distance 0"),
            shares: self.shares(&counts),
            counts,
        };
        let mut out = Output::create(self.output.path())?;
        if !self.write(&mut out, &census, "distance", (0..).zip(census.counts.iter().copied()))? {
            let Census { shape, goal_blank, states, diameter, antipodes, counts, .. } = &census;
            out.line(format_args!(
                "shape       {shape}\ngoal blank  cell {goal_blank}\nstates      {states}"
            ))?;
            out.line(format_args!("diameter    {diameter}\nantipodes   {antipodes}"))?;
            out.line(self.shown(counts))?;
        }
        out.finish()?;
        Ok(Outcome::Answered)
    }

    /// Counts the boards of a shape by their optimal moves or solutions.
    fn by_others(&self, shape: Shape, cell: usize, tables: &Tables) -> anyhow::Result<Outcome> {
        let mut out = Output::create(self.output.path())?;
        let (states, threads) = (shape.states(), tables.threads().or_processors());
        let progress = progress::states(states, self.quiet);
        let tally = Tally::new(shape, cell, threads, self.quiet, progress)?;
        let (by, title) =
            if self.by == By::Count { ("count", "solutions") } else { ("next", "moves") };
        let counts = tally.by(self.by == By::Count);
        let others = Others { shape: shape.to_string(), goal_blank: cell, states, by, counts };
        let counts = others.counts.iter().copied();
        if !self.write(&mut out, &others, by, counts.clone())? {
            out.line(format_args!("shape       {shape}\ngoal blank  cell {cell}"))?;
            out.line(format_args!("states      {states}\n\n{}", chart(title, counts)))?;
        }
        out.finish()?;
        Ok(Outcome::Answered)
    }

    /// Writes counts as CSV or as a JSON object. Returns false for text.
    fn write(
        &self,
        out: &mut Output,
        object: &impl Serialize,
        name: &str,
        counts: impl Iterator<Item = (u32, u64)>,
    ) -> anyhow::Result<bool> {
        match self.format.format() {
            Format::Text => return Ok(false),
            Format::Jsonl => out.line(serde_json::to_string(object)?)?,
            Format::Csv => {
                out.line(format_args!("{name},boards"))?;
                for (number, boards) in counts {
                    out.line(format_args!("{number},{boards}"))?;
                }
            }
        }
        Ok(true)
    }

    /// The counts of a shape: published ones if counting would take too long, or was not asked for.
    fn counts(&self, shape: Shape, orbit: Orbit, tables: &Tables) -> anyhow::Result<Vec<u64>> {
        let too_large = shape.cells() > MAX_TABLED_CELLS;
        if (too_large || self.asks())
            && let Some(known) = known(orbit.into())
        {
            if !self.quiet {
                report::note(format_args!("{shape}: the counts of {}", known.source));
            }
            return Ok(known.counts);
        }
        if too_large {
            bail!(
                "{shape} is too large for a census, and no counts are published; expected a shape of \
                 at most {MAX_TABLED_CELLS} cells"
            );
        }
        let generator = generator(orbit.into(), tables.threads());
        let memory = generator.census_memory();
        check_memory(&format!("a census of {shape}"), memory)?;
        if !self.quiet {
            report::note(format_args!(
                "{shape}: {} states, needs {} of memory",
                shape.states(),
                ByteSize(memory)
            ));
        }
        let start = Instant::now();
        let counts = generator.census(progress::states(shape.states(), self.quiet))?;
        let seconds = start.elapsed().as_secs_f64();
        if !self.quiet {
            report::note(format_args!(
                "counted in {seconds:.3} s, {:.1} ns per state",
                seconds * 1e9 / shape.states() as f64
            ));
        }
        Ok(counts)
    }

    /// Whether shares or the best of several are asked for.
    fn asks(&self) -> bool {
        self.at_most.is_some() || self.at_least.is_some() || self.best_of.is_some()
    }

    /// The distances asked for.
    fn range(&self) -> RangeInclusive<usize> {
        self.at_least.unwrap_or(0)..=self.at_most.unwrap_or(usize::MAX)
    }

    fn shares(&self, counts: &[u64]) -> Shares {
        let asked = self.at_most.is_some() || self.at_least.is_some();
        let all: u64 = counts.iter().sum();
        let share = |boards: u64| boards as f64 / all as f64;
        let within = || (0..).zip(counts).filter(|(d, _)| self.range().contains(d)).map(|(_, n)| n);
        let best = |of: u32| {
            // The nearest is at least at distance d if all are.
            let mut farther = all;
            let at_least = counts.iter().map(|count| {
                farther -= count;
                share(farther).powf(of.into())
            });
            at_least.sum()
        };
        Shares {
            share: asked.then(|| share(within().sum())).filter(|_| all > 0),
            best_of: self.best_of.map(best).filter(|_| all > 0),
        }
    }

    /// The chart, or what was asked for instead.
    fn shown(&self, counts: &[u64]) -> String {
        if !self.asks() {
            return format!("\n{}", chart("distance", (0..).zip(counts.iter().copied())));
        }
        let Shares { share, best_of } = self.shares(counts);
        let mut lines = Vec::new();
        if let Some(share) = share {
            let distances = match (self.at_least, self.at_most) {
                (Some(least), Some(most)) => format!("{least} to {most}"),
                (Some(least), None) => format!("at least {least}"),
                (None, most) => format!("at most {}", most.unwrap_or_default()),
            };
            let within = (0..).zip(counts).filter(|(d, _)| self.range().contains(d));
            lines.push(format!("distance    {distances}"));
            lines.push(format!("boards      {}", within.map(|(_, count)| count).sum::<u64>()));
            let one_in = (share > 0.0).then(|| format!(", one in {}", significant(1.0 / share)));
            let one_in = one_in.unwrap_or_default();
            lines.push(format!("share       {}%{one_in}", significant(share * 100.0)));
        }
        if let (Some(best), Some(of)) = (best_of, self.best_of) {
            lines.push(format!("best of {of:<3} {best:.3} on average"));
        }
        lines.join("\n")
    }

    /// The distances of the boards of a file.
    fn of_file(&self, file: &Path, tables: &Tables) -> anyhow::Result<Outcome> {
        let input = Input::open(file)?;
        let mut out = Output::create(self.output.path())?;
        let progress = Progress::new(input.len(), self.quiet);
        let mut input = self.layout.boards(input, tables.shape());
        let places = input.input().places();
        let mut invalid = Invalid::default();
        let mut found = OfFile {
            boards: 0,
            unsolvable: 0,
            unknown: 0,
            counts: Vec::new(),
            shares: self.shares(&[]),
        };
        let mut number = 0;
        while input.fill()? {
            let mut boards: Vec<Board> = Vec::new();
            for line in input.lines() {
                number += 1;
                match tables.read(line) {
                    Ok(board) => boards.push(board),
                    Err(why) => progress.aside(|| invalid.tell(places.of(number), why)),
                }
            }
            places.forget(number + 1);
            input.consume(input.buffer().len());
            let (distances, failed) = tables.distances(&boards);
            if let Some(error) = failed {
                return Err(error.into());
            }
            for distance in distances {
                found.boards += 1;
                match distance {
                    Ok(distance) => {
                        let distance = distance as usize;
                        if found.counts.len() <= distance {
                            found.counts.resize(distance + 1, 0);
                        }
                        found.counts[distance] += 1;
                    }
                    Err(Unanswered::Unsolvable(_)) => found.unsolvable += 1,
                    Err(_) => found.unknown += 1,
                }
            }
            progress.at(places.bytes(input.position()), number);
        }
        drop(progress);
        found.shares = self.shares(&found.counts);
        if !self.write(&mut out, &found, "distance", (0..).zip(found.counts.iter().copied()))? {
            let OfFile { boards, unsolvable, unknown, counts, .. } = &found;
            let solved: u64 = counts.iter().sum();
            let total: u64 = (0..).zip(counts).map(|(distance, count)| distance * count).sum();
            out.line(format_args!("boards      {boards}\nunsolvable  {unsolvable}"))?;
            if *unknown > 0 {
                out.line(format_args!("unknown     {unknown}"))?;
            }
            if solved > 0 {
                out.line(format_args!("mean        {:.3}", total as f64 / solved as f64))?;
                out.line(self.shown(counts))?;
            }
        }
        out.finish()?;
        if found.unknown > 0 {
            report::error(format_args!(
                "the limit stopped the search for {}",
                Plural(found.unknown, "board")
            ));
        }
        let outcome = invalid.finish();
        Ok(if found.unknown > 0 { Outcome::Failed } else { outcome })
    }
}

/// A number with four significant digits, without an exponent.
fn significant(number: f64) -> String {
    let digits = (0..20).find(|&digits| number * 10f64.powi(digits) >= 1000.0).unwrap_or(20);
    format!("{number:.*}", digits.unsigned_abs() as usize)
}
