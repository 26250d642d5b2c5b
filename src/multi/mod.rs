//! The multi-tile metric: one move slides any number of tiles of a row or column.
//!
//! A click in most games, and half of what speed-solvers compete in. Distances are smaller than in
//! the single-tile metric (3x3: at most 24 instead of 31), and a shortest solution in one metric is
//! often none in the other.
//!
//! The core has its moves (`puzzle/metric.rs`), its states (`space/multi.rs`) and levels
//! (`generate/multi_levels.rs`, `generate/bits/board_planes.rs`), and for 13 to 16 cells boards
//! with labels (`puzzle/labelling.rs`, `space/labelled.rs`, `generate/labels.rs`).
//!
//! ```
//! use tilebase::puzzle::Metric;
//! use tilebase::{Board, Tablebase};
//! let board: Board = "2 3 4 1 5 x 7 6 8".parse()?;
//! let oracle = Tablebase::embedded().oracle_in(Board::goal(board.shape())?, Metric::Multi)?;
//! assert_eq!(oracle.distance(&board)?, 14);
//! let solution = oracle.solution(&board)?;
//! assert_eq!(solution.to_string(), "ldru2l2d2rurdl2ur2d");
//! assert_eq!(board.after(&solution.singles()), Some(Board::goal(board.shape())?));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Distances prove less here: a move may leave the distance as it is. So tables hold the distance
//! of each board modulo 3, in two bits, and a walk compares neighbours. No two moves of a shortest
//! solution are on one axis in a row, because one move could do for both.

mod label_beam;
mod label_search;
mod pieces;
mod views;

pub(crate) use label_search::LabelSearch;
