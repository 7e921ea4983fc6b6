//! Rewriting of choice and composition to plain clauses [BR04, Section 5.3].
//!
//! - `[a+b] q :- B.` becomes `[a] q :- B.` and `[b] q :- B.`
//! - `[a;b] q :- B.` becomes `[a] q'(V) :- B.` and `[b] q :- q'(V).`, where V are the variables of
//!   b and q that occur in a or B. (\[BR04\] has no V, so that the bindings of a would be lost.)
//! - In bodies `[a;b] q` becomes `[a][b] q`, and `[a+b] q` one clause for each branch.

use crate::symbol::Symbols;
use crate::syntax::{Act, Clause, Goal, Modality, Operator, Term, is_plain};

/// The kind of a clause.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RuleKind {
    /// True in the initial scenery only.
    Fact,
    /// True in every scenery.
    Rigid,
    /// True wherever its body is true; with a prefix, the head is true after those actions.
    Rule,
}

/// A clause without choice and composition.
#[derive(Clone, Debug)]
pub struct Rule {
    /// Its number in the file, from 1; 0 in the library and in queries.
    pub number: usize,
    /// Its kind.
    pub kind: RuleKind,
    /// The actions before the head.
    pub prefix: Vec<Term>,
    /// The head.
    pub head: Term,
    /// The body.
    pub body: Vec<Literal>,
    /// The number of its variables.
    pub variables: usize,
}

/// A step to another scenery: after an action, or back before it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shift {
    /// The action.
    pub action: Term,
    /// Whether it leads back: `[a-]`.
    pub back: bool,
}

/// A goal of a body.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Literal {
    /// An atom in another scenery, or in the current one.
    Atom(Vec<Shift>, Term),
    /// Negation as failure.
    Not(Box<Literal>),
    /// A comparison or a calculation.
    Test(Operator, Term, Term),
}

impl Literal {
    /// Returns the atom of the goal, if it has one.
    pub fn atom(&self) -> Option<&Term> {
        match self {
            Literal::Atom(_, atom) => Some(atom),
            Literal::Not(inner) => inner.atom(),
            Literal::Test(..) => None,
        }
    }

    /// Calls the visitor with every occurrence of a variable.
    pub fn each_variable(&self, visit: &mut impl FnMut(u32)) {
        match self {
            Literal::Atom(shifts, atom) => {
                shifts.iter().for_each(|shift| shift.action.each_variable(visit));
                atom.each_variable(visit);
            }
            Literal::Not(inner) => inner.each_variable(visit),
            Literal::Test(_, left, right) => {
                left.each_variable(visit);
                right.each_variable(visit);
            }
        }
    }
}

/// Rewrites clauses to plain clauses, adding new predicates where they are needed.
#[derive(Debug)]
pub struct Lowering<'s> {
    /// The names of the program, to which those of new predicates are added.
    pub symbols: &'s mut Symbols,
    fresh: usize,
}

/// A partly rewritten clause.
struct Draft {
    prefix: Vec<Act>,
    head: Term,
    body: Vec<Literal>,
}

impl<'s> Lowering<'s> {
    /// Returns a rewriter that starts with these names.
    pub fn new(symbols: &'s mut Symbols) -> Lowering<'s> {
        Lowering { symbols, fresh: 0 }
    }

    /// Returns the atom of a new predicate over some variables. Its name recalls the atom that it
    /// leads to or remembers: `at~1` is written for `$at~1`.
    pub fn new_atom(&mut self, variables: &[u32], recalled: &Term) -> Term {
        self.fresh += 1;
        let stem = recalled.functor().map(|(name, _)| self.symbols.name(name));
        let stem = stem.filter(|stem| is_plain(stem)).unwrap_or("a");
        let name = format!("${stem}~{}", self.fresh);
        let name = self.symbols.intern(&name);
        match variables {
            [] => Term::Constant(name),
            _ => Term::Compound(name, variables.iter().map(|&v| Term::Variable(v)).collect()),
        }
    }

    /// Returns the plain clauses of a clause.
    pub fn clause(&mut self, clause: &Clause, number: usize) -> Vec<Rule> {
        let kind = match (clause.rigid, clause.prefix.is_empty() && clause.body.is_empty()) {
            (true, _) => RuleKind::Rigid,
            (false, true) => RuleKind::Fact,
            (false, false) => RuleKind::Rule,
        };
        let mut rules = Vec::new();
        for body in branches(&clause.body) {
            let (prefix, head) = (clause.prefix.clone(), clause.head.clone());
            self.plain(Draft { prefix, head, body }, &mut |prefix, head, body| {
                let variables = clause.variables.len();
                rules.push(Rule { number, kind, prefix, head, body, variables });
            });
        }
        rules
    }

    /// Rewrites the first act of the prefix that is not a single action, by its top operator.
    fn plain(&mut self, draft: Draft, emit: &mut impl FnMut(Vec<Term>, Term, Vec<Literal>)) {
        let Some(at) = draft.prefix.iter().position(|act| !matches!(act, Act::One(_))) else {
            let single = |act| match act {
                Act::One(action) => Some(action),
                _ => None,
            };
            let prefix = draft.prefix.into_iter().filter_map(single).collect();
            return emit(prefix, draft.head, draft.body);
        };
        let with = |act: &Act| {
            let mut prefix = draft.prefix.clone();
            prefix[at] = act.clone();
            prefix
        };
        match &draft.prefix[at] {
            Act::One(_) => {}
            Act::Choice(left, right) => {
                for act in [left, right] {
                    let (head, body) = (draft.head.clone(), draft.body.clone());
                    self.plain(Draft { prefix: with(act), head, body }, emit);
                }
            }
            Act::Sequence(left, right) => {
                let first = with(left)[..=at].to_vec();
                let second = with(right)[at..].to_vec();
                let between = self.between(&first, &draft.body, &second, &draft.head);
                let (head, body) = (between.clone(), draft.body);
                self.plain(Draft { prefix: first, head, body }, emit);
                let body = vec![Literal::Atom(Vec::new(), between)];
                self.plain(Draft { prefix: second, head: draft.head, body }, emit);
            }
        }
    }

    /// Returns the atom `q'(V)` between the two halves of a composition.
    fn between(&mut self, first: &[Act], body: &[Literal], second: &[Act], head: &Term) -> Term {
        let (mut before, mut after) = (Vec::new(), Vec::new());
        first.iter().for_each(|act| act.each_variable(&mut |v| before.push(v)));
        body.iter().for_each(|literal| literal.each_variable(&mut |v| before.push(v)));
        second.iter().for_each(|act| act.each_variable(&mut |v| after.push(v)));
        head.each_variable(&mut |v| after.push(v));
        after.retain(|variable| before.contains(variable));
        ludex_base::sort(&mut after);
        after.dedup();
        self.new_atom(&after, head)
    }
}

/// Returns the bodies that a body with choices stands for.
pub fn branches(goals: &[Goal]) -> Vec<Vec<Literal>> {
    let mut bodies = vec![Vec::new()];
    for goal in goals {
        let literals = alternatives(goal);
        bodies = bodies
            .into_iter()
            .flat_map(|body: Vec<Literal>| {
                let extended = literals.iter().map(move |more| [&body[..], more].concat());
                extended.collect::<Vec<_>>()
            })
            .collect();
    }
    bodies
}

/// Returns the alternatives of a goal, each a conjunction.
fn alternatives(goal: &Goal) -> Vec<Vec<Literal>> {
    match goal {
        Goal::Test(operator, left, right) => {
            vec![vec![Literal::Test(*operator, left.clone(), right.clone())]]
        }
        // NOT of a choice: none of the branches is true.
        Goal::Not(inner) => {
            let mut parts = Vec::new();
            for mut branch in alternatives(inner) {
                match (branch.pop(), branch.is_empty()) {
                    (Some(only), true) => parts.push(Literal::Not(Box::new(only))),
                    // A conjunction results from NOT NOT of a choice: some branch is true.
                    (last, _) => {
                        let all = branch.into_iter().chain(last);
                        return all.map(|literal| vec![negated(literal)]).collect();
                    }
                }
            }
            vec![parts]
        }
        Goal::Atom(prefix, atom) => {
            let mut paths: Vec<Vec<Shift>> = vec![Vec::new()];
            for modality in prefix {
                let next: Vec<Vec<Shift>> = match modality {
                    Modality::Before(action) => {
                        vec![vec![Shift { action: action.clone(), back: true }]]
                    }
                    Modality::After(act) => paths_of(act),
                };
                let longer = |path: Vec<Shift>| {
                    let extended = next.iter().map(move |more| [&path[..], more].concat());
                    extended.collect::<Vec<_>>()
                };
                paths = paths.into_iter().flat_map(longer).collect();
            }
            paths.into_iter().map(|path| vec![Literal::Atom(path, atom.clone())]).collect()
        }
    }
}

fn negated(literal: Literal) -> Literal {
    Literal::Not(Box::new(literal))
}

/// Returns the sequences of single actions that an act stands for.
fn paths_of(act: &Act) -> Vec<Vec<Shift>> {
    match act {
        Act::One(action) => vec![vec![Shift { action: action.clone(), back: false }]],
        Act::Choice(left, right) => [paths_of(left), paths_of(right)].concat(),
        Act::Sequence(left, right) => {
            let rights = paths_of(right);
            let longer = |path: Vec<Shift>| {
                let extended = rights.iter().map(move |more| [&path[..], more].concat());
                extended.collect::<Vec<_>>()
            };
            paths_of(left).into_iter().flat_map(longer).collect()
        }
    }
}
