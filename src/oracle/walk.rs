//! The check that every walk of a table makes at every step.
//!
//! A table may be wrong although its checksums match, by accident or on purpose. So no walk trusts
//! an entry. At every state, [`claim`] reads the optimal moves and checks them:
//!
//! * the goal has none, and every other state has at least one;
//! * each is legal, and none undoes the move that led here;
//! * the goal is reached within the number of moves that are left.
//!
//! Every walk therefore reaches the goal by legal moves, and takes no more of them than the
//! header's diameter. A walk cannot detect that a legal solution is longer than necessary. Only
//! `verify` finds that.

use crate::error::{Error, Result};
use crate::puzzle::{Coordinates, Directions, plural};
use crate::space::Sliding;
use crate::table::Table;

/// Reads and checks the optimal moves of a state that a walk has reached with `left` moves left.
///
/// `back` is the set of moves that would undo the walk's last move.
#[expect(clippy::inline_always, reason = "a tenth of the time to unpack a table goes without it")]
#[inline(always)]
pub(crate) fn claim(
    table: &Table,
    space: &Sliding,
    at: Coordinates,
    left: u32,
    back: Directions,
) -> Result<Directions> {
    let moves = table.optimal_moves(space, at)?;
    check(table, space, at, moves, left, back)?;
    Ok(moves)
}

/// The check made by [`claim`], for moves that were already read.
#[inline]
pub(crate) fn check(
    table: &Table,
    space: &Sliding,
    at: Coordinates,
    moves: Directions,
    left: u32,
    back: Directions,
) -> Result<()> {
    let right = if space.is_goal(at) {
        moves.is_empty()
    } else {
        let is_legal = (moves - space.legal_moves(at)).is_empty();
        !moves.is_empty() && left > 0 && is_legal && (moves & back).is_empty()
    };
    if right { Ok(()) } else { Err(broken(table, space, at, moves, left, back)) }
}

#[cold]
fn broken(
    table: &Table,
    space: &Sliding,
    at: Coordinates,
    moves: Directions,
    left: u32,
    back: Directions,
) -> Error {
    let found = format!("`{moves}`");
    if space.is_goal(at) {
        table.walk_fault(space, at, "no optimal move at the goal", found)
    } else if moves.is_empty() {
        table.walk_fault(space, at, "an optimal move", "none")
    } else if !(moves - space.legal_moves(at)).is_empty() {
        table.walk_fault(space, at, "legal moves", found)
    } else if left > 0 && !(moves & back).is_empty() {
        let found = format!("{found}, which undoes the previous move");
        table.walk_fault(space, at, "moves towards the goal", found)
    } else {
        let most = plural(table.header().diameter().into(), "move");
        table.walk_fault(space, at, format!("to reach the goal after at most {most}"), "more")
    }
}
