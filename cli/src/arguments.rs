//! The inputs of a command: its arguments, or else the lines of standard input.

use std::ffi::OsString;
use std::fmt;
use std::path::Path;

use serde::Serialize;
use tilebase::bulk::LineBuffer;

use super::Outcome;
use super::boards::Boards;
use super::input::{Input, Line};
use super::output::Output;
use super::report::{Invalid, Place};

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
    if words.len() >= 4 && words.iter().all(is_cell) {
        return vec![words.join(&b' ')];
    }
    words
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

/// Answers each input, or each line of standard input if there are none.
///
/// If `answer` fails with [`rejected`], this reports the input and prints `invalid`, or the JSON
/// object that `row` makes of the input and the error. Any other error ends the run.
pub fn each<R: Serialize>(
    inputs: &[Vec<u8>],
    stdin: impl FnOnce(Input) -> LineBuffer<Boards>,
    output: Option<&Path>,
    row: Option<&impl Fn(String, String) -> R>,
    mut answer: impl FnMut(&mut Output, &[u8]) -> anyhow::Result<()>,
) -> anyhow::Result<Outcome> {
    // An output must not be an input, so inputs are opened first.
    let input = inputs.is_empty().then(|| stdin(Input::stdin()));
    let mut out = Output::create(output)?;
    let mut invalid = Invalid::default();
    let mut answer = |out: &mut Output, place, input: Line<'_>| {
        let Err(error) = input.map_err(rejected).and_then(|input| answer(out, input)) else {
            return Ok(());
        };
        let Rejected(why) = error.downcast()?;
        invalid.tell(place, &why);
        let Some(row) = row else { return out.line("invalid") };
        let input = String::from_utf8_lossy(input.unwrap_or_default()).into_owned();
        out.line(serde_json::to_string(&row(input, format!("invalid: {why}")))?)
    };
    for (number, input) in (1..).zip(inputs) {
        answer(&mut out, Place::Argument(number), Ok(input))?;
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
    Ok(invalid.finish())
}
