//! Goals: boards, or the names of some, and the boards of an input that have goals of their own.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};

use tilebase::bulk::{Answers, Bulk, Part};
use tilebase::puzzle::{BoardError, GoalName};
use tilebase::{Board, Shape};

use crate::boards::{BoardBlock, BoardText};

/// A goal, or what names one on every shape.
#[derive(Clone, Copy)]
pub enum Goal {
    Board(Board),
    Named(GoalName),
}

impl Goal {
    /// Reads a goal. What names one on every shape is one of this shape, if that is given.
    pub fn read(text: &[u8], shape: Option<Shape>) -> Result<Goal, BoardError> {
        match GoalName::of(text) {
            Some(name) if shape.is_none() => Ok(Goal::Named(name)),
            _ => Board::parse_goal(text, shape).map(Goal::Board),
        }
    }

    /// The goal for boards of a shape.
    pub fn on(self, shape: Shape) -> Result<Board, BoardError> {
        match self {
            Goal::Board(goal) => Ok(goal),
            Goal::Named(name) => name.board(shape),
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
        let goal = Board::parse_goal(goal, Some(start.shape()));
        let goal = goal.map_err(|why| format!("its goal: {why}"))?;
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
}
