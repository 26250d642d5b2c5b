//! What follows from a solver that finds only one solution of a board. This is slow, because it
//! solves the neighbours of the board, and of those on its solutions.

use crate::error::Result;
use crate::oracle::{Solved, Solver};
use crate::puzzle::{Board, Move, MoveSet, Moves};

/// All optimal moves of a board whose distance is known.
pub(super) fn optimal_moves(
    solver: &dyn Solver,
    board: &Board,
    distance: usize,
) -> Result<MoveSet> {
    let mut optimal = MoveSet::EMPTY;
    for (mv, after) in board.neighbours() {
        let Solved { moves, .. } = solver.solve(&after)?;
        if moves.len() < distance {
            optimal.insert(mv);
        }
    }
    Ok(optimal)
}

/// All shortest solutions of a board whose distance is known, in lexicographic order.
pub(super) fn solutions(solver: &dyn Solver, board: &Board, distance: usize) -> Result<Vec<Moves>> {
    let (mut found, mut open) = (Vec::new(), vec![(*board, Vec::new())]);
    while let Some((board, path)) = open.pop() {
        if path.len() == distance {
            found.push(path.into());
            continue;
        }
        let moves = optimal_moves(solver, &board, distance - path.len())?;
        let mut optimal: Vec<(Move, Board)> =
            board.neighbours().filter(|&(mv, _)| moves.contains(mv)).collect();
        // The last one is taken first.
        optimal.reverse();
        open.extend(
            optimal
                .into_iter()
                .map(|(mv, after)| (after, path.iter().copied().chain([mv]).collect())),
        );
    }
    Ok(found)
}
