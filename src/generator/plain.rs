//! The plain generator: a breadth-first search backwards from the goals, by lists of states. Short, and right at a glance.

/// A puzzle as states 0, 1, 2, ... and moves between them.
pub trait StateSpace {
    /// What a move is called.
    type Move: Copy;

    /// Number of states.
    fn states(&self) -> u64;

    /// The states at distance 0.
    fn goals(&self) -> Vec<u64>;

    /// Calls `visit(before, mv)` for every state `before` from which the move `mv` leads to `state`.
    fn predecessors(&self, state: u64, visit: impl FnMut(u64, Self::Move));
}

/// Finds the distance of every state that can reach a goal, and hands each of their optimal moves to `record` as (state, move).
///
/// Returns how many states there are at distance 0, 1, 2, ...
///
/// ```
/// use tilebase::{Orbit, Sliding, search_backwards};
/// let space = Sliding::new(Orbit::of("2x2".parse()?, 3)).unwrap();
/// let mut moves = 0;
/// assert_eq!(search_backwards(&space, |_, _| moves += 1), [1, 2, 2, 2, 2, 2, 1]);
/// assert_eq!(moves, 12, "one for each state but the goal, two for the antipode");
/// # Ok::<(), tilebase::ShapeError>(())
/// ```
///
/// # Panics
///
/// If a state is 255 moves or more from every goal, which none of any puzzle here is.
pub fn search_backwards<S: StateSpace>(space: &S, mut record: impl FnMut(u64, S::Move)) -> Vec<u64> {
    const UNREACHED: u8 = u8::MAX;
    let mut distances = vec![UNREACHED; space.states() as usize];
    let mut level = space.goals();
    for &goal in &level {
        distances[goal as usize] = 0;
    }
    let mut counts = Vec::new();
    for distance in 1.. {
        if level.is_empty() {
            break;
        }
        counts.push(level.len() as u64);
        assert_ne!(distance, UNREACHED, "a distance that fits its byte");
        let mut next = Vec::new();
        for &state in &level {
            space.predecessors(state, |before, mv| {
                let known = &mut distances[before as usize];
                if *known == UNREACHED {
                    *known = distance;
                    next.push(before);
                }
                if *known == distance {
                    record(before, mv);
                }
            });
        }
        level = next;
    }
    counts
}
