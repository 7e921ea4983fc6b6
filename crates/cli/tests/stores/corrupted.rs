//! Stores with random damage, and stores that were edited at random with right digests.

use std::path::Path;

use ludex_base::Random;
use ludex_store::{Answer, Key, Question, Store};
use serde_json::Value;

use crate::forger::Forger;
use crate::{Outcome, Place, answer, outcome, rounds};

/// A question, a command that leaves something about it in the store, and the right answer.
struct Example {
    place: Place,
    question: Vec<&'static str>,
    store: Vec<u8>,
    value: Value,
}

impl Example {
    fn new(before: &[&str], question: &[&'static str]) -> Example {
        let place = Place::new();
        let value = answer(&mut place.solve_alone(question))["value"].clone();
        let output = place.solve(before).output().expect("the program runs");
        assert!([Some(0), Some(3)].contains(&output.status.code()), "{before:?}");
        let store = std::fs::read(place.store()).expect("a store");
        Example { place, question: question.to_vec(), store, value }
    }
}

/// Stores with an answer, an endgame table, and checkpoints of all kinds of searches.
fn examples() -> Vec<Example> {
    let nim = "nim:heaps=3-4-5";
    let mut examples = vec![
        Example::new(&[nim], &[nim]),
        Example::new(&[nim, "--algorithm", "retrograde"], &[nim, "--moves", "1:1"]),
    ];
    for algorithm in ["pns", "alphabeta", "dfpn", "pp", "pn2", "mcts"] {
        let question = ["domineering:rows=5,columns=5", "--hints", "off", "--best", "one"];
        let question = [&question[..], &["--algorithm", algorithm]].concat();
        let before = [&question[..], &["--max-nodes", "400"]].concat();
        examples.push(Example::new(&before, &question));
    }
    examples
}

/// Damages bytes as disks and programs do. Returns what was done.
fn damage(random: &mut Random, bytes: &mut Vec<u8>) -> &'static str {
    let (start, length) = (random.below(bytes.len()), 1 + random.below(600));
    let end = (start + length).min(bytes.len());
    match random.below(5) {
        0 => {
            bytes.truncate(start);
            "truncated"
        }
        1 => {
            bytes[start..end].fill(0);
            "zeros"
        }
        2 => {
            let to = random.below(bytes.len() - (end - start) + 1);
            bytes.copy_within(start..end, to);
            "a part twice"
        }
        3 => {
            bytes[start..end].iter_mut().for_each(|byte| *byte = random.below(256) as u8);
            "noise"
        }
        _ => {
            for _ in 0..=random.below(8) {
                let place = random.below(bytes.len());
                bytes[place] ^= 1 << random.below(8);
            }
            "bits"
        }
    }
}

/// Edits a store as somebody does who knows the format, but not the key. Returns what was done.
fn forge(random: &mut Random, path: &Path) -> &'static str {
    let mut forger = Forger::read(path);
    let what = match random.below(7) {
        0 => {
            let value = [0, 1, 2, 3, u16::MAX][random.below(5)];
            forger.edit_answers(|answer| (answer.low, answer.high) = (value, value));
            "answers"
        }
        1 => {
            forger.edit_checkpoints(|chunk| {
                for _ in 0..200 {
                    let place = random.below(chunk.len());
                    chunk[place] = [0, 1, 255][random.below(3)];
                }
            });
            "checkpoints"
        }
        2 => {
            forger.edit_checkpoints(|chunk| chunk.truncate(random.below(chunk.len() + 1)));
            "checkpoints cut off"
        }
        3 => {
            for (_, sealed) in &mut forger.directory.checkpoints {
                sealed.seal = [random.below(256) as u8; 32];
            }
            "seals"
        }
        4 => {
            forger.generation = u64::MAX - random.below(2) as u64;
            "generations"
        }
        5 => return with_another_key(random, path),
        _ => {
            let mut directory = postcard::to_stdvec(&forger.directory).expect("encoded");
            for _ in 0..=random.below(4) {
                let place = random.below(directory.len());
                directory[place] = random.below(256) as u8;
            }
            forger.write_directory(path, &directory);
            return "directories";
        }
    };
    forger.write(path);
    what
}

/// Adds false answers to all questions of a store with a key of one's own.
fn with_another_key(random: &mut Random, path: &Path) -> &'static str {
    let forger = Forger::read(path);
    let pages = forger.directory.pages.iter().map(|page| forger.plain(&page.blocks[0]));
    let answered = pages
        .flat_map(|page| postcard::from_bytes::<Vec<(Question, Answer)>>(&page).expect("a page"));
    let started = forger.directory.checkpoints.iter().map(|((question, ..), _)| question.clone());
    let questions: Vec<Question> = answered.map(|(question, _)| question).chain(started).collect();
    let key = Key::at(&path.with_file_name("the key of somebody else")).expect("a key");
    let mut store = Store::open(path, &key).expect("whole");
    let value = random.below(3) as u16;
    for question in questions {
        let answer = Answer {
            low: value,
            high: value,
            best: Vec::new(),
            all_best: true,
            algorithm: "somebody".into(),
            nodes: 1,
            seconds: 0.0,
        };
        store.remember(&question, &answer).expect("remembered");
    }
    "answers with another key"
}

/// Asks twice: both times the right answer, or a refusal.
fn attack(example: &Example, what: &str) -> bool {
    let mut answers = 0;
    for _ in 0..2 {
        match outcome(&mut example.place.solve(&example.question)) {
            Outcome::Answered(found) => {
                assert_eq!(found["value"], example.value, "{what}: {found}");
                assert_eq!(found["exact"], true, "{what}: {found}");
                answers += 1;
            }
            Outcome::Refused(why) => assert!(why.contains("this"), "{what}: {why}"),
        }
    }
    answers > 0
}

#[test]
fn damaged_stores_give_right_answers_or_none() {
    let (mut random, examples) = (Random::new(3), examples());
    let (wanted, mut answered) = (rounds(40), 0);
    for round in 0..wanted {
        let example = &examples[round % examples.len()];
        let mut bytes = example.store.clone();
        let what = damage(&mut random, &mut bytes);
        std::fs::write(example.place.store(), bytes).expect("written");
        answered += usize::from(attack(example, what));
    }
    println!("{wanted} damaged stores: {answered} answered rightly, the others refused");
}

#[test]
fn forged_stores_give_right_answers_or_none() {
    let (mut random, examples) = (Random::new(4), examples());
    let (wanted, mut answered) = (rounds(40), 0);
    for round in 0..wanted {
        let example = &examples[round % examples.len()];
        std::fs::write(example.place.store(), &example.store).expect("written");
        let what = forge(&mut random, &example.place.store());
        answered += usize::from(attack(example, what));
    }
    println!("{wanted} forged stores: {answered} answered rightly, the others refused");
    assert!(answered > wanted / 4);
}
