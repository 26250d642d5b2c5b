//! Walking from many boards at once, so that their reads from a large table overlap.

use super::Oracle;
use crate::error::Result;
use crate::puzzle::{Board, Coordinates, Move, MoveSet};

/// How many walks advance together. A read from memory takes as long as some hundred instructions, and a processor has room for a few
/// dozen reads at a time; more walks than that keep it busy when the first have ended.
const TOGETHER: usize = 256;

/// One of the walks: where it is, and which of the boards it began at.
#[derive(Clone, Copy)]
struct Walk {
    at: Coordinates,
    board: usize,
}

/// Walks from every board to the goal, and hands each move to `visit` with the board's answer, which begins as the default one. A board that
/// cannot reach the goal has none.
pub(super) fn together<D: AsRef<[u8]>, A: Default>(
    oracle: &Oracle<'_, D>,
    boards: &[Board],
    answers: &mut [Option<A>],
    visit: impl Fn(&mut A, Move),
) -> Result<()> {
    let (table, steps) = (oracle.table(), oracle.table().steps());
    // The first optimal move on the board, by the entry in the table, and what that move is in the table.
    let first: [Option<(Move, Move)>; 16] = std::array::from_fn(|bits| {
        let mv = oracle.view.moves_back(MoveSet::from_bits(bits as u8)).first()?;
        Some((mv, oracle.view.there(mv)))
    });
    let mut walks = Vec::with_capacity(TOGETHER);
    let mut entries = [MoveSet::EMPTY; TOGETHER];
    for (boards, answers) in boards.chunks(TOGETHER).zip(answers.chunks_mut(TOGETHER)) {
        for (board, (start, answer)) in boards.iter().zip(answers.iter_mut()).enumerate() {
            let place = oracle.place(start)?;
            *answer = place.map(|_| A::default());
            walks.extend(place.map(|at| Walk { at, board }));
        }
        for left in (0..=oracle.diameter()).rev() {
            // First all reads, of which none waits for another; then all steps.
            table.probe_each(walks.iter().map(|walk| steps.index(walk.at)), &mut entries)?;
            let mut going = 0;
            for i in 0..walks.len() {
                let (Walk { at, board }, entry) = (walks[i], entries[i]);
                if let (Some((mv, there)), Some(answer)) = (first[usize::from(entry.bits())], &mut answers[board])
                    && let Some(next) = steps.step(at, there)
                {
                    visit(answer, mv);
                    walks[going] = Walk { at: next, board };
                    going += 1;
                } else {
                    oracle.expect_goal(at, entry, left)?;
                }
            }
            walks.truncate(going);
        }
        // Whoever goes on after the last has more moves than the diameter allows.
        if let Some(walk) = walks.first() {
            oracle.entry(walk.at, 0)?;
        }
        walks.clear();
    }
    Ok(())
}
