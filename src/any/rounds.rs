//! Rounds of beams: how wide the beams for a board are, and how many there are.
//!
//! The widths are those of a ladder, so a larger budget repeats the beams of a smaller one and goes
//! on from there. The cost of a beam estimates that of a wider one. The rest of the budget is for
//! windows of the solution.

use super::tuning::{FIRST_WIDTH, MAX_BEAM_WIDTH, MAX_VARIATIONS, ROUNDS_SHARE, WIDTH_GROWTH};

/// The beams of one width with one variation of the weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Round {
    pub width: usize,
    /// The variation of the weights: 0 for the best ones.
    pub variation: usize,
}

impl Round {
    /// The first round, whatever the budget.
    pub const FIRST: Round = Round { width: FIRST_WIDTH, variation: 0 };

    /// The round after this one, if there is one. `cost` is the part of the budget that a board of
    /// a beam's width takes, and `used` the part that is used up.
    #[expect(clippy::cast_sign_loss, reason = "no part is below zero")]
    pub fn next(self, cost: f64, used: f64) -> Option<Round> {
        let affordable = ((ROUNDS_SHARE - used).max(0.0) / cost) as usize;
        let width = self.width * WIDTH_GROWTH;
        if width <= affordable.min(MAX_BEAM_WIDTH) {
            return Some(Round { width, variation: 0 });
        }
        let is_varied = self.width <= affordable && self.variation < MAX_VARIATIONS;
        is_varied.then_some(Round { variation: self.variation + 1, ..self })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds() {
        // The width and the variation of a round, the cost and what is used up; width and variation
        // of the next round.
        let cases = [
            // The budget is used up.
            (32, 0, 0.1, 1.6, None),
            (32, 0, 0.6 / 31.5, 0.1, None),
            // Wider, or of the same width with other weights.
            (32, 0, 0.6 / 128.5, 0.1, Some((128, 0))),
            (32, 0, 0.6 / 127.5, 0.1, Some((32, 1))),
            (32, 3, 0.6 / 127.5, 0.1, Some((32, 4))),
            (128, 3, 0.6 / 512.5, 0.1, Some((512, 0))),
            // The widest beams, and then more of them.
            (32_768, 0, 1e-9, 0.1, Some((131_072, 0))),
            (131_072, 0, 1e-9, 0.1, Some((131_072, 1))),
            (131_072, MAX_VARIATIONS, 1e-9, 0.1, None),
        ];
        for (width, variation, cost, used, expected) in cases {
            let next = Round { width, variation }.next(cost, used);
            let next = next.map(|next| (next.width, next.variation));
            assert_eq!(next, expected, "{width}, {variation}, {cost}, {used}");
        }
    }
}
