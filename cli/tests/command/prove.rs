//! Proofs in parts: interrupted, killed, divided, put together, and lied to.

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::program::{Run, contains, ends_with, starts_with, stdout, tilebase, wait_until};

/// A board of 4x4 that takes 57 moves, for which small tables suffice.
const BOARD: &str = "13 12 10 1 / 5 6 7 15 / 3 4 2 14 / 11 9 x 8";

fn prove(file: &Path, args: &[&str]) -> std::process::Command {
    let mut prove = tilebase();
    prove.arg("prove").arg("--state").arg(file).args(args);
    prove
}

fn solution(args: &[&str]) -> String {
    stdout(tilebase().arg("solve").args(args))
}

/// The number of whole lines. The last line may be half written.
fn lines(file: &Path) -> usize {
    fs::read_to_string(file).unwrap_or_default().matches('\n').count()
}

/// The bounds and parts of a file, each of which was searched once.
fn searched(file: &Path) -> HashSet<String> {
    let text = fs::read_to_string(file).unwrap_or_default();
    let part = |line: &str| {
        let (_, part) = line.split_once(r#""within":"#).expect("a bound");
        part.split_once(r#","moves":"#).expect("a part").0.to_owned()
    };
    let parts: HashSet<String> = text.lines().map(part).collect();
    assert_eq!(parts.len(), text.lines().count(), "searched twice:\n{text}");
    parts
}

#[test]
fn an_interrupted_proof_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("proof.jsonl");
    let mut known = HashSet::new();
    let mut runs = 0;
    loop {
        let run = prove(&file, &["--parts", "7", "--threads", "1", "--max-nodes", "250000", BOARD])
            .output()
            .unwrap();
        runs += 1;
        let now = searched(&file);
        assert!(now.is_superset(&known), "a part was lost");
        if run.status.success() {
            assert_eq!(String::from_utf8(run.stdout).unwrap(), solution(&[BOARD]));
            break;
        }
        let error = String::from_utf8(run.stderr).unwrap();
        assert!(error.contains("stopped: at least "), "{error}");
        assert!(error.contains("; the same command goes on"), "{error}");
        assert!(run.stdout.is_empty() && run.status.code() == Some(1));
        assert!(now.len() > known.len(), "no part fits into the limit");
        known = now;
    }
    assert!(runs > 2, "one run did it all");
    // Proved parts are not searched again.
    let mut done = prove(&file, &["--max-nodes", "1", BOARD]);
    assert_eq!(stdout(&mut done), solution(&[BOARD]));
    let distance = stdout(&mut prove(&file, &["--max-nodes", "1", "--distance", BOARD]));
    assert_eq!(distance, solution(&["--distance", BOARD]));
}

#[test]
fn a_killed_proof_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("proof.jsonl");
    for _ in 0..3 {
        let before = lines(&file);
        let mut run = Command::new(env!("CARGO_BIN_EXE_tilebase"));
        run.env("TILEBASE_DATA", "/nonexistent");
        run.arg("prove").arg("--state").arg(&file).args([
            "--parts",
            "200",
            "--threads",
            "1",
            BOARD,
        ]);
        let mut run = run.stdout(Stdio::null()).spawn().unwrap();
        wait_until("it proves parts", || {
            lines(&file) >= before + 20 || run.try_wait().unwrap().is_some()
        });
        let _ = run.kill();
        run.wait().unwrap();
    }
    assert_eq!(stdout(&mut prove(&file, &[BOARD])), solution(&[BOARD]));
    searched(&file);
}

/// A program that was killed, or whose disk was full, may have written half a line.
#[test]
fn a_line_that_was_cut_short_is_searched_again() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("proof.jsonl");
    let board = "8 6 7 2 5 4 3 x 1";
    let answer = stdout(&mut prove(&file, &["--parts", "2", board]));
    let text = fs::read_to_string(&file).unwrap();
    let last = text.trim_end().rfind('\n').unwrap() + 1;
    for end in [last + 1, last + 30, text.len() - 9, text.len() - 2] {
        fs::write(&file, &text[..end]).unwrap();
        let run = prove(&file, &["--parts", "2", board]).assert().success();
        let run = run.stdout(answer.clone());
        run.stderr(contains("was cut short, and is removed"));
        assert_eq!(fs::read_to_string(&file).unwrap(), text);
    }
    // Nothing but its end is missing.
    fs::write(&file, text.trim_end()).unwrap();
    let whole = prove(&file, &["--max-nodes", "0", board]).assert().success();
    whole.stdout(answer).stderr("");
    assert_eq!(fs::read_to_string(&file).unwrap(), text);
    // A plan is for lines that others append.
    fs::write(&file, &text[..last + 30]).unwrap();
    let plan = stdout(&mut prove(&file, &["--plan", "9", board]));
    assert_eq!(plan.lines().last(), Some("--within 31 --part 9/9"));
    assert_eq!(fs::read_to_string(&file).unwrap(), text[..last]);
}

/// Parts that ran anywhere, in any order, put together in one file.
#[test]
fn parts_make_the_same_answer() {
    let folder = tempfile::tempdir().unwrap();
    let board = "11 4 1 2 / x 5 10 3 / 8 9 6 7";
    for goal in ["last", "first"] {
        let file = folder.path().join(goal);
        let goal = ["--goal", goal];
        let mut bounds = 0;
        loop {
            let plan = stdout(prove(&file, &["--plan", "5", board]).args(goal));
            if plan.is_empty() {
                break;
            }
            bounds += 1;
            // The last one first.
            for part in plan.lines().rev() {
                let mut run = tilebase();
                run.args(["prove", board]).args(goal).args(part.split(' '));
                let run = run.assert().success().stderr(contains("note: part "));
                let mut lines = fs::read(&file).unwrap_or_default();
                lines.extend(&run.get_output().stdout);
                fs::write(&file, lines).unwrap();
            }
        }
        assert!(bounds > 1, "{bounds}");
        let answer = stdout(prove(&file, &["--max-nodes", "0", board]).args(goal));
        assert_eq!(answer, solution(&[board, goal[0], goal[1]]));
    }
}

/// Large shapes have a quick answer first.
#[test]
fn large_shapes() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("proof.jsonl");
    let near = "1 2 3 4 5 6 / 7 8 9 10 11 12 / 13 14 15 x 16 17";
    assert_eq!(stdout(&mut prove(&file, &[near])), "rr\n");
    assert_eq!(stdout(&mut prove(&file, &["--plan", "9", near])), "");
    assert!(!file.exists(), "nothing was searched");
    let board = "8 1 17 4 2 3 / 11 6 12 10 16 5 / 14 x 7 13 9 15";
    assert_eq!(stdout(&mut prove(&file, &["--parts", "3", "--distance", board])), "60\n");
    let solved = solution(&["--optimal", board]);
    assert_eq!(stdout(&mut prove(&file, &["--parts", "3", board])), solved);
}

#[test]
fn what_a_file_may_not_hold() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("proof.jsonl");
    let board = "8 6 7 2 5 4 3 x 1";
    prove(&file, &["--parts", "2", board]).assert().success();
    let text = fs::read_to_string(&file).unwrap();
    let refused = |text: &str, args: &[&str], why: &str| {
        fs::write(&file, text).unwrap();
        let refused = prove(&file, args).assert().code(2).stdout("");
        refused.stderr(contains(why).and(contains("line ")));
        assert_eq!(fs::read_to_string(&file).unwrap(), text, "the file has changed");
    };
    refused(&text, &["1 2 3 4 5 6 x 7 8"], "another board: 8 6 7 2 5 4 3 x 1");
    refused(&text, &["--goal", "first", "8 6 7 2 5 4 3 x 1"], "another goal: 1 2 3 4 5 6 7 8 x");
    for foreign in ["a note of mine", "{\"board\":\"8 6 x", "{\"board\" "] {
        refused(&format!("{text}{foreign}"), &[board], "it has no end");
        refused(foreign, &[board], "it has no end");
    }
    // A beginning of a line is removed only behind lines of this proof.
    refused("{", &[board], "it has no end");
    refused("a note of mine\n{", &[board], "line 1: not what `prove` writes");
    refused(&format!("{text}{{\"board\":\""), &["1 2 3 4 5 6 x 7 8"], "another board");
    refused(&text.replace(r#""within":31"#, r#""within":33"#), &[board], "its checksum is ");
    refused(&format!("{text}rubbish\n"), &[board], "not what `prove` writes");
    refused(&format!("{text}\n"), &[board], "an empty line; remove it");
    let number =
        "not what `prove` writes: invalid type: integer `7`, expected an object at column 1;";
    refused(&format!("{text}7\n"), &[board], number);
    fs::write(&file, [text.as_bytes(), b"\xff\n"].concat()).unwrap();
    let lines = text.lines().count();
    let why = contains(format!("line {}: not what `prove` writes", lines + 1));
    prove(&file, &[board]).assert().code(2).stderr(why);
    let other =
        tilebase().args(["prove", "--within", "31", "--part", "3/9", board]).output().unwrap();
    let other = String::from_utf8(other.stdout).unwrap();
    refused(&format!("{text}{other}"), &[board], "one of 9 parts; expected one of 2");
}

/// Not after the first part, which may take half a minute.
#[test]
fn a_file_that_cannot_be_written_is_told_before_the_search() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("missing").join("proof.jsonl");
    let run = prove(&file, &["--max-nodes", "0", "8 6 7 2 5 4 3 x 1"]).assert();
    run.code(2).stdout("").stderr(contains("cannot write"));
}

#[test]
fn what_cannot_be_proved() {
    let refused = |args: &[&str], why: &str| {
        tilebase().arg("prove").args(args).assert().code(2).stderr(contains(why));
    };
    refused(&["--part", "3/64", "12345678x"], "--within");
    refused(&["--within", "3", "--part", "0/64", "12345678x"], "such as 3/64");
    refused(&["--within", "3", "--part", "2/1", "12345678x"], "such as 3/64");
    refused(&["--metric", "multi", "12345678x"], "an option of: tilebase solve");
    refused(&["12345678x", "12345678x"], "argument 2: a second board; expected one");
    refused(&["--plan", "0", "12345678x"], "--plan");
    let unsolvable = tilebase().args(["prove", "21345678x"]).assert().success();
    unsolvable.stdout("unsolvable\n");
    // The output of a part goes into a file of lines.
    let part = tilebase().args("prove --within 3 --part 1/2 21345678x".split(' ')).assert();
    part.success().stdout("").stderr(starts_with("note: unsolvable: "));
    let stopped = "prove --within 31 --part 1/2 --max-nodes 9 86725x431".split(' ');
    let stopped = tilebase().args(stopped).assert().code(1).stdout("");
    stopped.stderr(contains("boards: part 1/2 was not searched to its end"));
    let folder = tempfile::tempdir().unwrap();
    for file in [Path::new("-"), folder.path()] {
        let run = prove(file, &["12345678x"]).current_dir(&folder).assert().code(2).stdout("");
        run.stderr(ends_with("expected the name of a regular file\n"));
    }
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
}

/// Its limits, and Ctrl-C, also end what comes before the first part.
#[cfg(target_os = "linux")]
#[test]
fn a_quick_answer_is_limited() {
    use crate::program::{handles, is_ignored, kill};
    let board = "8 3 2 19 14 5 22 4 21 23 6 12 20 17 9 7 11 16 24 18 0 1 15 13 10";
    let smaller = "6 11 17 10 15 16 / 4 8 13 14 2 3 / 5 x 1 9 7 12";
    let limits = [
        (["--max-nodes", "300000"], "no solution is shorter than "),
        // There is no time for a solution.
        (["--timeout", "1e-9"], "stopped: at least 66 moves\n"),
    ];
    for (limit, says) in limits {
        let run = tilebase().arg("prove").args(limit).arg(smaller).assert().code(1).stdout("");
        run.stderr(contains(says));
    }
    if is_ignored(2) {
        return;
    }
    let mut run = Command::new(env!("CARGO_BIN_EXE_tilebase"));
    run.env("TILEBASE_DATA", "/nonexistent");
    run.args(["prove", board]).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = run.spawn().unwrap();
    wait_until("it handles the signal", || handles(&child, 2));
    kill(&child, 2);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stderr).unwrap();
    let bound = said.strip_prefix("error: stopped: at least ").and_then(|said| said.get(..2));
    assert!(bound.is_some_and(|bound| (66..=94).contains(&bound.parse().unwrap())), "{said}");
}

#[test]
fn the_board_may_be_in_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("board.csv");
    fs::write(&file, "id,board\n1,1 2 3 4 x 6 7 5 8\n").unwrap();
    tilebase().args(["prove", "-q"]).arg(&file).assert().success().stdout("dr\n");
    let grid = "1 2 3\n4 x 6\n7 5 8\n";
    tilebase().args(["prove", "-"]).write_stdin(grid).assert().success().stdout("dr\n");
    let none = tilebase().args(["prove", "-"]).write_stdin("").assert();
    none.code(2).stderr("error: no board in the input; expected one\n");
    let goal = "8\n0\n1 2 3\n4 x 6\n7 5 8\n";
    let other = tilebase().args(["prove", "-"]).write_stdin(goal).assert();
    other.success().stdout("rulldrrulddluurrdllu\n");
}
