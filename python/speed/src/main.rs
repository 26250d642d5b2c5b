//! The time per board of a `Batch`, with which `python/benches/arrays.py` compares the arrays.
//!
//! Reads boards from a file, one byte per cell, and writes nanoseconds per board: for distances,
//! for solutions, and for solutions written as letters, one after the other.
//!
//!     cargo run --release -p tilebase-batch-speed -- boards.bin 3x3

use std::error::Error;
use std::hint::black_box;

use tilebase::oracle::Answered;
use tilebase::puzzle::PackedMoves;
use tilebase::{Batch, Board, Shape, Tablebase};

/// The number of boards in a batch.
const RUN: usize = 512;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, path, shape] = &arguments[..] else { return Err("expected a file and a shape".into()) };
    let shape: Shape = shape.parse()?;
    let tables = Tablebase::user_folder().map_or_else(Tablebase::embedded, Tablebase::in_folder);
    let batch = Batch::new(tables.oracle(&Board::goal(shape))?).threads(1);
    let bytes = std::fs::read(path)?;
    let rows = bytes.chunks_exact(shape.cells());
    let boards: Vec<Board> = rows.map(|row| Board::new(shape, row)).collect::<Result<_, _>>()?;

    let byte = |distance: Answered<u32>| distance.map_or(255, |distance| distance as u8);
    // Once before measuring, so that nothing is set up during it.
    for _ in 0..2 {
        let begin = processor_time();
        let mut distances = vec![0; boards.len()];
        for (run, distances) in boards.chunks(RUN).zip(distances.chunks_mut(RUN)) {
            batch.distances_into(run, distances, byte)?;
        }
        black_box(&distances);
        println!("distances {:.2}", nanoseconds(begin, boards.len()));
    }
    let mut found = vec![PackedMoves::default(); RUN];
    let moves = |moves: Answered<PackedMoves>| moves.unwrap_or_default();
    for _ in 0..2 {
        let begin = processor_time();
        for run in boards.chunks(RUN) {
            batch.solutions_into(run, &mut found[..run.len()], moves)?;
            black_box(&found);
        }
        println!("solutions {:.2}", nanoseconds(begin, boards.len()));
    }
    for _ in 0..2 {
        let begin = processor_time();
        let (mut letters, mut offsets) = (Vec::new(), vec![0]);
        for run in boards.chunks(RUN) {
            batch.solutions_into(run, &mut found[..run.len()], moves)?;
            for moves in &found[..run.len()] {
                moves.write_to(&mut letters);
                offsets.push(i64::try_from(letters.len()).expect("as many letters as fit memory"));
            }
        }
        black_box((&letters, &offsets));
        println!("letters {:.2}", nanoseconds(begin, boards.len()));
    }
    Ok(())
}

fn nanoseconds(begin: f64, boards: usize) -> f64 {
    (processor_time() - begin) / boards as f64
}

/// The processor time of this thread in nanoseconds, which other programs hardly affect.
fn processor_time() -> f64 {
    let text = std::fs::read_to_string("/proc/self/schedstat").expect("Linux");
    text.split(' ').next().and_then(|first| first.parse().ok()).expect("nanoseconds")
}
