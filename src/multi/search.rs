//! Answers for shapes of 13 to 16 cells, by IDA* with tables of boards with labels.
//!
//! The distance of a board with labels is a lower bound. It is looked up in every table, and in
//! every view of the board that a symmetry gives and that has the blank of the goal in the same
//! place: two on 4x4 with the blank in a corner, the board and its transpose. An entry is a
//! distance modulo 3, and a move changes the distance by one at most, so the bound follows from
//! that before the move.
//!
//! States that differ only in the blank's cell are neighbours in a table. A move along the rows of
//! a view stays among them, so its bound needs no new read, and every move is along the rows of
//! some view. The other views are read only if these bounds do not reject the move.
//!
//! Moves are tried in the canonical order, and none on the axis of the one before it. So the first
//! solution of the least length that is found is the canonical one.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use smallvec::SmallVec;

use super::axes::{Axis, Neighbours, neighbours};
use super::near_goal_filter::{NEAR_GOAL_MOVES, NearGoalFilter};
use super::pieces::{self, CanonicalPieces};
use crate::error::{Error, Fault, Result};
use crate::limits::{Budget, Interval};
use crate::puzzle::{
    Board, Direction, Labelling, MAX_CELLS, MAX_NUMBERED_CELLS, Metric, MultiMove, MultiMoves,
    Nibbles, Puzzle, Symmetry, slid, solvable,
};
use crate::solver::SolvedBoard;
use crate::space::{LabelSpace, LabelState};
use crate::table::Table;
use crate::threads;

/// The most views that are looked up in a table, and in all tables.
const VIEWS_OF_TABLE: usize = 2;
const VIEWS: usize = 4;

/// How many boards are generated between two looks at the limits.
const BETWEEN_LIMITS: u64 = 1 << 12;

/// Threads are started once the search for solutions of one length has generated more boards than
/// this: the next one is several times as large.
const WORTH_THREADS: u64 = 1 << 14;

/// The least number of parts of a tree for each thread, and the most moves that lead to a part.
/// Parts after the one with the solution are searched in vain, and small ones waste less.
const PARTS_PER_THREAD: usize = 1 << 8;
const MOST_DIVIDED: usize = 8;

/// No board of 16 cells or fewer is farther from its goal: the farthest of 2x8 takes 57 moves.
pub(super) const FARTHEST: u32 = 100;

/// The most moves on one axis, on any board that is searched.
pub(super) const MOST_MOVES: usize = 7;

/// Longer solutions are searched for with the filter of the boards near the goal.
const NEAR_GOAL_FROM_LENGTH: u32 = 20;

/// Longer solutions are searched for with the pieces of canonical solutions, which take 20 ms to
/// find: about as long as all shorter solutions of a board of 4x4 take. The searches of random
/// boards of 4x4 with small tables take 1.2 times as long without them.
const PIECES_FROM_LENGTH: u32 = 30;

/// Searches for one goal.
#[derive(Clone, Debug)]
pub(crate) struct LabelSearch(pub(super) Arc<SharedSearch>);

#[derive(Debug)]
pub(super) struct SharedSearch {
    pub(super) goal: Board,
    /// For each cell of the board, those that the moves lead to.
    neighbours: Neighbours,
    views: Vec<View>,
    near: OnceLock<NearGoalFilter>,
    pieces: OnceLock<CanonicalPieces>,
}

/// How a table and a symmetry see the user's board.
#[derive(Debug)]
struct View {
    table: Arc<Table>,
    space: Arc<LabelSpace>,
    /// For each cell of the board, the cell in the table.
    cells: [u8; MAX_NUMBERED_CELLS],
    /// For each tile of the board, its label.
    label: [u8; MAX_CELLS],
    /// For each move on the board, the move in the table.
    moves: [Direction; 4],
    /// The axis on the board whose moves change the order.
    ordering: Axis,
}

/// A board as all views see it, with its lower bounds.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LabelNode {
    pub(super) board: Nibbles,
    pub(super) blank: usize,
    states: [LabelState; VIEWS],
    /// The entries of each state's order, one for each cell of the blank in the table.
    entries: [u32; VIEWS],
    pub(super) bounds: [u32; VIEWS],
    /// The moves from the start, as [`CanonicalPieces`] have them.
    trail: u64,
}

impl View {
    fn new(goal: &Board, symmetry: Symmetry, table: &Arc<Table>, space: &Arc<LabelSpace>) -> View {
        let shape = goal.shape();
        let mut cells = [0; MAX_NUMBERED_CELLS];
        let mut label = [u8::MAX; MAX_CELLS];
        let labels = space.labelling().labels();
        for (cell, &tile) in goal.cells().iter().enumerate() {
            let there = symmetry.cell(shape, cell);
            cells[cell] = there as u8;
            label[usize::from(tile)] = labels[there];
        }
        let moves = Direction::ALL.map(|mv| symmetry.mv(mv));
        let ordering = Axis::of(moves[Direction::Down as usize]);
        let (table, space) = (Arc::clone(table), Arc::clone(space));
        View { table, space, cells, label, moves, ordering }
    }

    fn state(&self, board: &Board) -> LabelState {
        let mut labels = [u8::MAX; MAX_NUMBERED_CELLS];
        for (&tile, &there) in board.cells().iter().zip(&self.cells) {
            labels[usize::from(there)] = self.label[usize::from(tile)];
        }
        self.space.state(&labels[..board.cells().len()])
    }

    /// The distance of a state, by walking the table.
    fn distance(&self, start: LabelState) -> Result<u32> {
        let View { table, space, .. } = self;
        let (goal, farthest) = (space.goal(), table.header().diameter());
        let mut at = start;
        for distance in 0..=farthest {
            if at == goal {
                return Ok(distance);
            }
            let here = self.entry(&at)?;
            let mut nearer = None;
            for mv in Direction::ALL {
                for next in std::iter::successors(space.step(&at, mv), |at| space.step(at, mv)) {
                    if nearer.is_none() && (self.entry(&next)? + 1) % 3 == here {
                        nearer = Some(next);
                    }
                }
            }
            let Some(next) = nearer else {
                return Err(self.fault(&at, "a neighbour that is nearer", "none"));
            };
            at = next;
        }
        Err(self.fault(&start, format!("to reach the goal after at most {farthest} moves"), "more"))
    }

    /// Reads an entry: a distance modulo 3.
    fn entry(&self, at: &LabelState) -> Result<u32> {
        Ok(self.table.entry(self.space.index(at))?.into())
    }

    /// Reads the entries of a state's order.
    #[inline]
    fn entries(&self, at: &LabelState) -> Result<u32> {
        let cells = self.space.shape().cells() as u64;
        self.table.pairs_of_bits(self.space.order(at) * cells, cells)
    }

    /// Prefetches what [`entries`](Self::entries) will read.
    #[inline]
    fn prefetch(&self, at: &LabelState) {
        let cells = self.space.shape().cells() as u64;
        self.table.prefetch_pairs_of_bits(self.space.order(at) * cells);
    }

    #[cold]
    fn fault(
        &self,
        at: &LabelState,
        expected: impl Into<String>,
        found: impl Into<String>,
    ) -> Error {
        let index = self.space.index(at);
        let board = format!("with labels {index}");
        let (expected, found) = (expected.into(), found.into());
        self.table.error(Fault::Walk { index, board, found, expected })
    }
}

impl LabelSearch {
    /// Creates the search for `goal` with one or two tables of labels of the goal's orbit.
    pub(super) fn new(tables: &[(Arc<Table>, Labelling)], goal: &Board) -> Result<LabelSearch> {
        let shape = goal.shape();
        let mut views = Vec::new();
        for (table, labelling) in tables {
            table.expect_puzzle(Puzzle::Labelled(*labelling))?;
            let (orbit, space) = (labelling.orbit(), Arc::new(LabelSpace::new(*labelling)));
            let symmetries = Symmetry::all().into_iter().filter(|symmetry| {
                symmetry.shape(shape) == orbit.shape()
                    && symmetry.cell(shape, goal.blank_cell()) == orbit.goal_blank()
            });
            let views_of_table = symmetries.take(VIEWS_OF_TABLE);
            views.extend(views_of_table.map(|symmetry| View::new(goal, symmetry, table, &space)));
        }
        views.truncate(VIEWS);
        let (near, pieces) = (OnceLock::new(), OnceLock::new());
        let (goal, neighbours) = (*goal, neighbours(shape));
        Ok(LabelSearch(Arc::new(SharedSearch { goal, neighbours, views, near, pieces })))
    }

    pub(super) fn goal(&self) -> &Board {
        &self.0.goal
    }

    /// The canonical solution, or what is proved when the search is stopped. All threads search for
    /// that of a hard board.
    pub(super) fn search(
        &self,
        board: &Board,
        threads: usize,
        budget: &Budget,
    ) -> Result<MultiMoves> {
        let start = self.start(board)?;
        let mut last = 0;
        for length in start.bound()..=FARTHEST {
            let before = budget.generated();
            let threads = if last > WORTH_THREADS { threads } else { 1 };
            if let Some(found) = self.first_solution(&start, length, threads, budget)? {
                return Ok(found);
            }
            last = budget.generated() - before;
        }
        let expected = format!("a solution of at most {FARTHEST} moves");
        Err(self.0.views[0].fault(&start.states[0], expected, "none"))
    }

    /// The canonical solution, if it has `length` moves. Each thread takes the first part of the
    /// tree of moves that none has taken.
    fn first_solution(
        &self,
        start: &LabelNode,
        length: u32,
        threads: usize,
        budget: &Budget,
    ) -> Result<Option<MultiMoves>> {
        let pieces = self.0.pieces(length);
        let mut parts = parts(start, &[], length, pieces);
        if threads > 1 {
            let mut nothing = |_: &[MultiMove]| ControlFlow::Continue(());
            let mut search = self.begin((&[], length), pieces, budget, &mut nothing);
            let divided = search.divide(parts, PARTS_PER_THREAD * threads);
            parts = search.end(divided)?;
        }
        let (next, first) = (AtomicUsize::new(0), AtomicUsize::new(usize::MAX));
        let best = Mutex::new(None);
        let ends = threads::join(threads - 1, || {
            let found = Cell::new(None);
            let mut visit = |moves: &[MultiMove]| {
                found.set(Some(moves.iter().copied().collect::<MultiMoves>()));
                ControlFlow::Break(())
            };
            let mut search = self.begin((&[], length), pieces, budget, &mut visit);
            search.first = Some(&first);
            loop {
                search.number = next.fetch_add(1, Ordering::Relaxed);
                let part = parts.get(search.number).filter(|_| search.is_wanted());
                let done = match part {
                    Some(part) => search.part(part),
                    None => return search.end(Ok(())),
                };
                if done.is_err() {
                    return search.end(done.map(|_| ()));
                }
                let mut best = threads::lock(&best);
                if search.is_wanted()
                    && let Some(moves) = found.take()
                {
                    first.store(search.number, Ordering::Relaxed);
                    *best = Some(moves);
                }
            }
        });
        ends.into_iter().collect::<Result<()>>()?;
        Ok(best.into_inner().unwrap_or_else(PoisonError::into_inner))
    }

    /// Visits all shortest solutions of a board whose canonical one is known, in order.
    pub(super) fn each_shortest(
        &self,
        board: &Board,
        canonical: &MultiMoves,
        budget: &Budget,
        visit: &mut dyn FnMut(&[MultiMove]),
    ) -> Result<()> {
        let (start, length) = (self.start(board)?, canonical.len() as u32);
        let visited = self.each_solution(&start, &[], length, None, budget, &mut |moves| {
            visit(moves);
            ControlFlow::Continue(())
        });
        visited.map_err(|why| beside(canonical, why))
    }

    /// Whether some solution of this length begins with a move.
    pub(super) fn begins_solution(
        &self,
        solved: &SolvedBoard<'_, MultiMove>,
        mv: MultiMove,
        length: u32,
    ) -> Result<bool> {
        let Some(after) = solved.board.moved(mv).filter(|_| length > 0) else { return Ok(false) };
        let start = self.start(&after)?;
        let mut found = false;
        if start.bound() < length {
            let (left, pieces) = (length - 1, self.0.pieces(length - 1));
            let visited =
                self.each_solution(&start, &[mv], left, pieces, solved.budget, &mut |_| {
                    found = true;
                    ControlFlow::Break(())
                });
            visited.map_err(|why| beside(solved.solution, why))?;
        }
        Ok(found)
    }

    /// A lower bound on the distance.
    pub(super) fn lower_bound(&self, board: &Board) -> Result<u32> {
        Ok(self.start(board)?.bound())
    }

    /// The board in all views, if it can reach the goal.
    pub(super) fn start(&self, board: &Board) -> Result<LabelNode> {
        let SharedSearch { goal, views, .. } = &*self.0;
        board.expect_shape(goal.shape())?;
        solvable(board, goal)?;
        let (board, blank) = (board, board.blank_cell());
        let mut node = LabelNode { board: board.nibbles(), blank, ..LabelNode::default() };
        for (number, view) in views.iter().enumerate() {
            node.states[number] = view.state(board);
            node.entries[number] = view.entries(&node.states[number])?;
            node.bounds[number] = view.distance(node.states[number])?;
        }
        Ok(node)
    }

    /// Visits the solutions of `length` moves from `start`, in order, until `visit` breaks. The
    /// moves of `path` led to `start`, and come first. With `pieces`, only those are visited that
    /// can be canonical if none is shorter.
    fn each_solution(
        &self,
        start: &LabelNode,
        path: &[MultiMove],
        length: u32,
        pieces: Option<&CanonicalPieces>,
        budget: &Budget,
        visit: &mut Visit<'_>,
    ) -> Result<()> {
        let mut search = self.begin((path, length), pieces, budget, visit);
        let mut all = parts(start, path, length, pieces).into_iter();
        let done = all.try_for_each(|part| match search.part(&part) {
            Ok(flow) => flow.map_break(Ok),
            Err(why) => ControlFlow::Break(Err(why)),
        });
        search.end(done.break_value().unwrap_or(Ok(())))
    }

    /// A search for the solutions that begin with a path and have `length` moves after it.
    fn begin<'a>(
        &'a self,
        (path, length): (&[MultiMove], u32),
        pieces: Option<&'a CanonicalPieces>,
        budget: &'a Budget,
        visit: &'a mut Visit<'a>,
    ) -> SolutionSearch<'a> {
        SolutionSearch {
            search: &self.0,
            goal: self.0.goal.nibbles(),
            near: (length > NEAR_GOAL_FROM_LENGTH).then(|| self.0.near()),
            pieces,
            pieces_from: path.len() + pieces::MOVES,
            at_least: length + path.len() as u32,
            budget,
            generated: 0,
            path: Vec::new(),
            visit,
            number: 0,
            first: None,
            divided: None,
        }
    }
}

/// A part of a tree of moves: what follows a path, and begins with some moves on an axis.
#[derive(Clone)]
struct Part {
    path: Vec<MultiMove>,
    node: LabelNode,
    axis: Axis,
    moves: Vec<Direction>,
}

/// The tree of `length` moves from a board that a path led to, in four parts. The first move is
/// tried on both axes: a given move may have been a mistake, which it is right to undo.
fn parts(
    start: &LabelNode,
    path: &[MultiMove],
    length: u32,
    pieces: Option<&CanonicalPieces>,
) -> Vec<Part> {
    let moves = &Direction::ALL[..if length > 0 { Direction::ALL.len() } else { 1 }];
    let part = |&mv: &Direction| {
        let axis = Axis::of(mv);
        let trail = pieces.map_or(0, |pieces| pieces.start(start.blank, axis));
        Part { path: path.to_vec(), node: LabelNode { trail, ..*start }, axis, moves: vec![mv] }
    };
    moves.iter().map(part).collect()
}

impl SharedSearch {
    /// The filter of the boards near the goal, which is made once.
    fn near(&self) -> &NearGoalFilter {
        self.near.get_or_init(|| NearGoalFilter::new(&self.goal, &self.neighbours))
    }

    /// The pieces of canonical solutions, if they are worth finding for this length.
    fn pieces(&self, length: u32) -> Option<&CanonicalPieces> {
        let new = || CanonicalPieces::new(self.goal.shape(), &self.neighbours);
        (length > PIECES_FROM_LENGTH).then(|| self.pieces.get_or_init(new))
    }

    /// Moves the blank of a child one cell further in a direction, and returns the greatest of the
    /// bounds that follow from the parent's entries. `None` at the edge.
    #[inline]
    pub(super) fn slide(
        &self,
        parent: &LabelNode,
        child: &mut LabelNode,
        mv: Direction,
    ) -> Option<u32> {
        let to = self.neighbours[child.blank][mv as usize]?;
        child.board = slid(child.board, child.blank, to);
        child.blank = to;
        let mut most = 0;
        for (number, view) in self.views.iter().enumerate() {
            if view.ordering != Axis::of(mv) {
                child.states[number].blank = view.cells[to];
                child.bounds[number] = child.bound_after(parent, number);
                most = most.max(child.bounds[number]);
            }
        }
        Some(most)
    }

    /// Fetches the other entries of a child whose blank has moved by this many cells since the last
    /// call.
    #[inline]
    pub(super) fn prefetch(&self, child: &mut LabelNode, mv: Direction, cells: u32) {
        for (number, view) in self.views.iter().enumerate() {
            if view.ordering == Axis::of(mv) {
                let mut at = child.states[number];
                for _ in 0..cells {
                    at = view.space.step(&at, view.moves[mv as usize]).unwrap_or(at);
                }
                child.states[number] = at;
                view.prefetch(&at);
            }
        }
    }

    /// Reads these entries, and returns whether all bounds that follow from them are less than
    /// `below`. If one is not, the others are not read.
    #[inline]
    pub(super) fn is_within(
        &self,
        parent: &LabelNode,
        child: &mut LabelNode,
        mv: Direction,
        below: u32,
    ) -> Result<bool> {
        for (number, view) in self.views.iter().enumerate() {
            if view.ordering == Axis::of(mv) {
                child.entries[number] = view.entries(&child.states[number])?;
                child.bounds[number] = child.bound_after(parent, number);
                if child.bounds[number] >= below {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }
}

/// Is called with the moves of a solution. If it breaks, the search ends.
type Visit<'v> = dyn FnMut(&[MultiMove]) -> ControlFlow<()> + 'v;

/// If a further search is stopped, its interval has the canonical solution, which is known.
fn beside(canonical: &MultiMoves, error: Error) -> Error {
    match error {
        Error::Stopped(stopped) => {
            Interval::beside(canonical.singles(), Metric::Multi, stopped.generated).into()
        }
        error => error,
    }
}

/// Why a search ended early.
enum EarlyEnd {
    Stopped,
    Failed(Error),
}

type EarlyResult<T> = std::result::Result<T, EarlyEnd>;

/// A search for the solutions of one length.
struct SolutionSearch<'a> {
    search: &'a SharedSearch,
    goal: Nibbles,
    near: Option<&'a NearGoalFilter>,
    /// The known pieces, and the length of the path with which the first one ends.
    pieces: Option<&'a CanonicalPieces>,
    pieces_from: usize,
    /// A proved lower bound, which rises while it runs.
    at_least: u32,
    budget: &'a Budget,
    /// The boards generated that the budget does not know of yet.
    generated: u64,
    path: Vec<MultiMove>,
    visit: &'a mut Visit<'a>,
    /// The number of the part that is searched, and of the first part that is known to have a
    /// solution. Those after it are not wanted.
    number: usize,
    first: Option<&'a AtomicUsize>,
    /// The length of paths that become parts instead of being followed, and these parts.
    divided: Option<(usize, Vec<Part>)>,
}

impl SolutionSearch<'_> {
    /// Visits the solutions of a part.
    fn part(&mut self, part: &Part) -> EarlyResult<ControlFlow<()>> {
        self.path.clone_from(&part.path);
        let left = self.at_least - part.path.len() as u32;
        self.deepen(&part.node, left, part.axis, &part.moves)
    }

    /// Divides parts into at least this many smaller ones, or into the smallest that there are.
    fn divide(&mut self, mut parts: Vec<Part>, least: usize) -> EarlyResult<Vec<Part>> {
        for length in 1..=MOST_DIVIDED.min(self.at_least as usize) {
            if parts.len() >= least {
                break;
            }
            self.divided = Some((length, Vec::new()));
            for part in &parts {
                let _nothing_is_visited = self.part(part)?;
            }
            parts = self.divided.take().map_or(Vec::new(), |(_, parts)| parts);
        }
        Ok(parts)
    }

    fn is_wanted(&self) -> bool {
        self.first.is_none_or(|first| self.number < first.load(Ordering::Relaxed))
    }

    /// Adds what was generated to the budget, and says why the search ended early.
    fn end<T>(self, done: EarlyResult<T>) -> Result<T> {
        self.budget.add(self.generated);
        done.map_err(|why| match why {
            EarlyEnd::Stopped => {
                self.budget.stopped(self.at_least, None).in_metric(Metric::Multi).into()
            }
            EarlyEnd::Failed(error) => error,
        })
    }

    /// Visits the solutions of this length from a board, whose bounds allow it, that begin with one
    /// of these moves on an axis.
    fn deepen(
        &mut self,
        node: &LabelNode,
        left: u32,
        axis: Axis,
        moves: &[Direction],
    ) -> EarlyResult<ControlFlow<()>> {
        if left == 0 {
            let is_goal = node.board == self.goal;
            return Ok(if is_goal { (self.visit)(&self.path) } else { ControlFlow::Continue(()) });
        }
        if self.near.is_some_and(|near| left == NEAR_GOAL_MOVES && !near.may_have(node.board, axis))
        {
            return Ok(ControlFlow::Continue(()));
        }
        if let Some((length, parts)) = &mut self.divided
            && self.path.len() == *length
        {
            let (path, moves) = (self.path.clone(), moves.to_vec());
            parts.push(Part { path, node: *node, axis, moves });
            return Ok(ControlFlow::Continue(()));
        }
        let search = self.search;
        let mut children = SmallVec::<[(MultiMove, LabelNode); MOST_MOVES]>::new();
        for &mv in moves {
            let (mut child, mut behind) = (*node, 0);
            for cells in 1.. {
                let Some(bound) = search.slide(node, &mut child, mv) else { break };
                behind += 1;
                self.generated += 1;
                if bound >= left {
                    continue;
                }
                if let Some(pieces) = self.pieces {
                    child.trail = pieces.after(node.trail, child.blank, axis);
                    if self.path.len() + 1 >= self.pieces_from && !pieces.has(child.trail, axis) {
                        continue;
                    }
                }
                // Those that are to be read are all fetched before one is used.
                search.prefetch(&mut child, mv, behind);
                behind = 0;
                children.push((MultiMove { mv, cells }, child));
            }
        }
        for (mv, mut child) in children {
            if !search.is_within(node, &mut child, mv.mv, left).map_err(EarlyEnd::Failed)? {
                continue;
            }
            self.path.push(mv);
            let flow = self.deepen(&child, left - 1, axis.other(), &axis.other().moves())?;
            self.path.pop();
            if flow.is_break() {
                return Ok(flow);
            }
        }
        if self.generated >= BETWEEN_LIMITS {
            if !self.is_wanted() {
                return Ok(ControlFlow::Break(()));
            }
            let more = std::mem::take(&mut self.generated);
            if !self.budget.goes_on(self.at_least, more) {
                return Err(EarlyEnd::Stopped);
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}

impl LabelNode {
    /// A lower bound on the distance: the greatest of all views.
    fn bound(&self) -> u32 {
        self.bounds.into_iter().max().unwrap_or_default()
    }

    /// The bound of a view after a move from another board: the same, or one more or less. In a
    /// wrong table it may be something else, which leads to no wrong moves.
    #[inline]
    const fn bound_after(&self, before: &LabelNode, view: usize) -> u32 {
        let entry = self.entries[view] >> (2 * self.states[view].blank) & 3;
        let before = before.bounds[view];
        match (entry + 3 - before % 3) % 3 {
            0 => before,
            1 => before + 1,
            _ => before.saturating_sub(1),
        }
    }
}
