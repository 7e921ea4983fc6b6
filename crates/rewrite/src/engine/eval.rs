//! Evaluation by sets: computes all elements that satisfy a formula at once.

use ludex_base::{Bits, Budget};

use smallvec::SmallVec;

use super::layout::View;
use super::node::{Join, Kind, Level, Node, RowTest, SLOTS};
use super::offsets::Offsets;
use super::sets::SetCache;
use crate::Rational;
use crate::syntax::Comparison;

/// A state with values of variables, and the work that is left.
pub(crate) struct Evaluator<'a, const W: usize> {
    pub view: View<'a, W>,
    pub slots: [u16; SLOTS],
    /// The number of elements that may still be tried. At zero all loops end, and results are void.
    pub fuel: u64,
    /// What else ends all loops; for evaluations that may take long.
    pub budget: Option<&'a Budget>,
    /// The sets that grow while relations defined by themselves are computed.
    pub(super) growing: SmallVec<[Bits<W>; 1]>,
    /// The sets computed so far.
    pub(super) cache: SetCache<W>,
}

/// The number of elements, and of nested quantifiers, up to which elements are tested one by one.
const FEW: usize = 2;
/// The elements that are tried from one poll of the budget to the next.
const STRIDE: u64 = 1024;
const SHALLOW: u8 = 3;

impl<'a, const W: usize> Evaluator<'a, W> {
    pub fn new(view: View<'a, W>) -> Self {
        let (cache, growing) = (SetCache::default(), SmallVec::new());
        Evaluator { view, slots: [0; SLOTS], fuel: u64::MAX, budget: None, growing, cache }
    }

    #[inline]
    pub(super) fn burn(&mut self) -> bool {
        self.fuel = self.fuel.saturating_sub(1);
        if self.fuel.is_multiple_of(STRIDE) {
            self.poll();
        }
        self.fuel > 0
    }

    #[cold]
    fn poll(&mut self) {
        if self.budget.is_some_and(|budget| budget.poll().is_err()) {
            self.fuel = 0;
        }
    }

    #[inline]
    fn get(&self, slot: u8) -> usize {
        usize::from(self.slots[usize::from(slot)])
    }

    /// Returns whether a formula is true.
    pub fn truth(&mut self, node: &Node) -> bool {
        match &node.kind {
            Kind::Constant(value) => *value,
            Kind::Atom(relation, arguments) => self.atom(*relation, arguments),
            Kind::Set(number, slot) => {
                self.unary_set(*number).contains(self.slots[usize::from(*slot)])
            }
            Kind::Equal(x, y) => self.get(*x) == self.get(*y),
            Kind::Compare(comparison, a, b) => {
                let (a, b) = (self.term::<Rational>(a), self.term::<Rational>(b));
                match comparison {
                    Comparison::Less => a < b,
                    Comparison::AtMost => a <= b,
                    Comparison::Same => a == b,
                }
            }
            Kind::Not(inner) => !self.truth(inner),
            Kind::And(parts) => parts.iter().all(|part| self.truth(part)),
            Kind::Or(parts) => parts.iter().any(|part| self.truth(part)),
            Kind::Exists(slot, body, _) => self.some(*slot, body),
            Kind::Path(path) => {
                let slot = node.free.trailing_zeros() as usize;
                self.path_set(path).contains(self.slots[slot])
            }
            Kind::Fixpoint(fixpoint) => self.is_in_least(fixpoint),
            Kind::Growing(number, slot) => {
                self.growing(*number).contains(self.slots[usize::from(*slot)])
            }
            Kind::Near(near) => {
                let slot = node.free.trailing_zeros() as usize;
                self.near(near).contains(self.slots[slot])
            }
        }
    }

    #[inline]
    fn atom(&mut self, relation: u16, arguments: &[u8]) -> bool {
        let place = self.view.place(relation);
        let Some((&last, prefix)) = arguments.split_last() else {
            return self.view.row(place, 0).contains(0u16);
        };
        let row = self.row_number(prefix);
        self.view.row(place, row).contains(self.slots[usize::from(last)])
    }

    #[inline]
    pub(super) fn row_number(&self, prefix: &[u8]) -> usize {
        prefix.iter().fold(0, |row, &slot| row * self.view.size + self.get(slot))
    }

    /// Returns whether some element in the slot satisfies a formula.
    fn some(&mut self, slot: u8, body: &Node) -> bool {
        let Kind::And(parts) = &body.kind else {
            return match by_sets(body, slot) {
                true => !self.set(body, slot).is_empty(),
                false => self.some_of(self.view.full, slot, std::slice::from_ref(body)),
            };
        };
        // Parts are ordered by cost; those to be tested for each element come last.
        let sets = parts.iter().take_while(|part| by_sets(part, slot)).count();
        let mut candidates = self.view.full;
        for (i, part) in parts[..sets].iter().enumerate() {
            // A few elements are tested one by one, except along paths.
            if !part.is_cheap() && part.depth <= SHALLOW && candidates.len() <= FEW {
                return self.some_of(candidates, slot, &parts[i..]);
            }
            candidates &= self.set(part, slot);
            if candidates.is_empty() {
                return false;
            }
        }
        self.some_of(candidates, slot, &parts[sets..])
    }

    /// Returns whether one of the candidates satisfies all parts.
    fn some_of(&mut self, mut candidates: Bits<W>, slot: u8, parts: &[Node]) -> bool {
        if parts.is_empty() {
            return !candidates.is_empty();
        }
        while let Some(element) = candidates.pop() {
            self.slots[usize::from(slot)] = element as u16;
            if !self.burn() || parts.iter().all(|part| self.truth(part)) {
                return true;
            }
        }
        false
    }

    /// Returns all elements that satisfy a formula in a slot.
    pub fn set(&mut self, node: &Node, slot: u8) -> Bits<W> {
        if node.free >> slot & 1 == 0 {
            return if self.truth(node) { self.view.full } else { Bits::EMPTY };
        }
        match &node.kind {
            Kind::Constant(_) => Bits::EMPTY,
            Kind::Atom(relation, arguments) => self.atom_set(*relation, arguments, slot),
            Kind::Set(number, _) => self.unary_set(*number),
            Kind::Equal(x, y) if x == y => self.view.full,
            Kind::Equal(x, y) => {
                let other = if *x == slot { y } else { x };
                Bits::one(self.slots[usize::from(*other)])
            }
            Kind::Compare(..) => self.tested(node, slot, self.view.full),
            Kind::Not(inner) => self.view.full & !self.set(inner, slot),
            Kind::And(parts) => {
                let mut set = self.view.full;
                for part in parts {
                    set = self.narrowed(part, slot, set);
                    if set.is_empty() {
                        break;
                    }
                }
                set
            }
            Kind::Or(parts) => {
                let mut set = Bits::EMPTY;
                for part in parts {
                    set |= self.set(part, slot);
                    if set == self.view.full {
                        break;
                    }
                }
                set
            }
            Kind::Exists(bound, body, Some(shift)) if shift.slot == slot => {
                (self.witnesses(*bound, body, slot) & Bits::read(&shift.from)).moved(shift.by)
            }
            Kind::Exists(bound, body, _) => self.exists_set(*bound, body, slot),
            Kind::Path(path) => self.path_set(path),
            Kind::Fixpoint(fixpoint) => match self.least_in(fixpoint, slot) {
                Some(set) => set,
                None => self.tested(node, slot, self.view.full),
            },
            Kind::Growing(number, _) => self.growing(*number),
            Kind::Near(near) => self.near(near),
        }
    }

    /// Returns the elements of a set that satisfy a formula; tests them one by one where that is
    /// less work.
    pub(super) fn narrowed(&mut self, node: &Node, slot: u8, set: Bits<W>) -> Bits<W> {
        let one_by_one = match node.depth <= SHALLOW {
            true => !node.is_cheap() && set.len() <= 2 * FEW,
            false => !by_sets(node, slot) && set.len() <= 2 * FEW,
        };
        match !one_by_one {
            true => set & self.set(node, slot),
            false => self.tested(node, slot, set),
        }
    }

    fn tested(&mut self, node: &Node, slot: u8, mut candidates: Bits<W>) -> Bits<W> {
        let mut set = Bits::EMPTY;
        while let Some(element) = candidates.pop() {
            self.slots[usize::from(slot)] = element as u16;
            if self.truth(node) {
                set.insert(element);
            }
            if !self.burn() {
                break;
            }
        }
        set
    }

    #[inline]
    fn atom_set(&mut self, relation: u16, arguments: &[u8], slot: u8) -> Bits<W> {
        let place = self.view.place(relation);
        match arguments {
            [_] => return self.view.row(place, 0),
            [x, y] if *x != slot => {
                debug_assert_eq!(*y, slot);
                return self.view.row(place, self.get(*x));
            }
            [_, y] if *y != slot => return self.view.column(place, self.slots[usize::from(*y)]),
            [prefix @ .., last] if *last == slot && !prefix.contains(&slot) => {
                return self.view.row(place, self.row_number(prefix));
            }
            _ => {}
        }
        let mut set = Bits::EMPTY;
        for element in 0..self.view.size as u16 {
            self.slots[usize::from(slot)] = element;
            if self.atom(relation, arguments) {
                set.insert(element);
            }
        }
        set
    }

    /// Returns the elements in `bound` that satisfy the parts that do not depend on `slot`.
    fn witnesses(&mut self, bound: u8, body: &Node, slot: u8) -> Bits<W> {
        let mut witnesses = self.view.full;
        for part in parts(body).iter().filter(|part| part.free >> slot & 1 == 0) {
            witnesses = self.narrowed(part, bound, witnesses);
        }
        witnesses
    }

    /// Returns all elements in `slot` for which some element in `bound` satisfies the body: a union
    /// of rows.
    fn exists_set(&mut self, bound: u8, body: &Node, slot: u8) -> Bits<W> {
        let parts = parts(body);
        let mut witnesses = self.witnesses(bound, body, slot);
        let mut set = Bits::EMPTY;
        while let Some(element) = witnesses.pop() {
            self.slots[usize::from(bound)] = element as u16;
            let mut row = self.view.full & !set;
            for part in parts.iter().filter(|part| part.free >> slot & 1 == 1) {
                row = self.narrowed(part, slot, row);
                self.slots[usize::from(bound)] = element as u16;
                if row.is_empty() {
                    break;
                }
            }
            set |= row;
            if set == self.view.full || !self.burn() {
                break;
            }
        }
        set
    }

    /// Visits all assignments of a join, with the slots set, until a visit returns `false`.
    pub fn join(&mut self, join: &Join, visit: &mut impl FnMut(&mut Self) -> bool) -> bool {
        if !self.truth(&join.before) {
            return true;
        }
        match &join.offsets {
            Some(offsets) => self.at_offsets(offsets, visit),
            None => self.levels(&join.levels, visit),
        }
    }

    /// Visits the assignments of a join whose slots are at fixed distances: all anchors are
    /// computed at once.
    #[inline]
    fn at_offsets(&mut self, offsets: &Offsets, visit: &mut impl FnMut(&mut Self) -> bool) -> bool {
        let mut anchors = Bits::read(&offsets.anchors);
        for step in &offsets.steps {
            let set = match step.set {
                Some(number) => self.unary_set(number),
                None => self.rows(&step.rows),
            };
            anchors &= if step.by == 0 { set } else { set.moved(-step.by) };
            if anchors.is_empty() {
                return true;
            }
        }
        while let Some(anchor) = anchors.pop() {
            for step in &offsets.steps {
                self.slots[usize::from(step.slot)] = (anchor as isize + step.by) as u16;
            }
            if !self.burn() || !visit(self) {
                return false;
            }
        }
        true
    }

    /// Visits the assignments of a join from a level on.
    fn levels(&mut self, levels: &[Level], visit: &mut impl FnMut(&mut Self) -> bool) -> bool {
        let Some((level, rest)) = levels.split_first() else { return visit(self) };
        let mut candidates = self.candidates(level);
        while let Some(element) = candidates.pop() {
            self.slots[usize::from(level.slot)] = element as u16;
            if !self.burn() || !self.levels(rest, visit) {
                return false;
            }
        }
        true
    }

    /// Returns the elements that are in all rows, and in none of the negated ones.
    #[inline]
    pub(super) fn rows(&self, rows: &[RowTest]) -> Bits<W> {
        let mut set = self.view.full;
        for row in rows {
            let number = row.by.map_or(0, |slot| self.get(slot));
            let bits = Bits::read(self.view.words(row.stable, row.first + number * W));
            set &= if row.negated { !bits } else { bits };
            if set.is_empty() {
                break;
            }
        }
        set
    }

    /// Returns the elements that satisfy the tests of a level.
    #[inline]
    pub fn candidates(&mut self, level: &Level) -> Bits<W> {
        let mut candidates = match &level.set {
            Some((set, rows)) => match self.unary_set(*set) {
                set if set.is_empty() => set,
                set => set & self.rows(rows),
            },
            None => self.rows(&level.rows),
        };
        if let Some(rest) = &level.rest {
            for part in parts(rest) {
                if candidates.is_empty() {
                    break;
                }
                candidates = self.narrowed(part, level.slot, candidates);
            }
        }
        for &other in &level.differs {
            candidates.remove(self.slots[usize::from(other)]);
        }
        candidates
    }
}

/// Returns the parts of a conjunction.
pub(super) fn parts(body: &Node) -> &[Node] {
    match &body.kind {
        Kind::And(parts) => parts,
        _ => std::slice::from_ref(body),
    }
}

/// Returns whether a formula is better evaluated as a set: it is cheap, or depends on this slot
/// only. In a chain of such formulas (a path of stones) each is evaluated once, while testing
/// single elements would follow all paths.
#[inline]
fn by_sets(node: &Node, slot: u8) -> bool {
    node.is_cheap() || (node.free == 1 << slot && !matches!(node.kind, Kind::Compare(..)))
}
