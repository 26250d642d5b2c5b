//! Moves that somebody made: read in a notation, written in one, and judged.

use serde::Serialize;
use tilebase::analysis::{Analysis, Step};
use tilebase::puzzle::Notation;
use tilebase::{Board, Oracle};

/// What is right and wrong with a sequence of moves. Moves have the letters of the blank.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Way {
    /// The legal moves, in order.
    steps: Vec<Judged>,
    /// The distance of the first board: the least number of moves.
    optimal: Option<u32>,
    /// The number of moves lost by mistakes.
    lost: Option<u32>,
    /// The distance of the last board.
    left: Option<u32>,
    /// A shortest solution of the board before the first mistake, or of the last board.
    ending: Option<String>,
    /// The number of moves made before `ending` begins.
    ending_after: usize,
}

/// One of the moves.
#[derive(Debug, Serialize)]
struct Judged {
    #[serde(rename = "move")]
    mv: String,
    /// The tile that slides.
    tile: u8,
    /// The distance after the move.
    distance: Option<u32>,
    /// The number of moves that it cost: 0 or 2.
    cost: Option<u32>,
    /// The optimal moves, if it was a mistake.
    better: String,
}

impl Way {
    /// Judges moves from `board`, up to the first illegal one.
    pub fn new(oracle: &Oracle, board: &Board, moves: &str) -> Result<Way, String> {
        let moves = Notation::Blank.parse(moves, None).map_err(|error| error.to_string())?;
        let way = Analysis::new(oracle, board, &moves).map_err(|error| error.to_string())?;
        let judged = |step: &Step| Judged {
            mv: step.mv.letter().to_string(),
            tile: step.tile,
            distance: step.after,
            cost: step.cost(),
            better: step.better.unwrap_or_default().to_string(),
        };
        Ok(Way {
            steps: way.steps.iter().map(judged).collect(),
            optimal: way.optimal_length,
            lost: way.lost(),
            left: way.distance_left,
            ending_after: way.ending_after(),
            ending: way.ending.map(|moves| moves.to_string()),
        })
    }
}

/// Moves in another notation.
///
/// # Errors
///
/// A message, if there is no such notation, or a move cannot be read or is illegal on the board.
pub fn translated(moves: &str, board: &Board, from: &str, to: &str) -> Result<String, String> {
    let notation = |name: &str| match name {
        "" => Ok(Notation::default()),
        name => name.parse::<Notation>().map_err(|error| format!("notation: {error}")),
    };
    let (from, to) = (notation(from)?, notation(to)?);
    let moves = from.parse(moves, Some(board)).map_err(|error| error.to_string())?;
    to.format(&moves, Some(board)).map_err(|error| error.to_string())
}
