//! Serialised games [Saf13, Section 5.2.2]: one agent chooses first, the other sees it. Alpha-beta
//! then finds a value that bounds the true one [Saf13, Prop. 35] or lies between the bounds [Saf13,
//! Prop. 36].

use ludex_game::{Agent, SimultaneousGame};

use super::approximation::Approximation;
use super::context::{Halt, MatrixSearchContext, Sides, Step};
use super::memory::{Interval, Memory};
use super::report::Refusal;
use crate::budget::{Budget, Meter, Observer, deep};
use crate::key::Key;
use crate::table::mix;

/// The agent that chooses first in each state of a serialised game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Serial {
    /// The first agent, always: the pure maxmin value, at most the true one [Saf13, Prop. 35].
    Maxmin,
    /// The second agent, always: the pure minmax value, at least the true one [Saf13, Prop. 35].
    Minmax,
    /// The first agent in the state asked about, then each in turn (*Alt*).
    Alternating,
    /// Either, by a coin for each state that depends only on this seed (*RAB'*).
    Random(u64),
}

/// Returns the value of a serialised game, and the moves it leads to.
///
/// ```
/// use ludex_game::{Model, StackedGame};
/// use ludex_search::{Budget, Serial, Silent, serial};
/// let pennies = StackedGame::from_json(r#"{"matrix": [[1, -1], [-1, 1]]}"#).unwrap();
/// let value = |order| {
///     let budget = Budget::default();
///     serial(&pennies, &pennies.initial(), order, &budget, &mut Silent).unwrap().value
/// };
/// assert_eq!(value(Serial::Maxmin), Some(-1.0));
/// assert_eq!(value(Serial::Minmax), Some(1.0));
/// ```
pub fn serial<G: SimultaneousGame>(
    game: &G,
    state: &G::State,
    order: Serial,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Result<Approximation<G::Move>, Refusal> {
    let context = MatrixSearchContext::new(game, state, false, Meter::new(budget, observer))?;
    let range = context.range;
    let memory = Memory::new(context.keys, budget.max_bytes);
    let mut search = SerialSearch { context, order, memory };
    let mut report = Approximation::new(range);
    match search.root(state, &mut report) {
        Ok(value) => {
            report.value = Some(value);
            match order {
                _ if report.row.is_empty() => report.bounds = (value, value),
                Serial::Maxmin => report.bounds.0 = value,
                Serial::Minmax => report.bounds.1 = value,
                Serial::Alternating | Serial::Random(_) => {}
            }
        }
        Err(Halt::Stopped(stopped)) => report.stopped = Some(stopped),
        Err(Halt::Refused(refusal)) => return Err(refusal),
    }
    report.nodes = search.context.meter.nodes();
    report.bytes = search.memory.bytes();
    Ok(report)
}

struct SerialSearch<'a, G: SimultaneousGame> {
    context: MatrixSearchContext<'a, G>,
    order: Serial,
    memory: Memory,
}

/// The value of a state, and the cell it comes from.
struct Found {
    value: f64,
    cell: usize,
}

impl<G: SimultaneousGame> SerialSearch<'_, G> {
    fn root(&mut self, state: &G::State, report: &mut Approximation<G::Move>) -> Step<f64> {
        if let Some(payoff) = self.context.payoff(state)? {
            return Ok(payoff);
        }
        let window = (f64::NEG_INFINITY, f64::INFINITY);
        let found = self.matrix(state, window, 0)?;
        let sides = self.context.list(state)?;
        let (row, column) = (found.cell / sides.columns, found.cell % sides.columns);
        let [row, column] = self.context.joint(sides, row, column);
        self.context.release(sides);
        (report.row, report.column) = (vec![(row, 1.0)], vec![(column, 1.0)]);
        Ok(found.value)
    }

    /// Returns the value if it is within the window, else a bound on it beyond the window.
    fn value(&mut self, state: &G::State, window: Interval, depth: u32) -> Step<f64> {
        if let Some(payoff) = self.context.payoff(state)? {
            return Ok(payoff);
        }
        let key = self.key(state, depth);
        let anyway = (f64::NEG_INFINITY, f64::INFINITY);
        let known = self.memory.get(key, anyway);
        if known.0 >= window.1 || known.0 == known.1 {
            return Ok(known.0);
        }
        if known.1 <= window.0 {
            return Ok(known.1);
        }
        let window = (window.0.max(known.0), window.1.min(known.1));
        let value = self.matrix(state, window, depth)?.value;
        let low = if value > window.0 { value } else { anyway.0 };
        let high = if value < window.1 { value } else { anyway.1 };
        self.memory.put_interval(key, (low, high), anyway);
        Ok(value)
    }

    fn key(&self, state: &G::State, depth: u32) -> Key {
        let game = self.context.game;
        let turn = u64::from(self.order == Serial::Alternating && depth % 2 == 1);
        let place = mix(game.key(state) ^ turn.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        self.context.keys.key(game, state, place)
    }

    /// Returns whether the first agent chooses first here.
    fn first_chooses(&self, state: &G::State, depth: u32) -> bool {
        match self.order {
            Serial::Maxmin => true,
            Serial::Minmax => false,
            Serial::Alternating => depth.is_multiple_of(2),
            Serial::Random(seed) => mix(mix(self.context.game.key(state)) ^ seed) >> 63 == 0,
        }
    }

    /// Runs alpha-beta over the two levels of a state: all moves of one agent, and all replies.
    fn matrix(&mut self, state: &G::State, window: Interval, depth: u32) -> Step<Found> {
        self.context.enter(state)?;
        let sides = self.context.list(state)?;
        let leader = if self.first_chooses(state, depth) { Agent::FIRST } else { Agent::SECOND };
        let (leads, _) = side(sides, leader);
        // For the leader's opponent the computation is the same with signs exchanged.
        let sign = if leader == Agent::FIRST { 1.0 } else { -1.0 };
        let (alpha, beta) = if leader == Agent::FIRST { window } else { (-window.1, -window.0) };
        let mut best = Found { value: f64::NEG_INFINITY, cell: 0 };
        for lead in 0..leads {
            let floor = alpha.max(best.value);
            let reply = self.replies(state, sides, (leader, lead), (floor, beta), depth)?;
            if reply.value > best.value {
                best = reply;
            }
            if best.value >= beta {
                break;
            }
        }
        self.context.release(sides);
        self.context.leave(state);
        Ok(Found { value: sign * best.value, ..best })
    }

    /// Returns the leader's payoff of a move after the best reply, in the leader's signs.
    fn replies(
        &mut self,
        state: &G::State,
        sides: Sides,
        (leader, lead): (Agent, usize),
        (alpha, beta): Interval,
        depth: u32,
    ) -> Step<Found> {
        let mut worst = Found { value: f64::INFINITY, cell: 0 };
        for reply in 0..side(sides, leader).1 {
            let (row, column) = if leader == Agent::FIRST { (lead, reply) } else { (reply, lead) };
            let child = self.context.child(state, sides, row, column);
            let window = (alpha, beta.min(worst.value));
            let value = match leader {
                Agent::FIRST => self.below(&child, window, depth)?,
                _ => -self.below(&child, (-window.1, -window.0), depth)?,
            };
            if value < worst.value {
                worst = Found { value, cell: row * sides.columns + column };
            }
            if worst.value <= alpha {
                break;
            }
        }
        Ok(worst)
    }

    fn below(&mut self, child: &G::State, window: Interval, depth: u32) -> Step<f64> {
        deep::<G::State, _>(depth, || self.value(child, window, depth + 1))
    }
}

/// Returns the number of moves of an agent, and of replies of the other.
fn side(sides: Sides, leader: Agent) -> (usize, usize) {
    match leader {
        Agent::FIRST => (sides.rows, sides.columns),
        _ => (sides.columns, sides.rows),
    }
}
