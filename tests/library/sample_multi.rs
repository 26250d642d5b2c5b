//! Samples in the multi-tile metric are correct and complete.

use crate::sample::{of, set, to};
use tilebase::puzzle::GoalName;

/// Lists of all boards in the multi-tile metric are as long as the published counts say, and
/// oracles agree on every board.
#[test]
fn all_boards_at_distances_are_listed_in_the_multi_tile_metric() {
    let published = include_str!("../../data/known/multi_tile_counts.csv");
    let counts_of = |shape: &str, most: usize| -> Vec<u64> {
        let row = published.lines().find(|row| row.starts_with(shape)).expect("a published row");
        let counts = row.rsplit(',').next().expect("counts").split(' ').take(most);
        counts.map(|count| count.parse().expect("a count")).collect()
    };
    for (shape, last) in [("2x2", 99), ("2x3", 99), ("2x4", 99), ("3x3", 99), ("4x4", 5)] {
        let counts = counts_of(shape, last as usize + 1);
        let all = of(shape).multi().at(0..=last).each(u64::from(u32::MAX));
        let boards = all.boards();
        assert_eq!(at_each(&all.distances_of(&boards)), counts, "{shape}");
        assert_eq!(set(&boards).len(), boards.len());
        // A list is shuffled, and all of it is there.
        let some: Vec<u64> = counts.iter().map(|&count| count.min(3)).collect();
        let drawn = of(shape).multi().at(0..=last).each(3);
        assert_eq!(at_each(&drawn.distances()), some, "{shape}");
    }
    // Goals for which nobody has published counts.
    let first = GoalName::First.board("4x4".parse().expect("a shape")).expect("a goal");
    let near = to(&first.to_string()).multi().at(0..=3).each(u64::from(u32::MAX)).boards();
    assert_eq!(near.len() as u64, counts_of("4x4", 4).iter().sum::<u64>());
    let middle = to("1 2 3 4 / 5 x 6 7 / 8 9 10 11 / 12 13 14 15").multi();
    assert_eq!(middle.clone().at(0..=1).each(99).boards().len(), 1 + 6);
    let refused = middle.at(40..=40).refused();
    assert!(refused.contains("have not been counted beyond distance"), "{refused}");
}

/// How many are at distance 0, 1, 2, ...
fn at_each(distances: &[u32]) -> Vec<u64> {
    let most = distances.iter().max().map_or(0, |&most| most as usize + 1);
    let mut counts = vec![0; most];
    for &distance in distances {
        counts[distance as usize] += 1;
    }
    counts
}

#[test]
fn boards_are_drawn_in_every_way_in_the_multi_tile_metric() {
    let three = || of("3x3").multi();
    let four = || of("4x4").multi();
    // Farther along solutions of 3x3, few boards begin one that is long enough.
    for (draw, distances) in [
        (three().count(20).at(20..=22), 20..=22),
        (three().count(60).at(21..=35).unique(), 21..=24),
        (three().count(60).at(19..=20).along().unique(), 19..=20),
        (four().count(40).at(11..=20).along(), 11..=20),
        (four().count(20).at(15..=16).along(), 15..=16),
    ] {
        let boards = draw.boards();
        if draw.goal.shape().cells() == 9 {
            assert_eq!(boards, draw.boards(), "{distances:?}");
        }
        let found = set(draw.distances_of(&boards));
        let context = format!("{distances:?}: {found:?}");
        assert!(found.len() > 1 && found.iter().all(|at| distances.contains(at)), "{context}");
    }
    // The one farthest board.
    let far = of("2x3").multi().at(20..=20).count(9);
    assert_eq!(set(far.boards()).len(), 1);
    // Without a distance the boards are those of the other metric.
    assert_eq!(three().count(5).boards(), of("3x3").count(5).boards());
}
