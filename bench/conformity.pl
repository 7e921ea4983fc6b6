% Prints what SWI-Prolog gives for each goal of a table, as crates/prolog/tests/conformity.rs does;
% bench/conformity compares the two.
:- set_prolog_flag(double_quotes, codes).
:- style_check(-singleton).
:- initialization(main).
main :- current_prolog_flag(argv, [File|_]), open(File, read, S), run(S), halt.
run(S) :- read_line_to_string(S, L), ( L == end_of_file -> true ; split_string(L, "\t", "", [G|_]), one(G), run(S) ).
one(G) :-
    with_output_to(string(Out), ( catch(call_with_time_limit(5, answers(G, R)), E, R = top(E)) -> true ; R = failed )),
    show(R, T), ( string_length(Out, 0) -> O1 = '' ; split_string(Out, "\n", "", Parts), atomic_list_concat(Parts, '\\n', O0), format(atom(O1), "<<~w>> ", [O0]) ),
    format("~w\t~w~w~n", [G, O1, T]).
answers(G, R) :-
    catch(term_string_named(G, Term, Names), error(syntax_error(_), _), Syntax = true),
    ( Syntax == true -> R = syntax
    ; include([N=_]>>(\+ sub_atom(N,0,1,_,'_')), Names, Shown),
      nb_setval(found, []), nb_setval(end, no),
      ( catch(( user:Term, nb_getval(found, F0), bindings(Shown, B), append(F0, [B], F1), nb_setval(found, F1), length(F1, N), ( N >= 6 -> nb_setval(end, more), ! ; fail ) ), error(E,_), nb_setval(end, error(E))) -> true ; true ),
      nb_getval(found, F), nb_getval(end, End), R = result(F, End) ).
term_string_named(G, T, Names) :- term_string(T, G, [variable_names(Names)]).
bindings([], yes) :- !.
bindings(Names, Text) :-
    \+ \+ ( pairs(Names, Vs), term_variables(Vs, Us), name(Us, 1),
      findall(T, ( member(N=V, Names), with_output_to(string(T), ( write(N), write(' = '), write_term(V, [quoted(true), numbervars(true), priority(699)]))) ), Ts),
      atomic_list_concat(Ts, ', ', Text0), nb_setval(text, Text0) ),
    nb_getval(text, Text).
pairs([], []).
pairs([_=V|L], [V|Vs]) :- pairs(L, Vs).
name([], _).
name(['$VAR'(A)|Us], N) :- atom_concat('_', N, A), M is N+1, name(Us, M).
show(syntax, 'syntax error') :- !.
show(top(E), T) :- !, with_output_to(string(T), (write('uncaught '), print(E))).
show(failed, failed).
show(result(F, End), T) :-
    atomic_list_concat(F, ' ; ', A),
    ( End = error(E) -> \+ \+ ( term_variables(E, Us), name(Us, 1), with_output_to(string(B), (write('error '), write_term(E, [quoted(true), numbervars(true)]))), nb_setval(text2, B) ), nb_getval(text2, B2) ; End == more -> B2 = '...' ; F == [] -> B2 = no ; B2 = '' ),
    ( A == '' -> T = B2 ; B2 == '' -> T = A ; atomic_list_concat([A, ' ; ', B2], T) ).
