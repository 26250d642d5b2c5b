//! An oracle for sliding-tile puzzles, by lookup.
//!
//! A generator searches backwards from the goal over every board, once, and writes a [`Table`] that
//! tells for each board which moves bring it nearer to the goal. An [`Oracle`] answers any board by
//! walking that table: optimal, in as many steps as the board is away from the goal. Tables for
//! shapes of up to nine cells are part of the library.
//!
//! ```
//! use tilebase::{Board, Tablebase};
//!
//! let tables = Tablebase::embedded();
//! let oracle = tables.oracle(&"1 2 3 4 5 6 7 8 x".parse()?)?;
//! let board: Board = "2 3 4 1 5 x 7 6 8".parse()?;
//! assert_eq!(oracle.distance(&board)?, 19);
//! assert_eq!(oracle.solution(&board)?.to_string(), "dlurullddrurdllurdr");
//! assert_eq!(oracle.optimal_moves(&board)?.to_string(), "dlu");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Where to find what
//!
//! The names at the root are what most programs need: a [`Board`] and its [`Move`]s, an [`Oracle`]
//! for one board at a time, a [`Batch`] for many, and the [`Tablebase`] that both come from. The
//! modules have the rest:
//!
//! * [`puzzle`]: shapes, coordinates, symmetry, solvability;
//! * [`space`]: puzzles as states and moves, which tables are made of;
//! * [`table`]: table files, and their [format](table::format);
//! * [`generate`] and [`verify`]: making tables, and proving them;
//! * [`search`]: the methods people learn on this puzzle;
//! * [`known`]: published counts of boards at each distance;
//! * [`sample`]: random boards;
//! * [`judge`] and [`check`]: the formats of online judges, and verdicts on answers;
//! * [`swap`]: the alternating-swap puzzle, solved by the same idea.
//!
//! # Words
//!
//! A *shape* is rows x columns. A *board* is an arrangement of tiles and one *blank* on it. A
//! *move* is one step of the blank: `u`, `d`, `l`, `r` name the cell it goes to. The *distance* of
//! a board is the least number of moves to the goal. Its *canonical solution* is the
//! lexicographically smallest of the shortest ones under d < l < r < u.
//!
//! # Features
//!
//! * `mmap` (default): tables in files, mapped into memory.
//! * `cli` (default): the command `tilebase`. A program that wants the library alone turns both off
//!   with `default-features = false`, or keeps `mmap`.

pub mod bulk;
pub mod check;
mod error;
pub mod generate;
pub mod judge;
pub mod known;
mod oracle;
pub mod output_file;
pub mod puzzle;
pub mod sample;
pub mod search;
pub mod solver;
pub mod space;
pub mod swap;
pub mod table;
pub mod verify;

pub use error::{Broken, CaseError, Error, Fault, Result, Size, WrongEntry};
pub use oracle::{Batch, BatchError, Oracle, SEARCHED_CELLS, Solutions, Tablebase};
pub use output_file::OutputFile;
pub use puzzle::{Board, BoardError, Move, MoveSet, Moves, PackedMoves, Shape};
pub use table::Table;

/// The examples of README and docs run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
#[doc = include_str!("../docs/commands.md")]
struct Readme;
