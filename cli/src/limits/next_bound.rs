//! The work that a bound will take, guessed from those before it.

use indicatif::HumanCount;

/// The growth of a search from one bound to the next.
#[derive(Default)]
pub struct BoundGrowth {
    /// The bound that is searched, and the boards generated before that.
    bound: u32,
    before: u64,
    /// The boards that the last bounds took, the latest first.
    took: [Option<u64>; 2],
}

impl BoundGrowth {
    /// Notes a bound, and the boards generated so far.
    pub fn at(&mut self, bound: u32, generated: u64) {
        let is_other_board = bound < self.bound || (bound > self.bound && generated < self.before);
        if is_other_board {
            *self = BoundGrowth::default();
        }
        if bound > self.bound {
            // Boards generated before the first bound were not part of a search for it.
            let took = (self.bound > 0).then(|| generated - self.before);
            (self.bound, self.before, self.took) = (bound, generated, [took, self.took[0]]);
        }
    }

    /// The expected work for the current bound, if it grows as the last one did.
    pub fn expected(&self) -> Option<String> {
        let [Some(last), Some(before)] = self.took else { return None };
        let boards = u128::from(last).pow(2) / u128::from(before.max(1));
        // A guess needs no more than two digits.
        let unit = 10_u128.pow(boards.max(10).ilog10() - 1);
        let boards = HumanCount(((boards + unit / 2) / unit * unit) as u64);
        let proved = self.bound + 2;
        Some(format!("and perhaps {boards} to prove at least {proved}, if they grow as before"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_bound_is_expected_to_grow_as_the_last_one_did() {
        let mut growth = BoundGrowth::default();
        // Beams first, then bounds of 90, 92 and 94 moves, which take 1, 6 and 40 million boards.
        for (bound, millions) in [(88, 0), (88, 20), (90, 21), (92, 22), (92, 23), (94, 28)] {
            growth.at(bound, millions * 1_000_000);
        }
        let expected = "and perhaps 36,000,000 to prove at least 96, if they grow as before";
        assert_eq!(growth.expected().as_deref(), Some(expected));
        growth.at(96, 68_000_000);
        assert!(growth.expected().unwrap().contains("270,000,000 to prove at least 98"));
        growth.at(80, 0);
        assert_eq!(growth.expected(), None);
    }
}
