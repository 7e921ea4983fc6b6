//! Proof number search as a depth-first search with two thresholds \[Nag02\].
//!
//! A node is explored until its effort numbers reach a threshold, chosen so that best-first search
//! would leave the node at that moment. The numbers of the children of all nodes on the path are
//! kept in the search's own memory, besides the table: so every step makes progress even without a
//! table. Each call raises the number by which its child was chosen (or ends its parent), and what
//! is read from the table later can only raise it further. A state that repeats on the path is a
//! leaf (see `cycles`), so the tree is finite and the search ends.
//!
//! The same code serves one pair of numbers (df-pn) and a pair for each outcome (depth-first MOPNS
//! [Saf13, Section 3.7.5]). In the second case the thresholds belong to the greater number of one
//! outcome and to the smaller number of another, and a node that is already decided for one of the
//! two is searched for the other only (the relevancy bounds of [Saf13, Section 3.5.2]).

use ludex_game::{Agent, Bounds, Hints};
use rustc_hash::{FxHashMap, FxHashSet};

use super::effort::{Effort, Width};
use super::goal::{Goal, HaltReason, Question};
use super::look::Look;
use super::options::DfPnOptions;
use super::table::{Facts, Table};
use super::threads::{Found, SharedRun};
use crate::budget::{Meter, deep};
use crate::key::Key;

/// After a child that took at least this number of nodes its siblings are read from the table
/// again.
const WORTH_A_LOOK: u64 = 8;

/// A child of a node on the path. Its numbers are in a parallel list.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child<M> {
    mv: M,
    /// Its key in the table.
    pub key: Key,
    /// The identity of its state, in games with cycles.
    exact: u64,
    /// Proved bounds.
    low: u16,
    high: u16,
    /// The agent to move; None if it is final.
    turn: Option<Agent>,
    /// Whether it was explored before, as far as is known.
    known: bool,
}

/// Bounds that hold without looking at the moves, in games with cycles.
pub(super) type Pinned = FxHashMap<u64, Bounds>;

/// The search of one thread for the answer to one question.
pub(super) struct Engine<'e, 'b, G: Hints, W> {
    pub(super) game: &'e G,
    pub(super) options: &'e DfPnOptions,
    pub(super) width: W,
    pub(super) question: Question,
    pub(super) table: &'e Table,
    pub(super) pinned: &'e Pinned,
    pub(super) shared: Option<&'e SharedRun>,
    /// The number of nodes that may still be explored.
    node_limit: u64,
    meter: &'e mut Meter<'b>,
    pub(super) repeats: bool,
    pub(super) children: Vec<Child<G::Move>>,
    pub(super) numbers: Vec<Effort>,
    pub(super) moves: Vec<G::Move>,
    pub(super) path: FxHashSet<u64>,
    /// The numbers of the state last evaluated or explored.
    pub found: Vec<Effort>,
    /// The number of children created.
    pub created: u64,
}

/// The parts of an engine, except its meter.
#[derive(Debug)]
pub(super) struct Parts<'e, G> {
    pub game: &'e G,
    pub options: &'e DfPnOptions,
    /// The number of pairs of effort numbers of a node.
    pub width: usize,
    pub question: Question,
    pub table: &'e Table,
    pub pinned: &'e Pinned,
    pub shared: Option<&'e SharedRun>,
    pub node_limit: u64,
}

impl<G> Clone for Parts<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G> Copy for Parts<'_, G> {}

impl<'e, 'b, G: Hints, W: Width> Engine<'e, 'b, G, W> {
    pub fn new(parts: Parts<'e, G>, meter: &'e mut Meter<'b>) -> Self {
        let Parts { game, options, width, question, table, pinned, shared, node_limit } = parts;
        Engine {
            game,
            options,
            width: W::new(width),
            question,
            table,
            pinned,
            shared,
            node_limit,
            meter,
            repeats: game.can_repeat(),
            children: Vec::new(),
            numbers: Vec::new(),
            moves: Vec::new(),
            path: FxHashSet::default(),
            found: vec![Effort::UNKNOWN; width],
            created: 0,
        }
    }

    /// Explores a state until the goal is reached, or only looks at it without a goal.
    pub fn run(&mut self, state: &G::State, goal: Option<Goal>) -> Result<Found, HaltReason> {
        let mut look = self.look(state)?;
        if let (Some(goal), Some(agent)) = (goal, look.turn)
            && !self.reached(goal)
        {
            (look.low, look.high) = self.explore(state, agent, look, goal, 0)?;
        }
        Ok(Found { low: look.low, high: look.high, numbers: std::mem::take(&mut self.found) })
    }

    fn reached(&self, goal: Goal) -> bool {
        let greater = self.found[goal.greater].greater;
        let smaller = self.found[goal.smaller].smaller;
        greater >= goal.greater_limit
            || smaller >= goal.smaller_limit
            || (greater == 0 && smaller == 0)
    }

    /// Explores a node that is not final and has not reached the goal.
    fn explore(
        &mut self,
        state: &G::State,
        agent: Agent,
        look: Look,
        goal: Goal,
        depth: u32,
    ) -> Result<(u16, u16), HaltReason> {
        self.meter.node()?;
        if let Some(shared) = self.shared {
            if shared.done() {
                return Err(HaltReason::Done);
            }
            shared.enter(look.key.place);
        }
        if self.node_limit == 0 {
            return Err(HaltReason::NodeLimit);
        }
        self.node_limit -= 1;
        if self.table.wants_to_grow() {
            return Err(HaltReason::Grow);
        }
        if self.repeats {
            self.path.insert(look.exact);
        }
        let before = self.meter.nodes();
        let (base, first) = (self.children.len(), self.numbers.len());
        let complete = self.expand(state, agent, goal)?;
        if complete {
            deep::<(G::State, Child<G::Move>), _>(depth, || {
                self.improve(state, agent, (base, look), goal, depth)
            })?;
        }
        let (low, high) = self.sum_up((agent, look), (base, first), complete);
        self.children.truncate(base);
        self.numbers.truncate(first);
        if self.repeats {
            self.path.remove(&look.exact);
        }
        let nodes = self.meter.nodes() - before;
        let Question { number: question, round, .. } = self.question;
        let work = (65 - (nodes | 1).leading_zeros()) as u8;
        self.table.put(look.key, Facts { low, high, question, round, work }, &self.found);
        if let Some(shared) = self.shared {
            shared.leave(look.key.place);
        }
        Ok((low, high))
    }

    /// Evaluates all children; returns false if one of them has reached the goal already.
    fn expand(&mut self, state: &G::State, agent: Agent, goal: Goal) -> Result<bool, HaltReason> {
        let max = agent == Agent::FIRST;
        let rank = |pair: usize| usize::from(self.question.first) + pair;
        // A child with at least (at most) this value makes its siblings irrelevant.
        let enough = if max { rank(goal.smaller) } else { rank(goal.greater) };
        let before = self.moves.len();
        self.list(state, agent);
        for i in before..self.moves.len() {
            let mv = self.moves[i];
            let Look { key, exact, low, high, turn, known } =
                self.look(&self.game.after(state, agent, mv))?;
            self.created += 1;
            self.children.push(Child { mv, key, exact, low, high, turn, known });
            self.numbers.extend_from_slice(&self.found);
            let decisive =
                if max { usize::from(low) >= enough } else { usize::from(high) < enough };
            if decisive {
                self.moves.truncate(before);
                return Ok(false);
            }
        }
        self.moves.truncate(before);
        Ok(true)
    }

    /// Explores the most promising children, one after the other, until the goal is reached.
    fn improve(
        &mut self,
        state: &G::State,
        agent: Agent,
        (base, look): (usize, Look),
        goal: Goal,
        depth: u32,
    ) -> Result<(), HaltReason> {
        let max = agent == Agent::FIRST;
        let (greater, smaller) = (goal.greater, goal.smaller);
        let goal = goal.narrowed(
            self.combined(base, greater, max).greater == 0,
            self.combined(base, smaller, max).smaller == 0,
        );
        let mut goal = if look.known { self.raised(base, max, goal) } else { goal };
        loop {
            // 1. Sum up; leave if a threshold is reached or one of the two is decided.
            let (own, other, own_limit, other_limit) = if max {
                (goal.greater, goal.smaller, goal.greater_limit, goal.smaller_limit)
            } else {
                (goal.smaller, goal.greater, goal.smaller_limit, goal.greater_limit)
            };
            let choice = self.choose(base, max, (own, other));
            let Some(chosen) = choice.chosen else { return Ok(()) };
            if choice.least >= own_limit || choice.sum.reaches(other_limit) || choice.closed() {
                return Ok(());
            }
            if self.shared.is_some() && self.settled(look.key, goal) {
                return Ok(());
            }
            // 2. The thresholds of the chosen child: until another would be chosen, or this node
            //    left.
            let limit =
                own_limit.min(self.options.beyond(choice.second)).max(choice.chosen_own + 1);
            let room = choice.sum.room(other_limit, choice.chosen_other);
            if max {
                (goal.greater_limit, goal.smaller_limit) = (limit, room);
            } else {
                (goal.greater_limit, goal.smaller_limit) = (room, limit);
            }
            // 3. Explore it, and read its siblings from the table again.
            let before = self.meter.nodes();
            self.descend(state, agent, base + chosen, goal, depth)?;
            if self.shared.is_some() || self.meter.nodes() - before >= WORTH_A_LOOK {
                self.refresh(base);
            }
            if max {
                (goal.greater_limit, goal.smaller_limit) = (own_limit, other_limit);
            } else {
                (goal.greater_limit, goal.smaller_limit) = (other_limit, own_limit);
            }
        }
    }

    /// Raises the thresholds so that a visit to a state that is not new may always take one step,
    /// down to a state that is new or gets solved \[Kis10\]. Otherwise, where states repeat, or a
    /// state shares its key with a later one of the same value, numbers may depend on themselves
    /// until every visit ends as soon as it begins.
    fn raised(&self, base: usize, max: bool, goal: Goal) -> Goal {
        if !self.repeats && !self.options.symmetry {
            return goal;
        }
        let Effort { greater, .. } = self.combined(base, goal.greater, max);
        let Effort { smaller, .. } = self.combined(base, goal.smaller, max);
        Goal {
            greater_limit: goal.greater_limit.max(greater.saturating_add(1)),
            smaller_limit: goal.smaller_limit.max(smaller.saturating_add(1)),
            ..goal
        }
    }

    /// Explores one child.
    fn descend(
        &mut self,
        state: &G::State,
        agent: Agent,
        place: usize,
        goal: Goal,
        depth: u32,
    ) -> Result<(), HaltReason> {
        let Child { mv, key, exact, low, high, turn, known } = self.children[place];
        let Some(mover) = turn else { return Ok(()) };
        let width = self.width.get();
        let numbers = &self.numbers[place * width..][..width];
        let goal =
            goal.narrowed(numbers[goal.greater].greater == 0, numbers[goal.smaller].smaller == 0);
        let next = self.game.after(state, agent, mv);
        let look = Look { key, exact, low, high, turn, known };
        let (low, high) = self.explore(&next, mover, look, goal, depth + 1)?;
        let child = &mut self.children[place];
        (child.low, child.high) = (child.low.max(low), child.high.min(high));
        child.known = true;
        self.numbers[place * width..][..width].copy_from_slice(&self.found);
        Ok(())
    }

    /// Reads from the table what was found about the open children meanwhile. Numbers only rise: so
    /// there is progress, whatever the table says.
    fn refresh(&mut self, base: usize) {
        let width = self.width.get();
        for place in base..self.children.len() {
            let Child { key, low, high, turn, .. } = self.children[place];
            if turn.is_none() || self.numbers[place * width..][..width].iter().all(|e| e.solved()) {
                continue;
            }
            let Some(facts) = self.table.get(key, &mut self.found) else { continue };
            let (low, high) = (low.max(facts.low), high.min(facts.high));
            if !self.concerns(facts) {
                self.found.fill(Effort::UNKNOWN);
            }
            self.fill(low, high);
            let child = &mut self.children[place];
            (child.low, child.high) = (low, high);
            let numbers = &mut self.numbers[place * width..][..width];
            for (old, &new) in numbers.iter_mut().zip(&self.found) {
                if new.solved() {
                    *old = new;
                } else if !old.solved() {
                    old.greater = old.greater.max(new.greater);
                    old.smaller = old.smaller.max(new.smaller);
                }
            }
        }
    }

    /// Returns whether another thread has decided this node meanwhile.
    fn settled(&mut self, key: Key, goal: Goal) -> bool {
        let Some(facts) = self.table.get(key, &mut self.found) else { return false };
        let first = self.question.first;
        let decided = |pair: usize| {
            let rank = first + pair as u16;
            facts.low >= rank || facts.high < rank
        };
        decided(goal.greater) && decided(goal.smaller)
    }

    /// Computes the bounds of a node from those of its children [Saf13, Prop. 16] and its numbers
    /// [Saf13, Eq. 3.20], which are left in [`Engine::found`]. The table may know more if other
    /// threads visited the node.
    fn sum_up(
        &mut self,
        (agent, look): (Agent, Look),
        (base, first): (usize, usize),
        complete: bool,
    ) -> (u16, u16) {
        let max = agent == Agent::FIRST;
        let (mut low, mut high) = (look.low, look.high);
        let children = self.children[base..].iter();
        if max {
            low = children.clone().fold(low, |low, child| low.max(child.low));
            if complete {
                high = high.min(children.fold(look.low, |high, child| high.max(child.high)));
            }
        } else {
            high = children.clone().fold(high, |high, child| high.min(child.high));
            if complete {
                low = low.max(children.fold(look.high, |low, child| low.min(child.low)));
            }
        }
        if self.shared.is_some()
            && let Some(facts) = self.table.get(look.key, &mut self.found)
        {
            (low, high) = (low.max(facts.low), high.min(facts.high));
        }
        debug_assert_eq!(first, base * self.width.get());
        if complete {
            for pair in 0..self.width.get() {
                self.found[pair] = self.combined(base, pair, max);
            }
        } else {
            self.found.fill(Effort::UNKNOWN);
        }
        self.fill(low, high);
        (low, high)
    }
}
