//! `tilebase solve --stages`: solutions in stages, as people solve.

use std::fmt::Write as _;

use anyhow::{Context as _, bail};
use tilebase::oracle::Outcome;
use tilebase::puzzle::plural;
use tilebase::stages::{StageError, Stages};
use tilebase::text::{Format, Notation};
use tilebase::{Board, Error};

use crate::Ending;
use crate::arguments::each;
use crate::boards::Sources;
use crate::fields::fields;
use crate::options::RowsArgs;
use crate::session::Session;
use crate::tables::Tables;

/// The options of stages.
#[derive(clap::Args)]
#[group(conflicts_with_all = ["show", "keep", "pairs", "goal_column", "trace"])]
#[group(conflicts_with_all = ["method", "heuristic", "stats"])]
pub struct StageArgs {
    /// Solve in stages: row by row, column by column
    #[arg(long, conflicts_with = "what")]
    stages: bool,

    /// With `hint`: a move by stages, and its stage
    #[arg(long, conflicts_with_all = ["stages", "distance"])]
    pub explain: bool,

    /// A stage of your own, a goal; repeat it, in order
    #[arg(long, value_name = "GOAL", conflicts_with_all = ["stages", "goal", "what"])]
    stage: Vec<String>,
}

fields! {
    /// A board solved in stages.
    pub struct StagesRow {
        board: String,
        stages: Vec<StageRow>,
        length: Option<usize>,
        optimal_length: Option<u32>,
        lower_bound: Option<u32>,
        upper_bound: Option<u32>,
        error: Option<String>,
    }
}

fields! {
    /// A stage.
    pub struct StageRow {
        goal: String,
        moves: String,
        length: usize,
    }
}

impl StageArgs {
    pub fn is_asked(&self) -> bool {
        self.stages || self.explain || !self.stage.is_empty()
    }

    /// Solves the boards of these sources.
    pub fn run(
        &self,
        sources: Sources,
        notation: Notation,
        tables: &Tables,
        rows: &RowsArgs,
        session: &Session,
    ) -> anyhow::Result<Ending> {
        if rows.format() == Format::Csv {
            bail!("--stages: csv has no place for a list of stages; expected text or jsonl");
        }
        if self.explain && rows.format() != Format::Text {
            bail!("--explain: it is text; expected `solve --stages --json`, which has all stages");
        }
        let own = self.stage.iter().map(|text| {
            let goal = tables.problems.reading.goal(text.as_bytes(), tables.problems.size);
            goal.with_context(|| format!("--stage {text}"))
        });
        let own = own.collect::<anyhow::Result<Vec<Board>>>()?;
        if own.is_empty() {
            tables.problems.expect_one_goal("a solution in the usual stages")?;
        }
        let labels = own.iter().find(|goal| goal.has_equal_tiles());
        let reading = &tables.problems.reading;
        let reading = labels.map_or_else(|| reading.clone(), |it| reading.clone().for_goal(it));
        let (metric, threads) = (tables.problems.metric, tables.threads.or_processors());
        let own = (!own.is_empty()).then(|| Stages::new(own, metric, threads));
        let mut stages = own.transpose()?;
        each(session, sources, rows, |input| {
            let (board, goal) = tables.problems.read_by(&reading, input)?;
            if self.stage.is_empty()
                && stages.as_ref().is_none_or(|made| made.goals().last() != Some(&goal))
            {
                stages = Some(Stages::usual(&goal, metric, threads)?);
            }
            let stages = stages.as_ref().context("no stages")?;
            solved(stages, board, notation, (!self.explain).then_some(tables))
        })
    }
}

/// The answer to a board: the whole, with the optimum by these tables, or else the first move.
fn solved(
    stages: &Stages,
    board: Board,
    notation: Notation,
    tables: Option<&Tables>,
) -> anyhow::Result<(String, StagesRow)> {
    let moves = match stages.solve(&board) {
        Err(StageError::Failed(Error::Unsolvable(why))) => {
            let (board, error) = (board.to_string(), Some(why.to_string()));
            let row = StagesRow { board, error, ..StagesRow::default() };
            return Ok(("unsolvable".to_owned(), row));
        }
        moves => moves?,
    };
    let mut row = StagesRow { board: board.to_string(), ..StagesRow::default() };
    let (mut text, mut at) = (String::new(), board.clone());
    for (goal, moves) in stages.goals().iter().zip(moves) {
        let number = row.stages.len() + 1;
        if let ([first, ..], None) = (&*moves, tables) {
            let written = notation.format_on(&[*first], stages.metric(), &at)?;
            return Ok((format!("{written} (stage {number}: {goal})"), row));
        }
        let (length, written) = (moves.len(), notation.format_on(&moves, stages.metric(), &at)?);
        at = at.after(&moves).context("an illegal move")?;
        let counted = plural(length as u64, "move");
        let between = if written.is_empty() { "" } else { " " };
        writeln!(text, "stage {number}   {goal}\n          {written}{between}({counted})")?;
        row.stages.push(StageRow { goal: goal.to_string(), moves: written, length });
    }
    let Some(tables) = tables else { return Ok((String::new(), row)) };
    let length = row.stages.iter().map(|stage| stage.length).sum();
    row.length = Some(length);
    write!(text, "length    {length}\noptimal   ")?;
    let (found, why) = tables.distances(&[board], &[&stages.whole()?]);
    // Stages need no table.
    if let Some(why) = why
        && !why.is_of_board()
        && !matches!(why, Error::NoTable { .. })
    {
        return Err(why.into());
    }
    match found.into_iter().next() {
        Some(Outcome::Known(distance)) => {
            row.optimal_length = Some(distance);
            (row.lower_bound, row.upper_bound) = (Some(distance), Some(distance));
            write!(text, "{distance}")?;
        }
        Some(Outcome::Bounded(stopped)) => {
            (row.lower_bound, row.upper_bound) = (Some(stopped.at_least), stopped.length());
            let most = stopped.length().map(|most| most.to_string()).unwrap_or_default();
            write!(text, "{}..{most}", stopped.at_least)?;
        }
        _ => text += "unknown",
    }
    Ok((text, row))
}
