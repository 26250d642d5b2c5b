//! `tilebase analyze --cost`: what each move of a solution costs, and what was cheaper.

use anyhow::Context as _;
use tilebase::analysis::{CostAnalysis, CostedMove};
use tilebase::costs::CostSum;
use tilebase::text::{Format, MoveError, Notation};
use tilebase::{Board, Moves};

use super::steps_and_whole;
use crate::fields::fields;
use crate::output::Output;

fields! {
    /// A move, for a row or an object in JSON.
    struct CostRow {
        number: usize,
        mv as "move": String,
        tile: u32,
        cost: Option<CostSum>,
        after: Option<CostSum>,
        extra: Option<CostSum>,
        better: Option<String>,
    }
}

fields! {
    /// The whole analysis, for an object.
    struct CostWhole {
        board: String,
        moves: String,
        length: usize,
        cost: Option<CostSum>,
        least_cost: Option<CostSum>,
        reaches_goal: bool,
        cost_left: Option<CostSum>,
        steps: Vec<CostRow>,
        error: Option<String>,
    }
}

/// Writes an analysis of these moves from a board. Returns whether they reach the goal.
pub fn write(
    analysis: &CostAnalysis,
    (board, text, moves): (&Board, &str, &Moves),
    notation: Notation,
    wrong: Option<&MoveError>,
    (out, format): (Output, Format),
) -> anyhow::Result<bool> {
    let (mut steps, mut before) = (Vec::new(), board.clone());
    for (number, step) in (1..).zip(&analysis.steps) {
        steps.push(CostRow::of(number, step, notation, &before)?);
        before = before.after(&[step.mv]).context("an illegal move")?;
    }
    let reaches_goal = wrong.is_none() && analysis.reaches_goal(moves);
    let whole = CostWhole {
        board: board.to_string(),
        moves: text.to_owned(),
        length: steps.len(),
        cost: Some(analysis.cost),
        least_cost: analysis.least_cost,
        reaches_goal,
        cost_left: analysis.cost_left,
        steps,
        error: wrong.map(|why| format!("invalid: {why}")),
    };
    steps_and_whole(out, format, &whole.steps, &whole)?.finish()?;
    Ok(reaches_goal)
}

impl CostRow {
    /// A move of this board.
    fn of(
        number: usize,
        step: &CostedMove,
        notation: Notation,
        board: &Board,
    ) -> Result<CostRow, MoveError> {
        let &CostedMove { mv, tile, cost, after, extra, better, .. } = step;
        let better = better.map(|mv| notation.format_set_on(mv, board)).transpose()?;
        let (mv, cost) = (notation.format_set_on(mv, board)?, Some(cost));
        Ok(CostRow { number, mv, tile, cost, after, extra, better })
    }
}
