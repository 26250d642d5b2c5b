//! Answers for shapes of 13 to 16 cells, by IDA* with a table of boards with labels.
//!
//! The distance of a board with labels is a lower bound. It is looked up in every view of the board
//! that a symmetry gives and that has the blank of the goal in the same place: two on 4x4 with the
//! blank in a corner, the board and its transpose. An entry is a distance modulo 3, and a move
//! changes the distance by one at most, so the bound follows from that before the move.
//!
//! Moves are tried in the canonical order, and none on the axis of the one before it. So the first
//! solution of the least length that is found is the canonical one.

use std::ops::ControlFlow;
use std::sync::Arc;

use crate::error::{Error, Fault, Result};
use crate::limits::Budget;
use crate::puzzle::{
    Board, Labelling, MAX_CELLS, MAX_NUMBERED_CELLS, Move, MultiMove, MultiMoves, Puzzle, Symmetry,
    solvable,
};
use crate::space::{LabelSpace, LabelState};
use crate::table::Table;

/// The most views that are looked up.
const VIEWS: usize = 2;

/// How many boards are generated between two looks at the limits.
const BETWEEN_LIMITS: u64 = 1 << 12;

/// No board of 16 cells or fewer is farther from its goal: the farthest of 2x8 takes 57 moves.
const FARTHEST: u32 = 100;

/// The longest run on any board that is searched.
const LONGEST: usize = 7;

/// Searches for one goal.
#[derive(Clone, Debug)]
pub(super) struct Search(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    goal: Board,
    table: Arc<Table>,
    space: LabelSpace,
    views: Vec<View>,
}

/// How a symmetry sees the user's board.
#[derive(Debug)]
struct View {
    /// For each cell in the table, the cell of the board that maps to it.
    cell_of: [usize; MAX_NUMBERED_CELLS],
    /// For each tile of the board, its label.
    label: [u8; MAX_CELLS],
    /// For each move on the board, the move in the table.
    moves: [Move; 4],
}

/// A board as all views see it, with its lower bounds.
#[derive(Clone, Copy, Debug, Default)]
struct Node {
    states: [LabelState; VIEWS],
    bounds: [u32; VIEWS],
}

impl View {
    fn new(goal: &Board, symmetry: Symmetry, labelling: Labelling) -> View {
        let shape = goal.shape();
        let mut cell_of = [0; MAX_NUMBERED_CELLS];
        let mut label = [u8::MAX; MAX_CELLS];
        let labels = labelling.labels();
        for (cell, &tile) in goal.cells().iter().enumerate() {
            let there = symmetry.cell(shape, cell);
            cell_of[there] = cell;
            label[usize::from(tile)] = labels[there];
        }
        View { cell_of, label, moves: Move::ALL.map(|mv| symmetry.mv(mv)) }
    }

    fn state(&self, space: &LabelSpace, board: &Board) -> LabelState {
        let cells = board.cells();
        let labels: Vec<u8> = (0..cells.len())
            .map(|cell| self.label[usize::from(cells[self.cell_of[cell]])])
            .collect();
        space.state(&labels)
    }
}

impl Search {
    /// Creates the search for `goal` with a table of labels of the goal's orbit.
    pub(super) fn new(table: Arc<Table>, goal: &Board, labelling: Labelling) -> Result<Search> {
        let (shape, orbit) = (goal.shape(), labelling.orbit());
        let expected = Puzzle::Labelled(labelling);
        if table.puzzle() != expected {
            let (name, found) = (table.name().to_owned(), table.puzzle());
            return Err(Error::OtherTable { name, expected, found });
        }
        let is_view = |symmetry: &Symmetry| {
            symmetry.shape(shape) == orbit.shape()
                && symmetry.cell(shape, goal.blank_cell()) == orbit.goal_blank()
        };
        let symmetries = Symmetry::all().into_iter().filter(is_view).take(VIEWS);
        let views = symmetries.map(|symmetry| View::new(goal, symmetry, labelling)).collect();
        let space = LabelSpace::new(labelling);
        Ok(Search(Arc::new(Inner { goal: *goal, table, space, views })))
    }

    pub(super) fn goal(&self) -> &Board {
        &self.0.goal
    }

    pub(super) fn table(&self) -> &Arc<Table> {
        &self.0.table
    }

    /// The canonical solution.
    pub(super) fn solution(&self, board: &Board, budget: &Budget) -> Result<MultiMoves> {
        let start = self.start(board)?;
        let mut bound = start.bounds.into_iter().max().unwrap_or_default();
        while bound <= FARTHEST {
            let mut found = None;
            self.each_solution(board, &start, bound, &[], budget, &mut |moves| {
                found = Some(moves.iter().copied().collect());
                ControlFlow::Break(())
            })?;
            if let Some(found) = found {
                return Ok(found);
            }
            bound += 1;
        }
        Err(self.fault(&start.states[0], format!("a solution of at most {FARTHEST} moves"), "none"))
    }

    /// All solutions of a board whose distance is known, in order, until `visit` breaks.
    pub(super) fn solutions(
        &self,
        board: &Board,
        distance: u32,
        budget: &Budget,
        visit: &mut dyn FnMut(&[MultiMove]) -> ControlFlow<()>,
    ) -> Result<()> {
        self.each_solution(board, &self.start(board)?, distance, &[], budget, visit)
    }

    /// Whether some solution of this length begins with a move.
    pub(super) fn begins(
        &self,
        board: &Board,
        mv: MultiMove,
        length: u32,
        budget: &Budget,
    ) -> Result<bool> {
        let Some(after) = board.moved_by(mv).filter(|_| length > 0) else { return Ok(false) };
        let start = self.start(&after)?;
        let mut found = false;
        if start.bounds.into_iter().max() < Some(length) {
            self.each_solution(board, &start, length - 1, &[mv], budget, &mut |_| {
                found = true;
                ControlFlow::Break(())
            })?;
        }
        Ok(found)
    }

    /// A lower bound on the distance.
    pub(super) fn lower_bound(&self, board: &Board) -> Result<u32> {
        Ok(self.start(board)?.bounds.into_iter().max().unwrap_or_default())
    }

    /// The board in all views, if it can reach the goal.
    fn start(&self, board: &Board) -> Result<Node> {
        let Inner { goal, space, views, .. } = &*self.0;
        board.expect_shape(goal.shape())?;
        solvable(board, goal)?;
        let mut node = Node::default();
        for (number, view) in views.iter().enumerate() {
            node.states[number] = view.state(space, board);
            node.bounds[number] = self.distance(node.states[number])?;
        }
        Ok(node)
    }

    /// The distance of a board with labels, by walking the table.
    fn distance(&self, start: LabelState) -> Result<u32> {
        let Inner { table, space, .. } = &*self.0;
        let (goal, farthest) = (space.goal(), table.header().diameter());
        let mut at = start;
        for distance in 0..=farthest {
            if at == goal {
                return Ok(distance);
            }
            let here = self.entry(&at)?;
            let mut nearer = None;
            for mv in Move::ALL {
                let next = |at: &LabelState| space.step(at, mv);
                for next in std::iter::successors(next(&at), next) {
                    if nearer.is_none() && (self.entry(&next)? + 1) % 3 == here {
                        nearer = Some(next);
                    }
                }
            }
            let none = || self.fault(&at, "a neighbour that is nearer", "none");
            at = nearer.ok_or_else(none)?;
        }
        Err(self.fault(&start, format!("to reach the goal after at most {farthest} moves"), "more"))
    }

    /// Reads an entry: a distance modulo 3.
    #[inline]
    fn entry(&self, at: &LabelState) -> Result<u32> {
        Ok(self.0.table.entry(self.0.space.index(at))?.into())
    }

    #[cold]
    fn fault(
        &self,
        at: &LabelState,
        expected: impl Into<String>,
        found: impl Into<String>,
    ) -> Error {
        let index = self.0.space.index(at);
        let board = format!("with labels {index}");
        let (expected, found) = (expected.into(), found.into());
        self.0.table.error(Fault::Walk { index, board, found, expected })
    }

    /// Visits every solution of exactly this length, in order, until `visit` breaks. `start` is the
    /// board after the moves of `path`.
    fn each_solution(
        &self,
        board: &Board,
        start: &Node,
        length: u32,
        path: &[MultiMove],
        budget: &Budget,
        visit: &mut dyn FnMut(&[MultiMove]) -> ControlFlow<()>,
    ) -> Result<()> {
        let mut probe = Probe {
            search: &self.0,
            board,
            at_least: length + path.len() as u32,
            budget,
            generated: 0,
            path: path.to_vec(),
            visit,
        };
        // The first move may go back on the axis of a given one, if that was not an optimal move.
        let done = probe.deepen(start, length, None);
        budget.add(probe.generated);
        match done {
            Ok(_) => Ok(()),
            Err(Halt::Stopped) => Err(budget.stopped(probe.at_least, None).into()),
            Err(Halt::Failed(error)) => Err(error),
        }
    }
}

/// Why a search ended early.
enum Halt {
    Stopped,
    Failed(Error),
}

/// A depth-first search of one length.
struct Probe<'a> {
    search: &'a Inner,
    board: &'a Board,
    /// What is proved while it runs.
    at_least: u32,
    budget: &'a Budget,
    generated: u64,
    path: Vec<MultiMove>,
    visit: &'a mut dyn FnMut(&[MultiMove]) -> ControlFlow<()>,
}

impl Probe<'_> {
    /// Visits the solutions of this length from a board, whose bounds allow it.
    fn deepen(
        &mut self,
        node: &Node,
        left: u32,
        last: Option<Move>,
    ) -> std::result::Result<ControlFlow<()>, Halt> {
        if left == 0 {
            let moves = MultiMoves::from(self.path.clone()).singles();
            let is_goal = self.board.after(&moves) == Some(self.search.goal);
            return Ok(if is_goal { (self.visit)(&self.path) } else { ControlFlow::Continue(()) });
        }
        let Inner { space, views, .. } = self.search;
        for mv in Move::ALL {
            if last.is_some_and(|last| last == mv || last == mv.inverse()) {
                continue;
            }
            let mut states = [LabelState::default(); LONGEST];
            let (mut at, mut count) = (node.states[0], 0);
            while count < LONGEST
                && let Some(next) = space.step(&at, views[0].moves[mv as usize])
            {
                (states[count], at, count) = (next, next, count + 1);
            }
            // All entries are read before one is used, so that no read waits for another.
            let mut entries = [0; LONGEST];
            for (entry, state) in entries.iter_mut().zip(&states[..count]) {
                *entry = self.entry(state)?;
            }
            self.generated += count as u64;
            let (mut second, mut steps) = (node.states[1], 0);
            for number in 0..count {
                let bound = next_bound(node.bounds[0], entries[number]);
                if bound >= left {
                    continue;
                }
                let mut child = Node { states: [states[number], second], bounds: [bound, 0] };
                if let Some(view) = views.get(1) {
                    while steps <= number {
                        second = space.step(&second, view.moves[mv as usize]).unwrap_or(second);
                        steps += 1;
                    }
                    child.states[1] = second;
                    child.bounds[1] = next_bound(node.bounds[1], self.entry(&second)?);
                    if child.bounds[1] >= left {
                        continue;
                    }
                }
                self.path.push(MultiMove { mv, cells: number as u8 + 1 });
                let flow = self.deepen(&child, left - 1, Some(mv))?;
                self.path.pop();
                if flow.is_break() {
                    return Ok(flow);
                }
            }
        }
        if self.generated >= BETWEEN_LIMITS {
            let more = std::mem::take(&mut self.generated);
            if !self.budget.goes_on(self.at_least, more) {
                return Err(Halt::Stopped);
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Reads an entry: a distance modulo 3.
    #[inline]
    fn entry(&self, at: &LabelState) -> std::result::Result<u32, Halt> {
        let entry = self.search.table.entry(self.search.space.index(at));
        entry.map(u32::from).map_err(Halt::Failed)
    }
}

/// The bound after a move from that before it: the same, or one more or less. In a wrong table it
/// may be something else, which leads to no wrong moves.
#[inline]
const fn next_bound(before: u32, entry: u32) -> u32 {
    match (entry + 3 - before % 3) % 3 {
        0 => before,
        1 => before + 1,
        _ => before.saturating_sub(1),
    }
}
