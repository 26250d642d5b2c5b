//! Other forms of moves than plain letters and numbers: words, arrows, counts on either side, and
//! the direction next to a tile's number.
//!
//! A form is read if it can mean one thing only. Otherwise the error says what it could mean.

use super::error::{MoveFlaw, MoveKind};
use super::lexer::behind_digits;
use super::move_tokens::{Flawed, Meaning, MoveToken, Named, Tokens};
use super::written::{WrittenMove, WrittenRun};
use super::{MoveCursor, Notation, path, row_and_column, separates};
use crate::puzzle::{Metric, excerpt};

/// The moves of a text, or `None` if it has plain letters and counts only, or plain numbers in
/// [`Notation::Tiles`]. Nothing follows a flaw.
pub(super) fn read(
    text: &[u8],
    notation: Notation,
    metric: Metric,
    board: Option<&impl MoveCursor>,
) -> Option<Vec<WrittenRun>> {
    if is_plain(text, notation) {
        return None;
    }
    let text = std::str::from_utf8(text).ok()?;
    if let Some(runs) = path::read(text, notation, metric, board) {
        return Some(runs);
    }
    let cells = board.map_or(0, |board| board.shape().cells());
    let mut tokens = Tokens::new(text, notation, false);
    let is_no_move = tokens.says_none;
    let runs = match notation {
        Notation::Cells => row_and_column::read(tokens, text),
        Notation::Tiles if !tokens.all.iter().any(MoveToken::is_number) => {
            if text.contains(char::is_alphanumeric) && !is_no_move {
                // The plain reader says that a word is no tile.
                return None;
            }
            Vec::new()
        }
        Notation::Tiles => read_tiles(tokens, text, cells),
        notation => {
            tokens.separate_by_arrows(notation);
            tokens.expect_one_kind(text);
            tokens.take_steps(notation);
            tokens.runs(|item, runs| add_directions(item, notation, text, runs))
        }
    };
    if runs.is_empty() && !is_no_move {
        let at = text.len() - text.trim_start().len();
        let found = excerpt(text.trim());
        return Some(vec![WrittenRun {
            at,
            end: text.len(),
            written: Err(MoveFlaw::NoMove { found }),
        }]);
    }
    Some(runs)
}

/// See [`Notation::spoken`].
pub(super) fn spoken(text: &str, asked: Notation) -> Notation {
    // A number that is neither a step nor a count.
    let has_tile = |tokens: &Tokens| {
        let mut before = None;
        tokens.all.iter().any(|token| {
            let is_count = before.replace(token).is_some_and(|before| is_behind(before, token));
            token.number().is_some_and(|it| !it.is_count && it.named != Named::Length) && !is_count
        })
    };
    let mut tokens = Tokens::new(text, Notation::Tiles, true);
    let has_number = has_tile(&tokens) || matches!(tokens.flaw, Some((_, _, MoveFlaw::Steps)));
    tokens.take_steps(Notation::Tiles);
    if has_tile(&tokens) || has_number && tokens.flaw.is_some() {
        return Notation::Tiles;
    }
    match (tokens.speaks_of, asked) {
        ([_, true], _) => Notation::Tile,
        ([true, false], _) | (_, Notation::Blank) => Notation::Blank,
        _ => Notation::Tile,
    }
}

/// Tiles, each perhaps with a direction.
fn read_tiles(mut tokens: Tokens, text: &str, cells: usize) -> Vec<WrittenRun> {
    if let Some(run) = find_cells(text) {
        return vec![run];
    }
    if let Some((at, ..)) = &mut tokens.flaw {
        // A word that means nothing may begin with a good token, which is taken back: `<b>`, `5+3`.
        while let Some(last) = tokens.all.pop_if(|last| last.end == *at) {
            *at = last.at;
        }
    }
    tokens.separate_by_arrows(Notation::Tiles);
    tokens.expect_one_kind(text);
    tokens.take_steps(Notation::Tiles);
    let mut runs = tokens.runs(|item, runs| add_tiles(item, text, cells, runs));
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
    runs
}

/// True if a word is a tile for each digit: there are up to ten cells, and no tile has its number.
pub(super) fn are_single_tiles(word: &[u8], cells: usize) -> bool {
    let is_tile = |byte: &u8| (1..cells).contains(&usize::from(byte.wrapping_sub(b'0')));
    word.len() > 1 && cells <= 10 && word.iter().all(is_tile)
}

/// True if there are letters of moves with counts after them, or numbers of tiles, and nothing
/// else but what separates them; or nothing at all.
fn is_plain(text: &[u8], notation: Notation) -> bool {
    let has_moves = || text.iter().any(u8::is_ascii_alphanumeric);
    let is_empty = || text.iter().all(u8::is_ascii_whitespace);
    if notation == Notation::Cells {
        return is_empty();
    }
    if notation == Notation::Tiles {
        let mut brackets = text.iter().filter(|&&byte| byte == b'(' || byte == b'[');
        let has_pairs = brackets.nth(1).is_some();
        // Where a number 1 begins one of several items, it may be that of a step.
        let begin = text.iter().position(u8::is_ascii_digit).unwrap_or_default();
        let has_items = text[begin..].starts_with(b"1")
            && text.iter().any(|byte| matches!(byte, b',' | b';' | b'\n' | b')'));
        // No tile is a 0, so there may be boards.
        let mut words = text.split(|&byte| separates(byte));
        return !has_pairs
            && !has_items
            && !words.any(|word| word == b"0")
            && text.iter().all(|&byte| byte.is_ascii_digit() || separates(byte))
            && (has_moves() || is_empty());
    }
    let mut can_count = false;
    let is_plain = text.iter().all(|&byte| {
        let is_letter = matches!(byte, b'd' | b'D' | b'l' | b'L' | b'r' | b'R' | b'u' | b'U');
        let is_count = can_count && byte.is_ascii_digit();
        can_count = is_letter || is_count;
        can_count || separates(byte)
    });
    is_plain && (has_moves() || is_empty())
}

/// Several pairs of numbers in brackets, which are cells and not tiles.
fn find_cells(text: &str) -> Option<WrittenRun> {
    let first = text.find(['(', '['])?;
    let groups = text.split(['(', '[']).skip(1).map(|group| {
        let inside = group.split([')', ']']).next().unwrap_or_default();
        inside.split(|c: char| !c.is_ascii_digit()).filter(|it| !it.is_empty()).count()
    });
    let with_numbers: Vec<usize> = groups.filter(|&numbers| numbers > 0).collect();
    let is_cells = with_numbers.len() > 1 && with_numbers.iter().all(|&numbers| numbers == 2);
    is_cells.then(|| WrittenRun { at: first, end: first + 1, written: Err(MoveFlaw::Cells) })
}

/// True if a number counts the direction directly before it.
pub(super) fn is_behind(direction: &MoveToken, number: &MoveToken) -> bool {
    direction.direction().is_some() && direction.end == number.at
}

impl Tokens {
    /// The runs that `add` makes of the tokens between separators, up to the first flaw.
    fn runs(
        self,
        add: impl Fn(&[MoveToken], &mut Vec<WrittenRun>) -> Result<(), Flawed>,
    ) -> Vec<WrittenRun> {
        let mut runs = Vec::new();
        let mut items = self.all.split(MoveToken::separates);
        let flaw = items.find_map(|item| add(item, &mut runs).err());
        self.end(&mut runs, flaw);
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
        let Meaning::Direction(letter, kind) = token.is else {
            let flaw = if item.iter().any(MoveToken::is_direction) {
                MoveFlaw::SomeCounts
            } else {
                let found = text[token.at..].chars().next().unwrap_or_default();
                MoveFlaw::Letter { expected: notation.letters(), found }
            };
            return Err((token.at, token.end, flaw));
        };
        let Some(&&count) = tokens.peek().filter(|next| is_behind(token, next) && next.is_number())
        else {
            add(letter, 1, token, (token.at, token.end));
            continue;
        };
        tokens.next();
        // Only letters have their counts always behind them: `R2D`, but not `→2↓`.
        let is_before = tokens.peek().is_some_and(|next| next.at == count.end);
        if is_before && kind != MoveKind::Letters {
            return Err((token.at, count.end, MoveFlaw::SomeCounts));
        }
        let value = count.number().map_or(1, |count| count.value);
        add(letter, value, token, (token.at, count.end));
    }
    Ok(())
}

/// Adds the tiles between two separators: numbers, or numbers each with a direction on the same
/// side. A number may be several tiles.
fn add_tiles(
    item: &[MoveToken],
    text: &str,
    cells: usize,
    runs: &mut Vec<WrittenRun>,
) -> Result<(), Flawed> {
    let mut add = |tile: &MoveToken, direction: Option<u8>, (at, end)| {
        // Without the signs behind its number.
        let rest = &text[tile.at..tile.end];
        let end_of_tile = match tile.number() {
            Some(_) => tile.end - behind_digits(rest).len(),
            None => tile.end,
        };
        if direction.is_none() && are_single_tiles(&text.as_bytes()[tile.at..end_of_tile], cells) {
            let one = |at| WrittenMove::Tile { at, end: at + 1, direction };
            let tiles = tile.at..end_of_tile;
            runs.extend(tiles.map(|at| WrittenRun { at, end: at + 1, written: Ok(one(at)) }));
            return;
        }
        let written = Ok(WrittenMove::Tile { at: tile.at, end: end_of_tile, direction });
        runs.push(WrittenRun { at, end, written });
    };
    if let Some(count) = item.iter().find(|token| token.number().is_some_and(|it| it.is_count)) {
        let flaw = MoveFlaw::Letter { expected: Notation::Tiles.letters(), found: 'x' };
        return Err((count.at, count.end, flaw));
    }
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
                Some(Pair { number, count: count.value, direction, letter, place })
            }
            _ => None,
        }
    });
    pairs.collect()
}
