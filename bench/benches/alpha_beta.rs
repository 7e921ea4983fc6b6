//! Alpha-beta: values of small boards and easy Connect Four sets.

use std::hint::black_box;
use std::path::Path;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use ludex_bench::{SETS, Set, VALUES};

/// Searches of more than a few seconds are for `figures`.
const LONG: &str = "domineering:rows=7,columns=7";

fn values(c: &mut Criterion) {
    let mut group = c.benchmark_group("alpha-beta");
    group.sample_size(10);
    for question in VALUES.iter().filter(|question| question.game != LONG) {
        group.throughput(Throughput::Elements(question.solve().nodes));
        group.bench_function(question.game, |b| b.iter(|| black_box(question.solve())));
    }
}

fn sets(c: &mut Criterion) {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data/connect4"));
    let mut group = c.benchmark_group("connect4 set");
    group.sample_size(10);
    for set in SETS.iter().filter(|set| !set.long) {
        let Some(positions) = set.read(folder) else { continue };
        group.throughput(Throughput::Elements(positions.len() as u64));
        group.bench_function(set.name, |b| b.iter(|| black_box(Set::solve(&positions))));
    }
}

criterion_group!(benches, values, sets);
criterion_main!(benches);
