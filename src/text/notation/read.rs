//! Reads moves from text, one by one.

use super::forms;
use super::label::DIRECTIONS;
use super::move_error::{MoveError, MoveFlaw};
use super::move_tokens::{WrittenMove, WrittenRun};
use super::{LONGEST_RUN, MoveCursor, Notation, separates};
use crate::puzzle::{Direction, Metric, Move, Moves, SmallBoard, excerpt};
use crate::text::usual::number;

/// Reads moves one by one: see [`Notation::read`].
#[derive(Clone, Debug)]
pub struct ReadMoves<'t, B = SmallBoard> {
    notation: Notation,
    text: &'t [u8],
    start: Option<B>,
    board: Option<B>,
    /// The offset of the first byte not yet read.
    next: usize,
    /// The offset of the run that was read last.
    at: usize,
    /// How far quotes were counted, and whether one is open there.
    quotes: (usize, bool),
    /// The move of that run, and how often it is left to return.
    run: Option<(Direction, u64)>,
    /// The number of moves returned.
    number: usize,
    failed: bool,
    /// The runs of a text that has other forms than letters and numbers.
    runs: Option<std::vec::IntoIter<WrittenRun>>,
    /// Where the direction stands that was read last, in such a text.
    direction: Option<(usize, usize)>,
    /// In the multi-tile metric a run is one move.
    metric: Metric,
    /// The number of the first row, and of the first column.
    first: u64,
}

impl<'t, B: MoveCursor> ReadMoves<'t, B> {
    pub(super) fn new(
        notation: Notation,
        text: &'t [u8],
        metric: Metric,
        board: Option<&B>,
    ) -> ReadMoves<'t, B> {
        let notation = notation.read_as();
        ReadMoves {
            notation,
            text,
            start: board.cloned(),
            board: board.cloned(),
            next: 0,
            at: 0,
            quotes: (0, false),
            run: None,
            number: 0,
            failed: false,
            runs: forms::read(text, notation, metric, board).map(Vec::into_iter),
            direction: None,
            metric,
            first: 1,
        }
    }

    /// The next run, made on the board.
    fn advance_run(&mut self) -> Option<Result<Move, MoveFlaw>> {
        Some(self.next_run()?.and_then(|(mv, count)| {
            if let Some(board) = &mut self.board {
                let mut after = board.clone();
                let made = (0..count).try_for_each(|_| self.notation.slide_one(&mut after, mv));
                let blank = board.place_of_blank();
                if made.is_ok() {
                    *board = after;
                }
                made.map_err(|flaw| {
                    if count == 1 {
                        return self.as_written(flaw);
                    }
                    let written = match self.direction {
                        Some(_) => start_of(&self.text[self.at..self.next]),
                        None => format!("{}{count}", char::from(self.notation.letter(mv))),
                    };
                    MoveFlaw::TooFar { written, blank }
                })?;
            }
            let cells = u8::try_from(count).ok();
            let run =
                cells.and_then(|cells| Move::new(mv, cells)).ok_or(MoveFlaw::Run { count })?;
            self.number += 1;
            Ok(run)
        }))
    }
}

impl<B: MoveCursor> ReadMoves<'_, B> {
    /// The same moves, with rows and columns counted from 0.
    #[doc(hidden)]
    #[must_use]
    pub const fn from_zero(mut self) -> Self {
        self.first = 0;
        self
    }

    /// The board after the moves returned so far, if there is a board.
    ///
    /// ```
    /// use tilebase::puzzle::SmallBoard;
    /// use tilebase::puzzle::Metric;
    /// use tilebase::text::Notation;
    /// let board: SmallBoard = "1 2 3 4 x 6 7 5 8".parse()?;
    /// let mut moves = Notation::Blank.read_on(b"drr", Metric::Single, &board);
    /// assert!(moves.by_ref().any(|mv| mv.is_err()));
    /// assert_eq!(moves.board(), Some(&SmallBoard::goal(board.shape())));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn board(&self) -> Option<&B> {
        self.board.as_ref()
    }

    /// The moves before the first one that is wrong, and what is wrong with it.
    ///
    /// ```
    /// use tilebase::puzzle::Metric;
    /// use tilebase::text::Notation;
    /// let (moves, wrong) = Notation::Blank.read(b"dr?", Metric::Single).until_wrong();
    /// assert_eq!(moves.to_string(), "dr");
    /// assert_eq!(wrong.map(|wrong| wrong.number), Some(3));
    /// ```
    pub fn until_wrong(self) -> (Moves, Option<MoveError>) {
        let mut wrong = None;
        let moves = self.map_while(|mv| mv.map_err(|why| wrong = Some(why)).ok()).collect();
        (moves, wrong)
    }

    /// The next move, made on the board.
    fn advance(&mut self) -> Option<Result<Move, MoveFlaw>> {
        if self.metric == Metric::Multi {
            return self.advance_run();
        }
        let run = self.run.take().map_or_else(|| self.next_run(), |run| Some(Ok(run)))?;
        Some(run.and_then(|(mv, left)| {
            if let Some(board) = &mut self.board {
                self.notation.slide_one(board, mv).map_err(|flaw| self.as_written(flaw))?;
            }
            self.run = (left > 1).then_some((mv, left - 1));
            self.number += 1;
            Ok(mv.into())
        }))
    }

    /// The next move in the text, and how often it is made.
    fn next_run(&mut self) -> Option<Result<(Direction, u64), MoveFlaw>> {
        if let Some(runs) = &mut self.runs {
            let run = runs.next()?;
            (self.at, self.next) = (run.at, run.end);
            return Some(run.written.and_then(|written| self.move_of(written)));
        }
        self.at = self.next + self.text[self.next..].iter().position(|&byte| !separates(byte))?;
        let word = &self.text[self.at..];
        let (run, len) = match self.notation {
            Notation::Tiles | Notation::Cells => {
                let len = word.iter().position(|&byte| separates(byte)).unwrap_or(word.len());
                // On a small board, a number above the largest tile is a tile for each digit.
                let cells = self.board.as_ref().map_or(0, |board| board.shape().cells());
                let len = if forms::are_single_tiles(&word[..len], cells) { 1 } else { len };
                (self.tile(&word[..len]), len)
            }
            notation => {
                let digits = word[1..].iter().take_while(|byte| byte.is_ascii_digit()).count();
                let count = if digits == 0 { 1 } else { number(&word[1..=digits]) };
                (notation.run(word, count, self.board.is_some()), 1 + digits)
            }
        };
        self.next = self.at + len;
        if self.text.get(self.next) == Some(&b'\'') && run.is_ok() && !self.count_quotes() {
            return Some(Err(MoveFlaw::Prime));
        }
        Some(run)
    }

    /// The move of a run in another form, and how often it is made.
    fn move_of(&mut self, written: WrittenMove) -> Result<(Direction, u64), MoveFlaw> {
        match written {
            WrittenMove::Direction { letter, count, at, end } => {
                self.direction = Some((at, end));
                self.notation.run(&[letter], count, self.board.is_some())
            }
            WrittenMove::Tile { at, end, direction } => {
                let (mv, count) = self.tile(&self.text[at..end])?;
                let (goes, slides) = DIRECTIONS[mv.inverse() as usize];
                if direction.is_some_and(|direction| direction != slides) {
                    let tile = number(&self.text[at..end]) as usize;
                    let written = start_of(&self.text[self.at..self.next]);
                    return Err(MoveFlaw::OtherWay { tile, goes, written });
                }
                Ok((mv, count))
            }
            WrittenMove::Cell { row, col } => self.cell(row, col),
        }
    }

    /// A flaw of the move that was read last, as the text has it.
    fn as_written(&self, mut flaw: MoveFlaw) -> MoveFlaw {
        if let Some((at, end)) = self.direction
            && let MoveFlaw::Leaves { written, .. } | MoveFlaw::NoTile { written, .. } = &mut flaw
        {
            *written = start_of(&self.text[at..end]);
        }
        flaw
    }

    /// Counts the quotes up to the end of the run that was read last, and returns whether one is
    /// open there.
    fn count_quotes(&mut self) -> bool {
        let (end, open) = self.quotes;
        let behind = self.text[end..self.next].iter();
        self.quotes = (self.next, behind.fold(open, |open, &byte| open ^ (byte == b'\'')));
        self.quotes.1
    }

    /// The move that slides the tile with this number, and how often it is made. In the multi-tile
    /// metric the tiles between it and the blank slide, too.
    fn tile(&self, word: &[u8]) -> Result<(Direction, u64), MoveFlaw> {
        let board = self.board.as_ref().ok_or(MoveFlaw::NeedsBoard)?;
        let shape = board.shape();
        let largest = shape.cells() - 1;
        let digits = word.iter().all(u8::is_ascii_digit).then(|| number(word));
        let tile = digits.and_then(|tile| usize::try_from(tile).ok());
        let Some(tile) = tile.filter(|tile| (1..=largest).contains(tile)) else {
            return Err(MoveFlaw::Tile { largest, found: start_of(word) });
        };
        self.run_to(|cell| board.tile(cell) == tile).ok_or_else(|| self.out_of_reach(board, tile))
    }

    /// The move that slides the tile in a cell, whose row and column are counted from 1.
    fn cell(&self, row: u64, col: u64) -> Result<(Direction, u64), MoveFlaw> {
        let board = self.board.as_ref().ok_or(MoveFlaw::NeedsBoard)?;
        let size = board.shape();
        let within = |number: u64, count: usize| {
            let at = usize::try_from(number.checked_sub(self.first)?).ok()?;
            (at < count).then_some(at)
        };
        let cell = within(row, size.rows).zip(within(col, size.cols));
        let Some(cell) = cell.map(|(row, col)| row * size.cols + col) else {
            return Err(MoveFlaw::NoCell { row, col, size });
        };
        let to = self.run_to(|other| other == cell);
        to.ok_or_else(|| match board.tile(cell) {
            0 => MoveFlaw::ClickedBlank { blank: board.place_of_blank() },
            tile => self.out_of_reach(board, tile),
        })
    }

    /// The move of the blank that ends in a cell, and how often it is made.
    fn run_to(&self, is_end: impl Fn(usize) -> bool) -> Option<(Direction, u64)> {
        let board = self.board.as_ref()?;
        let longest = if self.metric == Metric::Multi { LONGEST_RUN } else { 1 };
        Direction::ALL.into_iter().find_map(|mv| {
            let mut cell = board.blank();
            (1..=longest).find_map(|count| {
                cell = board.shape().neighbour(cell, mv)?;
                is_end(cell).then_some((mv, count))
            })
        })
    }

    fn out_of_reach(&self, board: &B, tile: usize) -> MoveFlaw {
        let is_one = self.metric.slides_one_tile();
        let place = if is_one { "not beside" } else { "neither in the row nor in the column of" };
        MoveFlaw::Apart { tile, place, blank: board.place_of_blank() }
    }

    /// The error for the move after those returned.
    #[cold]
    fn error(&self, flaw: MoveFlaw) -> MoveError {
        let is_legal = |notation: Notation, first| {
            self.start.as_ref().is_some_and(|board| {
                let moves = ReadMoves::new(notation, self.text, self.metric, Some(board));
                let mut moves = ReadMoves { first, ..moves };
                std::iter::from_fn(|| moves.advance()).all(|mv| mv.is_ok())
            })
        };
        let mut others = Notation::ALL.into_iter().filter(|other| *other != self.notation);
        let legal_in = others.find(|other| is_legal(*other, 1));
        let is_from_zero = self.notation == Notation::Cells && is_legal(self.notation, 0);
        MoveError { number: self.number + 1, column: self.at + 1, flaw, legal_in, is_from_zero }
    }
}

impl<B: MoveCursor> Iterator for ReadMoves<'_, B> {
    type Item = Result<Move, MoveError>;

    fn next(&mut self) -> Option<Result<Move, MoveError>> {
        if self.failed {
            return None;
        }
        let mv = self.advance()?;
        self.failed = mv.is_err();
        Some(mv.map_err(|flaw| self.error(flaw)))
    }
}

impl<B: MoveCursor> std::iter::FusedIterator for ReadMoves<'_, B> {}

impl Notation {
    /// The run with the letter at the start of `word`, and this count.
    fn run(self, word: &[u8], count: u64, on_board: bool) -> Result<(Direction, u64), MoveFlaw> {
        let mv = self.with_letter(word[0]).ok_or_else(|| MoveFlaw::Letter {
            expected: self.letters(),
            found: start_of_text(word).chars().next().unwrap_or_default(),
        })?;
        // On a board, the first move of the run that leaves it is an error anyway.
        if count == 0 || count > LONGEST_RUN && !on_board {
            return Err(MoveFlaw::Run { count });
        }
        Ok((mv, count))
    }

    /// Makes a move on a board.
    fn slide_one(self, board: &mut impl MoveCursor, mv: Direction) -> Result<(), MoveFlaw> {
        if board.slide(mv) {
            return Ok(());
        }
        let written = char::from(self.letter(mv)).to_string();
        let blank = board.place_of_blank();
        Err(match self {
            Notation::Blank => MoveFlaw::Leaves { written, blank },
            _ => MoveFlaw::NoTile { written, blank },
        })
    }
}

/// The start of a word, escaped, for an error.
#[cold]
fn start_of(word: &[u8]) -> String {
    excerpt(&start_of_text(word))
}

/// The first characters. A long word is not read to its end.
fn start_of_text(word: &[u8]) -> String {
    String::from_utf8_lossy(&word[..word.len().min(48)]).into_owned()
}
