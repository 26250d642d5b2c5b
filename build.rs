//! Generates with the library's own code what is embedded in it: the tables of every orbit of every
//! shape of up to nine cells, and what a search on 4x4 needs.

#![allow(
    dead_code,
    unused_imports,
    missing_docs,
    reason = "these files serve the library; a build script needs some of each"
)]

use std::fmt::Write;
use std::ops::ControlFlow;
use std::path::Path;

#[path = "src/error.rs"]
mod error;
#[path = "src/generate/mod.rs"]
mod generate;
#[path = "src/limits.rs"]
mod limits;
#[path = "src/outcome.rs"]
mod outcome;
#[path = "src/solver/partition.rs"]
mod partition;
#[path = "src/solver/pruning.rs"]
mod pruning;
#[path = "src/puzzle/mod.rs"]
mod puzzle;
#[path = "src/space/mod.rs"]
mod space;
#[path = "src/threads.rs"]
mod threads;
#[path = "src/solver/zones.rs"]
mod zones;

mod table {
    pub(crate) use crate::encoding::Encoding;
    pub(crate) use crate::format;
    pub(crate) use crate::writer::Entries;
    pub(crate) use crate::writer::NewTable;

    /// These tables are too small for huge pages.
    pub(crate) fn in_huge_pages<T>(_: &mut [T]) {}
}

#[path = "src/table/encoding.rs"]
mod encoding;
#[path = "src/table/format.rs"]
pub mod format;
#[path = "src/table/writer.rs"]
mod writer;

const EMBEDDED_CELLS: usize = 9;

type Result<T> = std::result::Result<T, Box<dyn std::error::Error + Send + Sync>>;

fn main() -> Result<()> {
    for source in [
        "build.rs",
        "src/error.rs",
        "src/limits.rs",
        "src/outcome.rs",
        "src/generate",
        "src/puzzle",
        "src/solver/partition.rs",
        "src/solver/pruning.rs",
        "src/solver/zones.rs",
        "src/space",
        "src/table",
        "src/threads.rs",
    ] {
        println!("cargo::rerun-if-changed={source}");
    }
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
    let mut keep = |puzzle: puzzle::Puzzle, table: Option<table::NewTable>| -> Result<()> {
        let name = table.is_some().then(|| format!("{puzzle}.tbl"));
        if let (Some(name), Some(table)) = (&name, table) {
            let mut file = Vec::new();
            table.write_to(&mut file)?;
            std::fs::write(folder.join(name), file)?;
        }
        files.push((puzzle.fields(), name));
        Ok(())
    };
    let is_kept = [cfg!(feature = "embedded"), cfg!(feature = "embedded-multi")];
    for shape in puzzle::Shape::all(EMBEDDED_CELLS).filter(|shape| shape.rows() >= shape.cols()) {
        for orbit in puzzle::Orbit::all(shape) {
            let puzzles = [puzzle::Puzzle::Sliding(orbit), puzzle::Puzzle::Multi(orbit)];
            for (puzzle, is_kept) in puzzles.into_iter().zip(is_kept) {
                let make = || generate::Generator::new(puzzle).threads(1).table(go_on);
                keep(puzzle, is_kept.then(make).transpose()?)?;
            }
        }
    }
    let mut source = String::new();
    writeln!(source, "const FILES: [([u32; 5], &[u8]); {}] = [", files.len())?;
    for (fields, name) in files {
        let bytes = name.map_or_else(|| "&[]".to_owned(), |name| include_bytes(&name));
        writeln!(source, "    ({fields:?}, {bytes}),")?;
    }
    source.push_str("];\n");
    std::fs::write(folder.join("embedded.rs"), source)?;
    Ok(())
}

/// Writes what a search on 4x4 needs, and `solver.rs` that lists it.
fn write_solver(folder: &Path) -> Result<()> {
    let shape = puzzle::Shape::new(4, 4)?;
    let (mut zones, mut patterns) = ("None".to_owned(), Vec::new());
    if cfg!(feature = "embedded-4x4") {
        let is_big = std::env::var("CARGO_CFG_TARGET_ENDIAN")? == "big";
        let bytes = |entry: &u64| if is_big { entry.to_be_bytes() } else { entry.to_le_bytes() };
        let entries: Vec<u8> = zones::Zones::entries(shape).iter().flat_map(bytes).collect();
        std::fs::write(folder.join("zones"), entries)?;
        zones = format!("Some(Aligned(*{}))", include_bytes("zones"));
        let orbit = puzzle::Orbit::new(shape, shape.tiles())?;
        for partition in partition::Partition::for_orbit(orbit, partition::PartitionSize::Small) {
            for &pattern in partition.patterns() {
                let name = pattern.to_string();
                std::fs::write(folder.join(&name), pattern_table(pattern)?)?;
                let fields = puzzle::Puzzle::from(pattern).fields();
                patterns.push(format!("({fields:?}, {})", include_bytes(&name)));
            }
        }
    }
    let mut source = String::new();
    writeln!(source, "static ZONES: Option<Aligned> = {zones};")?;
    writeln!(
        source,
        "const PATTERNS: [([u32; 5], &[u8]); {}] = [{}];",
        patterns.len(),
        patterns.join(", ")
    )?;
    for (name, depth) in [("PRUNING", pruning::DEPTH), ("PLAIN", pruning::PLAIN)] {
        let states = pruning::automaton(depth);
        writeln!(source, "pub(super) static {name}: [[u16; 4]; {}] = {states:?};", states.len())?;
    }
    std::fs::write(folder.join("solver.rs"), source)?;
    Ok(())
}

/// Nothing stops this.
fn go_on(_: &[u64]) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// The bits of a pattern's table.
fn pattern_table(pattern: puzzle::Pattern) -> Result<Vec<u8>> {
    let space = space::PatternSpace::new(pattern)?;
    Ok(match generate::Levels::pattern(&space)? {
        Some(levels) => levels.threads(1).distance_bits(go_on)?.chunks().flatten().collect(),
        None => generate::plain_entries(&space, table::Encoding::DistanceBit, go_on)?.1,
    })
}

/// The expression for the bytes of a file in the output folder.
fn include_bytes(name: &str) -> String {
    format!("include_bytes!(concat!(env!(\"OUT_DIR\"), \"/{name}\"))")
}
