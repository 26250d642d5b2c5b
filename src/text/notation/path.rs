//! Moves given as the boards between them.

use super::label::is_move;
use super::move_error::MoveFlaw;
use super::move_tokens::{WrittenMove, WrittenRun};
use super::{MoveCursor, Notation};
use crate::puzzle::{Direction, Metric, Shape};

/// The most rows of a board.
const MOST_ROWS: usize = 100;

/// The most shapes that are tried.
const MOST_SHAPES: usize = 4;

/// The cells of a board, and the offset where it stands.
struct Step {
    at: usize,
    end: usize,
    cells: Vec<usize>,
}

/// The moves along the boards of a text, from `board` on, which may be the first of them. Without a
/// board, they begin at the first. `None` if the text is no boards. Lines that are no rows, such as
/// titles and sizes, are skipped.
pub(super) fn read(
    text: &str,
    notation: Notation,
    metric: Metric,
    board: Option<&impl MoveCursor>,
) -> Option<Vec<WrittenRun>> {
    // The smallest board has four cells, of which one may be no digit.
    text.bytes().filter(u8::is_ascii_digit).nth(2)?;
    let lines: Vec<_> =
        text.lines().filter_map(|line| CellLine::of(line, text, notation)).collect();
    let (shape, steps) = match board {
        Some(board) => (board.shape(), boards_of(&lines, board.shape())?),
        None => shapes_of(&lines).find_map(|shape| Some((shape, boards_of(&lines, shape)?)))?,
    };
    // Beside one board there may be moves.
    if steps.len() == 1 && text.split(|c: char| !c.is_alphabetic()).any(is_move) {
        return None;
    }
    let mut steps = steps.into_iter().peekable();
    let mut before = match board {
        Some(board) => (0..shape.cells()).map(|cell| board.tile(cell)).collect(),
        None => steps.next()?.cells,
    };
    // A path says where it begins, or what its first move leads to.
    steps.next_if(|first| first.cells == before);
    let mut runs = Vec::new();
    for Step { at, end, cells } in steps {
        let Some((mv, count)) = move_between(&before, &cells, shape, metric) else {
            runs.push(WrittenRun { at, end, written: Err(MoveFlaw::Jump) });
            break;
        };
        let letter = notation.letter(mv).to_ascii_lowercase();
        let written = Ok(WrittenMove::Direction { letter, count, at, end });
        runs.push(WrittenRun { at, end, written });
        before = cells;
    }
    Some(runs)
}

/// The move that leads from one board to another, and how often it is made.
fn move_between(
    before: &[usize],
    after: &[usize],
    shape: Shape,
    metric: Metric,
) -> Option<(Direction, u64)> {
    let blank = |cells: &[usize]| cells.iter().position(|&tile| tile == 0);
    let (from, to) = (blank(before)?, blank(after)?);
    Direction::ALL.into_iter().find_map(|mv| {
        let (mut cells, mut at, mut count) = (before.to_vec(), from, 0);
        while at != to {
            let next = shape.neighbour(at, mv)?;
            cells.swap(at, next);
            (at, count) = (next, count + 1);
        }
        let is_one = count == 1 || count > 1 && metric == Metric::Multi;
        (is_one && cells == after).then_some((mv, count))
    })
}

/// A line of cells: each is a number, or `None` for a sign that may be the blank.
struct CellLine {
    /// The place of each cell. Those of a compact row stand in one word.
    cells: Vec<(usize, Option<usize>)>,
    end: usize,
    /// True if each digit is a cell.
    is_compact: bool,
}

impl CellLine {
    /// A line of a text, if it may be a row.
    fn of(line: &str, text: &str, notation: Notation) -> Option<CellLine> {
        let is_between = |c: char| c.is_whitespace() || ",;[](){}\"'|/".contains(c);
        let words = line.split(is_between).filter(|word| !word.is_empty());
        let offset = |word: &str| word.as_ptr() as usize - text.as_ptr() as usize;
        let words: Vec<_> = words.map(|word| (offset(word), word)).collect();
        let end = words.last().map(|(at, word)| at + word.len())?;
        let is_sign = |word: &str| {
            let sign = word.trim_matches('_');
            // In lists of tiles, other signs stand between them.
            let may_be_any =
                !notation.needs_board() || sign.bytes().all(|it| it.is_ascii_alphabetic());
            sign.len() < 2 && may_be_any || word.parse::<i64>().is_ok_and(|number| number < 0)
        };
        let cell = |word: &str| {
            if word.bytes().all(|byte| byte.is_ascii_digit()) {
                word.parse().ok().map(Some)
            } else {
                is_sign(word).then_some(None)
            }
        };
        if let [(at, word)] = words[..] {
            let digits = word.chars().map(|c| c.to_digit(10).map(|digit| digit as usize));
            let cells = (at..).zip(digits).collect::<Vec<_>>();
            let signs = cells.iter().filter(|(_, cell)| cell.is_none()).count();
            let is_compact = word.is_ascii() && cells.len() > 1 && signs < 2;
            return is_compact.then_some(CellLine { cells, end, is_compact });
        }
        let cells = words.into_iter().map(|(at, word)| Some((at, cell(word)?)));
        Some(CellLine { cells: cells.collect::<Option<_>>()?, end, is_compact: false })
    }
}

/// The boards of this shape in the lines that are as wide as a row or as boards.
fn boards_of(lines: &[CellLine], shape: Shape) -> Option<Vec<Step>> {
    let (cells, cols) = (shape.cells(), shape.cols);
    let fits = |line: &&CellLine| {
        let width = line.cells.len();
        (width == cols || width.is_multiple_of(cells)) && (!line.is_compact || cells <= 10)
    };
    let all = lines.iter().filter(fits);
    let all = all.flat_map(|line| line.cells.iter().map(|(at, cell)| (*at, line.end, *cell)));
    let all: Vec<_> = all.collect();
    let (boards, rest) = (all.chunks_exact(cells), all.len() % cells);
    let steps = boards.map(|board| {
        let numbers: Vec<Option<usize>> = board.iter().map(|(_, _, cell)| *cell).collect();
        let (at, end) = (board[0].0, board[cells - 1].1);
        Some(Step { at, end, cells: complete(&numbers)? })
    });
    steps.collect::<Option<Vec<_>>>().filter(|steps| !steps.is_empty() && rest == 0)
}

/// The tiles, with 0 for the blank, if each is there once.
fn complete(numbers: &[Option<usize>]) -> Option<Vec<usize>> {
    let mut seen = vec![false; numbers.len()];
    let tiles: Vec<usize> = numbers.iter().map(|number| number.unwrap_or(0)).collect();
    let is_new =
        |&tile: &usize| seen.get_mut(tile).is_some_and(|seen| !std::mem::replace(seen, true));
    tiles.iter().all(is_new).then_some(tiles)
}

/// The shapes that the first lines may have: theirs is a whole board, or a row of one.
fn shapes_of(lines: &[CellLine]) -> impl Iterator<Item = Shape> {
    let cols = lines.iter().map(|line| line.cells.len()).find(|&width| width > 1).unwrap_or(0);
    let rows = lines.iter().filter(|line| line.cells.len() == cols).take(MOST_ROWS);
    let first: Vec<Option<usize>> =
        rows.flat_map(|line| line.cells.iter().map(|(_, cell)| *cell)).collect();
    let heights = 2..=first.len().checked_div(cols).unwrap_or(0);
    let rows = heights.filter(|rows| complete(&first[..rows * cols]).is_some());
    // The first rows of a board may be one, too.
    let rows: Vec<usize> = rows.take(MOST_SHAPES).collect();
    let squares = Shape::square(cols).into_iter();
    squares.chain(rows.into_iter().map(move |rows| Shape { rows, cols }))
}
