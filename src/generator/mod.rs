//! Generators: solving a puzzle completely, by searching backwards from the goal.

mod plain;
mod sliding;

use crate::error::{Error, Result};
use crate::puzzle::Orbit;
use crate::table::NewTable;
pub use plain::{StateSpace, search};
pub use sliding::Sliding;

/// Makes the table of an orbit.
///
/// ```
/// let orbit = tilebase::Orbit::of("2x4".parse()?, 7);
/// assert_eq!(tilebase::generate(orbit)?.header().diameter(), 36);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`Error::TooLarge`] for a shape of more than [`MAX_TABLED_CELLS`](crate::MAX_TABLED_CELLS) cells.
pub fn generate(orbit: Orbit) -> Result<NewTable> {
    let space = Sliding::new(orbit).ok_or(Error::TooLarge { shape: orbit.shape() })?;
    // Two states share a byte, the even one in the low half.
    let mut entries = vec![0; space.states().div_ceil(2) as usize];
    let counts = search(&space, |state, mv| entries[(state / 2) as usize] |= (1 << mv as u8) << (state % 2 * 4));
    Ok(NewTable::new(orbit, counts, entries))
}
