//! Restrictions on rules, and substitution of a known action in them.

use rustc_hash::FxHashMap;

use crate::formula::{Formula, Formulas, Node, parts};

/// Returns whether the formula is about one move: it has no modality, but may have `does`.
pub(crate) fn is_transition(formulas: &Formulas, formula: Formula) -> bool {
    let node = formulas.node(formula);
    let modal = matches!(
        node,
        Node::Exec(..)
            | Node::Select(..)
            | Node::Strategy(..)
            | Node::Next(_)
            | Node::Else(..)
            | Node::Also(..)
    );
    !modal && parts(node).into_iter().all(|part| is_transition(formulas, part))
}

/// Returns the formula with some basic formulas replaced, and simplified.
pub(crate) fn replace(
    formulas: &mut Formulas,
    formula: Formula,
    known: &mut FxHashMap<Formula, Formula>,
    value: &dyn Fn(&Node) -> Option<bool>,
) -> Formula {
    if let Some(&done) = known.get(&formula) {
        return done;
    }
    let node = formulas.node(formula).clone();
    let mut inner = |formulas: &mut Formulas, part| replace(formulas, part, known, value);
    let result = match (&node, value(&node)) {
        (_, Some(truth)) => formulas.truth(truth),
        (Node::Not(part), _) => {
            let part = inner(formulas, *part);
            formulas.not(part)
        }
        (Node::And(list), _) => {
            let list = list.iter().map(|&part| inner(formulas, part)).collect();
            formulas.and(list)
        }
        (Node::Or(list), _) => {
            let list = list.iter().map(|&part| inner(formulas, part)).collect();
            formulas.or(list)
        }
        (Node::Iff(a, b), _) => {
            let (a, b) = (inner(formulas, *a), inner(formulas, *b));
            formulas.iff(a, b)
        }
        _ => formula,
    };
    known.insert(formula, result);
    result
}
