//! Sentences: conditions that can hold anywhere on the board.

use std::collections::BTreeMap;

use ludex_gdl::Term;
use ludex_rewrite::{Formula, Name};

use super::formulas::Formulas;
use super::logic::{and, not, or, reading_order};
use crate::board::{Cell, Offset};
use crate::refusal::{Result, SOMETHING, shape};
use crate::rules::{Expr, Node};
use crate::shape::{Shape, fitting};

/// The greatest number of parts of a readable formula.
const MOST_PARTS: usize = 400;

/// The lower left cell.
pub(super) const ORIGIN: Cell = Cell { column: 0, row: 0 };

impl Formulas<'_, '_> {
    /// Returns the sentence of a condition: the disjunction of its cases, wherever they are on the
    /// board.
    pub fn sentence(&mut self, expr: Expr) -> Result<Formula> {
        self.check_size(expr)?;
        match self.reader.exprs.node(expr).clone() {
            Node::Not(inner) => Ok(not(self.sentence(inner)?)),
            Node::And(parts) => {
                let alone = |p: &Expr| matches!(self.reader.exprs.node(*p), Node::Or(_));
                let (alone, together): (Vec<Expr>, Vec<Expr>) =
                    parts.into_iter().partition(|p| alone(p));
                let together = self.reader.exprs.and(together);
                let mut all = self.ways_to_hold(vec![together])?;
                for part in alone {
                    all.push(self.sentence(part)?);
                }
                all.sort_by_cached_key(reading_order);
                Ok(and(all))
            }
            _ => {
                let parts = self.reader.exprs.disjuncts(expr);
                let mut ways = self.ways_to_hold(parts)?;
                ways.sort_by_cached_key(reading_order);
                Ok(or(ways))
            }
        }
    }

    /// Returns formulas one of which holds if one of the conditions does: as short as possible,
    /// with variables for the cells that must have something, or also for those that must not.
    fn ways_to_hold(&mut self, conditions: Vec<Expr>) -> Result<Vec<Formula>> {
        let few = self.ways_with(&conditions, false)?;
        let many = self.ways_with(&conditions, true)?;
        let length = |ways: &[Formula]| ways.iter().map(|w| w.to_string().len()).sum::<usize>();
        let ways = if length(&many) < length(&few) { many } else { few };
        match ways.len() > MOST_PARTS {
            true => shape(format!(
                "{SOMETHING} has too many parts that differ in more than their place"
            )),
            false => Ok(ways),
        }
    }

    fn ways_with(&mut self, conditions: &[Expr], negated: bool) -> Result<Vec<Formula>> {
        let mut ways = Vec::new();
        let mut groups: BTreeMap<Vec<Offset>, Vec<(Cell, Expr)>> = BTreeMap::new();
        for &condition in conditions {
            match self.placed(condition, negated) {
                None => ways.push(self.shape(&Shape::of(condition, ORIGIN, self.reader), &[])?),
                Some((anchor, required)) => {
                    groups.entry(required).or_default().push((anchor, condition));
                }
            }
        }
        for (required, items) in groups {
            if ways.len() <= MOST_PARTS {
                ways.extend(self.anywhere(&required, items)?);
            }
        }
        Ok(ways)
    }

    fn anywhere(&mut self, required: &[Offset], items: Vec<(Cell, Expr)>) -> Result<Vec<Formula>> {
        let variable = |i: usize| -> Name {
            if required.len() == 1 { "x".into() } else { format!("x{}", i + 1).into() }
        };
        let named: Vec<(Offset, Name)> =
            required.iter().enumerate().map(|(i, &offset)| (offset, variable(i))).collect();
        let (mut ways, fits) = (Vec::new(), fitting(self.board(), required));
        for (shape, among) in self.covered(items, &fits, true, &named[0].1)? {
            let mut parts = vec![self.shape(&shape, &named)?];
            parts.extend(self.ways(&named));
            parts.push(among);
            let variables = named.iter().map(|n| n.1.clone()).collect();
            ways.push(Formula::Exists(variables, Box::new(and(parts))));
        }
        Ok(ways)
    }

    /// Returns the anchor of a condition and the displacements of the cells that must be there, or
    /// `None` if it is about no cell.
    fn placed(&self, condition: Expr, negated: bool) -> Option<(Cell, Vec<Offset>)> {
        let parts = match self.reader.exprs.node(condition) {
            Node::And(parts) => parts.clone(),
            _ => vec![condition],
        };
        let cell = |&part: &Expr| match *self.reader.exprs.node(part) {
            Node::Not(inner) if negated => self.cell_of(inner),
            _ => self.cell_of(part),
        };
        let mut cells: Vec<Cell> = parts.iter().filter_map(cell).collect();
        ludex_base::sort(&mut cells);
        cells.dedup();
        if cells.is_empty() {
            self.mentioned(condition, &mut cells);
            ludex_base::sort(&mut cells);
            cells.truncate(1);
        }
        let anchor = *cells.first()?;
        Some((anchor, cells.into_iter().map(|cell| anchor.to(cell)).collect()))
    }

    /// Returns the cell where a mark or a view must be.
    fn cell_of(&self, expr: Expr) -> Option<Cell> {
        match self.reader.exprs.node(expr) {
            Node::Fact(fact) => Some(self.board().facts[*fact].cell),
            Node::View(view) => self.reader.views[*view].cell,
            _ => None,
        }
    }

    /// Appends all cells that a condition mentions directly.
    fn mentioned(&self, expr: Expr, out: &mut Vec<Cell>) {
        match self.reader.exprs.node(expr) {
            Node::Not(inner) => self.mentioned(*inner, out),
            Node::And(parts) | Node::Or(parts) => {
                parts.iter().for_each(|&p| self.mentioned(p, out));
            }
            _ => out.extend(self.cell_of(expr)),
        }
    }

    /// Returns the meaning of an atom in a situation, as a sentence.
    pub fn atom(&mut self, atom: Term, situation: usize) -> Result<Formula> {
        let expr = self.reader.atom(atom, &self.situations[situation])?;
        self.sentence(expr)
    }
}
