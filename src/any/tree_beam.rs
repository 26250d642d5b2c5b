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
use super::tile_code::{Code, approaches, number};
use super::tiles::Tiles;
use super::tuning::{
    BOARDS_PER_GENERATION, CLUSTER_INTERVAL, CLUSTER_STEPS_PER_5_CELLS, EXPANSIONS_PER_CHECK,
    MIN_LINKS_TO_REMOVE, PREFETCH_DISTANCE, PREFETCHED_GENERATIONS, PRICE_CELLS_PER_LEVEL,
    PRICE_INTERVAL, RANKS_PER_CANDIDATE, SEEN_PER_WIDTH, SEEN_RANGE, SORTED_RANKS,
};
use crate::limits::Budget;
use crate::machine::prefetch;
use crate::puzzle::Direction;

/// In place of a link: a beam starts here.
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
    Solved(Vec<Direction>),
    /// The best rank was that of the board after these moves.
    Stalled(Vec<Direction>),
    /// A limit was reached. The best rank was that of the board after these moves.
    LimitReached(Vec<Direction>),
}

/// Is shown a level, and the tile code of each cell of a board.
pub(super) type Observer<'o> = &'o dyn Fn(usize, &[Code]);

/// The limits of a beam.
#[derive(Clone, Copy)]
pub(super) struct BeamLimits<'b> {
    /// The most boards in a level.
    pub width: usize,
    /// The most moves of a solution of all tiles.
    pub levels: usize,
    /// The most levels in a row without a smaller rank.
    pub stalled_levels: usize,
    /// The part of the budget that may be used up when the beam ends.
    pub share: f64,
    /// The lower bound of the distance, for whoever watches the budget.
    pub at_least: u32,
    pub budget: &'b Budget,
    /// Is shown every board that is expanded.
    pub observer: Option<Observer<'b>>,
}

/// A beam, and its memory.
///
/// Boards are not stored. The frontier is in the order of the tree of moves, and one board walks
/// from each of its boards to the next one: back to the last board on the way to both, and on.
#[derive(Default)]
pub(super) struct StratifiedBeam {
    frontier: Vec<BeamNode>,
    /// The candidates in the order of the tree.
    candidates: Vec<BeamNode>,
    /// The hash, the index and the blank's cell of candidates, by rank.
    sorted: Vec<(u64, u32, u16)>,
    /// For each rank, where the next candidate with it goes in `sorted`.
    sorted_ends: Vec<u32>,
    /// True if each candidate is kept.
    kept: Vec<bool>,
    /// The boards kept for each cell of the blank.
    kept_by_cell: Vec<u32>,
    /// The link of each board kept. Those of the frontier are last.
    links: Vec<Link>,
    /// The number of links at which those that lead to no board of the frontier are removed.
    most_links: usize,
    walker: TreeWalker,
    /// For each cell of the blank, what is added to the rank. See [`Scorer::price`].
    prices: Vec<i32>,
    /// The upper halves of hashes of boards kept, at the index that the lower half gives. A later
    /// board replaces an earlier one.
    seen: Vec<u32>,
    cutoffs: Cutoffs,
    clusters: OddClusters,
}

/// The board that walks along the tree.
#[derive(Default)]
struct TreeWalker {
    tiles: Tiles,
    blank: usize,
    blank_goal: usize,
    /// How a move changes the blank's cell.
    steps: [usize; 4],
    /// The link of each board from the start to this one, and its index.
    path: Vec<(u32, Link)>,
}

/// A board kept: the move to it.
#[derive(Clone, Copy)]
struct Link {
    /// As in [`BeamNode`].
    link: u32,
    /// The code of the tile that moves, before and after, once the move was made.
    codes: [Code; 2],
}

/// The link of the board where a beam starts.
const START: Link = Link { link: NO_LINK, codes: [0; 2] };

impl TreeWalker {
    /// Walks to a board after `depth` moves, where it has not been. `to` is the index of its link.
    fn walk(&mut self, links: &mut [Link], to: u32, depth: usize, scorer: &Scorer) {
        if let Some(&(_, taken_back)) = self.path.get(depth) {
            self.put(taken_back.codes[0], self.step(taken_back).wrapping_neg(), scorer);
        }
        let (mut first, mut at) = (depth, links[to as usize].link >> 2);
        while self.path[first - 1].0 != at {
            first -= 1;
            let (made, link) = (links[at as usize], &mut self.path[first]);
            let taken_back = std::mem::replace(link, (at, made)).1;
            self.put(taken_back.codes[0], self.step(taken_back).wrapping_neg(), scorer);
            at = made.link >> 2;
        }
        for i in first..depth {
            let made = self.path[i].1;
            self.put(made.codes[1], self.step(made), scorer);
        }
        let link = links[to as usize];
        let step = self.step(link);
        let before = self.tiles.codes[self.blank.wrapping_add(step)];
        let after = scorer.code(number(before), self.blank);
        let made = Link { codes: [before, after], ..link };
        links[to as usize] = made;
        self.path.truncate(depth);
        self.path.push((to, made));
        self.put(after, step, scorer);
        let blank = scorer.code(self.blank_goal, self.blank);
        self.tiles.put_blank(blank, self.blank, scorer.padded(self.blank));
    }

    /// The change of the blank's cell by the move of a link.
    #[inline]
    const fn step(&self, link: Link) -> usize {
        self.steps[(link.link & 3) as usize]
    }

    /// Puts a tile in the blank's cell, which goes on by a step. The blank's code is left out.
    #[inline]
    fn put(&mut self, code: Code, step: usize, scorer: &Scorer) {
        self.tiles.put(code, self.blank, scorer.padded(self.blank));
        self.blank = self.blank.wrapping_add(step);
    }
}

/// The last move of a link that is not [`NO_LINK`].
#[inline]
const fn last_move(link: u32) -> Direction {
    Direction::ALL[(link & 3) as usize]
}

/// The contribution of a tile in a cell to the hash of a board.
#[inline]
fn tile_hash(number: usize, cell: usize) -> u64 {
    let mut hash = ((number as u64) << 16 | cell as u64).wrapping_add(1);
    hash = hash.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    hash = (hash ^ hash >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    hash ^ hash >> 32
}

impl StratifiedBeam {
    /// Searches from a board.
    pub fn run(
        &mut self,
        start: &NormalBoard,
        scorer: &Scorer,
        limits: BeamLimits<'_>,
    ) -> BeamResult {
        self.begin(start, scorer, limits.width);
        // A learned score knows the price of the blank's cell.
        let strata = if scorer.learned.is_some() { 1 } else { start.cells.len() };
        let share = (limits.width / strata).max(1);
        // The best board so far: its rank, and the index of its link.
        let (mut best, mut best_at, mut stalled) = (i32::MAX, 0, 0);
        let (mut best_blank, cells) = (start.blank, start.cells.len());
        for depth in 1..=limits.levels.saturating_add(1) {
            let first_link = self.links.len() - self.frontier.len();
            let nodes = (first_link as u32..).zip(&self.frontier);
            let Some((at, node)) = nodes.min_by_key(|(_, node)| (node.missing > 0, node.rank))
            else {
                break;
            };
            if node.missing == 0 {
                return BeamResult::Solved(self.moves_to(at));
            }
            stalled += 1;
            if node.rank < best {
                (best, best_at, stalled) = (node.rank, at, 0);
                best_blank = usize::from(node.blank);
            }
            if stalled > limits.stalled_levels {
                break;
            }
            if self.links.len() > self.most_links {
                self.remove_dead_links(&mut best_at);
            }
            if depth % PRICE_INTERVAL.max(cells / PRICE_CELLS_PER_LEVEL) == 1 {
                best += self.renew_prices(scorer, best_blank);
            }
            if !self.generate(depth, [strata, share], scorer, limits) {
                return BeamResult::LimitReached(self.moves_to(best_at));
            }
            self.select(limits.width, share);
        }
        BeamResult::Stalled(self.moves_to(best_at))
    }

    /// Makes the start the only board of the frontier.
    fn begin(&mut self, start: &NormalBoard, scorer: &Scorer, width: usize) {
        let tiles = scorer.tiles(start);
        let mut node = BeamNode {
            rank: scorer.blank_term(&tiles.padded, start.blank),
            steps: start.manhattan() as u32,
            link: NO_LINK,
            blank: start.blank as u16,
            ..BeamNode::default()
        };
        for (number, &cell) in
            start.cells_by_number().iter().enumerate().filter(|&(it, _)| it != start.blank_goal)
        {
            let cell = usize::from(cell);
            node.hash ^= tile_hash(number, cell);
            node.missing += u16::from(scorer.is_required(number) && cell != number);
        }
        self.walker = TreeWalker {
            tiles,
            blank: start.blank,
            blank_goal: start.blank_goal,
            steps: [start.cols, usize::MAX, 1, start.cols.wrapping_neg()],
            path: vec![(0, START)],
        };
        if scorer.cluster_weight() > 0 {
            self.clusters.begin(start.rows, start.cols);
        }
        self.prices.clear();
        self.frontier.clear();
        self.frontier.push(node);
        self.links.clear();
        self.links.push(START);
        self.most_links = MIN_LINKS_TO_REMOVE;
        self.kept_by_cell.clear();
        self.kept_by_cell.resize(start.cells.len(), 0);
        let [fewest, most] = SEEN_RANGE;
        self.seen.clear();
        self.seen.resize((SEEN_PER_WIDTH * width).next_power_of_two().clamp(fewest, most), 0);
    }

    /// Computes the prices again, and makes scores small again: on large boards they would not fit.
    /// Returns the change of the rank of a board with the blank in a cell.
    fn renew_prices(&mut self, scorer: &Scorer, blank: usize) -> i32 {
        let before = self.prices.get(blank).copied().unwrap_or(0);
        scorer.price(&self.walker.tiles.codes, self.walker.blank, &mut self.prices);
        let base = self.frontier.first().map_or(0, |node| node.score);
        self.frontier.iter_mut().for_each(|node| node.score -= base);
        self.prices[blank] - before - base
    }

    /// Generates the candidates of the next level, without those that cannot be kept. Returns
    /// whether the budget allows more.
    fn generate(
        &mut self,
        depth: usize,
        [strata, share]: [usize; 2],
        scorer: &Scorer,
        limits: BeamLimits<'_>,
    ) -> bool {
        self.candidates.clear();
        let cells = self.walker.tiles.codes.len();
        self.cutoffs.begin(strata, share);
        let stratum = |blank: usize| if strata == 1 { 0 } else { blank };
        let mut generated = 0;
        let first_link = self.links.len() - self.frontier.len();
        let counts_clusters =
            depth % CLUSTER_INTERVAL == 1 && depth > 1 && scorer.cluster_weight() > 0;
        for parent in 0..self.frontier.len() {
            let at = (first_link + parent) as u32;
            self.prefetch_ancestors(parent);
            if depth > 1 {
                self.walker.walk(&mut self.links, at, depth - 1, scorer);
            }
            let tiles = &self.walker.tiles;
            let Tiles { codes, padded, .. } = tiles;
            if let Some(observe) = limits.observer {
                observe(depth - 1, codes);
            }
            let node = &mut self.frontier[parent];
            let blank = usize::from(node.blank);
            if counts_clusters && 5 * node.steps as usize <= CLUSTER_STEPS_PER_5_CELLS * cells {
                node.clusters = scorer.cluster_weight() * self.clusters.count(codes, blank);
            }
            for mv in Direction::ALL {
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
                let base = node.score
                    + node.clusters
                    + scorer.blank_term(padded, from)
                    + self.prices[from];
                // A board with no tile missing is kept, whatever its rank.
                let cutoff =
                    if missing == 0 { i32::MAX } else { self.cutoffs.cutoff(stratum(from)) };
                let most = cutoff.saturating_sub(base);
                let change = scorer.change(tiles, tile, [from, blank], mv, most);
                let Some(change) = change else { continue };
                let rank = base + change;
                if rank > cutoff {
                    continue;
                }
                self.cutoffs.add(stratum(from), rank);
                self.candidates.push(BeamNode {
                    score: node.score + change,
                    rank,
                    hash: node.hash ^ tile_hash(tile, from) ^ tile_hash(tile, blank),
                    missing,
                    steps,
                    link: at << 2 | mv as u32,
                    blank: from as u16,
                    clusters: node.clusters,
                });
            }
            if (parent + 1) % EXPANSIONS_PER_CHECK == 0 || parent + 1 == self.frontier.len() {
                if !limits.budget.goes_on(limits.at_least, generated)
                    || limits.budget.used() > limits.share
                {
                    return false;
                }
                generated = 0;
            }
        }
        true
    }

    /// Prefetches the links of ancestors of later boards, one generation farther back the sooner
    /// the board comes.
    #[inline]
    fn prefetch_ancestors(&self, parent: usize) {
        for generation in 1..=PREFETCHED_GENERATIONS {
            let boards = (PREFETCHED_GENERATIONS + 1 - generation) * BOARDS_PER_GENERATION;
            let Some(node) = self.frontier.get(parent + boards) else { continue };
            let mut at = node.link >> 2;
            for _ in 1..generation {
                at = self.links.get(at as usize).map_or(0, |link| link.link >> 2);
            }
            prefetch(&self.links, at as usize);
        }
    }

    /// Makes the best candidates the frontier.
    fn select(&mut self, width: usize, share: usize) {
        self.sort_candidates();
        self.kept.clear();
        self.kept.resize(self.candidates.len(), false);
        self.kept_by_cell.fill(0);
        let mask = self.seen.len() - 1;
        let mut count = 0;
        for (i, &(hash, index, blank)) in self.sorted.iter().enumerate() {
            if count >= width {
                break;
            }
            if let Some(later) = self.sorted.get(i + PREFETCH_DISTANCE) {
                prefetch(&self.seen, later.0 as usize & mask);
            }
            let seen = &mut self.seen[hash as usize & mask];
            let tag = (hash >> 32) as u32 | 1;
            let kept = &mut self.kept_by_cell[usize::from(blank)];
            // Without branches, which could not be predicted.
            let has_room = (*kept as usize) < share;
            let is_kept = has_room && *seen != tag;
            *seen = if has_room { tag } else { *seen };
            *kept += u32::from(is_kept);
            count += usize::from(is_kept);
            self.kept[index as usize] = is_kept;
        }
        count = 0;
        for i in 0..self.candidates.len() {
            self.candidates[count] = self.candidates[i];
            count += usize::from(self.kept[i]);
        }
        self.candidates.truncate(count);
        std::mem::swap(&mut self.frontier, &mut self.candidates);
        let links = self.frontier.iter().map(|node| Link { link: node.link, codes: [0; 2] });
        self.links.extend(links);
    }

    /// Sorts the candidates by rank. Those of one rank stay in the order in which they were
    /// generated. If some have no tile missing, only the best of those is left.
    fn sort_candidates(&mut self) {
        let StratifiedBeam { candidates, sorted, sorted_ends, .. } = self;
        sorted.clear();
        let entry = |index: usize| {
            let node = &candidates[index];
            (node.hash, index as u32, node.blank)
        };
        let complete = (0..).zip(&*candidates).filter(|(_, node)| node.missing == 0);
        if let Some((index, _)) = complete.min_by_key(|(_, node)| node.rank) {
            sorted.push(entry(index));
            return;
        }
        let least = candidates.iter().map(|node| node.rank).min().unwrap_or(0);
        let most = candidates.iter().map(|node| node.rank).max().unwrap_or(0);
        let farthest = (most - least).unsigned_abs().min(SORTED_RANKS) as usize + 1;
        if candidates.len() * RANKS_PER_CANDIDATE < farthest {
            sorted.extend((0..candidates.len()).map(entry));
            sorted.sort_unstable_by_key(|&(_, index, _)| (candidates[index as usize].rank, index));
            return;
        }
        let rank = |node: &BeamNode| ((node.rank - least).unsigned_abs() as usize).min(farthest);
        sorted_ends.clear();
        sorted_ends.resize(farthest + 2, 0);
        for node in &*candidates {
            sorted_ends[rank(node) + 1] += 1;
        }
        (1..sorted_ends.len()).for_each(|rank| sorted_ends[rank] += sorted_ends[rank - 1]);
        sorted.resize(candidates.len(), (0, 0, 0));
        for (index, node) in candidates.iter().enumerate() {
            let end = &mut sorted_ends[rank(node)];
            sorted[*end as usize] = entry(index);
            *end += 1;
        }
    }

    /// Removes the links that lead neither to a board of the frontier nor to the best one, whose
    /// index changes.
    fn remove_dead_links(&mut self, best_at: &mut u32) {
        let count = self.links.len();
        let mut is_alive = vec![false; count];
        is_alive[count - self.frontier.len()..].fill(true);
        is_alive[*best_at as usize] = true;
        self.walker.path.iter().for_each(|&(at, _)| is_alive[at as usize] = true);
        for at in (1..count).rev() {
            if is_alive[at] {
                is_alive[(self.links[at].link >> 2) as usize] = true;
            }
        }
        is_alive[0] = true;
        // The new index of each link.
        let mut indices = vec![0; count];
        let mut left = 0;
        for at in 0..count {
            indices[at] = left as u32;
            if is_alive[at] {
                let link = self.links[at];
                let old = link.link;
                let parent = if at == 0 { NO_LINK >> 2 } else { indices[(old >> 2) as usize] };
                self.links[left] = Link { link: parent << 2 | old & 3, ..link };
                left += 1;
            }
        }
        self.links.truncate(left);
        self.most_links = MIN_LINKS_TO_REMOVE.max(2 * left);
        *best_at = indices[*best_at as usize];
        self.walker.path.iter_mut().for_each(|(at, _)| *at = indices[*at as usize]);
    }

    /// The moves to the board with the link at an index.
    fn moves_to(&self, at: u32) -> Vec<Direction> {
        let mut moves = Vec::new();
        let mut link = self.links[at as usize].link;
        while link != NO_LINK {
            moves.push(last_move(link));
            link = self.links[(link >> 2) as usize].link;
        }
        moves.reverse();
        moves
    }
}
