//! The tokens of moves: the parts of a text that mean something, before directions and numbers are
//! put together to moves.

use super::Notation;
use super::move_error::{MoveFlaw, MoveKind};
use crate::puzzle::excerpt;

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

impl Numeral {
    /// True for a row or a column.
    pub const fn is_of_cell(&self) -> bool {
        matches!(self.named, Named::Row | Named::Column)
    }

    /// True if a word says that it is a tile.
    pub const fn is_tile(&self) -> bool {
        matches!(self.named, Named::Move | Named::Moves | Named::Slides | Named::Tile)
    }
}

impl MoveToken {
    /// Where it and another one begin and end together.
    pub fn with(&self, other: Option<&MoveToken>) -> (usize, usize) {
        let other = other.unwrap_or(self);
        (self.at.min(other.at), self.end.max(other.end))
    }

    pub const fn number(&self) -> Option<Numeral> {
        match self.is {
            Meaning::Number(number) => Some(number),
            _ => None,
        }
    }

    pub const fn is_number(&self) -> bool {
        matches!(self.is, Meaning::Number(_))
    }

    pub const fn direction(&self) -> Option<(u8, MoveKind)> {
        match self.is {
            Meaning::Direction(letter, kind) => Some((letter, kind)),
            _ => None,
        }
    }

    pub const fn is_direction(&self) -> bool {
        matches!(self.is, Meaning::Direction(..))
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
    /// True if there are numbered steps.
    pub has_steps: bool,
    /// True if the text says that there are no moves.
    pub says_none: bool,
    /// The numbers of moves that the text names.
    pub lengths: Vec<MoveToken>,
    /// True if it speaks of the blank, and of tiles.
    pub speaks_of: [bool; 2],
}

/// Where a flaw begins and ends, and what it is.
pub(super) type Flawed = (usize, usize, MoveFlaw);

impl Tokens {
    pub fn fail(&mut self, at: usize, end: usize, flaw: MoveFlaw) {
        self.flaw = Some((at, end, flaw));
    }

    /// Cuts the tokens before one, and says what is wrong with it.
    pub fn cut(&mut self, number: usize, flaw: MoveFlaw) {
        let MoveToken { at, end, .. } = self.all[number];
        self.all.truncate(number);
        self.fail(at, end, flaw);
    }

    /// Adds what is wrong behind all runs: the first flaw, or another number of moves than the text
    /// says.
    pub fn end(self, runs: &mut Vec<WrittenRun>, flaw: Option<Flawed>) {
        let count = |run: &WrittenRun| match run.written {
            Ok(WrittenMove::Direction { count, .. }) => count,
            _ => 1,
        };
        let found = runs.iter().map(count).fold(0, u64::saturating_add);
        let is_right = |said: u64| said == found || said == runs.len() as u64;
        let said = self.lengths.iter().filter_map(|it| Some((it, it.number()?.value)));
        let is_wrong = found > 0 && !said.clone().any(|(_, said)| is_right(said));
        let other = said.map(|(it, said)| (it.at, it.end, MoveFlaw::Length { said, found })).next();
        let flaw = flaw.or(self.flaw).or(other.filter(|_| is_wrong));
        runs.extend(flaw.map(|(at, end, flaw)| WrittenRun { at, end, written: Err(flaw) }));
    }

    /// A tile and its direction alone in brackets are together, with a comma between, too.
    pub fn join_pairs(&mut self) {
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
        let is_word = |token: &MoveToken| token.direction().is_some_and(|(_, it)| it.is_spelled());
        let is_move = |token: &&MoveToken| token.is_direction() || is_tile(token);
        let moves: Vec<MoveToken> = self.all.iter().filter(is_move).copied().collect();
        let (mut items, mut arrows) =
            (moves.split(is_arrow), moves.iter().filter(|token| is_arrow(token)));
        // Behind a number alone, an arrow may be its direction.
        let are_between = items.all(|item| {
            item.iter().all(|token| is_word(token) || is_tile(token))
                && (item.len() == 1 || item.iter().any(is_word))
        });
        if are_between && arrows.all(|arrow| matches!(arrow.direction(), Some((b'r', _)))) {
            let arrows = self.all.iter_mut().filter(|token| is_arrow(token));
            arrows.for_each(|token| token.is = Meaning::Dash);
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
            let [is, _] = kind(&self.all[number]).unwrap_or(first).names();
            self.cut(number, MoveFlaw::Mixed { found, is, beside: first.names()[1] });
        }
        // After `->`, and before it, `>` and `v` could be parts of arrows.
        let is_sign = |token: &MoveToken| kind(token) == Some(MoveKind::Signs);
        let dash = self.all.iter().position(|token| token.is == Meaning::Dash);
        if let (Some(dash), Some(sign)) = (dash, self.all.iter().position(is_sign)) {
            self.cut(dash.max(sign), MoveFlaw::DashAndSigns);
        }
    }
}

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
