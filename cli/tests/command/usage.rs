//! The commands as a user types them: answers, statuses and messages.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use crate::program::{Run, contains, starts_with, stdout, tilebase, times};

#[test]
fn a_folder_of_manual_pages() {
    let folder = tempfile::tempdir().expect("a folder");
    let pages = folder.path().join("man1");
    tilebase().args(["man", "--all"]).arg(&pages).assert().success().stdout("");
    let one = |name: &str| fs::read_to_string(pages.join(name)).expect("a page");
    assert_eq!(one("tilebase-solve.1"), stdout(tilebase().args(["man", "solve"])));
    assert_eq!(one("tilebase.1"), stdout(tilebase().arg("man")));
    let count = fs::read_dir(&pages).expect("a folder").count();
    assert_eq!(count, one("tilebase.1").matches("tilebase\\-").count() + 1);
}

#[test]
fn solve_prints_the_canonical_solution_and_nothing_else() {
    tilebase()
        .args(["solve", "2 3 4 1 5 x 7 6 8"])
        .assert()
        .success()
        .stdout("dlurullddrurdllurdr\n")
        .stderr("");
}

#[test]
fn solve_in_every_form() {
    let ask = |flags: &[&str]| stdout(tilebase().arg("solve").args(flags).arg("[[3,2,4],[1,5,0]]"));
    assert_eq!(ask(&[]), "lurdluldrruldr\n");
    assert_eq!(ask(&["--distance"]), "14\n");
    assert_eq!(ask(&["--count"]), "2\n");
    assert_eq!(ask(&["--next"]), "lu\n");
    assert_eq!(ask(&["--all"]), "lurdluldrruldr\nuldrulldrruldr\n");
    let object: serde_json::Value = serde_json::from_str(&ask(&["--json", "--all"])).expect("JSON");
    let expected = serde_json::json!({
        "board": "3 2 4 / 1 5 x", "distance": 14, "moves": "lurdluldrruldr", "next": "lu", "count": 2,
        // 189 of 360 boards are nearer (OEIS A090034).
        "harder_than": 0.525, "lower_bound": 14,
        "solutions": ["lurdluldrruldr", "uldrulldrruldr"], "error": null
    });
    assert_eq!(object, expected);
    let drawing = stdout(tilebase().args(["solve", "--show", "1 2 3 x 4 6 7 5 8"]));
    assert!(drawing.starts_with(" 1 2 3\n x 4 6\n 7 5 8\n\n1/3: r\n 1 2 3\n[4]x 6\n"), "{drawing}");
    assert!(drawing.ends_with("3/3: r\n 1 2 3\n 4 5 6\n 7[8]x\n"), "{drawing}");
}

#[test]
fn solve_answers_each_board_in_its_place() {
    let boards = ["12345678x", "", "12345687x", "1 2 3 4 5 6 7 x 8"];
    let assert =
        tilebase().arg("solve").args(boards).assert().code(1).stdout("\ninvalid\nunsolvable\nr\n");
    assert.stderr(
        contains("error: argument 2: no board")
            .and(contains("note: argument 3: unsolvable: the number of inversions")),
    );
    let text = boards.join("\n");
    tilebase().arg("solve").write_stdin(text).assert().code(1).stdout("\ninvalid\nunsolvable\nr\n");
    let json = tilebase()
        .args(["solve", "--json", "12345687x", "7"])
        .assert()
        .code(1)
        .get_output()
        .stdout
        .clone();
    let json = String::from_utf8(json).expect("UTF-8");
    let errors: Vec<String> = json
        .lines()
        .map(|line| {
            serde_json::from_str::<serde_json::Value>(line).expect("JSON")["error"]
                .as_str()
                .expect("text")
                .to_owned()
        })
        .collect();
    assert!(
        errors[0].starts_with("unsolvable: ") && errors[1].starts_with("invalid: "),
        "{errors:?}"
    );
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt;
        let rubbish = std::ffi::OsStr::from_bytes(b"1 2 \xff\xfe");
        tilebase()
            .args(["solve", "1234567x8"])
            .arg(rubbish)
            .arg("12345678x")
            .assert()
            .code(1)
            .stdout("r\ninvalid\n\n");
    }
    // Several answers of several lines are separated by empty lines.
    tilebase()
        .args(["solve", "--all", "12345678x", "12345687x"])
        .assert()
        .stdout("\n\nunsolvable\n\n");
}

#[test]
fn solve_answers_a_line_before_it_reads_the_next() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tilebase"))
        .arg("solve")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the command");
    let (mut ask, answers) =
        (child.stdin.take().expect("a pipe"), child.stdout.take().expect("a pipe"));
    let mut answers = BufReader::new(answers);
    for (board, expected) in [("1234567x8\n", "r\n"), ("12345x786\n", "d\n")] {
        ask.write_all(board.as_bytes()).expect("a line");
        let mut answer = String::new();
        answers.read_line(&mut answer).expect("an answer");
        assert_eq!(answer, expected);
    }
    drop(ask);
    assert!(child.wait().expect("the end").success());
}

#[test]
fn goals_and_shapes() {
    tilebase()
        .args(["solve", "--goal", "123804765", "283104765"])
        .assert()
        .success()
        .stdout("uldr\n");
    tilebase().args(["solve", "--size", "2x3", "1 2 3 4 x 5"]).assert().success().stdout("r\n");
    tilebase().args(["solve", "--goal", "1 2/3 x", "1 2 x 3"]).assert().success().stdout("r\n");
    let assert = tilebase()
        .args(["solve", "--goal", "1 2/3 x", "12345678x"])
        .assert()
        .code(1)
        .stdout("invalid\n");
    assert.stderr(contains("9 cells: expected 4 for 2x2"));
    for goal in ["", "1 2 3", "123/456/788"] {
        tilebase().args(["solve", "--goal", goal, "12345678x"]).assert().code(2).stdout("");
    }
    tilebase()
        .args(["solve", "1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 x"])
        .assert()
        .success()
        .stdout("\n");
}

/// Every count is read in the same notations.
#[test]
fn numbers_are_read_alike() {
    let board = "1 2 3 4 5 6 7 x 8";
    for (arguments, answer) in [
        (["solve", "--threads", "1e0", board].as_slice(), "r\n"),
        (&["sample", "--seed", "1", "--solutions", "1_0"], "5 3 7 8 6 4 x 2 1\n"),
        (&["sample", "--size", "2x2", "--distance", "0_6", "--all"], "x 3 / 2 1\n"),
        (&["unrank", "1,000", "1e3"], "x 1 4 7 6 3 5 8 2\nx 1 4 7 6 3 5 8 2\n"),
        (&["sample", "--size", "2x2", "--seed", "1", "-n", "0e9"], ""),
    ] {
        assert_eq!(stdout(tilebase().args(arguments)), answer, "{arguments:?}");
    }
    let share =
        |most: &str| stdout(tilebase().args(["census", "--size", "2x3", "--at-most", most]));
    assert_eq!(share("1e1"), share("10"));
    let share =
        |most: &str| stdout(tilebase().args(["census", "--size", "2x3", "--at-least", most]));
    assert_eq!(share("1_0"), share("10"));
    for (arguments, status) in [
        (["solve", "--threads", "+3", board].as_slice(), 2),
        (&["solve", "--threads", "0", board], 2),
        (&["sample", "--solutions", "+3"], 2),
        (&["sample", "--solutions", "0"], 2),
        (&["sample", "--distance", "+3"], 2),
        (&["census", "--at-most", "+3"], 2),
        (&["census", "--at-least", "+3"], 2),
        (&["census", "--goal-blank", "+3"], 2),
        (&["generate", "--goal-blank", "+3"], 2),
        (&["generate", "--bits", "+4"], 2),
        (&["prove", "--within", "+3", "--part", "1/2", board], 2),
        (&["prove", "--within", "3", "--part", "+1/2", board], 2),
        (&["unrank", "+3"], 1),
    ] {
        tilebase().args(arguments).assert().code(status);
    }
}

#[test]
fn rank_and_unrank() {
    tilebase().args(["rank", "12345678x", "x12345678"]).assert().success().stdout("161280\n0\n");
    tilebase().args(["rank", "12345687x", "123"]).assert().code(1).stdout("unsolvable\ninvalid\n");
    tilebase()
        .args(["unrank", "161280", "0"])
        .assert()
        .success()
        .stdout("1 2 3 4 5 6 7 8 x\nx 1 2 3 4 5 6 7 8\n");
    tilebase()
        .args(["unrank", "--size", "2x3", "359"])
        .assert()
        .success()
        .stdout("5 4 3 / 2 1 x\n");
    let invalid = tilebase().args(["unrank", "181440", "-1", "x"]).assert().code(1);
    invalid.stdout("invalid\n".repeat(3));
    tilebase()
        .arg("unrank")
        .write_stdin("181440\n-1\nx\n5\n")
        .assert()
        .code(1)
        .stdout("invalid\ninvalid\ninvalid\nx 1 2 3 4 6 8 7 5\n");
    let indices: String = (0..181_440).step_by(7).map(|index| format!("{index}\n")).collect();
    let boards = stdout(tilebase().arg("unrank").write_stdin(indices.as_str()));
    assert_eq!(stdout(tilebase().arg("rank").write_stdin(boards)), indices);
    // Shapes without a table have ranks too.
    tilebase().args(["unrank", "--size", "4x4", "10461394943999"]).assert().success();
    let object: serde_json::Value =
        serde_json::from_str(&stdout(tilebase().args(["rank", "--json", "23415x768"])))
            .expect("JSON");
    assert_eq!(object["blank"], 5);
    assert_eq!(
        object["index"],
        object["blank"].as_u64().unwrap() * 20_160 + object["order"].as_u64().unwrap() / 2
    );
}

#[test]
fn info_tells_what_there_is() {
    let list = stdout(tilebase().arg("info"));
    assert_eq!(list.lines().count(), 1 + 8, "{list}");
    let objects = stdout(tilebase().args(["info", "--json"]));
    for object in
        objects.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON"))
    {
        let counts: Vec<u64> = serde_json::from_value(object["counts"].clone()).expect("counts");
        assert_eq!(object["puzzle"] == "sliding", object["goal_blank"].is_number(), "{object}");
        assert_eq!(object["entry_bits"], 4);
        assert_eq!(object["states"].as_u64(), Some(counts.iter().sum()));
        assert_eq!(object["diameter"], counts.len() - 1);
    }
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("t.tbl");
    tilebase().args(["generate", "-q", "-o"]).arg(&path).assert().success().stderr("");
    let full = stdout(tilebase().arg("info").arg(&path));
    assert!(
        full.contains("states      181440") && full.contains("      31              2  #"),
        "{full}"
    );
    let object: serde_json::Value =
        serde_json::from_str(&stdout(tilebase().args(["info", "--json"]).arg(&path)))
            .expect("JSON");
    assert_eq!(object["bytes"].as_u64(), Some(fs::metadata(&path).expect("a file").len()));
    assert_eq!(object["generator"], env!("CARGO_PKG_VERSION"));
}

#[test]
fn generate_says_what_it_made_or_why_not() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("t.tbl");
    let assert = tilebase()
        .args(["generate", "--size", "2x3", "--goal-blank", "0", "-o"])
        .arg(&path)
        .assert()
        .success();
    assert
        .stdout("")
        .stderr(contains("360 states, diameter 21, 1 antipode").and(contains("cells 0, 2, 3, 5")));
    for (size, cell, says) in [
        ("4x4", "0", "4x4 has 2 tables; expected one table, or --data DIR instead"),
        ("3x3", "9", "cell 9 of 3x3: expected 0 to 8"),
        ("1x3", "0", "1x3"),
    ] {
        let assert = tilebase()
            .args(["generate", "--size", size, "--goal-blank", cell, "-o"])
            .arg(&path)
            .assert()
            .code(2);
        assert.stderr(contains(says));
    }
    let missing = folder.path().join("missing/t.tbl");
    tilebase()
        .args(["generate", "-o"])
        .arg(&missing)
        .assert()
        .code(2)
        .stderr(contains("cannot create"));
    tilebase()
        .args(["generate", "-o"])
        .arg(folder.path())
        .assert()
        .code(2)
        .stderr(contains("directory"));
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1, "nothing is left behind");
}

#[test]
fn tables_that_are_none() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = folder.path().join("text");
    fs::write(&text, "1 2 3 4 5 6 7 8 x\n").expect("a file");
    let solve = |table: &std::path::Path| {
        let assert = tilebase()
            .args(["solve", "12345678x", "--table"])
            .arg(table)
            .assert()
            .code(2)
            .stdout("");
        assert.said()
    };
    let says = solve(&text);
    assert!(says.contains("not a table") && !says.contains("tilebase generate"), "{says}");
    assert!(solve(&folder.path().join("missing")).contains("cannot open"));
    assert!(solve(folder.path()).contains("cannot read"));
    assert!(
        solve(std::path::Path::new("/dev/null"))
            .contains("cannot read /dev/null: it is not a regular file")
    );
    // A damaged table ends a bulk run with status 2, and the answers before that are kept.
    let path = folder.path().join("t.tbl");
    tilebase().args(["generate", "-q", "-o"]).arg(&path).assert().success();
    let mut bytes = fs::read(&path).expect("a table");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&path, bytes).expect("a table");
    let mut command = tilebase();
    let assert = command
        .args(["lookup", "--table"])
        .arg(&path)
        .write_stdin("12345678x\n867254301\n")
        .assert()
        .code(2);
    let damage = starts_with("error: line 2: table ").and(contains("block 10 of the entries"));
    assert.stdout("\n").stderr(damage);
}

#[cfg(unix)]
#[test]
fn output_that_cannot_be_written() {
    let full = || fs::File::options().write(true).open("/dev/full").expect("/dev/full");
    for arguments in [
        &["solve", "1234567x8"][..],
        &["info"],
        &["man"],
        &["completions", "bash"],
        &["unrank", "1"],
        &["help"],
        &["lookup", "--help"],
        &["--version"],
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_tilebase"))
            .args(arguments)
            .stdout(full())
            .output()
            .expect("the command");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let says = String::from_utf8(output.stderr).expect("UTF-8");
        assert!(says.starts_with("error: cannot write standard output: No space left"), "{says}");
    }
    tilebase().args(["lookup", "-o", "/dev/full"]).write_stdin("12345678x\n").assert().code(2);
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_ends_quietly() {
    let boards = "1 2 3 4 5 6 7 x 8\n".repeat(100_000);
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("boards");
    fs::write(&path, boards).expect("a file");
    let mut child = Command::new(env!("CARGO_BIN_EXE_tilebase"))
        .arg("lookup")
        .arg(&path)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("the end");
    assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0));
}

#[test]
fn usage_completions_and_manuals() {
    tilebase().assert().code(2);
    tilebase().args(["solve", "--distance", "--count"]).assert().code(2);
    tilebase().arg("frobnicate").assert().code(2);
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        tilebase().args(["completions", shell]).assert().success().stdout(contains("tilebase"));
    }
    tilebase().arg("man").assert().success().stdout(contains(".TH tilebase 1"));
    tilebase().args(["man", "solve"]).assert().success().stdout(contains(".TH tilebase-solve 1"));
    tilebase().args(["man", "nothing"]).assert().code(2);
    for command in
        ["solve", "lookup", "generate", "census", "info", "rank", "unrank", "completions", "man"]
    {
        tilebase().args([command, "--help"]).assert().success().stdout(contains("Examples:\n  "));
    }
}

/// One move and success, or no move and a reason.
#[test]
fn a_hint_is_one_move() {
    for (arguments, expected) in [
        (&["2 3 4 1 5 x 7 6 8"][..], "d\n"),
        (&["2", "3", "4", "1", "5", "x", "7", "6", "8", "--notation", "tile"], "U\n"),
        (&["23415x768", "--notation", "tiles"], "8\n"),
        (&["283104765", "--goal", "123804765"], "u\n"),
    ] {
        tilebase().arg("hint").args(arguments).assert().success().stdout(expected).stderr("");
    }
    for (board, says) in
        [("12345678x", "the board is the goal"), ("12345687x", "unsolvable"), ("1234", "no blank")]
    {
        let assert = tilebase().args(["hint", board]).assert().code(1).stdout("");
        assert.stderr(contains(says));
    }
}

#[test]
fn a_hint_is_for_the_board_in_standard_input() {
    for board in ["2 3 4 1 5 x 7 6 8", "2 3 4\n1 5 x\n7 6 8\n"] {
        let output = tilebase().args(["hint", "-"]).write_stdin(board).assert().success();
        assert_eq!(output.get_output().stdout, b"d\n");
    }
}

#[test]
fn boards_before_moves_need_no_quotes() {
    let moved = |words: &str| {
        let output = tilebase().arg("apply").args(words.split(' ')).assert().success();
        output.printed()
    };
    let quoted = tilebase().args(["apply", "2 3 4 / 1 5 x / 7 6 8", "ll"]).assert().success();
    let quoted = quoted.printed();
    for words in ["2 3 4 1 5 x 7 6 8 ll", "2 3 4 / 1 5 x / 7 6 8 ll", "2 3 4 / 1 5 x / 7 6 8 l l"] {
        assert_eq!(moved(words), quoted, "{words}");
    }
}

#[test]
fn hexadecimal_digits_are_counted() {
    tilebase().args(["solve", "123456789ABCD0"]).assert().code(1).stderr(contains("14 cells"));
}

#[test]
fn names_that_people_guess_get_a_tip_that_works() {
    for (line, expected) in [
        ("solve --method idastar 1", "--method ida"),
        ("solve --method a* 1", "--method astar"),
        ("solve --start 1", "write the board without an option"),
        ("version", "tilebase --version"),
        ("solve --csv 1", "--format csv"),
        ("lookup -j 4 boards.txt", "--threads N, or --json"),
        ("solve --depth 1", "--distance"),
        ("sample --depth 20", "--distance"),
        ("solve --algorithm astar 1", "--method"),
        ("solve --steps 1", "--show"),
        ("generate 4x4", "--size 4x4"),
        ("generate --size 4", "--size 4x4"),
        ("solve --format json 1", "--format jsonl, or --json"),
        ("solve --method ids 1", "--method iddfs"),
        ("solve --method bidirectional 1", "--method bibfs"),
        ("solve --heuristic hamming 1", "--heuristic misplaced"),
        ("sample --max-distance 5", "--distance A..B"),
        ("scramble", "tilebase sample"),
        ("solve --method A* 1", "--method astar"),
        ("solve --heuristic pdb 1", "--heuristic patterns"),
    ] {
        let assert = tilebase().args(line.split(' ')).assert().code(2);
        let error = assert.said();
        let tips: Vec<&str> =
            error.lines().filter_map(|line| line.strip_prefix("  tip: ")).collect();
        assert_eq!(tips, [expected], "{line}: {error}");
    }
    let spaced = ["solvable", "--size", "2 x 2", "123x"];
    tilebase().args(spaced).assert().success().stdout("solvable\n");
    // A command that has no such option is not told to use it.
    let swap = tilebase().args(["rank", "--steps"]).assert().code(2);
    swap.stderr(times("tip:", 0));
}

#[test]
fn solve_and_solvable_give_one_reason() {
    // Seven inversions with the 8, one with the 4, two with the 7, and one with the 6: 11.
    let board = "8 1 2 0 4 3 7 6 5";
    let reason = "unsolvable: the number of inversions (pairs of tiles in the other order than the \
                  goal's) is odd, but must be even with 3 columns; exchange tiles 6 and 5 to make \
                  it solvable";
    let explained = tilebase().args(["solvable", "--explain", board]).assert().success();
    explained.stdout(format!("{reason} (11 inversions)\n"));
    let solved = tilebase().args(["solve", board]).assert().success();
    solved.stderr(format!("note: argument 1: {reason}\n"));
}

#[test]
fn a_hint_as_json_has_the_fields_of_lookup() {
    let hint = |board: &str| tilebase().args(["hint", "--json", board]).assert();
    let expected =
        "{\"board\":\"1 2 3 4 5 6 7 x 8\",\"next\":\"r\",\"distance\":1,\"error\":null}\n";
    hint("1 2 3 4 5 6 7 x 8").success().stdout(expected);
    for (board, error) in [
        ("1 2 3 4 5 6 7 8 x", "the board is the goal"),
        ("1 2 3 4 5 6 8 7 x", "unsolvable: "),
        ("7", "invalid: 1 cell"),
    ] {
        let assert = hint(board).code(1);
        let row: serde_json::Value = serde_json::from_slice(&assert.get_output().stdout).unwrap();
        assert_eq!(row["board"], board);
        assert!(row["next"].is_null());
        assert!(row["error"].as_str().unwrap().contains(error), "{row}");
    }
}

#[test]
fn a_named_goal_is_one_of_each_shape() {
    let boards = "1 2 3 / 8 4 x / 7 6 5\n1 2 / 3 x\n1 2 3 4 / 12 13 14 5 / 11 15 x 6 / 10 9 8 7\n";
    for command in ["solve", "lookup"] {
        let asked = tilebase().args([command, "--goal", "snail"]).write_stdin(boards).assert();
        asked.success().stdout("l\nl\nl\n");
    }
    let asked = ["solvable", "--goal", "snail", "1 2 3 4 / 12 13 14 5 / 11 15 x 6 / 10 9 8 7"];
    tilebase().args(asked).assert().success().stdout("solvable\n");
    for command in ["solve", "solvable"] {
        let unknown = tilebase().args([command, "--goal", "second", "123x"]).assert().code(2);
        unknown.stderr(contains("first, last or snail"));
    }
    // The cell of the blank is a name as well.
    let boards = "1 2 / x 3\n1 x 2 3 4 5 6 7 8\n1 2 5 / 3 4 x\n1 2 3 4 / 5 6 7 8 / 9 10 x 11 / \
                  12 13 14 15\n";
    for (cell, answers) in [("2", "\nr\nu\n"), ("10", "invalid\ninvalid\ninvalid\n\n")] {
        for command in ["solve", "lookup"] {
            let asked = tilebase().args([command, "--goal", cell]).write_stdin(boards).assert();
            let found = asked.printed();
            assert!(found.starts_with(answers), "{command} {cell}: {found}");
            let says = asked.said();
            let is_told = says.contains("line 2: goal cell 10 of 3x3: expected 0 to 8");
            assert_eq!(is_told, cell == "10", "{says}");
        }
    }
    let hint = ["hint", "--goal", "7", "1 2 3 4 / 5 6 x 7"];
    tilebase().args(hint).assert().success().stdout("r\n");
    let boards = "1 2 / x 3\n1 x 2 / 3 5 4\n";
    let solvable = tilebase().args(["solvable", "--goal", "2"]).write_stdin(boards).assert();
    solvable.success().stdout("solvable\nunsolvable\n");
    let near = "sample --goal first --distance 3 --seed 1".split(' ');
    let near = stdout(tilebase().args(near));
    assert_eq!(stdout(tilebase().args(["solve", "--goal", "first", "--distance", &near])), "3\n");
    let large = "--size 6x6 --goal 36 x".split(' ');
    let no_cell = tilebase().arg("solve").args(large).assert().code(2);
    no_cell.stderr("error: --goal: goal cell 36 of 6x6: expected 0 to 35\n");
}

#[test]
fn an_array_of_boards_on_one_line_is_named_and_a_board_is_not() {
    for line in [
        "[[[1,2,3],[4,5,6],[7,8,0]],[[1,2,3],[4,5,6],[7,0,8]]]",
        "[\"1 2 3 4 5 6 7 8 0\",\"1 2 3 4 5 6 7 0 8\"]",
    ] {
        let asked = tilebase().arg("lookup").write_stdin(line).assert().code(2);
        asked.stderr(contains("jq -c '.[]' FILE"));
    }
    for line in
        ["[[1,2,3],[4,5,6],[7,0,8]]", "[\"1\",\"2\",\"3\",\"4\",\"5\",\"6\",\"7\",\"0\",\"8\"]"]
    {
        tilebase().arg("lookup").write_stdin(line).assert().success().stdout("r\n");
    }
}

#[test]
fn pictures_are_of_small_boards_and_svg() {
    let board = (0..36).map(|tile| tile.to_string()).collect::<Vec<_>>().join(" ");
    for (arguments, message) in [
        (["draw", "123x", "-o", "a.png"], "expected a name that ends in .svg, found .png"),
        (["draw", &board, "-o", "a.svg"], "expected a board of at most 25 cells, found 6x6"),
    ] {
        let drawn = tilebase().args(arguments).assert().code(2);
        drawn.stderr(contains(message));
    }
}

#[test]
fn the_name_of_the_output_says_its_format() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, begin) in [
        ("a.csv", "board,distance,"),
        ("a.CSV", "board,distance,"),
        ("a.jsonl", "{\"board\":"),
        ("a.txt", "r\n"),
    ] {
        let path = folder.path().join(name);
        tilebase().args(["solve", "1234567x8", "-o"]).arg(&path).assert().success();
        let text = std::fs::read_to_string(&path).expect("answers");
        assert!(text.starts_with(begin), "{name}: {text}");
    }
    let path = folder.path().join("b.csv");
    let text = ["solve", "1234567x8", "--format", "text", "-o"];
    tilebase().args(text).arg(&path).assert().success();
    assert_eq!(std::fs::read_to_string(&path).expect("answers"), "r\n");
}

#[test]
fn the_best_solution_of_5x5_is_drawn_if_none_is_proved() {
    let board = "10 22 21 9 17/7 15 23 2 x/18 12 11 8 5/4 6 1 24 13/3 20 16 14 19";
    let drawn = tilebase().args(["draw", "--solution", "--max-nodes", "100000", board]).assert();
    let drawn = drawn.success().stdout(contains("</svg>"));
    drawn.stderr(contains("moves; no solution is shorter than"));
}

#[test]
fn boards_of_any_size_without_their_size_say_what_to_name() {
    let board = (0..35).map(|tile| tile.to_string()).collect::<Vec<_>>().join(" ");
    let asked = tilebase().args(["lookup"]).write_stdin(board).assert().code(1);
    asked.stderr(contains("name the size of such boards, as in --size 6x6"));
}
