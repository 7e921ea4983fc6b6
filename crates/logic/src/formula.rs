//! Formulas as a hash-consed DAG.
//!
//! The grammar is that of Def. 22: atoms, negation, conjunction, box. A negation is not a node but
//! a mark on the edge (a *complement edge*): it costs nothing, double negations vanish, and `φ` and
//! `¬φ` share one node. Disjunction and diamond are their usual shortcuts. Equal formulas are one
//! node, so `omega(30)` is small and a search can key its table on a formula's number.

use ludex_game::{Agent, Atom};
use rustc_hash::FxHashMap;

/// A formula of a [`Formulas`] DAG: a node and whether it is negated.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Formula(u32);

impl Formula {
    /// `true`, in every DAG.
    pub const TRUE: Formula = Formula(0);
    /// `false`, in every DAG.
    pub const FALSE: Formula = Formula(1);

    /// The number of the node.
    pub fn node(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// Whether the node is negated.
    pub fn negated(self) -> bool {
        self.0 & 1 == 1
    }

    /// The formula without its negation, if it has one.
    pub fn positive(self) -> Formula {
        Formula(self.0 & !1)
    }
}

/// The negation.
impl std::ops::Not for Formula {
    type Output = Formula;

    fn not(self) -> Formula {
        Formula(self.0 ^ 1)
    }
}

/// What a node of the DAG is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Connective {
    /// The formula that is always true.
    True,
    /// An atom.
    Atom(Atom),
    /// `φ & ψ`
    And(Formula, Formula),
    /// `[a] φ`: after all moves of the agent.
    Box(Agent, Formula),
}

/// A DAG of formulas.
///
/// ```
/// use ludex_game::{Agent, Atom};
/// use ludex_logic::Formulas;
/// let mut dag = Formulas::new();
/// let w = dag.atom(Atom::Win(Agent(0)));
/// let can_win = dag.diamond(Agent(0), w);
/// assert_eq!(!!can_win, can_win);
/// assert_eq!(dag.diamond(Agent(0), w), can_win, "equal formulas are one node");
/// ```
#[derive(Clone, Debug)]
pub struct Formulas {
    nodes: Vec<Connective>,
    numbers: FxHashMap<Connective, u32>,
}

impl Default for Formulas {
    fn default() -> Self {
        Self::new()
    }
}

impl Formulas {
    /// A DAG that holds only `true` and `false`.
    pub fn new() -> Formulas {
        let mut dag = Formulas { nodes: Vec::new(), numbers: FxHashMap::default() };
        dag.add(Connective::True);
        dag
    }

    /// How many nodes there are.
    #[allow(clippy::len_without_is_empty)] // `true` is always there
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// What the node of a formula is, its negation left aside.
    pub fn connective(&self, formula: Formula) -> Connective {
        self.nodes[formula.node()]
    }

    /// What the nodes are, in the order of their numbers: parts come before what is made of them.
    pub fn nodes(&self) -> impl ExactSizeIterator<Item = Connective> + '_ {
        self.nodes.iter().copied()
    }

    /// What the node with this number is.
    pub(crate) fn at(&self, node: usize) -> Connective {
        self.nodes[node]
    }

    /// An atom.
    pub fn atom(&mut self, atom: Atom) -> Formula {
        self.add(Connective::Atom(atom))
    }

    /// `left & right`, in this order. Constants are folded away.
    pub fn and(&mut self, left: Formula, right: Formula) -> Formula {
        match (left, right) {
            (Formula::FALSE, _) | (_, Formula::FALSE) => Formula::FALSE,
            (Formula::TRUE, other) | (other, Formula::TRUE) => other,
            _ if left == right => left,
            _ if left == !right => Formula::FALSE,
            _ => self.add(Connective::And(left, right)),
        }
    }

    /// `left | right`, short for `!(!left & !right)`.
    pub fn or(&mut self, left: Formula, right: Formula) -> Formula {
        !self.and(!left, !right)
    }

    /// `[agent] formula`.
    pub fn boxed(&mut self, agent: Agent, formula: Formula) -> Formula {
        self.add(Connective::Box(agent, formula))
    }

    /// `<agent> formula`, short for `![agent] !formula`.
    pub fn diamond(&mut self, agent: Agent, formula: Formula) -> Formula {
        !self.boxed(agent, !formula)
    }

    fn add(&mut self, connective: Connective) -> Formula {
        let number = *self.numbers.entry(connective).or_insert_with(|| {
            self.nodes.push(connective);
            u32::try_from(self.nodes.len() - 1).expect("fewer than 2^31 formulas")
        });
        Formula(number << 1)
    }
}
