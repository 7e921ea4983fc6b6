% Matches patterns with many items, after Gabriel's program of this name.
main(N) :- loop(40, 0, N).
loop(0, N, N) :- !.
loop(I, A, N) :- items(30, L), patterns(P), investigate(L, P, 0, C), B is A + C, J is I - 1, loop(J, B, N).
items(0, []) :- !.
items(N, [[a, a, N, b, b, b, K, a, a, a, b, b, N, a], [a, b, K, b, a, a, a, K, b, b, a, N]|L]) :-
    K is N mod 7, M is N - 1, items(M, L).
patterns([[a, a, star(_), a], [star(X), b, star(_), star(X)], [star(_), star(_), b, a, star(_)],
          [_, star(_), b, star(Y), star(Y), a], [star(_), a, star(Z), b, star(Z)]]).
investigate([], _, C, C).
investigate([I|L], Ps, A, C) :- count(Ps, I, A, B), investigate(L, Ps, B, C).
count([], _, C, C).
count([P|Ps], I, A, C) :- copy_term(P, Q), findall(x, match(I, Q), Ms), length(Ms, K), B is A + K, count(Ps, I, B, C).
match([], []) :- !.
match([X|L], [Y|P]) :- Y \= star(_), X = Y, match(L, P).
match(L, [star(S)|P]) :- concat(S, R, L), match(R, P).
concat([], L, L).
concat([X|A], B, [X|C]) :- concat(A, B, C).
