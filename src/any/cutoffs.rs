//! Cutoffs: for each cell of the blank, the largest rank with which a candidate can still be kept.
//!
//! A beam keeps a limited number of boards for each cell of the blank. Once enough good candidates
//! were generated, worse ones need not be stored, and most need not be scored to the end. The
//! boards of a level are expanded best first, so good candidates come early. Of all candidates, 40%
//! are cut off.

use super::tuning::{
    CUTOFF_BOARDS_PER_SPARE, CUTOFF_BUCKET_WIDTH, CUTOFF_BUCKETS, CUTOFF_BUCKETS_BELOW_FIRST,
    CUTOFF_MIN_SHARE, CUTOFF_SPARE_MIN,
};

/// The cutoffs of the level that is being generated.
#[derive(Default)]
pub(super) struct Cutoffs {
    /// For each cell of the blank. Empty if nothing is cut off.
    histograms: Vec<RankHistogram>,
    /// The number of better candidates with which one is cut off.
    needed: u32,
}

/// The ranks of the candidates with the blank in one cell.
#[derive(Clone)]
struct RankHistogram {
    /// The least rank of the first bucket, if there was a candidate.
    least: Option<i32>,
    /// The number of buckets up to the cutoff, and of candidates in them.
    buckets: usize,
    total: u32,
    counts: [u32; CUTOFF_BUCKETS],
}

impl Cutoffs {
    /// Begins a level that keeps `share` boards for each of `cells` cells of the blank.
    pub fn begin(&mut self, cells: usize, share: usize) {
        self.histograms.clear();
        self.needed = (share + share / CUTOFF_BOARDS_PER_SPARE + CUTOFF_SPARE_MIN) as u32;
        if share >= CUTOFF_MIN_SHARE {
            let counts = [0; CUTOFF_BUCKETS];
            let empty = RankHistogram { least: None, buckets: CUTOFF_BUCKETS, total: 0, counts };
            self.histograms.resize(cells, empty);
        }
    }

    /// The largest rank with which a candidate may be kept that has the blank in this cell.
    #[inline]
    pub fn cutoff(&self, blank: usize) -> i32 {
        match self.histograms.get(blank) {
            Some(&RankHistogram { least: Some(least), buckets, .. })
                if buckets < CUTOFF_BUCKETS =>
            {
                least.saturating_add_unsigned(CUTOFF_BUCKET_WIDTH * buckets as u32 - 1)
            }
            _ => i32::MAX,
        }
    }

    /// Counts a candidate.
    #[inline]
    pub fn add(&mut self, blank: usize, rank: i32) {
        let Some(histogram) = self.histograms.get_mut(blank) else { return };
        let below = CUTOFF_BUCKETS_BELOW_FIRST * CUTOFF_BUCKET_WIDTH;
        let least = *histogram.least.get_or_insert(rank.saturating_sub_unsigned(below));
        let above = rank.saturating_sub(least).max(0).unsigned_abs();
        let bucket = (above / CUTOFF_BUCKET_WIDTH) as usize;
        if bucket >= histogram.buckets {
            return;
        }
        histogram.counts[bucket] += 1;
        histogram.total += 1;
        while histogram.buckets > 1
            && histogram.total - histogram.counts[histogram.buckets - 1] >= self.needed
        {
            histogram.buckets -= 1;
            histogram.total -= histogram.counts[histogram.buckets];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn candidates_that_may_be_kept_are_not_cut_off() {
        let (cells, share) = (3, 40);
        let mut cutoffs = Cutoffs::default();
        cutoffs.begin(cells, share);
        let mut state = 1_u32;
        let mut ranks = vec![Vec::new(); cells];
        for i in 0..6000 {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let (blank, rank) =
                ((state >> 8) as usize % cells, i / 4 + (state >> 22).cast_signed());
            let cutoff = cutoffs.cutoff(blank);
            let better = ranks[blank].iter().filter(|&&other| other <= cutoff).count();
            // Where there is a cutoff, there are enough better candidates.
            assert!(cutoff == i32::MAX || better >= share, "{i}");
            ranks[blank].push(rank);
            if rank <= cutoff {
                cutoffs.add(blank, rank);
            }
        }
        // In the end the cutoff is near the rank of the last board that is kept.
        for (blank, ranks) in ranks.iter_mut().enumerate() {
            ranks.sort_unstable();
            let cutoff = cutoffs.cutoff(blank);
            assert!((0..150).contains(&(cutoff - ranks[share])), "{blank}");
        }
        // Nothing is cut off if few boards are kept.
        cutoffs.begin(cells, CUTOFF_MIN_SHARE - 1);
        (0..1000).for_each(|rank| cutoffs.add(0, rank));
        assert_eq!(cutoffs.cutoff(0), i32::MAX);
    }
}
