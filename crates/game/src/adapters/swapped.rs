//! A two-player game seen from the other side.

use ludex_base::{Budget, Stopped};

use super::{same_hints, same_positions, same_states};
use crate::{
    Agent, Agents, Bounds, Fraction, Game, Hints, Model, Notation, OffTurnMark, Outcome, Outcomes,
    Sampler, Scores, Turn,
};

/// The game with its two agents swapped: the second becomes Max, the outcomes change their order
/// and their sign. Who moves in a position, names and drawings are unchanged.
///
/// ```
/// use ludex_game::{Agent, Model, RandomGame, Swapped};
/// let game = RandomGame::default().generate(1);
/// let swapped = Swapped::new(&game).expect("two agents");
/// assert_eq!(swapped.agents().names(), ["Min", "Max"]);
/// ```
#[derive(Clone, Debug)]
pub struct Swapped<G> {
    game: G,
    agents: Agents,
    outcomes: Outcomes,
}

impl<G: Model> Swapped<G> {
    /// Returns the game from the other side, or `None` unless it has exactly two agents.
    pub fn new(game: G) -> Option<Swapped<G>> {
        let [first, second] = game.agents().names() else { return None };
        let agents = Agents::new([second.clone(), first.clone()]);
        let original = game.outcomes();
        let from_best = original.iter().rev();
        let outcomes = Outcomes::new(from_best.map(|outcome| {
            let number = original.number(outcome);
            (swapped_name(original.name(outcome), number), 0.0 - number)
        }));
        Some(Swapped { agents, outcomes, game })
    }

    fn swap(&self, outcome: Outcome) -> Outcome {
        Outcome(self.outcomes.best().0.saturating_sub(outcome.0))
    }

    fn swapped(&self, bounds: Bounds) -> Bounds {
        Bounds { low: self.swap(bounds.high), high: self.swap(bounds.low) }
    }
}

/// Returns the other agent; chance stays chance.
fn other(agent: Agent) -> Agent {
    if agent == Agent::CHANCE { agent } else { agent.other() }
}

/// Returns the swapped name. Names refer to the first agent: wins become losses, numbers change
/// their sign; other names are unchanged.
fn swapped_name(name: &str, number: f64) -> String {
    match name {
        "win" => "loss".into(),
        "loss" => "win".into(),
        _ if name.parse() == Ok(number) => (0.0 - number).to_string(),
        _ => name.into(),
    }
}

impl<G: Model> Model for Swapped<G> {
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
            Turn::Of(agent) => Turn::Of(other(agent)),
            turn => turn,
        }
    }

    fn moves(&self, state: &G::State, agent: Agent, out: &mut Vec<G::Move>) {
        self.game.moves(state, other(agent), out);
    }

    fn outcome(&self, state: &G::State) -> Outcome {
        self.swap(self.game.outcome(state))
    }

    fn can_repeat(&self) -> bool {
        self.game.can_repeat()
    }

    fn can_repeat_within(&self, budget: &Budget) -> Result<bool, Stopped> {
        self.game.can_repeat_within(budget)
    }

    fn fault(&self) -> Option<String> {
        self.game.fault()
    }

    fn sampler(&self, seed: u64) -> Option<Box<dyn Sampler<G::State> + '_>> {
        let sampler = self.game.sampler(seed)?;
        Some(Box::new(SwappedSampler(sampler)))
    }

    fn payoff(&self, state: &G::State, agent: Agent) -> f64 {
        self.game.payoff(state, other(agent))
    }

    fn fraction(&self, state: &G::State, agent: Agent) -> Option<Fraction> {
        self.game.fraction(state, other(agent))
    }

    fn zero_sum(&self) -> bool {
        self.game.zero_sum()
    }

    fn zero_sum_within(&self, budget: &Budget) -> Result<bool, Stopped> {
        self.game.zero_sum_within(budget)
    }

    fn wins(&self, state: &G::State, agent: Agent) -> bool {
        self.game.wins(state, other(agent))
    }

    fn off_turn_remarks(&self, since: OffTurnMark) -> Vec<String> {
        self.game.off_turn_remarks(since)
    }
}

/// A sampler that gives each agent the payoffs of the other.
struct SwappedSampler<'g, S>(Box<dyn Sampler<S> + 'g>);

impl<S> Sampler<S> for SwappedSampler<'_, S> {
    fn sample(&mut self, state: &S, plays: u64, rounds: u64) -> Scores {
        let mut scores = self.0.sample(state, plays, rounds);
        scores.sums.reverse();
        scores.squares.reverse();
        scores
    }
}

impl<G: Game> Game for Swapped<G> {
    fn play(&self, state: &mut G::State, agent: Agent, mv: G::Move) {
        self.game.play(state, other(agent), mv);
    }
}

impl<G: Notation> Notation for Swapped<G> {
    same_positions!();

    fn write_move(&self, state: &G::State, agent: Agent, mv: G::Move) -> String {
        self.game.write_move(state, other(agent), mv)
    }

    fn read_move(&self, state: &G::State, agent: Agent, text: &str) -> Option<G::Move> {
        self.game.read_move(state, other(agent), text)
    }
}

impl<G: Hints> Hints for Swapped<G> {
    same_hints!();

    fn bounds(&self, state: &G::State) -> Bounds {
        self.swapped(self.game.bounds(state))
    }

    fn look(
        &self,
        state: &G::State,
        open: impl FnOnce(Bounds) -> bool,
        out: &mut Vec<G::Move>,
    ) -> Bounds {
        self.swapped(self.game.look(state, |bounds| open(self.swapped(bounds)), out))
    }

    fn evaluation(&self, which: usize, state: &G::State) -> f64 {
        1.0 - self.game.evaluation(which, state)
    }
}
