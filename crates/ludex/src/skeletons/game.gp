% NAME: two players take one or two counters in turn; who takes the last one wins.
% Change it piece by piece, and look at it with `ludex show`, `ludex solve` and `ludex play`; ask it
% with `ludex query`, as in `force {1} : win(1)` or `plan win(2)`.

% Facts: true at the start, and only there.
heap(7). turn(1).

% Rigid facts: always true.
[...] player(1). [...] player(2).
[...] other(1,2). [...] other(2,1).
[...] amount(1). [...] amount(2).

% Rules: where the body is true, so is the head.
left(K,M) :- heap(N), amount(K), K =< N, M is N - K.
win(P) :- heap(0), turn(Q), other(P,Q).

% Effects: what is true after the action of a player, if the body was true before it. Nothing stays
% unless a clause says so. An action can be chosen where the body of one of its clauses is true; where
% there is none, play is over, and win(P) says who has won.
[P:take(K)] heap(M) :- turn(P), left(K,M).
[P:take(K)] turn(Q) :- turn(P), left(K,M), other(P,Q).
