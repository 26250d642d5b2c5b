//! Boards that tests write by themselves: nothing of the library makes what is expected of it.

#![allow(dead_code, reason = "each test uses some of it")]

use tilebase::puzzle::Shape;

use super::random::Random;

/// Texts and the boards that they mean, or `None`: all doors are tested with them.
pub fn texts() -> Vec<(String, Option<String>)> {
    serde_json::from_str(include_str!("board_texts.json")).expect("pairs of texts")
}

/// The cells of a board, row by row, the blank being 0.
#[derive(Clone, PartialEq)]
pub struct Grid {
    pub cells: Vec<usize>,
    pub cols: usize,
}

impl Grid {
    pub fn random(random: &mut Random) -> Grid {
        let (rows, cols) = (2 + random.below(4), 2 + random.below(4));
        Grid { cells: random.shuffled(rows * cols), cols }
    }

    pub fn other(&self, random: &mut Random) -> Grid {
        loop {
            let cells = random.shuffled(self.cells.len());
            if cells != self.cells {
                return Grid { cells, cols: self.cols };
            }
        }
    }

    pub fn rows(&self) -> usize {
        self.cells.len() / self.cols
    }

    pub fn size(&self) -> Shape {
        Shape { rows: self.rows(), cols: self.cols }
    }

    /// The cells as words.
    pub fn words(&self, blank: &str) -> Vec<String> {
        let word = |&cell: &usize| if cell == 0 { blank.to_owned() } else { cell.to_string() };
        self.cells.iter().map(word).collect()
    }

    /// A list of lists, or a flat one.
    pub fn list(&self, random: &mut Random, is_flat: bool) -> String {
        let (open, close) = random.of(&[("[", "]"), ("{", "}")]);
        let blank = random.of(&["0", "0", "0", "None", "null"]);
        let comma = random.of(&[", ", ","]);
        let words = self.words(blank);
        let row = |row: &[String]| format!("{open}{}{close}", row.join(comma));
        if is_flat {
            return row(&words);
        }
        let rows: Vec<String> = words.chunks(self.cols).map(row).collect();
        let between = random.of(&[", ", ",", ",\n       "]);
        format!("{open}{}{close}", rows.join(between))
    }
}
