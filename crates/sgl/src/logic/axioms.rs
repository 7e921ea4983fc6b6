//! The axioms A2–A5, B, C and D of the logic \[ZT15\], as data with a recogniser each. Misprints
//! are corrected: D8 is `{S}{G}F <-> {S & {S}G}F`, since `{S & G}F` on the right is not sound.
//!
//! All are recognised in the kernel style, where `|`, `->`, `<->` are written with ¬ and ∧, and
//! conjunctions are flat: B1, C5 and D5 may split a conjunction into any parts.

use crate::formula::{Formula, Formulas, Node};

/// An axiom schema.
pub struct Axiom {
    /// Its name, as proofs cite it.
    pub name: &'static str,
    /// The schema: `F`, `G`, `S` are any formulas, `a`, `b` actions, `p` an atom, `initial` or
    /// `terminal`.
    pub schema: &'static str,
    recognise: fn(&mut Formulas, Formula, u32) -> Option<()>,
}

/// All axioms but A1, the propositional ones (rule `TAUT`).
pub static AXIOMS: &[Axiom] = &[
    Axiom { name: "A2", schema: "~(does(a) & does(b))", recognise: a2 },
    Axiom { name: "A3", schema: "or(a in actions) does(a)", recognise: a3 },
    Axiom { name: "A4", schema: "~[a]initial", recognise: a4 },
    Axiom { name: "A5", schema: "terminal -> ~legal(a)", recognise: a5 },
    Axiom { name: "B1", schema: "[a](F & G) <-> [a]F & [a]G", recognise: b1 },
    Axiom { name: "B2", schema: "~[a]F <-> [a] or(d in actions) @d:~F", recognise: b2 },
    Axiom { name: "C1", schema: "@b:p <-> p", recognise: c1 },
    Axiom { name: "C2", schema: "@b:legal(a) <-> legal(a)", recognise: c2 },
    Axiom { name: "C3", schema: "@b:does(a) <-> false", recognise: c3 },
    Axiom { name: "C4", schema: "@b:~F <-> ~@b:F", recognise: c4 },
    Axiom { name: "C5", schema: "@b:(F & G) <-> @b:F & @b:G", recognise: c5 },
    Axiom { name: "C6", schema: "@a:@b:F <-> @b:F", recognise: c6 },
    Axiom { name: "C7", schema: "@a:[b]F <-> [b]F", recognise: c7 },
    Axiom { name: "D1", schema: "{S} p <-> p", recognise: d1 },
    Axiom { name: "D2", schema: "{S} legal(a) <-> legal(a) & @a:S", recognise: d2 },
    Axiom { name: "D3", schema: "{S} does(a) <-> does(a)", recognise: d3 },
    Axiom { name: "D4", schema: "{S} ~F <-> ~{S} F", recognise: d4 },
    Axiom { name: "D5", schema: "{S} (F & G) <-> {S} F & {S} G", recognise: d5 },
    Axiom { name: "D6", schema: "{S} @b:F <-> @b:{S} F", recognise: d6 },
    Axiom { name: "D7", schema: "{S} [a]F <-> [a]{S} F", recognise: d7 },
    Axiom { name: "D8", schema: "{S} {G} F <-> {S & {S} G} F", recognise: d8 },
];

impl Axiom {
    /// Returns whether a kernel formula is an instance, in a frame with this number of actions.
    pub(crate) fn fits(&self, formulas: &mut Formulas, formula: Formula, actions: u32) -> bool {
        (self.recognise)(formulas, formula, actions).is_some()
    }
}

/// Returns `Some(())` if the condition is true.
fn when(condition: bool) -> Option<()> {
    condition.then_some(())
}

fn negated(f: &Formulas, formula: Formula) -> Option<Formula> {
    if let Node::Not(inner) = f.node(formula) { Some(*inner) } else { None }
}

/// Returns the two sides of φ → ψ, which is ¬(φ ∧ ¬ψ).
pub(super) fn implication(f: &mut Formulas, formula: Formula) -> Option<(Formula, Formula)> {
    let Node::And(parts) = f.node(negated(f, formula)?).clone() else { return None };
    let (&last, first) = parts.split_last()?;
    let to = negated(f, last)?;
    let from = f.and(first.to_vec());
    (f.implies(from, to) == formula).then_some((from, to))
}

/// Returns the two sides of φ ↔ ψ.
fn equivalence(f: &mut Formulas, formula: Formula) -> Option<(Formula, Formula)> {
    let Node::And(parts) = f.node(formula).clone() else { return None };
    let (a, b) = implication(f, *parts.first()?)?;
    (f.iff(a, b) == formula).then_some((a, b))
}

/// Returns the parts of a conjunction, or the formula itself.
fn conjuncts(f: &Formulas, formula: Formula) -> Vec<Formula> {
    if let Node::And(parts) = f.node(formula) { parts.to_vec() } else { vec![formula] }
}

/// Returns the parts of a disjunction ¬(¬φ ∧ … ∧ ¬ψ).
fn disjuncts(f: &Formulas, formula: Formula) -> Option<Vec<Formula>> {
    let none = negated(f, formula)?;
    let Node::And(parts) = f.node(none) else { return None };
    parts.iter().map(|&part| negated(f, part)).collect()
}

/// Returns whether the formula is the disjunction of these, in any order.
fn is_disjunction(f: &Formulas, formula: Formula, mut expected: Vec<Formula>) -> Option<()> {
    if let &[one] = expected.as_slice() {
        return when(formula == one);
    }
    let mut parts = disjuncts(f, formula)?;
    ludex_base::sort(&mut parts);
    ludex_base::sort(&mut expected);
    when(parts == expected)
}

fn is_basic(f: &Formulas, formula: Formula) -> bool {
    matches!(f.node(formula), Node::Atom(_) | Node::Initial | Node::Terminal)
}

/// A modality around a formula.
#[derive(Clone, Copy, PartialEq)]
enum Box {
    Exec(u32),
    Select(u32),
    Strategy(Formula),
}

fn boxed(f: &Formulas, formula: Formula) -> Option<(Box, Formula)> {
    match f.node(formula) {
        Node::Exec(action, inner) => Some((Box::Exec(*action), *inner)),
        Node::Select(action, inner) => Some((Box::Select(*action), *inner)),
        Node::Strategy(strategy, inner) => Some((Box::Strategy(*strategy), *inner)),
        _ => None,
    }
}

fn exec(f: &Formulas, formula: Formula) -> Option<(u32, Formula)> {
    if let Node::Exec(a, inner) = f.node(formula) { Some((*a, *inner)) } else { None }
}

fn select(f: &Formulas, formula: Formula) -> Option<(u32, Formula)> {
    if let Node::Select(a, inner) = f.node(formula) { Some((*a, *inner)) } else { None }
}

fn strategy(f: &Formulas, formula: Formula) -> Option<(Formula, Formula)> {
    if let Node::Strategy(s, inner) = f.node(formula) { Some((*s, *inner)) } else { None }
}

fn a2(f: &mut Formulas, formula: Formula, _: u32) -> Option<()> {
    let both = conjuncts(f, negated(f, formula)?);
    match both.iter().map(|&part| f.node(part)).collect::<Vec<_>>().as_slice() {
        [Node::Does(a), Node::Does(b)] => when(a != b),
        _ => None,
    }
}

fn a3(f: &mut Formulas, formula: Formula, actions: u32) -> Option<()> {
    let all = (0..actions).map(|action| f.does(action)).collect();
    is_disjunction(f, formula, all)
}

fn a4(f: &mut Formulas, formula: Formula, _: u32) -> Option<()> {
    let (_, inner) = exec(f, negated(f, formula)?)?;
    when(*f.node(inner) == Node::Initial)
}

fn a5(f: &mut Formulas, formula: Formula, _: u32) -> Option<()> {
    let (from, to) = implication(f, formula)?;
    let illegal = negated(f, to)?;
    when(*f.node(from) == Node::Terminal && matches!(f.node(illegal), Node::Legal(_)))
}

/// Returns the modality of `M(φ ∧ ψ) ↔ Mφ ∧ Mψ`, for any split of the conjunction.
fn distributes(f: &mut Formulas, formula: Formula) -> Option<Box> {
    let (left, right) = equivalence(f, formula)?;
    let (modality, whole) = boxed(f, left)?;
    let pieces = conjuncts(f, right);
    let mut parts = Vec::new();
    for &piece in &pieces {
        let (same, inner) = boxed(f, piece)?;
        when(same == modality)?;
        parts.extend(conjuncts(f, inner));
    }
    when(pieces.len() > 1 && parts == conjuncts(f, whole))?;
    Some(modality)
}

/// Returns the modality of `M¬φ ↔ ¬Mφ`.
fn self_dual(f: &mut Formulas, formula: Formula) -> Option<Box> {
    let (left, right) = equivalence(f, formula)?;
    let (modality, inner) = boxed(f, left)?;
    let (same, positive) = boxed(f, negated(f, right)?)?;
    when(same == modality && negated(f, inner)? == positive)?;
    Some(modality)
}

fn b1(f: &mut Formulas, formula: Formula, _: u32) -> Option<()> {
    when(matches!(distributes(f, formula)?, Box::Exec(_)))
}

fn b2(f: &mut Formulas, formula: Formula, actions: u32) -> Option<()> {
    let (left, right) = equivalence(f, formula)?;
    let (action, inner) = exec(f, negated(f, left)?)?;
    let (same, choice) = exec(f, right)?;
    when(action == same)?;
    let not = f.not(inner);
    let all = (0..actions).map(|b| f.select(b, not)).collect();
    is_disjunction(f, choice, all)
}

fn c1(f: &mut Formulas, formula: Formula, _: u32) -> Option<()> {
    let (left, right) = equivalence(f, formula)?;
    let (_, inner) = select(f, left)?;
    when(inner == right && is_basic(f, right))
}

fn c2(f: &mut Formulas, formula: Formula, _: u32) -> Option<()> {
    let (left, right) = equivalence(f, formula)?;
    let (_, inner) = select(f, left)?;
    when(inner == right && matches!(f.node(right), Node::Legal(_)))
}

/// Recognises `@b:does(a)` or `@b:does(a) <-> true` if a = b; `~@b:does(a)` or
/// `@b:does(a) <-> false` if not.
fn c3(f: &mut Formulas, formula: Formula, _: u32) -> Option<()> {
    let (yes, no) = (f.truth(true), f.truth(false));
    let (selected, truth) = match equivalence(f, formula) {
        Some((left, right)) if right == yes => (left, true),
        Some((left, right)) if right == no => (left, false),
        Some(_) => return None,
        None => match negated(f, formula) {
            Some(inner) => (inner, false),
            None => (formula, true),
        },
    };
    let (chosen, inner) = select(f, selected)?;
    when(matches!(f.node(inner), Node::Does(done) if (*done == chosen) == truth))
}

fn c4(f: &mut Formulas, formula: Formula, _: u32) -> Option<()> {
    when(matches!(self_dual(f, formula)?, Box::Select(_)))
}

fn c5(f: &mut Formulas, formula: Formula, _: u32) -> Option<()> {
    when(matches!(distributes(f, formula)?, Box::Select(_)))
}

fn c6(f: &mut Formulas, formula: Formula, _: u32) -> Option<()> {
    let (left, right) = equivalence(f, formula)?;
    let (_, inner) = select(f, left)?;
    when(inner == right && select(f, right).is_some())
}

fn c7(f: &mut Formulas, formula: Formula, _: u32) -> Option<()> {
    let (left, right) = equivalence(f, formula)?;
    let (_, inner) = select(f, left)?;
    when(inner == right && exec(f, right).is_some())
}

fn d1(f: &mut Formulas, formula: Formula, _: u32) -> Option<()> {
    let (left, right) = equivalence(f, formula)?;
    let (_, inner) = strategy(f, left)?;
    when(inner == right && is_basic(f, right))
}

fn d2(f: &mut Formulas, formula: Formula, _: u32) -> Option<()> {
    let (left, right) = equivalence(f, formula)?;
    let (alpha, inner) = strategy(f, left)?;
    let Node::Legal(action) = *f.node(inner) else { return None };
    let selected = f.select(action, alpha);
    when(right == f.and(vec![inner, selected]))
}

fn d3(f: &mut Formulas, formula: Formula, _: u32) -> Option<()> {
    let (left, right) = equivalence(f, formula)?;
    let (_, inner) = strategy(f, left)?;
    when(inner == right && matches!(f.node(right), Node::Does(_)))
}

fn d4(f: &mut Formulas, formula: Formula, _: u32) -> Option<()> {
    when(matches!(self_dual(f, formula)?, Box::Strategy(_)))
}

fn d5(f: &mut Formulas, formula: Formula, _: u32) -> Option<()> {
    when(matches!(distributes(f, formula)?, Box::Strategy(_)))
}

fn d6(f: &mut Formulas, formula: Formula, _: u32) -> Option<()> {
    let (left, right) = equivalence(f, formula)?;
    let (alpha, selected) = strategy(f, left)?;
    let (action, inner) = select(f, selected)?;
    let under = f.strategy(alpha, inner);
    when(right == f.select(action, under))
}

fn d7(f: &mut Formulas, formula: Formula, _: u32) -> Option<()> {
    let (left, right) = equivalence(f, formula)?;
    let (alpha, executed) = strategy(f, left)?;
    let (action, inner) = exec(f, executed)?;
    let under = f.strategy(alpha, inner);
    when(right == f.exec(action, under))
}

fn d8(f: &mut Formulas, formula: Formula, _: u32) -> Option<()> {
    let (left, right) = equivalence(f, formula)?;
    let (alpha, second) = strategy(f, left)?;
    let (beta, inner) = strategy(f, second)?;
    let under = f.strategy(alpha, beta);
    let both = f.and(vec![alpha, under]);
    when(right == f.strategy(both, inner))
}
