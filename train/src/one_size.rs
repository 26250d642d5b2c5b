//! What the learned score of one size is made of.

use tilebase::any::training::{
    CLASSES, CONFLICTS, LINES, SQUARES, conflict_place, mirrored_square,
};

use crate::model::Features;
use crate::places::{InLine, Places};

/// The most cells of a board.
const MAX_CELLS: usize = 64;

pub struct OneSize {
    places: Places,
    in_line: InLine,
    /// For two tiles, the weight of their pair if they are in one cell.
    pairs: Vec<usize>,
    /// For each weight, the first one of those that are the same, with rows and columns exchanged.
    first: Vec<usize>,
}

impl OneSize {
    pub fn new(side: usize) -> OneSize {
        let (cells, width) = (side * side, 2 * side - 1);
        let ways = width * width;
        let places = Places::new(side);
        let tiles = || 0..cells - 1;
        let first = first_pair(cells);
        let flows = first_flow(cells);
        let pairs = tiles().flat_map(|a| (a + 1..cells - 1).map(move |b| (a, b))).map(|(a, b)| {
            let home = places.padded[b] - places.padded[a] - 1;
            first + home * ways + ways / 2
        });
        let transposed = |cell: usize| cell % side * side + cell / side;
        let parts =
            (0..cells * cells).map(|it| transposed(it / cells) * cells + transposed(it % cells));
        let in_place = cells * cells..flows;
        let squares = (0..SQUARES).map(|it| flows + mirrored_square(it));
        let lines = flows + SQUARES..first;
        // A pair has one weight, whichever of its tiles comes first.
        let way = |it: usize| it % width * width + it / width;
        let halves = (0..ways / 2 * ways).map(|it| {
            let [home, place] = [way(ways / 2 + 1 + it / ways), way(it % ways)];
            let [home, place] =
                if home > ways / 2 { [home, place] } else { [home, place].map(|it| ways - 1 - it) };
            first + (home - ways / 2 - 1) * ways + place
        });
        let mirrored = parts.chain(in_place).chain(squares).chain(lines).chain(halves);
        OneSize {
            first: mirrored.enumerate().map(|(at, mirrored)| at.min(mirrored)).collect(),
            pairs: pairs.collect(),
            in_line: InLine::new(side),
            places,
        }
    }
}

/// The index of the first weight of a flow: those of parts, adjacent tiles and conflicts come
/// first.
const fn first_flow(cells: usize) -> usize {
    cells * cells + CLASSES * CLASSES + 2 * CONFLICTS
}

/// The index of the first weight of a pair.
const fn first_pair(cells: usize) -> usize {
    first_flow(cells) + SQUARES + LINES
}

impl Features for OneSize {
    /// A tile counts half a unit for each step, and more for more.
    fn start(&self) -> Vec<f32> {
        let side = self.places.side;
        let cells = side * side;
        let ways = (2 * side - 1).pow(2);
        let mut weights = vec![0.0; first_pair(cells) + ways / 2 * ways];
        for number in 0..cells - 1 {
            for cell in 0..cells {
                let [down, right] = [number / side, number % side]
                    .into_iter()
                    .zip([cell / side, cell % side])
                    .map(|(home, at)| home.abs_diff(at) as f32)
                    .collect::<Vec<_>>()[..]
                else {
                    unreachable!("two axes");
                };
                weights[number * cells + cell] = 0.5 * (down + right)
                    + 0.05 * ((down - 1.0).powi(2) + (right - 1.0).powi(2) - 2.0);
            }
        }
        weights
    }

    fn fixed(&self, _board: &[u8]) -> i32 {
        0
    }

    #[inline]
    fn visit(&self, board: &[u8], mut each: impl FnMut(usize)) {
        let Places { padded, rows_and_cols, .. } = &self.places;
        let cells = board.len();
        let (mut at_padded, mut at) = ([0; MAX_CELLS], [[0; 2]; MAX_CELLS]);
        for (cell, &number) in board.iter().enumerate() {
            at_padded[usize::from(number)] = padded[cell];
            at[usize::from(number)] = rows_and_cols[cell];
            each(usize::from(number) * cells + cell);
        }
        self.places.visit(board, [cells * cells, first_flow(cells)], &mut each);
        let conflicts = first_flow(cells) - 2 * CONFLICTS;
        self.in_line.visit(&at, rows_and_cols, conflict_place, |it| each(conflicts + it));
        let mut pairs = self.pairs.iter();
        let last = cells - 1;
        for number in 0..last {
            let place = at_padded[number];
            let others = &at_padded[number + 1..];
            for (&pair, &other) in pairs.by_ref().take(last - 1 - number).zip(others) {
                each(pair + other - place);
            }
        }
    }

    fn first(&self) -> &[usize] {
        &self.first
    }

    fn first_flow(&self) -> usize {
        first_flow(self.places.side.pow(2))
    }

    fn decays(&self, at: usize) -> bool {
        at >= self.places.side.pow(4)
    }

    fn units(&self) -> f32 {
        100.0
    }

    fn title(&self) -> String {
        let side = self.places.side;
        format!("Learned score of {side}x{side}")
    }
}
