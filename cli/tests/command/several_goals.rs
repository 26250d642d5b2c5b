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
            "tells 29059430400 boards apart: expected at most 20000000, or the metric single",
        ),
        (
            "census --goal '1 2 3 4 / 5 6 7 * / * * * * / * * * *'",
            "",
            2,
            "",
            "expected at most 20000000 for what needs all their distances",
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

/// Boards that a goal does not distinguish are different boards.
#[test]
fn whole_boards_are_drawn_once() {
    let goal = "--goal '1 2 * / * * *' --distance max --seed 1";
    let all = |options: &str| {
        let printed = stdout(&mut line(&format!("sample {goal} {options}")));
        let mut boards: Vec<String> = printed.lines().map(str::to_owned).collect();
        boards.sort_unstable();
        boards
    };
    let boards = all("--unique -n 24");
    assert_eq!(boards.len(), 24);
    assert!(boards.windows(2).all(|two| two[0] != two[1]), "{boards:?}");
    assert_eq!(all("--per-distance 100"), boards);
    check_lines(&[
        (
            &format!("sample {goal} --unique -n 25"),
            "",
            2,
            "",
            "2x3 has only 24 boards to draw from",
        ),
        ("sample --goal '1 1 / 2 x' --unique -n 13 --distance 0..9", "", 2, "", "only 12 boards"),
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
        // No table of the metric is needed.
        (
            "solve --stages --metric multi '1 2 3 4 / 5 6 7 8 / 9 x 10 11'",
            "",
            0,
            "stage 1 [..]length    1\noptimal   unknown\n",
            "",
        ),
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
        // A tile has a number only if its name is one.
        (
            "analyze --json --goal '1 * * / * 3 x' '1 * * / * x 3' r",
            "",
            0,
            "[..]\"tile\":3,[..]",
            "",
        ),
        (
            "analyze --json --goal '1 * * / * 3 x' '1 * * / x 3 *' r",
            "",
            1,
            "[..]\"tile\":3,[..]",
            "",
        ),
        (
            "analyze --json --goal '1 * * / * 3 x' '1 * x / * 3 *' l",
            "",
            1,
            "[..]\"tile\":null,[..]",
            "",
        ),
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

/// Where tiles may be equal, a grid has the rows of the goal, whatever stands in them.
#[test]
fn grids_may_have_equal_tiles_and_words() {
    let equal = "--goal '1 1 2 2 3 3 4 4 x'";
    for (goal, named) in
        [(equal, ""), (equal, "--layout grids"), ("--goal 'red red blue / red x blue'", "")]
    {
        let printed = stdout(&mut line(&format!("sample -n 5 --seed 2 {goal} --layout grids")));
        let packed = printed.replace("\n\n", "\n");
        let lines = stdout(&mut line(&format!("sample -n 5 --seed 2 {goal} --layout lines")));
        let expected = line(&format!("solve {goal}")).write_stdin(lines).assert().success();
        let expected = expected.printed();
        for grids in [printed, packed] {
            let typed = format!("solve {goal} {named}");
            line(&typed).write_stdin(grids).assert().success().stdout(&*expected);
        }
    }
    check_lines(&[
        (
            "solve --goal '1 1 / 2 2 / x 1' --size 3x2 --layout grids",
            "1 1\n2 2\n1 x\n",
            0,
            "l\n",
            "",
        ),
        (
            "solve --goal '1 1 / 2 2 / x 1'",
            "1 1\n2 2\n1 x\n1 1\n2 2\nx 1\n",
            0,
            "l\n\n",
            "two boards",
        ),
        ("solve --goal '1 2 3 * * * * * *'", "1 2 3\n* * x\n* * *\n", 0, "\n", ""),
        ("solve --goal 123/***/***", "12x\n**3\n***\n", 0, "d\n", ""),
        (
            "solve --goal 123/***/***",
            "first\n12x\n**3\n***\n---\n12x\n**3\n***\n",
            0,
            "d\nd\n",
            "2 lines are",
        ),
        ("solve --goal 'c a / x b / b b' --layout grids", "c a\nb x\nb b\n", 0, "l\n", ""),
        ("solve --goal 'a a / x b'", "[[\"a\",\"a\"],\n [\"b\",\"x\"]]\n", 0, "l\n", ""),
        (
            "solve --goal '1 1 2 2 3 3 4 4 x'",
            "1 1 2\n2 3 3\n4 4\n\n1 1 2\n2 3 3\n4 x 4\n",
            1,
            "invalid\nr\n",
            "line 1: ",
        ),
    ]);
}

/// Boards with equal tiles have all forms of cells that other boards have.
#[test]
fn equal_tiles_have_every_form_of_cells() {
    for form in [
        "2x2:1,1,0,2",
        "1.0 1.0 0.0 2.0",
        "１ １ ０ ２",
        "1-1-0-2",
        "1,1,,2",
        "[[1,1],[null,2]]",
        "b = [1, 1, 0, 2]",
    ] {
        let printed = stdout(line("solve --goal '1 1 2 0'").arg(form));
        assert_eq!(printed, "r\n", "{form}");
    }
    check_lines(&[
        ("solve --goal 'a a / b x' '[[\"a\",\"a\"],[\"\",\"b\"]]'", "", 0, "r\n", ""),
        ("solve --goal 'a,a,,b' 'a a b x'", "", 0, "l\n", ""),
        (
            "solve --goal 'a a b b c c d d x'",
            "id,p0,p1,p2,p3,p4,p5,p6,p7,p8\n1,a,a,b,b,c,c,d,x,d\n",
            0,
            "r\n",
            "the columns `p0` to `p8`",
        ),
        ("solve --goal '1 1 2 0' 1-1-0-3", "", 1, "invalid\n", "tiles `2`: expected 1"),
    ]);
}
