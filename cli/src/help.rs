//! The list of commands, and the help of each: `-h` is a screen with the usual options and one
//! example, `--help` has all options in groups.

use clap::builder::PossibleValue;
use clap::builder::Resettable::Reset;
use clap::{Arg, ArgAction, Command};

use crate::{COMMANDS, OTHER_NAMES, arguments};

/// The commands that help shows, in groups. `tilebase help --all` shows the others, too.
const COMMAND_GROUPS: [(&str, &[&str]); 5] = [
    ("Answers", &["solve"]),
    ("Tables", &["generate", "info", "verify"]),
    ("Solutions", &["check", "analyze", "moves"]),
    ("Boards", &["sample", "solvable", "census", "draw"]),
    ("Judges and methods", &["judge", "compare"]),
];

/// The options of all groups but the first, which has the others.
const OPTION_GROUPS: [(&str, &str); 4] = [
    ("Answers", ""),
    (
        "Input and output",
        "output format json keep pairs column layout goal-column blank positions answer-column \
         unsolvable-as boards moves quiet help",
    ),
    ("Methods", "method heuristic audit stats order goal-test trace weight depth-limit width cost"),
    ("Shapes, tables and limits", "size table max-nodes timeout optimal within threads data"),
];

/// The options that `-h` shows of the commands that have many.
const USUAL: [(&str, &str); 13] = [
    ("solve", "answer show notation goal metric json output"),
    ("analyze", "notation show goal json"),
    ("check", "answers judge valid goal format"),
    ("moves", "from to board invert answer show"),
    ("generate", "metric goal bits force output data"),
    ("draw", "solution animate curve census output size"),
    ("prove", "state timeout distance goal"),
    ("rank", "cantor size json"),
    ("swap", "distance show format json"),
    ("solvable", "explain goal size json"),
    ("sample", "count distance difficulty moves unsolvable seed judge set"),
    ("census", "size at-most best-of format"),
    ("compare", "method heuristic audit size timeout format"),
];

/// The examples of each command, below its name. `-h` shows the first, which runs in a folder with
/// a file `boards.txt`.
const EXAMPLES: &str = include_str!("examples.txt");

/// The length of the help that is printed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum HelpLength {
    /// One screen.
    Usual,
    Whole,
}

/// Which help is asked for, if any. To list the fields in it takes a sixteenth of the instructions
/// of an answer.
pub fn asked() -> Option<HelpLength> {
    let mut words = std::env::args_os().skip(1).take_while(|word| *word != "--");
    words.find_map(|word| match word.to_str()? {
        "-h" => Some(HelpLength::Usual),
        "--help" | "help" => Some(HelpLength::Whole),
        _ => None,
    })
}

/// The commands with these names, a line each: what they do, without the details.
pub fn listed(names: &[&str]) -> String {
    let line = |name: &&str| {
        let about = arguments(name, None).get_about().map(ToString::to_string).unwrap_or_default();
        let what = about.split([':', '\n']).next().unwrap_or_default();
        let others: Vec<_> = other_names(name).collect();
        let before = if others.is_empty() { "" } else { "; other names: " };
        format!("  {name:<11} {what}{before}{}\n", others.join(", "))
    };
    names.iter().map(line).collect()
}

/// The other names of a command.
fn other_names(command: &str) -> impl Iterator<Item = &'static str> {
    OTHER_NAMES.iter().filter(move |(_, whole)| whole[0] == command).map(|(name, _)| *name)
}

/// The list of commands, in groups.
pub fn groups() -> String {
    let groups = COMMAND_GROUPS.iter().map(|(group, names)| format!("{group}:\n{}", listed(names)));
    groups.collect::<String>()
        + "\nMore: tilebase COMMAND -h, tilebase help --all, tilebase --version"
}

/// Adds what every command has, and shows what was asked for. Each of the `lists` replaces a
/// `{fields}` in the description.
pub fn finished(command: Command, lists: &[fn() -> String], shape: Option<HelpLength>) -> Command {
    let help = Arg::new("help").short('h').long("help").action(ArgAction::HelpShort);
    let quiet = Arg::new("quiet").short('q').long("quiet").action(ArgAction::SetTrue);
    let others: Vec<_> = other_names(command.get_name()).collect();
    let command = command
        .visible_aliases(others)
        .disable_help_flag(true)
        .arg(quiet.help("Print only results and errors"))
        .arg(help.help("Print help: -h for the usual options, --help for all"));
    let Some(shape) = shape else { return command };
    let command = command.mut_args(with_values_once);
    let name = command.get_name().to_owned();
    let about = command.get_long_about().or(command.get_about()).map(ToString::to_string);
    let lists = lists.iter().map(|list| list());
    let about =
        lists.fold(about.unwrap_or_default(), |text, list| text.replacen("{fields}", &list, 1));
    let of = |part: &'static str| part.strip_prefix(&*name)?.strip_prefix(":\n");
    let examples = EXAMPLES.split("\n\n").find_map(of).unwrap_or_default().trim_end();
    if shape == HelpLength::Whole {
        let mut args: Vec<Arg> = command.get_arguments().cloned().collect();
        args.sort_by_key(|arg| {
            let at = OPTION_GROUPS.iter().position(|(name, _)| Some(*name) == group_of(arg));
            // Those with a heading of their own come last.
            at.or(arg.get_help_heading().map(|_| OPTION_GROUPS.len()))
        });
        let args = args.into_iter().map(|arg| {
            let (group, help) = (group_of(&arg), arg.get_long_help().or(arg.get_help()).cloned());
            let arg = if group.is_some() { arg.help_heading(group) } else { arg };
            arg.long_help(Reset).help(help.unwrap_or_default())
        });
        let groups: Vec<_> = command.get_groups().cloned().collect();
        let command = Command::new(name).disable_help_flag(true).about(about).groups(groups);
        return command.args(args).after_help(format!("Examples:\n{examples}"));
    }
    let example = examples.lines().next().unwrap_or_default();
    let usual = USUAL.iter().find(|(of, _)| *of == name).map(|(_, usual)| *usual);
    command
        .long_about(Reset)
        .after_help(format!("Example:\n{example}\n\nMore: tilebase {name} --help"))
        .mut_args(|arg| {
            let is_usual = usual.is_none_or(|usual| is_in(usual, &arg));
            let is_shown = arg.is_positional() || is_usual;
            arg.hide_short_help(!is_shown).help_heading(Reset).long_help(Reset)
        })
}

/// An argument that does not list its values, if its help does.
fn with_values_once(arg: Arg) -> Arg {
    let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
    let values = arg.get_possible_values();
    let is_listed = |value: &PossibleValue| help.contains(value.get_name());
    let are_listed = !values.is_empty() && values.iter().all(is_listed);
    if are_listed { arg.hide_possible_values(true) } else { arg }
}

/// The group of an option in help, unless it has a heading of its own.
fn group_of(arg: &Arg) -> Option<&'static str> {
    let group = OPTION_GROUPS.iter().find(|(_, options)| is_in(options, arg));
    let has_group = !arg.is_positional() && arg.get_help_heading().is_none();
    has_group.then_some(group.unwrap_or(&OPTION_GROUPS[0]).0)
}

fn is_in(names: &str, arg: &Arg) -> bool {
    names.split(' ').any(|name| arg.get_long() == Some(name))
}

/// The commands other than `command` that have this option.
pub fn elsewhere(option: &str, command: &str) -> Vec<&'static str> {
    let has = |name: &&str| {
        arguments(name, None)
            .get_arguments()
            .any(|arg| !arg.is_hide_set() && arg.get_long() == Some(option))
    };
    COMMANDS.into_iter().filter(|name| *name != command).filter(has).collect()
}
