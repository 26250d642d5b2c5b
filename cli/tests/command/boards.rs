//! Boards are read in every layout, by every command that reads them.

use std::fs;

use crate::program::{stdout, tilebase};
use predicates::prelude::*;

/// The same three boards.
const LINES: &str = "1 2 3 4 5 6 7 x 8\n1 2 3 4 5 6 7 8 9 10 11 12 13 14 x 15\n12345x786\n";
const LAYOUTS: [(&[&str], &str); 9] = [
    (&[], LINES),
    (&[], "\u{feff}1234567x8\n123456789ABCDExF\n12345x786"),
    (
        &[],
        "# three\n1234567x8 # r\n  # another\n1 2 3 4/5 6 7 8/9 10 11 12/13 14 x 15\r\n12345x786\n#",
    ),
    (
        &[],
        "1 2 3\n4 5 6\n7 x 8\n\n1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 x 15\n\n\n1 2 3\n4 5 x\n7 8 6",
    ),
    (
        &[],
        "\u{feff}\n# a\n123\n456\n7x8\n# not the end\n\n[[1,2,3,4],\r\n[5,6,7,8],\r\n[9,10,11,12],\r\n[13,14,0,15]]\r\n\r\n12345x786\n\n",
    ),
    (
        &[],
        "{\"board\":\"1 2 3 4 5 6 7 x 8\",\"n\":1}\n{\"n\":2,\"board\":[[1,2,3,4],[5,6,7,8],[9,10,11,12],[13,14,0,15]]}\n{\"board\":\"1 2 3\\n4 5 x\\n7 8 6\"}\n",
    ),
    (
        &["--column", "start"],
        "{\"start\":\"1234567x8\"}\n{ \"start\": \"123456789ABCDExF\" }\n{\"start\":\"12345x786\"}",
    ),
    (
        &["--column", "start"],
        "# made by hand\nid,start,goal\n1,1 2 3 4 5 6 7 x 8,\n\"2\",\"1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 x 15\",?\n3,\"1,2,3,4,5,x,7,8,6\"\n",
    ),
    (&["--column", "b"], "a;b\r\n1;1234567x8\r\n2;123456789ABCDExF\r\n3;12345x786"),
];

#[test]
fn every_layout_means_the_same_to_every_command() {
    for (options, text) in LAYOUTS {
        for (arguments, expected) in [
            (&["lookup", "-q"][..], "r\nr\nd\n"),
            (&["lookup", "-q", "--threads", "3", "--distance"], "1\n1\n1\n"),
            (&["solve"], "r\nr\nd\n"),
            (&["solvable"], "solvable\nsolvable\nsolvable\n"),
            (
                &["apply", "-", "l"],
                "1 2 3 4 5 6 x 7 8\n1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 x 14 15\n1 2 3 4 x 5 7 8 6\n",
            ),
        ] {
            let mut command = tilebase();
            command.args(arguments).args(options).write_stdin(text);
            assert_eq!(stdout(&mut command), expected, "{arguments:?} {text:?}");
        }
        let ranks = |options: &[&str], text: &str| {
            stdout(tilebase().arg("rank").args(options).write_stdin(text))
        };
        assert_eq!(ranks(options, text), ranks(&[], LINES), "{text:?}");
        let folder = tempfile::tempdir().expect("a folder");
        let boards = folder.path().join("boards");
        fs::write(&boards, text).expect("a file");
        let mut check = tilebase();
        check.arg("check").arg(&boards).arg("-").args(options).write_stdin("r\nlrr\nd\n");
        assert_eq!(stdout(&mut check), "optimal\nvalid +2\noptimal\n", "{text:?}");
        let mut census = tilebase();
        census.args(["census", "--json"]).arg(&boards).args(options);
        assert!(stdout(&mut census).contains("\"boards\":3,\"unsolvable\":0,"), "{text:?}");
    }
}

#[test]
fn errors_name_the_line_where_a_board_begins() {
    let bad = [
        (&[][..], "# c\n12345678x\n\n  # d\n1 2\n", &[3, 5][..]),
        (&[], "123\n456\n78x\n\n# c\n\n123\n456\n77x\n\n\n1 2", &[7, 12]),
        (&[], "{\"board\":\"12345678x\"}\n\n{\"board\":3}\n{}\n", &[2, 3, 4]),
        (&["--column", "b"], "b\n12345678x\n\"1\n2\"\n7\n", &[3, 5]),
    ];
    for (options, text, lines) in bad {
        for command in [&["lookup", "-q"][..], &["solve"], &["rank"], &["solvable"]] {
            let assert = tilebase().args(command).args(options).write_stdin(text).assert().code(1);
            let says = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
            let found: Vec<usize> = says
                .lines()
                .filter_map(|line| {
                    line.strip_prefix("error: line ")?.split_once(':')?.0.parse().ok()
                })
                .collect();
            assert_eq!(found, lines, "{command:?} {text:?}: {says}");
        }
    }
}

#[test]
fn a_layout_is_said_once() {
    for (text, says) in [
        ("1 2 3\n4 5 6\n7 x 8\n", ""),
        ("12\n3x\n\n12\n3x\n\n12\n3x", "note: grids: an empty line ends a board\n"),
        ("{\"board\":\"12345678x\"}\n", "note: JSON lines: the boards are in the field `board`\n"),
    ] {
        let says = says.to_owned();
        tilebase().args(["lookup", "-q"]).write_stdin(text).assert().success().stderr(says);
    }
    tilebase()
        .args(["lookup", "--column", "x"])
        .write_stdin("id,board\n1,12345678x\n")
        .assert()
        .code(2)
        .stderr(predicate::str::contains("no column `x`; expected one of id, board\n"));
}

#[test]
fn lines_that_are_no_grid_are_answered_one_by_one() {
    for (text, answers) in [
        ("1 2\n3 4\n5 6\n", "invalid\ninvalid\ninvalid\n"),
        ("1 2 3\n12345678x\n", "invalid\n\n"),
        ("1 2 3 x\n1 2 x 3\n", "\nr\n"),
        ("1\n2\n3\n0\n", "invalid\ninvalid\ninvalid\ninvalid\n"),
    ] {
        let output = tilebase().arg("lookup").write_stdin(text).output().expect("the command");
        assert_eq!(String::from_utf8_lossy(&output.stdout), answers, "{text:?}");
    }
    // Indices are no boards.
    let unranked = stdout(tilebase().arg("unrank").write_stdin("12\n30\n"));
    assert_eq!(unranked.lines().count(), 2);
}

/// A million grids, and as many comments, take no more memory than one.
#[test]
#[cfg(target_os = "linux")]
fn long_inputs_of_every_layout_take_little_memory() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, once) in [
        ("grids", "123\n456\n7x8\n\n"),
        ("comments", "# c\n1234567x8\n"),
        ("json", "{\"board\":\"1234567x8\"}\n"),
    ] {
        let path = folder.path().join(name);
        fs::write(&path, once.repeat(600_000)).expect("a file");
        let script = "ulimit -v 400000; exec \"$0\" lookup -q --threads 1 \"$1\" -o /dev/null";
        let mut command = assert_cmd::Command::new("sh");
        command.args(["-c", script, env!("CARGO_BIN_EXE_tilebase")]).arg(&path);
        command.env("TILEBASE_DATA", "/nonexistent").assert().success();
    }
}
