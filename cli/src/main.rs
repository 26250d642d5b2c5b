//! The command `tilebase`: parses the arguments and runs a command. Each has a file in `commands`.

mod answering;
mod arguments;
mod boards;
mod chart;
mod commands;
mod generation;
mod input;
mod limits;
mod methods;
mod options;
mod output;
mod output_file;
mod progress;
mod report;
mod stdout;
mod tables;
mod tally;
mod verdicts;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::error::{ContextKind, ErrorKind};
use clap::{ArgMatches, Args, CommandFactory, FromArgMatches, Parser};
use commands::{
    analyze, apply, audit, census, check, compare, completions, generate, hint, info, judge,
    lookup, man, moves, rank, rank::unrank, sample, solvable, solve, swap, verify,
};

/// Optimal answers for sliding-tile puzzles
///
/// Boards are numbers separated by spaces or commas, with `/` between rows if you like; the blank
/// is 0, x, X, _ or `.`. Boards of up to ten cells may be written without separators. Moves are
/// those of the blank: u, d, l, r name the cell it goes to. `-` is standard input or output.
#[derive(Parser)]
#[command(name = "tilebase", version, after_help = EXIT_STATUS, max_term_width = 100)]
#[command(subcommand_required = true, arg_required_else_help = true)]
struct Cli;

const EXIT_STATUS: &str = "\
Exit status:
  0  everything was answered; `unsolvable` is an answer
  1  a line was invalid or has no answer, or a check failed
  2  it could not run: bad usage, a missing or damaged table, a failed read or write";

macro_rules! commands {
    ($($name:literal $command:ident,)*) => {
        /// The names of all commands, in the order of help.
        const COMMANDS: [&str; [$($name),*].len()] = [$($name),*];

        /// The arguments of a command.
        fn arguments(name: &str) -> clap::Command {
            let command = clap::Command::new(name.to_owned());
            match name {
                $($name => $command::Args::augment_args(command),)*
                other => unreachable!("{other} is no command"),
            }
        }

        /// Runs a command.
        fn run(name: &str, matches: &ArgMatches) -> anyhow::Result<Outcome> {
            match name {
                $($name => {
                    let args = $command::Args::from_arg_matches(matches);
                    $command::run(&args.unwrap_or_else(|error| error.exit()))
                })*
                other => unreachable!("{other} is no command"),
            }
        }
    };
}

commands! {
    "solve" solve,
    "hint" hint,
    "lookup" lookup,
    "apply" apply,
    "analyze" analyze,
    "moves" moves,
    "generate" generate,
    "census" census,
    "info" info,
    "verify" verify,
    "swap" swap,
    "judge" judge,
    "check" check,
    "solvable" solvable,
    "sample" sample,
    "compare" compare,
    "audit" audit,
    "rank" rank,
    "unrank" unrank,
    "completions" completions,
    "man" man,
}

/// The command line with these commands.
fn command_line(commands: &[&str]) -> clap::Command {
    Cli::command().subcommands(commands.iter().map(|name| arguments(name)))
}

/// The outcome of a command that was able to run.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Outcome {
    /// Everything was answered.
    Answered,
    /// Something in the input was invalid, or a check failed.
    Failed,
}

/// Runs the command named on the command line.
fn main() -> ExitCode {
    // A command that is named first is the only one that matters, and describing the others takes
    // longer than an answer.
    let first = std::env::args_os().nth(1).unwrap_or_default();
    let named = COMMANDS.iter().position(|name| first == *name);
    let commands = named.map_or(&COMMANDS[..], |at| &COMMANDS[at..=at]);
    let matches = command_line(commands).try_get_matches().unwrap_or_else(|error| {
        if let Some(board) = board_without_command(&error) {
            report::error(format_args!(
                "`{board}` is a board, not a command; solve it with: tilebase solve {}",
                report::quoted(&board)
            ));
            std::process::exit(2);
        }
        without_wrong_tip(error).exit()
    });
    let (name, matches) = matches.subcommand().expect("a command is required");
    let result = run(name, matches);
    match result {
        Ok(Outcome::Answered) => ExitCode::SUCCESS,
        Ok(Outcome::Failed) => ExitCode::from(1),
        Err(error) if output::closed(&error) => ExitCode::SUCCESS,
        Err(error) => {
            report::error(format_args!("{}", report::with_cure(&error)));
            ExitCode::from(2)
        }
    }
}

/// Leaves out the tip to write `-- --option`, which would make a board of it.
fn without_wrong_tip(mut error: clap::Error) -> clap::Error {
    if error.kind() == ErrorKind::UnknownArgument {
        error.remove(ContextKind::Suggested);
    }
    error
}

/// If the arguments are wrong because there is a board in place of a command, returns the board.
fn board_without_command(error: &clap::Error) -> Option<String> {
    if error.kind() != ErrorKind::InvalidSubcommand {
        return None;
    }
    let words: Vec<OsString> = std::env::args_os().skip(1).collect();
    let boards = arguments::boards(&words);
    let board = boards.into_iter().next();
    let board = board.filter(|board| tilebase::Board::parse(board, None).is_ok())?;
    String::from_utf8(board).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_argument_parser_is_sound() {
        command_line(&COMMANDS).debug_assert();
    }
}
