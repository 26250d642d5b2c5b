//! How good a board must be to be kept, told by the boards of its level that came before it.
//!
//! Of the boards with the blank in one cell, only so many are kept. Once that many good ones were
//! generated, worse ones need not be written down, and most need not be scored to the end. The
//! boards of the level before are expanded in order, so good ones come early: of all boards, two
//! fifths end so.

/// The scores of a group are counted in so many parts, each of so many scores.
const PARTS: usize = 64;
const SCORES: u32 = 48;

/// The part of the first score of a group. Most scores that come later are larger.
const FIRST: u32 = 24;

/// Boards that are kept from earlier levels are not kept again, so a little more are counted: this
/// part of them, and so many.
const MORE: usize = 32;
const AT_LEAST: usize = 4;

/// With fewer boards for each cell, counting takes longer than it saves.
const FEW: usize = 8;

/// The scores of the boards of a level, counted for each cell of the blank.
#[derive(Default)]
pub(super) struct Rivals {
    groups: Vec<Group>,
    share: u32,
}

/// The scores of boards with the blank in one cell.
#[derive(Clone)]
struct Group {
    /// The least score of the first part, if there was a score.
    least: Option<i32>,
    /// So many parts are counted, and there are so many scores in them.
    parts: usize,
    within: u32,
    counts: [u32; PARTS],
}

impl Rivals {
    /// Begins a level, of which so many boards are kept for each of so many cells.
    pub fn begin(&mut self, cells: usize, share: usize) {
        self.groups.clear();
        self.share = (share + share / MORE + AT_LEAST) as u32;
        if share >= FEW {
            let group = Group { least: None, parts: PARTS, within: 0, counts: [0; PARTS] };
            self.groups.resize(cells, group);
        }
    }

    /// The largest score with which a board may be kept that has the blank in this cell.
    #[inline]
    pub fn most(&self, blank: usize) -> i32 {
        match self.groups.get(blank) {
            Some(&Group { least: Some(least), parts, .. }) if parts < PARTS => {
                least.saturating_add_unsigned(SCORES * parts as u32 - 1)
            }
            _ => i32::MAX,
        }
    }

    /// Counts a board.
    #[inline]
    pub fn add(&mut self, blank: usize, score: i32) {
        let Some(group) = self.groups.get_mut(blank) else { return };
        let least = *group.least.get_or_insert(score.saturating_sub_unsigned(FIRST * SCORES));
        let part = (score.saturating_sub(least).max(0).unsigned_abs() / SCORES) as usize;
        if part >= group.parts {
            return;
        }
        group.counts[part] += 1;
        group.within += 1;
        while group.parts > 1 && group.within - group.counts[group.parts - 1] >= self.share {
            group.parts -= 1;
            group.within -= group.counts[group.parts];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_that_may_be_kept_are_not_left_out() {
        let (cells, share) = (3, 40);
        let mut rivals = Rivals::default();
        rivals.begin(cells, share);
        let mut state = 1_u32;
        let mut scores = vec![Vec::new(); cells];
        for i in 0..6000 {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let (blank, score) =
                ((state >> 8) as usize % cells, i / 4 + (state >> 22).cast_signed());
            let most = rivals.most(blank);
            let better = scores[blank].iter().filter(|&&other| other <= most).count();
            // What is left out has enough rivals. Most of it is left out in the end.
            assert!(most == i32::MAX || better >= share, "{i}");
            scores[blank].push(score);
            if score <= most {
                rivals.add(blank, score);
            }
        }
        for (blank, scores) in scores.iter_mut().enumerate() {
            scores.sort_unstable();
            let most = rivals.most(blank);
            assert!((0..150).contains(&(most - scores[share])), "{blank}");
        }
        // Nothing is left out if there are few.
        rivals.begin(cells, FEW - 1);
        (0..1000).for_each(|score| rivals.add(0, score));
        assert_eq!(rivals.most(0), i32::MAX);
    }
}
