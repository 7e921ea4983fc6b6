//! Proofs that are kept in several parts: accepted when right, rejected after any change, wherever
//! it is. `LUDEX_PART_MUTATIONS=2000 cargo test -p ludex-evidence parts` makes more of them.

use ludex_base::Random;
use ludex_evidence::{Claim, Evidence, NodeList, ProofLine, ProofStep, check};

use crate::nim::{Nim, omega_evidence};

/// The number of nodes in a part of a file.
const PART: usize = 1 << 14;

/// Returns evidence with other nodes.
fn with_nodes(evidence: &Evidence, nodes: NodeList<ProofLine>) -> Evidence {
    let mut evidence = evidence.clone();
    if let Claim::Formula { proof, .. } = &mut evidence.claim {
        proof.nodes = nodes;
    }
    evidence
}

/// Changes one node, or the order or number of nodes.
fn change(random: &mut Random, nodes: &mut Vec<ProofLine>) {
    let (node, other) = (random.below(nodes.len()), random.below(nodes.len()));
    match random.below(7) {
        0 => nodes[node].position = nodes[other].position.clone(),
        1 => nodes[node].holds ^= true,
        2 => nodes[node].formula = nodes[other].formula,
        3 => lead_to(&mut nodes[node].step, other as u32),
        4 => _ = nodes.remove(node),
        5 => nodes.swap(node, other),
        _ => {
            // The first part in the place of the second, as long as it is.
            let length = (nodes.len() - PART).min(PART);
            let (first, second) = nodes.split_at_mut(PART);
            second[..length].clone_from_slice(&first[..length]);
        }
    }
}

/// Makes a step lead to another node, which may come later.
fn lead_to(step: &mut ProofStep, node: u32) {
    match step {
        ProofStep::Look => {}
        ProofStep::Both(child, _)
        | ProofStep::Left(child)
        | ProofStep::Right(child)
        | ProofStep::Some(_, child) => *child = node,
        ProofStep::All(children) => children.iter_mut().for_each(|(_, child)| *child = node),
    }
}

#[test]
fn changes_in_any_part_are_rejected() {
    let game = Nim::new([17, 19, 21]);
    let (dag, formula, evidence) = omega_evidence(&game, 28);
    let accepts =
        |evidence: &Evidence| check(&game, evidence, |_, _, _| Ok((dag.clone(), formula))).is_ok();
    let Claim::Formula { proof, .. } = &evidence.claim else { unreachable!() };
    let right: Vec<ProofLine> = proof.nodes.iter().collect();
    assert!(right.len() > PART + 100, "{} nodes are one part", right.len());
    let bytes = evidence.to_binary().expect("it is small");
    assert!(accepts(&Evidence::from_bytes(&bytes).expect("it was just written")));
    let wanted = std::env::var("LUDEX_PART_MUTATIONS").ok().and_then(|count| count.parse().ok());
    let mut random = Random::new(24);
    for number in 0..wanted.unwrap_or(20) {
        let mut nodes = right.clone();
        change(&mut random, &mut nodes);
        if nodes != right {
            let forged = with_nodes(&evidence, nodes.into());
            let bytes = forged.to_binary().expect("it is small");
            let read = Evidence::from_bytes(&bytes).expect("the file is whole");
            assert!(!accepts(&read), "change {number} is accepted");
        }
    }
}

/// A proof about one position does not show anything about another, however it is cut.
#[test]
fn parts_of_another_proof_are_rejected() {
    let (game, other) = (Nim::new([17, 19, 21]), Nim::new([17, 19, 22]));
    let (dag, formula, evidence) = omega_evidence(&game, 28);
    let (_, _, foreign) = omega_evidence(&other, 28);
    let nodes = |evidence: &Evidence| match &evidence.claim {
        Claim::Formula { proof, .. } => proof.nodes.iter().collect::<Vec<_>>(),
        _ => unreachable!("it is about a formula"),
    };
    let (own, foreign) = (nodes(&evidence), nodes(&foreign));
    let rejected = |nodes: Vec<ProofLine>| {
        let forged = with_nodes(&evidence, nodes.into());
        check(&game, &forged, |_, _, _| Ok((dag.clone(), formula))).is_err()
    };
    assert!(rejected(foreign.clone()));
    assert!(rejected([&foreign[..PART], &own[PART..]].concat()));
    assert!(rejected(own[PART..].to_vec()));
    assert!(rejected(own[..PART].to_vec()));
}
