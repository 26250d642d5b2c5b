//! How many boards there are at each distance, for shapes too large to count here: counted by
//! others.

use tilebase::puzzle::Orbit;
use tilebase::{Board, Shape};

const KNOWN: [&str; 2] = [
    include_str!("../../../data/known/depth_counts.csv"),
    include_str!("../../../data/known/depth_counts_large.csv"),
];

/// The number of boards at distance 0, 1, 2, ... from a goal, if somebody has counted them.
pub fn counts(goal: &Board) -> Option<Vec<u64>> {
    let orbit = Orbit::from(goal);
    KNOWN.iter().flat_map(|file| file.lines().skip(1)).find_map(|line| {
        let (names, counts) = line.rsplit_once(',')?;
        let mut names = names.split(',');
        let shape: Shape = names.next()?.parse().ok()?;
        let blank: usize = names.next()?.parse().ok()?;
        (Orbit::new(shape, blank).ok()? == orbit)
            .then(|| counts.split(' ').map(|count| count.parse().ok()).collect::<Option<_>>())?
    })
}
