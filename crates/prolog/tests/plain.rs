//! The machine compared with a direct implementation of plain resolution: the same answers in the
//! same order, on random programs without actions.

use ludex_prolog::{Clause, Error, Goal, Operator, Program, Term, query};
use serde_json::Value;

use crate::common;
use common::Dice;

/// Plain resolution gave up: too many steps, or a test without an answer.
struct GaveUp;

/// Resolution of the left-most goal with the clauses in order, depth first.
struct Plain<'p> {
    clauses: &'p [Clause],
    bindings: Vec<Option<Term>>,
    steps: usize,
    answers: Vec<Vec<String>>,
    asked: Vec<Term>,
    program: &'p Program,
}

impl Plain<'_> {
    fn deref(&self, term: &Term) -> Term {
        match term {
            Term::Variable(v) => match &self.bindings[*v as usize] {
                Some(value) => self.deref(value),
                None => term.clone(),
            },
            _ => term.clone(),
        }
    }

    fn full(&self, term: &Term) -> Term {
        match self.deref(term) {
            Term::Compound(name, parts) => {
                Term::Compound(name, parts.iter().map(|part| self.full(part)).collect())
            }
            other => other,
        }
    }

    /// Unifies with the occurs check; bound variables are added to `bound`, to be undone.
    fn unify(&mut self, a: &Term, b: &Term, bound: &mut Vec<usize>) -> bool {
        match (self.deref(a), self.deref(b)) {
            (Term::Variable(v), Term::Variable(w)) if v == w => true,
            (Term::Variable(v), other) | (other, Term::Variable(v)) => {
                let mut inside = false;
                self.full(&other).each_variable(&mut |w| inside |= v == w);
                if !inside {
                    self.bindings[v as usize] = Some(other);
                    bound.push(v as usize);
                }
                !inside
            }
            (Term::Compound(f, xs), Term::Compound(g, ys)) => {
                f == g
                    && xs.len() == ys.len()
                    && xs.iter().zip(&ys).all(|(x, y)| self.unify(x, y, bound))
            }
            (a, b) => a == b,
        }
    }

    fn undo(&mut self, bound: Vec<usize>) {
        bound.into_iter().for_each(|v| self.bindings[v] = None);
    }

    fn number(&self, term: &Term) -> Result<i64, GaveUp> {
        match self.deref(term) {
            Term::Integer(number) => Ok(number),
            Term::Compound(name, parts) if parts.len() == 2 => {
                let (a, b) = (self.number(&parts[0])?, self.number(&parts[1])?);
                match self.program.symbols().name(name) {
                    "+" => Ok(a + b),
                    "-" => Ok(a - b),
                    "*" => Ok(a * b),
                    _ => Err(GaveUp),
                }
            }
            _ => Err(GaveUp),
        }
    }

    fn solve(&mut self, goals: &[Goal]) -> Result<(), GaveUp> {
        self.steps += 1;
        if self.steps > 3000 {
            return Err(GaveUp);
        }
        let Some((first, rest)) = goals.split_first() else {
            let answer = self.shown();
            if !self.answers.contains(&answer) {
                self.answers.push(answer);
            }
            return Ok(());
        };
        let mut bound = Vec::new();
        match first {
            Goal::Test(operator, left, right) => {
                let fine = match operator {
                    Operator::Unify => self.unify(left, right, &mut bound),
                    Operator::Is => {
                        let value = Term::Integer(self.number(right)?);
                        self.unify(left, &value, &mut bound)
                    }
                    Operator::Different => {
                        let (left, right) = (self.full(left), self.full(right));
                        if !left.is_ground() || !right.is_ground() {
                            return Err(GaveUp);
                        }
                        left != right
                    }
                    _ => self.number(left)? < self.number(right)?,
                };
                if fine {
                    self.solve(rest)?;
                }
                self.undo(bound);
            }
            Goal::Not(inner) => {
                let known = self.answers.len();
                let asked = std::mem::take(&mut self.asked);
                let answers = std::mem::take(&mut self.answers);
                let Goal::Atom(_, atom) = &**inner else { return Err(GaveUp) };
                if !self.full(atom).is_ground() {
                    return Err(GaveUp);
                }
                self.solve(std::slice::from_ref(inner))?;
                let found = !std::mem::replace(&mut self.answers, answers).is_empty();
                self.asked = asked;
                assert_eq!(self.answers.len(), known);
                if !found {
                    self.solve(rest)?;
                }
            }
            Goal::Atom(_, atom) => {
                for clause in self.clauses {
                    let (head, body) = self.renamed(clause);
                    let mut bound = Vec::new();
                    if self.unify(atom, &head, &mut bound) {
                        self.solve(&[&body[..], rest].concat())?;
                    }
                    self.undo(bound);
                }
            }
        }
        Ok(())
    }

    fn renamed(&mut self, clause: &Clause) -> (Term, Vec<Goal>) {
        let base = self.bindings.len() as u32;
        self.bindings.resize(self.bindings.len() + clause.variables.len(), None);
        let body = clause.body.iter().map(|goal| shifted_goal(goal, base)).collect();
        (shifted(&clause.head, base), body)
    }

    /// Returns the values of the query, with variables as `_1`, `_2` and so on.
    fn shown(&self) -> Vec<String> {
        let terms: Vec<Term> = self.asked.iter().map(|term| self.full(term)).collect();
        let mut seen = Vec::new();
        let mut see = |v| {
            if !seen.contains(&v) {
                seen.push(v);
            }
        };
        terms.iter().for_each(|term| term.each_variable(&mut see));
        let named = |text: String| {
            (1..=seen.len()).fold(text, |text, n| text.replace(&stand_in(n), &format!("_{n}")))
        };
        terms.iter().map(|term| named(self.program.show(&numbered(term, &seen)))).collect()
    }
}

fn shifted(term: &Term, base: u32) -> Term {
    match term {
        Term::Variable(v) => Term::Variable(v + base),
        Term::Compound(name, parts) => {
            Term::Compound(*name, parts.iter().map(|part| shifted(part, base)).collect())
        }
        other => other.clone(),
    }
}

fn shifted_goal(goal: &Goal, base: u32) -> Goal {
    match goal {
        Goal::Atom(prefix, atom) => Goal::Atom(prefix.clone(), shifted(atom, base)),
        Goal::Not(inner) => Goal::Not(Box::new(shifted_goal(inner, base))),
        Goal::Test(operator, left, right) => {
            Goal::Test(*operator, shifted(left, base), shifted(right, base))
        }
    }
}

/// Returns a term with its variables replaced by numbers that no program uses.
fn numbered(term: &Term, seen: &[u32]) -> Term {
    match term {
        Term::Variable(v) => {
            let place = seen.iter().position(|w| w == v).unwrap_or(0);
            Term::Integer(900_001 + place as i64)
        }
        Term::Compound(name, parts) => {
            Term::Compound(*name, parts.iter().map(|part| numbered(part, seen)).collect())
        }
        other => other.clone(),
    }
}

const LISTS: &str = "app([],L,L). app([X|A],B,[X|C]) :- app(A,B,C).
mem(X,[X|_]). mem(X,[_|L]) :- mem(X,L).
sel(X,[X|T],T). sel(X,[Y|T],[Y|R]) :- sel(X,T,R).
perm([],[]). perm(L,[X|P]) :- sel(X,L,R), perm(R,P).
len([],0). len([_|L],N) :- len(L,M), N is M + 1.
down(0,[]). down(N,[N|L]) :- 0 < N, M is N - 1, down(M,L).
";

/// Returns a random term; variables come from a small set, so that they coincide.
fn term(dice: &mut Dice, depth: usize) -> String {
    match dice.below(if depth == 0 { 6 } else { 10 }) {
        0..=2 => ["X", "Y", "Z", "W"][dice.below(4)].to_owned(),
        3 => dice.below(4).to_string(),
        4 => ["a", "b", "c"][dice.below(3)].to_owned(),
        5 => "[]".to_owned(),
        6 | 7 => format!("[{}|{}]", term(dice, depth - 1), term(dice, depth - 1)),
        8 => format!("f({})", term(dice, depth - 1)),
        _ => format!("g({},{})", term(dice, depth - 1), term(dice, depth - 1)),
    }
}

fn ground_list(dice: &mut Dice) -> String {
    let items: Vec<String> = (0..dice.below(4)).map(|_| dice.below(4).to_string()).collect();
    format!("[{}]", items.join(","))
}

/// Returns a goal that calls a random predicate below this one, a list predicate, or a test.
fn goal(dice: &mut Dice, below: usize) -> String {
    match dice.below(12) {
        0 => format!("app({},{},{})", term(dice, 1), term(dice, 0), ground_list(dice)),
        1 => format!("mem({},{})", term(dice, 1), ground_list(dice)),
        2 => format!("perm({},{})", ground_list(dice), term(dice, 1)),
        3 => format!("app({},{},{})", ground_list(dice), term(dice, 1), term(dice, 1)),
        4 => format!("len({},{})", ground_list(dice), term(dice, 0)),
        5 => format!("down({},{})", dice.below(4), term(dice, 1)),
        6 => format!("{} = {}", term(dice, 2), term(dice, 2)),
        7 => format!("mem(W,[3,1,2]), {} is W + {}", ["X", "Y", "Z"][dice.below(3)], dice.below(3)),
        8 => format!("mem(W,[3,1,2]), W < {}", dice.below(4)),
        9 => format!("mem(Y,{}), NOT mem(Y,{})", ground_list(dice), ground_list(dice)),
        _ if below == 0 => format!("mem({},[a,f(b),[c]])", term(dice, 1)),
        _ => format!("p{}({},{})", dice.below(below), term(dice, 1), term(dice, 1)),
    }
}

fn program(seed: u64) -> String {
    let dice = &mut Dice::new(seed);
    let mut text = String::from(LISTS);
    for number in 0..4 {
        for _ in 0..1 + dice.below(4) {
            let head = format!("p{number}({},{})", term(dice, 2), term(dice, 1));
            let goals: Vec<String> = (0..dice.below(3)).map(|_| goal(dice, number)).collect();
            text += &match goals.is_empty() {
                true => format!("{head}.\n"),
                false => format!("{head} :- {}.\n", goals.join(", ")),
            };
        }
    }
    text
}

#[test]
fn answers_and_their_order_are_those_of_plain_resolution() {
    let (mut compared, mut answers, mut several) = (0, 0, 0);
    for seed in 0..4000 {
        let text = program(seed);
        let program = Program::read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let (asked, goals) = program.goals("p3(Q,R)").expect("a goal");
        let mut plain = Plain {
            clauses: asked.clauses(),
            bindings: vec![None; 2],
            steps: 0,
            answers: Vec::new(),
            asked: vec![Term::Variable(0), Term::Variable(1)],
            program: &asked,
        };
        if plain.solve(&goals.goals).is_err() {
            continue;
        }
        let found = match query(&program, "?- p3(Q,R).") {
            Ok(answer) => answer.result,
            Err(Error::Program(error) | Error::Query(error)) => panic!("{error}\n{text}"),
        };
        let value = |answer: &Value, name: &str| {
            answer["bindings"][name].as_str().expect("a value").to_owned()
        };
        let found: Vec<Vec<String>> = found
            .as_array()
            .expect("answers")
            .iter()
            .map(|answer| vec![value(answer, "Q"), value(answer, "R")])
            .collect();
        assert_eq!(found, plain.answers, "seed {seed}\n{text}");
        compared += 1;
        answers += found.len();
        several += usize::from(found.len() > 1);
    }
    assert!(
        compared > 2500 && several > 500,
        "{compared} programs, {several} with several answers"
    );
    println!("{compared} programs, {answers} answers, {several} programs with several");
}

/// Returns the number that stands for a variable.
fn stand_in(number: usize) -> String {
    (900_000 + number).to_string()
}
