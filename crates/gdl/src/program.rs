//! A description with its static facts.

use ludex_base::{Budget, NoAnswer};

use crate::check::{Component, Feature, RANDOM};
use crate::datalog::{Evaluator, Store, Unit};
use crate::description::Description;
use crate::error::{Category, GdlError, Result};
use crate::overflow::Overflow;
use crate::symbol::{DOES, INIT, ROLE, Symbol, TRUE};
use crate::syntax::{DEEPEST, Rule};
use crate::terms::{Term, Terms};

/// The static part of a description, evaluated.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    pub description: Description,
    pub store: Store,
    /// The roles, as constants, in the order of the text.
    pub roles: Vec<Term>,
    /// The facts of the initial state (the arguments of `init`).
    pub initial: Vec<Term>,
}

impl Program {
    pub fn new(description: Description, budget: &Budget) -> Result<Program, NoAnswer<GdlError>> {
        let mut store = Store::new(Terms::default(), description.symbols.len());
        let mut evaluator = Evaluator::within(budget);
        for component in &description.strata.components {
            if is_dynamic(&description, component.relations[0]) {
                continue;
            }
            let size = |store: &Store, relation| store.facts(relation).len() as f64;
            let unit = Unit::new(component, &description.rules, &mut store, &size);
            let done = evaluator.evaluate(&unit, &mut store);
            done.map_err(|error| match error {
                Overflow::Stopped(stopped) => stopped.into(),
                _ => NoAnswer::Invalid(overflow(&description, component)),
            })?;
        }
        let arguments = |relation| -> Vec<Term> {
            store.facts(relation).iter().map(|&fact| store.terms.arguments(fact)[0]).collect()
        };
        let (roles, initial) = (arguments(ROLE), arguments(INIT));
        let program = Program { description, store, roles, initial };
        program.check_roles()?;
        Ok(program)
    }

    /// Creates a program without facts.
    pub fn bare(description: Description) -> Program {
        let store = Store::new(Terms::default(), description.symbols.len());
        Program { description, store, roles: Vec::new(), initial: Vec::new() }
    }

    /// Returns whether a relation depends on the state or the moves.
    pub fn is_dynamic(&self, relation: Symbol) -> bool {
        is_dynamic(&self.description, relation)
    }

    /// Checks that there are roles, and that all of them are players, or chance where it is allowed.
    pub fn check_roles(&self) -> Result<()> {
        let rule = self.rule_of(ROLE);
        let span = rule.map(|r| r.span).unwrap_or_default();
        if self.roles.is_empty() {
            let message = "no role is declared: no rule for `role` applies";
            return Err(GdlError::new(Category::MissingKeyword, message, span));
        }
        if self.roles.len() > 255 {
            let message = format!("there are {} roles; at most 255 are possible", self.roles.len());
            return Err(GdlError::new(Category::Limit, message, span));
        }
        let chance = self.roles.iter().any(|&role| self.kif(role) == RANDOM);
        match chance && !self.description.chance {
            true => Err(Feature::Chance.refusal(span)),
            false => Ok(()),
        }
    }

    /// Returns the first rule that defines a relation.
    pub fn rule_of(&self, relation: Symbol) -> Option<&Rule> {
        self.description.rules.iter().find(|r| r.relation() == relation)
    }

    /// Returns a term as KIF text.
    pub fn kif(&self, term: Term) -> String {
        self.store.terms.kif(&self.description.symbols, term)
    }
}

fn is_dynamic(description: &Description, relation: Symbol) -> bool {
    [TRUE, DOES].iter().any(|&given| description.strata.depends(relation, given))
}

fn overflow(description: &Description, component: &Component) -> GdlError {
    let name = description.symbols.name(component.relations[0]);
    let message = format!("`{name}` has too many facts, or terms nested deeper than {DEEPEST}");
    let rule = component.rules.first().map(|&r| description.rules[r].span);
    let error = GdlError::new(Category::RecursionRestriction, message, rule.unwrap_or_default());
    error.help("is there a recursion without end?")
}
