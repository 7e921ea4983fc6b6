% All 92 ways to place eight queens.
[...] pick(X,[X|T],T).
pick(X,[Y|T],[Y|R]) :- pick(X,T,R).
[...] safe(_,[],_).
safe(Q,[P|Ps],D) :- U is P + D, V is P - D, Q <> U, Q <> V, E is D + 1, safe(Q,Ps,E).
[...] place([],Qs,Qs).
place(Free,Qs,All) :- pick(Q,Free,Rest), safe(Q,Qs,1), place(Rest,[Q|Qs],All).
main(Qs) :- place([1,2,3,4,5,6,7,8],[],Qs).
