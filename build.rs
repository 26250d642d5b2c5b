//! Generates the embedded tables with the library's own code: every orbit of every shape of up to
//! nine cells.

#![allow(
    dead_code,
    unused_imports,
    missing_docs,
    reason = "these files serve the library; a build script needs some of each"
)]

use std::fmt::Write;
use std::path::Path;

#[path = "src/error.rs"]
mod error;
#[path = "src/limits.rs"]
mod limits;
#[path = "src/generate/memory.rs"]
mod memory;
#[path = "src/generate/plain.rs"]
mod plain;
#[path = "src/puzzle/mod.rs"]
mod puzzle;
#[path = "src/space/mod.rs"]
mod space;

mod table {
    pub use crate::encoding::Encoding;
    pub use crate::format;
    pub use crate::writer::NewTable;
}

#[path = "src/table/encoding.rs"]
mod encoding;
#[path = "src/table/format.rs"]
pub mod format;
#[path = "src/table/writer.rs"]
mod writer;

const EMBEDDED_CELLS: usize = 9;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for source in [
        "build.rs",
        "src/error.rs",
        "src/limits.rs",
        "src/generate",
        "src/puzzle",
        "src/space",
        "src/table",
    ] {
        println!("cargo::rerun-if-changed={source}");
    }
    let folder = std::env::var_os("OUT_DIR").ok_or("cargo sets OUT_DIR")?;
    let mut files = Vec::new();
    let mut keep = |puzzle: puzzle::Puzzle, table: table::NewTable| -> std::io::Result<()> {
        let name = format!("{puzzle}.tbl");
        let mut file = Vec::new();
        table.write_to(&mut file)?;
        std::fs::write(Path::new(&folder).join(&name), file)?;
        files.push((puzzle.fields(), name));
        Ok(())
    };
    for shape in puzzle::Shape::all(EMBEDDED_CELLS).filter(|shape| shape.rows() >= shape.cols()) {
        for orbit in puzzle::Orbit::all(shape) {
            let space = space::Sliding::try_from(orbit)?;
            keep(orbit.into(), plain::generate_plainly(&space, table::Encoding::Moves)?)?;
        }
    }
    for side in puzzle::swap::Side::ALL {
        keep(
            side.into(),
            plain::generate_plainly(&space::Swap::new(side), table::Encoding::Moves)?,
        )?;
    }
    let mut source = format!("const FILES: [([u32; 5], &[u8]); {}] = [\n", files.len());
    for (fields, name) in files {
        writeln!(
            source,
            "    ({fields:?}, include_bytes!(concat!(env!(\"OUT_DIR\"), \"/{name}\"))),"
        )?;
    }
    source.push_str("];\n");
    std::fs::write(Path::new(&folder).join("embedded.rs"), source)?;
    Ok(())
}
