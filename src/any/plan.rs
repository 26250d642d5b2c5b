//! How wide the beams for a board are, and how many there are.
//!
//! A narrow beam tells what a wider one costs. What is left of the budget at the end is for
//! windows of the solution.

/// The widest beams. More of the budget is for more beams of that width with other weights.
const MAX_WIDTH: usize = 1 << 17;

/// The most beams with other weights: on a small board they take nearly nothing, and find nothing.
const MAX_VARIATIONS: usize = 24;

/// The parts of the budget for the second round, for the last one, and for all of them.
const SECOND: f64 = 0.08;
const LAST: f64 = 0.7;
const LAST_LARGE: f64 = 0.45;
const ALL: f64 = 0.9;

/// With more cells than this, a much wider beam often takes twice as long as the narrow one
/// predicts. A beam that is cut off finds nothing.
const LARGE: usize = 225;

/// The same for a budget of time: each board of a wide beam takes longer, because it is farther
/// away in memory.
const LARGE_TIMED: usize = 64;

/// The beams of one width with one kind of score.
#[derive(Clone, Copy, Debug)]
pub(super) struct Round {
    pub width: usize,
    /// Which weights the score has: the usual ones if it is 0.
    pub variation: usize,
    /// The part of the budget that the round before took for each board of its width, if there was
    /// one.
    pub cost: Option<f64>,
}

impl Round {
    /// What comes first, whatever the budget.
    pub const FIRST: Round = Round { width: 16, variation: 0, cost: None };

    /// The round after this one, if there is to be one, on a board of so many cells. Of the budget
    /// the part `used[0]` was used up before this round, and `used[1]` is now. `is_timed` says
    /// whether it is one of time.
    #[expect(clippy::cast_sign_loss, reason = "no part is below zero")]
    pub fn next(
        self,
        cells: usize,
        used: [f64; 2],
        is_found: bool,
        is_timed: bool,
    ) -> Option<Round> {
        let cost = ((used[1] - used[0]) / self.width as f64).max(1e-9);
        let cost = match self.cost {
            // Beams that find nothing may have been given up before their end.
            Some(before) if !is_found => before.max(cost),
            _ => cost,
        };
        let width_for = |part: f64| (part.max(0.0) / cost) as usize;
        let large = if is_timed { LARGE_TIMED } else { LARGE };
        let last = match width_for(LAST) {
            last if cells > large && last > 8 * self.width => width_for(LAST_LARGE),
            last => last,
        };
        // The second round is not the last one if that is much wider: should the last one take
        // longer than expected, there is something to improve. So is a third one, if a beam costs
        // much less than the round before told.
        let second = width_for(SECOND);
        let is_between = last > 16 * self.width && second >= 2 * self.width;
        let planned = if is_between { second } else { last };
        // On large boards, the narrow beams before may have used a good part of the budget.
        let fits = width_for(ALL - used[1]);
        let width = planned.min(fits).min(MAX_WIDTH);
        let round = Round { cost: Some(cost), ..self };
        if width >= 2 * self.width {
            return Some(Round { width, ..round });
        }
        let is_widest = 2 * self.width > MAX_WIDTH;
        let has_more = is_widest && self.width <= fits && self.variation < MAX_VARIATIONS;
        has_more.then_some(Round { variation: self.variation + 1, ..round })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds() {
        let (first, widest) = (Round::FIRST.width, MAX_WIDTH);
        // The width and the variation of a round, cells, what it costs, and what is used up after
        // it; width and variation of the next round.
        let cases = [
            // Hardly a budget.
            (first, 0, 64, 0.1, 1.6, None),
            (first, 0, 64, 0.7 / 31.5, 0.4, None),
            // The second round is the last one if it is not much wider.
            (first, 0, 64, 0.7 / 32.5, 0.2, Some((32, 0))),
            (first, 0, 64, 0.7 / 256.5, 0.1, Some((256, 0))),
            (first, 0, 64, 0.7 / 7000.5, 0.1, Some((800, 0))),
            (800, 0, 64, 0.7 / 7000.5, 0.1, Some((7000, 0))),
            (7000, 0, 64, 0.7 / 7000.5, 0.8, None),
            // Much wider, but not much wider than what would come between.
            (1200, 0, 64, 0.7 / 21_000.5, 0.1, Some((2400, 0))),
            (1201, 0, 64, 0.7 / 21_000.5, 0.1, Some((21_000, 0))),
            // Large boards.
            (100, 0, 225, 0.7 / 1400.5, 0.1, Some((1400, 0))),
            (100, 0, 226, 0.7 / 1400.5, 0.1, Some((900, 0))),
            (200, 0, 226, 0.7 / 1400.5, 0.1, Some((1400, 0))),
            // What is left is less.
            (200, 0, 226, 0.7 / 1400.5, 0.5, Some((800, 0))),
            (200, 0, 226, 0.7 / 1400.5, 0.8, None),
            // The widest beams, and then more of them.
            (9000, 0, 64, 5e-6, 0.1, Some((widest, 0))),
            (80_000, 0, 64, 1e-6, 0.1, Some((80_000, 1))),
            (widest, 3, 64, 1e-6, 0.7, Some((widest, 4))),
            (widest, 3, 64, 1e-6, 0.8, None),
            (widest, MAX_VARIATIONS, 64, 1e-6, 0.2, None),
        ];
        for (width, variation, cells, cost, used, expected) in cases {
            let round = Round { width, variation, cost: None };
            let before = used - cost * width as f64;
            let next = round.next(cells, [before, used], true, false);
            let next = next.map(|next| (next.width, next.variation));
            assert_eq!(next, expected, "{round:?}, {cells} cells, {cost}, {used}");
        }
        // With a budget of time, boards are large sooner.
        for (cells, expected) in [(64, 1400), (65, 900)] {
            let round = Round { width: 100, variation: 0, cost: None };
            let next = round.next(cells, [0.1 - 70.0 / 1400.5, 0.1], true, true);
            assert_eq!(next.map(|next| next.width), Some(expected));
        }
    }

    #[test]
    fn a_beam_that_was_given_up_does_not_tell_what_it_costs() {
        let round = Round { width: 100, variation: 0, cost: Some(0.7 / 700.5) };
        let width = |used, is_found| round.next(64, used, is_found, false).map(|next| next.width);
        assert_eq!(width([0.05, 0.1], false), Some(700));
        assert_eq!(width([0.05, 0.05 + 70.0 / 1400.5], true), Some(1400));
        assert_eq!(width([0.0, 70.0 / 350.5], false), Some(350));
        assert_eq!(width([0.0, 70.0 / 350.5], true), Some(350));
    }
}
