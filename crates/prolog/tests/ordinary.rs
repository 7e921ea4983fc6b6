//! Ordinary programs at random, against an interpreter written for this test alone: terms as trees,
//! goals with continuations, no compilation. `LUDEX_RANDOM=20000` asks that many questions.

use std::cell::Cell;
use std::collections::HashMap;
use std::rc::Rc;

use ludex_base::{Budget, NoAnswer};
use ludex_game::below;
use ludex_prolog::{Ordinary, Solutions};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// A term or a goal.
#[derive(Clone, PartialEq, Debug)]
enum Term {
    Var(usize),
    Int(i64),
    Atom(&'static str),
    Of(&'static str, Rc<Vec<Term>>),
}

use Term::{Atom, Int, Of, Var};

fn of(name: &'static str, parts: &[Term]) -> Term {
    Of(name, Rc::new(parts.to_vec()))
}

impl Term {
    fn text(&self) -> String {
        match self {
            Var(n) if *n >= 1000 => format!("_G{n}"),
            Var(n) => format!("V{n}"),
            Int(n) => n.to_string(),
            Atom(name) => (*name).into(),
            Of("findall", p) => {
                format!("findall({}, {}, {})", p[0].text(), p[1].text(), p[2].text())
            }
            Of(name @ ("," | ";" | "->"), p) => {
                format!("({} {name} {})", p[0].text(), p[1].text())
            }
            Of(name @ ("=" | "==" | "<" | "is" | "+"), p) => {
                format!("{} {name} {}", p[0].text(), p[1].text())
            }
            Of("\\+", p) => format!("\\+ ({})", p[0].text()),
            Of("[|]", p) => format!("[{}|{}]", p[0].text(), p[1].text()),
            Of(name, p) => {
                let parts: Vec<String> = p.iter().map(Term::text).collect();
                format!("{name}({})", parts.join(", "))
            }
        }
    }

    fn shifted(&self, by: usize) -> Term {
        match self {
            Var(n) => Var(n + by),
            Of(name, p) => Of(name, Rc::new(p.iter().map(|t| t.shifted(by)).collect())),
            other => other.clone(),
        }
    }
}

type Clause = (Term, Term);

// --- the oracle ----------------------------------------------------------------------------------

/// How the search goes on: what did not simply fail.
enum Flow {
    Fail,
    Enough,
    Cut(usize),
    Throw(Term),
    /// An exception from after the goal with this number: not to be caught by it.
    Passed(usize, Term),
    Exhausted,
}

struct Oracle<'p> {
    clauses: &'p [Clause],
    steps: usize,
    fresh: usize,
    next: usize,
}

type Env = HashMap<usize, Term>;

fn value(env: &Env, term: &Term) -> Term {
    match term {
        Var(n) => match env.get(n) {
            Some(bound) => value(env, bound),
            None => term.clone(),
        },
        Of(name, p) => Of(name, Rc::new(p.iter().map(|t| value(env, t)).collect())),
        other => other.clone(),
    }
}

fn unify(env: &mut Env, left: &Term, right: &Term) -> bool {
    let (left, right) = (value(env, left), value(env, right));
    match (&left, &right) {
        (Var(a), Var(b)) if a == b => true,
        (Var(a), _) => bind(env, *a, right),
        (_, Var(b)) => bind(env, *b, left),
        (Of(f, p), Of(g, q)) => {
            f == g && p.len() == q.len() && p.iter().zip(q.iter()).all(|(a, b)| unify(env, a, b))
        }
        _ => left == right,
    }
}

thread_local! {
    /// Whether a question is skipped: a variable was to be bound to a term that contains it, or an
    /// error was caught.
    static SKIPPED: Cell<bool> = const { Cell::new(false) };
}

fn occurs(variable: usize, term: &Term) -> bool {
    match term {
        Var(n) => *n == variable,
        Of(_, p) => p.iter().any(|part| occurs(variable, part)),
        _ => false,
    }
}

fn bind(env: &mut Env, variable: usize, term: Term) -> bool {
    if occurs(variable, &term) {
        SKIPPED.set(true);
        return false;
    }
    env.insert(variable, term);
    true
}

/// Returns the exception of a wrong goal; which of its faults is reported is nobody's business.
fn error() -> Term {
    of("error", &[Atom("any")])
}

fn number(env: &Env, term: &Term) -> Result<i64, Term> {
    match value(env, term) {
        Int(n) => Ok(n),
        Of("+", p) => Ok(number(env, &p[0])? + number(env, &p[1])?),
        Var(_) => Err(error()),
        _ => Err(error()),
    }
}

type Next<'k> = &'k mut dyn FnMut(&mut Oracle, &mut Env) -> Flow;

impl Oracle<'_> {
    /// Returns a term with new variables.
    fn copied(&mut self, term: &Term) -> Term {
        self.copy(term, &mut HashMap::new())
    }

    fn copy(&mut self, term: &Term, known: &mut HashMap<usize, usize>) -> Term {
        match term {
            Var(n) => Var(*known.entry(*n).or_insert_with(|| {
                self.fresh += 50;
                self.fresh
            })),
            Of(name, p) => Of(name, Rc::new(p.iter().map(|t| self.copy(t, known)).collect())),
            other => other.clone(),
        }
    }

    fn level(&mut self) -> usize {
        self.next += 1;
        self.next
    }

    fn solve(&mut self, goal: &Term, env: &mut Env, cut: usize, then: Next) -> Flow {
        self.steps += 1;
        if self.steps > 1500 {
            return Flow::Exhausted;
        }
        match goal {
            Var(_) => match value(env, goal) {
                Var(_) => Flow::Throw(error()),
                goal => self.call(&goal, env, then),
            },
            Int(_) => Flow::Throw(error()),
            Atom("true") => then(self, env),
            Atom("fail") => Flow::Fail,
            Atom("!") => match then(self, env) {
                Flow::Fail => Flow::Cut(cut),
                other => other,
            },
            Of(",", p) => {
                self.solve(&p[0], env, cut, &mut |oracle, env| oracle.solve(&p[1], env, cut, then))
            }
            Of(";", p) => {
                if let Of("->", branch) = &p[0] {
                    return self.choose(&branch[0], &branch[1], &p[1], env, cut, then);
                }
                match self.solve(&p[0], &mut env.clone(), cut, then) {
                    Flow::Fail => self.solve(&p[1], env, cut, then),
                    other => other,
                }
            }
            Of("->", p) => self.choose(&p[0], &p[1], &Atom("fail"), env, cut, then),
            Of("\\+", p) => self.choose(&p[0], &Atom("fail"), &Atom("true"), env, cut, then),
            Of("call", p) => {
                let goal = value(env, &p[0]);
                self.call(&goal, env, then)
            }
            Of("=", p) => match unify(env, &p[0], &p[1]) {
                true => then(self, env),
                false => Flow::Fail,
            },
            Of("==", p) => match value(env, &p[0]) == value(env, &p[1]) {
                true => then(self, env),
                false => Flow::Fail,
            },
            Of("is", p) => match number(env, &p[1]) {
                Ok(n) if unify(env, &p[0], &Int(n)) => then(self, env),
                Ok(_) => Flow::Fail,
                Err(ball) => Flow::Throw(ball),
            },
            Of("<", p) => match (number(env, &p[0]), number(env, &p[1])) {
                (Ok(a), Ok(b)) if a < b => then(self, env),
                (Ok(_), Ok(_)) => Flow::Fail,
                (Err(ball), _) | (_, Err(ball)) => Flow::Throw(ball),
            },
            Of("throw", p) => match value(env, &p[0]) {
                Var(_) => Flow::Throw(error()),
                ball => Flow::Throw(ball),
            },
            Of("catch", p) => self.catch(p, env, then),
            Of("findall", p) => {
                let mut found = Vec::new();
                let (template, goal) = (&p[0], value(env, &p[1]));
                let flow = self.call(&goal, &mut env.clone(), &mut |_, env| {
                    found.push(value(env, template));
                    Flow::Fail
                });
                let Flow::Fail = flow else { return flow };
                let mut list = Atom("[]");
                for term in found.into_iter().rev() {
                    list = of("[|]", &[self.copied(&term), list]);
                }
                match unify(env, &p[2], &list) {
                    true => then(self, env),
                    false => Flow::Fail,
                }
            }
            _ => self.predicate(goal, env, then),
        }
    }

    /// Runs a goal whose cuts are its own.
    fn call(&mut self, goal: &Term, env: &mut Env, then: Next) -> Flow {
        let level = self.level();
        match goal {
            Int(_) => return Flow::Throw(error()),
            Var(_) => return Flow::Throw(error()),
            _ => {}
        }
        match self.solve(goal, env, level, then) {
            Flow::Cut(cut) if cut == level => Flow::Fail,
            other => other,
        }
    }

    fn choose(
        &mut self,
        test: &Term,
        yes: &Term,
        no: &Term,
        env: &mut Env,
        cut: usize,
        then: Next,
    ) -> Flow {
        let (level, mut found) = (self.level(), None);
        let flow = self.solve(test, &mut env.clone(), level, &mut |_, env| {
            found = Some(env.clone());
            Flow::Cut(level)
        });
        match (flow, found) {
            (Flow::Cut(own), Some(mut env)) if own == level => self.solve(yes, &mut env, cut, then),
            (Flow::Cut(own), None) if own == level => self.solve(no, env, cut, then),
            (Flow::Fail, _) => self.solve(no, env, cut, then),
            (other, _) => other,
        }
    }

    fn catch(&mut self, p: &[Term], env: &mut Env, then: Next) -> Flow {
        let level = self.level();
        let goal = value(env, &p[0]);
        let flow = self.call(&goal, &mut env.clone(), &mut |oracle, env| match then(oracle, env) {
            Flow::Throw(ball) => Flow::Passed(level, ball),
            other => other,
        });
        match flow {
            Flow::Passed(own, ball) if own == level => Flow::Throw(ball),
            Flow::Throw(ball) => {
                // The terms of errors are not compared, so that nothing may depend on them.
                SKIPPED.set(SKIPPED.get() || ball == error());
                let ball = self.copied(&ball);
                let mut inner = env.clone();
                match unify(&mut inner, &p[1], &ball) {
                    true => {
                        let goal = value(&inner, &p[2]);
                        self.call(&goal, &mut inner, then)
                    }
                    false => Flow::Throw(ball),
                }
            }
            other => other,
        }
    }

    fn predicate(&mut self, goal: &Term, env: &mut Env, then: Next) -> Flow {
        let level = self.level();
        let clauses = self.clauses;
        for (head, body) in clauses {
            self.fresh += 50;
            let (head, body) = (head.shifted(self.fresh), body.shifted(self.fresh));
            let mut inner = env.clone();
            if !unify(&mut inner, goal, &head) {
                continue;
            }
            match self.solve(&body, &mut inner, level, then) {
                Flow::Fail => {}
                Flow::Cut(cut) if cut == level => return Flow::Fail,
                other => return other,
            }
        }
        Flow::Fail
    }
}

// --- random programs -----------------------------------------------------------------------------

struct Dice(Xoshiro256PlusPlus);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        below(&mut self.0, sides)
    }

    fn term(&mut self, depth: usize) -> Term {
        match self.roll(if depth == 0 { 6 } else { 9 }) {
            0..3 => Var(self.roll(4)),
            3 => Atom("a"),
            4 => Atom("b"),
            5 => Int(self.roll(3) as i64),
            6 => of("f", &[self.term(depth - 1)]),
            7 => of("g", &[self.term(depth - 1), self.term(depth - 1)]),
            _ => of("[|]", &[self.term(depth - 1), self.term(depth - 1)]),
        }
    }

    fn atom(&mut self) -> Term {
        match self.roll(4) {
            0 => Atom("p"),
            1 => of("q", &[self.term(1)]),
            2 => of("r", &[self.term(1), self.term(1)]),
            _ => of("s", &[self.term(2)]),
        }
    }

    fn goal(&mut self, depth: usize) -> Term {
        if depth == 0 {
            return match self.roll(12) {
                0..5 => self.atom(),
                5 | 6 => of("=", &[self.term(1), self.term(1)]),
                7 => Atom("!"),
                8 => Atom(["true", "fail"][self.roll(2)]),
                9 => of("==", &[self.term(1), self.term(1)]),
                10 => of("is", &[Var(self.roll(4)), of("+", &[self.term(0), Int(1)])]),
                _ => of("<", &[self.term(0), self.term(0)]),
            };
        }
        let kind = self.roll(10);
        let mut inner = || self.goal(depth - 1);
        match kind {
            0..4 => of(",", &[inner(), inner()]),
            4 => of(";", &[inner(), inner()]),
            5 => of(";", &[of("->", &[inner(), inner()]), inner()]),
            6 => of("\\+", &[inner()]),
            7 => of("call", &[inner()]),
            8 => of("findall", &[Var(0), inner(), Var(1)]),
            _ => {
                let goal = inner();
                let thrown = of("throw", &[self.term(1)]);
                let goal = if self.roll(2) == 0 { of(",", &[goal, thrown]) } else { goal };
                of("catch", &[goal, self.term(1), self.goal(depth - 1)])
            }
        }
    }

    fn program(&mut self) -> Vec<Clause> {
        let mut clauses = vec![
            (Atom("p"), Atom("true")),
            (of("q", &[Atom("a")]), Atom("true")),
            (of("r", &[Int(1), Atom("b")]), Atom("true")),
            (of("s", &[Var(0)]), of("=", &[Var(0), of("f", &[Int(2)])])),
        ];
        for _ in 0..2 + self.roll(6) {
            let depth = self.roll(3);
            let clause = (self.atom(), self.goal(depth));
            let at = self.roll(clauses.len() + 1);
            clauses.insert(at, clause);
        }
        clauses
    }
}

/// The most answers that are compared.
const COMPARED: usize = 8;

/// Returns the text of an exception: of errors only their kind is compared.
fn ball_text(text: &str) -> String {
    match text {
        _ if text.contains("a variable has no value") => "error(any)".into(),
        _ if text.contains("expected ") => "error(any)".into(),
        _ => renamed(text.strip_prefix("nothing caught the exception ").unwrap_or(text)),
    }
}

/// Returns a text with variables `_G7` numbered in the order in which they occur.
fn renamed(text: &str) -> String {
    let mut parts = text.split("_G");
    let (mut renamed, mut seen) = (parts.next().unwrap_or("").to_owned(), Vec::new());
    for part in parts {
        let end = part.find(|c: char| !c.is_ascii_digit()).unwrap_or(part.len());
        let place = seen.iter().position(|other| *other == &part[..end]).unwrap_or_else(|| {
            seen.push(&part[..end]);
            seen.len() - 1
        });
        renamed += &format!("_{}{}", place + 1, &part[end..]);
    }
    renamed
}

fn answers(program: &Ordinary, goal: &Term) -> Vec<String> {
    let budget = Budget { max_bytes: 16 << 20, ..Budget::default() };
    let text = goal.text();
    let solutions = Solutions::new(program, &text, &budget, 2_000_000).expect("a goal");
    let mut found = Vec::new();
    for answer in solutions.take(COMPARED) {
        match answer {
            Ok(bindings) => {
                let values: Vec<String> = bindings.into_iter().map(|(_, value)| value).collect();
                found.push(values.join(" & "));
            }
            Err(NoAnswer::Invalid(why)) => found.push(format!("throws {}", ball_text(&why))),
            Err(NoAnswer::Stopped(why)) => found.push(format!("stopped {why}")),
        }
    }
    found
}

/// Writes values with variables numbered in the order in which they occur.
fn written(values: &[Term]) -> String {
    fn write(term: &Term, seen: &mut Vec<usize>) -> String {
        match term {
            Var(n) => {
                let place = seen.iter().position(|other| other == n).unwrap_or_else(|| {
                    seen.push(*n);
                    seen.len() - 1
                });
                format!("_{}", place + 1)
            }
            Of("[|]", p) => {
                let (mut text, mut rest) = (format!("[{}", write(&p[0], seen)), p[1].clone());
                while let Of("[|]", p) = &rest {
                    text += &format!(",{}", write(&p[0], seen));
                    rest = p[1].clone();
                }
                match rest {
                    Atom("[]") => text + "]",
                    rest => format!("{text}|{}]", write(&rest, seen)),
                }
            }
            Of(name, p) => {
                let parts: Vec<String> = p.iter().map(|t| write(t, seen)).collect();
                match *name {
                    "+" => parts.join("+"),
                    name => format!("{name}({})", parts.join(",")),
                }
            }
            other => other.text(),
        }
    }
    let mut seen = Vec::new();
    let texts: Vec<String> = values.iter().map(|value| write(value, &mut seen)).collect();
    texts.join(" & ")
}

/// Returns the answers of the oracle; `None` if it takes too long.
fn expected(clauses: &[Clause], goal: &Term, variables: &[usize]) -> Option<Vec<String>> {
    let mut oracle = Oracle { clauses, steps: 0, fresh: 1000, next: 0 };
    let mut found = Vec::new();
    SKIPPED.set(false);
    let flow = oracle.call(goal, &mut Env::new(), &mut |_, env| {
        let values: Vec<Term> = variables.iter().map(|&v| value(env, &Var(v))).collect();
        found.push(written(&values));
        if found.len() == COMPARED { Flow::Enough } else { Flow::Fail }
    });
    match flow {
        Flow::Exhausted => return None,
        _ if SKIPPED.get() => return None,
        Flow::Throw(ball) | Flow::Passed(_, ball) => {
            found.push(format!("throws {}", written(&[ball])));
        }
        Flow::Fail | Flow::Enough | Flow::Cut(_) => {}
    }
    Some(found)
}

#[test]
fn random_programs_give_the_answers_of_an_independent_interpreter() {
    // The interpreter is recursive.
    let thread = std::thread::Builder::new().stack_size(1 << 30).spawn(compare_at_random);
    thread.expect("a thread").join().expect("the answers are equal");
}

fn compare_at_random() {
    // `LUDEX_RANDOM` says how many questions are asked, for a long run.
    let wanted = std::env::var("LUDEX_RANDOM").ok().and_then(|n| n.parse().ok()).unwrap_or(200);
    let (mut asked, mut seed, mut thrown) = (0, 0, 0);
    while asked < wanted {
        seed += 1;
        let mut dice = Dice(Xoshiro256PlusPlus::seed_from_u64(seed));
        let clauses = dice.program();
        let text: String = clauses
            .iter()
            .map(|(head, body)| format!("{} :- {}.\n", head.text(), body.text()))
            .collect();
        let none = |_: &str| Err(String::new());
        let program = Ordinary::read(&text, &none).unwrap_or_else(|e| panic!("{e:?}\n{text}"));
        let goals = [
            (of("q", &[Var(0)]), vec![0]),
            (of("r", &[Var(0), Var(1)]), vec![0, 1]),
            (of("s", &[Var(0)]), vec![0]),
            (Atom("p"), vec![]),
        ];
        for (goal, variables) in goals {
            let Some(expected) = expected(&clauses, &goal, &variables) else { continue };
            let found = answers(&program, &goal);
            assert!(
                found == expected,
                "seed {seed}, {}\n{text}\nexpected {expected:#?}\nfound {found:#?}",
                goal.text()
            );
            asked += 1;
            thrown += usize::from(expected.iter().any(|answer| answer.starts_with("throws")));
        }
    }
    assert!(thrown > 0 && thrown < asked, "{thrown} of {asked} questions end with an exception");
}
