//! Runs the harness of a fuzz target on its corpus and on mutations of it.

use std::fs;
use std::path::Path;

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

/// The files of a target's corpus.
pub fn corpus(target: &str) -> Vec<Vec<u8>> {
    // The command includes this file, too.
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = if root.join("tests/fuzz").exists() { root } else { root.parent().expect("above") };
    let folder = root.join("tests/fuzz/corpus").join(target);
    let mut paths: Vec<_> =
        fs::read_dir(folder).expect("a corpus").map(|file| file.expect("a file").path()).collect();
    paths.sort();
    paths.iter().map(|path| fs::read(path).expect("a file")).collect()
}

/// Runs every file of the corpus, and this many mutations: files with a byte changed, a piece
/// removed, or a piece of another file inserted.
pub fn run(target: &str, harness: fn(&[u8]), changes: u32) {
    let corpus = corpus(target);
    assert!(corpus.len() >= 5, "{target}: {} files", corpus.len());
    for data in &corpus {
        harness(data);
    }
    let index = any::<prop::sample::Index>;
    let change = (index(), index(), index(), index(), any::<u8>(), 0..4u8);
    let mut runner = TestRunner::deterministic();
    for _ in 0..changes {
        let (one, other, at, until, byte, how) =
            change.new_tree(&mut runner).expect("a change").current();
        let mut data = one.get(&corpus).clone();
        let other = other.get(&corpus);
        if data.is_empty() || other.is_empty() {
            continue;
        }
        let (at, until) = (at.index(data.len()), until.index(data.len()));
        match how {
            0 => data[at] = byte,
            1 => data[at] ^= 1 << (byte % 8),
            2 => drop(data.drain(at.min(until)..at.max(until))),
            _ => drop(data.splice(
                at.min(until)..at.max(until),
                other[..at.min(other.len())].iter().copied(),
            )),
        }
        harness(&data);
    }
}
