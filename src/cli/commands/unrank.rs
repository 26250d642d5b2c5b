//! `tilebase unrank`: from an index to its board.

use std::ffi::OsString;

use tilebase::{Shape, puzzle::Coordinates};

use crate::cli::Outcome;
use crate::cli::arguments::each;
use crate::cli::commands::rank::Located;
use crate::cli::options::shape;
use crate::cli::output::Output;
use crate::cli::report::Invalid;

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
    let mut invalid = Invalid::default();
    each(&args.indices, &mut Output::stdout(), |out, place, text| {
        let text = text.map(String::from_utf8_lossy);
        let board = text.as_ref().map_err(ToString::to_string).and_then(|text| {
            let number = text.trim();
            let index = number.parse().ok();
            let at = index.and_then(|at| Coordinates::from_index(shape, shape.tiles(), at));
            at.and_then(|at| at.board(shape)).ok_or_else(|| {
                let (last, found) = (shape.states() - 1, number.escape_debug());
                format!("expected an index from 0 to {last}, found `{found}`")
            })
        });
        match (board, args.json) {
            (Ok(board), false) => out.line(board),
            (Ok(board), true) => out.line(Located::new(&board).json()?),
            (Err(why), json) => {
                invalid.tell(place, &why);
                out.line(if json {
                    Located::invalid(String::new(), &why).json()?
                } else {
                    "invalid".to_owned()
                })
            }
        }
    })?;
    Ok(invalid.finish())
}
