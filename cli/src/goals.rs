//! Goals: boards, or the names of some.

use tilebase::Board;
use tilebase::puzzle::{BoardError, GoalName, Shape};
use tilebase::text::{Reading, goal_name};

/// A goal: a board, or what names one on each size.
#[derive(Clone)]
pub enum Goal {
    /// A board.
    Board(Board),
    /// A name, or the cell of the blank.
    Named(GoalName),
}

impl Goal {
    /// Reads a goal. Without a size, a name stays one.
    pub fn read(text: &[u8], reading: &Reading, size: Option<Shape>) -> Result<Goal, BoardError> {
        match goal_name(text) {
            Some(name) if size.is_none() => Ok(Goal::Named(name)),
            _ => reading.goal(text, size).map(Goal::Board),
        }
    }

    /// The goal for boards of this size.
    pub fn on(&self, size: Shape) -> Result<Board, BoardError> {
        match self {
            Goal::Board(goal) => Ok(goal.clone()),
            Goal::Named(name) => Board::named_goal(*name, size),
        }
    }

    /// The size, if the goal shows it.
    pub fn size(&self) -> Option<Shape> {
        match self {
            Goal::Board(goal) => Some(goal.shape()),
            Goal::Named(_) => None,
        }
    }
}

/// The goal that should have been quoted in a command line with `--goal 1 2 3 ...`, of which only
/// the first cell is a value. A board may follow it.
pub fn unquoted_goal_hint(words: &[String]) -> Option<String> {
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
            // Three cells after a goal are no board, so all four are the goal.
            ("solve --goal 3 1 2 x", Some("3 1 2 x")),
            ("solve --goal 4 2 3 4 1 5 x 7 6 8", None),
            ("solve --goal", None),
        ] {
            let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
            assert_eq!(unquoted_goal_hint(&words).as_deref(), goal, "{line}");
        }
    }
}
