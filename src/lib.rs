//! Optimal answers for sliding-tile puzzles, by table lookup.
//!
//! A generator searches backwards from the goal over every board, once, and writes a [`Table`] that
//! holds, for each board, the moves that bring it nearer to the goal. An [`Oracle`] answers any
//! board optimally by walking that table, one step for each move of the solution. Tables for shapes
//! of up to nine cells are part of the library. Larger boards, of up to 25 cells, are searched for.
//!
//! ```
//! use tilebase::{Board, Tablebase};
//!
//! let tables = Tablebase::embedded();
//! let oracle = tables.oracle("1 2 3 4 5 6 7 8 x".parse::<Board>()?)?;
//! let board: Board = "2 3 4 1 5 x 7 6 8".parse()?;
//! assert_eq!(oracle.distance(&board)?, 19);
//! assert_eq!(oracle.solution(&board)?.to_string(), "dlurullddrurdllurdr");
//! assert_eq!(oracle.optimal_moves(&board)?.to_string(), "dlu");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Overview
//!
//! The items at the root are what most programs need: a [`Board`] and its [`Moves`], an [`Oracle`]
//! for one board or many, and the [`Tablebase`] that it comes from.
//! Everything else is in modules:
//!
//! * [`oracle`] and [`limits`]: what oracles answer, and how to bound, watch and stop a search;
//! * [`any`]: good solutions and lower bounds for boards of any size, to 100x100;
//! * [`analysis`]: what was wrong with a solution, move by move;
//! * [`text`]: files of boards and of answers, in every layout that people have;
//! * [`bulk`]: lines of boards in, lines of answers out;
//! * [`solver`]: pattern tables, for the search on shapes too large for a table;
//! * [`puzzle`]: shapes, coordinates, symmetry, solvability;
//! * [`table`]: table files, and their [format](table::format);
//! * [`generate`] and [`verify`]: generating tables, and proving them;
//! * [`search`]: the search methods commonly taught with this puzzle;
//! * [`known`]: published counts of boards at each distance;
//! * [`sets`]: public sets of boards, with the best that is known of each;
//! * [`sample`]: random boards;
//! * [`judge`] and [`check`]: the formats of online judges, and checking answers;
//! * [`multi`]: the multi-tile metric, where one move slides any number of tiles of a row;
//! * [`costs`]: moves that cost what their tiles say, and the cheapest solutions;
//! * [`stages`]: solutions by goals one after another, as people solve;
//! * [`drawing`]: boards and solutions as text and as pictures;
//! * [`embedded`]: the tables that are part of the library.
//!
//! # Words
//!
//! A *shape* is rows x columns. A *board* is an arrangement of tiles and one *blank* on it. A
//! *move* is one step of the blank: `u`, `d`, `l`, `r` name the cell it goes to. The *distance* of
//! a board is the least number of moves to the goal. Its *canonical solution* is the
//! lexicographically smallest of the shortest ones under d < l < r < u. All this is in the
//! single-tile [metric](puzzle::Metric), unless [`multi`] is named.
//!
//! # Features
//!
//! * `mmap` (default): tables in files, which are mapped into memory, and saving them.
//! * `embedded` (default): includes the tables of shapes of up to nine cells, 340 kB.
//! * `embedded-4x4` (default): includes the data for the first search on 4x4, 3.5 MB.
//! * `embedded-multi` (default): includes the tables of shapes of up to nine cells in the
//!   multi-tile metric, 170 kB.
//!
//! Tables that are not part of the library are made in memory when first needed. That takes
//! milliseconds for `embedded`, and at most about 0.1 seconds for the others.
//!
//! The command `tilebase` is a package of its own, `tilebase-cli`.

// On docs.rs, items that need a feature say so.
#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod analysis;
pub mod any;
mod board;
pub mod bulk;
pub mod check;
pub mod costs;
pub mod drawing;
pub mod embedded;
#[doc(hidden)]
pub mod encoding;
pub mod generate;
pub mod judge;
pub mod known;
mod labelled_board;
mod labels;
pub mod limits;
mod linear_conflicts;
mod machine;
pub mod multi;
pub mod oracle;
mod outcome;
mod pipeline;
mod pruning;
pub mod puzzle;
pub mod sample;
pub mod search;
pub mod sets;
pub mod solver;
pub mod stages;
#[doc(hidden)]
pub mod swap;
pub mod table;
pub mod text;
pub mod verify;

pub use board::Board;
pub use limits::Limits;
pub use oracle::{Oracle, Tablebase};
#[doc(no_inline)]
pub use puzzle::{Move, MoveSet, Moves, Shape};
pub use table::Table;
pub use tilebase_core::{Error, Result};
use tilebase_core::{error, space, threads};

/// Runs the examples in the README and the docs as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
#[doc = include_str!("../docs/commands.md")]
struct Readme;
