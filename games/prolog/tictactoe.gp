% Tic-tac-toe: x and o put marks in turn; three in a line win.

[...] cell(a1). [...] cell(b1). [...] cell(c1).
[...] cell(a2). [...] cell(b2). [...] cell(c2).
[...] cell(a3). [...] cell(b3). [...] cell(c3).

[...] line(a1,b1,c1). [...] line(a2,b2,c2). [...] line(a3,b3,c3).
[...] line(a1,a2,a3). [...] line(b1,b2,b3). [...] line(c1,c2,c3).
[...] line(a1,b2,c3). [...] line(a3,b2,c1).

[...] player(x).
[...] player(o).
[...] other(x,o).
[...] other(o,x).

turn(x).

win(P) :- line(A,B,C), mark(P,A), mark(P,B), mark(P,C).
over :- win(P).
taken(C) :- mark(P,C).
can(P,C) :- turn(P), NOT over, cell(C), NOT taken(C).

[P:put(C)] mark(P,C) :- can(P,C).
[P:put(C)] mark(Q,D) :- can(P,C), mark(Q,D).    % the marks that are there stay
[P:put(C)] turn(Q)   :- can(P,C), other(P,Q).
