//! Compiled formulas and terms: names are numbers, definitions are expanded, variables are slots.

use ludex_base::sort_by_key;
use smallvec::SmallVec;

use super::counting::{Lines, Steps};
use super::fixpoint::{Fixpoint, Near};
use super::layout::Layout;
use super::offsets::Offsets;
use super::paths::Path;
use super::sets::{NextTo, UnarySet};
use crate::Rational;
use crate::syntax::Comparison;

/// The largest number of variables in scope at a time.
pub(crate) const SLOTS: usize = 64;

/// A compiled formula.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    /// The slots it depends on.
    pub free: u64,
    cost: u32,
    /// The nesting depth of its quantifiers.
    pub depth: u8,
    pub kind: Kind,
}

#[derive(Clone, Debug)]
pub(crate) enum Kind {
    Constant(bool),
    Atom(u16, SmallVec<[u8; 4]>),
    /// The element of a slot is in a set defined by marks.
    Set(u16, u8),
    Equal(u8, u8),
    Compare(Comparison, Box<TermNode>, Box<TermNode>),
    Not(Box<Node>),
    /// A conjunction, cheap parts first.
    And(Vec<Node>),
    Or(Vec<Node>),
    Exists(u8, Box<Node>, Option<Shift>),
    /// A path from the element of a slot.
    Path(Box<Path>),
    /// The element of a slot is in a relation defined by itself.
    Fixpoint(Box<Fixpoint>),
    /// The element of a slot is in a set that grows while such a relation is computed.
    Growing(u8, u8),
    /// The element of a slot has a neighbour.
    Near(Box<Near>),
}

/// An existential quantifier whose bound slot is connected to another one only by a relation that
/// leads from each element to the one at a fixed distance, as steps on a grid do: the elements with
/// a witness are the shifted witnesses.
#[derive(Clone, Debug)]
pub(crate) struct Shift {
    /// The other slot.
    pub slot: u8,
    /// Its distance from the bound one.
    pub by: isize,
    /// The witnesses from which such a step exists.
    pub from: Vec<u64>,
}

/// Returns the distance at which a table of rows leads from each element to at most one other, and
/// the elements from which it does: a step on a grid.
pub(super) fn fixed_distance(rows: usize, layout: &Layout) -> Option<(isize, Vec<u64>)> {
    let (mut by, mut from) = (None, vec![0u64; layout.width]);
    for element in 0..layout.size {
        let row = &layout.stable[rows + element * layout.width..][..layout.width];
        let mut images = (0..layout.size).filter(|&i| row[i / 64] >> (i % 64) & 1 == 1);
        let Some(image) = images.next() else { continue };
        let distance = image as isize - element as isize;
        if images.next().is_some() || by.is_some_and(|known| known != distance) {
            return None;
        }
        by = Some(distance);
        from[element / 64] |= 1 << (element % 64);
    }
    Some((by?, from))
}

impl Shift {
    /// Returns the shift of a body over a bound slot, if it has this form.
    pub fn of(bound: u8, body: &Node, layout: &Layout) -> Option<Shift> {
        let parts = match &body.kind {
            Kind::And(parts) => parts.as_slice(),
            _ => std::slice::from_ref(body),
        };
        let ties = |part: &&Node| part.free >> bound & 1 == 1 && part.free != 1 << bound;
        let mut tied = parts.iter().filter(ties);
        let (Some(tie), None) = (tied.next(), tied.next()) else { return None };
        let Kind::Atom(relation, arguments) = &tie.kind else { return None };
        let place = layout.places[usize::from(*relation)];
        let (slot, rows) = match arguments.as_slice() {
            [x, y] if *x == bound && place.stable => (*y, place.rows),
            [x, y] if *y == bound && place.stable => (*x, place.columns?),
            _ => return None,
        };
        // No other part may depend on the other slot.
        if parts.iter().filter(|part| part.free >> slot & 1 == 1).count() != 1 {
            return None;
        }
        let (by, from) = fixed_distance(rows, layout)?;
        Some(Shift { slot, by, from })
    }
}

/// A compiled term.
#[derive(Clone, Debug)]
pub(crate) enum TermNode {
    Number(Rational, f64),
    Add(Vec<TermNode>),
    Times(Vec<TermNode>),
    Power(Box<TermNode>, u32),
    Truth(Node),
    Sum(Join, Box<TermNode>),
    /// A sum that is a chain of steps.
    Steps(Steps),
    /// A sum over lines.
    Lines(Lines),
}

/// All assignments of some slots that satisfy a conjunction, computed one slot after the other.
#[derive(Clone, Debug)]
pub(crate) struct Join {
    /// The parts that depend on none of the slots.
    pub before: Node,
    pub levels: Vec<Level>,
    /// The join as offsets, if all slots are at fixed distances from the first: the common case on
    /// grids.
    pub offsets: Option<Offsets>,
}

/// One slot of a join and the tests that can be made once it is set.
#[derive(Clone, Debug)]
pub(crate) struct Level {
    pub slot: u8,
    /// The literals of the test.
    pub rows: Vec<RowTest>,
    /// The literals that no slot selects as a set, if there are many of them or they are combined
    /// with other sets; and the other literals.
    pub set: Option<(u16, Vec<RowTest>)>,
    /// The parts that are not literals.
    pub rest: Option<Node>,
    /// The slots whose elements it must differ from.
    pub differs: SmallVec<[u8; 8]>,
}

/// A row that must, or must not, contain the element of a slot.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct RowTest {
    pub stable: bool,
    pub negated: bool,
    /// The first word of the row, or of row 0 if a slot selects the row.
    pub first: usize,
    /// The slot that selects the row.
    pub by: Option<u8>,
}

impl RowTest {
    pub fn new(part: &Node, slot: u8, layout: &Layout) -> Option<RowTest> {
        let (atom, negated) = part.without_not();
        let Kind::Atom(relation, arguments) = &atom.kind else { return None };
        let place = layout.places[usize::from(*relation)];
        let (first, by) = match arguments.as_slice() {
            [x] if *x == slot => (place.rows, None),
            [x, y] if *y == slot && *x != slot => (place.rows, Some(*x)),
            [x, y] if *x == slot && *y != slot => (place.columns?, Some(*y)),
            _ => return None,
        };
        Some(RowTest { stable: place.stable, negated, first, by })
    }
}

/// The number of rows up to which reading them is faster than caching their intersection.
const FEW: usize = 2;

impl Level {
    /// Creates a level with this test; over a fixed layout its literals become rows.
    pub fn new(
        slot: u8,
        test: Vec<Node>,
        differs: SmallVec<[u8; 8]>,
        mut fixed: Option<&mut Layout>,
    ) -> Level {
        let (mut rows, mut next, mut rest) = (Vec::new(), Vec::new(), Vec::new());
        for part in test {
            let Some(layout) = fixed.as_deref_mut() else {
                rest.push(part);
                continue;
            };
            match RowTest::new(&part, slot, layout) {
                Some(row) => rows.push(row),
                None => match NextTo::of(&part, slot, layout) {
                    Some(one) => next.push(one),
                    None => rest.push(part),
                },
            }
        }
        // Few elements have a mark: marks are tested first.
        sort_by_key(&mut rows, |row| (row.negated, row.by.is_none()));
        let rest = if rest.is_empty() { None } else { Some(Node::all(rest)) };
        let (unary, tied): (Vec<RowTest>, Vec<RowTest>) =
            rows.iter().partition(|row| row.by.is_none());
        let set = fixed
            .filter(|_| unary.len() > FEW || !next.is_empty())
            .map(|layout| (layout.unary_set(UnarySet { any: false, rows: unary, next }), tied));
        Level { slot, rows, set, rest, differs }
    }
}

impl Node {
    pub fn new(free: u64, kind: Kind) -> Node {
        let (cost, depth) = (cost(&kind), depth(&kind));
        Node { free, cost, depth, kind }
    }

    pub fn constant(value: bool) -> Node {
        Node::new(0, Kind::Constant(value))
    }

    pub fn atom(relation: u16, arguments: SmallVec<[u8; 4]>) -> Node {
        let free = arguments.iter().fold(0, |free, &slot| free | 1 << slot);
        Node::new(free, Kind::Atom(relation, arguments))
    }

    pub fn negated(self) -> Node {
        match self.kind {
            Kind::Constant(value) => Node::constant(!value),
            Kind::Not(inner) => *inner,
            _ => Node::new(self.free, Kind::Not(Box::new(self))),
        }
    }

    /// Returns the node without its negation, and whether it has one.
    pub fn without_not(&self) -> (&Node, bool) {
        match &self.kind {
            Kind::Not(inner) => (inner, true),
            _ => (self, false),
        }
    }

    /// Returns the conjunction of nodes, cheap ones first.
    pub fn all(mut parts: Vec<Node>) -> Node {
        sort_by_key(&mut parts, |part| (part.free != 0, part.cost));
        parts.retain(|part| !matches!(part.kind, Kind::Constant(true)));
        match parts.len() {
            0 => Node::constant(true),
            1 => parts.remove(0),
            _ => Node::new(union(&parts), Kind::And(parts)),
        }
    }

    /// Returns the disjunction of nodes.
    pub fn any(mut parts: Vec<Node>) -> Node {
        sort_by_key(&mut parts, |part| (part.free != 0, part.cost));
        parts.retain(|part| !matches!(part.kind, Kind::Constant(false)));
        match parts.len() {
            0 => Node::constant(false),
            1 => parts.remove(0),
            _ => Node::new(union(&parts), Kind::Or(parts)),
        }
    }

    /// Returns whether computing a set of it takes a few words' work.
    #[inline]
    pub fn is_cheap(&self) -> bool {
        self.cost < 50
    }
}

/// Estimates the work of computing a set.
fn cost(kind: &Kind) -> u32 {
    match kind {
        Kind::Constant(_) => 0,
        Kind::Atom(_, arguments) => 1 + arguments.len() as u32 / 3 * 10,
        Kind::Equal(..) | Kind::Set(..) | Kind::Growing(..) => 1,
        Kind::Not(inner) => inner.cost.saturating_add(1),
        Kind::And(parts) | Kind::Or(parts) => {
            parts.iter().fold(0, |sum: u32, part| sum.saturating_add(part.cost))
        }
        Kind::Exists(_, body, Some(_)) => body.cost.saturating_add(4),
        Kind::Exists(_, body, None) => body.cost.saturating_mul(8).saturating_add(50),
        Kind::Path(_) => 60,
        Kind::Fixpoint(_) => 200,
        Kind::Near(_) => 20,
        Kind::Compare(..) => 100_000,
    }
}

fn depth(kind: &Kind) -> u8 {
    match kind {
        Kind::Not(inner) => inner.depth,
        Kind::And(parts) | Kind::Or(parts) => {
            parts.iter().map(|part| part.depth).max().unwrap_or(0)
        }
        Kind::Exists(_, body, _) => body.depth.saturating_add(1),
        Kind::Compare(..) | Kind::Path(_) | Kind::Fixpoint(_) => u8::MAX,
        Kind::Near(_) => 1,
        Kind::Constant(_) | Kind::Atom(..) | Kind::Set(..) => 0,
        Kind::Equal(..) | Kind::Growing(..) => 0,
    }
}

fn union(parts: &[Node]) -> u64 {
    parts.iter().fold(0, |free, part| free | part.free)
}
