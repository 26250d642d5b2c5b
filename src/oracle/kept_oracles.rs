//! The oracles of a tablebase that were asked for last.

use std::sync::Mutex;

use super::Oracle;
use crate::board::Board;
use crate::costs::TileCosts;
use crate::puzzle::Metric;
use crate::threads::lock;

/// The most oracles that are kept and look boards up in a table of all boards. Those of 3x3 unpack
/// their solutions, each into 1.8 MB.
const MOST_LOOKING_UP: usize = 64;

/// The most others that are kept: they search, or their goal is several boards. For 5x5 each keeps
/// some 95 MB for its beams.
const MOST_SEARCHING: usize = 4;

/// The oracles for the last goals that were asked for, the latest last.
#[derive(Debug, Default)]
pub(super) struct KeptOracles(Mutex<Vec<KeptOracle>>);

#[derive(Debug)]
struct KeptOracle {
    oracle: Oracle,
    /// The number of tables that there were for it, if it searches.
    tables: usize,
}

impl KeptOracles {
    /// The oracle for a goal, if it is kept. One that searches is dropped if the number of tables
    /// for it is another one now.
    pub(super) fn get(
        &self,
        goal: &Board,
        metric: Metric,
        costs: Option<&TileCosts>,
        tables: impl FnOnce() -> usize,
    ) -> Option<Oracle> {
        let mut all = lock(&self.0);
        let at = all.iter().position(|kept| kept.oracle.is_for(goal, metric, costs))?;
        let kept = all.remove(at);
        if kept.oracle.table().is_none() && kept.tables != tables() {
            return None;
        }
        let oracle = kept.oracle.clone();
        all.push(kept);
        Some(oracle)
    }

    /// Keeps an oracle, unless another thread was quicker. If there are too many of its kind, the
    /// oldest goes.
    pub(super) fn keep(&self, oracle: &Oracle, tables: usize) {
        let mut all = lock(&self.0);
        let is_for =
            |kept: &KeptOracle| kept.oracle.is_for(oracle.goal(), oracle.metric(), oracle.costs());
        if all.iter().any(is_for) {
            return;
        }
        let has_no_table = oracle.table().is_none();
        let most = if has_no_table { MOST_SEARCHING } else { MOST_LOOKING_UP };
        let is_alike = |kept: &KeptOracle| kept.oracle.table().is_none() == has_no_table;
        if all.iter().filter(|kept| is_alike(kept)).count() == most
            && let Some(oldest) = all.iter().position(is_alike)
        {
            all.remove(oldest);
        }
        all.push(KeptOracle { oracle: oracle.clone(), tables });
    }

    pub(super) fn clear(&self) {
        lock(&self.0).clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::Tablebase;
    use crate::puzzle::SmallBoard;

    /// However many goals are asked for, and the last stay at hand.
    #[test]
    fn few_oracles_are_kept() {
        let (tables, all) = (Tablebase::embedded(), KeptOracles::default());
        let shapes = [("2x3", MOST_LOOKING_UP), ("3x4", MOST_SEARCHING)];
        for (number, (shape, most)) in shapes.into_iter().enumerate() {
            let mut goals = SmallBoard::all(shape.parse().unwrap()).map(Board::from);
            let goals: Vec<Board> = goals.by_ref().take(most + 3).collect();
            for (asked, goal) in (1..).zip(goals.iter().chain(&goals[3..])) {
                if all.get(goal, Metric::Single, None, || 0).is_none() {
                    all.keep(&tables.oracle(goal).unwrap(), 0);
                }
                let kept = lock(&all.0);
                let goals = kept.iter().map(|kept| kept.oracle.goal());
                assert!(goals.clone().next_back() == Some(goal));
                let of_shape = goals.filter(|other| other.shape() == goal.shape()).count();
                assert_eq!(of_shape, asked.min(most), "{shape}");
            }
            // Those of the other kind are not counted with them.
            let before: usize = shapes[..number].iter().map(|(_, most)| most).sum();
            assert_eq!(lock(&all.0).len(), before + most);
        }
    }
}
