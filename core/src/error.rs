//! The error type. An error says what is wrong, where, and what was expected. The command adds a
//! cure where it knows one.

use std::io;
use std::path::{Path, PathBuf};

use crate::interval::Interval;
use crate::puzzle::{
    BoardError, Metric, Orbit, PatternError, Puzzle, ShapeError, SmallShape, TooLarge, Unsolvable,
    plural,
};

/// A result with this crate's [`Error`].
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Everything that can go wrong below the command line.
///
/// Two kinds are answers rather than failures: [`Unsolvable`](Error::Unsolvable), and
/// [`Stopped`](Error::Stopped) with the bounds that a search had proved when it reached a limit.
///
/// ```
/// use tilebase::{Error, Tablebase, puzzle::SmallBoard};
/// let oracle = Tablebase::embedded().oracle("1 2 3 4 5 6 7 8 x".parse::<SmallBoard>()?)?;
/// match oracle.distance("2 1 3 4 5 6 7 8 x".parse::<SmallBoard>()?) {
///     Ok(distance) => println!("{distance} moves"),
///     Err(Error::Unsolvable(why)) => println!("unsolvable: {why}"),
///     Err(Error::Stopped(stopped)) => println!("at least {} moves", stopped.at_least),
///     Err(error) => return Err(error),
/// }
/// # Ok::<(), Error>(())
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A shape was refused: a text that is not one, or too few or too many cells.
    #[error(transparent)]
    Shape(#[from] ShapeError),
    /// A board was refused: a text or cells that are not one, or a board of another shape than the
    /// goal's. Correct the cell that the message names.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// The board cannot reach the goal, as half of all boards cannot. This is an answer rather than
    /// an error. It says which exchange of two tiles would make the board solvable.
    #[error(transparent)]
    Unsolvable(#[from] Unsolvable),
    /// A search reached one of its `Limits` first. It holds a lower bound, and the
    /// best solution found. Raise the limit to learn more.
    #[error(transparent)]
    Stopped(#[from] Interval),
    /// A search method cannot be used on a shape. Use another method, or an
    /// `Oracle`.
    #[error("{method} on {shape}: {why}")]
    Unsuitable {
        /// The method.
        method: &'static str,
        /// The shape.
        shape: SmallShape,
        /// The reason.
        why: &'static str,
    },
    /// A pattern was refused, or tables of patterns are damaged or do not fit the goal. Make them
    /// again.
    #[error(transparent)]
    Pattern(#[from] PatternError),
    /// The puzzle has no state with this index.
    #[error("state {index} of {puzzle}: expected 0 to {}", puzzle.states() - 1)]
    Index {
        /// The puzzle.
        puzzle: Puzzle,
        /// The index asked for.
        index: u64,
    },
    /// A board is too large for what was asked.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// Boards are farther from their goal than a table in memory can say.
    #[error(
        "some boards are more than {most} moves from this goal, which is more than a table in \
         memory holds; name more of its tiles, or fewer"
    )]
    TooFar {
        /// The most moves that it holds.
        most: u8,
    },
    /// The goal leaves cells free or has equal tiles, and what was asked takes one board.
    #[error("{what} is for a goal without `*` and equal tiles")]
    SeveralGoals {
        /// The question.
        what: &'static str,
    },
    /// A goal with free cells or equal tiles has too many boards to tell apart.
    #[error(
        "the goal {goal} tells {states} boards apart: expected at most {most}{}; leave more cells free",
        if metric.slides_one_tile() { " for what needs all their distances" }
        else { ", or the metric single, in which each board is searched for" }
    )]
    TooManyStates {
        /// The goal.
        goal: String,
        /// How many there are.
        states: u128,
        /// How many there may be.
        most: u64,
        /// The metric of the moves.
        metric: Metric,
    },
    /// There are no tables that make proofs of this shape, goal or metric shorter.
    #[error(
        "tables for proofs are of 5x5 in the metric single, with the goal's blank in a corner; found \
         {shape} in the metric {metric}, with the blank in cell {goal_blank}"
    )]
    NoFurtherTables {
        /// The shape.
        shape: SmallShape,
        /// The cell of the goal's blank.
        goal_blank: usize,
        /// The metric.
        metric: Metric,
    },
    /// There is no table, but one can be made with a
    /// `Generator`.
    #[error("no table for {shape}{}{}", of_goal(*shape, *goal_blank), in_metric(*metric))]
    NoTable {
        /// The shape.
        shape: SmallShape,
        /// The cell of the goal's blank.
        goal_blank: usize,
        /// The metric.
        metric: Metric,
    },
    /// The table is for a different puzzle or goal than the one asked about.
    #[error("table {name}: found a table for {found}, expected one for {expected}")]
    OtherTable {
        /// The table.
        name: String,
        /// The puzzle expected.
        expected: Puzzle,
        /// The puzzle found.
        found: Puzzle,
    },
    /// The file is not a table, or the table is damaged. Generate it again. No answer comes from
    /// damaged entries.
    #[error("table {name}: {fault}")]
    Table {
        /// The table's path, or a description if it has none.
        name: String,
        /// The table's puzzle, if that could be read.
        puzzle: Option<Puzzle>,
        /// What is wrong.
        fault: Fault,
    },
    /// A case of an online judge's input cannot be read.
    #[error("{}line {line}: {why}", if *case == 0 { String::new() } else { format!("case {case}, ") })]
    Case {
        /// The case, counted from 1; 0 before the first case.
        case: u64,
        /// The line where it begins, counted from 1.
        line: u64,
        /// What is wrong.
        why: CaseError,
    },
    /// Boards cannot be written as the input of an online judge, which reads others.
    #[error("judge {judge} reads {expected}; found {found}")]
    Judge {
        /// The judge.
        judge: &'static str,
        /// What it reads.
        expected: String,
        /// What it was asked to read.
        found: String,
    },
    /// There is not enough memory.
    #[error("cannot allocate {} of memory; close other programs, or use a machine with more memory", byte_size(*bytes))]
    Memory {
        /// The number of bytes requested.
        bytes: u64,
    },
    /// A progress function stopped the work.
    #[error("interrupted")]
    Interrupted,
    /// Input or output failed.
    #[error("cannot {doing} {}: {cause}", path.display())]
    Io {
        /// The operation: "read", "write", ...
        doing: &'static str,
        /// The file.
        path: PathBuf,
        /// The system's error.
        cause: io::Error,
    },
}

/// Adds an item to a list that may become long. If there is not enough memory, that is an error.
#[doc(hidden)]
pub fn push<T>(list: &mut Vec<T>, item: T) -> Result<()> {
    if list.len() == list.capacity() {
        let bytes = 2 * size_of_val(&list[..]) as u64;
        list.try_reserve(1).map_err(|_| Error::Memory { bytes })?;
    }
    list.push(item);
    Ok(())
}

impl Error {
    /// True if the board or its shape is at fault, so that another board may have an answer. It is
    /// not if a table is missing that can be made.
    pub const fn is_of_board(&self) -> bool {
        matches!(
            self,
            Error::Board(_)
                | Error::Shape(_)
                | Error::TooLarge(_)
                | Error::SeveralGoals { .. }
                | Error::TooManyStates { .. }
        )
    }

    /// The answer of a board that has none for this reason: `unsupported` if it was read, and
    /// `invalid` if it was not.
    pub const fn word(&self) -> &'static str {
        match self {
            Error::TooLarge(_)
            | Error::SeveralGoals { .. }
            | Error::TooManyStates { .. }
            | Error::Board(BoardError::GoalCell { .. }) => "unsupported",
            _ => "invalid",
        }
    }

    /// For `map_err`: an [`Error::Io`] with the operation and the file.
    #[doc(hidden)]
    pub fn io(doing: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Error {
        move |cause| Error::Io { doing, path: path.to_owned(), cause }
    }
}

/// Why a case of an online judge's input cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CaseError {
    /// An invalid board.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// A word that is not a number, where one is expected.
    #[error("expected a number, found `{found}`")]
    Number {
        /// The start of the word, escaped.
        found: String,
    },
    /// A square that is too small or too large.
    #[error("a square with sides of {side}: expected {least} to {largest}")]
    Side {
        /// The side.
        side: u64,
        /// The smallest side.
        least: u64,
        /// The largest side.
        largest: u64,
    },
    /// A word that is too long.
    #[error("a word of more than {longest} bytes")]
    LongWord {
        /// The limit, in bytes.
        longest: usize,
    },
    /// The input ends too early.
    #[error("the input ends after {found} {what}: expected {expected}")]
    UnexpectedEnd {
        /// How many were read.
        found: u64,
        /// How many there should be.
        expected: u64,
        /// The name of the things counted.
        what: &'static str,
    },
    /// The input continues after its last case.
    #[error("expected the end of the input after {}, found `{found}`", plural(*cases, "case"))]
    TrailingInput {
        /// How many cases there are.
        cases: u64,
        /// The first characters after them, escaped.
        found: String,
    },
}

/// What is wrong with a table. Numbers are as found in the file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// The file does not begin like a table.
    #[error(
        "not a table: it {}, expected `{}`",
        if found.is_empty() {
            "is empty".to_owned()
        } else {
            format!("begins with `{}`", found.escape_ascii())
        },
        expected.escape_ascii()
    )]
    Magic {
        /// The first eight bytes.
        found: Vec<u8>,
        /// The magic.
        expected: [u8; 8],
    },
    /// The format version is not supported.
    #[error("format version {found}: expected {expected}")]
    Version {
        /// The version found.
        found: u32,
        /// The version supported.
        expected: u32,
    },
    /// The file is too short or too long.
    #[error("{found} bytes: expected {expected}")]
    Length {
        /// The file's length.
        found: u64,
        /// The length according to the header, or of the shortest table.
        expected: u64,
    },
    /// The header does not match its checksum.
    #[error("the header is damaged: its checksum is {found:08x}, expected {expected:08x}")]
    HeaderChecksum {
        /// The checksum of the bytes.
        found: u32,
        /// The checksum in the prelude.
        expected: u32,
    },
    /// A field of the header has an impossible value.
    #[error("header field {field} is {found}: expected {expected}")]
    Field {
        /// The name of the field.
        field: &'static str,
        /// The value.
        found: u64,
        /// The value expected.
        expected: String,
    },
    /// A byte after the header is not zero.
    #[error("byte {offset} of the padding is not zero")]
    Padding {
        /// The offset in the file.
        offset: usize,
    },
    /// The block checksums do not match the header's checksum of them.
    #[error(
        "the block checksums are damaged: their checksum is {found:08x}, expected {expected:08x}"
    )]
    Checksums {
        /// The checksum of the block checksums.
        found: u32,
        /// The checksum in the header.
        expected: u32,
    },
    /// A block of entries does not match its checksum.
    #[error(
        "block {block} of the entries is damaged: its checksum is {found:08x}, expected {expected:08x}"
    )]
    Block {
        /// The block, counted from 0.
        block: u64,
        /// The checksum of its bytes.
        found: u32,
        /// The checksum in the file.
        expected: u32,
    },
    /// An entry is wrong. Only `verify` finds this.
    #[error("entry {index} is wrong: {board} has {found}, expected {expected}")]
    Entry {
        /// The index of the entry.
        index: u64,
        /// The board.
        board: String,
        /// What the entry holds.
        found: String,
        /// What the entry should hold.
        expected: String,
    },
    /// The counts in the header do not match the entries.
    #[error("the header counts {found} states at distance {distance}: expected {expected}")]
    Counts {
        /// The distance.
        distance: usize,
        /// The number in the header.
        found: u64,
        /// The number counted.
        expected: u64,
    },
    /// The entries do not lead to the goal by legal moves, or not within the diameter.
    #[error(
        "the walk to the goal fails at entry {index}, board {board}: expected {expected}, found {found}"
    )]
    Walk {
        /// The index of the entry.
        index: u64,
        /// The board of the entry.
        board: String,
        /// What was found there.
        found: String,
        /// What was expected.
        expected: String,
    },
}

impl Fault {
    /// True if the file is a table, or what is left of one, so that making it again destroys
    /// nothing else. A file that begins otherwise is none, and one of another version is whole.
    pub const fn is_damage(&self) -> bool {
        match self {
            Fault::Magic { found, .. } => found.is_empty(),
            Fault::Version { .. } => false,
            _ => true,
        }
    }
}

/// A number of bytes, with a unit.
///
/// ```
/// assert_eq!(tilebase::table::byte_size(119_750_400).to_string(), "120 MB");
/// ```
pub fn byte_size(bytes: u64) -> impl std::fmt::Display {
    let units =
        [(1_000_000_000_000, "TB"), (1_000_000_000, "GB"), (1_000_000, "MB"), (1_000, "kB")];
    std::fmt::from_fn(move |f| match units.into_iter().find(|&(unit, _)| bytes >= unit) {
        Some((unit, name)) if bytes < 10 * unit => {
            let tenths = (bytes + unit / 20) / (unit / 10);
            write!(f, "{}.{} {name}", tenths / 10, tenths % 10)
        }
        Some((unit, name)) => write!(f, "{} {name}", (bytes + unit / 2) / unit),
        None => write!(f, "{bytes} bytes"),
    })
}

/// Names the goal if it is not one of the default table.
fn of_goal(shape: SmallShape, goal_blank: usize) -> String {
    if Orbit::new(shape, goal_blank) == Orbit::new(shape, shape.tiles()) {
        String::new()
    } else {
        format!(" with the goal's blank in cell {goal_blank}")
    }
}

/// Names the metric if it is not the usual one.
const fn in_metric(metric: Metric) -> &'static str {
    match metric {
        Metric::Single => "",
        Metric::Multi => " in the multi-tile metric",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes() {
        let sizes = [0, 999, 1000, 90_720, 1_260_000, 5_230_697_472_000];
        assert_eq!(
            sizes.map(|bytes| byte_size(bytes).to_string()),
            ["0 bytes", "999 bytes", "1.0 kB", "91 kB", "1.3 MB", "5.2 TB"]
        );
    }
}
