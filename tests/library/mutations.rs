//! Small changes to small tables: every answer is right or an error, and a proof finds every wrong
//! entry. `--nocapture` prints the counts.

use std::ops::ControlFlow::Continue;

use crate::common::columns::Columns;
use crate::common::{Search, table_bytes, with_new_checksums};
use tilebase::puzzle::SmallBoard;
use tilebase::table::Fault;
use tilebase::table::format::ENTRIES_OFFSET;
use tilebase::verify::prove;
use tilebase::{Error, Oracle, Table};

/// Small tables, and one that has several blocks.
fn tables() -> Vec<(&'static str, Vec<u8>)> {
    ["2x2", "2x3", "2x4"].map(|shape| (shape, table_bytes(shape))).to_vec()
}

/// Asks a table for all kinds of answers to some boards, and compares with a search. Returns
/// whether there were no errors.
fn ask_everything(bytes: &[u8], boards: &[SmallBoard], truth: &Search, what: &str) -> bool {
    let Ok(table) = Table::from_bytes("changed", bytes.to_vec()) else { return false };
    let goal = SmallBoard::goal(boards[0].shape());
    let oracle = match Oracle::new(table, &goal) {
        Ok(oracle) => oracle,
        Err(error) => {
            assert!(matches!(error, Error::OtherTable { .. }), "{what}: {error}");
            return false;
        }
    };
    let mut all = true;
    for board in boards {
        let expected = truth.distances.get(board.cells()).copied();
        match oracle.distance(board) {
            Ok(distance) => assert_eq!(Some(distance), expected, "{what}: {board}"),
            Err(Error::Unsolvable(_)) => assert_eq!(expected, None, "{what}: {board}"),
            Err(_) => all = false,
        }
    }
    match oracle.distances(boards) {
        Ok(distances) => {
            for (board, distance) in boards.iter().zip(distances) {
                let expected = truth.distances.get(board.cells()).copied();
                assert_eq!(distance.known(), expected, "{what}: {board}");
            }
        }
        Err(_) => all = false,
    }
    all
}

#[test]
fn every_change_ends_in_the_right_answer_or_an_error() {
    for (name, whole) in tables() {
        let goal = SmallBoard::goal(name.parse().expect("a shape"));
        let truth = Search::to(&goal);
        let step = if name == "2x4" { 997 } else { 7 };
        let boards: Vec<SmallBoard> = SmallBoard::all(goal.shape()).step_by(step).collect();
        assert!(ask_everything(&whole, &boards, &truth, "whole"));
        let (mut right, mut errors) = (0u64, 0u64);
        let mut ask = |bytes: &[u8], what: &str| {
            if ask_everything(bytes, &boards, &truth, what) { right += 1 } else { errors += 1 }
        };
        // Each byte before the entries, to four values.
        for at in 0..ENTRIES_OFFSET {
            for value in [0, 3, 7, 15u8] {
                let mut bytes = whole.clone();
                bytes[at] ^= value * 16 + 1;
                ask(&bytes, &format!("{name} byte {at}"));
            }
        }
        // Each truncation, of the longest table around its parts, and appended lengths.
        let lengths = 0..whole.len();
        for length in lengths.filter(|length| name != "2x4" || length % 64 < 2 || *length < 32) {
            ask(&whole[..length], &format!("{name} cut to {length}"));
        }
        for more in [1, 2, 3, 4, 7, 8, 512, 4095, 4096, 4097, 1 << 20] {
            ask(&[whole.clone(), vec![0; more]].concat(), &format!("{name} longer by {more}"));
        }
        // Each half of each byte after that, to each value: entries and checksums.
        for half in ENTRIES_OFFSET * 2..whole.len() * 2 {
            for value in 0..16u8 {
                if name == "2x4" && (half + usize::from(value)) % 61 != 0 {
                    continue;
                }
                let mut bytes = whole.clone();
                let byte = &mut bytes[half / 2];
                *byte =
                    if half % 2 == 0 { *byte & 0xf0 | value } else { *byte & 0x0f | value << 4 };
                ask(&bytes, &format!("{name} half {half} = {value}"));
            }
        }
        println!(
            "{name}: {} changes, {right} that changed no answer asked for, {errors} errors",
            right + errors
        );
        assert!(right > 0 && errors > 16_000, "{name}: {right} {errors}");
    }
}

/// Wrong entries with matching checksums: only a proof can find them.
#[test]
fn verify_finds_every_wrong_entry() {
    for (name, whole) in tables() {
        let (mut wrong, mut same) = (0, 0);
        let entries =
            u64::from_le_bytes(whole[1088..1096].try_into().expect("eight bytes")) as usize;
        for half in 0..entries * 2 {
            for value in 0..16u8 {
                if name == "2x4" && (half + usize::from(value)) % 331 != 0 {
                    continue;
                }
                let mut bytes = whole.clone();
                let byte = &mut bytes[ENTRIES_OFFSET + half / 2];
                *byte =
                    if half % 2 == 0 { *byte & 0xf0 | value } else { *byte & 0x0f | value << 4 };
                let changed = bytes != whole;
                let file = Table::from_bytes("lying", with_new_checksums(bytes)).expect("a header");
                match prove(&file, 1, |_| Continue(())) {
                    Ok(_) => assert!(!changed, "{name} entry {half} = {value}"),
                    Err(Error::Table {
                        fault: Fault::Entry { index, found, expected, .. },
                        ..
                    }) => {
                        assert_eq!(index, half as u64, "{name}");
                        assert_ne!(found, expected);
                    }
                    Err(error) => panic!("{name} entry {half} = {value}: {error}"),
                }
                if changed { wrong += 1 } else { same += 1 }
            }
        }
        println!(
            "{name}: {wrong} wrong entries with fitting checksums, all found; {same} unchanged, all proved"
        );
        assert!(wrong > 100 && same > 0, "{name} {wrong} {same}");
    }
}

#[test]
fn verify_finds_a_header_that_counts_otherwise() {
    let (_, whole) = tables().swap_remove(1);
    let mut bytes = whole;
    // One state more at distance 2, one less at distance 4: with 2 and 3 it would be refused at
    // once.
    bytes[56 + 16] += 1;
    bytes[56 + 32] -= 1;
    let file = Table::from_bytes("lying", with_new_checksums(bytes)).expect("the sum is right");
    match prove(&file, 2, |_| Continue(())) {
        Err(Error::Table { fault: Fault::Counts { distance: 2, found, expected }, .. }) => {
            assert_eq!(found, expected + 1);
        }
        other => panic!("{other:?}"),
    }
}
