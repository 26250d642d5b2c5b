//! Tests of this module's own parts.

use super::*;

fn error(notation: Notation, text: &str, board: Option<&str>) -> String {
    let board = board.map(|board| board.parse().unwrap());
    notation.parse(text, board.as_ref()).unwrap_err().to_string()
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
    let board: Board = "1 2 3 4 5 6 7 8 x".parse().unwrap();
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
            assert_eq!(notation.parse(text, Some(&board)).as_ref(), Ok(&expected), "{text:?}");
            let without = notation.parse(text, None);
            assert_eq!(without.is_ok(), !notation.needs_board(), "{text:?}");
        }
        let bounded = format!("4..6 {}", texts[0]);
        assert_eq!(notation.parse(&bounded, Some(&board)).as_ref(), Ok(&expected), "{bounded}");
        for empty in ["", " \n"] {
            assert_eq!(notation.parse(empty, Some(&board)), Ok(Moves::default()));
        }
    }
    assert_eq!(Notation::Tile.format(&expected, None).as_deref(), Ok("D2R2"));
    assert_eq!(
        Notation::Tile.format(&"ddddddddddl".parse::<Moves>().unwrap(), None).as_deref(),
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
        (Blank, "d0", "move 1, column 1: a run of 0: expected 1 to 99"),
        (Blank, "d100", "move 1, column 1: a run of 100: expected 1 to 99"),
        (
            Tile,
            "d999999999999999999999999",
            "move 1, column 1: a run of 18446744073709551615: expected 1 to 99",
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
        (Tiles, "85", "move 1, column 1: expected a tile from 1 to 8, found `85`", ""),
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
    let board = "12345678x".parse().unwrap();
    let moves: Moves = "llld".parse().unwrap();
    let mut text = b"before".to_vec();
    let error = Notation::Tiles.write(moves.iter().copied(), Some(&board), &mut text);
    assert_eq!(
        error.unwrap_err().to_string(),
        "move 3, column 4: `l` leaves the board: the blank is in row 3, column 1"
    );
    let error = Notation::Tiles.write_set(MoveSet::from(Move::Up), None, &mut text);
    assert_eq!(error.unwrap_err().flaw, MoveFlaw::NeedsBoard);
    assert_eq!(text, b"before");
}
