//! What is done with hostile input: each function takes any bytes, and panics if something is wrong
//! with what the library makes of them. The fuzz targets call these, and so does an ordinary test
//! (`tests/fuzz.rs`), on the corpus and on changes of it.

#![allow(dead_code, reason = "each target needs one of them")]

use std::sync::{Arc, LazyLock};

use tilebase::bulk::{Answer, Answers, Bulk, Form, Lines};
use tilebase::judge::Judge;
use tilebase::puzzle::{Extent, Orbit, Puzzle, Rectangle};
use tilebase::verify::Proof;
use tilebase::{Batch, Board, Error, MoveSet, Oracle, PackedMoves, Table, Tablebase, swap};

static TABLES: LazyLock<Tablebase> = LazyLock::new(Tablebase::embedded);

/// Board text, in every reader: what is a board is one of small numbers and is read back as it was
/// written.
pub fn board(data: &[u8]) {
    let shapes =
        [None, "2x2".parse().ok(), "2x3".parse().ok(), "3x4".parse().ok(), "4x4".parse().ok()];
    for shape in shapes {
        if let Ok(board) = Board::parse(data, shape) {
            assert!(shape.is_none_or(|shape| shape == board.shape()));
            assert_eq!(Board::parse(board.to_string(), Some(board.shape())), Ok(board));
            let rectangle = Rectangle::parse(data, Some(Extent::from(board.shape())));
            assert!(
                rectangle.is_ok_and(|rectangle| rectangle.extent() == Extent::from(board.shape())),
                "{board}"
            );
        }
    }
    if let Ok(board) = swap::Board::parse(data) {
        assert_eq!(board.to_string().parse(), Ok(board));
        assert!(
            swap::Oracle::embedded(board.side()).distance(&board).is_ok_and(|moves| moves <= 12)
        );
    }
    if let Ok(rectangle) = Rectangle::parse(data, None) {
        assert!(rectangle.parities(&rectangle).is_ok_and(|parities| parities.solvable()));
    }
}

/// Lines in bulk: each is answered as the parser and the oracle answer it, in its place.
pub fn lines(data: &[u8]) {
    static BULK: LazyLock<[Bulk; 2]> = LazyLock::new(|| {
        let bulks = [Answer::Moves, Answer::Distance]
            .map(|answer| Bulk::new(Arc::new(Tablebase::embedded()), Form::from(answer)));
        for bulk in &bulks {
            // Enough boards for all solutions to be unpacked.
            let many = "12345678x\n".repeat(4096);
            bulk.answer(many.as_bytes(), &mut Answers::default());
        }
        bulks
    });
    let mut expected = [Vec::new(), Vec::new()];
    for line in Lines::new(data) {
        let answers = match line.map(|line| Board::parse(line, None)) {
            Ok(Ok(board)) => match TABLES.oracle(&Board::goal(board.shape())) {
                Ok(oracle) => match oracle.solution(&board) {
                    Ok(moves) => [moves.to_string(), moves.len().to_string()],
                    Err(Error::Unsolvable(_)) => ["unsolvable".into(), "unsolvable".into()],
                    Err(error) => panic!("{error}"),
                },
                Err(Error::NoTable { .. } | Error::TooLarge { .. }) => {
                    ["invalid".into(), "invalid".into()]
                }
                Err(error) => panic!("{error}"),
            },
            _ => ["invalid".into(), "invalid".into()],
        };
        for (all, answer) in expected.iter_mut().zip(answers) {
            all.extend_from_slice(answer.as_bytes());
            all.push(b'\n');
        }
    }
    for (bulk, expected) in BULK.iter().zip(expected) {
        let mut answers = Answers::default();
        bulk.answer(data, &mut answers);
        assert!(answers.failure.is_none());
        assert_eq!(String::from_utf8_lossy(&answers.text), String::from_utf8_lossy(&expected));
    }
}

/// A table file: refused, or every answer is right or an error. So that more than checksums is
/// tried, they are made to fit if the first byte is odd. Then an answer may be too long, but it is
/// legal and ends at the goal, every way of asking gives the same, and a proof fails unless every
/// entry is right.
pub fn table(data: &[u8]) {
    let Some((&fit, data)) = data.split_first() else { return };
    let bytes = if fit % 2 == 1 { with_checksums(data) } else { data.to_vec() };
    let Ok(table) = Table::from_bytes("fuzz", bytes) else { return };
    if table.header().states() > 1000 {
        return;
    }
    let proved = Proof::new(&table, 1, |_| ()).is_ok();
    let table = Arc::new(table);
    match table.puzzle() {
        Puzzle::Sliding(orbit) => sliding(&table, orbit, proved, fit % 2 == 0),
        Puzzle::Swap(side) => swaps(&table, side, proved),
        other => panic!("{other}"),
    }
}

fn sliding(table: &Arc<Table>, orbit: Orbit, proved: bool, checked: bool) {
    let goal = orbit.goal();
    let oracle = Oracle::new(Arc::clone(table), &goal).expect("its own goal");
    let truth = TABLES.oracle(&goal).expect("embedded");
    let diameter = table.header().diameter() as usize;
    // The one walks, the other unpacks all solutions if the table allows it.
    let [walks, unpacks] = [(); 2].map(|()| Batch::new(oracle.clone()));
    let _ = unpacks.distances(&vec![goal; 1000], &mut vec![None; 1000]);
    for board in Board::all(goal.shape()).step_by(5) {
        let found = oracle.solution(&board);
        match (&found, truth.distance(&board)) {
            (Ok(moves), Ok(distance)) => {
                assert_eq!(board.after(moves), Some(goal));
                assert!(moves.len() <= diameter);
                assert!(moves.len() == distance as usize || !proved && !checked, "{board}");
            }
            (Err(Error::Unsolvable(_)), Err(Error::Unsolvable(_))) => {}
            (Err(Error::Table { .. }), _) => assert!(!proved, "{board}"),
            (found, expected) => panic!("{board}: {found:?}, {expected:?}"),
        }
        let expected = match &found {
            Ok(moves) => Some(Some(moves.iter().copied().collect::<PackedMoves>())),
            Err(Error::Unsolvable(_)) => Some(None),
            Err(_) => None,
        };
        for batch in [&walks, &unpacks] {
            let (mut solution, mut distance) = ([None], [None]);
            let solved = batch.solutions(&[board], &mut solution).ok().map(|()| solution[0]);
            assert_eq!(solved, expected, "{board}");
            let asked = batch.distances(&[board], &mut distance).ok().map(|()| distance[0]);
            let expected = expected.map(|moves| moves.map(|moves| moves.len() as u32));
            assert_eq!(asked, expected, "{board}");
        }
        if let Ok(moves) = oracle.optimal_moves(&board) {
            assert_eq!(moves - board.legal_moves(), MoveSet::EMPTY, "{board}");
            assert_eq!(moves.is_empty(), board == goal, "{board}");
        }
        let _ = oracle.count_solutions(&board);
        for solution in oracle.solutions(&board).into_iter().flatten().take(20).flatten() {
            assert_eq!(board.after(&solution), Some(goal), "{board}");
            assert_eq!(found.as_ref().map(|moves| moves.len()).ok(), Some(solution.len()));
        }
    }
    assert_eq!(Orbit::from(&goal), orbit);
}

fn swaps(table: &Arc<Table>, side: swap::Side, proved: bool) {
    let oracle = swap::Oracle::new(Arc::clone(table)).expect("its own puzzle");
    let truth = swap::Oracle::embedded(side);
    for text in ["1234", "1243", "4321", "2143", "3412", "2413", "4123"] {
        let board: swap::Board = text.parse().expect("a board of 2x2");
        match oracle.solution(&board) {
            Ok(moves) => {
                let end = moves.iter().fold(board, |board, mv| board.exchanged(mv.cells));
                assert_eq!(end, swap::Board::goal(side), "{board}");
                assert!(moves.windows(2).all(|pair| pair[0].kind != pair[1].kind), "{board}");
                let right = truth.solution(&board).expect("embedded");
                assert!(moves == right || !proved, "{board}");
            }
            Err(Error::Table { .. }) => assert!(!proved, "{board}"),
            Err(error) => panic!("{board}: {error}"),
        }
    }
}

/// The bytes with all checksums fitting, as far as they are long enough to have any.
fn with_checksums(data: &[u8]) -> Vec<u8> {
    let mut bytes = data.to_vec();
    if bytes.len() < 4096 {
        return bytes;
    }
    let word = |bytes: &[u8], at: usize| {
        usize::try_from(u64::from_le_bytes(std::array::from_fn(|i| bytes[at + i]))).unwrap_or(0)
    };
    let (entries, checksums) = (word(&bytes, 1088), word(&bytes, 1096));
    if entries < bytes.len()
        && checksums == 4096 + entries
        && bytes.len() == checksums + 4 * entries.div_ceil(4096)
    {
        for (block, start) in (4096..checksums).step_by(4096).enumerate() {
            let checksum = crc32(&bytes[start..(start + 4096).min(checksums)]);
            bytes[checksums + 4 * block..][..4].copy_from_slice(&checksum.to_le_bytes());
        }
        let checksum = crc32(&bytes[checksums..]);
        bytes[1116..1120].copy_from_slice(&checksum.to_le_bytes());
    }
    let checksum = crc32(&bytes[20..1132]);
    bytes[16..20].copy_from_slice(&checksum.to_le_bytes());
    bytes
}

/// The CRC-32 of zlib and PNG, bit by bit, so that the harness needs nothing but the library.
fn crc32(bytes: &[u8]) -> u32 {
    let step = |crc: u32| if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 };
    !bytes.iter().fold(!0, |crc, &byte| (0..8).fold(crc ^ u32::from(byte), |crc, _| step(crc)))
}

/// Judge input: answered, or a malformed case with its place, after the answers before it.
pub fn judge(data: &[u8]) {
    let Some((&which, input)) = data.split_first() else { return };
    let judge = &Judge::ALL[usize::from(which) % Judge::ALL.len()];
    let mut answers = 0u64;
    let answered = judge.answer(&TABLES, input, |answer| {
        assert!(answer.ends_with('\n'));
        answers += 1;
        Ok::<(), Error>(())
    });
    match answered {
        Ok(()) => {}
        Err(Error::Case { case, line, .. }) => {
            // What comes behind the last case is called the next.
            assert!(
                case == answers || case == answers + 1,
                "{}: case {case} after {answers} answers",
                judge.name
            );
            assert!(line >= 1);
        }
        Err(error) => panic!("{}: {error}", judge.name),
    }
}
