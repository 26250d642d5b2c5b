//! Groups of tiles that are in each other's cells in an odd order.
//!
//! Near the end of a solution most tiles are in their cells, and the others are in groups here and
//! there. Often a group has exactly the tiles that belong in its cells. If their order is odd,
//! which means that an odd number of exchanges would put them right, then the blank cannot do so by
//! going there and back: it makes an even number of moves, and each of them is an exchange. Another
//! odd group must be put right together with it, and the farther away that one is, the longer it
//! takes. The steps of the tiles tell nothing of this: beams ended where two odd groups were left.

use super::score::{Score, number};

/// With more tiles out of their cells, there is hardly a group that has only its own.
const MOST: usize = 40;

/// In place of a group's number: no tile is out of its cell there, the tile has yet to be added to
/// a group, or the tile's order is known. The first group has the number after them.
const NONE: u16 = 0;
const ADDED_LATER: u16 = 1;
const KNOWN: u16 = 2;

/// Finds odd groups, and keeps the memory for it.
///
/// The cells have numbers here, their places, as if the board had one more cell on each side. So
/// each cell has eight around it.
#[derive(Default)]
pub(super) struct Groups {
    /// The entry of each cell's own tile.
    own: Vec<u16>,
    /// The place of each cell, and the cell of each place.
    places: Vec<u16>,
    cells: Vec<u16>,
    /// From a place to those around it.
    around: [usize; 8],
    /// The number of the group in each place.
    numbers: Vec<u16>,
    /// The places of all tiles that are not in their cells, and of a group.
    all: Vec<u16>,
    group: Vec<u16>,
}

impl Groups {
    /// Begins with boards of this size.
    pub fn begin(&mut self, [rows, cols]: [usize; 2], score: &Score) {
        let stride = cols + 2;
        let all = || 0..rows * cols;
        self.own.clear();
        self.own.extend(all().map(|cell| score.entry(cell, cell)));
        self.places.clear();
        self.places.extend(all().map(|cell| ((cell / cols + 1) * stride + cell % cols + 1) as u16));
        self.cells.clear();
        self.cells.resize((rows + 2) * stride, 0);
        for (cell, &place) in (0..).zip(&self.places) {
            self.cells[usize::from(place)] = cell;
        }
        self.numbers.clear();
        self.numbers.resize(self.cells.len(), NONE);
        let row = [stride - 1, stride, stride + 1];
        let [up, down] = [row.map(usize::wrapping_neg), row];
        self.around = [up[0], up[1], up[2], 1_usize.wrapping_neg(), 1, down[0], down[1], down[2]];
    }

    /// How many groups of a board are odd. `entries` are those of its cells.
    pub fn odd(&mut self, entries: &[u16], blank: usize) -> i32 {
        let tiles = || entries.iter().zip(&self.own);
        if tiles().filter(|(entry, own)| entry != own).count() > MOST {
            return 0;
        }
        self.all.clear();
        for (cell, (entry, own)) in tiles().enumerate() {
            if entry != own && cell != blank {
                self.numbers[usize::from(self.places[cell])] = ADDED_LATER;
                self.all.push(self.places[cell]);
            }
        }
        let (mut odd, mut number) = (0, KNOWN);
        for i in 0..self.all.len() {
            if self.numbers[usize::from(self.all[i])] == ADDED_LATER {
                number += 1;
                self.gather(self.all[i], number);
                odd += i32::from(self.is_odd(entries, number));
            }
        }
        for &place in &self.all {
            self.numbers[usize::from(place)] = NONE;
        }
        odd
    }

    /// Makes the group to which the tile in a place belongs.
    fn gather(&mut self, first: u16, number: u16) {
        self.numbers[usize::from(first)] = number;
        self.group.clear();
        self.group.push(first);
        let mut at = 0;
        while let Some(&place) = self.group.get(at) {
            for step in self.around {
                let near = usize::from(place).wrapping_add(step);
                if self.numbers[near] == ADDED_LATER {
                    self.numbers[near] = number;
                    self.group.push(near as u16);
                }
            }
            at += 1;
        }
    }

    /// Whether the group that was made last has exactly the tiles that belong there, in an odd
    /// order.
    fn is_odd(&mut self, entries: &[u16], own: u16) -> bool {
        let belongs = |place: usize| {
            let tile = number(entries[usize::from(self.cells[place])]);
            usize::from(self.places[tile])
        };
        if self.group.iter().any(|&place| self.numbers[belongs(place.into())] != own) {
            return false;
        }
        // A ring of tiles that take each other's cells is put right by one exchange less than it
        // has tiles.
        let mut exchanges = self.group.len();
        for &first in &self.group {
            let mut place = usize::from(first);
            exchanges -= usize::from(self.numbers[place] == own);
            while self.numbers[place] == own {
                self.numbers[place] = KNOWN;
                place = belongs(place);
            }
        }
        exchanges % 2 == 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::any::field::Field;

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
        groups.begin([5, 6], &score);
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
