% All ways to put ten queens on a board of ten by ten.
main(N) :- findall(Q, queens(10, Q), L), length(L, N).
queens(N, Qs) :- numlist(1, N, Ns), place(Ns, [], Qs).
place([], Qs, Qs).
place(Free, Placed, Qs) :- pick(Q, Free, Rest), safe(Placed, Q, 1), place(Rest, [Q|Placed], Qs).
pick(X, [X|L], L).
pick(X, [Y|L], [Y|R]) :- pick(X, L, R).
safe([], _, _).
safe([P|Ps], Q, D) :- P =\= Q + D, P =\= Q - D, E is D + 1, safe(Ps, Q, E).
