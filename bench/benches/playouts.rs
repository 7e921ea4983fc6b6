//! Random playouts of every built-in game.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use ludex_bench::CONTESTS;

/// Playouts in one measurement: enough for their mean length to be asserted.
const GAMES: u64 = 100;

fn playouts(c: &mut Criterion) {
    let mut group = c.benchmark_group("playouts");
    group.sample_size(10).throughput(Throughput::Elements(GAMES));
    for contest in CONTESTS {
        let mut play = contest.playouts();
        contest.assert(&play(GAMES));
        group.bench_function(contest.game, |b| b.iter(|| black_box(play(GAMES))));
    }
}

criterion_group!(benches, playouts);
criterion_main!(benches);
