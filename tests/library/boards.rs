//! Boards as text, read alone and in bulk.

use std::sync::Arc;

use tilebase::bulk::{Bulk, Form};
use tilebase::{Board, Tablebase};

/// However long a word is, all of it is read.
#[test]
fn a_word_is_a_cell_only_if_all_of_it_is() {
    let bulk = Bulk::new(Arc::new(Tablebase::embedded()), Form::default());
    let zeros = "0".repeat(67);
    for (line, is_board) in [
        (format!("1 2 3 4 5 6 7 {zeros}8garbage x"), false),
        (format!("1 2 3 4 5 6 7 {zeros}85 x"), false),
        (format!("1 2 3 4 5 6 7 {zeros}8 x"), true),
        (format!("1 2 3 4 5 6 7 {}8 {}", "0".repeat(5000), "0".repeat(5000)), true),
        (format!("1 2 3 4 5 6 7 8 {}", "x".repeat(200)), false),
    ] {
        assert_eq!(line.parse::<Board>().is_ok(), is_board, "{line}");
        let answer = bulk.to_vec(1, line.as_bytes()).expect("an answer");
        assert_eq!(answer, if is_board { &b"\n"[..] } else { b"invalid\n" }, "{line}");
    }
}

/// Every word for a blank is one.
#[test]
fn every_blank_is_one() {
    for blank in ["0", "x", "X", "_", ".", "*", "-", "null", "None"] {
        let board = format!("1 2 3\n4 {blank} 5\n7 8 6\n").parse::<Board>().expect("a board");
        assert_eq!(board.to_string(), "1 2 3 4 x 5 7 8 6", "{blank}");
    }
}
