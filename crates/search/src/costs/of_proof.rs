//! The cost of a given proof [Saf13, Table 4.1], and the longest play in it.

use ludex_evidence::{Proof, Step};
use ludex_game::{Agent, Choice};
use ludex_logic::{Connective, Formula, Formulas};

use super::{Cost, Costs, Operator};
use crate::depth_first::Line;

/// Returns the cost `K` of a (dis)proof of the formula, by [Saf13, Table 4.1], or `None` if its
/// steps do not fit the formula. Whether it is valid in some state is not tested: that is for the
/// checker.
///
/// A shared part is counted as often as it occurs, except that moves to one state are one
/// successor.
pub fn proof_cost<M>(
    proof: &Proof<M>,
    formulas: &Formulas,
    formula: Formula,
    costs: &dyn Costs,
) -> Option<Cost> {
    let labels = labels(proof, formulas, formula)?;
    let mut known: Vec<Cost> = Vec::with_capacity(labels.len());
    let mut children = Vec::new();
    for (node, label) in proof.nodes.iter().zip(labels) {
        children.clear();
        if label.is_some() {
            parts(&node.step, &mut children);
        }
        children.sort_unstable();
        children.dedup();
        let mut below = children.iter().map(|&child| known[child as usize]);
        let cost = match label.map(|formula| formulas.connective(formula)) {
            None => Cost::ZERO,
            Some(Connective::True) => costs.truth(),
            Some(Connective::Atom(atom)) => costs.atom(atom),
            Some(Connective::And(..)) => Operator::And.aggregate(costs, &mut below),
            Some(Connective::Box(agent, _)) => Operator::Box(agent).aggregate(costs, &mut below),
        };
        known.push(cost.min(Cost::LARGEST));
    }
    known.last().copied()
}

/// Returns the longest play in a (dis)proof of the formula, the first of them if there are more, or
/// `None` if its steps do not fit the formula.
pub fn proof_line<M: Copy>(
    proof: &Proof<M>,
    formulas: &Formulas,
    formula: Formula,
) -> Option<Line<M>> {
    let labels = labels(proof, formulas, formula)?;
    let mut lengths: Vec<usize> = Vec::with_capacity(labels.len());
    for (node, label) in proof.nodes.iter().zip(&labels) {
        let best = label.and_then(|_| longest(&node.step, &lengths));
        lengths.push(best.map_or(0, |(length, ..)| length));
    }
    let mut line = Vec::new();
    let mut node = labels.len().checked_sub(1)?;
    while let Some((_, choice, child)) = longest(&proof.nodes[node].step, &lengths) {
        if let (Some(choice), Some(Connective::Box(agent, _))) =
            (choice, labels[node].map(|formula| formulas.connective(formula)))
        {
            line.push((agent, choice) as (Agent, Choice<M>));
        }
        node = child as usize;
    }
    Some(line)
}

/// Returns the length of the longest play of a step, its first choice and the child where it
/// continues.
fn longest<M: Copy>(step: &Step<M>, lengths: &[usize]) -> Option<(usize, Option<Choice<M>>, u32)> {
    let by =
        |&(choice, child): &(Choice<M>, u32)| (1 + lengths[child as usize], Some(choice), child);
    let same = |child: u32| (lengths[child as usize], None, child);
    let longer = |a: (usize, _, _), b: (usize, _, _)| if b.0 > a.0 { b } else { a };
    match step {
        Step::Look => None,
        Step::Both(left, right) => Some(longer(same(*left), same(*right))),
        Step::Left(child) | Step::Right(child) => Some(same(*child)),
        Step::All(children) => children.iter().map(by).reduce(longer),
        Step::Some(choice, child) => Some(by(&(*choice, *child))),
    }
}

/// Returns the formula of each node that is needed, without its negation. Children come before
/// parents, so that one pass from the root is enough.
fn labels<M>(
    proof: &Proof<M>,
    formulas: &Formulas,
    formula: Formula,
) -> Option<Vec<Option<Formula>>> {
    let mut labels = vec![None; proof.nodes.len()];
    *labels.last_mut()? = Some(formula.positive());
    for (number, node) in proof.nodes.iter().enumerate().rev() {
        let Some(label) = labels[number] else { continue };
        let mut go = |child: u32, formula: Formula| {
            let place = labels[..number].get_mut(child as usize)?;
            (*place.get_or_insert(formula.positive()) == formula.positive()).then_some(())
        };
        match (formulas.connective(label), &node.step) {
            (Connective::True | Connective::Atom(_), Step::Look) => {}
            (Connective::And(left, right), Step::Both(first, second)) => {
                go(*first, left)?;
                go(*second, right)?;
            }
            (Connective::And(left, _), Step::Left(child)) => go(*child, left)?,
            (Connective::And(_, right), Step::Right(child)) => go(*child, right)?,
            (Connective::Box(_, inner), Step::All(children)) => {
                children.iter().try_for_each(|&(_, child)| go(child, inner))?;
            }
            (Connective::Box(_, inner), Step::Some(_, child)) => go(*child, inner)?,
            _ => return None,
        }
    }
    Some(labels)
}

fn parts<M>(step: &Step<M>, out: &mut Vec<u32>) {
    match step {
        Step::Look => {}
        Step::Both(left, right) => out.extend([left, right]),
        Step::Left(child) | Step::Right(child) | Step::Some(_, child) => out.push(*child),
        Step::All(children) => out.extend(children.iter().map(|&(_, child)| child)),
    }
}
