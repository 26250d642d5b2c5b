//! The 15-puzzle on the command line, without any setup: every kind of answer, limits, and the
//! tables made by `generate`.

use crate::program::{Run, contains, line, stdout, tilebase};
use tilebase::Moves;
use tilebase::puzzle::SmallBoard;

const BOARD: &str = "2 3 4 x / 1 5 7 8 / 9 6 10 12 / 13 14 11 15";
const UNSOLVABLE: &str = "13 1 2 4 / 5 x 3 7 / 9 6 10 12 / 15 8 11 14";

#[test]
fn every_answer_works_at_once() {
    let solve =
        |form: &str, board: &str| stdout(tilebase().arg("solve").args(form.split(' ')).arg(board));
    assert_eq!(solve("--answer moves", BOARD), "llldrdrdr\n");
    assert_eq!(solve("--size 4x4", &BOARD.replace(" /", "")), "llldrdrdr\n");
    assert_eq!(solve("--distance", BOARD), "9\n");
    assert_eq!(solve("--answer=next", BOARD), "l\n");
    assert_eq!(solve("--answer=count", BOARD), "1\n");
    assert_eq!(solve("--answer=all", BOARD), "llldrdrdr\n");
    assert_eq!(solve("--answer legal", BOARD), "l:8 d:10\n");
    assert_eq!(solve("--distance", UNSOLVABLE), "unsolvable\n");
    assert!(solve("--show", BOARD).contains("\n9/9: r\n"));
    let object: serde_json::Value =
        serde_json::from_str(&solve("--json", BOARD)).expect("a JSON object");
    assert_eq!((&object["distance"], &object["moves"]), (&9.into(), &"llldrdrdr".into()));
    // Goals with the blank in a corner, on an edge and in the centre.
    for goal in [
        "x 15 14 13 / 12 11 10 9 / 8 7 6 5 / 4 3 2 1",
        "1 x 2 3 / 4 5 6 7 / 8 9 10 11 / 12 13 14 15",
        "1 2 3 4 / 5 6 x 7 / 8 9 10 11 / 12 13 14 15",
    ] {
        let end: SmallBoard = goal.parse().expect("a goal");
        let walk: Moves = "drdluurdldrrul".parse().expect("moves");
        let start = walk.iter().fold(end, |board, &mv| board.moved(mv).unwrap_or(board));
        let mut command = tilebase();
        let moves = stdout(command.args(["solve", "--goal", goal]).arg(start.to_string()));
        let moves: Moves = moves.trim().parse().expect("moves");
        assert_eq!(start.after(&moves), Some(end));
        assert!(moves.len() <= walk.len());
    }
}

/// A row has the optimal moves, too. The checks that find them do not search again what the solution
/// did: with the moves that take the first one back, they generate 23,738 boards here.
#[test]
fn a_row_costs_at_most_half_as_much_again() {
    let board = "9 12 3 7 / 14 2 x 1 / 5 8 15 10 / 6 4 11 13";
    let ask = |form: &str| {
        let mut command = line(&format!("solve --distance --stats --threads 1 {form}"));
        command.arg(board).assert().success()
    };
    let (text, row) = (ask("").said(), ask("--json").printed());
    let (_, text) = text.split_once("generated ").expect("what it cost");
    let (text, _) = text.split_once(' ').expect("boards");
    let row: serde_json::Value = serde_json::from_str(&row).expect("a JSON object");
    let alone: u64 = text.parse().expect("a number");
    let all = row["generated"].as_u64().expect("a number");
    assert!(alone > 10_000 && all < alone + alone / 2, "{alone} {all}");
}

#[test]
fn files_are_looked_up_and_checked() {
    let folder = tempfile::tempdir().expect("a folder");
    let [boards, answers] = ["boards", "answers"].map(|name| folder.path().join(name));
    tilebase()
        .args(["sample", "--size", "4x4", "--count", "12", "--seed", "3", "-o"])
        .arg(&boards)
        .assert()
        .success();
    for threads in ["1", "2"] {
        tilebase()
            .args(["lookup", "-q", "--size", "4x4", "--threads", threads])
            .arg(&boards)
            .arg("-o")
            .arg(&answers)
            .assert()
            .success();
        let verdicts =
            stdout(tilebase().args(["check", "--size", "4x4"]).arg(&boards).arg(&answers));
        assert_eq!(verdicts, "optimal\n".repeat(12));
    }
}

#[test]
fn a_search_that_is_stopped_says_what_it_has_proved() {
    // 80 moves, the maximum for any board.
    let hard = "0 12 9 13 / 15 11 10 14 / 3 7 2 5 / 4 8 6 1";
    for limit in [["--max-nodes", "20000"], ["--timeout", "1e-9"]] {
        let stopped = tilebase().arg("solve").args(limit).arg(hard).assert().success().printed();
        assert!((80..=90).contains(&stopped.trim_end().len()), "{stopped}");
        // Moves that need the canonical solution are not known.
        let next =
            tilebase().args(["solve", "--answer=next"]).args(limit).arg(hard).assert().code(1);
        let next = next.printed();
        let bound = next.strip_prefix("stopped: at least ").expect("a bound").trim_end();
        assert!((50..90).contains(&bound.parse::<u32>().expect("a number")), "{next}");
    }
    let mut command = tilebase();
    let object = command.args(["solve", "--json", "--max-nodes", "20000", hard]).assert().success();
    let object = object.printed();
    let object: serde_json::Value = serde_json::from_str(&object).expect("a JSON object");
    assert!(object["lower_bound"].as_u64().is_some_and(|bound| (50..=80).contains(&bound)));
    assert!(object["distance"].is_null() && object["moves"].is_string(), "{object}");
}

#[test]
#[ignore = "makes and proves 196 MB of tables: half a minute"]
fn large_tables_are_made_proved_and_used() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().to_str().expect("a name");
    tilebase().args(["generate", "-q", "--size", "4x4", "--data", data]).assert().success();
    let list = stdout(tilebase().args(["info", "--data", data]));
    let described = |line: &&str| line.split_whitespace().take(3).eq(["pattern", "4x4", "15"]);
    assert_eq!(list.lines().filter(described).count(), 2, "{list}");
    for file in std::fs::read_dir(folder.path()).expect("a folder") {
        let path = file.expect("a file").path();
        tilebase().arg("verify").arg(path).assert().success();
    }
    let hard = "0 12 9 13 / 15 11 10 14 / 3 7 2 5 / 4 8 6 1";
    let distance = stdout(tilebase().args(["solve", "--distance", "--data", data, hard]));
    assert_eq!(distance, "80\n");
    // The canonical solutions are the same as with small tables.
    let boards =
        stdout(tilebase().args(["sample", "--size", "4x4", "--count", "20", "--seed", "8"]));
    let [small, large] = [&[][..], &["--data", data]].map(|data| {
        let mut lookup = tilebase();
        stdout(lookup.args(["lookup", "--size", "4x4"]).args(data).write_stdin(boards.as_str()))
    });
    assert_eq!(small, large);
    // A damaged table gives no answer. An easy board needs no large table.
    let path = std::fs::read_dir(folder.path()).expect("a folder").next().expect("a file");
    let path = path.expect("a file").path();
    let mut bytes = std::fs::read(&path).expect("a table");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&path, bytes).expect("a file");
    let failed = tilebase().args(["solve", "--data", data, hard]).assert().code(2);
    failed.stdout("").stderr(contains("is damaged"));
    tilebase().args(["solve", "--data", data, BOARD]).assert().success();
}
