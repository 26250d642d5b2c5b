//! The inputs of a command: its arguments, or else the lines of standard input.

use std::ffi::OsString;
use std::fmt;

use tilebase::bulk::{Lines, MAX_LINE};

use super::input::{Input, Line};
use super::output::Output;

/// Where an input comes from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// An argument, counted from 1.
    Argument(u64),
    /// A line of input, counted from 1.
    Line(u64),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Argument(number) => write!(f, "argument {number}"),
            Place::Line(number) => write!(f, "line {number}"),
        }
    }
}

/// Boards given as arguments. If a board was not quoted, so that each cell is a separate argument,
/// the cells are joined.
pub fn boards(arguments: &[OsString]) -> Vec<Vec<u8>> {
    let bytes: Vec<&[u8]> = arguments.iter().map(|argument| argument.as_encoded_bytes()).collect();
    // No board is that short.
    let is_cell = |word: &&[u8]| matches!(word.len(), 1 | 2);
    if bytes.len() >= 4 && bytes.iter().all(is_cell) {
        return vec![bytes.join(&b' ')];
    }
    bytes.into_iter().map(<[u8]>::to_vec).collect()
}

/// Calls `answer` with each argument. If there are none, or just `-`, calls it with each line of
/// standard input, and with `Err` for a line that is too long.
pub fn each(
    arguments: &[OsString],
    out: &mut Output,
    answer: impl FnMut(&mut Output, Place, Line<'_>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let arguments = if arguments == ["-"] { Vec::new() } else { boards(arguments) };
    each_of(&arguments, MAX_LINE, out, answer)
}

/// The same for arguments that are already joined, and lines of at most `longest` bytes.
pub fn each_of(
    arguments: &[impl AsRef<[u8]>],
    longest: usize,
    out: &mut Output,
    mut answer: impl FnMut(&mut Output, Place, Line<'_>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    for (number, argument) in (1..).zip(arguments) {
        answer(out, Place::Argument(number), Ok(argument.as_ref()))?;
    }
    if arguments.is_empty() {
        let mut input = Input::stdin().lines().longest(longest);
        let mut number = 0;
        while input.fill()? {
            for line in Lines::new(input.buffer()).longest(longest) {
                number += 1;
                answer(out, Place::Line(number), line)?;
            }
            input.consume(input.buffer().len());
            // A program that writes a line may be waiting for its answer.
            out.flush()?;
        }
    }
    out.flush()
}
