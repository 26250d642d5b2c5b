//! `tilebase census`: the number of boards at each distance, of a shape or of a file, and how many
//! boards of a shape have how many optimal moves or shortest solutions.

use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use tilebase::Position;

use anyhow::bail;
use serde::Serialize;
use tilebase::Shape;
use tilebase::bulk::Format;
use tilebase::known::known;
use tilebase::oracle::Outcome;
use tilebase::puzzle::{Metric, Orbit, Plural, Puzzle};
use tilebase::table::ByteSize;

use crate::Ending;
use crate::averages::{Averages, Description};
use crate::boards::BoardBlock;
use crate::input::Input;
use crate::limits::check_memory;
use crate::options::{BoardRowsArgs, count_in};
use crate::output::{Output, chart};
use crate::progress::{self, InputProgress};
use crate::report::{self, Invalid, error, note};
use crate::session::Session;
use crate::tables::{TableArgs, Tables};
use crate::tally::{MAX_TALLIED_CELLS, Tally};

/// Count the boards at each distance: of a shape, without a table, or of a file
///
/// Counting a shape needs about one bit of memory per board, and works for up to 14 cells. 2x7
/// needs 6 GB. For larger shapes, and for --at-most, --at-least and --best-of, published counts are
/// used if there are any: for 4x4, 3x5, 2x8 and 2x7. Counting by optimal moves or by solutions
/// needs four bytes per board, and works for up to 12 cells: 3x4 takes a gigabyte and about half a
/// minute.
///
/// Of a file, the mean, the median and the deviation are told, and averages as speed-solvers take
/// them: of 5, 12 and 100 boards in a row (`ao5`, `ao12`, `ao100`), without the best and the worst
/// twentieth, the best average and the last.
///
/// `csv` has a row for each distance with its number of boards. `jsonl` is one object: `shape`,
/// `goal_blank`, `states`, `diameter`, `antipodes`, `counts` (boards at distance 0, 1, 2, ...), and
/// if asked for `share`, `best_of`; of a file `boards`, `unsolvable`, `unknown`, `counts`, `mean`,
/// `median`, `deviation`, and the averages of 5, 12 and 100 boards in a row; with
/// --by `shape`, `goal_blank`, `states`, `by` and `counts` (pairs of a number and its boards).
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tilebase census --size 2x5
  tilebase census --size 3x4 --goal-blank 5 --json
  tilebase census --by count --format csv
  tilebase census --size 4x4 --at-most 40 --best-of 12
  tilebase census boards.txt")]
pub struct Census {
    /// Count the boards of these files instead; `-` is standard input
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    /// The cell of the goal's blank, numbered row by row from 0 [default: the last]
    #[arg(long, value_name = "CELL", conflicts_with_all = ["goal", "files"])]
    #[arg(value_parser = count_in(0..=usize::MAX))]
    goal_blank: Option<usize>,

    /// The share of boards whose distance is at most N
    #[arg(long, value_name = "N", value_parser = count_in(0..=usize::MAX))]
    at_most: Option<usize>,

    /// The share of boards whose distance is at least N
    #[arg(long, value_name = "N", value_parser = count_in(0..=usize::MAX))]
    at_least: Option<usize>,

    /// The expected distance of the nearest of K random boards
    #[arg(long, value_name = "K", value_parser = count_in(1..=u32::MAX))]
    best_of: Option<u32>,

    /// What to count boards by: the distance, the number of optimal moves, or the number of
    /// shortest solutions
    #[arg(long, value_enum, ignore_case = true, default_value = "distance")]
    #[arg(conflicts_with_all = ["files", "at_most", "at_least", "best_of"])]
    by: By,

    /// Print a Markdown table
    #[arg(long, conflicts_with_all = ["format", "json"])]
    markdown: bool,

    #[command(flatten)]
    io: BoardRowsArgs,

    /// No progress bar, and no notes
    #[arg(short, long)]
    quiet: bool,

    #[command(flatten)]
    tables: TableArgs,
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

/// The boards of a shape by distance.
#[derive(Serialize)]
struct ByDistance {
    shape: String,
    goal_blank: usize,
    states: u64,
    diameter: usize,
    antipodes: u64,
    counts: Vec<u64>,
    #[serde(flatten)]
    shares: Shares,
}

/// The boards of a shape by something else.
#[derive(Serialize)]
struct ByOther {
    shape: String,
    goal_blank: usize,
    states: u64,
    by: &'static str,
    counts: Vec<(u32, u64)>,
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
    summary: Description,
    #[serde(flatten)]
    shares: Shares,
}

/// What follows from counts.
#[derive(Serialize)]
struct Shares {
    #[serde(skip_serializing_if = "Option::is_none")]
    share: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    best_of: Option<f64>,
}

impl Census {
    pub fn run(&self, session: &Session) -> anyhow::Result<Ending> {
        let tables = Tables::new(&self.tables, session)?;
        if let (Some(least), Some(most)) = (self.at_least, self.at_most)
            && least > most
        {
            bail!("--at-least {least}: expected at most {most}, the number of --at-most");
        }
        if !self.files.is_empty() {
            return self.of_files(&tables, session);
        }
        let goal = tables.small_goal("a census")?;
        let shape = goal.shape();
        let cell = self.goal_blank.unwrap_or(goal.blank_cell());
        let orbit = Orbit::new(shape, cell)?;
        if self.by != By::Distance && tables.metric != Metric::default() {
            bail!("--metric {}: --by knows only single", tables.metric);
        }
        let out = self.io.rows.output.create(session)?;
        if self.by == By::Distance {
            self.by_distance(out, shape, cell, orbit, &tables)?;
        } else {
            self.by_other(out, shape, cell, orbit, &tables)?;
        }
        Ok(Ending::Answered)
    }

    fn by_distance(
        &self,
        out: Output,
        shape: Shape,
        goal_blank: usize,
        orbit: Orbit,
        tables: &Tables,
    ) -> anyhow::Result<()> {
        let counts = self.counts(shape, orbit, tables)?;
        let states: u64 = counts.iter().sum();
        let diameter = counts.len() - 1;
        let antipodes = *counts.last().expect("the goal is at distance 0");
        let text = format!(
            "shape       {shape}\ngoal blank  cell {goal_blank}\nstates      {states}\n\
             diameter    {diameter}\nantipodes   {antipodes}\n{}\n",
            self.shown(&counts)
        );
        let (shape, shares) = (shape.to_string(), self.shares(&counts));
        let all = ByDistance { shape, goal_blank, states, diameter, antipodes, counts, shares };
        let counts = (0..).zip(all.counts.iter().copied());
        self.write(out, &all, "distance", counts, &text)
    }

    /// Counts the boards of a shape by their optimal moves or solutions.
    fn by_other(
        &self,
        out: Output,
        shape: Shape,
        goal_blank: usize,
        orbit: Orbit,
        tables: &Tables,
    ) -> anyhow::Result<()> {
        if shape.cells() > MAX_TALLIED_CELLS {
            bail!(
                "--by: {shape} has too many boards; expected a shape of at most \
                 {MAX_TALLIED_CELLS} cells"
            );
        }
        let (states, threads) = (shape.states(), tables.threads.or_processors());
        let memory = Tally::memory(shape);
        check_memory(&format!("a census of {shape} by solutions"), memory)?;
        if !self.quiet {
            note!("{shape}: {states} states, needs {} of memory", ByteSize(memory));
        }
        let progress = progress::states(states, self.quiet);
        let tally = Tally::new(orbit, threads, progress)?;
        let of_solutions = self.by == By::Count;
        let counts = tally.by(of_solutions);
        let (by, title) = if of_solutions { ("count", "solutions") } else { ("next", "moves") };
        let text = format!(
            "shape       {shape}\ngoal blank  cell {goal_blank}\nstates      {states}\n\n{}\n",
            chart(title, counts.iter().copied())
        );
        let all = ByOther { shape: shape.to_string(), goal_blank, states, by, counts };
        self.write(out, &all, by, all.counts.iter().copied(), &text)
    }

    /// Writes counts as text, as CSV or as a JSON object.
    fn write(
        &self,
        mut out: Output,
        object: &impl Serialize,
        name: &str,
        counts: impl Iterator<Item = (u32, u64)>,
        text: &str,
    ) -> anyhow::Result<()> {
        if self.asks() && (self.markdown || self.io.rows.format() == Format::Csv) {
            bail!(
                "--at-least, --at-most and --best-of: a table of counts has no place for them; \
                 expected text or --format jsonl"
            );
        }
        if self.markdown {
            writeln!(out, "| {name} | boards |\n| ---: | ---: |")?;
            for (number, boards) in counts {
                writeln!(out, "| {number} | {boards} |")?;
            }
            return out.finish();
        }
        match self.io.rows.format() {
            Format::Text => out.write_all(text.as_bytes())?,
            Format::Jsonl => writeln!(out, "{}", serde_json::to_string(object)?)?,
            Format::Csv => {
                writeln!(out, "{name},boards")?;
                for (number, boards) in counts {
                    writeln!(out, "{number},{boards}")?;
                }
            }
        }
        out.finish()
    }

    /// The counts of a shape: published ones if counting would take too long, or was not asked for.
    fn counts(&self, shape: Shape, orbit: Orbit, tables: &Tables) -> anyhow::Result<Vec<u64>> {
        let (puzzle, most) =
            (Puzzle::of_all_boards(orbit, tables.metric), tables.metric.most_tabled_cells());
        let too_large = shape.cells() > most;
        if (too_large || self.asks())
            && let Some(known) = known(puzzle)
        {
            if !self.quiet {
                note!("{shape}: the counts of {}", known.source);
            }
            return Ok(known.counts);
        }
        if too_large {
            bail!(
                "{shape} is too large for a census, and no counts are published; expected a shape of \
                 at most {most} cells"
            );
        }
        let (generator, states) = (tables.threads.generator(puzzle), shape.states());
        let memory = generator.census_memory()?;
        check_memory(&format!("a census of {shape}"), memory)?;
        if !self.quiet {
            // Twice the measured time on two processors, as for tables.
            let time = report::about(Duration::from_nanos(4 * states));
            note!("{shape}: {states} states, needs {} of memory{time}", ByteSize(memory));
        }
        let start = Instant::now();
        let counts = generator.census(progress::states(states, self.quiet))?;
        let seconds = start.elapsed().as_secs_f64();
        if !self.quiet {
            let each = seconds * 1e9 / states as f64;
            note!("counted in {seconds:.3} s, {each:.1} ns per state");
        }
        Ok(counts)
    }

    /// Whether shares or the best of several are asked for.
    fn asks(&self) -> bool {
        self.at_most.is_some() || self.at_least.is_some() || self.best_of.is_some()
    }

    /// The number of boards at the distances asked for.
    fn within(&self, counts: &[u64]) -> u64 {
        let range = self.at_least.unwrap_or(0)..=self.at_most.unwrap_or(usize::MAX);
        (0..).zip(counts).filter(|(distance, _)| range.contains(distance)).map(|(_, n)| n).sum()
    }

    fn shares(&self, counts: &[u64]) -> Shares {
        let all: u64 = counts.iter().sum();
        let mut shares = Shares { share: None, best_of: None };
        if all == 0 {
            return shares;
        }
        if self.at_most.is_some() || self.at_least.is_some() {
            shares.share = Some(self.within(counts) as f64 / all as f64);
        }
        if let Some(of) = self.best_of {
            // The nearest is at least at distance d if all are.
            let mut farther = all;
            let at_least = counts.iter().map(|count| {
                farther -= count;
                (farther as f64 / all as f64).powf(of.into())
            });
            shares.best_of = Some(at_least.sum());
        }
        shares
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
            lines.push(format!("distance    {distances}"));
            lines.push(format!("boards      {}", self.within(counts)));
            let one_in = match share {
                0.0 => String::new(),
                share => format!(", one in {}", significant(1.0 / share)),
            };
            lines.push(format!("share       {}%{one_in}", significant(share * 100.0)));
        }
        if let (Some(best), Some(of)) = (best_of, self.best_of) {
            lines.push(format!("best of {of:<3} {best:.3} on average"));
        }
        lines.join("\n")
    }

    /// The distances of the boards of files.
    fn of_files(&self, tables: &Tables, session: &Session) -> anyhow::Result<Ending> {
        let (mut inputs, mut len) = (Vec::new(), Some(0));
        for file in &self.files {
            let input = Input::open(file, session)?;
            len = len.and_then(|len| Some(len + input.len()?));
            inputs.push((file, self.io.layout.boards(input, tables.size)?));
        }
        let out = self.io.rows.output.create(session)?;
        let progress = InputProgress::new(len, self.quiet);
        let mut invalid = Invalid::default();
        let (mut boards, mut unsolvable, mut unknown, mut counts) = (0, 0, 0, Vec::new());
        let mut averages = Averages::default();
        let mut block = BoardBlock::default();
        let mut before = 0;
        for (file, mut input) in inputs {
            let several = self.files.len() > 1;
            let file = if several { format!("{}: ", file.display()) } else { String::new() };
            while input.read_boards(usize::MAX, &mut block)? {
                let found = tables.boards(&block, "a census", |place, why| {
                    progress.aside(|| invalid.tell(format!("{file}{place}"), why));
                });
                let (distances, failed) =
                    tables.distances(&found.into_iter().map(Position::from).collect::<Vec<_>>());
                if let Some(error) = failed {
                    return Err(error.into());
                }
                boards += distances.len() as u64;
                for distance in distances {
                    match distance {
                        Outcome::Known(distance) => {
                            averages.add(distance);
                            let distance = distance as usize;
                            counts.resize(counts.len().max(distance + 1), 0);
                            counts[distance] += 1;
                        }
                        Outcome::Unsolvable(_) => unsolvable += 1,
                        Outcome::Bounded(_) => unknown += 1,
                    }
                }
                progress.at(before + block.position, boards);
            }
            before += block.position;
        }
        drop(progress);
        let mut lines = vec![format!("boards      {boards}"), format!("unsolvable  {unsolvable}")];
        if unknown > 0 {
            lines.push(format!("unknown     {unknown}"));
        }
        let summary = averages.summary(&counts);
        lines.extend(summary.lines());
        if !counts.is_empty() {
            lines.push(self.shown(&counts));
        }
        let text = lines.join("\n") + "\n";
        let shares = self.shares(&counts);
        let all = OfFile { boards, unsolvable, unknown, counts, summary, shares };
        self.write(out, &all, "distance", (0..).zip(all.counts.iter().copied()), &text)?;
        if unknown > 0 {
            error!("the limit stopped the search for {}", Plural(unknown, "board"));
        }
        let outcome = invalid.finish();
        Ok(if unknown > 0 { Ending::Failed } else { outcome })
    }
}

/// A number with four significant digits, without an exponent.
fn significant(number: f64) -> String {
    if number == 0.0 {
        return "0".to_owned();
    }
    let digits = (0..20).find(|&digits| number * 10f64.powi(digits) >= 1000.0).unwrap_or(20);
    format!("{number:.*}", digits.unsigned_abs() as usize)
}
