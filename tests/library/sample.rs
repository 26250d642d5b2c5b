//! Samples are correct, reproducible and uniform.

use std::collections::{HashMap, HashSet};
use std::ops::{ControlFlow, RangeInclusive};
use std::sync::LazyLock;

use crate::common::columns::Columns;
use crate::common::{generated, goal_with_blank, known_counts, near};
use tilebase::generate::Generator;
use tilebase::puzzle::{Metric, Orbit, SmallBoard, SmallShape, solvable};
use tilebase::sample::{DrawProgress, Population, Request, SampleError, Sampler, seed};
use tilebase::table::Encoding;
use tilebase::{Board, Move, Oracle, Table, Tablebase};

fn boards(drawn: &[Board]) -> Vec<SmallBoard> {
    drawn.iter().filter_map(Board::small).copied().collect()
}

/// A request.
#[derive(Clone)]
#[expect(clippy::struct_excessive_bools, reason = "as in requests")]
pub struct Draw {
    pub goal: SmallBoard,
    metric: Metric,
    tables: Tablebase,
    count: u64,
    seed: u64,
    unique: bool,
    unsolvable: bool,
    distances: Option<RangeInclusive<u32>>,
    each: bool,
    along: bool,
}

/// Boards that reach this goal.
pub fn to(goal: &str) -> Draw {
    static EMBEDDED: LazyLock<Tablebase> = LazyLock::new(Tablebase::embedded);
    Draw {
        goal: goal.parse().expect("a goal"),
        metric: Metric::Single,
        tables: EMBEDDED.clone(),
        count: 1,
        seed: 1,
        unique: false,
        unsolvable: false,
        distances: None,
        each: false,
        along: false,
    }
}

/// Boards of a shape that reach the usual goal.
pub fn of(shape: &str) -> Draw {
    to(&SmallBoard::goal(shape.parse().expect("a shape")).to_string())
}

impl Draw {
    pub fn count(self, count: u64) -> Draw {
        Draw { count, ..self }
    }

    pub fn seed(self, seed: u64) -> Draw {
        Draw { seed, ..self }
    }

    pub fn at(self, distances: RangeInclusive<u32>) -> Draw {
        Draw { distances: Some(distances), ..self }
    }

    /// So many at each distance.
    pub fn each(self, count: u64) -> Draw {
        let distances = self.distances.clone().or(Some(0..=u32::MAX));
        Draw { count, each: true, distances, ..self }
    }

    pub fn along(self) -> Draw {
        Draw { along: true, ..self }
    }

    pub fn unique(self) -> Draw {
        Draw { unique: true, ..self }
    }

    pub fn unsolvable(self) -> Draw {
        Draw { unsolvable: true, ..self }
    }

    pub fn multi(self) -> Draw {
        Draw { metric: Metric::Multi, ..self }
    }

    fn from(self, tables: &Tablebase) -> Draw {
        Draw { tables: tables.clone(), ..self }
    }

    pub fn oracle(&self) -> Oracle {
        self.tables.oracle_in(self.goal, self.metric).expect("an oracle")
    }

    fn sampler(&self) -> Result<Sampler, SampleError> {
        let population = match &self.distances {
            _ if self.unsolvable => Population::Unsolvable,
            None => Population::Solvable,
            Some(distances) => Population::Distances {
                source: self.oracle(),
                distances: distances.clone(),
                each: self.each,
                along: self.along,
            },
        };
        let request = Request { count: self.count, unique: self.unique, population };
        Sampler::new(&self.goal.into(), request, self.seed)
    }

    pub fn boards(&self) -> Vec<SmallBoard> {
        let mut sampler = self.sampler().expect("possible");
        let count = if self.each { sampler.left().expect("a list") } else { self.count };
        boards(&sampler.draw(count as usize).expect("boards"))
    }

    fn lines(&self) -> Vec<String> {
        self.boards().iter().map(ToString::to_string).collect()
    }

    /// The distances of these boards.
    pub fn distances_of(&self, boards: &[SmallBoard]) -> Vec<u32> {
        let found = self.oracle().distances(boards).expect("outcomes");
        found.into_iter().map(|found| found.known().expect("a distance")).collect()
    }

    /// The distances of the boards that are drawn.
    pub fn distances(&self) -> Vec<u32> {
        self.distances_of(&self.boards())
    }

    pub fn refused(&self) -> String {
        let mut refused = self.sampler().map(|_| ());
        if refused.is_ok() {
            refused = self.sampler().and_then(|mut it| it.draw(self.count as usize)).map(|_| ());
        }
        refused.expect_err("an error").to_string()
    }
}

/// A tablebase with a table of 3x4, which is made once for all tests.
fn with_table() -> &'static Tablebase {
    static TABLES: LazyLock<Tablebase> = LazyLock::new(|| {
        let goal = SmallBoard::goal("3x4".parse().expect("a shape"));
        let generator = Generator::new(Orbit::from(&goal)).encoding(Encoding::DistanceBit);
        let mut bytes = Vec::new();
        let new = generator.table(|_| ControlFlow::Continue(())).expect("memory");
        new.write_to(&mut bytes).expect("memory");
        let tables = Tablebase::embedded();
        tables.insert(Table::from_bytes("3x4", bytes).expect("a table"));
        tables
    });
    &TABLES
}

pub fn set<T: std::hash::Hash + Eq>(all: impl IntoIterator<Item = T>) -> HashSet<T> {
    all.into_iter().collect()
}

/// How often each board was drawn.
fn times(boards: &[SmallBoard]) -> HashMap<SmallBoard, f64> {
    let mut times = HashMap::new();
    for &board in boards {
        *times.entry(board).or_insert(0.0) += 1.0;
    }
    times
}

/// The boards at a distance, by a search that uses no table.
fn level(shape: &str, distance: u32) -> HashSet<SmallBoard> {
    let near = near(&SmallBoard::goal(shape.parse().expect("a shape")), distance);
    set(near.into_iter().filter(|&(_, at)| at == distance).map(|(board, _)| board))
}

/// The critical value of chi-square: a uniform sample is below it 999 times in 1,000 (Wilson and
/// Hilferty, "The distribution of chi-square", PNAS 17, 1931).
fn limit(degrees: f64) -> f64 {
    let part = 2.0 / (9.0 * degrees);
    degrees * (1.0 - part + 3.09 * part.sqrt()).powi(3)
}

fn chi_square(found: &[f64], expected: &[f64]) -> f64 {
    found.iter().zip(expected).map(|(found, expected)| (found - expected).powi(2) / expected).sum()
}

/// Whether all `states` boards occur equally often, as far as chance allows.
fn are_uniform(boards: &[SmallBoard], states: usize) -> bool {
    let found: Vec<f64> = times(boards).into_values().collect();
    let expected = vec![boards.len() as f64 / states as f64; states];
    found.len() == states && chi_square(&found, &expected) < limit(states as f64 - 1.0)
}

#[test]
fn distances_are_as_often_as_they_should_be() {
    let count = 100_000;
    let distances = of("3x3").count(count).seed(7).distances();
    let mut known = known_counts().into_iter();
    let known = known.find(|known| known.shape == SmallShape::default() && known.goal_blank == 8);
    let known = known.expect("3x3");
    // Merge the rare distances at both ends, so that at least five boards are expected in each bin.
    let mut expected = vec![0.0];
    let mut found = vec![0.0];
    for (distance, boards) in (0..).zip(&known.counts) {
        if expected[expected.len() - 1] >= 5.0 && distance < 31 {
            expected.push(0.0);
            found.push(0.0);
        }
        *expected.last_mut().expect("a cell") +=
            *boards as f64 * count as f64 / known.states as f64;
        let number = distances.iter().filter(|&&at| at == distance).count();
        *found.last_mut().expect("a cell") += number as f64;
    }
    assert!((found.iter().sum::<f64>() - count as f64).abs() < 0.5);
    let chi = chi_square(&found, &expected);
    assert!(chi < limit(expected.len() as f64 - 1.0), "{chi} in {} cells", expected.len());
    // The test can fail: moving a tenth of a level elsewhere is detected.
    let moved = found[20] / 10.0;
    found[20] -= moved;
    found[10] += moved;
    assert!(chi_square(&found, &expected) > limit(expected.len() as f64 - 1.0));
}

#[test]
fn boards_are_as_often_as_each_other() {
    for draw in [of("2x3"), of("3x2").at(0..=30), to("31/2x")] {
        let states = draw.goal.shape().states() as usize;
        assert!(are_uniform(&draw.clone().count(36_000).boards(), states), "{}", draw.goal);
    }
}

#[test]
fn distances_asked_for() {
    let antipodes = ["8 6 7 2 5 4 3 x 1".to_owned(), "6 4 7 8 5 x 3 2 1".to_owned()];
    let farthest = of("3x3").seed(3).at(31..=31);
    assert_eq!(set(farthest.clone().count(40).lines()), set(antipodes.clone()));
    assert_eq!(set(farthest.count(2).unique().lines()), set(antipodes));
    for (goal, distances) in
        [("12345678x", 5..=7), ("123804765", 30..=99), ("1 4 5 / 2 x 3", 20..=20)]
    {
        let found = to(goal).count(500).seed(9).at(distances.clone()).distances();
        assert!(found.iter().all(|at| distances.contains(at)), "{goal} {distances:?}: {found:?}");
    }
}

#[test]
fn every_board_once() {
    let all = |seed| of("3x3").count(181_440).seed(seed).unique().boards();
    let boards = all(5);
    assert_eq!(set(&boards).len(), 181_440);
    assert_ne!(boards, all(6));
    assert_eq!(set(of("2x2").count(12).seed(5).unique().boards()).len(), 12);
    let large = of("4x4").count(1000).seed(5).unique();
    let boards = large.boards();
    assert_eq!(set(&boards).len(), 1000);
    assert!(boards.iter().all(|board| solvable(board, &large.goal).is_ok()));
}

/// These boards must never change.
#[test]
fn what_a_seed_draws() {
    let three = ["4 5 2 x 7 1 6 8 3", "6 2 x 5 8 3 1 4 7", "2 5 3 8 6 4 1 x 7"];
    assert_eq!(of("3x3").count(3).lines(), three);
    let large = of("4x4").count(2).seed(4).lines();
    assert_eq!(large[0], "3 x 13 1 / 11 5 10 14 / 8 2 9 6 / 12 4 15 7");
    // The first of many are the first of few, however many are drawn at a time.
    let many = of("3x3").count(5000);
    assert_eq!(many.lines()[..3], three);
    let mut parts = many.sampler().expect("possible");
    let parts = [1, 4000, 999].map(|count| boards(&parts.draw(count).expect("boards"))).concat();
    assert_eq!(parts, many.boards());
    assert_eq!(of("3x3").at(31..=31).lines(), ["6 4 7 8 5 x 3 2 1"]);
}

/// Any text is a seed, and gives the same boards for ever. Numbers are what they always were.
#[test]
fn what_a_text_draws() {
    let draw = |text| of("3x3").seed(seed(text)).lines();
    // FNV-1a of "a" is 0xaf63dc4c8601ec8c (test vectors of its authors).
    assert_eq!(draw("a"), draw("12638187200555641996"));
    assert_eq!(draw("2026-01-01"), ["2 6 4 x 7 3 5 1 8"]);
    assert_ne!(draw("2026-01-02"), draw("2026-01-01"));
    assert_eq!(draw("1"), ["4 5 2 x 7 1 6 8 3"]);
}

#[test]
fn what_cannot_be_drawn_is_refused_with_the_numbers() {
    let four = of("4x4").count(11).along();
    for (draw, message) in [
        (of("3x3").at(32..=32), "no 3x3 board is at distance 32 (maximum 31)"),
        (of("3x3").at(32..=32).each(1), "no 3x3 board is at distance 32 (maximum 31)"),
        (
            of("3x3").at(31..=31).count(3).unique(),
            "3x3 has only 2 boards to draw from: 3 different ones cannot be drawn",
        ),
        (of("2x2").count(13).unique(), "2x2 has only 12 boards to draw from"),
        (of("2x2").count(13).unique().unsolvable(), "2x2 has only 12 boards to draw from"),
        (
            of("4x4").at(80..=80),
            "too rare: 4x4 has only 17 boards at such a distance, so drawing 1 takes about \
             615376173176 random boards and ",
        ),
        (
            four.clone().at(80..=80),
            "distance 80 is too far: hardly any board of 4x4 is that far away",
        ),
        (four.clone().at(81..=81), "no 4x4 board is at distance 81 (maximum 80)"),
        (four.at(3..=3).unique(), "4x4 has only 10 boards to draw from"),
        (of("3x6").at(41..=41).along(), "at most 40"),
        (of("3x6").at(19..=19), "along solutions"),
        (of("3x3").at(31..=31).along(), "too far"),
        (of("3x3").at(25..=25).multi(), "no 3x3 board is at distance 25 (maximum 24)"),
        (of("4x4").at(24..=24).count(999).multi(), "expected at most 1000000000 and 1000"),
    ] {
        let refused = draw.refused();
        assert!(refused.contains(message), "{refused}");
    }
    let five = SmallBoard::goal("5x5".parse().expect("a shape"));
    let refused = Sampler::check(&five, &(30..=30)).expect_err("uncounted").to_string();
    assert!(refused.starts_with("the boards of 5x5-24 have not been counted beyond distance 15"));
}

/// Walks lead to boards that are as many moves away as the walk has, or fewer by an even number.
#[test]
fn random_walks_from_the_goal() {
    let drawn = |goal: &Board, moves, count, unique| {
        let request = Request { count, unique, population: Population::Walks { moves } };
        Sampler::new(goal, request, 7)?.draw(count as usize)
    };
    let goal = SmallBoard::goal("3x3".parse().expect("a shape"));
    let (start, draw) = (Board::from(goal), of("3x3"));
    for moves in [0_u32, 1, 7, 30] {
        let found = boards(&drawn(&start, moves..=moves, 200, false).expect("boards"));
        for distance in draw.distances_of(&found) {
            assert!(
                distance <= moves && (moves - distance).is_multiple_of(2),
                "{moves}: {distance}"
            );
        }
    }
    let near = boards(&drawn(&start, 1..=4, 500, false).expect("boards"));
    assert_eq!(HashSet::<u32>::from_iter(draw.distances_of(&near)), HashSet::from([1, 2, 3, 4]));
    // Within two moves there are 2 and 4 other boards.
    let all = drawn(&start, 1..=2, 6, true).expect("all boards");
    assert_eq!(set(boards(&all)).len(), 6);
    assert!(matches!(drawn(&start, 1..=2, 7, true), Err(SampleError::Exhausted { .. })));
    let large = Board::goal("7x9".parse().expect("a size")).expect("a goal");
    let found = drawn(&large, 20..=30, 5, false).expect("boards");
    assert!(found.iter().all(|board| board.expect_solvable(&large).is_ok() && *board != large));
    assert!(drawn(&large, 20..=30, 5, true).is_err());
}

#[test]
fn as_many_at_each_distance() {
    let three = of("3x3").each(3);
    let boards = three.boards();
    assert_eq!(set(&boards).len(), boards.len(), "none twice");
    let found = three.distances();
    let few =
        |distance| [1, 2].get(distance).copied().unwrap_or(if distance == 31 { 2 } else { 3 });
    let expected: Vec<u32> = (0..=31).flat_map(|at| vec![at; few(at as usize)]).collect();
    assert_eq!(found, expected, "the nearest first, and all where there are fewer");
    let at_20 = of("3x3").at(20..=20).count(3).unique().boards();
    assert_eq!(boards[found.iter().position(|&at| at == 20).expect("one")..][..3], at_20);
    assert_eq!(of("3x3").at(20..=20).each(3).boards(), at_20);
    // All boards, each of them once.
    let all = of("2x3").each(1_000_000).lines();
    assert_eq!((set(&all).len(), all[0].as_str()), (360, "1 2 3 / 4 5 x"));
    let near = of("4x4").at(0..=3).each(u64::from(u32::MAX)).boards();
    // 1, 2, 4 and 10 boards (OEIS A089484).
    assert_eq!(set(near).len(), 17);
}

#[test]
fn boards_that_cannot_reach_the_goal() {
    let draw = to("31/25/x4").seed(2).unsolvable();
    let boards = draw.clone().count(36_000).boards();
    assert!(boards.iter().all(|board| solvable(board, &draw.goal).is_err()));
    assert!(are_uniform(&boards, 360));
    assert_eq!(boards[..3], draw.count(3).boards());
    let usual = of("3x3").unsolvable();
    assert_eq!(usual.clone().count(2).lines(), ["4 5 2 x 8 1 6 7 3", "6 2 x 5 7 3 1 4 8"]);
    assert_eq!(set(usual.count(181_440).unique().boards()).len(), 181_440);
}

/// Boards that are too rare to be drawn are listed. All of them occur, and equally often.
#[test]
fn rare_boards_of_large_shapes() {
    let draw = of("3x4").from(with_table());
    // All four of the four boards: without lists, the first would take 60 million draws for each.
    assert_eq!(set(draw.clone().count(4).at(2..=2).unique().boards()), level("3x4", 2));
    let many = draw.clone().count(4000).at(5..=7).seed(2).boards();
    let all: HashSet<SmallBoard> = (5..=7).flat_map(|at| level("3x4", at)).collect();
    assert!(many.iter().all(|board| all.contains(board)));
    assert!(are_uniform(&many, all.len()));
    // The far end: the counted number of boards, all different, and all at that distance.
    let mut known = known_counts().into_iter();
    let known = known.find(|known| known.shape.to_string() == "3x4" && known.goal_blank == 11);
    let counts = known.expect("3x4").counts;
    for distance in [53, 50] {
        let count = counts[distance as usize];
        let far = draw.clone().count(count).at(distance..=distance).unique().seed(3);
        assert_eq!(set(far.boards()).len() as u64, count);
        assert!(far.distances().iter().all(|&at| at == distance), "{distance}");
    }
    // A goal with a different orientation in the table.
    let turned = to("x 3 1 / 2 5 4 / 6 8 7 / 10 9 11").from(with_table()).at(1..=1);
    let around = Move::ONE_CELL.into_iter().filter_map(|mv| turned.goal.moved(mv));
    assert_eq!(set(turned.clone().count(2).unique().boards()), set(around));
}

/// These boards must never change once they were released.
#[test]
fn what_a_seed_draws_of_large_shapes() {
    let draw = || of("3x4").from(with_table());
    for (draw, expected) in [
        (
            draw().count(3).at(30..=30),
            &[
                "10 4 9 7 / x 2 6 8 / 5 11 1 3",
                "1 7 6 2 / 10 3 8 5 / 11 x 9 4",
                "9 5 2 6 / 1 4 8 11 / 10 x 3 7",
            ][..],
        ),
        (
            draw().count(2).at(40..=41).unique(),
            &["6 11 3 x / 8 10 2 5 / 7 1 4 9", "6 3 1 2 / 4 10 11 9 / x 7 8 5"],
        ),
        (
            draw().count(2).at(9..=9).unique(),
            &["1 2 11 3 / 5 x 6 4 / 9 10 8 7", "5 1 x 4 / 6 3 2 8 / 9 10 7 11"],
        ),
        (draw().at(53..=53), &["x 8 6 9 / 11 7 10 1 / 4 3 2 5"]),
        (
            draw().count(2).at(30..=30).along(),
            &["11 2 9 7 / 4 1 10 3 / 6 5 8 x", "9 6 7 8 / 1 4 11 3 / 5 x 10 2"],
        ),
        (
            of("4x4").count(2).at(27..=27),
            &[
                "1 6 2 11 / 5 7 x 4 / 9 10 12 3 / 13 15 14 8",
                "1 2 3 4 / 14 5 15 8 / 9 6 11 x / 10 13 12 7",
            ],
        ),
        (
            of("4x4").count(2).at(30..=30).along(),
            &[
                "1 6 2 3 / 12 x 8 4 / 5 13 14 15 / 9 10 7 11",
                "3 6 8 7 / 1 13 2 11 / x 5 4 15 / 10 9 14 12",
            ],
        ),
    ] {
        assert_eq!(draw.lines(), expected, "{:?}", draw.distances);
    }
}

/// The boards near the goal of 4x4, which has no table.
#[test]
fn rare_boards_of_4x4() {
    for distance in [0, 3, 8] {
        let level = level("4x4", distance);
        let draw = of("4x4").count(level.len() as u64).at(distance..=distance).unique();
        assert_eq!(set(draw.boards()), level);
    }
    assert_eq!(of("4x4").at(0..=9).each(2).boards().len(), 19);
}

/// All boards near the goal of a shape that nobody has counted.
#[test]
fn boards_of_3x6_near_the_goal() {
    assert_eq!(of("3x6").count(40).at(12..=12).distances(), [12; 40]);
    let all = of("3x6").at(3..=4).each(u64::from(u32::MAX)).boards();
    let expected: HashSet<SmallBoard> = (3..=4).flat_map(|at| level("3x6", at)).collect();
    assert_eq!((all.len(), set(all)), (expected.len(), expected));
}

/// Rare boards that cannot be listed are drawn from all, almost all of which a lower bound rejects.
/// Without that, each of these would take 100,000 searches.
#[test]
fn rare_boards_of_4x4_that_are_not_listed() {
    let four = of("4x4").count(4).at(27..=27);
    let boards = four.boards();
    assert_eq!(four.distances_of(&boards), [27; 4]);
    let each = of("4x4").at(26..=28).each(1).boards();
    assert_eq!(four.distances_of(&each), [26, 27, 28]);
    assert_eq!(each[1], boards[0]);
}

/// Along solutions, boards are at exact distances, whatever those are.
#[test]
fn boards_along_solutions() {
    for (shape, range) in [("2x2", 0..=6), ("2x3", 0..=21), ("3x3", 0..=31), ("4x4", 0..=45)] {
        let draw = of(shape).at(range.clone()).each(3).along();
        let each = draw.boards();
        let found = draw.distances_of(&each);
        assert!(found.is_sorted(), "{shape}: nearest first");
        for distance in range {
            let count = found.iter().filter(|&&at| at == distance).count();
            assert!(count == 3 || (count > 0 && shape != "4x4") || distance < 2, "{distance}");
        }
        assert_eq!(set(&each).len(), each.len(), "{shape}: none twice");
    }
    let some = |count, distances| of("4x4").along().seed(3).count(count).at(distances);
    let many = some(300, 20..=24).boards();
    assert_eq!(many[..7], some(7, 20..=24).boards(), "the first of many are the first of few");
    let found = of("4x4").distances_of(&many);
    for distance in 20..=24 {
        // 60 each, with a standard deviation of 7.
        let count = found.iter().filter(|&&at| at == distance).count();
        assert!((32..=88).contains(&count), "{distance}: {count}");
    }
    assert!(found.iter().all(|distance| (20..=24).contains(distance)));
    assert_eq!(set(some(200, 6..=7).unique().boards()).len(), 200);
    // Each distance has walks of its own: boards at neighbouring distances are no neighbours.
    let two = of("4x4").at(20..=21).each(1).along().seed(3).boards();
    assert!(!Move::ONE_CELL.into_iter().any(|mv| two[1].moved(mv) == Some(two[0])));
    // Without distances there is no distance that is too far.
    for draw in [of("3x3"), of("4x4"), of("2x2"), of("3x3").multi()] {
        let far = draw.at(0..=u32::MAX).along().count(5);
        assert_eq!(far.boards().len(), 5, "{}", far.goal);
    }
}

/// Boards near a goal are drawn without a table, whatever cell its blank is in.
#[test]
fn boards_near_any_goal_are_at_their_distance() {
    // Those of 3x4 are listed at both distances, which takes longest.
    for (shape, cells, distances) in [
        ("2x5", &[0, 1, 2][..], &[3, 9][..]),
        ("3x4", &[4], &[9]),
        ("7x2", &[3], &[3, 9]),
        ("4x4", &[5], &[3, 9]),
    ] {
        for &cell in cells {
            let shape = shape.parse().expect("a shape");
            let goal = goal_with_blank(shape, cell).to_string();
            for &distance in distances {
                let found = to(&goal).count(9).at(distance..=distance).distances();
                assert_eq!(found, [distance; 9], "{goal}");
            }
        }
    }
    // They are the same with a table.
    let goal = goal_with_blank("2x5".parse().expect("a shape"), 3);
    let tables = Tablebase::embedded();
    let bytes = generated(Orbit::from(&goal));
    tables.insert(Table::from_bytes("2x5", bytes).expect("a table"));
    let draw = to(&goal.to_string()).seed(5);
    for draw in [
        draw.clone().count(20).at(20..=20),
        draw.clone().at(5..=30).each(2),
        draw.count(9).at(1..=10),
    ] {
        let with = draw.clone().from(&tables);
        assert!(draw.oracle().table().is_none() && with.oracle().table().is_some());
        assert_eq!(draw.boards(), with.boards());
    }
}

/// The cost of a request is known before drawing, so that a long wait is no surprise.
#[test]
fn costs_are_known_beforehand() {
    let goal = SmallBoard::goal("4x4".parse().expect("a shape"));
    let oracle = Tablebase::embedded().oracle(&goal).expect("small tables");
    let source = oracle;
    let sampler = |count, population| {
        Sampler::new(&goal.into(), Request { count, population, ..Request::default() }, 1)
    };
    let at = |distance| Population::equally_likely(source.clone(), distance..=distance);
    // 10,783,780 of 10,461,394,944,000 boards.
    let cost = sampler(100, at(23)).expect("affordable").cost();
    assert!((cost.draws - 97_010_463.0).abs() < 1.0 && cost.listed == 0, "{cost:?}");
    assert!(cost.searches < 50_000.0, "{cost:?}");
    let listed = sampler(100, at(8)).expect("listed").cost();
    assert_eq!((listed.listed, listed.searches), (1 + 2 + 4 + 10 + 24 + 54 + 107 + 212 + 446, 0.0));
    let refused = sampler(10_000, at(23)).expect_err("a day of searches");
    assert!(matches!(refused, SampleError::TooRare { nearest: Some(21), .. }), "{refused}");
    // It is about what it costs.
    let mut sampler = sampler(8, at(29)).expect("affordable");
    let expected = sampler.cost();
    let mut last = DrawProgress::default();
    let mut watch = |progress| {
        last = progress;
        ControlFlow::Continue(())
    };
    assert_eq!(sampler.draw_watched(8, &mut watch).expect("boards").len(), 8);
    assert_eq!(last.found, 8);
    let ratio = last.draws as f64 / expected.draws;
    assert!((0.3..3.0).contains(&ratio), "{ratio}");
    assert!((last.searches as f64) < 3.0 * expected.searches, "{last:?} {expected:?}");
}
