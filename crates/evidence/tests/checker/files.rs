//! Files: both encodings keep everything, and no input makes the program panic.

use std::path::PathBuf;

use ludex_base::Random;
use ludex_evidence::{Claim, EquilibriumLine, EquilibriumStep, Evidence, FileError, Holder, check};
use ludex_game::Outcome;
use ludex_logic::{Formula, Formulas};

use crate::graph::Graph;
use crate::naive::{solution, winning};
use crate::nim::{Nim, omega_evidence};

fn nim_evidence() -> (Nim, Formulas, Formula, Evidence) {
    let game = Nim::new([1, 2, 0]);
    let (dag, formula, evidence) = omega_evidence(&game, 2);
    (game, dag, formula, Evidence { digest: Some(ludex_base::digest(b"rules")), ..evidence })
}

/// Returns evidence for both bounds of the value of a state in a random game.
fn value_evidence(seed: u64) -> Option<(Graph, Evidence)> {
    let game = Graph::random(&mut Random::new(seed), 2);
    let states: Vec<u8> = game.states().collect();
    let value = (0..3).map(Outcome).find(|&outcome| {
        let force = |holder| winning(&game, &states, holder, outcome).contains(&0);
        force(Holder::Max) && force(Holder::Min)
    })?;
    let made = |holder| solution(&game, &winning(&game, &states, holder, value), holder, &0);
    let (low, high) = (made(Holder::Max)?, made(Holder::Min)?);
    let bounds = (Some((value, &low)), Some((value, &high)));
    let evidence = Evidence::value("graph", &game, &0, bounds.0, bounds.1).ok()?;
    Some((game, evidence))
}

fn no_formula(
    _: ludex_game::Agent,
    _: &str,
    _: Option<&str>,
) -> Result<(Formulas, Formula), String> {
    Err("there is no formula here".to_owned())
}

#[test]
fn both_encodings_keep_everything() {
    let (_, _, _, evidence) = nim_evidence();
    let values = (0..200).filter_map(value_evidence).map(|(game, evidence)| {
        let stats = check(&game, &evidence, no_formula).expect("both bounds are right");
        let Claim::Value { low: Some(low), high: Some(high) } = &evidence.claim else {
            panic!("both bounds were given")
        };
        assert_eq!(stats.nodes, low.nodes.len() + high.nodes.len());
        evidence
    });
    let all: Vec<Evidence> = values.chain([evidence]).collect();
    assert!(all.len() > 100, "only {} pieces of evidence", all.len());
    for evidence in all {
        let (json, binary) = (evidence.to_json(), evidence.to_binary().expect("it is small"));
        assert_eq!(Evidence::from_bytes(json.as_bytes()).expect("JSON"), evidence);
        assert_eq!(Evidence::from_bytes(&binary).expect("binary"), evidence);
    }
}

/// The name of a file that is removed at the end.
struct Temporary(PathBuf);

impl Temporary {
    fn new(name: &str) -> Temporary {
        Temporary(std::env::temp_dir().join(format!("ludex-{}-{name}", std::process::id())))
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

#[test]
fn the_extension_decides_how_a_file_is_written() {
    let (_, _, _, evidence) = nim_evidence();
    for (name, is_json) in [("a.json", true), ("b.JSON", true), ("c.ludex", false), ("d", false)] {
        let file = Temporary::new(name);
        evidence.write(&file.0).expect("the directory for temporary files takes it");
        let bytes = std::fs::read(&file.0).expect("it was just written");
        assert_eq!(bytes.starts_with(b"{"), is_json, "{name}");
        assert_eq!(Evidence::read(&file.0).expect("it was just written"), evidence, "{name}");
    }
    let missing = Evidence::read(&Temporary::new("missing").0);
    assert!(matches!(missing, Err(FileError::Io(_))), "{missing:?}");
}

#[test]
fn json_has_one_node_a_line() {
    let (_, _, _, evidence) = nim_evidence();
    let Claim::Formula { proof, .. } = &evidence.claim else { unreachable!() };
    let json = evidence.to_json();
    let lines = json.lines().filter(|line| line.trim().starts_with("{\"position\""));
    assert_eq!(lines.count(), proof.nodes.len());
    let line = EquilibriumLine {
        position: "p".to_owned(),
        values: vec!["1".to_owned()],
        step: EquilibriumStep::Choose("a".to_owned(), vec![("a".to_owned(), 0)]),
    };
    let values = vec![("Ann".to_owned(), "1".to_owned())];
    let claim = Claim::Equilibrium { values, nodes: vec![line.clone(), line] };
    let json = Evidence::new("g", "p".to_owned(), claim).to_json();
    let starts = json.lines().filter(|line| line.trim().starts_with("{\"position\""));
    assert_eq!(starts.count(), 2, "{json}");
    let node = json.lines().find(|line| line.contains("choose")).expect("a node");
    assert!(node.contains("position") && node.trim_end_matches(',').ends_with('}'), "{json}");
}

/// The example of `FORMAT.md` is exactly what the program writes, and is accepted.
#[test]
fn the_example_of_the_documentation_is_right() {
    let text = include_str!("../../FORMAT.md");
    let example = text.split("```json\n").nth(1).and_then(|rest| rest.split("```").next());
    let example = example.expect("FORMAT.md has an example");
    let evidence = Evidence::from_bytes(example.as_bytes()).expect("the example can be read");
    assert_eq!(evidence.to_json(), example);
    let game = Nim::new([1, 1, 0]);
    let (dag, formula, written) = omega_evidence(&game, 1);
    assert_eq!(evidence, written);
    assert!(check(&game, &evidence, |_, _, _| Ok((dag, formula))).is_ok());
}

#[test]
fn random_bytes_are_refused() {
    let (_, _, _, evidence) = nim_evidence();
    let binary = evidence.to_binary().expect("it is small");
    let mut rng = Random::new(1);
    for _ in 0..20_000 {
        let length = rng.below(200);
        let mut bytes: Vec<u8> = (0..length).map(|_| rng.bits() as u8).collect();
        // Half of them look like evidence at first: magic and version, or a brace.
        match rng.below(4) {
            0 => _ = bytes.splice(0..0, binary[..12].iter().copied()),
            1 => _ = bytes.splice(0..0, *b"{\"format\":"),
            _ => {}
        }
        assert!(Evidence::from_bytes(&bytes).is_err());
    }
}

#[test]
fn cut_files_are_refused() {
    let (_, _, _, evidence) = nim_evidence();
    let (json, binary) = (evidence.to_json(), evidence.to_binary().expect("it is small"));
    for bytes in [json.trim_end().as_bytes(), &binary] {
        for length in 0..bytes.len() {
            assert!(Evidence::from_bytes(&bytes[..length]).is_err(), "{length} bytes");
        }
        let more = [bytes, b"more"].concat();
        assert!(Evidence::from_bytes(&more).is_err(), "something follows");
    }
}

/// A flipped bit in a binary file is noticed (or does not matter); one in JSON may be valid JSON
/// that says something else, which is for the checker to judge without a panic.
#[test]
fn flipped_bits_do_no_harm() {
    let (game, dag, formula, evidence) = nim_evidence();
    let (json, binary) = (evidence.to_json(), evidence.to_binary().expect("it is small"));
    for bit in 0..binary.len() * 8 {
        let mut bytes = binary.clone();
        bytes[bit / 8] ^= 1 << (bit % 8);
        if let Ok(read) = Evidence::from_bytes(&bytes) {
            assert_eq!(read, evidence, "bit {bit}");
        }
    }
    let nodes = json.find("\"nodes\"").expect("there are nodes");
    for bit in 0..json.len() * 8 {
        let mut bytes = json.clone().into_bytes();
        bytes[bit / 8] ^= 1 << (bit % 8);
        let Ok(read) = Evidence::from_bytes(&bytes) else { continue };
        let result = check(&game, &read, |_, _, _| Ok((dag.clone(), formula)));
        let matters = bit / 8 > nodes && read != evidence;
        assert!(!matters || result.is_err(), "bit {bit}: {:?}", read.claim);
    }
}

#[test]
fn other_files_are_named_for_what_they_are() {
    let (_, _, _, evidence) = nim_evidence();
    let json = evidence.to_json();
    let error = |text: &str| Evidence::from_bytes(text.as_bytes()).unwrap_err().to_string();
    assert!(error("[1, 2]").contains("neither JSON nor"), "{}", error("[1, 2]"));
    assert!(error("{}").contains("`format` is not"), "{}", error("{}"));
    let newer = json.replace("\"version\": 1", "\"version\": 2, \"new\": []");
    assert!(error(&newer).contains("version 2"), "{}", error(&newer));
    let unversioned = json.replace("\"version\": 1,", "");
    assert!(error(&unversioned).contains("missing field `version`"), "{}", error(&unversioned));
    let more = json.replace("\"version\": 1", "\"version\": 1, \"new\": []");
    assert!(error(&more).contains("unknown field `new`"), "{}", error(&more));
    let huge = json.replace("\"formula\":1", "\"formula\":4294967296");
    assert!(error(&huge).contains("expected u32 at line"), "{}", error(&huge));

    let mut binary = evidence.to_binary().expect("it is small");
    binary[8] = 7;
    let error = Evidence::from_bytes(&binary).unwrap_err().to_string();
    assert!(error.contains("version 7"), "{error}");
}
