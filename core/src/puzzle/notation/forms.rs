//! Other forms of moves than plain letters and numbers: words, arrows, counts on either side, and
//! the direction next to a tile's number.
//!
//! A form is read if it can mean one thing only. Otherwise the error says what it could mean.

use super::error::MoveFlaw;
use super::tokens::{Flawed, Meaning, MoveToken, Tokens, introduction};
use super::{Notation, separates};

/// A move, or several equal ones, as they stand in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct WrittenRun {
    /// Where it stands.
    pub(super) at: usize,
    pub(super) end: usize,
    pub(super) written: Result<WrittenMove, MoveFlaw>,
}

/// How a move is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WrittenMove {
    /// By the letter of a direction, and how many times it is made. `at` and `end` are those of the
    /// direction.
    Direction { letter: u8, count: u64, at: usize, end: usize },
    /// By the tile's number, from `at` to `end`, and perhaps the direction in which it slides.
    Tile { at: usize, end: usize, direction: Option<u8> },
    /// By the row and the column of the tile, counted from 1.
    Cell { row: u64, col: u64 },
}

/// The moves of a text, or `None` if it has plain letters and counts only, or plain numbers in
/// [`Notation::Tiles`]. Nothing follows a flaw.
pub(super) fn read(text: &[u8], notation: Notation) -> Option<Vec<WrittenRun>> {
    if is_plain(text, notation) {
        return None;
    }
    let text = std::str::from_utf8(text).ok()?;
    match notation {
        Notation::Cells => Some(read_cells(text)),
        Notation::Tiles => read_tiles(text),
        notation => Some(read_directions(text, notation)),
    }
}

fn read_directions(text: &str, notation: Notation) -> Vec<WrittenRun> {
    let mut tokens = Tokens::new(text, notation);
    tokens.expect_one_kind(text);
    tokens.expect_no_steps();
    tokens.runs(|item, runs| add_directions(item, notation, text, runs))
}

/// Tiles, each perhaps with a direction. `None` if there is no number.
fn read_tiles(text: &str) -> Option<Vec<WrittenRun>> {
    if let Some(run) = cells(text) {
        return Some(vec![run]);
    }
    let mut tokens = Tokens::new(text, Notation::Tiles);
    if !tokens.all.iter().any(MoveToken::is_number) {
        return None;
    }
    if let Some((at, ..)) = &mut tokens.flaw {
        // A word that means nothing may begin with a good token, which is taken back: `<b>`, `5+3`.
        while let Some(last) = tokens.all.pop_if(|last| last.end == *at) {
            *at = last.at;
        }
    }
    tokens.expect_one_kind(text);
    let mut runs = tokens.runs(add_tiles);
    if let Some(WrittenRun { at, written: written @ Err(MoveFlaw::Letter { .. }), .. }) =
        runs.last_mut()
    {
        // The whole word is passed on as a tile's number, so that the error can name the board's
        // largest tile.
        let separates = |byte: &u8| separates(*byte);
        let (before, behind) = text.as_bytes().split_at(*at);
        let from = before.iter().rposition(separates).map_or(0, |at| at + 1);
        let len = behind.iter().position(separates).unwrap_or(behind.len());
        *written = Ok(WrittenMove::Tile { at: from, end: *at + len, direction: None });
    }
    Some(runs)
}

/// Cells, each a row and a column: `r3c2`, `3 2`, `(3, 2)`, `slide 3 2`.
fn read_cells(text: &str) -> Vec<WrittenRun> {
    let (mut runs, mut first) = (Vec::new(), None);
    let mut rest = &text[introduction(text)..];
    while let Some(c) = rest.chars().next() {
        let at = text.len() - rest.len();
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let words = rest.len() - rest.trim_start_matches(char::is_alphabetic).len();
        let is_word = |word: &str| {
            ["slide", "click", "move", "row", "column", "col", "r", "c"].contains(&word)
        };
        if digits > 0 {
            let (number, end) = (rest[..digits].parse().unwrap_or(u64::MAX), at + digits);
            match first.take() {
                None => first = Some((at, number)),
                Some((at, row)) => {
                    let written = Ok(WrittenMove::Cell { row, col: number });
                    runs.push(WrittenRun { at, end, written });
                }
            }
        } else if words > 0 && !is_word(&rest[..words].to_ascii_lowercase())
            || words == 0 && !c.is_whitespace() && !"()[]{},;:.-=>'\"".contains(c)
        {
            first.get_or_insert((at, 0));
            break;
        }
        rest = &rest[digits.max(words).max(c.len_utf8())..];
    }
    runs.extend(first.map(|(at, _)| WrittenRun {
        at,
        end: text.len(),
        written: Err(MoveFlaw::Pair),
    }));
    runs
}

/// Whether there are letters of moves with counts after them, or numbers of tiles, and nothing
/// else but what separates them.
fn is_plain(text: &[u8], notation: Notation) -> bool {
    if notation == Notation::Cells {
        return false;
    }
    if notation == Notation::Tiles {
        let mut brackets = text.iter().filter(|&&byte| byte == b'(');
        let has_pairs = brackets.nth(1).is_some();
        return !has_pairs && text.iter().all(|&byte| byte.is_ascii_digit() || separates(byte));
    }
    let mut can_count = false;
    text.iter().all(|&byte| {
        let is_letter = matches!(byte, b'd' | b'D' | b'l' | b'L' | b'r' | b'R' | b'u' | b'U');
        let is_count = can_count && byte.is_ascii_digit();
        can_count = is_letter || is_count;
        can_count || separates(byte)
    })
}

/// Several pairs of numbers in brackets, which are cells and not tiles.
fn cells(text: &str) -> Option<WrittenRun> {
    let first = text.find('(')?;
    let is_pair = |group: &str| {
        let inside = group.split(')').next().unwrap_or_default();
        let numbers = inside.split(|c: char| !c.is_ascii_digit()).filter(|it| !it.is_empty());
        numbers.count() == 2
    };
    let is_cells = text.matches('(').count() > 1 && text.split('(').skip(1).all(is_pair);
    is_cells.then(|| WrittenRun { at: first, end: first + 1, written: Err(MoveFlaw::Cells) })
}

impl Tokens {
    /// The runs that `add` makes of the tokens between separators, up to the first flaw.
    fn runs(
        self,
        add: impl Fn(&[MoveToken], &mut Vec<WrittenRun>) -> Result<(), Flawed>,
    ) -> Vec<WrittenRun> {
        let mut runs = Vec::new();
        let mut items = self.all.split(|token| matches!(token.is, Meaning::Break | Meaning::Dash));
        let flaw = items.find_map(|item| add(item, &mut runs).err()).or(self.flaw);
        runs.extend(flaw.map(|(at, end, flaw)| WrittenRun { at, end, written: Err(flaw) }));
        runs
    }
}

/// Adds the moves between two separators, each with its count on the same side.
fn add_directions(
    item: &[MoveToken],
    notation: Notation,
    text: &str,
    runs: &mut Vec<WrittenRun>,
) -> Result<(), Flawed> {
    let mut add = |letter, count, direction: &MoveToken, (at, end)| {
        let written =
            Ok(WrittenMove::Direction { letter, count, at: direction.at, end: direction.end });
        runs.push(WrittenRun { at, end, written });
    };
    if let Some(pairs) = pairs(item) {
        for Pair { direction, letter, count, place, .. } in pairs {
            add(letter, count, direction, place);
        }
        return Ok(());
    }
    let mut tokens = item.iter().peekable();
    while let Some(token) = tokens.next() {
        match token.is {
            Meaning::Direction(letter, _) => {
                let glued = |next: &&MoveToken| next.at == token.end;
                match tokens.peek().copied().filter(glued).map(|next| (next, next.is)) {
                    Some((next, Meaning::Number(count))) => {
                        tokens.next();
                        add(letter, count, token, (token.at, next.end));
                    }
                    _ => add(letter, 1, token, (token.at, token.end)),
                }
            }
            _ if item.iter().any(|token| matches!(token.is, Meaning::Direction(..))) => {
                return Err((token.at, token.end, MoveFlaw::SomeCounts));
            }
            _ => {
                let found = text[token.at..].chars().next().unwrap_or_default();
                let flaw = MoveFlaw::Letter { expected: notation.letters(), found };
                return Err((token.at, token.end, flaw));
            }
        }
    }
    Ok(())
}

/// Adds the tiles between two separators: numbers, or numbers each with a direction on the same
/// side.
fn add_tiles(item: &[MoveToken], runs: &mut Vec<WrittenRun>) -> Result<(), Flawed> {
    let mut add = |tile: &MoveToken, direction, (at, end)| {
        let written = Ok(WrittenMove::Tile { at: tile.at, end: tile.end, direction });
        runs.push(WrittenRun { at, end, written });
    };
    if let Some(pairs) = pairs(item) {
        for Pair { number, letter, place, .. } in pairs {
            add(number, Some(letter), place);
        }
        return Ok(());
    }
    let has_tiles = item.iter().any(MoveToken::is_number);
    for token in item {
        match token.is {
            Meaning::Direction(..) if has_tiles => {
                return Err((token.at, token.end, MoveFlaw::SomeDirections));
            }
            _ => add(token, None, (token.at, token.end)),
        }
    }
    Ok(())
}

/// A number and a direction, which stand together.
struct Pair<'t> {
    number: &'t MoveToken,
    count: u64,
    direction: &'t MoveToken,
    letter: u8,
    place: (usize, usize),
}

/// Numbers and directions by turns, the same one first. `None` if there is anything else.
fn pairs(item: &[MoveToken]) -> Option<Vec<Pair<'_>>> {
    let (pairs, rest) = item.as_chunks::<2>();
    let is_number_first = item.first()?.is_number();
    if !rest.is_empty() {
        return None;
    }
    let pairs = pairs.iter().map(|[one, other]| {
        let (number, direction) = if is_number_first { (one, other) } else { (other, one) };
        let place = (one.at, other.end);
        match (number.is, direction.is) {
            (Meaning::Number(count), Meaning::Direction(letter, _)) => {
                Some(Pair { number, count, direction, letter, place })
            }
            _ => None,
        }
    });
    pairs.collect()
}
