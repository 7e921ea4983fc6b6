//! Inertia: `:- inertial at/2.` says that what is true of `at` stays true after every action that is
//! enabled, unless `[a] NOT at(X,Y) :- B.` says that the action ends it.
//!
//! The two are clauses like others: `[A] at(X,Y) :- at(X,Y), NOT $ends(A,at(X,Y)).` and
//! `$ends(a,at(X,Y)) :- B.` An effect of the action makes an atom true whatever ends it.

use ludex_base::TextError;

use crate::symbol::{Symbol, Symbols};
use crate::syntax::{Act, Clause, Declared, Goal, Sense, Term};

/// Adds the clauses of inertial predicates to a program, whose other clauses are complete.
pub fn add(
    clauses: &mut Vec<Clause>,
    inertial: &[Declared],
    symbols: &Symbols,
) -> Result<(), TextError> {
    for clause in clauses.iter() {
        check(clause, inertial, symbols)?;
    }
    let ended: Vec<(Symbol, usize)> = clauses.iter().filter_map(ended).collect();
    for (place, one) in inertial.iter().enumerate() {
        let functor = (one.name, one.arity);
        if !inertial[..place].iter().any(|other| (other.name, other.arity) == functor) {
            clauses.push(stays(one, ended.contains(&functor)));
        }
    }
    Ok(())
}

/// Returns the predicate of which a clause ends something.
fn ended(clause: &Clause) -> Option<(Symbol, usize)> {
    match clause.sense {
        Sense::Ends => clause.head.arguments().get(1)?.functor(),
        Sense::Holds | Sense::Stays => None,
    }
}

/// Returns an error if a clause ends what is not inertial, or defines what is by a rule.
fn check(clause: &Clause, inertial: &[Declared], symbols: &Symbols) -> Result<(), TextError> {
    let declared =
        |functor: (Symbol, usize)| inertial.iter().any(|one| (one.name, one.arity) == functor);
    let text = |(name, arity): (Symbol, usize)| format!("{}/{arity}", symbols.name(name));
    if let Some(functor) = ended(clause).filter(|&functor| !declared(functor)) {
        let text = text(functor);
        return Err(TextError::new(format!("`{text}` is not inertial"), clause.span.clone())
            .help(format!("it lasts for one scenery anyway, or declare `:- inertial {text}.`")));
    }
    let always = clause.rigid || !clause.body.is_empty();
    match clause.head.functor().filter(|&functor| declared(functor)) {
        Some(functor) if always && clause.prefix.is_empty() => {
            let message =
                format!("`{}` is inertial, and not only changed by actions", text(functor));
            Err(TextError::new(message, clause.span.clone())
                .help("give what follows by a rule, or is always true, a name of its own"))
        }
        _ => Ok(()),
    }
}

/// Returns the clause of an inertial predicate.
fn stays(declared: &Declared, ends: bool) -> Clause {
    let arguments: Vec<Term> = (1..=declared.arity as u32).map(Term::Variable).collect();
    let atom = match arguments.is_empty() {
        true => Term::Constant(declared.name),
        false => Term::Compound(declared.name, arguments),
    };
    let mut body = vec![Goal::Atom(Vec::new(), atom.clone())];
    if ends {
        let ended = Term::Compound(Symbol::ENDS, vec![Term::Variable(0), atom.clone()]);
        body.push(Goal::Not(Box::new(Goal::Atom(Vec::new(), ended))));
    }
    let names = (1..=declared.arity).map(|place| format!("X{place}"));
    Clause {
        sense: Sense::Stays,
        rigid: false,
        prefix: vec![Act::One(Term::Variable(0))],
        head: atom,
        body,
        variables: std::iter::once("A".to_owned()).chain(names).collect(),
        span: declared.span.clone(),
    }
}
