//! Goals with free cells and equal tiles, and solutions in stages.

use crate::program::{Run as _, check_lines, line, stdout};

#[test]
fn what_boards_are_asked_is_answered_for_such_goals() {
    check_lines(&[
        (
            "solve '8 6 7 2 5 4 3 x 1' --goal '1 2 3 * * * * * *'",
            "",
            0,
            "ruldluurddluurddruuld\n",
            "",
        ),
        ("hint 867/254/3x1 --goal '123/***/***'", "", 0, "r\n", ""),
        (
            "solve 112/233/12x --goal 111/222/33x --answer distance,next --json",
            "",
            0,
            "{\"board\":\"1 1 2 2 3 3 1 2 x\",\"distance\":14,\"next\":\"lu\",\"lower_bound\":14,\"error\":null}\n",
            "",
        ),
        (
            "lookup --goal '1 1 1 2 2 2 3 3 x'",
            "1 1 1 2 2 2 3 x 3\n1 2 3 4 5 6 7 8 x\n1 1 1 2 2 2 3 3 x\n",
            1,
            "r\ninvalid\n\n",
            "line 2: tiles `1`: expected 3, as the goal has, found 1",
        ),
        (
            "solvable --explain 12345687x --goal '123/***/***'",
            "",
            0,
            "solvable: two tiles are alike for the goal, and swapping them changes the parity\n",
            "",
        ),
        ("check 123456x78 r --goal '1 2 3 4 5 6 * * *'", "", 0, "valid +1\n", "1 valid"),
        (
            "solve '1 1 2 2 3 3 4 4 5 5 6 6 x 7 7 8' --goal '1 1 2 2 3 3 4 4 5 5 6 6 7 7 8 x'",
            "",
            0,
            "rrr\n",
            "",
        ),
        (
            "hint --explain '1 2 3 4 / 5 6 7 8 / 9 10 15 11 / 13 14 x 12'",
            "",
            0,
            "u (stage 3: 1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 15 x)\n",
            "",
        ),
        ("hint --explain 12345678x", "", 0, "\n", ""),
        ("solve --explain 12345678x", "", 2, "", "--explain: expected `hint --explain`"),
        ("hint --explain --json 12345678x", "", 2, "", "expected `solve --stages --json`"),
        // Tiles have their names, as in the goal.
        (
            "solve --show --goal '1 1 2 2 a a 4 4 x' '1 1 2 2 a x 4 4 a'",
            "",
            0,
            " 1 1 2\n 2 a x\n 4 4 a\n\n1/1: d\n 1 1 2\n 2 a[a]\n 4 4 x\n",
            "",
        ),
        (
            "check - --goal-column goal",
            "board,goal,moves\n11223x443,11223344x,d\n1 1 2 2 3 3 4 x 4,11223344x,r\n\
             a b b / a c x,a a b / b c x,ul\n12345678x,12345678x,\n",
            1,
            "optimal\noptimal\nwrong: not at the goal[..]\noptimal\n",
            "3 optimal",
        ),
        (
            "census --goal '1 2 3 * * * * * *' --at-most 1",
            "",
            0,
            "[..]states     3024\n[..]within     9\n[..]",
            "",
        ),
        (
            "census - --goal 11/2x",
            "1 1 / x 2\n2 1 / 1 x\n",
            0,
            "boards[..]2\nunsolvable[..]0\n[..]",
            "",
        ),
    ]);
}

#[test]
fn what_such_goals_do_not_have_is_said_before_the_start() {
    check_lines(&[
        (
            "solve 867254x31 --method bfs --goal '123******'",
            "",
            2,
            "",
            "a search method is for a goal without `*`",
        ),
        (
            "solve 867254x31 --answer heuristic --goal '123******'",
            "",
            2,
            "",
            "a heuristic is for a goal",
        ),
        ("compare --goal '123******'", "", 2, "", "is for a goal without `*`"),
        ("generate --goal '123******'", "", 2, "", "is made in memory"),
        (
            "lookup /dev/null --notation tiles --goal '1 1 1 2 2 2 3 3 x'",
            "",
            2,
            "",
            "--notation tiles",
        ),
        (
            "lookup /dev/null --metric multi --goal '1 2 3 4 / 5 6 7 8 / 9 * * * / * * * x'",
            "",
            2,
            "",
            "tells 29059430400 boards apart: expected at most 20000000",
        ),
    ]);
}

#[test]
fn boards_are_drawn_at_distances_from_such_goals() {
    for goal in ["'1 2 3 * * * * * *'", "'1 1 1 2 2 2 3 3 x'"] {
        for format in ["text", "csv"] {
            let typed =
                format!("sample -n 5 --seed 1 --distance 7 --goal {goal} --format {format}");
            let printed = stdout(&mut line(&typed));
            let boards = if format == "csv" { printed } else { format!("board\n{printed}") };
            let typed = format!("lookup --distance --column board --goal {goal} -");
            let mut lookup = line(&typed);
            let found = lookup.write_stdin(boards).assert().success();
            assert_eq!(String::from_utf8_lossy(&found.get_output().stdout), "7\n".repeat(5));
        }
    }
    check_lines(&[
        (
            "sample --unsolvable --goal '123/***/***'",
            "",
            2,
            "",
            "--unsolvable is for a goal without",
        ),
        ("sample --distance 40 --goal '123/***/***'", "", 2, "", "40"),
    ]);
}

#[test]
fn boards_are_solved_in_stages() {
    let board = "'5 1 2 4 / 9 6 3 8 / 13 10 7 11 / x 14 15 12'";
    check_lines(&[
        (
            &format!("solve --stages {board}"),
            "",
            0,
            "stage 1   1 2 3 4 / * * * * / * * * * / * * * *\n          uuurrd (6 moves)\n\
             stage 2   1 2 3 4 / 5 * * * / 9 * * * / 13 * * *\n          (0 moves)\n\
             stage 3   1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 15 x\n          drd (3 moves)\n\
             length    9\noptimal   9\n",
            "",
        ),
        (
            "solve --stage '1 * * * * * * * *' --stage '1 2 3 * * * * * *' 867254x31 --json",
            "",
            0,
            "{\"board\":\"8 6 7 2 5 4 x 3 1\",\"stages\":[{\"goal\":\"1 * * * * * * * *\",\"moves\":[..]\
             \"length\":[..],\"optimal_length\":[..],\"error\":null}\n",
            "",
        ),
        (
            "solve --stage '1 2 3 * * * * * *' --stage '2 1 3 * * * * * *' 12345678x",
            "",
            2,
            "",
            "stage 2, 2 1 3 * * * * * *, is against stage 1, 1 2 3 * * * * * *",
        ),
        ("solve --stages 12345687x", "", 0, "unsolvable\n", ""),
        ("solve --stages --format csv 12345687x", "", 2, "", "csv has no place"),
    ]);
}

/// A pattern has two values, with names in every format.
#[test]
fn values_of_patterns() {
    // The blank comes in only past both tiles, if it is not in the corner.
    let board = "'6 1 2 3 / 5 7 8 4 / 9 10 11 12 / 13 14 15 x'";
    let ask = "solve --answer heuristic --heuristic additive:1,5";
    check_lines(&[
        (&format!("{ask} {board}"), "", 0, "zones 3, least 1\n", ""),
        (
            &format!("{ask} {board} --json"),
            "",
            0,
            "{\"board\":[..],\"zones\":3,\"least\":1,\"error\":null}\n",
            "",
        ),
        (
            &format!("{ask} 12345678x --format csv"),
            "",
            0,
            "board,zones,least,error\n1 2 3 4 5 6 7 8 x,0,0,\n",
            "",
        ),
        (&format!("{ask} 12345687x"), "", 0, "unsolvable\n", "no sequence of moves"),
        (&format!("{ask},5 12345678x"), "", 2, "", "tile 5: expected different tiles of 3x3"),
        (&format!("{ask},x 12345678x"), "", 2, "", "expected tiles, as in additive:1,2,3,4"),
        (&format!("{ask} 12345678x --metric multi"), "", 2, "", "single tiles"),
        (
            "solve --method astar --heuristic additive:1,2 12345678x",
            "",
            2,
            "",
            "--heuristic additive: no method uses it",
        ),
    ]);
}

/// What a stranger found wrong with such goals.
#[test]
fn goals_of_rows_and_goals_with_equal_tiles_are_asked_alike() {
    let none = "equal tiles have no numbers; expected another notation than `tiles`";
    check_lines(&[
        ("solve --pairs --notation tiles -", "1122334x4\n11223344x\n", 1, "invalid\n", none),
        (
            "solve --notation tiles --goal '1 2 3 * * * * * *' '1 2 * x 3 4 * * *'",
            "",
            1,
            "invalid\n",
            none,
        ),
        (
            "analyze --goal '1 1 2 2 3 3 4 4 x' '1 1 2 2 3 3 4 x 4' r",
            "",
            0,
            "[..]r[..]optimal[..]",
            "",
        ),
        ("analyze --goal 'a a b / b c x' 'a a b / b x c' r", "", 0, "[..]optimal[..]", ""),
        // No table is needed to follow moves.
        (
            "check --valid '1 2 3 4/5 6 7 8/9 10 11 12/13 14 x 15' r --goal \
             '1 2 3 4/5 6 7 8/9 10 * */* * 15 *'",
            "",
            0,
            "valid[..]\n",
            "1 valid",
        ),
        // What an earlier stage names stays in place, so it is part of the whole.
        (
            "solve --stage '1 2 * * * * * * *' --stage '* * * 4 * 6 * * *' '8 6 7 2 5 4 3 x 1'",
            "",
            0,
            "[..]length    19\noptimal   19\n",
            "",
        ),
        ("solve --stage '1 1 * / * * *' '1 2 1 / 3 x 4'", "", 0, "stage 1[..]", ""),
        (
            "solve --stages --goal '1 2 3 * * * * * *' 12345678x",
            "",
            2,
            "",
            "a solution in the usual stages is for a goal without",
        ),
    ]);
}
