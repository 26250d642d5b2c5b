//! What it costs to move each tile.

use std::str::FromStr;

use super::CostSum;
use crate::board::Board;
use crate::error::{Error, Result};
use crate::puzzle::{MAX_CELLS, Move, SmallBoard, SmallShape, excerpt};
use crate::text::number;

/// What it costs to move each tile: exact numbers above 0.
///
/// ```
/// use tilebase::costs::TileCosts;
/// // A move costs the number of its tile, 1 / number, or its root to a millionth.
/// for (costs, of_eight) in [("tile", "8"), ("inverse", "0.125"), ("sqrt", "2.828427")] {
///     assert_eq!(costs.parse::<TileCosts>()?.of_tile(8).to_string(), of_eight);
/// }
/// // The numbers of some tiles, and of the rest.
/// assert_eq!("1:30, 2:1/2, 5".parse::<TileCosts>()?.of_tile(7).to_string(), "5");
/// # Ok::<(), tilebase::costs::CostsError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TileCosts {
    /// For each tile its cost, in parts. 0 for the blank, and for tiles that have none.
    pub(super) parts: [u64; MAX_CELLS],
    /// How many parts make 1.
    parts_of_one: u64,
}

/// Why a text says no costs of tiles.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CostsError {
    /// It is neither a name nor a list.
    #[error(
        "expected tile, inverse, sqrt, or a list such as 1:30,2:1/2,5, where 5 is for the other \
         tiles; found `{0}`"
    )]
    Entry(String),
    /// A list has two costs of one tile, or two for the rest.
    #[error("expected one cost for each tile and one for the rest; found a second one, `{0}`")]
    Second(String),
    /// Sums would not be exact in 64 bits.
    #[error(
        "expected costs whose common denominator, times each of them, is at most 2^40, so that \
         sums are exact"
    )]
    TooFine,
}

/// No cost has more parts. A way that visits no board of 2x5 twice has less than 2^21 moves, so its
/// parts fit 64 bits.
const MOST_PARTS: u64 = 1 << 40;

impl TileCosts {
    /// Creates costs from a fraction for each tile, where it has one.
    fn new(fractions: &[Option<Fraction>; MAX_CELLS]) -> Result<TileCosts, CostsError> {
        let mut parts_of_one = 1_u64;
        for &Fraction(_, below) in fractions.iter().flatten() {
            let factor = below / greatest_common_divisor(parts_of_one, below);
            parts_of_one = parts_of_one.checked_mul(factor).ok_or(CostsError::TooFine)?;
        }
        let mut parts = [0; MAX_CELLS];
        for (parts, fraction) in parts.iter_mut().zip(fractions) {
            let Some(Fraction(above, below)) = *fraction else { continue };
            let number = above.checked_mul(parts_of_one / below).ok_or(CostsError::TooFine)?;
            *parts = if number <= MOST_PARTS { number } else { return Err(CostsError::TooFine) };
        }
        Ok(TileCosts { parts, parts_of_one })
    }

    /// The cost of moving this tile. 0 if it has none.
    pub fn of_tile(&self, tile: u8) -> CostSum {
        self.sum(self.parts.get(usize::from(tile)).copied().unwrap_or_default())
    }

    /// The cost of moves from a board of up to 25 cells, up to the first that is illegal.
    pub fn of_moves(&self, board: &Board, moves: &[Move]) -> CostSum {
        let mut board = board.small().copied();
        let steps =
            moves.iter().flat_map(|mv| std::iter::repeat_n(mv.direction(), mv.cells().into()));
        let parts = steps.map_while(|direction| {
            let before = board?;
            board = before.moved(direction);
            Some(self.of_move(&before, &board?))
        });
        self.sum(parts.sum())
    }

    /// The parts that a move of one tile costs, from a board to the next.
    #[inline]
    pub(crate) fn of_move(&self, board: &SmallBoard, next: &SmallBoard) -> u64 {
        self.parts[usize::from(next.cells()[board.blank_cell()])]
    }

    /// A sum of parts.
    pub(crate) const fn sum(&self, parts: u64) -> CostSum {
        CostSum { parts, parts_of_one: self.parts_of_one }
    }

    /// Refuses boards with tiles that have no cost.
    pub(crate) fn expect_for(&self, shape: SmallShape) -> Result<()> {
        if self.parts[1..=shape.tiles()].iter().all(|&parts| parts > 0) {
            return Ok(());
        }
        let why =
            "expected a cost for each tile; add one for the rest, such as the 5 of 1:30,2:1,5";
        Err(Error::Unsuitable { method: "these costs of tiles", shape, why })
    }
}

impl FromStr for TileCosts {
    type Err = CostsError;

    fn from_str(text: &str) -> Result<TileCosts, CostsError> {
        let each = |cost: fn(u64) -> Fraction| {
            std::array::from_fn(|tile| (tile > 0).then(|| cost(tile as u64)))
        };
        TileCosts::new(&match text.trim() {
            "tile" => each(|tile| Fraction(tile, 1)),
            "inverse" => each(|tile| Fraction(1, tile)),
            "sqrt" => {
                each(|tile| Fraction(rounded_root(tile * MILLION * MILLION), MILLION).reduced())
            }
            list => of_list(list)?,
        })
    }
}

const MILLION: u64 = 1_000_000;

/// The costs of a list: `1:30,2:1/2,5`.
fn of_list(list: &str) -> Result<[Option<Fraction>; MAX_CELLS], CostsError> {
    let (mut costs, mut rest) = ([None; MAX_CELLS], None);
    for entry in list.split(',').map(str::trim) {
        let wrong = || CostsError::Entry(excerpt(entry));
        let (place, cost) = match entry.split_once(':') {
            None => (&mut rest, entry),
            Some((tile, cost)) => {
                let tile = tile.trim().parse().ok().filter(|&tile: &usize| tile > 0);
                (tile.and_then(|tile| costs.get_mut(tile)).ok_or_else(wrong)?, cost)
            }
        };
        let cost = Fraction::read(cost.trim()).ok_or_else(wrong)?;
        if place.replace(cost).is_some() {
            return Err(CostsError::Second(excerpt(entry)));
        }
    }
    costs[1..].iter_mut().for_each(|cost| *cost = cost.or(rest));
    Ok(costs)
}

/// A number above 0: a numerator and a denominator without a common factor.
#[derive(Clone, Copy)]
struct Fraction(u64, u64);

impl Fraction {
    /// Reads `30`, `1/3` or `2.5`.
    fn read(text: &str) -> Option<Fraction> {
        let (above, below) = match (text.split_once('/'), text.split_once('.')) {
            (Some((above, below)), None) => (number(above)?, number(below)?),
            (None, Some((whole, part))) => {
                let tenths = 10_u64.checked_pow(u32::try_from(part.len()).ok()?)?;
                (number(whole)?.checked_mul(tenths)?.checked_add(number(part)?)?, tenths)
            }
            _ => (number(text)?, 1),
        };
        (above > 0 && below > 0).then(|| Fraction(above, below).reduced())
    }

    fn reduced(self) -> Fraction {
        let Fraction(above, below) = self;
        let divisor = greatest_common_divisor(above, below);
        Fraction(above / divisor, below / divisor)
    }
}

fn greatest_common_divisor(mut a: u64, mut b: u64) -> u64 {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// The root of a number, rounded to the nearest whole one.
const fn rounded_root(number: u64) -> u64 {
    let below = number.isqrt();
    // The square of `below + 1/2` is greater by `below` and a quarter.
    if number - below * below > below { below + 1 } else { below }
}
