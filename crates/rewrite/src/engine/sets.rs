//! Sets of elements defined by marks on them or next to them, such as the occupied fields. They are
//! needed repeatedly in a state, and are therefore computed once for it; normal forms do not
//! decompose them.

use ludex_base::Bits;
use smallvec::SmallVec;

use super::compile::{Compiler, Result};
use super::eval::{Evaluator, parts};
use super::layout::Layout;
use super::node::{Kind, Node, RowTest};
use super::offsets::full;
use crate::logic::{and, free_variables, nnf, not, or};
use crate::syntax::{Formula, Name};

/// The elements that are in all, or in any, of some rows, and next to elements of other sets.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct UnarySet {
    pub any: bool,
    pub rows: Vec<RowTest>,
    /// Further conditions, only if the elements must be in all rows.
    pub next: Vec<NextTo>,
}

/// The elements at a fixed distance from those of another set, or the complement: in Connect Four,
/// the fields on top of another piece.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct NextTo {
    pub set: u16,
    /// The elements with another one at the distance.
    pub from: Vec<u64>,
    pub by: isize,
    pub negated: bool,
}

impl NextTo {
    /// Returns the set of all elements that satisfy a formula in a slot, if it has this form.
    pub fn of(part: &Node, slot: u8, layout: &mut Layout) -> Option<NextTo> {
        let (positive, negated) = part.without_not();
        match &positive.kind {
            Kind::Set(set, of) if *of == slot => {
                Some(NextTo { set: *set, from: full(layout), by: 0, negated })
            }
            Kind::Exists(bound, body, Some(shift)) if shift.slot == slot => {
                let (tie, own): (Vec<&Node>, Vec<&Node>) =
                    parts(body).iter().partition(|part| part.free >> slot & 1 == 1);
                // A part that depends on other slots defines no set.
                let known = own.iter().all(|part| part.free == 1 << bound);
                if tie.len() != 1 || own.is_empty() || !known {
                    return None;
                }
                let set = set_of(&own, *bound, layout)?;
                Some(NextTo { set, from: shift.from.clone(), by: shift.by, negated })
            }
            _ => None,
        }
    }
}

/// Returns the number of the set of all elements that satisfy all parts in a slot.
fn set_of(parts: &[&Node], slot: u8, layout: &mut Layout) -> Option<u16> {
    let (mut rows, mut next) = (Vec::new(), Vec::new());
    for part in parts {
        match RowTest::new(part, slot, layout) {
            Some(row) => rows.push(row),
            None => next.push(NextTo::of(part, slot, layout)?),
        }
    }
    Some(layout.unary_set(UnarySet { any: false, rows, next }))
}

/// The number of sets that an evaluator caches.
const CACHED_SETS: usize = 32;

/// Sets that were computed for a state, in order of first use: creating an empty cache writes
/// nothing.
#[derive(Default)]
pub(super) struct SetCache<const W: usize> {
    sets: SmallVec<[Bits<W>; CACHED_SETS]>,
    /// The numbers of the sets in the cache, and their positions.
    known: u32,
    places: [u8; CACHED_SETS],
}

impl<const W: usize> SetCache<W> {
    #[inline]
    fn get(&self, number: usize) -> Option<Bits<W>> {
        let known = number < CACHED_SETS && self.known >> number & 1 == 1;
        known.then(|| self.sets[usize::from(self.places[number])])
    }

    #[inline]
    fn put(&mut self, number: usize, set: Bits<W>) {
        if number < CACHED_SETS {
            self.known |= 1 << number;
            self.places[number] = self.sets.len() as u8;
            self.sets.push(set);
        }
    }
}

/// The prefix of the names of such sets; the number follows.
const PREFIX: &str = "$set";

impl Layout {
    /// Returns the number of a set, which is added if it is new.
    pub(super) fn unary_set(&mut self, set: UnarySet) -> u16 {
        let known = self.sets.iter().position(|other| *other == set);
        known.unwrap_or_else(|| {
            self.sets.push(set);
            self.sets.len() - 1
        }) as u16
    }
}

/// Returns the number of a set by its name.
pub(super) fn set_number(name: &str) -> Option<u16> {
    name.strip_prefix(PREFIX)?.parse().ok()
}

/// The number of elements that may be tried to evaluate a part before it gets a name.
const NAMING_FUEL: u64 = 20_000;

impl Compiler<'_> {
    /// Returns a formula in negation normal form with names for the parts that normal forms need
    /// not decompose: stable parts in at most two variables, and sets of elements defined by marks.
    pub(super) fn with_named_parts(&mut self, formula: &Formula) -> Result<Formula> {
        // Of a relation and its negation the positive one is named, which is more selective.
        if is_negative(formula) && !matches!(formula, Formula::Not(_)) {
            let opposite = nnf(&Formula::Not(Box::new(formula.clone())));
            if let Some(named) = self.named(&opposite)? {
                return Ok(not(named));
            }
        } else if let Some(named) = self.named(formula)? {
            return Ok(named);
        }
        let part = |part: &Formula| match self.as_set(part) {
            Some(set) => Ok(set),
            None => self.with_named_parts(part),
        };
        Ok(match formula {
            Formula::And(parts) => and(parts.iter().map(part).collect::<Result<Vec<_>>>()?),
            Formula::Or(parts) => or(parts.iter().map(part).collect::<Result<Vec<_>>>()?),
            Formula::Exists(x, body) => {
                Formula::Exists(x.clone(), Box::new(self.with_named_parts(body)?))
            }
            Formula::Forall(x, body) => {
                Formula::Forall(x.clone(), Box::new(self.with_named_parts(body)?))
            }
            formula => formula.clone(),
        })
    }

    /// Returns a stable formula in at most two variables as a named relation, if that is cheap to
    /// evaluate: as it is written its quantifiers may be far from what narrows them.
    fn named(&mut self, formula: &Formula) -> Result<Option<Formula>> {
        let Some((relation, variables)) = self.stable_relation_within(formula, NAMING_FUEL)? else {
            return Ok(None);
        };
        Ok(Some(match variables.is_empty() {
            true if self.layout.is_true(relation) => Formula::True,
            true => Formula::False,
            false => Formula::Relation(self.layout.names[usize::from(relation)].clone(), variables),
        }))
    }

    fn as_set(&mut self, part: &Formula) -> Option<Formula> {
        let (Formula::And(literals) | Formula::Or(literals)) = part else { return None };
        let any = matches!(part, Formula::Or(_));
        let [variable] = &free_variables(part)[..] else { return None };
        if !self.fluents.as_ref()?.changes(part) {
            return None;
        }
        let rows: Vec<RowTest> =
            literals.iter().map(|literal| self.mark(literal)).collect::<Option<_>>()?;
        // "No piece is here" is the negation of "some piece is here", which occurs, too.
        let opposite = rows.iter().all(|row| row.negated);
        let turned = |row: RowTest| RowTest { negated: row.negated != opposite, ..row };
        let rows = rows.into_iter().map(turned).collect();
        let number =
            self.layout.unary_set(UnarySet { any: any != opposite, rows, next: Vec::new() });
        let name: Name = format!("{PREFIX}{number}").into();
        self.fluents.as_mut()?.add(name.clone());
        let set = Formula::Relation(name, vec![variable.clone()]);
        Some(if opposite { Formula::Not(Box::new(set)) } else { set })
    }

    /// Returns a literal with one argument as a row.
    pub(super) fn mark(&self, literal: &Formula) -> Option<RowTest> {
        let (atom, negated) = match literal {
            Formula::Not(body) => (&**body, true),
            literal => (literal, false),
        };
        let Formula::Relation(name, arguments) = atom else { return None };
        let place = self.layout.places[self.layout.relation(name)?];
        let row = RowTest { stable: place.stable, negated, first: place.rows, by: None };
        (arguments.len() == 1).then_some(row)
    }
}

/// Returns whether all literals of a formula in negation normal form are negations.
fn is_negative(formula: &Formula) -> bool {
    match formula {
        Formula::Not(_) => true,
        Formula::And(parts) | Formula::Or(parts) => parts.iter().all(is_negative),
        Formula::Exists(_, body) | Formula::Forall(_, body) => is_negative(body),
        _ => false,
    }
}

impl<const W: usize> Evaluator<'_, W> {
    /// Returns the elements of a set, cached for the lifetime of this evaluator.
    #[inline]
    pub(super) fn unary_set(&mut self, number: u16) -> Bits<W> {
        let number = usize::from(number);
        if let Some(set) = self.cache.get(number) {
            return set;
        }
        let set: &UnarySet = &self.view.sets[number];
        let mut bits = if set.any { self.any_row(&set.rows) } else { self.rows(&set.rows) };
        for next in &set.next {
            bits &= self.next_to(next);
        }
        self.cache.put(number, bits);
        bits
    }

    fn next_to(&mut self, next: &NextTo) -> Bits<W> {
        let moved = (self.unary_set(next.set) & Bits::read(&next.from)).moved(next.by);
        if next.negated { self.view.full & !moved } else { moved }
    }

    /// Returns the elements in any of some rows that no slot selects.
    fn any_row(&self, rows: &[RowTest]) -> Bits<W> {
        let mut set = Bits::EMPTY;
        for row in rows {
            let bits = Bits::read(self.view.words(row.stable, row.first));
            set |= if row.negated { self.view.full & !bits } else { bits };
        }
        set
    }
}
