//! Boards in the lines of grids, and in objects of JSON lines.

use serde_json::Value;

use super::block::{BoardBlock, InputBoard, is_comment, too_long, without_comment};
use super::header::{Before, is_heading};
use super::row::{has_bracket, open_brackets};

/// The rows of a grid.
#[derive(Default)]
pub struct Grid {
    /// Those of the next board, the line of the first, and its goal.
    rows: Vec<u8>,
    line: u64,
    goal: Vec<u8>,
    /// The brackets that are open after these rows.
    open: i32,
    /// The number of boards so far, up to 3.
    pub boards: usize,
    /// What comes before each board, and the number of lines of the next one.
    before: Option<Before>,
    count: usize,
    /// Whether the next line is a goal, or the numbers of one.
    is_goal_next: bool,
}

impl Grid {
    /// Grids with this before each. Without anything, an empty line ends a board.
    pub fn new(before: Option<Before>) -> Grid {
        Grid { before, ..Grid::default() }
    }

    /// Whether empty lines end boards.
    pub const fn has_empty_lines(&self) -> bool {
        self.before.is_none()
    }

    /// Adds a line, or `None` for one that is too long.
    pub fn line(&mut self, line: Option<&[u8]>, number: u64, block: &mut BoardBlock) {
        if self.before == Some(Before::Headings)
            && let Some(line) = line
        {
            return self.below_heading(line, number, block);
        }
        let is_empty = line.is_some_and(|line| line.trim_ascii().is_empty());
        if is_empty {
            return self.end(block);
        }
        let is_first = self.rows.is_empty();
        match line {
            // One that may be a row stays until the board is read.
            Some(line) if is_comment(line) && (is_first || has_letter(line)) => return,
            // A line that is too long makes the whole grid too long.
            None => self.rows.resize(block.longest + 1, b' '),
            Some(line) if is_first && self.is_header(line) => return,
            Some(_) if self.rows.len() > block.longest => {}
            Some(line) => {
                let line = if has_letter(line) { without_comment(line) } else { line };
                self.rows.extend_from_slice(line);
                self.rows.push(match &self.before {
                    Some(Before::Size(lines)) => lines.separator(),
                    _ => b'\n',
                });
                self.open += open_brackets(line);
            }
        }
        if is_first {
            self.line = number;
        }
        if line.is_some_and(is_comment) {
            return;
        }
        self.count += 1;
        if let Some(Before::Size(lines)) = &self.before
            && lines.count() == self.count
        {
            self.end(block);
            if let Some(Before::Size(lines)) = self.before.take() {
                self.before = lines.of_next().map(Before::Size);
            }
        } else if !is_first && self.open == 0 && has_bracket(&self.rows) && self.begins_open() {
            self.end(block);
        }
    }

    /// Whether the first row opened brackets that later ones close.
    fn begins_open(&self) -> bool {
        let first = self.rows.split(|&byte| byte == b'\n').next().unwrap_or_default();
        open_brackets(first) > 0
    }

    /// Reads a line of a header: a size, or a number of tiles and the goal behind it.
    fn is_header(&mut self, line: &[u8]) -> bool {
        let Some(Before::Size(lines)) = &mut self.before else { return false };
        if std::mem::take(&mut self.is_goal_next) {
            lines.goal = lines.goal_in(line);
            return lines.goal.is_some();
        }
        let is_header = lines.is_header(line);
        self.is_goal_next = is_header && lines.goal.is_some();
        is_header
    }

    /// Adds a line of a file with headings: those of boards and goals, and their numbers.
    fn below_heading(&mut self, line: &[u8], number: u64, block: &mut BoardBlock) {
        if is_heading(line) {
            self.is_goal_next = String::from_utf8_lossy(line).to_lowercase().contains("goal");
            if !self.is_goal_next {
                self.end(block);
                self.line = number;
            }
            return;
        }
        // A size before the first heading, or before that of another board.
        let is_over = self.count > 0 && cells(&self.goal) == self.count;
        if self.line == 0 || is_over || is_comment(line) {
            return;
        }
        let numbers = if self.is_goal_next { &mut self.goal } else { &mut self.rows };
        if numbers.len() <= block.longest {
            numbers.extend_from_slice(line);
            numbers.push(b' ');
        }
        self.count = cells(&self.rows);
    }

    /// Ends the board, if there is one.
    pub fn end(&mut self, block: &mut BoardBlock) {
        if !self.rows.is_empty() {
            let goal = match &self.before {
                Some(Before::Size(lines)) => lines.goal.as_deref().map(str::as_bytes),
                _ => Some(&self.goal[..]).filter(|goal| !goal.is_empty()),
            };
            block.add(&self.rows, goal, self.line);
            (self.count, self.open) = (0, 0);
            self.rows.clear();
            self.goal.clear();
            self.boards += usize::from(self.boards < 2);
        }
    }
}

/// The number of cells in a text of numbers.
fn cells(text: &[u8]) -> usize {
    text.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).count()
}

fn has_letter(line: &[u8]) -> bool {
    line.iter().any(u8::is_ascii_alphabetic)
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
