//! Unpacked solutions: if all solutions for a goal are short, each fits a word, and an answer is
//! one read.

use std::hint::select_unpredictable;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::packing::{LegalMoves, Packed};
use super::rank_of_eight::RankOfEight;
use super::walker::{Walker, in_its_metric};
use super::walking::{TableWalker, Walking};
use crate::puzzle::{
    Coordinates, Direction, MAX_NUMBERED_CELLS, Metric, Move, MoveTable, Nibbles, SmallBoard,
    blank_of, is_odd, pack_nibbles, remove_nibble,
};

/// The unpacked solutions that are read together: enough to keep the processor's reads overlapping.
pub(crate) const LOOKUPS_IN_FLIGHT: usize = 128;

/// The canonical solution of every board, one word each, and its moves and distance, two bytes
/// each: 1.81 MB for 3x3.
#[derive(Debug)]
pub(crate) struct UnpackedSolutions {
    /// Indexed by the coordinates of the board itself, not of the table. The metric defines the
    /// contents of a word. The last word is 0 and serves all boards without a solution.
    words: Vec<u64>,
    /// Indexed like `words`. The low byte has the [moves](Walking::pack_moves), and is never
    /// 0. The high byte has the distance.
    moves: Vec<u16>,
    /// For each cell of the blank, the index of its first state, and whether the tile orders that
    /// reach the goal are odd.
    blanks: [(u64, bool); MAX_NUMBERED_CELLS],
    /// For each cell of the blank, the legal moves.
    legal: Vec<Vec<Move>>,
    rank_of_eight: RankOfEight,
    metric: Metric,
}

/// The unpacked solutions of a goal, once enough boards have been asked for.
#[derive(Debug, Default)]
pub(crate) struct Unpacking {
    asked: AtomicU64,
    is_begun: AtomicBool,
    unpacked: OnceLock<Option<UnpackedSolutions>>,
}

impl Unpacking {
    /// The unpacked solutions, if they are there.
    #[inline]
    pub(crate) fn get(&self) -> Option<&UnpackedSolutions> {
        self.unpacked.get()?.as_ref()
    }

    /// Counts boards to look up, and returns the number of all before them. The unpacked solutions
    /// need not be counted for.
    pub(crate) fn count(&self, boards: usize) -> u64 {
        self.asked.fetch_add(boards as u64, Ordering::Relaxed)
    }

    /// The unpacked solutions, if all are short and enough boards have been counted.
    pub(super) fn made(&self, walker: &Walker) -> Option<&UnpackedSolutions> {
        // Unpacking takes about as long as walking from this many boards.
        if !in_its_metric!(walker, walker => UnpackedSolutions::has_room_for(walker))
            || self.asked.load(Ordering::Relaxed) < walker.goal.shape().states() / 64
        {
            return None;
        }
        // One thread unpacks, and the others walk meanwhile. None waits for it: a process that is
        // forked meanwhile does not have that thread, and would wait for ever.
        if !self.is_begun.swap(true, Ordering::Relaxed) {
            let unpacked = in_its_metric!(walker, walker => UnpackedSolutions::new(walker));
            let _ = self.unpacked.set(unpacked);
        }
        self.get()
    }
}

/// A number of moves that is not known yet.
const UNKNOWN: u16 = u16::MAX;

/// A state on the board and in the table.
type State = (Coordinates, Coordinates);

/// Solutions while they are unpacked.
struct Unpacker<'w, W: Walking> {
    walker: &'w TableWalker<W>,
    steps: MoveTable,
    words: Vec<u64>,
    moves: Vec<u16>,
}

impl<W: Walking> Unpacker<'_, W> {
    /// Unpacks the state, which is at this distance, and adds those after it to the next level.
    /// `None` if the entries of the table contradict each other.
    #[inline]
    fn unpack(&mut self, state: State, distance: u32, next: &mut Vec<State>) -> Option<()> {
        let (at, in_table) = state;
        let (mut legal, mut word) = (LegalMoves::new(), None);
        for direction in Direction::ALL {
            let (mut to, mut there) = (at, in_table);
            for cells in 1..=W::MOST_CELLS {
                let Some(after) = self.steps.step(to, direction) else { break };
                (to, there) = (after, W::neighbour(self.walker, there, direction)?);
                let (mv, index) = (Move::along(direction, cells), self.steps.index(to) as usize);
                if self.moves[index] == UNKNOWN {
                    self.moves[index] = (distance as u16 + 1) << 8;
                    next.push((to, there));
                }
                let after = u32::from(self.moves[index] >> 8);
                if after < distance {
                    word.get_or_insert_with(|| W::prepend(mv, self.words[index]));
                }
                legal.push((mv, after));
            }
        }
        let index = self.steps.index(at) as usize;
        self.words[index] = word.unwrap_or(W::NO_MOVES);
        self.moves[index] |= u16::from(W::pack_moves(self.walker, in_table, distance, &legal)?);
        Some(())
    }
}

impl UnpackedSolutions {
    /// True if all solutions according to a table fit words.
    fn has_room_for<W: Walking>(walker: &TableWalker<W>) -> bool {
        let shape = walker.goal.shape();
        walker.diameter() <= W::MOST_MOVES && shape.rows().max(shape.cols()) <= W::MOST_SIDE
    }

    /// Goes through all boards level by level, from the goal.
    ///
    /// Returns `None` if the entries of the table say something else. A walk then finds the error.
    fn new<W: Walking>(walker: &TableWalker<W>) -> Option<UnpackedSolutions> {
        let goal = &walker.goal;
        let shape = goal.shape();
        let steps = MoveTable::new(shape)?;
        let places = shape.states() as usize + 1;
        let mut all =
            Unpacker { walker, steps, words: vec![0; places], moves: vec![UNKNOWN; places] };
        // The last place is that of boards that cannot reach the goal.
        all.moves[places - 1] = 0;
        let mut level = vec![(Coordinates::from(goal), walker.place(goal).ok()??)];
        let (mut next, mut reached, mut distance) = (Vec::new(), 0, 0);
        let index = all.steps.index(level[0].0) as usize;
        (all.moves[index], all.words[index]) = (0, W::NO_MOVES);
        while !level.is_empty() {
            if distance > W::MOST_MOVES {
                return None;
            }
            reached += level.len() as u64;
            for state in level.drain(..) {
                all.unpack(state, distance, &mut next)?;
            }
            std::mem::swap(&mut level, &mut next);
            distance += 1;
        }
        let goal_is_odd = is_odd(&goal.tile_order());
        let blanks = std::array::from_fn(|blank| {
            let is_odd_if_solvable = goal_is_odd != shape.parity_differs(blank, goal.blank_cell());
            (blank as u64 * shape.states_per_blank(), is_odd_if_solvable)
        });
        let rank_of_eight = RankOfEight::new();
        let legal = (0..shape.cells()).map(|cell| shape.moves(cell, W::METRIC).collect()).collect();
        let Unpacker { words, moves, .. } = all;
        let metric = W::METRIC;
        let solutions = UnpackedSolutions { words, moves, blanks, legal, rank_of_eight, metric };
        (reached == shape.states()).then_some(solutions)
    }

    /// The index of the solution of a board of the goal's shape.
    #[inline]
    pub(crate) fn place_of(&self, board: &SmallBoard) -> u64 {
        let nibbles = board.nibbles();
        let found = match board.cells().len() {
            9 => self.coordinates_of_nine(nibbles),
            cells => Coordinates::from_nibbles(nibbles, cells),
        };
        found.map_or(self.words.len() as u64 - 1, |(at, odd)| self.place(at, odd))
    }

    /// The index of the solution of nine cells. `None` unless they hold each of 0 to 8 once.
    #[inline]
    pub(crate) fn place_of_nine(&self, cells: Nibbles) -> Option<u64> {
        self.coordinates_of_nine(cells).map(|(at, odd)| self.place(at, odd))
    }

    /// The index of the solution of nine bytes. `None` unless they hold each of 0 to 8 once.
    #[inline]
    pub(crate) fn place_of_row(&self, row: &[u8; 9]) -> Option<u64> {
        let ([first], [last]) = row.as_chunks::<8>() else { return None };
        let eight = u64::from_le_bytes(*first);
        let small = (eight | u64::from(*last)) & 0xf0f0_f0f0_f0f0_f0f0 == 0;
        let nibbles = pack_nibbles(eight) | u64::from(*last) << 32;
        if small { self.place_of_nine(nibbles) } else { None }
    }

    /// The coordinates of nine cells, and whether their tile order is odd. `None` unless they hold
    /// each of 0 to 8 once.
    #[inline]
    fn coordinates_of_nine(&self, cells: Nibbles) -> Option<(Coordinates, bool)> {
        let blank = blank_of(cells, 9)?;
        let (order, odd) = self.rank_of_eight.rank(remove_nibble(cells, blank) as u32)?;
        Some((Coordinates { blank, order }, odd))
    }

    /// The index of the solution of the board at these coordinates. `odd` is the parity of its tile
    /// order. All boards without a solution share the last index.
    #[inline]
    fn place(&self, at: Coordinates, odd: bool) -> u64 {
        let (begin, is_odd_if_solvable) = self.blanks[at.blank % MAX_NUMBERED_CELLS];
        // A branch would be mispredicted for every other random board.
        select_unpredictable(
            odd == is_odd_if_solvable,
            begin + at.order / 2,
            self.words.len() as u64 - 1,
        )
    }

    /// The legal moves with the blank in a cell.
    #[inline]
    fn legal(&self, blank: usize) -> &[Move] {
        // An index that could panic would be read even where nobody needs it.
        self.legal.get(blank).map_or(&[], Vec::as_slice)
    }

    /// An entry of a board with the blank in this cell, without its solution.
    #[inline]
    pub(super) fn entry(&self, entry: u64, blank: usize) -> Packed<'_> {
        Packed::of_entry(entry, self.legal(blank), self.metric)
    }

    /// The metric.
    pub(super) const fn metric(&self) -> Metric {
        self.metric
    }

    /// The entry of a board of the goal's shape, or `None` if it has no solution.
    #[inline]
    pub(super) fn look_up(&self, board: &SmallBoard) -> Option<Packed<'_>> {
        let place = self.place_of(board) as usize;
        let entry = self.entry(self.moves[place].into(), board.blank_cell());
        let packed = Packed { solution: self.words[place], ..entry };
        (packed.moves != 0).then_some(packed)
    }

    /// The entries of boards of the goal's shape, with or without their solutions.
    #[inline]
    pub(super) fn look_up_all(
        &self,
        boards: &[SmallBoard],
        solutions: bool,
        mut found: impl FnMut(&SmallBoard, Option<Packed<'_>>),
    ) {
        // Do all reads first, so that none waits for another.
        let (mut words, mut moves) = ([0; LOOKUPS_IN_FLIGHT], [0; LOOKUPS_IN_FLIGHT]);
        for boards in boards.chunks(LOOKUPS_IN_FLIGHT) {
            for (place, board) in moves.iter_mut().zip(boards) {
                *place = self.place_of(board);
            }
            if solutions {
                words = moves;
                self.read(&mut words[..boards.len()]);
            }
            self.read_moves(&mut moves[..boards.len()]);
            for ((board, word), moves) in boards.iter().zip(words).zip(moves) {
                let entry = self.entry(moves, board.blank_cell());
                let packed = Packed { solution: word, ..entry };
                found(board, Some(packed).filter(|packed| packed.moves != 0));
            }
        }
    }

    /// Replaces each index by the moves and the distance found there, or by 0 if there is no
    /// solution.
    #[inline]
    pub(crate) fn read_moves(&self, places: &mut [u64]) {
        for place in places {
            *place = self.moves[*place as usize].into();
        }
    }

    /// Replaces each index by the solution found there. No read waits for another.
    #[inline]
    pub(crate) fn read(&self, places: &mut [u64]) {
        for place in places {
            *place = self.words[*place as usize];
        }
    }
}
