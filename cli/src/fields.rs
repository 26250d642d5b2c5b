//! The fields of rows: a list for each kind of row, and the same list in the help of its command.

use tilebase::text::rows::{self, Fields, Row, Value};

/// The fields of a row of this type, in order: fields of the type, under their own names or others,
/// and then those of a field that is a row itself.
macro_rules! fields {
    ($row:ty: $($field:ident $(as $name:literal)?),+ $(; $more:ident)? $(,)?) => {
        impl tilebase::text::rows::Fields for $row {
            fn fields(&self, row: &mut tilebase::text::rows::Row<'_>) {
                $(row.field(fields!(@name $field $($name)?), &self.$field);)+
                $(self.$more.fields(row);)?
            }
        }
    };
    (@name $field:ident) => { stringify!($field) };
    (@name $field:ident $name:literal) => { $name };
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
