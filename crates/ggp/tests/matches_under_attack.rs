//! Matches that somebody starts and does not mean to play: their threads, messages and openings are
//! bounded, and end with them.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::{Duration, Instant};

use ludex::Limits;
use ludex_ggp::{FrontEnd, GdlFrontEnd, Host, HostOptions, MatchView, Start};

use crate::support::start;

/// A front end that opens rules until it is told to stop.
struct Endless;

impl FrontEnd for Endless {
    fn open(
        &self,
        _: &Start,
        limits: &Limits,
        _: &mut dyn FnMut(&mut dyn MatchView),
    ) -> Result<(), String> {
        let end = Instant::now() + Duration::from_secs_f64(limits.max_seconds.unwrap_or(60.0));
        while !limits.stop.is_raised() && Instant::now() < end {
            thread::sleep(Duration::from_millis(5));
        }
        Err("stopped".into())
    }
}

/// A match whose player thinks until it is told to stop, and does not look at the clock.
struct Thinker;

impl FrontEnd for Thinker {
    fn open(
        &self,
        _: &Start,
        _: &Limits,
        run: &mut dyn FnMut(&mut dyn MatchView),
    ) -> Result<(), String> {
        run(&mut Thinker);
        Ok(())
    }
}

impl MatchView for Thinker {
    fn advance(&mut self, _moves: &[String]) -> Result<(), String> {
        Ok(())
    }

    fn prepare(&mut self, _deadline: Instant, stop: &AtomicBool) {
        wait_for(stop);
    }

    fn think(&mut self, _deadline: Instant, stop: &AtomicBool, offer: &dyn Fn(String)) {
        offer("first".into());
        wait_for(stop);
    }
}

fn wait_for(stop: &AtomicBool) {
    while !stop.load(std::sync::atomic::Ordering::Relaxed) {
        thread::sleep(Duration::from_millis(5));
    }
}

fn say(host: &Host, text: &str) -> Result<String, String> {
    let answer = host.answer(text, Instant::now());
    answer.complaint.map_or(Ok(answer.text), Err)
}

/// Waits until all threads have ended, which must not take long.
fn assert_threads_end(host: &Host, within: Duration) {
    let begun = Instant::now();
    while host.threads() > 0 {
        assert!(begun.elapsed() < within, "{} threads are left", host.threads());
        thread::sleep(Duration::from_millis(5));
    }
}

const SOON: Duration = Duration::from_secs(2);

#[test]
fn openings_outlived_abort() {
    let host = Host::new(Endless, HostOptions::default());
    for id in ["a", "b", "c", "d"] {
        assert_eq!(say(&host, &start(id, "x", "", "0 60")), Ok("ready".into()));
    }
    let refused = say(&host, &start("e", "x", "", "0 60")).expect_err("a fifth opening");
    assert_eq!(refused, "the rules of too many matches are being opened");
    assert_eq!(say(&host, "(info)"), Ok("((name ludex) (status busy))".into()));
    for message in ["(abort a)", "(stop b nil)", "(abort c)", "(abort d)"] {
        assert!(say(&host, message).is_ok(), "{message}");
    }
    assert_threads_end(&host, SOON);
    assert_eq!(say(&host, "(info)"), Ok("((name ludex) (status available))".into()));
}

#[test]
fn openings_end_some_time_after_their_clock() {
    let opening_time = Duration::from_millis(300);
    let host = Host::new(Endless, HostOptions { opening_time, ..HostOptions::default() });
    assert_eq!(say(&host, &start("a", "x", "", "0 60")), Ok("ready".into()));
    assert_threads_end(&host, SOON);
}

/// An aborted match counts until its thread is gone: many starts and aborts make no more threads.
#[test]
fn threads_are_counted_until_they_end() {
    let host = Host::new(Thinker, HostOptions { max_matches: 3, ..HostOptions::default() });
    let mut refused = 0;
    for number in 0..200 {
        refused += usize::from(say(&host, &start("m", "x", "", "0 60")).is_err());
        assert!(host.threads() <= 3);
        if number % 2 == 0 {
            let _ = say(&host, "(abort m)");
        }
    }
    assert!(refused > 0, "they take some milliseconds to end");
    let _ = say(&host, "(abort m)");
    assert_threads_end(&host, SOON);
    assert_eq!(say(&host, &start("m", "x", "", "0 60")), Ok("ready".into()));
    drop(host);
}

/// A start that waits for its clock is answered when another message ends the match.
#[test]
fn nobody_waits_for_a_match_that_has_ended() {
    let host = Arc::new(Host::new(Endless, HostOptions::default()));
    let starter = thread::spawn({
        let host = Arc::clone(&host);
        move || say(&host, &start("m", "x", "", "60 60"))
    });
    let begun = Instant::now();
    while say(&host, "(abort m)").is_err() {
        assert!(begun.elapsed() < SOON, "it was started");
        thread::sleep(Duration::from_millis(5));
    }
    assert_eq!(starter.join().expect("an answer"), Err("the match was ended".into()));
    assert!(begun.elapsed() < SOON, "{:?}", begun.elapsed());
    assert_threads_end(&host, SOON);
}

/// Every message of a match whose rules are not open yet was kept, and waited for its clock.
#[test]
fn messages_piled_up_while_rules_were_opened() {
    let host = Host::new(Endless, HostOptions::default());
    assert_eq!(say(&host, &start("m", "x", "", "0 3600")), Ok("ready".into()));
    let (answered, refused) = thread::scope(|scope| {
        let ask = || say(&host, "(play m nil)");
        let asked: Vec<_> = (0..100).map(|_| scope.spawn(ask)).collect();
        thread::sleep(Duration::from_millis(300));
        // One waits at most: the others were answered when the next message came.
        let waiting = asked.iter().filter(|one| !one.is_finished()).count();
        assert!(waiting <= 1, "{waiting}");
        assert_eq!(say(&host, "(abort m)"), Ok("aborted".into()));
        let answers = asked.into_iter().map(|one| one.join().expect("an answer"));
        let (good, bad): (Vec<_>, Vec<_>) = answers.partition(Result::is_ok);
        (good.len(), bad.len())
    });
    assert_eq!((answered, refused), (64, 36));
    assert_threads_end(&host, SOON);
}

#[test]
fn long_moves_are_refused() {
    let host = Host::new(Thinker, HostOptions::default());
    assert_eq!(say(&host, &start("m", "x", "", "0 1")), Ok("ready".into()));
    let long = "noop ".repeat(100_000);
    let refused = say(&host, &format!("(play m ({long}))")).expect_err("it is too long");
    assert!(refused.contains("longer than 65536 bytes"), "{refused}");
    assert_eq!(
        say(&host, &start("n", "x", "", "0 86400")).err().as_deref(),
        Some("`86400` is no number of seconds")
    );
}

/// Rules of some hundred bytes with millions of instances: a step makes any of 30 to the power of
/// `places` facts.
fn giant(places: usize) -> String {
    let names: Vec<String> = (0..places).map(|n| format!("?v{n}")).collect();
    let bound: String = names[1..].iter().map(|name| format!("(num {name}) ")).collect();
    let numbers: String = (0..30).map(|n| format!("(num {n}) ")).collect();
    format!(
        "(role x) {numbers} (init (s 0)) (<= (legal x (go ?n)) (num ?n))
         (<= (next (p {})) (does x (go ?v0)) {bound}) (<= terminal (true (p {})))
         (<= (goal x 100) (true (s 0)))",
        names.join(" "),
        vec!["1"; places].join(" "),
    )
}

/// Five starts of some hundred bytes took a gigabyte, and went on after `abort`.
#[test]
fn giant_rules_outlived_abort() {
    let player = "auto".parse().expect("a player");
    let limits = Limits { max_memory: 64 << 20, ..Limits::default() };
    let host = Host::new(GdlFrontEnd::new(player, limits), HostOptions::default());
    for places in [4, 5, 6, 8] {
        let id = format!("m{places}");
        let _ = say(&host, &start(&id, "x", &giant(places), "0 60"));
    }
    thread::sleep(Duration::from_millis(500));
    for places in [4, 5, 6, 8] {
        let _ = say(&host, &format!("(abort m{places})"));
    }
    assert_threads_end(&host, SOON);
}
