//! Levels of the bit-parallel generator compared with plain searches, and proofs that find errors.

use std::ops::ControlFlow::Continue;

use super::{Levels, Proved};
use crate::error::Error;
use crate::generate::bfs_from_goal;
use crate::puzzle::{Orbit, Pattern, SmallShape};
use crate::space::{PatternSpace, Sliding, Space};
use crate::table_format::Encoding;

const UNREACHED: u8 = u8::MAX;

/// The distance of every state, by a search that uses neither bits nor segments.
fn plain_distances<S: Space>(space: &S) -> Vec<u8> {
    let mut distances = vec![UNREACHED; space.states() as usize];
    let mut queue = std::collections::VecDeque::from([space.goal()]);
    distances[space.index(space.goal()) as usize] = 0;
    while let Some(state) = queue.pop_front() {
        let distance = distances[space.index(state) as usize] + 1;
        space.predecessors(state, |before, _| {
            let known = &mut distances[space.index(before) as usize];
            if *known == UNREACHED {
                *known = distance;
                queue.push_back(before);
            }
        });
    }
    distances
}

fn counts(distances: &[u8]) -> Vec<u64> {
    let mut counts = vec![0; 256];
    for &distance in distances {
        counts[usize::from(distance)] += 1;
    }
    counts[usize::from(UNREACHED)] = 0;
    counts.truncate(counts.iter().rposition(|&count| count != 0).map_or(0, |last| last + 1));
    counts
}

/// Bit 1 of every distance, bit i % 8 of byte i / 8; 0 for states without a board.
fn bits_of(distances: &[u8]) -> Vec<u8> {
    let bit = |&distance: &u8| u8::from(distance != UNREACHED) & distance >> 1;
    distances
        .chunks(8)
        .map(|eight| eight.iter().rev().fold(0, |byte, distance| byte << 1 | bit(distance)))
        .collect()
}

fn bytes(levels: &Levels) -> (Vec<u64>, Vec<u8>) {
    let bits = levels.distance_bits(|_| Continue(())).expect("memory");
    (bits.counts().to_vec(), bits.chunks().flatten().collect())
}

/// The engine's bits are those of the plain distances, and its proof accepts them.
fn same_as_plain<S: Space>(space: &S, levels: &Levels, what: &str) {
    let distances = plain_distances(space);
    let (found, bits) = bytes(levels);
    assert_eq!(found, counts(&distances), "{what}");
    assert!(bits == bits_of(&distances), "{what}");
    assert_eq!(
        levels.prove(Encoding::DistanceBit, &bits, |_| Continue(())).expect("memory"),
        Proved::Right(found.clone()),
        "{what}"
    );
    assert_eq!(levels.census(|_| Continue(())).expect("memory"), found, "{what}");
}

fn sliding(orbit: Orbit) -> Levels {
    Levels::sliding(orbit).expect("five tiles or more")
}

fn orbit(shape: &str, goal_blank: usize) -> Orbit {
    let orbit = Orbit::new(shape.parse().expect("a shape"), goal_blank).expect("a cell");
    assert_eq!(orbit.goal_blank(), goal_blank);
    orbit
}

#[test]
fn entries_are_bit_1_of_the_plain_distance() {
    for shape in
        SmallShape::all(9).filter(|shape| shape.rows() >= shape.cols() && shape.cells() > 4)
    {
        for orbit in Orbit::all(shape) {
            same_as_plain(
                &Sliding::try_from(orbit).expect("small"),
                &sliding(orbit),
                &orbit.to_string(),
            );
        }
    }
    assert!(Levels::sliding(orbit("2x2", 3)).is_none());
}

fn all_patterns(shape: &str, tiles: std::ops::RangeInclusive<u32>) {
    for orbit in Orbit::all(shape.parse().expect("a shape")) {
        let goals = |cells: &u32| {
            tiles.contains(&cells.count_ones()) && cells >> orbit.goal_blank() & 1 == 0
        };
        for cells in (1..1 << orbit.shape().cells()).filter(goals) {
            let pattern = Pattern::new(orbit, cells).expect("a pattern");
            let space = PatternSpace::new(pattern).expect("memory");
            same_as_plain(
                &space,
                &Levels::pattern(&space).expect("memory").expect("five tiles"),
                &pattern.to_string(),
            );
        }
    }
}

#[test]
fn patterns_of_2x4_have_the_plain_distances() {
    all_patterns("4x2", 5..=7);
}

#[test]
fn patterns_of_3x3_have_the_plain_distances() {
    all_patterns("3x3", 5..=5);
}

#[test]
#[ignore = "a minute: patterns of 3x3 of six to eight tiles"]
fn larger_patterns_of_3x3_have_the_plain_distances() {
    all_patterns("3x3", 6..=8);
}

/// Every goal class, patterns in rows, in columns, in squares and scattered.
#[test]
fn patterns_of_4x4_have_the_plain_distances() {
    for (goal_blank, cells) in
        [(15, 0b11111), (15, 0b1_0001_0011_0001), (14, 0b1001_0010_0100_1000), (10, 0b111_0011)]
    {
        let pattern = Pattern::new(orbit("4x4", goal_blank), cells).expect("a pattern");
        let space = PatternSpace::new(pattern).expect("memory");
        same_as_plain(
            &space,
            &Levels::pattern(&space).expect("memory").expect("five tiles"),
            &pattern.to_string(),
        );
    }
    let four = PatternSpace::new(Pattern::new(orbit("4x4", 15), 0b1111).expect("a pattern"))
        .expect("memory");
    assert!(Levels::pattern(&four).expect("memory").is_none());
}

#[test]
fn patterns_of_3x5_and_2x8_have_the_plain_distances() {
    for (shape, goal_blank, cells) in [("5x3", 14, 0b11_0111), ("8x2", 15, 0b1_1111)] {
        let pattern = Pattern::new(orbit(shape, goal_blank), cells).expect("a pattern");
        let space = PatternSpace::new(pattern).expect("memory");
        let levels = Levels::pattern(&space).expect("memory").expect("five tiles");
        same_as_plain(&space, &levels, &pattern.to_string());
    }
}

#[test]
#[ignore = "half a minute: patterns of 4x4 of six tiles by the plain search"]
fn larger_patterns_of_4x4_have_the_plain_distances() {
    for cells in [0b11_0011_0011, 0b11_1111] {
        let pattern = Pattern::new(orbit("4x4", 15), cells).expect("a pattern");
        let space = PatternSpace::new(pattern).expect("memory");
        same_as_plain(
            &space,
            &Levels::pattern(&space).expect("memory").expect("five tiles"),
            &pattern.to_string(),
        );
    }
}

#[test]
fn a_pattern_of_all_tiles_has_the_counts_of_the_puzzle() {
    for goal_blank in [8, 7, 4] {
        let orbit = orbit("3x3", goal_blank);
        let space = PatternSpace::new(
            Pattern::new(orbit, 0b1_1111_1111 & !(1 << goal_blank)).expect("a pattern"),
        )
        .expect("memory");
        let counts = sliding(orbit).census(|_| Continue(())).expect("memory");
        assert_eq!(
            Levels::pattern(&space)
                .expect("memory")
                .expect("eight tiles")
                .census(|_| Continue(()))
                .expect("memory"),
            counts
        );
    }
}

/// The bits, entries and counts do not depend on the number of threads.
#[test]
fn threads_make_no_difference() {
    let corner = orbit("5x2", 9);
    let (moves, bits) = (
        sliding(corner).threads(1).moves(|_| Continue(())).expect("memory"),
        bytes(&sliding(corner).threads(1)),
    );
    let space =
        PatternSpace::new(Pattern::new(orbit("4x4", 15), 0b11_0011_0011).expect("a pattern"))
            .expect("memory");
    let pattern = bytes(&Levels::pattern(&space).expect("memory").expect("six tiles").threads(1));
    for threads in [0, 2, 3, 8] {
        assert!(
            sliding(corner).threads(threads).moves(|_| Continue(())).expect("memory") == moves,
            "{threads} threads"
        );
        assert!(bytes(&sliding(corner).threads(threads)) == bits, "{threads} threads");
        assert!(
            bytes(&Levels::pattern(&space).expect("memory").expect("six tiles").threads(threads))
                == pattern,
            "{threads} threads"
        );
    }
}

#[test]
fn progress_is_told_of_every_level() {
    let mut told = Vec::new();
    let census = sliding(orbit("3x3", 8)).census(|counts| {
        told.push(counts.to_vec());
        Continue(())
    });
    let found = census.expect("memory");
    // Also in between.
    told.dedup();
    assert_eq!((told.len(), told.last()), (32, Some(&found)));
    assert!(told.iter().enumerate().all(|(distance, counts)| counts[..] == found[..=distance]));
}

/// A proof names exactly the state whose bit was flipped.
fn refuses_flipped_bits<S: Space>(space: &S, levels: &Levels, stride: usize) {
    let distances = plain_distances(space);
    let (_, mut bits) = bytes(levels);
    for state in (0..distances.len()).step_by(stride) {
        bits[state / 8] ^= 1 << (state % 8);
        let wrong = (state as u64, u32::from(distances[state]));
        match levels.prove(Encoding::DistanceBit, &bits, |_| Continue(())) {
            Ok(Proved::Wrong { index, distance }) => {
                assert_eq!((index, distance.unwrap_or(UNREACHED.into())), wrong);
            }
            other => panic!("state {state}: {other:?}"),
        }
        bits[state / 8] ^= 1 << (state % 8);
    }
    assert!(
        matches!(
            levels.prove(Encoding::DistanceBit, &bits, |_| Continue(())),
            Ok(Proved::Right(_))
        ),
        "as it was"
    );
}

#[test]
fn a_proof_refuses_every_flipped_bit() {
    for goal_blank in [5, 3] {
        let orbit = orbit("3x2", goal_blank);
        refuses_flipped_bits(&Sliding::try_from(orbit).expect("small"), &sliding(orbit), 1);
    }
    let corner = orbit("4x2", 7);
    refuses_flipped_bits(&Sliding::try_from(corner).expect("small"), &sliding(corner), 13);
    for (cells, stride) in [(0b10_1111, 7), (0b11_1111, 61), (0b111_1111, 97)] {
        let space =
            PatternSpace::new(Pattern::new(corner, cells).expect("a pattern")).expect("memory");
        refuses_flipped_bits(
            &space,
            &Levels::pattern(&space).expect("memory").expect("five tiles"),
            stride,
        );
    }
}

/// Every other value of every entry, and a few wrong entries at once: the nearest to the goal is
/// named.
#[test]
fn a_proof_refuses_every_wrong_entry() {
    let orbit = orbit("3x2", 5);
    let levels = sliding(orbit);
    let distances = plain_distances(&Sliding::try_from(orbit).expect("small"));
    let (counts, mut entries) = levels.moves(|_| Continue(())).expect("memory");
    assert_eq!(
        levels.prove(Encoding::Moves, &entries, |_| Continue(())).expect("memory"),
        Proved::Right(counts)
    );
    let refused = |entries: &[u8]| match levels.prove(Encoding::Moves, entries, |_| Continue(())) {
        Ok(Proved::Wrong { index, distance: Some(distance) }) => (index as usize, distance),
        other => panic!("{other:?}"),
    };
    for state in 0..distances.len() {
        for change in 1..16 {
            entries[state / 2] ^= change << (state % 2 * 4);
            assert_eq!(refused(&entries), (state, distances[state].into()));
            entries[state / 2] ^= change << (state % 2 * 4);
        }
    }
    let states = [350, 20, 111, 7];
    for state in states {
        entries[state / 2] ^= 1 << (state % 2 * 4);
    }
    let nearest = states.into_iter().min_by_key(|&state| (distances[state], state)).expect("four");
    assert_eq!(refused(&entries), (nearest, distances[nearest].into()));
}

#[test]
fn a_proof_refuses_bytes_that_are_no_entries_of_the_puzzle() {
    let levels = sliding(orbit("3x2", 5));
    for (len, found) in [(0, 0), (44, 44), (46, 46)] {
        let bits = levels
            .prove(Encoding::DistanceBit, &vec![0; len], |_| Continue(()))
            .unwrap_err()
            .to_string();
        assert_eq!(bits, format!("table in memory: {found} bytes: expected 45"));
    }
    let moves = levels.prove(Encoding::Moves, &[0; 181], |_| Continue(())).unwrap_err().to_string();
    assert_eq!(moves, "table in memory: 181 bytes: expected 180");
    let thirds = levels.prove(Encoding::DistanceModulo3, &[0; 90], |_| Continue(()));
    let expected = "header field entry_bits is 2: expected 4 or 1 in the single-tile metric";
    assert_eq!(thirds.unwrap_err().to_string(), format!("table in memory: {expected}"));
    let pattern = Pattern::new(orbit("3x2", 5), 0x1f).expect("five tiles");
    let space = PatternSpace::new(pattern).expect("memory");
    let pattern = Levels::pattern(&space).expect("memory").expect("five tiles");
    let moves = pattern.moves(|_| Continue(())).unwrap_err().to_string();
    assert_eq!(moves, "table in memory: header field entry_bits is 4: expected 1 for a pattern");
}

/// More memory than can be addressed is an error, not an abort.
#[test]
fn what_no_memory_suffices_for_is_an_error() {
    let levels = sliding(orbit("4x4", 15));
    assert!(levels.memory(Some(Encoding::DistanceBit)) > 2_700_000_000_000);
    let error = levels.moves(|_| Continue(())).expect_err("seven terabytes");
    assert!(matches!(error, Error::Memory { bytes } if bytes > 6_600_000_000_000), "{error}");
}

/// Eight tiles of 4x4 for each class of goals: the number of states, one bit each, proved.
#[test]
#[ignore = "half a minute and 0.6 GB of memory: patterns of eight tiles"]
fn patterns_of_eight_tiles_are_proved() {
    for goal_blank in [15, 14, 10] {
        let pattern =
            Pattern::new(orbit("4x4", goal_blank), 0b0011_0011_0011_0011).expect("a pattern");
        let space = PatternSpace::new(pattern).expect("memory");
        let levels = Levels::pattern(&space).expect("memory").expect("eight tiles");
        let (counts, bits) = bytes(&levels);
        assert_eq!(
            (counts.iter().sum::<u64>(), bits.len()),
            (1_425_191_040, 178_148_880),
            "{pattern}"
        );
        assert_eq!(
            levels.prove(Encoding::DistanceBit, &bits, |_| Continue(())).expect("memory"),
            Proved::Right(counts.clone())
        );
        (0..space.states()).step_by(100_003).for_each(|state| walk(&space, &bits, state, &counts));
    }
}

/// Walks to the goal by moves of the plain space, each to a state whose distance is less by one
/// modulo 4.
fn walk(space: &PatternSpace, bits: &[u8], start: u64, counts: &[u64]) {
    let modulo_4 = |state: u64| {
        (bits[(state / 8) as usize] >> (state % 8) & 1) << 1
            | u8::from(space.odd((state / space.orders()) as usize))
    };
    let (mut state, mut steps) = (start, 0);
    while state != space.goal() {
        let mut nearer = None;
        space.predecessors(state, |next, _| {
            if modulo_4(next) == (modulo_4(state) + 3) % 4 {
                nearer = Some(next);
            }
        });
        state = nearer.unwrap_or_else(|| panic!("no way on from state {state}"));
        steps += 1;
        assert!(steps < counts.len(), "the walk from state {start} does not end");
    }
    assert_eq!(steps % 4, usize::from(modulo_4(start)));
}

/// The plain generator's own counts of a space are those of the plain search here.
#[test]
fn the_plain_generator_counts_the_same() {
    let space = PatternSpace::new(Pattern::new(orbit("4x2", 7), 0b10_1111).expect("a pattern"))
        .expect("memory");
    assert_eq!(
        bfs_from_goal(&space, |_, _, _| (), |_| Continue(())).expect("memory").0,
        counts(&plain_distances(&space))
    );
}
