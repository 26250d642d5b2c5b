//! `tilebase swap`.

use crate::program::{Run, contains, starts_with, stdout, tilebase};

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
    let one = tilebase().args(["swap", "1"]).assert().code(1);
    one.stderr(starts_with("error: argument 1: 1 cell: expected 4"));
    let lines = "129463785\n1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16\n\n1234\n";
    let assert = tilebase()
        .arg("swap")
        .write_stdin(lines)
        .assert()
        .code(1)
        .stdout("3-9 5-6 6-9\ninvalid\ninvalid\n\n");
    assert.stderr(contains("error: line 2: 16 cells: expected 4 (2x2) or 9 (3x3)"));
}
