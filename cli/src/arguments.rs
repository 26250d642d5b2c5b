//! The inputs of a command: its arguments, or else the lines of standard input.

use std::ffi::OsString;
use std::io::Write;
use std::path::Path;

use tilebase::Board;
use tilebase::bulk::rows::Fields;
use tilebase::puzzle::{MAX_CELLS, Shape};
use tilebase::reading::Reading;

use crate::Ending;
use crate::boards::{BoardBlock, BoardReader, InputBoard};
use crate::cures;
use crate::input::Input;
use crate::options::RowsArgs;
use crate::output::RowWriter;
use crate::report::{InputPosition, Invalid};
use crate::session::Session;

/// The arguments of a command that answers each one. None, or just `-`, means standard input.
pub fn texts(arguments: &[OsString]) -> Vec<Vec<u8>> {
    let arguments = if arguments == ["-"] { &[] } else { arguments };
    arguments.iter().map(|argument| argument.as_encoded_bytes().to_vec()).collect()
}

/// Boards among the arguments. If a board was not quoted, so that each cell is a separate argument,
/// the cells are joined.
pub fn boards(words: &[OsString]) -> Vec<Vec<u8>> {
    let words = texts(words);
    let shortest = words.iter().map(Vec::len).min().unwrap_or(0);
    let longest = words.iter().map(Vec::len).max().unwrap_or(0);
    // No board is as short as a cell.
    let longest_cell = if words.len() > MAX_CELLS && shortest <= 2 { 4 } else { 2 };
    if words.len() > 1 && shortest > 0 && longest <= longest_cell {
        return vec![words.join(&b' ')];
    }
    words
}

/// A board and the moves after it. If the board was not quoted, so that each cell is a separate
/// argument, the cells are joined.
pub fn board_and_moves(
    words: &[OsString],
    reading: &Reading,
    size: Option<Shape>,
) -> (String, String) {
    let words: Vec<_> = words.iter().map(|word| word.to_string_lossy()).collect();
    let unquoted = words.iter().take_while(|word| is_cell(word)).count();
    // Numbers after a board are moves. If there is no board, all of them were meant to be one.
    let cells = (1..=unquoted)
        .rev()
        .find(|&cells| reading.board(words[..cells].join(" ").as_bytes(), size).is_ok())
        .unwrap_or(unquoted.max(1));
    (words[..cells].join(" "), words[cells..].join(" "))
}

fn is_cell(word: &str) -> bool {
    word.len() <= 2 && word.bytes().all(|byte| b"0123456789xX_./,".contains(&byte))
}

/// What to say of an argument that is no board if it is several, or looks like the name of a file.
///
/// # Errors
///
/// It names a file. `cure` is a command for it.
pub fn other_meaning(argument: &str, why: &str, cure: &str) -> anyhow::Result<Option<String>> {
    let words: Vec<&str> = argument.split_ascii_whitespace().collect();
    let is_board = |words: &[&str]| words.len() > 3 && words.join(" ").parse::<Board>().is_ok();
    let are_boards = |&boards: &usize| {
        words.len().is_multiple_of(boards) && words.chunks(words.len() / boards).all(is_board)
    };
    if let Some(boards) = (2..=words.len() / 4).find(are_boards) {
        return Ok(Some(format!("{boards} boards in one argument: quote each board")));
    }
    let path = Path::new(argument);
    if path.exists() && !path.is_dir() {
        anyhow::bail!("`{argument}` is a file; {cure} {}", cures::quoted(argument));
    }
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    let is_name = extension.len() > 1 && extension.bytes().all(|byte| byte.is_ascii_alphabetic());
    Ok(is_name.then(|| format!("`{argument}`: no such file, and {why}")))
}

/// Answers each input, or each line of standard input if there are none, with a row of named
/// fields.
///
/// An answer is a text, and a row for the other formats. If `answer` fails, this reports the input,
/// and answers with what `invalid` makes of the input and the error. Only a table that fails ends
/// the run.
pub fn each<R: Fields + Default>(
    session: &Session,
    inputs: &[Vec<u8>],
    stdin: impl FnOnce(Input) -> anyhow::Result<BoardReader>,
    to: &RowsArgs,
    invalid: impl Fn(String, String) -> (String, R),
    mut answer: impl FnMut(InputBoard<'_>) -> anyhow::Result<(String, R)>,
) -> anyhow::Result<Ending> {
    // An output must not be an input, so inputs are opened first.
    let boards = if inputs.is_empty() { Some(stdin(Input::stdin(session)?)?) } else { None };
    let (mut rows, mut rejected) = (to.begin::<R>(session)?, Invalid::default());
    let mut answer = |rows: &mut RowWriter, place, input: InputBoard<'_>| {
        let input = input.with_answer();
        let checked = input.checked().map_err(anyhow::Error::msg);
        let (line, row) = checked.and_then(|_| answer(input)).or_else(|error| {
            if !cures::is_of_input(&error) {
                return Err(error);
            }
            let why = cures::with_cure(&error, session);
            let input = String::from_utf8_lossy(input.text).into_owned();
            let file = match place {
                InputPosition::Argument(_) => {
                    other_meaning(&input, &why, "read its lines with: - <")?
                }
                InputPosition::Line(_) => None,
            };
            rejected.report(place, file.as_ref().unwrap_or(&why));
            Ok(invalid(input, format!("invalid: {why}")))
        })?;
        anyhow::Ok(rows.write(&row, line)?)
    };
    for (line, text) in (1..).zip(inputs) {
        let input = InputBoard { line, text, goal: None, flaw: None, parts: None };
        answer(&mut rows, InputPosition::Argument(line), input)?;
    }
    if let Some(mut boards) = boards {
        let mut block = BoardBlock::default();
        while boards.read_boards(usize::MAX, &mut block)? {
            for board in block.boards() {
                answer(&mut rows, InputPosition::Line(board.line), board)?;
            }
            // A program that writes a line may be waiting for its answer.
            rows.out.flush()?;
        }
    }
    rows.out.finish()?;
    Ok(rejected.finish())
}
