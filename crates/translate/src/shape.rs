//! Conditions relative to a cell, independent of their place on the board.
//!
//! Conditions that differ only in their place have the same shape. Near the edge some cells of a
//! shape are missing; they count as having nothing on them.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use crate::board::{Board, Cell, Offset};
use crate::rules::Reader;
use crate::rules::{Expr, Node};

/// A condition with cells given by their displacement from an anchor.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Shape {
    Constant(bool),
    /// A mark on a cell.
    Mark(usize, Offset),
    /// A view of a family, at a cell if it is about one.
    View(usize, Option<Offset>),
    Not(Box<Shape>),
    And(Vec<Shape>),
    Or(Vec<Shape>),
}

impl Shape {
    /// Returns the shape of a condition relative to an anchor.
    pub fn of(expr: Expr, anchor: Cell, reader: &Reader) -> Shape {
        let board = reader.clauses.board;
        match reader.exprs.node(expr) {
            Node::Constant(value) => Shape::Constant(*value),
            Node::Fact(fact) => {
                let fact = board.facts[*fact];
                Shape::Mark(fact.mark, anchor.to(fact.cell))
            }
            Node::View(view) => {
                let view = &reader.views[*view];
                Shape::View(view.family, view.cell.map(|cell| anchor.to(cell)))
            }
            Node::Not(inner) => Shape::Not(Box::new(Shape::of(*inner, anchor, reader))),
            Node::And(parts) => {
                Shape::join(parts.iter().map(|&p| Shape::of(p, anchor, reader)), false)
            }
            Node::Or(parts) => {
                Shape::join(parts.iter().map(|&p| Shape::of(p, anchor, reader)), true)
            }
        }
    }

    /// Returns the conjunction of shapes.
    pub fn all(parts: Vec<Shape>) -> Shape {
        Shape::join(parts.into_iter(), false)
    }

    /// Returns the disjunction of shapes.
    pub fn any(parts: Vec<Shape>) -> Shape {
        Shape::join(parts.into_iter(), true)
    }

    fn join(parts: impl Iterator<Item = Shape>, any: bool) -> Shape {
        let mut all = Vec::new();
        for part in parts {
            match part {
                Shape::Constant(value) if value == any => return Shape::Constant(any),
                Shape::Constant(_) => {}
                Shape::And(inner) if !any => all.extend(inner),
                Shape::Or(inner) if any => all.extend(inner),
                part => all.push(part),
            }
        }
        ludex_base::sort(&mut all);
        all.dedup();
        let absorbed = |part: &Shape| match (part, any) {
            (Shape::And(inner), true) | (Shape::Or(inner), false) => {
                inner.iter().any(|i| all.binary_search(i).is_ok())
            }
            _ => false,
        };
        let keep: Vec<bool> = all.iter().map(|part| !absorbed(part)).collect();
        let mut keep = keep.into_iter();
        all.retain(|_| keep.next().unwrap_or(true));
        match all.len() {
            0 => Shape::Constant(!any),
            1 => all.remove(0),
            _ if any => Shape::Or(all),
            _ => Shape::And(all),
        }
    }

    /// Returns the instance of a shape at an anchor, where some of its cells may be missing.
    pub fn at(&self, anchor: Cell, reader: &Reader) -> Shape {
        match self {
            Shape::Mark(mark, offset) => {
                match reader.clauses.board.fact_at(*mark, anchor.at(*offset)) {
                    Some(_) => self.clone(),
                    None => Shape::Constant(false),
                }
            }
            Shape::View(family, Some(offset)) => {
                match reader.values.get(&(*family, anchor.at(*offset))) {
                    None | Some(&Expr::FALSE) => Shape::Constant(false),
                    Some(&Expr::TRUE) => Shape::Constant(true),
                    Some(_) => self.clone(),
                }
            }
            Shape::Constant(_) | Shape::View(_, None) => self.clone(),
            Shape::Not(inner) => match inner.at(anchor, reader) {
                Shape::Constant(value) => Shape::Constant(!value),
                inner => Shape::Not(Box::new(inner)),
            },
            Shape::And(parts) => Shape::join(parts.iter().map(|p| p.at(anchor, reader)), false),
            Shape::Or(parts) => Shape::join(parts.iter().map(|p| p.at(anchor, reader)), true),
        }
    }

    /// Returns the number of marks and views in it.
    fn size(&self) -> usize {
        match self {
            Shape::Constant(_) => 0,
            Shape::Mark(..) | Shape::View(..) => 1,
            Shape::Not(inner) => inner.size(),
            Shape::And(parts) | Shape::Or(parts) => parts.iter().map(Shape::size).sum(),
        }
    }

    /// Returns the parts of a conjunction; the shape itself otherwise.
    pub fn conjuncts(&self) -> &[Shape] {
        match self {
            Shape::And(parts) => parts,
            Shape::Constant(true) => &[],
            _ => std::slice::from_ref(self),
        }
    }

    /// Returns the parts of a disjunction; the shape itself otherwise.
    pub fn disjuncts(&self) -> Vec<Shape> {
        match self {
            Shape::Or(parts) => parts.clone(),
            _ => vec![self.clone()],
        }
    }

    /// Returns whether this shape implies another one, as far as a simple test shows.
    pub fn implies(&self, other: &Shape) -> bool {
        let parts = self.conjuncts();
        other.conjuncts().iter().all(|c| parts.contains(c)) || {
            matches!(self, Shape::Or(parts) if parts.iter().all(|part| part.implies(other)))
        }
    }

    /// Appends the families of the views in it.
    pub fn families(&self, out: &mut Vec<usize>) {
        match self {
            Shape::Constant(_) | Shape::Mark(..) => {}
            Shape::View(family, _) => out.push(*family),
            Shape::Not(inner) => inner.families(out),
            Shape::And(parts) | Shape::Or(parts) => parts.iter().for_each(|p| p.families(out)),
        }
    }
}

/// A shape with the anchors where it expresses the condition asked for, and all where it could.
pub(crate) struct Covered {
    pub shape: Shape,
    pub anchors: Vec<Cell>,
    pub all: Vec<Cell>,
}

/// Returns as few shapes as can be found that together express the conditions at all anchors;
/// `fits` are the cells where shapes have room. Near the edge a shape reduces to a smaller one, and
/// represents it if it is then the only one.
///
/// If shapes may `overlap`, one may also hold where it is not asked for, if another one is true
/// there.
pub(crate) fn cover(
    items: Vec<(Cell, Shape)>,
    fits: &[Cell],
    overlap: bool,
    reader: &Reader,
) -> Vec<Covered> {
    let mut meant: FxHashMap<Cell, Vec<Shape>> = FxHashMap::default();
    let mut groups: BTreeMap<Shape, Vec<Cell>> = BTreeMap::new();
    for (anchor, shape) in items {
        if overlap {
            meant.entry(anchor).or_default().push(shape.clone());
        }
        groups.entry(shape).or_default().push(anchor);
    }
    let mut groups: Vec<(Shape, Vec<Cell>)> = groups.into_iter().collect();
    ludex_base::sort_by_key(&mut groups, |(shape, anchors)| {
        std::cmp::Reverse((shape.size(), anchors.len()))
    });
    let mut covered = Vec::new();
    while !groups.is_empty() {
        let (shape, mut anchors) = groups.remove(0);
        let possible = |cell: &&Cell| {
            let here = shape.at(**cell, reader);
            let implied = |other: &Shape| *other != here && here.implies(other);
            here != Shape::Constant(false)
                && !meant.get(*cell).is_some_and(|o| o.iter().any(implied))
        };
        let all: Vec<Cell> = fits.iter().filter(possible).copied().collect();
        let same = |(smaller, others): &(Shape, Vec<Cell>)| -> Vec<Cell> {
            let same = others.iter().filter(|&&anchor| shape.at(anchor, reader) == *smaller);
            same.copied().collect()
        };
        let near_edge: Vec<Cell> = groups.iter().flat_map(same).collect();
        anchors.retain(|cell| all.contains(cell));
        if all.iter().all(|cell| anchors.contains(cell) || near_edge.contains(cell)) {
            for (smaller, others) in &mut groups {
                others.retain(|&anchor| shape.at(anchor, reader) != *smaller);
            }
            groups.retain(|(_, anchors)| !anchors.is_empty());
            anchors.extend(near_edge);
        }
        ludex_base::sort(&mut anchors);
        anchors.dedup();
        if anchors.is_empty() {
            continue;
        }
        covered.push(Covered { shape, anchors, all });
    }
    covered
}

/// Returns the anchors where all required cells of a shape are on the board.
pub(crate) fn fitting(board: &Board, required: &[Offset]) -> Vec<Cell> {
    let fits = |cell: &Cell| required.iter().all(|&offset| board.has(cell.at(offset)));
    let mut cells: Vec<Cell> = board.cells().filter(fits).collect();
    ludex_base::sort(&mut cells);
    cells
}
