//! Benchmarks of the solver on random boards of 4x4 and 5x5 with its small tables: creating a
//! solver, many boards on one thread and on two, and one after another. The large tables must be
//! generated first, and are measured with `tilebase lookup`.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use tilebase::oracle::Ask;
use tilebase::puzzle::{Orbit, SmallBoard, solvable};
use tilebase::solver::{PartitionSize, PatternTable};
use tilebase::{Limits, Tablebase};

const BOARDS: usize = 100;

/// Random solvable boards, the same in every run.
fn boards(goal: &SmallBoard) -> Vec<SmallBoard> {
    let mut state = 88_172_645_463_325_252_u64;
    let mut below = move |end: u64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state % end
    };
    let board = || {
        let mut cells = goal.cells().to_vec();
        for i in (1..cells.len()).rev() {
            cells.swap(i, below(i as u64 + 1) as usize);
        }
        SmallBoard::new(goal.shape(), &cells).expect("an arrangement")
    };
    std::iter::repeat_with(board)
        .filter(|board| solvable(board, goal).is_ok())
        .take(BOARDS)
        .collect()
}

fn solver(criterion: &mut Criterion) {
    let goal = SmallBoard::goal("4x4".parse().expect("a shape"));
    let oracle = Tablebase::embedded().oracle(&goal).expect("memory");
    let boards = boards(&goal);
    let partitions = PartitionSize::Small.partitions(Orbit::from(&goal));
    let mut group = criterion.benchmark_group("solver");
    group.sample_size(10);
    let tables = Tablebase::embedded();
    group.bench_function("create", |bencher| {
        bencher.iter(|| tables.searching_oracle(black_box(&goal)).expect("memory"));
    });
    for pattern in &partitions[0] {
        group.bench_function(BenchmarkId::new("table", pattern), |bencher| {
            bencher.iter(|| PatternTable::generate(*pattern, 1).expect("memory"));
        });
    }
    let one_thread = oracle.clone().threads(1);
    let generated = |board| {
        let answer = one_thread.answer(board, Ask::SOLUTION).expect("memory").known();
        answer.expect("solvable").cost().generated
    };
    let generated: u64 = boards.iter().map(generated).sum();
    println!("{} boards generated for each of {BOARDS}", generated / BOARDS as u64);
    group.throughput(Throughput::Elements(BOARDS as u64));
    for threads in [1, 2] {
        let oracle = oracle.clone().threads(threads);
        let batch = oracle.clone();
        group.bench_function(BenchmarkId::new("many", threads), |bencher| {
            bencher.iter(|| batch.find(black_box(&boards), Ask::SOLUTION).expect("solvable"));
        });
        group.bench_function(BenchmarkId::new("one-by-one", threads), |bencher| {
            bencher.iter(|| {
                for board in &boards {
                    drop(black_box(oracle.solution(board)));
                }
            });
        });
    }
    group.finish();
}

/// Boards of 5x5: the best solution with a million boards generated.
fn large(criterion: &mut Criterion) {
    const GENERATED: u64 = 1_000_000;
    let goal = SmallBoard::goal("5x5".parse().expect("a shape"));
    let oracle = Tablebase::embedded().oracle(&goal).expect("memory").threads(1);
    let boards = boards(&goal);
    let mut group = criterion.benchmark_group("large");
    group.sample_size(10).throughput(Throughput::Elements(GENERATED));
    let oracle = oracle.limited(Limits::default().boards(GENERATED));
    let mut boards = boards.iter().cycle();
    group.bench_function("beams", |bencher| {
        bencher.iter(|| oracle.solution(black_box(boards.next().expect("a board"))).is_ok());
    });
    group.finish();
}

criterion_group!(benches, solver, large);
criterion_main!(benches);
