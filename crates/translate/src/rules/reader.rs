//! The meaning of atoms of the rules in a situation: conditions on the board.
//!
//! A *situation* is all of a state but the board (whose turn it is), and the moves being made. In
//! it, facts off the board and moves are true or false; what is left are conditions on the board.

use ludex_gdl::Term;
use rustc_hash::{FxHashMap, FxHashSet};

use super::clauses::{Atom, Clauses, Keep, Relation};
use super::expr::{Expr, Exprs, Known};
use crate::board::Cell;
use crate::refusal::{Result, shape};

/// All of a state but the board.
#[derive(Clone, Debug, Default)]
pub(crate) struct Situation {
    /// Its number, by which results for it are stored.
    pub number: usize,
    /// The facts off the board that hold.
    pub holds: FxHashSet<Term>,
}

impl Situation {
    /// Returns the key that distinguishes it from others.
    pub fn key(&self) -> Vec<Term> {
        let mut key: Vec<Term> = self.holds.iter().copied().collect();
        ludex_base::sort(&mut key);
        key
    }
}

/// The common part of views that differ only in their cell.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Family {
    pub relation: usize,
    pub rest: Vec<Term>,
    pub situation: usize,
}

/// An atom of the rules that has a definition of its own in the translation.
#[derive(Clone, Debug)]
pub(crate) struct View {
    /// Its family, by its number.
    pub family: usize,
    pub cell: Option<Cell>,
    /// Its meaning; `None` for a view that is defined recursively.
    pub definition: Option<Expr>,
}

/// A converter of atoms to conditions.
pub(crate) struct Reader<'a> {
    pub clauses: &'a Clauses<'a>,
    pub exprs: Exprs,
    pub views: Vec<View>,
    pub families: Vec<Family>,
    /// The meanings of the views of a family at their cells.
    pub values: FxHashMap<(usize, Cell), Expr>,
    /// The moves that are being made, as `does` atoms.
    joint: Vec<Term>,
    /// The results: for a situation, and for the moves that are being made.
    fixed: FxHashMap<(Term, usize), Expr>,
    moving: FxHashMap<Term, Expr>,
    /// The atoms that are being converted.
    open: Vec<Term>,
}

/// The greatest depth of nested definitions.
const DEEPEST: usize = 400;

impl<'a> Reader<'a> {
    pub fn new(clauses: &'a Clauses<'a>) -> Reader<'a> {
        Reader {
            clauses,
            exprs: Exprs::new(),
            views: Vec::new(),
            families: Vec::new(),
            values: FxHashMap::default(),
            joint: Vec::new(),
            fixed: FxHashMap::default(),
            moving: FxHashMap::default(),
            open: Vec::new(),
        }
    }

    /// Sets the moves that are being made.
    pub fn make(&mut self, joint: Vec<Term>) {
        self.joint = joint;
        self.moving.clear();
    }

    /// Returns the meaning of an atom in a situation.
    pub fn atom(&mut self, atom: Term, situation: &Situation) -> Result<Expr> {
        match self.clauses.kind(atom) {
            Atom::Board(fact) => Ok(self.exprs.fact(fact)),
            Atom::Other(fact) => Ok(Expr::constant(situation.holds.contains(&fact))),
            Atom::Never => Ok(Expr::FALSE),
            Atom::Does => Ok(Expr::constant(self.joint.contains(&atom))),
            Atom::Defined(relation) => self.defined(atom, relation, situation),
        }
    }

    fn defined(&mut self, atom: Term, relation: usize, situation: &Situation) -> Result<Expr> {
        let moves = self.clauses.relations[relation].moves;
        let key = (atom, situation.number);
        let known = if moves { self.moving.get(&atom) } else { self.fixed.get(&key) };
        if let Some(&known) = known {
            return Ok(known);
        }
        if self.clauses.relations[relation].recursive {
            return self.recursive(atom, relation, situation);
        }
        let name = &self.clauses.relations[relation].name;
        if self.open.contains(&atom) {
            return shape(format!(
                "`{name}` is defined by itself without end, which first-order logic cannot say"
            ));
        }
        if self.open.len() >= DEEPEST || self.exprs.is_full() {
            return shape(format!("`{name}` is too large when it is written out"));
        }
        self.open.push(atom);
        let mut meaning = self.any(self.clauses.bodies(atom), situation)?;
        self.open.pop();
        if !moves {
            meaning = self.kept(atom, relation, situation, meaning);
        }
        match moves {
            true => self.moving.insert(atom, meaning),
            false => self.fixed.insert(key, meaning),
        };
        Ok(meaning)
    }

    /// Returns an atom about a cell that depends on others of its relation. It becomes a view, and
    /// its meaning is recorded.
    fn recursive(&mut self, atom: Term, relation: usize, situation: &Situation) -> Result<Expr> {
        let family = self.family(atom, relation, situation);
        let cell = self.clauses.cell_of(atom);
        self.views.push(View { family, cell, definition: None });
        let view = self.exprs.view(self.views.len() - 1);
        self.fixed.insert((atom, situation.number), view);
        let meaning = self.any(self.clauses.bodies(atom), situation)?;
        self.values.extend(cell.map(|cell| ((family, cell), meaning)));
        Ok(view)
    }

    /// Returns the condition that one of the bodies holds.
    pub fn any(&mut self, bodies: &[Vec<(Term, bool)>], situation: &Situation) -> Result<Expr> {
        let mut any = Vec::new();
        for body in bodies {
            let meaning = self.all(body, situation)?;
            if meaning == Expr::TRUE {
                return Ok(meaning);
            }
            any.push(meaning);
        }
        Ok(self.exprs.or(any))
    }

    fn all(&mut self, body: &[(Term, bool)], situation: &Situation) -> Result<Expr> {
        let mut all = Vec::new();
        for &(atom, negated) in body {
            let mut meaning = self.atom(atom, situation)?;
            if negated {
                meaning = self.exprs.not(meaning);
            }
            if meaning == Expr::FALSE {
                return Ok(meaning);
            }
            all.push(meaning);
        }
        Ok(self.exprs.and(all))
    }

    /// Returns the view of an atom, if its relation keeps its name.
    fn kept(
        &mut self,
        atom: Term,
        relation: usize,
        situation: &Situation,
        definition: Expr,
    ) -> Expr {
        if self.clauses.relations[relation].keep == Keep::No {
            return definition;
        }
        let family = self.family(atom, relation, situation);
        let cell = self.clauses.cell_of(atom);
        self.values.extend(cell.map(|cell| ((family, cell), definition)));
        if definition.is_constant() {
            return definition;
        }
        self.views.push(View { family, cell, definition: Some(definition) });
        self.exprs.view(self.views.len() - 1)
    }

    /// Returns the number of the family of an atom.
    fn family(&mut self, atom: Term, relation: usize, situation: &Situation) -> usize {
        let rest = self.clauses.rest(atom, self.clauses.relations[relation].keep);
        let family = Family { relation, rest, situation: situation.number };
        let known = self.families.iter().position(|f| *f == family);
        known.unwrap_or_else(|| {
            self.families.push(family);
            self.families.len() - 1
        })
    }

    /// Computes all views of a family.
    pub fn complete(&mut self, family: usize, situations: &[Situation]) -> Result<()> {
        let Family { relation, rest, situation } = self.families[family].clone();
        let Relation { name, keep, .. } = &self.clauses.relations[relation];
        for head in self.clauses.heads(name) {
            if self.clauses.rest(head, *keep) == rest {
                self.atom(head, &situations[situation])?;
            }
        }
        Ok(())
    }

    /// Returns a condition simplified by known facts.
    pub fn assume(&mut self, expr: Expr, known: &Known) -> Expr {
        let Reader { exprs, views, .. } = self;
        exprs.assume(expr, known, &|view| views[view].definition, &mut FxHashMap::default())
    }

    /// Records the facts that follow if a condition holds.
    pub fn implied(&self, expr: Expr, known: &mut Known) {
        self.exprs.implied(expr, true, &|view| self.views[view].definition, known);
    }

    /// Returns the facts that a condition depends on.
    pub fn facts(&self, expr: Expr) -> Vec<usize> {
        self.exprs.facts(expr, &|view| self.views[view].definition)
    }
}
