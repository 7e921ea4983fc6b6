//! The cheapest (dis)proof, after it was found what it costs.
//!
//! The search keeps no tree: a walk from the root settles one node after the other again. The table
//! knows most of them, and what it has forgotten is searched for once more.

use ludex_evidence::{Proof, ProofNode, Step};
use ludex_game::{Agent, Choice, Hints};
use ludex_logic::{Connective, Formula};
use rustc_hash::FxHashMap;

use super::engine::Engine;
use super::limits::Limits;
use crate::budget::{Meter, Search, Stopped, deep};
use crate::costs::{Cost, Minimal, Operator, proof_cost};

impl<G: Hints> Engine<'_, G> {
    /// A (dis)proof of the cost that the search has found for the root.
    pub fn prove(
        &mut self,
        meter: &mut Meter,
        state: &G::State,
        formula: Formula,
    ) -> Search<Proof<G::Move>> {
        let mut prover = Prover {
            engine: self,
            meter,
            numbers: FxHashMap::default(),
            nodes: Vec::new(),
            bytes: 0,
        };
        prover.node(state, formula, 1)?;
        let proof = Proof { nodes: prover.nodes };
        // Two states under one key might have made it another one.
        let cost = proof_cost(&proof, self.formulas, formula, self.costs);
        if cost == Some(self.root.at_least()) { Ok(proof) } else { Err(Stopped::KeyClash) }
    }
}

struct Prover<'e, 'g, 'm, 'b, G: Hints> {
    engine: &'e mut Engine<'g, G>,
    meter: &'m mut Meter<'b>,
    /// The proof node of each (state, formula without its negation).
    numbers: FxHashMap<(G::State, Formula), u32>,
    nodes: Vec<ProofNode<G::Move>>,
    /// A fair estimate of what the two above weigh.
    bytes: usize,
}

impl<G: Hints> Prover<'_, '_, '_, '_, G> {
    /// The number of a child that has to show whether the formula holds.
    fn child(&mut self, state: &G::State, formula: Formula, holds: bool, ply: u32) -> Search<u32> {
        let number = self.node(state, formula, ply + 1)?;
        let shown = self.nodes[number as usize].holds != formula.negated();
        if shown == holds { Ok(number) } else { Err(Stopped::KeyClash) }
    }

    /// The number of the proof node for the formula, its negation left aside.
    fn node(&mut self, state: &G::State, formula: Formula, ply: u32) -> Search<u32> {
        let label = (state.clone(), formula.positive());
        if let Some(&number) = self.numbers.get(&label) {
            return Ok(number);
        }
        let node = deep::<G::State, _>(ply, || self.make(state, formula.positive(), ply))?;
        let number = u32::try_from(self.nodes.len()).map_err(|_| Stopped::Memory)?;
        self.weigh(&node)?;
        self.nodes.push(node);
        self.numbers.insert(label, number);
        Ok(number)
    }

    fn weigh(&mut self, node: &ProofNode<G::Move>) -> Search<()> {
        let replies = if let Step::All(replies) = &node.step { replies.len() } else { 0 };
        self.bytes += 2 * size_of::<((G::State, Formula), u32)>()
            + size_of::<ProofNode<G::Move>>()
            + replies * size_of::<(G::Move, u64)>();
        self.meter.memory(self.bytes)
    }

    fn make(&mut self, state: &G::State, formula: Formula, ply: u32) -> Search<ProofNode<G::Move>> {
        let (holds, step) = match self.engine.formulas.connective(formula) {
            Connective::True => (true, Step::Look),
            Connective::Atom(atom) => {
                (self.engine.question.game.satisfies(state, atom), Step::Look)
            }
            Connective::And(left, right) => match self.settle(state, formula, ply)? {
                None => {
                    let left = self.child(state, left, true, ply)?;
                    (true, Step::Both(left, self.child(state, right, true, ply)?))
                }
                Some((0, _)) => (false, Step::Left(self.child(state, left, false, ply)?)),
                Some(_) => (false, Step::Right(self.child(state, right, false, ply)?)),
            },
            Connective::Box(agent, inner) => match self.settle(state, formula, ply)? {
                None => (true, self.all(state, agent, inner, ply)?),
                Some((_, next)) => (false, self.some(state, agent, (inner, next), ply)?),
            },
        };
        Ok(ProofNode { holds, step })
    }

    /// Settles a node once more: the place and the state of the child that refutes it most cheaply,
    /// or nothing if it holds.
    fn settle(
        &mut self,
        state: &G::State,
        formula: Formula,
        ply: u32,
    ) -> Search<Option<(usize, G::State)>> {
        let engine = &mut *self.engine;
        let base = engine.children.len();
        let operator: Operator = engine.unfold(state, formula);
        let nothing = Minimal::open(Cost::ZERO, Cost::ZERO);
        let value = engine.narrow(self.meter, (base, operator), (nothing, Limits::NONE), ply)?;
        let refutation = if value.truth() == Some(true) {
            None
        } else {
            let place = engine.refutation(base, operator).ok_or(Stopped::KeyClash)?;
            Some((place, engine.children[base + place].state.clone()))
        };
        engine.children.truncate(base);
        Ok(refutation)
    }

    fn all(
        &mut self,
        state: &G::State,
        agent: Agent,
        inner: Formula,
        ply: u32,
    ) -> Search<Step<G::Move>> {
        let question = self.engine.question;
        let mut children = Vec::new();
        for choice in question.choices(state, agent) {
            let next = question.after(state, agent, choice);
            children.push((choice, self.child(&next, inner, true, ply)?));
        }
        Ok(Step::All(children))
    }

    fn some(
        &mut self,
        state: &G::State,
        agent: Agent,
        (inner, next): (Formula, G::State),
        ply: u32,
    ) -> Search<Step<G::Move>> {
        let question = self.engine.question;
        let leads = |choice: &Choice<G::Move>| question.after(state, agent, *choice) == next;
        let choice =
            question.choices(state, agent).into_iter().find(leads).ok_or(Stopped::KeyClash)?;
        Ok(Step::Some(choice, self.child(&next, inner, false, ply)?))
    }
}
