//! Stores that somebody else has written or changed: nothing in them is believed, and nothing lost.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::Duration;

use ludex_base::Random;
use ludex_store::{Answer, Key, Question, Store, StoreError};

use crate::forger::Forger;

fn question(position: &str) -> Question {
    Question { game: "nim".into(), digest: None, position: position.into() }
}

fn answer(value: u16) -> Answer {
    Answer {
        low: value,
        high: value,
        best: vec!["1:1".into()],
        all_best: false,
        algorithm: "pns".into(),
        nodes: 7,
        seconds: 0.5,
    }
}

fn key(folder: &Path, name: &str) -> Key {
    Key::at(&folder.join(name)).expect("a key")
}

fn save(store: &mut Store, position: &str, method: &str, bytes: &[u8]) {
    store.save_checkpoint(&question(position), method, |out| out.write_all(bytes)).expect("saved");
}

fn load(store: &mut Store, position: &str, method: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    store.checkpoint(&question(position), method)?.read_to_end(&mut bytes).expect("whole");
    Some(bytes)
}

fn chunk(seed: u64) -> Vec<u8> {
    let mut random = Random::new(seed);
    (0..1 << 20).map(|_| random.bits() as u8).collect()
}

/// Makes a store with the answer 1 to two questions and checkpoints of two chunks.
fn example(folder: &Path) -> PathBuf {
    let path = folder.join("games.store");
    let mut store = Store::open(&path, &key(folder, "own")).expect("new");
    for (number, position) in ["a", "b"].into_iter().enumerate() {
        store.remember(&question(position), &answer(1)).expect("remembered");
        let seed = 10 * number as u64;
        save(&mut store, position, "pns", &[chunk(seed), chunk(seed + 1)].concat());
    }
    save(&mut store, "a", "pp", &[chunk(2), chunk(3)].concat());
    path
}

#[test]
fn users_share_a_file_and_believe_only_themselves() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = example(folder.path());
    let (own, other) = (key(folder.path(), "own"), key(folder.path(), "other"));
    assert!(!Store::open(&path, &own).expect("open").is_foreign());
    let mut store = Store::open(&path, &other).expect("open");
    assert!(store.is_foreign() && store.is_empty());
    assert_eq!(load(&mut store, "a", "pns"), None);
    assert!(!store.drop_checkpoint(&question("a"), "pns").expect("not theirs to drop"));
    store.remember(&question("a"), &answer(0)).expect("no contradiction to what is not believed");
    save(&mut store, "a", "pns", b"other");
    drop(store);
    for (key, value, checkpoint) in
        [(&own, 1, [chunk(0), chunk(1)].concat()), (&other, 0, b"other".to_vec())]
    {
        let mut store = Store::open(&path, key).expect("open");
        assert!(store.is_foreign());
        assert_eq!(store.solved(&question("a")), Some(&answer(value)));
        assert_eq!(store.solved(&question("b")).is_some(), value == 1);
        assert_eq!(load(&mut store, "a", "pns"), Some(checkpoint));
        store.remember(&question("c"), &answer(value)).expect("remembered");
    }
    let store = Store::open(&path, &own).expect("open");
    assert_eq!((store.len(), store.solved(&question("c"))), (3, Some(&answer(1))));
}

/// Edits the example with right digests, and opens it with the key that has sealed it.
fn forged(edit: impl FnOnce(&mut Forger)) -> (Store, tempfile::TempDir) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = example(folder.path());
    let mut forger = Forger::read(&path);
    edit(&mut forger);
    forger.write(&path);
    (Store::open(&path, &key(folder.path(), "own")).expect("whole"), folder)
}

#[test]
fn answers_that_were_edited_are_not_believed() {
    let (store, _folder) = forged(|_| {});
    assert!(!store.is_foreign(), "what the forger leaves alone is right");
    assert_eq!(store.solved(&question("a")), Some(&answer(1)));
    let (mut store, _folder) = forged(|forger| forger.edit_answers(|answer| answer.low = 0));
    assert!(store.is_foreign() && store.is_empty());
    assert!(load(&mut store, "a", "pns").is_some(), "the rest is");
}

#[test]
fn checkpoints_are_those_of_their_question_and_method() {
    let swap = |a: usize, b: usize| {
        move |forger: &mut Forger| {
            let seals = &mut forger.directory.checkpoints;
            (seals[a].1, seals[b].1) = (seals[b].1.clone(), seals[a].1.clone());
        }
    };
    // In the order of the directory: (a, pns), (a, pp), (b, pns).
    for (a, b) in [(0, 1), (0, 2)] {
        let (mut store, _folder) = forged(swap(a, b));
        assert!(store.is_foreign());
        assert_eq!(load(&mut store, "a", "pns"), None, "{a} {b}");
    }
    let (mut store, _folder) = forged(|forger| forger.directory.checkpoints[0].1.blocks.reverse());
    assert_eq!(load(&mut store, "a", "pns"), None, "chunks in another order");
    let (mut store, _folder) = forged(|forger| {
        let other = forger.directory.checkpoints.remove(2).1.blocks;
        forger.directory.checkpoints[0].1.blocks[1] = other[1].clone();
    });
    assert_eq!(load(&mut store, "a", "pns"), None, "a chunk of another checkpoint");
    let (mut store, _folder) =
        forged(|forger| forger.directory.checkpoints[0].1.blocks.truncate(1));
    assert_eq!(load(&mut store, "a", "pns"), None, "a chunk less");
    let (mut store, _folder) = forged(|forger| forger.edit_checkpoints(|chunk| chunk[77] ^= 1));
    assert_eq!(load(&mut store, "a", "pp"), None, "a bit of a chunk");
    let (store, _folder) = forged(|forger| {
        let page = forger.directory.pages.remove(0);
        let name = (question("a"), "a page".to_string(), [0; 8]);
        forger.directory.checkpoints.push((name, page));
    });
    assert!(store.is_foreign() && store.is_empty(), "a page is no checkpoint");
}

#[test]
fn the_last_generation_was_followed_by_a_panic() {
    let (mut store, _folder) = forged(|forger| forger.generation = u64::MAX);
    let error = store.remember(&question("c"), &answer(1)).expect_err("no next generation");
    assert!(matches!(error, StoreError::Damaged(_)), "{error}");
    let error = store.drop_checkpoint(&question("a"), "pns").expect_err("no next generation");
    assert!(matches!(error, StoreError::Damaged(_)), "{error}");
}

#[test]
fn a_small_file_does_not_fill_the_memory() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = example(folder.path());
    Forger::read(&path).write_directory(&path, &vec![0; (1 << 24) + 1]);
    let error = Store::open(&path, &key(folder.path(), "own")).err().expect("too large");
    assert!(error.to_string().contains("too large"), "{error}");
}

/// Opens a store that a process may hold which another test is just starting.
fn open_when_free(path: &Path, key: &Key) -> Result<Store, StoreError> {
    loop {
        match Store::open(path, key) {
            Err(StoreError::InUse) => std::thread::sleep(Duration::from_millis(5)),
            opened => return opened,
        }
    }
}

#[test]
fn no_directory_makes_it_panic() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.store");
    let own = key(folder.path(), "own");
    let mut store = Store::open(&path, &own).expect("new");
    store.remember(&question("a"), &answer(1)).expect("remembered");
    save(&mut store, "a", "pns", b"of proof numbers");
    save(&mut store, "a", "pp", b"of product propagation");
    drop(store);
    let mut random = Random::new(1);
    let (mut opened, whole) = (0, std::fs::read(&path).expect("a store"));
    for round in 0..300 {
        std::fs::write(&path, &whole).expect("written");
        let forger = Forger::read(&path);
        let mut directory = postcard::to_stdvec(&forger.directory).expect("encoded");
        for _ in 0..=random.below(3) {
            let place = random.below(directory.len());
            directory[place] = random.bits() as u8;
        }
        if round % 3 == 0 {
            directory.truncate(random.below(directory.len()));
        }
        forger.write_directory(&path, &directory);
        let Ok(mut store) = open_when_free(&path, &own) else { continue };
        opened += 1;
        assert!(store.solved(&question("a")).is_none_or(|known| *known == answer(1)));
        let mut bytes = Vec::new();
        if let Some(mut checkpoint) = store.checkpoint(&question("a"), "pp")
            && checkpoint.read_to_end(&mut bytes).is_ok()
        {
            assert_eq!(bytes, b"of product propagation");
        }
        // It may fail, but what it reports as stored is there.
        if store.remember(&question("c"), &answer(1)).is_ok() {
            drop(store);
            let store = open_when_free(&path, &own).expect("it could be written");
            assert_eq!(store.solved(&question("c")), Some(&answer(1)));
        }
    }
    assert!(opened > 30, "{opened} could be opened");
}
