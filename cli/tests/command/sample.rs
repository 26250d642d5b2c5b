//! Samples are correct, reproducible and uniform.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::LazyLock;

use crate::common::known_counts;
use crate::program::{Run, contains, stdout, tilebase};
use tilebase::judge::Judge;
use tilebase::oracle::AnyOracle;
use tilebase::puzzle::solvable;
use tilebase::sample::{DrawProgress, Population, Request, SampleError, Sampler};
use tilebase::{Board, Move, Shape, Tablebase};

fn sample(arguments: &str) -> Vec<String> {
    let text = stdout(tilebase().arg("sample").args(arguments.split(' ')));
    text.lines().map(str::to_owned).collect()
}

/// The critical value of chi-square: a uniform sample is below it 999 times in 1,000 (Wilson and
/// Hilferty, "The distribution of chi-square", PNAS 17, 1931).
fn limit(degrees: f64) -> f64 {
    let part = 2.0 / (9.0 * degrees);
    degrees * (1.0 - part + 3.09 * part.sqrt()).powi(3)
}

fn chi_square(found: &[f64], expected: &[f64]) -> f64 {
    found.iter().zip(expected).map(|(found, expected)| (found - expected).powi(2) / expected).sum()
}

/// Boards in answers are written so that they can be read again, whatever their shape.
#[test]
fn answers_are_read_again() {
    for (shape, more) in [("3x3", "-n 4"), ("2x5", "-n 4 --distance 9"), ("6x6", "-n 1")] {
        let arguments = format!("--size {shape} {more} --seed 1 --max-nodes 3000 --format csv");
        let csv = sample(&arguments).join("\n");
        let read = |options: &[&str]| stdout(tilebase().args(options).write_stdin(csv.clone()));
        let lookup = ["lookup", "--max-nodes", "3000", "--format", "csv"];
        assert_eq!(read(&lookup).trim_end(), csv);
        // The same boards if the column is named.
        let named = read(&["solvable", "--column", "board"]);
        assert_eq!(named, "solvable\n".repeat(csv.lines().count() - 1));
    }
}

/// What is not known without a table is drawn with one, and the message says how to make it.
#[test]
fn uncounted_boards_name_the_table_that_counts_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let draw = |distance: &str| {
        let mut sample = tilebase();
        sample.args(["sample", "--size", "2x5", "--goal", "3", "--distance", distance, "--data"]);
        sample.arg(folder.path());
        sample
    };
    let refused = draw("max").assert().code(2).get_output().stderr.clone();
    let refused = String::from_utf8(refused).expect("UTF-8");
    let (_, cure) = refused.split_once("make it once with: tilebase ").expect("a cure");
    let (cure, _) = cure.split_once(" (about").expect("a command");
    let mut generate = tilebase();
    generate.args(shlex::split(cure).expect("a command")).assert().success();
    draw("max").assert().success();
}

#[test]
fn distances_are_as_often_as_they_should_be() {
    let count = 100_000;
    let boards = sample(&format!("--count {count} --seed 7")).join("\n");
    let answers = stdout(tilebase().args(["lookup", "--answer", "distance"]).write_stdin(boards));
    let known = known_counts()
        .into_iter()
        .find(|known| known.shape == Shape::default() && known.goal_blank == 8);
    let known = known.expect("3x3");
    // Merge the rare distances at both ends, so that at least five boards are expected in each bin.
    let mut expected = vec![0.0];
    let mut found = vec![0.0];
    for (distance, boards) in known.counts.iter().enumerate() {
        if expected[expected.len() - 1] >= 5.0 && distance < 31 {
            expected.push(0.0);
            found.push(0.0);
        }
        *expected.last_mut().expect("a cell") +=
            *boards as f64 * f64::from(count) / known.states as f64;
        let number = answers.lines().filter(|answer| answer.parse() == Ok(distance)).count();
        *found.last_mut().expect("a cell") += number as f64;
    }
    assert!((found.iter().sum::<f64>() - f64::from(count)).abs() < 0.5);
    let chi = chi_square(&found, &expected);
    assert!(chi < limit(expected.len() as f64 - 1.0), "{chi} in {} cells", expected.len());
    // The test can fail: moving a tenth of a level elsewhere is detected.
    let moved = found[20] / 10.0;
    found[20] -= moved;
    found[10] += moved;
    assert!(chi_square(&found, &expected) > limit(expected.len() as f64 - 1.0));
}

#[test]
fn boards_are_as_often_as_each_other() {
    for arguments in ["--size 2x3", "--size 3x2 --distance 0..30", "--goal 31/2x"] {
        let boards = sample(&format!("--count 36000 --seed 1 {arguments}"));
        let states = Board::parse(&boards[0], None).expect("a board").shape().states() as usize;
        let mut counts = std::collections::HashMap::new();
        for board in &boards {
            *counts.entry(board).or_insert(0.0) += 1.0;
        }
        assert_eq!(counts.len(), states);
        let found: Vec<f64> = counts.into_values().collect();
        let chi = chi_square(&found, &vec![36_000.0 / states as f64; states]);
        assert!(chi < limit(states as f64 - 1.0), "{arguments}: {chi}");
    }
}

#[test]
fn distances_asked_for() {
    let antipodes: HashSet<String> =
        sample("--count 40 --seed 3 --distance 31").into_iter().collect();
    assert_eq!(
        antipodes,
        HashSet::from(["8 6 7 2 5 4 3 x 1".to_owned(), "6 4 7 8 5 x 3 2 1".to_owned()])
    );
    let both = sample("--count 2 --seed 3 --distance 31 --unique");
    assert_eq!(both.iter().cloned().collect::<HashSet<_>>(), antipodes);
    for (goal, distances) in [("12345678x", "5..7"), ("123804765", "30..99"), ("2x3/145", "20")] {
        let boards = sample(&format!("--count 500 --seed 9 --distance {distances} --goal {goal}"))
            .join("\n");
        let answers = stdout(
            tilebase().args(["lookup", "--answer", "distance", "--goal", goal]).write_stdin(boards),
        );
        let (first, last) = distances.split_once("..").unwrap_or((distances, distances));
        let asked_for = first.parse::<u32>().expect("a number")..=last.parse().expect("a number");
        let found: HashSet<u32> =
            answers.lines().map(|answer| answer.parse().expect("a distance")).collect();
        assert!(
            found.iter().all(|distance| asked_for.contains(distance)),
            "{goal} {distances}: {found:?}"
        );
    }
}

#[test]
fn every_board_once() {
    let boards = sample("--count 181440 --seed 5 --unique");
    assert_eq!(boards.iter().collect::<HashSet<_>>().len(), 181_440);
    assert_ne!(boards, sample("--count 181440 --seed 6 --unique"));
    assert_eq!(
        sample("--count 12 --seed 5 --unique --size 2x2").iter().collect::<HashSet<_>>().len(),
        12
    );
    let large = sample("--count 1000 --seed 5 --unique --size 4x4");
    assert_eq!(large.iter().collect::<HashSet<_>>().len(), 1000);
    let answers =
        stdout(tilebase().args(["solvable", "--size", "4x4"]).write_stdin(large.join("\n")));
    assert_eq!(answers, "solvable\n".repeat(1000));
}

/// These lines must never change.
#[test]
fn what_a_seed_draws() {
    assert_eq!(
        sample("--count 3 --seed 1"),
        ["4 5 2 x 7 1 6 8 3", "6 2 x 5 8 3 1 4 7", "2 5 3 8 6 4 1 x 7"]
    );
    assert_eq!(
        sample("--count 2 --seed 4 --size 4x4")[0],
        "3 x 13 1 / 11 5 10 14 / 8 2 9 6 / 12 4 15 7"
    );
    let long = sample("--count 5000 --seed 1");
    assert_eq!(long[..3], sample("--count 3 --seed 1"), "the first of many are the first of few");
    let rows = stdout(tilebase().args([
        "sample",
        "-n",
        "1",
        "--seed",
        "1",
        "--distance",
        "31",
        "--format",
        "csv",
    ]));
    assert_eq!(
        rows,
        "board,distance,moves,next,lower_bound,error\n\
         6 4 7 8 5 x 3 2 1,31,dllurrdllururddluulddruurdlldrr,dlu,31,\n"
    );
    let told =
        tilebase().args(["sample", "-n", "1"]).assert().success().get_output().stderr.clone();
    assert!(
        String::from_utf8(told)
            .expect("UTF-8")
            .starts_with("note: to reproduce these boards, use --seed ")
    );
}

#[test]
fn what_cannot_be_drawn_is_refused_with_the_numbers() {
    for (arguments, message) in [
        ("-n 1 --distance 32", "no 3x3 board is at distance 32 (maximum 31)"),
        (
            "-n 3 --distance 31 --unique",
            "3x3 has only 2 boards to draw from: 3 different ones cannot be drawn",
        ),
        ("-n 13 --size 2x2 --unique", "2x2 has only 12 boards to draw from"),
        ("-n 1 --distance 5..3", "expected the smaller distance first"),
        ("-n 1 --distance +3", "expected a distance D, `max`, or two as in A..B"),
        ("-n 1 --size 3x0", "shape 3x0: expected sides from 2 to 100"),
        ("-n 1 --size 1x3", "shape 1x3: expected sides from 2 to 100"),
        (
            "-n 1 --size 5x5 --distance 30",
            "the boards of 5x5-24 have not been counted beyond distance 15",
        ),
        ("-n 1 --distance x", "expected a distance D, `max`, or two as in A..B"),
        (
            "-n 1 --size 4x4 --distance 80",
            "too rare: 4x4 has only 17 boards at such a distance, so drawing 1 takes about \
             615376173176 random boards and ",
        ),
        ("-n 1 --unsolvable --distance 3", "'--unsolvable' cannot be used with '--distance"),
        ("-n 1 --per-distance 3", "'--count <N>' cannot be used with '--per-distance <N>'"),
        ("-n 13 --size 2x2 --unique --unsolvable", "2x2 has only 12 boards to draw from"),
        ("--per-distance 1 --distance 32", "no 3x3 board is at distance 32 (maximum 31)"),
        ("-n 1 --answer count", "expected --format csv or jsonl with it"),
        ("-n 1 --judge chino2", "judge chino2 reads boards of the alternating-swap puzzle"),
        ("-n 2 --judge poj1077", "judge poj1077 reads one board; found 2"),
        (
            "-n 1 --judge luogu1379 --goal 12345678x",
            "judge luogu1379 reads boards with the goal 1 2 3 8 x 4 7 6 5; found",
        ),
        ("-n 1 --judge hdu3567 --size 4x4", "judge hdu3567 reads boards of 3x3; found 4x4"),
    ] {
        let assert =
            tilebase().arg("sample").args(arguments.split(' ')).assert().code(2).stdout("");
        assert.stderr(contains(message));
    }
}

#[test]
fn as_many_at_each_distance() {
    let boards = sample("--per-distance 3 --seed 1");
    assert_eq!(boards.iter().collect::<HashSet<_>>().len(), boards.len(), "none twice");
    let answers =
        stdout(tilebase().args(["lookup", "--answer", "distance"]).write_stdin(boards.join("\n")));
    let found: Vec<usize> = answers.lines().map(|line| line.parse().expect("a distance")).collect();
    let three = |distance: usize| [1, 2].get(distance).map_or(3, |&few| few);
    let expected: Vec<usize> = (0..=31)
        .flat_map(|distance| vec![distance; if distance == 31 { 2 } else { three(distance) }])
        .collect();
    assert_eq!(found, expected, "the nearest first, and all where there are fewer");
    let at_20 = sample("--count 3 --distance 20 --unique --seed 1");
    assert_eq!(boards[found.iter().position(|&at| at == 20).expect("one")..][..3], at_20);
    assert_eq!(sample("--per-distance 3 --seed 1 --distance 20"), at_20);
    // All boards, each of them once.
    let all = sample("--per-distance 1e6 --size 2x3 --seed 1");
    assert_eq!(all.iter().collect::<HashSet<_>>().len(), 360);
    assert_eq!(all[0], "1 2 3 / 4 5 x");
}

#[test]
fn boards_that_cannot_reach_the_goal() {
    let goal: Board = "3 1 / 2 5 / x 4".parse().expect("a board");
    let arguments = "--unsolvable --goal 31/25/x4 --seed 2";
    let boards = sample(&format!("--count 36000 {arguments}"));
    let mut counts = std::collections::HashMap::new();
    for board in &boards {
        *counts.entry(board.parse::<Board>().expect("a board")).or_insert(0.0) += 1.0;
    }
    assert!(counts.keys().all(|board| solvable(board, &goal).is_err()));
    assert_eq!(counts.len(), 360);
    let found: Vec<f64> = counts.into_values().collect();
    assert!(chi_square(&found, &[100.0; 360]) < limit(359.0));
    assert_eq!(boards[..3], sample(&format!("--count 3 {arguments}")));
    assert_eq!(
        sample("--count 2 --seed 1 --unsolvable"),
        ["4 5 2 x 8 1 6 7 3", "6 2 x 5 7 3 1 4 8"]
    );
    let unique: HashSet<String> =
        sample("--count 181440 --unsolvable --unique --seed 1").into_iter().collect();
    assert_eq!(unique.len(), 181_440);
    let rows = sample("--count 1 --seed 1 --unsolvable --format csv");
    assert!(rows[1].starts_with("4 5 2 x 8 1 6 7 3,,,,,\"unsolvable: "), "{}", rows[1]);
}

#[test]
fn the_number_of_solutions_beside_each_board() {
    let rows = sample("--count 1 --seed 1 --distance 31 --format csv --answer count");
    assert_eq!(
        rows,
        [
            "board,distance,moves,next,count,lower_bound,error",
            "6 4 7 8 5 x 3 2 1,31,dllurrdllururddluulddruurdlldrr,dlu,40,31,"
        ]
    );
    let object = sample("--count 1 --seed 1 --distance 31 --format jsonl --answer count");
    assert!(object[0].contains(r#""count":40"#), "{}", object[0]);
}

/// A judge can read the boards drawn for it, and gets every one of them.
#[test]
fn layouts_of_judges() {
    let mut asked = 0;
    for judge in Judge::ALL {
        let layout = match tilebase::judge::Layout::new(judge, None) {
            Ok(layout) => layout,
            Err(why) => {
                assert!(matches!(why, tilebase::Error::Judge { .. }), "{}", judge.name);
                continue;
            }
        };
        let count = if layout.head(5).is_ok() { 5 } else { 1 };
        // Boards of 4x4 near the goal, which a search solves quickly.
        let near = if layout.goal().shape().cells() > 9 { "--distance 12..18" } else { "" };
        for (which, solved) in [(near, true), ("--unsolvable", false)] {
            let common = format!("--count {count} --seed 3 {which} --goal");
            let mut common: Vec<&str> = common.split_whitespace().collect();
            let goal = layout.goal().to_string();
            common.push(&goal);
            let draw = |more: &[&str]| stdout(tilebase().arg("sample").args(more).args(&common));
            let input = draw(&["--judge", judge.name]);
            let boards = draw(&[]);
            let answers = stdout(tilebase().args(["judge", judge.name]).write_stdin(input.clone()));
            if judge.name == "acwing108" {
                assert_eq!(answers, if solved { "TAK\n" } else { "NIE\n" }.repeat(count));
                continue;
            }
            // The answers to the same boards from `lookup`, in the judge's format.
            let distances = stdout(
                tilebase()
                    .args(["lookup", "--answer", "distance", "--goal", &goal])
                    .write_stdin(boards.clone()),
            );
            let mut expected: Vec<Option<usize>> = Vec::new();
            for distance in distances.lines() {
                assert_eq!(distance != "unsolvable", solved, "{}", judge.name);
                expected.push(distance.parse().ok());
            }
            assert_eq!(lengths(judge.name, &answers, count), expected, "{}: {input}", judge.name);
        }
        asked += 1;
    }
    assert_eq!(asked, Judge::ALL.len() - 1);
    let text = |arguments: &str| stdout(tilebase().arg("sample").args(arguments.split(' ')));
    assert_eq!(text("-n 1 --seed 1 --judge uva652"), "1\n\n4 5 2 x 7 1 6 8 3\n");
    assert_eq!(text("-n 1 --seed 1 --judge aoj-alds1-13b"), "4 5 2\n0 7 1\n6 8 3\n");
    assert_eq!(text("-n 1 --seed 1 --judge hdu3567"), "1\n452X71683\n12345678X\n");
    assert_eq!(
        text("-n 1 --seed 1 --judge acwing108"),
        "3\n4 5 2\n0 7 1\n6 8 3\n1 2 3\n4 5 6\n7 8 0\n"
    );
    assert!(text("-n 1 --seed 1 --judge LeetCode773").starts_with("[["));
    // A judge that reads the goal gets the requested one.
    assert!(text("-n 1 --seed 1 --judge hdu3567 --goal 8x7654321").ends_with("\n8X7654321\n"));
}

/// The number of moves in each of a judge's answers, or `None` for an unsolvable board.
fn lengths(judge: &str, answers: &str, count: usize) -> Vec<Option<usize>> {
    let lines: Vec<&str> = answers.lines().collect();
    let answers: Vec<&str> = match judge {
        "hdu3567" => lines.chunks(2).map(|two| two[0]).collect(),
        "uva652" => lines.iter().step_by(2).copied().collect(),
        _ => lines,
    };
    assert_eq!(answers.len(), count, "{judge}");
    let length = |answer: &&str| {
        let answer = answer.rsplit(": ").next().expect("an answer");
        match answer {
            "unsolvable" | "This puzzle is not solvable." | "-1" => None,
            number if number.bytes().all(|byte| byte.is_ascii_digit()) && !number.is_empty() => {
                Some(number.parse().expect("a number"))
            }
            moves => Some(moves.len()),
        }
    };
    answers.iter().map(length).collect()
}

/// A table of 3x4, which is made once for all tests.
fn table() -> &'static str {
    static TABLE: LazyLock<String> = LazyLock::new(|| {
        let path = concat!(env!("CARGO_TARGET_TMPDIR"), "/3x4.tbl");
        let generate = ["generate", "--size", "3x4", "--bits", "1", "--force", "-q", "-o", path];
        tilebase().args(generate).assert().success();
        path.to_owned()
    });
    &TABLE
}

/// All boards at some distances from the goal, by a search that does not use tables.
fn near(shape: &str, last: usize) -> Vec<HashSet<Board>> {
    let goal = Board::goal(shape.parse().expect("a shape"));
    let mut levels = vec![HashSet::from([goal])];
    while levels.len() <= last {
        let level = levels.last().expect("the goal at least");
        let before = levels.len().checked_sub(2).map(|at| &levels[at]);
        let next =
            level.iter().flat_map(|board| Move::ALL.into_iter().filter_map(|mv| board.moved(mv)));
        levels.push(
            next.filter(|board| !before.is_some_and(|before| before.contains(board))).collect(),
        );
    }
    levels
}

/// Boards that are too rare to be drawn are listed. All of them occur, and equally often.
#[test]
fn rare_boards_of_large_shapes() {
    let table = table();
    let draw = |arguments: &str| sample(&format!("--size 3x4 --table {table} {arguments}"));
    let boards = |arguments: &str| -> Vec<Board> {
        draw(arguments).iter().map(|board| board.parse().expect("a board")).collect()
    };
    let levels = near("3x4", 7);
    // All four of the four boards: without lists, the first would take 60 million draws for each.
    let four: HashSet<Board> =
        boards("--count 4 --distance 2 --unique --seed 1").into_iter().collect();
    assert_eq!(four, levels[2]);
    let many = boards("--count 4000 --distance 5..7 --seed 2");
    let all: HashSet<Board> = levels[5..=7].iter().flatten().copied().collect();
    let mut found: std::collections::HashMap<Board, f64> =
        all.iter().map(|board| (*board, 0.0)).collect();
    for board in many {
        *found.get_mut(&board).expect("a board at such a distance") += 1.0;
    }
    let (found, boards_there): (Vec<f64>, f64) = (found.into_values().collect(), all.len() as f64);
    let chi = chi_square(&found, &vec![4000.0 / boards_there; all.len()]);
    assert!(chi < limit(boards_there - 1.0), "{chi}");
    // The far end: as many boards as were counted, all different, and all at that distance.
    let known = known_counts()
        .into_iter()
        .find(|known| known.shape.to_string() == "3x4" && known.goal_blank == 11);
    let counts = known.expect("3x4").counts;
    for distance in [53, 50] {
        let count = counts[distance];
        let found = draw(&format!("--count {count} --distance {distance} --unique --seed 3"));
        assert_eq!(found.iter().collect::<HashSet<_>>().len() as u64, count);
        let answers = stdout(
            tilebase()
                .args(["lookup", "--answer", "distance", "--table", table])
                .write_stdin(found.join("\n")),
        );
        assert!(answers.lines().all(|answer| answer.parse() == Ok(distance)), "{distance}");
    }
    // A goal with a different orientation in the table.
    let goal: Board = "x 3 1 / 2 5 4 / 6 8 7 / 10 9 11".parse().expect("a board");
    let found =
        stdout(tilebase().args(["sample", "--goal", &goal.to_string(), "--table", table]).args([
            "--count",
            "2",
            "--distance",
            "1",
            "--unique",
        ]));
    let found: HashSet<Board> = found.lines().map(|line| line.parse().expect("a board")).collect();
    assert_eq!(found, Move::ALL.into_iter().filter_map(|mv| goal.moved(mv)).collect());
}

/// These lines must never change once they were released.
#[test]
fn what_a_seed_draws_of_large_shapes() {
    let table = table();
    for (arguments, expected) in [
        (
            "-n 3 --distance 30",
            &[
                "10 4 9 7 / x 2 6 8 / 5 11 1 3",
                "1 7 6 2 / 10 3 8 5 / 11 x 9 4",
                "9 5 2 6 / 1 4 8 11 / 10 x 3 7",
            ][..],
        ),
        (
            "-n 2 --distance 40..41 --unique",
            &["6 11 3 x / 8 10 2 5 / 7 1 4 9", "6 3 1 2 / 4 10 11 9 / x 7 8 5"],
        ),
        (
            "-n 2 --distance 9 --unique",
            &["1 2 11 3 / 5 x 6 4 / 9 10 8 7", "5 1 x 4 / 6 3 2 8 / 9 10 7 11"],
        ),
        ("-n 1 --distance 53", &["x 8 6 9 / 11 7 10 1 / 4 3 2 5"]),
        (
            "-n 2 --distance 30 --along-solutions",
            &["11 2 9 7 / 4 1 10 3 / 6 5 8 x", "9 6 7 8 / 1 4 11 3 / 5 x 10 2"],
        ),
    ] {
        let found = sample(&format!("--size 3x4 --seed 1 --table {table} {arguments}"));
        assert_eq!(found, expected, "{arguments}");
    }
    for (arguments, expected) in [
        (
            "-n 2 --distance 27",
            &[
                "1 6 2 11 / 5 7 x 4 / 9 10 12 3 / 13 15 14 8",
                "1 2 3 4 / 14 5 15 8 / 9 6 11 x / 10 13 12 7",
            ][..],
        ),
        (
            "-n 2 --distance 30 --along-solutions",
            &[
                "1 6 2 3 / 12 x 8 4 / 5 13 14 15 / 9 10 7 11",
                "3 6 8 7 / 1 13 2 11 / x 5 4 15 / 10 9 14 12",
            ],
        ),
    ] {
        assert_eq!(sample(&format!("--size 4x4 --seed 1 {arguments}")), expected, "{arguments}");
    }
}

/// The boards near the goal of 4x4, which has no table.
#[test]
fn rare_boards_of_4x4() {
    for distance in [0, 3, 8] {
        let level = &near("4x4", 8)[distance];
        let count = level.len();
        let found = sample(&format!("--count {count} --size 4x4 --distance {distance} --unique"));
        let found: HashSet<Board> =
            found.iter().map(|board| board.parse().expect("a board")).collect();
        assert_eq!(found, *level);
    }
    let each = sample("--per-distance 2 --size 4x4 --distance 0..9 --seed 1");
    assert_eq!(each.len(), 19);
}

/// The distances of boards, from `lookup`.
fn distances(shape: &str, boards: &[String]) -> Vec<usize> {
    let lookup = ["lookup", "--answer", "distance", "--size", shape];
    let answers = stdout(tilebase().args(lookup).write_stdin(boards.join("\n")));
    answers.lines().map(|line| line.parse().expect("a distance")).collect()
}

/// Rare boards that cannot be listed are drawn from all, almost all of which a lower bound rejects.
/// Without that, each of these would take 100,000 searches.
#[test]
fn rare_boards_of_4x4_that_are_not_listed() {
    let boards = sample("--count 4 --size 4x4 --distance 27 --seed 1");
    assert_eq!(distances("4x4", &boards), [27; 4]);
    let each = sample("--per-distance 1 --size 4x4 --distance 26..28 --seed 1");
    assert_eq!(distances("4x4", &each), [26, 27, 28]);
    assert_eq!(each[1], boards[0]);
}

/// Along solutions, boards are at exact distances, whatever those are.
#[test]
fn boards_along_solutions() {
    for (shape, range) in [("2x2", 0..=6), ("2x3", 0..=21), ("3x3", 0..=31), ("4x4", 0..=45)] {
        let (first, last) = (*range.start(), *range.end());
        let each = format!("--per-distance 3 --size {shape} --along-solutions --seed 1");
        let each = sample(&format!("{each} --distance {first}..{last}"));
        let found = distances(shape, &each);
        assert!(found.is_sorted(), "{shape}: nearest first");
        for distance in first..=last {
            let count = found.iter().filter(|&&at| at == distance).count();
            assert!(count == 3 || (count > 0 && shape != "4x4") || distance < 2, "{distance}");
        }
        assert_eq!(each.iter().collect::<HashSet<_>>().len(), each.len(), "{shape}: none twice");
    }
    let some = |count: u32, more: &str| {
        let arguments = "--size 4x4 --along-solutions --seed 3";
        sample(&format!("--count {count} {arguments} {more}"))
    };
    let many = some(300, "--distance 20..24");
    assert_eq!(many[..7], some(7, "--distance 20..24"), "the first of many are the first of few");
    let found = distances("4x4", &many);
    for distance in 20..=24 {
        // 60 each, with a standard deviation of 7.
        let count = found.iter().filter(|&&at| at == distance).count();
        assert!((32..=88).contains(&count), "{distance}: {count}");
    }
    assert!(found.iter().all(|distance| (20..=24).contains(distance)));
    let unique = some(200, "--distance 6..7 --unique");
    assert_eq!(unique.iter().collect::<HashSet<_>>().len(), 200);
    // Each distance has walks of its own: boards at neighbouring distances are no neighbours.
    let two = sample("--per-distance 1 --size 4x4 --distance 20..21 --along-solutions --seed 3");
    let [near, far] = [&two[0], &two[1]].map(|board| board.parse::<Board>().expect("a board"));
    assert!(!Move::ALL.into_iter().any(|mv| far.moved(mv) == Some(near)));
    for (arguments, message) in [
        ("--distance 80", "distance 80 is too far: hardly any board of 4x4 is that far away"),
        ("--distance 81", "no 4x4 board is at distance 81 (maximum 80)"),
        ("--distance 3 --unique", "4x4 has only 10 boards to draw from"),
    ] {
        let along = format!("sample --count 11 --size 4x4 --along-solutions {arguments}");
        let assert = tilebase().args(along.split(' ')).assert().code(2).stdout("");
        assert.stderr(contains(message));
    }
}

/// What a request costs is known beforehand, so that nobody waits without knowing.
#[test]
fn costs_are_known_beforehand() {
    let goal = Board::goal("4x4".parse().expect("a shape"));
    let oracle = Tablebase::embedded().oracle(&goal).expect("small tables");
    let source = AnyOracle::from(oracle);
    let sampler = |count, population| {
        Sampler::new(&goal, Request { count, population, ..Request::default() }, 1)
    };
    let at = |distance| Population::Distances {
        source: source.clone(),
        distances: distance..=distance,
        each: false,
        along: false,
    };
    // 10,783,780 of 10,461,394,944,000 boards.
    let cost = sampler(100, at(23)).expect("affordable").cost();
    assert!((cost.draws - 97_010_463.0).abs() < 1.0 && cost.listed == 0, "{cost:?}");
    assert!(cost.searches < 50_000.0, "{cost:?}");
    let listed = sampler(100, at(8)).expect("listed").cost();
    assert_eq!((listed.listed, listed.searches), (1 + 2 + 4 + 10 + 24 + 54 + 107 + 212 + 446, 0.0));
    let refused = sampler(10_000, at(23)).expect_err("a day of searches");
    assert!(matches!(refused, SampleError::TooRare { nearest: Some(21), .. }), "{refused}");
    // It is about what it costs.
    let mut sampler = sampler(8, at(29)).expect("affordable");
    let expected = sampler.cost();
    let mut last = DrawProgress::default();
    let mut watch = |progress| {
        last = progress;
        ControlFlow::Continue(())
    };
    assert_eq!(sampler.draw_watched(8, &mut watch).expect("boards").len(), 8);
    assert_eq!(last.found, 8);
    let ratio = last.draws as f64 / expected.draws;
    assert!((0.3..3.0).contains(&ratio), "{ratio}");
    assert!((last.searches as f64) < 3.0 * expected.searches, "{last:?} {expected:?}");
}

/// A lack of memory is an error with status 2.
#[cfg(target_os = "linux")]
#[test]
fn a_lack_of_memory_is_an_error() {
    let arguments = "--unique -n 100000000 --size 4x4";
    // Enough to start and to draw a hundred thousand boards.
    let script = "ulimit -v 40000; exec \"$0\" sample --seed 1 -o /dev/null $1";
    let mut command = std::process::Command::new("sh");
    command.args(["-c", script, env!("CARGO_BIN_EXE_tilebase"), arguments]);
    let assert = command.env("TILEBASE_DATA", "/nonexistent").assert().code(2);
    assert.stderr(contains("error: cannot allocate "));
}

#[test]
fn all_boards_at_a_distance_are_listed() {
    let antipodes = stdout(tilebase().args(["sample", "--all", "--distance", "max"]));
    let mut antipodes: Vec<&str> = antipodes.lines().collect();
    antipodes.sort_unstable();
    assert_eq!(antipodes, ["6 4 7 8 5 x 3 2 1", "8 6 7 2 5 4 3 x 1"]);
    let near = stdout(tilebase().args(["sample", "--all", "--distance", "0..3", "--size", "4x4"]));
    // 1, 2, 4 and 10 boards (OEIS A089484).
    assert_eq!(near.lines().collect::<std::collections::HashSet<_>>().len(), 17);
    for arguments in [&["sample", "--all"][..], &["sample", "--all", "--distance", "3", "-n", "2"]]
    {
        tilebase().args(arguments).assert().code(2);
    }
}

/// On shapes with a table and without, and where nobody has counted the boards.
#[test]
fn difficulties_are_numbers_of_moves_on_every_shape() {
    for (size, count) in [("3x3", "200"), ("4x4", "30"), ("3x6", "3")] {
        for (difficulty, range) in [("easy", 1..=10), ("medium", 11..=20), ("hard", 21..=35)] {
            let mut command = tilebase();
            command.args(["sample", "-n", count, "--seed", "1", "--json", "--size", size]);
            let rows = stdout(command.args(["--difficulty", difficulty]));
            assert_eq!(rows.lines().count().to_string(), count);
            for row in rows.lines() {
                let row: serde_json::Value = serde_json::from_str(row).expect("JSON");
                let distance = row["distance"].as_u64().expect("a distance");
                assert!(range.contains(&distance), "{row}");
            }
        }
    }
    let far = ["sample", "--size", "3x6", "--distance", "41", "--along-solutions"];
    tilebase().args(far).assert().code(2).stderr(contains("at most 40"));
    let uniform = ["sample", "--size", "3x6", "--distance", "19"];
    tilebase().args(uniform).assert().code(2).stderr(contains("along solutions"));
}

/// Without distances there is no distance that is too far.
#[test]
fn solutions_go_as_far_as_they_can() {
    for options in ["", " --difficulty hard", " --size 4x4", " --size 2x2", " --metric multi"] {
        let options = format!("sample --along-solutions --seed 1 -n 5{options}");
        assert_eq!(stdout(tilebase().args(options.split(' '))).lines().count(), 5, "{options}");
    }
    let named = "sample --along-solutions --seed 1 --distance 31";
    let refused = tilebase().args(named.split(' ')).assert().code(2);
    refused.stderr(contains("too far"));
}

/// Boards near a goal are drawn without a table, whatever cell its blank is in.
#[test]
fn boards_near_any_goal_are_at_their_distance() {
    let folder = tempfile::tempdir().expect("a folder");
    for (size, goals) in [("2x5", "012"), ("3x4", "4"), ("7x2", "3"), ("4x4", "5")] {
        for goal in goals.split("").filter(|goal| !goal.is_empty()) {
            let of = ["--size", size, "--goal", goal, "--data", folder.path().to_str().unwrap()];
            // Those of 3x4 are listed at both distances, which takes longest.
            let distances = if size == "3x4" { &["9"][..] } else { &["3", "9"] };
            for &distance in distances {
                let mut sample = tilebase();
                let sample = sample.args(["sample", "-n", "9", "--seed", "1"]).args(of);
                let boards = stdout(sample.args(["--distance", distance]));
                let mut solve = tilebase();
                let solve = solve.args(["solve", "--distance"]).args(of).write_stdin(boards);
                let distances = stdout(solve);
                assert!(distances.lines().all(|found| found == distance), "{of:?}: {distances}");
                assert_eq!(distances.lines().count(), 9, "{of:?}");
            }
        }
    }
    // They are the same with a table.
    let data = folder.path().to_str().unwrap();
    let sample = || {
        let all =
            ["-n 20 --distance 20", "--per-distance 2 --distance 5..30", "-n 9 --difficulty easy"];
        all.map(|which| {
            let which = format!("sample --seed 5 --size 2x5 --goal 3 --data {data} {which}");
            stdout(tilebase().args(which.split(' ')))
        })
    };
    let without = sample();
    let generate = format!("generate -q --size 2x5 --goal-blank 3 --data {data}");
    tilebase().args(generate.split(' ')).assert().success();
    assert_eq!(sample(), without);
}

/// Any text is a seed, and gives the same boards for ever. Numbers are what they always were.
#[test]
fn a_daily_puzzle_is_the_same_everywhere() {
    let draw = |arguments: &[&str]| stdout(tilebase().arg("sample").args(arguments));
    // FNV-1a of "a" is 0xaf63dc4c8601ec8c (test vectors of its authors).
    assert_eq!(draw(&["--seed", "a"]), draw(&["-n", "1", "--seed", "12638187200555641996"]));
    assert_eq!(draw(&["--seed", "2026-01-01"]), "2 6 4 x 7 3 5 1 8\n");
    assert_ne!(draw(&["--seed", "2026-01-02"]), draw(&["--seed", "2026-01-01"]));
    assert_eq!(draw(&["-n", "2", "--seed", "1"]), "4 5 2 x 7 1 6 8 3\n6 2 x 5 8 3 1 4 7\n");
}

#[test]
fn a_judge_gets_boards_that_it_can_be_asked() {
    for (judge, most) in [("lightoj-15-puzzle", 35), ("uva10181", 45)] {
        let mut command = tilebase();
        let input = stdout(command.args(["sample", "-n", "20", "--seed", "1", "--judge", judge]));
        let answers = stdout(tilebase().args(["judge", judge]).write_stdin(input));
        assert_eq!(answers.lines().count(), 20);
        for answer in answers.lines() {
            let moves = answer.rsplit(' ').next().unwrap_or_default();
            assert!(!answer.contains("solvable") && moves.len() <= most, "{judge}: {answer}");
        }
    }
    // A goal that is only named is one of the judge's shape.
    let sample = |arguments: &str| stdout(tilebase().arg("sample").args(arguments.split(' ')));
    let input = sample("--judge acwing108 --goal first --size 2x2 --seed 1");
    assert!(input.starts_with("2\n") && input.ends_with("\n0 1\n2 3\n"), "{input}");
    let same = ["", "--goal last "].map(|goal| sample(&format!("{goal}--judge uva10181 --seed 1")));
    assert_eq!(same[0], same[1]);
}

#[test]
fn solutions_are_counted() {
    let boards = "sample -n 20 --seed 1 --difficulty hard --solutions 1";
    let boards = stdout(tilebase().args(boards.split(' ')));
    let counts = stdout(tilebase().args(["lookup", "--answer", "count"]).write_stdin(boards));
    assert_eq!(counts, "1\n".repeat(20));
    // Of two boards, no more are drawn than tell that neither has so many. Each has forty.
    let refused = contains("none of 1024 random boards has so many");
    let farthest = ["sample", "--distance", "max", "--seed", "1", "--solutions"];
    tilebase().args(farthest).arg("1").assert().code(2).stderr(refused);
    let board = stdout(tilebase().args(farthest).arg("40"));
    assert_eq!(stdout(tilebase().args(["lookup", "--distance"]).write_stdin(board)), "31\n");
}
