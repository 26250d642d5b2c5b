//! Computes the distances of a million boards on all processors.
//!
//! ```console
//! $ cargo run --release --example million_boards
//! ```

use tilebase::puzzle::SmallBoard;
use tilebase::sample::{Request, Sampler};
use tilebase::{Board, Tablebase};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let goal = SmallBoard::goal("3x3".parse()?);
    let count = 1_000_000;
    let mut sampler = Sampler::new(&goal.into(), Request { count, ..Request::default() }, 1)?;
    let boards = sampler.draw(usize::try_from(count)?)?;
    let boards: Vec<SmallBoard> = boards.iter().filter_map(Board::small).copied().collect();
    let oracle = Tablebase::embedded().oracle(&goal)?;
    // Every sampled board can reach the goal, so each has a distance.
    let mut distances = vec![0; boards.len()];
    oracle.distances_into(&boards, &mut distances, |found| found.known().unwrap_or_default())?;
    let total: u64 = distances.into_iter().map(u64::from).sum();
    println!("mean distance of {count} boards: {:.3}", total as f64 / count as f64);
    Ok(())
}
