//! The command line: parses the arguments and runs a command. There is one file per command.

mod answering;
mod batches;
mod chart;
mod commands;
mod costs;
mod cures;
mod effort;
mod inputs;
mod lines;
mod methods;
mod options;
mod output;
mod pairs;
mod patterns;
mod progress;
mod report;
mod rows;
mod signals;
mod stdout;
mod tables;
mod verdicts;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{Parser, Subcommand};
use commands::{
    apply, audit, census, check, compare, completions, generate, info, judge, lookup, man, rank,
    sample, solvable, solve, swap, unrank, verify,
};

/// Optimal answers for sliding-tile puzzles
///
/// Boards are numbers separated by spaces or commas, with `/` between rows if you like; the blank
/// is 0, x, X, _ or `.`. Boards of up to ten cells may be written without separators. Moves are
/// those of the blank: u, d, l, r name the cell it goes to. `-` is standard input or output.
#[derive(Parser)]
#[command(name = "tilebase", version, after_help = EXIT_STATUS, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

const EXIT_STATUS: &str = "\
Exit status:
  0  everything was answered; `unsolvable` is an answer
  1  a line was invalid or has no answer, or a check failed
  2  it could not run: bad usage, a missing or damaged table, a failed read or write";

#[derive(Subcommand)]
enum Command {
    Solve(solve::Args),
    Lookup(lookup::Args),
    Apply(apply::Args),
    Generate(generate::Args),
    Census(census::Args),
    Info(info::Args),
    Verify(verify::Args),
    Swap(swap::Args),
    Judge(judge::Args),
    Check(check::Args),
    Solvable(solvable::Args),
    Sample(sample::Args),
    Compare(compare::Args),
    Audit(audit::Args),
    Rank(rank::Args),
    Unrank(unrank::Args),
    Completions(completions::Args),
    Man(man::Args),
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
pub fn main() -> ExitCode {
    let cli = Cli::try_parse().unwrap_or_else(|error| {
        if let Some(board) = board_without_command(&error) {
            report::error(format_args!(
                "`{board}` is a board, not a command; solve it with: tilebase solve {}",
                cures::quoted(&board)
            ));
            std::process::exit(2);
        }
        error.exit()
    });
    let result = match cli.command {
        Command::Solve(args) => solve::run(&args),
        Command::Lookup(args) => lookup::run(&args),
        Command::Apply(args) => apply::run(&args),
        Command::Generate(args) => generate::run(&args),
        Command::Census(args) => census::run(&args),
        Command::Info(args) => info::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Swap(args) => swap::run(&args),
        Command::Judge(args) => judge::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Solvable(args) => solvable::run(&args),
        Command::Sample(args) => sample::run(&args),
        Command::Compare(args) => compare::run(&args),
        Command::Audit(args) => audit::run(&args),
        Command::Rank(args) => rank::run(&args),
        Command::Unrank(args) => unrank::run(&args),
        Command::Completions(args) => completions::run(&args),
        Command::Man(args) => man::run(&args),
    };
    match result {
        Ok(Outcome::Answered) => ExitCode::SUCCESS,
        Ok(Outcome::Failed) => ExitCode::from(1),
        Err(error) if output::closed(&error) => ExitCode::SUCCESS,
        Err(error) => {
            report::error(format_args!("{}", cures::with_cure(&error)));
            ExitCode::from(2)
        }
    }
}

/// If the arguments are wrong because there is a board in place of a command, returns the board.
fn board_without_command(error: &clap::Error) -> Option<String> {
    if error.kind() != ErrorKind::InvalidSubcommand {
        return None;
    }
    let words: Vec<OsString> = std::env::args_os().skip(1).collect();
    let boards = inputs::boards(&words);
    let board = boards.into_iter().next();
    let board = board.filter(|board| tilebase::Board::parse(board, None).is_ok())?;
    String::from_utf8(board).ok()
}

/// The names of all commands. The arguments of `man` need them before there is a [`clap::Command`].
const COMMANDS: [&str; 18] = [
    "solve",
    "lookup",
    "apply",
    "generate",
    "census",
    "info",
    "verify",
    "swap",
    "judge",
    "check",
    "solvable",
    "sample",
    "compare",
    "audit",
    "rank",
    "unrank",
    "completions",
    "man",
];

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_argument_parser_is_sound() {
        super::Cli::command().debug_assert();
    }

    #[test]
    fn every_command_has_a_name_for_completions() {
        let cli = super::Cli::command();
        assert!(cli.get_subcommands().map(clap::Command::get_name).eq(super::COMMANDS));
    }
}
