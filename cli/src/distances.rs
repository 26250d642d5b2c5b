//! The distances of the boards of files, and whether these could be a random sample.

use tilebase::limits::Interval;
use tilebase::oracle::Outcome;
use tilebase::puzzle::{Class, MAX_CELLS, Metric};
use tilebase::sample::Uniformity;
use tilebase::{Board, Error};

use crate::averages::Averages;
use crate::boards::{BoardBlock, Sources};
use crate::progress::InputProgress;
use crate::report::Invalid;
use crate::tables::Tables;

/// The distances of boards that were read.
#[derive(Default)]
pub struct FoundDistances {
    pub boards: u64,
    pub unsolvable: u64,
    pub unknown: u64,
    /// Of the unknown ones, those that were not searched for.
    pub unsearched: u64,
    /// The boards at distance 0, 1, 2, ...
    pub counts: Vec<u64>,
    pub averages: Averages,
    /// The goal of the first board, and what judges the boards that have it.
    judged: Option<(Board, Uniformity)>,
    /// Boards for a goal with `*` or equal tiles, which nothing judges.
    pub unjudged: u64,
    /// True if others have another goal.
    pub is_mixed: bool,
}

impl FoundDistances {
    /// The distances of the boards of files. Those of more than 16 cells are searched for only if
    /// it is asked for: few would be proved in a second each.
    pub fn of(
        sources: &mut Sources,
        tables: &Tables,
        is_asked: bool,
    ) -> anyhow::Result<(FoundDistances, Invalid)> {
        let is_searched = |board: &Board| is_asked || board.class() < Class::Bounded;
        let problems = &tables.problems;
        let progress = InputProgress::new(sources.len, !sources.kinds()[1]);
        let mut invalid = Invalid::default();
        let mut found = FoundDistances::default();
        let mut block = BoardBlock::default();
        while sources.read_boards(&mut block)? {
            let take = |board: Board, goal| {
                board.shape().expect_at_most(MAX_CELLS, "a census")?;
                Ok((board, goal))
            };
            let boards = problems.small_boards(&block, take, |line, why| {
                progress.aside(|| invalid.report(sources.place(line), why));
            });
            let usual = boards.into_iter().map(|(board, goal)| {
                // One oracle answers for many goals.
                board.relabelled(&goal).unwrap_or((board, goal))
            });
            let pairs: Vec<(Board, Board)> = usual.collect();
            let searched = pairs.iter().filter(|(board, _)| is_searched(board));
            let (boards, goals): (Vec<_>, Vec<_>) =
                searched.map(|(board, goal)| (board.clone(), goal)).unzip();
            let (distances, failed) = tables.distances(&boards, &goals);
            failed.map_or(Ok(()), Err)?;
            let mut distances = distances.into_iter();
            for (board, goal) in &pairs {
                let is_searched = is_searched(board);
                let distance = match board.expect_solvable(goal) {
                    _ if is_searched => distances.next().unwrap_or_default(),
                    Err(Error::Unsolvable(why)) => Outcome::Unsolvable(why),
                    _ => Interval::default().into(),
                };
                let is_unknown = !is_searched && matches!(distance, Outcome::Bounded(_));
                found.unsearched += u64::from(is_unknown);
                found.add([board, goal], tables.problems.metric, &distance);
            }
            progress.at(sources.position(), found.boards);
        }
        drop(progress);
        Ok((found, invalid))
    }

    fn add(&mut self, [board, goal]: [&Board; 2], metric: Metric, distance: &Outcome<u32>) {
        self.boards += 1;
        if let (Some(board), Some(end)) = (board.small(), goal.small()) {
            let first = || (goal.clone(), Uniformity::new(end, metric));
            let (first, judged) = self.judged.get_or_insert_with(first);
            self.is_mixed |= first != goal;
            if !self.is_mixed {
                judged.add(board, distance);
            }
        } else {
            self.unjudged += 1;
        }
        match *distance {
            Outcome::Known(distance) => {
                self.averages.add(distance);
                let distance = distance as usize;
                self.counts.resize(self.counts.len().max(distance + 1), 0);
                self.counts[distance] += 1;
            }
            Outcome::Unsolvable(_) => self.unsolvable += 1,
            Outcome::Bounded(_) => self.unknown += 1,
        }
    }

    /// What is said of the boards as a sample, beside the counts of all boards. `None` if they have
    /// several goals.
    pub fn judged<T>(
        &self,
        tables: &Tables,
        judge: impl FnOnce(&Uniformity, Option<&[u64]>) -> T,
    ) -> anyhow::Result<Option<T>> {
        let Some((goal, judged)) = self.judged.as_ref().filter(|_| !self.is_mixed) else {
            return Ok(None);
        };
        Ok(Some(judge(judged, tables.oracle(goal)?.counts().as_deref())))
    }
}
