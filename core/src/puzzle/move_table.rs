//! Moves on coordinates, without a board.
//!
//! A vertical move carries one tile past the `cols - 1` tiles between it and the blank: in the tile
//! order, a window of `cols` consecutive tiles rotates by one. The sets of tiles before, in and
//! after the window stay the same, so only the Lehmer digits of the window change. Those digits
//! form one number, `(R / place) % values`, where `place` is the factorial of the number of tiles
//! after the window. The change of R depends only on that number, and is stored in a table.

use super::permutation::factorial;
use super::{Class, Coordinates, Direction, MAX_TABLED_CELLS, SmallShape};

/// The moves of one shape in coordinates, for shapes of at most [`MAX_TABLED_CELLS`] cells.
///
/// ```
/// use tilebase_core::{SmallBoard, Coordinates, puzzle::Direction, MoveTable, SmallShape};
/// let shape = SmallShape::default();
/// let steps = MoveTable::new(shape).expect("nine cells");
/// let board: SmallBoard = "2 3 4 1 5 x 7 6 8".parse()?;
/// let below = steps.step(Coordinates::from(&board), Direction::Down);
/// assert_eq!(below, board.moved(Direction::Down).map(|next| Coordinates::from(&next)));
/// # Ok::<(), tilebase_core::BoardError>(())
/// ```
#[derive(Clone, Debug)]
pub struct MoveTable {
    shape: SmallShape,
    /// For each cell of the blank, the effect of each move.
    jumps: Vec<[Option<Jump>; 4]>,
    /// The deltas of all windows, one window after another.
    deltas: Vec<i32>,
}

/// A move of the blank from one cell: where it goes, and which digits of R determine the amount it
/// adds to R.
///
/// A horizontal move has an empty window with a single delta of 0. So all moves use the same
/// arithmetic, and a walk has no branch for the processor to mispredict.
#[derive(Clone, Copy, Debug)]
struct Jump {
    to: u8,
    place: u32,
    values: u32,
    /// The index of the window's first delta.
    first: u32,
}

/// The changes of R by a vertical move, for one position of the window.
#[derive(Clone, Debug)]
pub(crate) struct Window {
    /// The factorial of the number of tiles after the window.
    pub(crate) place: u64,
    /// What to add to `R / place`, indexed by the digits of the window, when the blank goes down
    /// and the last tile moves to the front.
    pub(crate) down: Vec<i32>,
    /// What to add when the blank goes up and the first tile moves to the back.
    pub(crate) up: Vec<i32>,
}

impl MoveTable {
    /// Creates the steps of a shape, or returns `None` if it has more than [`MAX_TABLED_CELLS`]
    /// cells.
    ///
    /// The table of deltas grows with the number of columns: it has a few hundred numbers for 7x2,
    /// and twenty million for 2x7. So turn the board so that rows >= cols, as tables do.
    pub fn new(shape: SmallShape) -> Option<MoveTable> {
        if shape.class() > Class::Tabled {
            return None;
        }
        let mut jumps = vec![[None; 4]; shape.cells()];
        for (cell, jumps) in jumps.iter_mut().enumerate() {
            *jumps = Direction::ALL.map(|mv| {
                let to = shape.neighbour(cell, mv)? as u8;
                Some(Jump { to, place: 1, values: 1, first: 0 })
            });
        }
        let mut steps = MoveTable { shape, jumps, deltas: vec![0] };
        for above in 0..shape.cells() - shape.cols() {
            // The window of cell c holds the tiles `c..c + cols` of the order. It is used by `d`
            // from cell c and by `u` into cell c.
            let window = Window::new(shape.tiles() - above - shape.cols(), shape.cols());
            steps.add_window(above, Direction::Down, window.place, &window.down);
            steps.add_window(above + shape.cols(), Direction::Up, window.place, &window.up);
        }
        Some(steps)
    }

    /// Adds the window of a vertical move.
    fn add_window(&mut self, cell: usize, mv: Direction, place: u64, deltas: &[i32]) {
        if let Some(jump) = &mut self.jumps[cell][mv as usize] {
            let (place, values, first) =
                (place as u32, deltas.len() as u32, self.deltas.len() as u32);
            *jump = Jump { place, values, first, ..*jump };
            self.deltas.extend_from_slice(deltas);
        }
    }

    /// The shape.
    pub const fn shape(&self) -> SmallShape {
        self.shape
    }

    /// [`Coordinates::index`] on this shape.
    #[inline]
    pub const fn index(&self, at: Coordinates) -> u64 {
        at.index(self.shape)
    }

    /// The state after `mv`, or `None` if the move leaves the board (or `from` is not a state of
    /// this shape).
    #[inline]
    pub fn step(&self, from: Coordinates, mv: Direction) -> Option<Coordinates> {
        let jump = self.jumps.get(from.blank)?[mv as usize]?;
        // Ranks of up to 12 tiles fit in 32 bits, for which division is faster: without this, whole
        // lookups on 3x4 take 1.07 times as long.
        let digits = match u32::try_from(from.order) {
            Ok(order) => order / jump.place % jump.values,
            Err(_) => (from.order / u64::from(jump.place) % u64::from(jump.values)) as u32,
        };
        let delta = self.deltas.get((jump.first + digits) as usize)?;
        let order = from.order.checked_add_signed(i64::from(*delta) * i64::from(jump.place))?;
        Some(Coordinates { blank: jump.to.into(), order })
    }
}

impl Window {
    /// Creates the window of `len` tiles with `behind` tiles after it.
    pub(crate) fn new(behind: usize, len: usize) -> Window {
        let (place, values) = (factorial(behind), factorial(behind + len) / factorial(behind));
        let mut digits = LehmerDigits([0; MAX_TABLED_CELLS]);
        let mut down = Vec::with_capacity(values as usize);
        for value in 0..values {
            let mut moved = digits;
            (0..len - 1).rev().for_each(|at| moved.exchange(at));
            down.push(moved.value(behind, len) as i32 - value as i32);
            digits.count_up(behind, len);
        }
        // Moving up undoes moving down.
        let mut up = vec![0; down.len()];
        for (value, &delta) in down.iter().enumerate() {
            up[value.strict_add_signed(delta as isize)] = -delta;
        }
        Window { place, down, up }
    }
}

/// The Lehmer digits of a window. Each is the rank, by size, of a tile among itself and the tiles
/// after it.
#[derive(Clone, Copy)]
struct LehmerDigits([u64; MAX_TABLED_CELLS]);

impl LehmerDigits {
    /// Advances to the digits of the next number. The last digit has `behind + 1` values, and each
    /// digit before it has one more than the next.
    fn count_up(&mut self, behind: usize, len: usize) {
        for (digit, values) in self.0[..len].iter_mut().rev().zip(behind as u64 + 1..) {
            *digit += 1;
            if *digit < values {
                return;
            }
            *digit = 0;
        }
    }

    fn value(&self, behind: usize, len: usize) -> u64 {
        let values = (behind as u64 + 1..=(behind + len) as u64).rev();
        self.0[..len].iter().zip(values).fold(0, |value, (digit, values)| value * values + digit)
    }

    /// Exchanges the tiles at `at` and `at + 1`. The larger tile counts the smaller one only if it
    /// comes first.
    fn exchange(&mut self, at: usize) {
        let (first, second) = (self.0[at], self.0[at + 1]);
        (self.0[at], self.0[at + 1]) =
            if second >= first { (second + 1, first) } else { (second, first - 1) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::SmallBoard;

    fn same_as_on_the_board(steps: &MoveTable, board: SmallBoard) {
        for mv in Direction::ALL {
            let there = board.moved(mv).map(|next| Coordinates::from(&next));
            assert_eq!(steps.step(Coordinates::from(&board), mv), there, "{board} {mv:?}");
        }
    }

    #[test]
    fn steps_are_moves() {
        for shape in SmallShape::all(9) {
            let steps = MoveTable::new(shape).unwrap();
            SmallBoard::all(shape).for_each(|board| same_as_on_the_board(&steps, board));
        }
    }

    #[test]
    fn steps_are_moves_on_larger_shapes() {
        for shape in
            SmallShape::all(MAX_TABLED_CELLS).filter(|shape| shape.cells() > 9 && shape.cols() < 6)
        {
            let steps = MoveTable::new(shape).unwrap();
            for index in (0..shape.states()).step_by((shape.states() / 20_011) as usize) {
                let state = Coordinates::from_index(shape, shape.tiles(), index).unwrap();
                same_as_on_the_board(&steps, state.board(shape).unwrap());
            }
        }
        assert!(MoveTable::new(SmallShape::new(3, 5).unwrap()).is_none());
    }

    #[test]
    fn coordinates_that_are_no_state_lead_nowhere_or_stay_numbers() {
        let steps = MoveTable::new(SmallShape::default()).unwrap();
        for blank in [0, 4, 8, 9, usize::MAX / 4] {
            for order in [0, 40_320, u64::from(u32::MAX), u64::MAX] {
                for mv in Direction::ALL {
                    let _ = steps.step(Coordinates { blank, order }, mv);
                }
            }
        }
    }
}
