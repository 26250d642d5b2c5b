//! Measures a million distances of 3x3 through the C function against the library, in pairs, and
//! the C function for the moves of one board:
//! `cargo run --profile dist -p tilebase-c --example speed`.

#![expect(
    unsafe_code,
    reason = "SAFETY: the arrays live as long as the call, and have its lengths"
)]

use std::ptr::null;
use std::time::Instant;

use tilebase::oracle::{Boards, Outcome};
use tilebase::puzzle::{SmallBoard, SmallShape};
use tilebase::{Board, Tablebase};
use tilebase_c::{
    TilebaseLimits, TilebaseMove, tilebase_close, tilebase_distances, tilebase_moves, tilebase_open,
};

const BOARDS: usize = 1_000_000;
const PAIRS: usize = 41;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let shape = SmallShape::default();
    // As if at random: neighbours in this order have little in common.
    let all: Vec<SmallBoard> = SmallBoard::all(shape).collect();
    let some = (0..BOARDS).map(|number| all[number * 100_003 % all.len()]);
    let rows: Vec<u8> = some.flat_map(|board| board.cells().to_vec()).collect();
    let goal = Board::from(SmallBoard::goal(shape));
    let library = Tablebase::embedded().oracle(&goal)?;
    // SAFETY: null is allowed.
    let handle = unsafe { tilebase_open(null(), null(), null(), null()) };
    for threads in [1, 2] {
        let oracle = library.clone().threads(threads as usize);
        let (stop, user) = (None, std::ptr::null_mut());
        let limits = TilebaseLimits { milliseconds: 0, boards: 0, threads, stop, user };
        let (mut by_c, mut by_library) = (vec![0_u16; BOARDS], vec![0_u16; BOARDS]);
        let mut ratios = Vec::new();
        for _ in 0..PAIRS {
            let begin = Instant::now();
            oracle.distances_into(Boards::Rows(&rows), &mut by_library, |found| match found {
                Outcome::Known(distance) => distance as u16,
                _ => u16::MAX,
            })?;
            let of_library = begin.elapsed().as_secs_f64();
            let begin = Instant::now();
            // SAFETY: the arrays have these lengths.
            let status = unsafe {
                let out = by_c.as_mut_ptr();
                tilebase_distances(handle.as_deref(), rows.as_ptr(), BOARDS, Some(&limits), out)
            };
            let of_c = begin.elapsed().as_secs_f64();
            assert!(status as i32 == 0 && by_c == by_library);
            ratios.push((of_c / of_library, of_c, of_library));
        }
        ratios.sort_by(|one, other| one.0.total_cmp(&other.0));
        let (ratio, of_c, of_library) = ratios[PAIRS / 2];
        println!("{threads} threads: C {of_c:.4} s, library {of_library:.4} s, median {ratio:.3}");
    }
    // 31 moves from the goal.
    let cells = [8_u32, 6, 7, 2, 5, 4, 3, 0, 1];
    let mut moves = [TilebaseMove { text: [0; 8], tile: 0, distance: 0 }; 4];
    let begin = Instant::now();
    for _ in 0..BOARDS {
        let (at, out) = (cells.as_ptr(), moves.as_mut_ptr());
        // SAFETY: the arrays have these lengths.
        let status = unsafe { tilebase_moves(handle.as_deref(), at, 9, None, out, 4, None) };
        assert!(status as i32 == 0 && moves[0].distance == 30);
    }
    println!("moves of one board: {:.2} µs", begin.elapsed().as_secs_f64() * 1e6 / BOARDS as f64);
    tilebase_close(handle);
    Ok(())
}
