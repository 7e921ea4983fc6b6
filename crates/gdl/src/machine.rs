//! The engine that needs no grounding: it derives the consequences of the facts of a state by
//! joins.

use ludex_base::Budget;

use crate::datalog::{Evaluator, Store, Unit};
use crate::overflow::Overflow;
use crate::program::Program;
use crate::symbol::{DOES, GOAL, LEGAL, NEXT, Symbol, TERMINAL, TRUE};
use crate::terms::Term;

/// An engine that works with the terms of facts and moves, separately for each state.
pub(crate) trait Reasoner: Send + std::fmt::Debug {
    fn name(&self) -> &'static str;
    fn program(&mut self) -> &mut Program;
    fn is_terminal(&mut self, state: &[Term]) -> Result<bool, Overflow>;
    /// Returns the legal moves of each role.
    fn legal(&mut self, state: &[Term]) -> Result<Vec<Vec<Term>>, Overflow>;
    /// Returns the goal values of each role.
    fn goals(&mut self, state: &[Term]) -> Result<Vec<Vec<Term>>, Overflow>;
    /// Returns the state after a joint move, sorted.
    fn next(&mut self, state: &[Term], joint: &[Term]) -> Result<Vec<Term>, Overflow>;
}

/// A query about a state. Only the relations it needs are evaluated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Want {
    Legal,
    Terminal,
    Goal,
    Next,
}

/// A unit, and the queries it is needed for.
#[derive(Clone, Debug)]
struct Stage {
    unit: Unit,
    /// Whether the queries legal, terminal, goal and next depend on it.
    wanted: [bool; 4],
    /// Whether it depends on the moves.
    of_moves: bool,
    done: bool,
}

/// The forward-chaining engine.
#[derive(Clone, Debug)]
pub(crate) struct Machine {
    pub program: Program,
    stages: Vec<Stage>,
    evaluator: Evaluator,
    /// The state that is loaded, if any: the arguments of `true`, sorted.
    state: Option<Vec<Term>>,
}

impl Machine {
    pub fn new(mut program: Program) -> Machine {
        let mut stages = Vec::new();
        let Program { store, description, .. } = &mut program;
        let strata = &description.strata;
        let dynamic = |r| strata.depends(r, TRUE) || strata.depends(r, DOES);
        for component in &strata.components {
            let relation = component.relations[0];
            if matches!(relation, TRUE | DOES) || !dynamic(relation) {
                continue;
            }
            // Dynamic relations have no known size yet; they are assumed to be small, as states
            // are.
            let size = |store: &Store, r: Symbol| {
                if r == DOES {
                    2.0
                } else if dynamic(r) {
                    50.0
                } else {
                    store.facts(r).len() as f64
                }
            };
            let unit = Unit::new(component, &description.rules, store, &size);
            let needs = |asked| strata.depends(asked, relation);
            stages.push(Stage {
                unit,
                wanted: [LEGAL, TERMINAL, GOAL, NEXT].map(needs),
                of_moves: strata.depends(relation, DOES),
                done: false,
            });
        }
        Machine { program, stages, evaluator: Evaluator::default(), state: None }
    }

    /// Sets the budget of what is evaluated from now on.
    pub fn keep_to(&mut self, budget: &Budget) {
        self.evaluator.keep_to(budget);
    }

    /// Removes the consequences of a state, or only those of the moves.
    fn clear(&mut self, only_moves: bool) {
        let store = &mut self.program.store;
        for stage in self.stages.iter_mut().filter(|s| s.of_moves || !only_moves) {
            stage.unit.relations.iter().for_each(|&r| store.clear(r));
            stage.done = false;
        }
        store.clear(DOES);
        if !only_moves {
            store.clear(TRUE);
        }
    }

    fn load(&mut self, state: &[Term]) {
        if self.state.as_deref() == Some(state) {
            return;
        }
        self.clear(false);
        self.state = Some(state.to_vec());
        let store = &mut self.program.store;
        for &fact in state {
            let fact = store.terms.intern(TRUE, &[fact]);
            store.add(fact);
        }
    }

    fn want(&mut self, want: Want) -> Result<(), Overflow> {
        let Machine { stages, evaluator, program, .. } = self;
        for stage in stages.iter_mut().filter(|s| s.wanted[want as usize] && !s.done) {
            stage.done = true;
            evaluator.evaluate(&stage.unit, &mut program.store)?;
        }
        Ok(())
    }

    fn ask(&mut self, state: &[Term], want: Want) -> Result<(), Overflow> {
        self.load(state);
        self.answer(want)
    }

    /// Evaluates a query about the state and the moves that are loaded.
    fn answer(&mut self, want: Want) -> Result<(), Overflow> {
        let answer = self.want(want);
        if answer.is_err() {
            self.abandon();
        }
        answer
    }

    /// Resets the engine after an overflow, which leaves facts without their consequences.
    fn abandon(&mut self) {
        self.program.store.forget_waiting();
        self.clear(false);
        self.state = None;
    }
}

impl Reasoner for Machine {
    fn name(&self) -> &'static str {
        "joins"
    }

    fn program(&mut self) -> &mut Program {
        &mut self.program
    }

    fn is_terminal(&mut self, state: &[Term]) -> Result<bool, Overflow> {
        self.ask(state, Want::Terminal)?;
        Ok(!self.program.store.facts(TERMINAL).is_empty())
    }

    /// Returns the legal moves of each role, in the order of derivation.
    fn legal(&mut self, state: &[Term]) -> Result<Vec<Vec<Term>>, Overflow> {
        self.ask(state, Want::Legal)?;
        let Program { store, roles, .. } = &self.program;
        let mut moves = vec![Vec::new(); roles.len()];
        for &fact in store.facts(LEGAL) {
            let [role, mv] = store.terms.arguments(fact)[..] else { continue };
            if let Some(place) = roles.iter().position(|&r| r == role) {
                moves[place].push(mv);
            }
        }
        Ok(moves)
    }

    /// Returns the goal values of each role.
    fn goals(&mut self, state: &[Term]) -> Result<Vec<Vec<Term>>, Overflow> {
        self.ask(state, Want::Goal)?;
        let Program { store, roles, .. } = &self.program;
        let mut values = vec![Vec::new(); roles.len()];
        for &fact in store.facts(GOAL) {
            let [role, value] = store.terms.arguments(fact)[..] else { continue };
            if let Some(place) = roles.iter().position(|&r| r == role) {
                values[place].push(value);
            }
        }
        Ok(values)
    }

    /// Returns the state after a joint move, sorted.
    fn next(&mut self, state: &[Term], joint: &[Term]) -> Result<Vec<Term>, Overflow> {
        self.load(state);
        self.clear(true);
        let Program { store, roles, .. } = &mut self.program;
        for (&role, &mv) in roles.iter().zip(joint) {
            let fact = store.terms.intern(DOES, &[role, mv]);
            store.add(fact);
        }
        self.answer(Want::Next)?;
        let store = &mut self.program.store;
        let mut next: Vec<Term> =
            store.facts(NEXT).iter().map(|&fact| store.terms.arguments(fact)[0]).collect();
        next.sort_unstable();
        self.clear(true);
        Ok(next)
    }
}
