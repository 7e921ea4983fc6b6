% Naive reverse of a list of thirty: 497 inferences.
[...] app([],L,L).
app([X|A],B,[X|C]) :- app(A,B,C).
[...] nrev([],[]).
nrev([X|A],R) :- nrev(A,B), app(B,[X],R).
[...] list([1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30]).
main(R) :- list(L), nrev(L,R).
