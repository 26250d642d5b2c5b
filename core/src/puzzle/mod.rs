//! The puzzle itself: shapes, boards, moves, permutations, coordinates and symmetry.
//!
//! Pure code without input or output.

mod board;
mod coordinates;
mod goal;
mod kind;
mod labelling;
mod masks;
mod metric;
mod moves;
mod name;
mod notation;
mod order;
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
mod symmetry;

pub use board::{Board, BoardError};
pub use coordinates::Coordinates;
pub use coordinates::{blank_of, pack_nibbles, remove_nibble, slid};
pub use goal::GoalName;
pub use kind::BadField;
pub use kind::Puzzle;
pub use labelling::{Labelling, LabellingSize};
pub use masks::{MaskNumbers, masks};
pub use metric::{Metric, MultiMove, MultiMoves, Slide};
pub use moves::{Move, MoveSet, MoveSetIter, Moves};
pub use name::{UnknownName, named};
pub use notation::MoveCursor;
pub use notation::{MoveError, MoveFlaw, MoveKind, Notation, ReadMoves};
pub use order::MoveOrder;
pub use packed::{MultiWord, length, letters};
pub use parse::{Text, beginning, excerpt, is_blank_sign, is_frame};
pub use pattern::{Pattern, PatternError};
pub use pattern::{cells_of, zones};
pub use permutation::{
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
pub use steps::Window;
pub use symmetry::{Orbit, Symmetry};
