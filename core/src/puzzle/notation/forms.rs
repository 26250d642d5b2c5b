//! Other forms of moves than plain letters and numbers: words, arrows, counts on either side, and
//! the direction next to a tile's number.
//!
//! A form is read if it can mean one thing only. Otherwise the error says what it could mean.

use super::error::{MoveFlaw, MoveKind};
use super::{Notation, separates};
use crate::puzzle::excerpt;

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

/// A part of the text that means something.
#[derive(Clone, Copy, Debug)]
struct MoveToken {
    at: usize,
    end: usize,
    is: Meaning,
}

impl MoveToken {
    const fn is_number(&self) -> bool {
        matches!(self.is, Meaning::Number(_))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meaning {
    /// A direction, by the letter of the blank's move.
    Direction(u8, MoveKind),
    Number(u64),
    /// What stands between moves, if there are several.
    Break,
    /// `->`, which is one, too.
    Dash,
}

/// The tokens before the first thing that means nothing, and what is wrong with it.
struct Tokens {
    all: Vec<MoveToken>,
    flaw: Option<Flawed>,
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

/// Where a flaw begins and ends, and what it is.
type Flawed = (usize, usize, MoveFlaw);

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

impl Tokens {
    fn new(text: &str, notation: Notation) -> Tokens {
        let mut tokens = Tokens { all: Vec::new(), flaw: None };
        let (mut at, mut in_quotes) = (introduction(text), false);
        while tokens.flaw.is_none()
            && let Some(c) = text[at..].chars().next()
        {
            let (rest, end) = (&text[at..], at + c.len_utf8());
            at = match c {
                '\'' => {
                    let is_behind = tokens.all.last().is_some_and(|last| {
                        last.end == at && !matches!(last.is, Meaning::Break | Meaning::Dash)
                    });
                    if is_behind && !in_quotes {
                        tokens.fail(at, end, MoveFlaw::Prime);
                    }
                    in_quotes = !in_quotes;
                    end
                }
                '0'..='9' => tokens.number(rest, at),
                '×' | '*' => end,
                '-' | '=' => tokens.dash(rest, at),
                _ if let Some(letter) = arrow(c) => {
                    let kind = if c.is_ascii() { MoveKind::Signs } else { MoveKind::Arrows };
                    tokens.push(at, end, Meaning::Direction(letter, kind));
                    end
                }
                _ if c.is_alphabetic() => tokens.word(rest, at, notation),
                '\n' | ',' | ';' | '|' | '/' | '–' | '—' | '−' | '，' | '、' | '；' => {
                    tokens.push(at, end, Meaning::Break);
                    end
                }
                '[' | ']' | '(' | ')' | '{' | '}' | '"' | '`' | '“' | '”' | '‘' | '’' => {
                    end
                }
                '.' if rest[1..].trim_start().is_empty() => text.len(),
                // They say whether an arrow is drawn in colour.
                '\u{fe0e}' | '\u{fe0f}' => end,
                _ if c.is_whitespace() => end,
                _ => {
                    tokens.fail(at, end, unknown(c, notation));
                    end
                }
            };
        }
        tokens
    }

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

    fn push(&mut self, at: usize, end: usize, is: Meaning) {
        self.all.push(MoveToken { at, end, is });
    }

    fn fail(&mut self, at: usize, end: usize, flaw: MoveFlaw) {
        self.flaw = Some((at, end, flaw));
    }

    /// Cuts the tokens before one, and says what is wrong with it.
    fn cut(&mut self, number: usize, flaw: MoveFlaw) {
        let MoveToken { at, end, .. } = self.all[number];
        self.all.truncate(number);
        self.fail(at, end, flaw);
    }

    /// A number, which may have a sign of multiplication after it. With a dot or a colon there, it
    /// is the number of a step.
    fn number(&mut self, rest: &str, at: usize) -> usize {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let end = at + digits;
        let mut behind = rest[digits..].chars();
        let (sign, next) = (behind.next(), behind.next());
        if matches!(sign, Some('.' | ':')) {
            self.fail(at, end, MoveFlaw::Steps);
            return end;
        }
        self.push(at, end, Meaning::Number(rest[..digits].parse().unwrap_or(u64::MAX)));
        match sign {
            Some(sign @ ('×' | '*')) => end + sign.len_utf8(),
            Some('x' | 'X') if !next.is_some_and(char::is_alphanumeric) => end + 1,
            _ => end,
        }
    }

    /// A separator of `-` or `=`, or of these and `>`.
    fn dash(&mut self, rest: &str, at: usize) -> usize {
        let len = rest.bytes().take_while(|byte| matches!(byte, b'-' | b'=')).count();
        let is_dash = rest[len..].starts_with('>');
        let end = at + len + usize::from(is_dash);
        self.push(at, end, if is_dash { Meaning::Dash } else { Meaning::Break });
        end
    }

    /// A word: a direction, letters of directions, or what introduces moves.
    fn word(&mut self, rest: &str, at: usize, notation: Notation) -> usize {
        let (letters, behind) =
            rest.split_at(rest.find(|c: char| !c.is_alphabetic()).unwrap_or(rest.len()));
        let is_before_number = behind.trim_start().starts_with(|c: char| c.is_ascii_digit());
        // A sign of multiplication stands next to a number.
        let word = match letters.strip_suffix(['x', 'X']) {
            Some("") if is_before_number || self.all.last().is_some_and(MoveToken::is_number) => {
                return at + letters.len();
            }
            Some(before) if is_before_number => before,
            _ => letters,
        };
        let (len, end) = (word.len(), at + word.len());
        let lower = word.to_ascii_lowercase();
        if INTRODUCTIONS.contains(&lower.as_str()) {
            let behind = rest[len..].trim_start();
            let colon = behind.starts_with([':', '=', '.']);
            return if colon { at + rest.len() - behind.len() + 1 } else { end };
        }
        // Words may follow each other without a space.
        let (mut left, mut directions) = (lower.as_str(), Vec::new());
        while let Some((direction, letter)) =
            DIRECTIONS.into_iter().find(|(direction, _)| left.starts_with(direction))
        {
            let from = end - left.len();
            directions.push((from, from + direction.len(), letter));
            left = &left[direction.len()..];
        }
        if left.is_empty() {
            for (at, end, letter) in directions {
                self.push(at, end, Meaning::Direction(letter, MoveKind::Words));
            }
            return end;
        }
        for (offset, c) in word.char_indices() {
            let (at, end) = (at + offset, at + offset + c.len_utf8());
            match c.to_ascii_lowercase() {
                letter @ ('d' | 'l' | 'r' | 'u') => {
                    self.push(at, end, Meaning::Direction(letter as u8, MoveKind::Letters));
                }
                'v' => self.push(at, end, Meaning::Direction(b'd', MoveKind::Signs)),
                _ => {
                    self.fail(at, end, unknown(c, notation));
                    break;
                }
            }
        }
        end
    }

    /// All moves are letters, or words, or arrows.
    fn expect_one_kind(&mut self, text: &str) {
        let kind = |token: &MoveToken| match token.is {
            Meaning::Direction(_, kind) => Some(kind),
            _ => None,
        };
        let Some(first) = self.all.iter().find_map(kind) else { return };
        let other = |token: &MoveToken| kind(token).is_some_and(|kind| !kind.goes_with(first));
        if let Some(number) = self.all.iter().position(other) {
            let MoveToken { at, end, .. } = self.all[number];
            let found = excerpt(&text[at..end]);
            let is = kind(&self.all[number]).unwrap_or(first);
            self.cut(number, MoveFlaw::Mixed { found, is: is.one(), beside: first.many() });
        }
        // After `->`, and before it, `>` and `v` could be parts of arrows.
        let is_sign = |token: &MoveToken| kind(token) == Some(MoveKind::Signs);
        let dash = self.all.iter().position(|token| token.is == Meaning::Dash);
        if let (Some(dash), Some(sign)) = (dash, self.all.iter().position(is_sign)) {
            self.cut(dash.max(sign), MoveFlaw::DashAndSigns);
        }
    }

    /// Numbers before moves that run 1, 2, 3, ... may be the numbers of steps.
    fn expect_no_steps(&mut self) {
        let mut numbers = Vec::new();
        for (at, pair) in self.all.windows(2).enumerate() {
            if let (Meaning::Number(value), Meaning::Direction(..)) = (pair[0].is, pair[1].is)
                && pair[1].at > pair[0].end
            {
                numbers.push((at, value));
            }
        }
        let is_direction = |token: &&MoveToken| matches!(token.is, Meaning::Direction(..));
        let directions = self.all.iter().filter(is_direction).count();
        let mut expected = 1..;
        if numbers.len() > 1
            && numbers.len() == directions
            && numbers.iter().all(|&(_, value)| expected.next() == Some(value))
        {
            self.cut(numbers[0].0, MoveFlaw::Steps);
        }
    }
}

/// The words of directions, in the order of moves.
pub(super) const DIRECTIONS: [(&str, u8); 4] =
    [("down", b'd'), ("left", b'l'), ("right", b'r'), ("up", b'u')];

/// What may stand before moves, and says nothing about them.
const INTRODUCTIONS: [&str; 12] = [
    "action",
    "actions",
    "answer",
    "direction",
    "final",
    "move",
    "moves",
    "path",
    "solution",
    "and",
    "then",
    "step",
];

/// The length of what a text says about its moves as a whole, before them: the interval that
/// stands there if a limit was reached (`130..180 rrdd`), or their number (`4 moves: rrdd`).
fn introduction(text: &str) -> usize {
    let number = text.trim_start();
    let behind = behind_digits(number);
    let rest = match behind.strip_prefix("..") {
        _ if behind.len() == number.len() => "",
        Some(most) => behind_digits(most),
        None => {
            let (word, rest) = behind.trim_start().split_once(':').unwrap_or_default();
            let is_unit = ["moves", "steps"].iter().any(|unit| word.eq_ignore_ascii_case(unit));
            if is_unit { rest } else { "" }
        }
    };
    // The solution of the goal is empty, but then a space is there.
    if rest.starts_with(char::is_whitespace) { text.len() - rest.len() } else { 0 }
}

/// The text after the digits at its start.
fn behind_digits(text: &str) -> &str {
    text.trim_start_matches(|c: char| c.is_ascii_digit())
}

/// The letter of an arrow's direction.
fn arrow(c: char) -> Option<u8> {
    /// The arrows in each direction, in the same order.
    const ARROWS: [(u8, &str); 4] = [
        (b'l', "<←⇐⇦⇠↞⟵⟸⬅◀◁◂◃￩🡄🠐👈⭠⮜"),
        (b'u', "^↑⇑⇧⇡↟▲△▴▵⬆🔼￪🡅🠑👆⭡⮝"),
        (b'r', ">→⇒⇨⇢↠⟶⟹➡▶▷▸▹￫🡆🠒👉⭢⮞⮕➔➜"),
        (b'd', "↓⇓⇩⇣↡▼▽▾▿⬇🔽￬🡇🠓👇⭣⮟"),
    ];
    ARROWS.into_iter().find(|(_, arrows)| arrows.contains(c)).map(|(letter, _)| letter)
}

/// The flaw of a character that means nothing.
fn unknown(found: char, notation: Notation) -> MoveFlaw {
    MoveFlaw::Letter { expected: notation.letters(), found }
}
