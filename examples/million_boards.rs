//! Computes the distances of a million boards on all processors.
//!
//! ```console
//! $ cargo run --release --example million_boards
//! ```

use std::thread;

use tilebase::sample::{Request, Sampler};
use tilebase::{Batch, Board, Tablebase};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let goal = Board::goal("3x3".parse()?);
    let count = 1_000_000;
    let mut sampler = Sampler::new(&goal, Request { count, ..Request::default() }, 1)?;
    let boards = sampler.draw(usize::try_from(count)?)?;
    // All threads share one batch. Each thread has a part of the boards and of the answers.
    let batch = Batch::new(Tablebase::embedded().oracle(&goal)?);
    let mut distances = vec![None; boards.len()];
    let part = boards.len().div_ceil(thread::available_parallelism()?.get());
    thread::scope(|scope| {
        for (boards, distances) in boards.chunks(part).zip(distances.chunks_mut(part)) {
            let batch = &batch;
            scope.spawn(move || {
                batch.distances(boards, distances).expect("embedded tables are whole");
            });
        }
    });
    let total: u64 = distances.iter().flatten().map(|&distance| u64::from(distance)).sum();
    println!("mean distance of {count} boards: {:.3}", total as f64 / count as f64);
    Ok(())
}
