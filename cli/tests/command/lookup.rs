//! `tilebase lookup` as a command: every kind of answer, invalid lines, files. That answers are
//! right, optimal and canonical is tested in the library.

use crate::program::{Run, contains, stdout, tilebase};

#[test]
fn every_answer_there_is() {
    let ask = |answer| {
        stdout(
            tilebase()
                .args(["lookup", "--answer", answer])
                .write_stdin("867254301\n12345678x\n12345687x\n"),
        )
    };
    assert_eq!(ask("moves"), "lurdrulurdlldrrululddruulddrurd\n\nunsolvable\n");
    assert_eq!(ask("distance"), "31\n0\nunsolvable\n");
    assert_eq!(ask("next"), "lru\n\nunsolvable\n");
    assert_eq!(ask("count"), "40\n1\nunsolvable\n");
}

#[test]
fn bad_lines_are_answered_in_their_place() {
    let long = "1 ".repeat(1 << 19);
    let mut input = b"\xef\xbb\xbf1 2 3 4 5 6 7 x 8\r\n".to_vec();
    let bad: [&[u8]; 13] = [
        b"",
        b"   ",
        b"1 2 3 4 5 6 7 7 x",
        b"1 2 3 4 5 6 7 8 9",
        b"1 2 3 4 5 6 7 x x",
        b"1 2 3 4 5 6 7 9 x",
        b"1 2 3 4 5 6 7 x",
        b"1 2 3 4 5 6 7 8 9 x",
        b"a b c d e f g h i",
        b"\xff\xfe\xf0\x28\x8c",
        b"12345\x00678x",
        long.as_bytes(),
        b"1 2 3 4 5 6 7 8 9 10 11 12 13 / 14 15 16 17 18 19 20 21 22 23 24 24 x",
    ];
    for line in bad {
        input.extend_from_slice(line);
        input.push(b'\n');
    }
    input.extend_from_slice(b"12345x786");
    let output = tilebase().arg("lookup").write_stdin(input).assert().code(1).get_output().clone();
    let expected = format!("r\n{}d\n", "invalid\n".repeat(bad.len()));
    assert_eq!(String::from_utf8(output.stdout).expect("UTF-8"), expected);
    let messages = String::from_utf8(output.stderr).expect("UTF-8");
    let messages: Vec<&str> = messages.lines().collect();
    assert_eq!(messages.len(), 11);
    assert_eq!(
        messages[2],
        "error: line 4: row 3, column 2: tile 7 is already in row 3, column 1; expected each tile once"
    );
    assert_eq!(messages[10], "error: 13 lines have no answer; the first 10 are shown above");
}

#[test]
fn files_in_and_out() {
    let folder = tempfile::tempdir().expect("a folder");
    let (boards, answers) = (folder.path().join("boards"), folder.path().join("answers"));
    std::fs::write(&boards, "12345678x\n1234567x8\n").expect("a file");
    let mut command = tilebase();
    command
        .arg("lookup")
        .arg(&boards)
        .arg("-o")
        .arg(&answers)
        .assert()
        .success()
        .stdout("")
        .stderr("");
    assert_eq!(std::fs::read_to_string(&answers).expect("answers"), "\nr\n");
    // The input is not emptied by naming it twice.
    tilebase().arg("lookup").arg(&boards).arg("-o").arg(&boards).assert().code(2);
    assert_eq!(std::fs::read_to_string(&boards).expect("boards").len(), 20);
    for missing in ["/nonexistent/boards", "/"] {
        tilebase().args(["lookup", missing]).assert().code(2).stdout("");
    }
}

#[test]
fn lines_may_show_their_own_shape() {
    let mut command = tilebase();
    let answers = command
        .arg("lookup")
        .write_stdin("[[1,2,3],[4,0,5]]\n12345678x\n12/x3\n")
        .assert()
        .success();
    answers.stdout("r\n\nr\n");
    tilebase()
        .args(["lookup", "--size", "2x3"])
        .write_stdin("12345x\n123/4x5\n12345678x\n")
        .assert()
        .code(1)
        .stdout("\nr\ninvalid\n");
}

/// A file is not called compressed unless it is.
#[test]
fn a_name_that_promises_compression_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["answers.csv.gz", "answers.ZST"] {
        let file = folder.path().join(name);
        let refused =
            tilebase().arg("lookup").arg("-o").arg(&file).write_stdin("12345678x").assert();
        refused.code(2).stderr(contains("write to standard output, and compress"));
        assert!(!file.exists());
    }
}
