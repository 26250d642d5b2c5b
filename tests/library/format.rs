//! `docs/format.md` and the code agree, and version 1 of the format never changes.

use std::ops::ControlFlow::Continue;

use crc32fast::hash;
use tilebase::generate::Generator;
use tilebase::puzzle::{Coordinates, Puzzle, SmallBoard, rank};
use tilebase::table::Encoding;
use tilebase::table::format::{BLOCK_LEN, ENTRIES_OFFSET, HEADER_LEN, PRELUDE_LEN, VERSION};

const PAGE: &str = include_str!("../../docs/format.md");

fn bytes_of(puzzle: Puzzle, encoding: Encoding) -> Vec<u8> {
    let mut bytes = Vec::new();
    let generator = Generator::new(puzzle).encoding(encoding);
    generator.table(|_| Continue(())).expect("small").write_to(&mut bytes).expect("memory");
    bytes
}

/// The entries of a whole file.
fn entries(bytes: &[u8]) -> &[u8] {
    let len = bytes[1088..1096].try_into().expect("eight bytes");
    &bytes[ENTRIES_OFFSET..][..u64::from_le_bytes(len) as usize]
}

/// **These checksums may never change.** If one does, the format has changed, and that needs a new
/// version: files that people have would no longer be read.
#[test]
fn small_tables_have_the_bytes_that_they_always_had() {
    let rows = PAGE.lines().filter_map(|line| line.strip_prefix("| `")?.strip_suffix(" |"));
    let mut count = 0;
    for row in rows.filter(|row| row.contains("x2-") || row.contains("x3-")) {
        let fields: Vec<&str> = row.split(" | ").collect();
        let [name, bits, len, of_entries, of_start] = fields[..] else { continue };
        let puzzle: Puzzle = name.trim_end_matches('`').parse().expect("a name");
        let encoding = Encoding::from_bits(bits.parse().expect("a number")).expect("known");
        let mut bytes = bytes_of(puzzle, encoding);
        assert_eq!(bytes.len().to_string(), len.replace(',', ""), "{row}");
        assert_eq!(format!("{:08x}", hash(entries(&bytes))), of_entries, "{row}");
        bytes[16..20].fill(0);
        bytes[1120..1132].fill(0);
        assert_eq!(format!("{:08x}", hash(&bytes[..ENTRIES_OFFSET])), of_start, "{row}");
        let len = entries(&bytes).len();
        let checksums = &bytes[ENTRIES_OFFSET + len..];
        let blocks = entries(&bytes).chunks(BLOCK_LEN);
        assert!(blocks.flat_map(|block| hash(block).to_le_bytes()).eq(checksums.iter().copied()));
        count += 1;
    }
    assert_eq!(count, 24, "tables of the page");
}

#[test]
fn the_page_has_the_numbers_of_the_code() {
    let header_end = PRELUDE_LEN + HEADER_LEN;
    for row in [
        format!("| 0 | {PRELUDE_LEN} | the prelude |"),
        format!("| {PRELUDE_LEN} | {HEADER_LEN} | the header |"),
        format!("| {header_end} | {} | padding", ENTRIES_OFFSET - header_end),
        format!("| {ENTRIES_OFFSET} | `entries_len` | the entries |"),
        format!("| 8 | 4 | format version: {VERSION} |"),
        format!("`block_len` | bytes of entries in a block: {BLOCK_LEN}"),
    ] {
        assert!(PAGE.contains(&row), "{row}");
    }
}

/// Every number of the example that is worked by hand.
#[test]
fn the_example_of_the_page_is_right() {
    let board: SmallBoard = "8 1 3 / 4 x 2 / 7 6 5".parse().expect("a board");
    let (order, state) = (board.tile_order(), Coordinates::from(&board).index(board.shape()));
    let digits: Vec<usize> = (0..order.len())
        .map(|i| order[i + 1..].iter().filter(|&&later| later < order[i]).count())
        .collect();
    let spaced = |numbers: &[usize]| numbers.iter().map(|n| format!(" {n}")).collect::<String>();
    let mut expected = vec![
        format!("tile order |{} |", spaced(&order.iter().map(|&t| t.into()).collect::<Vec<_>>())),
        format!("digits |{} |", spaced(&digits)),
        format!(" = {} |", rank(&order)),
        format!("add up to {},", digits.iter().sum::<usize>()),
        format!("4 x 20160 + {} = {state} |", rank(&order) / 2),
    ];
    for (name, encoding) in [
        ("3x3-8", Encoding::Moves),
        ("3x3-8", Encoding::DistanceBit),
        ("multi-3x3-8", Encoding::DistanceModulo3),
    ] {
        let bytes = bytes_of(name.parse().expect("a name"), encoding);
        let (index, block) = (encoding.byte(state), encoding.byte(state) / BLOCK_LEN as u64);
        let byte = entries(&bytes)[index as usize];
        let offset = ENTRIES_OFFSET as u64 + index;
        expected
            .push(format!("byte {index}, at offset {offset} in block {block}, is 0x{byte:02x}; "));
        expected.push(format!(": {}", encoding.entry(byte, state)));
    }
    for text in expected {
        assert!(PAGE.contains(&text), "{text}");
    }
}
