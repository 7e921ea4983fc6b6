//! The size of formulas. Children come before their parents in the DAG, so one pass in the order of
//! the nodes is enough and nothing recurses.

use crate::{Connective, Formula, Formulas};

impl Formulas {
    /// Returns the number of different nodes of the formula, including `true` where it occurs.
    /// Negations are not nodes.
    pub fn size(&self, formula: Formula) -> usize {
        let mut used = vec![false; formula.node() + 1];
        used[formula.node()] = true;
        for node in (0..used.len()).rev() {
            if used[node] {
                self.children(node).for_each(|child| used[child.node()] = true);
            }
        }
        used.into_iter().filter(|&used| used).count()
    }

    /// Returns the nesting depth of modalities: the number of moves the formula looks ahead.
    pub fn modal_depth(&self, formula: Formula) -> usize {
        let mut depths: Vec<usize> = Vec::with_capacity(formula.node() + 1);
        for node in 0..=formula.node() {
            let depth = match self.at(node) {
                Connective::True | Connective::Atom(_) => 0,
                Connective::And(left, right) => depths[left.node()].max(depths[right.node()]),
                Connective::Box(_, inner) => depths[inner.node()] + 1,
            };
            depths.push(depth);
        }
        depths[formula.node()]
    }

    fn children(&self, node: usize) -> impl Iterator<Item = Formula> + use<> {
        let (first, second) = match self.at(node) {
            Connective::True | Connective::Atom(_) => (None, None),
            Connective::And(left, right) => (Some(left), Some(right)),
            Connective::Box(_, inner) => (Some(inner), None),
        };
        first.into_iter().chain(second)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludex_game::{Agent, Atom};

    #[test]
    fn shared_parts_count_once() {
        let mut dag = Formulas::new();
        let w = dag.atom(Atom::Final);
        let step = dag.boxed(Agent(0), w);
        let both = dag.and(step, !w);
        let _unrelated = dag.diamond(Agent(1), both);
        assert_eq!((dag.size(both), dag.modal_depth(both)), (3, 1));
        let all_true = dag.boxed(Agent(0), Formula::TRUE);
        assert_eq!((dag.size(all_true), dag.modal_depth(all_true)), (2, 1));
        assert_eq!((dag.size(Formula::FALSE), dag.modal_depth(Formula::FALSE)), (1, 0));
    }
}
