//! DFPS on chess, plain and fast.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use ludex_bench::{FORMULAS, Mode, total};

fn formulas(c: &mut Criterion) {
    for (name, mode) in [("dfps plain", Mode::Plain), ("dfps fast", Mode::Fast)] {
        let mut group = c.benchmark_group(name);
        group.sample_size(10);
        for question in FORMULAS {
            let prepared = question.prepare();
            group.throughput(Throughput::Elements(total(&prepared.check(mode))));
            let id = format!("{} {}", question.formula, question.position);
            group.bench_function(id, |b| b.iter(|| black_box(prepared.check(mode))));
        }
    }
}

criterion_group!(benches, formulas);
criterion_main!(benches);
