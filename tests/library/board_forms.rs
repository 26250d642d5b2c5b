//! The forms of boards that people have beside the usual ones: each is read as the usual text is,
//! and what could mean two things is an error.

use proptest::prelude::*;
use tilebase::Board;
use tilebase::puzzle::Shape;
use tilebase::text::Reading;

use crate::move_forms::walked;

fn read(text: &str) -> Result<String, String> {
    let board = Board::parse(text, None);
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
        "1;2;3\n4;0;6\n7;5;8\n",
        "1 & 2 & 3 \\\\\n4 & 0 & 6 \\\\\n7 & 5 & 8",
        "1️⃣2️⃣3️⃣\n4️⃣⬜6️⃣\n7️⃣5️⃣8️⃣",
        "1️⃣ 2️⃣ 3️⃣ 4️⃣ 🟦 6️⃣ 7️⃣ 5️⃣ 8️⃣",
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
        "int board1[3][3] = {{1, 2, 3}, {4, 0, 6}, {7, 5, 8}};",
        "let b: [[u8; 3]; 3] = [[1, 2, 3], [4, 0, 6], [7, 5, 8]];",
        "std::array<std::array<int, 3>, 3> b = {{{1, 2, 3}, {4, 0, 6}, {7, 5, 8}}};",
        "tensor([[1, 2, 3],\n        [4, 0, 6],\n        [7, 5, 8]], device='cuda:0')",
        "np.array([1, 2, 3, 4, 0, 6, 7, 5, 8]).reshape((3, 3))",
        "Board 1: [[1, 2, 3], [4, 0, 6], [7, 5, 8]]",
        "[1,2,3],[4,0,6],[7,5,8]",
        "x = [1,2,3],[4,0,6],[7,5,8]",
        "[[1. 2. 3.]\n [4. 0. 6.]\n [7. 5. 8.]]",
        "1.0 2.0 3.0 4.0 0.0 6.0 7.0 5.0 8.0",
        "1 2 3.0 4 0 6.0 7 5 8",
        "tensor([[1., 2., 3.], [4., 0., 6.], [7., 5., 8.]])",
        "- 1 2 3\n- 4 . 6\n- 7 5 8\n",
        "* 1 2 3\n* 4 x 6\n* 7 5 8",
        "1 | 1 2 3\n2 | 4 0 6\n3 | 7 5 8",
        "0 | 1 2 3\n1 | 4 0 6\n2 | 7 5 8",
        "   0  1  2\n0  1  2  3\n1  4  0  6\n2  7  5  8",
        "1 2 3\n1 1 2 3\n2 4 0 6\n3 7 5 8",
        "    1 2 3\n  +------\n1 | 1 2 3\n2 | 4 0 6\n3 | 7 5 8",
        "1: 1 2 3\n2: 4 0 6\n3: 7 5 8\n   1 2 3",
        "3x3:1,2,3,4,0,6,7,5,8",
        "A B C D _ F G E H",
        "a b c\nd . f\ng e h",
        "ABCD-FGEH",
        "[['A','B','C'],['D',' ','F'],['G','E','H']]",
        "123 406 758",
        "123 4x6 758",
        "ABC D_F GEH",
        "1;2;3\n4;;6\n7;5;8",
        "１２３４０６７５８",
        "１　２　３\n４　０　６\n７　５　８",
        "１，２，３，４，，６，７，５，８",
    ] {
        assert_eq!(read(text).as_deref(), Ok("1 2 3 4 x 6 7 5 8"), "{text}");
    }
    assert_eq!(read("board = [[4,1,2],[5,0,3]]").as_deref(), Ok("4 1 2 / 5 x 3"));
    let reshaped = "np.array([4, 1, 2, 5, 0, 3]).reshape(2, 3)";
    assert_eq!(read(reshaped).as_deref(), Ok("4 1 2 / 5 x 3"));
    assert_eq!(read("3x2:1,2,3,0,4,5").as_deref(), Ok("1 2 3 / x 4 5"));
    let letters = "fg.jacoheldnibmk".to_owned();
    let numbers = "6 7 x 10 / 1 3 15 8 / 5 12 4 14 / 9 2 13 11".to_owned();
    assert_eq!(
        read(&letters).map(|board| board.replace(" / ", " ")),
        Ok(numbers.replace(" / ", " "))
    );
    // Two signs between all cells, and a box round each.
    assert_eq!(read("1,,2,,3,,x").as_deref(), Ok("1 2 / 3 x"));
    assert_eq!(read("1 2 3 || 4 0 6 || 7 5 8").as_deref(), Ok("1 2 3 4 x 6 7 5 8"));
    assert_eq!(
        read("| 1 | | 2 | | 3 |\n| 4 | | x | | 6 |\n| 7 | | 5 | | 8 |").as_deref(),
        Ok("1 2 3 4 x 6 7 5 8")
    );
    let boxes = "┌───┐ ┌───┐\n│ 1 │ │ 2 │\n└───┘ └───┘\n┌───┐ ┌───┐\n│ 3 │ │ x │\n└───┘ └───┘";
    assert_eq!(read(boxes).as_deref(), Ok("1 2 / 3 x"));
    assert_eq!(read("ABCDEFG H").as_deref(), Ok("1 2 3 4 5 6 7 x 8"));
    assert_eq!(read("1234567 8").as_deref(), Ok("1 2 3 4 5 6 7 x 8"));
    assert_eq!(read("123\n456\n7 8").as_deref(), Ok("1 2 3 4 5 6 7 x 8"));
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
        "1 2 3; 4 0; 6 7 5 8",
        "1️⃣2️⃣3️⃣⬜5️⃣⬜7️⃣6️⃣8️⃣",
        "1-2/3-4/0-6/7-5/8",
        "1.5 2.0 3.0 4.0 0.0 6.0 7.0 5.0 8.0",
        "board = 1",
        "= [",
        "f([1, 2, 3])",
        "3x3#1234567",
        "1 | 1 2 3\n3 | 4 0 6\n2 | 7 5 8",
        "A B C D _ F G E A",
        "A B C D 0 F G E 8",
        "2x3:1,2,3,4,0,6,7,5,8",
        "- 1 2 3\n4 . 6\n- 7 5 8\n",
        "start = [[1,2,3],[4,0,6],[7,5,8]], goal = [[1,2,3],[4,5,6],[7,8,0]]",
        "start: [[1,2,3],[4,0,6],[7,5,8]] goal: [[1,2,3],[4,5,6],[7,8,0]]",
        "[[1,2,3],[4,0,6],[7,5,8]] to [[1,2,3],[4,5,6],[7,8,0]]",
        "solve([[1,2,3],[4,0,6],[7,5,8]], goal=[[1,2,3],[4,5,6],[7,8,0]])",
        "[[1,2,3],[4,0,6],[7,5,8]] + [[1,2,3],[4,5,6],[7,8,0]]",
        "f('[[1,2,3],[4,0,6],[7,5,8]]', '[[1,2,3],[4,5,6],[7,8,0]]')",
        "a = [['A','B'],['_','C']] b = [['A','B'],['C','_']]",
        "a = [[1,2,3],[4,0,6],[7,5,8]], goal = 123/456/78x",
        "a = [[1,2,3],[4,0,6],[7,5,8]], goal = x12345678",
        "board = [[1,2,3],[4,0,6],[7,5,8]], blank = 8",
        "np.array([[1,2,3],[4,0,6],[7,5,8]]).reshape(9, 1)",
        "7,1,2,3,4,5,6,,8,x",
        "1,2,,3,x",
        "1;2;;3;x",
        "[1,2,,3,x]",
        "[\"1\", \"2\", \"\", \"3\", \"x\"]",
        "| 1 | 2 | | 3 | x |",
        "│ 1 │ 2 │   │ 3 │ x │",
        "1,2,3\n4,,5,6\n7,8,x",
        "0,3,13,1,2,4,5,6,7,8,10,11,14,15,9,,12",
        "1{1,2,3",
        "{{1,7,null,3},{6,5,4,2}} + 0",
        "1{2,,3",
        "+3x2:1,2,3,0,4,5",
        "12 30",
        "12 34 50",
        "12 3",
        "123 45 608",
        "123406758 5",
        "1234 67 58",
        "1234 6758",
        "+1 | 1 2\n+2 | 3 0",
    ] {
        assert!(read(text).is_err(), "{text}: {:?}", read(text));
    }
}

/// Forms are tried in linear time: in quadratic time, each of these takes hours.
#[test]
fn long_texts_are_no_board_soon() {
    for piece in [",\n", "|\n", "],", "1-\n", "x=[1],", "1: 2\n"] {
        assert!(read(&piece.repeat(1 << 18)).is_err(), "{piece}");
    }
}

#[test]
fn the_blank_may_have_another_sign() {
    for (sign, text) in [
        ("9", "1 2 3 4 9 6 7 5 8"),
        ("8", "0 1 2 3 8 5 6 4 7"),
        ("16", "1 2 3 / 4 16 6 / 7 5 8"),
        ("-1", "[[1, 2, 3], [4, -1, 6], [7, 5, 8]]"),
        ("-1", "[[0, 1, 2], [3, -1, 5], [6, 4, 7]]"),
        ("999", "1,2,3\n4,999,6\n7,5,8"),
        ("__", "1 2 3\n4 __ 6\n7 5 8"),
        ("nil", "1 2 3 4 nil 6 7 5 8"),
        ("e", "1 2 3 4 e 6 7 5 8"),
        ("B", "B = [1, 2, 3, 4, B, 6, 7, 5, 8]"),
        ("□", "| 1 | 2 | 3 |\n| 4 | □ | 6 |\n| 7 | 5 | 8 |"),
        ("?", "1234?6758"),
        ("9", "123496758"),
        ("x", "0 1 2 3 x 5 6 4 7"),
        ("b", "1234b6758"),
        ("b", "123/4b6/758"),
        ("b", "123 4b6 758"),
        ("b", "１２３４b６７５８"),
    ] {
        let board = Reading::new(Some(sign), false).board(text.as_bytes(), None);
        assert_eq!(board.expect(text).to_string(), "1 2 3 4 x 6 7 5 8", "{sign}");
    }
    let refused = |sign: &str, text: &str| {
        let board = Reading::new(Some(sign), false).board(text.as_bytes(), None);
        board.expect_err(text).to_string()
    };
    assert!(refused("9", "7,1,2,3,4,5,6,,8,9").contains("found ``"));
    assert_eq!(refused("e", "1 2 3 4 x 6 7 5 8"), "no blank: expected one cell to be `e`");
    assert!(refused("e", "1 2 3 4 e 6 7 5 x").starts_with("row 3, column 3: a second blank"));
    // Among letters, in a board without separators, a letter may be a tile.
    assert_eq!(refused("e", "123456789abcdef0"), "no blank: expected one cell to be `e`");
    for sign in ["", "#", ",", "a b", "/"] {
        assert!(Reading::refuse_blank(sign).is_some(), "{sign}");
    }
    // Without the sign, the error says which cell seems to be it.
    for (text, why) in [
        ("1 2 3 4 9 6 7 5 8", "row 2, column 2: `9` seems to be the blank"),
        ("1 2 3 / 4 -1 6 / 7 5 8", "row 2, column 2: `-1` seems to be the blank"),
        ("0 1 2 3 x 5 6 4 7", "row 2, column 2: `x` seems to be the blank; then the tiles"),
        ("1 2 3 / 4 5 e", "row 2, column 3: `e` seems to be the blank"),
    ] {
        let error = read(text).expect_err(text);
        assert!(error.starts_with(why), "{error}");
    }
}

#[test]
fn numbers_may_be_positions_or_other_numbers() {
    let positions = Reading::new(None, true);
    let board = |text: &str| positions.board(text.as_bytes(), None).map(|board| board.to_string());
    // The blank in cell 4, tile 1 in cell 0, ...
    assert_eq!(board("4 0 1 2 3 7 5 6 8").as_deref(), Ok("1 2 3 4 x 6 7 5 8"));
    assert_eq!(board("5 1 2 3 4 8 6 7 9").as_deref(), Ok("1 2 3 4 x 6 7 5 8"));
    for text in ["4 0 1 2 3 7 5 6 6", "4 0 1 2 3 7 5 6 9", "4 0 1 2 3 7 5 6 x"] {
        let error = board(text).expect_err(text).to_string();
        assert!(error.starts_with("the cell of tile 8: expected a number below 9"), "{error}");
    }
    // A sign that is written for the blank says nothing of positions.
    let signed = Reading::new(Some("0"), true).board(b"4 0 1 2 3 7 5 6 8", None);
    assert_eq!(signed.expect("positions").to_string(), "1 2 3 4 x 6 7 5 8");
    let usual = Reading::default();
    let reading = usual.with_numbers_of(b"1 2 3 4 5 6 8 9 0").expect("other numbers");
    let read = |text: &str| reading.board(text.as_bytes(), None).map(|board| board.to_string());
    assert_eq!(read("1 2 3 4 5 6 8 0 9").as_deref(), Ok("1 2 3 4 5 6 7 x 8"));
    assert!(read("1 2 3 4 5 6 7 0 9").expect_err("7").to_string().contains("found `7`"));
    for goal in ["1 2 3 4 5 6 7 8 0", "1 2 3 4 5 6 8 8 0", "1 2 3 4 5 6 8 9", "snail"] {
        assert_eq!(usual.with_numbers_of(goal.as_bytes()), None, "{goal}");
    }
}

/// Writes a board in a form.
fn written(board: &Board, size: Shape, form: usize) -> String {
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
        8 => format!("- {}", rows("x", " ", "\n- ")),
        9 => format!("{}x{}:{}", size.cols, size.rows, rows("0", ",", ",")),
        10 | 11 => {
            let rows = rows("0", " ", "\n");
            let labelled = rows.lines().zip(11 - form..);
            labelled.map(|(cells, row)| format!("{row} | {cells}\n")).collect()
        }
        12 => {
            let columns: Vec<_> = (0..size.cols).map(|col| col.to_string()).collect();
            let rows = rows("0", "  ", "\n");
            let labelled = rows.lines().enumerate();
            let labelled: String =
                labelled.map(|(row, cells)| format!("{row}  {cells}\n")).collect();
            format!("   {}\n{labelled}", columns.join("  "))
        }
        13 => {
            let mut moved = cell(size.cells() - 1, "x");
            let text = rows("x", " ", "\n");
            moved.insert(0, '[');
            let at = text.rfind(' ').unwrap_or_default();
            format!("{}{moved}]", &text[..at])
        }
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
        let size = Shape { rows, cols };
        let (board, _) = walked(&Board::goal(size).expect("a size"), &steps);
        for form in 0..15 {
            let text = written(&board, size, form);
            prop_assert_eq!(Board::parse(&text, Some(size)), Ok(board.clone()), "{}", text);
            // A list sign or a label could be a blank or a tile.
            if matches!(form, 8 | 10..=12) {
                continue;
            }
            let mut changed = text.into_bytes();
            let at = change.0.index(changed.len());
            changed[at] = change.1;
            // A sign of the blank in an empty cell's place was read before there were such cells.
            if b"-*._xX0".contains(&change.1) {
                continue;
            }
            if let Ok(read) = Board::parse(&changed, Some(size)) {
                prop_assert_eq!(&read, &board, "{}", String::from_utf8_lossy(&changed));
            }
        }
    }
}
