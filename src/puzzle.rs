//! The puzzle itself: shapes, boards, moves, permutations, coordinates and symmetry.
//!
//! Pure code without input or output. Most of it is in the crate `tilebase-core`, since the build
//! script uses it, too.
//!
//! A board has several forms, each for one job:
//!
//! | form | where | what for |
//! | --- | --- | --- |
//! | [`Board`](crate::Board) | everywhere | what users have: the tile in each cell, of any shape |
//! | [`SmallBoard`] | tables, searches | the tile in each cell, of at most 25, in place |
//! | [`Coordinates`] | tables | the blank's cell and the rank of the tiles: the index of an entry |
//! | nibbles, in a `u64` | ranks, the generator | four bits a tile, in reading order, mostly without the blank |
//! | words of patterns | the search, `solver/lookup.rs` | the cells and the order of a pattern's tiles, one word for each pattern |
//! | `LargeBoard` | [`any`](crate::any) | the tile in each cell, of any number |
//!
//! A solution has three: [`Moves`], which users have; a word, where all solutions are short; and
//! the search's own array, which lives only while it runs.

pub(crate) use tilebase_core::puzzle::{
    Directions, DirectionsIter, LargeBoard, MaskNumbers, MoveTable, MultiWord, Nibbles, Symmetry,
    beginning, blank_of, cells_of, digit_sum_is_odd, excerpt, is_blank_sign, masks, nibbles,
    pack_nibbles, parts_of_rank_of_eight, rank_is_odd, rank_nibbles, remove_nibble, slid,
    solution_length, solution_letters, zones,
};
pub use tilebase_core::{
    BoardError, Class, Coordinates, Direction, GoalName, Labelling, LabellingSize, MAX_CELLS,
    MAX_MULTI_CELLS, MAX_NUMBERED_CELLS, MAX_TABLED_CELLS, Metric, Move, MoveOrder, MoveSet,
    MoveSetIter, Moves, Orbit, Parities, Pattern, PatternError, Place, Puzzle, Shape, ShapeError,
    SmallBoard, SmallShape, TooLarge, UnknownName, Unsolvable, factorial, is_odd, named, plural,
    rank, solvable, unrank,
};
