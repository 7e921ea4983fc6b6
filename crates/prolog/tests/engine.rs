//! The machine: recursion, negation, arithmetic, lists, modal goals.

use ludex_base::Random;
use ludex_prolog::{Error, Program, query};
use serde_json::{Value, json};

fn ask(program: &str, question: &str) -> Value {
    let program = Program::read(program).unwrap_or_else(|error| panic!("{error}"));
    query(&program, question).unwrap_or_else(|error| panic!("{question}: {error}")).result
}

/// Returns the values of one variable.
fn values(program: &str, goals: &str, variable: &str) -> Vec<String> {
    let answers = ask(program, &format!("?- {goals}."));
    let value = |answer: &Value| answer["bindings"][variable].as_str().expect("a text").to_owned();
    answers.as_array().expect("a list").iter().map(value).collect()
}

fn fault(program: &str, question: &str) -> String {
    let program = Program::read(program).expect("a program");
    match query(&program, question) {
        Err(Error::Program(error) | Error::Query(error)) => error.message,
        other => panic!("{question}: {other:?}"),
    }
}

#[test]
fn left_recursion_and_loops_end() {
    let graph = "[...] edge(a,b). [...] edge(b,c). [...] edge(c,a). [...] edge(c,d).
        path(X,Y) :- path(X,Z), edge(Z,Y).  path(X,Y) :- edge(X,Y).";
    let mut reached = values(graph, "path(a,X)", "X");
    reached.sort();
    assert_eq!(reached, ["a", "b", "c", "d"]);
    assert_eq!(ask(graph, "holds [] : path(d,X)"), false);
    assert_eq!(ask("p :- p. q :- r. r :- q. s.", "holds [] : p"), false);
    assert_eq!(ask("p :- q. q :- p. q :- s. s.", "holds [] : p"), true);
}

#[test]
fn mutual_recursion_finds_all_answers() {
    let text = "[...] n(0). even(0) :- n(0). odd(Y) :- even(X), X < 9, Y is X + 1.
        even(Y) :- odd(X), X < 9, Y is X + 1.";
    let mut even = values(text, "even(X)", "X");
    even.sort();
    assert_eq!(even, ["0", "2", "4", "6", "8"]);
    assert_eq!(values(text, "odd(X)", "X").len(), 5);
}

#[test]
fn tables_agree_with_the_closure_of_random_graphs() {
    for seed in 0..200_u64 {
        let mut random = Random::new(seed);
        let n = 2 + random.below(5);
        let mut closure = vec![vec![false; n]; n];
        let mut text = String::new();
        for _ in 0..random.below(2 * n) {
            let (a, b) = (random.below(n), random.below(n));
            closure[a][b] = true;
            text += &format!("[...] e({a},{b}).\n");
        }
        text += [
            "t(X,Y) :- e(X,Y). t(X,Y) :- t(X,Z), t(Z,Y).",
            "t(X,Y) :- t(X,Z), e(Z,Y). t(X,Y) :- e(X,Y).",
            "t(X,Y) :- e(X,Z), t(Z,Y). t(X,Y) :- e(X,Y).",
            "t(X,Y) :- u(X,Y). u(X,Y) :- e(X,Z), t(Z,Y). u(X,Y) :- e(X,Y).",
        ][random.below(4)];
        text += " [...] e(x,x). no(X,Y) :- e(X,_), e(Y,_), NOT t(X,Y).";
        for k in 0..n {
            for i in 0..n {
                for j in 0..n {
                    closure[i][j] |= closure[i][k] && closure[k][j];
                }
            }
        }
        for (i, row) in closure.iter().enumerate() {
            let expected: Vec<String> = (0..n).filter(|&j| row[j]).map(|j| j.to_string()).collect();
            let mut found = values(&text, &format!("t({i},Y)"), "Y");
            found.sort();
            assert_eq!(found, expected, "{text}");
        }
    }
}

#[test]
fn negation_is_by_strata() {
    let moves = "[...] m(a,b). [...] m(b,c). [...] m(c,d). win(X) :- m(X,Y), NOT win(Y).";
    let mut won = values(moves, "win(X)", "X");
    won.sort();
    assert_eq!(won, ["a", "c"]);
    let circle = "[...] m(a,b). [...] m(b,a). win(X) :- m(X,Y), NOT win(Y).";
    assert!(fault(circle, "holds [] : win(a)").starts_with("negation through a loop"));
    assert!(fault("p :- NOT p.", "holds [] : p").starts_with("negation through a loop"));
}

#[test]
fn unbound_variables_are_faults_and_late_bindings_are_awaited() {
    assert!(fault("p(X) :- X < 3.", "holds [] : p(Y)").contains("has no value"));
    assert!(fault("q(1). p(X) :- NOT q(X).", "holds [] : p(Y)").contains("unsafe negation"));
    assert!(fault("p(X) :- X <> a.", "holds [] : p(Y)").contains("has no value"));
    assert!(fault("p :- 1 is foo + 1.", "holds [] : p").contains("`foo` is no number"));
    assert!(fault("p :- X is 1 // 0.", "holds [] : p").contains("division by zero"));
    let late = "n(1). n(2). n(3). p(X) :- X > 1, NOT q(X), n(X). q(3).";
    assert_eq!(values(late, "p(X)", "X"), ["2"]);
    // A guard before a recursive call is tried where it is written.
    let count = "[...] zero(0). down(N,M) :- N > 0, K is N - 1, down(K,M). down(N,N) :- zero(N).";
    assert_eq!(values(count, "down(2000,X)", "X"), ["0"]);
}

#[test]
fn arithmetic() {
    let value = |text: &str| values("s.", &format!("X is {text}"), "X").join(" ");
    assert_eq!(value("2 + 3 * 4 - 1"), "13");
    assert_eq!(value("(2 + 3) * -4"), "-20");
    assert_eq!(value("7 // 2 + 7 mod 3"), "4");
    assert_eq!(value("-7 mod 3"), "2");
    assert_eq!(value("6 / 3 + max(2,5) - min(1,0) + abs(-3)"), "10");
    assert_eq!(value("10 - 3 - 2"), "5");
    assert_eq!(
        ask("s.", "?- 1 + 1 =:= 2, 3 =\\= 4, 2 >= 2, f(1) <> f(2)."),
        json!([{"plan": "[]", "bindings": {}}])
    );
}

#[test]
fn lists() {
    assert_eq!(values("s.", "append([1,2],[3],X)", "X"), ["[1,2,3]"]);
    assert_eq!(values("s.", "append(X,[3],[1,2,3])", "X"), ["[1,2]"]);
    assert_eq!(values("s.", "append(X,_,[1,2])", "X"), ["[]", "[1]", "[1,2]"]);
    assert_eq!(values("s.", "member(X,[a,f(B),[]])", "X"), ["a", "f(_1)", "[]"]);
    assert_eq!(values("s.", "reverse([1,2,3],X)", "X"), ["[3,2,1]"]);
    assert_eq!(values("s.", "length([a,b,c],X)", "X"), ["3"]);
    assert_eq!(values("s.", "[H|T] = [1,2,3], X = T", "X"), ["[2,3]"]);
    let own = "member(X,Y) :- X = mine, Y = Y.";
    assert_eq!(values(own, "member(X,[1])", "X"), ["mine"]);
}

#[test]
fn the_occurs_check_is_on() {
    assert_eq!(ask("p(X,f(X)).", "holds [] : p(Y,Y)"), false);
    assert_eq!(ask("p(f(X),X).", "holds [] : p(Y,Y)"), false);
    assert_eq!(ask("p(X,X).", "holds [] : p(Y,f(Y))"), false);
    assert_eq!(ask("p(f(g(X)),X).", "holds [] : p(A,h(A))"), false);
    assert_eq!(ask("p(X,f(g(X))).", "holds [] : p(A,A)"), false);
    let inside = "s. app([],L,L). app([X|A],B,[X|C]) :- app(A,B,C).";
    assert_eq!(ask(inside, "holds [] : L = [a|T], app([L],[],T)"), false);
    assert_eq!(ask("s.", "?- X = f(X)."), json!([]));
    assert_eq!(ask("p(f(X),X).", "holds [] : p(Y,a)"), true);
}

#[test]
fn modal_goals_look_ahead() {
    let text = "s. [1:a] m :- s. [1:b] n :- s. good(P) :- [P:a] m. ahead :- [1:a] m, NOT [1:b] m.
        any :- [P:b] n. two :- [1:a][2:c] p. [2:c] p :- m. branch :- [1:a + 1:b] n.";
    assert_eq!(ask(text, "holds [] : ahead"), true);
    assert_eq!(ask(text, "holds [] : any"), true);
    assert_eq!(ask(text, "holds [] : two"), true);
    assert_eq!(ask(text, "holds [] : branch"), true);
    assert_eq!(ask(text, "holds [1:a] : ahead"), false);
    assert_eq!(values(text, "good(X)", "X"), ["1"]);
}

#[test]
fn modal_goals_that_come_back_to_themselves_end() {
    assert_eq!(ask("s. p :- [1:a] p. [1:a] s :- s.", "holds [] : p"), false);
    let text = "s. [1:a] s :- s. [1:a] q :- s. p :- [1:a] p. p :- [1:a] q.";
    assert_eq!(ask(text, "holds [] : p"), true);
    // The scenery after the action depends on its own atoms.
    let circular = "s. [1:a] p :- s, [1:a] q. [1:a] q :- s. [1:a] r :- [1:a] r.";
    assert_eq!(ask(circular, "scenery [1:a]"), json!(["p", "q"]));
}

#[test]
fn facts_with_variables_hold_for_everything() {
    let text = "likes(X,wine). [1:a] likes(X,Y) :- likes(X,Y).";
    assert_eq!(ask(text, "holds [] : likes(ann,wine)"), true);
    assert_eq!(ask(text, "holds [1:a] : likes(bob,wine)"), true);
    assert_eq!(ask(text, "holds [1:a] : likes(bob,beer)"), false);
}

#[test]
fn traces_follow_the_clauses() {
    let text =
        "s. [1:a] m :- s. [1:b] n :- s. [2:c] q :- m. [2:c] p :- n. [2:d] p :- m. [2:d] q :- n.";
    assert_eq!(
        ask(text, "trace p"),
        json!(["EXT(5) [2:c]", "EXT(3) [1:b][2:c]", "RED(1) [1:b][2:c]"])
    );
    assert_eq!(ask(text, "trace zzz"), json!([]));
    let program = Program::read(
        "[...] n(1). [...] n(2). s. [1:go(X)] at(X) :- s, n(X), NOT shut(X). [...] shut(1).",
    )
    .expect("a program");
    let answer = query(&program, "trace at(Y)").expect("asked");
    assert_eq!(answer.result, json!(["EXT(4) [1:go(Y)]", "RED(3) [1:go(Y)]", "RED(2) [1:go(2)]"]));
    let table = answer.witness.expect("a table");
    assert_eq!(table["steps"][2]["unifier"], json!({"Y": "2"}));
    assert_eq!(table["steps"][0]["unifier"], json!({"X_1": "Y"}));
    assert_eq!(table["steps"][2]["goals"], "← NOT shut(2)");
    assert!(table["svg"].as_str().expect("a drawing").starts_with("<svg"));
}
