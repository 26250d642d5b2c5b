//! Goals: boards, or the names of some, and the boards of an input that have goals of their own.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};

use tilebase::bulk::{Answers, Bulk, Part};
use tilebase::puzzle::{BoardError, Extent, Rectangle};
use tilebase::{Board, Shape};

use crate::boards::{BoardBlock, BoardText};

/// Reads a goal: a board, the cell of the blank with the tiles in order, or a name.
pub fn read(text: &[u8], shape: Option<Shape>) -> anyhow::Result<Board> {
    let named = shape.unwrap_or_default();
    let name = str::from_utf8(text).unwrap_or_default().trim().to_ascii_lowercase();
    match name.as_str() {
        "first" | "blank-first" => in_order(named, 0),
        "last" | "blank-last" => Ok(Board::goal(named)),
        "snail" | "spiral" => spiral(named),
        _ => Board::parse(text, shape).or_else(|why| match name.parse() {
            Ok(blank) if blank < named.cells() => in_order(named, blank),
            _ => Err(why.into()),
        }),
    }
}

/// The goal of a command line with `--goal 1 2 3 ...`, of which only the first cell is a value.
/// What follows it may be a board, too.
pub fn unquoted(words: &[String]) -> Option<String> {
    let behind = words.iter().position(|word| word == "--goal")? + 1;
    let is_cell = |word: &&String| word.len() <= 2 && !word.starts_with('-');
    let cells: Vec<&str> = words[behind..].iter().take_while(is_cell).map(String::as_str).collect();
    let is_board = |cells: &[&str]| Board::parse(cells.join(" "), None).is_ok();
    let (goal, board) = cells.split_at(cells.len() / 2);
    if is_board(&cells) {
        Some(cells.join(" "))
    } else {
        (is_board(goal) && is_board(board)).then(|| goal.join(" "))
    }
}

/// The same for boards of any size.
pub fn read_any_size(text: &[u8], size: Option<Extent>) -> Result<Rectangle, BoardError> {
    let Some(size) = size else { return Rectangle::parse(text, None) };
    let name = str::from_utf8(text).unwrap_or_default().trim().to_ascii_lowercase();
    let tiles = (size.rows * size.cols) as u32 - 1;
    let in_order = |blank: usize| {
        let mut cells: Vec<u32> = (1..=tiles).collect();
        cells.insert(blank, 0);
        Rectangle::new(size, cells)
    };
    match name.as_str() {
        "first" | "blank-first" => in_order(0),
        "last" | "blank-last" => in_order(tiles as usize),
        "snail" | "spiral" => Rectangle::new(size, spiral_of(size)),
        _ => match name.parse() {
            Ok(blank) if blank <= tiles as usize => in_order(blank),
            _ => Rectangle::parse(text, Some(size)),
        },
    }
}

/// The tiles in order, and the blank in this cell.
fn in_order(shape: Shape, blank: usize) -> anyhow::Result<Board> {
    let mut cells: Vec<u8> = (1..=shape.tiles() as u8).collect();
    cells.insert(blank, 0);
    Ok(Board::new(shape, &cells)?)
}

/// The tiles in a spiral, on a shape.
fn spiral(shape: Shape) -> anyhow::Result<Board> {
    let cells: Vec<u8> = spiral_of(shape.into()).into_iter().map(|tile| tile as u8).collect();
    Ok(Board::new(shape, &cells)?)
}

/// The tiles in a spiral from the first cell clockwise, and the blank at its end.
fn spiral_of(Extent { rows, cols }: Extent) -> Vec<u32> {
    /// To the right, down, to the left and up.
    const STEPS: [(usize, usize); 4] = [(0, 1), (1, 0), (0, usize::MAX), (usize::MAX, 0)];
    let mut cells = vec![0; rows * cols];
    let (mut row, mut col, mut turns) = (0, 0, 0);
    for tile in 1..(rows * cols) as u32 {
        cells[row * cols + col] = tile;
        let next = |turns: usize| {
            let (down, right) = STEPS[turns % STEPS.len()];
            (row.wrapping_add(down), col.wrapping_add(right))
        };
        let (below, beside) = next(turns);
        let is_inside = below < rows && beside < cols;
        turns += usize::from(!is_inside || cells[below * cols + beside] != 0);
        (row, col) = next(turns);
    }
    cells
}

/// Answers boards that have goals of their own.
pub struct ByGoal<'a> {
    /// Answers those without a goal.
    pub bulk: &'a Bulk,
    /// The shape of boards that do not show it.
    pub shape: Option<Shape>,
    /// What answers the boards of a goal. Created when the first is read.
    pub make: &'a (dyn Fn(Board) -> anyhow::Result<Bulk> + Sync),
    pub bulks: Mutex<HashMap<Board, Arc<Bulk>>>,
}

impl ByGoal<'_> {
    /// Answers the boards of a block.
    pub fn answer(&self, block: &BoardBlock, answers: &mut Answers, part: &mut Part<'_>) {
        *answers = Answers::default();
        let boards: Vec<_> = block.boards().map(|board| (self.bulk_of(board), board)).collect();
        let have_same_goal = |(one, _): &(Found, _), (other, _): &(Found, _)| match (one, other) {
            (Ok(one), Ok(other)) => {
                one.as_ref().map(Arc::as_ptr) == other.as_ref().map(Arc::as_ptr)
            }
            _ => false,
        };
        let mut of_goal = Answers::default();
        for run in boards.chunk_by(have_same_goal) {
            let texts = run.iter().map(|(found, board)| {
                (board.text, board.flaw.or_else(|| found.as_ref().err().map(String::as_str)))
            });
            let found = run[0].0.as_ref().ok().and_then(Option::as_deref);
            found
                .unwrap_or(self.bulk)
                .answer_texts(texts, &mut of_goal, &mut |_| ControlFlow::Continue(()));
            for note in &mut of_goal.notes {
                note.line += answers.lines;
            }
            answers.failure =
                of_goal.failure.take().map(|(line, error)| (answers.lines + line, error));
            answers.text.append(&mut of_goal.text);
            answers.notes.append(&mut of_goal.notes);
            answers.lines += of_goal.lines;
            answers.failed += of_goal.failed;
            if answers.failure.is_some() || part(answers).is_break() {
                break;
            }
        }
    }

    /// What answers a board, or why its goal is none. A text that is no board needs no goal.
    fn bulk_of(&self, board: BoardText<'_>) -> Found {
        let (Some(goal), Ok(start)) = (board.goal, Board::parse(board.text, self.shape)) else {
            return Ok(None);
        };
        let goal = read(goal, Some(start.shape())).map_err(|why| format!("its goal: {why:#}"))?;
        let mut bulks = self.bulks.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(bulk) = bulks.get(&goal) {
            return Ok(Some(Arc::clone(bulk)));
        }
        let bulk = Arc::new((self.make)(goal).map_err(|why| format!("{why:#}"))?);
        bulks.insert(goal, Arc::clone(&bulk));
        Ok(Some(bulk))
    }
}

/// What answers a board, or why nothing does. `None` has no goal of its own.
type Found = Result<Option<Arc<Bulk>>, String>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_goal_without_quotes_is_seen() {
        let found = |line: &str| unquoted(&line.split(' ').map(str::to_owned).collect::<Vec<_>>());
        let goal = Some("1 2 3 8 x 4 7 6 5".to_owned());
        assert_eq!(found("solve 23415x768 --goal 1 2 3 8 x 4 7 6 5"), goal);
        assert_eq!(found("solve --goal 1 2 3 8 x 4 7 6 5 --json"), goal);
        assert_eq!(found("solve --goal 1 2 3 8 x 4 7 6 5 2 3 4 1 5 x 7 6 8"), goal);
        // Three cells are no board behind a goal, so all four are the goal.
        assert_eq!(found("solve --goal 3 1 2 x"), Some("3 1 2 x".to_owned()));
        for fine in ["solve --goal 4 2 3 4 1 5 x 7 6 8", "solve --goal"] {
            assert_eq!(found(fine), None, "{fine}");
        }
    }

    #[test]
    fn goals_have_names() {
        for (name, shape, expected) in [
            ("last", "3x3", "1 2 3 4 5 6 7 8 x"),
            ("Blank-First", "2x3", "x 1 2 / 3 4 5"),
            ("4", "3x3", "1 2 3 4 x 5 6 7 8"),
            ("snail", "3x3", "1 2 3 8 x 4 7 6 5"),
            ("spiral", "4x4", "1 2 3 4 / 12 13 14 5 / 11 x 15 6 / 10 9 8 7"),
            ("snail", "2x2", "1 2 / x 3"),
            ("snail", "2x4", "1 2 3 4 / x 7 6 5"),
            ("snail", "4x3", "1 2 3 / 10 11 4 / 9 x 5 / 8 7 6"),
            ("123804765", "3x3", "1 2 3 8 x 4 7 6 5"),
        ] {
            let shape: Shape = shape.parse().unwrap();
            let goal = read(name.as_bytes(), Some(shape)).unwrap();
            assert_eq!(goal, Board::parse(expected, Some(shape)).unwrap(), "{name} {shape}");
        }
        assert!(read(b"9", None).is_err());
        assert!(read(b"second", None).is_err());
    }
}
