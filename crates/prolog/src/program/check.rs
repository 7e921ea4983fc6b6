//! Warnings about undefined predicates and unsafe negation.

use ludex_base::{Budget, Stopped, TextError, Ticker, suggest};
use rustc_hash::FxHashSet;

use super::Program;
use crate::symbol::Symbol;
use crate::syntax::{Clause, Goal, Operator, Sense, Show};

type Functor = (Symbol, usize);

/// What is wrong with a program that can be parsed.
#[derive(Default)]
pub struct Findings {
    /// The warnings.
    pub warnings: Vec<TextError>,
    /// The first call of something that nothing defines. A name without arguments that is like no
    /// other may be a proposition that is never true: of these there are warnings only.
    pub unknown: Option<TextError>,
}

/// Returns what is wrong with a program, unless the budget ends first.
pub fn check(program: &Program, budget: &Budget) -> Result<Findings, Stopped> {
    let ticker = Ticker::new(budget);
    let known = Known::of(program);
    let (mut seen, mut found) = (FxHashSet::default(), Findings::default());
    for clause in program.clauses().iter().filter(|clause| clause.sense != Sense::Stays) {
        ticker.tick()?;
        for functor in clause.body.iter().filter_map(|goal| known.missing(goal)) {
            if !seen.insert(functor) {
                continue;
            }
            budget.poll()?;
            let (error, near) = known.undefined(functor, clause);
            if functor.1 > 0 || near {
                found.unknown.get_or_insert_with(|| error.clone());
            }
            found.warnings.push(error);
        }
        found.warnings.extend(unsafe_negations(program, clause, budget)?);
    }
    Ok(found)
}

/// Returns a message for each predicate of the goals that the program does not define.
pub fn undefined_in(program: &Program, goals: &[Goal]) -> Vec<String> {
    let known = Known::of(program);
    let mut missing: Vec<Functor> = goals.iter().filter_map(|goal| known.missing(goal)).collect();
    missing.dedup();
    let say = |functor: &Functor| {
        let help = match known.near(*functor) {
            Some(near) => format!(" ({near})"),
            None => String::new(),
        };
        let name = known.written(*functor);
        format!("nothing defines `{name}`: it is false in every scenery{help}")
    };
    missing.iter().map(say).collect()
}

/// The predicates that a program defines or declares.
struct Known<'p> {
    program: &'p Program,
    defined: FxHashSet<Functor>,
}

impl Known<'_> {
    fn of(program: &Program) -> Known<'_> {
        let own = program.clauses().iter().chain(program.library());
        let heads = own.filter(|clause| clause.sense == Sense::Holds);
        let mut defined: FxHashSet<Functor> = heads.filter_map(|c| c.head.functor()).collect();
        defined.extend(program.declared.iter().copied());
        let inertial = program.clauses().iter().filter(|clause| clause.sense == Sense::Stays);
        defined.extend(inertial.filter_map(|clause| clause.head.functor()));
        Known { program, defined }
    }

    /// Returns the predicate of a goal, if nothing defines it.
    fn missing(&self, goal: &Goal) -> Option<Functor> {
        let functor = goal.atom()?.functor()?;
        let own = matches!(functor.0, Symbol::FAIL | Symbol::FALSE | Symbol::TRUE | Symbol::ENDS);
        (!own && !self.defined.contains(&functor)).then_some(functor)
    }

    fn written(&self, (name, arity): Functor) -> String {
        match arity {
            0 => self.program.symbols().name(name).to_owned(),
            _ => format!("{}/{arity}", self.program.symbols().name(name)),
        }
    }

    /// Says which predicate may be meant, if one is nearly called so.
    fn near(&self, (name, _): Functor) -> Option<String> {
        let mut others: Vec<Functor> =
            self.defined.iter().copied().filter(|other| other.0 == name).collect();
        ludex_base::sort(&mut others);
        if let Some(&other) = others.first() {
            return Some(format!("there is `{}`", self.written(other)));
        }
        let symbols = self.program.symbols();
        let mut names: Vec<&str> = self.defined.iter().map(|other| symbols.name(other.0)).collect();
        ludex_base::sort(&mut names);
        suggest(symbols.name(name), names).map(|near| format!("did you mean `{near}`?"))
    }

    /// Returns the message that nothing defines a predicate of a clause, and whether another one is
    /// nearly called so.
    fn undefined(&self, functor: Functor, clause: &Clause) -> (TextError, bool) {
        let written = self.written(functor);
        let error = TextError::new(format!("nothing defines `{written}`"), clause.span.clone());
        match self.near(functor) {
            Some(near) => (error.help(near), true),
            None => {
                let (name, arity) = (self.program.symbols().name(functor.0), functor.1);
                let declare = format!("if it is to be false, declare `:- dynamic {name}/{arity}.`");
                (error.help(declare), false)
            }
        }
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
