% The primes up to 15,000 by sieving a list.
main(N-P) :- numlist(2, 15000, L), sieve(L, Ps), length(Ps, N), last_of(Ps, P).
sieve([], []).
sieve([P|L], [P|Ps]) :- strike(L, P, R), sieve(R, Ps).
strike([], _, []).
strike([X|L], P, R) :- ( X mod P =:= 0 -> R = S ; R = [X|S] ), strike(L, P, S).
last_of([X], X) :- !.
last_of([_|L], X) :- last_of(L, X).
