//! The part of a circuit that some of its wires depend on.

use crate::net::{Built, Node, Wire};

/// Marks the nodes that some wires depend on.
pub(super) fn cone(built: &Built, wires: impl Iterator<Item = Wire>) -> Vec<bool> {
    let mut needed = vec![false; built.aig.nodes.len()];
    wires.for_each(|wire| needed[wire.node()] = true);
    for number in (0..needed.len()).rev() {
        match built.aig.nodes[number] {
            Node::And(a, b) if needed[number] => {
                (needed[a.node()], needed[b.node()]) = (true, true);
            }
            Node::And(..) => {}
            Node::Given => {
                let Some(&of) = built.loop_of.get(&number) else { continue };
                let block = &built.loops[of];
                // Registers are consecutive, and nodes are visited backwards: the first register
                // comes last.
                if block.registers[0].node() == number
                    && block.registers.iter().any(|r| needed[r.node()])
                {
                    block.registers.iter().for_each(|r| needed[r.node()] = true);
                    block.rules.iter().flatten().for_each(|way| needed[way.0.node()] = true);
                }
            }
        }
    }
    needed
}
