//! Tables in files are never trusted if they are damaged.

use std::sync::Arc;

use crate::common::{Search, fit_header, table_bytes};
use tilebase::puzzle::{SmallBoard, SmallShape};
use tilebase::table::Fault;
use tilebase::table::format::{BLOCK_LEN, ENTRIES_OFFSET, HEADER_LEN, PRELUDE_LEN};
use tilebase::{Error, Oracle, Table, Tablebase};

fn fault_of(bytes: Vec<u8>) -> Fault {
    match Table::from_bytes("test", bytes) {
        Err(Error::Table { fault, .. }) => fault,
        other => panic!("expected a fault, found {other:?}"),
    }
}

/// One flipped bit anywhere: the table is refused, or every answer is right or an error.
#[test]
fn one_flipped_bit_and_no_wrong_answer() {
    let bytes = table_bytes("2x3");
    let goal = SmallBoard::goal("2x3".parse().expect("a shape"));
    let search = Search::to(&goal);
    let boards: Vec<SmallBoard> = SmallBoard::all(goal.shape())
        .filter(|board| search.distances.contains_key(board.cells()))
        .collect();
    let (mut refused, mut errors) = (0, 0);
    for bit in 0..bytes.len() * 8 {
        let mut damaged = bytes.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        let Ok(table) = Table::from_bytes("damaged", damaged) else {
            refused += 1;
            continue;
        };
        let oracle = Oracle::new(table, &goal).expect("the header is whole");
        for board in &boards {
            match oracle.distance(board) {
                Ok(distance) => assert_eq!(distance, search.distances[board.cells()], "bit {bit}"),
                Err(Error::Table { fault: Fault::Block { block: 0, .. }, .. }) => errors += 1,
                Err(error) => panic!("bit {bit}: {error}"),
            }
        }
    }
    let payload_bits = (bytes.len() - ENTRIES_OFFSET) * 8;
    assert_eq!(refused, ENTRIES_OFFSET * 8, "every bit before the entries");
    assert_eq!(
        errors,
        payload_bits * boards.len(),
        "every bit of the entries and of their checksum, there is one block"
    );
}

/// Damage on 3x3, where a table has many blocks: the undamaged blocks keep working.
#[test]
fn damage_is_confined_to_its_block() {
    let bytes = table_bytes("3x3");
    let goal = SmallBoard::goal(SmallShape::default());
    let tables = Tablebase::embedded();
    let whole = tables.oracle(&goal).expect("embedded");
    let boards: Vec<SmallBoard> = SmallBoard::all(goal.shape())
        .step_by(97)
        .filter(|board| whole.distance(board).is_ok())
        .collect();
    let (mut answers, mut errors) = (0, 0);
    for bit in (ENTRIES_OFFSET * 8..bytes.len() * 8).step_by(30_011) {
        let mut damaged = bytes.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        let table = Arc::new(Table::from_bytes("damaged", damaged).expect("the header is whole"));
        let oracle = Oracle::new(table, &goal).expect("3x3");
        for board in &boards {
            match oracle.solution(board) {
                Ok(solution) => {
                    assert_eq!(solution, whole.solution(board).expect("embedded"), "bit {bit}");
                    answers += 1;
                }
                Err(error) => {
                    let says = error.to_string();
                    assert!(says.contains("is damaged"), "{says}");
                    errors += 1;
                }
            }
        }
    }
    assert!(answers > 0 && errors > 0, "{answers} answers, {errors} errors");
}

#[test]
fn cut_short_or_padded_is_refused() {
    let bytes = table_bytes("2x2");
    let expected = bytes.len() as u64;
    for length in (0..bytes.len()).step_by(7).chain([bytes.len() - 1]) {
        let fault = fault_of(bytes[..length].to_vec());
        match length {
            0..8 => assert!(matches!(fault, Fault::Magic { .. }), "{length}: {fault}"),
            _ => assert!(
                matches!(fault, Fault::Length { found, .. } if found == length as u64),
                "{length}: {fault}"
            ),
        }
    }
    let longer = [bytes, vec![0]].concat();
    assert_eq!(fault_of(longer), Fault::Length { found: expected + 1, expected });
}

#[test]
fn each_part_of_the_beginning_has_its_own_refusal() {
    let bytes = table_bytes("2x2");
    let with = |at: usize, value: u8| {
        let mut bytes = bytes.clone();
        bytes[at] = value;
        bytes
    };
    assert!(matches!(fault_of(with(0, b't')), Fault::Magic { .. }));
    assert_eq!(fault_of(with(8, 3)), Fault::Version { found: 3, expected: 1 });
    assert!(matches!(fault_of(with(12, 1)), Fault::Field { field: "header_len", .. }));
    assert!(matches!(fault_of(with(16, !bytes[16])), Fault::HeaderChecksum { .. }));
    assert!(matches!(fault_of(with(PRELUDE_LEN, 9)), Fault::HeaderChecksum { .. }));
    let padding = PRELUDE_LEN + HEADER_LEN;
    assert_eq!(fault_of(with(padding, 1)), Fault::Padding { offset: padding });
    assert!(matches!(fault_of(b"P5 3 3 255 this is no table".to_vec()), Fault::Magic { .. }));
}

/// A wrong header with a matching checksum: every field is checked.
#[test]
fn every_field_is_checked() {
    let bytes = table_bytes("2x3");
    let fields: [(usize, u32, &str); 14] = [
        (20, 7, "metric"),
        (24, 200, "rows"),
        (24, 2, "goal_blank"),
        (28, 4, "rows"),
        (32, 4, "goal_blank"),
        (36, 1 << 5, "pattern"),
        (40, 8, "entry_bits"),
        (44, 20, "diameter"),
        (44, u32::MAX, "diameter"),
        (48, 361, "states"),
        (64, 9, "counts"),
        (1080, 4097, "entries_offset"),
        (1088, u32::MAX, "entries_len"),
        (1112, 1, "block_len"),
    ];
    for (at, value, expected) in fields {
        let mut bytes = bytes.clone();
        bytes[at..at + 4].copy_from_slice(&value.to_le_bytes());
        fit_header(&mut bytes);
        match fault_of(bytes) {
            Fault::Field { field, .. } => assert!(field.starts_with(expected), "{value} at {at}"),
            other => panic!("{expected}: {other}"),
        }
    }
}

/// Wrong entries with matching checksums: a walk ends with an error. It does not go in circles,
/// leave the board or end at another board.
#[test]
fn every_walk_is_bounded() {
    let bytes = table_bytes("2x2");
    let entries = ENTRIES_OFFSET..bytes.len() - 4;
    assert!(entries.len() < BLOCK_LEN);
    let goal = SmallBoard::goal("2x2".parse().expect("a shape"));
    let boards: Vec<SmallBoard> = SmallBoard::all(goal.shape()).collect();
    let search = Search::to(&goal);
    let mut errors = 0;
    for nibble in 0..entries.len() * 2 {
        for value in 0..16u8 {
            let mut lying = bytes.clone();
            let byte = &mut lying[entries.start + nibble / 2];
            *byte = if nibble % 2 == 0 { *byte & 0xf0 | value } else { *byte & 0x0f | value << 4 };
            let checksum = crc32fast::hash(&lying[entries.clone()]).to_le_bytes();
            lying[entries.end..].copy_from_slice(&checksum);
            let table = Arc::new(Table::from_bytes("lying", lying).expect("the header is whole"));
            let oracle = Oracle::new(table, &goal).expect("2x2");
            for board in &boards {
                match oracle.solution(board) {
                    Ok(moves) => {
                        assert_eq!(board.after(&moves), Some(goal), "it reaches the goal at least");
                    }
                    Err(Error::Unsolvable(_)) => {
                        assert!(!search.distances.contains_key(board.cells()));
                    }
                    Err(Error::Table { fault: Fault::Walk { .. }, .. }) => errors += 1,
                    Err(error) => panic!("{error}"),
                }
                let _ = oracle.count_solutions(board);
                let _ = oracle.solutions(board).map(|all| all.take(100).count());
            }
        }
    }
    assert!(errors > 0);
}

#[test]
fn a_table_of_another_goal_is_refused() {
    let table = Arc::new(Table::from_bytes("corner", table_bytes("3x3")).expect("a table"));
    let error =
        Oracle::new(Arc::clone(&table), "1234x5678".parse::<SmallBoard>().expect("a board"))
            .expect_err("the centre is another orbit");
    assert_eq!(error.to_string(), "table corner: found a table for 3x3-8, expected one for 3x3-4");
    for index in [table.header().states(), u64::MAX] {
        assert!(matches!(table.entry(index), Err(Error::Index { .. })));
    }
}
