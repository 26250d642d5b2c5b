//! Forms of boards that people have besides the usual ones, each rewritten as a usual one: code,
//! floating-point numbers, letters, labels, other signs between cells, an empty cell for the blank.
//!
//! These are tried on text that is no board otherwise, so what is read without them keeps its
//! meaning. A form is read if it can mean one thing only: the blank is an empty cell only if there
//! is no other, and a sign stands between all cells or none.

use super::tokens::{TextCells, has_only_frames, is_blank, joined, plain_frame};
use super::usual::small_board;
use crate::puzzle::{BoardError, MAX_CELLS, Shape};

/// Rewrites a form as a usual one. `None` if the text does not have this form.
type Rewrite = fn(&str) -> Option<String>;

/// The forms of cells, the most likely first.
const FORMS: [Rewrite; 12] = [
    of_other_signs,                        // 1 & 2 \\ x & 3
    without_signs,                         // 1-2-3
    with_blank,                            // 1,,3
    of_groups,                             // 123 456 78x
    of_space,                              // 1234567 8
    without_list_signs,                    // - 1 2 3
    without_labels,                        // 1 | 4 1 2
    of_game_id,                            // 3x3:1,2,3,...
    of_letters,                            // ABC
    |text| of_letters(&with_blank(text)?), // A,,C
    |text| of_letters(&of_groups(text)?),  // ABC DEF GH_
    |text| of_letters(&of_space(text)?),   // ABCDEFG H
];

/// The ways to write the text of a board in a usual form, the most likely first.
pub(crate) fn usual_forms(text: &str) -> impl Iterator<Item = String> {
    // Code and fractions may be around cells of any form: `board = [[1, 2.0], ...]`.
    let narrow = half_width(text);
    let text = narrow.as_deref().unwrap_or(text);
    let code = without_code(text);
    let plain = without_fractions(code.as_deref().unwrap_or(text)).or(code).or(narrow.clone());
    let cells = plain.clone().unwrap_or_else(|| text.to_owned());
    plain.into_iter().chain(FORMS.into_iter().filter_map(move |rewrite| rewrite(&cells)))
}

/// The signs of lists.
pub const LIST_SIGNS: [&str; 3] = ["- ", "* ", "+ "];

/// The rows after the sign of a list before every one: `- 3 7 8`.
fn without_list_signs(text: &str) -> Option<String> {
    let rows = || text.lines().map(str::trim).filter(|row| !row.is_empty());
    LIST_SIGNS.into_iter().find_map(|sign| {
        let rows: Option<Vec<_>> = rows().map(|row| row.strip_prefix(sign)).collect();
        rows.filter(|rows| rows.len() > 1).map(|rows| rows.join("\n"))
    })
}

/// The cells without the numbers of rows before them (`1 | 4 1 2`), and without those of columns.
/// Both count from 1 or from 0. Below numbers of columns, white space may follow those of rows.
fn without_labels(text: &str) -> Option<String> {
    let text: String = text.chars().map(plain_frame).collect();
    let rows = text.lines().map(str::trim).filter(|row| !has_only_frames(row.as_bytes()));
    let rows: Vec<_> = rows.collect();
    let (rows, columns) = without_column_labels(&rows);
    let rows: Option<Vec<_>> = rows.iter().map(|row| label_and_cells(row, columns)).collect();
    let (labels, rows): (Vec<_>, Vec<_>) = rows?.into_iter().unzip();
    let are_alike = rows.iter().all(|row| row.len() == rows[0].len());
    (is_count(&labels) && are_alike).then(|| joined(&rows))
}

/// The rows without the labels of columns above or below them, and the number of these.
fn without_column_labels<'r>(rows: &'r [&'r str]) -> (&'r [&'r str], Option<usize>) {
    let are_numbers = |row: &str| !row.contains('|') && is_count(&words(row));
    let are_names = |row: &str| {
        let words = words(row);
        words.len() > 1 && words.iter().all(|word| word.starts_with(char::is_alphabetic))
    };
    match rows {
        [first, rows @ ..] if are_numbers(first) || are_names(first) => {
            (rows, Some(words(first).len()))
        }
        [rows @ .., last] if are_numbers(last) => (rows, Some(words(last).len())),
        _ => (rows, None),
    }
}

/// The label of a row, and its cells.
fn label_and_cells(row: &str, columns: Option<usize>) -> Option<(&str, Vec<&str>)> {
    if let Some((label, cells)) = row.split_once(['|', ':', ')', '.']) {
        return Some((label.trim(), words(cells)));
    }
    // Without labels of rows, those of columns are dropped only if they stand out.
    let columns = columns?;
    let (label, cells) = row.split_once(char::is_whitespace)?;
    Some((label, words(cells))).filter(|(_, cells)| cells.len() == columns)
}

/// True if words are numbers that count from 1 or from 0.
fn is_count(words: &[&str]) -> bool {
    let first = words.first().and_then(|word| word.parse().ok()).unwrap_or(u32::MAX);
    words.len() > 1
        && first < 2
        && (first..).zip(words).all(|(number, word)| word.parse() == Ok(number))
        && words.iter().all(|word| !word.starts_with('+'))
}

/// The words of a row.
fn words(row: &str) -> Vec<&str> {
    let words = row.split(|c: char| c.is_whitespace() || c == '|');
    words.filter(|word| !word.is_empty()).collect()
}

/// A game's ID, in which the number of columns comes first: `3x2:1,2,3,0,4,5`.
fn of_game_id(text: &str) -> Option<String> {
    let (size, cells) = text.trim().split_once(':')?;
    let Shape { rows: cols, cols: rows } = size.parse().ok()?;
    let cells: Vec<_> = cells.split(',').map(str::trim).collect();
    let is_board = cols > 1 && rows > 1 && Some(cells.len()) == cols.checked_mul(rows);
    is_board.then(|| joined(&cells.chunks(cols).collect::<Vec<_>>()))
}

/// Numbers for letters, if every tile is one, the first `A`.
fn of_letters(text: &str) -> Option<String> {
    let cells = TextCells::of(text);
    let count = cells.iter().count();
    let tile = |cell: &str| {
        let [letter @ (b'a'..=b'z' | b'A'..=b'Z')] = cell.as_bytes() else { return None };
        let tile = usize::from(letter.to_ascii_lowercase() - b'a') + 1;
        (tile < count).then_some(tile)
    };
    let gaps: Vec<_> = cells.iter().filter(|cell| tile(cell).is_none()).collect();
    let [gap] = gaps[..] else { return None };
    let number = |cell: &String| tile(cell).unwrap_or(0).to_string();
    let rows = cells.rows.iter().map(|row| row.iter().map(number).collect());
    let rows: Vec<Vec<String>> = rows.collect();
    (count > 3 && is_blank(gap)).then(|| joined(&rows))
}

/// The fewest digits in each of several groups that are rows. Shorter ones may be numbers.
const SHORTEST_GROUP: usize = 3;

/// Rows for groups of cells, each as long as the others: `123 456 78x`.
pub(super) fn of_groups(text: &str) -> Option<String> {
    let groups: Vec<&str> = text.split_whitespace().collect();
    let length = groups.first()?.chars().count();
    let is_long = length >= SHORTEST_GROUP
        || length > 1 && text.contains(|c: char| !c.is_ascii_digit() && !c.is_whitespace());
    let are_rows = groups.len() > 1
        && groups.len() * length <= MAX_CELLS
        && groups.iter().all(|group| group.chars().count() == length);
    (is_long && are_rows).then(|| groups.join("/"))
}

/// The fewest tiles without separators beside a space that is the blank. Fewer are two numbers.
const FEWEST_BESIDE_SPACE: usize = 5;

/// A blank for the only space in a text without other separators than those of rows: `1234567 8`.
fn of_space(text: &str) -> Option<String> {
    let text = text.trim();
    let (before, after) = text.split_once(' ')?;
    let may_be = |c: char| c.is_ascii_alphanumeric() || matches!(c, '/' | '\n' | '\r');
    let tiles = text.chars().filter(char::is_ascii_alphanumeric).count();
    let is_only = before.chars().chain(after.chars()).all(may_be);
    // Halves may be two rows without a blank.
    let is_gap = before.len() != after.len() && tiles >= FEWEST_BESIDE_SPACE;
    (is_only && is_gap).then(|| format!("{before}_{after}"))
}

/// Usual characters for full-width ones: `１ ２ ３`.
pub(super) fn half_width(text: &str) -> Option<String> {
    let usual = |c: char| match c {
        '\u{3000}' => ' ',
        '！'..='～' => char::from_u32(c as u32 - 0xfee0).unwrap_or(c),
        other => other,
    };
    let narrow: String = text.chars().map(usual).collect();
    (narrow != text).then_some(narrow)
}

/// Usual signs for those of LaTeX and of chats: `1 & 2 \\ x & 3`, `1️⃣2️⃣⬜`.
pub fn of_other_signs(text: &str) -> Option<String> {
    let narrow = half_width(text);
    let usual = |c| match c {
        '&' | '\u{fe0f}' | '\u{20e3}' => " ".to_owned(),
        '\\' => "/".to_owned(),
        '⬛' | '⬜' | '🟥'..='🟫' => " x ".to_owned(),
        other => other.to_string(),
    };
    let cells: String = narrow.as_deref().unwrap_or(text).chars().map(usual).collect();
    (cells != text).then_some(cells)
}

/// What may stand between all cells, where a space usually does.
pub const SIGNS: [char; 9] = ['/', '-', '_', ':', '|', '.', '+', '*', '~'];

/// The list in code: `board = [[1, 2], [3, 0]]`, `array([[1, 2], [3, 0]])`, `int b[] = {1, 2};`.
pub(super) fn without_code(text: &str) -> Option<String> {
    let mut depth = 0_i32;
    let equals = text.find(|c| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        c == '=' && depth == 0
    });
    let from = equals.map_or(0, |at| at + 1);
    // The round brackets of a call are outside the list.
    let rest = &text[from..];
    let begin = from + rest.find(['[', '{']).or_else(|| rest.find('('))?;
    let end = begin + length_of_lists(&text[begin..])?;
    let (before, after) = (&text[..begin], text[end..].trim_end());
    // A line of code has one list; what has several lines or fields before it is a file.
    let is_line =
        !before.contains('\n') && !after.contains('\n') && !text[from..begin].contains(',');
    let is_code = [before, after].iter().any(|text| text.contains(char::is_alphabetic));
    let list = &text[begin..end];
    let (list, after) = reshaped(list, after).unwrap_or((list.to_owned(), after.to_owned()));
    let is_only = has_no_cells(before) && has_no_cells(&after);
    (is_line && is_code && is_only).then_some(list)
}

/// The rows that `.reshape(3, 3)` behind a list makes of it, and the code without this.
fn reshaped(list: &str, after: &str) -> Option<(String, String)> {
    let (before, call) = after.split_once(".reshape(")?;
    let (sides, rest) = call.split_once(')')?;
    let sides = sides.split([',', '(']).map(str::trim).filter(|side| !side.is_empty());
    let sides: Vec<i32> = sides.map(|side| side.parse().ok()).collect::<Option<_>>()?;
    let cells: Vec<String> = TextCells::of(list).iter().cloned().collect();
    let of_rows = |cols: usize| joined(&cells.chunks(cols.max(1)).collect::<Vec<_>>());
    let list = match sides[..] {
        [_] => list.to_owned(),
        [rows @ (2..), -1] => of_rows(cells.len() / rows.unsigned_abs() as usize),
        [_, cols @ (2..)] => of_rows(cols.unsigned_abs() as usize),
        _ => return None,
    };
    Some((list, before.to_owned() + rest))
}

/// The most digits in a name: the year of `board_2026`.
const MOST_IN_NAME: usize = 4;

/// True if code has no cells. A number stands in a name (`int64`) or alone: as the length of an
/// array (`b[3]`, `[u8; 3]`, `array<int, 3>`), of a device (`'cuda:0'`), or at the end of a label
/// (`Board 1:`).
fn has_no_cells(code: &str) -> bool {
    let is_in_word = |c: char| c.is_alphanumeric() || c == '_';
    let (mut at, mut was_cell) = (0, false);
    code.split_inclusive(|c| !is_in_word(c)).all(|piece| {
        let word = piece.trim_end_matches(|c| !is_in_word(c));
        let (before, after) = (code[..at].trim_end(), code[at + word.len()..].trim_start());
        at += piece.len();
        if word.is_empty() {
            return true;
        }
        let is_number = word.starts_with(char::is_numeric);
        let is_cell = word.chars().count() == 1 && !is_number;
        let is_second = std::mem::replace(&mut was_cell, is_cell) && is_cell;
        if !is_number {
            let digits = word.bytes().filter(u8::is_ascii_digit).count();
            return !is_second
                && digits <= MOST_IN_NAME
                && small_board(word.as_bytes(), None).is_err();
        }
        let is_behind = |signs: &[char]| {
            let name = before.strip_suffix(signs).map(str::trim_end);
            name.is_some_and(|name| name.ends_with(|c| is_in_word(c) || matches!(c, ']' | '>')))
        };
        match after.chars().next() {
            Some(']') => is_behind(&['[', ';']),
            Some('>') => is_behind(&[',']),
            Some('\'' | '"') => is_behind(&[':']),
            Some(':') => after.trim_end() == ":",
            _ => false,
        }
    })
}

/// The length of the lists in brackets with which a text begins. Rows may stand side by side:
/// `[1, 2], [3, 0]`.
fn length_of_lists(text: &str) -> Option<usize> {
    let (mut depth, mut length) = (0_i32, None);
    for (at, c) in text.char_indices() {
        match c {
            '[' | '{' | '(' => depth += 1,
            ']' | '}' | ')' if depth > 0 => depth -= 1,
            _ if depth == 0 && c != ',' && !c.is_whitespace() => break,
            _ => {}
        }
        if depth == 0 && matches!(c, ']' | '}' | ')') {
            length = Some(at + 1);
        }
    }
    length
}

/// Refuses lists in a list that have not all as many cells, or with cells beside them.
pub(super) fn expect_alike_lists(text: &str) -> Result<(), BoardError> {
    let dense: String = text.split_whitespace().collect();
    if !["[[", "{{", "(("].iter().any(|begin| dense.contains(begin)) {
        return Ok(());
    }
    let lists = text.split([']', '}', ')']).map(|list| TextCells::of(list).iter().count());
    let mut rows = (1..).zip(lists.filter(|&cells| cells > 0));
    let expected = rows.next().map_or(0, |(_, cells)| cells);
    let other = rows.find(|&(_, cells)| cells != expected);
    other.map_or(Ok(()), |(row, found)| Err(BoardError::Ragged { row, expected, found }))
}

/// Whole numbers for `1.` and `1.0`, if all numbers are whole and stand apart. Beside numbers that
/// have no fraction it is `.0`: in `12. 345 678` the point is the blank.
fn without_fractions(text: &str) -> Option<String> {
    let is_between = |c: char| !c.is_ascii_digit() && c != '.';
    let words: Vec<&str> = text.split(is_between).filter(|word| !word.is_empty()).collect();
    let fractions: Vec<_> = words.iter().filter_map(|word| word.split_once('.')).collect();
    let is_whole = |(whole, fraction): &(&str, &str)| {
        !whole.is_empty() && fraction.bytes().all(|byte| byte == b'0')
    };
    let is_clear = fractions.len() == words.len() || fractions.iter().all(|it| !it.1.is_empty());
    if words.len() < 3 || fractions.is_empty() || !is_clear || !fractions.iter().all(is_whole) {
        return None;
    }
    let mut in_fraction = false;
    let is_whole = |c: &char| {
        in_fraction = *c == '.' || in_fraction && c.is_ascii_digit();
        !in_fraction
    };
    Some(text.chars().filter(is_whole).collect())
}

/// Spaces for the first sign that stands between all cells of each row: `1-2-3`, `1;2;3`.
fn without_signs(text: &str) -> Option<String> {
    let is_cell = |word: &&str| {
        let is_number = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
        is_number || ["x", "X", "_", ".", "*"].contains(word)
    };
    SIGNS.into_iter().chain([';']).find_map(|sign| {
        let rows = text.lines().map(str::trim).filter(|row| !row.is_empty());
        let rows: Vec<Vec<&str>> = rows.map(|row| row.split(sign).collect()).collect();
        let is_row = |row: &Vec<&str>| row.len() > 1 && row.iter().all(is_cell);
        (!rows.is_empty() && rows.iter().all(is_row)).then(|| joined(&rows))
    })
}

/// The blank for an empty cell between separators that are not spaces, if there is one such cell
/// and all others are numbers or letters.
pub fn with_blank(text: &str) -> Option<String> {
    let lines = text.chars().map(plain_frame);
    let text: String = lines.map(|c| if matches!(c, '[' | '{' | '(') { ' ' } else { c }).collect();
    [',', ';', '\t', '|'].into_iter().find_map(|separator| {
        let mut rows = rows_between(&text, separator)?;
        let are_ragged = rows.iter().any(|row| row.len() != rows[0].len());
        if are_ragged && text.contains(['/', ']', '}', ')']) {
            return None;
        }
        let mut gaps = rows.iter_mut().flatten().filter(|cell| cell.is_empty());
        let (gap, None) = (gaps.next()?, gaps.next()) else { return None };
        *gap = "0";
        let is_cell = |cell: &&str| match cell.as_bytes() {
            [letter] if letter.is_ascii_alphabetic() => true,
            digits => digits.iter().all(u8::is_ascii_digit),
        };
        rows.iter().flatten().all(is_cell).then(|| joined(&rows))
    })
}

/// The cells of each row between separators, of which some may be empty. If every row ends in a
/// separator, that is no empty cell, except in a frame of bars.
fn rows_between(text: &str, separator: char) -> Option<Vec<Vec<&str>>> {
    let (mut rows, mut framed) = (Vec::new(), 0);
    let has_lists = text.contains([']', '}']);
    for row in text.split(['\n', '\r', '/', ']', '}', ')']) {
        let row = row.trim_matches(' ');
        let row = row.strip_prefix(',').filter(|_| has_lists).unwrap_or(row);
        if has_only_frames(row.as_bytes()) && (row.is_empty() || row.contains(['-', '='])) {
            continue;
        }
        let inside = row.strip_prefix('|').and_then(|row| row.strip_suffix('|'));
        let inside = inside.filter(|_| separator == '|');
        framed += usize::from(inside.is_some());
        let cells = inside.unwrap_or(row).split(separator);
        rows.push(cells.map(|cell| cell.trim_matches([' ', '"', '\''])).collect::<Vec<_>>());
    }
    if framed == 0 && rows.iter().all(|row| row.last().is_some_and(|last| last.is_empty())) {
        for row in &mut rows {
            row.pop();
        }
    }
    // A bar at one end of a row only is no frame, and has no cell after it either.
    (framed == 0 || framed == rows.len()).then_some(rows)
}
