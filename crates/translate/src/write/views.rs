//! Definitions: relations that the rules name keep their names.

use ludex_rewrite::{Formula, Name};

use super::formulas::{Formulas, common};
use super::logic::{and, atom, or};
use super::names::{capital, part};
use crate::board::{Cell, Offset};
use crate::refusal::{Result, SOMETHING, shape};
use crate::rules::{Expr, Family};
use crate::shape::{Covered, Shape, cover, fitting};

/// The greatest number of steps in which a recursive definition is unrolled.
const MOST_STEPS: usize = 64;

/// The size of the largest condition that is expanded.
const MOST_WRITTEN: u64 = 100_000;

/// A recursion that spreads over the board: to a cell where `held` holds, from those at the
/// displacements.
struct Spread {
    held: Shape,
    ways: Vec<Offset>,
}

impl Formulas<'_, '_> {
    /// Computes all that a shape mentions, so that its cells near the edge are known.
    fn complete(&mut self, shape: &Shape) -> Result<()> {
        let mut families = Vec::new();
        shape.families(&mut families);
        ludex_base::sort(&mut families);
        families.dedup();
        families.into_iter().try_for_each(|f| self.reader.complete(f, self.situations))
    }

    /// Returns shapes that express a condition at each of the anchors, each with the anchors where
    /// it does so, which the formula must state only if the shape fits on more cells. The shapes
    /// may cover a cell twice if they `overlap`.
    pub fn covered(
        &mut self,
        items: Vec<(Cell, Expr)>,
        fits: &[Cell],
        overlap: bool,
        x: &Name,
    ) -> Result<Vec<(Shape, Formula)>> {
        items.iter().try_for_each(|item| self.check_size(item.1))?;
        let shape_of = |(cell, expr): (Cell, Expr)| (cell, Shape::of(expr, cell, self.reader));
        let items: Vec<(Cell, Shape)> = items.into_iter().map(shape_of).collect();
        for (_, shape) in &items {
            self.complete(shape)?;
        }
        let mut covered = Vec::new();
        for Covered { shape, anchors, all } in cover(items, fits, overlap, self.reader) {
            let among = self.among(&anchors, &all, x);
            covered.push((shape, among));
        }
        Ok(covered)
    }

    /// Returns the name of a family of views.
    fn family_name(&self, family: usize) -> String {
        if let Some(name) = self.wanted.get(&family) {
            return name.clone();
        }
        let Family { relation, rest, .. } = &self.reader.families[family];
        let clauses = self.reader.clauses;
        let rest: String = rest.iter().map(|&t| part(clauses.rules, t)).collect();
        format!("{}{rest}", capital(&clauses.relations[*relation].name))
    }

    /// Fails for conditions that are too large to be expanded.
    pub fn check_size(&self, expr: Expr) -> Result<()> {
        match self.reader.exprs.size(expr) > MOST_WRITTEN {
            true => shape(format!("{SOMETHING} is too large when all of it is written out")),
            false => Ok(()),
        }
    }

    /// Returns the relation of a family of views about cells, which is defined when it is first
    /// used, or `None` for one that never holds.
    pub fn family(&mut self, family: usize) -> Result<Option<String>> {
        if let Some(name) = self.families.get(&family) {
            return Ok(name.clone());
        }
        self.reader.complete(family, self.situations)?;
        let relation = self.reader.families[family].relation;
        if self.reader.clauses.relations[relation].recursive {
            return self.recursive_family(family).map(Some);
        }
        let name = self.family_name(family);
        let formula = self.of_cell(family).map_err(|refusal| refusal.about(&name))?;
        let name = self.define(name, "x", formula);
        self.families.insert(family, Some(name.clone()));
        Ok(Some(name))
    }

    /// Returns the relation of a family of recursive views. First-order logic cannot express
    /// recursion. But a chain of reasons visits a cell once, so that as many definitions as there
    /// are cells are enough, each a step longer.
    fn recursive_family(&mut self, family: usize) -> Result<String> {
        let values = self.reader.values.iter();
        let steps = values.filter(|(key, value)| key.0 == family && **value != Expr::FALSE).count();
        let wanted = self.family_name(family);
        if steps > MOST_STEPS {
            return shape(format!(
                "`{wanted}` is defined by itself, and {steps} steps are too many to write out"
            ));
        }
        self.families.insert(family, None);
        let spread = self.spread(family)?;
        for step in 1..=steps.max(1) {
            let known = self.families[&family].clone();
            let formula = match (&spread, known) {
                (Some(spread), Some(known)) => self.spread_from(&known, spread)?,
                _ => self.of_cell(family)?,
            };
            let wanted = if step < steps { format!("{wanted}_{step}") } else { wanted.clone() };
            let name = self.define(wanted, "x", formula);
            self.families.insert(family, Some(name));
        }
        Ok(self.families[&family].clone().expect("there is a step"))
    }

    /// Returns the spread of a recursive family, if it has the usual form: from a cell to those
    /// near it where something else holds.
    fn spread(&mut self, family: usize) -> Result<Option<Spread>> {
        let x: Name = "x".into();
        let (items, fits) = (self.meant(family), fitting(self.board(), &[]));
        let covered = self.covered(items, &fits, true, &x)?;
        let recursive = |shape: &Shape| {
            let mut families = Vec::new();
            shape.families(&mut families);
            families.contains(&family)
        };
        let mut spreading = covered.iter().filter(|c| recursive(&c.0));
        let (Some((shape, Formula::True)), None) = (spreading.next(), spreading.next()) else {
            return Ok(None);
        };
        let shape = common(&shape.disjuncts()).unwrap_or_else(|| shape.clone());
        let (open, held): (Vec<Shape>, Vec<Shape>) =
            shape.conjuncts().iter().cloned().partition(recursive);
        let [open] = &open[..] else { return Ok(None) };
        let mut ways = vec![Offset::default()];
        for part in open.disjuncts().into_iter().filter(recursive) {
            match part {
                Shape::View(of, Some(way)) if of == family => ways.push(way),
                _ => return Ok(None),
            }
        }
        let always = covered.iter().all(|(shape, _)| held.iter().all(|held| shape.implies(held)));
        ludex_base::sort(&mut ways);
        Ok(always.then_some(Spread { held: Shape::all(held), ways }))
    }

    /// Returns the formula of one more step of a spread: the known cells, and those near them.
    /// Known cells need no further test, so that the formula stays short after any number of steps.
    fn spread_from(&mut self, known: &str, spread: &Spread) -> Result<Formula> {
        let (x, y, z): (Name, Name, Name) = ("x".into(), "y".into(), "z".into());
        let steps = or(spread.ways.iter().map(|&way| self.step(&x, &y, way)));
        let reach = self.define("Reach".to_owned(), "x, y", steps);
        let held = self.shape(&spread.held, &[(Offset::default(), x.clone())])?;
        let body = and(vec![atom(&reach, &[&x, &z]), atom(known, &[&z])]);
        Ok(and(vec![held, Formula::Exists(vec![z], Box::new(body))]))
    }

    /// Returns the sentence of a family with one view; a mere synonym of another sentence is left
    /// out.
    pub fn family_sentence(&mut self, family: usize) -> Result<Formula> {
        if let Some(sentence) = self.sentences.get(&family) {
            return Ok(sentence.clone());
        }
        let mut views = self.reader.views.iter().filter(|v| v.family == family);
        let definition = views.next().map_or(Expr::FALSE, |v| v.definition.unwrap_or(Expr::FALSE));
        let name = self.family_name(family);
        let mut sentence = self.sentence(definition).map_err(|refusal| refusal.about(&name))?;
        let other_word = match &sentence {
            Formula::Relation(..) => true,
            Formula::Not(inner) => matches!(**inner, Formula::Relation(..)),
            _ => false,
        };
        if !other_word {
            sentence = atom(&self.define(name, "", sentence), &[]);
        }
        self.sentences.insert(family, sentence.clone());
        Ok(sentence)
    }

    /// Returns the cells where a view of a family can hold, and its meaning there.
    fn meant(&self, family: usize) -> Vec<(Cell, Expr)> {
        let values = self.reader.values.iter().filter(|(key, _)| key.0 == family);
        let meant = values.filter(|(_, value)| **value != Expr::FALSE);
        let mut items: Vec<(Cell, Expr)> = meant.map(|(key, &value)| (key.1, value)).collect();
        ludex_base::sort(&mut items);
        items
    }

    /// Returns the formula of the views of a family at their cell.
    fn of_cell(&mut self, family: usize) -> Result<Formula> {
        let items = self.meant(family);
        let x: Name = "x".into();
        let named = [(Offset::default(), x.clone())];
        let mut parts = Vec::new();
        for (shape, among) in self.covered(items, &fitting(self.board(), &[]), true, &x)? {
            let formula = self.shape(&shape, &named)?;
            parts.push(and(vec![among, formula]));
        }
        Ok(or(parts))
    }
}
