//! Nim with three heaps, for evidence that is large, and for messages that people can follow.

use std::time::Instant;

use ludex_evidence::{Claim, Evidence, Statement, check};
use ludex_game::{
    Agent, Agents, Atom, Game, Model, Notation, Outcome, Outcomes, Picture, Question, TextError,
    Turn,
};
use ludex_logic::{Formula, Formulas};

use crate::naive::Prover;

/// Nim, where the player who takes the last stone wins.
pub struct Nim {
    agents: Agents,
    outcomes: Outcomes,
    heaps: [u8; 3],
}

impl Nim {
    pub fn new(heaps: [u8; 3]) -> Nim {
        Nim { agents: Agents::new(["Ann", "Bob"]), outcomes: Outcomes::win_loss(), heaps }
    }
}

/// The heaps and who is on turn.
type State = ([u8; 3], u8);

impl Model for Nim {
    type State = State;
    /// The heap and the number of stones taken.
    type Move = (u8, u8);

    fn agents(&self) -> &Agents {
        &self.agents
    }

    fn outcomes(&self) -> &Outcomes {
        &self.outcomes
    }

    fn initial(&self) -> State {
        (self.heaps, 0)
    }

    fn turn(&self, &(heaps, turn): &State) -> Turn {
        if heaps == [0; 3] { Turn::Final } else { Turn::Of(Agent(turn)) }
    }

    fn moves(&self, &(heaps, _): &State, _: Agent, out: &mut Vec<(u8, u8)>) {
        let takes = |(heap, count)| (1..=count).map(move |take| (heap, take));
        out.extend((0..).zip(heaps).flat_map(takes));
    }

    fn outcome(&self, &(_, turn): &State) -> Outcome {
        Outcome(u16::from(turn == 1))
    }

    fn holds(&self, _: &State, _: u32) -> bool {
        false
    }

    fn key(&self, &([a, b, c], turn): &State) -> u64 {
        u64::from(u32::from_le_bytes([a, b, c, turn]))
    }
}

impl Game for Nim {
    fn play(&self, (heaps, turn): &mut State, agent: Agent, (heap, take): (u8, u8)) {
        heaps[usize::from(heap)] -= take;
        *turn = agent.other().0;
    }
}

impl Notation for Nim {
    fn write_move(&self, _: &State, _: Agent, (heap, take): (u8, u8)) -> String {
        format!("{}-{take}", heap + 1)
    }

    fn write_position(&self, &([a, b, c], turn): &State) -> String {
        format!("{a}/{b}/{c}/{}", self.agents.name(Agent(turn)))
    }

    fn read_position(&self, text: &str) -> Result<State, TextError> {
        let error = || TextError::new("a position is like 1/2/3/Ann", 0..text.len());
        let parts: Vec<&str> = text.split('/').collect();
        let [a, b, c, name] = parts[..] else { return Err(error()) };
        let heap = |text: &str| text.parse::<u8>().map_err(|_| error());
        let agent = self.agents.named(name).ok_or_else(error)?;
        Ok(([heap(a)?, heap(b)?, heap(c)?], agent.0))
    }

    fn atoms(&self) -> Vec<String> {
        Vec::new()
    }

    fn picture(&self, _: &State) -> Picture {
        unreachable!("no test draws")
    }
}

/// Returns `omega(n)`: Ann wins within `n` of her own moves.
pub fn omega(dag: &mut Formulas, n: usize) -> Formula {
    let won = dag.atom(Atom::Win(Agent::FIRST));
    (0..n).fold(won, |omega, _| {
        let replies = dag.boxed(Agent::SECOND, omega);
        let next = dag.diamond(Agent::FIRST, replies);
        dag.or(won, next)
    })
}

/// Returns the formula `omega(n)` at the start, with its evidence.
pub fn omega_evidence(game: &Nim, n: usize) -> (Formulas, Formula, Evidence) {
    let mut dag = Formulas::new();
    let formula = omega(&mut dag, n);
    let question = Question { game, asked: Agent::FIRST };
    let proof = Prover::proof(question, &dag, &game.initial(), formula);
    let text = format!("omega({n})");
    let statement = Statement { text: &text, definitions: None, dag: &dag, formula };
    let evidence = Evidence::formula("nim", question, &game.initial(), statement, &proof)
        .expect("the proof has the shape of one");
    (dag, formula, evidence)
}

/// Prints the figures that `FORMAT.md` quotes, for a proof of some hundred thousand nodes.
#[test]
fn large_proofs_are_small_files() {
    let game = Nim::new([33, 35, 37]);
    let (dag, formula, evidence) = omega_evidence(&game, 53);
    let Claim::Formula { proof, holds, .. } = &evidence.claim else { unreachable!() };
    let nodes = proof.nodes.len();
    assert!(*holds && nodes > 100_000, "{nodes} nodes, holds: {holds}");
    let (json, binary) = (evidence.to_json(), evidence.to_binary().expect("it is not too large"));
    let start = Instant::now();
    let checked = check(&game, &evidence, |_, _, _| Ok((dag.clone(), formula)));
    assert_eq!(checked.expect("it is right").nodes, nodes);
    let bytes = |length: usize| length as f64 / nodes as f64;
    println!(
        "{nodes} nodes: JSON {:.1} bytes a node, binary {:.2}; checked in {:?}",
        bytes(json.len()),
        bytes(binary.len()),
        start.elapsed()
    );
    assert!(bytes(binary.len()) < 20.0, "binary evidence is small");
    assert_eq!(Evidence::from_bytes(&binary).expect("it was just written"), evidence);
    assert_eq!(Evidence::from_bytes(json.as_bytes()).expect("it was just written"), evidence);
}
