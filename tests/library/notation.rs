//! Moves in all notations, there and back.

use proptest::prelude::*;
use tilebase::puzzle::{Direction, Metric, Place, SmallBoard, SmallShape};
use tilebase::text::{MoveFlaw, Notation};
use tilebase::{Move, Moves, Tablebase};

/// The canonical solution of every board of 3x3, in every notation. The texts are made from the
/// cells of the boards, not by the library.
#[test]
fn every_board_of_3x3_there_and_back() {
    let tables = Tablebase::embedded();
    let oracle = tables.oracle(&SmallBoard::goal(SmallShape::default())).expect("embedded");
    let mut solved = 0;
    let mut text = Vec::new();
    for board in SmallBoard::all(SmallShape::default()) {
        let Ok(moves) = oracle.solution(&board) else { continue };
        let expected =
            [moves.to_string(), tile(&moves), tiles(&board, &moves), cells(&board, &moves)];
        for (notation, expected) in Notation::ALL.into_iter().zip(expected) {
            text.clear();
            notation.write(&moves, Metric::Single, Some(&board), &mut text).expect("legal moves");
            assert_eq!(text, expected.as_bytes(), "{board} {notation}");
            assert_eq!(
                notation.parse_on(&text, Metric::Single, &board).as_ref(),
                Ok(&moves),
                "{board}"
            );
        }
        solved += 1;
    }
    assert_eq!(solved, 181_440);
}

/// Words and arrows are written for people, and read again as where the blank goes.
#[test]
fn words_and_arrows_there_and_back() {
    let words = ["down", "left", "right", "up"];
    let arrows = ["↓", "←", "→", "↑"];
    let tables = Tablebase::embedded();
    let oracle = tables.oracle(&SmallBoard::goal(SmallShape::default())).expect("embedded");
    let solvable = SmallBoard::all(SmallShape::default()).step_by(997);
    for (board, moves) in solvable.filter_map(|board| Some((board, oracle.solution(&board).ok()?)))
    {
        for (notation, names, between) in
            [(Notation::Words, words, " "), (Notation::Arrows, arrows, "")]
        {
            let name = |mv: char| names["dlru".find(mv).expect("a letter")];
            let expected: Vec<_> = moves.to_string().chars().map(name).collect();
            let written = notation.format(&moves, Metric::Single).expect("no board is needed");
            assert_eq!(written, expected.join(between));
            assert_eq!(notation.parse_on(&written, Metric::Single, &board).as_ref(), Ok(&moves));
        }
    }
    let multi: Moves = "d2lr3".parse().expect("moves");
    for (notation, expected) in
        [(Notation::Words, "down2 left right3"), (Notation::Arrows, "↓2 ← →3")]
    {
        let written = notation.format(&multi, Metric::Multi).expect("no board is needed");
        assert_eq!(written, expected);
        assert_eq!(notation.parse(&written, Metric::Multi).as_ref(), Ok(&multi));
    }
}

/// No run is longer than those that are read.
#[test]
fn long_runs_are_written_as_several() {
    let long: Moves = "d".repeat(250).parse().expect("moves");
    let written = Notation::Tile.format(&long, Metric::Single).expect("no board is needed");
    assert_eq!(written, "U64U64U64U58");
    assert_eq!(Notation::Tile.parse(written.as_bytes(), Metric::Single).as_ref(), Ok(&long));
    let runs = long.in_metric(Metric::Multi);
    for (notation, expected) in
        [(Notation::Blank, "d64d64d64d58"), (Notation::Tile, "U64U64U64U58")]
    {
        let written = notation.format(&runs, Metric::Multi).expect("no board is needed");
        assert_eq!(written, expected);
        assert_eq!(notation.parse(&written, Metric::Multi).as_ref(), Ok(&runs));
    }
}

/// The direction of the tile, with runs counted.
fn tile(moves: &Moves) -> String {
    let mut text = String::new();
    for run in moves.chunk_by(|a, b| a == b) {
        text.push(match run[0].direction() {
            Direction::Down => 'U',
            Direction::Left => 'R',
            Direction::Right => 'L',
            Direction::Up => 'D',
        });
        if run.len() > 1 {
            text += &run.len().to_string();
        }
    }
    text
}

/// The row and the column where the blank goes.
fn cells(board: &SmallBoard, moves: &Moves) -> String {
    let mut cell = board.blank_cell();
    let cells = moves.iter().map(|mv| {
        cell = match mv.direction() {
            Direction::Down => cell + 3,
            Direction::Left => cell - 1,
            Direction::Right => cell + 1,
            Direction::Up => cell - 3,
        };
        format!("r{}c{}", cell / 3 + 1, cell % 3 + 1)
    });
    cells.collect::<Vec<_>>().join(" ")
}

/// The tile that stands where the blank goes.
fn tiles(board: &SmallBoard, moves: &Moves) -> String {
    let mut cells = board.cells().to_vec();
    let mut blank = board.blank_cell();
    let mut numbers = Vec::new();
    for mv in moves.iter() {
        let to = match mv.direction() {
            Direction::Down => blank + 3,
            Direction::Left => blank - 1,
            Direction::Right => blank + 1,
            Direction::Up => blank - 3,
        };
        numbers.push(cells[to].to_string());
        cells.swap(blank, to);
        blank = to;
    }
    numbers.join(" ")
}

/// Without a board a long run is refused, and with one it ends where the board does.
#[test]
fn counts_that_no_board_has_take_no_memory() {
    let board: SmallBoard = "1 2 3 x 4 5 6 7 8".parse().expect("a board");
    for count in [65, 1_000_000, u64::MAX] {
        let text = format!("d{count}");
        let error = Notation::Blank.parse(&text, Metric::Single).expect_err("too many");
        assert_eq!(error.flaw, MoveFlaw::Run { count });
        let moves = Notation::Blank.read_on(text.as_bytes(), Metric::Single, &board);
        let moves: Vec<_> = moves.collect();
        assert_eq!(moves.len(), 2, "{moves:?}");
        assert_eq!(moves[0], Ok(Move::DOWN));
        let error = moves[1].as_ref().expect_err("below the last row");
        assert_eq!(
            error.flaw,
            MoveFlaw::Leaves { written: "d".to_owned(), blank: Place { cell: 6, cols: 3 } }
        );
    }
}

/// Moves that were written are read, and read from the end they lead back.
#[test]
fn inverted_and_simplified_moves_lead_to_the_same_boards() {
    let mut random = 1u64;
    for shape in SmallShape::all(16) {
        for length in 0..60 {
            let mut board = SmallBoard::goal(shape);
            let mut moves = Moves::default();
            while moves.len() < length {
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let mv = Move::ONE_CELL[(random >> 62) as usize];
                if let Some(next) = board.moved(mv) {
                    board = next;
                    moves.push(mv);
                }
            }
            let goal = SmallBoard::goal(shape);
            assert_eq!(board.after(&moves.inverted()), Some(goal));
            let simple = moves.simplified();
            assert_eq!(goal.after(&simple), Some(board));
            assert!(simple.windows(2).all(|pair| pair[0] != pair[1].inverse()), "{simple}");
            assert_eq!(simple.len() % 2, length % 2);
            for notation in Notation::ALL {
                let text = notation.format_on(&moves, Metric::Single, &goal).expect("legal moves");
                assert_eq!(
                    notation.parse_on(&text, Metric::Single, &goal).as_ref(),
                    Ok(&moves),
                    "{text}"
                );
                let packed: Result<Moves, _> =
                    notation.read_on(text.as_bytes(), Metric::Single, &goal).collect();
                assert_eq!(packed.as_ref(), Ok(&moves));
            }
        }
    }
}

proptest! {
    #[test]
    fn any_bytes_are_moves_or_an_error(bytes in prop::collection::vec(any::<u8>(), 0..40)) {
        crate::harness::moves(&bytes);
    }

    #[test]
    fn near_moves_are_moves_or_an_error(text in "([udlrUDLR]|[udlrUDLR][0-9]{1,3}|[ ,x]){0,12}") {
        crate::harness::moves(text.as_bytes());
    }

    #[test]
    fn near_tiles_are_moves_or_an_error(text in "([0-9]{1,2}[ ,]){0,12}") {
        crate::harness::moves(text.as_bytes());
    }
}

/// Quotes around moves are those of a list. Behind a move they are no prime, which would mean the
/// opposite move elsewhere.
#[test]
fn a_prime_is_an_error() {
    let read = |text: &str| Notation::Tile.parse(text.as_bytes(), Metric::Single);
    for (text, number, column) in
        [("U2'", 1, 1), ("R U2' L", 2, 3), ("U' R'", 1, 1), ("['U', R']", 2, 7), ("[\"D'\"]", 1, 3)]
    {
        let error = read(text).unwrap_err();
        assert_eq!(
            (error.flaw, error.number, error.column),
            (MoveFlaw::Prime, number, column),
            "{text}"
        );
    }
    for text in ["'U2R'", "['U','U','R']", "'U2' 'R'", "(U2 R)"] {
        assert_eq!(read(text).unwrap().to_string(), "ddl", "{text}");
    }
    assert!("d'".parse::<Moves>().is_err());
}
