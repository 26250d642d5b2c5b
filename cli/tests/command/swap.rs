//! `tilebase swap`, and tables of the alternating-swap puzzle.

use crate::program::{stdout, tilebase};
use predicates::prelude::*;
use tilebase::Table;
use tilebase::puzzle::Puzzle;

/// A row of `data/known/alternating_swap.csv`.
fn known() -> Vec<Vec<usize>> {
    let text = include_str!("../../../data/known/alternating_swap.csv");
    let rows = text.lines().filter(|line| line.starts_with(|first: char| first.is_ascii_digit()));
    rows.map(|row| row.split(',').map(|field| field.parse().expect("a number")).collect()).collect()
}

#[test]
fn swap_as_a_command() {
    let ask = |arguments: &[&str]| stdout(tilebase().arg("swap").args(arguments));
    assert_eq!(ask(&["1 2 9 4 6 3 7 8 5"]), "3-9 5-6 6-9\n");
    assert_eq!(ask(&["--distance", "987654321"]), "12\n");
    assert_eq!(ask(&["123456789", "--distance", "1234"]), "0\n0\n");
    assert_eq!(ask(&["123456789"]), "\n");
    assert_eq!(
        ask(&["--show", "3 1/2 4"]),
        "3 1\n2 4\n\n1/2: 1-3\n1 3\n2 4\n\n2/2: 2-3\n1 2\n3 4\n"
    );
    let object: serde_json::Value =
        serde_json::from_str(&ask(&["--json", "1 2 3 5 9 4 8 6 7"])).expect("JSON");
    assert_eq!((&object["distance"], &object["error"]), (&5.into(), &serde_json::Value::Null));
    assert_eq!(object["moves"].as_array().map(Vec::len), Some(5));
    assert_eq!(
        object["orthogonal"]["distance"].as_u64().min(object["diagonal"]["distance"].as_u64()),
        Some(5)
    );
    let lines = "129463785\n1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16\n\n1234\n";
    let assert = tilebase()
        .arg("swap")
        .write_stdin(lines)
        .assert()
        .code(1)
        .stdout("3-9 5-6 6-9\ninvalid\ninvalid\n\n");
    assert.stderr(predicate::str::contains("error: line 2: 16 cells: expected 4 (2x2) or 9 (3x3)"));
}

#[test]
fn tables_of_both_puzzles_are_told_apart() {
    let folder = tempfile::tempdir().expect("a folder");
    let [swap, sliding] = ["swap.tbl", "sliding.tbl"].map(|name| folder.path().join(name));
    tilebase().args(["generate", "--puzzle", "swap", "-o"]).arg(&swap).assert().success();
    tilebase().args(["generate", "-o"]).arg(&sliding).assert().success();
    let info = stdout(tilebase().args(["info", "--json"]).arg(&swap));
    let info: serde_json::Value = serde_json::from_str(&info).expect("JSON");
    assert_eq!(
        (&info["puzzle"], &info["shape"], &info["goal_blank"]),
        (&"swap".into(), &"3x3".into(), &serde_json::Value::Null)
    );
    assert_eq!((&info["states"], &info["diameter"]), (&725_760.into(), &12.into()));
    // Each arrangement once for each kind of the first move: the last two columns.
    for (count, known) in info["counts"].as_array().expect("counts").iter().zip(known()) {
        assert_eq!(count, &serde_json::Value::from(known[5] + known[6]), "{} moves", known[0]);
    }
    assert_eq!(
        stdout(tilebase().args(["swap", "987654321", "--distance", "--table"]).arg(&swap)),
        "12\n"
    );
    let refused = |command: &mut assert_cmd::Command, message: &str| {
        command.assert().code(2).stderr(predicate::str::contains(message));
    };
    refused(
        tilebase().args(["swap", "987654321", "--table"]).arg(&sliding),
        "found a table for 3x3-8, expected one for swap-3x3",
    );
    refused(
        tilebase().args(["solve", "12345678x", "--table"]).arg(&swap),
        "found a table for swap-3x3, expected one for 3x3-8",
    );
    refused(
        tilebase().args(["generate", "--puzzle", "swap", "--size", "3x4"]),
        "expected 2x2 or 3x3",
    );
    refused(tilebase().args(["generate", "--puzzle", "swap", "--goal-blank", "1"]), "has no blank");
    assert!(stdout(tilebase().arg("info")).contains("swap-3x3 (embedded)"));
    assert!(matches!(Table::open(&swap).expect("whole").puzzle(), Puzzle::Swap(_)));
}
