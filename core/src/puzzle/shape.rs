//! Shapes: how many rows and columns a board has.

use std::fmt;
use std::str::FromStr;

use super::messages::beginning;
use super::permutation::factorial;
use super::{Direction, Metric};

/// The most cells that a [`SmallShape`] can have.
pub const MAX_CELLS: usize = 25;

/// The most cells of a shape whose boards have [`Coordinates`](super::Coordinates) and fit a word,
/// four bits each.
pub const MAX_NUMBERED_CELLS: usize = 16;

/// The most cells of a shape for which a table of all states can be generated. The largest such
/// shape is 2x7, with 14!/2 = 43,589,145,600 states. The next one, 3x5, has 15 times that number.
pub const MAX_TABLED_CELLS: usize = 14;

/// The most cells of a shape for which a table of all states can be generated in the multi-tile
/// metric.
pub const MAX_MULTI_CELLS: usize = 12;

/// A [`Shape`] that tables and searches compute with: at least 2 rows and 2 columns, and at most
/// [`MAX_CELLS`] cells.
///
/// ```
/// use tilebase::puzzle::SmallShape;
/// let shape: SmallShape = "3x4".parse()?;
/// assert_eq!((shape.rows(), shape.cols(), shape.cells()), (3, 4, 12));
/// assert_eq!(shape.to_string(), "3x4");
/// assert_eq!(SmallShape::default().states(), 181_440);
/// # Ok::<(), tilebase::puzzle::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SmallShape {
    rows: u8,
    cols: u8,
}

/// Why a shape was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ShapeError {
    /// The text is not of the form `RxC`.
    #[error("shape `{0}`: expected ROWSxCOLUMNS, as in 3x4")]
    Syntax(String),
    /// Too few rows or columns, or too many cells.
    #[error(
        "shape {rows}x{cols}: expected at least 2 rows and 2 columns, and at most {MAX_CELLS} cells"
    )]
    Size {
        /// Rows asked for.
        rows: usize,
        /// Columns asked for.
        cols: usize,
    },
    /// A side that is too short, or too long for any board.
    #[error("shape {rows}x{cols}: expected sides from 2 to {longest}")]
    Side {
        /// Rows asked for.
        rows: usize,
        /// Columns asked for.
        cols: usize,
        /// The longest side.
        longest: usize,
    },
    /// A shape whose boards have no index.
    #[error(
        "shape {0}: expected at most {MAX_NUMBERED_CELLS} cells; it has too many boards for an index"
    )]
    Unnumbered(SmallShape),
    /// A cell that the shape does not have.
    #[error("cell {cell} of {size}: expected 0 to {}", size.cells() - 1)]
    Cell {
        /// The shape.
        size: Shape,
        /// The cell asked for.
        cell: usize,
    },
}

/// How boards of a size are answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Class {
    /// By a table of all boards, if there is one, or else by a search. At most
    /// [`MAX_TABLED_CELLS`] cells.
    Tabled,
    /// By a search for the optimal solution. At most [`MAX_NUMBERED_CELLS`] cells.
    Searched,
    /// By a search that looks for a good solution first, because a proof can take hours. At most
    /// [`MAX_CELLS`] cells.
    Bounded,
    /// By a good solution and a lower bound, without a proof.
    AnySize,
}

/// A size is too large for a question.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{size} is too large for {what}: expected at most {most} cells")]
pub struct TooLarge {
    /// The size.
    pub size: Shape,
    /// The question.
    pub what: &'static str,
    /// The largest number of cells that it can have.
    pub most: usize,
}

impl Class {
    /// The class of a size in a metric.
    ///
    /// ```
    /// use tilebase::puzzle::{Class, Metric, Shape};
    /// let six = Shape { rows: 6, cols: 6 };
    /// assert_eq!(Class::of(six, Metric::Single), Ok(Class::AnySize));
    /// let error = Class::of(six, Metric::Multi).unwrap_err();
    /// let why = "6x6 is too large for the multi-tile metric: expected at most 16 cells";
    /// assert_eq!(error.to_string(), why);
    /// ```
    ///
    /// # Errors
    ///
    /// [`TooLarge`] for the multi-tile metric, which knows at most [`MAX_NUMBERED_CELLS`] cells.
    pub fn of(size: Shape, metric: Metric) -> Result<Class, TooLarge> {
        let class = size.class();
        match metric {
            Metric::Single => Ok(class),
            Metric::Multi => {
                size.expect_at_most(MAX_NUMBERED_CELLS, "the multi-tile metric")?;
                Ok(if size.cells() <= MAX_MULTI_CELLS { Class::Tabled } else { Class::Searched })
            }
        }
    }
}

impl SmallShape {
    /// Creates a shape of `rows` x `cols`.
    ///
    /// # Errors
    ///
    /// [`ShapeError::Size`] unless both are at least 2 and their product is at most [`MAX_CELLS`].
    pub fn new(rows: usize, cols: usize) -> Result<SmallShape, ShapeError> {
        if rows < 2 || cols < 2 || rows.saturating_mul(cols) > MAX_CELLS {
            return Err(ShapeError::Size { rows, cols });
        }
        Ok(SmallShape { rows: rows as u8, cols: cols as u8 })
    }

    /// Every shape of at most `cells` cells, smallest first; `2x3` and `3x2` are both included.
    ///
    /// ```
    /// use tilebase::puzzle::SmallShape;
    /// let shapes: Vec<String> = SmallShape::all(6).map(|s| s.to_string()).collect();
    /// assert_eq!(shapes, ["2x2", "2x3", "3x2"]);
    /// ```
    pub fn all(cells: usize) -> impl Iterator<Item = SmallShape> {
        (4..=cells).flat_map(|n| {
            (2..n)
                .filter(move |rows| n % rows == 0)
                .filter_map(move |rows| SmallShape::new(rows, n / rows).ok())
        })
    }

    /// Checks that its boards have an index.
    ///
    /// # Errors
    ///
    /// [`ShapeError::Unnumbered`] if it has more than [`MAX_NUMBERED_CELLS`].
    pub fn expect_numbered(self) -> Result<(), ShapeError> {
        let is_numbered = self.cells() <= MAX_NUMBERED_CELLS;
        is_numbered.then_some(()).ok_or(ShapeError::Unnumbered(self))
    }

    /// How boards of this shape are answered.
    pub const fn class(self) -> Class {
        Shape { rows: self.rows(), cols: self.cols() }.class()
    }

    /// Number of rows.
    pub const fn rows(self) -> usize {
        self.rows as usize
    }

    /// Number of columns.
    pub const fn cols(self) -> usize {
        self.cols as usize
    }

    /// Number of cells, rows x columns.
    pub const fn cells(self) -> usize {
        self.rows() * self.cols()
    }

    /// Number of tiles, one less than the cells.
    pub const fn tiles(self) -> usize {
        self.cells() - 1
    }

    /// The set of all cells: bit c stands for cell c.
    #[doc(hidden)]
    #[inline]
    pub const fn all_cells(self) -> u32 {
        u32::MAX >> (32 - self.cells())
    }

    /// The set of all cells of colour 1.
    #[doc(hidden)]
    pub fn dark_cells(self) -> u32 {
        (0..self.cells()).fold(0, |set, cell| set | u32::from(self.colour(cell)) << cell)
    }

    /// Number of boards that can reach a given goal: half of all arrangements, cells!/2. Saturates
    /// at `u64::MAX`, from 21 cells.
    pub const fn states(self) -> u64 {
        half_of_factorial(self.cells())
    }

    /// Number of states that share one blank cell: tiles!/2. Saturates like
    /// [`states`](Self::states).
    pub const fn states_per_blank(self) -> u64 {
        half_of_factorial(self.tiles())
    }

    /// True if two boards that can reach each other, with the blank in these two cells, have tile
    /// orders of different parity. Crossing a row takes `cols - 1` exchanges.
    #[doc(hidden)]
    #[inline]
    pub const fn parity_differs(self, blank: usize, other: usize) -> bool {
        (blank / self.cols()).abs_diff(other / self.cols()) * (self.cols() - 1) % 2 == 1
    }

    /// The shape with rows and columns exchanged.
    #[must_use]
    pub const fn transposed(self) -> SmallShape {
        SmallShape { rows: self.cols, cols: self.rows }
    }
}

const fn half_of_factorial(n: usize) -> u64 {
    if n > 20 { u64::MAX } else { factorial(n) / 2 }
}

impl Default for SmallShape {
    /// 3x3.
    fn default() -> SmallShape {
        SmallShape { rows: 3, cols: 3 }
    }
}

impl fmt::Display for SmallShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.cols)
    }
}

impl FromStr for SmallShape {
    type Err = ShapeError;

    fn from_str(text: &str) -> Result<SmallShape, ShapeError> {
        let Shape { rows, cols } = text.parse()?;
        SmallShape::new(rows, cols)
    }
}

/// Rows x columns, rows first: `3x4` has 3 rows. Cells are numbered row by row from 0.
///
/// ```
/// use tilebase::Shape;
/// let shape: Shape = "3x4".parse()?;
/// assert_eq!((shape.rows, shape.cols, shape.cells()), (3, 4, 12));
/// assert_eq!(shape.to_string(), "3x4");
/// assert_eq!(Shape::default(), Shape { rows: 3, cols: 3 });
/// # Ok::<(), tilebase::puzzle::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    /// Number of rows.
    pub rows: usize,
    /// Number of columns.
    pub cols: usize,
}

impl Shape {
    /// The most rows or columns of a board.
    pub const MAX_SIDE: usize = 100;

    /// The square with this number of cells, from 2x2, or `None` if the number is not a square.
    ///
    /// ```
    /// use tilebase::puzzle::Shape;
    /// assert_eq!(Shape::square(16), Some(Shape { rows: 4, cols: 4 }));
    /// assert_eq!(Shape::square(12), None);
    /// ```
    pub fn square(cells: usize) -> Option<Shape> {
        let side = cells.isqrt();
        (side > 1 && side * side == cells).then_some(Shape { rows: side, cols: side })
    }

    /// The number of cells.
    pub const fn cells(self) -> usize {
        self.rows.saturating_mul(self.cols)
    }

    /// Refuses a size of more than `most` cells for a question, which the error names.
    ///
    /// # Errors
    ///
    /// [`TooLarge`] with all three.
    pub const fn expect_at_most(self, most: usize, what: &'static str) -> Result<(), TooLarge> {
        if self.cells() <= most { Ok(()) } else { Err(TooLarge { size: self, what, most }) }
    }

    /// Refuses a size unless its sides are 2 to `longest`.
    ///
    /// # Errors
    ///
    /// [`ShapeError::Side`] with all three.
    pub fn expect_sides(self, longest: usize) -> Result<(), ShapeError> {
        let Shape { rows, cols } = self;
        let are_right = [rows, cols].iter().all(|side| (2..=longest).contains(side));
        if are_right { Ok(()) } else { Err(ShapeError::Side { rows, cols, longest }) }
    }

    /// How boards of this size are answered in the single-tile metric.
    pub const fn class(self) -> Class {
        let cells = self.cells();
        if cells <= MAX_TABLED_CELLS {
            Class::Tabled
        } else if cells <= MAX_NUMBERED_CELLS {
            Class::Searched
        } else if cells <= MAX_CELLS {
            Class::Bounded
        } else {
            Class::AnySize
        }
    }

    /// True if it has more cells than any [`SmallShape`], [`MAX_CELLS`].
    pub const fn is_large(self) -> bool {
        self.cells() > MAX_CELLS
    }

    /// True if it is a single row or column.
    pub const fn is_line(self) -> bool {
        self.rows < 2 || self.cols < 2
    }

    /// The separator between a cell and the one before it in the text of a board, or in a drawing.
    #[inline]
    #[doc(hidden)]
    pub const fn separator(self, cell: usize, is_drawn: bool) -> &'static str {
        match (self.rows, self.cols) {
            _ if cell == 0 => "",
            (_, cols) if !cell.is_multiple_of(cols) => " ",
            _ if is_drawn => "\n",
            (3, 3) => " ",
            _ => " / ",
        }
    }

    /// The place of a cell.
    #[doc(hidden)]
    pub const fn place(self, cell: usize) -> Place {
        Place { cell, cols: self.cols }
    }

    /// The number of steps between two cells.
    #[inline]
    #[doc(hidden)]
    pub const fn steps(self, a: usize, b: usize) -> usize {
        let cols = self.cols;
        (a / cols).abs_diff(b / cols) + (a % cols).abs_diff(b % cols)
    }

    /// The cell that the blank reaches from a cell, or `None` at the edge.
    #[inline]
    #[doc(hidden)]
    pub const fn neighbour(self, cell: usize, mv: Direction) -> Option<usize> {
        let Shape { rows, cols } = self;
        let (row, col) = (cell / cols, cell % cols);
        match mv {
            Direction::Down if row + 1 < rows => Some(cell + cols),
            Direction::Left if col > 0 => Some(cell - 1),
            Direction::Right if col + 1 < cols => Some(cell + 1),
            Direction::Up if row > 0 => Some(cell - cols),
            _ => None,
        }
    }
}

impl Default for Shape {
    /// 3x3.
    fn default() -> Shape {
        SmallShape::default().into()
    }
}

impl TryFrom<Shape> for SmallShape {
    type Error = ShapeError;

    /// Creates a shape as [`SmallShape::new`] does.
    fn try_from(shape: Shape) -> Result<SmallShape, ShapeError> {
        SmallShape::new(shape.rows, shape.cols)
    }
}

impl From<SmallShape> for Shape {
    fn from(shape: SmallShape) -> Shape {
        Shape { rows: shape.rows(), cols: shape.cols() }
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.cols)
    }
}

impl FromStr for Shape {
    type Err = ShapeError;

    fn from_str(text: &str) -> Result<Shape, ShapeError> {
        text.split_once(['x', 'X'])
            .and_then(|(rows, cols)| Some(Shape { rows: number(rows)?, cols: number(cols)? }))
            .ok_or_else(|| ShapeError::Syntax(beginning(text, 40)))
    }
}

/// A number of rows or columns, without a sign.
fn number(text: &str) -> Option<usize> {
    let text = text.trim_ascii();
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

/// A cell: by its row and column, counted from 1, or by its number if its row is not known.
///
/// ```
/// use tilebase::puzzle::Place;
/// assert_eq!(Place { cell: 7, cols: 3 }.to_string(), "row 3, column 2");
/// assert_eq!(Place { cell: 7, cols: 0 }.to_string(), "the 8th cell");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The cell, counted from 0, row by row.
    pub cell: usize,
    /// The number of columns, 0 if it is not known.
    pub cols: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = self.cell + 1;
        match (self.cell.checked_div(self.cols), number % 100, number % 10) {
            (Some(row), ..) => write!(f, "row {}, column {}", row + 1, self.cell % self.cols + 1),
            (None, 11..=13, _) => write!(f, "the {number}th cell"),
            (None, _, 1) => write!(f, "the {number}st cell"),
            (None, _, 2) => write!(f, "the {number}nd cell"),
            (None, _, 3) => write!(f, "the {number}rd cell"),
            _ => write!(f, "the {number}th cell"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refuses_what_is_no_shape() {
        for text in
            ["", "3", "3x", "x3", "3x3x3", "+3x3", "3 0x3", "three", "99999999999999999999x2"]
        {
            assert!(matches!(text.parse::<SmallShape>(), Err(ShapeError::Syntax(_))), "{text}");
        }
        for text in ["1x4", "4x1", "0x0", "2x13", "17x17", "18446744073709551615x2"] {
            assert!(matches!(text.parse::<SmallShape>(), Err(ShapeError::Size { .. })), "{text}");
        }
        for (text, quoted) in [
            ("3x99999999999999999999999", "3x99999999999999999999999".to_owned()),
            (&"3x1".repeat(40), "3x1".repeat(13) + "3..."),
        ] {
            let error = text.parse::<SmallShape>().expect_err("no shape").to_string();
            assert_eq!(error, format!("shape `{quoted}`: expected ROWSxCOLUMNS, as in 3x4"));
        }
    }

    #[test]
    fn counts_states() {
        for (shape, states) in [
            ("3x4", 239_500_800),
            ("2x7", 43_589_145_600),
            // As the documentation of `MAX_TABLED_CELLS` says.
            ("3x5", 15 * 43_589_145_600),
            ("4x4", 10_461_394_944_000),
        ] {
            assert_eq!(shape.parse::<SmallShape>().unwrap().states(), states, "{shape}");
        }
    }
}
