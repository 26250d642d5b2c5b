//! The search methods: all agree with the table, including on boards that reveal common mistakes.

use std::ops::ControlFlow;

use crate::common::known_counts;
use crate::program::{stdout, tilebase};
use predicates::prelude::*;
use tilebase::puzzle::Coordinates;
use tilebase::search::{
    AStar, Bfs, BidirectionalBfs, Dfs, Estimate, Heuristic, Ida, IterativeDeepening, Jump,
    LinearConflict, METHODS, Manhattan, Method, Misplaced, Problem, TrueDistance, Zero, audit,
    audit_watched, solve,
};
use tilebase::table::Fault;
use tilebase::{Batch, Board, Error, Limits, Move, Oracle, Shape, Tablebase};

/// Solves with a method. The answer must be as long as the table's, and identical if the method is
/// canonical.
fn agrees(method: &dyn Method, oracle: &Oracle, start: &Board, heuristic: &dyn Heuristic) {
    let goal = *oracle.goal();
    let problem = Problem { start: *start, goal, heuristic };
    let solved = solve(method, &problem, &Limits::default()).expect("a solution");
    let canonical = oracle.solution(start).expect("a solution");
    assert_eq!(solved.moves.len(), canonical.len(), "{} {start}: {}", method.name(), solved.moves);
    assert_eq!(start.after(&solved.moves), Some(goal), "{} {start}", method.name());
    if method.is_canonical() {
        assert_eq!(solved.moves, canonical, "{} {start}", method.name());
    }
    assert!(solved.cost.generated >= solved.cost.expanded || start == &goal);
}

/// Boards for a goal, spread over the whole table.
fn boards(goal: &Board, count: u64) -> impl Iterator<Item = Board> {
    let states = goal.shape().states();
    (0..count).filter_map(move |i| Coordinates::board_of_goal(goal, i * 1_000_000_007 % states))
}

#[test]
fn every_method_on_every_board_of_2x3() {
    let tables = Tablebase::embedded();
    for goal in ["123/45x", "2 1 4 / x 5 3"] {
        let goal: Board = goal.parse().expect("a goal");
        let oracle = tables.oracle(&goal).expect("embedded");
        let heuristics: [&dyn Heuristic; 5] = [
            &Zero,
            &Misplaced::new(&goal),
            &Manhattan::new(&goal),
            &LinearConflict::new(&goal),
            &TrueDistance::new(oracle.clone()),
        ];
        let mut solvable = 0;
        for start in Board::all(goal.shape()) {
            for &method in METHODS {
                if oracle.distance(&start).is_ok() {
                    for heuristic in heuristics {
                        agrees(method, &oracle, &start, heuristic);
                    }
                } else {
                    // This is decided first. Otherwise depth-first methods would never end.
                    let problem = Problem { start, goal, heuristic: &Zero };
                    let answer = solve(method, &problem, &Limits::default());
                    assert!(
                        matches!(answer, Err(Error::Unsolvable(_))),
                        "{} {start}",
                        method.name()
                    );
                }
            }
            solvable += u32::from(oracle.distance(&start).is_ok());
        }
        assert_eq!(solvable, 360);
    }
}

#[test]
#[ignore = "every method on 2,002 boards: a minute; .ci/run runs it"]
fn methods_on_random_boards_and_antipodes_of_3x3() {
    let tables = Tablebase::embedded();
    let goal = Board::goal(Shape::default());
    let oracle = tables.oracle(&goal).expect("embedded");
    let (manhattan, conflict) = (Manhattan::new(&goal), LinearConflict::new(&goal));
    let mut starts: Vec<Board> = boards(&goal, 2000).collect();
    starts.extend(
        ["8 6 7 2 5 4 3 x 1", "6 4 7 8 5 x 3 2 1"]
            .map(|board| board.parse::<Board>().expect("a board")),
    );
    assert_eq!(starts.len(), 2002);
    std::thread::scope(|scope| {
        for starts in starts.chunks(starts.len().div_ceil(2)) {
            let (oracle, manhattan, conflict) = (&oracle, &manhattan, &conflict);
            scope.spawn(move || {
                for start in starts {
                    let plain: [&dyn Method; 2] = [&Bfs, &BidirectionalBfs];
                    for method in plain {
                        agrees(method, oracle, start, &Zero);
                    }
                    let guided: [&dyn Method; 3] = [&AStar, &Ida, &IterativeDeepening];
                    for method in guided {
                        agrees(method, oracle, start, manhattan);
                    }
                    agrees(&AStar, oracle, start, conflict);
                    agrees(&Ida, oracle, start, conflict);
                }
            });
        }
    });
}

#[test]
fn methods_on_2x4_and_other_goals() {
    let tables = Tablebase::embedded();
    for goal in ["1 2 3 4 / 5 6 7 x", "7 1 x 4 / 2 3 6 5"] {
        let goal: Board = goal.parse().expect("a goal");
        let oracle = tables.oracle(&goal).expect("embedded");
        let conflict = LinearConflict::new(&goal);
        for start in boards(&goal, 200) {
            for method in
                [&Bfs, &BidirectionalBfs, &AStar, &Ida, &IterativeDeepening] as [&dyn Method; 5]
            {
                agrees(method, &oracle, &start, &conflict);
            }
        }
    }
}

/// Traps: boards on which common programs answer too high, or nothing.
#[test]
fn boards_that_show_how_others_go_wrong() {
    let tables = Tablebase::embedded();
    let goal = Board::goal(Shape::default());
    let oracle = tables.oracle(&goal).expect("embedded");
    for (start, length) in [
        // A* that closes a board when it is generated, or ends when the goal is generated: 12 and
        // 13.
        ("1 3 5 4 x 8 7 6 2", 10),
        ("1 2 3 8 6 7 4 x 5", 11),
        // Bidirectional search that uses distance 0 for "not reached": 3.
        ("1 2 3 4 5 6 7 x 8", 1),
        ("1 2 3 4 5 x 7 8 6", 1),
        // Bidirectional search that misses a meeting at depth 1, or stops at the first meeting: 13,
        // `ud`, 19.
        ("1 2 3 x 4 6 7 5 8", 3),
        ("1 2 3 4 5 6 7 8 x", 0),
        ("1 x 2 4 5 3 7 8 6", 3),
    ] {
        let start: Board = start.parse().expect("a board");
        assert_eq!(oracle.distance(&start).expect("solvable"), length);
        let heuristics: [&dyn Heuristic; 4] =
            [&Zero, &Misplaced::new(&goal), &Manhattan::new(&goal), &LinearConflict::new(&goal)];
        for method in
            [&Bfs, &BidirectionalBfs, &AStar, &Ida, &IterativeDeepening] as [&dyn Method; 5]
        {
            for heuristic in heuristics {
                agrees(method, &oracle, &start, heuristic);
            }
        }
    }
}

/// Admissible but far from consistent: half of the estimates are discarded. A board must then be
/// expanded again when a shorter path to it is found.
#[test]
fn astar_and_ida_need_no_consistency() {
    let tables = Tablebase::embedded();
    let goal = Board::goal(Shape::default());
    let oracle = tables.oracle(&goal).expect("embedded");
    let truth = TrueDistance::new(oracle.clone());
    let jumping = |board: &Board| {
        if board.cells()[0].is_multiple_of(2) { truth.estimate(board).expect("whole") } else { 0 }
    };
    let found = audit(&Batch::new(oracle.clone()), &jumping).expect("whole");
    assert!(found.is_admissible() && !found.is_consistent());
    for start in boards(&goal, 300) {
        agrees(&AStar, &oracle, &start, &jumping);
        agrees(&Ida, &oracle, &start, &jumping);
    }
}

#[test]
fn limits_end_in_an_answer() {
    let goal = Board::goal(Shape::new(4, 4).expect("a shape"));
    let start = Coordinates::board_of_goal(&goal, 9_876_543_210_987).expect("a board");
    let problem = Problem { start, goal, heuristic: &Zero };
    for method in [&Bfs, &BidirectionalBfs, &AStar, &Ida, &IterativeDeepening] as [&dyn Method; 5] {
        let nodes = solve(method, &problem, &Limits::default().boards(10_000));
        match nodes {
            Err(Error::Stopped(stopped)) => {
                assert!((10_000..10_010).contains(&stopped.generated), "{stopped:?}");
            }
            other => panic!("{}: {other:?}", method.name()),
        }
        let time = solve(method, &problem, &Limits::default().progress(|_| ControlFlow::Break(())));
        assert!(matches!(time, Err(Error::Stopped(_))), "{}", method.name());
    }
    assert!(matches!(solve(&Dfs, &problem, &Limits::default()), Err(Error::Unsuitable { .. })));
    let other = Problem { goal: Board::goal(Shape::default()), ..problem };
    assert!(matches!(solve(&Bfs, &other, &Limits::default()), Err(Error::Board(_))));
    let deepest = known_counts()
        .iter()
        .filter(|known| known.shape.cells() <= 6)
        .map(|known| known.counts.len() - 1)
        .max();
    assert_eq!(deepest, Some(Dfs::DEEPEST));
}

#[test]
fn heuristics_against_the_truth() {
    let tables = Tablebase::embedded();
    for goal in ["1 2 3 4 5 6 7 8 x", "1 2 3 8 x 4 7 6 5", "2 x 1 3 4 5 8 7 6"] {
        let goal: Board = goal.parse().expect("a goal");
        let batch = Batch::new(tables.oracle(&goal).expect("embedded"));
        let all: [&dyn Heuristic; 4] =
            [&Zero, &Misplaced::new(&goal), &Manhattan::new(&goal), &LinearConflict::new(&goal)];
        let audits = all.map(|heuristic| audit(&batch, heuristic).expect("whole"));
        for audit in &audits {
            assert!(
                audit.is_admissible() && audit.is_consistent() && audit.at_goal == 0,
                "{audit:?}"
            );
            assert_eq!(audit.boards, 181_440);
        }
        assert!(audits.is_sorted_by(|a, b| a.mean < b.mean), "each knows more than the one before");
        if goal == Board::goal(goal.shape()) {
            assert_eq!(
                format!("{:.1} {:.4}", audits[2].mean, audits[2].mean_distance),
                "14.0 21.9724"
            );
        }
        // The incremental estimates are the same, after every move.
        for start in boards(&goal, 1000) {
            for mv in Move::ALL {
                let Some(next) = start.moved(mv) else { continue };
                for heuristic in all {
                    let before = heuristic.estimate(&start).expect("whole");
                    assert_eq!(
                        heuristic.after(&start, mv, &next, before).expect("whole"),
                        heuristic.estimate(&next).expect("whole")
                    );
                }
            }
        }
        let exact = audit(&batch, &TrueDistance::new(batch.oracle().clone())).expect("whole");
        assert_eq!((exact.exact, exact.lowest.distance - exact.lowest.estimate), (181_440, 0));
        // An inflated heuristic is caught, with a board that proves it.
        let manhattan = Manhattan::new(&goal);
        let half_more = |board: &Board| manhattan.estimate(board).expect("whole") * 3 / 2;
        let inflated = audit(&batch, &half_more).expect("whole");
        let Estimate { board, distance, estimate } = inflated.highest.expect("a proof");
        assert_eq!(batch.oracle().distance(&board).expect("solvable"), distance);
        assert!(estimate == half_more(&board) && estimate > distance);
        let Jump { board, mv, before: here, after: there } =
            inflated.highest_jump.expect("a proof");
        let next = board.moved(mv).expect("legal");
        assert_eq!((half_more(&board), half_more(&next)), (here, there));
    }
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
    stats.stderr(predicate::str::contains(
        "expanded 181438, generated 483836, largest frontier 25137",
    ));
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
    stopped.stdout("stopped\n").stderr(predicate::str::contains("stopped after 100 boards"));
    for (arguments, message) in [
        ("--method bfs --heuristic manhattan 12345678x", "bfs does not use one"),
        ("--heuristic manhattan 12345678x", "a table needs none"),
        ("--method dfs 12345678x", "dfs on 3x3: it is limited to six cells"),
    ] {
        let assert = tilebase().arg("solve").args(arguments.split(' ')).assert().code(2).stdout("");
        assert.stderr(predicate::str::contains(message));
    }
    // What a table answers has no limits to reach, and no search to tell of.
    let limited = ["solve", "--stats", "--max-nodes", "0", "--timeout", "0", "1234567x8"];
    let looked_up = tilebase().args(limited).assert().success().stdout("r\n");
    looked_up.stderr("note: argument 1: looked up\n");
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
        "method,heuristic,boards,solved,mean_expanded,max_expanded,mean_generated,max_frontier,mean_time,times_table\ntable,,2,2,"
    ));
    let limited = tilebase().args(["compare", "--max-nodes", "1000"]).assert().success();
    limited.stderr(
        predicate::str::contains("note: bfs: ")
            .and(predicate::str::contains("stopped after 1000 boards")),
    );
    let bad = tilebase()
        .args(["compare", "-"])
        .write_stdin("rubbish\n1 2 3 4 5 6 7 x 8\n")
        .assert()
        .code(1);
    bad.stdout(predicate::str::contains("bfs"))
        .stderr(predicate::str::contains("error: line 1: cell 0"));
    tilebase()
        .args(["compare", "-"])
        .write_stdin("")
        .assert()
        .code(2)
        .stderr(predicate::str::contains("no board"));

    let report =
        stdout(tilebase().args(["audit", "--heuristic", "manhattan", "--json", "--sample", "20"]));
    let report: serde_json::Value = serde_json::from_str(&report).expect("JSON");
    assert_eq!((&report["admissible"], &report["consistent"]), (&true.into(), &true.into()));
    assert!(report["astar_expanded"].as_f64() < report["ida_expanded"].as_f64());
    let text =
        stdout(tilebase().args(["audit", "--heuristic", "linear-conflict", "--size", "2x4"]));
    assert!(
        text.contains("boards         20160\nadmissible     yes\nconsistent     yes\n"),
        "{text}"
    );
}

#[test]
fn pattern_tables_are_compared_and_audited() {
    // Two boards that every method solves.
    let boards = "1 2 3 4 / 5 6 x 8 / 9 10 7 12 / 13 14 11 15\n1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 x 15\n";
    let compare = ["compare", "-", "--size", "4x4", "--format", "jsonl", "--timeout", "10"];
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
    let rows = stdout(tilebase().args(["compare", "--size", "4x4", "--json", "--method", "ida"]));
    let rows: Vec<serde_json::Value> =
        rows.lines().map(|row| serde_json::from_str(row).expect("JSON")).collect();
    let manhattan = rows.iter().find(|row| row["heuristic"] == "manhattan").expect("a row");
    let generated = |row: &serde_json::Value| row["mean_generated"].as_f64().expect("a number");
    assert!(10.0 * generated(&rows[0]) < generated(manhattan));
    assert!(rows[0]["mean_expanded"].is_null(), "what this search expands is not counted");
    assert!(rows.iter().all(|row| row["solved"] == 12), "{rows:?}");

    let audit = |heuristic| {
        let args = ["audit", "--size", "4x4", "--json", "--sample", "10", "--seed", "3"];
        let report = stdout(tilebase().args(args).args(["--heuristic", heuristic]));
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
        .args(["audit", "--heuristic", "patterns", "--size", "4x4", "--sample", "0"])
        .assert()
        .code(2)
        .stderr(predicate::str::contains("expected at least one board"));
}

/// A table of which every block is damaged.
fn damaged(folder: &std::path::Path) -> std::path::PathBuf {
    let path = folder.join("damaged.tbl");
    tilebase().args(["generate", "--size", "3x3", "-q", "-o"]).arg(&path).assert().success();
    let mut bytes = std::fs::read(&path).expect("a table");
    for byte in bytes[4096..4096 + 90_720].iter_mut().step_by(4096) {
        *byte ^= 1;
    }
    std::fs::write(&path, bytes).expect("a file");
    path
}

/// A heuristic that cannot be computed ends the search. It is no estimate of 0.
#[test]
fn a_damaged_table_is_no_estimate() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = damaged(folder.path());
    let goal = Board::goal(Shape::default());
    let table = tilebase::Table::open(&path).expect("a whole header");
    let oracle = Oracle::new(table, &goal).expect("of this goal");
    let truth = TrueDistance::new(oracle);
    let start = "8 6 7 2 5 4 3 x 1".parse().expect("a board");
    let is_damage =
        |error: &Error| matches!(error, Error::Table { fault: Fault::Block { .. }, .. });
    assert!(truth.estimate(&start).is_err_and(|error| is_damage(&error)));
    let problem = Problem { start, goal, heuristic: &truth };
    for method in [&AStar, &Ida, &IterativeDeepening] as [&dyn Method; 3] {
        match solve(method, &problem, &Limits::default()) {
            Err(error) if is_damage(&error) => {}
            other => panic!("{}: {other:?}", method.name()),
        }
    }
    let whole = Batch::new(Tablebase::embedded().oracle(&goal).expect("embedded"));
    assert!(is_damage(&audit(&whole, &truth).expect_err("damage").error));
    // A board that cannot reach the goal has no distance, which is no damage.
    let unsolvable = "1 2 3 4 5 6 8 7 x".parse().expect("a board");
    let truth = TrueDistance::new(whole.oracle().clone());
    assert_eq!(truth.estimate(&unsolvable).expect("whole"), 0);

    let audit = ["audit", "--heuristic", "table", "--table"];
    let damaged = tilebase().args(audit).arg(&path).assert().code(2).stdout("");
    damaged.stderr(predicate::str::contains("of the entries is damaged"));
}

#[test]
fn an_audit_can_be_stopped() {
    let goal = Board::goal(Shape::default());
    let batch = Batch::new(Tablebase::embedded().oracle(&goal).expect("embedded"));
    let all = || boards(&goal, 5000);
    let mut calls = 0;
    let mut watch = |done: u64| {
        calls += 1;
        if done < 3000 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    assert_eq!(audit_watched(&batch, &Zero, all(), &mut watch).expect("whole"), None);
    assert_eq!(calls, 3, "1024 boards at a time");
    let mut go_on = |_| ControlFlow::Continue(());
    let found = audit_watched(&batch, &Zero, all(), &mut go_on).expect("whole").expect("an end");
    assert_eq!(found.boards, 5000);
    let stopped = ["audit", "--heuristic", "manhattan", "--timeout", "0"];
    tilebase().args(stopped).assert().code(1).stdout("").stderr(predicate::str::contains(
        "stopped by --timeout after 1,024 of 181,440 boards; expected a longer one, or none",
    ));
}

/// A lack of memory is the end of the search, not of the program.
#[cfg(target_os = "linux")]
#[test]
fn memory_that_ends_stops_a_search() {
    let board = "13 6 8 12 15 14 x 10 11 7 4 5 9 1 3 2";
    for method in ["bfs", "bibfs", "astar"] {
        let script = format!(
            "ulimit -v 150000; exec \"$0\" solve --size 4x4 --method {method} --max-nodes 1000000000 \
             '{board}'"
        );
        let mut command = assert_cmd::Command::new("sh");
        command.args(["-c", &script, env!("CARGO_BIN_EXE_tilebase")]);
        let assert = command.env("TILEBASE_DATA", "/nonexistent").assert().code(2);
        assert.stdout("").stderr(predicate::str::contains("error: argument 1: cannot allocate "));
    }
}
