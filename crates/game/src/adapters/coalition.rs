//! One agent against all others together.

use std::sync::atomic::{AtomicBool, Ordering};

use super::{same_positions, same_states};
use crate::{Agent, Agents, Fraction, Game, Hints, Model, Notation, Outcome, Outcomes, Turn};

/// The greatest number of different payoffs.
const MOST: usize = 20_000;

/// The zero-sum game of one agent against all others, who want nothing but that it gets little. Its
/// value is what that agent can secure, its *guarantee*. The outcomes are the payoffs of the agent.
///
/// ```
/// use ludex_game::{Agent, Coalition, Fraction, Model, RandomGame};
/// let game = RandomGame::default().generate(1);
/// let payoffs = vec![Fraction::from(-1), Fraction::ZERO, Fraction::from(1)];
/// let second = Coalition::new(&game, Agent::SECOND, payoffs).expect("few payoffs");
/// assert_eq!(second.agents().names(), ["Min", "others"]);
/// ```
#[derive(Debug)]
pub struct Coalition<G> {
    game: G,
    agent: Agent,
    agents: Agents,
    outcomes: Outcomes,
    /// The payoffs in increasing order.
    payoffs: Vec<Fraction>,
    /// Whether a payoff was met that is not among them.
    surprised: AtomicBool,
}

impl<G: Model> Coalition<G> {
    /// Returns the game of an agent whose payoffs are among these, or `None` if they are too many or
    /// too close to each other.
    pub fn new(game: G, agent: Agent, mut payoffs: Vec<Fraction>) -> Option<Coalition<G>> {
        ludex_base::sort(&mut payoffs);
        payoffs.dedup();
        let apart = payoffs.windows(2).all(|pair| pair[0].number() < pair[1].number());
        if !apart || !(1..=MOST).contains(&payoffs.len()) {
            return None;
        }
        let outcomes = Outcomes::new(payoffs.iter().map(|p| (p.to_string(), p.number())));
        let agents = Agents::new([game.agents().name(agent), "others"]);
        let surprised = AtomicBool::new(false);
        Some(Coalition { game, agent, agents, outcomes, payoffs, surprised })
    }

    /// Returns the agent that moves for a side: the one on turn, if it is on that side. Chance is on
    /// no side.
    fn mover(&self, state: &G::State, side: Agent) -> Option<Agent> {
        let on_turn = self.game.turn(state).mover()?;
        if on_turn == Agent::CHANCE || side == Agent::CHANCE {
            return (on_turn == side).then_some(side);
        }
        ((on_turn == self.agent) == (side == Agent::FIRST)).then_some(on_turn)
    }
}

impl<G: Model> Model for Coalition<G> {
    type State = G::State;
    type Move = G::Move;

    same_states!();

    fn agents(&self) -> &Agents {
        &self.agents
    }

    fn outcomes(&self) -> &Outcomes {
        &self.outcomes
    }

    fn turn(&self, state: &G::State) -> Turn {
        match self.game.turn(state) {
            Turn::Of(agent) if agent == self.agent => Turn::Of(Agent::FIRST),
            Turn::Of(_) => Turn::Of(Agent::SECOND),
            turn => turn,
        }
    }

    /// Appends the moves of the side on turn; the other has none.
    fn moves(&self, state: &G::State, agent: Agent, out: &mut Vec<G::Move>) {
        if let Some(mover) = self.mover(state, agent) {
            self.game.moves(state, mover, out);
        }
    }

    fn outcome(&self, state: &G::State) -> Outcome {
        if self.game.turn(state) != Turn::Final {
            return Outcome::WORST;
        }
        let payoff = self.game.fraction(state, self.agent);
        let place = payoff.and_then(|payoff| self.payoffs.binary_search(&payoff).ok());
        if place.is_none() {
            self.surprised.store(true, Ordering::Relaxed);
        }
        Outcome(place.unwrap_or(0) as u16)
    }

    fn can_repeat(&self) -> bool {
        self.game.can_repeat()
    }

    fn heap_bytes(&self) -> usize {
        self.game.heap_bytes()
    }

    fn fault(&self) -> Option<String> {
        let surprised = self.surprised.load(Ordering::Relaxed);
        let reason =
            || format!("a payoff of {} was not foreseen", self.game.agents().name(self.agent));
        self.game.fault().or_else(|| surprised.then(reason))
    }
}

impl<G: Game> Game for Coalition<G> {
    fn play(&self, state: &mut G::State, agent: Agent, mv: G::Move) {
        if let Some(mover) = self.mover(state, agent) {
            self.game.play(state, mover, mv);
        }
    }
}

impl<G: Notation> Notation for Coalition<G> {
    same_positions!();

    fn write_move(&self, state: &G::State, agent: Agent, mv: G::Move) -> String {
        self.game.write_move(state, self.mover(state, agent).unwrap_or(self.agent), mv)
    }

    fn read_move(&self, state: &G::State, agent: Agent, text: &str) -> Option<G::Move> {
        self.game.read_move(state, self.mover(state, agent)?, text)
    }
}

impl<G: Game> Hints for Coalition<G> {}
