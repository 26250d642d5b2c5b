//! The tables that `build.rs` made: every orbit of every shape of up to nine cells, in the program.

use std::sync::{Arc, OnceLock};

use super::Table;
use crate::puzzle::Puzzle;

// FILES: the fields of a header that name the puzzle, and the bytes of its table file.
include!(concat!(env!("OUT_DIR"), "/embedded.rs"));

static TABLES: [OnceLock<Arc<Table>>; FILES.len()] = [const { OnceLock::new() }; FILES.len()];

/// The embedded table of a puzzle, or `None` if there is none: for shapes of more than nine cells.
///
/// ```
/// use tilebase::{Shape, puzzle::{Orbit, Puzzle}, table};
/// let corner = Puzzle::from(Orbit::new(Shape::default(), 8)?);
/// assert_eq!(table::embedded(corner).expect("3x3 is embedded").header().diameter(), 31);
/// assert!(table::embedded(Orbit::new("3x4".parse()?, 11)?.into()).is_none());
/// # Ok::<(), tilebase::puzzle::ShapeError>(())
/// ```
///
/// # Panics
///
/// If the table in the program is damaged, which a test rules out for every one of them.
#[must_use]
pub fn embedded(puzzle: Puzzle) -> Option<Arc<Table>> {
    let place = FILES.iter().position(|(fields, _)| *fields == puzzle.fields())?;
    Some(Arc::clone(open(place)))
}

/// All embedded tables, in the order of their file names.
pub(crate) fn all() -> impl Iterator<Item = Arc<Table>> {
    (0..FILES.len()).map(|place| Arc::clone(open(place)))
}

fn open(place: usize) -> &'static Arc<Table> {
    TABLES[place].get_or_init(|| {
        let (fields, bytes) = FILES[place];
        let table = Table::from_bytes("", bytes).expect("the tables in the program are whole");
        assert_eq!(table.puzzle().fields(), fields, "a table in the program is of its puzzle");
        let name = format!("{} (embedded)", table.puzzle());
        Arc::new(table.named(name).trusted())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::Generator;
    use crate::puzzle::swap::Side;
    use crate::puzzle::{Orbit, Shape};

    #[test]
    fn embedded_tables_are_what_the_library_generates() {
        let orbits = Shape::all(9).flat_map(Orbit::all);
        let puzzles = orbits.map(Puzzle::Sliding).chain(Side::ALL.map(Puzzle::Swap));
        let mut puzzles: Vec<Puzzle> = puzzles.collect();
        puzzles.sort_by_key(|puzzle| puzzle.fields());
        puzzles.dedup();
        assert_eq!(puzzles.len(), FILES.len());
        for puzzle in puzzles {
            let mut file = Vec::new();
            Generator::new(puzzle).table(|_| ()).unwrap().write_to(&mut file).unwrap();
            let place = FILES.iter().position(|(fields, _)| *fields == puzzle.fields()).unwrap();
            assert!(FILES[place].1 == file, "{puzzle}");
            assert_eq!(embedded(puzzle).unwrap().name(), format!("{puzzle} (embedded)"));
        }
    }
}
