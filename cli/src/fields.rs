//! Names: the fields of rows, a list for each kind of row and the same list in the help of its
//! command; and the values of options.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use tilebase::puzzle::named;
use tilebase::text::rows::{self, Fields, Row, Value};

/// A parser of names that ignores case and spaces around a name, as there may be in a list.
#[derive(Clone)]
pub struct NameParser(pub PossibleValuesParser);

impl TypedValueParser for NameParser {
    type Value = String;

    fn parse_ref(
        &self,
        command: &clap::Command,
        arg: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        let arg = arg.map(|arg| arg.clone().ignore_case(true));
        let value = value.to_str().map_or(value, |name| OsStr::new(name.trim()));
        self.0.parse_ref(command, arg.as_ref(), value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        self.0.possible_values()
    }
}

/// Parses one of several names. Help shows the first name of each value.
pub fn one_of<A: Copy + PartialEq + Send + Sync + 'static>(
    known: &'static [(&'static str, A)],
) -> impl TypedValueParser<Value = A> {
    let values = known.iter().filter(|(name, value)| name_of(*value, known) == *name);
    let values = values.map(|(name, value)| {
        let others = known.iter().filter(move |(other, same)| same == value && other != name);
        PossibleValue::new(*name).aliases(others.map(|(other, _)| *other))
    });
    NameParser(PossibleValuesParser::new(values))
        .map(|name| named(&name, known).expect("one of the names"))
}

/// The name of one of several values.
pub fn name_of<A: PartialEq + Copy>(value: A, known: &[(&'static str, A)]) -> &'static str {
    known.iter().find(|(_, other)| *other == value).map_or("", |(name, _)| name)
}

/// A kind of row: a struct with its fields in order, under their own names or others, and then
/// those of a field that is a row itself.
macro_rules! fields {
    (@name $field:ident) => { stringify!($field) };
    (@name $field:ident $name:literal) => { $name };
    ($(#[$of:meta])* $view:vis struct $row:ident $(<$life:lifetime>)? {
        $($(#[$doc:meta])* $field:ident $(as $name:literal)?: $kind:ty,)+
        $(.. $(#[$about:meta])* $more:ident: $all:ty,)?
    }) => {
        $(#[$of])*
        #[derive(Default)]
        $view struct $row $(<$life>)? {
            $($(#[$doc])* $field: $kind,)+
            $($(#[$about])* $more: $all,)?
        }

        impl $(<$life>)? tilebase::text::rows::Fields for $row $(<$life>)? {
            fn fields(&self, row: &mut tilebase::text::rows::Row<'_>) {
                $(row.field(fields!(@name $field $($name)?), &self.$field);)+
                $(self.$more.fields(row);)?
            }
        }
    };
}

pub(crate) use fields;

/// Boards of one row. In CSV they have semicolons between them.
pub struct BoardList(pub Vec<String>);

impl Value for BoardList {
    fn write(&self, row: &mut Row<'_>) {
        row.list(&self.0, b';', String::write);
    }
}

/// The names of the fields of rows of this type, as a help text lists them.
pub fn of<R: Fields + Default>() -> String {
    join(&rows::names(&R::default()))
}

/// Names as a help text lists them.
pub fn join(names: &[String]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match quoted.split_last() {
        Some((last, first)) if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        _ => quoted.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_listed_as_in_a_sentence() {
        assert_eq!(
            join(&["board", "next", "error"].map(str::to_owned)),
            "`board`, `next` and `error`"
        );
        assert_eq!(join(&["board".to_owned()]), "`board`");
    }
}
