//! Gathering: for the words of one segment, the states that one move leads from there into the level.

use super::permute::{Permutation, STATES};
use crate::puzzle::{Move, Orbit, Window, is_odd, rank, unrank};

/// The tiles that a word holds all arrangements of.
pub(super) const LAST: usize = 5;

/// How one move carries a whole segment's words to its neighbour's.
#[derive(Debug)]
pub(super) enum Carry {
    /// A horizontal move: the words stay as they are.
    Same,
    /// A vertical move whose window lies before the last five tiles: runs of `run` words change place. For each value of the window's
    /// digits, by how many runs.
    Runs { run: usize, by: Vec<i32> },
    /// A vertical move inside the last five tiles: the bits of each word are permuted, in one way for words whose last five tiles stand
    /// in even order, in another for the others.
    Inside { permutations: Box<[Permutation; 2]>, odd_row: bool },
    /// A vertical move across the boundary: `words` words that follow one another exchange bits in groups of `width`. For each group
    /// of each word in turn, the word that it comes from and how far up it stands there.
    Across { words: usize, width: usize, from: Vec<(u8, u8)> },
}

impl Carry {
    /// What `mv` from the blank cell `cell` does.
    pub(super) fn new(orbit: Orbit, cell: usize, mv: Move) -> Carry {
        let shape = orbit.shape();
        let first = match mv {
            Move::Left | Move::Right => return Carry::Same,
            Move::Down => cell,
            Move::Up => cell - shape.cols(),
        };
        let leading = shape.tiles() - LAST;
        if first >= leading {
            return Carry::inside(orbit, cell, mv, first - leading);
        }
        let window = Window::new(shape, first);
        let by = if mv == Move::Down { window.down } else { window.up };
        if first + shape.cols() <= leading {
            return Carry::Runs { run: window.place as usize / (2 * STATES), by };
        }
        // The window's digits are those of the word, before the boundary, and of the group within it, behind the boundary.
        let width = window.place as usize / 2;
        let groups = STATES / width;
        let there = |(value, &delta): (usize, &i32)| value.strict_add_signed(delta as isize);
        let place = |value: usize| ((value / groups) as u8, (value % groups * width) as u8);
        let from = by.iter().enumerate().map(there).map(place).collect();
        Carry::Across { words: by.len() / groups, width, from }
    }

    /// The window begins with the tile `first` of the last five.
    fn inside(orbit: Orbit, cell: usize, mv: Move, first: usize) -> Carry {
        let cols = orbit.shape().cols();
        let permutation = |odd_order: bool| {
            Permutation::new(|bit| {
                let mut order = [0; LAST];
                // Of the two ranks that the bit stands for, the one of this parity.
                unrank(2 * bit as u64, &mut order);
                if is_odd(&order) != odd_order {
                    order.swap(LAST - 2, LAST - 1);
                }
                let window = &mut order[first..first + cols];
                match mv {
                    Move::Down => window.rotate_right(1),
                    _ => window.rotate_left(1),
                }
                rank(&order) as usize / 2
            })
        };
        let rows = (cell / cols).abs_diff(orbit.goal_blank() / cols);
        let permutations = Box::new([permutation(false), permutation(true)]);
        Carry::Inside { permutations, odd_row: rows * (cols - 1) % 2 == 1 }
    }

    /// Writes to `target` what comes to the words from `start` on. `source` is the neighbour's whole segment.
    pub(super) fn gather(
        &self,
        source: &[u64],
        start: usize,
        target: &mut [u64],
        odd_words: &OddWords,
    ) {
        let same = &source[start..start + target.len()];
        match self {
            Carry::Same => target.copy_from_slice(same),
            Carry::Runs { run, by } => move_runs(source, start, target, *run, by),
            Carry::Inside { permutations, odd_row } => {
                for ((to, &word), number) in target.iter_mut().zip(same).zip(start..) {
                    let odd = odd_words.contains(number) != *odd_row;
                    *to = if word == 0 { 0 } else { permutations[usize::from(odd)].apply(word) };
                }
            }
            Carry::Across { words, width, from } => {
                exchange_groups(source, start, target, *words, *width, from)
            }
        }
    }
}

/// Copies runs of words from where the move leads.
fn move_runs(source: &[u64], start: usize, target: &mut [u64], run: usize, by: &[i32]) {
    let mut number = start / run;
    let mut digits = number % by.len();
    let mut within = start % run;
    let mut rest = target;
    while !rest.is_empty() {
        let (here, behind) = rest.split_at_mut(rest.len().min(run - within));
        let from = number.strict_add_signed(by[digits] as isize) * run + within;
        if let [word] = here {
            *word = source[from];
        } else {
            here.copy_from_slice(&source[from..from + here.len()]);
        }
        rest = behind;
        within = 0;
        number += 1;
        digits = if digits + 1 == by.len() { 0 } else { digits + 1 };
    }
}

/// Puts each word together from groups of bits of a few others.
fn exchange_groups(
    source: &[u64],
    start: usize,
    target: &mut [u64],
    words: usize,
    width: usize,
    from: &[(u8, u8)],
) {
    let mask = (1 << width) - 1;
    let groups = from.len() / words;
    let mut rest = target;
    let mut at = start;
    while !rest.is_empty() {
        let within = at % words;
        let block = &source[at - within..at - within + words];
        let (here, behind) = rest.split_at_mut(rest.len().min(words - within));
        if block.iter().all(|&word| word == 0) {
            here.fill(0);
        } else {
            for (word, from) in here.iter_mut().zip(from[within * groups..].chunks_exact(groups)) {
                let group = |&(word, shift): &(u8, u8)| block[usize::from(word)] >> shift & mask;
                *word = from.iter().rev().fold(0, |bits, from| bits << width | group(from));
            }
        }
        at += here.len();
        rest = behind;
    }
}

/// Which words of a segment have leading tiles that stand in odd order, so that the parity of the last five follows.
#[derive(Debug)]
pub(super) struct OddWords(Vec<u64>);

impl OddWords {
    /// For segments of `words` words: the digits of a word's number are those of the leading tiles, the last with 6 values.
    pub(super) fn new(words: usize) -> OddWords {
        let mut odd = vec![0; words.div_ceil(64)];
        for word in 0..words {
            let (mut number, mut inversions) = (word, 0);
            for values in LAST + 1.. {
                if number == 0 {
                    break;
                }
                inversions += number % values;
                number /= values;
            }
            odd[word / 64] |= (inversions as u64 & 1) << (word % 64);
        }
        OddWords(odd)
    }

    fn contains(&self, word: usize) -> bool {
        self.0[word / 64] >> (word % 64) & 1 == 1
    }
}
