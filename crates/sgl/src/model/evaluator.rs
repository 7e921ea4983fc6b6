//! Evaluation of formulas: a row is the set of actions at which a formula is true in a state
//! [ZT15, Def. 4].
//!
//! A row is computed only for the actions that matter (`care`), so that `does(a) & next φ` visits
//! one successor and not all of them. The strategies around a formula form a stack; stacks are
//! numbered, and 0 is the empty one. Results that are expensive to compute are kept in small tables
//! with replacement.

use std::hash::{Hash, Hasher};

use ludex_base::Bits;
use rustc_hash::{FxHashMap, FxHasher};

use super::program::{Op, Step};
use super::{Program, World};

/// A stack of enclosing strategies, by number.
type Stack = u32;

/// The cost, in mask tests, above which the truth of statewise formulas is cached.
const EXPENSIVE: f32 = 150.0;
/// The number of entries of a cache table.
const ENTRIES: usize = 1 << 14;

/// A cache that keeps the latest value of each entry.
struct Cache<K, V> {
    places: Vec<Option<(K, V)>>,
}

impl<K: Hash + Eq, V: Copy> Cache<K, V> {
    fn place(key: &K) -> usize {
        let mut hasher = FxHasher::default();
        key.hash(&mut hasher);
        hasher.finish() as usize % ENTRIES
    }

    fn get(&self, key: &K) -> Option<V> {
        let (known, value) = self.places.get(Self::place(key))?.as_ref()?;
        (known == key).then_some(*value)
    }

    fn put(&mut self, key: K, value: V) {
        if self.places.is_empty() {
            self.places.resize_with(ENTRIES, || None);
        }
        let place = Self::place(&key);
        self.places[place] = Some((key, value));
    }
}

/// The cached results of an evaluator.
pub(crate) struct Caches<const W: usize> {
    stacks: Vec<(Stack, Step)>,
    stack_index: FxHashMap<(Stack, Step), Stack>,
    truths: Cache<(Step, Stack, Bits<W>), bool>,
    legals: Cache<(Stack, Bits<W>), Bits<W>>,
}

impl<const W: usize> Default for Caches<W> {
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
pub(crate) struct Evaluator<'w, const W: usize> {
    pub world: World<'w, W>,
    program: &'w Program<W>,
    pub full: Bits<W>,
    caches: Caches<W>,
}

impl<'w, const W: usize> Evaluator<'w, W> {
    pub fn new(world: World<'w, W>, program: &'w Program<W>) -> Self {
        Self::resume(world, program, Caches::default())
    }

    /// Returns an evaluator with the cache of an earlier one for the same world and program.
    pub fn resume(world: World<'w, W>, program: &'w Program<W>, caches: Caches<W>) -> Self {
        Evaluator { world, program, full: Bits::below(world.actions()), caches }
    }

    /// Returns the cached results, for a later evaluator.
    pub fn into_caches(self) -> Caches<W> {
        self.caches
    }

    /// Returns the actions of `care` at which the step is true in the state.
    pub fn row(&mut self, step: Step, state: &Bits<W>, care: Bits<W>) -> Bits<W> {
        self.row_in(step, 0, state, care)
    }

    /// Returns whether the step is true in the state for every chosen action.
    pub fn everywhere(&mut self, step: Step, state: &Bits<W>) -> bool {
        self.everywhere_in(step, 0, state)
    }

    /// Returns whether the step is true at some action of `care`, that is, whether [`Self::row`] is
    /// not empty.
    pub fn somewhere(&mut self, step: Step, state: &Bits<W>, care: Bits<W>) -> bool {
        match self.program.op(step) {
            Op::Any { does, rest } if !self.program.info(step).statewise => {
                !(*does & care).is_empty() || rest.iter().any(|&s| self.somewhere(s, state, care))
            }
            &Op::Else(a, b) if !self.program.info(step).statewise => {
                match self.somewhere(a, state, self.full) {
                    true => self.somewhere(a, state, care),
                    false => self.somewhere(b, state, care),
                }
            }
            _ => !self.row(step, state, care).is_empty(),
        }
    }

    fn everywhere_in(&mut self, step: Step, stack: Stack, state: &Bits<W>) -> bool {
        match self.program.info(step).statewise {
            true => self.truth(step, stack, state),
            false => self.row_in(step, stack, state, self.full) == self.full,
        }
    }

    fn row_in(&mut self, step: Step, stack: Stack, state: &Bits<W>, care: Bits<W>) -> Bits<W> {
        if self.program.info(step).statewise {
            return if self.truth(step, stack, state) { care } else { Bits::EMPTY };
        }
        match self.program.op(step) {
            Op::All { on, off, does, rest } => {
                let mut left = does.map_or(care, |does| care & does);
                if left.is_empty() || !self.world.fits(state, on, off) {
                    return Bits::EMPTY;
                }
                for &part in rest {
                    left = self.row_in(part, stack, state, left);
                    if left.is_empty() {
                        break;
                    }
                }
                left
            }
            Op::Any { does, rest } => {
                let mut left = care - *does;
                for &part in rest {
                    if left.is_empty() {
                        break;
                    }
                    left = left - self.row_in(part, stack, state, left);
                }
                care - left
            }
            Op::Not(inner) => care - self.row_in(*inner, stack, state, care),
            Op::Same(a, b) => {
                care - (self.row_in(*a, stack, state, care) ^ self.row_in(*b, stack, state, care))
            }
            Op::Else(a, b) => {
                let first = self.row_in(*a, stack, state, self.full);
                match first.is_empty() {
                    true => self.row_in(*b, stack, state, care),
                    false => first & care,
                }
            }
            Op::Also(a, b) => {
                let first = self.row_in(*a, stack, state, self.full);
                if (first & care).is_empty() {
                    return Bits::EMPTY;
                }
                let both = self.row_in(*b, stack, state, first);
                care & if both.is_empty() { first } else { both }
            }
            Op::Strategy(strategy, inner) => {
                let stack = self.push(stack, *strategy);
                self.row_in(*inner, stack, state, care)
            }
            Op::Next(inner) => {
                let after = |this: &mut Self, action| {
                    let next = this.world.update(state, action);
                    this.everywhere_in(*inner, stack, &next)
                };
                care.iter().filter(|&action| after(self, action)).collect()
            }
            _ => unreachable!("every other operator is statewise"),
        }
    }

    /// Returns whether a statewise step is true.
    fn truth(&mut self, step: Step, stack: Stack, state: &Bits<W>) -> bool {
        let info = self.program.info(step);
        if info.plain {
            return self.program.holds(self.world, state, step);
        }
        if info.cost < EXPENSIVE {
            return self.decide(step, stack, state);
        }
        let stack = if info.legal { stack } else { 0 };
        let key = (step, stack, *state);
        if let Some(known) = self.caches.truths.get(&key) {
            return known;
        }
        let truth = self.decide(step, stack, state);
        self.caches.truths.put(key, truth);
        truth
    }

    fn decide(&mut self, step: Step, stack: Stack, state: &Bits<W>) -> bool {
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
                let next = self.world.update(state, *action);
                self.everywhere_in(*inner, stack, &next)
            }
            Op::Select(action, inner) => {
                !self.row_in(*inner, stack, state, Bits::one(*action)).is_empty()
            }
            Op::Strategy(strategy, inner) => {
                let stack = self.push(stack, *strategy);
                self.truth(*inner, stack, state)
            }
            Op::Legal(action) => self.legal(stack, state).contains(*action),
            Op::Truth(_) | Op::Initial | Op::Terminal => {
                self.program.holds(self.world, state, step)
            }
            Op::Next(_) => unreachable!("depends on the choice"),
        }
    }

    /// Returns the legal actions under a stack of strategies.
    fn legal(&mut self, stack: Stack, state: &Bits<W>) -> Bits<W> {
        let key = (stack, *state);
        if let Some(known) = self.caches.legals.get(&key) {
            return known;
        }
        let legal = match stack {
            0 => self.world.legal(state),
            _ => {
                let (below, strategy) = self.caches.stacks[stack as usize];
                let legal = self.legal(below, state);
                self.row_in(strategy, below, state, legal)
            }
        };
        self.caches.legals.put(key, legal);
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
