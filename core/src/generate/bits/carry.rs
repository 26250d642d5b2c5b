//! Carries: how a move maps the words of one plane to those of another.

use super::shuffle::{Block, Shuffle};
use super::words::{BLOCK, LAST, LeadingParity, PIECE, STATES};
use crate::puzzle::{Window, factorial};
use crate::space::Rotation;

/// The number of bits of a word whose arrangements have the same first tile of the last five: 4!/2.
const GROUP: usize = STATES / LAST;

/// The effect of a move on the words of a plane: a rotation of a window of the order.
#[derive(Debug)]
pub(super) enum Carry {
    /// The window has one tile: the words do not change.
    Same,
    /// The window lies before the last five tiles: runs of words are permuted.
    Runs(Runs),
    /// The window lies in the last five tiles: the bits of each word are permuted.
    Inside(Shuffle),
    /// The window crosses the boundary: words are permuted by the leading tiles of the window, two
    /// tiles are exchanged across the boundary, and the bits of each word are permuted.
    Across(Across),
}

/// Runs of `run` words are permuted. For each value of the window's digits, this holds how many
/// runs they move by.
#[derive(Debug)]
pub(super) struct Runs {
    run: usize,
    by: Vec<i32>,
}

/// A rotation to the left is a rotation of the leading tiles, then an exchange of the two tiles
/// next to the boundary, then a rotation within the last five. A rotation to the right is the
/// reverse.
#[derive(Debug)]
pub(super) struct Across {
    turn: Rotation,
    /// For each word of a block, the offset to its source or target. `None` if the window has a
    /// single leading tile.
    leading: Option<Vec<i32>>,
    shuffle: Shuffle,
    /// True if the shuffled words have a different parity than the resulting ones.
    flips: bool,
}

impl Carry {
    /// The move that rotates the window of `len` tiles from `first` on, in orders of `tiles` tiles.
    pub(super) fn new(tiles: usize, first: usize, len: usize, turn: Rotation) -> Carry {
        let leading = tiles - LAST;
        if len < 2 {
            return Carry::Same;
        }
        if first >= leading {
            let shuffle = Shuffle::new(first - leading, len, turn);
            return if shuffle.is_identity() { Carry::Same } else { Carry::Inside(shuffle) };
        }
        if first + len <= leading {
            let behind = tiles - first - len;
            let window = Window::new(behind, len);
            let by = if turn == Rotation::Right { window.down } else { window.up };
            return Carry::Runs(Runs { run: factorial(behind) as usize / (2 * STATES), by });
        }
        let before = leading - first;
        Carry::Across(Across {
            turn,
            leading: (before > 1).then(|| Window::new(LAST, before).down),
            shuffle: if len - before > 1 {
                Shuffle::new(0, len - before, turn)
            } else {
                Shuffle::default()
            },
            flips: turn == Rotation::Left && before % 2 == 1,
        })
    }

    /// The pieces from which the words of the piece at `start` come. May include a few more.
    pub(super) fn pieces(&self, start: usize) -> std::ops::Range<usize> {
        let piece = start / PIECE;
        let Carry::Runs(Runs { run, by }) = self else { return piece..piece + 1 };
        let window = run * by.len();
        if window <= PIECE {
            piece..piece + 1
        } else if *run < PIECE {
            let window = window / PIECE;
            piece / window * window..(piece / window + 1) * window
        } else {
            let number = start / run;
            let from = number.strict_add_signed(by[number % by.len()] as isize) * run + start % run;
            from / PIECE..from / PIECE + 1
        }
    }

    /// Adds to `target` the states of the piece at `start` that this move takes into `source`.
    ///
    /// `source` holds the words of a whole plane. `odd_orders` says whether the orders of the
    /// target's plane are odd.
    #[inline]
    pub(super) fn gather(
        &self,
        source: &[u64],
        start: usize,
        target: &mut [u64],
        parity: &LeadingParity,
        odd_orders: bool,
    ) {
        match self {
            Carry::Same => add(target, &source[start..start + target.len()]),
            Carry::Runs(runs) => runs.gather(source, start, target),
            Carry::Inside(shuffle) => {
                if let ([target], [word]) = (&mut *target, source) {
                    *target |= shuffle.apply_to_word(*word, odd_orders);
                    return;
                }
                let source = &source[start..start + target.len()];
                let blocks = target.chunks_mut(BLOCK).zip(source.chunks(BLOCK));
                for ((target, source), odd) in blocks.zip(parity.blocks(start)) {
                    let block = load(source);
                    if any(&block) {
                        add(target, &shuffle.apply(block, odd != odd_orders));
                    }
                }
            }
            Carry::Across(across) => across.gather(source, start, target, parity, odd_orders),
        }
    }
}

impl Runs {
    fn gather(&self, source: &[u64], start: usize, mut target: &mut [u64]) {
        let Runs { run, ref by } = *self;
        let mut number = start / run;
        let mut digits = number % by.len();
        let mut within = start % run;
        while !target.is_empty() {
            let (here, behind) = target.split_at_mut(target.len().min(run - within));
            let from = number.strict_add_signed(by[digits] as isize) * run + within;
            if let [word] = here {
                *word |= source[from];
            } else {
                add(here, &source[from..from + here.len()]);
            }
            target = behind;
            within = 0;
            number += 1;
            digits = if digits + 1 == by.len() { 0 } else { digits + 1 };
        }
    }
}

impl Across {
    fn gather(
        &self,
        source: &[u64],
        start: usize,
        target: &mut [u64],
        parity: &LeadingParity,
        odd_orders: bool,
    ) {
        // All words permuted by the leading tiles of the window lie within the piece.
        let source = &source[start..start + target.len()];
        let mut digits = 0;
        for (at, odd) in (0..target.len()).step_by(BLOCK).zip(parity.blocks(start)) {
            let odd = (odd != odd_orders) != self.flips;
            let moved = self.leading.as_ref().map(|by| {
                let by = &by[digits..digits + BLOCK];
                digits = if digits + BLOCK == self.leading_values() { 0 } else { digits + BLOCK };
                by
            });
            match (self.turn, moved) {
                (Rotation::Left, _) => {
                    let block = load(&source[at..at + BLOCK]);
                    if !any(&block) {
                        continue;
                    }
                    let block = exchange(&self.shuffle.apply(block, odd));
                    match moved {
                        None => add(&mut target[at..at + BLOCK], &block),
                        Some(by) => {
                            (0..BLOCK).for_each(|word| target[place(at, word, by)] |= block[word]);
                        }
                    }
                }
                (Rotation::Right, moved) => {
                    let block = match moved {
                        None => load(&source[at..at + BLOCK]),
                        Some(by) => std::array::from_fn(|word| source[place(at, word, by)]),
                    };
                    if any(&block) {
                        add(
                            &mut target[at..at + BLOCK],
                            &self.shuffle.apply(exchange(&block), odd),
                        );
                    }
                }
            }
        }
    }

    fn leading_values(&self) -> usize {
        self.leading.as_ref().map_or(BLOCK, Vec::len)
    }
}

/// The source or target of a word of the block that begins at `at`.
#[inline]
const fn place(at: usize, word: usize, by: &[i32]) -> usize {
    (at + word).strict_add_signed(by[word] as isize)
}

#[inline]
fn add(target: &mut [u64], source: &[u64]) {
    let len = target.len().min(source.len());
    let (target, source) = (&mut target[..len], &source[..len]);
    let mut word = 0;
    while word < len {
        target[word] |= source[word];
        word += 1;
    }
}

/// The words of a block. Without leading tiles there is a single word.
#[inline]
fn load(words: &[u64]) -> Block {
    match words.try_into() {
        Ok(block) => block,
        Err(_) => std::array::from_fn(|word| words.get(word).copied().unwrap_or_default()),
    }
}

/// True if the block contains any state. (Comparing whole arrays would compile to a function call.)
#[inline]
fn any(block: &Block) -> bool {
    let (mut any, mut word) = (0, 0);
    while word < BLOCK {
        any |= block[word];
        word += 1;
    }
    any != 0
}

/// Exchanges the last leading tile with the first of the last five. On their digits (d, e) this
/// gives (e + 1, d) if e >= d, else (e, d - 1). The states with these digits are group e of word d.
#[inline]
fn exchange(block: &Block) -> Block {
    let mut exchanged = [0; BLOCK];
    for (d, word) in exchanged.iter_mut().enumerate() {
        let mut e = 0;
        while e < LAST {
            let (from, group) = if e >= d { (e + 1, d) } else { (e, d - 1) };
            *word |= (block[from] >> (group * GROUP) & ((1 << GROUP) - 1)) << (e * GROUP);
            e += 1;
        }
    }
    exchanged
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{is_odd, rank, unrank};

    /// Every window of up to four tiles in orders of five to nine: each state comes from the state
    /// with the rotated order.
    #[test]
    fn a_carry_rotates_the_window() {
        let parity = LeadingParity::new();
        for tiles in LAST..=9 {
            let words = factorial(tiles) as usize / 120;
            for (first, len) in
                (0..tiles).flat_map(|first| (1..=4.min(tiles - first)).map(move |len| (first, len)))
            {
                for turn in [Rotation::Left, Rotation::Right] {
                    let carry = Carry::new(tiles, first, len, turn);
                    let mut order = vec![0; tiles];
                    let stride = if tiles < 8 { 1 } else { 977 };
                    for target_rank in (0..factorial(tiles)).step_by(stride) {
                        unrank(target_rank, &mut order);
                        let odd_orders = is_odd(&order);
                        turn.rotate(&mut order[first..first + len]);
                        let from = rank(&order);
                        let mut source = vec![0; words];
                        source[(from / 120) as usize] = 1 << (from / 2 % 60);
                        let word = (target_rank / 120) as usize;
                        let start = word / PIECE * PIECE;
                        assert!(carry.pieces(start).contains(&((from / 120) as usize / PIECE)));
                        let mut target = vec![0; PIECE.min(words - start)];
                        carry.gather(&source, start, &mut target, &parity, odd_orders);
                        assert_eq!(
                            target[word - start] >> (target_rank / 2 % 60) & 1,
                            1,
                            "{tiles} {first} {len} {turn:?}"
                        );
                    }
                }
            }
        }
    }
}
