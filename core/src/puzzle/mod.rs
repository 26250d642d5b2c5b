//! The puzzle itself: shapes, boards, moves, permutations, coordinates and symmetry.
//!
//! Pure code without input or output.

mod coordinates;
mod direction;
mod goal;
mod labelling;
mod large_board;
mod masks;
mod messages;
mod metric;
mod move_table;
mod moves;
mod order;
mod parse_plain;
mod pattern;
mod permutation;
mod shape;
mod small_board;
mod solution_words;
mod solvability;
mod symmetry;
mod table_puzzle;

pub use coordinates::{Coordinates, blank_of, pack_nibbles, remove_nibble, slid};
pub use direction::{Direction, Directions, DirectionsIter};
pub use goal::GoalName;
pub use labelling::{Labelling, LabellingSize};
pub use large_board::{LargeBoard, Parities};
pub use masks::{MaskNumbers, masks};
pub use messages::{UnknownName, beginning, excerpt, named, plural};
pub use metric::Metric;
pub use move_table::MoveTable;
pub(crate) use move_table::Window;
pub use moves::{Move, MoveSet, MoveSetIter, Moves, write_letters};
pub use order::MoveOrder;
pub use pattern::{Pattern, PatternError, cells_of, zones};
pub use permutation::{
    Nibbles, digit_sum_is_odd, factorial, is_odd, nibbles, parts_of_rank_of_eight, rank,
    rank_is_odd, rank_nibbles, unrank,
};
pub use shape::{
    Class, MAX_CELLS, MAX_MULTI_CELLS, MAX_NUMBERED_CELLS, MAX_TABLED_CELLS, Place, Shape,
    ShapeError, SmallShape, TooLarge,
};
pub use small_board::{BoardError, SmallBoard, is_blank_sign};
pub use solution_words::{MultiWord, solution_length, solution_letters};
pub use solvability::{Unsolvable, solvable};
pub use symmetry::{Orbit, Symmetry};
pub use table_puzzle::Puzzle;
