//! How hard boards are for people, as distances.

use std::ops::RangeInclusive;

use crate::puzzle::{Class, Shape};

/// How hard a board is for a person, who finds a few moves at a glance.
///
/// ```
/// use tilebase::puzzle::named;
/// use tilebase::sample::Difficulty;
/// let medium = named("medium", Difficulty::NAMES)?;
/// assert_eq!(medium.distances(), 11..=20);
/// # Ok::<(), tilebase::puzzle::UnknownName>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Difficulty {
    /// At most 10 moves.
    Easy,
    /// 11 to 20 moves.
    Medium,
    /// 21 to 35 moves.
    Hard,
}

impl Difficulty {
    /// All of them, with their names.
    pub const NAMES: &[(&'static str, Difficulty)] =
        &[("easy", Difficulty::Easy), ("medium", Difficulty::Medium), ("hard", Difficulty::Hard)];

    /// The distances from the goal, which is not easy but solved.
    pub const fn distances(self) -> RangeInclusive<u32> {
        match self {
            Difficulty::Easy => 1..=10,
            Difficulty::Medium => 11..=20,
            Difficulty::Hard => 21..=35,
        }
    }

    /// Whether boards of a shape are drawn along solutions. Equally likely ones would take long.
    pub fn is_along(shape: Shape) -> bool {
        shape.class() != Class::Tabled
    }
}
