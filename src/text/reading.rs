//! What the text of a board alone does not say: the sign of its blank, and whether the numbers are
//! the tiles or the cells that they are in.

use std::borrow::Cow;
use std::collections::HashSet;

use super::board_forms;
use super::comments::without_comments;
use super::tokens::{TextCells, empty_cell, has_separator, is_blank, joined};
use super::usual::large_board;
use crate::Board;
use crate::puzzle::{BoardError, GoalName, LargeBoard, Place, Shape, is_blank_sign};

/// How boards are written, where their text alone does not say it.
///
/// ```
/// use tilebase::text::Reading;
/// let reading = Reading::new(Some("9"), false);
/// let board = reading.board(b"1 2 3 4 9 6 7 5 8", None)?;
/// assert_eq!(board.to_string(), "1 2 3 4 x 6 7 5 8");
/// // With a tile 0, the tiles are counted from 0.
/// let reading = Reading::new(Some("8"), false);
/// assert_eq!(reading.board(b"0 1 2 3 8 5 6 4 7", None)?, board);
/// # Ok::<(), tilebase::puzzle::BoardError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// The sign of the blank, which is then the only one.
    pub blank: Option<String>,
    /// True if each number is the cell of a tile, that of the blank first, instead of the tile in a
    /// cell.
    pub positions: bool,
    /// The numbers of the tiles in order, if these are not 1, 2, 3, ...
    numbers: Option<Vec<u64>>,
    /// The size of boards that may have equal tiles, or `*` for tiles that the goal does not name.
    pub(crate) labels: Option<Shape>,
}

impl Reading {
    /// Boards with this sign for the blank, and with positions in place of tiles or not.
    pub fn new(blank: Option<&str>, positions: bool) -> Reading {
        Reading { blank: blank.map(str::to_owned), positions, ..Reading::default() }
    }

    /// The same for boards of this goal, which have equal tiles if it has.
    #[must_use]
    pub fn for_goal(self, goal: &Board) -> Reading {
        Reading { labels: goal.is_several().then(|| goal.shape()), ..self }
    }

    /// The same for a board with this goal of its own, if it has one that can be read.
    pub fn for_own_goal(&self, goal: Option<&[u8]>, size: Option<Shape>) -> Cow<'_, Reading> {
        match goal.and_then(|goal| self.goal(goal, size).ok()) {
            Some(goal) if goal.is_several() || self.labels.is_some() => {
                Cow::Owned(self.clone().for_goal(&goal))
            }
            _ => Cow::Borrowed(self),
        }
    }

    /// True if boards are written in the usual way.
    #[inline]
    pub const fn is_usual(&self) -> bool {
        self.blank.is_none() && !self.positions && self.numbers.is_none()
    }

    /// The reason why this cannot be the sign of the blank, if it cannot.
    pub fn refuse_blank(sign: &str) -> Option<&'static str> {
        if sign.is_empty() || sign.contains('#') {
            return Some("`#` begins a comment, and an empty cell is the blank without an option");
        }
        has_separator(sign).then_some("it separates cells")
    }

    /// Reads a board, as [`Board::parse`] does.
    ///
    /// ```
    /// use tilebase::{Board, text::Reading};
    /// let goal = Board::parse_goal(b"a a b / b c x", None)?;
    /// let board = Reading::default().for_goal(&goal).board(b"b a c / a b x", None)?;
    /// assert_eq!(board.to_string(), "b a c / a b x");
    /// assert!(Reading::default().board(b"b a c / a b x", None).is_err());
    /// # Ok::<(), tilebase::puzzle::BoardError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// A [`BoardError`] that names the cell that is wrong.
    #[inline]
    pub fn board(&self, text: &[u8], size: Option<Shape>) -> Result<Board, BoardError> {
        match Board::parse_plain(text, size).filter(|_| self.is_usual()) {
            Some(board) => Ok(board),
            None => self.board_carefully(text, size),
        }
    }

    fn board_carefully(&self, text: &[u8], size: Option<Shape>) -> Result<Board, BoardError> {
        let usual = self.usual(text, size)?;
        match Board::parse(&usual, size) {
            Err(why) if self.labels.is_some() => Board::parse_labelled(&usual, size, why),
            found => found,
        }
    }

    /// Reads a goal, as [`Board::parse_goal`] does.
    ///
    /// # Errors
    ///
    /// A [`BoardError`] that names the cell that is wrong.
    pub fn goal(&self, text: &[u8], size: Option<Shape>) -> Result<Board, BoardError> {
        if goal_name(text).is_some() {
            return Board::parse_goal(text, size);
        }
        Board::parse_goal(&self.usual(text, size)?, size)
    }

    /// The same, for boards with the tiles of this goal, if their numbers are not 1, 2, 3, ...
    pub fn with_numbers_of(&self, goal: &[u8]) -> Option<Reading> {
        let goal = without_comments(goal, None).ok()?;
        let cells = TextCells::of(std::str::from_utf8(&goal).ok()?);
        let blank = self.blank.as_deref();
        let is_blank = |cell: &&String| blank.map_or_else(|| is_blank(cell), |sign| sign == *cell);
        let tiles = cells.iter().filter(|cell| !is_blank(cell)).map(|cell| number(cell));
        let mut numbers: Vec<u64> = tiles.collect::<Option<_>>()?;
        numbers.sort_unstable();
        let are_tiles = cells.iter().filter(is_blank).count() == 1
            && !cells.is_compact
            && numbers.len() > 2
            && numbers.windows(2).all(|pair| pair[0] < pair[1]);
        let is_usual = (1..).zip(&numbers).all(|(tile, &number)| tile == number);
        (are_tiles && !is_usual).then(|| Reading { numbers: Some(numbers), ..self.clone() })
    }

    /// The text of a board in the usual way, without comments.
    fn usual<'t>(&self, text: &'t [u8], size: Option<Shape>) -> Result<Cow<'t, [u8]>, BoardError> {
        // The sign of a comment may be tried as the blank.
        let has_comments = self.blank.as_deref() != Some("#");
        let text = if has_comments { without_comments(text, size)? } else { text.into() };
        if self.is_usual() {
            return Ok(text);
        }
        let text = String::from_utf8_lossy(&text);
        let text = board_forms::half_width(&text).map_or(text, Cow::Owned);
        let code = board_forms::without_code(&text);
        let list = code.as_deref().unwrap_or(&text);
        board_forms::expect_alike_lists(list)?;
        let mut cells = TextCells::of(list);
        if cells.rows.is_empty() {
            return Err(BoardError::Empty);
        }
        if let Some(why) = empty_cell(text.as_bytes(), cells.iter().count(), cells.rows.len()) {
            return Err(why);
        }
        // Positions are numbers of cells, in which the sign has no meaning.
        if let Some(sign) = self.blank.as_ref().filter(|_| !self.positions) {
            if !cells.iter().any(|cell| cell == sign)
                && let Some(rows) = board_forms::of_groups(list)
            {
                cells = TextCells::of(&rows);
            }
            // A letter among letters may be a tile.
            let is_letter = |cell: &String| cell.starts_with(char::is_alphabetic);
            let may_be_tile = cells.is_compact
                && is_letter(sign)
                && cells.iter().any(|cell| cell != sign && is_letter(cell));
            if may_be_tile || !cells.iter().any(|cell| cell == sign) {
                return Err(BoardError::NoSign { sign: sign.clone() });
            }
            let from_zero = cells.iter().any(|cell| cell != sign && number(cell) == Some(0));
            for cell in cells.rows.iter_mut().flatten() {
                if cell == sign {
                    "x".clone_into(cell);
                } else if from_zero && let Some(tile) = number(cell) {
                    *cell = tile.saturating_add(1).to_string();
                }
            }
        }
        if let Some(numbers) = &self.numbers {
            for cell in cells.rows.iter_mut().flatten().filter(|cell| !is_blank(cell)) {
                let tile = number(cell).and_then(|tile| numbers.binary_search(&tile).ok());
                let tile = tile.ok_or_else(|| BoardError::OtherNumber { found: cell.clone() })?;
                *cell = (tile + 1).to_string();
            }
        }
        let text = if self.positions { by_position(&cells, size)? } else { joined(&cells.rows) };
        Ok(Cow::Owned(text.into_bytes()))
    }
}

/// A number of digits alone.
pub(crate) fn number(cell: &str) -> Option<u64> {
    cell.bytes().all(|byte| byte.is_ascii_digit()).then(|| cell.parse().ok())?
}

/// The board whose blank and tiles are in these cells, counted from 0, or from 1 if there is no 0.
fn by_position(cells: &TextCells, size: Option<Shape>) -> Result<String, BoardError> {
    let from = u64::from(!cells.iter().any(|cell| number(cell) == Some(0)));
    let count = cells.iter().count();
    let mut tiles = vec![None; count];
    for (tile, cell) in cells.iter().enumerate() {
        let at = number(cell).and_then(|cell| cell.checked_sub(from));
        let Some(at @ None) = at.and_then(|at| tiles.get_mut(usize::try_from(at).ok()?)) else {
            return Err(BoardError::Position { tile, found: cell.clone(), cells: count });
        };
        *at = Some(tile);
    }
    let cols = size.or_else(|| Shape::square(count)).map_or(count, |size| size.cols.max(1));
    let tiles: Vec<String> = tiles.into_iter().flatten().map(|tile| tile.to_string()).collect();
    Ok(joined(&tiles.chunks(cols).collect::<Vec<_>>()))
}

/// What is wrong with a text that is no board, if its blank has another sign.
pub(crate) fn other_blank(text: &str, size: Option<Shape>) -> Option<BoardError> {
    let cells = TextCells::of(text);
    let count = cells.iter().count();
    let size = size.or_else(|| cells.shown()).or_else(|| Shape::square(count))?;
    if size.cells() != count || count < 4 || cells.is_compact {
        return None;
    }
    let is_tile = |cell: &str| number(cell).is_some_and(|tile| tile < count as u64);
    // All but one are numbers from 1, or from 0.
    for from in [1, 0] {
        let (mut seen, tiles) = (HashSet::new(), from..from + count as u64 - 1);
        let mut others = cells.iter().enumerate().filter(|(_, cell)| {
            let tile = number(cell).filter(|tile| tiles.contains(tile));
            !tile.is_some_and(|tile| seen.insert(tile))
        });
        if let (Some((at, sign)), None) = (others.next(), others.next())
            // Besides a 0, which is the blank, a number is more likely a wrong tile.
            && (if from == 0 { number(sign).is_none() } else { !is_blank(sign) && !is_tile(sign) })
            && Reading::refuse_blank(sign).is_none()
        {
            let cell = Place { cell: at, cols: size.cols };
            return Some(BoardError::OtherBlank { cell, sign: sign.clone() });
        }
    }
    None
}

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
    let text = &*without_comments(text, None).ok()?;
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
    let cells = TextCells::of(board_forms::without_code(text).as_deref().unwrap_or(text));
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
