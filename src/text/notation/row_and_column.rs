//! Moves as the cells that are clicked: `r3c2`, `3 2`, `(3, 2)`, `column 2, row 3`.

use super::Notation;
use super::error::MoveFlaw;
use super::move_tokens::{Flawed, Meaning, MoveToken, Named, Tokens};
use super::written::{WrittenMove, WrittenRun};

/// The cells of a text. Nothing follows a flaw.
pub(super) fn read(mut tokens: Tokens, text: &str) -> Vec<WrittenRun> {
    tokens.take_steps(Notation::Cells);
    let mut runs = Vec::new();
    let flaw = add(&tokens.all, text, &mut runs).err();
    tokens.end(&mut runs, flaw);
    runs
}

/// Adds the cells between two steps, and so on.
fn add(tokens: &[MoveToken], text: &str, runs: &mut Vec<WrittenRun>) -> Result<(), Flawed> {
    let count = groups(tokens).count();
    for step in tokens.split(|token| token.is == Meaning::Step) {
        // Numbers are all in brackets, or none is.
        let mut from = 0;
        for group in groups(step) {
            expect_no_number(&step[from..group.start])?;
            from = group.end;
            let numbers = &step[group];
            let third = numbers.iter().filter(|token| token.is_number()).nth(2);
            if let Some(third) = third.filter(|_| count > 1) {
                return Err((third.at, third.end, MoveFlaw::Pair));
            }
            add_pairs(numbers, text, runs)?;
        }
        if from > 0 {
            expect_no_number(&step[from..])?;
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

fn expect_no_number(tokens: &[MoveToken]) -> Result<(), Flawed> {
    let number = tokens.iter().find(|token| token.is_number());
    number.map_or(Ok(()), |token| Err((token.at, token.end, MoveFlaw::Pair)))
}

/// Adds numbers in pairs.
fn add_pairs(tokens: &[MoveToken], text: &str, runs: &mut Vec<WrittenRun>) -> Result<(), Flawed> {
    let numbers: Vec<_> =
        tokens.iter().filter_map(|token| Some((token, token.number()?))).collect();
    let (pairs, rest) = numbers.as_chunks::<2>();
    let mut are_named = false;
    for [(one, first), (other, second)] in pairs {
        let flaw = (one.at, other.end, MoveFlaw::Pair);
        let (row, col) = match (first.named, second.named) {
            (Named::Row, Named::Column) => (first.value, second.value),
            (Named::Column, Named::Row) => (second.value, first.value),
            _ if first.is_of_cell() || second.is_of_cell() => return Err(flaw),
            _ if first.mark.is_some() => return Err(flaw),
            _ => (first.value, second.value),
        };
        are_named |= first.is_of_cell();
        let written = Ok(WrittenMove::Cell { row, col });
        runs.push(WrittenRun { at: one.at, end: other.end, written });
    }
    if let [(number, _)] = rest {
        return Err((number.at, number.end, MoveFlaw::Pair));
    }
    // What stands between the numbers of a pair separates no more than what is between pairs.
    let gap = |pair: &[(&MoveToken, _)]| Gap::new(&text[pair[0].0.end..pair[1].0.at]);
    let (within, between): (Vec<_>, Vec<_>) =
        numbers.windows(2).map(gap).enumerate().partition(|(at, _)| at % 2 == 0);
    let least = between.iter().map(|(_, gap)| gap.separates).min().unwrap_or(u8::MAX);
    let is_split = within.iter().all(|(_, gap)| gap.separates == within[0].1.separates)
        && within.iter().all(|(_, gap)| gap.separates <= least);
    let is_spaced = within.iter().all(|(_, gap)| !gap.has_space)
        && between.iter().all(|(_, gap)| gap.has_space);
    if are_named || is_split || is_spaced {
        return Ok(());
    }
    runs.truncate(runs.len() - pairs.len());
    Err((numbers[0].0.at, numbers[1].0.end, MoveFlaw::Pair))
}

/// What stands between two numbers.
struct Gap {
    /// 0 for spaces and words, 1 for a comma, 2 for what separates items.
    separates: u8,
    has_space: bool,
}

impl Gap {
    fn new(text: &str) -> Gap {
        let separates = match text {
            _ if text.contains([';', '|', '\n', '/', '>', '→']) => 2,
            _ if text.contains([',', '-', ':', '，', '、']) => 1,
            _ => 0,
        };
        Gap { separates, has_space: text.contains(char::is_whitespace) }
    }
}
