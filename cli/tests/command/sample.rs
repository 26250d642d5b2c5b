//! `sample`: its options, formats and messages. Which boards are drawn is tested in the library.

use crate::program::{Run, contains, starts_with, stdout, tilebase};

fn sample(arguments: &str) -> Vec<String> {
    let text = stdout(tilebase().arg("sample").args(arguments.split(' ')));
    text.lines().map(str::to_owned).collect()
}

/// Each option asks the library for what it says. These lines must never change.
#[test]
fn options_say_what_to_draw() {
    let antipodes = &["6 4 7 8 5 x 3 2 1", "8 6 7 2 5 4 3 x 1"][..];
    let three = &["4 5 2 x 7 1 6 8 3", "6 2 x 5 8 3 1 4 7", "2 5 3 8 6 4 1 x 7"];
    for (arguments, expected) in [
        ("-n 3 --seed 1", &three[..]),
        ("--seed 1", &three[..1]),
        ("--seed 2026-01-01", &["2 6 4 x 7 3 5 1 8"]),
        ("-n 2 --seed 1 --unsolvable", &["4 5 2 x 8 1 6 7 3", "6 2 x 5 7 3 1 4 8"]),
        ("-n 3 --seed 1 --metric multi", three),
        ("-n 2 --unique --distance 31", antipodes),
        ("--all --distance max", antipodes),
        ("--all --distance 0 --size 4x4", &["1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 15 x"]),
        ("--per-distance 1 --distance 31..99 --seed 1", &antipodes[..1]),
        ("--distance 0 --goal 3x2/145", &["3 x 2 / 1 4 5"]),
        (
            "-n 2 --size 4x4 --distance 27 --seed 1",
            &[
                "1 2 3 4 / 14 5 15 8 / 9 6 11 x / 10 13 12 7",
                "1 6 2 11 / 5 7 x 4 / 9 10 12 3 / 13 15 14 8",
            ],
        ),
        (
            "-n 2 --size 4x4 --distance 30 --along-solutions --seed 1",
            &[
                "1 6 2 3 / 12 x 8 4 / 5 13 14 15 / 9 10 7 11",
                "3 6 8 7 / 1 13 2 11 / x 5 4 15 / 10 9 14 12",
            ],
        ),
    ] {
        let (mut found, mut expected) = (sample(arguments), expected.to_vec());
        found.sort_unstable();
        expected.sort_unstable();
        assert_eq!(found, expected, "{arguments}");
    }
    let unnamed = tilebase().args(["sample", "-n", "1"]).assert().success();
    unnamed.stderr(starts_with("note: to reproduce these boards, use --seed "));
}

/// The levels are those of the table in the documentation, on every size.
#[test]
fn levels_are_what_the_documentation_says() {
    let text = include_str!("../../../docs/commands.md");
    let (_, table) = text.split_once("| cells | easy |").expect("the table of levels");
    let rows = table.lines().skip(2).take_while(|line| line.starts_with('|'));
    let rows: Vec<Vec<&str>> = rows
        .map(|row| row.split('|').map(str::trim).filter(|it| !it.is_empty()).collect())
        .collect();
    let sizes = ["2x2", "2x3", "3x3", "3x4", "4x4", "5x5", "8x8"];
    assert_eq!(rows.len(), sizes.len());
    for (row, size) in rows.iter().zip(sizes) {
        for (at, range) in row[1..].iter().enumerate() {
            let (level, metric) = (["easy", "medium", "hard"][at % 3], ["single", "multi"][at / 3]);
            if (size, metric) == ("3x4", "multi") {
                // That needs a table, which is not there.
                continue;
            }
            let is_slow = (size, metric) == ("4x4", "multi");
            let count = if is_slow { 2 } else { 9 };
            let typed =
                format!("-n {count} --difficulty {level} --metric {metric} --size {size} --seed 1");
            let Some((first, last)) = range.split_once("..") else {
                assert_eq!(*range, "any");
                let plain = format!("-n {count} --metric {metric} --size {size} --seed 1");
                assert_eq!(sample(&typed), sample(&plain), "{typed}");
                continue;
            };
            let range = first.parse::<u64>().expect("a number")..=last.parse().expect("a number");
            let is_walked = ["5x5", "8x8"].contains(&size);
            if is_walked && (metric == "multi" || level == "medium") {
                // Searches for their distances would take long. They are no random boards.
                let plain = format!("-n {count} --metric {metric} --size {size} --seed 1");
                assert_ne!(sample(&typed), sample(&plain), "{typed}");
                continue;
            }
            for row in sample(&format!("{typed} --json")) {
                let row: serde_json::Value = serde_json::from_str(&row).expect("JSON");
                let distance = row["distance"].as_u64().expect("a distance");
                let nearest = if is_walked { 0 } else { *range.start() };
                assert!((nearest..=*range.end()).contains(&distance), "{typed}: {distance}");
            }
        }
    }
}

#[test]
fn answers_stand_beside_each_board() {
    let head = "board,distance,moves,";
    let farthest = "6 4 7 8 5 x 3 2 1,31,dllurrdllururddluulddruurdlldrr,";
    let rows = sample("--seed 1 --distance 31 --format csv");
    assert_eq!(rows, [format!("{head}lower_bound,error"), format!("{farthest}31,")]);
    let rows = sample("--seed 1 --distance 31 --format csv --answer count");
    assert_eq!(rows, ["board,count,error", "6 4 7 8 5 x 3 2 1,40,"]);
    let object = sample("--seed 1 --distance 31 --format jsonl --answer count");
    assert!(object[0].contains(r#""count":40"#), "{}", object[0]);
    let rows = sample("--seed 1 --unsolvable --format csv");
    assert!(rows[1].starts_with("4 5 2 x 8 1 6 7 3,,,,\"unsolvable: "), "{}", rows[1]);
    let rows = sample(
        "-n 5 --seed 1 --metric multi --distance 15 --solutions 1 --answer distance,count --json",
    );
    for row in &rows {
        assert!(row.contains("\"distance\":15") && row.contains("\"count\":1,"), "{row}");
    }
    assert_eq!(rows.len(), 5);
}

#[test]
fn what_cannot_be_drawn_is_refused_with_the_numbers() {
    for (arguments, message) in [
        ("-n 1 --distance 32", "no 3x3 board is at distance 32 (maximum 31)"),
        ("-n 1 --distance 5..3", "expected the smaller distance first"),
        ("-n 1 --distance +3", "expected a distance D, `max`, or two as in A..B"),
        ("-n 1 --distance x", "expected a distance D, `max`, or two as in A..B"),
        ("-n 1 --size 3x0", "shape 3x0: expected sides from 2 to 100"),
        ("-n 1 --size 1x3", "shape 1x3: expected sides from 2 to 100"),
        (
            "-n 1 --size 5x5 --distance 30",
            "the boards of 5x5-24 have not been counted beyond distance 15",
        ),
        ("-n 13 --size 2x2 --unique", "2x2 has only 12 boards to draw from"),
        ("-n 1 --unsolvable --distance 3", "'--unsolvable' cannot be used with '--distance"),
        ("-n 1 --per-distance 3", "'--count <N>' cannot be used with '--per-distance <N>'"),
        ("--all", "--distance"),
        ("--all --distance 3 -n 2", "cannot be used with"),
        ("-n 1 --answer count", "expected --format csv or jsonl with it"),
        ("-n 1 --judge chino2", "judge chino2 reads boards of the alternating-swap puzzle"),
        ("-n 2 --judge poj1077", "judge poj1077 reads one board; found 2"),
        (
            "-n 1 --judge luogu1379 --goal 12345678x",
            "judge luogu1379 reads boards with the goal 1 2 3 8 x 4 7 6 5; found",
        ),
        ("-n 1 --judge hdu3567 --size 4x4", "judge hdu3567 reads boards of 3x3; found 4x4"),
        (
            "--metric multi --judge hdu1043",
            "--judge hdu1043: judges count single tiles; expected --metric single",
        ),
    ] {
        let assert =
            tilebase().arg("sample").args(arguments.split(' ')).assert().code(2).stdout("");
        assert.stderr(contains(message));
    }
}

#[test]
fn boards_for_judges() {
    let text = |arguments: &str| stdout(tilebase().arg("sample").args(arguments.split(' ')));
    let three = "4 5 2\n0 7 1\n6 8 3\n";
    for (arguments, expected) in [
        ("uva652", "1\n\n4 5 2 x 7 1 6 8 3\n"),
        ("aoj-alds1-13b", three),
        ("hdu3567", "1\n452X71683\n12345678X\n"),
        ("acwing108", &format!("3\n{three}1 2 3\n4 5 6\n7 8 0\n")),
        // A judge that reads the goal gets the requested one.
        ("hdu3567 --goal 8x7654321", "1\n547X28316\n8X7654321\n"),
    ] {
        assert_eq!(text(&format!("-n 1 --seed 1 --judge {arguments}")), expected);
    }
    assert!(text("-n 1 --seed 1 --judge LeetCode773").starts_with("[["));
    // Boards are near enough to be asked.
    for (judge, most) in [("lightoj-15-puzzle", 35), ("uva10181", 45)] {
        let input = text(&format!("-n 20 --seed 1 --judge {judge}"));
        let answers = stdout(tilebase().args(["judge", judge]).write_stdin(input));
        assert_eq!(answers.lines().count(), 20);
        for answer in answers.lines() {
            let moves = answer.rsplit(' ').next().unwrap_or_default();
            assert!(!answer.contains("solvable") && moves.len() <= most, "{judge}: {answer}");
        }
    }
    // On another shape, the goal is the judge's there.
    assert_eq!(
        text("--judge hackerrank-n-puzzle --size 2x2 --seed 1 --distance 0"),
        "2\n0\n1\n2\n3\n"
    );
    // A goal that is only named is one of the judge's shape.
    let input = text("--judge acwing108 --goal first --size 2x2 --seed 1");
    assert!(input.starts_with("2\n") && input.ends_with("\n0 1\n2 3\n"), "{input}");
    let same = ["", "--goal last "].map(|goal| text(&format!("{goal}--judge uva10181 --seed 1")));
    assert_eq!(same[0], same[1]);
}

/// Boards in answers are written so that they can be read again, whatever their shape.
#[test]
fn answers_are_read_again() {
    for (shape, more) in [("3x3", "-n 4"), ("2x5", "-n 4 --distance 9"), ("6x6", "-n 1")] {
        let arguments = format!("--size {shape} {more} --seed 1 --max-nodes 3000 --format csv");
        let csv = sample(&arguments).join("\n");
        let read = |options: &[&str]| stdout(tilebase().args(options).write_stdin(csv.clone()));
        let lookup = ["lookup", "--max-nodes", "3000", "--format", "csv"];
        assert_eq!(read(&lookup).trim_end(), csv);
        // The boards do not change if the column is named.
        let named = read(&["solvable", "--column", "board"]);
        assert_eq!(named, "solvable\n".repeat(csv.lines().count() - 1));
    }
}

/// Distances unknown without a table are drawn with one, and the message says how to make it.
#[test]
fn uncounted_boards_name_the_table_that_counts_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let draw = |distance: &str| {
        let mut sample = tilebase();
        sample.args(["sample", "--size", "2x5", "--goal", "3", "--distance", distance, "--data"]);
        sample.arg(folder.path());
        sample
    };
    let refused = draw("max").assert().code(2).get_output().stderr.clone();
    let refused = String::from_utf8(refused).expect("UTF-8");
    let (_, cure) = refused.split_once("make it once with: tilebase ").expect("a cure");
    let (cure, _) = cure.split_once(" (about").expect("a command");
    let mut generate = tilebase();
    generate.args(shlex::split(cure).expect("a command")).assert().success();
    draw("max").assert().success();
}

/// A lack of memory is an error with status 2.
#[cfg(target_os = "linux")]
#[test]
fn a_lack_of_memory_is_an_error() {
    let arguments = "--unique -n 100000000 --size 4x4";
    // Enough to start and to draw a hundred thousand boards.
    let script = "ulimit -v 40000; exec \"$0\" sample --seed 1 -o /dev/null $1";
    let mut command = std::process::Command::new("sh");
    command.args(["-c", script, env!("CARGO_BIN_EXE_tilebase"), arguments]);
    let assert = command.env("TILEBASE_DATA", "/nonexistent").assert().code(2);
    assert.stderr(contains("error: cannot allocate "));
}

#[test]
fn solutions_are_counted() {
    let boards = "sample -n 20 --seed 1 --difficulty hard --solutions 1";
    let boards = stdout(tilebase().args(boards.split(' ')));
    let counts = stdout(tilebase().args(["lookup", "--answer", "count"]).write_stdin(boards));
    assert_eq!(counts, "1\n".repeat(20));
    // Two boards are this far away, each with forty solutions. A block of draws has seen both.
    let refused = contains("none of 1024 random boards has this number");
    let farthest = ["sample", "--distance", "max", "--seed", "1", "--solutions"];
    tilebase().args(farthest).arg("1").assert().code(2).stderr(refused);
    let board = stdout(tilebase().args(farthest).arg("40"));
    assert_eq!(stdout(tilebase().args(["lookup", "--distance"]).write_stdin(board)), "31\n");
}

/// Each input has one case, and beside it what the judge answers.
#[test]
fn a_judge_s_inputs_are_files_with_their_answers() {
    let folder = tempfile::tempdir().expect("a folder");
    let tests = folder.path().join("tests");
    let typed = ["sample", "-n", "3", "--seed", "1", "--judge", "poj1077", "-o"];
    let mut command = tilebase();
    command.args(typed).arg(format!("{}/", tests.display())).assert().success().stdout("");
    for number in ["01", "02", "03"] {
        let file = |end: &str| tests.join(format!("{number}.{end}"));
        let answer = std::fs::read_to_string(file("out")).expect("an answer");
        assert_eq!(stdout(tilebase().args(["judge", "poj1077"]).arg(file("in"))), answer);
    }
    assert_eq!(std::fs::read_dir(&tests).expect("a folder").count(), 6);
}

/// Scrambles lead from the goal to the boards of the same seed, in every notation.
#[test]
fn moves_from_the_goal_lead_to_the_boards() {
    for (size, goal) in [("3x3", "1 2 3 4 5 6 7 8 x"), ("2x3", "1 2 3 / 4 5 x")] {
        let boards = sample(&format!("{size} -n 5 --seed 1"));
        for notation in ["blank", "tile", "tiles", "cells", "words", "arrows"] {
            let asked = format!("{size} -n 5 --seed 1 --moves --notation {notation}");
            for (moves, board) in sample(&asked).iter().zip(&boards) {
                let apply = ["moves", "--answer", "board", "--from", notation, "--board", goal];
                let after = stdout(tilebase().args(apply).arg(moves));
                assert_eq!(after.trim_end(), board, "{notation}: {moves}");
            }
        }
    }
}

/// Grids and another blank are read again as they were written.
#[test]
fn boards_are_written_as_others_read_them() {
    let boards = sample("-n 3 --seed 1");
    let grids = stdout(
        tilebase()
            .args(["sample", "-n", "3", "--seed", "1"])
            .args(["--layout", "grids", "--blank", "0"]),
    );
    assert_eq!(grids.lines().count(), 3 * 4, "{grids}");
    assert!(grids.contains('0') && !grids.contains('x'), "{grids}");
    let read = tilebase().args(["rank", "--format", "csv"]).write_stdin(grids).assert().printed();
    for (row, board) in read.lines().skip(1).zip(boards) {
        assert!(row.starts_with(&format!("{board},")), "{row}");
    }
    let shown = ["solve", "--show", "--blank", "0", "1 2 3 4 5 0 7 8 6"];
    let drawn = " 1 2 3\n 4 5 0\n 7 8 6\n\n1/1: d\n 1 2 3\n 4 5[6]\n 7 8 0\n";
    assert_eq!(stdout(tilebase().args(shown)), drawn);
    let json = stdout(tilebase().args(["solve", "--show", "--json", "12345x786"]));
    let boards = "\"boards\":[\"1 2 3 4 5 x 7 8 6\",\"1 2 3 4 5 6 7 8 x\"]";
    assert!(json.contains(boards) && json.contains("\"moves\":\"d\""), "{json}");
    let note = "note: each distance is equally likely, and boards at one are not\n";
    let far = tilebase().args(["sample", "4x4", "--difficulty", "easy", "--seed", "1"]).assert();
    far.success().stderr(contains(note));
}
