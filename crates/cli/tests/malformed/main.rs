//! Malformed inputs: game files of all languages, formulas, positions, evidence, stores, questions and
//! options, each changed a little, given to the program as a user would. It may answer or refuse; it
//! may not panic, end with a code outside the contract, or run on.
//!
//! A few hundred are tried by default. `LUDEX_MALFORMED=100000` tries as many, `LUDEX_MALFORMED_SEED`
//! starts elsewhere, `LUDEX_PROGRAM` is another program to try; what took longer or more than its
//! limits is listed.

mod corpus;
mod inputs;
mod library;
mod mutate;
mod run;

use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use ludex_base::Random;
use tempfile::TempDir;

use corpus::Corpus;
use inputs::{Input, Maker};
use run::{Run, run};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// When a run is ended.
const LONGEST: Duration = Duration::from_secs(20);
/// The limits of inputs with 10 % and 0.2 seconds on top.
const SECONDS: f64 = 0.5 * 1.1 + 0.2;
const BYTES: u64 = (128 << 20) / 10 * 11;

/// What came of all inputs.
#[derive(Default)]
struct Tally {
    tried: u64,
    /// How often a command ended with an exit code.
    codes: BTreeMap<String, u64>,
    wrong: u64,
    beyond: u64,
}

impl Display for Tally {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Tally { tried, codes, wrong, beyond } = self;
        write!(f, "{tried} inputs, {wrong} wrong, {beyond} beyond their limits: {codes:?}")
    }
}

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// Says what is wrong with how a run ended.
fn wrong(input: &Input, run: &Run) -> Option<String> {
    let answer = [Some(0), Some(1), Some(2), Some(3)].contains(&run.code);
    let verdict = match run.code {
        // What has no limits may take long.
        _ if run.killed && !input.limited => return None,
        _ if run.killed => format!("ran for {:.1} s", run.seconds),
        None => "ended by a signal".to_string(),
        Some(code) if !answer => format!("exit code {code}"),
        Some(1) if input.args[0] != "verify" => "exit code 1".to_string(),
        Some(2) if run.stderr.trim().is_empty() => "refused without a message".to_string(),
        Some(2) if !run.stdout.is_empty() => {
            "refused with something on standard output".to_string()
        }
        _ if run.stderr.contains("panicked at") => "a panic in a thread".to_string(),
        _ => return None,
    };
    Some(verdict)
}

/// Says which limit was exceeded.
fn beyond(input: &Input, run: &Run) -> Option<String> {
    let late = run.processor > SECONDS;
    let large = run.memory > BYTES;
    (input.limited && (late || large))
        .then(|| format!("{:.2} s, {} MiB", run.processor, run.memory >> 20))
}

/// Writes an input so that it can be tried again.
fn told(index: u64, input: &Input, run: &Run, what: &str) -> String {
    let files = input.files.iter().map(|(name, bytes)| {
        let text = String::from_utf8_lossy(bytes);
        format!("\n--- {name}\n{}", text.chars().take(6000).collect::<String>())
    });
    let message: String = run.stderr.chars().take(600).collect();
    format!(
        "=== {index}: {what}\nludex {:?}{}\n--- stderr\n{message}",
        input.args,
        files.collect::<String>()
    )
}

fn attack(
    corpus: &Corpus,
    folder: &Path,
    seed: u64,
    next: &AtomicU64,
    end: u64,
    tally: &Mutex<Tally>,
) {
    loop {
        let index = next.fetch_add(1, Ordering::Relaxed);
        if index >= end {
            return;
        }
        let random = Random::new(seed.wrapping_mul(1_000_000_007).wrapping_add(index));
        let input = Maker { corpus, random }.make();
        let ran = run(folder, &input, LONGEST);
        let mut tally = tally.lock().expect("no panic");
        let code = ran.code.map_or("signal".to_string(), |code| code.to_string());
        *tally.codes.entry(format!("{} {code}", input.args[0])).or_default() += 1;
        if let Some(what) = wrong(&input, &ran) {
            println!("{}", told(index, &input, &ran, &what));
            tally.wrong += 1;
        } else if let Some(what) = beyond(&input, &ran) {
            println!("{}", told(index, &input, &ran, &what));
            tally.beyond += 1;
        }
        tally.tried += 1;
        if tally.tried.is_multiple_of(5000) {
            println!("{tally}");
        }
    }
}

/// Through the library: `LUDEX_MALFORMED_LIBRARY` is their number.
#[test]
fn malformed_inputs_of_the_library_are_answered_or_refused() {
    let (count, seed) = (number("LUDEX_MALFORMED_LIBRARY", 300), number("LUDEX_MALFORMED_SEED", 1));
    let (root, folder) = (Path::new(ROOT), TempDir::new().expect("a temporary folder"));
    let corpus = Corpus::gather(root, folder.path());
    let (mut answered, mut refused, mut wrong, begun) = (0, 0, 0, Instant::now());
    for index in 0..count {
        let random = Random::new(seed.wrapping_mul(1_000_000_009).wrapping_add(index));
        match library::attack(&mut Maker { corpus: &corpus, random }, root) {
            library::End::Answered => answered += 1,
            library::End::Refused => refused += 1,
            library::End::Panicked(what) | library::End::Late(what) => {
                println!("=== {index}: {}", what.chars().take(6000).collect::<String>());
                wrong += 1;
            }
        }
        if (index + 1).is_multiple_of(5000) {
            println!("{} inputs: {answered} answered, {refused} refused, {wrong} wrong", index + 1);
        }
    }
    let seconds = begun.elapsed().as_secs_f64();
    println!(
        "{count} inputs: {answered} answered, {refused} refused, {wrong} wrong, {seconds:.0} s"
    );
    assert_eq!(wrong, 0, "of {count} inputs");
    assert!(answered > count / 30 && refused > count / 30, "{answered} and {refused}");
}

#[test]
fn malformed_inputs_are_answered_or_refused() {
    let count = number("LUDEX_MALFORMED", 300);
    let (seed, workers) = (number("LUDEX_MALFORMED_SEED", 1), number("LUDEX_MALFORMED_WORKERS", 2));
    let folders: Vec<TempDir> =
        (0..workers).map(|_| TempDir::new().expect("a temporary folder")).collect();
    let corpora: Vec<Corpus> =
        folders.iter().map(|folder| Corpus::gather(Path::new(ROOT), folder.path())).collect();
    let (next, tally, begun) = (AtomicU64::new(0), Mutex::new(Tally::default()), Instant::now());
    thread::scope(|scope| {
        for (corpus, folder) in corpora.iter().zip(&folders) {
            scope.spawn(|| attack(corpus, folder.path(), seed, &next, count, &tally));
        }
    });
    let tally = tally.into_inner().expect("no panic");
    println!("{tally}, in {:.0} s", begun.elapsed().as_secs_f64());
    assert_eq!(tally.wrong, 0, "of {count} inputs");
    let refused = |code: &&String| code.ends_with(" 2");
    assert!(
        tally.codes.keys().filter(refused).count() >= 8,
        "all commands refuse: {:?}",
        tally.codes
    );
}
