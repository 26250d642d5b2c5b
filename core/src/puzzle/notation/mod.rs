//! Notations: the ways in which people write moves.
//!
//! | notation | blank down, down, left | written by |
//! | --- | --- | --- |
//! | [`Blank`](Notation::Blank) | `ddl` | judges and books: where the blank goes |
//! | [`Tile`](Notation::Tile) | `U2R` | speed-solvers: where the tile goes, runs counted |
//! | [`Tiles`](Notation::Tiles) | `5 8 7` | games: the number of the tile that slides |
//! | [`Cells`](Notation::Cells) | `r2c2 r3c2 r3c1` | games: the cell that is clicked |
//!
//! White space between moves means nothing. Upper and lower case mean the same. A number directly
//! after a letter repeats it: `d3` is `ddd`, and `U2` is `UU`. Directions may also be words
//! (`down`) or arrows (`↓`, `v`), with separators between them: see `forms`.

mod cells;
mod error;
mod forms;
mod lexer;
mod read;
mod steps;
#[cfg(test)]
mod tests;
mod tokens;
mod written;

use std::fmt;
use std::str::FromStr;

pub use error::{MoveError, MoveFlaw};
pub use read::ReadMoves;

use super::{Board, Extent, Move, MoveSet, Moves, MultiMove, Place, Rectangle};

/// A way to write moves.
///
/// ```
/// use tilebase::Board;
/// use tilebase::puzzle::Notation;
/// let board: Board = "1 2 3 4 x 6 7 5 8".parse()?;
/// for (notation, text) in
///     [(Notation::Blank, "drlu"), (Notation::Tile, "ULRD"), (Notation::Tiles, "5 8 8 5")]
/// {
///     let moves = notation.parse(text, Some(&board))?;
///     assert_eq!(moves.to_string(), "drlu");
///     assert_eq!(notation.format(&moves, Some(&board))?, text);
/// }
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
}

/// The longest run of one letter that is read without a board, and written.
pub(super) const LONGEST_RUN: u64 = 99;

impl Notation {
    /// All notations, the default first.
    pub const ALL: [Notation; 4] =
        [Notation::Blank, Notation::Tile, Notation::Tiles, Notation::Cells];

    /// The name of each notation.
    pub const NAMES: &[(&'static str, Notation)] = &[
        ("blank", Notation::Blank),
        ("tile", Notation::Tile),
        ("tiles", Notation::Tiles),
        ("cells", Notation::Cells),
    ];

    /// Whether moves in this notation are moves only on a board.
    pub const fn needs_board(self) -> bool {
        matches!(self, Notation::Tiles | Notation::Cells)
    }

    /// The name of the notation: `blank`, `tile`, `tiles` or `cells`.
    pub const fn name(self) -> &'static str {
        Notation::NAMES[self as usize].0
    }

    /// Parses moves. If there is a board, every move must be legal on it.
    ///
    /// ```
    /// use tilebase::Board;
    /// use tilebase::puzzle::Notation;
    /// assert_eq!(Notation::Blank.parse("d2 l", None)?.to_string(), "ddl");
    /// assert_eq!(Notation::Tile.parse("U2R", None)?.to_string(), "ddl");
    ///
    /// let board: Board = "1 2 3 4 5 6 7 x 8".parse()?;
    /// let error = Notation::Blank.parse("rd", Some(&board)).unwrap_err();
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
    pub fn parse(self, text: impl AsRef<[u8]>, board: Option<&Board>) -> Result<Moves, MoveError> {
        self.read(text.as_ref(), board).collect()
    }

    /// Reads moves one by one, without allocating memory. If there is a board, every move must be
    /// legal on it. Nothing follows an error.
    ///
    /// ```
    /// use tilebase::{Moves, puzzle::Notation};
    /// let moves: Result<Moves, _> = Notation::Tile.read(b"U2R", None).collect();
    /// assert_eq!(moves?.to_string(), "ddl");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read<'t>(self, text: &'t [u8], board: Option<&Board>) -> ReadMoves<'t> {
        ReadMoves::new(self, text, board)
    }

    /// Reads moves one by one, all of which must be legal on a board of any size. Nothing follows
    /// an error.
    ///
    /// ```
    /// use tilebase::puzzle::{Extent, Notation, Rectangle};
    /// let board = Rectangle::goal(Extent { rows: 6, cols: 6 })?;
    /// let moves = Notation::Tile.read_on(b"D5R2", &board);
    /// let moves = moves.collect::<Result<tilebase::Moves, _>>()?;
    /// assert_eq!(moves.to_string(), "uuuuull");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read_on<'t, B: MoveCursor>(self, text: &'t [u8], board: &B) -> ReadMoves<'t, B> {
        ReadMoves::new(self, text, Some(board))
    }

    /// Reads moves and makes them on a board of any size, on which all of them must be legal. If
    /// there is an error, the board stays as it is.
    ///
    /// ```
    /// use tilebase::{Board, puzzle::Notation};
    /// let mut board: Board = "1 2 3 4 5 6 x 7 8".parse()?;
    /// let moves = Notation::Tiles.slide(b"7 8", &mut board)?;
    /// assert_eq!(moves.to_string(), "rr");
    /// assert_eq!(board.to_string(), "1 2 3 4 5 6 7 8 x");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`MoveError`] for the first move that is wrong.
    pub fn slide<B: MoveCursor>(self, text: &[u8], board: &mut B) -> Result<Moves, MoveError> {
        let mut reader = self.read_on(text, board);
        let moves = reader.by_ref().collect::<Result<Moves, _>>()?;
        if let Some(after) = reader.board() {
            board.clone_from(after);
        }
        Ok(moves)
    }

    /// The notation of an answer, where this one was asked for: for graders, who take an answer in
    /// another one. Numbers that are neither steps nor counts are tiles. Directions are those of
    /// the blank or of tiles, whichever the answer speaks of, or else as they were asked for.
    ///
    /// ```
    /// use tilebase::puzzle::Notation;
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

    /// Writes moves. `Blank` and `Tile` do not need the board.
    pub fn format(self, moves: &[Move], board: Option<&Board>) -> Result<String, MoveError> {
        let mut text = Vec::new();
        self.write(moves.iter().copied(), board, &mut text)?;
        Ok(text.into_iter().map(char::from).collect())
    }

    /// Appends moves to `text`, which allocates no memory if `text` has room. `Blank` and `Tile` do
    /// not need the board, and do not look at it.
    ///
    /// ```
    /// use tilebase::{Moves, puzzle::Notation};
    /// let moves: Moves = Notation::Blank.read(b"ddl", None).collect::<Result<_, _>>()?;
    /// let mut text = Vec::new();
    /// Notation::Tile.write(moves.iter().copied(), None, &mut text)?;
    /// assert_eq!(text, b"U2R");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Only for `Tiles`: [`MoveFlaw::NeedsBoard`] if there is no board, and [`MoveFlaw::Leaves`] if
    /// a move is illegal on it. Then nothing is appended.
    pub fn write(
        self,
        moves: impl IntoIterator<Item = Move>,
        board: Option<&Board>,
        text: &mut Vec<u8>,
    ) -> Result<(), MoveError> {
        self.write_from(moves, board, text)
    }

    /// Appends moves from a board of any size to `text`.
    #[doc(hidden)]
    pub fn write_on(
        self,
        moves: impl IntoIterator<Item = Move>,
        board: &Rectangle,
        text: &mut Vec<u8>,
    ) -> Result<(), MoveError> {
        self.write_from(moves, Some(board), text)
    }

    /// Never inlined, so that what writes the usual notation itself is.
    #[inline(never)]
    fn write_from(
        self,
        moves: impl IntoIterator<Item = Move>,
        board: Option<&impl MoveCursor>,
        text: &mut Vec<u8>,
    ) -> Result<(), MoveError> {
        let begin = text.len();
        match self {
            Notation::Blank => text.extend(moves.into_iter().map(|mv| self.letter(mv))),
            Notation::Tile => self.write_runs(moves, text),
            Notation::Tiles | Notation::Cells => {
                let mut board = board.cloned();
                for (number, mv) in (1..).zip(moves) {
                    let Err(flaw) = self.write_slide(&mut board, mv, text, begin) else { continue };
                    let column = text.len() - begin + 1;
                    text.truncate(begin);
                    return Err(MoveError { number, column, flaw, legal_in: None });
                }
            }
        }
        Ok(())
    }

    fn write_runs(self, moves: impl IntoIterator<Item = Move>, text: &mut Vec<u8>) {
        let mut moves = moves.into_iter().peekable();
        while let Some(mv) = moves.next() {
            let mut run = 1u64;
            while run < LONGEST_RUN && moves.next_if_eq(&mv).is_some() {
                run += 1;
            }
            text.push(self.letter(mv));
            if run > 1 {
                write_number(run, text);
            }
        }
    }

    /// Appends the moves of a set, all of which start at the same board: `dl`, `UR` or `5 7`.
    ///
    /// ```
    /// use tilebase::Board;
    /// use tilebase::puzzle::Notation;
    /// let board: Board = "1 2 3 4 x 6 7 5 8".parse()?;
    /// let mut text = Vec::new();
    /// Notation::Tiles.write_set(board.legal_moves(), Some(&board), &mut text)?;
    /// assert_eq!(text, b"5 4 6 2");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn write_set(
        self,
        moves: MoveSet,
        board: Option<&Board>,
        text: &mut Vec<u8>,
    ) -> Result<(), MoveError> {
        self.write_set_from(moves, board, text)
    }

    /// Such moves of a board of any size as text, as [`write_set`](Self::write_set) writes them.
    ///
    /// # Errors
    ///
    /// As for [`write`](Self::write).
    pub fn format_set_on(self, moves: MoveSet, board: &Rectangle) -> Result<String, MoveError> {
        let mut text = Vec::new();
        self.write_set_from(moves, Some(board), &mut text)?;
        Ok(text.into_iter().map(char::from).collect())
    }

    fn write_set_from(
        self,
        moves: MoveSet,
        board: Option<&impl MoveCursor>,
        text: &mut Vec<u8>,
    ) -> Result<(), MoveError> {
        if self == Notation::Blank {
            moves.write_to(text);
            return Ok(());
        }
        let begin = text.len();
        for mv in moves {
            if self.needs_board() && text.len() > begin {
                text.push(b' ');
            }
            if let Err(error) = self.write_from([mv], board, text) {
                text.truncate(begin);
                return Err(error);
            }
        }
        Ok(())
    }

    /// Appends moves of the multi-tile metric, as [`write`](Self::write) does. `Tiles` names the
    /// farthest tile that slides: the one that a player clicks.
    pub(crate) fn write_multi(
        self,
        moves: &[MultiMove],
        board: Option<&Board>,
        text: &mut Vec<u8>,
    ) -> Result<(), MoveError> {
        let (begin, mut board) = (text.len(), board.copied());
        if !self.needs_board() {
            for &MultiMove { mv, cells } in moves {
                // Whether a move goes one cell is unpredictable, and a branch for it takes longer.
                let one_digit = text.len() + 1 + usize::from(cells > 1);
                text.extend_from_slice(&[self.letter(mv), b'0' + cells % 10]);
                text.truncate(one_digit);
                if cells > 9 {
                    text.pop();
                    write_number(cells.into(), text);
                }
            }
            return Ok(());
        }
        for (number, &MultiMove { mv, cells }) in (1..).zip(moves) {
            let end = text.len();
            // Each tile that slides replaces the one before it.
            let written = (0..cells).try_for_each(|_| {
                text.truncate(end);
                self.write_slide(&mut board, mv, text, begin)
            });
            if let Err(flaw) = written {
                let column = text.len() - begin + 1;
                text.truncate(begin);
                return Err(MoveError { number, column, flaw, legal_in: None });
            }
        }
        Ok(())
    }

    /// Makes a move on the board, and appends the number of its tile, or the cell that it was in.
    fn write_slide(
        self,
        board: &mut Option<impl MoveCursor>,
        mv: Move,
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
            write_number((cell / cols) as u64 + 1, text);
            text.push(b'c');
            write_number((cell % cols) as u64 + 1, text);
        } else {
            write_number(board.tile(cell) as u64, text);
        }
        Ok(())
    }

    /// The letter of a move. Each move of the blank is the opposite move of a tile.
    const fn letter(self, mv: Move) -> u8 {
        match self {
            Notation::Blank => mv.letter() as u8,
            _ => mv.inverse().letter().to_ascii_uppercase() as u8,
        }
    }

    /// All letters, for an error.
    const fn letters(self) -> &'static str {
        if matches!(self, Notation::Blank) { "d, l, r, u" } else { "D, L, R, U" }
    }

    /// The move with this letter.
    fn with_letter(self, letter: u8) -> Option<Move> {
        Move::ALL.into_iter().find(|&mv| self.letter(mv).eq_ignore_ascii_case(&letter))
    }
}

/// Whether a byte may stand between two moves: white space, or a separator of lists.
const fn separates(byte: u8) -> bool {
    byte.is_ascii_whitespace()
        || matches!(byte, b',' | b';' | b'[' | b']' | b'(' | b')' | b'"' | b'\'')
}

/// A board that moves are read and written on.
#[doc(hidden)]
pub trait MoveCursor: Clone {
    /// The rows and columns.
    fn extent(&self) -> Extent;
    /// The cell of the blank.
    fn blank(&self) -> usize;
    /// The tile in a cell.
    fn tile(&self, cell: usize) -> usize;
    /// Makes a move. Returns whether it is legal; if it is not, nothing happens.
    fn slide(&mut self, mv: Move) -> bool;

    /// Where the blank is.
    fn place_of_blank(&self) -> Place {
        self.extent().place(self.blank())
    }
}

impl MoveCursor for Board {
    fn extent(&self) -> Extent {
        self.shape().into()
    }

    fn blank(&self) -> usize {
        self.blank_cell()
    }

    fn tile(&self, cell: usize) -> usize {
        self.cells()[cell].into()
    }

    fn slide(&mut self, mv: Move) -> bool {
        self.moved(mv).map(|after| *self = after).is_some()
    }
}

impl MoveCursor for Rectangle {
    fn extent(&self) -> Extent {
        self.extent()
    }

    fn blank(&self) -> usize {
        self.blank_cell()
    }

    fn tile(&self, cell: usize) -> usize {
        self.cells()[cell] as usize
    }

    fn slide(&mut self, mv: Move) -> bool {
        Rectangle::slide(self, mv)
    }
}

fn write_number(number: u64, text: &mut Vec<u8>) {
    if number >= 10 {
        write_number(number / 10, text);
    }
    text.push(b'0' + (number % 10) as u8);
}

impl fmt::Display for Notation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Moves {
    type Err = MoveError;

    /// Reads letters without counts. White space between them means nothing.
    fn from_str(text: &str) -> Result<Moves, MoveError> {
        let letters = text.char_indices().filter(|(_, letter)| !letter.is_whitespace());
        let moves = (1..).zip(letters).map(|(number, (at, found))| {
            let mv =
                u8::try_from(found).ok().and_then(|letter| Notation::Blank.with_letter(letter));
            let flaw = MoveFlaw::Letter { expected: Notation::Blank.letters(), found };
            mv.ok_or(MoveError { number, column: at + 1, flaw, legal_in: None })
        });
        moves.collect()
    }
}

impl FromStr for Move {
    type Err = MoveError;

    fn from_str(text: &str) -> Result<Move, MoveError> {
        let moves: Moves = text.parse()?;
        if let [mv] = *moves {
            return Ok(mv);
        }
        let flaw = MoveFlaw::Count { found: moves.len() };
        Err(MoveError { number: 1, column: 1, flaw, legal_in: None })
    }
}
