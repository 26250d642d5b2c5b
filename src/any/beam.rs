//! A beam search, stratified by the cell of the blank: of the candidates of a level, those with
//! the smallest ranks are kept, up to the width of the beam and equally many for each cell.
//!
//! Where the blank has been, the tiles around it soon have no better place to go. Elsewhere they
//! have, but the moves to get there make the score worse at first. Without a share of the frontier
//! for each cell, the boards on the way there would lose to those that stay.
//!
//! A beam ends when the required tiles are in their cells, or when its best rank has not become
//! smaller for a while. Then tiles stand in each other's way so that all of them would have to
//! move, and the best board is the result.

use super::cutoffs::Cutoffs;
use super::normal_board::NormalBoard;
use super::odd_clusters::OddClusters;
use super::score::Scorer;
use super::tile_code::{approaches, number};
use super::tuning::{
    CLUSTER_INTERVAL, CLUSTER_STEPS_PER_5_CELLS, CODES_PER_CACHE_LINE, EXPANSIONS_PER_CHECK,
    PREFETCH_DISTANCE, SEEN_PER_WIDTH, SEEN_RANGE, SORTED_RANKS,
};
use crate::limits::Budget;
use crate::machine::prefetch;
use crate::puzzle::Move;

/// The link of the board where a beam starts.
const NO_LINK: u32 = u32::MAX;

/// A board of the frontier, or a candidate for the next one. Its cells are stored apart.
#[derive(Clone, Copy, Default)]
struct BeamNode {
    /// The hash of the board.
    hash: u64,
    /// The score of the tiles.
    score: i32,
    /// The rank that boards are compared by: the score plus terms for the blank's cell and odd
    /// clusters.
    rank: i32,
    /// The Manhattan distance.
    steps: u32,
    /// The last move in the lowest two bits, and the index of the parent in
    /// [`StratifiedBeam::links`], or [`NO_LINK`].
    link: u32,
    /// The number of required tiles that are not in their cells.
    missing: u16,
    blank: u16,
    /// The term for odd clusters when they were last looked for on the way to the board.
    clusters: i32,
}

/// How a beam ended.
pub(super) enum BeamResult {
    /// After these moves the required tiles are in their cells.
    Solved(Vec<Move>),
    /// The best rank was that of the board after these moves.
    Stalled(Vec<Move>),
    LimitReached,
}

/// The limits of a beam.
#[derive(Clone, Copy)]
pub(super) struct BeamLimits<'b> {
    /// The most boards in a level.
    pub width: usize,
    /// The most moves of a solution of all tiles.
    pub levels: usize,
    /// The most levels in a row without a smaller rank.
    pub stalled_levels: usize,
    /// The lower bound of the distance, for whoever watches the budget.
    pub at_least: u32,
    pub budget: &'b Budget,
}

/// A beam, and its memory.
#[derive(Default)]
pub(super) struct StratifiedBeam {
    frontier: Vec<BeamNode>,
    next_frontier: Vec<BeamNode>,
    /// For each board of the frontier, the tile code of each cell, and then the padded cell of each
    /// number.
    boards: Vec<u16>,
    next_boards: Vec<u16>,
    candidates: Vec<BeamNode>,
    /// The candidates by rank, followed by remains of earlier levels.
    sorted: Vec<BeamNode>,
    /// For each rank, where the next candidate with it goes in `sorted`.
    sorted_ends: Vec<u32>,
    /// For each cell of the blank, the number of boards in the next frontier.
    kept_by_blank: Vec<usize>,
    /// The link of each board kept. Those of the frontier are last.
    links: Vec<u32>,
    /// The upper halves of hashes of boards kept, at the index that the lower half gives. A later
    /// board replaces an earlier one.
    seen: Vec<u32>,
    cutoffs: Cutoffs,
    clusters: OddClusters,
}

/// The last move of a link that is not [`NO_LINK`].
#[inline]
const fn last_move(link: u32) -> Move {
    Move::ALL[(link & 3) as usize]
}

/// The contribution of a tile in a cell to the hash of a board.
#[inline]
fn tile_hash(number: usize, cell: usize) -> u64 {
    let mut hash = ((number as u64) << 16 | cell as u64).wrapping_add(1);
    hash = hash.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    hash = (hash ^ hash >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    hash ^ hash >> 32
}

impl BeamLimits<'_> {
    /// The boards kept for each cell of the blank.
    fn share(&self, cells: usize) -> usize {
        (self.width / cells).max(1)
    }
}

impl StratifiedBeam {
    /// Searches from a board.
    pub fn run(
        &mut self,
        start: &NormalBoard,
        scorer: &Scorer,
        limits: BeamLimits<'_>,
    ) -> BeamResult {
        let cells = start.cells.len();
        self.begin(start, scorer, limits.width);
        let (mut best, mut best_link, mut stalled) = (i32::MAX, NO_LINK, 0);
        for depth in 1..=limits.levels.saturating_add(1) {
            let BeamNode { missing, rank, link, .. } = self.frontier[0];
            if missing == 0 {
                return BeamResult::Solved(self.moves_to(link));
            }
            stalled += 1;
            if rank < best {
                (best, best_link, stalled) = (rank, link, 0);
            }
            if stalled > limits.stalled_levels {
                break;
            }
            if !self.generate(depth, cells, scorer, limits) {
                return BeamResult::LimitReached;
            }
            self.select(cells, start.blank_goal, scorer, limits);
            if depth % CLUSTER_INTERVAL == 0 && scorer.cluster_weight() > 0 {
                self.count_clusters(cells, scorer);
            }
            if self.frontier.is_empty() || self.links.len() >= (NO_LINK >> 2) as usize {
                break;
            }
        }
        BeamResult::Stalled(self.moves_to(best_link))
    }

    /// Makes the start the only board of the frontier.
    fn begin(&mut self, start: &NormalBoard, scorer: &Scorer, width: usize) {
        let by_number = start.cells_by_number();
        let mut padded: Vec<u16> =
            by_number.iter().map(|&cell| scorer.padded(cell.into())).collect();
        padded[start.blank_goal] = scorer.padded_blank();
        let mut node = BeamNode {
            rank: scorer.blank_term(&padded, start.blank),
            steps: start.manhattan() as u32,
            link: NO_LINK,
            blank: start.blank as u16,
            ..BeamNode::default()
        };
        for (number, &cell) in
            by_number.iter().enumerate().filter(|&(it, _)| it != start.blank_goal)
        {
            let cell = usize::from(cell);
            node.hash ^= tile_hash(number, cell);
            node.missing += u16::from(scorer.is_required(number) && cell != number);
        }
        self.boards.clear();
        let cells = start.cells.iter().enumerate();
        self.boards.extend(cells.map(|(cell, &number)| scorer.code(number.into(), cell)));
        self.boards.extend_from_slice(&padded);
        if scorer.cluster_weight() > 0 {
            self.clusters.begin(start.rows, start.cols);
        }
        self.frontier.clear();
        self.frontier.push(node);
        self.links.clear();
        self.links.push(NO_LINK);
        let [fewest, most] = SEEN_RANGE;
        self.seen.clear();
        self.seen.resize((SEEN_PER_WIDTH * width).next_power_of_two().clamp(fewest, most), 0);
    }

    /// Generates the candidates of the next level, without those that cannot be kept. Returns
    /// whether the budget allows more.
    fn generate(
        &mut self,
        depth: usize,
        cells: usize,
        scorer: &Scorer,
        limits: BeamLimits<'_>,
    ) -> bool {
        self.candidates.clear();
        self.cutoffs.begin(cells, limits.share(cells));
        let mut generated = 0;
        let first_link = self.links.len() - self.frontier.len();
        for (parent, (node, board)) in
            self.frontier.iter().zip(self.boards.chunks_exact(2 * cells)).enumerate()
        {
            let (codes, padded) = board.split_at(cells);
            let blank = usize::from(node.blank);
            for mv in Move::ALL {
                // A move is not taken back.
                if node.link != NO_LINK && mv == last_move(node.link).inverse() {
                    continue;
                }
                let Some(from) = scorer.neighbour(blank, mv) else { continue };
                let steps =
                    if approaches(codes[from], mv) { node.steps - 1 } else { node.steps + 1 };
                if depth + steps as usize > limits.levels {
                    continue;
                }
                generated += 1;
                let tile = number(codes[from]);
                let mut missing = node.missing;
                if scorer.is_required(tile) {
                    missing += u16::from(from == tile);
                    missing -= u16::from(blank == tile);
                }
                let base = node.score + node.clusters + scorer.blank_term(padded, from);
                // A board with no tile missing is kept, whatever its rank.
                let cutoff = if missing == 0 { i32::MAX } else { self.cutoffs.cutoff(from) };
                let most = cutoff.saturating_sub(base);
                let change = scorer.change(codes, padded, tile, [from, blank], mv, most);
                let Some(change) = change else { continue };
                let rank = base + change;
                if rank > cutoff {
                    continue;
                }
                self.cutoffs.add(from, rank);
                self.candidates.push(BeamNode {
                    score: node.score + change,
                    rank,
                    hash: node.hash ^ tile_hash(tile, from) ^ tile_hash(tile, blank),
                    missing,
                    steps,
                    link: ((first_link + parent) as u32) << 2 | mv as u32,
                    blank: from as u16,
                    clusters: node.clusters,
                });
            }
            if (parent + 1) % EXPANSIONS_PER_CHECK == 0 || parent + 1 == self.frontier.len() {
                if !limits.budget.goes_on(limits.at_least, generated) {
                    return false;
                }
                generated = 0;
            }
        }
        true
    }

    /// Counts the odd clusters of the boards of the frontier that are nearly solved.
    fn count_clusters(&mut self, cells: usize, scorer: &Scorer) {
        for (node, board) in self.frontier.iter_mut().zip(self.boards.chunks_exact(2 * cells)) {
            if 5 * node.steps as usize <= CLUSTER_STEPS_PER_5_CELLS * cells {
                let odd = self.clusters.count(&board[..cells], node.blank.into());
                node.clusters = scorer.cluster_weight() * odd;
            }
        }
    }

    /// Makes the best candidates the frontier.
    fn select(&mut self, cells: usize, blank_goal: usize, scorer: &Scorer, limits: BeamLimits<'_>) {
        let count = self.sort_candidates();
        let first_link = self.links.len() - self.frontier.len();
        self.next_frontier.clear();
        self.kept_by_blank.clear();
        self.kept_by_blank.resize(cells, 0);
        let share = limits.share(cells);
        let mask = self.seen.len() - 1;
        let sorted = &self.sorted[..count];
        for (i, node) in sorted.iter().enumerate() {
            if self.next_frontier.len() >= limits.width {
                break;
            }
            if let Some(later) = sorted.get(i + PREFETCH_DISTANCE) {
                prefetch(&self.seen, later.hash as usize & mask);
            }
            let seen = &mut self.seen[node.hash as usize & mask];
            let tag = (node.hash >> 32) as u32 | 1;
            let kept = &mut self.kept_by_blank[usize::from(node.blank)];
            if *seen == tag || *kept >= share {
                continue;
            }
            *seen = tag;
            *kept += 1;
            self.next_frontier.push(*node);
            self.links.push(node.link);
        }
        self.make_boards(cells, blank_goal, scorer, first_link);
        std::mem::swap(&mut self.frontier, &mut self.next_frontier);
        std::mem::swap(&mut self.boards, &mut self.next_boards);
    }

    /// Makes the boards of the next frontier from their parents, the first of which has the link
    /// with the index `first_link`.
    fn make_boards(&mut self, cells: usize, blank_goal: usize, scorer: &Scorer, first_link: usize) {
        let size = 2 * cells;
        let parent_start = |node: &BeamNode| ((node.link >> 2) as usize - first_link) * size;
        self.next_boards.clear();
        for (i, node) in self.next_frontier.iter().enumerate() {
            if let Some(later) = self.next_frontier.get(i + PREFETCH_DISTANCE) {
                for part in (0..size).step_by(CODES_PER_CACHE_LINE) {
                    prefetch(&self.boards, parent_start(later) + part);
                }
            }
            let (parent, start) = (parent_start(node), self.next_boards.len());
            self.next_boards.extend_from_slice(&self.boards[parent..parent + size]);
            let (codes, padded) = self.next_boards[start..].split_at_mut(cells);
            // The tile goes where the blank was.
            let blank = usize::from(node.blank);
            let tile = number(codes[blank]);
            let to = scorer.neighbour(blank, last_move(node.link).inverse());
            let Some(to) = to else { continue };
            codes[blank] = scorer.code(blank_goal, blank);
            codes[to] = scorer.code(tile, to);
            padded[tile] = scorer.padded(to);
        }
    }

    /// Sorts the candidates by rank, and returns their number. Candidates of one rank stay in the
    /// order in which they were generated. If some have no tile missing, only the best of those is
    /// left.
    fn sort_candidates(&mut self) -> usize {
        let StratifiedBeam { candidates, sorted, sorted_ends, .. } = self;
        let complete = candidates.iter().filter(|node| node.missing == 0);
        if let Some(&node) = complete.min_by_key(|node| node.rank) {
            sorted.clear();
            sorted.push(node);
            return 1;
        }
        let least = candidates.iter().map(|node| node.rank).min().unwrap_or(0);
        let most = candidates.iter().map(|node| node.rank).max().unwrap_or(0);
        let farthest = (most - least).unsigned_abs().min(SORTED_RANKS) as usize + 1;
        let rank = |node: &BeamNode| ((node.rank - least).unsigned_abs() as usize).min(farthest);
        sorted_ends.clear();
        sorted_ends.resize(farthest + 2, 0);
        for node in &*candidates {
            sorted_ends[rank(node) + 1] += 1;
        }
        (1..sorted_ends.len()).for_each(|rank| sorted_ends[rank] += sorted_ends[rank - 1]);
        if sorted.len() < candidates.len() {
            sorted.resize(candidates.len(), BeamNode::default());
        }
        for node in &*candidates {
            let end = &mut sorted_ends[rank(node)];
            sorted[*end as usize] = *node;
            *end += 1;
        }
        candidates.len()
    }

    /// The moves to the board with this link.
    fn moves_to(&self, mut link: u32) -> Vec<Move> {
        let mut moves = Vec::new();
        while link != NO_LINK {
            moves.push(last_move(link));
            link = self.links[(link >> 2) as usize];
        }
        moves.reverse();
        moves
    }
}
