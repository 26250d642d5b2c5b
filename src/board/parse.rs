//! How the text of a board or a goal becomes a [`Board`].

use std::str::FromStr;

use super::Board;
use crate::labelled_board::LabelledBoard;
use crate::puzzle::{BoardError, Shape, SmallBoard, SmallShape};
use crate::text::{
    Reading, labelled_cells, named_goal, other_blank, usual, usual_forms, without_comments,
};

impl Board {
    /// Reads a board of this size. Without a size, it has the size that the text shows, or else it
    /// is a square if it has a square number of cells, and 3x3 otherwise.
    ///
    /// # Errors
    ///
    /// A [`BoardError`] that names the cell that is wrong.
    #[inline]
    pub fn parse(text: impl AsRef<[u8]>, size: Option<Shape>) -> Result<Board, BoardError> {
        let text = text.as_ref();
        match Board::parse_plain(text, size) {
            Some(board) => Ok(board),
            None => Board::parse_carefully(text, size),
        }
    }

    /// The board, if the text has the layout of most lines. Nothing is made ready for others.
    #[inline]
    pub(crate) fn parse_plain(text: &[u8], size: Option<Shape>) -> Option<Board> {
        let shape = match size {
            None => None,
            Some(size) => Some(SmallShape::try_from(size).ok()?),
        };
        SmallBoard::parse_plain(text, shape).map(Board::from)
    }

    #[cold]
    fn parse_carefully(text: &[u8], size: Option<Shape>) -> Result<Board, BoardError> {
        let text = &*without_comments(text, size)?;
        Board::parse_usual(text, size).or_else(|why| Board::parse_otherwise(text, size, why))
    }

    /// The board, if the text has another form than the usual ones.
    fn parse_otherwise(
        text: &[u8],
        size: Option<Shape>,
        why: BoardError,
    ) -> Result<Board, BoardError> {
        let text = std::str::from_utf8(text).unwrap_or_default();
        let read = |text: String| Board::parse_usual(text.as_bytes(), size).ok();
        match usual_forms(text).find_map(read) {
            Some(board) => Ok(board),
            None => match other_blank(text, size) {
                // In a list, it can be nothing but the blank.
                Some(BoardError::OtherBlank { sign, .. }) if sign == "null" => {
                    Reading::new(Some("null"), false).board(text.as_bytes(), size)
                }
                flaw => Err(flaw.unwrap_or(why)),
            },
        }
    }

    fn parse_usual(text: &[u8], size: Option<Shape>) -> Result<Board, BoardError> {
        if size.is_some_and(Shape::is_large) {
            return usual::large_board(text, size).map(Board::from);
        }
        match usual::small_board(text, size.map(SmallShape::try_from).transpose()?) {
            Err(BoardError::Count { more: true, .. }) if size.is_none() => {
                usual::large_board(text, None).map(Board::from)
            }
            found => found.map(Board::from),
        }
    }

    /// Reads a goal: a board, the cell of its blank with the tiles in order, or the name of a goal.
    /// A goal may have equal tiles, and `*` for cells that may hold anything, the blank too unless
    /// the goal has it. A single `*` in a goal without another blank is the blank.
    ///
    /// # Errors
    ///
    /// A [`BoardError`] that names the cell that is wrong.
    ///
    /// ```
    /// use tilebase::{Board, Tablebase};
    /// let goal = Board::parse_goal(b"1 2 3 * * * * * *", None)?;
    /// let oracle = Tablebase::embedded().oracle(&goal)?;
    /// let board: Board = "1 2 x 4 5 3 7 8 6".parse()?;
    /// assert_eq!(oracle.solution(&board)?.to_string(), "d");
    /// assert!(goal.is_reached(&"1 2 3 4 5 x 7 8 6".parse()?));
    /// # Ok::<(), tilebase::Error>(())
    /// ```
    pub fn parse_goal(text: &[u8], size: Option<Shape>) -> Result<Board, BoardError> {
        let of_3x3 = || SmallShape::default().into();
        let text = &*without_comments(text, size)?;
        Board::parse_usual(text, size)
            .or_else(|why| named_goal(text, size.unwrap_or_else(of_3x3), why).map(Board::from))
            .or_else(|why| Board::parse_otherwise(text, size, why))
            .or_else(|why| Board::parse_labelled(text, size, why))
    }

    /// Reads a board with equal tiles or free cells, which is no other board: `why` says so.
    pub(crate) fn parse_labelled(
        text: &[u8],
        size: Option<Shape>,
        why: BoardError,
    ) -> Result<Board, BoardError> {
        let read = |text: &[u8]| {
            labelled_cells(text, size).map(|(shape, cells)| LabelledBoard::new(shape, &cells))
        };
        match read(text) {
            Some(Ok(labelled)) => labelled.map(Board::of_labelled).ok_or(why),
            // `1000` is a cell that there is not.
            Some(Err(_)) if text.iter().all(u8::is_ascii_digit) => Err(why),
            Some(Err(other)) => Err(other),
            None => {
                let text = std::str::from_utf8(text).unwrap_or_default();
                let mut forms = usual_forms(text).filter_map(|form| read(form.as_bytes())?.ok()?);
                forms.next().map(Board::of_labelled).ok_or(why)
            }
        }
    }
}

impl FromStr for Board {
    type Err = BoardError;

    fn from_str(text: &str) -> Result<Board, BoardError> {
        Board::parse(text, None)
    }
}
