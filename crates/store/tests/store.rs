//! The guarantees of a store: round trips, errors instead of panics, one user at a time.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use ludex_base::Random;
use ludex_store::{Answer, Key, Question, Store, StoreError};

fn question(number: usize) -> Question {
    let digest = number.is_multiple_of(2).then(|| ludex_base::digest(b"a file"));
    Question { game: "nim".into(), digest, position: format!("position {number}") }
}

fn answer(low: u16, high: u16) -> Answer {
    let best = vec!["a1".into(), "b2".into()];
    Answer {
        low,
        high,
        best,
        all_best: true,
        algorithm: "retrograde".into(),
        nodes: 7,
        seconds: 0.25,
    }
}

/// Returns bytes that cannot be compressed, different for every seed.
fn noise(seed: u64, length: usize) -> Vec<u8> {
    let mut random = Random::new(seed);
    (0..length).map(|_| random.bits() as u8).collect()
}

fn save(store: &mut Store, number: usize, method: &str, bytes: &[u8]) {
    store.save_checkpoint(&question(number), method, |out| out.write_all(bytes)).expect("saved");
}

fn load(store: &mut Store, number: usize, method: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    store.checkpoint(&question(number), method)?.read_to_end(&mut bytes).expect("readable");
    Some(bytes)
}

/// Opens a store with the key beside it.
fn open(path: &Path) -> Result<Store, StoreError> {
    let key = Key::at(&path.with_file_name("key")).expect("a key");
    Store::open(path, &key)
}

/// Opens a store that nobody uses. A process that another test starts just now holds the locks of
/// this one for a moment.
fn open_when_free(path: &Path) -> Store {
    for _ in 0..100 {
        match open(path) {
            Err(StoreError::InUse) => std::thread::sleep(Duration::from_millis(20)),
            opened => return opened.expect("open"),
        }
    }
    open(path).expect("open")
}

fn size(path: &Path) -> u64 {
    std::fs::metadata(path).expect("the file exists").len()
}

fn folder() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.store");
    (folder, path)
}

#[test]
fn answers_are_remembered() {
    let (_folder, path) = folder();
    let mut store = open_when_free(&path);
    assert!(store.is_empty());
    for number in 0..300 {
        store.remember(&question(number), &answer(0, number as u16)).expect("remembered");
    }
    drop(store);
    let store = open_when_free(&path);
    assert_eq!(store.len(), 300);
    for number in 0..300 {
        assert_eq!(store.solved(&question(number)), Some(&answer(0, number as u16)));
    }
    let other = Question { digest: Some("another".into()), ..question(1) };
    assert_eq!(store.solved(&other), None);
}

#[test]
fn many_answers_fill_several_pages() {
    let (_folder, path) = folder();
    let long = |number: usize| {
        let best = vec![String::from_utf8_lossy(&noise(number as u64, 30_000)).into_owned()];
        Answer { best, ..answer(1, 1) }
    };
    let mut store = open_when_free(&path);
    for number in (0..12).chain(0..3) {
        store.remember(&question(number), &long(number)).expect("remembered");
    }
    drop(store);
    let store = open_when_free(&path);
    assert_eq!(store.len(), 12);
    assert!((0..12).all(|number| store.solved(&question(number)) == Some(&long(number))));
}

#[test]
fn the_more_exact_answer_stays() {
    let (_folder, path) = folder();
    let mut store = open_when_free(&path);
    let mut tell = |low, high| {
        let result = store.remember(&question(1), &answer(low, high));
        let known = store.solved(&question(1)).map(|known| (known.low, known.high));
        (result.is_ok(), known.expect("an answer"))
    };
    assert_eq!(tell(0, 5), (true, (0, 5)));
    assert_eq!(tell(2, 4), (true, (2, 4)));
    assert_eq!(tell(0, 3), (true, (2, 4)));
    assert_eq!(tell(3, 3), (true, (3, 3)));
    assert_eq!(tell(4, 4), (false, (3, 3)), "a contradiction");
    assert_eq!(tell(0, 2), (false, (3, 3)), "a contradiction");
}

#[test]
fn checkpoints_come_back_as_they_were() {
    let (_folder, path) = folder();
    let mut store = open_when_free(&path);
    let contents = [
        vec![],
        vec![7],
        noise(1, (1 << 20) - 1),
        noise(2, 1 << 20),
        vec![0; 5_000_000],
        noise(3, 3_500_000),
    ];
    for (number, bytes) in contents.iter().enumerate() {
        save(&mut store, number, "pns", bytes);
        save(&mut store, number, "df-pn", &noise(number as u64, 100));
    }
    drop(store);
    let mut store = open_when_free(&path);
    for (number, bytes) in contents.iter().enumerate() {
        assert_eq!(load(&mut store, number, "pns").as_ref(), Some(bytes));
        assert_eq!(load(&mut store, number, "df-pn"), Some(noise(number as u64, 100)));
        assert_eq!(load(&mut store, number, "mcts"), None);
    }
    assert!(store.drop_checkpoint(&question(5), "pns").expect("dropped"));
    assert!(!store.drop_checkpoint(&question(5), "pns").expect("nothing to drop"));
    assert_eq!(load(&mut store, 5, "pns"), None);
    assert_eq!(load(&mut store, 4, "pns").as_ref(), Some(&contents[4]));
}

#[test]
fn parts_that_have_not_changed_are_not_written_again() {
    let (_folder, path) = folder();
    let save = |parts: &[&[u8]]| {
        let write = |out: &mut dyn Write| {
            parts.iter().try_for_each(|part| out.write_all(part).and_then(|()| out.flush()))
        };
        let mut store = open_when_free(&path);
        store.save_checkpoint(&question(1), "pns", write).expect("saved");
    };
    let load = || load(&mut open_when_free(&path), 1, "pns");
    let (grown, zeros) = (noise(1, 3_000_000), [0; 1_000_000]);
    save(&[&grown[..2_000_000], &zeros, &noise(2, 100_000)]);
    let before = size(&path);
    for round in 1..=10 {
        // One part grows, another stays, and the last has other bytes every time.
        let parts = [&grown[..2_000_000 + 100_000 * round], &zeros, &noise(round as u64, 100_000)];
        save(&parts);
        assert_eq!(load(), Some(parts.concat()));
        let most = before + 100_000 * round as u64 + 2 * (1 << 18) + 250_000;
        assert!(size(&path) < most, "{} bytes in round {round}", size(&path));
    }
    save(&[&zeros, &grown[..1_000_000]]);
    assert_eq!(load(), Some([&zeros, &grown[..1_000_000]].concat()), "parts in another order");
}

#[test]
fn space_is_used_again() {
    let (_folder, path) = folder();
    let mut store = open_when_free(&path);
    for round in 0..30 {
        save(&mut store, 1, "pns", &noise(round, 2_000_000 + 1000 * round as usize));
        store.remember(&question(round as usize), &answer(0, 1)).expect("remembered");
        assert_eq!(
            load(&mut store, 1, "pns").map(|b| b.len()),
            Some(2_000_000 + 1000 * round as usize)
        );
    }
    assert!(size(&path) < 6_000_000, "{} bytes for a checkpoint of 2 MB", size(&path));
    store.drop_checkpoint(&question(1), "pns").expect("dropped");
    store.remember(&question(99), &answer(0, 1)).expect("remembered");
    drop(store);
    let mut store = open_when_free(&path);
    save(&mut store, 1, "pns", b"small");
    assert!(size(&path) < 100_000, "{} bytes for nearly nothing", size(&path));
    assert_eq!(store.len(), 31);
}

#[test]
fn a_failed_checkpoint_leaves_the_old_one() {
    let (_folder, path) = folder();
    let mut store = open_when_free(&path);
    save(&mut store, 1, "pns", b"old");
    let result = store.save_checkpoint(&question(1), "pns", |out: &mut dyn Write| {
        out.write_all(&noise(1, 3_000_000))?;
        Err(std::io::Error::other("no more"))
    });
    assert!(matches!(result, Err(StoreError::Io(_))));
    assert_eq!(load(&mut store, 1, "pns"), Some(b"old".to_vec()));
    save(&mut store, 1, "pns", b"new");
    assert_eq!(load(&mut store, 1, "pns"), Some(b"new".to_vec()));
    assert!(size(&path) < 100_000);
}

#[test]
fn one_at_a_time() {
    let (_folder, path) = folder();
    let store = open_when_free(&path);
    assert!(matches!(open(&path), Err(StoreError::InUse)));
    drop(store);
    open_when_free(&path);
}

#[test]
fn other_files_are_left_alone() {
    let (folder, path) = folder();
    for content in [&b"x"[..], b"a text, not a store\n", &noise(1, 10_000), &[0; 5000]] {
        std::fs::write(&path, content).expect("written");
        assert!(matches!(open(&path), Err(StoreError::NotAStore)));
        assert_eq!(std::fs::read(&path).expect("readable"), content);
    }
    let key = Key::at(&path.with_file_name("key")).expect("a key");
    assert!(matches!(Store::open(folder.path(), &key), Err(StoreError::Io(_))));
    let nowhere = folder.path().join("no such folder").join("store");
    assert!(matches!(Store::open(nowhere, &key), Err(StoreError::Io(_))));
    std::fs::write(&path, b"").expect("written");
    open_when_free(&path);
}

#[test]
fn other_versions_are_named() {
    let (_folder, path) = folder();
    drop(open_when_free(&path));
    let mut bytes = std::fs::read(&path).expect("readable");
    bytes[16] = 9;
    std::fs::write(&path, bytes).expect("written");
    let error = open(&path).err().expect("an error");
    let message = "this store has version 9 of the format; only version 3 is known";
    assert!(error.to_string().starts_with(message), "{error}");
}

/// Opens a store that may be damaged: it must return what was stored, or an error.
fn probe(path: &Path, contents: &[Vec<u8>]) -> bool {
    let Ok(mut store) = open(path) else { return false };
    let mut whole = true;
    for (number, bytes) in contents.iter().enumerate() {
        assert!(store.solved(&question(number)).is_none_or(|known| *known == answer(0, 1)));
        let mut found = Vec::new();
        match store.checkpoint(&question(number), "pns").map(|mut c| c.read_to_end(&mut found)) {
            Some(Ok(_)) => assert_eq!(found, *bytes),
            _ => whole = false,
        }
    }
    whole
}

/// Returns a store with two answers and two checkpoints, as bytes.
fn example(path: &Path) -> (Vec<u8>, Vec<Vec<u8>>) {
    let contents = vec![noise(1, 3000), b"abc".repeat(2000)];
    let mut store = open(path).expect("new");
    for (number, bytes) in contents.iter().enumerate() {
        store.remember(&question(number), &answer(0, 1)).expect("remembered");
        save(&mut store, number, "pns", bytes);
    }
    drop(store);
    (std::fs::read(path).expect("readable"), contents)
}

#[test]
fn truncated_files_are_errors() {
    let (_folder, path) = folder();
    let (bytes, contents) = example(&path);
    assert!(probe(&path, &contents));
    for length in (1..bytes.len()).step_by(7).chain([bytes.len() - 1]) {
        std::fs::write(&path, &bytes[..length]).expect("written");
        assert!(open(&path).is_err(), "{length} of {} bytes", bytes.len());
    }
}

#[test]
fn damaged_files_are_errors() {
    let (_folder, path) = folder();
    let (bytes, contents) = example(&path);
    let used = |place: &usize| {
        *place < 20 || *place >= 4096 || (512..576).contains(place) || (1024..1088).contains(place)
    };
    let mut noticed = 0;
    let places: Vec<usize> = (0..bytes.len()).filter(used).step_by(11).collect();
    for (turn, &place) in places.iter().enumerate() {
        let mut damaged = bytes.clone();
        damaged[place] ^= 1 << (turn % 8);
        std::fs::write(&path, damaged).expect("written");
        noticed += usize::from(!probe(&path, &contents));
    }
    // Only gaps and the older slot may change unnoticed.
    assert!(noticed * 10 > places.len() * 6, "{noticed} of {} changes were noticed", places.len());
}
