//! Facts that count steps, and facts that change at most once.

use ludex_base::{Stopped, Ticker};

use super::Group;
use super::necessary::{alternatives, conditions};
use crate::net::{Built, Node, Wire};

/// Returns for each fact of a group its predecessor: the fact whose present value is exactly the
/// next value of this one.
fn predecessors(built: &Built, group: &Group) -> Vec<Option<usize>> {
    let of = |wire: Wire| group.facts.iter().position(|&f| built.facts[f].1 == wire);
    group.facts.iter().map(|&fact| of(built.outputs.next[fact])).collect()
}

/// Returns whether exactly one fact of the group holds in the initial state, every fact has at most
/// one predecessor and at most one successor, and none recurs: then the fact that holds changes in
/// every step.
pub(super) fn is_counter(built: &Built, initial: &[bool], group: &Group) -> bool {
    let mut order = predecessors(built, group);
    let starts = group.facts.iter().filter(|&&fact| initial[fact]).count();
    let known = order
        .iter()
        .zip(&group.facts)
        .all(|(before, &fact)| before.is_some() || built.outputs.next[fact] == Wire::FALSE);
    if group.facts.len() < 2 || starts != 1 || !known {
        return false;
    }
    let acyclic = (0..order.len()).all(|start| {
        let chain = std::iter::successors(Some(start), |&at| order[at]);
        chain.take(order.len() + 1).count() <= order.len()
    });
    order.retain(Option::is_some);
    let count = order.len();
    ludex_base::sort(&mut order);
    order.dedup();
    acyclic && order.len() == count
}

/// Returns whether play ends before the counter does: whether its last facts imply that the state
/// is terminal.
pub(super) fn ends(built: &Built, group: &Group) -> bool {
    let followed = predecessors(built, group);
    let mut ways = Vec::new();
    alternatives(built, built.outputs.terminal, &mut ways);
    let last = (0..group.facts.len()).filter(|&i| !followed.contains(&Some(i)));
    let mut last = last.map(|i| built.facts[group.facts[i]].1);
    last.all(|wire| ways.contains(&wire))
}

/// Returns the number of facts that stay true once they are true, and the number of those that stay
/// false once they are false.
pub(super) fn latches(built: &Built, ticker: &Ticker) -> Result<(usize, usize), Stopped> {
    let (mut latches, mut falling) = (0, 0);
    for (&(_, fact), &next) in built.facts.iter().zip(&built.outputs.next) {
        ticker.tick()?;
        if !matches!(built.aig.nodes[next.node()], Node::And(..)) && next != fact {
            continue;
        }
        let (mut ways, mut needs) = (Vec::new(), Vec::new());
        alternatives(built, next, &mut ways);
        conditions(built, next, &mut needs);
        latches += usize::from(ways.contains(&fact));
        falling += usize::from(needs.contains(&fact));
    }
    Ok((latches, falling))
}
