//! The forms of moves that people have: each is read as the letters are, through everything that
//! reads moves, and what could mean two things is an error that names both.

use proptest::prelude::*;
use tilebase::puzzle::{Metric, Shape};
use tilebase::text::{MoveFlaw, Notation};
use tilebase::{Board, Move, Moves};

/// The moves of the blank that a text means, whatever the board.
fn read(text: &str, notation: Notation) -> String {
    let way = notation.parse(text, Metric::Single);
    way.map_or_else(|why| why.to_string(), |way| way.to_string())
}

#[test]
fn words_arrows_and_counts_are_letters() {
    for text in [
        "right, down, right",
        "Right Down Right",
        "rightdownright",
        "→↓→",
        "→ ↓ →",
        ">v>",
        "> v >",
        "['right', 'down', 'right']",
        r#"["RIGHT","DOWN","RIGHT"]"#,
        "right -> down -> right",
        "right => down => right",
        "r -> d -> r",
        "r;d;r",
        "r | d | r",
        "r-d-r",
        "⇒⇓⇒",
        "➡️⬇️➡️",
        "➡⬇➡",
        "👉👇👉",
        "▶️🔽▶️",
        "￫￬￫",
        "right\ndown\nright\n",
        "right\r\ndown\r\nright",
        "“right”, “down”, “right”",
        "{right, down, right}",
        "moves: right, down, right",
        "solution = ['right', 'down', 'right']",
        "right then down then right",
        "1 right, 1 down, 1 right",
        "130..180 rdr",
        " 3.. right, down, right",
        "3 moves: rdr",
        "3 steps: right, down, right",
        "1. right\n2. down\n3. right",
        "1. Right. \r\n2. Down.\r\n3. Right.",
        "Solution:\n\n1. r\n\n2. d\n\n3. r\n",
        "1. R 2. D 3. R",
        "1: right 2: down right",
        "**Move 1:** right\n**Move 2:** down\n**Move 3:** right",
        "- Move 1: right\n- Move 2: down\n- Move 3: right",
        "1. right x1, down 2. right",
        r"\boxed{rdr}",
        r"$\boxed{\text{right}, \text{down}, \text{right}}$",
    ] {
        assert_eq!(read(text, Notation::Blank), "rdr", "{text}");
        // There a direction is the tile's.
        assert_eq!(read(text, Notation::Tile), "lul", "{text}");
    }
    for text in [
        "2 down, right",
        "down 2, right",
        "D2R",
        "↓2 →",
        "↓2→1",
        "2↓1→",
        "2↓, →",
        "down x2, right",
        "2x down, right",
        "2 × down, right",
        "d 2, r",
        "down*2 , right",
        "2 down 1 right",
        "2↓1→",
        "d2 r1",
        "d2\nr",
        "down down right",
    ] {
        assert_eq!(read(text, Notation::Blank), "ddr", "{text}");
    }
}

/// The forms that Python and the module are tested with, too.
#[test]
fn forms_of_every_door() {
    let text = include_str!("../common/move_forms.json");
    let groups: serde_json::Value = serde_json::from_str(text).expect("JSON");
    for group in groups.as_array().expect("groups") {
        let field = |name: &str| group[name].as_str();
        let board: Board = field("board").expect("a board").parse().expect("a board");
        let notation: Notation = field("notation").expect("a name").parse().expect("a notation");
        for text in group["texts"].as_array().expect("texts") {
            let text = text.as_str().expect("a text");
            let read = notation.parse_on(text, Metric::Single, &board);
            match (read, field("moves")) {
                (Ok(way), Some(moves)) => assert_eq!(way.to_string(), moves, "{notation} {text}"),
                (Ok(way), None) => panic!("{notation} {text}: {way}"),
                (Err(why), moves) => {
                    let wrong = field("wrong").filter(|_| moves.is_none());
                    let is_expected = wrong.is_some_and(|it| why.to_string().contains(it));
                    assert!(is_expected, "{notation} {text}: {why}");
                }
            }
        }
    }
}

#[test]
fn a_count_is_one_move_of_several_tiles() {
    for text in ["d2r", "2 down, right", "down x2, 1 right", "2↓, →", "down 2\nright"] {
        let way = Notation::Blank.parse(text, Metric::Multi);
        assert_eq!(way.map(|way| way.to_string()).as_deref(), Ok("d2r"), "{text}");
    }
}

#[test]
fn what_could_mean_two_things_is_an_error() {
    let expected = [
        ("rvd", 2, "`v` is an arrow of `<`, `>`, `^` and `v` beside letters"),
        ("right, d", 2, "`d` is a letter beside words"),
        ("→ right", 2, "`right` is a word beside arrows"),
        ("->v->", 1, "`->` separates moves, and `<`, `>`, `^` and `v` are moves"),
        ("<- -> <-", 1, "`->` separates moves, and `<`, `>`, `^` and `v` are moves"),
        ("1 right 2 down 3 left", 1, "counts or the numbers of steps"),
        ("1 right\n2 down\n3 left", 1, "counts or the numbers of steps"),
        ("right 1. down 2. left", 2, "counts or the numbers of steps"),
        ("2. right 3. down", 1, "counts or the numbers of steps"),
        ("1. right 3. down", 2, "counts or the numbers of steps"),
        ("1. 2. right", 1, "counts or the numbers of steps"),
        ("1.right", 1, "counts or the numbers of steps"),
        ("1.", 1, "expected one of d, l, r, u, found `1`"),
        ("tile right", 1, "expected one of d, l, r, u, found `t`"),
        (r"\right", 1, r"expected one of d, l, r, u, found `\`"),
        ("2 down right", 1, "a number beside some of these moves"),
        ("right 2 down", 2, "a number beside some of these moves"),
        ("E S E", 1, "expected one of d, l, r, u, found `E`"),
        ("dlx", 3, "expected one of d, l, r, u, found `x`"),
        ("rigth", 2, "expected one of d, l, r, u, found `i`"),
        ("5 8 7", 1, "expected one of d, l, r, u, found `5`"),
        ("right'", 2, "`'` behind a move means nothing here"),
        ("0 down", 1, "a run of 0: expected 1 to 64"),
        ("100 down", 1, "a run of 100: expected 1 to 64"),
    ];
    for (text, number, why) in expected {
        let wrong = Notation::Blank.parse(text, Metric::Single);
        let wrong = wrong.expect_err(text);
        let is_counted = wrong.number == number || matches!(wrong.flaw, MoveFlaw::DashAndSigns);
        assert!(is_counted && wrong.flaw.to_string().contains(why), "{text}: {wrong}");
    }
}

#[test]
fn errors_quote_what_was_written() {
    let board: Board = "x 1 2 3 4 5 6 7 8".parse().expect("a board");
    for (text, metric, expected) in [
        ("→ ↓ ← ←", Metric::Single, "move 4, column 13: `←` leaves the board"),
        ("right, UP", Metric::Single, "move 2, column 8: `UP` leaves the board"),
        ("2 right, 3 down", Metric::Multi, "move 2, column 10: `3 down` goes too far"),
    ] {
        let wrong = Notation::Blank.parse_on(text.as_bytes(), metric, &board);
        let wrong = wrong.expect_err(text).to_string();
        assert!(wrong.starts_with(expected), "{text}: {wrong}");
    }
    let wrong = Notation::Blank.parse_on("up".as_bytes(), Metric::Single, &board);
    let wrong = wrong.expect_err("it leaves the board").to_string();
    assert!(wrong.ends_with("all moves would be legal in the notation `tile`"), "{wrong}");
}

#[test]
fn a_direction_may_stand_beside_a_tile() {
    let board: Board = "1 2 3 4 x 6 7 5 8".parse().expect("a board");
    let read = |text: &str, metric| {
        let way = Notation::Tiles.parse_on(text.as_bytes(), metric, &board);
        way.map_or_else(|why| why.to_string(), |way| way.to_string())
    };
    for text in [
        "5 8",
        "5 up, 8 left",
        "5U 8L",
        "U5 L8",
        "5↑ 8←",
        "up 5\nleft 8",
        "5 ^, 8 <",
        "5 -> 8",
        "5/8",
        "Move tile 5, then slide the tile 8.",
        "1. 5\n2. 8",
        "1. 5 2. 8",
        "1. Move tile 5 up.\n2. Move tile 8 left.",
        "Move 1: 5\nStep 2: 8",
        "5.\n8.",
        r"$\boxed{5 8}$",
        r"\boxed{5, 8}.",
    ] {
        assert_eq!(read(text, Metric::Single), "dr", "{text}");
    }
    // Of a run, the farthest tile has the number.
    let corner: Board = "1 2 3 4 5 6 x 7 8".parse().expect("a board");
    let way = Notation::Tiles.parse_on(b"8 left", Metric::Multi, &corner);
    assert_eq!(way.map(|way| way.to_string()).as_deref(), Ok("r2"));
    for (text, why) in [
        ("5 down", "tile 5 slides up, not `5 down`"),
        ("5 up 8", "a direction beside some of these tiles"),
        ("(3,2) (3,3)", "pairs of numbers in brackets are cells"),
        ("5 <b>", "move 2, column 3: expected a tile from 1 to 8, found `<b>`"),
        ("5+3", "move 1, column 1: expected a tile from 1 to 8, found `5+3`"),
        ("5 foo", "expected a tile from 1 to 8, found `foo`"),
        ("rdr", "expected a tile from 1 to 8, found `rdr`"),
        ("9 up", "expected a tile from 1 to 8, found `9`"),
        ("1. 2. 3.", "tile 1 is not beside the blank"),
        ("1. 5 8. 7", "counts or the numbers of steps"),
        ("tile 1: up", "tile 1 is not beside the blank"),
    ] {
        let wrong = read(text, Metric::Single);
        assert!(wrong.contains(why), "{text}: {wrong}");
    }
}

/// The board after the moves of these numbers, and those that are legal.
pub fn walked(start: &Board, steps: &[usize]) -> (Board, Moves) {
    let (mut board, mut way) = (start.clone(), Vec::new());
    for &step in steps {
        if let Some(after) = board.after(&Moves::from_iter([Move::ONE_CELL[step]])) {
            board = after;
            way.push(Move::ONE_CELL[step]);
        }
    }
    (board, way.into_iter().collect())
}

/// Writes moves in a form.
fn written(way: &Moves, form: usize, case: bool) -> String {
    let word = |mv: &Move| ["down", "left", "right", "up"][mv.direction() as usize].to_owned();
    let sign = |mv: &Move, signs: &str| {
        signs.chars().nth(mv.direction() as usize).unwrap_or('?').to_string()
    };
    let each = |write: &dyn Fn(&Move) -> String, between: &str| {
        way.iter().map(write).collect::<Vec<_>>().join(between)
    };
    let text = match form {
        0 => each(&word, ", "),
        1 => each(&|mv| format!("'{}'", word(mv)), ", "),
        2 => each(&|mv| sign(mv, "↓←→↑"), ""),
        3 => each(&|mv| sign(mv, "⬇⬅➡⬆") + "\u{fe0f}", " "),
        4 => each(&|mv| sign(mv, "v<>^"), " "),
        5 => each(&word, " -> "),
        6 => each(&|mv| mv.to_string(), "; "),
        10 => format!("{}..{} {}", way.len().min(3), way.len(), each(&|mv| mv.to_string(), "")),
        11 => format!("{} moves: {}", way.len(), each(&word, " ")),
        12 => format!("Answer: {}.", each(&word, ", ")),
        13 => {
            let step = |(number, mv)| format!("{number}. {}.\n", word(mv));
            (1..).zip(way.iter()).map(step).collect()
        }
        14 => format!("$\\boxed{{{}}}$", each(&word, ", ")),
        _ => {
            let mut runs: Vec<(Move, u32)> = Vec::new();
            for &mv in way.iter() {
                match runs.last_mut() {
                    Some((last, count)) if *last == mv => *count += 1,
                    _ => runs.push((mv, 1)),
                }
            }
            let of_run = |(mv, count): &(Move, u32)| match form {
                7 => format!("{} {count}", word(mv)),
                8 => format!("{}{count}", sign(mv, "↓←→↑")),
                _ => format!("{}x{count}", word(mv)),
            };
            runs.iter().map(of_run).collect::<Vec<_>>().join(", ")
        }
    };
    if case && form != 14 { text.to_uppercase() } else { text }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    /// A random way on a board of any size is read alike in every form, in both notations.
    #[test]
    fn every_form_of_a_way_is_read(
        (rows, cols) in (2..11usize, 2..11usize),
        steps in prop::collection::vec(0..4usize, 0..60),
        case in any::<bool>(),
    ) {
        let goal = Board::goal(Shape { rows, cols }).expect("a size");
        let (_, way) = walked(&goal, &steps);
        let of_tiles: Moves = way.iter().map(|mv| mv.inverse()).collect();
        // A full stop alone is no solution.
        let forms = (0..15).filter(|&form| form != 12 || !way.is_empty());
        for form in forms {
            for (notation, directions) in [(Notation::Blank, &way), (Notation::Tile, &of_tiles)] {
                let text = written(directions, form, case);
                let read = notation.parse_on(text.as_bytes(), Metric::Single, &goal);
                prop_assert_eq!(read.map(|read| read.singles()), Ok(way.clone()), "{}", text);
            }
        }
    }
}

/// Cells are read on a board, and what is no cell of it is an error.
#[test]
fn cells_are_rows_and_columns() {
    let board: Board = "1 2 3 / 4 5 6 / 7 x 8".parse().expect("a board");
    let read = |text: &str, metric| {
        let way = Notation::Cells.parse_on(text.as_bytes(), metric, &board);
        way.map_or_else(|why| why.to_string(), |way| way.to_string())
    };
    for text in ["slide 3 3", "(3,3)", "r3c3", "R3C3", "[(3, 3)]", "row 3, column 3", "3.3"] {
        assert_eq!(read(text, Metric::Single), "r", "{text}");
    }
    assert_eq!(read("(1,2)", Metric::Multi), "u2");
    for (text, why) in [
        ("(3,3) (3", "move 2, column 8: expected a row and a column, counted from 1"),
        ("(3,x)", "move 1, column 2: expected a row and a column"),
        ("(0,3)", "move 1, column 2: row 0, column 3 is not a cell of 3x3"),
        ("(4,1)", "move 1, column 2: row 4, column 1 is not a cell of 3x3"),
        ("(3,2)", "move 1, column 2: the blank is in row 3, column 2: expected the cell of a tile"),
        ("(1,2)", "move 1, column 2: tile 2 is not beside the blank"),
        ("(99999999999999999999,2)", "move 1, column 2: row 18446744073709551615, column 2 is not"),
    ] {
        let found = read(text, Metric::Single);
        assert!(found.starts_with(why), "{text}: {found}");
    }
    let alone = Notation::Cells.parse("(3,3)", Metric::Single);
    assert!(matches!(alone.expect_err("no board").flaw, MoveFlaw::NeedsBoard));
    // Moves in another notation are said to be legal there.
    let hint = Notation::Tiles.parse_on(b"(3,3)", Metric::Single, &board);
    assert_eq!(hint.expect_err("cells").legal_in, Some(Notation::Cells));
}
