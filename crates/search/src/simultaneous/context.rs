//! The common context of the searches of stacked-matrix games: the rules, their laws, the budget.

use ludex_game::{Agent, SimultaneousGame, Turn};
use rustc_hash::FxHashSet;

use super::memory::{Interval, Memory};
use super::report::{Mixed, Refusal};
use crate::budget::{Meter, Stopped};
use crate::key::{Key, StateKeys};
use crate::table::mix;

/// Why a search ends early.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Halt {
    Stopped(Stopped),
    Refused(Refusal),
}

impl From<Stopped> for Halt {
    fn from(stopped: Stopped) -> Halt {
        Halt::Stopped(stopped)
    }
}

/// Every function of a search returns this.
pub(super) type Step<T> = Result<T, Halt>;

/// The greatest difference (relative to the range of the payoffs) of values that count as equal.
const NEAR: f64 = 1e-12;

/// The greatest length of the play that determines the sum of the payoffs.
const LONGEST_WALK: u32 = 100_000;

/// The key of a state in a table, shared with its mirror image.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub key: Key,
    /// The table has the mirror image.
    pub flipped: bool,
    /// The state is its own mirror image.
    pub symmetric: bool,
}

/// The context of a search of a stacked-matrix game; see the module.
pub(super) struct MatrixSearchContext<'a, G: SimultaneousGame> {
    pub game: &'a G,
    pub meter: Meter<'a>,
    /// Whether to use mirror images.
    mirror: bool,
    /// The sum of the payoffs of both agents in final states.
    sum: f64,
    /// The range of the payoffs of the first agent in final states.
    pub range: Interval,
    /// The greatest difference of values that count as equal.
    pub near: f64,
    /// Makes the keys of states.
    pub keys: StateKeys,
    /// The identities of the states above, where states can repeat.
    path: FxHashSet<u64>,
    /// The moves of the states above: a stack.
    pub moves: Vec<G::Move>,
    pub lp_calls: u64,
    pub largest: (usize, usize),
}

/// The moves of a state, as indices into the stack of moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sides {
    start: usize,
    pub rows: usize,
    pub columns: usize,
}

impl<'a, G: SimultaneousGame> MatrixSearchContext<'a, G> {
    /// Returns a context, or fails if a simple test shows that the game is not a stacked-matrix
    /// game.
    pub fn new(
        game: &'a G,
        state: &G::State,
        mirror: bool,
        meter: Meter<'a>,
    ) -> Result<Self, Refusal> {
        match game.agents().len() {
            2 => {}
            count => return Err(Refusal::Agents(count)),
        }
        let outcomes = game.outcomes();
        let range = (outcomes.number(ludex_game::Outcome::WORST), outcomes.number(outcomes.best()));
        let mut context = MatrixSearchContext {
            game,
            meter,
            mirror,
            sum: 0.0,
            range,
            near: NEAR * (range.1 - range.0).max(f64::MIN_POSITIVE),
            keys: StateKeys::new(game),
            path: FxHashSet::default(),
            moves: Vec::new(),
            lp_calls: 0,
            largest: (0, 0),
        };
        context.sum = context.walk(state);
        Ok(context)
    }

    /// Returns the sum of the payoffs of both agents in a final state: constant in a zero-sum game
    /// [Saf13, Def. 42].
    fn walk(&mut self, state: &G::State) -> f64 {
        let mut state = state.clone();
        for _ in 0..LONGEST_WALK {
            if self.game.turn(&state) == Turn::Final {
                return self.both(&state);
            }
            let Ok(sides) = self.list(&state) else { break };
            let joint = self.joint(sides, sides.rows - 1, 0);
            self.release(sides);
            self.game.play_joint(&mut state, &joint);
        }
        0.0
    }

    fn both(&self, state: &G::State) -> f64 {
        self.game.payoff(state, Agent::FIRST) + self.game.payoff(state, Agent::SECOND)
    }

    /// Returns the payoff of a state, if it is final.
    #[inline]
    pub fn payoff(&self, state: &G::State) -> Step<Option<f64>> {
        if self.game.turn(state) != Turn::Final {
            return Ok(None);
        }
        let payoff = self.game.payoff(state, Agent::FIRST);
        let other = payoff + self.game.payoff(state, Agent::SECOND);
        if other.is_nan() || (other - self.sum).abs() > self.near {
            return Err(Halt::Refused(Refusal::NotZeroSum { one: self.sum, other }));
        }
        if !(self.range.0 <= payoff && payoff <= self.range.1) {
            return Err(Halt::Refused(Refusal::Payoff(payoff)));
        }
        Ok(Some(payoff))
    }

    /// Counts a node, and fails if it is below itself.
    #[inline]
    pub fn enter(&mut self, state: &G::State) -> Step<()> {
        self.meter.node()?;
        if self.game.can_repeat() && !self.path.insert(self.keys.identity(self.game, state)) {
            return Err(Halt::Refused(Refusal::Cycle));
        }
        Ok(())
    }

    /// Ends what [`MatrixSearchContext::enter`] began.
    #[inline]
    pub fn leave(&mut self, state: &G::State) {
        if self.game.can_repeat() {
            self.path.remove(&self.keys.identity(self.game, state));
        }
    }

    /// Puts the moves of both agents on the stack.
    #[inline]
    pub fn list(&mut self, state: &G::State) -> Step<Sides> {
        let start = self.moves.len();
        self.game.moves(state, Agent::FIRST, &mut self.moves);
        let rows = self.moves.len() - start;
        self.game.moves(state, Agent::SECOND, &mut self.moves);
        let columns = self.moves.len() - start - rows;
        if rows == 0 || columns == 0 {
            return Err(Halt::Refused(Refusal::NoMove));
        }
        self.largest = (self.largest.0.max(rows), self.largest.1.max(columns));
        Ok(Sides { start, rows, columns })
    }

    /// Takes the moves off the stack.
    #[inline]
    pub fn release(&mut self, sides: Sides) {
        self.moves.truncate(sides.start);
    }

    /// Returns the joint move of a cell.
    #[inline]
    pub fn joint(&self, sides: Sides, row: usize, column: usize) -> [G::Move; 2] {
        [self.moves[sides.start + row], self.moves[sides.start + sides.rows + column]]
    }

    /// Returns the state that a cell leads to.
    #[inline]
    pub fn child(&self, state: &G::State, sides: Sides, row: usize, column: usize) -> G::State {
        let mut child = state.clone();
        self.game.play_joint(&mut child, &self.joint(sides, row, column));
        child
    }

    /// Returns the place of a state in tables.
    #[inline]
    pub fn place(&self, state: &G::State) -> Place {
        let key = self.game.key(state);
        let mirrored = if self.mirror { self.game.mirrored(state) } else { None };
        let Some(mirrored) = mirrored else {
            let key = self.keys.key(self.game, state, mix(key));
            return Place { key, flipped: false, symmetric: false };
        };
        let other = self.game.key(&mirrored);
        let flipped = other < key;
        let listed = if flipped { &mirrored } else { state };
        let symmetric = other == key && mirrored == *state;
        let key = self.keys.key(self.game, listed, mix(key.min(other)));
        Place { key, flipped, symmetric }
    }

    /// Returns the value of a state that is its own mirror image: both agents get the same.
    #[inline]
    pub fn even(&self) -> f64 {
        self.sum / 2.0
    }

    /// Returns the value of a state that is not final, if it is stored; else NaN.
    #[inline]
    pub fn read(&self, memory: &Memory, place: Place) -> f64 {
        if place.symmetric {
            return self.even();
        }
        let value = memory.exact(place.key);
        self.turned((value, value), place).0
    }

    /// Converts an interval from the state's point of view to the table's, or back.
    #[inline]
    pub fn turned(&self, (low, high): Interval, place: Place) -> Interval {
        if place.flipped { (self.sum - high, self.sum - low) } else { (low, high) }
    }

    /// Returns a mixed strategy of an agent as moves with probabilities.
    pub fn mixed(&self, state: &G::State, agent: Agent, weights: &[f64]) -> Mixed<G::Move> {
        let mut moves = Vec::new();
        self.game.moves(state, agent, &mut moves);
        moves.into_iter().zip(weights.iter().copied()).filter(|&(_, weight)| weight > 0.0).collect()
    }
}
