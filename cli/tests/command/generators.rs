//! The bit-parallel generator against the plain one and the published counts, and the tables too
//! large to embed.

use std::collections::BTreeSet;
use std::fs;
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::common::known_counts;
use crate::program::{stdout, tilebase};
use predicates::prelude::*;
use tilebase::generate::{Generator, generate_plainly};
use tilebase::puzzle::{Coordinates, MoveSet, Orbit};
use tilebase::space::Sliding;
use tilebase::table::Encoding;
use tilebase::{Board, Shape, Table, Tablebase};

fn bytes(table: &tilebase::table::NewTable) -> Vec<u8> {
    let mut bytes = Vec::new();
    table.write_to(&mut bytes).expect("memory");
    bytes
}

/// Every orbit of every shape up to 2x5, for 1, 2 and 3 threads: identical bytes.
#[test]
fn both_generators_make_the_same_table() {
    let orbits: BTreeSet<Orbit> = Shape::all(10).flat_map(Orbit::all).collect();
    assert_eq!(orbits.len(), 1 + 2 + 2 + 3 + 3);
    for orbit in orbits {
        let plain = bytes(
            &generate_plainly(&Sliding::try_from(orbit).expect("a small orbit"), Encoding::Moves)
                .expect("small"),
        );
        for threads in 1..=3 {
            let table = Generator::new(orbit).threads(threads).table(|_| ()).expect("small");
            assert!(bytes(&table) == plain, "{orbit}, {threads} threads");
        }
    }
}

#[test]
#[ignore = "the plain generator takes a minute for each of the four orbits; run once by hand"]
fn both_generators_make_the_same_table_of_3x4() {
    for orbit in Orbit::all("3x4".parse().expect("a shape")) {
        let plain = bytes(
            &generate_plainly(&Sliding::try_from(orbit).expect("a small orbit"), Encoding::Moves)
                .expect("fits"),
        );
        assert!(bytes(&Generator::new(orbit).table(|_| ()).expect("fits")) == plain, "{orbit}");
    }
}

/// Every published row, including 3x4 and 2x6: the counts, and progress that adds up to all states.
#[test]
fn a_census_has_the_published_counts() {
    let mut shapes = BTreeSet::new();
    for known in known_counts() {
        let mut levels = 0;
        let generator = Generator::new(Orbit::new(known.shape, known.goal_blank).expect("a cell"));
        let counts = generator.census(|counts| levels = counts.len()).expect("fits");
        assert_eq!(counts, known.counts, "{} goal cell {}", known.shape, known.goal_blank);
        assert!(levels == counts.len() || known.shape.cells() == 4, "{levels} levels told");
        shapes.insert(known.shape.to_string());
    }
    assert!(
        ["2x2", "2x3", "2x4", "2x5", "2x6", "3x3", "3x4"]
            .iter()
            .all(|shape| shapes.contains(*shape)),
        "{shapes:?}"
    );
}

/// A table of 3x4 as used in practice: generated into a folder, found there for both orientations,
/// and right for a sample of boards.
#[test]
fn a_table_of_3x4_from_file_to_answers() {
    let folder = tempfile::tempdir().expect("a folder");
    let says = tilebase()
        .args(["generate", "--size", "3x4", "--data"])
        .arg(folder.path())
        .assert()
        .success();
    says.stdout("").stderr(
        predicate::str::contains("needs 156 MB of memory and 120 MB of disk")
            .and(predicate::str::contains("239500800 states, diameter 53, 18 antipodes")),
    );
    let tables = Tablebase::in_folder(folder.path());
    let shape: Shape = "3x4".parse().expect("a shape");
    let goals =
        ["1 2 3 4/5 6 7 8/9 10 11 x", "x 11 10 9/8 7 6 5/4 3 2 1", "1 5 9/2 6 10/3 7 11/4 8 x"];
    for goal in goals.map(|goal| goal.parse::<Board>().expect("a goal")) {
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
                .legal_moves()
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
    for (size, says) in [
        ("4x4", "4x4 is too large for a census"),
        ("3x5", "3x5 is too large for a census"),
        ("2x9", "at most 16 cells"),
    ] {
        tilebase()
            .args(["census", "--size", size])
            .assert()
            .code(2)
            .stderr(predicate::str::contains(says));
    }
    tilebase().args(["census", "--goal-blank", "9"]).assert().code(2);
    tilebase().args(["census", "--threads", "0"]).assert().code(2);
}

#[test]
fn tables_that_do_not_fit_are_refused() {
    let says = predicate::str::contains("expected 1 for 4x4");
    tilebase().args(["generate", "--size", "4x4", "--bits", "4"]).assert().code(2).stderr(says);
    let says = predicate::str::contains("4x4 has 2 pattern tables");
    tilebase().args(["generate", "--size", "4x4", "-o", "t"]).assert().code(2).stderr(says);
}

/// Killed at any moment: the final name has no file or a complete table, and leftover files are
/// gone after the next run.
#[test]
fn a_killed_generator_leaves_no_torn_table() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("t.tbl");
    for moment in 0..20 {
        let mut child = Command::new(env!("CARGO_BIN_EXE_tilebase"))
            .args(["generate", "-q", "--size", "2x5", "-o"])
            .arg(&path)
            .stderr(Stdio::null())
            .spawn()
            .expect("the command");
        std::thread::sleep(Duration::from_millis(3 * moment));
        let _ = child.kill();
        child.wait().expect("the end");
        if path.exists() {
            Table::open(&path).expect("whole");
            fs::remove_file(&path).expect("a file");
        }
    }
    tilebase().args(["generate", "-q", "--size", "2x5", "-o"]).arg(&path).assert().success();
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
}
