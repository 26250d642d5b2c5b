//! Values of options that have names.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use tilebase::puzzle::named;

/// Parses one of several names, ignoring case.
pub fn one_of<A: Copy + Send + Sync + 'static>(
    known: &'static [(&'static str, A)],
) -> impl TypedValueParser<Value = A> {
    PossibleValuesParser::new(known.iter().map(|(name, _)| *name))
        .map(|name| named(&name, known).expect("one of the names"))
}

/// The name of one of several values.
pub fn name_of<A: PartialEq + Copy>(value: A, known: &[(&'static str, A)]) -> &'static str {
    known.iter().find(|(_, other)| *other == value).map_or("", |(name, _)| name)
}
