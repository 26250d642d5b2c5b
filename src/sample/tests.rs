//! What cannot be drawn, and how little work one board takes.

use std::collections::HashSet;

use super::*;
use crate::oracle::Tablebase;

#[test]
fn what_cannot_be_drawn_is_an_error() {
    let goal: SmallBoard = "123/45x".parse().unwrap();
    let source = Tablebase::embedded().oracle(&goal).unwrap();
    let [all, none, many] = [(360, true, 0..=99), (1, false, 22..=30), (2, true, 21..=21)].map(
        |(count, unique, distances)| {
            let source = source.clone();
            let population = Population::equally_likely(source, distances);
            Sampler::new(&goal.into(), Request { count, unique, population }, 1)
        },
    );
    let mut all = all.unwrap();
    let boards: HashSet<Board> = all.draw(360).unwrap().into_iter().collect();
    assert_eq!(boards.len(), 360);
    assert!(matches!(all.draw(1), Err(SampleError::TooFew { available: 0, .. })));
    assert!(matches!(none, Err(SampleError::Distance { maximum: 21, .. })));
    assert!(matches!(many, Err(SampleError::TooFew { available: 1, count: 2, .. })));
    assert_eq!(
        many.unwrap_err().to_string(),
        "2x3 has only 1 board to draw from: 2 different ones cannot be drawn"
    );
}

#[test]
fn one_board_is_drawn_without_looking_up_all_others() {
    let goal = Board::goal("3x3".parse().unwrap()).unwrap();
    let source = Tablebase::embedded().oracle(&goal).unwrap();
    let counts = source.counts().unwrap();
    for distance in 0..=31 {
        let source = source.clone();
        let population = Population::equally_likely(source, distance..=distance);
        let request = Request { count: 1, population, ..Request::default() };
        let mut sampler = Sampler::new(&goal, request, u64::from(distance)).unwrap();
        let mut draws = 0;
        let mut watch = |progress: DrawProgress| {
            draws = progress.draws;
            ControlFlow::Continue(())
        };
        assert_eq!(sampler.draw_watched(1, &mut watch).unwrap().len(), 1);
        // Boards at rare distances are listed.
        let expected = 181_440 / counts[distance as usize];
        assert!(draws <= 10 * expected, "{draws} at {distance}, expected {expected}");
    }
}

/// More boards than any memory holds.
#[test]
fn a_lack_of_memory_is_an_error() {
    let goal = Board::goal("4x4".parse().unwrap()).unwrap();
    let request = Request { count: u64::MAX, ..Request::default() };
    let mut sampler = Sampler::new(&goal, request, 1).unwrap();
    let found = sampler.draw(usize::MAX / 1024);
    assert!(matches!(found, Err(SampleError::Failed(Error::Memory { .. }))), "{found:?}");
    assert_eq!(sampler.draw(3).unwrap().len(), 3, "it can go on with fewer");
}
