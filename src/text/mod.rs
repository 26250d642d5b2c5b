//! Text that people and programs write about boards: answers, and files of them.
//!
//! A layout is a function of the lines of a text. The command, Python, C, the page and the fuzz
//! targets read with the same functions.

mod answers;
mod claims;

pub use answers::{AnswerLines, Answers, Given, bare, count_plain};
pub use claims::claims_unsolvable;
pub(crate) use claims::is_missing;

/// True if a line divides boards or answers: a sign, repeated.
#[doc(hidden)]
pub fn is_dividing(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    line.len() > 2 && b"-=*~_".contains(&line[0]) && line.iter().all(|&byte| byte == line[0])
}
