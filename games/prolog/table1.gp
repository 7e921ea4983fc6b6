% A game of two moves (Figure 1 and Table 1 of "Game Prolog").
% Player 1 chooses a or b, then player 2 chooses c or d.

s.                      % what is true at the start, and only there

[1:a] m :- s.           % after 1's action a, m is true if s was
[1:b] n :- s.

[2:c] q :- m.           % 2 can always make q true: see  force {2} : q
[2:c] p :- n.
[2:d] p :- m.
[2:d] q :- n.
