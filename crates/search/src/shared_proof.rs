//! A proof in the making, in which equal (state, formula) pairs are one node.

use ludex_evidence::{Proof, ProofNode, Step};
use ludex_game::Hints;
use ludex_logic::Formula;
use rustc_hash::FxHashMap;

use crate::budget::{Meter, Search, Stopped};

/// The nodes of a proof so far, children before parents.
pub(crate) struct SharedProof<'b, G: Hints> {
    /// The proof node of each (state, formula without its negation).
    numbers: FxHashMap<(G::State, Formula), u32>,
    nodes: Vec<ProofNode<G::Move>>,
    pub meter: Meter<'b>,
    /// A fair estimate of what the two above weigh.
    bytes: usize,
}

impl<'b, G: Hints> SharedProof<'b, G> {
    /// A proof without nodes that is to keep to the budget of the meter.
    pub fn new(meter: Meter<'b>) -> Self {
        SharedProof { numbers: FxHashMap::default(), nodes: Vec::new(), meter, bytes: 0 }
    }

    /// The node of a pair, if there is one already; a negation of the formula is left aside.
    pub fn find(&self, state: &G::State, formula: Formula) -> Option<u32> {
        self.numbers.get(&(state.clone(), formula.positive())).copied()
    }

    /// A new node for a pair.
    pub fn add(
        &mut self,
        state: &G::State,
        formula: Formula,
        node: ProofNode<G::Move>,
    ) -> Search<u32> {
        let number = u32::try_from(self.nodes.len()).map_err(|_| Stopped::Memory)?;
        let replies = if let Step::All(replies) = &node.step { replies.len() } else { 0 };
        self.bytes += 2 * size_of::<((G::State, Formula), u32)>()
            + size_of::<ProofNode<G::Move>>()
            + replies * size_of::<(G::Move, u64)>();
        self.meter.memory(self.bytes)?;
        self.nodes.push(node);
        self.numbers.insert((state.clone(), formula.positive()), number);
        Ok(number)
    }

    /// The number of a node, if it shows what its parent relies on: two states under one key must not
    /// spoil a proof.
    pub fn relied_on(&self, number: u32, formula: Formula, holds: bool) -> Search<u32> {
        let shown = self.nodes[number as usize].holds != formula.negated();
        if shown == holds { Ok(number) } else { Err(Stopped::KeyClash) }
    }

    /// The proof, whose root is the node that was added last.
    pub fn finish(self) -> Proof<G::Move> {
        Proof { nodes: self.nodes }
    }
}
