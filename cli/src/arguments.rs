//! The inputs of a command: its arguments, or else the lines of standard input.

use std::ffi::OsString;
use std::fmt;

use serde::Serialize;
use tilebase::bulk::{Format, LineBuffer};
use tilebase::{Board, Shape};

use crate::Outcome;
use crate::boards::Boards;
use crate::input::{Input, Line};
use crate::options::OutputArg;
use crate::output::{Output, head, write_rows};
use crate::report::{InputPosition, Invalid};

/// The arguments of a command that answers each one. None, or just `-`, means standard input.
pub fn arguments(arguments: &[OsString]) -> Vec<Vec<u8>> {
    let arguments = if arguments == ["-"] { &[] } else { arguments };
    arguments.iter().map(|argument| argument.as_encoded_bytes().to_vec()).collect()
}

/// The same for boards. If a board was not quoted, so that each cell is a separate argument, the
/// cells are joined.
pub fn boards(words: &[OsString]) -> Vec<Vec<u8>> {
    let words = arguments(words);
    // No board is that short.
    let is_cell = |word: &Vec<u8>| matches!(word.len(), 1 | 2);
    if words.len() > 1 && words.iter().all(is_cell) {
        return vec![words.join(&b' ')];
    }
    words
}

/// A board and the moves behind it. If the board was not quoted, so that each cell is a separate
/// argument, the cells are joined.
pub fn board_and_moves(words: &[OsString], shape: Option<Shape>) -> (String, String) {
    let words: Vec<_> = words.iter().map(|word| word.to_string_lossy()).collect();
    let is_cell =
        |word: &str| word.len() <= 2 && word.bytes().all(|b| b"0123456789xX_./,".contains(&b));
    // Numbers behind a board are moves. If there is no board, all of them were meant to be one.
    let unquoted = words.iter().take_while(|word| is_cell(word)).count();
    let is_board = |cells: &usize| Board::parse(words[..*cells].join(" "), shape).is_ok();
    let cells = (1..=unquoted).rev().find(is_board).unwrap_or(unquoted.max(1));
    (words[..cells].join(" "), words[cells..].join(" "))
}

/// Why an input is answered `invalid`.
#[derive(Debug)]
struct Rejected(String);

impl fmt::Display for Rejected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The error of [`each`] for an input that is not what the command reads.
pub fn rejected(why: impl fmt::Display) -> anyhow::Error {
    anyhow::Error::msg(Rejected(why.to_string()))
}

/// Answers each input, or each line of standard input if there are none, with a row of named
/// fields.
///
/// If `answer` fails with [`rejected`], this reports the input, and answers with the row that
/// `invalid` makes of the input and the error. Any other error ends the run.
pub fn each<R: Serialize + fmt::Display + Default>(
    inputs: &[Vec<u8>],
    stdin: impl FnOnce(Input) -> LineBuffer<Boards>,
    (output, format): (&OutputArg, Format),
    invalid: impl Fn(String, String) -> R,
    mut answer: impl FnMut(&[u8]) -> anyhow::Result<R>,
) -> anyhow::Result<Outcome> {
    // An output must not be an input, so inputs are opened first.
    let input = inputs.is_empty().then(|| stdin(Input::stdin()));
    let mut out = Output::create(output.path())?;
    out.put(|out| out.write_all(head::<R>(format).as_bytes()))?;
    let (mut rejections, mut text) = (Invalid::default(), Vec::new());
    let mut answer = |out: &mut Output, place, input: Line<'_>| {
        let row = input.map_err(rejected).and_then(&mut answer).or_else(|error| {
            let Rejected(why) = error.downcast()?;
            rejections.tell(place, &why);
            let input = String::from_utf8_lossy(input.unwrap_or_default()).into_owned();
            anyhow::Ok(invalid(input, format!("invalid: {why}")))
        })?;
        text.clear();
        write_rows(format, &[row], &mut text);
        out.put(|out| out.write_all(&text))
    };
    for (number, input) in (1..).zip(inputs) {
        answer(&mut out, InputPosition::Argument(number), Ok(input))?;
    }
    if let Some(mut input) = input {
        let places = input.input().places();
        let mut number = 0;
        while input.fill()? {
            places.forget(number + 1);
            for line in input.lines() {
                number += 1;
                answer(&mut out, places.of(number), line)?;
            }
            input.consume(input.buffer().len());
            // A program that writes a line may be waiting for its answer.
            out.flush()?;
        }
    }
    out.finish()?;
    Ok(rejections.finish())
}
