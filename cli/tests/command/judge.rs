//! `judge`, `check` and `solvable` as commands: statuses, files and messages. What judges answer and
//! which boards are solvable is tested in the library.

use std::fmt::Write as _;
use std::fs;

use crate::common::Search;
use crate::program::{Run, check_lines, contains, stdout, tilebase};
use tilebase::judge::Judge;
use tilebase::{Board, Move, Shape};

#[test]
fn judges_as_a_command() {
    let list = stdout(tilebase().args(["judge", "--list"]));
    assert!(
        Judge::ALL.iter().zip(list.lines()).all(|(judge, line)| line.starts_with(judge.name)),
        "{list}"
    );
    let judge = |name| tilebase().args(["judge", name]).write_stdin("1 2 3 4 5 6 7 x 8\n").assert();
    judge("poj1077").success().stdout("r\n").stderr("");
    judge("spoj").code(2).stderr(contains("possible values: acwing108, "));
    let mut malformed = tilebase();
    let malformed = malformed.args(["judge", "poj1077"]).write_stdin("12345x786\n3").assert();
    malformed
        .code(1)
        .stdout("d\n")
        .stderr("error: case 2, line 2: expected the end of the input after 1 case, found `3`\n");
}

#[test]
fn answers_to_judges_are_checked() {
    let folder = tempfile::tempdir().expect("a folder");
    let check = |input: &str, output: &str, options: &[&str]| {
        let [asked, answered] = ["in", "out"].map(|name| folder.path().join(name));
        fs::write(&asked, input).expect("a file");
        fs::write(&answered, output).expect("a file");
        let mut check = tilebase();
        check.args(["check", "--judge", "uva652"]).args([asked, answered]).args(options).assert()
    };
    let two = "2\n\n1 2 3 4 x 6 7 5 8\n\n1 2 3 4 5 6 8 7 x\n";
    check(two, "dr\n\nunsolvable\n", &[]).success().stdout("correct\ncorrect\n");
    check(two, "drlr\n\nunsolvable\n", &[]).success().stdout("valid +2\ncorrect\n");
    let wrong = "correct\nwrong: line 3: expected `unsolvable`, found `no`\n";
    check(two, "dr\n\nno\n", &[]).code(1).stdout(wrong);
    check("1\n\n1 2 3\n", "x\n", &[]).code(2);
    for option in [["--notation", "tile"], ["--goal", "first"], ["--size", "4x4"]] {
        check(two, "dr\n\nunsolvable\n", &option).code(2);
    }
}

/// What `lookup` answers to every board of 3x3 is right for `check`, from files.
#[test]
fn every_answer_of_lookup_is_right() {
    let folder = tempfile::tempdir().expect("a folder");
    let [boards, answers] = ["boards", "answers"].map(|name| folder.path().join(name));
    let every = Board::all(Shape::default()).fold(String::new(), |mut text, board| {
        writeln!(text, "{board}").expect("memory");
        text
    });
    fs::write(&boards, every).expect("a file");
    tilebase().arg("lookup").arg(&boards).arg("-o").arg(&answers).assert().success();
    let check = tilebase().arg("check").args([&boards, &answers]).assert().success();
    check
        .stdout("optimal\n".repeat(362_880))
        .stderr("note: 362880 lines: 362880 optimal, 0 valid, 0 wrong, 0 invalid\n");
}

/// A file that is named is complete, or what it was.
#[test]
fn answers_to_a_case_that_cannot_be_read_replace_no_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("out");
    let judge = |input: &str| {
        let mut judge = tilebase();
        judge.args(["judge", "uva652", "-o"]).arg(&out).write_stdin(input);
        judge.assert()
    };
    judge("2\n1 2 3 4 5 6 7 x 8\n").code(1).stderr(contains("case 2"));
    assert!(!out.exists());
    judge("1\n1 2 3 4 5 6 7 x 8\n").success();
    judge("2\n1 2 3 4 5 6 x 7 8\n").code(1);
    assert_eq!(fs::read_to_string(&out).expect("a file"), "r\n");
}

#[test]
fn solvable_as_a_command() {
    let lines = "12345678x\n1 2 3\n12345687x\n\n[[2,1],[3,0]]";
    let answers = "solvable\ninvalid\nunsolvable\ninvalid\nunsolvable\n";
    let fifteen = "'1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 x'";
    let why = "unsolvable: [..]; exchange tiles 15 and 14 to make it solvable (1 inversion)\n";
    check_lines(&[
        (&format!("solvable {fifteen}"), "", 0, "unsolvable\n", ""),
        (&format!("solvable {fifteen} --explain"), "", 0, why, ""),
        ("solvable '0 1/2 3' '2 1/0 3'", "", 0, "solvable\n", ""),
        ("solvable '0 1 2/3 4 5'", "", 0, "solvable\n", ""),
        ("solvable", lines, 1, answers, "line 2: "),
        ("solvable - 12345687x", "12345687x\n12345678x", 0, "solvable\nunsolvable\n", ""),
        ("solvable 1234/5678 1234567x", "", 2, "", "GOAL"),
    ]);
    // A million cells: from a file of rows, and as one line.
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("board");
    let rows: Vec<String> = (0..1000)
        .map(|row| {
            (1..=1000)
                .map(|col| ((row * 1000 + col) % 1_000_000).to_string())
                .collect::<Vec<_>>()
                .join(" ")
        })
        .collect();
    fs::write(&path, rows.join("\n")).expect("a file");
    let file = fs::File::open(&path).expect("a file");
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_tilebase"));
    let output = command.arg("solvable").stdin(file).output().expect("the command");
    assert_eq!(output.stdout, b"solvable\n");
    tilebase().arg("solvable").write_stdin(rows.join("/")).assert().success().stdout("solvable\n");
    tilebase()
        .arg("solvable")
        .write_stdin("1 ".repeat(9 << 20))
        .assert()
        .code(1)
        .stdout("invalid\n");
}

/// Applies moves independently of the library: `None` if one leaves the board.
fn replay(board: &Board, moves: &str) -> Option<Vec<u8>> {
    let (rows, cols) = (board.shape().rows(), board.shape().cols());
    let mut cells = board.cells().to_vec();
    for letter in moves.chars() {
        let blank = cells.iter().position(|&tile| tile == 0)?;
        let (row, col) = (blank / cols, blank % cols);
        let to = match letter {
            'u' if row > 0 => blank - cols,
            'd' if row + 1 < rows => blank + cols,
            'l' if col > 0 => blank - 1,
            'r' if col + 1 < cols => blank + 1,
            _ => return None,
        };
        cells.swap(blank, to);
    }
    Some(cells)
}

#[test]
fn spoilt_answers_are_caught() {
    let goal: Board = "12345678x".parse().expect("a goal");
    let search = Search::to(&goal);
    let mut counts = [0; 4];
    let (mut boards, mut answers, mut expected) = (String::new(), String::new(), Vec::new());
    for board in Board::all(goal.shape()).step_by(97) {
        let distance = search.distances.get(board.cells()).copied();
        let right = distance.map_or(String::new(), |_| search.canonical(board.cells()).to_string());
        let middle = right.len() / 2;
        let mut spoilt = vec![
            "unsolvable".to_owned(),
            format!("{right}u"),
            format!("{right}lr"),
            right.clone(),
            "q".to_owned(),
        ];
        for letter in Move::ALL.map(Move::letter) {
            if !right.is_empty() {
                let mut wrong = right.clone();
                wrong.replace_range(middle..=middle, &letter.to_string());
                spoilt.push(wrong);
            }
        }
        if right.len() > 1 {
            let mut letters: Vec<char> = right.chars().collect();
            letters.swap(middle, middle - 1);
            spoilt.push(letters.into_iter().collect());
        }
        for answer in spoilt {
            let verdict = match (replay(&board, &answer), distance) {
                _ if answer == "unsolvable" => {
                    if distance.is_none() { "optimal" } else { "wrong" }.to_owned()
                }
                (Some(end), Some(distance)) if end == goal.cells() => {
                    match answer.len() - distance as usize {
                        0 => "optimal".to_owned(),
                        excess => format!("valid +{excess}"),
                    }
                }
                _ => "wrong".to_owned(),
            };
            counts[["optimal", "valid", "wrong"]
                .iter()
                .position(|kind| verdict.starts_with(kind))
                .expect("a kind")] += 1;
            writeln!(boards, "{board}").expect("memory");
            writeln!(answers, "{answer}").expect("memory");
            expected.push(verdict);
        }
    }
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("boards");
    fs::write(&path, boards).expect("a file");
    let check = |arguments: &[&str]| {
        let mut command = tilebase();
        let output = command
            .arg("check")
            .arg(&path)
            .arg("-")
            .args(arguments)
            .write_stdin(answers.as_str())
            .assert()
            .code(1);
        (output.printed(), output.get_output().stderr.clone())
    };
    let (verdicts, summary) = check(&[]);
    assert_eq!(verdicts.lines().count(), expected.len());
    for (verdict, expected) in verdicts.lines().zip(&expected) {
        let kind = if verdict.starts_with("wrong: ") { "wrong" } else { verdict };
        assert_eq!(kind, expected);
    }
    let summary = String::from_utf8(summary).expect("UTF-8");
    let start =
        format!("note: {} lines: {} optimal, {} valid (", expected.len(), counts[0], counts[1]);
    assert!(
        summary.starts_with(&start) && summary.contains(&format!("{} wrong (", counts[2])),
        "{summary}"
    );
    assert!(counts[..3].iter().all(|&count| count > 500), "{counts:?}");
    for threads in ["1", "7"] {
        assert!(check(&["--threads", threads]).0 == verdicts);
    }
    let (objects, _) = check(&["--format", "jsonl"]);
    for (object, expected) in objects.lines().zip(&expected) {
        let object: serde_json::Value = serde_json::from_str(object).expect("JSON");
        let verdict = object["verdict"].as_str().expect("text");
        assert!(expected.starts_with(verdict), "{object} {expected}");
        assert_eq!(object["error"].is_null(), verdict != "wrong", "{object}");
        if verdict == "valid" {
            assert_eq!(expected, &format!("valid +{}", object["excess"]));
            assert_eq!(
                object["length"].as_u64(),
                Some(object["answer"].as_str().expect("text").len() as u64)
            );
        }
        if object["answer"] != "unsolvable" {
            assert_eq!(object["reaches_goal"] == true, verdict != "wrong", "{object}");
            assert!(object["legal"].is_boolean(), "{object}");
        }
    }
}

#[test]
fn check_files_of_different_lengths_and_other_goals() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("boards");
    fs::write(&path, "1 2 3 x 4 6 7 5 8\r\n12345678x\nrubbish\n12345x786\n").expect("a file");
    let ask = |answers: &str| {
        tilebase().arg("check").arg(&path).arg("-").write_stdin(answers).assert().code(1)
    };
    ask("rdr\r\n").stdout("optimal\nwrong: no answer\ninvalid\nwrong: no answer\n");
    let more = ask("rdr\n\n\nd\nd\n").stdout("optimal\noptimal\ninvalid\noptimal\ninvalid\n");
    more.stderr(
        contains("line 3: the 1st cell").and(contains("line 5: an answer without a board")),
    );
    tilebase()
        .args(["check", "-", "-"])
        .assert()
        .code(2)
        .stderr(contains("standard input is named twice"));
    tilebase()
        .arg("check")
        .arg(&path)
        .arg("/nonexistent")
        .assert()
        .code(2)
        .stderr(contains("cannot open /nonexistent"));
    fs::write(&path, "2 8 3 1 x 4 7 6 5\n").expect("a file");
    let goal = ["--goal", "1 2 3 8 x 4 7 6 5"];
    tilebase()
        .arg("check")
        .arg(&path)
        .arg("-")
        .args(goal)
        .write_stdin("uldr\n")
        .assert()
        .success()
        .stdout("optimal\n");
}
