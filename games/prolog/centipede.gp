% The centipede: take the pot, or pass it on and let it grow. Six decisions.
% Backward induction takes at once, or passes to the end, where the last pot is worth as much shared as
% taken; ask  equilibria

at(1).
[...] last(6).

% Odd decisions are player 1's, even ones player 2's.
turn(1,K) :- at(K), 1 =:= K mod 2.
turn(2,K) :- at(K), 0 =:= K mod 2.

[P:take] taken(P,K) :- turn(P,K).
[P:pass] at(L)      :- turn(P,K), last(M), K < M, L is K + 1.
[P:pass] shared(M)  :- turn(P,M), last(M).

% Who takes the K-th pot gets K + 1, the other one K - 1.
payoff(P,N) :- taken(P,K), N is K + 1.
payoff(2,N) :- taken(1,K), N is K - 1.
payoff(1,N) :- taken(2,K), N is K - 1.
payoff(1,N) :- shared(M), N is M + 1.
payoff(2,N) :- shared(M), N is M + 1.
