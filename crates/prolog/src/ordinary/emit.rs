//! Compiles terms: the arguments of heads and goals, unification and arithmetic.

use ludex_base::with_stack;

use super::clause::{arguments, function, functor};
use super::code::{Op, Place, Source};
use super::compile::{Compiler, TooLarge};
use crate::symbol::Symbol;
use crate::terms::{Cell, Kind};

type Done = Result<(), TooLarge>;

/// The register of parts that nobody needs.
const UNUSED: Place = 255;

/// The size from which a term without variables is copied as a whole.
const LARGE: usize = 24;

/// What an argument is.
enum Shape {
    Variable(u32),
    Constant(Cell),
    Compound(usize),
    /// A term without variables that is copied as a whole, or a boxed number.
    Ground(Cell),
}

impl Compiler<'_> {
    fn shape(&self, term: Cell) -> Shape {
        let term = self.heap.deref(term);
        match term.kind() {
            Kind::Reference(place) => Shape::Variable(self.numbers[&place]),
            Kind::Structure(place) => match self.is_large_and_ground(term) {
                true => Shape::Ground(term),
                false => Shape::Compound(place),
            },
            Kind::Boxed(_) => Shape::Ground(term),
            _ => Shape::Constant(term),
        }
    }

    fn is_large_and_ground(&self, term: Cell) -> bool {
        let (mut open, mut size) = (vec![term], 0);
        while let Some(term) = open.pop() {
            size += 1;
            match self.heap.deref(term).kind() {
                Kind::Reference(_) => return false,
                Kind::Structure(place) => {
                    let arity = self.heap.cells[place].arity();
                    open.extend(&self.heap.cells[place + 1..=place + arity]);
                }
                _ => {}
            }
        }
        size >= LARGE
    }

    fn seen(&self, number: u32) -> Option<Place> {
        self.variables[number as usize].home
    }

    fn is_void(&self, number: u32) -> bool {
        self.variables[number as usize].count == 1
    }

    // --- heads -----------------------------------------------------------------------------------

    /// Compiles the arguments of the head: constants first, since they fail early.
    pub fn head(&mut self, head: &[Cell]) -> Done {
        let mut done = vec![false; head.len()];
        for (i, term) in head.iter().enumerate() {
            if let Shape::Constant(constant) = self.shape(*term) {
                self.emit(Op::GetConstant { constant, at: i as Place });
                done[i] = true;
            }
        }
        for (i, term) in head.iter().enumerate() {
            let Shape::Variable(number) = self.shape(*term) else { continue };
            done[i] = true;
            let at = i as Place;
            match self.seen(number) {
                _ if self.is_void(number) => {}
                Some(left) => self.emit(Op::Unify { left, right: at }),
                None if self.variables[number as usize].framed => {
                    let to = self.new_home(number)?;
                    self.emit(Op::Move { from: at, to });
                }
                None => {
                    self.variables[number as usize].home = Some(at);
                    self.occupants[i] = Some(number);
                }
            }
        }
        for (i, term) in head.iter().enumerate().filter(|(i, _)| !done[*i]).collect::<Vec<_>>() {
            self.get(
                i as Place,
                *term,
                &|place, done: &[bool]| {
                    let place = place as usize;
                    place >= head.len() || done[place] || place <= i
                },
                &done,
            )?;
            done[i] = true;
        }
        Ok(())
    }

    /// Unifies a place with a term. A new variable goes at once to the register where the first
    /// goal wants it, if that register is free.
    fn get(
        &mut self,
        at: Place,
        term: Cell,
        free: &dyn Fn(Place, &[bool]) -> bool,
        done: &[bool],
    ) -> Done {
        let place = match self.shape(term) {
            Shape::Compound(place) => place,
            Shape::Ground(term) => {
                let to = self.register()?;
                let number = self.ground(term);
                self.emit(Op::PutGround { number, to });
                self.emit(Op::Unify { left: to, right: at });
                return Ok(());
            }
            Shape::Constant(constant) => {
                self.emit(Op::GetConstant { constant, at });
                return Ok(());
            }
            Shape::Variable(number) => {
                match self.seen(number) {
                    Some(left) => self.emit(Op::Unify { left, right: at }),
                    None => {
                        let to = self.new_home(number)?;
                        self.emit(Op::Move { from: at, to });
                    }
                }
                return Ok(());
            }
        };
        let functor = self.heap.cells[place];
        let parts: Vec<Cell> = self.heap.cells[place + 1..=place + functor.arity()].to_vec();
        let mut inner: Vec<(Place, Cell)> = Vec::new();
        if functor == Cell::functor(Symbol::CONS, 2) && self.get_list(at, &parts, free, done)? {
            return Ok(());
        }
        self.emit(Op::GetStructure { functor, at });
        for part in parts {
            match self.shape(part) {
                Shape::Constant(constant) => self.emit(Op::PartConstant { constant }),
                Shape::Variable(number) => match self.seen(number) {
                    Some(at) => self.emit(Op::PartValue { at }),
                    None if self.is_void(number) => self.part_any(),
                    None => {
                        let to = self.home_of_part(number, free, done)?;
                        self.emit(Op::PartVariable { to });
                    }
                },
                Shape::Compound(_) | Shape::Ground(_) => {
                    let to = self.register()?;
                    self.emit(Op::PartVariable { to });
                    inner.push((to, part));
                }
            }
        }
        for (at, part) in inner {
            with_stack(64 << 10, || self.get(at, part, free, done))?;
        }
        Ok(())
    }

    fn part_any(&mut self) {
        match self.database.ops.last_mut() {
            Some(Op::PartAny { count }) => *count += 1,
            _ => self.emit(Op::PartAny { count: 1 }),
        }
    }

    /// Compiles a list whose parts are variables to one instruction; returns whether it is one.
    fn get_list(
        &mut self,
        at: Place,
        parts: &[Cell],
        free: &dyn Fn(Place, &[bool]) -> bool,
        done: &[bool],
    ) -> Result<bool, TooLarge> {
        let (Shape::Variable(first), Shape::Variable(second)) =
            (self.shape(parts[0]), self.shape(parts[1]))
        else {
            return Ok(false);
        };
        if first == second || self.seen(second).is_some() {
            return Ok(false);
        }
        let seen = self.seen(first);
        let left = match seen {
            Some(place) => place,
            None if self.is_void(first) => UNUSED,
            None => self.home_of_part(first, free, done)?,
        };
        let right = match self.is_void(second) {
            true => UNUSED,
            false => self.home_of_part(second, free, done)?,
        };
        self.emit(match seen {
            Some(_) => Op::GetListValue { at, left, right },
            None => Op::GetList { at, left, right },
        });
        Ok(true)
    }

    fn home_of_part(
        &mut self,
        number: u32,
        free: &dyn Fn(Place, &[bool]) -> bool,
        done: &[bool],
    ) -> Result<Place, TooLarge> {
        if let Some(place) = self.wanted_place(number)
            && free(place, done)
            && !self.variables[number as usize].framed
        {
            self.occupants[place as usize] = Some(number);
            self.variables[number as usize].home = Some(place);
            return Ok(place);
        }
        self.new_home(number)
    }

    /// Returns the argument register where the first goal wants a variable, if nothing is there.
    fn wanted_place(&self, number: u32) -> Option<Place> {
        let is_it = |term: &Cell| {
            matches!(self.heap.deref(*term).kind(),
                Kind::Reference(place) if self.numbers.get(&place) == Some(&number))
        };
        let place = self.wanted.iter().position(is_it)?;
        self.occupants[place].is_none().then_some(place as Place)
    }

    // --- goals -----------------------------------------------------------------------------------

    /// Puts the arguments of a goal into the first registers. A call ends the use of registers.
    pub fn put_arguments(&mut self, terms: &[Cell], ends: bool) -> Done {
        let saved = self.next;
        let mut built: Vec<Option<Place>> = vec![None; terms.len()];
        for (i, term) in terms.iter().enumerate() {
            match self.shape(*term) {
                Shape::Compound(_) => {
                    let direct = self.occupants[i].is_none();
                    let to = if direct { i as Place } else { self.register()? };
                    self.build(*term, to)?;
                    built[i] = Some(to);
                    if direct {
                        self.occupants[i] = Some(u32::MAX);
                    }
                }
                // A variable that occurs again in a later argument gets its place now.
                Shape::Variable(number) if self.seen(number).is_none() && !self.is_void(number) => {
                    self.start_variable(number)?;
                }
                _ => {}
            }
        }
        for (i, term) in terms.iter().enumerate() {
            let to = i as Place;
            if let Some(from) = built[i] {
                if from != to {
                    self.evict(i, terms, ends)?;
                    self.emit(Op::Move { from, to });
                }
                continue;
            }
            match self.shape(*term) {
                Shape::Variable(number) => match self.seen(number) {
                    Some(from) if from == to => {}
                    Some(from) => {
                        self.evict(i, terms, ends)?;
                        let from = self.seen(number).unwrap_or(from);
                        self.emit(Op::Move { from, to });
                    }
                    None => {
                        self.evict(i, terms, ends)?;
                        self.emit(Op::PutVariable { to });
                    }
                },
                Shape::Constant(constant) => {
                    self.evict(i, terms, ends)?;
                    self.emit(Op::PutConstant { constant, to });
                }
                Shape::Ground(term) => {
                    self.evict(i, terms, ends)?;
                    let number = self.ground(term);
                    self.emit(Op::PutGround { number, to });
                }
                Shape::Compound(_) => {}
            }
        }
        for occupant in self.occupants.iter_mut().filter(|one| **one == Some(u32::MAX)) {
            *occupant = None;
        }
        if ends {
            self.next = saved;
        }
        Ok(())
    }

    /// Moves the variable that lives in an argument register elsewhere, if it is still needed.
    fn evict(&mut self, place: usize, terms: &[Cell], ends: bool) -> Done {
        let Some(number) = self.occupants[place].take() else { return Ok(()) };
        let variable = &self.variables[number as usize];
        let later = terms[place + 1..].iter().any(|term| {
            matches!(self.heap.deref(*term).kind(),
                Kind::Reference(place) if self.numbers.get(&place) == Some(&number))
        });
        if later || (!ends && variable.last > self.position) {
            let to = self.register()?;
            self.emit(Op::Move { from: place as Place, to });
            self.variables[number as usize].home = Some(to);
        }
        Ok(())
    }

    fn ground(&mut self, term: Cell) -> u32 {
        self.database.add_ground(self.heap, term)
    }

    /// Builds a term in a register or slot that no part of it uses. Inner terms come first.
    fn build(&mut self, term: Cell, to: Place) -> Done {
        let Shape::Compound(place) = self.shape(term) else { return self.put(term, to) };
        let functor = self.heap.cells[place];
        if functor == Cell::functor(Symbol::CONS, 2) {
            return self.build_list(term, to);
        }
        let parts: Vec<Cell> = self.heap.cells[place + 1..=place + functor.arity()].to_vec();
        let mut places: Vec<Option<Place>> = vec![None; parts.len()];
        for (i, part) in parts.iter().enumerate() {
            if let Shape::Compound(_) | Shape::Ground(_) = self.shape(*part) {
                let to = self.register()?;
                with_stack(64 << 10, || self.build(*part, to))?;
                places[i] = Some(to);
            }
        }
        self.emit(Op::Build { functor, to });
        for (part, place) in parts.into_iter().zip(places) {
            if let Some(at) = place {
                self.emit(Op::SetValue { at });
                continue;
            }
            match self.shape(part) {
                Shape::Constant(constant) => self.emit(Op::SetConstant { constant }),
                Shape::Variable(number) => match self.seen(number) {
                    Some(at) => self.emit(Op::SetValue { at }),
                    None if self.is_void(number) => match self.database.ops.last_mut() {
                        Some(Op::SetAny { count }) => *count += 1,
                        _ => self.emit(Op::SetAny { count: 1 }),
                    },
                    None => {
                        let to = self.new_home(number)?;
                        self.emit(Op::SetVariable { to });
                    }
                },
                _ => {}
            }
        }
        Ok(())
    }

    /// Builds a list from its end, so that its length needs no registers.
    fn build_list(&mut self, list: Cell, to: Place) -> Done {
        let (mut elements, mut rest) = (Vec::new(), list);
        while let Shape::Compound(place) = self.shape(rest)
            && self.heap.cells[place] == Cell::functor(Symbol::CONS, 2)
        {
            elements.push(self.heap.cells[place + 1]);
            rest = self.heap.cells[place + 2];
        }
        let mut right = match self.shape(rest) {
            Shape::Variable(_) => self.place_of(rest)?,
            _ => {
                with_stack(64 << 10, || self.put(rest, to))?;
                to
            }
        };
        for element in elements.into_iter().rev() {
            let (below, known) = (self.next, self.variables_with_home());
            let left = with_stack(64 << 10, || self.place_of(element))?;
            self.emit(Op::BuildList { left, right, to });
            right = to;
            if self.variables_with_home() == known {
                self.next = below;
            }
        }
        Ok(())
    }

    fn variables_with_home(&self) -> usize {
        self.variables.iter().filter(|variable| variable.home.is_some()).count()
    }

    /// Puts a term into a register or slot.
    fn put(&mut self, term: Cell, to: Place) -> Done {
        match self.shape(term) {
            Shape::Compound(_) => return self.build(term, to),
            Shape::Constant(constant) => self.emit(Op::PutConstant { constant, to }),
            Shape::Ground(term) => {
                let number = self.ground(term);
                self.emit(Op::PutGround { number, to });
            }
            Shape::Variable(number) => {
                let from = match self.seen(number) {
                    Some(from) => from,
                    None => self.start_variable(number)?,
                };
                if from != to {
                    self.emit(Op::Move { from, to });
                }
            }
        }
        Ok(())
    }

    /// Returns a place that holds a term.
    pub fn place_of(&mut self, term: Cell) -> Result<Place, TooLarge> {
        if let Shape::Variable(number) = self.shape(term) {
            return match self.seen(number) {
                Some(place) => Ok(place),
                None => self.start_variable(number),
            };
        }
        let to = self.register()?;
        self.put(term, to)?;
        Ok(to)
    }

    /// Compiles `left = right`.
    pub fn unify(&mut self, left: Cell, right: Cell) -> Done {
        let (left, right) = match (self.shape(left), self.shape(right)) {
            (Shape::Variable(a), Shape::Variable(b)) => {
                match (self.seen(a), self.seen(b)) {
                    (None, Some(from)) | (Some(from), None) => {
                        let new = if self.seen(a).is_none() { a } else { b };
                        if !self.is_void(new) {
                            let to = self.new_home(new)?;
                            self.emit(Op::Move { from, to });
                        }
                        return Ok(());
                    }
                    _ => {}
                }
                (left, right)
            }
            (_, Shape::Variable(_)) => (right, left),
            _ => (left, right),
        };
        if let Shape::Variable(number) = self.shape(left) {
            if let Some(at) = self.seen(number) {
                return self.get(at, right, &|_, _| false, &[]);
            }
            let mut inside = false;
            self.each_variable(right, &mut |place| inside |= self.numbers[&place] == number);
            if !inside {
                let framed = self.variables[number as usize].framed;
                let to = if framed { self.new_home(number)? } else { self.register()? };
                self.variables[number as usize].home = None;
                self.put(right, to)?;
                self.variables[number as usize].home = Some(to);
                return Ok(());
            }
        }
        let left = self.place_of(left)?;
        let right = self.place_of(right)?;
        self.emit(Op::Unify { left, right });
        Ok(())
    }

    // --- arithmetic ------------------------------------------------------------------------------

    /// Compiles `left is right`.
    pub fn is(&mut self, left: Cell, right: Cell) -> Done {
        let new = match self.shape(left) {
            Shape::Variable(number) if self.seen(number).is_none() => Some(number),
            _ => None,
        };
        let mut own = false;
        if let Some(number) = new {
            self.each_variable(right, &mut |place| own |= self.numbers[&place] == number);
        }
        let saved = self.next;
        let to = match new {
            Some(number) if !own && self.is_void(number) => UNUSED,
            Some(number) if !own && self.variables[number as usize].framed => {
                let to = self.new_home(number)?;
                self.variables[number as usize].home = None;
                to
            }
            Some(number) if !own => match self.wanted_place(number) {
                Some(place) => place,
                None => self.register()?,
            },
            _ => self.register()?,
        };
        let below = self.next;
        self.value(right, to)?;
        self.next = below;
        match new {
            Some(number) if !own => {
                if to != UNUSED {
                    self.variables[number as usize].home = Some(to);
                    if (to as usize) < self.occupants.len() {
                        self.occupants[to as usize] = Some(number);
                    }
                }
            }
            _ => {
                self.get(to, left, &|_, _| false, &[])?;
                if let Shape::Constant(_) = self.shape(left) {
                    self.next = saved;
                }
            }
        }
        Ok(())
    }

    /// Puts the value of an expression into a place. Its operands are read before it is written.
    fn value(&mut self, term: Cell, to: Place) -> Done {
        let term = self.heap.deref(term);
        if let Some((name, 2)) = functor(self.heap, term)
            && let Some(function) = function(self.database.symbols.name(name))
        {
            let parts = arguments(self.heap, term);
            let saved = self.next;
            let left = with_stack(64 << 10, || self.source(parts[0]))?;
            let right = with_stack(64 << 10, || self.source(parts[1]))?;
            self.next = saved;
            self.emit(Op::Compute { function, left, right, to });
            return Ok(());
        }
        if let Kind::Integer(_) = term.kind() {
            self.emit(Op::PutConstant { constant: term, to });
            return Ok(());
        }
        let at = self.place_of(term)?;
        self.emit(Op::Evaluate { at, to });
        Ok(())
    }

    /// Returns an operand of arithmetic.
    pub fn source(&mut self, term: Cell) -> Result<Source, TooLarge> {
        let term = self.heap.deref(term);
        match term.kind() {
            Kind::Integer(value) if i16::try_from(value).is_ok() => Ok(Source::Small(value as i16)),
            Kind::Reference(_) | Kind::Boxed(_) => Ok(Source::At(self.place_of(term)?)),
            _ => {
                let to = self.register()?;
                let below = self.next;
                self.value(term, to)?;
                self.next = below;
                Ok(Source::At(to))
            }
        }
    }
}
