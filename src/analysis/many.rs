//! The distances along the moves of many boards, as arrays of Python ask for them.

use super::{Analysis, boards_along};
use crate::error::Error;
use crate::oracle::{BatchError, Oracle, Outcome};
use crate::puzzle::{Move, MoveSet, SmallBoard};

/// The distances along the moves of many boards: for each, that of the board and then that after
/// each of its moves, up to the first illegal one. `None` is a distance that was not proved within
/// the limits. A board that cannot reach the goal has none.
///
/// # Errors
///
/// As for the methods of [`Oracle`].
pub fn distances_along(
    batch: &Oracle,
    boards: &[SmallBoard],
    moves: &[Vec<Move>],
) -> std::result::Result<Vec<Vec<Option<u32>>>, BatchError> {
    let paths: Vec<Vec<SmallBoard>> =
        boards.iter().zip(moves).map(|(board, moves)| boards_along(board, moves)).collect();
    if batch.table().is_none() || !batch.has_parity() {
        return by_search(batch, &paths, moves);
    }
    // A move is optimal if the table says so, and otherwise it raises the distance by one.
    let before: Vec<SmallBoard> =
        paths.iter().flat_map(|path| &path[..path.len() - 1]).copied().collect();
    let (mut optimal, mut starts) = (vec![MoveSet::EMPTY; before.len()], vec![None; boards.len()]);
    batch.optimal_moves_into(&before, &mut optimal, |it| it.known().unwrap_or_default())?;
    batch.distances_into(boards, &mut starts, Outcome::known)?;
    let mut optimal = optimal.into_iter();
    let all = paths.iter().zip(moves).zip(starts).map(|((path, moves), start)| {
        let mut along = vec![start];
        for (&mv, optimal) in moves[..path.len() - 1].iter().zip(&mut optimal) {
            let before = along[along.len() - 1];
            along.push(
                before.map(|it| if optimal.contains(mv) { it.saturating_sub(1) } else { it + 1 }),
            );
        }
        along
    });
    Ok(all.collect())
}

fn by_search(
    batch: &Oracle,
    paths: &[Vec<SmallBoard>],
    moves: &[Vec<Move>],
) -> std::result::Result<Vec<Vec<Option<u32>>>, BatchError> {
    // Once for all: their tiles have numbers.
    let oracle = batch.of_numbered();
    let all =
        paths.iter().zip(moves).enumerate().map(|(number, (path, moves))| {
            match Analysis::new(&oracle, &path[0].into(), moves) {
                Ok(found) => {
                    let after = found.steps.iter().map(|step| step.after);
                    Ok(std::iter::once(found.optimal_length).chain(after).collect())
                }
                Err(Error::Unsolvable(_) | Error::Stopped(_)) => Ok(vec![None; path.len()]),
                Err(error) => Err(BatchError::new(number, error)),
            }
        });
    all.collect()
}
