//! The command says what the library says, in the same words, and so do batches.

use crate::program::{Run, contains, tilebase};
use std::fs;
use tilebase::oracle::{Ask, Boards};
use tilebase::puzzle::{Metric, SmallBoard, SmallShape, solvable};
use tilebase::text::Notation;
use tilebase::{Board, Limits, Oracle, Table, Tablebase};

/// The error of an oracle, and of a batch of one board.
fn refusal(oracle: &Oracle, board: &SmallBoard) -> String {
    let why = oracle.solution(board).expect_err("no answer").to_string();
    let said = match oracle.find(Boards::from(&[*board]), Ask::SOLUTION) {
        Ok(answers) => answers[0].clone().into_result().expect_err("no answer").to_string(),
        Err(failed) => failed.error.to_string(),
    };
    assert_eq!(said, why);
    why
}

/// The message of the command with these arguments.
fn says(args: &[&str]) -> String {
    let output = tilebase().args(args).output().expect("a program");
    String::from_utf8(output.stderr).expect("UTF-8")
}

#[test]
fn errors_have_the_words_of_the_library() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("damaged.tbl");
    let table = path.to_str().expect("UTF-8");
    tilebase().args(["generate", "--size", "3x3", "-q", "-o", table]).assert().success();
    let mut bytes = fs::read(&path).expect("a table");
    bytes[4096..4096 + 90_720].iter_mut().step_by(4096).for_each(|byte| *byte ^= 1);
    fs::write(&path, bytes).expect("room");

    let tables = Tablebase::embedded();
    let [three, four] = ["3x3", "4x4"].map(|shape| shape.parse::<SmallShape>().expect("a shape"));
    let [of_three, of_four] =
        [three, four].map(|shape| tables.oracle(&SmallBoard::goal(shape)).expect("an oracle"));
    let scrambled = "2 3 4 1 5 x 7 6 8";
    let (board, odd) =
        (scrambled.parse().expect("a board"), SmallBoard::goal(three).exchanged(7, 8));
    let far = "0 12 9 13 / 15 11 10 14 / 3 7 2 5 / 4 8 6 1";
    let stopped = of_four.threads(1).limited(Limits::default().boards(1000));
    let damaged = Table::open(&path).expect("a whole header");
    let damaged = Oracle::new(damaged, &SmallBoard::goal(three)).expect("of this goal");

    let cells = Board::parse(scrambled, Some(four.into())).expect_err("nine cells").to_string();
    let unsolvable = refusal(&of_three, &odd);
    assert_eq!(unsolvable, solvable(&odd, &SmallBoard::goal(three)).unwrap_err().to_string());
    let far_board: SmallBoard = far.parse().expect("a board");
    for (why, args) in [
        (cells, &["solve", "--size", "4x4", scrambled] as &[&str]),
        (refusal(&stopped, &board), &["solve", "--size", "4x4", "1 2 3 / 4 5 6 / 7 8 x"]),
        (unsolvable.clone(), &["solve", "1 2 3 4 5 6 8 7 x"]),
        (unsolvable.clone(), &["hint", "1 2 3 4 5 6 8 7 x"]),
        (unsolvable, &["analyze", "1 2 3 4 5 6 8 7 x", "u"]),
        (refusal(&stopped, &far_board), &["solve", "--threads", "1", "--max-nodes", "1000", far]),
        (refusal(&damaged, &board), &["solve", "--table", table, scrambled]),
    ] {
        let said = says(args);
        assert!(said.contains(&why), "{args:?}: {said} has not: {why}");
    }
    let audit = ["compare", "--audit", "table", "--table", table];
    let damage = contains("of the entries is damaged");
    tilebase().args(audit).assert().code(2).stdout("").stderr(damage);
    let moves = Notation::Blank.parse("dxu", Metric::Single).expect_err("no move").to_string();
    assert!(says(&["moves", "--board", scrambled, "dxu"]).contains(&moves), "{moves}");
}
