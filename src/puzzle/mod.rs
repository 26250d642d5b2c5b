//! The puzzle itself: shapes, boards, moves, permutations, coordinates and symmetry.
//!
//! Pure code without input or output. `build.rs` compiles these very files to make the embedded
//! tables.
//!
//! A board has several forms, each for one job:
//!
//! | form | where | what for |
//! | --- | --- | --- |
//! | [`Board`] | everywhere | what users have: the tile in each cell |
//! | [`Coordinates`] | tables | the blank's cell and the rank of the tiles: the index of an entry |
//! | nibbles, in a `u64` | ranks, the generator | four bits a tile, in reading order, without the blank |
//! | words of patterns | the search, `solver/lookup.rs` | the cells and the order of a pattern's tiles, one word for each pattern |
//! | [`Rectangle`] | `solvable`, judges, [`any`](crate::any) | cells of any number, too many for a `Board` |
//! | [`swap::Board`] | the alternating-swap puzzle | a board without a blank |
//!
//! A solution has three: [`Moves`], which users have; a word, where all solutions are short; and
//! the search's own array, which lives only while it runs.

mod board;
mod conflicts;
mod coordinates;
mod goal;
mod kind;
mod labelling;
mod masks;
mod metric;
mod moves;
mod name;
mod notation;
mod packed;
mod parse;
mod parse_plain;
mod pattern;
mod permutation;
mod place;
mod plural;
mod rectangle;
mod shape;
mod solvability;
mod steps;
pub mod swap;
mod symmetry;

pub use board::{Board, BoardError};
pub(crate) use conflicts::linear_conflicts;
pub use coordinates::Coordinates;
pub(crate) use coordinates::{blank_of, pack_nibbles, remove_nibble, slid};
pub use goal::GoalName;
pub(crate) use kind::BadField;
pub use kind::Puzzle;
pub use labelling::{Labelling, LabellingSize};
pub(crate) use masks::{MaskNumbers, masks};
pub use metric::{Metric, MultiMove, MultiMoves, Slide};
pub use moves::{Move, MoveSet, MoveSetIter, Moves};
pub use name::{UnknownName, named};
pub(crate) use notation::Slides;
pub use notation::{MoveError, MoveFlaw, Notation, ReadMoves};
pub(crate) use packed::{MultiWord, length, letters};
pub(crate) use parse::{beginning, excerpt};
pub use pattern::{Pattern, PatternError};
pub(crate) use pattern::{cells_of, zones};
pub(crate) use permutation::{
    Nibbles, digit_sum_is_odd, nibbles, parts_of_rank_of_eight, rank_is_odd, rank_nibbles,
};
pub use permutation::{factorial, is_odd, rank, unrank};
pub use place::Place;
pub use plural::Plural;
pub use rectangle::{Parities, Rectangle};
pub use shape::{
    Class, Extent, MAX_CELLS, MAX_MULTI_CELLS, MAX_NUMBERED_CELLS, MAX_TABLED_CELLS, Shape,
    ShapeError, TooLarge,
};
pub use solvability::{Unsolvable, solvable};
pub use steps::MoveTable;
pub(crate) use steps::Window;
pub use symmetry::{Orbit, Symmetry};
