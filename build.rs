//! Makes what is embedded in the library: the tables of every orbit of every shape of up to nine
//! cells, and what a search on 4x4 needs.

use std::fmt::Write;
use std::ops::ControlFlow;
use std::path::Path;

use tilebase_core::generate::Grower;
use tilebase_core::partitions::{automaton, zone_numbers};
use tilebase_core::{Encoding, Orbit, PartitionSize, Puzzle, SmallShape};

const EMBEDDED_CELLS: usize = 9;

type Result<T> = std::result::Result<T, Box<dyn std::error::Error + Send + Sync>>;

fn main() -> Result<()> {
    // What else this depends on is in a crate, which Cargo watches.
    println!("cargo::rerun-if-changed=build.rs");
    let folder = std::env::var_os("OUT_DIR").ok_or("cargo sets OUT_DIR")?;
    let folder = Path::new(&folder);
    // Both take about as long, which matters in debug builds, where this is not optimized.
    std::thread::scope(|scope| {
        let solver = scope.spawn(|| write_solver(folder));
        write_tables(folder)?;
        solver.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// Writes the tables, and `embedded.rs` that lists them.
fn write_tables(folder: &Path) -> Result<()> {
    let mut files = Vec::new();
    let is_kept = [cfg!(feature = "embedded"), cfg!(feature = "embedded-multi")];
    for shape in SmallShape::all(EMBEDDED_CELLS).filter(|shape| shape.rows() >= shape.cols()) {
        for orbit in Orbit::all(shape) {
            let puzzles = [Puzzle::Sliding(orbit), Puzzle::Multi(orbit)];
            for (puzzle, is_kept) in puzzles.into_iter().zip(is_kept) {
                let mut bytes = "&[]".to_owned();
                if is_kept {
                    let name = format!("{puzzle}.tbl");
                    let mut file = Vec::new();
                    let grower = Grower::new(puzzle, 1, false)?;
                    grower.table(Encoding::usual(puzzle), &mut go_on)?.write_to(&mut file)?;
                    std::fs::write(folder.join(&name), file)?;
                    bytes = include_bytes(&name);
                }
                files.push(format!("({:?}, {bytes})", puzzle.fields()));
            }
        }
    }
    let source =
        format!("static FILES: [([u32; 5], &[u8]); {}] = [{}];\n", files.len(), files.join(", "));
    std::fs::write(folder.join("embedded.rs"), source)?;
    Ok(())
}

/// Writes what a search needs: the data for 4x4, `solver.rs` that lists them, and `pruning.rs`.
fn write_solver(folder: &Path) -> Result<()> {
    let shape = SmallShape::new(4, 4)?;
    let (mut zones, mut patterns) = ("None".to_owned(), Vec::new());
    if cfg!(feature = "embedded-4x4") {
        let is_big = std::env::var("CARGO_CFG_TARGET_ENDIAN")? == "big";
        let bytes = |entry: &u64| if is_big { entry.to_be_bytes() } else { entry.to_le_bytes() };
        let entries: Vec<u8> = zone_numbers::entries(shape).iter().flat_map(bytes).collect();
        std::fs::write(folder.join("zones"), entries)?;
        zones = format!("Some(Aligned(*{}))", include_bytes("zones"));
        let orbit = Orbit::new(shape, shape.tiles())?;
        for pattern in PartitionSize::Small.partitions(orbit).concat() {
            let name = pattern.to_string();
            let grower = Grower::new(pattern.into(), 1, false)?;
            let (_, bits) = grower.entries(Encoding::DistanceBit, &mut go_on)?;
            std::fs::write(folder.join(&name), bits.chunks().collect::<Vec<_>>().concat())?;
            let fields = Puzzle::from(pattern).fields();
            patterns.push(format!("({fields:?}, {})", include_bytes(&name)));
        }
    }
    let mut source = String::new();
    writeln!(source, "static ZONES: Option<Aligned> = {zones};")?;
    writeln!(
        source,
        "static PATTERNS: [([u32; 5], &[u8]); {}] = [{}];",
        patterns.len(),
        patterns.join(", ")
    )?;
    std::fs::write(folder.join("solver.rs"), source)?;
    let mut source = String::new();
    for (name, depth) in [("PRUNING", automaton::DEPTH), ("PLAIN", automaton::PLAIN)] {
        let states = automaton::automaton(depth);
        writeln!(source, "pub(crate) static {name}: [[u16; 4]; {}] = {states:?};", states.len())?;
    }
    std::fs::write(folder.join("pruning.rs"), source)?;
    Ok(())
}

/// Nothing stops this.
fn go_on(_: &[u64]) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// The expression for the bytes of a file in the output folder.
fn include_bytes(name: &str) -> String {
    format!("include_bytes!(concat!(env!(\"OUT_DIR\"), \"/{name}\"))")
}
