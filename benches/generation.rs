//! Benchmarks of generating and proving by shape, encoding and generator, and for patterns of 4x4.
//! `TILEBASE_BENCH_PLAIN=1` also measures the plain generator on 3x4, once.

use std::hint::black_box;
use std::ops::ControlFlow::Continue;
use std::time::Instant;

use criterion::measurement::WallTime;
use criterion::{
    BenchmarkGroup, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main,
};
use tilebase::Table;
use tilebase::generate::Generator;
use tilebase::limits::processors;
use tilebase::puzzle::{Orbit, Pattern, Puzzle};
use tilebase::table::{Encoding, NewTable};
use tilebase::verify;

/// The orbit of the goal with the blank in the last cell.
fn corner(shape: &str) -> Orbit {
    let shape: tilebase::puzzle::SmallShape = shape.parse().expect("a shape");
    Orbit::new(shape, shape.tiles()).expect("a cell")
}

/// The entries and the names of both encodings.
const ENCODINGS: [(Encoding, &str); 2] =
    [(Encoding::Moves, "moves"), (Encoding::DistanceBit, "distance bit")];

fn make(generator: &Generator) -> NewTable {
    black_box(generator).table(|_| Continue(())).expect("fits")
}

fn prove(group: &mut BenchmarkGroup<'_, WallTime>, name: BenchmarkId, generator: &Generator) {
    let table = Table::try_from(make(generator)).expect("fits");
    group.bench_function(name, |bencher| {
        bencher.iter(|| verify::prove(black_box(&table), processors(), |_| Continue(())));
    });
}

fn generation(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("generation");
    group.sample_size(10);
    for shape in ["2x3", "2x4", "3x3", "2x5", "2x6", "3x4"] {
        let orbit = corner(shape);
        group.throughput(Throughput::Elements(orbit.shape().states()));
        for (encoding, name) in ENCODINGS {
            let generator = Generator::new(orbit).encoding(encoding);
            group.bench_function(BenchmarkId::new(name, shape), |bencher| {
                bencher.iter(|| make(&generator));
            });
        }
        let generator = Generator::new(orbit);
        group.bench_function(BenchmarkId::new("census", shape), |bencher| {
            bencher.iter(|| black_box(&generator).census(|_| Continue(())).expect("fits"));
        });
        if orbit.shape().cells() <= 10 {
            let generator = Generator::new(orbit).plain();
            group.bench_function(BenchmarkId::new("plain", shape), |bencher| {
                bencher.iter(|| make(&generator));
            });
        }
    }
    group.finish();
    if std::env::var_os("TILEBASE_BENCH_PLAIN").is_some() {
        let start = Instant::now();
        make(&Generator::new(corner("3x4")).plain());
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
        let puzzle = Puzzle::from(Pattern::new(corner("4x4"), cells).expect("a pattern"));
        let generator = Generator::new(puzzle);
        group.throughput(Throughput::Elements(puzzle.states()));
        group.bench_function(BenchmarkId::new("distance bit", tiles), |bencher| {
            bencher.iter(|| make(&generator));
        });
        prove(&mut group, BenchmarkId::new("proof", tiles), &generator);
    }
    group.finish();
}

fn proofs(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("proof");
    group.sample_size(10);
    for shape in ["3x3", "2x6", "3x4"] {
        let orbit = corner(shape);
        group.throughput(Throughput::Elements(orbit.shape().states()));
        for (encoding, name) in ENCODINGS {
            let generator = Generator::new(orbit).encoding(encoding);
            prove(&mut group, BenchmarkId::new(name, shape), &generator);
        }
    }
    group.finish();
}

criterion_group!(benches, generation, proofs, patterns);
criterion_main!(benches);
