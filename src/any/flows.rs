//! Flows: tiles side by side, by the direction in which each has to go.
//!
//! Where two tiles pass each other, a third one beside them decides what that costs, and where the
//! blank is. So the four cells of each square, and three cells in a line, have a term for each
//! combination of [`Directions`]. Squares and lines reach over the edge of the board.

use super::tile_code::CLASSES;

/// Nine directions in which a tile may have to go, the blank, and cells outside the board.
pub const DIRECTIONS: usize = 11;
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

/// Padded cells of the largest board, and two rows around it, up to a power of two.
const PADDED_CELLS: usize = 1 << 15;

/// The direction of the tile in each padded cell. They are numbers modulo `PADDED_CELLS`, so
/// there are some before the first one.
#[derive(Clone)]
pub struct Directions(Box<[u8; PADDED_CELLS]>);

impl Default for Directions {
    fn default() -> Directions {
        let all = vec![OUTSIDE; PADDED_CELLS].into_boxed_slice();
        Directions(all.try_into().expect("its length"))
    }
}

impl Directions {
    /// Puts a tile with a displacement class, or the blank, in a padded cell.
    #[inline]
    pub fn put(&mut self, class: usize, padded: u16) {
        self.0[usize::from(padded) % PADDED_CELLS] = OF_CLASS[class];
    }

    #[inline]
    fn get(&self, padded: usize) -> usize {
        self.0[padded % PADDED_CELLS].into()
    }

    /// Calls `each` with the number of each square of a board, and, from [`SQUARES`] on, with that
    /// of each line. Columns count as rows of the board with rows and columns exchanged.
    pub fn visit(&self, side: usize, stride: usize, mut each: impl FnMut(usize)) {
        let cell = |row: usize, col: usize| PADDED_CELLS + row * stride + col - 2 * stride - 2;
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
    squares: Box<Terms<{ SQUARES.next_power_of_two() }>>,
    /// Of lines in columns, and in rows.
    lines: [Terms<{ LINES.next_power_of_two() }>; 2],
}

/// Terms, and zeros up to a power of two, so that no index needs to be checked.
struct Terms<const COUNT: usize>([i16; COUNT]);

impl<const COUNT: usize> Terms<COUNT> {
    fn new(terms: Vec<i16>) -> Terms<COUNT> {
        let mut all = [0; COUNT];
        all.iter_mut().zip(terms).for_each(|(to, term)| *to = term);
        Terms(all)
    }

    #[inline]
    fn get(&self, at: u32) -> i32 {
        self.0[at as usize % COUNT].into()
    }

    /// The change if the number of a combination changes.
    #[inline]
    fn change(&self, at: u32, by: u32) -> i32 {
        self.get(at.wrapping_add(by)) - self.get(at)
    }
}

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
        let columns = (0..LINES).map(|it| rows[mirrored_line(it)]).collect();
        Flows { squares: Box::new(Terms::new(squares)), lines: [columns, rows].map(Terms::new) }
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
        const BASE: u32 = DIRECTIONS as u32;
        const SQUARE: u32 = BASE * BASE;
        const CUBE: u32 = SQUARE * BASE;
        let is_row = from.abs_diff(to) == 1;
        // The two cells are side by side along this way.
        let [along, across] = if is_row { [1, stride] } else { [stride, 1] };
        let [lines_across, lines_along] = if is_row {
            [&self.lines[0], &self.lines[1]]
        } else {
            [&self.lines[1], &self.lines[0]]
        };
        let [next_along, next_across] = if is_row { [SQUARE, BASE] } else { [BASE, SQUARE] };
        // Of padded cells only the lowest bits count, so these may wrap.
        let first = usize::from(from.min(to)).wrapping_sub(2 * along + 2 * across);
        let at = |row: usize, it: usize| {
            directions.get(first.wrapping_add(row * across + it * along)) as u32
        };
        // The cells that are in a square or a line with one of the two, which are `i2` and `i3`.
        let [g2, g3] = [at(0, 2), at(0, 3)];
        let [h1, h2, h3, h4] = [at(1, 1), at(1, 2), at(1, 3), at(1, 4)];
        let [i0, i1, i2] = [at(2, 0), at(2, 1), at(2, 2)];
        let [i3, i4, i5] = [at(2, 3), at(2, 4), at(2, 5)];
        let [j1, j2, j3, j4] = [at(3, 1), at(3, 2), at(3, 3), at(3, 4)];
        let [k2, k3] = [at(4, 2), at(4, 3)];
        let [tile, blank] = [u32::from(OF_CLASS[class]), u32::from(BLANK)];
        let after = if from < to { [blank, tile] } else { [tile, blank] };
        // The number of a combination is a sum, so it changes with each of the two.
        let [two, three] = [after[0].wrapping_sub(i2), after[1].wrapping_sub(i3)];
        let by = |of_two: u32, of_three: u32| {
            two.wrapping_mul(of_two).wrapping_add(three.wrapping_mul(of_three))
        };
        let line = |terms: &Terms<_>, [a, b, c]: [u32; 3], by: u32| {
            terms.change((a * BASE + b) * BASE + c, by)
        };
        let square = |[a, b]: [u32; 2], [c, d]: [u32; 2], by: u32| {
            self.squares.change(a * CUBE + b * next_along + c * next_across + d, by)
        };
        square([h1, h2], [i1, i2], by(1, 0))
            + square([h2, h3], [i2, i3], by(next_across, 1))
            + square([h3, h4], [i3, i4], by(0, next_across))
            + square([i1, i2], [j1, j2], by(next_along, 0))
            + square([i2, i3], [j2, j3], by(CUBE, next_along))
            + square([i3, i4], [j3, j4], by(0, CUBE))
            + line(lines_along, [i0, i1, i2], by(1, 0))
            + line(lines_along, [i1, i2, i3], by(BASE, 1))
            + line(lines_along, [i2, i3, i4], by(SQUARE, BASE))
            + line(lines_along, [i3, i4, i5], by(0, SQUARE))
            + line(lines_across, [g2, h2, i2], by(1, 0))
            + line(lines_across, [h2, i2, j2], by(BASE, 0))
            + line(lines_across, [i2, j2, k2], by(SQUARE, 0))
            + line(lines_across, [g3, h3, i3], by(0, 1))
            + line(lines_across, [h3, i3, j3], by(0, BASE))
            + line(lines_across, [i3, j3, k3], by(0, SQUARE))
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
                    let of_line = || flows.lines[1].get((it - SQUARES) as u32);
                    sum += if it < SQUARES { flows.squares.get(it as u32) } else { of_line() };
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
