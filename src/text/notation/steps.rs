//! The numbers of steps among moves, and which numbers are counts or tiles.

use super::Notation;
use super::forms::is_behind;
use super::move_error::{MoveFlaw, MoveKind};
use super::move_tokens::{Meaning, MoveToken, Named, Numeral, Tokens};

impl Tokens {
    /// Turns the numbers of steps into separators, and drops how many moves there are. Steps are
    /// counted from 1, and each has moves.
    pub fn take_steps(&mut self, notation: Notation) {
        let is_length =
            |token: &mut MoveToken| token.number().is_some_and(|it| it.named == Named::Length);
        self.lengths.extend(self.all.extract_if(.., is_length));
        let marked = self.numbers(|it| match it.named {
            Named::Step => true,
            Named::Tile | Named::Length | Named::Row | Named::Column => false,
            _ => it.mark.is_some(),
        });
        let by_move = self.numbers(|it| it.named == Named::Move);
        let is_directions = !notation.needs_board();
        if !marked.is_empty() {
            match self.first_wrong(&marked) {
                None => self.set_steps(&marked),
                Some(_) if self.are_punctuated(notation) => (),
                Some(wrong) => {
                    self.set_steps(&marked[..wrong]);
                    self.cut(marked[wrong], MoveFlaw::Steps);
                }
            }
        } else if is_directions && !by_move.is_empty() {
            // `Move 2 left` is a step only beside one that has several moves.
            let has_several = |&at: &usize| self.moves_behind(at, MoveToken::is_direction) > 1;
            if self.first_wrong(&by_move).is_none() && by_move.iter().any(has_several) {
                self.set_steps(&by_move);
            } else {
                self.cut_tile(by_move[0]);
            }
        } else if notation == Notation::Tiles && !by_move.is_empty() {
            // `Move 1 5, move 2 8` may be two tiles or four.
            let has_tiles = |&at: &usize| self.moves_behind(at, MoveToken::is_number) > 0;
            if self.first_wrong(&by_move).is_none() && by_move.iter().all(has_tiles) {
                self.cut(by_move[0], MoveFlaw::Steps);
            }
        } else if notation == Notation::Tiles && self.have_numbers_of_lines() {
            self.cut(0, MoveFlaw::Steps);
        }
        self.drop_count(notation);
        if is_directions {
            self.drop_length();
            self.expect_counts();
        }
    }

    /// Drops the number of moves behind them: `5 8, moves: 2`.
    fn drop_count(&mut self, notation: Notation) {
        let Some(last) = self.all.iter().rposition(MoveToken::is_number) else { return };
        let (before, behind) = self.all.split_at(last);
        let count = |is: fn(&MoveToken) -> bool| before.iter().filter(|token| is(token)).count();
        let moves = match notation {
            Notation::Cells => count(MoveToken::is_number) / 2,
            Notation::Tiles => count(MoveToken::is_number),
            _ => count(MoveToken::is_direction),
        };
        // Where numbers are moves, it may be one.
        let is_count = behind[0].number().is_some_and(|it| {
            it.named == Named::Count && (!notation.needs_board() || it.value == moves as u64)
        });
        if is_count && moves > 0 && !behind.iter().any(MoveToken::is_direction) {
            let count = self.all.remove(last);
            self.lengths.push(count);
        }
    }

    /// Drops the number of all moves that stands before them, where it cannot count the first one:
    /// the moves are letters without a space between, or in the next line.
    fn drop_length(&mut self) {
        let [first, rest @ ..] = &self.all[..] else { return };
        let directions = rest.iter().filter(|token| token.is_direction()).count();
        let is_length = first.number().is_some_and(|it| {
            it.value == directions as u64 && it.mark.is_none() && !it.is_count && !it.is_tile()
        });
        let is_letter =
            |token: &MoveToken| matches!(token.direction(), Some((_, MoveKind::Letters)));
        let is_word = rest.len() > 1
            && rest.iter().all(is_letter)
            && rest.windows(2).all(|pair| pair[0].end == pair[1].at);
        let is_above = rest.first().is_some_and(|token| token.is == Meaning::Break)
            && !rest.iter().any(MoveToken::is_number);
        if is_length && directions > 0 && (is_word || is_above) {
            self.all.remove(0);
        }
    }

    /// True if several items begin with 1, 2, 3, ..., which may be tiles or the numbers of steps:
    /// `1 5, 2 8`.
    fn have_numbers_of_lines(&self) -> bool {
        let items = self.all.split(MoveToken::separates).filter(|item| !item.is_empty());
        let are_next = (1..).zip(items.clone()).all(|(next, item)| {
            let first = item[0].number();
            first.is_some_and(|it| it.value == next && !it.is_tile())
                && item.iter().filter(|token| token.is_number()).count() > 1
        });
        are_next && items.count() > 1
    }

    /// The places of such numbers.
    fn numbers(&self, is: impl Fn(Numeral) -> bool) -> Vec<usize> {
        let is = |at: &usize| self.all[*at].number().is_some_and(&is);
        (0..self.all.len()).filter(is).collect()
    }

    /// How many such tokens there are between a number and the next one like it.
    fn moves_behind(&self, at: usize, is: fn(&MoveToken) -> bool) -> usize {
        let form = |token: &MoveToken| token.number().map(|it| (it.named, it.mark.is_some()));
        let behind = self.all[at + 1..].iter();
        let behind = behind.take_while(|token| form(token) != form(&self.all[at]));
        behind.filter(|token| is(token)).count()
    }

    /// The first of these numbers that is not that of the next step.
    fn first_wrong(&self, steps: &[usize]) -> Option<usize> {
        let is_move = |token: &MoveToken| token.is_direction() || token.is_number();
        let has_moves = |from: usize, until: usize| self.all[from..until].iter().any(is_move);
        (0..steps.len()).find(|&number| {
            let (at, end) = (steps[number], steps.get(number + 1).copied());
            let is_next = self.all[at].number().is_some_and(|it| it.value == number as u64 + 1);
            let is_begun = number > 0 || !has_moves(0, at);
            // What is wrong behind the last one is said of itself.
            let is_cut = end.is_none() && self.flaw.is_some();
            let has_own = has_moves(at + 1, end.unwrap_or(self.all.len()));
            !(is_next && is_begun && (has_own || is_cut))
        })
    }

    fn set_steps(&mut self, steps: &[usize]) {
        self.has_steps |= !steps.is_empty();
        for &at in steps {
            self.all[at].is = Meaning::Step;
        }
    }

    /// True if the signs behind numbers end items, and are no signs of steps: `4. 5. 8.`
    fn are_punctuated(&self, notation: Notation) -> bool {
        let numbers: Vec<Numeral> = self.all.iter().filter_map(MoveToken::number).collect();
        let Some((last, before)) = numbers.split_last() else { return false };
        match notation {
            // Behind each, or the numbers would be of steps without moves.
            Notation::Tiles => {
                let mark = numbers[0].mark;
                let is_one = |it: &Numeral| it.mark == mark || mark == Some('.') && it.ends_line;
                let has_no_steps = self.all.windows(2).any(|pair| {
                    pair.iter().all(|token| token.number().is_some_and(|it| it.mark.is_some()))
                });
                mark.is_some()
                    && before.iter().all(is_one)
                    && (is_one(last) || last.mark.is_none() && has_no_steps)
                    && numbers.iter().all(|it| it.named != Named::Step)
                    && !self.all.iter().any(MoveToken::is_direction)
            }
            // Behind a pair.
            Notation::Cells => numbers.iter().all(|it| matches!(it.mark, None | Some('.'))),
            _ => false,
        }
    }

    fn cut_tile(&mut self, at: usize) {
        let number = self.all[at].number().map_or(0, |it| it.value);
        self.cut(at, MoveFlaw::TileNumber { number });
    }

    /// Refuses numbers that are no counts, but tiles, or may be those of steps.
    fn expect_counts(&mut self) {
        let is_counting = |at: usize| {
            self.all[at].number().is_some_and(|it| it.is_count)
                || at > 0 && is_behind(&self.all[at - 1], &self.all[at])
        };
        let (mut at, mut before) = (0, Vec::new());
        for item in self.all.split(MoveToken::separates) {
            let counts_behind = item.first().is_some_and(MoveToken::is_direction)
                && item.chunks(2).all(|pair| matches!(pair, [_, count] if count.is_number()));
            let pairs = (at..).zip(item.windows(2)).filter(|(place, pair)| {
                pair[0].is_number() && pair[1].is_direction() && !is_counting(*place)
            });
            before.extend(pairs.map(|(place, _)| place).filter(|_| !counts_behind));
            at += item.len() + 1;
        }
        let is_tile = |at: &usize| {
            let number = self.all[*at].number();
            number.is_some_and(|it| it.is_tile() || self.has_steps && !is_counting(*at))
        };
        if let Some(tile) = (0..self.all.len()).find(is_tile) {
            self.cut_tile(tile);
            return;
        }
        // Bare numbers that run 1, 2, 3, ... before moves may be those of steps.
        let mut expected = 1..;
        let is_next = |at: &usize| self.all[*at].number().map(|it| it.value) == expected.next();
        if before.len() > 1 && before.iter().all(is_next) {
            self.cut(before[0], MoveFlaw::Steps);
        }
    }
}
