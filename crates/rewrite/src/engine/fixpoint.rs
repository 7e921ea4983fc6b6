//! Relations that are defined by themselves: sets of elements that grow, step by step, until nothing
//! is added.

use ludex_base::Bits;

use super::compile::{Compiler, Result};
use super::eval::{Evaluator, parts};
use super::layout::Layout;
use super::node::{Kind, Node};
use super::paths::{Distances, distances};
use crate::logic::substitute;
use crate::syntax::{Definition, Name};

/// The least set of elements that fits a body, and the slot whose element is to be in it.
#[derive(Clone, Debug)]
pub(crate) struct Fixpoint {
    body: Node,
    /// The slot of the elements of the set in the body.
    slot: u8,
    /// The place of the set among those that are growing.
    number: u8,
    argument: u8,
}

/// `ex y (R(x, y) and …)` with a stable relation that leads over a few distances: the witnesses,
/// moved.
#[derive(Clone, Debug)]
pub(crate) struct Near {
    bound: u8,
    witness: Node,
    shifts: Distances,
}

/// The prefix of the names of growing sets; the number follows.
const PREFIX: &str = "$now";

/// Returns the number of a growing set by its name.
pub(super) fn growing_number(name: &str) -> Option<u8> {
    name.strip_prefix(PREFIX)?.parse().ok()
}

impl Compiler<'_> {
    /// Compiles an atom of a relation that is defined by itself.
    pub(super) fn fixpoint(&mut self, definition: &Definition, arguments: &[Name]) -> Result<Node> {
        let Ok(place) = definition.recursive_place() else { return Ok(Node::constant(false)) };
        let number = self.growing;
        let current: Name = format!("{PREFIX}{number}").into();
        let element: Name = format!("$element{number}").into();
        let mut map: Vec<(Name, Name)> =
            definition.parameters.iter().cloned().zip(arguments.iter().cloned()).collect();
        map[place].1 = element.clone();
        let body = substitute(&definition.body_over(place, &current), &map);
        if let Some(fluents) = &mut self.fluents {
            fluents.add(current);
        }
        let body = self.prepared(&body)?;
        let slot = self.scope.len() as u8;
        self.growing += 1;
        let body = self.with_variable(element, |compiler| compiler.node(&body));
        self.growing -= 1;
        let body = match &self.fluents {
            Some(_) => with_distances(body?, slot, &self.layout),
            None => body?,
        };
        let argument = self.slot(&arguments[place]);
        let free = (body.free & !(1 << slot)) | (1 << argument);
        Ok(Node::new(free, Kind::Fixpoint(Box::new(Fixpoint { body, slot, number, argument }))))
    }
}

/// Replaces quantifiers over neighbours of the element of a slot by moved sets.
fn with_distances(node: Node, slot: u8, layout: &Layout) -> Node {
    let again = |node: Node| with_distances(node, slot, layout);
    match node.kind {
        Kind::And(parts) => Node::all(parts.into_iter().map(again).collect()),
        Kind::Or(parts) => Node::any(parts.into_iter().map(again).collect()),
        Kind::Exists(bound, body, None) => match Near::of(bound, &body, slot, layout) {
            Some(near) => Node::new(node.free, Kind::Near(Box::new(near))),
            None => Node::new(node.free, Kind::Exists(bound, body, None)),
        },
        kind => Node::new(node.free, kind),
    }
}

impl Near {
    fn of(bound: u8, body: &Node, slot: u8, layout: &Layout) -> Option<Near> {
        let (tied, own): (Vec<&Node>, Vec<&Node>) =
            parts(body).iter().partition(|part| part.free >> slot & 1 == 1);
        let [tie] = tied[..] else { return None };
        let Kind::Atom(relation, arguments) = &tie.kind else { return None };
        let place = layout.places[usize::from(*relation)];
        let table = match arguments.as_slice() {
            [x, y] if place.stable && (*x, *y) == (bound, slot) => place.rows,
            [x, y] if place.stable && (*x, *y) == (slot, bound) => place.columns?,
            _ => return None,
        };
        let shifts = distances(table, layout)?;
        let witness = Node::all(own.into_iter().cloned().collect());
        Some(Near { bound, witness, shifts })
    }
}

impl<const W: usize> Evaluator<'_, W> {
    /// Returns the elements of a set that grows, as far as it is known.
    #[inline]
    pub(super) fn growing(&self, number: u8) -> Bits<W> {
        self.growing.get(usize::from(number)).copied().unwrap_or(Bits::EMPTY)
    }

    /// Returns the least set that fits, with the other slots as they are.
    pub(super) fn least(&mut self, fixpoint: &Fixpoint) -> Bits<W> {
        let number = usize::from(fixpoint.number);
        if self.growing.len() <= number {
            self.growing.resize(number + 1, Bits::EMPTY);
        }
        self.growing[number] = Bits::EMPTY;
        loop {
            let next = self.set(&fixpoint.body, fixpoint.slot);
            if next == self.growing[number] || !self.burn() {
                return next;
            }
            self.growing[number] = next;
        }
    }

    /// Returns whether the element of the argument is in the least set.
    pub(super) fn is_in_least(&mut self, fixpoint: &Fixpoint) -> bool {
        let element = self.slots[usize::from(fixpoint.argument)];
        self.least(fixpoint).contains(element)
    }

    /// Returns the elements that are in the least set, if the body does not depend on the slot
    /// otherwise.
    pub(super) fn least_in(&mut self, fixpoint: &Fixpoint, slot: u8) -> Option<Bits<W>> {
        let alone = slot == fixpoint.argument && fixpoint.body.free >> slot & 1 == 0;
        alone.then(|| self.least(fixpoint))
    }

    /// Returns the elements near the witnesses.
    pub(super) fn near(&mut self, near: &Near) -> Bits<W> {
        let witnesses = self.set(&near.witness, near.bound);
        let moved = |(by, from): &(isize, Vec<u64>)| (witnesses & Bits::read(from)).moved(*by);
        near.shifts.iter().map(moved).fold(Bits::EMPTY, |all, one| all | one)
    }
}
