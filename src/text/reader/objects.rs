//! Boards in fields of JSON lines, and what else an object has.

use std::borrow::Cow;
use std::io;

use serde::Deserialize;
use serde_json::value::RawValue;

use super::block::{BoardBlock, too_long};
use super::columns::{Column, ColumnRole, Object, add_row, is_null, object_in, quoted};
use super::keep::Keep;
use crate::text::Format;
use crate::text::comments::{is_comment, without_comment};

/// Adds the board in a field of an object, and what other fields have. The object is a line, or
/// `None` if the line is too long.
pub(super) fn add_object(
    text: Option<&[u8]>,
    line: u64,
    columns: &[Column],
    keep: &mut Option<Keep>,
    block: &mut BoardBlock,
) -> io::Result<()> {
    let (flaw, text) = match text {
        Some(text) if is_comment(text) => return Ok(()),
        Some(text) => match object_of(text, columns) {
            Ok((object, rest)) => {
                let kept = keep.as_mut().map(|keep| keep.object(&text[..rest])).transpose();
                let kept = kept.map_err(|why| io::Error::other(format!("line {line}: {why}")))?;
                if let Some(keep) = keep {
                    block.kept_head = keep.names.as_ref().and_then(|names| keep.head(names));
                }
                let texts = columns.iter().map(|column| column.field(&object));
                let mut texts: Vec<Option<Cow<'_, [u8]>>> =
                    texts.map(|text| Some(text?.into_bytes().into())).collect();
                let flaw = flaw_of(&object, columns, &texts);
                if flaw.is_some() && columns[0].role == ColumnRole::Board {
                    // All that is there may be of use to whoever reads that it is no board.
                    texts[0] = Some(text.into());
                }
                add_row(columns, &texts, flaw.as_deref(), (line, kept), block);
                return Ok(());
            }
            Err(flaw) => (flaw, text),
        },
        None => (too_long("line", block.longest), &b""[..]),
    };
    if let Some(Keep { format: Format::Csv, names: None, .. }) = keep {
        return Err(io::Error::other(format!(
            "line {line}: {flaw}; --keep takes the names of columns from the first object"
        )));
    }
    let kept = keep.as_ref().map(Keep::nothing);
    let mut texts = vec![None; columns.len()];
    texts[0] = Some(text.into());
    add_row(columns, &texts, Some(&flaw), (line, kept), block);
    Ok(())
}

/// Describes why a line is not JSON. The caller says which line of the input it is.
pub fn json_flaw(why: &serde_json::Error) -> String {
    why.to_string().replace(" at line 1 column ", " at column ")
}

/// The object in a line, and where it ends.
fn object_of<'t>(text: &'t [u8], columns: &[Column]) -> Result<(Object<'t>, usize), String> {
    if text.trim_ascii().is_empty() {
        return Err("an empty line; expected a JSON object".to_owned());
    }
    let object = std::str::from_utf8(text).ok().and_then(|text| {
        first_value::<_, Object<'_>>(serde_json::Deserializer::from_str(text)).ok()
    });
    let (object, end) = match object {
        Some((object, end)) => (Some(object), end),
        // Something else than an object, broken, or with other bytes in a comment.
        None => {
            let values = serde_json::Deserializer::from_slice(text);
            let value = first_value::<_, &RawValue>(values);
            let (value, end) = value.map_err(|why| format!("broken JSON: {}", json_flaw(&why)))?;
            (object_in(value), end)
        }
    };
    if !without_comment(&text[end..]).trim_ascii().is_empty() {
        return Err("broken JSON: more than one object in a line".to_owned());
    }
    let expected = || format!("expected a JSON object with the field {}", columns[0].name());
    Ok((object.ok_or_else(expected)?, end))
}

/// The first value, and where it ends.
fn first_value<'t, R: serde_json::de::Read<'t>, T: Deserialize<'t>>(
    text: serde_json::Deserializer<R>,
) -> serde_json::Result<(T, usize)> {
    let mut values = text.into_iter();
    let value = values.next().unwrap_or_else(|| Err(serde::de::Error::custom("no value")))?;
    Ok((value, values.byte_offset()))
}

/// The field that an object needs and does not have. `texts` are those of its columns.
fn flaw_of(
    object: &Object<'_>,
    columns: &[Column],
    texts: &[Option<Cow<'_, [u8]>>],
) -> Option<String> {
    let is_missing = |(column, text): &(&Column, &Option<Cow<'_, [u8]>>)| {
        let is_answer = column.role == ColumnRole::Answer;
        // A board without an answer is a board.
        let is_needed = column.is_needed && !(is_answer && columns[0].role == ColumnRole::Board);
        is_needed && (text.is_none() || !is_answer && is_null(object, column))
    };
    // A whole document is not an object a line.
    let is_list = |value: &RawValue| {
        let list: Result<Vec<&RawValue>, _> = serde_json::from_str(value.get());
        list.is_ok_and(|list| list.iter().any(|it| it.get().starts_with('{')))
    };
    let list = || {
        let (name, _) = object.iter().find(|(_, value)| is_list(value))?;
        Some(format!(
            "`{name}` is a list of objects; expected one object a line, as `jq -c '.{name}[]'` \
             prints them"
        ))
    };
    if texts.iter().flatten().any(|text| text.starts_with(b"[{")) {
        return list();
    }
    let (missing, _) = columns.iter().zip(texts).find(is_missing)?;
    let (name, option) = (missing.name(), missing.option);
    if is_null(object, missing) {
        return Some(format!("the field {name} is null; expected a board"));
    }
    let is_read = |name: &String| columns.iter().any(|column| column.names.contains(name));
    if let Some(flaw) = list() {
        return Some(flaw);
    }
    // A number is no board.
    let may_be = |value: &RawValue| {
        missing.role == ColumnRole::Answer || value.get().starts_with(['"', '[', '{'])
    };
    let others = object.iter().filter(|(name, value)| !is_read(name) && may_be(value));
    let names: Vec<&String> = others.map(|(name, _)| name).collect();
    Some(match names[..] {
        [] => format!("no field {name}"),
        [other] => format!("no field {name}; there is `{other}`: use {option} {other}"),
        _ => {
            format!("no field {name}; there are {}: name one with {option}", quoted(&names))
        }
    })
}
