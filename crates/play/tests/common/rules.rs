//! Small games in GDL.
#![allow(dead_code)] // tests of the protocol use a part

/// Tic-tac-toe.
pub const TIC_TAC_TOE: &str = "
(role x) (role o)
(line 1 1 1 2 1 3) (line 2 1 2 2 2 3) (line 3 1 3 2 3 3)
(line 1 1 2 1 3 1) (line 1 2 2 2 3 2) (line 1 3 2 3 3 3)
(line 1 1 2 2 3 3) (line 1 3 2 2 3 1)
(coordinate 1) (coordinate 2) (coordinate 3)
(<= (init (cell ?a ?b empty)) (coordinate ?a) (coordinate ?b))
(init (turn x))
(<= (legal ?p (mark ?a ?b)) (true (turn ?p)) (true (cell ?a ?b empty)))
(<= (legal x noop) (true (turn o)))
(<= (legal o noop) (true (turn x)))
(<= (next (cell ?a ?b ?p)) (does ?p (mark ?a ?b)))
(<= (next (cell ?a ?b ?s)) (true (cell ?a ?b ?s)) (distinct ?s empty))
(<= (marked ?a ?b) (does ?p (mark ?a ?b)))
(<= (next (cell ?a ?b empty)) (true (cell ?a ?b empty)) (not (marked ?a ?b)))
(<= (next (turn o)) (true (turn x)))
(<= (next (turn x)) (true (turn o)))
(<= (has ?p) (role ?p) (line ?a ?b ?c ?d ?e ?f)
    (true (cell ?a ?b ?p)) (true (cell ?c ?d ?p)) (true (cell ?e ?f ?p)))
(<= decided (has ?p))
(<= open (true (cell ?a ?b empty)))
(<= terminal decided)
(<= terminal (not open))
(<= (goal ?p 100) (has ?p))
(<= (goal x 0) (has o))
(<= (goal o 0) (has x))
(<= (goal ?p 50) (role ?p) (not decided))";

/// Three rounds of rock, paper, scissors, with simultaneous moves.
pub const SCISSORS: &str = "
(role left) (role right)
(shape rock) (shape paper) (shape scissors)
(beats rock scissors) (beats scissors paper) (beats paper rock)
(after 0 1) (after 1 2) (after 2 3)
(init (round 0)) (init (score left 0)) (init (score right 0))
(<= (legal ?p ?s) (role ?p) (shape ?s))
(<= (wins left) (does left ?s) (does right ?t) (beats ?s ?t))
(<= (wins right) (does left ?s) (does right ?t) (beats ?t ?s))
(<= (next (round ?m)) (true (round ?n)) (after ?n ?m))
(<= (next (score ?p ?m)) (wins ?p) (true (score ?p ?n)) (after ?n ?m))
(<= (next (score ?p ?n)) (true (score ?p ?n)) (not (wins ?p)))
(<= terminal (true (round 3)))
(less 0 1) (less 0 2) (less 0 3) (less 1 2) (less 1 3) (less 2 3)
(<= ahead-left (true (score left ?n)) (true (score right ?m)) (less ?m ?n))
(<= ahead-right (true (score left ?n)) (true (score right ?m)) (less ?n ?m))
(<= (goal left 100) ahead-left) (<= (goal right 0) ahead-left)
(<= (goal left 0) ahead-right) (<= (goal right 100) ahead-right)
(<= (goal ?p 50) (role ?p) (not ahead-left) (not ahead-right))";

/// A walk on a ring of eight places, to the far end within nine steps.
pub const RING: &str = "
(role you)
(place 0 1) (place 1 2) (place 2 3) (place 3 4) (place 4 5) (place 5 6) (place 6 7) (place 7 0)
(after 0 1) (after 1 2) (after 2 3) (after 3 4) (after 4 5) (after 5 6) (after 6 7) (after 7 8)
(after 8 9)
(init (at 0)) (init (step 0))
(legal you left) (legal you right)
(<= (next (at ?q)) (true (at ?p)) (does you right) (place ?p ?q))
(<= (next (at ?q)) (true (at ?p)) (does you left) (place ?q ?p))
(<= (next (step ?m)) (true (step ?n)) (after ?n ?m))
(<= terminal (true (at 4)))
(<= terminal (true (step 9)))
(<= (goal you 100) (true (at 4)))
(<= (goal you 0) (not (true (at 4))))";
