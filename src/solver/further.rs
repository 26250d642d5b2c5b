//! The views of further partitions, for proofs.
//!
//! A search asks its first views about every board that it generates. It asks these about a board
//! that it is about to expand, all of them at once, and drops it if one shows that it is too far
//! from the goal.
//!
//! A view need not be asked if the tile that moved is in a pattern that it shares with one of the
//! first views: its bound changes as theirs did.

#![expect(
    clippy::inline_always,
    reason = "the loop of all searches is compiled for each kind of processor, with all it calls"
)]

use std::sync::Arc;

use crate::error::Result;
use crate::puzzle::{Board, Pattern, Symmetry};

use super::lookup::{Bits, BoardView, PatternLookup, PatternState, ROOM, settle};
use super::width::{Count as _, Width};

/// Engines of large shapes are compiled for this many patterns in each view, first or further. A
/// view may have fewer.
pub(super) const PATTERNS_OF_VIEW: usize = 4;

/// The most views: those of two partitions, also mirrored.
pub(super) const MAX_VIEWS: usize = 4;

/// Marks a tile whose pattern is not shared.
const NOT_SHARED: u8 = u8::MAX;

/// A view of a further partition, with its tables.
pub(super) struct FurtherView {
    view: BoardView,
    tables: Vec<Arc<PatternLookup>>,
    /// The first view through the same symmetry.
    same: Option<usize>,
    /// For each tile, the first view that has its pattern as well, or [`NOT_SHARED`].
    shared: [u8; ROOM],
}

impl FurtherView {
    /// Creates the view through a symmetry that maps the goal to the goal of the tables, of
    /// which there are at most [`PATTERNS_OF_VIEW`], besides the first views and their tables.
    pub(super) fn new<W: Width>(
        goal: &Board,
        symmetry: Symmetry,
        tables: Vec<Arc<PatternLookup>>,
        first: &[BoardView],
        first_tables: &[Arc<PatternLookup>],
    ) -> FurtherView {
        let patterns: Vec<Pattern> = tables.iter().map(|table| table.pattern()).collect();
        let view = BoardView::new::<W>(goal, symmetry, &patterns, 0);
        let same = first.iter().position(|first| first.sees_as(&view));
        let mut shared = [NOT_SHARED; ROOM];
        if let Some(number) = same {
            for tile in 1..goal.shape().cells() {
                let table = &first_tables[first[number].pattern(tile)];
                if table.pattern() == patterns[view.pattern(tile)] {
                    shared[tile] = number as u8;
                }
            }
        }
        FurtherView { view, tables, same, shared }
    }

    /// How the view sees a board.
    pub(super) fn root<W: Width>(&self, board: &Board, zones: W::Zones) -> Result<ViewRoot<W>> {
        let mut states = [0; PATTERNS_OF_VIEW];
        let sum = self.view.root::<W>(board, zones, &self.tables, &mut states)?;
        Ok(ViewRoot { states, sum })
    }

    /// The context for asking the view in a search, beside these first views. `root` is how it sees
    /// the question's board.
    pub(super) fn context<'t, W: Width>(
        &'t self,
        first: &'t [BoardView],
        root: ViewRoot<W>,
    ) -> FurtherContext<'t, W> {
        // Views through one symmetry have the same steps. One copy of these stays in the cache.
        let steps = self.same.map_or(&self.view, |number| &first[number]);
        let last = self.tables.len() - 1;
        let bits = std::array::from_fn(|number| self.tables[number.min(last)].bits());
        FurtherContext { view: &self.view, steps, shared: &self.shared, bits, root }
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

/// How a view sees a board: the states of the patterns, and the sum of their distances.
#[derive(Clone, Copy, Debug)]
pub(super) struct ViewRoot<W: Width> {
    states: [PatternState; PATTERNS_OF_VIEW],
    pub(super) sum: W::Count,
}

/// The context in which a search asks a view.
#[derive(Clone, Copy)]
pub(super) struct FurtherContext<'t, W: Width> {
    view: &'t BoardView,
    /// The view that has the steps.
    steps: &'t BoardView,
    shared: &'t [u8; ROOM],
    bits: [Bits<'t>; PATTERNS_OF_VIEW],
    /// How the view sees the question's board.
    root: ViewRoot<W>,
}

/// A board that a search has reached.
#[derive(Clone, Copy)]
pub(super) struct ViewNode<W: Width, const V: usize> {
    pub(super) board: W::Board,
    pub(super) blank: u8,
    /// The move that led here, unless it is the first.
    pub(super) mv: u8,
    pub(super) depth: u32,
    /// The bounds of the first views.
    pub(super) sums: [W::Count; V],
}

/// A move of a search's path.
#[derive(Clone, Copy, Debug)]
struct PathMove {
    tile: usize,
    /// The blank's cell before the move.
    blank: u8,
    mv: u8,
}

impl PathMove {
    /// The last move that led to a board.
    #[inline(always)]
    fn back<W: Width>(
        board: W::Board,
        blank: u8,
        mv: u8,
        neighbours: &[[u8; 4]; ROOM],
    ) -> PathMove {
        let before = neighbours[usize::from(blank) & (ROOM - 1)][usize::from(3 - (mv & 3))];
        PathMove { tile: W::tile(board, before), blank: before, mv }
    }
}

/// The states and bounds of all views for a board on the path.
#[derive(Clone, Copy, Debug)]
struct KnownOnPath<W: Width, const V: usize> {
    roots: [ViewRoot<W>; MAX_VIEWS],
    /// The bounds of the first views.
    first: [W::Count; V],
}

/// A view whose entry is being fetched.
#[derive(Clone, Copy, Debug)]
struct Pending {
    state: PatternState,
    /// The place of the state's mask in the zones.
    place: u32,
    /// The index of the state's entry, once requested.
    index: u64,
    view: u8,
    pattern: u8,
    /// The blank's cell in the tables.
    blank: u8,
}

impl Pending {
    const NONE: Pending = Pending { state: 0, place: 0, index: 0, view: 0, pattern: 0, blank: 0 };

    /// Begins to ask a view about the board after a move.
    #[inline(always)]
    fn new<W: Width>(
        view: usize,
        context: &FurtherContext<'_, W>,
        zones: W::Zones,
        root: &ViewRoot<W>,
        taken: PathMove,
    ) -> Pending {
        let (blank, mv) = (usize::from(taken.blank), usize::from(taken.mv));
        let pattern = context.view.pattern(taken.tile) & (PATTERNS_OF_VIEW - 1);
        let (state, place) = context.steps.step::<W>(root.states[pattern], blank, mv, zones);
        let blank = context.steps.blank(blank, mv);
        Pending { state, place, index: 0, view: view as u8, pattern: pattern as u8, blank }
    }

    /// Requests the entry.
    #[inline(always)]
    fn ask<W: Width>(&mut self, context: &FurtherContext<'_, W>, zones: W::Zones) {
        let bits = &context.bits[usize::from(self.pattern) & (PATTERNS_OF_VIEW - 1)];
        self.index = bits.index::<W>(zones, self.place, self.state, self.blank);
        bits.prefetch(self.index);
    }

    /// Reads the entry.
    #[inline(always)]
    fn settle<W: Width>(&self, context: &FurtherContext<'_, W>, root: &mut ViewRoot<W>) {
        let pattern = usize::from(self.pattern) & (PATTERNS_OF_VIEW - 1);
        let (state, shrank) = settle(self.state, context.bits[pattern].get(self.index));
        root.states[pattern] = state;
        root.sum = root.sum.next(shrank);
    }
}

/// The fate of a board that a search has reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reach {
    /// It is beyond the limit.
    Beyond,
    /// Some views must be asked first.
    Pending,
    /// It is within the limit.
    Within,
}

/// The states and bounds of the views along the path of a search.
#[derive(Debug)]
pub(super) struct Further<W: Width, const V: usize> {
    /// For each board on the path, and perhaps others after them.
    known: Vec<KnownOnPath<W, V>>,
    /// The depth of the start.
    start: usize,
    pending: [Pending; MAX_VIEWS],
    /// How many views are being asked.
    count: usize,
}

impl<W: Width, const V: usize> Further<W, V> {
    pub(super) fn new(views: &[FurtherContext<'_, W>]) -> Further<W, V> {
        let mut roots =
            [ViewRoot { states: [0; PATTERNS_OF_VIEW], sum: W::Count::default() }; MAX_VIEWS];
        for (root, view) in roots.iter_mut().zip(views) {
            *root = view.root;
        }
        let known = KnownOnPath { roots, first: [W::Count::default(); V] };
        Further { known: vec![known], start: 0, pending: [Pending::NONE; MAX_VIEWS], count: 0 }
    }

    /// Starts over at a board that the moves of a path led to.
    pub(super) fn begin(
        &mut self,
        views: &[FurtherContext<'_, W>],
        zones: W::Zones,
        neighbours: &[[u8; 4]; ROOM],
        start: ViewNode<W, V>,
        path: &W::Path,
    ) {
        let ViewNode { mut board, mut blank, depth, .. } = start;
        let mut all = Vec::new();
        for &mv in path.as_ref()[..depth as usize].iter().rev() {
            let taken = PathMove::back::<W>(board, blank, mv, neighbours);
            board = W::moved(board, taken.tile, taken.blank, blank);
            blank = taken.blank;
            all.push(taken);
        }
        self.start = depth as usize;
        self.known.resize(self.start + 1, self.known[0]);
        let mut known = self.known[0];
        for taken in all.into_iter().rev() {
            for (number, (context, root)) in views.iter().zip(&mut known.roots).enumerate() {
                let mut pending = Pending::new(number, context, zones, root, taken);
                pending.ask(context, zones);
                pending.settle(context, root);
            }
        }
        self.known[self.start] = KnownOnPath { first: start.sums, ..known };
        self.count = 0;
    }

    /// Moves to the next board: the start, or one move from a board on the path.
    #[inline(always)]
    pub(super) fn reach(
        &mut self,
        views: &[FurtherContext<'_, W>],
        zones: W::Zones,
        neighbours: &[[u8; 4]; ROOM],
        reached: ViewNode<W, V>,
        limit: u32,
    ) -> Reach {
        let depth = reached.depth as usize;
        self.count = 0;
        let is_within = if depth == self.start {
            self.is_within(views, reached.depth, limit)
        } else {
            let ViewNode { board, blank, mv, sums, .. } = reached;
            let taken = PathMove::back::<W>(board, blank, mv, neighbours);
            if depth == self.known.len() {
                self.known.push(self.known[0]);
            }
            let (before, after) = self.known.split_at_mut(depth);
            let (before, known) = (&before[depth - 1], &mut after[0]);
            *known = *before;
            known.first = sums;
            let mut is_within = true;
            for (number, context) in views.iter().enumerate() {
                let number = number & (MAX_VIEWS - 1);
                let shared = context.shared[taken.tile & (ROOM - 1)];
                if let Some(sum) = sums.get(usize::from(shared)) {
                    let shrank = u64::from(*sum < before.first[usize::from(shared)]);
                    let sum = &mut known.roots[number].sum;
                    *sum = sum.next(shrank);
                    is_within &= reached.depth + sum.get() <= limit;
                } else {
                    // The bound before the move was within the limit, so it cannot reject this
                    // board. The view has to be asked.
                    let root = &before.roots[number];
                    self.pending[self.count & (MAX_VIEWS - 1)] =
                        Pending::new(number, context, zones, root, taken);
                    self.count += 1;
                }
            }
            is_within
        };
        match (is_within, self.count) {
            (true, 0) => Reach::Within,
            (true, _) => Reach::Pending,
            (false, _) => {
                self.count = 0;
                Reach::Beyond
            }
        }
    }

    /// Whether a board on the path is within the limit, as far as is known.
    #[inline(always)]
    fn is_within(&self, views: &[FurtherContext<'_, W>], depth: u32, limit: u32) -> bool {
        let known = &self.known[depth as usize];
        known.roots[..views.len()].iter().all(|root| depth + root.sum.get() <= limit)
    }

    /// Whether views are being asked.
    #[inline(always)]
    pub(super) fn is_asked(&self) -> bool {
        self.count > 0
    }

    /// Requests the entries that the views need.
    #[inline(always)]
    pub(super) fn ask(&mut self, views: &[FurtherContext<'_, W>], zones: W::Zones) {
        for pending in &mut self.pending[..self.count] {
            pending.ask(&views[usize::from(pending.view)], zones);
        }
    }

    /// Reads the requested entries. Returns whether the board is within the limit.
    #[inline(always)]
    pub(super) fn settle(
        &mut self,
        views: &[FurtherContext<'_, W>],
        depth: u32,
        limit: u32,
    ) -> bool {
        let known = &mut self.known[depth as usize];
        for pending in &self.pending[..self.count] {
            let view = usize::from(pending.view) & (MAX_VIEWS - 1);
            pending.settle(&views[view], &mut known.roots[view]);
        }
        self.count = 0;
        self.is_within(views, depth, limit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Error;
    use crate::limits::{Budget, Limits};
    use crate::puzzle::{Coordinates, Moves, Orbit, PatternError, Shape};
    use crate::solver::PatternTable;
    use crate::solver::SolvedBoard;
    use crate::solver::assemble::{engine, prover, wide_engine};
    use crate::solver::engine::{Effort, Engine};
    use crate::solver::optimal::optimal_moves;

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
        engine.solve(board, Effort::new(2, budget))?.solution(budget)
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
            for board in boards(&goal, 20) {
                let answers = engines.each_ref().map(|engine| {
                    let budget = Budget::new(&Limits::default());
                    let moves = solution(&**engine, &board, &budget).unwrap();
                    let solved = SolvedBoard {
                        board: &board,
                        solution: &moves,
                        threads: 2,
                        budget: &budget,
                    };
                    let next = optimal_moves(&**engine, &solved).unwrap().optimal;
                    let distance = moves.len() as u32;
                    let count = engine.count(&board, distance, Effort::new(2, &budget)).unwrap();
                    let all = Arc::clone(engine);
                    let all = all.solutions(&board, distance, Budget::new(&Limits::default()));
                    let all: Vec<_> =
                        std::iter::from_fn(all.unwrap()).take(20).map(Result::unwrap).collect();
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

    /// All boards within a limit are generated, and no others, whatever the order of the views
    /// and on any number of threads.
    #[test]
    fn boards_generated_do_not_depend_on_the_order_of_views() {
        let (shape, blank, partitions) = CASES[2];
        let goal = goal(shape, blank);
        // As many views as there is room for.
        let mut all = tables(&goal, &partitions[..3]);
        let one = prover(&goal, &all).unwrap();
        all[1..].reverse();
        let other = prover(&goal, &all).unwrap();
        for board in boards(&goal, 40) {
            let counts = [(&one, 1), (&one, 3), (&other, 1)].map(|(engine, threads)| {
                let budget = Budget::new(&Limits::default());
                let count = engine.count(&board, 31, Effort::new(threads, &budget)).unwrap();
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
                engine.solve(&board, Effort::new(1, &budget)).unwrap();
                budget.generated()
            });
            assert_eq!(generated[0], generated[1], "{board}");
        }
    }
}
