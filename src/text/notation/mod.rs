//! Notations: the ways in which people write moves.
//!
//! | notation | blank down, down, left | written by |
//! | --- | --- | --- |
//! | [`Blank`](Notation::Blank) | `ddl` | judges and books: where the blank goes |
//! | [`Tile`](Notation::Tile) | `U2R` | speed-solvers: where the tile goes, runs counted |
//! | [`Tiles`](Notation::Tiles) | `5 8 7` | games: the number of the tile that slides |
//! | [`Cells`](Notation::Cells) | `r2c2 r3c2 r3c1` | games: the cell that is clicked |
//! | [`Words`](Notation::Words) | `down down left` | people: where the blank goes |
//! | [`Arrows`](Notation::Arrows) | `↓↓←` | people: where the blank goes |
//!
//! White space between moves means nothing. Upper and lower case mean the same. A number directly
//! after a letter repeats it: `d3` is `ddd`, and `U2` is `UU`. Directions may also be words
//! (`down`) or arrows (`↓`, `v`), with separators between them: see `forms`.

mod forms;
mod label;
mod lexer;
mod move_error;
mod move_tokens;
mod path;
mod read;
mod steps;
#[cfg(test)]
mod tests;

use std::fmt;

use label::DIRECTIONS;
pub(crate) use label::{AnswerLabel, comment_at};
pub(crate) use lexer::behind_digits;
pub use move_error::{MoveError, MoveFlaw};
pub use read::ReadMoves;

use tilebase_core::write_letters;

use crate::puzzle::{
    Direction, LargeBoard, Metric, Move, MoveSet, Moves, Place, Shape, SmallBoard,
};

/// A way to write moves.
///
/// ```
/// use tilebase::puzzle::SmallBoard;
/// use tilebase::puzzle::Metric;
/// use tilebase::text::Notation;
/// let board: SmallBoard = "1 2 3 4 x 6 7 5 8".parse()?;
/// for (notation, text) in
///     [(Notation::Blank, "drlu"), (Notation::Tile, "ULRD"), (Notation::Tiles, "5 8 8 5")]
/// {
///     let moves = notation.parse_on(text, Metric::Single, &board)?;
///     assert_eq!(moves.to_string(), "drlu");
///     assert_eq!(notation.format_on(&moves, Metric::Single, &board)?, text);
/// }
/// // In the multi-tile metric a number slides its tile and all between it and the blank.
/// let board: SmallBoard = "1 2 3 4 5 6 x 7 8".parse()?;
/// assert_eq!(Notation::Tiles.parse_on("8", Metric::Multi, &board)?.to_string(), "r2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// The same letter means opposite moves in `Blank` and `Tile`, so no function guesses a notation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Notation {
    /// The direction of the blank: `ddl`.
    #[default]
    Blank,
    /// The direction of the tile, with runs counted: `U2R`.
    Tile,
    /// The number of the tile: `5 8 7`. Numbers are separated by white space or commas. They are
    /// moves only on a board.
    Tiles,
    /// The row and the column of the tile, counted from 1: `r3c2`. Read as `3 2` and `(3, 2)`, too.
    /// They are moves only on a board.
    Cells,
    /// The direction of the blank in words: `down down left`. Read as `Blank`.
    Words,
    /// The direction of the blank as arrows: `↓↓←`. Read as `Blank`.
    Arrows,
}

/// The longest run of one letter that is read without a board, and written.
pub(super) const LONGEST_RUN: u64 = Move::MOST_CELLS as u64;

impl Notation {
    /// All notations that are read, each in its own way, the default first.
    pub const ALL: [Notation; 4] =
        [Notation::Blank, Notation::Tile, Notation::Tiles, Notation::Cells];

    /// The name of each notation.
    pub const NAMES: &[(&'static str, Notation)] = &[
        ("blank", Notation::Blank),
        ("tile", Notation::Tile),
        ("tiles", Notation::Tiles),
        ("cells", Notation::Cells),
        ("words", Notation::Words),
        ("arrows", Notation::Arrows),
    ];

    /// True if moves in this notation are moves only on a board.
    pub const fn needs_board(self) -> bool {
        matches!(self, Notation::Tiles | Notation::Cells)
    }

    /// The notation that this one is read as.
    pub(super) const fn read_as(self) -> Notation {
        match self {
            Notation::Words | Notation::Arrows => Notation::Blank,
            read => read,
        }
    }

    /// True if moves have spaces between them.
    pub(crate) const fn has_spaces(self) -> bool {
        self.needs_board() || matches!(self, Notation::Words)
    }

    /// The name of the notation, as in [`NAMES`](Notation::NAMES).
    pub const fn name(self) -> &'static str {
        Notation::NAMES[self as usize].0
    }

    /// Parses moves of a metric without a board. A run, such as `d2`, is one move in the multi-tile
    /// metric, and moves by one cell in the other.
    ///
    /// ```
    /// use tilebase::puzzle::Metric;
    /// use tilebase::text::Notation;
    /// assert_eq!(Notation::Blank.parse("d2 l", Metric::Single)?.to_string(), "ddl");
    /// assert_eq!(Notation::Tile.parse("U2R", Metric::Multi)?.to_string(), "d2l");
    /// # Ok::<(), tilebase::text::MoveError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`MoveError`] for the first move that is wrong.
    pub fn parse(self, text: impl AsRef<[u8]>, metric: Metric) -> Result<Moves, MoveError> {
        self.read(text.as_ref(), metric).collect()
    }

    /// Parses moves of a metric, all of which must be legal on the board.
    ///
    /// ```
    /// use tilebase::puzzle::SmallBoard;
    /// use tilebase::puzzle::Metric;
    /// use tilebase::text::Notation;
    /// let board: SmallBoard = "1 2 3 4 5 6 7 x 8".parse()?;
    /// let error = Notation::Blank.parse_on("rd", Metric::Single, &board).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "move 2, column 2: `d` leaves the board: the blank is in row 3, column 3; \
    ///      all moves would be legal in the notation `tile`"
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`MoveError`] for the first move that is wrong.
    pub fn parse_on(
        self,
        text: impl AsRef<[u8]>,
        metric: Metric,
        board: &impl MoveCursor,
    ) -> Result<Moves, MoveError> {
        self.read_on(text.as_ref(), metric, board).collect()
    }

    /// Reads moves one by one, without allocating memory. Nothing follows an error.
    ///
    /// ```
    /// use tilebase::puzzle::Metric;
    /// use tilebase::text::Notation;
    /// let moves = Notation::Tile.read(b"U2R", Metric::Single);
    /// assert_eq!(moves.collect::<Result<tilebase::Moves, _>>()?.to_string(), "ddl");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read(self, text: &[u8], metric: Metric) -> ReadMoves<'_> {
        ReadMoves::new(self, text, metric, None)
    }

    /// Reads moves one by one, all of which must be legal on a board. Nothing follows an error.
    ///
    /// ```
    /// use tilebase::puzzle::Metric;
    /// use tilebase::text::Notation;
    /// let board = tilebase::Board::goal("6x6".parse()?)?;
    /// let moves = Notation::Tile.read_on(b"D5R2", Metric::Single, &board);
    /// let moves = moves.collect::<Result<tilebase::Moves, _>>()?;
    /// assert_eq!(moves.to_string(), "uuuuull");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read_on<'t, B: MoveCursor>(
        self,
        text: &'t [u8],
        metric: Metric,
        board: &B,
    ) -> ReadMoves<'t, B> {
        ReadMoves::new(self, text, metric, Some(board))
    }

    /// The notation of an answer, where this one was asked for: for graders, who take an answer in
    /// another one. Numbers that are neither steps nor counts are tiles. Directions are those of
    /// the blank or of tiles, whichever the answer speaks of, or else as they were asked for.
    ///
    /// ```
    /// use tilebase::text::Notation;
    /// for (answer, notation) in [
    ///     ("1. left, 2. up", Notation::Tile),
    ///     ("1. 5, 2. 8", Notation::Tiles),
    ///     ("the blank goes up", Notation::Blank),
    /// ] {
    ///     assert_eq!(Notation::Tiles.spoken(answer), notation);
    /// }
    /// ```
    #[must_use]
    pub fn spoken(self, answer: &str) -> Notation {
        forms::spoken(answer, self)
    }

    /// The moves of a metric as text, without a board.
    ///
    /// # Errors
    ///
    /// As for [`write`](Self::write).
    pub fn format(self, moves: &[Move], metric: Metric) -> Result<String, MoveError> {
        let mut text = Vec::new();
        self.write(moves, metric, None::<&SmallBoard>, &mut text)?;
        Ok(String::from_utf8_lossy(&text).into_owned())
    }

    /// The moves of a metric from a board on as text.
    ///
    /// # Errors
    ///
    /// As for [`write`](Self::write).
    pub fn format_on(
        self,
        moves: &[Move],
        metric: Metric,
        board: &impl MoveCursor,
    ) -> Result<String, MoveError> {
        let mut text = Vec::new();
        self.write(moves, metric, Some(board), &mut text)?;
        Ok(String::from_utf8_lossy(&text).into_owned())
    }

    /// Appends moves of a metric to `text`, which allocates no memory if `text` has room. `Blank`
    /// and `Tile` do not need the board, and do not look at it. `Tiles` names the farthest tile
    /// that slides: the one that a player clicks.
    ///
    /// ```
    /// use tilebase::puzzle::{Metric, SmallBoard};
    /// use tilebase::text::Notation;
    /// use tilebase::Moves;
    /// let moves: Moves = "ddl".parse()?;
    /// let mut text = Vec::new();
    /// Notation::Tile.write(&moves, Metric::Single, None::<&SmallBoard>, &mut text)?;
    /// assert_eq!(text, b"U2R");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Only for `Tiles` and `Cells`: [`MoveFlaw::NeedsBoard`] if there is no board, and
    /// [`MoveFlaw::Leaves`] if a move is illegal on it. Then nothing is appended.
    #[inline]
    pub fn write(
        self,
        moves: &[Move],
        metric: Metric,
        board: Option<&impl MoveCursor>,
        text: &mut Vec<u8>,
    ) -> Result<(), MoveError> {
        if self == Notation::Blank && metric == Metric::Single {
            write_letters(moves, text);
            return Ok(());
        }
        self.write_otherwise(moves, metric, board, text)
    }

    /// Never inlined, so that `write` is small enough to be.
    #[inline(never)]
    fn write_otherwise(
        self,
        moves: &[Move],
        metric: Metric,
        board: Option<&impl MoveCursor>,
        text: &mut Vec<u8>,
    ) -> Result<(), MoveError> {
        if self.needs_board() {
            return self.write_slides(moves, board, text);
        }
        if self.read_as() != self {
            self.write_directions(moves, text);
            return Ok(());
        }
        if metric.slides_one_tile() {
            self.write_runs(moves, text);
        } else {
            for &mv in moves {
                self.write_run(mv, text);
            }
        }
        Ok(())
    }

    /// Appends where the blank goes, as words or arrows, with the cells behind them if there are
    /// several.
    fn write_directions(self, moves: &[Move], text: &mut Vec<u8>) {
        // Before a count, it would not be clear what is counted.
        let has_spaces = self.has_spaces() || moves.iter().any(|mv| mv.cells() > 1);
        for (number, mv) in moves.iter().enumerate() {
            if number > 0 && has_spaces {
                text.push(b' ');
            }
            let direction = mv.direction() as usize;
            let arrow = ["↓", "←", "→", "↑"][direction];
            let written = if self == Notation::Words { DIRECTIONS[direction].0 } else { arrow };
            text.extend_from_slice(written.as_bytes());
            if mv.cells() > 1 {
                write_number(mv.cells(), text);
            }
        }
    }

    /// Appends moves by one cell, with runs counted.
    fn write_runs(self, moves: &[Move], text: &mut Vec<u8>) {
        for run in moves.chunk_by(|one, other| one == other) {
            for run in run.chunks(LONGEST_RUN as usize) {
                self.write_run(Move::along(run[0].direction(), run.len() as u8), text);
            }
        }
    }

    /// Appends the letter of a move, and the number of cells if there are several.
    #[inline]
    fn write_run(self, mv: Move, text: &mut Vec<u8>) {
        let cells = mv.cells();
        // Whether a move goes one cell is unpredictable, and a branch for it takes longer.
        let one_digit = text.len() + 1 + usize::from(cells > 1);
        text.extend_from_slice(&[self.letter(mv.direction()), b'0' + cells % 10]);
        text.truncate(one_digit);
        if cells > 9 {
            text.pop();
            write_number(cells, text);
        }
    }

    /// Appends the tiles that slide, or their cells.
    fn write_slides(
        self,
        moves: &[Move],
        board: Option<&impl MoveCursor>,
        text: &mut Vec<u8>,
    ) -> Result<(), MoveError> {
        let (begin, mut board) = (text.len(), board.cloned());
        for (number, &mv) in (1..).zip(moves) {
            let end = text.len();
            // Each tile that slides replaces the one before it.
            let written = (0..mv.cells()).try_for_each(|_| {
                text.truncate(end);
                self.write_slide(&mut board, mv.direction(), text, begin)
            });
            if let Err(flaw) = written {
                let column = text.len() - begin + 1;
                text.truncate(begin);
                return Err(MoveError {
                    number,
                    column,
                    flaw,
                    legal_in: None,
                    is_from_zero: false,
                });
            }
        }
        Ok(())
    }

    /// The moves of a set as text, all of which start at this board.
    ///
    /// # Errors
    ///
    /// As for [`write`](Self::write).
    pub fn format_set_on(
        self,
        moves: impl Into<MoveSet>,
        board: &impl MoveCursor,
    ) -> Result<String, MoveError> {
        let mut text = Vec::new();
        self.write_set(moves.into(), Some(board), &mut text)?;
        Ok(String::from_utf8_lossy(&text).into_owned())
    }

    /// Appends the moves of a set, all of which start at the same board: `dl`, `UR` or `5 7`.
    ///
    /// ```
    /// use tilebase::puzzle::SmallBoard;
    /// use tilebase::puzzle::Metric;
    /// use tilebase::text::Notation;
    /// let board: SmallBoard = "1 2 3 4 x 6 7 5 8".parse()?;
    /// let mut text = Vec::new();
    /// Notation::Tiles.write_set(board.legal_moves(Metric::Single), Some(&board), &mut text)?;
    /// assert_eq!(text, b"5 4 6 2");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As for [`write`](Self::write).
    pub fn write_set(
        self,
        moves: MoveSet,
        board: Option<&impl MoveCursor>,
        text: &mut Vec<u8>,
    ) -> Result<(), MoveError> {
        if self == Notation::Blank && moves.write_single(text) {
            return Ok(());
        }
        let begin = text.len();
        for mv in moves {
            if self.has_spaces() && text.len() > begin {
                text.push(b' ');
            }
            if let Err(error) = self.write(&[mv], Metric::Multi, board, text) {
                text.truncate(begin);
                return Err(error);
            }
        }
        Ok(())
    }

    /// Makes a move on the board, and appends the number of its tile, or the cell that it was in.
    fn write_slide(
        self,
        board: &mut Option<impl MoveCursor>,
        mv: Direction,
        text: &mut Vec<u8>,
        begin: usize,
    ) -> Result<(), MoveFlaw> {
        let board = board.as_mut().ok_or(MoveFlaw::NeedsBoard)?;
        let cell = board.blank();
        if !board.slide(mv) {
            return Err(MoveFlaw::Leaves {
                written: mv.letter().to_string(),
                blank: board.place_of_blank(),
            });
        }
        if text.len() > begin {
            text.push(b' ');
        }
        if self == Notation::Cells {
            let Place { cell, cols } = board.place_of_blank();
            text.push(b'r');
            write_number(cell / cols + 1, text);
            text.push(b'c');
            write_number(cell % cols + 1, text);
        } else {
            write_number(board.tile(cell), text);
        }
        Ok(())
    }

    /// The letter of a direction. Each move of the blank is the opposite move of a tile.
    const fn letter(self, mv: Direction) -> u8 {
        match self {
            Notation::Blank => mv.letter() as u8,
            _ => mv.inverse().letter().to_ascii_uppercase() as u8,
        }
    }

    /// All letters, for an error.
    const fn letters(self) -> &'static str {
        if matches!(self, Notation::Blank) { "d, l, r, u" } else { "D, L, R, U" }
    }

    /// The direction with this letter.
    fn with_letter(self, letter: u8) -> Option<Direction> {
        Direction::ALL.into_iter().find(|&mv| self.letter(mv).eq_ignore_ascii_case(&letter))
    }
}

/// True if a byte may stand between two moves: white space, or a separator of lists.
const fn separates(byte: u8) -> bool {
    byte.is_ascii_whitespace()
        || matches!(byte, b',' | b';' | b'[' | b']' | b'(' | b')' | b'"' | b'\'')
}

/// A board that moves are read and written on.
#[doc(hidden)]
pub trait MoveCursor: Clone {
    /// The rows and columns.
    fn shape(&self) -> Shape;
    /// The cell of the blank.
    fn blank(&self) -> usize;
    /// The tile in a cell.
    fn tile(&self, cell: usize) -> usize;
    /// Makes a move by one cell. Returns whether it is legal; if it is not, nothing happens.
    fn slide(&mut self, mv: Direction) -> bool;

    /// Where the blank is.
    fn place_of_blank(&self) -> Place {
        self.shape().place(self.blank())
    }
}

impl MoveCursor for SmallBoard {
    fn shape(&self) -> Shape {
        self.shape().into()
    }

    fn blank(&self) -> usize {
        self.blank_cell()
    }

    fn tile(&self, cell: usize) -> usize {
        self.cells()[cell].into()
    }

    fn slide(&mut self, mv: Direction) -> bool {
        SmallBoard::slide(self, mv)
    }
}

impl MoveCursor for LargeBoard {
    fn shape(&self) -> Shape {
        self.shape()
    }

    fn blank(&self) -> usize {
        self.blank_cell()
    }

    fn tile(&self, cell: usize) -> usize {
        self.cells()[cell] as usize
    }

    fn slide(&mut self, mv: Direction) -> bool {
        LargeBoard::slide(self, mv)
    }
}

#[inline]
pub(crate) fn write_number(number: impl itoa::Integer, text: &mut Vec<u8>) {
    text.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
}

impl fmt::Display for Notation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

tilebase_core::read_by_name!(Notation);
