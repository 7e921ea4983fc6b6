//! Determines which predicates need tables.
//!
//! A recursive call is answered from a table, so that left recursion and loops end. But if every
//! recursive call passes a part of an argument of the head, and that argument is bound, the
//! recursion ends by itself, and plain resolution is faster: `append` on a list.

use ludex_base::components;
use rustc_hash::FxHashMap;

use crate::program::{CoreLiteral, CoreRule};
use crate::symbol::Symbol;
use crate::syntax::Term;

/// How a predicate is evaluated.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Recursion {
    /// It is not recursive: plain resolution.
    #[default]
    None,
    /// Plain resolution if one of these arguments (a bit each) is bound, a table otherwise.
    Descending(u64),
    /// Always with a table.
    Any,
}

type Functor = (Symbol, usize);

/// Returns the kind of recursion of each recursive predicate.
pub fn recursions(rules: &[CoreRule]) -> FxHashMap<Functor, Recursion> {
    let graph = Graph::new(rules);
    let mut found = FxHashMap::default();
    for (functor, component) in graph.components() {
        let kind = match component {
            Component::Alone => continue,
            Component::Itself => match descending(functor, rules) {
                0 => Recursion::Any,
                arguments => Recursion::Descending(arguments),
            },
            Component::Many => Recursion::Any,
        };
        found.insert(functor, kind);
    }
    // A goal `[a] g` depends on the effects of `a`, which may be what is being evaluated.
    if rules.iter().flat_map(|r| &r.body).any(|l| matches!(l, CoreLiteral::After(..))) {
        found.extend([Symbol::EFFECT, Symbol::PAST].map(|name| ((name, 2), Recursion::Any)));
    }
    found
}

/// Returns the arguments that every recursive call of a predicate makes smaller.
fn descending(functor: Functor, rules: &[CoreRule]) -> u64 {
    let mut arguments = u64::MAX >> (64 - functor.1.clamp(1, 64));
    if functor.1 == 0 {
        return 0;
    }
    for rule in rules.iter().filter(|rule| rule.head.functor() == Some(functor)) {
        for atom in rule.body.iter().filter_map(called) {
            if atom.functor() != Some(functor) {
                continue;
            }
            let pairs = rule.head.arguments().iter().zip(atom.arguments()).enumerate().take(64);
            for (i, (head, argument)) in pairs {
                if !is_part(argument, head) {
                    arguments &= !(1 << i);
                }
            }
        }
    }
    arguments
}

/// Returns whether a term is a variable inside a compound term.
fn is_part(term: &Term, whole: &Term) -> bool {
    let Term::Variable(variable) = term else { return false };
    let mut inside = false;
    whole.arguments().iter().for_each(|a| a.each_variable(&mut |v| inside |= v == *variable));
    inside
}

/// Returns the atom that a goal calls. `[a] g` also depends on the effects of `a`: [`Graph`] adds
/// that.
fn called(literal: &CoreLiteral) -> Option<&Term> {
    match literal {
        CoreLiteral::Call(atom) | CoreLiteral::Not(atom) | CoreLiteral::After(_, atom) => {
            Some(atom)
        }
        CoreLiteral::Test(..) => None,
    }
}

/// How a predicate depends on itself.
enum Component {
    Alone,
    Itself,
    Many,
}

/// The call graph of the predicates.
struct Graph {
    functors: Vec<Functor>,
    calls: Vec<Vec<u32>>,
}

impl Graph {
    fn new(rules: &[CoreRule]) -> Graph {
        let mut numbers: FxHashMap<Functor, u32> = FxHashMap::default();
        let mut graph = Graph { functors: Vec::new(), calls: Vec::new() };
        let mut number = |graph: &mut Graph, functor: Functor| {
            *numbers.entry(functor).or_insert_with(|| {
                graph.functors.push(functor);
                graph.calls.push(Vec::new());
                graph.functors.len() as u32 - 1
            })
        };
        for rule in rules {
            let Some(head) = rule.head.functor() else { continue };
            let head = number(&mut graph, head);
            for literal in &rule.body {
                if let Some(atom) = called(literal).and_then(|atom| atom.functor()) {
                    let atom = number(&mut graph, atom);
                    graph.calls[head as usize].push(atom);
                }
                if let CoreLiteral::After(..) = literal {
                    for name in [Symbol::EFFECT, Symbol::PAST] {
                        let effect = number(&mut graph, (name, 2));
                        graph.calls[head as usize].push(effect);
                    }
                }
            }
        }
        graph
    }

    /// Returns each predicate with its component.
    fn components(&self) -> Vec<(Functor, Component)> {
        let mut found = Vec::new();
        for members in components(&self.calls) {
            let kind = |&member: &u32| self.component(member, members.len());
            let functor = |&member: &u32| self.functors[member as usize];
            found.extend(members.iter().map(|member| (functor(member), kind(member))));
        }
        found
    }

    fn component(&self, node: u32, size: usize) -> Component {
        match (size, self.calls[node as usize].contains(&node)) {
            (1, false) => Component::Alone,
            (1, true) => Component::Itself,
            _ => Component::Many,
        }
    }
}
