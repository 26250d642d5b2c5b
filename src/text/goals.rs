//! Goals that are named instead of written as boards.

use super::board_forms::without_code;
use super::cells::{TextCells, is_blank};
use super::usual::large_board;
use crate::puzzle::{BoardError, GoalName, LargeBoard, Shape, is_blank_sign};

/// The goal that a text names on every shape. A number that is a board names nothing.
///
/// ```
/// use tilebase::puzzle::GoalName;
/// use tilebase::text::goal_name;
/// assert_eq!(goal_name(b"first"), Some(GoalName::First));
/// assert_eq!(goal_name(b"13"), Some(GoalName::Blank(13)));
/// assert_eq!(goal_name(b"-1"), Some(GoalName::Last));
/// assert_eq!(goal_name(b"123x"), None);
/// assert_eq!(goal_name(b"1230"), None);
/// ```
pub fn goal_name(text: &[u8]) -> Option<GoalName> {
    let name = str::from_utf8(text).ok()?.trim().parse().ok()?;
    large_board(text, None).is_err().then_some(name)
}

/// The goal that a text names. `why` says why it is not a board.
pub(crate) fn named_goal(
    text: &[u8],
    size: Shape,
    why: BoardError,
) -> Result<LargeBoard, BoardError> {
    let text = str::from_utf8(text).unwrap_or_default().trim();
    match text.parse() {
        // As many digits as there are cells are a wrong board.
        Ok(GoalName::Blank(cell)) if cell >= size.cells() && text.len() >= size.cells() => Err(why),
        Ok(name) => name.large_board(size),
        Err(unknown) if text.len() > 1 && text.bytes().all(|byte| byte.is_ascii_alphabetic()) => {
            Err(BoardError::Goal(unknown))
        }
        Err(_) => Err(why),
    }
}

/// The longest name of a tile.
const LONGEST_NAME: usize = 8;

/// The cells of a text that may be a board with equal tiles or with `*` for free cells, and its
/// shape.
pub(crate) fn labelled_cells(text: &[u8], size: Option<Shape>) -> Option<(Shape, Vec<String>)> {
    let text = str::from_utf8(text).ok()?;
    let cells = TextCells::of(without_code(text).as_deref().unwrap_or(text));
    let names: Vec<String> = cells.iter().cloned().collect();
    let shape = size.or_else(|| cells.shown()).or_else(|| Shape::square(names.len()))?;
    let has_blank = names.iter().any(|cell| is_blank(cell));
    let is_board = shape.cells() == names.len() && !shape.is_line() && has_blank;
    (is_board && names.iter().all(|name| is_tile_name(name.as_bytes()))).then_some((shape, names))
}

/// True if a word can be the name of a tile that may be equal to others, or a blank.
pub(crate) fn is_tile_name(word: &[u8]) -> bool {
    is_blank_sign(word)
        || !word.is_empty()
            && word.len() <= LONGEST_NAME
            && word.iter().all(u8::is_ascii_alphanumeric)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Board;

    #[test]
    fn goals_have_names() {
        for (name, size, expected) in [
            ("last", "3x3", "1 2 3 4 5 6 7 8 x"),
            (" Blank-First\n", "2x3", "x 1 2 / 3 4 5"),
            ("4", "3x3", "1 2 3 4 x 5 6 7 8"),
            ("snail", "3x3", "1 2 3 8 x 4 7 6 5"),
            ("centre", "3x3", "1 2 3 4 x 5 6 7 8"),
            ("Center", "2x4", "1 x 2 3 / 4 5 6 7"),
            ("spiral", "4x4", "1 2 3 4 / 12 13 14 5 / 11 x 15 6 / 10 9 8 7"),
            ("snail", "2x2", "1 2 / x 3"),
            ("snail", "2x4", "1 2 3 4 / x 7 6 5"),
            ("snail", "4x3", "1 2 3 / 10 11 4 / 9 x 5 / 8 7 6"),
            ("123804765", "3x3", "1 2 3 8 x 4 7 6 5"),
        ] {
            let shape: Shape = size.parse().unwrap();
            let expected = Board::parse(expected, Some(shape)).unwrap();
            assert_eq!(
                Board::parse_goal(name.as_bytes(), Some(shape)),
                Ok(expected),
                "{name} {size}"
            );
        }
        for (name, expected) in [
            ("9", "goal cell 9 of 3x3: expected 0 to 8"),
            ("12345", "goal cell 12345 of 3x3: expected 0 to 8"),
            ("1000", "goal cell 1000 of 3x3: expected 0 to 8"),
            (
                "second",
                "expected a board, the cell of its blank, first, last, centre or snail, found `second`",
            ),
        ] {
            let why = Board::parse_goal(name.as_bytes(), None).unwrap_err();
            assert_eq!(why.to_string(), expected);
        }
        for board in ["1 2 3", "-2", "12345678", "x", "\u{ff}"] {
            assert_eq!(Board::parse_goal(board.as_bytes(), None), Board::parse(board, None));
        }
    }
}
