//! A heuristic of one's own: used by A*, and audited against the truth.
//!
//! ```console
//! $ cargo run --release --example own_heuristic
//! ```

use tilebase::search::{Astar, Heuristic, Limits, Problem, audit, solve};
use tilebase::{Batch, Board, Tablebase};

/// How many rows and columns apart each tile's row and column are from its goal's, but only
/// counting whether they differ: a tile in a wrong row needs one move at least, and so does one in
/// a wrong column.
struct WrongLines {
    goal: Board,
}

impl Heuristic for WrongLines {
    fn estimate(&self, board: &Board) -> u32 {
        let cols = board.shape().cols();
        let goal = self.goal.cells();
        let wrong = |(cell, &tile): (usize, &u8)| {
            let home = goal.iter().position(|&other| other == tile).expect("the same tiles");
            let rows = u32::from(cell / cols != home / cols);
            if tile == 0 { 0 } else { rows + u32::from(cell % cols != home % cols) }
        };
        board.cells().iter().enumerate().map(wrong).sum()
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let goal = Board::goal("3x3".parse()?);
    let heuristic = WrongLines { goal };
    let problem = Problem { start: "8 6 7 2 5 4 3 x 1".parse()?, goal, heuristic: &heuristic };
    let solved = solve(&Astar, &problem, Limits::default())?;
    println!("{} moves, {} boards expanded", solved.moves.len(), solved.stats.expanded);
    // Over every board: is it never too high? How much of the truth does it see?
    let found = audit(&Batch::new(Tablebase::embedded().oracle(&goal)?), &heuristic)?;
    println!("admissible: {}, consistent: {}", found.is_admissible(), found.is_consistent());
    println!("mean {:.2} of {:.2}", found.mean, found.mean_distance);
    Ok(())
}
