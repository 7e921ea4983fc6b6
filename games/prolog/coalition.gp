% Three players. None of them can force p alone, but any two can.

s.
[1:a] m :- s.
[1:b] n :- s.

[2:c] p :- m.
[2:d] q :- m.

[3:e] p :- n.
[3:f] q :- n.
[3:g] o :- n.

[2:h] p :- o.
[2:i] q :- o.
