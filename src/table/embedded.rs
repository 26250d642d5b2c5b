//! The tables that `build.rs` made: every orbit of every shape of up to nine cells, in the program.

use std::sync::OnceLock;

use super::{Bytes, Table, TableFile};
use crate::puzzle::{Orbit, Puzzle};

// FILES: the first fields of a header, which tell the puzzle, and the bytes of its table file.
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
    let puzzle = Puzzle::Sliding(orbit);
    let place = place(puzzle)?;
    TABLES[place].get_or_init(|| Table::of_file(open(place, puzzle)?).ok()).as_ref()
}

/// The embedded table file of a puzzle, opened anew, or `None` where there is none.
///
/// ```
/// use tilebase::{Puzzle, embedded_file, swap::Side};
/// let file = embedded_file(Puzzle::Swap(Side::new(3).expect("a side"))).expect("every side is embedded");
/// assert_eq!(file.header().diameter(), 12);
/// ```
#[must_use]
pub fn embedded_file(puzzle: Puzzle) -> Option<TableFile> {
    open(place(puzzle)?, puzzle)
}

fn place(puzzle: Puzzle) -> Option<usize> {
    FILES.iter().position(|(fields, _)| *fields == puzzle.fields())
}

fn open(place: usize, puzzle: Puzzle) -> Option<TableFile> {
    let name = format!("{puzzle} (embedded)");
    Some(TableFile::from_bytes(name, Bytes::Embedded(FILES[place].1)).ok()?.trusted())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generator::{generate, generate_swap};
    use crate::puzzle::Shape;
    use crate::puzzle::swap::Side;

    #[test]
    fn embedded_tables_are_what_the_library_generates() {
        let mut tables = 0;
        for orbit in Shape::all(9).flat_map(Orbit::all).collect::<std::collections::BTreeSet<_>>() {
            let mut file = Vec::new();
            generate(orbit).unwrap().write_to(&mut file).unwrap();
            let table = embedded(orbit).unwrap();
            let place = place(Puzzle::Sliding(orbit)).unwrap();
            assert_eq!(table.name(), format!("{orbit} (embedded)"));
            assert!(FILES[place].1 == file, "{orbit}");
            tables += 1;
        }
        for side in Side::ALL {
            let mut file = Vec::new();
            generate_swap(side).write_to(&mut file).unwrap();
            assert!(embedded_file(Puzzle::Swap(side)).unwrap().header().states() > 0);
            assert!(FILES[place(Puzzle::Swap(side)).unwrap()].1 == file, "{side}");
            tables += 1;
        }
        assert_eq!(tables, FILES.len());
    }
}
