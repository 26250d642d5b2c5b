//! Reading boards from text.
//!
//! Cells are numbers, or `0`, `x`, `X`, `_` or `.` for the blank, separated by white space or
//! commas. A `/` or a closing bracket ends a row; two rows or more show the shape. Brackets mean
//! nothing else. Without these marks, lines of equal length are rows, unless that contradicts the
//! shape given by the caller. If nothing shows the shape, a square number of cells makes a square.
//!
//! If no row contains a separator, every character is a cell (`23415x768`, `123/45x`). From eleven
//! cells on, if each is one character, letters are the tiles from 10, as speed-solvers write them
//! (`123456789ABCDEF0`).
//!
//! Common decorations are accepted: `*`, `-` and `null` are blanks, too, quotes and `|` separate
//! cells, `+---+` is a frame and so are the characters `─` to `╿`, and a `;` separates rows, or
//! else cells. Brackets round one cell in a row mark the tile that moved, as drawings have them.

use smallvec::SmallVec;

use super::tokens::{Token, empty_cell, lines_are_alike, short_row, split};
use crate::puzzle::{
    BoardError, LargeBoard, MAX_CELLS, Place, Shape, SmallBoard, SmallShape, excerpt, is_blank_sign,
};

/// Reads a board of at most 25 cells in a usual form, and explains what is wrong with text that is
/// none. Its shape is `shape` if given, else the one shown by the rows of the text, else the square
/// with this number of cells. Memory use does not depend on the length of the text.
pub fn small_board(text: &[u8], shape: Option<SmallShape>) -> Result<SmallBoard, BoardError> {
    let text = Text::read(text, MAX_CELLS)?;
    text.explain(board_of(&text, shape))
}

/// Reads a board of any size, in the same way.
pub fn large_board(text: &[u8], shape: Option<Shape>) -> Result<LargeBoard, BoardError> {
    let text = Text::read(text, usize::MAX)?;
    text.explain(text.shape(shape).and_then(|shape| text.board(shape)))
}

fn board_of(text: &Text, shape: Option<SmallShape>) -> Result<SmallBoard, BoardError> {
    let shape = text.shape(shape.map(Shape::from))?;
    SmallShape::new(shape.rows, shape.cols)?;
    if text.cells.len() > MAX_CELLS && text.cells.len() != shape.cells() {
        return Err(BoardError::Count { shape, found: MAX_CELLS, more: true, whole: false });
    }
    SmallBoard::try_from(&text.board(shape)?)
}

/// The cells of a text, and the number of cells before the end of each row. Those of a board are
/// kept without allocating memory.
pub(crate) struct Text {
    pub cells: SmallVec<[u64; MAX_CELLS]>,
    row_ends: SmallVec<[usize; MAX_CELLS]>,
    /// True if line ends alone show the rows, which a given shape overrides.
    lines_are_rows: bool,
    form: CellForm,
    /// The largest number of cells of interest. If there are more, the rows may be incomplete.
    most: usize,
    /// The row that has one cell less than all others, counted from 1, if there is one.
    short_row: Option<usize>,
    /// An empty cell, which a text with a blank must not have.
    empty: Option<BoardError>,
}

/// What the cells of a text are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CellForm {
    /// Words.
    Words,
    /// The characters of words without separators between them. Up to ten cells are digits.
    Digits,
    /// The same for more cells, where letters are tiles from 10. There may be separators.
    Letters,
    /// More characters than a board has.
    TooManyDigits,
}

impl Text {
    /// Reads a text. Reading stops once it is clear that there are more than `most` cells.
    pub fn read(bytes: &[u8], most: usize) -> Result<Text, BoardError> {
        let mut words = split(bytes, most);
        let has_marks = words.iter().rev().skip(1).any(|word| word.ends_row);
        let lines_are_rows = !has_marks && lines_are_alike(&words);
        if lines_are_rows {
            for word in &mut words {
                word.ends_row = word.ends_line;
            }
        }
        let (cells, row_ends) = (SmallVec::new(), SmallVec::new());
        let (form, short_row) = (CellForm::of(&words, most), short_row(&words, has_marks));
        let mut text = Text { cells, row_ends, lines_are_rows, form, most, short_row, empty: None };
        for word in words {
            if form == CellForm::Words {
                text.cells.push(read_cell(word.bytes, text.next())?);
            } else {
                text.read_characters(word.bytes)?;
            }
            if word.ends_row {
                text.row_ends.push(text.cells.len());
            }
        }
        text.empty = empty_cell(bytes, text.cells.len(), text.row_ends.len());
        if text.cells.is_empty() { Err(BoardError::Empty) } else { Ok(text) }
    }

    /// Adds a cell for each character of a word, but no more than one cell too many.
    fn read_characters(&mut self, word: &[u8]) -> Result<(), BoardError> {
        // A character has at most four bytes.
        let start = String::from_utf8_lossy(&word[..word.len().min(4 * (MAX_CELLS + 1))]);
        for (at, character) in start.char_indices().take(MAX_CELLS + 1) {
            self.cells.push(match letter(character).filter(|_| self.form == CellForm::Letters) {
                Some(tile) => tile.into(),
                None => read_cell(&start.as_bytes()[at..][..character.len_utf8()], self.next())?,
            });
        }
        Ok(())
    }

    /// The board of this shape.
    fn board(&self, shape: Shape) -> Result<LargeBoard, BoardError> {
        // A number that does not fit 32 bits is too large for any board, and so is `u32::MAX`.
        let cells = self.cells.iter().map(|&cell| u32::try_from(cell).unwrap_or(u32::MAX));
        LargeBoard::new(shape, cells.collect()).map_err(|error| match error {
            BoardError::TooLarge { cell, largest, .. } => {
                BoardError::TooLarge { cell, largest, found: self.cells[cell.cell] }
            }
            error => error,
        })
    }

    /// The place of the next cell. Its row is known if a row has ended before it.
    fn next(&self) -> Place {
        Place { cell: self.cells.len(), cols: self.row_ends.first().copied().unwrap_or(0) }
    }

    /// Passes a result on, but replaces an error by one that says what was most likely forgotten.
    fn explain<T>(&self, made: Result<T, BoardError>) -> Result<T, BoardError> {
        let cells = match &made {
            Ok(_) => return self.empty.clone().map_or(made, Err),
            Err(BoardError::Count { shape, .. }) => shape.cells(),
            Err(BoardError::Ragged { .. }) if self.short_row.is_some() => self.cells.len() + 1,
            Err(_) => 0,
        };
        let count = self.cells.len();
        if count + 1 == cells
            && count < MAX_CELLS
            && (1..=count as u64).all(|tile| self.cells.contains(&tile))
        {
            return Err(match self.short_row {
                Some(row) => BoardError::ShortRow { row },
                None => BoardError::NoBlank,
            });
        }
        // Without letters these are most likely numbers of two digits, and other errors would be
        // hard to understand.
        let has_letters = self.cells.iter().any(|&cell| cell > 9);
        let are_many = matches!(self.form, CellForm::Letters | CellForm::TooManyDigits);
        if are_many && !has_letters { Err(BoardError::Unseparated) } else { made }
    }

    /// The rows and columns: those shown by two or more rows, which must match the expected ones;
    /// else those expected; else a square.
    pub fn shape(&self, expected: Option<Shape>) -> Result<Shape, BoardError> {
        match (expected, self.shown()?) {
            (Some(expected), Some(_)) if self.lines_are_rows => Ok(expected),
            (Some(expected), Some(found)) if expected != found => {
                Err(BoardError::OtherShape { expected, found })
            }
            (expected, found) => Ok(found.or(expected).unwrap_or_else(|| self.square())),
        }
    }

    /// The square with this number of cells, or with one more if there is no blank; else 3x3.
    fn square(&self) -> Shape {
        let count = self.cells.len();
        let with_blank = count + usize::from(!self.cells.contains(&0));
        let default = Shape::from(SmallShape::default());
        let larger = Shape::square(with_blank).filter(|square| square.rows > default.rows);
        Shape::square(count).or(larger).filter(|_| count <= self.most).unwrap_or(default)
    }

    /// The rows and columns shown by two or more rows.
    fn shown(&self) -> Result<Option<Shape>, BoardError> {
        let rows = self.row_ends.len();
        if rows < 2 || self.cells.len() > self.most {
            return Ok(None);
        }
        let expected = self.row_ends[0];
        for (row, ends) in (2..).zip(self.row_ends.windows(2)) {
            let found = ends[1] - ends[0];
            if found != expected {
                return Err(BoardError::Ragged { row, expected, found });
            }
        }
        Ok(Some(Shape { rows, cols: expected }))
    }
}

impl CellForm {
    /// What the cells are in words whose rows are known.
    fn of(words: &[Token<'_>], most: usize) -> CellForm {
        let rows = words.iter().filter(|word| word.ends_row).count();
        // Numbers of one and two digits, one per line, are a single column, which no shape has.
        let is_column = most > MAX_CELLS
            && words.windows(2).any(|pair| pair[0].bytes.len() != pair[1].bytes.len());
        let are_characters = words.iter().all(|word| word.bytes.len() == 1);
        let has_letters = || words.iter().any(|word| letter(word.bytes[0].into()).is_some());
        if are_characters && words.len() > 10 && has_letters() {
            return CellForm::Letters;
        }
        if words.len() != rows || is_column {
            return CellForm::Words;
        }
        let characters: usize = words.iter().map(|word| word.bytes.len()).sum();
        if characters <= 10 || are_characters {
            CellForm::Digits
        } else if characters <= MAX_CELLS {
            CellForm::Letters
        } else {
            CellForm::TooManyDigits
        }
    }
}

/// The tile that a letter stands for.
fn letter(character: char) -> Option<u32> {
    character.to_digit(25).filter(|&digit| digit > 9)
}

/// Reads a whole word as a cell: a blank, or a number, which may have leading zeros.
fn read_cell(word: &[u8], cell: Place) -> Result<u64, BoardError> {
    match word {
        _ if is_blank_sign(word) => Ok(0),
        // A larger number could not be shown as what was found.
        _ if word.iter().all(u8::is_ascii_digit) && number(word) < u64::MAX => Ok(number(word)),
        _ => {
            let start = String::from_utf8_lossy(&word[..word.len().min(48)]);
            Err(BoardError::Token { cell, found: excerpt(&start) })
        }
    }
}

/// The value of decimal digits, or `u64::MAX` for a larger one.
pub(super) fn number(digits: &[u8]) -> u64 {
    digits.iter().fold(0, |number: u64, digit| {
        number.saturating_mul(10).saturating_add(u64::from(digit - b'0'))
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// A cell of which the row is not known, and one of a board of 3x3.
    fn cell(cell: usize) -> Place {
        Place { cell, cols: 0 }
    }

    fn at(cell: usize) -> Place {
        Place { cell, cols: 3 }
    }

    fn parse(text: &str) -> Result<SmallBoard, BoardError> {
        small_board(text.as_bytes(), None)
    }

    #[test]
    fn every_way_of_writing_one() {
        let board = SmallBoard::new(SmallShape::default(), &[2, 3, 4, 1, 5, 0, 7, 6, 8]).unwrap();
        for text in [
            "2 3 4 1 5 x 7 6 8",
            "  2  3  4  1  5  X  7  6  8  ",
            "2,3,4,1,5,0,7,6,8",
            "23415x768",
            "23415.768",
            "234/15_/768",
            "2 3 4/1 5 ./7 6 8/",
            "2 3 4 / 1 5 0 / 7 6 8",
            "[[2,3,4],[1,5,0],[7,6,8]]",
            "[2, 3, 4, 1, 5, 0, 7, 6, 8]",
            "((2, 3, 4), (1, 5, 0), (7, 6, 8))",
            "2 3 4 1 5 - 7 6 8",
            " 2 3 4\n 1 5 x\n 7 6[8]",
            "2 3 4\n1 5 x\n[7]6 8",
            "23415*768",
            "[2 3 4; 1 5 0; 7 6 8]",
            "2;3;4;1;5;0;7;6;8",
            "234;15x;768",
            "'2', '3', '4', '1', '5', '*', '7', '6', '8'",
            "[[2,3,4],[1,5,null],[7,6,8]]",
            "[[\"2\",\"3\",\"4\"],[\"1\",\"5\",\"x\"],[\"7\",\"6\",\"8\"]]",
            "+---+---+---+\n| 2 | 3 | 4 |\n+---+---+---+\n| 1 | 5 | - |\n+===+===+===+\n| 7 | 6 | 8 |\n+-+-+-+",
            "┌───┬───┬───┐\n│ 2 │ 3 │ 4 │\n├───┼───┼───┤\n│ 1 │ 5 │ x │\n├───┼───┼───┤\n│ 7 │ 6 │ 8 │\n└───┴───┴───┘\n",
            "╔═╤═╤═╗\n║2│3│4║\n║1│5│_║\n║7│6│8║\n╚═╧═╧═╝",
            "|2|3|4|\n|---|---|---|\n|1|5|*|\n|7|6|8|",
            "\t2 3 4\t1 5 x\r\n7 6 8",
            "02 3 4 1 5 00 7 6 8",
            &format!("2 3 4 1 5 x 7 6 {}8", "0".repeat(100)),
        ] {
            assert_eq!(parse(text), Ok(board), "{text:?}");
        }
        let wide = SmallShape::new(2, 5).unwrap();
        assert_eq!(small_board(b"123456789x", Some(wide)), Ok(SmallBoard::goal(wide)));
        assert_eq!(parse("12345/67890"), Ok(SmallBoard::goal(wide)));
    }

    #[test]
    fn digits_beyond_nine_are_letters_where_every_character_is_a_cell() {
        for (shape, texts) in [
            ("4x4", ["123456789ABCDEF0", "1234/5678/9abc/defx", "1234\n5678\n9ABC\nDEF_"]),
            (
                "4x4",
                [
                    "1 2 3 4 5 6 7 8 9 A B C D E F 0",
                    "1,2,3,4/5,6,7,8/9,a,b,c/d,e,f,x",
                    "1|2|3|4\n5|6|7|8\n9|A|B|C\nD|E|F|_",
                ],
            ),
            ("3x4", ["1234/5678/9ABx", "[1234][5678][9AB0]", "1234\n5678\n9ab."]),
            ("3x6", ["123456/789ABC/DEFGHx", "123456\n789abc\ndefgh0", "[123456][789ABC][DEFGH.]"]),
            (
                "5x5",
                [
                    "123456789ABCDEFGHIJKLMNO0",
                    "12345/6789A/BCDEF/GHIJK/LMNOX",
                    "12345\n6789a\nbcdef\nghijk\nlmno_",
                ],
            ),
        ] {
            let goal = SmallBoard::goal(shape.parse().unwrap());
            for text in texts {
                assert_eq!(parse(text), Ok(goal), "{text}");
            }
        }
        let again = BoardError::Repeated {
            cell: Place { cell: 14, cols: 4 },
            first: Place { cell: 13, cols: 4 },
            tile: 14,
        };
        assert_eq!(parse("123456789ABCDEE0"), Err(again));
        for text in ["1234567891011x12", "123456789101112131415x", "12/345678910x"] {
            assert_eq!(parse(text), Err(BoardError::Unseparated), "{text}");
        }
        // Beside numbers of two digits a letter is not a number, and nine cells have no tile 10.
        for text in ["1 2 3 4 5 6 7 8 9 10 B C D E F 0", "12345678a"] {
            assert!(matches!(parse(text), Err(BoardError::Token { .. })), "{text}");
        }
    }

    #[test]
    fn lines_and_squares_show_the_shape() {
        for (text, expected) in [
            ("1 2 3\n4 5 x", "1 2 3 / 4 5 x"),
            ("1 2 3\r\n4 5 x\r\n", "1 2 3 / 4 5 x"),
            ("123\n45x", "1 2 3 / 4 5 x"),
            ("1 2\n3 4\n5 x", "1 2 / 3 4 / 5 x"),
            ("1 2 3 x", "1 2 / 3 x"),
            (
                "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 x",
                "1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 15 x",
            ),
            // Lines of different lengths mean nothing.
            ("1 2 3 4 5\n6 7 8 x", "1 2 3 4 5 6 7 8 x"),
            ("1 2 3 4 5 6 7 8 x\n", "1 2 3 4 5 6 7 8 x"),
        ] {
            assert_eq!(
                parse(text).map(|board| board.to_string()),
                Ok(expected.to_owned()),
                "{text:?}"
            );
        }
        // A shape that is named counts more than lines, and less than other marks.
        let wide = SmallShape::new(2, 3).unwrap();
        assert_eq!(small_board(b"1 2\n3 4\n5 x", Some(wide)), Ok(SmallBoard::goal(wide)));
        assert!(small_board(b"1 2 / 3 4 / 5 x", Some(wide)).is_err());
    }

    #[test]
    fn a_wrong_number_of_cells_tells_which_shapes_have_it() {
        for (text, shape, expected) in [
            ("12345678x", "3x2", "9 cells: expected 6 for 3x2; 3x3 has 9"),
            ("123x", "3x2", "4 cells: expected 6 for 3x2; 2x2 has 4"),
            ("x", "3x2", "1 cell: expected 6 for 3x2"),
            ("6 5 4 3 2 1 x", "3x3", "7 cells: expected 9 for 3x3"),
            (
                "6 5 4 3 2 1 8 7 x 9 10 11",
                "3x3",
                "12 cells: expected 9 for 3x3; 2x6, 3x4, 4x3 and 6x2 have 12",
            ),
        ] {
            let error = small_board(text.as_bytes(), Some(shape.parse().unwrap())).unwrap_err();
            assert_eq!(error.to_string(), expected);
        }
    }

    #[test]
    fn what_is_written_is_read_back() {
        for shape in SmallShape::all(MAX_CELLS) {
            let goal = SmallBoard::goal(shape);
            assert_eq!(parse(&goal.to_string()), Ok(goal));
            assert_eq!(small_board(format!("{goal:#}").as_bytes(), Some(shape)), Ok(goal));
        }
    }

    #[test]
    fn errors_say_which_cell_and_what_was_expected() {
        let shape = SmallShape::default().into();
        for (text, error) in [
            ("", BoardError::Empty),
            (" [] / ,", BoardError::Empty),
            ("1 2 3 4 5 6 7 8 a", BoardError::Token { cell: cell(8), found: "a".into() }),
            ("1 2 3 4 5 6 7 -8 x", BoardError::Token { cell: cell(7), found: "-8".into() }),
            ("1234567\u{0}x", BoardError::Token { cell: cell(7), found: "\\0".into() }),
            ("1 2 \\n4", BoardError::Token { cell: cell(2), found: "\\n4".into() }),
            ("1 2 ←\u{202e}", BoardError::Token { cell: cell(2), found: "←\\u{202e}".into() }),
            ("12345é78x", BoardError::Token { cell: cell(5), found: "é".into() }),
            ("1 2 3 4 5 6 7 7 x", BoardError::Repeated { cell: at(7), first: at(6), tile: 7 }),
            ("1 2 3 4 5 6 7 9 x", BoardError::TooLarge { cell: at(7), largest: 8, found: 9 }),
            ("1 2 3 4 5 6 7 300 x", BoardError::TooLarge { cell: at(7), largest: 8, found: 300 }),
            (
                "1 2 3 4 5 6 7 99999999999999999999 x",
                BoardError::Token { cell: cell(7), found: "999999999999".to_owned() },
            ),
            ("1 2 3 4 5 6 7 256 x", BoardError::TooLarge { cell: at(7), largest: 8, found: 256 }),
            (
                &format!("1 2 3 4 5 6 7 {}8garbage x", "0".repeat(67)),
                BoardError::Token { cell: cell(7), found: "0".repeat(12) },
            ),
            (
                &format!("1 2 3 4 5 6 7 {}85 x", "0".repeat(67)),
                BoardError::TooLarge { cell: at(7), largest: 8, found: 85 },
            ),
            ("1 2 3 4 5 6 7 x x", BoardError::SecondBlank { cell: at(8), first: at(7) }),
            ("1 2 3 4 5 6 7 8 9", BoardError::NoBlank),
            // A blank that was left empty.
            ("8 6 7\n2 5 4\n3   1", BoardError::ShortRow { row: 3 }),
            ("8 6 7 / 2 5 4 / 3   1", BoardError::ShortRow { row: 3 }),
            ("1 2 / 3 4 / 5", BoardError::ShortRow { row: 3 }),
            ("1 2 3 / 4 5 / 6 7 8", BoardError::ShortRow { row: 2 }),
            ("1 2 3 4 5 6 7 8 9 10 11 12 13 15 14", BoardError::NoBlank),
            ("1 2 3 4 5 6 7 7", BoardError::Count { shape, found: 8, more: false, whole: false }),
            ("1 2 3", BoardError::Count { shape, found: 3, more: false, whole: false }),
            ("1 2 3 4 5 6 7 x", BoardError::Count { shape, found: 8, more: false, whole: true }),
            (
                "1 2 3 4 5 6 7 8 9 x",
                BoardError::Count { shape, found: 10, more: false, whole: true },
            ),
            ("1 2 3 / 4 5 6 7 / 8 x", BoardError::Ragged { row: 2, expected: 3, found: 4 }),
        ] {
            assert_eq!(parse(text), Err(error), "{text:?}");
        }
        let expected = SmallShape::new(3, 2).unwrap();
        let found = SmallShape::new(2, 3).unwrap();
        assert_eq!(
            small_board(b"123/45x", Some(expected)),
            Err(BoardError::OtherShape { expected: expected.into(), found: found.into() })
        );
        assert!(matches!(parse("1 / 2 / x"), Err(BoardError::Shape(_))));
    }

    #[test]
    fn long_rubbish_is_refused_at_once() {
        let count = Err(BoardError::Count {
            shape: SmallShape::default().into(),
            found: MAX_CELLS,
            more: true,
            whole: false,
        });
        assert_eq!(parse(&"1".repeat(1 << 20)), Err(BoardError::Unseparated));
        assert_eq!(parse(&"1 ".repeat(1 << 20)), count);
        assert_eq!(parse(&"1/".repeat(1 << 20)), count);
        let error = parse(&"é ".repeat(1 << 20)).unwrap_err();
        assert!(error.to_string().len() < 200, "{error}");
        assert!(matches!(
            small_board(b"1 2 3 \xff\xfe", None),
            Err(BoardError::Token { cell: Place { cell: 3, .. }, .. })
        ));
    }

    #[test]
    fn plain_layouts_are_read_here() {
        for shape in SmallShape::all(MAX_CELLS) {
            let goal = SmallBoard::goal(shape);
            let numbers: Vec<String> = goal.cells().iter().map(u8::to_string).collect();
            for separator in [" ", ",", ""] {
                let found =
                    SmallBoard::parse_plain(numbers.join(separator).as_bytes(), Some(shape));
                assert_eq!(found, (shape.cells() <= 10).then_some(goal));
            }
        }
        assert_eq!(SmallBoard::parse_plain(b"1 2 3 4 5 6 7 7 x", None), None);
        assert_eq!(SmallBoard::parse_plain(b"1 2 3 4 5 6 7 8 @", None), None);
        assert_eq!(SmallBoard::parse_plain(b"1 2/3 4 5 6 7 8 x", None), None);
    }

    /// Checks that a text is read as the careful reader reads it, or not at all.
    fn agrees(text: &[u8], shape: SmallShape) {
        let careful = small_board(text, Some(shape)).ok();
        if let Some(board) = SmallBoard::parse_plain(text, Some(shape)) {
            assert_eq!(Some(board), careful, "{:?}", String::from_utf8_lossy(text));
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4000))]

        #[test]
        fn any_text_is_read_as_carefully(text in "[0-9xX_., a/]{1,40}", shape in 0..8usize) {
            let shape = SmallShape::all(12).nth(shape).unwrap_or_default();
            agrees(text.as_bytes(), shape);
        }

        #[test]
        fn near_boards_are_read_as_carefully(cells in Just((0..12u8).collect::<Vec<_>>()).prop_shuffle(), change in any::<(u8, u8)>()) {
            for shape in SmallShape::all(12) {
                let numbers: Vec<String> = cells.iter().filter(|&&cell| usize::from(cell) < shape.cells()).map(u8::to_string).collect();
                let mut text = numbers.join(" ").into_bytes();
                agrees(&text, shape);
                let place = usize::from(change.0) % text.len();
                text[place] = change.1;
                agrees(&text, shape);
                text.remove(place);
                agrees(&text, shape);
            }
        }
    }
}
