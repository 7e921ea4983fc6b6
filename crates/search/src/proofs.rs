//! Making proofs: their nodes so far, one for each (state, formula) pair.

use ludex_evidence::{Proof, ProofNode, Step};
use ludex_game::{Agent, Choice, Game, Question};
use ludex_logic::Formula;
use rustc_hash::FxHashMap;

use crate::budget::{Meter, Search, Stopped};

/// A proof in the making, children before parents.
pub(crate) struct Maker<'g, G: Game> {
    question: Question<'g, G>,
    /// The proof node of each (state, formula without its negation).
    numbers: FxHashMap<(G::State, Formula), u32>,
    nodes: Vec<ProofNode<G::Move>>,
    /// A fair estimate of what the two above weigh.
    bytes: usize,
}

impl<'g, G: Game> Maker<'g, G> {
    pub fn new(question: Question<'g, G>) -> Self {
        Maker { question, numbers: FxHashMap::default(), nodes: Vec::new(), bytes: 0 }
    }

    /// The proof of which the node added last is the root.
    pub fn finish(self) -> Proof<G::Move> {
        Proof { nodes: self.nodes }
    }

    /// The number of the node for a formula, its negation left aside, if there is one.
    pub fn find(&self, state: &G::State, formula: Formula) -> Option<u32> {
        self.numbers.get(&(state.clone(), formula.positive())).copied()
    }

    /// The number of a node that is there and shows whether the formula holds. That it does is looked
    /// at: two states under one key must not spoil a proof.
    pub fn shown(&self, state: &G::State, formula: Formula, holds: bool) -> Search<u32> {
        let number = self.find(state, formula).ok_or(Stopped::KeyClash)?;
        let shown = self.nodes[number as usize].holds != formula.negated();
        if shown == holds { Ok(number) } else { Err(Stopped::KeyClash) }
    }

    /// Adds a node.
    pub fn add(
        &mut self,
        meter: &Meter,
        (state, formula): (&G::State, Formula),
        (holds, step): (bool, Step<G::Move>),
    ) -> Search<u32> {
        let number = u32::try_from(self.nodes.len()).map_err(|_| Stopped::Memory)?;
        let replies = if let Step::All(replies) = &step { replies.len() } else { 0 };
        self.bytes += 2 * size_of::<((G::State, Formula), u32)>()
            + size_of::<ProofNode<G::Move>>()
            + replies * size_of::<(G::Move, u64)>();
        meter.memory(self.bytes)?;
        self.nodes.push(ProofNode { holds, step });
        self.numbers.insert((state.clone(), formula.positive()), number);
        Ok(number)
    }

    /// The step that shows that a box holds, all successors of which have their nodes.
    pub fn all(&self, state: &G::State, agent: Agent, inner: Formula) -> Search<Step<G::Move>> {
        let step = |choice: Choice<G::Move>| {
            let next = self.question.after(state, agent, choice);
            Ok((choice, self.shown(&next, inner, true)?))
        };
        let choices = self.question.choices(state, agent).into_iter();
        Ok(Step::All(choices.map(step).collect::<Search<_>>()?))
    }

    /// The step that shows that a box fails by going to a successor that has its node.
    pub fn some(
        &self,
        state: &G::State,
        agent: Agent,
        (inner, next): (Formula, &G::State),
    ) -> Search<Step<G::Move>> {
        let leads = |choice: &Choice<_>| self.question.after(state, agent, *choice) == *next;
        let choice = self.question.choices(state, agent).into_iter().find(leads);
        Ok(Step::Some(choice.ok_or(Stopped::KeyClash)?, self.shown(next, inner, false)?))
    }
}
