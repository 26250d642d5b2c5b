//! Transcripts: answers and messages word for word, and the help of each command. After an intended
//! change, `RECORDING=overwrite cargo test --test command transcripts` writes them again.

use std::fs;
use std::io::{Read, pipe};
use std::path::Path;
use std::process::Stdio;

use crate::program::{fits, is_recording, line};

/// The output of a command line, on both streams, after the status if that is not 0.
fn run(typed: &str) -> String {
    let mut command = line(typed.strip_prefix("tilebase ").expect("a command"));
    let (mut reader, writer) = pipe().expect("a pipe");
    // Lines are wrapped at a width that does not depend on the terminal.
    command.env("COLUMNS", "100").stdin(Stdio::null());
    command.stdout(writer.try_clone().expect("a pipe")).stderr(writer);
    let mut child = command.spawn().expect("the command");
    // The end comes when nobody can write any more.
    drop(command);
    let mut printed = String::new();
    reader.read_to_string(&mut printed).expect("UTF-8");
    match child.wait().expect("the end").code() {
        Some(0) => printed,
        status => format!("? {}\n{printed}", status.unwrap_or(-1)),
    }
}

/// The text of a file of `cli/tests`, compared with what is printed today, or replaced by it.
fn compare(file: &str, printed: impl Fn(&str) -> String) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(file);
    let expected = fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
    let found = printed(&expected);
    if is_recording() {
        fs::write(&path, found).expect("a file");
        return;
    }
    let (mut expected, mut found) = (expected.lines(), found.lines());
    for number in 1.. {
        let (expected, found) = (expected.next(), found.next());
        assert_eq!(
            found, expected,
            "printed now, and line {number} of cli/tests/{file}; if the change is intended, write \
             the file again with RECORDING=overwrite cargo test --test command transcripts"
        );
        if found.is_none() {
            break;
        }
    }
}

/// A transcript: lines `$ COMMAND`, each with what the command prints, and an empty line.
fn transcript(file: &str) {
    compare(file, |kept| {
        let mut blocks = kept.split("\n$ ");
        let mut text = blocks.next().expect("a title").to_owned();
        for block in blocks {
            let (typed, output) = block.split_once('\n').unwrap_or((block, ""));
            text.extend(["\n$ ", typed, "\n"]);
            let mut expected = output.lines();
            for found in run(typed).trim_end_matches('\n').lines() {
                let kept = expected.next().filter(|expected| fits(found, expected));
                text.extend([kept.unwrap_or(found), "\n"]);
            }
        }
        text
    });
}

#[test]
fn answers() {
    transcript("transcripts/answers.txt");
}

#[test]
fn jobs() {
    transcript("transcripts/jobs.txt");
}

#[test]
fn errors() {
    transcript("transcripts/errors.txt");
}

#[test]
fn help() {
    compare("help/tilebase.txt", |_| run("tilebase --help"));
    let short = run("tilebase -h");
    assert!(short.lines().count() <= 30, "{short}");
    assert!(short.lines().all(|line| line.chars().count() <= 80), "{short}");
    let list = run("tilebase help --all");
    let names = |text: &str| -> Vec<String> {
        let names = text.lines().filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
        names.map(str::to_owned).collect()
    };
    let (commands, shown) = (names(&list), names(&short));
    assert!(shown.len() <= 15 && shown.iter().all(|name| commands.contains(name)), "{shown:?}");
    for command in &commands {
        compare(&format!("help/{command}.txt"), |_| run(&format!("tilebase {command} --help")));
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/help");
    let files = fs::read_dir(folder).expect("a folder").count();
    assert_eq!(files, commands.len() + 1, "a snapshot of each command, and no other");
}
