//! Judges, verdicts and solvability, compared with the judges' own samples and with searches that
//! do not use tables.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use crate::common::Search;
use crate::program::{Run, contains, ends_with, starts_with, stdout, tilebase};
use tilebase::check::Verdict;
use tilebase::judge::Judge;
use tilebase::oracle::Outcome;
use tilebase::puzzle::{Extent, Notation, Rectangle, solvable};
use tilebase::{Board, Error, Limits, Move, Shape, Tablebase};

/// What a judge answers, through the library.
fn answer(judge: &str, tables: &Tablebase, input: &str) -> Result<String, Error> {
    let mut output = String::new();
    Judge::named(judge).expect("a judge").answer(
        tables,
        &Limits::default(),
        input.as_bytes(),
        |answer| {
            output.push_str(answer);
            Ok::<(), Error>(())
        },
    )?;
    Ok(output)
}

/// What a program answered to a judge's input: the judge's own samples, and changes to them.
#[test]
fn answers_to_judges_are_checked() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).expect("a file");
        path
    };
    let check = |judge: &str, input: &str, output: &str| {
        let (input, output) = (file("in", input), file("out", output));
        let mut command = tilebase();
        command.args(["check", "--judge", judge]).arg(input).arg(output);
        command.assert()
    };
    // Any shortest solution is right, and a longer one is valid.
    let uva = "3\n\n1 2 3 4 x 6 7 5 8\n\n8 6 7 2 5 4 3 x 1\n\n1 2 3 4 5 6 8 7 x\n";
    let good = stdout(tilebase().args(["judge", "uva652"]).write_stdin(uva));
    check("uva652", uva, &good).success().stdout("correct\ncorrect\ncorrect\n");
    let all = stdout(tilebase().args(["solve", "--all", "8 6 7 2 5 4 3 x 1"]));
    let last = all.lines().last().expect("a solution").to_owned();
    let first = all.lines().next().expect("a solution");
    assert_ne!(first, last);
    check("uva652", uva, &good.replace(first, &last)).success();
    check("uva652", uva, &good.replace("dr\n", "drlr\n"))
        .success()
        .stdout("valid +2\ncorrect\ncorrect\n");
    check("uva652", uva, &good.replace("unsolvable", "no"))
        .code(1)
        .stdout("correct\ncorrect\nwrong: line 5: expected `unsolvable`, found `no`\n");
    check("uva652", uva, "dr\n").code(1).stdout(contains("found the end"));
    check("uva652", uva, &format!("{good}more\n"))
        .code(1)
        .stdout(ends_with("wrong: line 6: expected `the end`, found `more`\n"));
    // Moves are right as the judge writes them, in small letters or in capitals.
    let dr = "correct\nwrong: line 2: expected `dr`, found `DR`\n";
    let two = "2\n\n1 2 3 4 x 6 7 5 8\n\n1 2 3 4 x 6 7 5 8\n";
    check("uva652", two, "dr\n\nDR\n").code(1).stdout(dr.replace("line 2", "line 3"));
    let fifteen =
        "2\n1 2 3 4 5 6 7 8 9 10 11 12 13 14 0 15\n1 2 3 4 5 6 7 8 9 10 11 12 13 14 0 15\n";
    check("uva10181", fifteen, "R\nr\n").code(1).stdout(starts_with("correct\nwrong"));
    // A line that is too long is one line, even if what was read of it is an answer.
    let (two, long) = ("1 2 3 4 5 6 7 x 8\n1 2 3 4 5 6 x 7 8\n", "lr".repeat(33_000));
    let verdicts = check("hdu1043", two, &format!("r{long}\nrr\n")).code(1);
    let verdicts = verdicts.printed();
    let (first, second) = verdicts.split_once('\n').expect("two verdicts");
    assert!(first.starts_with("wrong: line 1: expected `r`, found `rlrlr"), "{first}");
    assert_eq!(second, "correct\n");
    // Only the smallest moves are right here.
    let eight = "1\n1234567x8\n12345678x\n";
    check("hdu3567", eight, "Case 1: 1\nr\n").success().stdout("correct\n");
    check("hdu3567", eight, "Case 1: 1\nrlr\n").code(1);
    check("leetcode773", "[[1,2,3],[4,0,5]]\n", "1 \n").success();
    check("leetcode773", "[[1,2,3],[4,0,5]]\n", "2\n").code(1);
    check("uva652", "1\n\n1 2 3\n", "x\n").code(2);
    for option in [["--notation", "tile"], ["--goal", "first"], ["--size", "4x4"]] {
        let check = ["check", "--judge", "uva652", "in", "out"];
        tilebase().args(check).args(option).assert().code(2);
    }
}

/// A file that is named is complete, or what it was.
#[test]
fn answers_to_a_case_that_cannot_be_read_replace_no_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("out");
    let judge = |input: &str| {
        let mut judge = tilebase();
        judge.args(["judge", "uva652", "-o"]).arg(&out).write_stdin(input);
        judge.assert()
    };
    judge("2\n1 2 3 4 5 6 7 x 8\n").code(1).stderr(contains("case 2"));
    assert!(!out.exists());
    judge("1\n1 2 3 4 5 6 7 x 8\n").success();
    judge("2\n1 2 3 4 5 6 x 7 8\n").code(1);
    assert_eq!(fs::read_to_string(&out).expect("a file"), "r\n");
}

#[test]
fn every_judge_answers_its_own_sample_byte_for_byte() {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/..")).join("data/judges");
    for judge in Judge::ALL {
        let read = |end: &str| {
            fs::read_to_string(folder.join(judge.name).with_extension(end)).expect("a sample")
        };
        tilebase()
            .args(["judge", judge.name])
            .write_stdin(read("in"))
            .assert()
            .success()
            .stdout(read("out"))
            .stderr("");
    }
    let list = stdout(tilebase().args(["judge", "--list"]));
    assert!(
        Judge::ALL.iter().zip(list.lines()).all(|(judge, line)| line.starts_with(judge.name)),
        "{list}"
    );
    assert!(Judge::ALL.is_sorted_by_key(|judge| judge.name));
    tilebase()
        .args(["judge", "spoj"])
        .assert()
        .code(2)
        .stderr(contains("possible values: acwing108, "));
}

/// All arrangements of 3x3, with their distances from a search.
fn every_board(goal: &str) -> Vec<(Board, Option<u32>)> {
    let goal: Board = goal.parse().expect("a goal");
    let search = Search::to(&goal);
    Board::all(goal.shape())
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
    let goal = "12345678x".parse().expect("a goal");
    let mut answers = together.split_terminator('\n');
    for ((board, distance), text) in boards.iter().zip(&text) {
        let found = answers.next().expect("an answer");
        let distance = match distance {
            Some(distance) => Outcome::Known(*distance),
            None => Outcome::Unsolvable(solvable(board, &goal).unwrap_err()),
        };
        let verdict = Verdict::on_moves(board, &goal, &distance, found, Notation::Blank);
        assert_eq!(verdict, Verdict::Optimal, "{board}: {found}");
        for one in ["poj1077", "acwing179"] {
            assert_eq!(
                answer(one, &tables, text).expect("an answer"),
                format!("{found}\n"),
                "{one} {board}"
            );
        }
    }
    assert_eq!(answers.next(), None);
    // The same by the command, from files.
    let folder = tempfile::tempdir().expect("a folder");
    let [asked, answered] = ["boards", "answers"].map(|name| folder.path().join(name));
    fs::write(&asked, text.join("\n")).expect("a file");
    fs::write(&answered, together).expect("a file");
    let check = tilebase().arg("check").args([&asked, &answered]).assert().success();
    let verdicts = check.get_output().stdout.clone();
    assert_eq!(verdicts, b"optimal\n".repeat(362_880));
    check.stderr("note: 362880 lines: 362880 optimal, 0 valid, 0 wrong, 0 invalid\n");
}

#[test]
#[ignore = "362,880 boards for each judge: a minute; .ci/run runs it"]
fn judges_of_distances_over_every_board() {
    let tables = Tablebase::embedded();
    for (judges, goal) in
        [(&["acwing845", "aoj-alds1-13b"][..], "12345678x"), (&["luogu1379"], "123804765")]
    {
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
    let goal = Board::goal(Shape::new(2, 3).expect("a shape"));
    let search = Search::to(&goal);
    for board in Board::all(goal.shape()) {
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
        }
    }
}

#[test]
fn smallest_moves_between_any_two_boards() {
    let tables = Tablebase::embedded();
    for goal in ["12345678X", "7568X4123", "1X2345678"] {
        let search = Search::to(&goal.parse().expect("a goal"));
        let boards: Vec<Board> = Board::all(Shape::default()).step_by(7).collect();
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
fn malformed_cases_are_told_after_the_answers_before() {
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
            "d\n",
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
            "case 1, line 1: a square with sides of 4294967295: expected at most 1024",
        ),
        ("acwing108", "0", "", "case 1, line 1: 0 cells: expected 0 for 0x0"),
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
        ("leetcode773", "[[1,2],[3,4],[0,5]]", "", "case 1, line 1: a board of 3x2: expected 2x3"),
    ] {
        let assert =
            tilebase().args(["judge", judge]).write_stdin(input).assert().code(1).stdout(answers);
        assert.stderr(starts_with("error: ").and(contains(error)));
    }
}

/// All boards of a rectangle that the board `from` reaches.
fn reachable(extent: Extent, from: Vec<u32>) -> HashSet<Vec<u32>> {
    let mut reached = HashSet::from([from.clone()]);
    let mut open = vec![from];
    while let Some(cells) = open.pop() {
        let blank = cells.iter().position(|&tile| tile == 0).expect("a blank");
        let (row, col) = (blank / extent.cols, blank % extent.cols);
        for (there, inside) in [
            (blank.wrapping_sub(extent.cols), row > 0),
            (blank + extent.cols, row + 1 < extent.rows),
            (blank.wrapping_sub(1), col > 0),
            (blank + 1, col + 1 < extent.cols),
        ] {
            if inside {
                let mut next = cells.clone();
                next.swap(blank, there);
                if reached.insert(next.clone()) {
                    open.push(next);
                }
            }
        }
    }
    reached
}

fn permutations(cells: usize) -> Vec<Vec<u32>> {
    if cells == 0 {
        return vec![Vec::new()];
    }
    let shorter = permutations(cells - 1);
    let insert = |place: usize| {
        shorter.iter().map(move |order| {
            let mut order = order.clone();
            order.insert(place, cells as u32 - 1);
            order
        })
    };
    (0..cells).flat_map(insert).collect()
}

#[test]
fn solvable_is_reachable_on_every_small_rectangle() {
    for (rows, cols) in
        [(1, 1), (1, 2), (2, 1), (1, 4), (5, 1), (2, 2), (2, 3), (3, 2), (1, 6), (2, 4), (4, 2)]
    {
        let extent = Extent { rows, cols };
        let boards = permutations(rows * cols);
        // Every pair of boards on small shapes. On the others, three goals and all starts.
        let goals = if boards.len() <= 720 { 1 } else { boards.len() / 3 };
        for goal in boards.iter().step_by(goals) {
            let reached = reachable(extent, goal.clone());
            let goal = Rectangle::new(extent, goal.clone()).expect("a board");
            for start in &boards {
                let board = Rectangle::new(extent, start.clone()).expect("a board");
                let parities = board.parities(&goal).expect("one shape");
                assert_eq!(
                    parities.solvable(),
                    reached.contains(start),
                    "{extent} {start:?}: {parities}"
                );
                if let Some((a, b)) = parities.exchange {
                    let swap = |&tile: &u32| {
                        if tile == a {
                            b
                        } else if tile == b {
                            a
                        } else {
                            tile
                        }
                    };
                    assert!(
                        reached.contains(&start.iter().map(swap).collect::<Vec<_>>()),
                        "{extent} {start:?}: {parities}"
                    );
                } else {
                    assert!(parities.solvable() || extent.is_line());
                }
            }
        }
    }
}

#[test]
fn acwing108_over_thousands_of_small_boards() {
    let tables = Tablebase::embedded();
    let write = |input: &mut String, cells: &[u32]| {
        for cell in cells {
            write!(input, "{cell} ").expect("memory");
        }
        input.push('\n');
    };
    for side in [1, 2, 3] {
        let extent = Extent { rows: side, cols: side };
        let boards = permutations(side * side);
        let (mut input, mut expected) = (String::new(), String::new());
        for goal in boards.iter().step_by(boards.len() / 8 + 1) {
            let reached = reachable(extent, goal.clone());
            for start in boards.iter().step_by(boards.len() / 2000 + 1) {
                writeln!(input, "{side}").expect("memory");
                write(&mut input, start);
                write(&mut input, goal);
                expected.push_str(if reached.contains(start) { "TAK\n" } else { "NIE\n" });
            }
        }
        assert!(answer("acwing108", &tables, &input).expect("answers") == expected, "{side}");
    }
}

/// The second method: counting inversions, by merging.
fn inversions(order: &[u32]) -> (Vec<u32>, u64) {
    if order.len() < 2 {
        return (order.to_vec(), 0);
    }
    let (first, last) = order.split_at(order.len() / 2);
    let ((first, mut count), (last, more)) = (inversions(first), inversions(last));
    count += more;
    let (mut merged, mut i) = (Vec::with_capacity(order.len()), 0);
    for tile in last {
        while i < first.len() && first[i] < tile {
            merged.push(first[i]);
            i += 1;
        }
        count += (first.len() - i) as u64;
        merged.push(tile);
    }
    merged.extend(&first[i..]);
    (merged, count)
}

/// The textbook rule: inversions of the tiles, and for an even number of columns also the rows
/// between the blank and its goal cell.
fn solvable_by_inversions(extent: Extent, cells: &[u32]) -> bool {
    let blank = cells.iter().position(|&tile| tile == 0).expect("a blank");
    let order: Vec<u32> = cells.iter().copied().filter(|&tile| tile != 0).collect();
    let rows = (extent.rows - 1 - blank / extent.cols) as u64;
    let (_, count) = inversions(&order);
    (if extent.cols.is_multiple_of(2) { count + rows } else { count }).is_multiple_of(2)
}

/// Shuffled cells, by a generator that is independent of the tested code: splitmix64.
fn shuffled(extent: Extent, state: &mut u64) -> Vec<u32> {
    let mut random = |bound: usize| {
        *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = *state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % bound as u64) as usize
    };
    let mut cells: Vec<u32> = (0..(extent.rows * extent.cols) as u32).collect();
    (1..cells.len()).rev().for_each(|i| cells.swap(i, random(i + 1)));
    cells
}

#[test]
fn cycles_and_inversions_agree_on_large_rectangles() {
    let mut state = 7;
    let mut counts = [0; 2];
    for (rows, cols) in [(2, 7), (7, 2), (13, 4), (4, 13), (31, 30), (300, 300), (299, 300)] {
        for _ in 0..if rows < 100 { 100 } else { 2 } {
            let extent = Extent { rows, cols };
            let cells = shuffled(extent, &mut state);
            let expected = solvable_by_inversions(extent, &cells);
            let start = Rectangle::new(extent, cells).expect("a board");
            let goal = Rectangle::goal(extent).expect("a goal");
            assert_eq!(start.parities(&goal).expect("one shape").solvable(), expected, "{extent}");
            counts[usize::from(expected)] += 1;
        }
    }
    assert!(counts.iter().all(|&count| count > 200), "both answers: {counts:?}");
}

#[test]
fn acwing108_over_large_boards() {
    let (mut input, mut expected, mut state) = (String::new(), String::new(), 11);
    for side in [499, 500, 500, 499, 499, 500, 500, 499] {
        let extent = Extent { rows: side, cols: side };
        writeln!(input, "{side}").expect("memory");
        let boards = [shuffled(extent, &mut state), shuffled(extent, &mut state)];
        for board in &boards {
            for row in board.chunks(side) {
                writeln!(input, "{}", row.iter().map(u32::to_string).collect::<Vec<_>>().join(" "))
                    .expect("memory");
            }
        }
        // Two boards can reach each other if both are in the same half.
        let [start, goal] = boards.map(|board| solvable_by_inversions(extent, &board));
        expected.push_str(if start == goal { "TAK\n" } else { "NIE\n" });
    }
    assert!(expected.contains("TAK") && expected.contains("NIE"));
    tilebase().args(["judge", "acwing108"]).write_stdin(input).assert().success().stdout(expected);
}

#[test]
fn solvable_as_a_command() {
    let ask = |arguments: &[&str]| stdout(tilebase().arg("solvable").args(arguments));
    assert_eq!(ask(&["1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 x"]), "unsolvable\n");
    let why = ask(&["1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 x", "--explain"]);
    assert!(
        why.starts_with("unsolvable: ")
            && why.ends_with("; exchange tiles 15 and 14 to make it solvable (1 inversion)\n"),
        "{why}"
    );
    assert_eq!(ask(&["0 1/2 3", "2 1/0 3"]), "solvable\n");
    assert_eq!(ask(&["0 1 2/3 4 5"]), "solvable\n");
    let lines = "12345678x\n1 2 3\n12345687x\n\n[[2,1],[3,0]]";
    let answers = "solvable\ninvalid\nunsolvable\ninvalid\nunsolvable\n";
    tilebase().arg("solvable").write_stdin(lines).assert().code(1).stdout(answers);
    tilebase()
        .args(["solvable", "-", "12345687x"])
        .write_stdin("12345687x\n12345678x")
        .assert()
        .success()
        .stdout("solvable\nunsolvable\n");
    tilebase()
        .args(["solvable", "1234/5678", "1234567x"])
        .assert()
        .code(2)
        .stderr(contains("GOAL"));
    // A million cells: from a file of rows, and as one line.
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("board");
    let rows: Vec<String> = (0..1000)
        .map(|row| {
            (1..=1000)
                .map(|col| ((row * 1000 + col) % 1_000_000).to_string())
                .collect::<Vec<_>>()
                .join(" ")
        })
        .collect();
    fs::write(&path, rows.join("\n")).expect("a file");
    let file = fs::File::open(&path).expect("a file");
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_tilebase"));
    let output = command.arg("solvable").stdin(file).output().expect("the command");
    assert_eq!(output.stdout, b"solvable\n");
    tilebase().arg("solvable").write_stdin(rows.join("/")).assert().success().stdout("solvable\n");
    tilebase()
        .arg("solvable")
        .write_stdin("1 ".repeat(9 << 20))
        .assert()
        .code(1)
        .stdout("invalid\n");
}

/// Applies moves independently of the library: `None` if one leaves the board.
fn replay(board: &Board, moves: &str) -> Option<Vec<u8>> {
    let (rows, cols) = (board.shape().rows(), board.shape().cols());
    let mut cells = board.cells().to_vec();
    for letter in moves.chars() {
        let blank = cells.iter().position(|&tile| tile == 0)?;
        let (row, col) = (blank / cols, blank % cols);
        let to = match letter {
            'u' if row > 0 => blank - cols,
            'd' if row + 1 < rows => blank + cols,
            'l' if col > 0 => blank - 1,
            'r' if col + 1 < cols => blank + 1,
            _ => return None,
        };
        cells.swap(blank, to);
    }
    Some(cells)
}

#[test]
#[expect(clippy::too_many_lines, reason = "one way of spoiling after another")]
fn spoilt_answers_are_caught() {
    let goal: Board = "12345678x".parse().expect("a goal");
    let search = Search::to(&goal);
    let mut counts = [0; 4];
    let (mut boards, mut answers, mut expected) = (String::new(), String::new(), Vec::new());
    for board in Board::all(goal.shape()).step_by(97) {
        let distance = search.distances.get(board.cells()).copied();
        let right = distance.map_or(String::new(), |_| search.canonical(board.cells()).to_string());
        let middle = right.len() / 2;
        let mut spoilt = vec![
            "unsolvable".to_owned(),
            format!("{right}u"),
            format!("{right}lr"),
            right.clone(),
            "q".to_owned(),
        ];
        for letter in Move::ALL.map(Move::letter) {
            if !right.is_empty() {
                let mut wrong = right.clone();
                wrong.replace_range(middle..=middle, &letter.to_string());
                spoilt.push(wrong);
            }
        }
        if right.len() > 1 {
            let mut letters: Vec<char> = right.chars().collect();
            letters.swap(middle, middle - 1);
            spoilt.push(letters.into_iter().collect());
        }
        for answer in spoilt {
            let verdict = match (replay(&board, &answer), distance) {
                _ if answer == "unsolvable" => {
                    if distance.is_none() { "optimal" } else { "wrong" }.to_owned()
                }
                (Some(end), Some(distance)) if end == goal.cells() => {
                    match answer.len() - distance as usize {
                        0 => "optimal".to_owned(),
                        excess => format!("valid +{excess}"),
                    }
                }
                _ => "wrong".to_owned(),
            };
            counts[["optimal", "valid", "wrong"]
                .iter()
                .position(|kind| verdict.starts_with(kind))
                .expect("a kind")] += 1;
            writeln!(boards, "{board}").expect("memory");
            writeln!(answers, "{answer}").expect("memory");
            expected.push(verdict);
        }
    }
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("boards");
    fs::write(&path, boards).expect("a file");
    let check = |arguments: &[&str]| {
        let mut command = tilebase();
        let output = command
            .arg("check")
            .arg(&path)
            .arg("-")
            .args(arguments)
            .write_stdin(answers.as_str())
            .assert()
            .code(1);
        (output.printed(), output.get_output().stderr.clone())
    };
    let (verdicts, summary) = check(&[]);
    assert_eq!(verdicts.lines().count(), expected.len());
    for (verdict, expected) in verdicts.lines().zip(&expected) {
        let kind = if verdict.starts_with("wrong: ") { "wrong" } else { verdict };
        assert_eq!(kind, expected);
    }
    let summary = String::from_utf8(summary).expect("UTF-8");
    let start =
        format!("note: {} lines: {} optimal, {} valid (", expected.len(), counts[0], counts[1]);
    assert!(
        summary.starts_with(&start) && summary.contains(&format!("{} wrong (", counts[2])),
        "{summary}"
    );
    assert!(counts[..3].iter().all(|&count| count > 500), "{counts:?}");
    for threads in ["1", "7"] {
        assert!(check(&["--threads", threads]).0 == verdicts);
    }
    let (objects, _) = check(&["--format", "jsonl"]);
    for (object, expected) in objects.lines().zip(&expected) {
        let object: serde_json::Value = serde_json::from_str(object).expect("JSON");
        let verdict = object["verdict"].as_str().expect("text");
        assert!(expected.starts_with(verdict), "{object} {expected}");
        assert_eq!(object["error"].is_null(), verdict != "wrong", "{object}");
        if verdict == "valid" {
            assert_eq!(expected, &format!("valid +{}", object["excess"]));
            assert_eq!(
                object["length"].as_u64(),
                Some(object["answer"].as_str().expect("text").len() as u64)
            );
        }
        if object["answer"] != "unsolvable" {
            assert_eq!(object["reaches_goal"] == true, verdict != "wrong", "{object}");
            assert!(object["legal"].is_boolean(), "{object}");
        }
    }
}

#[test]
fn check_files_of_different_lengths_and_other_goals() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("boards");
    fs::write(&path, "1 2 3 x 4 6 7 5 8\r\n12345678x\nrubbish\n12345x786\n").expect("a file");
    let ask = |answers: &str| {
        tilebase().arg("check").arg(&path).arg("-").write_stdin(answers).assert().code(1)
    };
    ask("rdr\r\n").stdout("optimal\nwrong: no answer\ninvalid\nwrong: no answer\n");
    let more = ask("rdr\n\n\nd\nd\n").stdout("optimal\noptimal\ninvalid\noptimal\ninvalid\n");
    more.stderr(
        contains("line 3: the 1st cell").and(contains("line 5: an answer without a board")),
    );
    tilebase()
        .args(["check", "-", "-"])
        .assert()
        .code(2)
        .stderr(contains("standard input is named twice"));
    tilebase()
        .arg("check")
        .arg(&path)
        .arg("/nonexistent")
        .assert()
        .code(2)
        .stderr(contains("cannot open /nonexistent"));
    fs::write(&path, "2 8 3 1 x 4 7 6 5\n").expect("a file");
    let goal = ["--goal", "1 2 3 8 x 4 7 6 5"];
    tilebase()
        .arg("check")
        .arg(&path)
        .arg("-")
        .args(goal)
        .write_stdin("uldr\n")
        .assert()
        .success()
        .stdout("optimal\n");
}
