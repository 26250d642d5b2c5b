//! `tilebase compare`, audits, and `tilebase solve` by a search method.

use std::time::{Duration, Instant};

use crate::program::{Run, Text, contains, line, starts_with, stdout, tilebase, times};

/// Boards may be named, quoted or not, and several files are read one after the other.
#[test]
fn boards_and_files_are_compared() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("a file");
        path.into_os_string().into_string().expect("a name")
    };
    let (one, two) = (file("one", "1234567x8\n"), file("two", "123456x78\n123456788\n"));
    let ask = |words: &[&str]| {
        let compare = ["compare", "--method", "ida", "--heuristic", "manhattan", "--format", "csv"];
        tilebase().args(compare).args(words).assert()
    };
    let unquoted = "1 2 3 4 5 6 x 7 8".split(' ').collect::<Vec<_>>();
    for words in [&unquoted[..], &["123456x78"], &["123456x78", "1234567x8"], &[&one, "123456x78"]]
    {
        let boards = if words.len() == 2 { "table,,2,2," } else { "table,,1,1," };
        ask(words).success().stdout(contains(boards));
    }
    let wrong = format!("error: {two}: line 2: ");
    ask(&[&one, &two]).code(1).stderr(contains(&wrong));
    let counted = tilebase().args(["census", &one, &two]).assert().code(1);
    counted.stdout(starts_with("boards      2\n")).stderr(contains(&wrong));
}

#[test]
fn solve_by_a_method() {
    let ask = |arguments: &str| {
        stdout(tilebase().arg("solve").args(arguments.split(' ')).arg("8 6 7 2 5 4 3 x 1"))
    };
    for method in ["table", "bfs", "bibfs", "ida", "ida --heuristic linear-conflict"] {
        assert_eq!(
            ask(&format!("--method {method}")),
            "lurdrulurdlldrrululddruulddrurd\n",
            "{method}"
        );
    }
    for heuristic in ["none", "misplaced", "manhattan", "linear-conflict", "table"] {
        assert_eq!(
            ask(&format!("--method astar --distance --heuristic {heuristic}")),
            "31\n",
            "{heuristic}"
        );
    }
    let stats =
        tilebase().args(["solve", "--method", "bfs", "--stats", "867254301"]).assert().success();
    stats.stderr(contains(
        "expanded 181438, generated 483836, largest frontier 25137, visited 181440, closed 181439, depth 31",
    ));
    // The start is the goal: it is visited and taken.
    let json = stdout(&mut line("solve --method bfs --stats --json 12345678x"));
    let counts = "\"expanded\":0,\"frontier\":0,\"visited\":1,\"closed\":1,\"depth\":0,";
    assert!(json.contains(counts), "{json}");
    let lines = "12345678x\n1 2\n12345687x\n1 2 3 4 5 6 7 x 8\n";
    tilebase()
        .args(["solve", "--method", "ida"])
        .write_stdin(lines)
        .assert()
        .code(1)
        .stdout("\ninvalid\nunsolvable\nr\n");
    let stopped = tilebase()
        .args(["solve", "--method", "bfs", "--max-nodes", "100", "867254301"])
        .assert()
        .code(1);
    stopped.stdout("stopped: at least 5\n").stderr(contains("stopped: at least 5 moves"));
    for (arguments, message) in [
        ("--method bfs --heuristic manhattan 12345678x", "bfs does not use one"),
        ("--heuristic manhattan 12345678x", "a table needs none"),
        ("--method dfs 12345678x", "dfs on 3x3: it is limited to six cells"),
    ] {
        let assert = tilebase().arg("solve").args(arguments.split(' ')).assert().code(2).stdout("");
        assert.stderr(contains(message));
    }
    // A method finds a solution, and does not look for other optimal moves.
    let solved = ["solve", "--method", "ida", "--max-nodes", "1298", "23415x768"];
    tilebase().args(solved).assert().success().stdout("dlurullddrurdllurdr\n");
    tilebase()
        .args(solved)
        .arg("--json")
        .assert()
        .success()
        .stdout(contains(r#""distance":19,"moves":"dlurullddrurdllurdr","lower_bound":19,"#));
    for answer in ["next", "count", "all", "legal"] {
        let other = ["solve", "--method", "ida", "--answer", answer, "23415x768"];
        let message = "--method ida finds a solution and its length; expected no other answer";
        tilebase().args(other).assert().code(2).stderr(contains(message));
    }
    // Answers from a table reach no limits, and have no search to report.
    let limited = ["solve", "--stats", "--max-nodes", "0", "--timeout", "0", "1234567x8"];
    let looked_up = tilebase().args(limited).assert().success().stdout("r\n");
    looked_up.stderr(starts_with("note: argument 1: looked up\nnote: all in 0."));
    // A search of the goal finds it without generating a board, but looks nothing up.
    let goal = "1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 15 x";
    for arguments in [&["--distance", goal][..], &["--distance", "--method", "ida", "12/3x"]] {
        let searched = tilebase().args(["solve", "--stats"]).args(arguments).assert().success();
        let message = "note: argument 1: generated 0 boards\n";
        searched.stdout("0\n").stderr(starts_with(message));
    }
    // A shape that has no table.
    let large = tilebase()
        .args([
            "solve",
            "--size",
            "4x4",
            "--method",
            "ida",
            "1 2 3 4 5 6 7 8 9 10 x 12 13 14 11 15",
        ])
        .assert();
    large.success().stdout("dr\n");
}

#[test]
fn compare_and_audit_as_commands() {
    // A name of a file need not be UTF-8.
    #[cfg(target_os = "linux")]
    {
        let folder = tempfile::tempdir().expect("a folder");
        let name = std::os::unix::ffi::OsStrExt::from_bytes(b"board\xff.txt");
        let file = folder.path().join::<&std::ffi::OsStr>(name);
        std::fs::write(&file, "1 2 3 4 x 5\n").expect("room");
        let compare = ["compare", "--method", "bfs", "--size", "2x3"];
        stdout(tilebase().args(compare).arg(&file));
    }
    let boards = "1 2 3 4 x 5\n4 5 x 1 2 3\n1 2 3 5 4 x\n";
    let rows = stdout(
        tilebase().args(["compare", "-", "--size", "2x3", "--format", "jsonl"]).write_stdin(boards),
    );
    let rows: Vec<serde_json::Value> =
        rows.lines().map(|row| serde_json::from_str(row).expect("JSON")).collect();
    assert_eq!(rows.len(), 14);
    for row in &rows {
        // One of the three cannot be solved.
        assert_eq!((&row["boards"], &row["solved"]), (&2.into(), &2.into()), "{row}");
        assert!(
            row["times_table"].as_f64() > Some(0.0) && row["mean_expanded"].as_f64() > Some(0.0),
            "{row}"
        );
    }
    assert_eq!(
        (&rows[0]["method"], &rows[0]["mean_expanded"]),
        (&"table".into(), &12.0.into()),
        "one and twenty-one moves"
    );
    let csv = stdout(
        tilebase().args(["compare", "-", "--size", "2x3", "--format", "csv"]).write_stdin(boards),
    );
    assert!(csv.starts_with(
        "method,heuristic,boards,solved,mean_expanded,max_expanded,mean_generated,max_frontier,mean_microseconds,times_table,mean_branching,mean_extra_moves\ntable,,2,2,"
    ));
    let limited = tilebase().args(["compare", "--max-nodes", "1000"]).assert().success();
    let left_out = "note: boards left out because of a limit: bfs 8 of 11, bibfs 5 of 11, ";
    limited.stderr(contains(left_out).and(times("left out", 1)));
    let bad = tilebase()
        .args(["compare", "-"])
        .write_stdin("1 2 3 4 5 6 7 y 8\n1 2 3 4 5 6 7 x 8\n")
        .assert()
        .code(1);
    bad.stdout(contains("bfs")).stderr(contains("error: line 1: "));
    tilebase().args(["compare", "-"]).write_stdin("").assert().code(2).stderr(contains("no board"));

    let report =
        stdout(tilebase().args(["compare", "--audit", "manhattan", "--json", "--sample", "20"]));
    let report: serde_json::Value = serde_json::from_str(&report).expect("JSON");
    assert_eq!((&report["admissible"], &report["consistent"]), (&true.into(), &true.into()));
    assert!(report["astar_expanded"].as_f64() < report["ida_expanded"].as_f64());
    let text = stdout(tilebase().args(["compare", "--audit", "linear-conflict", "--size", "2x4"]));
    assert!(
        text.contains(
            "boards          20160\nleft out        0\nrandom          no\nadmissible      yes\n"
        ),
        "{text}"
    );
}

/// The table in the documentation is what `compare` prints, but for the times and for `iddfs`,
/// which takes a minute without optimization.
#[test]
fn the_documented_table_is_true() {
    let boards = concat!(env!("CARGO_MANIFEST_DIR"), "/../data/boards.txt");
    let mut command = tilebase();
    command.args(["compare", boards, "--method", "bfs,bibfs,astar,ida,dfs"]);
    let printed = stdout(&mut command);
    let docs = include_str!("../../../docs/benchmarks.md");
    let table = docs.split("## Search methods").nth(1).expect("a section");
    let table = table.split("```").nth(1).expect("a table").trim_start_matches("text\n");
    let (iddfs, others): (Vec<&str>, Vec<&str>) =
        table.lines().partition(|line| line.starts_with("iddfs"));
    assert_eq!(iddfs.len(), 1);
    assert_eq!(others.len(), 15);
    for (printed, line) in printed.lines().zip(others) {
        assert!(printed.starts_with(line), "{line}: {printed}");
    }
}

/// Heuristics are those that are named, with each method that uses one.
#[test]
fn heuristics_to_compare_are_named() {
    let rows = |arguments: &str| {
        let mut command = tilebase();
        let csv = stdout(
            command.args("compare --size 2x2 --format csv".split(' ')).args(arguments.split(' ')),
        );
        let of_row = |row: &str| row.split(',').take(2).collect::<Vec<_>>().join(" ");
        csv.lines().skip(1).map(of_row).collect::<Vec<_>>()
    };
    assert_eq!(
        rows("--heuristic none,table --method ida,bfs"),
        ["table ", "bfs ", "ida none", "ida table"]
    );
    assert_eq!(rows("--heuristic misplaced --method astar"), ["table ", "astar misplaced"]);
}

/// An audit needs true distances, and has the same names in every format.
#[test]
fn an_audit_of_a_large_shape_says_what_it_needs() {
    // Without boards to solve there is nothing to say of what they cost.
    let none = ["compare", "--size", "2x3", "--audit", "manhattan", "--sample", "0"];
    let none = stdout(tilebase().args(none));
    assert!(none.contains("\nworst board ") && !none.contains("astar"), "{none}");
    let large = ["compare", "--size", "5x5", "--audit", "manhattan"];
    let assert = tilebase().args(large).assert().code(2).stdout("");
    assert.stderr(contains("5x5: an audit needs true distances"));
    let audit = ["compare", "--size", "2x3", "--audit", "manhattan", "--sample", "5", "--format"];
    let csv = stdout(tilebase().args(audit).arg("csv"));
    let json: serde_json::Value =
        serde_json::from_str(&stdout(tilebase().args(audit).arg("jsonl"))).expect("JSON");
    let names: Vec<&str> = csv.lines().next().expect("a head").split(',').collect();
    assert_eq!(names.len(), json.as_object().expect("an object").len());
    assert!(names.iter().all(|name| json.get(name).is_some()), "{names:?}");
    assert_eq!(csv.lines().count(), 2);
}

/// The limits are those of the METHODS, not of drawing the boards that are compared by default.
#[test]
fn compare_draws_boards_without_limits() {
    let compare = ["compare", "--size", "4x4", "--method", "ida", "--format", "jsonl"];
    let rows = stdout(tilebase().args(compare).args(["--max-nodes", "1"]));
    assert!(rows.lines().count() > 1 && rows.contains(r#""solved":0"#), "{rows}");
}

#[test]
fn pattern_tables_are_compared_and_audited() {
    // Two boards that every method solves.
    let boards = "1 2 3 4 / 5 6 x 8 / 9 10 7 12 / 13 14 11 15\n1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 x 15\n";
    let compare = ["compare", "-", "--size", "4x4", "--format", "jsonl", "--timeout", "3600"];
    let rows = stdout(tilebase().args(compare).write_stdin(boards));
    let rows: Vec<serde_json::Value> =
        rows.lines().map(|row| serde_json::from_str(row).expect("JSON")).collect();
    assert_eq!((&rows[0]["method"], &rows[0]["solved"]), (&"patterns".into(), &2.into()));
    let row = |method: &str, heuristic: &str| {
        let is_it = |row: &&serde_json::Value| {
            row["method"] == method && row["heuristic"] == heuristic && row["solved"] == 2
        };
        rows.iter().find(is_it).expect("a row").clone()
    };
    let expanded = |row: serde_json::Value| row["mean_expanded"].as_f64().expect("a number");
    assert!(expanded(row("ida", "patterns")) <= expanded(row("ida", "manhattan")));
    assert!(expanded(row("astar", "patterns")) <= expanded(row("astar", "manhattan")));

    // The boards by default are hard enough to show what pattern tables are worth.
    // Misplaced tiles take a thousand times as long.
    let compare = ["compare", "--size", "4x4", "--json", "--method", "ida"];
    let rows = stdout(tilebase().args(compare).args(["--heuristic", "manhattan,patterns"]));
    let rows: Vec<serde_json::Value> =
        rows.lines().map(|row| serde_json::from_str(row).expect("JSON")).collect();
    let manhattan = rows.iter().find(|row| row["heuristic"] == "manhattan").expect("a row");
    let generated = |row: &serde_json::Value| row["mean_generated"].as_f64().expect("a number");
    assert!(10.0 * generated(&rows[0]) < generated(manhattan));
    assert!(rows[0]["mean_expanded"].is_null(), "what this search expands is not counted");
    assert!(rows.iter().all(|row| row["solved"] == 6), "{rows:?}");

    let audit = |heuristic| {
        let args = ["compare", "--size", "4x4", "--json", "--sample", "10", "--seed", "3"];
        let report = stdout(tilebase().args(args).args(["--audit", heuristic]));
        serde_json::from_str::<serde_json::Value>(&report).expect("JSON")
    };
    let [patterns, manhattan] = ["patterns", "manhattan"].map(audit);
    for report in [&patterns, &manhattan] {
        assert_eq!((&report["boards"], &report["random"]), (&10.into(), &true.into()), "{report}");
        assert_eq!((&report["admissible"], &report["consistent"]), (&true.into(), &true.into()));
        assert!(report["astar_expanded"].is_null() && report["ida_expanded"].is_null());
    }
    assert_eq!(patterns["mean_distance"], manhattan["mean_distance"], "the same boards");
    assert!(patterns["mean_shortfall"].as_f64() < manhattan["mean_shortfall"].as_f64());
    assert!(patterns["mean_shortfall"].as_f64() > Some(0.0), "{patterns}");
    tilebase()
        .args(["compare", "--audit", "patterns", "--size", "4x4", "--sample", "0"])
        .assert()
        .code(2)
        .stderr(contains("expected at least one board"));
}

/// A limit holds for the whole run, and what it leaves out is told in one way.
#[test]
fn an_audit_ends_at_its_limits() {
    let audit = |arguments: &str| {
        let mut command = tilebase();
        command.args(["compare", "--audit"]).args(arguments.split(' ')).assert()
    };
    let table = audit("manhattan --timeout 0").code(1).stdout("");
    let left_out = "error: boards left out because of a limit: the audit 180,416 of 181,440; \
                    raise --timeout or --max-nodes\n";
    table.stderr(contains(left_out));
    let random = audit("manhattan --size 4x4 --sample 10000000 --timeout 0.5").code(1);
    random.stdout("").stderr(contains("limit: the audit 9,99").and(contains(" of 10,000,000;")));
    // Without an estimate, IDA* takes a second for each of a hundred boards, and more.
    let begin = Instant::now();
    let late = audit("none --size 2x4 --timeout 5 --sample 10000").success();
    assert!(begin.elapsed() < Duration::from_secs(8), "{:?}", begin.elapsed());
    let left_out = contains("note: boards left out because of a limit: ");
    let late = late.stdout(times("ida expanded", 0));
    late.stderr(left_out.and(contains("ida ")).and(contains(" of 10,000; raise")));
    // A board that reaches the limit on its search is left out of the audit, and the others stay.
    let some = audit("manhattan --size 4x4 -n 50 --max-nodes 100000 --threads 1 --json");
    let left_out = "note: boards left out because of a limit: the audit 16 of 50, astar 50 of 50, ";
    let some = some.code(1).stderr(contains(left_out));
    some.stdout(contains(r#""boards":34,"left_out":16,"#).and(contains(r#""admissible":true"#)));
}

/// Long work says how long it will take, also in a pipe.
#[test]
fn a_long_audit_is_estimated() {
    let audit = ["compare", "--audit", "none", "--sample", "100000", "--timeout", "6"];
    let told = tilebase().args(audit).assert().success();
    told.stderr(contains("note: astar: about ").and(contains(" for 100,000 boards\n")));
    let quiet = tilebase().args(audit).arg("--quiet").assert().success();
    quiet.stderr("");
}

/// No method is timed while it loads its tables, which takes dozens of times as long as one move.
#[test]
fn methods_are_warm_when_they_are_timed() {
    let compare = ["compare", "--size", "2x3", "--method", "astar", "--format", "csv"];
    let is_warm = |_| {
        let rows = stdout(
            tilebase().args(compare).args(["--heuristic", "manhattan,table"]).args(["1 2 3 4 x 5"]),
        );
        let times: Vec<f64> = rows
            .lines()
            .skip(2)
            .map(|row| row.split(',').nth(8).and_then(|time| time.parse().ok()).expect("a time"))
            .collect();
        times[1] < 10.0 * times[0]
    };
    // Another process may come between.
    assert!((0..10).any(is_warm));
}

/// A lack of memory is the end of the search, not of the program.
#[cfg(target_os = "linux")]
#[test]
fn memory_that_ends_stops_a_search() {
    let board = "13 6 8 12 15 14 x 10 11 7 4 5 9 1 3 2";
    for method in ["bfs", "bibfs", "astar"] {
        let script = format!(
            "ulimit -v 60000; exec \"$0\" solve --size 4x4 --method {method} --max-nodes 1000000000 \
             '{board}'"
        );
        let mut command = std::process::Command::new("sh");
        command.args(["-c", &script, env!("CARGO_BIN_EXE_tilebase")]);
        let assert = command.env("TILEBASE_DATA", "/nonexistent").assert().code(2);
        assert.stdout("").stderr(contains("error: argument 1: cannot allocate "));
    }
}

/// A board of a course, which `drd` solves. What it counts is tested with the library.
const COURSE: &str = "1 2 3 4/5 6 0 8/9 10 7 11/13 14 15 12";

#[test]
fn moves_are_tried_in_an_order() {
    let ask = |arguments: &str| {
        tilebase().arg("solve").args(arguments.split(' ')).arg(COURSE).assert().success()
    };
    ask("--method bfs --order rdul --goal-test reached --stats")
        .stdout("drd\n")
        .stderr(contains("expanded 8, generated 24, largest frontier 10, visited 19, closed 8"));
    ask("--method bfs --order RDUL --goal-test Expanded --stats --format csv").stdout(Text::Like(
        "board,distance,moves,lower_bound,generated,expanded,frontier,visited,closed,depth,seconds,error\n\
         1 2 3 4 / 5 6 x 8 / 9 10 7 11 / 13 14 15 12,3,drd,3,57,18,21,41,19,4,[..],\n".to_owned()),
    );
    // `lookup` and `compare` take it, too.
    let hard = "8 6 7 2 5 4 3 x 1\n";
    let mut found = Vec::new();
    for order in ["dlru", "urld"] {
        let lookup = ["lookup", "--method", "ida", "--order", order];
        found.push(stdout(tilebase().args(lookup).write_stdin(hard)));
        let compare = ["compare", "--method", "ida,bfs", "--order", order, "--json", "-"];
        found.push(stdout(tilebase().args(compare).write_stdin(hard)));
    }
    let expanded = |rows: &str| -> Vec<serde_json::Value> {
        let rows = rows.lines().map(|row| serde_json::from_str(row).expect("JSON"));
        rows.map(|row: serde_json::Value| row["mean_expanded"].clone()).collect()
    };
    assert_eq!((found[0].len(), found[2].len()), (32, 32));
    assert_ne!(found[0], found[2]);
    let (usual, other) = (expanded(&found[1]), expanded(&found[3]));
    assert_eq!((usual.len(), &usual[0]), (other.len(), &other[0]), "the table tries none");
    assert_ne!(usual[1..], other[1..]);
    for (wrong, why) in [
        ("--order udlr", "--order: a table tries no moves"),
        (
            "--method bfs --order udl",
            "expected each of d, l, r and u once, as in udlr, found `udl`",
        ),
        ("--method astar --goal-test reached", "astar tests boards only when they are expanded"),
        ("--method ida --goal-test expanded", "ida tests boards only when they are reached"),
        ("--trace", "--trace needs --method: a table lookup expands no boards"),
        ("--method bfs --trace --distance", "cannot be used with"),
    ] {
        let asked = tilebase().arg("solve").args(wrong.split(' ')).arg(COURSE).assert();
        asked.code(2).stderr(contains(why));
    }
}

#[test]
fn a_trace_has_the_boards_that_a_method_takes() {
    let trace = |arguments: &str| {
        tilebase().args(["solve", "--trace"]).args(arguments.split(' ')).assert().success()
    };
    let lines = |arguments: &str| -> Vec<String> {
        let text = String::from_utf8(trace(arguments).get_output().stdout.clone()).expect("text");
        text.lines().map(str::to_owned).collect()
    };
    for (how, boards) in [("reached", 8), ("expanded", 19)] {
        let how =
            format!("--method bfs --order rdul --goal-test {how} {}", COURSE.replace(' ', ","));
        let boards_of = lines(&how);
        assert_eq!(boards_of.len(), boards);
        assert_eq!(boards_of[0], "1 2 3 4 / 5 6 x 8 / 9 10 7 11 / 13 14 15 12");
    }
    trace("--method astar --format csv 1,2,3,x,4,6,7,5,8").stdout(
        "board,depth,parent,f,g,h\n\
         1 2 3 x 4 6 7 5 8,0,,3,0,3\n\
         1 2 3 4 x 6 7 5 8,1,1 2 3 x 4 6 7 5 8,3,1,2\n\
         1 2 3 4 5 6 7 x 8,2,1 2 3 4 x 6 7 5 8,3,2,1\n\
         1 2 3 4 5 6 7 8 x,3,1 2 3 4 5 6 7 x 8,3,3,0\n",
    );
    // Each row's parent was taken before, one move and one level away, and f = g + h.
    for method in ["bfs", "bibfs", "astar", "ida", "iddfs"] {
        let rows = lines(&format!("--method {method} --json 2,3,4,1,5,x,7,6,8"));
        let mut taken = std::collections::HashSet::new();
        for row in &rows {
            let row: serde_json::Value = serde_json::from_str(row).expect("JSON");
            let [depth, f, g, h] = ["depth", "f", "g", "h"].map(|name| row[name].as_u64());
            assert_eq!((depth, f), (g, g.zip(h).map(|(g, h)| g + h)), "{row}");
            match row["parent"].as_str() {
                Some(parent) => {
                    assert!(taken.contains(&(parent.to_owned(), depth.map(|it| it - 1))), "{row}");
                }
                None => assert_eq!(depth, Some(0)),
            }
            taken.insert((row["board"].as_str().expect("a board").to_owned(), depth));
        }
    }
    let bounded = trace("--method bfs --max-nodes 100 8,6,7,2,5,4,3,x,1");
    bounded.stderr(contains("note: stopped: at least 5 moves"));
    let one = tilebase().args(["solve", "--trace", "--method", "bfs"]).write_stdin("").assert();
    one.code(2).stderr(contains("no board in the input; expected one"));
}

#[test]
fn the_value_of_a_heuristic_is_an_answer() {
    for (heuristic, value) in
        [("none", 0), ("misplaced", 7), ("manhattan", 20), ("linear-conflict", 28), ("table", 28)]
    {
        let ask = ["solve", "--answer", "heuristic", "--heuristic", heuristic];
        let answer = stdout(tilebase().args(ask).arg("x 8 7 6 5 4 3 2 1"));
        assert_eq!(answer, format!("{value}\n"), "{heuristic}");
    }
    let boards = "x 8 7 6 5 4 3 2 1\n12345687x\n";
    let lookup = |format| {
        let ask = ["lookup", "--answer", "heuristic", "--format", format];
        stdout(tilebase().args(ask).write_stdin(boards))
    };
    assert_eq!(lookup("text"), "20\nunsolvable\n");
    assert!(lookup("csv").starts_with("board,heuristic,error\nx 8 7 6 5 4 3 2 1,20,\n"));
    assert!(lookup("jsonl").contains("\"heuristic\":20,"));
    let sample = ["sample", "-n", "1", "--answer", "heuristic", "--json"];
    tilebase().args(sample).assert().code(2).stderr(contains("give its boards to `lookup`"));
    let wrong = ["solve", "--answer", "heuristic", "--method", "ida", "12345678x"];
    tilebase().args(wrong).assert().code(2).stderr(contains("expected no other answer"));
}

/// What is not proved is told as such, by each method that proves nothing.
#[test]
fn solutions_that_are_not_proved_say_so() {
    let board = "2 3 4 1 5 x 7 6 8";
    let ask = |method: &str| {
        let asked = tilebase().arg("solve").args(method.split(' ')).arg(board).assert().success();
        let output = asked.get_output();
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("text");
        (text(&output.stdout).trim().len(), text(&output.stderr))
    };
    for (method, shortest) in [
        ("--method ucs", true),
        ("--method wastar --weight 1", true),
        ("--method wastar --weight 5", false),
        ("--method greedy --heuristic h2 --stats", false),
        ("--method dls --depth-limit 25", false),
        ("--method beam --width 2 --heuristic euclidean", false),
    ] {
        let (length, note) = ask(method);
        assert_eq!(length == 19, shortest, "{method}: {length} {note}");
        let proved = format!("note: argument 1: {length} moves; no solution is shorter");
        assert!(note.starts_with(&proved) || method == "--method ucs", "{method}: {note}");
        assert_eq!(note.contains(" shorter than "), !shortest, "{note}");
        assert_eq!(note.contains("expanded "), method.contains("--stats"), "{note}");
    }
    for (method, nothing) in [
        ("dls --depth-limit 12", "no solution within 12 moves"),
        ("beam --width 1 --heuristic none", "no solution within a beam of 1 board"),
        ("hill", "stuck after 4 moves: no move from 1 2 3 x 5 4 7 6 8 lowers 5"),
    ] {
        let words = ["solve", "--method"].into_iter().chain(method.split(' '));
        let asked = tilebase().args(words).arg(board).assert().code(1);
        asked.stdout(format!("{nothing}\n")).stderr(contains(nothing));
    }
    let rows = |format: &str| {
        let lookup = ["lookup", "--method", "greedy", "--format", format, "-"];
        stdout(tilebase().args(lookup).write_stdin(format!("{board}\n1234567x8\n")))
    };
    let head = "board,distance,moves,length,lower_bound,error\n";
    let csv = rows("csv");
    assert!(csv.starts_with(head) && csv.contains("\n1 2 3 4 5 6 7 x 8,1,r,1,1,\n"), "{csv}");
    assert!(rows("jsonl").starts_with(r#"{"board":"2 3 4 1 5 x 7 6 8","distance":null,"moves":""#));
    for (wrong, why) in [
        ("--weight 2", "--weight is for wastar; expected --method wastar with it"),
        ("--method ida --width 2", "--width is for beam; expected --method beam with it"),
        ("--method wastar --weight 0.5", "expected a number from 1 to 1000"),
        ("--method greedy --answer next", "greedy finds a solution and its length"),
    ] {
        let asked = tilebase().arg("solve").args(wrong.split(' ')).arg(board).assert();
        asked.code(2).stderr(contains(why));
    }
}

#[test]
fn methods_are_compared_with_the_shortest_solutions() {
    let boards = "2 3 4 1 5 x 7 6 8\n8 6 7 2 5 4 3 x 1\n";
    let compare = ["compare", "--json", "--method", "astar,greedy,wastar,dls", "-"];
    let mut compared = tilebase();
    let compared = compared.args(compare).args(["--depth-limit", "18"]).write_stdin(boards);
    let compared = compared.assert().success();
    let nothing = "note: dls: 2 3 4 1 5 x 7 6 8: no solution within 18 moves\n";
    let compared = compared.stderr(contains(nothing));
    let rows = String::from_utf8(compared.get_output().stdout.clone()).expect("text");
    let rows: Vec<serde_json::Value> =
        rows.lines().map(|row| serde_json::from_str(row).expect("JSON")).collect();
    let of = |method: &str, field: &str| {
        let all = rows.iter().filter(|row| row["method"] == method);
        all.map(|row| row[field].as_f64()).collect::<Vec<_>>()
    };
    assert_eq!(of("table", "mean_extra_moves"), [Some(0.0)]);
    assert_eq!(of("astar", "mean_extra_moves"), [Some(0.0); 5]);
    assert!(of("greedy", "mean_extra_moves")[0] > of("wastar", "mean_extra_moves")[0]);
    assert_eq!((of("dls", "solved"), of("dls", "mean_branching")), (vec![Some(0.0)], vec![None]));
    // With the true distance as its estimate, A* generates hardly more than the boards of one way.
    let branching = of("astar", "mean_branching");
    let range = |value: Option<f64>, least, most| value > Some(least) && value < Some(most);
    assert!(branching.is_sorted_by(|a, b| a > b) && range(branching[4], 1.0, 1.2), "{branching:?}");
}

/// The effective branching factors of a textbook (Russell and Norvig, "Artificial Intelligence: A
/// Modern Approach", third edition, figure 3.29): means over a hundred boards. At depth 24 it has
/// 1.26 for h2, and 1,641 boards, of which b* is 1.28. All 24,047 boards at this depth have 1.293.
#[test]
fn branching_factors_are_those_of_a_textbook() {
    for (depth, h1, h2) in [
        ("8", 1.33, 1.24),
        ("10", 1.38, 1.22),
        ("12", 1.42, 1.24),
        ("14", 1.44, 1.23),
        ("16", 1.45, 1.25),
        ("18", 1.46, 1.26),
        ("20", 1.47, 1.27),
        ("22", 1.48, 1.28),
        ("24", 1.48, 1.28),
    ] {
        let sample = ["sample", "-n", "100", "--seed", "4", "--distance", depth];
        let boards = stdout(tilebase().args(sample));
        let compare = ["compare", "--method", "astar", "--heuristic", "h1,h2", "--json", "-"];
        let rows = stdout(tilebase().args(compare).write_stdin(boards));
        for (heuristic, expected) in [("misplaced", h1), ("manhattan", h2)] {
            let name = format!(r#""heuristic":"{heuristic}""#);
            let row = rows.lines().find(|row| row.contains(&name)).expect("a row");
            let row: serde_json::Value = serde_json::from_str(row).expect("JSON");
            let found = row["mean_branching"].as_f64().expect("a number");
            assert!((found - expected).abs() < 0.03, "{depth} {heuristic} {found}");
        }
    }
}
