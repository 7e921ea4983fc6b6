//! Conditions without variables: facts about cells and views, connected by "not", "and", "or".
//!
//! Equal conditions are one node, so that comparing them is comparing numbers.

use rustc_hash::{FxHashMap, FxHashSet};

/// A condition, by its number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Expr(u32);

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Node {
    Constant(bool),
    /// A fact about a cell, by its number.
    Fact(usize),
    /// A view: an atom of the rules that has a definition of its own.
    View(usize),
    Not(Expr),
    And(Vec<Expr>),
    Or(Vec<Expr>),
}

impl Expr {
    pub const FALSE: Expr = Expr(0);
    pub const TRUE: Expr = Expr(1);

    pub fn constant(value: bool) -> Expr {
        if value { Expr::TRUE } else { Expr::FALSE }
    }

    pub fn is_constant(self) -> bool {
        self.0 < 2
    }
}

/// All conditions.
#[derive(Clone, Debug)]
pub(crate) struct Exprs {
    nodes: Vec<Node>,
    numbers: FxHashMap<Node, Expr>,
    parts: usize,
    /// The size of each condition when it is fully expanded.
    sizes: Vec<u64>,
}

/// The greatest total number of parts of all conditions.
const MOST_PARTS: usize = 20_000_000;

/// The known truth values of facts.
pub(crate) type Known = FxHashMap<usize, bool>;

impl Exprs {
    pub fn new() -> Exprs {
        let mut exprs =
            Exprs { nodes: Vec::new(), numbers: FxHashMap::default(), parts: 0, sizes: Vec::new() };
        exprs.intern(Node::Constant(false));
        exprs.intern(Node::Constant(true));
        exprs
    }

    fn intern(&mut self, node: Node) -> Expr {
        if let Some(&known) = self.numbers.get(&node) {
            return known;
        }
        let number = Expr(self.nodes.len() as u32);
        let size = |part: &Expr| self.sizes[part.0 as usize];
        self.sizes.push(match &node {
            Node::And(parts) | Node::Or(parts) => {
                parts.iter().fold(1, |sum, part| size(part).saturating_add(sum))
            }
            Node::Not(inner) => size(inner),
            _ => 1,
        });
        self.parts += match &node {
            Node::And(parts) | Node::Or(parts) => 4 + parts.len(),
            _ => 4,
        };
        self.nodes.push(node.clone());
        self.numbers.insert(node, number);
        number
    }

    pub fn node(&self, expr: Expr) -> &Node {
        &self.nodes[expr.0 as usize]
    }

    /// Returns whether there are too many conditions to continue.
    pub fn is_full(&self) -> bool {
        self.parts > MOST_PARTS
    }

    /// Returns the size of a condition when it is fully expanded.
    pub fn size(&self, expr: Expr) -> u64 {
        self.sizes[expr.0 as usize]
    }

    pub fn fact(&mut self, fact: usize) -> Expr {
        self.intern(Node::Fact(fact))
    }

    pub fn view(&mut self, view: usize) -> Expr {
        self.intern(Node::View(view))
    }

    pub fn not(&mut self, expr: Expr) -> Expr {
        match *self.node(expr) {
            Node::Constant(value) => Expr::constant(!value),
            Node::Not(inner) => inner,
            _ => self.intern(Node::Not(expr)),
        }
    }

    pub fn and(&mut self, parts: impl IntoIterator<Item = Expr>) -> Expr {
        self.join(parts, false)
    }

    pub fn or(&mut self, parts: impl IntoIterator<Item = Expr>) -> Expr {
        self.join(parts, true)
    }

    fn join(&mut self, parts: impl IntoIterator<Item = Expr>, any: bool) -> Expr {
        let mut all = Vec::new();
        for part in parts {
            match (self.node(part), any) {
                (Node::And(inner), false) | (Node::Or(inner), true) => all.extend(inner),
                (Node::Constant(value), _) if *value == any => return Expr::constant(any),
                (Node::Constant(_), _) => {}
                _ => all.push(part),
            }
        }
        ludex_base::sort(&mut all);
        all.dedup();
        let opposite = |&part: &Expr| match self.node(part) {
            Node::Not(inner) => all.binary_search(inner).is_ok(),
            _ => false,
        };
        if all.iter().any(opposite) {
            return Expr::constant(any);
        }
        // `a or (a and b)` is `a`, and dually.
        let absorbed = |&part: &Expr| match (self.node(part), any) {
            (Node::And(inner), true) | (Node::Or(inner), false) => {
                inner.iter().any(|i| all.binary_search(i).is_ok())
            }
            _ => false,
        };
        let all: Vec<Expr> = all.iter().copied().filter(|part| !absorbed(part)).collect();
        match all[..] {
            [] => Expr::constant(!any),
            [one] => one,
            _ => self.intern(if any { Node::Or(all) } else { Node::And(all) }),
        }
    }

    /// Returns the parts of a disjunction; the condition itself otherwise.
    pub fn disjuncts(&self, expr: Expr) -> Vec<Expr> {
        match self.node(expr) {
            Node::Or(parts) => parts.clone(),
            Node::Constant(false) => Vec::new(),
            _ => vec![expr],
        }
    }

    /// Returns a condition simplified by known facts. Views that these do not decide stay as they
    /// are: they are evaluated in the same state.
    pub fn assume(
        &mut self,
        expr: Expr,
        known: &Known,
        definition: &dyn Fn(usize) -> Option<Expr>,
        done: &mut FxHashMap<Expr, Expr>,
    ) -> Expr {
        if known.is_empty() || expr.is_constant() {
            return expr;
        }
        if let Some(&result) = done.get(&expr) {
            return result;
        }
        let result = match self.node(expr).clone() {
            Node::Constant(_) => expr,
            Node::Fact(fact) => known.get(&fact).map_or(expr, |&value| Expr::constant(value)),
            Node::View(view) => {
                let meaning = definition(view).unwrap_or(expr);
                let open = meaning == expr;
                let decided =
                    if open { expr } else { self.assume(meaning, known, definition, done) };
                if decided.is_constant() { decided } else { expr }
            }
            Node::Not(inner) => {
                let inner = self.assume(inner, known, definition, done);
                self.not(inner)
            }
            Node::And(parts) => {
                let parts: Vec<Expr> =
                    parts.iter().map(|&p| self.assume(p, known, definition, done)).collect();
                self.and(parts)
            }
            Node::Or(parts) => {
                let parts: Vec<Expr> =
                    parts.iter().map(|&p| self.assume(p, known, definition, done)).collect();
                self.or(parts)
            }
        };
        done.insert(expr, result);
        result
    }

    /// Records the facts that follow if a condition is `value`.
    pub fn implied(
        &self,
        expr: Expr,
        value: bool,
        definition: &dyn Fn(usize) -> Option<Expr>,
        known: &mut Known,
    ) {
        match self.node(expr) {
            Node::Fact(fact) => {
                known.insert(*fact, value);
            }
            Node::View(view) => {
                if let Some(meaning) = definition(*view) {
                    self.implied(meaning, value, definition, known);
                }
            }
            Node::Not(inner) => self.implied(*inner, !value, definition, known),
            Node::And(parts) if value => {
                parts.iter().for_each(|&p| self.implied(p, true, definition, known));
            }
            Node::Or(parts) if !value => {
                parts.iter().for_each(|&p| self.implied(p, false, definition, known));
            }
            _ => {}
        }
    }

    /// Returns the facts of a condition, those of views included.
    pub fn facts(&self, expr: Expr, definition: &dyn Fn(usize) -> Option<Expr>) -> Vec<usize> {
        let (mut facts, mut seen) = (Vec::new(), FxHashSet::default());
        let mut open = vec![expr];
        while let Some(expr) = open.pop() {
            if !seen.insert(expr) {
                continue;
            }
            match self.node(expr) {
                Node::Constant(_) => {}
                Node::Fact(fact) => facts.push(*fact),
                Node::View(view) => open.extend(definition(*view)),
                Node::Not(inner) => open.push(*inner),
                Node::And(parts) | Node::Or(parts) => open.extend(parts),
            }
        }
        ludex_base::sort(&mut facts);
        facts
    }
}
