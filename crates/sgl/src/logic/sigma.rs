//! The game-specific axioms Σ of a file, as kernel formulas: the axioms that it states, and those
//! that its rules express (in the form that \[ZT15\] uses for the m,k-games).

use rustc_hash::FxHashSet;

use crate::formula::{Formula, Formulas, Node};
use crate::rules::Rules;

/// Returns Σ: `axiom φ`; `terminal <-> φ`; `legal(a) <-> φ & ~terminal`; `next p <-> φ`;
/// `initial -> p` or `~p`.
pub(crate) fn sigma(kernel: &mut Formulas, rules: &Rules) -> FxHashSet<Formula> {
    let mut axioms = rules.axioms.clone();
    let terminal = kernel.terminal();
    if let Some(rule) = rules.terminal {
        axioms.push(kernel.iff(terminal, rule));
    }
    let going_on = kernel.not(terminal);
    for (action, rule) in rules.legal.iter().enumerate() {
        let Some(rule) = *rule else { continue };
        let legal = kernel.legal(action as u32);
        let guarded = kernel.and(vec![rule, going_on]);
        axioms.push(kernel.iff(legal, guarded));
        if matches!(kernel.node(rule), Node::And(parts) if parts.contains(&going_on)) {
            axioms.push(kernel.iff(legal, rule));
        }
    }
    for (atom, rule) in rules.next.iter().enumerate() {
        let Some(rule) = *rule else { continue };
        let atom = kernel.atom(atom as u32);
        let next = kernel.next(atom);
        axioms.push(kernel.iff(next, rule));
    }
    let initial = kernel.initial();
    let mut facts = Vec::new();
    for atom in rules.init.iter().flat_map(|_| 0..rules.next.len() as u32) {
        let literal = kernel.atom(atom);
        let truth = rules.init.as_ref().is_some_and(|init| init.contains(&atom));
        let literal = if truth { literal } else { kernel.not(literal) };
        facts.push(literal);
        axioms.push(kernel.implies(initial, literal));
    }
    if !facts.is_empty() {
        let all = kernel.and(facts);
        axioms.push(kernel.implies(initial, all));
    }
    axioms.into_iter().collect()
}
