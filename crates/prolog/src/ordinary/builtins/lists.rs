//! Built-in predicates on lists: sorting, and answers that are collected.

use std::cmp::Ordering;

use super::argument;
use crate::ordinary::arithmetic::{evaluate, integer};
use crate::ordinary::clause;
use crate::ordinary::copy::{elements, flat_within, order};
use crate::ordinary::engine::{Done, Engine, Wrong};
use crate::ordinary::number::Number;
use crate::symbol::Symbol;
use crate::terms::{Cell, Kind};

const NIL: Cell = Cell::NIL;

impl Engine {
    /// Returns the elements of a term that must be a list.
    pub fn list_of(&mut self, list: Cell) -> Result<Vec<Cell>, Wrong> {
        let (found, rest) = elements(&self.heap, list, self.steps_left())?;
        match rest.kind() {
            Kind::Constant(Symbol::NIL) => Ok(found),
            Kind::Reference(_) => Err(self.instantiation()),
            _ => {
                let list = self.heap.deref(list);
                Err(self.type_error("list", list))
            }
        }
    }

    /// Returns the name that a term must be.
    pub fn atom_of(&mut self, term: Cell) -> Result<Symbol, Wrong> {
        let term = self.heap.deref(term);
        match term.kind() {
            Kind::Constant(name) => Ok(name),
            Kind::Reference(_) => Err(self.instantiation()),
            _ => Err(self.type_error("atom", term)),
        }
    }

    /// Unifies a register with a list.
    fn return_list(&mut self, register: usize, list: &[Cell]) -> Done {
        self.reserve(3 * list.len())?;
        let list = self.heap.list(list, NIL);
        Ok(self.heap.unify(self.registers[register], list))
    }
}

pub fn is_list(engine: &mut Engine) -> Done {
    let (_, rest) = elements(&engine.heap, engine.registers[0], engine.steps_left())?;
    Ok(rest == NIL)
}

/// `$skip_list(List, Length, Rest)`.
pub fn skip_list(engine: &mut Engine) -> Done {
    let (found, rest) = elements(&engine.heap, engine.registers[0], engine.steps_left())?;
    Ok(engine.heap.unify(engine.registers[1], Cell::integer(found.len() as i64))
        && engine.heap.unify(engine.registers[2], rest))
}

/// `$make_list(Length, List)`: a list of new variables.
pub fn make_list(engine: &mut Engine) -> Done {
    let length = integer(engine, engine.registers[0])?;
    engine.reserve(usize::try_from(length).unwrap_or(0).saturating_mul(4))?;
    let variables: Vec<Cell> = (0..length).map(|_| engine.heap.variable()).collect();
    engine.return_list(1, &variables)
}

pub fn numlist(engine: &mut Engine) -> Done {
    let (first, last) =
        (integer(engine, engine.registers[0])?, integer(engine, engine.registers[1])?);
    if first > last {
        return Ok(false);
    }
    engine.reserve(
        usize::try_from(last.saturating_sub(first)).unwrap_or(usize::MAX).saturating_mul(4),
    )?;
    let numbers: Vec<Cell> = (first..=last).map(|n| Number::Int(n).put(&mut engine.heap)).collect();
    engine.return_list(2, &numbers)
}

pub fn sum(engine: &mut Engine) -> Done {
    let mut total = Cell::integer(0);
    for element in engine.list_of(engine.registers[0])? {
        let sum = engine.heap.compound(Symbol::PLUS, &[total, element]);
        total = evaluate(engine, sum)?.put(&mut engine.heap);
    }
    Ok(engine.heap.unify(engine.registers[1], total))
}

/// Sorts terms by keys; a comparison that takes too long is an error.
fn sorted(engine: &Engine, list: &mut [(Cell, Cell)], descending: bool) -> Result<(), Wrong> {
    let (most, mut failed) = (engine.steps_left(), None);
    list.sort_by(|a, b| {
        if failed.is_some() {
            return Ordering::Equal;
        }
        match order(&engine.heap, &engine.database.symbols, a.0, b.0, most) {
            Ok(order) if descending => order.reverse(),
            Ok(order) => order,
            Err(error) => {
                failed = Some(error);
                Ordering::Equal
            }
        }
    });
    match failed {
        Some(error) => Err(error.into()),
        None => Ok(()),
    }
}

fn without_repetitions(
    engine: &Engine,
    list: Vec<(Cell, Cell)>,
) -> Result<Vec<(Cell, Cell)>, Wrong> {
    let mut kept: Vec<(Cell, Cell)> = Vec::with_capacity(list.len());
    for pair in list {
        let again = match kept.last() {
            Some(last) => {
                let most = engine.steps_left();
                order(&engine.heap, &engine.database.symbols, last.0, pair.0, most)?.is_eq()
            }
            None => false,
        };
        if !again {
            kept.push(pair);
        }
    }
    Ok(kept)
}

fn sort_list(engine: &mut Engine, unique: bool) -> Done {
    let list = engine.list_of(engine.registers[0])?;
    let mut pairs: Vec<(Cell, Cell)> = list.into_iter().map(|term| (term, term)).collect();
    sorted(engine, &mut pairs, false)?;
    if unique {
        pairs = without_repetitions(engine, pairs)?;
    }
    let list: Vec<Cell> = pairs.into_iter().map(|pair| pair.1).collect();
    engine.return_list(1, &list)
}

pub fn msort(engine: &mut Engine) -> Done {
    sort_list(engine, false)
}

pub fn sort(engine: &mut Engine) -> Done {
    sort_list(engine, true)
}

/// `sort(Key, Order, List, Sorted)`.
pub fn sort_by(engine: &mut Engine) -> Done {
    let key = integer(engine, engine.registers[0])?;
    let sign = engine.atom_of(engine.registers[1])?;
    let (descending, unique) = match engine.database.symbols.name(sign) {
        "@<" => (false, true),
        "@=<" => (false, false),
        "@>" => (true, true),
        "@>=" => (true, false),
        _ => return Err(engine.domain_error("order", Cell::constant(sign))),
    };
    let mut pairs = Vec::new();
    for term in engine.list_of(engine.registers[2])? {
        let own = match (key, engine.heap.deref(term).kind()) {
            (0, _) => term,
            (1.., Kind::Structure(place)) if key as usize <= engine.heap.cells[place].arity() => {
                engine.heap.cells[place + key as usize]
            }
            (_, Kind::Reference(_)) => return Err(engine.instantiation()),
            _ => {
                let term = engine.heap.deref(term);
                return Err(engine.type_error("compound", term));
            }
        };
        pairs.push((own, term));
    }
    sorted(engine, &mut pairs, descending)?;
    if unique {
        pairs = without_repetitions(engine, pairs)?;
    }
    let list: Vec<Cell> = pairs.into_iter().map(|pair| pair.1).collect();
    engine.return_list(3, &list)
}

/// Returns the pairs `Key-Value` of a list with their keys.
fn keyed(engine: &mut Engine, list: Cell) -> Result<Vec<(Cell, Cell)>, Wrong> {
    let mut pairs = Vec::new();
    for term in engine.list_of(list)? {
        let term = engine.heap.deref(term);
        match clause::functor(&engine.heap, term) {
            Some((Symbol::MINUS, 2)) => pairs.push((engine.heap.cells[term.place() + 1], term)),
            _ if term.is_reference() => return Err(engine.instantiation()),
            _ => return Err(engine.type_error("pair", term)),
        }
    }
    Ok(pairs)
}

pub fn keysort(engine: &mut Engine) -> Done {
    let mut pairs = keyed(engine, engine.registers[0])?;
    sorted(engine, &mut pairs, false)?;
    let list: Vec<Cell> = pairs.into_iter().map(|pair| pair.1).collect();
    engine.return_list(1, &list)
}

/// `$group(Pairs, Groups)`: `Key-Values` for each run of keys that differ only in variables.
pub fn group(engine: &mut Engine) -> Done {
    let pairs = keyed(engine, engine.registers[0])?;
    let mut groups: Vec<(Vec<Cell>, Cell, Vec<Cell>)> = Vec::new();
    for (key, pair) in pairs {
        let value = engine.heap.cells[engine.heap.deref(pair).place() + 2];
        let (flat, _) = flat_within(&engine.heap, &[key], engine.cells_left())?;
        match groups.iter_mut().find(|group| group.0 == flat) {
            Some(group) => group.2.push(value),
            None => groups.push((flat, key, vec![value])),
        }
    }
    let mut list = Vec::new();
    for (_, key, values) in groups {
        let values = engine.heap.list(&values, NIL);
        list.push(engine.heap.compound(Symbol::MINUS, &[key, values]));
    }
    engine.return_list(1, &list)
}

pub fn collect(engine: &mut Engine) -> Done {
    if engine.collections.len() > 60_000 {
        return Err(crate::engine::Limit::Depth.into());
    }
    engine.collections.push(Vec::new());
    Ok(true)
}

pub fn add(engine: &mut Engine) -> Done {
    let (flat, _) = flat_within(&engine.heap, &[engine.registers[0]], engine.cells_left())?;
    engine.kept += flat.len() + 4;
    if engine.kept > engine.max_cells() {
        return Err(crate::engine::Limit::Memory.into());
    }
    if let Some(last) = engine.collections.last_mut() {
        last.push(flat.into());
    }
    Ok(true)
}

/// `$collected(List, Rest)`: what was collected, followed by a rest.
pub fn collected(engine: &mut Engine) -> Done {
    let found = engine.collections.pop().unwrap_or_default();
    let size: usize = found.iter().map(|flat| flat.len() + 4).sum();
    engine.reserve(2 * size)?;
    engine.kept = engine.kept.saturating_sub(size);
    let mut list = Vec::with_capacity(found.len());
    for flat in found {
        let mut variables = Vec::new();
        engine.heap.build_flat(&flat, &mut variables, &mut list);
    }
    let rest = argument(engine, 1);
    let list = engine.heap.list(&list, rest);
    Ok(engine.heap.unify(engine.registers[0], list))
}
