//! Necessary conditions: the facts of a group that must hold for a wire to be true, a bit for each
//! fact.

use super::Group;
use crate::net::{Built, Node, Wire};

/// For each node the facts that must hold for it to be true, and those that must hold for it to be
/// false.
pub(super) struct Necessary {
    masks: Vec<[u64; 2]>,
}

impl Necessary {
    /// Computes the conditions of all nodes of a network. The group must have at most 64 facts.
    pub fn new(built: &Built, group: &Group) -> Necessary {
        let mut masks = vec![[0; 2]; built.aig.nodes.len()];
        masks[0] = [u64::MAX, 0]; // the constant false is never true
        for (bit, &fact) in group.facts.iter().enumerate() {
            masks[built.facts[fact].1.node()][0] = 1 << bit;
        }
        for number in 0..built.aig.nodes.len() {
            if let Node::And(a, b) = built.aig.nodes[number] {
                let of = |wire: Wire, value: usize| {
                    masks[wire.node()][value ^ usize::from(wire.inverted())]
                };
                masks[number] = [of(a, 0) | of(b, 0), of(a, 1) & of(b, 1)];
            }
        }
        Necessary { masks }
    }

    /// Returns the facts that must hold for a wire to be true.
    pub fn of(&self, wire: Wire) -> u64 {
        self.masks[wire.node()][usize::from(wire.inverted())]
    }
}

/// The longest list of alternatives or conditions; a part that is reached along several paths is
/// listed several times. Parts beyond this number are not decomposed, which is sound.
const MOST_PARTS: usize = 10_000;

/// Collects the alternatives of a wire: it is true if and only if one of them is.
pub(super) fn alternatives(built: &Built, wire: Wire, found: &mut Vec<Wire>) {
    match built.aig.nodes[wire.node()] {
        Node::And(a, b) if wire.inverted() && found.len() < MOST_PARTS => {
            alternatives(built, !a, found);
            alternatives(built, !b, found);
        }
        _ => found.push(wire),
    }
}

/// Collects the conditions of a wire, including itself: it is true if and only if all of them are.
pub(super) fn conditions(built: &Built, wire: Wire, found: &mut Vec<Wire>) {
    found.push(wire);
    if let Node::And(a, b) = built.aig.nodes[wire.node()]
        && !wire.inverted()
        && found.len() < MOST_PARTS
    {
        conditions(built, a, found);
        conditions(built, b, found);
    }
}
