//! Walking a table to the goal, and the one check that every kind of walk makes.
//!
//! A table may be damaged in a way that its checksums fit, or written by somebody who lies. So no
//! walk trusts an entry. Wherever a walk stands, [`claim`] reads the optimal moves of the state and
//! checks them:
//!
//! * the goal has none, and every other state has one;
//! * each is legal, and none takes back the move that led here;
//! * the goal is reached within the number of moves that are left.
//!
//! So every walk ends, at the goal, by legal moves, in at most as many as the diameter in the
//! header. It cannot see that a legal way is longer than need be. That is for `verify` to find.

use crate::error::{Broken, Error, Fault, Result};
use crate::space::Walk;
use crate::table::Table;

/// The optimal moves of a state that a walk has come to, with `left` moves left, read and checked.
///
/// `back` are the moves that take back those by which the walk came here.
#[inline]
pub(crate) fn claim<S: Walk>(
    table: &Table,
    space: &S,
    at: S::State,
    left: u32,
    back: S::Moves,
) -> Result<S::Moves> {
    let moves = table.optimal_moves(space, at)?;
    check(table, space, at, moves, left, back)?;
    Ok(moves)
}

/// The check of [`claim`], for moves that were read already.
#[inline]
pub(crate) fn check<S: Walk>(
    table: &Table,
    space: &S,
    at: S::State,
    moves: S::Moves,
    left: u32,
    back: S::Moves,
) -> Result<()> {
    let none = S::Moves::default();
    let right = if space.is_goal(at) {
        moves == none
    } else {
        moves != none && left > 0 && moves - space.legal_moves(at) == none && moves & back == none
    };
    if right { Ok(()) } else { Err(broken(table, space, at, moves, left, back)) }
}

#[cold]
fn broken<S: Walk>(
    table: &Table,
    space: &S,
    at: S::State,
    moves: S::Moves,
    left: u32,
    back: S::Moves,
) -> Error {
    let (none, found) = (S::Moves::default(), space.describe_moves(moves));
    let why = if space.is_goal(at) {
        Broken::GoesOn { found }
    } else if moves == none {
        Broken::DeadEnd
    } else if moves - space.legal_moves(at) != none {
        Broken::Illegal { found }
    } else if left > 0 && moves & back != none {
        Broken::Back { found }
    } else {
        Broken::TooLong(table.header().diameter())
    };
    fault(table, space, at, why)
}

/// The error of a walk that is broken at a state.
#[cold]
pub(crate) fn fault<S: Walk>(table: &Table, space: &S, at: S::State, why: Broken) -> Error {
    let (index, board) = (space.index(at), space.describe(at));
    table.error(Fault::Walk { index, board, why })
}
