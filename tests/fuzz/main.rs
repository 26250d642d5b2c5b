//! Runs the harness of the fuzz targets on their corpus and on mutations of it.

mod harness;

use std::fs;
use std::path::Path;

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

fn corpus(target: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz/corpus").join(target);
    let mut paths: Vec<_> =
        fs::read_dir(folder).expect("a corpus").map(|file| file.expect("a file").path()).collect();
    paths.sort();
    paths.iter().map(|path| fs::read(path).expect("a file")).collect()
}

/// Runs every file of the corpus, and this many mutations: files with a byte changed, a piece
/// removed, or a piece of another file inserted.
fn run(target: &str, harness: fn(&[u8]), changes: u32) {
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

#[test]
fn boards() {
    run("board", harness::board, 20_000);
}

#[test]
fn moves() {
    run("moves", harness::moves, 10_000);
}

#[test]
fn lines() {
    run("lines", harness::lines, 5_000);
}

#[test]
fn tables() {
    for file in corpus("table") {
        tilebase::Table::from_bytes("corpus", file[1..].to_vec())
            .expect("a table of today's format");
    }
    run("table", harness::table, 30_000);
}

#[test]
fn pattern_tables() {
    run("patterns", harness::patterns, 1_000);
}

#[test]
fn tables_answered_in_every_way() {
    run("differential", harness::differential, 300);
}

#[test]
fn judges() {
    run("judge", harness::judge, 10_000);
}
