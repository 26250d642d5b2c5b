//! Boards with labels as numbers, and moves on them.
//!
//! The numbers are those of [`LabelSpace`](crate::space::LabelSpace), of any shape and for any
//! number of labels: the sets of places of one label after another, as numbers, are the digits of
//! the order, and the blank's cell is the last digit. So a horizontal move changes only that digit.
//! There are no tables of rotations, which large shapes would not have room for: the number of a
//! set is the sum of a binomial coefficient for each of its places.

use crate::labelled_board::LabelledBoard;
use crate::puzzle::{Direction, Metric, Move};

/// The most tiles with a numbered place.
const MOST_PLACES: usize = 16;

/// The place of a tile that a state does not have, and one more than the largest cell.
const NO_CELL: u8 = 127;

/// A bit that no cell has.
const HIGHEST_BIT: u8 = 128;

/// The label that is not numbered, because it has the places that are left.
const REST: u8 = u8::MAX;

/// A state: the cell of the blank, and the cells of the tiles of each label but the last, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GoalState {
    blank: u8,
    cells: [u8; MOST_PLACES],
}

/// The states of a goal.
#[derive(Debug)]
pub(super) struct GoalSpace {
    pub metric: Metric,
    pub states: u64,
    labels: Vec<GoalLabel>,
    /// The tiles of these labels, in order.
    tiles: Vec<NumberedTile>,
    /// For each tile of the goal's boards, its label.
    label_of: Vec<u8>,
    /// For each number of places and of tiles, the number of sets.
    sets: Vec<[u64; MOST_PLACES + 1]>,
    /// The cells that are not locked. States have their places in this list.
    open: Vec<usize>,
    /// For each of these and each move, the one that it leads to.
    neighbours: Vec<[Option<u8>; 4]>,
}

/// A label whose places are numbered.
#[derive(Debug)]
struct GoalLabel {
    /// The number of its first tile in a state, and that behind its last.
    begin: usize,
    end: usize,
    /// The number of its sets of places.
    sets: u64,
}

/// What a tile adds to the number of a state.
#[derive(Debug)]
struct NumberedTile {
    /// The highest bits of the tiles of all labels before its own, a byte for each.
    before: [u64; 2],
    /// For each of its places among those that these tiles leave, what it adds.
    weights: Vec<usize>,
}

impl GoalSpace {
    /// The states of a goal whose tiles stay where they are on locked cells, or their number if
    /// there are more than `most`.
    pub fn new(
        goal: &LabelledBoard,
        locked: &[bool],
        metric: Metric,
        most: u64,
    ) -> Result<GoalSpace, u128> {
        let shape = goal.board.shape();
        let is_open = |cell: usize| !locked.get(cell).is_some_and(|&locked| locked);
        let open: Vec<usize> = (0..shape.cells()).filter(|&cell| is_open(cell)).collect();
        let cells = open.len();
        // The tiles of each label, and how many of them are on open cells.
        let of_open = |tiles: &[u32]| {
            let in_goal = open.iter().map(|&cell| goal.board.cells()[cell]);
            in_goal.filter(|tile| tiles.contains(tile)).count()
        };
        let all = goal.names().map(|(_, tiles)| (of_open(&tiles), tiles));
        let mut all: Vec<(usize, Vec<u32>)> = all.filter(|&(count, _)| count > 0).collect();
        // The last label, which takes no number, is that with most tiles.
        all.sort_by_key(|&(count, _)| count);
        all.pop();
        let mut states = cells as u128;
        let mut places = cells - 1;
        for &(count, _) in &all {
            // Never a fraction: the product of any k numbers in a row is divisible by k!.
            let sets = (0..count).fold(1_u128, |sets, i| {
                sets.saturating_mul((places - i) as u128) / (i as u128 + 1)
            });
            states = states.saturating_mul(sets);
            places -= count;
        }
        let count: usize = all.iter().map(|&(count, _)| count).sum();
        if states > most.into() || count > MOST_PLACES || cells > usize::from(NO_CELL) {
            return Err(states);
        }
        let mut sets = vec![[0_u64; MOST_PLACES + 1]; cells + 1];
        for places in 0..=cells {
            sets[places][0] = 1;
            for tiles in 1..=MOST_PLACES.min(places) {
                let before = sets[places - 1];
                sets[places][tiles] = before[tiles - 1].saturating_add(before[tiles]);
            }
        }
        let (mut labels, mut label_of) = (Vec::new(), vec![REST; shape.cells()]);
        let (mut begin, mut places) = (0, cells - 1);
        for (count, tiles) in all {
            for tile in tiles {
                label_of[tile as usize] = labels.len() as u8;
            }
            let end = begin + count;
            labels.push(GoalLabel { begin, end, sets: sets[places][count] });
            (begin, places) = (end, places - count);
        }
        let (mut tiles, mut weight) = (Vec::with_capacity(begin), cells);
        for &GoalLabel { begin, end, sets: all } in labels.iter().rev() {
            let before = halves(std::array::from_fn(|at| if at < begin { HIGHEST_BIT } else { 0 }));
            for number in (1..=end - begin).rev() {
                let weights = sets.iter().map(|sets| (sets[number] as usize).wrapping_mul(weight));
                tiles.push(NumberedTile { before, weights: weights.collect() });
            }
            weight *= all as usize;
        }
        tiles.reverse();
        // Cells of a row that are neighbours have numbers that are, too.
        let number = |cell| open.binary_search(&cell).ok().map(|number| number as u8);
        let neighbour = |cell, mv| number(shape.neighbour(cell, mv)?);
        let neighbours = open.iter().map(|&cell| Direction::ALL.map(|mv| neighbour(cell, mv)));
        let (states, neighbours) = (states as u64, neighbours.collect());
        Ok(GoalSpace { metric, states, labels, tiles, label_of, sets, open, neighbours })
    }

    /// The state of a board whose tiles have the numbers of the goal's. `None` if the blank is on a
    /// locked cell, or if tiles of another label are there.
    pub fn state(&self, tile_at: impl Fn(usize) -> u32) -> Option<GoalState> {
        let mut state = GoalState { blank: u8::MAX, cells: [NO_CELL; MOST_PLACES] };
        let mut filled = [0; MOST_PLACES];
        for (cell, &at) in (0..).zip(&self.open) {
            let tile = tile_at(at);
            if tile == 0 {
                state.blank = cell;
            } else if let Some(label) = self.labels.get(usize::from(self.label_of[tile as usize])) {
                let place = label.begin + filled[label.begin];
                if place == label.end {
                    return None;
                }
                state.cells[place] = cell;
                filled[label.begin] += 1;
            }
        }
        let is_full = self.labels.iter().all(|it| filled[it.begin] == it.end - it.begin);
        (state.blank != u8::MAX && is_full).then_some(state)
    }

    /// The number of a state, below `states`.
    ///
    /// A tile's place is its cell, less one for the blank and for each tile of an earlier label
    /// that is in a cell before it. Eight of these are compared at once, each in a byte.
    #[inline]
    pub fn index(&self, at: &GoalState) -> usize {
        const EACH: u64 = 0x0101_0101_0101_0101;
        let mut number = usize::from(at.blank);
        let all = halves(at.cells);
        for (NumberedTile { before, weights }, &cell) in self.tiles.iter().zip(&at.cells) {
            let own = u64::from(cell | HIGHEST_BIT) * EACH;
            let less = |half: usize| ((own - all[half]) & before[half]) >> 7;
            let less = (less(0) + less(1)).wrapping_mul(EACH) >> 56;
            number += weights[usize::from(cell) - usize::from(at.blank < cell) - less as usize];
        }
        number
    }

    /// The state with a number.
    pub fn at(&self, number: usize) -> GoalState {
        let cells = self.neighbours.len();
        let blank = (number % cells) as u8;
        let mut state = GoalState { blank, cells: [NO_CELL; MOST_PLACES] };
        let mut order = (number / cells) as u64;
        let mut sets: Vec<u64> = Vec::with_capacity(self.labels.len());
        for label in self.labels.iter().rev() {
            sets.push(order % label.sets);
            order /= label.sets;
        }
        let mut left: Vec<u8> = (0..cells as u8).filter(|&cell| cell != blank).collect();
        for (&GoalLabel { begin, end, .. }, mut set) in
            self.labels.iter().zip(sets.into_iter().rev())
        {
            // The last place is the last one whose number of sets is not too large.
            for tiles in (1..=end - begin).rev() {
                let fits = |&place: &usize| self.sets[place][tiles] <= set;
                let place = (0..left.len()).rev().find(fits).unwrap_or(0);
                set -= self.sets[place][tiles];
                state.cells[begin + tiles - 1] = left[place];
            }
            left.retain(|cell| !state.cells[begin..end].contains(cell));
        }
        state
    }

    /// The tile in each cell of a state. Of tiles that are alike, `below` chooses which goes where:
    /// a number below its argument. No cell is locked.
    pub fn tiles(&self, at: &GoalState, mut below: impl FnMut(u64) -> u64) -> Vec<u32> {
        let number = |label: u8| usize::from(label).min(self.labels.len());
        let mut left = vec![Vec::new(); self.labels.len() + 1];
        for (tile, &label) in (0..).zip(&self.label_of).skip(1) {
            left[number(label)].push(tile);
        }
        let mut tile_in = |cell: usize| {
            if cell == usize::from(at.blank) {
                return 0;
            }
            let place = at.cells.iter().position(|&other| usize::from(other) == cell);
            let label = place.and_then(|place| self.labels.iter().position(|it| place < it.end));
            let tiles: &mut Vec<u32> = &mut left[label.unwrap_or(self.labels.len())];
            tiles.swap_remove(below(tiles.len() as u64) as usize)
        };
        (0..self.neighbours.len()).map(&mut tile_in).collect()
    }

    /// The state after the blank moves by one cell, with its number.
    #[inline]
    pub fn step(&self, at: &GoalState, number: usize, mv: Direction) -> Option<(GoalState, usize)> {
        let to = self.neighbours[usize::from(at.blank)][mv as usize]?;
        let mut next = GoalState { blank: to, ..*at };
        let tiles = self.labels.last().map_or(0, |label| label.end);
        if let Some(tile) = at.cells[..tiles].iter().position(|&cell| cell == to) {
            next.cells[tile] = at.blank;
            let label = self.labels.iter().find(|label| tile < label.end)?;
            if label.end - label.begin > 1 {
                next.cells[label.begin..label.end].sort_unstable();
            }
        }
        let number = match mv {
            Direction::Left => number - 1,
            Direction::Right => number + 1,
            _ => self.index(&next),
        };
        Some((next, number))
    }

    /// Calls `visit` for each legal move, in order, with the state after it and its number.
    #[inline]
    pub fn each_move(
        &self,
        at: &GoalState,
        number: usize,
        mut visit: impl FnMut(Move, GoalState, usize),
    ) {
        let most = if self.metric.slides_one_tile() { 1 } else { u8::MAX };
        for mv in Direction::ALL {
            let (mut next, mut number) = (*at, number);
            for cells in 1..=most {
                let Some(found) = self.step(&next, number, mv) else { break };
                (next, number) = found;
                visit(Move::along(mv, cells), next, number);
            }
        }
    }
}

/// Sixteen bytes as two numbers.
#[inline]
fn halves(bytes: [u8; MOST_PLACES]) -> [u64; 2] {
    let all = u128::from_le_bytes(bytes);
    [all as u64, (all >> 64) as u64]
}
