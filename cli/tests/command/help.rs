//! The help of each command: how long it is, its groups and examples, that every option does
//! something or is refused, and that the reference lists them all.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::program::{Run, contains, line, stdout};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// All commands.
fn commands() -> Vec<String> {
    let list = stdout(&mut line("help --all"));
    let names = list.lines().filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    names.map(str::to_owned).collect()
}

fn help(command: &str, option: &str) -> String {
    stdout(line(&format!("{command} {option}")).env("COLUMNS", "80"))
}

/// The long names of the options of a command.
fn options(command: &str) -> Vec<String> {
    let help = help(command, "--help");
    let names = help.lines().filter_map(|line| {
        let rest =
            line.strip_prefix("      --").or(line.get(2..)?.split_once(", --").map(|it| it.1));
        let is_option = line.starts_with("      --") || line.starts_with("  -");
        Some(format!("--{}", rest.filter(|_| is_option)?.split([' ', '[']).next()?))
    });
    names.collect()
}

#[test]
fn help_is_a_screen_or_three() {
    let groups = [
        "Arguments",
        "Answers",
        "Input and output",
        "Methods",
        "Shapes, tables and limits",
        "Parts, for many machines",
    ];
    for command in commands() {
        let (usual, whole) = (help(&command, "-h"), help(&command, "--help"));
        let lengths = (usual.lines().count(), whole.lines().count());
        assert!(lengths.0 <= 30 && lengths.1 <= 90, "{command}: {lengths:?}");
        let more = format!("\n\nMore: tilebase {command} --help\n");
        assert!(usual.ends_with(&more), "{usual}");
        for line in usual.lines().chain(whole.lines()) {
            let is_example = line.contains("tilebase");
            assert!(line.chars().count() <= 80 || is_example, "{command}: {line}");
        }
        let found: Vec<&str> = whole
            .lines()
            .filter_map(|line| line.strip_suffix(':'))
            .filter(|&name| !name.starts_with(' ') && !name.contains('`') && name != "Examples")
            .collect();
        let mut expected = groups.to_vec();
        expected.retain(|group| found.contains(group));
        assert_eq!(found, expected, "{command}");
        assert_eq!(
            stdout(&mut line(&format!("help {command}"))),
            stdout(&mut line(&format!("{command} --help")))
        );
    }
}

/// The first examples run where there is a file of boards.
#[cfg(unix)]
#[test]
fn the_examples_of_short_help_run() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::copy(root().join("../data/boards.txt"), folder.path().join("boards.txt")).expect("boards");
    let program = Path::new(env!("CARGO_BIN_EXE_tilebase")).parent().expect("a folder");
    let path = std::env::var("PATH").unwrap_or_default();
    for command in commands() {
        let help = help(&command, "-h");
        let example = help.lines().skip_while(|line| *line != "Example:").nth(1).expect("one");
        let mut shell = Command::new("sh");
        shell.args(["-c", example]).current_dir(folder.path()).stdin(Stdio::null());
        shell.env("PATH", format!("{}:{path}", program.display()));
        shell.env("TILEBASE_DATA", folder.path().join("data"));
        shell.assert().success();
    }
}

/// Options whose work cannot be seen in a moment, or that a command has for the sake of all.
fn is_exempt(command: &str, option: &str) -> bool {
    let anywhere = ["--help", "--quiet", "--threads", "--optimal"];
    let alone = [("prove", "--parts"), ("generate", "--data")];
    anywhere.contains(&option) || alone.contains(&(command, option))
}

/// What a command line prints, on both streams, and its status. Times differ from run to run, and
/// have a point.
fn outcome(typed: &str) -> String {
    let (typed, file) = typed.split_once(" < ").unwrap_or((typed, ""));
    let folder = root().join("tests/recording");
    let mut command = line(typed);
    command.current_dir(&folder).stdin(Stdio::null());
    if typed.starts_with("generate") {
        // Nobody can make this folder.
        command.env("TILEBASE_DATA", "/dev/null/data");
    }
    if !file.is_empty() {
        command.stdin(fs::File::open(folder.join(file)).expect("a file"));
    }
    let output = command.output().expect("a program");
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8_lossy(&text).into_owned();
    let is_time = |word: &&str| word.contains('.') && word.contains(|it: char| it.is_ascii_digit());
    let words = text.split([' ', ',', '\n']).filter(|word| !is_time(word));
    format!("{:?} {}", output.status.code(), words.collect::<Vec<_>>().join(" "))
}

#[test]
fn every_option_does_something_or_is_refused() {
    let text = fs::read_to_string(root().join("tests/options.txt")).expect("a list");
    let (mut typed, mut before) = ("", String::new());
    let mut shown: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    let mut idle = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let Some(option) = line.strip_prefix("  ") else {
            (typed, before) = (line, outcome(line));
            continue;
        };
        let (command, rest) = typed.split_once(' ').unwrap_or((typed, ""));
        if outcome(&format!("{command} {option} {rest}")) == before {
            idle.push(format!("{typed}: {option}"));
        }
        shown.entry(command).or_default().extend(option.split(' ').next());
    }
    assert!(idle.is_empty(), "{idle:#?}");
    for command in commands() {
        for option in options(&command) {
            let is_shown = shown.get(&*command).is_some_and(|shown| shown.contains(&*option));
            assert!(is_shown || is_exempt(&command, &option), "{command}: {option}");
        }
    }
}

/// An option of other commands is an error that names them, not ignored.
#[test]
fn options_are_refused_where_they_mean_nothing() {
    let all: BTreeMap<String, Vec<String>> =
        commands().into_iter().map(|command| (command.clone(), options(&command))).collect();
    for option in ["--optimal", "--metric", "--max-nodes", "--table", "--blank", "--goal"] {
        for (command, options) in &all {
            if !options.iter().any(|own| own == option) {
                let typed = line(&format!("{command} {option}")).assert().code(2);
                typed.stderr(contains("  tip: an option of: tilebase solve, "));
            }
        }
    }
    for typed in ["judge --optimal", "prove --table x 12345678x", "draw --max-nodes 3 12345678x"] {
        line(typed).assert().code(2).stderr(contains("an option of: tilebase "));
    }
    let nothing = "no board is read; expected --goal BOARD with them";
    for typed in ["compare --audit none --positions", "census --blank 9"] {
        line(typed).assert().code(2).stderr(contains(nothing));
    }
}

/// The table of options in the reference is what `--help` says.
#[test]
fn the_reference_lists_all_options() {
    let text = fs::read_to_string(root().join("../docs/commands.md")).expect("a document");
    let mut listed: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for row in text.lines().filter(|line| line.starts_with("| `--")) {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let [_, option, commands, ..] = cells[..] else { continue };
        let Some(commands) = commands.strip_prefix("in ") else { continue };
        let option = option.trim_matches('`').split(' ').next().unwrap_or_default();
        let commands = commands.split(' ').map(str::to_owned);
        listed.entry(option.to_owned()).or_default().extend(commands);
    }
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for command in commands() {
        for option in options(&command) {
            if !["--help", "--quiet"].contains(&&*option) {
                found.entry(option).or_default().insert(command.clone());
            }
        }
    }
    assert_eq!(listed, found);
}

#[test]
fn quiet_is_for_every_command() {
    for typed in [
        "solve -q 12345687x",
        "-q solve 12345687x",
        "--quiet sample --size 2x2",
        "census -q --size 2x2",
        "generate -q --size 2x2",
        "analyze --quiet 12345687x u",
        "check -q ../../../data/boards.txt ../../../data/boards.txt --valid",
    ] {
        let mut command = line(typed);
        let folder = root().join("tests/recording");
        command.current_dir(folder).stdin(Stdio::null()).assert().stderr("");
    }
}
