//! Moves in every notation, out of and into every command.

use std::fs;

use crate::program::{Run, ends_with, line, stdout, tilebase};

#[test]
fn every_answer_in_every_format_is_in_the_notation() {
    let board = "3 2 4 / 1 5 x";
    let solve = |options: &str| stdout(tilebase().arg("solve").args(options.split(' ')).arg(board));
    for (answer, [blank, tile, tiles]) in [
        ("moves", ["lurdluldrruldr", "RDLURDRUL2DRUL", "5 2 4 5 2 4 3 1 4 2 5 3 2 5"]),
        ("next", ["lu", "RD", "5 4"]),
        ("legal", ["l:13 u:13", "R:13 D:13", "5:13 4:13"]),
    ] {
        for (notation, expected) in [("blank", blank), ("tile", tile), ("tiles", tiles)] {
            let found = solve(&format!("--answer {answer} --notation {notation}"));
            assert_eq!(found, format!("{expected}\n"), "{answer} {notation}");
        }
    }
    let all = solve("--all --notation tiles");
    assert_eq!(all.lines().count(), 2);
    let drawn = solve("--show --notation tiles");
    assert!(drawn.contains("\n1/14: 5\n 3 2 4\n 1 x[5]\n"), "{drawn}");
    for (notation, answer) in [("blank", "all"), ("tile", "all"), ("tiles", "legal")] {
        let text = solve(&format!("--answer {answer} --notation {notation} --json"));
        let row: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        let written = |field: &str, flag: &str| {
            assert_eq!(
                row[field],
                solve(&format!("{flag} --notation {notation}")).trim(),
                "{text}"
            );
        };
        written("moves", "--answer moves");
        written("next", "--next");
        let csv = solve(&format!("--answer {answer} --notation {notation} --format csv"));
        let fields: Vec<&str> = csv.lines().nth(1).expect("a row").split(',').collect();
        assert_eq!([fields[2], fields[3]], [&row["moves"], &row["next"]], "{csv}");
        if answer == "all" {
            let both = solve(&format!("--all --notation {notation}"));
            let both: Vec<&str> = both.lines().collect();
            assert_eq!(row["solutions"], serde_json::json!(both));
            assert_eq!(fields[5], both.join(" "));
        } else {
            assert_eq!(row["legal"][0], serde_json::json!({"move": "5", "distance": 13}));
            assert_eq!(fields[4], "5:13 4:13");
        }
    }
    // Where solutions have spaces, something else is between them.
    let csv = solve("--all --notation tiles --format csv");
    assert!(csv.contains(&all.trim().replace('\n', ";")), "{csv}");
    let mut sample = tilebase();
    sample.args("sample -n 1 --seed 1 --format csv --notation tile".split(' '));
    let row = stdout(&mut sample);
    let fields: Vec<&str> = row.lines().nth(1).expect("a row").split(',').collect();
    let solved = stdout(tilebase().args(["solve", "--notation", "tile", fields[0]]));
    assert_eq!(fields[2], solved.trim());
}

/// The answers of `lookup` are right for `check` in the same notation, and wrong in another.
#[test]
fn answers_are_checked_in_the_notation() {
    let folder = tempfile::tempdir().expect("a folder");
    let [boards, answers] = ["boards", "answers"].map(|name| folder.path().join(name));
    let text = "1 2 3 x 4 6 7 5 8\n12345678x\n12345687x\n2 3 4 1 5 x 7 6 8\n";
    fs::write(&boards, text).expect("a file");
    for notation in ["blank", "tile", "tiles"] {
        let solved = stdout(tilebase().args(["lookup", "--notation", notation]).arg(&boards));
        fs::write(&answers, &solved).expect("a file");
        for reading in ["blank", "tile", "tiles"] {
            let mut check = tilebase();
            let check = check.arg("check").arg(&boards).arg(&answers).args(["--notation", reading]);
            let output = check.output().expect("the command");
            let optimal = String::from_utf8_lossy(&output.stdout).matches("optimal\n").count();
            assert_eq!(optimal, if reading == notation { 4 } else { 2 }, "{notation} {reading}");
        }
    }
    let no_tile = "wrong: move 1, column 1: `R` moves no tile: the blank is in row 2, column 1; all \
                   moves would be legal in the notation `blank`";
    let not_beside =
        "wrong: move 2, column 3: tile 7 is not beside the blank, which is in row 2, column 2";
    fs::write(&boards, "1 2 3 x 4 6 7 5 8\n").expect("a file");
    for (notation, answer, verdict) in [
        ("blank", "r d r", "optimal"),
        ("blank", "r2l d1r", "valid +2"),
        ("tile", "L U L", "optimal"),
        ("tile", "LRLUL", "valid +2"),
        ("tile", "R", no_tile),
        ("tiles", "4 5 8", "optimal"),
        ("tiles", "4 4 4 5 8", "valid +2"),
        ("tiles", "4 7", not_beside),
        ("tiles", "unsolvable", "wrong: it can be solved, in 3 moves"),
        ("tiles", "4", "wrong: not at the goal after 1 move"),
    ] {
        let mut check = line(&format!("check --notation {notation}"));
        let checked = check.arg(&boards).arg("-").write_stdin(answer).assert();
        checked.stdout(format!("{verdict}\n"));
    }
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
    analyze.arg("analyze").arg("--boards").arg(&boards).arg("--moves").arg(&answers);
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
        assert_eq!(
            rows(&["analyze", "--boards", boards, "--moves", answers]),
            rows(&["check", boards, answers])
        );
    }
    tilebase().args(["analyze", "--boards", "x"]).assert().code(2);
    tilebase().args(["analyze", "12345678x"]).assert().code(2);
}
