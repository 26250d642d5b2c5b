//! Rounds of beams: how wide the beams for a board are, and how many there are.
//!
//! The cost of a narrow beam estimates that of a wider one. The rest of the budget is for windows
//! of the solution.

use super::tuning::{
    ALL_ROUNDS_SHARE, CELLS_PER_FIRST_WIDTH, FIRST_WIDTH, INTERMEDIATE_GROWTH, INTERMEDIATE_SHARE,
    LARGE_BOARD_CELLS, LARGE_BOARD_CELLS_IF_TIMED, LAST_SHARE, LAST_SHARE_IF_LARGE, MAX_BEAM_WIDTH,
    MAX_VARIATIONS, MIN_GROWTH, UNCERTAIN_GROWTH,
};

/// The beams of one width with one variation of the weights.
#[derive(Clone, Copy, Debug)]
pub(super) struct Round {
    pub width: usize,
    /// The variation of the weights: 0 for the best ones.
    pub variation: usize,
    /// The part of the budget that the round before took for each board of its width, if there was
    /// one.
    pub cost: Option<f64>,
}

/// The narrowest beams for a board.
pub(super) const fn first_width(cells: usize) -> usize {
    let width = cells / CELLS_PER_FIRST_WIDTH;
    if width > FIRST_WIDTH { width } else { FIRST_WIDTH }
}

impl Round {
    /// The first round, whatever the budget.
    pub const fn first(cells: usize) -> Round {
        Round { width: first_width(cells), variation: 0, cost: None }
    }

    /// The round after this one, if there is one. `used` is the part of the budget that was used up
    /// before this round, and now. `is_solved` says whether this round found a solution, `is_timed`
    /// whether the budget is a time.
    #[expect(clippy::cast_sign_loss, reason = "no part is below zero")]
    pub fn next(
        self,
        cells: usize,
        used: [f64; 2],
        is_solved: bool,
        is_timed: bool,
    ) -> Option<Round> {
        let cost = ((used[1] - used[0]) / self.width as f64).max(1e-9);
        let cost = match self.cost {
            // A beam without a solution may have been given up early.
            Some(before) if !is_solved => before.max(cost),
            _ => cost,
        };
        let width_for = |part: f64| (part.max(0.0) / cost) as usize;
        let large = if is_timed { LARGE_BOARD_CELLS_IF_TIMED } else { LARGE_BOARD_CELLS };
        let last = match width_for(LAST_SHARE) {
            last if cells > large && last > UNCERTAIN_GROWTH * self.width => {
                width_for(LAST_SHARE_IF_LARGE)
            }
            last => last,
        };
        // Before a much wider last round comes an intermediate one, so that there is a solution if
        // the last one overruns, and another one if beams turn out cheaper than estimated.
        let intermediate = width_for(INTERMEDIATE_SHARE);
        let is_intermediate =
            last > INTERMEDIATE_GROWTH * self.width && intermediate >= MIN_GROWTH * self.width;
        let planned = if is_intermediate { intermediate } else { last };
        // On large boards, the narrow beams may have used a good part of the budget.
        let affordable = width_for(ALL_ROUNDS_SHARE - used[1]);
        let width = planned.min(affordable).min(MAX_BEAM_WIDTH);
        let round = Round { cost: Some(cost), ..self };
        if width >= MIN_GROWTH * self.width {
            return Some(Round { width, ..round });
        }
        let is_widest = MIN_GROWTH * self.width > MAX_BEAM_WIDTH;
        let is_varied = is_widest && self.width <= affordable && self.variation < MAX_VARIATIONS;
        is_varied.then_some(Round { variation: self.variation + 1, ..round })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds() {
        let (first, widest) = (FIRST_WIDTH, MAX_BEAM_WIDTH);
        // The width and the variation of a round, cells, its cost for each board of its width, and
        // the part of the budget used after it; width and variation of the next round.
        let cases = [
            // The budget is used up.
            (first, 0, 64, 0.1, 1.6, None),
            (first, 0, 64, 0.7 / 63.5, 0.4, None),
            // The second round is the last one if it is not much wider.
            (first, 0, 64, 0.7 / 64.5, 0.2, Some((64, 0))),
            (first, 0, 64, 0.7 / 256.5, 0.1, Some((256, 0))),
            (first, 0, 64, 0.7 / 7000.5, 0.1, Some((800, 0))),
            (800, 0, 64, 0.7 / 7000.5, 0.1, Some((7000, 0))),
            (7000, 0, 64, 0.7 / 7000.5, 0.8, None),
            // Much wider, but not much wider than an intermediate round.
            (1200, 0, 64, 0.7 / 21_000.5, 0.1, Some((2400, 0))),
            (1201, 0, 64, 0.7 / 21_000.5, 0.1, Some((21_000, 0))),
            // Large boards.
            (100, 0, 225, 0.7 / 1400.5, 0.1, Some((1400, 0))),
            (100, 0, 226, 0.7 / 1400.5, 0.1, Some((900, 0))),
            (200, 0, 226, 0.7 / 1400.5, 0.1, Some((1400, 0))),
            // Less of the budget is left than planned.
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
        // With a budget of time, smaller boards are large.
        for (cells, expected) in [(64, 1400), (65, 900)] {
            let round = Round { width: 100, variation: 0, cost: None };
            let next = round.next(cells, [0.1 - 70.0 / 1400.5, 0.1], true, true);
            assert_eq!(next.map(|next| next.width), Some(expected));
        }
    }

    #[test]
    fn a_beam_that_was_given_up_does_not_lower_the_cost() {
        let round = Round { width: 100, variation: 0, cost: Some(0.7 / 700.5) };
        let width = |used, is_solved| round.next(64, used, is_solved, false).map(|next| next.width);
        assert_eq!(width([0.05, 0.1], false), Some(700));
        assert_eq!(width([0.05, 0.05 + 70.0 / 1400.5], true), Some(1400));
        assert_eq!(width([0.0, 70.0 / 350.5], false), Some(350));
        assert_eq!(width([0.0, 70.0 / 350.5], true), Some(350));
    }
}
