//! Construction of a machine for a program.

use rustc_hash::FxHashSet;

use super::compile::Code;
use super::dependence::Dependence;
use super::index::{Compiled, index_argument};
use super::machine::{Machine, Predicate};
use super::recursion::recursions;
use super::scenery::SceneryId;
use crate::program::{Core, CoreLiteral, CoreRule, Role};
use crate::symbol::Symbol;
use crate::syntax::Term;
use crate::terms::{Cell, Heap, TermId};

/// Returns the predicate that a clause defines; for an effect, the predicate of its head.
fn shown_head(rule: &CoreRule) -> Option<(Symbol, usize)> {
    match rule.role {
        Role::Effect | Role::Past => rule.head.arguments().get(1)?.functor(),
        Role::Initial | Role::Everywhere => rule.head.functor(),
    }
}

/// Returns whether the first goal of a clause calls its own predicate: plain resolution would not
/// end.
fn is_left_recursive(rule: &CoreRule) -> bool {
    let first = rule.body.first();
    matches!(first, Some(CoreLiteral::Call(atom)) if atom.functor() == rule.head.functor())
        && !rule.head.arguments().iter().any(|argument| matches!(argument, Term::Compound(..)))
}

impl Machine {
    /// Compiles a program.
    pub fn new(core: &Core) -> Machine {
        let mut code = Code::default();
        let effect = code.predicate((Symbol::EFFECT, 2));
        let past = code.predicate((Symbol::PAST, 2));
        let query = code.predicate((Symbol::QUERY, core.answers.len()));
        let mut machine = Machine::empty(core.symbols.clone());
        let mut entries = Vec::with_capacity(core.rules.len());
        // The clauses of each predicate, with and without the facts of the initial scenery.
        let mut by_predicate: Vec<(Vec<u32>, Vec<u32>)> = Vec::new();
        for (i, rule) in core.rules.iter().enumerate() {
            let predicate = code.predicate(rule.head.functor().unwrap_or((Symbol::FAIL, 0)));
            entries.push(code.clause(rule));
            let size = code.predicates.len().max(by_predicate.len());
            by_predicate.resize(size, Default::default());
            let (initially, always) = &mut by_predicate[predicate as usize];
            initially.push(i as u32);
            if rule.role != Role::Initial {
                always.push(i as u32);
            }
        }
        by_predicate.resize(code.predicates.len(), Default::default());
        let (compiled, lists) =
            (Compiled { rules: &core.rules, entries: &entries }, &mut machine.lists);
        machine.predicates = by_predicate
            .iter()
            .map(|(initially, always)| {
                let indexed_on = index_argument(initially, &core.rules);
                Predicate {
                    initially: compiled.index(initially, indexed_on, lists),
                    always: compiled.index(always, indexed_on, lists),
                    indexed_on,
                    ..Predicate::default()
                }
            })
            .collect();
        let recursive = recursions(&core.rules);
        let ruled: FxHashSet<_> = core
            .rules
            .iter()
            .filter(|rule| rule.role == Role::Everywhere && rule.number > 0)
            .filter_map(|rule| rule.head.functor())
            .collect();
        let known: FxHashSet<_> = core.rules.iter().filter_map(shown_head).collect();
        for (&functor, &number) in &code.predicates {
            let predicate = &mut machine.predicates[number as usize];
            predicate.derived = ruled.contains(&functor);
            predicate.known = known.contains(&functor);
            predicate.arity = functor.1 as u32;
            predicate.functor = Some(Cell::functor(functor.0, functor.1));
            predicate.recursion = recursive.get(&functor).copied().unwrap_or_default();
        }
        // What is true after an action is always tabled.
        let modal = recursive.contains_key(&(Symbol::EFFECT, 2));
        machine.may_be_plain = !modal && !recursive.is_empty();
        machine.plain = machine.may_be_plain && !core.rules.iter().any(is_left_recursive);
        machine.dependence = Dependence::new(&core.rules, &code.predicates);
        let numbered = code.predicates.iter();
        machine.numbers = numbered
            .map(|(&(name, arity), &number)| (Cell::functor(name, arity), number))
            .collect();
        (machine.ops, machine.origins) = (code.ops.into(), code.origins);
        (machine.effect, machine.past) = (effect, past);
        machine.query =
            Some(query).filter(|&q| !machine.predicates[q as usize].initially.is_empty());
        let facts = core.rules.iter().filter(|rule| rule.role == Role::Initial);
        let atoms = facts.map(|rule| machine.intern(&rule.head, rule.variables)).collect();
        let initial = machine.scenery(atoms);
        debug_assert_eq!(initial, SceneryId::INITIAL);
        machine
    }

    /// Returns the number of a term that has this number of variables.
    pub fn intern(&mut self, term: &Term, variables: usize) -> TermId {
        let mut heap = Heap::default();
        let variables: Vec<Cell> = (0..variables).map(|_| heap.variable()).collect();
        let built = heap.build(term, &variables);
        let (mut seen, mut flat) = (Vec::new(), Vec::new());
        heap.flatten(built, &mut seen, &mut flat);
        self.flats.intern(&flat)
    }

    /// Returns a term as text.
    pub fn write(&self, term: TermId) -> String {
        crate::terms::write_flat(self.flats.get(term), &self.symbols)
    }
}
