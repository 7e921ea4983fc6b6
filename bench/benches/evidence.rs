//! Evidence: proving a value, writing the proof, reading and checking it.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use ludex_bench::PROOFS;

fn proofs(c: &mut Criterion) {
    let mut group = c.benchmark_group("evidence");
    group.sample_size(10);
    for question in PROOFS {
        let proved = question.prove();
        let file = proved.write();
        group.throughput(Throughput::Elements(proved.check(&file) as u64));
        let id = |step| format!("{step} {}", question.game);
        group.bench_function(id("prove"), |b| b.iter(|| black_box(question.prove())));
        group.bench_function(id("write"), |b| b.iter(|| black_box(proved.write())));
        group.bench_function(id("check"), |b| b.iter(|| black_box(proved.check(&file))));
    }
}

criterion_group!(benches, proofs);
criterion_main!(benches);
