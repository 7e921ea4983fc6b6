//! Values of zero-sum games with chance: what the first agent can expect with perfect play of all.
//!
//! - [`expectimax()`] visits everything: the definition.
//! - [`star1`] and [`star2`] skip what bounds on the payoffs show not to matter \[Bal83\].
//!
//! All numbers are exact, so that the three give the same value and not only nearly so. They need a
//! game in which no state comes back: what is skipped must end.

mod expectimax;
mod search;
mod star;
mod table;

use ludex_game::{Agent, Game, Model, Outcome, Outcomes, Rational};

pub use expectimax::expectimax;
pub use star::{star1, star2};

use crate::budget::Stopped;
use crate::fixpoint::{NoEquilibria, Unfit};

/// How to search for expectations. Nothing here changes a value.
#[derive(Clone, Copy, Debug)]
pub struct ExpectationOptions {
    /// Recognise states reached by different moves.
    pub transpositions: bool,
    /// Find every best move, not just one.
    pub all_best: bool,
    /// The bytes that tables may use.
    pub max_bytes: usize,
}

impl Default for ExpectationOptions {
    fn default() -> ExpectationOptions {
        ExpectationOptions { transpositions: true, all_best: true, max_bytes: 256 << 20 }
    }
}

/// What the first agent can expect.
#[derive(Clone, Debug)]
pub struct Expectation<M> {
    /// It is at least this; equal bounds are the value.
    pub low: Rational,
    /// It is at most this.
    pub high: Rational,
    /// Best moves of the agent on turn.
    pub best: Vec<M>,
    /// Whether these are all of them.
    pub all_best: bool,
    /// The states visited.
    pub nodes: u64,
    /// The bytes of the table at the end.
    pub bytes: usize,
    /// Why the search ended early.
    pub stopped: Option<Stopped>,
}

/// What a search for an expectation returns: an answer, or what the search cannot deal with.
pub type Expected<G> = Result<Expectation<<G as Model>::Move>, NoEquilibria<<G as Model>::State>>;

/// Bounds on the expectation of a state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Span {
    low: Rational,
    high: Rational,
}

impl Span {
    fn exactly(value: Rational) -> Span {
        Span { low: value.clone(), high: value }
    }

    fn is_exact(&self) -> bool {
        self.low == self.high
    }
}

/// Returns what the first agent gets in a final state.
fn payoff<G: Game>(game: &G, state: &G::State) -> Result<Rational, NoEquilibria<G::State>> {
    let exact = game.fraction(state, Agent::FIRST);
    exact
        .map(Rational::from)
        .ok_or_else(|| NoEquilibria::Unfit(Unfit::Inexact(Agent::FIRST), state.clone()))
}

/// Returns the least and the greatest payoff of the first agent, or `None` if they are no exact
/// numbers.
fn range(outcomes: &Outcomes) -> Option<Span> {
    let low = exact_number(outcomes, Outcome::WORST)?;
    let high = exact_number(outcomes, outcomes.best())?;
    Some(Span { low, high })
}

/// Returns the number of an outcome: that of its name, if it is one, as a floating-point number may
/// only be near it.
fn exact_number(outcomes: &Outcomes, outcome: Outcome) -> Option<Rational> {
    let number = outcomes.number(outcome);
    let named = outcomes.name(outcome).parse::<Rational>().ok();
    let named = named.filter(|named| named.number() == number);
    named.or_else(|| ludex_game::Fraction::of_number(number).map(Rational::from))
}
