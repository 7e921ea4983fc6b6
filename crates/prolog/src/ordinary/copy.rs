//! Functions over whole terms: copies, order, variables. None of them is recursive, and all of them
//! stop at a limit, since terms can be large, and can contain themselves.

use std::cmp::Ordering;

use rustc_hash::{FxHashMap, FxHashSet};

use super::number::Number;
use crate::symbol::{Symbol, Symbols};
use crate::terms::{Cell, Heap, Kind};

/// A term is larger than what is left of the memory.
#[derive(Clone, Copy, Debug)]
pub struct TooLarge;

/// The numbers of variables, in the order in which they are met.
#[derive(Default)]
struct Numbering {
    few: Vec<Cell>,
    many: FxHashMap<Cell, usize>,
}

impl Numbering {
    fn number(&mut self, variable: Cell) -> usize {
        if self.many.is_empty() {
            if let Some(number) = self.few.iter().position(|&other| other == variable) {
                return number;
            }
            self.few.push(variable);
            if self.few.len() > 16 {
                self.many = self.few.iter().copied().zip(0..).collect();
            }
            return self.few.len() - 1;
        }
        let next = self.many.len();
        *self.many.entry(variable).or_insert(next)
    }

    fn len(&self) -> usize {
        self.few.len().max(self.many.len())
    }
}

/// Returns a flat copy of a term and the number of its variables.
pub fn flat_copy(heap: &Heap, term: Cell) -> (Vec<Cell>, usize) {
    flat_within(heap, &[term], usize::MAX).unwrap_or_default()
}

/// Returns the flat copy of the term `name(left, right)`.
pub fn flat_pair(heap: &Heap, name: Symbol, left: Cell, right: Cell) -> (Vec<Cell>, usize) {
    let (mut flat, variables) = flat_within(heap, &[left, right], usize::MAX).unwrap_or_default();
    flat.insert(0, Cell::functor(name, 2));
    (flat, variables)
}

/// Returns flat copies of terms that share variables, one after the other, and the number of
/// variables; an error if they take more than a quarter of these cells.
pub fn flat_within(
    heap: &Heap,
    terms: &[Cell],
    most: usize,
) -> Result<(Vec<Cell>, usize), TooLarge> {
    let (mut open, mut flat) = (Vec::new(), Vec::new());
    let mut numbering = Numbering::default();
    open.extend(terms.iter().rev().copied());
    while let Some(term) = open.pop() {
        let term = heap.deref(term);
        match term.kind() {
            Kind::Structure(place) => {
                let functor = heap.cells[place];
                flat.push(functor);
                open.extend(heap.cells[place + 1..=place + functor.arity()].iter().rev());
            }
            Kind::Reference(_) => flat.push(Cell::numbered(numbering.number(term))),
            Kind::Boxed(place) => flat.extend_from_slice(heap.boxed_cells(place)),
            _ => flat.push(term),
        }
        if flat.len() > most / 4 || open.len() > most / 4 {
            return Err(TooLarge);
        }
    }
    Ok((flat, numbering.len()))
}

/// Returns the variables of terms, each once, in order.
pub fn variables_of(heap: &Heap, terms: &[Cell], most: usize) -> Result<Vec<Cell>, TooLarge> {
    let mut open: Vec<Cell> = terms.iter().rev().copied().collect();
    let (mut found, mut known, mut steps) = (Vec::new(), FxHashSet::default(), 0);
    while let Some(term) = open.pop() {
        let term = heap.deref(term);
        steps += 1;
        if steps > most || open.len() > most / 8 {
            return Err(TooLarge);
        }
        match term.kind() {
            Kind::Structure(place) => {
                let arity = heap.cells[place].arity();
                open.extend(heap.cells[place + 1..=place + arity].iter().rev());
            }
            Kind::Reference(_) if known.insert(term) => found.push(term),
            _ => {}
        }
    }
    Ok(found)
}

/// Compares two terms in the standard order: variables, numbers, names, compound terms.
pub fn order(
    heap: &Heap,
    symbols: &Symbols,
    left: Cell,
    right: Cell,
    most: usize,
) -> Result<Ordering, TooLarge> {
    let (left, right) = (heap.deref(left), heap.deref(right));
    if !left.is_structure() || !right.is_structure() {
        return Ok(order_simple(heap, symbols, left, right));
    }
    let (mut open, mut steps) = (vec![(left, right)], 0);
    while let Some((left, right)) = open.pop() {
        let (left, right) = (heap.deref(left), heap.deref(right));
        steps += 1;
        if steps > most || open.len() > most / 8 {
            return Err(TooLarge);
        }
        if left == right {
            continue;
        }
        let order = match (left.kind(), right.kind()) {
            (Kind::Structure(a), Kind::Structure(b)) => {
                let order = order_functors(heap, symbols, heap.cells[a], heap.cells[b]);
                if order == Ordering::Equal {
                    for i in (1..=heap.cells[a].arity()).rev() {
                        open.push((heap.cells[a + i], heap.cells[b + i]));
                    }
                }
                order
            }
            _ => order_simple(heap, symbols, left, right),
        };
        if order != Ordering::Equal {
            return Ok(order);
        }
    }
    Ok(Ordering::Equal)
}

fn order_functors(_: &Heap, symbols: &Symbols, left: Cell, right: Cell) -> Ordering {
    match (left.kind(), right.kind()) {
        (Kind::Functor(a, n), Kind::Functor(b, m)) => {
            n.cmp(&m).then_with(|| shown(symbols, a, n).cmp(shown(symbols, b, m)))
        }
        _ => Ordering::Equal,
    }
}

/// The functor of lists is called `.` here and `[|]` elsewhere.
fn shown(symbols: &Symbols, name: Symbol, arity: usize) -> &str {
    match (name, arity) {
        (Symbol::CONS, 2) => "[|]",
        _ => symbols.name(name),
    }
}

/// Compares two terms one of which is not compound.
fn order_simple(heap: &Heap, symbols: &Symbols, left: Cell, right: Cell) -> Ordering {
    let rank = |cell: Cell| match cell.kind() {
        Kind::Reference(_) => 0,
        Kind::Integer(_) | Kind::Boxed(_) => 1,
        Kind::Constant(_) => 3,
        _ => 4,
    };
    rank(left).cmp(&rank(right)).then_with(|| match (left.kind(), right.kind()) {
        (Kind::Reference(a), Kind::Reference(b)) => a.cmp(&b),
        (Kind::Constant(a), Kind::Constant(b)) => symbols.name(a).cmp(symbols.name(b)),
        _ => match (Number::get(heap, left), Number::get(heap, right)) {
            (Some(a), Some(b)) => a.order(&b).then_with(|| b.is_float().cmp(&a.is_float())),
            _ => Ordering::Equal,
        },
    })
}

/// Returns whether a term is callable.
pub fn is_callable(cell: Cell) -> bool {
    matches!(cell.kind(), Kind::Constant(_) | Kind::Structure(_))
}

/// Returns the elements of a list and what follows them; an error if there are more than this.
pub fn elements(heap: &Heap, list: Cell, most: usize) -> Result<(Vec<Cell>, Cell), TooLarge> {
    let (mut found, mut rest) = (Vec::new(), heap.deref(list));
    while let Kind::Structure(place) = rest.kind()
        && heap.cells[place] == Cell::functor(Symbol::CONS, 2)
    {
        // An element takes more than one cell: a longer list contains itself.
        if found.len() >= most.min(heap.cells.len()) {
            return Err(TooLarge);
        }
        found.push(heap.cells[place + 1]);
        rest = heap.deref(heap.cells[place + 2]);
    }
    Ok((found, rest))
}
