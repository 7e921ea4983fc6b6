% The shell game: 1 hides a pea under one of three shells, 2 lifts a shell that is empty if it can
% choose so by luck, and guesses. What 2 does not see it cannot use.
%
%   ludex query games/prolog/shell-game.gp "force {2} : win(2)"            (yes: it would just know)
%   ludex query games/prolog/shell-game.gp "force {2} uniformly : win(2)"  (no)

[...] player(1). [...] player(2).
[...] shell(left). [...] shell(middle). [...] shell(right).

:- inertial pea/1, lifted/2.
hiding.

% One round: 1 hides, 2 lifts one shell and sees what is there, then guesses.
[1:hide(S)] pea(S) :- hiding, shell(S).
[1:hide(S)] lifting :- hiding, shell(S).
[2:lift(S)] lifted(S,pea) :- lifting, pea(S).
[2:lift(S)] lifted(S,nothing) :- lifting, shell(S), NOT pea(S).
[2:lift(S)] guessing :- lifting, shell(S).
[2:guess(S)] guessed(S) :- guessing, shell(S).

sees(1,X) :- hiding, X = hiding.
sees(2,lifting) :- lifting.
sees(2,guessing) :- guessing.
sees(2,shell(S,W)) :- lifted(S,W).

win(2) :- guessed(S), pea(S).
win(1) :- guessed(S), NOT pea(S).
