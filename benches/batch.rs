//! Benchmarks of many boards: one after another, and as a batch, which advances many walks
//! together. They use one thread and boards spread over the whole table, which is in the page cache
//! with its blocks already checked.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use tilebase::generate::generate;
use tilebase::oracle::{Ask, Outcome};
use tilebase::puzzle::{Coordinates, Orbit, SmallBoard, SmallShape};
use tilebase::{Oracle, Table};

const BOARDS: u64 = 100_000;

/// Boards in an order without locality. Their entries do not fit the processor's caches.
fn boards(shape: SmallShape) -> Vec<SmallBoard> {
    // A large prime, so that no index repeats and consecutive boards are far apart.
    let index = |i: u64| i * 1_000_000_007 % shape.states();
    let at =
        |i| Coordinates::from_index(shape, shape.tiles(), index(i)).and_then(|at| at.board(shape));
    (0..BOARDS).filter_map(at).collect()
}

fn batch(criterion: &mut Criterion) {
    let folder = tempfile::tempdir().expect("a folder");
    let mut group = criterion.benchmark_group("batch");
    group.sample_size(10).throughput(Throughput::Elements(BOARDS));
    for name in ["2x4", "3x3", "2x5", "3x4", "2x6"] {
        let shape: SmallShape = name.parse().expect("a shape");
        let path = folder.path().join(name);
        generate(Orbit::new(shape, shape.tiles()).expect("a cell"))
            .and_then(|table| table.save(&path))
            .expect("a table");
        let table = Table::open(&path).expect("a table");
        table.read_ahead();
        let oracle = Oracle::new(table, &SmallBoard::goal(shape)).expect("its goal");
        let batch = oracle.clone().threads(1);
        let boards = boards(shape);
        let mut distances = vec![None; boards.len()];
        batch.distances_into(&boards, &mut distances, Outcome::known).expect("whole");

        group.bench_function(BenchmarkId::new("distances-one-by-one", name), |bencher| {
            bencher.iter(|| {
                boards.iter().map(|board| oracle.distance(board).expect("solvable")).sum::<u32>()
            });
        });
        group.bench_function(BenchmarkId::new("solutions-one-by-one", name), |bencher| {
            bencher.iter(|| {
                for board in &boards {
                    black_box(oracle.solution(board).expect("solvable"));
                }
            });
        });
        group.bench_function(BenchmarkId::new("distances", name), |bencher| {
            bencher.iter(|| {
                let boards = black_box(&boards);
                batch.distances_into(boards, &mut distances, Outcome::known).expect("whole");
            });
        });
        group.bench_function(BenchmarkId::new("solutions", name), |bencher| {
            bencher.iter(|| {
                let boards = black_box(&boards);
                black_box(batch.find(boards, Ask::SOLUTION).expect("whole"));
            });
        });
    }
    group.finish();
}

criterion_group!(benches, batch);
criterion_main!(benches);
