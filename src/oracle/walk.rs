//! The check that every walk of a table makes at every step.
//!
//! A table may be wrong although its checksums match, by accident or on purpose. So no walk trusts
//! an entry. At every state, [`claim`] reads the optimal moves and checks them:
//!
//! * the goal has none, and every other state has at least one;
//! * each is legal, and none undoes the move that led here;
//! * the goal is reached within the number of moves that are left.
//!
//! Every walk therefore reaches the goal by legal moves, in at most as many as the header's
//! diameter. A walk cannot tell that a legal solution is longer than necessary. Only `verify` finds
//! that.

use crate::error::{Error, Fault, Result, WalkFault};
use crate::space::Walk;
use crate::table::Table;

/// Reads and checks the optimal moves of a state that a walk has reached with `left` moves left.
///
/// `back` is the set of moves that would undo the walk's last move.
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

/// The check made by [`claim`], for moves that were already read.
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
        WalkFault::GoalHasMoves { found }
    } else if moves == none {
        WalkFault::DeadEnd
    } else if moves - space.legal_moves(at) != none {
        WalkFault::Illegal { found }
    } else if left > 0 && moves & back != none {
        WalkFault::UndoesMove { found }
    } else {
        WalkFault::TooLong(table.header().diameter())
    };
    fault(table, space, at, why)
}

/// The error for a walk that fails at a state.
#[cold]
pub(crate) fn fault<S: Walk>(table: &Table, space: &S, at: S::State, why: WalkFault) -> Error {
    let (index, board) = (space.index(at), space.describe(at));
    table.error(Fault::Walk { index, board, why })
}
