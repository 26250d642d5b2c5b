//! How many threads work for a board: as many as were asked for, and no more.

#[path = "../../../tests/common/working_threads.rs"]
mod working_threads;

use std::process::Stdio;

use working_threads::{ThreadCounts, count};

use crate::program::{Run as _, line, stdout, tilebase};

/// A board of 80 moves.
const HARD: &str = "0 15 8 3 / 12 11 7 4 / 14 10 6 5 / 9 13 2 1";

fn run(typed: &str, input: &str) -> ThreadCounts {
    let mut command = line(typed);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let process = command.write_stdin(input).spawn().unwrap();
    // Otherwise the other end of its input stays open here.
    drop(command);
    count(process)
}

#[test]
fn all_threads_work_for_one_board() {
    for (metric, boards) in [("single", 8_000_000), ("multi", 12_000_000)] {
        for threads in [1, 2, 4] {
            let options = format!("--metric {metric} --max-nodes {boards} --threads {threads}");
            for typed in ["solve", "hint", "lookup"] {
                let (board, input) = if typed == "lookup" { ("-", HARD) } else { (HARD, "") };
                let typed = format!("{typed} '{board}' {options}");
                // A busy machine may keep one of them waiting all the time, so there is more than
                // one try; but none has more threads than that.
                let mut all_work = (0..5).map(|_| {
                    let counts = run(&typed, input);
                    assert!(counts.most_working <= threads, "{typed}: {counts:?}");
                    counts.most_working == threads
                });
                assert!(all_work.any(|all| all), "{typed}: not {threads} threads");
            }
        }
    }
}

/// Those that only wait, or are about to end, are there besides.
#[test]
fn boards_of_a_file_share_the_threads() {
    let sample = stdout(tilebase().args(["sample", "--size", "4x4", "-n", "40", "--seed", "1"]));
    for input in [HARD, &sample] {
        let counts = run("lookup - --threads 8 --max-nodes 1000000", input);
        assert!(counts.most_working <= 8 && counts.most <= 12, "{counts:?}");
    }
}
