//! The forms of boards that people have beside the usual ones: each is read as the usual text is,
//! and what could mean two things is an error.

use proptest::prelude::*;
use tilebase::Position;
use tilebase::puzzle::Extent;

use crate::move_forms::walked;

fn read(text: &str) -> Result<String, String> {
    let board = Position::parse(text, None);
    board.map(|board| board.to_string()).map_err(|why| why.to_string())
}

#[test]
fn every_form_is_one_board() {
    for text in [
        "1/2/3/4/0/6/7/5/8",
        "1-2-3-4-0-6-7-5-8",
        "1_2_3_4_0_6_7_5_8",
        "1:2:3:4:0:6:7:5:8",
        "1.2.3.4.0.6.7.5.8",
        "1-2-3\n4-x-6\n7-5-8\n",
        "1,2,3,4,,6,7,5,8",
        "1;2;3;4;;6;7;5;8",
        "1\t2\t3\t4\t\t6\t7\t5\t8",
        "1,2,3\n4,,6\n7,5,8",
        "1\t2\t3\n4\t\t6\n7\t5\t8\n",
        "| 1 | 2 | 3 |\n|---|---|---|\n| 4 |   | 6 |\n| 7 | 5 | 8 |\n",
        "+---+---+---+\n| 1 | 2 | 3 |\n| 4 |   | 6 |\n| 7 | 5 | 8 |\n+---+---+---+",
        "┌───┬───┬───┐\n│ 1 │ 2 │ 3 │\n│ 4 │   │ 6 │\n│ 7 │ 5 │ 8 │\n└───┴───┴───┘",
        "01 02 03 04 00 06 07 05 08",
        "[[1,2,3],[4,,6],[7,5,8]]",
        r#"[["1","2","3"],["4","","6"],["7","5","8"]]"#,
        r#"[["1","2","3"],["4"," ","6"],["7","5","8"]]"#,
        "[[1,2,3],[4,null,6],[7,5,8]]",
        "board = [[1, 2, 3], [4, 0, 6], [7, 5, 8]]",
        "start_state = ((1, 2, 3), (4, 0, 6), (7, 5, 8))",
        r#""board": [[1,2,3],[4,0,6],[7,5,8]]"#,
        "array([[1, 2, 3],\n       [4, 0, 6],\n       [7, 5, 8]])",
        "np.array([1, 2, 3, 4, 0, 6, 7, 5, 8]).reshape(3, 3)",
        "tensor([[1, 2, 3],\n        [4, 0, 6],\n        [7, 5, 8]], dtype=torch.uint8)",
        "int[][] board = {{1,2,3},{4,0,6},{7,5,8}};",
        "const board: number[] = [1, 2, 3, 4, 0, 6, 7, 5, 8];",
        "vector<vector<int>> b = {{1, 2, 3}, {4, 0, 6}, {7, 5, 8}};",
        "[1,2,3],[4,0,6],[7,5,8]",
        "x = [1,2,3],[4,0,6],[7,5,8]",
        "[[1. 2. 3.]\n [4. 0. 6.]\n [7. 5. 8.]]",
        "1.0 2.0 3.0 4.0 0.0 6.0 7.0 5.0 8.0",
        "tensor([[1., 2., 3.], [4., 0., 6.], [7., 5., 8.]])",
    ] {
        assert_eq!(read(text).as_deref(), Ok("1 2 3 4 x 6 7 5 8"), "{text}");
    }
    assert_eq!(read("board = [[4,1,2],[5,0,3]]").as_deref(), Ok("4 1 2 / 5 x 3"));
    // Read as before.
    assert_eq!(read("0 1 2 3").as_deref(), Ok("x 1 / 2 3"));
    assert_eq!(read("12345678.").as_deref(), Ok("1 2 3 4 5 6 7 8 x"));
}

#[test]
fn what_could_mean_two_things_is_an_error() {
    for text in [
        "1,2,3,\n4,5,6,\n7,8,",
        "1,2,3,4,5,6,7,8,",
        "1,2,,4,,6,7,5,8",
        "1,2,3,4,,0,7,5,8",
        "1-2-3-4 0 6-7-5-8",
        "1-2/3-4/0-6/7-5/8",
        "1.5 2.0 3.0 4.0 0.0 6.0 7.0 5.0 8.0",
        "board = 1",
        "= [",
        "f([1, 2, 3])",
    ] {
        assert!(read(text).is_err(), "{text}: {:?}", read(text));
    }
}

/// Writes a board in a form.
fn written(board: &Position, size: Extent, form: usize) -> String {
    let cell = |number: usize, blank: &str| match board.tile_at(number) {
        0 => blank.to_owned(),
        tile => tile.to_string(),
    };
    let rows = |blank: &str, between: &str, between_rows: &str| {
        let row = |row: usize| {
            let cells = (0..size.cols).map(|col| cell(row * size.cols + col, blank));
            cells.collect::<Vec<_>>().join(between)
        };
        (0..size.rows).map(row).collect::<Vec<_>>().join(between_rows)
    };
    match form {
        0 => format!("board = [[{}]]", rows("0", ", ", "], [")),
        1 => format!("array([[{}]])", rows("0", ", ", "],\n       [")),
        2 => format!("int[][] b = {{{{{}}}}};", rows("0", ",", "},{")),
        3 => format!("[[{}.]]", rows("0", ". ", ".]\n [")),
        4 => format!("| {} |", rows(" ", " | ", " |\n| ")),
        5 => format!("[[\"{}\"]]", rows("", "\",\"", "\"],[\"")),
        6 => rows("x", "-", "\n"),
        7 => rows("0", ":", "\n"),
        _ => format!("tensor([[{}]], dtype=torch.int64)", rows("0", ", ", "], [")),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// A random board of any size is read alike in every form. With a byte changed, the text is an
    /// error or the same board: no other one, since two tiles would have to change.
    #[test]
    fn every_form_of_a_board_is_read(
        (rows, cols) in (2..11usize, 2..11usize),
        steps in prop::collection::vec(0..4usize, 0..200),
        change in any::<(prop::sample::Index, u8)>(),
    ) {
        let size = Extent { rows, cols };
        let (board, _) = walked(&Position::goal(size).expect("a size"), &steps);
        for form in 0..9 {
            let text = written(&board, size, form);
            prop_assert_eq!(Position::parse(&text, Some(size)), Ok(board.clone()), "{}", text);
            let mut changed = text.into_bytes();
            let at = change.0.index(changed.len());
            changed[at] = change.1;
            // A sign of the blank in an empty cell's place was read before there were such cells.
            if b"-*._xX0".contains(&change.1) {
                continue;
            }
            if let Ok(read) = Position::parse(&changed, Some(size)) {
                prop_assert_eq!(&read, &board, "{}", String::from_utf8_lossy(&changed));
            }
        }
    }
}
