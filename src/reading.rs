//! Boards in forms that people have beside the usual ones: code, floating-point numbers, other
//! signs between cells, and an empty cell for the blank.
//!
//! These are tried on text that is no board otherwise, so what is read without them keeps its
//! meaning. A form is read if it can mean one thing only: the blank is an empty cell only if there
//! is no other, and a sign stands between all cells or none.

/// The ways to write the text of a board in a usual form, the most likely first.
pub(crate) fn usual_forms(text: &str) -> impl Iterator<Item = String> {
    let bare = without_code(text);
    let bare = bare.as_deref().unwrap_or(text);
    let whole = without_fractions(bare);
    let changed = whole.clone().or_else(|| (bare.len() < text.len()).then(|| bare.to_owned()));
    let cells = whole.unwrap_or_else(|| bare.to_owned());
    let spaced = SIGNS.into_iter().find_map(|sign| without_sign(&cells, sign));
    let filled = with_blank(&cells);
    [changed, spaced, filled].into_iter().flatten()
}

/// What may stand between all cells, where a space usually does.
const SIGNS: [char; 9] = ['/', '-', '_', ':', '|', '.', '+', '*', '~'];

/// The list in code: `board = [[1, 2], [3, 0]]`, `array([[1, 2], [3, 0]])`, `int b[] = {1, 2};`.
fn without_code(text: &str) -> Option<String> {
    let (mut depth, mut from) = (0_i32, 0);
    for (at, c) in text.char_indices() {
        depth += i32::from(c == '(') - i32::from(c == ')');
        if c == '=' && depth == 0 {
            from = at + 1;
            break;
        }
    }
    // The round brackets of a call are outside the list.
    let rest = &text[from..];
    let begin = from + rest.find(['[', '{']).or_else(|| rest.find('('))?;
    let (mut depth, mut end) = (0_i32, None);
    for (at, c) in text[begin..].char_indices() {
        match c {
            '[' | '{' | '(' => depth += 1,
            ']' | '}' | ')' if depth > 0 => depth -= 1,
            // Rows may stand side by side: `[1, 2], [3, 0]`.
            _ if depth == 0 && c != ',' && !c.is_whitespace() => break,
            _ => {}
        }
        if depth == 0 && matches!(c, ']' | '}' | ')') {
            end = Some(begin + at + 1);
        }
    }
    let end = end?;
    let (before, behind) = (&text[..begin], text[end..].trim_end());
    // A line of code has one list; what has several lines or fields before it is a file.
    let is_line =
        !before.contains('\n') && !behind.contains('\n') && !text[from..begin].contains(',');
    let is_code = [before, behind].iter().any(|text| text.contains(char::is_alphabetic));
    (is_line && is_code).then(|| text[begin..end].to_owned())
}

/// Whole numbers for `1.` and `1.0`, if all numbers are written so and stand apart.
fn without_fractions(text: &str) -> Option<String> {
    let is_between = |c: char| !c.is_ascii_digit() && c != '.';
    let mut words = text.split(is_between).filter(|word| !word.is_empty());
    let is_whole = |word: &str| {
        word.split_once('.').is_some_and(|(whole, fraction)| {
            !whole.is_empty() && fraction.bytes().all(|byte| byte == b'0')
        })
    };
    if words.clone().count() < 4 || !words.all(is_whole) {
        return None;
    }
    let mut whole = String::new();
    let mut in_fraction = false;
    for c in text.chars() {
        in_fraction = c == '.' || in_fraction && c.is_ascii_digit();
        if !in_fraction {
            whole.push(c);
        }
    }
    Some(whole)
}

/// Spaces for a sign that stands between all cells of each row: `1-2-3`.
fn without_sign(text: &str, sign: char) -> Option<String> {
    let is_cell = |word: &str| {
        let is_number = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
        is_number || ["x", "X", "_", ".", "*"].contains(&word)
    };
    let is_row = |row: &&str| row.contains(sign) && row.split(sign).all(is_cell);
    let rows: Vec<_> = text.lines().map(str::trim).filter(|row| !row.is_empty()).collect();
    if rows.is_empty() || !rows.iter().all(is_row) {
        return None;
    }
    let rows: Vec<_> = rows.iter().map(|row| row.split(sign).collect::<Vec<_>>()).collect();
    Some(joined(&rows))
}

/// A character of a frame as it is drawn with `-`, `|` and `+`.
pub fn plain_frame(c: char) -> char {
    match c {
        '─' | '━' | '┄'..='┅' | '┈'..='┉' | '╌'..='╍' | '═' => '-',
        '│' | '┃' | '┆'..='┇' | '┊'..='┋' | '╎'..='╏' | '║' => '|',
        '┌'..='╿' => '+',
        other => other,
    }
}

/// The blank for an empty cell between separators that are not spaces, if there is one such cell
/// and all others are numbers. A separator at the end of every row has no cell behind it, except in
/// a frame.
pub fn with_blank(text: &str) -> Option<String> {
    let lines = text.chars().map(plain_frame);
    let text: String = lines.filter(|c| !matches!(c, '[' | '{' | '(')).collect();
    [',', ';', '\t', '|'].into_iter().find_map(|separator| {
        let (mut rows, mut is_framed) = (Vec::new(), false);
        for row in text.split(['\n', '\r', '/', ']', '}', ')']) {
            let row = row.trim_matches(' ');
            let row = row.strip_prefix(',').filter(|_| text.contains([']', '}'])).unwrap_or(row);
            let is_frame = row.chars().all(|c| "+-=:| ".contains(c));
            if is_frame && (row.is_empty() || row.contains(['-', '='])) {
                continue;
            }
            let row = match (separator, row.strip_prefix('|'), row.strip_suffix('|')) {
                ('|', Some(_), Some(_)) if row.len() > 1 => {
                    is_framed = true;
                    &row[1..row.len() - 1]
                }
                _ => row,
            };
            let cells = row.split(separator).map(|cell| cell.trim_matches([' ', '"', '\'']));
            rows.push(cells.collect::<Vec<_>>());
        }
        if !is_framed && rows.iter().all(|row| row.last().is_some_and(|last| last.is_empty())) {
            for row in &mut rows {
                row.pop();
            }
        }
        let cells = rows.iter().flatten();
        let is_cell = |cell: &&str| cell.bytes().all(|byte| byte.is_ascii_digit());
        if cells.clone().filter(|cell| cell.is_empty()).count() != 1 || !cells.clone().all(is_cell)
        {
            return None;
        }
        let filled: Vec<Vec<_>> = rows
            .into_iter()
            .map(|row| {
                row.into_iter().map(|cell| if cell.is_empty() { "0" } else { cell }).collect()
            })
            .collect();
        Some(joined(&filled))
    })
}

/// Cells with spaces between them, and rows with slashes.
fn joined(rows: &[Vec<&str>]) -> String {
    rows.iter().map(|row| row.join(" ")).collect::<Vec<_>>().join(" / ")
}
