//! Answers one board at a time by walking a table of distances modulo 3.
//!
//! Every step checks what the table claims: the goal has distance 0, every other board has a
//! neighbour that is nearer, none lies on the axis of the last move, and the goal is reached within
//! the diameter. So a wrong table can give a longer way, but never an illegal one or none.

use std::sync::Arc;
use std::vec::IntoIter;

use crate::error::{Error, Result};
use crate::oracle::{
    Claims, LOOKUPS_IN_FLIGHT, LegalMoves, Relabelling, Unpack, UnpackedSolutions, Unpacking, Ways,
    count, walk,
};
use crate::puzzle::{
    Board, Coordinates, Move, MoveSet, MultiMove, MultiMoves, MultiWord, Orbit, Plural, Puzzle,
    Unsolvable,
};
use crate::space::{Multi, Space as _};
use crate::table::Table;

/// A goal, and the table of its orbit.
#[derive(Clone, Debug)]
pub(super) struct Walker(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    table: Arc<Table>,
    space: Multi,
    goal: Board,
    relabelling: Relabelling,
    unpacking: Unpacking,
    /// The legal moves for each cell of the blank.
    legal: Vec<Vec<MultiMove>>,
}

/// What is kept of a board whose solution is unpacked.
#[derive(Clone, Copy)]
pub(crate) struct LookedUp<'w> {
    distance: u8,
    /// For each legal move a bit if it is optimal, and four above if it leads farther away.
    kept: u8,
    /// The canonical solution, if it was asked for.
    word: Option<MultiWord>,
    legal: &'w [MultiMove],
}

impl LookedUp<'_> {
    pub(crate) const fn distance(self) -> u32 {
        self.distance as u32
    }

    /// The canonical solution, if it was asked for.
    #[inline]
    pub(crate) fn moves(self) -> Option<MultiMoves> {
        self.word.map(MultiWord::moves)
    }

    /// All moves that lower the distance, in order.
    #[inline]
    pub(crate) fn optimal_moves(self) -> MultiMoves {
        let (mut moves, mut len) = (MultiMoves::ROOM, 0);
        for (i, &mv) in self.legal.iter().enumerate() {
            // Which moves are optimal is unpredictable, and branches for it take longer.
            moves[len] = mv;
            len += usize::from(self.kept >> i & 1);
        }
        MultiMoves::of_first(len, moves)
    }

    /// Every legal move with the distance after it, the best first.
    pub(crate) fn legal_moves(self) -> Vec<(MultiMove, u32)> {
        let kept = u32::from(self.kept);
        let after = |i: usize| (self.distance() + (kept >> (i + 4) & 1)) - (kept >> i & 1);
        let mut legal: Vec<_> =
            self.legal.iter().enumerate().map(|(i, &mv)| (mv, after(i))).collect();
        // The sort is stable, so equally good moves stay in the canonical order.
        legal.sort_by_key(|&(_, distance)| distance);
        legal
    }
}

/// A move on the board, and the state that it leads to in the table.
pub(super) type Step = (MultiMove, Coordinates);

/// The entry that no state has.
const NO_ENTRY: u8 = 3;

impl Walker {
    /// Creates the walker for `goal` from a table of the goal's orbit.
    pub(super) fn new(table: Arc<Table>, goal: &Board) -> Result<Walker> {
        let orbit = Orbit::from(goal);
        let expected = Puzzle::Multi(orbit);
        if table.puzzle() != expected {
            let (name, found) = (table.name().to_owned(), table.puzzle());
            return Err(Error::OtherTable { name, expected, found });
        }
        let (space, relabelling) = (Multi::new(orbit)?, Relabelling::new(goal));
        let unpacking = Unpacking::default();
        let shape = goal.shape();
        let legal = (0..shape.cells()).map(|cell| shape.multi_moves(cell).collect()).collect();
        Ok(Walker(Arc::new(Inner { table, space, goal: *goal, relabelling, unpacking, legal })))
    }

    pub(super) fn goal(&self) -> &Board {
        &self.0.goal
    }

    pub(super) fn table(&self) -> &Arc<Table> {
        &self.0.table
    }

    /// The state of a board in the table.
    pub(super) fn locate(&self, board: &Board) -> Result<Coordinates> {
        board.expect_shape(self.0.goal.shape())?;
        self.0.relabelling.locate(board).ok_or_else(|| self.unsolvable(board))
    }

    fn unsolvable(&self, board: &Board) -> Error {
        Unsolvable::known(board.cells(), &self.0.goal).into()
    }

    /// The unpacked solutions, if words hold them and enough boards have been looked up, including
    /// the `boards` to look up now.
    #[inline]
    pub(super) fn unpacked(&self, boards: usize) -> Option<&UnpackedSolutions> {
        let Inner { goal, unpacking, .. } = &*self.0;
        if unpacking.get().is_some() {
            return unpacking.get();
        }
        let (rows, cols) = (goal.shape().rows(), goal.shape().cols());
        if rows.max(cols) > MultiWord::MOST_CELLS + 1 {
            return None;
        }
        unpacking.count(boards);
        unpacking.made(self)
    }

    /// What is known of a board, if solutions are unpacked.
    #[inline]
    fn looked_up(&self, board: &Board) -> Option<Result<LookedUp<'_>>> {
        let unpacked = self.unpacked(1)?;
        let look_up = || {
            board.expect_shape(self.0.goal.shape())?;
            let (word, kept) = unpacked.of(board);
            let word = MultiWord::new(word).ok_or_else(|| self.unsolvable(board))?;
            let legal = &self.0.legal[board.blank_cell()];
            Ok(LookedUp { distance: word.len() as u8, kept, word: Some(word), legal })
        };
        Some(look_up())
    }

    /// What is known of each board, with or without its solution. Returns whether solutions are
    /// unpacked and all boards have the goal's shape; if not, nothing is found.
    pub(super) fn look_up_all(
        &self,
        boards: &[Board],
        solutions: bool,
        mut found: impl FnMut(std::result::Result<LookedUp<'_>, Unsolvable>),
    ) -> bool {
        let shape = self.0.goal.shape();
        let unpacked = self.unpacked(boards.len());
        let Some(unpacked) = unpacked.filter(|_| boards.iter().all(|it| it.shape() == shape))
        else {
            return false;
        };
        // Do all reads first, so that none waits for another.
        let (mut words, mut moves) = ([0; LOOKUPS_IN_FLIGHT], [0; LOOKUPS_IN_FLIGHT]);
        for boards in boards.chunks(LOOKUPS_IN_FLIGHT) {
            for (place, board) in moves.iter_mut().zip(boards) {
                *place = unpacked.place_of(board);
            }
            if solutions {
                words = moves;
                unpacked.read(&mut words[..boards.len()]);
            }
            unpacked.read_moves(&mut moves[..boards.len()]);
            for ((board, word), moves) in boards.iter().zip(words).zip(moves) {
                let [kept, distance, ..] = moves.to_le_bytes();
                let legal = &self.0.legal[board.blank_cell()];
                let it = LookedUp { distance, kept, word: MultiWord::new(word), legal };
                let none = || Unsolvable::known(board.cells(), &self.0.goal);
                found(if kept == 0 { Err(none()) } else { Ok(it) });
            }
        }
        true
    }

    pub(super) fn distance(&self, board: &Board) -> Result<u32> {
        match self.looked_up(board) {
            Some(found) => Ok(found?.distance()),
            None => self.walk(board, |_| ()),
        }
    }

    /// The canonical solution.
    pub(super) fn solution(&self, board: &Board) -> Result<MultiMoves> {
        if let Some(found) = self.looked_up(board) {
            return Ok(found?.moves().unwrap_or_default());
        }
        let mut moves = Vec::new();
        self.walk(board, |mv| moves.push(mv))?;
        Ok(moves.into())
    }

    pub(super) fn diameter(&self) -> u32 {
        self.0.table.header().diameter()
    }

    /// Follows the first of the optimal moves to the goal, and returns their number.
    pub(super) fn walk(&self, board: &Board, mut visit: impl FnMut(MultiMove)) -> Result<u32> {
        let (mut at, mut left, mut back) = (self.locate(board)?, self.diameter(), MoveSet::EMPTY);
        while let Some(&(mv, next)) = self.nearer(at, left, back)?.first() {
            (at, left, back) = (next, left - 1, Walker::back(mv));
            visit(mv);
        }
        Ok(self.diameter() - left)
    }

    pub(super) fn optimal_moves(&self, board: &Board) -> Result<Vec<MultiMove>> {
        if let Some(found) = self.looked_up(board) {
            return Ok(found?.optimal_moves().to_vec());
        }
        let nearer = self.nearer(self.locate(board)?, self.diameter(), MoveSet::EMPTY)?;
        Ok(nearer.into_iter().map(|(mv, _)| mv).collect())
    }

    /// Every legal move with the distance after it, in order.
    pub(super) fn legal_moves(
        &self,
        board: &Board,
        distance: u32,
    ) -> Result<Vec<(MultiMove, u32)>> {
        if let Some(found) = self.looked_up(board) {
            return Ok(found?.legal_moves());
        }
        let at = self.locate(board)?;
        let here = self.entry(at)?;
        self.steps(at)
            .map(|(mv, next)| {
                // One more, the same, or one less, modulo 3.
                let change = (3 + self.entry(next)? - here) % 3;
                let after = match change {
                    2 => distance.checked_sub(1),
                    change => Some(distance + u32::from(change)),
                };
                let below = || self.fault(next, "no board nearer than the goal", "one");
                Ok((mv, after.ok_or_else(below)?))
            })
            .collect()
    }

    pub(super) fn count_solutions(&self, board: &Board) -> Result<u128> {
        let start = self.locate(board)?;
        count(self, start, self.walk(board, |_| ())?)
    }

    /// All shortest solutions of a board, in order.
    pub(super) fn solutions(&self, board: &Board) -> Result<Ways<Walker>> {
        Ways::new(self.clone(), self.locate(board)?, self.walk(board, |_| ())?)
    }

    /// The moves to neighbours that are nearer to the goal, in order, checked as a claim: see the
    /// module. `left` is the number of moves left, and `back` is the axis of the move that led
    /// here.
    fn nearer(&self, at: Coordinates, left: u32, back: MoveSet) -> Result<Vec<Step>> {
        let here = self.entry(at)?;
        if self.0.space.is_goal(at) {
            let found = || format!("{here}");
            return if here == 0 {
                Ok(Vec::new())
            } else {
                Err(self.fault(at, "0 at the goal", found()))
            };
        }
        let mut nearer = Vec::new();
        for (mv, next) in self.steps(at) {
            // One less, modulo 3.
            if (self.entry(next)? + 1) % 3 == here {
                if back.contains(mv.mv) {
                    let found = format!("`{mv}` on the axis of the move before");
                    return Err(self.fault(at, "a turn after each move", found));
                }
                nearer.push((mv, next));
            }
        }
        if nearer.is_empty() {
            return Err(self.fault(at, "a neighbour that is nearer", "none"));
        }
        if left == 0 {
            let most = Plural(self.diameter().into(), "move");
            return Err(self.fault(at, format!("to reach the goal after at most {most}"), "more"));
        }
        Ok(nearer)
    }

    /// The legal moves on the board, in order, with the states that they lead to.
    fn steps(&self, at: Coordinates) -> impl Iterator<Item = Step> + '_ {
        let Inner { space, relabelling, .. } = &*self.0;
        Move::ALL.into_iter().flat_map(move |mv| {
            let along = (1..).zip(space.along(at, relabelling.in_table(mv)));
            along.map(move |(cells, next)| (MultiMove { mv, cells }, next))
        })
    }

    /// Reads an entry: the distance modulo 3.
    fn entry(&self, at: Coordinates) -> Result<u8> {
        let entry = self.0.table.entry(self.0.space.index(at))?;
        if entry == NO_ENTRY {
            return Err(self.fault(at, "0, 1 or 2", entry.to_string()));
        }
        Ok(entry)
    }

    #[cold]
    fn fault(
        &self,
        at: Coordinates,
        expected: impl Into<String>,
        found: impl Into<String>,
    ) -> Error {
        walk::fault(&self.0.table, &self.0.space, at, expected, found)
    }
}

impl Claims for Walker {
    type Move = MultiMove;
    type Step = Step;
    type Steps = IntoIter<Step>;

    fn nearer(&self, at: Coordinates, left: u32, back: MoveSet) -> Result<IntoIter<Step>> {
        Ok(self.nearer(at, left, back)?.into_iter())
    }

    fn take(&self, _: Coordinates, step: Step) -> Result<Step> {
        Ok(step)
    }

    /// One move could do for two on the same axis.
    fn back(MultiMove { mv, .. }: MultiMove) -> MoveSet {
        [mv, mv.inverse()].into_iter().collect()
    }

    fn fault(
        &self,
        at: Coordinates,
        expected: impl Into<String>,
        found: impl Into<String>,
    ) -> Error {
        self.fault(at, expected, found)
    }
}

impl Unpack for Walker {
    const CELLS: u8 = MultiWord::MOST_CELLS as u8;
    const LONGEST: u32 = MultiWord::LONGEST;
    const EMPTY: u64 = MultiWord::EMPTY;

    #[inline]
    fn word(mv: MultiMove, rest: u64) -> u64 {
        MultiWord::after(mv, rest)
    }

    fn goal(&self) -> &Board {
        self.goal()
    }

    fn diameter(&self) -> u32 {
        self.diameter()
    }

    fn goal_in_table(&self) -> Option<Coordinates> {
        self.locate(self.goal()).ok()
    }

    #[inline]
    fn step_in_table(&self, at: Coordinates, mv: Move) -> Option<Coordinates> {
        self.0.space.along(at, self.0.relabelling.in_table(mv)).next()
    }

    /// Of the legal moves, of which there are four, a bit for each that is optimal, and above them
    /// for each that leads farther away.
    #[inline]
    fn kept(&self, in_table: Coordinates, distance: u32, legal: &LegalMoves) -> Option<u8> {
        let agrees = u32::from(self.entry(in_table).ok()?) == distance % 3;
        let bits = |leads: fn(&u32, &u32) -> bool| {
            let bits = legal.iter().enumerate();
            bits.fold(0, |bits, (i, (_, after))| bits | u8::from(leads(after, &distance)) << i)
        };
        agrees.then(|| bits(u32::lt) | bits(u32::gt) << 4)
    }
}
