//! What can go wrong, in one type: what, where, expected and found. The command adds the cure.

use std::io;
use std::path::{Path, PathBuf};

use crate::puzzle::swap::SwapError;
use crate::puzzle::{
    BoardError, MAX_TABLED_CELLS, MoveError, Orbit, Plural, Puzzle, Shape, ShapeError, Unsolvable,
};

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
    /// A search met a limit before it had an answer.
    #[error("stopped: at least {at_least} moves")]
    Stopped {
        /// The distance is proved to be at least this.
        at_least: u32,
        /// Boards generated so far.
        generated: u64,
    },
    /// A search was to be limited, but boards of this shape are looked up in a table.
    #[error("{shape}: the table is not searched, so there is nothing to limit")]
    NotSearched {
        /// The shape.
        shape: Shape,
    },
    /// Pattern tables that do not fit each other or the goal.
    #[error("{0}")]
    Patterns(String),
    /// The puzzle has no state with this number.
    #[error("state {index} of {puzzle}: expected 0 to {}", puzzle.states() - 1)]
    Index {
        /// The puzzle.
        puzzle: Puzzle,
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
    /// The table could be made, but there is none.
    #[error("no table for {shape}{}", of_goal(*shape, *goal_blank))]
    NoTable {
        /// The shape.
        shape: Shape,
        /// The cell of the goal's blank.
        goal_blank: usize,
    },
    /// A table that does not serve this puzzle or this goal.
    #[error("table {name}: it is a table of {found}: expected one of {expected}")]
    OtherTable {
        /// The table.
        name: String,
        /// The puzzle it should be of.
        expected: Puzzle,
        /// The puzzle it is of.
        found: Puzzle,
    },
    /// A table is not one, or is damaged.
    #[error("table {name}: {fault}")]
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
    /// There is not enough memory.
    #[error("cannot have {} of memory; close other programs, or use a larger machine", Size(*bytes))]
    Memory {
        /// How many bytes were asked for.
        bytes: u64,
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
    /// A word that is longer than any that is read.
    #[error("a word of more than {longest} bytes")]
    LongWord {
        /// The longest, in bytes.
        longest: usize,
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
    #[error("expected the end of the input after {}, found `{found}`", Plural(*cases, "case"))]
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
    #[error(
        "the block checksums are damaged: their checksum is {found:08x}, expected {expected:08x}"
    )]
    Checksums {
        /// Of the block checksums.
        found: u32,
        /// As written in the header.
        expected: u32,
    },
    /// A block of entries does not fit its checksum.
    #[error(
        "block {block} of the entries is damaged: its checksum is {found:08x}, expected {expected:08x}"
    )]
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
    #[error("the way to the goal is broken at entry {index}, board {board}: {why}")]
    Walk {
        /// The entry.
        index: u64,
        /// Its board.
        board: String,
        /// What is wrong with it.
        why: Broken,
    },
}

/// How the entries of a table fail to lead to the goal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Broken {
    /// A state that is not the goal has no optimal move.
    #[error("expected an optimal move, found none")]
    DeadEnd,
    /// The goal has an optimal move.
    #[error("expected no optimal move at the goal, found {found}")]
    GoesOn {
        /// The moves.
        found: String,
    },
    /// A move leaves the board.
    #[error("expected legal moves, found {found}")]
    Illegal {
        /// The moves.
        found: String,
    },
    /// A move takes the one before back.
    #[error("expected moves nearer to the goal, found {found}, which takes a move back")]
    Back {
        /// The moves.
        found: String,
    },
    /// The goal is not reached within the diameter, or not as soon as by other ways.
    #[error("expected the goal after at most {0} moves")]
    TooLong(u32),
    /// The goal is reached sooner than by another way that is claimed to be shortest.
    #[error("expected all shortest ways to be {0} moves long, found a shorter one")]
    TooShort(u32),
    /// More states lie on shortest ways than any honest table has.
    #[error("expected at most {0} states at one distance on the shortest ways")]
    TooWide(usize),
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
        let units =
            [(1_000_000_000_000, "TB"), (1_000_000_000, "GB"), (1_000_000, "MB"), (1_000, "kB")];
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

/// Which goals, if they are not those that a table is made for by default.
fn of_goal(shape: Shape, goal_blank: usize) -> String {
    let orbit = |cell| Orbit::new(shape, cell);
    if orbit(goal_blank) == orbit(shape.tiles()) {
        String::new()
    } else {
        format!(" with the goal's blank in cell {goal_blank}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes() {
        let say = |bytes| Size(bytes).to_string();
        assert_eq!(
            [say(0), say(999), say(1000), say(90_720), say(1_260_000), say(5_230_697_472_000)],
            ["0 bytes", "999 bytes", "1.0 kB", "91 kB", "1.3 MB", "5.2 TB"]
        );
    }
}
