//! The order in which the literals of a rule are joined.

use super::matching::{Build, Match};
use super::store::{Path, Store};
use crate::symbol::Symbol;
use crate::syntax::{Literal, Pattern, Rule};

/// One step of a join.
#[derive(Clone, Debug)]
pub(super) enum Step {
    /// Enumerates the facts of a relation that have a key, and matches each with a pattern. If
    /// `older` is set, the fact that the join started from is omitted.
    Scan {
        relation: Symbol,
        index: usize,
        key: Box<[Build]>,
        pattern: Match,
        literal: usize,
        older: bool,
    },
    /// Tests that an atom holds, all variables of which are bound.
    Holds {
        atom: Build,
        literal: usize,
        older: bool,
    },
    /// Tests that an atom does not hold.
    Fails {
        atom: Build,
    },
    Distinct(Build, Build),
}

/// A compiled rule: the pattern of the starting fact, the steps of the join, and the head.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    /// The index of the rule.
    pub rule: usize,
    pub head: Build,
    /// The literal that the starting fact is matched with, if there is a starting fact.
    pub start: Option<usize>,
    pub(super) opening: Option<Match>,
    pub(super) steps: Vec<Step>,
    /// The negated atoms that are recorded instead of tested.
    pub noted: Vec<Build>,
    pub(super) variables: usize,
    pub(super) literals: usize,
}

/// The treatment of a negated literal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Treatment {
    /// The literal is tested: its relation is complete.
    Test,
    /// The literal is only recorded: its relation depends on the state.
    Note,
}

/// A planner of joins over a store.
pub(crate) struct Planner<'a> {
    pub store: &'a mut Store,
    /// The treatment of negated literals of a relation.
    pub negation: &'a dyn Fn(Symbol) -> Treatment,
    /// An estimate of the number of facts of a relation.
    pub size: &'a dyn Fn(&Store, Symbol) -> f64,
}

impl Planner<'_> {
    /// Plans a rule that starts from a fact for one of its positive literals, or from no fact.
    pub fn plan(&mut self, number: usize, rule: &Rule, start: Option<usize>) -> Plan {
        let opening = start.map(|s| match &rule.body[s] {
            Literal::Holds(atom) => atom,
            _ => unreachable!("joins start from positive literals"),
        });
        self.plan_from(number, rule, start, opening)
    }

    /// Plans a rule that starts from its head, to enumerate all derivations of an atom.
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

    /// Returns the literal to continue with: a test if all its variables are bound, otherwise the
    /// scan that is estimated to find the fewest facts.
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

    /// Estimates the number of facts a scan finds: each bound argument divides it.
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

    /// Returns the bound parts of an atom: the key of the index that is scanned.
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

/// Counts the bound and the unbound positions of a pattern.
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
