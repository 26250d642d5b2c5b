//! Boards of more than 25 cells: a good solution and what is proved of it, and errors for other
//! questions.

use crate::program::{Run, contains, ends_with, starts_with, stdout, tilebase, times};
use tilebase::Board;

/// The goal of a size, as one line.
fn goal(rows: usize, cols: usize) -> String {
    let tiles = (1..rows * cols).map(|tile| tile.to_string());
    tiles.chain(["x".to_owned()]).collect::<Vec<_>>().join(" ")
}

/// Random boards.
fn boards(size: &str, count: &str) -> String {
    stdout(tilebase().args(["sample", "--size", size, "--count", count, "--seed", "1"]))
}

#[test]
fn the_columns_are_those_of_smaller_boards() {
    let board = format!("{} x 35", goal(6, 6).trim_end_matches(" 35 x"));
    let csv = stdout(tilebase().args(["solve", "--format", "csv", &board]));
    let head = "board,distance,moves,lower_bound,error\n";
    let rows = Board::parse(&board, None).expect("a board");
    assert_eq!(csv, format!("{head}{rows},1,r,1,\n"));
    let large = stdout(
        tilebase()
            .args(["solve", "--json", "--max-nodes", "3000", "--size", "3x6"])
            .arg(goal(3, 6)),
    );
    let any = stdout(tilebase().args(["solve", "--json", &goal(6, 6)]));
    let names = |row: &str| {
        let row: serde_json::Value = serde_json::from_str(row).expect("JSON");
        row.as_object().expect("an object").keys().cloned().collect::<Vec<String>>()
    };
    assert_eq!(names(&large), names(&any));
    let other = board.replace("x 35", "35 x").replace("33 34", "34 33");
    tilebase()
        .args(["lookup", "--size", "6x6"])
        .write_stdin(other)
        .assert()
        .success()
        .stdout("unsolvable\n");
}

/// Boards of several sizes in one file, without `--size`.
#[test]
fn sizes_may_change_from_line_to_line() {
    let sizes = ["3x3", "6x6", "2x4", "2x14", "3x3"];
    let mixed: Vec<String> = sizes.iter().map(|size| boards(size, "1")).collect();
    let limit = ["--max-nodes", "3000"];
    let ask = |more: &[&str], boards: &str| {
        stdout(tilebase().arg("lookup").args(limit).args(more).write_stdin(boards))
    };
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("a file");
        path
    };
    // The output of lookup is read again. Its column shows no rows, so only squares show their
    // size.
    let csv = ask(&["--format", "csv"], &[&mixed[..2], &mixed[4..]].concat().concat());
    assert_eq!(ask(&["--format", "csv"], &csv), csv);
    // Grids, and the first board is not a large one.
    let rows = |board: &str| board.trim_end().replace(" / ", "\n") + "\n\n";
    let grids = rows(&mixed[2]) + &rows(&mixed[1]) + &rows(&mixed[3]);
    let lines = [&mixed[2], &mixed[1], &mixed[3]].map(String::as_str).concat();
    assert_eq!(ask(&[], &grids), ask(&[], &lines));

    // The intervals before moves are read over.
    let answers = ask(&[], &mixed.concat());
    assert_eq!(answers.matches("..").count(), 2);
    let (first, second) = (file("boards", &mixed.concat()), file("answers", &answers));
    let check = |more: &[&str]| {
        tilebase().arg("check").args(limit).args(more).args([&first, &second]).assert()
    };
    check(&["--valid"]).success().stdout("valid\n".repeat(5));
    check(&[]).code(1).stdout(starts_with("optimal\n").and(times("unknown: ", 2)));
    // A distance that is not known is no claim.
    for format in [&["--distance"][..], &["--format", "csv"], &["--format", "jsonl"]] {
        let distances = file("distances", &ask(format, &mixed.concat()));
        let mut check = tilebase();
        check.args(["check", "--answers", "distance"]).args(limit).args([&first, &distances]);
        check.assert().code(1).stdout(starts_with("optimal\n").and(times("unknown: ", 2)));
    }
    let analyze = ["analyze", "--max-nodes", "3000"];
    tilebase()
        .args(analyze)
        .args([&first, &second])
        .assert()
        .code(1)
        .stdout(starts_with("+0: ").and(contains("unknown: ")));

    // On a command line, too, and a goal that has a name.
    let [small, large] = [&mixed[0], &mixed[1]].map(|board| board.trim_end());
    let question = ["--goal", "first", "--distance"];
    let alone =
        |size: &str, board: &str| ask(&[question.as_slice(), &["--size", size]].concat(), board);
    let mut solve = tilebase();
    solve.arg("solve").args(limit).args(question).args([small, large]);
    assert_eq!(stdout(&mut solve), alone("3x3", small) + &alone("6x6", large));

    // A note names the lines that have no such answer.
    let why = "line 2: 6x6 is too large for any answer but a solution and its length";
    tilebase()
        .args(["lookup", "--answer=count", "--max-nodes", "3000"])
        .write_stdin(mixed[..2].concat())
        .assert()
        .code(1)
        .stdout(ends_with("unsupported\n"))
        .stderr(contains(why));
    // They may have goals of their own.
    let own = format!("board,goal\n{small},{small}\n{large},{large}\n");
    tilebase()
        .args(["lookup", "--goal-column", "goal"])
        .write_stdin(own)
        .assert()
        .success()
        .stdout("\n\n");
}

/// A board that is 16 moves away, though its bound is 12.
const NEAR: &str =
    "1 2 3 4 5 6/7 8 9 10 11 12/13 14 15 16 17 18/20 25 21 24 0 29/19 26 27 22 28 23";

#[test]
fn a_board_near_its_goal_is_proved() {
    let moves = "ldlluldrrrrruldr\n";
    for options in [&[][..], &["--optimal"], &["--max-nodes", "20000"], &["--timeout", "60"]] {
        let solve = tilebase().arg("solve").args(options).arg(NEAR).assert();
        solve.success().stdout(moves).stderr("");
        let hint = tilebase().arg("hint").args(options).arg(NEAR).assert();
        hint.success().stdout("l\n").stderr("");
    }
    let boards = [NEAR; 3].join("\n");
    let lookup = |more| stdout(tilebase().args(["lookup", more]).write_stdin(boards.as_str()));
    assert_eq!(lookup("--distance"), "16\n16\n16\n");
    assert_eq!(lookup("--optimal"), moves.repeat(3));

    let folder = tempfile::tempdir().expect("a folder");
    let answers = folder.path().join("answers");
    std::fs::write(&answers, "14\n16\n18\n").expect("room");
    let mut check = tilebase();
    check.args(["check", "--answers", "distance", "-"]).arg(&answers).write_stdin(boards.as_str());
    let verdicts = check.assert().code(1).printed();
    let verdicts: Vec<&str> = verdicts.lines().collect();
    assert!(
        verdicts[0].starts_with("wrong: ") && verdicts[2].starts_with("wrong: "),
        "{verdicts:?}"
    );
    assert_eq!(verdicts[1], "optimal");
    std::fs::write(&answers, format!("{moves}lr{moves}unsolvable\n")).expect("room");
    let mut check = tilebase();
    check.args(["check", "-"]).arg(&answers).write_stdin(boards.as_str());
    let verdicts = check.assert().code(1).printed();
    assert!(verdicts.starts_with("optimal\nvalid +2\nwrong: "), "{verdicts}");
}

/// With `--optimal` the search goes on where the twentieth of the limit is not enough.
#[test]
fn optimal_goes_on_until_it_is_proved() {
    let board = "10 2 3 4 12 6 7 / 1 15 9 11 14 5 21 / 8 23 16 18 19 13 27 / 22 x 17 24 26 20 28 / \
                 29 30 31 25 33 34 35 / 36 37 38 32 39 48 41 / 43 44 45 46 40 47 42";
    let solve = |options: &[&str]| {
        let row = stdout(tilebase().args(["solve", "--json"]).args(options).arg(board));
        let row: serde_json::Value = serde_json::from_str(&row).expect("JSON");
        let number = |name: &str| row[name].as_u64();
        (number("distance"), number("lower_bound"), row["error"].is_null())
    };
    let (distance, at_least, _) = solve(&["--max-nodes", "100000"]);
    assert!(distance.is_none() && at_least < Some(44), "{distance:?} {at_least:?}");
    assert_eq!(solve(&["--optimal"]), (Some(44), Some(44), true));
}

#[test]
fn another_metric_is_refused() {
    let moves = ["moves", "--board", &goal(6, 6), "--from-metric", "multi", "l2"];
    let says = "error: 6x6 is too large for the multi-tile metric: expected at most 16 cells\n";
    tilebase().args(moves).assert().code(2).stderr(says);
}

#[test]
fn hints_moves_and_boards() {
    let board = format!("{} x 35", goal(6, 6).trim_end_matches(" 35 x"));
    let hint = tilebase().args(["hint", "--notation", "tiles", &board]).assert();
    hint.success().stdout("35\n").stderr("");
    tilebase().args(["hint", &goal(6, 6)]).assert().success().stdout("\n");
    let rows = "1 2 3 4 5 6 / 7 8 9 10 11 12 / 13 14 15 16 17 18 / 19 20 21 22 23 24 / \
                25 26 27 28 29 30 / 31 32 33 34 35 x\n";
    for (notation, moves) in [("blank", "llrrr"), ("tile", "R2L3"), ("tiles", "34 33 33 34 35")] {
        let on_board = ["moves", "--board", &board];
        let apply = ["--answer", "board", "--from", notation, moves];
        assert_eq!(stdout(tilebase().args(on_board).args(apply)), rows);
        let write = tilebase().args(on_board).args(["--to", notation, "llrrr"]).assert();
        write.success().stdout(format!("{moves}\n"));
    }
    let analyze = ["analyze", &board, "llrrr"];
    let analysis = stdout(tilebase().args(analyze));
    assert!(
        analysis.contains("     2  l       33       2      3  no          2  r\n"),
        "{analysis}"
    );
    assert!(
        analysis.contains("\nlength          5\noptimal length  1\nlost            4\n"),
        "{analysis}"
    );
    assert!(analysis.ends_with("\nending after    0\nending          r\n"), "{analysis}");
    // An answer is judged by the distance where it is known.
    let folder = tempfile::tempdir().expect("a folder");
    let answers = folder.path().join("answers");
    std::fs::write(&answers, "r\nrlr\n\n").expect("room");
    let boards = format!("{board}\n{board}\n{}\n", goal(6, 6));
    let check = |options: &[&str]| {
        let mut check = tilebase();
        check.arg("check").args(options).arg("-").arg(&answers).write_stdin(boards.as_str());
        stdout(&mut check)
    };
    assert_eq!(check(&[]), "optimal\nvalid +2\noptimal\n");
    assert_eq!(check(&["--valid"]), "valid\nvalid\nvalid\n");
    let json = check(&["--json"]);
    let fields = r#""legal":true,"reaches_goal":true,"length":3,"optimal_length":1,"excess":2"#;
    assert!(json.contains(fields), "{json}");
    let left = "move 2, column 2: `r` leaves the board: the blank is in row 6";
    tilebase()
        .args(["moves", "--board", &board, "rr"])
        .assert()
        .code(1)
        .stdout("invalid\n")
        .stderr(contains(left));
}

#[test]
fn other_questions_are_errors() {
    let board = goal(6, 6);
    for question in
        ["--answer=count", "--answer=all", "--answer=next", "--answer=legal", "--answer=difficulty"]
    {
        let why = "6x6 is too large for ";
        tilebase()
            .args(["solve", question, &board])
            .assert()
            .code(1)
            .stdout("unsupported\n")
            .stderr(contains(why));
        // For a whole run, it is refused.
        tilebase()
            .args(["solve", question, "--size", "6x6", &board])
            .assert()
            .code(2)
            .stdout("")
            .stderr(contains(why));
    }
    tilebase()
        .args(["sample", "--size", "6x6", "--distance", "100"])
        .assert()
        .code(2)
        .stderr(contains("6x6 is too large for the numbers of boards at each distance"));
}

#[test]
fn hostile_input_ends_with_a_clear_error() {
    let ask = |size: &str, board: String, why: &str| {
        tilebase()
            .args(["lookup", "--size", size])
            .write_stdin(board)
            .assert()
            .code(1)
            .stdout("invalid\n")
            .stderr(contains(why));
    };
    let rows = boards("6x6", "1");
    let without_a_row = rows.split_once(" / ").expect("rows").1.to_owned();
    ask("6x6", without_a_row, "a board of 5 rows and 6 columns: expected 6x6");
    ask("6x6", goal(1000, 1000), "expected 36 for 6x6");
    let overflow = goal(6, 6).replace("35 x", "99999999999999999999999 x");
    let why = "expected a tile's number or a blank (0, x, X, _ or .), found `999999999999`";
    ask("6x6", overflow, why);
    let twice = goal(6, 6).replace("35 x", "34 x");
    ask("6x6", twice.clone(), "tile 34 is already in ");
    // Commands for one board say the same, not that it is too large.
    for (command, moves) in [("hint", None), ("analyze", Some("l")), ("prove", None)] {
        let asked = tilebase().arg(command).arg(&twice).args(moves).assert();
        asked.failure().stderr(contains("tile 34 is already in "));
    }
    for size in ["101x100", "1x30", "30x1", "1000000x1000000"] {
        tilebase()
            .args(["lookup", "--size", size])
            .write_stdin("")
            .assert()
            .code(2)
            .stderr(contains("expected"));
    }
}

/// 10,000 cells are read, answered, written and checked.
#[test]
fn the_largest_board() {
    let folder = tempfile::tempdir().expect("a folder");
    let (board, moves) = (folder.path().join("board"), folder.path().join("moves"));
    std::fs::write(&board, boards("100x100", "1")).expect("a file");
    let text = std::fs::read_to_string(&board).expect("the board");
    let solution = stdout(tilebase().args(["solve", "--max-nodes", "0"]).arg(&text));
    assert!(solution.len() < 2_700_000, "{}", solution.len());
    std::fs::write(&moves, solution).expect("a file");
    let check = ["check", "--size", "100x100", "--valid"];
    tilebase().args(check).args([&board, &moves]).assert().success().stdout("valid\n");
}

/// A board is drawn as smaller ones are: with brackets round the tile that moved, and before each
/// mistake.
#[test]
fn boards_are_drawn() {
    let near = goal(6, 6).replace("35 x", "x 35");
    let ask = |arguments: &[&str]| stdout(tilebase().args(arguments));
    for drawn in [
        ask(&["solve", "--show", "--max-nodes", "10", &near]),
        ask(&["moves", "--show", "--board", &near, "r"]),
    ] {
        assert!(drawn.ends_with("\n 31 32 33 34[35] x\n"), "{drawn}");
    }
    let show = ["analyze", "--show", "--max-nodes", "10", &near];
    let analysis = stdout(tilebase().args(show).arg("lrr"));
    let (_, drawing) = analysis.split_once("\nmove 1: l, better: r\n").expect("a mistake");
    assert!(drawing.ends_with("\n31 32 33 34  x 35\n"), "{drawing}");
}
