% Choice and composition: 1 picks a number, 2 puts one beside it.

[...] num(1).
[...] num(2).
s.

% ";" is one action after the other; what the first one bound is not lost.
[1:pick(X) ; 2:put(Y)] done(X,Y) :- s, num(X), num(Y).

% "+" is one action or the other.
[1:pass + 1:rest] over :- s.

win(2) :- done(X,X).
win(1) :- done(1,2).
win(1) :- over.
