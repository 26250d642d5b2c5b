//! Shapes of 17 to 25 cells on the command line: what is proved, and what is not, never look alike.

use crate::program::{Run, contains, starts_with, stdout, tilebase};
use std::fs;
use tilebase::Moves;
use tilebase::puzzle::SmallBoard;

/// Boards of 3x6. Each command makes small tables first, which takes a third of a second, and for
/// 5x5 more than a second.
const NEAR: &str = "1 2 3 4 5 6 / 7 8 9 10 11 12 / 13 14 15 x 16 17";

const HARD: &str = "6 11 17 10 15 16 / 4 8 13 14 2 3 / 5 x 1 9 7 12";

#[test]
fn what_is_proved_looks_as_for_every_shape() {
    let solve = |args: &str| stdout(tilebase().arg("solve").args(args.split(' ')).arg(NEAR));
    assert_eq!(solve("--answer moves"), "rr\n");
    assert_eq!(solve("--distance"), "2\n");
    assert_eq!(solve("--answer legal"), "r:1 l:3 u:3\n");
    assert!(solve("--json").contains(r#""lower_bound":2,"error":null"#));
}

#[test]
fn what_is_not_proved_is_said() {
    let limited = |command: &str, args: &[&str]| {
        let mut limited = tilebase();
        limited.args([command, "--max-nodes", "50000"]).args(args);
        limited
    };
    let solved = limited("solve", &[HARD]).assert().success();
    let output = solved.stderr(contains("; no solution is shorter than ")).get_output().clone();
    let moves: Moves =
        String::from_utf8(output.stdout).expect("UTF-8").trim().parse().expect("moves");
    let board: SmallBoard = HARD.parse().expect("a board");
    assert_eq!(board.after(&moves), Some(SmallBoard::goal(board.shape())));
    // The hint is its first move.
    let hint = limited("hint", &[HARD]).assert().success();
    let hint = hint.stderr(contains("; no solution is shorter than "));
    hint.stdout(format!("{}\n", moves[0]));
    let line = stdout(limited("lookup", &[]).write_stdin(format!("{HARD}\n")));
    let (bounds, same) = line.trim().split_once(' ').expect("bounds and moves");
    assert_eq!(same.parse::<Moves>().as_ref(), Ok(&moves));
    assert!(bounds.ends_with(&format!("..{}", moves.len())), "{bounds}");
    let at_least = bounds.split("..").next().expect("two bounds");
    let csv = stdout(limited("lookup", &["--format", "csv"]).write_stdin(HARD));
    assert!(csv.starts_with("board,distance,moves,lower_bound,error\n"), "{csv}");
    assert!(csv.ends_with(&format!(",,{moves},{at_least},\n")), "{csv}");
    limited("solve", &["--answer=count", HARD])
        .assert()
        .code(1)
        .stdout(starts_with("stopped: at least "));
}

/// That no solution is shorter is proved before it is known which one of them is canonical.
#[test]
fn a_solution_may_be_proved_before_the_canonical_one_is_found() {
    let board = "8 1 17 4 2 3 / 11 6 12 10 16 5 / 14 x 7 13 9 15";
    let ask = |arguments: &str| {
        let mut command = tilebase();
        command.args(arguments.split(' ')).args(["--max-nodes", "400000"]).write_stdin(board);
        stdout(&mut command)
    };
    let line = ask("lookup");
    let (bounds, moves) = line.trim().split_once(' ').expect("bounds and moves");
    assert_eq!((bounds, moves.len()), ("60..60", 60), "{line}");
    assert_eq!(ask("lookup --distance"), "60\n");
    // The columns follow from what is asked, and from nothing else.
    let csv = ask("lookup --format csv");
    assert!(csv.ends_with(&format!(",60,{moves},60,\n")), "{csv}");
    assert_eq!(ask("lookup --format csv --size 3x6"), csv);
    let goal = "1-2-3-4-5-6-7-8-9-10-11-12-13-14-15-16-17-0".replace('-', ",");
    assert_eq!(ask(&format!("lookup --format csv --size 3x6 --goal {goal}")), csv);
    let note = "60 moves; no solution is shorter, but this one may not be canonical";
    tilebase()
        .args(["solve", "--max-nodes", "400000", "--answer=next", board])
        .assert()
        .code(1)
        .stdout("stopped: at least 60\n")
        .stderr(contains(note));
}

/// `--within` ends a search that is near enough, and says how near the answer of another is.
#[test]
fn an_answer_is_near_enough_or_says_how_near() {
    let board = "10 22 21 9 17 / 7 15 23 2 x / 18 12 11 8 5 / 4 6 1 24 13 / 3 20 16 14 19";
    let solve = |factor: &str| {
        let limits = ["--threads", "1", "--max-nodes", "500000", "--stats"];
        let solve = || {
            let mut solve = tilebase();
            solve.args(["solve", "--within", factor, board]).args(limits);
            solve
        };
        let found = solve().arg("--json").assert().success();
        let row: serde_json::Value =
            serde_json::from_slice(&found.get_output().stdout).expect("JSON");
        let proved = row["within"].as_f64().expect("a factor");
        let note = format!("no solution is shorter than {}; within {proved}", row["lower_bound"]);
        let text = solve().assert().success();
        text.stderr(contains(format!("{note} times the best")))
            .stdout(contains(row["moves"].as_str().expect("moves")));
        (proved, row["generated"].as_u64().expect("a number"))
    };
    let ((enough, few), (far, all)) = (solve("1.3"), solve("1.01"));
    assert!(enough <= 1.3 && few < 500_000, "{enough} after {few}");
    assert!(far > 1.01 && all >= 500_000, "{far} after {all}");
}

/// Unproved fields are empty.
#[test]
fn checks_say_what_is_proved() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, lines: &[&str]| {
        let path = folder.path().join(name);
        fs::write(&path, lines.join("\n") + "\n").expect("room");
        path
    };
    let solution = stdout(tilebase().args(["solve", "--max-nodes", "200000", HARD]));
    let solution = solution.trim();
    let boards = write("boards", &[NEAR, NEAR, HARD, HARD]);
    let moves = write("moves", &["rr", "lrrr", solution, "rr"]);
    let check = |format: &str| {
        let mut check = tilebase();
        check
            .args(["check", "--stats", "--max-nodes", "20000", "--format", format])
            .args([&boards, &moves]);
        check.assert().code(1)
    };
    let summary = "1 optimal, 1 valid (2 moves too many), 1 wrong (1 not at the goal), 1 unknown";
    let csv = check("csv").stderr(contains(summary)).printed();
    assert!(csv.contains(&format!("{NEAR},rr,optimal,true,true,2,2,0,\n")), "{csv}");
    assert!(csv.contains(&format!("{NEAR},lrrr,valid,true,true,4,2,2,\n")), "{csv}");
    assert!(csv.contains(&format!("{solution},unknown,true,true,{},,,", solution.len())), "{csv}");
    let json = check("jsonl").printed();
    assert!(json.contains(r#""verdict":"unknown","legal":true,"reaches_goal":true,"#), "{json}");
    assert!(json.contains(r#""optimal_length":null,"excess":null,"error":"#), "{json}");
}

/// Whatever the limit on memory, a run answers all boards, or it says how much it lacks before it
/// answers any.
#[cfg(target_os = "linux")]
#[test]
fn memory_that_a_run_cannot_have_is_told_before_it_starts() {
    let run = |kibibytes: u32, arguments: &str| {
        let script = format!(
            "ulimit -v {kibibytes}; exec '{}' lookup -q {arguments}",
            env!("CARGO_BIN_EXE_tilebase")
        );
        // If memory were not reserved first, a run might wait for it without end.
        let mut shell = std::process::Command::new("timeout");
        shell.env("TILEBASE_DATA", "/nonexistent").args(["300", "bash", "-c", &script]);
        let output = shell.write_stdin(format!("{NEAR}\n{HARD}\n")).output().expect("a shell");
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        let (answers, says) = (text(output.stdout), text(output.stderr));
        if output.status.code() == Some(0) {
            assert_eq!(answers.lines().count(), 2, "{kibibytes}: {answers}");
            return true;
        }
        assert_eq!((output.status.code(), answers.as_str()), (Some(2), ""), "{kibibytes}: {says}");
        assert!(says.starts_with("error: line 1: cannot allocate "), "{kibibytes}: {says}");
        assert!(says.contains(" MB of memory; close other programs"), "{kibibytes}: {says}");
        false
    };
    // Each thread that makes tables keeps some, whatever `--threads` says.
    let arenas = 65_536 * u32::try_from(tilebase::limits::processors()).expect("few").min(8);
    // With just enough for the beams, the proof behind them has one thread.
    for limit in (238_000..270_000).step_by(8000) {
        run(limit, "--threads 2 --optimal");
    }
    let limits = (40_000..640_000 + arenas).step_by(120_000);
    let enough: Vec<bool> =
        limits.map(|limit| run(limit, "--threads 1 --max-nodes 2000000")).collect();
    assert!(enough.is_sorted() && !enough[0] && enough[enough.len() - 1], "{enough:?}");
    // Beams from both ends take as much, and room to make tables.
    assert!(!run(400_000, "--threads 1 --max-nodes 40000000"));
    assert!(run(900_000 + 2 * arenas, "--threads 1 --max-nodes 40000000"));
    // Beams of the default limit take 150 MB on each thread.
    assert!(run(600_000 + arenas, "--threads 1") && !run(600_000, "--threads 4"));
}

#[test]
fn analyses_say_what_is_proved() {
    let easy = stdout(tilebase().args(["analyze", NEAR, "lrrr"]));
    assert!(easy.contains("     1  l       15       2      3  no          2  r\n"), "{easy}");
    assert!(easy.contains("     2  r       15       3      2  yes         0  -\n"), "{easy}");
    assert!(easy.contains("length          4\noptimal length  2\nlost            2\n"), "{easy}");
    let solution = stdout(tilebase().args(["solve", "--max-nodes", "200000", HARD]));
    let analyze = |format: &str| {
        let limits = ["analyze", "--max-nodes", "2000", "--format", format, HARD];
        stdout(tilebase().args(limits).arg(solution.trim()))
    };
    let text = analyze("text");
    assert!(text.starts_with("number  move  tile"));
    assert!(text.contains("\nlower bound    ") && text.contains("\nlost at least  "));
    assert!(text.contains("\nreaches goal   yes\n"), "{text}");
    let json = analyze("jsonl");
    assert!(json.contains(r#""optimal_length":null,"lower_bound":"#), "{json}");
    let csv = analyze("csv");
    assert!(csv.lines().nth(1).is_some_and(|line| line.ends_with(",,,,,")), "{csv}");
}

/// A refusal is the first message.
#[test]
fn boards_at_a_distance_are_refused_with_a_cure() {
    for arguments in ["--distance 30", "--distance max", "--per-distance 2 --along-solutions"] {
        let mut sample = tilebase();
        sample.args(["sample", "--size", "3x6"]).args(arguments.split(' '));
        let refused = "error: the boards of 6x3-17 have not been counted beyond distance 18, so \
                       none can be drawn farther away; ask for at most 18, for boards along \
                       solutions, or for a shape that was counted, such as 4x4\n";
        sample.assert().code(2).stdout("").stderr(refused);
    }
}

/// Work that would take too long is refused before it begins.
#[test]
fn boards_of_so_many_solutions_need_a_distance() {
    let mut sample = tilebase();
    let refused = contains("--solutions: counting them takes too long");
    sample.args(["sample", "--size", "5x5", "--solutions", "1"]).assert().code(2).stderr(refused);
    let near = ["sample", "--size", "3x6", "--solutions", "1", "--distance", "3", "--seed", "1"];
    tilebase().args(near).assert().success();
}

#[test]
fn other_commands_know_large_shapes() {
    let boards =
        stdout(tilebase().args(["sample", "--size", "5x5", "--count", "3", "--seed", "1"]));
    assert_eq!(boards.lines().count(), 3);
    assert!(boards.lines().all(|line| line.parse::<SmallBoard>().is_ok()));
    let apply = stdout(tilebase().args(["moves", "--answer", "board", "--board", NEAR, "rr"]));
    assert!(apply.contains("17 x"), "{apply}");
    tilebase()
        .args(["rank", HARD])
        .assert()
        .code(1)
        .stderr(contains("shape 3x6: expected at most 16 cells"));
    tilebase()
        .args(["unrank", "--size", "5x5", "1"])
        .assert()
        .code(1)
        .stderr(contains("at most 16 cells"));
}

/// Ctrl-C during a search.
#[cfg(target_os = "linux")]
mod ctrl_c {
    use std::process::{Command, Stdio};
    use std::time::Duration;

    use crate::program::{handles, ignores, is_ignored, kill, wait_until, worked};
    use tilebase::{Board, Moves};

    /// Ctrl-C during a search on arguments is no failure: there is an answer.
    #[test]
    fn ctrl_c_prints_the_best_so_far_with_its_bound() {
        if is_ignored(2) {
            return;
        }
        let board = "8 3 2 19 14 5 22 4 21 23 6 12 20 17 9 7 11 16 24 18 0 1 15 13 10";
        let larger = "14 10 26 34 11 31 3 20 13 5 2 25 19 12 7 30 23 9 29 6 0 1 35 24 32 17 27 \
                      15 22 28 4 21 33 16 18 8";
        let [at_once, second] = [Duration::ZERO, Duration::from_secs(1)];
        // At once, while tables are made, and in the middle of the search.
        for (board, time) in
            [(board, at_once), (board, second), (larger, at_once), (larger, second)]
        {
            let mut solve = Command::new(env!("CARGO_BIN_EXE_tilebase"));
            solve.env("TILEBASE_DATA", "/nonexistent");
            solve.args(["solve", "--optimal", board]).stdout(Stdio::piped()).stderr(Stdio::piped());
            let child = solve.spawn().expect("the command");
            // Until it handles the signal, that is while it starts, Ctrl-C would end it.
            wait_until("it handles the signal", || handles(&child, 2));
            let before = worked(&child);
            wait_until("it has worked", || worked(&child) >= before + time);
            kill(&child, 2);
            let output = child.wait_with_output().expect("its answer");
            let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
            let (moves, note) = (text(output.stdout), text(output.stderr));
            assert!(note.contains(" moves; no solution is shorter than "), "{note}");
            // A proof was asked for.
            assert_eq!(output.status.code(), Some(1));
            let (board, moves): (Board, Moves) =
                (board.parse().expect("a board"), moves.trim().parse().expect("moves"));
            assert_eq!(board.after(&moves), Board::goal(board.shape()).ok());
        }
    }

    /// Whoever started the command with Ctrl-C ignored does not want it to end.
    #[test]
    fn ctrl_c_that_is_ignored_stays_ignored() {
        let mut solve = Command::new("sh");
        let script = "trap '' INT; exec \"$0\" solve --optimal --distance \"$1\"";
        let board = super::HARD;
        solve.args(["-c", script, env!("CARGO_BIN_EXE_tilebase"), board]);
        solve.env("TILEBASE_DATA", "/nonexistent");
        let mut child = solve.stdout(Stdio::piped()).spawn().expect("a shell");
        wait_until("it ignores the signal", || ignores(&child, 2));
        // From here to its end.
        wait_until("it ends", || {
            kill(&child, 2);
            child.try_wait().expect("a child").is_some()
        });
        let output = child.wait_with_output().expect("its answer");
        assert_eq!(output.stdout, b"72\n");
        assert!(output.status.success());
    }
}

/// A legal solution that is longer than the best one known is valid, although no optimal one is
/// known.
#[test]
fn a_long_solution_is_valid() {
    let solution = stdout(tilebase().args(["solve", "--max-nodes", "200000", HARD]));
    let long = "rl".repeat(10) + solution.trim();
    let check = |answer: &str, arguments: &[&str]| {
        let folder = tempfile::tempdir().expect("a folder");
        let answers = folder.path().join("answers");
        fs::write(&answers, answer).expect("room");
        let mut check = tilebase();
        check.arg("check").args(arguments).args(["-".as_ref(), answers.as_os_str()]);
        check.write_stdin(HARD).output().expect("it runs")
    };
    let quick: &[&str] = &["--max-nodes", "200000"];
    let output = check(&long, quick);
    let line = String::from_utf8(output.stdout).expect("UTF-8");
    assert_eq!(output.status.code(), Some(0), "{line}");
    let begin = format!("valid: reaches the goal in {} moves, 20 to ", long.len());
    assert!(line.starts_with(&begin) && line.ends_with(" too many\n"), "{line}");
    let analysis =
        stdout(tilebase().arg("analyze").args(quick).args([HARD, &long])).replace('\n', ";");
    let most = line[begin.len()..].split(' ').next().expect("a number");
    assert!(analysis.contains(&format!(";lost at least  20;lost at most   {most};")), "{analysis}");
    assert!(
        analysis.contains(&format!(";upper bound    {};", solution.trim().len())),
        "{analysis}"
    );
    // Without a search there is no verdict on the length.
    for (answer, code, verdict) in [
        (&*long, 0, "valid\n"),
        ("rl", 1, "wrong: not at the goal after 2 moves\n"),
        ("unsolvable", 1, "wrong: it can be solved\n"),
    ] {
        let output = check(answer, &["--valid"]);
        assert_eq!(output.status.code(), Some(code), "{answer}");
        assert_eq!(String::from_utf8(output.stdout).expect("UTF-8"), verdict);
    }
    let csv = check(&long, &["--valid", "--format", "csv"]).stdout;
    let end = format!(",valid,true,true,{},,,\n", long.len());
    assert!(csv.ends_with(end.as_bytes()), "{}", String::from_utf8_lossy(&csv));
}

/// Shapes of 13 to 16 cells look alike in both metrics.
#[test]
fn a_bounded_question_on_4x4_has_an_answer() {
    let board = "x 12 9 13 / 15 11 10 14 / 3 7 2 5 / 4 8 6 1";
    for metric in ["single", "multi"] {
        for limit in [["--max-nodes", "1000"], ["--timeout", "0"]] {
            let limited = |command: &str, args: &[&str]| {
                let mut limited = tilebase();
                limited.arg(command).args(limit).args(["--metric", metric]).args(args);
                limited
            };
            let solved = limited("solve", &[board]).assert().success();
            let solved = solved.stderr(contains(" moves; no solution is shorter than "));
            let way = String::from_utf8(solved.get_output().stdout.clone()).expect("UTF-8");
            let hint = limited("hint", &[board]).assert().success().get_output().clone();
            let hint = String::from_utf8(hint.stdout).expect("UTF-8");
            assert!(!hint.trim().is_empty() && way.starts_with(hint.trim()), "{hint} {way}");
            let bounds = stdout(&mut limited("solve", &["--distance", board]));
            let (least, most) = bounds.trim().split_once("..").expect("bounds");
            let bound = |text: &str| text.parse::<u32>().expect("a number");
            assert!(bound(least) < bound(most), "{bounds}");
            let line = stdout(limited("lookup", &[]).write_stdin(format!("{board}\n")));
            assert_eq!(line, format!("{} {way}", bounds.trim()));
        }
    }
}
