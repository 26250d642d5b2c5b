//! Other forms of moves than plain letters and numbers: words, arrows, counts on either side, the
//! direction next to a tile's number, and cells: `r3c2`, `3 2`, `(3, 2)`, `column 2, row 3`.
//!
//! A form is read if it can mean one thing only. Otherwise the error says what it could mean.

use super::lexer::behind_digits;
use super::move_error::{MoveFlaw, MoveKind};
use super::move_tokens::{Flawed, Meaning, MoveToken, Named, Tokens, WrittenMove, WrittenRun};
use super::{MoveCursor, Notation, path, separates};
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
        Notation::Cells => read_cells(tokens, text),
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
        let written = Err(MoveFlaw::NoMove { found: excerpt(text.trim()) });
        let at = text.len() - text.trim_start().len();
        return Some(vec![WrittenRun { at, end: text.len(), written }]);
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
    let mut add = |direction: &MoveToken, count: Option<&MoveToken>| {
        let Some((letter, _)) = direction.direction() else { return };
        let (at, end) = direction.with(count);
        let count = count.and_then(MoveToken::number).map_or(1, |count| count.value);
        let written =
            Ok(WrittenMove::Direction { letter, count, at: direction.at, end: direction.end });
        runs.push(WrittenRun { at, end, written });
    };
    if let Some(pairs) = pairs(item) {
        for [number, direction] in pairs {
            add(direction, Some(number));
        }
        return Ok(());
    }
    let mut tokens = item.iter().peekable();
    while let Some(token) = tokens.next() {
        let Meaning::Direction(_, kind) = token.is else {
            let flaw = if item.iter().any(MoveToken::is_direction) {
                MoveFlaw::SomeCounts
            } else {
                let found = text[token.at..].chars().next().unwrap_or_default();
                MoveFlaw::Letter { expected: notation.letters(), found }
            };
            return Err((token.at, token.end, flaw));
        };
        let count = tokens.next_if(|next| is_behind(token, next) && next.is_number());
        // Only letters have their counts always behind them: `R2D`, but not `→2↓`.
        if let Some(count) = count
            && kind != MoveKind::Letters
            && tokens.peek().is_some_and(|next| next.at == count.end)
        {
            return Err((token.at, count.end, MoveFlaw::SomeCounts));
        }
        add(token, count);
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
    let mut add = |tile: &MoveToken, direction: Option<&MoveToken>| {
        // Without the signs behind its number.
        let signs =
            if tile.is_number() { behind_digits(&text[tile.at..tile.end]).len() } else { 0 };
        let digits = tile.at..tile.end - signs;
        let one = |at, end, direction| Ok(WrittenMove::Tile { at, end, direction });
        if direction.is_none() && are_single_tiles(&text.as_bytes()[digits.clone()], cells) {
            let tile = |at| WrittenRun { at, end: at + 1, written: one(at, at + 1, None) };
            return runs.extend(digits.map(tile));
        }
        let (at, end) = tile.with(direction);
        let direction = direction.and_then(MoveToken::direction).map(|(letter, _)| letter);
        runs.push(WrittenRun { at, end, written: one(digits.start, digits.end, direction) });
    };
    if let Some(count) = item.iter().find(|token| token.number().is_some_and(|it| it.is_count)) {
        let flaw = MoveFlaw::Letter { expected: Notation::Tiles.letters(), found: 'x' };
        return Err((count.at, count.end, flaw));
    }
    if let Some(pairs) = pairs(item) {
        for [number, direction] in pairs {
            add(number, Some(direction));
        }
        return Ok(());
    }
    let has_tiles = item.iter().any(MoveToken::is_number);
    for token in item {
        if has_tiles && token.is_direction() {
            return Err((token.at, token.end, MoveFlaw::SomeDirections));
        }
        add(token, None);
    }
    Ok(())
}

/// Numbers and directions by turns, the same one first: each number, and its direction. `None` if
/// there is anything else.
fn pairs(item: &[MoveToken]) -> Option<Vec<[&MoveToken; 2]>> {
    let (pairs, rest) = item.as_chunks::<2>();
    let is_number_first = item.first()?.is_number();
    let pairs = pairs.iter().map(|[one, other]| {
        let pair = if is_number_first { [one, other] } else { [other, one] };
        (pair[0].is_number() && pair[1].is_direction()).then_some(pair)
    });
    pairs.collect::<Option<_>>().filter(|_| rest.is_empty())
}

/// The cells of a text. Nothing follows a flaw.
fn read_cells(mut tokens: Tokens, text: &str) -> Vec<WrittenRun> {
    tokens.take_steps(Notation::Cells);
    let mut runs = Vec::new();
    let flaw = add_cells(&tokens.all, text, &mut runs).err();
    tokens.end(&mut runs, flaw);
    runs
}

/// Adds the cells between two steps, and so on.
fn add_cells(tokens: &[MoveToken], text: &str, runs: &mut Vec<WrittenRun>) -> Result<(), Flawed> {
    let count = groups(tokens).count();
    // Numbers are all in brackets, or none is.
    let expect_none = |number: Option<&MoveToken>| {
        number.map_or(Ok(()), |token| Err((token.at, token.end, MoveFlaw::Pair)))
    };
    for step in tokens.split(|token| token.is == Meaning::Step) {
        let mut from = 0;
        for group in groups(step) {
            expect_none(step[from..group.start].iter().find(|token| token.is_number()))?;
            from = group.end;
            let mut numbers = step[group.clone()].iter().filter(|token| token.is_number());
            expect_none(numbers.nth(2).filter(|_| count > 1))?;
            add_pairs(&step[group], text, runs)?;
        }
        if from > 0 {
            expect_none(step[from..].iter().find(|token| token.is_number()))?;
        } else {
            add_pairs(step, text, runs)?;
        }
    }
    Ok(())
}

/// What is inside brackets that hold numbers, and no other brackets.
fn groups(tokens: &[MoveToken]) -> impl Iterator<Item = std::ops::Range<usize>> {
    let opens = (0..tokens.len()).filter(|&at| tokens[at].is == Meaning::Open);
    let inside = opens.map(|open| {
        let is_bracket = |token: &MoveToken| matches!(token.is, Meaning::Open | Meaning::Close);
        let len = tokens[open + 1..].iter().position(is_bracket);
        open + 1..len.map_or(tokens.len(), |len| open + 1 + len)
    });
    inside.filter(|group| tokens[group.clone()].iter().any(MoveToken::is_number))
}

/// Adds numbers in pairs.
fn add_pairs(tokens: &[MoveToken], text: &str, runs: &mut Vec<WrittenRun>) -> Result<(), Flawed> {
    let numbers: Vec<_> =
        tokens.iter().filter_map(|token| Some((token, token.number()?))).collect();
    let (pairs, rest) = numbers.as_chunks::<2>();
    let mut are_named = false;
    for [(one, first), (other, second)] in pairs {
        let is_of_cell = first.is_of_cell() || second.is_of_cell();
        let (row, col) = match (first.named, second.named) {
            (Named::Row, Named::Column) => (first.value, second.value),
            (Named::Column, Named::Row) => (second.value, first.value),
            _ if is_of_cell || first.mark.is_some() => {
                return Err((one.at, other.end, MoveFlaw::Pair));
            }
            _ => (first.value, second.value),
        };
        are_named |= is_of_cell;
        let written = Ok(WrittenMove::Cell { row, col });
        runs.push(WrittenRun { at: one.at, end: other.end, written });
    }
    if let [(number, _)] = rest {
        return Err((number.at, number.end, MoveFlaw::Pair));
    }
    // What stands between the numbers of a pair separates no more than what is between pairs.
    let gaps: Vec<_> =
        numbers.windows(2).map(|pair| gap(&text[pair[0].0.end..pair[1].0.at])).collect();
    let within = || gaps.iter().step_by(2);
    let between = || gaps.iter().skip(1).step_by(2);
    let least = between().map(|(separates, _)| *separates).min().unwrap_or(u8::MAX);
    let is_split = within().all(|(separates, _)| *separates == gaps[0].0 && *separates <= least);
    let is_spaced =
        within().all(|(_, has_space)| !has_space) && between().all(|(_, has_space)| *has_space);
    if are_named || is_split || is_spaced {
        return Ok(());
    }
    runs.truncate(runs.len() - pairs.len());
    Err((numbers[0].0.at, numbers[1].0.end, MoveFlaw::Pair))
}

/// What stands between two numbers: 0 for spaces and words, 1 for a comma, 2 for what separates
/// items; and whether there is a space.
fn gap(text: &str) -> (u8, bool) {
    let separates = match text {
        _ if text.contains([';', '|', '\n', '/', '>', '→']) => 2,
        _ if text.contains([',', '-', ':', '，', '、']) => 1,
        _ => 0,
    };
    (separates, text.contains(char::is_whitespace))
}
