//! Determines which effects of actions a goal can depend on.
//!
//! `[a] g` is answered in the scenery after `a`. Of that scenery only the atoms are computed that
//! `g` can depend on: all others would make `g` depend on clauses that have nothing to do with it,
//! and a NOT in one of them would seem to depend on itself.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::program::{CoreLiteral, CoreRule, Role};
use crate::symbol::Symbol;

/// The call graph of the predicates, by number, and which of them actions change.
#[derive(Debug, Default)]
pub struct Dependence {
    /// The predicates that the clauses of a predicate call, those for its effects included.
    calls: Vec<Vec<u32>>,
    /// Whether a predicate is the head of an effect, and of a converse goal that is remembered.
    changed: Vec<(bool, bool)>,
    known: FxHashMap<u32, Arc<[u32]>>,
}

impl Dependence {
    /// Builds the call graph of a program without answering anything.
    pub fn new(rules: &[CoreRule], numbers: &FxHashMap<(Symbol, usize), u32>) -> Dependence {
        let (calls, changed) =
            (vec![Vec::new(); numbers.len()], vec![(false, false); numbers.len()]);
        let mut graph = Dependence { calls, changed, known: FxHashMap::default() };
        let number = |functor: Option<(Symbol, usize)>| numbers.get(&functor?).copied();
        let enabled = number(Some((Symbol::EFFECT, 2)));
        for rule in rules {
            let called = rule.body.iter().flat_map(|literal| called(literal, enabled, &number));
            let called: Vec<u32> = called.collect();
            let mut heads = vec![number(rule.head.functor())];
            if let Role::Effect | Role::Past = rule.role {
                let head = number(rule.head.arguments().get(1).and_then(|head| head.functor()));
                if let Some(head) = head {
                    let (effect, past) = &mut graph.changed[head as usize];
                    *(if rule.role == Role::Effect { effect } else { past }) = true;
                }
                heads.push(head);
            }
            for head in heads.into_iter().flatten() {
                graph.calls[head as usize].extend(&called);
            }
        }
        graph
    }

    /// Returns the predicates that a predicate can depend on and that actions change, itself
    /// included.
    pub fn of(&mut self, predicate: u32) -> Arc<[u32]> {
        if let Some(known) = self.known.get(&predicate) {
            return known.clone();
        }
        let (mut open, mut seen) = (vec![predicate], FxHashSet::from_iter([predicate]));
        let mut found = Vec::new();
        while let Some(at) = open.pop() {
            if self.changed[at as usize] != (false, false) {
                found.push(at);
            }
            let calls = self.calls[at as usize].iter().copied();
            open.extend(calls.filter(|&call| seen.insert(call)));
        }
        found.sort_unstable();
        let found: Arc<[u32]> = found.into();
        self.known.insert(predicate, found.clone());
        found
    }

    /// Returns whether a predicate is the head of an effect, and of a converse goal.
    pub fn changed(&self, predicate: u32) -> (bool, bool) {
        self.changed[predicate as usize]
    }
}

/// Returns the predicates that a goal calls. An action with variables stands for every enabled one,
/// so that it depends on all effects.
fn called(
    literal: &CoreLiteral,
    enabled: Option<u32>,
    number: &impl Fn(Option<(Symbol, usize)>) -> Option<u32>,
) -> Vec<u32> {
    let mut called = Vec::new();
    match literal {
        CoreLiteral::Call(atom) | CoreLiteral::Not(atom) => called.extend(number(atom.functor())),
        CoreLiteral::After(action, atom) => {
            called.extend(number(atom.functor()));
            action.each_variable(&mut |_| called.extend(enabled));
        }
        CoreLiteral::Test(..) => {}
    }
    called
}
