//! `tilebase draw`: pictures of boards, solutions and counts, for reports.

use std::ffi::OsString;
use std::io::Write as _;

use anyhow::{Context, bail};
use tilebase::analysis::Analysis;
use tilebase::drawing::{self, Frame};
use tilebase::oracle::{Ask, Outcome};
use tilebase::puzzle::{Metric, SmallBoard};
use tilebase::text::Notation;
use tilebase::{Error, Move, Moves};

use crate::Ending;
use crate::arguments::board_and_moves;
use crate::names::one_of;
use crate::options::{OutputArg, notations};
use crate::problems::GoalArgs;
use crate::report::note;
use crate::session::Session;
use crate::tables::{AnsweringArgs, SearchArgs, Tables};

/// Draw boards, moves, distances and counts as SVG
///
/// If you give moves, the board is drawn after each, with the tile that moved in another colour.
/// Boards have at most 25 cells, and a move slides one tile.
#[derive(clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of the command")]
pub struct Draw {
    /// The board, or a file with one; `-` is standard input
    #[arg(required_unless_present = "census", conflicts_with = "census")]
    board: Option<OsString>,

    /// The moves from it
    #[arg(value_name = "MOVES", conflicts_with = "census")]
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

    /// Draw the number of boards at each distance as bars
    #[arg(long)]
    census: bool,

    #[arg(long, help = notations!("How moves are written"), ignore_case = true)]
    #[arg(value_parser = one_of(Notation::NAMES), default_value = "blank")]
    notation: Notation,

    #[command(flatten)]
    output: OutputArg,

    #[command(flatten)]
    goal: GoalArgs,

    #[command(flatten)]
    tables: AnsweringArgs,
}

impl Draw {
    pub fn run(&self, session: &Session) -> anyhow::Result<Ending> {
        if let Some(other) = self.output.extension().filter(|name| name != "svg") {
            let other = other.to_string_lossy();
            bail!("pictures are SVG; expected a name that ends in .svg, found .{other}");
        }
        if self.census {
            self.goal.expect_goal_to_read()?;
        }
        let (goal, tables) = (self.goal.clone(), self.tables.clone());
        let tables = Tables::new(&SearchArgs { goal, tables, ..SearchArgs::default() }, session)?;
        let picture = if self.census { census(&tables)? } else { self.of_board(&tables)? };
        let mut out = self.output.create(None, session)?;
        out.write_all(picture.as_bytes())?;
        out.finish()?;
        Ok(Ending::Answered)
    }

    fn of_board(&self, tables: &Tables) -> anyhow::Result<String> {
        let words: Vec<OsString> = self.board.iter().chain(&self.rest).cloned().collect();
        let (text, moves) = board_and_moves(&words, &tables.problems.reading, tables.problems.size);
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
        Ok(drawing::boards(&self.frames(start, &moves.singles())?))
    }

    /// The board, and the one after each move.
    fn frames(&self, start: SmallBoard, moves: &[Move]) -> anyhow::Result<Vec<Frame>> {
        let mut board = start;
        let caption = if moves.is_empty() { "" } else { "start" };
        let mut frames = vec![Frame { board, moved: None, caption: caption.to_owned() }];
        for (number, &mv) in (1..).zip(moves) {
            let written = self.notation.format_set_on(mv, &board)?;
            let blank = board.blank_cell();
            board = board.moved(mv).context("a move that leaves the board")?;
            let caption = format!("{number}/{}: {written}", moves.len());
            frames.push(Frame { board, moved: Some(board.cells()[blank]), caption });
        }
        Ok(frames)
    }
}

/// The numbers of boards of the shape, as counted by its table or as published.
fn census(tables: &Tables) -> anyhow::Result<String> {
    let goal = tables.problems.small_goal("a picture")?;
    let counts = tables.oracle(&goal.into())?.counts();
    let counts =
        counts.with_context(|| format!("the boards of {} were never counted", goal.shape()))?;
    Ok(drawing::counts(&counts))
}
