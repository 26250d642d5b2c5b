//! Counts with their noun: `1 move`, `2 moves`.

use std::fmt;

/// A number of things, as people write it.
///
/// ```
/// use tilebase::puzzle::plural;
/// assert_eq!(plural(1, "move").to_string(), "1 move");
/// assert_eq!(plural(0, "move").to_string(), "0 moves");
/// ```
pub fn plural(count: u64, thing: &'static str) -> impl fmt::Display {
    fmt::from_fn(move |f| write!(f, "{count} {thing}{}", if count == 1 { "" } else { "s" }))
}
