//! Defines a heuristic, uses it in A*, and audits it against the true distances.
//!
//! ```console
//! $ cargo run --release --example own_heuristic
//! ```

use tilebase::puzzle::SmallBoard;
use tilebase::search::{Heuristic, Method, Problem, audit, solve};
use tilebase::{Limits, Tablebase};

/// Counts the tiles in a wrong row plus the tiles in a wrong column. Each of these needs at least
/// one move.
struct WrongLines {
    goal: SmallBoard,
}

impl Heuristic for WrongLines {
    fn estimate(&self, board: &SmallBoard) -> Result<u64, tilebase::Error> {
        let cols = board.shape().cols();
        let goal = self.goal.cells();
        let wrong = |(cell, &tile): (usize, &u8)| {
            let home = goal.iter().position(|&other| other == tile).expect("the same tiles");
            let rows = u64::from(cell / cols != home / cols);
            if tile == 0 { 0 } else { rows + u64::from(cell % cols != home % cols) }
        };
        Ok(board.cells().iter().enumerate().map(wrong).sum())
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let goal = SmallBoard::goal("3x3".parse()?);
    let heuristic = WrongLines { goal };
    let problem = Problem::new("8 6 7 2 5 4 3 x 1".parse()?, goal, &heuristic);
    let solved = solve(Method::AStar, &problem, &Limits::default())?;
    println!(
        "{} moves, {} boards expanded",
        solved.distance.unwrap_or_default(),
        solved.cost().expanded
    );
    // Over all boards: is the estimate ever too high, and how far below the distance is it?
    let found = audit(&Tablebase::embedded().oracle(&goal)?, &heuristic)?;
    println!("admissible: {}, consistent: {}", found.is_admissible(), found.is_consistent());
    println!("mean {:.2} of {:.2}", found.mean, found.mean_distance);
    Ok(())
}
