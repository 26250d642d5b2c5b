//! `tilebase unrank`: from an index to its board.

use std::ffi::OsString;

use tilebase::bulk::MAX_LINE;
use tilebase::{Shape, puzzle::Coordinates};

use crate::cli::Outcome;
use crate::cli::arguments::{arguments, each, rejected};
use crate::cli::commands::rank::Located;
use crate::cli::options::shape;

/// Print the board with an index: the inverse of `rank`
///
/// The index counts from 0.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tilebase unrank 181439
  seq 0 181439 | tilebase unrank | tilebase lookup")]
pub struct Args {
    /// Indices; if omitted or `-`, read one per line from standard input
    #[arg(value_name = "INDEX")]
    indices: Vec<OsString>,

    /// The shape
    #[arg(long, value_name = "RxC", default_value = "3x3", value_parser = shape(), hide_possible_values = true)]
    size: Shape,

    /// Print one JSON object per index: `board`, `shape`, `index`, `blank`, `order`, `error`
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> anyhow::Result<Outcome> {
    let shape = args.size;
    let invalid = args.json.then_some(&Located::invalid);
    each(&arguments(&args.indices), MAX_LINE, invalid, |out, text| {
        let text = String::from_utf8_lossy(text);
        let index = text.trim();
        let at =
            index.parse().ok().and_then(|at| Coordinates::from_index(shape, shape.tiles(), at));
        let Some(board) = at.and_then(|at| at.board(shape)) else {
            let (last, found) = (shape.states() - 1, index.escape_debug());
            return Err(rejected(format!("expected an index from 0 to {last}, found `{found}`")));
        };
        if args.json { out.line(Located::new(&board).json()?) } else { out.line(board) }
    })
}
