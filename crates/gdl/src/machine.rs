//! The engine that needs no grounding: the facts of a state, and what follows from them by joins.

use crate::datalog::{Evaluator, Store, Unit};
use crate::overflow::Overflow;
use crate::program::Program;
use crate::symbol::{DOES, GOAL, LEGAL, NEXT, Symbol, TERMINAL, TRUE};
use crate::terms::Term;

/// An engine that works with the terms of facts and moves, state by state.
pub(crate) trait Reasoner: Send + std::fmt::Debug {
    fn name(&self) -> &'static str;
    fn program(&mut self) -> &mut Program;
    fn is_terminal(&mut self, state: &[Term]) -> Result<bool, Overflow>;
    /// The legal moves of each role.
    fn legal(&mut self, state: &[Term]) -> Result<Vec<Vec<Term>>, Overflow>;
    /// The goal values of each role.
    fn goals(&mut self, state: &[Term]) -> Result<Vec<Vec<Term>>, Overflow>;
    /// The state after a joint move, sorted.
    fn next(&mut self, state: &[Term], joint: &[Term]) -> Result<Vec<Term>, Overflow>;
}

/// A part of what can be asked of a state. Only what is asked for is evaluated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Want {
    Legal,
    Terminal,
    Goal,
    Next,
}

/// A unit with when it is needed.
#[derive(Clone, Debug)]
struct Stage {
    unit: Unit,
    /// Whether the answers to legal, terminal, goal and next depend on it.
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
    /// The state that is loaded, if one is: the arguments of `true`, sorted.
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
            // What changes has no size yet; it is small, as a state is.
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

    /// Forgets what follows from a state, all of it or only what follows from the moves.
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

    /// Evaluates what is wanted of the state and the moves that are loaded.
    fn answer(&mut self, want: Want) -> Result<(), Overflow> {
        let answer = self.want(want);
        if answer.is_err() {
            self.abandon();
        }
        answer
    }

    /// Starts afresh after an overflow, which leaves facts half way.
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

    /// The legal moves of each role, in the order they are derived.
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

    /// The goal values of each role.
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

    /// The state after a joint move, sorted.
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
