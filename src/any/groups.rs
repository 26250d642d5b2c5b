//! Groups of tiles that are in each other's cells in an odd order.
//!
//! Near the end of a solution most tiles are in their cells, and the others are in groups here and
//! there. Often a group has exactly the tiles that belong in its cells. If their order is odd,
//! which means that an odd number of exchanges would put them right, then the blank cannot do so by
//! going there and back: it makes an even number of moves, and each of them is an exchange. Another
//! odd group must be put right together with it, and the farther away that one is, the longer it
//! takes. The steps of the tiles tell nothing of this: beams ended where two odd groups were left.

use super::score::number;
use crate::puzzle::is_odd;

/// With more tiles out of their cells, there is hardly a group that has only its own.
const MOST: usize = 40;

/// In place of the position of a tile: it is in its cell, or it has yet to be added to a group.
const IN_ITS_CELL: u16 = u16::MAX;
const ADDED_LATER: u16 = u16::MAX - 1;

/// Finds odd groups, and keeps the memory for it.
///
/// The cells have numbers here, their places, as if the board had one more cell on each side. So
/// each cell has eight around it.
#[derive(Default)]
pub(super) struct Groups {
    /// The place of each cell, and the cell of each place.
    places: Vec<u16>,
    cells: Vec<u16>,
    /// From a place to those around it.
    around: [usize; 8],
    /// The places of all tiles that are out of their cells, as they are found.
    out: Vec<u16>,
    /// The same places, one group after the other, and the position of each of them there.
    grouped: Vec<u16>,
    positions: Vec<u16>,
}

impl Groups {
    /// Begins with boards of this size.
    pub fn begin(&mut self, rows: usize, cols: usize) {
        let stride = cols + 2;
        let place = |cell: usize| ((cell / cols + 1) * stride + cell % cols + 1) as u16;
        self.places.clear();
        self.places.extend((0..rows * cols).map(place));
        self.cells.clear();
        self.cells.resize((rows + 2) * stride, 0);
        for (cell, &place) in (0..).zip(&self.places) {
            self.cells[usize::from(place)] = cell;
        }
        self.positions.clear();
        self.positions.resize(self.cells.len(), IN_ITS_CELL);
        let row = [stride - 1, stride, stride + 1];
        let [up, down] = [row.map(usize::wrapping_neg), row];
        self.around = [up[0], up[1], up[2], 1_usize.wrapping_neg(), 1, down[0], down[1], down[2]];
    }

    /// How many groups of a board are odd. `entries` are those of its cells.
    pub fn odd(&mut self, entries: &[u16], blank: usize) -> i32 {
        let out = || entries.iter().enumerate().filter(|&(cell, &entry)| number(entry) != cell);
        if out().count() > MOST {
            return 0;
        }
        self.out.clear();
        for (cell, _) in out().filter(|&(cell, _)| cell != blank) {
            self.positions[usize::from(self.places[cell])] = ADDED_LATER;
            self.out.push(self.places[cell]);
        }
        self.grouped.clear();
        let mut odd = 0;
        for i in 0..self.out.len() {
            if self.positions[usize::from(self.out[i])] == ADDED_LATER {
                let first = self.grouped.len();
                self.group(self.out[i]);
                odd += i32::from(self.is_odd(first, entries));
            }
        }
        for &place in &self.out {
            self.positions[usize::from(place)] = IN_ITS_CELL;
        }
        odd
    }

    /// Adds the group to which the tile in a place belongs.
    fn group(&mut self, place: u16) {
        let mut at = self.grouped.len();
        self.add(place);
        while let Some(&place) = self.grouped.get(at) {
            for step in self.around {
                let near = usize::from(place).wrapping_add(step);
                if self.positions[near] == ADDED_LATER {
                    self.add(near as u16);
                }
            }
            at += 1;
        }
    }

    fn add(&mut self, place: u16) {
        self.positions[usize::from(place)] = self.grouped.len() as u16;
        self.grouped.push(place);
    }

    /// Whether the last group, which begins at this position, has exactly the tiles that belong
    /// there, in an odd order.
    fn is_odd(&self, first: usize, entries: &[u16]) -> bool {
        let group = &self.grouped[first..];
        let mut order = [0; MOST];
        for (element, &place) in order.iter_mut().zip(group) {
            let tile = number(entries[usize::from(self.cells[usize::from(place)])]);
            let position = usize::from(self.positions[usize::from(self.places[tile])]);
            if !(first..self.grouped.len()).contains(&position) {
                return false;
            }
            *element = (position - first) as u8 + 1;
        }
        is_odd(&order[..group.len()])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::any::field::Field;
    use crate::any::score::Score;

    /// The number of odd groups on 5x6, if each of these cells has the tile of the next one, and
    /// the last one that of the first.
    fn odd(rings: &[&[usize]], blank: usize) -> i32 {
        let mut cells: Vec<u16> = (0..30).collect();
        for ring in rings {
            for (i, &cell) in ring.iter().enumerate() {
                cells[cell] = ring[(i + 1) % ring.len()] as u16;
            }
        }
        let field = Field { rows: 5, cols: 6, cells, blank, home: 29 };
        let score = Score::new(&field, 0);
        let entries = field.cells.iter().enumerate();
        let entries: Vec<u16> =
            entries.map(|(cell, &number)| score.entry(number.into(), cell)).collect();
        let mut groups = Groups::default();
        groups.begin(5, 6);
        let found = groups.odd(&entries, blank);
        assert_eq!(groups.odd(&entries, blank), found, "nothing is left behind");
        found
    }

    #[test]
    fn groups_are_odd_if_their_order_is() {
        assert_eq!(odd(&[], 29), 0);
        // Two tiles, four in a block, and six around it, far from each other.
        assert_eq!(odd(&[&[0, 1]], 29), 1);
        assert_eq!(odd(&[&[0, 1], &[4, 5, 11, 10]], 29), 2);
        assert_eq!(odd(&[&[0, 1], &[4, 5, 11, 10], &[12, 13, 14, 20, 19, 18]], 29), 3);
        // Three tiles are even, and so are two pairs in one group. Corners are near.
        assert_eq!(odd(&[&[0, 1, 2]], 29), 0);
        assert_eq!(odd(&[&[0, 1], &[6, 7]], 29), 0);
        assert_eq!(odd(&[&[0, 1], &[8, 9]], 29), 0);
        assert_eq!(odd(&[&[0, 1], &[9, 10]], 29), 2);
        // What is at the end of a row is not near what begins the next one.
        assert_eq!(odd(&[&[4, 5], &[12, 18]], 29), 2);
    }

    #[test]
    fn groups_without_all_of_their_tiles_are_not_odd() {
        // Two tiles that are far apart, and a ring through the blank's cell.
        assert_eq!(odd(&[&[0, 5]], 29), 0);
        assert_eq!(odd(&[&[22, 23, 29, 28]], 29), 0);
        assert_eq!(odd(&[&[0, 5], &[13, 14]], 29), 1);
    }
}
