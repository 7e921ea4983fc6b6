//! Grammar rules: `a --> b, [x].` becomes a clause with two more arguments.

use ludex_base::with_stack;

use super::clause::{arguments, functor};
use crate::symbol::{Symbol, Symbols};
use crate::terms::{Cell, Heap};

/// Returns the clause of a grammar rule.
pub fn clause(heap: &mut Heap, symbols: &mut Symbols, rule: Cell) -> Result<Cell, String> {
    let parts = arguments(heap, rule);
    let (head, body) = (heap.deref(parts[0]), parts[1]);
    let (first, last) = (heap.variable(), heap.variable());
    let (head, pushback) = match functor(heap, head) {
        Some((Symbol::COMMA, 2)) => {
            let parts = arguments(heap, head);
            (heap.deref(parts[0]), Some(parts[1]))
        }
        _ => (head, None),
    };
    let mut translation = Translation { heap, symbols };
    let middle = match pushback {
        Some(_) => translation.heap.variable(),
        None => last,
    };
    let new_head = translation.extended(head, first, last)?;
    let mut new_body = translation.body(body, first, middle)?;
    if let Some(list) = pushback {
        let pushed = translation.terminals(list, last, middle)?;
        new_body = translation.heap.compound(Symbol::COMMA, &[new_body, pushed]);
    }
    Ok(translation.heap.compound(Symbol::IF, &[new_head, new_body]))
}

struct Translation<'t> {
    heap: &'t mut Heap,
    symbols: &'t mut Symbols,
}

impl Translation<'_> {
    /// Returns an atom with two more arguments.
    fn extended(&mut self, term: Cell, from: Cell, to: Cell) -> Result<Cell, String> {
        let term = self.heap.deref(term);
        let Some((name, arity)) = functor(self.heap, term) else {
            return Err("a grammar rule has a part that is neither a name nor a list".into());
        };
        if arity > 253 {
            return Err("more than 255 arguments".into());
        }
        let mut parts = arguments(self.heap, term);
        parts.extend([from, to]);
        Ok(self.heap.compound(name, &parts))
    }

    fn unified(&mut self, left: Cell, right: Cell) -> Cell {
        let name = self.symbols.intern("=");
        self.heap.compound(name, &[left, right])
    }

    fn terminals(&mut self, list: Cell, from: Cell, to: Cell) -> Result<Cell, String> {
        let (elements, rest) = super::copy::elements(self.heap, list, 1 << 24)
            .map_err(|_| "this list is too long".to_owned())?;
        if rest != Cell::NIL {
            return Err("a list in a grammar rule has a known end".into());
        }
        let list = self.heap.list(&elements, to);
        Ok(self.unified(from, list))
    }

    fn body(&mut self, body: Cell, from: Cell, to: Cell) -> Result<Cell, String> {
        with_stack(64 << 10, || self.parts(body, from, to))
    }

    fn parts(&mut self, body: Cell, from: Cell, to: Cell) -> Result<Cell, String> {
        let body = self.heap.deref(body);
        if body.is_reference() {
            let name = self.symbols.intern("phrase");
            return Ok(self.heap.compound(name, &[body, from, to]));
        }
        let parts = arguments(self.heap, body);
        match functor(self.heap, body) {
            Some((Symbol::COMMA, 2)) => {
                let middle = self.heap.variable();
                let left = self.body(parts[0], from, middle)?;
                let right = self.body(parts[1], middle, to)?;
                Ok(self.heap.compound(Symbol::COMMA, &[left, right]))
            }
            Some((Symbol::OR, 2)) => {
                let left = self.body(parts[0], from, to)?;
                let right = self.body(parts[1], from, to)?;
                Ok(self.heap.compound(Symbol::OR, &[left, right]))
            }
            Some((Symbol::THEN, 2)) => {
                let middle = self.heap.variable();
                let left = self.body(parts[0], from, middle)?;
                let right = self.body(parts[1], middle, to)?;
                Ok(self.heap.compound(Symbol::THEN, &[left, right]))
            }
            Some((Symbol::PROVABLY_NOT, 1)) => {
                let end = self.heap.variable();
                let inner = self.body(parts[0], from, end)?;
                let negated = self.heap.compound(Symbol::PROVABLY_NOT, &[inner]);
                let same = self.unified(from, to);
                Ok(self.heap.compound(Symbol::COMMA, &[negated, same]))
            }
            Some((Symbol::CUT, 0)) => {
                let same = self.unified(from, to);
                let cut = Cell::constant(Symbol::CUT);
                Ok(self.heap.compound(Symbol::COMMA, &[cut, same]))
            }
            Some((Symbol::NIL, 0)) => Ok(self.unified(from, to)),
            Some((Symbol::CONS, 2)) => self.terminals(body, from, to),
            Some((name, 1)) if self.symbols.name(name) == "{}" => {
                let same = self.unified(from, to);
                Ok(self.heap.compound(Symbol::COMMA, &[parts[0], same]))
            }
            _ => self.extended(body, from, to),
        }
    }
}
