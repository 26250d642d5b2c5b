//! All there is to say of a board, in named fields.

use serde::Serialize;
use tilebase::{Board, Error, MoveSet, Oracle, PackedMoves};

/// The fields of a JSON object, or of a row of CSV. The README gives the schema.
#[derive(Serialize)]
pub struct Record {
    board: String,
    distance: Option<usize>,
    moves: Option<String>,
    next: Option<String>,
    /// Left out where nobody asked for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<Count>,
    /// Left out where nobody asked for them.
    #[serde(skip_serializing_if = "Option::is_none")]
    solutions: Option<Vec<String>>,
    error: Option<String>,
}

/// The number of optimal solutions, where there are any.
#[derive(Serialize)]
struct Count(Option<u128>);

impl Record {
    /// A board with an answer.
    pub fn answered(board: &Board, moves: String, next: MoveSet) -> Record {
        Record {
            board: board.to_string(),
            distance: Some(moves.len()),
            moves: Some(moves),
            next: Some(next.to_string()),
            count: None,
            solutions: None,
            error: None,
        }
    }

    /// A board without one. `unsolvable` is an answer too, but says why in the field of errors.
    pub fn error(board: String, error: String) -> Record {
        let (distance, moves, next, count, solutions) = Default::default();
        Record { board, distance, moves, next, count, solutions, error: Some(error) }
    }

    /// A line that is no board.
    pub fn invalid(line: &[u8], why: &str) -> Record {
        Record::error(String::from_utf8_lossy(line).into_owned(), format!("invalid: {why}"))
    }

    /// What a batch found: the solution and the optimal moves, or neither for a board that cannot reach the goal.
    pub fn found(board: &Board, goal: &Board, found: Option<(PackedMoves, MoveSet)>) -> Record {
        match found {
            Some((moves, next)) => Record::answered(board, moves.to_string(), next),
            None => {
                let why = tilebase::puzzle::solvable(board, goal).err().map(|why| why.to_string());
                Record::error(board.to_string(), why.unwrap_or_default())
            }
        }
    }

    /// What the oracle says, with the number of solutions, and with all solutions if asked for.
    pub fn of(oracle: &Oracle, board: &Board, all: bool) -> Result<Record, Error> {
        let record = match oracle.solution(board) {
            Err(Error::Unsolvable(why)) => Record::error(board.to_string(), why.to_string()),
            moves => {
                let solutions = || -> Result<Vec<String>, Error> {
                    oracle.solutions(board)?.map(|solution| Ok(solution?.to_string())).collect()
                };
                let record =
                    Record::answered(board, moves?.to_string(), oracle.optimal_moves(board)?);
                Record { solutions: if all { Some(solutions()?) } else { None }, ..record }
            }
        };
        record.counted(oracle, board)
    }

    /// The same with the number of optimal solutions, which is none where there is no solution.
    pub fn counted(self, oracle: &Oracle, board: &Board) -> Result<Record, Error> {
        let count = if self.moves.is_some() { Some(oracle.count_solutions(board)?) } else { None };
        Ok(Record { count: Some(Count(count)), ..self })
    }

    /// The same where the number was asked for and there is no board to count for.
    pub fn uncounted(self) -> Record {
        Record { count: Some(Count(None)), ..self }
    }

    /// Its JSON, in one line.
    pub fn json(&self) -> anyhow::Result<String> {
        Ok(serde_json::to_string(self)?)
    }
}
