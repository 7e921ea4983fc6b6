//! Independent subgames: a partition of the facts into groups such that the next values of a group
//! and the legality of its moves depend on no other group. Counters and the facts that determine
//! the turn are common to all.

use super::cone::cone;
use crate::net::{Built, Node, Wire};

/// Returns the number of groups that have both facts and moves.
pub(super) fn factors(built: &Built, common: &[usize]) -> usize {
    let mut groups = Groups::new(built, common);
    groups.join_nodes(built);
    for (&(_, fact), &next) in built.facts.iter().zip(&built.outputs.next) {
        groups.join(fact, next);
    }
    let legal = built.outputs.legal.iter().flatten().map(|m| m.1);
    let does: Vec<Wire> = built.does.iter().flatten().copied().collect();
    legal.zip(&does).for_each(|(legal, &does)| groups.join(does, legal));
    let with_moves: rustc_hash::FxHashSet<u32> =
        does.iter().filter(|d| d.node() != 0).map(|d| groups.group(d.node() as u32)).collect();
    let facts = built.facts.iter().map(|f| f.1.node()).filter(|&node| groups.own[node]);
    let facts: Vec<usize> = facts.collect();
    let with_facts: rustc_hash::FxHashSet<u32> =
        facts.into_iter().map(|node| groups.group(node as u32)).collect();
    with_facts.intersection(&with_moves).count()
}

/// A partition of the nodes into groups (union-find).
struct Groups {
    parents: Vec<u32>,
    /// Whether a node depends on anything that is not common to all groups.
    own: Vec<bool>,
}

impl Groups {
    fn new(built: &Built, common: &[usize]) -> Groups {
        let count = built.aig.nodes.len();
        let mut own = vec![false; count];
        built.facts.iter().for_each(|f| own[f.1.node()] = true);
        common.iter().for_each(|&fact| own[built.facts[fact].1.node()] = false);
        built.does.iter().flatten().for_each(|does| own[does.node()] = true);
        own[0] = false;
        Groups { parents: (0..count as u32).collect(), own }
    }

    fn group(&mut self, mut node: u32) -> u32 {
        while self.parents[node as usize] != node {
            let above = self.parents[self.parents[node as usize] as usize];
            self.parents[node as usize] = above;
            node = above;
        }
        node
    }

    /// Merges the groups of two wires, if neither is common to all groups.
    fn join(&mut self, a: Wire, b: Wire) {
        if self.own[a.node()] && self.own[b.node()] {
            let (a, b) = (self.group(a.node() as u32), self.group(b.node() as u32));
            self.parents[a as usize] = b;
        }
    }

    /// Merges the group of each gate with the groups of its inputs.
    fn join_nodes(&mut self, built: &Built) {
        // Terminal states and goals may depend on several groups.
        let legal = built.outputs.legal.iter().flatten().map(|m| m.1);
        let needed = cone(built, built.outputs.next.iter().copied().chain(legal));
        for number in (0..built.aig.nodes.len()).filter(|&number| needed[number]) {
            match built.aig.nodes[number] {
                Node::And(a, b) => {
                    self.own[number] = self.own[a.node()] || self.own[b.node()];
                    self.join(Wire::of(number), a);
                    self.join(Wire::of(number), b);
                }
                Node::Given => {
                    let Some(&of) = built.loop_of.get(&number) else { continue };
                    let block = &built.loops[of];
                    let first = block.registers[0];
                    self.own[number] = true;
                    self.join(Wire::of(number), first);
                    if first.node() == number {
                        let needs = block.rules.iter().flatten().map(|way| way.0);
                        needs.for_each(|wire| self.join(first, wire));
                    }
                }
            }
        }
    }
}
