% Cluedo with three players and seven cards.
% Who holds which card; the cards of player 0 are the murderer's.

[...] maximum(3).
[...] player(1).
[...] player(2).
[...] player(3).
[...] player(0).
[...] card(0,suspect,green).
[...] card(1,suspect,plum).
[...] card(2,suspect,white).
[...] card(0,weapon,rope).
[...] card(2,weapon,knife).
[...] card(0,room,hall).
[...] card(3,room,study).

% --- The start: player 1 is on turn; every card that a player does not hold may be the murderer's ---
turn(1).
mayBe(1,suspect,green).
mayBe(1,suspect,white).
mayBe(1,weapon,rope).
mayBe(1,weapon,knife).
mayBe(1,room,hall).
mayBe(1,room,study).
mayBe(2,suspect,green).
mayBe(2,suspect,plum).
mayBe(2,weapon,rope).
mayBe(2,room,hall).
mayBe(2,room,study).
mayBe(3,suspect,green).
mayBe(3,suspect,plum).
mayBe(3,suspect,white).
mayBe(3,weapon,rope).
mayBe(3,weapon,knife).
mayBe(3,room,hall).

% --- The round of the table ---------------------------------------------------------------------
% After the last player comes the first one.
increase(P,1) :- maximum(P).
increase(P,N) :- maximum(M), P < M, N is P + 1.

% --- What players can do --------------------------------------------------------------------------
% toReply(P,Q,S,W,R): it is Q's turn to say whether it holds one of the cards that P asked for.
replying(P) :- toReply(P,Q,S,W,R).

% Ask for three cards that may all be the murderer's: once in a turn.
canAsk(P,S,W,R) :- turn(P), NOT replying(P), NOT finishedReplies(P),
    mayBe(P,suspect,S), mayBe(P,weapon,W), mayBe(P,room,R).

% Say that one holds none of the cards, if that is so ...
canNonshow(Q,P,S,W,R) :- toReply(P,Q,S,W,R),
    NOT card(Q,suspect,S), NOT card(Q,weapon,W), NOT card(Q,room,R).

% ... or show one of those one holds.
canShow(Q,P,S,W,R,S) :- toReply(P,Q,S,W,R), card(Q,suspect,S).
canShow(Q,P,S,W,R,W) :- toReply(P,Q,S,W,R), card(Q,weapon,W).
canShow(Q,P,S,W,R,R) :- toReply(P,Q,S,W,R), card(Q,room,R).

% --- What players know ----------------------------------------------------------------------------
% A card must be the murderer's if no other of its kind may be.
mustBe(P,T,V) :- mayBe(P,T,V), NOT thereIsOther(P,T,V).
thereIsOther(P,T,V) :- mayBe(P,T,W), V <> W.

% --- Actions: each says all that is true after it -------------------------------------------------
% Asking starts a round of replies with the next player. Nobody learns anything yet.
[P:ask(S,W,R)] toReply(P,Q,S,W,R) :- canAsk(P,S,W,R), increase(P,Q).
[P:ask(S,W,R)] turn(P)            :- canAsk(P,S,W,R).
[P:ask(S,W,R)] mayBe(X,T,V)       :- canAsk(P,S,W,R), mayBe(X,T,V).

% The round ends when it comes back to who asked.
[Q:nonshow] finishedReplies(P) :- canNonshow(Q,P,S,W,R), increase(Q,P).
[Q:nonshow] toReply(P,N,S,W,R) :- canNonshow(Q,P,S,W,R), increase(Q,N), N <> P.
[Q:nonshow] turn(P)            :- canNonshow(Q,P,S,W,R).
[Q:nonshow] mayBe(X,T,V)       :- canNonshow(Q,P,S,W,R), mayBe(X,T,V).

% A card that is shown is not the murderer's: P, and only P, knows that now.
[Q:show(P,C)] finishedReplies(P) :- canShow(Q,P,S,W,R,C), increase(Q,P).
[Q:show(P,C)] toReply(P,N,S,W,R) :- canShow(Q,P,S,W,R,C), increase(Q,N), N <> P.
[Q:show(P,C)] turn(P)            :- canShow(Q,P,S,W,R,C).
[Q:show(P,C)] mayBe(P,T,V)       :- canShow(Q,P,S,W,R,C), mayBe(P,T,V), V <> C.
[Q:show(P,C)] mayBe(X,T,V)       :- canShow(Q,P,S,W,R,C), mayBe(X,T,V), X <> P.

% After the replies: pass the turn on, or accuse, if one is sure.
[P:pass] turn(N)      :- turn(P), finishedReplies(P), increase(P,N).
[P:pass] mayBe(X,T,V) :- turn(P), finishedReplies(P), mayBe(X,T,V).
[P:accuse(S,W,R)] accusation(P,S,W,R) :- turn(P), finishedReplies(P),
    mustBe(P,suspect,S), mustBe(P,weapon,W), mustBe(P,room,R).

% Player 0, who holds the murderer's cards, says that the accusation is right.
[0:success] win(P) :- accusation(P,S,W,R),
    card(0,suspect,S), card(0,weapon,W), card(0,room,R).
