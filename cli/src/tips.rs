//! Errors in the words of a command line: what was probably meant, or where an option belongs.

use std::ffi::OsString;
use std::io::{self, Write as _};

use clap::Command;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use tilebase::judge::Judge;
use tilebase::puzzle::named;
use tilebase::search::Method;

use crate::arguments::joined;
use crate::cures;
use crate::report::error;
use crate::{COMMANDS, command_line, help, output};

/// Words that people guess, and behind a tab the option, value or command to write instead. For
/// options, this is shown by commands that have it.
const GUESSES: &str = include_str!("guesses.txt");

/// Prints help, or an error with its tips, and ends the program.
pub fn exit(error: clap::Error, commands: &[&str], words: &[OsString]) -> ! {
    if error.kind() == ErrorKind::InvalidSubcommand
        && let Some(board) = named_board(&words[1..])
    {
        let quoted = cures::quoted(&board);
        error!("`{board}` is a board, not a command; solve it with: tilebase solve {quoted}");
        std::process::exit(2);
    }
    if error.use_stderr() {
        let line = command_line(commands, None);
        let command =
            line.find_subcommand(words.get(1).cloned().unwrap_or_default()).unwrap_or(&line);
        let error = with_right_tips(error, command, words);
        let text = error.render().to_string();
        let is_cured = error.kind() == ErrorKind::ValueValidation
            || error.context().any(|(kind, _)| CURES.contains(&kind));
        let text = if is_cured { text.split("\n\nFor more information").next() } else { None }
            .map_or(text.clone(), |text| format!("{text}\n"));
        let _ = io::stderr().write_all(text.as_bytes());
        std::process::exit(error.exit_code());
    }
    // Help that cannot be written is a failure like any other.
    let printed = error.print().and_then(|()| io::stdout().flush()).map_err(anyhow::Error::from);
    if let Err(why) = printed.as_ref()
        && !output::closed(why)
    {
        error!("cannot write standard output: {why}");
        std::process::exit(2)
    }
    std::process::exit(error.exit_code())
}

/// The context of errors that name their cure.
const CURES: [ContextKind; 6] = [
    ContextKind::Suggested,
    ContextKind::SuggestedArg,
    ContextKind::SuggestedCommand,
    ContextKind::SuggestedSubcommand,
    ContextKind::SuggestedValue,
    ContextKind::ValidValue,
];

/// Adds tips for names that people guess. Leaves out the tip to write `-- --option`, which would
/// make a board of it, and names that only sound alike.
fn with_right_tips(mut error: clap::Error, command: &Command, words: &[OsString]) -> clap::Error {
    let typed = match error.kind() {
        ErrorKind::UnknownArgument => text(&error, ContextKind::InvalidArg),
        ErrorKind::InvalidSubcommand => text(&error, ContextKind::InvalidSubcommand),
        _ => text(&error, ContextKind::InvalidValue),
    };
    let suggested = text(&error, ContextKind::SuggestedArg);
    let tip = tip(&error, &typed, command, words);
    if error.kind() == ErrorKind::UnknownArgument {
        error.remove(ContextKind::Suggested);
        let is_longer = suggested.starts_with(&typed);
        if tip.is_some() || !is_longer && !is_near(&typed, &suggested) {
            error.remove(ContextKind::SuggestedArg);
            // The usage names the suggested option, too.
            if !suggested.is_empty() {
                error.remove(ContextKind::Usage);
            }
        }
    }
    // The most likely one is the last.
    for kind in [ContextKind::SuggestedValue, ContextKind::SuggestedSubcommand] {
        let guesses = match error.remove(kind) {
            Some(ContextValue::Strings(guesses)) => guesses,
            Some(ContextValue::String(guess)) => vec![guess],
            _ => Vec::new(),
        };
        // A judge with a similar name has another problem.
        let is_likely = |guess: &&String| is_near(&typed, guess) && Judge::named(guess).is_none();
        if let Some(guess) = guesses.iter().rev().find(is_likely) {
            error.insert(kind, ContextValue::String(guess.clone()));
        }
    }
    if let Some(tip) = tip {
        error.remove(ContextKind::SuggestedValue);
        error.remove(ContextKind::SuggestedSubcommand);
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
    error
}

/// True if two words differ in at most two letters at one place, as with a slip of the finger.
fn is_near(word: &str, other: &str) -> bool {
    let same = |a: &mut dyn Iterator<Item = char>, b: &mut dyn Iterator<Item = char>| {
        a.zip(b).take_while(|(a, b)| a.eq_ignore_ascii_case(b)).count()
    };
    let longest = word.chars().count().max(other.chars().count());
    let first = same(&mut word.chars(), &mut other.chars());
    let last = same(&mut word.chars().rev(), &mut other.chars().rev());
    first + last + 2 >= longest && longest > 3
}

/// The tip for what was typed.
fn tip(error: &clap::Error, typed: &str, command: &Command, words: &[OsString]) -> Option<String> {
    let option = text(error, ContextKind::InvalidArg);
    let guesses = GUESSES.lines().filter_map(|line| line.split_once('\t'));
    let mut guesses = guesses.filter(|(guess, _)| guess.eq_ignore_ascii_case(typed));
    let dashed = std::env::args().skip(1).find(|word| word.starts_with("- "));
    let dashed = dashed.filter(|_| typed.starts_with("- ") || typed == "-");
    match guesses.find(|(_, tip)| takes(command, tip, typed)) {
        Some((guess, tip)) if guess.starts_with('-') || option.is_empty() => Some(tip.to_owned()),
        // A value is one of the option that the tip names.
        Some((_, tip)) if tip.split(' ').next() == option.split(' ').next() => Some(tip.to_owned()),
        _ if option.is_empty() && named(typed, Method::NAMES).is_ok() => {
            Some(format!("tilebase solve --method {typed} BOARD"))
        }
        _ if let Some(board) = dashed => {
            Some(format!("-- {}, because `-` begins an option", cures::quoted(&board)))
        }
        _ if error.kind() == ErrorKind::UnknownArgument => {
            misplaced(command, typed, words).or_else(|| count_meant(command, typed))
        }
        _ if !typed.starts_with('-') && option.starts_with("--size ") => size_meant(typed),
        _ => None,
    }
}

/// The text that an error has for this kind of context.
fn text(error: &clap::Error, kind: ContextKind) -> String {
    match error.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        _ => String::new(),
    }
}

/// True if the command accepts the tip instead of the word that was typed.
fn takes(command: &Command, tip: &str, typed: &str) -> bool {
    match tip.strip_prefix("--").and_then(|tip| tip.split([' ', ',']).next()) {
        Some(option) => command.get_arguments().any(|arg| arg.get_long() == Some(option)),
        None => !typed.starts_with('-') || takes_board(command),
    }
}

/// True if an argument of the command is a board.
fn takes_board(command: &Command) -> bool {
    let mut names = command.get_positionals().filter_map(clap::Arg::get_value_names).flatten();
    names.any(|name| name.split('|').any(|name| name == "BOARD"))
}

/// Where an option belongs that the command does not have.
fn misplaced(command: &Command, typed: &str, words: &[OsString]) -> Option<String> {
    let option = typed.strip_prefix("--")?;
    let mut words: Vec<_> = words.iter().skip(1).map(|word| word.to_string_lossy()).collect();
    if command.has_subcommands() {
        let at = words.iter().position(|word| COMMANDS.contains(&&**word))?;
        let name = words.remove(at);
        words.insert(0, name);
        return Some(format!("options follow the command: tilebase {}", words.join(" ")));
    }
    let commands = help::elsewhere(option, command.get_name());
    (!commands.is_empty()).then(|| format!("an option of: tilebase {}", commands.join(", ")))
}

/// The option for a number without one, or for a shape.
fn count_meant(command: &Command, typed: &str) -> Option<String> {
    if takes(command, "--count", typed) && typed.bytes().all(|byte| byte.is_ascii_digit()) {
        return Some(format!("-n {typed}"));
    }
    takes(command, "--size", typed).then(|| size_meant(typed)).flatten()
}

/// The option for a shape typed as `4x4` instead of an option, or as `4`.
fn size_meant(typed: &str) -> Option<String> {
    let is_whole = typed.contains(['x', 'X']);
    let text = if is_whole { typed.to_owned() } else { format!("{typed}x{typed}") };
    Some(format!("--size {}", text.parse::<tilebase::puzzle::SmallShape>().ok()?))
}

/// The board that was typed instead of a command, if there is one.
fn named_board(words: &[OsString]) -> Option<String> {
    let is_board = |word: &[u8]| tilebase::Board::parse(word, None).is_ok();
    let board = joined(words, &is_board).into_iter().next()?.into_string().ok()?;
    is_board(board.as_bytes()).then_some(board)
}
