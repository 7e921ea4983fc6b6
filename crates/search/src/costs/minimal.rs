//! Minimal proof numbers: bounds on the cheapest proof and disproof of a pair.
//!
//! This is [Saf13, Table 4.10 and 4.11], with one thing made explicit. A node may be *known* to
//! fail while another child may still have a cheaper disproof than the one found. [Saf13, Prop. 29]
//! excludes that for a search that evaluates one atom at a time; it does not hold if one step can
//! change both numbers of a node, as expansions that evaluate several atoms, a second level, or a
//! table do. So a value says whether it is *settled*: whether the cheapest (dis)proof is known, and
//! not only that there is one. Both numbers are lower bounds at any time [Saf13, Prop. 28],
//! whatever the order of the search, so that a settled value is right in all of them.

use ludex_game::Agent;

use super::{Cost, Costs};

/// The proof numbers of a (state, formula) pair.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Minimal {
    /// The minimal proof number: no proof is cheaper. Infinite if there is none.
    pub proof: Cost,
    /// The minimal disproof number: no disproof is cheaper. Infinite if there is none.
    pub disproof: Cost,
    /// Whether there is a proof or a disproof of the cost of the finite one of the two.
    pub settled: bool,
}

impl Minimal {
    /// Returns a leaf about which nothing is known but its heuristic values.
    pub fn open(proof: Cost, disproof: Cost) -> Minimal {
        Minimal { proof, disproof, settled: false }
    }

    /// Returns the value of a formula that holds or fails, by a (dis)proof of this cost.
    pub fn settled(holds: bool, cost: Cost) -> Minimal {
        let proved = Minimal { proof: cost, disproof: Cost::INFINITE, settled: true };
        if holds { proved } else { proved.negated() }
    }

    /// Returns the value of the negation.
    #[inline]
    pub fn negated(self) -> Minimal {
        Minimal { proof: self.disproof, disproof: self.proof, ..self }
    }

    /// Returns the value of the negation if `negated`, otherwise this value.
    #[inline]
    pub fn negated_if(self, negated: bool) -> Minimal {
        if negated { self.negated() } else { self }
    }

    /// Returns whether the formula holds, if that is known.
    #[inline]
    pub fn truth(self) -> Option<bool> {
        if self.disproof.is_infinite() {
            Some(true)
        } else if self.proof.is_infinite() {
            Some(false)
        } else {
            None
        }
    }

    /// Returns whether its cheapest disproof is known.
    #[inline]
    pub(crate) fn refuted(self) -> bool {
        self.settled && self.proof.is_infinite()
    }

    /// Returns a lower bound on the cost of the (dis)proof, if it is known which of the two exists;
    /// of the cheaper one otherwise.
    pub fn at_least(self) -> Cost {
        self.proof.min(self.disproof)
    }

    /// Combines this value with another one, both being right.
    #[inline]
    pub fn and_also(self, other: Minimal) -> Minimal {
        match (self.settled, other.settled) {
            (true, _) => self,
            (_, true) => other,
            _ => Minimal {
                proof: self.proof.max(other.proof),
                disproof: self.disproof.max(other.disproof),
                settled: false,
            },
        }
    }
}

/// The kind of a node with children.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Operator {
    And,
    Box(Agent),
}

impl Operator {
    /// Returns `A_∧` or `A_□`.
    #[inline]
    pub fn aggregate(self, costs: &dyn Costs, parts: &mut dyn Iterator<Item = Cost>) -> Cost {
        match self {
            Operator::And => costs.conjunction(parts),
            Operator::Box(agent) => costs.boxed(agent, parts),
        }
    }

    /// Returns the aggregate of one part, which is finite exactly if the part is.
    #[inline]
    fn of_one(self, costs: &dyn Costs, part: Cost) -> Cost {
        if part.is_infinite() {
            return Cost::INFINITE;
        }
        self.aggregate(costs, &mut std::iter::once(part)).min(Cost::LARGEST)
    }
}

/// Returns a lower bound on the cost of a disproof by this child, which [Saf13, Table 4.11]
/// minimises.
#[inline]
pub(crate) fn least_disproof(costs: &dyn Costs, operator: Operator, child: Minimal) -> Cost {
    operator.of_one(costs, child.disproof)
}

/// Computes the value of a node from its children [Saf13, Table 4.10]. Truth is taken from the
/// children and never from the costs: a cost function that violates its laws must not cause a wrong
/// answer.
pub(crate) fn update(
    costs: &dyn Costs,
    operator: Operator,
    children: impl Iterator<Item = Minimal> + Clone,
) -> Minimal {
    let (mut fails, mut holds, mut all_settled) = (false, true, true);
    let (mut disproof, mut attained) = (Cost::INFINITE, false);
    for child in children.clone() {
        let least = least_disproof(costs, operator, child);
        let refutes = child.proof.is_infinite();
        if least < disproof {
            (disproof, attained) = (least, false);
        }
        attained |= least == disproof && child.refuted();
        fails |= refutes;
        holds &= child.disproof.is_infinite();
        all_settled &= child.settled;
    }
    if fails {
        return Minimal { proof: Cost::INFINITE, disproof, settled: attained };
    }
    let proof = operator.aggregate(costs, &mut children.map(|child| child.proof));
    Minimal { proof: proof.min(Cost::LARGEST), disproof, settled: holds && all_settled }
}

#[cfg(test)]
mod tests {
    use super::super::Size;
    use super::*;

    fn both(left: Minimal, right: Minimal) -> Minimal {
        update(&Size, Operator::And, [left, right].into_iter())
    }

    #[test]
    fn a_refuted_node_is_settled_only_by_its_cheapest_disproof() {
        let found = Minimal::settled(false, Cost::new(7));
        let cheaper = Minimal::open(Cost::new(1), Cost::new(3));
        let dearer = Minimal::open(Cost::new(1), Cost::new(8));
        let open = both(found, cheaper);
        assert_eq!((open.truth(), open.disproof, open.settled), (Some(false), Cost::new(4), false));
        assert_eq!(both(found, dearer), Minimal::settled(false, Cost::new(8)));
        assert_eq!(both(found, Minimal::settled(true, Cost::ZERO)).at_least(), Cost::new(8));
    }

    #[test]
    fn nothing_to_refute_a_box() {
        let none = update(&Size, Operator::Box(Agent(0)), std::iter::empty());
        assert_eq!(none, Minimal::settled(true, Cost::new(1)));
    }
}
