//! Moves that somebody made: read in a notation, written in one, and judged.

use serde_json::{Value, json};
use tilebase::analysis::{Analysis, Step};
use tilebase::puzzle::{Notation, Rectangle};
use tilebase::{Board, Moves, Oracle};

/// Judges moves from `board`, up to the first illegal one. Moves have the letters of the blank.
///
/// # Errors
///
/// A message, if a move cannot be read, a search fails, or the board cannot be solved.
pub fn judged(oracle: &Oracle, board: &Board, moves: &str) -> Result<Value, String> {
    let moves = Notation::Blank.parse(moves, None).map_err(|error| error.to_string())?;
    let way = Analysis::new(oracle, board, &moves).map_err(|error| error.to_string())?;
    Ok(json!({
        "steps": way.steps.iter().map(step).collect::<Vec<_>>(),
        // The least number of moves, those that mistakes cost, and those from the last board.
        "optimal": way.optimal_length,
        "lost": way.lost(),
        "left": way.distance_left,
        // A shortest solution of the board before the first mistake, or of the last board, and the
        // number of moves made before it begins.
        "endingAfter": way.ending_after(),
        "ending": way.ending.map(|moves| moves.to_string()),
    }))
}

/// One of the moves: the tile that slides, the distance after it, what it cost, and if that was
/// anything, the optimal moves.
fn step(step: &Step) -> Value {
    json!({
        "move": step.mv.letter().to_string(),
        "tile": step.tile,
        "distance": step.after,
        "cost": step.cost(),
        "better": step.better.unwrap_or_default().to_string(),
    })
}

/// Moves in another notation.
///
/// # Errors
///
/// A message, if there is no such notation, or a move cannot be read or is illegal on the board.
pub fn translated(moves: &str, board: &Rectangle, from: &str, to: &str) -> Result<String, String> {
    let notation = |name: &str| match name {
        "" => Ok(Notation::default()),
        name => name.parse::<Notation>().map_err(|error| format!("notation: {error}")),
    };
    let (from, to) = (notation(from)?, notation(to)?);
    let moves = from.read_on(moves.as_bytes(), board).collect::<Result<Moves, _>>();
    moves.and_then(|moves| to.format_on(&moves, board)).map_err(|error| error.to_string())
}
