//! The puzzle itself: shapes, boards, moves, ranks and coordinates. Pure code, no input or output; `build.rs` compiles
//! these very files to make the embedded tables.

mod board;
mod coordinates;
mod kind;
mod moves;
mod packed;
mod parity;
mod parse;
mod plain;
mod rank;
mod rectangle;
mod shape;
mod steps;
pub mod swap;
mod symmetry;

pub use board::{Board, BoardError};
pub use coordinates::Coordinates;
pub use kind::Puzzle;
pub use moves::{Move, MoveError, MoveSet, Moves};
pub use packed::PackedMoves;
pub(crate) use packed::letters;
pub use parity::{Unsolvable, odd, solvable};
pub use rank::{factorial, rank, unrank};
pub use rectangle::{Parities, Rectangle};
pub use shape::{Extent, MAX_CELLS, MAX_TABLED_CELLS, Shape, ShapeError};
pub use steps::Steps;
pub(crate) use steps::Window;
pub use symmetry::{Orbit, Symmetry};
