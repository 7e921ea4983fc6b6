//! Formulas as a hash-consed DAG, with quantifiers expanded and names numbered.
//!
//! One arena serves two purposes. The plain style keeps all operators and simplifies constants; it
//! is used for model checking. The *kernel* style has only ¬, ∧ and the three modalities
//! [ZT15, Def. 3] and simplifies nothing; it is used for checking proofs.

use rustc_hash::{FxHashMap, FxHashSet};

/// A formula, by its number in [`Formulas`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Formula(pub(crate) u32);

/// The top-level operator of a formula with its operands. Atoms and actions are numbers of the
/// frame.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Node {
    /// ⊤ or ⊥.
    Truth(bool),
    /// A propositional variable.
    Atom(u32),
    /// `initial`.
    Initial,
    /// `terminal`.
    Terminal,
    /// `does(a)`.
    Does(u32),
    /// `legal(a)`.
    Legal(u32),
    /// ¬φ.
    Not(Formula),
    /// A conjunction of at least two formulas.
    And(Box<[Formula]>),
    /// A disjunction of at least two formulas.
    Or(Box<[Formula]>),
    /// φ ↔ ψ.
    Iff(Formula, Formula),
    /// Prioritised disjunction [ZT15, Eq. 2].
    Else(Formula, Formula),
    /// Prioritised conjunction [ZT15, Eq. 3].
    Also(Formula, Formula),
    /// `[a]φ`.
    Exec(u32, Formula),
    /// `@a: φ`.
    Select(u32, Formula),
    /// `{α}φ`.
    Strategy(Formula, Formula),
    /// ○φ [ZT15, Eq. 1].
    Next(Formula),
}

/// Properties of a formula that do not depend on a model.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Facts {
    /// Its truth does not depend on the chosen action: no `does` occurs outside `[·]` and `@`.
    pub statewise: bool,
    /// `legal` occurs, so enclosing strategies matter.
    pub legal: bool,
    /// No modality and no `does` occurs.
    pub propositional: bool,
    /// The depth of the formula.
    pub depth: u32,
}

/// An arena of formulas; equal formulas have equal numbers.
#[derive(Clone, Debug, Default)]
pub struct Formulas {
    nodes: Vec<Node>,
    facts: Vec<Facts>,
    index: FxHashMap<Node, Formula>,
    /// In the kernel style: the number of actions of the frame.
    kernel: Option<u32>,
}

impl Formulas {
    /// Returns an empty arena in the plain style.
    pub fn new() -> Formulas {
        Formulas::default()
    }

    /// Returns an empty arena in the kernel style, for a frame with this many actions.
    pub fn kernel(actions: usize) -> Formulas {
        Formulas { kernel: Some(actions as u32), ..Formulas::default() }
    }

    /// Returns the number of formulas.
    #[allow(clippy::len_without_is_empty)] // nobody asks
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns the top-level operator of a formula with its operands.
    pub fn node(&self, formula: Formula) -> &Node {
        &self.nodes[formula.0 as usize]
    }

    /// Returns the properties of a formula.
    pub fn facts(&self, formula: Formula) -> Facts {
        self.facts[formula.0 as usize]
    }

    fn add(&mut self, node: Node) -> Formula {
        if let Some(&known) = self.index.get(&node) {
            return known;
        }
        let formula = Formula(self.nodes.len() as u32);
        self.facts.push(self.facts_of(&node));
        self.nodes.push(node.clone());
        self.index.insert(node, formula);
        formula
    }

    fn facts_of(&self, node: &Node) -> Facts {
        let mut facts = Facts { statewise: true, legal: false, propositional: true, depth: 1 };
        for part in parts(node) {
            let inner = self.facts(part);
            facts.statewise &= inner.statewise;
            facts.legal |= inner.legal;
            facts.propositional &= inner.propositional;
            facts.depth = facts.depth.max(inner.depth + 1);
        }
        match node {
            Node::Does(_) | Node::Next(_) => facts.statewise = false,
            Node::Exec(..) | Node::Select(..) => facts.statewise = true,
            Node::Strategy(_, inner) => facts.statewise = self.facts(*inner).statewise,
            Node::Legal(_) => facts.legal = true,
            _ => {}
        }
        facts.propositional &= !matches!(
            node,
            Node::Does(_)
                | Node::Next(_)
                | Node::Exec(..)
                | Node::Select(..)
                | Node::Strategy(..)
                | Node::Else(..)
                | Node::Also(..)
        );
        facts
    }

    /// Returns ⊤ or ⊥; in the kernel style ⊥ is ¬⊤.
    pub fn truth(&mut self, truth: bool) -> Formula {
        let top = self.add(Node::Truth(true));
        match (truth, self.kernel) {
            (true, _) => top,
            (false, None) => self.add(Node::Truth(false)),
            (false, Some(_)) => self.add(Node::Not(top)),
        }
    }

    /// Returns a propositional variable.
    pub fn atom(&mut self, atom: u32) -> Formula {
        self.add(Node::Atom(atom))
    }

    /// Returns `initial`.
    pub fn initial(&mut self) -> Formula {
        self.add(Node::Initial)
    }

    /// Returns `terminal`.
    pub fn terminal(&mut self) -> Formula {
        self.add(Node::Terminal)
    }

    /// Returns `does(a)`.
    pub fn does(&mut self, action: u32) -> Formula {
        self.add(Node::Does(action))
    }

    /// Returns `legal(a)`.
    pub fn legal(&mut self, action: u32) -> Formula {
        self.add(Node::Legal(action))
    }

    /// Returns ¬φ.
    pub fn not(&mut self, inner: Formula) -> Formula {
        if self.kernel.is_none() {
            match *self.node(inner) {
                Node::Truth(truth) => return self.truth(!truth),
                Node::Not(twice) => return twice,
                _ => {}
            }
        }
        self.add(Node::Not(inner))
    }

    /// Returns the conjunction of a list; ⊤ if it is empty. Nested conjunctions are flattened.
    pub fn and(&mut self, list: Vec<Formula>) -> Formula {
        let flat = self.flat(list, true);
        if self.kernel.is_none() {
            return self.simplified(flat, true);
        }
        match flat.as_slice() {
            [] => self.truth(true),
            &[one] => one,
            _ => self.add(Node::And(flat.into())),
        }
    }

    /// Returns the disjunction of a list; ⊥ if it is empty.
    pub fn or(&mut self, list: Vec<Formula>) -> Formula {
        if self.kernel.is_none() {
            let flat = self.flat(list, false);
            return self.simplified(flat, false);
        }
        match list.as_slice() {
            [] => self.truth(false),
            &[one] => one,
            _ => {
                let negated = list.into_iter().map(|part| self.not(part)).collect();
                let none = self.and(negated);
                self.not(none)
            }
        }
    }

    fn flat(&self, list: Vec<Formula>, and: bool) -> Vec<Formula> {
        let mut flat = Vec::with_capacity(list.len());
        for part in list {
            match self.node(part) {
                Node::And(inner) if and => flat.extend_from_slice(inner),
                Node::Or(inner) if !and => flat.extend_from_slice(inner),
                _ => flat.push(part),
            }
        }
        flat
    }

    /// Returns the flat conjunction or disjunction without constants and repetitions, or a constant
    /// if it contains a formula and its negation.
    fn simplified(&mut self, flat: Vec<Formula>, and: bool) -> Formula {
        let mut seen = FxHashSet::default();
        let mut list = Vec::with_capacity(flat.len());
        for part in flat {
            match *self.node(part) {
                Node::Truth(truth) if truth == and => continue,
                Node::Truth(truth) => return self.truth(truth),
                Node::Not(inner) if seen.contains(&inner) => return self.truth(!and),
                _ => {}
            }
            if self.index.get(&Node::Not(part)).is_some_and(|not| seen.contains(not)) {
                return self.truth(!and);
            }
            if seen.insert(part) {
                list.push(part);
            }
        }
        match list.as_slice() {
            [] => self.truth(and),
            &[one] => one,
            _ if and => self.add(Node::And(list.into())),
            _ => self.add(Node::Or(list.into())),
        }
    }

    /// Returns φ → ψ.
    pub fn implies(&mut self, from: Formula, to: Formula) -> Formula {
        if self.kernel.is_none() {
            let not = self.not(from);
            return self.or(vec![not, to]);
        }
        let not = self.not(to);
        let broken = self.and(vec![from, not]);
        self.not(broken)
    }

    /// Returns φ ↔ ψ.
    pub fn iff(&mut self, a: Formula, b: Formula) -> Formula {
        if self.kernel.is_some() {
            let there = self.implies(a, b);
            let back = self.implies(b, a);
            return self.and(vec![there, back]);
        }
        match (self.node(a), self.node(b)) {
            _ if a == b => self.truth(true),
            (&Node::Truth(truth), _) => {
                if truth {
                    b
                } else {
                    self.not(b)
                }
            }
            (_, &Node::Truth(truth)) => {
                if truth {
                    a
                } else {
                    self.not(a)
                }
            }
            _ => self.add(Node::Iff(a.min(b), a.max(b))),
        }
    }

    /// Returns `[a]φ`.
    pub fn exec(&mut self, action: u32, inner: Formula) -> Formula {
        match (self.kernel, self.node(inner)) {
            (None, Node::Truth(_)) => inner,
            _ => self.add(Node::Exec(action, inner)),
        }
    }

    /// Returns `@a: φ`.
    pub fn select(&mut self, action: u32, inner: Formula) -> Formula {
        match (self.kernel, self.node(inner)) {
            (None, &Node::Does(done)) => self.truth(done == action),
            (None, _) if self.facts(inner).statewise => inner,
            _ => self.add(Node::Select(action, inner)),
        }
    }

    /// Returns `{α}φ`; in the plain style this is φ if `legal` does not occur in φ.
    pub fn strategy(&mut self, strategy: Formula, inner: Formula) -> Formula {
        if self.kernel.is_none() && !self.facts(inner).legal {
            return inner;
        }
        self.add(Node::Strategy(strategy, inner))
    }

    /// Returns ○φ [ZT15, Eq. 1].
    pub fn next(&mut self, inner: Formula) -> Formula {
        let Some(actions) = self.kernel else {
            let constant = matches!(self.node(inner), Node::Truth(_));
            return if constant { inner } else { self.add(Node::Next(inner)) };
        };
        let each = |this: &mut Self, action| {
            let (does, after) = (this.does(action), this.exec(action, inner));
            this.and(vec![does, after])
        };
        let list = (0..actions).map(|action| each(self, action)).collect();
        self.or(list)
    }

    /// Returns α else β [ZT15, Eq. 2].
    pub fn otherwise(&mut self, a: Formula, b: Formula) -> Formula {
        let Some(actions) = self.kernel else {
            return match (self.node(a), self.node(b)) {
                (Node::Truth(true), _) | (_, Node::Truth(false)) => a,
                (Node::Truth(false), _) => b,
                _ => self.add(Node::Else(a, b)),
            };
        };
        let not = self.not(a);
        let mut list = vec![b];
        list.extend((0..actions).map(|action| self.select(action, not)));
        let fallback = self.and(list);
        self.or(vec![a, fallback])
    }

    /// Returns α also β [ZT15, Eq. 3].
    pub fn also(&mut self, a: Formula, b: Formula) -> Formula {
        let Some(actions) = self.kernel else {
            return match (self.node(a), self.node(b)) {
                (Node::Truth(false), _) | (_, Node::Truth(_)) => a,
                (Node::Truth(true), _) if self.facts(b).statewise => a,
                _ => self.add(Node::Also(a, b)),
            };
        };
        let both = self.and(vec![a, b]);
        let list = (0..actions).map(|action| self.select(action, both)).collect();
        let possible = self.or(list);
        let preferred = self.implies(possible, b);
        self.and(vec![a, preferred])
    }
}

/// Returns the direct subformulas of a formula.
pub fn parts(node: &Node) -> Vec<Formula> {
    match node {
        Node::Not(a) | Node::Exec(_, a) | Node::Select(_, a) | Node::Next(a) => vec![*a],
        Node::And(list) | Node::Or(list) => list.to_vec(),
        Node::Iff(a, b) | Node::Else(a, b) | Node::Also(a, b) | Node::Strategy(a, b) => {
            vec![*a, *b]
        }
        _ => Vec::new(),
    }
}
