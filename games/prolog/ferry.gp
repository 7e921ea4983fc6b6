% Wolf, goat and cabbage: the farmer rows alone or with one of them, and must not leave the wolf
% with the goat, or the goat with the cabbage. Everything stays where it is unless it is moved.
%
%   ludex query games/prolog/ferry.gp "plan across"

[...] player(farmer).
[...] thing(wolf). [...] thing(goat). [...] thing(cabbage).
[...] opposite(near,far). [...] opposite(far,near).
[...] eats(wolf,goat). [...] eats(goat,cabbage).

:- inertial at/2.
at(farmer,near). at(wolf,near). at(goat,near). at(cabbage,near).

% Where a bank is left alone with two that do not agree, nothing can be done any more.
lost :- eats(A,B), at(A,Bank), at(B,Bank), NOT at(farmer,Bank).
across :- at(wolf,far), at(goat,far), at(cabbage,far), NOT lost.
rows(To,From) :- at(farmer,From), opposite(From,To), NOT lost, NOT across.

[farmer:row(To)] at(farmer,To) :- rows(To,From).
[farmer:row(To)] NOT at(farmer,From) :- rows(To,From).
[farmer:take(X,To)] at(farmer,To) :- rows(To,From), thing(X), at(X,From).
[farmer:take(X,To)] at(X,To) :- rows(To,From), thing(X), at(X,From).
[farmer:take(X,To)] NOT at(Y,From) :- rows(To,From), thing(X), at(X,From), moves(X,Y).
[...] moves(X,X). [...] moves(X,farmer).

win(farmer) :- across.
