//! Text that people and programs write about boards: answers, and files of both.
//!
//! A [`BoardReader`] finds the boards of an input, whatever its layout: lines, grids, a column of
//! CSV, a field of JSON lines, a JSON array. A line that is wrong is a board with a flaw, and never
//! ends the input.
//!
//! ```
//! use tilebase::text::{BoardBlock, BoardReader, Expected};
//! let text = b"2\n1 2 3\n4 5 6\n7 0 8\n\n1 2 3\n4 0 6\n7 5 8\n";
//! let mut reader = BoardReader::new(&text[..], Expected::default());
//! let mut block = BoardBlock::default();
//! let mut found = Vec::new();
//! while reader.read_boards(1 << 16, &mut block)? {
//!     for board in block.boards() {
//!         let text = String::from_utf8_lossy(board.text).replace('\n', "/");
//!         found.push((board.line, text));
//!     }
//! }
//! assert_eq!(found[0], (2, "1 2 3/4 5 6/7 0 8/".to_owned()));
//! assert_eq!(found[1].0, 6);
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! The command, Python, C, the page and the fuzz targets read with the same functions.

mod answers;
mod board_forms;
mod claims;
mod comments;
mod lines;
pub(crate) mod notation;
mod reader;
mod reading;
pub mod rows;
pub(crate) mod tokens;
pub(crate) mod usual;

pub use answers::{AnswerLines, Answers, Given, bare, count_plain};
pub(crate) use board_forms::usual_forms;
pub use claims::claims_unsolvable;
pub(crate) use claims::{is_missing, was_stopped};
pub use comments::comment_flaw;
pub(crate) use comments::{is_comment, without_comments};
pub use lines::{
    LineBuffer, Lines, LongLine, MAX_LARGE_LINE, MAX_LINE, longest_answer, longest_line,
};
pub use notation::{MoveError, MoveFlaw, Notation, ReadMoves};
pub use reader::{
    ANSWER_NAMES, AnswerPlace, BoardBlock, BoardReader, Expected, ExpectedAnswers, InputBoard,
    InputLayout, Keep, Pairing, RowParts, UnnamedGoal, json_flaw,
};
pub use reading::{Reading, goal_name};
pub(crate) use reading::{labelled_cells, named_goal, number, other_blank};
pub use rows::Format;
pub(crate) use tokens::is_blank;

/// True if a line divides boards or answers: a sign, repeated.
#[doc(hidden)]
pub fn is_dividing(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    line.len() > 2 && b"-=*~_".contains(&line[0]) && line.iter().all(|&byte| byte == line[0])
}
