//! From shapes to formulas: cells become variables, the displacements between them relations.

use std::collections::BTreeMap;

use ludex_rewrite::{Formula, Name};
use rustc_hash::FxHashMap;

use super::logic::{and, atom, not, or, reading_order};
use super::names::{Names, mark_names};
use super::places::nearest;
use crate::board::{Board, Cell, Offset};
use crate::refusal::Result;
use crate::rules::{Reader, Situation};
use crate::shape::Shape;

/// Cells that have a name, relative to an anchor.
pub(crate) type Named = [(Offset, Name)];

/// A writer of conditions as formulas, with the definitions they need.
pub(crate) struct Formulas<'f, 'a> {
    pub reader: &'f mut Reader<'a>,
    pub situations: &'f [Situation],
    pub names: Names,
    /// The names of the marks; for each function that has one, the mark of an empty cell.
    pub marks: Vec<String>,
    pub blanks: Vec<Option<usize>>,
    /// Definitions: name, parameters, formula, ordered so that each comes after those it uses.
    pub definitions: Vec<(String, &'static str, Formula)>,
    /// Parts of the board that are neither rows nor columns.
    pub areas: Vec<(String, Vec<Cell>)>,
    by_meaning: FxHashMap<(String, Formula), String>,
    /// Names that families should get if possible.
    pub wanted: FxHashMap<usize, String>,
    pub families: FxHashMap<usize, Option<String>>,
    pub sentences: FxHashMap<usize, Formula>,
    pub steps: BTreeMap<Offset, String>,
    pub lines: BTreeMap<(bool, i16), String>,
}

impl<'f, 'a> Formulas<'f, 'a> {
    pub fn new(
        reader: &'f mut Reader<'a>,
        situations: &'f [Situation],
        blanks: Vec<Option<usize>>,
    ) -> Formulas<'f, 'a> {
        let mut names = Names::new();
        let marks = mark_names(reader.clauses.rules, reader.clauses.board, &mut names);
        let mut formulas = Formulas {
            reader,
            situations,
            names,
            marks,
            blanks,
            definitions: Vec::new(),
            areas: Vec::new(),
            by_meaning: FxHashMap::default(),
            wanted: FxHashMap::default(),
            families: FxHashMap::default(),
            sentences: FxHashMap::default(),
            steps: BTreeMap::new(),
            lines: BTreeMap::new(),
        };
        formulas.define_blanks();
        formulas
    }

    pub fn board(&self) -> &'a Board {
        self.reader.clauses.board
    }

    /// Defines empty cells: none of the other marks of the function is on them.
    fn define_blanks(&mut self) {
        let x: Name = "x".into();
        for (functor, blank) in self.blanks.clone().into_iter().enumerate() {
            let Some(blank) = blank else { continue };
            let others = self.board().functors[functor].marks.iter().filter(|&&m| m != blank);
            let none = others.map(|&m| not(atom(&self.marks[m], &[&x])));
            self.definitions.push((self.marks[blank].clone(), "x", and(none)));
        }
    }

    /// Returns the formula of a shape, given variables for some of its cells. Other cells are
    /// reached from the nearest of them.
    pub fn shape(&mut self, shape: &Shape, named: &Named) -> Result<Formula> {
        Ok(match shape {
            Shape::Constant(true) => Formula::True,
            Shape::Constant(false) => Formula::False,
            Shape::Mark(mark, offset) => {
                let mark = self.marks[*mark].clone();
                self.at(&mark, *offset, named)
            }
            Shape::View(family, None) => self.family_sentence(*family)?,
            Shape::View(family, Some(offset)) => match self.family(*family)? {
                Some(family) => self.at(&family, *offset, named),
                None => Formula::False,
            },
            Shape::Not(inner) => not(self.shape(inner, named)?),
            Shape::And(parts) => {
                let negated = |part: &Shape| match part {
                    Shape::Not(inner) => Some((**inner).clone()),
                    _ => None,
                };
                let (around, rest) = self.around(parts, named, negated)?;
                let mut all = self.shapes(&rest, named)?;
                all.extend(around.into_iter().map(not));
                and(all)
            }
            Shape::Or(parts) => match common(parts) {
                Some(factored) => self.shape(&factored, named)?,
                None => {
                    let (mut any, rest) = self.around(parts, named, |part| Some(part.clone()))?;
                    any.extend(self.shapes(&rest, named)?);
                    or(any)
                }
            },
        })
    }

    /// Returns formulas for conditions on many cells around the same one ("there is one near it"),
    /// and the other parts.
    fn around(
        &mut self,
        parts: &[Shape],
        named: &Named,
        meant: impl Fn(&Shape) -> Option<Shape>,
    ) -> Result<(Vec<Formula>, Vec<Shape>)> {
        const MANY: usize = 3;
        let mut groups: BTreeMap<(Offset, Shape), Vec<Offset>> = BTreeMap::new();
        let mut keys = Vec::new();
        for part in parts {
            let key = meant(part).and_then(|part| {
                let (offset, said) = match part {
                    Shape::Mark(mark, offset) => (offset, Shape::Mark(mark, Offset::default())),
                    Shape::View(family, Some(offset)) => {
                        (offset, Shape::View(family, Some(Offset::default())))
                    }
                    _ => return None,
                };
                let from = nearest(named, offset).0;
                (from != offset).then_some(((from, said), from.to(offset)))
            });
            if let Some((key, way)) = key.clone() {
                groups.entry(key).or_default().push(way);
            }
            keys.push(key.map(|key| key.0));
        }
        groups.retain(|_, ways| ways.len() >= MANY);
        let alone = |key: &Option<(Offset, Shape)>| {
            key.as_ref().is_none_or(|key| !groups.contains_key(key))
        };
        let rest = parts.iter().zip(&keys).filter(|p| alone(p.1)).map(|p| p.0.clone()).collect();
        let mut formulas = Vec::new();
        let (x, y, z): (Name, Name, Name) = ("x".into(), "y".into(), "z".into());
        for ((from, said), mut ways) in groups {
            ludex_base::sort(&mut ways);
            let steps = or(ways.iter().map(|&way| self.step(&x, &y, way)));
            let near = self.define("Near".to_owned(), "x, y", steps);
            let said = self.shape(&said, &[(Offset::default(), z.clone())])?;
            let x = &nearest(named, from).1;
            let body = and(vec![atom(&near, &[x, &z]), said]);
            formulas.push(match body {
                Formula::False => Formula::False,
                body => Formula::Exists(vec![z.clone()], Box::new(body)),
            });
        }
        Ok((formulas, rest))
    }

    fn shapes(&mut self, parts: &[Shape], named: &Named) -> Result<Vec<Formula>> {
        let mut formulas: Vec<Formula> =
            parts.iter().map(|part| self.shape(part, named)).collect::<Result<_>>()?;
        formulas.sort_by_cached_key(reading_order);
        Ok(formulas)
    }

    fn at(&mut self, relation: &str, offset: Offset, named: &Named) -> Formula {
        if let Some((_, x)) = named.iter().find(|n| n.0 == offset) {
            return atom(relation, &[x]);
        }
        let (from, x) = nearest(named, offset).clone();
        let z: Name = "z".into();
        let body = and(vec![self.step(&x, &z, from.to(offset)), atom(relation, &[&z])]);
        Formula::Exists(vec![z], Box::new(body))
    }

    /// Defines a relation, unless one of that name with the same meaning exists.
    pub fn define(&mut self, wanted: String, parameters: &'static str, formula: Formula) -> String {
        let key = (wanted, formula);
        if let Some(known) = self.by_meaning.get(&key) {
            return known.clone();
        }
        let name = self.names.free(std::slice::from_ref(&key.0));
        self.definitions.push((name.clone(), parameters, key.1.clone()));
        self.by_meaning.insert(key, name.clone());
        name
    }
}

/// Returns a disjunction whose parts have something in common with that part factored out.
pub(super) fn common(parts: &[Shape]) -> Option<Shape> {
    let first = parts.first()?.conjuncts();
    let shared = |c: &&Shape| parts.iter().all(|part| part.conjuncts().contains(c));
    let common: Vec<Shape> = first.iter().filter(shared).cloned().collect();
    if parts.len() < 2 || common.is_empty() {
        return None;
    }
    let rest = parts.iter().map(|part| {
        let rest = part.conjuncts().iter().filter(|c| !common.contains(c)).cloned();
        Shape::all(rest.collect())
    });
    Some(Shape::all(common.iter().cloned().chain([Shape::any(rest.collect())]).collect()))
}
