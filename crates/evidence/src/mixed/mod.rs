//! Mixed strategies: what one side gets in expectation, whatever the other does.

mod check;
mod number;

use ludex_base::Budget;
use ludex_game::{Agent, Notation, SimultaneousGame};
use num_rational::BigRational;

use crate::{Claim, Evidence, MixedBound, MixedLine, Rejection};
pub use check::{Guarantees, check_mixed, check_mixed_within};

/// A mixed strategy of an agent: its choice in every state that can be reached while it is
/// followed, whatever the other agent does. It may have more states than that.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MixedStrategy<S, M> {
    /// States that are not final with the exact probabilities of moves; they add up to 1. Deeper
    /// states come first, and the last one is the root.
    pub choices: Vec<(S, Vec<(M, BigRational)>)>,
}

impl<S, M> MixedStrategy<S, M> {
    /// Converts every state and every move, for instance to ones whose type is erased.
    pub fn map<T, N>(
        self,
        mut state: impl FnMut(S) -> T,
        mut mv: impl FnMut(M) -> N,
    ) -> MixedStrategy<T, N> {
        let choices = self.choices.into_iter().map(|(at, mix)| {
            (state(at), mix.into_iter().map(|(m, share)| (mv(m), share)).collect())
        });
        MixedStrategy { choices: choices.collect() }
    }
}

impl Evidence {
    /// Returns evidence for the guarantees of mixed strategies of the first agent, the second, or
    /// both in a state. The guarantees are computed here, exactly, as the checker does it.
    ///
    /// # Errors
    /// Fails if a strategy omits a state that it needs, or its probabilities do not add up to 1.
    pub fn mixed<G: SimultaneousGame + Notation>(
        spec: &str,
        game: &G,
        state: &G::State,
        low: Option<&MixedStrategy<G::State, G::Move>>,
        high: Option<&MixedStrategy<G::State, G::Move>>,
    ) -> Result<Evidence, Rejection> {
        let bound = |agent: Agent, strategy: &MixedStrategy<G::State, G::Move>| {
            let mut nodes = lines(game, agent, strategy);
            let worth = check::evaluate(game, state, agent, &nodes, &Budget::default())
                .map_err(Rejection::unlimited)?;
            let mut reached = worth.reached.into_iter();
            nodes.retain(|_| reached.next() == Some(true));
            Ok(MixedBound { value: number::write(&worth.value), nodes })
        };
        let low = low.map(|strategy| bound(Agent::FIRST, strategy)).transpose()?;
        let high = high.map(|strategy| bound(Agent::SECOND, strategy)).transpose()?;
        Ok(Evidence::new(spec, game.write_position(state), Claim::Mixed { low, high }))
    }
}

fn lines<G: SimultaneousGame + Notation>(
    game: &G,
    agent: Agent,
    strategy: &MixedStrategy<G::State, G::Move>,
) -> Vec<MixedLine> {
    let line = |(state, mix): &(G::State, Vec<(G::Move, BigRational)>)| MixedLine {
        position: game.write_position(state),
        mix: mix
            .iter()
            .map(|(mv, share)| (game.write_move(state, agent, *mv), number::write(share)))
            .collect(),
    };
    strategy.choices.iter().map(line).collect()
}
