% SEND + MORE = MONEY by trying digits, and a multiplication of even and odd digits.
main(S-M) :- send(S), loop(30000), multiply(M).
loop(0) :- !.
loop(N) :- ( multiply(_) -> true ; true ), M is N - 1, loop(M).
send([S,E,N,D,M,O,R,Y]) :-
    M = 1, digits(Ds0),
    del(M, Ds0, Ds1), del(S, Ds1, Ds2), S > 7, del(O, Ds2, Ds3), O < 2,
    del(E, Ds3, Ds4), del(N, Ds4, Ds5), del(R, Ds5, Ds6), del(D, Ds6, Ds7), del(Y, Ds7, _),
    1000 * S + 100 * E + 10 * N + D + 1000 * M + 100 * O + 10 * R + E
        =:= 10000 * M + 1000 * O + 100 * N + 10 * E + Y, !.
digits([0,1,2,3,4,5,6,7,8,9]).
del(X, [X|L], L).
del(X, [Y|L], [Y|R]) :- del(X, L, R).
multiply([A,B,C,D,E]) :-
    odd(A), even(B), B > 0, even(C), even(D), D > 0, even(E), E > 0,
    P1 is (A * 100 + B * 10 + C) * E, shape(P1, 4, [even, even, odd, even]),
    P2 is (A * 100 + B * 10 + C) * D, P2 > 99, shape(P2, 3, [even, odd, even]), !.
multiply(none).
odd(1). odd(3). odd(5). odd(7). odd(9).
even(0). even(2). even(4). even(6). even(8).
shape(_, 0, []) :- !.
shape(N, K, Kinds) :-
    K > 0, Q is N // 10, R is N mod 10, J is K - 1, split(Kinds, Front, Kind),
    Z is R mod 2, kind(Kind, Z), shape(Q, J, Front).
split([X], [], X) :- !.
split([X|L], [X|F], Y) :- split(L, F, Y).
kind(even, 0).
kind(odd, 1).
