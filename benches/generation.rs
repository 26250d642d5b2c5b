//! How long generating takes, per shape and generator. `TILEBASE_BENCH_PLAIN=1` measures the plain generator on 3x4 too, once.

use std::hint::black_box;
use std::time::Instant;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use tilebase::space::Sliding;
use tilebase::table::Encoding;
use tilebase::{
    Shape,
    generate::{Generator, generate_plainly},
    puzzle::Orbit,
};

fn generation(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("generation");
    group.sample_size(10);
    for shape in ["2x2", "2x3", "2x4", "3x3", "2x5", "2x6", "3x4"] {
        let size: Shape = shape.parse().expect("a shape");
        let orbit = Orbit::new(size, size.tiles()).expect("a cell");
        group.throughput(Throughput::Elements(size.states()));
        group.bench_function(BenchmarkId::new("bit-parallel", shape), |bencher| {
            bencher.iter(|| Generator::new(black_box(orbit)).table(|_| ()).expect("fits"));
        });
        group.bench_function(BenchmarkId::new("census", shape), |bencher| {
            bencher.iter(|| Generator::new(black_box(orbit)).census(|_| ()).expect("fits"));
        });
        if size.cells() <= 10 {
            group.bench_function(BenchmarkId::new("plain", shape), |bencher| {
                bencher.iter(|| {
                    generate_plainly(
                        &Sliding::try_from(black_box(orbit)).expect("fits"),
                        Encoding::Moves,
                    )
                    .expect("fits")
                });
            });
        }
    }
    group.finish();
    if std::env::var_os("TILEBASE_BENCH_PLAIN").is_some() {
        let start = Instant::now();
        generate_plainly(
            &Sliding::new(Shape::new(3, 4).expect("a shape"), 11).expect("fits"),
            Encoding::Moves,
        )
        .expect("fits");
        println!("generation/plain/3x4, once: {:.1} s", start.elapsed().as_secs_f64());
    }
}

criterion_group!(benches, generation);
criterion_main!(benches);
