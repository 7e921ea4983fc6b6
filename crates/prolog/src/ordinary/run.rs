//! The loop of the machine.

use std::cmp::Ordering;
use std::sync::Arc;

use super::arithmetic::{compare, compute, evaluate};
use super::code::{FAIL, FRAME, Function, Op, Place, Source, Test, Type};
use super::copy::order;
use super::engine::{Alternative, Done, Engine, Wrong};
use super::number::Number;
use crate::symbol::Symbol;
use crate::terms::{Cell, Kind};

/// The continuation of an instruction that is not simply followed by the next one.
enum Next {
    Fail,
    /// A predicate is called; its arguments are in the registers.
    Call(u32),
    /// The machine has the instruction to continue with.
    Resume,
    /// An exception, or a limit.
    Throw(Wrong),
}

impl Engine {
    /// Runs until the goals are true (returns `true`) or fail.
    pub(super) fn run(&mut self) -> Done {
        let ops = Arc::clone(&self.ops);
        let (mut at, mut base) = (self.at, self.base);
        macro_rules! get {
            ($place:expr) => {{
                let place: Place = $place;
                match place < FRAME {
                    true => self.registers[place as u8 as usize],
                    false => self.frames[base + (place - FRAME) as usize],
                }
            }};
        }
        macro_rules! set {
            ($place:expr, $value:expr) => {{
                let (place, value): (Place, Cell) = ($place, $value);
                match place < FRAME {
                    true => self.registers[place as u8 as usize] = value,
                    false => self.frames[base + (place - FRAME) as usize] = value,
                }
            }};
        }
        macro_rules! check {
            ($fine:expr) => {
                match $fine {
                    true => continue,
                    false => Next::Fail,
                }
            };
        }
        macro_rules! jump_unless {
            ($fine:expr, $otherwise:expr) => {{
                if $fine {
                    continue;
                }
                if $otherwise != FAIL {
                    at = $otherwise as usize;
                    continue;
                }
                Next::Fail
            }};
        }
        macro_rules! source {
            ($source:expr) => {
                match $source {
                    Source::Small(value) => Cell::integer(i64::from(value)),
                    Source::At(place) => self.heap.deref(get!(place)),
                }
            };
        }
        loop {
            let op = &ops[at];
            at += 1;
            let next = match *op {
                Op::Halt => {
                    (self.at, self.base) = (at, base);
                    return Ok(true);
                }
                Op::Fail => Next::Fail,
                Op::Move { from, to } => {
                    set!(to, get!(from));
                    continue;
                }
                Op::Unify { left, right } => check!(self.heap.unify(get!(left), get!(right))),
                Op::GetConstant { constant, at: place } => {
                    check!(self.heap.unify_constant(get!(place), constant))
                }
                Op::GetList { at: place, left, right } => match self.open_list(get!(place)) {
                    Some((first, second)) => {
                        set!(left, first);
                        set!(right, second);
                        continue;
                    }
                    None => Next::Fail,
                },
                Op::GetListValue { at: place, left, right } => {
                    match self.open_list_value(get!(place), get!(left)) {
                        Some(second) => {
                            set!(right, second);
                            continue;
                        }
                        None => Next::Fail,
                    }
                }
                Op::GetStructure { functor, at: place } => {
                    check!(self.open_structure(get!(place), functor))
                }
                Op::PartVariable { to } => {
                    let part = match self.writing {
                        false => self.heap.cells[self.part],
                        true => self.heap.variable(),
                    };
                    self.part += 1;
                    set!(to, part);
                    continue;
                }
                Op::PartValue { at: place } => {
                    let value = get!(place);
                    if self.writing {
                        self.heap.cells.push(value);
                        continue;
                    }
                    let part = self.heap.cells[self.part];
                    self.part += 1;
                    check!(self.heap.unify(value, part))
                }
                Op::PartConstant { constant } => {
                    if self.writing {
                        self.heap.cells.push(constant);
                        continue;
                    }
                    let part = self.heap.cells[self.part];
                    self.part += 1;
                    check!(self.heap.unify_constant(part, constant))
                }
                Op::PartAny { count } => {
                    self.part += count as usize;
                    if self.writing {
                        (0..count).for_each(|_| {
                            self.heap.variable();
                        });
                    }
                    continue;
                }
                Op::PutConstant { constant, to } => {
                    set!(to, constant);
                    continue;
                }
                Op::PutVariable { to } => {
                    let variable = self.heap.variable();
                    set!(to, variable);
                    continue;
                }
                Op::PutGround { number, to } => {
                    let term = self.ground(number);
                    set!(to, term);
                    continue;
                }
                Op::Build { functor, to } => {
                    set!(to, Cell::structure(self.heap.cells.len()));
                    self.heap.cells.push(functor);
                    continue;
                }
                Op::BuildList { left, right, to } => {
                    let place = self.heap.cells.len();
                    let pair = [Cell::functor(Symbol::CONS, 2), get!(left), get!(right)];
                    self.heap.cells.extend_from_slice(&pair);
                    set!(to, Cell::structure(place));
                    continue;
                }
                Op::SetValue { at: place } => {
                    let value = get!(place);
                    self.heap.cells.push(value);
                    continue;
                }
                Op::SetVariable { to } => {
                    let variable = self.heap.variable();
                    set!(to, variable);
                    continue;
                }
                Op::SetConstant { constant } => {
                    self.heap.cells.push(constant);
                    continue;
                }
                Op::SetAny { count } => {
                    (0..count).for_each(|_| {
                        self.heap.variable();
                    });
                    continue;
                }
                Op::Call { predicate, size } => {
                    self.enter(at, base, size);
                    Next::Call(predicate)
                }
                Op::Leave { predicate } => {
                    self.leave(base);
                    Next::Call(predicate)
                }
                Op::Jump { predicate } => Next::Call(predicate),
                Op::Return => {
                    self.leave(base);
                    (at, base) = (self.go_on, self.frame);
                    continue;
                }
                Op::Proceed => {
                    (at, base) = (self.go_on, self.frame);
                    continue;
                }
                Op::Builtin { number } => match (super::builtins::ALL[number as usize].run)(self) {
                    Ok(fine) => check!(fine),
                    Err(wrong) => Next::Throw(self.located(wrong, number)),
                },
                Op::Try { otherwise, size } => {
                    self.enter(otherwise as usize, base, size);
                    self.push_choice(Alternative::Else { at: otherwise }, 0);
                    continue;
                }
                Op::Goto { to } => {
                    if to != FAIL {
                        at = to as usize;
                        continue;
                    }
                    Next::Fail
                }
                Op::Level { to } => {
                    set!(to, Cell::integer(self.barrier as i64));
                    continue;
                }
                Op::Mark { to } => {
                    set!(to, Cell::integer(self.choices.len() as i64));
                    continue;
                }
                Op::Cut { at: place } => {
                    if let Kind::Integer(level) = get!(place).kind() {
                        self.cut_to(level as usize);
                    }
                    continue;
                }
                Op::NeckCut => {
                    self.cut_to(self.barrier);
                    continue;
                }
                Op::SoftCut { at: place } => {
                    if let Kind::Integer(level) = get!(place).kind() {
                        self.disable(level as usize);
                    }
                    continue;
                }
                Op::Compare { test, left, right, otherwise } => {
                    let (left, right) = (source!(left), source!(right));
                    if let (Kind::Integer(left), Kind::Integer(right)) = (left.kind(), right.kind())
                    {
                        jump_unless!(holds(test, left.cmp(&right)), otherwise)
                    } else {
                        match compare(self, left, right) {
                            Ok(order) => jump_unless!(holds(test, order), otherwise),
                            Err(wrong) => Next::Throw(wrong),
                        }
                    }
                }
                Op::Type { test, at: place, otherwise } => {
                    let term = self.heap.deref(get!(place));
                    jump_unless!(self.is_type(test, term), otherwise)
                }
                Op::Identical { same, left, right, otherwise } => {
                    let (left, right) = (get!(left), get!(right));
                    match self.identical(left, right) {
                        Ok(found) => jump_unless!(found == same, otherwise),
                        Err(wrong) => Next::Throw(wrong),
                    }
                }
                Op::Compute { function, left, right, to } => {
                    let (left, right) = (source!(left), source!(right));
                    match self.compute(function, left, right) {
                        Ok(value) => {
                            set!(to, value);
                            continue;
                        }
                        Err(wrong) => Next::Throw(wrong),
                    }
                }
                Op::Evaluate { at: place, to } => {
                    let term = get!(place);
                    match evaluate(self, term) {
                        Ok(number) => {
                            let value = number.put(&mut self.heap);
                            set!(to, value);
                            continue;
                        }
                        Err(wrong) => Next::Throw(wrong),
                    }
                }
                Op::Meta { extra } => match self.meta(extra as usize) {
                    Ok(predicate) => Next::Call(predicate),
                    Err(wrong) => Next::Throw(wrong),
                },
                Op::Body => match self.body() {
                    Ok(true) => Next::Resume,
                    Ok(false) => Next::Fail,
                    Err(wrong) => Next::Throw(wrong),
                },
                Op::Catch => {
                    self.enter(at + 1, base, 4);
                    self.push_choice(Alternative::Catch, 0);
                    continue;
                }
                Op::EndCatch => {
                    let on_top = self.choices.last().is_some_and(|choice| {
                        matches!(choice.alternative, Alternative::Catch)
                            && choice.frame as usize == base
                    });
                    if on_top {
                        self.pop_choice();
                    }
                    continue;
                }
                Op::Interpret { number } => {
                    let flat = Arc::clone(&self.database.grounds[number as usize]);
                    let arity = match flat.get(1).map(|cell| cell.kind()) {
                        Some(Kind::Functor(_, arity)) => arity,
                        _ => 0,
                    };
                    match self.enter_stored(&flat, arity, false) {
                        Ok(true) => Next::Resume,
                        Ok(false) => Next::Fail,
                        Err(wrong) => Next::Throw(wrong),
                    }
                }
            };
            let result = match next {
                Next::Resume => Ok(true),
                Next::Fail => Ok(false),
                Next::Call(predicate) => {
                    self.base = base;
                    self.call(predicate)
                }
                Next::Throw(wrong) => Err(wrong),
            };
            let result = match result {
                Ok(true) => Ok(true),
                Ok(false) => self.retry(),
                Err(wrong) => Err(wrong),
            };
            match result {
                Ok(true) => {}
                Ok(false) => return Ok(false),
                Err(wrong) => self.recover(wrong)?,
            }
            (at, base) = (self.at, self.base);
        }
    }

    /// Continues with the goal that handles an exception, or gives up.
    #[cold]
    fn recover(&mut self, mut wrong: Wrong) -> Result<(), Wrong> {
        loop {
            let Wrong::Ball(ball) = wrong else { return Err(wrong) };
            if !self.catch(ball)? {
                return Err(Wrong::Ball(self.registers[0]));
            }
            let call = self.database.call;
            match self.call(call) {
                Ok(true) => return Ok(()),
                Ok(false) => match self.retry() {
                    Ok(true) => return Ok(()),
                    Ok(false) => {
                        // Nothing is left: the code that fails is as good as any.
                        (self.at, self.base) = (1, 0);
                        return Ok(());
                    }
                    Err(next) => wrong = next,
                },
                Err(next) => wrong = next,
            }
        }
    }

    #[inline(always)]
    fn enter(&mut self, at: usize, base: usize, size: u16) {
        self.top = (base + size as usize).max(self.protected);
        (self.go_on, self.frame) = (at, base);
    }

    #[inline(always)]
    fn leave(&mut self, base: usize) {
        self.go_on = self.frames[base].word();
        self.frame = self.frames[base + 1].word();
        self.top = base.max(self.protected);
    }

    #[inline(always)]
    fn open_list(&mut self, cell: Cell) -> Option<(Cell, Cell)> {
        let cell = self.heap.deref(cell);
        if cell.is_structure() {
            let &[found, first, second] = self.heap.cells[cell.place()..].first_chunk()?;
            return (found == Cell::functor(Symbol::CONS, 2)).then_some((first, second));
        }
        if !cell.is_reference() {
            return None;
        }
        let place = self.heap.cells.len();
        let parts = (Cell::reference(place + 1), Cell::reference(place + 2));
        let list = [Cell::functor(Symbol::CONS, 2), parts.0, parts.1];
        self.heap.cells.extend_from_slice(&list);
        self.heap.bind(cell.place(), Cell::structure(place));
        Some(parts)
    }

    #[inline(always)]
    fn open_list_value(&mut self, cell: Cell, value: Cell) -> Option<Cell> {
        let cell = self.heap.deref(cell);
        if cell.is_structure() {
            let &[found, first, second] = self.heap.cells[cell.place()..].first_chunk()?;
            let fits = found == Cell::functor(Symbol::CONS, 2) && self.heap.unify(value, first);
            return fits.then_some(second);
        }
        if !cell.is_reference() {
            return None;
        }
        let place = self.heap.cells.len();
        let second = Cell::reference(place + 2);
        self.heap.cells.extend_from_slice(&[Cell::functor(Symbol::CONS, 2), value, second]);
        self.heap.bind(cell.place(), Cell::structure(place));
        Some(second)
    }

    #[inline(always)]
    fn open_structure(&mut self, cell: Cell, functor: Cell) -> bool {
        let cell = self.heap.deref(cell);
        if cell.is_structure() {
            self.part = cell.place() + 1;
            self.writing = false;
            return self.heap.cells[cell.place()] == functor;
        }
        if !cell.is_reference() {
            return false;
        }
        let place = self.heap.cells.len();
        self.heap.cells.push(functor);
        self.heap.bind(cell.place(), Cell::structure(place));
        self.writing = true;
        true
    }

    fn ground(&mut self, number: u32) -> Cell {
        let flat = Arc::clone(&self.database.grounds[number as usize]);
        let (mut variables, mut built) = (Vec::new(), Vec::new());
        self.heap.build_flat(&flat, &mut variables, &mut built);
        built[0]
    }

    /// Makes a choice point have no alternative.
    fn disable(&mut self, number: usize) {
        if number + 1 == self.choices.len() {
            self.pop_choice();
        } else if let Some(choice) = self.choices.get_mut(number) {
            choice.alternative = Alternative::Dead;
        }
    }

    #[inline]
    fn is_type(&self, test: Type, term: Cell) -> bool {
        let kind = term.kind();
        match test {
            Type::Var => matches!(kind, Kind::Reference(_)),
            Type::Nonvar => !matches!(kind, Kind::Reference(_)),
            Type::Atom => matches!(kind, Kind::Constant(_)),
            Type::Number => matches!(kind, Kind::Integer(_) | Kind::Boxed(_)),
            Type::Integer => {
                matches!(kind, Kind::Integer(_))
                    || Number::get(&self.heap, term).is_some_and(|number| !number.is_float())
            }
            Type::Float => Number::get(&self.heap, term).is_some_and(|number| number.is_float()),
            Type::Atomic => !matches!(kind, Kind::Reference(_) | Kind::Structure(_)),
            Type::Compound => matches!(kind, Kind::Structure(_)),
            Type::Callable => matches!(kind, Kind::Constant(_) | Kind::Structure(_)),
        }
    }

    fn identical(&self, left: Cell, right: Cell) -> Result<bool, Wrong> {
        let (left, right) = (self.heap.deref(left), self.heap.deref(right));
        if left == right {
            return Ok(true);
        }
        if left.is_atomic() || left.is_reference() || right.is_atomic() || right.is_reference() {
            return Ok(false);
        }
        let most = self.steps_left();
        Ok(order(&self.heap, &self.database.symbols, left, right, most)? == Ordering::Equal)
    }

    #[inline(always)]
    fn compute(&mut self, function: Function, left: Cell, right: Cell) -> Result<Cell, Wrong> {
        if let (Kind::Integer(left), Kind::Integer(right)) = (left.kind(), right.kind()) {
            let value = match function {
                Function::Add => Some(left + right),
                Function::Subtract => Some(left - right),
                Function::Multiply => left.checked_mul(right),
                Function::Quotient if right != 0 => Some(left / right),
                Function::Remainder if right != 0 => Some(left % right),
                Function::Modulo if right != 0 => Some(left - right * left.div_euclid(right))
                    .map(|value| if right < 0 && value != 0 { value + right } else { value }),
                Function::And => Some(left & right),
                Function::Or => Some(left | right),
                Function::ShiftRight if (0..64).contains(&right) => Some(left >> right),
                _ => None,
            };
            if let Some(value) = value.filter(|value| value.unsigned_abs() < 1 << 60) {
                return Ok(Cell::integer(value));
            }
        }
        let number = compute(self, function, left, right)?;
        Ok(number.put(&mut self.heap))
    }
}

#[inline(always)]
fn holds(test: Test, order: Ordering) -> bool {
    match test {
        Test::Less => order.is_lt(),
        Test::Greater => order.is_gt(),
        Test::AtMost => order.is_le(),
        Test::AtLeast => order.is_ge(),
        Test::Equal => order.is_eq(),
        Test::Unequal => order.is_ne(),
    }
}
