//! Attacks a player on the network for some minutes, and says every minute how it is: memory, threads,
//! open files, and how long others wait for an answer.
//!
//!     cargo run -p ludex-ggp --example attack -- target/debug/ludex 10
//!
//! The program is started as `ludex ggp` and attacked over 127.0.0.1 only.

use std::error::Error;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use std::{fs, thread};

/// A game of one step, which everybody can play.
const COIN: &str = "(role x) (init (coin up)) (<= (legal x flip) (true (coin up)))
    (<= (legal x wait) (true (coin up))) (<= (next (coin down)) (does x flip))
    (<= (next (coin up)) (does x wait)) (<= terminal (true (coin down)))
    (<= (goal x 100) (true (coin down))) (<= (goal x 0) (true (coin up)))";

/// What the attackers and an honest client count.
#[derive(Default)]
struct Counts {
    sent: AtomicU64,
    answered: AtomicU64,
    unanswered: AtomicU64,
    played: AtomicU64,
    refused: AtomicU64,
    /// The longest wait of the last minute, in milliseconds.
    slowest: AtomicU64,
}

struct Attack {
    address: SocketAddr,
    stop: AtomicBool,
    counts: Counts,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let program = args.next().ok_or("the path of ludex is missing")?;
    let minutes: u64 = args.next().map_or(Ok(10), |text| text.parse())?;
    let args = ["ggp", "--port", "0", "--max-memory", "64MiB"];
    let mut process = Command::new(program).args(args).stderr(Stdio::piped()).spawn()?;
    let address = address(&mut process)?;
    let attack = Attack { address, stop: AtomicBool::new(false), counts: Counts::default() };
    println!(
        "minute  RSS MiB  threads  files  sent  answered  unanswered  slowest ms  played  refused"
    );
    thread::scope(|scope| {
        let ways =
            [idle, half_heads, slow_bodies, bursts, huge_bodies, wrong, giant, plays, honest];
        for way in ways {
            let attack = &attack;
            scope.spawn(move || way(attack));
        }
        for minute in 0..=minutes {
            report(minute, process.id(), &attack.counts);
            if minute < minutes {
                thread::sleep(Duration::from_secs(60));
            }
        }
        attack.stop.store(true, Ordering::Relaxed);
    });
    thread::sleep(Duration::from_secs(15));
    println!("15 seconds after the attack: {}", attack.say("(info)").unwrap_or_default());
    report(minutes, process.id(), &attack.counts);
    process.kill()?;
    process.wait()?;
    Ok(())
}

/// Reads where the player listens.
fn address(process: &mut Child) -> Result<SocketAddr, Box<dyn Error>> {
    let mut said = BufReader::new(process.stderr.take().ok_or("no messages")?);
    let mut line = String::new();
    said.read_line(&mut line)?;
    thread::spawn(move || std::io::copy(&mut said, &mut std::io::stderr()));
    let place = line.split("listens on ").nth(1).and_then(|rest| rest.split(';').next());
    Ok(place.ok_or("it does not listen")?.parse()?)
}

fn report(minute: u64, process: u32, counts: &Counts) {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let field = |name: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default();
        line.split_whitespace().next().and_then(|word| word.parse().ok()).unwrap_or(0u64)
    };
    let files = fs::read_dir(format!("/proc/{process}/fd")).map_or(0, Iterator::count);
    let read = |count: &AtomicU64| count.load(Ordering::Relaxed);
    println!(
        "{minute:6}  {:7}  {:7}  {files:5}  {}  {}  {}  {}  {}  {}",
        field("VmRSS:") >> 10,
        field("Threads:"),
        read(&counts.sent),
        read(&counts.answered),
        read(&counts.unanswered),
        counts.slowest.swap(0, Ordering::Relaxed),
        read(&counts.played),
        read(&counts.refused),
    );
}

fn post(body: &str) -> String {
    format!("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: {}\r\n\r\n{body}", body.len())
}

impl Attack {
    fn goes_on(&self) -> bool {
        !self.stop.load(Ordering::Relaxed)
    }

    /// Opens a connection and sends a text; the other side may hang up at any time.
    fn send(&self, text: &str) -> Option<TcpStream> {
        self.counts.sent.fetch_add(1, Ordering::Relaxed);
        let mut stream = TcpStream::connect_timeout(&self.address, Duration::from_secs(5)).ok()?;
        stream.set_read_timeout(Some(Duration::from_secs(5))).ok()?;
        stream.set_write_timeout(Some(Duration::from_secs(5))).ok()?;
        let _ = stream.write_all(text.as_bytes());
        Some(stream)
    }

    /// Sends a message and returns the answer.
    fn say(&self, message: &str) -> Option<String> {
        let mut answer = String::new();
        self.send(&post(message))?.read_to_string(&mut answer).ok()?;
        answer.rsplit_once("\r\n\r\n").map(|(_, body)| body.to_string())
    }
}

fn pause(milliseconds: u64) {
    thread::sleep(Duration::from_millis(milliseconds));
}

/// Opens connections and says nothing.
fn idle(attack: &Attack) {
    let mut open = Vec::new();
    while attack.goes_on() {
        open.extend((0..50).filter_map(|_| attack.send("")));
        let old = open.len().saturating_sub(1100);
        open.drain(..old);
        pause(200);
    }
}

fn half_heads(attack: &Attack) {
    let mut open = Vec::new();
    while attack.goes_on() {
        let long = "x".repeat(15_000);
        open.extend(attack.send("POST / HTTP/1.1\r\nContent-Le"));
        open.extend(attack.send(&format!("POST / HTTP/1.1\r\nX-Long: {long}")));
        let old = open.len().saturating_sub(300);
        open.drain(..old);
        pause(20);
    }
}

/// Sends bodies byte by byte.
fn slow_bodies(attack: &Attack) {
    let mut open: Vec<TcpStream> = Vec::new();
    while attack.goes_on() {
        open.extend(attack.send("POST / HTTP/1.1\r\nContent-Length: 100000\r\n\r\n"));
        open.retain_mut(|stream| stream.write_all(b"(").is_ok());
        pause(50);
    }
}

/// Opens 500 connections at once, each with a message.
fn bursts(attack: &Attack) {
    while attack.goes_on() {
        let message = post("(info)");
        let (begun, rest) = message.split_at(10);
        let mut open: Vec<TcpStream> = (0..500).filter_map(|_| attack.send(begun)).collect();
        open.iter_mut().for_each(|stream| drop(stream.write_all(rest.as_bytes())));
        pause(3000);
    }
}

/// Sends messages of megabytes: too long, just short enough, and rules of nothing.
fn huge_bodies(attack: &Attack) {
    let words = "a ".repeat(1 << 20);
    while attack.goes_on() {
        let _ = attack.say(&words[..(1 << 20) - 200]);
        let _ = attack.say(&format!("(start huge x ({}) 1 1)", &words[..(1 << 20) - 300]));
        let _ = attack.say(&format!("(play huge ({}))", &words[..1 << 20]));
        let _ = attack.say(&format!("{words}{words}"));
        let _ = attack.send("POST / HTTP/1.1\r\nContent-Length: 1099511627776\r\n\r\n(((");
        pause(500);
    }
}

fn wrong(attack: &Attack) {
    let nested = "(".repeat(100_000);
    let texts =
        ["", "(", "(play nobody nil)", "(abort nobody)", "(stop x (a b))", "\u{0}", &nested];
    for text in texts.iter().cycle().take_while(|_| attack.goes_on()) {
        let _ = attack.say(text);
        let _ = attack.send(text);
        pause(20);
    }
}

/// Rules of some hundred bytes with millions of instances: a step makes any of 30 to the power of
/// `places` facts.
fn giant_rules(places: usize) -> String {
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

/// Starts matches whose rules cannot be opened, and aborts some of them.
fn giant(attack: &Attack) {
    for number in (0..).take_while(|_| attack.goes_on()) {
        let rules = giant_rules(4 + number % 5);
        let id = number % 7;
        let _ = attack.say(&format!("(start giant{id} x ({rules}) 0 1)"));
        pause(300);
        if number % 3 > 0 {
            let _ = attack.say(&format!("(abort giant{id})"));
        }
        pause(700);
    }
}

/// Starts matches and floods them with messages.
fn plays(attack: &Attack) {
    for number in (0..).take_while(|_| attack.goes_on()) {
        let id = number % 3;
        let _ = attack.say(&format!("(start flood{id} x ({COIN}) 0 1)"));
        let open: Vec<_> =
            (0..100).map(|_| attack.send(&post(&format!("(play flood{id} (wait))")))).collect();
        pause(500);
        drop(open);
        let _ = attack.say(&format!("(stop flood{id} nil)"));
        pause(1000);
    }
}

/// Asks how the player is five times a second, and plays a match every five seconds.
fn honest(attack: &Attack) {
    let counts = &attack.counts;
    for number in (0..).take_while(|_| attack.goes_on()) {
        let asked = Instant::now();
        let answer = attack.say("(info)").unwrap_or_default();
        let good = answer.contains("(name ludex)");
        let count = if good { &counts.answered } else { &counts.unanswered };
        count.fetch_add(1, Ordering::Relaxed);
        counts.slowest.fetch_max(asked.elapsed().as_millis() as u64, Ordering::Relaxed);
        if number % 25 == 0 {
            let played = play(attack);
            let count = if played { &counts.played } else { &counts.refused };
            count.fetch_add(1, Ordering::Relaxed);
        }
        pause(200);
    }
}

/// Plays a match of one step. Returns whether the player was ready and chose to win.
fn play(attack: &Attack) -> bool {
    let ready = attack.say(&format!("(start honest x ({COIN}) 1 1)"));
    let mv = attack.say("(play honest nil)");
    let _ = attack.say("(stop honest (flip))");
    ready.as_deref() == Some("ready") && mv.as_deref() == Some("flip")
}
