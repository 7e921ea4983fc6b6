//! Formulas as a hash-consed DAG.
//!
//! The grammar is that of [Saf13, Def. 22]: atoms, negation, conjunction, box. A negation is not a
//! node but a mark on the edge (a *complement edge*): it costs nothing, double negations vanish,
//! and `φ` and `¬φ` share one node. Disjunction and diamond are the usual abbreviations. Equal
//! formulas are one node, so `omega(30)` is small and a search can use a formula's number as a key
//! of its table.

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

    /// Returns the number of the node.
    #[inline]
    pub fn node(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// Returns whether the node is negated.
    #[inline]
    pub fn negated(self) -> bool {
        self.0 & 1 == 1
    }

    /// Returns the formula without its negation, if it has one.
    #[inline]
    pub fn positive(self) -> Formula {
        Formula(self.0 & !1)
    }
}

/// The negation.
impl std::ops::Not for Formula {
    type Output = Formula;

    #[inline]
    fn not(self) -> Formula {
        Formula(self.0 ^ 1)
    }
}

/// The connective of a node of the DAG.
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
#[derive(Clone, PartialEq, Eq, Debug)]
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
    /// Returns a DAG that holds only `true` and `false`.
    pub fn new() -> Formulas {
        let mut dag = Formulas { nodes: Vec::new(), numbers: FxHashMap::default() };
        dag.add(Connective::True);
        dag
    }

    /// Returns the number of nodes.
    #[allow(clippy::len_without_is_empty)] // `true` is always there
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns the connective of a formula's node, without its negation.
    #[inline]
    pub fn connective(&self, formula: Formula) -> Connective {
        self.nodes[formula.node()]
    }

    /// Returns the connectives of all nodes in the order of their numbers: parts come before the
    /// formulas made of them.
    pub fn nodes(&self) -> impl ExactSizeIterator<Item = Connective> + '_ {
        self.nodes.iter().copied()
    }

    /// Returns the connective of the node with this number.
    #[inline]
    pub(crate) fn at(&self, node: usize) -> Connective {
        self.nodes[node]
    }

    /// Returns the formula that is an atom.
    pub fn atom(&mut self, atom: Atom) -> Formula {
        self.add(Connective::Atom(atom))
    }

    /// Returns `left & right`, in this order. Constants are folded away.
    pub fn and(&mut self, left: Formula, right: Formula) -> Formula {
        match (left, right) {
            (Formula::FALSE, _) | (_, Formula::FALSE) => Formula::FALSE,
            (Formula::TRUE, other) | (other, Formula::TRUE) => other,
            _ if left == right => left,
            _ if left == !right => Formula::FALSE,
            _ => self.add(Connective::And(left, right)),
        }
    }

    /// Returns `left | right`, short for `!(!left & !right)`.
    pub fn or(&mut self, left: Formula, right: Formula) -> Formula {
        !self.and(!left, !right)
    }

    /// Returns `[agent] formula`.
    pub fn boxed(&mut self, agent: Agent, formula: Formula) -> Formula {
        self.add(Connective::Box(agent, formula))
    }

    /// Returns `<agent> formula`, short for `![agent] !formula`.
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
