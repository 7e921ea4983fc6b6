//! The search for refutations: depth first, clauses in the order of the file, with limits on the
//! length of the plan and on the number of steps.

use std::rc::Rc;

use ludex_base::with_stack;
use rustc_hash::{FxHashMap, FxHashSet};

use super::goal::{Candidate, Selection, Target, What, identical, left_most, read};
use crate::program::{Literal, Lowering, Program, Rule, RuleKind, Shift, branches};
use crate::symbol::{Symbol, Symbols};
use crate::syntax::{Goals, Term};
use crate::terms::{Cell, Heap};

/// The limits of a search.
#[derive(Clone, Debug)]
pub struct Bounds {
    /// The limit on the actions of a plan.
    pub plan: usize,
    /// The limit on the steps of a refutation.
    pub steps: usize,
    /// The limit on the total number of steps tried.
    pub work: u64,
}

/// A step: the goal, the clause and the rule.
#[derive(Clone, Copy, Debug)]
pub(super) struct Taken {
    pub selected: usize,
    /// The rule, and the clause.
    pub how: How,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum How {
    Test,
    Cancel,
    Reduce(usize),
    Extend(usize),
    Invert(Inversion),
}

/// The clause of an inversion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Inversion {
    pub rule: usize,
    /// The number of actions of its prefix up to the one that is inverted: play need not go on to
    /// its head.
    pub actions: usize,
    /// The index of the goal of its body that matches the converse goal, if one does.
    pub place: Option<usize>,
}

/// A refutation: its steps.
#[derive(Clone, Debug)]
pub struct Derivation {
    pub(super) taken: Vec<Taken>,
    pub(super) query: usize,
}

/// The answer of a refutation.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The actions in order.
    pub plan: Vec<Term>,
    /// The values of the variables of the query.
    pub values: Vec<Term>,
    /// Goals `NOT g` and the actions before them, to be checked forwards.
    pub postponed: Vec<(Vec<Term>, Literal)>,
    /// The refutation.
    pub derivation: Derivation,
}

/// The state of a search.
#[derive(Clone, Debug)]
pub(super) struct Stage {
    pub goals: Vec<Target>,
    /// The plan, first action first.
    pub plan: Vec<Cell>,
    /// Whether a fact was used: then no action can come before it.
    pub fact: bool,
}

/// Resolution over a program and a query.
#[derive(Debug)]
pub struct Resolution {
    pub(super) symbols: Symbols,
    pub(super) rules: Vec<Rule>,
    by_head: FxHashMap<(Symbol, usize), Vec<usize>>,
    enabling: Vec<bool>,
    /// Whether clauses that enable no action may extend the plan: their actions are found by the
    /// other goals.
    open: bool,
    pub(super) queries: Vec<Vec<Literal>>,
    pub(super) variables: Vec<String>,
    /// The names of new predicates, and what is shown instead: the name of the head with a stroke,
    /// as in [BR04, Section 5.3].
    pub(super) shown: Vec<(String, String)>,
    /// The names of the variables of each clause, by its number.
    pub(super) names: Vec<Vec<String>>,
    pub(super) heap: Heap,
    selection: Selection,
    pub(super) via: Option<Vec<Term>>,
    bounds: Bounds,
    work: u64,
    /// Whether the limit on steps or work cut the search off.
    cut: bool,
    /// Whether a goal was left whose variables nothing binds.
    pub floundered: bool,
}

impl Resolution {
    /// Returns a resolution of a query, whose names must be among those of the program.
    pub fn new(program: &Program, query: &Goals) -> Resolution {
        let mut symbols = program.symbols().clone();
        let mut lowering = Lowering::new(&mut symbols);
        let mut rules = Vec::new();
        let mut shown = Vec::new();
        for (i, clause) in program.clauses().iter().enumerate() {
            let lowered = lowering.clause(clause, i + 1);
            let name = |term: &Term, lowering: &Lowering| {
                let name = term.functor().map(|(name, _)| lowering.symbols.name(name));
                name.map(|name| name.trim_start_matches('$').to_owned())
            };
            for rule in lowered.iter().filter(|rule| rule.head != clause.head) {
                let stroke = name(&clause.head, &lowering).map(|head| format!("{head}'"));
                shown.extend(name(&rule.head, &lowering).zip(stroke));
            }
            rules.extend(lowered);
        }
        for clause in program.library() {
            rules.extend(lowering.clause(clause, 0));
        }
        let mut by_head: FxHashMap<(Symbol, usize), Vec<usize>> = FxHashMap::default();
        for (i, rule) in rules.iter().enumerate() {
            if let Some(functor) = rule.head.functor() {
                by_head.entry(functor).or_default().push(i);
            }
        }
        let enabling = rules.iter().map(|rule| can_enable(rule, rule.prefix.len())).collect();
        Resolution {
            symbols,
            rules,
            by_head,
            enabling,
            open: false,
            queries: branches(&query.goals),
            variables: query.variables.clone(),
            shown,
            names: program.clauses().iter().map(|clause| clause.variables.clone()).collect(),
            heap: Heap::trailing(),
            selection: left_most,
            via: None,
            bounds: Bounds { plan: 0, steps: 0, work: 0 },
            work: 0,
            cut: false,
            floundered: false,
        }
    }

    /// Sets the selection function.
    pub fn select(mut self, selection: Selection) -> Resolution {
        self.selection = selection;
        self
    }

    /// Restricts the search to refutations with this plan.
    pub fn via(mut self, plan: Vec<Term>) -> Resolution {
        self.via = Some(plan);
        self
    }

    /// Calls the visitor with the refutations within the limits, until it returns `true`. Returns
    /// whether all of them were visited: `false` if the limit on steps or work cut the search off.
    pub fn refutations(&mut self, bounds: &Bounds, visit: &mut dyn FnMut(Answer) -> bool) -> bool {
        self.bounds = bounds.clone();
        (self.work, self.cut) = (0, false);
        for query in 0..self.queries.len() {
            let (stage, values) = self.start(query);
            let mut taken = Vec::new();
            let mut search = Search { query, values: &values, taken: &mut taken, visit };
            if self.search(&stage, &mut search) {
                break;
            }
            self.heap.undo(0, 0);
        }
        self.heap.undo(0, 0);
        !self.cut
    }

    /// Returns the first accepted refutation with a shortest plan, up to a length. Plans that are
    /// extended by clauses that enable no action are looked for where there is no other.
    pub fn first(
        &mut self,
        longest: usize,
        accept: &mut dyn FnMut(&Answer) -> bool,
    ) -> Option<Answer> {
        let open = self
            .rules
            .iter()
            .zip(&self.enabling)
            .any(|(rule, &enables)| !enables && !rule.prefix.is_empty());
        for plan in 0..=longest {
            let tries: &[bool] = if open && plan > 0 { &[false, true] } else { &[false] };
            for &open in tries {
                self.open = open;
                let found = self.with_plan(plan, accept);
                self.open = false;
                if found.is_some() {
                    return found;
                }
            }
        }
        None
    }

    /// Returns the first accepted refutation with a plan of this length, by iterative deepening on
    /// the number of steps.
    fn with_plan(
        &mut self,
        plan: usize,
        accept: &mut dyn FnMut(&Answer) -> bool,
    ) -> Option<Answer> {
        for steps in [64, 512, 4096] {
            let bounds = Bounds { plan, steps, work: 2_000_000 };
            let mut found = None;
            let complete = self.refutations(&bounds, &mut |answer| {
                if answer.plan.len() == plan && accept(&answer) {
                    found = Some(answer);
                }
                found.is_some()
            });
            if found.is_some() || complete {
                return found;
            }
        }
        None
    }

    /// Returns the initial stage, and the variables of the query.
    pub(super) fn start(&mut self, query: usize) -> (Stage, Rc<[Cell]>) {
        self.heap.undo(0, 0);
        let count = self.variables.len();
        let values: Rc<[Cell]> = (0..count).map(|_| self.heap.variable()).collect();
        let literals = self.queries[query].clone();
        let goals = literals.iter().map(|l| Target::new(l, &mut self.heap, &values, 0)).collect();
        (Stage { goals, plan: Vec::new(), fact: false }, values)
    }

    /// Searches from a stage; returns whether to stop.
    fn search(&mut self, stage: &Stage, search: &mut Search) -> bool {
        let Some(selected) = self.selected(stage) else {
            return self.finish(stage, search);
        };
        if search.taken.len() >= self.bounds.steps || self.work >= self.bounds.work {
            self.cut = true;
            return false;
        }
        for how in self.ways(stage, selected) {
            self.work += 1;
            let (trail, cells) = (self.heap.trail_length(), self.heap.cells.len());
            let step = Taken { selected, how };
            if let Some(next) = self.apply(stage, step, search.taken.len() + 1) {
                search.taken.push(step);
                let stop = with_stack(128 << 10, || self.search(&next, search));
                search.taken.pop();
                if stop {
                    return true;
                }
            }
            self.heap.undo(trail, cells);
        }
        false
    }

    /// Returns the goal to resolve next; `None` if only postponed goals are left.
    fn selected(&mut self, stage: &Stage) -> Option<usize> {
        let mut candidates = Vec::new();
        for (place, goal) in stage.goals.iter().enumerate() {
            if goal.is_ready(&mut self.heap) {
                let test = matches!(goal.what, What::Test(..));
                candidates.push(Candidate { place, prefix: goal.shifts.len(), test });
            }
        }
        let chosen = (!candidates.is_empty()).then(|| (self.selection)(&candidates))?;
        candidates.get(chosen).or(candidates.first()).map(|candidate| candidate.place)
    }

    /// Handles a stage where no goal can be resolved: it is an answer, unless a test is left.
    fn finish(&mut self, stage: &Stage, search: &mut Search) -> bool {
        if stage.goals.iter().any(|goal| matches!(goal.what, What::Test(..))) {
            self.floundered = true;
            return false;
        }
        let mut unbound = Vec::new();
        let plan: Vec<Term> =
            stage.plan.iter().map(|&action| read(&self.heap, action, &mut unbound)).collect();
        let too_short = self.via.as_ref().is_some_and(|via| via.len() != plan.len());
        if !unbound.is_empty() || too_short {
            return false; // no legal path
        }
        let values = search.values.iter().map(|&v| read(&self.heap, v, &mut unbound)).collect();
        let mut postponed = Vec::new();
        for goal in &stage.goals {
            let What::Not(literal, variables) = &goal.what else { continue };
            let path = goal.shifts.iter().map(|s| read(&self.heap, s.0, &mut unbound)).collect();
            postponed.push((path, self.instance(literal, variables, &mut unbound)));
        }
        let derivation = Derivation { taken: search.taken.clone(), query: search.query };
        (search.visit)(Answer { plan, values, postponed, derivation })
    }

    /// Returns a goal with the current values of its variables.
    fn instance(&self, literal: &Literal, variables: &[Cell], unbound: &mut Vec<Cell>) -> Literal {
        let mut term = |term: &Term| substitute(&self.heap, term, variables, unbound);
        match literal {
            Literal::Atom(shifts, atom) => {
                let shifts = shifts
                    .iter()
                    .map(|s| Shift { action: term(&s.action), back: s.back })
                    .collect();
                Literal::Atom(shifts, term(atom))
            }
            Literal::Test(operator, left, right) => {
                Literal::Test(*operator, term(left), term(right))
            }
            Literal::Not(inner) => Literal::Not(Box::new(self.instance(inner, variables, unbound))),
        }
    }

    /// Returns the steps to try, in the order of the clauses.
    fn ways(&mut self, stage: &Stage, selected: usize) -> Vec<How> {
        let goal = &stage.goals[selected];
        let What::Atom(atom) = goal.what else { return vec![How::Test] };
        match goal.shifts.iter().position(|shift| shift.1) {
            Some(0) => return self.inversions(stage),
            Some(_) => return vec![How::Cancel],
            None => {}
        }
        if self.repeats(stage, goal, atom) {
            return Vec::new();
        }
        let functor = functor_of(&self.heap, atom);
        let Some(rules) = self.by_head.get(&functor) else { return Vec::new() };
        let prefix = goal.shifts.len();
        let way = |&i: &usize| {
            let rule = &self.rules[i];
            let longer = rule.prefix.len() > prefix;
            match rule.kind {
                RuleKind::Fact => (prefix == 0).then_some(How::Reduce(i)),
                RuleKind::Rule if longer => {
                    let fits = stage.plan.len() + rule.prefix.len() - prefix <= self.bounds.plan;
                    (fits && !stage.fact && (self.open || self.enabling[i]))
                        .then_some(How::Extend(i))
                }
                RuleKind::Rule | RuleKind::Rigid => Some(How::Reduce(i)),
            }
        };
        rules.iter().filter_map(way).collect()
    }

    /// Returns whether the goal is derived from an identical goal in the same scenery: then a
    /// shorter refutation exists.
    fn repeats(&self, stage: &Stage, goal: &Target, atom: Cell) -> bool {
        let remaining = stage.plan.len() as isize - goal.shifts.len() as isize;
        let mut link = goal.parents.as_ref();
        while let Some(parent) = link {
            if parent.remaining != remaining {
                return false; // further up the sceneries are later ones
            }
            if identical(&self.heap, parent.atom, atom) {
                return true;
            }
            link = parent.parent.as_ref();
        }
        false
    }

    /// Returns the inversions for `[i:c-] p`: first the clauses with p in the body, as
    /// [BR04, Section 5.4] requires; then all clauses, with p as an additional goal, since the
    /// former alone are incomplete.
    fn inversions(&self, stage: &Stage) -> Vec<How> {
        if stage.fact {
            return Vec::new();
        }
        let longest = self.bounds.plan.saturating_sub(stage.plan.len());
        let (mut matching, mut all) = (Vec::new(), Vec::new());
        for (i, rule) in self.rules.iter().enumerate() {
            let way = |actions, place| How::Invert(Inversion { rule: i, actions, place });
            for actions in 1..=rule.prefix.len().min(longest) {
                if !can_enable(rule, actions) {
                    break;
                }
                all.push(way(actions, None));
            }
            if let ([_], 1.., true) = (&rule.prefix[..], longest, self.enabling[i]) {
                matching.extend((0..rule.body.len()).map(|place| way(1, Some(place))));
            }
        }
        matching.extend(all);
        matching
    }
}

/// The fixed parameters of a search.
struct Search<'s> {
    query: usize,
    values: &'s [Cell],
    taken: &'s mut Vec<Taken>,
    visit: &'s mut dyn FnMut(Answer) -> bool,
}

/// Returns whether the body of a clause binds all variables of its first actions: only then does it
/// enable them.
fn can_enable(rule: &Rule, actions: usize) -> bool {
    let mut bound = FxHashSet::default();
    for literal in &rule.body {
        if !matches!(literal, Literal::Not(_)) {
            literal.each_variable(&mut |v| {
                bound.insert(v);
            });
        }
    }
    let mut all = true;
    let actions = rule.prefix[..actions].iter();
    actions.for_each(|a| a.each_variable(&mut |v| all &= bound.contains(&v)));
    all
}

/// Returns the name and arity of an atom of the arena.
fn functor_of(heap: &Heap, atom: Cell) -> (Symbol, usize) {
    use crate::terms::Kind;
    match heap.deref(atom).kind() {
        Kind::Constant(symbol) => (symbol, 0),
        Kind::Structure(place) => match heap.cells[place].kind() {
            Kind::Functor(symbol, arity) => (symbol, arity),
            _ => (Symbol::FAIL, 0),
        },
        _ => (Symbol::FAIL, 0),
    }
}

/// Returns a term with the values of its variables substituted.
pub(super) fn substitute(
    heap: &Heap,
    term: &Term,
    variables: &[Cell],
    unbound: &mut Vec<Cell>,
) -> Term {
    match term {
        Term::Variable(v) => read(heap, variables[*v as usize], unbound),
        Term::Compound(symbol, arguments) => {
            let arguments =
                arguments.iter().map(|a| substitute(heap, a, variables, unbound)).collect();
            Term::Compound(*symbol, arguments)
        }
        atomic => atomic.clone(),
    }
}
