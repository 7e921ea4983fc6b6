//! Many searches in one process: each has its own limits, its own stop flag and its own watcher.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use ludex::{Limits, Solve, Solved, StopFlag, Watcher};

/// Searches that end by themselves, with their values.
const SHORT: [(&str, &str, &str); 5] = [
    ("connect4:columns=5,rows=4", "alphabeta", "draw"),
    ("domineering:rows=5,columns=5", "pn2", "loss"),
    ("hex:size=3", "dfpn", "win"),
    ("tictactoe", "retrograde", "draw"),
    ("breakthrough:rows=5,columns=3", "alphabeta", "loss"),
];

/// Searches that would take hours.
const LONG: [(&str, &str); 3] =
    [("connect4", "alphabeta"), ("hex:size=8", "pns"), ("chess", "dfpn")];

fn solve(name: &str, algorithm: &str, limits: Limits) -> Solved {
    let game = ludex::open(name).expect("a game");
    let request = Solve::new().algorithm(algorithm).limits(limits);
    game.solve(&request).expect("it can be solved")
}

#[test]
fn eight_searches_at_once_do_not_disturb_each_other() {
    let alone: Vec<Solved> =
        SHORT.iter().map(|(name, algorithm, _)| solve(name, algorithm, Limits::fixed())).collect();
    let stops: Vec<StopFlag> = LONG.iter().map(|_| StopFlag::default()).collect();
    let watched = Arc::new(AtomicU64::new(0));
    thread::scope(|scope| {
        let long: Vec<_> = LONG
            .iter()
            .zip(&stops)
            .map(|(&(name, algorithm), stop)| {
                let seen = watched.clone();
                let tell = move |progress: &ludex::Progress| {
                    seen.fetch_max(progress.nodes, Ordering::Relaxed);
                };
                let watcher = Some(Watcher(Arc::new(tell)));
                let limits = Limits { stop: stop.clone(), watcher, ..Limits::fixed() };
                scope.spawn(move || solve(name, algorithm, limits))
            })
            .collect();
        let short: Vec<_> = SHORT
            .iter()
            .map(|&(name, algorithm, _)| {
                scope.spawn(move || solve(name, algorithm, Limits::fixed()))
            })
            .collect();
        thread::sleep(Duration::from_millis(500));
        assert!(stops.iter().all(|stop| !stop.raise()));
        let asked = Instant::now();
        for search in long {
            let solved = search.join().expect("no panic");
            assert!(!solved.exact && solved.stopped.as_deref() == Some("interrupted"));
        }
        assert!(asked.elapsed() < Duration::from_secs(20), "{:?}", asked.elapsed());
        for ((search, alone), (name, _, value)) in short.into_iter().zip(&alone).zip(SHORT) {
            let solved = search.join().expect("no panic");
            assert_eq!(solved.value, value, "{name}");
            assert_eq!((solved.nodes, &solved.best), (alone.nodes, &alone.best), "{name}");
        }
    });
    assert!(watched.load(Ordering::Relaxed) > 0, "the watchers were told");
}

#[test]
fn sessions_can_be_sent_and_shared() {
    fn require<T: Send + Sync + Clone>() {}
    require::<ludex::Session>();
}
