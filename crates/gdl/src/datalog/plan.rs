//! The order in which the literals of a rule are joined.

use super::matching::{Build, Match};
use super::store::{Path, Store};
use crate::symbol::Symbol;
use crate::syntax::{Literal, Pattern, Rule};

/// One step of a join.
#[derive(Clone, Debug)]
pub(super) enum Step {
    /// Goes through the facts of a relation that have a key, and fits each to a pattern. Facts that
    /// come with the one that started the join are left out where `older` is set.
    Scan {
        relation: Symbol,
        index: usize,
        key: Box<[Build]>,
        pattern: Match,
        literal: usize,
        older: bool,
    },
    /// All variables of the atom have values: does it hold?
    Holds {
        atom: Build,
        literal: usize,
        older: bool,
    },
    /// The atom must not hold.
    Fails {
        atom: Build,
    },
    Distinct(Build, Build),
}

/// A compiled rule: what to match the starting fact with, how to go on, what follows.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    /// The number of the rule.
    pub rule: usize,
    pub head: Build,
    /// The literal the join starts from, if it starts from a fact.
    pub start: Option<usize>,
    pub(super) opening: Option<Match>,
    pub(super) steps: Vec<Step>,
    /// Negated atoms that are not tested but noted.
    pub noted: Vec<Build>,
    pub(super) variables: usize,
    pub(super) literals: usize,
}

/// How a negated literal is treated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Treatment {
    /// It is tested: its relation is complete.
    Test,
    /// It is only noted: its relation depends on the state.
    Note,
}

/// Plans joins over a store.
pub(crate) struct Planner<'a> {
    pub store: &'a mut Store,
    /// How negations of a relation are treated.
    pub negation: &'a dyn Fn(Symbol) -> Treatment,
    /// About how many facts a relation has.
    pub size: &'a dyn Fn(&Store, Symbol) -> f64,
}

impl Planner<'_> {
    /// The plan for a rule that starts from a fact for one of its positive literals, or from nothing.
    pub fn plan(&mut self, number: usize, rule: &Rule, start: Option<usize>) -> Plan {
        let opening = start.map(|s| match &rule.body[s] {
            Literal::Holds(atom) => atom,
            _ => unreachable!("joins start from positive literals"),
        });
        self.plan_from(number, rule, start, opening)
    }

    /// The plan for a rule that starts from its head: all ways to derive an atom.
    pub fn plan_from_head(&mut self, number: usize, rule: &Rule) -> Plan {
        self.plan_from(number, rule, None, Some(&rule.head))
    }

    fn plan_from(
        &mut self,
        number: usize,
        rule: &Rule,
        start: Option<usize>,
        opening: Option<&Pattern>,
    ) -> Plan {
        let mut bound = vec![false; rule.variables.len()];
        let mut left: Vec<usize> = (0..rule.body.len()).filter(|&l| Some(l) != start).collect();
        let opening = opening.map(|p| Match::new(p, &mut bound, &mut self.store.terms));
        let mut plan = Plan {
            rule: number,
            head: Build::new(&rule.head, &mut self.store.terms),
            start,
            opening,
            steps: Vec::new(),
            noted: Vec::new(),
            variables: rule.variables.len(),
            literals: rule.body.len(),
        };
        while !left.is_empty() {
            let at = self.best(rule, &left, &bound);
            let literal = left.remove(at);
            self.step(rule, literal, &mut bound, &mut plan);
        }
        plan
    }

    /// The literal to go on with: a test if there is one that can be made, else the scan that is
    /// likely to find the fewest facts.
    fn best(&self, rule: &Rule, left: &[usize], bound: &[bool]) -> usize {
        let cost = |&literal: &usize| {
            let ready = rule.body[literal].variables().iter().all(|&v| bound[usize::from(v)]);
            match &rule.body[literal] {
                Literal::Holds(_) if ready => 0.5,
                Literal::Holds(atom) => self.scan_cost(atom, bound),
                _ if ready => 0.0,
                _ => f64::INFINITY,
            }
        };
        let costs: Vec<f64> = left.iter().map(cost).collect();
        (0..left.len()).min_by(|&a, &b| costs[a].total_cmp(&costs[b])).expect("literals are left")
    }

    /// About how many facts a scan finds: each known part divides their number.
    fn scan_cost(&self, atom: &Pattern, bound: &[bool]) -> f64 {
        let symbol = atom.symbol().expect("literals are atoms");
        let (mut known, mut open) = (0.0, 0.0);
        count_parts(atom, bound, &mut known, &mut open);
        let size = (self.size)(self.store, symbol).max(1.0);
        1.0 + size.powf(open / (known + open))
    }

    fn step(&mut self, rule: &Rule, literal: usize, bound: &mut [bool], plan: &mut Plan) {
        let terms = &mut self.store.terms;
        let older = plan.start.is_some_and(|s| literal < s);
        match &rule.body[literal] {
            Literal::Distinct(a, b) => {
                plan.steps.push(Step::Distinct(Build::new(a, terms), Build::new(b, terms)));
            }
            Literal::Fails(atom) => {
                let built = Build::new(atom, terms);
                match (self.negation)(atom.symbol().expect("literals are atoms")) {
                    Treatment::Test => plan.steps.push(Step::Fails { atom: built }),
                    Treatment::Note => plan.noted.push(built),
                }
            }
            Literal::Holds(atom) if atom.variables().iter().all(|&v| bound[usize::from(v)]) => {
                plan.steps.push(Step::Holds { atom: Build::new(atom, terms), literal, older });
            }
            Literal::Holds(atom) => {
                let relation = atom.symbol().expect("literals are atoms");
                let (mut paths, mut key): (Vec<Path>, Vec<Build>) = (Vec::new(), Vec::new());
                self.known_parts(atom, bound, &mut Vec::new(), &mut paths, &mut key);
                let index = self.store.index(relation, &paths);
                let pattern = Match::new(atom, bound, &mut self.store.terms);
                let key = key.into();
                plan.steps.push(Step::Scan { relation, index, key, pattern, literal, older });
            }
        }
    }

    /// The parts of an atom that are known when it is scanned: the key of its index.
    fn known_parts(
        &mut self,
        pattern: &Pattern,
        bound: &[bool],
        path: &mut Vec<u8>,
        paths: &mut Vec<Path>,
        key: &mut Vec<Build>,
    ) {
        for (i, argument) in pattern.arguments().iter().enumerate() {
            path.push(i as u8);
            let known = argument.variables().iter().all(|&v| bound[usize::from(v)]);
            if known {
                paths.push(path.clone().into());
                key.push(Build::new(argument, &mut self.store.terms));
            } else {
                self.known_parts(argument, bound, path, paths, key);
            }
            path.pop();
        }
    }
}

/// Counts the places of a pattern that are known, and those that are open.
fn count_parts(pattern: &Pattern, bound: &[bool], known: &mut f64, open: &mut f64) {
    for argument in pattern.arguments() {
        match argument {
            Pattern::Variable(v) if !bound[usize::from(*v)] => *open += 1.0,
            Pattern::Variable(_) => *known += 1.0,
            Pattern::Apply(_, parts) if parts.is_empty() => *known += 1.0,
            Pattern::Apply(..) => {
                *known += 0.5; // the function itself
                count_parts(argument, bound, known, open);
            }
        }
    }
}
