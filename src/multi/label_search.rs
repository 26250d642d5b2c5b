//! Answers for shapes of 13 to 16 cells, by IDA* with tables of boards with labels.
//!
//! The distance of a board with labels is a lower bound, in every [view](View) of the board: two on
//! 4x4 with the blank in a corner, the board and its transpose.
//!
//! States that differ only in the blank's cell are neighbours in a table. A move along the rows of
//! a view stays among them, so its bound needs no new read, and every move is along the rows of
//! some view. The other views are read only if these bounds do not reject the move.
//!
//! Moves are tried in the canonical order, and none on the axis of the one before it. So the first
//! solution of the least length that is found is the canonical one.

use std::borrow::Borrow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::vec::IntoIter;

use super::pieces::{
    self, Axis, CanonicalPieces, NEAR_GOAL_MOVES, NearGoalFilter, Neighbours, neighbours,
};
use super::views::{LabelNode, VIEWS, VIEWS_OF_TABLE, View};
use crate::error::Result;
use crate::limits::Budget;
use crate::puzzle::{
    Direction, Labelling, Metric, Move, Moves, Puzzle, SmallBoard, Symmetry, slid, solvable,
};
use crate::solver::{SearchByLength, SolvedBoard, beside};
use crate::space::LabelSpace;
use crate::table::Table;
use crate::threads;

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
    pub(super) goal: SmallBoard,
    /// For each cell of the board, those that the moves lead to.
    neighbours: Neighbours,
    views: Vec<View>,
    near: OnceLock<NearGoalFilter>,
    pieces: OnceLock<CanonicalPieces>,
}

impl LabelSearch {
    /// Creates the search for `goal` with one or two tables of labels of the goal's orbit.
    pub(crate) fn new(
        tables: &[(Arc<Table>, Labelling)],
        goal: &SmallBoard,
    ) -> Result<LabelSearch> {
        let mut views = Vec::new();
        for (table, labelling) in tables {
            table.expect_puzzle(Puzzle::Labelled(*labelling))?;
            let space = Arc::new(LabelSpace::new(*labelling));
            let views_of_table = Symmetry::onto_orbit(goal).take(VIEWS_OF_TABLE);
            views.extend(views_of_table.map(|symmetry| View::new(goal, symmetry, table, &space)));
        }
        views.truncate(VIEWS);
        let (near, pieces) = (OnceLock::new(), OnceLock::new());
        let (goal, neighbours) = (*goal, neighbours(goal.shape()));
        Ok(LabelSearch(Arc::new(SharedSearch { goal, neighbours, views, near, pieces })))
    }

    pub(super) fn goal(&self) -> &SmallBoard {
        &self.0.goal
    }

    /// The canonical solution, or what is proved when the search is stopped. All threads search for
    /// that of a hard board.
    pub(super) fn search(
        &self,
        board: &SmallBoard,
        threads: usize,
        budget: &Budget,
    ) -> Result<Moves> {
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

    /// The canonical solution, if it has `length` moves. Each thread takes the first subtree that
    /// none has taken.
    fn first_solution(
        &self,
        start: &LabelNode,
        length: u32,
        threads: usize,
        budget: &Budget,
    ) -> Result<Option<Moves>> {
        let shared = &*self.0;
        let mut subtrees = LabelSubtree::all(start, &[], length, shared.pieces(length));
        let new = || SolutionSearch::new(length, 0, true);
        if threads > 1 {
            let mut search = new();
            subtrees = search.divide(subtrees, PARTS_PER_THREAD * threads, shared)?;
            budget.add(search.generated);
        }
        // The next subtree, and the first one that is known to have a solution.
        let (next, first) = (AtomicUsize::new(0), AtomicUsize::new(usize::MAX));
        let best = Mutex::new(None);
        let ends = threads::join(threads - 1, || {
            let mut search = new();
            let end = loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let is_wanted = || number < first.load(Ordering::Relaxed);
                let subtree = subtrees.get(number).filter(|_| is_wanted());
                let Some(subtree) = subtree else { break Ok(()) };
                match search.next(Some(subtree), shared, budget, is_wanted) {
                    Ok(None) => {}
                    Ok(found) => {
                        let mut best = threads::lock(&best);
                        if is_wanted() {
                            first.store(number, Ordering::Relaxed);
                            *best = found;
                        }
                    }
                    Err(why) => break Err(why),
                }
            };
            budget.add(search.generated);
            end
        });
        ends.into_iter().collect::<Result<()>>()?;
        Ok(best.into_inner().unwrap_or_else(PoisonError::into_inner))
    }

    /// The board in all views, if it can reach the goal.
    pub(super) fn start(&self, board: &SmallBoard) -> Result<LabelNode> {
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
}

impl SearchByLength for LabelSearch {
    const METRIC: Metric = Metric::Multi;
    const LONGEST: u32 = FARTHEST;

    fn lower_bound(&self, board: &SmallBoard) -> Result<u32> {
        Ok(self.start(board)?.bound())
    }

    fn canonical(&self, board: &SmallBoard, threads: usize, budget: &Budget) -> Result<Moves> {
        self.solution(board, threads, budget)
    }

    fn begins_solution(&self, solved: &SolvedBoard<'_>, mv: Move, length: u32) -> Result<bool> {
        let Some(after) = solved.board.moved(mv).filter(|_| length > 0) else { return Ok(false) };
        let start = self.start(&after)?;
        if start.bound() >= length {
            return Ok(false);
        }
        let pieces = self.0.pieces(length - 1);
        let mut rest = LabelSubtree::all(&start, &[mv], length - 1, pieces).into_iter();
        let mut search = SolutionSearch::new(length, 1, true);
        let found = search.next_of(&mut rest, &self.0, solved.budget);
        solved.budget.add(search.generated);
        Ok(found.map_err(|why| beside(solved.solution, Metric::Multi, why))?.is_some())
    }

    fn each_shortest<'b, B: Borrow<Budget> + Send + 'b>(
        &self,
        board: &SmallBoard,
        canonical: &Moves,
        budget: B,
    ) -> Result<Box<dyn Iterator<Item = Result<Moves>> + Send + 'b>> {
        let (shared, canonical) = (Arc::clone(&self.0), canonical.clone());
        let length = canonical.len() as u32;
        let mut rest = LabelSubtree::all(&self.start(board)?, &[], length, None).into_iter();
        let mut search = SolutionSearch::new(length, 0, false);
        Ok(Box::new(std::iter::from_fn(move || {
            let next = search.next_of(&mut rest, &shared, budget.borrow());
            if next.is_err() {
                rest = IntoIter::default();
                search.open.clear();
            }
            next.map_err(|why| beside(&canonical, Metric::Multi, why)).transpose()
        })))
    }
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
                child.bounds[number] = child.bound_after(parent.bounds[number], number);
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
        child: &mut LabelNode,
        mv: Direction,
        below: u32,
    ) -> Result<bool> {
        for (number, view) in self.views.iter().enumerate() {
            if view.ordering == Axis::of(mv) {
                child.entries[number] = view.entries(&child.states[number])?;
                child.bounds[number] = child.bound_after(child.bounds[number], number);
                if child.bounds[number] >= below {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }
}

/// The boards that moves reach from a board, up to the length of the solutions.
struct LabelSubtree {
    /// The moves that led to the board.
    path: Vec<Move>,
    node: LabelNode,
    /// The number of moves left.
    left: u32,
    /// The directions of the next move.
    next: Vec<Direction>,
}

impl LabelSubtree {
    /// All boards up to `length` moves from a board that a path led to, in four subtrees. The first
    /// move is tried on both axes: a given move may have been a mistake, which it is right to undo.
    fn all(
        start: &LabelNode,
        path: &[Move],
        length: u32,
        pieces: Option<&CanonicalPieces>,
    ) -> Vec<LabelSubtree> {
        let next = &Direction::ALL[..if length > 0 { Direction::ALL.len() } else { 1 }];
        let all = next.iter().map(|&mv| {
            let trail = pieces.map_or(0, |pieces| pieces.start(start.blank, Axis::of(mv)));
            let node = LabelNode { trail, ..*start };
            LabelSubtree { path: path.to_vec(), node, left: length, next: vec![mv] }
        });
        all.collect()
    }
}

/// A search for the solutions of one length, in order. It can go on after each.
struct SolutionSearch {
    /// The number of moves of the solutions.
    length: u32,
    /// The number of moves that led to where all begin.
    before: usize,
    /// True if only those solutions are wanted that can be canonical if none is shorter.
    is_canonical: bool,
    /// The moves to the board that was taken last.
    path: Vec<Move>,
    /// The boards to take, the next one last.
    open: Vec<OpenBoard>,
    /// True if all that begins with the last path, or with the path one move shorter, was tried.
    is_tried: bool,
    /// The boards generated that the budget does not know of yet.
    generated: u64,
}

/// A board that was generated and not taken yet.
#[derive(Clone, Copy)]
struct OpenBoard {
    /// In the views whose order changes, it still has the bounds of its parent.
    node: LabelNode,
    /// The move that led to it.
    mv: Move,
    /// The number of moves left.
    left: u32,
}

/// What a search asks about boards.
#[derive(Clone, Copy)]
struct LabelContext<'s> {
    shared: &'s SharedSearch,
    near: Option<&'s NearGoalFilter>,
    pieces: Option<&'s CanonicalPieces>,
}

impl SolutionSearch {
    fn new(length: u32, before: usize, is_canonical: bool) -> SolutionSearch {
        let (path, open, is_tried, generated) = (Vec::new(), Vec::new(), false, 0);
        SolutionSearch { length, before, is_canonical, path, open, is_tried, generated }
    }

    fn context<'s>(&self, shared: &'s SharedSearch) -> LabelContext<'s> {
        let length = self.length - self.before as u32;
        let near = (length > NEAR_GOAL_FROM_LENGTH).then(|| shared.near());
        let pieces = if self.is_canonical { shared.pieces(length) } else { None };
        LabelContext { shared, near, pieces }
    }

    /// The next solution, in order, of the subtree that the search is in, or that it begins with.
    /// It ends early if it is no longer wanted.
    fn next(
        &mut self,
        begin: Option<&LabelSubtree>,
        shared: &SharedSearch,
        budget: &Budget,
        is_wanted: impl Fn() -> bool,
    ) -> Result<Option<Moves>> {
        let context = self.context(shared);
        let mut is_solution = begin.is_some_and(|subtree| self.begin(subtree, context));
        while !is_solution {
            if self.is_tried && self.generated >= BETWEEN_LIMITS {
                if !is_wanted() {
                    return Ok(None);
                }
                let more = std::mem::take(&mut self.generated);
                if !budget.goes_on(self.length, more) {
                    let stopped = budget.stopped(self.length, None);
                    return Err(stopped.in_metric(Metric::Multi).into());
                }
            }
            let Some(OpenBoard { mut node, mv, left }) = self.open.pop() else { return Ok(None) };
            self.is_tried = self.open.last().is_none_or(|next| next.left != left);
            if shared.is_within(&mut node, mv.direction(), left + 1)? {
                self.path.truncate((self.length - left) as usize - 1);
                self.path.push(mv);
                is_solution =
                    self.take(&node, left, &Axis::of(mv.direction()).other().moves(), context);
            }
        }
        Ok(Some(self.path.iter().copied().collect()))
    }

    /// The next solution of the subtree that the search is in, or of the rest, one after another.
    fn next_of(
        &mut self,
        rest: &mut IntoIter<LabelSubtree>,
        shared: &SharedSearch,
        budget: &Budget,
    ) -> Result<Option<Moves>> {
        let mut begin = None;
        loop {
            let found = self.next(begin.as_ref(), shared, budget, || true)?;
            if found.is_some() {
                return Ok(found);
            }
            begin = rest.next();
            if begin.is_none() {
                budget.add(std::mem::take(&mut self.generated));
                return Ok(None);
            }
        }
    }

    /// Divides subtrees into at least this many smaller ones, or into the smallest that there are.
    fn divide(
        &mut self,
        mut subtrees: Vec<LabelSubtree>,
        least: usize,
        shared: &SharedSearch,
    ) -> Result<Vec<LabelSubtree>> {
        let context = self.context(shared);
        for _ in 0..MOST_DIVIDED {
            if subtrees.len() >= least {
                break;
            }
            for subtree in std::mem::take(&mut subtrees) {
                if self.begin(&subtree, context) {
                    subtrees.push(subtree);
                    continue;
                }
                while let Some(OpenBoard { mut node, mv, left }) = self.open.pop() {
                    if shared.is_within(&mut node, mv.direction(), left + 1)? {
                        let path = [&self.path[..], &[mv]].concat();
                        let next = Axis::of(mv.direction()).other().moves().to_vec();
                        subtrees.push(LabelSubtree { path, node, left, next });
                    }
                }
            }
        }
        Ok(subtrees)
    }

    /// Begins with the board of a subtree. Returns whether its path is a solution.
    fn begin(&mut self, subtree: &LabelSubtree, context: LabelContext<'_>) -> bool {
        self.path.clone_from(&subtree.path);
        self.open.clear();
        self.is_tried = false;
        self.take(&subtree.node, subtree.left, &subtree.next, context)
    }

    /// Takes a board whose bounds allow `left` moves, the first of them in one of these directions:
    /// generates the boards after that move, and fetches what is to be read of them. Returns
    /// whether the path is a solution.
    fn take(
        &mut self,
        node: &LabelNode,
        left: u32,
        next: &[Direction],
        LabelContext { shared, near, pieces }: LabelContext<'_>,
    ) -> bool {
        if left == 0 {
            return node.board == shared.goal.nibbles();
        }
        let axis = Axis::of(next[0]);
        if left == NEAR_GOAL_MOVES && near.is_some_and(|near| !near.may_have(node.board, axis)) {
            return false;
        }
        let first = self.open.len();
        for &mv in next {
            let (mut child, mut behind) = (*node, 0);
            for cells in 1.. {
                let Some(bound) = shared.slide(node, &mut child, mv) else { break };
                behind += 1;
                self.generated += 1;
                if bound >= left {
                    continue;
                }
                if let Some(pieces) = pieces {
                    child.trail = pieces.after(node.trail, child.blank, axis);
                    let length = self.path.len() + 1;
                    if length >= self.before + pieces::MOVES && !pieces.has(child.trail, axis) {
                        continue;
                    }
                }
                shared.prefetch(&mut child, mv, behind);
                behind = 0;
                let mv = Move::along(mv, cells);
                self.open.push(OpenBoard { node: child, mv, left: left - 1 });
            }
        }
        self.is_tried = self.open.len() == first;
        self.open[first..].reverse();
        false
    }
}
