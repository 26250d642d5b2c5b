//! `judge`, `check` and `solvable` as commands: statuses, files and messages. What judges answer
//! and which boards are solvable is tested in the library.

use crate::program::{Run, check_lines, contains, stdout, tilebase, times};
use std::fs;
use tilebase::judge::Judge;

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
    // A similar name is another problem.
    for name in ["poj1078", "hdu1077", "acwing1525"] {
        judge(name).code(2).stderr(times("tip:", 0));
    }
    assert_eq!(stdout(tilebase().arg("judge")), list);
    let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/../data/judges/aoj-alds1-13c.in");
    assert_eq!(stdout(tilebase().args(["judge", "aoj-alds1-13c", sample])), "8\n");
    let mut malformed = tilebase();
    let malformed = malformed.args(["judge", "poj1077"]).write_stdin("12345x786\n3").assert();
    malformed
        .code(1)
        .stdout("")
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
    let first = "or use the goal `first`, which has the blank first";
    let why = "unsolvable: [..]; swap tiles 15 and 14 to make it solvable, [..] (1 inversion)\n";
    check_lines(&[
        (&format!("solvable {fifteen}"), "", 1, "unsolvable\n", ""),
        (&format!("solvable {fifteen} --explain"), "", 1, why, ""),
        ("solvable '0 1/2 3' '2 1/0 3'", "", 0, "solvable\n", ""),
        ("solve '0 1/2 3'", "", 0, "unsolvable\n", first),
        ("solve '0 1/2 3' --goal first --distance", "", 0, "0\n", ""),
        ("solve '0 1/3 2' --goal first", "", 0, "unsolvable\n", "to make it solvable\n"),
        ("solvable '0 1 2/3 4 5'", "", 0, "solvable\n", ""),
        ("solvable", lines, 2, answers, "line 2: "),
        ("solvable - 12345687x", "12345687x\n12345678x", 1, "solvable\nunsolvable\n", ""),
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
        .code(2)
        .stdout("invalid\n");
}

/// Thousands of lines, on any number of threads.
#[test]
fn wrong_answers_are_found_and_counted() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("boards");
    let lines = |four: [&str; 4]| (four.join("\n") + "\n").repeat(2000);
    fs::write(&path, lines(["1 2 3 x 4 6 7 5 8", "12345678x", "12345687x", "1234567x8"]))
        .expect("a file");
    let check = |arguments: &[&str]| {
        let mut check = tilebase();
        check.arg("check").arg(&path).arg("-").args(arguments);
        let answers = lines(["rdr", "lr", "unsolvable", "u"]);
        check.write_stdin(answers).assert().code(1)
    };
    let expected = ["optimal", "valid +2", "optimal", "wrong: not at the goal after 1 move"];
    let summary = "note: 8000 lines: 4000 optimal, 2000 valid (4000 moves too many), 2000 wrong (2000 \
                   not at the goal), 0 invalid\n";
    for threads in ["1", "7"] {
        check(&["--threads", threads]).stdout(lines(expected)).stderr(summary);
    }
    let objects = check(&["--format", "jsonl"]).printed();
    let objects: Vec<serde_json::Value> =
        objects.lines().map(|row| serde_json::from_str(row).expect("JSON")).collect();
    for (object, expected) in objects.iter().zip(expected.iter().cycle()) {
        let verdict = object["verdict"].as_str().expect("text");
        let is_wrong = verdict == "wrong";
        assert!(expected.starts_with(verdict), "{object}");
        assert_eq!(object["error"].is_null(), !is_wrong, "{object}");
        assert_eq!(object["excess"] == 2, verdict == "valid", "{object}");
        if object["answer"] != "unsolvable" {
            assert_eq!(
                (&object["legal"], &object["reaches_goal"]),
                (&true.into(), &(!is_wrong).into())
            );
        }
    }
    assert_eq!(objects.len(), 8000);
}

#[test]
fn check_files_of_different_lengths_and_other_goals() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("boards");
    fs::write(&path, "1 2 3 x 4 6 7 5 8\r\n12345678x\nrubbish\n12345x786\n").expect("a file");
    let ask = |answers: &str| {
        tilebase().arg("check").arg(&path).arg("-").write_stdin(answers).assert().code(2)
    };
    ask("rdr\r\n").stdout("optimal\nwrong: no answer\ninvalid\nwrong: no answer\n");
    let more = ask("rdr\n\n\nd\nd\n").stdout("optimal\noptimal\ninvalid\noptimal\n");
    more.stderr(
        contains("line 3: the 1st cell")
            .and(contains("line 5 of the answers: an answer without a board")),
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
