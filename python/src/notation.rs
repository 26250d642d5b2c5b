//! Moves in the words of those who use them.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use tilebase::drawing::{self, Frame};
use tilebase::puzzle::{Notation, UnknownName};
use tilebase::{Board, Position, Step, Way};

use crate::boards;

/// The notation with this name.
pub fn notation(name: &str) -> PyResult<Notation> {
    name.parse().map_err(|why: UnknownName| PyValueError::new_err(format!("notation: {why}")))
}

/// Moves from a board, all of which are legal.
pub fn written(notation: Notation, way: impl Into<Way>, board: &Position) -> String {
    way.into().format(notation, board).expect("legal moves of this board")
}

/// A board, and those after each of some moves, with the moves as they are written.
fn follow<'py>(
    board: &Bound<'py, PyAny>,
    moves: &str,
    size: Option<&Bound<'py, PyAny>>,
    notation: &str,
) -> PyResult<Vec<(Option<String>, Board)>> {
    let py = board.py();
    let mut board = boards::board(board, size.map(boards::shape).transpose()?)?;
    let notation = self::notation(notation)?;
    let mut boards = vec![(None, board)];
    for mv in notation.read(moves.as_bytes(), Some(&board)) {
        let mv = mv.map_err(|why| PyValueError::new_err(why.to_string()))?;
        let move_written = written(notation, Step::from(mv), &board.into());
        board = board.moved(mv).unwrap_or(board);
        boards.push((Some(move_written), board));
        py.check_signals()?;
    }
    Ok(boards)
}

/// A move, if one led to a board, and the board as cells, as text and as SVG.
type Drawn = (Option<String>, Vec<u32>, String, String);

/// The number of columns, the boards along some moves, each with the move that led to it, and all
/// boards as one picture.
#[pyfunction]
#[pyo3(signature = (board, moves, *, size=None, notation="blank"))]
pub fn _along(
    board: &Bound<'_, PyAny>,
    moves: &str,
    size: Option<Bound<'_, PyAny>>,
    notation: &str,
) -> PyResult<(usize, Vec<Drawn>, String)> {
    let py = board.py();
    let along = follow(board, moves, size.as_ref(), notation)?;
    let (last, mut blank) = (along.len() - 1, None);
    let frames: Vec<Frame> = (0..)
        .zip(&along)
        .map(|(number, (mv, board))| {
            let slid = blank.replace(board.blank_cell()).map(|cell: usize| board.cells()[cell]);
            let caption =
                mv.as_ref().map_or_else(String::new, |mv| format!("{number}/{last}: {mv}"));
            Frame { board: *board, moved: slid, caption }
        })
        .collect();
    let (cols, strip) = (along[0].1.shape().cols(), drawing::boards(&frames));
    let mut drawn = Vec::with_capacity(frames.len());
    for ((mv, board), frame) in along.into_iter().zip(frames) {
        let cells = board.cells().iter().copied().map(u32::from).collect();
        let text = frame.text();
        let single = Frame { caption: String::new(), ..frame };
        drawn.push((mv, cells, text, drawing::boards(&[single])));
        py.check_signals()?;
    }
    Ok((cols, drawn, strip))
}

/// The distances along moves as a picture, in which moves that lead away are marked.
#[pyfunction]
pub fn _curve(along: Vec<Option<u32>>) -> String {
    drawing::distances(&along)
}

/// A picture of the numbers of boards at distance 0, 1, 2, ..., such as an oracle's counts, as SVG.
#[pyfunction]
pub fn draw_counts(counts: &Bound<'_, PyAny>) -> PyResult<String> {
    let (count, most) = (counts.len()?, boards::MOST_DISTANCES);
    if count > most {
        let text = format!("counts: expected at most {most} numbers, found {count}");
        return Err(PyValueError::new_err(text));
    }
    Ok(drawing::counts(&counts.extract::<Vec<u64>>()?))
}

/// The board of any size after some moves. Spaces between moves are ignored, and a number behind a
/// letter repeats it: "d2l" is "ddl".
///
/// notation: "blank" ("ddl": where the blank goes), "tile" ("U2R": where the tile goes) or "tiles"
///     ("5 8 7": the tile that slides).
///
/// Returns a board of the same kind: a str, with rows if the board has them, an array or list of
/// the same shape, or else a tuple.
///
/// Raises ValueError if a move is illegal or cannot be read. It says which one, and in which other
/// notation all moves would be legal.
#[pyfunction]
#[pyo3(signature = (board, moves, *, size=None, notation="blank"))]
pub fn apply<'py>(
    board: &Bound<'py, PyAny>,
    moves: &str,
    size: Option<Bound<'py, PyAny>>,
    notation: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let size = size.as_ref().map(boards::extent_of).transpose()?;
    let mut after = boards::rectangle(board, size)?;
    self::notation(notation)?
        .make(moves.as_bytes(), &mut after)
        .map_err(|why| PyValueError::new_err(why.to_string()))?;
    boards::like(board, &after)
}
