//! Errors with their cures: what to write to get an answer.

use std::io::ErrorKind;
use std::path::Path;
use std::time::Duration;

use tilebase::check::Flaw;
use tilebase::generate::Generator;
use tilebase::oracle::BatchError;
use tilebase::puzzle::{BoardError, Metric, Orbit, Puzzle, SmallShape};
use tilebase::sample::SampleError;
use tilebase::table::{OutputFile, byte_size};
use tilebase::text::{MoveError, MoveFlaw};
use tilebase::{Error, Tablebase};

use crate::report::long;
use crate::session::Session;

/// The error and its cure.
pub fn with_cure(error: &anyhow::Error, session: &Session) -> String {
    let cure = error.chain().find_map(|cause| match cause.downcast_ref() {
        Some(board) => cure_of_board(board, session),
        None if let Some(why) = cause.downcast_ref::<MoveError>() => cure_of_moves(why),
        None => match error_of(cause)? {
            Error::Stopped(stopped) if stopped.nothing().is_none() => {
                Some("raise the limits, or leave them out".to_owned())
            }
            error => cure(error, session),
        },
    });
    format!("{error:#}{}", cure.map(|cure| format!("; {cure}")).unwrap_or_default())
}

/// The error of an oracle, also if it is that of a board or of a sample.
fn error_of<'e>(cause: &'e (dyn std::error::Error + 'static)) -> Option<&'e Error> {
    if let Some(BatchError { error, .. }) = cause.downcast_ref() {
        return Some(error);
    }
    match cause.downcast_ref() {
        Some(SampleError::Failed(error)) => Some(error),
        _ => cause.downcast_ref(),
    }
}

/// An error of the library as a message, with its cure.
pub fn with_cure_of(error: &Error, session: &Session) -> String {
    format!("{error}{}", cure(error, session).map(|cure| format!("; {cure}")).unwrap_or_default())
}

/// The answer to an input that has none for this reason.
pub fn word(error: &anyhow::Error) -> &'static str {
    error.chain().find_map(error_of).map_or("invalid", Error::word)
}

/// True if only the input is wrong, so that the next one may have an answer.
pub fn is_of_input(error: &anyhow::Error) -> bool {
    error.chain().find_map(error_of).is_none_or(Error::is_of_board)
}

fn cure(error: &Error, session: &Session) -> Option<String> {
    match *error {
        Error::NoTable { shape, goal_blank, metric } => {
            let looked_in = session.folder().map(|it| format!("looked in {}; ", it.display()));
            let make = make_once(shape, goal_blank, metric, session)?;
            Some(looked_in.unwrap_or_default() + &make)
        }
        Error::Board(ref why) => cure_of_board(why, session),
        Error::Table { ref name, puzzle, ref fault }
            if fault.is_damage() && Path::new(name).is_file() =>
        {
            make_again(name, puzzle)
        }
        Error::OtherTable { ref name, expected, found } => {
            Some(if Tablebase::puzzle_of_file(name) == Some(expected) {
                format!("give the file its own name, {}", Tablebase::file_name(found))
            } else {
                "name the goal, size and metric that it is for, or leave out --table".to_owned()
            })
        }
        // Windows keeps a file that a process has mapped, under its name.
        Error::Io { doing, ref cause, .. }
            if cfg!(windows)
                && doing == OutputFile::REPLACING
                && cause.kind() != ErrorKind::StorageFull =>
        {
            Some(
                "the old file is unchanged; close the programs that have it open, and try again"
                    .to_owned(),
            )
        }
        _ => None,
    }
}

/// The command that makes a damaged table again. Only a file that says what table it is may be
/// overwritten. One that is cut off has no header, but a name.
fn make_again(name: &str, puzzle: Option<Puzzle>) -> Option<String> {
    let path = Path::new(name);
    let puzzle = puzzle.or_else(|| Tablebase::puzzle_of_file(path))?;
    let option = if Tablebase::is_for_proofs(puzzle)? {
        " --proofs".to_owned()
    } else {
        in_metric(puzzle.metric())
    };
    let is_one = matches!(puzzle, Puzzle::Sliding(_) | Puzzle::Multi(_));
    // Those of patterns are made together, under their own names.
    if !is_one && Tablebase::puzzle_of_file(path) != Some(puzzle) {
        return None;
    }
    let to = match path.parent()?.to_str().filter(|folder| !folder.is_empty()) {
        _ if is_one => format!("-o {}", quoted_path(name)),
        folder => format!("--data {}", quoted_path(folder.unwrap_or("."))),
    };
    let (shape, cell) = (puzzle.orbit().shape(), puzzle.orbit().goal_blank());
    Some(format!("make it again with: tilebase generate --size {shape} --goal {cell}{option} {to}"))
}

/// The option for a metric, if it is not the usual one.
pub fn in_metric(metric: Metric) -> String {
    if metric == Metric::default() { String::new() } else { format!(" --metric {metric}") }
}

/// The command that makes the tables for goals with the blank in this cell, and its cost.
pub fn make_once(
    shape: SmallShape,
    goal_blank: usize,
    metric: Metric,
    session: &Session,
) -> Option<String> {
    let puzzles = Tablebase::puzzles_to_generate(shape, goal_blank, metric, false).ok()?;
    let option = in_metric(metric);
    let disk = puzzles.iter().map(|&puzzle| Generator::new(puzzle).table_len()).sum();
    Some(format!(
        "make {} once with: {}{option} (about {}, {})",
        if puzzles.len() == 1 { "it" } else { "its tables" },
        generate(shape, goal_blank, session),
        long(making_time(&puzzles)),
        byte_size(disk)
    ))
}

/// About how long it takes to make tables on two processors.
pub fn making_time(puzzles: &[Puzzle]) -> Duration {
    // Nearly twice the measured 4.8 ns a board, and 2.8 ns a state of a pattern
    // (docs/benchmarks.md).
    let nanoseconds = puzzles.iter().map(|puzzle| match puzzle {
        Puzzle::Pattern(_) => 5 * puzzle.states(),
        _ => 8 * puzzle.states(),
    });
    Duration::from_nanos(nanoseconds.sum())
}

/// The option that names the size or the blank of a board that was refused.
fn cure_of_board(error: &BoardError, session: &Session) -> Option<String> {
    let of_goal = session.goal_size();
    Some(match *error {
        BoardError::OtherBlank { ref sign, .. } => format!("name it with --blank {}", quoted(sign)),
        BoardError::OtherShape { found, .. } if of_goal.is_none() => {
            format!("for boards of this size: --size {found}")
        }
        BoardError::OtherShape { .. } => "the size is that of --goal".to_owned(),
        BoardError::Count { shape, .. } if of_goal == Some(shape) => {
            "the size is that of --goal".to_owned()
        }
        BoardError::Count { shape, .. } if shape != SmallShape::default().into() => return None,
        // Not all commands take such boards.
        BoardError::Count { more: true, .. } => {
            "solve, lookup and other commands take larger boards, but not with --method, --table, \
             --goal-column or --metric multi"
                .to_owned()
        }
        BoardError::Count { found, whole: true, .. } => {
            // The squarest size with this number of cells.
            let rows = (2..=found.isqrt()).rev().find(|&rows| found.is_multiple_of(rows))?;
            let cols = found / rows;
            format!("name the shape, as in --size {rows}x{cols} for {rows} rows and {cols} columns")
        }
        _ => return None,
    })
}

/// The cure for an answer that was refused.
pub fn cure_of_answer(flaw: &Flaw) -> Option<String> {
    match flaw {
        Flaw::Move(why) => cure_of_moves(why),
        Flaw::Missing { found } => Some(format!("say it with --unsolvable-as {}", quoted(found))),
        _ => None,
    }
}

fn cure_of_moves(why: &MoveError) -> Option<String> {
    let is_tile = matches!(why.flaw, MoveFlaw::TileNumber { .. });
    is_tile.then(|| "name it with --notation tiles".to_owned())
}

/// The command that makes the tables for goals with the blank in this cell.
pub fn generate(shape: SmallShape, goal_blank: usize, session: &Session) -> String {
    // The last cell is the default.
    let is_default = Orbit::new(shape, goal_blank) == Orbit::new(shape, shape.tiles());
    let goal = if is_default { String::new() } else { format!(" --goal {goal_blank}") };
    let folder = session.named_folder().map_or_else(String::new, |folder| {
        format!(" --data {}", quoted_path(&folder.to_string_lossy()))
    });
    format!("tilebase generate --size {shape}{goal}{folder}")
}

/// A path quoted for a shell as the value of an option, so it does not look like one.
fn quoted_path(path: &str) -> String {
    if path.starts_with('-') { quoted(&format!("./{path}")) } else { quoted(path) }
}

/// A file's name quoted for a shell, with control characters escaped.
pub fn quoted(name: &str) -> String {
    if !name.contains(char::is_control) {
        return shlex::try_quote(name).expect("a name without a NUL").into_owned();
    }
    let escaped = name.chars().map(|char| match char {
        '\'' | '\\' => format!("\\{char}"),
        char if char.is_control() => format!("\\u{:04x}", u32::from(char)),
        char => char.to_string(),
    });
    format!("$'{}'", escaped.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_table_names_the_command_that_makes_it() {
        let shape = SmallShape::new(3, 4).unwrap();
        for (goal_blank, expected) in [
            (
                11,
                "no table for 3x4; \
                 make it once with: tilebase generate --size 3x4 (about 2 s, 120 MB)",
            ),
            (1, "tilebase generate --size 3x4 --goal 1 "),
        ] {
            let error = Error::NoTable { shape, goal_blank, metric: Metric::Single };
            let message = with_cure_of(&error, &Session::default());
            assert!(message.contains(expected), "{message}");
        }
    }

    #[test]
    fn names_are_quoted_for_the_shell() {
        for (name, expected) in [
            ("t.tbl", "t.tbl"),
            ("a b", "'a b'"),
            ("it's", "\"it's\""),
            ("a\nb'\u{9b}", "$'a\\u000ab\\'\\u009b'"),
        ] {
            assert_eq!(quoted(name), expected);
        }
        assert_eq!([quoted_path("-t.tbl"), quoted_path("t.tbl")], ["./-t.tbl", "t.tbl"]);
    }
}
