//! Boards that are drawn for their number of shortest solutions.

use std::ops::RangeInclusive;

use anyhow::bail;
use indicatif::HumanCount;
use tilebase::oracle::Ask;
use tilebase::{Board, Oracle};

use crate::report::note;

/// `--solutions` gives up after this many draws without a match.
const MAX_DRAWS: u64 = 1_000_000;
/// `--solutions` gives up after this many draws if each of them needs a search.
pub const MAX_SEARCHES: u64 = 100_000;
/// `--solutions` gives up after this multiple of the population, when nearly all boards were drawn.
const MAX_DRAWS_PER_BOARD: u64 = 30;
/// After this many draws without a match, a note says so. They are drawn in blocks of a power of
/// two.
const DRAWS_BEFORE_NOTE: u64 = 1 << 17;

/// The boards that are drawn for their number of shortest solutions.
pub struct Counted<'s> {
    solutions: u64,
    source: &'s Oracle,
    /// The most boards drawn to find the first.
    most_drawn: u64,
}

impl Counted<'_> {
    /// At these distances.
    pub fn new<'s>(
        solutions: u64,
        source: &'s Oracle,
        distances: &RangeInclusive<u32>,
    ) -> Counted<'s> {
        let most_drawn = if source.table().is_none() {
            MAX_SEARCHES
        } else {
            let boards = source.counts().into_iter().flatten().zip(0..);
            let available = boards.filter(|(_, distance)| distances.contains(distance));
            let available: u64 = available.map(|(boards, _)| boards).sum();
            available.saturating_mul(MAX_DRAWS_PER_BOARD).min(MAX_DRAWS)
        };
        Counted { solutions, source, most_drawn }
    }

    /// Those of the boards that have this number of solutions.
    pub fn among(&self, boards: Vec<Board>) -> anyhow::Result<Vec<Board>> {
        let mut found = Vec::new();
        for board in boards {
            let answer = self.source.answer(&board, Ask::COUNT)?.into_result()?;
            if answer.count == Some(self.solutions.into()) {
                found.push(board);
            }
        }
        Ok(found)
    }

    /// Notes that none of the `drawn` boards has this number of solutions, once they are many. An
    /// error if they are more than the most.
    pub fn found_none(&self, drawn: u64) -> anyhow::Result<()> {
        let Counted { solutions, most_drawn, .. } = *self;
        if drawn > most_drawn {
            bail!("--solutions {solutions}: none of {drawn} random boards has this number");
        }
        if drawn == DRAWS_BEFORE_NOTE {
            let (drawn, most) = (HumanCount(drawn), HumanCount(most_drawn));
            note!(
                "none of {drawn} random boards has {solutions} shortest solutions; if none of \
                 {most} has, no more are drawn"
            );
        }
        Ok(())
    }
}
