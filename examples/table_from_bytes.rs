//! Creates a table from bytes, for programs without files, as in a browser.
//!
//! ```console
//! $ cargo run --release --example table_from_bytes
//! ```

use tilebase::generate::generate;
use tilebase::puzzle::{Orbit, SmallBoard};
use tilebase::{Oracle, Table, Tablebase};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let goal = SmallBoard::goal("2x5".parse()?);
    let mut bytes = Vec::new();
    generate(Orbit::from(&goal))?.write_to(&mut bytes)?;
    println!("{} bytes", bytes.len());
    // Errors call the table by this name.
    let table = Table::from_bytes("2x5, from memory", bytes)?;
    let board: SmallBoard = "1 2 3 4 x / 6 7 8 9 5".parse()?;
    println!("{}", Oracle::new(table, &goal)?.solution(&board)?);
    // Or together with all other tables.
    let tables = Tablebase::embedded();
    let mut bytes = Vec::new();
    generate(Orbit::from(&goal))?.write_to(&mut bytes)?;
    tables.insert(Table::from_bytes("2x5, from memory", bytes)?);
    println!("{}", tables.oracle(&goal)?.distance(&board)?);
    Ok(())
}
