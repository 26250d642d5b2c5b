//! A list of all boards at some distances, and drawing from it.

use std::ops::RangeInclusive;

use super::random::Random;

/// All boards at some distances, or all that reach the goal.
#[derive(Debug)]
pub(super) struct BoardList {
    distances: RangeInclusive<u32>,
    /// Their numbers. `None` until they are listed, and once no more are drawn. Those that were
    /// drawn and may not be drawn again are in front.
    boards: Option<Vec<u64>>,
    /// How many of them are in front.
    used: usize,
}

impl BoardList {
    /// A list that is made before the first draw.
    pub(super) const fn unlisted(distances: RangeInclusive<u32>) -> BoardList {
        BoardList { distances, boards: None, used: 0 }
    }

    pub(super) const fn listed(distances: RangeInclusive<u32>, boards: Vec<u64>) -> BoardList {
        BoardList { distances, boards: Some(boards), used: 0 }
    }

    /// The distances, if their boards have yet to be listed.
    pub(super) fn to_list(&self) -> Option<&RangeInclusive<u32>> {
        self.boards.is_none().then_some(&self.distances)
    }

    pub(super) fn fill(&mut self, boards: Vec<u64>) {
        self.boards = Some(boards);
    }

    pub(super) fn free(&mut self) {
        self.boards = None;
    }

    /// Draws `wanted` boards, each from all of them. None if there are none.
    pub(super) fn draw(&self, wanted: usize, random: &mut Random) -> Vec<u64> {
        let boards = self.boards.as_deref().unwrap_or_default();
        let wanted = if boards.is_empty() { 0 } else { wanted };
        (0..wanted).map(|_| boards[random.below(boards.len() as u64) as usize]).collect()
    }

    /// Draws up to `wanted` boards that were not drawn before.
    pub(super) fn draw_new(&mut self, wanted: usize, random: &mut Random) -> Vec<u64> {
        let Some(boards) = &mut self.boards else { return Vec::new() };
        let (first, end) = (self.used, (self.used + wanted).min(boards.len()));
        for at in first..end {
            let other = at + random.below((boards.len() - at) as u64) as usize;
            boards.swap(at, other);
        }
        self.used = end;
        boards[first..end].to_vec()
    }
}
