//! Which columns of CSV, or fields of JSON lines, are read, and what a row has in them.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use std::io;
use std::ops::Range;

use serde_json::Value;
use serde_json::value::RawValue;

use super::block::{BoardBlock, InputBoard, RowParts};
use super::row::has_word;
use super::{AnswerPlace, COLUMN, Expected};
use crate::text::goal_name;

/// What a column has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ColumnRole {
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
    pub role: ColumnRole,
    /// True if a row without it has a flaw.
    pub is_needed: bool,
    /// The option that names it.
    pub option: &'static str,
}

/// The names of columns whose answers are read, unless one is named. `check` writes them, too.
pub const ANSWER_NAMES: &[&str] = &["moves", "solution", "answer", "distance"];

/// The columns that are expected. The first one is always needed.
pub(super) fn columns(expected: &Expected, found: Option<&str>) -> Vec<Column> {
    let mut columns = Vec::new();
    let mut add = |names: &[&str], role, is_needed| {
        let option = match role {
            ColumnRole::Goal => "--goal-column",
            ColumnRole::Answer if !expected.is_place(AnswerPlace::Only) => "--answer-column",
            _ => "--column",
        };
        let names = names.iter().map(|name| (*name).to_owned()).collect();
        columns.push(Column { names, role, is_needed, option });
    };
    let board = expected.column.as_deref().or(found).unwrap_or(COLUMN);
    let alone = expected.has_only_answers();
    if !alone {
        add(&[board], ColumnRole::Board, true);
    }
    if let Some(name) = &expected.goals {
        add(&[name], ColumnRole::Goal, true);
    } else if expected.unnamed_goal != UnnamedGoal::Pass && !alone {
        // Beside the board, or else in the row itself.
        let path = board.rfind('.').map_or("", |at| &board[..=at]);
        let [beside, other] = NAMES.map(|name| format!("{path}{name}"));
        let names = BTreeSet::from([NAMES[0], NAMES[1], &beside, &other]);
        let names: Vec<&str> = names.into_iter().filter(|name| *name != board).collect();
        add(&names, ColumnRole::Goal, false);
    }
    if let Some(answers) = &expected.answers {
        match &answers.column {
            Some(name) => add(&[name], ColumnRole::Answer, true),
            None => add(answers.names, ColumnRole::Answer, true),
        }
        add(&["error"], ColumnRole::Error, false);
        if answers.names.first() == Some(&"distance") {
            add(&["lower_bound"], ColumnRole::LowerBound, false);
        }
    }
    if alone {
        add(&[COLUMN], ColumnRole::Board, false);
        add(&NAMES[..1], ColumnRole::Goal, false);
    }
    if expected.ids {
        add(&["id"], ColumnRole::Id, false);
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
        let (mut places, option) = (Vec::new(), self.option);
        for name in &self.names {
            places.extend(place_of(name, header)?.map(|place| (name, place)));
        }
        if let [(one, _), (other, _), ..] = &places[..] {
            return Err(format!(
                "columns `{one}` and `{other}` can both be meant: name one with {option}"
            ));
        }
        let place = places.pop().map(|(_, place)| place);
        if place.is_some() || !self.is_needed {
            return Ok(place);
        }
        let several = self.names.len() > 1;
        let option = if several { format!(": name it with {option}") } else { String::new() };
        Err(format!("no column {}; expected one of {}{option}", self.name(), header.join(", ")))
    }

    /// Its text in an object.
    pub fn field(&self, object: &Object<'_>) -> Option<String> {
        let mut found = self.names.iter().filter_map(|name| text_of(object, name));
        let only = || {
            // An object that has nothing else leaves no doubt.
            let others = object.iter().filter(|(name, _)| !["id", COLUMN].contains(&&***name));
            let mut others = others.map(|(_, value)| as_text(value));
            others.next().filter(|_| others.next().is_none())
        };
        let is_answer = self.role == ColumnRole::Answer && self.names.len() > 1;
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
        let mut found = (1..).zip(header).filter(|(_, found)| *found == name);
        let (first, second) = (found.next(), found.next());
        if let (Some((first, _)), Some((second, _))) = (first, second) {
            return Err(format!("columns {first} and {second} are both `{name}`; expected one"));
        }
        Ok(first.map(|(number, _)| number - 1))
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
        return match all {
            Some(all) if !before.is_empty() || all.is_sorted() => Ok(at(all)),
            _ if before.is_empty() && numbers.end <= header.len() => {
                Ok(Some(ColumnPlace { columns: numbers.collect(), is_counted: true }))
            }
            _ if before.is_empty() => {
                Err(format!("{name}: expected columns from 0 to {}", header.len() - 1))
            }
            _ => {
                let missing = names().zip(&found).find(|(_, found)| found.is_none());
                let missing = missing.map(|(name, _)| name).unwrap_or_default();
                let names = header.join(", ");
                Err(format!("{name}: no column `{missing}`; expected one of {names}"))
            }
        };
    }
    match (find(first)?, find(last)?) {
        (Some(first), Some(last)) if first <= last => Ok(at((first..=last).collect())),
        _ => Ok(None),
    }
}

/// The fields of an object, as they are written: what is wrong in one that is not read does not
/// matter.
pub(super) type Object<'o> = BTreeMap<String, &'o RawValue>;

/// The object that a value is, if it is one.
pub(super) fn object_in(value: &RawValue) -> Option<Object<'_>> {
    value.get().starts_with('{').then(|| serde_json::from_str(value.get()).ok())?
}

/// The text of a value: that in a string, or else the value as it is usually written.
fn as_text(value: &RawValue) -> String {
    match serde_json::from_str(value.get()) {
        Ok(Value::String(text)) => text,
        Ok(other) => other.to_string(),
        // Such as a number that is too large for all.
        Err(_) => value.get().to_owned(),
    }
}

/// The text of a field, or of a field of a field, or of a run of fields.
fn text_of(object: &Object<'_>, name: &str) -> Option<String> {
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
fn value_of<'o>(object: &Object<'o>, path: &str) -> Option<&'o RawValue> {
    object.get(path).copied().or_else(|| {
        memchr::memchr_iter(b'.', path.as_bytes()).find_map(|at| {
            let inner = object_in(object.get(&path[..at])?)?;
            value_of(&inner, &path[at + 1..])
        })
    })
}

/// Names in backquotes, with commas between them.
pub(super) fn quoted(names: &[impl Display]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    names.join(", ")
}

/// True if the field of this column is `null`.
pub(super) fn is_null(object: &Object<'_>, column: &Column) -> bool {
    let is_null = |name: &String| value_of(object, name).is_some_and(|it| it.get() == "null");
    column.names.iter().any(is_null)
}

/// The fields of an object that can be boards, with their paths, which lead through at most this
/// many objects.
pub(super) fn board_fields(object: &Object<'_>, expected: &Expected, within: usize) -> Vec<String> {
    let mut found = Vec::new();
    for (name, value) in object {
        if expected.goals.as_ref() == Some(name) {
            continue;
        }
        if let Some(inner) = object_in(value).filter(|_| within > 0) {
            let inner = board_fields(&inner, expected, within - 1).into_iter();
            found.extend(inner.map(|path| format!("{name}.{path}")));
        } else if value.get().starts_with(['"', '['])
            && expected.is_board(as_text(value).as_bytes())
        {
            found.push(name.clone());
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
    let (board, goal, id) = (of(ColumnRole::Board), of(ColumnRole::Goal), of(ColumnRole::Id));
    let is_board = columns[0].role == ColumnRole::Board;
    let has_answers = columns.iter().any(|column| column.role == ColumnRole::Answer);
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
    let is_missing = |text: &[u8]| matches!(text.trim_ascii(), b"" | b"null");
    let answer = match of(ColumnRole::Error).filter(|error| !is_missing(error)) {
        // Our own rows say so there.
        Some(why) if why.starts_with(b"unsolvable") => Some(&b"unsolvable"[..]),
        Some(_) => None,
        None => of(ColumnRole::Answer),
    };
    // A distance that is not known, but more than this.
    let interval = of(ColumnRole::LowerBound)
        .filter(|bound| !is_missing(bound) && answer.is_some_and(is_missing))
        .map(|bound| [bound, b".."].concat());
    let answer = interval.as_deref().or(answer);
    let board = board.filter(|_| !is_board).map(<[u8]>::to_vec);
    let (answer, id) = (answer.map(<[u8]>::to_vec), id.map(<[u8]>::to_vec));
    block.with_parts(RowParts { answer, id, board, kept });
}

/// The names of goals, unless an option names them.
pub(super) const NAMES: [&str; 2] = ["goal", "Goal"];

/// What to do with the goals of rows, unless an option names their column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnnamedGoal {
    /// Nothing: the command has no goals.
    Pass,
    /// This option says what the goals are.
    Overruled(&'static str),
    /// They are read, if the first row has a board there. Otherwise they may be anything, so an
    /// error has this advice.
    Read(&'static str),
}

impl UnnamedGoal {
    /// They are read, or else this is advised, unless `--goal` names one for all.
    pub const fn unless(is_named: bool, cure: &'static str) -> UnnamedGoal {
        if is_named { UnnamedGoal::Overruled("--goal") } else { UnnamedGoal::Read(cure) }
    }
}

/// The fewest digits of a text with words that may be a goal nevertheless.
const FEWEST_DIGITS: usize = 4;

/// Leaves out goals that are read, where there are boards, too.
pub(super) fn without_goals(found: &mut Vec<String>, expected: &Expected) {
    let is_goal = |name: &String| {
        NAMES.iter().any(|goal| {
            name.strip_suffix(goal).is_some_and(|path| path.is_empty() || path.ends_with('.'))
        })
    };
    if found.len() > 1 && expected.unnamed_goal != UnnamedGoal::Pass {
        found.retain(|name| !is_goal(name));
    }
}

/// Decides by the first row whether the goals of rows are read.
///
/// # Errors
///
/// The first row has something that may be a goal, but is no board.
pub(super) fn are_read(block: &BoardBlock, expected: &Expected) -> io::Result<bool> {
    let first = block.boards().next();
    let Some((board, goal)) = first.and_then(|board| Some((board.text, board.goal?))) else {
        return Ok(false);
    };
    let size = expected.reading.board(board, expected.size).ok().map(|board| board.shape());
    let is_board = expected.reading.board(goal, size.or(expected.size)).is_ok();
    let why = match expected.unnamed_goal {
        UnnamedGoal::Overruled(option) => format!("{option} says what the goals are"),
        UnnamedGoal::Read(cure) if !is_board && may_be_goal(goal) => {
            return Err(io::Error::other(format!("the rows have a goal: {cure}")));
        }
        _ if is_board => {
            (expected.note)("the goal of each board is in `goal`");
            return Ok(true);
        }
        _ => "it has no boards".to_owned(),
    };
    (expected.note)(&format!("`goal` is not used: {why}"));
    Ok(false)
}

/// True if a text that is no board of the right size may be a goal nevertheless, or a missing one.
fn may_be_goal(text: &[u8]) -> bool {
    let text = String::from_utf8_lossy(text.trim_ascii()).to_lowercase();
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    let is_missing = ["null", "none", "nan", "na"].contains(&&*text);
    !has_word(&text)
        || digits >= FEWEST_DIGITS
        || is_missing
        || goal_name(text.as_bytes()).is_some()
}
