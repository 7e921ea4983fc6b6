//! A process killed in the middle of its work leaves a store that is whole.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use ludex_base::Random;
use ludex_store::{Answer, Key, Question, Store};

const PATH: &str = "LUDEX_STORE_TEST_PATH";
const READY: &str = "ready to be killed";

/// Opens a store with the key beside it.
fn open(path: &Path) -> Store {
    let key = Key::at(&path.with_file_name("key")).expect("a key");
    Store::open(path, &key).expect("left whole")
}

fn question(position: &str) -> Question {
    Question { game: "nim".into(), digest: None, position: position.into() }
}

/// Returns the checkpoint with this number: it says its number, and every byte depends on it.
fn content(number: u64) -> Vec<u8> {
    let mut random = Random::new(number);
    let words = 140_000 + number as usize % 7 * 20_000; // two chunks
    let mut content = number.to_le_bytes().to_vec();
    (0..words).for_each(|_| content.extend_from_slice(&random.bits().to_le_bytes()));
    content
}

/// Returns the number of the checkpoint in a store, which must be whole; 0 if there is none.
fn newest(store: &mut Store) -> u64 {
    let mut bytes = Vec::new();
    let Some(mut checkpoint) = store.checkpoint(&question("start"), "pns") else { return 0 };
    checkpoint.read_to_end(&mut bytes).expect("a whole checkpoint");
    let number = u64::from_le_bytes(*bytes.first_chunk().expect("a number"));
    assert!(bytes == content(number), "checkpoint {number} is mixed with another");
    number
}

/// Not a test of its own: the program of the process to be killed.
#[test]
fn child() {
    let Ok(path) = std::env::var(PATH) else { return };
    let mut store = open(path.as_ref());
    let mut number = newest(&mut store);
    println!("{READY}");
    loop {
        number += 1;
        let bytes = content(number);
        let save = |out: &mut dyn Write| out.write_all(&bytes);
        store.save_checkpoint(&question("start"), "pns", save).expect("saved");
        let answer = Answer {
            low: 0,
            high: 1,
            best: Vec::new(),
            all_best: true,
            algorithm: "pns".into(),
            nodes: number,
            seconds: 0.0,
        };
        store.remember(&question(&number.to_string()), &answer).expect("remembered");
    }
}

fn run_and_kill(path: &Path, after: Duration) {
    let mut child = Command::new(std::env::current_exe().expect("this test"))
        .args(["--exact", "killed::child", "--nocapture"])
        .env(PATH, path)
        .stdout(Stdio::piped())
        .spawn()
        .expect("started");
    let mut lines = BufReader::new(child.stdout.take().expect("piped")).lines();
    assert!(lines.any(|line| line.is_ok_and(|line| line.contains(READY))), "it got ready");
    std::thread::sleep(after);
    assert_eq!(child.try_wait().expect("known"), None, "it should have gone on for ever");
    child.kill().expect("killed"); // SIGKILL, on Unix
    child.wait().expect("gone");
}

#[test]
fn a_killed_process_leaves_a_whole_store() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.store");
    let mut before = 0;
    let rounds = 25;
    for round in 0..rounds {
        run_and_kill(&path, Duration::from_millis(round * 67 % 300));
        let mut store = open(&path);
        let number = newest(&mut store);
        assert!(number >= before, "checkpoint {number} came after {before}");
        // An answer is remembered after its checkpoint, so at most the last one is missing.
        let known = |n: u64| store.solved(&question(&n.to_string())).is_some_and(|a| a.nodes == n);
        assert!((before + 1..number).all(known), "all that was remembered is there");
        assert!(!known(number + 1));
        before = number;
    }
    println!("{before} checkpoints in {rounds} rounds");
    assert!(before > 0, "no checkpoint was ever saved");
}
