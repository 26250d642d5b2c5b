//! `tilebase census`: count the boards at each distance without a table.

use std::time::Instant;

use anyhow::bail;
use serde::Serialize;
use tilebase::Shape;
use tilebase::puzzle::{MAX_TABLED_CELLS, Orbit};
use tilebase::table::ByteSize;

use crate::chart::chart;
use crate::generation::{GenerationArgs, check_memory};
use crate::options::shape;
use crate::output::Output;
use crate::{Outcome, report};

/// Count the boards at each distance, without generating a table
///
/// This needs about one bit of memory per board, and works for shapes of up to 14 cells. 2x7 needs
/// 6 GB.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tilebase census --size 2x5
  tilebase census --size 3x4 --goal-blank 5 --json")]
pub struct Args {
    /// The shape
    #[arg(long, value_name = "RxC", default_value = "3x3", value_parser = shape(), hide_possible_values = true)]
    size: Shape,

    /// The cell of the goal's blank, numbered row by row from 0 [default: the last]
    #[arg(long, value_name = "CELL")]
    goal_blank: Option<usize>,

    /// Print a JSON object: `shape`, `goal_blank`, `states`, `diameter`, `antipodes`, `counts`
    /// (boards at distance 0, 1, 2, ...)
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    generation: GenerationArgs,
}

#[derive(Serialize)]
struct Census {
    shape: String,
    goal_blank: usize,
    states: u64,
    diameter: usize,
    antipodes: u64,
    counts: Vec<u64>,
}

pub fn run(args: &Args) -> anyhow::Result<Outcome> {
    let shape = args.size;
    let cell = args.goal_blank.unwrap_or(shape.tiles());
    let generator = args.generation.generator(Orbit::new(shape, cell)?.into());
    if shape.cells() > MAX_TABLED_CELLS {
        bail!(
            "{shape} is too large for a census: it has {} states; expected a shape of at most {MAX_TABLED_CELLS} cells",
            shape.states()
        );
    }
    let memory = generator.census_memory();
    check_memory(&format!("a census of {shape}"), memory)?;
    if !args.generation.quiet {
        report::note(format_args!(
            "{shape}: {} states, needs {} of memory",
            shape.states(),
            ByteSize(memory)
        ));
    }
    let start = Instant::now();
    let counts = generator.census(args.generation.progress(shape.states()))?;
    let seconds = start.elapsed().as_secs_f64();
    let census = Census {
        shape: shape.to_string(),
        goal_blank: cell,
        states: counts.iter().sum(),
        diameter: counts.len() - 1,
        antipodes: *counts.last().expect("the goal is at distance 0"),
        counts,
    };
    let mut out = Output::stdout();
    if args.json {
        out.line(serde_json::to_string(&census)?)?;
    } else {
        let Census { shape, goal_blank, states, diameter, antipodes, counts } = &census;
        out.line(format_args!(
            "shape       {shape}\ngoal blank  cell {goal_blank}\nstates      {states}"
        ))?;
        out.line(format_args!(
            "diameter    {diameter}\nantipodes   {antipodes}\n\n{}",
            chart(counts)
        ))?;
    }
    out.flush()?;
    if !args.generation.quiet {
        report::note(format_args!(
            "counted in {seconds:.3} s, {:.1} ns per state",
            seconds * 1e9 / census.states as f64
        ));
    }
    Ok(Outcome::Answered)
}
