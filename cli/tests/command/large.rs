//! Shapes of 17 to 25 cells on the command line: what is proved, and what is not, never look alike.

use std::process::Stdio;
use std::time::Duration;
use std::{fs, thread};

use crate::program::{stdout, tilebase};
use predicates::prelude::*;
use tilebase::{Board, Moves};

const NEAR: &str = "1 2 3 4 5 / 6 7 8 9 10 / 11 12 13 14 15 / 16 17 18 19 20 / 21 22 x 23 24";
const HARD: &str = "1 9 3 20 4 16 21 17 10 7 18 11 12 8 14 13 6 15 5 24 0 22 23 19 2";

#[test]
fn what_is_proved_looks_as_for_every_shape() {
    let solve = |args: &str| stdout(tilebase().arg("solve").args(args.split(' ')).arg(NEAR));
    assert_eq!(solve("--answer moves"), "rr\n");
    assert_eq!(solve("--distance"), "2\n");
    assert_eq!(solve("--answer legal"), "r:1 l:3 u:3\n");
    assert!(solve("--json").contains(r#""length":2,"lower_bound":2,"optimal":true,"error":null"#));
}

#[test]
fn what_is_not_proved_is_said() {
    let limited = |command: &str, args: &[&str]| {
        let mut limited = tilebase();
        limited.args([command, "--max-nodes", "50000"]).args(args);
        limited
    };
    let solved = limited("solve", &[HARD]).assert().success();
    let output = solved
        .stderr(predicate::str::contains("; no solution is shorter than "))
        .get_output()
        .clone();
    let moves: Moves =
        String::from_utf8(output.stdout).expect("UTF-8").trim().parse().expect("moves");
    let board: Board = HARD.parse().expect("a board");
    assert_eq!(board.after(&moves), Some(Board::goal(board.shape())));
    let line = stdout(limited("lookup", &[]).write_stdin(format!("{HARD}\n")));
    let (bounds, same) = line.trim().split_once(' ').expect("bounds and moves");
    assert_eq!(same.parse::<Moves>().as_ref(), Ok(&moves));
    assert!(bounds.ends_with(&format!("..{}", moves.len())), "{bounds}");
    let csv = limited("lookup", &["--format", "csv", "--size", "5x5"]).write_stdin(HARD).output();
    let csv = String::from_utf8(csv.expect("it runs").stdout).expect("UTF-8");
    assert!(csv.starts_with("board,distance,moves,next,harder_than,length,lower_bound,optimal,"));
    assert!(
        csv.contains(&format!(",,{moves},,,{},", moves.len())) && csv.contains(",false,"),
        "{csv}"
    );
    limited("solve", &["--count", HARD])
        .assert()
        .code(1)
        .stdout(predicate::str::starts_with("stopped: at least "));
}

/// Ctrl-C during a search on arguments is no failure: there is an answer.
#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_prints_the_best_so_far_with_its_bound() {
    let board = "8 3 2 19 14 5 22 4 21 23 6 12 20 17 9 7 11 16 24 18 0 1 15 13 10";
    let mut solve = std::process::Command::new(env!("CARGO_BIN_EXE_tilebase"));
    solve.args(["solve", "--optimal", board]).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = solve.spawn().expect("the command");
    // Until it handles the signal, that is while it makes tables, Ctrl-C would end it.
    let handles = || {
        let status = fs::read_to_string(format!("/proc/{}/status", child.id())).expect("it runs");
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).expect("a set");
        u64::from_str_radix(caught.trim(), 16).expect("bits") & 2 != 0
    };
    while !handles() {
        thread::sleep(Duration::from_millis(10));
    }
    thread::sleep(Duration::from_secs(3));
    let kill = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(kill.expect("a command").success());
    let output = child.wait_with_output().expect("its answer");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    let (moves, note) = (text(output.stdout), text(output.stderr));
    assert!(note.contains(" moves; no solution is shorter than "), "{note}");
    assert_eq!(output.status.code(), Some(0));
    let (board, moves): (Board, Moves) =
        (board.parse().expect("a board"), moves.trim().parse().expect("moves"));
    assert_eq!(board.after(&moves), Some(Board::goal(board.shape())));
}

/// After a hundredth of a second of searching there is a solution.
#[test]
fn there_is_always_a_solution() {
    let boards =
        stdout(tilebase().args(["sample", "--size", "5x5", "--count", "5", "--seed", "9"]));
    let mut lookup = tilebase();
    lookup.args(["lookup", "--size", "5x5", "--max-nodes", "50000"]).write_stdin(boards);
    for line in stdout(&mut lookup).lines() {
        assert!(line.contains("..") && line.split(' ').nth(1).is_some(), "{line}");
    }
}

#[test]
fn other_commands_know_large_shapes() {
    let boards =
        stdout(tilebase().args(["sample", "--size", "5x5", "--count", "3", "--seed", "1"]));
    assert_eq!(boards.lines().count(), 3);
    assert!(boards.lines().all(|line| line.parse::<Board>().is_ok()));
    let apply = stdout(tilebase().args(["apply", NEAR, "rr"]));
    assert!(apply.contains("24 x"), "{apply}");
    tilebase()
        .args(["rank", HARD])
        .assert()
        .code(1)
        .stderr(predicate::str::contains("5x5 has too many boards for an index"));
    tilebase()
        .args(["unrank", "--size", "5x5", "1"])
        .assert()
        .code(1)
        .stderr(predicate::str::contains("at most 16 cells"));
}
