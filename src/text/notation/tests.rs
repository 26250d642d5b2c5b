//! Tests of this module's own parts.

use super::*;
use crate::puzzle::GoalName;

const SINGLE: Metric = Metric::Single;

fn error(notation: Notation, text: &str, board: Option<&str>) -> String {
    let read = match board.map(|board| board.parse::<SmallBoard>().unwrap()) {
        Some(board) => notation.parse_on(text, SINGLE, &board),
        None => notation.parse(text, SINGLE),
    };
    read.unwrap_err().to_string()
}

#[test]
fn names_are_read_back() {
    for (name, notation) in Notation::NAMES.iter().copied() {
        assert_eq!(name.to_uppercase().parse(), Ok(notation));
        assert_eq!(notation.to_string(), name);
    }
}

#[test]
fn texts_that_mean_the_same() {
    let board: SmallBoard = "1 2 3 4 5 6 7 8 x".parse().unwrap();
    let expected: Moves = "uull".parse().unwrap();
    for (notation, texts) in [
        (Notation::Blank, ["uull", "UULL", "u2l2", " U2\tL2\n", "['u', \"u\"; (l,l)]"]),
        (Notation::Tile, ["DDRR", "ddrr", "D2R2", " d2\tr2\n", "D02R1 R"]),
        (Notation::Tiles, ["6 3 2 1", "6,3,2,1", " 6\t3, 2 ,1\n", "06 003 2 1", "6,,3 2 1,"]),
        (
            Notation::Cells,
            [
                "r2c3 r1c3 r1c2 r1c1",
                "(2,3) (1,3) (1,2) (1,1)",
                "[[2, 3], [1, 3], [1, 2], [1, 1]]",
                "slide 2 3\nslide 1 3\nslide 1 2\nslide 1 1\n",
                "2 3 1 3 1 2 1 1",
            ],
        ),
    ] {
        for text in texts {
            assert_eq!(notation.parse_on(text, SINGLE, &board).as_ref(), Ok(&expected), "{text:?}");
            let without = notation.parse(text, SINGLE);
            assert_eq!(without.is_ok(), !notation.needs_board(), "{text:?}");
        }
        let bounded = format!("4..6 {}", texts[0]);
        assert_eq!(
            notation.parse_on(&bounded, SINGLE, &board).as_ref(),
            Ok(&expected),
            "{bounded}"
        );
        for empty in ["", " \n"] {
            assert_eq!(notation.parse_on(empty, SINGLE, &board), Ok(Moves::default()));
        }
    }
    assert_eq!(Notation::Tile.format(&expected, SINGLE).as_deref(), Ok("D2R2"));
    assert_eq!(
        Notation::Tile.format(&"ddddddddddl".parse::<Moves>().unwrap(), SINGLE).as_deref(),
        Ok("U10R")
    );
}

#[test]
fn errors_say_which_move_where_and_what_was_expected() {
    use Notation::{Blank, Tile, Tiles};
    for (notation, text, expected) in [
        (Blank, "dxu", "move 2, column 2: expected one of d, l, r, u, found `x`"),
        (Tile, "D2 é", "move 3, column 4: expected one of D, L, R, U, found `é`"),
        (Blank, "3", "move 1, column 1: expected one of d, l, r, u, found `3`"),
        (Blank, "d+l", "move 2, column 2: expected one of d, l, r, u, found `+`"),
        (Blank, "d0", "move 1, column 1: a run of 0: expected 1 to 64"),
        (Blank, "d100", "move 1, column 1: a run of 100: expected 1 to 64"),
        (
            Tile,
            "d999999999999999999999999",
            "move 1, column 1: a run of 18446744073709551615: expected 1 to 64",
        ),
        (
            Tiles,
            "8 7",
            "move 1, column 1: tiles and cells are moves only on a board, and there is none",
        ),
    ] {
        assert_eq!(error(notation, text, None), expected, "{text:?}");
    }
    for (notation, text, expected, other) in [
        (
            Blank,
            "l u9",
            "move 4, column 3: `u` leaves the board: the blank is in row 1, column 2",
            "",
        ),
        (Tile, "RRR", "move 3, column 3: `R` moves no tile: the blank is in row 3, column 1", ""),
        (
            Tile,
            "ul",
            "move 1, column 1: `U` moves no tile: the blank is in row 3, column 3",
            "blank",
        ),
        (Blank, "8 5", "move 1, column 1: expected one of d, l, r, u, found `8`", "tiles"),
        (
            Tiles,
            "8 1",
            "move 2, column 3: tile 1 is not beside the blank, which is in row 3, column 2",
            "",
        ),
        (Tiles, "8 9", "move 2, column 3: expected a tile from 1 to 8, found `9`", ""),
        (Tiles, "0", "move 1, column 1: expected a tile from 1 to 8, found `0`", ""),
        (Tiles, "89", "move 1, column 1: expected a tile from 1 to 8, found `89`", ""),
        (Tiles, "u", "move 1, column 1: expected a tile from 1 to 8, found `u`", "blank"),
    ] {
        let mut expected = expected.to_owned();
        if !other.is_empty() {
            expected += "; all moves would be legal in the notation `";
            expected += other;
            expected += "`";
        }
        assert_eq!(error(notation, text, Some("12345678x")), expected, "{text:?}");
    }
}

#[test]
fn what_cannot_be_written_leaves_the_text_alone() {
    let board: SmallBoard = "12345678x".parse().unwrap();
    let moves: Moves = "llld".parse().unwrap();
    let mut text = b"before".to_vec();
    let error = Notation::Tiles.write(&moves, SINGLE, Some(&board), &mut text);
    assert_eq!(
        error.unwrap_err().to_string(),
        "move 3, column 4: `l` leaves the board: the blank is in row 3, column 1"
    );
    let error =
        Notation::Tiles.write_set([Move::UP].into_iter().collect(), None::<&SmallBoard>, &mut text);
    assert_eq!(error.unwrap_err().flaw, MoveFlaw::NeedsBoard);
    assert_eq!(text, b"before");
}

#[test]
fn runs_are_moves_of_the_multi_tile_metric() {
    let board: SmallBoard = "1 2 3 / 4 5 6 / x 7 8".parse().unwrap();
    let metric = Metric::Multi;
    for (notation, text, expected) in [
        (Notation::Blank, "r2", "r2"),
        (Notation::Blank, "rr", "rr"),
        (Notation::Blank, "r1 r", "rr"),
        (Notation::Tile, "L2", "r2"),
        (Notation::Tile, "d2l2u2", "u2r2d2"),
        (Notation::Tiles, "8", "r2"),
        (Notation::Tiles, "7 8", "rr"),
        (Notation::Tiles, "1, 3", "u2r2"),
    ] {
        let moves = notation.parse_on(text, metric, &board).unwrap();
        assert_eq!(moves.to_string(), expected, "{text}");
        let written = notation.format_on(&moves, metric, &board).unwrap();
        assert_eq!(notation.parse_on(written, metric, &board), Ok(moves), "{text}");
    }
    for (notation, text, error) in [
        (
            Notation::Blank,
            "ur3",
            "move 2, column 2: `r3` goes too far: the blank is in row 2, column 1",
        ),
        (Notation::Blank, "r0", "move 1, column 1: a run of 0: expected 1 to 64"),
        (
            Notation::Tiles,
            "8 5 5",
            "move 2, column 3: tile 5 is neither in the row nor in the column of the blank, \
             which is in row 3, column 3",
        ),
        (
            Notation::Blank,
            "l2",
            "move 1, column 1: `l2` goes too far: the blank is in row 3, column 1; all moves would \
             be legal in the notation `tile`",
        ),
    ] {
        let found = notation.parse_on(text, metric, &board).unwrap_err();
        assert_eq!(found.to_string(), error, "{text}");
    }
    // The blank among tiles counts none of them.
    for text in ["5 x 8", "9 x 8"] {
        let found = Notation::Tiles.parse_on(text, metric, &board);
        assert!(found.is_err(), "{text}: {found:?}");
    }
    let moves: Moves = "r3".parse().unwrap();
    assert_eq!(Notation::Tiles.format(&moves, metric).unwrap_err().number, 1);
    assert!(Notation::Tiles.format_on(&moves, metric, &board).is_err());
}

/// Without a board a run has at most as many cells as a move can go, and on any board, too.
#[test]
fn runs_are_not_longer_than_any_move() {
    for metric in [Metric::Single, Metric::Multi] {
        assert_eq!(Notation::Blank.parse("r64", metric).unwrap().singles().len(), 64);
        let why = Notation::Blank.parse("r65", metric).unwrap_err().to_string();
        assert_eq!(why, "move 1, column 1: a run of 65: expected 1 to 64");
    }
    let wide = GoalName::First.large_board(Shape { rows: 2, cols: 80 }).unwrap();
    let moves = Notation::Blank.parse_on("r79", Metric::Single, &wide).unwrap();
    assert_eq!(moves.len(), 79);
    let why = Notation::Blank.parse_on("r79", Metric::Multi, &wide).unwrap_err();
    assert_eq!(why.flaw, MoveFlaw::Run { count: 79 });
    assert_eq!(moves.in_metric(Metric::Multi).to_string(), "r64r15");
}
