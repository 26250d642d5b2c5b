//! Words that may stand before and between moves.

use super::move_tokens::Named;

/// The words of directions, in the order of moves.
pub(super) const DIRECTIONS: [(&str, u8); 4] =
    [("down", b'd'), ("left", b'l'), ("right", b'r'), ("up", b'u')];

/// What words that may stand beside moves say of a number behind them: in every notation, in those
/// of tiles, and in that of cells.
pub(super) const WORDS: [(Named, &str); 6] = [
    (
        Named::Nothing,
        "action actions and answer direction directions final into path solution solvable space \
         then to true",
    ),
    (Named::Step, "step steps"),
    (Named::Move, "move"),
    (Named::Moves, "moves"),
    (Named::Slides, "the"),
    (Named::Length, "length number total"),
];
pub(super) const OF_TILES: [(Named, &str); 2] =
    [(Named::Tile, "tile tiles"), (Named::Slides, "click press slide slides tap")];
pub(super) const OF_CELLS: [(Named, &str); 3] =
    [(Named::Row, "row r"), (Named::Column, "column col c"), (Named::Nothing, "cell at")];

/// What a word says in these lists.
pub(super) fn find(words: &[(Named, &str)], word: &str) -> Option<Named> {
    let is_here = |words: &str| words.split(' ').any(|known| known == word);
    words.iter().find(|(_, words)| is_here(words)).map(|(named, _)| *named)
}

/// What a word before moves is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Known {
    /// It says that a number behind it is that of a step, a tile or a cell.
    Number,
    /// It says whose moves these are.
    Blank,
    /// It may stand there.
    Word,
    Nothing,
}

/// What a word before moves is.
pub(super) fn known(word: &str) -> Known {
    let word = &*word.to_ascii_lowercase();
    let named = [&WORDS[..], &OF_TILES, &OF_CELLS].into_iter().find_map(|words| find(words, word));
    match named {
        _ if matches!(word, "blank" | "empty") => Known::Blank,
        _ if matches!(word, "the" | "of") => Known::Word,
        Some(Named::Nothing | Named::Moves | Named::Length) => Known::Word,
        Some(_) => Known::Number,
        None => Known::Nothing,
    }
}
