//! One board's answer, in each of the forms that can be asked for.

use std::fmt::Write;

use tilebase::{Board, Error, Moves, Oracle};

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
    pub fn of(self, oracle: &Oracle, board: &Board) -> Result<String, Error> {
        match self {
            Answer::Moves => oracle.solution(board).map(|moves| moves.to_string()),
            Answer::Distance => oracle.distance(board).map(|distance| distance.to_string()),
            Answer::Next => oracle.optimal_moves(board).map(|moves| moves.to_string()),
            Answer::Count => oracle.count_solutions(board).map(|count| count.to_string()),
        }
    }
}

/// The board, and after each move the board again.
pub fn drawing(board: &Board, moves: &Moves) -> String {
    let mut drawing = format!("{board:#}\n");
    let mut board = *board;
    for (number, &mv) in (1..).zip(moves.iter()) {
        board = board.moved(mv).unwrap_or(board);
        // Writing to a string cannot fail.
        let _ = write!(drawing, "\n{number}/{}: {}\n{board:#}\n", moves.len(), mv.letter());
    }
    drawing
}
