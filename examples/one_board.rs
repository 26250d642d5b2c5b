//! Prints the distance, the solution and the optimal moves of one board.
//!
//! ```console
//! $ cargo run --example one_board -- "2 3 4 1 5 x 7 6 8"
//! ```

use tilebase::{Board, Error, Tablebase};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let text = std::env::args().nth(1).unwrap_or_else(|| "2 3 4 1 5 x 7 6 8".to_owned());
    let board: Board = text.parse()?;
    // Any board can be the goal. An oracle owns what it needs, so it can be kept.
    let oracle = Tablebase::embedded().oracle(Board::goal(board.shape())?)?;
    match oracle.solution(&board) {
        Ok(solution) => {
            println!("{} moves: {solution}", solution.len());
            println!("right now: {}", oracle.optimal_moves(&board)?);
            println!("shortest solutions: {}", oracle.count_solutions(&board)?);
        }
        Err(Error::Unsolvable(why)) => println!("{why}"),
        Err(error) => return Err(error.into()),
    }
    Ok(())
}
