//! Verdicts on answers in every form.

use super::*;
use crate::oracle::Tablebase;

/// The oracle for the usual goal of 3x3.
fn oracle() -> Oracle {
    let goal: Board = "12345678x".parse().unwrap();
    Tablebase::embedded().oracle(goal).unwrap()
}

/// Checks the verdicts on answers to boards of 3x3.
#[track_caller]
fn check(cases: &[(&str, &str, &str)]) {
    for (board, answer, expected) in cases {
        let verdict = Verdict::new(&oracle(), &board.parse().unwrap(), answer).unwrap();
        assert_eq!(verdict.to_string(), *expected, "{board} {answer:?}");
    }
}

#[test]
fn answers_in_other_forms() {
    check(&[
        ("12345678x", " No solution!", "wrong: it can be solved, in 0 moves"),
        ("12345687x", "The board cannot be solved: the parity is odd.", "optimal"),
        (
            "12345687x",
            "null",
            "wrong: no answer: `null` claims that there is no solution only if you say so",
        ),
        ("12345687x", "stopped: at least 9 moves", "wrong: no answer: its search was stopped"),
        ("12345678x", "stop", "wrong: move 1, column 1: expected one of d, l, r, u, found `s`"),
        ("12345678x", "the", "wrong: move 1, column 1: expected moves, found `the`"),
        ("12345678x", "[]", "optimal"),
        ("12345678x", "None", "wrong: it can be solved, in 0 moves"),
        ("1 2 3 4 5 6 8 7 x", "impossible", "optimal"),
        ("1 2 3 x 4 6 7 5 8", "→, ↓, →", "optimal"),
        ("1 2 3 x 4 6 7 5 8", "['right', 'down', 'right']", "optimal"),
        (
            "1 2 3 x 4 6 7 5 8",
            "←↑↑",
            "wrong: move 1, column 1: `←` leaves the board: the blank is in row 2, column 1",
        ),
        (
            "1 2 3 4 5 6 x 7 8",
            "ll",
            "wrong: move 1 of 2, `l`, leaves the board: the blank is in row 3, column 1; all \
             moves would be legal in the notation `tile`",
        ),
    ]);
}

#[test]
fn every_kind_of_answer() {
    check(&[
        ("12345678x", "", "optimal"),
        ("12345678x", "lr", "valid +2"),
        ("12345678x", "unsolvable", "wrong: it can be solved, in 0 moves"),
        ("1 2 3 x 4 6 7 5 8", "rdr", "optimal"),
        ("1 2 3 x 4 6 7 5 8", " RDR\r", "optimal"),
        ("1 2 3 x 4 6 7 5 8", "", "wrong: not at the goal after 0 moves"),
        ("1 2 3 x 4 6 7 5 8", "udrdr", "valid +2"),
        (
            "1 2 3 x 4 6 7 5 8",
            "lrrdr",
            "wrong: move 1 of 5, `l`, leaves the board: the blank is in row 2, column 1",
        ),
        (
            "1 2 3 x 4 6 7 5 8",
            "rdrd",
            "wrong: move 4 of 4, `d`, leaves the board: the blank is in row 3, column 3",
        ),
        ("1 2 3 x 4 6 7 5 8", "r d\tr", "optimal"),
        // As in every notation, counted runs and separators are read.
        ("1 2 3 4 5 6 x 7 8", "r2", "optimal"),
        ("1 2 3 x 4 6 7 5 8", "r, d, r", "optimal"),
        (
            "1 2 3 x 4 6 7 5 8",
            "r  qd",
            "wrong: move 2, column 4: expected one of d, l, r, u, found `q`",
        ),
        ("12345687x", "Unsolvable", "optimal"),
        ("12345687x", "lr", "wrong: not at the goal after 2 moves, and this board cannot reach it"),
        ("12345687x", "", "wrong: not at the goal after 0 moves, and this board cannot reach it"),
    ]);
}

#[test]
fn every_kind_of_claim() {
    let oracle = oracle();
    let goal = oracle.goal().clone();
    for (distance, answer, expected) in [
        (19, " 19\r", "optimal"),
        (19, "019", "optimal"),
        (19, "stopped: at least 9 moves", "wrong: no answer: its search was stopped"),
        (19, "19.0", "optimal"),
        (19, "19.5", "wrong: expected a number or `unsolvable`, found `19.5`"),
        (19, "21", "wrong: expected 19, found 21"),
        (19, "19 moves", "optimal"),
        (1, "1 move", "optimal"),
        (19, "25..12", "wrong: expected a number or `unsolvable`, found `25..12`"),
        (19, "moves", "wrong: expected a number or `unsolvable`, found `moves`"),
        (19, "-1", "wrong: it can be solved, in 19 moves"),
        (1, "r", "wrong: expected a number or `unsolvable`, found `r`"),
        (0, "", "wrong: expected a number or `unsolvable`, found ``"),
    ] {
        let verdict = Verdict::of_distance(&Outcome::Known(distance), answer);
        assert_eq!(verdict.to_string(), expected, "{distance:?} {answer:?}");
    }
    let best = Some("rdrdlurd".parse().unwrap());
    let stopped = Interval::new(4, best, 9);
    for (best, answer, expected) in [
        (true, "3", "wrong: expected 4 to 8, found 3"),
        (true, "9", "wrong: expected 4 to 8, found 9"),
        (true, "8", "unknown: 8 moves; no solution is shorter than 4"),
        (true, "2..6", "unknown: 8 moves; no solution is shorter than 4"),
        (true, "2..3", "wrong: expected 4 to 8, found 2"),
        (true, "9..", "wrong: expected 4 to 8, found 9"),
        (false, "3", "wrong: expected 4 or more, found 3"),
        (false, "9", "unknown: stopped: at least 4 moves"),
    ] {
        let best = stopped.best.clone().filter(|_| best);
        let stopped = Interval::new(stopped.at_least, best, stopped.generated);
        let verdict = Verdict::of_distance(&stopped.into(), answer);
        assert_eq!(verdict.to_string(), expected, "{answer:?}");
    }
    // An answer may be known to be longer than another, or not.
    let board = "1 2 3 x 4 6 7 5 8".parse().unwrap();
    let best = Some("rdr".parse().unwrap());
    let found = Interval::new(1, best, 9).into();
    for (answer, expected) in [
        ("rdr", "unknown: reaches the goal in 3 moves; no solution is shorter than 1"),
        ("rlrdr", "valid: reaches the goal in 5 moves, 2 to 4 too many"),
    ] {
        let metric = Metric::Single;
        let verdict = Verdict::of_moves(&board, &goal, metric, &found, answer, Notation::Blank);
        assert_eq!(verdict.to_string(), expected);
    }
    // Both bounds are one.
    let proved = Interval::new(8, stopped.best, 9).into();
    for (answer, expected) in [
        ("8", "optimal"),
        ("8..8", "optimal"),
        ("6..", "unknown: stopped: at least 6 moves"),
        ("9..11", "wrong: expected 8, found 9"),
        ("10", "wrong: expected 8, found 10"),
        ("unsolvable", "wrong: it can be solved, in 8 moves"),
    ] {
        assert_eq!(Verdict::of_distance(&proved, answer).to_string(), expected);
    }
    let none = Outcome::of(oracle.distance("12345687x".parse::<Board>().unwrap())).unwrap();
    for (answer, expected) in [
        ("Unsolvable", "optimal"),
        ("This board is unsolvable.", "optimal"),
        ("3", "wrong: expected unsolvable, found 3"),
        ("3..9", "wrong: expected unsolvable, found 3"),
    ] {
        assert_eq!(Verdict::of_distance(&none, answer).to_string(), expected);
    }
}
