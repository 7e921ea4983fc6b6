//! The body of a clause as a tree of goals, ready to be compiled.

use ludex_base::with_stack;

use super::code::{Function, Test, Type};
use super::database::Database;
use crate::symbol::{Symbol, Symbols};
use crate::terms::{Cell, Heap, Kind};

/// A goal. Terms are in the arena.
#[derive(Clone, Debug)]
pub enum Goal {
    True,
    Fail,
    Cut,
    And(Vec<Goal>),
    Or(Box<Goal>, Box<Goal>),
    /// `(c -> t ; e)`
    If(Box<Goal>, Box<Goal>, Box<Goal>),
    /// `(c *-> t ; e)`
    Soft(Box<Goal>, Box<Goal>, Box<Goal>),
    Not(Box<Goal>),
    Unify(Cell, Cell),
    Identical(bool, Cell, Cell),
    Compare(Test, Cell, Cell),
    Type(Type, Cell),
    Is(Cell, Cell),
    /// A built-in predicate.
    Builtin(u16, Vec<Cell>),
    Call(u32, Vec<Cell>),
}

/// Returns the arguments of a term.
pub fn arguments(heap: &Heap, term: Cell) -> Vec<Cell> {
    match heap.deref(term).kind() {
        Kind::Structure(place) => {
            heap.cells[place + 1..=place + heap.cells[place].arity()].to_vec()
        }
        _ => Vec::new(),
    }
}

/// Returns the name and the number of arguments of an atom or a compound term.
pub fn functor(heap: &Heap, term: Cell) -> Option<(Symbol, usize)> {
    match heap.deref(term).kind() {
        Kind::Constant(name) => Some((name, 0)),
        Kind::Structure(place) => match heap.cells[place].kind() {
            Kind::Functor(name, arity) => Some((name, arity)),
            _ => None,
        },
        _ => None,
    }
}

impl Goal {
    /// Returns the goal that a term stands for; `None` if it is no goal.
    pub fn of(heap: &Heap, term: Cell, database: &mut Database) -> Option<Goal> {
        with_stack(64 << 10, || Goal::parts(heap, term, database))
    }

    fn parts(heap: &Heap, term: Cell, database: &mut Database) -> Option<Goal> {
        let term = heap.deref(term);
        let Some((name, arity)) = functor(heap, term) else {
            // A variable is called; a number is no goal.
            return term.is_reference().then(|| Goal::Call(database.call, vec![term]));
        };
        let parts = arguments(heap, term);
        let mut goal = |i: usize| Goal::of(heap, parts[i], database).map(Box::new);
        Some(match (name, arity) {
            (Symbol::TRUE, 0) => Goal::True,
            (Symbol::FAIL | Symbol::FALSE, 0) => Goal::Fail,
            (Symbol::CUT, 0) => Goal::Cut,
            (Symbol::COMMA, 2) => {
                let (mut all, mut rest) = (vec![*goal(0)?], parts[1]);
                while functor(heap, rest) == Some((Symbol::COMMA, 2)) {
                    let parts = arguments(heap, rest);
                    all.push(Goal::of(heap, parts[0], database)?);
                    rest = parts[1];
                }
                all.push(Goal::of(heap, rest, database)?);
                Goal::And(all)
            }
            (Symbol::OR, 2) => match functor(heap, parts[0]) {
                Some((Symbol::THEN, 2)) => {
                    let otherwise = goal(1)?;
                    let (test, then) = pair(heap, parts[0], database)?;
                    Goal::If(test, then, otherwise)
                }
                Some((Symbol::SOFT, 2)) => {
                    let otherwise = goal(1)?;
                    let (test, then) = pair(heap, parts[0], database)?;
                    Goal::Soft(test, then, otherwise)
                }
                _ => Goal::Or(goal(0)?, goal(1)?),
            },
            (Symbol::THEN, 2) => Goal::If(goal(0)?, goal(1)?, Box::new(Goal::Fail)),
            (Symbol::SOFT, 2) => Goal::And(vec![*goal(0)?, *goal(1)?]),
            (Symbol::PROVABLY_NOT, 1) => Goal::Not(goal(0)?),
            _ => {
                return Goal::simple(&database.symbols, name, &parts).or_else(|| {
                    match database.builtin(name, arity) {
                        Some(number) => Some(Goal::Builtin(number, parts)),
                        None => Some(Goal::Call(database.predicate(name, arity), parts)),
                    }
                });
            }
        })
    }

    /// Returns a goal that is compiled to an instruction of its own.
    fn simple(symbols: &Symbols, name: Symbol, parts: &[Cell]) -> Option<Goal> {
        let test = |test| Some(Goal::Compare(test, parts[0], parts[1]));
        let kind = |kind| Some(Goal::Type(kind, parts[0]));
        match (symbols.name(name), parts.len()) {
            ("=", 2) => Some(Goal::Unify(parts[0], parts[1])),
            ("==", 2) => Some(Goal::Identical(true, parts[0], parts[1])),
            ("\\==", 2) => Some(Goal::Identical(false, parts[0], parts[1])),
            ("is", 2) => Some(Goal::Is(parts[0], parts[1])),
            ("<", 2) => test(Test::Less),
            (">", 2) => test(Test::Greater),
            ("=<", 2) => test(Test::AtMost),
            (">=", 2) => test(Test::AtLeast),
            ("=:=", 2) => test(Test::Equal),
            ("=\\=", 2) => test(Test::Unequal),
            ("var", 1) => kind(Type::Var),
            ("nonvar", 1) => kind(Type::Nonvar),
            ("atom", 1) => kind(Type::Atom),
            ("number", 1) => kind(Type::Number),
            ("integer", 1) => kind(Type::Integer),
            ("float", 1) => kind(Type::Float),
            ("atomic", 1) => kind(Type::Atomic),
            ("compound", 1) => kind(Type::Compound),
            ("callable", 1) => kind(Type::Callable),
            _ => None,
        }
    }

    /// Returns whether the goal is a test that binds nothing and calls nothing.
    pub fn is_test(&self) -> bool {
        match self {
            Goal::True | Goal::Fail | Goal::Compare(..) | Goal::Type(..) | Goal::Identical(..) => {
                true
            }
            Goal::And(goals) => goals.iter().all(Goal::is_test),
            _ => false,
        }
    }

    /// Calls the visitor with the terms of a goal that has no parts.
    pub fn each_term(&self, visit: &mut impl FnMut(Cell)) {
        match self {
            Goal::Unify(a, b) | Goal::Identical(_, a, b) => [*a, *b].into_iter().for_each(visit),
            Goal::Compare(_, a, b) | Goal::Is(a, b) => [*a, *b].into_iter().for_each(visit),
            Goal::Type(_, a) => visit(*a),
            Goal::Builtin(_, all) | Goal::Call(_, all) => all.iter().copied().for_each(visit),
            _ => {}
        }
    }
}

fn pair(heap: &Heap, term: Cell, database: &mut Database) -> Option<(Box<Goal>, Box<Goal>)> {
    let parts = arguments(heap, term);
    let first = Goal::of(heap, parts[0], database)?;
    Some((Box::new(first), Box::new(Goal::of(heap, parts[1], database)?)))
}

/// Returns the compiled operation with a name.
pub fn function(name: &str) -> Option<Function> {
    Some(match name {
        "+" => Function::Add,
        "-" => Function::Subtract,
        "*" => Function::Multiply,
        "//" => Function::Quotient,
        "mod" => Function::Modulo,
        "rem" => Function::Remainder,
        "/\\" => Function::And,
        "\\/" => Function::Or,
        "<<" => Function::ShiftLeft,
        ">>" => Function::ShiftRight,
        _ => return None,
    })
}
