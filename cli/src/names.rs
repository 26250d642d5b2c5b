//! Values of options that have names.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use tilebase::puzzle::named;

/// Parses one of several names, ignoring case.
pub fn names<A: Copy + Send + Sync + 'static>(
    known: &'static [(&'static str, A)],
) -> impl TypedValueParser<Value = A> {
    PossibleValuesParser::new(known.iter().map(|(name, _)| *name))
        .map(|name| named(&name, known).expect("one of the names"))
}
