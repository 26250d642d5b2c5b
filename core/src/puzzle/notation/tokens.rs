//! The tokens of moves: what each part of a text means, before directions and numbers are put
//! together to moves.

use super::Notation;
use super::error::{MoveFlaw, MoveKind};
use crate::puzzle::excerpt;

/// The words of directions, in the order of moves.
pub(super) const DIRECTIONS: [(&str, u8); 4] =
    [("down", b'd'), ("left", b'l'), ("right", b'r'), ("up", b'u')];

/// What may stand before moves, and says nothing about them.
const INTRODUCTIONS: [&str; 13] = [
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
    "the",
];

/// The same in the notation of the blank, and in those of tiles.
const OF_BLANK: [&str; 1] = ["blank"];
const OF_TILES: [&str; 4] = ["tile", "tiles", "slide", "slides"];

/// What may stand round an answer in LaTeX. The closing brace is read over anyway.
const LATEX: [&str; 2] = ["\\boxed{", "\\text{"];

/// A part of the text that means something.
#[derive(Clone, Copy, Debug)]
pub(super) struct MoveToken {
    pub at: usize,
    pub end: usize,
    pub is: Meaning,
}

impl MoveToken {
    pub const fn is_number(&self) -> bool {
        matches!(self.is, Meaning::Number(_))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    /// A direction, by the letter of the blank's move.
    Direction(u8, MoveKind),
    Number(u64),
    /// What stands between moves, if there are several.
    Break,
    /// `->`, which is one, too.
    Dash,
}

/// The tokens before the first thing that means nothing, and what is wrong with it.
pub(super) struct Tokens {
    pub all: Vec<MoveToken>,
    pub flaw: Option<Flawed>,
    /// The number of the last step, and the number of tokens before its moves.
    step: (u64, usize),
}

/// Where a flaw begins and ends, and what it is.
pub(super) type Flawed = (usize, usize, MoveFlaw);

impl Tokens {
    pub fn new(text: &str, notation: Notation) -> Tokens {
        let mut tokens = Tokens { all: Vec::new(), flaw: None, step: (0, 0) };
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
                '[' | ']' | '(' | ')' | '{' | '}' | '$' | '"' | '`' | '“' | '”' | '‘' | '’' => {
                    end
                }
                '.' if rest[1..].chars().next().is_none_or(char::is_whitespace) => {
                    tokens.push(at, end, Meaning::Break);
                    end
                }
                '\\' if let Some(begin) = LATEX.iter().find(|it| rest.starts_with(**it)) => {
                    at + begin.len()
                }
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
    /// is the number of a step, unless it ends a line.
    fn number(&mut self, rest: &str, at: usize) -> usize {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let end = at + digits;
        let mut behind = rest[digits..].chars();
        let (value, sign) = (rest[..digits].parse().unwrap_or(u64::MAX), behind.next());
        if matches!(sign, Some('.' | ':')) && !ends_line(behind.as_str()) {
            if self.is_next_step(value, behind.as_str()) {
                self.push(at, end, Meaning::Break);
                self.step = (value, self.all.len());
            } else {
                self.fail(at, end, MoveFlaw::Steps);
            }
            return end + 1;
        }
        let next = behind.next();
        self.push(at, end, Meaning::Number(value));
        match sign {
            Some(sign @ ('×' | '*')) => end + sign.len_utf8(),
            Some('x' | 'X') if !next.is_some_and(char::is_alphanumeric) => end + 1,
            _ => end,
        }
    }

    /// Whether a number with these characters after its dot is that of the next step. Steps are
    /// counted from 1, and each has moves, so that `1. 2. 3.` is none.
    fn is_next_step(&self, value: u64, behind: &str) -> bool {
        let (last, begin) = self.step;
        let is_move = |token: &MoveToken| !matches!(token.is, Meaning::Break | Meaning::Dash);
        let has_moves = self.all[begin..].iter().any(is_move);
        last.checked_add(1) == Some(value)
            && has_moves == (last > 0)
            && behind.trim_start_matches('*').starts_with(char::is_whitespace)
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
        let of_notation = if notation == Notation::Blank { &OF_BLANK[..] } else { &OF_TILES[..] };
        if INTRODUCTIONS.iter().chain(of_notation).any(|known| *known == lower) {
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
    pub fn expect_one_kind(&mut self, text: &str) {
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
    pub fn expect_no_steps(&mut self) {
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

/// The length of what a text says about its moves as a whole, before them: the interval that
/// stands there if a limit was reached (`130..180 rrdd`), or their number (`4 moves: rrdd`).
pub(super) fn introduction(text: &str) -> usize {
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

/// Whether a line ends here.
fn ends_line(text: &str) -> bool {
    let rest = text.trim_start_matches([' ', '\t', '\r']);
    rest.is_empty() || rest.starts_with('\n')
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
