//! Shapes of 17 to 25 cells on the command line: what is proved, and what is not, never look alike.

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
