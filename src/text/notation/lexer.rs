//! Reads the tokens of moves from text.

use std::mem::take;

use super::Notation;
use super::label::{AnswerLabel, DIRECTIONS, OF_CELLS, OF_TILES, WORDS, begins_step, find};
use super::move_error::{MoveFlaw, MoveKind};
use super::move_tokens::{Meaning, MoveToken, Named, Numeral, Tokens};

/// Commands of LaTeX that mean nothing. The braces behind them are read over anyway.
const LATEX: [&str; 6] = ["boxed", "text", "textbf", "mathrm", "mathbf", "quad"];

/// What stands behind `2 moves` if these are all moves.
const BEHIND_NOUN: [char; 10] = [':', '=', '.', ',', ';', ')', ']', '}', '|', '\n'];

/// The arrows in each direction, in the same order.
const ARROWS: [(u8, &str); 4] = [
    (b'l', "<←⇐⇦⇠↞⟵⟸⬅◀◁◂◃￩🡄🠐👈⭠⮜"),
    (b'u', "^↑⇑⇧⇡↟▲△▴▵⬆🔼￪🡅🠑👆⭡⮝"),
    (b'r', ">→⇒⇨⇢↠⟶⟹➡▶▷▸▹￫🡆🠒👉⭢⮞⮕➔➜"),
    (b'd', "↓⇓⇩⇣↡▼▽▾▿⬇🔽￬🡇🠓👇⭣⮟"),
];

/// Reads tokens from a text.
#[derive(Default)]
#[expect(clippy::struct_excessive_bools, reason = "what stands just before, each apart")]
struct Lexer<'t> {
    text: &'t str,
    notation: Notation,
    tokens: Tokens,
    /// What the words just before say of a number, and where the last of them begins.
    named: Named,
    named_at: usize,
    /// True behind a word, where a colon means nothing.
    is_behind_word: bool,
    /// True behind `to`, as in `to the blank`.
    is_toward: bool,
    /// True if both the blank and tiles may be spoken of.
    is_any: bool,
    /// True behind a sign of multiplication.
    is_behind_times: bool,
    in_quotes: bool,
    /// The number of open parentheses.
    depth: usize,
}

impl Tokens {
    /// The tokens of a text. With `is_any`, it may speak both of the blank and of tiles.
    pub fn new(text: &str, notation: Notation, is_any: bool) -> Tokens {
        let mut lexer = Lexer { text, notation, is_any, ..Lexer::default() };
        let mut at = lexer.interval(AnswerLabel::end_of_all(text));
        while lexer.tokens.flaw.is_none() && at < text.len() {
            at = lexer.token(at);
        }
        lexer.expect_number_of_cell();
        let mut tokens = lexer.tokens;
        if !tokens.all.iter().any(|token| token.is_number() || token.is_direction()) {
            // An empty list, alone or in an object, or an empty text in quotes.
            let close: String = text.chars().filter(|c| !c.is_whitespace()).collect();
            let is_one = close.starts_with('{') || !tokens.all.iter().any(MoveToken::separates);
            let is_empty = ["[]", "()", "{}", "\"\"", "''"].iter().any(|it| close.contains(it));
            tokens.says_none |= is_one && is_empty;
        }
        if notation == Notation::Tiles {
            tokens.join_pairs();
        }
        if notation != Notation::Cells {
            tokens.all.retain(|token| !matches!(token.is, Meaning::Open | Meaning::Close));
        }
        tokens
    }
}

impl Lexer<'_> {
    /// Offset behind the interval that stands before moves if a limit was reached: `130..180 rrdd`.
    fn interval(&mut self, begin: usize) -> usize {
        let text = self.text[begin..].trim_start();
        let behind = behind_digits(text);
        let Some(last) = behind.strip_prefix("..").filter(|_| behind.len() < text.len()) else {
            return begin;
        };
        let rest = behind_digits(last);
        if !rest.is_empty() && !rest.starts_with(char::is_whitespace) {
            return begin;
        }
        let ends = [&text[..text.len() - behind.len()], &last[..last.len() - rest.len()]];
        let [first, last] = ends.map(|end| end.parse().unwrap_or(u64::MAX));
        let (at, end) = (self.text.len() - text.len(), self.text.len() - rest.len());
        self.tokens.says_none = last == 0;
        if first > last {
            self.tokens.fail(at, end, MoveFlaw::Interval { first, last });
        }
        end
    }

    /// Reads what stands at a place, and returns where it ends.
    fn token(&mut self, at: usize) -> usize {
        let rest = &self.text[at..];
        let c = rest.chars().next().unwrap_or_default();
        let end = at + c.len_utf8();
        let is_behind_times = take(&mut self.is_behind_times);
        match c {
            // They say whether an arrow is drawn in colour.
            '\u{fe0e}' | '\u{fe0f}' | '"' | '`' | '“' | '”' | '‘' | '’' | '$' => end,
            _ if c.is_whitespace() && c != '\n' => {
                self.is_behind_times = is_behind_times;
                end
            }
            '\'' => {
                let last = self.tokens.all.last().filter(|last| last.end == at);
                if last.is_some_and(|last| last.is_direction() || last.is_number())
                    && !self.in_quotes
                {
                    self.tokens.fail(at, end, MoveFlaw::Prime);
                }
                self.in_quotes = !self.in_quotes;
                end
            }
            '×' | '*' => {
                let is_bold = rest.starts_with("**") || self.text[..at].ends_with('*');
                self.is_behind_times = !is_bold;
                end
            }
            '#' if self.named != Named::Nothing || begins_step(rest) => end,
            // A comment.
            '#' if self.text[..at].chars().next_back().is_none_or(char::is_whitespace) => {
                at + rest.find('\n').unwrap_or(rest.len())
            }
            ':' | '=' | '.' if self.is_behind_word && !rest.starts_with("=>") => {
                self.named = match self.named {
                    Named::Moves => Named::Count,
                    Named::Move | Named::Slides => Named::Nothing,
                    named => named,
                };
                end
            }
            '[' | '(' | '{' => {
                self.depth += usize::from(c == '(');
                self.push(at, end, Meaning::Open)
            }
            ']' | ')' | '}' => {
                self.depth = self.depth.saturating_sub(usize::from(c == ')'));
                self.expect_number_of_cell();
                self.push(at, end, Meaning::Close)
            }
            '\\' => self.command(rest, at),
            _ if c.is_alphabetic() => self.word(rest, at),
            '0'..='9' => self.number(rest, at, is_behind_times),
            _ => {
                self.expect_number_of_cell();
                (self.is_behind_word, self.is_toward) = (false, false);
                // The number of moves may be on the next line.
                if c != '\n' || self.named != Named::Length {
                    self.named = Named::Nothing;
                }
                self.sign(rest, (at, end), c)
            }
        }
    }

    /// A sign between moves, or one that is a move.
    fn sign(&mut self, rest: &str, (at, end): (usize, usize), c: char) -> usize {
        match c {
            '-' | '=' => self.dash(rest, at),
            '\n' | ',' | ';' | '|' | '/' | '–' | '—' | '−' | '，' | '、' | '；' => {
                self.push(at, end, Meaning::Break)
            }
            '.' if rest[1..].chars().next().is_none_or(char::is_whitespace) => {
                self.push(at, end, Meaning::Break)
            }
            '.' | ':' if self.notation == Notation::Cells => end,
            _ => {
                let kind = if c.is_ascii() { MoveKind::Signs } else { MoveKind::Arrows };
                match ARROWS.into_iter().find(|(_, arrows)| arrows.contains(c)) {
                    Some((letter, _)) => self.direction(at, end, letter, kind),
                    None => self.fail(at, end, c),
                }
            }
        }
    }

    fn push(&mut self, at: usize, end: usize, is: Meaning) -> usize {
        self.tokens.all.push(MoveToken { at, end, is });
        end
    }

    /// A direction. Cells have none, but an arrow may stand between them.
    fn direction(&mut self, at: usize, end: usize, letter: u8, kind: MoveKind) -> usize {
        match (self.notation, kind, letter) {
            (Notation::Cells, MoveKind::Arrows, b'r') => self.push(at, end, Meaning::Dash),
            (Notation::Cells, ..) => self.fail(at, end, '→'),
            _ => self.push(at, end, Meaning::Direction(letter, kind)),
        }
    }

    /// Refuses a character that means nothing.
    fn fail(&mut self, at: usize, end: usize, found: char) -> usize {
        let flaw = match self.notation {
            Notation::Cells => MoveFlaw::Pair,
            notation => MoveFlaw::Letter { expected: notation.letters(), found },
        };
        self.tokens.fail(at, end, flaw);
        end
    }

    /// Behind `row` or `column`, there is a number.
    fn expect_number_of_cell(&mut self) {
        if matches!(self.named, Named::Row | Named::Column) && self.tokens.flaw.is_none() {
            self.tokens.fail(self.named_at, self.named_at, MoveFlaw::Pair);
        }
    }

    /// A command of LaTeX: one that means nothing, or an arrow.
    fn command(&mut self, rest: &str, at: usize) -> usize {
        let name = &rest[1..];
        let name = &name[..name.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(name.len())];
        let end = at + 1 + name.len();
        let arrow = if name == "to" { "right" } else { name.strip_suffix("arrow").unwrap_or("") };
        match DIRECTIONS.iter().find(|(word, _)| arrow.eq_ignore_ascii_case(word)) {
            Some((_, letter)) => self.direction(at, end, *letter, MoveKind::Arrows),
            None if LATEX.contains(&name) => end,
            // A space.
            None if name.is_empty() && rest[1..].starts_with([' ', ',', ';']) => end + 1,
            None => self.fail(at, end, '\\'),
        }
    }

    /// A number, with the signs behind it that say what it is.
    fn number(&mut self, rest: &str, at: usize, is_behind_times: bool) -> usize {
        let behind = behind_digits(rest);
        let mut end = at + rest.len() - behind.len();
        let value = rest[..end - at].parse().unwrap_or(u64::MAX);
        let (named, is_count) = (take(&mut self.named), is_behind_times);
        let mut it = Numeral { value, named, mark: None, ends_line: false, is_count };
        let is_behind = |last: &MoveToken| last.is_direction() && last.end == at;
        let mut signs = behind.chars();
        match (signs.next(), signs.as_str()) {
            (Some(sign @ ('.' | ':')), signs) => {
                it.ends_line = ends_line(signs);
                let is_mark = if it.ends_line {
                    sign == ':' || it.named == Named::Step
                } else {
                    signs.trim_start_matches('*').starts_with(char::is_whitespace)
                };
                if is_mark {
                    (it.mark, end) = (Some(sign), end + 1);
                } else if !it.ends_line && self.notation != Notation::Cells {
                    self.tokens.fail(at, end, MoveFlaw::Steps);
                    return end;
                }
            }
            (Some(')'), _) if self.text[..at].trim_end().ends_with('(') => it.mark = Some('('),
            (Some(')'), _) if self.depth == 0 => (it.mark, end) = (Some(')'), end + 1),
            (Some('×' | '*'), signs) if !signs.starts_with('*') => it.is_count = true,
            (Some('x' | 'X'), signs) if !signs.starts_with(char::is_alphanumeric) => {
                (it.is_count, end) = (true, end + 1);
            }
            // Directly behind a direction, it is a count.
            _ if it.is_count || self.tokens.all.last().is_some_and(is_behind) => (),
            _ if matches!(it.named, Named::Step | Named::Tile) || it.is_of_cell() => (),
            _ => {
                // The number of all moves, or a tile that moves.
                let word = behind.trim_start_matches([' ', '\t']);
                let (unit, tail) = split_word(word);
                let unit = unit.to_ascii_lowercase();
                if ["move", "moves", "step", "steps"].contains(&&*unit) {
                    end = at + rest.len() - tail.len();
                    let tail = tail.trim_start_matches([' ', '\t', '\r', '"', '*']);
                    if tail.is_empty() || tail.starts_with(BEHIND_NOUN) {
                        it.named = Named::Length;
                    } else if unit.starts_with("move") {
                        it.named = Named::Tile;
                    }
                }
            }
        }
        (self.is_behind_word, self.is_toward) = (it.named == Named::Length, false);
        self.tokens.says_none |= self.is_behind_word && value == 0;
        self.push(at, end, Meaning::Number(it))
    }

    /// A separator of `-` or `=`, or of these and `>`.
    fn dash(&mut self, rest: &str, at: usize) -> usize {
        let len = rest.bytes().take_while(|byte| matches!(byte, b'-' | b'=')).count();
        let is_dash = rest[len..].starts_with('>');
        let end = at + len + usize::from(is_dash);
        self.push(at, end, if is_dash { Meaning::Dash } else { Meaning::Break })
    }

    /// A word: a direction, letters of directions, or what stands beside moves.
    fn word(&mut self, rest: &str, at: usize) -> usize {
        let (letters, behind) = split_word(rest);
        let is_before_number = behind.trim_start().starts_with(|c: char| c.is_ascii_digit());
        // A sign of multiplication stands next to a number. In cells it is more likely a column,
        // and among the numbers of tiles the blank.
        let is_behind_number = || self.tokens.all.last().is_some_and(MoveToken::is_number);
        let before = letters.strip_suffix(['x', 'X']).filter(|before| {
            !matches!(self.notation, Notation::Cells | Notation::Tiles)
                && (is_before_number || before.is_empty() && is_behind_number())
        });
        let word = before.unwrap_or(letters);
        if word.is_empty() {
            self.is_behind_times = true;
            return at + letters.len();
        }
        self.expect_number_of_cell();
        let (end, lower) = (at + word.len(), word.to_ascii_lowercase());
        if let Some(named) = self.beside(&lower, is_before_number) {
            // `the number of moves`
            let is_unit = matches!(&*lower, "of" | "move" | "moves" | "step" | "steps");
            if self.named != Named::Length || !is_unit {
                self.named = named;
            }
            self.is_toward = matches!(&*lower, "to" | "into") || self.is_toward && lower == "the";
            (self.named_at, self.is_behind_word) = (at, true);
            return end;
        }
        (self.named, self.is_behind_word, self.is_toward) = (Named::Nothing, false, false);
        // Words may follow each other without a space.
        let (mut left, mut directions) = (lower.as_str(), Vec::new());
        while let Some((behind, word, letter)) = DIRECTIONS
            .iter()
            .find_map(|(word, letter)| Some((left.strip_prefix(word)?, word, letter)))
        {
            directions.push((end - left.len(), word.len(), *letter));
            left = behind;
        }
        if left.is_empty() {
            for (at, len, letter) in directions {
                self.direction(at, at + len, letter, MoveKind::Words);
            }
            return end;
        }
        for (offset, c) in word.char_indices() {
            let (at, end) = (at + offset, at + offset + c.len_utf8());
            let (letter, kind) = match c.to_ascii_lowercase() {
                letter @ ('d' | 'l' | 'r' | 'u') => (letter as u8, MoveKind::Letters),
                'v' => (b'd', MoveKind::Signs),
                _ => return self.fail(at, end, c),
            };
            self.direction(at, end, letter, kind);
        }
        end
    }

    /// What a word beside moves says of a number behind it. `None` if it may not stand there.
    fn beside(&mut self, word: &str, is_before_number: bool) -> Option<Named> {
        let known = |words| find(words, word);
        let (is_of_blank, is_any) = (self.notation == Notation::Blank, self.is_any);
        if matches!(word, "blank" | "empty") {
            self.tokens.speaks_of[0] |= !self.is_toward;
            return (is_of_blank || is_any || self.is_toward).then_some(Named::Nothing);
        }
        if let Some(named) = known(&OF_TILES) {
            self.tokens.speaks_of[1] |= named == Named::Tile;
            // Before a number, the number is refused, which says more than that the word is.
            return (!is_of_blank || is_before_number).then_some(named);
        }
        let of_cells = if self.notation == Notation::Cells { &OF_CELLS[..] } else { &[] };
        let is_of_length = word == "of" && self.named == Named::Length;
        known(of_cells).or_else(|| known(&WORDS)).or(is_of_length.then_some(Named::Length))
    }
}

/// A word, and the text behind it.
fn split_word(text: &str) -> (&str, &str) {
    text.split_at(text.find(|c: char| !c.is_alphabetic()).unwrap_or(text.len()))
}

/// True where a line ends.
fn ends_line(text: &str) -> bool {
    let rest = text.trim_start_matches([' ', '\t', '\r', '*']);
    rest.is_empty() || rest.starts_with('\n')
}

/// The text after the digits at its start.
pub(crate) fn behind_digits(text: &str) -> &str {
    text.trim_start_matches(|c: char| c.is_ascii_digit())
}
