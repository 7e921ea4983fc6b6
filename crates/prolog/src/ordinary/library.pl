'$and'(A, B, L) :- '$body'(A, L), '$body'(B, L).
'$or'(A, _, L) :- '$body'(A, L).
'$or'(_, B, L) :- '$body'(B, L).
'$if'(C, T, _, L) :- call(C), !, '$body'(T, L).
'$if'(_, _, E, L) :- '$body'(E, L).
'$soft'(C, T, E, L) :- ( call(C) *-> '$body'(T, L) ; '$body'(E, L) ).
'$not'(G) :- call(G), !, fail.
'$not'(_).
not(G) :- \+ call(G).
once(G) :- call(G), !.
ignore(G) :- call(G), !.
ignore(_).
forall(C, A) :- \+ ( call(C), \+ call(A) ).
apply(G, L) :- G =.. L0, append(L0, L, L1), G1 =.. L1, call(G1).
call_cleanup(G, C) :- setup_call_cleanup(true, G, C).
setup_call_cleanup(S, G, C) :-
    once(S), catch(G, E, true) -> ignore(C), ( nonvar(E) -> throw(E) ; true ) ; ignore(C), fail.

findall(T, G, L) :- '$collect', '$findall'(T, G, L, []).
findall(T, G, L, R) :- '$collect', '$findall'(T, G, L, R).
'$findall'(T, G, _, _) :- call(G), '$add'(T), fail.
'$findall'(_, _, L, R) :- '$collected'(L, R).
bagof(T, G, L) :-
    '$free_variables'(T, G, W, Goal),
    ( W == v -> findall(T, Goal, L), L \== []
    ; findall(W-T, Goal, Pairs), Pairs \== [], keysort(Pairs, Sorted), '$group'(Sorted, Groups),
      member(W-L, Groups) ).
setof(T, G, S) :- bagof(T, G, L), sort(L, S).
aggregate_all(count, G, C) :- !, findall(x, G, L), length(L, C).
aggregate_all(sum(E), G, S) :- !, findall(E, G, L), sum_list(L, S).
aggregate_all(max(E), G, M) :- !, findall(E, G, L), L \== [], '$max'(L, M).
aggregate_all(min(E), G, M) :- !, findall(E, G, L), L \== [], '$min'(L, M).
aggregate_all(bag(E), G, L) :- !, findall(E, G, L).
aggregate_all(set(E), G, S) :- !, findall(E, G, L), sort(L, S).
aggregate_all(X, _, _) :- throw(error(domain_error(aggregate_spec, X), _)).
'$max'([X-W|L], M) :- !, '$max_by'(L, X, W, M).
'$max'(L, M) :- max_list(L, M).
'$min'([X-W|L], M) :- !, '$min_by'(L, X, W, M).
'$min'(L, M) :- min_list(L, M).
'$max_by'([], X, W, X-W).
'$max_by'([Y-V|L], X, W, M) :- ( Y > X -> '$max_by'(L, Y, V, M) ; '$max_by'(L, X, W, M) ).
'$min_by'([], X, W, X-W).
'$min_by'([Y-V|L], X, W, M) :- ( Y < X -> '$min_by'(L, Y, V, M) ; '$min_by'(L, X, W, M) ).

'$integer'(X) :- integer(X), !.
'$integer'(X) :- var(X), !, throw(error(instantiation_error, _)).
'$integer'(X) :- throw(error(type_error(integer, X), _)).
between(L, H, X) :-
    '$integer'(L), '$limit'(H, M),
    ( var(X) -> '$between'(M, L, X)
    ; '$integer'(X), X >= L, ( M == inf -> true ; X =< M ) ).
'$limit'(H, inf) :- ( H == inf ; H == infinite ), !.
'$limit'(H, H) :- '$integer'(H).
'$between'(inf, L, X) :- !, '$from'(L, X).
'$between'(H, L, X) :- L =< H, '$upto'(L, H, X).
'$upto'(L, H, X) :- L =:= H, !, X = L.
'$upto'(L, _, L).
'$upto'(L, H, X) :- N is L + 1, '$upto'(N, H, X).
'$from'(L, L).
'$from'(L, X) :- N is L + 1, '$from'(N, X).

length(L, N) :-
    '$skip_list'(L, K, R),
    ( var(N) -> true ; '$integer'(N), N < 0 -> throw(error(domain_error(not_less_than_zero, N), _)) ; true ),
    ( R == [] -> N = K
    ; R == N -> fail
    ; var(R) -> '$length'(N, K, R)
    ; throw(error(type_error(list, L), _)) ).
'$length'(N, K, R) :- integer(N), !, M is N - K, M >= 0, '$make_list'(M, R).
'$length'(N, K, R) :- '$grow'(R, K, N).
'$grow'([], K, K).
'$grow'([_|R], K, N) :- M is K + 1, '$grow'(R, M, N).

arg(N, T, A) :- var(N), !, '$arity'(T, K), between(1, K, N), '$arg'(N, T, A).
arg(N, T, A) :- '$arg'(N, T, A).
'$arity'(T, K) :-
    ( var(T) -> throw(error(instantiation_error, _))
    ; compound(T) -> functor(T, _, K)
    ; throw(error(type_error(compound, T), _)) ).

atom_concat(A, B, C) :- nonvar(A), nonvar(B), !, '$join'(A, B, C).
atom_concat(A, B, C) :-
    '$require_atom'(C), atom_length(C, N), between(0, N, K),
    '$sub_atom'(C, 0, K, A), M is N - K, '$sub_atom'(C, K, M, B).
sub_atom(T, B, L, A, S) :-
    '$require_atom'(T),
    ( nonvar(S) -> '$require_atom'(S), '$sub_atoms'(T, S, Ps), member('$place'(B, L, A), Ps)
    ; atom_length(T, N), '$sub'(N, B, L, A), '$sub_atom'(T, B, L, S) ).
'$sub'(N, B, L, A) :- integer(B), integer(L), !, B >= 0, L >= 0, A is N - B - L, A >= 0.
'$sub'(N, B, L, A) :- integer(B), integer(A), !, B >= 0, A >= 0, L is N - B - A, L >= 0.
'$sub'(N, B, L, A) :- integer(L), integer(A), !, L >= 0, A >= 0, B is N - L - A, B >= 0.
'$sub'(N, B, L, A) :- integer(B), !, B >= 0, M is N - B, between(0, M, L), A is N - B - L.
'$sub'(N, B, L, A) :- integer(A), !, M is N - A, between(0, M, B), L is N - B - A.
'$sub'(N, B, L, A) :- integer(L), !, L >= 0, M is N - L, between(0, M, B), A is N - B - L.
'$sub'(N, B, L, A) :- between(0, N, B), M is N - B, between(0, M, L), A is N - B - L.

retract(C) :- '$split'(C, H, B), '$moment'(M), '$walk'(H, B, -1, M, R), '$erase'(H, R).
clause(H, B) :-
    ( var(B) -> true ; callable(B) -> true ; throw(error(type_error(callable, B), _)) ),
    '$moment'(M), '$walk'(H, B, -1, M, _).
'$split'(C, _, _) :- var(C), !, throw(error(instantiation_error, _)).
'$split'((H :- B), H, B) :- !.
'$split'(H, H, true).
'$walk'(H, B, A, M, Rank) :-
    '$next_clause'(H, A, M, R, H1, B1, More), '$walk'(More, H, B, M, R, H1, B1, Rank).
'$walk'(0, H, B, _, R, H, B, R).
'$walk'(1, H, B, _, R, H, B, R).
'$walk'(1, H, B, M, R, _, _, Rank) :- '$walk'(H, B, R, M, Rank).
retractall(H) :-
    ( var(H) -> throw(error(instantiation_error, _)) ; functor(H, N, A), '$dynamic'(N/A) ),
    '$retractall'(H).
'$retractall'(H) :- retract((H :- _)), fail.
'$retractall'(_).
dynamic(X) :- var(X), !, throw(error(instantiation_error, _)).
dynamic((A, B)) :- !, dynamic(A), dynamic(B).
dynamic([]) :- !.
dynamic([A|B]) :- !, dynamic(A), dynamic(B).
dynamic(X) :- '$dynamic'(X).
discontiguous(_).
current_op(P, T, N) :- '$operators'(L), member(op(P, T, N), L).
current_predicate(N/A) :- '$predicates'(L), member(N/A, L).
read(end_of_file).
phrase(G, L) :- phrase(G, L, []).
phrase(G, L, R) :-
    ( var(G) -> throw(error(instantiation_error, _))
    ; callable(G) -> '$dcg'(G, L, R)
    ; throw(error(type_error(callable, G), _)) ).
'$dcg'((A, B), L, R) :- !, '$dcg'(A, L, M), '$dcg'(B, M, R).
'$dcg'((C -> T ; E), L, R) :- !, ( '$dcg'(C, L, M) -> '$dcg'(T, M, R) ; '$dcg'(E, L, R) ).
'$dcg'((A ; B), L, R) :- !, ( '$dcg'(A, L, R) ; '$dcg'(B, L, R) ).
'$dcg'((C -> T), L, R) :- !, ( '$dcg'(C, L, M) -> '$dcg'(T, M, R) ).
'$dcg'(\+ A, L, R) :- !, \+ '$dcg'(A, L, _), L = R.
'$dcg'({G}, L, R) :- !, call(G), L = R.
'$dcg'(!, L, R) :- !, L = R.
'$dcg'([], L, R) :- !, L = R.
'$dcg'([X|Xs], L, R) :- !, append([X|Xs], R, L).
'$dcg'(G, L, R) :- call(G, L, R).
with_output_to(S, G) :-
    '$redirect',
    ( catch(G, E, true) -> '$redirected'(X), ( nonvar(E) -> throw(E) ; true )
    ; '$redirected'(_), fail ),
    '$sink'(S, X).
'$sink'(atom(A), A).
'$sink'(codes(C), A) :- atom_codes(A, C).
'$sink'(chars(C), A) :- atom_chars(A, C).
numbervars(T, S, E) :- term_variables(T, Vs), '$numbervars'(Vs, S, E).
'$numbervars'([], E, E).
'$numbervars'(['$VAR'(S)|Vs], S, E) :- N is S + 1, '$numbervars'(Vs, N, E).

append([], L, L).
append([X|A], B, [X|C]) :- append(A, B, C).
append(Ls, L) :- foldl('$append_to', Ls, L0, []), L = L0.
'$append_to'(X, L0, L) :- append(X, L, L0).
member(X, [Y|L]) :- '$member'(L, X, Y).
'$member'(_, X, X).
'$member'([Y|L], X, _) :- '$member'(L, X, Y).
memberchk(X, L) :- member(X, L), !.
reverse(L, R) :- '$reverse'(L, [], R).
'$reverse'([], R, R).
'$reverse'([X|L], A, R) :- '$reverse'(L, [X|A], R).
nth0(N, L, X) :- integer(N), !, N >= 0, '$nth'(N, L, X).
nth0(N, L, X) :- var(N), '$nth'(L, X, 0, N).
nth1(N, L, X) :- integer(N), !, N >= 1, M is N - 1, '$nth'(M, L, X).
nth1(N, L, X) :- var(N), '$nth'(L, X, 1, N).
'$nth'(0, [X|_], X) :- !.
'$nth'(N, [_|L], X) :- M is N - 1, '$nth'(M, L, X).
'$nth'([X|_], X, N, N).
'$nth'([_|L], X, K, N) :- M is K + 1, '$nth'(L, X, M, N).
last([X], X) :- !.
last([_|L], X) :- last(L, X).
max_list([X|L], M) :- foldl('$larger', L, X, M).
min_list([X|L], M) :- foldl('$smaller', L, X, M).
'$larger'(X, Y, Z) :- Z is max(X, Y).
'$smaller'(X, Y, Z) :- Z is min(X, Y).
select(X, [X|L], L).
select(X, [Y|L], [Y|R]) :- select(X, L, R).
selectchk(X, L, R) :- select(X, L, R), !.
exclude(_, [], []).
exclude(P, [X|L], R) :- ( call(P, X) -> R = S ; R = [X|S] ), exclude(P, L, S).
include(_, [], []).
include(P, [X|L], R) :- ( call(P, X) -> R = [X|S] ; R = S ), include(P, L, S).
partition(_, [], [], []).
partition(P, [X|L], I, O) :-
    ( call(P, X) -> I = [X|J], O = Q ; I = J, O = [X|Q] ), partition(P, L, J, Q).
maplist(_, []).
maplist(P, [A|As]) :- call(P, A), maplist(P, As).
maplist(_, [], []).
maplist(P, [A|As], [B|Bs]) :- call(P, A, B), maplist(P, As, Bs).
maplist(_, [], [], []).
maplist(P, [A|As], [B|Bs], [C|Cs]) :- call(P, A, B, C), maplist(P, As, Bs, Cs).
maplist(_, [], [], [], []).
maplist(P, [A|As], [B|Bs], [C|Cs], [D|Ds]) :- call(P, A, B, C, D), maplist(P, As, Bs, Cs, Ds).
foldl(P, L, A, B) :- '$foldl'(L, P, A, B).
'$foldl'([], _, A, A).
'$foldl'([X|L], P, A, C) :- call(P, X, A, B), '$foldl'(L, P, B, C).
foldl(P, L, M, A, B) :- '$foldl'(L, M, P, A, B).
'$foldl'([], [], _, A, A).
'$foldl'([X|L], [Y|M], P, A, C) :- call(P, X, Y, A, B), '$foldl'(L, M, P, B, C).
delete([], _, []).
delete([Y|L], X, R) :- ( Y \= X -> R = [Y|S] ; R = S ), delete(L, X, S).
subtract([], _, []).
subtract([X|L], M, R) :- ( memberchk(X, M) -> R = S ; R = [X|S] ), subtract(L, M, S).
intersection([], _, []).
intersection([X|L], M, R) :- ( memberchk(X, M) -> R = [X|S] ; R = S ), intersection(L, M, S).
union([], L, L).
union([X|L], M, R) :- ( memberchk(X, M) -> R = S ; R = [X|S] ), union(L, M, S).
list_to_set(L, S) :- '$to_set'(L, [], S).
'$to_set'([], _, []).
'$to_set'([X|L], Seen, R) :-
    ( '$seen'(X, Seen) -> R = S ; R = [X|S] ), '$to_set'(L, [X|Seen], S).
'$seen'(X, [Y|L]) :- ( X == Y -> true ; '$seen'(X, L) ).
permutation([], []).
permutation(L, [X|P]) :- select(X, L, R), permutation(R, P).
flatten(L, F) :- '$flatten'(L, [], F0), !, F = F0.
'$flatten'(V, T, [V|T]) :- var(V), !.
'$flatten'([], T, T) :- !.
'$flatten'([X|L], T, F) :- !, '$flatten'(X, F1, F), '$flatten'(L, T, F1).
'$flatten'(A, T, [A|T]).
pairs_keys_values([], [], []).
pairs_keys_values([K-V|L], [K|Ks], [V|Vs]) :- pairs_keys_values(L, Ks, Vs).
pairs_keys([], []).
pairs_keys([K-_|L], [K|Ks]) :- pairs_keys(L, Ks).
pairs_values([], []).
pairs_values([_-V|L], [V|Vs]) :- pairs_values(L, Vs).
predsort(P, L, S) :- length(L, N), ( N =:= 0 -> S = [] ; '$predsort'(P, N, L, _, S) ).
'$predsort'(_, 1, [X|L], L, [X]) :- !.
'$predsort'(P, 2, [X,Y|L], L, R) :- !, call(P, O, X, Y), '$order'(O, X, Y, R).
'$predsort'(P, N, L1, L3, R) :-
    A is N // 2, B is N - A, '$predsort'(P, A, L1, L2, R1), '$predsort'(P, B, L2, L3, R2),
    '$merge'(P, R1, R2, R).
'$order'(<, X, Y, [X,Y]).
'$order'(=, X, _, [X]).
'$order'(>, X, Y, [Y,X]).
'$merge'(_, [], R, R) :- !.
'$merge'(_, R, [], R) :- !.
'$merge'(P, [X|L], [Y|M], R) :- call(P, O, X, Y), '$merge'(O, P, X, Y, L, M, R).
'$merge'(<, P, X, Y, L, M, [X|R]) :- '$merge'(P, L, [Y|M], R).
'$merge'(=, P, X, _, L, M, [X|R]) :- '$merge'(P, L, M, R).
'$merge'(>, P, X, Y, L, M, [Y|R]) :- '$merge'(P, [X|L], M, R).
