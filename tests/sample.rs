//! Samples: right, repeatable, and as often each as the others.

mod common;

use std::collections::HashSet;

use common::{known_counts, stdout, tilebase};
use predicates::prelude::*;
use tilebase::{Board, Shape};

fn sample(arguments: &str) -> Vec<String> {
    let text = stdout(tilebase().arg("sample").args(arguments.split(' ')));
    text.lines().map(str::to_owned).collect()
}

/// How unlikely: below this a true sample stays 999 times of 1,000 (Wilson and Hilferty, "The
/// distribution of chi-square", PNAS 17, 1931).
fn limit(degrees: f64) -> f64 {
    let part = 2.0 / (9.0 * degrees);
    degrees * (1.0 - part + 3.09 * part.sqrt()).powi(3)
}

fn chi_square(found: &[f64], expected: &[f64]) -> f64 {
    found.iter().zip(expected).map(|(found, expected)| (found - expected).powi(2) / expected).sum()
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
    // The rare ends are put together: no cell with fewer than five boards expected.
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
    // The test can fail: a tenth of a level moved elsewhere shows.
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

/// These lines must stay the same for ever.
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
        "board,distance,moves,next,harder_than,error\n\
         6 4 7 8 5 x 3 2 1,31,dllurrdllururddluulddruurdlldrr,dlu,0.9999889770723104,\n"
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
            "there are 2 such boards of 3x3: 3 different ones cannot be drawn",
        ),
        ("-n 13 --size 2x2 --unique", "there are 12 such boards of 2x2"),
        ("-n 1 --distance 5..3", "expected the smaller distance first"),
        ("-n 1 --distance x", "expected a distance D, or two as in A..B"),
        ("-n 1 --size 4x4 --distance 3", "too rare: of the 10461394944000 boards of 4x4 10 are"),
        ("-n 1 --size 3x4 --format csv", "tilebase generate --size 3x4"),
    ] {
        let assert =
            tilebase().arg("sample").args(arguments.split(' ')).assert().code(2).stdout("");
        assert.stderr(predicate::str::contains(message));
    }
}
