//! Random boards of large shapes must be distributed over the distances according to the published
//! counts of all boards. Run with `--nocapture` to see the numbers compared.

use tilebase::known::known;
use tilebase::puzzle::{Orbit, SmallBoard, SmallShape};
use tilebase::sample::{Request, Sampler};
use tilebase::solver::{PartitionSize, PatternTable};
use tilebase::{Board, Oracle};

use crate::common::columns::Columns;
use crate::common::goal_with_blank;

/// The number of boards to draw: `$TILEBASE_BOARDS`, or by default a number that takes seconds.
fn boards() -> usize {
    let named = std::env::var("TILEBASE_BOARDS").ok();
    named.map_or(2000, |boards| boards.parse().expect("a number of boards"))
}

/// Searches with the large tables, which are made in memory.
fn search(goal: &SmallBoard) -> Oracle {
    let table = |&pattern: &_| PatternTable::generate(pattern, 2).expect("memory");
    let tables: Vec<Vec<PatternTable>> = PartitionSize::Large
        .partitions(Orbit::from(goal))
        .iter()
        .map(|partition| partition.iter().map(table).collect())
        .collect();
    Oracle::with_patterns(goal, &tables).expect("tables of the goal")
}

/// Draws random boards, and counts them by distance.
fn distances(goal: &SmallBoard, count: usize) -> Vec<u64> {
    let batch = search(goal);
    let mut sampler =
        Sampler::new(&(*goal).into(), Request::default(), 2026).expect("no conditions");
    let mut found = vec![0; 256];
    let mut left = count;
    while left > 0 {
        let some = sampler.draw(left.min(10_000)).expect("no conditions");
        let some: Vec<SmallBoard> = some.iter().filter_map(Board::small).copied().collect();
        left -= some.len();
        for (board, moves) in some.iter().zip(batch.solutions_of(&some).expect("right tables")) {
            let moves = moves.known().expect("a solution");
            assert_eq!(board.after(&moves), Some(*goal), "{board}");
            found[moves.len()] += 1;
        }
    }
    found
}

/// The probability that a chi-square value is at least this large, for an even number of degrees of
/// freedom.
fn p_value(freedom: usize, chi_square: f64) -> f64 {
    assert_eq!(freedom % 2, 0, "the sum below is for even numbers");
    let half = chi_square / 2.0;
    let terms = (1..freedom / 2).scan(1.0, |term, i| {
        *term *= half / i as f64;
        Some(*term)
    });
    (-half).exp() * (1.0 + terms.sum::<f64>())
}

/// The chi-square value and the degrees of freedom of some counts, compared with the expected ones.
/// Neighbouring distances are merged until at least five boards are expected in each bin, and the
/// last bins are merged if needed to make the number of degrees of freedom even.
fn chi_square(found: &[u64], expected: &[f64]) -> (f64, usize) {
    let mut bins: Vec<(f64, f64)> = Vec::new();
    let mut open = (0.0, 0.0);
    for (&found, &expected) in found.iter().zip(expected) {
        open = (open.0 + found as f64, open.1 + expected);
        if open.1 >= 5.0 {
            bins.push(std::mem::take(&mut open));
        }
    }
    let merge = |bins: &mut Vec<(f64, f64)>, more: (f64, f64)| {
        let last = bins.last_mut().expect("a bin");
        *last = (last.0 + more.0, last.1 + more.1);
    };
    merge(&mut bins, open);
    if bins.len().is_multiple_of(2)
        && let Some(last) = bins.pop()
    {
        merge(&mut bins, last);
    }
    let square = |&(found, expected): &(f64, f64)| (found - expected).powi(2) / expected;
    (bins.iter().map(square).sum(), bins.len() - 1)
}

/// How many standard deviations the mean of some distances is off.
fn deviation(found: &[u64], counts: &[u64]) -> f64 {
    let moments = |counts: &[u64]| {
        let all = counts.iter().sum::<u64>() as f64;
        let sum = |power| {
            counts.iter().enumerate().map(|(d, &n)| (d as f64).powi(power) * n as f64).sum::<f64>()
        };
        let mean = sum(1) / all;
        (all, mean, sum(2) / all - mean * mean)
    };
    let ((boards, found, _), (_, mean, variance)) = (moments(found), moments(counts));
    (found - mean) / (variance / boards).sqrt()
}

fn distances_are_as_published(shape: &str, goal_blank: usize, count: usize) {
    let shape: SmallShape = shape.parse().expect("a shape");
    let goal = goal_with_blank(shape, goal_blank);
    let orbit = Orbit::new(shape, goal_blank).expect("a cell");
    let counts = known(orbit.into()).expect("published counts").counts;
    assert_eq!(counts.iter().sum::<u64>(), shape.states(), "{orbit}");
    let found = distances(&goal, count);
    assert_eq!(found.iter().sum::<u64>(), count as u64);
    assert!(found[counts.len()..].iter().all(|&boards| boards == 0), "no board is farther");
    let expected: Vec<f64> =
        counts.iter().map(|&boards| boards as f64 / shape.states() as f64 * count as f64).collect();
    let (chi_square, freedom) = chi_square(&found, &expected);
    let p = p_value(freedom, chi_square);
    let deviation = deviation(&found, &counts);
    println!(
        "{shape} with the goal's blank in cell {goal_blank}, {count} random boards: chi-square \
         {chi_square:.2}, {freedom} degrees of freedom, p = {p:.4}; the mean is off by \
         {deviation:.2} standard deviations"
    );
    assert!(p > 1e-6, "{shape}, cell {goal_blank}: p = {p:e}");
    assert!(deviation.abs() < 5.0, "{shape}, cell {goal_blank}: {deviation} standard deviations");
}

/// If one board in eight takes two more moves, the distribution shows it; if one in twenty does,
/// the mean shows it.
#[test]
fn the_test_sees_what_is_wrong() {
    let counts = known(Orbit::new("4x4".parse().unwrap(), 15).unwrap().into()).unwrap().counts;
    let states: u64 = counts.iter().sum();
    let expected: Vec<f64> = counts.iter().map(|&n| n as f64 / states as f64 * 1e5).collect();
    let rounded =
        |&n: &u64| ((u128::from(n) * 100_000 + u128::from(states / 2)) / u128::from(states)) as u64;
    let right: Vec<u64> = counts.iter().map(rounded).collect();
    let longer_by_two = |one_in: u64| {
        let mut wrong = right.clone();
        for distance in 0..right.len() - 2 {
            let moved = right[distance] / one_in;
            wrong[distance] -= moved;
            wrong[distance + 2] += moved;
        }
        wrong
    };
    let p = |found: &[u64]| {
        let (chi_square, freedom) = chi_square(found, &expected);
        p_value(freedom, chi_square)
    };
    assert!(p(&right) > 0.99 && p(&longer_by_two(8)) < 1e-6, "{}", p(&longer_by_two(8)));
    let [none, some] = [&right, &longer_by_two(20)].map(|found| deviation(found, &counts));
    assert!(none.abs() < 0.1 && some > 5.0, "{none} {some}");
    // From a printed table: the probability of exceeding 18.307 is 0.05.
    assert!((p_value(10, 18.307) - 0.05).abs() < 1e-5);
}

#[test]
#[ignore = "makes large tables: seconds"]
fn corner_of_4x4() {
    distances_are_as_published("4x4", 15, boards());
}

#[test]
#[ignore = "makes large tables: seconds"]
fn edge_of_4x4() {
    distances_are_as_published("4x4", 1, boards());
}

#[test]
#[ignore = "makes large tables: seconds"]
fn centre_of_4x4() {
    distances_are_as_published("4x4", 5, boards());
}

#[test]
#[ignore = "makes large tables: seconds"]
fn other_large_shapes() {
    distances_are_as_published("3x5", 14, boards() / 4);
    distances_are_as_published("2x8", 15, boards() / 4);
}
