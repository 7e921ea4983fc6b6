//! Random propositional programs, and a direct implementation of their semantics: sets of atoms
//! along paths.

use std::collections::{BTreeMap, BTreeSet};

use ludex_game::below;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

pub const ATOMS: &[&str] = &["p", "q", "r", "s", "t", "u"];
pub const ACTIONS: &[&str] = &["1:a", "1:b", "2:c", "2:d"];

/// A goal of a body: converse actions, whether it is negated, and an atom.
#[derive(Clone, Debug)]
pub struct Goal {
    pub back: Vec<usize>,
    pub not: bool,
    pub atom: usize,
}

#[derive(Clone, Debug)]
pub struct Clause {
    pub rigid: bool,
    pub prefix: Vec<usize>,
    pub head: usize,
    pub body: Vec<Goal>,
}

/// The features that a random program may have.
#[derive(Clone, Copy, Debug, Default)]
pub struct Kind {
    pub converse: bool,
    pub negation: bool,
    /// Heads of several actions.
    pub long_heads: bool,
    /// Inertial atoms, and actions that end them.
    pub inertia: bool,
}

#[derive(Clone, Debug)]
pub struct Random {
    pub clauses: Vec<Clause>,
    /// The inertial atoms.
    pub inertial: BTreeSet<usize>,
    /// Clauses whose one action ends the head.
    pub ends: Vec<Clause>,
}

pub struct Dice(Xoshiro256PlusPlus);

impl Dice {
    pub fn new(seed: u64) -> Dice {
        Dice(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    pub fn below(&mut self, n: usize) -> usize {
        below(&mut self.0, n)
    }

    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }
}

impl Random {
    pub fn new(seed: u64, kind: Kind) -> Random {
        let mut dice = Dice::new(seed);
        let mut clauses = Vec::new();
        for _ in 0..1 + dice.below(3) {
            let (rigid, head) = (dice.one_in(5), dice.below(ATOMS.len()));
            clauses.push(Clause { rigid, prefix: Vec::new(), head, body: Vec::new() });
        }
        for _ in 0..dice.below(3) {
            clauses.push(Clause::random(&mut dice, kind, 0));
        }
        for _ in 0..3 + dice.below(7) {
            let long = kind.long_heads && dice.one_in(5);
            clauses.push(Clause::random(&mut dice, kind, 1 + usize::from(long)));
        }
        let mut random = Random { clauses, inertial: BTreeSet::new(), ends: Vec::new() };
        if kind.inertia {
            random.add_inertia(&mut dice, kind);
        }
        random
    }

    /// Makes some atoms inertial that only actions change, and lets actions end them.
    fn add_inertia(&mut self, dice: &mut Dice, kind: Kind) {
        let ruled = |atom: &usize| {
            let always = |c: &&Clause| c.rigid || !c.body.is_empty();
            self.clauses.iter().filter(always).any(|c| c.prefix.is_empty() && c.head == *atom)
        };
        let free: Vec<usize> = (0..ATOMS.len()).filter(|atom| !ruled(atom)).collect();
        self.inertial = free.into_iter().filter(|_| dice.one_in(2)).collect();
        for _ in 0..dice.below(4) {
            let clause = Clause::random(dice, kind, 1);
            if self.inertial.contains(&clause.head) {
                self.ends.push(clause);
            }
        }
    }

    pub fn text(&self) -> String {
        let inertial = self.inertial.iter().map(|&a| format!(":- inertial {}/0.\n", ATOMS[a]));
        let ends = self.ends.iter().map(|clause| clause.text().replacen("] ", "] NOT ", 1) + "\n");
        let clauses = self.clauses.iter().map(|clause| clause.text() + "\n");
        clauses.chain(ends).chain(inertial).collect()
    }

    /// Returns the inertial atoms that the last action of a path leaves true.
    fn left(&self, path: &[usize], memo: &mut Memo) -> BTreeSet<usize> {
        let Some((&action, before)) = path.split_last() else { return BTreeSet::new() };
        if self.inertial.is_empty() || !self.enabled(before, memo).contains(&action) {
            return BTreeSet::new();
        }
        let mut left = self.truths(before, memo);
        left.retain(|atom| self.inertial.contains(atom));
        for clause in self.ends.iter().filter(|clause| clause.prefix == [action]) {
            if self.body_true(&clause.body, before, memo) {
                left.remove(&clause.head);
            }
        }
        left
    }

    /// Returns all atoms that are true after a path: its base facts, closed under the rules.
    pub fn truths(&self, path: &[usize], memo: &mut Memo) -> BTreeSet<usize> {
        if let Some(known) = memo.get(path) {
            return known.clone();
        }
        let mut truths = self.base(path, memo);
        truths.extend(self.clauses.iter().filter(|c| c.rigid).map(|c| c.head));
        loop {
            // Negations refer to lower atoms only: process the atoms from low to high.
            let before = truths.len();
            for atom in 0..ATOMS.len() {
                let rules = self
                    .clauses
                    .iter()
                    .filter(|c| c.head == atom && c.prefix.is_empty() && !c.body.is_empty());
                for rule in rules {
                    if self.body_holds(&rule.body, path, &truths, memo) {
                        truths.insert(atom);
                    }
                }
                if truths.len() > before {
                    break; // start again from the lowest atom
                }
            }
            if truths.len() == before {
                break;
            }
        }
        memo.insert(path.to_vec(), truths.clone());
        truths
    }

    /// Returns the effects of the last actions of a path; the initial facts for the empty path.
    pub fn base(&self, path: &[usize], memo: &mut Memo) -> BTreeSet<usize> {
        let facts =
            self.clauses.iter().filter(|c| !c.rigid && c.prefix.is_empty() && c.body.is_empty());
        if path.is_empty() {
            return facts.map(|c| c.head).collect();
        }
        let mut base = BTreeSet::new();
        for clause in self.clauses.iter().filter(|c| !c.prefix.is_empty()) {
            let Some(start) = path.len().checked_sub(clause.prefix.len()) else { continue };
            if path[start..] == clause.prefix && self.body_true(&clause.body, &path[..start], memo)
            {
                base.insert(clause.head);
            }
        }
        base.extend(self.left(path, memo));
        base
    }

    /// Returns the actions that are enabled after a path.
    pub fn enabled(&self, path: &[usize], memo: &mut Memo) -> BTreeSet<usize> {
        let mut enabled = BTreeSet::new();
        for clause in self.clauses.iter().chain(&self.ends) {
            for (done, &action) in clause.prefix.iter().enumerate() {
                let Some(start) = path.len().checked_sub(done) else { continue };
                let begun = path[start..] == clause.prefix[..done];
                if begun && self.body_true(&clause.body, &path[..start], memo) {
                    enabled.insert(action);
                }
            }
        }
        enabled
    }

    fn body_true(&self, body: &[Goal], path: &[usize], memo: &mut Memo) -> bool {
        let truths = self.truths(path, memo);
        self.body_holds(body, path, &truths, memo)
    }

    fn body_holds(
        &self,
        body: &[Goal],
        path: &[usize],
        truths: &BTreeSet<usize>,
        memo: &mut Memo,
    ) -> bool {
        body.iter().all(|goal| {
            let start = path.len().checked_sub(goal.back.len());
            let holds = match start {
                _ if goal.back.is_empty() => truths.contains(&goal.atom),
                // [b-][a-] p: the last action was b, the one before it a.
                Some(start) => {
                    let past: Vec<usize> = path[start..].iter().rev().copied().collect();
                    past == goal.back && self.truths(&path[..start], memo).contains(&goal.atom)
                }
                None => false,
            };
            holds != goal.not
        })
    }
}

pub type Memo = BTreeMap<Vec<usize>, BTreeSet<usize>>;

impl Clause {
    fn random(dice: &mut Dice, kind: Kind, actions: usize) -> Clause {
        let head = dice.below(ATOMS.len());
        let prefix = (0..actions).map(|_| dice.below(ACTIONS.len())).collect();
        let body = (0..1 + dice.below(2))
            .map(|_| {
                let back = match kind.converse && dice.one_in(4) {
                    true => (0..1 + dice.below(2)).map(|_| dice.below(ACTIONS.len())).collect(),
                    false => Vec::new(),
                };
                // A rule may negate lower atoms only, so that negation is stratified; and a
                // positive goal of a rule is never higher than the head.
                let not = kind.negation && dice.one_in(3) && (actions > 0 || head > 0);
                let range = match (actions, not, kind.negation) {
                    (0, true, _) => head,
                    (0, false, true) => head + 1,
                    _ => ATOMS.len(),
                };
                Goal { back, not, atom: dice.below(range) }
            })
            .collect();
        Clause { rigid: false, prefix, head, body }
    }

    fn text(&self) -> String {
        let rigid = if self.rigid { "[...] " } else { "" };
        let prefix: String = self.prefix.iter().map(|&a| format!("[{}]", ACTIONS[a])).collect();
        let body: Vec<String> = self.body.iter().map(Goal::text).collect();
        let body = if body.is_empty() { String::new() } else { format!(" :- {}", body.join(", ")) };
        format!("{rigid}{prefix} {}{body}.", ATOMS[self.head])
    }
}

impl Goal {
    fn text(&self) -> String {
        let back: String = self.back.iter().map(|&a| format!("[{}-]", ACTIONS[a])).collect();
        format!("{}{back} {}", if self.not { "NOT " } else { "" }, ATOMS[self.atom])
    }
}

/// Returns a program where the players alternate: every action of one passes the turn to the other.
pub fn turn_based(random: &Random) -> String {
    let mut text = "turn(1).\n".to_owned();
    for clause in &random.clauses {
        text += &(clause.text() + "\n");
        let Some(&action) = clause.prefix.first() else { continue };
        let (own, next) = if ACTIONS[action].starts_with('1') { (1, 2) } else { (2, 1) };
        let with_turn = clause.text().replace('.', &format!(", turn({own})."));
        text.truncate(text.len() - clause.text().len() - 1);
        text += &(with_turn.clone() + "\n");
        let (prefix, body) = with_turn.split_once(":-").expect("an effect has a body");
        let prefix = prefix.trim_end().trim_end_matches(ATOMS[clause.head]);
        text += &format!("{prefix} turn({next}) :- {body}\n");
    }
    text
}

/// Returns how many times as many questions as usual are asked: `LUDEX_TIMES`, for a long run.
pub fn times() -> u64 {
    std::env::var("LUDEX_TIMES").ok().and_then(|n| n.parse().ok()).unwrap_or(1)
}

/// Returns a path as text.
pub fn path_text(path: &[usize]) -> String {
    match path.is_empty() {
        true => "[]".into(),
        false => path.iter().map(|&a| format!("[{}]", ACTIONS[a])).collect(),
    }
}

/// Returns all legal paths of at most `longest` actions.
pub fn legal_paths(random: &Random, longest: usize, memo: &mut Memo) -> Vec<Vec<usize>> {
    let mut paths: Vec<Vec<usize>> = vec![Vec::new()];
    let mut next = 0;
    while next < paths.len() {
        let path = paths[next].clone();
        next += 1;
        if path.len() < longest {
            let enabled = random.enabled(&path, memo);
            paths.extend(enabled.into_iter().map(|action| [&path[..], &[action]].concat()));
        }
    }
    paths
}
