% The converse modality: what was true before the last action.
% 1 hides a coin left or right; 2 guesses; the judge looks back at what 1 did.

start.
[1:left] hidden :- start.
[1:right] hidden :- start.

[2:guess(left)] right_guess :- [1:left-] start.
[2:guess(left)] wrong_guess :- [1:right-] start.
[2:guess(right)] right_guess :- [1:right-] start.
[2:guess(right)] wrong_guess :- [1:left-] start.

[2:peek] seen(left) :- [1:left-] start, hidden.
[2:peek] seen(right) :- [1:right-] start, hidden.

win(2) :- right_guess.
win(1) :- wrong_guess.
win(2) :- seen(Side).
