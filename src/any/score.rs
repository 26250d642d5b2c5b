//! How good a board looks to a beam: the smaller the score, the better.
//!
//! Each tile counts with the *squares* of its row steps and column steps to its cell. Ten tiles one
//! step away are soon in their cells; one tile ten steps away must pass others, which then move
//! away. Tiles that belong beside each other count less the nearer they are to being so, because
//! they arrive in order. What else counts was learned: `general_terms.rs` says what. None of this
//! is a bound, and nothing is proved with it.

use super::flows::Flows;
use super::general_terms::{GeneralTerms, separation, step_squares};
use super::learned::{Adjacent, LearnedTerms};
use super::line_conflicts::Conflicts;
use super::normal_board::NormalBoard;
use super::prices;
use super::tile_code::{
    BLANK_CLASS, Code, class, displacement_class, encode, number, padded_stride,
};
use super::tiles::Tiles;
use super::tuning::{
    CLUSTERS_ABOVE_CELLS, LATE_GAIN, LEARNED_LATE_GAIN, LINE_TILE_WEIGHT, STEP_WEIGHT, Weights,
};
use crate::puzzle::{Direction, Shape};

/// Marks a neighbour beyond the edge.
const NO_CELL: u16 = u16::MAX;

/// For each move, the neighbours of the blank's cell and those of the cell of the tile that moves.
/// The blank's cell stands for these two cells, and for what is beyond the edge.
type Surroundings = [[[u16; 4]; 2]; 4];

fn surroundings(neighbours: &[[u16; 4]], blank: usize) -> Surroundings {
    let own = blank as u16;
    [0, 1, 2, 3].map(|mv| {
        let from = neighbours[blank][mv];
        if from == NO_CELL {
            return [[own; 4]; 2];
        }
        let cell = |cell: u16| if cell == NO_CELL || cell == from { own } else { cell };
        [neighbours[blank].map(cell), neighbours[usize::from(from)].map(cell)]
    })
}

/// The term for a displacement: the way from a tile to its cell.
#[derive(Clone, Copy, Default)]
struct Displacement {
    score: i32,
    steps: u16,
    class: u8,
}

/// The terms for a tile that do not depend on the board.
struct TileTerms {
    /// The padded cell where it belongs.
    goal: u16,
    /// The extra weight of each step.
    edge_step: i32,
    /// How many times its displacement counts.
    weight: i32,
    /// True if it is to be brought to its cell.
    is_required: bool,
    /// The tiles that belong beside it, or itself where there is none.
    goal_neighbours: [u16; 4],
    /// For each of them all bits, or none where there is none.
    neighbour_masks: [i32; 4],
}

/// Scores the boards of a shape. Only the difference of two scores means anything.
///
/// Tables of displacements are indexed by the difference of two *padded cells*: cells numbered as
/// if rows were more than twice as long, so that the difference determines how many rows and
/// columns are between them.
pub(super) struct Scorer {
    rows: usize,
    cols: usize,
    blank_goal: usize,
    /// The padded cell of each cell.
    padded: Vec<u16>,
    /// The neighbour of each cell for each move, or [`NO_CELL`].
    neighbours: Vec<[u16; 4]>,
    /// By the cell of the blank.
    surroundings: Vec<Surroundings>,
    /// The terms for two tiles beside each other, by the direction from one to the other, and by
    /// the classes of both. Zero for the blank.
    adjacent: Adjacent,
    /// The terms for pairs in the wrong order.
    conflicts: Conflicts,
    weights: Weights,
    tiles: Vec<TileTerms>,
    /// For each difference between a tile's padded cell and the one where it belongs.
    displacements: Vec<Displacement>,
    /// The index of the difference 0.
    centre: usize,
    /// For each difference between a tile's padded cell and the one beside a tile that belongs
    /// there, the change of the separation term if the tile goes in each direction.
    separation_changes: Vec<[i32; 4]>,
    /// The change of a padded cell in each direction.
    padded_steps: [usize; 4],
    /// The tiles that are to be brought to their cells before all others, and how many times they
    /// count. None if all tiles are alike.
    line_tiles: Vec<usize>,
    line_weight: i32,
    /// The terms learned for this size, in place of all others.
    pub learned: Option<&'static LearnedTerms>,
    /// The flows learned for all sizes. None with terms for this size, and while a line is filled.
    flows: Option<&'static Flows>,
}

impl Scorer {
    /// The scorer for bringing all tiles to their cells, with a variation of the weights.
    pub fn new(board: &NormalBoard, variation: usize) -> Scorer {
        let (weights, terms) = (Weights::of_variation(variation), GeneralTerms::get());
        let mut scorer = Scorer::with(board, weights, None, |down, right| {
            step_squares(weights.both_axes, [down, right]) + terms.steps([down, right])
        });
        scorer.flows = Some(&terms.flows);
        scorer
    }

    /// The scorer with the terms that were learned for this size, if there are some.
    pub fn learned(board: &NormalBoard) -> Option<Scorer> {
        LearnedTerms::of_size(board.rows, board.cols).map(|terms| Scorer::with_terms(board, terms))
    }

    /// The scorer with learned terms.
    pub fn with_terms(board: &NormalBoard, terms: &'static LearnedTerms) -> Scorer {
        Scorer::with(board, Weights::of_variation(0), Some(terms), |down, right| down + right)
    }

    /// The scorer for bringing the tiles of a line to their cells, while the others come nearer on
    /// the way.
    pub fn for_line(board: &NormalBoard, line_tiles: &[usize], variation: usize) -> Scorer {
        let weights = Weights::of_variation(variation);
        let mut scorer =
            Scorer::with(board, weights, None, |down, right| STEP_WEIGHT * (down + right));
        scorer.line_tiles = line_tiles.to_vec();
        scorer.line_weight = LINE_TILE_WEIGHT;
        for tile in &mut scorer.tiles {
            tile.weight = 1;
            tile.is_required = false;
        }
        for &number in line_tiles {
            scorer.tiles[number].weight = LINE_TILE_WEIGHT;
            scorer.tiles[number].is_required = true;
        }
        scorer
    }

    /// A scorer with a score of a displacement, by its row steps and its column steps.
    fn with(
        board: &NormalBoard,
        weights: Weights,
        learned: Option<&'static LearnedTerms>,
        score: impl Fn(i32, i32) -> i32,
    ) -> Scorer {
        let NormalBoard { rows, cols, blank_goal, .. } = *board;
        let stride = padded_stride(cols);
        let all = || 0..rows * cols;
        let neighbours = all().map(|cell| Direction::ALL.map(|mv| board.neighbour(cell, mv)));
        let neighbours: Vec<[u16; 4]> =
            neighbours.map(|near| near.map(|to| to.map_or(NO_CELL, |to| to as u16))).collect();
        let padded = all().map(|cell| (cell / cols * stride + cell % cols) as u16).collect();
        let centre = rows * stride + cols;
        let terms = GeneralTerms::get();
        let mut scorer = Scorer {
            rows,
            cols,
            blank_goal,
            padded,
            surroundings: all().map(|cell| surroundings(&neighbours, cell)).collect(),
            neighbours,
            adjacent: learned
                .map_or_else(|| terms.adjacent(weights.adjacent_percent), |terms| terms.adjacent),
            conflicts: Conflicts::new(Shape { rows, cols }, stride, blank_goal, |is_edge, at| {
                weights.conflict_percent * terms.conflict(is_edge, at) / 100
            }),
            weights,
            tiles: Vec::new(),
            displacements: vec![Displacement::default(); 2 * centre + 1],
            centre,
            separation_changes: vec![[0; 4]; 2 * centre + 1],
            padded_steps: [stride, usize::MAX, 1, stride.wrapping_neg()],
            line_tiles: Vec::new(),
            line_weight: 1,
            learned,
            flows: None,
        };
        scorer.tiles = all().map(|number| scorer.tile_terms(number)).collect();
        // Powers take long, and a large board has many displacements of one number of steps.
        let by_steps: Vec<i32> =
            (0..=rows + cols + 1).map(|steps| separation(weights.separation, steps)).collect();
        let separation = |[down, right]: [i32; 2]| {
            by_steps[(down + right).unsigned_abs() as usize] + terms.separation([down, right])
        };
        for (down, right) in (0..=2 * rows).flat_map(|down| (0..=2 * cols).map(move |r| (down, r)))
        {
            let [row_steps, col_steps] =
                [down.abs_diff(rows), right.abs_diff(cols)].map(|it| i32::from(it as u16));
            let longer =
                |is_nearer: bool, steps: i32| if is_nearer { steps - 1 } else { steps + 1 };
            let after = [
                [longer(down < rows, row_steps), col_steps],
                [row_steps, longer(right > cols, col_steps)],
                [row_steps, longer(right < cols, col_steps)],
                [longer(down > rows, row_steps), col_steps],
            ];
            let index = down * stride + right;
            scorer.separation_changes[index] =
                after.map(|after| separation(after) - separation([row_steps, col_steps]));
            scorer.displacements[index] = Displacement {
                score: score(row_steps, col_steps),
                steps: (down.abs_diff(rows) + right.abs_diff(cols)) as u16,
                class: displacement_class([down, right], [rows, cols]),
            };
        }
        scorer
    }

    fn tile_terms(&self, number: usize) -> TileTerms {
        let Scorer { rows, cols, blank_goal, .. } = *self;
        let (row, col) = (number / cols, number % cols);
        let is_edge = row == 0 || col == 0 || row + 1 == rows || col + 1 == cols;
        let neighbours = self.neighbours[number];
        let is_tile = neighbours.map(|it| it != NO_CELL && usize::from(it) != blank_goal);
        TileTerms {
            goal: self.padded[number],
            edge_step: i32::from(is_edge) * self.weights.edge_step,
            weight: 1,
            is_required: true,
            goal_neighbours: [0, 1, 2, 3]
                .map(|i| if is_tile[i] { neighbours[i] } else { number as u16 }),
            neighbour_masks: is_tile.map(|is_tile| -i32::from(is_tile)),
        }
    }

    /// The term for the blank: its way to the nearest tile of the line that is not in its cell.
    /// `padded` has the padded cell of each number.
    #[inline]
    pub fn blank_term(&self, padded: &[u16], blank: usize) -> i32 {
        if self.line_tiles.is_empty() {
            return 0;
        }
        let missing =
            self.line_tiles.iter().filter(|&&number| padded[number] != self.tiles[number].goal);
        let steps =
            missing.map(|&number| self.displacement(self.padded[blank], padded[number]).steps);
        STEP_WEIGHT * i32::from(steps.min().unwrap_or(0)) * self.line_weight
    }

    /// Computes the price of each cell of the blank. See [`prices`].
    pub fn price(&self, codes: &[Code], blank: usize, prices: &mut Vec<i32>) {
        if self.learned.is_some() {
            prices.clear();
            prices.resize(codes.len(), 0);
            return;
        }
        prices::compute(
            [self.rows, self.cols],
            |cell, next| {
                // How much worse one tile gets by coming here than the other by going there: both
                // moves are made with the blank on its way from one cell to the other.
                let change = |from: usize, to: usize| {
                    let tile = number(codes[from]);
                    let score =
                        |cell: usize| self.displacement(self.padded[cell], self.padded[tile]).score;
                    self.tiles[tile].weight * (score(to) - score(from))
                };
                let is_blank = blank == cell || blank == next;
                (!is_blank).then(|| (change(cell, next) - change(next, cell)) / 2)
            },
            prices,
        );
    }

    /// The weight of an odd cluster. Zero on small boards, where two are never far apart, and while
    /// a line is filled.
    pub const fn cluster_weight(&self) -> i32 {
        let is_small = self.rows * self.cols <= CLUSTERS_ABOVE_CELLS;
        if is_small || !self.line_tiles.is_empty() { 0 } else { self.weights.odd_cluster }
    }

    /// True if a tile is to be brought to its cell.
    #[inline]
    pub fn is_required(&self, number: usize) -> bool {
        self.tiles[number].is_required
    }

    /// The padded cell of a cell.
    #[inline]
    pub fn padded(&self, cell: usize) -> u16 {
        self.padded[cell]
    }

    /// The tile code of a number in a cell.
    #[inline]
    pub fn code(&self, number: usize, cell: usize) -> Code {
        let class = self.displacement(self.padded[cell], self.padded[number]).class;
        encode(number, if number == self.blank_goal { BLANK_CLASS } else { class })
    }

    /// The tiles of a board.
    pub fn tiles(&self, board: &NormalBoard) -> Tiles {
        let count = board.cells.len();
        let mut tiles = Tiles { codes: vec![0; count], padded: vec![0; count], ..Tiles::default() };
        for (cell, &number) in board.cells.iter().enumerate() {
            tiles.put(self.code(number.into(), cell), cell, self.padded(cell));
        }
        // In the padding of the first row, where no tile belongs.
        tiles.padded[board.blank_goal] = self.cols as u16 + 1;
        tiles
    }

    /// The cell that the blank reaches from a cell, or `None` at the edge.
    #[inline]
    pub fn neighbour(&self, cell: usize, mv: Direction) -> Option<usize> {
        let neighbour = self.neighbours[cell][mv as usize];
        (neighbour != NO_CELL).then_some(neighbour.into())
    }

    #[inline]
    fn displacement(&self, padded: u16, goal: u16) -> Displacement {
        self.displacements[self.centre + usize::from(padded) - usize::from(goal)]
    }

    /// The change of the score if the tile `number` goes from the cell `from` to the blank's cell
    /// `to`, when the blank makes the move `mv`. `None` if it probably grows by more than `most`.
    #[inline]
    pub fn change(
        &self,
        tiles: &Tiles,
        number: usize,
        [from, to]: [usize; 2],
        mv: Direction,
        most: i32,
    ) -> Option<i32> {
        if let Some(terms) = self.learned {
            return self.learned_change(terms, tiles, number, [from, to], mv, most);
        }
        let Tiles { codes, padded, .. } = tiles;
        let tile = &self.tiles[number];
        // The direction of the tile.
        let dir = mv.inverse() as usize;
        let at = self.centre + usize::from(self.padded[from]);
        let displacement = at - usize::from(tile.goal);
        let before = self.displacements[displacement];
        let after = self.displacements[displacement.wrapping_add(self.padded_steps[dir])];
        let edge_step = if after.steps < before.steps { -tile.edge_step } else { tile.edge_step };
        let mut change = tile.weight * (after.score - before.score + edge_step);
        for (i, &other) in tile.goal_neighbours.iter().enumerate() {
            let beside_other =
                at.wrapping_add(self.padded_steps[i]) - usize::from(padded[usize::from(other)]);
            change += self.separation_changes[beside_other][dir] & tile.neighbour_masks[i];
        }
        change += self.adjacent_change(codes, to, mv, [before.class, after.class]);
        if let Some(flows) = self.flows {
            // They seldom make up for this. With 100 to spare, 8x8 takes 1.12 times as long.
            if change > most {
                return None;
            }
            change += self.flow_change(flows, tiles, [from, to], after.class);
        }
        // The rest takes as long as all before, and seldom makes up for more than this.
        if change > most.saturating_add(LATE_GAIN) {
            return None;
        }
        let is_vertical = matches!(mv, Direction::Down | Direction::Up);
        Some(change + self.conflicts.change(codes, padded, number, [from, to], is_vertical))
    }

    /// The change of the terms for tiles side by side if a tile goes to the blank's cell `to`, when
    /// the blank makes the move `mv`, and its class changes so.
    #[inline]
    fn adjacent_change(
        &self,
        codes: &[Code],
        to: usize,
        mv: Direction,
        [before, after]: [u8; 2],
    ) -> i32 {
        let [around_to, around_from] = &self.surroundings[to][mv as usize];
        let class = |cell: u16| class(codes[usize::from(cell)]);
        let mut change = 0;
        for (dir, adjacent) in self.adjacent.iter().enumerate() {
            change += i32::from(adjacent[usize::from(after & 31)][class(around_to[dir])])
                - i32::from(adjacent[usize::from(before & 31)][class(around_from[dir])]);
        }
        change
    }

    /// The change of flows if a tile goes from a cell to the blank's, where it has this class.
    #[inline]
    fn flow_change(&self, flows: &Flows, tiles: &Tiles, from_to: [usize; 2], class: u8) -> i32 {
        let padded = from_to.map(|cell| self.padded[cell]);
        flows.change(&tiles.directions, padded, class.into(), self.padded_steps[0])
    }

    /// The change of a learned score, as [`change`](Self::change).
    #[inline]
    fn learned_change(
        &self,
        terms: &LearnedTerms,
        tiles: &Tiles,
        number: usize,
        [from, to]: [usize; 2],
        mv: Direction,
        most: i32,
    ) -> Option<i32> {
        let mut change = terms.part(number, to) - terms.part(number, from)
            + terms.part(self.blank_goal, from)
            - terms.part(self.blank_goal, to);
        let after = self.displacement(self.padded[to], self.padded[number]).class;
        let before = self.displacement(self.padded[from], self.padded[number]).class;
        change += self.adjacent_change(&tiles.codes, to, mv, [before, after]);
        change += self.flow_change(&terms.flows, tiles, [from, to], after);
        if change > most.saturating_add(LEARNED_LATE_GAIN) {
            return None;
        }
        Some(change + terms.pair_change(number, [from, to], &tiles.padded, &self.padded))
    }
}

#[cfg(test)]
mod tests {
    use std::iter;

    use super::*;
    use crate::any::tile_code::approaches;

    /// Makes a move as beams do, and returns the change of the score.
    fn make(
        scorer: &Scorer,
        board: &mut NormalBoard,
        tiles: &mut Tiles,
        mv: Direction,
    ) -> Option<i32> {
        let (to, from) = (board.blank, scorer.neighbour(board.blank, mv)?);
        let (tile, is_nearer) = (number(tiles.codes[from]), approaches(tiles.codes[from], mv));
        let change = scorer.change(tiles, tile, [from, to], mv, i32::MAX).expect("all");
        let (before, steps) = (board.manhattan(), if is_nearer { -1 } else { 1 });
        board.make(mv);
        assert_eq!(before.checked_add_signed(steps), Some(board.manhattan()));
        tiles.put(scorer.code(tile, to), to, scorer.padded(to));
        tiles.put_blank(scorer.code(board.blank_goal, from), from, scorer.padded(from));
        Some(change)
    }

    #[test]
    fn two_ways_to_a_board_have_one_score() {
        // A walk around four cells, three times, leads back to where it began.
        let circle = [Direction::Right, Direction::Down, Direction::Left, Direction::Up];
        for (rows, cols, blank_goal) in
            [(6, 6, 35), (7, 7, 48), (2, 14, 27), (9, 3, 26), (5, 7, 11)]
        {
            let numbers = (0..rows * cols).map(|cell| (cell * 11 + 5) % (rows * cols));
            let cells: Vec<u16> = numbers.map(|number| number as u16).collect();
            let blank =
                cells.iter().position(|&cell| usize::from(cell) == blank_goal).expect("a blank");
            let start = NormalBoard { rows, cols, cells, blank, blank_goal };
            let learned = Scorer::learned(&start);
            assert_eq!(learned.is_some(), [[6, 6], [7, 7]].contains(&[rows, cols]));
            for scorer in iter::once(Scorer::new(&start, 1)).chain(learned) {
                let mut board = start.clone();
                let mut tiles = scorer.tiles(&board);
                let mut state = 1_u32;
                for _ in 0..2000 {
                    state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    let begin = (state >> 24) as usize;
                    let before = board.clone();
                    let moves = (0..12).map(|i| circle[(begin + i) % 4]);
                    let changes: Option<i32> =
                        moves.map(|mv| make(&scorer, &mut board, &mut tiles, mv)).sum();
                    if let Some(changes) = changes {
                        assert_eq!(board, before);
                        assert_eq!(changes, 0, "{before:?}");
                    }
                    let mv = Direction::ALL[begin / 4 % 4];
                    let _ = make(&scorer, &mut board, &mut tiles, mv);
                }
            }
        }
    }
}
