//! Flows: tiles side by side, by the direction in which each has to go.
//!
//! Where two tiles pass each other, a third one beside them decides what that costs, and where the
//! blank is. So the four cells of each square, and three cells in a line, have a term for each
//! combination of [`Directions`]. Squares and lines reach over the edge of the board.

use super::tile_code::CLASSES;

/// Nine directions in which a tile may have to go, the blank, and cells outside the board.
const DIRECTIONS: usize = 11;
const BLANK: u8 = 9;
const OUTSIDE: u8 = 10;

/// The combinations of directions in squares, in the order of reading.
pub const SQUARES: usize = DIRECTIONS.pow(4);
/// The combinations in lines.
pub const LINES: usize = DIRECTIONS.pow(3);

/// The direction of a displacement class: down and right as 0 to 2, where 1 is neither.
const OF_CLASS: [u8; CLASSES + 1] = {
    let mut directions = [BLANK; CLASSES + 1];
    let mut class = 0;
    while class < CLASSES {
        let (down, right) = (class / 5, class % 5);
        let [down, right] =
            [(down > 1) as u8 + (down > 2) as u8, (right > 1) as u8 + (right > 2) as u8];
        directions[class] = 3 * down + right;
        class += 1;
    }
    directions
};

/// A direction with rows and columns exchanged.
const fn mirrored(direction: usize) -> usize {
    if direction < BLANK as usize { direction % 3 * 3 + direction / 3 } else { direction }
}

/// One of the directions in a square or a line, counted from the last one.
const fn digit(combination: usize, place: u32) -> usize {
    combination / DIRECTIONS.pow(place) % DIRECTIONS
}

/// The directions in a square with rows and columns exchanged.
#[must_use]
pub const fn mirrored_square(square: usize) -> usize {
    let [a, b, c, d] = [digit(square, 3), digit(square, 2), digit(square, 1), digit(square, 0)];
    ((mirrored(a) * DIRECTIONS + mirrored(c)) * DIRECTIONS + mirrored(b)) * DIRECTIONS + mirrored(d)
}

/// True if a square's term is in a file of weights: it is that of the mirrored square, too.
#[must_use]
pub const fn is_kept(square: usize) -> bool {
    square <= mirrored_square(square)
}

/// The directions in a line with rows and columns exchanged.
const fn mirrored_line(line: usize) -> usize {
    let [a, b, c] = [digit(line, 2), digit(line, 1), digit(line, 0)];
    (mirrored(a) * DIRECTIONS + mirrored(b)) * DIRECTIONS + mirrored(c)
}

/// The direction of the tile in each padded cell. Padded cells beyond 255 begin at 0 again: this is
/// for sizes with learned scores, which have fewer.
#[derive(Clone)]
pub struct Directions([u8; 256]);

impl Default for Directions {
    fn default() -> Directions {
        Directions([OUTSIDE; 256])
    }
}

impl Directions {
    /// Puts a tile with a displacement class, or the blank, in a padded cell.
    #[inline]
    pub fn put(&mut self, class: usize, padded: u16) {
        self.0[usize::from(padded as u8)] = OF_CLASS[class];
    }

    #[inline]
    fn get(&self, padded: usize) -> usize {
        self.0[usize::from(padded as u8)].into()
    }

    /// Calls `each` with the number of each square of a board, and, from [`SQUARES`] on, with that
    /// of each line. Columns count as rows of the board with rows and columns exchanged.
    pub fn visit(&self, side: usize, stride: usize, mut each: impl FnMut(usize)) {
        // Padded cells are numbers modulo 256, so there are some before the first one.
        let cell = |row: usize, col: usize| (256 + row * stride + col) - 2 * stride - 2;
        let line = |start: usize, step: usize| {
            let [a, b, c] = [0, step, 2 * step].map(|it| self.get(start + it));
            (a * DIRECTIONS + b) * DIRECTIONS + c
        };
        for (row, col) in (0..side + 2).flat_map(|row| (0..side + 2).map(move |col| (row, col))) {
            let at = cell(row, col);
            if row > 0 && col > 0 {
                let [a, b, c, d] = [0, 1, stride, stride + 1].map(|it| self.get(at + it));
                each(((a * DIRECTIONS + b) * DIRECTIONS + c) * DIRECTIONS + d);
            }
            if row > 1 {
                each(SQUARES + line(at, 1));
            }
            if col > 1 {
                each(SQUARES + mirrored_line(line(at, stride)));
            }
        }
    }
}

/// The terms of flows.
pub(super) struct Flows {
    squares: Vec<i16>,
    /// Of lines in columns, and in rows.
    lines: [Vec<i16>; 2],
}

/// The directions in the cells that are in a square or a line with one of two cells side by side,
/// by how far they are across, from two before, and along. The two are in the middle, at 2 and 3.
type Near = [[u32; 6]; 5];

impl Flows {
    /// The terms, of which squares have one whether or not rows and columns are exchanged.
    pub fn new(mut take: impl FnMut(usize) -> Vec<i16>) -> Flows {
        let mut kept = take((0..SQUARES).filter(|&it| is_kept(it)).count()).into_iter();
        let mut squares: Vec<i16> = Vec::with_capacity(SQUARES);
        for square in 0..SQUARES {
            let same = squares.get(mirrored_square(square)).copied();
            squares.push(same.or_else(|| kept.next()).unwrap_or_default());
        }
        let rows = take(LINES);
        Flows { squares, lines: [(0..LINES).map(|it| rows[mirrored_line(it)]).collect(), rows] }
    }

    /// The change of the terms if a tile goes from a padded cell to the blank's, beside it, where
    /// it has this displacement class. `stride` is the number of padded cells in a row.
    #[inline]
    pub fn change(
        &self,
        directions: &Directions,
        [from, to]: [u16; 2],
        class: usize,
        stride: usize,
    ) -> i32 {
        let is_row = from.abs_diff(to) == 1;
        let [along, across] = if is_row { [1, stride] } else { [stride, 1] };
        // Of padded cells only the lowest bits count, so these may wrap.
        let first = usize::from(from.min(to)).wrapping_sub(2 * along + 2 * across);
        let mut near = [[0; 6]; 5];
        let mut look = |row: usize, from: usize, count: usize| {
            for (it, near) in near[row].iter_mut().enumerate().skip(from).take(count) {
                let cell = first.wrapping_add(row * across + it * along);
                *near = directions.get(cell) as u32;
            }
        };
        look(0, 2, 2);
        look(1, 1, 4);
        look(2, 0, 6);
        look(3, 1, 4);
        look(4, 2, 2);
        let before = self.sum(&near, is_row);
        let at = usize::from(from < to);
        near[2][3 - at] = BLANK.into();
        near[2][2 + at] = OF_CLASS[class].into();
        self.sum(&near, is_row) - before
    }

    /// The terms of the squares and the lines with one of the two cells.
    #[inline]
    fn sum(&self, near: &Near, is_row: bool) -> i32 {
        const BASE: u32 = DIRECTIONS as u32;
        let (next_along, next_across) =
            if is_row { (BASE * BASE, BASE) } else { (BASE, BASE * BASE) };
        let mut sum = 0;
        for across in 1..3 {
            for along in 1..4 {
                let square = near[across][along] * BASE.pow(3)
                    + near[across][along + 1] * next_along
                    + near[across + 1][along] * next_across
                    + near[across + 1][along + 1];
                sum += i32::from(self.squares[square as usize]);
            }
        }
        let term = |lines: &[i16], [a, b, c]: [u32; 3]| {
            i32::from(lines[((a * BASE + b) * BASE + c) as usize])
        };
        let [lines_across, lines_along] = if is_row {
            [&self.lines[0], &self.lines[1]]
        } else {
            [&self.lines[1], &self.lines[0]]
        };
        for it in 0..4 {
            sum += term(lines_along, [0, 1, 2].map(|step| near[2][it + step]));
        }
        for it in 0..3 {
            for along in [2, 3] {
                sum += term(lines_across, [0, 1, 2].map(|step| near[it + step][along]));
            }
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_is_the_difference_of_two_boards() {
        let mut state = 1_u32;
        let mut random = |below: usize| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) as usize % below
        };
        let flows =
            Flows::new(|count| (0..count).map(|_| i16::from(random(256) as u8) - 128).collect());
        for (side, stride) in [(6, 14), (7, 16)].repeat(20) {
            let padded = |cell: usize| (cell / side * stride + cell % side) as u16;
            let mut directions = Directions::default();
            (0..side * side).for_each(|cell| directions.put(random(CLASSES), padded(cell)));
            let sum = |directions: &Directions| {
                let mut sum = 0;
                directions.visit(side, stride, |it| {
                    let rows = &flows.lines[1];
                    sum += i32::from(*flows.squares.get(it).unwrap_or_else(|| &rows[it - SQUARES]));
                });
                sum
            };
            for from in 0..side * side {
                let down = (from + side < side * side).then_some(from + side);
                let right = (from % side + 1 < side).then_some(from + 1);
                for (from, to) in
                    down.into_iter().chain(right).flat_map(|to| [(from, to), (to, from)])
                {
                    let mut before = directions.clone();
                    before.put(CLASSES, padded(to));
                    let (mut after, class) = (before.clone(), random(CLASSES));
                    after.put(CLASSES, padded(from));
                    after.put(class, padded(to));
                    let cells = [from, to].map(padded);
                    let change = flows.change(&before, cells, class, stride);
                    assert_eq!(change, sum(&after) - sum(&before), "{side} {from} {to}");
                }
            }
        }
    }
}
