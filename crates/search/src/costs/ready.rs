//! The cost functions of [Saf13, Examples 8 to 10], and the size of a proof.

use ludex_game::{Agent, Atom};

use super::{Cost, Costs};

const ONE: Cost = Cost::new(1);

/// A cost function with a name.
#[derive(Clone, Copy)]
pub struct ReadyCosts<'c> {
    /// Its name.
    pub name: &'c str,
    /// What it counts.
    pub about: &'c str,
    /// The costs.
    pub costs: &'c dyn Costs,
}

/// The named cost functions; the first one is the default.
pub static COSTS: [ReadyCosts<'static>; 4] = [
    ReadyCosts { name: "size", about: "the nodes of the proof as a tree", costs: &Size },
    ReadyCosts { name: "depth", about: "the most moves in a play (Example 8)", costs: &Depth },
    ReadyCosts { name: "atoms", about: "the atoms looked at (Example 9)", costs: &Atoms },
    ReadyCosts {
        name: "interactions",
        about: "the atoms looked at and the lists of moves asked for (Example 10)",
        costs: &Interactions::ONE_EACH,
    },
];

/// The nesting depth of boxes: the greatest number of moves of a play in the proof [Saf13, Example
/// 8].
#[derive(Clone, Copy, Default, Debug)]
pub struct Depth;

impl Costs for Depth {
    fn atom(&self, _: Atom) -> Cost {
        Cost::ZERO
    }

    fn conjunction(&self, parts: &mut dyn Iterator<Item = Cost>) -> Cost {
        parts.max().unwrap_or(Cost::ZERO)
    }

    fn boxed(&self, _: Agent, parts: &mut dyn Iterator<Item = Cost>) -> Cost {
        ONE + parts.max().unwrap_or(Cost::ZERO)
    }
}

/// The number of atoms that have to be evaluated [Saf13, Example 9].
#[derive(Clone, Copy, Default, Debug)]
pub struct Atoms;

impl Costs for Atoms {
    fn atom(&self, _: Atom) -> Cost {
        ONE
    }

    fn conjunction(&self, parts: &mut dyn Iterator<Item = Cost>) -> Cost {
        parts.sum()
    }

    fn boxed(&self, _: Agent, parts: &mut dyn Iterator<Item = Cost>) -> Cost {
        parts.sum()
    }
}

/// The cost of queries to the game [Saf13, Example 10]: a price for every evaluation of an atom,
/// and one for every list of an agent's successors.
#[derive(Clone, Debug)]
pub struct Interactions {
    /// The price of an atom.
    pub atom: Cost,
    /// The price of a list of successors, `k_□`.
    pub list: Cost,
    /// Agents whose lists have a price of their own, `k_□a`.
    pub lists_of: Vec<(Agent, Cost)>,
}

impl Interactions {
    /// Every query costs 1.
    pub const ONE_EACH: Interactions = Interactions { atom: ONE, list: ONE, lists_of: Vec::new() };

    fn price(&self, agent: Agent) -> Cost {
        let own = self.lists_of.iter().find(|(of, _)| *of == agent);
        own.map_or(self.list, |&(_, price)| price)
    }
}

impl Costs for Interactions {
    fn atom(&self, _: Atom) -> Cost {
        self.atom
    }

    fn conjunction(&self, parts: &mut dyn Iterator<Item = Cost>) -> Cost {
        parts.sum()
    }

    fn boxed(&self, agent: Agent, parts: &mut dyn Iterator<Item = Cost>) -> Cost {
        self.price(agent) + parts.sum()
    }
}

/// The most expensive play of a proof, where every list of an agent's successors has a price, and
/// looking at an atom another: [`Depth`] with prices.
#[derive(Clone, Debug)]
pub struct Longest(pub Interactions);

impl Costs for Longest {
    fn atom(&self, _: Atom) -> Cost {
        self.0.atom
    }

    fn conjunction(&self, parts: &mut dyn Iterator<Item = Cost>) -> Cost {
        parts.max().unwrap_or(Cost::ZERO)
    }

    fn boxed(&self, agent: Agent, parts: &mut dyn Iterator<Item = Cost>) -> Cost {
        self.0.price(agent) + parts.max().unwrap_or(Cost::ZERO)
    }
}

/// The number of nodes of the proof as a tree. Negations cost nothing [Saf13, Table 4.1] and are
/// not counted.
#[derive(Clone, Copy, Default, Debug)]
pub struct Size;

impl Costs for Size {
    fn atom(&self, _: Atom) -> Cost {
        ONE
    }

    fn truth(&self) -> Cost {
        ONE
    }

    fn conjunction(&self, parts: &mut dyn Iterator<Item = Cost>) -> Cost {
        ONE + parts.sum()
    }

    fn boxed(&self, _: Agent, parts: &mut dyn Iterator<Item = Cost>) -> Cost {
        ONE + parts.sum()
    }
}
