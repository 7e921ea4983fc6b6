//! Proves that only one role at a time has a choice.
//!
//! A group of facts is a control if at most one of them holds in every reachable state (by induction: at the start,
//! and no two of them can be next together), and if, whichever of them holds, all roles but one have a single move that
//! can be legal.

use super::Group;
use super::necessary::{Necessary, alternatives, conditions};
use crate::net::{Built, Wire};

/// Whose turn it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Turns {
    /// The facts that tell, by their places, each with the role that has the choice.
    pub controls: Vec<(usize, u8)>,
    /// The role that has the choice where none of them holds.
    pub otherwise: u8,
}

/// Longer lists of alternatives are not compared pair by pair.
const MOST: usize = 200;

impl Turns {
    /// The turns that a group of facts tells, if that can be proved.
    pub fn prove(built: &Built, initial: &[bool], group: &Group) -> Option<Turns> {
        let at_start = group.facts.iter().filter(|&&fact| initial[fact]).count();
        if group.facts.len() > 64 || at_start > 1 {
            return None;
        }
        let necessary = Necessary::new(built, group);
        let next: Vec<Wire> = group.facts.iter().map(|&fact| built.outputs.next[fact]).collect();
        for (i, &a) in next.iter().enumerate() {
            if !next[..i].iter().all(|&b| exclude(built, &necessary, a, b)) {
                return None;
            }
        }
        let turn = |holds: u64| chooser(built, &necessary, holds);
        let controls = group.facts.iter().enumerate();
        let controls: Option<Vec<(usize, u8)>> =
            controls.map(|(bit, &fact)| Some((fact, turn(1 << bit)?))).collect();
        Some(Turns { controls: controls?, otherwise: turn(0)? })
    }

    /// The role that has the choice, given which facts hold.
    pub fn turn(&self, holds: impl Fn(usize) -> bool) -> u8 {
        let told = self.controls.iter().find(|(fact, _)| holds(*fact));
        told.map_or(self.otherwise, |&(_, role)| role)
    }
}

/// The only role that may have a choice if of the group exactly these facts hold; the first if none has.
fn chooser(built: &Built, necessary: &Necessary, holds: u64) -> Option<u8> {
    let possible = |wire: Wire| necessary.of(wire) & !holds == 0;
    let moves = built.outputs.legal.iter();
    let counts = moves.map(|moves| moves.iter().filter(|m| possible(m.1)).count());
    let mut choosers =
        counts.enumerate().filter(|&(_, count)| count > 1).map(|(role, _)| role as u8);
    let first = choosers.next().unwrap_or(0);
    choosers.next().is_none().then_some(first)
}

/// Whether two wires are never true together, as long as at most one fact of the group holds.
fn exclude(built: &Built, necessary: &Necessary, a: Wire, b: Wire) -> bool {
    let [a, b] = [a, b].map(|wire| {
        let mut found = Vec::new();
        alternatives(built, wire, &mut found);
        found
    });
    if a.len() > MOST || b.len() > MOST {
        return false;
    }
    let conflict = |x: Wire, y: Wire| {
        if (necessary.of(x) | necessary.of(y)).count_ones() > 1 {
            return true;
        }
        let [mut xs, mut ys] = [Vec::new(), Vec::new()];
        conditions(built, x, &mut xs);
        conditions(built, y, &mut ys);
        xs.iter().any(|&x| ys.contains(&!x))
    };
    a.iter().all(|&x| b.iter().all(|&y| conflict(x, y)))
}
