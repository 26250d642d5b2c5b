//! `tilebase lookup` on every board: the answers are right, optimal, canonical and in order, also
//! between invalid lines.

use std::fmt::Write;

use crate::common::{Search, goal_with_blank, known_counts};
use crate::program::{Run, contains, stdout, tilebase};
use tilebase::{Board, Shape};

/// Every arrangement of 3x3, one per line.
fn every_board() -> String {
    Board::all(Shape::default()).fold(String::new(), |mut text, board| {
        writeln!(text, "{board}").expect("memory");
        text
    })
}

/// For a corner, an edge and the centre, in two orientations: every board, solvable or not, against
/// a search over boards.
#[test]
fn every_board_for_every_goal_cell() {
    let input = every_board();
    let cells = [1, 4, 6, 8];
    let known = known_counts().into_iter();
    let known =
        known.filter(|known| known.shape == Shape::default() && cells.contains(&known.goal_blank));
    for known in known {
        let goal = goal_with_blank(known.shape, known.goal_blank);
        let search = Search::to(&goal);
        assert_eq!(search.distances.len() as u64, known.states);
        let answers = stdout(
            tilebase().args(["lookup", "--goal", &goal.to_string()]).write_stdin(input.as_str()),
        );
        let mut counts = vec![0; known.counts.len()];
        let mut unsolvable = 0;
        let mut answers = answers.lines();
        for board in Board::all(known.shape) {
            let answer = answers.next().expect("one line out for each line in");
            if !search.distances.contains_key(board.cells()) {
                assert_eq!(answer, "unsolvable", "{board}");
                unsolvable += 1;
                continue;
            }
            counts[answer.len()] += 1;
            assert_eq!(answer.len() as u32, search.distances[board.cells()], "{board}");
            assert_eq!(board.after(&answer.parse::<tilebase::Moves>().expect("moves")), Some(goal));
            if known.goal_blank == 8 {
                assert_eq!(answer, search.canonical(board.cells()).to_string(), "{board}");
            }
        }
        assert_eq!(answers.next(), None);
        assert_eq!(counts, known.counts, "goal cell {}", known.goal_blank);
        assert_eq!(unsolvable, known.states);
    }
}

/// All tabled shapes of up to nine cells, all goal cells: the published counts.
#[test]
fn counts_per_distance_are_the_published_ones() {
    let mut rows = 0;
    for known in known_counts().into_iter().filter(|known| known.shape.cells() <= 9) {
        let goal = goal_with_blank(known.shape, known.goal_blank);
        let tables = tilebase::Tablebase::embedded();
        let oracle = tables.oracle(&goal).expect("embedded");
        let mut counts = vec![0; known.counts.len()];
        for board in Board::all(known.shape) {
            match oracle.distance(&board) {
                Ok(distance) => counts[distance as usize] += 1,
                Err(error) => assert!(matches!(error, tilebase::Error::Unsolvable(_)), "{error}"),
            }
        }
        assert_eq!(counts, known.counts, "{} goal cell {}", known.shape, known.goal_blank);
        rows += 1;
    }
    assert_eq!(rows, 4 + 6 + 8 + 9, "a row for each cell of 2x2, 2x3, 2x4 and 3x3");
}

#[test]
fn the_number_of_optimal_solutions() {
    let answers =
        stdout(tilebase().args(["lookup", "--answer", "count"]).write_stdin(every_board()));
    let counts: Vec<u64> = answers.lines().filter_map(|line| line.parse().ok()).collect();
    let most =
        Board::all(Shape::default()).zip(answers.lines()).filter(|(_, answer)| *answer == "64");
    assert_eq!(counts.len() as u64, Shape::default().states());
    assert_eq!(counts.iter().sum::<u64>(), 500_881);
    assert_eq!(counts.iter().filter(|&&count| count == 1).count(), 78_033);
    assert_eq!(counts.iter().max(), Some(&64));
    // Two boards, mirror images of each other in the diagonal, as the goal is of itself.
    assert_eq!(
        most.map(|(board, _)| board.to_string()).collect::<Vec<_>>(),
        ["x 8 5 6 7 2 3 4 1", "x 8 7 6 3 2 5 4 1"]
    );
}

#[test]
fn every_answer_there_is() {
    let ask = |answer| {
        stdout(
            tilebase()
                .args(["lookup", "--answer", answer])
                .write_stdin("867254301\n12345678x\n12345687x\n"),
        )
    };
    assert_eq!(ask("moves"), "lurdrulurdlldrrululddruulddrurd\n\nunsolvable\n");
    assert_eq!(ask("distance"), "31\n0\nunsolvable\n");
    assert_eq!(ask("next"), "lru\n\nunsolvable\n");
    assert_eq!(ask("count"), "40\n1\nunsolvable\n");
}

#[test]
fn bad_lines_are_answered_in_their_place() {
    let long = "1 ".repeat(1 << 19);
    let mut input = b"\xef\xbb\xbf1 2 3 4 5 6 7 x 8\r\n".to_vec();
    let bad: [&[u8]; 13] = [
        b"",
        b"   ",
        b"1 2 3 4 5 6 7 7 x",
        b"1 2 3 4 5 6 7 8 9",
        b"1 2 3 4 5 6 7 x x",
        b"1 2 3 4 5 6 7 9 x",
        b"1 2 3 4 5 6 7 x",
        b"1 2 3 4 5 6 7 8 9 x",
        b"a b c d e f g h i",
        b"\xff\xfe\xf0\x28\x8c",
        b"12345\x00678x",
        long.as_bytes(),
        b"1 2 3 4 5 6 7 8 9 10 11 12 13 / 14 15 16 17 18 19 20 21 22 23 24 24 x",
    ];
    for line in bad {
        input.extend_from_slice(line);
        input.push(b'\n');
    }
    input.extend_from_slice(b"12345x786");
    let output = tilebase().arg("lookup").write_stdin(input).assert().code(1).get_output().clone();
    let expected = format!("r\n{}d\n", "invalid\n".repeat(bad.len()));
    assert_eq!(String::from_utf8(output.stdout).expect("UTF-8"), expected);
    let messages = String::from_utf8(output.stderr).expect("UTF-8");
    let messages: Vec<&str> = messages.lines().collect();
    assert_eq!(messages.len(), 11);
    assert_eq!(
        messages[2],
        "error: line 4: row 3, column 2: tile 7 is already in row 3, column 1; expected each tile once"
    );
    assert_eq!(messages[10], "error: 13 lines have no answer; the first 10 are shown above");
}

#[test]
fn files_in_and_out() {
    let folder = tempfile::tempdir().expect("a folder");
    let (boards, answers) = (folder.path().join("boards"), folder.path().join("answers"));
    std::fs::write(&boards, "12345678x\n1234567x8\n").expect("a file");
    let mut command = tilebase();
    command
        .arg("lookup")
        .arg(&boards)
        .arg("-o")
        .arg(&answers)
        .assert()
        .success()
        .stdout("")
        .stderr("");
    assert_eq!(std::fs::read_to_string(&answers).expect("answers"), "\nr\n");
    // The input is not emptied by naming it twice.
    tilebase().arg("lookup").arg(&boards).arg("-o").arg(&boards).assert().code(2);
    assert_eq!(std::fs::read_to_string(&boards).expect("boards").len(), 20);
    for missing in ["/nonexistent/boards", "/"] {
        tilebase().args(["lookup", missing]).assert().code(2).stdout("");
    }
}

#[test]
fn lines_may_show_their_own_shape() {
    let mut command = tilebase();
    let answers = command
        .arg("lookup")
        .write_stdin("[[1,2,3],[4,0,5]]\n12345678x\n12/x3\n")
        .assert()
        .success();
    answers.stdout("r\n\nr\n");
    tilebase()
        .args(["lookup", "--size", "2x3"])
        .write_stdin("12345x\n123/4x5\n12345678x\n")
        .assert()
        .code(1)
        .stdout("\nr\ninvalid\n");
}

/// A file is not called compressed unless it is.
#[test]
fn a_name_that_promises_compression_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["answers.csv.gz", "answers.ZST"] {
        let file = folder.path().join(name);
        let refused =
            tilebase().arg("lookup").arg("-o").arg(&file).write_stdin("12345678x").assert();
        refused.code(2).stderr(contains("write to standard output, and compress"));
        assert!(!file.exists());
    }
}
