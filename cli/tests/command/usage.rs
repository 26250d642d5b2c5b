//! The commands as a user types them: answers, statuses and messages.

use std::fs;
use std::process::{Command, Stdio};

use crate::program::{Run, check_lines, contains, line, starts_with, stdout, tilebase, times};

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

/// How a board can be named, and answered.
#[test]
fn boards_goals_and_shapes() {
    check_lines(&[
        (
            "solve 12345678x '' 12345687x '1 2 3 4 5 6 7 x 8'",
            "",
            1,
            "\ninvalid\nunsolvable\nr\n",
            "error: argument 2: no board",
        ),
        (
            "solve",
            "12345678x\n\n12345687x\n1234567x8",
            1,
            "\ninvalid\nunsolvable\nr\n",
            "line 2: no board",
        ),
        // 189 of 360 boards are nearer (OEIS A090034).
        (
            "solve --json --answer all [[3,2,4],[1,5,0]]",
            "",
            0,
            "{\"board\":\"3 2 4 / 1 5 x\",\
             \"solutions\":[\"lurdluldrruldr\",\"uldrulldrruldr\"],\"error\":null}\n",
            "",
        ),
        // What is asked is a list: fields of a line of text, and columns.
        ("solve --answer count,distance 1234567x8 867254301", "", 0, "1\t1\n40\t31\n", ""),
        ("solve --answer distance,moves,distance 12345678x", "", 0, "0\t\n", ""),
        ("solve --answer 'distance, moves' 12345678x", "", 0, "0\t\n", ""),
        ("solve --answer next,legal 1234567x8", "", 0, "r\tr:0 l:2 u:2\n", ""),
        (
            "solve --answer count,hint --format csv 867254301 12345687x",
            "",
            0,
            "board,count,hint,lower_bound,error\n8 6 7 2 5 4 3 x 1,40,l,31,\n\
             1 2 3 4 5 6 8 7 x,,,,[..]\n",
            "",
        ),
        (
            "solve --answer next,count --json 12345678x",
            "",
            0,
            "{\"board\":[..],\"next\":\"\",\"count\":1,\"error\":null}\n",
            "",
        ),
        ("solve --answer all,count 12345678x", "", 2, "", "--answer all: expected it alone"),
        ("solve --distance --answer count 12345678x", "", 2, "", "cannot be used with"),
        ("solve --answer distance,count", "12345687x\n7\n", 1, "unsolvable\ninvalid\n", "line 2"),
        (
            "solve --json 12345687x 7",
            "",
            1,
            "[..]\"error\":\"unsolvable: [..]\"}\n[..]\"error\":\"invalid: [..]\"}\n",
            "argument 2: 1 cell",
        ),
        // Several answers of several lines are separated by empty lines.
        (
            "solve --answer all 12345678x 12345687x",
            "",
            0,
            "\n\nunsolvable\n\n",
            "argument 2: unsolvable",
        ),
        ("solve --goal 123804765 283104765", "", 0, "uldr\n", ""),
        ("solve --size 2x3 '1 2 3 4 x 5'", "", 0, "r\n", ""),
        ("solve --goal '1 2/3 x' '1 2 x 3'", "", 0, "r\n", ""),
        ("solve --goal '1 2/3 x' 12345678x", "", 1, "invalid\n", "9 cells: expected 4 for 2x2"),
        ("solve --goal '' 12345678x", "", 2, "", "--goal: no board"),
        ("solve --goal '1 2 3' 12345678x", "", 2, "", "--goal: 3 cells"),
        ("solve --goal 123/456/788 12345678x", "", 2, "", "--goal: no blank"),
        ("solve '1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 x'", "", 0, "\n", ""),
        ("solve 123456789ABCD0", "", 1, "invalid\n", "14 cells"),
        ("solvable --size '2 x 2' 123x", "", 0, "solvable\n", ""),
        ("lookup", "[[1,2,3],[4,5,6],[7,0,8]]", 0, "r\n", ""),
        ("lookup", "[\"1\",\"2\",\"3\",\"4\",\"5\",\"6\",\"7\",\"0\",\"8\"]", 0, "r\n", ""),
        (
            "lookup",
            "[[[1,2,3],[4,5,6],[7,8,0]],[[1,2,3],[4,5,6],[7,0,8]]]",
            0,
            "\nr\n",
            "JSON array",
        ),
        ("lookup", "[\"1 2 3 4 5 6 7 8 0\",\"1 2 3 4 5 6 7 0 8\"]", 0, "\nr\n", "JSON array"),
    ]);
    let large = (0..35).map(|tile| tile.to_string()).collect::<Vec<_>>().join(" ");
    let name = "name the shape, as in --size 5x7";
    check_lines(&[("lookup", &large, 1, "invalid\n", name)]);
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt;
        let rubbish = std::ffi::OsStr::from_bytes(b"1 2 \xff\xfe");
        let mut solve = line("solve 1234567x8");
        solve.arg(rubbish).arg("12345678x").assert().code(1).stdout("r\ninvalid\n\n");
    }
}

/// Every count is read in the same notations.
#[test]
fn numbers_are_read_alike() {
    for (typed, answer) in [
        ("solve --threads 1e0 1234567x8", "r\n"),
        ("sample --seed 1 --solutions 1_0", "5 3 7 8 6 4 x 2 1\n"),
        ("sample --size 2x2 --distance 0_6 --all", "x 3 / 2 1\n"),
        ("unrank 1,000 1e3", "x 1 4 7 6 3 5 8 2\nx 1 4 7 6 3 5 8 2\n"),
        ("sample --size 2x2 --seed 1 -n 0e9", ""),
    ] {
        assert_eq!(stdout(&mut line(typed)), answer, "{typed}");
    }
    let share = |limit: &str| stdout(&mut line(&format!("census --size 2x3 {limit}")));
    assert_eq!(share("--at-most 1e1"), share("--at-most 10"));
    assert_eq!(share("--at-least 1_0"), share("--at-least 10"));
    for (typed, status) in [
        ("solve --threads +3 1234567x8", 2),
        ("solve --threads 0 1234567x8", 2),
        ("sample --solutions +3", 2),
        ("sample --solutions 0", 2),
        ("sample --distance +3", 2),
        ("census --at-most +3", 2),
        ("census --at-least +3", 2),
        ("census --goal-blank +3", 2),
        ("generate --goal-blank +3", 2),
        ("generate --bits +4", 2),
        ("prove --within +3 --part 1/2 1234567x8", 2),
        ("prove --within 3 --part +1/2 1234567x8", 2),
        ("unrank +3", 1),
    ] {
        line(typed).assert().code(status);
    }
}

#[test]
fn rank_and_unrank() {
    check_lines(&[
        ("rank 12345678x x12345678", "", 0, "161280\n0\n", ""),
        ("rank 12345687x 123", "", 1, "unsolvable\ninvalid\n", "argument 2: 3 cells"),
        ("unrank 161280 0", "", 0, "1 2 3 4 5 6 7 8 x\nx 1 2 3 4 5 6 7 8\n", ""),
        ("unrank --size 2x3 359", "", 0, "5 4 3 / 2 1 x\n", ""),
        (
            "unrank 181440 -1 x",
            "",
            1,
            "invalid\ninvalid\ninvalid\n",
            "argument 3: expected an index",
        ),
        (
            "unrank",
            "181440\n-1\nx\n5\n",
            1,
            "invalid\ninvalid\ninvalid\nx 1 2 3 4 6 8 7 5\n",
            "line 3: expected an index",
        ),
        // Shapes without a table have ranks too.
        ("unrank --size 4x4 10461394943999", "", 0, "15 14 [..]\n", ""),
        // The index is 5 x 20160 + 5882/2.
        (
            "rank --json 23415x768",
            "",
            0,
            "{\"board\":\"2 3 4 1 5 x 7 6 8\",\"shape\":\"3x3\",\"index\":103741,\"blank\":5,\
             \"order\":5882,\"error\":null}\n",
            "",
        ),
    ]);
    let indices: String = (0..181_440).step_by(7).map(|index| format!("{index}\n")).collect();
    let boards = stdout(tilebase().arg("unrank").write_stdin(indices.as_str()));
    assert_eq!(stdout(tilebase().arg("rank").write_stdin(boards)), indices);
}

#[test]
fn info_tells_what_there_is() {
    let list = stdout(tilebase().arg("info"));
    assert_eq!(list.lines().count(), 2 + 8, "{list}");
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
        full.contains("states       181440") && full.contains("      31              2  #"),
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
        .args(["generate", "--size", "2x3", "--stats", "--goal-blank", "0", "-o"])
        .arg(&path)
        .assert()
        .success();
    assert
        .stdout("")
        .stderr(contains("360 states, diameter 21, 1 antipode").and(contains("2x3: 0, 2, 3, 5")));
    let made = path.to_str().expect("UTF-8");
    let missing = folder.path().join("missing/t.tbl");
    for (arguments, out, says) in [
        (
            "--size 4x4 --goal-blank 0",
            made,
            "4x4 has 2 tables; expected one table, or --data DIR instead",
        ),
        ("--size 3x3 --goal-blank 9", made, "cell 9 of 3x3: expected 0 to 8"),
        ("--size 1x3 --goal-blank 0", made, "1x3"),
        ("", missing.to_str().expect("UTF-8"), "cannot create"),
        ("", folder.path().to_str().expect("UTF-8"), "directory"),
    ] {
        let mut generate = line(&format!("generate {arguments} -o"));
        generate.arg(out).assert().code(2).stderr(contains(says));
    }
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
    tilebase().args(["solve", "--distance", "--answer=count"]).assert().code(2);
    tilebase().arg("frobnicate").assert().code(2);
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        tilebase().args(["completions", shell]).assert().success().stdout(contains("tilebase"));
    }
    tilebase().arg("man").assert().success().stdout(contains(".TH tilebase 1"));
    tilebase().args(["man", "solve"]).assert().success().stdout(contains(".TH tilebase-solve 1"));
    // The name has one line, as `whatis` expects.
    let page = stdout(tilebase().args(["man", "solve"]));
    let name = page.split(".SH ").find_map(|part| part.strip_prefix("NAME\n")).unwrap();
    let lines: Vec<_> = name.lines().filter(|line| !line.starts_with('.')).collect();
    assert_eq!(
        lines,
        ["tilebase\\-solve \\- Solve boards: the canonical solution of each, one per line"]
    );
    tilebase().args(["man", "nothing"]).assert().code(2);
}

/// The first move of what `solve` prints, in its words.
#[test]
fn a_hint_is_one_move() {
    let odd = "unsolvable: no sequence of moves reaches the goal";
    check_lines(&[
        ("hint '2 3 4 1 5 x 7 6 8'", "", 0, "d\n", ""),
        ("solve --answer hint '2 3 4 1 5 x 7 6 8'", "", 0, "d\n", ""),
        ("hint 2 3 4 1 5 x 7 6 8 --notation tile", "", 0, "U\n", ""),
        ("hint 23415x768 --notation tiles", "", 0, "8\n", ""),
        ("hint 283104765 --goal 123804765", "", 0, "u\n", ""),
        ("hint -", "2 3 4 1 5 x 7 6 8", 0, "d\n", ""),
        ("hint -", "2 3 4\n1 5 x\n7 6 8\n", 0, "d\n", ""),
        ("hint 12345678x", "", 0, "\n", ""),
        ("hint 12345687x", "", 0, "unsolvable\n", odd),
        ("hint 1234", "", 1, "invalid\n", "no blank"),
        ("hint --distance 12345678x", "", 2, "", "cannot be used with"),
        ("hint --json 1234567x8", "", 0, "{[..]\"hint\":\"r\",[..]\"error\":null}\n", ""),
        ("hint --json 12345678x", "", 0, "{[..]\"hint\":\"\",[..]\"error\":null}\n", ""),
        (
            "hint --json 12345687x 7",
            "",
            1,
            "{[..]\"hint\":null,[..]\"error\":\"unsolvable: [..]\"}\n\
             {[..]\"hint\":null,[..]\"error\":\"invalid: 1 cell: [..]\"}\n",
            "1 cell",
        ),
    ]);
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
        ("solve --depth 1", "--depth-limit N, or --distance"),
        ("solve --next 1", "--answer next"),
        ("solve --count 1", "--answer count"),
        ("solve --all 1", "--answer all"),
        ("sample --depth 20", "--distance"),
        ("solve --algorithm astar 1", "--method"),
        ("solve --steps 1", "--show"),
        ("generate --size 4", "--size 4x4"),
        ("solve --method ids 1", "--method iddfs"),
        ("solve --method bidirectional 1", "--method bibfs"),
        ("sample --max-distance 5", "--distance A..B"),
        ("scramble", "tilebase sample"),
        ("shuffle", "tilebase sample"),
        ("invert", "tilebase moves --invert MOVES"),
        ("convert", "tilebase moves --from NOTATION --to NOTATION MOVES"),
        ("apply 12345678x l", "tilebase moves --board BOARD --answer board MOVES"),
        ("audit", "tilebase compare --audit HEURISTIC"),
        ("validate", "tilebase check BOARD MOVES"),
        ("distance", "tilebase solve --distance BOARD"),
        ("render", "tilebase draw BOARD -o FILE.svg"),
        ("animate", "tilebase draw --animate --solution BOARD -o FILE.svg"),
        ("benchmark", "tilebase compare"),
        ("server", "tilebase solve, which answers each line of standard input at once"),
        ("greedy", "tilebase solve --method greedy BOARD"),
        ("ucs", "tilebase solve --method ucs BOARD"),
        ("dls", "tilebase solve --method dls BOARD"),
        ("solve --method dijkstra 1", "--method ucs"),
        ("solve --target 1", "--goal"),
        ("solve --end 1", "--goal"),
        ("solve --path 1", "--show"),
        ("solve --moves 1", "--answer moves"),
        ("check 1 --moves 1", "write the moves behind the board, without an option"),
        ("solve --method A* 1", "--method astar"),
        ("solve --heuristic pdb 1", "--heuristic patterns"),
    ] {
        let assert = tilebase().args(line.split(' ')).assert().code(2);
        let error = assert.said();
        let tips: Vec<&str> =
            error.lines().filter_map(|line| line.strip_prefix("  tip: ")).collect();
        assert_eq!(tips, [expected], "{line}: {error}");
    }
    // The tip is left out for a command that does not have the option.
    let swap = tilebase().args(["rank", "--steps"]).assert().code(2);
    swap.stderr(times("tip:", 0));
}

#[test]
fn solve_and_solvable_give_one_reason() {
    // Seven inversions with the 8, one with the 4, two with the 7, and one with the 6: 11.
    let board = "8 1 2 0 4 3 7 6 5";
    let reason = "unsolvable: no sequence of moves reaches the goal: the number of inversions \
                  (pairs of tiles in the opposite order to the goal's) is odd, but must be even \
                  with 3 columns; swap tiles 6 and 5 to make it solvable";
    let explained = tilebase().args(["solvable", "--explain", board]).assert().code(1);
    explained.stdout(format!("{reason} (11 inversions)\n"));
    let solved = tilebase().args(["solve", board]).assert().success();
    solved.stderr(format!("note: argument 1: {reason}\n"));
}

#[test]
fn a_named_goal_is_one_of_each_shape() {
    let boards = "1 2 3 / 8 4 x / 7 6 5\n1 2 / 3 x\n1 2 3 4 / 12 13 14 5 / 11 15 x 6 / 10 9 8 7\n";
    // The cell of the blank is a name as well.
    let cells = "1 2 / x 3\n1 x 2 3 4 5 6 7 8\n1 2 5 / 3 4 x\n1 2 3 4 / 5 6 7 8 / 9 10 x 11 / \
                 12 13 14 15\n";
    let (no_cell, names) =
        ("line 2: goal cell 10 of 3x3: expected 0 to 8", "first, last, centre or snail");
    check_lines(&[
        ("solve --goal snail", boards, 0, "l\nl\nl\n", ""),
        ("lookup --goal snail", boards, 0, "l\nl\nl\n", ""),
        ("solvable --goal snail", boards, 0, "solvable\nsolvable\nsolvable\n", ""),
        ("solve --goal second 123x", "", 2, "", names),
        ("solvable --goal second 123x", "", 2, "", names),
        ("solve --goal 2", cells, 0, "\nr\nu\n[..]\n", ""),
        ("lookup --goal 2", cells, 0, "\nr\nu\n[..]\n", ""),
        ("solve --goal 10", cells, 1, "unsupported\nunsupported\nunsupported\n\n", no_cell),
        ("lookup --goal 10", cells, 1, "unsupported\nunsupported\nunsupported\n\n", no_cell),
        ("hint --goal 7 '1 2 3 4 / 5 6 x 7'", "", 0, "r\n", ""),
        ("solvable --goal 2", "1 2 / x 3\n1 x 2 / 3 5 4\n", 1, "solvable\nunsolvable\n", ""),
        (
            "solve --size 6x6 --goal 36 x",
            "",
            2,
            "",
            "--goal: goal cell 36 of 6x6: expected 0 to 35\n",
        ),
    ]);
    let near = stdout(&mut line("sample --goal first --distance 3 --seed 1"));
    assert_eq!(stdout(tilebase().args(["solve", "--goal", "first", "--distance", &near])), "3\n");
}

#[test]
fn pictures_are_of_small_boards_and_svg() {
    let board = (0..36).map(|tile| tile.to_string()).collect::<Vec<_>>().join(" ");
    for (arguments, message) in [
        (["draw", "123x", "-o", "a.png"], "expected a name that ends in .svg, found .png"),
        (
            ["draw", &board, "-o", "a.svg"],
            "6x6 is too large for a picture: expected at most 25 cells",
        ),
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
    let drawn = tilebase().args(["draw", "--solution", board]).assert();
    let drawn = drawn.success().stdout(contains("</svg>"));
    drawn.stderr(contains("moves; no solution is shorter than"));
}
