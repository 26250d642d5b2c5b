//! The prices of the blank's cells, so that boards with the blank in different cells can be
//! compared.
//!
//! Each move of the blank takes a tile the other way. Near a corner most tiles belong farther
//! inside, so the score improves while the blank goes there, and worsens while it comes back. The
//! same holds around every area where a beam has been for a while: all tiles that could gain from
//! leaving it are at its edge by then. Without prices, the best boards of a beam would keep the
//! blank in such places.
//!
//! A path is good only if its tiles gain more than usual there. So the price of a cell is the usual
//! gain on the way to it. Each pair of neighbouring cells says how much the price should rise from
//! one to the other. These slopes are averaged over small squares of cells, so that the gain of a
//! single tile still counts, and the prices fit them best in the sense of least squares.

use super::tuning::{PRICE_SQUARE_SIDE, PRICE_SWEEPS_PER_LINE};

/// The squares of cells along one axis.
#[derive(Clone, Copy)]
struct Squares {
    /// The rows, or the columns.
    lines: usize,
    count: usize,
}

impl Squares {
    fn new(lines: usize) -> Squares {
        Squares { lines, count: (lines / PRICE_SQUARE_SIDE).max(1) }
    }

    /// The square of a row or column.
    const fn of(self, line: usize) -> usize {
        line * self.count / self.lines
    }

    /// The distance of the centres of two neighbouring squares, in cells.
    fn distance(self) -> f64 {
        self.lines as f64 / self.count as f64
    }

    /// The two squares around a row or column, and how near it is to the centre of the second one,
    /// from 0 to 1.
    #[expect(clippy::cast_sign_loss, reason = "clamped")]
    fn around(self, line: usize) -> ([usize; 2], f64) {
        let last = self.count - 1;
        let place = ((line as f64 + 0.5) / self.distance() - 0.5).clamp(0.0, last as f64);
        let first = place as usize;
        ([first, (first + 1).min(last)], place - first as f64)
    }
}

/// Computes the price of each cell of a board with `rows` and `cols`.
///
/// `slope` says how much the price should rise from a cell to the next one in its row or column.
/// `None` if the blank is in one of the two.
pub(super) fn compute(
    [rows, cols]: [usize; 2],
    slope: impl Fn(usize, usize) -> Option<i32>,
    prices: &mut Vec<i32>,
) {
    let (down, right) = (Squares::new(rows), Squares::new(cols));
    let square = |cell: usize| down.of(cell / cols) * right.count + right.of(cell % cols);
    let mut sums = vec![[(0_i64, 0_u32); 2]; down.count * right.count];
    for cell in 0..rows * cols {
        let next = [
            (cell + cols < rows * cols).then_some(cell + cols),
            (cell % cols + 1 < cols).then_some(cell + 1),
        ];
        for (next, (sum, count)) in next.into_iter().zip(&mut sums[square(cell)]) {
            if let Some(slope) = next.and_then(|next| slope(cell, next)) {
                *sum += i64::from(slope);
                *count += 1;
            }
        }
    }
    let mean = |(sum, count): (i64, u32)| sum as f64 / f64::from(count.max(1));
    let slopes: Vec<[f64; 2]> = sums.into_iter().map(|sums| sums.map(mean)).collect();
    let potential = fit([down, right], &slopes);
    let least = potential.iter().copied().fold(f64::INFINITY, f64::min);
    prices.clear();
    prices.extend((0..rows * cols).map(|cell| {
        let ((rows, y), (cols, x)) = (down.around(cell / cols), right.around(cell % cols));
        let row = |row: usize| {
            let [left, right] = cols.map(|col| potential[row * right.count + col]);
            left + x * (right - left)
        };
        (row(rows[0]) + y * (row(rows[1]) - row(rows[0])) - least) as i32
    }));
}

/// The values for squares whose differences fit the mean slopes of the squares best, by successive
/// over-relaxation.
fn fit([down, right]: [Squares; 2], slopes: &[[f64; 2]]) -> Vec<f64> {
    let (rows, cols) = (down.count, right.count);
    let lines = rows.max(cols);
    // Near the best factor for a square grid, 2 / (1 + sin(pi / lines)).
    let factor = 2.0 / (1.0 + 3.0 / (lines + 1) as f64);
    let mut values = vec![0.0; slopes.len()];
    for _ in 0..PRICE_SWEEPS_PER_LINE * lines {
        for square in 0..values.len() {
            let (mut sum, mut count) = (0.0, 0.0);
            let mut from = |other: usize, axis: usize, distance: f64| {
                sum +=
                    values[other] + distance * (slopes[other][axis] + slopes[square][axis]) / 2.0;
                count += 1.0;
            };
            if square >= cols {
                from(square - cols, 0, down.distance());
            }
            if square + cols < values.len() {
                from(square + cols, 0, -down.distance());
            }
            if square % cols > 0 {
                from(square - 1, 1, right.distance());
            }
            if square % cols + 1 < cols {
                from(square + 1, 1, -right.distance());
            }
            if count > 0.0 {
                values[square] += factor * (sum / count - values[square]);
            }
        }
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prices_follow_slopes() {
        // Three cells to a side of a square: squares along a row, along a column, and in a grid.
        for [rows, cols] in [[2, 30], [30, 2], [30, 30], [2, 2]] {
            let slope = |cell: usize, next: usize| {
                (cell != 5).then_some(if next == cell + 1 { 100 } else { -70 })
            };
            let mut prices = Vec::new();
            compute([rows, cols], slope, &mut prices);
            assert_eq!(prices.len(), rows * cols);
            assert_eq!(prices.iter().min(), Some(&0));
            let price = |row: usize, col: usize| prices[row * cols + col];
            // Inside, as steep as asked for, but for what more sweeps would change.
            for (row, col) in
                (3..rows.saturating_sub(3)).flat_map(|r| (0..cols).map(move |c| (r, c)))
            {
                assert!(
                    (69..=71).contains(&(price(row - 1, col) - price(row, col))),
                    "{row} {col}"
                );
            }
            for (row, col) in
                (0..rows).flat_map(|r| (3..cols.saturating_sub(3)).map(move |c| (r, c)))
            {
                let rise = price(row, col) - price(row, col - 1);
                assert!((97..=103).contains(&rise), "{row} {col}");
            }
        }
    }

    #[test]
    fn what_leads_around_in_a_circle_has_no_price() {
        let (rows, cols) = (30, 30);
        // To the right in the upper half, to the left in the lower one.
        let slope = |cell: usize, next: usize| {
            let is_upper = cell / cols < rows / 2;
            Some(if next != cell + 1 {
                0
            } else if is_upper {
                100
            } else {
                -100
            })
        };
        let mut prices = Vec::new();
        compute([rows, cols], slope, &mut prices);
        // In the middle, both halves ask for opposite prices.
        let middle = (rows / 2) * cols;
        let rise = prices[middle + cols - 1] - prices[middle];
        assert!(rise.abs() < 500, "{rise}");
    }
}
