//! The multi-tile metric on the command line, through every command that knows it.

use crate::program::{Run, contains, stdout, tilebase};
use std::fs;
use tempfile::tempdir;

fn multi(arguments: &str) -> String {
    stdout(tilebase().args(arguments.split(' ')).args(["--metric", "multi"]))
}

/// `check` calls the answers of `lookup` optimal, in every notation; and the solutions of the other
/// metric are valid but seldom optimal.
#[test]
fn answers_are_checked_in_the_metric() {
    let folder = tempdir().expect("a folder");
    let (boards, answers) = (folder.path().join("boards"), folder.path().join("answers"));
    let (boards, answers) = (boards.to_str().expect("UTF-8"), answers.to_str().expect("UTF-8"));
    stdout(tilebase().args(["sample", "-n", "300", "--seed", "1", "-o", boards]));
    for notation in ["blank", "tile", "tiles"] {
        multi(&format!("lookup {boards} -o {answers} --notation {notation}"));
        let verdicts = multi(&format!("check {boards} {answers} --notation {notation}"));
        assert_eq!(verdicts, "optimal\n".repeat(300), "{notation}");
    }
    let distances = multi(&format!("lookup {boards} --distance"));
    fs::write(answers, &distances).expect("written");
    let verdicts = multi(&format!("check --answers distance {boards} {answers}"));
    assert_eq!(verdicts, "optimal\n".repeat(300));
    // A single-tile solution has as many moves as it has letters.
    stdout(tilebase().args(["lookup", boards, "-o", answers]));
    let verdicts = multi(&format!("check {boards} {answers}"));
    assert_eq!(verdicts.lines().count(), 300);
    assert!(verdicts.lines().filter(|verdict| verdict.starts_with("valid +")).count() > 290);
    // A census of the file counts the distances.
    let census = multi(&format!("census {boards} --json"));
    let census: serde_json::Value = serde_json::from_str(&census).expect("JSON");
    let sum: u32 = distances.lines().map(|line| line.parse::<u32>().expect("a distance")).sum();
    assert_eq!(census["boards"], 300);
    assert!((census["mean"].as_f64().expect("a mean") - f64::from(sum) / 300.0).abs() < 0.01);
}

#[test]
fn a_generated_table_answers_and_is_proved() {
    let folder = tempdir().expect("a folder");
    let data = folder.path().to_str().expect("UTF-8");
    let board = "5 2 1 4 3 / 9 8 x 7 6";
    let mut missing = tilebase();
    missing.args(["solve", "--metric", "multi", "--data", data, board]);
    // The table is missing. The board is not invalid.
    missing.assert().code(2).stdout("").stderr(contains(format!(
        "no table for 2x5 in the multi-tile metric; looked in {data}; make it once with: tilebase \
         generate --size 2x5 --data {data} --metric multi"
    )));
    multi(&format!("generate --size 2x5 --data {data} -q"));
    assert!(folder.path().join("multi-5x2-9.tbl").is_file());
    let solve = |board: &str| {
        stdout(tilebase().args(["solve", "--metric", "multi", "--data", data, board]))
    };
    let solution = solve(board);
    let apply = ["moves", "--answer", "board", "--metric", "multi", "--board", board];
    let moved = stdout(tilebase().args(apply).arg(solution.trim()));
    assert_eq!(moved, "1 2 3 4 5 / 6 7 8 9 x\n");
    let verified = multi(&format!("verify 2x5 --data {data}"));
    assert!(verified.contains("yes     1814400        36  "), "{verified}");
    let info = multi(&format!("info multi-2x5-9 --data {data} --json"));
    assert!(info.contains("\"puzzle\":\"multi\",\"shape\":\"5x2\""), "{info}");
    assert!(info.contains("\"entry_bits\":2"), "{info}");
    // The default metric neither lists nor uses it.
    let others = stdout(tilebase().args(["info", "--data", data]));
    assert!(!others.contains("multi"), "{others}");
    // A damaged one is named with its cure.
    let path = folder.path().join("multi-5x2-9.tbl");
    let mut bytes = fs::read(&path).expect("a table");
    bytes[4096..200_000].fill(0xff);
    fs::write(&path, bytes).expect("written");
    let mut damaged = tilebase();
    damaged.args(["solve", "--metric", "multi", "--data", data, board]);
    damaged.assert().code(2).stderr(contains(
        "make it again with: tilebase generate --size 5x2 --goal 9 --metric multi -o",
    ));
}

#[test]
fn counts_of_a_shape_are_those_of_the_metric() {
    let census = multi("census --json --quiet");
    assert!(census.contains("\"diameter\":24,\"antipodes\":1,\"counts\":[1,4,8,16,32,64,127,"));
    // Published ones, where counting would take too long.
    let census = multi("census --size 4x4 --json --quiet --at-most 20");
    assert!(census.contains("\"diameter\":43,\"antipodes\":16"), "{census}");
}

/// A file of solutions through `analyze`, and one of them move by move.
#[test]
fn solutions_are_analyzed_in_the_metric() {
    let folder = tempdir().expect("a folder");
    let (boards, answers) = (folder.path().join("boards"), folder.path().join("answers"));
    let (boards, answers) = (boards.to_str().expect("UTF-8"), answers.to_str().expect("UTF-8"));
    fs::write(boards, "123456x78\n1 2 3 x 4 5 7 8 6\n").expect("written");
    fs::write(answers, "r2\nrrdlur\n").expect("written");
    let mut analyze = tilebase();
    analyze.args(["analyze", "--metric", "multi", boards, answers]);
    analyze
        .assert()
        .code(1)
        .stdout("+0: 1 move, optimal 1\nwrong: not at the goal after 6 moves\n");
    for (notation, moves) in [("blank", "rrdlr"), ("tile", "LLURL"), ("tiles", "4 5 6 8 8")] {
        let mut analyze = tilebase();
        analyze.args(["analyze", "--metric", "multi", "--notation", notation, "--json"]);
        let found = stdout(analyze.args(["1 2 3 x 4 5 7 8 6", moves]));
        let found: serde_json::Value = serde_json::from_str(&found).expect("JSON");
        assert_eq!((&found["optimal_length"], &found["lost"]), (&2.into(), &3.into()));
        assert_eq!(found["reaches_goal"], true, "{notation}");
    }
}

#[test]
fn methods_agree_in_the_metric() {
    let rows = multi("compare --size 2x3 --format csv");
    assert_eq!(rows.lines().count(), 1 + 8, "{rows}");
    for row in rows.lines().skip(1) {
        let fields: Vec<&str> = row.split(',').collect();
        assert_eq!((fields[2], fields[3]), ("8", "8"), "{row}");
    }
    for method in ["bfs", "bibfs", "astar", "ida", "iddfs", "dfs"] {
        let length = multi(&format!("solve --size 2x3 --method {method} --distance 12345x"));
        assert_eq!(length, "0\n", "{method}");
        let row = multi(&format!("solve --size 2x3 --method {method} --json x51423"));
        let table = multi("solve --size 2x3 --json x51423");
        let [row, table]: [serde_json::Value; 2] =
            [row, table].map(|row| serde_json::from_str(&row).expect("JSON"));
        assert_eq!((&row["distance"], &row["moves"]), (&table["distance"], &table["moves"]));
    }
    // The boards are at distances 1, 3, 6, ... of the metric: the farthest of 3x3 has 24 moves.
    let rows = multi("compare --method table --format csv");
    let row: Vec<&str> = rows.lines().nth(1).expect("a row").split(',').collect();
    assert_eq!((row[2], row[3], row[5]), ("9", "9", "25"), "{rows}");
    let audit = multi("compare --size 2x4 --audit manhattan --json");
    assert!(
        audit.contains("\"boards\":20160,") && audit.contains("\"admissible\":true"),
        "{audit}"
    );
    // 4x4 is searched. The one board that this seed draws is nearer than most.
    let rows = multi("compare --size 4x4 --audit none --sample 1 --seed 44 --json");
    assert!(rows.contains("\"random\":true") && rows.contains("\"worst_distance\":26"), "{rows}");
}

#[test]
fn what_the_metric_cannot_do_is_told() {
    for (arguments, error) in [
        (
            "solve --method ida --answer next 1234567x8",
            "--method ida finds a solution and its length",
        ),
        ("solve --method ida --heuristic misplaced 1234567x8", "this heuristic counts moves of"),
        ("generate --size 5x5", "5x5 is too large for the multi-tile metric: expected at most 16"),
        ("generate --size 3x3 --bits 1", "--bits 1: these tables of 3x3 have 2 bits"),
        ("solve --table multi-4x4-15-large 1234567x8", "no table for 4x4 in the multi-tile metric"),
        ("compare --audit misplaced", "misplaced on 3x3: this heuristic counts moves of single"),
    ] {
        let mut command = tilebase();
        command.args(arguments.split(' ')).args(["--metric", "multi"]);
        command.assert().code(2).stderr(contains(error));
    }
    let mut large = tilebase();
    large.args(["solve", "--size", "5x5", "--metric", "multi"]);
    large.args(["1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 x 24"]);
    large.assert().code(2).stderr(contains("5x5 is too large for the multi-tile metric"));
}
