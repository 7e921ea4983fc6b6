% Nim with one heap of seven: take one to three; who takes the last one wins.

pile(7).
turn(1).

[...] other(1,2).       % true in every scenery
[...] other(2,1).
[...] take(1).
[...] take(2).
[...] take(3).

% P can take K and leave M.
can(P,K,M) :- turn(P), pile(N), take(K), K =< N, M is N - K.

% Nothing persists by itself: an action says all that is true after it.
[P:take(K)] pile(M) :- can(P,K,M).
[P:take(K)] turn(Q) :- can(P,K,M), other(P,Q).

win(P) :- pile(0), turn(Q), other(P,Q).
