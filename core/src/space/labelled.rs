//! Boards with labels as numbers, and moves on them without a board.
//!
//! A state is the cell of the blank and the labels of the other cells in reading order. The places
//! of each label are a set, given among the places that the labels before it leave: a *layer*. The
//! last label takes the remaining places, so it has no layer. The numbers of the sets, one after
//! another, are the number of the *order*. With the blank's cell as the last digit it is the number
//! of the state.
//!
//! A horizontal move changes only the blank's cell, so it stays within a few bytes of a table. A
//! vertical one rotates a window of `cols` consecutive places by one, and with it the set of the
//! first layer. If the tile that moves is in this set, the other places keep their order, and no
//! later layer changes. Otherwise the window's remaining places rotate, too, which is the rotation
//! for the next layer. So every layer has a small table: for each rotation and each set, the new
//! set and the rotation for the next layer.
//!
//! An example, on 2x2 (real labellings are of larger shapes): tiles 1 and 2 have label 0, tile 3
//! has label 1. Of `x 1 / 3 2` the places are those of 1, 3 and 2, from 0, with the labels 0, 1, 0.
//! Label 0 is on places 0 and 2: bits `101`. The sets of two of three places are `011`, `101` and
//! `110`, so this is set 1. Place 1 is left for label 1. The order is 1, and with the blank in cell
//! 0 of 4 the state is 1 * 4 + 0 = 4. The blank goes down: tile 3 moves, and passes tile 1. The
//! window of places 0 and 1 rotates, and the set becomes `110`: set 2. The blank is in cell 2, so
//! the new state is 2 * 4 + 2 = 10.

use super::{Rotation, Space};
use crate::puzzle::{Direction, Labelling, MAX_NUMBERED_CELLS, Move, Puzzle, SmallShape, masks};

/// The most layers that a labelling has.
pub const MAX_LAYERS: usize = 6;

/// A state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LabelState {
    /// The blank's cell.
    pub blank: u8,
    /// The number of the set in each layer.
    pub sets: [u16; MAX_LAYERS],
}

/// A rotation of no places.
pub const IDENTITY: u16 = 0;

/// The layers of a labelling.
#[derive(Clone, Debug)]
pub struct LabelSpace {
    labelling: Labelling,
    layers: Vec<Layer>,
    /// For each cell of the blank and each move, the rotation: [`IDENTITY`] unless it is vertical.
    rotations: [[u16; 4]; MAX_NUMBERED_CELLS],
    /// For each cell of the blank and each move, the cell that it leads to.
    cells: [[Option<u8>; 4]; MAX_NUMBERED_CELLS],
}

/// The sets of a label among the places that the labels before it leave.
#[derive(Clone, Debug)]
pub struct Layer {
    /// The sets, as bits, in ascending order.
    masks: Vec<u16>,
    /// The number of the set with these bits.
    numbers: Vec<u16>,
    /// For each rotation and each set, the new set and the rotation for the next layer.
    steps: Vec<(u16, u16)>,
}

/// A window of `len` places, at most the columns, that rotates.
#[derive(Clone, Copy)]
struct WindowRotation {
    first: usize,
    len: usize,
    turn: Rotation,
}

impl WindowRotation {
    /// Its number on a shape with this many columns.
    fn number(self, cols: usize) -> u16 {
        let WindowRotation { first, len, turn } = self;
        if len < 2 {
            return IDENTITY;
        }
        (1 + (first * (cols - 1) + len - 2) * 2 + turn as usize) as u16
    }

    /// All rotations of some places but [`IDENTITY`].
    fn all(places: usize, cols: usize) -> impl Iterator<Item = WindowRotation> {
        (0..places).flat_map(move |first| {
            (2..=cols.min(places - first)).flat_map(move |len| {
                [Rotation::Left, Rotation::Right].map(|turn| WindowRotation { first, len, turn })
            })
        })
    }
}

impl Layer {
    fn new(places: usize, size: usize, cols: usize) -> Layer {
        let masks: Vec<u16> = masks(places, size as u32).map(|mask| mask as u16).collect();
        let mut numbers = vec![0; 1 << places];
        for (number, &mask) in (0..).zip(&masks) {
            numbers[usize::from(mask)] = number;
        }
        let mut layer = Layer { masks, numbers, steps: Vec::new() };
        let (sets, rotations) = (layer.sets(), 1 + places * (cols - 1) * 2);
        layer.steps = vec![(0, IDENTITY); rotations * sets];
        for set in 0..sets {
            layer.steps[set] = (set as u16, IDENTITY);
        }
        for rotation in WindowRotation::all(places, cols) {
            let first_step = usize::from(rotation.number(cols)) * sets;
            for set in 0..sets {
                let (new, next) = layer.rotated(set, rotation);
                layer.steps[first_step + set] = (new, next.map_or(IDENTITY, |it| it.number(cols)));
            }
        }
        layer
    }

    /// The set after a rotation, and the rotation of the places that it leaves. None if the place
    /// that moves is in the set.
    fn rotated(&self, set: usize, rotation: WindowRotation) -> (u16, Option<WindowRotation>) {
        let WindowRotation { first, len, turn } = rotation;
        let mask = u32::from(self.masks[set]);
        let window = mask >> first & ((1 << len) - 1);
        // Its first place is bit 0.
        let (rotated, moved) = match turn {
            Rotation::Left => (window >> 1 | (window & 1) << (len - 1), window & 1),
            Rotation::Right => {
                let last = window >> (len - 1) & 1;
                (window << 1 & ((1 << len) - 1) | last, last)
            }
        };
        let new = mask & !(((1 << len) - 1) << first) | rotated << first;
        let before = (mask & ((1 << first) - 1)).count_ones() as usize;
        let left =
            WindowRotation { first: first - before, len: len - window.count_ones() as usize, turn };
        (self.numbers[new as usize], (moved == 0).then_some(left))
    }

    /// The number of sets.
    #[inline]
    pub fn sets(&self) -> usize {
        self.masks.len()
    }

    /// The set after a rotation, and the rotation of the places that it leaves.
    #[inline]
    pub fn step(&self, rotation: u16, set: u16) -> (u16, u16) {
        self.steps[usize::from(rotation) * self.masks.len() + usize::from(set)]
    }

    /// The number of rotations.
    pub fn rotations(&self) -> usize {
        self.steps.len() / self.masks.len()
    }
}

impl LabelSpace {
    /// Creates the layers of a labelling.
    pub fn new(labelling: Labelling) -> LabelSpace {
        let shape = labelling.orbit().shape();
        let mut places = shape.tiles();
        let mut layers = Vec::new();
        let counts = labelling.counts();
        for &count in &counts[..counts.len() - 1] {
            layers.push(Layer::new(places, count, shape.cols()));
            places -= count;
        }
        let mut rotations = [[IDENTITY; 4]; MAX_NUMBERED_CELLS];
        let mut cells = [[None; 4]; MAX_NUMBERED_CELLS];
        // The tile that moves and those between its two cells.
        let vertical = |first: usize, turn: Rotation| {
            WindowRotation { first, len: shape.cols(), turn }.number(shape.cols())
        };
        for cell in 0..shape.cells() {
            for mv in Direction::ALL {
                let to = shape.neighbour(cell, mv);
                cells[cell][mv as usize] = to.map(|to| to as u8);
                rotations[cell][mv as usize] = match (mv, to) {
                    (Direction::Down, Some(_)) => vertical(cell, Rotation::Right),
                    (Direction::Up, Some(to)) => vertical(to, Rotation::Left),
                    _ => IDENTITY,
                };
            }
        }
        LabelSpace { labelling, layers, rotations, cells }
    }

    /// The labelling.
    pub const fn labelling(&self) -> Labelling {
        self.labelling
    }

    /// The shape.
    pub const fn shape(&self) -> SmallShape {
        self.labelling.orbit().shape()
    }

    /// The layers, that of the first label first.
    pub fn layers(&self) -> &[Layer] {
        &self.layers
    }

    /// The rotation of a vertical move from a cell.
    #[inline]
    pub const fn rotation(&self, cell: usize, mv: Direction) -> u16 {
        self.rotations[cell][mv as usize]
    }

    /// The state whose cells have these labels; that of the blank is 255.
    pub fn state_of(&self, labels: &[u8]) -> LabelState {
        let blank = labels.iter().position(|&label| label == u8::MAX).unwrap_or_default();
        let mut order: Vec<u8> = labels.iter().copied().filter(|&label| label != u8::MAX).collect();
        let mut state = LabelState { blank: blank as u8, ..LabelState::default() };
        for (number, layer) in (0..).zip(&self.layers) {
            let places = (0..).zip(&order).filter(|&(_, &label)| label == number);
            let mask = places.fold(0usize, |mask, (place, _)| mask | 1 << place);
            state.sets[usize::from(number)] = layer.numbers.get(mask).copied().unwrap_or_default();
            order.retain(|&label| label != number);
        }
        state
    }

    /// The number of a state's order.
    #[inline]
    pub fn order(&self, state: &LabelState) -> u64 {
        let sets = self.layers.iter().zip(state.sets);
        sets.fold(0, |order, (layer, set)| order * layer.masks.len() as u64 + u64::from(set))
    }

    /// The state after a move, or `None` if the move leaves the board.
    #[inline]
    pub fn step(&self, state: &LabelState, mv: Direction) -> Option<LabelState> {
        let blank = usize::from(state.blank) % MAX_NUMBERED_CELLS;
        let to = self.cells[blank][mv as usize]?;
        let mut next = LabelState { blank: to, ..*state };
        let mut rotation = self.rotations[blank][mv as usize];
        for (layer, set) in self.layers.iter().zip(&mut next.sets) {
            if rotation == IDENTITY {
                break;
            }
            (*set, rotation) = layer.step(rotation, *set);
        }
        Some(next)
    }

    /// The states that the blank passes on its way in one direction, the nearest first.
    pub fn along(&self, at: LabelState, mv: Direction) -> impl Iterator<Item = LabelState> {
        std::iter::successors(self.step(&at, mv), move |at| self.step(at, mv))
    }
}

impl Space for LabelSpace {
    type State = LabelState;
    type Move = Move;

    fn puzzle(&self) -> Puzzle {
        Puzzle::Labelled(self.labelling)
    }

    fn goal(&self) -> LabelState {
        self.state_of(&self.labelling.labels()[..self.shape().cells()])
    }

    #[inline]
    fn index(&self, at: LabelState) -> u64 {
        self.order(&at) * self.shape().cells() as u64 + u64::from(at.blank)
    }

    fn state(&self, index: u64) -> Option<LabelState> {
        if index >= self.states() {
            return None;
        }
        let cells = self.shape().cells() as u64;
        let mut state = LabelState { blank: (index % cells) as u8, ..LabelState::default() };
        let mut order = index / cells;
        for (layer, set) in self.layers.iter().zip(&mut state.sets).rev() {
            *set = (order % layer.sets() as u64) as u16;
            order /= layer.sets() as u64;
        }
        Some(state)
    }

    fn predecessors(&self, at: LabelState, mut visit: impl FnMut(LabelState, Move)) {
        for back in Direction::ALL {
            for (cells, before) in (1..).zip(self.along(at, back)) {
                visit(before, Move::along(back.inverse(), cells));
            }
        }
    }

    fn describe(&self, at: LabelState) -> String {
        format!("with labels {}", self.index(at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{LabellingSize, Orbit};

    /// Walks at random on a board with labels, and compares every state.
    #[test]
    fn steps_are_moves_of_labels() {
        for shape in ["2x7", "3x5", "4x4", "2x8"] {
            let shape: SmallShape = shape.parse().unwrap();
            for orbit in Orbit::all(shape) {
                let sizes = LabellingSize::ALL.into_iter();
                for labelling in sizes.flat_map(|size| Labelling::all(orbit, size)) {
                    let space = LabelSpace::new(labelling);
                    let shape = orbit.shape();
                    let mut labels = labelling.labels()[..shape.cells()].to_vec();
                    assert_eq!(
                        labels.iter().position(|&label| label == 255),
                        Some(orbit.goal_blank())
                    );
                    assert!(space.layers.len() <= MAX_LAYERS);
                    assert!(space.layers.last().unwrap().sets() <= 128);
                    let mut state = space.goal();
                    let mut random = 1u32;
                    for _ in 0..2000 {
                        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                        let mv = Direction::ALL[(random >> 24) as usize % 4];
                        let blank = usize::from(state.blank);
                        let to = shape.neighbour(blank, mv);
                        let next = space.step(&state, mv);
                        assert_eq!(next.is_some(), to.is_some());
                        let (Some(to), Some(next)) = (to, next) else { continue };
                        labels.swap(blank, to);
                        state = next;
                        assert_eq!(state, space.state_of(&labels), "{labelling}");
                        assert_eq!(space.state(space.index(state)), Some(state));
                    }
                }
            }
        }
    }
}
