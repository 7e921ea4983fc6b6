//! Proves that only one role at a time has a choice.
//!
//! A group of facts determines the turns if at most one of them holds in every reachable state (by
//! induction: in the initial state, and no two of them can become true in the same step), and if,
//! whichever of them holds, all roles but one have a single move that can be legal.

use ludex_base::{Stopped, Ticker};

use super::Group;
use super::necessary::{Necessary, alternatives, conditions};
use crate::net::{Built, Wire};

/// The role with a choice, as a function of the facts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Turns {
    /// The facts that determine it, by index, each with the role that has the choice.
    pub controls: Vec<(usize, u8)>,
    /// The role that has the choice if none of these facts holds.
    pub otherwise: u8,
    /// For each role the only fact that gives it the turn, if the turn is passed around regardless
    /// of anything else: the next value of each of these facts is the present value of another one.
    /// A position with another role on turn is then the one where these facts are exchanged.
    pub rotation: Option<Vec<usize>>,
}

/// The longest lists of alternatives that are compared pair by pair.
const MOST: usize = 200;

impl Turns {
    /// Returns the turns that a group of facts determines, if that can be proved.
    pub fn prove(
        built: &Built,
        initial: &[bool],
        group: &Group,
        ticker: &Ticker,
    ) -> Result<Option<Turns>, Stopped> {
        let at_start = group.facts.iter().filter(|&&fact| initial[fact]).count();
        if group.facts.len() > 64 || at_start > 1 {
            return Ok(None);
        }
        let necessary = Necessary::new(built, group);
        let next: Vec<Wire> = group.facts.iter().map(|&fact| built.outputs.next[fact]).collect();
        for (i, &a) in next.iter().enumerate() {
            for &b in &next[..i] {
                if !exclude(built, &necessary, a, b, ticker)? {
                    return Ok(None);
                }
            }
        }
        Ok(Turns::of_group(built, group, &necessary))
    }

    /// Returns the turns that a group of facts determines of which at most one holds.
    fn of_group(built: &Built, group: &Group, necessary: &Necessary) -> Option<Turns> {
        let turn = |holds: u64| chooser(built, necessary, holds);
        let controls = group.facts.iter().enumerate();
        let controls: Option<Vec<(usize, u8)>> =
            controls.map(|(bit, &fact)| Some((fact, turn(1 << bit)?))).collect();
        let (controls, otherwise) = (controls?, turn(0)?);
        let rotation = rotation(built, &controls);
        Some(Turns { controls, otherwise, rotation })
    }

    /// Returns the turns of a game with one role.
    pub fn alone() -> Turns {
        Turns { controls: Vec::new(), otherwise: 0, rotation: None }
    }

    /// Returns the role that has the choice, given the facts that hold.
    pub fn turn(&self, holds: impl Fn(usize) -> bool) -> u8 {
        let told = self.controls.iter().find(|(fact, _)| holds(*fact));
        told.map_or(self.otherwise, |&(_, role)| role)
    }
}

/// Returns for each role the fact that gives it the turn, if there is one for each and the facts are
/// passed around.
fn rotation(built: &Built, controls: &[(usize, u8)]) -> Option<Vec<usize>> {
    let roles = built.outputs.legal.len();
    let of = |role: usize| {
        let mut own = controls.iter().filter(|c| usize::from(c.1) == role).map(|c| c.0);
        own.next().filter(|_| own.next().is_none())
    };
    let passed = |&(fact, _): &(usize, u8)| {
        let next = built.outputs.next[fact];
        controls.iter().any(|&(other, _)| other != fact && built.facts[other].1 == next)
    };
    let rotation: Option<Vec<usize>> = (0..roles).map(of).collect();
    rotation.filter(|_| roles > 1 && controls.len() == roles && controls.iter().all(passed))
}

/// Returns the only role that may have a choice if exactly these facts of the group hold, or the
/// first role if none has. Returns `None` if several roles may.
fn chooser(built: &Built, necessary: &Necessary, holds: u64) -> Option<u8> {
    let possible = |wire: Wire| necessary.of(wire) & !holds == 0;
    let moves = built.outputs.legal.iter();
    let counts = moves.map(|moves| moves.iter().filter(|m| possible(m.1)).count());
    let mut choosers =
        counts.enumerate().filter(|&(_, count)| count > 1).map(|(role, _)| role as u8);
    let first = choosers.next().unwrap_or(0);
    choosers.next().is_none().then_some(first)
}

/// Returns whether two wires are never both true, provided that at most one fact of the group
/// holds.
fn exclude(
    built: &Built,
    necessary: &Necessary,
    a: Wire,
    b: Wire,
    ticker: &Ticker,
) -> Result<bool, Stopped> {
    let [a, b] = [a, b].map(|wire| {
        let mut found = Vec::new();
        alternatives(built, wire, &mut found);
        found
    });
    if a.len() > MOST || b.len() > MOST {
        return Ok(false);
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
    for &x in &a {
        ticker.tick()?;
        if !b.iter().all(|&y| conflict(x, y)) {
            return Ok(false);
        }
    }
    Ok(true)
}
