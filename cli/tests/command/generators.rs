//! Tables that are too large to embed, and what `census` counts.

use std::fs;

use crate::program::{Run, contains, starts_with, stdout, tilebase};
use tilebase::puzzle::{Coordinates, Metric, MoveSet, SmallBoard, SmallShape};
use tilebase::{Table, Tablebase};

/// A table of 3x4 as used in practice: generated into a folder, found there for both orientations,
/// and right for a sample of boards.
#[test]
fn a_table_of_3x4_from_file_to_answers() {
    let folder = tempfile::tempdir().expect("a folder");
    let says = tilebase()
        .args(["generate", "--size", "3x4", "--stats", "--data"])
        .arg(folder.path())
        .assert()
        .success();
    says.stdout("").stderr(
        contains("needs 156 MB of memory and 120 MB of disk")
            .and(contains("239500800 states, diameter 53, 18 antipodes")),
    );
    let tables = Tablebase::in_folder(folder.path());
    let shape: SmallShape = "3x4".parse().expect("a shape");
    let goals =
        ["1 2 3 4/5 6 7 8/9 10 11 x", "x 11 10 9/8 7 6 5/4 3 2 1", "1 5 9/2 6 10/3 7 11/4 8 x"];
    for goal in goals.map(|goal| goal.parse::<SmallBoard>().expect("a goal")) {
        let oracle = tables.oracle(&goal).expect("served by the one table");
        let mut asked = 0;
        for index in (0..shape.states()).step_by(1_000_003) {
            let at = Coordinates::from_index(goal.shape(), goal.shape().tiles(), index)
                .expect("an index");
            let board = at.board(goal.shape()).expect("a board");
            // The other half of the boards, for goals that reach that half.
            let twin = board.exchanged(1, 2);
            let board = if oracle.distance(&board).is_ok() { board } else { twin };
            let distance =
                oracle.distance(&board).expect("one of a board and its twin is solvable");
            let solution = oracle.solution(&board).expect("solvable");
            assert_eq!((solution.len() as u32, board.after(&solution)), (distance, Some(goal)));
            // Neighbours are one nearer or one farther, and those nearer are the optimal moves.
            let nearer: MoveSet = board
                .legal_moves(Metric::Single)
                .iter()
                .filter(|&mv| {
                    let there =
                        oracle.distance(&board.moved(mv).expect("legal")).expect("solvable");
                    assert_eq!(there.abs_diff(distance), 1);
                    there < distance
                })
                .collect();
            assert_eq!(oracle.optimal_moves(&board).expect("solvable"), nearer);
            asked += 1;
        }
        assert_eq!(asked, 240);
    }
    let antipodes = oracle_antipodes(&folder.path().join("4x3-11.tbl"));
    assert_eq!(antipodes, 18);
}

/// The last count of a table's header.
fn oracle_antipodes(path: &std::path::Path) -> u64 {
    *Table::open(path).expect("a table").header().counts().last().expect("counts")
}

#[test]
fn census_as_text_and_as_json() {
    let text = stdout(tilebase().args(["census", "--size", "2x5"]));
    assert!(text.contains("diameter    55\nantipodes   2\n"), "{text}");
    let json = stdout(tilebase().args([
        "census",
        "--size",
        "5x2",
        "--goal-blank",
        "4",
        "--threads",
        "1",
        "--json",
        "-q",
    ]));
    let object: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!((&object["shape"], &object["goal_blank"]), (&"5x2".into(), &4.into()));
    assert_eq!((&object["diameter"], &object["antipodes"]), (&54.into(), &12.into()));
    for (size, cell, says) in [
        ("3x5", "7", "3x5 is too large for a census"),
        ("2x8", "1", "2x8 is too large for a census"),
        ("4x4", "16", "cell 16"),
    ] {
        tilebase()
            .args(["census", "--size", size, "--goal-blank", cell])
            .assert()
            .code(2)
            .stderr(contains(says));
    }
    tilebase().args(["census", "--goal-blank", "9"]).assert().code(2);
    tilebase().args(["census", "--threads", "0"]).assert().code(2);
}

/// Shares and means that follow from the published counts, computed here in another way.
#[test]
fn a_census_tells_shares_and_the_best_of_several() {
    let ask = |arguments: &str| {
        let mut command = tilebase();
        let text = stdout(command.arg("census").args(["--json", "-q"]).args(arguments.split(' ')));
        serde_json::from_str::<serde_json::Value>(&text).expect("JSON")
    };
    for size in ["2x2", "3x3", "4x4", "3x5", "2x7", "2x8"] {
        let row = ask(&format!("--size {size} --at-least 10 --at-most 40 --best-of 2"));
        let counts: Vec<f64> = serde_json::from_value(row["counts"].clone()).expect("counts");
        let all: f64 = counts.iter().sum();
        let within: f64 = counts.iter().skip(10).take(31).sum();
        let share = row["share"].as_f64().expect("a share");
        assert!((share - within / all).abs() < 1e-9, "{size}");
        // Of two, by all pairs.
        let pairs = counts.iter().enumerate().flat_map(|(a, some)| {
            counts.iter().enumerate().map(move |(b, others)| a.min(b) as f64 * some * others)
        });
        let best = pairs.sum::<f64>() / all / all;
        let found = row["best_of"].as_f64().expect("a mean");
        assert!((found - best).abs() < 1e-6, "{size}: {found} {best}");
    }
    let one = ask("--size 4x4 --best-of 1");
    assert!((one["best_of"].as_f64().expect("a mean") - 52.59).abs() < 0.01, "{one}");
    assert_eq!(ask("--size 4x4")["antipodes"], 17);
    assert!(ask("--size 2x2")["share"].is_null());
    tilebase().args(["census", "--at-least", "5", "--at-most", "4"]).assert().code(2);
}

#[test]
fn a_census_of_a_shape_has_a_row_for_each_distance() {
    let csv = stdout(tilebase().args(["census", "-q", "--size", "2x2", "--format", "csv"]));
    assert_eq!(csv, "distance,boards\n0,1\n1,2\n2,2\n3,2\n4,2\n5,2\n6,1\n");
    // What has no place there is refused first.
    for asked in [["--at-most", "2"], ["--at-least", "2"], ["--best-of", "2"]] {
        let mut refused = tilebase();
        refused.args(["census", "--format", "csv", "3x3"]).args(asked);
        refused.assert().code(2).stdout("").stderr(contains("a table of counts has no place"));
    }
}

#[test]
fn a_census_of_a_file_counts_its_boards() {
    let boards = stdout(tilebase().args(["sample", "--per-distance", "3", "--seed", "1"]));
    let mut census = tilebase();
    census.args(["census", "-", "--json"]).write_stdin(format!("{boards}12345687x\n"));
    let row: serde_json::Value = serde_json::from_str(&stdout(&mut census)).expect("JSON");
    let mut expected = vec![3; 32];
    (expected[0], expected[1], expected[31]) = (1, 2, 2);
    assert_eq!(row["counts"], serde_json::json!(expected));
    assert_eq!((&row["boards"], &row["unsolvable"]), (&93.into(), &1.into()));
    let mut census = tilebase();
    census.args(["census", "-", "--at-most", "1"]).write_stdin("12345678x\n8672543x1\n?\n");
    census
        .assert()
        .code(1)
        .stdout(contains("within      1\nshare       0.5\n"))
        .stderr(starts_with("error: line 3: "));
}

/// Boards for a goal that is several boards are counted, and a note says that they are not judged.
#[test]
fn a_census_says_what_is_not_judged() {
    for goal in ["1 2 3 * * * * * *", "1 1 2 2 3 3 4 4 x"] {
        let draw = ["sample", "-n", "100", "--seed", "1", "--distance", "0..9", "--goal", goal];
        let boards = stdout(tilebase().args(draw));
        for (boards, note) in [
            (&*boards, "are not judged as a random sample\n"),
            (boards.split_inclusive('\n').next().expect("a board"), ""),
        ] {
            let ran = tilebase().args(["census", "-", "--goal", goal]).write_stdin(boards).assert();
            let said = String::from_utf8_lossy(&ran.get_output().stderr).into_owned();
            assert!(said.ends_with(note) && said.is_empty() == note.is_empty(), "{goal}: {said}");
            ran.success();
        }
    }
}

#[test]
fn a_table_that_is_there_is_not_made_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let generate = |arguments: &str| {
        let mut command = tilebase();
        let command =
            command.args(["generate", "--stats", "--size", "2x5", "--data"]).arg(folder.path());
        let assert = command.args(arguments.split_whitespace()).assert().success();
        assert.said()
    };
    let path = folder.path().join("5x2-9.tbl");
    assert!(generate("").contains("generated in"));
    let made = fs::metadata(&path).and_then(|file| file.modified()).expect("a table");
    let says = generate("");
    assert!(says.contains("is there already, and all its checksums are right"), "{says}");
    assert!(!says.contains("generated in"), "{says}");
    assert_eq!(fs::metadata(&path).and_then(|file| file.modified()).expect("a table"), made);
    // Another table, one that is made again, and one that is damaged.
    assert!(generate("--bits 1").contains("generated in"));
    assert!(generate("--force --bits 1").contains("generated in"));
    let mut bytes = fs::read(&path).expect("a table");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&path, bytes).expect("a table");
    assert!(generate("--bits 1").contains("generated in"));
    assert!(generate("--bits 1").contains("is there already"));
    // If no encoding is named, each is right.
    assert!(generate("").contains("is there already"));
    // The table of another puzzle is not lost unless that is asked for.
    let (other, corner) = (folder.path().join("5x2-5.tbl"), fs::read(&path).expect("a table"));
    fs::write(&other, &corner).expect("a table");
    let generate = |arguments: &str| {
        let mut command = tilebase();
        let command = command.args(["generate", "--size", "2x5", "--goal", "7", "--data"]);
        command.arg(folder.path()).args(arguments.split_whitespace()).assert()
    };
    let says = contains("give the file its own name, 5x2-9.tbl");
    generate("").code(2).stderr(says);
    assert_eq!(fs::read(&other).expect("a table"), corner);
    generate("--force --quiet").success();
    assert!(fs::read(&other).expect("a table") != corner);
}

#[test]
fn tables_that_do_not_fit_are_refused() {
    let says = contains("--bits 4: these tables of 4x4 have 1 bit");
    tilebase().args(["generate", "--size", "4x4", "--bits", "4"]).assert().code(2).stderr(says);
    let says = contains("4x4 has 2 tables");
    tilebase().args(["generate", "--size", "4x4", "-o", "t"]).assert().code(2).stderr(says);
}

/// A table that is part of the program needs no file.
#[test]
fn an_embedded_table_is_not_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("data");
    let generate = |arguments: &str| {
        let mut command = crate::program::tilebase();
        command.arg("generate").args(arguments.split(' ')).arg("--data").arg(&data);
        command.assert().success()
    };
    let note = "note: 2x3: its table is part of the program, so nothing is written";
    generate("--size 2x3").stderr(contains(note));
    assert!(!data.exists());
    generate("--size 2x3 --force");
    assert!(data.join("3x2-5.tbl").exists());
}

/// Boards of a file are judged: those of `sample` are uniform, and those near the goal are not.
#[test]
fn boards_of_a_file_are_judged() {
    let sample = |arguments: &str| stdout(tilebase().arg("sample").args(arguments.split(' ')));
    let census = |boards: &str, arguments: &[&str]| {
        stdout(tilebase().args(["census", "-q", "-"]).args(arguments).write_stdin(boards))
    };
    let uniform = sample("-n 1000 --size 3x3");
    let text = census(&uniform, &[]);
    let judged =
        text.split_once("uniform  yes\nverdict  as a uniform sample would be, in each test");
    let (_, tests) = judged.expect("a verdict");
    let names = ["\nrepeats ", "\ntiles ", "\nparity ", "\nmean ", "\nspread "];
    assert!(names.iter().all(|name| tests.contains(name)), "{tests}");
    let json: serde_json::Value =
        serde_json::from_str(&census(&uniform, &["--json"])).expect("JSON");
    assert_eq!(json["sample"]["uniform"], true);
    assert_eq!(json["sample"]["tests"][3]["test"], "mean");
    let expected = json["sample"]["tests"][3]["expected"].as_f64().expect("a number");
    assert!((expected - 21.9724).abs() < 0.0001, "{expected}");

    let near = sample("-n 200 --size 3x3 --distance 15..20");
    assert!(census(&near, &[]).contains("\nuniform  no\nverdict  not uniform: the "));
    let few: String = uniform.lines().take(99).flat_map(|line| [line, "\n"]).collect();
    assert!(!census(&few, &[]).contains("verdict"));
    let json: serde_json::Value = serde_json::from_str(&census(&few, &["--json"])).expect("JSON");
    assert_eq!(json["sample"]["verdict"], "nothing is said of fewer than 100 boards");
    // Boards of two goals are no sample.
    let mixed = census("1 2 3 x\n1 2 3 4 5 6 7 8 x\n", &["--json"]);
    assert!(mixed.contains(r#""sample":null"#), "{mixed}");
}
