//! The command `tilebase`: parses the arguments and runs a command.
//!
//! | what | file |
//! | --- | --- |
//! | commands, a file for each or for a few that belong together | `commands/` |
//! | help, and errors of use with what was probably meant | `help.rs`, `tips.rs` |
//! | boards, moves and goals that are read | `arguments.rs`, `boards.rs` |
//! | files, and what was read, so that no output is an input | `input.rs`, `session.rs` |
//! | answers, rows in each format, charts, fields | `answer_writer.rs`, `output.rs`, `fields.rs` |
//! | bars, messages, errors with their cures, Ctrl-C | `progress.rs`, `report.rs`, `cures.rs`, `interrupt.rs` |
//! | options that commands share | `options.rs`, `fields.rs`, `problems.rs`, `tables.rs`, `limits.rs`, `methods.rs` |
//! | files of answers checked, what is computed of a file, proofs | `verdicts.rs`, `distances.rs`, `proof.rs` |

mod answer_writer;
mod arguments;
mod boards;
mod commands;
mod cures;
mod distances;
mod fields;
mod help;
mod in_stages;
mod input;
mod interrupt;
mod known_sets;
mod limits;
mod methods;
mod options;
mod output;
mod problems;
mod progress;
mod proof;
mod report;
mod session;
mod tables;
mod tips;
mod verdicts;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{CommandFactory, Parser};
use commands::{COMMANDS, arguments, run};
use help::HelpLength;
use report::error;
use session::Session;

/// Optimal answers for sliding-tile puzzles
///
/// Boards are numbers separated by spaces or commas, with `/` between rows if you like; the blank
/// is 0, x, X, _ or `.`. Boards of up to ten cells may be written without separators, and larger
/// ones with letters for the tiles from 10 on. Moves are those of the blank: u, d, l, r say where
/// it goes. `-` means standard input or output.
#[derive(Parser)]
#[command(name = "tilebase", version, after_help = EXIT_STATUS, max_term_width = 100)]
#[command(subcommand_required = true, arg_required_else_help = true, help_template = TEMPLATE)]
struct Cli;

const TEMPLATE: &str = "\
{about-with-newline}
{usage-heading} {usage}

{before-help}";

const EXIT_STATUS: &str = "\
Exit status:
  0  everything was answered; `unsolvable` is an answer
  1  a line has no answer, or a check or proof failed; `solvable`: one is not
  2  it could not run: bad usage, a missing or damaged table, a failed read or write";

/// The command line with these commands, with this much of their help.
fn command_line(commands: &[&str], shape: Option<HelpLength>) -> clap::Command {
    let line = Cli::command().subcommands(commands.iter().map(|name| arguments(name, shape)));
    if commands.len() == 1 {
        return line;
    }
    let groups = help::groups();
    line.before_long_help(format!("{groups}\n\n{EXIT_STATUS}")).before_help(groups)
}

/// The outcome of a command that was able to run.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ending {
    /// Everything was answered.
    Answered,
    /// Something in the input was invalid, or a check failed.
    Failed,
    /// Something in the input was invalid, where a failure is an answer.
    Invalid,
}

/// Other names of commands, with what they stand for.
pub const OTHER_NAMES: [(&str, &[&str]); 2] =
    [("lookup", &["solve"]), ("hint", &["solve", "--answer", "hint"])];

/// The place in the list of the command that the first word names.
fn command_of(words: &[OsString]) -> Option<usize> {
    COMMANDS.iter().position(|name| words.get(1).is_some_and(|word| word == name))
}

/// The words of the command line, the command first: `help`, which is `--help`, and `-q` may come
/// before it.
fn words_in_order() -> Vec<OsString> {
    let mut words: Vec<_> = std::env::args_os().collect();
    let first = words.get(1).cloned().unwrap_or_default();
    if words.len() > 2 && (first == "help" || first == "-q" || first == "--quiet") {
        words.swap(1, 2);
    }
    if let Some((_, whole)) =
        OTHER_NAMES.iter().find(|(name, _)| words.get(1) == Some(&name.into()))
    {
        words.splice(1..2, whole.iter().map(OsString::from));
    }
    let command = command_of(&words);
    if first == "help" && command.is_some() {
        words[2] = "--help".into();
    }
    words
}

/// Runs the command named on the command line.
fn main() -> ExitCode {
    let first = std::env::args_os().nth(1).unwrap_or_default();
    let words = words_in_order();
    if first == "help" && words.get(1).is_some_and(|word| word == "--all") {
        print!("{}", help::listed(&COMMANDS));
        return ExitCode::SUCCESS;
    }
    // A command that is named first is the only one that matters, and describing the others takes
    // longer than an answer.
    let commands = match command_of(&words) {
        Some(at) => &COMMANDS[at..=at],
        None if first == "--version" || first == "-V" => &[],
        None => &COMMANDS[..],
    };
    let matches = command_line(commands, help::asked()).try_get_matches_from(&words);
    let matches = matches.unwrap_or_else(|error| tips::exit(error, commands, &words));
    let (name, matches) = matches.subcommand().expect("a command is required");
    if matches.get_flag("quiet") {
        report::be_quiet();
    }
    let session = Session::default();
    match run(name, matches, &session) {
        Ok(Ending::Answered) => ExitCode::SUCCESS,
        Ok(Ending::Failed) => ExitCode::from(1),
        Ok(Ending::Invalid) => ExitCode::from(2),
        Err(error) if output::closed(&error) => ExitCode::SUCCESS,
        Err(error) => {
            error!("{}", cures::with_cure(&error, &session));
            ExitCode::from(2)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_argument_parser_is_sound() {
        command_line(&COMMANDS, None).debug_assert();
    }
}
