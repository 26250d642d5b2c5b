//! IDA* in turns: many searches run on one thread, and each takes a step while the table entries of
//! the others are being fetched from memory.
//!
//! A search is depth first, in the order of the moves. It visits boards whose depth and lower bound
//! add up to no more than its limit, so the first solution it finds is the lexicographically
//! smallest. In one turn, a search settles the children that it generated in its last turn, whose
//! table entries the processor has fetched in the meantime. Then it takes the next board and
//! generates its children.

#![expect(
    clippy::inline_always,
    reason = "the loop of all searches is compiled for each kind of processor, with all it calls"
)]

use crate::puzzle::{Direction, SmallBoard};

use super::further::{Further, FurtherContext, Reach, ViewNode};
use super::lookup::{Bits, BoardView, PatternState, ROOM, settle};
use super::spread::Spread;
use super::width::{Count as _, Width};
use crate::pruning::{PRUNING, REFUSED, Transitions};

/// A board in a search with `L` patterns in `V` views.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<W: Width, const V: usize, const L: usize> {
    pub(super) board: W::Board,
    states: [PatternState; L],
    /// The sum of the distances for each view.
    pub(super) sums: [W::Count; V],
    /// The state of the automaton that prunes duplicates.
    automaton: u16,
    blank: u8,
    /// The move that led here.
    pub(super) mv: u8,
    depth: W::Count,
}

impl<W: Width, const V: usize, const L: usize> Node<W, V, L> {
    pub(super) fn new(
        board: &SmallBoard,
        states: [PatternState; L],
        sums: [W::Count; V],
    ) -> Node<W, V, L> {
        let blank = board.blank_cell();
        Node {
            board: W::pack(board),
            states,
            sums,
            automaton: 0,
            blank: blank as u8,
            mv: 0,
            depth: W::Count::default(),
        }
    }

    /// The same board after this move, as the first: it is not taken back.
    pub(super) fn after_only(self, mv: Direction) -> Node<W, V, L> {
        Node { automaton: PRUNING[0][mv as usize], ..self }
    }

    #[inline(always)]
    fn reached(&self) -> ViewNode<W, V> {
        let Node { board, blank, mv, sums, .. } = *self;
        ViewNode { board, blank, mv, depth: self.depth.get(), sums }
    }

    /// A lower bound on the distance.
    #[inline(always)]
    pub(super) fn estimate(&self) -> u32 {
        self.sums.into_iter().max().unwrap_or_default().get()
    }
}

/// A child whose entries are being fetched: what a move changes in a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child<const V: usize> {
    /// For each view, the pattern whose tile moves, its state, the place of the state's mask in
    /// the zones and, once requested, the index of the state's entry.
    pub(super) patterns: [u8; V],
    states: [PatternState; V],
    places: [u32; V],
    indices: [u64; V],
    pub(super) automaton: u16,
    pub(super) mv: u8,
}

impl<const V: usize> Child<V> {
    pub(super) const NONE: Child<V> = Child {
        patterns: [0; V],
        states: [0; V],
        places: [0; V],
        indices: [0; V],
        automaton: REFUSED,
        mv: 0,
    };
}

/// The tables to look up, and the moves to try.
pub(super) struct SearchContext<'t, W: Width, const V: usize, const L: usize> {
    pub(super) views: [&'t BoardView; V],
    pub(super) bits: [Bits<'t>; L],
    pub(super) zones: W::Zones,
    pub(super) pruning: &'t Transitions,
    /// For each cell and move, the cell that the move leads to.
    pub(super) neighbours: [[u8; 4]; ROOM],
    /// For each cell and move, [`REFUSED`] if the move would cross the edge of the board, else 0.
    pub(super) edges: [[u16; 4]; ROOM],
    /// The goal, packed.
    pub(super) goal: W::Board,
    /// The further views.
    pub(super) further: Vec<FurtherContext<'t, W>>,
}

impl<W: Width, const V: usize, const L: usize> SearchContext<'_, W, V, L> {
    /// The tile that moves when the blank does, and the cell it comes from.
    #[inline(always)]
    fn tile(&self, node: &Node<W, V, L>, mv: u8) -> (usize, u8) {
        let from = self.neighbours[usize::from(node.blank) & (ROOM - 1)][usize::from(mv & 3)];
        (W::tile(node.board, from), from)
    }

    /// Begins the child after a move that leads to this state of the automaton: its states, and the
    /// places of their masks.
    #[inline(always)]
    fn begin(&self, node: &Node<W, V, L>, mv: u8, automaton: u16, child: &mut Child<V>) {
        let (tile, _) = self.tile(node, mv);
        (child.mv, child.automaton) = (mv, automaton);
        for v in 0..V {
            let view = self.views[v];
            let pattern = view.pattern(tile);
            let (state, place) = view.step::<W>(
                node.states[pattern],
                usize::from(node.blank),
                usize::from(mv),
                self.zones,
            );
            child.patterns[v] = pattern as u8;
            child.states[v] = state;
            child.places[v] = place;
        }
        if !W::FAR_ZONES {
            self.ask(node, child);
        }
    }

    /// Requests the entries of a child that has begun.
    #[inline(always)]
    fn ask(&self, node: &Node<W, V, L>, child: &mut Child<V>) {
        for v in 0..V {
            let blank = self.views[v].blank(usize::from(node.blank), usize::from(child.mv));
            let bits = &self.bits[usize::from(child.patterns[v])];
            let (place, state) = (child.places[v], child.states[v]);
            child.indices[v] = bits.index::<W>(self.zones, place, state, blank);
            bits.prefetch(child.indices[v]);
        }
    }

    /// Requests the entries of children that have begun, unless that is done.
    #[inline(always)]
    pub(super) fn ask_all(&self, node: &Node<W, V, L>, children: &mut [Child<V>]) {
        if W::FAR_ZONES {
            for child in children {
                self.ask(node, child);
            }
        }
    }

    /// Begins all children of a board, in the order of the moves. Returns the number of children.
    /// Unless the zones are far, it requests their entries, too.
    #[inline(always)]
    pub(super) fn begin_all(&self, node: &Node<W, V, L>, children: &mut [Child<V>; 4]) -> usize {
        let next = self.pruning[usize::from(node.automaton)];
        let edges = self.edges[usize::from(node.blank) & (ROOM - 1)];
        let after: [u16; 4] = std::array::from_fn(|mv| next[mv] | edges[mv]);
        let mut count = 0;
        // Unrolled by hand, so that each move has its own branch in `TileStep::apply`. The
        // processor then learns which views see that move as horizontal.
        if after[0] != REFUSED {
            self.begin(node, 0, after[0], &mut children[count]);
            count += 1;
        }
        if after[1] != REFUSED {
            self.begin(node, 1, after[1], &mut children[count & 3]);
            count += 1;
        }
        if after[2] != REFUSED {
            self.begin(node, 2, after[2], &mut children[count & 3]);
            count += 1;
        }
        if after[3] != REFUSED {
            self.begin(node, 3, after[3], &mut children[count & 3]);
            count += 1;
        }
        count
    }

    /// The states of a child with their distances, from the requested entries, and the sums of the
    /// distances for each view.
    #[inline(always)]
    pub(super) fn distances(
        &self,
        node: &Node<W, V, L>,
        child: &Child<V>,
    ) -> ([PatternState; V], [W::Count; V]) {
        let (mut sums, mut states) = (node.sums, child.states);
        for (v, state) in states.iter_mut().enumerate() {
            let bit = self.bits[usize::from(child.patterns[v])].get(child.indices[v]);
            let (settled, shrank) = settle(*state, bit);
            (*state, sums[v]) = (settled, sums[v].next(shrank));
        }
        (states, sums)
    }

    /// The board after a move, and what the move adds to the spread.
    #[inline(always)]
    pub(super) fn board_after(
        &self,
        node: &Node<W, V, L>,
        mv: u8,
        spread: &Spread,
    ) -> (W::Board, i16) {
        let (tile, from) = self.tile(node, mv);
        (W::moved(node.board, tile, from, node.blank), spread.step(tile, from, node.blank))
    }

    /// The child after a move, whose patterns, states and sums are known.
    #[inline(always)]
    pub(super) fn child(
        &self,
        node: &Node<W, V, L>,
        mv: u8,
        automaton: u16,
        patterns: [u8; V],
        states: [PatternState; V],
        sums: [W::Count; V],
    ) -> Node<W, V, L> {
        let (tile, blank) = self.tile(node, mv);
        let board = W::moved(node.board, tile, blank, node.blank);
        let mut node =
            Node { board, sums, automaton, blank, mv, depth: node.depth.next(0), ..*node };
        for (pattern, state) in patterns.into_iter().zip(states) {
            node.states[usize::from(pattern)] = state;
        }
        node
    }

    /// Returns the child with its distances from the requested entries, unless it is beyond the
    /// limit.
    #[inline(always)]
    fn settled(&self, node: &Node<W, V, L>, child: &Child<V>, limit: u32) -> Option<Node<W, V, L>> {
        let (states, sums) = self.distances(node, child);
        let bound = sums.into_iter().max().unwrap_or_default().get();
        let within = node.depth.get() + 1 + bound <= limit;
        within.then(|| self.child(node, child.mv, child.automaton, child.patterns, states, sums))
    }

    /// True if a subtree is within its limit, as far as the further views show.
    fn is_within(&self, further: &mut Further<W, V>, subtree: &Subtree<W, V, L>) -> bool {
        self.begin_at(further, subtree);
        self.reach(further, &subtree.node, subtree.limit) == Reach::Within
    }

    /// Prepares what the further views know for a search from a subtree.
    fn begin_at(&self, further: &mut Further<W, V>, subtree: &Subtree<W, V, L>) {
        let reached = subtree.node.reached();
        further.begin(&self.further, self.zones, &self.neighbours, reached, &subtree.path);
    }

    #[inline(always)]
    fn reach(&self, further: &mut Further<W, V>, node: &Node<W, V, L>, limit: u32) -> Reach {
        further.reach(&self.further, self.zones, &self.neighbours, node.reached(), limit)
    }

    /// Appends the subtrees one move further on, in the order of the moves, unless they are beyond
    /// the limit. Returns the number of boards generated.
    #[inline(never)]
    fn go_on(&self, subtree: &Subtree<W, V, L>, subtrees: &mut Vec<Subtree<W, V, L>>) -> u64 {
        let mut children = [Child::NONE; 4];
        let count = self.begin_all(&subtree.node, &mut children);
        self.ask_all(&subtree.node, &mut children[..count]);
        for child in &children[..count] {
            if let Some(node) = self.settled(&subtree.node, child, subtree.limit) {
                subtrees.push(subtree.at(node));
            }
        }
        count as u64
    }

    /// The subtree after these further moves. `None` if they cannot be made or lead beyond the
    /// limit.
    pub(super) fn after(
        &self,
        mut subtree: Subtree<W, V, L>,
        moves: &[Direction],
    ) -> Option<Subtree<W, V, L>> {
        let mut next = Vec::new();
        for &mv in moves {
            next.clear();
            self.go_on(&subtree, &mut next);
            subtree = *next.iter().find(|next| next.node.mv == mv as u8)?;
        }
        Some(subtree)
    }

    /// Splits subtrees into those of the boards some moves further on, in lexicographic order:
    /// at least `wanted`, if there are that many.
    pub(super) fn split(
        &self,
        mut subtrees: Vec<Subtree<W, V, L>>,
        wanted: usize,
    ) -> (Vec<Subtree<W, V, L>>, u64) {
        let (mut generated, mut children) = (0, Vec::new());
        let mut further = Further::new(&self.further);
        while subtrees.len() < wanted
            && subtrees.iter().any(|subtree| subtree.node.board != self.goal)
        {
            let mut next = Vec::new();
            for subtree in subtrees {
                if subtree.node.board == self.goal {
                    next.push(subtree);
                    continue;
                }
                generated += self.go_on(&subtree, &mut children);
                if W::FURTHER {
                    children.retain(|subtree| self.is_within(&mut further, subtree));
                }
                next.append(&mut children);
            }
            subtrees = next;
        }
        (subtrees, generated)
    }
}

/// The boards that moves reach from a board, up to a limit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Subtree<W: Width, const V: usize, const L: usize> {
    pub(super) node: Node<W, V, L>,
    /// The maximum number of moves, including those that led to the node.
    pub(super) limit: u32,
    /// The moves that led to the node.
    pub(super) path: W::Path,
}

impl<W: Width, const V: usize, const L: usize> Subtree<W, V, L> {
    pub(super) fn new(node: Node<W, V, L>, limit: u32) -> Subtree<W, V, L> {
        Subtree { node, limit, path: W::NO_PATH }
    }

    /// The subtree of a board one move further on.
    fn at(mut self, node: Node<W, V, L>) -> Subtree<W, V, L> {
        self.path.as_mut()[node.depth.get() as usize - 1] = node.mv;
        Subtree { node, ..self }
    }
}

/// One depth-first search of a subtree.
#[derive(Debug)]
pub(super) struct DepthFirst<W: Width, const V: usize, const L: usize> {
    stack: Vec<Node<W, V, L>>,
    /// The board for which entries are being fetched: those of its children, or its own in
    /// views that are asked about it.
    node: Node<W, V, L>,
    further: Further<W, V>,
    children: [Child<V>; 4],
    waiting: usize,
    limit: u32,
    path: W::Path,
    /// The number of boards generated since it began.
    pub(super) generated: u64,
    length: usize,
}

/// The result of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TurnEnd {
    /// The search continues.
    Going,
    /// A solution was found, which is the current path. The search can continue after it.
    Found,
    /// The search is finished.
    Over,
}

impl<W: Width, const V: usize, const L: usize> DepthFirst<W, V, L> {
    pub(super) fn new(
        context: &SearchContext<'_, W, V, L>,
        subtree: &Subtree<W, V, L>,
    ) -> DepthFirst<W, V, L> {
        let mut search = DepthFirst {
            stack: Vec::with_capacity(3 * W::NO_PATH.as_ref().len()),
            node: subtree.node,
            further: Further::new(&context.further),
            children: [Child::NONE; 4],
            waiting: 0,
            limit: 0,
            path: subtree.path,
            generated: 0,
            length: 0,
        };
        search.begin(context, subtree);
        search
    }

    /// Starts over with another subtree.
    pub(super) fn begin(
        &mut self,
        context: &SearchContext<'_, W, V, L>,
        subtree: &Subtree<W, V, L>,
    ) {
        if W::FURTHER {
            context.begin_at(&mut self.further, subtree);
        }
        self.stack.clear();
        self.stack.push(subtree.node);
        (self.waiting, self.limit, self.path, self.generated) = (0, subtree.limit, subtree.path, 0);
    }

    /// The moves of the last solution found.
    pub(super) fn solution(&self) -> Vec<Direction> {
        self.path.as_ref()[..self.length]
            .iter()
            .map(|&mv| Direction::ALL[usize::from(mv) & 3])
            .collect()
    }

    /// Takes a turn.
    #[inline(always)]
    pub(super) fn turn(&mut self, context: &SearchContext<'_, W, V, L>) -> TurnEnd {
        if W::FURTHER && self.further.is_asked() {
            let depth = self.node.depth.get();
            if self.further.settle(&context.further, depth, self.limit) {
                self.expand(context);
                return TurnEnd::Going;
            }
        } else {
            for child in self.children[..self.waiting].iter().rev() {
                if let Some(node) = context.settled(&self.node, child, self.limit) {
                    self.stack.push(node);
                }
            }
            self.waiting = 0;
        }
        loop {
            let Some(node) = self.stack.pop() else { return TurnEnd::Over };
            if let Some(depth) = (node.depth.get() as usize).checked_sub(1) {
                self.path.as_mut()[depth] = node.mv;
            }
            if node.board == context.goal {
                self.length = node.depth.get() as usize;
                return TurnEnd::Found;
            }
            self.node = node;
            if W::FURTHER {
                match context.reach(&mut self.further, &node, self.limit) {
                    Reach::Beyond => continue,
                    Reach::Pending => return TurnEnd::Going,
                    Reach::Within => {}
                }
            }
            self.expand(context);
            return TurnEnd::Going;
        }
    }

    /// Generates the board's children.
    #[inline(always)]
    fn expand(&mut self, context: &SearchContext<'_, W, V, L>) {
        self.waiting = context.begin_all(&self.node, &mut self.children);
        self.generated += self.waiting as u64;
    }

    /// Requests the entries that the next turn needs.
    #[inline(always)]
    pub(super) fn ask(&mut self, context: &SearchContext<'_, W, V, L>) {
        if W::FURTHER && self.further.is_asked() {
            self.further.ask(&context.further, context.zones);
        } else {
            context.ask_all(&self.node, &mut self.children[..self.waiting]);
        }
    }
}
