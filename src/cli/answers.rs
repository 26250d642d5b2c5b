//! One board's answer, in each of the forms that can be asked for.

use std::fmt::Write;

use serde::Serialize;
use tilebase::{Board, Error, Oracle};

/// What is told of a board, in one line.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Answer {
    /// The canonical solution
    Moves,
    /// The least number of moves
    Distance,
    /// All optimal moves now
    Next,
    /// How many optimal solutions there are
    Count,
}

impl Answer {
    /// The answer; `unsolvable` is one, other errors are none.
    pub fn of(self, oracle: &Oracle<'_>, board: &Board) -> Result<String, Error> {
        match self {
            Answer::Moves => oracle.solution(board).map(|moves| moves.to_string()),
            Answer::Distance => oracle.distance(board).map(|distance| distance.to_string()),
            Answer::Next => oracle.optimal_moves(board).map(|moves| moves.to_string()),
            Answer::Count => oracle.count_solutions(board).map(|count| count.to_string()),
        }
    }
}

/// All there is to say of a board, as a JSON object.
#[derive(Serialize)]
pub struct Everything {
    board: String,
    distance: Option<u32>,
    moves: Option<String>,
    next: Option<String>,
    count: Option<u128>,
    #[serde(skip_serializing_if = "Option::is_none")]
    solutions: Option<Vec<String>>,
    error: Option<String>,
}

impl Everything {
    /// What the oracle says, with all solutions if asked for. An unsolvable board's `error` says why.
    pub fn of(oracle: &Oracle<'_>, board: &Board, all: bool) -> Result<Everything, Error> {
        let moves = match oracle.solution(board) {
            Err(Error::Unsolvable(why)) => return Ok(Everything::error(board.to_string(), why.to_string())),
            moves => moves?,
        };
        let solutions = || -> Result<Vec<String>, Error> {
            oracle.solutions(board)?.map(|solution| Ok(solution?.to_string())).collect()
        };
        Ok(Everything {
            board: board.to_string(),
            distance: Some(moves.len() as u32),
            moves: Some(moves.to_string()),
            next: Some(oracle.optimal_moves(board)?.to_string()),
            count: Some(oracle.count_solutions(board)?),
            solutions: if all { Some(solutions()?) } else { None },
            error: None,
        })
    }

    /// The object of a board without an answer.
    pub fn error(board: String, error: String) -> Everything {
        let (distance, moves, next, count, solutions) = Default::default();
        Everything { board, distance, moves, next, count, solutions, error: Some(error) }
    }

    /// Its JSON, in one line.
    pub fn json(&self) -> anyhow::Result<String> {
        Ok(serde_json::to_string(self)?)
    }
}

/// The board, and after each move of its canonical solution the board again.
pub fn drawing(oracle: &Oracle<'_>, board: &Board) -> Result<String, Error> {
    let moves = oracle.solution(board)?;
    let mut drawing = format!("{board:#}\n");
    let mut board = *board;
    for (number, &mv) in (1..).zip(moves.iter()) {
        board = board.moved(mv).unwrap_or(board);
        // Writing to a string cannot fail.
        let _ = write!(drawing, "\n{number}/{}: {}\n{board:#}\n", moves.len(), mv.letter());
    }
    Ok(drawing)
}
