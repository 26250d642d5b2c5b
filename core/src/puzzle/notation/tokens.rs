//! The tokens of moves: what each part of a text means, before directions and numbers are put
//! together to moves.

use super::Notation;
use super::error::{MoveFlaw, MoveKind};
use crate::puzzle::excerpt;

/// The words of directions, in the order of moves.
pub(super) const DIRECTIONS: [(&str, u8); 4] =
    [("down", b'd'), ("left", b'l'), ("right", b'r'), ("up", b'u')];

/// Words that may stand beside moves, with what they say of a number behind them.
const WORDS: [(&str, Named); 23] = [
    ("action", Named::Nothing),
    ("actions", Named::Nothing),
    ("and", Named::Nothing),
    ("answer", Named::Nothing),
    ("direction", Named::Nothing),
    ("directions", Named::Nothing),
    ("final", Named::Nothing),
    ("path", Named::Nothing),
    ("solution", Named::Nothing),
    ("solvable", Named::Nothing),
    ("then", Named::Nothing),
    ("true", Named::Nothing),
    ("to", Named::Nothing),
    ("into", Named::Nothing),
    ("space", Named::Nothing),
    ("step", Named::Step),
    ("steps", Named::Step),
    ("move", Named::Move),
    ("moves", Named::Moves),
    ("the", Named::Slides),
    ("length", Named::Length),
    ("number", Named::Length),
    ("total", Named::Length),
];

/// The same in the notation of the blank, in those of tiles, and in that of cells.
const OF_BLANK: [&str; 2] = ["blank", "empty"];
const OF_TILES: [(&str, Named); 4] = [
    ("tile", Named::Tile),
    ("tiles", Named::Tile),
    ("slide", Named::Slides),
    ("slides", Named::Slides),
];
const OF_CELLS: [(&str, Named); 8] = [
    ("row", Named::Row),
    ("r", Named::Row),
    ("column", Named::Column),
    ("col", Named::Column),
    ("c", Named::Column),
    ("cell", Named::Nothing),
    ("click", Named::Nothing),
    ("at", Named::Nothing),
];

/// What LaTeX has beside moves, with the arrow that it stands for. The braces are read over anyway.
const LATEX: [(&str, Option<char>); 17] = [
    ("boxed{", None),
    ("text{", None),
    ("textbf{", None),
    ("mathrm{", None),
    ("mathbf{", None),
    ("quad", None),
    (" ", None),
    (",", None),
    (";", None),
    ("uparrow", Some('↑')),
    ("downarrow", Some('↓')),
    ("leftarrow", Some('←')),
    ("rightarrow", Some('→')),
    ("Uparrow", Some('↑')),
    ("Downarrow", Some('↓')),
    ("Leftarrow", Some('←')),
    ("to", Some('→')),
];

/// A part of the text that means something.
#[derive(Clone, Copy, Debug)]
pub(super) struct MoveToken {
    pub at: usize,
    pub end: usize,
    pub is: Meaning,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    /// A direction, by the letter of the blank's move.
    Direction(u8, MoveKind),
    Number(Numeral),
    /// What stands between moves, if there are several.
    Break,
    /// `->`, which is one, too.
    Dash,
    /// The number of a step, which is another.
    Step,
    /// Brackets, which only cells need.
    Open,
    Close,
}

/// A number, with what the text says that it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numeral {
    pub value: u64,
    pub named: Named,
    /// The sign behind it with which steps are numbered, or `(` if it is alone in brackets.
    pub mark: Option<char>,
    /// A full stop ends its line.
    pub ends_line: bool,
    /// A sign of multiplication stands beside it.
    pub is_count: bool,
}

/// What a word says of the number behind it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Named {
    #[default]
    Nothing,
    Step,
    /// `Move 2`: the number of a step, or of a tile.
    Move,
    /// `slide 2` and `moves 2`: a tile, but not with a colon between.
    Slides,
    Moves,
    Tile,
    /// How many moves there are: `number of moves: 2`.
    Length,
    /// The same at the end, or the first move: `moves: 2`.
    Count,
    Row,
    Column,
}

impl Meaning {
    pub const fn is_number(self) -> bool {
        matches!(self, Meaning::Number(_))
    }

    pub const fn is_direction(self) -> bool {
        matches!(self, Meaning::Direction(..))
    }
}

impl Numeral {
    /// Whether it is a row or a column.
    pub const fn is_of_cell(&self) -> bool {
        matches!(self.named, Named::Row | Named::Column)
    }

    /// Whether a word says that it is a tile.
    pub const fn is_tile(&self) -> bool {
        matches!(self.named, Named::Move | Named::Moves | Named::Slides | Named::Tile)
    }
}

impl MoveToken {
    pub const fn number(&self) -> Option<Numeral> {
        match self.is {
            Meaning::Number(number) => Some(number),
            _ => None,
        }
    }

    pub const fn is_number(&self) -> bool {
        self.number().is_some()
    }

    pub const fn direction(&self) -> Option<(u8, MoveKind)> {
        match self.is {
            Meaning::Direction(letter, kind) => Some((letter, kind)),
            _ => None,
        }
    }

    pub const fn separates(&self) -> bool {
        matches!(self.is, Meaning::Break | Meaning::Dash | Meaning::Step)
    }
}

/// The tokens before the first thing that means nothing, and what is wrong with it.
#[derive(Default)]
pub(super) struct Tokens {
    pub all: Vec<MoveToken>,
    pub flaw: Option<Flawed>,
    /// Whether there are numbered steps.
    pub has_steps: bool,
    /// Whether the text says that there are no moves.
    pub says_none: bool,
    /// Whether it speaks of the blank, and of tiles.
    pub speaks_of: [bool; 2],
}

/// Where a flaw begins and ends, and what it is.
pub(super) type Flawed = (usize, usize, MoveFlaw);

/// Reads tokens from a text.
#[expect(clippy::struct_excessive_bools, reason = "what stands just before, each apart")]
struct Lexer<'t> {
    text: &'t str,
    notation: Notation,
    tokens: Tokens,
    /// What the words just before say of a number, and where the last of them begins.
    named: Named,
    named_at: usize,
    /// Whether there is a word just before, behind which a colon means nothing.
    is_behind_word: bool,
    /// Whether `to` stands before, as in `to the blank`.
    is_toward: bool,
    /// Whether both the blank and tiles may be spoken of.
    is_any: bool,
    /// Whether a sign of multiplication stands just before.
    is_behind_times: bool,
    in_quotes: bool,
    /// The number of open brackets.
    depth: usize,
}

impl Tokens {
    pub fn new(text: &str, notation: Notation) -> Tokens {
        Tokens::read(text, notation, false)
    }

    /// The tokens of a text that may speak of the blank and of tiles.
    pub fn any(text: &str) -> Tokens {
        Tokens::read(text, Notation::Tiles, true)
    }

    fn read(text: &str, notation: Notation, is_any: bool) -> Tokens {
        let mut lexer = Lexer {
            text,
            notation,
            tokens: Tokens::default(),
            named: Named::Nothing,
            named_at: 0,
            is_behind_word: false,
            is_toward: false,
            is_any,
            is_behind_times: false,
            in_quotes: false,
            depth: 0,
        };
        let mut at = lexer.interval();
        while lexer.tokens.flaw.is_none() && at < text.len() {
            at = lexer.token(at);
        }
        lexer.expect_number_of_cell();
        let tokens = &mut lexer.tokens;
        if !tokens.all.iter().any(|token| token.is.is_number() || token.is.is_direction()) {
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
        lexer.tokens
    }

    pub fn fail(&mut self, at: usize, end: usize, flaw: MoveFlaw) {
        self.flaw = Some((at, end, flaw));
    }

    /// Cuts the tokens before one, and says what is wrong with it.
    pub fn cut(&mut self, number: usize, flaw: MoveFlaw) {
        let MoveToken { at, end, .. } = self.all[number];
        self.all.truncate(number);
        self.fail(at, end, flaw);
    }

    /// A tile and its direction alone in brackets are together, with a comma between, too.
    fn join_pairs(&mut self) {
        use Meaning::{Break, Close, Direction, Number, Open};
        for at in 0..self.all.len() {
            let five = self.all[at..].first_chunk::<5>().map(|five| five.map(|token| token.is));
            if let Some(
                [Open, Number(_), Break, Direction(..), Close]
                | [Open, Direction(..), Break, Number(_), Close],
            ) = five
            {
                // It is dropped with the other brackets. Behind it, there is another item.
                self.all[at].is = Break;
                self.all[at + 2].is = Open;
                self.all[at + 4].is = Break;
            }
        }
    }

    /// Arrows to the right that stand between words, letters or tiles separate them, as `->` does.
    pub fn separate_by_arrows(&mut self, notation: Notation) {
        let is_arrow = |token: &MoveToken| matches!(token.direction(), Some((_, MoveKind::Arrows)));
        let is_tile = |token: &MoveToken| notation == Notation::Tiles && token.is_number();
        let is_other = |token: &MoveToken| {
            is_tile(token) || token.direction().is_some_and(|(_, kind)| kind.is_spelled())
        };
        let is_move = |token: &&MoveToken| token.direction().is_some() || is_tile(token);
        let moves: Vec<&MoveToken> = self.all.iter().filter(is_move).collect();
        let is_between = |at: usize| {
            let arrow = moves[at].direction();
            arrow.is_some_and(|(letter, _)| letter == b'r')
                && at > 0
                && is_other(moves[at - 1])
                && moves.get(at + 1).is_some_and(|next| is_other(next))
        };
        let arrows = (0..moves.len()).filter(|&at| is_arrow(moves[at]));
        if moves.iter().all(|token| is_arrow(token) || is_other(token))
            && arrows.clone().count() > 0
            && arrows.clone().all(is_between)
            // Behind a number, an arrow may be its direction.
            && (moves.iter().any(|token| is_other(token) && !token.is_number())
                || moves.len() == 2 * arrows.count() + 1)
        {
            self.all.iter_mut().filter(|token| is_arrow(token)).for_each(|token| {
                token.is = Meaning::Dash;
            });
        }
    }

    /// All moves are letters, or words, or arrows.
    pub fn expect_one_kind(&mut self, text: &str) {
        let kind = |token: &MoveToken| token.direction().map(|(_, kind)| kind);
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
}

impl Lexer<'_> {
    /// The length of the interval that stands before moves if a limit was reached: `130..180 rrdd`.
    fn interval(&mut self) -> usize {
        let text = self.text.trim_start();
        let behind = behind_digits(text);
        let Some(last) = behind.strip_prefix("..").filter(|_| behind.len() < text.len()) else {
            return 0;
        };
        let rest = behind_digits(last);
        if !rest.is_empty() && !rest.starts_with(char::is_whitespace) {
            return 0;
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
        let is_behind_times = std::mem::take(&mut self.is_behind_times);
        match c {
            // They say whether an arrow is drawn in colour.
            '\u{fe0e}' | '\u{fe0f}' => return end,
            _ if c.is_whitespace() && c != '\n' => {
                self.is_behind_times = is_behind_times;
                return end;
            }
            '\'' => {
                let is_behind = self.tokens.all.last().is_some_and(|last| {
                    last.end == at && (last.direction().is_some() || last.is_number())
                });
                if is_behind && !self.in_quotes {
                    self.tokens.fail(at, end, MoveFlaw::Prime);
                }
                self.in_quotes = !self.in_quotes;
                return end;
            }
            '"' | '`' | '“' | '”' | '‘' | '’' | '$' => return end,
            '×' | '*' => {
                let is_bold = rest.starts_with("**") || self.text[..at].ends_with('*');
                self.is_behind_times = !is_bold;
                return end;
            }
            '#' if self.named != Named::Nothing || begins_step(rest) => return end,
            ':' | '=' | '.' if self.is_behind_word && !rest.starts_with("=>") => {
                self.named = match self.named {
                    Named::Moves => Named::Count,
                    Named::Move | Named::Slides => Named::Nothing,
                    named => named,
                };
                return end;
            }
            '[' | '(' | '{' => {
                self.depth += usize::from(c == '(');
                self.push(at, end, Meaning::Open);
                return end;
            }
            ']' | ')' | '}' => {
                self.depth = self.depth.saturating_sub(usize::from(c == ')'));
                self.expect_number_of_cell();
                self.push(at, end, Meaning::Close);
                return end;
            }
            '\\' => {
                let behind = &rest[1..];
                let known = LATEX.iter().find(|(name, _)| {
                    let next = behind.strip_prefix(name).and_then(|rest| rest.chars().next());
                    behind.starts_with(name)
                        && !(name.ends_with(char::is_alphabetic)
                            && next.is_some_and(char::is_alphabetic))
                });
                let Some((name, sign)) = known else {
                    self.fail(at, end, c);
                    return end;
                };
                if let Some(letter) = sign.and_then(arrow) {
                    self.direction(at, end + name.len(), letter, MoveKind::Arrows);
                }
                return end + name.len();
            }
            _ if c.is_alphabetic() => return self.word(rest, at),
            '0'..='9' => return self.number(rest, at, is_behind_times),
            _ => (),
        }
        self.expect_number_of_cell();
        let end = match c {
            '-' | '=' => self.dash(rest, at),
            '\n' | ',' | ';' | '|' | '/' | '–' | '—' | '−' | '，' | '、' | '；' => {
                self.push(at, end, Meaning::Break);
                end
            }
            '.' if rest[1..].chars().next().is_none_or(char::is_whitespace) => {
                self.push(at, end, Meaning::Break);
                end
            }
            '.' | ':' if self.notation == Notation::Cells => end,
            _ => {
                match arrow(c) {
                    Some(letter) => {
                        let kind = if c.is_ascii() { MoveKind::Signs } else { MoveKind::Arrows };
                        self.direction(at, end, letter, kind);
                    }
                    None => self.fail(at, end, c),
                }
                end
            }
        };
        self.is_behind_word = false;
        self.is_toward = false;
        // The number of moves may be on the next line.
        if c != '\n' || self.named != Named::Length {
            self.named = Named::Nothing;
        }
        end
    }

    fn push(&mut self, at: usize, end: usize, is: Meaning) {
        self.tokens.all.push(MoveToken { at, end, is });
    }

    /// A direction. Cells have none, but an arrow may stand between them.
    fn direction(&mut self, at: usize, end: usize, letter: u8, kind: MoveKind) {
        match (self.notation, kind, letter) {
            (Notation::Cells, MoveKind::Arrows, b'r') => self.push(at, end, Meaning::Dash),
            (Notation::Cells, ..) => self.tokens.fail(at, end, MoveFlaw::Pair),
            _ => self.push(at, end, Meaning::Direction(letter, kind)),
        }
    }

    /// Refuses a character that means nothing.
    fn fail(&mut self, at: usize, end: usize, found: char) {
        let flaw = match self.notation {
            Notation::Cells => MoveFlaw::Pair,
            notation => MoveFlaw::Letter { expected: notation.letters(), found },
        };
        self.tokens.fail(at, end, flaw);
    }

    /// Behind `row` or `column`, there is a number.
    fn expect_number_of_cell(&mut self) {
        if matches!(self.named, Named::Row | Named::Column) && self.tokens.flaw.is_none() {
            self.tokens.fail(self.named_at, self.named_at, MoveFlaw::Pair);
        }
    }

    /// A number, with the signs behind it that say what it is.
    fn number(&mut self, rest: &str, at: usize, is_behind_times: bool) -> usize {
        let behind = behind_digits(rest);
        let mut end = at + rest.len() - behind.len();
        let value = rest[..end - at].parse().unwrap_or(u64::MAX);
        let mut named = std::mem::take(&mut self.named);
        let (mut mark, mut is_count, mut ends_line) = (None, is_behind_times, false);
        let mut signs = behind.chars();
        let sign = signs.next();
        let last = self.tokens.all.last();
        // Directly behind a direction, it is a count.
        let is_told = is_behind_times
            || last.is_some_and(|last| last.is.is_direction() && last.end == at)
            || matches!(named, Named::Step | Named::Tile | Named::Row | Named::Column);
        let is_behind_bracket = self.text[..at].trim_end().ends_with('(');
        match sign {
            Some(sign @ ('.' | ':')) => {
                ends_line = self::ends_line(signs.as_str());
                let is_mark =
                    signs.as_str().trim_start_matches('*').starts_with(char::is_whitespace);
                if is_mark && !ends_line || ends_line && (sign == ':' || named == Named::Step) {
                    (mark, end) = (Some(sign), end + 1);
                } else if !ends_line && self.notation != Notation::Cells {
                    self.tokens.fail(at, end, MoveFlaw::Steps);
                    return end;
                }
            }
            Some(')') if is_behind_bracket => mark = Some('('),
            Some(')') if self.depth == 0 => (mark, end) = (Some(')'), end + 1),
            Some('×' | '*') if !signs.as_str().starts_with('*') => is_count = true,
            Some('x' | 'X') if !signs.next().is_some_and(char::is_alphanumeric) => {
                (is_count, end) = (true, end + 1);
            }
            _ if is_told => {}
            _ => {
                // The number of all moves, or a tile that moves.
                let word = behind.trim_start_matches([' ', '\t']);
                let len = word.find(|c: char| !c.is_alphabetic()).unwrap_or(word.len());
                let unit = word[..len].to_ascii_lowercase();
                if ["move", "moves", "step", "steps"].contains(&&*unit) {
                    end = at + rest.len() - word.len() + len;
                    let tail = word[len..].trim_start_matches([' ', '\t', '\r', '"', '*']);
                    if tail.is_empty() || tail.starts_with(BEHIND_NOUN) {
                        named = Named::Length;
                    } else if unit.starts_with("move") {
                        named = Named::Tile;
                    }
                }
            }
        }
        self.is_behind_word = named == Named::Length;
        self.tokens.says_none |= self.is_behind_word && value == 0;
        self.is_toward = false;
        self.push(at, end, Meaning::Number(Numeral { value, named, mark, ends_line, is_count }));
        end
    }

    /// A separator of `-` or `=`, or of these and `>`.
    fn dash(&mut self, rest: &str, at: usize) -> usize {
        let len = rest.bytes().take_while(|byte| matches!(byte, b'-' | b'=')).count();
        let is_dash = rest[len..].starts_with('>');
        let end = at + len + usize::from(is_dash);
        self.push(at, end, if is_dash { Meaning::Dash } else { Meaning::Break });
        end
    }

    /// A word: a direction, letters of directions, or what stands beside moves.
    fn word(&mut self, rest: &str, at: usize) -> usize {
        let (letters, behind) =
            rest.split_at(rest.find(|c: char| !c.is_alphabetic()).unwrap_or(rest.len()));
        let is_before_number = behind.trim_start().starts_with(|c: char| c.is_ascii_digit());
        // A sign of multiplication stands next to a number.
        let word = match letters.strip_suffix(['x', 'X']) {
            // Here it is more likely a column.
            _ if self.notation == Notation::Cells => letters,
            Some("")
                if is_before_number || self.tokens.all.last().is_some_and(MoveToken::is_number) =>
            {
                self.is_behind_times = true;
                return at + letters.len();
            }
            Some(before) if is_before_number => before,
            _ => letters,
        };
        let end = at + word.len();
        let lower = word.to_ascii_lowercase();
        if let Some(named) = self.beside(&lower, is_before_number) {
            self.expect_number_of_cell();
            let is_unit = matches!(&*lower, "of" | "move" | "moves" | "step" | "steps");
            if self.named != Named::Length || !is_unit {
                self.named = named;
            }
            self.named_at = at;
            self.is_toward = matches!(&*lower, "to" | "into") || self.is_toward && lower == "the";
            self.is_behind_word = true;
            return end;
        }
        self.expect_number_of_cell();
        (self.named, self.is_behind_word, self.is_toward) = (Named::Nothing, false, false);
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
                self.direction(at, end, letter, MoveKind::Words);
            }
            return end;
        }
        for (offset, c) in word.char_indices() {
            let (at, end) = (at + offset, at + offset + c.len_utf8());
            match c.to_ascii_lowercase() {
                letter @ ('d' | 'l' | 'r' | 'u') => {
                    self.direction(at, end, letter as u8, MoveKind::Letters);
                }
                'v' => self.direction(at, end, b'd', MoveKind::Signs),
                _ => {
                    self.fail(at, end, c);
                    break;
                }
            }
        }
        end
    }

    /// What a word beside moves says of a number behind it. `None` if it may not stand there.
    fn beside(&mut self, word: &str, is_before_number: bool) -> Option<Named> {
        let known = |words: &[(&str, Named)]| {
            words.iter().find(|(known, _)| *known == word).map(|(_, named)| *named)
        };
        if self.notation == Notation::Cells
            && let Some(named) = known(&OF_CELLS)
        {
            return Some(named);
        }
        if let Some(named) = known(&OF_TILES) {
            self.tokens.speaks_of[1] |= named == Named::Tile;
            // Before a number, the number is refused, which says more than that the word is.
            return (self.notation != Notation::Blank || is_before_number).then_some(named);
        }
        if OF_BLANK.contains(&word) {
            self.tokens.speaks_of[0] |= !self.is_toward;
            let is_known = self.notation == Notation::Blank || self.is_toward || self.is_any;
            return is_known.then_some(Named::Nothing);
        }
        if word == "of" {
            return (self.named == Named::Length).then_some(Named::Length);
        }
        known(&WORDS)
    }
}

/// What stands behind `2 moves` if these are all moves.
const BEHIND_NOUN: [char; 10] = [':', '=', '.', ',', ';', ')', ']', '}', '|', '\n'];

/// Whether the signs of a heading stand before the number of a step.
fn begins_step(text: &str) -> bool {
    let word = text.trim_start_matches(['#', ' ']).as_bytes();
    word.get(..4).is_some_and(|word| word.eq_ignore_ascii_case(b"step"))
}

/// Whether a line ends here.
fn ends_line(text: &str) -> bool {
    let rest = text.trim_start_matches([' ', '\t', '\r', '*']);
    rest.is_empty() || rest.starts_with('\n')
}

/// The text after the digits at its start.
pub(super) fn behind_digits(text: &str) -> &str {
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
