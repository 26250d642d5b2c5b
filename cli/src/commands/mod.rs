//! The list of commands, in the order of help. Each has a file here, or shares one.

mod analyze;
mod census;
mod check;
mod compare;
mod draw;
mod generate;
mod info;
mod judge;
mod moves;
mod prove;
mod rank;
mod samples;
mod shell;
mod solvable;
mod solve;
mod swap;
mod verify;

use clap::{ArgMatches, Args as _, FromArgMatches as _};

use crate::fields::of;
use crate::help::{self, HelpLength};
use crate::session::Session;
use crate::{Ending, verdicts};

macro_rules! commands {
    ($($name:literal $module:ident::$command:ident $(with [$($fields:expr),*])?,)*) => {
        /// The names of all commands, in the order of help.
        pub const COMMANDS: [&str; [$($name),*].len()] = [$($name),*];

        /// The arguments of a command, with this much of their help.
        pub fn arguments(name: &str, shape: Option<HelpLength>) -> clap::Command {
            let command = clap::Command::new(name.to_owned());
            match name {
                $($name => {
                    let command = $module::$command::augment_args(command);
                    help::finished(command, &[$($($fields),*)?], shape)
                })*
                other => unreachable!("{other} is no command"),
            }
        }

        /// Runs a command.
        pub fn run(name: &str, matches: &ArgMatches, session: &Session) -> anyhow::Result<Ending> {
            match name {
                $($name => {
                    let command = $module::$command::from_arg_matches(matches);
                    command.unwrap_or_else(|error| error.exit()).run(session)
                })*
                other => unreachable!("{other} is no command"),
            }
        }
    };
}

commands! {
    "solve" solve::Solve with [solve::fields],
    "analyze" analyze::Analyze with [of::<analyze::Whole>],
    "moves" moves::MovesCommand with [of::<moves::Converted>],
    "draw" draw::DrawCommand,
    "generate" generate::Generate,
    "census" census::Census with [
        of::<census::OfShape>, of::<census::OfFile>, of::<census::Shares>
    ],
    "info" info::Info with [of::<info::Facts<'_>>],
    "verify" verify::Verify with [of::<verify::Verified>],
    "prove" prove::Prove,
    "swap" swap::Swap with [of::<swap::SwapRow>],
    "judge" judge::JudgeCommand,
    "check" check::Check with [of::<verdicts::VerdictRow<'_>>],
    "solvable" solvable::Solvable with [of::<solvable::SolvableRow>],
    "sample" samples::Sample,
    "compare" compare::Compare,
    "rank" rank::Rank with [of::<rank::LocatedBoard>],
    "unrank" rank::Unrank,
    "completions" shell::Completions,
    "man" shell::Man,
}
