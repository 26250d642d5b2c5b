//! The tuned constants of boards of any size: their units, trade-offs and measurements.
//!
//! None of them can make an answer wrong, only longer or later. Moves are means over random boards;
//! `docs/history.md` has each measurement. Where there is no figure, none was recorded.

// ---- The proof: how much of the limits it may take.

/// One part in this many of the limits is for the proof that a solution of a board near its goal is
/// optimal.
pub(super) const PROOF_ONE_IN: u64 = 20;

/// The same for boards that are far from it. Most are out of reach, so this is only for those with
/// few other ways.
pub(super) const FAR_PROOF_ONE_IN: u64 = 1000;

/// The largest bound of a board near its goal. Farther boards are seldom proved, and few random
/// boards of more than 25 cells are nearer: of 200 each, 4 of 3x9, 1 of 5x6, none of 2x13 and 6x6.
pub(super) const NEAR_BOUND: u32 = 80;

// ---- Rounds of beams: how wide, and how many.

/// Boards in a level of the first beam. 60x60 with ten million boards: 215,965 moves, and with 32
/// 398,919, because its limit ends such a beam.
pub(super) const FIRST_WIDTH: usize = 8;

/// Times the width of the beams before. Ten million boards, on 10x10 and 20x20: 907.6 and 7,813
/// moves; with 3 910.4 and 7,779, with 8 909.6 and 7,887.
pub(super) const WIDTH_GROWTH: usize = 4;

/// Boards in a level of the widest beam: memory for width. The rest of the budget is for beams with
/// other weights: on 8x8 two of this width find 468 moves, and 39 of 6,000 boards 486.
pub(super) const MAX_BEAM_WIDTH: usize = 1 << 17;

/// Beams with other weights. On a small board they cost nearly nothing and find nothing.
pub(super) const MAX_VARIATIONS: usize = 24;

/// Part of the budget for rounds as planned; the rest is for windows. With 0.85: 905.0 instead of
/// 907.6 moves on 10x10, and more beams that are cut off.
pub(super) const ROUNDS_SHARE: f64 = 0.7;

/// Part of the budget from which on a round that takes longer than planned is cut off.
pub(super) const CUT_OFF_SHARE: f64 = 0.9;

/// Parts of the budget that are used up when the beams with a learned score end; the rest is for
/// windows. With 0.7 in place of 0.93: 129.4 instead of 128.9 moves on twenty walks of 6x6.
pub(super) const LEARNED_SHARES: [f64; 3] = [0.004, 0.07, 0.93];

/// Boards in a level of the last beam with a learned score, as far as the limit allows. If it is
/// fewer, the beams are those of other sizes.
pub(super) const LEARNED_MIN_WIDTH: usize = 128;

/// Boards in a level of the widest beam with a learned score, whatever the limit.
pub(super) const LEARNED_MAX_WIDTH: usize = 1 << 18;

// ---- A beam: when it ends, and how it is computed.

/// Levels without a better rank until a beam gives up, for each row and column. Twice that: 1,021.5
/// instead of 1,005.8 moves on 10x10.
pub(super) const STALLED_LEVELS_PER_LINE: usize = 3;

/// Tiles of a line that one beam brings to their cells. All of a line: 75 moves a tile on 20x20.
pub(super) const LINE_TILES_PER_BEAM: usize = 2;

/// Times that the tiles of a line being filled count. Five times: 1,007.2 instead of 1,005.8 moves
/// on 10x10.
pub(super) const LINE_TILE_WEIGHT: i32 = 3;

/// Rows and columns of a square of cells that has one price. On 10x10 the prices of single lines
/// are as good, and on 100x100 a beam without prices for areas stalls.
pub(super) const PRICE_SQUARE_SIDE: usize = 3;

/// Sweeps over the squares for each of their rows or columns: time for precision.
pub(super) const PRICE_SWEEPS_PER_LINE: usize = 2;

/// Levels from one computation of the prices to the next: they change slowly.
pub(super) const PRICE_INTERVAL: usize = 64;

/// Cells for each level of that interval on large boards: time for precision.
pub(super) const PRICE_CELLS_PER_LEVEL: usize = 16;

/// Links of boards kept, from which on those that lead nowhere are removed: the time for that, for
/// links near each other in memory. With 1 << 21, 6x6 takes 1.08 times as long.
pub(super) const MIN_LINKS_TO_REMOVE: usize = 1 << 15;

/// Boards expanded between two checks of the limits: the cost of a check for a prompt end.
pub(super) const EXPANSIONS_PER_CHECK: usize = 256;

/// Boards between the prefetch of one and its use: memory latency for cache.
pub(super) const PREFETCH_DISTANCE: usize = 16;

/// Generations of ancestors whose links are prefetched: memory latency for cache. Without it and
/// with links farther apart, 6x6 takes 1.37 times as long as with two.
pub(super) const PREFETCHED_GENERATIONS: usize = 4;

/// Boards from the prefetch of one generation to that of the next.
pub(super) const BOARDS_PER_GENERATION: usize = 8;

/// Hashes remembered for each board of a beam's width: memory for fewer duplicates.
pub(super) const SEEN_PER_WIDTH: usize = 8;

/// Fewest and most hashes remembered.
pub(super) const SEEN_RANGE: [usize; 2] = [1 << 10, 1 << 22];

/// Ranks for each candidate: with more, candidates are sorted by comparing them.
pub(super) const RANKS_PER_CANDIDATE: usize = 8;

/// Candidates this many score units behind the best rank of a level are not sorted, since they are
/// not kept.
pub(super) const SORTED_RANKS: u32 = 1 << 16;

// ---- Cutoffs: candidates that cannot be kept are not scored to the end.

/// Buckets of a histogram of ranks: memory for precision.
pub(super) const CUTOFF_BUCKETS: usize = 64;

/// Score units in a bucket: precision for range. About half a move.
pub(super) const CUTOFF_BUCKET_WIDTH: u32 = 48;

/// Buckets below the first rank counted. Most later ranks are larger.
pub(super) const CUTOFF_BUCKETS_BELOW_FIRST: u32 = 24;

/// Duplicates of earlier levels are dropped later, so more candidates are counted than are kept:
/// one more for this number of boards, and [`CUTOFF_SPARE_MIN`].
pub(super) const CUTOFF_BOARDS_PER_SPARE: usize = 32;

/// See [`CUTOFF_BOARDS_PER_SPARE`].
pub(super) const CUTOFF_SPARE_MIN: usize = 4;

/// Boards kept for each cell of the blank. With fewer, counting takes longer than it saves.
pub(super) const CUTOFF_MIN_SHARE: usize = 8;

/// Score units that pairs in the wrong order may still take off. A candidate farther above the
/// cutoff is dropped before they are computed.
pub(super) const LATE_GAIN: i32 = 50;

/// The same for the conflicts and pairs of a learned score. 300: 277.6 instead of 276.4 moves on
/// twenty walks of 7x7 with a million boards, in 1.1 times the time.
pub(super) const LEARNED_LATE_GAIN: i32 = 150;

// ---- The score. Its unit is small: a move is worth about 88.

/// Score units of a tile one step away from its cell.
pub(super) const STEP_WEIGHT: i32 = 80;

/// Power of the separation of two tiles that belong beside each other.
pub(super) const SEPARATION_POWER: f64 = 0.65;

/// Tiles in a cluster: with more, its order is not looked at.
pub(super) const CLUSTER_MAX_TILES: usize = 250;

/// Tiles out of their cells for five cells: with more, clusters are not counted. On 20x20 with 40
/// tiles instead of 160, 7,906 instead of 7,848 moves.
pub(super) const CLUSTERED_TILES_PER_5_CELLS: usize = 2;

/// Cells: odd clusters are counted on larger boards only. On 8x8 450.4 instead of 450.8 moves, in
/// 1.3 times the time.
pub(super) const CLUSTERS_ABOVE_CELLS: usize = 64;

/// Levels from one count of odd clusters to the next: they do not come and go fast. Each level:
/// 907.0 instead of 902.0 moves on 10x10, in up to 1.4 times the time.
pub(super) const CLUSTER_INTERVAL: usize = 4;

/// Steps left for five cells: with more, clusters are not counted. Up to 250 steps on 10x10, in
/// each second level: 900.7 instead of 902.0 moves, and slower.
pub(super) const CLUSTER_STEPS_PER_5_CELLS: usize = 6;

/// The weights of a score, besides the squares of the steps, in score units.
///
/// The first values come from boards that beams kept on random boards of 8x8, and then of 8x8 and
/// 10x10 with the weights from before, twice. Of the boards with the blank in one cell of a level,
/// some have descendants among the best 60 levels later, and most have not. A logistic regression
/// between the two gave the change of each weight. What is learned now corrects them.
#[derive(Clone, Copy)]
pub(super) struct Weights {
    /// The product of a tile's row steps and column steps.
    pub both_axes: i32,
    /// Each step of a tile that belongs at an edge of the board.
    pub edge_step: i32,
    /// Two tiles that belong beside each other, of which one is a step away from the cell beside
    /// the other. More steps count with [`SEPARATION_POWER`].
    pub separation: i32,
    /// Two tiles beside each other, in percent of what was learned.
    pub adjacent_percent: i32,
    /// Two tiles in the wrong order, in percent of what was learned.
    pub conflict_percent: i32,
    /// Each odd cluster: 45 moves. 900.1 instead of 905.6 moves on 10x10.
    pub odd_cluster: i32,
}

/// The weights of the first beams.
pub(super) const WEIGHTS: Weights = Weights {
    both_axes: 40,
    edge_step: 40,
    separation: 40,
    adjacent_percent: 100,
    conflict_percent: 100,
    odd_cluster: 4000,
};

/// Percent by which a weight of a beam with other weights may differ: other solutions for worse
/// ones.
pub(super) const MAX_WEIGHT_CHANGE: i32 = 40;

impl Weights {
    /// The weights of a beam. Variation 0 has [`WEIGHTS`]; each other one has pseudorandom weights
    /// that differ from those by up to [`MAX_WEIGHT_CHANGE`] percent.
    pub fn of_variation(variation: usize) -> Weights {
        if variation == 0 {
            return WEIGHTS;
        }
        let mut state = variation as u64;
        let mut varied = |weight: i32| {
            state = state.wrapping_add(1).wrapping_mul(6_364_136_223_846_793_005);
            let percent = (state >> 33) as i32 % (2 * MAX_WEIGHT_CHANGE + 1);
            weight * (100 - MAX_WEIGHT_CHANGE + percent) / 100
        };
        // The order of the fields decides which of them gets which number.
        Weights {
            both_axes: varied(WEIGHTS.both_axes),
            edge_step: varied(WEIGHTS.edge_step),
            separation: varied(WEIGHTS.separation),
            adjacent_percent: varied(WEIGHTS.adjacent_percent),
            conflict_percent: varied(WEIGHTS.conflict_percent),
            odd_cluster: varied(WEIGHTS.odd_cluster),
        }
    }
}

// ---- Filling lines without a search.

/// Moves for each step of a tile, as estimated when the next tile of a line is chosen.
pub(super) const MOVES_PER_STEP: usize = 4;

/// Rows and columns around the straight path of the blank where a detour is looked for first.
pub(super) const DETOUR_MARGIN: usize = 2;

// ---- Windows of a solution.

/// Lengths of windows in moves, and boards in a level of their beams: cheap ones first. Windows of
/// 600 moves on 10x10 with less for the last beam: the same within a move.
pub(super) const WINDOW_SIZES: [(usize, usize); 7] =
    [(20, 20), (30, 60), (40, 200), (60, 500), (80, 1000), (60, 2000), (120, 4000)];

/// Moves in a section of a long solution: work for threads, and the worst first, for windows that
/// would cross its ends.
pub(super) const SECTION_LENGTH: usize = 4096;

/// Rows and columns around those that the blank visits in a window: freedom for time.
pub(super) const WINDOW_MARGIN: usize = 2;

/// Sizes of windows tried in a row without a shorter solution before improvement ends.
pub(super) const MAX_FUTILE_SIZES: usize = 3 * WINDOW_SIZES.len();

/// Boards in a level of the widest beam of a window.
pub(super) const MAX_WINDOW_WIDTH: usize = 1 << 16;
