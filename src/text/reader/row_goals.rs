//! Goals in a column or field called `goal`, where no option names it.

use std::io;

use crate::text::goal_name;

use super::Expected;
use super::block::BoardBlock;
use super::row::has_word;

/// The names of goals, unless an option names them.
pub(super) const NAMES: [&str; 2] = ["goal", "Goal"];

/// What to do with the goals of rows, unless an option names their column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnnamedGoal {
    /// Nothing: the command has no goals.
    Pass,
    /// This option says what the goals are.
    Overruled(&'static str),
    /// They are read, if the first row has a board there. Otherwise they may be anything, so an
    /// error has this advice.
    Read(&'static str),
}

impl UnnamedGoal {
    /// They are read, or else this is advised, unless `--goal` names one for all.
    pub const fn unless(is_named: bool, cure: &'static str) -> UnnamedGoal {
        if is_named { UnnamedGoal::Overruled("--goal") } else { UnnamedGoal::Read(cure) }
    }
}

/// The fewest digits of a text with words that may be a goal nevertheless.
const FEWEST_DIGITS: usize = 4;

/// Leaves out goals that are read, where there are boards, too.
pub(super) fn without_goals(found: &mut Vec<String>, expected: &Expected) {
    let is_goal = |name: &String| {
        NAMES.iter().any(|goal| {
            name.strip_suffix(goal).is_some_and(|path| path.is_empty() || path.ends_with('.'))
        })
    };
    if found.len() > 1 && expected.unnamed_goal != UnnamedGoal::Pass {
        found.retain(|name| !is_goal(name));
    }
}

/// Decides by the first row whether the goals of rows are read.
///
/// # Errors
///
/// The first row has something that may be a goal, but is no board.
pub(super) fn are_read(block: &BoardBlock, expected: &Expected) -> io::Result<bool> {
    let first = block.boards().next();
    let Some((board, goal)) = first.and_then(|board| Some((board.text, board.goal?))) else {
        return Ok(false);
    };
    let size = expected.reading.board(board, expected.size).ok().map(|board| board.shape());
    let is_board = expected.reading.board(goal, size.or(expected.size)).is_ok();
    let why = match expected.unnamed_goal {
        UnnamedGoal::Overruled(option) => format!("{option} says what the goals are"),
        UnnamedGoal::Read(cure) if !is_board && may_be_goal(goal) => {
            return Err(io::Error::other(format!("the rows have a goal: {cure}")));
        }
        _ if is_board => {
            (expected.note)("the goal of each board is in `goal`");
            return Ok(true);
        }
        _ => "it has no boards".to_owned(),
    };
    (expected.note)(&format!("`goal` is not used: {why}"));
    Ok(false)
}

/// True if a text that is no board of the right size may be a goal nevertheless, or a missing one.
fn may_be_goal(text: &[u8]) -> bool {
    let text = String::from_utf8_lossy(text.trim_ascii()).to_lowercase();
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    let is_missing = ["null", "none", "nan", "na"].contains(&&*text);
    !has_word(&text)
        || digits >= FEWEST_DIGITS
        || is_missing
        || goal_name(text.as_bytes()).is_some()
}
