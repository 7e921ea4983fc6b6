//! Predicates on lists that a program may use without defining them.

use rustc_hash::FxHashSet;

use crate::symbol::{Symbol, Symbols};
use crate::syntax::{Clause, Goals, Parser};

/// The library, in the language itself. A program's own definition of a name hides the library's.
/// Whichever argument is known bounds the search: the length of a list of known length, the last
/// argument of `reverse_onto` that of a list whose reverse is known.
const TEXT: &str = "\
[...] true.
[...] append([],L,L).
append([X|A],B,[X|C]) :- append(A,B,C).
[...] member(X,[X|_]).
member(X,[_|L]) :- member(X,L).
[...] length([],0).
length([_|L],N) :- M is N - 1, M >= 0, length(L,M), N is M + 1.
reverse(L,R) :- reverse_onto(L,[],R,R).
[...] reverse_onto([],R,R,[]).
reverse_onto([X|L],R,S,[_|T]) :- reverse_onto(L,[X|R],S,T).
";

type Functor = (Symbol, usize);

/// Returns the clauses of the library that a program and its queries need.
pub fn needed(clauses: &[Clause], queries: &[Goals], symbols: &mut Symbols) -> Vec<Clause> {
    let library = clauses_of(symbols);
    let defined: FxHashSet<Functor> = clauses.iter().filter_map(|c| c.head.functor()).collect();
    let mut wanted: FxHashSet<Functor> = FxHashSet::default();
    let bodies = clauses.iter().flat_map(|c| &c.body);
    let goals = bodies.chain(queries.iter().flat_map(|q| &q.goals));
    wanted.extend(goals.filter_map(|goal| goal.atom()?.functor()));
    loop {
        let before = wanted.len();
        for clause in &library {
            if clause.head.functor().is_some_and(|head| wanted.contains(&head)) {
                wanted.extend(clause.body.iter().filter_map(|goal| goal.atom()?.functor()));
            }
        }
        if wanted.len() == before {
            break;
        }
    }
    let keep = |clause: &Clause| {
        clause.head.functor().is_some_and(|head| wanted.contains(&head) && !defined.contains(&head))
    };
    library.into_iter().filter(keep).collect()
}

fn clauses_of(symbols: &mut Symbols) -> Vec<Clause> {
    let mut parser = Parser::new(TEXT, symbols).expect("the library is well written");
    let mut clauses = Vec::new();
    while !parser.at_end() {
        clauses.push(parser.clause().expect("the library is well written"));
    }
    clauses
}
