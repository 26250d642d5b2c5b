//! The column of the boards, or the run of columns, found from the first two records of CSV; and
//! the layout of answers.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::columns::{
    ANSWER_NAMES, Object, cells_of_run, ends, numbered, quoted, run_of, without_goals,
};
use super::csv::fields;
use super::row::has_word;
use super::{COLUMN, Expected, InputLayout};
use crate::text::comments::without_comment;
use crate::text::reading::is_tile_name;

/// The separators of fields.
pub const SEPARATORS: &[u8] = b",;\t";

/// The most columns among which runs are sought, and the most cells of a run.
const MOST_COLUMNS: usize = 128;

/// True if a line may be the first record of CSV: one of its fields can be no cell of a board, or
/// it is no board and all fields may be names, but that of an index, which has none.
pub fn may_be_record(line: &[u8], expected: &Expected) -> bool {
    let is_board = expected.is_board(without_comment(line.trim_ascii()));
    SEPARATORS.iter().any(|&separator| {
        let found = fields(line, separator).unwrap_or_default();
        let [index, names @ ..] = &found[..] else { return false };
        if index.is_empty() && are_numbers(names) {
            return true;
        }
        let is_name = |it: &String| it.len() > 1 && is_name(it);
        let are_names = (index.is_empty() || is_name(index)) && names.iter().all(is_name);
        let are_no_cells = || found.iter().any(|it| is_no_cell(it, expected));
        !names.is_empty() && !is_board && (are_names || are_no_cells())
    })
}

/// The column of the boards, or the run of columns, that the first two records of an input show, or
/// why that is not clear. `None` if it is not CSV.
pub fn records(first: &[u8], second: &[u8], expected: &Expected) -> Option<Result<String, String>> {
    // A column may be the only one if the user says that this is CSV.
    let is_csv = expected.layout == Some(InputLayout::Csv) || expected.goals.is_some();
    for &separator in SEPARATORS {
        let (Some(names), Some(values)) = (fields(first, separator), fields(second, separator))
        else {
            continue;
        };
        if names.len() != values.len() || names.len() < 2 && !is_csv {
            continue;
        }
        let mut found = Vec::new();
        let may_name = |name: &String| name.is_empty() || is_name(name);
        let have_names =
            may_name(&names[0]) && (names.iter().all(may_name) || are_numbers(&names[1..]));
        if have_names {
            found = candidates(&names, &values, expected);
        } else if is_csv {
            return None;
        }
        let is_board = |value: &String| expected.is_board(value.as_bytes());
        let why = match &found[..] {
            [name] => return Some(Ok(name.clone())),
            [_, _, ..] => {
                format!("CSV: {} can have the boards; name one with --column", quoted(&found))
            }
            [] if expected.is_board(second) => return None,
            [] if have_names => format!(
                "CSV: no column has a board in the first row; found {}. If the boards are there, \
                 name their column with --column, or their shape with --size; if the lines are no \
                 CSV, use --layout lines",
                quoted(&names)
            ),
            [] => match values.iter().position(is_board) {
                Some(column) => format!(
                    "CSV without a header: if the boards are in column {column}, counted from 0, \
                     use --column {column}..{column}; if the lines are no CSV, use --layout lines"
                ),
                None => format!(
                    "CSV without a board in the second row, which has {} fields; if it is there, a \
                     cell in each, name them as in --column 1..9; if the lines are no CSV, use \
                     --layout lines",
                    values.len()
                ),
            },
        };
        return Some(Err(why));
    }
    None
}

/// True if these are the names of columns that have none: 0, 1, 2, ...
fn are_numbers(names: &[String]) -> bool {
    names.len() > 3 && names.iter().enumerate().all(|(at, name)| *name == at.to_string())
}

/// True if a field can be the name of a column, and no cell.
fn is_name(field: &str) -> bool {
    field.starts_with(|first: char| first.is_alphabetic() || first == '_')
}

/// True if a field can be no cell: it is a board, or has two letters in a row.
fn is_no_cell(field: &str, expected: &Expected) -> bool {
    let is_word = !field.starts_with(|first: char| first.is_ascii_digit())
        && has_word(field)
        && !["null", "None", "nil"].contains(&field);
    is_word || expected.is_board(field.as_bytes())
}

/// The columns, and runs of columns, that have a board in the first row.
fn candidates(names: &[String], values: &[String], expected: &Expected) -> Vec<String> {
    let is_board = |text: &str| expected.is_board(text.as_bytes());
    let is_goal = |column: usize| expected.goals.as_ref() == Some(&names[column]);
    let mut found: Vec<String> = (0..names.len())
        .filter(|&column| !is_goal(column) && is_board(&values[column]))
        .map(|column| names[column].clone())
        .collect();
    // Names with numbers say which columns belong together, in whatever order they are.
    let mut groups: BTreeMap<&str, BTreeMap<usize, usize>> = BTreeMap::new();
    for (column, name) in names.iter().enumerate() {
        if let Some((before, number)) = numbered(name) {
            groups.entry(before).or_default().insert(number, column);
        }
    }
    // Each is one run, or several without the numbers that are missing.
    let mut sequences: BTreeMap<(&str, usize), Vec<(usize, usize)>> = BTreeMap::new();
    for (before, columns) in &groups {
        for (at, (&number, &column)) in columns.iter().enumerate() {
            sequences.entry((before, number - at)).or_default().push((number, column));
        }
    }
    let runs = sequences.iter().filter_map(|((before, _), columns)| {
        let cells: Vec<&str> = columns.iter().map(|&(_, column)| &*values[column]).collect();
        let ((first, _), (last, _)) = (columns[0], columns[columns.len() - 1]);
        let is_board = cells.len() >= 4 && is_board_of(&cells, expected);
        is_board.then(|| format!("{before}{first}..{before}{last}"))
    });
    let mut runs: Vec<String> = runs.collect();
    if runs.is_empty() {
        let values: Vec<&str> = values.iter().map(String::as_str).collect();
        // All columns of a run, or none.
        let is_whole = |window: &Range<usize>| {
            sequences.values().all(|run| {
                let inside = run.iter().filter(|(_, column)| window.contains(column)).count();
                inside == 0 || inside == run.len()
            })
        };
        let name = |window: Range<usize>| {
            let (first, last) = (window.start, window.end - 1);
            let name = format!("{}..{}", names[first], names[last]);
            let unique = |name: &String| names.iter().filter(|it| *it == name).count() == 1;
            let is_named = unique(&names[first]) && unique(&names[last]);
            let is_plain = run_of(&name).is_none() && ends(&name).is_some();
            if is_named && is_plain { name } else { format!("{first}..{last}") }
        };
        runs.extend(windows(&values, expected).into_iter().filter(is_whole).map(name));
    }
    found.append(&mut runs);
    without_goals(&mut found, expected);
    found
}

/// True if these fields are the cells of a board.
fn is_board_of(cells: &[&str], expected: &Expected) -> bool {
    let cells = cells_of_run(cells.iter().map(|cell| cell.as_bytes()).collect());
    let is_cell =
        |cell: &&[u8]| is_cell(cell) || expected.reading.labels.is_some() && is_tile_name(cell);
    cells.iter().all(is_cell) && expected.is_board(&cells.join(&b' '))
}

/// True if a field is a whole number, or a sign of the blank.
fn is_cell(value: &[u8]) -> bool {
    let whole = value.strip_suffix(b".0").unwrap_or(value);
    whole.iter().all(u8::is_ascii_digit) && !whole.is_empty()
        || matches!(value, b"x" | b"X" | b"_" | b"." | b"-" | b"*")
}

/// The longest runs of columns that are boards, none within another.
fn windows(values: &[&str], expected: &Expected) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    if values.len() > MOST_COLUMNS {
        return found;
    }
    let squares = (2..).map(|side| side * side).take_while(|&cells| cells <= values.len());
    let lengths: BTreeSet<usize> = squares.chain(expected.cells()).collect();
    for length in lengths.into_iter().rev() {
        for (first, cells) in values.windows(length).enumerate() {
            let is_within = found.iter().any(|run| run.start <= first && first + length <= run.end);
            if !is_within && is_board_of(cells, expected) {
                found.push(first..first + length);
            }
        }
    }
    found
}

/// The layout of answers, from their first line: lines, unless it is a header or an object.
pub fn layout_of_answers(line: &[u8], expected: &Expected) -> InputLayout {
    let is_object = line.trim_ascii_start().starts_with(b"{")
        && serde_json::from_slice::<Object<'_>>(line).is_ok();
    let is_named = |field: &String| {
        expected.answers.as_ref().is_some_and(|answers| match &answers.column {
            Some(name) => field == name || ends(name).is_some_and(|(first, _)| field == first),
            None => answers.names.iter().chain(ANSWER_NAMES).any(|name| field == name),
        })
    };
    match has_field(line, is_named) {
        _ if is_object => InputLayout::JsonLines,
        true => InputLayout::Csv,
        false => InputLayout::Lines,
    }
}

/// True if one of the separators makes such a field of a line.
fn has_field(line: &[u8], is: impl Fn(&String) -> bool) -> bool {
    let mut all = SEPARATORS.iter().filter_map(|&separator| fields(line, separator));
    all.any(|fields| fields.iter().any(&is))
}

/// The separator of CSV with this header: the one that makes one of the names a field, or else the
/// one that makes most fields.
pub fn separator(header: &[u8], names: &[String]) -> u8 {
    let line = header.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let split = |&separator: &u8| fields(line, separator).unwrap_or_default();
    let is_named = |separator: &&u8| {
        let fields = split(separator);
        names.iter().any(|name| {
            let first = ends(name).map_or(&**name, |(first, _)| first);
            fields.iter().any(|field| field == name || field == first)
        })
    };
    SEPARATORS.iter().find(is_named).copied().unwrap_or_else(|| {
        // The first of those that make the most.
        let most = SEPARATORS.iter().rev().max_by_key(|separator| split(separator).len());
        most.copied().unwrap_or(b',')
    })
}

/// True if a header has the column whose name needs no option.
pub fn has_boards(header: &[u8]) -> bool {
    has_field(header, |field| field == COLUMN)
}
