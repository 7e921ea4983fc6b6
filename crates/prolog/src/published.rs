//! The searches for winning strategies as printed in [BR04, Section 6], for comparison.
//!
//! They are neither sound nor complete, and may not terminate, so they are bounded here.
//! `searchWinningStrategy` searches for a path to the goal; for every action of an opponent on it,
//! `searchOpponentVictory` asks from the body of the clause that made the action possible whether
//! the opponent can get elsewhere; if so, for every action of the player on that path,
//! `searchWinningStrategy` is called again.
//!
//! Propositional [BR04, Section 6.1]: the opponent uses only clauses without the goal, and aims at
//! any proposition that is not in the body of a clause for the goal. First order (6.2): the
//! opponent aims at other instances of the predicate, built from the constants of the program;
//! facts are the instances of the first deduction, so that the check of step 4 always succeeds.
//! Coalitions (6.3): every player outside the coalition is an opponent.

use rustc_hash::FxHashSet;

use crate::Program;
use crate::resolution::{Bounds, Resolution};
use crate::symbol::Symbol;
use crate::syntax::{Clause, Goal, Goals, Sense, Term};

/// The limit on the total number of refutations.
const WORK: usize = 20_000;
/// The limit on the depth of the mutual recursion.
const DEEPEST: usize = 24;
/// The limit on the length of a path.
const LONGEST: usize = 16;

/// The result of the published search.
#[derive(Clone, Debug)]
pub struct Published {
    /// Its answer; `None` if the search was cut off, or does not apply to the goal.
    pub answer: Option<bool>,
    /// The name of the search.
    pub search: &'static str,
    /// The path for which the answer is yes: actions, each with the facts that the search keeps
    /// where it is played.
    pub path: Path,
}

/// Why the published search says yes where the exact answer is no: what the opponent does instead
/// of an action of the path.
#[derive(Clone, Debug)]
pub struct Escape {
    /// The action.
    pub action: String,
    /// Whether the facts that the search keeps enable it.
    pub enabled: bool,
}

impl Published {
    fn none(search: &'static str) -> Published {
        Published { answer: None, search, path: Vec::new() }
    }

    /// Returns a sentence that compares the answer with the exact one; `escape` is what the opponent
    /// can do on the path of the search, if it is known.
    pub fn compared(&self, exact: Option<bool>, escape: Option<&Escape>) -> String {
        let word = |answer: Option<bool>| match answer {
            Some(true) => "yes",
            Some(false) => "no",
            None => "nothing within its bounds",
        };
        let says = format!("the published search ({}) says {}", self.search, word(self.answer));
        let why = match (self.answer, exact) {
            (Some(true), Some(false)) => self.missed(escape),
            (Some(false), Some(true)) if self.search == FIRST_ORDER => {
                "it takes other instances of the goal for victories of the opponent".to_owned()
            }
            (Some(false), Some(true)) => {
                "it takes propositions on the way for victories of the opponent".to_owned()
            }
            (published, exact) if published == exact => return format!("{says}, as is right"),
            _ => return says,
        };
        format!("{says}; the exact answer is {}: {why}", word(exact))
    }

    /// Says which way out of the opponent the search does not see.
    fn missed(&self, escape: Option<&Escape>) -> String {
        let Some(Escape { action, enabled }) = escape else {
            return "it misses a way out of the opponent".to_owned();
        };
        let why = match (enabled, self.search) {
            (false, _) => "it keeps the body of one clause only, which does not enable it",
            (true, FIRST_ORDER) => {
                "it only looks for another instance of the goal that the opponent reaches, and \
                 the opponent reaches none"
            }
            (true, _) => {
                "it does not count atoms in the bodies of clauses for the goal, where it leads"
            }
        };
        format!("it misses that the opponent can play {action}: {why}")
    }
}

/// The names of the searches.
const FIRST_ORDER: &str = "first order";
const PROPOSITIONAL: &str = "propositional";

/// Runs the published search for whether a coalition can force a goal, which must be one ground
/// atom.
pub fn force_as_published(program: &Program, coalition: &[Term], goals: &Goals) -> Published {
    let [Goal::Atom(prefix, atom)] = &goals.goals[..] else {
        return Published::none("made for a single atom only");
    };
    if !prefix.is_empty() || !atom.is_ground() {
        return Published::none("made for a single ground atom only");
    }
    let first_order = !atom.arguments().is_empty();
    let mut search = Search {
        program,
        coalition,
        goal: atom.clone(),
        first_order,
        aims: if first_order { instances(program, atom) } else { propositions(program, atom) },
        work: WORK,
        path: Vec::new(),
    };
    let facts = program.clauses().iter().filter(|c| is_fact(c)).map(|c| c.head.clone()).collect();
    let answer = search.winning_strategy(facts, DEEPEST);
    let path = std::mem::take(&mut search.path);
    Published { answer, search: if first_order { FIRST_ORDER } else { PROPOSITIONAL }, path }
}

/// Returns the program as the search sees it where it keeps these facts only.
pub fn with_facts_only(program: &Program, facts: &[Term]) -> Program {
    let kept = program.clauses().iter().filter(|clause| !is_fact(clause)).cloned();
    program.with_clauses(kept.chain(facts.iter().map(fact_clause)).collect())
}

fn is_fact(clause: &Clause) -> bool {
    !clause.rigid && clause.prefix.is_empty() && clause.body.is_empty()
}

/// Returns a fact as a clause.
fn fact_clause(fact: &Term) -> Clause {
    let mut count = 0;
    fact.each_variable(&mut |v| count = count.max(v + 1));
    let variables = (0..count).map(|v| format!("V{v}")).collect();
    let (head, prefix, body) = (fact.clone(), Vec::new(), Vec::new());
    let sense = Sense::Holds;
    Clause { sense, rigid: false, prefix, head, body, variables, span: 0..0 }
}

/// Returns the propositions that are not in the body of a clause for the goal.
fn propositions(program: &Program, goal: &Term) -> Vec<Term> {
    let mut all: Vec<Term> = Vec::new();
    let mut add = |atom: &Term| {
        if atom.is_ground() && !all.contains(atom) {
            all.push(atom.clone());
        }
    };
    for clause in program.clauses() {
        add(&clause.head);
        clause.body.iter().filter_map(Goal::atom).for_each(&mut add);
    }
    let for_goal = program.clauses().iter().filter(|clause| clause.head == *goal);
    let tails: Vec<&Term> = for_goal.flat_map(|c| c.body.iter().filter_map(Goal::atom)).collect();
    all.retain(|atom| atom != goal && !tails.contains(&atom));
    all
}

/// Returns the other instances of the predicate of the goal, built from the constants of the
/// program.
fn instances(program: &Program, goal: &Term) -> Vec<Term> {
    let mut constants: Vec<Term> = Vec::new();
    for clause in program.clauses() {
        collect_constants(&clause.head, &mut constants);
        for goal in &clause.body {
            goal.atom().into_iter().for_each(|atom| collect_constants(atom, &mut constants));
        }
    }
    let (Some((name, arity)), true) = (goal.functor(), constants.len() < 64) else {
        return Vec::new();
    };
    let mut tuples: Vec<Vec<Term>> = vec![Vec::new()];
    for _ in 0..arity.min(3) {
        let longer = |tuple: &Vec<Term>| {
            let with = constants.iter().map(|c| [&tuple[..], std::slice::from_ref(c)].concat());
            with.collect::<Vec<_>>()
        };
        tuples = tuples.iter().flat_map(longer).collect();
    }
    let atoms = tuples.into_iter().map(|arguments| Term::Compound(name, arguments));
    atoms.filter(|atom| atom != goal).collect()
}

fn collect_constants(atom: &Term, constants: &mut Vec<Term>) {
    for argument in atom.arguments() {
        match argument {
            Term::Constant(_) | Term::Integer(_) if !constants.contains(argument) => {
                constants.push(argument.clone());
            }
            Term::Compound(..) => collect_constants(argument, constants),
            _ => {}
        }
    }
}

struct Search<'p> {
    program: &'p Program,
    coalition: &'p [Term],
    goal: Term,
    first_order: bool,
    /// The goals of the opponents.
    aims: Vec<Term>,
    work: usize,
    /// The path of the last search for a strategy that said yes.
    path: Path,
}

/// A path: actions, each with the body of its clause.
pub type Path = Vec<(Term, Vec<Term>)>;

impl Search<'_> {
    /// The function `searchWinningStrategy`.
    fn winning_strategy(&mut self, facts: Vec<Term>, depth: usize) -> Option<bool> {
        let rules = self.with_facts(&facts, false);
        let paths = self.paths(&rules, &self.goal.clone(), usize::MAX);
        let mut cut = paths.1;
        for path in paths.0 {
            let mut failed = false;
            for (action, tail) in &path {
                if !self.is_member(action)
                    && self.opponent_victory(tail.clone(), depth.checked_sub(1)?)?
                {
                    failed = true;
                    break;
                }
            }
            if !failed {
                self.path = path;
                return Some(true);
            }
            cut |= self.work == 0;
        }
        (!cut).then_some(false)
    }

    /// The function `searchOpponentVictory`.
    fn opponent_victory(&mut self, facts: Vec<Term>, depth: usize) -> Option<bool> {
        let rules = self.with_facts(&facts, !self.first_order);
        for aim in self.aims.clone() {
            let (paths, cut) = self.paths(&rules, &aim, 1);
            let Some(path) = paths.into_iter().next() else {
                if cut {
                    return None;
                }
                continue;
            };
            let mut failed = false;
            for (action, tail) in &path {
                if self.is_member(action)
                    && self.winning_strategy(tail.clone(), depth.checked_sub(1)?)?
                {
                    failed = true;
                    break;
                }
            }
            if !failed {
                return Some(true);
            }
        }
        Some(false)
    }

    fn is_member(&self, action: &Term) -> bool {
        match action {
            Term::Compound(Symbol::OWNS, parts) => self.coalition.contains(&parts[0]),
            _ => false,
        }
    }

    /// Returns the program with other facts, and without the goal if the opponent must avoid it.
    fn with_facts(&self, facts: &[Term], without_goal: bool) -> Program {
        let mentions = |clause: &Clause| {
            clause.head == self.goal || clause.body.iter().any(|g| g.atom() == Some(&self.goal))
        };
        let kept = self.program.clauses().iter().filter(|clause| !is_fact(clause));
        let mut clauses: Vec<Clause> =
            kept.filter(|clause| !without_goal || !mentions(clause)).cloned().collect();
        clauses.extend(facts.iter().map(fact_clause));
        self.program.with_clauses(clauses)
    }

    /// Returns the first paths to an atom, shorter ones first, and whether a limit cut the search
    /// off.
    fn paths(&mut self, program: &Program, atom: &Term, most: usize) -> (Vec<Path>, bool) {
        let goals = vec![Goal::Atom(Vec::new(), atom.clone())];
        let goals = Goals { coalition: None, goals, variables: Vec::new() };
        let mut resolution = Resolution::new(program, &goals);
        let (mut found, mut cut) = (Vec::new(), false);
        let mut seen = FxHashSet::default();
        for plan in 0..=LONGEST {
            let mut derivations = Vec::new();
            let bounds = Bounds { plan, steps: 200, work: 20_000 };
            let complete = resolution.refutations(&bounds, &mut |answer| {
                if answer.plan.len() == plan && seen.insert(answer.plan.clone()) {
                    derivations.push(answer.derivation);
                }
                self.work = self.work.saturating_sub(1);
                self.work == 0 || found.len() + derivations.len() >= most
            });
            found.extend(derivations.iter().map(|derivation| resolution.extensions(derivation)));
            cut |= !complete || self.work == 0;
            if found.len() >= most || self.work == 0 {
                return (found, cut);
            }
        }
        (found, cut)
    }
}
