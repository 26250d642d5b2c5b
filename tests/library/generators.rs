//! The bit-parallel generator against the plain one and the published counts.

use std::collections::BTreeSet;
use std::ops::ControlFlow::Continue;

use crate::common::known_counts;
use tilebase::generate::Generator;
use tilebase::puzzle::{Labelling, LabellingSize, Orbit, Puzzle, SmallShape};

fn bytes(table: &tilebase::table::NewTable) -> Vec<u8> {
    let mut bytes = Vec::new();
    table.write_to(&mut bytes).expect("memory");
    bytes
}

/// Every orbit of every shape up to 2x5, for 1, 2 and 3 threads: identical bytes.
#[test]
fn both_generators_make_the_same_table() {
    let orbits: BTreeSet<Orbit> = SmallShape::all(10).flat_map(Orbit::all).collect();
    assert_eq!(orbits.len(), 1 + 2 + 2 + 3 + 3);
    for orbit in orbits {
        let plain = bytes(&Generator::new(orbit).plain().table(|_| Continue(())).expect("small"));
        for threads in 1..=3 {
            let table =
                Generator::new(orbit).threads(threads).table(|_| Continue(())).expect("small");
            assert!(bytes(&table) == plain, "{orbit}, {threads} threads");
        }
    }
}

/// Boards with labels: 1,261,260 states.
#[test]
fn both_generators_make_the_same_table_with_labels() {
    let orbit = Orbit::new("2x7".parse().expect("a shape"), 3).expect("a cell");
    let puzzle = Puzzle::Labelled(Labelling::all(orbit, LabellingSize::Small)[0]);
    let plain = Generator::new(puzzle).plain();
    let plain = bytes(&plain.table(|_| Continue(())).expect("small"));
    for threads in [1, 3] {
        let table = Generator::new(puzzle).threads(threads).table(|_| Continue(()));
        assert!(bytes(&table.expect("small")) == plain, "{threads} threads");
    }
}

#[test]
#[ignore = "the plain generator takes a minute for each of the four orbits; run once by hand"]
fn both_generators_make_the_same_table_of_3x4() {
    for orbit in Orbit::all("3x4".parse().expect("a shape")) {
        let plain = bytes(&Generator::new(orbit).plain().table(|_| Continue(())).expect("fits"));
        assert!(
            bytes(&Generator::new(orbit).table(|_| Continue(())).expect("fits")) == plain,
            "{orbit}"
        );
    }
}

/// Every published row, including 3x4 and 2x6: the counts, and progress that adds up to all states.
#[test]
fn a_census_has_the_published_counts() {
    let mut shapes = BTreeSet::new();
    for known in known_counts() {
        let mut levels = 0;
        let generator = Generator::new(Orbit::new(known.shape, known.goal_blank).expect("a cell"));
        let counts = generator
            .census(|counts| {
                levels = counts.len();
                Continue(())
            })
            .expect("fits");
        assert_eq!(counts, known.counts, "{} goal cell {}", known.shape, known.goal_blank);
        assert!(levels == counts.len() || known.shape.cells() == 4, "{levels} levels told");
        shapes.insert(known.shape.to_string());
    }
    assert!(
        ["2x2", "2x3", "2x4", "2x5", "2x6", "3x3", "3x4"]
            .iter()
            .all(|shape| shapes.contains(*shape)),
        "{shapes:?}"
    );
}
