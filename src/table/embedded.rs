//! The tables that `build.rs` made: every orbit of every shape of up to nine cells, in the program.

use std::sync::OnceLock;

use super::{Bytes, Table};
use crate::puzzle::{Orbit, Shape};

// FILES: rows, columns, the cell of the goal's blank, and the bytes of the table file.
include!(concat!(env!("OUT_DIR"), "/embedded.rs"));

static TABLES: [OnceLock<Option<Table>>; FILES.len()] = [const { OnceLock::new() }; FILES.len()];

/// The embedded table of an orbit, or `None` for a shape of more than nine cells.
///
/// ```
/// use tilebase::{Orbit, Shape, embedded};
/// let table = embedded(Orbit::of(Shape::default(), 8)).unwrap();
/// assert_eq!(table.header().diameter(), 31);
/// assert!(embedded(Orbit::of("3x4".parse()?, 11)).is_none());
/// # Ok::<(), tilebase::ShapeError>(())
/// ```
#[must_use]
pub fn embedded(orbit: Orbit) -> Option<&'static Table> {
    let place = FILES.iter().position(|&(rows, cols, goal_blank, _)| {
        Shape::new(rows, cols) == Ok(orbit.shape()) && goal_blank == orbit.goal_blank()
    })?;
    let (_, _, _, bytes) = FILES[place];
    let open = || Table::from_bytes(format!("{orbit} (embedded)"), Bytes::Embedded(bytes)).ok().map(Table::trusted);
    TABLES[place].get_or_init(open).as_ref()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generator::generate;

    #[test]
    fn embedded_tables_are_what_the_library_generates() {
        let mut orbits = 0;
        for orbit in Shape::all(9).flat_map(Orbit::all).collect::<std::collections::BTreeSet<_>>() {
            let mut file = Vec::new();
            generate(orbit).unwrap().write_to(&mut file).unwrap();
            let table = embedded(orbit).unwrap();
            assert!(table.data.as_ref() == file, "{orbit}");
            orbits += 1;
        }
        assert_eq!(orbits, FILES.len());
    }
}
