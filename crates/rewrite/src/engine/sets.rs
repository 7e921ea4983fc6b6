//! Sets of elements that are told by their marks alone, such as the fields that anybody stands on: asked for again
//! and again in a state, so worked out once for it; and never taken apart by normal forms.

use super::bits::Bits;
use super::compile::{Compiler, Result};
use super::eval::Evaluator;
use super::layout::Layout;
use super::node::RowTest;
use crate::logic::{and, free_variables, nnf, not, or};
use crate::syntax::{Formula, Name};

/// The elements in all of some rows, or in any of them.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct UnarySet {
    pub any: bool,
    pub rows: Vec<RowTest>,
}

/// How many sets an evaluator remembers.
pub(super) const REMEMBERED: usize = 32;

/// What the names of such sets start with; the number follows.
const PREFIX: &str = "$set";

impl Layout {
    /// The number of a set.
    pub(super) fn unary_set(&mut self, set: UnarySet) -> u16 {
        let known = self.sets.iter().position(|other| *other == set);
        known.unwrap_or_else(|| {
            self.sets.push(set);
            self.sets.len() - 1
        }) as u16
    }
}

/// The number of a set by its name.
pub(super) fn set_number(name: &str) -> Option<u16> {
    name.strip_prefix(PREFIX)?.parse().ok()
}

/// How many elements may be tried to name a part before normal forms.
const SOON: u64 = 20_000;

impl Compiler<'_> {
    /// A formula in negation normal form with names for parts that normal forms need not take apart: what is stable in
    /// at most two variables, and what tells a set of elements by marks.
    pub(super) fn kept_whole(&mut self, formula: &Formula) -> Result<Formula> {
        // Of a relation and its negation the positive one, which tells more.
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
            None => self.kept_whole(part),
        };
        Ok(match formula {
            Formula::And(parts) => and(parts.iter().map(part).collect::<Result<Vec<_>>>()?),
            Formula::Or(parts) => or(parts.iter().map(part).collect::<Result<Vec<_>>>()?),
            Formula::Exists(x, body) => {
                Formula::Exists(x.clone(), Box::new(self.kept_whole(body)?))
            }
            Formula::Forall(x, body) => {
                Formula::Forall(x.clone(), Box::new(self.kept_whole(body)?))
            }
            formula => formula.clone(),
        })
    }

    /// A stable formula in at most two variables as a relation with a name, if it is worked out soon: as it is written its
    /// quantifiers may be far from what narrows them.
    fn named(&mut self, formula: &Formula) -> Result<Option<Formula>> {
        let Some((relation, variables)) = self.soon(formula, SOON)? else { return Ok(None) };
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
        // Nobody is here: the negation of "somebody is here", which is asked for, too.
        let opposite = rows.iter().all(|row| row.negated);
        let turned = |row: RowTest| RowTest { negated: row.negated != opposite, ..row };
        let rows = rows.into_iter().map(turned).collect();
        let number = self.layout.unary_set(UnarySet { any: any != opposite, rows });
        let name: Name = format!("{PREFIX}{number}").into();
        self.fluents.as_mut()?.add(name.clone());
        let set = Formula::Relation(name, vec![variable.clone()]);
        Some(if opposite { Formula::Not(Box::new(set)) } else { set })
    }

    /// A literal with one place as a row.
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

/// Whether all literals of a formula in negation normal form are negations.
fn is_negative(formula: &Formula) -> bool {
    match formula {
        Formula::Not(_) => true,
        Formula::And(parts) | Formula::Or(parts) => parts.iter().all(is_negative),
        Formula::Exists(_, body) | Formula::Forall(_, body) => is_negative(body),
        _ => false,
    }
}

impl<const W: usize> Evaluator<'_, W> {
    /// The elements of a set, remembered for as long as this evaluator lives.
    #[inline]
    pub(super) fn unary_set(&mut self, number: u16) -> Bits<W> {
        let number = usize::from(number);
        if number < REMEMBERED && self.known >> number & 1 == 1 {
            return self.remembered[number];
        }
        let set = &self.view.sets[number];
        let bits = if set.any { self.any_row(&set.rows) } else { self.rows(&set.rows) };
        if number < REMEMBERED {
            self.remembered[number] = bits;
            self.known |= 1 << number;
        }
        bits
    }

    /// The elements in any of some rows that no slot chooses.
    fn any_row(&self, rows: &[RowTest]) -> Bits<W> {
        let mut set = Bits::EMPTY;
        for row in rows {
            let bits = Bits::read(self.view.words(row.stable, row.first));
            set |= if row.negated { self.view.full & !bits } else { bits };
        }
        set
    }
}
