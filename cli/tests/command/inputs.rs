//! Input is read completely or refused, answered as soon as it is complete, and no answer is lost
//! without an error.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use crate::program::{Run, check_lines, contains, line, stdout, tilebase, times};

/// Every word for a blank is one in a grid, which is recognized by its rows.
#[test]
fn every_blank_is_one_in_a_grid() {
    for blank in ["0", "x", "X", "_", ".", "*", "-", "null", "None"] {
        let board = format!("1 2 3\n4 {blank} 5\n7 8 6\n");
        line("solve").write_stdin(board).assert().success().stdout("rd\n");
    }
}

#[test]
fn an_answer_that_is_too_long_is_not_called_wrong() {
    let folder = tempfile::tempdir().expect("a folder");
    let boards = folder.path().join("boards");
    std::fs::write(&boards, "1234567x8\n".repeat(3)).expect("a file");
    let moves = |count: usize| "lr".repeat(count / 2) + "r";
    let answers = format!("{}\n{}\nr\n", moves(64_002), moves(70_002));
    let assert =
        line("check --size 3x3").arg(&boards).arg("-").write_stdin(answers.as_str()).assert();
    assert
        .code(1)
        .stdout("valid +64002\ntoo long: a line of more than 65536 bytes\noptimal\n")
        .stderr("note: 3 lines: 1 optimal, 1 valid (64002 moves too many), 0 wrong, 1 too long, 0 invalid\n");
    let mut command = line("check --size 3x3 --format jsonl");
    command.arg(&boards).arg("-").write_stdin(answers);
    let rows = command.assert().code(1).printed();
    let row: serde_json::Value =
        serde_json::from_str(rows.lines().nth(1).expect("a row")).expect("JSON");
    assert_eq!(row["verdict"], "too long");
    assert!(row["legal"].is_null() && row["length"].is_null(), "{row}");
}

/// Solutions of 40x40 have more than 65,536 bytes.
#[test]
fn solutions_of_large_boards_are_checked_in_every_layout() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("a file");
        path
    };
    let (size, cells) = (40, 1600);
    let tiles: Vec<String> = (1..cells - 1).map(|tile| tile.to_string()).collect();
    let board = format!("{} 0 {}", tiles.join(" "), cells - 1);
    let moves = "lr".repeat(size * 1000) + "r";
    let (boards, answers) = (file("boards", &board), file("answers", &moves));
    let csv = file("csv", &format!("board,moves\n{board},{moves}\n"));
    let json = file("jsonl", &format!("{{\"board\": \"{board}\", \"moves\": \"{moves}\"}}\n"));
    for files in [&[&boards, &answers][..], &[&csv], &[&json]] {
        line("check --valid -q").args(files).assert().success().stdout("valid\n");
        line("analyze --format csv -q").args(files).assert().code(0);
    }
    line("moves --answer length -")
        .write_stdin(moves)
        .assert()
        .success()
        .stdout("length 80001, runs 80000\n");
}

#[test]
fn each_index_is_one_even_if_together_they_look_like_a_board() {
    let boards = ["1", "2", "3", "4"].map(|index| stdout(tilebase().args(["unrank", index])));
    assert_eq!(stdout(&mut line("unrank 1 2 3 4")), boards.concat());
}

/// The board after each move is drawn, or is in the rows.
#[test]
fn moves_are_shown_on_their_board() {
    let drawn = " 1 2 3\n 4 5 6\n 7 8 x\n\n1/2: l\n 1 2 3\n 4 5 6\n 7 x[8]\n\n\
                 2/2: u\n 1 2 3\n 4 x 6\n 7[5]8\n";
    let boards = "[\"1 2 3 4 5 6 7 8 x\",\"1 2 3 4 5 6 7 x 8\",\"1 2 3 4 x 6 7 5 8\"]";
    let csv = "moves,length,runs,after,boards,error\n\
               u,1,1,1 2 3 4 5 x 7 8 6,1 2 3 4 5 6 7 8 x;1 2 3 4 5 x 7 8 6,\n";
    check_lines(&[
        ("moves --show --board 12345678x lu", "", 0, drawn, ""),
        (
            "moves --show --board 12345678x lu --json",
            "",
            0,
            &format!("[..],\"boards\":{boards},\"error\":null}}\n"),
            "",
        ),
        ("moves --show --board 12345678x u --format csv", "", 0, csv, ""),
        (
            "moves --show --board 12345678x lux",
            "",
            1,
            "invalid\n",
            "move 3, column 3: expected one of d, l, r, u, found `x`",
        ),
        ("moves --show lu", "", 2, "", "--board <BOARD>"),
    ]);
}

/// One error, and not one for each table that could be in it.
#[test]
fn a_folder_that_cannot_be_opened_is_one_error() {
    let file = tempfile::NamedTempFile::new().expect("a file");
    let listed = tilebase().arg("info").arg("--data").arg(file.path()).assert().code(1);
    let listed = listed.stderr(times("error: ", 1).and(contains("Not a directory")));
    assert_eq!(listed.printed().lines().count(), 10);
    // A folder that is not there has no tables, unless it was named.
    line("info").assert().success();
}

#[test]
fn one_thing_is_not_called_things() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("t.tbl");
    line("generate -q --size 2x3 --bits 1 -o").arg(&path).assert().success();
    let bit = contains("entry bits   1\n");
    tilebase().arg("info").arg(&path).assert().success().stdout(bit);
    let stopped = contains("stopped: at least 1 move\n");
    line("solve --method bfs --max-nodes 1 8672543x1").assert().code(1).stderr(stopped);
    let sample = contains("\nsample          1\n");
    line("compare --audit manhattan --sample 1").assert().success().stdout(sample);
}

/// A running command that a test talks to.
pub struct Talk {
    child: Child,
    ask: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Talk {
    pub fn with(typed: &str) -> Talk {
        let mut child = line(typed)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the command");
        let ask = child.stdin.take().expect("a pipe");
        let answers = BufReader::new(child.stdout.take().expect("a pipe"));
        Talk { child, ask, answers }
    }

    pub fn say(&mut self, text: &str) {
        self.ask.write_all(text.as_bytes()).expect("it reads");
    }

    /// Waits for this answer. If it does not come, the test hangs, as a user would.
    pub fn hear(&mut self, expected: &str) {
        let mut answer = vec![0; expected.len()];
        self.answers.read_exact(&mut answer).expect("an answer");
        assert_eq!(String::from_utf8_lossy(&answer), expected);
    }

    pub fn end(mut self) {
        drop(self.ask);
        let mut rest = String::new();
        self.answers.read_line(&mut rest).expect("the end");
        assert_eq!(rest, "");
        assert!(self.child.wait().expect("the end").success());
    }
}

#[test]
fn each_line_is_answered_before_the_next_is_written() {
    for typed in ["solve", "solve --method bfs", "lookup", "lookup --threads 3", "judge hdu1043"] {
        let mut talk = Talk::with(typed);
        for (board, answer) in [("1 2 3 4 5 6 7 x 8", "r\n"), ("12345x786", "d\n")] {
            talk.say(board);
            talk.say("\n");
            talk.hear(answer);
        }
        talk.end();
    }
    let mut talk = Talk::with("judge hdu3567");
    talk.say("2\n123456x78 1234567x8\n");
    talk.hear("Case 1: 1\nr\n");
    talk.say("123456x78 12345678x\n");
    talk.hear("Case 2: 2\nrr\n");
    talk.end();
}

/// A program that writes a line that cannot be the row of a grid, nor a title above boards, gets its
/// answer at once.
#[test]
fn a_bad_first_line_is_answered_before_the_next_one() {
    for (options, first) in [
        ("", ""),
        ("", "1 2 2"),
        ("", "1 2 99999999999999999999"),
        ("", "12345678y"),
        ("", "{board"),
        ("--size 3x3", "1 2 3 4 5 6 7 x"),
        ("--size 4x4", "0 1 2"),
        ("--layout lines", "1 2 3"),
        ("--layout jsonl", "1 2 3"),
        ("--layout csv", "board\n1 2 3"),
    ] {
        for command in ["lookup", "solve", "rank", "solvable"] {
            let mut talk = Talk::with(&format!("{command} {options}"));
            talk.say(&format!("{first}\n"));
            talk.hear("invalid\n");
            drop(talk.ask);
            let status = if command == "solvable" { 2 } else { 1 };
            assert_eq!(talk.child.wait().expect("the end").code(), Some(status));
        }
    }
}

#[test]
fn check_answers_each_line_before_the_next_is_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("lines");
    let path = file.to_str().expect("UTF-8");
    std::fs::write(&file, "12345678x\n1234567x8\n").expect("a file");
    let mut talk = Talk::with(&format!("check '{path}' -"));
    talk.say("\n");
    talk.hear("optimal\n");
    talk.say("lrr\n");
    talk.hear("valid +2\n");
    talk.end();
    std::fs::write(&file, "r\nr\n").expect("a file");
    let mut talk = Talk::with(&format!("check - '{path}'"));
    talk.say("1234567x8\n");
    talk.hear("optimal\n");
    talk.say("1234567x8\n");
    talk.hear("optimal\n");
    talk.end();
}

/// Finished answers are written, although the next board of the same block takes forever.
#[test]
fn finished_answers_are_not_held_back() {
    let mut talk = Talk::with("solve --method iddfs");
    talk.say("1234567x8\n12345x786\n8672543x1\n12345678x\n");
    talk.hear("r\nd\n");
    talk.child.kill().expect("it runs");
    talk.child.wait().expect("the end");
}

/// What a command would answer without reading its input is not what was asked.
#[cfg(unix)]
#[test]
fn input_that_is_not_named_is_not_ignored() {
    let said = "there is something on standard input: to read it, name it";
    check_lines(&[
        ("census", "1 2 3 4 5 6 7 x 8\n", 2, "", said),
        ("compare", "1 2 3 4 5 6 7 x 8\n", 2, "", said),
        ("census -", "1 2 3 4 5 6 7 x 8\n", 0, "boards      1\n[..]", ""),
        ("census --size 2x2", "1 2 3 4 5 6 7 x 8\n", 0, "shape       2x2\n[..]", ""),
        ("census", "", 0, "shape       3x3\n[..]", ""),
    ]);
}
