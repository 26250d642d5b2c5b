//! The words of a command line: boards, inputs of boards, moves.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use anyhow::bail;
use tilebase::Board;
use tilebase::puzzle::{MAX_CELLS, Metric, Shape};
use tilebase::text::rows::{self, Fields, Row};
use tilebase::text::{Notation, Reading, claims_unsolvable};

use crate::Ending;
use crate::boards::{BoardBlock, InputBoard, Sources};
use crate::cures;
use crate::options::RowsArgs;
use crate::report::Invalid;
use crate::session::Session;

/// Words, of which those that are the cells of one board that was not quoted are joined.
pub fn joined(words: &[OsString], is_board: &impl Fn(&[u8]) -> bool) -> Vec<OsString> {
    let lengths = || words.iter().map(|word| word.len());
    let (shortest, longest) = (lengths().min().unwrap_or(0), lengths().max().unwrap_or(0));
    // No board is as short as a cell.
    let longest_cell = if words.len() > MAX_CELLS && shortest <= 2 { 4 } else { 2 };
    if words.len() > 1 && shortest > 0 && longest <= longest_cell {
        let one = words.join(OsStr::new(" "));
        // A file may have a name as short as a cell.
        if is_board(one.as_encoded_bytes()) || !words.iter().any(|word| is_named(word)) {
            return vec![one];
        }
    }
    words.to_vec()
}

/// True if a word names an input that is there.
fn is_named(word: &OsStr) -> bool {
    word == "-" || Path::new(word).exists()
}

/// True if a word names an input, and is not a board.
///
/// # Errors
///
/// It is no board, nor could it be one, and names nothing.
pub fn is_input(word: &OsStr, is_board: &impl Fn(&[u8]) -> bool) -> anyhow::Result<bool> {
    let text = word.as_encoded_bytes();
    let is_path = word == "-" || text.starts_with(b"./") && Path::new(word).exists();
    if !is_path && is_board(text) {
        return Ok(false);
    }
    if is_path || is_named(word) {
        return Ok(true);
    }
    if !text.split(u8::is_ascii_whitespace).all(may_be_cells) {
        bail!("`{}`: no such file, and not a board", word.to_string_lossy());
    }
    Ok(false)
}

/// True if a word behind a board names an input, and is no answer.
pub fn is_input_of_answers(word: &OsStr) -> bool {
    let text = word.to_string_lossy();
    let are_moves = || Notation::Blank.parse(&*text, Metric::default()).is_ok();
    let has_letters = || text.bytes().any(|byte| !byte.is_ascii_digit() && !b" ,".contains(&byte));
    word == "-" || is_named(word) && has_letters() && !are_moves() && !claims_unsolvable(&text)
}

/// True if a word may have been meant as a cell, or as cells without separators.
fn may_be_cells(word: &[u8]) -> bool {
    let is_name = word.iter().rposition(|&byte| byte == b'.').is_some_and(|dot| {
        word.len() > dot + 2 && word[dot + 1..].iter().all(u8::is_ascii_alphabetic)
    });
    let letters = word.iter().filter(|byte| byte.is_ascii_alphabetic()).count();
    word.len() <= 2 || !is_name && 2 * letters <= word.len()
}

/// A board and the moves after it, if there are any. If the board was not quoted, so that each cell
/// is a separate argument, the cells are joined.
pub fn board_and_moves(
    words: &[OsString],
    reading: &Reading,
    size: Option<Shape>,
) -> (String, Option<String>) {
    let words: Vec<_> = words.iter().map(|word| word.to_string_lossy()).collect();
    let unquoted = words.iter().take_while(|word| is_cell(word)).count();
    // Numbers after a board are moves. If there is no board, all of them were meant to be one.
    let cells = (1..=unquoted)
        .rev()
        .find(|&cells| reading.board(words[..cells].join(" ").as_bytes(), size).is_ok())
        .unwrap_or(unquoted.max(1));
    let cells = cells.min(words.len());
    let moves = &words[cells..];
    (words[..cells].join(" "), (!moves.is_empty()).then(|| moves.join(" ")))
}

/// Boards, and the answers to them: two words of a command.
pub enum BoardsAndAnswers<'w> {
    /// A board, and what is said of it.
    Words(String, String),
    /// A board, and an input with its answer.
    BoardAndInput(String, &'w Path),
    /// Inputs of boards and of answers, or of both side by side.
    Inputs(&'w Path, Option<&'w Path>),
}

fn is_cell(word: &str) -> bool {
    word.len() <= 2 && word.bytes().all(|byte| b"0123456789xX_./,".contains(&byte))
}

/// The message for a word that is several boards.
pub fn several_boards(word: &str) -> Option<String> {
    let words: Vec<&str> = word.split_ascii_whitespace().collect();
    let is_board = |words: &[&str]| words.len() > 3 && words.join(" ").parse::<Board>().is_ok();
    let are_boards = |&boards: &usize| {
        words.len().is_multiple_of(boards) && words.chunks(words.len() / boards).all(is_board)
    };
    let boards = (2..=words.len() / 4).find(are_boards)?;
    Some(format!("{boards} boards in one argument: quote each board"))
}

/// Answers each board, or text, of the sources with a row of named fields.
///
/// An answer is a text, and a row for the other formats. If `answer` fails, this reports the input,
/// and answers `invalid`, with the input as the `board`. Only a table that fails ends the run.
pub fn each<R: Fields + Default>(
    session: &Session,
    mut sources: Sources,
    to: &RowsArgs,
    mut answer: impl FnMut(InputBoard<'_>) -> anyhow::Result<(String, R)>,
) -> anyhow::Result<Ending> {
    // An output must not be an input, so inputs are opened first.
    let (mut rows, mut rejected) = (to.begin::<R>(session)?, Invalid::default());
    let (mut block, names) = (BoardBlock::default(), rows::names(&R::default()));
    while sources.read_boards(&mut block)? {
        for input in block.boards().map(InputBoard::with_answer) {
            let checked = input.checked().map_err(anyhow::Error::msg);
            let error = match checked.and_then(|_| answer(input)) {
                Ok((line, row)) => {
                    rows.line(&row, line)?;
                    continue;
                }
                Err(error) if cures::is_of_input(&error) => error,
                Err(error) => return Err(error),
            };
            let why = cures::with_cure(&error, session);
            let text = String::from_utf8_lossy(input.text);
            if sources.is_word() && Path::new(&*text).is_file() {
                bail!("`{text}` is a file; read it with: - < {}", cures::quoted(&text));
            }
            let several = several_boards(&text).filter(|_| sources.is_word());
            rejected.report(sources.place(input.line), several.as_ref().unwrap_or(&why));
            let error = format!("invalid: {why}");
            rows.line(&RejectedRow { names: &names, board: &text, error: &error }, "invalid")?;
        }
        // A program that writes a line may be waiting for its answer.
        rows.flush()?;
    }
    rows.finish()?;
    Ok(rejected.finish())
}

/// The row of an input that is wrong, in which nothing else is known.
struct RejectedRow<'r> {
    /// The names of all fields.
    names: &'r [String],
    board: &'r str,
    error: &'r str,
}

impl Fields for RejectedRow<'_> {
    fn fields(&self, row: &mut Row<'_>) {
        for name in self.names {
            let value = match &**name {
                "board" => Some(self.board),
                "error" => Some(self.error),
                _ => None,
            };
            row.field(name, &value);
        }
    }
}
