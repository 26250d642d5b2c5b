//! `tilebase lookup`: a file of boards, one a line; one line out for each line in.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use tilebase::{Error, Oracle};

use super::answers::Answer;
use super::inputs::Place;
use super::lines::Lines;
use super::output::Output;
use super::report::Invalid;
use super::{Outcome, tables};

/// Look up a file of boards: exactly one line out for each line in, in order
///
/// A board that cannot reach the goal answers `unsolvable`. A line that is no board answers `invalid`; the first of them are told on standard
/// error with their line numbers, and the exit status is 1.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tilebase lookup boards.txt -o solutions.txt
  tilebase lookup --answer distance < boards.txt | sort -n | uniq -c")]
pub struct Args {
    /// Boards, one a line; `-` is standard input
    #[arg(default_value = "-")]
    file: PathBuf,

    /// Where the answers go; `-` is standard output
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,

    /// What to tell of each board
    #[arg(long, value_enum, default_value = "moves")]
    answer: Answer,

    #[command(flatten)]
    tables: tables::Wanted,
}

pub fn run(args: &Args) -> anyhow::Result<Outcome> {
    let tables = tables::Tables::new(&args.tables)?;
    refuse_same_file(&args.file, args.output.as_deref())?;
    let mut lines = Lines::open(&args.file)?;
    let mut out = Output::create(args.output.as_deref())?;
    let mut invalid = Invalid::default();
    let mut oracles = Vec::new();
    while let Some((number, line)) = lines.next()? {
        let answer = match line {
            Ok(line) => answer(&tables, &mut oracles, args.answer, line),
            Err(why) => Ok(Err(why.to_string())),
        };
        match answer.with_context(|| format!("line {number}"))? {
            Ok(answer) => out.line(answer)?,
            Err(why) => {
                invalid.tell(Place::Line(number), why);
                out.line("invalid")?;
            }
        }
    }
    out.flush()?;
    Ok(invalid.finish())
}

/// The answer for a line, or why it is invalid. Damage and failures of the system are errors.
fn answer<'t>(
    tables: &'t tables::Tables,
    oracles: &mut Vec<Oracle<'t>>,
    answer: Answer,
    line: &[u8],
) -> Result<Result<String, String>, Error> {
    let answered = tables.board(line).and_then(|board| {
        let known = oracles.iter().position(|oracle| oracle.goal().shape() == board.shape());
        let oracle = match known {
            Some(place) => &oracles[place],
            None => {
                let oracle = tables.oracle(board.shape())?;
                oracle.table().expect_many();
                oracles.push(oracle);
                &oracles[oracles.len() - 1]
            }
        };
        answer.of(oracle, &board)
    });
    match answered {
        Ok(answer) => Ok(Ok(answer)),
        Err(Error::Unsolvable(_)) => Ok(Ok("unsolvable".to_owned())),
        // A line may show a shape that there is no table for.
        Err(why @ (Error::Board(_) | Error::TooLarge { .. } | Error::NoTable { .. })) => Ok(Err(why.to_string())),
        Err(error) => Err(error),
    }
}

/// Opening the output empties it: an input that is the same file would be lost.
fn refuse_same_file(input: &Path, output: Option<&Path>) -> anyhow::Result<()> {
    if let (Ok(input), Some(Ok(output))) = (input.canonicalize(), output.map(Path::canonicalize))
        && input == output
        && input.is_file()
    {
        bail!("{} is both input and output; expected two files", input.display());
    }
    Ok(())
}
