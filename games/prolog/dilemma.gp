% The Prisoners' Dilemma [BR04, Table 2]: both are silent or confess, and neither knows what the
% other does. Player 1 is asked first, but player 2 sees only that it is asked, too.
%
%   ludex query games/prolog/dilemma.gp nash
%   ludex query games/prolog/dilemma.gp "force {1} uniformly : free(1)"

[...] player(1). [...] player(2).
[...] answer(silent). [...] answer(confess).

asked(1).
:- inertial said/2.

[P:A] said(P,A) :- asked(P), answer(A).
[1:A] asked(2) :- asked(1), answer(A).

sees(P,asked) :- asked(P).

% Years in prison are negative payoffs.
[...] years(silent,silent,-2). [...] years(silent,confess,-10).
[...] years(confess,silent,0). [...] years(confess,confess,-6).
[...] other(1,2). [...] other(2,1).
payoff(P,N) :- other(P,Q), said(P,A), said(Q,B), years(A,B,N).
free(P) :- payoff(P,0).
