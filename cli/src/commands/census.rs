//! `tilebase census`: the number of boards at each distance, of a shape or of a file, and how many
//! boards of a shape have how many optimal moves or shortest solutions.

use std::collections::{BTreeMap, HashMap};
use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};
use std::time::Instant;

use anyhow::{Context, bail};
use serde::Serialize;
use tilebase::bulk::{Format, in_order};
use tilebase::known::known;
use tilebase::oracle::Unanswered;
use tilebase::puzzle::{Coordinates, MAX_TABLED_CELLS, MoveTable, Orbit, Plural};
use tilebase::table::ByteSize;
use tilebase::{Error, Move, Shape};

use crate::Outcome;
use crate::boards::BoardBlock;
use crate::input::Input;
use crate::limits::check_memory;
use crate::options::BoardRowsArgs;
use crate::output::{Output, chart};
use crate::progress::{self, Progress};
use crate::report::{Invalid, error, note};
use crate::tables::{TableArgs, Tables};

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
pub struct Census {
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
    pub fn run(&self) -> anyhow::Result<Outcome> {
        let tables = Tables::new(&self.tables)?;
        if let (Some(least), Some(most)) = (self.at_least, self.at_most)
            && least > most
        {
            bail!("--at-least {least}: expected at most {most}, the number of --at-most");
        }
        if let Some(file) = &self.file {
            return self.of_file(file, &tables);
        }
        let shape = tables.shape.unwrap_or_default();
        let cell = self.goal_blank.unwrap_or_else(|| tables.goal(shape).blank_cell());
        let orbit = Orbit::new(shape, cell)?;
        let out = self.io.rows.output.create()?;
        match self.by {
            By::Distance => self.by_distance(out, shape, cell, orbit, &tables)?,
            By::Next => self.by_other(out, shape, cell, orbit, "next", &tables)?,
            By::Count => self.by_other(out, shape, cell, orbit, "count", &tables)?,
        }
        Ok(Outcome::Answered)
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
        by: &'static str,
        tables: &Tables,
    ) -> anyhow::Result<()> {
        let (states, threads) = (shape.states(), tables.threads.or_processors());
        let progress = progress::states(states, self.quiet);
        let tally = Tally::new(orbit, threads, self.quiet, progress)?;
        let counts = tally.by(self.by == By::Count);
        let title = if self.by == By::Count { "solutions" } else { "moves" };
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
        let too_large = shape.cells() > MAX_TABLED_CELLS;
        if (too_large || self.asks())
            && let Some(known) = known(orbit.into())
        {
            if !self.quiet {
                note!("{shape}: the counts of {}", known.source);
            }
            return Ok(known.counts);
        }
        if too_large {
            bail!(
                "{shape} is too large for a census, and no counts are published; expected a shape of \
                 at most {MAX_TABLED_CELLS} cells"
            );
        }
        let (generator, states) = (tables.threads.generator(orbit.into()), shape.states());
        let memory = generator.census_memory()?;
        check_memory(&format!("a census of {shape}"), memory)?;
        if !self.quiet {
            note!("{shape}: {states} states, needs {} of memory", ByteSize(memory));
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
        let asked = self.at_most.is_some() || self.at_least.is_some();
        let all: u64 = counts.iter().sum();
        let share = |boards: u64| boards as f64 / all as f64;
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
            share: (asked && all > 0).then(|| share(self.within(counts))),
            best_of: self.best_of.filter(|_| all > 0).map(best),
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
            lines.push(format!("distance    {distances}"));
            lines.push(format!("boards      {}", self.within(counts)));
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
        let out = self.io.rows.output.create()?;
        let progress = Progress::new(input.len(), self.quiet);
        let mut input = self.io.layout.boards(input, tables.shape)?;
        let mut invalid = Invalid::default();
        let (mut boards, mut unsolvable, mut unknown, mut counts) = (0, 0, 0, Vec::new());
        let mut block = BoardBlock::default();
        while input.read_boards(usize::MAX, &mut block)? {
            let found =
                tables.boards(&block, |place, why| progress.aside(|| invalid.tell(place, why)));
            let (distances, failed) = tables.distances(&found);
            if let Some(error) = failed {
                return Err(error.into());
            }
            boards += distances.len() as u64;
            for distance in distances {
                match distance {
                    Ok(distance) => {
                        let distance = distance as usize;
                        counts.resize(counts.len().max(distance + 1), 0);
                        counts[distance] += 1;
                    }
                    Err(Unanswered::Unsolvable(_)) => unsolvable += 1,
                    Err(_) => unknown += 1,
                }
            }
            progress.at(block.position, boards);
        }
        drop(progress);
        let mut lines = vec![format!("boards      {boards}"), format!("unsolvable  {unsolvable}")];
        if unknown > 0 {
            lines.push(format!("unknown     {unknown}"));
        }
        let solved: u64 = counts.iter().sum();
        if solved > 0 {
            let total: u64 = (0..).zip(&counts).map(|(distance, count)| distance * count).sum();
            lines.push(format!("mean        {:.3}", total as f64 / solved as f64));
            lines.push(self.shown(&counts));
        }
        let text = lines.join("\n") + "\n";
        let shares = self.shares(&counts);
        let all = OfFile { boards, unsolvable, unknown, counts, shares };
        self.write(out, &all, "distance", (0..).zip(all.counts.iter().copied()), &text)?;
        if unknown > 0 {
            error!("the limit stopped the search for {}", Plural(unknown, "board"));
        }
        let outcome = invalid.finish();
        Ok(if unknown > 0 { Outcome::Failed } else { outcome })
    }
}

/// A number with four significant digits, without an exponent.
fn significant(number: f64) -> String {
    let digits = (0..20).find(|&digits| number * 10f64.powi(digits) >= 1000.0).unwrap_or(20);
    format!("{number:.*}", digits.unsigned_abs() as usize)
}

/// Shapes of up to this many cells have a number for each board in memory: 3x4 takes a gigabyte.
const MOST_CELLS: usize = 12;

/// The number of words of 64 states that a thread takes at once.
const AT_ONCE: usize = 1 << 12;

/// A board's shortest solutions are counted in the low bits, and its optimal moves above.
const A_MOVE: u32 = 1 << 29;
const SOLUTIONS: u32 = A_MOVE - 1;

/// The number of boards with each number of optimal moves and of shortest solutions.
#[derive(Default)]
struct Tally(HashMap<u32, u64>);

impl Tally {
    /// Grows the levels from the goal. A board's solutions are those of the boards that its optimal
    /// moves lead to. `progress` is called with the counts so far after each level.
    fn new(
        orbit: Orbit,
        threads: usize,
        quiet: bool,
        mut progress: impl FnMut(&[u64]) -> ControlFlow<()>,
    ) -> anyhow::Result<Tally> {
        // Of both orientations, the one whose table of moves is small.
        let (shape, goal_blank) = (orbit.shape(), orbit.goal_blank());
        if shape.cells() > MOST_CELLS {
            bail!(
                "--by: {shape} has too many boards; expected a shape of at most {MOST_CELLS} cells"
            );
        }
        let steps = MoveTable::new(shape).context("a shape of at most twelve cells")?;
        let words = shape.states().div_ceil(64) as usize;
        let memory = 4 * shape.states() + 24 * words as u64;
        check_memory(&format!("a census of {shape} by solutions"), memory)?;
        if !quiet {
            note!("{shape}: {} states, needs {} of memory", shape.states(), ByteSize(memory));
        }
        let entries = zeros::<AtomicU32>(shape.states() as usize)?;
        let level = || zeros::<AtomicU64>(words);
        let (mut last, mut here, mut next) = (level()?, level()?, level()?);
        let goal = Coordinates { blank: goal_blank, order: 0 };
        let goal = steps.index(goal) as usize;
        entries[goal].store(1, Relaxed);
        here[goal / 64].store(1 << (goal % 64), Relaxed);
        let (mut tally, mut counts) = (Tally::default(), Vec::new());
        loop {
            let (mut begin, mut boards, mut most) = (0, 0, 0);
            in_order(
                threads,
                |from: &mut usize| {
                    *from = begin;
                    begin += AT_ONCE;
                    anyhow::Ok(*from < words)
                },
                |&from, found: &mut Tally| {
                    found.0.clear();
                    let end = words.min(from + AT_ONCE);
                    for index in (from..end).flat_map(|word| states(word, here[word].load(Relaxed)))
                    {
                        let entry = entries[index].load(Relaxed);
                        *found.0.entry(entry).or_default() += 1;
                        let at = Coordinates::from_index(shape, goal_blank, index as u64);
                        let after = |mv| Some(steps.index(steps.step(at?, mv)?) as usize);
                        for after in Move::ALL.into_iter().filter_map(after) {
                            // A move changes the distance by one.
                            if last[after / 64].load(Relaxed) >> (after % 64) & 1 == 0 {
                                next[after / 64].fetch_or(1 << (after % 64), Relaxed);
                                entries[after].fetch_add(A_MOVE + (entry & SOLUTIONS), Relaxed);
                            }
                        }
                    }
                },
                |found| {
                    for (&entry, count) in &found.0 {
                        *tally.0.entry(entry).or_default() += count;
                        boards += count;
                        most = most.max(entry & SOLUTIONS);
                    }
                    Ok(())
                },
            )?;
            if boards == 0 {
                return Ok(tally);
            }
            if most > SOLUTIONS / 4 {
                bail!("--by: a board of {shape} has more than {most} shortest solutions");
            }
            counts.push(boards);
            if progress(&counts).is_break() {
                return Err(Error::Interrupted.into());
            }
            (last, here, next) = (here, next, last);
            for word in &next {
                word.store(0, Relaxed);
            }
        }
    }

    /// The number of boards by the number of optimal moves, or of solutions, in order.
    fn by(&self, solutions: bool) -> Vec<(u32, u64)> {
        let mut boards = BTreeMap::new();
        for (entry, count) in &self.0 {
            let key = if solutions { entry & SOLUTIONS } else { entry / A_MOVE };
            *boards.entry(key).or_default() += count;
        }
        boards.into_iter().collect()
    }
}

/// Numbers that are 0.
fn zeros<T: Default>(count: usize) -> tilebase::Result<Vec<T>> {
    let mut numbers = Vec::new();
    let bytes = (count * size_of::<T>()) as u64;
    numbers.try_reserve_exact(count).map_err(|_| Error::Memory { bytes })?;
    numbers.resize_with(count, T::default);
    Ok(numbers)
}

/// The states whose bits are set in a word.
fn states(word: usize, mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (bits != 0).then(|| bits.trailing_zeros() as usize)?;
        bits &= bits - 1;
        Some(64 * word + bit)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilebase::{Board, Tablebase};

    /// Compared with walks of the table, for a goal in the corner and one on the edge.
    #[test]
    fn counts_are_those_of_the_table() {
        let tables = Tablebase::embedded();
        for (shape, goal_blank) in [("2x3", 5), ("3x3", 8), ("2x4", 1)] {
            let shape: Shape = shape.parse().unwrap();
            let goal = Coordinates { blank: goal_blank, order: 0 }.board(shape).unwrap();
            let oracle = tables.oracle(&goal).unwrap();
            let mut expected = [false, true].map(|_| HashMap::<u32, u64>::new());
            for index in 0..shape.states() {
                let board: Board = Coordinates::board_of_goal(&goal, index).unwrap();
                let answer = oracle.answer(&board).unwrap();
                let moves = answer.optimal_moves().unwrap().len() as u32;
                let solutions = answer.count_solutions().unwrap() as u32;
                *expected[0].entry(moves).or_default() += 1;
                *expected[1].entry(solutions).or_default() += 1;
            }
            for threads in [1, 3] {
                let tally =
                    Tally::new(Orbit::from(&goal), threads, true, |_| ControlFlow::Continue(()))
                        .unwrap();
                for (solutions, expected) in [false, true].into_iter().zip(&expected) {
                    assert_eq!(
                        tally.by(solutions).into_iter().collect::<HashMap<_, _>>(),
                        *expected
                    );
                }
            }
        }
    }
}
