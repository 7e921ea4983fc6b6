% Counts to ten million.
main(N) :- count(0, 10000000, N).
count(N, N, N) :- !.
count(I, M, N) :- J is I + 1, count(J, M, N).
