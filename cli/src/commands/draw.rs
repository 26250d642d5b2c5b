//! `tilebase draw`: pictures of boards, solutions and counts, for reports.

use std::ffi::OsString;
use std::io::Write as _;

use anyhow::{Context, bail};
use tilebase::analysis::Analysis;
use tilebase::drawing::{self, Frame};
use tilebase::oracle::{Ask, Outcome};
use tilebase::puzzle::Metric;
use tilebase::sample::Uniformity;
use tilebase::text::Notation;
use tilebase::{Error, Moves};

use crate::Ending;
use crate::arguments::board_and_moves;
use crate::boards::LayoutArgs;
use crate::distances::FoundDistances;
use crate::fields::one_of;
use crate::options::{OutputArg, notations, shape_of_words};
use crate::problems::GoalArgs;
use crate::report::note;
use crate::session::Session;
use crate::tables::{AnsweringArgs, SearchArgs, Tables};

/// Draw boards, moves, distances and counts as SVG
///
/// If you give moves, the board is drawn after each, with the tile that moved in another colour.
/// Boards have at most 25 cells, and a move slides one tile. `--census FILE` draws boards as a
/// random sample, with where each tile is.
#[derive(clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of the command")]
pub struct DrawCommand {
    /// The board, or a file with one; `-` is standard input
    #[arg(required_unless_present = "census")]
    board: Option<OsString>,

    /// The moves from it
    #[arg(value_name = "MOVES")]
    rest: Vec<OsString>,

    /// Draw the canonical solution in place of moves
    #[arg(long, conflicts_with = "census")]
    solution: bool,

    /// Draw one board whose tiles move, in a picture that moves
    #[arg(long, conflicts_with_all = ["curve", "census"])]
    animate: bool,

    /// Draw the distance after each move as a curve
    #[arg(long, conflicts_with = "census")]
    curve: bool,

    /// Draw the number of boards at each distance as bars, of a shape or of boards
    #[arg(long)]
    census: bool,

    #[arg(long, help = notations!("How moves are written"))]
    #[arg(value_parser = one_of(Notation::NAMES), default_value = "blank")]
    notation: Notation,

    #[command(flatten)]
    output: OutputArg,

    #[command(flatten)]
    goal: GoalArgs,

    #[command(flatten)]
    tables: AnsweringArgs,
}

impl DrawCommand {
    pub fn run(&self, session: &Session) -> anyhow::Result<Ending> {
        if let Some(other) = self.output.extension().filter(|name| name != "svg") {
            let other = other.to_string_lossy();
            bail!("pictures are SVG; expected a name that ends in .svg, found .{other}");
        }
        let words: Vec<OsString> = self.board.iter().chain(&self.rest).cloned().collect();
        let (mut goal, tables) = (self.goal.clone(), self.tables.clone());
        let shape = if self.census { shape_of_words(&words, goal.size)? } else { None };
        let of_shape = self.census && (words.is_empty() || shape.is_some());
        goal.size = shape.or(goal.size);
        if of_shape {
            goal.expect_goal_to_read()?;
        }
        let tables = Tables::new(&SearchArgs { goal, tables, ..SearchArgs::default() }, session)?;
        let (picture, ending) = match self.census {
            true if of_shape => (of_counts(&tables)?, Ending::Answered),
            true => of_sample(&tables, &words)?,
            false => (self.of_board(&tables, &words)?, Ending::Answered),
        };
        let mut out = self.output.create(None, session)?;
        out.write_all(picture.as_bytes())?;
        out.finish()?;
        Ok(ending)
    }

    fn of_board(&self, tables: &Tables, words: &[OsString]) -> anyhow::Result<String> {
        let (text, moves) = board_and_moves(words, &tables.problems.reading, tables.problems.size);
        let (board, goal) = tables.problems.one_board(&[text.into()])?;
        let start = *board.expect_small("a picture")?;
        let oracle = tables.oracle(&goal)?;
        let metric = oracle.metric();
        let moves: Moves = match self.solution {
            true if moves.is_none() => match oracle.answer(&board, Ask::SOLUTION)? {
                Outcome::Bounded(stopped) => {
                    let Some(best) = &stopped.best else {
                        return Err(Error::Stopped(*stopped).into());
                    };
                    note!("{stopped}");
                    best.clone()
                }
                found => found.into_result()?.moves.unwrap_or_default(),
            },
            true => bail!("--solution: expected a board alone, found moves behind it"),
            false => self
                .notation
                .parse_on(moves.as_deref().unwrap_or_default(), Metric::Single, &start)
                .context("moves")?,
        };
        if self.curve {
            let analysis = Analysis::new(&oracle, &board, &moves.in_metric(metric))?;
            let after = analysis.steps.iter().map(|step| step.after);
            let along: Vec<_> = [analysis.optimal_length].into_iter().chain(after).collect();
            return Ok(drawing::distances(&along));
        }
        if self.animate {
            return Ok(drawing::animation(&start, &moves.singles()));
        }
        Ok(drawing::boards(&Frame::along(&start, &moves.singles(), self.notation)?))
    }
}

/// The numbers of boards of the shape, as counted by its table or as published.
fn of_counts(tables: &Tables) -> anyhow::Result<String> {
    let goal = tables.problems.small_goal("a picture")?;
    let counts = tables.oracle(&goal.into())?.counts();
    let counts =
        counts.with_context(|| format!("the boards of {} were never counted", goal.shape()))?;
    Ok(drawing::counts(&counts))
}

/// A picture of the boards of files as a random sample, and whether all boards were read.
fn of_sample(tables: &Tables, boards: &[OsString]) -> anyhow::Result<(String, Ending)> {
    let mut sources = tables.problems.sources_in(boards, &LayoutArgs::default())?;
    let (found, invalid) = FoundDistances::of(&mut sources, tables, false)?;
    let Some(picture) = found.judged(tables, Uniformity::picture)? else {
        let what = if found.is_mixed { "several goals" } else { "no board" };
        bail!("--census: expected boards with one goal, found {what}");
    };
    if found.unknown > 0 {
        note!("distances of boards of more than 16 cells are left out");
    }
    Ok((picture, invalid.finish()))
}
