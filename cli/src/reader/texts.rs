//! Boards in the lines of grids, and in objects of JSON lines.

use serde_json::Value;

use super::block::{BoardBlock, InputBoard, is_comment, too_long, without_comment};
use super::guess::BoardLines;

/// The rows of a grid.
#[derive(Default)]
pub struct Grid {
    /// Those of the next board, and the line of the first.
    rows: Vec<u8>,
    line: u64,
    /// The number of boards so far, up to 3.
    pub boards: usize,
    /// The lines of each board, if the first line gave the size, and how many there are of the
    /// next.
    size: Option<BoardLines>,
    count: usize,
}

impl Grid {
    /// Grids of this size, which may stand before each. Without one, an empty line ends a board.
    pub fn new(size: Option<BoardLines>) -> Grid {
        Grid { size, ..Grid::default() }
    }

    /// Whether empty lines end boards.
    pub const fn has_empty_lines(&self) -> bool {
        self.size.is_none()
    }

    /// Adds a line, or `None` for one that is too long.
    pub fn line(&mut self, line: Option<&[u8]>, number: u64, block: &mut BoardBlock) {
        let is_empty = line.is_some_and(|line| line.trim_ascii().is_empty());
        if is_empty {
            return self.end(block);
        }
        let is_first = self.rows.is_empty();
        match line {
            Some(line) if is_comment(line) => return,
            // A line that is too long makes the whole grid too long.
            None => self.rows.resize(block.longest + 1, b' '),
            Some(line) if is_first && self.size.is_some_and(|size| size.is_size(line)) => return,
            Some(_) if self.rows.len() > block.longest => {}
            Some(line) => {
                self.rows.extend_from_slice(without_comment(line));
                self.rows.push(self.size.map_or(b'\n', BoardLines::separator));
            }
        }
        if is_first {
            self.line = number;
        }
        self.count += 1;
        if let Some(size) = self.size
            && size.count() == self.count
        {
            self.end(block);
            self.size = size.of_next();
        }
    }

    /// Ends the board, if there is one.
    pub fn end(&mut self, block: &mut BoardBlock) {
        if !self.rows.is_empty() {
            block.add(&self.rows, None, self.line);
            self.rows.clear();
            self.count = 0;
            self.boards += usize::from(self.boards < 2);
        }
    }
}

/// Adds the board in a field of an object, and its goal in another. The object is a line, or `None`
/// if the line is too long.
pub fn add_object(text: Option<&[u8]>, line: u64, fields: &[&str], block: &mut BoardBlock) {
    let (flaw, text) = match text {
        Some(text) if is_comment(text) => return,
        Some(text) => match boards_of(text, fields) {
            Ok(boards) => {
                let goal = boards.get(1).map(String::as_bytes);
                return block.add(boards[0].as_bytes(), goal, line);
            }
            Err(flaw) => (flaw, text),
        },
        None => (too_long("line", block.longest), &b""[..]),
    };
    block.push(InputBoard { line, text, goal: None, flaw: Some(&flaw) });
}

/// Describes why a line is not JSON. The caller says which line of the input it is.
pub fn json_flaw(why: &serde_json::Error) -> String {
    why.to_string().replace(" at line 1 column ", " at column ")
}

/// The texts in fields of an object.
fn boards_of(text: &[u8], fields: &[&str]) -> Result<Vec<String>, String> {
    if text.trim_ascii().is_empty() {
        return Err("an empty line; expected a JSON object".to_owned());
    }
    let mut values = serde_json::Deserializer::from_slice(text).into_iter::<Value>();
    let value = match values.next() {
        Some(Ok(value)) => value,
        Some(Err(why)) => return Err(format!("broken JSON: {}", json_flaw(&why))),
        None => return Err("broken JSON".to_owned()),
    };
    let rest = without_comment(&text[values.byte_offset()..]);
    if !rest.trim_ascii().is_empty() {
        return Err("broken JSON: more than one object in a line".to_owned());
    }
    let Value::Object(object) = value else {
        return Err(format!("expected a JSON object with the field `{}`", fields[0]));
    };
    let found = fields.iter().map_while(|name| match object.get(*name)? {
        Value::Null => None,
        Value::String(text) => Some(text.clone()),
        other => Some(other.to_string()),
    });
    let found: Vec<String> = found.collect();
    let Some(missing) = fields.get(found.len()) else { return Ok(found) };
    if object.contains_key(*missing) {
        return Err(format!("the field `{missing}` is null; expected a board"));
    }
    let option = if found.is_empty() { "--column" } else { "--goal-column" };
    let names: Vec<&String> =
        object.keys().filter(|name| !fields.contains(&name.as_str())).collect();
    Err(match names[..] {
        [] => format!("no field `{missing}`"),
        [name] => format!("no field `{missing}`; there is `{name}`: use {option} {name}"),
        _ => {
            let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
            let names = names.join(", ");
            format!("no field `{missing}`; there are {names}: name one with {option}")
        }
    })
}
