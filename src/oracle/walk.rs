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

use crate::error::{Error, Fault, Result};
use crate::puzzle::Plural;
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
    if space.is_goal(at) {
        fault(table, space, at, "no optimal move at the goal", found)
    } else if moves == none {
        fault(table, space, at, "an optimal move", "none")
    } else if moves - space.legal_moves(at) != none {
        fault(table, space, at, "legal moves", found)
    } else if left > 0 && moves & back != none {
        let found = format!("{found}, which undoes the previous move");
        fault(table, space, at, "moves towards the goal", found)
    } else {
        let most = Plural(table.header().diameter().into(), "move");
        fault(table, space, at, format!("to reach the goal after at most {most}"), "more")
    }
}

/// The error for a walk that fails at a state.
#[cold]
pub(crate) fn fault<S: Walk>(
    table: &Table,
    space: &S,
    at: S::State,
    expected: impl Into<String>,
    found: impl Into<String>,
) -> Error {
    let (index, board) = (space.index(at), space.describe(at));
    table.error(Fault::Walk { index, board, found: found.into(), expected: expected.into() })
}
