//! The difficulty of a board: the share of all boards that are nearer to the goal.

/// For each distance, the share of all boards that are nearer, as text.
pub(super) struct NearerShares(Vec<DifficultyText>);

pub(super) struct DifficultyText {
    /// From 0 to 1, for named fields.
    pub share: String,
    /// As a percentage, rounded down so that it never reaches 100 % by rounding.
    pub percent: String,
}

impl NearerShares {
    /// Uses the numbers of boards at each distance.
    pub(super) fn new(counts: &[u64]) -> NearerShares {
        let all: u64 = counts.iter().sum();
        let mut nearer = 0;
        let written = counts.iter().map(|count| {
            let hundredths = u128::from(nearer) * 10_000 / u128::from(all);
            let share = nearer as f64 / all as f64;
            nearer += count;
            let percent = format!("{}.{:02}%", hundredths / 100, hundredths % 100);
            DifficultyText { share: share.to_string(), percent }
        });
        NearerShares(written.collect())
    }

    /// The text for a distance. `None` if no board has it.
    pub(super) fn at(&self, distance: u32) -> Option<&DifficultyText> {
        self.0.get(distance as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Tablebase;

    #[test]
    fn shares_are_those_of_the_counts() {
        let oracle = Tablebase::embedded()
            .oracle("12345678x".parse::<crate::puzzle::SmallBoard>().unwrap())
            .unwrap();
        let difficulty = NearerShares::new(&oracle.counts().unwrap());
        // 1, 2, 4 boards at the distances 0, 1, 2; two at 31, of 181,440 (OEIS A089473).
        for (distance, nearer, percent) in
            [(0, 0, "0.00%"), (1, 1, "0.00%"), (3, 7, "0.00%"), (31, 181_438, "99.99%")]
        {
            let written = difficulty.at(distance).unwrap();
            let share: f64 = written.share.parse().unwrap();
            assert!((share - f64::from(nearer) / 181_440.0).abs() < 1e-12, "{distance}");
            assert_eq!(written.percent, percent, "{distance}");
        }
        assert!(difficulty.at(32).is_none());
    }
}
