//! Evaluation of formulas: a row is the set of actions at which a formula is true in a state
//! [ZT15, Def. 4].
//!
//! A row is computed only for the actions that matter (`care`), so that `does(a) & next φ` visits
//! one successor and not all of them. The strategies around a formula form a stack; stacks are
//! numbered, and 0 is the empty one. Results that are expensive to compute are kept in small tables
//! with replacement.

use std::hash::{Hash, Hasher};

use ludex_base::{Budget, OutOfBudget, Set, Stopped, Ticker};
use rustc_hash::{FxHashMap, FxHasher};

use super::program::{Op, Step};
use super::{Program, World};

/// A stack of enclosing strategies, by number.
type Stack = u32;

/// The cost, in mask tests, above which the truth of statewise formulas is cached.
const EXPENSIVE: f32 = 150.0;
/// The number of entries of a cache table.
const ENTRIES: usize = 1 << 14;

/// A cache by two numbers and a state that keeps the latest value of each entry.
struct Cache<S, V> {
    places: Vec<Option<Entry<S, V>>>,
}

struct Entry<S, V> {
    numbers: (u32, u32),
    state: S,
    value: V,
}

impl<S: Set, V> Cache<S, V> {
    #[inline]
    fn place(numbers: (u32, u32), state: &S) -> usize {
        let mut hasher = FxHasher::default();
        numbers.hash(&mut hasher);
        state.hash(&mut hasher);
        hasher.finish() as usize % ENTRIES
    }

    #[inline]
    fn get(&self, place: usize, numbers: (u32, u32), state: &S) -> Option<&V> {
        let entry = self.places.get(place)?.as_ref()?;
        (entry.numbers == numbers && entry.state == *state).then_some(&entry.value)
    }

    #[inline]
    fn put(&mut self, place: usize, numbers: (u32, u32), state: &S, value: V) {
        if self.places.is_empty() {
            self.places.resize_with(ENTRIES, || None);
        }
        self.places[place] = Some(Entry { numbers, state: state.clone(), value });
    }
}

/// The cached results of an evaluator.
pub(crate) struct Caches<S: Set> {
    stacks: Vec<(Stack, Step)>,
    stack_index: FxHashMap<(Stack, Step), Stack>,
    truths: Cache<S, bool>,
    legals: Cache<S, S>,
}

impl<S: Set> Default for Caches<S> {
    fn default() -> Self {
        Caches {
            stacks: vec![(0, 0)],
            stack_index: FxHashMap::default(),
            truths: Cache { places: Vec::new() },
            legals: Cache { places: Vec::new() },
        }
    }
}

/// Evaluates the steps of a program in the states of a world.
pub(crate) struct Evaluator<'w, S: Set> {
    pub world: World<'w, S>,
    program: &'w Program<S>,
    pub full: S,
    caches: Caches<S>,
    limit: Option<Ticker<'w>>,
    stopped: Option<Stopped>,
}

impl<'w, S: Set> Evaluator<'w, S> {
    pub fn new(world: World<'w, S>, program: &'w Program<S>) -> Self {
        Self::resume(world, program, Caches::default())
    }

    /// Returns an evaluator with the cache of an earlier one for the same world and program.
    pub fn resume(world: World<'w, S>, program: &'w Program<S>, caches: Caches<S>) -> Self {
        let full = S::below(world.actions());
        Evaluator { world, program, full, caches, limit: None, stopped: None }
    }

    /// Limits the evaluator: when the budget is used up, what it returns means nothing, and
    /// [`Evaluator::finished`] says so.
    pub fn within(self, budget: &'w Budget) -> Self {
        Evaluator { limit: Some(Ticker::new(budget)), ..self }
    }

    /// Fails if the budget was used up, so that the last result is none.
    pub fn finished(&self) -> Result<(), OutOfBudget> {
        self.stopped.map_or(Ok(()), |stopped| Err(OutOfBudget::polled(stopped)))
    }

    /// Returns the state after an action; `None` if the budget is used up. Formulas look ahead
    /// through this function only, and it is what can take long.
    fn after(&mut self, state: &S, action: u32) -> Option<S> {
        if let (None, Some(limit)) = (self.stopped, &self.limit) {
            self.stopped = limit.tick().err();
        }
        self.stopped.is_none().then(|| self.world.update(state, action))
    }

    /// Returns the cached results, for a later evaluator.
    pub fn into_caches(self) -> Caches<S> {
        self.caches
    }

    /// Returns the legal moves of a state that a strategy allows; all without a strategy.
    pub fn allowed(&mut self, strategy: Option<Step>, state: &S) -> S {
        let legal = self.world.legal(state);
        match strategy {
            None => legal,
            Some(strategy) => self.row(strategy, state, &legal),
        }
    }

    /// Returns the actions of `care` at which the step is true in the state.
    pub fn row(&mut self, step: Step, state: &S, care: &S) -> S {
        self.row_in(step, 0, state, care)
    }

    /// Returns whether the step is true in the state for every chosen action.
    pub fn everywhere(&mut self, step: Step, state: &S) -> bool {
        self.everywhere_in(step, 0, state)
    }

    /// Returns whether the step is true at some action of `care`, that is, whether [`Self::row`] is
    /// not empty.
    pub fn somewhere(&mut self, step: Step, state: &S, care: &S) -> bool {
        match self.program.op(step) {
            Op::Any { does, rest } if !self.program.info(step).statewise => {
                does.meets(care) || rest.iter().any(|&s| self.somewhere(s, state, care))
            }
            &Op::Else(a, b) if !self.program.info(step).statewise => {
                match self.somewhere(a, state, &self.full.clone()) {
                    true => self.somewhere(a, state, care),
                    false => self.somewhere(b, state, care),
                }
            }
            _ => !self.row(step, state, care).is_empty(),
        }
    }

    fn everywhere_in(&mut self, step: Step, stack: Stack, state: &S) -> bool {
        match self.program.info(step).statewise {
            true => self.truth(step, stack, state),
            false => self.row_in(step, stack, state, &self.full.clone()) == self.full,
        }
    }

    fn row_in(&mut self, step: Step, stack: Stack, state: &S, care: &S) -> S {
        if self.program.info(step).statewise {
            return if self.truth(step, stack, state) { care.clone() } else { S::EMPTY };
        }
        match self.program.op(step) {
            Op::All { on, off, does, rest } => {
                let possible = does.as_ref().map_or(!care.is_empty(), |does| does.meets(care));
                if !possible || !self.world.fits(state, on, off) {
                    return S::EMPTY;
                }
                let mut left = care.clone();
                if let Some(does) = does {
                    left.intersect(does);
                }
                for &part in rest {
                    left = self.row_in(part, stack, state, &left);
                    if left.is_empty() {
                        break;
                    }
                }
                left
            }
            Op::Any { does, rest } => {
                let mut left = care.clone();
                left.subtract(does);
                for &part in rest {
                    if left.is_empty() {
                        break;
                    }
                    let row = self.row_in(part, stack, state, &left);
                    left.subtract(&row);
                }
                care.clone().minus(&left)
            }
            Op::Not(inner) => {
                let row = self.row_in(*inner, stack, state, care);
                care.clone().minus(&row)
            }
            Op::Same(a, b) => {
                let first = self.row_in(*a, stack, state, care);
                let second = self.row_in(*b, stack, state, care);
                care.clone().minus(&first.clone().or(&second)).or(&first.and(&second))
            }
            Op::Else(a, b) => {
                let first = self.row_in(*a, stack, state, &self.full.clone());
                match first.is_empty() {
                    true => self.row_in(*b, stack, state, care),
                    false => first.and(care),
                }
            }
            Op::Also(a, b) => {
                let first = self.row_in(*a, stack, state, &self.full.clone());
                if !first.meets(care) {
                    return S::EMPTY;
                }
                let both = self.row_in(*b, stack, state, &first);
                if both.is_empty() { first.and(care) } else { both.and(care) }
            }
            Op::Strategy(strategy, inner) => {
                let stack = self.push(stack, *strategy);
                self.row_in(*inner, stack, state, care)
            }
            Op::Next(inner) => {
                let after = |this: &mut Self, action| {
                    let next = this.after(state, action);
                    next.is_some_and(|next| this.everywhere_in(*inner, stack, &next))
                };
                care.iter().filter(|&action| after(self, action)).collect()
            }
            _ => unreachable!("every other operator is statewise"),
        }
    }

    /// Returns whether a statewise step is true.
    fn truth(&mut self, step: Step, stack: Stack, state: &S) -> bool {
        let info = self.program.info(step);
        if info.plain {
            return self.program.holds(self.world, state, step);
        }
        if info.cost < EXPENSIVE {
            return self.decide(step, stack, state);
        }
        let stack = if info.legal { stack } else { 0 };
        let key = (step, stack);
        let place = Cache::<S, bool>::place(key, state);
        if let Some(known) = self.caches.truths.get(place, key, state) {
            return *known;
        }
        let truth = self.decide(step, stack, state);
        if self.stopped.is_none() {
            self.caches.truths.put(place, key, state, truth);
        }
        truth
    }

    fn decide(&mut self, step: Step, stack: Stack, state: &S) -> bool {
        match self.program.op(step) {
            Op::All { on, off, rest, .. } => {
                self.world.fits(state, on, off)
                    && rest.iter().all(|&part| self.truth(part, stack, state))
            }
            Op::Any { rest, .. } => rest.iter().any(|&part| self.truth(part, stack, state)),
            Op::Not(inner) => !self.truth(*inner, stack, state),
            Op::Same(a, b) => self.truth(*a, stack, state) == self.truth(*b, stack, state),
            // Rows are full or empty here, so that the definitions reduce to these.
            Op::Else(a, b) => self.truth(*a, stack, state) || self.truth(*b, stack, state),
            Op::Also(a, _) => self.truth(*a, stack, state),
            Op::Exec(action, inner) => {
                let next = self.after(state, *action);
                next.is_some_and(|next| self.everywhere_in(*inner, stack, &next))
            }
            Op::Select(action, inner) => {
                !self.row_in(*inner, stack, state, &S::one(*action)).is_empty()
            }
            Op::Strategy(strategy, inner) => {
                let stack = self.push(stack, *strategy);
                self.truth(*inner, stack, state)
            }
            Op::Legal(action) => self.is_legal(stack, state, *action),
            Op::Truth(_) | Op::Initial | Op::Terminal => {
                self.program.holds(self.world, state, step)
            }
            Op::Next(_) => unreachable!("depends on the choice"),
        }
    }

    /// Returns whether an action is legal under a stack of strategies.
    fn is_legal(&mut self, stack: Stack, state: &S, action: u32) -> bool {
        let key = (0, stack);
        let place = Cache::<S, S>::place(key, state);
        if let Some(known) = self.caches.legals.get(place, key, state) {
            return known.contains(action);
        }
        self.legal(stack, state).contains(action)
    }

    /// Returns the legal actions under a stack of strategies.
    fn legal(&mut self, stack: Stack, state: &S) -> S {
        let key = (0, stack);
        let place = Cache::<S, S>::place(key, state);
        if let Some(known) = self.caches.legals.get(place, key, state) {
            return known.clone();
        }
        let legal = match stack {
            0 => self.world.legal(state),
            _ => {
                let (below, strategy) = self.caches.stacks[stack as usize];
                let legal = self.legal(below, state);
                self.row_in(strategy, below, state, &legal)
            }
        };
        if self.stopped.is_none() {
            self.caches.legals.put(place, key, state, legal.clone());
        }
        legal
    }

    fn push(&mut self, stack: Stack, strategy: Step) -> Stack {
        let next = self.caches.stacks.len() as Stack;
        let number = *self.caches.stack_index.entry((stack, strategy)).or_insert(next);
        if number == next {
            self.caches.stacks.push((stack, strategy));
        }
        number
    }
}
