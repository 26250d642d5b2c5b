//! `solve` and `lookup`, which give the same answers by every method.

use crate::program::{Run, contains, stdout, tilebase};

/// Boards that reach the goal, and some that do not.
#[test]
fn every_command_and_method_has_the_same_answers() {
    let draw = |which| stdout(tilebase().args(["sample", "--size", "2x3", "-n", "20", which]));
    let boards = draw("--seed=1") + &draw("--unsolvable");
    for answer in ["moves", "distance", "next", "count", "all", "legal"] {
        let ask = |command: &str, method: &str| {
            let options = ["--method", method, "--answer", answer];
            stdout(tilebase().arg(command).args(options).write_stdin(boards.as_str()))
        };
        let expected = ask("lookup", "table");
        assert!(expected.lines().count() >= 40);
        // Searches find a solution, and nothing else.
        let is_found = matches!(answer, "moves" | "distance");
        for method in if is_found { &["table", "bfs", "ida"][..] } else { &["table"] } {
            for command in ["solve", "lookup"] {
                assert_eq!(ask(command, method), expected, "{command} {method} {answer}");
            }
        }
    }
}

#[test]
fn solve_and_lookup_take_the_same_options() {
    let input = "867254301\n12345678x\n1 2 3/4 x 5\n12345687x\na \"b\", c\n\n";
    for options in [
        "--distance",
        "--answer=next",
        "--answer=count",
        "--answer=all",
        "--show",
        "--answer legal",
        "--json",
        "--format JSONL --answer all",
        "--format csv",
        "--format csv --answer all",
        "--format csv --answer legal",
        "--stats",
        "--max-nodes 1 --timeout 0",
        "--method bibfs --stats",
        "--method bfs --max-nodes 100",
        "--method ida --heuristic misplaced --format csv",
        "--goal 123804765 --threads 2",
    ] {
        let ask = |command: &str| {
            let mut ask = tilebase();
            ask.arg(command).args(options.split(' ')).write_stdin(input);
            let output = ask.assert().code(1).get_output().clone();
            let says = String::from_utf8(output.stderr).expect("UTF-8");
            let says: Vec<String> = says
                .lines()
                .filter(|line| !line.starts_with("note: ") || options.contains("--stats"))
                .filter(|line| !line.contains("unsolvable") && !line.ends_with(" seconds"))
                .map(ToOwned::to_owned)
                .collect();
            (String::from_utf8(output.stdout).expect("UTF-8"), says)
        };
        assert_eq!(ask("solve"), ask("lookup"), "{options}");
    }
    for (options, says) in [
        ("--heuristic zero", "invalid value"),
        ("--show --distance", "cannot be used with"),
        ("--answer next --distance", "cannot be used with"),
        ("--json --format csv", "cannot be used with"),
    ] {
        for command in ["solve", "lookup"] {
            let mut ask = tilebase();
            let assert = ask.arg(command).args(options.split(' ')).write_stdin(input).assert();
            assert.code(2).stdout("").stderr(contains(says));
        }
    }
}
