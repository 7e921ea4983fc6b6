//! The heuristic functions I and J [Saf13, Table 4.8].

use ludex_logic::{Connective, Formula, Formulas};

use super::{Cost, Costs, Minimal, Operator};

/// Lower bounds on the costs of proofs and disproofs of the formulas of a DAG, in any state of any
/// game [Saf13, Prop. 23]. A box may turn out to be over no moves at all, so that its proof can
/// cost as little as `A_□` of the empty multiset.
#[derive(Clone, Debug)]
pub struct Heuristics {
    /// `(I, J)` of each node. Parts are numbered before the formulas made of them.
    nodes: Vec<(Cost, Cost)>,
}

impl Heuristics {
    /// Computes I and J of all formulas of a DAG.
    pub fn new(formulas: &Formulas, costs: &dyn Costs) -> Heuristics {
        let mut this = Heuristics { nodes: Vec::with_capacity(formulas.len()) };
        for connective in formulas.nodes() {
            let (proof, disproof) = this.evaluate(connective, costs);
            // [Saf13, Lemma 1] says that both are finite; a cost function may violate it.
            this.nodes.push((proof.min(Cost::LARGEST), disproof.min(Cost::LARGEST)));
        }
        this
    }

    /// Returns I and J of a formula by a line of [Saf13, Table 4.8].
    fn evaluate(&self, connective: Connective, costs: &dyn Costs) -> (Cost, Cost) {
        match connective {
            Connective::True => (costs.truth(), costs.truth()),
            Connective::Atom(atom) => (costs.atom(atom), costs.atom(atom)),
            Connective::And(left, right) => {
                let both = Operator::And
                    .aggregate(costs, &mut [left, right].map(|f| self.i(f)).into_iter());
                let one = |f| Operator::And.aggregate(costs, &mut std::iter::once(self.j(f)));
                (both, one(left).min(one(right)))
            }
            Connective::Box(agent, inner) => {
                let operator = Operator::Box(agent);
                let none = operator.aggregate(costs, &mut std::iter::empty());
                (none, operator.aggregate(costs, &mut std::iter::once(self.j(inner))))
            }
        }
    }

    /// Returns `I(φ)`: no proof of the formula is cheaper.
    #[inline]
    pub fn i(&self, formula: Formula) -> Cost {
        let (i, j) = self.nodes[formula.node()];
        if formula.negated() { j } else { i }
    }

    /// Returns `J(φ)`: no disproof of the formula is cheaper.
    #[inline]
    pub fn j(&self, formula: Formula) -> Cost {
        self.i(!formula)
    }

    /// Returns the value of a new leaf [Saf13, Table 4.9].
    #[inline]
    pub fn leaf(&self, formula: Formula) -> Minimal {
        Minimal::open(self.i(formula), self.j(formula))
    }
}
