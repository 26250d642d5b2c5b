//! The public sets: `sample --set` prints them, and `check --set` compares answers with them.

use crate::program::{Run, check_lines, line, stdout};

const HEAD: &str = "\
| by | solved | mean length | above the best known | proved optimal | new | time a board |
| --- | --- | --- | --- | --- | --- | --- |
";

/// The rows have the goal of each board, which other commands use, and the distance.
#[test]
fn boards_come_with_their_goal_and_what_is_known() {
    let rows = stdout(&mut line("sample --set korf-100 --format csv -n 3"));
    let expected = "\
number,board,goal,best_length,lower_bound,source
1,14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3,GOAL,57,57,Korf 1985
2,13 5 4 10 9 12 8 14 2 3 7 1 0 15 11 6,GOAL,55,55,Korf 1985
3,14 7 8 2 13 11 10 4 9 12 5 0 3 6 1 15,GOAL,59,59,Korf 1985
";
    let expected = expected.replace("GOAL", "0 1 2 3 / 4 5 6 7 / 8 9 10 11 / 12 13 14 15");
    assert_eq!(rows, expected);
    let distances = stdout(line("lookup --distance -").write_stdin(rows));
    assert_eq!(distances, "57\n55\n59\n");
    let list = stdout(&mut line("sample --set --json"));
    assert_eq!(list.lines().count(), 8);
    assert!(list.starts_with(r#"{"name":"korf-100","size":"4x4","boards":100,"goal":"first","#));
}

/// A score counts what is solved, and knows a longer and a wrong answer from none.
#[test]
fn answers_are_scored() {
    let boards = stdout(&mut line("sample --set korf-100 -n 3"));
    let moves = stdout(line("lookup --goal first -").write_stdin(boards.clone()));
    let moves: Vec<&str> = moves.lines().collect();
    let longer = format!("{}\n\n{}{}\nuuuuu\n", moves[0], moves[2], "rl");
    let score = |row: &str| format!("{HEAD}| - | {row} | |\n");
    check_lines(&[
        (
            "check --set korf-100 -",
            &moves.join("\n"),
            1,
            &score("3 of 100 | 57.000 | +0.000 | 3 | 0"),
            "",
        ),
        (
            "check --set korf-100 -",
            &longer,
            1,
            &score("2 of 100 | 59.000 | +1.000 | 1 | 0"),
            "board 4: wrong: move 2 of 5, `u`, leaves the board",
        ),
        (
            "check --set korf-100 -",
            &"\n".repeat(101),
            2,
            "",
            "line 101: an answer without a board of korf-100",
        ),
        ("check --set korf -", "", 2, "", "expected korf-100, hardest-17, korf-felner-50,"),
    ]);
    let csv = stdout(line("lookup --goal first --format csv -").write_stdin(boards));
    let ran = line("check --set korf-100 -").write_stdin(csv).assert().code(1);
    assert_eq!(ran.printed(), score("3 of 100 | 57.000 | +0.000 | 3 | 0"));
}
