//! Boards on which tiles are alike, and goals with cells that may hold anything.

use std::collections::BTreeMap;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use crate::puzzle::{BoardError, LargeBoard, Shape, SmallBoard};
use crate::text::is_blank;

/// The name of a cell that may hold anything, and of a tile that may be anywhere else.
pub(crate) const FREE: &str = "*";

/// A board with names for its tiles. Tiles with the same name are alike.
///
/// Inside it has numbers for them, as any board has. Where they can, they are the names.
#[derive(Clone, Debug)]
pub(crate) struct LabelledBoard {
    pub board: LargeBoard,
    /// The name of each tile, that of the blank first: `x`, or [`FREE`] in a goal that leaves it
    /// free.
    names: Arc<[String]>,
    /// True if the tiles that a goal names are all different, and have their numbers.
    pub has_numbers: bool,
}

impl LabelledBoard {
    /// The board with these names in its cells, or `None` if no two are alike.
    pub fn new(shape: Shape, cells: &[String]) -> Result<Option<LabelledBoard>, BoardError> {
        let is_blank = |name: &String| name != FREE && is_blank(name);
        let mut blanks = (0..cells.len()).filter(|&cell| is_blank(&cells[cell]));
        let is_free = |&cell: &usize| cells[cell] == FREE;
        let last_free = (0..cells.len()).rfind(is_free);
        let (first, second) = (blanks.next(), blanks.next());
        let (Some(blank), None) = (first.or(last_free), second) else {
            return Err(match (first, second) {
                (Some(first), Some(second)) => {
                    let [cell, first] = [second, first].map(|cell| shape.place(cell));
                    BoardError::SecondBlank { cell, first }
                }
                _ => BoardError::NoBlank,
            });
        };
        // Tiles keep their numbers, if no other tile has them.
        let mut tiles: Vec<Option<usize>> = vec![None; cells.len()];
        let mut taken = vec![false; cells.len()];
        for (tile, name) in tiles.iter_mut().zip(cells) {
            let number = name.parse().ok().filter(|&number| number > 0 && number < taken.len());
            *tile = number.filter(|&number| !std::mem::replace(&mut taken[number], true));
        }
        let mut left = (1..taken.len()).filter(|&tile| !taken[tile]);
        let mut names = vec![String::new(); cells.len()];
        let mut numbers = Vec::with_capacity(cells.len());
        for (cell, (name, tile)) in cells.iter().zip(tiles).enumerate() {
            let tile = if cell == blank { 0 } else { tile.or_else(|| left.next()).unwrap_or(0) };
            names[tile] = match name.parse::<u32>() {
                _ if first == Some(cell) => "x".to_owned(),
                Ok(number) => number.to_string(),
                Err(_) => name.clone(),
            };
            numbers.push(tile as u32);
        }
        let labelled = LabelledBoard::with_names(LargeBoard::new(shape, numbers)?, names);
        let is_labelled = labelled.names().any(|(name, tiles)| tiles.len() > 1 || name == FREE);
        Ok(is_labelled.then_some(labelled))
    }

    /// A board whose tiles are all different.
    pub fn of_numbers(board: LargeBoard) -> LabelledBoard {
        let tiles = (1..board.cells().len()).map(|tile| tile.to_string());
        let names = std::iter::once("x".to_owned()).chain(tiles).collect();
        LabelledBoard::with_names(board, names)
    }

    fn with_names(board: LargeBoard, names: Vec<String>) -> LabelledBoard {
        let mut own = (1_u32..).zip(&names[1..]).filter(|(_, name)| *name != FREE);
        let has_numbers = own.all(|(tile, name)| name.parse() == Ok(tile));
        LabelledBoard { board, names: names.into(), has_numbers }
    }

    /// The same names on another board.
    pub fn with_board(&self, board: LargeBoard) -> LabelledBoard {
        LabelledBoard { board, ..self.clone() }
    }

    /// A board for this goal, in which the blank has its name.
    pub fn start(&self, board: LargeBoard) -> LabelledBoard {
        let mut names = self.names.to_vec();
        "x".clone_into(&mut names[0]);
        LabelledBoard::with_names(board, names)
    }

    /// The name in each cell.
    pub fn cells(&self) -> impl Iterator<Item = String> + '_ {
        (0..self.board.cells().len()).map(|cell| self.at(cell).to_owned())
    }

    /// True if two tiles are alike, so that every board can reach this goal.
    pub fn has_tiles_alike(&self) -> bool {
        self.names().any(|(_, tiles)| tiles.len() > 1)
    }

    /// The boards that are this goal, but for tiles that are alike: one, or one for each cell where
    /// the blank may be. Its own is the first.
    pub fn boards(&self) -> Vec<LargeBoard> {
        let (shape, blank) = (self.board.shape(), self.board.blank_cell());
        let may_be_blank =
            |&cell: &usize| cell == blank || self.has_free_blank() && self.at(cell) == FREE;
        // It stands in the last of these cells.
        let cells = (0..shape.cells()).rev().filter(may_be_blank);
        let with_blank = |cell| {
            let mut cells = self.board.cells().to_vec();
            cells.swap(cell, blank);
            LargeBoard::new(shape, cells).ok()
        };
        cells.filter_map(with_blank).collect()
    }

    /// The names in order, and the tiles that have each.
    pub fn names(&self) -> impl Iterator<Item = (&str, Vec<u32>)> {
        let mut tiles: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
        for (tile, name) in (1..).zip(&self.names[1..]) {
            tiles.entry(name).or_default().push(tile);
        }
        tiles.into_iter()
    }

    /// The number of boards that differ and that this goal does not distinguish. Equal tiles have
    /// no numbers in which boards could differ.
    pub fn boards_of_state(&self) -> u64 {
        let of_names = |tiles: Vec<u32>| (1..=tiles.len() as u64).fold(1, u64::saturating_mul);
        let mut all = self.names().filter(|_| self.has_numbers);
        all.try_fold(1_u64, |all, (_, tiles)| all.checked_mul(of_names(tiles))).unwrap_or(u64::MAX)
    }

    /// The name of a tile.
    pub fn name(&self, tile: u32) -> &str {
        &self.names[tile as usize]
    }

    /// True if a goal leaves the blank free.
    pub fn has_free_blank(&self) -> bool {
        self.names[0] == FREE
    }

    /// The name in a cell.
    fn at(&self, cell: usize) -> &str {
        self.name(self.board.cells()[cell])
    }

    /// The board with these names in its cells, with the numbers of this goal's tiles.
    ///
    /// # Errors
    ///
    /// [`BoardError::Labels`] if it has other tiles.
    pub fn numbered<'n>(
        &self,
        shape: Shape,
        name: impl Fn(usize) -> &'n str,
    ) -> Result<LargeBoard, BoardError> {
        let expected = self.board.shape();
        if shape != expected {
            return Err(BoardError::OtherShape { expected, found: shape });
        }
        let mut left: BTreeMap<&str, Vec<u32>> = self.names().collect();
        let mut found: BTreeMap<&str, usize> = BTreeMap::new();
        let mut cells = Vec::with_capacity(shape.cells());
        for cell in 0..shape.cells() {
            let name = Some(name(cell)).filter(|name| left.contains_key(name) || *name == "x");
            let name = name.unwrap_or(FREE);
            *found.entry(name).or_default() += 1;
            let tiles = left.get_mut(name).filter(|tiles| !tiles.is_empty());
            cells.push(tiles.map_or(0, |tiles| tiles.remove(0)));
        }
        if found.get("x") != Some(&1) {
            return Err(BoardError::NoBlank);
        }
        for (name, tiles) in self.names() {
            let (expected, found) = (tiles.len(), found.remove(name).unwrap_or(0));
            if found != expected {
                return Err(BoardError::Labels { label: name.to_owned(), expected, found });
            }
        }
        // What is left over is not on the goal.
        match found.remove(FREE) {
            Some(found) => Err(BoardError::Labels { label: FREE.to_owned(), expected: 0, found }),
            None => LargeBoard::new(shape, cells),
        }
    }

    /// The board with these bytes in its cells, with the numbers of this goal's tiles.
    pub fn board_of_row(&self, row: &[u8]) -> Result<SmallBoard, BoardError> {
        let shape = self.board.shape();
        let has_equal = (1..row.len()).any(|cell| row[..cell].contains(&row[cell]));
        if row.len() != shape.cells() || self.has_numbers && !has_equal {
            return SmallBoard::new(shape.try_into()?, row);
        }
        let names: Vec<String> = row.iter().map(u8::to_string).collect();
        let name = |cell: usize| if row[cell] == 0 { "x" } else { &names[cell] };
        SmallBoard::try_from(&self.numbered(shape, name)?)
    }

    /// True if a board with the numbers of this goal's tiles is this goal.
    pub fn is_reached(&self, board: &LargeBoard) -> bool {
        let tiles = board.cells().iter().zip(self.board.cells());
        tiles
            .into_iter()
            .all(|(&tile, &own)| self.name(own) == FREE || self.name(tile) == self.name(own))
    }
}

impl PartialEq for LabelledBoard {
    fn eq(&self, other: &LabelledBoard) -> bool {
        let cells = 0..self.board.cells().len();
        self.board.shape() == other.board.shape()
            && cells.into_iter().all(|cell| self.at(cell) == other.at(cell))
    }
}

impl Eq for LabelledBoard {}

impl Hash for LabelledBoard {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.board.shape().hash(state);
        (0..self.board.cells().len()).for_each(|cell| self.at(cell).hash(state));
    }
}

impl fmt::Display for LabelledBoard {
    /// Writes the names, as other boards are written.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shape = self.board.shape();
        let longest = self.names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
        let width = if f.alternate() { longest } else { 0 };
        for cell in 0..shape.cells() {
            write!(f, "{}{:>width$}", shape.separator(cell, f.alternate()), self.at(cell))?;
        }
        Ok(())
    }
}
