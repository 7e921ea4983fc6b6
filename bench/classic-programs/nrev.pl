% Naive reverse of a list of 1500 elements.
main(L) :- numlist(1, 1500, N), nrev(N, R), nrev(R, S), nrev(S, [L|_]).
nrev([], []).
nrev([X|L], R) :- nrev(L, S), app(S, [X], R).
app([], L, L).
app([X|A], B, [X|C]) :- app(A, B, C).
