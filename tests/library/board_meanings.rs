//! Texts of boards in code, lists and rows, changed in up to three places, with their meaning known:
//! none is read as another board, and no part of a text is dropped without a word.
//!
//! What is written is this file's own: nothing of the library makes what is expected of it.

use tilebase::Board;
use tilebase::puzzle::Shape;
use tilebase::text::Reading;

use crate::common::grid::{Grid, texts};
use crate::common::random::{Random, cases};

/// What is read of a text: the cells of a board.
fn read(text: &str, size: Option<Shape>) -> Option<Vec<usize>> {
    let board = Board::parse(text, size).ok()?;
    let cells = 0..board.shape().cells();
    Some(cells.map(|cell| board.tile_at(cell) as usize).collect())
}

/// A text with some changes, none of which makes another tile of one or two.
fn changed(text: &str, random: &mut Random) -> String {
    let mut text: Vec<char> = text.chars().collect();
    for _ in 0..random.below(4) {
        let at = random.below(text.len());
        let is_digit =
            |at: Option<usize>| at.and_then(|at| text.get(at)).is_some_and(char::is_ascii_digit);
        let (before, here, after) = (is_digit(at.checked_sub(1)), text[at], is_digit(Some(at + 1)));
        match random.below(3) {
            0 if !here.is_ascii_digit() && (!before || !after) => drop(text.remove(at)),
            1 => text.insert(at, here),
            2 if !before || !here.is_ascii_digit() => {
                text.insert(at, random.of(&[' ', ',', '\n', '(', ']', '+', ';', 'a', '"']));
            }
            _ => {}
        }
    }
    text.into_iter().collect()
}

/// The texts that Python, the module and the command are tested with, too.
#[test]
fn texts_of_every_door() {
    for (text, meaning) in texts() {
        let board = Board::parse(&text, None).ok();
        assert_eq!(board, meaning.map(|board| board.parse().expect("a board")), "{text}");
    }
}

/// A list with code around it, or with a label, is the board. Changed, it is that board or none.
#[test]
fn one_list_is_a_board() {
    for case in 0..cases() {
        let random = &mut Random::new(case);
        let grid = Grid::random(random);
        let (rows, cols) = (grid.rows(), grid.cols);
        let mut is_flat = random.below(3) == 0;
        let list = grid.list(random, is_flat);
        let text = match random.below(14) {
            0 => format!("board = {list}"),
            1 => format!("const board2: number[] = {list};"),
            2 => format!("np.array({list})"),
            3 => format!("tensor({list}, dtype=torch.int64)"),
            4 => format!("tensor({list}, device='cuda:0')"),
            5 => format!("int b[{rows}][{cols}] = {list};"),
            6 => format!("let b: [[u8; {cols}]; {rows}] = {list};"),
            7 => format!("std::array<std::array<int, {cols}>, {rows}> b = {list};"),
            8 => format!("Board {case}: {list}"),
            9 => format!("print({list})"),
            10 => format!("self.start_state = {list}  # or so").replace("  # or so", ""),
            11 => format!("\"board\": {list}"),
            12 => {
                is_flat = true;
                let flat = grid.list(random, true);
                format!("np.array({flat}).reshape({rows}, {cols})")
            }
            _ => list,
        };
        let size = (is_flat || random.below(2) == 0).then(|| grid.size());
        assert_eq!(read(&text, size).as_ref(), Some(&grid.cells), "{text}");
        let text = changed(&text, random);
        if let Some(cells) = read(&text, size) {
            assert_eq!(cells, grid.cells, "{text}");
        }
    }
}

/// Two boards in one text, or a board and another number, are no board, whatever is between them.
#[test]
fn two_lists_are_no_board() {
    for case in 0..cases() {
        let random = &mut Random::new(case);
        let grid = Grid::random(random);
        let other = grid.other(random);
        let is_flat = random.below(3) == 0;
        let start = grid.list(random, is_flat);
        let goal = match random.below(8) {
            0 => other.words("x").join(" "),
            1 if other.cells.len() < 10 => other.words("x").concat(),
            2 => random.below(20).to_string(),
            _ => other.list(random, is_flat),
        };
        let text = match random.below(16) {
            0 => format!("start = {start}, goal = {goal}"),
            1 => format!("goal = {goal}, start = {start}"),
            2 => format!("{start} to {goal}"),
            3 => format!("from {start} to {goal}"),
            4 => format!("solve({start}, goal={goal})"),
            5 => format!("{start} + {goal}"),
            6 => format!("{start} -> {goal}"),
            7 => format!("start: {start} goal: {goal}"),
            8 => format!("{{\"start\": {start}, \"goal\": {goal}}}"),
            9 => format!("a = {start}\nb = {goal}"),
            10 => format!("f({start})({goal})"),
            11 => format!("a={start};b={goal}"),
            12 => format!("{start} == {goal}"),
            13 => format!("board = {start}, blank = {goal}"),
            14 => format!("[{start}, {goal}]"),
            _ => format!("f('{start}', '{goal}')"),
        };
        let size = (random.below(2) == 0).then(|| grid.size());
        assert_eq!(read(&text, size), None, "{text}");
        // Changed, a word may become a name.
        if goal.contains([' ', ',']) {
            let text = changed(&text, random);
            assert_eq!(read(&text, size), None, "{text}");
        }
    }
}

/// Beside a blank, an empty cell is no cell, and is not dropped either.
#[test]
fn an_empty_cell_beside_a_blank_is_no_board() {
    for case in 0..cases() {
        let random = &mut Random::new(case);
        let grid = Grid::random(random);
        let (sign, separator) = random.of(&[
            ("x", ","),
            ("0", ", "),
            ("_", ";"),
            ("0", " | "),
            ("x", " │ "),
            ("x", "\t"),
            ("9999", ","),
        ]);
        let mut words = grid.words(sign);
        // A row that begins or ends with an empty cell may be of a wider table.
        let most = (words.len() - grid.rows() - 1).min(2);
        for _ in 0..=random.below(most.max(1)) {
            words.insert(1 + random.below(words.len() - 1), String::new());
        }
        let mut text = words.join(separator);
        if random.below(3) == 0 {
            text = format!("[{text}]");
        }
        let reading = match sign {
            "9999" => Reading::new(Some(sign), false),
            _ => Reading::default(),
        };
        for size in [None, Some(grid.size())] {
            let board = reading.board(text.as_bytes(), size);
            assert!(board.is_err(), "{text:?}: {board:?}");
        }
    }
}
