//! The search itself: proof number search as a depth-first search with two thresholds (Nagai).
//!
//! A node is explored until its effort numbers reach a threshold, chosen so that best-first search
//! would leave the node at that moment. The numbers of the children of all nodes on the path are
//! kept in the search's own memory, beside what the table remembers: so every step makes progress
//! even without a table. Each call raises the number by which its child was chosen (or ends its
//! parent), and what is read from the table later can only raise it further. A state that repeats
//! on the path is a leaf (see `cycles`), so the tree is finite and the search ends.
//!
//! The same code serves one pair of numbers (df-pn) and a pair for each outcome (depth-first
//! MOPNS, Section 3.7.5). Then the thresholds belong to the greater number of one outcome and to
//! the smaller number of another, and a node that is already decided for one of the two is
//! searched for the other only (the relevancy bounds of Section 3.5.2).

use ludex_game::{Agent, Bounds, Hints, Outcome, Turn};
use rustc_hash::{FxHashMap, FxHashSet};

use super::effort::{Effort, INFINITE, Sum, Width};
use super::options::DfPnOptions;
use super::table::{Facts, Table};
use super::threads::Crew;
use crate::budget::{Meter, Stopped, deep};
use crate::table::mix;

/// A child that took so many nodes may have taught something about its siblings.
const WORTH_A_LOOK: u64 = 8;

/// Why a search came back without an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Halt {
    /// The budget is used up, or the game cannot be searched.
    Stopped(Stopped),
    /// The table should grow now.
    Grow,
    /// The question is harder than was hoped.
    Patience,
    /// Another thread has found the answer.
    Done,
}

impl From<Stopped> for Halt {
    fn from(stopped: Stopped) -> Halt {
        Halt::Stopped(stopped)
    }
}

/// What is asked, and what a state that repeats on the path counts as.
#[derive(Clone, Copy, Debug)]
pub(super) struct Question {
    /// The rank the first pair of numbers is about; the next is about the next better rank.
    pub first: u16,
    /// Who has to reach its aim in finite play: a repetition is a failure of this side.
    pub finite_max: bool,
    /// Numbers the table's entries by what they were found for.
    pub number: u16,
    /// Results that rest on repetitions hold within a round only.
    pub round: u8,
}

/// The numbers to reach, as places in the list of pairs, and their thresholds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Goal {
    pub greater: usize,
    pub smaller: usize,
    pub greater_limit: u32,
    pub smaller_limit: u32,
}

impl Goal {
    /// One pair of numbers, until it is solved.
    pub fn solve(pair: usize) -> Goal {
        let (greater, smaller) = (pair, pair);
        Goal { greater, smaller, greater_limit: INFINITE, smaller_limit: INFINITE }
    }

    /// Where one of two goals is decided already, only the other is left.
    fn narrowed(self, greater: bool, smaller: bool) -> Goal {
        if self.greater == self.smaller {
            self
        } else if greater {
            Goal { greater: self.smaller, greater_limit: INFINITE, ..self }
        } else if smaller {
            Goal { smaller: self.greater, smaller_limit: INFINITE, ..self }
        } else {
            self
        }
    }
}

/// A state seen from its parent. Its numbers are beside it in another list.
#[derive(Clone, Copy, Debug)]
struct Child<M> {
    mv: M,
    /// Its key in the table, spread by [`mix`].
    key: u64,
    /// Its exact key, in games with cycles.
    exact: u64,
    /// Proved bounds.
    low: u16,
    high: u16,
    /// Who moves there; nobody where it is final.
    turn: Option<Agent>,
    /// Whether it was explored before, as far as is known.
    known: bool,
}

/// What is known about a state without exploring it; its numbers are left in [`Engine::found`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Look {
    key: u64,
    exact: u64,
    pub low: u16,
    pub high: u16,
    turn: Option<Agent>,
    known: bool,
}

/// Bounds that hold without looking at the moves, in games with cycles.
pub(super) type Pinned = FxHashMap<u64, Bounds>;

/// One thread's search for the answer to one question.
pub(super) struct Engine<'e, 'b, G: Hints, W> {
    game: &'e G,
    options: &'e DfPnOptions,
    width: W,
    question: Question,
    table: &'e Table,
    pinned: &'e Pinned,
    crew: Option<&'e Crew>,
    /// How many more nodes to explore.
    patience: u64,
    meter: &'e mut Meter<'b>,
    repeats: bool,
    children: Vec<Child<G::Move>>,
    numbers: Vec<Effort>,
    moves: Vec<G::Move>,
    path: FxHashSet<u64>,
    /// The numbers of the state last looked at or explored.
    pub found: Vec<Effort>,
    /// The children looked at.
    pub created: u64,
}

/// What an engine is made of, but for its meter.
#[derive(Debug)]
pub(super) struct Parts<'e, G, W> {
    pub game: &'e G,
    pub options: &'e DfPnOptions,
    pub width: W,
    pub question: Question,
    pub table: &'e Table,
    pub pinned: &'e Pinned,
    pub crew: Option<&'e Crew>,
    pub patience: u64,
}

impl<G, W: Copy> Clone for Parts<'_, G, W> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G, W: Copy> Copy for Parts<'_, G, W> {}

impl<'e, 'b, G: Hints, W: Width> Engine<'e, 'b, G, W> {
    pub fn new(parts: Parts<'e, G, W>, meter: &'e mut Meter<'b>) -> Self {
        let Parts { game, options, width, question, table, pinned, crew, patience } = parts;
        Engine {
            game,
            options,
            width,
            question,
            table,
            pinned,
            crew,
            patience,
            meter,
            repeats: game.can_repeat(),
            children: Vec::new(),
            numbers: Vec::new(),
            moves: Vec::new(),
            path: FxHashSet::default(),
            found: vec![Effort::UNKNOWN; width.get()],
            created: 0,
        }
    }

    /// Explores a state until the goal is reached; its bounds are returned, its numbers are left in
    /// [`Engine::found`].
    pub fn run(&mut self, state: &G::State, goal: Goal) -> Result<Look, Halt> {
        let look = self.look(state)?;
        let Some(agent) = look.turn.filter(|_| !self.reached(goal)) else { return Ok(look) };
        let (low, high) = self.explore(state, agent, look, goal, 0)?;
        Ok(Look { low, high, ..look })
    }

    fn reached(&self, goal: Goal) -> bool {
        let greater = self.found[goal.greater].greater;
        let smaller = self.found[goal.smaller].smaller;
        greater >= goal.greater_limit
            || smaller >= goal.smaller_limit
            || (greater == 0 && smaller == 0)
    }

    /// Steps of a look at a state: by itself, by what is pinned, by the table, by the path.
    #[inline]
    pub fn look(&mut self, state: &G::State) -> Result<Look, Halt> {
        let best = self.game.outcomes().best();
        let (turn, bounds) = match self.game.turn(state) {
            Turn::Final => (None, Bounds::exactly(self.game.outcome(state))),
            Turn::Together => return Err(Stopped::Together.into()),
            Turn::Of(agent) if self.options.hints => (Some(agent), self.game.bounds(state)),
            Turn::Of(agent) => (Some(agent), Bounds { low: Outcome::WORST, high: best }),
        };
        let (low, high) = (bounds.low.0, bounds.high.0);
        let mut look = Look { key: 0, exact: 0, low, high, turn, known: false };
        if self.repeats {
            look.exact = self.game.key(state);
            if let Some(bounds) = self.pinned.get(&look.exact) {
                look.low = look.low.max(bounds.low.0);
                look.high = look.high.min(bounds.high.0);
            }
        }
        if self.decided(look.low, look.high) {
            self.fill(look.low, look.high);
            return Ok(look);
        }
        let symmetry = self.options.symmetry;
        look.key =
            mix(if symmetry { self.game.canonical_key(state) } else { self.game.key(state) });
        let known = self.table.get(look.key, &mut self.found);
        if let Some(facts) = known {
            look.low = look.low.max(facts.low);
            look.high = look.high.min(facts.high);
        }
        look.known = known.is_some_and(|facts| self.concerns(facts));
        if !look.known {
            let effort = self.first_guess(state, &mut look);
            self.found.fill(effort);
        }
        if self.repeats && self.path.contains(&look.exact) {
            let failure = if self.question.finite_max { Effort::DISPROVED } else { Effort::PROVED };
            self.found.fill(failure);
        }
        self.fill(look.low, look.high);
        Ok(look)
    }

    /// Whether the numbers of an entry, now in [`Engine::found`], belong to this question.
    fn concerns(&mut self, facts: Facts) -> bool {
        if facts.question != self.question.number {
            return false;
        }
        if facts.round != self.question.round {
            // What was solved in an earlier round may have rested on a mistake.
            let doubtful = self.found.iter_mut().filter(|effort| effort.solved());
            doubtful.for_each(|effort| *effort = Effort::UNKNOWN);
        }
        true
    }

    /// The numbers of a state seen for the first time: 1 and 1, or by mobility (Section 3.7.5).
    fn first_guess(&mut self, state: &G::State, look: &mut Look) -> Effort {
        let (Some(agent), true) = (look.turn, self.options.mobility) else {
            return Effort::UNKNOWN;
        };
        let base = self.moves.len();
        self.list(state, agent);
        let count = (self.moves.len() - base).min(1 << 16) as u32;
        self.moves.truncate(base);
        if count == 0 {
            // Without candidates the value is the worst bound for the agent on turn.
            let worst = if agent == Agent::FIRST { look.low } else { look.high };
            (look.low, look.high) = (worst, worst);
        }
        Effort::join(1, count.max(1), agent == Agent::FIRST)
    }

    fn list(&mut self, state: &G::State, agent: Agent) {
        if self.options.hints {
            self.game.candidates(state, &mut self.moves);
        } else {
            self.game.moves(state, agent, &mut self.moves);
        }
    }

    /// Whether bounds leave nothing to ask.
    #[inline]
    fn decided(&self, low: u16, high: u16) -> bool {
        let last = self.question.first as usize + self.width.get() - 1;
        low == high || high < self.question.first || usize::from(low) >= last
    }

    /// Writes what the bounds decide over the numbers found.
    #[inline]
    fn fill(&mut self, low: u16, high: u16) {
        for (effort, rank) in self.found.iter_mut().zip(self.question.first..) {
            if low >= rank {
                *effort = Effort::PROVED;
            } else if high < rank {
                *effort = Effort::DISPROVED;
            }
        }
    }

    /// Explores a node that is not final and has not reached the goal.
    fn explore(
        &mut self,
        state: &G::State,
        agent: Agent,
        look: Look,
        goal: Goal,
        depth: u32,
    ) -> Result<(u16, u16), Halt> {
        self.meter.node()?;
        if let Some(crew) = self.crew {
            if crew.done() {
                return Err(Halt::Done);
            }
            crew.enter(look.key);
        }
        if self.patience == 0 {
            return Err(Halt::Patience);
        }
        self.patience -= 1;
        if self.table.wants_to_grow() {
            return Err(Halt::Grow);
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
        if let Some(crew) = self.crew {
            crew.leave(look.key);
        }
        Ok((low, high))
    }

    /// Looks at all children; false if one of them has reached the goal already.
    fn expand(&mut self, state: &G::State, agent: Agent, goal: Goal) -> Result<bool, Halt> {
        let max = agent == Agent::FIRST;
        let rank = |pair: usize| usize::from(self.question.first) + pair;
        // A child with at least (at most) this value needs no siblings.
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
    ) -> Result<(), Halt> {
        let max = agent == Agent::FIRST;
        let (greater, smaller) = (goal.greater, goal.smaller);
        let goal = goal.narrowed(
            self.combined(base, greater, max).greater == 0,
            self.combined(base, smaller, max).smaller == 0,
        );
        let mut goal = if look.known { self.raised(base, max, goal) } else { goal };
        loop {
            // 1. Add up; leave where a threshold is reached or one of the two is decided.
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
            if self.crew.is_some() && self.settled(look.key, goal) {
                return Ok(());
            }
            // 2. How far the chosen child may go: until another would be chosen, or this node left.
            let limit =
                own_limit.min(self.options.beyond(choice.second)).max(choice.chosen_own + 1);
            let room = choice.sum.room(other_limit, choice.chosen_other);
            if max {
                (goal.greater_limit, goal.smaller_limit) = (limit, room);
            } else {
                (goal.greater_limit, goal.smaller_limit) = (room, limit);
            }
            // 3. Explore it, and see what it has taught about its siblings.
            let before = self.meter.nodes();
            self.descend(state, agent, base + chosen, goal, depth)?;
            if self.crew.is_some() || self.meter.nodes() - before >= WORTH_A_LOOK {
                self.refresh(base);
            }
            if max {
                (goal.greater_limit, goal.smaller_limit) = (own_limit, other_limit);
            } else {
                (goal.greater_limit, goal.smaller_limit) = (other_limit, own_limit);
            }
        }
    }

    /// Where states repeat, or a state shares its key with a later one of the same value, numbers
    /// may feed on themselves until every visit ends as soon as it begins. So a visit to a state
    /// that is not new may always take one step (Kishimoto 2010): down to one that is new or gets
    /// solved.
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

    /// The numbers of one pair over all children from `base` on.
    #[inline]
    fn combined(&self, base: usize, pair: usize, max: bool) -> Effort {
        let width = self.width.get();
        let pairs = self.numbers[base * width..].chunks_exact(width);
        Effort::combine(pairs.map(|numbers| numbers[pair]), max)
    }

    /// The child with the least number for the agent on turn, and what there is beside it.
    #[inline]
    fn choose(&self, base: usize, max: bool, (own, other): (usize, usize)) -> Choice {
        let width = self.width.get();
        let mut choice = Choice::default();
        let mut shown_least = INFINITE;
        for (i, numbers) in self.numbers[base * width..].chunks_exact(width).enumerate() {
            let (effort, _) = numbers[own].split(max);
            let (_, rest) = numbers[other].split(max);
            choice.sum.add(rest);
            choice.least = choice.least.min(effort);
            // Other threads make a child look harder than it is (virtual loss).
            let shown = match self.crew {
                Some(crew) if !numbers[own].solved() => {
                    crew.burden(self.children[base + i].key, effort)
                }
                _ => effort,
            };
            if shown < shown_least || choice.chosen.is_none() {
                choice.second = shown_least;
                shown_least = shown;
                (choice.chosen, choice.chosen_own, choice.chosen_other) = (Some(i), effort, rest);
            } else {
                choice.second = choice.second.min(shown);
            }
        }
        choice
    }

    /// Explores one child.
    fn descend(
        &mut self,
        state: &G::State,
        agent: Agent,
        place: usize,
        goal: Goal,
        depth: u32,
    ) -> Result<(), Halt> {
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

    /// Reads from the table what was found out about the open children meanwhile. Numbers only
    /// rise: so there is progress, whatever the table says.
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

    /// Whether another thread has decided this very node meanwhile.
    fn settled(&mut self, key: u64, goal: Goal) -> bool {
        let Some(facts) = self.table.get(key, &mut self.found) else { return false };
        let first = self.question.first;
        let decided = |pair: usize| {
            let rank = first + pair as u16;
            facts.low >= rank || facts.high < rank
        };
        decided(goal.greater) && decided(goal.smaller)
    }

    /// The bounds of a node by those of its children (Prop. 16) and its numbers (Eq. 3.20), which
    /// are left in [`Engine::found`]. The table may know more if other threads were here.
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
        if self.crew.is_some()
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

/// What a node knows about its children when it chooses one.
#[derive(Clone, Copy, Debug)]
struct Choice {
    /// The chosen child, counted from the first.
    chosen: Option<usize>,
    /// Its numbers for the agent on turn and for the others.
    chosen_own: u32,
    chosen_other: u32,
    /// The least number for the agent on turn.
    least: u32,
    /// What the next best child looks like.
    second: u32,
    /// The numbers for the others.
    sum: Sum,
}

impl Default for Choice {
    fn default() -> Choice {
        let (least, second) = (INFINITE, INFINITE);
        Choice { chosen: None, chosen_own: 0, chosen_other: 0, least, second, sum: Sum::default() }
    }
}

impl Choice {
    /// Whether one of the two goals is decided in favour of who pursues it.
    fn closed(&self) -> bool {
        self.least == 0 || self.sum.total() == 0
    }
}
