//! Judges, compared with their own samples and with searches that do not use tables.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use crate::common::Search;
use crate::common::columns::Columns;
use crate::sample::to;
use tilebase::check::Verdict;
use tilebase::judge::{Judge, Layout};
use tilebase::oracle::Outcome;
use tilebase::puzzle::{Metric, SmallBoard, SmallShape, solvable};
use tilebase::text::Notation;
use tilebase::{Board, Error, Limits, Moves, Tablebase};

/// The output of a judge, also before an error.
fn ask(judge: &str, tables: &Tablebase, input: &str, output: &mut String) -> Result<(), Error> {
    let judge = Judge::named(judge).expect("a judge");
    judge.answer(tables, &Limits::default(), input.as_bytes(), |answer| {
        output.push_str(answer);
        Ok::<(), Error>(())
    })
}

/// The output of a judge.
pub fn answer(judge: &str, tables: &Tablebase, input: &str) -> Result<String, Error> {
    let mut output = String::new();
    ask(judge, tables, input, &mut output)?;
    Ok(output)
}

#[test]
fn every_judge_answers_its_own_sample_byte_for_byte() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/judges");
    let tables = Tablebase::embedded();
    for judge in Judge::ALL {
        let read = |end: &str| {
            fs::read_to_string(folder.join(judge.name).with_extension(end)).expect("a sample")
        };
        assert_eq!(answer(judge.name, &tables, &read("in")).expect("answers"), read("out"));
    }
    assert!(Judge::ALL.is_sorted_by_key(|judge| judge.name));
}

/// All arrangements of 3x3, with their distances from a search.
fn every_board(goal: &str) -> Vec<(SmallBoard, Option<u32>)> {
    let goal: SmallBoard = goal.parse().expect("a goal");
    let search = Search::to(&goal);
    SmallBoard::all(goal.shape())
        .map(|board| (board, search.distances.get(board.cells()).copied()))
        .collect()
}

#[test]
#[ignore = "362,880 boards for each judge: a minute; .ci/run runs it"]
fn judges_of_moves_over_every_board() {
    let tables = Tablebase::embedded();
    let boards = every_board("12345678x");
    let text: Vec<String> = boards.iter().map(|(board, _)| board.to_string()).collect();
    let together = answer("hdu1043", &tables, &text.join("\n")).expect("answers");
    let counted = answer("uva652", &tables, &format!("{}\n\n{}\n", text.len(), text.join("\n\n")))
        .expect("answers");
    assert!(counted == together.split_terminator('\n').collect::<Vec<_>>().join("\n\n") + "\n");
    let goal: SmallBoard = "12345678x".parse().expect("a goal");
    let mut answers = together.split_terminator('\n');
    for ((board, distance), text) in boards.iter().zip(&text) {
        let found = answers.next().expect("an answer");
        let distance = match distance {
            Some(distance) => Outcome::Known(*distance),
            None => Outcome::Unsolvable(solvable(board, &goal).unwrap_err()),
        };
        let (board, goal) = (&(*board).into(), &goal.into());
        let verdict =
            Verdict::of_moves(board, goal, Metric::Single, &distance, found, Notation::Blank);
        assert_eq!(verdict, Verdict::Optimal, "{board}: {found}");
        for one in ["poj1077", "acwing179", "zoj1217"] {
            assert_eq!(
                answer(one, &tables, text).expect("an answer"),
                format!("{found}\n"),
                "{one} {board}"
            );
        }
    }
    assert_eq!(answers.next(), None);
}

#[test]
#[ignore = "362,880 boards for each judge: a minute; .ci/run runs it"]
fn judges_of_distances_over_every_board() {
    let tables = Tablebase::embedded();
    for (judges, goal) in [
        (&["acwing845", "aoj-alds1-13b", "boj1525"][..], "12345678x"),
        (&["luogu1379"], "123804765"),
    ] {
        for (board, distance) in every_board(goal) {
            let expected = distance.map_or(-1, i64::from);
            let rows = format!("{board:#}").replace('x', "0");
            for judge in judges {
                assert_eq!(
                    answer(judge, &tables, &rows).expect("an answer"),
                    format!("{expected}\n"),
                    "{judge} {board}"
                );
            }
        }
    }
    let goal = SmallBoard::goal(SmallShape::new(2, 3).expect("a shape"));
    let search = Search::to(&goal);
    for board in SmallBoard::all(goal.shape()) {
        let cells: Vec<String> = board.cells().iter().map(u8::to_string).collect();
        let expected =
            search.distances.get(board.cells()).map_or(-1, |&distance| i64::from(distance));
        for (comma, bracket) in [(",", "],["), (" , ", "] ,\n[")] {
            let text = format!("[[{}{bracket}{}]]", cells[..3].join(comma), cells[3..].join(comma));
            assert_eq!(
                answer("leetcode773", &tables, &text).expect("an answer"),
                format!("{expected}\n"),
                "{text}"
            );
            let named = format!("Input: board = {text}");
            let found = answer("leetcode773", &tables, &named).expect("an answer");
            assert_eq!(found, format!("{expected}\n"), "{named}");
        }
    }
}

#[test]
fn smallest_moves_between_any_two_boards() {
    let tables = Tablebase::embedded();
    for goal in ["12345678X", "7568X4123", "1X2345678"] {
        let search = Search::to(&goal.parse().expect("a goal"));
        let boards: Vec<SmallBoard> = SmallBoard::all(SmallShape::default()).step_by(7).collect();
        let mut input = format!("{}\n", boards.len());
        let mut expected = String::new();
        for (number, board) in (1..).zip(boards) {
            writeln!(input, "{}\n{goal}", board.to_string().replace(' ', "").to_uppercase())
                .expect("memory");
            let moves = search
                .distances
                .contains_key(board.cells())
                .then(|| search.canonical(board.cells()));
            let distance = moves.as_ref().map_or("-1".to_owned(), |moves| moves.len().to_string());
            writeln!(expected, "Case {number}: {distance}\n{}", moves.unwrap_or_default())
                .expect("memory");
        }
        assert!(answer("hdu3567", &tables, &input).expect("answers") == expected, "{goal}");
    }
}

#[test]
fn malformed_cases_are_errors_after_the_answers_before() {
    let tables = Tablebase::embedded();
    for (judge, input, answers, error) in [
        (
            "hdu1043",
            "12345x786\n\n1 2 3 4 5 6\n7 8",
            "d\n",
            "case 2, line 3: the input ends after 8 words: expected 9",
        ),
        ("hdu1043", "1 2 3 4 5 6 7 8 8", "", "case 1, line 1: no blank"),
        (
            "hdu1043",
            "1 2 3 4 5 6 7 8 -1",
            "",
            "case 1, line 1: the 9th cell: expected a tile's number",
        ),
        ("poj1077", "", "", "case 1, line 1: the input ends after 0 cases: expected 1"),
        (
            "poj1077",
            "12345x786\n3",
            "",
            "case 2, line 2: expected the end of the input after 1 case, found `3`",
        ),
        ("uva652", "two 12345678x", "", "line 1: expected a number, found `two`"),
        (
            "uva652",
            "2\n\n12345x786",
            "d\n",
            "case 2, line 3: the input ends after 1 cases: expected 2",
        ),
        ("uva652", "99999999999999999999", "", "expected a number, found `999999999999`"),
        ("hdu3567", "1\n12345678X", "", "case 1, line 2: the input ends after 1 words: expected 2"),
        (
            "acwing108",
            "1 0 0 3 1 2",
            "TAK\n",
            "case 2, line 1: the input ends after 2 words: expected 9",
        ),
        (
            "acwing108",
            "4294967295 1",
            "",
            "case 1, line 1: a square with sides of 4294967295: expected 1 to 1024",
        ),
        ("acwing108", "0", "", "case 1, line 1: a square with sides of 0: expected 1 to 1024"),
        ("poj3240", "11 0", "", "case 1, line 1: a square with sides of 11: expected 2 to 10"),
        ("poj3240", "2\n1 2 3 0\n2\n1 2 3 0", "", "case 2, line 3: expected the end"),
        ("hackerrank-n-puzzle", "1 0", "", "a square with sides of 1: expected 2 to 5"),
        ("hackerrank-n-puzzle", "3 0 1 2", "", "the input ends after 3 words: expected 9"),
        ("hackerrank-n-puzzle", "2 0 1 2 2", "", "row 2, column 2"),
        (
            "acwing108",
            "2 0 1 2 4 0 1 2 3",
            "",
            "case 1, line 1: row 2, column 2: expected a tile from 1 to 3 or a blank, found 4",
        ),
        (
            "leetcode773",
            "[[1,2,3],[4,0,5]]\n[[1,2,3],[4,0",
            "1\n",
            "case 2, line 2: the input ends after 1 words",
        ),
        (
            "leetcode773",
            "[[1,2,3],[4,0,6]]",
            "",
            "case 1, line 1: row 2, column 3: expected a tile from 1 to 5",
        ),
        (
            "leetcode773",
            "[[1,2],[3,4],[0,5]]",
            "",
            "case 1, line 1: a board of 3 rows and 2 columns: expected 2x3",
        ),
    ] {
        let mut before = String::new();
        let failed = ask(judge, &tables, input, &mut before).expect_err("a malformed case");
        assert_eq!(before, answers, "{judge} {input}");
        assert!(failed.to_string().contains(error), "{judge} {input}: {failed}");
    }
}

/// Squares of every size that the judges ask about have an answer, optimal or not.
#[test]
fn squares_of_any_size_are_turned_into_the_goal() {
    let tables = Tablebase::embedded();
    for side in 2..=10_usize {
        let cells = side * side;
        // The last row, moved by two cells, and the blank behind it.
        let mut tiles: Vec<usize> = (1..cells).chain([0]).collect();
        tiles[cells - side..].rotate_left(side.min(2));
        let board: Vec<String> = tiles.iter().map(ToString::to_string).collect();
        let board: Board = board.join(" ").parse().expect("a board");
        let goal = Board::goal(board.shape()).expect("a goal");
        let rows = format!("{side}\n{board:#}\n").replace('x', "0");
        let found = answer("poj3240", &tables, &rows).expect("an answer");
        if board.expect_solvable(&goal).is_err() {
            assert_eq!(found, "No Answer!\n", "{rows}");
            continue;
        }
        let moves: Moves = found.trim().to_lowercase().parse().expect("moves");
        assert_eq!(board.after(&moves), Some(goal), "{rows}");
    }
}

/// However long a word is, all of it is read.
#[test]
fn a_word_is_a_cell_only_if_all_of_it_is() {
    let tables = Tablebase::embedded();
    for length in [67, 255, 256, 257, 65_535, 65_536] {
        let board = |cell| format!("1 2 3 4 5 6 7 {}{cell} x\n", "0".repeat(length));
        if length < 65_536 {
            assert_eq!(answer("poj1077", &tables, &board("8")).expect("a board"), "\n");
        } else {
            let failed = answer("poj1077", &tables, &board("8")).expect_err("a long word");
            let why = "case 1, line 1: a word of more than 65536 bytes";
            assert_eq!(failed.to_string(), why);
        }
        for cell in ["8garbage", "85"] {
            assert!(answer("poj1077", &tables, &board(cell)).is_err(), "{length} {cell}");
        }
    }
}

/// The verdicts on what a program answers to a judge's input.
fn check(judge: &str, input: &str, output: &str) -> String {
    let mut verdicts = String::new();
    let judge = Judge::named(judge).expect("a judge");
    let (tables, limits) = (Tablebase::embedded(), Limits::default());
    let checked = judge.check(&tables, &limits, input.as_bytes(), output.as_bytes(), |verdict| {
        writeln!(verdicts, "{verdict}").expect("memory");
        Ok::<(), Error>(())
    });
    checked.expect("cases");
    verdicts
}

/// The answers of a program to a judge's input, and the verdict on each case.
#[test]
fn answers_to_judges_are_checked() {
    let tables = Tablebase::embedded();
    let uva = "3\n\n1 2 3 4 x 6 7 5 8\n\n8 6 7 2 5 4 3 x 1\n\n1 2 3 4 5 6 8 7 x\n";
    let good = answer("uva652", &tables, uva).expect("answers");
    let far = good.lines().nth(2).expect("a solution");
    // The largest of the shortest solutions, and not the smallest.
    let last = {
        let board: SmallBoard = "8 6 7 2 5 4 3 x 1".parse().expect("a board");
        let oracle = tables.oracle(&SmallBoard::goal(board.shape())).expect("embedded");
        oracle
            .solutions(&board)
            .expect("solutions")
            .last()
            .expect("a solution")
            .expect("moves")
            .to_string()
    };
    assert_ne!(far, last);
    let two = "2\n\n1 2 3 4 x 6 7 5 8\n\n1 2 3 4 x 6 7 5 8\n";
    let fifteen = "1 2 3 4 5 6 7 8 9 10 11 12 13 14 0 15\n".repeat(2);
    let (eight, six) = ("1\n1234567x8\n12345678x\n", "[[1,2,3],[4,0,5]]\n");
    for (judge, input, output, verdicts) in [
        // Any shortest solution is right, and a longer one is valid.
        ("uva652", uva, good.clone(), "correct\ncorrect\ncorrect\n"),
        ("uva652", uva, good.replace(far, &last), "correct\ncorrect\ncorrect\n"),
        ("uva652", uva, good.replace("dr\n", "drlr\n"), "valid +2\ncorrect\ncorrect\n"),
        (
            "uva652",
            uva,
            good.replace("unsolvable", "no"),
            "correct\ncorrect\nwrong: line 5: expected `unsolvable`, found `no`\n",
        ),
        (
            "uva652",
            uva,
            format!("{good}more\n"),
            "correct\ncorrect\ncorrect\nwrong: line 6: expected `the end`, found `more`\n",
        ),
        // Moves are right as the judge writes them, in small letters or in capitals.
        (
            "uva652",
            two,
            "dr\n\nDR\n".to_owned(),
            "correct\nwrong: line 3: expected `dr`, found `DR`\n",
        ),
        (
            "uva10181",
            &format!("2\n{fifteen}"),
            "R\nr\n".to_owned(),
            "correct\nwrong: line 2: expected `R`, found `r`\n",
        ),
        // Only the smallest moves are right here.
        ("hdu3567", eight, "Case 1: 1\nr\n".to_owned(), "correct\n"),
        (
            "hdu3567",
            eight,
            "Case 1: 1\nrlr\n".to_owned(),
            "wrong: line 2: expected `r`, found `rlr`\n",
        ),
        ("leetcode773", six, "1 \n".to_owned(), "correct\n"),
        ("leetcode773", six, "2\n".to_owned(), "wrong: line 1: expected `1`, found `2`\n"),
    ] {
        assert_eq!(check(judge, input, &output), verdicts, "{judge} {output}");
    }
    assert!(check("uva652", uva, "dr\n").contains("found the end"));
    // A line that is too long is one line, even if what was read of it is an answer.
    let (two, long) = ("1 2 3 4 5 6 7 x 8\n1 2 3 4 5 6 x 7 8\n", "lr".repeat(33_000));
    let verdicts = check("hdu1043", two, &format!("r{long}\nrr\n"));
    let (first, second) = verdicts.split_once('\n').expect("two verdicts");
    assert!(first.starts_with("wrong: line 1: expected `r`, found `rlrlr"), "{first}");
    assert_eq!(second, "correct\n");
}

/// Where a judge asks for no shortest solution, any is right.
#[test]
fn solutions_of_any_length_are_checked() {
    let puzzle = "2\n1\n3\n2\n0\n";
    for (judge, input, output, verdicts) in [
        ("poj3240", "2\n3 1\n2 0\n", "ULDRULDR\n", "correct\n"),
        ("poj3240", "2\n3 1\n2 0\n", "LUR\n", "wrong: line 1: expected `LURD`, found `LUR`\n"),
        ("poj3240", "2\n1 3\n2 0\n", "No Answer!\n", "correct\n"),
        ("hackerrank-n-puzzle", puzzle, "2\nUP\nLEFT\n", "correct\n"),
        ("hackerrank-n-puzzle", puzzle, "4\nLEFT\nRIGHT\nUP\nLEFT\n", "correct\n"),
        (
            "hackerrank-n-puzzle",
            puzzle,
            "2\nup\nLEFT\n",
            "wrong: line 2: expected `a move as a word`, found `up`\n",
        ),
        (
            "hackerrank-n-puzzle",
            puzzle,
            "2\nUP\nUP\n",
            "wrong: line 3: expected `a legal move`, found `UP`\n",
        ),
        (
            "hackerrank-n-puzzle",
            puzzle,
            "1\nUP\n",
            "wrong: line 2: expected `the goal`, found `UP`\n",
        ),
        (
            "hackerrank-n-puzzle",
            puzzle,
            "3\nUP\nLEFT\n",
            "wrong: line 4: expected `a move as a word`, found the end\n",
        ),
        (
            "hackerrank-n-puzzle",
            puzzle,
            "UP\nLEFT\n",
            "wrong: line 1: expected `the number of moves`, found `UP`\nwrong: line 2: expected \
             `the end`, found `LEFT`\n",
        ),
    ] {
        assert_eq!(check(judge, input, output), verdicts, "{judge} {output}");
    }
}

/// A judge can read the boards drawn for it, and gets every one of them.
#[test]
fn layouts_of_judges() {
    let tables = Tablebase::embedded();
    let mut asked = 0;
    for judge in Judge::ALL {
        let layout = match Layout::new(judge, None) {
            Ok(layout) => layout,
            Err(why) => {
                assert!(matches!(why, Error::Judge { .. }), "{}", judge.name);
                continue;
            }
        };
        let count = if layout.head(5).is_ok() { 5 } else { 1 };
        let draw = to(&layout.goal().to_string()).count(count).seed(3);
        // Boards of 4x4 near the goal, which a search solves quickly.
        let is_small = layout.goal().shape().cells() <= 9;
        let near = if is_small { draw.clone() } else { draw.clone().at(12..=18) };
        for (draw, is_solved) in [(near, true), (draw.unsolvable(), false)] {
            let boards = draw.boards();
            let cases: String = boards.iter().map(|board| layout.case(board)).collect();
            let input = layout.head(count).expect("as many") + &cases;
            let answers = answer(judge.name, &tables, &input).expect("answers");
            if judge.name == "acwing108" {
                let expected = if is_solved { "TAK\n" } else { "NIE\n" };
                assert_eq!(answers, expected.repeat(count as usize));
                continue;
            }
            let found = draw.oracle().distances(&boards).expect("outcomes");
            let expected: Vec<_> = found.into_iter().map(Outcome::known).collect();
            assert!(expected.iter().all(|distance| distance.is_some() == is_solved));
            let found = lengths(judge.name, &answers, count as usize);
            assert_eq!(found, expected, "{}: {input}", judge.name);
        }
        asked += 1;
    }
    assert_eq!(asked, Judge::ALL.len() - 1);
}

/// The number of moves in each of a judge's answers, or `None` for an unsolvable board.
fn lengths(judge: &str, answers: &str, count: usize) -> Vec<Option<u32>> {
    let lines: Vec<&str> = answers.lines().collect();
    let answers: Vec<&str> = match judge {
        "hdu3567" => lines.chunks(2).map(|two| two[0]).collect(),
        "uva652" => lines.iter().step_by(2).copied().collect(),
        // The number of moves comes first.
        "hackerrank-n-puzzle" => lines.into_iter().take(1).collect(),
        _ => lines,
    };
    assert_eq!(answers.len(), count, "{judge}");
    let length = |answer: &&str| {
        let answer = answer.rsplit(": ").next().expect("an answer");
        match answer {
            "unsolvable" | "This puzzle is not solvable." | "No Answer!" | "-1" => None,
            number if number.bytes().all(|byte| byte.is_ascii_digit()) && !number.is_empty() => {
                Some(number.parse().expect("a number"))
            }
            moves => Some(moves.len() as u32),
        }
    };
    answers.iter().map(length).collect()
}
