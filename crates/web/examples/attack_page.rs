//! Whoever means harm, for as long as one likes: foreign names and origins, bodies of 10 MB, paths out of
//! the page, malformed requests, heads that never end, 1,500 idle connections, giant rules, searches that
//! nobody stops. Meanwhile a visitor asks small questions. Says what was refused, how long the visitor
//! waited and how much memory the server took; fails if it died, answered what it must refuse, or grew.
//! Only a server that it starts itself, on the loopback address, is attacked.
//!
//!     cargo run --release -p ludex-web --example attack_page -- target/release/ludex 600

mod client;

use std::collections::BTreeMap;
use std::error::Error;
use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use client::{ask, begin, connect, memory, start};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Connections that say nothing.
const IDLE: usize = 1500;
/// The time between two looks at the memory.
const LOOK: Duration = Duration::from_secs(5);
/// How much larger than its largest size in the first half the server may become in the second.
const GROWTH: f64 = 1.25;
/// Growth below this many kilobytes is not counted.
const SMALL: u64 = 32_000;

/// What was seen: how often each kind of attack ended in which way.
type Seen = Mutex<BTreeMap<String, usize>>;

/// What every attacker knows.
#[derive(Clone, Copy)]
struct Attack<'a> {
    address: SocketAddr,
    over: &'a AtomicBool,
    seen: &'a Seen,
}

/// The attackers; each attacks once and is called again.
const ATTACKERS: [fn(Attack<'_>, &mut Xoshiro256PlusPlus); 8] =
    [foreign, long_body, strange_path, malformed, slow_head, idle, giant_rules, long_search];

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let program = args.next().ok_or("the path of ludex is missing")?;
    let seconds: u64 = args.next().map_or(Ok(600), |text| text.parse())?;
    let (mut process, address) = start(&program)?;
    let (over, seen) = (AtomicBool::new(false), Seen::default());
    let attack = Attack { address, over: &over, seen: &seen };
    let (sizes, waits) = thread::scope(|scope| {
        for (number, attacker) in ATTACKERS.iter().enumerate() {
            scope.spawn(move || {
                let mut random = Xoshiro256PlusPlus::seed_from_u64(number as u64);
                while !attack.over.load(Ordering::Relaxed) {
                    attacker(attack, &mut random);
                }
            });
        }
        let watched = watch(attack, process.id(), Duration::from_secs(seconds));
        over.store(true, Ordering::Relaxed);
        watched
    });
    for (what, count) in seen.lock().expect("nobody panics with it").iter() {
        println!("{count:>9} {what}");
    }
    let alive = process.try_wait()?.is_none();
    process.kill()?;
    report(&sizes, &waits, alive, &seen)
}

/// Asks small questions and looks at the memory until the time is over. Returns the sizes in kilobytes,
/// and how long every answer took; `None` for one that was refused.
fn watch(attack: Attack<'_>, process: u32, time: Duration) -> (Vec<u64>, Vec<Option<Duration>>) {
    let (started, mut sizes, mut waits) = (Instant::now(), Vec::new(), Vec::new());
    while started.elapsed() < time {
        thread::sleep(LOOK);
        let asked = Instant::now();
        let answer = ask(attack.address, "/api/show", r#"{"game":"nim"}"#).unwrap_or_default();
        waits.push(answer.starts_with("HTTP/1.1 200").then(|| asked.elapsed()));
        sizes.push(memory(process)[0]);
        println!(
            "{:>5} s {:>9} kB, the visitor waited {:?}",
            started.elapsed().as_secs(),
            sizes[sizes.len() - 1],
            waits[waits.len() - 1]
        );
    }
    (sizes, waits)
}

fn report(
    sizes: &[u64],
    waits: &[Option<Duration>],
    alive: bool,
    seen: &Seen,
) -> Result<(), Box<dyn Error>> {
    let (first, second) = sizes.split_at(sizes.len() / 2);
    let most = |sizes: &[u64]| sizes.iter().copied().max().unwrap_or(0);
    let (before, after) = (most(first), most(second));
    let refused = waits.iter().filter(|wait| wait.is_none()).count();
    let longest = waits.iter().flatten().max().copied().unwrap_or_default();
    println!("at most {before} kB in the first half, {after} kB in the second");
    println!("{} visits, {refused} refused, the longest took {longest:?}", waits.len());
    let passed =
        seen.lock().expect("nobody panics with it").keys().any(|key| key.contains("WRONG"));
    let grown = after > before + SMALL && after as f64 > GROWTH * before as f64;
    match (alive, refused, passed, grown) {
        (true, 0, false, false) => Ok(()),
        _ => Err(format!(
            "alive {alive}, refused visits {refused}, answered wrongly {passed}, grown {grown}"
        )
        .into()),
    }
}

impl Attack<'_> {
    fn count(self, what: &str, how: &str) {
        let mut seen = self.seen.lock().expect("nobody panics with it");
        *seen.entry(format!("{what}: {how}")).or_default() += 1;
    }

    /// Sends bytes and returns the status of the answer; 0 if the connection ended without one.
    fn status(self, bytes: &[u8]) -> (u16, String) {
        let mut answer = Vec::new();
        if let Ok(mut stream) = connect(self.address) {
            let _ = stream.write_all(bytes);
            let _ = stream.shutdown(Shutdown::Write);
            let _ = stream.read_to_end(&mut answer);
        }
        let text = String::from_utf8_lossy(&answer).into_owned();
        (text.split(' ').nth(1).and_then(|code| code.parse().ok()).unwrap_or(0), text)
    }

    /// Waits a little, so that the other attackers have their turn.
    fn rest(self, seconds: f64) {
        let end = Instant::now() + Duration::from_secs_f64(seconds);
        while Instant::now() < end && !self.over.load(Ordering::Relaxed) {
            thread::sleep(Duration::from_millis(20));
        }
    }
}

fn foreign(attack: Attack<'_>, random: &mut Xoshiro256PlusPlus) {
    let body = r#"{"game":"nim"}"#;
    let heads = [
        "Host: evil.example",
        "Host: localhost.evil.example",
        "Host: localhost\r\nOrigin: http://evil.example",
        "Host: localhost\r\nOrigin: null",
        "X-Host: localhost",
    ];
    let head = heads[random.random_range(0..heads.len())];
    let request = format!(
        "POST /api/show HTTP/1.1\r\n{head}\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    );
    let (status, _) = attack.status(request.as_bytes());
    let how = if status == 200 { "WRONG: answered".to_string() } else { status.to_string() };
    attack.count("foreign name or origin", &how);
    attack.rest(0.02);
}

fn long_body(attack: Attack<'_>, _: &mut Xoshiro256PlusPlus) {
    let body = format!(r#"{{"language":"gdl","text":"{}"}}"#, "(".repeat(10 << 20));
    let head = format!(
        "POST /api/show HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    );
    let (status, _) = attack.status(&[head.as_bytes(), body.as_bytes()].concat());
    let how = if status == 200 { "WRONG: answered".to_string() } else { status.to_string() };
    attack.count("body of 10 MB", &how);
    attack.rest(0.5);
}

fn strange_path(attack: Attack<'_>, random: &mut Xoshiro256PlusPlus) {
    let paths = [
        "/../../../etc/passwd",
        "/%2e%2e/%2e%2e/%2e%2e/etc/passwd",
        "/..%2f..%2fetc%2fpasswd",
        "/api/example/../../../../etc/passwd",
        "/api/example/%2e%2e/%2e%2e/etc/passwd",
        "//etc/passwd",
        "/style.css/../../etc/passwd",
        "/api/evidence/18446744073709551616",
        "file:///etc/passwd",
    ];
    let path = paths[random.random_range(0..paths.len())];
    let request = format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    let (status, text) = attack.status(request.as_bytes());
    let how = if text.contains("root:") { "WRONG: a file".to_string() } else { status.to_string() };
    attack.count("path out of the page", &how);
    attack.rest(0.02);
}

fn malformed(attack: Attack<'_>, random: &mut Xoshiro256PlusPlus) {
    let bodies = [
        "{",
        "[[[[[[[[",
        r#"{"game":"nim:heaps=99999999999"}"#,
        r#"{"game":"\u0000","moves":[[]]}"#,
        r#"{"game":"nim","request":{"limits":{"max_seconds":-1,"max_memory":18446744073709551615}}}"#,
        r#"{"evidence":99999999999999999999}"#,
    ];
    let paths = ["/api/show", "/api/solve", "/api/judge", "/api/walk", "/api/query", "/api/lab"];
    let body = bodies[random.random_range(0..bodies.len())];
    let mut bytes = format!(
        "POST {} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
        paths[random.random_range(0..paths.len())],
        body.len()
    )
    .into_bytes();
    for _ in 0..random.random_range(0..4) {
        let at = random.random_range(0..bytes.len());
        bytes[at] = random.random();
    }
    let Ok(mut stream) = TcpStream::connect(attack.address) else { return };
    let _ = stream.write_all(&bytes);
    // Some wait for the answer, so that it is worked on.
    if random.random_range(0..4) == 0 {
        let _ = stream.set_read_timeout(Some(Duration::from_millis(500)));
        let _ = stream.read(&mut [0; 512]);
    }
    attack.count("malformed", "sent");
    attack.rest(0.005);
}

fn slow_head(attack: Attack<'_>, _: &mut Xoshiro256PlusPlus) {
    let mut slow: Vec<TcpStream> = (0..50).filter_map(|_| connect(attack.address).ok()).collect();
    for letter in b"POST /api/show HTTP/1.1\r\nHost: loc" {
        slow.retain_mut(|stream| stream.write_all(&[*letter]).is_ok());
        attack.rest(0.5);
    }
    let how = if slow.is_empty() { "all given up" } else { "some still read" };
    attack.count("slow head", how);
}

fn idle(attack: Attack<'_>, _: &mut Xoshiro256PlusPlus) {
    let open = |_| TcpStream::connect(attack.address).ok();
    let held: Vec<TcpStream> = (0..IDLE).filter_map(open).collect();
    attack.count("idle connections", if held.len() == IDLE { "1500 opened" } else { "fewer" });
    attack.rest(20.0);
}

fn giant_rules(attack: Attack<'_>, random: &mut Xoshiro256PlusPlus) {
    let (language, text) = match random.random_range(0..5) {
        0 => ("gdl", "(".repeat(3 << 20)),
        1 => ("gdl", many_facts(40)),
        2 => ("prolog", format!("p({}).", "f(".repeat(500_000))),
        3 => ("toss", format!("ELEMENTS {}", "a, ".repeat(800_000))),
        _ => ("json", format!(r#"{{"matrix":[[{}1]]}}"#, "1,".repeat(700_000))),
    };
    let body = serde_json::json!({ "language": language, "text": text }).to_string();
    let answer = ask(attack.address, "/api/show", &body).unwrap_or_default();
    attack.count("giant rules", answer.lines().next().unwrap_or("no answer"));
    attack.rest(0.2);
}

/// Returns rules whose instances are the product of many facts.
fn many_facts(facts: usize) -> String {
    let list: String = (0..facts).map(|i| format!("(n {i}) ")).collect();
    let wide = "(n ?a) (n ?b) (n ?c) (n ?d) (n ?e) (n ?f)";
    format!(
        "(role x) {list} (init (s 0)) (<= (legal x (m ?a ?b ?c ?d ?e ?f)) {wide}) \
         (<= (next (s ?a)) (does x (m ?a ?b ?c ?d ?e ?f))) (<= terminal (true (s 1))) (goal x 0)"
    )
}

fn long_search(attack: Attack<'_>, random: &mut Xoshiro256PlusPlus) {
    let games = ["connect4", "chess", "hex:size=9", "goofspiel:cards=13", "gdl/breakthrough.kif"];
    let paths = ["/api/solve", "/api/judge", "/api/check"];
    let body = format!(
        r#"{{"game":"{}","request":{{"formula":"omega(9)","evidence":true,"limits":{{"max_seconds":1e9,"max_memory":1000000000000}}}}}}"#,
        games[random.random_range(0..games.len())]
    );
    let path = paths[random.random_range(0..paths.len())];
    let searches: Vec<_> =
        (0..20).filter_map(|_| begin(attack.address, path, &body).ok()).collect();
    attack.count("search never stopped", &format!("{path} begun 20 times"));
    attack.rest(random.random_range(1.0..20.0));
    // Half of them leave without a word; the others are told that nobody reads any more.
    searches.iter().step_by(2).for_each(|stream| _ = stream.shutdown(Shutdown::Both));
}
