//! Benchmarks of single answers by shape: a solution, a distance and an entry, warm (blocks already
//! checked) and cold (a table just opened, with its file in the page cache).

use std::hint::black_box;

use criterion::{BatchSize, BenchmarkId, Criterion, criterion_group, criterion_main};
use std::sync::Arc;

use tilebase::{
    Oracle, Table,
    generate::generate,
    puzzle::{Coordinates, Orbit, SmallBoard, SmallShape},
};

/// Solvable boards spread over the whole table, in an order without locality.
fn boards(shape: SmallShape) -> Vec<SmallBoard> {
    let count = 1000.min(shape.states());
    let index = |i: u64| i * 7_368_787 % shape.states();
    let at =
        |i| Coordinates::from_index(shape, shape.tiles(), index(i)).and_then(|at| at.board(shape));
    (0..count).filter_map(at).collect()
}

fn answers(criterion: &mut Criterion) {
    let folder = tempfile::tempdir().expect("a folder");
    let mut group = criterion.benchmark_group("answers");
    for name in ["2x3", "3x3", "2x5", "2x6", "3x4"] {
        let shape: SmallShape = name.parse().expect("a shape");
        let path = folder.path().join(name);
        generate(Orbit::new(shape, shape.tiles()).expect("a cell"))
            .and_then(|table| table.save(&path))
            .expect("a table");
        let goal = SmallBoard::goal(shape);
        let boards = boards(shape);

        let table = Arc::new(Table::open(&path).expect("a table"));
        let oracle = Oracle::new(Arc::clone(&table), &goal).expect("its goal");
        for board in &boards {
            oracle.distance(board).expect("solvable");
        }
        let mut warm = boards.iter().cycle();
        let mut next = move || warm.next().expect("a cycle has no end");
        group.bench_function(BenchmarkId::new("solution-warm", name), |bencher| {
            bencher.iter(|| oracle.solution(black_box(next())).expect("solvable"));
        });
        group.bench_function(BenchmarkId::new("distance-warm", name), |bencher| {
            bencher.iter(|| oracle.distance(black_box(next())).expect("solvable"));
        });
        group.bench_function(BenchmarkId::new("entry-warm", name), |bencher| {
            bencher.iter(|| oracle.optimal_moves(black_box(next())).expect("solvable"));
        });
        group.bench_function(BenchmarkId::new("solution-cold", name), |bencher| {
            let open = || Table::open(&path).expect("a table");
            let solve = |table: Table| {
                let oracle = Oracle::new(table, &goal).expect("its goal");
                let solution = oracle.solution(next());
                (oracle, solution.expect("solvable"))
            };
            bencher.iter_batched(open, solve, BatchSize::PerIteration);
        });
    }
    group.finish();
}

criterion_group!(benches, answers);
criterion_main!(benches);
