//! Values of options that have names.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use tilebase::puzzle::named;

/// Parses one of several names, ignoring case. Help shows the first name of each value.
pub fn one_of<A: Copy + PartialEq + Send + Sync + 'static>(
    known: &'static [(&'static str, A)],
) -> impl TypedValueParser<Value = A> {
    let values = known.iter().filter(|(name, value)| name_of(*value, known) == *name);
    PossibleValuesParser::new(values.map(|(name, value)| {
        let others = known.iter().filter(move |(other, same)| same == value && other != name);
        PossibleValue::new(*name).aliases(others.map(|(other, _)| *other))
    }))
    .map(|name| named(&name, known).expect("one of the names"))
}

/// The name of one of several values.
pub fn name_of<A: PartialEq + Copy>(value: A, known: &[(&'static str, A)]) -> &'static str {
    known.iter().find(|(_, other)| *other == value).map_or("", |(name, _)| name)
}
