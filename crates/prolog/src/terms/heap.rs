//! The arena: construction of terms, unification with occurs check, and backtracking.

use ludex_base::{Budget, Stopped, with_stack};

use super::cell::{Cell, Kind};
use crate::symbol::Symbol;
use crate::syntax::Term;

/// An arena of cells with a trail of the variables that were bound.
#[derive(Debug, Default)]
pub struct Heap {
    /// The cells.
    pub cells: Vec<Cell>,
    trail: Vec<u32>,
    /// Variables from this index on are younger than the last choice point: backtracking removes
    /// them, so that their bindings need no trail.
    pub young: usize,
    /// The number of parts of terms that were processed: work that is not counted as inferences.
    pub steps: u64,
    /// Whether unification may bind a variable to a term that contains it.
    pub unchecked: bool,
    /// The budget that long unifications look at.
    pub watch: Option<Box<Budget>>,
    /// Why a unification was given up; it has failed then.
    pub stopped: Option<Stopped>,
    work: Vec<(Cell, Cell)>,
    walk: Vec<Cell>,
}

/// The number of steps between looks at the budget.
const WATCHED: u64 = 1 << 20;

impl Heap {
    /// Returns an arena whose trail records every binding.
    pub fn trailing() -> Heap {
        Heap { young: usize::MAX, ..Heap::default() }
    }

    /// Returns the cell that a chain of references leads to.
    #[inline(always)]
    pub fn deref(&self, mut cell: Cell) -> Cell {
        while cell.is_reference() {
            let next = self.cells[cell.place()];
            if next == cell {
                break;
            }
            cell = next;
        }
        cell
    }

    /// Returns a new unbound variable.
    #[inline]
    pub fn variable(&mut self) -> Cell {
        let cell = Cell::reference(self.cells.len());
        self.cells.push(cell);
        cell
    }

    /// Returns the length of the trail.
    #[inline]
    pub fn trail_length(&self) -> usize {
        self.trail.len()
    }

    /// Returns the variables bound after a point of the trail.
    pub fn bound_since(&self, trail: usize) -> Vec<Cell> {
        self.trail[trail..].iter().map(|&place| Cell::reference(place as usize)).collect()
    }

    /// Binds an unbound variable.
    #[inline(always)]
    pub fn bind(&mut self, place: usize, value: Cell) {
        self.cells[place] = value;
        if place < self.young {
            self.trail.push(place as u32);
        }
    }

    /// Unifies a term with a constant; a number that is not in its cell is compared elsewhere.
    #[inline(always)]
    pub fn unify_constant(&mut self, cell: Cell, constant: Cell) -> bool {
        let cell = self.deref(cell);
        if cell.is_reference() {
            self.bind(cell.place(), constant);
            return true;
        }
        cell == constant
    }

    /// Returns the key of an argument, which a chain of references does not lead to, in an [`Index`].
    ///
    /// [`Index`]: super::Index
    #[inline(always)]
    pub fn index_key(&self, argument: Cell) -> Cell {
        if argument.is_reference() {
            Cell::NONE
        } else if argument.is_structure() {
            self.cells[argument.place()]
        } else {
            argument
        }
    }

    /// Undoes all bindings after a point of the trail, and removes the cells from `cells` on.
    #[inline]
    pub fn undo(&mut self, trail: usize, cells: usize) {
        while self.trail.len() > trail {
            if let Some(place) = self.trail.pop() {
                self.cells[place as usize] = Cell::reference(place as usize);
            }
        }
        self.cells.truncate(cells);
    }

    /// Unifies two terms; returns whether that is possible.
    #[inline]
    pub fn unify(&mut self, a: Cell, b: Cell) -> bool {
        let (a, b) = (self.deref(a), self.deref(b));
        match a == b {
            true => true,
            false if a.is_reference() || b.is_reference() => self.unify_variable(a, b),
            false if a.is_structure() && b.is_structure() => self.unify_structures(a, b),
            false => self.are_equal_numbers(a, b),
        }
    }

    /// Unifies two different terms at least one of which is an unbound variable. The younger
    /// variable is bound to the older one, so that no reference points to a cell that is removed
    /// earlier.
    fn unify_variable(&mut self, a: Cell, b: Cell) -> bool {
        let (variable, value) = match (a.is_reference(), b.is_reference()) {
            (true, true) if a.place() < b.place() => (b, a),
            (true, _) => (a, b),
            _ => (b, a),
        };
        if value.is_structure() && !self.unchecked && self.occurs(variable, value) {
            return false;
        }
        self.bind(variable.place(), value);
        true
    }

    fn unify_structures(&mut self, a: Cell, b: Cell) -> bool {
        let (floor, start) = (self.work.len(), self.steps);
        self.work.push((a, b));
        while self.work.len() > floor {
            let Some((a, b)) = self.work.pop() else { break };
            self.steps += 1;
            let (a, b) = (self.deref(a), self.deref(b));
            let fine = a == b
                || match a.is_structure() && b.is_structure() {
                    true => self.open(a.place(), b.place()),
                    false if a.is_reference() || b.is_reference() => self.unify_variable(a, b),
                    false => self.are_equal_numbers(a, b),
                };
            if !fine || (self.steps.is_multiple_of(WATCHED) && self.is_stopped(start)) {
                self.work.truncate(floor);
                return false;
            }
        }
        true
    }

    /// Schedules the unification of the arguments of two compound terms, if their functors are
    /// equal.
    fn open(&mut self, a: usize, b: usize) -> bool {
        let functor = self.cells[a];
        let same = functor == self.cells[b];
        if same {
            // The first argument is compared first, so it is pushed last.
            for i in (1..=functor.arity()).rev() {
                self.work.push((self.cells[a + i], self.cells[b + i]));
            }
        }
        same
    }

    /// Reads the budget; returns whether it is used up. So many more steps than there are cells mean
    /// that a term contains itself, or is shared over and over.
    #[cold]
    fn is_stopped(&mut self, start: u64) -> bool {
        let Some(budget) = &self.watch else { return false };
        let endless = self.steps - start > 64 * (self.cells.len() as u64 + WATCHED);
        let stopped = match endless || self.work.len() > budget.max_bytes / 64 {
            true => Err(Stopped::Memory),
            false => budget.poll(),
        };
        self.stopped = stopped.err();
        self.stopped.is_some()
    }

    /// Returns whether two cells are the same number that does not fit a cell.
    fn are_equal_numbers(&self, a: Cell, b: Cell) -> bool {
        match (a.kind(), b.kind()) {
            (Kind::Boxed(a), Kind::Boxed(b)) => self.boxed_cells(a) == self.boxed_cells(b),
            _ => false,
        }
    }

    /// Returns the header and the words of a number.
    pub fn boxed_cells(&self, place: usize) -> &[Cell] {
        match self.cells[place].kind() {
            Kind::Header(_, words) => &self.cells[place..=place + words],
            _ => &[],
        }
    }

    /// Puts a number of these words into the arena.
    pub fn boxed(&mut self, float: bool, words: &[u64]) -> Cell {
        let place = self.cells.len();
        self.cells.push(Cell::header(float, words.len()));
        self.cells.extend(words.iter().map(|&word| Cell::raw(word as usize)));
        Cell::boxed(place)
    }

    /// Builds a compound term, or a name if there are no parts.
    pub fn compound(&mut self, name: Symbol, parts: &[Cell]) -> Cell {
        if parts.is_empty() {
            return Cell::constant(name);
        }
        let place = self.cells.len();
        self.cells.push(Cell::functor(name, parts.len()));
        self.cells.extend_from_slice(parts);
        Cell::structure(place)
    }

    /// Builds a list of these elements with this rest.
    pub fn list(&mut self, elements: &[Cell], rest: Cell) -> Cell {
        let mut list = rest;
        for &element in elements.iter().rev() {
            list = self.compound(Symbol::CONS, &[element, list]);
        }
        list
    }

    /// Keeps the entries of the trail that a function gives a place for, and updates lengths of
    /// the trail, which must be ascending.
    pub fn filter_trail(&mut self, lengths: &mut [usize], moved: impl Fn(usize) -> Option<usize>) {
        let (mut kept, mut next) = (0, 0);
        for i in 0..self.trail.len() {
            while next < lengths.len() && lengths[next] <= i {
                lengths[next] = kept;
                next += 1;
            }
            if let Some(place) = moved(self.trail[i] as usize) {
                self.trail[kept] = place as u32;
                kept += 1;
            }
        }
        lengths[next..].iter_mut().for_each(|length| *length = kept);
        self.trail.truncate(kept);
    }

    /// Returns whether a variable occurs in a term.
    pub fn occurs(&mut self, variable: Cell, term: Cell) -> bool {
        self.walk.clear();
        self.walk.push(term);
        while let Some(cell) = self.walk.pop() {
            self.steps += 1;
            let cell = self.deref(cell);
            if cell == variable {
                return true;
            }
            if cell.is_structure() {
                let place = cell.place();
                let arity = self.cells[place].arity();
                self.walk.extend_from_slice(&self.cells[place + 1..=place + arity]);
            }
        }
        false
    }

    /// Returns whether a term has no unbound variable.
    pub fn is_ground(&mut self, term: Cell) -> bool {
        self.walk.clear();
        self.walk.push(term);
        while let Some(cell) = self.walk.pop() {
            self.steps += 1;
            let cell = self.deref(cell);
            if cell.is_reference() {
                return false;
            }
            if cell.is_structure() {
                let place = cell.place();
                let arity = self.cells[place].arity();
                self.walk.extend_from_slice(&self.cells[place + 1..=place + arity]);
            }
        }
        true
    }

    /// Builds a term of the syntax; `variables` are the values of its variables.
    pub fn build(&mut self, term: &Term, variables: &[Cell]) -> Cell {
        match term {
            Term::Variable(number) => variables[*number as usize],
            Term::Integer(number) => Cell::integer(*number),
            Term::Constant(symbol) => Cell::constant(*symbol),
            Term::Compound(symbol, arguments) => {
                let place = self.cells.len();
                self.cells.push(Cell::functor(*symbol, arguments.len()));
                self.cells.resize(place + 1 + arguments.len(), Cell::NONE);
                for (i, argument) in arguments.iter().enumerate() {
                    self.cells[place + 1 + i] =
                        with_stack(64 << 10, || self.build(argument, variables));
                }
                Cell::structure(place)
            }
        }
    }

    /// Builds consecutive flat terms that share variables; the terms are appended to `out`, and
    /// `variables` maps the numbered variables so far.
    pub fn build_flat(&mut self, flat: &[Cell], variables: &mut Vec<Cell>, out: &mut Vec<Cell>) {
        // The cells still to be filled, in order: indices of the arena.
        let mut slots: Vec<usize> = Vec::new();
        let mut next = 0;
        while let Some(&cell) = flat.get(next) {
            next += 1;
            let value = match cell.kind() {
                Kind::Header(_, words) => {
                    let place = self.cells.len();
                    self.cells.extend_from_slice(&flat[next - 1..next + words]);
                    next += words;
                    Cell::boxed(place)
                }
                Kind::Functor(_, arity) => {
                    let place = self.cells.len();
                    self.cells.push(cell);
                    self.cells.resize(place + 1 + arity, Cell::NONE);
                    let slot = slots.pop();
                    slots.extend((place + 1..=place + arity).rev());
                    match slot {
                        Some(slot) => self.cells[slot] = Cell::structure(place),
                        None => out.push(Cell::structure(place)),
                    }
                    continue;
                }
                Kind::Numbered(number) => {
                    while variables.len() <= number {
                        let variable = self.variable();
                        variables.push(variable);
                    }
                    variables[number]
                }
                _ => cell,
            };
            match slots.pop() {
                Some(slot) => self.cells[slot] = value,
                None => out.push(value),
            }
        }
    }

    /// Unifies terms with the flat terms of a tuple.
    #[inline]
    pub fn unify_flat(&mut self, terms: &[Cell], flat: &[Cell]) -> bool {
        if !flat.iter().all(|cell| cell.is_atomic()) {
            return self.unify_built(terms, flat);
        }
        terms.iter().zip(flat).all(|(&term, &constant)| {
            let term = self.deref(term);
            if term.is_reference() {
                self.bind(term.place(), constant);
                return true;
            }
            term == constant
        })
    }

    fn unify_built(&mut self, terms: &[Cell], flat: &[Cell]) -> bool {
        let (mut variables, mut built) = (Vec::new(), Vec::new());
        self.build_flat(flat, &mut variables, &mut built);
        terms.iter().zip(built).all(|(&term, built)| self.unify(term, built))
    }

    /// Appends the flat copy of a term: its cells in preorder, its unbound variables numbered in
    /// the order in which they are added to `variables`.
    pub fn flatten(&mut self, term: Cell, variables: &mut Vec<Cell>, out: &mut Vec<Cell>) {
        self.walk.clear();
        self.walk.push(term);
        while let Some(cell) = self.walk.pop() {
            self.steps += 1;
            let cell = self.deref(cell);
            match cell.kind() {
                Kind::Structure(place) => {
                    let functor = self.cells[place];
                    out.push(functor);
                    let arguments = &self.cells[place + 1..=place + functor.arity()];
                    self.walk.extend(arguments.iter().rev());
                }
                Kind::Boxed(place) => out.extend_from_slice(self.boxed_cells(place)),
                Kind::Reference(_) => {
                    let known = variables.iter().position(|&variable| variable == cell);
                    let number = known.unwrap_or_else(|| {
                        variables.push(cell);
                        variables.len() - 1
                    });
                    out.push(Cell::numbered(number));
                }
                _ => out.push(cell),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn f(arguments: Vec<Term>) -> Term {
        Term::Compound(Symbol::PLUS, arguments)
    }

    #[test]
    fn unification_binds_and_is_undone() {
        let mut heap = Heap::trailing();
        let variables = [heap.variable(), heap.variable()];
        let a = heap.build(&f(vec![Term::Variable(0), Term::Integer(2)]), &variables);
        let b = heap.build(&f(vec![Term::Integer(1), Term::Variable(1)]), &variables);
        let (trail, cells) = (heap.trail_length(), heap.cells.len());
        assert!(heap.unify(a, b));
        assert_eq!(heap.deref(variables[0]), Cell::integer(1));
        assert_eq!(heap.deref(variables[1]), Cell::integer(2));
        heap.undo(trail, cells);
        assert_eq!(heap.deref(variables[0]), variables[0]);
    }

    #[test]
    fn a_variable_is_not_unified_with_a_term_that_contains_it() {
        let mut heap = Heap::trailing();
        let variables = [heap.variable(), heap.variable()];
        let a = heap.build(&f(vec![Term::Variable(0), Term::Variable(1)]), &variables);
        let inner = f(vec![Term::Variable(1), Term::Integer(0)]);
        let b = heap.build(&f(vec![inner, Term::Variable(0)]), &variables);
        assert!(!heap.unify(variables[0], a));
        assert!(!heap.unify(a, b));
    }

    #[test]
    fn flat_copies_are_built_back() {
        let mut heap = Heap::default();
        let variables = [heap.variable(), heap.variable()];
        let inner = f(vec![Term::Variable(1), Term::Constant(Symbol::NIL)]);
        let term = f(vec![inner, f(vec![Term::Variable(1), Term::Variable(0)])]);
        let built = heap.build(&term, &variables);
        let (mut flat, mut seen) = (Vec::new(), Vec::new());
        heap.flatten(built, &mut seen, &mut flat);
        let (mut out, mut fresh) = (Vec::new(), Vec::new());
        heap.build_flat(&flat, &mut fresh, &mut out);
        let (mut again, mut seen) = (Vec::new(), Vec::new());
        heap.flatten(out[0], &mut seen, &mut again);
        assert_eq!(flat, again);
        assert_eq!(fresh.len(), 2);
    }
}
