//! The command line: what the user typed, handed to one file per command.

mod asked;
mod audit;
mod batches;
mod census;
mod chart;
mod check;
mod compare;
mod completions;
mod costs;
mod cures;
mod effort;
mod generate;
mod info;
mod inputs;
mod judge;
mod lines;
mod lookup;
mod man;
mod methods;
mod output;
mod pairs;
mod patterns;
mod progress;
mod rank;
mod report;
mod rows;
mod sample;
mod signals;
mod solvable;
mod solve;
mod stdout;
mod swap;
mod tables;
mod unrank;
mod verdicts;
mod verify;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Optimal answers for sliding-tile puzzles, by lookup
///
/// Boards are numbers separated by spaces, commas, or `/` between rows; the blank is 0, x, X, _ or `.`; boards of up to ten cells
/// may be written without separators. Moves are those of the blank: u, d, l, r name the cell it goes to.
#[derive(Parser)]
#[command(name = "tilebase", version, after_help = EXIT_STATUS, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

const EXIT_STATUS: &str = "\
Exit status: 0 all answered (`unsolvable` is an answer); 1 a line was invalid or a check failed; 2 it could not run.";

#[derive(Subcommand)]
enum Command {
    Solve(solve::Args),
    Lookup(lookup::Args),
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

/// How a command that could run ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Outcome {
    /// Everything was answered.
    Answered,
    /// Something in the input was invalid, or a check failed.
    Failed,
}

/// Runs the command named on the command line.
pub fn main() -> ExitCode {
    let result = match Cli::parse().command {
        Command::Solve(args) => solve::run(&args),
        Command::Lookup(args) => lookup::run(&args),
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

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_argument_parser_is_sound() {
        super::Cli::command().debug_assert();
    }
}
