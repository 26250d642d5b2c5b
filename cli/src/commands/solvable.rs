//! `tilebase solvable`: can one board become another, on boards of any size?

use std::ffi::{OsStr, OsString};

use anyhow::Context as _;
use tilebase::puzzle::plural;
use tilebase::text::{Format, MAX_LARGE_LINE};
use tilebase::{Board, Error};

use crate::Ending;
use crate::arguments::{each, is_input, joined};
use crate::boards::{Expected, InputBoard, ONE_GOAL_CURE, Sources, UnnamedGoal, open};
use crate::fields::fields;
use crate::options::{BoardRowsArgs, extent_to};
use crate::problems::{Goal, GoalArgs};
use crate::session::Session;

/// The longest side of a board here. No board with a longer one than 100 is solved.
const LONGEST_SIDE: usize = 1000;

/// Say whether START can reach GOAL, on boards of any size: `solvable` or `unsolvable`
///
/// The exit status is 0 if all boards can, 1 if one cannot, and 2 if a line was invalid. `csv` and
/// `jsonl` have the fields {fields}.
#[derive(clap::Args)]
#[command(mut_arg("size", |size| size.value_parser(extent_to(LONGEST_SIDE))))]
pub struct Solvable {
    /// Boards, and files of boards; `-`, or no word, is standard input. Of two words the second is
    /// GOAL, as for --goal
    #[arg(value_name = "BOARD|FILE")]
    boards: Vec<OsString>,

    /// Explain the answer: the inversions, and two tiles to swap to make the board solvable
    #[arg(long)]
    explain: bool,

    #[command(flatten)]
    goal: GoalArgs,

    #[command(flatten)]
    io: BoardRowsArgs,
}

impl Solvable {
    pub fn run(&self, session: &Session) -> anyhow::Result<Ending> {
        let reading = self.goal.reading.reading();
        let is_board = |word: &[u8]| reading.board(word, self.goal.size).is_ok();
        let mut words = joined(&self.boards, &is_board);
        let second = if words.len() == 2 && self.goal.goal.is_none() { words.pop() } else { None };
        let goal = self.goal.goal.as_ref().map(OsStr::new).or(second.as_deref());
        let goal = goal.map(OsStr::as_encoded_bytes);
        let goal = goal.map(|goal| Goal::read(goal, &reading, self.goal.size)).transpose();
        let goal = goal.context("GOAL")?;
        let reading = match &goal {
            Some(Goal::Board(goal)) => reading.for_goal(goal),
            _ => reading.clone(),
        };
        let shape = self.goal.size.or(goal.as_ref().and_then(Goal::size));
        let expected = Expected {
            most_cells: LONGEST_SIDE * LONGEST_SIDE,
            longest: MAX_LARGE_LINE,
            unnamed_goal: UnnamedGoal::unless(self.goal.goal.is_some(), ONE_GOAL_CURE),
            ..self.io.layout.expected(&reading, shape)
        };
        let is_board = |word: &[u8]| reading.board(word, shape).is_ok();
        let (is_input, reader) =
            (|word: &OsStr| is_input(word, &is_board), |input| open(input, expected.clone()));
        let sources = Sources::open(words, is_input, session, reader)?;
        self.io.layout.expect_input(sources.kinds()[1])?;
        let format = self.io.rows.format();
        let explained = self.explain || format != Format::Text;
        let mut all_solvable = true;
        let ending =
            each(session, sources, &self.io.rows, |InputBoard { text, goal: own, .. }| {
                let start = reading.board(text, shape)?;
                let own = own.map(|own| reading.goal(own, Some(start.shape()))).transpose();
                let goal = match (own.context("its goal")?, &goal) {
                    (Some(own), _) => own,
                    (None, Some(goal)) => goal.on(start.shape())?,
                    (None, None) => Board::goal(start.shape())?,
                };
                if goal.is_several() {
                    let (text, row) = several(&start, &goal, self.explain)?;
                    all_solvable &= row.solvable == Some(true);
                    return Ok((text, row));
                }
                let parities = start.parities(&goal)?;
                let inversions = explained.then(|| start.inversions(&goal)).transpose()?;
                let text = match inversions {
                    Some(number) if self.explain => {
                        format!("{parities} ({})", plural(number, "inversion"))
                    }
                    _ if parities.solvable() => "solvable".to_owned(),
                    _ => "unsolvable".to_owned(),
                };
                all_solvable &= parities.solvable();
                let row = SolvableRow {
                    board: start.to_string(),
                    solvable: Some(parities.solvable()),
                    explanation: explained.then(|| parities.to_string()),
                    inversions,
                    error: None,
                };
                Ok((text, row))
            })?;
        Ok(match ending {
            Ending::Answered if all_solvable => Ending::Answered,
            Ending::Answered => Ending::Failed,
            _ => Ending::Invalid,
        })
    }
}

/// The answer for a goal with free cells or equal tiles.
fn several(start: &Board, goal: &Board, explain: bool) -> anyhow::Result<(String, SolvableRow)> {
    let found = match start.expect_solvable(goal) {
        Ok(()) if goal.has_tiles_alike() => {
            Ok("solvable: two tiles are alike for the goal, and swapping them changes the parity")
        }
        Ok(()) => Ok("solvable"),
        Err(Error::Unsolvable(why)) => Err(why.to_string()),
        Err(why) => return Err(why.into()),
    };
    let (word, why) = match &found {
        Ok(why) => ("solvable", *why),
        Err(why) => ("unsolvable", &**why),
    };
    let text = if explain { why } else { word }.to_owned();
    let row = SolvableRow {
        board: start.to_string(),
        solvable: Some(found.is_ok()),
        explanation: Some(why.to_owned()),
        ..SolvableRow::default()
    };
    Ok((text, row))
}

fields! {
    /// An answer.
    pub struct SolvableRow {
        board: String,
        solvable: Option<bool>,
        explanation: Option<String>,
        inversions: Option<u64>,
        error: Option<String>,
    }
}
