//! Views that a search asks only when their answer may matter, for proofs with several partitions.
//!
//! A search asks its other views about every board that it generates. It asks these only about a
//! board that it is about to expand, one view after another until one shows that the board is too
//! far from the goal, and only those that may show it. From what a view knew of a board some moves
//! before, the most follows that it may know now: each move changes its bound by one. As long as
//! that is within the limit, the view is not asked. When it is asked, it follows the moves since
//! then. What it finds holds for all boards behind these moves.

#![expect(
    clippy::inline_always,
    reason = "the loop of all searches is compiled for each kind of processor, with all it calls"
)]

use std::sync::Arc;

use crate::error::Result;
use crate::puzzle::{Board, Pattern, Symmetry};

use super::lookup::{Bits, BoardView, PatternLookup, PatternState, ROOM, settle};
use super::width::{Count as _, Width};

/// The most patterns of a view.
pub(super) const MAX_PATTERNS: usize = 4;

/// The most views.
pub(super) const MAX_VIEWS: usize = 16;

/// A view, with its tables.
pub(super) struct LazyView {
    view: BoardView,
    tables: Vec<Arc<PatternLookup>>,
}

impl LazyView {
    /// Creates the view through a symmetry that maps the goal to the goal of the tables, of which
    /// there are at most [`MAX_PATTERNS`].
    pub(super) fn new<W: Width>(
        goal: &Board,
        symmetry: Symmetry,
        tables: Vec<Arc<PatternLookup>>,
    ) -> LazyView {
        let patterns: Vec<Pattern> = tables.iter().map(|table| table.pattern()).collect();
        LazyView { view: BoardView::new::<W>(goal, symmetry, &patterns, 0), tables }
    }

    /// How the view sees a board.
    pub(super) fn root<W: Width>(&self, board: &Board, zones: W::Zones) -> Result<Seen<W>> {
        let mut words = [0; MAX_PATTERNS];
        let sum = self.view.root::<W>(board, zones, &self.tables, &mut words)?;
        Ok(Seen { words, sum })
    }

    /// What searches need to ask the view. It sees the question's board like this.
    pub(super) fn context<W: Width>(&self, root: Seen<W>) -> LazyContext<'_, W> {
        let last = self.tables.len() - 1;
        let bits = std::array::from_fn(|number| self.tables[number.min(last)].bits());
        LazyContext { view: &self.view, bits, root }
    }

    /// Prepares the tables for many searches, to make them faster.
    pub(super) fn expect_many(&self) {
        self.tables.iter().for_each(|table| table.expect_many());
    }

    /// Its patterns.
    pub(super) fn patterns(&self) -> impl Iterator<Item = Pattern> {
        self.tables.iter().map(|table| table.pattern())
    }
}

/// How a view sees a board: the words of the patterns, and the sum of their distances.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen<W: Width> {
    words: [PatternState; MAX_PATTERNS],
    pub(super) sum: W::Count,
}

/// What a search needs to ask a view.
#[derive(Clone, Copy)]
pub(super) struct LazyContext<'t, W: Width> {
    view: &'t BoardView,
    bits: [Bits<'t>; MAX_PATTERNS],
    /// How the view sees the question's board.
    pub(super) root: Seen<W>,
}

/// A board that a search has reached.
#[derive(Clone, Copy)]
pub(super) struct Reached<W: Width> {
    pub(super) board: W::Board,
    pub(super) blank: u8,
    /// The move that led here, unless it is the first.
    pub(super) mv: u8,
    pub(super) depth: u32,
}

/// A move of a search's path.
#[derive(Clone, Copy, Debug)]
struct Taken {
    tile: u8,
    /// The blank's cell before the move.
    blank: u8,
    mv: u8,
}

impl Taken {
    /// The last move that led to a board, and the board before it.
    #[inline(always)]
    fn back<W: Width>(
        board: W::Board,
        blank: u8,
        mv: u8,
        neighbours: &[[u8; 4]; ROOM],
    ) -> (Taken, W::Board) {
        let before = neighbours[usize::from(blank) & (ROOM - 1)][usize::from(3 - (mv & 3))];
        let tile = W::tile(board, before);
        (Taken { tile: tile as u8, blank: before, mv }, W::moved(board, tile, before, blank))
    }
}

/// What the views know of a board on the path.
#[derive(Clone, Copy, Debug)]
struct KnownOnPath {
    /// For each view, the most that its bound may be.
    most: [u16; MAX_VIEWS],
    /// The last board on the path, up to this one, that the view was asked about.
    depth: [u16; MAX_VIEWS],
}

impl KnownOnPath {
    /// What follows for the next board.
    #[inline(always)]
    fn next(&self) -> KnownOnPath {
        KnownOnPath { most: self.most.map(|most| most.wrapping_add(1)), depth: self.depth }
    }
}

/// A move whose entry is being fetched.
#[derive(Clone, Copy, Debug)]
struct Asked {
    word: PatternState,
    /// The place of the word's mask in the zones, then the index of the entry.
    at: u64,
    pattern: u8,
    /// The blank's cell in the tables.
    blank: u8,
}

/// What the views know along the path of a search.
#[derive(Debug)]
pub(super) struct Lazy {
    path: Vec<Taken>,
    /// For each board on the path.
    known: Vec<KnownOnPath>,
    /// For each view, how it sees the boards along the path that it was asked about, and perhaps
    /// others after them. There is always the first.
    seen: Vec<Vec<[PatternState; MAX_PATTERNS]>>,
    /// The view that is asked, or the next one.
    view: usize,
    is_asked: bool,
    asked: Vec<Asked>,
}

impl Lazy {
    pub(super) fn new<W: Width>(views: &[LazyContext<'_, W>]) -> Lazy {
        let mut known = KnownOnPath { most: [0; MAX_VIEWS], depth: [0; MAX_VIEWS] };
        for (most, view) in known.most.iter_mut().zip(views) {
            *most = view.root.sum.get() as u16;
        }
        Lazy {
            path: Vec::new(),
            known: vec![known],
            seen: views.iter().map(|view| vec![view.root.words]).collect(),
            view: 0,
            is_asked: false,
            asked: Vec::new(),
        }
    }

    /// Starts over, with the moves that led to a start.
    pub(super) fn begin<W: Width>(
        &mut self,
        neighbours: &[[u8; 4]; ROOM],
        start: Reached<W>,
        path: &W::Path,
    ) {
        let Reached { mut board, mut blank, depth, .. } = start;
        self.path.clear();
        self.known.truncate(1);
        for &mv in path.as_ref()[..depth as usize].iter().rev() {
            let (taken, before) = Taken::back::<W>(board, blank, mv, neighbours);
            self.path.push(taken);
            self.known.push(self.known[self.known.len() - 1].next());
            (board, blank) = (before, taken.blank);
        }
        self.path.reverse();
        self.is_asked = false;
    }

    /// Goes on to a board one move beside the path.
    #[inline(always)]
    pub(super) fn reach<W: Width>(
        &mut self,
        neighbours: &[[u8; 4]; ROOM],
        Reached { board, blank, mv, depth }: Reached<W>,
    ) {
        let depth = depth as usize;
        if let Some(before) = depth.checked_sub(1) {
            self.path.truncate(before);
            self.path.push(Taken::back::<W>(board, blank, mv, neighbours).0);
            self.known.truncate(depth);
            self.known.push(self.known[before].next());
        }
        self.view = 0;
    }

    /// Begins to ask the next view that may show that the board is beyond the limit. Returns
    /// whether there is one.
    #[inline(always)]
    pub(super) fn begin_next<W: Width>(
        &mut self,
        views: &[LazyContext<'_, W>],
        zones: W::Zones,
        depth: u32,
        limit: u32,
    ) -> bool {
        let known = &self.known[depth as usize];
        while self.view < views.len()
            && depth + u32::from(known.most[self.view & (MAX_VIEWS - 1)]) <= limit
        {
            self.view += 1;
        }
        let Some(context) = views.get(self.view) else { return false };
        let from = usize::from(known.depth[self.view & (MAX_VIEWS - 1)]);
        let seen = &mut self.seen[self.view];
        seen.truncate(from + 1);
        let mut words = seen[from];
        self.asked.clear();
        for taken in &self.path[from..] {
            let (blank, mv) = (usize::from(taken.blank), usize::from(taken.mv));
            let pattern = context.view.pattern(taken.tile.into()) & (MAX_PATTERNS - 1);
            let (word, place) = context.view.step::<W>(words[pattern], blank, mv, zones);
            words[pattern] = word;
            let blank = context.view.blank(blank, mv);
            self.asked.push(Asked { word, at: place.into(), pattern: pattern as u8, blank });
        }
        self.is_asked = true;
        true
    }

    /// Whether a view is being asked.
    #[inline(always)]
    pub(super) fn is_asked(&self) -> bool {
        self.is_asked
    }

    /// Requests the entries that the view needs.
    #[inline(always)]
    pub(super) fn ask<W: Width>(&mut self, views: &[LazyContext<'_, W>], zones: W::Zones) {
        let context = &views[self.view];
        for asked in &mut self.asked {
            let bits = &context.bits[usize::from(asked.pattern) & (MAX_PATTERNS - 1)];
            asked.at = bits.index::<W>(zones, asked.at as u32, asked.word, asked.blank);
            bits.prefetch(asked.at);
        }
    }

    /// Reads the requested entries. Returns whether the board is within the limit, as far as the
    /// view can tell.
    #[inline(always)]
    pub(super) fn settle<W: Width>(
        &mut self,
        views: &[LazyContext<'_, W>],
        depth: u32,
        limit: u32,
    ) -> bool {
        let (bits, seen) = (&views[self.view].bits, &mut self.seen[self.view]);
        let view = self.view & (MAX_VIEWS - 1);
        let from = seen.len();
        let mut sum = self.known[from - 1].most[view];
        for (asked, at) in self.asked.iter().zip(from..) {
            let pattern = usize::from(asked.pattern) & (MAX_PATTERNS - 1);
            // The pattern may have moved more than once.
            let word = (asked.word & !3) | (seen[at - 1][pattern] & 3);
            let (word, shrank) = settle(word, bits[pattern].get(asked.at));
            sum = sum.next(shrank);
            seen.push(seen[at - 1]);
            seen[at][pattern] = word;
            let known = &mut self.known[at];
            (known.most[view], known.depth[view]) = (sum, at as u16);
        }
        self.is_asked = false;
        self.view += 1;
        depth + u32::from(sum) <= limit
    }

    /// Asks all views about a start, without other searches meanwhile. Returns whether it is within
    /// the limit.
    pub(super) fn is_within<W: Width>(
        &mut self,
        views: &[LazyContext<'_, W>],
        zones: W::Zones,
        depth: u32,
        limit: u32,
    ) -> bool {
        while self.begin_next(views, zones, depth, limit) {
            self.ask(views, zones);
            if !self.settle(views, depth, limit) {
                return false;
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Error;
    use crate::limits::{Budget, Limits};
    use crate::puzzle::{Coordinates, Moves, Orbit, PatternError, Shape};
    use crate::solver::PatternTable;
    use crate::solver::assemble::{engine, prover, wide_engine};
    use crate::solver::engine::{Engine, optimal_moves};

    /// A shape, the cell of the goal's blank, and the sizes of the patterns of some partitions,
    /// each of which takes the tiles in their order from another one on.
    const CASES: [(&str, usize, &[&[usize]]); 5] = [
        ("3x3", 8, &[&[2, 2, 2, 2], &[3, 3, 2], &[4, 4]]),
        ("3x3", 4, &[&[2, 2, 2, 2], &[3, 3, 2], &[4, 4]]),
        ("3x3", 1, &[&[2, 2, 2, 2], &[4, 4], &[1, 4, 3], &[3, 3, 2]]),
        ("3x4", 11, &[&[3, 3, 3, 2], &[4, 4, 3]]),
        ("4x3", 5, &[&[3, 3, 3, 2], &[4, 4, 3], &[2, 5, 4]]),
    ];

    fn goal(shape: &str, blank: usize) -> Board {
        let shape: Shape = shape.parse().unwrap();
        let mut cells: Vec<u8> = (1..shape.cells() as u8).collect();
        cells.insert(blank, 0);
        Board::new(shape, &cells).unwrap()
    }

    fn tables(goal: &Board, partitions: &[&[usize]]) -> Vec<Vec<PatternTable>> {
        let orbit = Orbit::from(goal);
        let of_sizes = |(number, sizes): (usize, &&[usize])| {
            let mut cells: Vec<usize> =
                (0..goal.shape().cells()).filter(|&cell| cell != orbit.goal_blank()).collect();
            cells.rotate_left(number);
            let mut cells = cells.into_iter();
            let table = |&size: &usize| {
                let cells = cells.by_ref().take(size).fold(0, |set, cell| set | 1 << cell);
                PatternTable::generate(Pattern::new(orbit, cells).unwrap(), 1).unwrap()
            };
            sizes.iter().map(table).collect()
        };
        partitions.iter().enumerate().map(of_sizes).collect()
    }

    fn boards(goal: &Board, count: u64) -> impl Iterator<Item = Board> + use<'_> {
        let states = goal.shape().states();
        let indices = (0..states).step_by((states / count) as usize);
        indices.map(|index| Coordinates::board_of_goal(goal, index).unwrap())
    }

    fn solution(engine: &dyn Engine, board: &Board, budget: &Budget) -> Result<Moves> {
        engine.solve(board, 0, u64::MAX, 2, budget)?.solution(budget)
    }

    /// Several partitions give the same answers as one, after fewer boards.
    #[test]
    fn views_change_no_answer() {
        for (shape, blank, partitions) in CASES {
            let goal = goal(shape, blank);
            let all = tables(&goal, partitions);
            let half = goal.shape().tiles().div_ceil(2);
            let other = tables(&goal, &[&[half, goal.shape().tiles() - half]]);
            let engines = [
                engine(&goal, &other).unwrap(),
                prover(&goal, &all[..1]).unwrap(),
                prover(&goal, &all).unwrap(),
            ];
            let mut generated = [0; 3];
            for board in boards(&goal, 60) {
                let answers = engines.each_ref().map(|engine| {
                    let budget = Budget::new(&Limits::default());
                    let moves = solution(&**engine, &board, &budget).unwrap();
                    let next = optimal_moves(&**engine, &board, &moves, 2, &budget).unwrap();
                    let distance = moves.len() as u32;
                    let count = engine.count(&board, distance, 2, &budget).unwrap();
                    let all = Arc::clone(engine);
                    let all = all.solutions(&board, distance, Budget::new(&Limits::default()));
                    let all: Vec<_> = all.unwrap().take(20).map(Result::unwrap).collect();
                    ((moves, next, count, all), budget.generated())
                });
                let [(first, _), (second, _), (third, _)] = &answers;
                assert!(first == second && first == third, "{board} to {goal}");
                for (sum, (_, of_board)) in generated.iter_mut().zip(&answers) {
                    *sum += of_board;
                }
            }
            let [_, without, with] = generated;
            assert!(4 * with < 3 * without, "{goal}: {with}, {without}");
        }
    }

    /// All boards within a limit are generated, and no others, in whatever order views are asked
    /// and on any number of threads.
    #[test]
    fn boards_generated_do_not_depend_on_the_order_of_views() {
        let (shape, blank, partitions) = CASES[2];
        let goal = goal(shape, blank);
        let mut all = tables(&goal, partitions);
        let one = prover(&goal, &all).unwrap();
        all[1..].reverse();
        let other = prover(&goal, &all).unwrap();
        for board in boards(&goal, 40) {
            let counts = [(&one, 1), (&one, 3), (&other, 1)].map(|(engine, threads)| {
                let budget = Budget::new(&Limits::default());
                let count = engine.count(&board, 31, threads, &budget).unwrap();
                (count, budget.generated())
            });
            assert!(counts[0] == counts[1] && counts[0] == counts[2], "{board}: {counts:?}");
        }
    }

    #[test]
    fn tables_that_are_no_partitions_are_refused() {
        let goal = goal("3x3", 8);
        let all = tables(&goal, &[&[2, 2, 2, 2], &[3, 3, 2], &[1, 1, 1, 1, 4]]);
        assert!(prover(&goal, &all[..2]).is_ok());
        let mut without_a_tile = all[..2].to_vec();
        without_a_tile[1].pop();
        for wrong in [&[][..], &all[1..2], &all, &without_a_tile] {
            let found = prover(&goal, wrong).map(|_| ());
            assert!(matches!(found, Err(Error::Pattern(PatternError::Tables { .. }))));
        }
    }

    /// Whatever is in the tables, an answer is legal and ends at the goal, or there is an error.
    #[test]
    fn lying_tables_give_legal_answers_or_errors() {
        let (mut answers, mut errors) = (0, 0);
        let mut number = 7_u64;
        for (shape, blank, partitions) in [CASES[0], CASES[2]] {
            let goal = goal(shape, blank);
            let right = tables(&goal, partitions);
            for lie in 0..40 {
                let mut change = |(of_partition, table): (usize, &PatternTable)| {
                    let mut bytes = table.bytes().to_vec();
                    for byte in &mut bytes {
                        number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                        let random = number >> 33;
                        match lie % 4 {
                            // Only further partitions lie.
                            0 if of_partition > 0 => *byte = random as u8,
                            1 if random.is_multiple_of(30) => *byte ^= 1,
                            2 => *byte = if lie < 20 { 0 } else { 0xff },
                            3 => *byte = random as u8,
                            _ => {}
                        }
                    }
                    PatternTable::new(table.pattern(), bytes).unwrap()
                };
                let lying: Vec<Vec<PatternTable>> = (0..)
                    .zip(&right)
                    .map(|(n, tables)| tables.iter().map(|table| change((n, table))).collect())
                    .collect();
                let engine = prover(&goal, &lying).unwrap();
                for board in boards(&goal, 25) {
                    let budget = Budget::new(&Limits::default().boards(20_000));
                    match solution(&*engine, &board, &budget) {
                        Ok(moves) => {
                            assert_eq!(board.after(&moves), Some(goal));
                            answers += 1;
                        }
                        Err(Error::Pattern(_) | Error::Stopped(_)) => errors += 1,
                        Err(error) => panic!("{board}: {error}"),
                    }
                }
            }
        }
        assert!(answers > 100 && errors > 100, "{answers}, {errors}");
    }

    /// With one partition it does what a search without these views does.
    #[test]
    fn one_partition_is_searched_as_elsewhere() {
        let (shape, blank, partitions) = CASES[0];
        let goal = goal(shape, blank);
        let first = tables(&goal, &partitions[..1]);
        let engines = [wide_engine(&goal, &first).unwrap(), prover(&goal, &first).unwrap()];
        for board in boards(&goal, 30) {
            let generated = engines.each_ref().map(|engine| {
                let budget = Budget::new(&Limits::default());
                engine.solve(&board, 0, u64::MAX, 1, &budget).unwrap();
                budget.generated()
            });
            assert_eq!(generated[0], generated[1], "{board}");
        }
    }
}
