//! The clauses that the machine runs: at most one action, no converse, no nested modalities.
//!
//! - A head of several actions is split as a composition is.
//! - `[a-] g` becomes an atom `p'(V)` of a new predicate, and `[a] p'(V) :- g` carries its truth in
//!   the last scenery into the next one. This is the semantics of the converse, and adds to a
//!   scenery only the truth of the converse goals of the program. Such clauses never enable an
//!   action.
//! - Goals that are neither atoms nor tests get a predicate of their own.

use super::Program;
use super::lower::{Literal, Lowering, Rule, RuleKind, branches};
use crate::symbol::{Symbol, Symbols};
use crate::syntax::{Goals, Operator, Sense, Term};

/// The role of a clause of the machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// A fact of the initial scenery.
    Initial,
    /// True in every scenery.
    Everywhere,
    /// `$effect(action, head)`: an effect of an action.
    Effect,
    /// `$past(action, head)`: a converse goal that is remembered; it enables no action.
    Past,
}

/// A goal of the machine.
#[derive(Clone, Debug)]
pub enum CoreLiteral {
    /// An atom.
    Call(Term),
    /// The negation of an atom.
    Not(Term),
    /// `[action] atom`.
    After(Term, Term),
    /// A comparison or a calculation.
    Test(Operator, Term, Term),
}

/// A clause of the machine.
#[derive(Clone, Debug)]
pub struct CoreRule {
    /// The number of the clause it comes from; 0 in the library and in queries.
    pub number: usize,
    /// Its role.
    pub role: Role,
    /// The head.
    pub head: Term,
    /// The body.
    pub body: Vec<CoreLiteral>,
    /// The number of its variables.
    pub variables: usize,
}

/// A program for the machine.
#[derive(Clone, Debug)]
pub struct Core {
    /// The clauses.
    pub rules: Vec<CoreRule>,
    /// All names, those of new predicates included.
    pub symbols: Symbols,
    /// The variables of the query: the arguments of `$query`.
    pub answers: Vec<String>,
}

impl Core {
    /// Returns the machine program of a program, with a query if there is one.
    pub fn new(program: &Program, query: Option<&Goals>) -> Core {
        let mut symbols = program.symbols().clone();
        let mut builder = CoreBuilder { lowering: Lowering::new(&mut symbols), rules: Vec::new() };
        for (i, clause) in program.clauses().iter().enumerate() {
            let rules = builder.lowering.clause(clause, i + 1);
            match clause.sense {
                Sense::Holds => rules.into_iter().for_each(|rule| builder.rule(rule)),
                Sense::Ends => rules.into_iter().for_each(|rule| builder.ends(rule)),
                Sense::Stays => {} // below, where all effects are known
            }
        }
        for clause in program.library() {
            builder.lowering.clause(clause, 0).into_iter().for_each(|rule| builder.rule(rule));
        }
        builder.inertia(program);
        program.declared().iter().for_each(|&functor| builder.never(functor));
        let answers = query.map(|query| builder.query(query)).unwrap_or_default();
        let rules = builder.rules;
        Core { rules, symbols, answers }
    }
}

struct CoreBuilder<'s> {
    lowering: Lowering<'s>,
    rules: Vec<CoreRule>,
}

impl CoreBuilder<'_> {
    fn query(&mut self, query: &Goals) -> Vec<String> {
        let named = query.variables.iter().enumerate().filter(|(_, name)| *name != "_");
        let (numbers, names): (Vec<u32>, Vec<String>) =
            named.map(|(i, name)| (i as u32, name.clone())).unzip();
        let head = match numbers.is_empty() {
            true => Term::Constant(Symbol::QUERY),
            false => {
                let variables = numbers.iter().map(|&v| Term::Variable(v)).collect();
                Term::Compound(Symbol::QUERY, variables)
            }
        };
        for body in branches(&query.goals) {
            let (prefix, head) = (Vec::new(), head.clone());
            let variables = query.variables.len();
            self.rule(Rule { number: 0, kind: RuleKind::Rule, prefix, head, body, variables });
        }
        names
    }

    /// Adds a clause for each action of the prefix, from the first to the last.
    fn rule(&mut self, rule: Rule) {
        let Rule { number, kind, prefix, head, body, variables } = rule;
        let mut body: Vec<CoreLiteral> =
            body.iter().map(|literal| self.literal(literal, number, variables)).collect();
        let Some((last, earlier)) = prefix.split_last() else {
            let initial = kind == RuleKind::Fact;
            let role = if initial { Role::Initial } else { Role::Everywhere };
            return self.rules.push(CoreRule { number, role, head, body, variables });
        };
        let all: Vec<u32> = (0..variables as u32).collect();
        for (i, action) in earlier.iter().enumerate() {
            let known = self.known(&prefix[..=i], &body);
            let wanted = self.wanted(&prefix[i + 1..], &head);
            let kept: Vec<u32> =
                all.iter().copied().filter(|v| known.contains(v) && wanted.contains(v)).collect();
            let between = self.lowering.new_atom(&kept, &head);
            self.effect(number, Role::Effect, action.clone(), between.clone(), body, variables);
            body = vec![CoreLiteral::Call(between)];
        }
        self.effect(number, Role::Effect, last.clone(), head, body, variables);
    }

    /// Adds a clause that never applies, for a predicate that is declared.
    fn never(&mut self, (name, arity): (Symbol, usize)) {
        let arguments: Vec<Term> = (0..arity as u32).map(Term::Variable).collect();
        let head = match arity {
            0 => Term::Constant(name),
            _ => Term::Compound(name, arguments),
        };
        let body = vec![CoreLiteral::Call(Term::Constant(Symbol::FAIL))];
        let role = Role::Everywhere;
        self.rules.push(CoreRule { number: 0, role, head, body, variables: arity });
    }

    /// Adds a clause by which an action ends something. It enables the action.
    fn ends(&mut self, rule: Rule) {
        let (number, variables) = (rule.number, rule.variables);
        if let Some(action) = rule.head.arguments().first().cloned() {
            let body = rule.body.iter().map(|l| self.literal(l, number, variables)).collect();
            let nothing = Term::Constant(Symbol::ENDS);
            self.effect(number, Role::Effect, action, nothing, body, variables);
        }
        self.rule(rule);
    }

    /// Adds the clauses of inertial predicates: `$past(A,q) :- $acts(A), q, NOT $ends(A,q).`, where
    /// `$acts(A)` says that the action is enabled.
    fn inertia(&mut self, program: &Program) {
        let mut stays = Vec::new();
        for (i, clause) in program.clauses().iter().enumerate() {
            if clause.sense == Sense::Stays {
                stays.extend(self.lowering.clause(clause, i + 1));
            }
        }
        if stays.is_empty() || !self.acts() {
            return;
        }
        for Rule { number, prefix, head, body, variables, .. } in stays {
            let action = prefix.into_iter().next().unwrap_or(Term::Variable(0));
            let acts = Term::Compound(Symbol::ACTS, vec![action.clone()]);
            let body = body.iter().map(|l| self.literal(l, number, variables));
            let body = std::iter::once(CoreLiteral::Call(acts)).chain(body.collect::<Vec<_>>());
            self.effect(number, Role::Past, action, head, body.collect(), variables);
        }
    }

    /// Adds `$acts(a) :- B.` for each effect that can enable its action; returns whether there is
    /// one.
    fn acts(&mut self) -> bool {
        let mut acts = Vec::new();
        for rule in self.rules.iter().filter(|rule| rule.role == Role::Effect) {
            let Some(action) = rule.head.arguments().first() else { continue };
            let (bound, mut enables) = (positive(&rule.body), true);
            action.each_variable(&mut |v| enables &= bound.contains(&v));
            if enables {
                let head = Term::Compound(Symbol::ACTS, vec![action.clone()]);
                acts.push(CoreRule { role: Role::Everywhere, head, ..rule.clone() });
            }
        }
        self.rules.extend(acts.iter().cloned());
        !acts.is_empty()
    }

    fn known(&self, actions: &[Term], body: &[CoreLiteral]) -> Vec<u32> {
        let mut found = Vec::new();
        let mut visit = |v| found.push(v);
        actions.iter().for_each(|action| action.each_variable(&mut visit));
        for literal in body {
            match literal {
                CoreLiteral::Call(atom) | CoreLiteral::Not(atom) => atom.each_variable(&mut visit),
                CoreLiteral::After(left, right) | CoreLiteral::Test(_, left, right) => {
                    left.each_variable(&mut visit);
                    right.each_variable(&mut visit);
                }
            }
        }
        found
    }

    fn wanted(&self, actions: &[Term], head: &Term) -> Vec<u32> {
        let mut found = Vec::new();
        actions.iter().for_each(|action| action.each_variable(&mut |v| found.push(v)));
        head.each_variable(&mut |v| found.push(v));
        found
    }

    fn effect(
        &mut self,
        number: usize,
        role: Role,
        action: Term,
        head: Term,
        body: Vec<CoreLiteral>,
        variables: usize,
    ) {
        let name = if role == Role::Past { Symbol::PAST } else { Symbol::EFFECT };
        let head = Term::Compound(name, vec![action, head]);
        self.rules.push(CoreRule { number, role, head, body, variables });
    }

    fn literal(&mut self, literal: &Literal, number: usize, variables: usize) -> CoreLiteral {
        match literal {
            Literal::Test(operator, left, right) => {
                CoreLiteral::Test(*operator, left.clone(), right.clone())
            }
            Literal::Not(inner) => match self.literal(inner, number, variables) {
                CoreLiteral::Call(atom) => CoreLiteral::Not(atom),
                other => CoreLiteral::Not(self.named(other, inner, number, variables)),
            },
            Literal::Atom(shifts, atom) => match shifts.split_first() {
                None => CoreLiteral::Call(atom.clone()),
                Some((first, rest)) => {
                    let rest = Literal::Atom(rest.to_vec(), atom.clone());
                    let inner = self.literal(&rest, number, variables);
                    let action = first.action.clone();
                    if first.back {
                        return CoreLiteral::Call(
                            self.past(action, inner, literal, number, variables),
                        );
                    }
                    match inner {
                        CoreLiteral::Call(atom) => CoreLiteral::After(action, atom),
                        other => {
                            let goal = self.named(other, &rest, number, variables);
                            CoreLiteral::After(action, goal)
                        }
                    }
                }
            },
        }
    }

    /// Returns an atom of a predicate that is true where the goal is.
    fn named(
        &mut self,
        goal: CoreLiteral,
        written: &Literal,
        number: usize,
        variables: usize,
    ) -> Term {
        let recalled = written.atom().cloned().unwrap_or(Term::Integer(0));
        let head = self.lowering.new_atom(&variables_of(written), &recalled);
        let (role, body) = (Role::Everywhere, vec![goal]);
        self.rules.push(CoreRule { number, role, head: head.clone(), body, variables });
        head
    }

    /// Returns an atom of a predicate that is true where the last action was this one and the goal
    /// was true before it.
    fn past(
        &mut self,
        action: Term,
        goal: CoreLiteral,
        written: &Literal,
        number: usize,
        variables: usize,
    ) -> Term {
        let recalled = written.atom().cloned().unwrap_or(Term::Integer(0));
        let head = self.lowering.new_atom(&variables_of(written), &recalled);
        self.effect(number, Role::Past, action, head.clone(), vec![goal], variables);
        head
    }
}

/// Returns the variables that the goals of a body bind.
fn positive(body: &[CoreLiteral]) -> Vec<u32> {
    let mut found = Vec::new();
    let mut visit = |v| found.push(v);
    for literal in body {
        match literal {
            CoreLiteral::Call(atom) => atom.each_variable(&mut visit),
            CoreLiteral::After(left, right)
            | CoreLiteral::Test(Operator::Unify | Operator::Is, left, right) => {
                left.each_variable(&mut visit);
                right.each_variable(&mut visit);
            }
            CoreLiteral::Not(_) | CoreLiteral::Test(..) => {}
        }
    }
    found
}

/// Returns the variables of a goal, each once.
fn variables_of(literal: &Literal) -> Vec<u32> {
    let mut variables = Vec::new();
    literal.each_variable(&mut |v| variables.push(v));
    ludex_base::sort(&mut variables);
    variables.dedup();
    variables
}
