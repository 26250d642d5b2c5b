//! Boards are read in every layout, by every command that reads them.

use std::fs;

use crate::program::{Run, check_lines, contains, ends_with, line, stdout, tilebase, times};

/// Fields named `board` can be read again, and what is no board is there as it came.
#[test]
fn a_board_in_a_row_is_written_one_way() {
    let large = format!("{} 0 35", (1..35).map(|tile| format!("{tile} ")).collect::<String>());
    let rows = "1 2 3 4 5 6 / 7 8 9 10 11 12 / 13 14 15 16 17 18 / 19 20 21 22 23 24 / \
                25 26 27 28 29 30 / 31 32 33 34 x 35";
    for (given, written) in
        [("1,2,3,4,5,6,7,0,8", "1 2 3 4 5 6 7 x 8"), (&large, rows), ("1 2 three", "1 2 three")]
    {
        // A word that is neither a board nor cells is a file that is not there.
        let words = [
            &["solve", "--json", given][..],
            &["hint", "--json", given],
            &["solvable", "--json", given],
            &["analyze", "--json", given, "r"],
        ];
        let words = words.into_iter().filter(|_| !given.contains("three"));
        for arguments in words.chain([&["lookup", "--json", "-"][..]]) {
            let output = tilebase().args(arguments).write_stdin(given).output().expect("it runs");
            let row: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
            assert_eq!(row["board"], written, "{arguments:?}");
        }
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
            let assert = tilebase().args(command).args(options).write_stdin(text).assert();
            let assert = assert.code(if command[0] == "solvable" { 2 } else { 1 });
            let says = assert.said();
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
    let csv = "note: CSV: the boards are in the column `board`\n";
    for (typed, text, says) in [
        ("lookup", "1 2 3\n4 5 6\n7 x 8\n", ""),
        ("lookup", "12\n3x\n\n12\n3x\n\n12\n3x", "note: grids: an empty line ends a board\n"),
        (
            "lookup",
            "{\"board\":\"12345678x\"}\n",
            "note: JSON lines: the boards are in the field `board`\n",
        ),
        // Without the option, the column has the default name, or is the only one that can.
        ("rank", "id;board\n1;12345678x\n", csv),
        ("rank", "id;start\n1;12345678x\n", "note: CSV: the boards are in the column `start`\n"),
        ("lookup", "", ""),
        ("lookup --column b", "", "note: the input is empty: it has no column `b`\n"),
        ("lookup --column b", "\n\n", "note: the input is empty: it has no column `b`\n"),
        ("lookup --column b", "# c", "note: the input is empty: it has no column `b`\n"),
    ] {
        line(typed).write_stdin(text).assert().success().stderr(says);
    }
    let unnamed = "CSV: `goal`, `start` can have the boards; name one with --column\n";
    check_lines(&[
        (
            "lookup --column x",
            "id,board\n1,12345678x\n",
            2,
            "",
            "no column `x`; expected one of id, board\n",
        ),
        (
            "lookup",
            "board,id,board\n12345678x,1,1234567x8\n",
            2,
            "",
            "columns 1 and 3 are both `board`; expected one\n",
        ),
        ("rank", "goal;start\n12345678x;12345678x\n", 2, "", unnamed),
        // Rows of a board that is none have one answer.
        ("lookup", "1 2\n3 4\n4 6\n", 1, "invalid\n", "line 1: "),
        ("lookup", "1 2 3\n12345678x\n", 1, "invalid\n\n", "line 1: "),
        ("lookup", "1 2 3 x\n1 2 x 3\n", 0, "\nr\n", ""),
        ("lookup", "1\n2\n3\n0\n", 1, "invalid\ninvalid\ninvalid\ninvalid\n", "line 1: "),
        // Indices are no boards.
        ("unrank", "12\n30\n", 0, "[..]\n[..]\n", ""),
        // JSON lines may have comments.
        (
            "lookup",
            "# a\n{\"board\":\"1234567x8\"} # \"b\n  # c\n{\"board\":\"12345x786 # d\"}\n",
            0,
            "r\nd\n",
            "JSON lines",
        ),
        // What is wrong in a field that is not read does not matter.
        ("lookup", "{\"id\":1e400,\"board\":\"1234567x8\"}\n", 0, "r\n", "JSON lines"),
        ("lookup", "{\"board\":[1,2,3,1e400],\"id\":1}\n", 1, "invalid\n", "`1e400`"),
        (
            "lookup",
            &format!("{}1{}\n", "{\"a\":".repeat(9000), "}".repeat(9000)),
            1,
            "invalid\n",
            "JSON lines",
        ),
        // Words may have comments, as lines have.
        ("solve '1 2 3 4 5 6 7 0 8  # mine'", "", 0, "r\n", ""),
        ("solve --goal 'first # that one' '1 2 0 # mine\n3 4 5'", "", 0, "ll\n", ""),
        ("solve --goal '1 2 3 * * * * * * # rows' 12x453678#", "", 0, "d\n", ""),
        ("solve --blank 9 '1 2 3 4 5 6 7 9 8 # 9'", "", 0, "r\n", ""),
        ("check '1 2 3 4 5 6 7 0 8  # mine' 'r # yes'", "", 0, "optimal\n", "1 optimal"),
        ("swap '2 1 / 3 4 # mine'", "", 0, "1-2\n", ""),
        ("solve '1 2 3 4 5 6 7 8 #'", "", 1, "invalid\n", "`#` begins a comment"),
        ("lookup", "1 2 3 4 5 6 7 8 #\n", 1, "invalid\n", "`#` begins a comment"),
    ]);
}

/// A million grids, and a million comments, take no more memory than one.
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
        let mut command = std::process::Command::new("sh");
        command.args(["-c", script, env!("CARGO_BIN_EXE_tilebase")]).arg(&path);
        command.env("TILEBASE_DATA", "/nonexistent").assert().success();
    }
}

/// Options mean the same wherever they make sense.
#[test]
fn options_are_where_they_are_looked_for() {
    let folder = tempfile::tempdir().expect("a folder");
    for (typed, input, expected) in [
        ("rank 12345678x", "", "161280\n"),
        ("rank", "123\n456\n78x\n", "161280\n"),
        ("unrank 161280", "", "1 2 3 4 5 6 7 8 x\n"),
        ("rank --cantor 12345678x x12345678 12345687x", "", "46233\n0\n46235\n"),
        ("unrank --cantor 46233 0", "", "1 2 3 4 5 6 7 8 x\nx 1 2 3 4 5 6 7 8\n"),
        ("moves --board 12345678x --answer board l", "", "1 2 3 4 5 6 7 x 8\n"),
        ("swap 3 1 2 4", "", "1-3 2-3\n"),
        ("solvable 1 2 3 4 5 6 7 x 8", "", "solvable\n"),
        ("solvable 12345687x --goal 12345687x", "", "solvable\n"),
        ("solvable - 12345687x", "123\n456\n87x\n", "solvable\n"),
        ("analyze 12345678x lr --json", "", ""),
        ("check - /dev/null --json", "", ""),
        ("compare --size 2x2 --json --method IDA,bfs", "", ""),
        ("solve 1 2 3 4 5 6 7 x 8", "", "r\n"),
        ("moves --from tiles --board '1 2 3 x' --answer board 3", "", "1 2 / x 3\n"),
        (
            "rank --format csv '3 1 x 2' 12x3",
            "",
            "board,shape,index,blank,order,error\n3 1 / x 2,2x2,8,2,4,\n1 2 / x 3,2x2,6,2,0,\n",
        ),
        (
            "moves --format csv",
            "moves\nrd\n\"\"\n",
            "moves,length,runs,after,boards,error\nrd,2,2,,,\n\"\",0,0,,,\n",
        ),
        (
            "unrank --format csv --size 2x2 6",
            "",
            "board,shape,index,blank,order,error\n1 2 / x 3,2x2,6,2,0,\n",
        ),
        ("analyze 1 2 3 4 5 6 7 8 x lr --json", "", ""),
        ("moves --from tile --to blank", "U2R # three\n", "ddl\n"),
        ("judge poj1077", "1 2 3 4 5 6 7 x 8", "r\n"),
    ] {
        let path = folder.path().join("out");
        let direct = stdout(line(typed).write_stdin(input));
        line(typed).arg("-o").arg(&path).write_stdin(input).assert().success();
        let written = fs::read_to_string(&path).expect("a file");
        if expected.is_empty() {
            let objects = written.lines().map(serde_json::from_str::<serde_json::Value>);
            assert!(objects.map(|object| object.expect("JSON")).all(|object| object.is_object()));
        } else {
            assert_eq!([direct.as_str(), written.as_str()], [expected; 2], "{typed}");
        }
        if typed.starts_with("compare") {
            let methods = ["\"table\"", "\"bfs\"", "\"ida\""].map(|name| written.contains(name));
            assert_eq!((methods, written.contains("\"astar\"")), ([true; 3], false));
        }
    }
    assert_eq!(stdout(&mut line("hint 1 2 3 4 5 6 7 x 8")), "r\n");
    let rows = stdout(tilebase().args(["solvable", "--format", "csv", "12345678x"]));
    let goal = "board,solvable,explanation,inversions,error\n1 2 3 4 5 6 7 8 x,true,";
    assert!(rows.starts_with(goal), "{rows}");
    let row = tilebase().args(["solvable", "--json", "12345687x"]).assert().code(1).printed();
    let row: serde_json::Value = serde_json::from_str(&row).expect("JSON");
    assert_eq!((&row["solvable"], &row["error"]), (&false.into(), &serde_json::Value::Null));
    // Of two boards the second is the goal, of more none is.
    let three = "solvable 12345678x 12345687x 12345678x";
    line(three).assert().code(1).stdout("solvable\nunsolvable\nsolvable\n");
    // Commands that look boards up take a number of threads, and answer the same on one.
    let boards = folder.path().join("boards");
    fs::write(&boards, "12345678x\n1234567x8\n").expect("a file");
    for typed in [
        "lookup boards",
        "check boards boards",
        "census boards",
        "hint 1234567x8",
        "sample -n 3 --seed 1 --distance 9",
        "analyze 1234567x8 r",
    ] {
        let ask = |options: &str| {
            let mut command = line(&format!("{typed} {options}"));
            command.current_dir(&folder).output().expect("the command").stdout
        };
        assert!(!ask("").is_empty(), "{typed}");
        assert_eq!(ask(""), ask("--threads 1"), "{typed}");
    }
}

#[test]
fn what_is_no_board_is_named() {
    let columns = "only --layout csv and jsonl have columns\n";
    let os_error = if cfg!(windows) { "(os error 3)\n" } else { "(os error 2)\n" };
    let array = "JSON array; expected JSON lines";
    for (typed, input, message) in [
        ("solve 1 2 3", "", "argument 1: 3 cells: expected 9 for 3x3"),
        ("analyze 1 2 3 4 5 6 7 8 8 l", "", "argument 1: no blank"),
        ("analyze 1 2 3 ll", "", "argument 1: 3 cells: expected 9 for 3x3"),
        ("unrank --cantor 362880", "", "expected an index from 0 to 362879, found `362880`"),
        ("unrank --cantor --size 5x5 1", "", "at most 16 cells"),
        (
            "solve 1 2 3 4 5 6 7 8 x 1 2 3 4 5 6 7 x 8",
            "",
            "argument 1: 2 boards in one argument: quote each board\n",
        ),
        ("solve 12345678x --data /nowhere", "", "--data /nowhere: no such folder; "),
        ("info --data /nowhere", "", "--data /nowhere: no such folder; "),
        ("sample --distance max..3", "", "max is above 3: expected the smaller distance first"),
        ("unrank -1", "", "expected an index from 0 to 181439, found `-1`"),
        ("solve --timeout -1 12345678x", "", "expected a number of seconds"),
        ("solve --timeout +1 12345678x", "", "expected a number of seconds"),
        ("solvable 123456789101112131415x", "", "argument 1: no separators: expected"),
        (
            "lookup",
            "{\"a\":1,\"b\":null,\"start\":\"12345678\"}",
            "line 1: no field `board`; there is `start`: use --column start\n",
        ),
        ("lookup", "{\"a\":1}", "line 1: no field `board`\n"),
        (
            "lookup",
            "{\"puzzles\":[{\"board\":\"12345678x\"}]}",
            "line 1: `puzzles` is a list of objects; expected one object a line, as `jq -c \
             '.puzzles[]'` prints them\n",
        ),
        (
            "lookup --column puzzles",
            "{\"puzzles\":[{\"board\":\"12345678x\"}]}",
            "line 1: `puzzles` is a list of objects; expected one object a line",
        ),
        (
            "lookup",
            "{\"start\":\"12345678x\",\"id\":\"1234567x8\"}",
            "line 1: no field `board`; there are `id`, `start`: name one with --column\n",
        ),
        (
            "lookup --goal-column goal",
            "{\"board\":\"12345678x\",\"to\":\"first\"}",
            "line 1: no field `goal`; there is `to`: use --goal-column to\n",
        ),
        (
            "lookup --goal-column goal",
            "{\"board\":\"12345678x\",\"goal\":null}",
            "line 1: the field `goal` is null; expected a board\n",
        ),
        (
            "compare --size 3x3 '1 2 / x 3'",
            "",
            "error: argument 1: a board of 2 rows and 2 columns: expected 3x3; ",
        ),
        ("lookup --goal-column goal --layout lines", "", columns),
        (
            "lookup",
            "{\"board\":\"123",
            "line 1: broken JSON: EOF while parsing a string at column 13",
        ),
        ("lookup", "{\"board\":\"12345678x\"} {}", "more than one object in a line"),
        ("solve '99999999999999999999 1 2 3 4 5 6 7 x'", "", "found `999999999999`"),
        ("solve --goal 99 12345678x", "", "argument 1: goal cell 99 of 3x3: expected 0 to 8"),
        (
            "sample --size 7x7 --distance 5",
            "",
            "--distance: 7x7 is too large for the numbers of boards",
        ),
        ("solve 12345678x -o missing/folder/x", "", os_error),
        ("lookup --column b", "a,b\n1\n", "line 2: no `b`: expected it in column 2, found 1"),
        ("lookup --column b --layout grids", "", columns),
        ("solve '8 6 7\n2 5 4\n3   1\n'", "", "row 3 is one cell short"),
        (
            "solve",
            "[{\"board\":\"12345678x\"}]\n",
            "JSON array; expected JSON lines: make them with jq -c",
        ),
        ("solve", "[\n {\"board\":\"12345678x\"}\n]\n", array),
        // The input is shown as it was typed.
        ("solve nosuch.txt", "", "error: `nosuch.txt`: no such file, and not a board\n"),
        ("rank nosuch.txt", "", "argument 1: the 1st cell: expected"),
        ("solve '1 2 3\\n4'", "", "found `3\\n4`"),
        ("unrank \"it's \\\\\"", "", "found `it's \\`"),
        ("moves d←", "", "`←` is an arrow beside letters"),
        ("solve \"1 2 3 'a' \u{1b}[2J\"", "", "found `a`"),
    ] {
        line(typed).write_stdin(input).assert().failure().stderr(contains(message));
    }
    for (bytes, cure) in [
        (&b"\x1f\x8b\x08\0"[..], "is compressed; expected UTF-8 text: gunzip -c FILE | tilebase"),
        (b"\x28\xb5\x2f\xfd\0", "unzstd -c"),
        (b"\xff\xfe1\0", "is UTF-16; expected UTF-8 text: convert it first"),
    ] {
        line("lookup").write_stdin(bytes).assert().code(2).stderr(contains(cure));
    }
}

#[test]
fn a_comment_behind_an_object_may_have_any_bytes() {
    let lines = b"{\"board\":\"1234567x8\"} # caf\xe9\n{\"board\":\"12345x786\"}\n";
    line("lookup --layout jsonl").write_stdin(&lines[..]).assert().success().stdout("r\nd\n");
}

#[test]
fn a_line_that_is_too_long_is_said_to_be() {
    let text = format!("1 2\nx 3\n\n{}\n", "1 ".repeat(40_000));
    let says = ends_with("error: line 4: a board of more than 65536 bytes\n");
    line("lookup -q").write_stdin(text).assert().code(1).stdout("r\ninvalid\n").stderr(says);
}

/// The rows of a 4x4 board, of which the first could be a board of 2x2.
#[test]
fn a_first_line_that_is_a_board_means_lines() {
    let (four, nine) = (
        "0 1 2 3\n4 5 6 7\n8 9 10 11\n12 13 14 15\n",
        "0 1 2 3 4 5 6 7 8\n9 10 11 12 13 14 15 16 17\n",
    );
    let note = "note: the first line is a board, so each line is read as one; if it is the first \
                row of a grid, name its shape with --size, or use --layout grids\n";
    check_lines(&[
        ("solvable", four, 1, "unsolvable\n", ""),
        ("solvable --layout lines", four, 2, "unsolvable\ninvalid\ninvalid\ninvalid\n", "line 2: "),
        ("solvable --size 4x4", four, 1, "unsolvable\n", ""),
        ("solvable --layout grids", four, 1, "unsolvable\n", ""),
        ("solvable --size 2x9", nine, 0, "solvable\n", ""),
        ("solvable", nine, 2, "[..]\ninvalid\n", note),
        // Boards in lines are no rows.
        ("solvable", "12345678x\n1234567x8\n", 0, "solvable\nsolvable\n", ""),
    ]);
    let no_note = times("note", 0);
    line("solvable").write_stdin("0 1 2 3\n1 2 3 4\n").assert().code(2).stderr(no_note);
}

/// The documentation says how to go on after an interruption.
#[test]
#[cfg(unix)]
fn an_interrupted_run_goes_on_as_documented() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = include_str!("../../../docs/commands.md");
    let (_, script) = text.split_once("```sh\nwhole=").expect("the script");
    let (script, _) = script.split_once("```").expect("the end of the script");
    let boards = stdout(tilebase().args(["sample", "-n", "50", "--seed", "1"]));
    let answers = stdout(tilebase().arg("lookup").write_stdin(boards.as_str()));
    fs::write(folder.path().join("boards.txt"), boards).expect("a file");
    for kept in [0, 1, 30, answers.len() / 2, answers.len()] {
        fs::write(folder.path().join("answers.txt"), &answers[..kept]).expect("a file");
        let script = format!("tilebase() {{ \"$PROGRAM\" \"$@\"; }}; whole={script}");
        let mut shell = std::process::Command::new("sh");
        shell.args(["-ec", &script]).current_dir(folder.path());
        shell.env("PROGRAM", env!("CARGO_BIN_EXE_tilebase")).assert().success();
        let found = fs::read_to_string(folder.path().join("answers.txt")).expect("a file");
        assert_eq!(found, answers, "{kept}");
    }
}

/// Boards that people draw and paste are read, or the error says what to do.
#[test]
fn boards_as_people_draw_them() {
    let frame = "+---+---+---+\n| 1 | 2 | 3 |\n+---+---+---+\n| 4 | 5 | 6 |\n+---+---+---+\n\
                 | 7 | - | 8 |\n+---+---+---+\n";
    for text in [
        frame.to_owned(),
        format!("{frame}\n{frame}").replace('-', "="),
        "1|2|3\n4|5|6\n7|*|8\n".to_owned(),
        "[[1,2,3],[4,5,6],[7,null,8]]\n".to_owned(),
        "{\"board\":[[1,2,3],[4,5,6],[7,null,8]]}\n".to_owned(),
        "{\"board\":[\"1\",\"2\",\"3\",\"4\",\"5\",\"6\",\"7\",\"x\",\"8\"]}\n".to_owned(),
        "[1 2 3; 4 5 6; 7 0 8]\n".to_owned(),
        "1;2;3;4;5;6;7;0;8\n".to_owned(),
    ] {
        // An equals sign is no blank.
        let text = text.replace("| = |", "| x |");
        let answers = stdout(tilebase().arg("solve").write_stdin(text.as_str()));
        assert!(answers.lines().all(|answer| answer == "r"), "{text}: {answers}");
        assert_eq!(answers.lines().count(), if text.contains("\n\n") { 2 } else { 1 }, "{text}");
    }
    // Moves as lists write them.
    check_lines(&[
        ("moves '[\"d\", \"d\", \"l\"]' --to tile", "", 0, "U2R\n", ""),
        ("moves '(d, d), l;'", "", 0, "ddl\n", ""),
        ("moves --board 12345678x --answer board [u,u]", "", 0, "1 2 x 4 5 3 7 8 6\n", ""),
    ]);
}

/// Boards that have goals of their own, and several files.
#[test]
fn goals_in_a_column_and_several_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let rows = "board,goal,id\n1234567x8,last,1\nx12345678,first,2\n\"1 2 3\n8 4 x\n7 6 5\",snail,3\n\
                x21345678,last,4\n1 2 3 4 x 5 6 7 8,4,5\n12,last,6\n12345678x,none,7\n\
                1 2 3 x,3,8\n1234567x8,1234567x8,9\n";
    let objects = "{\"board\":\"1234567x8\",\"goal\":\"last\"}\n{\"board\":\"1234567x8\",\"goal\":[[1,2,3],[4,5,6],[7,0,8]]}\n{\"board\":\"12345678x\"}\n";
    for (name, text) in [("a.csv", rows), ("b.jsonl", objects), ("c.txt", "1234567x8\n12\n")] {
        fs::write(folder.path().join(name), text).expect("a file");
    }
    let lookup = |arguments: &[&str]| {
        let mut command = tilebase();
        let output = command.current_dir(&folder).args(["lookup", "-q"]).args(arguments).output();
        let output = output.expect("the command");
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        (text(output.stdout), text(output.stderr))
    };
    for threads in ["1", "3"] {
        let arguments = ["--threads", threads, "--goal-column", "goal"];
        let (answers, says) = lookup(&[&arguments[..], &["a.csv"]].concat());
        assert_eq!(answers, "r\n\nl\nunsolvable\n\ninvalid\ninvalid\n\n\n");
        assert!(says.contains("line 9: "), "{says}");
        assert!(
            says.contains("line 10: its goal: expected a board, the cell of its blank, first"),
            "{says}"
        );
        let (answers, says) = lookup(&[&arguments[..], &["b.jsonl"]].concat());
        assert_eq!(answers, "r\n\ninvalid\n", "{says}");
        assert!(says.contains("line 3: no field `goal`"), "{says}");
        let distances = lookup(&[&arguments[..], &["--distance", "a.csv", "b.jsonl"]].concat());
        let expected = "1\n0\n1\nunsolvable\n0\ninvalid\ninvalid\n0\n0\n1\n0\ninvalid\n";
        assert_eq!(distances.0, expected, "{}", distances.1);
        assert!(distances.1.contains("error: b.jsonl: line 3: no field"), "{}", distances.1);
    }
    let rows = |arguments: &[&str]| {
        let (answers, _) = lookup(&[&["--goal-column", "goal"], arguments, &["b.jsonl"]].concat());
        let object = |row: &str| serde_json::from_str::<serde_json::Value>(row).expect("JSON");
        answers.lines().map(|row| object(row)["goal"].to_string()).collect::<Vec<_>>()
    };
    let written = ["\"1 2 3 4 5 6 7 8 x\"", "\"1 2 3 4 5 6 7 x 8\"", "null"];
    assert_eq!(rows(&["--json"]), written);
    let (head, _) = lookup(&["--goal-column", "goal", "--format", "csv", "a.csv"]);
    assert!(head.starts_with("board,goal,distance,moves,"), "{head}");
    let (kept, _) = lookup(&["--goal-column", "goal", "--keep", "--format", "csv", "a.csv"]);
    assert!(!kept.contains("input_goal"), "{kept}");
    let (answers, says) = lookup(&["c.txt", "c.txt"]);
    assert_eq!(answers, "r\ninvalid\nr\ninvalid\n");
    assert_eq!(says.matches("error: c.txt: line 2: 2 cells").count(), 2, "{says}");
    assert!(lookup(&["c.txt", "nosuch"]).1.contains("`nosuch`: no such file, and not a board"));
    let (answers, _) = lookup(&["--goal", "first", "c.txt"]);
    assert_eq!(answers.lines().count(), 2);
    let solve =
        |goal| stdout(tilebase().args(["solve", "--goal", goal, "--size", "2x2", "1 2 3 x"]));
    assert_eq!([solve("last"), solve("snail"), solve("3")], ["\n", "l\n", "\n"]);
}

/// On a terminal nothing shows that a command waits for boards, unless it says so.
#[test]
#[cfg(target_os = "linux")]
fn on_a_terminal_a_command_says_that_it_reads() {
    let says = "note: reading standard input; end it with Ctrl-D";
    for command in ["solve", "lookup", "rank", "judge poj1077", "hint -"] {
        // Without this program there is no terminal to try.
        let Ok(mut child) = std::process::Command::new("script")
            .args(["-qec", &format!("{} {command}", env!("CARGO_BIN_EXE_tilebase")), "/dev/null"])
            .env("TILEBASE_DATA", "/nonexistent")
            .stdin(std::process::Stdio::piped())
            .stdout(std::process::Stdio::piped())
            .spawn()
        else {
            return;
        };
        let mut stdin = child.stdin.take().expect("a pipe");
        std::io::Write::write_all(&mut stdin, b"1 2 3 4 5 6 7 x 8\n\x04").expect("a pipe");
        drop(stdin);
        let output = child.wait_with_output().expect("the command").stdout;
        let output = String::from_utf8_lossy(&output);
        assert!(output.contains(says), "{command}: {output}");
    }
    let piped = tilebase().arg("solve").write_stdin("12345678x").output().expect("the command");
    assert!(!String::from_utf8_lossy(&piped.stderr).contains(says));
}
