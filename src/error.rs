//! What can go wrong, in one type: what, where, expected, found, and the cure.

use std::io;
use std::path::{Path, PathBuf};

use crate::puzzle::swap::SwapError;
use crate::puzzle::{BoardError, MAX_TABLED_CELLS, MoveError, Orbit, Puzzle, Shape, ShapeError, Unsolvable};

/// A result with this crate's [`Error`].
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Everything that can go wrong below the command line.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A shape was refused.
    #[error(transparent)]
    Shape(#[from] ShapeError),
    /// A board was refused.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// A board of the alternating-swap puzzle was refused.
    #[error(transparent)]
    Swap(#[from] SwapError),
    /// A letter that names no move.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// The board cannot reach the goal: an answer more than an error.
    #[error(transparent)]
    Unsolvable(#[from] Unsolvable),
    /// The shape has no such cell.
    #[error("cell {cell} of {shape}: expected 0 to {}", shape.cells() - 1)]
    Cell {
        /// The shape.
        shape: Shape,
        /// The cell asked for.
        cell: usize,
    },
    /// The shape has no such index.
    #[error("index {index} of {shape}: expected 0 to {}", shape.states() - 1)]
    Index {
        /// The shape.
        shape: Shape,
        /// The index asked for.
        index: u64,
    },
    /// No table can be made for a shape of this size.
    #[error(
        "no table for {shape}: it has {} states, {} of table; tables end at {MAX_TABLED_CELLS} cells",
        shape.states(),
        Size(shape.states().div_ceil(2))
    )]
    TooLarge {
        /// The shape.
        shape: Shape,
    },
    /// The boards of a shape of this size cannot be counted.
    #[error("no census of {shape}: it has {} states, which takes {} of memory; it ends at 14 cells", shape.states(), Size(*memory))]
    NoCensus {
        /// The shape.
        shape: Shape,
        /// Bytes of memory it would take.
        memory: u64,
    },
    /// There is not as much memory as it takes.
    #[error("no memory: it takes {}; close other programs, or use a larger machine", Size(*needed))]
    Memory {
        /// Bytes of memory it takes.
        needed: u64,
    },
    /// The table could be made, but there is none.
    #[error(
        "no table for {shape}{}; make it once with: tilebase generate --size {shape}{} (about {}, {})",
        of_goal(*shape, *goal_blank, " with the goal's blank in cell "),
        of_goal(*shape, *goal_blank, " --goal-blank "),
        generating_takes(*shape),
        Size(shape.states().div_ceil(2))
    )]
    NoTable {
        /// The shape.
        shape: Shape,
        /// The cell of the goal's blank.
        goal_blank: usize,
    },
    /// A table was given that does not serve this goal.
    #[error("table {name}: it is for goals of {found}: expected {expected}")]
    OtherTable {
        /// The table.
        name: String,
        /// The orbit of the goal.
        expected: Orbit,
        /// The orbit the table is for.
        found: Orbit,
    },
    /// A table was given that is of another puzzle.
    #[error("table {name}: it is {found}: expected one of the {expected} puzzle")]
    OtherPuzzle {
        /// The table.
        name: String,
        /// The puzzle it should be of.
        expected: &'static str,
        /// What it is of.
        found: Puzzle,
    },
    /// A table is not one, or is damaged.
    #[error("table {name}: {fault}; make it anew with: {}", cure(name, *puzzle))]
    Table {
        /// The table: its path, or what it is where it has none.
        name: String,
        /// What it is for, where that could be read.
        puzzle: Option<Puzzle>,
        /// What is wrong.
        fault: Fault,
    },
    /// A case of an online judge's input that cannot be read.
    #[error("{}line {line}: {why}", if *case == 0 { String::new() } else { format!("case {case}, ") })]
    Case {
        /// Its number, counted from 1; 0 for what stands before the first.
        case: u64,
        /// The line it begins on, counted from 1.
        line: u64,
        /// What is wrong.
        why: CaseError,
    },
    /// Input or output failed.
    #[error("cannot {doing} {}: {cause}", path.display())]
    Io {
        /// What was tried: "read", "write", ...
        doing: &'static str,
        /// On which file.
        path: PathBuf,
        /// What the system said.
        cause: io::Error,
    },
}

impl Error {
    /// For `map_err`: an [`Error::Io`] that says what was tried on which file.
    pub(crate) fn io(doing: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Error {
        move |cause| Error::Io { doing, path: path.to_owned(), cause }
    }
}

/// Why a case of an online judge's input cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CaseError {
    /// A board that is none.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// A board of the alternating-swap puzzle that is none.
    #[error(transparent)]
    Swap(#[from] SwapError),
    /// Something that is no number where one is expected.
    #[error("expected a number, found `{found}`")]
    Number {
        /// The first characters of it, escaped.
        found: String,
    },
    /// The input ends too early.
    #[error("the input ends after {found} {what}: expected {expected}")]
    Ends {
        /// How many were read.
        found: u64,
        /// How many there should be.
        expected: u64,
        /// Of what.
        what: &'static str,
    },
    /// The input goes on behind its last case.
    #[error("expected the end of the input after {cases} case(s), found `{found}`")]
    Behind {
        /// How many cases there are.
        cases: u64,
        /// The first characters of what is behind them, escaped.
        found: String,
    },
}

/// What is wrong with a table. Numbers are as found in the file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// The first bytes are not a table's.
    #[error("not a table: it begins with {found:02x?}, expected {expected:02x?}")]
    Magic {
        /// The first eight bytes.
        found: Vec<u8>,
        /// The magic.
        expected: [u8; 8],
    },
    /// A format that this version does not read.
    #[error("format version {found}: expected {expected}")]
    Version {
        /// In the file.
        found: u32,
        /// The one this version reads.
        expected: u32,
    },
    /// The file is too short or too long.
    #[error("{found} bytes: expected {expected}")]
    Length {
        /// Of the file.
        found: u64,
        /// By its header, or of the shortest table.
        expected: u64,
    },
    /// The header's checksum does not fit its bytes.
    #[error("the header is damaged: its checksum is {found:08x}, expected {expected:08x}")]
    HeaderChecksum {
        /// Of the bytes.
        found: u32,
        /// As written in the prelude.
        expected: u32,
    },
    /// A field of the header that fits no table.
    #[error("header field {field} is {found}: expected {expected}")]
    Field {
        /// Its name.
        field: &'static str,
        /// Its value.
        found: u64,
        /// What it should be.
        expected: String,
    },
    /// A byte behind the header is not zero.
    #[error("byte {offset} of the padding is not zero")]
    Padding {
        /// Its offset in the file.
        offset: usize,
    },
    /// The block checksums do not fit the header's checksum over them.
    #[error("the block checksums are damaged: their checksum is {found:08x}, expected {expected:08x}")]
    Checksums {
        /// Of the block checksums.
        found: u32,
        /// As written in the header.
        expected: u32,
    },
    /// A block of entries does not fit its checksum.
    #[error("block {block} of the entries is damaged: its checksum is {found:08x}, expected {expected:08x}")]
    Block {
        /// The block, counted from 0.
        block: u64,
        /// Of its bytes.
        found: u32,
        /// As written in the file.
        expected: u32,
    },
    /// An entry that is not what it must be, found by proving the table.
    #[error("entry {} is wrong: {} has {}, expected {}", .0.index, .0.board, .0.found, .0.expected)]
    Entry(Box<WrongEntry>),
    /// A header that counts otherwise than its entries.
    #[error("the header counts {found} states at distance {distance}: expected {expected}")]
    Counts {
        /// The distance.
        distance: usize,
        /// In the header.
        found: u64,
        /// As counted.
        expected: u64,
    },
    /// The entries do not lead to the goal.
    #[error("entry {index} leads nowhere: it is {entry}, with {left} of at most {diameter} moves left")]
    Walk {
        /// The entry.
        index: u64,
        /// What it is: moves or a number.
        entry: u8,
        /// How many more moves the diameter allows.
        left: u32,
        /// The diameter by the header.
        diameter: u32,
    },
}

/// An entry that is not what it must be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongEntry {
    /// The entry.
    pub index: u64,
    /// Its board.
    pub board: String,
    /// What it holds.
    pub found: String,
    /// What it should hold.
    pub expected: String,
}

/// A number of bytes as people say it.
///
/// ```
/// assert_eq!(tilebase::Size(119_750_400).to_string(), "120 MB");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Size(pub u64);

impl std::fmt::Display for Size {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let units = [(1_000_000_000_000, "TB"), (1_000_000_000, "GB"), (1_000_000, "MB"), (1_000, "kB")];
        match units.into_iter().find(|&(unit, _)| self.0 >= unit) {
            Some((unit, name)) if self.0 < 10 * unit => {
                let tenths = (self.0 + unit / 20) / (unit / 10);
                write!(f, "{}.{} {name}", tenths / 10, tenths % 10)
            }
            Some((unit, name)) => write!(f, "{} {name}", (self.0 + unit / 2) / unit),
            None => write!(f, "{} bytes", self.0),
        }
    }
}

/// `prefix` and the cell, where it is not what `generate` takes by itself.
fn of_goal(shape: Shape, goal_blank: usize, prefix: &str) -> String {
    let default = Orbit::of(shape, shape.tiles());
    if Orbit::of(shape, goal_blank) == default { String::new() } else { format!("{prefix}{goal_blank}") }
}

/// How long making a table takes on two processors, as people say it.
fn generating_takes(shape: Shape) -> String {
    // Twice what was measured (README, "Speed"), for slower machines.
    const NANOSECONDS_A_STATE: u64 = 8;
    format!("{} s", (shape.states() * NANOSECONDS_A_STATE).div_ceil(1_000_000_000))
}

fn cure(name: &str, puzzle: Option<Puzzle>) -> String {
    match puzzle {
        Some(Puzzle::Swap(side)) => format!("tilebase generate --puzzle swap --size {side} -o {name}"),
        Some(Puzzle::Sliding(orbit)) => {
            format!("tilebase generate --size {} --goal-blank {} -o {name}", orbit.shape(), orbit.goal_blank())
        }
        None => format!("tilebase generate --size RxC -o {name}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_table_names_the_command_that_makes_it() {
        let shape = Shape::new(3, 4).unwrap();
        let say = |goal_blank| Error::NoTable { shape, goal_blank }.to_string();
        assert_eq!(say(11), "no table for 3x4; make it once with: tilebase generate --size 3x4 (about 2 s, 120 MB)");
        assert!(say(1).contains("tilebase generate --size 3x4 --goal-blank 1 "), "{}", say(1));
    }

    #[test]
    fn sizes() {
        let say = |bytes| Size(bytes).to_string();
        assert_eq!(
            [say(0), say(999), say(1000), say(90_720), say(1_260_000), say(5_230_697_472_000)],
            ["0 bytes", "999 bytes", "1.0 kB", "91 kB", "1.3 MB", "5.2 TB"]
        );
    }
}
