//! Moves in every notation, out of and into every command.

use crate::program::{Run, ends_with, starts_with, stdout, tilebase};
use std::fs;

/// Every command writes, and reads, the notation that is named.
#[test]
fn commands_take_a_notation() {
    let board = "3 2 4 / 1 5 x";
    let folder = tempfile::tempdir().expect("a folder");
    let [boards, answers] = ["boards", "answers"].map(|name| folder.path().join(name));
    fs::write(&boards, board).expect("a file");
    for (notation, moves) in [
        ("blank", "lurdluldrruldr"),
        ("tile", "RDLURDRUL2DRUL"),
        ("tiles", "5 2 4 5 2 4 3 1 4 2 5 3 2 5"),
    ] {
        for command in ["solve", "lookup"] {
            let mut ask = tilebase();
            let ask = ask.args([command, "--notation", notation]).write_stdin(board);
            assert_eq!(stdout(ask), format!("{moves}\n"));
        }
        fs::write(&answers, moves).expect("a file");
        for reading in ["blank", "tile", "tiles"] {
            let mut check = tilebase();
            let check = check.args(["check", "--notation", reading]).args([&boards, &answers]);
            let is_right = check.output().expect("the command").stdout == b"optimal\n";
            assert_eq!(is_right, reading == notation, "{notation} {reading}");
        }
    }
    let mut sample = tilebase();
    sample.args("sample -n 1 --seed 1 --format csv --notation tile".split(' '));
    let row = stdout(&mut sample);
    let fields: Vec<&str> = row.lines().nth(1).expect("a row").split(',').collect();
    let solved = stdout(tilebase().args(["solve", "--notation", "tile", fields[0]]));
    assert_eq!(fields[2], solved.trim());
}

/// The analysis of a file and the verdicts on it agree, and its sums are those of its lines.
#[test]
fn files_are_analyzed_as_they_are_checked() {
    let folder = tempfile::tempdir().expect("a folder");
    let [boards, answers] = ["boards", "answers"].map(|name| folder.path().join(name));
    fs::write(&boards, "1 2 3 x 4 6 7 5 8\n12345678x\n12345678x\n12345687x\n1234567x8\nx\n")
        .expect("a file");
    fs::write(&answers, "rlrdr\n\nlrlr\nunsolvable\nl\nr\n").expect("a file");
    let mut analyze = tilebase();
    analyze.arg("analyze").args([&boards, &answers]);
    analyze
        .assert()
        .code(1)
        .stdout(
            "+2: 5 moves, optimal 3\n+0: 0 moves, optimal 0\n+4: 4 moves, optimal 0\noptimal\n\
             wrong: not at the goal after 1 move\ninvalid\n",
        )
        .stderr(ends_with(
            "note: 6 lines: 2 optimal, 2 valid (6 moves too many), 1 wrong (1 not at the goal), 1 \
             invalid\nnote: +0: 1, +2: 1, +4: 1\nnote: mean length 3.000, mean optimal length \
             1.000, of 3 solutions\n",
        ));
    for format in ["csv", "jsonl"] {
        let rows = |command: &[&str]| {
            let mut command_line = tilebase();
            let command_line = command_line.args(command).args(["--format", format]);
            command_line.output().expect("the command").stdout
        };
        let [boards, answers] = [&boards, &answers].map(|path| path.to_str().expect("UTF-8"));
        assert_eq!(rows(&["analyze", boards, answers]), rows(&["check", boards, answers]));
    }
    // The moves may be beside the boards.
    let csv = folder.path().join("solved.csv");
    fs::write(&csv, "board,moves\n12345x786,d\n1234567x8,lrr\n").expect("a file");
    let expected = "+0: 1 move, optimal 1\n+2: 3 moves, optimal 1\n";
    tilebase().arg("analyze").arg(&csv).assert().success().stdout(starts_with(expected));
    // Boards may have goals of their own: what `lookup` answers is right.
    let goals = folder.path().join("goals.csv");
    let rows = "board,goal\n12345x786,first\n1234567x8,x87654321\n8672543x1,12345678x\n";
    fs::write(&goals, rows).expect("a file");
    for metric in ["single", "multi"] {
        let given = ["--metric", metric, "--goal-column", "goal"];
        for answers in [&["--notation", "tiles"][..], &["--format", "csv", "--keep"]] {
            let mut lookup = tilebase();
            let found = stdout(lookup.arg("lookup").args(given).args(answers).arg(&goals));
            fs::write(&csv, found).expect("a file");
            let mut check = tilebase();
            let notation = if answers.len() == 2 { answers } else { &[] };
            check.arg("check").args(given).args(notation).args([&goals, &csv]);
            check.assert().success().stdout("optimal\n".repeat(3));
        }
    }
    tilebase().args(["check", "--goal-column", "to"]).arg(&goals).assert().code(2);
    tilebase().args(["analyze", "12345678x"]).assert().code(2);
}
