//! Built-in predicates on terms: their parts, their order, global variables.

use std::cmp::Ordering;

use super::argument;
use crate::ordinary::arithmetic::{self, evaluate, integer};
use crate::ordinary::clause;
use crate::ordinary::copy::{flat_within, order, variables_of};
use crate::ordinary::engine::{Done, Engine, Wrong};
use crate::ordinary::number::Number;
use crate::symbol::Symbol;
use crate::terms::{Cell, Kind};

pub fn truth(_: &mut Engine) -> Done {
    Ok(true)
}

pub fn falsity(_: &mut Engine) -> Done {
    Ok(false)
}

pub fn halt(_: &mut Engine) -> Done {
    Err(Wrong::Halt)
}

pub fn halt_with(engine: &mut Engine) -> Done {
    integer(engine, engine.registers[0])?;
    Err(Wrong::Halt)
}

pub fn throw(engine: &mut Engine) -> Done {
    let ball = argument(engine, 0);
    match ball.is_reference() {
        true => Err(engine.instantiation()),
        false => Err(Wrong::Ball(ball)),
    }
}

pub fn functor(engine: &mut Engine) -> Done {
    let term = argument(engine, 0);
    if !term.is_reference() {
        let (name, arity) = match clause::functor(&engine.heap, term) {
            Some((name, arity)) => (Cell::constant(name), arity),
            None => (term, 0),
        };
        return Ok(engine.heap.unify(engine.registers[1], name)
            && engine.heap.unify(engine.registers[2], Cell::integer(arity as i64)));
    }
    let name = argument(engine, 1);
    if name.is_reference() {
        return Err(engine.instantiation());
    }
    let arity = integer(engine, engine.registers[2])?;
    if arity == 0 && !name.is_structure() {
        return Ok(engine.heap.unify(term, name));
    }
    let symbol = match name.kind() {
        Kind::Structure(_) => return Err(engine.type_error("atomic", name)),
        Kind::Constant(symbol) => symbol,
        _ => return Err(engine.type_error("atom", name)),
    };
    if arity < 0 {
        return Err(engine.domain_error("not_less_than_zero", Cell::integer(arity)));
    }
    if arity > 255 {
        return Err(engine.representation("max_arity"));
    }
    let parts: Vec<Cell> = (0..arity).map(|_| engine.heap.variable()).collect();
    let built = engine.heap.compound(symbol, &parts);
    Ok(engine.heap.unify(term, built))
}

pub fn arg(engine: &mut Engine) -> Done {
    let term = argument(engine, 1);
    if term.is_reference() {
        return Err(engine.instantiation());
    }
    let number = integer(engine, engine.registers[0])?;
    let Kind::Structure(place) = term.kind() else {
        return Err(engine.type_error("compound", term));
    };
    let arity = engine.heap.cells[place].arity() as i64;
    if number < 0 {
        return Err(engine.domain_error("not_less_than_zero", Cell::integer(number)));
    }
    if !(1..=arity).contains(&number) {
        return Ok(false);
    }
    let part = engine.heap.cells[place + number as usize];
    Ok(engine.heap.unify(engine.registers[2], part))
}

pub fn univ(engine: &mut Engine) -> Done {
    let term = argument(engine, 0);
    if !term.is_reference() {
        let mut elements = vec![term];
        if let Some((name, _)) = clause::functor(&engine.heap, term) {
            elements = vec![Cell::constant(name)];
            elements.extend(clause::arguments(&engine.heap, term));
        }
        let list = engine.heap.list(&elements, Cell::constant(Symbol::NIL));
        return Ok(engine.heap.unify(engine.registers[1], list));
    }
    let elements = engine.list_of(engine.registers[1])?;
    let Some((&first, rest)) = elements.split_first() else {
        let list = argument(engine, 1);
        return Err(engine.domain_error("non_empty_list", list));
    };
    let first = engine.heap.deref(first);
    let built = match first.kind() {
        Kind::Reference(_) => return Err(engine.instantiation()),
        _ if rest.is_empty() && !first.is_structure() => first,
        Kind::Constant(_) if rest.len() > 255 => {
            return Err(engine.representation("max_arity"));
        }
        Kind::Constant(name) => engine.heap.compound(name, rest),
        Kind::Structure(_) if rest.is_empty() => return Err(engine.type_error("atomic", first)),
        _ => return Err(engine.type_error("atom", first)),
    };
    Ok(engine.heap.unify(term, built))
}

/// Builds a copy of a term.
fn copied(engine: &mut Engine, term: Cell) -> Result<Cell, Wrong> {
    let (flat, _) = flat_within(&engine.heap, &[term], engine.cells_left())?;
    let (mut variables, mut built) = (Vec::new(), Vec::new());
    engine.heap.build_flat(&flat, &mut variables, &mut built);
    Ok(built[0])
}

pub fn copy_term(engine: &mut Engine) -> Done {
    let copy = copied(engine, engine.registers[0])?;
    Ok(engine.heap.unify(engine.registers[1], copy))
}

pub fn term_variables(engine: &mut Engine) -> Done {
    let found = variables_of(&engine.heap, &[engine.registers[0]], engine.steps_left())?;
    let list = engine.heap.list(&found, Cell::constant(Symbol::NIL));
    Ok(engine.heap.unify(engine.registers[1], list))
}

pub fn ground(engine: &mut Engine) -> Done {
    let found = variables_of(&engine.heap, &[engine.registers[0]], engine.steps_left())?;
    Ok(found.is_empty())
}

fn ordered(engine: &Engine) -> Result<Ordering, Wrong> {
    let (left, right) = (engine.registers[0], engine.registers[1]);
    Ok(order(&engine.heap, &engine.database.symbols, left, right, engine.steps_left())?)
}

pub fn compare(engine: &mut Engine) -> Done {
    let sign = argument(engine, 0);
    if let Kind::Constant(name) = sign.kind() {
        if !matches!(engine.database.symbols.name(name), "<" | "=" | ">") {
            return Err(engine.domain_error("order", sign));
        }
    } else if !sign.is_reference() {
        return Err(engine.type_error("atom", sign));
    }
    let (left, right) = (engine.registers[1], engine.registers[2]);
    let most = engine.steps_left();
    let found = match order(&engine.heap, &engine.database.symbols, left, right, most)? {
        Ordering::Less => engine.atom("<"),
        Ordering::Equal => engine.atom("="),
        Ordering::Greater => engine.atom(">"),
    };
    Ok(engine.heap.unify(sign, found))
}

pub fn less(engine: &mut Engine) -> Done {
    Ok(ordered(engine)?.is_lt())
}

pub fn greater(engine: &mut Engine) -> Done {
    Ok(ordered(engine)?.is_gt())
}

pub fn at_most(engine: &mut Engine) -> Done {
    Ok(ordered(engine)?.is_le())
}

pub fn at_least(engine: &mut Engine) -> Done {
    Ok(ordered(engine)?.is_ge())
}

pub fn identical(engine: &mut Engine) -> Done {
    Ok(ordered(engine)?.is_eq())
}

pub fn not_identical(engine: &mut Engine) -> Done {
    Ok(ordered(engine)?.is_ne())
}

pub fn unify(engine: &mut Engine) -> Done {
    Ok(engine.heap.unify(engine.registers[0], engine.registers[1]))
}

/// Unifies two terms and undoes it; returns whether it was possible.
fn unifiable(engine: &mut Engine, checked: bool) -> bool {
    let (trail, cells) = (engine.heap.trail_length(), engine.heap.cells.len());
    let young = std::mem::replace(&mut engine.heap.young, usize::MAX);
    engine.heap.unchecked = !checked;
    let fine = engine.heap.unify(engine.registers[0], engine.registers[1]);
    engine.heap.unchecked = true;
    engine.heap.undo(trail, cells);
    engine.heap.young = young;
    fine
}

pub fn not_unifiable(engine: &mut Engine) -> Done {
    Ok(!unifiable(engine, false))
}

pub fn unify_checked(engine: &mut Engine) -> Done {
    engine.heap.unchecked = false;
    let fine = engine.heap.unify(engine.registers[0], engine.registers[1]);
    engine.heap.unchecked = true;
    Ok(fine)
}

/// `<>`: two different ground terms.
pub fn different(engine: &mut Engine) -> Done {
    let terms = [engine.registers[0], engine.registers[1]];
    if !variables_of(&engine.heap, &terms, engine.steps_left())?.is_empty() {
        return Err(engine.instantiation());
    }
    not_identical(engine)
}

pub fn set_global(engine: &mut Engine) -> Done {
    let name = engine.atom_of(engine.registers[0])?;
    let (flat, _) = flat_within(&engine.heap, &[engine.registers[1]], engine.cells_left())?;
    engine.kept += flat.len();
    if let Some(old) = engine.globals.insert(name, flat.into()) {
        engine.kept = engine.kept.saturating_sub(old.len());
    }
    Ok(true)
}

pub fn get_global(engine: &mut Engine) -> Done {
    let name = engine.atom_of(engine.registers[0])?;
    let Some(flat) = engine.globals.get(&name).cloned() else {
        let kind = engine.atom("variable");
        let formal = engine.compound("existence_error", &[kind, Cell::constant(name)]);
        return Err(engine.error(formal));
    };
    engine.reserve(2 * flat.len())?;
    let (mut variables, mut built) = (Vec::new(), Vec::new());
    engine.heap.build_flat(&flat, &mut variables, &mut built);
    Ok(engine.heap.unify(engine.registers[1], built[0]))
}

/// `$free_variables(Template, Goal, Variables, Inner)`: the variables of a goal that are neither in
/// the template nor bound by `^`, as a term `v(…)`, and the goal without `^`.
pub fn free_variables(engine: &mut Engine) -> Done {
    let (mut goal, mut bound) = (argument(engine, 1), vec![engine.registers[0]]);
    while let Kind::Structure(place) = goal.kind()
        && let Kind::Functor(name, 2) = engine.heap.cells[place].kind()
        && engine.database.symbols.name(name) == "^"
    {
        bound.push(engine.heap.cells[place + 1]);
        goal = engine.heap.deref(engine.heap.cells[place + 2]);
    }
    let most = engine.steps_left();
    let bound = variables_of(&engine.heap, &bound, most)?;
    let bound: rustc_hash::FxHashSet<Cell> = bound.into_iter().collect();
    let all = variables_of(&engine.heap, &[goal], most)?;
    let free: Vec<Cell> = all.into_iter().filter(|variable| !bound.contains(variable)).collect();
    if free.len() > 255 {
        return Err(engine.representation("max_arity"));
    }
    let witness = match free.is_empty() {
        true => engine.atom("v"),
        false => engine.compound("v", &free),
    };
    Ok(engine.heap.unify(engine.registers[2], witness)
        && engine.heap.unify(engine.registers[3], goal))
}

pub fn succ(engine: &mut Engine) -> Done {
    let (left, right) = (argument(engine, 0), argument(engine, 1));
    if left.is_reference() {
        let value = integer(engine, right)?;
        if value < 0 {
            return Err(engine.domain_error("not_less_than_zero", right));
        }
        return Ok(value > 0 && engine.heap.unify(left, Cell::integer(value - 1)));
    }
    let value = integer(engine, left)?;
    if value < 0 {
        return Err(engine.domain_error("not_less_than_zero", left));
    }
    if !right.is_reference() {
        integer(engine, right)?;
    }
    let next = Number::Int(value + 1).put(&mut engine.heap);
    Ok(engine.heap.unify(right, next))
}

pub fn plus(engine: &mut Engine) -> Done {
    let parts = [0, 1, 2].map(|i| argument(engine, i));
    let (sign, unknown) = match parts.map(|part| part.is_reference()) {
        [true, false, false] => (-1, 0),
        [false, true, false] => (-1, 1),
        _ => (1, 2),
    };
    let (left, right) = match unknown {
        2 => (parts[0], parts[1]),
        0 => (parts[2], parts[1]),
        _ => (parts[2], parts[0]),
    };
    let name = engine.database.symbols.intern(if sign > 0 { "+" } else { "-" });
    let sum = engine.heap.compound(name, &[left, right]);
    let value = evaluate(engine, sum)?.put(&mut engine.heap);
    Ok(engine.heap.unify(parts[unknown], value))
}

// --- goals that are compiled, for when they are called as terms ----------------------------------

pub fn is(engine: &mut Engine) -> Done {
    let value = evaluate(engine, engine.registers[1])?.put(&mut engine.heap);
    Ok(engine.heap.unify(engine.registers[0], value))
}

fn numbers(engine: &mut Engine) -> Result<Ordering, Wrong> {
    arithmetic::compare(engine, engine.registers[0], engine.registers[1])
}

pub fn number_less(engine: &mut Engine) -> Done {
    Ok(numbers(engine)?.is_lt())
}

pub fn number_greater(engine: &mut Engine) -> Done {
    Ok(numbers(engine)?.is_gt())
}

pub fn number_at_most(engine: &mut Engine) -> Done {
    Ok(numbers(engine)?.is_le())
}

pub fn number_at_least(engine: &mut Engine) -> Done {
    Ok(numbers(engine)?.is_ge())
}

pub fn number_equal(engine: &mut Engine) -> Done {
    Ok(numbers(engine)?.is_eq())
}

pub fn number_unequal(engine: &mut Engine) -> Done {
    Ok(numbers(engine)?.is_ne())
}

pub fn is_var(engine: &mut Engine) -> Done {
    Ok(argument(engine, 0).is_reference())
}

pub fn is_nonvar(engine: &mut Engine) -> Done {
    Ok(!argument(engine, 0).is_reference())
}

pub fn is_atom(engine: &mut Engine) -> Done {
    Ok(matches!(argument(engine, 0).kind(), Kind::Constant(_)))
}

pub fn is_number(engine: &mut Engine) -> Done {
    Ok(Number::get(&engine.heap, argument(engine, 0)).is_some())
}

pub fn is_integer(engine: &mut Engine) -> Done {
    Ok(Number::get(&engine.heap, argument(engine, 0)).is_some_and(|number| !number.is_float()))
}

pub fn is_float(engine: &mut Engine) -> Done {
    Ok(Number::get(&engine.heap, argument(engine, 0)).is_some_and(|number| number.is_float()))
}

pub fn is_atomic(engine: &mut Engine) -> Done {
    let term = argument(engine, 0);
    Ok(!term.is_reference() && !term.is_structure())
}

pub fn is_compound(engine: &mut Engine) -> Done {
    Ok(argument(engine, 0).is_structure())
}

pub fn is_callable(engine: &mut Engine) -> Done {
    Ok(crate::ordinary::copy::is_callable(argument(engine, 0)))
}
