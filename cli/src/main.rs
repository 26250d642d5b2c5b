//! The command `tilebase`: parses the arguments and runs a command. Each has a file in `commands`.

mod answer_writer;
mod arguments;
mod averages;
mod boards;
mod commands {
    pub mod analyze;
    pub mod audit;
    pub mod census;
    pub mod compare;
    pub mod draw;
    pub mod generate;
    pub mod hint;
    pub mod info;
    pub mod judge;
    pub mod moves;
    pub mod prove;
    pub mod rank;
    pub mod sample;
    pub mod shell;
    pub mod solvable;
    pub mod solve;
    pub mod swap;
    pub mod verify;
}
mod fields;
mod goals;
mod input;
mod interrupt;
mod limits;
mod methods;
mod names;
mod options;
mod output;
mod progress;
mod proof;
mod reader;
mod report;
mod session;
mod tables;
mod trace;
mod verdicts;

use std::io::{self, Write as _};
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{ArgMatches, Args, CommandFactory, FromArgMatches, Parser};
use report::error;
use session::Session;
use tilebase::judge::Judge;

/// Optimal answers for sliding-tile puzzles
///
/// Boards are numbers separated by spaces or commas, with `/` between rows if you like; the blank
/// is 0, x, X, _ or `.`. Boards of up to ten cells may be written without separators, and larger
/// ones with letters for the tiles from 10 on. Moves are those of the blank: u, d, l, r name the
/// cell it goes to. `-` is standard input or output.
#[derive(Parser)]
#[command(name = "tilebase", version, after_help = EXIT_STATUS, max_term_width = 100)]
#[command(subcommand_required = true, arg_required_else_help = true, help_template = TEMPLATE)]
struct Cli;

const TEMPLATE: &str = "\
{about-with-newline}
{usage-heading} {usage}

{before-help}";

/// The commands that help shows, in groups. `tilebase help --all` shows the others, too.
const GROUPS: [(&str, &[&str]); 4] = [
    ("Answers", &["solve", "lookup", "hint"]),
    ("Tables", &["generate", "info", "verify"]),
    ("Solutions", &["check", "analyze", "moves"]),
    ("Boards", &["sample", "solvable", "census", "draw", "judge", "compare"]),
];

/// The commands with these names, a line each: what they do, without the details.
fn listed(names: &[&str]) -> String {
    let line = |name: &&str| {
        let about = arguments(name).get_about().map(ToString::to_string).unwrap_or_default();
        let what = about.split(": ").next().unwrap_or_default();
        format!("  {name:<11} {what}\n")
    };
    names.iter().map(line).collect()
}

/// The list of commands, in groups.
fn groups() -> String {
    let groups = GROUPS.iter().map(|(group, names)| format!("{group}:\n{}", listed(names)));
    groups.collect::<String>()
        + "\nMore: tilebase COMMAND -h, tilebase help --all, tilebase --version"
}

const EXIT_STATUS: &str = "\
Exit status:
  0  everything was answered; `unsolvable` is an answer
  1  a line was invalid or has no answer, or a check failed
  2  it could not run: bad usage, a missing or damaged table, a failed read or write";

macro_rules! commands {
    ($($name:literal $module:ident::$command:ident $(with $fields:path)?,)*) => {
        /// The names of all commands, in the order of help.
        const COMMANDS: [&str; [$($name),*].len()] = [$($name),*];

        /// The arguments of a command.
        fn arguments(name: &str) -> clap::Command {
            let command = clap::Command::new(name.to_owned());
            match name {
                $($name => {
                    let command = commands::$module::$command::augment_args(command);
                    $(if is_help_asked() {
                        return fields::described(command, &$fields());
                    })?
                    command
                })*
                other => unreachable!("{other} is no command"),
            }
        }

        /// Runs a command.
        fn run(name: &str, matches: &ArgMatches, session: &Session) -> anyhow::Result<Ending> {
            match name {
                $($name => {
                    let command = commands::$module::$command::from_arg_matches(matches);
                    command.unwrap_or_else(|error| error.exit()).run(session)
                })*
                other => unreachable!("{other} is no command"),
            }
        }
    };
}

commands! {
    "solve" solve::Solve with commands::solve::fields,
    "hint" hint::Hint,
    "lookup" solve::Lookup with commands::solve::fields,
    "apply" moves::Apply with commands::moves::Apply::fields,
    "analyze" analyze::Analyze with commands::analyze::Analyze::fields,
    "moves" moves::MovesCommand,
    "draw" draw::Draw,
    "generate" generate::Generate,
    "census" census::Census with commands::census::Census::fields,
    "info" info::Info,
    "verify" verify::Verify,
    "prove" prove::Prove,
    "swap" swap::Swap,
    "judge" judge::JudgeCommand,
    "check" analyze::Check with commands::analyze::Check::fields,
    "solvable" solvable::Solvable with commands::solvable::Solvable::fields,
    "sample" sample::Sample,
    "compare" compare::Compare,
    "audit" audit::Audit,
    "rank" rank::Rank with commands::rank::Rank::fields,
    "unrank" rank::Unrank,
    "completions" shell::Completions,
    "man" shell::Man,
}

/// Whether help may be printed. To list the fields in it takes a sixteenth of the
/// instructions of an answer.
fn is_help_asked() -> bool {
    let words = ["-h", "--help", "help", "man", "completions"];
    std::env::args_os().skip(1).any(|word| words.iter().any(|help| word == *help))
}

/// The command line with these commands.
fn command_line(commands: &[&str]) -> clap::Command {
    let line = Cli::command().subcommands(commands.iter().map(|name| arguments(name)));
    if commands.len() == 1 {
        return line;
    }
    line.before_help(groups()).before_long_help(format!("{}\n\n{EXIT_STATUS}", groups()))
}

/// The outcome of a command that was able to run.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ending {
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
    let commands = match named {
        Some(at) => &COMMANDS[at..=at],
        None if first == "--version" || first == "-V" => &[],
        None => &COMMANDS[..],
    };
    if first == "help" && std::env::args_os().nth(2).is_some_and(|word| word == "--all") {
        print!("{}", listed(&COMMANDS));
        return ExitCode::SUCCESS;
    }
    let matches = command_line(commands).try_get_matches().unwrap_or_else(|error| {
        if error.kind() == ErrorKind::InvalidSubcommand
            && let Some(board) = named_board()
        {
            let quoted = report::quoted(&board);
            error!("`{board}` is a board, not a command; solve it with: tilebase solve {quoted}");
            std::process::exit(2);
        }
        let line = command_line(commands);
        let command = line.find_subcommand(first).unwrap_or(&line);
        let error = with_right_tips(error, command);
        // Help that cannot be written is a failure like any other.
        let printed = error.print().and_then(|()| io::stdout().flush());
        match printed.map_err(anyhow::Error::from) {
            Err(why) if !error.use_stderr() && !output::closed(&why) => {
                error!("cannot write standard output: {why}");
                std::process::exit(2)
            }
            _ => std::process::exit(error.exit_code()),
        }
    });
    let (name, matches) = matches.subcommand().expect("a command is required");
    let session = Session::default();
    match run(name, matches, &session) {
        Ok(Ending::Answered) => ExitCode::SUCCESS,
        Ok(Ending::Failed) => ExitCode::from(1),
        Err(error) if output::closed(&error) => ExitCode::SUCCESS,
        Err(error) => {
            error!("{}", report::with_cure(&error, &session));
            ExitCode::from(2)
        }
    }
}

/// Words that people guess, and the option, value or command to write instead. For options, this is
/// shown by commands that have it.
const GUESSES: [(&str, &str); 26] = [
    ("--csv", "--format csv"),
    ("--jsonl", "--json"),
    ("-j", "--threads N, or --json"),
    ("--jobs", "--threads N"),
    ("--depth", "--distance"),
    ("--length", "--distance"),
    ("--algorithm", "--method"),
    ("--steps", "--show"),
    ("--limit", "--max-nodes N"),
    ("idastar", "--method ida"),
    ("ida*", "--method ida"),
    ("a*", "--method astar"),
    ("ids", "--method iddfs"),
    ("bidirectional", "--method bibfs"),
    ("hamming", "--heuristic misplaced"),
    ("pdb", "--heuristic patterns"),
    ("--min-distance", "--distance A..B"),
    ("--max-distance", "--distance A..B"),
    ("scramble", "tilebase sample"),
    ("random", "tilebase sample"),
    ("count", "tilebase census"),
    ("inversions", "tilebase solvable --explain BOARD"),
    ("json", "--format jsonl, or --json"),
    ("version", "tilebase --version"),
    ("--start", "write the board without an option"),
    ("--board", "write the board without an option"),
];

/// Adds tips for names that people guess. Leaves out the tip to write `-- --option`, which would
/// make a board of it, and names that only sound alike.
fn with_right_tips(mut error: clap::Error, command: &clap::Command) -> clap::Error {
    let typed = match error.kind() {
        ErrorKind::UnknownArgument => text(&error, ContextKind::InvalidArg),
        ErrorKind::InvalidSubcommand => text(&error, ContextKind::InvalidSubcommand),
        _ => text(&error, ContextKind::InvalidValue),
    };
    let suggested = text(&error, ContextKind::SuggestedArg);
    let of = text(&error, ContextKind::InvalidArg);
    let mut guesses = GUESSES.iter().filter(|(guess, _)| guess.eq_ignore_ascii_case(&typed));
    let dashed = std::env::args().skip(1).find(|word| word.starts_with("- "));
    let dashed = dashed.filter(|_| typed.starts_with("- ") || typed == "-");
    let tip = match guesses.find(|(_, tip)| takes(command, tip, &typed)) {
        // A value is one of the option that the tip names.
        Some((guess, tip)) if guess.starts_with('-') || of.is_empty() => Some((*tip).to_owned()),
        Some((_, tip)) if tip.split(' ').next() == of.split(' ').next() => Some((*tip).to_owned()),
        _ if let Some(board) = dashed => {
            Some(format!("-- {}, because `-` begins an option", report::quoted(&board)))
        }
        _ if typed.starts_with('-') => None,
        _ if of.starts_with("--size ") || (of == typed && takes(command, "--size", &typed)) => {
            size_meant(&typed)
        }
        _ => None,
    };
    if error.kind() == ErrorKind::UnknownArgument {
        error.remove(ContextKind::Suggested);
        if tip.is_some() || !suggested.starts_with(typed.get(..5).unwrap_or(&typed)) {
            error.remove(ContextKind::SuggestedArg);
            // The usage names the suggested option, too.
            if !suggested.is_empty() {
                error.remove(ContextKind::Usage);
            }
        }
    }
    // A judge with a similar name has another problem.
    if Judge::named(&text(&error, ContextKind::SuggestedValue)).is_some() {
        error.remove(ContextKind::SuggestedValue);
    }
    if let Some(tip) = tip {
        error.remove(ContextKind::SuggestedValue);
        error.remove(ContextKind::SuggestedSubcommand);
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
    error
}

/// The text that an error has for this kind of context.
fn text(error: &clap::Error, kind: ContextKind) -> String {
    match error.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        _ => String::new(),
    }
}

/// Whether the command accepts the tip in place of the word that was typed.
fn takes(command: &clap::Command, tip: &str, typed: &str) -> bool {
    match tip.strip_prefix("--").and_then(|tip| tip.split([' ', ',']).next()) {
        Some(option) => command.get_arguments().any(|arg| arg.get_long() == Some(option)),
        None => !typed.starts_with('-') || takes_board(command),
    }
}

/// Whether an argument of the command is a board.
fn takes_board(command: &clap::Command) -> bool {
    let mut names = command.get_positionals().filter_map(clap::Arg::get_value_names).flatten();
    names.any(|name| name.as_str() == "BOARD")
}

/// The option for a shape typed as `4x4` in place of an option, or as `4`.
fn size_meant(typed: &str) -> Option<String> {
    let is_whole = typed.contains(['x', 'X']);
    let text = if is_whole { typed.to_owned() } else { format!("{typed}x{typed}") };
    Some(format!("--size {}", text.parse::<tilebase::Shape>().ok()?))
}

/// The board in place of a command, if there is one.
fn named_board() -> Option<String> {
    let words: Vec<_> = std::env::args_os().skip(1).collect();
    let board = String::from_utf8(arguments::boards(&words).into_iter().next()?).ok()?;
    tilebase::Board::parse(&board, None).is_ok().then_some(board)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_argument_parser_is_sound() {
        command_line(&COMMANDS).debug_assert();
    }
}
