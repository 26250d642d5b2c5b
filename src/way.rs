//! Moves in either metric, as values: code above the oracles has no type parameter for the metric.

use std::fmt;

use tilebase_core::Interval;

use crate::position::Position;
use crate::puzzle::{
    Metric, Move, MoveError, MoveSet, Moves, MultiMove, MultiMoves, Notation, Rectangle, Slide,
};

/// A sequence of moves.
///
/// ```
/// use tilebase::Position;
/// use tilebase::puzzle::{Metric, Notation};
/// use tilebase::Way;
/// let board: Position = "1 2 3 4 5 6 x 7 8".parse()?;
/// let way = Way::parse(b"rr", Notation::Blank, Metric::Multi, Some(&board))?;
/// assert_eq!((way.len(), way.to_string().as_str()), (2, "rr"));
/// let mut text = Vec::new();
/// way.write_to(Notation::Tiles, &board, &mut text)?;
/// assert_eq!(text, b"7 8");
/// # Ok::<(), tilebase::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Way {
    /// Moves of single tiles.
    Single(Moves),
    /// Moves that slide several tiles.
    Multi(MultiMoves),
}

impl Default for Way {
    fn default() -> Way {
        Way::Single(Moves::default())
    }
}

/// One move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// A move of a single tile.
    Single(Move),
    /// A move that slides several tiles.
    Multi(MultiMove),
}

/// Moves to choose from, such as all optimal ones.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Choice {
    /// Moves of single tiles.
    Single(MoveSet),
    /// Moves that slide several tiles, in order.
    Multi(MultiMoves),
}

impl Way {
    /// Reads moves in a notation, and stops at the first that is wrong. Only the tiles' numbers
    /// need a board. With one, illegal moves are wrong, too.
    pub fn read(
        text: &[u8],
        notation: Notation,
        metric: Metric,
        board: Option<&Position>,
    ) -> (Way, Option<MoveError>) {
        fn read<M: Slide>(
            moves: impl Iterator<Item = Result<M, MoveError>>,
        ) -> (Way, Option<MoveError>)
        where
            Way: From<M::Sequence>,
        {
            let mut wrong = None;
            let moves: Vec<M> =
                moves.map_while(|mv| mv.map_err(|why| wrong = Some(why)).ok()).collect();
            (M::Sequence::from(moves).into(), wrong)
        }
        match (metric, board) {
            (Metric::Single, Some(board)) => read(notation.read_on(text, board)),
            (Metric::Single, None) => read(notation.read(text, None)),
            (Metric::Multi, Some(board)) => read(notation.read_on(text, board).multi_moves()),
            (Metric::Multi, None) => read(notation.read(text, None).multi_moves()),
        }
    }

    /// Reads moves in a notation. See [`read`](Self::read).
    ///
    /// # Errors
    ///
    /// A [`MoveError`] for the first move that is wrong.
    pub fn parse(
        text: &[u8],
        notation: Notation,
        metric: Metric,
        board: Option<&Position>,
    ) -> Result<Way, MoveError> {
        match Way::read(text, notation, metric, board) {
            (way, None) => Ok(way),
            (_, Some(why)) => Err(why),
        }
    }

    /// Moves of single tiles, counted in a metric.
    #[must_use]
    pub fn of_metric(moves: &Moves, metric: Metric) -> Way {
        match metric {
            Metric::Single => Way::Single(moves.clone()),
            Metric::Multi => Way::Multi(moves.into()),
        }
    }

    /// The best solution of a search that was stopped, if it found any.
    #[must_use]
    pub fn best_of(stopped: &Interval) -> Option<Way> {
        let best = stopped.best.as_ref();
        best.map(|best| Way::of_metric(best, stopped.metric))
    }

    /// The metric in which the moves count.
    pub const fn metric(&self) -> Metric {
        match self {
            Way::Single(_) => Metric::Single,
            Way::Multi(_) => Metric::Multi,
        }
    }

    /// The number of moves.
    pub fn len(&self) -> usize {
        match self {
            Way::Single(moves) => moves.len(),
            Way::Multi(moves) => moves.len(),
        }
    }

    /// Whether there are no moves.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The moves, in order.
    pub fn steps(&self) -> impl Iterator<Item = Step> {
        (0..self.len()).map(|number| match self {
            Way::Single(moves) => Step::Single(moves[number]),
            Way::Multi(moves) => Step::Multi(moves[number]),
        })
    }

    /// The first moves, at most `len` of them.
    #[must_use]
    pub fn first(&self, len: usize) -> Way {
        let len = len.min(self.len());
        match self {
            Way::Single(moves) => Way::Single(moves[..len].iter().copied().collect()),
            Way::Multi(moves) => Way::Multi(moves[..len].iter().copied().collect()),
        }
    }

    /// The moves of single tiles that lead to the same board.
    pub fn singles(&self) -> Moves {
        match self {
            Way::Single(moves) => moves.clone(),
            Way::Multi(moves) => moves.singles(),
        }
    }

    /// Appends the moves, in a notation, made from this board on. Only the tiles' numbers depend on
    /// the board.
    ///
    /// # Errors
    ///
    /// A [`MoveError`] if a move is illegal in a notation that needs the board. `text` is then as
    /// before.
    #[inline]
    pub fn write_to(
        &self,
        notation: Notation,
        board: &Position,
        text: &mut Vec<u8>,
    ) -> Result<(), MoveError> {
        match (self, board) {
            (Way::Single(moves), Position::Board(board)) => {
                Move::write_to(moves, notation, board, text)
            }
            (Way::Multi(moves), Position::Board(board)) => {
                MultiMove::write_to(moves, notation, board, text)
            }
            (Way::Single(moves), Position::Large(board)) => {
                notation.write_on(moves.iter().copied(), board, text)
            }
            (Way::Multi(moves), Position::Large(board)) => write_runs(moves, notation, board, text),
        }
    }

    /// The moves as text in a notation. Only the tiles' numbers need a board.
    ///
    /// # Errors
    ///
    /// As for [`write_to`](Self::write_to), and a [`MoveError`] if a board is needed.
    pub fn format<'b>(
        &self,
        notation: Notation,
        board: impl Into<Option<&'b Position>>,
    ) -> Result<String, MoveError> {
        let mut text = Vec::new();
        match (board.into(), self) {
            (Some(board), way) => way.write_to(notation, board, &mut text)?,
            (None, Way::Single(moves)) => return notation.format(moves, None),
            (None, Way::Multi(moves)) => return moves.format(notation, None),
        }
        Ok(text.into_iter().map(char::from).collect())
    }
}

/// Appends the moves of a board of more than 25 cells, which no search finds in this metric.
fn write_runs(
    moves: &MultiMoves,
    notation: Notation,
    board: &Rectangle,
    text: &mut Vec<u8>,
) -> Result<(), MoveError> {
    if !notation.needs_board() {
        text.extend(moves.format(notation, None)?.bytes());
        return Ok(());
    }
    let mut tiles = Vec::new();
    notation.write_on(moves.singles().iter().copied(), board, &mut tiles)?;
    // Of each run, the tile that slides last is the farthest, which names the move, or its cell
    // does.
    let mut tiles = tiles.split(|&byte| byte == b' ');
    for (number, mv) in moves.iter().enumerate() {
        let tile = tiles.nth(usize::from(mv.cells.max(1)) - 1).unwrap_or_default();
        if number > 0 {
            text.push(b' ');
        }
        text.extend_from_slice(tile);
    }
    Ok(())
}

impl Step {
    /// Every legal move of a board, in the order of canonical solutions.
    ///
    /// ```
    /// use tilebase::puzzle::Metric;
    /// use tilebase::{Position, Step};
    /// let board: Position = "1 2 3 4 5 6 x 7 8".parse()?;
    /// let all = |metric| Step::all(&board, metric).iter().map(Step::to_string).collect::<Vec<_>>();
    /// assert_eq!(all(Metric::Single), ["r", "u"]);
    /// assert_eq!(all(Metric::Multi), ["r", "r2", "u", "u2"]);
    /// # Ok::<(), tilebase::Error>(())
    /// ```
    pub fn all(board: &Position, metric: Metric) -> Vec<Step> {
        match (metric, board) {
            (Metric::Multi, Position::Board(board)) => {
                MultiMove::all(board).map(|(mv, _)| mv.into()).collect()
            }
            // No board of more than 25 cells has an answer in the multi-tile metric.
            _ => {
                let all = Move::ALL.map(Step::from).into_iter();
                all.filter(|step| step.tile_on(board).is_some()).collect()
            }
        }
    }

    /// The tile that slides, of several the farthest, which a player clicks. `None` if the move is
    /// illegal.
    pub fn tile_on(self, board: &Position) -> Option<u32> {
        let after = board.after(&Way::from(self).singles())?;
        Some(board.tile_at(after.blank_cell()))
    }

    /// Appends the move, in a notation, made on this board.
    ///
    /// # Errors
    ///
    /// As for [`Way::write_to`].
    #[inline]
    pub fn write_to(
        self,
        notation: Notation,
        board: &Position,
        text: &mut Vec<u8>,
    ) -> Result<(), MoveError> {
        match (self, board) {
            (Step::Single(mv), Position::Board(board)) => {
                Move::write_to(&[mv], notation, board, text)
            }
            (Step::Multi(mv), Position::Board(board)) => {
                MultiMove::write_to(&[mv], notation, board, text)
            }
            (step, Position::Large(_)) => Way::from(step).write_to(notation, board, text),
        }
    }
}

impl Choice {
    /// The moves, in order.
    pub fn steps(&self) -> impl Iterator<Item = Step> {
        let (single, multi) = match self {
            Choice::Single(moves) => (*moves, &[][..]),
            Choice::Multi(moves) => (MoveSet::EMPTY, &moves[..]),
        };
        let single = single.into_iter().map(Step::Single);
        single.chain(multi.iter().map(|&mv| Step::Multi(mv)))
    }

    /// Whether there are no moves.
    pub fn is_empty(&self) -> bool {
        match self {
            Choice::Single(moves) => moves.is_empty(),
            Choice::Multi(moves) => moves.is_empty(),
        }
    }

    /// The moves as text in a notation, side by side. See [`write_to`](Self::write_to).
    ///
    /// # Errors
    ///
    /// As for [`write_to`](Self::write_to).
    pub fn format(&self, notation: Notation, board: &Position) -> Result<String, MoveError> {
        let mut text = Vec::new();
        self.write_to(notation, board, &mut text)?;
        Ok(text.into_iter().map(char::from).collect())
    }

    /// Appends the moves, in a notation, side by side: each is made on this board.
    ///
    /// # Errors
    ///
    /// A [`MoveError`] if a move is illegal in a notation that needs the board.
    #[inline]
    pub fn write_to(
        &self,
        notation: Notation,
        board: &Position,
        text: &mut Vec<u8>,
    ) -> Result<(), MoveError> {
        match (self, board) {
            (Choice::Single(moves), Position::Board(board)) => {
                Move::write_set(moves, notation, board, text)
            }
            (Choice::Single(moves), Position::Large(board)) => {
                text.extend(notation.format_set_on(*moves, board)?.bytes());
                Ok(())
            }
            (Choice::Multi(moves), Position::Board(board)) => {
                MultiMove::write_set(moves, notation, board, text)
            }
            // No board of more than 25 cells has an answer in this metric.
            (Choice::Multi(_), Position::Large(_)) => Ok(()),
        }
    }
}

macro_rules! of_each_metric {
    ($($moves:ty => $whole:ident::$variant:ident;)*) => {$(
        impl From<$moves> for $whole {
            fn from(moves: $moves) -> $whole {
                $whole::$variant(moves)
            }
        }
    )*};
}

of_each_metric! {
    Moves => Way::Single;
    MultiMoves => Way::Multi;
    Move => Step::Single;
    MultiMove => Step::Multi;
    MoveSet => Choice::Single;
    MultiMoves => Choice::Multi;
}

impl From<Step> for Way {
    fn from(step: Step) -> Way {
        match step {
            Step::Single(mv) => Way::Single([mv].into_iter().collect()),
            Step::Multi(mv) => Way::Multi([mv].into_iter().collect()),
        }
    }
}

macro_rules! shown_as_in_its_metric {
    ($($whole:ident)*) => {$(
        impl fmt::Display for $whole {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $whole::Single(moves) => moves.fmt(f),
                    $whole::Multi(moves) => moves.fmt(f),
                }
            }
        }
    )*};
}

shown_as_in_its_metric!(Way Step);

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.steps().try_for_each(|step| step.fmt(f))
    }
}
