% Counts the sceneries of a game whose actions are given by effect/3: what Ludex answers to `states`,
% written by hand. The scenery at hand is kept in dynamic predicates; those met are found by their hash.
:- dynamic seen/2.

states(N) :-
    retractall(seen(_,_)),
    findall(F, (fluent(F), call(F)), Facts),
    sort(Facts, Start),
    note(Start, _),
    explore([Start|Tail], Tail),
    predicate_property(seen(_,_), number_of_clauses(N)).

explore(Open, Tail) :- Open == Tail, !.
explore([Scenery|Open], Tail) :-
    forall(fluent(F), retractall(F)),
    forall(member(A, Scenery), assertz(A)),
    findall((P:Action)-Atom, (effect(P, Action, Atom), ground(P:Action)), Effects),
    sort(Effects, Sorted),
    group_pairs_by_key(Sorted, Groups),
    add(Groups, Tail, NewTail),
    explore(Open, NewTail).

add([], Tail, Tail).
add([_-Scenery|Groups], Tail, End) :-
    ( note(Scenery, new) -> Tail = [Scenery|Next] ; Next = Tail ),
    add(Groups, Next, End).

note(Scenery, new) :-
    variant_sha1(Scenery, Hash),
    \+ seen(Hash, _), !,
    assertz(seen(Hash, Scenery)).
