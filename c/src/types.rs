//! The types and constants of `tilebase.h`.

use std::ffi::{c_char, c_void};

/// A number that is not known: a distance, or the length of a solution.
pub const TILEBASE_UNKNOWN: u32 = u32::MAX;

/// In the answer of `tilebase_distances`: the board cannot reach the goal.
pub const TILEBASE_NO_DISTANCE: u16 = u16::MAX;

/// In the answer of `tilebase_distances`: a limit was reached before the distance was known.
pub const TILEBASE_NOT_PROVED: u16 = u16::MAX - 1;

/// How a call ended. Unless it is `TILEBASE_STATUS_OK`, `tilebase_last_error` says why.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TilebaseStatus {
    /// All that was asked for is written.
    Ok = 0,
    /// An answer: the board cannot reach the goal. Nothing is written.
    Unsolvable = 1,
    /// An answer: a limit was reached, or your function stopped the search. `interval`, `out` and
    /// `length` have what is known by then.
    Stopped = 2,
    /// An argument is wrong: null, no board of this size, no legal move, no such name.
    /// Nothing is written.
    Argument = 3,
    /// Your buffer is too short. `length` has what is needed, and `interval` what is known.
    /// Nothing else is written.
    Short = 4,
    /// A table is damaged or cannot be read, or there is not enough memory. Nothing is written.
    Failed = 5,
    /// A defect of the library. The handle can still be used.
    Panic = 6,
}

/// What is known of a distance, in moves. Both numbers are equal if the distance is known.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TilebaseInterval {
    /// The distance is proved to be at least this.
    pub at_least: u32,
    /// The length of the best solution found, or `TILEBASE_UNKNOWN` if there is none.
    pub at_most: u32,
    /// The number of boards that a search generated. 0 if the answer is from a table.
    pub generated: u64,
}

/// Your function, which a search calls every few milliseconds with what is known so far, and which
/// stops the search if it does not return 0. It is called on any thread, perhaps on several at the
/// same time. It must return: no `longjmp` and no exception may leave it.
pub type TilebaseStop =
    Option<unsafe extern "C" fn(known: *const TilebaseInterval, user: *mut c_void) -> i32>;

/// The most work for a question. Begin with `TilebaseLimits limits = TILEBASE_NO_LIMITS;`, which is
/// all zeros. What is looked up in a table never reaches a limit. Without limits, or if both
/// `milliseconds` and `boards` are 0, boards of up to 16 cells are searched for until the distance
/// is known, and larger ones for about a second.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct TilebaseLimits {
    /// The time for each board, or 0.
    pub milliseconds: u64,
    /// The number of boards that the search for each board may generate, or 0.
    pub boards: u64,
    /// The number of threads, or 0 for one for each processor.
    pub threads: u32,
    /// A function that may stop the search, or null.
    pub stop: TilebaseStop,
    /// Is handed to that function.
    pub user: *mut c_void,
}

/// A legal move.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TilebaseMove {
    /// The way of the blank, `u`, `d`, `l` or `r`, then the number of cells if there are several,
    /// then a zero byte.
    pub text: [c_char; 8],
    /// The tile that slides; of several, the farthest from the blank.
    pub tile: u32,
    /// The distance after the move, or `TILEBASE_UNKNOWN`.
    pub distance: u32,
}

impl TilebaseInterval {
    /// An interval that a search has proved.
    pub fn new(at_least: u32, at_most: Option<u32>, generated: u64) -> TilebaseInterval {
        TilebaseInterval { at_least, at_most: at_most.unwrap_or(TILEBASE_UNKNOWN), generated }
    }
}
