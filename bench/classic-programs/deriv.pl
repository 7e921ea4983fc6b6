% Symbolic derivatives, 200,000 times four of them.
main(D) :- loop(200000), d(((x + 1) * (x ^ 2 + 2)) * (x ^ 3 + 3), x, D).
loop(0) :- !.
loop(N) :-
    d(((((((((x * x) * x) * x) * x) * x) * x) * x) * x) * x, x, _),
    d(((((((((x / x) / x) / x) / x) / x) / x) / x) / x) / x, x, _),
    d(log(log(log(log(log(log(log(log(log(log(x)))))))))), x, _),
    d(((x + 1) * (x ^ 2 + 2)) * (x ^ 3 + 3), x, _),
    M is N - 1, loop(M).
d(U + V, X, DU + DV) :- !, d(U, X, DU), d(V, X, DV).
d(U - V, X, DU - DV) :- !, d(U, X, DU), d(V, X, DV).
d(U * V, X, DU * V + U * DV) :- !, d(U, X, DU), d(V, X, DV).
d(U / V, X, (DU * V - U * DV) / V ^ 2) :- !, d(U, X, DU), d(V, X, DV).
d(U ^ N, X, N * U ^ M * DU) :- integer(N), !, M is N - 1, d(U, X, DU).
d(log(U), X, DU / U) :- !, d(U, X, DU).
d(exp(U), X, exp(U) * DU) :- !, d(U, X, DU).
d(X, X, 1) :- !.
d(_, _, 0).
