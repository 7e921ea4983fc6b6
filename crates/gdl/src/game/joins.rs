//! Engines that evaluate each state separately, behind a lock: every state can create new terms.

use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use ludex_base::HashSeed;

use super::engine::Engine;
use super::state::{GdlMove, GdlState};
use crate::check::goal_value;
use crate::machine::Reasoner;
use crate::overflow::Overflow;
use crate::program::Program;
use crate::syntax::{Expr, Kind, parse_kif};
use crate::terms::Term;

/// An engine that evaluates each state separately. A state is the sorted numbers of its facts.
#[derive(Debug)]
pub(crate) struct Joins {
    name: &'static str,
    machine: Mutex<Box<dyn Reasoner>>,
    initial: GdlState,
    /// Terms are numbered in the order in which play creates them.
    salt: u64,
    facts: Vec<Term>,
    /// The first limit that was exceeded. All answers since then are void.
    fault: OnceLock<Overflow>,
}

/// The word of the state that follows an overflow. It is terminal, and the fault is recorded.
const OVERFLOW: u64 = u64::MAX;

fn pack(facts: &[Term]) -> GdlState {
    GdlState(facts.iter().map(|fact| u64::from(fact.0)).collect())
}

fn overflow() -> GdlState {
    GdlState(smallvec::smallvec![OVERFLOW])
}

/// Returns the terms of a state. Returns `None` after an overflow.
fn unpack(state: &GdlState) -> Option<Vec<Term>> {
    let terms = state.words().iter().map(|&word| u32::try_from(word).ok().map(Term));
    terms.collect()
}

impl Joins {
    pub fn new(mut machine: Box<dyn Reasoner>) -> Joins {
        let mut facts = machine.program().initial.clone();
        ludex_base::sort(&mut facts);
        facts.dedup();
        Joins {
            name: machine.name(),
            initial: pack(&facts),
            salt: HashSeed::random().word(),
            facts,
            machine: Mutex::new(machine),
            fault: OnceLock::new(),
        }
    }

    /// Returns an answer, or records the limit that was exceeded.
    fn noted<T>(&self, answer: Result<T, Overflow>) -> Option<T> {
        answer.map_err(|overflow| self.fault.get_or_init(|| overflow)).ok()
    }

    fn machine(&self) -> MutexGuard<'_, Box<dyn Reasoner>> {
        self.machine.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Engine for Joins {
    fn name(&self) -> &'static str {
        self.name
    }

    fn initial(&self) -> GdlState {
        self.initial.clone()
    }

    fn salt(&self) -> u64 {
        self.salt
    }

    fn is_terminal(&self, state: &GdlState) -> bool {
        let Some(facts) = unpack(state) else { return true };
        let terminal = self.machine().is_terminal(&facts);
        self.noted(terminal).unwrap_or(true)
    }

    fn legal(&self, state: &GdlState, role: usize, out: &mut Vec<GdlMove>) {
        let Some(facts) = unpack(state) else { return };
        let moves = self.machine().legal(&facts);
        if let Some(moves) = self.noted(moves) {
            out.extend(moves[role].iter().map(|mv| GdlMove(mv.0)));
        }
    }

    fn can_move(&self, state: &GdlState) -> bool {
        let Some(facts) = unpack(state) else { return false };
        let moves = self.machine().legal(&facts);
        self.noted(moves).is_some_and(|moves| moves.iter().all(|role| !role.is_empty()))
    }

    fn next(&self, state: &GdlState, joint: &[GdlMove]) -> GdlState {
        let Some(facts) = unpack(state) else { return state.clone() };
        let joint: Vec<Term> = joint.iter().map(|mv| Term(mv.0)).collect();
        let next = self.machine().next(&facts, &joint);
        self.noted(next).map_or_else(overflow, |facts| pack(&facts))
    }

    fn goal(&self, state: &GdlState, role: usize) -> Option<u8> {
        let facts = unpack(state)?;
        let mut machine = self.machine();
        let values = self.noted(machine.goals(&facts))?;
        let Program { store, description, .. } = machine.program();
        let number = |&value| goal_value(description.symbols.name(store.terms.symbol(value)));
        values[role].iter().filter_map(number).min()
    }

    fn fault(&self) -> Option<String> {
        self.fault.get().map(Overflow::to_string)
    }

    fn facts(&self, state: &GdlState) -> Vec<String> {
        let mut machine = self.machine();
        let facts = unpack(state).unwrap_or_default();
        let mut texts: Vec<String> = facts.into_iter().map(|f| machine.program().kif(f)).collect();
        ludex_base::sort(&mut texts);
        texts
    }

    fn holds(&self, state: &GdlState, fact: u32) -> bool {
        let fact = self.facts.get(fact as usize);
        fact.is_some_and(|fact| state.words().contains(&u64::from(fact.0)))
    }

    fn fact_terms(&self) -> Vec<Term> {
        self.facts.clone()
    }

    fn state(&self, facts: &[String]) -> Result<GdlState, usize> {
        let mut machine = self.machine();
        let mut terms = Vec::new();
        for (place, fact) in facts.iter().enumerate() {
            let expr = parse_kif(fact).ok().and_then(|mut forms| forms.pop());
            let term = expr.and_then(|expr| ground(machine.program(), &expr));
            terms.push(term.ok_or(place)?);
        }
        ludex_base::sort(&mut terms);
        terms.dedup();
        Ok(pack(&terms))
    }

    fn move_text(&self, mv: GdlMove) -> String {
        self.machine().program().kif(Term(mv.0))
    }

    fn move_word(&self, mv: GdlMove) -> String {
        let mut machine = self.machine();
        let Program { store, description, .. } = machine.program();
        store.terms.infix(&description.symbols, Term(mv.0))
    }
}

/// Returns the ground term of an expression, if all its names are known.
fn ground(program: &mut Program, expr: &Expr) -> Option<Term> {
    match &expr.kind {
        Kind::Word(word) => {
            let symbol = program.description.symbols.find(word)?;
            Some(program.store.terms.constant(symbol))
        }
        Kind::List(parts) => {
            let (head, rest) = parts.split_first()?;
            let symbol = program.description.symbols.find(head.as_word()?)?;
            let parts: Option<Vec<Term>> = rest.iter().map(|p| ground(program, p)).collect();
            Some(program.store.terms.intern(symbol, &parts?))
        }
    }
}
