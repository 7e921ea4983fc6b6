% Parses and evaluates an expression of 60,000 characters with a grammar, five times.
main(V) :- text(6000, T), loop(5, T, V).
loop(1, T, V) :- !, parse(T, V).
loop(N, T, V) :- parse(T, _), M is N - 1, loop(M, T, V).
text(0, [0'7]) :- !.
text(N, [0'1, 0'2, 0'*, 0'(, D, 0'+, 0'4, 0'), 0'-, 0'3, 0'+|T]) :- D is 0'0 + N mod 10, M is N - 1, text(M, T).
parse(T, V) :- phrase(expression(V), T), !.
expression(V) --> term(T), sums(T, V).
sums(A, V) --> [0'+], !, term(T), { B is A + T }, sums(B, V).
sums(A, V) --> [0'-], !, term(T), { B is A - T }, sums(B, V).
sums(V, V) --> [].
term(V) --> factor(F), products(F, V).
products(A, V) --> [0'*], !, factor(F), { B is A * F }, products(B, V).
products(V, V) --> [].
factor(V) --> [0'(], !, expression(V), [0')].
factor(V) --> digit(D), digits(D, V).
digits(A, V) --> digit(D), !, { B is 10 * A + D }, digits(B, V).
digits(V, V) --> [].
digit(D) --> [C], { C >= 0'0, C =< 0'9, D is C - 0'0 }.
