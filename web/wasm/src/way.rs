//! Moves that somebody made, read in a notation, written in one, and judged; and those of stages.

use serde_json::{Value, json};
use tilebase::analysis::{Analysis, JudgedMove};
use tilebase::stages::{StageError, Stages};
use tilebase::text::{MoveError, Notation};

use crate::problem::{PageProblem, add, error_reply, move_reply, named, read};

/// An analysis for JavaScript, with the error of an illegal move behind it.
pub fn judged(way: &Analysis, illegal: Option<MoveError>) -> Value {
    let mut judged = illegal.map_or_else(|| json!({}), |why| move_reply(&why));
    let steps: Vec<Value> = way.steps.iter().map(step).collect();
    // The least number of moves, those that mistakes cost, and those from the last board.
    let (optimal, lost, left) = (way.optimal_length, way.lost(), way.distance_left);
    add(&mut judged, json!({ "steps": steps, "optimal": optimal, "lost": lost, "left": left }));
    // A shortest solution of the board before the first mistake, or of the last board, and the
    // number of moves made before it begins.
    let ending = way.ending.as_ref().map(ToString::to_string);
    add(&mut judged, json!({ "endingAfter": way.ending_after(), "ending": ending }));
    judged
}

/// One of the moves: the tile that slides, the distance after it, its cost, and if it costs
/// anything, the optimal moves.
fn step(step: &JudgedMove) -> Value {
    json!({
        "move": step.mv.to_string(),
        "tile": step.tile,
        "distance": step.after,
        "cost": step.cost(),
        "better": step.better.as_ref().map(ToString::to_string).unwrap_or_default(),
    })
}

/// Moves from a board in another notation, and the board after them.
///
/// # Errors
///
/// If there is no such notation, or a move cannot be read or is illegal on the board.
pub fn translated(
    moves: &str,
    problem: &PageProblem,
    from: &str,
    to: &str,
) -> Result<Value, Value> {
    let notation = |name| named("notation", name).map(Option::unwrap_or_default);
    let (from, to): (Notation, Notation) = (notation(from)?, notation(to)?);
    let (start, metric) = (&problem.start, problem.metric);
    let moves = from.parse_on(moves, metric, start).map_err(|why| move_reply(&why))?;
    let written = to.format_on(&moves, metric, start).map_err(|why| move_reply(&why))?;
    Ok(json!({ "moves": written, "board": start.after(&moves).as_ref().map(read) }))
}

/// The goal and the moves of each usual stage.
///
/// # Errors
///
/// If the board cannot be solved, or not in stages.
pub fn in_stages(problem: &PageProblem) -> Result<Value, Value> {
    let refused = |why| match why {
        StageError::Failed(why) => error_reply(why),
        why => why.to_string().into(),
    };
    let stages = Stages::usual(&problem.goal, problem.metric, 1).map_err(refused)?;
    let moves = stages.solve(&problem.start).map_err(refused)?;
    let each = stages
        .goals()
        .iter()
        .zip(moves)
        .map(|(goal, moves)| json!({ "goal": goal.to_string(), "moves": moves.to_string() }));
    Ok(json!({ "stages": each.collect::<Vec<_>>() }))
}
