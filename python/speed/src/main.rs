//! The time per board of an `Oracle`, with which `python/benches/arrays.py` compares the arrays.
//!
//! Reads boards from a file, one byte per cell, and writes nanoseconds per board: for distances,
//! for those after all moves, and for solutions as letters. It answers the bytes as they are.
//!
//!     cargo run --release -p tilebase-batch-speed -- boards.bin 3x3

use std::hint::black_box;

use tilebase::Tablebase;
use tilebase::oracle::Boards;
use tilebase::puzzle::{SmallBoard, SmallShape};
use tilebase::text::Notation;

/// The number of boards that Python answers at a time: 65,536 of 3x3, and 16,384 of larger shapes.
const fn block(shape: SmallShape) -> usize {
    if shape.cells() <= 9 { 1 << 16 } else { 1 << 14 }
}

type Result = std::result::Result<(), Box<dyn std::error::Error>>;

fn main() -> Result {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, path, shape] = &arguments[..] else { return Err("expected a file and a shape".into()) };
    let shape: SmallShape = shape.parse()?;
    let tables = Tablebase::user_folder().map_or_else(Tablebase::embedded, Tablebase::in_folder);
    let batch = tables.oracle(SmallBoard::goal(shape))?.threads(1);
    let bytes = std::fs::read(path)?;
    let (count, block) = (bytes.len() / shape.cells(), block(shape));
    let rows = || bytes.chunks(block * shape.cells()).map(Boards::Rows);

    measure("distances", count, || {
        let mut distances = vec![0; count];
        for (rows, out) in rows().zip(distances.chunks_mut(block)) {
            batch.distances_into(rows, out, |found| {
                found.known().map_or(255, |distance| distance as u8)
            })?;
        }
        black_box(distances);
        Ok(())
    })?;
    measure("move_distances", count, || {
        let mut after = vec![[0; 4]; count];
        for (rows, out) in rows().zip(after.chunks_mut(block)) {
            batch.move_distances_into(rows, out.as_flattened_mut())?;
        }
        black_box(after);
        Ok(())
    })?;
    measure("solutions", count, || {
        // With room, as in Python.
        let longest = batch.longest().unwrap_or_default();
        let mut letters = Vec::with_capacity(count * longest as usize);
        let mut ends = Vec::with_capacity(count);
        for rows in rows() {
            batch.write_solutions(rows, Notation::Blank, &mut letters, &mut ends)?;
        }
        black_box((letters, ends));
        Ok(())
    })?;
    Ok(())
}

/// Does some work twice, so that nothing is set up the second time, and writes that time.
fn measure(name: &str, boards: usize, mut work: impl FnMut() -> Result) -> Result {
    work()?;
    let begin = processor_time();
    work()?;
    println!("{name} {:.2}", (processor_time() - begin) / boards as f64);
    Ok(())
}

/// The processor time of this thread in nanoseconds, which other programs hardly affect.
fn processor_time() -> f64 {
    let text = std::fs::read_to_string("/proc/self/schedstat").expect("Linux");
    text.split(' ').next().and_then(|first| first.parse().ok()).expect("nanoseconds")
}
