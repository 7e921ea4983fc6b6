//! Replaces facts that never change by constants.

use ludex_base::{Budget, Stopped, Ticker};

use super::aig::{Aig, Node, Wire};
use super::build::{Built, Loop, Outputs};

/// Returns the circuit with the known values of facts substituted. All inputs are kept, even if
/// unused.
pub(crate) fn simplify(
    built: &Built,
    known: &[Option<bool>],
    budget: &Budget,
) -> Result<Built, Stopped> {
    let mut copy =
        Copier { built, aig: Aig::new(), wires: vec![Wire::FALSE; 1], loops: Vec::new() };
    let facts = built.facts.iter().map(|f| f.1.node()).zip(known);
    let constants = facts.filter_map(|(node, value)| Some((node, (*value)?))).collect();
    copy.nodes(&constants, &Ticker::new(budget))?;
    Ok(copy.finish())
}

struct Copier<'b> {
    built: &'b Built,
    aig: Aig,
    /// For each node of the circuit its wire in the copy.
    wires: Vec<Wire>,
    loops: Vec<Loop>,
}

impl Copier<'_> {
    fn wire(&self, wire: Wire) -> Wire {
        let copy = self.wires[wire.node()];
        if wire.inverted() { !copy } else { copy }
    }

    /// Copies all nodes in order, each after those it depends on. Inputs keep their numbers, as
    /// they come first.
    fn nodes(
        &mut self,
        constants: &rustc_hash::FxHashMap<usize, bool>,
        ticker: &Ticker<'_>,
    ) -> Result<(), Stopped> {
        for (number, &node) in self.built.aig.nodes.iter().enumerate().skip(1) {
            ticker.tick()?;
            let wire = match node {
                Node::And(a, b) => {
                    let (a, b) = (self.wire(a), self.wire(b));
                    self.aig.and(a, b)
                }
                Node::Given => {
                    if let Some(&of) = self.built.loop_of.get(&number)
                        && self.built.loops[of].registers[0].node() == number
                    {
                        self.rules(of);
                    }
                    let given = self.aig.given();
                    match constants.get(&number) {
                        Some(true) => Wire::TRUE,
                        Some(false) => Wire::FALSE,
                        None => given,
                    }
                }
            };
            self.wires.push(wire);
        }
        Ok(())
    }

    /// Copies the rules of a loop, except those that can never apply.
    fn rules(&mut self, of: usize) {
        let rules = self.built.loops[of].rules.iter().map(|ways| {
            let ways = ways.iter().map(|(wire, inside)| (self.wire(*wire), inside.clone()));
            ways.filter(|way| way.0 != Wire::FALSE).collect()
        });
        let rules = rules.collect();
        debug_assert_eq!(self.loops.len(), of, "loops are numbered in the order of their nodes");
        self.loops.push(Loop { registers: Vec::new(), rules });
    }

    fn finish(mut self) -> Built {
        let built = self.built;
        let mut loop_of = rustc_hash::FxHashMap::default();
        for (number, block) in built.loops.iter().enumerate() {
            let registers: Vec<Wire> = block.registers.iter().map(|&r| self.wire(r)).collect();
            loop_of.extend(registers.iter().map(|r| (r.node(), number)));
            self.loops[number].registers = registers;
        }
        let pairs = |list: &Vec<(crate::terms::Term, Wire)>| -> Vec<_> {
            list.iter().map(|&(term, wire)| (term, self.wire(wire))).collect()
        };
        let outputs = Outputs {
            terminal: self.wire(built.outputs.terminal),
            legal: built.outputs.legal.iter().map(pairs).collect(),
            goals: built.outputs.goals.iter().map(pairs).collect(),
            next: built.outputs.next.iter().map(|&wire| self.wire(wire)).collect(),
        };
        // Facts and moves are the first nodes of both circuits.
        let (facts, does) = (built.facts.clone(), built.does.clone());
        self.aig.finish();
        Built { aig: self.aig, loops: self.loops, facts, does, outputs, loop_of }
    }
}
