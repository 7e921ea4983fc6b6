//! A proof under construction, in which equal (state, formula) pairs are one node.

use ludex_evidence::{Proof, ProofNode, Step};
use ludex_game::{Agent, Choice, Hints, Question};
use ludex_logic::Formula;
use rustc_hash::FxHashMap;

use crate::budget::{Meter, Search, Stopped};

/// The nodes of a proof so far, children before parents.
pub(crate) struct SharedProof<'b, G: Hints> {
    /// The proof node of each (state, formula without its negation).
    numbers: FxHashMap<(G::State, Formula), u32>,
    nodes: Vec<ProofNode<G::Move>>,
    pub meter: Meter<'b>,
    /// An estimate of the memory of the two above.
    bytes: usize,
    /// The bytes of a state beyond its own size.
    heap: usize,
}

impl<'b, G: Hints> SharedProof<'b, G> {
    /// Makes a proof without nodes that is limited by the budget of the meter.
    pub fn new(meter: Meter<'b>, game: &G) -> Self {
        let (numbers, heap) = (FxHashMap::default(), game.heap_bytes());
        SharedProof { numbers, nodes: Vec::new(), meter, bytes: 0, heap }
    }

    /// Returns the node of a pair, if there is one already; a negation of the formula is ignored.
    pub fn find(&self, state: &G::State, formula: Formula) -> Option<u32> {
        self.numbers.get(&(state.clone(), formula.positive())).copied()
    }

    /// Adds a node for a pair; returns its number.
    pub fn add(
        &mut self,
        state: &G::State,
        formula: Formula,
        node: ProofNode<G::Move>,
    ) -> Search<u32> {
        let number = u32::try_from(self.nodes.len()).map_err(|_| Stopped::Memory)?;
        let replies = if let Step::All(replies) = &node.step { replies.len() } else { 0 };
        self.bytes += 2 * size_of::<((G::State, Formula), u32)>()
            + self.heap
            + size_of::<ProofNode<G::Move>>()
            + replies * size_of::<(G::Move, u64)>();
        self.meter.memory(self.bytes)?;
        self.nodes.push(node);
        self.numbers.insert((state.clone(), formula.positive()), number);
        Ok(number)
    }

    /// Returns the number of a node, if it shows what its parent relies on: two states with one key
    /// must not make a proof wrong.
    pub fn relied_on(&self, number: u32, formula: Formula, holds: bool) -> Search<u32> {
        let shown = self.nodes[number as usize].holds != formula.negated();
        if shown == holds { Ok(number) } else { Err(Stopped::KeyClash) }
    }

    /// Returns the number of the node that shows whether the formula holds in the state.
    pub fn shown(&self, state: &G::State, formula: Formula, holds: bool) -> Search<u32> {
        let number = self.find(state, formula).ok_or(Stopped::KeyClash)?;
        self.relied_on(number, formula, holds)
    }

    /// Makes the step that shows that a box holds; all successors must have their nodes.
    pub fn all(
        &self,
        question: Question<'_, G>,
        state: &G::State,
        (agent, inner): (Agent, Formula),
    ) -> Search<Step<G::Move>> {
        let choices = question.choices(state, agent).into_iter();
        let children = choices.map(|choice| {
            let next = question.after(state, agent, choice);
            Ok((choice, self.shown(&next, inner, true)?))
        });
        children.collect::<Search<_>>().map(Step::All)
    }

    /// Makes the step that shows that a box fails, by a successor that has its node.
    pub fn some(
        &self,
        question: Question<'_, G>,
        state: &G::State,
        (agent, inner): (Agent, Formula),
        next: &G::State,
    ) -> Search<Step<G::Move>> {
        let leads = |choice: &Choice<_>| question.after(state, agent, *choice) == *next;
        let choice = question.choices(state, agent).into_iter().find(leads);
        Ok(Step::Some(choice.ok_or(Stopped::KeyClash)?, self.shown(next, inner, false)?))
    }

    /// Returns the proof, whose root is the node that was added last.
    pub fn finish(self) -> Proof<G::Move> {
        Proof { nodes: self.nodes }
    }
}
