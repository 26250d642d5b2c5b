//! Counts with their noun: `1 move`, `2 moves`.

use std::fmt;

/// A number of things, as people write it.
///
/// ```
/// use tilebase::puzzle::Plural;
/// assert_eq!(Plural(1, "move").to_string(), "1 move");
/// assert_eq!(Plural(0, "move").to_string(), "0 moves");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plural(pub u64, pub &'static str);

impl fmt::Display for Plural {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Plural(count, thing) = self;
        write!(f, "{count} {thing}{}", if *count == 1 { "" } else { "s" })
    }
}
