//! Grounds by evaluating the positive relaxation of the rules bottom-up.
//!
//! In the relaxation, negations that depend on the state are assumed to be true, every possibly
//! legal move may be done, and every possible next fact may be true. Its facts are all that can
//! ever hold, and each derivation of one is a ground rule. Every new fact starts the joins of the
//! literals it matches, so that each instance of a rule is found exactly once (semi-naive
//! evaluation).
//!
//! Relations that only occur negated add nothing to the relaxation. Their atoms are grounded last,
//! and only those that some ground rule negates: in chess these are about 1 % of those that hold.

use ludex_base::{Budget, Stopped, Ticker};

use crate::datalog::{Build, Join, Plan, Planner, Sink, Store, Treatment};
use crate::program::Program;
use crate::split::only_negated;
use crate::symbol::{DOES, LEGAL, NEXT, Symbol, TRUE};
use crate::syntax::Literal;
use crate::terms::{Term, Terms};

/// The largest numbers of atoms, rules and literals of a ground description, which takes a gigabyte
/// while it is built. Chess needs two thirds of that.
const MOST_ATOMS: usize = 6_000_000;
const MOST_RULES: usize = 40_000_000;
const MOST_LITERALS: usize = 48_000_000;

/// The largest number of steps of all joins.
const MOST_STEPS: u64 = 250_000_000;

/// The nesting depth that terms may have beyond that of the text: a term that grows in the
/// relaxation usually grows without bound.
const GROWTH: u32 = 2;

/// The error that a description does not ground.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NotGround {
    /// It exceeds the limits above.
    TooLarge,
    /// The budget was used up.
    Stopped(Stopped),
}

impl From<Stopped> for NotGround {
    fn from(stopped: Stopped) -> NotGround {
        NotGround::Stopped(stopped)
    }
}

/// A literal of a ground rule: an atom, negated or not.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct GroundLiteral(u32);

impl GroundLiteral {
    fn new(atom: Term, negated: bool) -> GroundLiteral {
        GroundLiteral(atom.0 << 1 | u32::from(negated))
    }

    pub fn atom(self) -> Term {
        Term(self.0 >> 1)
    }

    pub fn negated(self) -> bool {
        self.0 & 1 == 1
    }
}

/// A ground rule; its body is a range of [`Ground::literals`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct GroundRule {
    pub head: Term,
    start: u32,
    length: u32,
}

/// A ground description.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ground {
    pub rules: Vec<GroundRule>,
    literals: Vec<GroundLiteral>,
    /// The atoms that can be true, in the order of discovery.
    pub atoms: Vec<Term>,
}

impl Ground {
    pub fn body(&self, rule: &GroundRule) -> &[GroundLiteral] {
        &self.literals[rule.start as usize..][..rule.length as usize]
    }
}

/// Records the instances of rules.
struct Recorder<'p> {
    ground: Ground,
    /// For each rule its positive literals that depend on the state.
    positive: &'p [Vec<usize>],
    /// The atom whose derivations are enumerated, if joins start from heads.
    asked: Option<Term>,
    derived: Vec<Term>,
    deepest: u32,
    overflow: bool,
}

impl Sink for Recorder<'_> {
    fn found(&mut self, plan: &Plan, values: &[Term], matched: &[Term], terms: &mut Terms) -> bool {
        let head = self.asked.unwrap_or_else(|| plan.head.make(values, terms));
        let start = self.ground.literals.len();
        let positive = self.positive[plan.rule].iter();
        self.ground.literals.extend(positive.map(|&l| GroundLiteral::new(matched[l], false)));
        let noted = plan.noted.iter().map(|atom: &Build| atom.make(values, terms));
        self.ground.literals.extend(noted.map(|atom| GroundLiteral::new(atom, true)));
        let length = (self.ground.literals.len() - start) as u32;
        self.ground.rules.push(GroundRule { head, start: start as u32, length });
        if self.asked.is_none() {
            self.derived.push(head);
        }
        self.overflow |= terms.depth(head) > self.deepest
            || self.ground.literals.len() > MOST_LITERALS
            || self.ground.rules.len() > MOST_RULES;
        !self.overflow
    }
}

/// Grounds a program, and adds the new terms to its pool.
pub(crate) fn ground(program: &mut Program, budget: &Budget) -> Result<Ground, NotGround> {
    let deepest = (0..program.store.terms.len() as u32).map(|t| program.store.terms.depth(Term(t)));
    let deepest = deepest.max().unwrap_or(0).max(2) + GROWTH;
    let positive: Vec<Vec<usize>> = program
        .description
        .rules
        .iter()
        .map(|rule| {
            let dynamic = |l: &usize| match &rule.body[*l] {
                Literal::Holds(atom) => {
                    program.is_dynamic(atom.symbol().expect("literals are atoms"))
                }
                _ => false,
            };
            (0..rule.body.len()).filter(dynamic).collect()
        })
        .collect();
    let plans = plan(program, &positive);
    let ground = Ground::default();
    let recorder = Recorder {
        ground,
        positive: &positive,
        asked: None,
        derived: Vec::new(),
        deepest,
        overflow: false,
    };
    let (queue, ticker, mut join) = (Vec::new(), Ticker::new(budget), Join::default());
    join.keep_to(budget);
    Grounder { program, plans: &plans, recorder, queue, join, ticker }.run()
}

/// The plans of all dynamic rules.
struct Plans {
    /// The plans that start from no fact.
    opening: Vec<Plan>,
    /// The plans that start from a fact, by its relation.
    following: Vec<Vec<Plan>>,
    /// The plans that start from their head, by its relation, for relations that only occur
    /// negated.
    asking: Vec<Vec<Plan>>,
}

fn plan(program: &mut Program, positive: &[Vec<usize>]) -> Plans {
    let Program { store, description, .. } = program;
    let strata = &description.strata;
    let dynamic = |r: Symbol| strata.depends(r, TRUE) || strata.depends(r, DOES);
    let negation = |r| if dynamic(r) { Treatment::Note } else { Treatment::Test };
    // Dynamic relations have no known size yet; they are assumed to be large.
    let size = |store: &Store, r| if dynamic(r) { 500.0 } else { store.facts(r).len() as f64 };
    let mut planner = Planner { store, negation: &negation, size: &size };
    let none = vec![Vec::new(); description.symbols.len()];
    let mut plans = Plans { opening: Vec::new(), following: none.clone(), asking: none };
    let asked = only_negated(&description.rules);
    for (number, rule) in description.rules.iter().enumerate() {
        if !dynamic(rule.relation()) {
            continue;
        }
        if asked.contains(&rule.relation()) {
            let place = rule.relation().0 as usize;
            plans.asking[place].push(planner.plan_from_head(number, rule));
            continue;
        }
        if positive[number].is_empty() {
            plans.opening.push(planner.plan(number, rule, None));
        }
        for &literal in &positive[number] {
            let relation = rule.body[literal].symbol().expect("literals are atoms");
            plans.following[relation.0 as usize].push(planner.plan(number, rule, Some(literal)));
        }
    }
    plans
}

struct Grounder<'p> {
    program: &'p mut Program,
    plans: &'p Plans,
    recorder: Recorder<'p>,
    queue: Vec<Term>,
    join: Join,
    ticker: Ticker<'p>,
}

impl Grounder<'_> {
    fn run(mut self) -> Result<Ground, NotGround> {
        self.join.allow(MOST_STEPS);
        for fact in self.program.initial.clone() {
            self.announce(TRUE, &[fact]);
        }
        // If these do not depend on the state, they are complete already.
        for relation in [NEXT, LEGAL] {
            let complete = !self.program.is_dynamic(relation);
            for fact in self.program.store.facts(relation).to_vec() {
                if complete {
                    self.pass_on(relation, fact);
                }
            }
        }
        let plans = self.plans;
        for plan in &plans.opening {
            self.join(plan, None)?;
        }
        let mut at = 0;
        while let Some(&fact) = self.queue.get(at) {
            at += 1;
            self.follow(fact)?;
        }
        self.ask()?;
        self.recorder.ground.atoms = self.queue;
        Ok(self.recorder.ground)
    }

    /// Grounds the atoms of relations that only occur negated, where a ground rule negates them.
    /// New rules may negate further atoms.
    fn ask(&mut self) -> Result<(), NotGround> {
        let (plans, mut at) = (self.plans, 0);
        while let Some(&literal) = self.recorder.ground.literals.get(at) {
            self.ticker.tick()?;
            at += 1;
            let (atom, store) = (literal.atom(), &mut self.program.store);
            let asking = &plans.asking[store.terms.symbol(atom).0 as usize];
            if !literal.negated() || asking.is_empty() || !store.announce(atom) {
                continue;
            }
            self.queue.push(atom);
            self.recorder.asked = Some(atom);
            for plan in asking {
                self.join.run(plan, Some(atom), &mut self.program.store, &mut self.recorder);
                self.require_room()?;
            }
        }
        Ok(())
    }

    fn announce(&mut self, relation: Symbol, arguments: &[Term]) {
        let fact = self.program.store.terms.intern(relation, arguments);
        if self.program.store.announce(fact) {
            self.queue.push(fact);
        }
    }

    /// Announces that a possible next fact may be true, and that a possibly legal move may be done.
    fn pass_on(&mut self, relation: Symbol, fact: Term) {
        match (relation, self.program.store.terms.arguments(fact)) {
            (NEXT, &[inner]) => self.announce(TRUE, &[inner]),
            (LEGAL, &[role, mv]) if self.program.roles.contains(&role) => {
                self.announce(DOES, &[role, mv]);
            }
            _ => {}
        }
    }

    /// Adds a fact and all its immediate consequences.
    fn follow(&mut self, fact: Term) -> Result<(), NotGround> {
        self.ticker.tick()?;
        self.program.store.insert(fact);
        let relation = self.program.store.terms.symbol(fact);
        self.pass_on(relation, fact);
        let plans = self.plans;
        plans.following[relation.0 as usize].iter().try_for_each(|plan| self.join(plan, Some(fact)))
    }

    /// Fails if a limit was reached.
    fn require_room(&self) -> Result<(), NotGround> {
        if let Some(stopped) = self.join.stopped() {
            return Err(NotGround::Stopped(stopped));
        }
        let beyond = self.recorder.overflow || self.queue.len() > MOST_ATOMS;
        if beyond || self.join.is_exhausted() { Err(NotGround::TooLarge) } else { Ok(()) }
    }

    fn join(&mut self, plan: &Plan, start: Option<Term>) -> Result<(), NotGround> {
        self.recorder.derived.clear();
        self.join.run(plan, start, &mut self.program.store, &mut self.recorder);
        self.require_room()?;
        for &head in &self.recorder.derived {
            if self.program.store.announce(head) {
                self.queue.push(head);
            }
        }
        Ok(())
    }
}
