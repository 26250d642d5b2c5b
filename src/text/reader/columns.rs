//! Which columns of CSV, or fields of JSON lines, are read, and what a row has in them.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt::Display;
use std::ops::Range;

use serde_json::{Map, Value};

use super::block::{BoardBlock, InputBoard, RowParts};
use super::row_goals::{NAMES, UnnamedGoal};
use super::{AnswerPlace, COLUMN, Expected};

/// What a column has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Board,
    Goal,
    Answer,
    /// Why there is no answer.
    Error,
    /// What is proved of a distance that is not known.
    LowerBound,
    Id,
}

/// A column of CSV, or a field of JSON lines, that is read.
pub(super) struct Column {
    /// Its name, or several of which a row may have one.
    pub names: Vec<String>,
    pub role: Role,
    /// True if a row without it has a flaw.
    pub is_needed: bool,
    /// The option that names it.
    pub option: &'static str,
}

/// The names of columns whose answers are read, unless one is named. `check` writes them, too.
pub const ANSWER_NAMES: &[&str] = &["moves", "solution", "answer", "distance"];

/// The columns that are expected. The first one is always needed.
pub(super) fn columns(expected: &Expected, found: Option<&str>) -> Vec<Column> {
    let column = |name: &str, role, is_needed| {
        let option = if role == Role::Goal { "--goal-column" } else { "--column" };
        Column { names: vec![name.to_owned()], role, is_needed, option }
    };
    let mut columns = Vec::new();
    let board = expected.column.as_deref().or(found).unwrap_or(COLUMN);
    let alone = expected.has_only_answers();
    if !alone {
        columns.push(column(board, Role::Board, true));
    }
    match &expected.goals {
        Some(name) => columns.push(column(name, Role::Goal, true)),
        None if expected.unnamed_goal == UnnamedGoal::Pass || alone => {}
        None => {
            // Beside the board, or else in the row itself.
            let path = board.rfind('.').map_or("", |at| &board[..=at]);
            let names = NAMES.iter().flat_map(|name| [format!("{path}{name}"), (*name).into()]);
            let names: BTreeSet<String> = names.filter(|name| name != board).collect();
            let names = names.into_iter().collect();
            columns.push(Column { names, ..column("", Role::Goal, false) });
        }
    }
    if let Some(answers) = &expected.answers {
        let names = match &answers.column {
            Some(name) => vec![name.clone()],
            None => answers.names.iter().map(|name| (*name).to_owned()).collect(),
        };
        let is_only = answers.place == AnswerPlace::Only;
        let option = if is_only { "--column" } else { "--answer-column" };
        columns.push(Column { names, role: Role::Answer, is_needed: true, option });
        columns.push(column("error", Role::Error, false));
        if answers.names.first() == Some(&"distance") {
            columns.push(column("lower_bound", Role::LowerBound, false));
        }
    }
    if alone {
        columns.push(column(COLUMN, Role::Board, false));
        columns.push(column(NAMES[0], Role::Goal, false));
    }
    if expected.ids {
        columns.push(column("id", Role::Id, false));
    }
    columns
}

impl Column {
    /// Its name, or all of which it may have one.
    pub fn name(&self) -> String {
        match &self.names[..] {
            [most @ .., last] if !most.is_empty() => format!("{} or `{last}`", quoted(most)),
            one => quoted(one),
        }
    }

    /// Its place in a header. `None` if it is not there, and need not be.
    pub fn place(&self, header: &[String]) -> Result<Option<ColumnPlace>, String> {
        let mut places = Vec::new();
        for name in &self.names {
            places.extend(place_of(name, header)?.map(|place| (name, place)));
        }
        match &mut places[..] {
            [] if !self.is_needed => Ok(None),
            [] => {
                let (name, names) = (self.name(), header.join(", "));
                let option = match self.names.len() {
                    1 => String::new(),
                    _ => format!(": name it with {}", self.option),
                };
                Err(format!("no column {name}; expected one of {names}{option}"))
            }
            [(_, place)] => Ok(Some(std::mem::take(place))),
            [(one, _), (other, _), ..] => Err(format!(
                "columns `{one}` and `{other}` can both be meant: name one with {}",
                self.option
            )),
        }
    }

    /// Its text in an object.
    pub fn field(&self, object: &Map<String, Value>) -> Option<String> {
        let mut found = self.names.iter().filter_map(|name| text_of(object, name));
        let only = || {
            // An object that has nothing else leaves no doubt.
            let others = object.iter().filter(|(name, _)| !["id", COLUMN].contains(&&***name));
            let mut others = others.map(|(_, value)| as_text(value));
            others.next().filter(|_| others.next().is_none())
        };
        let is_answer = self.role == Role::Answer && self.names.len() > 1;
        found.next().or_else(|| is_answer.then(only).flatten())
    }
}

/// The columns of CSV whose fields together are one text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ColumnPlace {
    pub columns: Vec<usize>,
    /// True if they were counted, so that there may be no header.
    pub is_counted: bool,
}

/// The names of the two ends of a run of columns.
pub(super) fn ends(name: &str) -> Option<(&str, &str)> {
    // Most names have no dot, which is found sooner.
    let (first, last) = name.contains('.').then(|| name.split_once(".."))??;
    Some((first, last)).filter(|(first, last)| !first.is_empty() && !last.is_empty())
}

/// A name that ends in a number, and the number.
pub(super) fn numbered(name: &str) -> Option<(&str, usize)> {
    let digits = name.bytes().rev().take_while(u8::is_ascii_digit).count();
    let (before, number) = name.split_at(name.len() - digits);
    Some((before, number.parse().ok()?))
}

/// The names of a run of columns with numbers in their names, in order.
pub(super) fn run_of(name: &str) -> Option<(&str, Range<usize>)> {
    let (first, last) = ends(name)?;
    let ((before, first), (also, last)) = (numbered(first)?, numbered(last)?);
    // No board has more cells.
    (before == also && first <= last && last - first < 1 << 20).then_some((before, first..last + 1))
}

/// The cells of a run of columns, with a sign for an empty one.
pub(super) fn cells_of_run(mut cells: Vec<&[u8]>) -> Vec<&[u8]> {
    cells.iter_mut().filter(|cell| cell.is_empty()).for_each(|cell| *cell = b"x");
    cells
}

/// The place of the column with this name, or of a run of columns.
fn place_of(name: &str, header: &[String]) -> Result<Option<ColumnPlace>, String> {
    let find = |name: &str| {
        let mut found = (0..header.len()).filter(|&column| header[column] == name);
        match (found.next(), found.next()) {
            (Some(first), Some(second)) => {
                let (first, second) = (first + 1, second + 1);
                Err(format!("columns {first} and {second} are both `{name}`; expected one"))
            }
            (first, _) => Ok(first),
        }
    };
    let at = |columns| Some(ColumnPlace { columns, is_counted: false });
    if let Some(column) = find(name)? {
        return Ok(at(vec![column]));
    }
    let Some((first, last)) = ends(name) else { return Ok(None) };
    if let Some((before, numbers)) = run_of(name) {
        let names = || numbers.clone().map(|number| format!("{before}{number}"));
        // A header of numbers names columns if all its names are there and in order: otherwise
        // it is a board.
        let mut found = Vec::new();
        for name in names() {
            // In a board, a number that is there twice is a wrong tile.
            let column = find(&name);
            found.push(if before.is_empty() { column.unwrap_or_default() } else { column? });
        }
        let all: Option<Vec<usize>> = found.iter().copied().collect();
        match all {
            Some(all) if !before.is_empty() || all.is_sorted() => return Ok(at(all)),
            _ if before.is_empty() && numbers.end <= header.len() => {
                return Ok(Some(ColumnPlace { columns: numbers.collect(), is_counted: true }));
            }
            _ if before.is_empty() => {
                let columns = header.len();
                return Err(format!("{name}: expected columns from 0 to {}", columns - 1));
            }
            _ => {
                let missing = names().zip(&found).find(|(_, found)| found.is_none());
                let missing = missing.map_or_else(String::new, |(name, _)| name);
                let names = header.join(", ");
                return Err(format!("{name}: no column `{missing}`; expected one of {names}"));
            }
        }
    }
    match (find(first)?, find(last)?) {
        (Some(first), Some(last)) if first <= last => Ok(at((first..=last).collect())),
        _ => Ok(None),
    }
}

/// The text of a field, or of a field of a field, or of a run of fields.
fn text_of(object: &Map<String, Value>, name: &str) -> Option<String> {
    if let Some(value) = value_of(object, name) {
        return Some(as_text(value));
    }
    let (before, numbers) = run_of(name)?;
    let texts = numbers.map(|number| value_of(object, &format!("{before}{number}")).map(as_text));
    let texts = texts.collect::<Option<Vec<String>>>()?;
    let cells = cells_of_run(texts.iter().map(|cell| cell.trim().as_bytes()).collect());
    String::from_utf8(cells.join(&b' ')).ok()
}

/// The value with this name, or with this path: names with dots between them.
fn value_of<'v>(object: &'v Map<String, Value>, path: &str) -> Option<&'v Value> {
    object.get(path).or_else(|| {
        memchr::memchr_iter(b'.', path.as_bytes()).find_map(|at| match object.get(&path[..at])? {
            Value::Object(inner) => value_of(inner, &path[at + 1..]),
            _ => None,
        })
    })
}

/// Names in backquotes, with commas between them.
pub(super) fn quoted(names: &[impl Display]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    names.join(", ")
}

fn as_text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// True if the field of this column is `null`.
pub(super) fn is_null(object: &Map<String, Value>, column: &Column) -> bool {
    column.names.iter().any(|name| value_of(object, name).is_some_and(Value::is_null))
}

/// The fields of an object that can be boards, with their paths.
pub(super) fn board_fields(object: &Map<String, Value>, expected: &Expected) -> Vec<String> {
    let mut found = Vec::new();
    for (name, value) in object {
        if expected.goals.as_ref() == Some(name) {
            continue;
        }
        match value {
            Value::Object(inner) => {
                let inner = board_fields(inner, expected).into_iter();
                found.extend(inner.map(|path| format!("{name}.{path}")));
            }
            Value::String(_) | Value::Array(_) if expected.is_board(as_text(value).as_bytes()) => {
                found.push(name.clone());
            }
            _ => {}
        }
    }
    found
}

/// Adds a row: the text of each column, and the fields to keep.
pub(super) fn add_row(
    columns: &[Column],
    texts: &[Option<Cow<'_, [u8]>>],
    flaw: Option<&str>,
    (line, kept): (u64, Option<Vec<u8>>),
    block: &mut BoardBlock,
) {
    let of = |role| {
        let at = columns.iter().position(|column| column.role == role)?;
        texts[at].as_deref()
    };
    let (board, goal, id) = (of(Role::Board), of(Role::Goal), of(Role::Id));
    let (answer, error) = (of(Role::Answer), of(Role::Error));
    let is_board = columns[0].role == Role::Board;
    let has_answers = columns.iter().any(|column| column.role == Role::Answer);
    let text = board.unwrap_or_default();
    if is_board && flaw.is_none() {
        block.add(text, goal, line);
    } else {
        let text = if is_board { text } else { b"" };
        block.push(InputBoard { line, text, goal, flaw, parts: None });
    }
    if !has_answers && id.is_none() && kept.is_none() {
        return;
    }
    let error = error.filter(|error| !matches!(error.trim_ascii(), b"" | b"null"));
    let answer = match error {
        // Our own rows say so there.
        Some(why) if why.starts_with(b"unsolvable") => Some(&b"unsolvable"[..]),
        Some(_) => None,
        None => answer,
    };
    // A distance that is not known, but more than this.
    let is_missing = |text: &[u8]| matches!(text.trim_ascii(), b"" | b"null");
    let interval = of(Role::LowerBound)
        .filter(|bound| !is_missing(bound) && answer.is_some_and(is_missing))
        .map(|bound| [bound, b".."].concat());
    let answer = interval.as_deref().or(answer);
    let board = board.filter(|_| !is_board).map(<[u8]>::to_vec);
    let (answer, id) = (answer.map(<[u8]>::to_vec), id.map(<[u8]>::to_vec));
    block.with_parts(RowParts { answer, id, board, kept });
}
