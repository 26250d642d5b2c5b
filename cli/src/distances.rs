//! The distances of the boards of files: how many there are of each, and their averages, as
//! speed-solvers take them.

use std::collections::VecDeque;

use tilebase::limits::Interval;
use tilebase::oracle::Outcome;
use tilebase::puzzle::{Class, MAX_CELLS, Metric};
use tilebase::sample::Uniformity;
use tilebase::text::rows::{Fields, Row};
use tilebase::{Board, Error};

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
                let distance = if is_searched {
                    distances.next().unwrap_or_default()
                } else {
                    nothing_known(board, goal)
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

/// The outcome for a board that is not searched for: whether it can reach its goal.
pub fn nothing_known(board: &Board, goal: &Board) -> Outcome<u32> {
    match board.expect_solvable(goal) {
        Err(Error::Unsolvable(why)) => Outcome::Unsolvable(why),
        _ => Interval::default().into(),
    }
}

/// The numbers of distances in a row that averages are taken of.
const AVERAGED: [usize; 3] = [5, 12, 100];

/// Statistics of the distances of some boards. A field is `None` if there are too few.
#[derive(Default)]
pub struct Description {
    mean: Option<f64>,
    median: Option<f64>,
    /// The standard deviation of a sample.
    deviation: Option<f64>,
    /// The best average of each number of distances, and the last one.
    averages: [Option<(f64, f64)>; AVERAGED.len()],
}

impl Fields for Description {
    fn fields(&self, row: &mut Row<'_>) {
        row.field("mean", &self.mean);
        row.field("median", &self.median);
        row.field("deviation", &self.deviation);
        for (of, averages) in AVERAGED.into_iter().zip(self.averages) {
            let (best, last) = averages.unzip();
            row.field(&format!("best_average_of_{of}"), &best);
            row.field(&format!("last_average_of_{of}"), &last);
        }
    }
}

/// Takes distances in order.
pub struct Averages([Average; AVERAGED.len()]);

/// An average of `of` distances in a row, without the best and the worst twentieth of them,
/// rounded up: without one at each end of 5 and of 12, and five of 100.
struct Average {
    of: usize,
    /// The last distances, in order, and sorted.
    last: VecDeque<u32>,
    sorted: Vec<u32>,
    /// The best average so far, and the last one.
    best_and_last: Option<(f64, f64)>,
}

impl Default for Averages {
    fn default() -> Averages {
        Averages(AVERAGED.map(|of| {
            let (last, sorted) = (VecDeque::new(), Vec::new());
            Average { of, last, sorted, best_and_last: None }
        }))
    }
}

impl Averages {
    /// Adds the distance of the next board.
    pub fn add(&mut self, distance: u32) {
        for average in &mut self.0 {
            average.add(distance);
        }
    }

    /// Describes the distances that were added. `counts` are the boards at distance 0, 1, 2, ...
    pub fn summary(&self, counts: &[u64]) -> Description {
        let boards: u64 = counts.iter().sum();
        let numbers = (0u32..).zip(counts).map(|(at, &count)| (f64::from(at), count as f64));
        let mean = numbers.clone().map(|(at, count)| at * count).sum::<f64>() / boards as f64;
        let squares: f64 = numbers.map(|(at, count)| (at - mean).powi(2) * count).sum();
        let deviation = (squares / boards.saturating_sub(1) as f64).sqrt();
        let [low, high] =
            [boards.saturating_sub(1) / 2, boards / 2].map(|at| distance_of(at, counts));
        Description {
            mean: (boards > 0).then_some(mean),
            median: low.zip(high).map(|(low, high)| f64::midpoint(low, high)),
            deviation: (boards > 1).then_some(deviation),
            averages: self.0.each_ref().map(|average| average.best_and_last),
        }
    }
}

/// The distance of the board at this place, if the boards are sorted by distance.
fn distance_of(place: u64, counts: &[u64]) -> Option<f64> {
    let mut sum = 0;
    let distance = counts.iter().position(|count| {
        sum += count;
        sum > place
    });
    distance.map(|distance| distance as f64)
}

impl Average {
    fn add(&mut self, distance: u32) {
        if self.last.len() == self.of
            && let Some(oldest) = self.last.pop_front()
        {
            self.sorted.remove(self.sorted.partition_point(|&other| other < oldest));
        }
        self.last.push_back(distance);
        self.sorted.insert(self.sorted.partition_point(|&other| other < distance), distance);
        if self.last.len() == self.of {
            let left_out = self.of.div_ceil(20);
            let counted = &self.sorted[left_out..self.of - left_out];
            let now = f64::from(counted.iter().sum::<u32>()) / counted.len() as f64;
            self.best_and_last =
                Some((self.best_and_last.map_or(now, |(best, _)| best.min(now)), now));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The averages of all windows of `of` distances, each sorted by itself.
    fn of_windows(distances: &[u32], of: usize, left_out: usize) -> Vec<f64> {
        let mut averages = Vec::new();
        for window in distances.windows(of) {
            let mut window = window.to_vec();
            window.sort_unstable();
            let sum: u32 = window[left_out..of - left_out].iter().sum();
            averages.push(f64::from(sum) / (of - 2 * left_out) as f64);
        }
        averages
    }

    #[test]
    fn averages_are_those_of_every_window() {
        let distances: Vec<u32> = (0..500u32).map(|at| at * at * 7919 % 101 % 37).collect();
        let (mut averages, mut counts) = (Averages::default(), vec![0; 40]);
        for &distance in &distances {
            averages.add(distance);
            counts[distance as usize] += 1;
        }
        let summary = averages.summary(&counts);
        for ((of, left_out), found) in [(5, 1), (12, 1), (100, 5)].into_iter().zip(summary.averages)
        {
            let all = of_windows(&distances, of, left_out);
            let best = all.iter().copied().reduce(f64::min);
            assert_eq!(found, best.zip(all.last().copied()));
        }
        let mut sorted = distances.clone();
        sorted.sort_unstable();
        assert_eq!(summary.median, Some(f64::midpoint(sorted[249].into(), sorted[250].into())));
    }

    #[test]
    fn few_numbers_have_few_averages() {
        let mut averages = Averages::default();
        assert!(averages.summary(&[]).mean.is_none());
        averages.add(2);
        averages.add(4);
        let summary = averages.summary(&[0, 0, 1, 0, 1]);
        assert_eq!((summary.mean, summary.median), (Some(3.0), Some(3.0)));
        assert!(summary.deviation.is_some_and(|deviation| (deviation - 2f64.sqrt()).abs() < 1e-9));
        assert_eq!(summary.averages, [None; 3]);
    }
}
