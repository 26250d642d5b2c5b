//! Moves that somebody made: read in a notation, written in one, and judged.

use serde_json::{Value, json};
use tilebase::Board;
use tilebase::analysis::{Analysis, Step};
use tilebase::puzzle::{Metric, MultiMoves, Notation, Rectangle, Slide};

use crate::problem::{PageProblem, named, told};

/// An analysis for JavaScript.
pub fn judged<M: Slide>(way: &Analysis<M>) -> Value {
    json!({
        "steps": way.steps.iter().map(step).collect::<Vec<_>>(),
        // The least number of moves, those that mistakes cost, and those from the last board.
        "optimal": way.optimal_length,
        "lost": way.lost(),
        "left": way.distance_left,
        // A shortest solution of the board before the first mistake, or of the last board, and the
        // number of moves made before it begins.
        "endingAfter": way.ending_after(),
        "ending": way.ending.as_ref().map(ToString::to_string),
    })
}

/// One of the moves: the tile that slides, the distance after it, what it cost, and if that was
/// anything, the optimal moves.
fn step<M: Slide>(step: &Step<M>) -> Value {
    let better = step.better.clone().into_iter().flatten();
    json!({
        "move": step.mv.to_string(),
        "tile": step.tile,
        "distance": step.after,
        "cost": step.cost(),
        "better": better.map(|mv| mv.to_string()).collect::<String>(),
    })
}

/// Moves from a board in another notation.
///
/// # Errors
///
/// If there is no such notation, or a move cannot be read or is illegal on the board.
pub fn translated(
    moves: &str,
    problem: &PageProblem<Rectangle>,
    from: &str,
    to: &str,
) -> Result<String, Value> {
    let (from, to): (Notation, Notation) = (named("notation", from)?, named("notation", to)?);
    let written = match problem.metric {
        Metric::Single => {
            let moves = from.make(moves.as_bytes(), &mut problem.start.clone());
            moves.and_then(|moves| to.format_on(&moves, &problem.start))
        }
        Metric::Multi => {
            let board: Board = problem.small()?.start;
            let moves = MultiMoves::parse(moves, from, Some(&board));
            moves.and_then(|moves| moves.format(to, Some(&board)))
        }
    };
    written.map_err(told)
}
