//! Moves in the words of those who use them.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use tilebase::check::{Flaw, Verdict, claims_unsolvable};
use tilebase::drawing::{self, Frame};
use tilebase::puzzle::{Direction, Metric, Place};
use tilebase::text::{MoveError, MoveFlaw, Notation};
use tilebase::{Board, Move, MoveSet, Moves};

use crate::arguments::{self, python};
use crate::boards::{self, Blank, Role};
use crate::errors::exception;

/// The argument `actions`: the moves for which 0, 1, 2 and 3 stand.
#[derive(Clone, Copy)]
pub struct Actions([Direction; 4]);

impl FromPyObject<'_, '_> for Actions {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Actions> {
        let numbers: [usize; 4] = python(object.py(), "order", (object,))?;
        Ok(Actions(numbers.map(|number| Direction::ALL[number & 3])))
    }
}

impl Actions {
    /// Where the blank goes for 0 to 3.
    pub fn order(actions: Option<Actions>) -> [Direction; 4] {
        actions.map_or(Direction::ALL, |Actions(order)| order)
    }

    /// The place of each move in this order.
    pub fn places(actions: Option<Actions>) -> [usize; 4] {
        let order = Actions::order(actions);
        Direction::ALL.map(|mv| order.iter().position(|&it| it == mv).unwrap_or_default())
    }

    /// The order as Python has it: numbers of the usual one.
    pub fn numbers(actions: Option<Actions>) -> [usize; 4] {
        Actions::order(actions).map(|mv| mv as usize)
    }
}

/// Moves as text, and the integers that they were, if they were.
#[derive(Default)]
pub struct MovesText {
    pub text: String,
    integers: Vec<i64>,
}

impl From<String> for MovesText {
    fn from(text: String) -> MovesText {
        MovesText { text, integers: Vec::new() }
    }
}

impl MovesText {
    /// What is wrong with a move. An integer is shown as one.
    pub fn wrong(&self, why: &MoveError) -> String {
        let illegal = match &why.flaw {
            MoveFlaw::Leaves { written, blank } => Some((written, "leaves the board", *blank)),
            MoveFlaw::NoTile { written, blank } => Some((written, "moves no tile", *blank)),
            _ => None,
        };
        let shown = illegal.and_then(|illegal| self.illegal(why.number, illegal));
        shown.unwrap_or_else(|| why.to_string())
    }

    /// A verdict, in which an integer is shown as one.
    pub fn verdict(&self, verdict: &Verdict) -> String {
        let wrong = match verdict {
            Verdict::Wrong(Flaw::Move(why)) => Some(self.wrong(why)),
            Verdict::Wrong(Flaw::Illegal { place, mv, blank, .. }) => {
                self.illegal(*place, (&mv.to_string(), "leaves the board", *blank))
            }
            _ => None,
        };
        wrong.map_or_else(|| verdict.to_string(), |why| format!("wrong: {why}"))
    }

    /// What is wrong with an illegal move, if it was an integer.
    fn illegal(
        &self,
        number: usize,
        (letter, flaw, blank): (&String, &str, Place),
    ) -> Option<String> {
        let integer = self.integers.get(number.checked_sub(1)?)?;
        let shown = format!("{integer}, which is `{letter}`, {flaw}");
        Some(format!("move {number}: {shown}: the blank is in {blank}"))
    }
}

/// How moves as an argument are written.
#[derive(Clone, Copy)]
pub struct Written {
    pub notation: Notation,
    actions: Option<Actions>,
}

impl Written {
    /// The arguments `notation` and `actions`.
    pub fn new(notation: Notation, actions: Option<Actions>) -> PyResult<Written> {
        if notation == Notation::Tiles && actions.is_some() {
            let text = "actions: in the notation \"tiles\", integers are tiles; leave it out";
            return Err(PyValueError::new_err(text));
        }
        Ok(Written { notation, actions })
    }

    /// Moves as text: a str, or a sequence of words, letters, arrows or integers, or of tiles each
    /// with a direction.
    pub fn text(self, moves: &Bound<'_, PyAny>, name: &str) -> PyResult<MovesText> {
        if let Ok(text) = moves.cast::<PyString>() {
            return Ok(text.to_cow()?.into_owned().into());
        }
        let (text, integers) = python(moves.py(), "moves", (moves, name, self.integers()))?;
        Ok(MovesText { text, integers })
    }

    /// The letters of the moves that integers stand for, as far as the notation has them, and the
    /// order of these moves. Nothing if integers are tiles.
    pub fn integers(self) -> Option<(Vec<String>, [usize; 4])> {
        let moves = Actions::order(self.actions).into_iter();
        let letters =
            moves.filter_map(|mv| self.notation.format(&[mv.into()], Metric::Single).ok());
        let (letters, order) = (letters.collect(), Actions::numbers(self.actions));
        (self.notation != Notation::Tiles).then_some((letters, order))
    }

    /// Moves in a metric, all of which are legal on a board.
    fn way(self, moves: &MovesText, metric: &str, board: &Board) -> PyResult<Moves> {
        let read = self.notation.parse_on(&moves.text, arguments::parse("metric", metric)?, board);
        read.map_err(|why| PyValueError::new_err(moves.wrong(&why)))
    }
}

/// Moves as the letters of the blank's moves: "dlu".
///
/// moves: a sequence or an array of integers, as `actions` gives them; or of words, letters or
///     arrows, or a str of them.
/// actions: the moves for which 0, 1, 2 and 3 stand: letters of the blank's moves [in the
///     order "dlru"], or of the tile's, such as "UDLR".
/// metric: "single", or "multi", where a letter with a count is one move, and stays one: "d2l".
#[pyfunction]
#[pyo3(signature = (moves, *, actions=None, metric="single"))]
pub fn letters(
    moves: &Bound<'_, PyAny>,
    actions: Option<Actions>,
    metric: &str,
) -> PyResult<String> {
    let MovesText { text, .. } =
        Written { notation: Notation::Blank, actions }.text(moves, "moves")?;
    let read = Notation::Blank.parse(text, arguments::parse("metric", metric)?);
    read.map(|moves| moves.to_string())
        .map_err(|why| PyValueError::new_err(format!("moves: {why}")))
}

/// Moves from a board, all of which are legal.
pub fn written(notation: Notation, metric: Metric, moves: &[Move], board: &Board) -> String {
    notation.format_on(moves, metric, board).expect("legal moves of this board")
}

/// Legal moves of a board, or one, in either metric.
pub fn written_set(notation: Notation, moves: impl Into<MoveSet>, board: &Board) -> String {
    notation.format_set_on(moves, board).expect("legal moves of this board")
}

/// A caption, and the board as rows of cells, as text and as SVG.
type Drawn = (String, Vec<Vec<u32>>, String, String);

/// The boards along some moves, and all as one picture.
#[pyfunction]
#[pyo3(signature = (board, moves, *, size=None, notation="blank", blank=None, actions=None,
                    metric="single"))]
pub fn _along(
    board: &Bound<'_, PyAny>,
    moves: &Bound<'_, PyAny>,
    size: Option<Bound<'_, PyAny>>,
    notation: &str,
    blank: Option<Blank>,
    actions: Option<Actions>,
    metric: &str,
) -> PyResult<(Vec<Drawn>, String)> {
    let (py, how) =
        (board.py(), Written::new(arguments::parse::<Notation>("notation", notation)?, actions)?);
    let text = how.text(moves, "moves")?;
    let shape = size.as_ref().map(arguments::shape).transpose()?;
    let board = boards::board(board, shape, blank)?;
    let way = how.way(&text, metric, &board.into())?;
    let frames = Frame::along(&board, &way, how.notation).expect("legal moves of this board");
    let (strip, mut drawn) = (drawing::boards(&frames), Vec::with_capacity(frames.len()));
    for Frame { board, moved, caption } in frames {
        let rows = board.cells().chunks(board.shape().cols());
        let rows = rows.map(|row| row.iter().copied().map(u32::from).collect()).collect();
        let frame = Frame { board, moved, caption: String::new() };
        let text = frame.text();
        drawn.push((caption, rows, text, drawing::boards(&[frame])));
        py.check_signals()?;
    }
    Ok((drawn, strip))
}

/// The distances along moves as a picture, in which moves that lead away are marked.
#[pyfunction]
pub fn _curve(along: Vec<Option<u32>>) -> String {
    drawing::distances(&along)
}

/// A picture of the numbers of boards at distance 0, 1, 2, ..., such as an oracle's counts, as SVG.
#[pyfunction]
pub fn draw_counts(counts: &Bound<'_, PyAny>) -> PyResult<String> {
    let (count, most) = (counts.len()?, arguments::MOST_DISTANCES);
    if count > most {
        let text = format!("counts: expected at most {most} numbers, found {count}");
        return Err(PyValueError::new_err(text));
    }
    Ok(drawing::counts(&counts.extract::<Vec<u64>>()?))
}

/// Moves as letters of the blank, all of which must be legal on a board.
#[pyfunction]
pub fn _read(board: &str, moves: &str, notation: &str) -> PyResult<String> {
    let start = Board::parse(board, None).map_err(exception)?;
    let read =
        arguments::parse::<Notation>("notation", notation)?.parse_on(moves, Metric::Single, &start);
    read.map(|moves| moves.to_string()).map_err(|why| PyValueError::new_err(why.to_string()))
}

/// The notation of an answer, where another one may have been asked for.
#[pyfunction]
pub fn _spoken(answer: &str, notation: &str) -> PyResult<&'static str> {
    Ok(arguments::parse::<Notation>("notation", notation)?.spoken(answer).name())
}

/// Whether an answer says that there is no solution.
#[pyfunction]
pub fn _claims(answer: &str) -> bool {
    claims_unsolvable(answer)
}

/// The board of any size after some moves.
///
/// moves: a str in any form that the command reads: letters, words or arrows; a number behind a
///     letter repeats it: "d2l" is "ddl". Or a sequence of words, letters or arrows, or integers.
/// notation: "blank" ("ddl": where the blank goes), "tile" ("U2R": where the tile goes), "tiles"
///     ("5 8 7": the tile that slides; integers are tiles, too) or "cells" ("r3c2": the row and the
///     column of the tile, from 1).
/// blank: the number that stands for the blank, such as -1 or 9 [0].
/// actions: the moves for which 0, 1, 2 and 3 stand: letters of the blank's moves [in the
///     order "dlru"], or of the tile's, such as "UDLR".
/// metric: "single", or "multi" for moves that slide several tiles at once: in "tiles" and "cells",
///     the farthest is named.
///
/// Returns a board of the same kind: a str, with rows if the board has them, an array or list of
/// the same shape, or else a tuple.
///
/// Raises ValueError if a move is illegal or cannot be read. It says which one, and in which other
/// notation all moves would be legal.
#[pyfunction]
#[pyo3(signature = (board, moves, *, size=None, notation="blank", blank=None, actions=None,
                    metric="single"))]
pub fn apply<'py>(
    board: &Bound<'py, PyAny>,
    moves: &Bound<'py, PyAny>,
    size: Option<Bound<'py, PyAny>>,
    notation: &str,
    blank: Option<Blank>,
    actions: Option<Actions>,
    metric: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let size = size.as_ref().map(arguments::size_of).transpose()?;
    let (start, encoding) = boards::any_board(board, size, blank, Role::Any)?;
    let written = Written::new(arguments::parse::<Notation>("notation", notation)?, actions)?;
    let way = written.way(&written.text(moves, "moves")?, metric, &start)?;
    let after = start.after(&way.singles()).expect("legal moves of this board");
    boards::like(board, &after, encoding)
}
