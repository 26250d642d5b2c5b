//! An oracle for sliding-tile puzzles, by lookup.
//!
//! A generator searches backwards from the goal over every board, once, and writes a [`Table`]: for each board, the moves that
//! bring it nearer to the goal. An [`Oracle`] answers any board by walking that table: optimal, in as many steps as the board is
//! away from the goal. Tables for shapes of up to nine cells are in the library already.
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
//! A [`Batch`] answers many boards at once, a [`Proof`] shows that a table is right, a [`Judge`] speaks the formats of online judges, a [`Verdict`] judges
//! answers, and a [`Rectangle`] is a board of any size, of which only solvability is asked. The module [`search`] has the methods people learn on
//! this puzzle, and [`swap`] a second puzzle solved by the same idea.
//!
//! # Words
//!
//! A *shape* is rows x columns; a *board* is an arrangement of tiles and one *blank* on it. A *move* is one step of the blank: `u`,
//! `d`, `l`, `r` name the cell it goes to. The *distance* of a board is the least number of moves to the goal, and its *canonical
//! solution* the lexicographically smallest of the shortest ones under d < l < r < u.
//!
//! # Features
//!
//! * `mmap` (default): tables in files, mapped into memory.
//! * `cli` (default): the command `tilebase`. A program that wants the library alone turns both off with
//!   `default-features = false`, or keeps `mmap`.

mod check;
mod error;
mod generator;
mod judge;
mod oracle;
mod puzzle;
pub mod search;
pub mod solver;
mod space;
pub mod swap;
mod table;
mod verify;

pub use check::{Flaw, Verdict};
pub use error::{CaseError, Error, Fault, Result, Size, WrongEntry};
pub use generator::{Generator, MAX_CENSUS_CELLS, Sliding, StateSpace, generate, generate_plainly, search_backwards};
pub use judge::Judge;
pub use oracle::{Batch, Oracle, ShortAnswer, Solutions, Tablebase};
pub use puzzle::{
    Board, BoardError, Coordinates, Extent, MAX_CELLS, MAX_TABLED_CELLS, Move, MoveError, MoveSet, Moves, Orbit,
    PackedMoves, Parities, Puzzle, Rectangle, Shape, ShapeError, Steps, Symmetry, Unsolvable, factorial, odd, rank,
    solvable, unrank,
};
pub use space::{Crossing, Pattern, PatternError, PatternSpace, Segment};
#[cfg(feature = "mmap")]
pub use table::Mapping;
pub use table::{Bytes, NewTable, Table, TableFile, embedded, embedded_file, format};
pub use verify::Proof;

/// The README's examples run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
