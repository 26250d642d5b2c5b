//! Judging boards that could be a random sample: what somebody's boards would be like if all boards
//! that can reach the goal were equally likely, and what they are like.

use std::fmt;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use crate::drawing;
use crate::outcome::Outcome;
use crate::puzzle::{Metric, Shape, SmallBoard, plural};
use crate::text::rows::{Fields, Row};

/// The share of uniform samples that are called not uniform, by any of their tests.
const LEVEL: f64 = 0.001;

/// Of fewer equal pairs expected, each number has its exact probability.
const FEWEST_NORMAL: f64 = 10.0;

/// The most boards among which equal ones are counted: the first, in 80 MB.
const MOST_COMPARED: usize = 10_000_000;

/// Judges whether boards could be a uniform sample of those that can reach a goal.
///
/// ```
/// use tilebase::oracle::Outcome;
/// use tilebase::puzzle::{Metric, SmallBoard};
/// use tilebase::sample::{Population, Request, Sampler, Uniformity};
/// use tilebase::Tablebase;
/// let goal: SmallBoard = "12345678x".parse()?;
/// let oracle = Tablebase::embedded().oracle(goal)?;
/// let request = Request { count: 1000, unique: false, population: Population::Solvable };
/// let boards = Sampler::new(&goal.into(), request, 1)?.draw(1000)?;
/// let mut judged = Uniformity::new(&goal, Metric::Single);
/// for board in &boards {
///     judged.add(board.small().expect("3x3"), &Outcome::of(oracle.distance(board))?);
/// }
/// let verdict = judged.verdict(oracle.counts().as_deref());
/// assert_eq!(verdict.is_uniform, Some(true), "{verdict}");
/// assert!(judged.picture(oracle.counts().as_deref()).starts_with("<svg "));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Uniformity {
    goal: SmallBoard,
    metric: Metric,
    boards: u64,
    unsolvable: u64,
    /// How often each tile was seen in each cell.
    seen: Vec<u64>,
    /// A number that stands for each board.
    hashes: Vec<u64>,
    /// The boards at distance 0, 1, 2, ...
    distances: Vec<u64>,
    /// Boards whose distance is not known.
    unknown: u64,
}

/// What the boards are like, and whether they could be a uniform sample. As text it is a sentence.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct UniformityVerdict {
    /// True if they could be. `None` if there are too few to say so.
    pub is_uniform: Option<bool>,
    /// The number of boards.
    pub boards: u64,
    /// The boards that cannot reach the goal. A uniform sample has none.
    pub unsolvable: u64,
    /// The tests that were made.
    pub tests: Vec<UniformityTest>,
    /// Why tests were left out.
    pub left_out: Vec<String>,
}

/// A number that is found of boards, beside what it is in uniform samples.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct UniformityTest {
    /// Its name.
    pub name: &'static str,
    /// The number.
    pub found: f64,
    /// Its mean in uniform samples.
    pub expected: f64,
    /// Its standard deviation in uniform samples.
    pub deviation: f64,
    /// The share of uniform samples in which it is as far off.
    pub p: f64,
}

impl UniformityTest {
    /// How many deviations the number is off.
    pub fn z(&self) -> f64 {
        (self.found - self.expected) / self.deviation
    }

    /// A test of a number that is normally distributed, and may be too small or too large.
    fn normal(name: &'static str, found: f64, expected: f64, deviation: f64) -> UniformityTest {
        let test = UniformityTest { name, found, expected, deviation, p: 1.0 };
        UniformityTest { p: normal_tails(test.z()), ..test }
    }
}

impl Uniformity {
    /// Nothing is said of fewer boards.
    #[doc(hidden)]
    pub const FEWEST: u64 = 100;

    /// No boards yet.
    pub fn new(goal: &SmallBoard, metric: Metric) -> Uniformity {
        let (goal, cells) = (*goal, goal.shape().cells());
        let (seen, hashes, distances) = (vec![0; cells * cells], Vec::new(), Vec::new());
        Uniformity { goal, metric, boards: 0, unsolvable: 0, seen, hashes, distances, unknown: 0 }
    }

    /// Adds a board of the goal's shape with its distance.
    pub fn add(&mut self, board: &SmallBoard, distance: &Outcome<u32>) {
        self.boards += 1;
        let cells = self.goal.shape().cells();
        for (cell, &tile) in board.cells().iter().enumerate() {
            self.seen[usize::from(tile) * cells + cell] += 1;
        }
        if self.hashes.len() < MOST_COMPARED {
            let mut hasher = DefaultHasher::new();
            board.cells().hash(&mut hasher);
            self.hashes.push(hasher.finish());
        }
        match distance {
            Outcome::Unsolvable(_) => self.unsolvable += 1,
            Outcome::Known(distance) => {
                let distance = *distance as usize;
                self.distances.resize(self.distances.len().max(distance + 1), 0);
                self.distances[distance] += 1;
            }
            Outcome::Bounded(_) => self.unknown += 1,
        }
    }

    /// The verdict on the boards so far. `counts` are all boards at distance 0, 1, 2, ..., if they
    /// are known: see [`Oracle::counts`](crate::Oracle::counts).
    pub fn verdict(&self, counts: Option<&[u64]>) -> UniformityVerdict {
        let (mut tests, mut left_out) = (Vec::new(), Vec::new());
        if self.boards >= Uniformity::FEWEST {
            tests.push(self.repeats());
            let cells = self.goal.shape().cells() as u64;
            if cells < 5 {
                // With two tiles given, the others of a solvable board are known.
                left_out.push("tiles: a board of 2x2 has too few of them".to_owned());
            } else if self.boards < 5 * cells {
                let least = plural(5 * cells, "board");
                left_out.push(format!("tiles: fewer than {least}, 5 for each cell"));
            } else {
                tests.push(self.tiles());
            }
            tests.extend((self.metric == Metric::Single).then(|| self.parity()));
            match counts {
                Some(_) if self.unknown > 0 => {
                    left_out.push(format!("distances: {} unknown", self.unknown));
                }
                Some(counts) if self.unsolvable < self.boards => {
                    tests.extend(self.distances(counts));
                }
                Some(_) => {}
                None => left_out.push(format!(
                    "distances: how many boards of {} are at each was never counted",
                    self.goal.shape()
                )),
            }
            if (counts.is_none() || self.unknown > 0) && cells >= 5 {
                tests.push(self.manhattan());
            }
        }
        let level = LEVEL / tests.len().max(1) as f64;
        let is_uniform = self.unsolvable == 0 && tests.iter().all(|test| test.p >= level);
        UniformityVerdict {
            is_uniform: (self.boards >= Uniformity::FEWEST).then_some(is_uniform),
            boards: self.boards,
            unsolvable: self.unsolvable,
            tests,
            left_out,
        }
    }

    /// A picture of the verdict, in SVG: the boards at each distance, beside the numbers expected,
    /// and how often each tile was in each cell. Distances are left out if some are not known.
    pub fn picture(&self, counts: Option<&[u64]>) -> String {
        let cells = self.goal.shape().cells();
        let known = if self.unknown > 0 { &[] } else { &self.distances[..] };
        let title = format!("{}: {}", plural(self.boards, "board"), self.verdict(counts));
        drawing::sample(&title, known, counts.unwrap_or_default(), &self.goal, |tile, cell| {
            self.seen[usize::from(tile) * cells + cell]
        })
    }

    /// The pairs of equal boards. Any two pairs are independent, whether they share a board or not.
    fn repeats(&self) -> UniformityTest {
        let mut hashes = self.hashes.clone();
        hashes.sort_unstable();
        let pairs_of = |count: usize| count as f64 * (count as f64 - 1.0) / 2.0;
        let found = hashes.chunk_by(|a, b| a == b).map(|equal| pairs_of(equal.len())).sum();
        let share = 1.0 / self.goal.shape().states() as f64;
        let expected = pairs_of(hashes.len()) * share;
        let deviation = (expected * (1.0 - share)).sqrt();
        // Too few only say that repeats were removed. With many boards for each state, the number
        // is a multiple of chi-square with a degree of freedom less than there are states. With
        // fewer, it nearly is one with as much skewness: three boards are equal more often than
        // three independent pairs.
        let skewness = (1.0 - 2.0 * share + 2.0 * (hashes.len() as f64 - 2.0) * share) / deviation;
        let freedom = 8.0 / skewness.powi(2);
        let z = (found - 0.5 - expected) / deviation;
        let p = match expected {
            ..FEWEST_NORMAL => poisson_tail(expected, found),
            _ => chi_square_tail(freedom + z * (2.0 * freedom).sqrt(), freedom),
        };
        UniformityTest { name: "repeats", found, expected, deviation, p }
    }

    /// The sum of squared deviations of how often each tile is in each cell, the blank among them.
    fn tiles(&self) -> UniformityTest {
        let cells = self.goal.shape().cells() as f64;
        let each = self.boards as f64 / cells;
        let squares = self.seen.iter().map(|&seen| (seen as f64 - each).powi(2) / each);
        let found = squares.sum::<f64>() * (cells - 1.0) / cells;
        let freedom = (cells - 1.0).powi(2);
        let (p, deviation) = (chi_square_tail(found, freedom), (2.0 * freedom).sqrt());
        UniformityTest { name: "tiles", found, expected: freedom, deviation, p }
    }

    /// The boards at an even distance: the colour of the blank's cell says which these are.
    fn parity(&self) -> UniformityTest {
        let (shape, cells) = (self.goal.shape(), self.goal.shape().cells());
        let colour = shape.colour(self.goal.blank_cell());
        let even = || (0..cells).filter(|&cell| shape.colour(cell) == colour);
        let found: u64 = even().map(|cell| self.seen[cell]).sum();
        let (boards, rate) = (self.boards as f64, even().count() as f64 / cells as f64);
        let deviation = (boards * rate * (1.0 - rate)).sqrt();
        UniformityTest::normal("parity", found as f64, boards * rate, deviation)
    }

    /// The mean distance, and the largest difference between the shares of boards up to a distance
    /// and what these should be (Kolmogorov and Smirnov).
    fn distances(&self, counts: &[u64]) -> [UniformityTest; 2] {
        let [(boards, mean, _), (all, expected, variance)] =
            [&self.distances[..], counts].map(moments);
        let mean = UniformityTest::normal("mean", mean, expected, (variance / boards).sqrt());
        let (mut sums, mut largest) = ([0.0, 0.0], 0.0_f64);
        for (at, &count) in counts.iter().enumerate() {
            sums[0] += self.distances.get(at).copied().unwrap_or(0) as f64 / boards;
            sums[1] += count as f64 / all;
            largest = largest.max((sums[0] - sums[1]).abs());
        }
        let root = boards.sqrt();
        let scaled = (root + 0.12 + 0.11 / root) * largest;
        let terms = (1..=100).map(|k| {
            let sign = if k % 2 == 1 { 2.0 } else { -2.0 };
            sign * (f64::from(k).powi(2) * -2.0 * scaled * scaled).exp()
        });
        let p = terms.sum::<f64>();
        let spread = UniformityTest {
            name: "spread",
            found: largest,
            expected: 0.8687 / root,
            deviation: 0.2603 / root,
            // The sum converges only where it matters.
            p: if scaled < 0.3 { 1.0 } else { p.clamp(0.0, 1.0) },
        };
        [mean, spread]
    }

    /// The mean of the Manhattan distances (Hoeffding, "A combinatorial central limit theorem",
    /// Annals of Mathematical Statistics 22, 1951).
    fn manhattan(&self) -> UniformityTest {
        let (shape, cells) = (Shape::from(self.goal.shape()), self.goal.shape().cells());
        let mut away = vec![vec![0.0; cells]; cells];
        for (place, &tile) in self.goal.cells().iter().enumerate().filter(|(_, tile)| **tile != 0) {
            for (cell, away) in away[usize::from(tile)].iter_mut().enumerate() {
                *away = shape.steps(place, cell) as f64;
            }
        }
        let (size, boards) = (cells as f64, self.boards as f64);
        let of_tile: Vec<f64> = away.iter().map(|row| row.iter().sum::<f64>() / size).collect();
        let in_cell = |cell: usize| away.iter().map(|row| row[cell]).sum::<f64>() / size;
        let in_cell: Vec<f64> = (0..cells).map(in_cell).collect();
        let all = of_tile.iter().sum::<f64>();
        let (mut sum, mut squares) = (0.0, 0.0);
        for (tile, row) in away.iter().enumerate() {
            for (cell, away) in row.iter().enumerate() {
                sum += away * self.seen[tile * cells + cell] as f64;
                squares += (away - of_tile[tile] - in_cell[cell] + all / size).powi(2);
            }
        }
        let deviation = (squares / (size - 1.0) / boards).sqrt();
        UniformityTest::normal("manhattan", sum / boards, all, deviation)
    }
}

/// The number, the mean and the variance of numbers 0, 1, 2, ..., each with its count.
fn moments(counts: &[u64]) -> (f64, f64, f64) {
    let numbers = || counts.iter().enumerate().map(|(at, &count)| (at as f64, count as f64));
    let all: f64 = numbers().map(|(_, count)| count).sum();
    let mean = numbers().map(|(at, count)| at * count).sum::<f64>() / all;
    (all, mean, numbers().map(|(at, count)| (at - mean).powi(2) * count).sum::<f64>() / all)
}

/// The share of a normal distribution that is at least `z` deviations off, on either side (Press
/// and others, "Numerical Recipes in C", 1992, section 6.2, exact to seven digits).
fn normal_tails(z: f64) -> f64 {
    const TERMS: [f64; 10] = [
        -1.265_512_23,
        1.000_023_68,
        0.374_091_96,
        0.096_784_18,
        -0.186_288_06,
        0.278_868_07,
        -1.135_203_98,
        1.488_515_87,
        -0.822_152_23,
        0.170_872_77,
    ];
    let x = z.abs() / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + x / 2.0);
    let sum = TERMS.iter().rev().fold(0.0, |sum, term| sum * t + term);
    t * (sum - x * x).exp()
}

/// The share of the distribution chi-square that is at least `least`: Wilson and Hilferty found its
/// cube root to be nearly normal.
fn chi_square_tail(least: f64, freedom: f64) -> f64 {
    let ninth = 2.0 / (9.0 * freedom);
    let z = ((least / freedom).cbrt() - (1.0 - ninth)) / ninth.sqrt();
    let p = normal_tails(z) / 2.0;
    if z < 0.0 { 1.0 - p } else { p }
}

/// The share of a Poisson distribution that is at least `least`.
fn poisson_tail(mean: f64, least: f64) -> f64 {
    let (mut term, mut below, mut at) = ((-mean).exp(), 0.0, 0.0);
    while at < least {
        below += term;
        at += 1.0;
        term *= mean / at;
        if at > mean && term < 1e-300 {
            return 0.0;
        }
    }
    // Where this is small, the difference from 1 would be inexact.
    let mut tail = 0.0;
    while at > mean && term > tail * 1e-12 {
        tail += term;
        at += 1.0;
        term *= mean / at;
    }
    if at > mean { tail } else { 1.0 - below }
}

/// What is most unlike uniform samples, or that nothing is.
impl fmt::Display for UniformityVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let boards = plural(self.boards, "board");
        let Some(is_uniform) = self.is_uniform else {
            let fewest = Uniformity::FEWEST;
            return write!(f, "nothing is said of fewer than {fewest} boards");
        };
        if is_uniform {
            let level = LEVEL * 100.0;
            return write!(f, "as a uniform sample would be, in each test (level {level} %)");
        }
        f.write_str("not uniform: ")?;
        if self.unsolvable > 0 {
            return write!(f, "{} of {boards} cannot be solved", self.unsolvable);
        }
        let Some(worst) = self.tests.iter().min_by(|a, b| a.p.total_cmp(&b.p)) else {
            return Ok(());
        };
        write!(f, "{worst}")
    }
}

/// A sentence.
impl fmt::Display for UniformityTest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let UniformityTest { name, found, expected, deviation, .. } = *self;
        match name {
            "repeats" => write!(f, "{found:.0} pairs of boards are equal, expected {expected:.1}"),
            "tiles" => write!(
                f,
                "tiles are in some cells too often: T = {found:.1}, expected {expected:.0} +- \
                 {deviation:.1}"
            ),
            "parity" => write!(
                f,
                "{found:.0} boards are at an even distance, expected {expected:.1} +- {deviation:.1}"
            ),
            "spread" => write!(
                f,
                "the distances are spread otherwise: D = {found:.3}, expected {expected:.3} +- \
                 {deviation:.3}"
            ),
            _ => {
                let what = if name == "mean" { "distance" } else { "Manhattan distance" };
                write!(
                    f,
                    "the mean {what} is {found:.2}, expected {expected:.2} +- {deviation:.2} (z = \
                     {:.1})",
                    self.z()
                )
            }
        }
    }
}

impl Fields for UniformityVerdict {
    fn fields(&self, row: &mut Row<'_>) {
        row.field("uniform", &self.is_uniform);
        row.field("verdict", &self.to_string());
        row.field("tests", &self.tests);
        row.field("left_out", &self.left_out);
    }
}

impl Fields for UniformityTest {
    fn fields(&self, row: &mut Row<'_>) {
        row.field("test", self.name);
        row.field("found", &self.found);
        row.field("expected", &self.expected);
        row.field("deviation", &self.deviation);
        row.field("p", &self.p);
    }
}
