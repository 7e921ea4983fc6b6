//! Rejections say precisely why, in plain words.

use ludex_base::Random;
use ludex_evidence::{
    Claim, Evidence, Holder, NodeList, Proof, ProofLine, ProofNode, ProofStep, Solution,
    SolutionNode, SolutionStep, Statement, Step, check, check_proof, check_solution,
};
use ludex_game::{Agent, Atom, Choice, Model, Outcome, Question, Turn};
use ludex_logic::{Formula, Formulas};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::graph::{Graph, Place};
use crate::naive::Prover;
use crate::nim::{Nim, omega_evidence};

/// Returns the message after a change of the proof that Ann wins 1/2/0.
fn message(change: impl Fn(&mut Vec<ProofLine>)) -> String {
    let game = Nim::new([1, 2, 0]);
    let (dag, formula, mut evidence) = omega_evidence(&game, 2);
    let Claim::Formula { proof, .. } = &mut evidence.claim else { unreachable!() };
    changed(&mut proof.nodes, change);
    check(&game, &evidence, |_, _, _| Ok((dag, formula))).unwrap_err().to_string()
}

/// Changes a list of nodes.
pub fn changed<T: Clone + Serialize + DeserializeOwned>(
    list: &mut NodeList<T>,
    change: impl Fn(&mut Vec<T>),
) {
    let mut nodes = list.iter().collect();
    change(&mut nodes);
    *list = nodes.into();
}

fn replies(nodes: &mut [ProofLine]) -> (usize, &mut Vec<(String, u32)>) {
    let found = nodes.iter_mut().enumerate().find_map(|(node, line)| match &mut line.step {
        ProofStep::All(list) if list.len() == 2 => Some((node, list)),
        _ => None,
    });
    found.expect("Bob has two replies somewhere")
}

#[test]
fn a_rejection_names_node_position_and_move() {
    let mut node = 0;
    let game = Nim::new([1, 2, 0]);
    let (_, _, mut evidence) = omega_evidence(&game, 2);
    if let Claim::Formula { proof, .. } = &mut evidence.claim {
        node = replies(&mut proof.nodes.iter().collect::<Vec<_>>()).0;
    }
    let at = format!("node {node} (position 1/1/0/Bob): ");
    let dropped = message(|nodes| _ = replies(nodes).1.pop());
    assert_eq!(dropped, format!("{at}Bob's move 2-1 has no child"));
    let doubled = message(|nodes| {
        let list = replies(nodes).1;
        list.push(list[0].clone());
    });
    assert_eq!(doubled, format!("{at}Bob's move 1-1 has two children"));
    let illegal = message(|nodes| replies(nodes).1[0].0 = "3-1".to_owned());
    assert_eq!(illegal, format!("{at}Bob has no move 3-1 here"));
    let later = message(|nodes| replies(nodes).1[0].1 = node as u32);
    assert_eq!(later, format!("{at}its child {node} does not come before it"));
    let missing = message(|nodes| replies(nodes).1[0].1 = 999);
    assert_eq!(missing, format!("{at}its child 999 does not exist"));
    let kind = message(|nodes| {
        let node = replies(nodes).0;
        nodes[node].step = ProofStep::Look;
    });
    assert_eq!(kind, format!("{at}its step does not fit: that a box holds is shown by `all`"));
    let position = message(|nodes| {
        let node = replies(nodes).0;
        nodes[node].position = "0/1/0/Bob".to_owned();
    });
    let reason = "it is about position 0/1/0/Bob, but the moves from the root lead to 1/1/0/Bob";
    assert_eq!(position, format!("{at}{reason}"));
    let truth = message(|nodes| {
        let node = replies(nodes).0;
        nodes[node].holds = false;
    });
    assert!(truth.starts_with(&format!("{at}it shows that formula ")), "{truth}");
    assert!(truth.ends_with(" fails, but holds is due"), "{truth}");
    assert_eq!(message(Vec::clear), "there are no nodes");
}

#[test]
fn claims_that_do_not_fit_the_game_are_refused() {
    let game = Nim::new([1, 2, 0]);
    let (dag, formula, evidence) = omega_evidence(&game, 2);
    let reason = |change: &dyn Fn(&mut Evidence)| {
        let mut evidence = evidence.clone();
        change(&mut evidence);
        check(&game, &evidence, |_, _, _| Ok((dag.clone(), formula))).unwrap_err().reason
    };
    let position = reason(&|evidence| evidence.position = "1/2".to_owned());
    assert!(position.contains("position cannot be read"), "{position}");
    let other = reason(&|evidence| evidence.position = "1/3/0/Ann".to_owned());
    assert!(other.contains("lead to 1/3/0/Ann"), "{other}");
    // Names are written as the game writes them, too.
    for name in ["Zoe", "ann"] {
        let agent = reason(&|evidence| {
            if let Claim::Formula { agent, .. } = &mut evidence.claim {
                *agent = name.to_owned();
            }
        });
        assert!(agent.contains(&format!("{name}, who is not in this game")), "{agent}");
    }
    let nothing = reason(&|evidence| evidence.claim = Claim::Value { low: None, high: None });
    assert_eq!(nothing, "nothing is claimed");
    let invalid = check(&game, &evidence, |_, _, _| Err("no such atom".to_owned()));
    assert!(invalid.unwrap_err().reason.ends_with("not valid: no such atom"));
}

/// In a final state that the asked agent has not won, its opponents pass and nobody else does.
#[test]
fn passes_are_only_where_the_question_has_them() {
    let game = Nim::new([0, 0, 0]);
    let lost = ([0; 3], 0);
    let mut dag = Formulas::new();
    let won = dag.atom(Atom::Win(Agent::FIRST));
    let by_bob = dag.boxed(Agent::SECOND, won);
    let asked_ann = Question { game: &game, asked: Agent::FIRST };
    let asked_bob = Question { game: &game, asked: Agent::SECOND };

    // Asked about Ann, `[Bob] w` fails because Bob can pass.
    let look = ProofNode { holds: false, step: Step::Look };
    let pass = ProofNode { holds: false, step: Step::Some(Choice::Pass, 0) };
    let proof = Proof { nodes: vec![look, pass] };
    let statement = Statement { text: "[B] w", definitions: None, dag: &dag, formula: by_bob };
    let evidence = Evidence::formula("nim", asked_ann, &lost, statement, &proof).unwrap();
    let Claim::Formula { holds: false, proof: disproof, .. } = &evidence.claim else { panic!() };
    assert!(check_proof(asked_ann, &lost, &dag, by_bob, false, disproof).is_ok());
    // Asked about Bob, who has won, he has nothing to choose and `[Bob] w` holds.
    let rejection = check_proof(asked_bob, &lost, &dag, by_bob, false, disproof).unwrap_err();
    assert_eq!(rejection.reason, "Bob has no move pass here");
    let proof = Proof { nodes: vec![ProofNode { holds: true, step: Step::All(vec![]) }] };
    let evidence = Evidence::formula("nim", asked_bob, &lost, statement, &proof).unwrap();
    let Claim::Formula { holds: true, proof, .. } = &evidence.claim else { panic!() };
    assert!(check_proof(asked_bob, &lost, &dag, by_bob, true, proof).is_ok());
    let rejection = check_proof(asked_ann, &lost, &dag, by_bob, true, proof).unwrap_err();
    assert_eq!(rejection.reason, "Bob's move pass has no child");
}

#[test]
fn solutions_are_for_two_agents() {
    let game = Graph::random(&mut Random::new(5), 3);
    let rejection =
        check_solution(&game, &0, Holder::Max, Outcome(1), &NodeList::default()).unwrap_err();
    assert_eq!(
        rejection.to_string(),
        "games of 3 agents have no solutions: at most two are allowed"
    );
}

#[test]
fn a_bound_says_which_of_the_two_is_wrong() {
    let game = Nim::new([1, 0, 0]);
    let nodes = vec![SolutionNode::Final, SolutionNode::Choose((0, 1), 0)];
    let solution = Solution { nodes };
    let compile = |_: Agent, _: &str, _: Option<&str>| Ok((Formulas::new(), Formula::TRUE));
    let low = Some((Outcome(1), &solution));
    let right = Evidence::value("nim", &game, &game.initial(), low, None).unwrap();
    assert_eq!(check(&game, &right, compile).unwrap().nodes, 2);
    let high = Some((Outcome(0), &solution));
    let wrong = Evidence::value("nim", &game, &game.initial(), low, high).unwrap();
    assert_eq!(
        check(&game, &wrong, compile).unwrap_err().to_string(),
        "node 1 (position 1/0/0/Ann): its step does not fit: Ann is on turn, with `replies` \
         (in the high bound)"
    );
    let mut wrong = right;
    if let Claim::Value { low: Some(low), .. } = &mut wrong.claim {
        changed(&mut low.nodes, |nodes| nodes[1].step = SolutionStep::Replies(Vec::new()));
    }
    assert_eq!(
        check(&game, &wrong, compile).unwrap_err().to_string(),
        "node 1 (position 1/0/0/Ann): its step does not fit: Ann is on turn and has to `choose` \
         (in the low bound)"
    );
}

/// Returns a game of one state, whose only agent can stay there in this many ways.
fn loop_game(moves: usize) -> Graph {
    let mut game = Graph::random(&mut Random::new(0), 1);
    let turn = Turn::Of(Agent::FIRST);
    game.places = vec![Place { turn, moves: vec![vec![0; moves]], outcome: Outcome(0), labels: 1 }];
    game
}

/// If two moves look the same, one could hide behind the other and go unchecked.
#[test]
fn moves_written_alike_are_refused() {
    let mut game = loop_game(2);
    let mut dag = Formulas::new();
    let boxed = dag.boxed(Agent::FIRST, Formula::TRUE);
    let question = Question { game: &game, asked: Agent::FIRST };
    let proof = Prover::proof(question, &dag, &0, boxed);
    let statement = Statement { text: "[A] true", definitions: None, dag: &dag, formula: boxed };
    let evidence = Evidence::formula("loop", question, &0, statement, &proof).unwrap();
    let Claim::Formula { proof: mut text, .. } = evidence.claim else { unreachable!() };
    assert!(check_proof(question, &0, &dag, boxed, true, &text).is_ok());
    let all = || ProofStep::All(vec![("a0".to_owned(), 0)]);
    changed(&mut text.nodes, |nodes| nodes[1].step = all());
    game.alike = true;
    let question = Question { game: &game, asked: Agent::FIRST };
    let rejection = check_proof(question, &0, &dag, boxed, true, &text).unwrap_err();
    assert_eq!(rejection.reason, "Ann has two moves that are both written a0");
}

/// Neither formulas nor proofs that are deep need a deep stack.
#[test]
fn deep_proofs_are_checked() {
    let (depth, game, mut dag) = (200_000, loop_game(1), Formulas::new());
    let formula = (0..depth).fold(Formula::TRUE, |inner, _| dag.boxed(Agent::FIRST, inner));
    let step = |child| Step::All(vec![(Choice::Move(0), child)]);
    let boxes = (0..depth).map(|child| ProofNode { holds: true, step: step(child) });
    let look = ProofNode { holds: true, step: Step::Look };
    let proof = Proof { nodes: [look].into_iter().chain(boxes).collect() };
    let question = Question { game: &game, asked: Agent::FIRST };
    let statement = Statement { text: "deep", definitions: None, dag: &dag, formula };
    let evidence = Evidence::formula("loop", question, &0, statement, &proof).unwrap();
    let evidence = Evidence::from_bytes(evidence.to_json().as_bytes()).unwrap();
    let stats = check(&game, &evidence, |_, _, _| Ok((dag.clone(), formula))).unwrap();
    assert_eq!(stats.nodes, depth as usize + 1);
}

/// What is not even in the shape of a proof is refused when it is written.
#[test]
fn shapeless_proofs_are_not_written() {
    let game = Nim::new([1, 0, 0]);
    let (mut dag, question) = (Formulas::new(), Question { game: &game, asked: Agent::FIRST });
    let won = dag.atom(Atom::Win(Agent::FIRST));
    let statement = Statement { text: "w", definitions: None, dag: &dag, formula: won };
    let shapeless = [
        vec![],
        vec![ProofNode { holds: true, step: Step::Both(0, 0) }],
        vec![ProofNode { holds: true, step: Step::All(vec![(Choice::Pass, 7)]) }],
    ];
    for nodes in shapeless {
        let proof = Proof { nodes };
        assert!(Evidence::formula("nim", question, &game.initial(), statement, &proof).is_err());
    }
}
