//! Odd clusters: tiles out of their cells that are in each other's cells, in an odd order.
//!
//! Near the end of a solution most tiles are in their cells, and the others form clusters. Often a
//! cluster has exactly the tiles that belong in its cells. If their order is an odd permutation,
//! the blank cannot put it right by going there and back: it makes an even number of moves, and
//! each of them is an exchange. Another odd cluster must be put right together with it, and the
//! farther away that one is, the longer it takes. Manhattan distance shows nothing of this, and
//! beams ended where two odd clusters were left.

use super::tile_code::{Code, number};
use super::tuning::{CLUSTER_MAX_TILES, CLUSTERED_TILES_PER_5_CELLS};
use crate::puzzle::is_odd;

/// In place of the index of a tile in a cluster: it is in its cell.
const IN_ITS_CELL: u16 = u16::MAX;

/// In place of the index of a tile in a cluster: it is not in a cluster yet.
const UNASSIGNED: u16 = u16::MAX - 1;

/// Counts odd clusters, and keeps the memory for it.
///
/// Cells are numbered as on a board with one more cell on each side, so that each has eight
/// neighbours: their *bordered* cells.
#[derive(Default)]
pub(super) struct OddClusters {
    /// The bordered cell of each cell, and the cell of each bordered cell.
    bordered: Vec<u16>,
    cells: Vec<u16>,
    /// The steps from a bordered cell to its neighbours.
    neighbours: [usize; 8],
    /// The bordered cells of tiles out of their cells, in order.
    misplaced: Vec<u16>,
    /// The same, cluster by cluster, and their number.
    clustered: Vec<u16>,
    count: usize,
    /// The index there of each bordered cell.
    indices: Vec<u16>,
}

impl OddClusters {
    /// Prepares for boards of this size.
    pub fn begin(&mut self, rows: usize, cols: usize) {
        let stride = cols + 2;
        let bordered = |cell: usize| ((cell / cols + 1) * stride + cell % cols + 1) as u16;
        self.bordered.clear();
        self.bordered.extend((0..rows * cols).map(bordered));
        self.cells.clear();
        self.cells.resize((rows + 2) * stride, 0);
        for (cell, &bordered) in (0..).zip(&self.bordered) {
            self.cells[usize::from(bordered)] = cell;
        }
        self.indices.clear();
        self.indices.resize(self.cells.len(), IN_ITS_CELL);
        self.clustered.resize(most_tiles(rows * cols), 0);
        let row = [stride - 1, stride, stride + 1];
        let [up, down] = [row.map(usize::wrapping_neg), row];
        self.neighbours =
            [up[0], up[1], up[2], 1_usize.wrapping_neg(), 1, down[0], down[1], down[2]];
    }

    /// The number of odd clusters of a board, which is given by the tile code of each cell. Zero if
    /// too many tiles are out of their cells.
    pub fn count(&mut self, codes: &[Code], blank: usize) -> i32 {
        let is_misplaced = |(cell, &code): (usize, &Code)| number(code) != cell;
        let most = most_tiles(codes.len());
        if codes.iter().enumerate().filter(|&it| is_misplaced(it)).count() > most {
            return 0;
        }
        let mut misplaced = std::mem::take(&mut self.misplaced);
        misplaced.resize(most + 1, 0);
        // Without branches, which could not be predicted.
        let mut count = 0;
        for (cell, code) in codes.iter().enumerate() {
            misplaced[count] = self.bordered[cell];
            count += usize::from(is_misplaced((cell, code)) && cell != blank);
        }
        misplaced.truncate(count);
        for &cell in &misplaced {
            self.indices[usize::from(cell)] = UNASSIGNED;
        }
        self.count = 0;
        let mut odd = 0;
        for &cell in &misplaced {
            if self.indices[usize::from(cell)] == UNASSIGNED {
                let first = self.count;
                self.add_cluster(cell);
                odd += i32::from(self.is_odd(first, codes));
            }
        }
        for &cell in &misplaced {
            self.indices[usize::from(cell)] = IN_ITS_CELL;
        }
        self.misplaced = misplaced;
        odd
    }

    /// Adds the cluster of the tile in a bordered cell.
    fn add_cluster(&mut self, cell: u16) {
        let mut next = self.count;
        self.indices[usize::from(cell)] = next as u16;
        self.clustered[next] = cell;
        let mut count = next + 1;
        while next < count {
            let cell = usize::from(self.clustered[next]);
            for step in self.neighbours {
                let neighbour = cell.wrapping_add(step);
                let index = &mut self.indices[neighbour];
                if *index == UNASSIGNED {
                    *index = count as u16;
                    self.clustered[count] = neighbour as u16;
                    count += 1;
                }
            }
            next += 1;
        }
        self.count = count;
    }

    /// True if the last cluster, which begins at the index `first`, has exactly the tiles that
    /// belong in its cells, in an odd order.
    fn is_odd(&self, first: usize, codes: &[Code]) -> bool {
        let cluster = &self.clustered[first..self.count];
        if cluster.len() > CLUSTER_MAX_TILES {
            return false;
        }
        let mut order = [0; CLUSTER_MAX_TILES];
        for (element, &cell) in order.iter_mut().zip(cluster) {
            let tile = number(codes[usize::from(self.cells[usize::from(cell)])]);
            let index = usize::from(self.indices[usize::from(self.bordered[tile])]);
            if !(first..self.count).contains(&index) {
                return false;
            }
            *element = (index - first) as u8 + 1;
        }
        is_odd(&order[..cluster.len()])
    }
}

/// With more tiles out of their cells, clusters are not counted.
const fn most_tiles(cells: usize) -> usize {
    CLUSTERED_TILES_PER_5_CELLS * cells / 5
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::any::normal_board::NormalBoard;
    use crate::any::score::Scorer;

    /// The number of odd clusters on 5x6, if each cell of a ring has the tile of the next one, and
    /// the last one that of the first.
    fn count(rings: &[&[usize]], blank: usize) -> i32 {
        let mut cells: Vec<u16> = (0..30).collect();
        for ring in rings {
            for (i, &cell) in ring.iter().enumerate() {
                cells[cell] = ring[(i + 1) % ring.len()] as u16;
            }
        }
        let board = NormalBoard { rows: 5, cols: 6, cells, blank, blank_goal: 29 };
        let scorer = Scorer::new(&board, 0);
        let cells = board.cells.iter().enumerate();
        let codes: Vec<Code> =
            cells.map(|(cell, &number)| scorer.code(number.into(), cell)).collect();
        let mut clusters = OddClusters::default();
        clusters.begin(5, 6);
        let odd = clusters.count(&codes, blank);
        assert_eq!(clusters.count(&codes, blank), odd, "nothing is left behind");
        odd
    }

    #[test]
    fn clusters_are_odd_if_their_order_is() {
        assert_eq!(count(&[], 29), 0);
        // Two tiles, four in a block, and six around it, far from each other.
        assert_eq!(count(&[&[0, 1]], 29), 1);
        assert_eq!(count(&[&[0, 1], &[4, 5, 11, 10]], 29), 2);
        assert_eq!(count(&[&[0, 1], &[4, 5, 11, 10], &[12, 13, 14, 20, 19, 18]], 29), 3);
        // Three tiles are even, and so are two pairs in one cluster. Corners touch.
        assert_eq!(count(&[&[0, 1, 2]], 29), 0);
        assert_eq!(count(&[&[0, 1], &[6, 7]], 29), 0);
        assert_eq!(count(&[&[0, 1], &[8, 9]], 29), 0);
        assert_eq!(count(&[&[0, 1], &[9, 10]], 29), 2);
        // The end of a row does not touch the beginning of the next one.
        assert_eq!(count(&[&[4, 5], &[12, 18]], 29), 2);
    }

    #[test]
    fn clusters_without_all_of_their_tiles_are_not_odd() {
        // Two tiles that are far apart, and a ring through the blank's cell.
        assert_eq!(count(&[&[0, 5]], 29), 0);
        assert_eq!(count(&[&[22, 23, 29, 28]], 29), 0);
        assert_eq!(count(&[&[0, 5], &[13, 14]], 29), 1);
    }
}
