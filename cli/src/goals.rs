//! Goals: boards, or the names of some, and the boards of an input that have goals of their own.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::anyhow;
use tilebase::bulk::{Answers, Bulk, Part};
use tilebase::puzzle::{BoardError, Extent, Rectangle, ShapeError};
use tilebase::{Board, Error, Shape};

use crate::boards::{BoardBlock, BoardText};

/// A goal, or the name of one on every shape.
#[derive(Clone, Copy)]
pub enum Goal {
    Board(Board),
    Named(GoalName),
}

/// The name of a goal on every shape.
#[derive(Clone, Copy)]
pub enum GoalName {
    First,
    Last,
    Snail,
}

impl Goal {
    /// Reads a goal: a board, the cell of the blank with the tiles in order, or a name. A name is
    /// one of the shape if that is given.
    pub fn read(text: &[u8], shape: Option<Shape>) -> anyhow::Result<Goal> {
        if let Some(name) = GoalName::parse(text) {
            return Ok(shape.map_or(Goal::Named(name), |shape| Goal::Board(name.on(shape))));
        }
        Ok(Goal::Board(read(text, shape)?))
    }

    /// The goal for boards of a shape.
    pub fn on(self, shape: Shape) -> Board {
        match self {
            Goal::Board(goal) => goal,
            Goal::Named(name) => name.on(shape),
        }
    }

    /// The shape that it shows.
    pub fn shape(self) -> Option<Shape> {
        match self {
            Goal::Board(goal) => Some(goal.shape()),
            Goal::Named(_) => None,
        }
    }
}

impl GoalName {
    /// Reads a name.
    pub fn parse(text: &[u8]) -> Option<GoalName> {
        match text.trim_ascii().to_ascii_lowercase().as_slice() {
            b"first" | b"blank-first" => Some(GoalName::First),
            b"last" | b"blank-last" => Some(GoalName::Last),
            b"snail" | b"spiral" => Some(GoalName::Snail),
            _ => None,
        }
    }

    fn on(self, shape: Shape) -> Board {
        board(shape, self.cells(shape.into()))
    }

    /// The cells of the goal on a size.
    fn cells(self, size: Extent) -> Vec<u32> {
        match self {
            GoalName::First => in_order(size, 0),
            GoalName::Last => in_order(size, size.cells() - 1),
            GoalName::Snail => spiral(size),
        }
    }
}

/// Reads a goal of a shape, or of 3x3 if the text does not show it.
fn read(text: &[u8], shape: Option<Shape>) -> anyhow::Result<Board> {
    let of = shape.unwrap_or_default();
    Board::parse(text, shape)
        .or_else(|why| Ok(board(of, cells(text, of.into(), why)?)))
        .map_err(|why| no_goal(text, why))
}

/// The same for boards of any size.
pub fn read_any_size(text: &[u8], size: Option<Extent>) -> anyhow::Result<Rectangle> {
    of_any_size(text, size).map_err(|why| no_goal(text, why))
}

/// The same, with the reason why the text is no board if it is a word.
pub fn of_any_size(text: &[u8], size: Option<Extent>) -> Result<Rectangle, Error> {
    let of = size.unwrap_or(Shape::default().into());
    Rectangle::parse(text, size).or_else(|why| Ok(Rectangle::new(of, cells(text, of, why)?)?))
}

/// The cells of a goal that a text names, because it is no board for a reason.
fn cells(text: &[u8], size: Extent, why: BoardError) -> Result<Vec<u32>, Error> {
    match (GoalName::parse(text), number(text)) {
        (Some(name), _) => Ok(name.cells(size)),
        (_, Some(blank)) if blank < size.cells() => Ok(in_order(size, blank)),
        // A longer number is a board whose cells are not separated.
        (_, Some(cell)) if cell < 100 => Err(ShapeError::Cell { size, cell }.into()),
        _ => Err(why.into()),
    }
}

/// The error for a text that neither is a goal nor names one.
fn no_goal(text: &[u8], why: Error) -> anyhow::Error {
    let text = text.trim_ascii();
    if text.len() > 1 && text.iter().all(u8::is_ascii_alphabetic) {
        return anyhow!("expected a board, the cell of its blank, first, last or snail");
    }
    why.into()
}

/// Whether a goal is one of every size: a name, or the cell of the blank.
pub fn is_of_every_size(text: &[u8]) -> bool {
    let is_board = || Rectangle::parse(text, None).is_ok();
    GoalName::parse(text).is_some() || number(text).is_some() && !is_board()
}

fn board(shape: Shape, cells: Vec<u32>) -> Board {
    let cells: Vec<u8> = cells.into_iter().map(|tile| tile as u8).collect();
    Board::new(shape, &cells).expect("each tile once")
}

/// The cell of the blank that stands for a goal with the tiles in order.
fn number(text: &[u8]) -> Option<usize> {
    str::from_utf8(text).ok()?.trim().parse().ok()
}

/// The goal of a command line with `--goal 1 2 3 ...`, of which only the first cell is a value.
/// What follows it may be a board, too.
pub fn unquoted(words: &[String]) -> Option<String> {
    let behind = words.iter().position(|word| word == "--goal")? + 1;
    let mut cells = Vec::new();
    for word in &words[behind..] {
        if word.len() > 2 || word.starts_with('-') {
            break;
        }
        cells.push(word.as_str());
    }
    let (goal, board) = cells.split_at(cells.len() / 2);
    if is_board(&cells) {
        Some(cells.join(" "))
    } else {
        (is_board(goal) && is_board(board)).then(|| goal.join(" "))
    }
}

fn is_board(cells: &[&str]) -> bool {
    Board::parse(cells.join(" "), None).is_ok()
}

/// The tiles in order, and the blank in this cell.
fn in_order(Extent { rows, cols }: Extent, blank: usize) -> Vec<u32> {
    let mut cells: Vec<u32> = (1..(rows * cols) as u32).collect();
    cells.insert(blank, 0);
    cells
}

/// The tiles in a spiral from the first cell clockwise, and the blank at its end.
fn spiral(Extent { rows, cols }: Extent) -> Vec<u32> {
    /// To the right, down, to the left and up.
    const STEPS: [(usize, usize); 4] = [(0, 1), (1, 0), (0, usize::MAX), (usize::MAX, 0)];
    let mut cells = vec![0; rows * cols];
    let (mut row, mut col, mut turns) = (0, 0, 0);
    for tile in 1..(rows * cols) as u32 {
        cells[row * cols + col] = tile;
        let (down, right) = STEPS[turns % STEPS.len()];
        let (below, beside) = (row.wrapping_add(down), col.wrapping_add(right));
        let is_inside = below < rows && beside < cols;
        turns += usize::from(!is_inside || cells[below * cols + beside] != 0);
        let (down, right) = STEPS[turns % STEPS.len()];
        (row, col) = (row.wrapping_add(down), col.wrapping_add(right));
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
    pub make: Box<dyn Fn(Board) -> anyhow::Result<Bulk> + Sync + 'a>,
    pub bulks: Mutex<HashMap<Board, Arc<Bulk>>>,
}

impl ByGoal<'_> {
    /// Answers the boards of a block.
    pub fn answer(&self, block: &BoardBlock, answers: &mut Answers, part: &mut Part<'_>) {
        *answers = Answers::default();
        let boards: Vec<_> = block.boards().map(|board| (self.bulk_of(board), board)).collect();
        let mut of_goal = Answers::default();
        for run in boards.chunk_by(|(one, _), (other, _)| have_same_goal(one, other)) {
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
        let goal = Goal::read(goal, Some(start.shape()));
        let goal = goal.map_err(|why| format!("its goal: {why:#}"))?.on(start.shape());
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

fn have_same_goal(one: &Found, other: &Found) -> bool {
    match (one, other) {
        (Ok(one), Ok(other)) => one.as_ref().map(Arc::as_ptr) == other.as_ref().map(Arc::as_ptr),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_goal_without_quotes_is_seen() {
        let snail = Some("1 2 3 8 x 4 7 6 5");
        for (line, goal) in [
            ("solve 23415x768 --goal 1 2 3 8 x 4 7 6 5", snail),
            ("solve --goal 1 2 3 8 x 4 7 6 5 --json", snail),
            ("solve --goal 1 2 3 8 x 4 7 6 5 2 3 4 1 5 x 7 6 8", snail),
            // Three cells are no board behind a goal, so all four are the goal.
            ("solve --goal 3 1 2 x", Some("3 1 2 x")),
            ("solve --goal 4 2 3 4 1 5 x 7 6 8", None),
            ("solve --goal", None),
        ] {
            let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
            assert_eq!(unquoted(&words).as_deref(), goal, "{line}");
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
            let goal = Goal::read(name.as_bytes(), Some(shape)).unwrap().on(shape);
            assert_eq!(goal, Board::parse(expected, Some(shape)).unwrap(), "{name} {shape}");
        }
        let why = Goal::read(b"9", None).err().map(|why| why.to_string());
        assert_eq!(why.as_deref(), Some("cell 9 of 3x3: expected 0 to 8"));
        assert!(Goal::read(b"second", None).is_err());
    }
}
