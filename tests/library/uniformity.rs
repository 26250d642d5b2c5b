//! Samples judged: samplers that are known to be wrong are found out, and uniform ones are not.

use std::collections::HashSet;

use crate::common::columns::Columns as _;
use crate::common::random::Random;
use tilebase::known::known;
use tilebase::oracle::Outcome;
use tilebase::puzzle::{Metric, Orbit, SmallBoard, SmallShape};
use tilebase::sample::{Population, Request, Sampler, Uniformity, UniformityVerdict};
use tilebase::{Board, Oracle, Tablebase};

fn goal(shape: &str) -> SmallBoard {
    SmallBoard::goal(shape.parse().expect("a shape"))
}

/// The verdict on boards whose distances are not looked up.
fn without_distances(boards: &[SmallBoard]) -> UniformityVerdict {
    let goal = SmallBoard::goal(boards[0].shape());
    let mut judged = Uniformity::new(&goal, Metric::Single);
    for board in boards {
        let found = match Board::from(*board).expect_solvable(&goal.into()) {
            Ok(()) => Outcome::Known(0),
            Err(tilebase::Error::Unsolvable(why)) => Outcome::Unsolvable(why),
            Err(why) => panic!("{why}"),
        };
        judged.add(board, &found);
    }
    judged.verdict(None)
}

fn with_distances(oracle: &Oracle, boards: &[SmallBoard]) -> UniformityVerdict {
    let mut judged = Uniformity::new(oracle.goal().small().expect("small"), oracle.metric());
    for (board, distance) in boards.iter().zip(oracle.distances(boards).expect("distances")) {
        judged.add(board, &distance);
    }
    judged.verdict(oracle.counts().as_deref())
}

/// The test that is most unlike uniform samples.
fn worst(verdict: &UniformityVerdict) -> &'static str {
    let worst = verdict.tests.iter().min_by(|a, b| a.p.total_cmp(&b.p));
    worst.expect("a test").name
}

/// Tiles in a random order: each cell from the last is exchanged with one up to it, or with any.
fn shuffled(random: &mut Random, shape: SmallShape, with_any: bool) -> Vec<u8> {
    let cells = shape.cells();
    let mut tiles: Vec<u8> = (0..cells as u8).collect();
    for cell in (0..cells).rev() {
        let among = if with_any { cells } else { cell + 1 };
        tiles.swap(cell, random.below(among));
    }
    tiles
}

/// Exchanges two tiles of a board that cannot be solved.
fn mended(shape: SmallShape, mut tiles: Vec<u8>) -> SmallBoard {
    let board = SmallBoard::new(shape, &tiles).expect("a board");
    if Board::from(board).expect_solvable(&SmallBoard::goal(shape).into()).is_ok() {
        return board;
    }
    let mut places = (0..tiles.len()).filter(|&cell| tiles[cell] != 0);
    let (one, other) = (places.next().expect("a tile"), places.next().expect("a tile"));
    tiles.swap(one, other);
    SmallBoard::new(shape, &tiles).expect("a board")
}

#[test]
fn samplers_that_are_wrong_are_found_out() {
    let shape: SmallShape = "4x4".parse().expect("a shape");
    let random = &mut Random::new(86);
    let oracle = Tablebase::embedded().oracle(goal("4x4")).expect("an oracle");
    let mut draw = |sampler: &mut dyn FnMut(&mut Random) -> SmallBoard| -> Vec<SmallBoard> {
        (0..1000).map(|_| sampler(random)).collect()
    };
    // A walk of 80 steps, which may go back.
    let walks = draw(&mut |random| {
        (0..80).fold(goal("4x4"), |board, _| {
            let next: Vec<_> =
                tilebase::Move::ONE_CELL.map(|mv| board.moved(mv)).into_iter().collect();
            let next: Vec<SmallBoard> = next.into_iter().flatten().collect();
            next[random.below(next.len())]
        })
    });
    assert_eq!(without_distances(&walks).is_uniform, Some(false));
    let walks = with_distances(&oracle, &walks[..200]);
    assert_eq!(walks.is_uniform, Some(false), "{walks}");
    assert!(walks.tests.iter().any(|test| test.name == "mean" && test.z() < -20.0), "{walks}");

    let any = draw(&mut |random| {
        SmallBoard::new(shape, &shuffled(random, shape, false)).expect("a board")
    });
    let any = without_distances(&any);
    assert_eq!(any.is_uniform, Some(false));
    let text = any.to_string();
    assert!(text.ends_with(" boards cannot be solved"), "{text}");
    assert!((400..600).contains(&any.unsolvable), "{text}");

    let biased = draw(&mut |random| mended(shape, shuffled(random, shape, true)));
    let biased = without_distances(&biased);
    assert_eq!((biased.is_uniform, worst(&biased)), (Some(false), "tiles"), "{biased}");

    let seeded = draw(&mut |random| {
        let mut seeded = Random::new(random.below(1 << 16) as u64);
        mended(shape, shuffled(&mut seeded, shape, false))
    });
    let distinct: HashSet<_> = seeded.iter().collect();
    let seeded = without_distances(&seeded);
    assert_eq!((seeded.is_uniform, worst(&seeded)), (Some(false), "repeats"), "{seeded}");
    assert!((990..1000).contains(&distinct.len()), "7.6 repeats are expected");

    // This is uniform: exchanging two tiles maps the others one to one onto those to be solved.
    let fair = draw(&mut |random| mended(shape, shuffled(random, shape, false)));
    assert_eq!(without_distances(&fair).is_uniform, Some(true));
    let fair = with_distances(&oracle, &fair[..100]);
    assert_eq!(fair.is_uniform, Some(true), "{fair}");
    assert_eq!(fair.tests.len(), 5, "{fair:?}");
}

/// Uniform samples are called otherwise once in a thousand.
#[test]
fn samples_of_a_thousand_seeds_are_uniform() {
    let oracle = Tablebase::embedded().oracle(goal("3x3")).expect("embedded");
    let multi = Tablebase::embedded().oracle_in(goal("3x3"), Metric::Multi).expect("embedded");
    let mut alarms = [0; 4];
    for seed in 0..1000 {
        let draw = |shape: &str, count: u64| -> Vec<SmallBoard> {
            let request = Request { count, unique: false, population: Population::Solvable };
            let mut sampler = Sampler::new(&goal(shape).into(), request, seed).expect("a sampler");
            let boards = sampler.draw(count as usize).expect("boards");
            boards.iter().filter_map(Board::small).copied().collect()
        };
        let boards = draw("3x3", 500);
        let verdicts = [
            with_distances(&oracle, &boards),
            with_distances(&multi, &boards),
            without_distances(&draw("4x4", 200)),
            without_distances(&draw("3x6", 100)),
        ];
        for (alarms, verdict) in alarms.iter_mut().zip(verdicts) {
            *alarms += u32::from(verdict.is_uniform != Some(true));
        }
    }
    assert!(alarms.iter().all(|&alarms| alarms <= 4), "{alarms:?}");
}

/// The same of shapes with few boards, of which each is drawn often, or hardly ever twice.
#[test]
fn samples_of_few_states_are_uniform() {
    for (shape, count) in [("2x2", 100), ("2x2", 1000), ("2x3", 100), ("2x3", 400), ("2x4", 1000)] {
        let goal = goal(shape);
        let oracle = Tablebase::embedded().oracle(goal).expect("embedded");
        let all = SmallBoard::all(goal.shape()).filter(|board| oracle.distance(board).is_ok());
        let all: Vec<SmallBoard> = all.collect();
        let distances = oracle.distances(&all).expect("distances");
        let random = &mut Random::new(330);
        let alarms = (0..2000).filter(|_| {
            let mut judged = Uniformity::new(&goal, Metric::Single);
            for _ in 0..count {
                let at = random.below(all.len());
                judged.add(&all[at], &distances[at]);
            }
            judged.verdict(oracle.counts().as_deref()).is_uniform != Some(true)
        });
        // Two are expected. Seven or more are found once in two hundred times.
        let alarms = alarms.count();
        assert!(alarms <= 6, "{shape}: {alarms} of 2000 samples of {count}");
    }
}

/// The number of equal pairs of a die and of a card, as far off as once in a hundred times.
#[test]
fn repeats_have_the_tail_of_few_states() {
    let goal = goal("2x2");
    let all = SmallBoard::all(goal.shape())
        .filter(|board| Board::from(*board).expect_solvable(&goal.into()).is_ok());
    let all: Vec<SmallBoard> = all.collect();
    let random = &mut Random::new(5);
    let mut far = 0;
    for _ in 0..10_000 {
        let boards: Vec<SmallBoard> = (0..240).map(|_| all[random.below(all.len())]).collect();
        let verdict = without_distances(&boards);
        let repeats = verdict.tests.iter().find(|test| test.name == "repeats").expect("a test");
        far += u32::from(repeats.p < 0.01);
    }
    // A hundred are expected, give or take ten. A normal tail has more than two hundred.
    assert!((60..140).contains(&far), "{far}");
}

/// What is expected of uniform samples is what all boards together have.
#[test]
fn expectations_are_those_of_all_boards() {
    for shape in ["2x2", "2x3", "2x4"] {
        let goal = goal(shape);
        let oracle = Tablebase::embedded().oracle(goal).expect("embedded");
        let all = SmallBoard::all(goal.shape()).filter(|board| oracle.distance(board).is_ok());
        let all: Vec<SmallBoard> = all.collect();
        // Twelve times all of 2x2, so that something is said.
        let boards: Vec<SmallBoard> =
            all.iter().cycle().take(all.len() * 144_usize.div_ceil(all.len())).copied().collect();
        for verdict in [with_distances(&oracle, &boards), without_distances(&boards)] {
            for test in &verdict.tests {
                let is_mean = ["mean", "parity", "manhattan"].contains(&test.name);
                assert!(!is_mean || test.z().abs() < 1e-9, "{shape} {test:?}");
                let is_even = ["tiles", "spread"].contains(&test.name);
                assert!(!is_even || test.found < 1e-9 && test.p > 0.999, "{shape} {test:?}");
            }
            assert_eq!(verdict.tests.iter().any(|test| test.name == "tiles"), shape != "2x2");
        }
        // The deviation of the mean Manhattan distance of one board.
        if shape != "2x2" {
            let verdict = without_distances(&boards);
            let test = verdict.tests.iter().find(|test| test.name == "manhattan");
            let deviation = test.expect("the test").deviation * (boards.len() as f64).sqrt();
            let steps = tilebase::search::Manhattan::new(&goal);
            let values: Vec<f64> = all
                .iter()
                .map(|board| tilebase::search::Heuristic::estimate(&steps, board).expect("whole"))
                .map(|steps| steps as f64)
                .collect();
            let mean = values.iter().sum::<f64>() / values.len() as f64;
            let squares = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>();
            assert!((deviation - (squares / values.len() as f64).sqrt()).abs() < 1e-9, "{shape}");
        }
    }
}

/// The boards of a scrambler of speed-solvers, as its author measured it: 500 boards of 4x4 with a
/// mean of 50.64. The truth is 52.59, with a deviation of 5.34.
#[test]
fn a_mean_that_is_too_low_is_told_in_a_sentence() {
    let goal = goal("4x4");
    let counts = known(Orbit::from(&goal).into()).expect("counted").counts;
    let all: u64 = counts.iter().sum();
    let mut judged = Uniformity::new(&goal, Metric::Single);
    let random = &mut Random::new(50);
    for number in 0..500_u64 {
        let (mut sum, place) = (0, (2 * number + 1) * (all / 1000));
        let distance = counts.iter().position(|count| {
            sum += count;
            sum > place
        });
        let distance = distance.expect("a distance") as u32
            - if number % 40 < 39 || number < 80 { 2 } else { 0 };
        let board = mended(goal.shape(), shuffled(random, goal.shape(), false));
        judged.add(&board, &Outcome::Known(distance));
    }
    assert_eq!(
        judged.verdict(Some(&counts)).to_string(),
        "not uniform: the mean distance is 50.64, expected 52.59 +- 0.24 (z = -8.2)"
    );
}

#[test]
fn little_is_said_of_few_boards() {
    let board = goal("4x4");
    let few = without_distances(&[board; 99]);
    assert_eq!((few.is_uniform, few.tests.len()), (None, 0));
    assert_eq!(few.to_string(), "nothing is said of fewer than 100 boards");
    let equal = without_distances(&[board; 100]);
    assert!(equal.to_string().starts_with("not uniform: "), "{equal}");
    let large = without_distances(&[goal("5x5"); 120]);
    assert!(large.left_out.iter().any(|why| why.starts_with("tiles: fewer than 125 boards")));
    assert!(large.left_out.iter().any(|why| why.contains("5x5 are at each was never counted")));
}
