//! `tilebase census`: the number of boards at each distance, of a shape or of a file.

use std::ffi::OsString;
use std::time::{Duration, Instant};

use anyhow::bail;
use tilebase::known::known;
use tilebase::oracle::Ask;
use tilebase::puzzle::{Class, Orbit, Puzzle, SmallBoard, plural};
use tilebase::sample::{Uniformity, UniformityVerdict};
use tilebase::table::byte_size;
use tilebase::text::Format;
use tilebase::text::rows::{Fields, Row};

use crate::Ending;
use crate::distances::{Description, FoundDistances};
use crate::fields::fields;
use crate::input::Input;
use crate::limits::require_free_ram;
use crate::options::{BoardRowsArgs, count_in, shape_of_words};
use crate::output::{Output, RowWriter, chart};
use crate::progress;
use crate::report::{self, error, note};
use crate::session::Session;
use crate::tables::{SearchArgs, Tables};

/// Count the boards at each distance: of a shape, without a table, or of a file
///
/// Shares, and shapes that are too large to count, use published counts: 4x4, 3x5, 2x8 and 2x7.
/// `csv` has a row for each distance, and `jsonl` the fields {fields}; for a file {fields}. If you
/// ask for them, {fields} follow. A file is judged, too, as a random sample.
#[derive(clap::Args)]
pub struct Census {
    /// A shape; or boards, and files of boards, to count; `-` is standard input
    #[arg(value_name = "RxC|BOARD|FILE")]
    boards: Vec<OsString>,

    /// Print the share of boards whose distance is at most N
    #[arg(long, value_name = "N", value_parser = count_in(0..=usize::MAX))]
    at_most: Option<usize>,

    /// Print the share of boards whose distance is at least N
    #[arg(long, value_name = "N", value_parser = count_in(0..=usize::MAX))]
    at_least: Option<usize>,

    /// Print the expected distance of the nearest of K random boards
    #[arg(long, value_name = "K", value_parser = count_in(1..=u32::MAX))]
    best_of: Option<u32>,

    #[command(flatten)]
    io: BoardRowsArgs,

    /// Print the memory and the time that counting takes, and the source of published counts
    #[arg(long)]
    stats: bool,

    #[command(flatten)]
    tables: SearchArgs,
}

fields! {
    /// The boards of a shape by distance.
    pub struct OfShape {
        shape: String,
        /// None if the goal leaves it free.
        goal_blank: Option<usize>,
        states: u64,
        diameter: usize,
        antipodes: u64,
        counts: Vec<u64>,
        /// Who counted them, if they are published counts.
        source: Option<String>,
    }
}

fields! {
    /// The boards of a file.
    pub struct OfFile {
        boards: u64,
        unsolvable: u64,
        /// Boards whose search a limit stopped.
        unknown: u64,
        counts: Vec<u64>,
        /// True if the boards could be a random sample, if all have the same goal.
        sample: Option<UniformityVerdict>,
        .. summary: Description,
    }
}

/// The shares derived from counts. Only what is asked for are fields.
pub struct Shares {
    /// The boards at the distances asked for, and their share.
    within: Option<(u64, f64)>,
    best_of: Option<f64>,
}

/// With all fields.
impl Default for Shares {
    fn default() -> Shares {
        Shares { within: Some((0, 0.0)), best_of: Some(0.0) }
    }
}

impl Fields for Shares {
    fn fields(&self, row: &mut Row<'_>) {
        if let Some((within, share)) = &self.within {
            row.field("within", within);
            row.field("share", share);
        }
        if self.best_of.is_some() {
            row.field("best_of", &self.best_of);
        }
    }
}

/// Counts, with the shares that were asked for.
struct CensusObject<'o, F>(&'o F, Shares);

impl<F: Fields> Fields for CensusObject<'_, F> {
    fn fields(&self, row: &mut Row<'_>) {
        self.0.fields(row);
        self.1.fields(row);
    }
}

fields! {
    /// The boards at a distance.
    struct CountRow {
        distance: usize,
        boards: u64,
    }
}

impl Census {
    pub fn run(mut self, session: &Session) -> anyhow::Result<Ending> {
        let size = shape_of_words(&self.boards, self.tables.goal.size)?;
        self.tables.goal.size = size.or(self.tables.goal.size);
        let of_boards = size.is_none() && !self.boards.is_empty();
        self.expect_options_of_files(of_boards)?;
        if self.asks() && self.io.rows.format() == Format::Csv {
            bail!(
                "--at-least, --at-most and --best-of: a table of counts has no place for them; \
                 expected text or --format jsonl"
            );
        }
        let tables = Tables::new(&self.tables, session)?;
        if let (Some(least), Some(most)) = (self.at_least, self.at_most)
            && least > most
        {
            bail!("--at-least {least}: expected at most {most}, the number of --at-most");
        }
        if of_boards {
            return self.of_files(&tables, session);
        }
        if tables.problems.size.is_none() {
            Input::expect_none("census")?;
        }
        let goal = tables.problems.goal(tables.problems.size.unwrap_or_default())?;
        let out = self.io.rows.create(session)?;
        let (counts, source) = if goal.is_several() {
            let oracle = tables.oracle(&goal)?;
            oracle.expect(Ask::DIFFICULTY)?;
            (oracle.counts().unwrap_or_default(), None)
        } else {
            self.counts(goal.expect_small("a census")?, &tables)?
        };
        let all = OfShape {
            shape: goal.shape().to_string(),
            goal_blank: goal.named_blank_cell(),
            states: counts.iter().sum(),
            diameter: counts.len() - 1,
            antipodes: *counts.last().expect("the goal is at distance 0"),
            counts,
            source,
        };
        self.write(out, &all, &all.counts)?.finish()?;
        Ok(Ending::Answered)
    }

    /// Refuses what counts the boards of files where none are read, or look their distances up.
    fn expect_options_of_files(&self, of_boards: bool) -> anyhow::Result<()> {
        let SearchArgs { goal, limits, tables, .. } = &self.tables;
        let is_looked_up = goal.size.is_some_and(|size| size.class() < Class::Bounded);
        if self.tables.optimal && (tables.table.is_some() || is_looked_up) {
            bail!("--optimal: distances of boards of at most 16 cells are always optimal");
        }
        if of_boards && self.stats {
            bail!("--stats: expected a shape, which is counted with it; found boards");
        }
        if of_boards {
            return Ok(());
        }
        goal.expect_goal_to_read()?;
        self.io.layout.expect_input(false)?;
        if self.tables.optimal || tables.table.is_some() || limits.is_some() {
            bail!(
                "--optimal, --table, --max-nodes and --timeout: a shape is counted without them; \
                 expected a FILE of boards"
            );
        }
        Ok(())
    }

    /// Writes counts as text, as CSV or as a JSON object.
    fn write(&self, out: Output, all: &impl Fields, counts: &[u64]) -> anyhow::Result<RowWriter> {
        let format = self.io.rows.format();
        let mut rows = RowWriter::new::<CountRow>(out, format)?;
        if format == Format::Csv {
            for (distance, &boards) in counts.iter().enumerate() {
                rows.row(&CountRow { distance, boards })?;
            }
        } else {
            rows.object(&CensusObject(all, self.shares(counts)))?;
        }
        if !self.asks() && !counts.is_empty() {
            let counts = (0..).zip(counts.iter().copied());
            rows.text(format_args!("\n{}\n", chart("distance", counts)))?;
        }
        Ok(rows)
    }

    /// The counts of a shape: published ones if counting would take too long, or was not asked for.
    fn counts(
        &self,
        goal: &SmallBoard,
        tables: &Tables,
    ) -> anyhow::Result<(Vec<u64>, Option<String>)> {
        let (shape, orbit) = (goal.shape(), Orbit::from(goal));
        let puzzle = Puzzle::of_all_boards(orbit, tables.problems.metric);
        let too_large = Class::of(shape.into(), tables.problems.metric)? > Class::Tabled;
        if (too_large || self.asks())
            && let Some(known) = known(puzzle)
        {
            note!("{shape}: the counts of {}", known.source);
            return Ok((known.counts, Some(known.source)));
        }
        if too_large {
            bail!(
                "{shape} is too large for a census, and no counts are published; expected a shape of \
                 at most {} cells",
                tables.problems.metric.most_tabled_cells()
            );
        }
        let (generator, states) = (tables.threads.generator(puzzle), shape.states());
        let memory = generator.census_memory()?;
        require_free_ram(&format!("a census of {shape}"), memory)?;
        // Twice the measured time on two processors, as for tables.
        let time = report::about(Duration::from_nanos(4 * states));
        if self.stats {
            note!("{shape}: {states} states, needs {} of memory{time}", byte_size(memory));
        } else if !time.is_empty() {
            note!("{shape}: {states} states{time}");
        }
        let start = Instant::now();
        let counts = generator.census(progress::states(states))?;
        if self.stats {
            let seconds = start.elapsed().as_secs_f64();
            let each = seconds * 1e9 / states as f64;
            note!("counted in {seconds:.3} s, {each:.1} ns per state");
        }
        Ok((counts, None))
    }

    /// True if shares or the best of several are asked for.
    fn asks(&self) -> bool {
        self.at_most.is_some() || self.at_least.is_some() || self.best_of.is_some()
    }

    fn shares(&self, counts: &[u64]) -> Shares {
        let all: u64 = counts.iter().sum();
        let mut shares = Shares { within: None, best_of: None };
        if all == 0 {
            return shares;
        }
        if self.at_most.is_some() || self.at_least.is_some() {
            let range = self.at_least.unwrap_or(0)..=self.at_most.unwrap_or(usize::MAX);
            let within = (0..).zip(counts).filter(|(distance, _)| range.contains(distance));
            let within = within.map(|(_, boards)| boards).sum();
            shares.within = Some((within, within as f64 / all as f64));
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

    /// The distances of the boards of files.
    fn of_files(&self, tables: &Tables, session: &Session) -> anyhow::Result<Ending> {
        let mut sources = tables.problems.sources_in(&self.boards, &self.io.layout)?;
        let out = self.io.rows.create(session)?;
        let is_asked = self.tables.optimal || self.tables.limits.is_some();
        let (found, invalid) = FoundDistances::of(&mut sources, tables, is_asked)?;
        let sample = found.judged(tables, Uniformity::verdict)?;
        let FoundDistances { boards, unsolvable, unknown, unsearched, .. } = found;
        let FoundDistances { counts, averages, unjudged, .. } = found;
        let summary = averages.summary(&counts);
        let all = OfFile { boards, unsolvable, unknown, counts, sample, summary };
        let mut rows = self.write(out, &all, &all.counts)?;
        let judged = all.sample.filter(|verdict| verdict.is_uniform.is_some());
        if let Some(verdict) = judged.filter(|_| rows.is_text()) {
            rows.text("\n")?;
            rows.object(&verdict)?;
            rows.text("\n")?;
            verdict.tests.iter().try_for_each(|test| rows.row(test))?;
            for why in &verdict.left_out {
                rows.text(format_args!("left out: {why}\n"))?;
            }
        }
        rows.finish()?;
        let (outcome, stopped) = (invalid.finish(), unknown - unsearched);
        if unjudged >= Uniformity::FEWEST {
            note!("boards for a goal with `*` or equal tiles are not judged as a random sample");
        }
        if unsearched > 0 {
            let boards = plural(unsearched, "board");
            note!("{boards} of more than 16 cells; --optimal or a limit searches for distances");
        }
        if stopped > 0 {
            error!("the limit stopped the search for {}", plural(stopped, "board"));
        }
        Ok(if stopped > 0 { Ending::Failed } else { outcome })
    }
}
