//! Benchmarks of generating and proving by shape, encoding and generator, and for patterns of 4x4.
//! `TILEBASE_BENCH_PLAIN=1` also measures the plain generator on 3x4, once.

use std::hint::black_box;
use std::ops::ControlFlow::Continue;
use std::time::Instant;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use tilebase::generate::{Levels, generate_by_bfs};
use tilebase::puzzle::{Orbit, Pattern};
use tilebase::space::{PatternSpace, Sliding, Space};
use tilebase::table::Encoding;

/// The orbit of the goal with the blank in the last cell.
fn corner(shape: &str) -> Orbit {
    let shape: tilebase::Shape = shape.parse().expect("a shape");
    Orbit::new(shape, shape.tiles()).expect("a cell")
}

fn generation(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("generation");
    group.sample_size(10);
    for shape in ["2x3", "2x4", "3x3", "2x5", "2x6", "3x4"] {
        let orbit = corner(shape);
        let levels = Levels::sliding(orbit).expect("five tiles or more");
        group.throughput(Throughput::Elements(orbit.shape().states()));
        group.bench_function(BenchmarkId::new("moves", shape), |bencher| {
            bencher.iter(|| black_box(&levels).moves(|_| Continue(())).expect("fits"));
        });
        group.bench_function(BenchmarkId::new("distance bit", shape), |bencher| {
            bencher.iter(|| black_box(&levels).distance_bits(|_| Continue(())).expect("fits"));
        });
        group.bench_function(BenchmarkId::new("census", shape), |bencher| {
            bencher.iter(|| black_box(&levels).census(|_| Continue(())).expect("fits"));
        });
        if orbit.shape().cells() <= 10 {
            let space = Sliding::try_from(orbit).expect("fits");
            group.bench_function(BenchmarkId::new("plain", shape), |bencher| {
                bencher.iter(|| {
                    generate_by_bfs(black_box(&space), Encoding::Moves, |_| Continue(()))
                        .expect("fits")
                });
            });
        }
    }
    group.finish();
    if std::env::var_os("TILEBASE_BENCH_PLAIN").is_some() {
        let space = Sliding::try_from(corner("3x4")).expect("fits");
        let start = Instant::now();
        generate_by_bfs(&space, Encoding::Moves, |_| Continue(())).expect("fits");
        println!("generation/plain/3x4, once: {:.1} s", start.elapsed().as_secs_f64());
    }
}

/// The halves of a board, by columns, and a small pattern.
const PATTERNS: [(&str, u32); 3] = [
    ("6 tiles", 0b0011_0011_0011),
    ("7 tiles", 0b0100_1100_1100_1100),
    ("8 tiles", 0b0011_0011_0011_0011),
];

fn patterns(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("patterns of 4x4");
    group.sample_size(10);
    for (tiles, cells) in PATTERNS {
        let space = PatternSpace::new(Pattern::new(corner("4x4"), cells).expect("a pattern"))
            .expect("memory");
        let levels = Levels::pattern(&space).expect("memory").expect("five tiles or more");
        group.throughput(Throughput::Elements(space.states()));
        group.bench_function(BenchmarkId::new("distance bit", tiles), |bencher| {
            bencher.iter(|| black_box(&levels).distance_bits(|_| Continue(())).expect("fits"));
        });
        let made = levels.distance_bits(|_| Continue(())).expect("fits");
        let mut bits = Vec::new();
        made.chunks().for_each(|chunk| bits.extend_from_slice(&chunk));
        drop(made);
        group.bench_function(BenchmarkId::new("proof", tiles), |bencher| {
            bencher.iter(|| {
                levels
                    .prove(Encoding::DistanceBit, black_box(&bits), |_| Continue(()))
                    .expect("right")
            });
        });
    }
    group.finish();
}

fn proofs(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("proof");
    group.sample_size(10);
    for shape in ["3x3", "2x6", "3x4"] {
        let orbit = corner(shape);
        let levels = Levels::sliding(orbit).expect("five tiles or more");
        group.throughput(Throughput::Elements(orbit.shape().states()));
        let (_, entries) = levels.moves(|_| Continue(())).expect("fits");
        group.bench_function(BenchmarkId::new("moves", shape), |bencher| {
            bencher.iter(|| {
                levels.prove(Encoding::Moves, black_box(&entries), |_| Continue(())).expect("right")
            });
        });
        let made = levels.distance_bits(|_| Continue(())).expect("fits");
        let bits: Vec<u8> = made.chunks().flatten().collect();
        drop(made);
        group.bench_function(BenchmarkId::new("distance bit", shape), |bencher| {
            bencher.iter(|| {
                levels
                    .prove(Encoding::DistanceBit, black_box(&bits), |_| Continue(()))
                    .expect("right")
            });
        });
    }
    group.finish();
}

criterion_group!(benches, generation, proofs, patterns);
criterion_main!(benches);
