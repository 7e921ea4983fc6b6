% Who owns the zebra? Two hundred times.
main(O) :- between(1, 200, I), zebra(O), I >= 200, !.
zebra(Owner) :-
    Hs = [h(_, norwegian, _, _, _), _, h(_, _, _, milk, _), _, _],
    mem(h(red, english, _, _, _), Hs),
    mem(h(green, _, _, coffee, _), Hs),
    mem(h(_, spanish, dog, _, _), Hs),
    mem(h(_, ukrainian, _, tea, _), Hs),
    next(h(ivory, _, _, _, _), h(green, _, _, _, _), Hs),
    mem(h(_, _, snails, _, winston), Hs),
    mem(h(yellow, _, _, _, kools), Hs),
    beside(h(_, _, _, _, chesterfield), h(_, _, fox, _, _), Hs),
    beside(h(_, _, _, _, kools), h(_, _, horse, _, _), Hs),
    mem(h(_, _, _, juice, lucky), Hs),
    mem(h(_, japanese, _, _, parliament), Hs),
    beside(h(_, norwegian, _, _, _), h(blue, _, _, _, _), Hs),
    mem(h(_, Owner, zebra, _, _), Hs).
mem(X, [X|_]).
mem(X, [_|L]) :- mem(X, L).
next(A, B, [A, B|_]).
next(A, B, [_|L]) :- next(A, B, L).
beside(A, B, L) :- next(A, B, L).
beside(A, B, L) :- next(B, A, L).
