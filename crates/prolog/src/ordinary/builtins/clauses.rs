//! Built-in predicates that change or look at the program.

use super::argument;
use crate::ordinary::arithmetic::integer;
use crate::ordinary::clause::{self, Goal};
use crate::ordinary::copy::flat_within;
use crate::ordinary::database::{Definition, term_key};
use crate::ordinary::dynamic::Dynamic;
use crate::ordinary::engine::{Alternative, Done, Engine, Wrong};
use crate::ordinary::operators::{Fix, Operator};
use crate::ordinary::reader::Quotes;
use crate::symbol::Symbol;
use crate::terms::{Cell, Kind};

impl Engine {
    /// Returns the head and the body of a clause.
    fn clause_parts(&mut self, clause: Cell) -> Result<(Cell, Cell), Wrong> {
        let clause = self.heap.deref(clause);
        let (head, body) = match clause::functor(&self.heap, clause) {
            Some((Symbol::IF, 2)) => {
                let place = clause.place();
                (self.heap.cells[place + 1], self.heap.cells[place + 2])
            }
            _ => (clause, Cell::constant(Symbol::TRUE)),
        };
        let head = self.heap.deref(head);
        match clause::functor(&self.heap, head) {
            Some(_) => Ok((head, self.heap.deref(body))),
            None if head.is_reference() => Err(self.instantiation()),
            None => Err(self.type_error("callable", head)),
        }
    }

    /// Returns the number of a predicate that may be changed, and makes it dynamic if it is new.
    fn changeable(&mut self, head: Cell, action: &str) -> Result<u32, Wrong> {
        let (name, arity) = clause::functor(&self.heap, head).unwrap_or((Symbol::FAIL, 0));
        let number = self.database.predicate(name, arity);
        let control = crate::ordinary::meta::is_control(name, arity);
        match &mut self.database.predicates[number as usize].definition {
            Definition::Dynamic(_) if !control => Ok(number),
            definition @ Definition::Unknown if !control => {
                *definition = Definition::Dynamic(Dynamic::default());
                Ok(number)
            }
            _ => {
                let indicator = self.indicator(name, arity);
                let kind =
                    if action == "access" { "private_procedure" } else { "static_procedure" };
                Err(self.permission(action, kind, indicator))
            }
        }
    }

    /// Adds a clause to a dynamic predicate.
    pub fn add_clause(&mut self, term: Cell, at_end: bool) -> Result<(), Wrong> {
        let (head, body) = self.clause_parts(term)?;
        if Goal::of(&self.heap, body, &mut self.database).is_none() {
            return Err(self.type_error("callable", body));
        }
        let number = self.changeable(head, "modify")?;
        let pair = self.heap.compound(Symbol::IF, &[head, body]);
        let (flat, _) = flat_within(&self.heap, &[pair], self.cells_left())?;
        self.kept += flat.len() + 12;
        if self.kept > self.max_cells() {
            return Err(crate::engine::Limit::Memory.into());
        }
        let key = match self.heap.deref(head).kind() {
            Kind::Structure(place) => term_key(&self.heap, self.heap.cells[place + 1]),
            _ => Cell::NONE,
        };
        let is_fact = body == Cell::constant(Symbol::TRUE);
        self.database.moment += 1;
        let now = self.database.moment;
        if let Definition::Dynamic(dynamic) =
            &mut self.database.predicates[number as usize].definition
        {
            dynamic.add(flat.into(), key, is_fact, now, at_end);
        }
        Ok(())
    }

    /// Makes a predicate dynamic.
    pub fn declare_dynamic(&mut self, name: Symbol, arity: usize) -> Result<(), Wrong> {
        let number = self.database.predicate(name, arity);
        let predicate = &mut self.database.predicates[number as usize];
        match &predicate.definition {
            Definition::Dynamic(_) => Ok(()),
            Definition::Unknown => {
                predicate.definition = Definition::Dynamic(Dynamic::default());
                Ok(())
            }
            _ => {
                let indicator = self.indicator(name, arity);
                Err(self.permission("modify", "static_procedure", indicator))
            }
        }
    }
}

pub fn assertz(engine: &mut Engine) -> Done {
    engine.add_clause(engine.registers[0], true).map(|()| true)
}

pub fn asserta(engine: &mut Engine) -> Done {
    engine.add_clause(engine.registers[0], false).map(|()| true)
}

pub fn moment(engine: &mut Engine) -> Done {
    let moment = Cell::integer(engine.database.moment as i64);
    Ok(engine.heap.unify(engine.registers[0], moment))
}

/// `$next_clause(Head, After, Moment, Rank, Found, Body, More)`: the next clause of a dynamic
/// predicate after a rank that can match, as it was at a moment; More is 1 if others follow.
pub fn next_clause(engine: &mut Engine) -> Done {
    let head = argument(engine, 0);
    let (Some((name, arity)), Kind::Integer(after), Kind::Integer(moment)) = (
        clause::functor(&engine.heap, head),
        argument(engine, 1).kind(),
        argument(engine, 2).kind(),
    ) else {
        return Err(match head.is_reference() {
            true => engine.instantiation(),
            false => engine.type_error("callable", head),
        });
    };
    let key = match head.kind() {
        Kind::Structure(place) => term_key(&engine.heap, engine.heap.cells[place + 1]),
        _ => Cell::NONE,
    };
    let number = match engine.database.known(name, arity) {
        Some(number) => number,
        None => return Ok(false),
    };
    if let Definition::Unknown = engine.database.predicates[number as usize].definition {
        return Ok(false);
    }
    engine.changeable(head, "access")?;
    let Definition::Dynamic(dynamic) = &mut engine.database.predicates[number as usize].definition
    else {
        return Ok(false);
    };
    let after = if after == -1 { i64::MIN } else { after - RANKS };
    let Some(found) = dynamic.next(after, key, moment as u64) else { return Ok(false) };
    let (flat, rank) = (std::sync::Arc::clone(&found.flat), found.rank);
    let more = dynamic.next(rank, key, moment as u64).is_some();
    engine.reserve(2 * flat.len())?;
    let (mut variables, mut built) = (Vec::new(), Vec::new());
    engine.heap.build_flat(&flat[1..], &mut variables, &mut built);
    let outputs = [Cell::integer(rank + RANKS), built[0], built[1], Cell::integer(i64::from(more))];
    Ok((0..4).all(|i| engine.heap.unify(engine.registers[3 + i], outputs[i])))
}

/// Ranks are shifted by this, so that those of clauses that were added first are positive, too.
const RANKS: i64 = 1 << 58;

/// `$erase(Head, Rank)`: removes a clause; fails if it is gone.
pub fn erase(engine: &mut Engine) -> Done {
    let head = argument(engine, 0);
    let (Some((name, arity)), Kind::Integer(rank)) =
        (clause::functor(&engine.heap, head), argument(engine, 1).kind())
    else {
        return Ok(false);
    };
    let number = engine.changeable(head, "modify")?;
    debug_assert_eq!(engine.database.known(name, arity), Some(number));
    engine.database.moment += 1;
    let now = engine.database.moment;
    let oldest = engine.oldest_moment(number);
    let Definition::Dynamic(dynamic) = &mut engine.database.predicates[number as usize].definition
    else {
        return Ok(false);
    };
    let Some(size) = dynamic.remove(rank - RANKS, now) else { return Ok(false) };
    if dynamic.is_sparse() {
        dynamic.forget(oldest.min(now));
    }
    engine.kept = engine.kept.saturating_sub(size + 12);
    Ok(true)
}

impl Engine {
    /// Returns the earliest moment that a waiting call of a predicate sees.
    fn oldest_moment(&self, number: u32) -> u64 {
        let Definition::Dynamic(dynamic) = &self.database.predicates[number as usize].definition
        else {
            return u64::MAX;
        };
        if !dynamic.is_sparse() {
            return u64::MAX;
        }
        let moments = self.choices.iter().filter_map(|choice| match choice.alternative {
            Alternative::Dynamic { predicate, moment, .. } if predicate == number => Some(moment),
            _ => None,
        });
        moments.min().unwrap_or(u64::MAX)
    }
}

/// `$dynamic(Name/Arity)`.
pub fn dynamic(engine: &mut Engine) -> Done {
    let (name, arity) = indicated(engine)?;
    engine.declare_dynamic(name, arity)?;
    Ok(true)
}

fn indicated(engine: &mut Engine) -> Result<(Symbol, usize), Wrong> {
    let term = argument(engine, 0);
    match clause::functor(&engine.heap, term) {
        Some((Symbol::DIVIDE, 2)) => {
            let place = term.place();
            let name = engine.atom_of(engine.heap.cells[place + 1])?;
            let arity = integer(engine, engine.heap.cells[place + 2])?;
            match usize::try_from(arity) {
                Ok(arity) if arity <= 255 => Ok((name, arity)),
                _ => Err(engine.representation("max_arity")),
            }
        }
        _ if term.is_reference() => Err(engine.instantiation()),
        _ => Err(engine.type_error("predicate_indicator", term)),
    }
}

pub fn abolish(engine: &mut Engine) -> Done {
    let (name, arity) = indicated(engine)?;
    let Some(number) = engine.database.known(name, arity) else { return Ok(true) };
    match &mut engine.database.predicates[number as usize].definition {
        Definition::Unknown => Ok(true),
        definition @ Definition::Dynamic(_) => {
            *definition = Definition::Dynamic(Dynamic::default());
            Ok(true)
        }
        _ => {
            let indicator = engine.indicator(name, arity);
            Err(engine.permission("modify", "static_procedure", indicator))
        }
    }
}

/// `$operators(List)`: all operators, as `op(P, T, N)`.
pub fn operators(engine: &mut Engine) -> Done {
    let all: Vec<(String, Operator)> = engine
        .database
        .operators
        .all()
        .into_iter()
        .map(|(name, operator)| (name.to_owned(), operator))
        .collect();
    let mut list = Vec::new();
    for (name, operator) in all {
        let parts = [
            Cell::integer(i64::from(operator.priority)),
            engine.atom(operator.fix.name()),
            engine.atom(&name),
        ];
        list.push(engine.compound("op", &parts));
    }
    let list = engine.heap.list(&list, Cell::NIL);
    Ok(engine.heap.unify(engine.registers[0], list))
}

pub fn op(engine: &mut Engine) -> Done {
    let priority = integer(engine, engine.registers[0])?;
    let fix = engine.atom_of(engine.registers[1])?;
    let Some(fix) = Fix::of(engine.database.symbols.name(fix)) else {
        return Err(engine.domain_error("operator_specifier", Cell::constant(fix)));
    };
    let Ok(priority @ 0..=1200) = u32::try_from(priority) else {
        return Err(engine.domain_error("operator_priority", Cell::integer(priority)));
    };
    let names = argument(engine, 2);
    let names = match names.is_structure() {
        true => engine.list_of(names)?,
        false => vec![names],
    };
    for name in names {
        let name = engine.atom_of(name)?;
        let text = engine.database.symbols.name(name).to_owned();
        if matches!(text.as_str(), "," | "|" | "[]" | "{}") {
            return Err(engine.permission("modify", "operator", Cell::constant(name)));
        }
        engine.database.operators.add(&text, Operator { priority, fix });
    }
    Ok(true)
}

/// `$predicates(List)`: the predicates that the program defines, as `Name/Arity`.
pub fn predicates(engine: &mut Engine) -> Done {
    let own: Vec<(Symbol, u32)> = engine
        .database
        .predicates
        .iter()
        .filter(|predicate| {
            let there = match &predicate.definition {
                Definition::Clauses { .. } => true,
                Definition::Dynamic(dynamic) => dynamic.iter().next().is_some(),
                _ => false,
            };
            there && !predicate.library
        })
        .map(|predicate| (predicate.name, predicate.arity))
        .collect();
    let list: Vec<Cell> =
        own.into_iter().map(|(name, arity)| engine.indicator(name, arity as usize)).collect();
    let list = engine.heap.list(&list, Cell::NIL);
    Ok(engine.heap.unify(engine.registers[0], list))
}

pub fn set_flag(engine: &mut Engine) -> Done {
    let flag = engine.atom_of(engine.registers[0])?;
    let value = engine.atom_of(engine.registers[1])?;
    let symbols = &engine.database.symbols;
    match (symbols.name(flag), symbols.name(value)) {
        ("double_quotes", "codes") => engine.database.quotes = Quotes::Codes,
        ("double_quotes", "chars") => engine.database.quotes = Quotes::Chars,
        ("double_quotes", "atom") => engine.database.quotes = Quotes::Atom,
        _ => return Err(engine.domain_error("prolog_flag", Cell::constant(flag))),
    }
    Ok(true)
}
