//! Warnings about undefined predicates and unsafe negation.

use ludex_base::{Budget, Stopped, TextError, Ticker, suggest};
use rustc_hash::FxHashSet;

use super::Program;
use crate::symbol::Symbol;
use crate::syntax::{Clause, Goal, Operator, Show};

/// Returns the warnings about a program, unless the budget ends first.
pub fn warnings(program: &Program, budget: &Budget) -> Result<Vec<TextError>, Stopped> {
    let ticker = Ticker::new(budget);
    let own = program.clauses().iter().chain(program.library());
    let defined: FxHashSet<(Symbol, usize)> = own.filter_map(|c| c.head.functor()).collect();
    let mut warned = FxHashSet::default();
    let mut found = Vec::new();
    for clause in program.clauses() {
        ticker.tick()?;
        for goal in &clause.body {
            let functor = goal.atom().and_then(|atom| atom.functor());
            let known = functor.is_none_or(|f| defined.contains(&f) || is_constant(f.0));
            if !known && functor.is_some_and(|functor| warned.insert(functor)) {
                budget.poll()?;
                found.push(undefined(program, clause, goal, &defined));
            }
        }
        found.extend(unsafe_negations(program, clause, budget)?);
    }
    Ok(found)
}

/// Returns a message for each predicate of the goals that the program does not define.
pub fn undefined_in(program: &Program, goals: &[Goal]) -> Vec<String> {
    let own = program.clauses().iter().chain(program.library());
    let defined: FxHashSet<(Symbol, usize)> = own.filter_map(|c| c.head.functor()).collect();
    let functors = goals.iter().filter_map(|goal| goal.atom()?.functor());
    let mut missing: Vec<(Symbol, usize)> =
        functors.filter(|f| !defined.contains(f) && !is_constant(f.0)).collect();
    missing.dedup();
    let written = |&(name, arity): &(Symbol, usize)| match arity {
        0 => program.symbols().name(name).to_owned(),
        _ => format!("{}/{arity}", program.symbols().name(name)),
    };
    let say = |text: String| format!("nothing defines `{text}`: it is false in every scenery");
    missing.iter().map(|functor| say(written(functor))).collect()
}

/// Returns whether a name is `fail` or `false`, which have no definition on purpose.
fn is_constant(name: Symbol) -> bool {
    matches!(name, Symbol::FAIL | Symbol::FALSE | Symbol::TRUE)
}

fn undefined(
    program: &Program,
    clause: &Clause,
    goal: &Goal,
    defined: &FxHashSet<(Symbol, usize)>,
) -> TextError {
    let symbols = program.symbols();
    let (name, arity) = goal.atom().and_then(|a| a.functor()).unwrap_or((Symbol::FAIL, 0));
    let written = |(name, arity): (Symbol, usize)| match arity {
        0 => symbols.name(name).to_owned(),
        _ => format!("{}/{arity}", symbols.name(name)),
    };
    let message = format!("nothing defines `{}`", written((name, arity)));
    let warning = TextError::new(message, clause.span.clone());
    let other_arity = defined.iter().find(|other| other.0 == name);
    let names: Vec<&str> = defined.iter().map(|other| symbols.name(other.0)).collect();
    match other_arity {
        Some(&other) => warning.help(format!("there is `{}`", written(other))),
        None => match suggest(symbols.name(name), names) {
            Some(near) => warning.help(format!("did you mean `{near}`?")),
            None => warning.help("it is false in every scenery"),
        },
    }
}

/// Returns warnings about variables of a NOT goal that occur elsewhere in the clause but in no goal
/// that could bind them: the negation can be decided only where the caller binds them.
fn unsafe_negations(
    program: &Program,
    clause: &Clause,
    budget: &Budget,
) -> Result<Vec<TextError>, Stopped> {
    let mut bound = FxHashSet::default();
    for goal in &clause.body {
        match goal {
            Goal::Atom(..) | Goal::Test(Operator::Unify | Operator::Is, ..) => {
                goal.each_variable(&mut |v| {
                    bound.insert(v);
                });
            }
            Goal::Not(_) | Goal::Test(..) => {}
        }
    }
    let mut found = Vec::new();
    for (i, goal) in clause.body.iter().enumerate() {
        let Goal::Not(_) = goal else { continue };
        budget.poll()?;
        let mut elsewhere = FxHashSet::default();
        clause.head.each_variable(&mut |v| {
            elsewhere.insert(v);
        });
        clause.prefix.iter().for_each(|a| {
            a.each_variable(&mut |v| {
                elsewhere.insert(v);
            })
        });
        let others = clause.body.iter().enumerate().filter(|(j, _)| *j != i);
        others.for_each(|(_, other)| {
            other.each_variable(&mut |v| {
                elsewhere.insert(v);
            })
        });
        let mut loose = None;
        goal.each_variable(&mut |v| {
            if elsewhere.contains(&v) && !bound.contains(&v) {
                loose.get_or_insert(v);
            }
        });
        let Some(variable) = loose else { continue };
        let name = &clause.variables[variable as usize];
        let show = Show { what: goal, symbols: program.symbols(), variables: &clause.variables };
        let message = format!("unsafe negation: nothing in the body binds `{name}` of `{show}`");
        let help = format!("add a goal that binds `{name}`, or see that every caller does");
        found.push(TextError::new(message, clause.span.clone()).help(help));
    }
    Ok(found)
}
