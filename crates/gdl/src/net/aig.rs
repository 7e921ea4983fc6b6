//! And-inverter graphs: circuits of conjunctions and negations in which equal gates are shared.

use rustc_hash::FxHashMap;

/// A wire: the output of a node, possibly inverted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Wire(u32);

impl Wire {
    pub const FALSE: Wire = Wire(0);
    pub const TRUE: Wire = Wire(1);

    /// Returns the output of a node.
    pub fn of(node: usize) -> Wire {
        Wire((node as u32) << 1)
    }

    pub fn node(self) -> usize {
        (self.0 >> 1) as usize
    }

    pub fn inverted(self) -> bool {
        self.0 & 1 == 1
    }
}

impl std::ops::Not for Wire {
    type Output = Wire;

    fn not(self) -> Wire {
        Wire(self.0 ^ 1)
    }
}

/// A node: a conjunction, or a value that is given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Node {
    /// The constant, an input, or a register of a loop.
    Given,
    And(Wire, Wire),
}

/// A circuit. Node 0 is the constant false; apart from loops, nodes come after those they depend
/// on.
#[derive(Clone, Debug)]
pub(crate) struct Aig {
    pub nodes: Vec<Node>,
    known: FxHashMap<(Wire, Wire), Wire>,
    /// The large disjunctions: many atoms have equal ones.
    sums: FxHashMap<Box<[Wire]>, Wire>,
}

impl Aig {
    pub fn new() -> Aig {
        let (known, sums) = Default::default();
        Aig { nodes: vec![Node::Given], known, sums }
    }

    /// Adds a node whose value is given, and returns its wire.
    pub fn given(&mut self) -> Wire {
        self.nodes.push(Node::Given);
        Wire((self.nodes.len() as u32 - 1) << 1)
    }

    pub fn and(&mut self, a: Wire, b: Wire) -> Wire {
        let (a, b) = if a < b { (a, b) } else { (b, a) };
        match (a, b) {
            (Wire::FALSE, _) => return Wire::FALSE,
            (Wire::TRUE, b) => return b,
            _ if a == b => return a,
            _ if a == !b => return Wire::FALSE,
            _ => {}
        }
        if let Some(simple) = self.absorb(a, b).or_else(|| self.absorb(b, a)) {
            return simple;
        }
        if let Some(&known) = self.known.get(&(a, b)) {
            return known;
        }
        self.nodes.push(Node::And(a, b));
        let wire = Wire((self.nodes.len() as u32 - 1) << 1);
        self.known.insert((a, b), wire);
        wire
    }

    /// Simplifies a conjunction of two wires if one is a conjunction that contains the other.
    fn absorb(&mut self, a: Wire, b: Wire) -> Option<Wire> {
        let Node::And(x, y) = self.nodes[b.node()] else { return None };
        match b.inverted() {
            false if a == x || a == y => Some(b),
            false if a == !x || a == !y => Some(Wire::FALSE),
            true if a == !x || a == !y => Some(a),
            true if a == x => Some(self.and(a, !y)),
            true if a == y => Some(self.and(a, !x)),
            _ => None,
        }
    }

    /// Returns the conjunction of wires in the given order; common prefixes become common gates.
    pub fn all(&mut self, wires: impl IntoIterator<Item = Wire>) -> Wire {
        wires.into_iter().fold(Wire::TRUE, |all, wire| self.and(all, wire))
    }

    /// Returns the disjunction of wires. Large sets that differ in few wires share most of their
    /// gates: the tree is that of a treap over the wires, which depends on the set only. Small ones
    /// share their prefixes.
    pub fn any(&mut self, mut wires: Vec<Wire>) -> Wire {
        wires.sort_unstable();
        wires.dedup();
        if wires.len() < 16 {
            return !wires.iter().fold(Wire::TRUE, |none, &wire| self.and(none, !wire));
        }
        if let Some(&known) = self.sums.get(&wires[..]) {
            return known;
        }
        let any = !self.none(&wires);
        self.sums.insert(wires.into(), any);
        any
    }

    /// Frees what is only needed while nodes are added.
    pub fn finish(&mut self) {
        (self.known, self.sums) = Default::default();
    }

    fn none(&mut self, wires: &[Wire]) -> Wire {
        let priority = |wire: &Wire| wire.0.wrapping_mul(0x9e37_79b9).rotate_left(15);
        match wires {
            [] => Wire::TRUE,
            [single] => !*single,
            _ => {
                let top = (0..wires.len()).max_by_key(|&i| priority(&wires[i])).unwrap_or(0);
                let [left, right] = [&wires[..top], &wires[top + 1..]].map(|side| self.none(side));
                let rest = self.and(left, right);
                self.and(!wires[top], rest)
            }
        }
    }
}
