//! And-inverter graphs: circuits of conjunctions and negations where equal gates are one gate.

use rustc_hash::FxHashMap;

/// A wire: the output of a node, inverted or not.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Wire(u32);

impl Wire {
    pub const FALSE: Wire = Wire(0);
    pub const TRUE: Wire = Wire(1);

    /// The output of a node.
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

/// A node: a conjunction, or something whose value comes from elsewhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Node {
    /// The constant, an input, or a register of a loop.
    Given,
    And(Wire, Wire),
}

/// A circuit. Node 0 is the constant false; nodes come after what they depend on, loops aside.
#[derive(Clone, Debug)]
pub(crate) struct Aig {
    pub nodes: Vec<Node>,
    known: FxHashMap<(Wire, Wire), Wire>,
    /// Large disjunctions: many atoms have the same one.
    sums: FxHashMap<Box<[Wire]>, Wire>,
}

impl Aig {
    pub fn new() -> Aig {
        let (known, sums) = Default::default();
        Aig { nodes: vec![Node::Given], known, sums }
    }

    /// A new wire that gets its value from elsewhere.
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

    /// Simplifies a conjunction where one side is a conjunction with the other side in it.
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

    /// The conjunction of all, in the order given: common beginnings become common gates.
    pub fn all(&mut self, wires: impl IntoIterator<Item = Wire>) -> Wire {
        wires.into_iter().fold(Wire::TRUE, |all, wire| self.and(all, wire))
    }

    /// The disjunction of all. Large sets that differ in few wires share most of their gates: the tree is that of a treap
    /// over the wires, which depends on nothing but the set. Small ones share their beginnings.
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

    /// Forgets what only matters while nodes are added.
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
