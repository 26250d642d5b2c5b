//! A few small tests for Miri, also for 32-bit and big-endian targets: `cargo +nightly miri test
//! --no-default-features --test small [--target s390x-unknown-linux-gnu]`.

mod common;

use std::sync::Arc;

use common::table_bytes;
use tilebase::oracle::{Answer, Ask, Outcome};
use tilebase::swap;

use tilebase::check::Verdict;
use tilebase::puzzle::{Metric, SmallBoard};
use tilebase::table::Fault;
use tilebase::text::Notation;
use tilebase::{Error, Oracle, Table};

/// Tables have equal bytes on every machine: these checksums were made on x86-64.
#[test]
fn files_are_the_same_everywhere() {
    let without_version = |mut bytes: Vec<u8>| {
        bytes[16..20].fill(0);
        bytes[1120..1132].fill(0);
        crc32fast::hash(&bytes)
    };
    assert_eq!(without_version(table_bytes("2x2")), 400_677_322);
}

#[test]
fn a_table_in_memory() {
    let goal = SmallBoard::goal("2x2".parse().expect("a shape"));
    let table = Arc::new(Table::from_bytes("memory", table_bytes("2x2")).expect("a table"));
    let oracle = Oracle::new(Arc::clone(&table), &goal).expect("its goal");
    let boards: Vec<SmallBoard> = SmallBoard::all(goal.shape()).collect();
    let batch = oracle.clone();
    // Walks first, and then unpacked solutions.
    for boards in [&boards[..1], &boards] {
        let solutions = batch.find(boards, Ask::SOLUTION).expect("whole");
        for (board, solution) in boards.iter().zip(solutions) {
            match oracle.solution(board) {
                Ok(moves) => {
                    assert_eq!(board.after(&moves), Some(goal));
                    let distance = Outcome::Known(moves.len() as u32);
                    let (answer, notation) = (moves.to_string(), Notation::Blank);
                    let (board, goal) = (&(*board).into(), &goal.into());
                    let metric = Metric::Single;
                    let verdict =
                        Verdict::of_moves(board, goal, metric, &distance, &answer, notation);
                    assert_eq!(verdict, Verdict::Optimal);
                    assert_eq!(solution, Outcome::Known(Answer::from(moves)));
                }
                Err(Error::Unsolvable(why)) => assert_eq!(solution, Outcome::Unsolvable(why)),
                Err(error) => panic!("{error}"),
            }
        }
    }
    assert_eq!(table.header().counts(), [1, 2, 2, 2, 2, 2, 1]);
}

#[test]
fn damage_in_memory() {
    let goal = SmallBoard::goal("2x2".parse().expect("a shape"));
    let whole = table_bytes("2x2");
    for at in [0, 8, 12, 16, 20, 24, 36, 48, 56, 1088, 1131, 1132, 4095] {
        let mut bytes = whole.clone();
        bytes[at] ^= 1;
        assert!(Table::from_bytes("damaged", bytes).is_err(), "{at}");
    }
    for at in 4096..whole.len() {
        let mut bytes = whole.clone();
        bytes[at] ^= 0x80;
        let table = Arc::new(Table::from_bytes("damaged", bytes).expect("a header"));
        let answer = Oracle::new(Arc::clone(&table), &goal).expect("its goal").distance(&goal);
        assert!(
            matches!(answer, Err(Error::Table { fault: Fault::Block { block: 0, .. }, .. })),
            "{at}"
        );
    }
    for length in [0, 7, 8, 4095, 4096, whole.len() - 1] {
        assert!(Table::from_bytes("cut", whole[..length].to_vec()).is_err(), "{length}");
    }
}

#[test]
fn swaps_in_memory() {
    let board: swap::SwapBoard = "4321".parse().expect("a board");
    assert_eq!(board.solution().len(), 4);
}
